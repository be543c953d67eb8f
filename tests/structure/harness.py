"""The tools of the tests: counts of tests/tap.py, reports of tests/run, parts of scripts/test.

    tests/run harness.py ROOT
"""

import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = sys.argv[1]
sys.path.insert(0, os.path.join(ROOT, "tests"))
from tap import count, count_meson_test  # noqa: E402


def numbers(output, status=0):
    result = count(output, status, 9)
    return result.passed, result.failed


NODE = """TAP version 13
# Subtest: one
ok 1 - one
  ---
  duration_ms: 1
  ...
# Subtest: many
    # Subtest: first
    ok 1 - first
      ---
      duration_ms: 0.1
      ...
    # Subtest: second
    {second} 2 - second
      ---
      error: |-
        not ok 3 - these words are part of a message
        ...
      duration_ms: 0.1
      ...
    1..2
{many} 2 - many
  ---
  duration_ms: 1
  ...
1..2
# tests 4
"""


class Counting(unittest.TestCase):
    def test_plain(self):
        """cases are counted, skipped ones are not, and those to do may fail"""
        self.assertEqual(numbers("1..3\nok 1 - a\nok 2 - b\nnot ok 3 - c\n", 1), (2, 1))
        self.assertEqual(numbers("ok 1\nok 2 # SKIP no disk\n1..2\n"), (1, 0))
        self.assertEqual(numbers("1..2\nok 1\nnot ok 2 - one day # TODO\n"), (1, 0))
        self.assertEqual(numbers("1..1\nok 1 - a name that is not ok\n"), (1, 0))

    def test_within(self):
        """subtests are counted instead of their case, and a failure once"""
        self.assertEqual(numbers(NODE.format(second="ok", many="ok")), (3, 0))
        self.assertEqual(numbers(NODE.format(second="not ok", many="not ok"), 1), (2, 1))
        self.assertEqual(numbers(NODE.format(second="ok", many="not ok"), 1), (3, 1))

    def test_why(self):
        """a failure includes the program's message"""
        result = count("1..2\nnot ok 1 - a\n# 2 is not 3\nok 2 - b\n# quiet\n", 1)
        self.assertEqual(result.complaints, ["not ok 1 - a\n# 2 is not 3"])
        result = count(NODE.format(second="not ok", many="not ok"), 1)
        self.assertEqual(len(result.complaints), 1)
        self.assertIn("these words", result.complaints[0])

    def test_status(self):
        """a program whose cases all pass but that ends with another status than 0 is a failure"""
        self.assertEqual(numbers("1..1\nok 1\n", 1), (1, 1))
        self.assertEqual(numbers("1..1\nok 1\n", -6), (1, 1))
        self.assertEqual(numbers("1..1\nnot ok 1\n", 1), (0, 1))

    def test_late(self):
        """an error after the end of its case is shown"""
        result = count("ok 1 - a\n1..1\n# Error: Test \"a\" broke later\n# tests 1\n", 1)
        self.assertIn('Test "a" broke later', result.complaints[0])

    def test_crashed(self):
        """a program that crashes is a failure besides those of its cases"""
        self.assertEqual(numbers("1..3\nok 1\n", -11), (1, 1))
        self.assertEqual(numbers("1..3\nok 1\nnot ok 2\n", -11), (1, 2))
        self.assertEqual(numbers("", -11), (0, 1))

    def test_hung(self):
        """a program that hangs is a failure, however many cases it has reported"""
        self.assertEqual(numbers("1..1\nok 1\n", None), (1, 1))
        self.assertEqual(numbers("", None), (0, 1))

    def test_broken_off(self):
        """a program that reports fewer or more cases than it has is a failure, with any status"""
        self.assertEqual(numbers("1..3\nok 1\nok 2\n"), (2, 1))
        self.assertEqual(numbers("1..1\nok 1\nok 2\n"), (2, 1))
        self.assertEqual(numbers("ok 1\nok 2\n"), (2, 1))
        self.assertEqual(numbers("1..2\nok 1\nBail out! no database\n"), (1, 2))

    def test_nothing(self):
        """a program that reports nothing is a failure, unless it says that it is skipped"""
        self.assertEqual(numbers(""), (0, 1))
        self.assertEqual(numbers("hello\n"), (0, 1))
        self.assertEqual(numbers("1..0\n"), (0, 1))
        self.assertEqual(numbers("1..0 # skip PostgreSQL is not installed\n"), (0, 0))

    def test_meson(self):
        """tests of meson count by their cases, and those without TAP as one"""
        for result, status, output, expected in (
                ("OK", 0, "1..2\nok 1\nok 2\n", (2, 0)), ("OK", 0, "done\n", (1, 0)),
                ("FAIL", 1, "no\n", (0, 1)), ("ERROR", 1, "1..1\nok 1\n", (1, 1)),
                ("ERROR", 1, "1..2\nok 1\nnot ok 2\n", (1, 1)), ("TIMEOUT", -15, "1..2\nok 1\n", (1, 1)),
                ("SKIP", 0, "", (0, 1)), ("SKIP", 0, "1..0 # skip no disk\n", (0, 0))):
            one = count_meson_test({"name": "x", "result": result, "returncode": status, "stdout": output})
            self.assertEqual((one.passed, one.failed), expected, (result, output))


FILE = """
import sys, unittest
def check_forgotten(): pass
class Cases(unittest.TestCase):
    def test_a(self):
        "the first"
        raise KeyError("lost")
    def test_b(self):
        "the second"
        for number in range(3):
            with self.subTest(number=number):
                self.assertNotEqual(number, 1)
    def test_c(self):
        "the third"
        self.assertEqual(sys.argv[1:], ["one", "two"])
    @unittest.skip("not today")
    def test_d(self):
        "the fourth"
"""


def load_script():
    """scripts/test as a module."""
    loader = importlib.machinery.SourceFileLoader("scripts_test", os.path.join(ROOT, "scripts", "test"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class Parts(unittest.TestCase):
    def setUp(self):
        self.script, self.said = load_script(), []
        self.script.say = lambda *words: self.said.append(" ".join(words))

    def part(self, command, seconds=60):
        part = self.script.tap("a part", seconds, "bash", "-c", command)
        self.script.run_part(part)
        return part.count.passed, part.count.failed

    def test_part(self):
        """a part is counted and shown case by case; its status counts"""
        self.assertEqual(self.part("echo 1..2; echo ok 1 - one; echo not ok 2 - two; exit 1"), (1, 1))
        for words in ("a part: begins", "a part: ok 1 - one", "a part: not ok 2 - two"):
            self.assertIn(words, self.said)
        self.assertEqual(self.part("echo 1..1; echo ok 1; exit 1"), (1, 1))
        self.assertEqual(self.part("kill -SEGV $$"), (0, 1))
        self.assertEqual(self.part("true"), (0, 1))

    def test_missing(self):
        """a part whose program is missing is a failure, and the others continue"""
        parts = [self.script.tap("missing", 60, "/nowhere"), self.script.tap("there", 60, "echo", "1..0 # skip")]
        self.script.run_all(parts, 1)
        self.assertEqual([part.count.failed for part in parts], [1, 0])

    def test_hung_part(self):
        """a part that hangs is ended in time, with its child processes"""
        began = time.monotonic()
        self.assertEqual(self.part("echo 1..2; echo ok 1; sleep 300 & echo $!; wait", 1), (1, 1))
        self.assertLess(time.monotonic() - began, 60)

    def test_build(self):
        """a failed build is a failure, and is reported"""
        step = self.script.Build("building", "C", "bash", "-c", "echo a bad file; exit 1")
        self.script.run_part(step)
        self.assertEqual(step.count.failed, 1)
        self.assertIn("a bad file", self.said)

    def test_needs(self):
        """a part begins when all that it needs is built; if that fails, it is a failure and is not run"""
        good, bad = (self.script.Build(word, "C", "bash", "-c", f"sleep 0.2; {word}") for word in ("true", "false"))
        late, never, free = (self.script.tap(title, 60, "echo", "1..0 # skip", needs=needs)
                             for title, needs in (("late", [good]), ("never", [good, bad]), ("free", [])))
        parts = self.script.with_needs([late, never, free])
        self.assertEqual(parts, [good, late, bad, never, free])
        self.script.run_all(parts, 3)
        self.assertEqual([part.count.failed for part in parts], [0, 0, 1, 1, 0])
        built = next(line for line in self.said if line.startswith("true: 0 passed"))
        self.assertGreater(self.said.index("late: begins"), self.said.index(built))
        self.assertNotIn("never: begins", self.said)

    def test_tracks(self):
        """builds of one track run one after another, those of two side by side"""
        with tempfile.TemporaryDirectory() as folder:
            # A build that fails if another one is in the same folder; and two that wait for each other.
            alone = [self.script.Build(str(i), "C", "bash", "-c", f"mkdir {folder}/one && sleep 0.1 && rmdir {folder}/one")
                     for i in range(3)]
            self.script.run_all(alone, 3)
            self.assertEqual([part.count.failed for part in alone], [0, 0, 0])
            both = [self.script.Build(name, name, "timeout", "50", "bash", "-c",
                                      f"touch {folder}/{name}; until [ -e {folder}/{other} ]; do sleep 0.05; done")
                    for name, other in (("a", "b"), ("b", "a"))]
            self.script.run_all(both, 2)
            self.assertEqual([part.count.failed for part in both], [0, 0])


class Running(unittest.TestCase):
    def run_file(self, text, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cases.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return subprocess.run([os.path.join(ROOT, "tests", "run"), path, *arguments], capture_output=True,
                                  text=True, check=False, timeout=60)

    def test_every_case(self):
        """an exception in one case does not stop the others, and a function that is never called is reported"""
        done = self.run_file(FILE, "one", "two")
        lines = [line for line in done.stdout.splitlines() if not line.startswith("#")]
        self.assertEqual(lines, ["1..5", "not ok 1 - the first", "not ok 2 - the second", "ok 3 - the third",
                                 "ok 4 - the fourth # SKIP not today",
                                 "not ok 5 - check_forgotten is a method of a TestCase"])
        self.assertIn("# KeyError: 'lost'", done.stdout)
        self.assertIn("number=1", done.stdout)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual((count(done.stdout, done.returncode).passed, count(done.stdout, done.returncode).failed),
                         (1, 3))

    def test_some_cases(self):
        """-k picks cases by name"""
        done = self.run_file(FILE, "one", "two", "-k", "test_c")
        self.assertIn("ok 1 - the third", done.stdout)
        self.assertNotIn("the first", done.stdout)

    def test_broken_file(self):
        """a file that cannot be loaded, or has no case, is a failure"""
        for text in ("import nothing_of_this_name\n", "x = 1\n", "import sys\nsys.exit(0)\n"):
            done = self.run_file(text)
            self.assertEqual(count(done.stdout, done.returncode).failed, 1, done.stdout + done.stderr)
