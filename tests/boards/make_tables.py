"""Messages of make_tables about inconsistent data.

    tests/run make_tables.py MAKE_TABLES DATA_DIR

Each case copies data/, spoils one entry, and expects to be told the file, the entry and what is
wrong with it.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DATA = sys.argv[1:3]

TABLES, RULES = "tables.json", "board-rules.json"
ITALY = "boards/italy.json"


def put(*path_and_value):
    """A change that puts a value at a path of keys and indices."""
    *path, last, value = path_and_value

    def change(root):
        for key in path:
            root = root[key]
        root[last] = value
    return change


def drop(*path):
    """A change that drops the entry at a path."""
    *path, last = path

    def change(root):
        for key in path:
            root = root[key]
        del root[last]
    return change


# (name, file, change, message after the name of the file)
CASES = [
    ("plant of unknown kind", TABLES, put("plants", 0, "kind", "peat"),
     "plants, entry 1: unknown kind 'peat'"),
    ("plant twice", TABLES, put("plants", 1, "number", 3), "plants, entry 2: plant 3 is listed twice"),
    ("plant number too high", TABLES, put("plants", 1, "number", 63),
     "plants, entry 2: 'number' must be from 1 to 62, not 63"),
    ("plant with unknown key", TABLES, put("plants", 1, "colour", "red"),
     "plants, entry 2: unknown key 'colour'; the keys are number, kind, need, cities"),
    ("plant without need", TABLES, drop("plants", 1, "need"), "plants, entry 2: 'need' is missing"),
    ("coal plant that needs nothing", TABLES, put("plants", 1, "need", 0),
     "plants, entry 2: 'need' must be from 1 to 3, not 0"),
    ("wind plant that needs fuel", TABLES, put("plants", 10, "need", 1),
     "plants, entry 11: 'need' must be from 0 to 0, not 1"),
    ("plant is no object", TABLES, put("plants", 1, 4), "plants, entry 2: expected an object in braces"),
    ("no plants", TABLES, drop("plants"), "'plants' is missing"),
    ("plug backs without plants", TABLES, put("plug_backs", [51, 60]),
     "'plug_backs': no plant is in this range"),
    ("too few payments", TABLES, drop("payments", 20), "'payments' must have 21 entries, not 20"),
    ("payment that does not rise", TABLES, put("payments", 5, 54),
     "'payments' must rise with every city"),
    ("more tokens than places", TABLES, put("tokens", "coal", 23),
     "ladder, coal: 8 spaces of 3 have not room for exactly 23 tokens"),
    ("too many tokens", TABLES, put("tokens", "oil", 25), "tokens: 'oil' must be from 0 to 24, not 25"),
    ("unknown fuel", TABLES, put("tokens", "peat", 5),
     "tokens: unknown key 'peat'; the keys are coal, oil, garbage, uranium"),
    ("prices that fall", TABLES, put("ladder", "uranium", "prices", 11, 13),
     "ladder, uranium: 'prices' must rise from space to space"),
    ("ladder without a fuel", TABLES, drop("ladder", "garbage"), "ladder: 'garbage' is missing"),
    ("ladder of an unknown fuel", TABLES, put("ladder", "peat", {}),
     "ladder: unknown key 'peat'; the keys are coal, oil, garbage, uranium"),
    ("no money", TABLES, drop("money"), "'money' is missing"),
    ("money as text", TABLES, put("money", "50"), "'money' must be a whole number, not a text"),
    ("too many houses", TABLES, put("houses", 23), "'houses' must be from 1 to 22, not 23"),
    ("places that get cheaper", TABLES, put("place_cost", [10, 20, 15]),
     "'place_cost' must rise from place to place"),
    ("more plants for sale than moves can be listed for", TABLES, put("market", "current", 9),
     "market: 'current' must be from 1 to 5, not 9"),
    ("the same in Step 3", TABLES, put("market", "cards_step3", 8),
     "market: 'cards_step3' must be from 1 to 6, not 8"),
    ("Trust places more than it has", TABLES, put("trust", "turns", [4, 4, 4, 5]),
     "trust: 'turns' place 17 houses, more than the Trust has"),
    ("Trust refills as for seven", TABLES, put("trust", "refill_row", 7),
     "trust: 'refill_row' must be from 2 to 6, not 7"),
    ("unknown key", TABLES, put("cards", 3), "unknown key 'cards'; the keys are plants, payments"),

    ("thresholds without an edition", TABLES, drop("thresholds", "recharged"),
     "thresholds: 'recharged' is missing"),
    ("thresholds of an unknown edition", TABLES, put("thresholds", "deluxe", {}),
     "thresholds: unknown key 'deluxe'; the keys are classic, recharged"),
    ("thresholds without a count", TABLES, drop("thresholds", "classic", "5"),
     "thresholds, classic: '5' is missing"),
    ("thresholds for seven", TABLES, put("thresholds", "classic", "7", {}),
     "thresholds, classic: unknown key '7'; the keys are 2, 3, 4, 5, 6"),
    ("Step 2 after the end", TABLES, put("thresholds", "classic", "3", "step2_cities", 17),
     "thresholds, classic, 3 players: 'step2_cities' must be from 1 to 16, not 17"),
    ("too many plants owned", TABLES, put("thresholds", "classic", "2", "max_plants", 5),
     "thresholds, classic, 2 players: 'max_plants' must be from 1 to 4, not 5"),

    ("start with more than there is", TABLES, put("start", "italy", "classic", "uranium", 13),
     "start, italy, classic: 'uranium' must be from 0 to 12, not 13"),
    ("start without a board", TABLES, drop("start", "italy"), "start: 'italy' is missing"),
    ("start without an edition", TABLES, drop("start", "italy", "recharged"),
     "start, italy: 'recharged' is missing"),
    ("start of an unknown edition", TABLES, put("start", "italy", "deluxe", {}),
     "start, italy: unknown key 'deluxe'; the keys are classic, recharged"),
    ("start of an unknown board", TABLES, put("start", "atlantis", {}), "start: unknown board 'atlantis'"),
    ("refill without a count", TABLES, drop("refill", "benelux", "4"),
     "refill, benelux: '4' is missing"),
    ("refill without a step", TABLES, put("refill", "standard", "3", "oil", [2, 3]),
     "refill, standard, 3 players: 'oil' must have 3 entries, not 2"),
    ("refill of more than there is", TABLES, put("refill", "standard", "3", "oil", 0, 25),
     "refill, standard, 3 players: 'oil' must be from 0 to 24, not 25"),
    ("refill for seven", TABLES, put("refill", "standard", "7", {}),
     "refill, standard: unknown key '7'; the keys are 2, 3, 4, 5, 6"),
    ("unknown refill of a board", TABLES, put("refill_by_board", "italy", "roman"),
     "refill_by_board, italy: unknown refill table 'roman'"),
    ("no refill of a board", TABLES, drop("refill_by_board", "italy"),
     "refill_by_board: 'italy' is missing"),
    ("refill of an unknown board", TABLES, put("refill_by_board", "atlantis", "standard"),
     "refill_by_board: unknown board 'atlantis'"),
    ("unknown refill of own boards", TABLES, put("own_board", "refill", "roman"),
     "own_board: unknown refill table 'roman'"),
    ("unknown start of own boards", TABLES, put("own_board", "start", "atlantis"),
     "start: 'atlantis' is missing"),

    ("deck with an unknown plant", TABLES, put("deck", "classic", "future", 3, 41),
     "deck, classic: 'future': there is no plant 41"),
    ("deck with a plant that is out", TABLES, put("deck", "france-recharged", "always_in_market", [13]),
     "deck, france-recharged: 'always_in_market': there is no plant 13"),
    ("deck with seven open plants", TABLES, drop("deck", "classic", "future", 3),
     "deck, classic: 'current' and 'future' must be 8 plants, 4 of them current"),
    ("top plant that lies open", TABLES, put("deck", "classic", "top", 7),
     "deck, classic: 'top': plant 7 is not in the deck"),
    ("deck of an unknown edition", TABLES, put("deck", "classic", "edition", "deluxe"),
     "deck, classic: unknown edition 'deluxe'"),
    ("deck without a count", TABLES, drop("deck", "recharged", "removed_plug", "6"),
     "deck, recharged, removed_plug: '6' is missing"),
    ("too many removed", TABLES, put("deck", "classic", "removed", "2", 34),
     "deck, classic, removed: '2' must be from 0 to 33, not 34"),
    ("too many plug backs removed", TABLES, put("deck", "recharged", "removed_plug", "2", 5),
     "deck, recharged: the plants with a plug back are too few for market, top and 'removed_plug'"),
    ("no deck for an edition", TABLES, drop("deck", "recharged"), "deck: 'recharged' is missing"),

    ("rules of an unknown board", RULES, put("atlantis", {}), "unknown board 'atlantis'"),
    ("rules of an unknown edition", RULES, put("france", "deluxe", {}),
     "france: unknown key 'deluxe'; the keys are classic, recharged"),
    ("unknown rule", RULES, put("usa", "recharged", "oil_storage_price", 8),
     "usa, recharged: unknown key 'oil_storage_price'"),
    ("rule with an unknown region", RULES, put("france", "classic", "home_regions", ["paris"]),
     "france, classic: 'home_regions': unknown region 'paris'"),
    ("rule with an unknown city", RULES, put("central-europe", "classic", "cheap_garbage_cities", ["Vienna"]),
     "central-europe, classic: 'cheap_garbage_cities': unknown city 'Vienna'"),
    ("rule with an unknown plant", RULES, put("italy", "recharged", "last_uranium_plant", 41),
     "italy, recharged: 'last_uranium_plant': there is no plant 41"),
    ("rule with an unknown deck", RULES, put("france", "classic", "deck", "gallic"),
     "france, classic: unknown deck 'gallic'; expected a classic one of data/tables.json"),

    ("connection with an unknown city", ITALY, put("connections", 16, ["Kolm", "roma", 3]),
     "connection 17: unknown city 'Kolm'; expected the id of one of the cities"),
    ("board with another id", ITALY, put("id", "sicily"),
     "'id' must be the name of the file, not 'sicily'"),
    ("board twice", ITALY, put("base", "france"),
     "board 'france' is this one in the same edition already"),
]


def spoil(folder, file, change):
    path = os.path.join(folder, file)
    with open(path, encoding="utf-8") as stream:
        root = json.load(stream)
    change(root)
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(root, stream)


def make(folder, out):
    return subprocess.run([PROGRAM, folder, os.path.join(out, "tables.c"), os.path.join(out, "names.c")],
                          capture_output=True, text=True, check=False, timeout=60)


class MakeTables(unittest.TestCase):
    def test_data_as_it_is(self):
        """unchanged data"""
        with tempfile.TemporaryDirectory() as folder:
            run = make(DATA, folder)
            self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_no_data(self):
        """no data"""
        with tempfile.TemporaryDirectory() as folder:
            run = make(folder, folder)
            self.assertEqual((run.returncode, run.stderr), (1, f"make_tables: {folder}/tables.json: "
                             "cannot be opened: No such file or directory\n"))

    def test_nowhere_to_write(self):
        """nowhere to write"""
        run = make(DATA, os.path.join(DATA, "no-such-folder"))
        self.assertEqual(run.returncode, 1)
        self.assertIn("cannot be written: No such file or directory", run.stderr)

    def test_no_arguments(self):
        """no arguments"""
        run = subprocess.run([PROGRAM], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertTrue(run.stderr.startswith("usage: make_tables "), run.stderr)


def spoilt(name, file, change, message):
    """A case of MakeTables with one broken entry in one file."""
    def case(self):
        with tempfile.TemporaryDirectory() as folder:
            data = os.path.join(folder, "data")
            shutil.copytree(DATA, data)
            spoil(data, file, change)
            run = make(data, folder)
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertTrue(run.stderr.startswith(f"make_tables: {data}/{file}: {message}"), run.stderr)
            self.assertFalse(os.path.exists(os.path.join(folder, "tables.c")), "the tables were written")
    case.__doc__ = name
    return case


for number, row in enumerate(CASES):
    setattr(MakeTables, f"test_spoilt_{number:02}", spoilt(*row))
