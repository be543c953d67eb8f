"""Every clause of the rules has a test that names it, and docs/clauses.md lists the tests.

    tests/run tests/structure/clauses.py ROOT               checks
    python3 tests/structure/clauses.py ROOT --write         writes docs/clauses.md anew
"""

import glob
import os
import re
import sys
import unittest

ROOT = sys.argv[1]
TABLE = os.path.join(ROOT, "docs", "clauses.md")
CHAPTERS = range(2, 12)
HEAD = """# Which test holds which clause

Made from the names of the tests by `python3 tests/structure/clauses.py . --write`; `make test` checks that it is true and
that no clause is missing. A test of tests/engine is named after the clauses it holds: `c4_10b_…` holds 4.10b.

| clause | tests |
|---|---|
"""


def key(clause):
    chapter, number, letter = re.fullmatch(r"(\d+)\.(\d+)([a-z]?)", clause).groups()
    return int(chapter), int(number), letter


def clauses():
    """The clauses of chapters 2 to 11 and the examples of 13; a clause with letters counts by them."""
    found = set()
    clause = None
    for line in open(os.path.join(ROOT, "docs", "rules.md"), encoding="utf-8"):
        start = re.match(r"(\d+)\.(\d+) ", line)
        letter = re.match(r" ([a-z])\. ", line)
        if start:
            clause = f"{start[1]}.{start[2]}"
            if int(start[1]) in CHAPTERS or int(start[1]) == 13:
                found.add(clause)
        elif letter and clause:
            if clause == "9.3":  # has only lettered parts
                found.discard(clause)
            found.add(clause + letter[1])
    return sorted(found, key=key)


def tests():
    """Clause to the tests that name it."""
    held = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "engine", "*.c"))):
        text = open(path, encoding="utf-8").read()
        for name in re.findall(r"^static void (c\d+_\d+\w*)\(void \*\*state\)", text, re.MULTILINE):
            if f"unit_test({name}" not in text and f"unit_test_setup_teardown({name}" not in text:
                continue
            # c9_4_c9_5_words: clauses until words begin
            rest = name
            while match := re.match(r"c?(\d+)_(\d+)([a-d]?)(?:_|$)", rest):
                clause = f"{match[1]}.{match[2]}{match[3]}"
                held.setdefault(clause, []).append((os.path.basename(path), name))
                rest = rest[match.end():]
    return held


def table():
    rows = []
    held = tests()
    for clause in clauses():
        names = ", ".join(f"`{name}`" for _, name in held.get(clause, []))
        rows.append(f"| {clause} | {names} |\n")
    return HEAD + "".join(rows)


class Clauses(unittest.TestCase):
    def test_no_clause_is_missing(self):
        """every clause is named by a test"""
        held = tests()
        self.assertEqual([clause for clause in clauses() if clause not in held], [])

    def test_names_are_clauses(self):
        """no test names a clause that does not exist"""
        known = set(clauses()) | {"4.10", "9.3"}
        unknown = [f"{names[0][1]} in {names[0][0]} names {clause}" for clause, names in tests().items()
                   if int(clause.split(".")[0]) in CHAPTERS and clause not in known]
        self.assertEqual(unknown, [])

    def test_table_is_true(self):
        """docs/clauses.md is up to date"""
        with open(TABLE, encoding="utf-8") as file:
            self.assertEqual(file.read(), table(), "run: python3 tests/structure/clauses.py . --write")


if __name__ == "__main__" and sys.argv[2:] == ["--write"]:
    with open(TABLE, "w", encoding="utf-8") as out:
        out.write(table())
