"""Attempts to use up connections, memory, descriptors and disk of the server.

    tests/run exhaust.py ELEKTRO [SCALE [BYTES]]

SCALE multiplies the connections; soak has 5: 300 slow bodies, 6,000 unfinished ones. BYTES is what unfinished bodies may take
together; 0: do not look (the sanitizers have costs of their own).
"""

import json
import os
import resource
import select
import socket as sockets
import sys
import tempfile
import time

from client import Http, Server, ServerTestCase, Socket, new_table, until
from http2 import make_certificate, tls

ELEKTRO = sys.argv[1]
SCALE = int(sys.argv[2]) if len(sys.argv) > 2 else 1
BYTES = int(sys.argv[3]) if len(sys.argv) > 3 else 50_000_000
FILES = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
LONG = 60  # seconds: longer than anything takes here
BODY = b"POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def connect(server, source=None):
    return sockets.create_connection(("127.0.0.1", server.port), timeout=LONG,
                                     source_address=(source, 0) if source else None)


def is_closed(connection):
    """Whether the other end has closed, or refuses more; what it sent is read."""
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    try:
        while poll.poll(0):
            if not connection.recv(65536):
                return True
        return False
    except OSError:
        return True


def trickle(connections, byte=b" ", seconds=LONG):
    """Sends a byte on each connection again and again, until all are closed; returns those that are left."""
    end = time.monotonic() + seconds
    left = list(connections)
    while left and time.monotonic() < end:
        for connection in left:
            try:
                connection.sendall(byte)
            except OSError:
                pass
        left = [connection for connection in left if not is_closed(connection)]
        time.sleep(0.2)
    return left


def answer(connection):
    """All bytes until the other end closes."""
    got = b""
    try:
        while some := connection.recv(65536):
            got += some
    except ConnectionResetError:
        pass
    return got


class Slow(ServerTestCase):
    """Requests that never end."""

    def test_bodies(self):
        """a body that comes byte by byte has an absolute time limit"""
        with Server(ELEKTRO, "--request-timeout", "2") as server:
            slow = [connect(server) for _ in range(60 * SCALE)]
            for connection in slow:
                connection.sendall(BODY % 60000)
            self.assertEqual(len(trickle(slow)), 0, "bodies are still awaited")
            one = connect(server)
            one.sendall(BODY % 60000 + b"{")
            got = answer(one)
            self.assertTrue(got.startswith(b"HTTP/1.1 408 "), got)
            self.assertEqual(json.loads(got.split(b"\r\n\r\n")[1])["error"]["code"], "too-slow")
            self.assertTrue(until(lambda: server.metric("elektro_peers") == 1), "some are still counted")

    def test_heads(self):
        """a head that comes byte by byte has an absolute time limit"""
        with Server(ELEKTRO, "--request-timeout", "2") as server:
            slow = [connect(server) for _ in range(20)]
            for connection in slow:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nX: ")
            self.assertEqual(len(trickle(slow, b"x")), 0, "heads are still awaited")

    def test_handshakes(self):
        """a TLS handshake that comes byte by byte has an absolute time limit"""
        with tempfile.TemporaryDirectory() as folder, \
             Server(ELEKTRO, "--request-timeout", "2", *make_certificate(folder)) as server:
            slow = [connect(server) for _ in range(20)]
            for connection in slow:
                connection.sendall(bytes([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]))  # of a ClientHello
            self.assertEqual(len(trickle(slow)), 0, "handshakes are still awaited")
            with tls().wrap_socket(connect(server)) as good:
                good.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                self.assertIn(b" 200 ", answer(good))

    def test_messages(self):
        """a message on a WebSocket that comes byte by byte has an absolute time limit"""
        with Server(ELEKTRO, "--request-timeout", "2") as server:
            slow = [Socket(server) for _ in range(10)]
            good = Socket(server)
            for socket in slow:
                socket.socket.sendall(bytes([0x81, 0x80 | 126, 0xf0, 0, 0, 0, 0, 0]))  # 61,440 bytes follow
            self.assertEqual(len(trickle(socket.socket for socket in slow)), 0, "messages are still awaited")
            good.ask("hello")
            good.close()

    def fetch(self, server, path="/big.js"):
        """Asks for a large file on a connection that takes little without being read."""
        connection = sockets.socket()
        connection.settimeout(LONG)
        connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", server.port))
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return connection

    def test_readers(self):
        """a reader who takes nothing of an answer is cut off; one who takes it slowly gets all of it"""
        size, pieces, seconds = 12_000_000, 20, 5
        with tempfile.TemporaryDirectory() as data:
            os.mkdir(os.path.join(data, "web"))
            with open(os.path.join(data, "web", "big.js"), "wb") as file:
                file.write(bytes(size))
            with Server(ELEKTRO, "--request-timeout", str(seconds), data=data) as server:
                deaf, slow = self.fetch(server), self.fetch(server)
                got = b""
                while some := slow.recv(size // pieces):
                    if len(got) * pieces // size != (len(got) + len(some)) * pieces // size:
                        time.sleep(2 * seconds / pieces)  # all pieces take twice the time that one may take
                    got += some
                self.assertGreater(len(got), size)
                self.assertTrue(until(lambda: server.metric("elektro_peers") == 1), "the other is still connected")
                self.assertLess(len(answer(deaf)), size)

    def test_patience(self):
        """a request that arrives in pieces within its time is answered"""
        with Server(ELEKTRO) as server:
            body = b'{"name":"Anna"}'
            with connect(server) as slow:
                for byte in BODY % len(body) + body:
                    slow.sendall(bytes([byte]))
                self.assertIn(b" 200 ", slow.recv(65536))


class Crowd(ServerTestCase):
    """Too many connections."""

    def test_address(self):
        """connections are counted by address when they are accepted, before they have sent anything"""
        with Server(ELEKTRO, "--connections-per-address", "20") as server:
            held = [connect(server, "127.0.0.1") for _ in range(60)]
            # The connection that found the server listening may have been open still: then 41 are refused.
            self.assertTrue(until(lambda: sum(map(is_closed, held)) in (40, 41)), "none is refused")
            with connect(server, "127.0.0.2") as other:
                other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                self.assertIn(b" 200 ", answer(other), "another address is refused")
            for connection in held:
                connection.close()
            self.assertTrue(until(lambda: self.serves(server)), "closing gave nothing back")

    def serves(self, server):
        try:
            return Http(server).raw("GET", "/healthz")[0] == 200
        except OSError:
            return False

    def test_proxied(self):
        """behind a proxy requests are counted by the address that the proxy names"""
        with Server(ELEKTRO, "--proxied", "--connections-per-address", "10") as server:
            held = []
            for i in range(30):
                connection = connect(server)
                connection.sendall((BODY % 100).replace(b"Host", b"X-Forwarded-For: 203.0.113.7\r\nHost") + b"{")
                held.append(connection)
            self.assertTrue(until(lambda: sum(map(is_closed, held)) == 20), "none is refused")
            other = Http(server)
            other.headers["X-Forwarded-For"] = "203.0.113.8"
            other.post("/api/v1/guest", name="Ben")
            same = Http(server)
            same.headers["X-Forwarded-For"] = "203.0.113.7"
            self.refused("too-many", same.post, "/api/v1/guest", name="Eve")
            for connection in held:
                connection.close()

            def served():
                try:
                    return same.post("/api/v1/guest", name="Eve")["ok"]
                except Exception:  # pylint: disable=broad-except
                    return False
            self.assertTrue(until(served), "closing gave nothing back")
            for i in range(30):  # one after the other
                same.get("/api/v1/hello")

    def test_smallest(self):
        """a server for very few connections serves one of each address"""
        for limit in ("1", "2", "3"):
            with Server(ELEKTRO, "--connections", limit) as server:
                self.assertTrue(until(lambda: self.serves(server)), f"it refuses everybody with {limit}")

    def test_total(self):
        """connections are bounded in total; more wait until one is free, and idle ones make room"""
        with Server(ELEKTRO, "--connections", "20", "--connections-per-address", "20") as server:
            sockets_open = [Socket(server) for _ in range(20)]
            request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            with connect(server) as waiting:
                waiting.sendall(request)
                for _ in range(100):
                    sockets_open[0].ask("hello")
                self.assertFalse(select.select([waiting], [], [], 0)[0], "one too many was served")
                sockets_open.pop().close()
                self.assertIn(b" 200 ", answer(waiting), "closing gave nothing back")
            idle = Http(server)
            self.assertEqual(idle.raw("GET", "/healthz")[0], 200)
            with connect(server) as waiting:
                waiting.sendall(request)
                self.assertIn(b" 200 ", answer(waiting), "the idle connection did not make room")
            for socket in sockets_open:
                socket.ask("hello")
                socket.close()

    def test_memory(self):
        """unfinished bodies of one address, and of many, hold a limited amount of memory"""
        with Server(ELEKTRO, "--connections-per-address", "5000",
                    env={"ASAN_OPTIONS": "quarantine_size_mb=1"}) as server:
            Http(server, "Anna")
            before = server.metric("elektro_resident_bytes")
            held, count = [], min(1200 * SCALE, FILES - 100)
            for i in range(count):
                connection = connect(server, f"127.0.{i % 100}.2")
                connection.setblocking(False)
                try:
                    connection.send(BODY % 65000 + b" " * 64000)
                except BlockingIOError:
                    pass
                held.append(connection)
            room = 32 * 1024 * 1024 // 60000  # bodies that may be held
            self.assertTrue(until(lambda: sum(map(is_closed, held)) >= count - room - 60), "all bodies are held")
            grown = server.metric("elektro_resident_bytes") - before
            print(f"# {grown / 1e6:.0f} MB more for {count} bodies of 64 KB")
            self.assertFalse(BYTES and grown > BYTES + 8_000 * count, f"{grown} bytes more are in use")
            Http(server, "Ben").get("/api/v1/hello")
            for connection in held:
                connection.close()


class Descriptors(ServerTestCase):
    """Few descriptors left."""

    def limited(self, folder, limit):
        """The program, with so many descriptors."""
        path = os.path.join(folder, "elektro")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nulimit -n {limit}\nexec "{ELEKTRO}" "$@"\n')
        os.chmod(path, 0o700)
        return path

    def test_few(self):
        """without free descriptors the server rests, games and admin commands go on, and the log stays small"""
        with tempfile.TemporaryDirectory() as folder, Server(self.limited(folder, 140)) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            socket = Socket(server, anna)
            socket.ask("watch", table=code)
            anna.close()
            ben.close()
            before = server.metric("elektro_loops_total")
            held = [connect(server, f"127.0.0.{2 + i % 50}") for i in range(300)]
            socket.ask("move", table=code, seq=0, client="a", move="nominate 4 4")
            self.assertEqual(server.admin("end", code).stdout, "Done.\n", "the admin command was not run")
            for _ in range(20):
                socket.ask("hello")
            backup = server.admin("backup", os.path.join(folder, "backup"))
            self.assertEqual(backup.returncode, 0, backup.stderr)
            for connection in held:
                connection.close()
            loops = server.metric("elektro_loops_total") - before
            self.assertLess(loops, 5000, "the loop was busy")
            self.assertLess(len(server.said()), 20000, server.said()[-300:])
            self.assertIn("accepting pauses", server.said())
            self.assertEqual(Http(server).raw("GET", "/healthz")[0], 200, "nobody is served any more")

    def test_too_few(self):
        """a server that cannot work with its descriptors says so when it starts"""
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(RuntimeError, "Raise the limit"):
                Server(self.limited(folder, 60))
