#!/usr/bin/env python3
"""A program that takes a seat in the arena: elektro arena --bots "easy,easy,easy,cmd:examples/seat.py"

It bids little, buys what its plants burn, builds while it can and runs everything."""
import json, sys

for line in sys.stdin:
    moves = json.loads(line)["moves"]
    word = moves[-1].split()[0]
    if word in ("nominate", "bid"):
        move = moves[0] if moves[0] != "pass" or len(moves) < 5 else moves[1]
    elif word == "connect":
        move = moves[1]
    else:  # done or buy, power: the last of the list does the most
        move = moves[-1]
    print(json.dumps({"move": move}), flush=True)
