"""The PostgreSQL of servers under test: statements, and a cable to it."""

import contextlib
import socket
import subprocess
import threading
from urllib.parse import parse_qs, urlsplit


def sql(server, text):
    return subprocess.run(["psql", "-qtA", server.store, "-c", text], check=True, capture_output=True,
                          text=True).stdout.strip()


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
