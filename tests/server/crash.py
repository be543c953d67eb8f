"""Answered means durable: a loaded server is killed at random moments, again and again.

    tests/run crash.py ELEKTRO [KILLS]

Players move as fast as they can. After each kill every move that was answered must be in the
journal once and in order, and the games go on where they were.
"""

import json
import random
import sys
import threading
import time

from client import Http, Refused, Server, ServerTestCase, Socket, until

ELEKTRO = sys.argv[1]
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 200
TABLES = 4


class Player:
    """Plays one table against bots, and remembers the answers."""

    def __init__(self, server, number):
        self.server = server
        self.http = Http(server, f"Player {number}")
        self.rng = random.Random(number)
        self.answered = {}   # client id: seq, of this table
        self.sent = None     # (client id, seq, move) without an answer
        self.count = 0
        self.games = 0
        self.checks = 0
        self.complaints = []
        self.table = None
        self.socket = None

    def create_table(self):
        """Creates a table; one that a kill left unfinished is abandoned."""
        post = self.http.post
        code = post("/api/v1/tables", players=3, edition="classic")["info"]["table"]
        for _ in range(2):
            post(f"/api/v1/tables/{code}/bots", level="easy")
        post(f"/api/v1/tables/{code}/start")
        self.table, self.answered, self.sent = code, {}, None
        self.games += 1

    def connect(self):
        self.http.close()
        if self.table is None:
            self.create_table()
        self.socket = Socket(self.server, self.http)
        seen = self.socket.ask("watch", table=self.table, since=0)
        self.check(seen)
        return seen["position"]

    def check(self, seen):
        """Compares the server's state with its answers."""
        entries = {e["seq"]: e for e in seen["entries"]}
        if sorted(entries) != list(range(len(entries))):
            self.complaints.append(f"{self.table}: entries are not in order")
        for client, (seq, move) in self.answered.items():
            if entries.get(seq, {}).get("move") != move:
                self.complaints.append(
                    f"{self.table}: {client} was answered as entry {seq} '{move}', "
                    f"but there is {entries.get(seq)}")
        self.checks += 1

    def move(self):
        try:
            listed = self.socket.ask("moves", table=self.table)
        except Refused as no:
            # The last news may be older than the end of the game.
            if no.code != "not-running":
                raise
            return self.socket.ask("position", table=self.table)["position"]
        if not listed["moves"]:
            return self.socket.push("news")["position"]
        if self.sent is None:
            plain = {}
            for m in listed["moves"]:
                plain.setdefault(m.rsplit(" ", 1)[0] if m.startswith("bid") else m, m)
            self.count += 1
            self.sent = (f"c{self.count}", listed["seq"], self.rng.choice(list(plain.values())))
        client, seq, move = self.sent
        try:
            made = self.socket.ask("move", table=self.table, seq=seq, client=client, move=move)
            self.answered[client] = (made["seq"], move)
        except Refused as no:
            # Without an answer before a kill the move may never have arrived.
            if no.code not in ("stale", "not-your-turn", "not-running"):
                raise
        self.sent = None
        return self.socket.ask("position", table=self.table)["position"]

    def play(self, stop):
        while not stop.is_set():
            try:
                position = self.connect()
                while not stop.is_set():
                    if position["view"]["ended"]:
                        self.table = None
                        break
                    if position["view"]["to_move"] != 1:
                        position = self.socket.push("news", timeout=120)["position"]
                    else:
                        position = self.move()
                self.socket.close()
            except (OSError, ConnectionError, json.JSONDecodeError, TimeoutError) as problem:
                if isinstance(problem, TimeoutError):
                    self.complaints.append(f"{self.table}: the game does not go on")
                time.sleep(0.01)
            except Exception as problem:  # http.client has many
                if type(problem).__module__ != "http.client":
                    self.complaints.append(f"{self.table}: {problem!r}")
                time.sleep(0.01)


class Crash(ServerTestCase):
    def test_kills(self):
        """every answered move survives the server being killed"""
        rng = random.Random(5)
        stop = threading.Event()
        with Server(ELEKTRO) as server:
            players = [Player(server, number) for number in range(TABLES)]
            threads = [threading.Thread(target=p.play, args=(stop,)) for p in players]
            for thread in threads:
                thread.start()
            for _ in range(KILLS):
                before = sum(player.count for player in players)
                until(lambda: sum(player.count for player in players) > before)
                time.sleep(rng.uniform(0, 0.1))
                server.kill()
                server.start()
            checks = [player.checks for player in players]
            all_came = until(lambda: all(p.checks > before for p, before in zip(players, checks)))
            stop.set()
            for thread in threads:
                thread.join(timeout=60)
            self.assertTrue(all_came, "a player does not come back after the last kill")
            for player in players:
                self.assertEqual(list(player.complaints[:5]), [])
            total = sum(player.count for player in players)
            print(f"# {KILLS} kills, {total} moves sent, {sum(p.games for p in players)} games")
            self.assertGreaterEqual(total, KILLS, f"only {total} moves were sent")
            status = server.stop()
            self.assertEqual(status, 0, f"the server ended with {status}: " + server.said()[-2000:])
