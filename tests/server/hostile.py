"""Bad input: the server answers with clear errors, keeps its memory and keeps serving others.

    tests/run hostile.py ELEKTRO
"""

import json
import os
import random
import socket as sockets
import struct
import sys
import tempfile
import time

from client import Closed, Http, Refused, Server, ServerTestCase, Socket, new_table, until
from http2 import H2, make_certificate

ELEKTRO = sys.argv[1]
UNREAD = 40_000_000  # bytes of replies, more than any buffer takes


def raw(server, data, wait=5, heads=1):
    """Sends bytes and returns the answer, up to the close of the connection or this many heads."""
    with sockets.create_connection(("127.0.0.1", server.port), timeout=wait) as s:
        try:
            s.sendall(data)
            answer = b""
            while True:
                some = s.recv(65536)
                if not some:
                    return answer
                answer += some
                if answer.count(b"\r\n\r\n") >= heads:
                    return answer
        except OSError:
            return b""


def mutate(rng, value):
    """A request with something wrong in it."""
    other = rng.choice([None, 0, -1, 2**62, 1.5, "", "x" * 100, [], {}, True, "\u0000", [[[]]]])
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        return {**value, key: mutate(rng, value[key])}
    return other


def calms_down(server):
    """Whether the event loop becomes idle: an idle loop wakes only a few times a second."""
    def rests():
        before = server.metric("elektro_loops_total")
        time.sleep(0.5)
        return server.metric("elektro_loops_total") - before < 1000

    return until(rests)


class Hostile(ServerTestCase):
    def drain(self, connection):
        """Asserts that the server closes the connection."""
        try:
            while connection.recv(65536):
                pass
        except ConnectionResetError:
            pass

    def serves(self, server):
        """Asserts that the server still serves another client."""
        Http(server, "Somebody else").get("/api/v1/hello")

    def test_fields(self):
        """fields that are missing, unknown, of another kind or out of bounds are refused by name"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            new = "/api/v1/tables"
            for body in ({}, {"players": 7}, {"players": "2"}, {"players": 2, "flavour": 1},
                         {"players": 2, "edition": "deluxe"}, {"players": 2, "options": []},
                         {"players": 2, "clock": {"kind": "move"}}, {"players": 2, "zone": 5},
                         {"players": 2, "title": "x" * 61}, {"players": 2, "title": "a\u0007b"},
                         {"players": 2, "clock": {"kind": "move", "seconds": -1}}):
                self.refused("bad-request", anna.post, new, **body)
            self.refused("no-such-board", anna.post, new, players=2, board="../../etc/passwd")
            self.refused("no-such-table", anna.get, "/api/v1/tables/nosuchtable0")
            self.refused("no-such-table", anna.get, "/api/v1/tables/%27%20OR%201=1")
            self.refused("no-such-request", anna.get, "/api/v1/nothing")
            self.refused("bad-json", anna.ask, "POST", new, [1])
            self.refused("bad-request", anna.get, "/api/v1/me/history?before=x")
            self.serves(server)

    def test_names(self):
        """SQL and markup in names are plain text"""
        with Server(ELEKTRO) as server:
            name = "Robert'); DROP TABLE users;--"
            bobby = Http(server, name)
            self.assertEqual(bobby.get("/api/v1/hello")["you"]["name"], name, "the name came back changed")
            self.refused("bad-request", Http(server).post, "/api/v1/guest", name="")
            self.refused("bad-request", Http(server).post, "/api/v1/guest", name="x" * 41)
            self.refused("bad-name", Http(server).post, "/api/v1/guest", name=" x")
            self.refused("bad-json", Http(server).post, "/api/v1/guest", name="a\u0000b")
            for unseen in "\u00ad\u200b\u200f\u202e\u2066\ufeff":
                self.refused("bad-name", Http(server).post, "/api/v1/guest", name=f"x{unseen}y")
            for seen in ("Ana–Marija", "Łukasz €5 „Kraft“", "Ирина"):
                self.assertEqual(Http(server, seen).get("/api/v1/hello")["you"]["name"], seen,
                                 f"'{seen}' came back changed")
            self.serves(server)

    def test_seats(self):
        """a player cannot move for another seat, and a client without a session cannot move"""
        with Server(ELEKTRO) as server:
            anna, ben, eve = (Http(server, name) for name in ("Anna", "Ben", "Eve"))
            code = new_table(anna, [ben], edition="classic", order="seated")
            base = f"/api/v1/tables/{code}"
            move = dict(seq=0, client="x", move="nominate 4 4")
            self.refused("not-seated", eve.post, base + "/move", **move)
            self.refused("not-logged-in", Http(server).post, base + "/move", **move)
            self.refused("not-your-turn", ben.post, base + "/move", **move)
            turn = dict(seq=0, client="x", moves=["nominate 4 4"])
            self.refused("not-seated", eve.post, base + "/turn", **turn)
            self.refused("not-logged-in", Http(server).post, base + "/turn", **turn)
            self.refused("not-your-turn", ben.post, base + "/turn", **turn)
            self.refused("not-seated", eve.post, base + "/orders", orders=[])
            self.refused("not-open", eve.post, base + "/join")
            self.refused("not-seated", eve.post, base + "/agree-end", agree=True)
            stolen = Http(server)
            stolen.cookie = "__Host-elektro=" + "0" * 64
            self.refused("not-logged-in", stolen.post, base + "/move", **move)
            stolen.cookie = anna.cookie[:-1] + ("0" if anna.cookie[-1] != "0" else "1")
            self.refused("not-logged-in", stolen.post, base + "/move", **move)
            anna.post(base + "/move", **move)

    def test_origin(self):
        """pages of other sites cannot make requests or open sockets"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            evil = {"Origin": "https://evil.example"}
            self.refused("wrong-origin", anna.ask, "POST", "/api/v1/logout", {}, evil)
            self.refused("wrong-origin", anna.ask, "GET", "/api/v1/hello", None,
                         {"Host": "evil.example"})
            self.refused("bad-request", anna.ask, "POST", "/api/v1/guest", {"name": "x"},
                         {"Content-Type": "text/plain"})
            try:
                Socket(server, anna, headers=evil)
                self.fail("a socket of another site was opened")
            except ConnectionError:
                pass
            own = {"Origin": f"http://127.0.0.1:{server.port}"}
            Socket(server, anna, headers=own).ask("hello")
            status, headers, _ = anna.raw("GET", "/")
            policy = headers["Content-Security-Policy"] or ""
            self.assertEqual(status, 200, f"the page is served with {status} and the policy '{policy}'")
            self.assertIn("'wasm-unsafe-eval'", policy,
                          f"the page is served with {status} and the policy '{policy}'")
            self.assertNotIn("unsafe-inline", policy, f"the page is served with {status} and the policy '{policy}'")

    def test_sessions(self):
        """a logout ends the session, on request all sessions; deleting an account removes it"""
        with Server(ELEKTRO) as server:
            here = Http(server)
            here.post("/api/v1/register", name="Anna", password="correct horse")
            there = Http(server)
            there.post("/api/v1/login", name="ANNA", password="correct horse")
            self.refused("wrong-password", Http(server).post, "/api/v1/login", name="Anna",
                         password="wrong horse")
            self.refused("wrong-password", Http(server).post, "/api/v1/login", name="Nobody",
                         password="wrong horse")
            self.refused("name-taken", Http(server).post, "/api/v1/register", name="anna",
                         password="another horse")
            token = here.post("/api/v1/tokens", label="my bot")["token"]
            program = Http(server)
            program.headers["Authorization"] = "Bearer " + token
            self.assertEqual(program.get("/api/v1/hello")["you"]["name"], "Anna", "a token is not known")
            socket = Socket(server, there)
            here.post("/api/v1/logout-everywhere")
            try:
                socket.ask("mine")
                self.fail("a socket outlives its session")
            except (ConnectionError, Refused):
                pass
            there.close()
            self.refused("not-logged-in", there.get, "/api/v1/me/tables")
            here.post("/api/v1/login", name="Anna", password="correct horse")
            self.assertEqual(here.get("/api/v1/me/export")["tokens"][0]["label"], "my bot",
                             "the export lacks the token")
            here.post("/api/v1/me/delete", name="Anna")
            self.refused("wrong-password", here.post, "/api/v1/login", name="Anna",
                         password="correct horse")
            self.refused("not-logged-in", program.get, "/api/v1/me/tables")
            with open(f"{server.data}/elektro.db", "rb") as file:
                stored = file.read()
            self.assertNotIn(token.encode(), stored, "a token or a password is stored as it is")
            self.assertNotIn(b"correct horse", stored, "a token or a password is stored as it is")

    def test_garbage(self):
        """garbage on the wire is refused and does no harm"""
        rng = random.Random(3)
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            for _ in range(60):
                with sockets.create_connection(("127.0.0.1", server.port), timeout=60) as s:
                    s.sendall(rng.randbytes(rng.randrange(1, 600)))
                    s.shutdown(sockets.SHUT_WR)
                    self.drain(s)
            raw(server, b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 9000 + b"\r\n\r\n", wait=2)
            raw(server, b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", wait=2)
            answer = raw(server, b"POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\n"
                         b"Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n")
            self.assertIn(b" 413 ", answer, f"too large a body: {answer[:60]}")
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
            self.serves(server)

    def test_messages(self):
        """messages of any shape get an answer, and it is an object with an error"""
        rng = random.Random(4)
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben])
            socket = Socket(server, anna)
            good = [{"do": "move", "table": code, "seq": 0, "client": "c", "move": "pass"},
                    {"do": "turn", "table": code, "seq": 0, "client": "d", "moves": ["pass", "done"]},
                    {"do": "watch", "table": code, "since": 0}, {"do": "orders", "table": code,
                     "orders": [{"kind": "bid", "plant": 4, "most": 9, "otherwise": "wait"},
                                {"kind": "buy", "fuel": "coal", "count": 1, "total": 9, "otherwise": "wait"}]},
                    {"do": "chat", "table": code, "text": "hi"}, {"do": "lobby"},
                    {"do": "sessions"}, {"do": "session_drop", "session": 7},
                    {"do": "clock_window", "window": {"from": 480, "to": 1320, "zone": "Europe/Prague"}},
                    {"do": "join", "table": code, "seat": 1, "colour": 3},
                    {"do": "table_new", "players": 3, "options": {"first_game": True}}]
            for _ in range(1500):
                request = mutate(rng, rng.choice(good))
                socket.send_frame(json.dumps(request).encode())
                message = json.loads(socket.frame())
                while "push" in message:
                    message = json.loads(socket.frame())
                self.assertIn("ok", message, f"{request} got {message}")
                self.assertFalse(not message["ok"] and not message["error"]["text"], f"{request} got {message}")
            socket.send_frame(b"[" * 60000)
            self.assertEqual(json.loads(socket.frame())["error"]["code"], "bad-json", "nesting was not refused")
            self.serves(server)

    def test_oversize(self):
        """a message that is too large ends its socket and no other"""
        with Server(ELEKTRO) as server:
            socket = Socket(server)
            try:
                socket.send_frame(b'"' + b"x" * 200000 + b'"')
                socket.frame()
                self.fail("it was answered")
            except OSError:
                pass
            self.serves(server)

    def test_slow(self):
        """slow and half-open clients are cut off and do not delay others"""
        with Server(ELEKTRO) as server:
            slow = []
            for _ in range(50):
                s = sockets.create_connection(("127.0.0.1", server.port), timeout=120)
                s.sendall(b"GET / HTTP/1.1\r\nHost: loc")
                slow.append(s)
            began = time.monotonic()
            self.serves(server)
            self.assertLess(time.monotonic() - began, 20, "others had to wait until the slow ones were cut off")
            for s in slow:  # the server does not wait forever for the rest of a request
                with s:
                    self.drain(s)

    def test_flood(self):
        """a flood of requests is refused as too many, and others are served"""
        with Server(ELEKTRO, rate=40) as server:
            anna = Http(server, "Anna")
            socket = Socket(server, anna)
            numbers = [socket.send("lobby") for _ in range(400)]
            seen = {"ok": 0, "too-many": 0}
            for number in numbers:
                try:
                    socket.reply(number)
                    seen["ok"] += 1
                except Refused as no:
                    seen[no.code] = seen.get(no.code, 0) + 1
            self.assertGreaterEqual(seen["too-many"], 200, seen)
            self.assertGreaterEqual(seen["ok"], 40, seen)
            self.assertEqual(len(seen), 2, seen)
            self.serves(server)

    def pong(self, socket):
        """Pings the server, and waits for the pong; returns the close frame that came instead, or None."""
        socket.send_frame(b"?", 9)
        while True:
            first, size = socket.take(2)
            payload = socket.take(size)
            if first & 0x0f == 8:
                return Closed(payload)
            if payload == b"?":
                return None

    def test_frames(self):
        """a flood of pings, pongs or fragments closes the socket as too many, and others are served"""
        begin, some = Socket.masked(b"", 1, False), Socket.masked(b"", 0, False)
        with Server(ELEKTRO) as server:
            for what, first, frame in (("pings", b"", Socket.masked(b"", 9)), ("pongs", b"", Socket.masked(b"", 10)),
                                       ("fragments", begin, some), ("fragments of a byte", begin, Socket.masked(b" ", 0, False))):
                socket = Socket(server)
                socket.socket.sendall(first)
                closed = None
                for _ in range(20):
                    socket.socket.sendall(frame * 400)
                    if closed := self.pong(socket):
                        break
                self.assertIsNotNone(closed, f"8000 {what} did not close the socket")
                self.assertEqual((closed.code, str(closed)), (1008, "closed by the server: too-many"), what)
                socket.close()
            self.serves(server)

    def test_frames_on_h2(self):
        """a flood of pings on a WebSocket over HTTP/2 closes the socket, and its connection serves others"""
        with tempfile.TemporaryDirectory() as folder, Server(ELEKTRO, *make_certificate(folder)) as server:
            connection = H2(server)
            connection.request(1, "CONNECT", "/ws", (":protocol", "websocket"), ("sec-websocket-version", "13"),
                               ("sec-websocket-protocol", "elektro-1"), end=False)
            for _ in range(8):
                connection.send(H2.DATA, 0, 1, Socket.masked(b"", 9) * 1000)
            self.assertTrue(connection.answer(1).body.endswith(b"\x88\x0a" + struct.pack(">H", 1008) + b"too-many"))
            connection.request(3, "GET", "/healthz")
            self.assertEqual(connection.answer(3).status, 200)
            connection.socket.close()

    def test_many_frames(self):
        """a client that pings every 10 ms, or sends each message in dozens of fragments, is served"""
        with Server(ELEKTRO) as server:
            socket = Socket(server)
            for _ in range(200):
                self.assertIsNone(self.pong(socket), "it was closed")
                time.sleep(0.01)
            for number in range(50):
                text = b" " * 30 + json.dumps({"do": "hello", "id": number}).encode()
                frames = [Socket.masked(text[i:i + 1], 0 if i else 1, i == len(text) - 1) for i in range(len(text))]
                socket.socket.sendall(b"".join(frames))
                socket.reply(number)
            socket.close()

    def test_unread(self):
        """a socket that does not read is cut off before it fills the memory"""
        # The address sanitizer would keep freed memory.
        with Server(ELEKTRO, env={"ASAN_OPTIONS": "quarantine_size_mb=1"}) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben])
            deaf = Socket(server, ben)
            deaf.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            asked = deaf.send("watch", table=code, since=0)
            deaf.reply(asked)
            size = len(deaf.frames[-1])
            before = server.metric("elektro_resident_bytes")
            # A megabyte may wait in the server, and some in the buffers of the system.
            try:
                for _ in range(UNREAD // size):
                    deaf.send("watch", table=code, since=0)
            except ConnectionError:
                pass  # the server may also have closed it after all requests had left
            self.serves(server)
            self.assertTrue(until(lambda: server.metric("elektro_sockets") == 0, 120),
                            f"{UNREAD // size} replies of {size} bytes are waiting")
            grown = server.metric("elektro_resident_bytes") - before
            self.assertLess(grown, 16_000_000, "bytes more are in use")

    def test_in_one_go(self):
        """a pipelined request that cannot be read ends the connection after the answers to those before it"""
        with Server(ELEKTRO) as server:
            body = b'{"name":"Eve"}'
            host = b"Host: 127.0.0.1:%d\r\n" % server.port
            post = (b"POST /api/v1/guest HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n"
                    b"Content-Length: %d\r\n\r\n" % len(body) + body)
            get = b"GET /api/v1/hello HTTP/1.1\r\n" + host + b"\r\n"
            for sent, count in ((post * 2, 2), (post * 20, 20), (get + post, 2), (get + get + post + post, 4), (post + get, 2),
                                (post + b"x\r\n\r\n" + post, 1)):
                answer = raw(server, sent, heads=count + sent.count(b"\nx\r"))
                self.assertEqual(answer.count(b"HTTP/1.1 200"), count, f"to {sent[:60]}")
                self.serves(server)

    def test_out_of_turn(self):
        """a client that sends more during an answer, or leaves a stream, does not keep the loop busy"""
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
                        self.assertTrue(calms_down(server),
                                        f"{request[:20]} and then {more}: the loop does not rest")
                first = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
                answer = raw(server, first + first, heads=2)
                self.assertEqual(answer.count(b"HTTP/1.1 200"), 2, f"two requests at once: {answer}")
                self.serves(server)
