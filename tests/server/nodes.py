"""Several servers on one PostgreSQL (nodes): any of them answers any request, and any of them may fail.

    with_postgres tests/run nodes.py ELEKTRO [CLOCK]

CLOCK is the library that sets the clock of a server (chaos/clock.c).
"""

import contextlib
import http.client
import os
import random
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "examples"))
from client import Http, Refused, Server, ServerTestCase, Socket, free_port, new_table, until
from online import Sealed
from spectators import StreamReader

ELEKTRO = sys.argv[1]
CLOCK = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(ELEKTRO))),
                                                          "tests", "server", "libtest-clock.so")
PASSWORD = "correct horse"
SILENT = 15  # seconds after which a node that was killed is given up, at the latest
HOURS = 3600 * 1000


def sql(server, text):
    return subprocess.run(["psql", "-qtA", server.store, "-c", text], check=True, capture_output=True,
                          text=True).stdout.strip()


def beside(first, *options, **more):
    """Another node on the database of a server."""
    return Server(ELEKTRO, *options, **{"store": first.store, **more})


def at(node, who):
    """A user at another node: the same browser, which a balancer has sent there."""
    there = Http(node, cookie=who.cookie)
    there.you = getattr(who, "you", None)
    return there


def account(node, name):
    who = Http(node)
    who.you = who.post("/api/v1/register", name=name, password=PASSWORD)["you"]
    return who


def outcome(call):
    """The answer to a request, or the refusal."""
    try:
        return call()
    except Refused as no:
        return no


def at_once(pool, *calls):
    """Sends requests at the same moment; returns their outcomes."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        barrier.wait()
        return outcome(call)

    return list(pool.map(run, calls))


def is_ended(sock, seconds=20):
    """Whether a socket is closed by its server within some time; what arrives before is dropped."""
    end = time.monotonic() + seconds
    try:
        while (left := end - time.monotonic()) > 0:
            if sock.buffer or select.select([sock.socket], [], [], left)[0]:
                sock.frame()
    except (ConnectionError, OSError):
        return True
    return False


def hears(sock, name):
    """Whether a push has come by now: the node has answered a request after it."""
    sock.ask("hello")
    return any(message.get("push") == name for message in sock.pushes)


def news_of(sock, count):
    """The next entries that a socket is told of: a push has one of them, or several."""
    entries = []
    while len(entries) < count:
        entries += sock.push("news")["entries"]
    return entries


def table_when(sock, holds):
    """The first table among the pushes to come for which something holds: others may come before, such as for presence."""
    while not holds(info := sock.push("table")["info"]):
        pass
    return info


class Match:
    """A game of guests, each of whom is at home at a node, and of whom anybody can be asked at any node."""

    def __init__(self, nodes, players=2, seed=1, **settings):
        self.nodes, self.random, self.made = nodes, random.Random(seed), 0
        self.home = [Http(nodes[i % len(nodes)], f"Player {i + 1}") for i in range(players)]
        self.people = [[at(node, who) for node in nodes] for who in self.home]
        self.code = self.home[0].post("/api/v1/tables", players=players, **{"order": "seated", **settings})["info"]["table"]
        self.path = f"/api/v1/tables/{self.code}"
        for who in self.home[1:]:
            who.post(self.path + "/join")
            who.post(self.path + "/ready", ready=True)
        self.people[0][-1].post(self.path + "/start")
        nodes[0].tables.append((self.code, self.people[0][0]))

    def info(self, node):
        return self.people[0][node].get(self.path)["info"]

    def seq(self, node):
        return self.people[0][node].get(self.path + "/position")["position"]["seq"]

    def choices(self, node):
        """The seat to move, the last entry and the legal moves, as a node has them; seat None: the game has ended."""
        position = self.people[0][node].get(self.path + "/position")["position"]
        seat = position["view"]["to_move"]
        if not seat:
            return None, position["seq"], []
        answer = self.people[seat - 1][node].get(self.path + "/moves")
        return seat - 1, answer["seq"], answer["moves"]

    def pick(self, node):
        seat, seq, moves = self.choices(node)
        return seat, seq, self.random.choice(moves) if moves else None

    def name(self):
        self.made += 1
        return f"m{self.made}"

    def play(self, node, seat, seq, move, client=None):
        return self.people[seat][node].post(self.path + "/move", seq=seq, client=client or self.name(), move=move)

    def step(self, node):
        """A move by whoever is to move, at a node; returns the number of its entry, or 0 after the end."""
        seat, seq, move = self.pick(node)
        return self.play(node, seat, seq, move)["seq"] if move else 0

    def entries(self, node=0):
        return self.people[0][node].get(self.path + "/position?since=0")["entries"]

    def journal(self):
        """(seq, client) of the moves, as the database has them."""
        rows = sql(self.nodes[0], "SELECT journal.seq, client FROM journal JOIN games ON id = game "
                   f"WHERE code = '{self.code}' AND client IS NOT NULL ORDER BY 1")
        return [tuple(row.split("|")) for row in rows.splitlines()]


class Watcher:
    """A spectator who keeps all entries that they are told of."""

    def __init__(self, node, code):
        self.code, self.entries, self.socket = code, [], None
        self.connect(node, 0)

    def connect(self, node, since):
        if self.socket:
            self.socket.close()
        self.socket = Socket(node)
        known = {entry["seq"] for entry in self.entries[:1]}  # since=0 is since before the first one
        self.entries += [entry for entry in self.socket.ask("watch", table=self.code, since=since)["entries"]
                         if entry["seq"] not in known]

    def last(self):
        return self.entries[-1]["seq"]

    def wait(self, seq):
        while self.last() < seq:
            self.entries += self.socket.push("news")["entries"]


class Together(ServerTestCase):
    """Cases with three nodes that go on from one case to the next."""

    @classmethod
    def setUpClass(cls):
        first = cls.enterClassContext(Server(ELEKTRO))
        cls.nodes = [first, *(cls.enterClassContext(beside(first)) for _ in range(2))]
        cls.pool = cls.enterClassContext(ThreadPoolExecutor(8))

    def socket(self, node, who=None, watch=None):
        sock = Socket(self.nodes[node], who)
        self.addCleanup(sock.close)
        if watch:
            sock.ask("watch", table=watch)
        return sock

    def shown(self, what, seconds=20):
        """Waits for what other nodes show a moment later."""
        self.assertTrue(until(what, seconds))


class Answers(Together):
    def test_table(self):
        """a table that was made at one node is joined, started, watched, played and chatted at by others"""
        anna, ben, cleo = (Http(node, name) for node, name in zip(self.nodes, ("Anna", "Ben", "Cleo")))
        code = anna.post("/api/v1/tables", players=3, edition="classic", order="seated", public=True)["info"]["table"]
        path = f"/api/v1/tables/{code}"
        ben.post(path + "/join")
        cleo.post(path + "/join")
        hers = self.socket(2, watch=code)
        for who in (ben, cleo):
            who.post(path + "/ready", ready=True)
        self.assertTrue(all(seat["ready"] for seat in anna.get(path)["info"]["seats"][1:]))
        at(self.nodes[1], anna).post(path + "/start")
        self.assertEqual(hers.push("news")["position"]["seq"], 0)
        anna.post(path + "/move", seq=0, client="a", move="nominate 4 4")
        ben.post(path + "/move", seq=1, client="b", move="bid 5")
        cleo.post(path + "/move", seq=2, client="c", move="pass")
        self.assertEqual([entry["move"] for entry in news_of(hers, 3)], ["nominate 4 4", "bid 5", "pass"])
        for number, who in enumerate((anna, ben, cleo, anna), 1):
            self.assertEqual(who.post(path + "/chat", text=f"line {number}")["number"], number)
        self.assertEqual([hers.push("chat")["said"]["number"] for _ in range(4)], [1, 2, 3, 4])
        for who in (anna, ben, cleo):
            self.assertEqual(len(who.get(path + "/chat")["said"]), 4)
            who.post(path + "/agree-end", agree=True)
        table_when(hers, lambda info: info["status"] == "ended")
        codes = {at(node, who).post(path + "/rematch")["info"]["table"]
                 for node, who in zip(self.nodes[1:] + self.nodes[:1], (anna, ben, cleo))}
        self.assertEqual(len(codes), 1, "there are several tables for the rematch")
        info = anna.get(f"/api/v1/tables/{codes.pop()}")["info"]
        self.assertEqual(sorted(seat["name"] for seat in info["seats"]), ["Anna", "Ben", "Cleo"])

    def test_pushes(self):
        """watchers at all nodes are told of all entries, in order, once, also after they connect to another node"""
        match = Match(self.nodes, 3, edition="classic")
        watchers = [Watcher(node, match.code) for node in (*self.nodes, self.nodes[0])]
        last = 0
        for i in range(150):
            last = match.step(match.random.randrange(3)) or last
            if i % 7 == 0:  # it was told of some of them, and asks the next node for the others
                watchers[3].connect(self.nodes[i % 3], watchers[3].last())
        last = match.seq(0)
        for watcher in watchers:
            watcher.wait(last)
            self.assertEqual([entry["seq"] for entry in watcher.entries], list(range(last + 1)))
            self.assertEqual(watcher.entries, match.entries(1))
            watcher.socket.close()

    def test_turns(self):
        """whole turns, undo and a repeated turn are the same at any node"""
        match = Match(self.nodes, 2, edition="classic", zone=["north-west", "north-east", "west"])
        seat = match.choices(0)[0]
        match.play(0, seat, 0, "nominate 4 4")
        match.play(1, 1, 1, "pass")
        match.play(2, 1, match.seq(1), "nominate 5 5")
        seat, seq, _ = match.choices(2)
        who = match.people[seat]
        turn = {"seq": seq, "client": "t1", "moves": ["buy coal 1", "buy coal 1"]}
        answers = [who[node].post(match.path + "/turn", **turn) for node in (0, 1, 2)]
        self.assertEqual([(each["seq"], each["again"]) for each in answers], [(seq + 2, False), (seq + 2, True), (seq + 2, True)])
        self.assertEqual(match.seq(1), seq + 2)
        undo = {"seq": seq + 2, "client": "u1"}
        answers = [who[node].post(match.path + "/undo", **undo) for node in (1, 2, 0)]
        self.assertEqual([(each["seq"], each["again"]) for each in answers], [(seq + 3, False), (seq + 3, True), (seq + 3, True)])
        fuel = [who[node].get(match.path + "/position")["position"]["view"]["seats"][seat]["fuel"]["coal"] for node in (0, 1, 2)]
        self.assertEqual(fuel, [1, 1, 1])

    def test_orders(self):
        """queued orders are carried out wherever the game moves on; the player's other windows hear of them at any node"""
        match = Match(self.nodes, 2, edition="classic")
        ben = match.people[1]
        there = self.socket(2, ben[2], match.code)
        order = {"kind": "bid", "plant": 4, "most": 8}
        kept = ben[0].post(match.path + "/orders", orders=[order])["orders"]
        told = there.push("orders")
        self.assertEqual((told["orders"], told["why"]), (kept, None))
        match.play(1, 0, 0, "nominate 4 4")
        self.assertEqual([entry["move"] for entry in news_of(there, 2)], ["nominate 4 4", "bid 5"])
        match.play(2, 0, 2, "bid 8")
        told = there.push("orders")
        while told["orders"]:
            told = there.push("orders")
        self.assertEqual(told["results"][0]["outcome"], "passed")
        self.assertTrue(until(lambda: match.seq(0) >= 4))

    def test_rematch_at_once(self):
        """players who ask for a rematch at the same moment at different nodes meet at one table"""
        for _ in range(8):
            match = Match(self.nodes, 3)
            answers = at_once(self.pool, *(lambda w=who: w.post(match.path + "/agree-end", agree=True) for who in match.home))
            self.assertFalse([no for no in answers if isinstance(no, Refused)])
            self.assertEqual({match.info(node)["status"] for node in range(3)}, {"ended"})
            answers = at_once(self.pool, *(lambda w=who: w.post(match.path + "/rematch") for who in match.home))
            self.assertFalse([no for no in answers if isinstance(no, Refused)])
            self.assertEqual(len({each["info"]["table"] for each in answers}), 1)
            code = answers[0]["info"]["table"]
            info = match.people[0][1].get(f"/api/v1/tables/{code}")["info"]
            self.assertEqual({seat["user"] for seat in info["seats"]}, {who.you["id"] for who in match.home})

    def test_join_at_once(self):
        """players who join at the same moment at different nodes have different seats, and the one too many is refused"""
        crowd = [Http(self.nodes[i % 3], f"Guest {i}") for i in range(4)]
        for _ in range(15):
            code = crowd[0].post("/api/v1/tables", players=3)["info"]["table"]
            path = f"/api/v1/tables/{code}"
            answers = at_once(self.pool, *(lambda w=who: w.post(path + "/join") for who in crowd[1:]))
            self.assertEqual([no.code for no in answers if isinstance(no, Refused)], ["table-full"])
            seats = crowd[2].get(path)["info"]["seats"]
            self.assertEqual(len({seat["user"] for seat in seats}), 3)

    def test_shuffle(self):
        """players at different nodes seal and reveal their words, and the game is fair"""
        anna, ben = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Ben")
        code = anna.post("/api/v1/tables", players=2)["info"]["table"]
        path = f"/api/v1/tables/{code}"
        ben.post(path + "/join")
        sockets = [self.socket(node, who, code) for node, who in ((0, anna), (1, ben))]
        there = at(self.nodes[2], anna)
        self.shown(lambda: all(seat["here"] for seat in there.get(path)["info"]["seats"]))
        sealed = [Sealed(code, seat, f"words of {seat}") for seat in (1, 2)]
        for who, mine in zip((anna, ben), sealed):
            who.post(path + "/ready", ready=True)
            who.post(path + "/seal", seal=mine.seal)
        info = there.post(path + "/start")["info"]
        self.assertEqual((info["status"], info["shuffle"]["name"]), ("open", "elektro-shuffle-2"))
        self.assertIsNotNone(info["shuffle"]["due"], "nobody has to reveal anything: the seals were dropped")
        notes = []
        for who, mine in zip((anna, ben), sealed):
            info = who.get(path)["info"]
            notes.append(mine.notes(info))
            who.post(path + "/reveal", **mine.reveal(info))
        self.assertEqual(there.get(path)["info"]["status"], "running")
        for sock in sockets:
            self.assertEqual(sock.push("news")["position"]["seq"], 0)
        for who in (anna, ben):
            who.post(path + "/agree-end", agree=True)
        record = there.get(path + "/record")["record"]
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("game.elektro", record), ("notes", notes[1])):
                with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
                    file.write(text)
            run = subprocess.run([ELEKTRO, "replay", "--verify-shuffle", "--notes", f"{folder}/notes",
                                  f"{folder}/game.elektro"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn(" fair:", run.stdout)

    def test_analysis(self):
        """an analysis that one node has made is given out by the others, whose watchers hear that it is done"""
        match = Match(self.nodes, 2, edition="classic")
        for _ in range(6):
            match.step(0)
        for who in match.home:
            who.post(match.path + "/agree-end", agree=True)
        there = self.socket(2, watch=match.code)
        at_once(self.pool, *(lambda w=who: w.post(match.path + "/analyse") for who in match.home))
        for who in match.home:
            self.assertTrue(until(lambda w=who: w.post(match.path + "/analyse")["state"] == "done"))
        self.assertEqual(there.push("analysis")["state"], "done")
        first = match.home[0].post(match.path + "/analyse")["analysis"]
        self.assertEqual(match.people[1][1].post(match.path + "/analyse")["analysis"], first)
        self.assertEqual(len({who.get(match.path + "/record")["record"] for who in match.people[0]}), 1)


class Moves(Together):
    def test_same(self):
        """a move that is sent to two nodes at the same moment is made once, and both say which entry it is"""
        match = Match(self.nodes, 2)
        for i in range(200):
            node = i % 3
            seat, seq, move = match.pick(node)
            if not move:
                match = Match(self.nodes, 2, seed=i)
                continue
            client = match.name()
            answers = at_once(self.pool, *(lambda n=n: match.play(n, seat, seq, move, client) for n in (node, (node + 1) % 3)))
            self.assertFalse([no for no in answers if isinstance(no, Refused)], f"round {i}: {answers}")
            self.assertEqual([each["seq"] for each in answers], [seq + 1] * 2, f"round {i}")
            self.assertEqual(sorted(each["again"] for each in answers), [False, True], f"round {i}")
        clients = [client for _, client in match.journal()]
        self.assertEqual(len(clients), len(set(clients)), "a move was made twice")

    def test_different(self):
        """of different moves for the same entry, sent to two nodes at the same moment, one is made and the other is stale"""
        match = Match(self.nodes, 2)
        won = {}
        for i in range(200):
            node = i % 3
            seat, seq, moves = match.choices(node)
            if not moves:
                match, won = Match(self.nodes, 2, seed=i), {}
                continue
            calls = []
            for n in (node, (node + 1) % 3):
                calls.append((match.name(), lambda c, n=n, m=match.random.choice(moves): match.play(n, seat, seq, m, c)))
            answers = at_once(self.pool, *(lambda name=name, call=call: call(name) for name, call in calls))
            refused = [no.code for no in answers if isinstance(no, Refused)]
            self.assertEqual(refused, ["stale"], f"round {i}: {answers}")
            winner = next(k for k, answer in enumerate(answers) if not isinstance(answer, Refused))
            self.assertEqual(answers[winner]["seq"], seq + 1)
            won[str(seq + 1)] = calls[winner][0]
        self.assertEqual(dict(match.journal()), won)

    def test_reads(self):
        """after an answer of one node, no other node shows anything older"""
        match = Match(self.nodes, 2, public=True)
        for i in range(200):
            node, other = i % 3, (i + 1 + i // 3 % 2) % 3
            seat, seq, move = match.pick(node)
            if not move:
                match = Match(self.nodes, 2, public=True, seed=i)
                continue
            made = match.play(node, seat, seq, move)["seq"]
            there = match.people[seat][other]
            now = there.get(match.path + "/position?since=" + str(seq))
            self.assertGreaterEqual(now["position"]["seq"], made, f"round {i}: position")
            self.assertEqual([entry["move"] for entry in now["entries"] if entry["seq"] == made], [move])
            latest = now["position"]["seq"]
            self.assertEqual(match.info(other)["seq"], latest, f"round {i}: table")
            if i % 4 == 0:
                self.assertEqual(there.get(match.path + "/moves")["seq"], latest)
                mine = {each["table"]: each["seq"] for each in there.get("/api/v1/me/tables")["tables"]}
                self.assertEqual(mine[match.code], latest, f"round {i}: mine")
                running = {each["table"]: each["seq"] for each in there.get("/api/v1/lobby")["running"]}
                self.assertEqual(running[match.code], latest, f"round {i}: lobby")
                self.assertEqual(there.get(match.path + "/record"), match.people[seat][node].get(match.path + "/record"))

    def test_lists(self):
        """tables that were made, renamed, closed or ended at one node are so in the lists of all others at once"""
        anna, ben = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Ben")
        there = at(self.nodes[2], anna)

        def codes(who, path, key):
            return {each["table"] for each in who.get(path)[key]}

        for i in range(30):
            code = anna.post("/api/v1/tables", players=2, public=True)["info"]["table"]
            path = f"/api/v1/tables/{code}"
            self.assertIn(code, codes(ben, "/api/v1/lobby", "open"), i)
            self.assertIn(code, codes(there, "/api/v1/me/tables", "tables"), i)
            ben.post(path + "/join")
            self.assertEqual(there.get(path)["info"]["seats"][1]["name"], "Ben")
            ben.post(path + "/ready", ready=True)
            there.post(path + "/start")
            self.assertNotIn(code, codes(ben, "/api/v1/lobby", "open"), i)
            anna.post(path + "/agree-end", agree=True)
            ben.post(path + "/agree-end", agree=True)
            self.assertIn(code, codes(there, "/api/v1/me/history", "tables"), i)
            self.assertNotIn(code, codes(there, "/api/v1/me/tables", "tables"), i)

    def test_own_tables(self):
        """players who move at the same moment at three nodes, at tables of their own, do not wait for each other's tables"""
        matches = [Match(self.nodes, 2, seed=i) for i in range(3)]
        watchers = [Watcher(self.nodes[(i + 1) % 3], match.code) for i, match in enumerate(matches)]
        for _ in range(40):
            answers = at_once(self.pool, *(lambda i=i, m=match: m.step(i) for i, match in enumerate(matches)))
            self.assertFalse([no for no in answers if isinstance(no, Refused)])
        for watcher, match in zip(watchers, matches):
            watcher.wait(match.seq(0))
            self.assertEqual(watcher.entries, match.entries())
            watcher.socket.close()


class Sessions(Together):
    names = 0

    def account(self, node=0):
        Sessions.names += 1
        return account(self.nodes[node], f"Account {Sessions.names}")

    def log_in(self, node, who, password=PASSWORD):
        again = Http(self.nodes[node])
        again.you = again.post("/api/v1/login", name=who.you["name"], password=password)["you"]
        return again

    def sockets(self, *people):
        """A socket of each at every node."""
        return [self.socket(node, who) for node in range(3) for who in people]

    def gone(self, sockets, *people):
        """Asserts that nobody of these is logged in at any node, at once, and that their sockets end soon."""
        for who in people:
            for node in self.nodes:
                self.refused("not-logged-in", at(node, who).get, "/api/v1/me/tables")
        for sock in sockets:
            self.assertTrue(is_ended(sock), "a socket outlives its session")

    def stays(self, sockets, who):
        for sock in sockets:
            self.assertEqual(sock.ask("hello")["you"]["id"], who.you["id"])
        for node in self.nodes:
            at(node, who).get("/api/v1/me/tables")

    def test_logout(self):
        """who logs out at one node is logged out at all, with that session only"""
        anna = self.account()
        cookie = Http(self.nodes[0], cookie=anna.cookie)
        other = self.log_in(1, anna)
        here, elsewhere = self.sockets(cookie), self.sockets(other)
        code = anna.post("/api/v1/tables", players=2)["info"]["table"]
        streams = [StreamReader(node, cookie, code) for node in self.nodes]
        anna.post("/api/v1/logout")
        self.gone(here, cookie)
        for stream in streams:
            self.assertTrue(stream.ends(), "a stream outlives its session")
        self.stays(elsewhere, other)

    def test_everywhere(self):
        """who logs out everywhere is logged out of all sessions at all nodes"""
        anna = self.account()
        other = self.log_in(1, anna)
        cookie, sockets = Http(self.nodes[0], cookie=anna.cookie), self.sockets(anna, other)
        anna.post("/api/v1/logout-everywhere")
        self.gone(sockets, cookie, other)

    def test_session_drop(self):
        """a session that is ended in the list of another one ends at all nodes"""
        anna = self.account()
        other = self.log_in(1, anna)
        sockets = self.sockets(other)
        number = next(each["id"] for each in at(self.nodes[2], anna).get("/api/v1/me/sessions")["sessions"] if not each["here"])
        anna.post("/api/v1/me/sessions/drop", session=number)
        self.gone(sockets, other)
        self.stays([], anna)

    def test_password(self):
        """a new password holds at all nodes at once, and ends the other sessions there"""
        anna = self.account()
        other = self.log_in(1, anna)
        mine, others = self.sockets(anna), self.sockets(other)
        anna.post("/api/v1/me/password", old=PASSWORD, password="even longer")
        for node in range(3):
            self.refused("wrong-password", self.log_in, node, anna)
        self.gone(others, other)
        self.stays(mine, anna)
        self.stays([], self.log_in(2, anna, "even longer"))

    def test_token(self):
        """a token that is dropped at one node ends its sockets at all, and is refused there"""
        anna = self.account()
        made = anna.post("/api/v1/tokens", label="my bot")
        bearer = {"Authorization": "Bearer " + made["token"]}
        sockets = [Socket(node, headers=bearer) for node in self.nodes]
        for sock in sockets:
            self.addCleanup(sock.close)
            sock.ask("mine")
        anna.post("/api/v1/tokens/drop", id=made["id"])
        for node in self.nodes:
            with self.assertRaises(Refused) as caught:
                Http(node).ask("GET", "/api/v1/me/tables", headers=bearer)
            self.assertEqual(caught.exception.code, "not-logged-in")
        self.gone(sockets)
        self.stays(self.sockets(anna), anna)

    def test_block(self):
        """when the admin tool says that an account is blocked, its sockets at all nodes are closed; that takes a moment only"""
        anna, ben = self.account(), self.account(1)
        sockets, others = self.sockets(anna, anna), self.sockets(ben)
        began = time.monotonic()
        run = self.nodes[0].admin("block", anna.you["name"])
        took = time.monotonic() - began
        self.assertEqual((run.stdout, run.stderr), ("Done.\n", ""))
        for sock in sockets:
            self.assertTrue(is_ended(sock, 0.2), "a socket of the blocked account was open when the tool was done")
        self.assertLess(took, 4)
        for node in range(3):
            self.refused("blocked", at(self.nodes[node], anna).get, "/api/v1/me/tables")
            self.refused("blocked", self.log_in, node, anna)
        self.stays(others, ben)
        self.assertEqual(self.nodes[0].admin("unblock", anna.you["name"]).stdout, "Done.\n")
        self.stays(self.sockets(anna), anna)

    def test_end(self):
        """a game that the operator ends is over at all nodes"""
        match = Match(self.nodes)
        sockets = [self.socket(node, watch=match.code) for node in range(3)]
        self.assertEqual(self.nodes[0].admin("end", match.code).stdout, "Done.\n")
        for node, sock in enumerate(sockets):
            self.assertEqual(match.info(node)["status"], "ended")
            table_when(sock, lambda info: info["status"] == "ended")

    def test_reset(self):
        """a password that the operator resets ends the sessions at all nodes; the code serves once, at any of them"""
        anna = self.account()
        sockets = self.sockets(anna)
        code = self.nodes[0].admin("reset-password", anna.you["name"]).stdout.strip()
        for sock in sockets:
            self.assertTrue(is_ended(sock, 0.2), "a socket was open when the tool was done")
        self.gone([], anna)
        reset = {"name": anna.you["name"], "code": code, "password": "even longer"}
        answers = at_once(self.pool, *(lambda n=node: Http(n).post("/api/v1/reset-password", **reset) for node in self.nodes))
        self.assertEqual([no.code for no in answers if isinstance(no, Refused)], ["wrong-code"] * 2)
        self.stays([], self.log_in(2, anna, "even longer"))

    def test_rename(self):
        """a guest's new name is shown at all nodes, at tables and in the chat"""
        anna, ben = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Ben")
        code = new_table(anna, [ben])
        path = f"/api/v1/tables/{code}"
        hers, his = self.socket(2, anna, code), self.socket(1, ben, code)
        at(self.nodes[0], ben).post("/api/v1/me/name", name="Ben the Bold")
        table_when(hers, lambda info: info["seats"][1]["name"] == "Ben the Bold")
        self.assertEqual(his.ask("hello")["you"]["name"], "Ben the Bold")
        his.ask("chat", table=code, text="I am")
        self.assertEqual(hers.push("chat")["said"]["name"], "Ben the Bold")
        for node in self.nodes:
            self.assertEqual(at(node, anna).get(path)["info"]["seats"][1]["name"], "Ben the Bold")

    def test_promotion(self):
        """a guest who registers is an account at all nodes; the guest's session is of no use there"""
        for i in range(5):
            anna, ben = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Ben")
            code = new_table(anna, [ben])
            match_socket = self.socket(2, anna, code)
            thief = Http(self.nodes[2], cookie=ben.cookie)
            sockets = self.sockets(thief)
            you = at(self.nodes[i % 3], ben)
            name = f"Benedikt {i}"
            you.post("/api/v1/register", name=name, password=PASSWORD)
            self.gone([], thief)
            for sock in sockets:  # a socket of the same browser may go on under the new session
                with contextlib.suppress(ConnectionError):
                    self.assertEqual(sock.ask("hello")["you"], {**ben.you, "kind": "account", "name": name})
            table_when(match_socket, lambda info, name=name: info["seats"][1]["name"] == name)
            self.assertEqual(at(self.nodes[1], you).get("/api/v1/hello")["you"]["kind"], "account")
            you.you = ben.you
            self.stays(self.sockets(you), you)

    def test_busy_tables(self):
        """a guest registers, and an account is deleted, however busy their tables are at other nodes"""
        over = threading.Event()
        anna = Http(self.nodes[0], "Anna")
        guests = [Http(self.nodes[1], f"Guest {i}") for i in range(4)]
        paths = [f"/api/v1/tables/{new_table(anna, [guest])}" for guest in guests for _ in range(3)]

        def talk(node):
            number, who = 0, at(node, anna)
            while not over.is_set():
                number += 1
                with contextlib.suppress(Refused):  # too many
                    who.post(paths[number % len(paths)] + "/chat", text="hello")

        threads = [threading.Thread(target=talk, args=(node,)) for node in self.nodes[:2] * 2]
        for thread in threads:
            thread.start()
        try:
            for i, guest in enumerate(guests):
                there = at(self.nodes[2], guest)
                there.post("/api/v1/register", name=f"Busy {i}", password=PASSWORD)
                there.post("/api/v1/me/delete", name=f"Busy {i}")
        finally:
            over.set()
            for thread in threads:
                thread.join()

    def test_delete(self):
        """an account that is deleted at one node is gone at all"""
        anna, ben = self.account(), self.account(1)
        code = new_table(anna, [ben])
        path = f"/api/v1/tables/{code}"
        cookie, sockets = Http(self.nodes[0], cookie=ben.cookie), self.sockets(ben)
        hers = self.socket(0, anna, code)
        at(self.nodes[2], ben).post("/api/v1/me/delete", name=ben.you["name"])
        self.gone(sockets, cookie)
        table_when(hers, lambda info: info["seats"][1]["name"] != ben.you["name"])
        seat = anna.get(path)["info"]["seats"][1]
        self.assertEqual((seat["user"], seat["away"]), (0, True))
        self.refused("wrong-password", self.log_in, 1, ben)
        account(self.nodes[0], ben.you["name"])

    def test_mutes(self):
        """a person who was muted at one node is muted at all"""
        anna, ben = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Ben")
        code = new_table(anna, [ben])
        path = f"/api/v1/tables/{code}"
        hers = [self.socket(node, anna, code) for node in range(3)]
        witness = self.socket(2, watch=code)

        def say(text):
            at(self.nodes[2], ben).post(path + "/chat", text=text)
            self.assertEqual(witness.push("chat")["said"]["text"], text)

        for on in (True, False, True):
            at(self.nodes[1], anna).post("/api/v1/me/mute", user=ben.you["id"], mute=on)
            for node in self.nodes:
                said = at(node, anna).get(path + "/chat")["said"]
                self.assertEqual([each for each in said if each["user"] == ben.you["id"]] == [], on or not said)
            say(f"muted: {on}")
            for sock in hers:
                if on:
                    self.assertFalse(hears(sock, "chat"), "she hears a person whom she has muted")
                else:
                    sock.push("chat")

    def test_removed(self):
        """a spectator whom the host removes at one node is sent away at all, and may come back at all"""
        anna, cleo, dora = (Http(self.nodes[0], name) for name in ("Anna", "Cleo", "Dora"))
        code = new_table(anna, [Http(self.nodes[1], "Ben")], edition="classic", order="seated")
        path = f"/api/v1/tables/{code}"
        hers = [self.socket(node, cleo, code) for node in range(3)]
        others = [self.socket(node, dora, code) for node in range(3)]
        at(self.nodes[2], anna).post(path + "/remove-spectator", user=cleo.you["id"], remove=True)
        for node, sock in enumerate(hers):
            self.refused("removed", at(self.nodes[node], cleo).get, path + "/position")
            self.refused("removed", at(self.nodes[node], cleo).post, path + "/chat", text="let me in")
            self.assertEqual(sock.push("removed")["table"], code)
            self.refused("removed", sock.ask, "watch", table=code)
        anna.post(path + "/move", seq=0, client="a", move="nominate 4 4")
        for sock, other in zip(hers, others):
            other.push("news")
            self.assertFalse(hears(sock, "news"), "she gets news of the game")
        anna.post(path + "/remove-spectator", user=cleo.you["id"], remove=False)
        for sock in hers:
            sock.ask("watch", table=code)

    def test_spectators(self):
        """the host sees at any node who watches at any of them, and once who watches at several"""
        anna, cleo, dora = (Http(self.nodes[0], name) for name in ("Anna", "Cleo", "Dora"))
        code = new_table(anna, [Http(self.nodes[1], "Ben")])
        path = f"/api/v1/tables/{code}/spectators"
        hers = [self.socket(node, cleo, code) for node in (1, 2)]
        self.socket(0, dora, code)

        def seen(node):
            return sorted(each["name"] for each in at(self.nodes[node], anna).get(path)["spectators"])

        for node in range(3):
            self.assertTrue(until(lambda at_node=node: seen(at_node) == ["Cleo", "Dora"]), f"node {node}: {seen(node)}")
        for sock in hers:
            sock.ask("unwatch", table=code)
        for node in range(3):
            self.assertTrue(until(lambda at_node=node: seen(at_node) == ["Dora"]), f"node {node}: {seen(node)}")

    def test_spectator_chat(self):
        """the chat of spectators is off at all nodes when the host has switched it off at one"""
        anna, cleo = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Cleo")
        code = new_table(anna, [Http(self.nodes[1], "Ben")])
        path = f"/api/v1/tables/{code}"
        sockets = [self.socket(node, cleo, code) for node in range(3)]
        for i in range(6):
            on = i % 2 == 1
            at(self.nodes[i % 3], anna).post(path + "/spectator-chat", on=on)
            for sock in sockets:
                if on:
                    sock.ask("chat", table=code, text="after")
                else:
                    self.refused("chat-off", sock.ask, "chat", table=code, text="during")


class Presence(Together):
    def here(self, node, match):
        return [seat["here"] for seat in match.info(node)["seats"]]

    def test_here(self):
        """all nodes show who is connected to any of them; watchers are told"""
        match = Match(self.nodes)
        watcher = self.socket(2, watch=match.code)
        sock = self.socket(0, match.home[0], match.code)
        self.assertEqual(self.here(0, match), [True, False])
        for node in (1, 2):
            self.shown(lambda n=node: self.here(n, match) == [True, False], 5)
        table_when(watcher, lambda info: info["seats"][0]["here"])
        second = self.socket(1, match.home[0], match.code)
        self.shown(lambda: sql(self.nodes[0], "SELECT COUNT(*) FROM presence JOIN games ON id = game WHERE "
                               f"code = '{match.code}'") == "2")
        sock.close()
        time.sleep(1.5)
        for node in range(3):
            self.assertEqual(self.here(node, match), [True, False], "one of two connections was closed")
        second.close()
        for node in range(3):
            self.shown(lambda n=node: self.here(n, match) == [False, False], 5)
        table_when(watcher, lambda info: not info["seats"][0]["here"])

    def test_your_turn(self):
        """a player hears that it is their turn at the node where they are connected, unless they watch the table anywhere"""
        match = Match(self.nodes, edition="classic", title="Friday")
        away = self.socket(1, match.home[1])
        match.play(0, 0, 0, "nominate 4 4")
        self.assertEqual(away.push("your_turn", 20), {"push": "your_turn", "table": match.code, "title": "Friday"})
        match.play(2, 1, 1, "bid 5")
        watching = self.socket(2, match.home[1], match.code)
        self.shown(lambda: self.here(0, match) == [False, True])
        match.play(0, 0, 2, "bid 6")
        watching.push("news", 20)
        time.sleep(0.5)
        self.assertFalse(hears(away, "your_turn"), "it is told what it sees")

    def test_patience(self):
        """a bot is called for a player who watches at another node, once the patience of the table is over"""
        match = Match(self.nodes, patience=2)
        watching = self.socket(1, match.home[0], match.code)
        self.shown(lambda: self.here(2, match)[0])
        ben, anna = match.people[1], match.people[0]
        seat, seq, _ = match.choices(0)
        self.assertEqual((seat, seq), (0, 0))
        self.assertTrue(until(lambda: not isinstance(outcome(lambda: ben[2].post(match.path + "/call-bot", seat=1)), Refused), 10))
        self.assertTrue(match.info(0)["seats"][0]["away"])
        self.assertTrue(until(lambda: match.seq(1) > 0, 10), "no bot has moved")
        self.assertFalse(anna[0].post(match.path + "/come-back")["info"]["seats"][0]["away"])
        self.assertFalse(until(lambda: match.info(2)["seats"][0]["away"], 0.1))
        watching.close()


class Names(Together):
    def test_same(self):
        """of two who register the same name, or one that looks like it, at two nodes at once, one is told that it is taken"""
        stop = threading.Event()
        troubles = []

        def go_on(node):
            """Requests of the same moments."""
            who = Http(node, "Bystander")
            while not stop.is_set():
                answer = outcome(lambda: who.post("/api/v1/me/name", name=f"Bystander {time.monotonic():.3f}"))
                if isinstance(answer, Refused):
                    troubles.append(answer)

        bystanders = [threading.Thread(target=go_on, args=(node,)) for node in self.nodes]
        for thread in bystanders:
            thread.start()
        try:
            for i in range(40):
                names = (f"Paul {i}", (f"Paul {i}", f"PAUL {i}", f"P\u0430ul {i}")[i % 3])  # a Cyrillic letter
                people = [Http(node, "Guest") if i % 2 else Http(node) for node in self.nodes[:2]]
                answers = at_once(self.pool, *(lambda w=who, n=name: w.post("/api/v1/register", name=n, password=PASSWORD)
                                               for who, name in zip(people, names)))
                self.assertEqual([no.code for no in answers if isinstance(no, Refused)], ["name-taken"], f"{names}: {answers}")
        finally:
            stop.set()
            for thread in bystanders:
                thread.join()
        self.assertEqual(troubles, [], "other requests failed")
        self.assertEqual(sql(self.nodes[0], "SELECT skeleton FROM names GROUP BY skeleton HAVING COUNT(DISTINCT person) > 1"), "")


    def test_settings(self):
        """what users change about themselves at several nodes at once never fails"""
        people = [account(self.nodes[0], f"Setter {i}") for i in range(2)] + [Http(self.nodes[0], "Guest") for _ in range(2)]
        others = [Http(self.nodes[0], f"Other {i}") for i in range(3)]
        window = {"from": 480, "to": 1320, "zone": "Europe/Prague"}
        for i in range(60):
            calls = []
            for node in random.sample(self.nodes, 2):
                for who in random.sample(people, 4):
                    there, kind = at(node, who), who.you["kind"]
                    if kind == "guest":
                        calls.append(lambda t=there: t.post("/api/v1/me/name", name=f"Guest {i}"))
                    elif i % 2:
                        calls.append(lambda t=there: t.post("/api/v1/me/clock-window", window=window))
                    else:
                        calls.append(lambda t=there: t.post("/api/v1/me/mute", user=others[i % 3].you["id"], mute=i % 4 < 2))
            answers = at_once(self.pool, *calls)
            self.assertEqual([no for no in answers if isinstance(no, Refused)], [], f"round {i}")

    def test_logins(self):
        """logins to an account from one device at two nodes at once all succeed"""
        anna = account(self.nodes[0], "Anna")
        for i in range(15):
            people = [Http(node) for node in self.nodes for _ in range(2)]
            for who in people[:i % 2 * 4]:
                who.device = anna.device
            answers = at_once(self.pool, *(lambda w=who: w.post("/api/v1/login", name="Anna", password=PASSWORD)
                                           for who in people))
            self.assertEqual([no for no in answers if isinstance(no, Refused)], [], f"round {i}")


class Quotas(ServerTestCase):
    def test_at_once(self):
        """limits on what a user may have hold for requests that come to two nodes at once"""
        limits = ("--guest-tables", "3", "--account-tables", "3")
        with Server(ELEKTRO, *limits) as first, beside(first, *limits) as second, ThreadPoolExecutor(4) as pool:
            for i in range(10):
                anna = account(first, f"Anna {i}")
                both = [anna, at(second, anna)]
                for _ in range(2):
                    anna.post("/api/v1/tables", players=2)
                answers = at_once(pool, *(lambda w=who: w.post("/api/v1/tables", players=2) for who in both))
                self.assertEqual([no.code for no in answers if isinstance(no, Refused)], ["table-limit"], f"round {i}")
                for number in range(19):
                    both[number % 2].post("/api/v1/tokens", label=f"token {number}")
                answers = at_once(pool, *(lambda w=who: w.post("/api/v1/tokens", label="last") for who in both))
                self.assertEqual([no.code for no in answers if isinstance(no, Refused)], ["too-many"], f"round {i}")


class Killed(ServerTestCase):
    """What happens after a node was killed; it is killed once for all cases."""

    @classmethod
    def setUpClass(cls):
        cls.left = cls.enterClassContext(Server(ELEKTRO))
        cls.dead = cls.enterClassContext(beside(cls.left))
        both = [cls.left, cls.dead]
        cls.watched, cls.timed = Match(both), Match(both, clock={"kind": "move", "seconds": 5})
        anna, ben = Http(cls.dead, "Anna"), Http(cls.dead, "Ben")
        cls.bots = new_table(anna, [ben], ["expert", "expert"], edition="classic")
        cls.witness = at(cls.left, anna)
        for who in (anna, ben):
            who.post(f"/api/v1/tables/{cls.bots}/leave")
        cls.socket = Socket(cls.dead, cls.watched.home[1])
        cls.socket.ask("watch", table=cls.watched.code)
        if not until(lambda: cls.is_here() and cls.bot_moves() > 2, 30):
            raise RuntimeError("nothing goes on")
        cls.timed.step(1)
        cls.dead.kill()
        cls.killed, cls.moves = time.monotonic(), cls.bot_moves()
        waits = {"here": lambda: not cls.is_here(), "bots": lambda: cls.bot_moves() > cls.moves + 2,
                 "clock": lambda: any(seat["away"] for seat in cls.timed.info(0)["seats"])}
        cls.took = {}
        while waits and time.monotonic() < cls.killed + 30:
            for name in [name for name, what in waits.items() if what()]:
                cls.took[name] = time.monotonic() - cls.killed
                del waits[name]
            time.sleep(0.1)

    @classmethod
    def is_here(cls):
        return cls.watched.info(0)["seats"][1]["here"]

    @classmethod
    def bot_moves(cls):
        return cls.witness.get(f"/api/v1/tables/{cls.bots}")["info"]["seq"]

    def test_here(self):
        """the players of a node that was killed are not here any more, a little later"""
        self.assertLess(self.took.get("here", 99), SILENT)
        self.assertEqual(sql(self.left, "SELECT COUNT(*) FROM nodes"), "1")

    def test_bots(self):
        """another node moves on for the bots of a node that was killed, and makes no decision twice"""
        self.assertLess(self.took.get("bots", 99), 10 + 3)  # its second and third move, too
        with beside(self.left) as third:
            there = at(third, self.witness)
            position = f"/api/v1/tables/{self.bots}/position?since=0"
            entries = there.get(position)["entries"]
            self.assertEqual([entry["seq"] for entry in entries], list(range(len(entries))))
            self.assertEqual(self.witness.get(position)["entries"][:len(entries)], entries)

    def test_clock(self):
        """a clock that runs out after its node was killed is seen by another one, in time"""
        self.assertGreater(self.took.get("clock", 0), 4)
        self.assertLess(self.took.get("clock", 99), 5 + 4)


class Stopped(ServerTestCase):
    def test_handed_over(self):
        """a node that is stopped in order hands over at once: its players are not here, its bots move on"""
        with Server(ELEKTRO) as left, beside(left) as other:
            match = Match([left, other])
            anna = Http(other, "Anna")
            code = new_table(anna, bots=["expert"], edition="classic")
            anna.post(f"/api/v1/tables/{code}/leave")
            sock = Socket(other, match.home[1])
            sock.ask("watch", table=match.code)
            there = at(left, anna)
            self.assertTrue(until(lambda: match.info(0)["seats"][1]["here"], 10))
            sock.close()
            self.assertEqual(other.stop(), 0)
            before = there.get(f"/api/v1/tables/{code}")["info"]["seq"]
            self.assertTrue(until(lambda: not match.info(0)["seats"][1]["here"], 3))
            self.assertTrue(until(lambda: there.get(f"/api/v1/tables/{code}")["info"]["seq"] > before, 4))
            self.assertEqual(sql(left, "SELECT COUNT(*) FROM nodes"), "1")


def insist(do, seconds=20, codes=("busy", "storage")):
    """Sends a request again while the server says that it cannot; returns the answer, and how long it took."""
    began = time.monotonic()
    while True:
        try:
            return do(), time.monotonic() - began
        except Refused as no:
            if no.code not in codes or time.monotonic() > began + seconds:
                raise
        time.sleep(0.02)


class StandsStill(ServerTestCase):
    def setUp(self):
        self.other = self.enterContext(Server(ELEKTRO))
        self.still = self.enterContext(beside(self.other))
        self.match = Match([self.other, self.still], public=True)
        self.watcher = Watcher(self.still, self.match.code)
        self.addCleanup(self.watcher.socket.close)
        self.addCleanup(self.go)

    def stop(self):
        os.kill(self.still.process.pid, signal.SIGSTOP)

    def go(self):
        os.kill(self.still.process.pid, signal.SIGCONT)

    def stop_with_claim(self):
        """Stops the node while it has the table claimed, in the middle of a turn."""
        over, who = threading.Event(), at(self.still, self.match.home[0])

        def talk():
            number = 0
            with contextlib.suppress(OSError, http.client.HTTPException):
                while not over.is_set():
                    number += 1
                    outcome(lambda: who.post(self.match.path + "/chat", text=f"line {number}"))

        thread = threading.Thread(target=talk)
        thread.start()
        self.addCleanup(thread.join)
        free = f"SELECT 1 FROM games WHERE code = '{self.match.code}' FOR UPDATE SKIP LOCKED"
        for _ in range(500):
            self.stop()
            if not sql(self.other, free) and not sql(self.other, free):
                over.set()
                return
            self.go()
            time.sleep(0.002 * random.random())
        over.set()
        self.fail("it never stopped with a claim")

    def catch_up(self, last):
        """The watcher has all entries; if it was cut off, it connects again."""
        for _ in range(3):
            try:
                self.watcher.wait(last)
                break
            except (ConnectionError, OSError):
                self.watcher.connect(self.still, self.watcher.last())
        self.assertEqual(self.watcher.entries, self.match.entries())

    def pending(self):
        """A request that arrives while the node stands still."""
        sock = socket.create_connection(("127.0.0.1", self.still.port), timeout=60)
        self.addCleanup(sock.close)
        sock.sendall(f"GET {self.match.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return sock

    def check_pending(self, sock, seq):
        text = sock.recv(65536).decode()
        self.assertTrue(f'"seq":{seq},' in text or '"code":"storage"' in text, f"it shows something old: {text[-2000:]}")

    def test_short(self):
        """a node that stands still for a moment shows nothing old afterwards"""
        for i in range(20):
            self.stop()
            sock = self.pending()
            seq = 0
            for _ in range(5):
                seq = self.match.step(0)
            self.go()
            self.check_pending(sock, self.match.seq(0))
            self.assertEqual(self.match.seq(1), self.match.seq(0), f"round {i}")
        self.catch_up(self.match.seq(0))

    def test_long(self):
        """a node that stands still in the middle of a turn blocks nobody for long, is given up, and joins again"""
        match = self.match
        stranger = Http(self.other, "Stranger")
        account(self.other, "Anna")
        self.stop_with_claim()
        admin = subprocess.Popen([ELEKTRO, "admin", "--store", self.other.store, "block", "Anna"], text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        began = time.monotonic()
        self.assertTrue(match.choices(0)[2])
        worst = {"move": 0, "table": 0}
        while time.monotonic() < began + 13:
            seat, seq, move = match.pick(0)
            client = match.name()
            _, took = insist(lambda: match.play(0, seat, seq, move, client))
            worst["move"] = max(worst["move"], took)
            _, took = insist(lambda: stranger.post("/api/v1/me/name", name=f"Stranger {seq}"), codes=())
            worst["table"] = max(worst["table"], took)
            time.sleep(0.05)
        said = admin.communicate(timeout=1)  # long ago
        self.assertEqual(said, ("", "elektro admin: the server does not answer. It will do this when it can.\n"))
        self.assertLess(worst["move"], 7.5, worst)
        self.assertLess(worst["table"], 7.5, worst)
        self.assertEqual(sql(self.other, "SELECT COUNT(*) FROM nodes"), "1")
        sock = self.pending()
        self.go()
        last = match.seq(0)
        self.check_pending(sock, last)
        seq, _ = insist(lambda: match.seq(1))
        self.assertEqual(seq, last)
        seat, seq, move = match.pick(1)
        made, _ = insist(lambda: match.play(1, seat, seq, move))
        self.assertEqual(match.info(0)["seq"], match.seq(1))
        self.assertGreaterEqual(match.seq(0), made["seq"])
        self.catch_up(match.seq(0))
        self.assertTrue(until(lambda: sql(self.other, "SELECT COUNT(*) FROM nodes") == "2", 10), "it does not join again")


class Cable:
    """Between a node and PostgreSQL: it can be cut, and mended."""

    def __init__(self, server):
        self.path = parse_qs(urlsplit(server.store).query)["host"][0] + "/.s.PGSQL.5432"
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.store = f"postgres://elektro@127.0.0.1:{self.listener.getsockname()[1]}/postgres"
        self.pairs, self.whole, self.silent = [], True, threading.Event()
        self.silent.set()  # not silent
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            if not self.whole:
                client.close()
                continue
            database = socket.socket(socket.AF_UNIX)
            database.connect(self.path)
            self.pairs.append((client, database))
            for pair in ((client, database), (database, client)):
                threading.Thread(target=self.relay, args=pair, daemon=True).start()

    def relay(self, one, other):
        with contextlib.suppress(OSError):
            while some := one.recv(65536):
                self.silent.wait()
                other.sendall(some)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self):
        self.whole = False
        for pair in self.pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self.pairs = []

    def mend(self):
        self.whole = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.silent.set()
        self.cut()
        self.listener.close()


class OutOfReach(ServerTestCase):
    def setUp(self):
        self.well = self.enterContext(Server(ELEKTRO))
        self.cable = self.enterContext(Cable(self.well))
        self.lost = self.enterContext(beside(self.well, "--store-timeout", "1", store=self.cable.store))
        self.match = Match([self.well, self.lost], public=True)
        self.socket = Socket(self.lost, self.match.home[1])
        self.addCleanup(self.socket.close)
        self.entries = self.socket.ask("watch", table=self.match.code, since=0)["entries"]

    def check_lost(self):
        """The other node goes on; this one says that it has no database, and nothing else."""
        match = self.match
        for _ in range(20):
            seat, seq, move = match.pick(0)
            began = time.monotonic()
            match.play(0, seat, seq, move)
            self.assertLess(time.monotonic() - began, 3, "the other node had to wait")
        for path in (match.path, match.path + "/position", "/api/v1/lobby", "/api/v1/me/tables", "/api/v1/me/history"):
            self.refused("storage", match.people[0][1].get, path)
        self.refused("storage", self.socket.ask, "position", table=match.code)
        self.assertEqual(Http(self.lost).raw("GET", "/healthz")[0], 503)

    def check_back(self):
        match = self.match
        seq, _ = insist(lambda: match.seq(1))
        self.assertEqual(seq, match.seq(0))
        seat, seq, move = match.pick(1)
        match.play(1, seat, seq, move)
        last = match.seq(0)
        try:
            while self.entries[-1]["seq"] < last:
                self.entries += self.socket.push("news")["entries"]
        except ConnectionError:
            self.socket = Socket(self.lost, match.home[1])
            self.entries += self.socket.ask("watch", table=match.code, since=self.entries[-1]["seq"])["entries"]
        self.assertEqual(self.entries, match.entries(1))

    def test_cut(self):
        """a node without its database serves nothing, while others go on; then it has what happened meanwhile"""
        for _ in range(2):
            self.match.step(1)
            self.cable.cut()
            self.check_lost()
            self.cable.mend()
            self.check_back()

    def test_silent(self):
        """the same if its database does not answer"""
        self.match.step(1)
        self.cable.silent.clear()
        with contextlib.suppress(Refused):
            self.match.people[0][1].get(self.match.path)
        self.check_lost()
        self.cable.silent.set()
        self.check_back()

    def test_ended(self):
        """a node whose session PostgreSQL has ended shows nothing old at any moment"""
        for _ in range(5):
            seq = self.match.seq(1)
            sql(self.well, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_addr IS NOT NULL")
            for _ in range(5):
                seq = max(self.match.step(0), seq)
                seen = outcome(lambda: self.match.seq(1))
                if isinstance(seen, Refused):
                    self.assertEqual(seen.code, "storage")
                else:
                    self.assertGreaterEqual(seen, seq, "it shows something old")
            self.check_back()


class Clocks(ServerTestCase):
    def skewed(self, file, first=None):
        """A node with a clock of its own."""
        env = {"LD_PRELOAD": CLOCK, "ELEKTRO_TEST_CLOCK": file,
               "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
        return beside(first, env=env) if first else Server(ELEKTRO, env=env)

    def test_hours(self):
        """nodes whose clocks differ by hours, and jump, agree on the time"""
        if not os.path.exists(CLOCK):
            self.skipTest("the library that sets clocks is not there")
        with tempfile.TemporaryDirectory() as folder:
            files = [os.path.join(folder, name) for name in ("ahead", "behind")]

            def set_clock(number, hours):
                with open(files[number], "r+b" if os.path.exists(files[number]) else "wb") as file:
                    file.write(struct.pack("q", hours * HOURS))

            set_clock(0, 5)
            set_clock(1, -7)
            with self.skewed(files[0]) as first, self.skewed(files[1], first) as second:
                match = Match([first, second], clock={"kind": "move", "seconds": 5}, edition="classic")
                anna = account(second, "Anna")
                self.assertEqual(at(first, anna).get("/api/v1/hello")["you"]["name"], "Anna")
                for i in range(6):
                    if i == 3:
                        set_clock(0, -3)
                        set_clock(1, 9)
                        time.sleep(1.5)
                    match.step(i % 2)
                    for people in match.people[0]:
                        clock = people.get(match.path + "/position")["position"]["clock"]
                        self.assertLess(abs(clock["now"] - time.time() * 1000), 2000, f"round {i}")
                        self.assertTrue(1000 < clock["due"] - clock["now"] <= 5000, f"round {i}: {clock}")
                    self.assertEqual([seat["away"] for seat in match.info(1)["seats"]], [False, False])
                moved = time.monotonic()
                self.assertTrue(until(lambda: any(seat["away"] for seat in match.info(0)["seats"]), 12))
                self.assertTrue(3 < time.monotonic() - moved < 9)
                self.assertLess(abs(int(sql(first, "SELECT MAX(at) FROM journal")) - time.time() * 1000), 15000)
                self.assertEqual(sql(first, "SELECT COUNT(*) FROM nodes"), "2", "one has given the other up")


class Releases(ServerTestCase):
    def start(self, server):
        """A node that is expected to end at once."""
        with tempfile.TemporaryDirectory() as data:
            return subprocess.run([ELEKTRO, "serve", "--port", str(free_port()), "--data", data, "--store", server.store],
                                  capture_output=True, text=True, check=False, timeout=60)

    def test_newer(self):
        """beside a newer release whose schema says so, nodes go on and start; beside another one they are refused"""
        with Server(ELEKTRO) as first, beside(first) as second:
            match = Match([first, second])
            version = int(sql(first, "SELECT MAX(version) FROM schema_version"))
            sql(first, "ALTER TABLE users ADD COLUMN motto TEXT; ALTER TABLE games ADD COLUMN mood BIGINT;"
                "ALTER TABLE journal ADD COLUMN more TEXT; CREATE TABLE clubs (id BIGINT PRIMARY KEY);"
                f"INSERT INTO schema_version (version, oldest) VALUES ({version + 1}, 8)")
            for node in (0, 1):
                match.step(node)
            account(second, "Anna")
            with beside(first) as third:
                there = at(third, match.home[0])
                self.assertEqual(there.get(match.path + "/position")["position"]["seq"], match.seq(0))
                there.post(match.path + "/chat", text="hello")
                self.assertEqual(first.admin("block", "Anna").stdout, "Done.\n")
            sql(first, f"UPDATE schema_version SET oldest = {version + 1} WHERE version = {version + 1}")
            run = self.start(first)
            self.assertEqual(run.returncode, 1)
            self.assertIn("Use a newer Elektro", run.stderr)
            run = first.admin("tables")
            self.assertEqual(run.returncode, 1)
            self.assertIn("Use a newer Elektro", run.stderr)

    def test_older(self):
        """an older release, which wants the database for itself, cannot have it while any node runs; nor nodes while it runs"""
        take = f"SELECT pg_try_advisory_lock({int.from_bytes(b'Elektro', 'big')})"
        with Server(ELEKTRO) as first:
            with beside(first):
                self.assertEqual(sql(first, take), "f")
            self.assertEqual(sql(first, take), "f")
            first.stop()
            psql = subprocess.Popen(["psql", "-qtA", first.store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            with psql:
                psql.stdin.write(take + ";\n")
                psql.stdin.flush()
                self.assertEqual(psql.stdout.readline().strip(), "t")
                with ThreadPoolExecutor(2) as pool:
                    runs = list(pool.map(self.start, [first, first]))
                psql.stdin.close()
            for run in runs:
                self.assertEqual(run.returncode, 1)
                self.assertIn("another server", run.stderr)

    def test_at_once(self):
        """nodes that start at the same moment on an empty database all come up"""
        with Server(ELEKTRO) as first:
            first.stop()
            sql(first, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            with ThreadPoolExecutor(3) as pool:
                nodes = list(pool.map(lambda _: beside(first), range(3)))
            try:
                anna = Http(nodes[0], "Anna")
                for node in nodes:
                    self.assertEqual(at(node, anna).get("/api/v1/hello")["you"]["name"], "Anna")
                self.assertEqual(sql(first, "SELECT COUNT(*) FROM nodes"), "3")
            finally:
                for node in nodes:
                    node.clean()
            self.assertEqual(sql(first, "SELECT COUNT(*) FROM nodes"), "0")


class Partitions(ServerTestCase):
    KEYS = {"journal": "game, seq", "chat": "game, number", "players": "person, game", "removals": "game, person",
            "presence": "game, person, node", "analyses": "game"}

    def spread(self, server):
        """Puts what belongs to games into four partitions, by the game."""
        for table, key in self.KEYS.items():
            parts = "".join(f"CREATE TABLE {table}_{i} PARTITION OF {table} FOR VALUES WITH (MODULUS 4, REMAINDER {i});"
                            for i in range(4))
            sql(server, f"ALTER TABLE {table} RENAME TO whole; CREATE TABLE {table} (LIKE whole) PARTITION BY HASH (game); {parts}"
                f"DROP TABLE whole; ALTER TABLE {table} ADD PRIMARY KEY ({key})")
        sql(server, "CREATE INDEX journal_client ON journal (game, client, seat) WHERE client IS NOT NULL")

    def test_partitions(self):
        """games whose journals, chats and players are spread over partitions are played, watched and listed as others"""
        with Server(ELEKTRO) as first:
            first.stop()
            self.spread(first)
            first.start()
            with beside(first) as second:
                matches = [Match([first, second], players=3, seed=i) for i in range(6)]
                for match in matches:
                    watcher = Watcher(second, match.code)
                    for i in range(40):
                        match.step(i % 2)
                    match.people[0][1].post(match.path + "/chat", text="hello")
                    watcher.wait(match.seq(0))
                    self.assertEqual([entry["seq"] for entry in watcher.entries], list(range(match.seq(0) + 1)))
                    watcher.socket.close()
                    said = match.people[1][0].get(match.path + "/chat?after=0")["said"]
                    self.assertEqual([line["text"] for line in said], ["hello"])
                    self.assertEqual([info["table"] for info in match.people[2][1].get("/api/v1/me/tables")["tables"]], [match.code])
            for table in ("journal", "chat", "players"):
                self.assertGreater(int(sql(first, f"SELECT COUNT(DISTINCT tableoid) FROM {table}")), 1, f"{table} is in one partition")
