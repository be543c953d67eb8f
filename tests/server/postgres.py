"""Behaviour specific to PostgreSQL: one server at a time, broken connections.

    with_postgres tests/run postgres.py ELEKTRO
"""

import subprocess
import sys
import tempfile
import time

from client import Http, Refused, Server, ServerTestCase, Socket, free_port, new_table

ELEKTRO = sys.argv[1]
LOCK = int.from_bytes(b"Elektro", "big")


def sql(server, text):
    return subprocess.run(["psql", "-qtA", server.store, "-c", text], check=True,
                          capture_output=True, text=True).stdout.strip()


def hang_up(server):
    """Closes the connections of the server, as a broken network or a restart of PostgreSQL would."""
    sql(server, "SELECT pg_terminate_backend(pid) FROM pg_locks "
        "WHERE locktype = 'advisory' AND granted")


class Postgres(ServerTestCase):
    def insist(self, do, *arguments, **fields):
        """Retries while the database cannot be reached."""
        for _ in range(100):
            try:
                do(*arguments, **fields)
                return
            except Refused as no:
                self.assertEqual(no.code, "storage", no)
            time.sleep(0.1)
        self.fail("the database was not reached again")

    def test_one_server(self):
        """a second server on the same database is refused until the first has stopped"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as data:
            anna = Http(server, "Anna")
            second = [ELEKTRO, "serve", "--port", str(free_port()), "--data", data, "--store",
                      server.store]
            run = subprocess.run(second, capture_output=True, text=True, check=False, timeout=60)
            self.assertEqual(run.returncode, 1, f"{run.returncode}: {run.stdout} {run.stderr}")
            self.assertIn("another server", run.stderr, f"{run.returncode}: {run.stdout} {run.stderr}")
            self.assertFalse(run.stdout, f"{run.returncode}: {run.stdout} {run.stderr}")
            anna.get("/api/v1/me/tables")
            server.kill()
            server.start()  # at once: the lock of a server that was killed does not last
            anna.close()
            anna.get("/api/v1/me/tables")

    def test_broken(self):
        """a broken connection is opened again, and no answered request is lost"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            base = f"/api/v1/tables/{code}"
            anna.post(base + "/move", seq=0, client="a", move="nominate 4 4")
            hang_up(server)
            self.insist(ben.post, base + "/move", seq=1, client="b", move="bid 5")
            seen = Socket(server, anna).ask("watch", table=code, since=0)
            entries = [e.get("move") for e in seen["entries"]]
            self.assertEqual(entries[1:3], ["nominate 4 4", "bid 5"], f"entries: {entries}")

    def test_taken_over(self):
        """a server whose database was taken over while its connection was broken writes nothing"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            base = f"/api/v1/tables/{code}"
            other = subprocess.Popen(["psql", "-qtA", server.store], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, text=True)
            # It waits for the lock, and has it as soon as the server's connection breaks.
            other.stdin.write(f"SELECT pg_advisory_lock({LOCK});\nSELECT 'mine';\n")
            other.stdin.flush()
            hang_up(server)
            while other.stdout.readline().strip() != "mine":
                pass
            for _ in range(3):
                self.refused("storage", anna.post, base + "/move", seq=0, client="a", move="nominate 4 4")
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM journal"), "0", "something was written")
            other.stdin.close()
            other.wait()
            self.insist(anna.post, base + "/move", seq=0, client="a", move="nominate 4 4")
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM journal"), "1",
                             "it did not go on when the database was free again")
