"""A tournament of many robots by correspondence, from sign-up to standings: some leave, one is removed, one is replaced, one closes the
account, one table is ended by rule, and the server is killed twice. The standings are computed again from the records of the games.

    tests/run simulated.py ELEKTRO PEOPLE
"""

import random
import re
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

from client import Server, ServerTestCase, account, until
from contest import Contest, broken_laws
from robots import Game, Robot

ELEKTRO, PEOPLE = sys.argv[1], int(sys.argv[2])
SIZE, ROUNDS = 4, 2


# ------------------------------------------------------------------------------------------------- standings, computed again

def points_of(ranks):
    """Ranks and points of places at a table by the ranks of its game; those who left have none."""
    stayed = sorted(rank for rank in ranks.values() if rank is not None)
    result = {}
    for place, rank in ranks.items():
        if rank is None:
            result[place] = (len(stayed) + 1, Fraction(0))
            continue
        first = stayed.index(rank)
        shared = stayed.count(rank)
        steps = [Fraction(120 * (len(ranks) - 1 - at), len(ranks) - 1) for at in range(first, first + shared)]
        result[place] = (first + 1, sum(steps) / shared)
    return result


class Expected:
    """The standings by docs/tournaments.md, of tables that are {place: rank in the game, or None for one who left}."""

    def __init__(self, tables, final):
        self.points, self.wins, self.met = defaultdict(Fraction), defaultdict(int), defaultdict(list)
        scored = [points_of(table) for table in tables]
        for table in scored:
            for place, (rank, points) in table.items():
                self.points[place] += points
                self.wins[place] += rank == 1
                self.met[place] += [other for other in table if other != place]
        self.opponents = {place: sum((self.points[other] for other in met), Fraction(0)) / len(met) for place, met in self.met.items()}
        self.direct = defaultdict(int)
        for table in scored:
            for place, (rank, _) in table.items():
                self.direct[place] += sum((rank < other) - (rank > other) for rival, (other, _) in table.items()
                                          if rival != place and self.sums(rival) == self.sums(place))
        self.final = {place: rank for place, (rank, _) in points_of(final).items()}

    def sums(self, place):
        return self.points[place], self.wins[place], self.opponents[place]

    def key(self, place):
        """Higher is better."""
        return -self.final.get(place, 1000), *self.sums(place), self.direct[place]

    def rank(self, place):
        return 1 + sum(self.key(other) > self.key(place) for other in self.points)


# ---------------------------------------------------------------------------------------------------------------- the tournament

class Simulated(ServerTestCase):
    def play(self, fixture, away=(), only=None):
        """Plays a table to its end, or so many moves; those who are away have bots."""
        robots = [self.robots[seat["user"]] for seat in fixture["people"] if seat["user"] not in away]
        return Game(fixture["table"], robots, random.Random(fixture["number"])).go_on(only)

    def play_all(self, fixtures, away):
        self.assertTrue(all(self.pool.map(lambda fixture: self.play(fixture, away), fixtures)))

    def note(self, fixture, left=()):
        """Keeps the ranks of a game that has ended, from its record; those who have left have none."""
        record = self.olga.get(f"/api/v1/tables/{fixture['table']}/record")["record"]
        result = re.search(r"^result: (.*)$", record, re.MULTILINE)[1]
        ranks = {name: int(rank) for rank, name in re.findall(r"(\d+)\. (.*?) supplies", result)}
        names = {seat["user"]: self.names[seat["user"]] for seat in fixture["people"]}
        return {self.places[user]: None if user in left else ranks[name] for user, name in names.items()}

    def restart(self):
        self.server.kill()
        self.server.start()
        for robot in self.robots.values():
            robot.disconnect()

    def leave_table(self, user, fixture):
        self.robots[user].http.post(f"/api/v1/tables/{fixture['table']}/leave")

    def sign_up(self):
        people = list(self.pool.map(lambda i: Robot(account(self.server, f"Robot {i}")), range(PEOPLE + 1)))
        self.robots = {robot.user: robot for robot in people}
        self.names = {robot.user: robot.name for robot in people}
        self.olga = account(self.server, "Olga")
        self.cup = Contest(self.olga, players=SIZE, rounds=ROUNDS, final=True, rated=True, max_people=PEOPLE, break_minutes=1000)
        self.cup.join(*(robot.http for robot in people))
        self.assertEqual((self.cup.now()["people"], self.cup.now()["reserves"]), (PEOPLE, 1))
        return people[:-1], people[-1]

    def first_round(self, fixtures):
        """At the first table one withdraws, and another comes back; at the second one leaves the table alone; at the third one is
        removed."""
        gone, back = (seat["user"] for seat in fixtures[0]["people"][:2])
        briefly, removed = fixtures[1]["people"][1]["user"], fixtures[2]["people"][0]["user"]
        for user in (gone, back):
            self.robots[user].http.post(f"{self.cup.path}/leave")
        self.robots[back].http.post(f"/api/v1/tables/{fixtures[0]['table']}/come-back")
        self.leave_table(briefly, fixtures[1])
        self.cup.manage("remove", user=removed)
        absent = {gone, briefly, removed}
        self.play_all(fixtures, absent)
        self.tables += [self.note(fixture, absent) for fixture in fixtures]
        return {gone, back, removed}

    def second_round(self, fixtures):
        """The server is killed in the middle of a game. The first table is ended by rule before anybody has moved. At the second
        table somebody closes the account."""
        self.cup.manage("end-table", table=fixtures[0]["table"])
        self.tables.append({self.places[seat["user"]]: 1 for seat in fixtures[0]["people"]})
        closing = fixtures[1]["people"][2]["user"]
        self.play(fixtures[2], only=40)
        self.restart()
        self.robots[closing].http.post("/api/v1/me/delete", name=self.names[closing])
        self.play_all(fixtures[1:], {closing})
        self.names[closing] = self.bot_name(fixtures[1])
        self.tables += [self.note(fixture, {closing}) for fixture in fixtures[1:]]
        return {closing}

    def end_break(self):
        """The organiser begins the next round, when all tables have ended."""
        def is_break():
            now = self.cup.now()
            return now["begins"] and now["tables"]["running"] == 0
        self.assertTrue(until(is_break))
        number = self.cup.manage("start")["round"] + 1
        return self.cup.await_tables(number)

    def bot_name(self, fixture):
        """The name that a table gives to the seat of an account that was closed."""
        seats = self.olga.get(f"/api/v1/tables/{fixture['table']}")["info"]["seats"]
        return next(seat["name"] for seat in seats if seat["user"] == 0)

    def compare(self, final):
        """The standings of the server with those computed here."""
        expected = Expected(self.tables, final)
        rows = self.cup.standings()
        self.assertEqual(len(rows), PEOPLE)
        for row in rows:
            place = row["place"]
            points, wins, opponents = expected.sums(place)
            self.assertEqual((row["points"], row["wins"], row["direct"]), (points, wins, expected.direct[place]), row)
            self.assertAlmostEqual(row["opponents"], float(opponents), delta=0.051)
            self.assertEqual(row["rank"], expected.rank(place), row)
        self.assertEqual([row["rank"] for row in rows], sorted(row["rank"] for row in rows))
        self.assertEqual(sum(row["final_rank"] is not None for row in rows), SIZE)
        return rows

    def test_tournament(self):
        """from sign-up to standings, with leavers and a server that is killed; the standings follow from the records"""
        with Server(ELEKTRO) as self.server, ThreadPoolExecutor(4) as self.pool:
            people, reserve = self.sign_up()
            self.cup.manage("start")
            self.restart()
            fixtures = self.cup.await_tables(1)
            self.assertEqual(list(broken_laws(self.cup, [robot.http for robot in people], 1, fixtures)), [])
            self.places = {seat["user"]: seat["place"] for fixture in fixtures for seat in fixture["people"]}
            self.tables = []
            gone = self.first_round(fixtures)
            replaced = min(gone)
            self.cup.manage("replace", user=replaced, by=reserve.user)
            self.places[reserve.user] = self.places[replaced]
            fixtures = self.end_break()
            stayed = [robot for robot in [*people, reserve] if robot.user not in gone]
            self.assertEqual(list(broken_laws(self.cup, [robot.http for robot in stayed], 2, fixtures)), [])
            closed = self.second_round(fixtures)
            final = self.end_break()
            self.assertEqual([len(fixture["people"]) for fixture in final], [SIZE])
            self.assertFalse({seat["user"] for seat in final[0]["people"]} & (gone | closed))
            self.assertTrue(self.play(final[0]))
            self.cup.await_state("ended")
            rows = self.compare(self.note(final[0]))
            self.assertEqual({row["user"] for row in rows if row["name"] is None}, closed)
            self.assertIn(reserve.user, {row["user"] for row in rows})
            print("".join(f"# {line}\n" for line in self.cup.results()["text"].split("\n")[:8]))
