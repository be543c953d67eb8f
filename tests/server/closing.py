"""Connections that the server closes: of a blocked account, and those whose other end is gone.

    tests/run closing.py ELEKTRO
"""

import select
import socket
import sys
import time

from client import Http, Server, ServerTestCase, Socket, new_table

ELEKTRO = sys.argv[1]
AT_ONCE = 0.5  # seconds: far less than any timeout of the server


def closed_within(connection, seconds):
    """Reads until the other end closes; False if it stays open for that long."""
    until = time.monotonic() + seconds
    while select.select([connection], [], [], max(0, until - time.monotonic()))[0]:
        try:
            if not connection.recv(65536):
                return True
        except ConnectionResetError:
            return True
    return False


def open_stream(server, http, code):
    """An event stream of a table as a plain socket, after its first event."""
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    stream.sendall((f"GET /api/v1/tables/{code}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                    f"Cookie: {http.cookie}\r\n\r\n").encode())
    got = b""
    while b"data: " not in got:
        some = stream.recv(65536)
        if not some:
            raise ConnectionError(f"no stream: {got[:200]}")
        got += some
    return stream


PINGS = ("--ping-after", "1", "--ping-timeout", "1")


class Closing(ServerTestCase):
    def test_blocked(self):
        """sockets and streams of a blocked account are closed when the admin command returns"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server), Http(server, "Ben")
            anna.post("/api/v1/register", name="Anna", password="correct horse")
            code = new_table(anna, [ben])
            bens = Socket(server, ben)
            annas = [("socket", Socket(server, anna).socket), ("another socket", Socket(server, anna).socket),
                     ("stream", open_stream(server, anna, code))]
            run = server.admin("block", "Anna")
            self.assertEqual(run.stdout, "Done.\n", f"block: {run.stdout}{run.stderr}")
            for what, connection in annas:
                self.assertTrue(closed_within(connection, AT_ONCE),
                                f"the {what} is open {AT_ONCE} s after 'elektro admin block' said Done")
                connection.close()
            self.assertEqual(bens.ask("hello")["you"]["name"], "Ben", "Ben's socket was closed, too")
            bens.close()

    def test_silent(self):
        """a socket that answers no ping is closed, though nothing else happens on the server"""
        with Server(ELEKTRO, *PINGS) as server:
            dead = Socket(server)
            opened = time.monotonic()
            # A second of silence, a second for the pong, and the server looks once a second.
            self.assertTrue(closed_within(dead.socket, 6), "it is open after 6 s")
            self.assertGreaterEqual(time.monotonic() - opened, 1, "it was closed before it was pinged")
            dead.close()

    def test_answering(self):
        """a socket that answers pings stays open"""
        with Server(ELEKTRO, *PINGS) as server:
            alive = Socket(server)
            for number in range(4):
                self.assertTrue(select.select([alive.socket], [], [], 6)[0], f"no ping {number}")
                first, size = alive.take(2)
                self.assertEqual(first & 0x0f, 9, f"frame of type {first & 0x0f} instead of ping {number}")
                alive.send_frame(alive.take(size & 0x7f), 10)
            self.assertIsNone(alive.ask("hello")["you"], "it is not served")
            alive.close()
