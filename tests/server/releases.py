"""Servers of two releases with different schemas on one PostgreSQL, while a site is updated.

    with_postgres tests/run releases.py ELEKTRO NEXT

NEXT is a server whose schema has a step more, next.c.
"""

import sys
from concurrent.futures import ThreadPoolExecutor

from client import Http, Server, ServerTestCase, account, until
from database import Session, sql
from together import ELEKTRO, Match, Watcher, at, beside, ends_at_once, meanwhile

NEXT = sys.argv[2]


class Update(ServerTestCase):
    """Two servers of this release play, when one of the next release starts beside them."""

    def setUp(self):
        self.first = self.enterContext(Server(ELEKTRO))
        self.second = self.enterContext(beside(self.first))
        self.match = Match([self.first, self.second], players=3)
        self.watchers = [Watcher(self.first, self.match.code)]
        self.play([0, 1])
        self.released = self.schema()[0]

    def schema(self):
        """The number of the database's schema, and that of the oldest one whose releases can work with it."""
        row = sql(self.first, "SELECT version, oldest FROM schema_version ORDER BY version DESC LIMIT 1")
        return [int(number) for number in row.split("|")]

    def start_next(self, oldest):
        """Starts a server of the next release, whose schema says that, while others play; players come to it."""
        env = {"ELEKTRO_TEST_OLDEST": str(oldest)}
        with meanwhile([Match([server]) for server in (self.first, self.second)], lambda match, _: match.insist(0)):
            self.next = self.enterContext(Server(NEXT, store=self.first.store, env=env))
        self.assertEqual(self.schema(), [self.released + 1, oldest])
        self.assertEqual(sql(self.first, "SELECT COUNT(*) FROM clubs"), "0")
        self.match.add(self.next)
        self.watchers.append(Watcher(self.next, self.match.code))

    def play(self, nodes):
        """Moves and words at some nodes in turn, of which those who watch at any of them are told."""
        match = self.match
        for i in range(24):
            match.step(nodes[i % len(nodes)])
        for node in nodes:
            match.people[node % 3][node].post(match.path + "/chat", text=f"hello from {node}")
        said = [match.people[0][node].get(match.path + "/chat")["said"] for node in nodes]
        self.assertEqual(said, [said[0]] * len(nodes))
        for watcher in self.watchers:
            watcher.wait(match.seq(nodes[0]))
            self.assertEqual(watcher.entries, match.entries(nodes[0]))

    def new_people(self, nodes, name):
        """Registers at one node; the account and its table are known at all."""
        anna = account(nodes[0], name)
        code = anna.post("/api/v1/tables", players=2)["info"]["table"]
        for node in nodes:
            self.assertEqual([table["table"] for table in at(node, anna).get("/api/v1/me/tables")["tables"]], [code])

    def refused_start(self, server):
        run = ends_at_once(server)
        self.assertEqual((run.returncode, run.stdout), (1, ""), run.stderr)
        self.assertIn("Use a newer Elektro", run.stderr)

    def test_expand(self):
        """a release that only adds to the schema starts beside this one, plays with it, and can be stopped again"""
        self.start_next(self.released)
        self.play([0, 1, 2])
        for i, nodes in enumerate(([self.first, self.next, self.second], [self.next, self.second, self.first])):
            self.new_people(nodes, f"Anna {i}")
        self.second.stop()
        self.play([0, 2])
        self.second.start()
        self.play([1, 2, 0])
        for server in (self.first, self.next):
            self.assertEqual(server.admin("block", "Anna 0").stdout, "Done.\n")
            self.assertEqual(server.admin("unblock", "Anna 0").stdout, "Done.\n")
        self.watchers.pop().socket.close()
        self.assertEqual(self.next.stop(), 0)
        self.play([0, 1])
        with beside(self.first) as third:
            self.new_people([third, self.second, self.first], "Anna 2")
        self.next.start()
        self.play([2, 0, 1])
        self.assertEqual(self.schema(), [self.released + 1, self.released])

    def test_deadlock(self):
        """a release starts although its step and the turn of a server wait for each other's tables"""
        waits = "SELECT COUNT(*) FROM pg_locks WHERE relation = 'games'::regclass AND mode = 'AccessExclusiveLock'"
        with ThreadPoolExecutor(1) as pool, Session(self.first) as turn:
            # The step finds out after a second that both wait; the turn would only later.
            turn.run("BEGIN; SET LOCAL deadlock_timeout = '10s'; LOCK TABLE games IN ROW EXCLUSIVE MODE;")
            started = pool.submit(self.start_next, self.released)
            self.assertTrue(until(lambda: sql(self.first, waits) == "1"), "the step does not wait")
            turn.run("LOCK TABLE users IN ACCESS SHARE MODE; COMMIT;")
            started.result()
        print(f"# {self.next.said().count('deadlock')} deadlocks")
        self.play([0, 1, 2])

    def test_contract(self):
        """beside a release that this one cannot work with, servers that run go on, but none starts, nor does the admin tool"""
        self.start_next(self.released + 1)
        self.play([0, 1, 2])
        self.new_people([self.first, self.next], "Anna")
        self.refused_start(self.first)
        self.second.stop()
        self.refused_start(self.first)
        run = self.first.admin("block", "Anna")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("Use a newer Elektro", run.stderr)
        self.play([2, 0])
        self.assertEqual(self.next.admin("block", "Anna").stdout, "Done.\n")
        self.refused("wrong-password", Http(self.first).post, "/api/v1/login", name="Anna", password="wrong horse")
