"""Fair shuffles: the server's cards are recomputed, here, by elektro replay and by the example in Python.

Version 2 is attacked: each cheat of docs/shuffle.md must be seen by the client whom it would cheat.

    tests/run shuffle.py ELEKTRO ROOT
"""

import hashlib
import hmac
import os
import sqlite3
import subprocess
import sys
import tempfile

from client import Http, Refused, Server, ServerTestCase, Socket, until

ELEKTRO, ROOT = sys.argv[1:3]
sys.path.insert(0, f"{ROOT}/examples")
from online import Cheated, Sealed
from verify_shuffle import Unfair, seal, verify as verify_in_python

OTHER_SEED = bytes(range(32)).hex()


def ended(socket, code):
    """Waits for the end of a game; returns its table and its record."""
    info = socket.ask("watch", table=code)["info"]
    while info["status"] != "ended":
        info = socket.push("table", timeout=60)["info"]
    return info, socket.ask("record", table=code)["record"]


def finished(server, **settings):
    """A game of elektro-shuffle-1 that bots play to its end; returns its table and record."""
    anna = Http(server, "Anna")
    code = anna.post("/api/v1/tables", players=3, **settings)["info"]["table"]
    anna.post(f"/api/v1/tables/{code}/ready", ready=True, words="my own luck # 7: \"x\"")
    for level in ("normal", "easy"):
        anna.post(f"/api/v1/tables/{code}/bots", level=level)
    anna.post(f"/api/v1/tables/{code}/start")
    anna.post(f"/api/v1/tables/{code}/leave")
    return ended(Socket(server, anna), code)


class Player:
    """A person at a table, with a program that takes part in elektro-shuffle-2."""

    def __init__(self, server, name, code=None, words="", **settings):
        self.http = Http(server, name)
        self.server = server
        if code is None:
            info = self.http.post("/api/v1/tables", **settings)["info"]
        else:
            info = self.http.post(f"/api/v1/tables/{code}/join")["info"]
        self.code, self.seat = info["table"], info["you"]
        self.path = f"/api/v1/tables/{self.code}"
        self.sealed = Sealed(self.code, self.seat, words)
        self.notes = None
        self.connect()

    def connect(self):
        self.http.close()
        self.socket = Socket(self.server, self.http)
        self.socket.ask("watch", table=self.code)

    def info(self):
        return self.http.get(self.path)["info"]

    def do(self, what, **fields):
        return self.http.post(f"{self.path}/{what}", **fields)["info"]

    def seal(self):
        self.sealed.renew()
        self.do("ready", ready=True)
        return self.do("seal", seal=self.sealed.seal)

    def reveal(self):
        """As a program should: it keeps what it was shown, and only then reveals."""
        info = self.info()
        self.notes = self.sealed.notes(info)
        return self.do("reveal", **self.sealed.reveal(info))


def table_of_two(server, bot="easy", **settings):
    """Anna and Ben at a table with a bot, both sealed."""
    settings.setdefault("players", 3)
    anna = Player(server, "Anna", words="Anna's words", **settings)
    ben = Player(server, "Ben", anna.code, words="  spaces \"and\" # marks ")
    if settings["players"] == 3:
        anna.do("bots", level=bot)
    anna.seal()
    ben.seal()
    return anna, ben


def play_out(*players):
    """Bots play the game of these players to its end; returns its table and record."""
    for player in players:
        player.do("leave")
    return ended(players[0].socket, players[0].code)


def verify(record, notes=None):
    with tempfile.NamedTemporaryFile("w", suffix=".elektro", encoding="utf-8", newline="") as file, \
            tempfile.NamedTemporaryFile("w", suffix=".notes", encoding="utf-8", newline="") as kept:
        file.write(record)
        file.flush()
        kept.write(notes or "")
        kept.flush()
        more = ["--notes", kept.name] if notes is not None else []
        return subprocess.run([ELEKTRO, "replay", "--verify-shuffle", *more, file.name],
                              capture_output=True, text=True, check=False)


def judge(record, notes=None):
    """The verdict of the command and of the program in Python, which must agree: fair, consistent, unfair."""
    run = verify(record, notes)
    try:
        found = verify_in_python(record, f"{ROOT}/data", notes)
        python = "fair" if found["noted"] else "consistent"
    except Unfair:
        python = "unfair"
    said = "unfair" if run.returncode else "fair" if " fair:" in run.stdout else "consistent"
    if said != python:
        raise AssertionError(f"the command finds it {said}, Python {python}: {run.stdout}{run.stderr}")
    return said


def number(key, i, below):
    """The generator once more, from its description in journal/shuffle.h."""
    attempt = 0
    while True:
        value = int.from_bytes(hmac.digest(key, f"{i} {attempt}".encode(), "sha256")[:8], "big")
        if value < below * (2**64 // below):
            return value % below
        attempt += 1


class Shuffle(ServerTestCase):
    def test_fair(self):
        """every card of finished games follows from the seed, in both editions"""
        with Server(ELEKTRO) as server:
            for settings in ({"edition": "classic"}, {"edition": "recharged", "board": "france"},
                             {"edition": "recharged", "zone": "draft"},
                             {"edition": "classic", "board": "usa", "order": "seated"}):
                _, record = finished(server, **settings)
                self.assertEqual(judge(record), "consistent", settings)
                plain = subprocess.run([ELEKTRO, "replay", "--verify", "-"], input=record,
                                       capture_output=True, text=True, check=False)
                self.assertEqual(plain.returncode, 0, f"{settings}: {plain.stderr}")

    def test_everywhere(self):
        """the command and the program in Python agree on every board, in both editions, for two to six players"""
        with Server(ELEKTRO) as server:
            codes = []
            for edition in ("classic", "recharged"):
                anna = Http(server, "Anna")
                for number, board in enumerate(("germany", "usa", "central-europe", "benelux", "france", "italy")):
                    first = edition == "classic" and number % 2 == 0
                    players = 2 + (number + len(codes)) % 5 if edition == "classic" else (2, 3, 4, 2, 5, 6)[number]
                    codes.append(anna.post("/api/v1/tables", edition=edition, board=board, players=players,
                                           options={"first_game": first})["info"]["table"])
                    for i in range(players - 1):
                        anna.post(f"/api/v1/tables/{codes[-1]}/bots", level=("easy", "random")[i % 2])
                    anna.post(f"/api/v1/tables/{codes[-1]}/start")
                    anna.post(f"/api/v1/tables/{codes[-1]}/leave")
            for code in codes:
                _, record = ended(Socket(server, anna), code)
                self.assertEqual(judge(record), "consistent", record)

    def test_unfair(self):
        """another seed, other words and a swapped commitment are detected"""
        with Server(ELEKTRO) as server:
            info, record = finished(server, edition="classic")
            seed = info["shuffle"]["seed"]
            other = OTHER_SEED
            commitment = hashlib.sha256(bytes.fromhex(other)).hexdigest()
            for what, changed in (
                    ("seed", record.replace(seed, other)),
                    ("seed and commitment",
                     record.replace(seed, other).replace(info["shuffle"]["commitment"], commitment)),
                    ("words", record.replace("my own luck", "my bad luck")),
                    ("no seed", record.replace("# shuffle-seed", "# shuffle-need"))):
                self.assertEqual(judge(changed), "unfair", f"{what}: not detected")

    def test_description(self):
        """the first card of a classic game follows from the description alone"""
        with Server(ELEKTRO) as server:
            info, record = finished(server, edition="classic")
            words = [seat["words"] for seat in info["seats"]]
            text = "elektro-shuffle-1\n" + "".join(w + "\n" for w in words)
            key = hmac.digest(bytes.fromhex(info["shuffle"]["seed"]), text.encode(), "sha256")
            drawn = [int(line.split()[1].rstrip(",")) for line in record.splitlines()
                     if line.startswith("draw ")]
            # Plants 3 to 10 lie in the market and 13 on top of the deck: number 2 turns it up. Then any
            # of the others may come.
            deck = sorted(set(list(range(11, 41)) + [42, 44, 46, 50]) - {13, 41, 43, 45})
            expected = [13, deck[number(key, 3, len(deck))]]
            self.assertEqual(drawn[:2], expected, f"drawn {drawn[:2]}, expected {expected}")


class Sealing(ServerTestCase):
    """elektro-shuffle-2 from seal to verdict."""

    def test_fair(self):
        """a game of version 2 is fair for each player by their own notes, in both editions"""
        with Server(ELEKTRO) as server:
            for settings in ({"edition": "classic"}, {"edition": "recharged", "board": "france"},
                             {"edition": "recharged", "zone": "draft", "order": "seated"},
                             {"edition": "recharged", "board": "benelux", "players": 2}):
                anna, ben = table_of_two(server, **settings)
                info = anna.do("start")
                self.assertEqual(info["status"], "open")
                self.assertEqual(anna.reveal()["status"], "open")
                info = ben.reveal()
                self.assertEqual(info["status"], "running")
                self.assertEqual([seat["words"] for seat in info["seats"][:2]], ["Anna's words", "  spaces \"and\" # marks "])
                _, record = play_out(anna, ben)
                for notes, verdict in ((anna.notes, "fair"), (ben.notes, "fair"), (None, "consistent")):
                    self.assertEqual(judge(record, notes), verdict, settings)
                plain = subprocess.run([ELEKTRO, "replay", "--verify", "-"], input=record,
                                       capture_output=True, text=True, check=False)
                self.assertEqual(plain.returncode, 0, plain.stderr)

    def test_order_of_steps(self):
        """no commitment before all seals, no words before the commitment, no seed before the end"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server)
            info = ben.info()
            self.assertEqual((info["shuffle"]["name"], info["shuffle"]["commitment"], info["shuffle"]["due"]),
                             ("elektro-shuffle-2", "", None))
            self.refused("not-revealing", ben.do, "reveal", attempt=1, salt=ben.sealed.salt, words=ben.sealed.words)
            shown = anna.do("start")
            self.assertRegex(shown["shuffle"]["commitment"], "^[0-9a-f]{64}$")
            self.assertEqual([seat["seal"] for seat in shown["seats"]], [anna.sealed.seal, ben.sealed.seal, None])
            self.assertIsNotNone(shown["shuffle"]["due"])
            # Seals, seats and bots are fixed from now on.
            self.refused("starting", ben.do, "seal", seal="0" * 64)
            self.refused("starting", anna.do, "clear-seat", seat=2)
            self.refused("starting", anna.do, "bots", level="easy")
            self.refused("starting", Http(server, "Cleo").post, f"{anna.path}/join")
            self.assertEqual(anna.do("start")["shuffle"], shown["shuffle"], "starting twice changes nothing")
            anna.reveal()
            info = ben.info()
            self.assertEqual([seat["words"] for seat in info["seats"]], ["", "", ""], "words before all are revealed")
            self.assertEqual([seat["revealed"] for seat in info["seats"]], [True, False, False])
            self.assertEqual(ben.reveal()["shuffle"]["commitment"], shown["shuffle"]["commitment"])
            info, _ = play_out(anna, ben)
            seed = info["shuffle"]["seed"]
            self.assertEqual(hashlib.sha256(bytes.fromhex(seed)).hexdigest(), shown["shuffle"]["commitment"])
            frames = b"".join(anna.socket.frames)
            self.assertNotIn(seed.encode(), frames[:frames.rindex(b'"status":"running"')], "the seed before the end")

    def test_change_seat(self):
        """a seal names its seat: a player who moves has to seal again before the game can start"""
        with Server(ELEKTRO) as server:
            anna = Player(server, "Anna", words="Anna's words", players=3)
            ben = Player(server, "Ben", anna.code, words="Ben's words")
            anna.seal()
            ben.seal()
            info = ben.do("join", seat=3)
            self.assertEqual([seat["seal"] for seat in info["seats"]], [anna.sealed.seal, None, None])
            anna.do("bots", level="easy")
            self.assertEqual(self.refused("not-ready", anna.do, "start").error["text"],
                             "Seat 3 is not ready: its words are not sealed yet.")
            ben.sealed = Sealed(ben.code, info["you"], "Ben's words")
            ben.seal()
            anna.do("start")
            self.refused("starting", ben.do, "join", seat=2)
            anna.reveal()
            self.assertEqual(ben.reveal()["status"], "running")
            _, record = play_out(anna, ben)
            self.assertEqual([judge(record, player.notes) for player in (anna, ben)], ["fair", "fair"])

    def test_program(self):
        """the example program seals, keeps its notes, plays and verifies; it refuses a server without its seal"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as folder:
            anna = Player(server, "Anna", players=2, edition="recharged")
            program = subprocess.Popen(
                [sys.executable, f"{ROOT}/examples/online.py", f"http://127.0.0.1:{server.port}", anna.code, "--words",
                 "machine", "--notes", f"{folder}/notes", "--record", f"{folder}/game"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            anna.seal()
            self.assertTrue(until(lambda: anna.info()["seats"][1]["ready"] and anna.info()["seats"][1]["seal"]))
            until(lambda: anna.do("start"))
            anna.reveal()
            self.assertTrue(until(lambda: anna.info()["status"] == "running"))
            anna.do("leave")
            output = program.communicate(timeout=120)[0]
            self.assertEqual(program.returncode, 0, output)
            self.assertIn("fair: all", output)
            with open(f"{folder}/game", encoding="utf-8") as game, open(f"{folder}/notes", encoding="utf-8") as notes:
                self.assertEqual(judge(game.read(), notes.read()), "fair")

    def test_many_records(self):
        """the program in Python reports a file that it cannot read or that is no record, and verifies the others"""
        program = [sys.executable, f"{ROOT}/examples/verify_shuffle.py"]
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as folder:
            _, text = finished(server)
            files = {name: os.path.join(folder, name) for name in ("missing", "binary", "none", "good", "also")}
            for name, content in (("binary", b"\xff\xfe"), ("none", b"hello\n# shuffle: elektro-shuffle-1\n# shuffle-seed: 0\n"),
                                  ("good", text.encode()), ("also", text.encode())):
                with open(files[name], "wb") as file:
                    file.write(content)
            run = subprocess.run([*program, *files.values()], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 1)
            self.assertEqual([line.split(":")[0] for line in run.stdout.splitlines()], [files["good"], files["also"]])
            self.assertIn(f"{files['missing']}: No such file or directory\n", run.stderr)
            for name in ("binary", "none"):
                self.assertIn(files[name], run.stderr)
            self.assertEqual(len(run.stderr.splitlines()), 3, run.stderr)
            run = subprocess.run([*program, files["good"], files["also"]], capture_output=True, text=True, check=False)
            self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_help(self):
        """the examples explain themselves"""
        for name in ("online.py", "verify_shuffle.py"):
            run = subprocess.run([sys.executable, f"{ROOT}/examples/{name}", "--help"], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 0)
            self.assertIn("usage", run.stdout)


class Attacks(ServerTestCase):
    """Who could cheat, and who sees it."""

    def change_seed(self, server, code):
        """Exchanges the seed of a table behind the server's back, as its operator can."""
        server.stop()
        with sqlite3.connect(os.path.join(server.data, "elektro.db")) as database:
            changed = database.execute("UPDATE games SET seed = ? WHERE code = ?", (OTHER_SEED, code)).rowcount
        database.close()
        self.assertEqual(changed, 1)
        server.start()

    def test_version_1_is_not_called_fair(self):
        """both cheats succeed with version 1, and no verdict calls the game fair"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = anna.post("/api/v1/tables", players=2, edition="classic", order="seated")["info"]["table"]
            path = f"/api/v1/tables/{code}"
            ben.post(f"{path}/join")
            anna.post(f"{path}/ready", ready=True, words="honest words")
            self.change_seed(server, code)
            # Ben knows the seed and looks for words that bring plant 50 as the second card.
            deck = sorted(set(range(11, 41)) - {13} | {42, 44, 46, 50})
            for attempt in range(10000):
                text = f"elektro-shuffle-1\nhonest words\n{attempt}\n"
                key = hmac.digest(bytes.fromhex(OTHER_SEED), text.encode(), "sha256")
                if deck[number(key, 3, len(deck))] == 50:
                    break
            anna.close()
            ben.close()
            ben.post(f"{path}/ready", ready=True, words=str(attempt))
            anna.post(f"{path}/start")
            for player in (anna, ben):
                player.post(f"{path}/leave")
            info, record = ended(Socket(server, anna), code)
            drawn = [line for line in record.splitlines() if line.startswith("draw ")]
            self.assertEqual((info["shuffle"]["seed"], drawn[1]), (OTHER_SEED, "draw 50"), "the attack did not happen")
            self.assertEqual(judge(record), "consistent")

    def test_server_swaps_seed(self):
        """a server that exchanges its seed once it knows all words is caught by the notes of each player"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server)
            anna.do("start")
            anna.reveal()
            ben.notes = ben.sealed.notes(ben.info())
            self.change_seed(server, anna.code)
            anna.connect()
            ben.connect()
            ben.do("reveal", **ben.sealed.reveal(ben.info()))
            info, record = play_out(anna, ben)
            self.assertEqual(info["shuffle"]["seed"], OTHER_SEED, "the attack did not happen")
            self.assertEqual(judge(record), "consistent", "the record of the cheat is not even consistent")
            self.assertEqual(judge(record, anna.notes), "unfair")
            self.assertEqual(judge(record, ben.notes), "unfair")
            self.assertIn("commitment:", verify(record, anna.notes).stderr)

    def test_puppet_grinds_words(self):
        """a player who knows the seed cannot choose other words, nor can the server afterwards"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server)
            anna.do("start")
            other = "ground words"
            self.refused("wrong-reveal", ben.do, "reveal", attempt=1, salt=ben.sealed.salt, words=other)
            self.refused("wrong-reveal", ben.do, "reveal", attempt=1, salt="0" * 64, words=ben.sealed.words)
            self.refused("wrong-reveal", ben.do, "reveal", attempt=1, salt=anna.sealed.salt, words=anna.sealed.words)
            self.refused("starting", ben.do, "seal", seal=seal(ben.code, ben.seat, "0" * 64, other))
            anna.reveal()
            ben.reveal()
            _, record = play_out(anna, ben)
            words = record.replace(f"# shuffle-words 2: {ben.sealed.words}", f"# shuffle-words 2: {other}")
            self.assertNotEqual(words, record)
            self.assertEqual(judge(words), "unfair", "words that are not those of the seal")
            sealed = words.replace(ben.sealed.seal, seal(ben.code, ben.seat, ben.sealed.salt, other))
            self.assertEqual(judge(sealed, anna.notes), "unfair", "words with a new seal")
            self.assertIn("shuffle-seal 2", verify(sealed, anna.notes).stderr)

    def test_tampered_records(self):
        """every line about the shuffle matters; a second line of a kind is refused"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server, edition="recharged", board="germany")
            anna.do("start")
            anna.reveal()
            ben.reveal()
            info, record = play_out(anna, ben)
            commitment = info["shuffle"]["commitment"]
            self.assertEqual(judge(record, anna.notes), "fair")
            cheats = {
                "another seed": record.replace(info["shuffle"]["seed"], OTHER_SEED),
                "another table": record.replace(f"# shuffle-table: {anna.code}", "# shuffle-table: 222222222222"),
                "another attempt": record.replace("# shuffle-attempt: 1", "# shuffle-attempt: 2"),
                "another version": record.replace("elektro-shuffle-2", "elektro-shuffle-1"),
                "zone not drawn": record.replace("# shuffle-drew: zone order", "# shuffle-drew: order"),
                "nothing drawn": record.replace("# shuffle-drew: zone order", "# shuffle-drew:"),
                "no seal": record.replace(f"# shuffle-seal 1: {anna.sealed.seal}", "# shuffle-seal 1: none"),
                "no salt": record.replace(f"# shuffle-salt 2: {ben.sealed.salt}\n", ""),
                "two seals": record + f"# shuffle-seal 1: {'0' * 64}\n",
                "two tables": record + "# shuffle-table: 222222222222\n",
                "two words": record + "# shuffle-words 3: again\n",
                "the bot's words": record.replace("# shuffle-words 3: ", "# shuffle-words 3: x"),
                "no seed": record.replace("# shuffle-seed", "# shuffle-need"),
                "no shuffle": record.replace("# shuffle:", "# schuffle:"),
            }
            for what, changed in cheats.items():
                self.assertNotEqual(changed, record, what)
                self.assertEqual(judge(changed, anna.notes), "unfair", what)
            other = hashlib.sha256(bytes.fromhex(OTHER_SEED)).hexdigest()
            self.assertEqual(judge(cheats["another seed"].replace(commitment, other), anna.notes), "unfair")
            # Notes of another game, or notes that say too little, prove nothing.
            self.assertEqual(judge(record, ""), "unfair")
            self.assertEqual(judge(record, anna.notes.replace(anna.code, "222222222222")), "unfair")
            without = "".join(line + "\n" for line in anna.notes.splitlines() if "seal 2" not in line)
            self.assertEqual(judge(record, without), "unfair")

    def test_refusing_to_reveal(self):
        """a start without all words is cancelled and begins anew; everybody sees whose words were missing"""
        with Server(ELEKTRO, "--reveal-timeout", "1") as server:
            anna, ben = table_of_two(server)
            first = anna.do("start")["shuffle"]["commitment"]
            anna.reveal()
            self.assertTrue(until(lambda: anna.info()["shuffle"]["attempt"] == 2), "the start is not cancelled")
            info = anna.info()
            self.assertEqual(info["shuffle"]["cancelled"], [{"attempt": 1, "seats": [2]}])
            self.assertEqual((info["status"], info["shuffle"]["due"]), ("open", None))
            self.assertEqual([seat["seal"] for seat in info["seats"]], [None, None, None])
            self.assertEqual([seat["ready"] for seat in info["seats"]], [True, False, True])
            pushed = anna.socket.push("table")["info"]
            while pushed["shuffle"]["attempt"] == 1:
                pushed = anna.socket.push("table")["info"]
            # Too late, and too early for the next attempt.
            self.refused("not-revealing", ben.do, "reveal", attempt=1, salt=ben.sealed.salt, words=ben.sealed.words)
            ben.do("ready", ready=True)
            self.assertEqual(self.refused("not-ready", anna.do, "start").error["text"],
                             "Seat 1 is not ready: its words are not sealed yet.")
            old = anna.sealed.seal
            anna.seal()
            ben.seal()
            self.assertNotEqual(anna.sealed.seal, old, "a program must take a new salt")
            second = anna.do("start")["shuffle"]["commitment"]
            self.assertNotEqual(second, first, "the seed was not thrown away")
            anna.reveal()
            ben.reveal()
            _, record = play_out(anna, ben)
            self.assertIn("# shuffle-attempt: 2\n", record)
            self.assertIn("# shuffle-cancelled 1: 2\n", record)
            self.assertEqual(judge(record, anna.notes), "fair")
            hidden = record.replace("# shuffle-cancelled 1: 2\n", "")
            self.assertEqual(judge(hidden, anna.notes), "unfair", "the cancelled start can be hidden")

    def test_leaving_instead(self):
        """leaving, not being ready and deleting oneself cancel a start as refusing does"""
        with Server(ELEKTRO) as server:
            for what in (lambda ben: ben.do("leave"), lambda ben: ben.do("ready", ready=False),
                         lambda ben: ben.do("ready", ready=True, words="open words"),
                         lambda ben: ben.http.post("/api/v1/me/delete", name="Ben")):
                anna, ben = table_of_two(server)
                anna.do("start")
                anna.reveal()
                what(ben)
                shuffle = anna.info()["shuffle"]
                self.assertEqual((shuffle["attempt"], shuffle["cancelled"], shuffle["due"]),
                                 (2, [{"attempt": 1, "seats": [2]}], None))

    def test_client_is_not_asked_twice(self):
        """a program reveals once for an attempt, and only what it sealed"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server)
            info = anna.do("start")
            anna.reveal()
            with self.assertRaises(Cheated):
                anna.sealed.notes(info)  # the same attempt once more, with another commitment perhaps
            other = ben.info()
            other["seats"][1]["seal"] = "0" * 64
            with self.assertRaises(Cheated):
                ben.sealed.notes(other)
            other = ben.info()
            other["shuffle"]["name"] = "elektro-shuffle-1"
            with self.assertRaises(Cheated):
                ben.sealed.notes(other)
            other = ben.info()
            other["shuffle"]["attempt"] = 2  # a cancelled start that is not listed
            with self.assertRaises(Cheated):
                ben.sealed.notes(other)

    def test_too_many_attempts(self):
        """a table that cannot be started 31 times must be given up"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server)
            for _ in range(31):
                anna.do("start")
                ben.do("ready", ready=False)
                anna.seal()
                ben.seal()
            self.refused("too-many", anna.do, "start")
            self.assertEqual(len(anna.info()["shuffle"]["cancelled"]), 31)


class Fallback(ServerTestCase):
    """Tables with clients that do not know seals, and players who are away."""

    def test_old_clients_alone(self):
        """without any seal the table works as before, with the commitment from the beginning"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            info = anna.post("/api/v1/tables", players=2)["info"]
            shuffle = info["shuffle"]
            self.assertEqual(shuffle["name"], "elektro-shuffle-1")
            self.assertRegex(shuffle["commitment"], "^[0-9a-f]{64}$")
            code = info["table"]
            anna.post(f"/api/v1/tables/{code}/bots", level="easy")
            info = anna.post(f"/api/v1/tables/{code}/start")["info"]
            self.assertEqual(info["status"], "running")
            self.assertEqual((info["shuffle"]["name"], info["shuffle"]["commitment"]),
                             ("elektro-shuffle-1", shuffle["commitment"]))

    def test_old_client_among_new(self):
        """an old client's words take part openly; who sealed is protected all the same"""
        with Server(ELEKTRO) as server:
            anna = Player(server, "Anna", players=3, words="sealed")
            old = Http(server, "Otto")
            old.post(f"{anna.path}/join")
            old.post(f"{anna.path}/ready", ready=True, words="open words")
            anna.do("bots", level="easy")
            anna.seal()
            self.assertEqual([seat["words"] for seat in anna.info()["seats"]], ["", "open words", ""])
            anna.do("start")
            anna.reveal()
            self.assertIn("# shuffle-words 2: open words\n", anna.notes)
            self.assertIn("# shuffle-seal 2: none\n", anna.notes)
            self.assertEqual(old.get(anna.path)["info"]["status"], "running")
            old.post(f"{anna.path}/leave")
            _, record = play_out(anna)
            self.assertEqual(judge(record, anna.notes), "fair")
            self.assertEqual(judge(record.replace("open words", "ground words"), anna.notes), "unfair")

    def test_old_host(self):
        """an old client can be the host of players who seal"""
        with Server(ELEKTRO) as server:
            old = Http(server, "Otto")
            code = old.post("/api/v1/tables", players=2)["info"]["table"]
            ben = Player(server, "Ben", code)
            ben.seal()
            self.assertEqual(old.post(f"/api/v1/tables/{code}/start")["info"]["status"], "open")
            self.assertEqual(ben.reveal()["status"], "running")

    def test_away_at_the_start(self):
        """a player who is not connected cannot reveal: the seal is dropped before the seed is made"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server)
            ben.socket.close()
            self.assertTrue(until(lambda: not anna.info()["seats"][1]["here"]))
            shown = anna.do("start")
            self.assertEqual([seat["seal"] for seat in shown["seats"]], [anna.sealed.seal, None, None])
            with self.assertRaises(Cheated):
                ben.sealed.notes(shown)  # his program sees that it did not take part
            self.assertEqual(anna.reveal()["status"], "running")
            _, record = play_out(anna, ben)
            self.assertEqual(judge(record, anna.notes), "fair")

    def test_only_sealer_away(self):
        """if nobody with a seal is here, the game starts with version 1 and says so"""
        with Server(ELEKTRO) as server:
            old = Http(server, "Otto")
            code = old.post("/api/v1/tables", players=2)["info"]["table"]
            ben = Player(server, "Ben", code)
            ben.seal()
            ben.socket.close()
            self.assertTrue(until(lambda: not ben.info()["seats"][1]["here"]))
            info = old.post(f"/api/v1/tables/{code}/start")["info"]
            self.assertEqual((info["status"], info["shuffle"]["name"]), ("running", "elektro-shuffle-1"))

    def test_host_leaves(self):
        """seals stay when the host changes; a seat that is taken anew has none"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server)
            anna.do("leave")
            info = ben.info()
            self.assertEqual((info["host"], info["seats"][1]["seal"]), (ben.http.you["id"], ben.sealed.seal))
            cleo = Player(server, "Cleo", ben.code)
            self.assertEqual((cleo.seat, cleo.info()["seats"][0]["seal"]), (1, None))
            cleo.seal()
            ben.do("start")
            ben.reveal()
            self.assertEqual(cleo.reveal()["status"], "running")

    def test_rematch(self):
        """a rematch has seals of its own: those of the table before do not fit"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server)
            anna.do("start")
            anna.reveal()
            ben.reveal()
            play_out(anna, ben)
            info = anna.http.post(f"{anna.path}/rematch")["info"]
            self.assertEqual([seat["seal"] for seat in info["seats"]], [None, None, None])
            again = Socket(server, anna.http)
            code = info["table"]
            again.ask("watch", table=code)
            again.ask("seal", table=code, seal=anna.sealed.seal)
            again.ask("add_bot", table=code, level="easy")
            again.ask("start", table=code)
            with self.assertRaises(Refused) as caught:
                again.ask("reveal", table=code, attempt=1, salt=anna.sealed.salt, words=anna.sealed.words)
            self.assertEqual(caught.exception.code, "wrong-reveal")

    def test_restart(self):
        """a server that is killed while words are revealed goes on with the same seed and seals"""
        with Server(ELEKTRO) as server:
            anna, ben = table_of_two(server)
            shown = anna.do("start")["shuffle"]
            anna.reveal()
            server.kill()
            server.start()
            anna.connect()
            ben.connect()
            self.assertEqual(ben.info()["shuffle"], shown)
            self.assertEqual(ben.reveal()["status"], "running")
            _, record = play_out(anna, ben)
            self.assertEqual(judge(record, anna.notes), "fair")
