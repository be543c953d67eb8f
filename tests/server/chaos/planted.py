"""The chaos test finds bugs: it is run against servers that have one on purpose.

    tests/run planted.py ELEKTRO [--seconds N] [--nodes N]

A test build of the server reads ELEKTRO_FAULT: claim (two nodes may change a game at once), fence (a node answers from its
memory without asking whether it is still true), news (a node that missed notifications never catches up). planted.c
is that build.
"""

import argparse
import os
import re
import subprocess
import sys
import threading
import unittest

from cluster import Cluster
from run import Run, prepare


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("elektro")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--nodes", type=int, default=3)
    return parser.parse_args(sys.argv[1:])


OPTIONS = options()
SHOWN = 5  # violations of each bug
TRIES = 20


def kind(sentence):
    """Sentences of one kind differ only in names and numbers."""
    return re.sub(r"\S*[\d:\[\]{}'].*?(?= |$)", "", sentence)


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


class Planted(unittest.TestCase):
    def setUp(self):
        self.networks = prepare(self)

    def finds(self, word, while_playing=None):
        env = {"ELEKTRO_FAULT": word} if word else {}
        with Cluster(OPTIONS.elektro, OPTIONS.nodes if word else 1, self.networks, env=env) as cluster:
            run = Run(cluster, 1)
            if while_playing:
                run.faults.inject = lambda: while_playing(cluster)
            found = run.play(OPTIONS.seconds if word else 10)
        self.assertTrue(found, f"nothing was found; {' '.join(run.counts())}")
        print(f"# {len(found)} violations, such as:", flush=True)
        for sentence in list({kind(sentence): sentence for sentence in found}.values())[:SHOWN]:
            print(f"#     {sentence[:200]}", flush=True)

    def test_loss(self):
        """a database that loses what was written in the last seconds"""
        self.finds(None, lambda cluster: go_back(cluster.database, cluster.folder, 2))

    def test_claim(self):
        """a server that changes a game without claiming it"""
        self.finds("claim")

    def test_fence(self):
        """a server that answers from memory without comparing it with the database"""
        self.finds("fence")

    def test_news(self):
        """a server that misses notifications and never catches up"""
        self.finds("news")
