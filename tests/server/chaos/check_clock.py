"""The library that sets the clock of a server forward and back.

    tests/run check_clock.py LIBRARY
"""

import os
import struct
import subprocess
import sys
import tempfile
import time
import unittest

LIBRARY = sys.argv[1]
HOUR = 3600 * 1000
TOLD = "import time; print(time.time(), time.monotonic())"


class Clock(unittest.TestCase):
    def told(self, milliseconds, command):
        with tempfile.NamedTemporaryFile() as file:
            file.write(struct.pack("q", milliseconds))
            file.flush()
            run = subprocess.run(command, env={**os.environ, "LD_PRELOAD": LIBRARY, "ELEKTRO_TEST_CLOCK": file.name},
                                 capture_output=True, text=True, check=True, timeout=60)
        return [float(word) for word in run.stdout.split()]

    def test_shift(self):
        """the wall clock is ahead or behind by so many milliseconds, and clocks that measure are not"""
        for shift in (0, HOUR, -HOUR, 1999, -1999):
            wall, monotonic = self.told(shift, [sys.executable, "-c", TOLD])
            self.assertAlmostEqual(wall, time.time() + shift / 1000, delta=30)
            self.assertAlmostEqual(monotonic, time.monotonic(), delta=30)

    def test_date(self):
        """other programs see it, too"""
        self.assertAlmostEqual(self.told(-HOUR, ["date", "+%s"])[0], time.time() - HOUR / 1000, delta=30)

    def test_while_it_runs(self):
        """a running program sees a change"""
        code = ("import os, struct, time; a = time.time(); f = open(os.environ['ELEKTRO_TEST_CLOCK'], 'r+b'); "
                "f.write(struct.pack('q', 3600000)); f.flush(); print(time.time() - a)")
        self.assertAlmostEqual(self.told(0, [sys.executable, "-c", code])[0], HOUR / 1000, delta=30)
