"""Every clause of the rules is held by a test that names it, and docs/clauses.md says by which.

usage: clauses.py SOURCE_DIR          checks
       clauses.py SOURCE_DIR --write  writes docs/clauses.md anew"""

import glob
import os
import re
import sys

import tap

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
            if clause == "9.3":  # says nothing but its letters
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


def no_clause_is_missing():
    """every clause is named by a test"""
    held = tests()
    for clause in clauses():
        if clause not in held:
            yield f"no test names {clause}"


def names_are_clauses():
    """no test names a clause that does not exist"""
    known = set(clauses()) | {"4.10", "9.3"}
    for clause, names in tests().items():
        chapter = int(clause.split(".")[0])
        if chapter in CHAPTERS and clause not in known:
            yield f"{names[0][1]} in {names[0][0]} names {clause}"


def table_is_true():
    """docs/clauses.md is up to date"""
    if not os.path.exists(TABLE) or open(TABLE, encoding="utf-8").read() != table():
        yield "run: python3 tests/structure/clauses.py . --write"


if sys.argv[2:] == ["--write"]:
    with open(TABLE, "w", encoding="utf-8") as out:
        out.write(table())
else:
    tap.run([no_clause_is_missing, names_are_clauses, table_is_true])
