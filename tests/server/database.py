"""The database of servers under test: statements; of PostgreSQL what servers tell each other, and a cable to it."""

import contextlib
import os
import re
import socket
import sqlite3
import subprocess
import threading
from urllib.parse import parse_qs, urlsplit

LOCK = int.from_bytes(b"Elektro", "big")  # of servers: shared by nodes, exclusive for releases that share with nobody


def sql(server, text):
    """Changes the database behind the server's back, or reads rows of a query, of SQLite the first one."""
    if server.store:
        run = subprocess.run(["psql", "-qtA", server.store, "-c", text], check=True, capture_output=True, text=True)
        return run.stdout.strip()
    with contextlib.closing(sqlite3.connect(os.path.join(server.data, "elektro.db"), timeout=30)) as db, db:
        row = db.execute(text).fetchone()
        return "|".join(map(str, row)) if row else ""


def sql_everywhere(server, text):
    """The same for a change that holds in both databases of a server that has two."""
    if server.store:
        sql(server, text)
        return
    for name in sorted(os.listdir(server.data)):
        if re.fullmatch(r"elektro\.db(-accounts)?", name):
            with contextlib.closing(sqlite3.connect(os.path.join(server.data, name), timeout=30)) as db, db:
                db.execute(text)


def backend(server):
    """The process of PostgreSQL that serves the only server."""
    return int(sql(server, "SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"))


class Session:
    """A session of PostgreSQL that stays."""

    def __init__(self, server):
        self.psql = subprocess.Popen(["psql", "-qtA", server.store], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     text=True)

    def run(self, text=""):
        """Runs statements; returns the lines that psql has printed since the last call."""
        self.psql.stdin.write(text + "\nSELECT 'ready';\n")
        self.psql.stdin.flush()
        lines = []
        while (line := self.psql.stdout.readline()) != "ready\n":
            if not line:
                raise ConnectionError("psql has ended")
            lines.append(line.rstrip("\n"))
        return lines

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.psql.stdin.close()
        self.psql.wait()
        self.psql.stdout.close()


class Listener(Session):
    """Hears what servers tell each other in a channel of PostgreSQL."""

    def __init__(self, server, channel):
        super().__init__(server)
        self.channel = channel
        self.run(f"LISTEN {channel};")

    def heard(self):
        """The messages since the last call; each ends with the number of the process of PostgreSQL that sent it."""
        # psql prints those that came with an answer after it.
        return [line for line in self.run() + self.run() if self.channel in line]


class Cable:
    """Between a node and PostgreSQL: it can be cut, and mended."""

    def __init__(self, server):
        self.path = parse_qs(urlsplit(server.store).query)["host"][0] + "/.s.PGSQL.5432"
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.store = f"postgres://elektro@127.0.0.1:{self.listener.getsockname()[1]}/postgres"
        self.pairs, self.whole, self.silent = [], True, threading.Event()
        self.silent.set()  # not silent
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            if not self.whole:
                client.close()
                continue
            database = socket.socket(socket.AF_UNIX)
            database.connect(self.path)
            self.pairs.append((client, database))
            for pair in ((client, database), (database, client)):
                threading.Thread(target=self.relay, args=pair, daemon=True).start()

    def relay(self, one, other):
        with contextlib.suppress(OSError):
            while some := one.recv(65536):
                self.silent.wait()
                other.sendall(some)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self):
        self.whole = False
        for pair in self.pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self.pairs = []

    def mend(self):
        self.whole = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.silent.set()
        self.cut()
        self.listener.close()
