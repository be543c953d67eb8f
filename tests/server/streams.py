"""HTTP/2: requests on streams of one connection, and clients that abuse them.

    tests/run streams.py ELEKTRO
"""

import json
import os
import signal
import ssl
import struct
import sys
import tempfile
import time

from client import Server, ServerTestCase, Socket, until
from closing import closed_within
from http2 import H2, Https, h2_frame, literal, make_certificate

ELEKTRO = sys.argv[1]
WINDOW = 65535  # of a connection, until it is opened further
FRAME_MAX = 16384
STREAMS_MAX = 100
GUEST = b'{"name":"Anna"}'
LAST_STREAM = 0x7fffffff


class StreamsTestCase(ServerTestCase):
    """A server with TLS for all cases of a class."""

    options = ()

    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.server = cls.enterClassContext(Server(ELEKTRO, *make_certificate(folder), *cls.options))

    def connect(self):
        connection = H2(self.server)
        self.addCleanup(connection.socket.close)
        return connection

    def check_serves(self, connection, number):
        """Asserts that a connection still answers, on a stream of this number."""
        connection.get(number, "/healthz")
        self.assertEqual(connection.answer(number).status, 200)

    def refusal(self, answer):
        """The code of the error in an answer."""
        return json.loads(answer.body)["error"]["code"]


class Requests(StreamsTestCase):
    def test_two(self):
        """a request is answered while the body of another arrives on the same connection"""
        connection, body = self.connect(), b'{"name":"Anna"}'
        connection.begin_post(1, "/api/v1/guest", len(body))
        connection.send(H2.DATA, 0, 1, body[:5])
        connection.get(3, "/api/v1/hello")
        self.assertTrue(json.loads(connection.answer(3).body)["ok"])
        connection.send(H2.DATA, H2.END_STREAM, 1, body[5:])
        self.assertEqual(json.loads(connection.answer(1).body)["you"]["name"], "Anna")

    def test_date(self):
        """every answer has a date"""
        connection = self.connect()
        connection.get(1, "/healthz")
        connection.get(3, "/x.js")
        connection.request(5, "CONNECT", "/ws", (":protocol", "websocket"), ("sec-websocket-version", "12"), end=False)
        for answer, status in zip(connection.answers(1, 3, 5), (200, 404, 400)):
            self.assertEqual((answer.status, answer.names.count(33)), (status, 1))

    def test_many(self):
        """as many requests as the server allows are answered at a time, and those beyond are refused unharmed"""
        connection, body = self.connect(), b'{"name":"Anna"}'
        numbers = range(1, 2 * STREAMS_MAX, 2)
        for number in numbers:
            connection.begin_post(number, "/api/v1/guest", len(body))
        connection.get(2 * STREAMS_MAX + 1, "/healthz")
        self.assertEqual(connection.answer(2 * STREAMS_MAX + 1).reset, H2.REFUSED_STREAM)
        for number in numbers:
            connection.send(H2.DATA, H2.END_STREAM, number, body)
        for answer in connection.answers(*numbers):
            self.assertEqual(answer.status, 200)
        self.check_serves(connection, 2 * STREAMS_MAX + 3)

    def test_pieces(self):
        """a body arrives in many frames, with empty ones between them, and may have padding and trailers"""
        connection, body = self.connect(), b'{"name":"Anna"}'
        connection.begin_post(1, "/api/v1/guest", len(body))
        for byte in body:
            connection.send(H2.DATA, 0, 1, bytes([byte]))
            connection.send(H2.DATA, 0, 1)
        connection.send(H2.DATA, H2.END_STREAM, 1)
        self.assertEqual(connection.answer(1).status, 200)
        connection.begin_post(3, "/api/v1/guest", len(body))
        connection.send(H2.DATA, 8, 3, bytes([20]) + body + bytes(20))
        connection.send(H2.HEADERS, H2.END_HEADERS | H2.END_STREAM, 3, literal("x-sum", "1"))
        self.assertEqual(connection.answer(3).status, 200)

    def test_head_in_pieces(self):
        """a head whose bytes arrive in pieces is read right, though those of another connection come between them"""
        one, other = self.connect(), self.connect()
        fields = one.head("GET", "/api/v1/hello", ("x-long", "x" * 1000))
        frame = h2_frame(H2.HEADERS, H2.END_STREAM, 1, fields[:500]) + \
            h2_frame(H2.CONTINUATION, H2.END_HEADERS, 1, fields[500:])
        for i in range(0, len(frame), 100):
            one.socket.sendall(frame[i:i + 100])
            self.check_serves(other, 2 * (i // 100) + 1)
        self.assertTrue(json.loads(one.answer(1).body)["ok"])

    def test_trailers(self):
        """trailers with the fields of a head, or with wrong names, end the stream"""
        connection = self.connect()
        for number, field in ((1, literal(":path", "/")), (3, literal("X-Sum", "1")), (5, literal("x sum", "1"))):
            connection.begin_post(number, "/api/v1/guest", 2)
            connection.send(H2.DATA, 0, number, b"{}")
            connection.send(H2.HEADERS, H2.END_HEADERS | H2.END_STREAM, number, field)
            self.assertEqual(connection.answer(number).reset, H2.PROTOCOL_ERROR, field)
        self.check_serves(connection, 7)

    def test_early(self):
        """a body that is too large is answered before it arrives, and what still comes harms nobody"""
        connection = self.connect()
        connection.begin_post(1, "/api/v1/guest", 10 * WINDOW)
        answer = connection.answer(1)
        self.assertEqual((answer.status, self.refusal(answer)), (413, "too-large"))
        sent = self.send_freely(connection, 1, 10 * WINDOW)
        # Only those bytes can have left before the answer was there.
        self.assertGreater(sent, WINDOW, "the client was interrupted before it could read the answer")
        self.assertLess(sent, 10 * WINDOW, "the client was not told to stop")
        connection.send(H2.DATA, 0, 1, bytes(1000))
        self.check_serves(connection, 3)

    def send_freely(self, connection, number, size):
        """Sends so many bytes on a stream, as far as the windows allow, until it is reset; returns how many."""
        sent, windows = 0, {0: WINDOW, number: WINDOW}
        while sent < size:
            part = min(size - sent, FRAME_MAX, *windows.values())
            if part > 0:
                connection.send(H2.DATA, 0, number, bytes(part))
                sent += part
                windows = {stream: left - part for stream, left in windows.items()}
                continue
            kind, _, stream, payload = connection.frame()
            if kind == H2.WINDOW_UPDATE:
                windows[stream] += struct.unpack(">I", payload)[0]
            elif kind == H2.RESET:
                self.assertEqual((stream, struct.unpack(">I", payload)[0]), (number, H2.NO_ERROR))
                break
        return sent

    def test_length(self):
        """a body that is longer or shorter than its content-length ends the stream"""
        connection = self.connect()
        for number, length in ((1, 1), (3, 3)):
            connection.begin_post(number, "/api/v1/guest", length)
            connection.send(H2.DATA, H2.END_STREAM, number, b"{}")
            self.assertEqual(connection.answer(number).reset, H2.PROTOCOL_ERROR, length)
        self.check_serves(connection, 5)

    def test_head(self):
        """HEAD is answered without a body"""
        connection = self.connect()
        connection.request(1, "HEAD", "/healthz")
        connection.get(3, "/healthz")
        head, get = connection.answers(1, 3)
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertNotEqual(get.body, b"")

    def test_names(self):
        """names of header fields in upper case, and fields that belong to HTTP/1, are refused"""
        connection = self.connect()
        wrong = (("X-Name", "1"), ("connection", "close"), ("transfer-encoding", "chunked"), ("upgrade", "websocket"),
                 ("te", "gzip"), (":status", "200"), (":path", "/"))
        for i, field in enumerate(wrong):
            connection.request(2 * i + 1, "GET", "/api/v1/hello", field)
            answer = connection.answer(2 * i + 1)
            self.assertTrue(answer.reset == H2.PROTOCOL_ERROR or answer.status == 400, field)
        self.check_serves(connection, 2 * len(wrong) + 1)

    def test_words(self):
        """a bad head is answered with words"""
        connection = self.connect()
        heads = (("/%zz", (), 400), ("/%00", (), 400), ("/", (("x name", "1"),), 400), ("/", (("x-name", "\1"),), 400),
                 ("/", (("x-name", "x" * 8192),), 431), ("/", (("x-name", "1"),) * 65, 431),
                 ("/" + "x" * 8000, (), 414))
        for i, (path, fields, status) in enumerate(heads):
            connection.request(2 * i + 1, "GET", path, *fields)
            answer = connection.answer(2 * i + 1)
            self.assertEqual(answer.status, status, (path[:10], fields[:1]))
            self.assertIn(b".", answer.body, "there are no words")
        self.check_serves(connection, 2 * len(heads) + 1)

    def test_unread_answer(self):
        """a request that its client resets is forgotten, and the connection goes on"""
        connection = self.connect()
        for number in range(1, 100, 2):
            connection.begin_post(number, "/api/v1/guest", 100)
            connection.send(H2.RESET, 0, number, struct.pack(">I", H2.CANCEL))
        self.check_serves(connection, 101)

    def test_preface(self):
        """a client that does not speak HTTP/2 after all is closed"""
        connection = self.connect()
        connection.socket.sendall(b"GET / HTTP/1.1\r\n\r\n" * 10)
        self.assertTrue(until(lambda: is_cut(connection)))


class Sockets(StreamsTestCase):
    def open(self, connection, number):
        connection.request(number, "CONNECT", "/ws", (":protocol", "websocket"), ("sec-websocket-version", "13"),
                           ("sec-websocket-protocol", "elektro-1"), end=False)

    def test_beside(self):
        """a WebSocket and requests share a connection, and a socket that its client ends is ended by the server"""
        connection = self.connect()
        self.open(connection, 1)
        hello = Socket.masked(json.dumps({"do": "hello", "id": 1}).encode())
        for byte in hello[:-1]:
            connection.send(H2.DATA, 0, 1, bytes([byte]))
        self.check_serves(connection, 3)
        connection.send(H2.DATA, 0, 1, hello[-1:])
        connection.wait(1, b'"re":1')
        connection.send(H2.DATA, H2.END_STREAM, 1)
        self.assertTrue(connection.answer(1).ended)
        self.check_serves(connection, 5)

    def test_closed(self):
        """a close frame is answered by one, also if the client ends its side with it, as Chromium does"""
        for flags in (0, H2.END_STREAM):
            connection = self.connect()
            self.open(connection, 1)
            connection.send(H2.DATA, flags, 1, Socket.masked(struct.pack(">H", 1000), 8))
            answer = connection.answer(1)
            self.assertEqual((answer.status, answer.body), (200, b"\x88\x02" + struct.pack(">H", 1000)))
            self.assertIsNone(answer.reset)
            self.check_serves(connection, 3)

    def test_close_behind(self):
        """a message that came before a close frame is answered before it is, also if the client ends its side"""
        message = Socket.masked(json.dumps({"do": "hello", "id": 1}).encode()) + Socket.masked(struct.pack(">H", 1000), 8)
        for flags in (0, H2.END_STREAM):
            connection = self.connect()
            self.open(connection, 1)
            connection.send(H2.DATA, flags, 1, message)
            body = connection.answer(1).body
            self.assertIn(b'"re":1', body)
            self.assertTrue(body.endswith(b"\x88\x02" + struct.pack(">H", 1000)))
            self.check_serves(connection, 3)

    def test_refused(self):
        """a CONNECT that is not for a WebSocket is refused with words, or as an error"""
        connection = self.connect()
        connection.request(1, "CONNECT", "/ws", (":protocol", "tunnel"), end=False)
        self.assertIn(connection.answer(1).status, (400, 404, 405, 501))
        connection.send(H2.HEADERS, H2.END_HEADERS, 3, literal(":method", "CONNECT") + literal(":authority", "a:1"))
        answer = connection.answer(3)
        self.assertTrue(answer.status == 400 or answer.reset is not None)
        self.check_serves(connection, 5)

    def test_reset(self):
        """sockets that are reset are closed"""
        connection = self.connect()
        for number in range(1, 20, 2):
            self.open(connection, number)
        self.assertTrue(until(lambda: self.sockets() == 10), "they are not open")
        for number in range(1, 20, 2):
            connection.send(H2.RESET, 0, number, struct.pack(">I", H2.CANCEL))
        self.assertTrue(until(lambda: self.sockets() == 0), "they are still open")

    def sockets(self):
        """How many WebSockets are open."""
        text = Https(self.server).raw("GET", "/metrics")[2].decode()
        return next(int(line.split()[1]) for line in text.split("\n") if line.startswith("elektro_sockets "))


class Sharing(ServerTestCase):
    """Answers that share a connection."""

    def start(self, size, *options):
        """A server with a large file."""
        folder = self.enterContext(tempfile.TemporaryDirectory())
        os.mkdir(os.path.join(folder, "web"))
        with open(os.path.join(folder, "web", "big.js"), "wb") as file:
            file.write(os.urandom(size))
        return self.enterContext(Server(ELEKTRO, *make_certificate(folder), "--web", os.path.join(folder, "web"),
                                        *options, env={"ASAN_OPTIONS": "quarantine_size_mb=1"}))

    def test_order(self):
        """the messages of a WebSocket go before the rest of a file, whatever the client says about priorities"""
        connection = H2(self.start(1_000_000), 10_000_000)
        connection.request(1, "CONNECT", "/ws", (":protocol", "websocket"), ("sec-websocket-version", "13"),
                           ("sec-websocket-protocol", "elektro-1"), end=False)
        connection.get(3, "/big.js")
        connection.send(H2.PRIORITY, 0, 1, struct.pack(">IB", 3, 0))  # nothing for 1 before 3 has all
        got = 0
        while got < WINDOW:
            kind, _, _, payload = connection.frame()
            got += len(payload) if kind == H2.DATA else 0
        connection.send(H2.DATA, 0, 1, Socket.masked(json.dumps({"do": "hello", "id": 1}).encode()))
        self.assertEqual(connection.ping(), b"", "bytes came through a closed window")
        connection.open_window(0, 2 * FRAME_MAX)
        connection.wait(1, b'"re":1')
        connection.socket.close()

    def test_slow(self):
        """of a slow reader who takes several files at a time, none is given up while it waits for the others"""
        size, streams, seconds = 24_000, 8, 4
        connection = H2(self.start(size, "--request-timeout", str(seconds)), 10_000_000)
        numbers = range(1, 2 * streams, 2)
        for number in numbers:
            connection.get(number, "/big.js")
        got, window = dict.fromkeys(numbers, 0), WINDOW
        while sum(got.values()) < size * streams:
            if sum(got.values()) == window:
                time.sleep(seconds / 4)
                connection.open_window(0, FRAME_MAX)
                window += FRAME_MAX
            kind, _, stream, payload = connection.frame()
            self.assertNotEqual(kind, H2.RESET, f"stream {stream} was given up")
            if kind == H2.DATA:
                got[stream] += len(payload)
        connection.socket.close()

    def test_unread(self):
        """answers that nobody reads are not kept in memory"""
        server = self.start(1_000_000)
        before = self.resident(server)
        held = [H2(server, 10_000_000, buffer=4096) for _ in range(10)]
        for connection in held:
            connection.open_window(0, 1_000_000_000)
            for number in range(1, 2 * STREAMS_MAX, 2):
                connection.get(number, "/big.js")
        for number in range(1, 20, 2):
            other = H2(server)
            other.get(1, "/healthz")
            self.assertEqual(other.answer(1).status, 200)
            other.socket.close()
        self.assertLess(self.resident(server) - before, 50_000_000, "of 1,000 MB")
        for connection in held:
            connection.socket.close()

    def resident(self, server):
        """Bytes of memory that the server has."""
        text = Https(server).raw("GET", "/metrics")[2].decode()
        return next(int(line.split()[1]) for line in text.split("\n") if line.startswith("elektro_resident_bytes "))


def is_cut(connection):
    """Whether the server has closed a connection; what it sent is read."""
    connection.socket.settimeout(0)
    try:
        while connection.socket.recv(65536):
            pass
        return True
    except ssl.SSLWantReadError:
        return False
    except OSError:
        return True
    finally:
        connection.socket.settimeout(60)


class Abuse(StreamsTestCase):
    MANY = 200_000  # frames: far more than any client needs
    AT_ONCE = 500

    def check_cut(self, connection, frames, reads=True):
        """Asserts that the server ends a connection on which the same frames are sent again and again. frames: returns
        the bytes for each number. Others are served meanwhile."""
        other = self.connect()
        try:
            for i in range(0, self.MANY, self.AT_ONCE):
                connection.socket.sendall(b"".join(map(frames, range(i, i + self.AT_ONCE))))
                if reads and is_cut(connection):
                    break
                self.check_serves(other, i // self.AT_ONCE * 2 + 1)
            else:
                self.fail(f"the connection is open after {self.MANY} frames")
        except OSError:
            pass
        self.check_serves(self.connect(), 1)

    def test_rapid_reset(self):
        """a client that begins requests and resets them at once is cut off"""
        connection = self.connect()
        head = connection.head("GET", "/")
        reset = struct.pack(">I", H2.CANCEL)
        self.check_cut(connection, lambda i: h2_frame(H2.HEADERS, 5, 2 * i + 1, head) +
                       h2_frame(H2.RESET, 0, 2 * i + 1, reset))

    def test_provoked_resets(self):
        """a client whose mistakes make the server reset its requests again and again is cut off"""
        connection = self.connect()
        head = connection.head("GET", "/")
        self.check_cut(connection, lambda i: h2_frame(H2.HEADERS, 4, 2 * i + 1, head) +
                       h2_frame(H2.WINDOW_UPDATE, 0, 2 * i + 1, bytes(4)))

    def test_bad_heads(self):
        """a client that makes only malformed requests is cut off"""
        connection = self.connect()
        head = connection.head("GET", "/", ("X-Name", "1"))
        self.check_cut(connection, lambda i: h2_frame(H2.HEADERS, 5, 2 * i + 1, head))

    def test_pings(self):
        """a flood of pings is cut off, whether their answers are read or not"""
        for reads in (True, False):
            self.check_cut(self.connect(), lambda i: h2_frame(H2.PING, 0, 0, bytes(8)), reads)

    def test_settings(self):
        """a flood of settings is cut off, whether their answers are read or not"""
        for reads in (True, False):
            self.check_cut(self.connect(), lambda i: h2_frame(H2.SETTINGS, 0, 0, b""), reads)

    def test_priorities(self):
        """a flood of priorities is cut off"""
        self.check_cut(self.connect(), lambda i: h2_frame(H2.PRIORITY, 0, 2 * i + 1, struct.pack(">IB", 0, i & 0xff)))

    def test_unknown(self):
        """a flood of frames of an unknown kind is cut off"""
        self.check_cut(self.connect(), lambda i: h2_frame(99, 0, 0, b""))

    def test_windows(self):
        """a flood of openings of the window by a byte is cut off"""
        self.check_cut(self.connect(), lambda i: h2_frame(H2.WINDOW_UPDATE, 0, 0, struct.pack(">I", 1)))

    def test_empty_data(self):
        """a flood of empty frames on a body, and on a WebSocket, is cut off"""
        body, socket = self.connect(), self.connect()
        body.begin_post(1, "/api/v1/guest", 100)
        self.check_cut(body, lambda i: h2_frame(H2.DATA, 0, 1, b""))
        socket.request(1, "CONNECT", "/ws", (":protocol", "websocket"), ("sec-websocket-version", "13"),
                       ("sec-websocket-protocol", "elektro-1"), end=False)
        self.check_cut(socket, lambda i: h2_frame(H2.DATA, 0, 1, b""))

    def test_continuations(self):
        """a head that never ends is cut off"""
        for fields in (b"", literal("x-name", "x" * 100), literal("x-name", "x" * 16000)):
            connection = self.connect()
            connection.send(H2.HEADERS, H2.END_STREAM, 1, connection.head("GET", "/"))
            self.check_cut(connection, lambda i, fields=fields: h2_frame(H2.CONTINUATION, 0, 1, fields))

    def test_dribble(self):
        """a client that lets an answer out by single bytes is cut off"""
        connection = H2(self.server, 0)
        connection.get(1, "/metrics")
        self.check_cut(connection, lambda i: h2_frame(H2.WINDOW_UPDATE, 0, 1, struct.pack(">I", 1)))
        connection.socket.close()


class Proxied(StreamsTestCase):
    options = ("--proxied", "--connections-per-address", "10")

    def test_resets(self):
        """clients of a proxy that reset many requests do not end the streams of its other clients"""
        connection = self.connect()
        head = connection.head("GET", "/", ("x-forwarded-for", "203.0.113.7"))
        body = b'{"name":"Anna"}'
        connection.begin_post(1, "/api/v1/guest", len(body), ("x-forwarded-for", "203.0.113.8"))
        for number in range(3, 6003, 2):
            connection.socket.sendall(h2_frame(H2.HEADERS, 5, number, head) +
                                      h2_frame(H2.RESET, 0, number, struct.pack(">I", H2.CANCEL)))
        connection.send(H2.DATA, H2.END_STREAM, 1, body)
        self.assertEqual(connection.answer(1).status, 200)

    def test_counted(self):
        """requests of one connection are counted by the address that the proxy names"""
        connection, numbers = self.connect(), range(1, 60, 2)
        for number in numbers:
            connection.begin_post(number, "/api/v1/guest", 100, ("x-forwarded-for", "203.0.113.9"))
        for answer in connection.answers(*numbers[10:]):
            self.assertEqual((answer.status, self.refusal(answer)), (429, "too-many"))
        connection.get(61, "/api/v1/hello", x_forwarded_for="203.0.113.10")
        self.assertEqual(connection.answer(61).status, 200)


class Stopping(ServerTestCase):
    def start(self, *options):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        return self.enterContext(Server(ELEKTRO, *make_certificate(folder), *options))

    def goaway(self, connection):
        """Reads until the server announces the end; returns the last stream that it serves, and the code."""
        while True:
            kind, _, _, payload = connection.frame()
            if kind == H2.GOAWAY:
                return struct.unpack(">II", payload[:8])

    def check_end(self, connection):
        """Asserts that the connection ends, and in order."""
        while connection.socket.recv(65536):
            pass

    def test_idle(self):
        """SIGTERM: a client without requests is told, and the server ends"""
        server = self.start()
        connection = H2(server)
        connection.get(1, "/healthz")
        self.assertEqual(connection.answer(1).status, 200)
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.goaway(connection), (1, H2.NO_ERROR))
        self.check_end(connection)
        connection.socket.close()
        self.assertEqual(server.process.wait(60), 0)

    def stop_within_post(self):
        """Stops a server that waits for the body GUEST on stream 1; returns it, the connection and the server's ping."""
        server = self.start()
        connection = H2(server)
        connection.begin_post(1, "/api/v1/guest", len(GUEST))
        connection.ping()
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.goaway(connection), (LAST_STREAM, H2.NO_ERROR))
        while (frame := connection.frame())[0] != H2.PING:
            pass
        return server, connection, frame[3]

    def test_busy(self):
        """SIGTERM: requests that have begun are answered, and so are those that were on their way"""
        server, connection, ping = self.stop_within_post()
        connection.get(3, "/healthz")
        connection.send(H2.PING, 1, 0, ping)
        connection.send(H2.DATA, H2.END_STREAM, 1, GUEST)
        got, last = {1: b"", 3: b""}, None
        while last is None or len(got[1]) == 0 or len(got[3]) == 0:
            kind, _, stream, payload = connection.frame()
            if kind == H2.DATA:
                got[stream] += payload
            elif kind == H2.GOAWAY:
                last, _ = struct.unpack(">II", payload[:8])
        self.assertEqual(last, 3)
        self.assertEqual(json.loads(got[1])["you"]["name"], "Anna")
        self.check_end(connection)
        connection.socket.close()
        self.assertEqual(server.process.wait(60), 0)

    def test_pong(self):
        """SIGTERM: requests are served until the client has heard that the server stops, also if no other is left"""
        server, connection, ping = self.stop_within_post()
        connection.send(H2.DATA, H2.END_STREAM, 1, GUEST)
        self.assertEqual(connection.answer(1).status, 200)
        self.assertFalse(closed_within(connection.socket, 2), "it was closed")
        connection.get(3, "/healthz")
        self.assertEqual(connection.answer(3).status, 200)
        connection.send(H2.PING, 1, 0, ping)
        self.assertEqual(self.goaway(connection), (3, H2.NO_ERROR))
        self.check_end(connection)
        connection.socket.close()
        self.assertEqual(server.process.wait(60), 0)

    def test_events(self):
        """SIGTERM: an event stream ends, and then its connection"""
        server = self.start()
        anna = Https(server, "Anna")
        code = anna.post("/api/v1/tables", players=2)["info"]["table"]
        connection = H2(server)
        connection.watch(1, anna, code)
        server.process.send_signal(signal.SIGTERM)
        connection.wait(1, None)
        connection.socket.close()
        self.assertEqual(server.process.wait(60), 0)

    def test_last(self):
        """a client that says it goes away is closed when its streams have ended"""
        server = self.start()
        connection, body = H2(server), b'{"name":"Anna"}'
        connection.begin_post(1, "/api/v1/guest", len(body))
        connection.send(H2.GOAWAY, 0, 0, struct.pack(">II", 0, 0))
        connection.send(H2.DATA, H2.END_STREAM, 1, GUEST)
        self.assertEqual(connection.answer(1).status, 200)
        self.check_end(connection)
        connection.socket.close()

    def test_silent(self):
        """a client that makes no request is told, and closed"""
        connection = H2(self.start("--request-timeout", "1"))
        self.assertEqual(self.goaway(connection), (0, H2.NO_ERROR))
        self.check_end(connection)
        connection.socket.close()
