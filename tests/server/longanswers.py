"""HTTP/2, which the server offers with TLS: long answers and long events.

    tests/run longanswers.py ELEKTRO
"""

import json
import os
import struct
import sys
import tempfile

from client import Http, Server, ServerTestCase, new_table, until
from http2 import H2, Https, h2_frame, make_certificate

ELEKTRO = sys.argv[1]
WINDOW_UPDATE = 8
FRAME_MAX, WINDOW = 16384, 65535  # what a client allows that says nothing


class Reader(H2):
    """Reads what one stream brings, and allows more as it pleases."""

    def allow(self, stream, count):
        for which in (0, stream):
            self.socket.sendall(h2_frame(WINDOW_UPDATE, 0, which, struct.pack(">I", count)))

    def read(self, stream, enough, allows):
        """Reads until enough(bytes) or the end of the stream; allows as many bytes as it has read, or none."""
        got = b""
        while not enough(got):
            head = self.take(9)
            size, kind, flags = int.from_bytes(head[:3], "big"), head[3], head[4]
            if size > FRAME_MAX:
                raise ValueError(f"a frame of {size} bytes")
            payload = self.take(size)
            if struct.unpack(">I", head[5:])[0] != stream:
                continue
            if kind == self.RESET:
                raise ConnectionError("the stream was reset")
            if kind == self.DATA:
                got += payload
                if allows and payload:
                    self.allow(stream, len(payload))
            if kind in (self.DATA, self.HEADERS) and flags & 1:
                break
        return got


class Http2(ServerTestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        web = os.path.join(folder, "web")
        os.mkdir(web)
        self.files = {size: os.urandom(size) for size in (900, 2000, 20000, 200000, 3000000)}
        for size, content in self.files.items():
            with open(os.path.join(web, f"{size}.bin"), "wb") as file:
                file.write(content)
        self.options = ("--web", web, *make_certificate(folder))

    def test_long(self):
        """answers of any length arrive whole, in frames and windows that the client allows"""
        with Server(ELEKTRO, *self.options) as server:
            h2 = Reader(server)
            for i, (size, content) in enumerate(self.files.items()):
                h2.get(2 * i + 1, f"/{size}.bin")
                self.assertEqual(h2.read(2 * i + 1, lambda _: False, True), content, f"{size} bytes")

    def test_stalled(self):
        """a client that allows no more keeps nothing busy, and gets the rest when it does"""
        with Server(ELEKTRO, *self.options) as server:
            h2, watcher = Reader(server), Reader(server)
            h2.get(1, "/200000.bin")
            got = h2.read(1, lambda some: len(some) == WINDOW, False)

            def loops():
                loops.stream += 2
                watcher.get(loops.stream, "/metrics")
                text = watcher.read(loops.stream, lambda _: False, True).decode()
                return int(text.split("\nelektro_loops_total ")[1].split()[0])
            loops.stream = -1
            before = loops()
            self.assertLess(loops() - before, 300, "the loop is busy with a client that does not read")
            h2.allow(1, 1 << 20)
            self.assertEqual(got + h2.read(1, lambda _: False, True), self.files[200000])

    def test_events(self):
        """an event that is longer than a frame arrives whole"""
        with Server(ELEKTRO, *self.options) as server:
            client = Reader(server)
            anna = Https(server, "Anna")
            code = new_table(anna, bots=["random"] * 5)
            anna.post(f"/api/v1/tables/{code}/leave")
            self.assertTrue(until(lambda: anna.get(f"/api/v1/tables/{code}")["info"]["seq"] > 300), "no long game")
            client.get(1, f"/api/v1/tables/{code}/events?since=0", cookie=anna.cookie)
            event = client.read(1, lambda some: b"\n\n" in some, True).split(b"\n\n")[0]
            answer = json.loads(event.split(b"data: ", 1)[1])
            self.assertGreater(len(event), 2 * FRAME_MAX)
            self.assertGreaterEqual(len(answer["entries"]), 300)
