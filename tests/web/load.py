"""Many players at once against a real server on loopback: ``python -m tests.web.load``.

Every player sends an answer at fixed times, as the page in a browser does, whether or not others
are served.  Then the server is killed in the middle of it all and started again, and every answer
that was acknowledged is looked for in the database.  The exit status is 1 when one is lost, when
anything but an answer came back, or when a budget is not met.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Final, TypeVar
from urllib.request import urlopen

import aiohttp
from sqlalchemy import select

from nightreel.web.kept.database import Database
from nightreel.web.kept.models import AnswerRow
from nightreel.web.playing.parts import HAD
from tests.web.playing import ACTION, VERSION
from tests.web.running import Running, free_port

BUDGET: Final = 100
"""Milliseconds within which 99 % of answers are acknowledged."""
GROWTH: Final = 1.1
"""How much more memory there may be at the end than after the first fifth."""
LARGEST: Final = 20_000
"""Bytes that a reply to an answer has at the most, unpacked."""
PRINT: Final = re.compile(r'<\w+ id="([^"]+)"[^>]* data-print="([^"]+)"')
"""A part of the page, as ``web/playing/parts.py`` marks it."""
KEPT: Final = re.compile(r'<\w+ id="([^"]+)" data-kept')
"""The place of a part that the page has."""
WITHIN: Final = {"hand": "hand-", "tableau": "tableau-", "decks": "pile-"}
"""Parts whose own parts come and go, and how the ids of those begin."""
FORM: Final = {"content-type": "application/x-www-form-urlencoded"}
KILLED: Final = 20
"""Seconds of the run in which the server is killed."""
FIRST: Final = 1.0
"""Seconds from the start of a server, with its caches filled, until it has shown a page."""
PATIENCE: Final = 60
"""Seconds within which a killed server has to answer again."""
Done = TypeVar("Done")


@dataclass
class Tally:
    """What was measured."""

    times: list[float] = field(default_factory=list)
    """Milliseconds from the moment an answer was due to be sent until it was acknowledged."""
    others: Counter[str] = field(default_factory=Counter)
    """Replies that were no acknowledgement."""
    repeated: int = 0
    """Answers that were sent again, since the server was down."""
    acknowledged: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """For each game the versions and actions."""
    chances: int = 0
    """How often the chances of answers were seen."""
    largest: int = 0
    """Bytes of the largest reply, unpacked."""


class Bot:
    """Somebody who answers at random, and begins anew when a game is over."""

    def __init__(self, address: str, number: int, tally: Tally) -> None:
        """Sit down."""
        connector = aiohttp.TCPConnector(limit=2, keepalive_timeout=60)
        jar = aiohttp.CookieJar(unsafe=True)  # also of a server that has no name
        self.client = aiohttp.ClientSession(address, connector=connector, cookie_jar=jar)
        self.chance = Random(number)
        self.tally = tally
        self.game = self.page = ""
        self.had: dict[str, str] = {}
        """The parts of the page, with their prints."""
        self.asking: asyncio.Task[None] | None = None
        """The request for chances that is under way."""

    async def begin(self, address: str = "/games") -> None:
        """Begin a game and look at it."""
        async with self.client.post(address, headers=FORM, allow_redirects=False) as done:
            if done.status != 303:
                raise AssertionError(f"{address}: {done.status} {await done.text()}")
            self.game = done.headers["location"]
        async with self.client.get(self.game) as shown:
            self.page = await shown.text()
        self.had = dict(PRINT.findall(self.page))
        self.tally.acknowledged[self.game] = []

    async def chosen(self) -> tuple[int, int]:
        """The version and an answer; a new game begins when this one is over."""
        while not (actions := ACTION.findall(self.page)):
            await self.begin(f"{self.game}/rematch")
        version = VERSION.search(self.page)
        assert version is not None
        return int(version[1]), int(self.chance.choice(actions))

    async def send(self, at: int, action: int) -> bool:
        """Send an answer; returns whether it was acknowledged."""
        answer = {"action": action, "at": at}
        address = f"{self.game}/answers"
        has = ";".join(f"{id_}={digest}" for id_, digest in self.had.items())
        headers = {"hx-request": "true", HAD: has}
        async with self.client.post(address, data=answer, headers=headers) as done:
            page = await done.text()
        if done.status != 200:
            self.tally.others[f"status {done.status}"] += 1
            return False
        self.page = page
        self.keep(page)
        self.tally.largest = max(self.tally.largest, len(page.encode()))
        self.tally.acknowledged[self.game].append((at, action))
        return True

    def keep(self, page: str) -> None:
        """Note the parts that the page has now; in a part that came is what came with it."""
        drawn = dict(PRINT.findall(page))
        there = drawn.keys() | set(KEPT.findall(page))
        begins = ("told-", *(start for part, start in WITHIN.items() if part in drawn))
        gone = [id_ for id_ in self.had if id_.startswith(begins) and id_ not in there]
        for id_ in gone:
            del self.had[id_]
        self.had |= drawn

    def ask_for_chances(self) -> None:
        """Ask for the chances of the next answers, as the page does, and no more for the last."""
        if self.asking is not None:
            self.asking.cancel()
        self.asking = asyncio.create_task(self.chances())

    async def chances(self) -> None:
        """See the chances of the answers at hand."""
        version = VERSION.search(self.page)
        assert version is not None
        address = f"{self.game}/chances?at={version[1]}"
        async with self.client.get(address, headers={"hx-request": "true"}) as shown:
            await shown.text()
        self.tally.chances += shown.status == 200

    async def timed(self, due: float, chances: bool) -> None:
        """Give an answer that was due at a time, and note how long it took."""
        try:
            if await self.send(*await self.chosen()):
                self.tally.times.append(1000 * (time.perf_counter() - due))
                if chances and ACTION.search(self.page):
                    self.ask_for_chances()
        except aiohttp.ClientError as error:
            self.tally.others[type(error).__name__] += 1

    async def insistent(self) -> None:
        """Give an answer, the same one again while the server is down."""
        at, action = await self.patient(self.chosen)
        await self.patient(lambda: self.send(at, action))

    async def patient(self, do: Callable[[], Awaitable[Done]]) -> Done:
        """Do something, again and again while the server is down."""
        until = time.perf_counter() + PATIENCE
        while True:
            try:
                return await do()
            except aiohttp.ClientError:
                if time.perf_counter() > until:
                    raise
                self.tally.repeated += 1
                await asyncio.sleep(0.5)

    async def play(self, first: float, every: float, until: float, chances: bool) -> None:
        """Answer at fixed times; one that is missed is given at once."""
        due = first
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self.timed(due, chances)
            due += every

    async def play_on(self, every: float, until: float) -> None:
        """Answer on and on, whatever happens to the server."""
        while time.perf_counter() < until:
            await self.insistent()
            await asyncio.sleep(every * self.chance.random() * 2)


@dataclass
class Load:
    """A run."""

    args: argparse.Namespace
    url: str
    port: int
    tally: Tally = field(default_factory=Tally)
    memory: list[int] = field(default_factory=list)
    seconds: float = 0.0
    """Seconds of a processor that the server took while it was measured."""
    first: float = 0.0
    """Seconds from a start until the first page is there."""

    def started(self, workers: int) -> Running:
        """The server, in so many processes."""
        limits = ("--requests-a-minute", "0", "--games-an-hour", "0")
        where = ("--port", str(self.port), "--database", self.url)
        server = Running(*where, *limits, "--workers", str(workers))
        server.address()
        return server

    async def run(self) -> None:
        """Measure, then kill."""
        async with self.bots() as bots:
            server = self.started(self.args.workers)
            try:
                for bot in bots:
                    await bot.begin()
                await self.measure(bots, server)
                server = await self.survive(bots, server)
            finally:
                server.close()
        self.first = await asyncio.to_thread(self.time_first)

    def time_first(self) -> float:
        """Start the server as somebody who plays alone does, and look at the first page."""
        begin = time.perf_counter()
        server = self.started(1)
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/") as page:
                page.read()
            return time.perf_counter() - begin
        finally:
            server.close()

    @asynccontextmanager
    async def bots(self) -> AsyncIterator[list[Bot]]:
        """All who play."""
        address = f"http://127.0.0.1:{self.port}"
        bots = [Bot(address, number, self.tally) for number in range(self.args.players)]
        try:
            yield bots
        finally:
            for bot in bots:
                await bot.client.close()

    async def measure(self, bots: list[Bot], server: Running) -> None:
        """All act at their times."""
        every, seconds = self.args.every, 60 * self.args.minutes
        before = server.seconds()
        begin = time.perf_counter() + 1
        until = begin + seconds
        watch = asyncio.create_task(self.watch(server, seconds / 20))
        step = every / len(bots)
        await asyncio.gather(
            *(
                bot.play(begin + n * step, every, until, self.args.chances)
                for n, bot in enumerate(bots)
            )
        )
        watch.cancel()
        self.seconds = server.seconds() - before

    async def watch(self, server: Running, every: float) -> None:
        """Note the memory of the server again and again."""
        while True:
            await asyncio.sleep(every)
            self.memory.append(await asyncio.to_thread(server.memory))

    async def survive(self, bots: list[Bot], server: Running) -> Running:
        """The server is killed and started again while all act."""
        until = time.perf_counter() + KILLED
        playing = asyncio.gather(*(bot.play_on(self.args.every, until) for bot in bots))
        await asyncio.sleep(KILLED / 2)
        await asyncio.to_thread(server.close)
        server = await asyncio.to_thread(self.started, self.args.workers)
        await playing
        return server

    def lost(self) -> int:
        """How many acknowledged answers are not in the database."""
        stored: dict[str, set[tuple[int, int]]] = {}
        database = Database(self.url)
        with database.reading() as session:
            query = select(AnswerRow.game, AnswerRow.at, AnswerRow.action)
            for game, at, action in session.execute(query):
                stored.setdefault(f"/games/{game}", set()).add((at, action))
        database.close()
        told = self.tally.acknowledged
        return sum(len(set(answers) - stored.get(game, set())) for game, answers in told.items())


def report(load: Load) -> bool:
    """Tell the figures; returns whether all is as it must be."""
    tally, args, lost = load.tally, load.args, load.lost()
    cuts = quantiles(tally.times, n=100)
    mega = [size / 1e6 for size in load.memory]
    acknowledged = sum(map(len, tally.acknowledged.values()))
    print(f"{args.players} players, an answer every {args.every} s, {args.workers} processes")
    print(f"{len(tally.times)} answers measured in {args.minutes} minutes")
    print(f"50 %: {cuts[49]:.1f} ms, 95 %: {cuts[94]:.1f} ms, 99 %: {cuts[98]:.1f} ms,", end=" ")
    print(f"longest: {max(tally.times):.1f} ms (99 % within {BUDGET} ms are wanted)")
    print("memory in MB:", " ".join(f"{size:.0f}" for size in mega))
    if args.chances:
        print(f"{tally.chances} times the chances of the next answers were seen, too")
    print(f"the first page was there {load.first:.2f} s after the start ({FIRST} s are wanted)")
    print(f"largest reply: {tally.largest} bytes ({LARGEST} are wanted)")
    print(f"replies that were no acknowledgement: {dict(tally.others) or 'none'}")
    print(f"{acknowledged} answers acknowledged, {tally.repeated} sent again, {lost} lost")
    each = 1000 * load.seconds / len(tally.times)
    print(f"an answer took {each:.1f} ms of a processor; the players {time.process_time():.0f} s")
    flat = mega[-1] <= GROWTH * mega[len(mega) // 5]
    within = cuts[98] <= BUDGET and load.first <= FIRST and tally.largest <= LARGEST
    return not lost and not tally.others and flat and within


def main() -> int:
    """Run it as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two answers")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--workers", type=int, default=2, help="processes of the server")
    parser.add_argument(
        "--chances", action="store_true", help="ask for chances after each answer, as the page does"
    )
    parser.add_argument("--database", help="URL (usual: SQLite in a folder of its own)")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        url = args.database or f"sqlite:///{Path(folder) / 'table.db'}"
        load = Load(args, url, free_port())
        asyncio.run(load.run())
        return 0 if report(load) else 1


if __name__ == "__main__":
    raise SystemExit(main())
