"""`elektro seat`: a bot as a program plays like the same bot in the arena, and refuses bad requests with words.

usage: tests/run seat.py ELEKTRO EXAMPLES_DIR"""

import json
import os
import random
import shlex
import subprocess
import sys
import unittest

ELEKTRO, EXAMPLES = sys.argv[1:3]
STABLE = ("seats_played", "win_share", "mean_rank", "mean_cities", "mean_powered", "mean_money", "forfeits")
ICELAND = os.path.join(EXAMPLES, "iceland.json")


def arena(*flags):
    """What a match gives, without the names of the bots and the time."""
    run = subprocess.run([ELEKTRO, "arena", "--json", *flags], capture_output=True, text=True, timeout=300,
                         check=False)
    if run.returncode:
        raise AssertionError(run.stderr)
    whole = json.loads(run.stdout)
    return whole["mean_moves"], [[bot[key] for key in STABLE] for bot in whole["bots"]]


def program(*flags):
    return "cmd:" + " ".join(shlex.quote(word) for word in (ELEKTRO, "seat", *flags))


def first_request(*flags):
    """The first request of a game, as the arena makes it."""
    script = "read -r line; printf '%s\\n' \"$line\" >&2"
    run = subprocess.run([ELEKTRO, "arena", "--bots", f"cmd:{script},easy,easy", "--games", "3", "--threads", "1",
                          *flags],
                         capture_output=True, text=True, timeout=60, check=False)
    return next(json.loads(line) for line in run.stderr.splitlines() if line.startswith("{"))


class Seat:
    """A running seat; it exits when its input is closed."""

    def __init__(self, *flags):
        self.flags = flags

    def __enter__(self):
        self.process = subprocess.Popen([ELEKTRO, "seat", *self.flags], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.status = self.process.wait(timeout=60)
        self.process.stdout.close()

    def line(self, request):
        self.process.stdin.write(request + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, request):
        return self.line(json.dumps(request).encode())


FIRST = first_request()


def changed(**keys):
    return {key: value for key, value in {**FIRST, **keys}.items() if value is not None}


SETUP = FIRST["events"][:next(i for i, e in enumerate(FIRST["events"]) if e["event"] == "nominated")]
PLANT = FIRST["state"]["market"]["current"][0]


def after(**event):
    """The setup, then one event of the first player, who is not the one that is asked."""
    return changed(events=SETUP + [{**event, "seat": FIRST["state"]["order"][0]}])


REFUSED = [
    (b"{", "bad-json"), (b"\xff", "bad-json"), (b"[]", "bad-request"), (b"3", "bad-json"), (b"{}", "bad-request"),
    (b'{"do":"moves"}', "bad-request"), (b'{"do":"choose"}', "no-game"),
    (b'{"do":"choose","seat":1,"events":[]}', "no-game"),
    (changed(seat=None), "bad-request"), (changed(seat=7), "bad-request"), (changed(seat="1"), "bad-request"),
    (changed(seed="one"), "bad-request"), (changed(seed=1), "bad-request"), (changed(seed="0" * 17), "bad-request"),
    (changed(seat=FIRST["seat"] % 3 + 1), "wrong-seat"), (changed(state=None), "bad-request"),
    (changed(state={**FIRST["state"], "board": "atlantis"}), "no-such-board"),
    (changed(state={**FIRST["state"], "players": 9}), "bad-request"),
    (changed(state={**FIRST["state"], "players": 5}), "bad-zone-size"),
    (changed(state={**FIRST["state"], "edition": "new"}), "bad-request"),
    (changed(state={**FIRST["state"], "round": 2}), "wrong-state"),
    (changed(board={"id": "atlantis"}), "bad-board"), (changed(board=7), "bad-request"),
    (changed(events=SETUP[:-1]), "events-missing"), (changed(events=SETUP[:1]), "bad-order"),
    (changed(events=SETUP), "wrong-seat"), (after(event="phase-begins", phase="auction"), "wrong-event"),
    (after(event="nominated", plant=PLANT, bid=70000), "bid-too-high"),
    (after(event="nominated", plant=PLANT, bid=49), "wrong-state"),
    (after(event="nominated", plant=PLANT), "bad-event"), (after(event="nominated", plant=64, bid=64), "bad-event"),
    (after(event="bid", plant=PLANT, bid=9), "wrong-phase"), (after(event="connected", city="paris"), "bad-event"),
    (after(event="powered", cities=1, income=9), "wrong-phase"), (after(event="danced"), "bad-event"),
    (changed(events=SETUP + [7]), "bad-event"), (b" " * (8 << 20) + b"{}", "bad-request"),
]


class Seats(unittest.TestCase):
    def same(self, bot, *flags, others="easy,easy,easy"):
        """Whether a bot and its program give the same games."""
        built_in = arena("--bots", f"{bot},{others}", *flags)
        outside = arena("--bots", f"{program('--level', bot)},{others}", *flags)
        self.assertEqual(built_in, outside, f"{bot} {flags}")

    def test_every_level(self):
        """each level plays the same games as a program and in the arena"""
        for bot in ("random", "easy", "normal", "hard@32", "expert@32"):
            self.same(bot, "--games", "4", others="normal,random,random" if bot == "easy" else "easy,easy,easy")

    def test_nodes(self):
        """--nodes means what hard@N means"""
        built_in = arena("--bots", "hard@16,easy", "--games", "2")
        outside = arena("--bots", f"{program('--level', 'hard', '--nodes', '16')},easy", "--games", "2")
        self.assertEqual(built_in, outside)

    def test_every_table(self):
        """a program can follow every board, number of players and option"""
        for edition, option in [("classic", "--first-game"), ("recharged", "--starting-cities")]:
            for number, board in enumerate(["germany", "usa", "central-europe", "benelux", "france", "italy", ICELAND]):
                flags = ["--edition", edition, "--board", board, "--games", "2", "--zone",
                         ["random", "draft"][number % 2]]
                flags += [option] * (number % 3 == 0) + ["--open-money"] * (number % 4 == 1)
                self.same("normal", *flags, others=",".join(["easy"] * (1 + number % 5)))

    def test_all_seats(self):
        """three programs in one game, as matches between releases need them"""
        one = program("--level", "normal")
        self.assertEqual(arena("--bots", f"easy,{one},{one},{one}", "--games", "4"),
                         arena("--bots", "easy,normal,normal,normal", "--games", "4"))

    def test_refused(self):
        """bad requests are refused with words and change nothing"""
        with Seat("--level", "normal") as seat:
            for request, code in REFUSED:
                reply = seat.line(request) if isinstance(request, bytes) else seat.ask(request)
                self.assertEqual(reply.get("error", {}).get("code"), code, f"{request[:200]}: {reply}"
                                 if isinstance(request, bytes) else f"{request}: {reply}")
                self.assertEqual(list(reply), ["error"])
                self.assertGreater(len(reply["error"]["text"]), 8, reply)
            first = seat.ask(FIRST)
            self.assertIn(first.get("move"), FIRST["moves"], first)
            later = seat.ask({"do": "choose", "seat": FIRST["seat"], "events": [{"event": "game-ended"}]})
            self.assertEqual(later["error"]["code"], "wrong-event", later)
            self.assertEqual(seat.ask(changed(hint=7)), first, "a new game begins after errors, with unknown keys")
        self.assertEqual(seat.status, 0)

    def test_hostile(self):
        """requests with random damage are answered, and the next good one is played"""
        draw = random.Random(1)
        values = [None, -1, 0, 1, 7, 255, 64, 10**12, "", "coal", "germany", [], {}, True]

        def damage(value):
            if isinstance(value, dict) and value and draw.random() < 0.8:
                key = draw.choice(sorted(value))
                return {**value, key: damage(value[key])}
            if isinstance(value, list) and value and draw.random() < 0.9:
                at = draw.randrange(len(value))
                return draw.choice([value[:at] + [damage(value[at])] + value[at + 1:], value[:at] + value[at + 1:],
                                    value[:at] + [value[at]] + value[at:]])
            return draw.choice(values)

        with Seat() as seat:
            move = seat.ask(FIRST)
            for _ in range(400):
                request = {**FIRST, "events": damage(FIRST["events"])} if draw.random() < 0.6 else damage(FIRST)
                reply = seat.ask(request)
                self.assertTrue("move" in reply or "error" in reply, f"{request}: {reply}")
            self.assertEqual(seat.ask(FIRST), move)
        self.assertEqual(seat.status, 0)

    def test_seed(self):
        """the request's seed decides, unless --seed is given"""
        def moves(*flags, seeds):
            with Seat("--level", "random", *flags) as seat:
                return [seat.ask(changed(seed=seed))["move"] for seed in seeds]
        seeds = [f"{n:016x}" for n in range(12)]
        self.assertGreater(len(set(moves(seeds=seeds))), 3)
        self.assertEqual(len(set(moves("--seed", "5", seeds=seeds))), 1)
        self.assertEqual(moves("--seed", "5", seeds=seeds[5:6]), moves(seeds=seeds[5:6]))
        self.assertEqual(moves(seeds=[None]), moves(seeds=seeds[1:2]))

    def test_usage(self):
        """wrong options are refused"""
        for flags, words in [(("--level", "genius"), "no bot 'genius'"), (("--level", "cmd:cat"), "no bot"),
                             (("--level", "easy", "--nodes", "5"), "does not search"),
                             (("--board", "none.json"), "none.json"), (("--nodes", "0"), "--nodes")]:
            run = subprocess.run([ELEKTRO, "seat", *flags], capture_output=True, text=True, timeout=60,
                                 stdin=subprocess.DEVNULL, check=False)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(words, run.stderr)

    def test_board_option(self):
        """--board serves an arena that does not send the board"""
        request = first_request("--board", ICELAND)
        board = request.pop("board")
        self.assertEqual(board["id"], "iceland")
        with Seat() as seat, Seat("--board", ICELAND) as with_board:
            self.assertEqual(seat.ask(request)["error"]["code"], "no-such-board")
            self.assertEqual(with_board.ask(request), seat.ask({**request, "board": board}))
            self.assertIn("move", with_board.ask(request))
