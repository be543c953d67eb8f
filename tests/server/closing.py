"""Connections that the server closes: of a blocked account, and those whose other end is gone.

    tests/run closing.py ELEKTRO
"""

import ctypes
import http.client
import json
import os
import select
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

from client import Http, Server, ServerTestCase, Socket, new_table, until

ELEKTRO = sys.argv[1]
AT_ONCE = 0.5  # seconds: far less than any timeout of the server


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


def make_certificate(folder):
    """Returns the options with which the server speaks https, and HTTP/2."""
    certificate, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", certificate,
                    "-days", "2", "-subj", "/CN=localhost"], check=True, capture_output=True)
    return "--tls-cert", certificate, "--tls-key", key


def h2_frame(kind, flags, stream, payload):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def tls(*protocols):
    """Settings of a client that takes any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if protocols:
        context.set_alpn_protocols(protocols)
    return context


class H2:
    """A connection over TLS and HTTP/2, by as much of HTTP/2 as event streams need."""

    DATA, HEADERS, RESET, SETTINGS = 0, 1, 3, 4

    def __init__(self, server):
        self.server = server
        self.socket = tls("h2").wrap_socket(socket.create_connection(("127.0.0.1", server.port), timeout=60))
        if self.socket.selected_alpn_protocol() != "h2":
            raise ConnectionError("the server does not offer HTTP/2")
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + h2_frame(self.SETTINGS, 0, 0, b""))

    def watch(self, number, http, code):
        """Opens an event stream of a table; returns after its first event."""
        headers = b""
        for name, value in ((":method", "GET"), (":scheme", "https"),
                            (":path", f"/api/v1/tables/{code}/events"),
                            (":authority", f"localhost:{self.server.port}"), ("cookie", http.cookie)):
            for text in (name, value):  # literals without indexing
                headers += (b"\0" if text is name else b"") + bytes([len(text)]) + text.encode()
        end_of_stream_and_headers = 5
        self.socket.sendall(h2_frame(self.HEADERS, end_of_stream_and_headers, number, headers))
        self.wait(number, b"data: ")

    def take(self, count):
        got = b""
        while len(got) < count:
            some = self.socket.recv(count - len(got))
            if not some:
                raise ConnectionError("the connection was closed")
            got += some
        return got

    def wait(self, number, text):
        """Reads until a stream brings this text, or, for None, ends. What other streams bring is dropped."""
        got = b""
        while text is None or text not in got:
            head = self.take(9)
            kind, flags, stream = head[3], head[4], struct.unpack(">I", head[5:])[0]
            payload = self.take(int.from_bytes(head[:3], "big"))
            if stream != number:
                continue
            got += payload if kind == self.DATA else b""
            if kind == self.RESET or (kind in (self.DATA, self.HEADERS) and flags & 1):
                if text is None:
                    return
                raise ConnectionError(f"stream {number} ended after {got[-200:]}")


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
            self.assertTrue(until(lambda: not is_here(), 10), "it is open after 10 s")
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
