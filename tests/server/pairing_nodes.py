"""Quick pairing at several servers on one PostgreSQL (nodes): people come to any of them, and meet.

    with_postgres tests/run pairing_nodes.py ELEKTRO
"""

import random

from client import Http, until
from together import Together, at, insist

PAIRING = "/api/v1/pairing"
CROWD = 24


class Meeting(Together):
    def test_meet(self):
        """people at different nodes meet, hear of it at theirs, and play there"""
        anna, ben = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Ben")
        hers, his = self.socket(0, anna), self.socket(2, at(self.nodes[2], ben))
        anna.post(PAIRING, pace="live", players=2)
        self.assertEqual(hers.push("pairing")["paces"][1]["waiting"], 1)
        ben.post(PAIRING, pace="live", players=2)
        code = hers.push("paired")["table"]
        self.assertEqual(his.push("paired")["table"], code)
        for node in self.nodes:
            self.assertEqual(at(node, anna).get(f"/api/v1/tables/{code}")["info"]["status"], "running")
        self.refused("already-playing", at(self.nodes[2], ben).post, PAIRING, pace="live")

    def test_crowd(self):
        """many people come at once, and some change their minds: nobody is lost, at two tables, or at one although they left in time"""
        rng = random.Random(5)
        people = [Http(self.nodes[i % 3], f"Player {i}") for i in range(CROWD)]

        def come(i):
            who, node = people[i], self.nodes[rng.randrange(3)]
            insist(lambda: who.post(PAIRING, pace="days", players=rng.choice((2, 3))))
            if i % 5 == 0:
                return insist(lambda: at(node, who).post(PAIRING + "/cancel"))[0]["over"]
            return None

        left = list(self.pool.map(come, range(CROWD)))
        # The last of each size may find nobody.
        self.assertTrue(until(lambda: sum(pace["waiting"] for pace in people[0].get(PAIRING)["paces"]) <= 3))
        there = {}
        for i, who in enumerate(people):
            mine = [table["table"] for table in who.get("/api/v1/me/tables")["tables"]]
            state = who.get(PAIRING)
            told = left[i] if i % 5 == 0 else state["over"]
            self.assertEqual(mine, [told["table"]] if told else [], f"{i}: {state}")
            self.assertEqual(bool(state["entry"]), i % 5 != 0 and not mine, f"{i}: {state}")
            for code in mine:
                there.setdefault(code, []).append(who.you["id"])
        for code, users in there.items():
            info = people[0].get(f"/api/v1/tables/{code}")["info"]
            self.assertEqual(sorted(seat["user"] for seat in info["seats"]), sorted(users))
