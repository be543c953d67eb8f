"""Notices to webhooks when several servers share a database, and one of them ends while it has some.

    with_postgres tests/run notices.py ELEKTRO
"""

import http.server
import json
import queue
import signal
import sys
import threading
import time

from client import Http, Server, ServerTestCase, new_table, until
from database import Cable, sql

ELEKTRO = sys.argv[1]
OPTIONS = ("--private-webhooks", "--webhook-timeout", "60")
TAKEN_OVER = 15  # seconds until another server has sent what a dead one had


class Receiver:
    """Notes the tables of the notices it gets; it does not answer the first ones until it is released."""

    def __init__(self, hangs=0):
        self.got = queue.Queue()
        self.released = threading.Event()
        receiver, self.hangs = self, hangs

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.put(json.loads(body)["table"])
                self.close_connection = True
                if receiver.got.qsize() <= receiver.hangs:
                    receiver.released.wait(120)  # and hangs up
                    return
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.handle_error = lambda *_: None
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def tables(self):
        return list(self.got.queue)

    def close(self):
        self.released.set()
        self.server.shutdown()
        self.server.server_close()


class Notices(ServerTestCase):
    def setUp(self):
        self.first = self.enterContext(Server(ELEKTRO, *OPTIONS))
        self.second = self.enterContext(Server(ELEKTRO, *OPTIONS, store=self.first.store))

    def receiver(self, hangs=0):
        receiver = Receiver(hangs)
        self.addCleanup(receiver.close)
        return receiver

    def begin(self, receiver):
        """Anna and Ben are at the first server; Ben has a webhook."""
        self.anna, self.ben = (self.account(self.first, name) for name in ("Anna", "Ben"))
        self.ben.post("/api/v1/me/webhook", url=receiver.url)

    def account(self, server, name):
        who = Http(server)
        who.you = who.post("/api/v1/register", name=name, password="long enough")["you"]
        return who

    def give_turn(self):
        """Ben gets a notice; returns the table."""
        code = new_table(self.anna, [self.ben], edition="classic", order="seated")
        self.anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
        return code

    def notices(self):
        return int(sql(self.first, "SELECT COUNT(*) FROM notices"))

    def one_sent_one_waiting(self, receiver):
        """The first server has sent a notice that the receiver does not answer; another one waits for it."""
        self.begin(receiver)
        codes = [self.give_turn()]
        self.assertTrue(until(lambda: receiver.got.qsize() == 1), "no notice has arrived")
        codes.append(self.give_turn())
        self.assertEqual(self.notices(), 2)
        return codes

    def check_taken_over(self, receiver, codes, since, seconds):
        """The second server sends both: the receiver gets the first one for the second time."""
        self.assertTrue(until(lambda: receiver.got.qsize() == 3), f"{receiver.tables()} of {codes}")
        took = time.monotonic() - since
        print(f"# taken over after {took:.1f} s")
        self.assertLess(took, seconds)
        self.assertEqual(sorted(receiver.tables()), sorted([codes[0], *codes]))
        self.assertTrue(until(lambda: self.notices() == 0), "notices are left")

    def test_arrives(self):
        """a notice arrives at once, and once, while all servers live"""
        receiver = self.receiver()
        self.begin(receiver)
        since = time.monotonic()
        code = self.give_turn()
        self.assertTrue(until(lambda: not receiver.got.empty()))
        print(f"# arrived after {time.monotonic() - since:.2f} s")
        self.assertTrue(until(lambda: self.notices() == 0), "the notice is left")
        time.sleep(3)
        self.assertEqual(receiver.tables(), [code])

    def test_killed(self):
        """notices of a server that is killed are sent by another one within seconds, and not a third time"""
        receiver = self.receiver(hangs=1)
        codes = self.one_sent_one_waiting(receiver)
        since = time.monotonic()
        self.first.kill()
        self.check_taken_over(receiver, codes, since, TAKEN_OVER)
        self.first.start()
        time.sleep(3)
        self.assertEqual(receiver.got.qsize(), 3)
        state = self.ben.get("/api/v1/me/webhook")
        self.assertEqual((state["lost"], state["problem"]), (0, None))

    def test_stopped(self):
        """notices of a server that is stopped are sent by another one at once"""
        receiver = self.receiver(hangs=1)
        codes = self.one_sent_one_waiting(receiver)
        since = time.monotonic()
        self.assertEqual(self.first.stop(), 0)
        self.check_taken_over(receiver, codes, since, 6)
        self.first.start()

    def test_rolling_restart(self):
        """a notice that waits while all servers are restarted, and restarted again, is not lost"""
        receiver = self.receiver(hangs=99)
        codes = self.one_sent_one_waiting(receiver)
        for sent, (old, new) in enumerate([(self.first, self.second), (self.second, self.first)] * 3, 2):
            self.assertEqual(old.stop(), 0)
            self.assertTrue(until(lambda: receiver.got.qsize() == sent), f"{receiver.tables()} of {codes}")
            if sent < 7:
                old.start()
        receiver.hangs = 0
        receiver.released.set()
        self.assertTrue(until(lambda: self.notices() == 0), "notices are left")
        self.assertLessEqual(set(codes), set(receiver.tables()))
        self.assertEqual(Http(self.first, cookie=self.ben.cookie).get("/api/v1/me/webhook")["lost"], 0)
        self.second.start()

    def test_frozen(self):
        """a server that was given up sends nothing that another one has when it goes on"""
        receiver = self.receiver(hangs=1)
        codes = self.one_sent_one_waiting(receiver)
        since = time.monotonic()
        self.first.process.send_signal(signal.SIGSTOP)
        try:
            self.check_taken_over(receiver, codes, since, TAKEN_OVER)
        finally:
            self.first.process.send_signal(signal.SIGCONT)
        receiver.released.set()  # the frozen server may try again now, and send the other one
        time.sleep(5)
        self.assertEqual(receiver.got.qsize(), 3, receiver.tables())
        self.assertEqual(self.ben.get("/api/v1/me/webhook")["lost"], 0)

    def test_cut_off(self):
        """a server that has lost its database sends nothing that another one may have"""
        receiver = self.receiver(hangs=1)
        cable = self.enterContext(Cable(self.first))
        self.first.stop()
        self.first.options = (*OPTIONS, "--store", cable.store, "--store-timeout", "1")
        self.first.start()
        codes = self.one_sent_one_waiting(receiver)
        since = time.monotonic()
        cable.cut()
        self.check_taken_over(receiver, codes, since, TAKEN_OVER)
        receiver.released.set()  # it may try again now, and send the other one
        time.sleep(3)
        self.assertEqual(receiver.got.qsize(), 3, receiver.tables())

    def test_long(self):
        """a notice that waits longer than its lease stays with its server"""
        receiver = self.receiver(hangs=1)
        codes = self.one_sent_one_waiting(receiver)
        sql(self.first, "UPDATE notices SET until = until - 62000")  # as if it ran out in 8 seconds
        time.sleep(7)
        left = "SELECT MIN(until) - (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM notices"
        self.assertGreater(int(sql(self.first, left)), 20000, "its lease was not prolonged")
        time.sleep(4)
        self.assertEqual(receiver.got.qsize(), 1, receiver.tables())
        self.assertEqual(sql(self.first, "SELECT MAX(tries) FROM notices"), "1")
        receiver.released.set()
        self.assertTrue(until(lambda: self.notices() == 0), "notices are left")
        self.assertEqual(sorted(receiver.tables()), sorted([codes[0], *codes]))  # it was hung up on once

    def test_changed(self):
        """notices that wait at one server for a webhook that is changed at another one are not sent"""
        old, new = self.receiver(hangs=1), self.receiver()
        self.one_sent_one_waiting(old)
        there = Http(self.second, cookie=self.ben.cookie)
        there.post("/api/v1/me/webhook", url=new.url)
        time.sleep(8)  # leases are prolonged every five seconds
        old.released.set()
        time.sleep(2)
        self.assertEqual(old.got.qsize(), 1, "a notice went to the old address")
        code = self.give_turn()
        self.assertTrue(until(lambda: not new.got.empty()))
        self.assertEqual(new.tables(), [code])

    def test_blackhole(self):
        """of a server that was killed, notices to a receiver that hangs do not delay those of others"""
        hanging, good = self.receiver(hangs=99), self.receiver(hangs=1)
        self.begin(hanging)
        for _ in range(12):
            self.give_turn()
        self.ben = self.account(self.first, "Carl")
        self.ben.post("/api/v1/me/webhook", url=good.url)
        code = self.give_turn()
        self.assertTrue(until(lambda: not good.got.empty()))
        since = time.monotonic()
        self.first.kill()
        self.assertTrue(until(lambda: good.got.qsize() == 2))
        self.assertLess(time.monotonic() - since, TAKEN_OVER)
        self.assertEqual(good.tables(), [code, code])
        self.assertLessEqual(hanging.got.qsize(), 2)
        self.first.start()
