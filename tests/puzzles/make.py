"""`elektro puzzles` at the command line: the same file every time, interruptions, refusals.

usage: tests/run make.py ELEKTRO"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ELEKTRO = sys.argv[1]
# Weak bots, and few playouts: many puzzles, quickly.
QUICK = ["--tables", "germany/any/2", "--bots", "easy,normal", "--nodes", "300", "--each", "0"]


def run(*flags):
    return subprocess.run([ELEKTRO, "puzzles", *map(str, flags)], capture_output=True, text=True, timeout=300)


class Puzzles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, name, *flags):
        made = run("-o", self.path(name), *QUICK, *flags)
        self.assertEqual(made.returncode, 0, made.stderr)
        return self.read(name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_threads(self):
        """one thread and three make the same file, with puzzles in it"""
        alone = self.make("alone", "--games", 3, "--threads", 1)
        self.assertEqual(alone, self.make("together", "--games", 3, "--threads", 3))
        self.assertGreater(len(json.loads(alone)["puzzles"]), 0)

    def test_seed(self):
        """another seed makes other puzzles"""
        self.assertNotEqual(json.loads(self.make("one", "--games", 1))["puzzles"],
                            json.loads(self.make("two", "--games", 1, "--seed", 2))["puzzles"])

    def test_resume(self):
        """a run that was killed goes on, and the file is the same as without"""
        whole = self.make("whole", "--games", 3)
        part = subprocess.Popen([ELEKTRO, "puzzles", "-o", self.path("part"), *QUICK, "--games", "1000"])
        deadline = time.monotonic() + 120
        while not os.path.exists(self.path("part")) and time.monotonic() < deadline:
            time.sleep(0.01)
        part.send_signal(signal.SIGKILL)
        part.wait()
        done = json.loads(self.read("part"))["games"]
        again = self.make("part", "--games", max(3, done), "--resume")
        if done <= 3:
            self.assertEqual(whole, again)
        self.assertEqual(json.loads(whole)["puzzles"],
                         [puzzle for puzzle in json.loads(again)["puzzles"] if puzzle["game"] < 3])

    def test_each(self):
        """--each limits the puzzles of a kind"""
        kinds = {}
        for puzzle in json.loads(self.make("few", "--games", 4, "--each", 1))["puzzles"]:
            kind = (puzzle["board"], puzzle["phase"], puzzle["grade"])
            kinds[kind] = kinds.get(kind, 0) + 1
        self.assertEqual(set(kinds.values()), {1})

    def test_again(self):
        """--again finds the same puzzles again, and refuses a position that is none"""
        text = self.make("file", "--games", 2)
        again = run("-o", self.path("file"), *QUICK, "--again")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(text, self.read("file"))
        position = json.loads(text)["puzzles"][0]["position"]
        for bad, words in ((position.replace("position/1", "position/9"), "position/1"),
                           (re.sub(r"/open-money(.* seat2=)\d+/", r"/-\1?/", position), "hides money")):
            file = json.loads(text)
            file["puzzles"][0]["position"] = bad
            with open(self.path("bad"), "w", encoding="utf-8") as out:
                json.dump(file, out)
            self.refuse(words, "-o", self.path("bad"), *QUICK, "--again")

    def refuse(self, words, *flags):
        refused = run(*flags)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn(words, refused.stderr)

    def test_refusals(self):
        """a file that exists, one of another run, a damaged one, and no file at all"""
        text = self.make("file", "--games", 1)
        flags = ["-o", self.path("file"), *QUICK]
        self.refuse("exists", *flags, "--games", 1)
        self.refuse("other options", *flags, "--games", 2, "--seed", 9, "--resume")
        self.assertEqual(text, self.read("file"))
        with open(self.path("file"), "w", encoding="utf-8") as file:
            file.write(text[:-20])
        self.refuse(self.path("file"), *flags, "--games", 2, "--resume")
        with open(self.path("file"), "w", encoding="utf-8") as file:
            json.dump({**json.loads(text), "games": 1 << 32}, file)
        self.refuse("not a file of puzzles", *flags, "--games", 2, "--resume")
        self.refuse("-o FILE", "--games", 1)
        self.refuse("cannot be written", "-o", self.path("no/file"), *QUICK, "--games", 1)
        self.refuse("no table", "-o", self.path("new"), "--tables", "moon", "--games", 1)
