"""Malformed and hostile requests: refused in one sentence, never a fault, nothing changed."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient

from nightreel.web.app import create_app
from nightreel.web.settings import Settings
from tests.web.playing import Program, program
from tests.web.raw import Pairs, Raw, Reply, ask
from tests.web.routed import routes_of
from tests.web.running import PATIENCE, Running

LONG = b"a" * 5000
IDS = (
    b"",
    b".",
    b"..",
    b"%2e%2e",
    b"..%2f..%2fetc%2fpasswd",
    b"..\\..\\windows",
    b"%00",
    b"a%00b",
    b"%ff%fe",
    b"%ed%a0%80",
    "é漢😀".encode(),
    b"%F0%9F%98%80",
    b"-1",
    b"0",
    b"9" * 400,
    b"null",
    b"' OR 1=1 --",
    b"<script>alert(1)</script>",
    b"{{7*7}}",
    b"%0d%0aSet-Cookie:x=1",
    LONG,
)
QUERIES = (
    b"",
    b"?",
    b"?first=-1",
    b"?first=" + b"9" * 1000,
    b"?limit=0",
    b"?limit=nan",
    b"?limit=1e9",
    b"?limit=1&limit=2&limit=3",
    b"?%00=%00",
    b"?=&&&=;",
    b"?%ff=%fe",
    b"?first[]=1",
    b"?" + LONG,
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO", "get", "")
JSON = (b"content-type", b"application/json")
FORM = (b"content-type", b"application/x-www-form-urlencoded")
PARTS = (b"content-type", b"multipart/form-data; boundary=x")
HEADERS: tuple[Pairs, ...] = (
    (),
    (JSON,),
    (FORM,),
    (PARTS,),
    ((b"content-type", b"multipart/form-data"),),
    ((b"content-type", b"application/json; charset=utf-7"),),
    ((b"content-type", b"\xff\xfe/;;==;"),),
    ((b"content-type", b"text/xml"),),
    (JSON, (b"content-encoding", b"gzip")),
    (JSON, (b"content-length", b"-5")),
    (JSON, (b"content-length", b"\xb2")),
    (JSON, (b"content-length", b"9" * 5000)),
    (JSON, (b"content-length", b"99999999")),
    (JSON, (b"content-length", b"0x10")),
    (JSON, (b"transfer-encoding", b"chunked")),
    ((b"cookie", b"nightreel=" + LONG),),
    ((b"cookie", b"nightreel=\x00; =;;;=x; nightreel"),),
    ((b"cookie", b"nightreel=a; nightreel=b"), (b"cookie", b"nightreel=c")),
    ((b"cookie", b"\xff\xfe\xfd=\xfc"),),
    ((b"authorization", b"Bearer"),),
    ((b"authorization", b"Bearer \x00\xff"),),
    ((b"authorization", b"Basic bmlnaHQ6cmVlbA=="),),
    ((b"authorization", b"bEaReR   " + LONG),),
    ((b"range", b"bytes=0-"),),
    ((b"range", b"bytes=9999999-1"),),
    ((b"range", b"bytes=0-0,1-1,2-2,3-3"),),
    ((b"range", b"bytes=" + b"0-," * 2000),),
    ((b"range", b"lines=\xb2-"),),
    ((b"if-modified-since", b"\xff"), (b"if-none-match", b'"' + LONG)),
    ((b"if-range", b"x"), (b"range", b"bytes=1-2")),
    ((b"accept", b"\xff/*;q=x"), (b"accept-encoding", b"\x00")),
    ((b"accept-language", b"xx-\xff;q=9"),),
    ((b"hx-request", b"true"), (b"hx-target", b"\xff")),
    ((b"expect", b"100-continue"),),
    ((b"upgrade", b"websocket"), (b"connection", b"upgrade")),
    ((b"x-forwarded-for", b"\xff, ,;"), (b"x-forwarded-proto", b"gopher")),
    ((b"origin", b"\xff"),),
    ((b"x", LONG),) * 20,
    ((b"sec-fetch-site", b"cross-site"),),
)
BODIES: tuple[tuple[bytes, ...], ...] = (
    (),
    (b"{}",),
    (b"[]",),
    (b"null",),
    (b'"at"',),
    (b"{",),
    (b"\x00",),
    (b"\xff\xfe",),
    (b'{"at": NaN, "action": Infinity}',),
    (b'{"at": 1e999, "action": -1}',),
    (b'{"at": ' + b"9" * 6000 + b', "action": 1}',),
    (b'{"at": "0", "action": true}',),
    (b'{"at": 0, "at": 1, "action": 1, "action": [1]}',),
    (b'{"at": {"at": {}}, "action": null}',),
    (b'{"killer": "\\ud800", "films": ["\\u0000"]}',),
    (b'{"killer": "' + LONG + b'"}',),
    (b'{"films": [' + b'"x",' * 5000 + b'"x"]}',),
    (b"[" * 100_000,),
    (b'{"a":' * 50_000,),
    (b"at=0&action=1&at=2",),
    (b"at=&action=%00",),
    (b"at=" + b"9" * 5000 + b"&action=-0",),
    (b"killer=%ff%fe&location=%00&girl=\xff",),
    (b"&".join(b"f%d=1" % n for n in range(5000)),),
    (b"=&" * 3000,),
    (b'--x\r\nContent-Disposition: form-data; name="at"; filename="a"\r\n\r\n1\r\n--x--\r\n',),
    (b"--x\r\nContent-Disposition: form-data\r\n\r\n", b"\xff" * 100),
    (b"--x\r\n" + b"A: b\r\n" * 5000,),
    (b"x" * 70_000,) * 20,
)
HOSTS: tuple[Pairs, ...] = (
    (),
    ((b"host", b""),),
    ((b"host", b"a b"),),
    ((b"host", b"\xff"),),
    ((b"host", b"user@host"),),
    ((b"host", b"elsewhere.example/x?y#z"),),
    ((b"host", b"[::1"),),
    ((b"host", b"h:99999999"),),
    ((b"host", b"one"), (b"host", b"two")),
    ((b"host", LONG),),
)
SAME = b"/static/table.css/"
STATIC = (
    b"/static/",
    b"/static/../app.py",
    b"/static/%2e%2e/app.py",
    b"/static/..%2fapp.py",
    b"/static/..%5capp.py",
    b"/static//etc/passwd",
    b"/static/%00",
    b"/static/table.css%00.png",
    b"/static/%ff",
    b"/static/" + LONG[:1500],
    b"/static/" + b"a/" * 700,
    SAME,
    b"/static",
    b"//static/table.css",
    b"/api/v1",
    b"/api/../api/v1/games",
    b"/%2f%2fevil.example",
    b"//evil.example/..",
    b"/games/",
    b"*",
    b"",
)


@pytest.fixture
def player(url: str) -> Iterator[Program]:
    """Whoever sends all this has a game; it lies in a database of either kind."""
    settings = Settings(url, requests_a_minute=0, games_an_hour=0)
    with TestClient(create_app(settings)) as client:
        player = program(client)
        player.post("/games")
        yield player


def usual(player: Program) -> list[Raw]:
    """A request to every route, by its player."""
    id_ = player.get("/games")["games"][0]["id"].encode()
    key = ((b"authorization", f"Bearer {player.key}".encode()),)
    return [
        Raw(method, _filled(str(route.path), id_), key)
        for route in routes_of(player.client.app)
        for method in sorted(route.methods or ("GET",))
    ]


def _filled(path: str, id_: bytes) -> bytes:
    return b"/".join(id_ if part.startswith("{") else part.encode() for part in path.split("/"))


def mutations(player: Program) -> Iterator[Raw]:
    """Every request with one thing wrong."""
    id_ = player.get("/games")["games"][0]["id"].encode()
    yield from (Raw(target=target) for target in STATIC)
    for raw in usual(player):
        yield from (replace(raw, method=method) for method in METHODS if method != "DELETE")
        yield from (replace(raw, host=host) for host in HOSTS)
        yield from (replace(raw, target=raw.target + query) for query in QUERIES)
        yield from (replace(raw, headers=(*raw.headers, *more)) for more in HEADERS)
        if id_ in raw.target:
            yield from (replace(raw, target=raw.target.replace(id_, other)) for other in IDS)
        if raw.method == "POST":
            for form in (JSON, FORM, PARTS):
                headers = (*raw.headers, form)
                yield from (replace(raw, headers=headers, body=body) for body in BODIES)


def mixed(player: Program, chance: Random, number: int) -> Iterator[Raw]:
    """Requests with several things wrong."""
    all_usual = [raw for raw in usual(player) if raw.method != "DELETE"]
    for _ in range(number):
        raw = chance.choice(all_usual)
        yield Raw(
            chance.choice([raw.method, raw.method, *METHODS]).replace("DELETE", "PUT"),
            raw.target + chance.choice(QUERIES),
            (*raw.headers, *chance.choice(HEADERS), *chance.choice(HEADERS)),
            chance.choice(BODIES),
            chance.choice([raw.host, raw.host, raw.host, *HOSTS]),
        )


def check(player: Program, raw: Raw) -> Reply:
    reply = ask(player.client, raw)
    shown = (raw.method, raw.target[:80], raw.headers[1:], [b[:80] for b in raw.body[:2]], reply)
    assert reply.status < 500, shown
    assert reply.headers["content-security-policy"], shown
    assert reply.headers["x-content-type-options"] == "nosniff", shown
    if reply.status >= 400 and raw.method != "HEAD":
        assert 5 < len(reply.told) < 700, shown
        assert "Traceback" not in reply.told, shown
    return reply


@pytest.mark.parametrize("most", [800, pytest.param(100_000, marks=pytest.mark.soak)])
def test_one_thing_wrong_is_never_a_fault(
    player: Program, most: int, figure: Callable[[str, int], None]
) -> None:
    wrong = list(mutations(player))
    for raw in Random(most).sample(wrong, min(most, len(wrong))):
        check(player, raw)
        figure("hostile requests, one thing wrong in each", 1)


@pytest.mark.parametrize("number", [400, pytest.param(20_000, marks=pytest.mark.soak)])
def test_several_things_wrong_are_never_a_fault(player: Program, number: int) -> None:
    for raw in mixed(player, Random(number), number):
        check(player, raw)


def test_nothing_but_our_own_files_is_sent(player: Program) -> None:
    for target in STATIC:
        if target.startswith(b"/static/") and target != SAME:
            reply = check(player, Raw(target=target))
            assert reply.status in (400, 404, 405)
            assert reply.headers["cache-control"] == "no-store"


def test_a_body_that_does_not_end_is_refused(player: Program) -> None:
    key = (b"authorization", f"Bearer {player.key}".encode())
    pieces = (b'{"killer": "' + LONG,) * 300
    before = player.get("/games")["total"]
    for target, kind, status in (
        (b"/api/v1/games", JSON, 413),
        (b"/api/v1/games", FORM, 413),
        (b"/games", FORM, 413),
        (b"/games", PARTS, 400),
        (b"/games", JSON, 415),
    ):
        assert check(player, Raw("POST", target, (key, kind), pieces)).status == status
    assert player.get("/games")["total"] == before


def test_what_is_said_to_be_too_large_is_not_read(player: Program) -> None:
    reply = check(player, Raw("POST", b"/api/v1/games", ((b"content-length", b"2000000"),)))
    assert (reply.status, reply.told) == (413, "That is too large.")


HOST_LINE = b"Host: 127.0.0.1\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
PROTOCOL = (
    (b"GET /\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    (b"\x16\x03\x01\x00\xff\x00\x00\r\n\r\n", 400),
    (b"CONNECT a:1 HTTP/1.1\r\n" + HOST_LINE + b"\r\n", 400),
    (b"OPTIONS * HTTP/1.1\r\n" + HOST_LINE + b"\r\n", 404),
    (b"GET /\xff HTTP/1.1\r\n" + HOST_LINE + b"\r\n", 400),
    (b"GET /" + LONG * 5 + b" HTTP/1.1\r\n" + HOST_LINE + b"\r\n", 400),
    (b"GET / HTTP/1.1\r\n" + HOST_LINE + b"X: " + LONG * 12 + b"\r\n\r\n", 431),
    (b"POST /api/v1/keys HTTP/1.1\r\n" + HOST_LINE + b"Content-Length: -5\r\n\r\n", 400),
    (b"POST /api/v1/keys HTTP/1.1\r\n" + HOST_LINE + CHUNKED + b"ZZ\r\n", 400),
    (
        b"POST /games HTTP/1.1\r\n"
        + HOST_LINE
        + b"Content-Type: application/x-www-form-urlencoded\r\n"
        + CHUNKED
        + (b"10000\r\n" + b"a" * 65536 + b"\r\n") * 16
        + b"1\r\na\r\n",
        413,
    ),
)
"""What comes over a connection, and the status of the reply."""


def test_what_is_hardly_http_is_refused_too(tmp_path: Path) -> None:
    server = Running("--port", "0", "--database", f"sqlite:///{tmp_path / 'table.db'}")
    try:
        port = int(server.address().rstrip("/").rpartition(":")[2])
        for sent, status in PROTOCOL:
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
                connection.sendall(sent)
                told = connection.recv(100)
            assert told.startswith(b"HTTP/1.1 %d " % status), (sent[:80], told)
        assert server.process.poll() is None
    finally:
        server.close()
