"""HTTP/2 and clients that hold or use up more of the server than they need.

    tests/run greedy.py ELEKTRO
"""

import json
import os
import struct
import sys
import tempfile
import time

from client import Server, ServerTestCase, Socket, new_table, until
from http2 import H2, Https, literal, make_certificate

ELEKTRO = sys.argv[1]
LONG = 60  # seconds: longer than anything takes here
WEBSOCKET = ((":protocol", "websocket"), ("sec-websocket-version", "13"), ("sec-websocket-protocol", "elektro-1"))


class GreedyTestCase(ServerTestCase):
    def start(self, *options, **more):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        return self.enterContext(Server(ELEKTRO, *make_certificate(folder), *options, **more))

    def connect(self, server, *arguments, **more):
        connection = H2(server, *arguments, **more)
        self.addCleanup(connection.socket.close)
        return connection

    def metric(self, server, name):
        text = Https(server).raw("GET", "/metrics")[2].decode()
        return next(int(line.split()[1]) for line in text.split("\n") if line.startswith(name + " "))


class Requests(GreedyTestCase):
    def test_length(self):
        """a request needs no Content-Length: the stream says where its body ends, and is limited all the same"""
        connection = self.connect(self.start())
        json_type = ("content-type", "application/json")
        connection.request(1, "POST", "/api/v1/guest", json_type, end=False)
        connection.send(H2.DATA, H2.END_STREAM, 1, b'{"name":"Anna"}')
        self.assertEqual(json.loads(connection.answer(1).body)["you"]["name"], "Anna")
        connection.request(3, "POST", "/api/v1/guest")
        self.assertNotIn(b"Content-", connection.answer(3).body)  # only the name is missing
        connection.request(5, "POST", "/api/v1/guest", end=False)
        connection.send(H2.DATA, H2.END_STREAM, 5, b'{"name":"Anna"}')
        self.assertIn(b"Content-Type", connection.answer(5).body)
        connection.request(7, "POST", "/api/v1/guest", json_type, end=False)
        for _ in range(5):
            connection.send(H2.DATA, 0, 7, bytes(16000))
        self.assertEqual(connection.answer(7).status, 413)

    def test_sockets(self):
        """a client may open and close WebSockets one after the other"""
        connection = self.connect(self.start())
        for number in range(1, 1200, 2):
            connection.request(number, "CONNECT", "/ws", *WEBSOCKET, end=False)
            connection.send(H2.DATA, H2.END_STREAM, number, Socket.masked(struct.pack(">H", 1000), 8))
            self.assertIsNone(connection.answer(number).reset)

    def test_expansion(self):
        """the rest of a head that is short only because it is compressed is not looked at, nor that of trailers"""
        connection = self.connect(self.start())
        length = 4000 - 127
        field = b"\x40\x01a\x7f" + bytes([length & 127 | 128, length >> 7]) + b"b" * 4000  # to be remembered
        head = connection.head("GET", "/healthz")
        many = b"\xbe" * 8000  # the field once more
        connection.send(H2.HEADERS, H2.END_HEADERS | H2.END_STREAM, 1, head + field)
        self.assertEqual(connection.answer(1).status, 200)
        connection.send(H2.HEADERS, H2.END_HEADERS | H2.END_STREAM, 3, head + many)
        self.assertIsNotNone(connection.answer(3).reset)
        connection.begin_post(5, "/api/v1/guest", 2)
        connection.send(H2.DATA, 0, 5, b"{}")
        connection.send(H2.HEADERS, H2.END_HEADERS | H2.END_STREAM, 5, many)
        self.assertIsNotNone(connection.answer(5).reset)
        connection.get(7, "/healthz")
        self.assertEqual(connection.answer(7).status, 200)
        with self.assertRaises(OSError):
            for number in range(9, 1009, 2):
                connection.send(H2.HEADERS, H2.END_HEADERS | H2.END_STREAM, number, head + 2 * many)
                connection.answer(number)


class Lingering(GreedyTestCase):
    """Connections whose last frame has been sent."""

    def check_gone(self, server):
        """Asserts that no connection is left but the one that asks."""
        self.assertTrue(until(lambda: self.metric(server, "elektro_peers") == 1), "the connection is held")

    def test_error(self):
        """a connection with an error ends with all of its streams, though the client does not close it"""
        server = self.start()
        connection = self.connect(server)
        connection.request(1, "CONNECT", "/ws", *WEBSOCKET, end=False)
        connection.begin_post(3, "/api/v1/guest", 100)
        connection.ping()
        self.assertEqual(self.metric(server, "elektro_sockets"), 1)
        connection.send(H2.SETTINGS, 0, 0, b"12345")
        self.assertTrue(until(lambda: self.metric(server, "elektro_sockets") == 0), "the WebSocket is open")
        self.check_gone(server)

    def test_sender(self):
        """a client that goes on sending after an error is cut off"""
        server = self.start()
        connection, end = self.connect(server), time.monotonic() + LONG
        connection.request(1, "CONNECT", "/ws", *WEBSOCKET, end=False)
        connection.send(H2.SETTINGS, 0, 0, b"12345")
        with self.assertRaises(OSError):
            while time.monotonic() < end:
                connection.socket.sendall(bytes(65536))
        self.check_gone(server)


class Readers(GreedyTestCase):
    """Clients that ask for much and read little."""

    def serve(self, seconds):
        """A server with a file that has so many bytes."""
        folder = self.enterContext(tempfile.TemporaryDirectory())
        os.mkdir(os.path.join(folder, "web"))
        with open(os.path.join(folder, "web", "file.bin"), "wb") as file:
            file.write(os.urandom(20_000))
        return self.start("--web", os.path.join(folder, "web"), "--request-timeout", str(seconds))

    def read(self, connection, size, pause):
        """Reads the file, so many bytes at a time and no more; returns whether all of it came."""
        connection.get(1, "/file.bin")
        end, got, window = time.monotonic() + LONG, 0, 0
        while time.monotonic() < end:
            kind, flags, _, payload = connection.frame()
            got += len(payload) if kind == H2.DATA else 0
            if kind == H2.RESET or (kind == H2.DATA and flags & H2.END_STREAM):
                return kind == H2.DATA
            if kind in (H2.HEADERS, H2.DATA) and got == window:
                time.sleep(pause)
                connection.open_window(1, size)
                window += size
        self.fail(f"after {LONG} seconds it has {got} bytes, and may go on")

    def test_slow(self):
        """a reader with 5 KB/s gets its file; one that takes it byte by byte is given up"""
        server = self.serve(3)
        self.assertTrue(self.read(self.connect(server, 0), 1000, 0.2))
        self.assertFalse(self.read(self.connect(server, 0), 1, 0.2))

    def hold(self, server, path, **headers):
        """Asks for a path on many streams, and reads none of the answers; returns the connections, and how many streams
        the server has reset."""
        held, resets = [self.connect(server, 0) for _ in range(6)], 0
        for connection in held:
            for number in range(1, 200, 2):
                connection.get(number, path, **headers)
            answered = 0
            while answered < 100:
                kind, _, _, _ = connection.frame()
                answered += kind in (H2.HEADERS, H2.RESET)
                resets += kind == H2.RESET
        return held, resets

    def test_unread(self):
        """the answers and events that one address does not read take a limited amount of memory"""
        server = self.start()
        anna = Https(server, "Anna")
        code = new_table(anna, bots=["random"] * 5)
        for _ in range(100):
            anna.post(f"/api/v1/tables/{code}/chat", text="x" * 400)
        anna.post(f"/api/v1/tables/{code}/leave")
        self.assertTrue(until(lambda: anna.get(f"/api/v1/tables/{code}")["info"]["seq"] > 300), "no long game")
        for path in (f"/api/v1/tables/{code}/chat", f"/api/v1/tables/{code}/events?since=0"):
            held, resets = self.hold(server, path, cookie=anna.cookie)
            self.assertGreater(resets, 0, f"all of {path} are held")
            connection = self.connect(server)
            connection.get(1, "/healthz")
            self.assertEqual(connection.answer(1).status, 200)
            for connection in held:
                connection.socket.close()

            def served():
                connection = self.connect(server, 10_000_000)
                connection.open_window(0, 10_000_000)
                connection.get(1, path, cookie=anna.cookie)
                while (kind := connection.frame()[0]) not in (H2.DATA, H2.RESET):
                    pass
                return kind == H2.DATA
            self.assertTrue(until(served), "closing gave nothing back")
