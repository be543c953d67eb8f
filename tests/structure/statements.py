"""No statement of the server needs accounts and tables of the game: they may be in two databases (docs/nodes.md).

    tests/run tests/structure/statements.py

tests/server/split_db.c asserts the same while a server runs, but only of the statements that it runs on SQLite.
"""

import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
COMMENTS = re.compile(r'("(?:[^"\\\n]|\\.)*")|/\*.*?\*/', re.DOTALL)
LISTS = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\b(.*?)(?=[()]|\b(?:WHERE|SET|ON|SELECT|ORDER|GROUP|VALUES)\b|$)", re.DOTALL)
DOTTED = re.compile(r"(\w+)\.")
BEGINS = re.compile(r'(SELECT|INSERT|UPDATE|DELETE|WITH)\b')


def text(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def tables(side):
    """The tables of one database, from the list that the server in two databases goes by."""
    return set(re.findall(r'"(\w+)"', re.search(side + r"\[\] = \{(.*?)\}", text("tests/server/split_db.c"), re.DOTALL)[1]))


def named(statement):
    """The words that stand where tables are named: elsewhere a column may have the name of a table."""
    lists = [word for part in LISTS.findall(statement) for word in re.findall(r"\w+", part)]
    return set(lists + DOTTED.findall(statement))


def statements():
    """(file, statement) of all literals that are SQL; adjacent ones are one. Parts of a macro stand for themselves."""
    for path in sorted(glob.glob(os.path.join(ROOT, "server", "**", "*.c"), recursive=True)):
        name = os.path.relpath(path, ROOT)
        source = COMMENTS.sub(lambda match: match[1] or " ", text(name)).replace("\\\n", " ")
        for match in LITERALS.finditer(source):
            words = "".join(part[1:-1] for part in re.findall(r'"(?:[^"\\\n]|\\.)*"', match[0]))
            if BEGINS.match(words) and name != "server/schema.c":  # whose steps make all tables
                yield name, words


class Statements(unittest.TestCase):
    def test_sides(self):
        """no statement names tables of accounts and of games"""
        accounts, games = tables("accounts"), tables("games")
        found = list(statements())
        self.assertGreater(len(found), 100, "hardly any statement was found")
        both = [f"{name}: {words}" for name, words in found
                if accounts & named(words) and games & named(words)]
        self.assertEqual(both, [])

    def test_log(self):
        """nothing changes or deletes what is in the log of the moderators"""
        changing = [words for _, words in statements() if re.match(r"(UPDATE|DELETE FROM) moderations\b", words)]
        self.assertEqual(changing, [])
        self.assertTrue(any(words.startswith("INSERT INTO moderations") for _, words in statements()))

    def test_tables(self):
        """every table of the schema belongs to one side, or tells nodes of each other"""
        made = set(re.findall(r"CREATE TABLE (?!IF )(\w+)", text("server/schema.c")))
        self.assertEqual(made - tables("accounts") - tables("games"), {"nodes", "news"})
        self.assertEqual(tables("accounts") & tables("games"), set())
