"""Floors of the bots' strength: cheap matches that a level wins by far as long as it plays as it should.

Budgets are playouts and seeds are fixed, so that the results change with the bots alone.
docs/bots.md has the exact measurements.

usage: strength.py ELEKTRO"""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "structure"))
import tap

ELEKTRO = sys.argv[1]


def share(bots, games, edition):
    run = subprocess.run([ELEKTRO, "arena", "--json", "--bots", bots, "--games", str(games), "--seed", "11",
                          "--edition", edition], capture_output=True, text=True, timeout=600)
    if run.returncode:
        raise AssertionError(run.stderr)
    return json.loads(run.stdout)["bots"][0]["win_share"]


def floor(bots, games, least):
    for edition in ("recharged", "classic"):
        won = share(bots, games, edition)
        if won < least:
            yield f"{bots}, {edition}: {won:.1%} of {games} games, at least {least:.0%} expected"


def easy_beats_random():
    """one easy among three random wins nearly always"""
    yield from floor("easy,random,random,random", 200, 0.95)


def normal_beats_easy():
    """one normal among three easy wins far more than its quarter"""
    yield from floor("normal,easy,easy,easy", 200, 0.7)


def hard_beats_normal():
    """one hard that thinks half as long as it would wins more than its quarter"""
    yield from floor("hard@48,normal,normal,normal", 24, 0.4)


tap.run([easy_beats_random, normal_beats_easy, hard_beats_normal])
