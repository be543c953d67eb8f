"""What an operator sees in the log, and how a request is found there.

    tests/run logged.py ELEKTRO
"""

import json
import os
import re
import socket
import sqlite3
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
            talk = Socket(server)
            ids = [self.refused("no-such-request", talk.ask, "dance").error["request"] for _ in range(2)]
            first, second = (re.fullmatch(r"([0-9a-f]{16})-(\d+)", text) for text in ids)
            self.assertEqual(first[1], second[1])
            self.assertEqual(int(second[2]), int(first[2]) + 1)

    def test_handshake(self):
        """the answer to a handshake has the request id of the connection"""
        with Server(ELEKTRO) as server:
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
                connection.sendall((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
                                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
                                    "Sec-WebSocket-Protocol: elektro-1\r\n\r\n").encode())
                head = b""
                while b"\r\n\r\n" not in head:
                    head += connection.recv(4096)
            self.assertRegex(head.lower(), rb"\r\nx-request-id: [0-9a-f]{16}\r\n")

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
            talk = Socket(server, headers={**forwarded, "X-Request-Id": "edge-1"})
            self.assertEqual(self.refused("no-such-request", talk.ask, "dance").error["request"], "edge-1-1")
        with Server(ELEKTRO) as server:
            _, headers, _ = Http(server).raw("GET", "/api/v1/hello", None, {"X-Request-Id": "abc"})
            self.assertRegex(headers["X-Request-Id"], ours)


class Requests(ServerTestCase):
    def by_request(self, server, awaited):
        """The lines of requests by their ids, once that of the awaited request is there."""
        lines = {line["request"]: line for line in named(server, "request")}
        return lines if awaited in lines else None

    def test_all(self):
        """--log-requests logs every request with its id, name, user, address, status and duration"""
        with Server(ELEKTRO, "--quiet=no", "--log-requests") as server:
            anna = Http(server, "Anna")
            _, headers, _ = anna.raw("GET", "/api/v1/me/tables")
            talk = Socket(server, anna)
            error = self.refused("no-such-table", talk.ask, "watch", table="aaaaaaaaaaaa").error
            lines = until(lambda: self.by_request(server, error["request"]))
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
                self.skipTest("it needs the database of SQLite")
            self.refused("no-such-table", anna.get, "/api/v1/tables/aaaaaaaaaaaa")
            self.assertEqual(named(server, "request"), [])
            with sqlite3.connect(os.path.join(server.data, "elektro.db")) as db:
                db.execute("ALTER TABLE users RENAME TO elsewhere")
            with self.assertRaises(Refused) as caught:
                Http(server, "Ben")
            with sqlite3.connect(os.path.join(server.data, "elektro.db")) as db:
                db.execute("ALTER TABLE elsewhere RENAME TO users")
            failed = until(lambda: named(server, "a request failed"))
            self.assertEqual([(line["request"], line["do"], line["level"]) for line in failed],
                             [(caught.exception.error["request"], "guest", "warning")])


class SignIns(ServerTestCase):
    def lines(self, server, count):
        """The lines about sign-ins; waits until there are so many."""
        until(lambda: len(self.lines_now(server)) >= count)
        return self.lines_now(server)

    def lines_now(self, server):
        return [(line["what"], line["level"], line["way"], int(line["user"]), line["address"], line.get("code"))
                for line in lines_of(server) if line["what"] in ("signed in", "sign-in failed", "sign-in refused")]

    def test_ways(self):
        """every sign-in is logged with its way, user and address, and so is every one that fails"""
        with Server(ELEKTRO, "--quiet=no") as server:
            guest, anna = Http(server, "Ben"), Http(server)
            here = "127.0.0.1"
            account = anna.post("/api/v1/register", name="Anna", password="correct horse")["you"]["id"]
            self.refused("wrong-password", Http(server).post, "/api/v1/login", name="Anna", password="battery staple")
            self.refused("wrong-password", Http(server).post, "/api/v1/login", name="Nobody", password="battery staple")
            again = Http(server)
            again.post("/api/v1/login", name="Anna", password="correct horse")
            _, headers, _ = again.raw("GET", "/api/v1/hello")
            token = anna.post("/api/v1/tokens", label="bot")["token"]
            Socket(server, headers={"Authorization": "Bearer " + token}).ask("hello")
            Http(server).raw("GET", "/api/v1/hello", None, {"Authorization": "Bearer " + "0" * 64})
            server.admin("block", "Anna")
            self.refused("blocked", Http(server).post, "/api/v1/login", name="Anna", password="correct horse")
            self.assertEqual(self.lines(server, 8), [
                ("signed in", "info", "guest", guest.you["id"], here, None),
                ("signed in", "info", "register", account, here, None),
                ("sign-in failed", "warning", "password", account, here, "wrong-password"),
                ("sign-in failed", "warning", "password", 0, here, "wrong-password"),
                ("signed in", "info", "password", account, here, None),
                ("signed in", "info", "token", account, here, None),
                ("sign-in refused", "warning", "token", 0, here, "not-logged-in"),
                ("sign-in failed", "warning", "password", account, here, "blocked")])
            for line in lines_of(server):
                if "way" in line:
                    self.assertRegex(line["request"], r"^[0-9a-f]{16}$")
            for secret in ("correct horse", "battery staple", token, "0" * 64, anna.cookie.split("=")[1], "Anna", "Ben"):
                self.assertNotIn(secret, server.said().replace('"name":"anna"', ""), "a secret is in the log")
            text = anna.raw("GET", "/metrics")[2].decode()
            self.assertIn('elektro_sign_ins_total{way="password",result="failed"} 3\n', text)
            self.assertIn('elektro_sign_ins_total{way="password",result="ok"} 1\n', text)

    def test_reset(self):
        """a new password by a code of the operator is a sign-in too; the code is not logged"""
        with Server(ELEKTRO, "--quiet=no") as server:
            account = Http(server).post("/api/v1/register", name="Anna", password="correct horse")["you"]["id"]
            code = re.search(r"[a-z0-9]{5}(-[a-z0-9]{5}){3}", server.admin("reset-password", "Anna").stdout)[0]
            reset = {"name": "Anna", "password": "even longer"}
            self.refused("wrong-code", lambda: Http(server).post("/api/v1/reset-password", code="aaaaa", **reset))
            Http(server).post("/api/v1/reset-password", code=code, **reset)
            self.assertEqual([line[:1] + line[2:4] for line in self.lines(server, 3)[1:]],
                             [("sign-in refused", "reset", account), ("signed in", "reset", account)])
            self.assertNotIn(code, server.said())

    def test_change(self):
        """a changed password is logged, and so is an attempt with a wrong one"""
        with Server(ELEKTRO, "--quiet=no") as server:
            anna = Http(server)
            account = anna.post("/api/v1/register", name="Anna", password="correct horse")["you"]["id"]
            self.refused("wrong-password", anna.post, "/api/v1/me/password", old="a guess", password="even longer")
            anna.post("/api/v1/me/password", old="correct horse", password="even longer")
            def lines():
                return [(line["what"], int(line["user"])) for line in lines_of(server) if line.get("way") == "change"]
            until(lambda: len(lines()) >= 2)
            self.assertEqual(lines(), [("sign-in failed", account), ("password changed", account)])
            for secret in ("a guess", "correct horse", "even longer"):
                self.assertNotIn(secret, server.said())

    def test_behind_a_proxy(self):
        """behind a proxy the address is that of the client"""
        with Server(ELEKTRO, "--quiet=no", "--proxied") as server:
            Http(server).ask("POST", "/api/v1/guest", {"name": "Ben"}, {"X-Forwarded-For": "203.0.113.7"})
            self.assertEqual([line[4] for line in self.lines(server, 1)], ["203.0.113.7"])

    def test_undone(self):
        """a sign-in that could not be saved is logged as failed"""
        with Server(ELEKTRO, "--quiet=no") as server:
            if server.store:
                self.skipTest("it needs the database of SQLite")
            with sqlite3.connect(os.path.join(server.data, "elektro.db")) as db:
                db.execute("CREATE TRIGGER no BEFORE INSERT ON sessions BEGIN SELECT RAISE(FAIL, 'no'); END")
            self.refused("storage", Http, server, "Ben")
            self.assertEqual([(line[0], line[5]) for line in self.lines(server, 1)], [("sign-in refused", "storage")])

    def test_all(self):
        """no password that was tried is missing in the log, however many there are"""
        with Server(ELEKTRO) as server:
            count = 70  # more than lines of other kinds may come at once
            for i in range(count):
                self.refused("wrong-password", Http(server).post, "/api/v1/login", name="Anna", password=f"guess {i}")
            self.assertEqual(sum(line[0] == "sign-in failed" for line in self.lines(server, count)), count)
