"""Requests and frames that break the rules of HTTP and WebSockets: each is refused with words, and hides nothing.

    tests/run malformed.py ELEKTRO
"""

import email.utils
import json
import socket as sockets
import struct
import sys
import tempfile
import time

from client import Closed, Http, Server, ServerTestCase, Socket, until
from http2 import make_certificate, tls

ELEKTRO = sys.argv[1]
BODY = '{"name":"Eve"}'
LENGTH = f"Content-Length: {len(BODY)}\r\n"


def get(path, fields=""):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n"


def post(fields=LENGTH, name="Eve"):
    return ("POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"{fields}\r\n" + BODY.replace("Eve", name))


class Wire:
    """A connection on which bytes are sent as they are."""

    def __init__(self, server, socket=None):
        self.socket = socket or sockets.create_connection(("127.0.0.1", server.port), timeout=60)
        self.buffer = b""

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else text.encode())

    def more(self):
        some = self.socket.recv(65536)
        self.buffer += some
        return some

    def answer(self):
        """The next answer: status, fields, body."""
        while b"\r\n\r\n" not in self.buffer and self.more():
            pass
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:])
        length = int(fields.get("content-length", 0))
        while len(self.buffer) < length and self.more():
            pass
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return int((lines[0].split() + ["", "0"])[1]), fields, body

    def ends(self):
        """Whether the other end closes now, without another answer."""
        try:
            return not self.buffer and not self.more()
        except ConnectionResetError:
            return True

    def close(self):
        self.socket.close()


class Malformed(ServerTestCase):
    def refused_with_words(self, server, status, request, code=None):
        """Asserts that a request has this status, the words of an error, and is the last of its connection."""
        wire = Wire(server)
        wire.send(request)
        got, _, body = wire.answer()
        self.assertEqual(got, status, f"{request[:80]!r}: {body}")
        error = json.loads(body)["error"]
        self.assertTrue(error["text"].endswith("."), f"{request[:80]!r}: {error}")
        if code:
            self.assertEqual(error["code"], code, f"{request[:80]!r}: {error}")
        self.assertTrue(wire.ends(), f"{request[:80]!r}: it was not the last")
        wire.close()

    def test_words(self):
        """requests that cannot be read are answered with words"""
        long = "x" * 9000
        with Server(ELEKTRO) as server:
            for path in ("/api/v1/hello?%00", "/api/v1/hello?x=%zz", "/a%zz", "/%0a", "/a#b", "*", "x"):
                self.refused_with_words(server, 400, get(path), "bad-request")
            self.refused_with_words(server, 414, get("/" + long))
            self.refused_with_words(server, 431, get("/", f"X-Long: {long}\r\n"))
            self.refused_with_words(server, 431, get("/", "".join(f"X-{i}: y\r\n" for i in range(200))))
            self.refused_with_words(server, 505, get("/").replace("1.1", "2.0"))
            self.refused_with_words(server, 400, get("/").replace("Host: localhost\r\n", ""))
            self.refused_with_words(server, 400, get("/", "Host: other\r\n"))
            for garbage in ("garbage\r\n\r\n", "\0\1\2\3\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET /\r\n\r\n"):
                self.refused_with_words(server, 400, garbage)
            self.assertIsNone(Http(server).get("/api/v1/hello")["you"])

    def test_smuggling(self):
        """a request whose end can be read in two ways is refused, and so is all that follows it"""
        with Server(ELEKTRO) as server:
            hidden = get("/healthz")
            for fields, status in ((LENGTH + LENGTH, 400), (LENGTH + "Content-Length: 0\r\n", 400),
                                   ("Content-Length: +14\r\n", 400), ("Content-Length: 0x0e\r\n", 400),
                                   (f"Content-Length: {len(BODY)}, {len(BODY)}\r\n", 400),
                                   (LENGTH + "Transfer-Encoding: chunked\r\n", 411),
                                   ("Transfer-Encoding: chunked\r\n", 411),
                                   ("Transfer-Encoding: chunked\r\n" + LENGTH, 411),
                                   (LENGTH + "Transfer-Encoding : chunked\r\n", 400),
                                   (LENGTH.replace(":", " :"), 400), (LENGTH.replace("\r\n", "\n"), 400),
                                   ("X: y\r\n " + LENGTH, 400), (LENGTH + "X: a\rb\r\n", 400),
                                   (LENGTH + "X: a\0b\r\n", 400), (LENGTH + ": y\r\n", 400),
                                   (LENGTH + "no colon\r\n", 400), ("\r\n", 411)):
                self.refused_with_words(server, status, post(fields) + hidden)
            for request in (get("/").replace("\r\n", "\n"), "GET / HTTP/1.1\nHost: localhost\n\n"):
                self.refused_with_words(server, 400, request + hidden)
            self.assertEqual(server.metric("elektro_requests_total"), 0, "one of them was carried out")

    def test_prefixes(self):
        """a header whose name is the beginning of another hides neither the next line nor the end of the head"""
        evil = "Origin: https://evil.example\r\n"
        names = ("X", "If", "Content", "A", "Ho", "Sec", "Sec-WebSocket", "Accept-", "C", "Coo", "Up", "T", "Tr")
        with Server(ELEKTRO, "--proxied") as server:
            for name in names:
                wire = Wire(server)
                wire.send(get("/metrics", f"{name}: y\r\nX-Forwarded-For: 203.0.113.7\r\n"))
                self.assertEqual(wire.answer()[0], 403, f"{name}: hides X-Forwarded-For")
                wire.send(post(f"{name}: y\r\n{evil}{LENGTH}"))
                self.assertEqual(wire.answer()[0], 403, f"{name}: hides Origin")
                wire.send(get("/api/v1/hello", f"{name}: y\r\n") + get("/healthz", f"{name}:\r\n"))
                self.assertEqual((wire.answer()[0], wire.answer()[0]), (200, 200), f"{name}: hides the end of the head")
                wire.close()

    def test_pipelined(self):
        """pipelined requests are all answered, in their order"""
        with Server(ELEKTRO) as server:
            for count in (2, 20, 500):
                wire = Wire(server)
                requests = []
                for i in range(count):
                    requests.append(get(f"/api/v1/nothing{i}") if i % 2
                                    else post(name=f"E{i:02}"[:3]))
                wire.send("".join(requests))
                for i in range(count):
                    status, _, body = wire.answer()
                    if i % 2:
                        self.assertIn(f"/api/v1/nothing{i}.", json.loads(body)["error"]["text"])
                    else:
                        self.assertEqual((status, json.loads(body)["you"]["name"]), (200, f"E{i:02}"[:3]))
                wire.send(get("/healthz", "Connection: close\r\n") + get("/healthz"))
                self.assertEqual(wire.answer()[0], 200)
                self.assertTrue(wire.ends(), "a request after the last was answered")
                wire.close()

    def test_half_closed(self):
        """all of the pipelined requests are answered that came before the client ended its side, but no half one"""
        with tempfile.TemporaryDirectory() as folder:
            for options in ((), make_certificate(folder)):
                with Server(ELEKTRO, *options) as server:
                    for count in (1, 2, 20, 500):
                        for rest in ("", "GET /heal", post()[:-1]):
                            plain = sockets.create_connection(("127.0.0.1", server.port), timeout=60)
                            wire = Wire(server, tls("http/1.1").wrap_socket(plain) if options else plain)
                            wire.send(get("/api/v1/hello") * (count - 1) + post() + rest)
                            sockets.socket.shutdown(wire.socket, sockets.SHUT_WR)
                            answered = 0
                            while wire.answer()[0] == 200:
                                answered += 1
                            self.assertEqual(answered, count, f"{options}: requests were answered, before {rest!r}")
                            self.assertTrue(wire.ends(), "it is not closed")
                            wire.close()

    def test_pieces(self):
        """pipelined requests in pieces of any size are answered"""
        with Server(ELEKTRO) as server:
            text = (post() + get("/healthz")) * 3
            for size in (1, 7, 64, 150, len(text)):
                wire = Wire(server)
                for i in range(0, len(text), size):
                    wire.send(text[i:i + size])
                self.assertEqual([wire.answer()[0] for _ in range(6)], [200] * 6, f"pieces of {size}")
                wire.close()

    def test_still_sending(self):
        """an answer reaches a client that is still sending its body"""
        with Server(ELEKTRO) as server:
            for _ in range(20):
                wire = Wire(server)
                wire.send(post("Content-Length: 900000\r\n"))
                try:
                    for _ in range(9):
                        wire.send(b" " * 100_000)
                except OSError:
                    pass  # the server does not read everything
                status, fields, body = wire.answer()
                self.assertEqual((status, json.loads(body)["error"]["code"]), (413, "too-large"))
                self.assertEqual(fields["connection"], "close")
                wire.close()
            self.assertTrue(until(lambda: server.metric("elektro_peers") == 1), "some are still connected")

    def test_continue(self):
        """a client that waits for "100 Continue" is told to go on, or gets the refusal"""
        with Server(ELEKTRO) as server:
            wire = Wire(server)
            head, body = post(LENGTH + "Expect: 100-continue\r\n").split("\r\n\r\n")
            wire.send(head + "\r\n\r\n")
            self.assertEqual(wire.answer()[0], 100)
            wire.send(body)
            self.assertEqual(wire.answer()[0], 200)
            wire.send(head.replace("localhost", "evil.example") + "\r\n\r\n")
            self.assertEqual(wire.answer()[0], 403)
            wire.close()

    def test_head_method(self):
        """a HEAD that is refused gets no body, whatever is wrong with it, and however late it is"""
        with Server(ELEKTRO, "--request-timeout", "1") as server:
            for status, request in ((400, "HEAD /x y HTTP/1.1\r\n\r\n"), (400, "HEAD / HTTP/1.1\r\n\r\n"),
                                    (400, "\r\nHEAD / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n"),
                                    (431, "HEAD / HTTP/1.1\r\nX: " + "x" * 9000), (505, "HEAD / HTTP/2.0\r\n\r\n"),
                                    (414, "HEAD /" + "x" * 9000), (404, get("/x.js").replace("GET", "HEAD")),
                                    (408, "HEAD / HTTP/1.1\r\nHost: loc")):
                wire = Wire(server)
                wire.send(request)
                while wire.more():
                    pass
                head, _, body = wire.buffer.partition(b"\r\n\r\n")
                self.assertIn(b" %d " % status, head.split(b"\r\n")[0], request[:60])
                self.assertEqual(body, b"", request[:60])
                wire.close()

    def test_old(self):
        """a request of HTTP/1.0 is answered as HTTP/1.1, and its connection is kept only if the client asks for it"""
        with Server(ELEKTRO) as server:
            for kept in (False, True):
                wire = Wire(server)
                wire.send("GET /healthz HTTP/1.0\r\n" + ("Host: localhost\r\nConnection: Keep-Alive\r\n\r\n" if kept
                                                        else "Host: localhost\r\n\r\n"))
                self.assertTrue(wire.more().startswith(b"HTTP/1.1 200 OK\r\n"), wire.buffer)
                self.assertEqual(wire.answer()[1]["connection"], "keep-alive" if kept else "close")
                if kept:
                    wire.send("GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
                    self.assertEqual(wire.answer()[0], 200)
                self.assertTrue(wire.ends())
                wire.close()

    def test_date(self):
        """every answer has the time at which it was made"""
        with Server(ELEKTRO) as server:
            for request in (get("/healthz"), get("/x.js"), post(), "garbage\r\n\r\n"):
                wire = Wire(server)
                before = int(time.time())
                wire.send(request)
                date = email.utils.parsedate_to_datetime(wire.answer()[1]["date"]).timestamp()
                self.assertTrue(before <= date <= time.time(), request)
                wire.close()

    def test_late_head(self):
        """a head that does not arrive in time is answered with words, too"""
        with Server(ELEKTRO, "--request-timeout", "1") as server:
            wire = Wire(server)
            wire.send("GET /api/v1/hello HTTP/1.1\r\nHost: loc")
            status, _, body = wire.answer()
            self.assertEqual((status, json.loads(body)["error"]["code"]), (408, "too-slow"))
            self.assertTrue(wire.ends())
            wire.close()


class Frames(ServerTestCase):
    def closed_with(self, server, what, frames, code):
        socket = Socket(server)
        socket.socket.sendall(frames)
        with self.assertRaises(Closed, msg=what) as caught:
            while True:
                socket.frame()
        self.assertEqual(caught.exception.code, code, f"{what}: {caught.exception}")
        self.assertNotEqual(str(caught.exception), "closed by the server: ", f"{what}: no reason is given")
        self.assertEqual(socket.socket.recv(1), b"", f"{what}: more follows the close")
        socket.close()

    def test_rules(self):
        """frames that break the rules close the socket with the code of RFC 6455"""
        masked, hello = Socket.masked, b'{"do":"hello","id":1}'
        reserved = bytearray(masked(hello))
        reserved[0] |= 0x40
        with Server(ELEKTRO) as server:
            unmasked = bytes([0x81, len(hello)]) + hello
            for what, frames, code in (
                    ("not masked", unmasked, 1002),
                    ("a ping that is not masked", b"\x89\x00", 1002),
                    ("not masked, after one that is", masked(hello) + unmasked, 1002),
                    ("a long one that is not masked", bytes([0x81, 126]) + struct.pack(">H", 300) + b" " * 300, 1002),
                    ("a reserved bit", bytes(reserved), 1002),
                    ("an opcode that does not exist", masked(hello, 3), 1002),
                    ("a continuation of nothing", masked(hello, 0), 1002),
                    ("a message within a message", masked(b"{", 1, False) + masked(hello), 1002),
                    ("a ping in pieces", masked(b"", 9, False), 1002),
                    ("a ping that is too long", masked(b"x" * 126, 9), 1002),
                    ("a length that is not the shortest", bytes([0x81, 0x80 | 126, 0, 5]) + bytes(4) + b"abcde", 1002),
                    ("a close code that does not exist", masked(struct.pack(">H", 1005), 8), 1002),
                    ("text that is not UTF-8", masked(b'{"do":"\xff"}'), 1007),
                    ("text that ends within a character", masked(b'{"do":"\xc3'), 1007),
                    ("UTF-8 that breaks in the second frame", masked(b'{"do":"\xc3', 1, False) + masked(b"x", 0), 1007),
                    ("a binary message", masked(hello, 2), 1003),
                    ("a message that is too long", masked(b" " * 65537), 1009),
                    ("fragments that are too long", masked(b" " * 60000, 1, False) + masked(b" " * 6000, 0), 1009),
                    ("a normal end", masked(struct.pack(">H", 1000) + b"bye", 8), 1000)):
                self.closed_with(server, what, frames, code)
            self.assertTrue(until(lambda: server.metric("elektro_sockets") == 0), "some are still open")

    def test_pieces(self):
        """messages in fragments and pieces of any size, with pings between them, are answered in order"""
        masked = Socket.masked
        with Server(ELEKTRO) as server:
            frames = b""
            for i in range(8):
                text = json.dumps({"do": "hello", "id": i, "pad": "ä" * 100 * i}).encode()
                frames += masked(text[:9], 1, False) + masked(b"ping", 9) + masked(text[9:11], 0, False)
                frames += masked(b"", 0, False) + masked(text[11:], 0)
            for size in (1, 3, 1000, len(frames)):
                socket = Socket(server)
                for i in range(0, len(frames), size):
                    socket.socket.sendall(frames[i:i + size])
                answers = []
                pongs = 0
                while len(answers) < 8:
                    first, length = socket.take(2)
                    length = struct.unpack(">H", socket.take(2))[0] if length == 126 else length
                    payload = socket.take(length)
                    if first == 0x8a:
                        self.assertEqual(payload, b"ping")
                        pongs += 1
                    else:
                        self.assertEqual(first, 0x81)
                        answers.append(json.loads(payload)["re"])
                self.assertEqual(answers, list(range(8)), f"pieces of {size}")
                self.assertGreaterEqual(pongs, 1)
                socket.close()

    def test_close_behind(self):
        """messages that came before a close frame are answered before it is, however many there are"""
        end = Socket.masked(struct.pack(">H", 1000), 8)
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            for count in (1, 30, 1000):
                for before in (b"", Socket.masked(b"ping", 9)):
                    socket = Socket(server, anna)
                    hello = [Socket.masked(json.dumps({"do": "hello", "id": i}).encode()) for i in range(count)]
                    socket.socket.sendall(b"".join(hello) + before + end)
                    for i in range(count):
                        first, second = socket.take(2)
                        while first == 0x8a:  # a pong need not wait
                            socket.take(second)
                            first, second = socket.take(2)
                        self.assertEqual(first, 0x81, f"frame {i} of {count} is not the reply")
                        size = struct.unpack(">H", socket.take(2))[0] if second == 126 else second
                        self.assertEqual(json.loads(socket.take(size))["re"], i)
                    with self.assertRaises(Closed) as caught:
                        socket.frame()
                    self.assertEqual(caught.exception.code, 1000)
                    self.assertEqual(socket.socket.recv(1), b"", "more follows the close")
                    socket.close()

    def test_pings(self):
        """a client that pings and does not read the pongs is closed before it fills the memory"""
        with Server(ELEKTRO) as server:
            socket = Socket(server)
            socket.socket.settimeout(60)
            ping = Socket.masked(b"x" * 125, 9) * 500
            with self.assertRaises(OSError):
                for _ in range(1000):
                    socket.socket.sendall(ping)
            socket.close()
            self.assertTrue(until(lambda: server.metric("elektro_sockets") == 0), "it is still open")
            self.assertLess(server.metric("elektro_resident_bytes"), 300_000_000)

    def test_handshakes(self):
        """a handshake that is not one of RFC 6455 is refused with words"""
        good = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol": "elektro-1"}
        with Server(ELEKTRO) as server:
            for name, value, status in ((None, None, 101), ("Sec-WebSocket-Version", "12", 426), ("Sec-WebSocket-Version", None, 426),
                                        ("Sec-WebSocket-Key", "short", 400), ("Sec-WebSocket-Key", None, 400),
                                        ("Sec-WebSocket-Protocol", "other", 400), ("Sec-WebSocket-Protocol", None, 101),
                                        ("Sec-WebSocket-Protocol", "other, elektro-1", 101),
                                        ("Origin", "https://evil.example", 403), ("Content-Length", "5", 400)):
                fields = {key: text for key, text in {**good, name: value}.items() if text}
                wire = Wire(server)
                wire.send(get("/ws", "".join(f"{key}: {text}\r\n" for key, text in fields.items())))
                got, said, body = wire.answer()
                self.assertEqual(got, status, f"{name}: {value}: {body}")
                if status == 101:
                    self.assertEqual(said["sec-websocket-accept"].upper(), "ICX+YQV66KXGM0FCWALWLFLWTAI=")
                else:
                    self.assertTrue(json.loads(body)["error"]["text"].endswith("."))
                if status == 426:
                    self.assertEqual((said["upgrade"], said["connection"], said["sec-websocket-version"]),
                                     ("websocket", "close, upgrade", "13"))
                    self.assertTrue(wire.ends())
                wire.close()
