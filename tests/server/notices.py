"""Notices to webhooks when several servers share a database, and one of them ends while it has some.

    with_postgres tests/run notices.py ELEKTRO
"""

import json
import queue
import sys
import threading
import time

from client import Http, Server, ServerTestCase, account, frozen, new_table, until
from database import Cable, sql
from receiver import Receiver

ELEKTRO = sys.argv[1]
# A lease is longer than a post may take, and than these tests wait: so nothing is taken over because a lease is over.
OPTIONS = ("--private-webhooks", "--webhook-timeout", "300")


class Hanging(Receiver):
    """Notes the tables of the notices it gets; it does not answer the first ones until it is released."""

    def __init__(self, hangs=0):
        self.got = queue.Queue()
        self.released, self.hangs = threading.Event(), hangs
        super().__init__(self.take)

    def take(self, handler, body):
        self.got.put(json.loads(body)["table"])
        if self.got.qsize() <= self.hangs:
            self.released.wait()  # and hangs up
        else:
            handler.answer(204)

    def tables(self):
        return list(self.got.queue)

    def close(self):
        self.released.set()
        super().close()


class Notices(ServerTestCase):
    def setUp(self):
        self.first = self.enterContext(Server(ELEKTRO, *OPTIONS))
        self.second = self.enterContext(Server(ELEKTRO, *OPTIONS, store=self.first.store))

    def receiver(self, hangs=0):
        receiver = Hanging(hangs)
        self.addCleanup(receiver.close)
        return receiver

    def begin(self, receiver):
        """Anna and Ben are at the first server; Ben has a webhook."""
        self.anna, self.ben = (account(self.first, name) for name in ("Anna", "Ben"))
        self.ben.post("/api/v1/me/webhook", url=receiver.url)

    def give_turn(self):
        """Ben gets a notice; returns the table."""
        code = new_table(self.anna, [self.ben], edition="classic", order="seated")
        self.anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
        return code

    def notices(self):
        return self.number("SELECT COUNT(*) FROM notices")

    def number(self, query):
        return int(sql(self.first, query))

    def lease(self):
        """When the first of the leases runs out."""
        return self.number("SELECT MIN(until) FROM notices")

    def one_sent_one_waiting(self, receiver):
        """The first server has sent a notice that the receiver does not answer; another one waits for it."""
        self.begin(receiver)
        codes = [self.give_turn()]
        self.assertTrue(until(lambda: receiver.got.qsize() == 1), "no notice has arrived")
        codes.append(self.give_turn())
        self.assertEqual(self.notices(), 2)
        return codes

    def check_taken_over(self, receiver, codes, since):
        """The second server sends both: the receiver gets the first one for the second time."""
        self.assertTrue(until(lambda: receiver.got.qsize() == 3), f"{receiver.tables()} of {codes}")
        print(f"# taken over after {time.monotonic() - since:.1f} s")
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
        self.check_taken_over(receiver, codes, since)
        self.first.start()
        time.sleep(3)
        self.assertEqual(receiver.got.qsize(), 3)
        state = self.ben.get("/api/v1/me/webhook")
        self.assertEqual((state["lost"], state["problem"]), (0, None))

    def test_stopped(self):
        """notices of a server that is stopped are sent by another one at once"""
        receiver = self.receiver(hangs=1)
        codes = self.one_sent_one_waiting(receiver)
        node, since = self.number("SELECT DISTINCT node FROM notices"), time.monotonic()
        self.assertEqual(self.first.stop(), 0)
        self.assertEqual(self.number(f"SELECT COUNT(*) FROM notices WHERE node = {node}"), 0, "it has kept them")
        self.check_taken_over(receiver, codes, since)
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
        with frozen(self.first.process.pid):
            self.check_taken_over(receiver, codes, since)
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
        self.check_taken_over(receiver, codes, since)
        receiver.released.set()  # it may try again now, and send the other one
        time.sleep(3)
        self.assertEqual(receiver.got.qsize(), 3, receiver.tables())

    def test_long(self):
        """a notice that waits longer than its lease stays with its server"""
        receiver = self.receiver(hangs=1)
        codes = self.one_sent_one_waiting(receiver)
        sql(self.first, "UPDATE notices SET until = until - 290000")  # as if it ran out in 20 seconds
        lease = self.lease()
        self.assertTrue(until(lambda: self.lease() > lease + 20000), "its lease was not prolonged")
        over = f"SELECT (extract(epoch FROM clock_timestamp()) * 1000 > {lease + 2000})::int"
        self.assertTrue(until(lambda: self.number(over)))  # when it would have been taken over
        self.assertEqual(receiver.got.qsize(), 1, receiver.tables())
        self.assertEqual(self.number("SELECT MAX(tries) FROM notices"), 1)
        receiver.released.set()
        self.assertTrue(until(lambda: self.notices() == 0), "notices are left")
        self.assertEqual(sorted(receiver.tables()), sorted([codes[0], *codes]))  # it was hung up on once

    def test_changed(self):
        """notices that wait at one server for a webhook that is changed at another one are not sent"""
        old, new = self.receiver(hangs=1), self.receiver()
        self.one_sent_one_waiting(old)
        there = Http(self.second, cookie=self.ben.cookie)
        there.post("/api/v1/me/webhook", url=new.url)
        lease = self.number("SELECT MAX(until) FROM notices")
        # The first server looks at the webhook when it prolongs the leases, in one transaction.
        self.assertTrue(until(lambda: self.lease() > lease), "it does not prolong the leases")
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
        self.ben = account(self.first, "Carl")
        self.ben.post("/api/v1/me/webhook", url=good.url)
        code = self.give_turn()
        self.assertTrue(until(lambda: not good.got.empty()))
        since = time.monotonic()
        self.first.kill()
        self.assertTrue(until(lambda: good.got.qsize() == 2))
        print(f"# sent by another server after {time.monotonic() - since:.1f} s")
        self.assertEqual(good.tables(), [code, code])
        self.assertLessEqual(hanging.got.qsize(), 2)
        self.first.start()
