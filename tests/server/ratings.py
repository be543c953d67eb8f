"""Results and ratings: rated tables, what a game changes, absence, and that each game is rated exactly once.

    tests/run ratings.py ELEKTRO
"""

import math
import random
import sys
import time

from client import Http, Refused, Server, ServerTestCase, Socket, account, new_table, until
from database import sql
from play import choose

ELEKTRO = sys.argv[1]
SHORT = {"edition": "classic", "options": {"first_game": True}}
START = {"rating": 1500, "deviation": 350, "provisional": True}


def play(code, players, rng):
    """Plays a game to its end; players: by seat, None for one who has left."""
    base = f"/api/v1/tables/{code}"
    some = next(p for p in players if p)
    number = 0
    while True:
        position = some.get(base + "/position")["position"]
        if position["view"]["ended"]:
            return position
        player = players[position["view"]["to_move"] - 1] if position["view"]["to_move"] else None
        try:
            listed = player and player.get(base + "/moves")
            if listed and listed["moves"]:
                number += 1
                player.post(base + "/move", seq=listed["seq"], client=f"m{number}", move=choose(listed["moves"], rng))
        except Refused as no:  # a bot, or the end, was faster
            if no.code not in ("stale", "not-running", "not-your-turn"):
                raise


def rated_game(players, rng, leave=(), **settings):
    """A rated game, played to its end; returns its code. leave: seats from 1 whose players leave at once."""
    code = new_table(players[0], players[1:], **{**SHORT, "rated": True, "order": "seated", **settings})
    for seat in leave:
        players[seat - 1].post(f"/api/v1/tables/{code}/leave")
    play(code, [None if seat + 1 in leave else p for seat, p in enumerate(players)], rng)
    return code


def result_of(who, code):
    """The result of a game once it has ended and is entered."""
    def done():
        reply = who.get(f"/api/v1/tables/{code}/result")
        return reply["state"] == "done" and reply
    return until(done)["result"]


def rows(server, table, columns, order):
    """All rows of a table, as one text."""
    if server.store:
        return sql(server, f"SELECT string_agg(concat_ws(',', {columns}), ' ' ORDER BY {order}) FROM {table}")
    joined = " || ',' || ".join(f"COALESCE({column}, '')" for column in columns.split(", "))
    return sql(server, f"SELECT group_concat(line, ' ') FROM (SELECT {joined} AS line FROM {table} ORDER BY {order})")


def sums(server):
    """What follows from the results."""
    return {"ratings": rows(server, "ratings", "person, pace, players, mean, spread, games", "person, pace, players"),
            "leaders": rows(server, "leaders", "pace, period, person, mean, spread, listed, games, wins", "pace, period, person"),
            "tallies": rows(server, "tallies", "person, pace, board, edition, players, rated, games, wins, ranks",
                            "person, pace, board, edition, players, rated"),
            "seats": rows(server, "result_seats",
                          "result, seat, person, level, rank, absent, mean_before, spread_before, mean, spread", "result, seat")}


class Ratings(ServerTestCase):
    def test_game(self):
        """a rated game changes the ratings of its players, who are told; a friendly one changes nothing"""
        rng = random.Random(1)
        with Server(ELEKTRO) as server:
            anna, ben = account(server, "Anna"), account(server, "Ben")
            sockets = [Socket(server, each) for each in (anna, ben)]
            code = rated_game([anna, ben], rng)
            for socket in sockets:
                self.assertEqual(socket.push("rated"), {"push": "rated", "table": code, "rated": True})
            result = result_of(Http(server), code)
            self.assertEqual({k: result[k] for k in ("table", "board", "edition", "players", "pace", "rated", "complete", "title")},
                             {"table": code, "board": "germany", "edition": "classic", "players": 2, "pace": "live",
                              "rated": True, "complete": True, "title": ""})
            ranks = {r["seat"]: r["rank"] for r in
                     anna.get(f"/api/v1/tables/{code}/position")["position"]["view"]["ranking"]}
            seats = result["seats"]
            self.assertEqual([(s["seat"], s["user"], s["name"], s["kind"], s["level"], s["rank"], s["absent"]) for s in seats],
                             [(1, anna.you["id"], "Anna", "person", None, ranks[1], False),
                              (2, ben.you["id"], "Ben", "person", None, ranks[2], False)])
            # Weng and Lin for two new players, by hand.
            variance, number = 350 ** 2 + 10 ** 2, 60 ** 2 + 1
            draw = seats[0]["rank"] == seats[1]["rank"]
            gain = 0 if draw else round(variance * 0.5 / math.sqrt(2 * (variance + number + 100 ** 2)))
            for seat in seats:
                self.assertEqual(seat["before"], START)
                self.assertEqual(seat["after"]["rating"], 1500 + (gain if seat["rank"] == 1 else -gain))
                self.assertLess(seat["after"]["deviation"], 350)
            # The next one goes on from there; a friendly one and one of another pace do not.
            again = result_of(anna, rated_game([ben, anna], rng))
            self.assertEqual([s["before"] for s in again["seats"]], [s["after"] for s in reversed(seats)])
            friendly = result_of(anna, rated_game([anna, ben], rng, rated=False))
            self.assertFalse(friendly["rated"])
            self.assertEqual([(s["before"], s["after"]) for s in friendly["seats"]], [(None, None)] * 2)
            slow = result_of(anna, rated_game([anna, ben], rng, clock={"kind": "days", "days": 2}))
            self.assertEqual((slow["pace"], slow["seats"][0]["before"]), ("days", START))
            # A rematch is rated, too.
            info = anna.post(f"/api/v1/tables/{code}/rematch")["info"]
            self.assertEqual((info["settings"]["rated"], info["settings"]["absence"]), (True, "last"))

    def test_refusals(self):
        """guests, bots and advice are refused at rated tables"""
        with Server(ELEKTRO) as server:
            anna, guest = account(server, "Anna"), Http(server, "Gast")
            self.refused("rated-table", guest.post, "/api/v1/tables", players=2, rated=True)
            self.refused("rated-table", anna.post, "/api/v1/tables", players=2, rated=True, help=True)
            self.refused("bad-request", anna.post, "/api/v1/tables", players=2, rated=True, absence="first")
            code = anna.post("/api/v1/tables", players=2, rated=True, absence="result")["info"]["table"]
            self.assertEqual(self.refused("rated-table", guest.post, f"/api/v1/tables/{code}/join").status, 403)
            self.refused("rated-table", anna.post, f"/api/v1/tables/{code}/bots", level="easy")
            info = guest.get(f"/api/v1/tables/{code}")["info"]
            self.assertEqual((info["settings"]["rated"], info["settings"]["absence"]), (True, "result"))
            self.assertEqual([s["kind"] for s in info["seats"]], ["person", "empty"])
            # A guest who registers may play.
            guest.post("/api/v1/register", name="Gast", password="correct horse")
            guest.post(f"/api/v1/tables/{code}/join")
            self.assertEqual(anna.get(f"/api/v1/tables/{code}/result"), {"ok": True, "state": "none", "result": None})

    def test_absent(self):
        """a player who has left is last, or counts as the seat has ended; who ends early is not rated"""
        rng = random.Random(2)
        with Server(ELEKTRO) as server:
            names = ("Anna", "Ben", "Cleo", "Dora")
            people = [account(server, name) for name in names]
            seats = result_of(people[3], rated_game(people, rng, leave=(1, 2, 3)))["seats"]
            self.assertEqual([(s["rank"], s["absent"]) for s in seats], [(2, True)] * 3 + [(1, False)])
            self.assertTrue(all(s["after"]["rating"] < 1500 for s in seats[:3]) and seats[3]["after"]["rating"] > 1500, seats)
            # Those who stayed keep their order.
            code = rated_game(people, rng, leave=(2, 3))
            ranking = {r["seat"]: r["rank"] for r in
                       people[0].get(f"/api/v1/tables/{code}/position")["position"]["view"]["ranking"]}
            self.assertEqual([s["rank"] for s in result_of(people[0], code)["seats"]],
                             [1 + (ranking[4] < ranking[1]), 3, 3, 1 + (ranking[1] < ranking[4])])
            code = rated_game(people[:3], rng, leave=(1,), absence="result")
            ranking = people[1].get(f"/api/v1/tables/{code}/position")["position"]["view"]["ranking"]
            result = result_of(people[1], code)
            self.assertEqual({s["seat"]: s["rank"] for s in result["seats"]}, {r["seat"]: r["rank"] for r in ranking})
            self.assertEqual([s["absent"] for s in result["seats"]], [True, False, False])
            code = new_table(people[0], people[1:2], rated=True)
            for each in people[:2]:
                each.post(f"/api/v1/tables/{code}/agree-end", agree=True)
            result = result_of(people[0], code)
            self.assertEqual((result["rated"], result["complete"]), (False, False))
            self.assertEqual([(s["rank"], s["before"], s["after"]) for s in result["seats"]], [(0, None, None)] * 2)
            # All have left: nobody has won anything.
            code = new_table(people[0], people[1:2], rated=True, **SHORT)
            for each in people[:2]:
                each.post(f"/api/v1/tables/{code}/leave")
            self.assertFalse(result_of(people[0], code)["rated"])

    def test_others(self):
        """guests and bots have results without ratings; a deleted player has neither name nor rating"""
        rng = random.Random(3)
        with Server(ELEKTRO) as server:
            guest, anna, ben = Http(server, "Gast"), account(server, "Anna"), account(server, "Ben")
            code = new_table(guest, bots=["easy"], **SHORT)
            guest.post(f"/api/v1/tables/{code}/leave")
            result = result_of(guest, code)
            self.assertEqual([(s["kind"], s["level"], s["before"]) for s in result["seats"]],
                             [("person", None, None), ("bot", "easy", None)])
            self.assertEqual((result["seats"][0]["absent"], result["seats"][1]["user"]), (True, 0))
            code = new_table(anna, [ben], rated=True, **SHORT)
            anna.post("/api/v1/me/delete", name="Anna")
            play(code, [None, ben] if ben.get(f"/api/v1/tables/{code}")["info"]["you"] == 2 else [ben, None], rng)
            seats = result_of(ben, code)["seats"]
            self.assertEqual([(s["user"], s["name"], s["kind"], s["rank"], s["absent"], s["after"]) for s in seats[:1]],
                             [(0, None, "person", 2, True, None)])
            self.assertGreater(seats[1]["after"]["rating"], 1500)

    def test_recomputed(self):
        """ratings that are computed again from the results are the same; not while the server runs"""
        rng = random.Random(4)
        with Server(ELEKTRO) as server:
            people = [account(server, name) for name in ("Anna", "Ben", "Cleo", "Dora")]
            result_of(people[0], rated_game(people[:3], rng, leave=(2,)))
            for clock in ({"kind": "none"}, {"kind": "days", "days": 1}):
                result_of(people[0], rated_game(people[:2], rng, clock=clock))
            result_of(people[0], rated_game(people[1:3], rng, rated=False))
            last = result_of(people[0], rated_game(people, rng, leave=(1, 4)))
            people[3].post("/api/v1/me/delete", name="Dora")
            before = sums(server)
            refused = server.admin("recompute-ratings")
            self.assertNotEqual(refused.returncode, 0, refused.stdout)
            self.assertIn("Stop it", refused.stderr)
            self.assertEqual(server.stop(), 0)
            sql(server, "DELETE FROM leaders")
            sql(server, "UPDATE ratings SET mean = 0")
            sql(server, "DELETE FROM tallies WHERE wins = 0")
            sql(server, "UPDATE result_seats SET mean = 1, spread = 2 WHERE seat = 1")
            done = server.admin("recompute-ratings")
            self.assertEqual((done.returncode, done.stdout),
                             (0, "The ratings are computed again from 5 results.\n"), done.stderr)
            again = sums(server)
            for name, table in before.items():
                self.assertEqual(again[name], table, name)
            server.start()
            gone = {"user": 0, "name": None, "account": False, "before": None, "after": None}
            seats = Http(server).get(f"/api/v1/tables/{last['table']}/result")["result"]["seats"]
            self.assertEqual(seats, [{**seat, **(gone if seat["seat"] == 4 else {})} for seat in last["seats"]])

    def test_kills(self):
        """each game is rated exactly once if the server is killed between its end and its rating"""
        rng = random.Random(5)
        with Server(ELEKTRO) as server:
            people = [account(server, name) for name in ("Anna", "Ben")]
            codes = []
            for _ in range(5):
                codes.append(rated_game(people, rng))
                time.sleep(rng.uniform(0, 1.5))  # the server may be anywhere between the end and the rating, or after it
                server.kill()
                server.start()
                for each in people:
                    each.close()
            for code in codes:
                self.assertTrue(result_of(people[0], code)["rated"])
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM results"), "5")
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM result_seats"), "10")
            self.assertEqual(sql(server, "SELECT SUM(games) FROM ratings WHERE players = 0"), "10")
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM games WHERE tallied IS NULL"), "0")
            before = sums(server)
            self.assertEqual(server.stop(), 0)
            self.assertEqual(server.admin("recompute-ratings").returncode, 0)
            self.assertEqual(sums(server), before)
            server.start()

    def test_one_address(self):
        """two people who play from one address are flagged, once, and only if the game was rated"""
        rng = random.Random(6)
        with Server(ELEKTRO, "--proxied") as server:
            anna, ben, cleo = (account(server, name, f"10.0.0.{place}")
                               for name, place in (("Anna", 1), ("Ben", 1), ("Cleo", 2)))
            result_of(anna, rated_game([anna, cleo], rng))
            result_of(anna, rated_game([anna, ben], rng, rated=False))
            reports = "SELECT COUNT(*) FROM reports"
            self.assertEqual(sql(server, reports), "0")
            code = rated_game([ben, cleo, anna], rng)
            result_of(anna, code)
            result_of(anna, rated_game([anna, ben], rng))
            self.assertEqual(sql(server, reports), "1")
            pair = sorted(who.you["id"] for who in (anna, ben))
            self.assertEqual(sql(server, "SELECT kind, person, other, code FROM reports"), f"same-address|{pair[0]}|{pair[1]}|{code}")
            # The address is forgotten.
            self.assertNotIn("origin", sql(server, f"SELECT seats FROM games WHERE code = '{code}'"))

    def test_nodes(self):
        """of several nodes one enters each result, also if the node of the game dies; players at all of them are told"""
        rng = random.Random(7)
        with Server(ELEKTRO) as one:
            if not one.store:
                self.skipTest("SQLite is not shared")
            with Server(ELEKTRO, store=one.store) as other:
                people = [account(one, name) for name in ("Anna", "Ben")]
                socket = Socket(other, people[1])
                codes = [rated_game(people, rng)]
                self.assertEqual(socket.push("rated")["table"], codes[0])
                codes.append(rated_game(people, rng))
                one.kill()
                elsewhere = Http(other)
                codes.append(rated_game([Http(other, cookie=who.cookie) for who in people], rng))
                for code in codes:
                    self.assertTrue(result_of(elsewhere, code)["rated"])
                one.start()
                self.assertEqual(sql(one, "SELECT COUNT(*) FROM results"), "3")
                self.assertEqual(sql(one, "SELECT SUM(games) FROM ratings WHERE players = 0"), "6")
