"""Behaviour specific to PostgreSQL: broken connections, a backend that does not answer, a database taken by others.

    with_postgres tests/run postgres.py ELEKTRO
"""

import http.client
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from urllib.parse import parse_qs, urlsplit

from client import Http, Refused, Server, ServerTestCase, Socket, free_port, frozen, new_table, until
from database import LOCK, Session, backend, sql

ELEKTRO = sys.argv[1]


def hang_up(server):
    """Closes the connections of the server, as a broken network or a restart of PostgreSQL would."""
    sql(server, "SELECT pg_terminate_backend(pid) FROM pg_locks "
        "WHERE locktype = 'advisory' AND granted")


class Waiting(Session):
    """Waits for the lock like another server, and has it as soon as the server's connection breaks."""

    def __init__(self, server):
        super().__init__(server)
        self.psql.stdin.write(f"SELECT pg_advisory_lock({LOCK});\nSELECT 'mine';\n")
        self.psql.stdin.flush()

        def waits():
            return sql(server, "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == "1"

        if not until(waits):
            raise TimeoutError("the lock is not waited for")

    def wait(self):
        while (line := self.psql.stdout.readline()) != "mine\n":
            if not line:
                raise ConnectionError("psql has ended")


class Relay:
    """Relays one connection to PostgreSQL until the client asks for the lock; then it is closed, or hears nothing more."""

    def __init__(self, server, close):
        self.folder, self.close = parse_qs(urlsplit(server.store).query)["host"][0], close
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.store = f"postgres://elektro@127.0.0.1:{self.listener.getsockname()[1]}/postgres"
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.relay)

    def relay(self):
        client = self.listener.accept()[0]
        database = socket.socket(socket.AF_UNIX)
        with client, database:
            database.connect(self.folder + "/.s.PGSQL.5432")
            while True:
                for ready in select.select([client, database], [], [])[0]:
                    sent = ready.recv(65536)
                    if not sent:
                        return
                    if b"pg_try_advisory_lock" in sent:
                        if not self.close:
                            self.over.wait()
                        return
                    (database if ready is client else client).sendall(sent)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        self.listener.close()


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

    def test_killed(self):
        """a server that was killed is followed by another one at once"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            anna.get("/api/v1/me/tables")
            server.kill()
            server.start()
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
            with Waiting(server) as other:
                hang_up(server)
                other.wait()
                for _ in range(3):
                    self.refused("storage", anna.post, base + "/move", seq=0, client="a", move="nominate 4 4")
                self.assertEqual(sql(server, "SELECT COUNT(*) FROM journal"), "0", "something was written")
            self.insist(anna.post, base + "/move", seq=0, client="a", move="nominate 4 4")
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM journal"), "1",
                             "it did not go on when the database was free again")

    def test_stale(self):
        """a server that lost its database serves nothing from memory and says so; then it reads all again"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], title="before")
            self.assertEqual(anna.get(f"/api/v1/tables/{code}")["info"]["settings"]["title"], "before")
            watcher = Socket(server, ben)
            watcher.ask("watch", table=code)
            with Waiting(server) as other:
                hang_up(server)
                other.wait()
                self.refused("storage", watcher.ask, "position", table=code)
                self.refused("storage", anna.get, f"/api/v1/tables/{code}")
                status, _, text = anna.raw("GET", "/healthz")
                self.assertEqual((status, text), (503, b"The database cannot be reached.\n"))
                # The other server plays on, and stops.
                sql(server, "UPDATE games SET settings = replace(settings, 'before', 'after'), version = version + 1")
                sql(server, "UPDATE generation SET number = 42")
            self.insist(anna.get, f"/api/v1/tables/{code}")
            self.assertEqual(anna.get(f"/api/v1/tables/{code}")["info"]["settings"]["title"], "after",
                             "it still has the table of before")
            self.assertEqual(anna.raw("GET", "/healthz")[0], 200)
            self.assertEqual(watcher.push("table")["info"]["settings"]["title"], "after", "a watcher still has the old table")

    def test_two_servers(self):
        """a server that was paused while another took over serves nothing old, and goes on where that one stopped"""
        with Server(ELEKTRO) as first, tempfile.TemporaryDirectory() as data:
            anna, ben = Http(first, "Anna"), Http(first, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            base = f"/api/v1/tables/{code}"
            self.assertEqual(anna.get(base + "/position")["position"]["seq"], 0)
            port = free_port()
            with frozen(first.process.pid):
                hang_up(first)
                second = subprocess.Popen([ELEKTRO, "serve", "--port", str(port), "--data", data, "--store", first.store,
                                           "--web", data], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                self.addCleanup(second.wait)
                self.addCleanup(second.kill)
                there = Http(first, cookie=anna.cookie)
                there.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

                def moved():
                    try:
                        return there.post(base + "/move", seq=0, client="a", move="nominate 4 4")
                    except OSError:
                        there.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                        return None

                self.assertTrue(until(moved), "the second server does not take over")
            for who in (anna, ben):
                self.refused("storage", who.get, base + "/position")
            self.assertEqual(anna.raw("GET", "/healthz")[0], 503)
            second.terminate()
            self.assertEqual(second.wait(timeout=60), 0)
            self.insist(anna.get, base)
            self.assertEqual(anna.get(base + "/position")["position"]["seq"], 1, "it has the position of before")

    def test_back(self):
        """a server that lost its database for a moment keeps its clients if nobody else was there"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            watcher = Socket(server, ben)
            watcher.ask("watch", table=code)
            loaded = server.metric("elektro_tables_loaded_total")
            hang_up(server)
            self.insist(anna.post, f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
            self.assertEqual(watcher.push("news")["position"]["seq"], 1)
            self.assertEqual(server.metric("elektro_tables_loaded_total"), loaded)
            watcher.close()

    def test_frozen(self):
        """a backend that does not answer stops neither the loop nor SIGTERM"""
        with Server(ELEKTRO, "--store-timeout", "1") as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            base = f"/api/v1/tables/{code}"
            with frozen(backend(server)):
                self.refused("storage", anna.post, base + "/move", seq=0, client="a", move="nominate 4 4")
                for _ in range(3):
                    self.refused("storage", anna.get, base)
                self.assertEqual(anna.raw("GET", "/healthz")[0], 503)
            self.insist(anna.post, base + "/move", seq=0, client="a", move="nominate 4 4")
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM journal WHERE client = 'a'"), "1",
                             "the move was made twice")
            with frozen(backend(server)):
                self.assertEqual(server.stop(), 0, "it does not stop while the database is frozen")

    def test_no_connection(self):
        """while PostgreSQL accepts no session, the server answers that it cannot reach it, and can be stopped"""
        with Server(ELEKTRO, "--store-timeout", "1") as server:
            anna = Http(server, "Anna")
            session = backend(server)
            with open(f"/proc/{session}/status", encoding="ascii") as file:
                postmaster = int(next(line for line in file if line.startswith("PPid:")).split()[1])
            with frozen(postmaster):
                os.kill(session, signal.SIGTERM)
                self.assertTrue(until(lambda: anna.raw("GET", "/healthz")[0] == 503), "it does not notice")
                for _ in range(100):  # all the time some attempt to connect is waiting
                    self.refused("storage", anna.get, "/api/v1/me/tables")
            self.insist(anna.get, "/api/v1/me/tables")
            session = backend(server)
            with frozen(postmaster):
                os.kill(session, signal.SIGTERM)
                self.assertTrue(until(lambda: anna.raw("GET", "/healthz")[0] == 503), "it does not notice")
                self.assertEqual(server.stop(), 0, "it does not stop without a database")

    def test_frozen_start(self):
        """a server and the admin tool give up a database that does not answer"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as data:
            server.stop()
            with socket.socket() as deaf:
                deaf.bind(("127.0.0.1", 0))
                deaf.listen()
                store = ["--store", f"postgres://elektro@127.0.0.1:{deaf.getsockname()[1]}/postgres",
                         "--store-timeout", "1"]
                for command in (["serve", "--port", str(free_port()), "--data", data, *store],
                                ["admin", *store, "tables"]):
                    run = subprocess.run([ELEKTRO, *command], capture_output=True, text=True, check=False, timeout=60)
                    self.assertEqual(run.returncode, 1, run.stderr)
                    self.assertIn("does not answer", run.stderr)

    def test_lock_unanswered(self):
        """a connection that breaks or falls silent when the lock is asked for is not taken for another server"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as data:
            server.stop()
            for close, why in ((True, "closed the connection"), (False, "does not answer")):
                with Relay(server, close) as relay:
                    run = subprocess.run([ELEKTRO, "serve", "--port", str(free_port()), "--data", data, "--store",
                                          relay.store, "--store-timeout", "1"],
                                         capture_output=True, text=True, check=False, timeout=120)
                    self.assertEqual(run.returncode, 1, run.stderr)
                    self.assertIn(why, run.stderr)
                    self.assertNotIn("another server", run.stderr)

    def test_texts(self):
        """what PostgreSQL says stays in the log"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            sql(server, "ALTER TABLE journal RENAME TO sealed")
            no = self.refused("storage", anna.post, f"/api/v1/tables/{code}/move", seq=0, client="a",
                              move="nominate 4 4")
            self.assertEqual(no.error["text"], "The database failed: nothing was saved.")
            self.assertIn('relation \\"journal\\" does not exist', server.said())
            sql(server, "ALTER TABLE sealed RENAME TO journal")
            hang_up(server)
            texts = set()
            for _ in range(3):
                try:
                    anna.get("/api/v1/me/tables")
                except Refused as no:
                    texts.add(no.error["text"])
            self.assertLessEqual(texts, {"The database cannot be reached: nothing was saved."})

    def test_restored(self):
        """a database that pg_restore replaced under a running server is noticed: nothing of before is written"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as folder:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            base = f"/api/v1/tables/{code}"
            anna.post(base + "/move", seq=0, client="a", move="nominate 4 4")
            dump = f"{folder}/dump"
            subprocess.run(["pg_dump", "-Fc", "-f", dump, server.store], check=True)
            ben.post(base + "/move", seq=1, client="b", move="bid 5")
            subprocess.run(["pg_restore", "--clean", "--if-exists", "--single-transaction", "-d", server.store, dump],
                           check=True)
            self.assertTrue(until(lambda: anna.get(base)["info"]["seq"] == 1), "it still has the old game")
            self.insist(ben.post, base + "/move", seq=1, client="c", move="bid 6")
            moves = sql(server, "SELECT client FROM journal WHERE client IS NOT NULL ORDER BY seq")
            self.assertEqual(moves.split(), ["a", "c"])

    def test_admin(self):
        """an account is blocked at once, while the server runs and while it does not; a backup is left to pg_dump"""
        with Server(ELEKTRO) as server:
            anna = Http(server)
            anna.post("/api/v1/register", name="Anna", password="correct horse")
            self.assertEqual(server.admin("block", "Anna").stdout, "Done.\n")
            self.refused("blocked", anna.get, "/api/v1/me/tables")
            server.stop()
            self.assertEqual(server.admin("unblock", "Anna").stdout, "Done.\n")
            self.assertEqual(sql(server, "SELECT blocked FROM users WHERE name = 'Anna'"), "0")
            run = server.admin("backup", "x")
            self.assertEqual((run.returncode, run.stderr),
                             (1, "elektro admin: a PostgreSQL database is backed up with pg_dump\n"))


class Mutes(ServerTestCase):
    def test_chat(self):
        """reading the chat reads the people whom the reader has muted once, not again for each line"""
        muted, lines = 1000, 200

        def read_of_mutes():
            return int(sql(server, "SELECT SUM(idx_tup_read) + (SELECT seq_tup_read FROM pg_stat_user_tables "
                           "WHERE relname = 'mutes') FROM pg_stat_user_indexes WHERE relname = 'mutes'"))

        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben])
            me = anna.you["id"]
            sql(server, f"INSERT INTO mutes SELECT {me}, {ben.you['id']} + 1 + g FROM generate_series(1, {muted}) g")
            sql(server, f"INSERT INTO chat SELECT id, g, {ben.you['id']}, 'Ben', 1, 'line' FROM games, "
                f"generate_series(1, {lines}) g WHERE code = '{code}'")
            before = read_of_mutes()
            self.assertEqual(len(anna.get(f"/api/v1/tables/{code}/chat")["said"]), lines)
            self.assertTrue(until(lambda: read_of_mutes() != before, 60), "the statistics do not change")
            self.assertLessEqual(read_of_mutes() - before, muted)
