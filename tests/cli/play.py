"""elektro play on a pseudo-terminal, and line by line.

    play.py ELEKTRO DATA
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from random import Random

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "structure"))
import tap  # noqa: E402
from terminal import Terminal  # noqa: E402

ELEKTRO, DATA = sys.argv[1:3]
HOME = tempfile.TemporaryDirectory()


def state_home(name):
    path = os.path.join(HOME.name, name)
    os.makedirs(path, exist_ok=True)
    return path


def play(*options, width=80, height=24, home="play", **environment):
    return Terminal([ELEKTRO, "play", *options], width, height,
                    XDG_STATE_HOME=state_home(home), **environment)


def lines(*options, said="", home="lines", **environment):
    return subprocess.run([ELEKTRO, "play", *options], input=said, capture_output=True, text=True,
                          timeout=60, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": state_home(home),
                               **environment})


# What a beginner types: the simplest thing that is allowed.
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
    """Types what fits the question; another thing if that did not help."""
    for pattern, keys in ANSWERS:
        if re.search(pattern, status):
            key = keys[tried % len(keys)]
            shown = terminal.screen.text()
            plants = numbers(shown, "Current")
            owned = re.findall(r"(\d+)[coguhwf] ", shown.split("> Human", 1)[-1])
            return key.format(plant=plants[0] if plants else "3",
                              owned=owned[tried % len(owned)] if owned else "3")
    return "?"


def check_whole_game():
    """a game is played on a terminal from start to end"""
    terminal = play("--seats", "me,normal,normal", "--names", "Human,Ada,Bea", "--seed", "whole",
                    "--fast")
    last, tried = "", 0
    for _ in range(2000):
        match = terminal.wait_for(r"(?m)^A Human> *\Z|The game is over; q leaves>|Enter: back|\(y\)")
        if not match:
            yield "the prompt does not come:\n" + terminal.screen.text()
            terminal.kill()
            return
        if match[0].startswith("The game"):
            break
        if "Enter: back" in match[0]:
            terminal.send("\r")
            terminal.settle()
            continue
        status = terminal.screen.text().split("\n")[-2]
        tried = tried + 1 if status == last else 0
        last = status
        terminal.send(answer(terminal, status, tried))
        terminal.settle()
    terminal.send("q\r")
    status = terminal.finish()
    text = terminal.screen.text()
    if status != 0:
        yield f"exit status {status}"
    if "Its record is" not in text or "1. " not in text:
        yield "no result at the end:\n" + text
    record = re.search(r"Its record is (\S+)", text.replace("\n", ""))
    if record:
        replay = subprocess.run([ELEKTRO, "replay", "--verify", record[1]], capture_output=True,
                                text=True, check=False)
        if replay.returncode != 0:
            yield "the record does not replay: " + replay.stderr


def check_resume_after_kill():
    """a game that was killed goes on where it was"""
    terminal = play("--seats", "me,random,random", "--names", "Human,Ada,Bea", "--seed", "kill",
                    "--fast", home="kill")
    if not terminal.wait_for(r"A Human> *\Z"):
        yield "no prompt:\n" + terminal.screen.text()
    for _ in range(6):
        status = terminal.screen.text().split("\n")[-2]
        terminal.send(answer(terminal, status, 1))
        terminal.settle()
    before = terminal.screen.text()
    terminal.kill()
    again = play("--resume", "--fast", home="kill")
    if not again.wait_for(r"A Human> *\Z"):
        yield "the game does not go on:\n" + again.screen.text()
    after = again.screen.text()
    for what in (r"Round \d+  Step \d.*", r"Current .*", r"coal 1.*", r"> ?\d?  A  Human.*"):
        first, second = re.search(what, before), re.search(what, after)
        if not first or not second or first[0] != second[0]:
            yield f"{what}: {first and first[0]} became {second and second[0]}"
    again.send("q\r")
    if again.finish() != 0:
        yield "leaving failed"


def sizes(width, height):
    terminal = play("--seats", "me,normal,normal,normal,normal,normal", "--seed", "size", "--fast",
                    "--no-save", width=width, height=height)
    if not terminal.wait_for(r"A Player A> *\Z"):
        yield "no prompt:\n" + terminal.screen.text()
    for keys in ("?", "\r", "plants\r", "\r", "prices\r", "\r", "players\r", "\r", "log\r", "\r",
                 "n 3\r", "\t"):
        terminal.send(keys)
        terminal.settle()
    yield from (f"too long for {width}: {line}" for line in terminal.screen.overflowed)
    shown = terminal.screen.text()
    for word in ("Round 1", "Current", "coal", "Player A", "Volta"):
        if word not in shown:
            yield f"{word} is not shown at {width} x {height}:\n{shown}"
    terminal.send("\x03")
    if terminal.finish() != 0:
        yield "leaving with Control-C failed"


def check_small():
    """everything fits on 80 x 24"""
    yield from sizes(80, 24)


def check_large():
    """160 x 50 shows names on the map"""
    yield from sizes(160, 50)
    terminal = play("--seed", "size", "--zone", "north-west,north-east,west,east", "--no-save",
                    width=160, height=50)
    if not terminal.wait_for("Hannover"):
        yield "no names on a large map:\n" + terminal.screen.text()
    terminal.kill()


def check_plain():
    """no colours with --plain or NO_COLOR, many without"""
    for options, environment, coloured in ((["--plain"], {}, False), ([], {"NO_COLOR": "1"}, False),
                                           ([], {}, True)):
        terminal = play("--seed", "p", "--no-save", *options, **environment)
        terminal.wait_for(r"A Player A> *\Z")
        colours = [c for c in terminal.screen.colours if "38" in c]
        if bool(colours) != coloured:
            yield f"{options} {environment}: {sorted(colours)[:3]}"
        terminal.kill()


def check_keyboard_passed():
    """money stays hidden while the keyboard goes from one to another"""
    terminal = play("--seats", "me,me", "--names", "Anna,Bob", "--edition", "classic", "--seed", "m",
                    "--no-save")
    if not terminal.wait_for("it is your turn. Enter when"):
        yield "nobody is asked to sit down:\n" + terminal.screen.text()
    if re.search(r"0 cit +50", terminal.screen.text()):
        yield "money is seen while the keyboard is passed:\n" + terminal.screen.text()
    terminal.send("\r")
    if not terminal.wait_for(r"> *\Z"):
        yield "no prompt"
    shown = terminal.screen.text()
    if len(re.findall(r"0 cit +50", shown)) != 1 or not re.search(r"0 cit +\?", shown):
        yield "one player sees the other's money, or not the own:\n" + shown
    terminal.kill()


def check_left_while_passed():
    """Control-C while the keyboard is passed leaves, and shows nobody's money"""
    terminal = play("--seats", "me,me", "--names", "Anna,Bob", "--edition", "classic", "--seed", "m",
                    "--no-save")
    terminal.wait_for("it is your turn. Enter when")
    terminal.send("\x03")
    status = terminal.finish(5)
    if status != 0 or re.search(r"0 cit +50", terminal.screen.text()):
        yield f"status {status}:\n{terminal.screen.text()}"


def check_undo():
    """undo takes back a purchase, not a card that was turned up"""
    said = "n 3 12\nundo\nbo 1\nundo\nbo 2\nq\n"
    run = lines("--seats", "me,normal", "--edition", "classic", "--seed", "u", "--fast", "--order",
                "1,2", said=said)
    if "cannot be taken back" not in run.stdout and "Only moves of this turn" not in run.stdout:
        yield "a purchase with a card was taken back:\n" + run.stdout
    if "The last step is taken back." not in run.stdout or "buys 2 oil" not in run.stdout:
        yield "buying fuel was not taken back:\n" + run.stdout


def check_words():
    """short words, refusals and explanations"""
    said = "n 99\nwhy n 8 3\nwhy c essen\nnear ham\nxyz\n5 70\n?\nplants\nprices\nplayers\nmap\nlog\n" \
           "n 3 1\nq\n"
    run = lines("--seats", "me,random", "--edition", "classic", "--order", "1,2", "--seed", "w",
                said=said)
    for words in ("There is no plant with this number", "future market", "not what is decided now",
                  "Hamburg is connected to", "not enough money", "Nominate a plant", "The bid is too low",
                  "Future market:", "What so many tokens cost", "cities, 50 Elektro", "Current "):
        if words not in run.stdout:
            yield f"'{words}' is not said:\n{run.stdout}"
            return


def check_limit():
    """max bids for somebody, up to the limit and no further"""
    run = lines("--seats", "me,me", "--order", "1,2", "--edition", "classic", "--open-money",
                said="max 3\nn 4 4\nmax 6\nb 6\nq\n", home="limit")
    for words in ("no auction to bid in", "Player B bids 5 for plant 4", "Player B passes plant 4",
                  "Player A buys plant 4 for 6"):
        if words not in run.stdout:
            yield f"'{words}' is not said:\n{run.stdout}"


def own_board(name="my-italy.json", dearer=0):
    """The file of a board that does not come with Elektro."""
    with open(os.path.join(DATA, "boards", "italy.json"), encoding="utf-8") as file:
        board = json.load(file)
    board.update(id="my-italy", name="My Italy")
    board["connections"][0][2] += dearer
    board.pop("base", None)
    path = os.path.join(HOME.name, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(board, file)
    return path


def check_own_board():
    """a game on a board of one's own is saved with the board beside it"""
    path = own_board()
    run = lines("--board", path, "--seats", "me,normal,normal", "--fast", said="q\n", home="own")
    os.unlink(path)
    again = lines("--resume", said="players\nq\n", home="own")
    if again.returncode != 0 or "cities, 50 Elektro" not in again.stdout:
        yield f"{run.stdout}{run.stderr}\n{again.stdout}{again.stderr}"


def check_own_boards_apart():
    """boards of one name do not get mixed up, and what no record could name is refused at once"""
    games = [os.path.join(state_home("apart"), name) for name in ("one.elektro", "two.elektro")]
    for dearer, game in enumerate(games):
        path = own_board(dearer=dearer)
        lines("--board", path, "--seats", "me,random,random", "--save", game, said="q\n")
        os.unlink(path)
    copy = os.path.join(state_home("copies"), "copy.elektro")
    for game in games:
        run = lines("--resume", game, said=f"save {copy}\nq\n")
        if run.returncode != 0 or "is saved as" not in run.stdout:
            yield f"{game}: {run.stderr}"
    again = lines("--resume", copy, said="q\n")
    if again.returncode != 0 or "two.elektro" in again.stdout:
        yield f"a copy elsewhere has no board: {again.stderr}"
    for name in (".hidden.json", "back\\slash.json", "x" * 70 + ".json"):
        run = lines("--board", own_board(name), "--seats", "me,random,random", said="q\n",
                    home="unnamed")
        if run.returncode != 1 or "A record cannot name" not in run.stderr:
            yield f"{name}: {run.returncode} {run.stderr}"
    if os.listdir(os.path.join(state_home("unnamed"), "elektro")):
        yield "something is left of a game that was refused"


def check_table():
    """the companion at a real table asks for order, market and cards, and keeps the record"""
    said = "Anna, Bruno, Clara\nnorth-west west south-west\nClara Anna Bruno\n3 4 5 7 8 10 12 13\n" \
           "n 4 6\nsold Bruno 9\n99\n15\nundo\n6\nsocket\nn 3\nsold Clara\nq\nq\n"
    run = lines("--table", said=said, home="table")
    for words in ("Bruno buys plant 4 for 9", "Which card was turned up?", "Plant 6 is turned up",
                  "Clara buys plant 3"):
        if words not in run.stdout:
            yield f"'{words}' is not said:\n{run.stdout}{run.stderr}"
    again = lines("--resume", said="7\n6\nq\n", home="table")
    if again.returncode != 0 or "is saved as" not in again.stdout:
        yield f"it does not go on:\n{again.stdout}{again.stderr}"


def saved(home):
    """The text of the only game saved at a home."""
    folder = os.path.join(state_home(home), "elektro")
    (name,) = [name for name in os.listdir(folder) if name.endswith(".elektro")]
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def check_table_back():
    """the back of a card is saved at once, by its first letter; nothing passes for a move there"""
    for answer, word in (("S", "socket"), ("p", "plug"), ("plug", "plug")):
        home = f"back-{answer}"
        said = "n 4 6\nsold Bruno\n6\nxyz\nnonsense\npass\n" + answer + "\n"
        run = lines("--table", "--names", "Anna,Bruno,Clara", "--zone", "north-west,west,south-west",
                    "--order", "2,1,3", "--market", "3,4,5,7,8,10,12,13", said=said, home=home)
        record = saved(home)
        if f"draw 6, top {word}" not in record.replace("\n", ", "):
            yield f"{answer}: the back is not saved:\n{record}"
        if re.search(r"(Anna|Clara): pass\n(.*\n)*draw 6(.*\n)*.*: pass", record):
            yield f"{answer}: somebody passed:\n{record}"
        if run.stdout.count("Expected plug, socket") != 3:
            yield f"{answer}: it is not asked again:\n{run.stdout}"


def check_one_at_a_time():
    """one program at a time plays a game; a link to it stays a link, and no lock is left behind"""
    path = os.path.join(state_home("lock"), "game.elektro")
    link = os.path.join(HOME.name, "link.elektro")
    os.symlink(path, link)
    lines("--seats", "me,random", "--save", path, "--order", "1,2", said="q\n")
    terminal = play("--resume", path, "--fast")
    terminal.wait_for(r"A Player A> *\Z")
    for options in (["--resume", path], ["--resume", link], ["--save", link]):
        second = lines(*options, said="q\n")
        if second.returncode != 1 or "Another elektro is playing" not in second.stderr:
            yield f"{options}: {second.returncode} {second.stdout}{second.stderr}"
    terminal.send("q\r")
    terminal.finish()
    run = lines("--resume", link, said="pass\nn 3\nq\n")
    if run.returncode != 0 or not os.path.islink(link):
        yield f"the link is gone, or the game:\n{run.stdout}{run.stderr}"
    if os.listdir(state_home("lock")) != ["game.elektro"]:
        yield f"more than the game is left: {os.listdir(state_home('lock'))}"


def check_only_records_replaced():
    """saving replaces a record, never another file"""
    other = os.path.join(HOME.name, "thesis.txt")
    with open(other, "w", encoding="utf-8") as file:
        file.write("elektro is a game")
    game = os.path.join(HOME.name, "mine.elektro")
    for _ in range(2):
        if lines("--seats", "me,random", "--save", game, said="q\n").returncode != 0:
            yield "a record is not replaced"
    refused = lines("--seats", "me,random", "--save", other, said="q\n")
    if refused.returncode != 1 or "no record of Elektro" not in refused.stderr:
        yield f"--save: {refused.returncode} {refused.stderr}"
    refused = lines("--resume", game, said=f"save {other}\nsave {HOME.name}\nsave {game}\nq\n")
    if refused.stdout.count("no record of Elektro") != 2 or f"Saved as {game}" not in refused.stdout:
        yield f"save: {refused.stdout}"
    with open(other, encoding="utf-8") as file:
        if file.read() != "elektro is a game":
            yield "the file was replaced"


def check_resume_elsewhere():
    """--resume with --no-save or --save leaves the old file as it is"""
    home = state_home("elsewhere")
    old, new = (os.path.join(home, name) for name in ("old.elektro", "new.elektro"))
    first = lines("--seats", "me,random", "--order", "1,2", "--edition", "classic", "--seed", "e",
                  "--save", old, said="q\n")
    if f"'elektro play --resume {old}' goes on" not in first.stdout:
        yield f"it is not said how the game goes on: {first.stdout}"
    with open(old, encoding="utf-8") as file:
        before = file.read()
    lines("--resume", old, "--no-save", said="n 4 4\nq\n")
    lines("--resume", "--save", new, old, said="n 4 4\nq\n")
    with open(old, encoding="utf-8") as file:
        if file.read() != before:
            yield "the old file has changed"
    with open(new, encoding="utf-8") as file:
        if "nominate 4 4" not in file.read():
            yield "the new file has not the move"
    for options, words in ((["--resume", "-"], "- is none"),
                           (["--save", new, "--no-save"], "which of them")):
        run = lines(*options)
        if run.returncode != 2 or words not in run.stderr:
            yield f"{options}: {run.returncode} {run.stderr}"


def check_broken_latest():
    """a broken latest game is named, and the one before it goes on"""
    lines("--seats", "me,random", "--names", "Anna,Bob", said="q\n", home="broken")
    folder = os.path.join(state_home("broken"), "elektro")
    for name, text in (("zzz.elektro", "elektro 1\nboard: nowhere\n"), ("zzzz.elektro", "")):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    run = lines("--resume", said="q\n", home="broken")
    if run.returncode != 0 or "Anna>" not in run.stdout:
        yield f"it does not go on: {run.stdout}{run.stderr}"
    if "zzz.elektro:" not in run.stderr or "zzzz.elektro:" not in run.stderr:
        yield f"the broken ones are not named: {run.stderr}"


def check_bots_alone():
    """bots play a game by themselves, in every edition and with every option"""
    for options in (["--edition", "classic", "--first-game"], ["--starting-cities"],
                    ["--players", "2"], ["--zone", "draft", "--board", "usa"]):
        seats = "normal,random" if "2" in options else "normal,random,easy"
        run = lines(*options, "--seats", seats, "--seed", "b", "--fast", "--no-save")
        if run.returncode != 0 or "The game is over." not in run.stdout:
            yield f"{options}: {run.stdout[-300:]}{run.stderr}"


def check_expert():
    """an expert answers within about a second"""
    began = time.monotonic()
    run = lines("--seats", "me,expert,expert,expert,expert,expert", "--order", "2,3,4,5,6,1", "--seed",
                "x", "--no-save", "--fast", said="q\n")
    spent = time.monotonic() - began
    if "nominates plant" not in run.stdout or spent > 20:
        yield f"{spent:.0f} seconds until a person is asked: {run.stdout}"


def check_sim_progress():
    """sim tells on a terminal that it plays, before the first game has ended"""
    terminal = Terminal([ELEKTRO, "sim", "--games", "2", "--seats", "expert,expert,expert"])
    if not terminal.wait_for("0 of 2 games"):
        yield "nothing is shown:\n" + terminal.screen.text()
    terminal.kill()


def check_any_keys():
    """whatever is typed, at whatever size, the table stands"""
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
        if status != 0:
            yield f"{width} x {height}: status {status}\n{terminal.screen.text()}"


def check_wrong_options():
    """wrong options are refused in words"""
    for options, words in ((["--seats", "me,nobody"], "nobody"), (["--players", "7"], "2 to 6"),
                           (["--board", "atlantis"], "atlantis"), (["--zone", "moon"], "moon"), (["--zone", "west,west,east,south"], "twice"),
                           (["--names", "A,A"], "two of the name"), (["--pace", "x"], "--pace"),
                           (["--seats", "me"], "2 to 6"), (["--market", "1"], "no plant"),
                           (["--order", "1,1", "--players", "2"], "order"),
                           (["--resume", "/nowhere.elektro"], "nowhere")):
        run = lines(*options, home="wrong")
        status = 1 if "--resume" in options else 2
        if run.returncode != status or words not in run.stderr:
            yield f"{options}: {run.returncode} {run.stderr}"


tap.run([check_whole_game, check_resume_after_kill, check_small, check_large, check_plain,
         check_keyboard_passed, check_left_while_passed, check_undo, check_words, check_limit,
         check_own_board, check_own_boards_apart, check_table, check_table_back,
         check_one_at_a_time, check_only_records_replaced, check_resume_elsewhere,
         check_broken_latest, check_bots_alone, check_expert, check_sim_progress, check_any_keys,
         check_wrong_options])
