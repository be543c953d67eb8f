"""Several servers on one PostgreSQL (nodes): what a node tells watchers of changes that others have made, and what it does for
a node that is gone.

    tests/server/with_postgres tests/run tests/server/nodes_told.py ELEKTRO
"""

from client import Http, Server, ServerTestCase, Socket, frozen, new_table, until
from database import Cable, Session, sql
from together import ELEKTRO, Match, Together, at_once, beside, is_ended


class Told(Together):
    def test_clock(self):
        """a watcher at another node is told that the clock of a player who comes back runs again"""
        match = Match(self.nodes, 2, edition="classic", clock={"kind": "move", "seconds": 600})
        there = self.socket(2, watch=match.code)
        anna = match.people[0]
        for _ in range(2):  # the bot of a player who is away may have moved before
            anna[0].post(match.path + "/leave")
            anna[0].post(match.path + "/come-back")
            seat, _, _ = match.choices(0)
            if seat == 0:
                break
            match.step(0)
        clock = anna[0].get(match.path + "/position")["position"]["clock"]
        self.assertTrue(clock["due"])
        while there.push("news")["position"]["clock"]["due"] != clock["due"]:
            pass

    def test_dropped(self):
        """a player at another node is told why an order was dropped"""
        match = Match(self.nodes, 2, edition="classic")
        there = self.socket(2, match.people[1][2], match.code)
        match.people[1][0].post(match.path + "/orders", orders=[{"kind": "pass", "phase": "auction"}])
        self.assertEqual(len(there.push("orders")["orders"]), 1)
        match.play(0, 0, 0, "nominate 4 4")  # Ben passes the bid, and then has to buy a plant
        while (told := there.push("orders"))["orders"]:
            pass
        self.assertEqual([(each["outcome"], each["text"]) for each in told["results"]], [("dropped", told["why"])])
        self.assertTrue(told["why"])

    def test_chat(self):
        """watchers hear of all lines, however many their node has missed"""
        missed = 450
        match = Match(self.nodes, 2)
        anna = match.home[0]
        there = self.socket(2, watch=match.code)
        anna.post(match.path + "/chat", text="first")
        self.assertEqual(there.push("chat")["said"]["number"], 1)
        sql(self.nodes[0], f"INSERT INTO chat SELECT id, 1 + g, {anna.you['id']}, 'Anna', 1, 'line ' || g FROM games, "
            f"generate_series(1, {missed}) g WHERE code = '{match.code}'")
        anna.post(match.path + "/chat", text="last")
        self.assertEqual([there.push("chat")["said"]["number"] for _ in range(missed + 1)], list(range(2, missed + 3)))

    def test_analysis(self):
        """an analysis that is asked for at several nodes is made by one; the others tell how far it is"""
        match = Match(self.nodes, 2, edition="classic")
        for _ in range(60):
            match.step(0)
        for who in match.home:
            who.post(match.path + "/agree-end", agree=True)
        asked = at_once(self.pool, *(lambda w=who: w.post(match.path + "/analyse") for who in match.people[0]))
        self.assertLessEqual({each["state"] for each in asked}, {"waiting", "running", "done"})
        made = [node.metric("elektro_analyses_total") for node in self.nodes]
        for who in match.people[0]:
            self.assertTrue(until(lambda w=who: w.post(match.path + "/analyse")["state"] == "done"))
        self.assertEqual(sum(node.metric("elektro_analyses_total") for node in self.nodes) - sum(made), 1)
        self.assertEqual(sql(self.nodes[0], "SELECT COUNT(*) FROM analysing"), "0")


class Gone(ServerTestCase):
    def test_presence(self):
        """a player whose node has lost the database in the middle of a turn, and the game with it, is not here for the others"""
        with Server(ELEKTRO) as first, Cable(first) as cable, beside(first, store=cable.store) as other:
            match = Match([first, other])
            sock = Socket(other, match.home[1])
            sock.ask("watch", table=match.code)
            self.assertTrue(until(lambda: match.info(0)["seats"][1]["here"]))
            with Session(first) as psql:
                psql.run("BEGIN; LOCK TABLE chat IN EXCLUSIVE MODE;")
                sock.send("chat", table=match.code, text="is anybody there?")
                self.assertTrue(until(lambda: "chat" in sql(first, "SELECT query FROM pg_stat_activity "
                                                            "WHERE wait_event_type = 'Lock'")))
                cable.cut()
                self.assertTrue(is_ended(sock))
            cable.mend()
            self.assertTrue(until(lambda: not match.info(0)["seats"][1]["here"]))

    def test_command_for_nobody(self):
        """a command for the operator that no server can get is carried out by the next one, although the one before is still listed"""
        with Server(ELEKTRO) as server:
            code = new_table(Http(server, "Anna"), [Http(server, "Ben")])
            server.kill()
            self.assertEqual(sql(server, "SELECT COUNT(*) FROM nodes"), "1")
            run = server.admin("end", code)
            self.assertEqual((run.returncode, run.stdout),
                             (0, "The server does not run. It will do this when it starts.\n"))
            server.start()
            self.assertTrue(until(lambda: Http(server).get(f"/api/v1/tables/{code}")["info"]["status"] == "ended"))

    def test_command_for_the_dead(self):
        """a command for the operator that a node has got, and not carried out before it was given up, goes to the others"""
        with Server(ELEKTRO) as first, beside(first) as other:
            Http(first).post("/api/v1/register", name="Anna", password="correct horse")
            with frozen(other.process.pid):
                run = first.admin("block", "Anna")
                self.assertEqual((run.returncode, run.stderr),
                                 (1, "elektro admin: the server does not answer. It will do this when it can.\n"))
                self.assertTrue(until(lambda: sql(first, "SELECT COUNT(*) FROM errands") == "0"))

    def test_analysis(self):
        """who waits for an analysis hears that its node has died, and can ask for it again"""
        with Server(ELEKTRO) as first, beside(first) as other:
            match = Match([first, other], edition="classic")
            for _ in range(40):
                match.step(0)
            for who in match.home:
                who.post(match.path + "/agree-end", agree=True)
            sock = Socket(first)
            sock.ask("watch", table=match.code)
            self.assertIn(match.people[0][1].post(match.path + "/analyse")["state"], ("waiting", "running"))
            other.kill()
            self.assertEqual(sock.push("analysis")["state"], "failed")
            self.assertIn(match.people[0][0].post(match.path + "/analyse")["state"], ("waiting", "running", "done"))
