"""Tournaments at several servers on one PostgreSQL (nodes): any of them takes people, draws rounds and makes tables.

    with_postgres tests/run tournament_nodes.py ELEKTRO
"""

import random
import time

from client import Http, account, until
from contest import Contest, broken_laws, doubled
from database import sql
from together import Together, at, at_once, insist

ROUNDS = 4


class Shared(Together):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.olga = account(cls.nodes[0], "Olga")
        cls.people = list(cls.pool.map(lambda i: account(cls.nodes[i % 3], f"Person {i}"), range(18)))

    def test_sign_up(self):
        """people who sign up at once, at different nodes, are all in it, as many as there is room for; some leave again"""
        cup = Contest(self.olga, max_people=12)

        def come(i):
            there = at(self.nodes[i % 3], self.people[i])
            insist(lambda: there.post(f"{cup.path}/join"))
            if i % 6 == 0:
                insist(lambda: at(self.nodes[(i + 1) % 3], self.people[i]).post(f"{cup.path}/leave"))

        list(self.pool.map(come, range(18)))
        shown = [Http(node).get(cup.path)["tournament"] for node in self.nodes]
        self.assertEqual([(t["people"], t["reserves"]) for t in shown], [(12, 3)] * 3)
        rows = cup.standings()
        stayed = {who.you["id"] for i, who in enumerate(self.people) if i % 6}
        self.assertEqual(len({row["user"] for row in rows} & stayed), 12)
        done = at_once(self.pool, *(lambda node=node: insist(
            lambda: at(node, self.olga).post(f"{cup.path}/manage", action="cancel")) for node in self.nodes))
        self.assertEqual(sum(isinstance(each, tuple) for each in done), 1, done)

    def test_kill(self):
        """nodes that are killed while a round is drawn lose no table, and make none twice"""
        rng = random.Random(7)
        cup = Contest(self.olga, rounds=ROUNDS)
        for i, who in enumerate(self.people):
            at(self.nodes[i % 3], who).post(f"{cup.path}/join")
        for number in range(1, ROUNDS + 1):
            node = self.nodes[rng.randrange(3)]
            insist(lambda: at(rng.choice(self.nodes), self.olga).post(
                f"{cup.path}/manage", action="start" if number == 1 else "end-round"))
            time.sleep(rng.uniform(0, 1))  # a moment of chance, not one to wait for
            node.kill()
            node.start()
            fixtures = cup.await_tables(number)
            self.assertEqual(list(broken_laws(cup, self.people, number, fixtures)), [])
            self.assertEqual(list(doubled(self.people, number, fixtures)), [])
        cup.manage("end-round")
        self.assertTrue(until(lambda: at(self.nodes[2], self.olga).get(cup.path)["tournament"]["state"] == "ended"))
        made = sql(self.nodes[0], "SELECT COUNT(*) FROM fixtures JOIN tournaments ON id = tournament "
                   f"WHERE tournaments.code = '{cup.code}'")
        self.assertEqual(int(made), 6 * ROUNDS)
        rows = cup.standings()
        self.assertEqual(sum(row["points"] for row in rows), 60 * 18 * ROUNDS)
