"""Rules for the code for GPUs.

    tests/run ptx.py ELEKTRO_PTX PTXAS

PTXAS, the assembler of a CUDA installation, may be empty.
"""

import re
import subprocess
import sys
import tempfile
import unittest

PTX, PTXAS = sys.argv[1:3]

with open(PTX, encoding="utf-8") as file:
    TEXT = file.read()

STACK = 56 << 10  # stack_bytes in gpu.c
PLAYOUT = 8 << 10  # for playouts, which a search calls by a pointer: ptxas cannot count them

KERNELS = {"gp_random_games", "gp_normal_games", "gp_sample_games", "gp_search_games"}


def modules():
    """The module of each kernel, by its name."""
    parts = re.split(r"(?m)^// kernel (\w+)$", TEXT)
    return dict(zip(parts[1::2], parts[2::2]))


def called(module):
    """The functions that each function of a module calls by their names."""
    functions = re.split(r"(?m)^(?:\.visible |\.weak )?\.(?:func|entry)(?:\s*\([^)]*\))?\s+(\w+)", module)
    calls = {}
    for name, text in zip(functions[1::2], functions[2::2]):
        calls.setdefault(name, set()).update(re.findall(r"call(?:\.uni)?\s+(?:\([^)]*\),\s*)?(\w+),", text))
    return calls


def reached(calls, start):
    """The functions that one calls, and those that they call."""
    found, ahead = set(), list(calls.get(start, ()))
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead.extend(calls.get(name, ()))
    return found


class Ptx(unittest.TestCase):
    def test_target(self):
        """every GPU since Ampere runs it"""
        self.assertRegex(TEXT, r"(?m)^\.target sm_80$")

    def test_kernels(self):
        """each kernel has a module of its own"""
        self.assertEqual({name: re.findall(r"(?m)^\.visible \.entry (\w+)", text) for name, text in modules().items()},
                         {name: [name] for name in KERNELS})

    def test_recursion(self):
        """no function calls itself: the compiler must know how much stack a thread needs"""
        for kernel, text in modules().items():
            calls = called(text)
            self.assertIn("ek_play", reached(calls, kernel))
            self.assertEqual([name for name in calls if name in reached(calls, name)], [])

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
        """ptxas assembles it, and threads have the stack it needs"""
        for name, text in modules().items():
            with self.subTest(name), tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
                file.write(text)
                file.flush()
                done = subprocess.run([PTXAS, "-O0", "-v", "-arch=sm_80", file.name, "-o", "/dev/null"], capture_output=True,
                                      text=True, check=False)
                said = done.stdout + done.stderr
                self.assertEqual((done.returncode, re.findall(r"(?:warning|error).*", said)), (0, []))
                self.assertLessEqual(int(re.search(r"(\d+) bytes cumulative stack", said)[1]) + PLAYOUT, STACK)
