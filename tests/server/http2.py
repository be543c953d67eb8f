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
    """A connection over TLS and HTTP/2, by as much of HTTP/2 as tests need."""

    DATA, HEADERS, RESET, SETTINGS, WINDOW_UPDATE = 0, 1, 3, 4, 8
    END_STREAM, END_HEADERS = 1, 4

    def __init__(self, server, window=None, buffer=None):
        """window: how many bytes the server may send on a stream before the window is opened further; buffer: how many
        the system takes that have not been read."""
        self.server = server
        self.sizes = []  # of all DATA frames
        plain = socket.socket()
        plain.settimeout(60)
        if buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        plain.connect(("127.0.0.1", server.port))
        self.socket = tls("h2").wrap_socket(plain)
        if self.socket.selected_alpn_protocol() != "h2":
            raise ConnectionError("the server does not offer HTTP/2")
        settings = b"" if window is None else struct.pack(">HI", 4, window)
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + h2_frame(self.SETTINGS, 0, 0, settings))

    def request(self, number, method, path, *more, end=True):
        """Sends the head of a request; more are pairs of name and value."""
        headers = b""
        for name, value in ((":method", method), (":scheme", "https"), (":path", path),
                            (":authority", f"localhost:{self.server.port}"), *more):
            for text in (name, value):  # literals without indexing
                headers += (b"\0" if text is name else b"") + bytes([len(text)]) + text.encode()
        self.socket.sendall(h2_frame(self.HEADERS, self.END_HEADERS | (self.END_STREAM if end else 0), number, headers))

    def get(self, number, path, **more):
        """Asks for a path, with more headers."""
        self.request(number, "GET", path, *((name.replace("_", "-"), value) for name, value in more.items()))

    def watch(self, number, http, code):
        """Opens an event stream of a table; returns after its first event."""
        self.get(number, f"/api/v1/tables/{code}/events", cookie=http.cookie)
        self.wait(number, b"data: ")

    def open_window(self, number, size):
        """Lets the server send so many bytes more on a stream; 0: on the connection."""
        self.socket.sendall(h2_frame(self.WINDOW_UPDATE, 0, number, struct.pack(">I", size)))

    def ping(self):
        """Returns what streams brought until the server answers a ping."""
        self.socket.sendall(h2_frame(6, 0, 0, b"12345678"))
        got = b""
        while True:
            kind, flags, _, payload = self.frame()
            if kind == 6 and flags & 1:
                return got
            got += payload if kind == self.DATA else b""

    def take(self, count):
        got = b""
        while len(got) < count:
            some = self.socket.recv(count - len(got))
            if not some:
                raise ConnectionError("the connection was closed")
            got += some
        return got

    def frame(self):
        """The next frame: kind, flags, stream, payload."""
        head = self.take(9)
        kind, flags, stream = head[3], head[4], struct.unpack(">I", head[5:])[0]
        payload = self.take(int.from_bytes(head[:3], "big"))
        if kind == self.DATA:
            self.sizes.append(len(payload))
        return kind, flags, stream, payload

    def wait(self, number, text):
        """Reads until a stream brings this text, or, for None, ends; returns all it brought. What other streams
        bring is dropped."""
        got = b""
        while text is None or text not in got:
            kind, flags, stream, payload = self.frame()
            if stream != number:
                continue
            got += payload if kind == self.DATA else b""
            if kind == self.RESET or (kind in (self.DATA, self.HEADERS) and flags & self.END_STREAM):
                if text is None or text in got:
                    return got
                raise ConnectionError(f"stream {number} ended after {got[-200:]}")
        return got
