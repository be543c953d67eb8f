"""Web Push: browsers subscribe, and get notices through a push service of this machine, which decrypts them.

    tests/run push.py ELEKTRO NAMES

NAMES is the library with the names private.test and mixed.test.
"""

import os
import signal
import stat
import subprocess
import sys
import tempfile

from client import PASSWORD, WAIT, Http, Server, ServerTestCase, account, new_table, until
from database import sql
from push_service import HANG, HANG_UP, LATER, Browser, PushService, encode, verify

ELEKTRO, NAMES = sys.argv[1:3]
CONTACT = "mailto:operator@example.org"


def make_key(folder):
    path = os.path.join(folder, "push.pem")
    subprocess.run([ELEKTRO, "admin", "push-key", path], check=True, capture_output=True)
    return path


def give_turn(anna, ben):
    """Ben gets a notice, because it is his turn; returns the table."""
    code = new_table(anna, [ben], edition="classic", order="seated", title="Friday")
    anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
    return code


class PushCase(ServerTestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.key = make_key(folder)
        self.service = PushService(folder)
        self.addCleanup(self.service.close)

    def serve(self, *options, env=None, key=True):
        keys = ("--push-key", self.key, "--push-contact", CONTACT) if key else ()
        self.server = self.enterContext(Server(ELEKTRO, *keys, *options,
                                               env={"SSL_CERT_FILE": self.service.certificate, **(env or {})}))
        return self.server

    def people(self):
        """Anna, and Ben, who is told only of his turns."""
        self.anna, self.ben = account(self.server, "Anna"), account(self.server, "Ben")
        self.only_turns(self.ben)

    def people_with_browser(self):
        self.people()
        self.browser = Browser(self.service)
        self.number = self.browser.add(self.ben)

    def state(self, http=None):
        return (http or self.ben).get("/api/v1/me/pushes")["pushes"]

    def waiting(self, where="1 = 1"):
        """How many notices are on their way."""
        return int(sql(self.server, f"SELECT COUNT(*) FROM deliveries WHERE {where}"))

    def only_turns(self, http):
        sql(self.server, f"INSERT INTO choices (person, kind, pace, channels) VALUES ({http.you['id']}, 'game-begins', 0, 0)")


class Push(PushCase):
    def test_arrives(self):
        """a notice arrives, encrypted for the browser and signed by the server, in the language of the browser"""
        self.serve("--private-webhooks")
        self.people_with_browser()
        key = self.ben.get("/api/v1/me/pushes")["key"]
        other = Browser(self.service, "phone")
        other.add(self.ben, language="de")
        code = give_turn(self.anna, self.ben)
        got = {}
        for _ in range(2):
            path, headers, body = self.service.got.get(timeout=WAIT)
            browser = next(each for each in (self.browser, other) if each.path == path)
            got[browser] = browser.decrypt(body)
            self.assertEqual((headers["Content-Encoding"], headers["Topic"], headers["Urgency"]), ("aes128gcm", code, "high"))
            self.assertEqual(int(headers["TTL"]), 86400)
            claims = verify(headers["Authorization"], key, self.service.url.rstrip("/"))
            self.assertEqual(claims["sub"], CONTACT)
        for browser, language in ((self.browser, "en"), (other, "de")):
            self.assertEqual(got[browser], {"notice": "your-turn", "table": code, "title": "Friday", "seat": 2,
                                            "language": language})
        self.assertTrue(until(lambda: all(each["sent"] for each in self.state())))
        self.assertEqual([(each["lost"], each["problem"]) for each in self.state()], [(0, None)] * 2)
        self.assertEqual(len(self.ben.get("/api/v1/me/export")["pushes"]), 2)
        self.ben.post("/api/v1/me/pushes/test", push=self.number)
        self.assertEqual(self.service.next(self.browser, WAIT)[1], {"notice": "test", "language": "en"})
        self.refused("too-many", self.ben.post, "/api/v1/me/pushes/test", push=self.number)
        self.ben.post("/api/v1/me/pushes/drop", push=self.number)
        self.refused("bad-request", self.ben.post, "/api/v1/me/pushes/drop", push=self.number)
        give_turn(self.anna, self.ben)
        self.service.next(other, WAIT)
        self.assertTrue(self.service.got.empty())

    def test_answers(self):
        """what a push service answers decides: sent, tried again later, lost, or never again"""
        self.serve("--private-webhooks")
        self.people_with_browser()
        for answers in ([429], [503], [HANG_UP] * 3):
            with self.subTest(answers=answers):
                self.service.answers[:] = answers
                give_turn(self.anna, self.ben)
                for _ in answers:
                    self.service.got.get(timeout=WAIT)
                self.assertTrue(until(lambda: "tried again later" in self.server.said()))
                self.assertTrue(until(lambda: self.waiting("node = 0") == 1))
                wait = int(sql(self.server, "SELECT until - at FROM deliveries")) / 1000
                self.assertTrue(LATER <= wait if answers == [429] else 60 <= wait < LATER, wait)
                sql(self.server, "UPDATE deliveries SET until = 0")
                self.service.next(self.browser, WAIT)
                self.assertTrue(until(lambda: self.waiting() == 0), "it is still there")
                self.assertEqual(self.state()[0]["lost"], 0)
        for lost, answer in enumerate((302, 403, 400), 1):
            with self.subTest(answer=answer):
                self.service.answers[:] = [answer]
                give_turn(self.anna, self.ben)
                self.service.got.get(timeout=WAIT)
                self.assertTrue(until(lambda: self.state()[0]["lost"] == lost))
                self.assertIn(str(answer), self.state()[0]["problem"])
        give_turn(self.anna, self.ben)
        self.service.next(self.browser, WAIT)
        self.assertTrue(until(lambda: self.state()[0]["lost"] == 0), "one has arrived since")
        self.service.answers[:] = [410]
        give_turn(self.anna, self.ben)
        self.assertTrue(until(lambda: self.state() == []), "the push service does not know the browser")
        self.assertTrue(until(lambda: self.waiting() == 0))

    def test_owner(self):
        """a browser belongs to one user and one session: to the last one that has added it, until they log out"""
        self.serve("--private-webhooks")
        self.people_with_browser()
        again = self.browser.add(self.ben, language="cs")
        self.assertEqual((again, [each["language"] for each in self.state()]), (self.number, ["cs"]))
        carl = account(self.server, "Carl")
        self.only_turns(carl)
        taken = self.browser.add(carl)
        self.assertNotEqual(taken, self.number, "what is on its way to Ben would reach Carl")
        self.assertEqual(self.state(), [])
        give_turn(self.anna, self.ben)
        code = give_turn(self.anna, carl)
        self.assertEqual(self.service.next(self.browser, WAIT)[1]["table"], code)
        self.refused("bad-request", self.ben.post, "/api/v1/me/pushes/drop", push=taken)
        self.refused("bad-request", self.ben.post, "/api/v1/me/pushes/test", push=taken)
        desk = Http(self.server)
        desk.post("/api/v1/login", name="Carl", password=PASSWORD)
        Browser(self.service, "desk").add(desk)
        self.assertEqual(len(self.state(carl)), 2)
        desk.post("/api/v1/logout")
        self.assertEqual([each["id"] for each in self.state(carl)], [taken])
        desk.post("/api/v1/login", name="Carl", password=PASSWORD)
        Browser(self.service, "desk").add(desk)
        session = next(each["id"] for each in carl.get("/api/v1/me/sessions")["sessions"] if not each["here"])
        carl.post("/api/v1/me/sessions/drop", session=session)
        self.assertEqual([each["id"] for each in self.state(carl)], [taken])
        carl.post("/api/v1/logout-everywhere")
        carl.post("/api/v1/login", name="Carl", password=PASSWORD)
        self.assertEqual(self.state(carl), [])

    def test_refused(self):
        """a browser with a bad address or bad keys is refused, with the field and the reason; and the 21st"""
        self.serve(env={"LD_PRELOAD": NAMES, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"})
        ben, fields = Http(self.server, "Ben"), {**Browser(self.service).fields, "endpoint": "https://mixed.test/a"}
        add = lambda **more: ben.post("/api/v1/me/pushes", **{**fields, **more})
        for name in ("localhost", "127.0.0.1", "2130706433", "10.1.2.3", "169.254.169.254", "private.test"):
            with self.subTest(name=name):
                refusal = self.refused("private-address", add, endpoint=f"https://{name}/a")
                self.assertIn('"endpoint"', refusal.error["text"])
        for endpoint in ("http://mixed.test/", "https://[::1]/", "https://[fd00::1]/", "https://u:p@mixed.test/", "mixed.test",
                         "file:///etc/passwd", "https://", "https://mixed.test/" + "a" * 1024, "https://mixed.test/\r\nX: y"):
            with self.subTest(endpoint=endpoint):
                self.assertIn('"endpoint"', self.refused("bad-request", add, endpoint=endpoint).error["text"])
        for field, bad in (("p256dh", "A" * 87), ("p256dh", encode(b"\4" + bytes(64))), ("auth", "A" * 21 + "*"), ("auth", "A" * 21)):
            with self.subTest(field=field, bad=bad):
                self.assertIn(f'"{field}"', self.refused("bad-request", add, **{field: bad}).error["text"])
        self.refused("bad-request", add, language="tlh")
        self.assertEqual(self.state(ben), [])
        for i in range(20):
            add(endpoint=f"https://mixed.test/{i}")
        self.refused("too-many", add)
        add(endpoint="https://mixed.test/7", language="fi")
        self.assertEqual(len(self.state(ben)), 20)

    def test_private(self):
        """a name that leads into the network by now gets nothing"""
        self.serve()
        self.people()
        fields = Browser(self.service).fields
        sql(self.server, "INSERT INTO pushes (id, person, endpoint, key, secret, created, session, language, origin) "
                         f"VALUES (7, {self.ben.you['id']}, '{fields['endpoint']}', '{fields['p256dh']}', "
                         f"'{fields['auth']}', 1, '', 'en', 1)")
        give_turn(self.anna, self.ben)
        self.assertTrue(until(lambda: self.state()[0]["lost"] == 1))
        self.assertIn("private", self.state()[0]["problem"])
        self.assertTrue(self.service.got.empty())

    def test_killed(self):
        """a notice during which the server is killed arrives twice at most, and is not forgotten"""
        self.serve("--private-webhooks", "--webhook-timeout", "300")
        self.people_with_browser()
        self.service.answers[:] = [HANG]
        code = give_turn(self.anna, self.ben)
        self.assertEqual(self.service.next(self.browser, WAIT)[1]["table"], code)
        for _ in range(2):
            self.server.kill()
            self.server.start()
            self.assertTrue(until(lambda: self.waiting() == 0), "it is still there")
        self.assertEqual(self.service.next(self.browser, WAIT)[1]["table"], code)
        self.assertTrue(self.service.got.empty(), "it arrived a third time")

    def test_reload(self):
        """SIGHUP reads the key again; one that cannot be used leaves the old one"""
        server = self.serve()
        ben = Http(server, "Ben")
        key = lambda: ben.get("/api/v1/me/pushes")["key"]
        first = key()
        with tempfile.TemporaryDirectory() as folder:
            os.replace(make_key(folder), self.key)
        server.process.send_signal(signal.SIGHUP)
        self.assertTrue(until(lambda: key() != first))
        second = key()
        with open(self.key, "w", encoding="utf-8") as file:
            file.write("no key")
        server.process.send_signal(signal.SIGHUP)
        self.assertTrue(until(lambda: "the old one stays" in server.said()))
        self.assertEqual(key(), second)

    def test_off(self):
        """without a key the server says that Web Push is off; a key that cannot be used is refused with the reason"""
        server = self.serve(key=False)
        ben = Http(server, "Ben")
        self.assertEqual(ben.get("/api/v1/me/pushes"), {"key": None, "pushes": [], "ok": True})
        self.refused("push-off", ben.post, "/api/v1/me/pushes", **Browser(self.service).fields)
        run = lambda *options: subprocess.run([ELEKTRO, *options], capture_output=True, text=True, timeout=WAIT, check=False)
        again = run("admin", "push-key", self.key)
        self.assertEqual(again.returncode, 1)
        self.assertIn("exists already", again.stderr)
        self.assertEqual(stat.S_IMODE(os.stat(self.key).st_mode), 0o600)
        with tempfile.TemporaryDirectory() as folder:
            serve = lambda *options: run("serve", "--port", "1", "--data", folder, *options)
            for options, why in ((("--push-key", "/nowhere"), "push-contact"),
                                 (("--push-key", "/nowhere", "--push-contact", CONTACT), "No such file"),
                                 (("--push-key", self.service.certificate, "--push-contact", CONTACT), "P-256"),
                                 (("--push-key", self.key, "--push-contact", "me"), "push-contact")):
                with self.subTest(options=options):
                    refused = serve(*options)
                    self.assertEqual(refused.returncode, 1)
                    self.assertIn(why, refused.stderr)
