"""`elektro tune` from outside: it improves what it tunes, goes on where it stopped, refuses what is not its own.

usage: tune.py ELEKTRO"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "structure"))
import tap

ELEKTRO = sys.argv[1]
SEARCH = ("search_rounds", "temper", "temper_round", "trust")


def tune(path, *flags):
    return subprocess.run([ELEKTRO, "tune", "--state", path, *flags], capture_output=True, text=True,
                          timeout=300)


def state(path, *flags):
    run = tune(path, "--json", *flags)
    if run.returncode:
        raise AssertionError(run.stderr)
    return json.loads(run.stdout)


SMALL = ("--games", "24", "--measure", "2", "--seed", "5")


def goes_on():
    """four generations at once and in two calls give the same values and measurements"""
    with tempfile.TemporaryDirectory() as folder:
        once, twice = os.path.join(folder, "once"), os.path.join(folder, "twice")
        whole = state(once, *SMALL, "--generations", "4", "--everywhere")
        state(twice, *SMALL, "--generations", "2", "--everywhere")
        if state(twice, *SMALL, "--generations", "2", "--everywhere") != whole:
            yield "the states differ"
        if open(once).read() != open(twice).read():
            yield "the files differ"
        if whole["generation"] != 4 or [s["generation"] for s in whole["strength"]] != [2, 4]:
            yield f"{whole}"
        if state(once, "--print") != whole:
            yield "--print tells something else"


def moves_what_counts():
    """tuning normal moves its judgement, but not what only a search looks at"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state")
        before = {}
        run = tune(path, *SMALL, "--generations", "3", "--step", "20")
        for line in run.stdout.splitlines():
            words = line.split()
            if len(words) == 5 and words[1].lstrip("-").isdigit():
                before[words[0]] = int(words[1])
        after = state(path, "--print")["parameters"]
        if set(before) != set(after):
            yield f"the table lists {sorted(before)}"
        if all(before[name] == after[name] for name in after):
            yield "nothing moved"
        if any(before[name] != after[name] for name in SEARCH):
            yield "the search's parameters moved"


def only_some():
    """parameters that are not asked for stay; unknown ones are refused"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state")
        first = state(path, *SMALL, "--generations", "1", "--step", "20", "--only", "patience")
        after = state(path, *SMALL, "--generations", "3", "--only", "growth,end_city")
        moved = {name for name, value in after["parameters"].items() if value != first["parameters"][name]}
        if not moved or moved - {"growth", "end_city"}:
            yield f"{moved} moved"
        run = tune(path, *SMALL, "--only", "growth,greed")
        if run.returncode != 1 or "'greed'" not in run.stderr:
            yield f"an unknown parameter: {run.returncode} {run.stderr}"


def finds_its_way_back():
    """begun with a bot that hardly ever buys a plant, tuning makes it buy"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state")
        state(path, "--games", "160", "--generations", "1", "--seed", "3")
        bad = ["parameter buy_least 30 30" if line.startswith("parameter buy_least ") else line
               for line in open(path).read().splitlines()]
        with open(path, "w") as out:
            out.write("\n".join(bad) + "\n")
        done = state(path, "--games", "160", "--generations", "60", "--measure", "60")
        if done["parameters"]["buy_least"] >= 30:
            yield f"buy_least stayed at {done['parameters']['buy_least']}"


def refusals():
    """files that are not a state, other levels and wrong calls are refused in words"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state")
        state(path, *SMALL, "--generations", "1")
        good = open(path).read()
        for text, line in [("nonsense\n", 1), (good.replace("elektro-tune 3", "elektro-tune 2"), 1),
                           (good + "parameter growth 1000 20\n", good.count("\n") + 1),
                           (good + "parameter greed 3 3\n", good.count("\n") + 1),
                           (good + "strength many\n", good.count("\n") + 1),
                           (good + "strength 1 -30 0 0\n", good.count("\n") + 1),
                           (good + "strength 1 nan 0 1\n", good.count("\n") + 1),
                           (good + "strength 1 0.5 0 1.5\n", good.count("\n") + 1),
                           (good + "generation 1\n", good.count("\n") + 1),
                           (good + good.splitlines()[3] + "\n", good.count("\n") + 1),
                           (good.replace("generation 1\n", ""), good.count("\n") - 1),
                           ("\n".join(good.splitlines()[:-1]) + "\n", good.count("\n") - 1)]:
            with open(path, "w") as out:
                out.write(text)
            run = tune(path, *SMALL)
            if run.returncode != 1 or f"line {line}" not in run.stderr or open(path).read() != text:
                yield f"{text[:40]!r}: {run.returncode} {run.stderr}"
        with open(path, "w") as out:
            out.write(good)
        run = tune(path, "--level", "hard", *SMALL)
        if run.returncode != 1 or "hard" not in run.stderr:
            yield f"another level: {run.stderr}"
        for flags in [("--games", "28"), ("--everywhere",), ("--players", "3"), ("--edition", "classic"),
                      ("--board", "usa"), ("--zone", "draft")]:
            run = tune(path, *SMALL, *flags)
            if run.returncode != 1 or "other games" not in run.stderr or open(path).read() != good:
                yield f"going on with {flags}: {run.returncode} {run.stderr}"
        if tune(os.path.join(folder, "none"), "--print").returncode != 1:
            yield "--print without a file"
        for flags, words in [(("--level", "easy"), "--level"), (("--step", "0"), "--step"),
                             (("--board", "mars"), "no board"), (("extra",), "too many")]:
            run = tune(path, *flags)
            if run.returncode != 2 or words not in run.stderr:
                yield f"{flags}: {run.returncode} {run.stderr}"


def alone():
    """one of several processes that do not know each other does not touch the state"""
    with tempfile.TemporaryDirectory() as folder:
        program = shutil.copy(ELEKTRO, os.path.join(folder, "elektro"))  # away from its MPI module
        path = os.path.join(folder, "state")
        run = subprocess.run([program, "tune", "--state", path, *SMALL], capture_output=True, text=True,
                             env=dict(os.environ, OMPI_COMM_WORLD_SIZE="2"), timeout=300)
        if run.returncode != 1 or "without mpirun" not in run.stderr or os.path.exists(path):
            yield f"{run.returncode} {run.stderr}"


tap.run([goes_on, moves_what_counts, only_some, finds_its_way_back, alone, refusals])
