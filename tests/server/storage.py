"""The database of a running server: backups while it is written to, restoring, the size of its log.

    tests/run storage.py ELEKTRO
"""

import os
import sqlite3
import subprocess
import sys
import tempfile
import threading

from client import Http, Server, ServerTestCase, Socket, new_table, until

ELEKTRO = sys.argv[1]


def fill(server, megabytes):
    """Makes the database large."""
    database = sqlite3.connect(os.path.join(server.data, "elektro.db"), timeout=30)
    database.executemany("INSERT INTO chat (game, number, person, name, at, words) "
                         "VALUES (0, ?, 0, '', 0, ?)",
                         ((i, "x" * 65536) for i in range(megabytes * 16)))
    database.commit()
    database.close()


class Writer:
    """A client that makes the server commit all the time."""

    def __init__(self, server):
        self.http = Http(server, "Anna")
        self.code = new_table(self.http, [Http(server, "Ben")])
        self.socket = Socket(server, self.http)
        self.said = 0
        self.over = False
        self.thread = threading.Thread(target=self.write)

    def write(self):
        while not self.over:
            self.socket.ask("chat", table=self.code, text="still here")
            self.said += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over = True
        self.thread.join()


class Storage(ServerTestCase):
    def test_busy_backup(self):
        """a backup completes while the server commits all the time, and is intact"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as folder:
            fill(server, 24)
            copy = os.path.join(folder, "copy.db")
            with Writer(server) as writer:
                self.assertTrue(until(lambda: writer.said >= 20), "nothing can be written")
                before = writer.said
                try:
                    run = server.admin("backup", copy)
                    self.assertEqual(run.returncode, 0, run.stderr)
                except subprocess.TimeoutExpired:
                    self.fail("the backup does not complete")
            if os.listdir(folder) != ["copy.db"]:
                self.fail(f"left behind: {os.listdir(folder)}")
            with sqlite3.connect(copy) as database:
                self.assertEqual(database.execute("PRAGMA integrity_check").fetchone()[0], "ok",
                                 "the copy is damaged")
                said = database.execute("SELECT COUNT(*) FROM chat WHERE game <> 0").fetchone()[0]
            self.assertGreaterEqual(said, before, f"{before} requests were answered before it, the copy has {said}")

    def test_newer_backup(self):
        """a backup of a newer Elektro is refused before anything is replaced"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as folder:
            anna = Http(server, "Anna")
            copy = os.path.join(folder, "copy.db")
            server.admin("backup", copy)
            code = new_table(anna, [Http(server, "Ben")])
            with sqlite3.connect(copy) as database:
                database.execute("INSERT INTO schema_version (version) VALUES (99)")
            database.close()
            run = server.admin("restore", copy)
            self.assertEqual(run.returncode, 1, f"{run.returncode}: {run.stdout}{run.stderr}")
            self.assertIn("newer", run.stderr, f"{run.returncode}: {run.stdout}{run.stderr}")
            anna.get(f"/api/v1/tables/{code}")
            self.assertEqual(server.stop(), 0, "the server did not exit with status 0")
            server.start()
            anna.close()
            anna.get(f"/api/v1/tables/{code}")
