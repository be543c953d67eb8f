"""Profiles, games of players, leader boards, the archive of one's games, and what stays of an account that is deleted.

    tests/run profiles.py ELEKTRO
"""

import sys
from urllib.parse import quote

from client import Http, Server, ServerTestCase, Socket, account, new_table
from database import sql
from people_rows import DAY, NOW, Crowd, name_of, token_of

ELEKTRO = sys.argv[1]
PEOPLE, RESULTS, BUSY = 120, 3000, 2


def person(server, number):
    """A client who is logged in as one of the crowd."""
    return Http(server, cookie=f"{cookie_name(server)}={token_of(number)}")


def cookie_name(server):
    return Http(server, "Guest").cookie.split("=")[0]


def path_of(name, more=""):
    return f"/api/v1/people/{quote(name, safe='')}{more}"


def whole(ask, query=""):
    """All games of a list, page by page."""
    games, before = [], None
    while True:
        sign = "&" if query else ""
        reply = ask(query + (f"{sign}before={before}" if before else ""))
        games += reply["games"]
        before = reply["next"]
        if before is None:
            return games


class Profiles(ServerTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(ELEKTRO)
        Crowd(PEOPLE, RESULTS, BUSY, 2600 // BUSY).fill(cls.server)
        cls.busy = person(cls.server, 0)
        cls.visitor = Http(cls.server)

    @classmethod
    def tearDownClass(cls):
        cls.server.clean()

    def games_of(self, name, who=None):
        who = who or self.visitor
        return lambda query: who.get(path_of(name, f"/games?{query}"))

    def mine(self, query):
        return self.busy.get(f"/api/v1/me/games?{query}")

    def test_profile(self):
        """anybody finds a profile by the name in any spelling; ratings, tallies and games agree with the results"""
        profile = self.visitor.get(path_of("PERSON 0"))
        self.assertEqual((profile["name"], profile["kind"], profile["you"]), (name_of(0), "account", False))
        self.assertEqual((profile["together"], profile["hidden"], profile["games"]), (None, None, True))
        games = whole(self.games_of(name_of(0)))
        self.assertEqual(sum(tally["games"] for tally in profile["tallies"]), len(games))
        won = [game for game in games for seat in game["seats"] if seat["name"] == name_of(0) and seat["rank"] == 1]
        self.assertEqual(sum(tally["wins"] for tally in profile["tallies"]), len(won))
        self.assertEqual({rating["pace"] for rating in profile["ratings"]}, {"live", "days"})
        self.refused("no-such-user", self.visitor.get, path_of("Nobody"))
        self.refused("no-such-user", self.visitor.get, path_of("Guest"))

    def test_together(self):
        """who looks at the profile of another player sees how often they were ahead and behind"""
        games = [game for game in whole(self.mine) if any(seat["name"] == name_of(1) for seat in game["seats"])]
        ranks = [{seat["name"]: seat["rank"] for seat in game["seats"]} for game in games]
        ahead = sum(rank[name_of(0)] < rank[name_of(1)] for rank in ranks)
        together = {"games": len(games), "ahead": ahead, "behind": len(games) - ahead, "recent": False}
        self.assertGreater(len(games), 20)
        self.assertEqual(self.busy.get(path_of(name_of(1)))["together"], together)
        # The one with fewer games is the one whose games are looked through.
        other = person(self.server, 50)
        met = other.get(path_of(name_of(0)))["together"]
        turned = self.busy.get(path_of(name_of(50)))["together"]
        self.assertEqual((met["games"], met["ahead"], met["behind"]), (turned["games"], turned["behind"], turned["ahead"]))
        self.assertIsNone(self.busy.get(path_of(name_of(0)))["together"])

    def test_pages(self):
        """games come fifty at a time, the latest first, and each once"""
        first = self.mine("")
        self.assertEqual(len(first["games"]), 50)
        games = whole(self.mine)
        self.assertEqual(len({game["table"] for game in games}), len(games))
        ended = [game["ended"] for game in games]
        self.assertEqual(ended, sorted(ended, reverse=True))
        self.assertEqual(len(games), self.busy.get("/api/v1/me/archive")["total"])

    def test_filters(self):
        """each filter finds the games that it names, and no other; together they find what all of them find"""
        games = whole(self.mine)
        me = {game["table"]: next(seat for seat in game["seats"] if seat["name"] == name_of(0)) for game in games}
        middle = NOW - 500 * DAY
        filters = {
            "board=france": lambda game: game["board"] == "france",
            "edition=recharged": lambda game: game["edition"] == "recharged",
            "players=5": lambda game: game["players"] == 5,
            "pace=days": lambda game: game["pace"] == "days",
            "rated=false": lambda game: not game["rated"],
            "rated=true": lambda game: game["rated"],
            "outcome=won": lambda game: me[game["table"]]["rank"] == 1,
            "outcome=not-won": lambda game: me[game["table"]]["rank"] > 1,
            f"from={middle}": lambda game: game["ended"] >= middle,
            f"to={middle}": lambda game: game["ended"] < middle,
            f"with={quote(name_of(1))}": lambda game: any(seat["name"] == name_of(1) for seat in game["seats"]),
        }
        for query, fits in filters.items():
            with self.subTest(query):
                expected = [game["table"] for game in games if fits(game)]
                self.assertTrue(0 < len(expected) < len(games))
                self.assertEqual([game["table"] for game in whole(self.mine, query)], expected)
        several = ["edition=recharged", "rated=true", "outcome=won", f"from={middle}"]
        expected = [game["table"] for game in games if all(filters[query](game) for query in several)]
        self.assertEqual([game["table"] for game in whole(self.mine, "&".join(several))], expected)
        for query in ("board=", "players=7", "pace=fast", "rated=1", "outcome=lost", "from=-1", "before=0", "with="):
            self.refused("bad-request", self.mine, query)
        self.refused("no-such-user", self.mine, "with=Nobody")

    def test_private(self):
        """only those who played in a private game are told its code and title"""
        shown = {game["ended"]: game for game in whole(self.games_of(name_of(0)))}
        own = {game["ended"]: game for game in whole(self.mine)}
        closed = [ended for ended, game in shown.items() if game["table"] == ""]
        self.assertEqual(shown.keys(), own.keys())
        self.assertTrue(0 < len(closed) < len(shown))
        self.assertTrue(all(own[ended]["table"] and not shown[ended]["title"] for ended in closed))
        self.assertTrue(any(own[ended]["title"] for ended in closed))

    def test_chart(self):
        """a chart has at most 300 points of each pace, in order: the latest rated games, and others spread over the time before"""
        chart = self.visitor.get(path_of(name_of(0), "/ratings"))
        for pace in ("live", "days"):
            points = chart[pace]
            self.assertEqual([point["at"] for point in points], sorted(point["at"] for point in points))
            rated = [game for game in whole(self.mine, f"pace={pace}&rated=true")]
            self.assertTrue(60 < len(points) <= 300, len(points))
            ended = {game["ended"] for game in rated}
            self.assertTrue(all(point["at"] in ended for point in points))
            self.assertEqual(points[-1]["at"], rated[0]["ended"])
            self.assertLess(points[0]["at"] - rated[-1]["ended"], 100 * DAY)
        # Of a player with few games all are in it.
        few = self.visitor.get(path_of(name_of(90), "/ratings"))
        rated = whole(self.games_of(name_of(90)), "rated=true")
        self.assertEqual(sorted(point["at"] for pace in few.values() if isinstance(pace, list) for point in pace),
                         sorted(game["ended"] for game in rated))

    def test_leaders(self):
        """leader boards are in the order of the ratings, in pages that fit together; a player sees their own place"""
        for period in ("all", "2026", "2026-10", "1999"):
            first = self.busy.get(f"/api/v1/leaders?pace=live&period={period}")
            ratings = [row["rating"] for row in first["leaders"]]
            self.assertEqual(ratings, sorted(ratings, reverse=True))
            self.assertEqual([row["rank"] for row in first["leaders"]], list(range(1, len(ratings) + 1)))
        board = self.busy.get("/api/v1/leaders?pace=live&period=all")
        self.assertTrue(board["more"])
        second = self.busy.get("/api/v1/leaders?pace=live&period=all&from=51")
        rows = {row["name"]: row for row in board["leaders"] + second["leaders"]}
        self.assertEqual(len(rows), len(board["leaders"]) + len(second["leaders"]))
        found = 0
        for number in range(30):
            you = person(self.server, number).get("/api/v1/leaders?pace=live&period=all")["you"]
            if you and you["name"] in rows:
                self.assertEqual(you, rows[you["name"]])
                found += 1
        self.assertGreater(found, 3)
        self.assertIsNone(self.visitor.get("/api/v1/leaders?pace=days&period=all")["you"])
        for period in ("2026-13", "2026-1", "26", "ever", "2026-1x", "20266"):
            self.refused("bad-request", self.visitor.get, f"/api/v1/leaders?pace=live&period={period}")

    def test_hidden(self):
        """what a player hides others do not see, at no place; the player does"""
        board = self.visitor.get("/api/v1/leaders?pace=live&period=all")["leaders"]
        number = next(number for number in range(2, PEOPLE) for row in board if row["name"] == name_of(number) and number < 100)
        name, one = name_of(number), person(self.server, number)
        before = one.get(path_of(name))
        self.assertEqual(one.post("/api/v1/me/visibility", ratings=True, since=True)["hidden"],
                         {"ratings": True, "results": False, "games": False, "since": True})
        seen = self.visitor.get(path_of(name))
        self.assertEqual((seen["ratings"], seen["since"], seen["tallies"]), (None, None, before["tallies"]))
        self.refused("hidden", self.visitor.get, path_of(name, "/ratings"))
        after = self.visitor.get("/api/v1/leaders?pace=live&period=all")["leaders"]
        self.assertEqual([row for row in board if row["name"] != name], after)
        games = whole(self.games_of(name), "rated=true")
        self.assertTrue(all(seat["after"] is None for game in games for seat in game["seats"] if seat["name"] == name))
        self.assertTrue(all(seat["after"] for game in games for seat in game["seats"] if seat["name"] not in (name, None)))
        self.assertTrue(all(seat["after"] for game in one.get("/api/v1/me/games?rated=true")["games"] for seat in game["seats"]))
        one.post("/api/v1/me/visibility", ratings=False, results=True, games=True)
        seen = self.visitor.get(path_of(name))
        self.assertEqual((seen["tallies"], seen["games"], seen["since"]), (None, False, None))
        self.assertEqual(seen["ratings"], before["ratings"])
        self.refused("hidden", self.visitor.get, path_of(name, "/games"))
        own = one.get(path_of(name))
        self.assertEqual((own["tallies"], own["since"], own["games"], own["you"]), (before["tallies"], before["since"], True, True))
        self.assertEqual(own["hidden"], {"ratings": False, "results": True, "games": True, "since": True})
        one.post("/api/v1/me/visibility", results=False, games=False, since=False)
        self.assertEqual(self.visitor.get(path_of(name)), {**before, "hidden": None, "you": False})

    def test_names(self):
        """a name with any characters has a profile, and can be looked for"""
        for name in ("AC/DC", "a&b=c", "100% Müller", "+1?", "#山田 太郎"):
            account(self.server, name)
            self.assertEqual(self.visitor.get(path_of(name))["name"], name)
            self.assertEqual(self.visitor.get(path_of(name, "/games"))["games"], [])
            self.assertEqual(self.mine(f"with={quote(name, safe='')}")["games"], [])

    def test_rights(self):
        """guests have no profile, but games; visitors have neither, and only accounts hide something"""
        guest = Http(self.server, "Gerda")
        self.assertEqual(guest.get("/api/v1/me/games"), {"games": [], "next": None, "ok": True})
        self.refused("not-an-account", guest.post, "/api/v1/me/visibility", games=True)
        self.refused("not-logged-in", self.visitor.get, "/api/v1/me/games")
        self.refused("not-logged-in", self.visitor.get, "/api/v1/me/archive")
        socket = Socket(self.server, self.busy)
        self.assertEqual(socket.ask("profile", name=name_of(0))["name"], name_of(0))
        socket.close()

    def test_goodbye(self):
        """who deletes the account leaves nothing but a seat without a name"""
        number = 60
        one, name = person(self.server, number), name_of(number)
        games = whole(lambda query: one.get(f"/api/v1/me/games?{query}"))
        partner = next(seat["name"] for seat in games[0]["seats"] if seat["name"] != name)
        data = one.get("/api/v1/me/export")
        self.assertEqual((data["results"], sum(tally["games"] for tally in data["tallies"])), (len(games), len(games)))
        self.assertTrue(data["ratings"] and data["since"] and data["hidden"])
        one.post("/api/v1/me/visibility", ratings=True)
        one.post("/api/v1/me/delete", name=name)
        self.refused("no-such-user", self.visitor.get, path_of(name))
        same = next(game for game in whole(self.games_of(partner)) if game["ended"] == games[0]["ended"])
        self.assertEqual([seat["name"] for seat in same["seats"]],
                         [None if seat["name"] == name else seat["name"] for seat in games[0]["seats"]])
        # Nothing ties the seats of a former player together, and hidden ratings stay hidden.
        former = [seat for game in whole(self.games_of(partner)) for seat in game["seats"] if seat["name"] is None]
        self.assertGreater(len(former), 1)
        for seat in former:
            self.assertEqual((seat["user"], seat["before"], seat["after"]), (0, None, None))
        for table in ("ratings", "leaders", "tallies"):
            self.assertEqual(sql(self.server, f"SELECT COUNT(*) FROM {table} WHERE person = {1000 + number}"), "0", table)


class Archive(ServerTestCase):
    def test_archive(self):
        """the archive has the records of all games, as each table has them"""
        with Server(ELEKTRO) as server:
            anna, ben = account(server, "Anna"), account(server, "Ben")
            codes = []
            for number in range(3):
                codes.append(new_table(anna, [ben], title=f"Game {number}"))
                for who in (anna, ben):
                    who.post(f"/api/v1/tables/{codes[-1]}/agree-end", agree=True)
            for number, code in enumerate(codes):
                game = sql(server, f"SELECT id, ended FROM games WHERE code = '{code}'").split("|")
                if not sql(server, f"SELECT number FROM results WHERE code = '{code}'"):
                    sql(server, "INSERT INTO results VALUES "
                                f"({number + 1}, {game[0]}, '{code}', {game[1]}, 'germany', 0, 2, 0, 0, 0, 'Game {number}')")
                    for seat, who in enumerate((anna, ben)):
                        sql(server, "INSERT INTO result_seats (result, seat, person, level, rank, absent) "
                                    f"VALUES ({number + 1}, {seat}, {who.you['id']}, 0, 0, 0)")
            sql(server, f"UPDATE games SET record = NULL WHERE code = '{codes[1]}'")
            archive = anna.get("/api/v1/me/archive")
            self.assertEqual([game["table"] for game in archive["games"]], codes[::-1])
            self.assertEqual((archive["next"], archive["total"]), (None, 3))
            for game in archive["games"]:
                self.assertEqual(game["record"], anna.get(f"/api/v1/tables/{game['table']}/record")["record"])
