"""`elektro tune` at the command line: it tunes the selected parameters, resumes, and refuses foreign files.

usage: tests/run tune.py ELEKTRO"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ELEKTRO = sys.argv[1]
SEARCH = ("search_rounds", "temper", "temper_round", "normal_bonus")


def tune(path, *flags):
    return subprocess.run([ELEKTRO, "tune", "--state", path, *flags], capture_output=True, text=True,
                          timeout=300)


def state(path, *flags):
    run = tune(path, "--json", *flags)
    if run.returncode:
        raise AssertionError(run.stderr)
    return json.loads(run.stdout)


SMALL = ("--games", "24", "--measure", "2", "--seed", "5")


class Tune(unittest.TestCase):
    def test_goes_on(self):
        """four generations at once and in two calls give the same values and measurements"""
        with tempfile.TemporaryDirectory() as folder:
            once, twice = os.path.join(folder, "once"), os.path.join(folder, "twice")
            whole = state(once, *SMALL, "--generations", "4", "--everywhere")
            state(twice, *SMALL, "--generations", "2", "--everywhere")
            self.assertEqual(state(twice, *SMALL, "--generations", "2", "--everywhere"), whole, "the states differ")
            self.assertEqual(open(once).read(), open(twice).read(), "the files differ")
            self.assertEqual(whole["generation"], 4, whole)
            self.assertEqual([s["generation"] for s in whole["strength"]], [2, 4], whole)
            self.assertEqual(state(once, "--print"), whole, "--print differs")

    def test_moves_what_counts(self):
        """tuning normal changes its evaluation, but not the parameters of the search"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state")
            before = {}
            run = tune(path, *SMALL, "--generations", "3", "--step", "20")
            for line in run.stdout.splitlines():
                words = line.split()
                if len(words) == 5 and words[1].lstrip("-").isdigit():
                    before[words[0]] = int(words[1])
            after = state(path, "--print")["parameters"]
            self.assertEqual(set(before), set(after), f"the table lists {sorted(before)}")
            self.assertFalse(all(before[name] == after[name] for name in after), "nothing moved")
            self.assertFalse(any(before[name] != after[name] for name in SEARCH), "the search's parameters moved")

    def test_only_some(self):
        """parameters that are not selected stay; unknown ones are refused"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state")
            first = state(path, *SMALL, "--generations", "1", "--step", "20", "--only", "patience")
            after = state(path, *SMALL, "--generations", "3", "--only", "growth,end_city")
            moved = {name for name, value in after["parameters"].items() if value != first["parameters"][name]}
            self.assertTrue(moved, f"{moved} moved")
            self.assertFalse(moved - {"growth", "end_city"}, f"{moved} moved")
            run = tune(path, *SMALL, "--only", "growth,greed")
            self.assertEqual(run.returncode, 1, f"an unknown parameter: {run.returncode} {run.stderr}")
            self.assertIn("'greed'", run.stderr, f"an unknown parameter: {run.returncode} {run.stderr}")

    def test_old_names(self):
        """a state and --only may use the names that parameters had before they were renamed"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state")
            new = state(path, *SMALL, "--generations", "1")
            good = open(path).read()
            old = good.replace("parameter normal_bonus ", "parameter trust ").replace("_min_gain ", "_least ")
            self.assertNotEqual(old, good)
            with open(path, "w") as out:
                out.write(old)
            self.assertEqual(state(path, "--print"), new)
            self.assertNotIn("trust", new["parameters"])
            self.assertNotIn("buy_least", new["parameters"])
            state(path, *SMALL, "--generations", "1", "--only", "trust")
            self.assertIn("parameter normal_bonus ", open(path).read())
            with open(path, "w") as out:
                out.write(good + "parameter trust 1000 1000\n")  # twice the same
            self.assertEqual(tune(path, "--print").returncode, 1)

    def test_refusals(self):
        """files that are not a state, other levels and wrong calls are refused with a message"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state")
            state(path, *SMALL, "--generations", "1")
            good = open(path).read()
            for text, line in [("nonsense\n", 1), (good.replace("elektro-tune 3", "elektro-tune 2"), 1),
                               (good + "parameter growth 1000 20\n", good.count("\n") + 1),
                               (good + "parameter greed 3 3\n", good.count("\n") + 1),
                               (good + "strength many\n", good.count("\n") + 1),
                               (good + "strength 1 -30 0 0\n", good.count("\n") + 1),
                               (good + "strength 1 nan 0 1\n", good.count("\n") + 1),
                               (good + "strength 1 0.5 0 1.5\n", good.count("\n") + 1),
                               (good + "generation 1\n", good.count("\n") + 1),
                               (good + good.splitlines()[3] + "\n", good.count("\n") + 1),
                               (good.replace("generation 1\n", ""), good.count("\n") - 1),
                               ("\n".join(good.splitlines()[:-1]) + "\n", good.count("\n") - 1)]:
                with open(path, "w") as out:
                    out.write(text)
                run = tune(path, *SMALL)
                self.assertEqual(run.returncode, 1, f"{text[:40]!r}: {run.returncode} {run.stderr}")
                self.assertIn(f"line {line}", run.stderr, f"{text[:40]!r}: {run.returncode} {run.stderr}")
                self.assertEqual(open(path).read(), text, f"{text[:40]!r}: {run.returncode} {run.stderr}")
            with open(path, "w") as out:
                out.write(good)
            run = tune(path, "--level", "hard", *SMALL)
            self.assertEqual(run.returncode, 1, f"another level: {run.stderr}")
            self.assertIn("hard", run.stderr, f"another level: {run.stderr}")
            for flags in [("--games", "28"), ("--everywhere",), ("--players", "3"), ("--edition", "classic"),
                          ("--board", "usa"), ("--zone", "draft")]:
                run = tune(path, *SMALL, *flags)
                self.assertEqual(run.returncode, 1, f"going on with {flags}: {run.returncode} {run.stderr}")
                self.assertIn("other games", run.stderr, f"going on with {flags}: {run.returncode} {run.stderr}")
                self.assertEqual(open(path).read(), good, f"going on with {flags}: {run.returncode} {run.stderr}")
            self.assertEqual(tune(os.path.join(folder, "none"), "--print").returncode, 1, "--print without a file")
            for flags, words in [(("--level", "easy"), "--level"), (("--level", "normal:x"), "style"), (("--step", "0"), "--step"),
                                 (("--board", "mars"), "no board"), (("extra",), "unexpected")]:
                run = tune(path, *flags)
                self.assertEqual(run.returncode, 2, f"{flags}: {run.returncode} {run.stderr}")
                self.assertIn(words, run.stderr, f"{flags}: {run.returncode} {run.stderr}")

    def test_alone(self):
        """a process started by mpirun without MPI support does not touch the state"""
        with tempfile.TemporaryDirectory() as folder:
            program = shutil.copy(ELEKTRO, os.path.join(folder, "elektro"))  # away from its MPI module
            path = os.path.join(folder, "state")
            run = subprocess.run([program, "tune", "--state", path, *SMALL], capture_output=True, text=True,
                                 env=dict(os.environ, OMPI_COMM_WORLD_SIZE="2"), timeout=300)
            self.assertEqual(run.returncode, 1, f"{run.returncode} {run.stderr}")
            self.assertIn("without mpirun", run.stderr, f"{run.returncode} {run.stderr}")
            self.assertFalse(os.path.exists(path), f"{run.returncode} {run.stderr}")
