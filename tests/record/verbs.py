"""The verbs replay, boards and plants at the command line.

    tests/run verbs.py ELEKTRO ROOT
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

ELEKTRO, ROOT = sys.argv[1:3]
RECORDS = os.path.join(ROOT, "tests", "fuzz", "corpus", "record")
TRUST = os.path.join(RECORDS, "trust")
VERBS = ["replay", "boards", "plants"]


def elektro(*words, given=None):
    """Runs the command; returns its status, stdout and stderr."""
    run = subprocess.run([ELEKTRO, *words], input=given, capture_output=True, text=True,
                         encoding="utf-8", check=False)
    return run.returncode, run.stdout, run.stderr


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Verbs(unittest.TestCase):
    def expect(self, what, seen, wanted):
        self.assertEqual(seen, wanted, f"{what}: {seen!r}, not {wanted!r}")

    def test_help(self):
        """--help prints the help to standard output"""
        for verb in VERBS:
            status, out, complaint = elektro(verb, "--help")
            self.expect(f"{verb} --help", (status, complaint), (0, ""))
            self.assertTrue(out.startswith(f"usage: elektro {verb}"), f"{verb} --help prints {out!r}")

    def test_usage(self):
        """a wrong call has status 2, and prints only an error message"""
        for words in [["replay"], ["replay", "a", "b"], ["replay", "--to", "x", TRUST],
                      ["replay", "--nonsense"], ["boards", "a", "b"], ["boards", "--edition", "deluxe"],
                      ["boards", "validate"], ["plants", "3"], ["plants", "--nonsense"]]:
            status, out, complaint = elektro(*words)
            self.expect(" ".join(words), (status, out), (2, ""))
            self.assertTrue(complaint, f"{words}: no error message")

    def test_verify(self):
        """replay --verify accepts every valid record"""
        records = sorted(os.path.join(RECORDS, name) for name in os.listdir(RECORDS))
        status, out, complaint = elektro("replay", "--verify", *records)
        self.expect("status", (status, complaint), (0, ""))
        self.expect("lines", len(out.splitlines()), len(records))
        status, out, _ = elektro("replay", "--verify", "--json", TRUST)
        verdict = json.loads(out)
        self.expect("ok", (status, verdict["ok"], verdict["file"]), (0, True, TRUST))
        self.expect("moves", verdict["moves"], text(TRUST).count(". "))

    def test_refusal(self):
        """an invalid record is refused with file, line and column"""
        wrong = text(TRUST).replace("edition: recharged", "edition: deluxe")
        for words in [["replay", "-"], ["replay", "--verify", "-"], ["replay", "--json", "-"]]:
            status, out, complaint = elektro(*words, given=wrong)
            self.expect(" ".join(words), (status, out), (1, ""))
            self.assertTrue(complaint.startswith("-:4:10: Expected classic or recharged."), f"{words}: {complaint}")
        status, out, _ = elektro("replay", "--verify", "--json", "-", given=wrong)
        error = json.loads(out)["error"]
        self.expect("JSON", (status, error["code"], error["line"], error["column"]),
                    (1, "bad-edition", 4, 10))

    def test_missing_file(self):
        """an unreadable file has status 1, and the message has its name"""
        for words in [["replay"], ["replay", "--verify"], ["boards", "validate"]]:
            status, out, complaint = elektro(*words, "/nowhere/at.all")
            self.expect(" ".join(words), (status, out), (1, ""))
            self.assertIn("/nowhere/at.all", complaint, f"{words}: {complaint}")

    def test_verdict_lines(self):
        """--json prints one line for each file, also for unreadable files"""
        for flag, right in (("--verify", True), ("--verify-shuffle", False)):
            status, out, _ = elektro("replay", flag, "--json", TRUST, "/nowhere/at.all")
            verdicts = [json.loads(line) for line in out.splitlines()]
            self.expect(f"{flag}: files", [verdict["file"] for verdict in verdicts],
                        [TRUST, "/nowhere/at.all"])
            self.expect(f"{flag}: status", (status, verdicts[-1]["ok"]), (1, False))
            self.expect(f"{flag}: code", verdicts[-1]["error"]["code"], "cannot-read")
            self.expect(f"{flag}: the first", verdicts[0]["ok"], right)

    def test_story(self):
        """replay prints the game, with every move numbered"""
        status, out, _ = elektro("replay", TRUST)
        self.expect("status", status, 0)
        moves = [line.split(". ")[0] for line in text(TRUST).splitlines() if line[:1].isdigit()]
        told = [line.strip().split(". ")[0] for line in out.splitlines() if line[:5].strip()]
        self.expect("moves", told, moves)
        self.assertNotIn("{", out, "a sentence is incomplete")
        self.assertIn("Round 1\n", out, "a sentence is incomplete")

    def test_to(self):
        """--to N stops after move N and the cards that follow it"""
        _, whole, _ = elektro("replay", TRUST)
        for number in (0, 1, 7, 20):
            status, part, _ = elektro("replay", "--to", str(number), TRUST)
            self.expect("status", status, 0)
            self.assertTrue(whole.startswith(part), f"--to {number} differs")
            _, out, _ = elektro("replay", "--json", "--to", str(number), TRUST)
            steps = json.loads(out)["steps"]
            self.expect(f"--to {number}", sum("move" in step for step in steps), number)
        self.expect("--to past the end", elektro("replay", "--to", "999", TRUST)[1], whole)

    def test_json(self):
        """replay --json has the moves, their events and the state"""
        status, out, _ = elektro("replay", "--json", TRUST)
        game = json.loads(out)
        self.expect("status", status, 0)
        for step in game["steps"]:
            self.assertTrue(step["events"], f"an odd step: {step}")
            self.assertNotEqual("move" in step, "draw" in step, f"an odd step: {step}")
        self.expect("board", game["state"]["board"], "benelux")
        self.expect("names", game["names"], ["", ""])

    def test_position(self):
        """replay --position prints the position of the record"""
        status, out, _ = elektro("replay", "--position", TRUST)
        self.expect("status", status, 0)
        self.expect("position", out,
                    text(os.path.join(ROOT, "tests", "fuzz", "corpus", "position", "trust")))

    def test_documentation(self):
        """the example of docs/records.md and its position are valid"""
        document = text(os.path.join(ROOT, "docs", "records.md"))
        record = document.split("```elektro\n")[1].split("```")[0]
        status, out, complaint = elektro("replay", "--verify", "-", given=record)
        self.expect("record", (status, complaint), (0, ""))
        self.assertIn("ended", out, out)
        _, out, _ = elektro("replay", "--position", "--to", "17", "-", given=record)
        self.expect("position", out, document.split("```position\n")[1].split("```")[0])

    def test_boards(self):
        """boards lists the boards and shows one"""
        status, out, _ = elektro("boards")
        self.expect("status", status, 0)
        listed = json.loads(elektro("boards", "--json")[1])
        self.expect("boards", len(out.splitlines()) - 1,
                    sum(len(board["players"]) for board in listed))
        files = sorted(name[:-5] for name in os.listdir(os.path.join(ROOT, "data", "boards")))
        self.expect("ids", sorted(board["id"] for board in listed), files)
        for edition in ("classic", "recharged"):
            board = json.loads(elektro("boards", "--json", "--edition", edition, "germany")[1])
            self.expect("cities", (board["base"], len(board["cities"])), ("germany", 42))
        status, out, _ = elektro("boards", "DEUTSCHLAND")
        self.expect("a board that is not there", (status, out), (1, ""))
        self.assertIn("Köln", elektro("boards", "germany")[1], "no Köln")

    def test_validate(self):
        """boards validate accepts a valid board and reports the error of an invalid one"""
        path = os.path.join(ROOT, "data", "boards", "italy.json")
        for words in (["validate", path], ["--validate", path]):
            status, out, complaint = elektro("boards", *words)
            self.expect("good", (status, complaint), (0, ""))
            self.assertIn("Italy", out, out)
        with tempfile.TemporaryDirectory() as folder:
            bad = os.path.join(folder, "bad.json")
            board = json.loads(text(path))
            board["connections"][16][1] = "kolm"
            with open(bad, "w", encoding="utf-8") as file:
                json.dump(board, file)
            status, out, complaint = elektro("boards", "validate", bad)
            self.expect("bad", (status, out), (1, ""))
            self.assertIn("bad.json", complaint, complaint)
            self.assertIn("kolm", complaint, complaint)
            status, out, _ = elektro("boards", "--json", "validate", bad)
            self.expect("bad, JSON", (status, json.loads(out)["ok"]), (1, False))
            self.expect("own board", elektro("boards", path)[0], 0)

    def test_plants(self):
        """plants lists the plants of data/tables.json"""
        facts = json.loads(text(os.path.join(ROOT, "data", "tables.json")))["plants"]
        listed = json.loads(elektro("plants", "--json")[1])
        self.expect("plants", [{key: plant[key] for key in ("number", "kind", "need", "cities")}
                               for plant in listed], facts)
        self.expect("rows", len(elektro("plants")[1].splitlines()), len(facts) + 1)

    def test_bench(self):
        """bench --json has the figures and the signature of every table"""
        status, out, _ = elektro("bench", "--json", "--seconds", "0.001")
        report = json.loads(out)
        signature = text(os.path.join(ROOT, "tests", "signature", "expected")).strip()
        self.expect("bench", (status, report["signature"]), (0, signature))
        for figures in [report, *report["tables"]]:
            self.assertEqual(len(figures["signature"]), 16)
            self.assertGreater(figures["moves_per_s"], figures["games_per_s"])
            self.assertGreater(figures["normal_games_per_s"], 0)

    def test_full_disk(self):
        """a write error has status 1"""
        arena = ["arena", "--bots", "random,random", "--games", "2", "--threads", "1"]
        helps = [[verb, "--help"] for verb in ("analyse", "arena", "bench", "boards", "play", "plants",
                                               "render", "replay", "show", "sim", "tune")]
        for words in (["plants"], ["boards"], ["replay", TRUST], ["plants", "--json"], arena,
                      [*arena, "--json"], ["bench", "--plain", "1"],
                      ["analyse", TRUST, "--nodes", "20", "-o", "-"], ["--help"], ["--version"], *helps):
            with open("/dev/full", "w", encoding="utf-8") as full:
                run = subprocess.run([ELEKTRO, *words], stdout=full, stderr=subprocess.PIPE, text=True,
                                     check=False)
            self.expect(" ".join(words), run.returncode, 1)
            self.assertIn("cannot write", run.stderr, run.stderr)
