"""Mails through a real mail server of this machine: addresses, notices, new passwords, and what goes wrong.

    tests/run mails.py ELEKTRO NAMES

NAMES is the library with the name private.test, which is this machine under a name that is not its own.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time

from client import PASSWORD, Http, Refused, Server, ServerTestCase, Socket, account, new_table, until
from mailbox import Mailbox

ELEKTRO, NAMES = sys.argv[1:3]
DAYS = {"kind": "days", "days": 2}
HOUR = 3600000
MAIL = "/api/v1/me/mail"
NOTICES = "/api/v1/me/notices"
SITE = "https://games.example/elektro"


def sql(server, query, *values):
    """Runs a statement on the database of a server; returns its rows."""
    with sqlite3.connect(f"{server.data}/elektro.db", timeout=30) as db:
        rows = db.execute(query, values).fetchall()
    db.close()
    return rows


def waiting(server):
    """Mails that are on their way or wait."""
    return sql(server, "SELECT COUNT(*) FROM deliveries WHERE channel = 'mail'")[0][0]


def in_hand(server):
    """Of these, those that the server sends now."""
    return sql(server, "SELECT COUNT(*) FROM deliveries WHERE channel = 'mail' AND node <> 0")[0][0]


def path_of(url):
    return url.removeprefix(SITE)


class Mails(ServerTestCase):
    def begin(self, *options, env=None, **mailbox):
        """A mail server and a server that sends its mails there; Anna and Ben have accounts."""
        self.mailbox = Mailbox(**mailbox)
        self.addCleanup(self.mailbox.close)
        self.server = self.enterContext(Server(ELEKTRO, *self.mailbox.options(), *options, env=env))
        if self.server.store:
            self.skipTest("it needs the database of SQLite")
        self.anna, self.ben = account(self.server, "Anna"), account(self.server, "Ben")

    def letter(self, count=1):
        """The next letter, the count-th in all."""
        self.assertTrue(until(lambda: self.mailbox.got.qsize() >= count), "no mail has arrived")
        self.assertTrue(until(lambda: in_hand(self.server) == 0), "it is not noted as sent")
        return self.mailbox.letters()[count - 1]

    def verify(self, who, address, language="en", count=1):
        """Gives a user an address; returns the letter with the code, the count-th in all."""
        who.post(MAIL, address=address, password=PASSWORD, language=language)
        letter = self.letter(count)
        state = who.post(MAIL + "/verify", code=letter.code())["mail"]
        self.assertEqual((state["address"], state["pending"]), (address, None))
        return letter

    def game(self, title="Friday", clock=None):
        """Begins a game of Anna and Ben, where it is Anna's turn; returns its code."""
        return new_table(self.anna, [self.ben], edition="classic", order="seated", title=title, clock=clock or DAYS)

    def give_turn(self, code):
        self.anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")

    def pass_hour(self):
        """As if an hour had passed for all mails."""
        sql(self.server, "UPDATE deliveries SET due = due - ?, until = until - ? WHERE node = 0", HOUR, HOUR)

    def mail_of(self, who):
        return who.get(NOTICES)["mail"]

    def test_address(self):
        """an address counts once its code has come back; nothing that could end a line or a command is one"""
        self.begin()
        for address in ("ben", "ben@", "@example.org", "ben@example", "b en@example.org", "ben@example.org>", "<ben@example.org>",
                        "ben@exam_ple.org", "ben@-example.org", "ben@example..org", ".ben@example.org", "b..en@example.org",
                        "ben@127.0.0.1", "ben@[127.0.0.1]", '"ben"@example.org', "ben@example.org,anna@example.org", "bén@example.org",
                        "ben@example.org\r\nBcc: anna@example.org", "ben@example.org\nRCPT TO:<anna@example.org>",
                        "x" * 65 + "@example.org", "ben@" + "x" * 64 + ".org", "ben@example.1", "ben@example.org "):
            with self.subTest(address=address):
                self.refused("bad-request", self.ben.post, MAIL, address=address, password=PASSWORD)
        self.refused("wrong-password", self.ben.post, MAIL, address="ben@example.org", password="wrong password")
        self.refused("not-an-account", Http(self.server, "Guest").post, MAIL, address="ben@example.org", password=PASSWORD)
        self.assertEqual(self.mailbox.letters(), [])
        state = self.ben.post(MAIL, address="Ben@example.org", password=PASSWORD, language="cs")["mail"]
        self.assertEqual((state["address"], state["pending"]), (None, "Ben@example.org"))
        letter = self.letter()
        self.assertEqual((letter.sender, letter.receiver), ("elektro@games.example", "Ben@example.org"))
        self.assertEqual(letter["Subject"], "Potvrď svou adresu pro games.example/elektro")
        self.assertIn(f"{SITE}/#/notices/{letter.code()}", letter.links())
        verify = lambda who, code: who.post(MAIL + "/verify", code=code)
        self.refused("wrong-code", verify, self.ben, "abcde-abcde-abcde-abcde")
        self.refused("wrong-code", verify, self.anna, letter.code())
        verify(self.ben, letter.code().upper().replace("-", " "))
        self.refused("wrong-code", verify, self.ben, letter.code())
        self.assertNotIn(letter.code().replace("-", ""), json.dumps(sql(self.server, "SELECT * FROM mails")))
        self.ben.post(MAIL, address="other@example.org", password=PASSWORD)
        state = self.mail_of(self.ben)
        self.assertEqual((state["address"], state["pending"]), ("Ben@example.org", "other@example.org"))
        self.assertEqual(self.ben.get("/api/v1/me/export")["notices"]["mail"], state)
        sql(self.server, "UPDATE mails SET code_expires = 0")
        self.refused("wrong-code", verify, self.ben, self.letter(2).code())
        self.assertEqual(self.ben.post(MAIL + "/drop")["mail"]["address"], None)
        self.verify(self.anna, "anna@example.org", count=3)
        self.anna.post("/api/v1/me/delete", name="Anna")
        self.assertEqual(sql(self.server, "SELECT * FROM mails"), [])

    def test_notices(self):
        """players of games over days hear that they begin, then at most once an hour what still holds; others hear nothing"""
        self.begin()
        self.game()
        self.verify(self.ben, "ben@example.org", "ru")
        self.game(clock={"kind": "move", "seconds": 60})
        code = self.game(title="Ток, =?UTF-8?Q?x?= <b>")
        letter = self.letter(2)
        self.assertEqual(letter["Subject"], "Ваша партия начинается: Ток, =?UTF-8?Q?x?= <b>")
        self.assertIn(f"{SITE}/#/table/{code}", letter.links())
        self.assertEqual(letter["Auto-Submitted"], "auto-generated")
        self.assertEqual(letter["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        for name in ("Date", "Message-ID", "From", "To", "List-Unsubscribe"):
            self.assertIsNotNone(letter[name], name)
        self.assertLess(max(map(len, letter.data.split(b"\r\n"))), 200)
        self.give_turn(code)  # the next mail about this game waits
        self.assertEqual(waiting(self.server), 1)
        other = self.game(title="Saturday")
        self.assertEqual(self.letter(3)["Subject"], "Ваша партия начинается: Saturday")
        self.give_turn(other)
        self.ben.post(f"/api/v1/tables/{other}/leave")  # a bot moves for him
        self.pass_hour()
        self.assertEqual(self.letter(4)["Subject"], "Ваш ход: Ток, =?UTF-8?Q?x?= <b>")
        self.assertTrue(until(lambda: waiting(self.server) == 0))
        socket = Socket(self.server, self.ben)
        watched = self.game(title="Sunday")
        self.assertEqual(self.letter(5)["Subject"], "Ваша партия начинается: Sunday")
        socket.ask("watch", table=watched)
        self.pass_hour()
        self.give_turn(watched)
        self.assertEqual((waiting(self.server), self.mailbox.got.qsize()), (0, 5))
        self.ben.post(NOTICES, choices=[{"kind": "game-begins", "pace": "days", "webhook": False, "mail": False, "push": False}])
        self.game(title="Monday")
        self.assertEqual((waiting(self.server), self.mailbox.got.qsize()), (0, 5))
        self.assertEqual(self.server.metric("elektro_mails_total"), 5)

    def test_blocked(self):
        """a blocked account gets no notices, neither what waits nor new ones"""
        self.begin()
        self.verify(self.ben, "ben@example.org")
        codes = [self.game(), self.game(title="Saturday")]
        self.letter(3)
        self.give_turn(codes[0])
        self.assertEqual(waiting(self.server), 1)
        self.server.admin("block", "Ben")
        self.give_turn(codes[1])
        self.assertEqual(waiting(self.server), 1)
        self.pass_hour()
        self.assertTrue(until(lambda: waiting(self.server) == 0))
        self.assertEqual(self.mailbox.got.qsize(), 3)

    def test_digest(self):
        """a user who wants one mail a day gets one, in which everything is that still holds"""
        self.begin()
        self.verify(self.ben, "ben@example.org")
        self.refused("bad-request", self.ben.post, NOTICES, digest={"hour": 8, "zone": "Europe/Atlantis"})
        digest = {"hour": 8, "zone": "Europe/Prague"}
        self.assertEqual(self.ben.post(NOTICES, digest=digest)["mail"]["digest"], digest)
        codes = [self.game(title=title) for title in ("One", "Two", "Three")]
        for code in codes[:2]:
            self.give_turn(code)
        self.ben.post(f"/api/v1/tables/{codes[1]}/leave")  # a bot moves for him
        (due,), = sql(self.server, "SELECT due FROM deliveries WHERE channel = 'mail'")
        self.assertIn(time.gmtime(due / 1000)[3:6], ((6, 0, 0), (7, 0, 0)))  # eight in Prague
        self.assertLessEqual(due - time.time() * 1000, 25 * HOUR)
        for _ in range(25):
            self.pass_hour()
        letter = self.letter(2)
        self.assertEqual(letter["Subject"], "News of your games")
        self.assertEqual([line for line in letter.text.split("\r\n") if ": T" in line or ": O" in line],
                         ["Your game begins: One", "Your game begins: Two", "Your game begins: Three", "It is your turn: One"])
        self.game(title="Four")
        self.assertEqual(waiting(self.server), 1)
        self.assertIsNone(self.ben.post(NOTICES, no_digest=True)["mail"]["digest"])
        self.assertEqual(self.letter(3)["Subject"], "Your game begins: Four")

    def test_invitation(self):
        """an invitation that waits is told if it still holds, by the name that its sender has then; a deleted account is not named"""
        self.begin()
        self.verify(self.ben, "ben@example.org")
        self.ben.post(NOTICES, digest={"hour": 8, "zone": "Europe/Prague"})
        carl, dora = account(self.server, "Carl"), Http(self.server, "Dora")
        for sender in (carl, dora):
            code = self.anna.post("/api/v1/tables", players=3, edition="classic", clock=DAYS)["info"]["table"]
            sender.post(f"/api/v1/tables/{code}/join")
            sender.post(f"/api/v1/tables/{code}/invite", user=self.ben.you["id"])
        self.assertEqual(waiting(self.server), 1)
        carl.post("/api/v1/me/delete", name="Carl")
        dora.post("/api/v1/me/name", name="Dorothy")
        for _ in range(25):
            self.pass_hour()
        letter = self.letter(2)
        self.assertEqual(letter["Subject"], "Dorothy invites you: table " + code)
        self.assertNotIn("Carl", letter.text)

    def test_unsubscribe(self):
        """one click stops the notices of an account, without a session; the page in between changes nothing"""
        self.begin()
        letter = self.verify(self.ben, "ben@example.org")
        self.game()
        path = path_of(self.letter(2)["List-Unsubscribe"].strip("<>"))
        anybody = Http(self.server)
        status, headers, _ = anybody.raw("GET", path)
        self.assertEqual((status, headers["Location"]), (302, "/#" + path.removeprefix("/api/v1")))
        self.assertFalse(self.mail_of(self.ben)["stopped"])
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        status, _, answer = anybody.raw("POST", path, b"List-Unsubscribe=One-Click", form)
        self.assertEqual((status, json.loads(answer)["address"], json.loads(answer)["stopped"]), (200, "b…@example.org", True))
        self.assertTrue(self.mail_of(self.ben)["stopped"])
        self.game()
        self.refused("no-receiver", self.ben.post, NOTICES + "/test", channel="mail")
        self.assertEqual((waiting(self.server), self.mailbox.got.qsize()), (0, 2))
        self.assertFalse(anybody.post(path, again=True)["stopped"])
        self.game()
        self.letter(3)
        self.refused("wrong-code", anybody.post, "/api/v1/unsubscribe/" + "0" * 64)
        self.assertEqual(anybody.raw("POST", "/api/v1/forgot-password", b"name=Ben", form)[0], 400)
        # Who gets a code that they have not asked for can keep the server from writing to them.
        refuse = path_of(letter["List-Unsubscribe"].strip("<>"))
        anybody.post(refuse)
        self.refused("mail-unwanted", self.anna.post, MAIL, address="BEN+more@example.org", password=PASSWORD)
        self.assertTrue(self.mail_of(self.ben)["stopped"], "the address wants nothing, and is his")
        anybody.post(refuse, again=True)
        self.assertFalse(self.mail_of(self.ben)["stopped"])
        self.anna.post(MAIL, address="ben+more@example.org", password=PASSWORD)
        self.assertEqual(self.letter(4).receiver, "ben+more@example.org")
        self.ben.post(NOTICES, stopped=True)
        self.assertTrue(self.mail_of(self.ben)["stopped"])

    def test_stranger(self):
        """a stranger who got a code by mistake stops mails to their own address alone, and does not see that of the account"""
        self.begin()
        self.ben.post(MAIL, address="stranger@example.net", password=PASSWORD)
        letter = self.letter()
        path = path_of(letter["List-Unsubscribe"].strip("<>"))
        unsubscribe, token = path.rsplit("/", 1)
        anybody = Http(self.server)
        self.assertEqual(anybody.post(path)["address"], "s…@example.net")
        sql(self.server, "UPDATE deliveries SET channel = 'mail', body = '{\"mail\":\"verify\"}' WHERE channel = 'sent'")
        self.pass_hour()  # as if the mail had been put off
        self.assertTrue(until(lambda: waiting(self.server) == 0))
        self.assertEqual(self.mailbox.got.qsize(), 1)
        anybody.post(path, again=True)
        self.verify(self.ben, "ben@example.org", count=2)
        (own,), = sql(self.server, "SELECT token FROM mails")
        self.assertNotIn(own, letter.text + path)
        for guess in (path, unsubscribe + "/" + token[1:], unsubscribe + "/n" + own, f"{unsubscribe}/n{self.ben.you['id']}-", unsubscribe + "/n"):
            with self.subTest(guess=guess):
                self.refused("wrong-code", anybody.post, guess)
        self.assertFalse(self.mail_of(self.ben)["stopped"])
        self.game()
        self.assertEqual(self.letter(3).receiver, "ben@example.org")

    def test_password(self):
        """a forgotten password is replaced by a code that goes to the verified address; nobody learns who has one"""
        self.begin()
        self.verify(self.ben, "ben@example.org", "de")
        self.anna.post(MAIL, address="anna@example.org", password=PASSWORD)  # which is not verified
        self.letter(2)
        anybody = Http(self.server)
        answers = [anybody.post("/api/v1/forgot-password", name=name) for name in ("Anna", "Nobody", "Guest", "bEN")]
        self.assertEqual(answers, [{"ok": True}] * 4)
        self.assertTrue(until(lambda: waiting(self.server) == 0))
        letter = self.letter(3)
        self.assertEqual((letter.receiver, letter["Subject"]), ("ben@example.org", "Ein neues Passwort für games.example/elektro"))
        self.assertIsNone(letter["List-Unsubscribe"])
        self.assertIn(f"{SITE}/#/reset/{letter.code()}", letter.links())
        anybody.post("/api/v1/login", name="Ben", password=PASSWORD)  # still
        reset = lambda code: anybody.post("/api/v1/reset-password", name="Ben", code=code, password="another password")
        self.refused("wrong-code", reset, "abcde-abcde-abcde-abcde")
        self.assertEqual(reset(letter.code())["you"]["name"], "Ben")
        self.refused("wrong-code", reset, letter.code())
        self.refused("wrong-password", anybody.post, "/api/v1/login", name="Ben", password=PASSWORD)
        self.refused("not-logged-in", self.ben.get, NOTICES)
        # A code of the operator cannot be replaced by anybody.
        code = self.server.admin("reset-password", "Ben").stdout
        anybody.post("/api/v1/forgot-password", name="Ben")
        self.assertTrue(until(lambda: waiting(self.server) == 0))
        self.assertEqual(self.mailbox.got.qsize(), 3)
        self.assertIn("-", code)

    def test_same_work(self):
        """the request for a new password does the same for every name, so that its time tells nothing: the account is looked at later"""
        self.begin()
        self.verify(self.ben, "ben@example.org")
        rows = "SELECT person, channel, code, node, json_remove(body, '$.name') FROM deliveries WHERE channel = 'mail'"
        # a trigger keeps what the requests write, and nothing else, from being taken over
        sql(self.server, "CREATE TRIGGER later AFTER INSERT ON deliveries BEGIN UPDATE deliveries SET until = until + 600000; END")
        for name in ("Ben", "Anna", "Nobody"):
            Http(self.server).post("/api/v1/forgot-password", name=name)
        self.assertEqual(len(set(sql(self.server, rows))), 1)
        self.assertEqual(waiting(self.server), 3)
        sql(self.server, "DROP TRIGGER later")
        sql(self.server, "UPDATE deliveries SET until = 0 WHERE channel = 'mail'")
        self.assertEqual(self.letter(2).receiver, "ben@example.org")
        self.assertTrue(until(lambda: waiting(self.server) == 0))
        self.assertEqual(self.mailbox.got.qsize(), 2)

    def test_bombing(self):
        """nobody can have many mails sent to an address, or from an address, or for an account"""
        self.begin("--proxied", "--code-mails", "9")
        someone = [account(self.server, f"Someone {i}", f"198.51.100.{i}") for i in range(6)]
        for i, who in enumerate(someone[:3]):
            who.post(MAIL, address=f"victim+{i}@example.org", password=PASSWORD)
        for address in ("victim@example.org", "VICTIM@example.org", "victim+9@example.org"):
            self.refused("mail-limit", someone[3].post, MAIL, address=address, password=PASSWORD)
        # each refusal has cost the account one of its five
        someone[3].post(MAIL, address="other@example.org", password=PASSWORD)
        someone[3].post(MAIL, address="other@example.org", password=PASSWORD)
        self.refused("mail-limit", someone[3].post, MAIL, address="another@example.org", password=PASSWORD)
        self.letter(5)
        # a network address, whichever account
        crowd = [account(self.server, f"Crowd {i}", "198.51.100.99") for i in range(3)]
        sent = refused = 0
        for i in range(12):
            try:
                crowd[i % 3].post(MAIL, address=f"one{i}@example.org", password=PASSWORD)
                sent += 1
            except Refused as no:
                self.assertIn(no.code, ("mail-limit", "too-many"))
                refused += 1
        self.assertEqual(sent, 4, f"the server sends nine mails with codes a day ({refused} refused)")
        self.refused("mail-limit", someone[5].post, MAIL, address="late@example.org", password=PASSWORD)
        self.assertEqual(self.letter(9).receiver, "one3@example.org")
        self.assertEqual(self.mailbox.got.qsize(), 9)
        for _ in range(3):  # the answer stays the same
            Http(self.server).post("/api/v1/forgot-password", name="Someone 1")

    def test_refused(self):
        """an address that mail servers refuse three times is given up until it is set again; a busy one is tried later"""
        self.begin()
        self.verify(self.ben, "ben@example.org")
        self.mailbox.answers["RCPT TO:<ben@"] = "550 5.1.1 no such\x07 user"
        for lost in (1, 2, 3):
            self.assertFalse(self.mail_of(self.ben)["refused"])
            self.game()
            self.assertTrue(until(lambda: self.mail_of(self.ben)["lost"] == lost), "the refusal is not noted")
        state = self.mail_of(self.ben)
        self.assertEqual((state["refused"], state["problem"]), (True, "550 5.1.1 no such user"))
        self.game()
        self.assertEqual((waiting(self.server), self.mail_of(self.ben)["lost"]), (0, 3))
        self.assertEqual(self.server.metric("elektro_mails_lost_total"), 3)
        self.mailbox.answers = {"RCPT TO:<anna@": ["450 4.2.0 come back later"], "MAIL FROM": ["530 5.7.0 who are you"]}
        self.anna.post(MAIL, address="anna@example.org", password=PASSWORD)
        attempts = lambda: sql(self.server, "SELECT attempts FROM deliveries WHERE channel = 'mail' AND node = 0")
        for count in (1, 2):  # neither is the receiver's fault for good
            self.assertTrue(until(lambda: attempts() == [(count,)]), f"{attempts()} attempts")
            self.pass_hour()
        self.assertEqual(self.letter(2).receiver, "anna@example.org")
        self.assertEqual(self.mail_of(self.anna)["lost"], 0)
        self.assertEqual(self.server.metric("elektro_mails_failed_total"), 5)
        port = self.mailbox.port
        self.mailbox.close()
        self.anna.post(MAIL, address="anna@example.org", password=PASSWORD)
        for count in (1, 2, 3):
            self.assertTrue(until(lambda: attempts() == [(count,)]), f"{attempts()} attempts at port {port}")
            self.pass_hour()
        self.assertTrue(until(lambda: self.mail_of(self.anna)["lost"] == 1), "it is not given up")
        self.assertIn("connect", self.mail_of(self.anna)["problem"])

    def test_encrypted(self):
        """to another machine everything is encrypted, with a certificate that is verified, and the password after that"""
        with tempfile.TemporaryDirectory() as folder:
            certificate, secret = os.path.join(folder, "cert.pem"), os.path.join(folder, "password")
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                            "-keyout", certificate + ".key", "-out", certificate, "-days", "2", "-subj", "/CN=private.test",
                            "-addext", "subjectAltName=DNS:private.test"], check=True, capture_output=True)
            with open(certificate, "a", encoding="utf-8") as file, open(certificate + ".key", encoding="utf-8") as key:
                file.write(key.read())
            with open(secret, "w", encoding="utf-8") as file:
                file.write("a secret\n")
            names = {"LD_PRELOAD": NAMES, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
            for tls, offered, trusted, arrives in ((False, True, True, True), (True, True, True, True), (False, False, True, False),
                                                   (False, True, False, False)):
                with self.subTest(tls=tls, offered=offered, trusted=trusted):
                    mailbox = Mailbox(certificate if offered else None, tls, ("elektro", "a secret"))
                    env = {**names, **({"SSL_CERT_FILE": certificate} if trusted else {})}
                    options = mailbox.options("private.test", "smtps" if tls else "smtp")
                    with Server(ELEKTRO, *options, "--smtp-user", "elektro", "--smtp-password-file", secret, env=env) as server:
                        ben = account(server, "Ben")
                        ben.post(MAIL, address="ben@example.org", password=PASSWORD)
                        if arrives:
                            self.assertTrue(until(lambda: mailbox.got.qsize() == 1), server.said())
                        else:
                            self.assertTrue(until(lambda: server.metric("elektro_mails_failed_total") == 1), server.said())
                    plain = [command.split()[0] for command, encrypted in mailbox.commands if not encrypted]
                    self.assertLessEqual(set(plain), {"EHLO", "STARTTLS", "QUIT"})
                    mailbox.close()

    def test_off(self):
        """a server without a mail server says so, and refuses settings that lack something"""
        with Server(ELEKTRO) as server:
            ben = account(server, "Ben")
            self.assertFalse(ben.get(NOTICES)["mail"]["on"])
            for path, fields in ((MAIL, {"address": "ben@example.org", "password": PASSWORD}),
                                 ("/api/v1/forgot-password", {"name": "Ben"}), (NOTICES + "/test", {"channel": "mail"})):
                self.refused("mail-off", ben.post, path, **fields)
            new_table(account(server, "Anna"), [ben], clock=DAYS)
            self.assertIn("--smtp", subprocess.run([ELEKTRO, "serve", "--help"], capture_output=True, text=True, check=True).stdout)
        good = ["--smtp", "smtp://localhost:25", "--mail-from", "elektro@games.example", "--site-url", "https://games.example"]
        for number, wrong in ((1, "http://localhost"), (1, "smtp://user:word@localhost"), (1, "smtp://localhost/"), (3, "elektro"),
                              (5, "games.example"), (5, "https://games.example/"), (5, "https://games.example/\r\nBcc: x")):
            with self.subTest(wrong=wrong):
                options = [*good[:number], wrong, *good[number + 1:]]
                ended = subprocess.run([ELEKTRO, "serve", "--port", "1", *options], capture_output=True, text=True, check=False)
                self.assertEqual(ended.returncode, 2, ended.stderr)
                self.assertIn(good[number - 1], ended.stderr)

    def test_test(self):
        """a user can have a test sent, once a minute"""
        self.begin()
        self.refused("no-receiver", self.ben.post, NOTICES + "/test", channel="mail")
        self.refused("no-receiver", self.ben.post, NOTICES + "/test", channel="webhook")
        self.refused("push-off", self.ben.post, NOTICES + "/test", channel="push")
        self.verify(self.ben, "ben@example.org", "fi")
        self.ben.post(NOTICES + "/test", channel="mail")
        self.assertEqual(self.letter(2)["Subject"], "Sähköpostin koe: games.example/elektro")
        self.refused("too-many", self.ben.post, NOTICES + "/test", channel="mail")

    def test_killed(self):
        """a mail of a server that is killed arrives at least once, and at most twice: then with the same number"""
        self.begin()
        self.verify(self.ben, "ben@example.org")
        self.mailbox.answers["END OF DATA"] = [Mailbox.HANG]
        self.game()
        self.assertTrue(until(lambda: self.mailbox.got.qsize() == 2), "no mail has arrived")
        self.server.kill()  # after it was sent, before it is noted
        self.server.start()
        self.assertEqual(self.letter(3)["Message-ID"], self.mailbox.letters()[1]["Message-ID"])
        codes = []
        for _ in range(8):
            codes.append(self.game())
            self.server.kill()
            self.server.start()
        self.assertTrue(until(lambda: waiting(self.server) == 0), "mails are left")
        texts = [letter.text for letter in self.mailbox.letters()]
        counts = [sum(code in text for text in texts) for code in codes]
        print(f"# arrived once: {counts.count(1)}, twice: {counts.count(2)}")
        self.assertLessEqual(set(counts), {1, 2}, counts)
        self.assertEqual(self.mail_of(self.ben)["lost"], 0)
        self.mailbox.answers["END OF DATA"] = [Mailbox.HANG]
        count = self.mailbox.got.qsize()
        Http(self.server).post("/api/v1/forgot-password", name="Ben")
        self.assertTrue(until(lambda: self.mailbox.got.qsize() == count + 1))
        self.server.kill()
        self.server.start()
        codes = [self.letter(count + 2).code(), self.mailbox.letters()[count].code()]
        reset = lambda code: Http(self.server).post("/api/v1/reset-password", name="Ben", code=code, password="another password")
        self.refused("wrong-code", reset, codes[1])  # only the last one is valid
        reset(codes[0])
