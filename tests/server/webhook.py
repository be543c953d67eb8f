"""Delivery of webhooks to a real receiver, over TLS.

    tests/run webhook.py ELEKTRO NAMES

NAMES is the library with the names slow.test, private.test and mixed.test.
"""

import hashlib
import hmac
import json
import os
import queue
import random
import sqlite3
import sys
import tempfile
import threading
import time

from client import WAIT, Http, Server, ServerTestCase, Socket, account, new_table, until
from database import sql
from receiver import Certificate, Receiver

ELEKTRO, NAMES = sys.argv[1:3]
NAMES_ENV = {"LD_PRELOAD": NAMES,
             "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
PRIVATE = "--private-webhooks"
KILLS = 20
SECONDS = 2  # of --webhook-timeout where it runs out
HANG_UP, HANG, FLOOD, BODY = "hang up", "hang", "flood", "body"


class Answering(Receiver):
    """Receives over HTTP(S) and logs the requests; answers lists its responses in order."""

    def __init__(self, folder, answers, tls=True):
        certificate = Certificate(folder)
        self.certificate = certificate.path
        self.got = queue.Queue()
        self.closing = threading.Event()
        self.answers, self.flooded = answers, 0

        super().__init__(self.take, wrap=certificate.wrap if tls else None)

    def take(self, handler, body):
        self.got.put((handler.path, dict(handler.headers), body))
        answer = self.answers.pop(0) if self.answers else 204
        if answer == HANG:
            self.closing.wait(60)
        elif answer == FLOOD:
            self.flood(handler, b"HTTP/1.1 200 OK\r\n", b"X-More: " + b"x" * 1000 + b"\r\n")
        elif answer == BODY:  # after lines that end with a bare line feed
            self.flood(handler, b"HTTP/1.1 200 OK\n\n", b"x" * 1000)
        elif answer == 302:
            handler.answer(answer, Location=f"https://localhost:{self.port}/elsewhere")
        elif answer != HANG_UP:
            handler.answer(answer)

    def flood(self, handler, begin, more):
        """Sends an answer without end."""
        handler.wfile.write(begin)
        while not self.closing.is_set():
            handler.wfile.write(more)
            self.flooded += 1000

    def close(self):
        self.closing.set()
        super().close()


class Delivery:
    """The server sends Ben a webhook for his turn. Afterwards it has the requests, the server's log,
    and the seconds until the notice was sent or given up."""

    def __init__(self, *options, answers=(), host="localhost", tls=True, trusted=True, env=None):
        with tempfile.TemporaryDirectory() as folder:
            receiver = Answering(folder, list(answers), tls)
            env = {**(env or {}), **({"SSL_CERT_FILE": receiver.certificate} if trusted else {})}
            with Server(ELEKTRO, *options, env=env) as server:
                self.begin(server, f"http{'s' * tls}://{host}:{receiver.port}/hook?for=ben")
                started = time.monotonic()
                self.outcome = self.wait(server)
                self.seconds = time.monotonic() - started
                self.said = server.said()
                server.stop()
                self.printed = server.printed()
            receiver.close()
            self.flooded = receiver.flooded
            self.got = list(receiver.got.queue)

    def begin(self, server, url):
        self.anna, ben = Http(server, "Anna"), account(server, "Ben")
        self.secret = self.set_webhook(server, ben, url)
        self.code = give_turn(self.anna, ben)

    def set_webhook(self, _, ben, url):
        return ben.post("/api/v1/me/webhook", url=url)["secret"]

    def wait(self, server):
        """Waits until the notice was sent or given up."""
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            if "elektro_webhooks_total 1" in self.anna.raw("GET", "/metrics")[2].decode():
                return "sent"
            if "did not answer" in server.said():
                return "given up"
            time.sleep(0.05)
        return "neither sent nor given up"


class Rebound(Delivery):
    """The same with an address that was public when Ben set it."""

    def set_webhook(self, server, ben, url):
        sql(server, f"UPDATE users SET webhook = '{url}', webhook_secret = 'secret' WHERE name = 'Ben'")


def give_turn(who, other):
    """Begins a game in which it is the other's turn."""
    code = new_table(who, [other], edition="classic", order="seated", title="Friday")
    who.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
    return code


def notices(server):
    """How many notices are in the database, on their way."""
    with sqlite3.connect(f"{server.data}/elektro.db", timeout=30) as db:
        count = db.execute("SELECT COUNT(*) FROM notices").fetchone()[0]
    db.close()
    return count


class Webhook(ServerTestCase):
    def check(self, delivery, outcome, requests):
        """Asserts the outcome (sent or given up) and the number of requests."""
        self.assertEqual((delivery.outcome, len(delivery.got)), (outcome, requests), delivery.said)

    def test_arrives(self):
        """a notice arrives, over TLS and without, signed with the user's secret"""
        for tls in (True, False):
            with self.subTest(tls=tls):
                e = Delivery(PRIVATE, tls=tls)
                self.check(e, "sent", 1)
                path, headers, body = e.got[0]
                expected = hmac.new(e.secret.encode(), body, hashlib.sha256).hexdigest()
                self.assertEqual(headers["X-Elektro-Signature"], expected)
                self.assertEqual(path, "/hook?for=ben")
                self.assertEqual(headers["Content-Type"], "application/json")
                self.assertEqual(json.loads(body), {"notice": "your-turn", "table": e.code,
                                                    "title": "Friday", "seat": 2})

    def test_again(self):
        """a notice is retried when the receiver hangs up, up to three attempts"""
        e = Delivery(PRIVATE, answers=[HANG_UP, HANG_UP, 204])
        self.check(e, "sent", 3)
        self.assertEqual(len({body for _, _, body in e.got}), 1, e.got)
        self.check(Delivery(PRIVATE, answers=[HANG_UP] * 9), "given up", 3)

    def test_any_answer(self):
        """any answer counts as delivered, also a server error"""
        self.check(Delivery(PRIVATE, answers=[500]), "sent", 1)

    def test_redirect(self):
        """a redirect is not followed"""
        e = Delivery(PRIVATE, answers=[302])
        self.check(e, "sent", 1)
        self.assertEqual([path for path, _, _ in e.got], ["/hook?for=ben"])

    def test_private(self):
        """nothing is sent to a private address by default, however it is written or named"""
        for host in ("localhost", "127.0.0.1", "2130706433", "0x7f.1", "private.test"):
            with self.subTest(host=host):
                e = Rebound(host=host, tls=False, env=NAMES_ENV)
                self.check(e, "given up", 0)
                self.assertIn("private", e.said)
        self.check(Delivery(PRIVATE, host="private.test", tls=False, env=NAMES_ENV), "sent", 1)

    def test_private_is_refused(self):
        """a private address is refused when it is set, however it is written or named"""
        with Server(ELEKTRO, "--webhook-timeout", "1", env=NAMES_ENV) as server:
            ben = account(server, "Ben")
            ben.post("/api/v1/me/webhook", url="https://mixed.test/")
            for host in ("localhost", "127.0.0.1", "2130706433", "0x7f.1", "private.test", "10.1.2.3", "169.254.169.254"):
                with self.subTest(host=host):
                    refusal = self.refused("private-address", ben.post, "/api/v1/me/webhook", url=f"http://{host}/")
                    self.assertIn("private", refusal.error["text"])
            self.assertEqual(ben.get("/api/v1/me/webhook")["url"], "https://mixed.test/")
            ben.post("/api/v1/me/webhook", url="https://slow.test/")  # it may be public
            self.refused("private-address", Socket(server, ben).ask, "webhook", url="http://127.0.0.1/")
            self.assertEqual(ben.get("/api/v1/me/export")["webhook_state"]["url"], "https://slow.test/")
            self.assertEqual(ben.post("/api/v1/me/webhook", url="")["ok"], True)
            self.assertIsNone(ben.get("/api/v1/me/webhook")["url"])

    def test_shares(self):
        """webhooks that hang delay only those of their own account; what is dropped is told"""
        tables = 40
        with tempfile.TemporaryDirectory() as folder:
            hanging, good = Answering(folder, [HANG] * tables, tls=False), Answering(folder, [], tls=False)
            with Server(ELEKTRO, PRIVATE, "--webhook-timeout", "20") as server:
                anna, greedy, modest = account(server, "Anna"), account(server, "Greedy"), account(server, "Modest")
                greedy.post("/api/v1/me/webhook", url=f"http://localhost:{hanging.port}/")
                modest.post("/api/v1/me/webhook", url=f"http://localhost:{good.port}/")
                for _ in range(tables):
                    give_turn(anna, greedy)
                before = server.said().count("did not answer")
                give_turn(anna, modest)
                self.assertTrue(until(lambda: not good.got.empty()), "no notice has arrived")
                given_up = server.said().count("did not answer") - before
                self.assertTrue(until(lambda: greedy.get("/api/v1/me/webhook")["problem_at"]))
                state = greedy.get("/api/v1/me/webhook")
                dropped = server.metric("elektro_webhooks_dropped_total")
                self.assertGreater(dropped, 0)
                self.assertGreaterEqual(state["lost"], dropped)
                self.assertIn("Too many notices", state["problem"] + server.said())
                self.assertEqual(modest.get("/api/v1/me/webhook"), {
                    "url": f"http://localhost:{good.port}/", "lost": 0, "problem": None, "problem_at": None,
                    "paused_until": None, "ok": True})
                hanging.closing.set()
            hanging.close()
            good.close()
        self.assertLess(given_up, 5, "it has waited for the webhooks of another account")

    def test_crowd(self):
        """hanging webhooks of many accounts of one address do not delay that of another address"""
        crowd = 12
        with tempfile.TemporaryDirectory() as folder:
            hanging, good = Answering(folder, [HANG] * crowd, tls=False), Answering(folder, [], tls=False)
            with Server(ELEKTRO, PRIVATE, "--proxied", "--webhook-timeout", "300") as server:
                anna = account(server, "Anna", "198.51.100.1")
                for i in range(crowd):
                    one = account(server, f"Greedy {i}", "198.51.100.2")
                    one.post("/api/v1/me/webhook", url=f"http://localhost:{hanging.port}/")
                    give_turn(anna, one)
                    one.close()
                self.assertTrue(until(lambda: not hanging.got.empty()))
                modest = account(server, "Modest", "198.51.100.3")
                modest.post("/api/v1/me/webhook", url=f"http://localhost:{good.port}/")
                give_turn(anna, modest)
                self.assertTrue(until(lambda: not good.got.empty()), "no notice has arrived")
                self.assertNotIn("did not answer", server.said(), "it has waited for another address")
            hanging.close()
            good.close()

    def test_loss(self):
        """a user sees that a notice was lost, and why, until they set the webhook again"""
        with Server(ELEKTRO, PRIVATE, "--webhook-timeout", "1") as server:
            anna, ben = account(server, "Anna"), account(server, "Ben")
            ben.post("/api/v1/me/webhook", url="http://localhost:1/")
            give_turn(anna, ben)
            self.assertTrue(until(lambda: ben.get("/api/v1/me/webhook")["lost"]))
            state = ben.get("/api/v1/me/webhook")
            self.assertEqual(state["lost"], 1)
            self.assertIn("connect", state["problem"])
            self.assertEqual(server.metric("elektro_webhooks_failed_total"), 1)
            ben.post("/api/v1/me/webhook", url="http://localhost:1/")
            self.assertEqual(ben.get("/api/v1/me/webhook")["lost"], 0)

    def test_pause(self):
        """after three failures in a row nothing is sent for a while, unless the user sets the webhook again"""
        with tempfile.TemporaryDirectory() as folder:
            receiver = Answering(folder, [HANG_UP] * 9, tls=False)
            with Server(ELEKTRO, PRIVATE) as server:
                anna, ben = account(server, "Anna"), account(server, "Ben")
                state = lambda: ben.get("/api/v1/me/webhook")
                ben.post("/api/v1/me/webhook", url=f"http://localhost:{receiver.port}/")
                for i in range(3):
                    self.assertIsNone(state()["paused_until"])
                    give_turn(anna, ben)
                    self.assertTrue(until(lambda: state()["lost"] == i + 1), state())
                self.assertGreater(state()["paused_until"], state()["problem_at"])
                self.assertEqual(ben.get("/api/v1/me/export")["webhook_state"]["paused_until"], state()["paused_until"])
                for i in range(5):
                    give_turn(anna, ben)
                self.assertEqual((state()["lost"], receiver.got.qsize()), (8, 9), "it was sent in the pause")
                self.assertEqual(server.metric("elektro_webhooks_failed_total"), 3)
                self.assertEqual(server.metric("elektro_webhooks_paused_total"), 5)
                ben.post("/api/v1/me/webhook", url=f"http://localhost:{receiver.port}/")
                self.assertIsNone(state()["paused_until"])
                give_turn(anna, ben)
                self.assertTrue(until(lambda: receiver.got.qsize() == 10), "no notice after it was set again")
            receiver.close()

    def test_killed(self):
        """notices of a server that was killed are sent after its start: on their way twice, waiting once"""
        with tempfile.TemporaryDirectory() as folder:
            hanging, good = Answering(folder, [HANG], tls=False), Answering(folder, [], tls=False)
            with Server(ELEKTRO, PRIVATE, "--webhook-timeout", "20") as server:
                if server.store:
                    self.skipTest("it needs the database of SQLite")
                anna, ben, carl = account(server, "Anna"), account(server, "Ben"), account(server, "Carl")
                ben.post("/api/v1/me/webhook", url=f"http://localhost:{hanging.port}/")
                carl.post("/api/v1/me/webhook", url=f"http://localhost:{good.port}/")
                codes = [give_turn(anna, ben)]
                self.assertTrue(until(lambda: hanging.got.qsize() == 1), "no notice has arrived")
                codes.append(give_turn(anna, ben))  # which waits for the one before
                give_turn(anna, carl)
                self.assertTrue(until(lambda: notices(server) == 2), "the one that was sent is still there")
                for _ in range(2):
                    server.kill()
                    server.start()
                    self.assertTrue(until(lambda: notices(server) == 0), "notices are left")
                got = [json.loads(body)["table"] for _, _, body in hanging.got.queue]
                self.assertEqual(sorted(got), sorted([codes[0], *codes]))
                signed = {(headers["X-Elektro-Signature"], body) for _, headers, body in hanging.got.queue}
                self.assertEqual(len(signed), 2, "the second time it was signed in another way")
                self.assertEqual(good.got.qsize(), 1)
                self.assertEqual(ben.get("/api/v1/me/webhook")["lost"], 0)
            hanging.close()
            good.close()

    def test_killed_at_any_moment(self):
        """whenever the server is killed after a move was answered, the notice arrives once or twice"""
        chance = random.Random(7)
        with tempfile.TemporaryDirectory() as folder:
            receiver = Answering(folder, [], tls=False)
            with Server(ELEKTRO, PRIVATE) as server:
                if server.store:
                    self.skipTest("it needs the database of SQLite")
                anna, ben = account(server, "Anna"), account(server, "Ben")
                ben.post("/api/v1/me/webhook", url=f"http://localhost:{receiver.port}/")
                codes = []
                for _ in range(KILLS):
                    codes.append(give_turn(anna, ben))
                    time.sleep(chance.random() * 0.008)
                    server.kill()
                    server.start()
                    self.assertTrue(until(lambda: notices(server) == 0), "a notice is left")
                got = [json.loads(body)["table"] for _, _, body in receiver.got.queue]
                counts = [got.count(code) for code in codes]
                print(f"# arrived once: {counts.count(1)}, twice: {counts.count(2)}")
                self.assertLessEqual(set(counts), {1, 2}, counts)
                self.assertEqual(ben.get("/api/v1/me/webhook")["lost"], 0)
            receiver.close()

    def test_killed_in_a_crowd(self):
        """after a start, notices to a receiver that hangs do not delay those of others"""
        tables = 20
        with tempfile.TemporaryDirectory() as folder:
            hanging, good = Answering(folder, [HANG] * 99, tls=False), Answering(folder, [HANG], tls=False)
            with Server(ELEKTRO, PRIVATE, "--webhook-timeout", "300") as server:
                if server.store:
                    self.skipTest("it needs the database of SQLite")
                anna, greedy, modest = account(server, "Anna"), account(server, "Greedy"), account(server, "Modest")
                greedy.post("/api/v1/me/webhook", url=f"http://localhost:{hanging.port}/")
                modest.post("/api/v1/me/webhook", url=f"http://localhost:{good.port}/")
                for _ in range(tables):
                    give_turn(anna, greedy)
                give_turn(anna, modest)
                self.assertTrue(until(lambda: not good.got.empty()))
                server.kill()
                server.start()
                self.assertTrue(until(lambda: good.got.qsize() == 2), "it waits for the webhooks of another account")
                self.assertTrue(until(lambda: hanging.got.qsize() == 2), "the notices to the receiver that hangs are not tried again")
                self.assertTrue(until(lambda: notices(server) == tables), "the notice that arrived was not deleted")
                self.assertEqual(hanging.got.qsize(), 2)
            hanging.close()
            good.close()

    def test_killed_again(self):
        """a notice during which the server was killed three times is given up, and its user is told"""
        with tempfile.TemporaryDirectory() as folder:
            receiver = Answering(folder, [HANG] * 9, tls=False)
            with Server(ELEKTRO, PRIVATE, "--webhook-timeout", "300") as server:
                if server.store:
                    self.skipTest("it needs the database of SQLite")
                anna, ben = account(server, "Anna"), account(server, "Ben")
                ben.post("/api/v1/me/webhook", url=f"http://localhost:{receiver.port}/")
                give_turn(anna, ben)
                for i in range(3):
                    self.assertTrue(until(lambda: receiver.got.qsize() == i + 1), "it was not sent again")
                    server.kill()
                    server.start()
                state = lambda: ben.get("/api/v1/me/webhook")
                self.assertTrue(until(lambda: state()["lost"]), "it was not given up")
                self.assertIn("stopped again and again", state()["problem"])
                self.assertEqual((receiver.got.qsize(), notices(server)), (3, 0))
            receiver.close()

    def test_changed(self):
        """notices for a webhook that has changed, or that was removed while the server was down, are not sent"""
        with tempfile.TemporaryDirectory() as folder:
            old, new = Answering(folder, [HANG], tls=False), Answering(folder, [HANG], tls=False)
            with Server(ELEKTRO, PRIVATE, "--webhook-timeout", "300") as server:
                if server.store:
                    self.skipTest("it needs the database of SQLite")
                anna, ben = account(server, "Anna"), account(server, "Ben")
                ben.post("/api/v1/me/webhook", url=f"http://localhost:{old.port}/")
                give_turn(anna, ben)
                self.assertTrue(until(lambda: not old.got.empty()))
                give_turn(anna, ben)
                ben.post("/api/v1/me/webhook", url=f"http://localhost:{new.port}/")
                give_turn(anna, ben)
                old.close()  # hangs up: the notice after this one could be sent now
                self.assertTrue(until(lambda: not new.got.empty()))
                self.assertEqual((old.got.qsize(), new.got.qsize()), (1, 1))
                give_turn(anna, ben)
                server.kill()
                with sqlite3.connect(f"{server.data}/elektro.db") as db:
                    db.execute("UPDATE users SET webhook = NULL WHERE name = 'Ben'")
                db.close()
                server.start()
                self.assertTrue(until(lambda: notices(server) == 0), "notices are left")
                self.assertEqual((old.got.qsize(), new.got.qsize()), (1, 1))
            new.close()

    def test_left(self):
        """a server that is stopped leaves notices that were not answered to its successor"""
        with tempfile.TemporaryDirectory() as folder:
            receiver = Answering(folder, [HANG], tls=False)
            with Server(ELEKTRO, PRIVATE, "--webhook-timeout", "300") as server:
                if server.store:
                    self.skipTest("it needs the database of SQLite")
                anna, ben = account(server, "Anna"), account(server, "Ben")
                ben.post("/api/v1/me/webhook", url=f"http://localhost:{receiver.port}/")
                give_turn(anna, ben)
                self.assertTrue(until(lambda: not receiver.got.empty()))
                give_turn(anna, ben)
                self.assertEqual(server.stop(), 0)
                server.start()
                self.assertTrue(until(lambda: receiver.got.qsize() == 3), "not all notices were sent")
                self.assertTrue(until(lambda: notices(server) == 0), "notices are left")
                self.assertEqual(ben.get("/api/v1/me/webhook")["lost"], 0)
            receiver.close()

    def test_nobody(self):
        """for players without a webhook nothing is written"""
        with Server(ELEKTRO, PRIVATE) as server:
            if server.store:
                self.skipTest("it needs the database of SQLite")
            with sqlite3.connect(f"{server.data}/elektro.db") as db:
                db.execute("DROP TABLE notices")  # a write would fail
            db.close()
            anna, ben = account(server, "Anna"), account(server, "Ben")
            give_turn(anna, ben)
            with sqlite3.connect(f"{server.data}/elektro.db") as db:
                self.assertEqual(db.execute("SELECT MAX(seq) FROM games").fetchone()[0], 1)
            db.close()

    def test_mixed(self):
        """of a host with a private and a public address only the public one is tried, three times"""
        e = Delivery(host="mixed.test", tls=False, env=NAMES_ENV)
        self.check(e, "given up", 0)
        self.assertEqual(e.said.count("the public address is tried"), 3, e.said)
        self.assertNotIn("private", e.said)

    def test_certificate(self):
        """nothing is sent to a host with another host's certificate, or with an untrusted one"""
        self.check(Delivery(PRIVATE, host="127.0.0.1"), "given up", 0)
        self.check(Delivery(PRIVATE, trusted=False), "given up", 0)

    def test_proxy(self):
        """a proxy of the environment is not used: it could reach private addresses"""
        with tempfile.TemporaryDirectory() as folder:
            proxy = Answering(folder, [], tls=False)
            env = {"http_proxy": f"http://127.0.0.1:{proxy.port}", "no_proxy": ""}
            e = Delivery(PRIVATE, tls=False, env=env)
            proxy.close()
            self.check(e, "sent", 1)
            self.assertTrue(proxy.got.empty(), "the notice went to the proxy")

    def test_slow(self):
        """a notice is given up in time when the receiver or the name lookup is too slow"""
        limit = ("--webhook-timeout", str(SECONDS))
        for e, requests in ((Delivery(PRIVATE, *limit, answers=[HANG]), 1),
                            (Delivery(*limit, host="slow.test", env=NAMES_ENV), 0)):
            self.check(e, "given up", requests)
            self.assertGreater(e.seconds, SECONDS - 0.5)
            self.assertLess(e.seconds, 40, "it has waited for the lookup, which takes a minute")

    def test_flood(self):
        """of an answer without end only the beginning is read, and nothing of it is printed"""
        for answer in (FLOOD, BODY):
            with self.subTest(answer=answer):
                e = Delivery(PRIVATE, answers=[answer], tls=False)
                self.check(e, "sent", 1)
                self.assertLess(e.flooded, 20_000_000)
                self.assertIn("Elektro is at", e.printed)
                self.assertLess(len(e.printed), 1000, f"it printed {e.printed[:2000]}")

    def test_unreadable(self):
        """a webhook that cannot be read from the database is logged"""
        with Server(ELEKTRO) as server:
            if server.store:
                self.skipTest("it needs the database of SQLite")
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            with sqlite3.connect(f"{server.data}/elektro.db") as db:
                db.execute("ALTER TABLE users RENAME COLUMN webhook TO other")
            db.close()
            self.refused("storage", anna.post, f"/api/v1/tables/{code}/move", seq=0, client="a",
                         move="nominate 4 4")
            self.assertIn("a user could not be told something", server.said())

    def test_stop(self):
        """a server that is stopped does not wait for a pending name lookup"""
        class Stopped(Delivery):
            def wait(self, server):
                until = time.monotonic() + WAIT
                while "looked up" not in server.said() and time.monotonic() < until:
                    time.sleep(0.05)
                started = time.monotonic()
                self.status = server.stop()
                self.took = time.monotonic() - started
                return "stopped"

        e = Stopped(host="slow.test", env=NAMES_ENV)
        self.assertIn("looked up", e.said)
        self.assertEqual(e.status, 0, e.said)
        self.assertLess(e.took, 40)  # the lookup takes a minute
