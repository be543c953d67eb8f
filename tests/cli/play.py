"""elektro play on a pseudo-terminal, and line by line.

    tests/run play.py ELEKTRO DATA
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from random import Random

from terminal import Terminal

ELEKTRO, DATA = sys.argv[1:3]
HOME = tempfile.TemporaryDirectory()


def state_home(name):
    path = os.path.join(HOME.name, name)
    os.makedirs(path, exist_ok=True)
    return path


def seeded(options):
    """The options with a seed, unless they name one or a game that has its cards already."""
    named = {"--seed", "--resume", "--table"} & set(options)
    return options if named else ("--seed", "test", *options)


def play(*options, width=80, height=24, home="play", **environment):
    return Terminal([ELEKTRO, "play", *seeded(options)], width, height,
                    XDG_STATE_HOME=state_home(home), **environment)


def lines(*options, said="", home="lines", **environment):
    return subprocess.run([ELEKTRO, "play", *seeded(options)], input=said, capture_output=True, text=True,
                          timeout=60, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": state_home(home),
                               **environment})


# A beginner's input: the simplest legal command.
ANSWERS = [
    (r"nominates a plant", ["-", "n {plant}\r"]),
    (r"bids or passes", ["-"]),
    (r"scraps a plant", ["s {owned}\r"]),
    (r"returns fuel", ["r coal 1 oil 0\r"]),
    (r"buys fuel", ["bc 2\r", "bo 2\r", "."]),
    (r"connects cities", ["."]),
    (r"runs power plants", ["\r"]),
]


def numbers(text, row):
    found = re.search(rf"^ ?{row}(.*)$", text, re.M)
    return re.findall(r"(\d+)[a-z ]", found[1]) if found else []


def answer(terminal, status, tried):
    """Types an answer to the question; another one if the first was refused."""
    for pattern, keys in ANSWERS:
        if re.search(pattern, status):
            key = keys[tried % len(keys)]
            shown = terminal.screen.text()
            plants = numbers(shown, "Current")
            owned = re.findall(r"(\d+)[coguhwf] ", shown.split("> Human", 1)[-1])
            return key.format(plant=plants[0] if plants else "3",
                              owned=owned[tried % len(owned)] if owned else "3")
    return "?"


def own_board(name="my-italy.json", dearer=0, rules=None):
    """The file of a custom board."""
    with open(os.path.join(DATA, "boards", "italy.json"), encoding="utf-8") as file:
        board = json.load(file)
    board.update(id="my-italy", name="My Italy")
    board["connections"][0][2] += dearer
    board.pop("base", None)
    if rules:
        board["rules"] = {edition: rules for edition in board["editions"]}
    path = os.path.join(HOME.name, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(board, file)
    return path


def saved(home):
    """The text of the only game saved at a home."""
    folder = os.path.join(state_home(home), "elektro")
    (name,) = [name for name in os.listdir(folder) if name.endswith(".elektro")]
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


class Play(unittest.TestCase):
    def tearDown(self):
        for terminal in Terminal.running[:]:
            terminal.kill()

    def sizes(self, width, height):
        terminal = play("--seats", "me,normal,normal,normal,normal,normal", "--seed", "size", "--fast",
                        "--no-save", width=width, height=height)
        self.assertTrue(terminal.wait_for(r"A Player A> *\Z"), "no prompt:\n" + terminal.screen.text())
        for keys in ("?", "\r", "plants\r", "\r", "prices\r", "\r", "players\r", "\r", "log\r", "\r",
                     "n 3\r", "\t"):
            terminal.send(keys)
            terminal.settle()
        self.assertEqual([f"too long for {width}: {line}" for line in terminal.screen.overflowed], [])
        shown = terminal.screen.text()
        for word in ("Round 1", "Current", "coal", "Player A", "Volta"):
            self.assertIn(word, shown, f"{word} is not shown at {width} x {height}:\n{shown}")
        terminal.send("\x03")
        self.assertEqual(terminal.finish(), 0, "leaving with Control-C failed")

    def test_whole_game(self):
        """a game is played on a terminal from start to end"""
        terminal = play("--seats", "me,normal,normal", "--names", "Human,Ada,Bea", "--seed", "whole",
                        "--fast")
        last, tried, asked = "", 0, set()
        for _ in range(2000):
            match = terminal.wait_for(r"(?m)^A Human> *\Z|The game is over; q quits>|Enter: back|\(y\)")
            if not match:
                terminal.kill()
                self.fail("the prompt does not come:\n" + terminal.screen.text())
            if match[0].startswith("The game"):
                break
            if "Enter: back" in match[0]:
                terminal.send("\r")
                terminal.settle()
                continue
            if "(y)" in match[0]:
                asked |= set(re.findall(r"stays without fuel|and fuel for \d", terminal.screen.text()))
                terminal.send("y\r")
                terminal.settle()
                continue
            status = terminal.screen.text().split("\n")[-2]
            tried = tried + 1 if status == last else 0
            last = status
            terminal.send(answer(terminal, status, tried))
            terminal.settle()
        self.assertTrue(asked, "turns that give something away were not asked about")
        terminal.send("q\r")
        status = terminal.finish()
        text = terminal.screen.text()
        self.assertEqual(status, 0, f"exit status {status}")
        self.assertIn("Its record is", text, "no result at the end:\n" + text)
        self.assertIn("1. ", text, "no result at the end:\n" + text)
        record = re.search(r"Its record is (\S+)", text.replace("\n", ""))
        if record:
            replay = subprocess.run([ELEKTRO, "replay", "--verify", record[1]], capture_output=True,
                                    text=True, check=False)
            self.assertEqual(replay.returncode, 0, "the record does not replay: " + replay.stderr)

    def test_resume_after_kill(self):
        """a game whose program was killed resumes from its position"""
        terminal = play("--seats", "me,random,random", "--names", "Human,Ada,Bea", "--seed", "kill",
                        "--fast", home="kill")
        self.assertTrue(terminal.wait_for(r"A Human> *\Z"), "no prompt:\n" + terminal.screen.text())
        for _ in range(6):
            status = terminal.screen.text().split("\n")[-2]
            terminal.send(answer(terminal, status, 1))
            terminal.settle()
        before = terminal.screen.text()
        terminal.kill()
        again = play("--resume", "--fast", home="kill")
        self.assertTrue(again.wait_for(r"A Human> *\Z"), "the game does not continue:\n" + again.screen.text())
        after = again.screen.text()
        for what in (r"Round \d+  Step \d.*", r"Current .*", r"coal 1.*", r"> ?\d?  A  Human.*"):
            first, second = re.search(what, before), re.search(what, after)
            self.assertTrue(first, f"{what}: {first and first[0]} became {second and second[0]}")
            self.assertTrue(second, f"{what}: {first and first[0]} became {second and second[0]}")
            self.assertEqual(first[0], second[0], f"{what}: {first and first[0]} became {second and second[0]}")
        again.send("q\r")
        self.assertEqual(again.finish(), 0, "leaving failed")

    def test_small(self):
        """everything fits on 80 x 24"""
        self.sizes(80, 24)

    def test_large(self):
        """160 x 50 shows names on the map"""
        self.sizes(160, 50)
        terminal = play("--seed", "size", "--zone", "north-west,north-east,west,east", "--no-save",
                        width=160, height=50)
        self.assertTrue(terminal.wait_for("Hannover"), "no names on a large map:\n" + terminal.screen.text())
        terminal.kill()

    def test_plain(self):
        """no colours with --plain or NO_COLOR, colours without them"""
        for options, environment, coloured in ((["--plain"], {}, False), ([], {"NO_COLOR": "1"}, False),
                                               ([], {}, True)):
            terminal = play("--seed", "p", "--no-save", *options, **environment)
            terminal.wait_for(r"A Player A> *\Z")
            colours = [c for c in terminal.screen.colours if "38" in c]
            self.assertEqual(bool(colours), coloured, f"{options} {environment}: {sorted(colours)[:3]}")
            terminal.kill()

    def test_keyboard_passed(self):
        """money stays hidden while the keyboard is passed to another player"""
        terminal = play("--seats", "me,me", "--names", "Anna,Bob", "--edition", "classic", "--seed", "m",
                        "--no-save")
        self.assertTrue(terminal.wait_for("it is your turn. Press Enter when"),
                        "there is no prompt for the next player:\n" + terminal.screen.text())
        self.assertFalse(re.search(r"0 cit +50", terminal.screen.text()),
                         "money is seen while the keyboard is passed:\n" + terminal.screen.text())
        terminal.send("\r")
        self.assertTrue(terminal.wait_for(r"> *\Z"), "no prompt")
        shown = terminal.screen.text()
        self.assertEqual(len(re.findall(r"0 cit +50", shown)), 1,
                         "one player sees the other's money, or not the own:\n" + shown)
        self.assertTrue(re.search(r"0 cit +\?", shown),
                        "one player sees the other's money, or not the own:\n" + shown)
        terminal.kill()

    def test_own_money(self):
        """the only person sees their own money while bots move before them"""
        terminal = play("--seats", "normal,normal,me", "--order", "1,2,3", "--no-save", "--pace", "60000")
        self.assertTrue(terminal.wait_for("nominates"), terminal.screen.text())
        self.assertEqual(len(re.findall(r"0 cit +50", terminal.screen.text())), 1, terminal.screen.text())
        terminal.kill()

    def test_left_while_passed(self):
        """Control-C while the keyboard is passed quits, and shows no money"""
        terminal = play("--seats", "me,me", "--names", "Anna,Bob", "--edition", "classic", "--seed", "m",
                        "--no-save")
        self.assertTrue(terminal.wait_for("it is your turn. Press Enter when"), terminal.screen.text())
        terminal.send("\x03")
        status = terminal.finish(5)
        self.assertEqual(status, 0, f"status {status}:\n{terminal.screen.text()}")
        self.assertFalse(re.search(r"0 cit +50", terminal.screen.text()),
                         f"status {status}:\n{terminal.screen.text()}")

    def test_undo(self):
        """undo reverts a purchase, but not a card that was turned up"""
        said = "n 3 12\nundo\nbo 1\nundo\nbo 2\nq\n"
        run = lines("--seats", "me,normal", "--edition", "classic", "--seed", "u", "--fast", "--order",
                    "1,2", said=said)
        self.assertFalse("cannot be undone" not in run.stdout and "Only moves of this turn" not in run.stdout,
                         "a purchase with a card was undone:\n" + run.stdout)
        self.assertIn("The last step is undone.", run.stdout, "buying fuel was not undone:\n" + run.stdout)
        self.assertIn("buys 2 oil", run.stdout, "buying fuel was not undone:\n" + run.stdout)

    def test_words(self):
        """abbreviations, refusals and explanations"""
        said = "n 99\nwhy n 8 3\nwhy c essen\nnear ham\nxyz\n5 70\n?\nplants\nprices\nplayers\nmap\nlog\n" \
               "n 3 1\nq\n"
        run = lines("--seats", "me,random", "--edition", "classic", "--order", "1,2", "--seed", "w",
                    said=said)
        for words in ("There is no plant with this number", "future market", "does not belong to this phase",
                      "Hamburg is connected to", "not enough money", "Nominate a plant", "The bid is too low",
                      "Future market:", "Total price of", "cities, 50 Elektro", "Current "):
            self.assertIn(words, run.stdout, f"'{words}' is not said:\n{run.stdout}")

    def test_limit(self):
        """max bids automatically, up to the limit"""
        run = lines("--seats", "me,me", "--order", "1,2", "--edition", "classic", "--open-money",
                    said="max 3\nn 4 4\nmax 6\nb 6\nq\n", home="limit")
        for words in ("no auction to bid in", "Player B bids 5 for plant 4", "Player B passes plant 4",
                      "Player A buys plant 4 for 6"):
            self.assertIn(words, run.stdout, f"'{words}' is not said:\n{run.stdout}")

    def test_own_board(self):
        """a game on a custom board is saved with the board beside it"""
        path = own_board()
        run = lines("--board", path, "--seats", "me,normal,normal", "--fast", said="q\n", home="own")
        os.unlink(path)
        again = lines("--resume", said="players\nq\n", home="own")
        self.assertEqual(again.returncode, 0, f"{run.stdout}{run.stderr}\n{again.stdout}{again.stderr}")
        self.assertIn("cities, 50 Elektro", again.stdout, f"{run.stdout}{run.stderr}\n{again.stdout}{again.stderr}")

    def test_own_nuclear_regions(self):
        """a refusal names the regions of the board that is played on"""
        path = own_board("nuclear.json", rules={"nuclear_regions": ["north-east", "south"]})
        run = lines("--board", path, "--seats", "me,random,random", "--order", "1,2,3", "--market", "8,9,10,11,12,13,14,15",
                    "--no-save", said="why n 11 11\nn 11 11\nq\n")
        self.assertEqual(run.stdout.count("may buy a nuclear plant: north-east, south."), 2, run.stdout + run.stderr)

    def test_own_boards_apart(self):
        """boards of the same name are kept apart, and a board that a record cannot name is refused at once"""
        games = [os.path.join(state_home("apart"), name) for name in ("one.elektro", "two.elektro")]
        for dearer, game in enumerate(games):
            path = own_board(dearer=dearer)
            lines("--board", path, "--seats", "me,random,random", "--save", game, said="q\n")
            os.unlink(path)
        copy = os.path.join(state_home("copies"), "copy.elektro")
        for game in games:
            run = lines("--resume", game, said=f"save {copy}\nq\n")
            self.assertEqual(run.returncode, 0, f"{game}: {run.stderr}")
            self.assertIn("is saved as", run.stdout, f"{game}: {run.stderr}")
        again = lines("--resume", copy, said="q\n")
        self.assertEqual(again.returncode, 0, f"a copy elsewhere has no board: {again.stderr}")
        self.assertNotIn("two.elektro", again.stdout, f"a copy elsewhere has no board: {again.stderr}")
        for name in (".hidden.json", "back\\slash.json", "x" * 70 + ".json"):
            run = lines("--board", own_board(name), "--seats", "me,random,random", said="q\n",
                        home="unnamed")
            self.assertEqual(run.returncode, 1, f"{name}: {run.returncode} {run.stderr}")
            self.assertIn("A record cannot name", run.stderr, f"{name}: {run.returncode} {run.stderr}")
        self.assertFalse(os.listdir(os.path.join(state_home("unnamed"), "elektro")),
                         "files of a refused game are left")

    def test_table(self):
        """the companion at a real table asks for order, market and cards, and keeps the record"""
        said = "Anna, Bruno, Clara\nnorth-west west south-west\nClara Anna Bruno\n3 4 5 7 8 10 12 13\n" \
               "n 4 6\nsold Bruno 9\n99\n15\nundo\n6\nsocket\nn 3\nsold Clara\nq\nq\n"
        run = lines("--table", said=said, home="table")
        for words in ("Bruno buys plant 4 for 9", "Which card was turned up?", "Plant 6 is turned up",
                      "Clara buys plant 3"):
            self.assertIn(words, run.stdout, f"'{words}' is not said:\n{run.stdout}{run.stderr}")
        again = lines("--resume", said="7\n6\nq\n", home="table")
        self.assertEqual(again.returncode, 0, f"it is not resumed:\n{again.stdout}{again.stderr}")
        self.assertIn("is saved as", again.stdout, f"it is not resumed:\n{again.stdout}{again.stderr}")

    def test_table_mistakes(self):
        """an answer that cannot be used is asked for again, and the answers before it stay"""
        mistakes = {
            "Players in clockwise order": ("Anna, Bruno, Clara",
                                           {"": "An answer is needed", "Anna": "Expected 2 to 6 players, not 1.",
                                            "Anna, Bruno, anna": "There are two of the name 'anna'.",
                                            "x" * 600: "Expected 2 to 6 players"}),
            "Regions in play": ("north-west west south-west",
                                {"moon": "Germany has no region 'moon'", "west west south": "'west' is named twice.",
                                 "west": "wrong number of regions", "north-west south-west south": "one connected"}),
            "First order": ("Clara Anna Bruno",
                            {"Clara Anna Dora": "There is no player 'Dora'.", "1 1 2": "Seat 1 is named twice.",
                             "1 2": "Expected every seat from 1 to 3."}),
            "The eight plants": ("3 4 5 7 8 10 12 13",
                                 {"3 4 5": "Expected 8 plants, not 3.", "3 3": "Plant 3 is named twice.",
                                  "3 4 5 7 8 10 12 99": "There is no plant '99'.",
                                  "3 4 5 6 7 8 9 40": "cannot be the opening market."})}
        said = "".join("\n".join([*wrong, right, ""]) for right, wrong in mistakes.values())
        run = lines("--table", said=said + "q\n", home="mistakes")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        for question, (_, wrong) in mistakes.items():
            self.assertEqual(run.stdout.count(question), len(wrong) + 1, f"{question}:\n{run.stdout}")
            for words in wrong.values():
                self.assertIn(words, run.stdout)
        self.assertNotIn("--", run.stdout.split("Round 1")[0] + run.stderr)
        self.assertIn("order: Clara, Anna, Bruno\n", saved("mistakes"))

    def test_table_ended(self):
        """input that ends during the set-up, or an option that does not fit, ends the program with a message"""
        for options, said, words in (([], "", "the input ended"), ([], "Anna, Bruno\n", "the input ended"),
                                     (["--order", "1,2"], "Anna, Bruno, Clara\n", "--order: expected every seat"),
                                     (["--board", "atlantis"], "Anna, Bruno\n", "atlantis")):
            run = lines("--table", *options, said=said, home="ended")
            self.assertEqual(run.returncode, 2, f"{options}: {run.stdout}{run.stderr}")
            self.assertIn(words, run.stderr, f"{options}: {run.stdout}{run.stderr}")

    def test_table_back(self):
        """the back of a card is saved at once, by its first letter; no input there counts as a move"""
        for answer, word in (("S", "socket"), ("p", "plug"), ("plug", "plug")):
            home = f"back-{answer}"
            said = "n 4 6\nsold Bruno\n6\nxyz\nnonsense\npass\n" + answer + "\n"
            run = lines("--table", "--names", "Anna,Bruno,Clara", "--zone", "north-west,west,south-west",
                        "--order", "2,1,3", "--market", "3,4,5,7,8,10,12,13", said=said, home=home)
            record = saved(home)
            self.assertIn(f"draw 6, top {word}", record.replace("\n", ", "),
                          f"{answer}: the back is not saved:\n{record}")
            self.assertFalse(re.search(r"(Anna|Clara): pass\n(.*\n)*draw 6(.*\n)*.*: pass", record),
                             f"{answer}: a player passed:\n{record}")
            self.assertEqual(run.stdout.count("Expected plug, socket"), 3,
                             f"{answer}: the question is not repeated:\n{run.stdout}")

    def test_one_at_a_time(self):
        """one program at a time plays a game; a link to it stays a link, and no lock file is left"""
        path = os.path.join(state_home("lock"), "game.elektro")
        link = os.path.join(HOME.name, "link.elektro")
        os.symlink(path, link)
        lines("--seats", "me,random", "--save", path, "--order", "1,2", said="q\n")
        terminal = play("--resume", path, "--fast")
        terminal.wait_for(r"A Player A> *\Z")
        for options in (["--resume", path], ["--resume", link], ["--save", link]):
            second = lines(*options, said="q\n")
            self.assertEqual(second.returncode, 1, f"{options}: {second.returncode} {second.stdout}{second.stderr}")
            self.assertIn("Another elektro is playing", second.stderr,
                          f"{options}: {second.returncode} {second.stdout}{second.stderr}")
        terminal.send("q\r")
        terminal.finish()
        run = lines("--resume", link, said="pass\nn 3\nq\n")
        self.assertEqual(run.returncode, 0, f"the link is gone, or the game:\n{run.stdout}{run.stderr}")
        self.assertTrue(os.path.islink(link), f"the link is gone, or the game:\n{run.stdout}{run.stderr}")
        if os.listdir(state_home("lock")) != ["game.elektro"]:
            self.fail(f"unexpected files are left: {os.listdir(state_home('lock'))}")

    def test_only_records_replaced(self):
        """the command save replaces a record, never another file"""
        other = os.path.join(HOME.name, "thesis.txt")
        with open(other, "w", encoding="utf-8") as file:
            file.write("elektro is a game")
        game = os.path.join(HOME.name, "mine.elektro")
        self.assertEqual(lines("--seats", "me,random", "--save", game, said="q\n").returncode, 0)
        refused = lines("--seats", "me,random", "--save", other, said="q\n")
        self.assertEqual(refused.returncode, 1, f"--save: {refused.returncode} {refused.stderr}")
        self.assertIn("not a record of Elektro", refused.stderr, f"--save: {refused.returncode} {refused.stderr}")
        refused = lines("--resume", game, said=f"save {other}\nsave {HOME.name}\nsave {game}\nq\n")
        self.assertEqual(refused.stdout.count("not a record of Elektro"), 2, f"save: {refused.stdout}")
        self.assertIn(f"Saved as {game}", refused.stdout, f"save: {refused.stdout}")
        with open(other, encoding="utf-8") as file:
            self.assertEqual(file.read(), "elektro is a game", "the file was replaced")

    def test_other_game_kept(self):
        """--save refuses the record of another game, and accepts that of the game it resumes"""
        home = state_home("kept")
        one, two = (os.path.join(home, name) for name in ("one.elektro", "two.elektro"))
        for path in (one, two):
            self.assertEqual(lines("--seats", "me,random", "--save", path, said="q\n").returncode, 0)
        with open(one, encoding="utf-8") as file:
            before = file.read()
        for options in (["--seats", "me,me,me"], ["--resume", two]):
            run = lines(*options, "--save", one, said="q\n")
            self.assertEqual(run.returncode, 1, f"{options}: {run.stdout}{run.stderr}")
            self.assertIn(f"{one} holds another game. Continue that one with --resume", run.stderr)
            with open(one, encoding="utf-8") as file:
                self.assertEqual(file.read(), before, f"{options}: the game was replaced")
        same = lines("--resume", "--save", one, one, said="q\n")
        self.assertEqual(same.returncode, 0, same.stderr)
        self.assertEqual(sorted(os.listdir(home)), ["one.elektro", "two.elektro"])

    def test_resume_elsewhere(self):
        """--resume with --no-save or --save leaves the old file as it is"""
        home = state_home("elsewhere")
        old, new = (os.path.join(home, name) for name in ("old.elektro", "new.elektro"))
        first = lines("--seats", "me,random", "--order", "1,2", "--edition", "classic", "--seed", "e",
                      "--save", old, said="q\n")
        self.assertIn(f"'elektro play --resume {old}' continues", first.stdout,
                      f"there is no hint how to resume: {first.stdout}")
        with open(old, encoding="utf-8") as file:
            before = file.read()
        lines("--resume", old, "--no-save", said="n 4 4\nq\n")
        lines("--resume", "--save", new, old, said="n 4 4\nq\n")
        with open(old, encoding="utf-8") as file:
            self.assertEqual(file.read(), before, "the old file has changed")
        with open(new, encoding="utf-8") as file:
            self.assertIn("nominate 4 4", file.read(), "the new file does not have the move")
        for options, words in ((["--resume", "-"], "needs a file"),
                               (["--save", new, "--no-save"], "contradict")):
            run = lines(*options)
            self.assertEqual(run.returncode, 2, f"{options}: {run.returncode} {run.stderr}")
            self.assertIn(words, run.stderr, f"{options}: {run.returncode} {run.stderr}")

    def test_resume_with_variations(self):
        """a record with variations resumes with its own players, whatever a variation is called"""
        path, copy = (os.path.join(state_home("variations"), name) for name in ("game.elektro", "copy.elektro"))
        for seats, bots in (("me,random", 1), ("me,me", 0)):
            lines("--seats", seats, "--order", "1,2", "--edition", "classic", "--seed", "e", "--save", path, said="n 4 4\nq\n")
            with open(path, encoding="utf-8") as file:
                before = file.read()
            variation = "\n# variation 1 after 0: # seats: random, random\n#   1. seat 1: nominate 5 5\n"
            with open(path, "w", encoding="utf-8") as file:
                file.write(re.sub("^# seats: me, me\n", "", before, flags=re.M) + variation)
            verified = subprocess.run([ELEKTRO, "replay", "--verify", path], capture_output=True, text=True, check=False)
            self.assertIn(": valid: ", verified.stdout, verified.stderr)
            again = lines("--resume", path, said=f"save {copy}\nq\n")
            self.assertEqual(again.returncode, 0, again.stderr)
            with open(copy, encoding="utf-8") as file:
                seated = re.search("^# seats: (.*)$", file.read(), re.M)[1]
            self.assertEqual((seated.split(", ")[0], seated.count("random")), ("me", bots), seated)
            os.unlink(path)

    def test_resume_as_set_up(self):
        """--resume refuses options that set up a new game, and accepts those of the screen"""
        lines("--seats", "me,random", said="q\n", home="set-up")
        for option, *value in (["--players", "3"], ["--seats", "me,me"], ["--edition", "recharged"],
                               ["--board", "germany"], ["--zone", "draft"], ["--open-money"], ["--seed", "x"],
                               ["--names", "A,B"], ["--order", "1,2"], ["--market", "3"], ["--table"]):
            run = lines("--resume", option, *value, said="q\n", home="set-up")
            self.assertEqual(run.returncode, 2, f"{option}: {run.stdout}{run.stderr}")
            self.assertIn(f"{option} belongs to a new game", run.stderr)
        run = lines("--resume", "--fast", "--pace", "5", "--lines", said="q\n", home="set-up")
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_broken_latest(self):
        """a broken latest game is reported, and the game before it is resumed"""
        lines("--seats", "me,random", "--names", "Anna,Bob", said="q\n", home="broken")
        folder = os.path.join(state_home("broken"), "elektro")
        for name, text in (("zzz.elektro", "elektro 1\nboard: nowhere\n"), ("zzzz.elektro", "")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        run = lines("--resume", said="q\n", home="broken")
        self.assertEqual(run.returncode, 0, f"it does not go on: {run.stdout}{run.stderr}")
        self.assertIn("Anna>", run.stdout, f"it does not go on: {run.stdout}{run.stderr}")
        self.assertIn("zzz.elektro:", run.stderr, f"the broken ones are not named: {run.stderr}")
        self.assertIn("zzzz.elektro:", run.stderr, f"the broken ones are not named: {run.stderr}")

    def test_bots_alone(self):
        """bots play a game without people, in every edition and with every option"""
        for options in (["--edition", "classic", "--first-game"], ["--starting-cities"],
                        ["--players", "2"], ["--zone", "draft", "--board", "usa"]):
            seats = "normal,random" if "2" in options else "normal,random,easy"
            run = lines(*options, "--seats", seats, "--seed", "b", "--fast", "--no-save")
            self.assertEqual(run.returncode, 0, f"{options}: {run.stdout[-300:]}{run.stderr}")
            self.assertIn("The game is over.", run.stdout, f"{options}: {run.stdout[-300:]}{run.stderr}")

    def test_expert(self):
        """an expert answers within about a second"""
        began = time.monotonic()
        run = lines("--seats", "me,expert,expert,expert,expert,expert", "--order", "2,3,4,5,6,1", "--seed",
                    "x", "--no-save", "--fast", said="q\n")
        spent = time.monotonic() - began
        self.assertIn("nominates plant", run.stdout, f"{spent:.0f} seconds until a person's turn: {run.stdout}")
        self.assertLessEqual(spent, 20, f"{spent:.0f} seconds until a person's turn: {run.stdout}")

    def test_sim_progress(self):
        """sim shows progress on a terminal before the first game has ended"""
        terminal = Terminal([ELEKTRO, "sim", "--games", "2", "--seats", "expert,expert,expert"])
        self.assertTrue(terminal.wait_for("0 of 2 games"), "nothing is shown:\n" + terminal.screen.text())
        terminal.kill()

    def test_typed_ahead(self):
        """keys typed while bots move wait for the prompt; Enter skips the pauses"""
        game = ("--seats", "normal,normal,me", "--order", "1,2,3", "--no-save", "--pace")
        terminal = play(*game, "300")
        terminal.send("plan")
        self.assertTrue(terminal.wait_for(r"C Player C> plan *\Z"), terminal.screen.text())
        terminal.send("\x03")
        self.assertEqual(terminal.finish(), 0)
        terminal = play(*game, "60000")
        self.assertTrue(terminal.wait_for("nominates"), terminal.screen.text())
        terminal.send("\r")
        self.assertTrue(terminal.wait_for(r"C Player C> *\Z"), terminal.screen.text())
        terminal.kill()

    def test_typed_ahead_of_a_person(self):
        """keys typed while bots move do not show the money of the next person"""
        terminal = play("--seats", "me,normal,me", "--order", "2,1,3", "--no-save", "--pace", "1500")
        self.assertTrue(terminal.wait_for("nominates"), terminal.screen.text())
        terminal.send("x\r\r")
        terminal.settle()
        self.assertRegex(terminal.screen.text(), "Press Enter when you sit at the keyboard")

    def test_thinking(self):
        """keys neither stop nor change the search of a bot, only Ctrl-C leaves, without a move"""
        moves = []
        for home, keys in (("quiet", ""), ("typing", "xyz ")):
            terminal = play("--seats", "hard@2000,me", "--edition", "classic", "--order", "1,2", "--fast", "--seed", "t5", home=home)
            terminal.send(keys)
            self.assertTrue(terminal.wait_for(rf"B Player B> ?{keys.strip()} *\Z"), terminal.screen.text())
            terminal.send("\x03")
            self.assertEqual(terminal.finish(), 0)
            moves.append(re.findall(r"(?m)^1\. .*", saved(home)))
        self.assertEqual(len(moves[0]), 1, moves)
        self.assertEqual(moves[0], moves[1], "the search depends on keys")
        # The first move takes seconds of computing; the program takes the terminal over before it.
        terminal = play("--seats", "hard@1000000,me,random,random,random,random", "--edition", "classic", "--order",
                        "1,2,3,4,5,6", "--fast", "--seed", "a", home="leaving")
        self.assertTrue(terminal.read(20), "it does not begin")
        terminal.send("ab\x03")
        self.assertEqual(terminal.finish(), 0, "it thinks on")
        self.assertNotRegex(saved("leaving"), r"(?m)^1\. ")

    def test_any_keys(self):
        """random input at any terminal size does not break the screen"""
        words = ["n 3", "b", "+", "-", ".", "=", "<", "?", "\t", "\r", "\x1b[A", "\x1b[D", "\x1b[3~", "\x7f",
                 "why ", "log ", "max 9\r", "near b\t", "c \t", "é", "\x1b", "\x0c", "\x15", "\x17", "0", "99",
                 "power 5=coal1+oil1", "return coal", "bc 3\r", "plants\r", "sold A\r", "undo\r"]
        random = Random(7)
        for width, height in ((80, 24), (20, 5), (1, 1), (132, 43)):
            terminal = play("--seats", "me,random,easy", "--seed", "k", "--fast", "--no-save",
                            width=width, height=height)
            terminal.settle()
            for _ in range(120):
                terminal.send(random.choice(words))
                terminal.read(0.01)
            terminal.settle()
            terminal.send("\x1b")
            terminal.settle()
            terminal.send("\x15\x03")
            status = terminal.finish()
            self.assertEqual(status, 0, f"{width} x {height}: status {status}\n{terminal.screen.text()}")

    def test_wrong_options(self):
        """wrong options are refused with a message"""
        for options, words in ((["--seats", "me,nobody"], "nobody"), (["--players", "7"], "2 to 6"),
                               (["--board", "atlantis"], "atlantis"), (["--zone", "moon"], "moon"),
                               (["--zone", "west,west,east,south"], "twice"),
                               (["--names", "A,A"], "two of the name"), (["--pace", "x"], "--pace"),
                               (["--seats", "me"], "2 to 6"), (["--market", "1"], "no plant"),
                               (["--order", "1,1", "--players", "2"], "--order: seat 1 is named twice"),
                               (["--market", "3,3,3,3"], "--market: plant 3 is named twice"),
                               (["--market", "3,4,5"], "--market: expected 8 plants, not 3"),
                               (["--zone", "west"], "--zone: The zone has the wrong number"),
                               (["--first-game"], "--first-game does not belong to the edition recharged"),
                               (["--edition", "classic", "--starting-cities"],
                                "--starting-cities does not belong to the edition classic"),
                               (["--resume", "/nowhere.elektro"], "nowhere")):
            run = lines(*options, home="wrong")
            status = 1 if "--resume" in options else 2
            self.assertEqual(run.returncode, status, f"{options}: {run.returncode} {run.stderr}")
            self.assertIn(words, run.stderr, f"{options}: {run.returncode} {run.stderr}")
