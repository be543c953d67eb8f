"""What an operator sees in the log, and how a request is found there.

    tests/run logged.py ELEKTRO
"""

import json
import os
import re
import sys

from client import Http, Refused, Server, ServerTestCase, Socket, until

ELEKTRO = sys.argv[1]


def lines_of(server):
    """The lines of its log; every one is an object with at, level and what."""
    lines = [json.loads(line) for line in server.said().splitlines() if line.startswith("{")]
    for line in lines:
        for key in ("at", "level", "what"):
            if not line.get(key):
                raise ValueError(f"a line without {key}: {line}")
    return lines


def named(server, what):
    return [line for line in lines_of(server) if line["what"] == what]


class RequestIds(ServerTestCase):
    def test_answers(self):
        """every answer of plain HTTP has a request id of its own; an error names it too"""
        with Server(ELEKTRO) as server:
            anna, seen = Http(server), set()
            for path in ("/api/v1/hello", "/api/v1/nothing", "/healthz", "/", "/nothing.js"):
                _, headers, body = anna.raw("GET", path)
                self.assertRegex(headers["X-Request-Id"], r"^[0-9a-f]{16}$", path)
                seen.add(headers["X-Request-Id"])
                if path == "/api/v1/nothing":
                    self.assertEqual(json.loads(body)["error"]["request"], headers["X-Request-Id"])
            self.assertEqual(len(seen), 5)

    def test_sockets(self):
        """errors over a WebSocket name the request, numbered within the connection"""
        with Server(ELEKTRO) as server:
            socket = Socket(server)
            ids = [self.refused("no-such-request", socket.ask, "dance").error["request"] for _ in range(2)]
            first, second = (re.fullmatch(r"([0-9a-f]{16})-(\d+)", text) for text in ids)
            self.assertEqual(first[1], second[1])
            self.assertEqual(int(second[2]), int(first[2]) + 1)

    def test_proxy(self):
        """a well-formed id of a trusted proxy is kept; of anybody else, or a bad one, it is not"""
        ours = r"^[0-9a-f]{16}$"
        with Server(ELEKTRO, "--proxied") as server:
            forwarded = {"X-Forwarded-For": "203.0.113.7"}
            for given in ("abc", "0b1d-4F.x_9", "f" * 64):
                _, headers, _ = Http(server).raw("GET", "/api/v1/hello", None, {**forwarded, "X-Request-Id": given})
                self.assertEqual(headers["X-Request-Id"], given)
            for given in ("", "f" * 65, "a b", 'a"b', "a\u00fcb".encode().decode("latin-1"), "a;b", "{x}"):
                _, headers, _ = Http(server).raw("GET", "/api/v1/hello", None, {**forwarded, "X-Request-Id": given})
                self.assertRegex(headers["X-Request-Id"], ours, given)
            socket = Socket(server, headers={**forwarded, "X-Request-Id": "edge-1"})
            self.assertEqual(self.refused("no-such-request", socket.ask, "dance").error["request"], "edge-1-1")
        with Server(ELEKTRO) as server:
            _, headers, _ = Http(server).raw("GET", "/api/v1/hello", None, {"X-Request-Id": "abc"})
            self.assertRegex(headers["X-Request-Id"], ours)


class Requests(ServerTestCase):
    def test_all(self):
        """--log-requests logs every request with its id, name, user, address, status and duration"""
        with Server(ELEKTRO, "--quiet=no", "--log-requests") as server:
            anna = Http(server, "Anna")
            _, headers, _ = anna.raw("GET", "/api/v1/me/tables")
            socket = Socket(server, anna)
            error = self.refused("no-such-table", socket.ask, "watch", table="aaaaaaaaaaaa").error
            lines = {line["request"]: line for line in named(server, "request")}
            line = lines[headers["X-Request-Id"]]
            self.assertEqual((line["do"], line["status"], line["user"], line["address"]),
                             ("mine", "200", str(anna.you["id"]), "127.0.0.1"))
            self.assertGreaterEqual(float(line["ms"]), 0)
            self.assertEqual((lines[error["request"]]["do"], lines[error["request"]]["status"]), ("watch", "404"))

    def test_none(self):
        """without it only requests that fail by the server's fault are logged, and these with their id"""
        with Server(ELEKTRO, "--quiet=no") as server:
            anna = Http(server, "Anna")
            if server.store:
                return
            self.refused("no-such-table", anna.get, "/api/v1/tables/aaaaaaaaaaaa")
            self.assertEqual(named(server, "request"), [])
            import sqlite3
            with sqlite3.connect(os.path.join(server.data, "elektro.db")) as db:
                db.execute("ALTER TABLE users RENAME TO elsewhere")
            with self.assertRaises(Refused) as caught:
                Http(server, "Ben")
            with sqlite3.connect(os.path.join(server.data, "elektro.db")) as db:
                db.execute("ALTER TABLE elsewhere RENAME TO users")
            failed = until(lambda: named(server, "a request failed"))
            self.assertEqual([(line["request"], line["do"], line["level"]) for line in failed],
                             [(caught.exception.error["request"], "guest", "warning")])
