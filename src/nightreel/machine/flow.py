"""Proves how code runs: which routines there are, how deep the stack is at every place.

Each routine is followed along all its paths.  What is proved of every place in the code:
the depth of the stack above the routine's frame, the catches that are open, the question
that has begun.  All paths to a place must agree, so the proof is one state for a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from nightreel.machine.table import BY_NUMBER, Operation

CATCH_WORDS: Final = 3
"""Words that a catch keeps on the stack: where a cut went before."""
RETURN_WORDS: Final = 2
"""Words that a call keeps on the stack: where to go on, the frame of the caller."""
START_NEED: Final = 16
"""Words of the stack that the code may use with which a game begins."""
QUESTIONS: Final = frozenset({"ask", "ask_thing", "ask_chance", "roll", "reveal"})
"""Operations at which the machine may stand still for an answer."""


class VerifyError(ValueError):
    """A program or record that must not run: which word, and why."""

    def __init__(self, what: str, why: str, at: int = -1) -> None:
        """Name the word; ``at`` is its place in the code, -1 when it lies elsewhere."""
        self.what = what
        self.why = why
        self.at = at
        super().__init__(f"{what}: {why}")


def code_error(at: int, why: str) -> VerifyError:
    """An error at a word of the code."""
    return VerifyError(f"word {at} of the code", why, at)


@dataclass(frozen=True)
class State:
    """What is known whenever the machine is at a place."""

    depth: int
    """Words above the frame, local words included."""
    catches: tuple[tuple[int, int], ...] = ()
    """Open catches, the outermost first: depth before each, and its target."""
    question: int = -1
    """Place of the question that has begun, -1 when none has."""

    @property
    def floor(self) -> int:
        """Depth below which ordinary operations must not take words."""
        return self.catches[-1][0] + CATCH_WORDS if self.catches else 0


@dataclass
class Routine:
    """A routine: the code from one ``enter`` to the next."""

    at: int
    end: int
    arguments: int
    result: bool
    words: int
    """Local words."""
    need: int
    """Words of the stack that it may use."""
    calls: set[int] = field(default_factory=set)
    asks: bool = False
    """Whether it, or a routine that it calls, may begin a question."""
    outer: dict[int, int] = field(default_factory=dict)
    """Slots of the caller that it uses, and where."""

    def has(self, slot: int) -> bool:
        """Whether a slot is one of its local words or arguments."""
        return 0 <= slot < self.words or -self.arguments - 2 <= slot <= -3


def decode(code: Sequence[int]) -> dict[int, Operation]:
    """The operation at every place where one begins.  Raises VerifyError."""
    found: dict[int, Operation] = {}
    at = 0
    while at < len(code):
        operation = BY_NUMBER.get(code[at])
        if operation is None:
            raise code_error(at, f"there is no operation {code[at]}")
        if at + operation.size > len(code):
            raise code_error(at, f"the code breaks off inside {operation.name}")
        found[at] = operation
        at += operation.size
    return found


class Flow:
    """The proof of the control flow of a code."""

    def __init__(self, code: Sequence[int], routines: Sequence[tuple[int, int, bool]]) -> None:
        """Split the code; ``routines`` are places, arguments and whether there is a result."""
        self.code = code
        self.operations = decode(code)
        self.states: dict[int, State] = {}
        self.routines: dict[int, Routine] = {}
        self.split(routines)
        self.owners = self.owners_of_places()

    # ------------------------------------------------------------ routines

    def split(self, told: Sequence[tuple[int, int, bool]]) -> None:
        """Every ``enter`` begins a routine, and every routine is told of."""
        begins = [at for at, o in self.operations.items() if o.name == "enter"]
        if [at for at, _, _ in told] != begins:
            raise VerifyError("the list of routines", "it does not name every routine in order")
        if not begins or begins[0] == 0:
            raise code_error(0, "the code must begin with the start of a game")
        ends = [*begins[1:], len(self.code)]
        self.start = Routine(0, begins[0], 0, False, 0, START_NEED)
        for (at, arguments, result), end in zip(told, ends, strict=True):
            words, need = self.code[at + 1], self.code[at + 2]
            if not 0 <= words <= need:
                raise code_error(at, f"{words} local words in a room of {need}")
            if not 0 <= arguments <= need + 64:
                raise code_error(at, f"{arguments} arguments")
            self.routines[at] = Routine(at, end, arguments, result, words, need)

    def owners_of_places(self) -> dict[int, Routine]:
        """The routine of every place where an operation begins."""
        owners: dict[int, Routine] = {}
        routine = self.start
        for at in self.operations:
            routine = self.routines.get(at, routine)
            owners[at] = routine
        return owners

    # ------------------------------------------------------------ following paths

    def prove(self, starts: Iterable[int], entries: Iterable[int]) -> None:
        """Follow all paths.  Raises VerifyError."""
        self.find_askers()
        for at in starts:
            if self.owners.get(at) is not self.start:
                raise VerifyError("the starts of a game", f"none can be at {at}", at)
            self.follow(at, State(0))
        for routine in self.routines.values():
            self.follow(routine.at + 3, State(routine.words))
        self.check_outer(frozenset(entries))

    def follow(self, at: int, state: State) -> None:
        """Follow every path from a place."""
        todo = [(at, state)]
        routine = self.owners.get(at, self.start)
        while todo:
            at, state = todo.pop()
            self.arrive(at, routine)
            known = self.states.get(at)
            if known is None:
                self.states[at] = state
                todo += self.step(at, state, routine)
            elif known != state:
                raise code_error(at, f"two ways lead here with different stacks: {known}, {state}")

    def arrive(self, at: int, routine: Routine) -> None:
        """A place that a path leads to lies in the same routine, where an operation begins."""
        if at not in self.operations:
            raise code_error(at, "no operation begins here")
        if self.owners[at] is not routine or at == routine.at and routine is not self.start:
            raise code_error(at, "a path leads out of its routine")

    def step(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """Where the machine can be after one operation."""
        operation = self.operations[at]
        special = getattr(self, "o_" + operation.name, None)
        if special is not None:
            yield from special(at, state, routine)
            return
        after = self.moved(at, state, len(operation.takes), operation.leaves, routine)
        if operation.result == "NewPc":
            yield self.target(at, operation), after
        if operation.name != "jump":
            yield at + operation.size, after

    def target(self, at: int, operation: Operation) -> int:
        """The target in an operation."""
        kinds = [kind for _, kind in operation.inline]
        return self.code[at + 1 + kinds.index("Target")]

    def moved(
        self, at: int, state: State, takes: int, leaves: int, routine: Routine, more: int = 0
    ) -> State:
        """The state after words were taken and left; ``more`` words are written above them."""
        below = state.depth - takes
        if below < max(state.floor, routine.words):
            raise code_error(at, f"{takes} words are taken from a stack that has not so many")
        if max(below + leaves + more, state.depth) > routine.need:
            raise code_error(at, f"the stack rises above the {routine.need} words of the routine")
        return replace(state, depth=below + leaves)

    # ------------------------------------------------------------ calls

    def o_enter(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A routine begins only where it is called."""
        raise code_error(at, "a path leads into a routine from above")

    def o_call(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A call leads to the beginning of a routine."""
        called = self.routines.get(self.code[at + 1])
        if called is None:
            raise code_error(at, f"no routine begins at {self.code[at + 1]}")
        if called.asks:
            self.no_question(at, state)
        self.moved(at, state, called.arguments, called.arguments, routine, RETURN_WORDS)
        yield at + 2, self.moved(at, state, called.arguments, int(called.result), routine)

    def o_call_entry(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A routine of the entries has no arguments and no result."""
        self.no_question(at, state)
        yield at + 1, self.moved(at, state, 1, 0, routine, RETURN_WORDS)

    def o_give_back(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """The end of a routine without a result."""
        self.leave(at, state, routine, False)
        yield from ()

    def o_give_value(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """The end of a routine with a result."""
        self.leave(at, state, routine, True)
        self.moved(at, state, 1, 0, routine)
        yield from ()

    def leave(self, at: int, state: State, routine: Routine, result: bool) -> None:
        """A routine ends as it is told of, with no catch open."""
        if routine is self.start:
            raise code_error(at, "the start of a game has nowhere to return to")
        if routine.result != result or self.code[at + 1] != routine.arguments:
            raise code_error(at, "the arguments or the result are not those of the routine")
        if state.catches:
            raise code_error(at, "a routine ends inside a catch")

    # ------------------------------------------------------------ cutting

    def o_catch(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A catch; a cut goes on at its target with the stack as it is behind the catch."""
        self.no_question(at, state)
        target = self.code[at + 1]
        inside = replace(
            self.moved(at, state, 0, CATCH_WORDS, routine),
            catches=(*state.catches, (state.depth, target)),
        )
        yield target, inside
        yield at + 2, inside

    def o_release(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """The end of the innermost catch."""
        if not state.catches or state.depth != state.floor:
            raise code_error(at, "no catch ends here")
        yield at + 1, replace(state, depth=state.catches[-1][0], catches=state.catches[:-1])

    def o_cut(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A cut goes on where the innermost catch of all frames says."""
        yield from ()

    def o_finish(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """Nothing runs after the end of a game."""
        yield from ()

    def o_say(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A sentence takes its numbers."""
        yield at + 3, self.moved(at, state, max(self.code[at + 2], 0), 0, routine)

    # ------------------------------------------------------------ questions

    def find_askers(self) -> None:
        """Which routines may begin a question, themselves or through those that they call."""
        for at, operation in self.operations.items():
            routine = self.owners[at]
            if operation.name == "call":
                routine.calls.add(self.code[at + 1])
            elif operation.name in ("question", "call_entry") or operation.name in QUESTIONS:
                routine.asks = True
        callers: dict[int, list[Routine]] = {}
        for routine in self.routines.values():
            for called in routine.calls:
                callers.setdefault(called, []).append(routine)
        todo = [r for r in self.routines.values() if r.asks]
        while todo:
            for caller in callers.get(todo.pop().at, []):
                if not caller.asks:
                    caller.asks = True
                    todo.append(caller)

    def no_question(self, at: int, state: State) -> None:
        """A question inside a question would forget the answers of the first."""
        if state.question >= 0:
            raise code_error(at, "a question inside a question")

    def o_question(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A question begins."""
        self.no_question(at, state)
        yield at + 1, replace(state, question=at)

    def asked(self, at: int, state: State, takes: int, routine: Routine) -> State:
        """After the answer; a question is asked with the stack with which it began."""
        after = replace(self.moved(at, state, takes, 1, routine), question=-1)
        begun = self.states.get(state.question)
        if begun is None:
            raise code_error(at, "no question has begun")
        if (begun.depth, begun.catches) != (state.depth - takes, state.catches):
            raise code_error(at, "the stack is not as it was when the question began")
        return after

    def o_ask(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A question of the player."""
        yield at + 2, self.asked(at, state, 0, routine)

    def o_ask_thing(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A question of the player for one of some things."""
        yield at + 3, self.asked(at, state, 0, routine)

    o_ask_chance = o_ask_thing

    def o_reveal(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A question to chance for a card."""
        yield at + 2, self.asked(at, state, 1, routine)

    def o_roll(self, at: int, state: State, routine: Routine) -> Iterator[tuple[int, State]]:
        """A question to chance that begins where it is asked."""
        self.no_question(at, state)
        yield at + 3, self.moved(at, state, 0, 1, routine)

    def question_of(self, at: int) -> int:
        """Where the question begins that is asked at a place."""
        return at if self.operations[at].name == "roll" else self.states[at].question

    # ------------------------------------------------------------ hooks

    def check_outer(self, entries: frozenset[int]) -> None:
        """A routine that uses words of its caller is called only where the caller has them."""
        for at, operation in self.operations.items():
            if operation.inline and operation.inline[0][1] == "OuterSlot":
                self.owners[at].outer[self.code[at + 1]] = at
        for at, operation in self.operations.items():
            if operation.name == "call" and at in self.states:
                self.check_call_of_hook(at)
        users = [r for r in (self.start, *self.routines.values()) if r.outer]
        for routine in users:
            if routine.at in entries or routine is self.start:
                raise code_error(routine.at, "words of a caller are used where it is unknown")

    def check_call_of_hook(self, at: int) -> None:
        """The caller has every slot that the called routine uses."""
        called = self.routines[self.code[at + 1]]
        for slot, user in called.outer.items():
            if not self.owners[at].has(slot):
                raise code_error(user, f"a routine that calls this one has no slot {slot}")
