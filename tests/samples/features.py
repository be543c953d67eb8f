"""`elektro features`: samples as rows for training, as docs/samples.md describes them.

usage: tests/run features.py ELEKTRO"""

import fcntl
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

ELEKTRO = sys.argv[1]
CODES = {"<i2": "h", "<i4": "i", "<u2": "H", "<u4": "I", "|u1": "B"}


def run(verb, *flags):
    return subprocess.run([ELEKTRO, verb, *map(str, flags)], capture_output=True, text=True, timeout=300)


def product(shape):
    return shape[0] * product(shape[1:]) if shape else 1


def read_rows(data):
    """The header, and each row as a dictionary of lists."""
    magic, version, header, rows, size, length = struct.unpack_from("<8sIIQII", data)
    assert (magic, version) == (b"EKROWS\n\0", 2), (magic, version)
    about = json.loads(data[32:32 + length])
    names = [(field[0], product(field[2]) if len(field) > 2 else 1) for field in about["fields"]]
    layout = "<" + "".join(f"{product(f[2]) if len(f) > 2 else 1}{CODES[f[1]]}" for f in about["fields"])
    assert struct.calcsize(layout) == size and len(data) == header + rows * size, (size, len(data))
    out = []
    for values in struct.iter_unpack(layout, data[header:]):
        row = {}
        for name, count in names:
            row[name], values = values[:count], values[count:]
        out.append(row)
    return about, out


def places(features):
    """Where each feature begins."""
    at = {}
    begin = 0
    for name, count in features:
        at[name] = begin
        begin += count
    return at


class Features(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        for name, seed in (("one", 1), ("two", 2)):
            made = run("selfplay", "-o", cls.path(name), "--games", 100, "--seed", seed)
            assert made.returncode == 0, made.stderr

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    def convert(self, *flags, inputs=("one", "two")):
        output = self.path("rows")
        made = run("features", *map(self.path, inputs), "-o", output, *flags)
        self.assertEqual(made.returncode, 0, made.stderr)
        with open(output, "rb") as file:
            return file.read()

    def positions(self, name):
        return int(re.search(r"(\d+) positions", run("samples", self.path(name)).stdout)[1])

    def test_rows(self):
        """one row for each position, with features and results that agree"""
        about, rows = read_rows(self.convert())
        self.assertEqual(len(rows), self.positions("one") + self.positions("two"))
        seat = places(about["seat"])
        shared = places(about["shared"])
        self.assertEqual(len(about["sources"]), 2)
        self.assertIn("seed 2\n", about["sources"][1])
        before = None
        for row in rows:
            players, turn = row["players"][0], row["round"][0]
            money = [row["seat"][64 * i + seat["money"]] for i in range(6)]
            self.assertEqual(row["shared"][shared["round"]], turn)
            self.assertEqual(row["shared"][shared["players"]], players)
            moment = row["moment"][0]
            self.assertEqual(list(row["shared"][shared["moment_is"]:][:3]), [int(i == moment) for i in range(3)])
            if turn == 1 and moment == 0:
                self.assertEqual(money, [50] * players + [0] * (6 - players))
            self.assertIn(sum(row["victory"]), range(65530, 65537))
            for i in range(6):
                self.assertEqual(row["victory"][i] > 0, row["rank"][i] == 1)
                self.assertEqual(row["level"][i], 2 if i < players else 0)
            if before and (turn > 1 or moment > 0):
                begins = int(moment == 0)
                self.assertEqual((before["game"], before["source"], before["round"][0], before["rounds_left"][0],
                                  before["moment"][0], before["victory"], before["board"]),
                                 (row["game"], row["source"], turn - begins, row["rounds_left"][0] + begins,
                                  (moment - 1) % 3, row["victory"], row["board"]))
            elif before:
                self.assertEqual(before["rounds_left"][0], 1)
            before = row
        self.assertEqual(before["source"], (1,))
        self.assertLess(before["board"][0], len(about["boards"]))

    def test_chances(self):
        """chances of playouts come with the positions, and the games are the same as without"""
        made = run("selfplay", "-o", self.path("said"), "--games", 100, "--chances", 4)
        self.assertEqual(made.returncode, 0, made.stderr)
        _, without = read_rows(self.convert(inputs=("one",)))
        _, said = read_rows(self.convert(inputs=("said",)))
        self.assertEqual(len(said), len(without))
        right = 0
        for row, plain in zip(said, without):
            self.assertEqual(sum(plain["chance"]), 0)
            self.assertIn(sum(row["chance"]), range(65520, 65536))
            self.assertEqual(row["chance"][row["players"][0]:], (0,) * (6 - row["players"][0]))
            self.assertEqual({**row, "chance": 0}, {**plain, "chance": 0})
            right += row["victory"][row["chance"].index(max(row["chance"]))] > 0
        self.assertGreater(right / len(said), 0.4, "the likeliest seats do not win")

    def test_own_board(self):
        """boards of the user's own are played on, and read with the same file"""
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/iceland.json"),
                  encoding="utf-8") as file:
            iceland = file.read()
        for name, text in ("iceland.json", iceland), ("other.json", iceland.replace('"vik", 10]', '"vik", 9]')):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)
        made = run("selfplay", "-o", self.path("own"), "--games", 20, "--tables", "iceland", "--boards",
                   self.path("iceland.json"))
        self.assertEqual(made.returncode, 0, made.stderr)
        about, rows = read_rows(self.convert("--boards", self.path("iceland.json"), inputs=("own",)))
        self.assertEqual({about["boards"][row["board"][0]] for row in rows}, {"iceland"})
        for flags, words in [((), "name its file with --boards"), (("--boards", self.path("other.json")), "were others"),
                             (("--boards", self.path("none.json")), "No such file")]:
            shown = run("samples", self.path("own"), *flags)
            self.assertEqual(shown.returncode, 1, flags)
            self.assertIn(words, shown.stderr)
        resumed = run("selfplay", "-o", self.path("own"), "--games", 30, "--tables", "iceland", "--resume", "--boards",
                      self.path("other.json"))
        self.assertIn("other options", resumed.stderr)

    def test_same_rows(self):
        """the same rows on any number of threads"""
        self.assertEqual(self.convert("--threads", 1), self.convert("--threads", 4))

    def test_keep(self):
        """a share of the rows, each unchanged and in order"""
        _, all_rows = read_rows(self.convert())
        _, kept = read_rows(self.convert("--keep", 30))
        self.assertTrue(0.2 < len(kept) / len(all_rows) < 0.4, f"{len(kept)} of {len(all_rows)}")
        rest = iter(all_rows)
        self.assertTrue(all(row in rest for row in kept), "rows changed or are out of order")

    def test_output(self):
        """the output is neither one of the samples, under whatever name, nor a device or a folder"""
        with open(self.path("one"), "rb") as file:
            before = file.read()
        os.symlink(self.path("one"), self.path("link"))
        os.link(self.path("one"), self.path("later.part"))
        for output, words in [("one", "holds samples"), ("link", "holds samples"), ("later", "holds samples"),
                              ("/dev/full", "not a plain file"), (self.folder, "not a plain file")]:
            made = run("features", self.path("two"), self.path("one"), "-o", self.path(output))
            self.assertEqual(made.returncode, 1, output)
            self.assertIn(words, made.stderr)
            with open(self.path("one"), "rb") as file:
                self.assertEqual(file.read(), before, f"{output}: the samples were changed")

    def test_shared_output(self):
        """an output that another program writes is refused, and stays that of the other"""
        with open(self.path("shared.part"), "wb") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            other.write(b"mine")
            other.flush()
            made = run("features", self.path("one"), "-o", self.path("shared"))
            self.assertEqual(made.returncode, 1)
            self.assertIn("shared.part is being written by another program", made.stderr)
            self.assertEqual(os.path.getsize(self.path("shared.part")), 4)
        self.assertEqual(run("features", self.path("one"), "-o", self.path("shared")).returncode, 0)
        self.assertFalse(os.path.exists(self.path("shared.part")))

    def test_refused(self):
        """damaged and cut off samples are refused, and an earlier output stays"""
        before = self.convert(inputs=("one",))
        with open(self.path("one"), "rb") as file:
            whole = file.read()
        middle = len(whole) // 2
        for name, data, words in [("cut", whole[:-5], "cut off at byte"), ("text", b"samples?" * 9, "not a file of samples"),
                                  ("bit", whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1:], "is damaged")]:
            with open(self.path(name), "wb") as file:
                file.write(data)
            made = run("features", self.path("two"), self.path(name), "-o", self.path("rows"))
            self.assertEqual(made.returncode, 1, name)
            self.assertIn(words, made.stderr)
            with open(self.path("rows"), "rb") as file:
                self.assertEqual(file.read(), before, f"{name}: the output was changed")
            self.assertFalse(os.path.exists(self.path("rows.part")), name)
        self.assertEqual(run("features", self.path("one")).returncode, 2)
        self.assertEqual(run("features", "-o", self.path("rows")).returncode, 2)
