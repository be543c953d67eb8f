"""Quick pairing: people wait in a queue until there is a table; none is lost or at two tables, whatever happens to the server.

    tests/run pairing.py ELEKTRO
"""

import random
import sys
import time

from client import Http, Server, ServerTestCase, Socket, account, until

ELEKTRO = sys.argv[1]
PAIRING = "/api/v1/pairing"


def over(who):
    """What became of the entry of a person; None: they wait, or do not want to play."""
    return who.get(PAIRING)["over"]


def paired(*people):
    """The table at which all these people find themselves."""
    codes = [until(lambda: over(who))["table"] for who in people]
    assert len(set(codes)) == 1, codes
    return codes[0]


def running(who):
    return [table["table"] for table in who.get("/api/v1/me/tables")["tables"]]


class Pairing(ServerTestCase):
    def test_two(self):
        """a guest and an account find each other, hear of it at once, and play; those who wait hear how many they are"""
        with Server(ELEKTRO) as server:
            anna, ben, cleo = Http(server, "Anna"), account(server, "Ben"), Http(server, "Cleo")
            hers, his = Socket(server, anna), Socket(server, ben)
            self.refused("not-logged-in", Http(server).post, PAIRING, pace="live")
            entry = anna.post(PAIRING, pace="live", players=2, colour=3)["entry"]
            self.assertEqual((entry["pace"], entry["players"], entry["bots_at"], entry["rated"]), ("live", 2, None, "no"))
            self.assertEqual(hers.push("pairing")["entry"]["since"], entry["since"])
            cleo.post(PAIRING, pace="days", players=6)
            told = hers.push("pairing")
            self.assertEqual([pace["waiting"] for pace in told["paces"]], [0, 1, 1])
            self.assertEqual(told["paces"][2]["sizes"], [{"players": 6, "waiting": 1}])
            self.assertEqual(Http(server).get(PAIRING)["paces"], told["paces"], "anybody may know")
            ben.post(PAIRING, pace="live")
            code = hers.push("paired")["table"]
            self.assertEqual(his.push("paired")["table"], code)
            self.assertEqual(paired(anna, ben), code)
            info = anna.get(f"/api/v1/tables/{code}")["info"]
            self.assertEqual((info["status"], info["host"], info["you"]), ("running", 0, 1))
            self.assertEqual((info["settings"]["clock"]["kind"], info["settings"]["public"]), ("game", True))
            self.assertEqual([(seat["name"], seat["account"]) for seat in info["seats"]], [("Anna", False), ("Ben", True)])
            self.assertEqual(info["seats"][0]["colour"], 3)
            self.refused("already-playing", anna.post, PAIRING, pace="fast")
            self.refused("not-the-host", ben.post, f"/api/v1/tables/{code}/spectator-chat", on=False)
            for who in (anna, ben):
                who.post(f"/api/v1/tables/{code}/agree-end", agree=True)
            self.assertEqual(anna.post(PAIRING, pace="fast")["entry"]["pace"], "fast")
            self.assertIsNone(anna.post(PAIRING + "/cancel")["entry"])
            for socket in (hers, his):
                socket.close()

    def test_bots(self):
        """bots take the seats that are left; a program without a page hears of it by its socket and finds its turn"""
        with Server(ELEKTRO) as server:
            dora = Http(server, "Dora")
            dora.post(PAIRING, pace="days", players=4, bots_after=0, level="easy")
            info = dora.get(f"/api/v1/tables/{paired(dora)}")["info"]
            self.assertEqual([seat["level"] for seat in info["seats"]], [None, "easy", "easy", "easy"])
            path = f"/api/v1/tables/{info['table']}/position"
            self.assertTrue(until(lambda: dora.get(path)["position"]["view"]["to_move"] == 1), "bots move until it is her turn")

    def test_restart(self):
        """who waits waits on after a restart of the server, and after the page was closed"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            before = anna.post(PAIRING, pace="fast", players=2)["entry"]
            self.assertEqual(server.stop(), 0)
            server.start()
            self.assertEqual(anna.get(PAIRING)["entry"], before)
            ben.post(PAIRING, pace="fast", players=2)
            paired(anna, ben)

    def test_kill(self):
        """the server is killed while tables are made: everybody sits at one table, and nobody is lost"""
        rng = random.Random(7)
        with Server(ELEKTRO) as server:
            for attempt in range(4):
                people = [Http(server, f"Player {attempt} {i}") for i in range(6)]
                for who in people:
                    who.post(PAIRING, pace="live", players=3)
                time.sleep(rng.uniform(0.2, 1.2))
                server.kill()
                server.start()
                self.assertTrue(until(lambda: all(over(who) for who in people)), attempt)
                tables = [over(who)["table"] for who in people]
                self.assertEqual([running(who) for who in people], [[code] for code in tables])
                self.assertEqual(sorted(map(tables.count, set(tables))), [3, 3])
                for who in people:
                    who.close()
