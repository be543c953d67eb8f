"""Connections that the server closes: of a blocked account, and those whose other end is gone.

    tests/run closing.py ELEKTRO
"""

import ctypes
import http.client
import json
import select
import socket
import ssl
import struct
import sys
import tempfile
import time

from client import Http, Server, ServerTestCase, Socket, new_table, until
from http2 import H2, make_certificate, tls

ELEKTRO = sys.argv[1]
AT_ONCE = 15  # seconds: far less than any timeout of the server where nothing else is set


def closed_within(connection, seconds):
    """Reads until the other end closes; False if it stays open for that long."""
    until = time.monotonic() + seconds
    while select.select([connection], [], [], max(0, until - time.monotonic()))[0]:
        try:
            if not connection.recv(65536):
                return True
        except (ConnectionResetError, ssl.SSLEOFError):
            return True
    return False


def after_first_event(stream):
    got = b""
    while b"data: " not in got:
        some = stream.recv(65536)
        if not some:
            raise ConnectionError(f"no stream: {got[:200]}")
        got += some
    return stream


def open_stream(server, http, code):
    """An event stream of a table as a plain socket, after its first event."""
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    stream.sendall((f"GET /api/v1/tables/{code}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                    f"Cookie: {http.cookie}\r\n\r\n").encode())
    return after_first_event(stream)


def vanish(connection):
    """From now on this end of a connection takes no packets, so that none is acknowledged."""
    return_nothing = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))
    SO_ATTACH_FILTER = 26
    connection.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER,
                          struct.pack("HP", 1, ctypes.addressof(return_nothing)))


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

    def test_blocked_h2(self):
        """an event stream over HTTP/2 of a blocked account is closed when the admin command returns"""
        with tempfile.TemporaryDirectory() as folder, Server(ELEKTRO) as server:
            anna = Http(server)
            anna.post("/api/v1/register", name="Anna", password="correct horse")
            code = anna.post("/api/v1/tables", players=2)["info"]["table"]
            server.stop()
            server.options += make_certificate(folder)
            server.start()
            connection = H2(server)
            connection.watch(1, anna, code)
            self.assertEqual(server.admin("block", "Anna").stdout, "Done.\n")
            self.assertTrue(closed_within(connection.socket, AT_ONCE), "it is open")
            connection.socket.close()

    def test_shared_h2(self):
        """a stream of HTTP/2 that is closed by logging out ends alone: others on the connection go on"""
        with tempfile.TemporaryDirectory() as folder, Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = anna.post("/api/v1/tables", players=2)["info"]["table"]
            server.stop()
            server.options += make_certificate(folder)
            server.start()
            connection = H2(server)
            connection.watch(1, anna, code)
            connection.watch(3, ben, code)

            def post(who, path, **fields):
                https = http.client.HTTPSConnection("127.0.0.1", server.port, context=tls(), timeout=60)
                https.request("POST", path, json.dumps(fields),
                              {"Cookie": who.cookie, "Content-Type": "application/json"})
                self.assertEqual(https.getresponse().status, 200)
                https.close()

            post(anna, "/api/v1/logout")
            connection.wait(1, None)
            post(ben, f"/api/v1/tables/{code}/chat", text="still here")
            connection.wait(3, b"still here")
            connection.socket.close()

    def test_vanished(self):
        """an event stream whose reader is gone without a word is closed, not only when TCP gives up"""
        with Server(ELEKTRO, *PINGS) as server:
            anna = Http(server, "Anna")
            code = anna.post("/api/v1/tables", players=2)["info"]["table"]

            def is_here():
                return anna.get(f"/api/v1/tables/{code}")["info"]["seats"][0]["here"]

            stream = open_stream(server, anna, code)
            self.assertTrue(is_here())
            vanish(stream)
            self.assertTrue(until(lambda: not is_here()), "it is open")
            stream.close()

    def test_reading(self):
        """an event stream that is read stays open"""
        with Server(ELEKTRO, *PINGS) as server:
            anna = Http(server, "Anna")
            code = anna.post("/api/v1/tables", players=2)["info"]["table"]
            stream = open_stream(server, anna, code)
            self.assertFalse(closed_within(stream, 4), "it was closed")
            stream.close()

    def test_silent(self):
        """a socket that answers no ping is closed, though nothing else happens on the server"""
        with Server(ELEKTRO, *PINGS) as server:
            dead = Socket(server)
            opened = time.monotonic()
            # A second of silence, a second for the pong, and the server looks once a second.
            self.assertTrue(closed_within(dead.socket, 60), "it is open after a minute")
            self.assertGreaterEqual(time.monotonic() - opened, 1, "it was closed before it was pinged")
            dead.close()

    def test_answering(self):
        """a socket that answers pings stays open"""
        with Server(ELEKTRO, "--ping-after", "1", "--ping-timeout", "60") as server:
            alive = Socket(server)
            for number in range(4):
                self.assertTrue(select.select([alive.socket], [], [], 60)[0], f"no ping {number}")
                first, size = alive.take(2)
                self.assertEqual(first & 0x0f, 9, f"frame of type {first & 0x0f} instead of ping {number}")
                alive.send_frame(alive.take(size & 0x7f), 10)
            self.assertIsNone(alive.ask("hello")["you"], "it is not served")
            alive.close()
