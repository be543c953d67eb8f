"""HTTP/2: the server sends no more than the window of the peer allows, in frames that every peer takes.

    tests/run window.py ELEKTRO
"""

import json
import os
import struct
import sys
import tempfile

from client import Http, Server, ServerTestCase
from http2 import H2, h2_frame, make_certificate

ELEKTRO = sys.argv[1]
WINDOW = 1000
FRAME_MAX = 16384  # of RFC 9113, unless the peer says otherwise


class Secure:
    """A server with a table and a large file, restarted with TLS."""

    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory()
        os.mkdir(os.path.join(self.folder.name, "web"))
        self.file = os.urandom(300_000)
        with open(os.path.join(self.folder.name, "web", "big.js"), "wb") as file:
            file.write(self.file)
        self.server = Server(ELEKTRO, *options, data=self.folder.name)
        self.anna = Http(self.server, "Anna")
        self.code = self.anna.post("/api/v1/tables", players=2)["info"]["table"]
        self.length = 0
        for i in range(100):
            self.anna.post(f"/api/v1/tables/{self.code}/chat", text=str(i) * 200)
        self.server.stop()
        self.server.options += make_certificate(self.folder.name)
        self.server.start()

    def __enter__(self):
        return self

    def __exit__(self, kind, problem, trace):
        self.server.__exit__(kind, problem, trace)
        self.folder.cleanup()


class Window(ServerTestCase):
    def test_body(self):
        """a file goes as far as the window allows, and on when it opens"""
        with Secure() as secure:
            connection = H2(secure.server, WINDOW)
            connection.request(1, "GET", "/big.js")
            got = b""
            while len(got) < WINDOW:
                got += connection.ping()
            got += connection.ping()
            self.assertEqual(len(got), WINDOW, "bytes came through a closed window")
            connection.open_window(0, 10_000_000)
            connection.open_window(1, 5)
            while len(got) < WINDOW + 5:
                got += connection.ping()
            self.assertEqual(len(got), WINDOW + 5)
            connection.open_window(1, 10_000_000)
            got += connection.wait(1, None)
            self.assertTrue(got == secure.file, f"another file of {len(got)} bytes came")
            self.assertLessEqual(max(connection.sizes), FRAME_MAX, "a frame is too large")
            connection.socket.close()

    def test_slow_reader(self):
        """a file arrives as a whole when its reader is slow, and the connection can be used again"""
        with Secure() as secure:
            connection = H2(secure.server, 10_000_000, buffer=4096)
            connection.open_window(0, 100_000_000)
            for number in range(1, 30, 2):
                connection.request(number, "GET", "/big.js")
                self.assertTrue(connection.wait(number, None) == secure.file, f"file {number} is not whole")
            connection.socket.close()

    def test_events(self):
        """an event stream waits for the window within an event, and loses nothing"""
        with Secure() as secure:
            connection = H2(secure.server, 50)
            connection.request(1, "GET", f"/api/v1/tables/{secure.code}/events", ("cookie", secure.anna.cookie))
            got = b""
            while len(got) < 50:
                got += connection.ping()
            got += connection.ping()
            self.assertEqual(len(got), 50, "bytes came through a closed window")
            connection.open_window(1, 10_000_000)
            connection.open_window(0, 10_000_000)
            got += connection.wait(1, b"\n\n")
            event = got.split(b"\n\n")[0]
            text = event[event.index(b"data: ") + 6:]
            self.assertEqual(json.loads(text)["ok"], True, event[:100])
            connection.socket.close()

    def test_closed(self):
        """a stream whose window stays closed is ended, and does not keep what it cannot send"""
        with Secure("--ping-after", "1", "--ping-timeout", "1") as secure:
            connection = H2(secure.server, 0)
            connection.request(1, "GET", f"/api/v1/tables/{secure.code}/events", ("cookie", secure.anna.cookie))
            self.assertEqual(connection.wait(1, None), b"", "bytes came through a closed window")
            connection.socket.close()

    def test_idle(self):
        """an event stream keeps its connection open, though the reader sends nothing"""
        with Secure("--ping-after", "1", "--idle-timeout", "2") as secure:
            connection = H2(secure.server, 10_000_000)
            connection.watch(1, secure.anna, secure.code)
            for _ in range(5):
                connection.wait(1, b":\n\n")  # a second each
            connection.socket.close()

    def test_socket(self):
        """a WebSocket over HTTP/2 gets a long answer in frames that every peer takes"""
        with Secure() as secure:
            connection = H2(secure.server)
            connection.open_window(0, 10_000_000)
            connection.request(1, "CONNECT", "/ws", (":protocol", "websocket"), ("sec-websocket-version", "13"),
                               ("sec-websocket-protocol", "elektro-1"), ("cookie", secure.anna.cookie), end=False)
            connection.open_window(1, 10_000_000)
            while connection.frame()[0] != H2.HEADERS:
                pass
            request = json.dumps({"do": "chat_list", "id": 1, "table": secure.code}).encode()
            frame = bytes([0x81, 0x80 | len(request), 0, 0, 0, 0]) + request
            connection.socket.sendall(h2_frame(H2.DATA, 0, 1, frame))
            answer = message(connection)
            self.assertEqual(len(json.loads(answer)["said"]), 100)
            self.assertGreater(len(answer), FRAME_MAX)
            self.assertLessEqual(max(connection.sizes), FRAME_MAX, "a frame is too large")
            connection.socket.close()


def message(connection):
    """The next message of a WebSocket on stream 1."""
    stream, text = b"", b""

    def take(count):
        nonlocal stream
        while len(stream) < count:
            kind, _, number, payload = connection.frame()
            stream += payload if kind == H2.DATA and number == 1 else b""
        part, stream = stream[:count], stream[count:]
        return part

    while True:
        first, size = take(2)
        if size == 126:
            size, = struct.unpack(">H", take(2))
        elif size == 127:
            size, = struct.unpack(">Q", take(8))
        text += take(size)
        if first & 0x80:
            return text
