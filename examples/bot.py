#!/usr/bin/env python3
"""A bot in twenty lines: plays a whole game of Elektro by itself.

usage: examples/bot.py [path of elektro, by default build/elektro]"""
import json, random, subprocess, sys

elektro = sys.argv[1] if len(sys.argv) > 1 else "build/elektro"
engine = subprocess.Popen([elektro, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(**request):
    print(json.dumps(request), file=engine.stdin, flush=True)
    reply = json.loads(engine.stdout.readline())
    assert reply["ok"], reply["error"]["text"]
    return reply

def choose(moves):  # spend little on plants, buy and build what can be had, run everything
    if moves[-1].startswith(("nominate", "bid")):
        return random.choice(moves[:3])
    return moves[-1] if random.random() < 0.8 else moves[0]

ask(do="new", board="germany", players=4, seed="bot")
while True:
    moves = ask(do="moves")["moves"]
    if not moves:
        break
    ask(do="play", move=choose(moves))
for row in ask(do="state")["state"]["ranking"]:
    print("{rank}. seat {seat}: {powered} cities supplied, {money} Elektro".format(**row))
