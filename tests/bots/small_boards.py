"""Bots on boards with too few cities to end a game: they build until the last city is connected.

usage: tests/run small_boards.py ELEKTRO EXAMPLES_DIR"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

ELEKTRO, EXAMPLES = sys.argv[1:3]
ROUNDS_MOST = 60


PAIR = "normal,normal"
THREE = ["normal,normal,normal", "easy,easy,easy", "hard@8,normal,easy"]


class SmallBoards(unittest.TestCase):
    def matches(self, board, tables):
        """Games of several levels on a board: tables names them by edition."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "board.json")
            with open(path, "w") as out:
                json.dump(board, out)
            for edition, lists in tables.items():
                for bots in lists:
                    run = subprocess.run([ELEKTRO, "arena", "--json", "--board", path, "--edition", edition,
                                          "--bots", bots, "--games", "6"],
                                         capture_output=True, text=True, timeout=250)
                    self.assertFalse(run.returncode, f"{edition} {bots}: {run.stderr}")
                    rounds = json.loads(run.stdout)["mean_rounds"]
                    self.assertLessEqual(rounds, ROUNDS_MOST, f"{edition} {bots}: {rounds} rounds")

    def test_dear(self):
        """nine cities, connections three times as expensive"""
        with open(os.path.join(EXAMPLES, "iceland.json")) as file:
            board = json.load(file)
        board["connections"] = [[a, b, 3 * cost] for a, b, cost in board["connections"]]
        self.matches(board, {"classic": [PAIR, *THREE], "recharged": [PAIR, *THREE]})

    def test_tiny(self):
        """three cities; without the Trust of recharged, which has no room beside two players"""
        names = ["one", "two", "three"]
        self.matches({
            "id": "tiny", "name": "Tiny", "editions": ["classic", "recharged"],
            "regions": [{"id": name, "colour": colour}
                        for name, colour in zip(names, ["red", "blue", "green"])],
            "cities": [{"id": name, "name": name.title(), "region": name, "lat": 50 + i, "lon": 10}
                       for i, name in enumerate(names)],
            "connections": [["one", "two", 5], ["two", "three", 20]],
        }, {"classic": [PAIR, *THREE], "recharged": THREE})
