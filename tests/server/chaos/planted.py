"""The chaos test finds bugs: it is run against servers that have one on purpose.

    tests/run planted.py ELEKTRO [--seconds N] [--nodes N]

ELEKTRO is a test build of the server, planted.c, which reads the name of its bug from ELEKTRO_FAULT. A bug counts as found
only if one of the laws is broken that it should break, and without a bug nothing may be found.
"""

import argparse
import os
import subprocess
import sys
import threading
import unittest

from cluster import Cluster, until
from run import Run, prepare


def options():
    parser = argparse.ArgumentParser(description="Shows that the chaos test finds bugs.")
    parser.add_argument("elektro", help="the test build, elektro-planted")
    parser.add_argument("--seconds", type=int, default=10, help="for how long there are faults (10)")
    parser.add_argument("--nodes", type=int, default=3, help="how many servers (3)")
    return parser.parse_args(sys.argv[1:])


OPTIONS = options()
SEED = 1
STUCK = 15  # seconds without a move; a bug that is to be found needs no more
RUNS = 3
TRIES = 20


def go_back(database, folder, seconds):
    """Loses what was written in some seconds: the database becomes again what it was before them."""
    dump = os.path.join(folder, "dump")
    where = ["-h", database.data, "-p", str(database.port), "-U", "elektro"]
    subprocess.run(["pg_dump", *where, "-Fc", "-f", dump, "postgres"], check=True, timeout=60)
    threading.Event().wait(seconds)
    restore = ["pg_restore", *where, "--clean", "--if-exists", "--single-transaction", "-d", "postgres", dump]
    for _ in range(TRIES):  # the server goes on, and PostgreSQL may end either of them when they wait for each other
        run = subprocess.run(restore, timeout=60, capture_output=True, text=True, check=False)
        if run.returncode == 0:
            return
    raise RuntimeError("the database cannot be restored: " + run.stderr)


def orphan(cluster):
    """Kills all nodes while a bot thinks, so that nobody is left who would make its decision, and starts them again."""
    until(lambda: cluster.database.sql("SELECT 1 FROM games WHERE automatic = 1 AND status = 1"))
    for node in cluster.nodes:
        node.process.kill()
        node.process.wait()
    for node in cluster.nodes:
        node.start()
    for node in cluster.nodes:
        node.wait_until_ready()


class Planted(unittest.TestCase):
    def setUp(self):
        self.networks = prepare(self)

    def play(self, nodes, bug=None, fault=None):
        """A run with a bug of the servers, or with a fault of our own instead of the usual ones."""
        with Cluster(OPTIONS.elektro, nodes, self.networks, env={"ELEKTRO_FAULT": bug} if bug else {}) as cluster:
            run = Run(cluster, SEED, **({"patience": STUCK} if bug or fault else {}))
            if fault:
                run.faults.inject = lambda: fault(cluster)
            found = run.play(OPTIONS.seconds)
        for line in run.counts():
            print(f"# {line}", flush=True)
        return run, found

    def finds(self, laws, nodes, **more):
        """One of these laws is broken. On a machine with other work so little may happen in a run that none is: then another
        run shows it."""
        for _ in range(RUNS):
            run, found = self.play(nodes, **more)
            for law, sentences in run.laws.items():
                print(f"# {law}, {len(sentences)} violations, such as: {sentences[0][:200]}", flush=True)
            if laws & run.laws.keys():
                return
        self.fail("no violation of " + ", ".join(sorted(laws)) + "\n" + "\n".join(found))

    def test_claim(self):
        """servers that change games without claiming them: moves are lost, or made on a game that has moved on"""
        self.finds({"moves", "order", "records"}, OPTIONS.nodes, bug="claim")

    def test_fence(self):
        """servers that answer from memory without comparing it with the database: reads go back"""
        self.finds({"reads"}, OPTIONS.nodes, bug="fence")

    def test_news(self):
        """servers that miss news and never catch up: watchers are not told, and reads go back"""
        self.finds({"pushes", "chat pushes", "reads"}, OPTIONS.nodes, bug="news")

    def test_orphans(self):
        """servers that let the bots of a dead one wait: a party cannot go on"""
        self.finds({"progress"}, OPTIONS.nodes, bug="orphans", fault=orphan)

    def test_loss(self):
        """a database that loses what was written in the last seconds: answered moves and chat lines are gone"""
        self.finds({"moves", "chat"}, 1, fault=lambda cluster: go_back(cluster.database, cluster.folder, 2))

    def test_none(self):
        """servers without a bug: nothing is found"""
        _, found = self.play(OPTIONS.nodes)
        self.assertEqual(found, [])
