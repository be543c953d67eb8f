"""Friends, blocking, invitations.

    tests/run friends.py ELEKTRO
"""

import contextlib
import sys

from client import Http, Server, ServerTestCase, Socket, account, until

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
        self.refused("that-is-you", self.block, anna, anna)
        self.refused("no-such-user", anna.post, "/api/v1/me/block", user=1, block=True)
        anna.post("/api/v1/me/block", user=1, block=False)
        others = [Http(self.server, "Other") for _ in range(100)]
        for other in others[:99]:
            self.block(guest, other)
        self.refused("too-many", self.block, guest, others[99])
        self.block(guest, anna, on=False)
        self.block(guest, others[99])

    @staticmethod
    def friend(who, other, on=True):
        return who.post("/api/v1/me/friend", user=other.you["id"], friend=on)

    def people(self, who):
        """The lists of a user: names by kind."""
        lists = who.get("/api/v1/me/people")
        return {kind: sorted(other["name"] for other in lists[kind]) for kind in ("friends", "asking", "asked", "blocked")}

    def has(self, who, **lists):
        """Asserts that these people are in the lists of a user, and nobody else."""
        self.assertEqual(self.people(who), {kind: sorted(other.you["name"] for other in lists.get(kind, ()))
                                            for kind in ("friends", "asking", "asked", "blocked")})

    def test_friends(self):
        """two accounts are friends when each has asked for the other, until one of them ends it"""
        anna, ben = self.account("Anna"), self.account("Ben")
        socket = Socket(self.server, ben)
        socket.ask("hello")
        name = ben.you["name"].upper()
        self.assertEqual(anna.post("/api/v1/me/friend", name=name, friend=True)["name"], ben.you["name"])
        socket.push("people")
        for _ in range(2):
            self.has(anna, asked=[ben])
            self.has(ben, asking=[anna])
            self.friend(anna, ben)
        self.friend(ben, anna)
        for who, other in ((anna, ben), (ben, anna)):
            self.has(who, friends=[other])
        friend = anna.get("/api/v1/me/people")["friends"][0]
        self.assertEqual((friend["here"], friend["table"]), (True, None))
        hidden, shown = self.open_table(ben, public=False), self.open_table(ben, public=True)
        self.assertNotEqual(hidden, shown)
        self.assertEqual(anna.get("/api/v1/me/people")["friends"][0]["table"], shown)
        socket.close()
        until(lambda: not anna.get("/api/v1/me/people")["friends"][0]["here"])
        self.assertFalse(anna.get("/api/v1/me/people")["friends"][0]["here"])
        self.friend(ben, anna, on=False)
        for who in (anna, ben):
            self.has(who)

    def test_declined(self):
        """a request is taken back or declined; a block ends friendship and requests"""
        anna, ben, cleo = self.account("Anna"), self.account("Ben"), self.account("Cleo")
        self.friend(anna, ben)
        self.friend(anna, ben, on=False)
        self.has(ben)
        self.friend(anna, ben)
        self.friend(ben, anna, on=False)
        self.has(anna)
        self.friend(anna, cleo)
        self.friend(cleo, anna)
        self.block(cleo, anna)
        self.has(cleo, blocked=[anna])
        self.has(anna)
        self.refused("not-welcome", self.friend, anna, cleo)
        self.refused("you-block", self.friend, cleo, anna)
        self.friend(anna, cleo, on=False)

    def test_asked_too_often(self):
        """nobody can ask the same account again and again, or everybody in a day"""
        anna, ben = self.account("Anna"), self.account("Ben")
        for _ in range(3):
            self.friend(anna, ben)
            self.friend(ben, anna, on=False)
        self.refused("too-many", self.friend, anna, ben)
        others = [self.account("Other") for _ in range(48)]
        for other in others[:47]:
            self.friend(anna, other)
        self.refused("too-many", self.friend, anna, others[47])
        self.friend(others[47], anna)
        self.friend(anna, others[47])  # who agrees asks nobody

    def test_bad_friends(self):
        """only accounts have friends; a name that looks like another one finds the account that has it"""
        anna, ben, guest = self.account("Anna"), self.account("Ben Hill"), Http(self.server, "Guest")
        self.refused("bad-request", self.friend, anna, guest)
        self.refused("not-an-account", self.friend, guest, anna)
        self.refused("that-is-you", self.friend, anna, anna)
        self.refused("no-such-user", anna.post, "/api/v1/me/friend", name="Nobody", friend=True)
        self.refused("bad-request", anna.post, "/api/v1/me/friend", friend=True)
        self.refused("bad-request", anna.post, "/api/v1/me/friend", user=ben.you["id"], name="Ben", friend=True)
        looks_alike = ben.you["name"].replace("ll", "1l").replace("e", "е")  # a digit, a Cyrillic letter
        self.assertEqual(anna.post("/api/v1/me/friend", name=looks_alike, friend=True)["user"], ben.you["id"])
        self.refused("name-taken", account, self.server, looks_alike)

    def test_deleted(self):
        """with an account go its friends, requests, blocks and invitations"""
        anna, ben, cleo = self.account("Anna"), self.account("Ben"), self.account("Cleo")
        self.friend(anna, ben)
        self.friend(ben, anna)
        self.friend(anna, cleo)
        self.block(cleo, ben)
        code = self.open_table(anna)
        anna.post(f"/api/v1/tables/{code}/invite", user=ben.you["id"])
        anna.post("/api/v1/me/delete", name=anna.you["name"])
        for who in (ben, cleo):
            self.has(who, blocked=[ben] if who is cleo else [])
            self.assertEqual(self.invitations(who), [])
        ben.post("/api/v1/me/delete", name=ben.you["name"])
        self.has(cleo)

    # ------------------------------------------------------------------------------ invitations

    @staticmethod
    def invitations(who):
        return [(one["table"], one["name"]) for one in who.get("/api/v1/me/invitations")["invitations"]]

    @staticmethod
    def invite(who, code, other):
        return who.post(f"/api/v1/tables/{code}/invite", user=other.you["id"])

    def test_invitations(self):
        """an invitation is there until the player joins or declines, or the table is not open any more"""
        anna, ben, cleo = self.account("Anna"), self.account("Ben"), self.account("Cleo")
        socket = Socket(self.server, ben)
        socket.ask("hello")
        first, second = self.open_table(anna, title="First"), self.open_table(anna)
        anna.post(f"/api/v1/tables/{first}/invite", name=ben.you["name"].lower())
        push = socket.push("invited")
        self.assertEqual((push["table"], push["title"], push["name"]), (first, "First", anna.you["name"]))
        cleo.post(f"/api/v1/tables/{first}/join")
        for again in (anna, cleo):
            self.invite(again, first, ben)
        self.invite(anna, second, ben)
        self.assertEqual(sorted(self.invitations(ben)), sorted([(first, anna.you["name"]), (second, anna.you["name"])]))
        self.assertEqual(ben.get("/api/v1/me/invitations")["invitations"][0]["info"]["status"], "open")
        ben.post(f"/api/v1/tables/{second}/decline")
        ben.post(f"/api/v1/tables/{second}/decline")
        ben.post(f"/api/v1/tables/{first}/join")
        self.assertEqual(self.invitations(ben), [])
        self.assertNotIn("invited", [push["push"] for push in socket.pushes if push["table"] == first])
        third = self.open_table(anna, players=2)
        self.invite(anna, third, ben)
        anna.post(f"/api/v1/tables/{third}/bots", level="easy")
        self.assertEqual(len(self.invitations(ben)), 1)
        anna.post(f"/api/v1/tables/{third}/start")
        self.assertEqual(self.invitations(ben), [], "the game has started")
        self.refused("not-open", self.invite, anna, third, cleo)

    def test_bad_invitations(self):
        """who sits at an open table invites accounts who are not there and block nobody"""
        anna, ben, cleo = self.account("Anna"), self.account("Ben"), self.account("Cleo")
        guest = Http(self.server, "Guest")
        code = self.open_table(anna, guest)
        self.refused("not-seated", self.invite, ben, code, cleo)
        self.refused("sits-here", self.invite, guest, code, anna)
        self.refused("bad-request", self.invite, anna, code, guest)
        self.refused("no-such-user", anna.post, f"/api/v1/tables/{code}/invite", name="Nobody")
        self.invite(guest, code, ben)
        self.invite(anna, code, cleo)
        self.block(ben, guest)
        self.assertEqual(self.invitations(ben), [])
        self.refused("not-welcome", self.invite, guest, self.open_table(guest), ben)

    def test_invitation_flood(self):
        """the invitations of a sender in a day are limited, and those of a receiver, whoever sends them"""
        ben, guest = self.account("Ben"), Http(self.server, "Guest")
        codes = [self.open_table(guest) for _ in range(11)]
        for code in codes[:10]:
            self.invite(guest, code, ben)
        self.refused("too-many", self.invite, guest, codes[10], ben)
        self.assertEqual(len(self.invitations(ben)), 10)
        anna, cleo = self.account("Anna"), self.account("Cleo")
        for _ in range(10):
            self.invite(anna, self.open_table(anna), ben)
        code = self.open_table(cleo)
        self.refused("too-many", self.invite, cleo, code, ben)
        ben.post(f"/api/v1/tables/{codes[0]}/decline")
        self.invite(cleo, code, ben)
        self.assertEqual(len(self.invitations(ben)), 20)
