"""Several servers on one database while everything breaks that can: the promises to clients hold.

    tests/run chaos.py ELEKTRO [--seconds N] [--nodes N] [--seed N] [--clock LIBRARY] [--faults N]

Nodes are killed, stopped, cut off from the database and set to a wrong time, the database is restarted, its sessions break
(faults.py). Clients play, watch and chat through a balancer (clients.py), and write down what they see; the laws are in
checker.py. The seed picks the faults; what threads do in between is not repeatable. A run with fewer faults than --faults
fails, also if one of the kinds is missing, be it because this machine cannot make it; without this option one fault in
twenty seconds is enough.

If the servers let no other one use their database, one node is used, and the test says so.
"""

import argparse
import random
import sys
import unittest
from collections import Counter

from cluster import Cluster
from run import Run, prepare

ROUND = 300  # seconds after which a long test begins anew, with a fresh cluster
EACH = 20  # seconds for a fault: at least so many there must be, however slowly the nodes start


def options():
    parser = argparse.ArgumentParser(description="Lets clients play on several servers while everything breaks that can.")
    parser.add_argument("elektro", help="the program")
    parser.add_argument("--seconds", type=int, default=60, help="for how long there are faults (60)")
    parser.add_argument("--nodes", type=int, default=3, help="how many servers (3)")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10 ** 6),
                        help="picks the faults and the moves (random)")
    parser.add_argument("--clock", help="the library made of clock.c; without it clocks are left alone")
    parser.add_argument("--faults", type=int,
                        help="how many there must be at least, some of every kind (one in twenty seconds, of any kind)")
    return parser.parse_args(sys.argv[1:])


OPTIONS = options()


class Chaos(unittest.TestCase):
    def setUp(self):
        self.networks = prepare(self)

    def test_chaos(self):
        """no promise to a client is broken while nodes, networks, clocks and the database fail"""
        left, seed, faults = OPTIONS.seconds, OPTIONS.seed, Counter()
        while left > 0:
            faults.update(self.round(min(left, ROUND), seed))
            left, seed = left - ROUND, seed + 1
        if OPTIONS.faults is not None:
            missing = [kind for kind, count in faults.items() if count == 0]
            self.assertEqual(missing, [], "faults of these kinds are missing (some need root or --clock)")
        enough = OPTIONS.seconds // EACH if OPTIONS.faults is None else OPTIONS.faults
        self.assertGreaterEqual(faults.total(), enough, "there were too few faults")

    def round(self, seconds, seed):
        """Returns how many faults of each kind there were."""
        print(f"# seed {seed}", flush=True)
        with Cluster(OPTIONS.elektro, OPTIONS.nodes, self.networks, OPTIONS.clock) as cluster:
            if len(cluster.nodes) < OPTIONS.nodes:
                print(f"# this Elektro lets only {len(cluster.nodes)} server use a database: no other node runs",
                      flush=True)
            run = Run(cluster, seed)
            found = run.play(seconds)
            for line in run.counts():
                print(f"# {line}", flush=True)
            if found:
                self.fail(f"{len(found)} violations with seed {seed}; histories and logs are in {run.keep()}\n" +
                          "\n".join(found[:20]))
        made = sum(h["kind"] == "op" and h["do"] == "move" and h["outcome"] == "ok" for h in run.history.items)
        self.assertGreater(made, seconds, "hardly a move was made: this run says nothing")
        return run.faults.count
