"""`train/train`: from samples to weights, with a report (docs/training.md).

    tests/run train.py ROOT ELEKTRO TEST_BOTS_JUDGE

Training needs PyTorch, the parts in whole numbers need numpy; without them their cases are skipped.
"""

import contextlib
import importlib.util
import io
import json
import os
import re
import runpy
import struct
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT, ELEKTRO, TEST_BOTS_JUDGE = sys.argv[1:4]
TRAIN = os.path.join(ROOT, "train", "train")
WEIGHTS = os.path.join(ROOT, "data", "weights", "judge.bin")
TORCH = importlib.util.find_spec("torch") is not None
NUMPY = importlib.util.find_spec("numpy") is not None
os.environ["OMP_NUM_THREADS"] = "1"
sys.path.insert(0, os.path.dirname(TRAIN))


def elektro(*words):
    done = subprocess.run([ELEKTRO, *map(str, words)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Folder(unittest.TestCase):
    """A folder with samples of 300 games as rows."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = cls.temporary.name
        elektro("selfplay", "-o", cls.path("samples"), "--games", 300, "--seed", 5, "--tables", "germany")
        elektro("features", cls.path("samples"), "-o", cls.path("rows"))

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)


class Options(Folder):
    def train(self, *words):
        """Runs train where PyTorch is not installed."""
        self.write("torch.py", b"raise ImportError(\"No module named 'torch'\")\n")
        return subprocess.run([sys.executable, TRAIN, *map(str, words)], capture_output=True, text=True, timeout=120,
                              env={**os.environ, "PYTHONPATH": self.folder, "PYTHONDONTWRITEBYTECODE": "1"})

    def test_help(self):
        """its help needs no PyTorch"""
        self.assertIn("--epochs", self.train("--help").stdout)

    def test_missing(self):
        """without PyTorch it says what to install"""
        self.assertIn("python3-torch", self.train("--rows", "rows", "-o", "out").stderr)

    def test_wrong(self):
        """wrong options are refused"""
        for words, complaint in [
                ([], "--rows"), (["--rows", "rows"], "--output"), (["--epochs", 0], "--epochs: invalid number from 1 to 1000"),
                (["--epochs", "two"], "--epochs: invalid number"), (["--rate", "nan"], "--rate: invalid number"),
                (["--first", 65], "--first: invalid number of units divisible by 32"), (["--seed", -1], "--seed: invalid number"),
                (["--rows", "rows:0"], "--rows: invalid file with a weight above 0"), (["--rows", "rows:x"], "--rows: invalid file"),
                (["--rows", "rows", "-o", "out", "--ahead", 0.3], "--ahead needs weights that judge: name them with --from")]:
            with self.subTest(words):
                done = self.train(*words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(complaint, done.stderr)


@unittest.skipUnless(NUMPY, "numpy is not installed")
class WholeNumbers(Folder):
    def test_as_in_c(self):
        """whole.py computes the chances of bots/judge.c, bit by bit"""
        import numpy
        from rows import SEAT_INPUTS, SEATS, SHARED_INPUTS
        from whole import Whole
        printed = subprocess.run([TEST_BOTS_JUDGE, "--inputs"], capture_output=True, text=True, timeout=120, check=True)
        lines = numpy.array([line.split() for line in printed.stdout.splitlines()], numpy.int64)
        players, seat, shared, in_c = numpy.split(lines, numpy.cumsum([1, SEATS * SEAT_INPUTS, SHARED_INPUTS]), 1)
        chances = Whole.from_bytes(read(WEIGHTS)).chances(seat.reshape(-1, SEATS, SEAT_INPUTS), shared, players[:, 0])
        chances[range(len(chances)), in_c.argmax(1)] += 65536 - chances.sum(1)  # judge.c gives away what rounding leaves
        self.assertGreater(len(chances), 50)
        self.assertEqual(chances.tolist(), in_c.tolist())

    def test_weights(self):
        """weights are read and written as they were; damaged ones are refused"""
        from whole import Whole
        data = read(WEIGHTS)
        self.assertEqual(Whole.from_bytes(data).to_bytes(), data)
        for bad, words in [(b"", "no file of weights"), (data[:20], "no file of weights"), (data[:-2], "damaged"),
                           (data[:99] + bytes([data[99] ^ 1]) + data[100:], "damaged"), (b"x" + data[1:], "no file of weights")]:
            with self.assertRaisesRegex(ValueError, words):
                Whole.from_bytes(bad)

    def test_rows(self):
        """damaged rows and rows of other inputs are refused, with the name of the file"""
        from rows import mapped
        data = read(self.path("rows"))
        length = struct.unpack_from("<I", data, 28)[0]
        about = json.loads(data[32:32 + length])

        def described(changes):
            text = json.dumps({**about, **changes}).encode()
            return data[:28] + struct.pack("<I", len(text)) + text + data[32 + length:]
        for bad, words in [
                (b"", "no file of rows"), (read(self.path("samples")), "no file of rows"),
                (data[:8] + struct.pack("<I", 99) + data[12:], "rows of version 99"), (data[:-1], "cut off"),
                (data[:32] + b"?" + data[33:], "damaged"), (described({"fields": 1}), "damaged"),
                (described({"fields": about["fields"][1:]}), "damaged"),
                (described({"inputs_version": about["inputs_version"] + 1}), "rows of other inputs; run 'elektro features'")]:
            with self.assertRaisesRegex(ValueError, "bad.rows: .*" + words):
                mapped(self.write("bad.rows", bad))
        self.assertEqual(len(mapped(self.path("rows"))[1]), struct.unpack_from("<Q", data, 16)[0])


@unittest.skipUnless(TORCH, "PyTorch is not installed")
class Training(Folder):
    def train(self, *words):
        """Runs train in this process, which loads PyTorch once; returns what it says."""
        words = [TRAIN, "--batch", 256, "--seed", 7, *words]
        with contextlib.redirect_stdout(io.StringIO()) as output, mock.patch.object(sys, "argv", list(map(str, words))):
            runpy.run_path(TRAIN, run_name="__main__")
        return output.getvalue()

    def test_weights(self):
        """the loss falls below that of equal chances; elektro plays with the weights; the same seed gives the same"""
        output = self.train("--rows", self.path("rows"), "--epochs", 3, "-o", self.path("one"))
        self.train("--rows", self.path("rows"), "--epochs", 3, "-o", self.path("two"))
        self.assertEqual(read(self.path("one/judge.bin")), read(self.path("two/judge.bin")))
        losses = [float(loss) for loss in re.findall(r"epoch .*held out ([\d.]+)", output)]
        report = read(self.path("one/report.md")).decode()
        loss, equal = map(float, re.search(r"\| all \| \d+ \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \|", report).groups())
        self.assertEqual(losses, sorted(losses, reverse=True), "the loss does not fall")
        self.assertEqual(loss, losses[-1])
        self.assertLess(loss, equal - 0.1)
        self.assertLessEqual(set(os.listdir(self.path("one"))), {"curves.png", "judge.bin", "judge.md", "report.md"})
        for words in ("# A judge trained", "## Calibration", "## Epochs", "| 2 players |", "train/train --batch 256 --seed 7"):
            self.assertIn(words, report)
        self.assertIn("seed 5; tables germany", read(self.path("one/judge.md")).decode())
        elektro("selfplay", "-o", self.path("next"), "--games", 1, "--bots", "hard@8", "--tables", "germany/any/2",
                "--weights", self.path("one/judge.bin"))

    def test_next_generation(self):
        """training goes on from weights, on several files, with what the search said"""
        output = self.train("--rows", self.path("rows"), self.path("rows:0.3"), "--from", WEIGHTS, "--blend", 0.3,
                            "--ahead", 0.3, "--epochs", 1, "--rate", 1e-5, "-o", self.path("again"))
        self.assertLess(float(re.search(r"held out ([\d.]+); on", output)[1]), 1.2)
        self.assertIn("weight 0.3", read(self.path("again/judge.md")).decode())

    def test_refused(self):
        """missing files, too few games and a loss that is no number are refused, and no weights are written"""
        elektro("selfplay", "-o", self.path("few.samples"), "--games", 1)
        elektro("features", self.path("few.samples"), "-o", self.path("few"))
        self.write("bad.bin", read(WEIGHTS)[:-1])
        for words, complaint in [
                (["--rows", self.path("absent")], "No such file or directory"), (["--rows", self.path("few")], "too few games"),
                (["--rows", self.path("rows"), "--from", self.path("bad.bin")], "bad.bin: the weights are damaged"),
                (["--rows", self.path("rows:1e38"), "--epochs", 1], "the loss is no number; choose a lower --rate")]:
            with self.subTest(complaint), self.assertRaisesRegex(SystemExit, "^train: .*" + complaint):
                self.train(*words, "-o", self.path("none"))
        self.assertEqual(os.listdir(self.path("none")), [])
