"""Several servers on one PostgreSQL (nodes): any of them answers any request.

    with_postgres tests/run nodes.py ELEKTRO
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "examples"))
from client import PASSWORD, Http, Refused, Server, ServerTestCase, account, until
from database import Listener, Session, sql
from online import Sealed
from together import ELEKTRO, Match, Together, Watcher, at, at_once, beside, meanwhile, news_of, table_when


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


class Names(Together):
    def test_same(self):
        """of two people who register the same name, or one that looks like it, at two nodes at once, one is told that it is taken"""
        bystanders = [Http(node, "Bystander") for node in self.nodes]
        with meanwhile(bystanders, lambda who, count: who.post("/api/v1/me/name", name=f"Bystander {count}")):
            for i in range(40):
                names = (f"Paul {i}", (f"Paul {i}", f"PAUL {i}", f"P\u0430ul {i}")[i % 3])  # a Cyrillic letter
                people = [Http(node, "Guest") if i % 2 else Http(node) for node in self.nodes[:2]]
                answers = at_once(self.pool, *(lambda w=who, n=name: w.post("/api/v1/register", name=n, password=PASSWORD)
                                               for who, name in zip(people, names)))
                self.assertEqual([no.code for no in answers if isinstance(no, Refused)], ["name-taken"], f"{names}: {answers}")
        self.assertEqual(sql(self.nodes[0], "SELECT skeleton FROM names GROUP BY skeleton HAVING COUNT(DISTINCT person) > 1"), "")

    def test_settings(self):
        """users can change their settings at several nodes at once"""
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


class Notifications(Together):
    """News are read ten times a second anyway. These cases see that nodes also tell each other that there are some."""

    READS = 'elektro_database_seconds_count{kind="read"}'

    def reads(self, seconds, notify=None):
        """How often a node reads its database in a second, while the others rest."""
        begun, before = time.monotonic(), self.nodes[0].metric(self.READS)
        while time.monotonic() < begun + seconds:
            if notify:
                notify()
            else:
                time.sleep(0.01)
        return (self.nodes[0].metric(self.READS) - before) / (time.monotonic() - begun)

    def test_sent(self):
        """a node that has made a move notifies the others; nodes at rest are silent"""
        match = Match(self.nodes, edition="classic")
        with Listener(self.nodes[0], "elektro_news") as listener:
            told = set()

            def all_have_told():
                told.update(line.split()[-1] for line in listener.heard())
                return len(told) == 3

            self.assertTrue(until(lambda: not listener.heard()), "nodes at rest notify each other")
            for node in range(3):
                match.step(node)
            self.assertTrue(until(all_have_told), f"not every node has notified the others of its move, only {told}")

    def test_received(self):
        """a node that is notified reads the news, and does not wait for its next look"""
        with Session(self.nodes[0]) as notifier:
            idle, notified = self.reads(2), []

            def reads_more():
                notified.append(self.reads(1, lambda: notifier.run("NOTIFY elektro_news;")))
                return notified[-1] > 3 * idle

            # A machine may be so busy that a node reads only once for many notifications, but not all the time.
            more = until(reads_more)
            print(f"# {notified[-1]:.0f} reads a second when notified, {idle:.0f} without")
            self.assertTrue(more)


class Quotas(ServerTestCase):
    def test_at_once(self):
        """the limits of a user hold for requests that come to two nodes at once"""
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


class Partitions(ServerTestCase):
    KEYS = {"journal": "game, seq", "chat": "game, number", "players": "person, game", "removals": "game, person",
            "presence": "game, person, node", "analyses": "game"}

    def spread(self, server):
        """Puts the tables that belong to games into four partitions, by the game."""
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
