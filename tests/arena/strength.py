"""Minimum strength of the bots: short matches that a level wins clearly as long as it works, and a
bad bot that tuning improves.

Budgets are playouts and seeds are fixed, so that the results change only with the bots.
docs/bots.md has the exact measurements.

usage: tests/run strength.py ELEKTRO"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

ELEKTRO = sys.argv[1]


def share(bots, games, edition):
    run = subprocess.run([ELEKTRO, "arena", "--json", "--bots", bots, "--games", str(games), "--seed", "11",
                          "--edition", edition], capture_output=True, text=True, timeout=600)
    if run.returncode:
        raise AssertionError(run.stderr)
    return json.loads(run.stdout)["bots"][0]["win_share"]


def tune(path, *flags):
    run = subprocess.run([ELEKTRO, "tune", "--json", "--state", path, *flags], capture_output=True, text=True,
                         timeout=300, check=False)
    if run.returncode:
        raise AssertionError(run.stderr)
    return json.loads(run.stdout)


class Strength(unittest.TestCase):
    def floor(self, bots, games, least):
        for edition in ("recharged", "classic"):
            won = share(bots, games, edition)
            self.assertGreaterEqual(won, least,
                                    f"{bots}, {edition}: {won:.1%} of {games} games, at least {least:.0%} expected")

    def test_easy_beats_random(self):
        """one easy among three random wins nearly always"""
        self.floor("easy,random,random,random", 200, 0.95)

    def test_normal_beats_easy(self):
        """one normal among three easy wins far more than its quarter"""
        self.floor("normal,easy,easy,easy", 200, 0.7)

    def test_hard_beats_normal(self):
        """one hard with half its budget wins more than its quarter"""
        self.floor("hard@48,normal,normal,normal", 24, 0.4)

    def test_finds_its_way_back(self):
        """tuning improves a bot that hardly ever buys a plant until it buys"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state")
            tune(path, "--games", "160", "--generations", "1", "--seed", "3")
            bad = ["parameter buy_min_gain 30 30" if line.startswith("parameter buy_min_gain ") else line
                   for line in open(path).read().splitlines()]
            with open(path, "w") as out:
                out.write("\n".join(bad) + "\n")
            done = tune(path, "--games", "160", "--generations", "60", "--measure", "60")
            self.assertLess(done["parameters"]["buy_min_gain"], 30,
                            f"buy_min_gain stayed at {done['parameters']['buy_min_gain']}")
