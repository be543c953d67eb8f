"""Bad input: the server answers with clear errors, keeps its memory and keeps serving others.

    hostile.py ELEKTRO
"""

import json
import os
import random
import socket as sockets
import sys
import tempfile
import time

import tap
from client import Http, Refused, Server, Socket, new_table, refused

ELEKTRO = sys.argv[1]


def serves(server):
    """Complaints if the server does not serve somebody else."""
    try:
        Http(server, "Somebody else").get("/api/v1/hello")
    except (OSError, Refused) as problem:
        return [f"the server no longer serves: {problem!r}"]
    return []


def raw(server, data, wait=5, until=1):
    """Sends bytes and returns what comes back until the other side closes or so many heads came."""
    with sockets.create_connection(("127.0.0.1", server.port), timeout=wait) as s:
        try:
            s.sendall(data)
            answer = b""
            while True:
                some = s.recv(65536)
                if not some:
                    return answer
                answer += some
                if answer.count(b"\r\n\r\n") >= until:
                    return answer
        except OSError:
            return b""


def check_fields():
    """fields that are missing, unknown, of another kind or out of bounds are refused by name"""
    with Server(ELEKTRO) as server:
        anna = Http(server, "Anna")
        new = "/api/v1/tables"
        for body in ({}, {"players": 7}, {"players": "2"}, {"players": 2, "flavour": 1},
                     {"players": 2, "edition": "deluxe"}, {"players": 2, "options": []},
                     {"players": 2, "clock": {"kind": "move"}}, {"players": 2, "zone": 5},
                     {"players": 2, "title": "x" * 61}, {"players": 2, "title": "a\u0007b"},
                     {"players": 2, "clock": {"kind": "move", "seconds": -1}}):
            yield from refused("bad-request", anna.post, new, **body)
        yield from refused("no-such-board", anna.post, new, players=2, board="../../etc/passwd")
        yield from refused("no-such-table", anna.get, "/api/v1/tables/nosuchtable0")
        yield from refused("no-such-table", anna.get, "/api/v1/tables/%27%20OR%201=1")
        yield from refused("no-such-request", anna.get, "/api/v1/nothing")
        yield from refused("bad-json", anna.ask, "POST", new, [1])
        yield from refused("bad-request", anna.get, "/api/v1/me/history?before=x")
        yield from serves(server)


def check_names():
    """SQL and markup in names are names"""
    with Server(ELEKTRO) as server:
        name = "Robert'); DROP TABLE users;--"
        bobby = Http(server, name)
        if bobby.get("/api/v1/hello")["you"]["name"] != name:
            yield "the name came back changed"
        yield from refused("bad-request", Http(server).post, "/api/v1/guest", name="")
        yield from refused("bad-request", Http(server).post, "/api/v1/guest", name="x" * 41)
        yield from refused("bad-name", Http(server).post, "/api/v1/guest", name=" x")
        yield from refused("bad-json", Http(server).post, "/api/v1/guest", name="a\u0000b")
        for unseen in "\u00ad\u200b\u200f\u202e\u2066\ufeff":
            yield from refused("bad-name", Http(server).post, "/api/v1/guest", name=f"x{unseen}y")
        for seen in ("Ana–Marija", "Łukasz €5 „Kraft“", "Ирина"):
            if Http(server, seen).get("/api/v1/hello")["you"]["name"] != seen:
                yield f"'{seen}' came back changed"
        yield from serves(server)


def check_seats():
    """nobody moves another player's seat, and nobody moves without a session"""
    with Server(ELEKTRO) as server:
        anna, ben, eve = (Http(server, name) for name in ("Anna", "Ben", "Eve"))
        code = new_table(anna, [ben], edition="classic", order="seated")
        base = f"/api/v1/tables/{code}"
        move = dict(seq=0, client="x", move="nominate 4 4")
        yield from refused("not-seated", eve.post, base + "/move", **move)
        yield from refused("not-logged-in", Http(server).post, base + "/move", **move)
        yield from refused("not-your-turn", ben.post, base + "/move", **move)
        yield from refused("not-seated", eve.post, base + "/orders", orders=[])
        yield from refused("not-open", eve.post, base + "/join")
        yield from refused("not-seated", eve.post, base + "/agree-end", agree=True)
        stolen = Http(server)
        stolen.cookie = "__Host-elektro=" + "0" * 64
        yield from refused("not-logged-in", stolen.post, base + "/move", **move)
        stolen.cookie = anna.cookie[:-1] + ("0" if anna.cookie[-1] != "0" else "1")
        yield from refused("not-logged-in", stolen.post, base + "/move", **move)
        anna.post(base + "/move", **move)


def check_origin():
    """pages of other sites cannot make requests or open sockets"""
    with Server(ELEKTRO) as server:
        anna = Http(server, "Anna")
        evil = {"Origin": "https://evil.example"}
        yield from refused("wrong-origin", anna.ask, "POST", "/api/v1/logout", {}, evil)
        yield from refused("wrong-origin", anna.ask, "GET", "/api/v1/hello", None,
                           {"Host": "evil.example"})
        yield from refused("bad-request", anna.ask, "POST", "/api/v1/guest", {"name": "x"},
                           {"Content-Type": "text/plain"})
        try:
            Socket(server, anna, headers=evil)
            yield "a socket of another site was opened"
        except ConnectionError:
            pass
        own = {"Origin": f"http://127.0.0.1:{server.port}"}
        Socket(server, anna, headers=own).ask("hello")
        status, headers, _ = anna.raw("GET", "/")
        policy = headers["Content-Security-Policy"] or ""
        if status != 200 or "'wasm-unsafe-eval'" not in policy or "unsafe-inline" in policy:
            yield f"the page is served with {status} and the policy '{policy}'"


def check_sessions():
    """logging out ends the session, everywhere if asked; deleting forgets the account"""
    with Server(ELEKTRO) as server:
        here = Http(server)
        here.post("/api/v1/register", name="Anna", password="correct horse")
        there = Http(server)
        there.post("/api/v1/login", name="ANNA", password="correct horse")
        yield from refused("wrong-password", Http(server).post, "/api/v1/login", name="Anna",
                           password="wrong horse")
        yield from refused("wrong-password", Http(server).post, "/api/v1/login", name="Nobody",
                           password="wrong horse")
        yield from refused("name-taken", Http(server).post, "/api/v1/register", name="anna",
                           password="another horse")
        token = here.post("/api/v1/tokens", label="my bot")["token"]
        program = Http(server)
        program.headers["Authorization"] = "Bearer " + token
        if program.get("/api/v1/hello")["you"]["name"] != "Anna":
            yield "a token is not known"
        socket = Socket(server, there)
        here.post("/api/v1/logout-everywhere")
        try:
            socket.ask("mine")
            yield "a socket outlives its session"
        except (ConnectionError, Refused):
            pass
        there.close()
        yield from refused("not-logged-in", there.get, "/api/v1/me/tables")
        here.post("/api/v1/login", name="Anna", password="correct horse")
        if here.get("/api/v1/me/export")["tokens"][0]["label"] != "my bot":
            yield "the export lacks the token"
        here.post("/api/v1/me/delete", name="Anna")
        yield from refused("wrong-password", here.post, "/api/v1/login", name="Anna",
                           password="correct horse")
        yield from refused("not-logged-in", program.get, "/api/v1/me/tables")
        with open(f"{server.data}/elektro.db", "rb") as file:
            stored = file.read()
        if token.encode() in stored or b"correct horse" in stored:
            yield "a token or a password is stored as it is"


def check_garbage():
    """garbage on the wire is refused and does no harm"""
    rng = random.Random(3)
    with Server(ELEKTRO) as server:
        anna = Http(server, "Anna")
        for _ in range(60):
            raw(server, rng.randbytes(rng.randrange(1, 600)), wait=0.05)
        raw(server, b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 9000 + b"\r\n\r\n", wait=2)
        raw(server, b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", wait=2)
        answer = raw(server, b"POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\n"
                     b"Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n")
        if b" 413 " not in answer:
            yield f"too large a body: {answer[:60]}"
        raw(server, b"POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Length: -5\r\n\r\n", wait=1)
        for _ in range(40):
            socket = Socket(server, anna)
            try:
                socket.send_frame(rng.randbytes(rng.randrange(0, 300)), rng.randrange(0, 16),
                                  rng.random() < 0.7)
                socket.send_frame(rng.randbytes(20), rng.choice([0, 1, 2]))
            except OSError:
                pass
            socket.close()
        yield from serves(server)


def mutate(rng, value):
    """A request with something wrong in it."""
    other = rng.choice([None, 0, -1, 2**62, 1.5, "", "x" * 100, [], {}, True, "\u0000", [[[]]]])
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        return {**value, key: mutate(rng, value[key])}
    return other


def check_messages():
    """messages of any shape get an answer, and it is an object with an error"""
    rng = random.Random(4)
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben])
        socket = Socket(server, anna)
        good = [{"do": "move", "table": code, "seq": 0, "client": "c", "move": "pass"},
                {"do": "watch", "table": code, "since": 0}, {"do": "orders", "table": code,
                 "orders": [{"kind": "bid", "plant": 4, "most": 9}]},
                {"do": "chat", "table": code, "text": "hi"}, {"do": "lobby"},
                {"do": "table_new", "players": 3, "options": {"first_game": True}}]
        for _ in range(1500):
            request = mutate(rng, rng.choice(good))
            socket.send_frame(json.dumps(request).encode())
            message = json.loads(socket.frame())
            while "push" in message:
                message = json.loads(socket.frame())
            if "ok" not in message or (not message["ok"] and not message["error"]["text"]):
                yield f"{request} got {message}"
        socket.send_frame(b"[" * 60000)
        if json.loads(socket.frame())["error"]["code"] != "bad-json":
            yield "nesting was not refused"
        yield from serves(server)


def check_oversize():
    """a message that is too large ends its socket and no other"""
    with Server(ELEKTRO) as server:
        socket = Socket(server)
        try:
            socket.send_frame(b'"' + b"x" * 200000 + b'"')
            socket.frame()
            yield "it was answered"
        except OSError:
            pass
        yield from serves(server)


def check_slow():
    """slow and half-open clients are cut off and hold up nobody"""
    with Server(ELEKTRO) as server:
        slow = []
        for _ in range(50):
            s = sockets.create_connection(("127.0.0.1", server.port))
            s.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            slow.append(s)
        from_now = time.time()
        yield from serves(server)
        if time.time() - from_now > 2:
            yield "others had to wait"
        slow[0].settimeout(40)
        try:
            if slow[0].recv(100):
                pass
        except TimeoutError:
            yield "a request without an end is waited for for ever"
        for s in slow:
            s.close()


def check_flood():
    """a flood of requests is refused as too many, and others are served"""
    with Server(ELEKTRO, rate=40) as server:
        anna = Http(server, "Anna")
        socket = Socket(server, anna)
        numbers = [socket.send("lobby") for _ in range(600)]
        seen = {"ok": 0, "too-many": 0}
        for number in numbers:
            try:
                socket.reply(number)
                seen["ok"] += 1
            except Refused as no:
                seen[no.code] = seen.get(no.code, 0) + 1
        if seen["too-many"] < 200 or seen["ok"] < 50 or len(seen) != 2:
            yield f"{seen}"
        yield from serves(server)


def check_unread():
    """a socket that does not read is cut off before it fills the memory"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben])
        deaf = Socket(server, ben)
        deaf.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        try:
            for _ in range(3000):
                deaf.send("watch", table=code, since=0)
        except OSError:
            pass
        yield from serves(server)
        text = Http(server).raw("GET", "/metrics")[2].decode()
        resident = int(text.split("elektro_resident_bytes ")[-1].split()[0])
        if resident > 1_000_000_000:
            yield f"{resident} bytes are in use"


def calms_down(server):
    """Whether the event loop comes to rest: with nothing to do it goes round a few times a second."""
    def loops():
        text = Http(server).raw("GET", "/metrics")[2].decode()
        return int(text.split("elektro_loops_total ")[-1].split()[0])

    for _ in range(20):
        before = loops()
        time.sleep(0.5)
        if loops() - before < 1000:
            return True
    return False


def check_in_one_go():
    """requests that come in one go: the first is answered, the rest has to be asked again"""
    with Server(ELEKTRO) as server:
        body = b'{"name":"Eve"}'
        host = b"Host: 127.0.0.1:%d\r\n" % server.port
        post = (b"POST /api/v1/guest HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n"
                b"Content-Length: %d\r\n\r\n" % len(body) + body)
        get = b"GET /api/v1/hello HTTP/1.1\r\n" + host + b"\r\n"
        for sent in (post * 2, post * 20, get + post, get + get + post + post, post + get,
                     post + b"x"):
            if not raw(server, sent).startswith(b"HTTP/1.1 200"):
                yield f"no answer to {sent[:60]}"
            yield from serves(server)


def check_out_of_turn():
    """who sends more while being answered, or leaves a stream, does not keep the loop busy"""
    with tempfile.TemporaryDirectory() as data:
        os.mkdir(os.path.join(data, "web"))
        with open(os.path.join(data, "web", "big.js"), "wb") as file:
            file.write(bytes(12_000_000))
        with Server(ELEKTRO, data=data) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben])
            stream = (f"GET /api/v1/tables/{code}/events HTTP/1.1\r\nHost: localhost\r\n"
                      f"Cookie: {anna.cookie}\r\n\r\n").encode()
            big = b"GET /big.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for request, more in ((stream, b""), (stream, b"x"), (big, b"x")):
                with sockets.create_connection(("127.0.0.1", server.port), timeout=60) as s:
                    s.sendall(request)
                    s.recv(100)
                    if more:
                        s.sendall(more)
                    else:
                        s.shutdown(sockets.SHUT_WR)
                    if not calms_down(server):
                        yield f"{request[:20]} and then {more}: the loop does not rest"
            first = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            answer = raw(server, first + first, until=2)
            if answer.count(b"HTTP/1.1 200") != 2:
                yield f"two requests at once: {answer}"
            yield from serves(server)


CHECKS = [check_fields, check_names, check_seats, check_origin, check_sessions, check_garbage,
          check_messages, check_oversize, check_slow, check_flood, check_unread,
          check_in_one_go, check_out_of_turn]
tap.run(CHECKS)
