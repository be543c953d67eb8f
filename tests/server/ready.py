"""Whether the server says that it can do its work.

    tests/run ready.py ELEKTRO
"""

import json
import signal
import socket
import sys

from client import Http, Refused, Server, ServerTestCase, until
from database import sql

ELEKTRO = sys.argv[1]


def readiness(server):
    """(status, reason) of /readyz; the reason of a server that is ready is None."""
    status, headers, body = Http(server).raw("GET", "/readyz")
    answer = json.loads(body)
    if headers["Content-Type"] != "application/json" or answer["ready"] != (status == 200):
        raise ValueError(f"{status} {headers} {body}")
    if not answer["ready"] and not answer["text"]:
        raise ValueError(f"no text: {body}")
    return status, answer.get("reason")


def becomes(server, status, reason=None):
    return until(lambda: readiness(server) == (status, reason))


class Ready(ServerTestCase):
    def test_ready(self):
        """a server that works is ready, and says so in the metrics too"""
        with Server(ELEKTRO) as server:
            self.assertEqual(readiness(server), (200, None))
            self.assertEqual(server.metric("elektro_ready"), 1)
            self.assertEqual(Http(server).raw("HEAD", "/readyz")[0], 200)

    def test_database(self):
        """a database that does not answer is a reason, until it answers again"""
        with Server(ELEKTRO) as server:
            sql(server, "ALTER TABLE schema_version RENAME TO elsewhere")
            self.assertTrue(becomes(server, 503, "database"), readiness(server))
            self.assertEqual(server.metric("elektro_ready"), 0)
            self.assertEqual(Http(server).raw("GET", "/healthz")[0], 200, "the process lives: do not restart it")
            sql(server, "ALTER TABLE elsewhere RENAME TO schema_version")
            self.assertTrue(becomes(server, 200), readiness(server))

    def test_tables(self):
        """games or journals that cannot be read are a reason"""
        with Server(ELEKTRO) as server:
            for table in ("games", "journal"):
                sql(server, f"ALTER TABLE {table} RENAME TO elsewhere")
                self.assertTrue(becomes(server, 503, "tables"), readiness(server))
                sql(server, f"ALTER TABLE elsewhere RENAME TO {table}")
                self.assertTrue(becomes(server, 200), readiness(server))

    def test_saving(self):
        """a commit that fails is a reason until the server can write again, by itself"""
        with Server(ELEKTRO) as server:
            if server.store:
                self.skipTest("it needs the database of SQLite")
            for table, event in (("users", "INSERT"), ("schema_version", "UPDATE")):
                sql(server, f"CREATE TRIGGER no_{table} BEFORE {event} ON {table} BEGIN SELECT RAISE(FAIL, 'no'); END")
            self.assertEqual(readiness(server), (200, None), "nothing was written yet")
            with self.assertRaises(Refused):
                Http(server, "Anna")
            self.assertEqual(readiness(server), (503, "saving"))
            sql(server, "DROP TRIGGER no_users")
            self.assertEqual(readiness(server), (503, "saving"))
            sql(server, "DROP TRIGGER no_schema_version")
            self.assertTrue(becomes(server, 200), readiness(server))

    def test_flood(self):
        """asking often does not ask the database"""
        with Server(ELEKTRO) as server:
            def reads():
                text = Http(server).raw("GET", "/metrics")[2].decode()
                return int(text.split('elektro_database_seconds_count{kind="read"} ')[1].split()[0])
            anna, before = Http(server), reads()
            for _ in range(500):
                self.assertEqual(anna.raw("GET", "/readyz")[0], 200)
            self.assertLess(reads() - before, 400)

    def test_stopping(self):
        """a server that has been told to stop is not ready: it says so to requests that have begun to arrive"""
        with Server(ELEKTRO, "--quiet=no", "--drain", "60") as server:
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
                connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n")
                until(lambda: server.metric("elektro_peers") >= 2)
                server.process.send_signal(signal.SIGTERM)
                self.assertTrue(until(lambda: '"what":"stopping"' in server.said()))
                connection.sendall(b"Connection: close\r\n\r\n")
                answer = b"".join(iter(lambda: connection.recv(65536), b""))
            self.assertIn(b" 503 ", answer)
            self.assertEqual(json.loads(answer.split(b"\r\n\r\n", 1)[1])["reason"], "stopping")
