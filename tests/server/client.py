"""A server to test, and clients for it: plain HTTP and a small WebSocket, with the standard library."""

import base64
import contextlib
import http.client
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
import unittest
import weakref


# Tests create more tables than a guest may have, unless they are about that.
UNLIMITED = ("--guest-tables", "0", "--account-tables", "0", "--guest-games", "0", "--tournaments", "0")
PASSWORD = "correct horse"  # of every account


class Refused(Exception):
    """The server refused a request; .code is the reason."""

    def __init__(self, error, status=0):
        super().__init__(f"{error.get('code')}: {error.get('text')}")
        self.error = error
        self.code = error.get("code")
        self.status = status


class Closed(ConnectionError):
    """The server closed a WebSocket with a frame that says so; .code is the status in it."""

    def __init__(self, payload):
        super().__init__("closed by the server: " + payload[2:].decode())
        self.code = int.from_bytes(payload[:2], "big")


def free_port():
    """A free port that the system does not assign to a connection of another test."""
    while True:
        port = random.SystemRandom().randrange(10240, 32768)  # the system assigns those above
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


# How long a test waits for one thing, in seconds: on a busy machine it takes long.
WAIT = 120


def until(what, seconds=WAIT):
    """Waits until a call returns a true value, and returns it; after the time limit, its last value."""
    end = time.monotonic() + seconds
    while not (answer := what()) and time.monotonic() < end:
        time.sleep(0.02)
    return answer


@contextlib.contextmanager
def frozen(*pids):
    """Processes stand still while the block lasts."""
    with contextlib.ExitStack() as all_go_on:
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
            all_go_on.callback(os.kill, pid, signal.SIGCONT)
        yield


class Server:
    """elektro serve with a fresh data folder."""

    source = ""  # another address of this machine from which clients connect

    def __init__(self, elektro, *options, data=None, env=None, rate=20000, listener=None, stdin=None, store=None):
        self.elektro = elektro
        self.options = options
        self.own_data = data is None
        self.data = data or tempfile.mkdtemp(prefix="elektro-test-")
        self.listener = listener  # a listening socket that it gets from its parent; None: it opens one
        self.port = listener.getsockname()[1] if listener else free_port()
        self.env = env
        self.stdin = stdin
        self.store = store or os.environ.get("ELEKTRO_TEST_POSTGRES", "")  # store: that of another server, which is kept
        if self.store and not store:
            subprocess.run(["psql", "-q", self.store, "-c", "DROP SCHEMA public CASCADE",
                            "-c", "CREATE SCHEMA public"], check=True, stderr=subprocess.DEVNULL)
        if self.store:
            self.options += ("--store", self.store)
        self.rate = rate
        self.tables = []  # (code, host) of the tables that new_table created
        self.sockets = weakref.WeakSet()  # of clients
        self.process = None
        self.start()

    def start(self):
        self.log = open(os.path.join(self.data, "log"), "ab")
        self.output = open(os.path.join(self.data, "output"), "ab")
        self.process = self.spawn()
        if not until(self.listens):
            raise RuntimeError("the server does not listen")

    def spawn(self):
        """Starts a process; returns it."""
        command = [self.elektro, "serve", "--port", str(self.port), "--data", self.data, "--quiet",
                   "--rate", str(self.rate), *UNLIMITED,
                   "--web", os.path.join(self.data, "web"), *self.options]
        more = {}
        if self.listener:
            command = ["sh", "-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', "sh", *command]
            more = {"pass_fds": (3,), "preexec_fn": lambda: os.dup2(self.listener.fileno(), 3)}
        return subprocess.Popen(command, stdin=self.stdin, stdout=self.output, stderr=self.log,
                                env=self.environment(), **more)

    def environment(self):
        return {**os.environ, **(self.env or {})}

    def listens_now(self):
        """Whether it accepts connections."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
            return True
        except OSError:
            return False

    def listens(self):
        if self.listens_now():
            return True
        if self.process.poll() is not None:
            raise RuntimeError("the server did not start: " + self.said())
        return False

    def said(self):
        with open(os.path.join(self.data, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def printed(self):
        """Its standard output, of which it may keep the last part until it ends."""
        with open(os.path.join(self.data, "output"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def kill(self):
        """Kills the process, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.close_files()

    def stop(self):
        """Stops it with a signal; returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=WAIT)
        except subprocess.TimeoutExpired:
            self.kill()
            return "hung"
        self.close_files()
        return status

    def close_files(self):
        self.log.close()
        self.output.close()

    def admin(self, *arguments, timeout=WAIT):
        """Runs an admin command on its database."""
        store = ["--store", self.store] if self.store else ["--data", self.data]
        return subprocess.run([self.elektro, "admin", *store, *arguments], capture_output=True, text=True,
                              check=False, timeout=timeout, env=self.environment())

    def metric(self, name):
        """The value of one of its metrics."""
        text = Http(self).raw("GET", "/metrics")[2].decode()
        return int(re.search(rf"^{name} (\d+)$", text, re.MULTILINE)[1])

    def clean(self):
        """Stops it and removes its folder; a crash or a non-zero exit status is an error."""
        # A server that stops waits for clients that do not answer its farewell; these do not.
        for client in list(self.sockets):
            client.close()
        status = self.stop() if not self.log.closed else 0
        said = self.said()
        if self.own_data:
            shutil.rmtree(self.data, ignore_errors=True)
        if status != 0:
            raise RuntimeError(f"the server ended with {status}: {said[-3000:]}")

    def __enter__(self):
        return self

    def __exit__(self, _, problem, __):
        if isinstance(problem, Exception):
            for note in self.story():
                problem.add_note(note)
        self.clean()

    def story(self):
        """Diagnostics for a failed test: the server's log, and the records of its games."""
        yield f"The server said: {self.said()[-3000:]}"
        for code, host in self.tables[-3:]:
            try:
                yield f"Table {code}:\n" + Http(self, cookie=host.cookie).get(f"/api/v1/tables/{code}/record")["record"]
            except (OSError, ValueError, Refused, http.client.HTTPException) as no:
                yield f"The record of table {code} cannot be read: {no!r}"


class Http:
    """A client over plain HTTP that keeps a cookie."""

    def __init__(self, server, name=None, cookie=None):
        self.server = server
        self.cookie = cookie
        self.device = None  # the cookie of a device that has logged in
        self.headers = {}
        self.connection = None
        self.source = server.source
        if name:
            self.you = self.post("/api/v1/guest", name=name)["you"]

    def raw(self, method, path, body=None, headers=None):
        """Returns (status, headers, bytes)."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=WAIT,
                                                         source_address=(self.source, 0))
        sent = dict(self.headers)
        if self.cookie or self.device:
            sent["Cookie"] = "; ".join(filter(None, (self.cookie, self.device)))
        sent.update(headers or {})
        kept = self.connection.sock is not None
        try:
            try:
                self.connection.request(method, path, body, sent)
                answer = self.connection.getresponse()
            except ConnectionError:
                if not kept:
                    raise
                # The server may close a kept-alive connection at any moment: the request is sent again on a new one.
                self.connection.close()
                self.connection.request(method, path, body, sent)
                answer = self.connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, value = re.match(r"([^=]+)=([^;]*)", cookie).groups()
            if name.endswith("-device"):
                self.device = f"{name}={value}"
            else:
                self.cookie = f"{name}={value}" if value else None
        return answer.status, answer.headers, data

    def ask(self, method, path, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} if body is not None else {}
        sent.update(headers or {})
        status, _, text = self.raw(method, path, data, sent)
        reply = json.loads(text)
        if not reply["ok"]:
            raise Refused(reply["error"], status)
        return reply

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, **fields):
        return self.ask("POST", path, fields)

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None


def account(server, name, address=None):
    """A client with an account; with an address, one who comes from there through a proxy."""
    who = Http(server)
    if address:
        who.headers["X-Forwarded-For"] = address
    who.you = who.post("/api/v1/register", name=name, password=PASSWORD)["you"]
    return who


class Socket:
    """A client over a WebSocket; requests and pushes are dictionaries."""

    def __init__(self, server, http=None, headers=None):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT,
                                               source_address=(server.source, 0))
        server.sockets.add(self)
        self.buffer = b""
        self.pushes = []
        self.frames = []
        self.next_id = 0
        lines = [f"GET /ws HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
                 "Sec-WebSocket-Protocol: elektro-1"]
        if http is not None and http.cookie:
            lines.append("Cookie: " + http.cookie)
        for key, value in (headers or {}).items():
            lines.append(f"{key}: {value}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            some = self.socket.recv(4096)
            if not some:
                raise ConnectionError("the handshake was refused: " + head.decode()[:80])
            head += some
        head, self.buffer = head.split(b"\r\n\r\n", 1)
        self.head = head.decode()
        self.status = int(head.split()[1])
        if self.status != 101:
            raise ConnectionError(f"the handshake was refused: {self.status}")

    @staticmethod
    def masked(payload, opcode=1, final=True):
        """The bytes of a frame."""
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([opcode | (0x80 if final else 0)])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        return head + mask + masked

    def send_frame(self, payload, opcode=1, final=True):
        self.socket.sendall(self.masked(payload, opcode, final))

    def take(self, count):
        while len(self.buffer) < count:
            some = self.socket.recv(65536)
            if not some:
                raise ConnectionError("closed")
            self.buffer += some
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def frame(self):
        """The next message as text; pings are answered."""
        text = b""
        while True:
            first, second = self.take(2)
            size = second & 0x7f
            if size == 126:
                size, = struct.unpack(">H", self.take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.take(8))
            payload = self.take(size)
            if first & 0x0f == 8:
                raise Closed(payload)
            if first & 0x0f == 9:
                self.send_frame(payload, 10)
                continue
            text += payload
            if first & 0x80:
                self.frames.append(text)
                return text.decode()

    def frame_of(self, do, **fields):
        """The number of a request that is to be sent, and its frame."""
        self.next_id += 1
        return self.next_id, self.masked(json.dumps({"do": do, "id": self.next_id, **fields}).encode())

    def send(self, do, **fields):
        number, frame = self.frame_of(do, **fields)
        self.socket.sendall(frame)
        return number

    def reply(self, number):
        while True:
            message = json.loads(self.frame())
            if message.get("re") == number:
                if not message["ok"]:
                    raise Refused(message["error"])
                return message
            self.pushes.append(message)

    def ask(self, do, **fields):
        return self.reply(self.send(do, **fields))

    def push(self, name, timeout=WAIT):
        """The next push of this name."""
        until = time.time() + timeout
        while True:
            for i, message in enumerate(self.pushes):
                if message.get("push") == name:
                    return self.pushes.pop(i)
            if not self.buffer and not select.select([self.socket], [], [],
                                                     max(0, until - time.time()))[0]:
                raise TimeoutError(f"no push {name}")
            self.pushes.append(json.loads(self.frame()))

    def close(self):
        self.socket.close()


def new_table(http, others=(), bots=(), **settings):
    """Creates a table, seats the others and the bots, and starts the game; returns its code."""
    settings.setdefault("players", 1 + len(others) + len(bots))
    code = http.post("/api/v1/tables", **settings)["info"]["table"]
    http.server.tables.append((code, http))
    for other in others:
        other.post(f"/api/v1/tables/{code}/join")
        other.post(f"/api/v1/tables/{code}/ready", ready=True)
    for bot in bots:
        level, _, style = bot.partition(":")
        http.post(f"/api/v1/tables/{code}/bots", level=level, **({"style": style} if style else {}))
    http.post(f"/api/v1/tables/{code}/start")
    return code


class ServerTestCase(unittest.TestCase):
    """Base class of cases that use a server."""

    def refused(self, code, do, *arguments, **fields):
        """Asserts that the call is refused with this code; returns the refusal."""
        with self.assertRaises(Refused) as caught:
            do(*arguments, **fields)
        self.assertEqual(caught.exception.code, code, caught.exception)
        return caught.exception
