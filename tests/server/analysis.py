"""Analyses of games that have ended: who may ask, what they get, limits, restarts, damage.

    tests/run analysis.py ELEKTRO
"""

import json
import os
import subprocess
import sys
import time

from client import Http, Server, ServerTestCase, Socket, new_table, until
from database import sql

ELEKTRO = sys.argv[1]
QUICK = ("--analysis-nodes", "100")
SLOW = ("--analysis-nodes", "1000000")  # does not end within a test
LOST = "UPDATE analyses SET content = '{}'"
OLDER = "UPDATE analyses SET maker = 'an older version'"


def ended_game(host, **settings):
    """A game that bots have played to its end; returns its code."""
    code = new_table(host, bots=["easy", "easy"], edition="classic", options={"first_game": True}, **settings)
    host.post(f"/api/v1/tables/{code}/leave")
    if not until(lambda: host.get(f"/api/v1/tables/{code}")["info"]["status"] == "ended"):
        raise RuntimeError("the game does not end")
    return code


def analyse(client, code, **fields):
    return client.post(f"/api/v1/tables/{code}/analyse", **fields)


def analysis_of(client, code, **fields):
    """Asks until it is there."""
    reply = until(lambda: (r := analyse(client, code, **fields))["state"] == "done" and r)
    if not reply:
        raise RuntimeError("the analysis is not made")
    return reply


class Analysis(ServerTestCase):
    def test_running(self):
        """a game is not analysed before it has begun or while it runs, for its players or anybody else"""
        with Server(ELEKTRO, *QUICK) as server:
            anna, ben, cleo = (Http(server, name) for name in ("Anna", "Ben", "Cleo"))
            code = anna.post("/api/v1/tables", players=2)["info"]["table"]
            self.refused("not-running", analyse, anna, code)
            code = new_table(anna, [ben], help=True)
            for each in (anna, ben, cleo, Http(server)):
                refusal = self.refused("still-running", analyse, each, code)
                self.assertIn("when it has ended", str(refusal))
            self.refused("no-such-table", analyse, anna, "2" * 12)
            for each in (anna, ben):
                each.post(f"/api/v1/tables/{code}/agree-end", agree=True)
            self.assertEqual(analysis_of(cleo, code)["analysis"]["decisions"], [], "a game without moves")

    def test_once(self):
        """an analysis is made once for all who ask; watchers are told how far it is; the removed get nothing"""
        with Server(ELEKTRO, "--analysis-nodes", "100") as server:
            anna, ben, cleo = (Http(server, name) for name in ("Anna", "Ben", "Cleo"))
            code = ended_game(anna)
            watcher = Socket(server)
            watcher.ask("watch", table=code)
            first = analyse(ben, code)
            self.assertEqual((first["state"], first["analysis"], first["ahead"]), ("waiting", None, 0))
            told = [watcher.push("analysis")]
            while told[-1]["state"] == "running":
                told.append(watcher.push("analysis"))
            self.assertEqual({push["table"] for push in told}, {code})
            self.assertEqual([push["state"] for push in told], ["running"] * (len(told) - 1) + ["done"])
            self.assertGreater(len(told), 1, "nobody was told how far it was")
            counts = [push["done"] for push in told]
            self.assertEqual(counts, sorted(set(counts)))
            self.assertEqual(counts[-1], told[-1]["of"])
            replies = [analyse(ben, code), analyse(Http(server), code), watcher.ask("analyse", table=code)]
            self.assertEqual({reply["state"] for reply in replies}, {"done"})
            self.assertEqual([reply["outdated"] for reply in replies], [False] * 3)
            whole = replies[0]["analysis"]
            self.assertEqual([reply["analysis"] for reply in replies], [whole] * 3)
            self.assertEqual(whole["players"], [seat["name"] for seat in ben.get(f"/api/v1/tables/{code}")["info"]["seats"]])
            self.assertEqual(len(whole["decisions"]) + len(whole["luck"]), counts[-1])
            for decision in whole["decisions"]:
                self.assertAlmostEqual(sum(decision["before"]), 1)
            record = ben.get(f"/api/v1/tables/{code}/record")["record"]
            run = subprocess.run([ELEKTRO, "analyse", "--json", "--nodes", "100", "-"], input=record, check=True,
                                 capture_output=True, text=True)
            self.assertEqual(whole, json.loads(run.stdout), "elektro analyse tells something else")
            self.assertEqual(analyse(ben, code, again=True)["state"], "done", "it is not outdated")
            anna.post(f"/api/v1/tables/{code}/remove-spectator", user=cleo.you["id"], remove=True)
            self.refused("removed", analyse, cleo, code)
            counts = [server.metric(f"elektro_analyses_{what}") for what in ("total", "served_total", "waiting", "failed_total")]
            self.assertEqual(counts, [1, 4, 0, 0])
            self.assertEqual(server.metric("elektro_analyses_assessed_total"), told[-1]["of"])

    def test_idle(self):
        """one thread makes analyses, and only while no other thread wants the processor"""
        with Server(ELEKTRO, *SLOW) as server:
            anna = Http(server, "Anna")
            codes = [ended_game(anna) for _ in range(2)]
            for code in codes:
                analyse(anna, code)
            self.assertTrue(until(lambda: analyse(anna, codes[0])["of"] > 0))
            second = analyse(anna, codes[1])
            self.assertEqual((second["state"], second["ahead"]), ("waiting", 1))
            threads = os.listdir(f"/proc/{server.process.pid}/task")
            self.assertEqual([os.sched_getscheduler(int(each)) for each in threads].count(os.SCHED_IDLE), 1)
            self.assertEqual(server.metric("elektro_analyses_waiting"), 2)
            before = time.monotonic()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.monotonic() - before, 30, "it does not wait for the analysis")

    def test_limits(self):
        """users, addresses and the server have so many analyses a day; a refusal says whose are used up"""
        limits = ("--user-analyses", "2", "--address-analyses", "3", "--analyses", "4")
        with Server(ELEKTRO, *QUICK, *limits) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            elsewhere, far = Http(server), Http(server)
            elsewhere.source, far.source = "127.0.0.2", "127.0.0.3"
            codes = [ended_game(anna) for _ in range(6)]
            for code in codes[:2]:
                analysis_of(anna, code)
                analysis_of(anna, code)
            self.assertIn("one user", str(self.refused("analysis-limit", analyse, anna, codes[2])))
            analysis_of(ben, codes[2])
            self.assertIn("your address", str(self.refused("analysis-limit", analyse, ben, codes[3])))
            analysis_of(elsewhere, codes[3])
            self.assertIn("This server", str(self.refused("analysis-limit", analyse, far, codes[4])))
            self.assertEqual(analyse(ben, codes[0])["state"], "done", "what was made is for all")
            text = Http(server).raw("GET", "/metrics")[2].decode()
            for share, count in (("user", 1), ("address", 1), ("server", 1), ("queue", 0)):
                self.assertIn(f'elektro_analyses_refused_total{{share="{share}"}} {count}\n', text)

    def test_queue(self):
        """a user, an address and all together have so many analyses that wait; a server can make none"""
        with Server(ELEKTRO, *SLOW, "--analysis-queue", "8") as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            people = [Http(server) for _ in range(3)]
            for number, each in enumerate(people):
                each.source = f"127.0.0.{number + 2}"
            codes = [ended_game(anna) for _ in range(9)]
            for code in codes[:3] + codes[:1]:
                analyse(anna, code)
            self.assertIn("Several of your", str(self.refused("analysis-limit", analyse, anna, codes[3])))
            analyse(ben, codes[3])
            self.assertIn("from your address", str(self.refused("analysis-limit", analyse, ben, codes[4])))
            for code, each in zip(codes[4:], people[:2] * 2):
                analyse(each, code)
            self.assertIn("Many analyses are waiting", str(self.refused("analysis-limit", analyse, people[2], codes[8])))
            self.assertEqual(server.metric("elektro_analyses_waiting"), 8)
            server.stop()
            server.options += ("--analyses", "0")
            server.start()
            self.refused("analysis-off", analyse, anna, codes[0])

    def test_restart(self):
        """what was stored survives a kill; what was being made begins anew when somebody asks"""
        with Server(ELEKTRO, *QUICK) as server:
            anna = Http(server, "Anna")
            codes = [ended_game(anna) for _ in range(2)]
            made = analysis_of(anna, codes[0])["analysis"]
            server.stop()
            server.options += SLOW
            server.start()
            analyse(anna, codes[1])
            self.assertTrue(until(lambda: analyse(anna, codes[1])["state"] == "running"))
            server.kill()
            server.options += QUICK
            server.start()
            self.assertEqual(server.metric("elektro_analyses_waiting"), 0, "nothing goes on by itself")
            self.assertEqual(analyse(anna, codes[0])["analysis"], made)
            self.assertGreater(len(analysis_of(anna, codes[1])["analysis"]["decisions"]), 10)

    def test_stored(self):
        """a damaged analysis is made again; an older one is given out as outdated, and made again on request"""
        with Server(ELEKTRO, *QUICK) as server:
            anna = Http(server, "Anna")
            code = ended_game(anna)
            made = analysis_of(anna, code)["analysis"]
            for damage in (LOST, "UPDATE analyses SET digest = ''", "UPDATE analyses SET sum = sum + 1"):
                sql(server, damage)
                self.assertEqual(analyse(anna, code)["state"], "waiting")
                self.assertEqual(analysis_of(anna, code)["analysis"], made)
            self.assertEqual(server.said().count("a stored analysis is damaged"), 2)
            self.assertEqual(server.metric("elektro_analyses_total"), 4)
            sql(server, OLDER)
            reply = analyse(anna, code)
            self.assertEqual((reply["state"], reply["outdated"], reply["analysis"]), ("done", True, made))
            self.assertEqual(analyse(anna, code, again=True)["state"], "waiting")
            reply = analysis_of(anna, code, again=True)
            self.assertEqual((reply["outdated"], reply["analysis"]), (False, made))
            self.assertEqual(server.metric("elektro_analyses_total"), 5)
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM analyses"), "1")

    def test_deleted(self):
        """a player who is deleted is not named in an analysis any more"""
        with Server(ELEKTRO, *QUICK) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = ended_game(anna)
            self.assertIn("Anna", analysis_of(ben, code)["analysis"]["players"])
            anna.post("/api/v1/me/delete", name="Anna")
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM analyses"), "0")
            self.assertNotIn("Anna", analysis_of(ben, code)["analysis"]["players"])
