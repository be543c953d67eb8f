"""Reports, and what moderators do about them.

    tests/run moderating.py ELEKTRO
"""

import contextlib
import sys

from client import PASSWORD, Http, Refused, Server, ServerTestCase, Socket, account
from contest import SETTINGS as CUP
from database import sql_everywhere

ELEKTRO = sys.argv[1]


class Moderating(ServerTestCase):
    """One server for all cases; each has accounts of its own."""

    accounts = addresses = 0

    @classmethod
    def setUpClass(cls):
        cls.at = contextlib.ExitStack()
        cls.server = cls.at.enter_context(Server(ELEKTRO, "--proxied"))

    @classmethod
    def tearDownClass(cls):
        cls.at.close()

    def account(self, name):
        """An account with this name and a number."""
        Moderating.accounts += 1
        return account(self.server, f"{name} {Moderating.accounts}", self.address())

    @staticmethod
    def address():
        """Another address each time: what is reported from one is limited."""
        Moderating.addresses += 1
        return f"198.51.{Moderating.addresses // 250}.{Moderating.addresses % 250}"

    def guest(self, name="Guest"):
        who = Http(self.server)
        who.headers["X-Forwarded-For"] = self.address()
        who.you = who.post("/api/v1/guest", name=name)["you"]
        return who

    @staticmethod
    def report(who, about, what, **more):
        who.post("/api/v1/report", user=about.you["id"], what=what, **more)

    def test_bad_reports(self):
        """a report names what it is about, and its reporter was there"""
        anna, ben, guest = self.account("Anna"), self.account("Ben"), self.guest()
        code = anna.post("/api/v1/tables", players=3)["info"]["table"]
        ben.post(f"/api/v1/tables/{code}/join")
        ben.post(f"/api/v1/tables/{code}/chat", text="rude words")
        for fields in ({"what": "chat"}, {"what": "chat", "table": code}, {"what": "chat", "line": 1},
                       {"what": "chat", "table": code, "line": 2}, {"what": "play"}, {"what": "name", "line": 1},
                       {"what": "else"}, {"what": "name", "text": "x" * 501}):
            self.refused("bad-request", self.report, anna, ben, **fields)
        self.refused("that-is-you", self.report, ben, ben, "name")
        self.refused("that-is-you", self.report, anna, anna, "chat", table=code, line=1)
        self.refused("no-such-user", anna.post, "/api/v1/report", user=1, what="name")
        self.refused("no-such-table", self.report, anna, ben, "play", table="a" * 12)
        for fields in ({"what": "chat", "line": 1}, {"what": "play"}, {"what": "name"}):
            self.refused("not-seated", self.report, guest, ben, table=code, **fields)
        self.refused("not-seated", self.report, guest, ben, "name")
        cleo = self.account("Cleo")
        self.refused("not-seated", self.report, cleo, ben, "play", table=code)
        self.refused("bad-request", self.report, anna, cleo, "play", table=code)
        guest.post(f"/api/v1/tables/{code}/join")
        self.report(guest, ben, "chat", table=code, line=1)
        self.report(cleo, ben, "name")

    # ---------------------------------------------------------------------------- who decides

    def moderator(self, name="Mona"):
        """An account that the operator has made a moderator."""
        who = self.account(name)
        done = self.server.admin("moderator", who.you["name"])
        self.assertEqual((done.returncode, done.stdout), (0, "Done.\n"), done.stderr)
        return who

    @staticmethod
    def reports(moderator, about, decided=False):
        """The reports about a user in the list of moderators."""
        found = moderator.get(f"/api/v1/moderation/reports?decided={str(decided).lower()}")["reports"]
        return [report for report in found if report["user"] == about.you["id"]]

    @staticmethod
    def read(moderator, report):
        return moderator.get(f"/api/v1/moderation/report?report={report['report']}")

    @staticmethod
    def decide(moderator, report, action, **more):
        return moderator.post("/api/v1/moderation/report", report=report["report"], action=action, **more)

    def named(self, moderator, about):
        """Reports the name of a user; returns the report."""
        self.report(self.account("Reporter"), about, "name")
        return self.reports(moderator, about)[0]

    @staticmethod
    def log(moderator, about):
        """What was decided about a user, the oldest first: action and moderator."""
        entries = moderator.get(f"/api/v1/moderation/log?user={about.you['id']}")["log"]
        return [(entry["action"], entry["by"]) for entry in reversed(entries)]

    def talking(self, *others):
        """A table at which a player has said three lines; returns its code, its host and the player."""
        anna, ben = self.account("Anna"), self.account("Ben")
        code = anna.post("/api/v1/tables", players=6)["info"]["table"]
        for who in (ben, *others):
            who.post(f"/api/v1/tables/{code}/join")
        for text in ("hello", "rude words", "bye"):
            ben.post(f"/api/v1/tables/{code}/chat", text=text)
        return code, anna, ben

    def test_who_decides(self):
        """moderators are made by the operator; others read no reports, and decide nothing"""
        anna = self.account("Anna")
        socket = Socket(self.server, anna)
        for who in (anna, self.guest()):
            for path in ("reports", "report?report=1", "log"):
                self.refused("not-a-moderator", who.get, f"/api/v1/moderation/{path}")
            self.refused("not-a-moderator", self.decide, who, {"report": 1}, "dismiss")
        self.assertNotIn("moderator", anna.get("/api/v1/hello")["you"])
        self.server.admin("moderator", anna.you["name"])
        self.assertTrue(anna.get("/api/v1/hello")["you"]["moderator"])
        self.assertTrue(socket.ask("hello")["you"]["moderator"], "a connection learns of it")
        anna.get("/api/v1/moderation/log")
        self.refused("no-such-report", anna.get, "/api/v1/moderation/report?report=1")
        self.refused("no-such-report", self.decide, anna, {"report": 1}, "dismiss")
        self.assertEqual(self.server.admin("moderator", anna.you["name"], "off").returncode, 0)
        self.refused("not-a-moderator", socket.ask, "reports")
        self.assertEqual(self.log(self.moderator(), anna), [("moderator-on", "operator"), ("moderator-off", "operator")])

    def test_context(self):
        """a report has the lines around the reported one, also when the chat is gone; others who report it are counted"""
        mona = self.moderator()
        guest = self.guest()
        code, anna, ben = self.talking(guest)
        self.report(anna, ben, "chat", table=code, line=2, text="look \u202ehere")
        self.report(anna, ben, "chat", table=code, line=2, text="again")
        self.report(guest, ben, "chat", table=code, line=2)
        self.report(guest, ben, "chat", table=code, line=3)
        second, first = self.reports(mona, ben)
        self.assertEqual((first["kind"], first["times"], first["line"], first["table"]), ("chat", 2, 2, code))
        self.assertEqual((second["times"], second["line"], second["name"]), (1, 3, ben.you["name"]))
        anna.post("/api/v1/me/delete", name=anna.you["name"])
        ben.post("/api/v1/me/delete", name=ben.you["name"])
        shown = self.read(mona, first)
        self.assertEqual([line["text"] for line in shown["context"]["lines"]], ["hello", "rude words", "bye"])
        self.assertEqual([(one["name"], one["text"]) for one in shown["reporters"]], [("Guest", "")])
        self.assertEqual((shown["report"]["user"], shown["person"], shown["report"]["times"]), (None, None, 2))
        for action in ("warn", "block"):
            self.refused("no-such-user", self.decide, mona, first, action, text="why")
        self.decide(mona, first, "dismiss")

    def test_dismiss(self):
        """a report is decided once; what is reported again is a new report"""
        mona, max_ = self.moderator(), self.moderator("Max")
        ben = self.account("Ben")
        report = self.named(mona, ben)
        self.decide(mona, report, "dismiss")
        self.assertEqual(self.reports(mona, ben), [])
        self.assertEqual([one["report"] for one in self.reports(mona, ben, decided=True)], [report["report"]])
        self.refused("decided", self.decide, max_, report, "warn", text="No.")
        self.decide(max_, report, "warn", text="No.", again=True)
        self.assertEqual(self.log(mona, ben), [("dismiss", mona.you["name"]), ("warn", max_.you["name"])])
        self.assertNotEqual(self.named(mona, ben)["report"], report["report"])
        self.assertEqual([entry["action"] for entry in self.read(mona, report)["before"]], ["warn", "dismiss"])

    def test_warn(self):
        """a user is told of a warning, at once or when they come next, until they have read it"""
        mona, ben = self.moderator(), self.account("Ben")
        socket = Socket(self.server, ben)
        socket.ask("hello")
        report = self.named(mona, ben)
        self.refused("bad-request", self.decide, mona, report, "warn")
        self.assertEqual(len(self.reports(mona, ben)), 1, "it is still open")
        self.decide(mona, report, "warn", text="Please be kind.")
        socket.push("note")
        self.assertEqual(socket.ask("hello")["you"]["untold"], 1)
        note = ben.get("/api/v1/me/notes")["notes"][0]
        self.assertEqual((note["action"], note["text"], note["until"]), ("warn", "Please be kind.", None))
        self.assertNotIn("by", note)
        self.decide(mona, report, "warn", text="Once more.", again=True)
        ben.post("/api/v1/me/notes", count=1)
        self.assertEqual([note["text"] for note in ben.get("/api/v1/me/notes")["notes"]], ["Once more."])
        ben.post("/api/v1/me/notes")
        self.assertEqual(ben.get("/api/v1/me/notes")["notes"], [])
        self.assertNotIn("untold", socket.ask("hello")["you"])

    def test_silence(self):
        """a silenced user plays, but does not chat, invite, ask to be friends or write titles, until the time is over or lifted"""
        mona = self.moderator()
        code, anna, ben = self.talking()
        report = self.named(mona, ben)
        for fields in ({}, {"days": -1}, {"days": 3651}, {"days": 1, "name": "Else"}):
            self.refused("bad-request", self.decide, mona, report, "silence", **fields)
        self.decide(mona, report, "silence", days=3, text="Three days.")
        self.assertEqual(ben.get("/api/v1/me/notes")["notes"][0]["action"], "silence")
        self.report(ben, anna, "play", table=code)
        other = self.account("Other")
        refusals = [self.refused("silenced", ben.post, f"/api/v1/tables/{code}/chat", text="hello?"),
                    self.refused("silenced", ben.post, f"/api/v1/tables/{code}/invite", user=other.you["id"]),
                    self.refused("silenced", ben.post, "/api/v1/me/friend", user=other.you["id"], friend=True),
                    self.refused("silenced", ben.post, "/api/v1/tables", players=2, title="Hear me"),
                    self.refused("silenced", ben.post, "/api/v1/tournaments", name="Hear me", settings=CUP)]
        ben.post("/api/v1/tables", players=2, title="")
        for refusal in refusals:
            self.assertEqual(refusal.error["why"], "Three days.")
            self.assertGreater(refusal.error["until"], 0)
        self.assertEqual(self.read(mona, report)["person"]["silent_until"], refusals[0].error["until"])
        other.post("/api/v1/me/friend", user=ben.you["id"], friend=True)
        ben.post("/api/v1/me/friend", user=other.you["id"], friend=True)  # who is asked may agree
        self.decide(mona, report, "silence", days=0, again=True)
        ben.post(f"/api/v1/tables/{code}/chat", text="thank you")
        self.assertIsNone(self.read(mona, report)["person"]["silent_until"])

    def test_rename(self):
        """a renamed account is shown by its new name; the old one stays its own, and is found by nobody else"""
        mona = self.moderator()
        code, _, ben = self.talking()
        report = self.named(mona, ben)
        old, new = ben.you["name"], f"Quiet {ben.you['name']}"
        cleo = self.account("Cleo")
        ben.post(f"/api/v1/tables/{code}/invite", user=cleo.you["id"])
        for name in (mona.you["name"], mona.you["name"].replace("o", "о"), " x", "a\u200bb"):  # a Cyrillic o
            self.assertIn(self.refusal_of(self.decide, mona, report, "rename", name=name), ("name-taken", "bad-name"))
        self.refused("bad-request", self.decide, mona, report, "rename")
        self.assertEqual(len(self.reports(mona, ben)), 1, "it is still open")
        self.decide(mona, report, "rename", name=new, text="Another name.")
        self.assertEqual(ben.get("/api/v1/hello")["you"]["name"], new)
        self.assertEqual(ben.get(f"/api/v1/tables/{code}")["info"]["seats"][1]["name"], new)
        self.assertEqual({said["name"] for said in ben.get(f"/api/v1/tables/{code}/chat")["said"]}, {new})
        self.assertEqual([one["name"] for one in cleo.get("/api/v1/me/invitations")["invitations"]], [new])
        note = ben.get("/api/v1/me/notes")["notes"][0]
        self.assertEqual((note["action"], note["new_name"]), ("rename", new))
        self.refused("name-taken", account, self.server, old)
        for name in (old, new):
            again = Http(self.server).post("/api/v1/login", name=name, password=PASSWORD)
            self.assertEqual(again["you"]["id"], ben.you["id"], name)
        entry = mona.get(f"/api/v1/moderation/log?user={ben.you['id']}")["log"][0]
        self.assertEqual((entry["name"], entry["new_name"], entry["text"]), (old, new, "Another name."))

    def test_rename_guest(self):
        """a guest can be renamed, too"""
        mona, guest = self.moderator(), self.guest("Rude")
        code, anna, _ = self.talking(guest)
        self.report(anna, guest, "name", table=code)
        self.decide(mona, self.reports(mona, guest)[0], "rename", name="Guest")
        self.assertEqual(anna.get(f"/api/v1/tables/{code}")["info"]["seats"][2]["name"], "Guest")
        guest.post("/api/v1/me/name", name="Polite")

    def refusal_of(self, do, *arguments, **fields):
        with self.assertRaises(Refused) as caught:
            do(*arguments, **fields)
        return caught.exception.code

    def test_remove_line(self):
        """a removed chat line is gone for all who watch and all who come, and stays in the report"""
        mona = self.moderator()
        code, anna, ben = self.talking()
        socket = Socket(self.server, anna)
        socket.ask("watch", table=code)
        self.refused("bad-request", self.decide, mona, self.named(mona, ben), "remove-line")
        self.report(anna, ben, "chat", table=code, line=2)
        report = self.reports(mona, ben)[0]
        self.decide(mona, report, "remove-line")
        push = socket.push("chat_removed")
        self.assertEqual((push["table"], push["number"]), (code, 2))
        self.assertEqual([said["text"] for said in ben.get(f"/api/v1/tables/{code}/chat")["said"]], ["hello", "bye"])
        self.assertIn("rude words", [line["text"] for line in self.read(mona, report)["context"]["lines"]])
        self.decide(mona, report, "silence", days=1, again=True)
        self.assertEqual(self.log(mona, ben), [("remove-line", mona.you["name"]), ("silence", mona.you["name"])])

    def test_block(self):
        """a blocked account is cut off, until it is unblocked; the operator's blocks are in the log, too"""
        mona, ben = self.moderator(), self.account("Ben")
        socket = Socket(self.server, ben)
        socket.ask("hello")
        report = self.named(mona, ben)
        self.decide(mona, report, "block", text="Enough.")
        self.assertRaises(ConnectionError, lambda: [socket.ask("mine") for _ in range(9)])
        self.refused("blocked", ben.get, "/api/v1/me/tables")
        self.decide(mona, report, "unblock", again=True)
        ben.get("/api/v1/me/tables")
        self.server.admin("block", ben.you["name"])
        self.refused("blocked", ben.get, "/api/v1/me/tables")
        self.assertEqual(self.log(mona, ben), [("block", mona.you["name"]), ("unblock", mona.you["name"]),
                                               ("block", "operator")])

    def test_moderators(self):
        """nobody decides about themselves or about another moderator"""
        mona, max_ = self.moderator(), self.moderator("Max")
        report = self.named(mona, max_)
        for action, more in (("block", {}), ("warn", {"text": "No."}), ("rename", {"name": "Else"}),
                             ("silence", {"days": 1})):
            self.refused("not-a-moderator", self.decide, mona, report, action, **more)
        self.refused("not-a-moderator", self.decide, max_, report, "dismiss")
        self.assertEqual(self.reports(mona, max_)[0]["open"], True)
        self.decide(mona, report, "dismiss")

    def test_pair(self):
        """who is the second of a reported pair does not decide about it either"""
        mona, max_ = self.moderator(), self.moderator("Max")
        ben = self.account("Ben")
        sql_everywhere(self.server, "INSERT INTO reports (id, at, kind, subject, person, other, context, times, state) "
                       f"VALUES (77, 1, 'same-address', 'pair', {ben.you['id']}, {mona.you['id']}, '{{}}', 1, 'open')")
        for action, more in (("dismiss", {}), ("warn", {"text": "No."}), ("block", {})):
            self.refused("not-a-moderator", self.decide, mona, {"report": 77}, action, **more)
        self.decide(max_, {"report": 77}, "dismiss")

    def test_pages(self):
        """long lists come page by page, without a gap and without repetition"""
        mona = self.moderator()
        reporters = [self.account("Reporter") for _ in range(2)]
        others = [self.account("Other") for _ in range(27)]
        for i, other in enumerate(others):
            for reporter in reporters:
                self.report(reporter, other, "name")
            self.decide(mona, self.reports(mona, other)[0], "dismiss")
            if i < 25:
                report = self.named(mona, other)
                self.decide(mona, report, "warn", text="Hm.")
        for path, kind, number in (("reports?decided=true&", "reports", "report"), ("log?", "log", "id")):
            found, page = [], mona.get(f"/api/v1/moderation/{path}")[kind]
            self.assertEqual(len(page), 50)
            while page:
                found += page
                last = page[-1]
                page = mona.get(f"/api/v1/moderation/{path}before={last['at']}&before_id={last[number]}")[kind]
            self.assertEqual(len({one[number] for one in found}), len(found), path)
            self.assertEqual(sorted(found, key=lambda one: (-one["at"], -one[number])), found)
            self.assertGreaterEqual(len(found), 52)

    # ---------------------------------------------------------------------------------- floods

    def test_one_floods(self):
        """one user makes a limited number of reports in a day; a guest makes fewer"""
        ben, guest = self.account("Ben"), self.guest()
        anna = self.account("Anna")
        code = anna.post("/api/v1/tables", players=6)["info"]["table"]
        for who in (ben, guest):
            who.post(f"/api/v1/tables/{code}/join")
        for i in range(31):
            ben.post(f"/api/v1/tables/{code}/chat", text=f"line {i}")
        for line in range(1, 6):
            self.report(guest, ben, "chat", table=code, line=line)
        self.refused("too-many", self.report, guest, ben, "chat", table=code, line=6)
        for line in range(1, 31):
            self.report(anna, ben, "chat", table=code, line=line)
        self.refused("too-many", self.report, anna, ben, "chat", table=code, line=31)
        self.report(ben, anna, "play", table=code)  # others go on

    def test_operator(self):
        """elektro admin prints the open reports with their context, and the log"""
        mona = self.moderator()
        code, anna, ben = self.talking()
        self.report(anna, ben, "chat", table=code, line=2, text="Not nice.")
        printed = self.server.admin("reports").stdout
        for text in (ben.you["name"], code, "> " + ben.you["name"] + ": rude words", '"Not nice."', "chat"):
            self.assertIn(text, printed)
        self.decide(mona, self.reports(mona, ben)[0], "silence", days=2, text="Two days.")
        log = self.server.admin("moderation-log").stdout
        self.assertRegex(log, rf'UTC  {mona.you["name"]}: silence {ben.you["name"]} until .* UTC  "Two days\."')
        self.assertNotIn(ben.you["name"], self.server.admin("reports").stdout)
        for wrong in (("moderator",), ("moderator", mona.you["name"], "perhaps"), ("moderator", "Nobody"),
                      ("reports", "more"), ("moderation-log", "more"), ("moderator", mona.you["name"], "on", "more")):
            self.assertNotEqual(self.server.admin(*wrong).returncode, 0, wrong)


class Floods(ServerTestCase):
    """Servers of their own: an address has limits."""

    def test_many_flood(self):
        """many accounts of one address make a limited number of reports, of which a subject is one"""
        with Server(ELEKTRO, "--proxied") as server:
            mona, ben = account(server, "Mona", "198.51.100.1"), account(server, "Ben", "198.51.100.2")
            server.admin("moderator", "Mona")
            reporters = [account(server, f"Reporter {i}", "203.0.113.9") for i in range(61)]
            for who in reporters[:60]:
                Moderating.report(who, ben, "name")
            self.refused("too-many", Moderating.report, reporters[60], ben, "name")
            report, = Moderating.reports(mona, ben)
            self.assertEqual(report["times"], 60)
            self.assertEqual(len(Moderating.read(mona, report)["reporters"]), 60)
            anna = account(server, "Anna", "198.51.100.3")
            Moderating.report(anna, ben, "name")
            self.assertEqual(Moderating.reports(mona, ben)[0]["times"], 61)

    def test_names_made_again(self):
        """a name that was taken from an account stays its own when all names are compared by another version of Unicode"""
        with Server(ELEKTRO) as server:
            mona, ben = account(server, "Mona"), account(server, "Ben Hill")
            server.admin("moderator", "Mona")
            Moderating.report(mona, ben, "name")
            report, = Moderating.reports(mona, ben)
            Moderating.decide(mona, report, "rename", name="Quiet")
            server.stop()
            sql_everywhere(server, "UPDATE names_made SET version = 'an older one'")
            server.start()
            self.refused("name-taken", account, server, "Ben Hi1l")
            self.assertEqual(Http(server).post("/api/v1/login", name="ben hill", password=PASSWORD)["you"]["name"], "Quiet")

    def test_about_one(self):
        """the open reports about one user are limited, whoever makes them; known ones are still counted"""
        with Server(ELEKTRO, "--proxied") as server:
            ben = account(server, "Ben", "198.51.100.2")
            people = [account(server, f"Reporter {i}", f"198.51.100.{i + 10}") for i in range(3)]
            code = ben.post("/api/v1/tables", players=6)["info"]["table"]
            for who in people:
                who.post(f"/api/v1/tables/{code}/join")
            for i in range(51):
                ben.post(f"/api/v1/tables/{code}/chat", text=f"line {i}")
            for line in range(1, 51):
                Moderating.report(people[line % 2], ben, "chat", table=code, line=line)
            self.refused("too-many", Moderating.report, people[2], ben, "chat", table=code, line=51)
            Moderating.report(people[2], ben, "chat", table=code, line=50)
