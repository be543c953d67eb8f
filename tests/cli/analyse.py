"""elektro analyse: the JSON, the text, the journal, and records of every kind.

    tests/run analyse.py ELEKTRO EXAMPLES
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata
import unittest

ELEKTRO, EXAMPLES = sys.argv[1:3]
FOLDER = tempfile.TemporaryDirectory()
NODES = "12"
VERDICTS = ["best", "good", "inaccuracy", "mistake", "blunder"]
PHASES = ["auction", "fuel", "building", "powering"]


def elektro(*arguments, said="", **environment):
    return subprocess.run([ELEKTRO, *arguments], input=said, capture_output=True, encoding="utf-8", timeout=240,
                          check=False, env={**os.environ, "LC_ALL": "C.UTF-8", **environment})


def path_of(name):
    return os.path.join(FOLDER.name, name)


def written(name, text):
    with open(path_of(name), "w", encoding="utf-8") as file:
        file.write(text)
    return path_of(name)


def content(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def whole(name, *options, seats="normal,easy,normal"):
    """A game of bots as a file."""
    path = path_of(name + ".elektro")
    if not os.path.exists(path):
        run = elektro("play", "--seats", seats, "--seed", name, "--fast", "--save", path, *options)
        if run.returncode != 0:
            sys.exit(run.stderr)
    return path


def beginning(path, moves, name):
    """A record up to a move, with the cards that follow it."""
    lines = []
    for line in content(path).splitlines():
        number = re.match(r"(\d+)\. ", line)
        if number and int(number[1]) > moves:
            break
        if not line.startswith("result:"):
            lines.append(line)
    return written(name, "\n".join(lines) + "\n")


def record(name="game", moves=48):
    """The beginning of a game of bots; the Sanitizers take their time."""
    path = path_of(f"{name}-{moves}.elektro")
    if not os.path.exists(path):
        beginning(whole(name), moves, os.path.basename(path))
    return path


def analyse(*arguments, nodes=NODES, **environment):
    return elektro("analyse", "--nodes", nodes, *arguments, **environment)


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in line)


class Analyse(unittest.TestCase):
    def analysis(self, path, *options, **settings):
        """The JSON of a record, after checks that hold for all."""
        run = analyse("--json", path, *options, **settings)
        self.assertEqual(run.returncode, 0, run.stderr)
        found = json.loads(run.stdout)
        lists = [d[key] for d in found["decisions"] for key in ("before", "after", "second_chances") if key in d]
        for chances in lists + [moment["chances"] for moment in found["chances"]]:
            self.assertEqual(len(chances), len(found["players"]))
            self.assertEqual(sum(round(chance * 10000) for chance in chances), 10000, chances)
            self.assertTrue(all(0 <= chance <= 1 for chance in chances), chances)
        for card in found["luck"]:
            self.assertEqual(sum(round(change * 10000) for change in card["change"]), 0, card)
        return found

    def test_json(self):
        """--json has every move and card of the game, and a summary that adds up"""
        path = whole("game")
        found = self.analysis(path, nodes="5")
        moves = {int(number): (seat, move) for number, seat, move in
                 re.findall(r"^(\d+)\. (.*): (.*)$", content(path), re.M)}
        names = found["players"]
        self.assertEqual(found["version"], 1)
        self.assertTrue(found["ended"])
        following = found["decisions"][0]["number"]
        for d in found["decisions"]:
            self.assertEqual(d["number"], following)
            following = d["last"] + 1
            self.assertEqual(d["move"], ", ".join(moves[n][1] for n in range(d["number"], d["last"] + 1)))
            self.assertEqual({names[d["seat"] - 1]}, {moves[n][0] for n in range(d["number"], d["last"] + 1)})
            self.assertIn(d["phase"], PHASES)
            self.assertIn(d["verdict"], VERDICTS)
            self.assertEqual(d["verdict"] == "best", d["best"] == d["move"] and d["before"] == d["after"], d)
            self.assertAlmostEqual(d["lost"], d["before"][d["seat"] - 1] - d["after"][d["seat"] - 1], delta=0.0003)
            self.assertLessEqual(len(d["reasons"]), 3)
            for reason in d["reasons"]:
                self.assertTrue({"reason", "weight", "text"} <= set(reason), reason)
                self.assertRegex(reason["text"], r"^[A-Z].*\.$")
        self.assertEqual(following, max(moves) + 1)
        cards = [int(plant) for plant in re.findall(r"^draw (\d+)", content(path), re.M)]
        self.assertEqual([card["plant"] for card in found["luck"]], cards)
        self.assertEqual([moment["number"] for moment in found["chances"]],
                         [d["number"] - 1 for d in found["decisions"]] + [max(moves)])
        self.assertEqual(sorted(found["chances"][-1]["chances"])[-1], 1)
        self.check_summary(found)

    def check_summary(self, found):
        lost = sorted((d["lost"] for d in found["decisions"]), reverse=True)[:3]
        by_number = {d["number"]: d for d in found["decisions"]}
        self.assertEqual([by_number[n]["lost"] for n in found["turning_points"]], lost)
        for player in found["summary"]:
            own = [d for d in found["decisions"] if d["seat"] == player["seat"]]
            self.assertEqual(player["decisions"], len(own))
            self.assertEqual(player["verdicts"], {v: sum(d["verdict"] == v for d in own) for v in VERDICTS})
            self.assertAlmostEqual(player["lost"], sum(d["lost"] for d in own), delta=0.01)
            self.assertEqual(set(player["accuracy"]), {*PHASES, "all"})
            self.assertTrue(all(0 <= a <= 1 for a in player["accuracy"].values()))
            won = sum(max(0, card["change"][player["seat"] - 1]) for card in found["luck"])
            self.assertAlmostEqual(player["luck"]["won"], won, delta=0.01)

    def test_same_text(self):
        """the same record, seed and playouts give the same text and JSON on any number of threads"""
        path = record()
        for how in ([], ["--json"], ["--all"]):
            one, three = (analyse(path, "--threads", n, *how) for n in ("1", "3"))
            self.assertEqual(one.returncode, 0, one.stderr)
            self.assertTrue(one.stdout)
            self.assertEqual(one.stdout, three.stdout, how)
        other = analyse(path, "--json", "--seed", "2")
        self.assertNotEqual(other.stdout, analyse(path, "--json").stdout, "the seed changes nothing")

    def test_text(self):
        """the text fits its width, names every mistake, and --all names every decision"""
        path = record()
        found = self.analysis(path)
        bad = [d for d in found["decisions"] if d["verdict"] in VERDICTS[2:]]
        for how in ([], ["--width", "100"], ["--all"]):
            text = analyse(path, *how).stdout
            width = 100 if "--width" in how else 80
            self.assertEqual([row for row in text.splitlines() if columns(row) > width or row.endswith(" ")], [])
            told = [int(n) for n in re.findall(r"^ *(\d+)\. ", text.split("\nTurning points")[0], re.M)]
            self.assertEqual(told, [d["number"] for d in (found["decisions"] if "--all" in how else bad)])
        worst = next(d for d in found["decisions"] if d["number"] == found["turning_points"][0])
        self.assertTrue(worst["reasons"])
        for reason in worst["reasons"]:
            self.assertTrue(reason["text"] in " ".join(text.split()), reason)
        for words in ("Chances to win", "Turning points", "Accuracy and luck", "given away", "turns up; luck: "):
            self.assertTrue(words in text, words)
        self.assertTrue(analyse(path, LC_ALL="C").stdout.isascii(), "non-ASCII output in the C locale")

    def test_range(self):
        """--from and --to leave out the other moves; what is left is the same"""
        path = record()
        full, part = self.analysis(path), self.analysis(path, "--from", "10", "--to", "30")
        self.assertEqual(part["decisions"], [d for d in full["decisions"] if d["last"] >= 10 and d["number"] <= 30])
        self.assertEqual(part["luck"], [card for card in full["luck"] if 10 <= card["number"] <= 30])
        self.assertIn("Moves 10 to 30 only", analyse(path, "--from", "10", "--to", "30").stdout)
        for words, status, message in ((["--from", "9", "--to", "8"], 2, "--from is after --to"),
                                       (["--from", "30000"], 1, "no decision among these moves"),
                                       (["--ms", "5"], 2, "exclude each other")):
            run = analyse(path, *words)
            self.assertEqual(run.returncode, status, run.stderr)
            self.assertIn(message, run.stderr)
            self.assertEqual(run.stdout, "")

    def test_time(self):
        """--ms limits the time of a decision, and the text says that the chances depend on it"""
        path = record(moves=40)
        start = time.monotonic()
        run = elektro("analyse", "--ms", "5", "--threads", "1", path)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertLess(time.monotonic() - start, 20)
        self.assertIn("At most 5 ms for each decision", run.stdout)
        found = json.loads(elektro("analyse", "--ms", "1", "--json", path).stdout)
        self.assertEqual(found["ms"], 1)
        self.assertNotIn("nodes", found)
        self.assertEqual(found["decisions"][-1]["last"], 40)

    # ----------------------------------------------------------------------- the annotated record

    def annotated(self, path, *options):
        run = analyse(path, "--annotate", "-", *options)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual([line for line in run.stdout.split("\n") if len(line.encode()) > 2047], [])
        return run.stdout

    def test_annotate(self):
        """an annotated record has a comment on every decision and card, and is otherwise the same"""
        path, copy = whole("game"), path_of("copy.elektro")
        found = self.analysis(path)
        run = analyse(path, "-o", copy)
        self.assertEqual((run.returncode, run.stdout), (0, analyse(path).stdout), run.stderr)
        text = content(copy)
        self.assertEqual(re.sub(r"  # analysis: .*", "", text), content(path))
        comments = dict(re.findall(r"^(\d+)\. .*?  # analysis: (\w+): ", text, re.M))
        self.assertEqual(comments, {str(d["last"]): d["verdict"] for d in found["decisions"]})
        self.assertEqual(len(re.findall(r"^draw .*  # analysis: luck: ", text, re.M)), len(found["luck"]))
        for d in found["decisions"]:
            if d["verdict"] != "best":
                reasons = " ".join(reason["text"] for reason in d["reasons"])
                self.assertRegex(text, rf"(?m)^{d['last']}\. .*better: {re.escape(d['best'])}.*{re.escape(reasons)}$")
        self.assertEqual(text.count("\n# seats: "), 1)
        for verb in (["replay", "--json"], ["replay", "--position"]):
            self.assertEqual(elektro(*verb, copy).stdout, elektro(*verb, path).stdout)
        sealed = os.path.join(EXAMPLES, "..", "tests", "wasm", "sealed.elektro")
        online = written("online.elektro", self.annotated(sealed, "--to", "20"))
        self.assertIn("# analysis: ", content(online))
        self.assertEqual(elektro("replay", "--verify-shuffle", online).returncode, 0)
        part = self.annotated(path, "--from", "20", "--to", "30")
        self.assertEqual({int(n) for n in re.findall(r"^(\d+)\. .*# analysis", part, re.M)},
                         {d["last"] for d in found["decisions"] if d["last"] >= 20 and d["number"] <= 30})

    def test_annotate_again(self):
        """annotating replaces only its own comments, and may replace only a record of the same game"""
        path = written("again.elektro", content(record()))
        once = self.annotated(path)
        for _ in range(2):
            self.assertEqual(analyse(path, "-o", path).returncode, 0)
            self.assertEqual(content(path), once)
        text = once.replace("\n", "\r\n").replace("  # analysis: ", "\t# Anna: why? # analysis: ", 3)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        run = subprocess.run([ELEKTRO, "analyse", "--nodes", NODES, "-o", "-", path], capture_output=True, check=True)
        expected = text.replace("# Anna: why? # analysis", "# Anna: why?  # analysis")
        self.assertEqual(run.stdout.decode(), expected)
        long = re.sub(r"(?m)^(1\. .*)$", lambda m: m[1] + " # " + "ä" * ((2040 - len(m[1].encode())) // 2), content(record()))
        self.assertEqual(elektro("replay", "--verify", written("long.elektro", self.annotated(written("l", long)))).returncode, 0)
        for name, text in (("notes.txt", "notes"), ("other-game.elektro", content(record("other")))):
            target = written(name, text)
            run = analyse(record(), "-o", target)
            self.assertEqual((run.returncode, run.stdout), (1, ""))
            self.assertIn("is not a record of this game", run.stderr)
            self.assertEqual(content(target), text)
        self.assertEqual(analyse(record(), "-o", FOLDER.name).returncode, 1)
        self.assertEqual(analyse(record(), "-o", "-", "--json").returncode, 2)
        self.assertEqual(analyse(record(), "-o", path_of("new"), "--journal", path_of("new")).returncode, 2)
        self.assertFalse(os.path.exists(path_of("new")))

    # ------------------------------------------------------------------------------- the journal

    def test_journal(self):
        """an analysis goes on from its journal, whatever its last line looks like"""
        path, journal = record(), path_of("a.journal")
        expected = analyse(path, "--json").stdout
        self.assertEqual(analyse(path, "--json", "--journal", journal, "--to", "20").returncode, 0)
        part = content(journal)
        for torn in (part, part[:-9], part[:part.index("\n") + 1], part[:30], part[:-9] + "\n", ""):
            written("a.journal", torn)
            again = analyse(path, "--json", "--journal", journal)
            self.assertEqual(again.stdout, expected, again.stderr)
            self.assertEqual(sorted(content(journal).splitlines()[1:]), sorted(set(content(journal).splitlines()[1:])))
        # Nothing is assessed twice: numbers of another analysis stay.
        lines = content(journal).splitlines()
        changed = [re.sub(r"^(\d+) .*", r"\1 0 0 0 0 0 0 .", line) if line.count(" ") == 7 else line for line in lines]
        self.assertNotEqual(changed, lines)
        written("a.journal", "\n".join(changed) + "\n")
        found = self.analysis(path, "--journal", journal)
        self.assertEqual({change for card in found["luck"] for change in card["change"]}, {0})

    def test_damaged_journal(self):
        """a line of a journal that cannot be true is skipped, and its decision or card is assessed again"""
        path, journal = record(moves=30), path_of("d.journal")
        expected = analyse(path, "--json", "--journal", journal).stdout
        first, *lines = content(journal).splitlines()
        decisions = [line.split() for line in lines if line.count(" ") > 7]
        changed = [[line[0], "0", "0", "0", "1", "0", "0", "."] for line in map(str.split, lines) if len(line) == 8]
        for number, *line in decisions:
            # The first move and the last chance of the best turn, and the last reason: a seat, fuel or city that is none.
            begin = 2 + int(line[0]) + 5
            for at in (slice(1, 2), slice(begin, begin + 1), slice(-6, -1)):
                for value in ("1000000", "-1", "9" * 30):
                    damaged = list(line)
                    damaged[at] = [value] * len(damaged[at])
                    changed.append([number, *damaged])
        for how in changed[:1] + changed[-1:], changed, reversed(changed):
            written("d.journal", "\n".join([first] + [" ".join(words) for words in how]) + "\n")
            run = analyse(path, "--json", "--journal", journal)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertEqual(run.stdout, expected)

    def other_weights(self):
        """A judge with one weight changed."""
        with open(os.path.join(EXAMPLES, "..", "data", "weights", "judge.bin"), "rb") as file:
            weights = bytearray(file.read())
        weights[-1] ^= 1
        checksum = 2166136261
        for byte in weights[16:]:
            checksum = (checksum ^ byte) * 16777619 & 0xffffffff
        weights[12:16] = checksum.to_bytes(4, "little")
        with open(path_of("other.bin"), "wb") as file:
            file.write(weights)
        return path_of("other.bin")

    def test_other_journal(self):
        """a journal of another record, budget, seed or kind of file is refused and stays as it is"""
        journal = path_of("b.journal")
        self.assertEqual(analyse(record(), "--to", "20", "--journal", journal).returncode, 0)
        kept = content(journal)
        other = record("other")
        for words in ([other], [record(), "--seed", "7"], [record(), "--nodes", "31"]):
            run = elektro("analyse", "--nodes", NODES, *words, "--journal", journal)
            self.assertEqual(run.returncode, 1, words)
            self.assertIn("not the journal of this analysis", run.stderr)
            self.assertEqual(run.stdout, "")
            self.assertEqual(content(journal), kept)
        run = analyse(record(), "--weights", self.other_weights(), "--journal", journal)
        self.assertEqual(run.returncode, 1)
        self.assertIn("the weights or the bots differ", run.stderr)
        text = content(other)
        self.assertEqual(analyse(record(), "--journal", other).returncode, 1)
        self.assertEqual(content(other), text)
        self.assertEqual(analyse(record(), "--journal", path_of("no/such/folder")).returncode, 1)

    def test_interrupt(self):
        """Ctrl-C leaves a journal from which the same command goes on, and says so"""
        path, journal = record(), path_of("c.journal")
        command = [ELEKTRO, "analyse", "--nodes", "3000", "--threads", "1", "--journal", journal, path]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            while not os.path.exists(journal) or content(journal).count("\n") < 3:
                time.sleep(0.01)
            run.send_signal(signal.SIGINT)
            out, error = run.communicate(timeout=60)
        self.assertEqual(run.returncode, -signal.SIGINT)
        self.assertEqual(out, "")
        self.assertIn(f"What was found is in {journal}; the same command goes on", error)
        self.assertGreaterEqual(content(journal).count("\n"), 3)
        self.assertEqual(elektro("analyse", "--nodes", "3000", "--to", "3", "--journal", journal, path).returncode, 0)

    # ---------------------------------------------------------------------------- kinds of records

    def test_tables(self):
        """the Trust, the first game, starting cities, a drafted zone, six players, a forfeited seat: all are analysed"""
        tables = {"trust": ("normal,normal", ["--edition", "recharged"]),
                  "first": ("normal,easy,random", ["--edition", "classic", "--first-game"]),
                  "starting": ("normal,easy,normal", ["--edition", "recharged", "--starting-cities"]),
                  "draft": ("normal,random,easy", ["--zone", "draft", "--board", "italy"]),
                  # A seat that forfeits continues with random moves.
                  "forfeited": ("normal,random,normal", ["--board", "france"]),
                  "six": ("normal,easy,normal,normal,easy,random", ["--board", "usa", "--edition", "classic"])}
        for name, (seats, options) in tables.items():
            path = whole(name, *options, seats=seats)
            last = int(re.findall(r"^(\d+)\. ", content(path), re.M)[-1])
            for moves in (["--to", "30"], ["--from", str(last - 20)]):
                found = self.analysis(path, *moves, nodes="5")
                self.assertTrue(found["ended"], name)
                self.assertGreater(len(found["decisions"]), 4, name)
            self.assertEqual(found["decisions"][-1]["last"], last, name)

    def test_unfinished(self):
        """an unfinished game is analysed as far as it goes, and the text says so"""
        path = record(moves=33)
        found = self.analysis(path)
        self.assertFalse(found["ended"])
        self.assertEqual(found["decisions"][-1]["last"], 33)
        self.assertIn("The game is not over.", analyse(path).stdout)
        self.assertNotIn("The game is not over.", analyse(whole("game"), "--to", "3").stdout)

    def test_no_decision(self):
        """a game without a decision is refused with words"""
        run = analyse(record(moves=0))
        self.assertEqual(run.returncode, 1)
        self.assertIn("no decision to analyse yet", run.stderr)
        self.assertEqual(run.stdout, "")
        draft = whole("draft", "--zone", "draft", "--board", "italy", seats="normal,random,easy")
        run = analyse(beginning(draft, 1, "drafting.elektro"))
        self.assertEqual(run.returncode, 1)
        self.assertIn("they begin with round 1", run.stderr)

    def test_damaged(self):
        """a damaged record is refused with line and column"""
        text = content(record()).replace("1. ", "1. nobody", 1)
        run = analyse(written("damaged.elektro", text))
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, r"damaged\.elektro:\d+:\d+: ")
        for words, status in ((["/nowhere"], 1), ([], 2), ([record(), record()], 2)):
            self.assertEqual(analyse(*words).returncode, status, words)

    def test_own_board(self):
        """a board of one's own is analysed if its file lies beside the record, otherwise refused"""
        shutil.copy(os.path.join(EXAMPLES, "iceland.json"), FOLDER.name)
        path = whole("own", "--board", path_of("iceland.json"))
        self.assertTrue(self.analysis(path, "--to", "30")["decisions"])
        os.mkdir(path_of("elsewhere"))
        moved = shutil.copy(path, path_of("elsewhere"))
        run = analyse(moved)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, r"own\.elektro:\d+:\d+: .*iceland\.json")

    def test_hidden_cards(self):
        """a printed game, whose cards are told, is analysed; FILE - is standard input"""
        path = path_of("table.elektro")
        said = "n 4 6\nsold Bruno\n6\n\nn 3\nsold Clara\n11\n\nn 5 5\nq\n"
        elektro("play", "--table", "--names", "Anna,Bruno,Clara", "--zone", "north-west,west,south-west",
                "--order", "2,1,3", "--market", "3,4,5,7,8,10,12,13", "--save", path, said=said)
        self.assertNotIn("seed:", content(path))
        found = self.analysis(path)
        self.assertTrue(found["decisions"])
        self.assertTrue(found["luck"])
        self.assertEqual(json.loads(analyse("--json", "-", said=content(path)).stdout), found)
