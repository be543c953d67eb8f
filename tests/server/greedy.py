"""HTTP/2 and clients that hold or use up more of the server than they need.

    tests/run greedy.py ELEKTRO
"""

import json
import struct
import sys
import tempfile
import time

from client import Server, ServerTestCase, Socket, until
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
