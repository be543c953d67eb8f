"""Friends, blocking, invitations.

    tests/run friends.py ELEKTRO
"""

import contextlib
import sys

from client import Http, Server, ServerTestCase, Socket, account

ELEKTRO = sys.argv[1]


class Friends(ServerTestCase):
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
        Friends.accounts += 1
        return account(self.server, f"{name} {Friends.accounts}")

    @staticmethod
    def open_table(host, *others, **settings):
        code = host.post("/api/v1/tables", **{"players": 4, **settings})["info"]["table"]
        for other in others:
            other.post(f"/api/v1/tables/{code}/join")
        return code

    @staticmethod
    def block(who, other, on=True):
        who.post("/api/v1/me/block", user=other.you["id"], block=on)

    def test_blocked_at_tables(self):
        """a blocked player cannot sit down with the one who blocks them, and hears no reason with a name"""
        anna, ben, cleo = self.account("Anna"), self.account("Ben"), self.account("Cleo")
        self.block(anna, ben)
        hosted, joined = self.open_table(anna), self.open_table(cleo, anna)
        for code in (hosted, joined):
            refusal = self.refused("not-welcome", ben.post, f"/api/v1/tables/{code}/join")
            self.assertNotIn(anna.you["name"], str(refusal))
            self.assertEqual(ben.get(f"/api/v1/tables/{code}")["info"]["you"], 0)
        anna.post(f"/api/v1/tables/{joined}/leave")
        ben.post(f"/api/v1/tables/{joined}/join")
        self.block(anna, ben, on=False)
        ben.post(f"/api/v1/tables/{hosted}/join")

    def test_you_block(self):
        """a player who blocks somebody at a table is told so, and can sit down all the same"""
        anna, ben = self.account("Anna"), self.account("Ben")
        self.block(anna, ben)
        code = self.open_table(ben)
        refusal = self.refused("you-block", anna.post, f"/api/v1/tables/{code}/join")
        self.assertEqual(refusal.error["user"], ben.you["id"])
        self.assertIn(ben.you["name"], str(refusal))
        self.assertEqual(anna.post(f"/api/v1/tables/{code}/join", anyway=True)["info"]["you"], 2)

    def test_blocked_chat(self):
        """the chat of a blocked player is hidden from the one who blocks them, as if it were muted"""
        anna, ben, cleo = self.account("Anna"), self.account("Ben"), self.account("Cleo")
        code = self.open_table(cleo, ben, anna)
        sockets = [Socket(self.server, who) for who in (anna, cleo)]
        for socket in sockets:
            socket.ask("watch", table=code)
        talk = f"/api/v1/tables/{code}/chat"
        self.block(anna, ben)
        ben.post(talk, text="for Cleo")
        cleo.post(talk, text="for all")
        self.assertEqual(sockets[0].push("chat")["said"]["text"], "for all")
        self.assertEqual(sockets[1].push("chat")["said"]["text"], "for Cleo")
        self.assertEqual([said["text"] for said in anna.get(talk)["said"]], ["for all"])
        # Muting and blocking end one by one.
        anna.post("/api/v1/me/mute", user=ben.you["id"], mute=True)
        self.block(anna, ben, on=False)
        self.assertEqual(len(anna.get(talk)["said"]), 1)
        anna.post("/api/v1/me/mute", user=ben.you["id"], mute=False)
        self.assertEqual(len(anna.get(talk)["said"]), 2)
        ben.post(talk, text="again")
        self.assertEqual(sockets[0].push("chat")["said"]["text"], "again")

    def test_bad_blocks(self):
        """only another player who exists can be blocked, a guest too; a guest can block a hundred"""
        anna, guest = self.account("Anna"), Http(self.server, "Guest")
        self.block(anna, guest)
        self.block(anna, guest)
        self.block(guest, anna)
        self.refused("bad-request", self.block, anna, anna)
        self.refused("no-such-user", anna.post, "/api/v1/me/block", user=1, block=True)
        anna.post("/api/v1/me/block", user=1, block=False)
        others = [Http(self.server, "Other") for _ in range(100)]
        for other in others[:99]:
            self.block(guest, other)
        self.refused("too-many", self.block, guest, others[99])
        self.block(guest, anna, on=False)
        self.block(guest, others[99])
