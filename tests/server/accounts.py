"""Accounts: names that look alike, passwords, guessing.

    tests/run accounts.py ELEKTRO
"""

import sys

from client import Http, Server, ServerTestCase, new_table

ELEKTRO = sys.argv[1]
PASSWORD = "correct horse"

# Names that look like those of the accounts Anna, Ivan, mike and Bob.
LOOK_ALIKES = ["ANNA", "\u0410nna", "\uff21nna", "Ann\u0430", "\U0001d400nna", "lvan", "1van", "rnike", "B0b", "\u0412ob"]
OTHERS = ["Anne", "Ian", "Mika", "Rob"]
INVISIBLE = ["An\u200bna", "Eve\u00ad", "Eve\u3164", "\u2800", "E\u2062ve", "Eve\U000e0061", "E\ufe0fve", "\u115f",
             "Eve\u00a0Smith", "Eve\u202e", "E\u034fve", "\ue000"]


def account(server, name):
    who = Http(server)
    who.you = who.post("/api/v1/register", name=name, password=PASSWORD)["you"]
    return who


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
            account(server, "Anna")
            self.refused("name-taken", guest.post, f"/api/v1/tables/{waits}/join")
            self.refused("name-taken", guest.post, "/api/v1/tables", players=2)
            self.refused("name-taken", guest.post, f"/api/v1/tables/{played}/chat", text="it is me")
            guest.post("/api/v1/me/name", name="Another Anna")
            guest.post(f"/api/v1/tables/{waits}/join")
            guest.post(f"/api/v1/tables/{played}/chat", text="it was me")

    def test_deleted(self):
        """the name of a deleted account is free"""
        with Server(ELEKTRO) as server:
            account(server, "Anna").post("/api/v1/me/delete", name="Anna")
            account(server, "\u0410nna")
