"""The verbs replay, boards and plants as somebody at a terminal meets them.

    verbs.py ELEKTRO ROOT
"""

import json
import os
import subprocess
import sys
import tempfile

import tap

ELEKTRO, ROOT = sys.argv[1:3]
RECORDS = os.path.join(ROOT, "tests", "fuzz", "corpus", "record")
TRUST = os.path.join(RECORDS, "trust")
VERBS = ["replay", "boards", "plants"]


def elektro(*words, given=None):
    """Runs the command; returns status, what it printed and what it complained about."""
    run = subprocess.run([ELEKTRO, *words], input=given, capture_output=True, text=True,
                         encoding="utf-8", check=False)
    return run.returncode, run.stdout, run.stderr


def expect(what, seen, wanted):
    if seen != wanted:
        yield f"{what}: {seen!r}, not {wanted!r}"


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_help():
    """--help helps, on standard output"""
    for verb in VERBS:
        status, out, complaint = elektro(verb, "--help")
        yield from expect(f"{verb} --help", (status, complaint), (0, ""))
        if not out.startswith(f"usage: elektro {verb}"):
            yield f"{verb} --help prints {out!r}"


def check_usage():
    """a wrong call is status 2, and nothing is printed but a complaint"""
    for words in [["replay"], ["replay", "a", "b"], ["replay", "--to", "x", TRUST],
                  ["replay", "--nonsense"], ["boards", "a", "b"], ["boards", "--edition", "deluxe"],
                  ["boards", "validate"], ["plants", "3"], ["plants", "--nonsense"]]:
        status, out, complaint = elektro(*words)
        yield from expect(" ".join(words), (status, out), (2, ""))
        if not complaint:
            yield f"{words}: no complaint"


def check_verify():
    """replay --verify accepts every record that is right"""
    records = sorted(os.path.join(RECORDS, name) for name in os.listdir(RECORDS))
    status, out, complaint = elektro("replay", "--verify", *records)
    yield from expect("status", (status, complaint), (0, ""))
    yield from expect("lines", len(out.splitlines()), len(records))
    status, out, _ = elektro("replay", "--verify", "--json", TRUST)
    verdict = json.loads(out)
    yield from expect("ok", (status, verdict["ok"], verdict["file"]), (0, True, TRUST))
    yield from expect("moves", verdict["moves"], text(TRUST).count(". "))


def check_refusal():
    """a record that is wrong is refused with file, line and column"""
    wrong = text(TRUST).replace("edition: recharged", "edition: deluxe")
    for words in [["replay", "-"], ["replay", "--verify", "-"], ["replay", "--json", "-"]]:
        status, out, complaint = elektro(*words, given=wrong)
        yield from expect(" ".join(words), (status, out), (1, ""))
        if not complaint.startswith("-:4:10: Expected classic or recharged."):
            yield f"{words}: {complaint}"
    status, out, _ = elektro("replay", "--verify", "--json", "-", given=wrong)
    error = json.loads(out)["error"]
    yield from expect("JSON", (status, error["code"], error["line"], error["column"]),
                      (1, "bad-edition", 4, 10))


def check_missing_file():
    """a file that cannot be read is status 1, with its name"""
    for words in [["replay"], ["replay", "--verify"], ["boards", "validate"]]:
        status, out, complaint = elektro(*words, "/nowhere/at.all")
        yield from expect(" ".join(words), (status, out), (1, ""))
        if "/nowhere/at.all" not in complaint:
            yield f"{words}: {complaint}"


def check_verdict_lines():
    """--json prints one line for each file, of those that cannot be read too"""
    for flag, right in (("--verify", True), ("--verify-shuffle", False)):
        status, out, _ = elektro("replay", flag, "--json", TRUST, "/nowhere/at.all")
        verdicts = [json.loads(line) for line in out.splitlines()]
        yield from expect(f"{flag}: files", [verdict["file"] for verdict in verdicts],
                          [TRUST, "/nowhere/at.all"])
        yield from expect(f"{flag}: status", (status, verdicts[-1]["ok"]), (1, False))
        yield from expect(f"{flag}: code", verdicts[-1]["error"]["code"], "cannot-read")
        yield from expect(f"{flag}: the first", verdicts[0]["ok"], right)


def check_story():
    """replay tells the game, with every move numbered"""
    status, out, _ = elektro("replay", TRUST)
    yield from expect("status", status, 0)
    moves = [line.split(". ")[0] for line in text(TRUST).splitlines() if line[:1].isdigit()]
    told = [line.strip().split(". ")[0] for line in out.splitlines() if line[:5].strip()]
    yield from expect("moves", told, moves)
    if "{" in out or "Round 1\n" not in out:
        yield "a sentence is not whole"


def check_to():
    """--to N stops after move N and the cards that follow it"""
    _, whole, _ = elektro("replay", TRUST)
    for number in (0, 1, 7, 20):
        status, part, _ = elektro("replay", "--to", str(number), TRUST)
        yield from expect("status", status, 0)
        if not whole.startswith(part):
            yield f"--to {number} tells something else"
        _, out, _ = elektro("replay", "--json", "--to", str(number), TRUST)
        steps = json.loads(out)["steps"]
        yield from expect(f"--to {number}", sum("move" in step for step in steps), number)
    yield from expect("--to past the end", elektro("replay", "--to", "999", TRUST)[1], whole)


def check_json():
    """replay --json has the moves, their events and the state"""
    status, out, _ = elektro("replay", "--json", TRUST)
    game = json.loads(out)
    yield from expect("status", status, 0)
    for step in game["steps"]:
        if not step["events"] or ("move" in step) == ("draw" in step):
            yield f"an odd step: {step}"
    yield from expect("board", game["state"]["board"], "benelux")
    yield from expect("names", game["names"], ["", ""])


def check_position():
    """replay --position prints the position of the record"""
    status, out, _ = elektro("replay", "--position", TRUST)
    yield from expect("status", status, 0)
    yield from expect("position", out,
                      text(os.path.join(ROOT, "tests", "fuzz", "corpus", "position", "trust")))


def check_documentation():
    """the example of docs/records.md is right, and so is its position"""
    document = text(os.path.join(ROOT, "docs", "records.md"))
    record = document.split("```elektro\n")[1].split("```")[0]
    status, out, complaint = elektro("replay", "--verify", "-", given=record)
    yield from expect("record", (status, complaint), (0, ""))
    if "ended" not in out:
        yield out
    _, out, _ = elektro("replay", "--position", "--to", "17", "-", given=record)
    yield from expect("position", out, document.split("```position\n")[1].split("```")[0])


def check_boards():
    """boards lists the boards and shows one"""
    status, out, _ = elektro("boards")
    yield from expect("status", status, 0)
    listed = json.loads(elektro("boards", "--json")[1])
    yield from expect("boards", len(out.splitlines()) - 1,
                      sum(len(board["players"]) for board in listed))
    files = sorted(name[:-5] for name in os.listdir(os.path.join(ROOT, "data", "boards")))
    yield from expect("ids", sorted(board["id"] for board in listed), files)
    for edition in ("classic", "recharged"):
        board = json.loads(elektro("boards", "--json", "--edition", edition, "germany")[1])
        yield from expect("cities", (board["base"], len(board["cities"])), ("germany", 42))
    status, out, _ = elektro("boards", "DEUTSCHLAND")
    yield from expect("a board that is not there", (status, out), (1, ""))
    if "Köln" not in elektro("boards", "germany")[1]:
        yield "no Köln"


def check_validate():
    """boards validate accepts a good board and names what is wrong with a bad one"""
    path = os.path.join(ROOT, "data", "boards", "italy.json")
    for words in (["validate", path], ["--validate", path]):
        status, out, complaint = elektro("boards", *words)
        yield from expect("good", (status, complaint), (0, ""))
        if "Italy" not in out:
            yield out
    with tempfile.TemporaryDirectory() as folder:
        bad = os.path.join(folder, "bad.json")
        board = json.loads(text(path))
        board["connections"][16][1] = "kolm"
        with open(bad, "w", encoding="utf-8") as file:
            json.dump(board, file)
        status, out, complaint = elektro("boards", "validate", bad)
        yield from expect("bad", (status, out), (1, ""))
        if "bad.json" not in complaint or "kolm" not in complaint:
            yield complaint
        status, out, _ = elektro("boards", "--json", "validate", bad)
        yield from expect("bad, JSON", (status, json.loads(out)["ok"]), (1, False))
        yield from expect("own board", elektro("boards", path)[0], 0)


def check_plants():
    """plants lists what data/tables.json has"""
    facts = json.loads(text(os.path.join(ROOT, "data", "tables.json")))["plants"]
    listed = json.loads(elektro("plants", "--json")[1])
    yield from expect("plants", [{key: plant[key] for key in ("number", "kind", "need", "cities")}
                                 for plant in listed], facts)
    yield from expect("rows", len(elektro("plants")[1].splitlines()), len(facts) + 1)


def check_full_disk():
    """what cannot be written is status 1"""
    arena = ["arena", "--bots", "random,random", "--games", "2", "--threads", "1"]
    helps = [[verb, "--help"] for verb in ("arena", "bench", "boards", "play", "plants",
                                           "render", "replay", "show", "sim", "tune")]
    for words in (["plants"], ["boards"], ["replay", TRUST], ["plants", "--json"], arena,
                  [*arena, "--json"], ["bench", "--plain", "1"], ["--help"], ["--version"], *helps):
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = subprocess.run([ELEKTRO, *words], stdout=full, stderr=subprocess.PIPE, text=True,
                                 check=False)
        yield from expect(" ".join(words), run.returncode, 1)
        if "cannot write" not in run.stderr:
            yield run.stderr


tap.run([check_help, check_usage, check_verify, check_refusal, check_missing_file,
         check_verdict_lines, check_story,
         check_to, check_json, check_position, check_documentation, check_boards, check_validate,
         check_plants, check_full_disk])
