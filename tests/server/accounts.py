"""Accounts: names that look alike, devices, passwords, guessing.

    tests/run accounts.py ELEKTRO
"""

import os
import sys
import time
from urllib.parse import quote

from client import PASSWORD, Http, Refused, Server, ServerTestCase, Socket, account, new_table

ELEKTRO = sys.argv[1]
SLOWLY = 2  # the rate at which an attempt at a password comes back every other second

# Names that look like those of the accounts Anna, Ivan, mike and Bob.
LOOK_ALIKES = ["ANNA", "\u0410nna", "\uff21nna", "Ann\u0430", "\U0001d400nna", "lvan", "1van", "rnike", "B0b", "\u0412ob"]
OTHERS = ["Anne", "Ian", "Mika", "Rob"]
INVISIBLE = ["An\u200bna", "Eve\u00ad", "Eve\u3164", "\u2800", "E\u2062ve", "Eve\U000e0061", "E\ufe0fve", "\u115f",
             "Eve\u00a0Smith", "Eve\u202e", "E\u034fve", "\ue000"]


class Names(ServerTestCase):
    def test_look_alikes(self):
        """nobody takes a name that looks like that of an account: no account, no guest"""
        with Server(ELEKTRO) as server:
            for name in ("Anna", "Ivan", "mike", "Bob"):
                account(server, name)
            eve = Http(server, "Eve")
            for name in LOOK_ALIKES:
                with self.subTest(name):
                    self.refused("name-taken", Http(server).post, "/api/v1/guest", name=name)
                    self.refused("name-taken", eve.post, "/api/v1/me/name", name=name)
                    self.refused("name-taken", Http(server).post, "/api/v1/register", name=name, password=PASSWORD)
            for name in OTHERS:
                Http(server, name)
                account(server, name)

    def test_invisible(self):
        """a name has no character that cannot be seen; the emoji of a phone is none"""
        with Server(ELEKTRO) as server:
            for name in INVISIBLE:
                with self.subTest(name.encode("unicode_escape")):
                    self.refused("bad-name", Http(server).post, "/api/v1/guest", name=name)
                    self.refused("bad-name", Http(server).post, "/api/v1/register", name=name + "x", password=PASSWORD)
            for name in ("\u2764\ufe0f Eve", "M\u00fcller", "\u5c71\u7530 \u592a\u90ce", "\U0001f600"):
                Http(server, name)

    def test_marks_alone(self):
        """a name has no accents without a letter, and no tower of them; those of languages are welcome"""
        with Server(ELEKTRO) as server:
            for name in ("\u0301", "\u0301" * 12, "a \u0301", "Z" + "\u0336\u0337" * 2):
                with self.subTest(name.encode("unicode_escape")):
                    self.refused("bad-name", Http(server).post, "/api/v1/guest", name=name)
            for name in ("Jo\u0308rg", "Vie\u0302\u0323t", "\u0e17\u0e35\u0e48", "\u0938\u094d\u0924\u094d\u0930\u0940"):
                Http(server, name)

    def test_two_full_stops(self):
        """no name is lost in the path of a request; others with full stops are not"""
        with Server(ELEKTRO) as server:
            self.refused("bad-name", Http(server).post, "/api/v1/register", name="..", password=PASSWORD)
            for name in ("...", "a.", "%2e%2e", "a/b?c#d"):
                with self.subTest(name):
                    account(server, name)
                    self.assertEqual(Http(server).get(f"/api/v1/people/{quote(name, safe='')}")["name"], name)

    def test_titles(self):
        """a title has no character that cannot be seen or that turns the text around"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            for title in ("\u200b\u200b", "Abend \u202egnp.exe"):
                self.refused("bad-request", anna.post, "/api/v1/tables", players=2, title=title)
            self.assertEqual(anna.post("/api/v1/tables", players=2, title="\u2764\ufe0f Abend")["info"]["settings"]["title"],
                             "\u2764\ufe0f Abend")

    def test_spellings(self):
        """an account logs in by any spelling that looks like its name, with its password"""
        with Server(ELEKTRO) as server:
            account(server, "J\u00f6rg")
            for name in ("J\u00f6rg", "j\u00d6RG", "Jo\u0308rg"):
                you = Http(server).post("/api/v1/login", name=name, password=PASSWORD)["you"]
                self.assertEqual(you["name"], "J\u00f6rg", f"as {name}")
            self.refused("wrong-password", Http(server).post, "/api/v1/login", name="j\u00d6rg", password="wrong")

    def test_overtaken(self):
        """a guest whose name became that of an account must take another before being shown by it again"""
        with Server(ELEKTRO) as server:
            guest, ben = Http(server, "Anna"), Http(server, "Ben")
            played = new_table(ben, [guest])
            waits = ben.post("/api/v1/tables", players=2)["info"]["table"]
            own = guest.post("/api/v1/tables", players=2)["info"]["table"]
            cleo = account(server, "Cleo")
            account(server, "Anna")
            self.refused("name-taken", guest.post, f"/api/v1/tables/{waits}/join")
            self.refused("name-taken", guest.post, "/api/v1/tables", players=2)
            self.refused("name-taken", guest.post, f"/api/v1/tables/{played}/chat", text="it is me")
            self.refused("name-taken", guest.post, f"/api/v1/tables/{own}/invite", user=cleo.you["id"])
            self.refused("name-taken", guest.post, "/api/v1/pairing", pace="days")
            guest.post("/api/v1/me/name", name="Another Anna")
            guest.post(f"/api/v1/tables/{waits}/join")
            guest.post(f"/api/v1/tables/{played}/chat", text="it was me")

    def test_deleted(self):
        """the name of a deleted account is free"""
        with Server(ELEKTRO) as server:
            account(server, "Anna").post("/api/v1/me/delete", name="Anna")
            account(server, "\u0410nna")


class Marks(ServerTestCase):
    def test_marks(self):
        """seats and chat lines say who has an account; a guest who registers has one from then on"""
        with Server(ELEKTRO) as server:
            anna, ben = account(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], ["easy"])

            def marks():
                info = ben.get(f"/api/v1/tables/{code}")["info"]
                said = ben.get(f"/api/v1/tables/{code}/chat")["said"]
                return [seat["account"] for seat in info["seats"]], [line["account"] for line in said]

            socket = Socket(server, ben)
            socket.ask("watch", table=code)
            for who in (anna, ben):
                who.post(f"/api/v1/tables/{code}/chat", text="hello")
                self.assertEqual(socket.push("chat")["said"]["account"], who is anna)
            self.assertEqual(marks(), ([True, False, False], [True, False]))
            ben.post("/api/v1/register", name="Benedikt", password=PASSWORD)
            self.assertEqual(marks(), ([True, True, False], [True, True]))
            server.kill()
            server.start()
            anna.close()
            ben.close()
            self.assertEqual(marks(), ([True, True, False], [True, True]), "after a restart")
            anna.post("/api/v1/me/delete", name="Anna")
            self.assertEqual(marks(), ([False, True, False], [True]), "a deleted account")


def log_in(server, name="Anna", password=PASSWORD, device=None):
    who = Http(server)
    who.device = device
    who.post("/api/v1/login", name=name, password=password)
    return who


class From(Http):
    """A client with an address of its own on this machine."""

    def __init__(self, server, address):
        super().__init__(server)
        self.source = address

    def log_in_when_paid(self, **fields):
        """Logs in. An address that owes the server work is refused until that is paid, whatever it asks for."""
        locked_out = 0
        while True:
            try:
                return self.post("/api/v1/login", **fields)
            except (Refused, ConnectionError):
                try:
                    self.get("/api/v1/hello")
                except (Refused, ConnectionError):
                    time.sleep(0.1)
                    continue
                # It may have paid just now.
                locked_out += 1
                if locked_out == 3:
                    raise


FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1"


class Devices(ServerTestCase):
    def sessions(self, who):
        return who.get("/api/v1/me/sessions")["sessions"]

    def log_in_with(self, server, agent):
        who = Http(server)
        who.headers["User-Agent"] = agent
        who.post("/api/v1/login", name="Anna", password=PASSWORD)
        return who

    def test_devices(self):
        """users see where they are logged in, end one session at once, and no one else's"""
        with Server(ELEKTRO) as server:
            anna, ben = account(server, "Anna"), Http(server, "Ben")
            desk, phone = self.log_in_with(server, FIREFOX), self.log_in_with(server, PHONE)
            anna.post("/api/v1/tokens", label="no device")
            found = self.sessions(desk)
            self.assertEqual(sorted((s["browser"], s["platform"], s["here"]) for s in found),
                             [("firefox", "windows", True), ("other", "other", False), ("safari", "ios", False)])
            for session in found:
                self.assertLessEqual(session["created"], session["seen"])
                self.assertLess(abs(session["seen"] / 1000 - time.time()), 600)
                self.refused("bad-request", ben.post, "/api/v1/me/sessions/drop", session=session["id"])
            self.refused("not-logged-in", Http(server).get, "/api/v1/me/sessions")
            socket = Socket(server, phone)
            lost = next(s["id"] for s in found if s["platform"] == "ios")
            desk.post("/api/v1/me/sessions/drop", session=lost)
            self.assertIsNone(phone.get("/api/v1/hello")["you"])
            with self.assertRaises((ConnectionError, OSError)):
                for _ in range(3):
                    socket.ask("hello")
            self.assertEqual(len(self.sessions(anna)), 2)
            self.refused("bad-request", desk.post, "/api/v1/me/sessions/drop", session=lost)
            here = next(s["id"] for s in self.sessions(desk) if s["here"])
            desk.post("/api/v1/me/sessions/drop", session=here)
            self.refused("not-logged-in", desk.get, "/api/v1/me/sessions")
            self.assertEqual([s["here"] for s in self.sessions(anna)], [True])
            self.assertEqual(len(anna.get("/api/v1/me/export")["sessions"]), 1)

    def test_agents(self):
        """of what a client says it is, only words of the server are kept"""
        with Server(ELEKTRO) as server:
            account(server, "Anna")
            for agent in ("", "<script>alert(1)</script>", "Firefox/" * 500, "\xff\xfe; DROP TABLE sessions"):
                who = self.log_in_with(server, agent)
                here = [s for s in self.sessions(who) if s["here"]]
                self.assertEqual([s["platform"] for s in here], ["other"], agent[:20])
                self.assertIn(here[0]["browser"], ("other", "firefox"))


class Passwords(ServerTestCase):
    def test_change(self):
        """who knows the old password can set a new one, which ends the other sessions at once"""
        with Server(ELEKTRO) as server:
            anna = account(server, "Anna")
            phone = log_in(server)
            token = anna.post("/api/v1/tokens", label="my bot")["token"]
            sockets = {who: Socket(server, who) for who in (anna, phone)}
            change = {"old": PASSWORD, "password": "battery staple"}
            self.refused("wrong-password", anna.post, "/api/v1/me/password", **{**change, "old": "wrong"})
            self.refused("bad-request", anna.post, "/api/v1/me/password", **{**change, "password": "short"})
            self.refused("not-an-account", Http(server, "Ben").post, "/api/v1/me/password", **change)
            self.assertEqual(phone.get("/api/v1/hello")["you"]["name"], "Anna", "a refused change ended a session")
            anna.post("/api/v1/me/password", **change)
            self.assertEqual(anna.get("/api/v1/hello")["you"]["name"], "Anna", "her own session has ended")
            self.assertEqual(sockets[anna].ask("hello")["you"]["name"], "Anna", "her own socket was closed")
            self.assertIsNone(phone.get("/api/v1/hello")["you"], "another session goes on")
            with self.assertRaises((ConnectionError, OSError)):
                for _ in range(3):
                    sockets[phone].ask("hello")
            bot = Http(server)
            bot.headers["Authorization"] = "Bearer " + token
            self.assertEqual(bot.get("/api/v1/hello")["you"]["name"], "Anna", "the API token is gone")
            self.refused("wrong-password", log_in, server)
            log_in(server, password="battery staple")

    def test_change_guessing(self):
        """a session does not allow guessing at the password without a limit"""
        with Server(ELEKTRO, rate=19) as server:  # an attempt comes back every second, and only then
            anna = account(server, "Anna")
            codes = set()
            for _ in range(100):
                if "too-many" in codes:
                    break
                with self.assertRaises(Refused) as caught:
                    anna.post("/api/v1/me/password", old="a guess", password="battery staple")
                codes.add(caught.exception.code)
            self.assertEqual(codes, {"wrong-password", "too-many"})

    def test_reset(self):
        """the admin resets a password: sessions end, and a code sets a new one, once"""
        with Server(ELEKTRO) as server:
            anna, ben = account(server, "Anna"), account(server, "Ben")
            socket = Socket(server, anna)
            run = server.admin("reset-password", "ANNA")
            self.assertEqual(run.returncode, 0, run.stderr)
            code = run.stdout.strip()
            self.assertRegex(code, r"^[a-z2-9]{5}(-[a-z2-9]{5}){3}$")
            self.assertIsNone(anna.get("/api/v1/hello")["you"], "the session goes on")
            with self.assertRaises((ConnectionError, OSError)):
                for _ in range(3):
                    socket.ask("hello")
            self.refused("wrong-password", log_in, server)
            reset = {"name": "Anna", "code": code, "password": "battery staple"}
            for wrong in ({"name": "Ben"}, {"name": "Nobody"}, {"code": code[:-1] + "0"}, {"code": "x"}):
                self.refused("wrong-code", lambda: Http(server).post("/api/v1/reset-password", **{**reset, **wrong}))
            again = Http(server)
            you = again.post("/api/v1/reset-password", **{**reset, "code": code.upper().replace("-", " ")})["you"]
            self.assertEqual(you, anna.you)
            self.assertEqual(again.get("/api/v1/hello")["you"], anna.you, "no session has begun")
            self.refused("wrong-code", lambda: Http(server).post("/api/v1/reset-password", **reset))
            log_in(server, password="battery staple")
            self.assertEqual(ben.get("/api/v1/hello")["you"]["name"], "Ben", "another account was logged out")
            run = server.admin("reset-password", "Nobody")
            self.assertEqual((run.returncode, run.stderr), (1, "elektro admin: no account has the name Nobody\n"))

    def test_reset_stopped(self):
        """a password is reset while the server does not run; a newer code replaces an older one"""
        with Server(ELEKTRO) as server:
            anna = account(server, "Anna")
            server.stop()
            old, new = (server.admin("reset-password", "Anna").stdout.strip() for _ in range(2))
            server.start()
            self.assertIsNone(anna.get("/api/v1/hello")["you"], "the session goes on")
            reset = {"name": "Anna", "password": "battery staple"}
            self.refused("wrong-code", lambda: Http(server).post("/api/v1/reset-password", code=old, **reset))
            Http(server).post("/api/v1/reset-password", code=new, **reset)

    def guess(self, server, name):
        """Strangers, each with another address, use up their attempts at an account."""
        for i in range(250):
            stranger = From(server, f"127.1.1.{1 + i}")
            with self.assertRaises(Refused) as caught:
                stranger.post("/api/v1/login", name=name, password="a guess")
            stranger.close()
            if caught.exception.code == "too-many":
                return
            self.assertEqual(caught.exception.code, "wrong-password")
        self.fail("the guessing is not limited")

    def test_guessing(self):
        """guessing from many addresses locks out neither a device nor an address that has logged in before"""
        with Server(ELEKTRO, rate=SLOWLY) as server:
            anna = account(server, "Anna")
            moved, at_home = From(server, "127.9.9.9"), From(server, "127.9.9.9")
            moved.device = anna.device
            self.guess(server, "Anna")
            moved.log_in_when_paid(name="Anna", password=PASSWORD)
            self.guess(server, "\u0410nna")  # another spelling of her name has no other attempts
            at_home.log_in_when_paid(name="Anna", password=PASSWORD)
            self.assertIsNotNone(at_home.device)

    def test_guessing_device(self):
        """the attempts of a device are limited, too"""
        with Server(ELEKTRO, rate=SLOWLY) as server:
            anna = account(server, "Anna")
            with self.assertRaises(Refused) as caught:
                for _ in range(250):
                    try:
                        anna.post("/api/v1/login", name="Anna", password="a guess")
                    except Refused as refused:
                        if refused.code != "wrong-password":
                            raise
            self.assertEqual(caught.exception.code, "too-many")

    def test_forged_device(self):
        """a device that has not logged in to this account counts as a stranger"""
        with Server(ELEKTRO, rate=SLOWLY) as server:
            account(server, "Anna")
            numbers = iter(range(10, 250))

            def of_another_account():
                number = next(numbers)
                other = From(server, f"127.8.8.{number}")
                other.post("/api/v1/register", name=f"Ben {number}", password=PASSWORD)
                return other.device

            def is_refused(device):
                stranger = From(server, f"127.9.9.{next(numbers)}")
                stranger.device = device
                self.guess(server, "Anna")
                try:
                    stranger.post("/api/v1/login", name="Anna", password="a guess")
                except Refused as refused:
                    return refused.code == "too-many"

            for make in (of_another_account, lambda: "elektro-device=" + os.urandom(32).hex(),
                         lambda: "elektro-device=x", lambda: "elektro-device="):
                # An attempt of the strangers may come back just before; a device would have one each time.
                self.assertTrue(any(is_refused(make()) for _ in range(5)), "it has attempts of its own")
