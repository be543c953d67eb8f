"""Backups, upgrades and rollback of a SQLite database, and admin commands that act at once.

    tests/run backup.py ELEKTRO SCHEMAS
"""

import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile

from client import Http, Server, ServerTestCase, Socket, free_port, new_table

ELEKTRO, SCHEMAS = sys.argv[1:3]


def admin(data, *words, **more):
    return subprocess.run([ELEKTRO, "admin", "--data", data, *words], capture_output=True, text=True, check=False,
                          timeout=60, **more)


def ask(path, sql, *values):
    """One value from a database in a file, or what a statement changed."""
    with sqlite3.connect(path) as db:
        row = db.execute(sql, values).fetchone()
    db.close()
    return row and row[0]


def version(path):
    return ask(path, "SELECT MAX(version) FROM schema_version")


def old_database(data):
    """A database as an earlier release left it, with games."""
    os.makedirs(data, exist_ok=True)
    path = f"{data}/elektro.db"
    db = sqlite3.connect(path)
    for name in ("4.sql", "games.sql"):
        with open(f"{SCHEMAS}/{name}", encoding="utf-8") as file:
            db.executescript(file.read().replace("@", "WITHOUT ROWID") if name == "4.sql" else file.read())
    db.execute("PRAGMA journal_mode=WAL")
    db.close()
    return path


def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def digest(folder):
    """The files of a folder and what is in them."""
    found = {}
    for name in sorted(os.listdir(folder)):
        found[name] = digest_of(os.path.join(folder, name))
    return found


class Backup(ServerTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.data = os.path.join(self.folder, "data")
        self.copy = os.path.join(self.folder, "copy.db")

    def test_unchanged(self):
        """a backup changes nothing: neither the schema nor a byte of the database"""
        path = old_database(self.data)
        before = digest(self.data)
        run = admin(self.data, "backup", self.copy)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(digest(self.data), before)
        self.assertEqual((version(self.copy), version(path)), (4, 4))
        self.assertEqual(ask(self.copy, "SELECT COUNT(*) FROM games"), ask(path, "SELECT COUNT(*) FROM games"))

    def test_crashed(self):
        """a backup after a crash has what only the log of the database has, and leaves both alone"""
        with Server(ELEKTRO, data=self.data_folder()) as server:
            code = new_table(Http(server, "Anna"), [Http(server, "Ben")])
            server.kill()
            before = digest_of(f"{self.data}/elektro.db")
            self.assertEqual(admin(self.data, "backup", self.copy).returncode, 0)
            self.assertEqual(digest(self.data)["elektro.db"], before, "the log was folded into the database")
            self.assertEqual(ask(self.copy, "SELECT code FROM games"), code)

    def data_folder(self):
        os.mkdir(self.data)
        return self.data

    def test_other_schema(self):
        """no other command changes the schema of a database, or guesses at it"""
        path = old_database(self.data)
        for words in (["tables"], ["end", "x"], ["block", "x"], ["unblock", "x"]):
            run = admin(self.data, *words)
            self.assertEqual(run.returncode, 1, f"{words}: {run.stdout}")
            self.assertIn("has schema 4", run.stderr, words)
        self.assertEqual(version(path), 4)

    def test_private(self):
        """only the owner can read a backup, and the database"""
        with Server(ELEKTRO, data=self.data_folder()):
            os.chmod(self.data, 0o755)
            for name in ("elektro.db", "elektro.db-wal", "lock"):
                mode = stat.S_IMODE(os.stat(f"{self.data}/{name}").st_mode)
                self.assertEqual(mode & 0o077, 0, f"{name}: {mode:o}")
            run = subprocess.run(["sh", "-c", 'umask 0; exec "$@"', "sh", ELEKTRO, "admin", "--data", self.data,
                                  "backup", self.copy], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(stat.S_IMODE(os.stat(self.copy).st_mode), 0o600)

    def test_failed_restore(self):
        """a restore that fails leaves nothing behind where no database was, and the database where one was"""
        os.mkdir(self.data)
        with open(self.copy, "wb") as file:
            file.write(b"junk" * 5000)
        run = admin(self.data, "restore", self.copy)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertEqual(os.listdir(self.data), [])
        old_database(self.data)
        before = digest(self.data)
        self.assertEqual(admin(self.data, "restore", self.copy).returncode, 1)
        self.assertEqual(digest(self.data), before)

    def test_upgrade_and_rollback(self):
        """an old database is brought up to date by the server; the backup of before brings it back"""
        old_database(self.data)
        self.assertEqual(admin(self.data, "backup", self.copy).returncode, 0)
        before = digest_of(self.copy)
        with Server(ELEKTRO, data=self.data) as server:
            anna = Http(server, "Visitor")
            after = anna.post("/api/v1/tables", players=2)["info"]["table"]
            server.stop()
            self.assertGreater(version(f"{self.data}/elektro.db"), 4)
            # A program that is older than the database refuses it, and says how to go back.
            ask(f"{self.data}/elektro.db", "INSERT INTO schema_version (version) VALUES (99)")
            run = subprocess.run([ELEKTRO, "serve", "--data", self.data, "--port", str(free_port())],
                                 capture_output=True, text=True, check=False, timeout=60)
            self.assertEqual(run.returncode, 1)
            self.assertIn("has schema 99", run.stderr)
            self.assertIn("restore a backup", run.stderr)
            run = admin(self.data, "restore", self.copy)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertEqual(digest_of(self.copy), before, "the backup was changed")
            server.start()
            anna = Http(server, "Visitor")
            self.assertEqual(anna.get("/api/v1/tables/jd29edc4tddy")["info"]["table"], "jd29edc4tddy")
            self.refused("no-such-table", anna.get, f"/api/v1/tables/{after}")

    def test_replaced(self):
        """a running server notices at its next request that everything was replaced: nothing of before survives"""
        with Server(ELEKTRO, data=self.data_folder()) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            base = f"/api/v1/tables/{code}"
            # Two histories of one game whose length and version are the same.
            self.assertEqual(admin(self.data, "backup", f"{self.folder}/start.db").returncode, 0)
            anna.post(base + "/move", seq=0, client="a", move="nominate 4 4")
            self.assertEqual(admin(self.data, "backup", self.copy).returncode, 0)
            self.assertEqual(admin(self.data, "restore", f"{self.folder}/start.db").returncode, 0)
            anna.post(base + "/move", seq=0, client="b", move="nominate 5 5")
            watcher = Socket(server, anna)
            watcher.ask("watch", table=code)
            # Not by the admin tool, which would wait until the server has noticed.
            source, live = sqlite3.connect(self.copy), sqlite3.connect(f"{self.data}/elektro.db")
            source.backup(live)
            source.close()
            live.close()
            ben.post(base + "/move", seq=1, client="c", move="bid 5")
            record = ben.get(base + "/record")["record"]
            self.assertIn("Anna: nominate 4 4\n2. Ben: bid 5", record)
            with self.assertRaises(ConnectionError, msg="a client of before was not cut off"):
                while True:
                    watcher.frame()

    def test_block(self):
        """an account is blocked at the next request after the command, and at once where no server runs"""
        with Server(ELEKTRO, data=self.data_folder()) as server:
            anna = Http(server)
            anna.post("/api/v1/register", name="Anna", password="correct horse")
            socket = Socket(server, anna)
            # As the admin tool does it, but without waiting for the server.
            ask(f"{self.data}/elektro.db", "INSERT INTO errands (id, what, whom, at) VALUES (1, 'block', 'anna', 1)")
            with self.assertRaises(ConnectionError):
                socket.ask("mine")
            self.refused("blocked", anna.get, "/api/v1/me/tables")
            server.stop()
            for command, blocked in (("unblock", 0), ("block", 1)):
                run = admin(self.data, command, "Anna")
                self.assertEqual((run.stdout, run.returncode), ("Done.\n", 0), run.stderr)
                self.assertEqual(ask(f"{self.data}/elektro.db", "SELECT blocked FROM users"), blocked)
            server.start()
            anna.close()
            self.refused("blocked", anna.get, "/api/v1/me/tables")

    def test_restore_while_another_version_runs(self):
        """a running server of another version keeps its database: a restore is refused"""
        with Server(ELEKTRO, data=self.data_folder()):
            self.assertEqual(admin(self.data, "backup", self.copy).returncode, 0)
            ask(f"{self.data}/elektro.db", "INSERT INTO schema_version (version) VALUES (99)")
            run = admin(self.data, "restore", self.copy)
            self.assertEqual(run.returncode, 1, run.stdout)
            self.assertIn("has schema 99", run.stderr)
            ask(f"{self.data}/elektro.db", "DELETE FROM schema_version WHERE version = 99")
