"""Several servers on one PostgreSQL (nodes): any of them may fail, stand still, or lose its database, and releases may differ.

    with_postgres tests/run nodes_failures.py ELEKTRO CLOCK

CLOCK is the library that sets the clock of a server (chaos/clock.c).
"""

import contextlib
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from client import Http, Refused, Server, ServerTestCase, Socket, account, frozen, new_table, until
from database import LOCK, Cable, Session, sql
from together import ELEKTRO, Match, Watcher, at, beside, ends_at_once, insist, outcome

CLOCK = sys.argv[2]
HOURS = 3600 * 1000
PATIENT = 600  # seconds of a clock that does not run out


class Killed(ServerTestCase):
    """What happens after a node was killed; it is killed once for all cases."""

    @classmethod
    def setUpClass(cls):
        cls.left = cls.enterClassContext(Server(ELEKTRO))
        cls.dead = cls.enterClassContext(beside(cls.left))
        both = [cls.left, cls.dead]
        cls.watched, cls.timed = Match(both), Match(both, clock={"kind": "move", "seconds": 5})
        anna, ben = Http(cls.dead, "Anna"), Http(cls.dead, "Ben")
        cls.bots = new_table(anna, [ben], ["expert", "expert"], edition="classic")
        cls.witness = at(cls.left, anna)
        for who in (anna, ben):
            who.post(f"/api/v1/tables/{cls.bots}/leave")
        cls.socket = Socket(cls.dead, cls.watched.home[1])
        cls.socket.ask("watch", table=cls.watched.code)
        if not until(lambda: cls.is_here() and cls.bot_moves() > 2):
            raise RuntimeError("nothing goes on")
        cls.last = cls.timed.step(1)
        cls.dead.kill()
        killed, moves = time.monotonic(), cls.bot_moves()
        waits = {"here": lambda: not cls.is_here(), "bots": lambda: cls.bot_moves() > moves + 2,
                 "clock": lambda: any(seat["away"] for seat in cls.timed.info(0)["seats"])}
        cls.done = set()

        def all_done():
            for name in [name for name, what in waits.items() if name not in cls.done and what()]:
                cls.done.add(name)
                print(f"# {name}: {time.monotonic() - killed:.1f} s after the node was killed")
            return len(cls.done) == len(waits)

        until(all_done)

    @classmethod
    def is_here(cls):
        return cls.watched.info(0)["seats"][1]["here"]

    @classmethod
    def bot_moves(cls):
        return cls.witness.get(f"/api/v1/tables/{cls.bots}")["info"]["seq"]

    def test_here(self):
        """the players of a node that was killed are not here any more, a little later"""
        self.assertIn("here", self.done)
        self.assertEqual(sql(self.left, "SELECT COUNT(*) FROM nodes"), "1")

    def test_bots(self):
        """another node moves on for the bots of a node that was killed, and makes no decision twice"""
        self.assertIn("bots", self.done)
        with beside(self.left) as third:
            there = at(third, self.witness)
            position = f"/api/v1/tables/{self.bots}/position?since=0"
            entries = there.get(position)["entries"]
            self.assertEqual([entry["seq"] for entry in entries], list(range(len(entries))))
            self.assertEqual(self.witness.get(position)["entries"][:len(entries)], entries)

    def test_clock(self):
        """a clock that runs out after its node was killed is seen by another one, and not too early"""
        self.assertIn("clock", self.done)
        self.assertTrue(until(lambda: self.timed.seq(0) > self.last), "no bot has moved")
        self.assertGreaterEqual(self.timed.time_of(self.last + 1) - self.timed.time_of(self.last), 5000)


class Stopped(ServerTestCase):
    def test_handed_over(self):
        """a node that is stopped in order hands over at once: its players are not here, its bots move on"""
        with Server(ELEKTRO) as left, beside(left) as other:
            match = Match([left, other])
            anna = Http(other, "Anna")
            code = new_table(anna, bots=["expert"], edition="classic")
            anna.post(f"/api/v1/tables/{code}/leave")
            sock = Socket(other, match.home[1])
            sock.ask("watch", table=match.code)
            there = at(left, anna)
            self.assertTrue(until(lambda: match.info(0)["seats"][1]["here"]))
            node = sql(left, f"SELECT id FROM nodes WHERE id = (SELECT driver FROM games WHERE code = '{code}')")
            sock.close()
            self.assertEqual(other.stop(), 0)
            # In the database it is done when the process has ended; the other node may need a moment to see it.
            self.assertEqual(sql(left, f"SELECT COUNT(*) FROM nodes WHERE id = {node}"), "0")
            self.assertEqual(sql(left, "SELECT COUNT(*) FROM presence"), "0")
            driven = f"SELECT COUNT(*) FROM games WHERE code = '{code}' AND driver = {node} AND driven > 0"
            self.assertEqual(sql(left, driven), "0")
            before = there.get(f"/api/v1/tables/{code}")["info"]["seq"]
            self.assertTrue(until(lambda: not match.info(0)["seats"][1]["here"]))
            self.assertTrue(until(lambda: there.get(f"/api/v1/tables/{code}")["info"]["seq"] > before))
            self.assertEqual(sql(left, "SELECT COUNT(*) FROM nodes"), "1")


class StandsStill(ServerTestCase):
    def setUp(self):
        self.other = self.enterContext(Server(ELEKTRO))
        self.still = self.enterContext(beside(self.other))
        self.match = Match([self.other, self.still], public=True)
        self.watcher = Watcher(self.still, self.match.code)
        self.addCleanup(self.watcher.socket.close)

    @contextlib.contextmanager
    def frozen_with_claim(self):
        """The node stands still while it has the table claimed, in the middle of a turn, until the block has ended."""
        over, who = [], at(self.still, self.match.home[0])
        free = f"SELECT 1 FROM games WHERE code = '{self.match.code}' FOR UPDATE SKIP LOCKED"

        def talk():
            """Returns the outcome of the last line."""
            number = 0
            while True:
                number += 1
                said = outcome(lambda: who.post(self.match.path + "/chat", text=f"line {number}"))
                if over or isinstance(said, Refused):
                    return said

        def freeze():
            for _ in range(500):
                with contextlib.ExitStack() as still:
                    still.enter_context(frozen(self.still.process.pid))
                    if not sql(self.other, free) and not sql(self.other, free):
                        return still.pop_all()
                time.sleep(0.002 * random.random())
            over.append(True)
            return self.fail("it never stopped with a claim")

        with ThreadPoolExecutor(1) as pool:
            last = pool.submit(talk)
            with freeze():
                over.append(True)
                self.assertFalse(last.done(), "the chat has ended before")
                yield
            said = last.result()
            self.assertIn(getattr(said, "code", None), (None, "storage"), said)

    def go_on_beside(self, *command):
        """At the other node all goes on until an admin command has ended. Returns what that said."""
        stranger, worst = Http(self.other, "Stranger"), {"move": 0, "name": 0}
        with subprocess.Popen([ELEKTRO, "admin", "--store", self.other.store, *command], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as admin:
            while admin.poll() is None:
                worst["move"] = max(worst["move"], self.match.insist(0))
                _, took = insist(lambda: stranger.post("/api/v1/me/name", name="Stranger too"), codes=())
                worst["name"] = max(worst["name"], took)
                time.sleep(0.05)
            print("# beside it: " + ", ".join(f"a {what} took {took:.1f} s at most" for what, took in worst.items()))
            return admin.communicate()

    def catch_up(self, last):
        """The watcher has all entries; if it was cut off, it connects again."""
        for _ in range(3):
            try:
                self.watcher.wait(last)
                break
            except (ConnectionError, OSError):
                self.watcher.connect(self.still, self.watcher.last())
        self.assertEqual(self.watcher.entries, self.match.entries())

    def pending(self):
        """A request that arrives while the node stands still."""
        sock = socket.create_connection(("127.0.0.1", self.still.port), timeout=60)
        self.addCleanup(sock.close)
        sock.sendall(f"GET {self.match.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return sock

    def check_pending(self, sock, seq):
        text = sock.recv(65536).decode()
        self.assertTrue(f'"seq":{seq},' in text or '"code":"storage"' in text, f"it shows something old: {text[-2000:]}")

    def test_short(self):
        """a node that stands still for a moment shows nothing old afterwards"""
        for i in range(20):
            with frozen(self.still.process.pid):
                sock = self.pending()
                for _ in range(5):
                    self.match.step(0)
            self.check_pending(sock, self.match.seq(0))
            self.assertEqual(self.match.seq(1), self.match.seq(0), f"round {i}")
        self.catch_up(self.match.seq(0))

    def test_long(self):
        """a node that stands still in the middle of a turn blocks nobody, is given up, and joins again"""
        match = self.match
        account(self.other, "Anna")
        with self.frozen_with_claim():
            # It is not given up before the admin tool has noticed that it does not answer.
            node = f"name LIKE '% {self.still.process.pid}'"
            sql(self.other, f"UPDATE nodes SET seen = seen + {HOURS} WHERE {node}")
            self.assertTrue(match.choices(0)[2])
            admin = self.go_on_beside("block", "Anna")
            self.assertEqual(admin, ("", "elektro admin: the server does not answer. It will do this when it can.\n"))
            sql(self.other, f"UPDATE nodes SET seen = seen - {HOURS} WHERE {node}")
            self.assertTrue(until(lambda: sql(self.other, "SELECT COUNT(*) FROM nodes") == "1"), "it is not given up")
            match.step(0)
            sock = self.pending()
            last = match.seq(0)
        self.check_pending(sock, last)
        seq, _ = insist(lambda: match.seq(1))
        self.assertEqual(seq, last)
        seat, seq, move = match.pick(1)
        made, _ = insist(lambda: match.play(1, seat, seq, move))
        self.assertEqual(match.info(0)["seq"], match.seq(1))
        self.assertGreaterEqual(match.seq(0), made["seq"])
        self.catch_up(match.seq(0))
        self.assertTrue(until(lambda: sql(self.other, "SELECT COUNT(*) FROM nodes") == "2"), "it does not join again")


class OutOfReach(ServerTestCase):
    def setUp(self):
        self.well = self.enterContext(Server(ELEKTRO))
        self.cable = self.enterContext(Cable(self.well))
        self.lost = self.enterContext(beside(self.well, "--store-timeout", "1", store=self.cable.store))
        self.match = Match([self.well, self.lost], public=True)
        self.socket = Socket(self.lost, self.match.home[1])
        self.addCleanup(self.socket.close)
        self.entries = self.socket.ask("watch", table=self.match.code, since=0)["entries"]

    def check_lost(self):
        """The other node goes on; this one says that it has no database, and nothing else."""
        match, began = self.match, time.monotonic()
        for _ in range(20):
            match.step(0)
        print(f"# 20 moves at the other node: {time.monotonic() - began:.1f} s")
        for path in (match.path, match.path + "/position", "/api/v1/lobby", "/api/v1/me/tables", "/api/v1/me/history"):
            self.refused("storage", match.people[0][1].get, path)
        self.refused("storage", self.socket.ask, "position", table=match.code)
        self.assertEqual(Http(self.lost).raw("GET", "/healthz")[0], 503)

    def check_back(self):
        match = self.match
        seq, _ = insist(lambda: match.seq(1))
        self.assertEqual(seq, match.seq(0))
        seat, seq, move = match.pick(1)
        match.play(1, seat, seq, move)
        last = match.seq(0)
        try:
            while self.entries[-1]["seq"] < last:
                self.entries += self.socket.push("news")["entries"]
        except ConnectionError:
            self.socket = Socket(self.lost, match.home[1])
            self.entries += self.socket.ask("watch", table=match.code, since=self.entries[-1]["seq"])["entries"]
        self.assertEqual(self.entries, match.entries(1))

    def test_cut(self):
        """a node without its database serves nothing, while others go on; then it has the moves that were made meanwhile"""
        for _ in range(2):
            self.match.step(1)
            self.cable.cut()
            self.check_lost()
            self.cable.mend()
            self.check_back()

    def test_silent(self):
        """the same if its database does not answer"""
        self.match.step(1)
        self.cable.silent.clear()
        with contextlib.suppress(Refused):
            self.match.people[0][1].get(self.match.path)
        self.check_lost()
        self.cable.silent.set()
        self.check_back()

    def test_ended(self):
        """a node whose session PostgreSQL has ended shows nothing old at any moment"""
        for _ in range(5):
            seq = self.match.seq(1)
            sql(self.well, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_addr IS NOT NULL")
            for _ in range(5):
                seq = max(self.match.step(0), seq)
                seen = outcome(lambda: self.match.seq(1))
                if isinstance(seen, Refused):
                    self.assertEqual(seen.code, "storage")
                else:
                    self.assertGreaterEqual(seen, seq, "it shows something old")
            self.check_back()


def wall():
    """The time of this machine, in milliseconds."""
    return time.time() * 1000


class Clocks(ServerTestCase):
    def skewed(self, file, first=None):
        """A node with a clock of its own."""
        env = {"LD_PRELOAD": CLOCK, "ELEKTRO_TEST_CLOCK": file,
               "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
        return beside(first, env=env) if first else Server(ELEKTRO, env=env)

    def test_hours(self):
        """nodes whose clocks differ by hours, and jump, agree on the time"""
        with tempfile.TemporaryDirectory() as folder:
            files = [os.path.join(folder, name) for name in ("ahead", "behind")]

            def set_clock(number, hours):
                with open(files[number], "r+b" if os.path.exists(files[number]) else "wb") as file:
                    file.write(struct.pack("q", hours * HOURS))

            set_clock(0, 5)
            set_clock(1, -7)
            with self.skewed(files[0]) as first, self.skewed(files[1], first) as second:
                begun = wall()
                match = Match([first, second], clock={"kind": "move", "seconds": PATIENT}, edition="classic")
                hurried = wall()
                hasty = Match([first, second], clock={"kind": "move", "seconds": 5}, edition="classic")
                anna = account(second, "Anna")
                self.assertEqual(at(first, anna).get("/api/v1/hello")["you"]["name"], "Anna")
                for i in range(6):
                    if i == 3:
                        set_clock(0, -3)
                        set_clock(1, 9)
                        time.sleep(1.5)
                    match.step(i % 2)
                    for people in match.people[0]:
                        before = wall()
                        clock = people.get(match.path + "/position")["position"]["clock"]
                        self.assertTrue(before - 2000 < clock["now"] < wall() + 2000, f"round {i}")
                        self.assertTrue(0 < clock["due"] - clock["now"] <= PATIENT * 1000, f"round {i}: {clock}")
                    self.assertEqual([seat["away"] for seat in match.info(1)["seats"]], [False, False])
                self.assertTrue(until(lambda: hasty.seq(0) > 0), "no bot has moved for a player whose clock ran out")
                self.assertTrue(any(seat["away"] for seat in hasty.info(1)["seats"]))
                self.assertGreaterEqual(hasty.time_of(1), hurried + 5000 - 100, "its clock ran out too early")
                made = [int(at) for at in sql(first, "SELECT MIN(at), MAX(at) FROM journal").split("|")]
                self.assertTrue(begun - 2000 < made[0] <= made[1] < wall() + 2000, made)
                self.assertEqual(sql(first, "SELECT COUNT(*) FROM nodes"), "2", "one has given the other up")


class Releases(ServerTestCase):
    def test_older(self):
        """an older release, which wants the database for itself, cannot have it while any node runs; nor nodes while it runs"""
        take = f"SELECT pg_try_advisory_lock({LOCK})"
        with Server(ELEKTRO) as first:
            with beside(first):
                self.assertEqual(sql(first, take), "f")
            self.assertEqual(sql(first, take), "f")
            first.stop()
            with Session(first) as older, ThreadPoolExecutor(2) as pool:
                self.assertEqual(older.run(take + ";"), ["t"])
                runs = list(pool.map(ends_at_once, [first, first]))
            for run in runs:
                self.assertEqual((run.returncode, run.stdout), (1, ""), run.stderr)
                self.assertIn("another server", run.stderr)

    def test_at_once(self):
        """nodes that start at the same moment on an empty database all come up"""
        with Server(ELEKTRO) as first:
            first.stop()
            sql(first, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            with ThreadPoolExecutor(3) as pool:
                nodes = list(pool.map(lambda _: beside(first), range(3)))
            try:
                anna = Http(nodes[0], "Anna")
                for node in nodes:
                    self.assertEqual(at(node, anna).get("/api/v1/hello")["you"]["name"], "Anna")
                self.assertEqual(sql(first, "SELECT COUNT(*) FROM nodes"), "3")
            finally:
                for node in nodes:
                    node.clean()
            self.assertEqual(sql(first, "SELECT COUNT(*) FROM nodes"), "0")
