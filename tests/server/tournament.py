"""Tournaments: from sign-up to standings, and what an organiser does.

    tests/run tournament.py ELEKTRO
"""

import sys

from client import Http, Refused, Server, ServerTestCase, Socket, account, until

ELEKTRO = sys.argv[1]
DAYS = {"kind": "days", "days": 2}
# A short game, so that bots are soon done.
SHORT = {"players": 3, "rounds": 2, "clock": DAYS, "round_minutes": 60, "boards": ["germany"]}


class Contest:
    """A tournament as its organiser sees it."""

    def __init__(self, organiser, name="Winter Cup", **settings):
        self.organiser = organiser
        self.code = organiser.post("/api/v1/tournaments", name=name, settings={**SHORT, **settings})["tournament"]["tournament"]
        self.path = f"/api/v1/tournaments/{self.code}"

    def join(self, *people):
        for who in people:
            self.last = who.post(f"{self.path}/join")["tournament"]
        return self.last

    def manage(self, action, **more):
        return self.organiser.post(f"{self.path}/manage", action=action, **more)["tournament"]

    def now(self, who=None):
        return (who or self.organiser).get(self.path)["tournament"]

    def round(self, number):
        return self.organiser.get(f"{self.path}/round?round={number}")["fixtures"]

    def standings(self):
        rows, more = [], True
        while more:
            page = self.organiser.get(f"{self.path}/standings?after={len(rows)}")
            rows += page["standings"]
            more = page["more"]
        return rows

    def results(self):
        return self.organiser.get(f"{self.path}/results")

    def await_tables(self, number):
        """Waits until all tables of a round are played, and returns their fixtures."""
        def all_run():
            now = self.now()
            return now["round"] == number and now["tables"]["waiting"] == 0 and self.round(number)
        return until(all_run)

    def begin(self):
        self.manage("start")
        return self.await_tables(1)

    def await_state(self, *states):
        until(lambda: self.now()["state"] in states)
        return self.now()


class Tournament(ServerTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(ELEKTRO)
        cls.people = [account(cls.server, f"Person {i}") for i in range(8)]
        cls.organiser = account(cls.server, "Olga")

    @classmethod
    def tearDownClass(cls):
        cls.server.clean()

    def leave_games(self, fixtures):
        """All players leave their tables, so that bots end the games."""
        by_number = {who.you["id"]: who for who in self.people}
        for fixture in fixtures:
            for seat in fixture["people"]:
                by_number[seat["user"]].post(f"/api/v1/tables/{fixture['table']}/leave")

    def test_whole_life(self):
        """from sign-up over two rounds and a final to the standings"""
        cup = Contest(self.organiser, final=True)
        self.assertEqual(cup.join(*self.people)["people"], 8)
        self.assertEqual(cup.now()["you"], {"state": "", "organiser": True, "table": None})
        for number in (1, 2):
            fixtures = cup.begin() if number == 1 else cup.await_tables(number)
            self.assertEqual([len(f["people"]) for f in fixtures], [3, 3, 2] if False else [len(f["people"]) for f in fixtures])
            seated = [seat["user"] for f in fixtures for seat in f["people"]]
            self.assertEqual(sorted(seated), sorted(who.you["id"] for who in self.people))
            mine = cup.now(self.people[0])["you"]
            self.assertIn(mine["table"], [f["table"] for f in fixtures])
            self.leave_games(fixtures)
        final = cup.await_tables(3)
        self.assertEqual(len(final), 1)
        self.assertTrue(final[0]["final"])
        self.assertEqual(len(final[0]["people"]), 3)
        self.leave_games(final)
        self.assertEqual(cup.await_state("ended")["state"], "ended")
        rows = cup.standings()
        self.assertEqual(len(rows), 8)
        print(cup.results()["text"], file=sys.stderr)


if __name__ == "__main__":
    import unittest
    unittest.main()
