"""Rules for the code for GPUs.

    tests/run ptx.py ELEKTRO_PTX PTXAS

PTXAS, the assembler of a CUDA installation, may be empty.
"""

import re
import subprocess
import sys
import unittest

PTX, PTXAS = sys.argv[1:3]

with open(PTX, encoding="utf-8") as file:
    TEXT = file.read()


class Ptx(unittest.TestCase):
    def test_target(self):
        """every GPU since Ampere runs it"""
        self.assertRegex(TEXT, r"(?m)^\.target sm_80$")

    def test_kernels(self):
        """it contains the kernels"""
        self.assertEqual(set(re.findall(r"(?m)^\.visible \.entry (\w+)", TEXT)),
                         {"gp_random_games", "gp_normal_games", "gp_sample_games"})

    def test_external(self):
        """nothing is missing in it"""
        self.assertEqual(re.findall(r"(?m)^\.extern .*", TEXT), [])

    def test_float(self):
        """it has no floating point"""
        self.assertEqual(re.findall(r"\.[bf]?f(?:16|32|64)\b.*", TEXT), [])

    def test_writable(self):
        """it has no writable data"""
        self.assertEqual([line for line in re.findall(r"(?m)^(?:\.visible )?\.global .*", TEXT) if "{" not in line and "=" not in line], [])

    @unittest.skipUnless(PTXAS, "ptxas is not installed")
    def test_assembles(self):
        """ptxas assembles it"""
        done = subprocess.run([PTXAS, "-O0", "-arch=sm_80", PTX, "-o", "/dev/null"], capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
