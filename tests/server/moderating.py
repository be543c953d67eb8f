"""Reports, and what moderators do about them.

    tests/run moderating.py ELEKTRO
"""

import contextlib
import sys

from client import Http, Server, ServerTestCase, account

ELEKTRO = sys.argv[1]


class Moderating(ServerTestCase):
    """One server for all cases; each has accounts of its own."""

    accounts = 0

    @classmethod
    def setUpClass(cls):
        cls.at = contextlib.ExitStack()
        cls.server = cls.at.enter_context(Server(ELEKTRO))

    @classmethod
    def tearDownClass(cls):
        cls.at.close()

    def account(self, name):
        """An account with this name and a number."""
        Moderating.accounts += 1
        return account(self.server, f"{name} {Moderating.accounts}")

    @staticmethod
    def report(who, about, what, **more):
        who.post("/api/v1/report", user=about.you["id"], what=what, **more)

    def test_bad_reports(self):
        """a report names what it is about, and its reporter was there"""
        anna, ben, guest = self.account("Anna"), self.account("Ben"), Http(self.server, "Guest")
        code = anna.post("/api/v1/tables", players=3)["info"]["table"]
        ben.post(f"/api/v1/tables/{code}/join")
        ben.post(f"/api/v1/tables/{code}/chat", text="rude words")
        for fields in ({"what": "chat"}, {"what": "chat", "table": code}, {"what": "chat", "line": 1},
                       {"what": "chat", "table": code, "line": 2}, {"what": "play"}, {"what": "name", "line": 1},
                       {"what": "else"}, {"what": "name", "text": "x" * 501}):
            self.refused("bad-request", self.report, anna, ben, **fields)
        self.refused("bad-request", self.report, ben, ben, "name")
        self.refused("bad-request", self.report, anna, anna, "chat", table=code, line=1)
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
