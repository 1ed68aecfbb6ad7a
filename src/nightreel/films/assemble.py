"""Puts a Killer, a Location and a Final Girl together with the rulebook into a program."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from nightreel.films import facts
from nightreel.films.casting import Cast
from nightreel.films.check import check_cast
from nightreel.films.components import Components
from nightreel.films.listening import Listening
from nightreel.films.look import look_facts
from nightreel.films.source import where_of
from nightreel.machine.verify import VerifyError, verify
from nightreel.record import layout as L
from nightreel.reel.compiler import Compiler
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.info import Thing
from nightreel.reel.program import Program, StateInfo
from nightreel.reel.symbols import Constant, Row, RuleDecl, ValueDecl, Word

STREAMS: Final = (
    "horror",
    "panic",
    "terror",
    "items",
    "events",
    "finale",
    "dark",
    "setup",
    "tokens",
    "cards",
    "film",
)


class Assembler(Listening):
    """Builds one program."""

    def build(self) -> Program:
        """The program."""
        self.core_names()
        self.map()
        self.make_kinds()
        self.make_acts()
        self.make_cards()
        self.make_zones()
        self.boards()
        self.components = Components(self)
        self.components.add()
        self.read_rules()
        self.listen()
        return self.compile()

    def compile(self) -> Program:
        """Compile everything into a program."""
        streams = {name: i for i, name in enumerate(STREAMS)}
        compiler = Compiler(self.names, self.parser, self.phrases, streams, self.listeners)
        compiler.titles = self.titles
        for row, index, text, title, this in self.texts:
            tree = self.tree("text", text)
            self.rows.put(
                row, index, compiler.text(tree, where_of(text, Where("<film>")), title, this)
            )
        starts = compiler.compile("play_game", "play_from", "resume_at", "deal_secrets")
        compiler.fill_row(self.rows.numbers, self.row("ability_entry"), compiler.ability_entries)
        self.check_sources(compiler)
        numbers = self.rows.numbers
        numbers[L.T_ENTRIES] = len(compiler.entries)
        for i, entry in enumerate(compiler.entries):
            numbers[L.T_ENTRIES + 1 + i] = entry.label.at
        if self.row("secret_deal").length > 1:
            numbers[L.T_DEAL] = starts["deal"]
            self.list_secrets()
        return self.program(compiler, starts)

    def list_secrets(self) -> None:
        """Write which words of the record are secret."""
        secret = [
            info.address + i
            for info in self.state_infos().values()
            if info.secret
            for i in range(info.length)
        ]
        self.rows.numbers[L.T_SECRETS] = len(self.rows.numbers)
        self.rows.numbers += [len(secret), *secret]

    def check_sources(self, compiler: Compiler) -> None:
        """Write for every source which moments and values it listens to."""
        numbers = self.rows.numbers
        empty = len(numbers)
        numbers.append(0)
        for number in range(L.SOURCES):
            numbers[L.T_SOURCE_HOOKS + number] = empty
        for source, _ in self.sources:
            hooks = compiler.hooks_of_source(source.number)
            if hooks:
                numbers[L.T_SOURCE_HOOKS + source.number] = len(numbers)
                numbers += [len(hooks), *hooks]

    def state_infos(self) -> dict[str, StateInfo]:
        """The states of rulebook and films by their names."""
        states: dict[str, StateInfo] = {}
        second = {f"{Path(file).stem}.{name}": s for (file, name), s in self.names.own.items()}
        for name, symbol in {**self.names.table, **second}.items():
            match symbol:
                case Word(address, type_, secret, start) if address >= L.GLOBAL:
                    states[name] = StateInfo(address, 1, type_, secret, start)
                case Row(address, length, _, type_, False) if L.GLOBAL <= address < L.STACK:
                    states[name] = StateInfo(address, length, type_, symbol.secret, 0)
        return states

    def program(self, compiler: Compiler, starts: dict[str, int]) -> Program:
        """The finished program."""
        self.things["way"] = [Thing(f"way_{i}", f"way {i}") for i in range(L.WAYS)]
        return Program(
            title=self.cast.title,
            code=tuple(compiler.out.finished()),
            table=tuple(self.rows.numbers),
            starts=starts,
            routines=compiler.routine_infos(),
            entries=tuple(e.label.at for e in compiler.entries),
            questions=tuple(compiler.book.questions),
            clauses=tuple(compiler.book.clauses),
            sentences=tuple(compiler.book.sentences),
            abilities=compiler.ability_infos(),
            streams=STREAMS,
            states=self.state_infos(),
            things={name: tuple(all_) for name, all_ in self.things.items()},
            places=tuple(
                (at, Path(where.file).name, where.line) for at, where in compiler.out.places
            ),
            facts=self.all_facts(),
        )

    def all_facts(self) -> dict[str, Any]:
        """What screens need: names of rows and rules, boards, texts of cards."""
        rows = {
            name: [s.address, s.length]
            for name, s in self.names.table.items()
            if isinstance(s, Row) and s.in_table
        }
        rules = {
            name: [list(s.ids), s.doc]
            for name, s in self.names.table.items()
            if isinstance(s, RuleDecl | ValueDecl)
        }
        constants = {
            name: s.value for name, s in self.names.table.items() if isinstance(s, Constant)
        }
        return {"rows": rows, "rules": rules, "constants": constants, **self.film_facts()}

    def film_facts(self) -> dict[str, Any]:
        """Map, cards and boards in words."""
        cast = self.cast
        where = cast.location.where
        teller = facts.Teller(self.tree, {p.label: p for p in self.phrases}, self.titles)

        def number_of(name: str) -> int:
            symbol = self.names.find(name, where)
            return symbol.value if isinstance(symbol, Constant) else 0

        classes = self.rows.numbers[L.T_KIND_CLASS : L.T_KIND_CLASS + L.KINDS]
        return {
            "map": facts.map_facts(
                cast.location["spaces"], cast.location.get("ways") or [], number_of
            ),
            "acts": facts.act_facts(self.acts, teller),
            "cards": facts.card_facts(self.cards, teller),
            "kinds": facts.kind_facts(self.kinds, classes, teller),
            "boards": facts.board_facts(cast.killer, cast.location, cast.girl, teller),
            "look": look_facts(cast.location, cast.killer),
        }


def assemble(cast: Cast) -> Program:
    """The program of a cast, checked before and proved after.  Raises SourceError."""
    check_cast(cast.killer, cast.location, cast.girl)
    program = Assembler(cast).build()
    try:
        verify(program)
    except VerifyError as error:
        file, line = program.source_of(error.at)
        raise SourceError(
            Where(file, max(line, 1)), error.why, "the machine cannot run this"
        ) from None
    return program
