"""Mails when several servers share a database.

    with_postgres tests/run mails_nodes.py ELEKTRO
"""

import sys
import time

from client import PASSWORD, Http, Server, ServerTestCase, account, new_table, until
from database import sql
from mailbox import Mailbox

ELEKTRO = sys.argv[1]
MAIL, NOTICES = "/api/v1/me/mail", "/api/v1/me/notices"


class MailsOfNodes(ServerTestCase):
    def setUp(self):
        self.mailbox = Mailbox()
        self.addCleanup(self.mailbox.close)
        self.first = self.enterContext(Server(ELEKTRO, *self.mailbox.options()))
        self.second = self.enterContext(Server(ELEKTRO, *self.mailbox.options(), store=self.first.store))
        self.anna, self.ben = account(self.first, "Anna"), account(self.first, "Ben")
        self.ben_there = Http(self.second, cookie=self.ben.cookie)
        self.ben.post(MAIL, address="ben@example.org", password=PASSWORD)
        self.ben_there.post(MAIL + "/verify", code=self.letter(1).code())

    def letter(self, count):
        """The count-th letter."""
        self.assertTrue(until(lambda: self.mailbox.got.qsize() >= count), "no mail has arrived")
        return self.mailbox.letters()[count - 1]

    def begin_game(self, **settings):
        return new_table(self.anna, [self.ben], edition="classic", order="seated", clock={"kind": "days", "days": 2}, **settings)

    def waiting(self):
        return int(sql(self.first, "SELECT COUNT(*) FROM deliveries WHERE channel = 'mail'"))

    def in_hand(self):
        return int(sql(self.first, "SELECT COUNT(*) FROM deliveries WHERE node <> 0"))

    def pass_hours(self, hours):
        sql(self.first, f"UPDATE deliveries SET due = due - {hours * 3600000}, until = until - {hours * 3600000} WHERE node = 0")

    def test_killed(self):
        """a mail that a killed server was sending is sent by the other one, once more and with the same number"""
        self.mailbox.answers["END OF DATA"] = [Mailbox.HANG]
        self.begin_game()
        number = self.letter(2)["Message-ID"]
        self.first.kill()
        self.assertEqual(self.letter(3)["Message-ID"], number)
        self.assertTrue(until(lambda: self.waiting() == 0), "it is not noted as sent")
        self.first.start()
        self.assertEqual(self.mailbox.got.qsize(), 3)

    def test_due(self):
        """a mail that is due is sent by one of the servers; what happens at both is in it"""
        self.ben.post(NOTICES, digest={"hour": 8, "zone": "Europe/Prague"})
        self.begin_game(title="Here")
        there = Http(self.second, cookie=self.anna.cookie)
        new_table(there, [self.ben_there], title="There", clock={"kind": "days", "days": 2})
        self.assertEqual(self.waiting(), 1)
        self.pass_hours(25)
        text = self.letter(2).text
        self.assertIn("Here", text)
        self.assertIn("There", text)
        self.assertTrue(until(lambda: self.waiting() == 0), "it is not noted as sent")
        self.begin_game(title="Later")
        self.assertEqual((self.waiting(), self.mailbox.got.qsize()), (1, 2))

    def test_stopped(self):
        """who unsubscribes at one server gets no mail that waits at another one"""
        code = self.begin_game()
        path = self.letter(2)["List-Unsubscribe"].strip("<>").removeprefix("https://games.example/elektro")
        self.assertTrue(until(lambda: self.waiting() == 0), "it is not noted as sent")
        self.anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
        self.assertEqual(self.waiting(), 1)
        self.assertTrue(Http(self.second).post(path)["stopped"])
        self.assertEqual(self.waiting(), 0)
        self.assertTrue(self.ben.get(NOTICES)["mail"]["stopped"])

    def test_without(self):
        """a server without a mail server leaves the mails that wait to the others; a day later it drops them"""
        self.second.stop()
        self.second.options = ("--store", self.second.store)
        self.second.start()
        code = self.begin_game()
        self.letter(2)
        self.assertTrue(until(lambda: self.in_hand() == 0), "it is not noted as sent")
        self.anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
        self.assertEqual(self.waiting(), 1)
        self.first.stop()
        self.pass_hours(1)
        time.sleep(3)
        self.assertEqual(self.waiting(), 1, "it was dropped")
        self.first.start()
        self.assertIn(code, self.letter(3).text)
        self.assertTrue(until(lambda: self.waiting() == 0), "it is not noted as sent")
        other = self.begin_game()
        self.letter(4)
        self.assertTrue(until(lambda: self.in_hand() == 0), "it is not noted as sent")
        self.anna.post(f"/api/v1/tables/{other}/move", seq=0, client="a", move="nominate 4 4")
        self.first.stop()
        self.pass_hours(25)
        self.assertTrue(until(lambda: self.waiting() == 0), "it is kept")
        self.first.start()
        self.assertEqual(self.mailbox.got.qsize(), 4)
