"""TLS and HTTP/2 for tests: certificates, and a small client."""

import http.client
import json
import os
import socket
import ssl
import struct
import subprocess

from client import Http


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


class Https(Http):
    """The same over TLS, with HTTP/1.1."""

    def raw(self, method, path, body=None, headers=None):
        if self.connection is None:
            self.connection = http.client.HTTPSConnection("127.0.0.1", self.server.port, timeout=60, context=tls())
        return super().raw(method, path, body, headers)


def literal(name, value):
    """A header field, without compression and not to be remembered (RFC 7541)."""
    field = b"\0"
    for text in (name.encode(), value.encode()):
        left = len(text) - 127
        field += bytes([min(len(text), 127)])
        while left >= 0:
            field += bytes([left & 0x7f | (0x80 if left > 0x7f else 0)])
            left = (left >> 7) or -1
        field += text
    return field


def status_of(block):
    """The status in the header fields of an answer: the first of them, and one that is not in a dynamic table."""
    while block[0] & 0xe0 == 0x20:  # the size of the table
        block = block[1:]
    if block[0] & 0x80:
        return (200, 204, 206, 304, 400, 404, 500)[block[0] - 0x88]
    if block[0] in (0x00, 0x10, 0x40):  # its name is not in the static table either
        block = block[1 + block[1]:]
    if not block[1] & 0x80:
        return int(block[2:2 + block[1]])
    bits = "".join(f"{byte:08b}" for byte in block[2:2 + (block[1] & 0x7f)])
    digits = ""
    while len(digits) < 3:  # 0 to 2 have five bits, the others six
        size = 5 if bits.startswith("000") else 6
        digits += str(int(bits[:size], 2) - (0 if size == 5 else 22))
        bits = bits[size:]
    return int(digits)


def names_of(block):
    """The names of header fields by their numbers in the static table (RFC 7541, appendix A), for those that are in it."""
    at, names = 0, []

    def integer(bits):
        nonlocal at
        value, shift = block[at] & ((1 << bits) - 1), 0
        at += 1
        if value == (1 << bits) - 1:
            while True:
                value += (block[at] & 0x7f) << shift
                shift += 7
                at += 1
                if not block[at - 1] & 0x80:
                    break
        return value

    def skip_text():
        nonlocal at
        length = integer(7)
        at += length

    while at < len(block):
        first = block[at]
        if first & 0xe0 == 0x20:  # the size of the table
            integer(5)
            continue
        names.append(integer(7 if first & 0x80 else 6 if first & 0x40 else 4))
        if not first & 0x80:
            if names[-1] == 0:
                skip_text()
            skip_text()
    return names


class Answer:
    """What a stream has brought: the status (0: none yet), the body, and how it ended."""

    def __init__(self):
        self.status, self.body = 0, b""
        self.names = []  # of its header fields (names_of)
        self.ended = False
        self.reset = None  # the code of the error, if the server has reset the stream


class H2:
    """A connection over TLS and HTTP/2, by as much of HTTP/2 as tests need."""

    DATA, HEADERS, PRIORITY, RESET, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 2, 3, 4, 6, 7, 8, 9
    END_STREAM, END_HEADERS = 1, 4
    NO_ERROR, PROTOCOL_ERROR, REFUSED_STREAM, CANCEL, ENHANCE_YOUR_CALM = 0, 1, 7, 8, 11

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
        settings = struct.pack(">HI", 1, 0)  # no dynamic table
        settings += b"" if window is None else struct.pack(">HI", 4, window)
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + h2_frame(self.SETTINGS, 0, 0, settings))

    def request(self, number, method, path, *more, end=True):
        """Sends the head of a request; more are pairs of name and value."""
        self.send(self.HEADERS, self.END_HEADERS | (self.END_STREAM if end else 0), number,
                  self.head(method, path, *more))

    def head(self, method, path, *more):
        """The header fields of a request."""
        fields = ((":method", method), (":scheme", "https"), (":path", path),
                  (":authority", f"localhost:{self.server.port}"), *more)
        return b"".join(literal(name, value) for name, value in fields)

    def send(self, kind, flags, stream, payload=b""):
        """Sends a frame."""
        self.socket.sendall(h2_frame(kind, flags, stream, payload))

    def post(self, number, path, body, *more):
        """Sends a request with an object, in one frame."""
        text = json.dumps(body).encode()
        self.begin_post(number, path, len(text), *more)
        self.send(self.DATA, self.END_STREAM, number, text)

    def begin_post(self, number, path, length, *more):
        """Sends the head of a request whose body is to follow."""
        self.request(number, "POST", path, ("content-type", "application/json"), ("content-length", str(length)),
                     *more, end=False)

    def get(self, number, path, **more):
        """Asks for a path, with more headers."""
        self.request(number, "GET", path, *((name.replace("_", "-"), value) for name, value in more.items()))

    def watch(self, number, http, code):
        """Opens an event stream of a table; returns after its first event."""
        self.get(number, f"/api/v1/tables/{code}/events", cookie=http.cookie)
        self.wait(number, b"data: ")

    def open_window(self, number, size):
        """Lets the server send so many bytes more on a stream; 0: on the connection."""
        self.send(self.WINDOW_UPDATE, 0, number, struct.pack(">I", size))

    def ping(self):
        """Returns what streams brought until the server answers a ping."""
        self.send(self.PING, 0, 0, b"12345678")
        got = b""
        while True:
            kind, flags, _, payload = self.frame()
            if kind == self.PING and flags & 1:
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

    def answers(self, *numbers):
        """Reads until each of these streams has ended; returns what they brought. What others bring is dropped."""
        got = {number: Answer() for number in numbers}
        while not all(answer.ended for answer in got.values()):
            kind, flags, stream, payload = self.frame()
            if kind == self.GOAWAY:
                raise ConnectionError(f"the server ends the connection: {payload.hex()}")
            if stream in got:
                self.add_to(got[stream], kind, flags, payload)
        return list(got.values())

    def add_to(self, answer, kind, flags, payload):
        """Adds a frame to an answer."""
        if kind == self.HEADERS:
            answer.status, answer.names = status_of(payload), names_of(payload)
        elif kind == self.DATA:
            answer.body += payload
        elif kind == self.RESET:
            answer.reset, answer.ended = struct.unpack(">I", payload)[0], True
        answer.ended |= kind in (self.DATA, self.HEADERS) and bool(flags & self.END_STREAM)

    def answer(self, number):
        """Reads until a stream has ended; returns what it brought."""
        return self.answers(number)[0]

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
