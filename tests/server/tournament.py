"""Tournaments: from sign-up to standings, what organisers and the operator do, and a server that is killed.

    tests/run tournament.py ELEKTRO
"""

import json
import random
import sys
import time

from client import Http, Server, ServerTestCase, Socket, account, until
from contest import SETTINGS, Contest, broken_laws, doubled
from receiver import Receiver

ELEKTRO = sys.argv[1]
KILLS = 4


class Tournament(ServerTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(ELEKTRO)
        cls.people = [account(cls.server, f"Person {i}") for i in range(8)]
        cls.organiser = account(cls.server, "Olga")

    @classmethod
    def tearDownClass(cls):
        cls.server.clean()

    def leave_tables(self, fixtures, stays=()):
        """All players but some leave their tables. Those who stay have the best ranks when the tables are ended."""
        for fixture in fixtures:
            for seat in fixture["people"]:
                if seat["user"] not in stays:
                    who = next(p for p in self.people if p.you["id"] == seat["user"])
                    who.post(f"/api/v1/tables/{fixture['table']}/leave")

    def test_whole_life(self):
        """from sign-up over two rounds and a final to the standings; players are told of their tables"""
        cup = Contest(self.organiser, final=True)
        self.assertEqual(cup.join(*self.people)["people"], 8)
        self.assertEqual(cup.now()["you"], {"state": "", "organiser": True, "table": None})
        hears = Socket(self.server, self.people[0])
        hears.ask("hello")
        champion = self.people[0].you["id"]
        for number in (1, 2, 3):
            fixtures = cup.begin() if number == 1 else cup.await_tables(number)
            self.assertEqual([f["final"] for f in fixtures], [number == 3] * len(fixtures))
            told = hears.push("tournament")
            mine = cup.now(self.people[0])["you"]
            self.assertEqual(told, {"push": "tournament", "tournament": cup.code, "name": "Winter Cup", "round": number,
                                    "table": mine["table"]})
            self.assertEqual(mine["state"], "in")
            if number < 3:
                self.assertEqual(list(broken_laws(cup, self.people, number, fixtures)), [])
            self.leave_tables(fixtures, stays=[champion])
            cup.manage("end-round")
        cup.await_state("ended")
        rows = cup.standings()
        self.assertEqual([row["user"] for row in rows if row["rank"] == 1], [champion])
        self.assertEqual([(row["points"], row["wins"], row["final_rank"]) for row in rows[:1]], [(240, 2, 1)])
        results = cup.results()
        self.assertEqual(results["standings"], rows)
        self.assertEqual([len(f["people"]) for f in results["fixtures"]], [4, 4, 4, 4, 3])
        self.assertIn("Person 0", results["text"].split("\n")[3])
        # A rating that a player hides is not among the standings.
        self.assertTrue(all(row["rating"] == 1500 for row in rows), rows)
        shy = self.people[1]
        shy.post("/api/v1/me/visibility", ratings=True)
        self.assertEqual([row["user"] for row in cup.standings() if row["rating"] is None], [shy.you["id"]])
        shy.post("/api/v1/me/visibility", ratings=False)
        self.assertEqual(cup.standings(), rows)

    def test_played_to_the_end(self):
        """a game that is played to its end gives its ranks, also if nobody asks for the tournament meanwhile"""
        cup = Contest(self.organiser, rounds=1)
        cup.join(*self.people[:3])
        fixture = cup.begin()[0]
        self.leave_tables([fixture])  # bots play it to its end
        cup.await_state("ended")
        fixture = cup.round(1)[0]
        self.assertEqual(fixture["state"], "ended")
        self.assertTrue(all(seat["left"] and seat["points"] == 0 for seat in fixture["people"]), fixture)

    def test_lists(self):
        """lists: open ones, running ones, ended ones, one's own; those that are not public are only found by their code"""
        anna = self.people[7]
        cup, hidden = Contest(self.organiser), Contest(self.organiser, public=False)
        cup.join(*self.people[:3])

        def listed(who, which):
            return [t["tournament"] for t in who.get(f"/api/v1/tournaments?list={which}")["tournaments"]]

        nobody = Http(self.server)
        self.assertEqual(listed(nobody, "open")[0], cup.code)
        self.assertNotIn(hidden.code, listed(self.organiser, "open"))
        self.assertEqual(hidden.now(nobody)["state"], "sign-up")
        self.assertEqual(listed(self.organiser, "mine")[:2], [hidden.code, cup.code])
        self.assertEqual(listed(self.people[0], "mine")[0], cup.code)
        self.assertNotIn(cup.code, listed(anna, "mine"))
        self.refused("not-logged-in", listed, nobody, "mine")
        cup.begin()
        mine = self.people[0].get("/api/v1/tournaments?list=mine")["tournaments"][0]["you"]
        self.assertEqual((mine["state"], mine["table"]), ("in", cup.round(1)[0]["table"]))
        self.assertEqual(listed(nobody, "running")[0], cup.code)
        self.assertNotIn(cup.code, listed(nobody, "open"))
        cup.manage("cancel")
        self.assertEqual(listed(nobody, "ended")[0], cup.code)
        shown = cup.now(nobody)
        self.assertEqual((shown["state"], shown["why"], shown["you"]["state"]), ("cancelled", "organiser", ""))
        self.assertEqual(cup.round(1)[0]["state"], "abandoned")
        self.assertIn(cup.round(1)[0]["table"], [t["table"] for t in self.people[0].get("/api/v1/me/tables")["tables"]])

    def test_table(self):
        """a table names its tournament if that is public; a rematch does not, nor can anybody say so of a table of their own"""
        anna = self.people[0]
        for public in (True, False):
            cup = Contest(self.organiser, rounds=1, public=public)
            cup.join(*self.people[:3])
            table = cup.begin()[0]["table"]
            named = [anna.get(f"/api/v1/tables/{table}")["info"]["settings"].get("tournament")]
            cup.manage("end-round")
            cup.await_state("ended")
            named.append(anna.post(f"/api/v1/tables/{table}/rematch")["info"]["settings"].get("tournament"))
            self.assertEqual(named, [cup.code if public else None, None])
        self.refused("bad-request", anna.post, "/api/v1/tables", players=3, tournament=cup.code)

    def test_refusals(self):
        """what strangers, guests and late people try is refused, and changes nothing"""
        cup = Contest(self.organiser, max_people=4)
        anna, guest = self.people[0], Http(self.server, "Guest")
        for who, code in ((anna, "not-the-organiser"), (guest, "not-an-account"), (Http(self.server), "not-logged-in")):
            for action in ("start", "pause", "resume", "cancel", "end-round"):
                self.refused(code, who.post, f"{cup.path}/manage", action=action)
            self.refused(code, who.post, f"{cup.path}/settings", name="Mine", settings=SETTINGS)
        self.refused("not-an-account", guest.post, f"{cup.path}/join")
        self.refused("not-an-account", guest.post, "/api/v1/tournaments", name="Mine", settings=SETTINGS)
        for action in ("pause", "resume", "end-round", "start"):
            self.refused("tournament-state", cup.manage, action)
        for action in ("remove", "replace", "end-table", "explode"):
            self.refused("bad-request", cup.manage, action)
        self.refused("not-running", cup.manage, "end-table", table="zzzzzzzzzzzz")
        self.refused("not-entered", cup.manage, "remove", user=anna.you["id"])
        self.refused("not-entered", anna.post, f"{cup.path}/leave")
        self.assertEqual(cup.now()["version"], 1)
        for code in ("x" * 16, "%27%3B--", "..", "nowhere"):
            self.refused("no-such-tournament", anna.get, f"/api/v1/tournaments/{code}")
            self.refused("no-such-tournament", anna.post, f"/api/v1/tournaments/{code}/join")
        self.refused("bad-request", anna.get, f"/api/v1/tournaments/{'x' * 17}")
        cup.join(*self.people[:5])
        cup.join(self.people[4])  # again
        self.assertEqual([cup.now(who)["you"]["state"] for who in self.people[3:6]], ["in", "reserve", ""])
        cup.manage("remove", user=anna.you["id"])
        self.assertEqual(cup.now(self.people[4])["you"]["state"], "in")
        self.refused("was-removed", anna.post, f"{cup.path}/join")
        cup.begin()
        self.assertEqual(cup.join(self.people[5])["you"]["state"], "reserve")
        self.refused("tournament-state", self.organiser.post, f"{cup.path}/settings", name="Mine", settings=SETTINGS)
        cup.manage("cancel")
        for do in (lambda: cup.manage("cancel"), lambda: cup.join(anna), lambda: cup.manage("start"),
                   lambda: self.people[1].post(f"{cup.path}/leave")):
            self.refused("tournament-state", do)

    def test_started_stays_started(self):
        """new settings do not undo a start that the server has not carried out yet"""
        for _ in range(5):
            cup = Contest(self.organiser)
            cup.join(*self.people[:3])
            cup.manage("start")
            self.refused("tournament-state", self.organiser.post, f"{cup.path}/settings", name="Mine", settings=SETTINGS)
            cup.manage("cancel")

    def test_bad_names(self):
        """names and settings that are too long, or cannot be seen, are refused"""
        def new(name, **settings):
            return self.organiser.post("/api/v1/tournaments", name=name, settings={**SETTINGS, **settings})

        for name in ("ab", "x" * 41, "\u0001\u0001\u0001", "é" * 21, 7, None):
            self.refused("bad-request", new, name)
        for name in ("a\u200bbc", " abc", "abc "):
            self.refused("bad-name", new, name)
        for settings in ({"boards": ["germany"] * 13}, {"boards": "germany"}, {"boards": ["x" * 32]}, {"players": 7}, {"min_people": 2},
                         {"max_people": 513}, {"rounds": 0}, {"round_minutes": 10 ** 9}, {"begins": -1}, {"unknown": 1},
                         {"clock": {"kind": "none"}}, {"repeat": {"every": "day", "day": 1, "minute": 0, "zone": "UTC"}}):
            self.refused("bad-request", new, "Winter Cup", **settings)
        self.refused("no-such-board", new, "Winter Cup", boards=["atlantis"])
        self.refused("too-large", new, "x" * 70000)

    def test_operator(self):
        """the operator lists tournaments, and cancels one"""
        cup = Contest(self.organiser, name="Odd Cup")
        cup.join(*self.people[:3])
        listed = self.server.admin("tournaments").stdout
        line = next(line for line in listed.split("\n") if cup.code in line)
        self.assertIn("sign-up  round 0 of 2  3 people", line)
        self.assertIn('"Odd Cup"', line)
        cup.begin()
        ended = self.server.admin("end-tournament", cup.code)
        self.assertEqual((ended.returncode, ended.stdout), (0, "Done.\n"), ended)
        self.assertEqual((cup.now()["state"], cup.now()["why"]), ("cancelled", "operator"))
        self.assertNotEqual(self.server.admin("end-tournament", cup.code).returncode, 0)
        self.assertIn("no tournament", self.server.admin("end-tournament", "nowhere").stderr)


class Alone(ServerTestCase):
    """Cases with a server of their own."""

    def test_limits(self):
        """an account organises a few tournaments at a time"""
        with Server(ELEKTRO, "--tournaments", "2") as server:
            anna = account(server, "Anna")
            cups = [Contest(anna), Contest(anna)]
            self.refused("tournament-limit", Contest, anna)
            cups[0].manage("cancel")
            Contest(anna)

    def test_notice(self):
        """people who want to are told by their webhooks that a round begins, and not that a game begins, too"""
        told = []

        def take(handler, body):
            told.append(json.loads(body))
            handler.answer(204)

        receiver = Receiver(take)
        self.addCleanup(receiver.close)
        with Server(ELEKTRO, "--private-webhooks") as server:
            organiser, *people = (account(server, name) for name in ("Olga", "Anna", "Ben", "Cleo"))
            for who in people:
                who.post("/api/v1/me/webhook", url=receiver.url)
                who.post("/api/v1/me/notices", choices=[
                    {"kind": kind, "pace": "days", "webhook": kind != "your-turn", "mail": False, "push": False}
                    for kind in ("your-turn", "game-begins", "tournament-round")])
            cup = Contest(organiser)
            cup.join(*people)
            cup.begin()
            self.assertTrue(until(lambda: len(told) == 3), told)
            server.stop()  # it sends what waits
            self.assertEqual(told, [{"notice": "tournament-round", "tournament": cup.code, "title": "Winter Cup", "round": 1}] * 3)

    def test_kill(self):
        """a server that is killed while it draws rounds and makes tables loses none, and makes none twice"""
        rng = random.Random(3)
        with Server(ELEKTRO) as server:
            organiser = account(server, "Olga")
            people = [account(server, f"Person {i}") for i in range(24)]
            cup = Contest(organiser, rounds=KILLS)
            cup.join(*people)
            for number in range(1, KILLS + 1):
                cup.manage("start" if number == 1 else "end-round")
                time.sleep(rng.uniform(0, 1.5))  # a moment of chance, not one to wait for
                server.kill()
                server.start()
                fixtures = cup.await_tables(number)
                self.assertEqual(len(fixtures), 8)
                self.assertEqual(list(broken_laws(cup, people, number, fixtures)), [])
                self.assertEqual(list(doubled(people, number, fixtures)), [])
            cup.manage("end-round")
            cup.await_state("ended")
            rows = cup.standings()
            self.assertEqual([row["tables"] for row in rows], [KILLS] * 24)
            self.assertEqual(sum(row["points"] for row in rows), 60 * 24 * KILLS)
