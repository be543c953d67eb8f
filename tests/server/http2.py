"""TLS and HTTP/2 for tests: certificates, and a small client."""

import os
import socket
import ssl
import struct
import subprocess


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

    def get(self, number, path, **more):
        """Asks for a path, with more headers."""
        headers = b""
        for name, value in ((":method", "GET"), (":scheme", "https"), (":path", path),
                            (":authority", f"localhost:{self.server.port}"), *more.items()):
            for text in (name.replace("_", "-"), value):  # literals without indexing
                headers += (b"\0" if text is not value else b"") + bytes([len(text)]) + text.encode()
        end_of_stream_and_headers = 5
        self.socket.sendall(h2_frame(self.HEADERS, end_of_stream_and_headers, number, headers))

    def watch(self, number, http, code):
        """Opens an event stream of a table; returns after its first event."""
        self.get(number, f"/api/v1/tables/{code}/events", cookie=http.cookie)
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
                if text is None or text in got:
                    return
                raise ConnectionError(f"stream {number} ended after {got[-200:]}")
