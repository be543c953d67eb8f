"""Rules for the compiled engine and bots, checked in their archives with nm and objdump.

    tests/run symbols.py NM OBJDUMP LIBELEKTRO_A LIBBOTS_A
"""

import platform
import re
import subprocess
import sys
import unittest

NM, OBJDUMP, ENGINE, BOTS = sys.argv[1:5]

# A compiler may insert calls of these four, even in freestanding code.
ALLOWED = {"memcpy", "memset", "memmove", "memcmp"}
# A bot replays a game with these; they allocate nothing.
CURSOR = {"jn_begin", "jn_next_settled"}
# Which instructions the processor has: data of the compiler's own library (bots/columns.c), and the table in which
# position-independent code finds its address.
PROCESSOR = {"__cpu_model", "_GLOBAL_OFFSET_TABLE_"}

# Sections with writable data. Those called .data.rel.ro hold
# constant pointers and are read-only once the program is loaded.
WRITABLE = re.compile(r"^\s*\d+\s+(\.(?:t?data|t?bss)\S*)\s+([0-9a-f]+)\s")

# Arithmetic, comparison and conversion of floating-point numbers on x86. Moves and shuffles of
# vectors are not here: integer code uses those with names ending in ps and pd, too. Nor is cvttps2dq:
# clang makes 1 << n for four n at once by writing n into the exponents of four numbers.
FLOAT = re.compile(
    r"\tv?((?:u?comi|cvt(?!tps2dq)|(?:add|sub|mul|div|sqrt|min|max|round|hadd|hsub|addsub|dp|rcp|rsqrt|cmp\w*)"
    r"(?=[sp][sd]\b))\w*|f(?:ld|st|add|sub|mul|div|com|ucom|ild|ist)\w*)\b")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def symbols(*archives):
    """Yields (name, type letter as nm gives it) of all symbols of the archives."""
    for line in output(NM, *archives).splitlines():
        fields = line.split()
        if len(fields) >= 2 and len(fields[-2]) == 1:
            yield fields[-1], fields[-2]


def wrong_filled():
    defined = {name for name, kind in symbols(ENGINE, BOTS) if kind == "T"}
    for name in ("ek_rules_init", "ek_start", "ek_moves", "ek_apply", "bot_sit", "bot_see", "bot_move"):
        if name not in defined:
            yield f"{name} is missing"


def wrong_undefined():
    for archives, allowed in [((ENGINE,), ALLOWED), ((ENGINE, BOTS), ALLOWED | CURSOR | PROCESSOR)]:
        rows = list(symbols(*archives))
        defined = {name for name, kind in rows if kind != "U"}
        for name in sorted({name for name, kind in rows if kind == "U"} - defined - allowed):
            yield f"{name} is called but is no part of {' or '.join(archives)}"


def wrong_writable():
    member = "?"
    for line in output(OBJDUMP, "-h", ENGINE, BOTS).splitlines():
        if "file format" in line:
            member = line.split(":")[0]
        match = WRITABLE.match(line)
        if match and int(match.group(2), 16) and not match.group(1).startswith(".data.rel.ro"):
            yield f"{member}: {match.group(1)} has {int(match.group(2), 16)} bytes"


def wrong_float():
    function = "?"
    for line in output(OBJDUMP, "-d", "--no-show-raw-insn", ENGINE, BOTS).splitlines():
        if line.endswith(">:"):
            function = line.split("<")[1][:-2]
        match = FLOAT.search(line)
        if match:
            yield f"{function}: {match.group(1)}"


class Symbols(unittest.TestCase):
    def test_filled(self):
        """the archives contain the engine and the bots"""
        self.assertEqual(list(wrong_filled()), [])

    def test_undefined(self):
        """the engine calls nothing from outside, and the bots only the engine and the cursor of a journal"""
        self.assertEqual(list(wrong_undefined()), [])

    def test_writable(self):
        """engine and bots have no writable data"""
        self.assertEqual(list(wrong_writable()), [])

    @unittest.skipUnless(platform.machine() == "x86_64", "the instructions are those of x86")
    def test_float(self):
        """engine and bots have no floating-point instructions"""
        self.assertEqual(list(wrong_float()), [])
