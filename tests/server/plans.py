"""No statement of the server about results, people, notices, pairing or tournaments reads all rows of a table that grows: the
plans of SQLite and PostgreSQL say so, with tables that are filled and have statistics.

    tests/run plans.py ELEKTRO

The statements are those of the sources in subfolders of server/, as the preprocessor leaves them; its commands are in the build
folder of the program.
"""

import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys

from client import Server, ServerTestCase
from people_rows import TABLES, Crowd

ELEKTRO = os.path.abspath(sys.argv[1])
BUILD = os.path.dirname(os.path.dirname(ELEKTRO))
ROWS = 3000  # of each table that the crowd does not fill

# Tables that have one row, a few for each server, or one for each person who waits for others.
SMALL = {"generation", "site", "schema_version", "names_made", "nodes", "analysing", "errands", "waiting"}
# Statements that read a whole table on purpose, and why they may.
ALLOWED = {
    "DELETE FROM ratings": "the operator has all ratings computed again",
    "DELETE FROM ratings WHERE person NOT IN (SELECT id FROM users)": "likewise",
    "DELETE FROM leaders": "likewise",
    "DELETE FROM tallies": "likewise",
    "UPDATE result_seats SET mean_before = NULL, spread_before = NULL, mean = NULL, spread = NULL WHERE mean IS NOT NULL":
        "likewise",
    "UPDATE notices SET node = 0, until = 0 WHERE node = $1": "a server starts or stops; the table has what is on its way",
    "UPDATE notices SET until = 0 WHERE node <> $1": "likewise",
    "UPDATE deliveries SET node = 0, until = due WHERE node = $1": "likewise",
    "UPDATE deliveries SET until = due WHERE node <> $1": "likewise",
}

LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
BEGINS = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
NAMED = re.compile(r"\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+AS\s+(\w+))?")


def preprocessed(entry):
    """The text of a source file after the preprocessor."""
    words = shlex.split(entry["command"])
    source = words.index("-c")
    options = [word for at, word in enumerate(words[1:source], 1)
               if word.startswith(("-I", "-D", "-std", "-isystem")) or words[at - 1] in ("-I", "-isystem")]
    run = subprocess.run([words[0] if words[0] != "ccache" else words[1], "-E", "-P", *options, words[source + 1]],
                         cwd=entry["directory"], capture_output=True, text=True, check=True)
    return run.stdout


def statements():
    """(file, statement) of the sources in subfolders of server/, each once."""
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    found = {}
    for entry in entries:
        match = re.search(r"/server/((?!net/)\w+/\w+\.c)$", os.path.normpath(os.path.join(entry["directory"], entry["file"])))
        if not match or "/libserver.a.p/" not in entry.get("output", entry["command"]):
            continue
        for literal in LITERALS.finditer(preprocessed(entry)):
            text = "".join(part[1:-1] for part in re.findall(r'"(?:[^"\\\n]|\\.)*"', literal[0]))
            # Only a sentence would begin with such a word and name no table.
            if BEGINS.match(text) and NAMED.search(text):
                found.setdefault(text, match[1])
    return [(name, text) for text, name in found.items()]


def is_for(text, postgres):
    """Whether a statement is for this database."""
    if "json_each" in text or "INSERT OR" in text:
        return not postgres
    return postgres or not re.search(r"::\w+|FOR UPDATE|pg_\w+\(|\bANY \(|SKIP LOCKED", text)


def parameters(text):
    return max(map(int, re.findall(r"\$(\d+)", text)), default=0)


class Sqlite:
    """Plans of SQLite."""

    def __init__(self, server):
        self.db = sqlite3.connect(os.path.join(server.data, "elektro.db"), timeout=60)
        self.partial = {name for name, in self.db.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE%INDEX%WHERE%'")}

    def columns(self):
        """(table, column, whether it is a number) of the whole schema."""
        tables = [name for name, in self.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'") if not name.startswith("sqlite_")]
        return [(table, row[1], row[2] != "TEXT") for table in tables for row in self.db.execute(f"PRAGMA table_info({table})")]

    def run(self, text):
        with self.db:
            self.db.execute(text)

    def fill(self, table, columns):
        values = ", ".join("i" if number else f"'{column} ' || i" for column, number in columns)
        names = ", ".join(column for column, _ in columns)
        self.run(f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS}) "
                 f"INSERT INTO {table} ({names}) SELECT {values} FROM n")

    def analyse(self):
        self.run("ANALYZE")

    def plan(self, text):
        values = {str(number): None for number in range(1, parameters(text) + 1)}
        return [row[3] for row in self.db.execute("EXPLAIN QUERY PLAN " + text, values)]

    def scanned(self, plan, text):
        """What a plan reads as a whole: not an index that is read in its order up to a limit, or that has few of the rows."""
        sorts = any("USE TEMP B-TREE FOR ORDER BY" in line for line in plan)
        for line in plan:
            match = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", line)
            if match and not (match[2] and ("LIMIT" in text and not sorts or match[2] in self.partial)):
                yield match[1]

    def close(self):
        self.db.close()


class Postgres:
    """Plans of PostgreSQL. Every parameter is 1: of rows by time those that are long ago, of lists the first."""

    def __init__(self, server):
        self.store = server.store
        self.partial = set(self.psql("SELECT indexname FROM pg_indexes WHERE indexdef LIKE '% WHERE %'"))

    def psql(self, script):
        run = subprocess.run(["psql", "-qtA", "-v", "ON_ERROR_STOP=1", self.store], input=script, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise AssertionError(f"PostgreSQL refuses: {run.stderr.strip()}\n{script}")
        return run.stdout.splitlines()

    def columns(self):
        lines = self.psql("SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' "
                          "ORDER BY table_name, ordinal_position")
        return [(table, column, kind == "bigint") for table, column, kind in (line.split("|") for line in lines)]

    def fill(self, table, columns):
        values = ", ".join("i" if number else f"'{column} ' || i" for column, number in columns)
        names = ", ".join(f'"{column}"' for column, _ in columns)
        self.psql(f"INSERT INTO {table} ({names}) SELECT {values} FROM generate_series(1, {ROWS}) AS i")

    def analyse(self):
        self.psql("VACUUM ANALYZE")

    def plan(self, text):
        values = ", ".join("'{1}'" if f"${number}::" in text else "'1'" for number in range(1, parameters(text) + 1))
        return self.psql(f"SET plan_cache_mode = force_custom_plan;\nPREPARE one AS {text};\n"
                         f"EXPLAIN EXECUTE one{f'({values})' if values else ''};")

    def scanned(self, plan, text):
        for at, line in enumerate(plan):
            match = re.search(r"(?:Seq Scan|Index (?:Only )?Scan(?: Backward)? using (\w+)) on (\w+)", line)
            if not match:
                continue
            bounded = any("Index Cond" in after for after in plan[at + 1:at + 2])
            if not match[1] or not (bounded or "LIMIT" in text or match[1] in self.partial):
                yield match[2]

    def close(self):
        pass


class Plans(ServerTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(ELEKTRO)
        # It would look at what is no real game.
        cls.server.stop()
        Crowd(1000, 4000, 2, 400).fill(cls.server)
        cls.database = (Postgres if cls.server.store else Sqlite)(cls.server)
        columns = cls.database.columns()
        cls.tables = {table for table, _, _ in columns} - SMALL
        for table in sorted(cls.tables - set(TABLES) | {"sessions"}):
            if table not in TABLES:
                cls.database.fill(table, [(column, number) for name, column, number in columns if name == table])
        cls.database.analyse()

    @classmethod
    def tearDownClass(cls):
        cls.database.close()
        cls.server.start()
        cls.server.clean()

    def whole(self, text):
        """Tables that grow and that a statement reads as a whole, with the plan."""
        plan = self.database.plan(text)
        names = {alias or table: table for table, alias in NAMED.findall(text)}
        scanned = {names.get(name, name) for name in self.database.scanned(plan, text)}
        return sorted(scanned & self.tables), plan

    def test_statements(self):
        """every statement finds its rows by an index"""
        mine = [(name, text) for name, text in statements() if is_for(text, bool(self.server.store))]
        self.assertGreater(len(mine), 60, "hardly any statement was found")
        wrong = []
        for name, text in mine:
            tables, plan = self.whole(text)
            if tables and text not in ALLOWED:
                wrong.append(f"{name} reads all of {', '.join(tables)}: {text}\n    " + "\n    ".join(plan))
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_planted(self):
        """a statement that has no index is found"""
        for text in ("SELECT result FROM result_seats WHERE rank = $1",
                     "SELECT a.result FROM result_seats AS a JOIN results AS r ON r.number = a.result WHERE r.board = $1 ORDER BY r.ended",
                     "SELECT COUNT(*) FROM leaders WHERE games > $1",
                     "UPDATE users SET hidden = 0 WHERE hidden = $1",
                     "DELETE FROM deliveries WHERE code = $1"):
            with self.subTest(text):
                self.assertNotEqual(self.whole(text)[0], [], self.whole(text)[1])
        self.assertEqual(self.whole("SELECT rank FROM result_seats WHERE person = $1")[0], [])
