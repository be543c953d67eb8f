"""`elektro engine` over its protocol: the examples of docs/protocol.md, whole games, hostile input.

usage: tests/run engine.py ELEKTRO DOCS_DIR EXAMPLES_DIR"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

ELEKTRO, DOCS, EXAMPLES = sys.argv[1:4]


class Engine:
    """A running engine; it exits when its input is closed."""

    def __enter__(self):
        self.process = subprocess.Popen([ELEKTRO, "engine"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()

    def line(self, request):
        self.process.stdin.write(request + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def ask(self, **request):
        return json.loads(self.line(json.dumps(request).encode()))

    def play(self, *moves):
        for move in moves:
            reply = self.ask(do="play", move=move)
            if not reply["ok"]:
                raise AssertionError(f"{move}: {reply['error']}")
        return reply

    def state(self):
        return self.ask(do="state")["state"]


def fits(pattern, text):
    """Whether a reply is the documented one; … stands for anything."""
    parts = [re.escape(part) for part in pattern.split("…")]
    return re.fullmatch(".*".join(parts), text, re.DOTALL) is not None


HYBRID = dict(do="new", edition="classic", players=2, order=[1, 2], seed=5)


REFUSED = [
    (b"{", "bad-json"), (b"[]", "bad-json"), (b"3", "bad-json"),
    (b"\xff\xfe", "bad-json"), (b'{"do":1}', "bad-request"), (b"{}", "bad-request"),
    (b'{"do":"new","do":"new"}', "bad-json"), (b'{"do":"moves"}', "no-game"),
    (b'{"do":"new","players":7}', "bad-request"), (b'{"do":"new","players":"4"}', "bad-request"),
    (b'{"do":"new","board":"atlantis"}', "no-such-board"), (b'{"do":"new","zone":[]}', "bad-request"),
    (b'{"do":"new","zone":["west"]}', "bad-zone-size"), (b'{"do":"new","zone":"all"}', "bad-request"),
    (b'{"do":"new","zone":["west","west","east","south"]}', "bad-request"),
    (b'{"do":"new","zone":["mars"]}', "no-such-region"), (b'{"do":"new","order":[1,1,2,3]}', "bad-order"),
    (b'{"do":"new","order":[1,2]}', "bad-order"), (b'{"do":"new","market":[3]}', "bad-market"),
    (b'{"do":"new","market":[41]}', "no-such-plant"), (b'{"do":"new","draws":[41]}', "no-such-plant"),
    (b'{"do":"new","options":{"first_game":true}}', "bad-option"),
    (b'{"do":"new","options":{"first":true}}', "bad-request"),
    (b'{"do":"new","edition":"third"}', "bad-request"), (b'{"do":"new","chance":"dice"}', "bad-request"),
    (b'{"do":"new","board_file":"/nonexistent"}', "bad-board"),
    (b'{"do":"new","board":"usa","board_file":"x"}', "bad-request"),
    (b'{"do":"new","seed":1.5}', "bad-request"), (b'{"do":"new","names":["a\\u0000b"]}', "bad-json"),
    (b'{"do":"load","record":3}', "bad-request"), (b"[" * 5000, "bad-json"),
    (b'{"do":"new","seed":"' + b"x" * 200 + b'"}', "bad-request"),
]


class EngineTest(unittest.TestCase):
    def test_documented_examples(self):
        """every example of docs/protocol.md has the documented answer"""
        text = open(os.path.join(DOCS, "protocol.md"), encoding="utf-8").read()
        count = 0
        with Engine() as engine:
            for block in re.findall(r"^```\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
                lines = block.splitlines()
                for request, reply in zip(lines[::2], lines[1::2]):
                    answer = engine.line(request[2:].encode()).decode().strip()
                    count += 1
                    self.assertTrue(fits(reply[2:], answer),
                                    f"{request}\n#   expected {reply[2:]}\n#   got      {answer}")
        self.assertGreaterEqual(count, 15, f"only {count} examples were found")

    def test_example_bot(self):
        """the example bot plays a whole game"""
        run = subprocess.run([sys.executable, os.path.join(EXAMPLES, "bot.py"), ELEKTRO],
                             capture_output=True, text=True, timeout=120)
        self.assertFalse(run.returncode, run.stdout + run.stderr)
        self.assertEqual(len(run.stdout.splitlines()), 4, run.stdout + run.stderr)

    def test_whole_games(self):
        """random games of every edition, board and number of players end with a ranking"""
        boards = ["germany", "usa", "central-europe", "benelux", "france", "italy"]
        rng = random.Random(1)
        with Engine() as engine:
            for edition in ["classic", "recharged"]:
                for number, board in enumerate(boards):
                    players = 2 + (number + (edition == "classic")) % 5
                    new = engine.ask(do="new", edition=edition, board=board, players=players, seed=number,
                                     zone=rng.choice(["random", "draft"]))
                    self.assertTrue(new["ok"], f"{edition} {board}: {new}")
                    while True:
                        moves = engine.ask(do="moves")["moves"]
                        if not moves:
                            break
                        move = moves[-1] if rng.random() < 0.5 else rng.choice(moves[:40])
                        engine.play(move)
                    state = engine.state()
                    self.assertTrue(state["ended"], f"{edition} {board}: no ranking")
                    self.assertEqual(len(state["ranking"]), players, f"{edition} {board}: no ranking")

    def test_scripted_cards(self):
        """scripted cards come in their order, then the engine waits for cards, and undo reverts steps"""
        with Engine() as engine:
            engine.ask(do="new", edition="recharged", board="germany", players=3, order=[1, 2, 3],
                       market=[3, 4, 5, 6, 7, 8, 9, 10], draws=[15, 30], chance="ask", seed="s",
                       zone=["north-west", "north-east", "west"])
            first = engine.state()
            self.assertEqual(first["market"]["top_back"], "plug", f"start: {first['market']} {first['discount']}")
            self.assertEqual(first["discount"], 3, f"start: {first['market']} {first['discount']}")
            engine.play("nominate 4 4", "pass", "pass")
            second = engine.state()
            self.assertEqual(second["market"]["future"][-1], 15, f"after the first card: {second['market']}")
            self.assertEqual(second["market"]["top_back"], "socket", f"after the first card: {second['market']}")
            engine.play("nominate 5 5", "pass")
            engine.play("nominate 6 6")
            third = engine.state()
            self.assertEqual(third["to_move"], 0, f"it does not wait for a card: {third['chance']}")
            self.assertEqual(third["chance"]["ask"], "draw", f"it does not wait for a card: {third['chance']}")
            refused = engine.ask(do="play", move="done")
            self.assertFalse(refused["ok"], f"a move while a card is awaited: {refused}")
            self.assertEqual(refused["error"]["code"], "card-awaited", f"a move while a card is awaited: {refused}")
            wrong = engine.ask(do="draw", plant=30)
            self.assertFalse(wrong["ok"], f"a card that is not in the deck: {wrong}")
            self.assertEqual(wrong["error"]["code"], "card-not-in-deck", f"a card that is not in the deck: {wrong}")
            self.assertEqual(engine.state(), third, "refusals changed the state")
            engine.ask(do="draw", plant=third["chance"]["plants"][0])
            engine.ask(do="undo")
            self.assertEqual(engine.state(), third, "undo of a draw does not restore the state")
            for _ in range(3 + 2 + 1):
                engine.ask(do="undo")
            self.assertEqual(engine.state(), first, "undo does not restore the start")

    def test_bad_script(self):
        """a move with an impossible scripted card is refused and changes nothing"""
        with Engine() as engine:
            engine.ask(do="new", edition="classic", players=3, order=[1, 2, 3], draws=[32], seed=1)
            engine.play("nominate 3 3", "pass")
            before = engine.state()
            reply = engine.ask(do="play", move="pass")
            self.assertFalse(reply["ok"], reply)
            self.assertEqual(reply["error"]["code"], "card-not-in-deck", reply)
            self.assertEqual(engine.state(), before, "the state changed")

    def test_hybrid_mixes(self):
        """a hybrid's fuel mix is given, or the only possible one, or refused as ambiguous"""
        with Engine() as engine:
            engine.ask(**HYBRID)
            engine.play("nominate 5 5", "pass", "nominate 3 3", "done")
            engine.play("buy coal 2", "buy oil 1", "done", "done", "done")
            listed = engine.ask(do="moves")["moves"]
            self.assertEqual(listed, ["power", "power 5=coal1+oil1", "power 5=coal2"], f"listed: {listed}")
            vague = engine.ask(do="play", move="power 5")
            self.assertFalse(vague["ok"], f"vague: {vague}")
            self.assertEqual(vague["error"]["code"], "ambiguous-mix", f"vague: {vague}")
            for move, code in [("power 5=coal3", "bad-mix"), ("power 5=oil2", "not-enough-fuel"),
                               ("power 3", "not-your-plant"), ("power 5=", "bad-mix"),
                               ("power 5=coal1+coal1", "bad-syntax"), ("power 5 5", "bad-syntax")]:
                reply = engine.ask(do="play", move=move)
                self.assertFalse(reply["ok"], f"{move}: {reply}")
                self.assertEqual(reply["error"]["code"], code, f"{move}: {reply}")
            engine.play("power 5=coal1+oil1")

    def test_hostile_input(self):
        """garbage is refused with its code and the engine continues"""
        with Engine() as engine:
            for request, code in REFUSED:
                reply = json.loads(engine.line(request))
                self.assertFalse(reply["ok"], f"{request[:60]}: {reply}")
                self.assertEqual(reply["error"]["code"], code, f"{request[:60]}: {reply}")
                self.assertTrue(reply["error"]["text"], f"{request[:60]}: {reply}")
            engine.ask(do="new", seed=1)
            before = engine.state()
            for move in ["", "nominate", "nominate x 3", "nominate 3 99999999999", "bid -1", "connect",
                         "connect atlantis", "power 41", "buy wind 3", "buy coal", "é" * 50, "x" * 500,
                         "nominate 3 3 3", "return coal 1 gold 2", "pass pass", "none", "\t"]:
                reply = engine.ask(do="play", move=move)
                self.assertFalse(reply["ok"], f"{move}: {reply}")
                self.assertTrue(reply["error"]["text"], f"{move}: {reply}")
            self.assertEqual(engine.state(), before, "the state changed")

    def test_long_line(self):
        """a line that is too long is refused and the next one answered"""
        with Engine() as engine:
            reply = json.loads(engine.line(b"x" * (9 * 1024 * 1024)))
            self.assertFalse(reply["ok"], reply)
            self.assertEqual(reply["error"]["code"], "bad-request", reply)
            self.assertTrue(engine.ask(do="new")["ok"], "no answer after it")

    def test_save_and_load(self):
        """a game saved and loaded is the same game"""
        with Engine() as engine:
            engine.ask(do="new", edition="recharged", players=4, seed="save", names=["Anna", "Bo"])
            rng = random.Random(3)
            for _ in range(200):
                moves = engine.ask(do="moves")["moves"]
                if moves:
                    engine.play(rng.choice(moves[:30]))
            before = engine.state()
            record = engine.ask(do="save")["record"]
            engine.ask(do="new", board="usa")
            reply = engine.ask(do="load", record=record)
            self.assertTrue(reply["ok"], reply)
            self.assertEqual(engine.state(), before, "the state differs")
            self.assertEqual(engine.ask(do="save")["record"], record, "the record differs")

    def test_backs_are_told(self):
        """draw sets the back of the top card, and refuses an invalid back"""
        with Engine() as engine:
            engine.ask(do="new", edition="recharged", players=3, order=[1, 2, 3], chance="ask", seed="b",
                       market=[3, 4, 5, 6, 7, 8, 9, 10])
            engine.play("nominate 4 4", "pass", "pass")
            card = engine.state()["chance"]["plants"][0]
            for back in [5, "unknown", "blue", None]:
                reply = engine.ask(do="draw", plant=card, back=back)
                self.assertFalse(reply["ok"], f"{back}: {reply}")
                self.assertEqual(reply["error"]["code"], "bad-request", f"{back}: {reply}")
            masked = engine.ask(do="play", seat=2, move="pass")
            self.assertEqual(masked["error"]["code"], "card-awaited", f"a named seat hides the reason: {masked}")
            engine.ask(do="draw", plant=card, back="socket")
            self.assertEqual(engine.state()["market"]["top_back"], "socket", "the back is not on top")

    def test_cards_of_the_seed_follow_the_script(self):
        """after the script the cards come from the seed, the same cards for the same seed"""
        states = []
        for _ in range(2):
            with Engine() as engine:
                engine.ask(do="new", edition="classic", players=3, order=[1, 2, 3], draws=[13, 21], seed="go",
                           zone=["north-west", "north-east", "west"])
                for plant in (3, 4):
                    engine.play(f"nominate {plant} {plant}", "pass")
                    if plant == 3:
                        engine.play("pass")
                engine.play("nominate 5 5")
                states.append(engine.state())
        self.assertEqual(states[0], states[1], states)
        self.assertEqual(states[0]["phase"], "resources", states)
        self.assertFalse(states[0]["chance"], states)
        self.assertIn(13, states[0]["market"]["current"] + states[0]["market"]["future"],
                      "the scripted card did not come")

    def test_auction_flags_stay(self):
        """bought and passed keep their value until the next auction phase"""
        with Engine() as engine:
            engine.ask(do="new", edition="classic", players=2, order=[1, 2], seed=5)
            engine.play("nominate 3 3", "pass", "nominate 4 4")
            for move in ["done", "done", "done", "done", "power"]:
                if [seat["bought"] for seat in engine.state()["seats"]] != [True, True]:
                    self.fail(f"before {move}: {engine.state()['seats']}")
                engine.play(move)
            engine.play("power")
            self.assertEqual([seat["bought"] for seat in engine.state()["seats"]], [False, False],
                             "they are not forgotten in the next auction phase")

    def test_own_boards(self):
        """a board file plays, and its games are saved and loaded"""
        data = os.path.join(os.path.dirname(DOCS), "data", "boards", "germany.json")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.json")
            board = json.load(open(data, encoding="utf-8"))
            board["id"] = "mine"
            json.dump(board, open(path, "w", encoding="utf-8"))
            with Engine() as engine:
                reply = engine.ask(do="new", edition="classic", board_file=path, players=3, seed=1)
                self.assertTrue(reply["ok"], reply)
                self.assertEqual(engine.state()["board"], "mine", reply)
                engine.play("nominate 3 3")
                before = engine.state()
                record = engine.ask(do="save")["record"]
                lost = engine.ask(do="load", record=record)
                self.assertFalse(lost["ok"], "a missing board was found")
                reply = engine.ask(do="load", record=record, board_file=path)
                self.assertTrue(reply["ok"], f"load: {reply}")
                self.assertEqual(engine.state(), before, f"load: {reply}")
                long = engine.ask(do="new", board_file=os.path.join(folder, "x" * 70))
                self.assertFalse(long["ok"], f"a long name: {long}")
                self.assertEqual(long["error"]["code"], "bad-request", f"a long name: {long}")
