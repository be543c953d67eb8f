"""Spectators: the host sees them, removes them, and switches off their chat.

    tests/run spectators.py ELEKTRO
"""

import socket
import sys

from client import Http, Server, ServerTestCase, Socket, new_table

ELEKTRO = sys.argv[1]


class Spectators(ServerTestCase):
    def setUp(self):
        self.server = self.enterContext(Server(ELEKTRO))
        self.anna, self.ben, self.cleo = (Http(self.server, name) for name in ("Anna", "Ben", "Cleo"))
        self.code = new_table(self.anna, [self.ben], edition="classic", order="seated")
        self.path = f"/api/v1/tables/{self.code}"

    def socket(self, who=None):
        """A socket that watches the table."""
        socket = Socket(self.server, who)
        socket.ask("watch", table=self.code)
        self.addCleanup(socket.close)
        return socket

    def restart(self):
        for who in (self.anna, self.ben, self.cleo):
            who.close()
        self.server.stop()
        self.server.start()

    def remove(self, user, remove=True):
        return self.anna.post(f"{self.path}/remove-spectator", user=user, remove=remove)

    def test_list(self):
        """players see who watches, each user once, and the number of those who are not logged in"""
        for who in (self.anna, self.cleo, self.cleo, None, None):
            self.socket(who)
        seen = self.ben.get(f"{self.path}/spectators")
        self.assertEqual(seen, {"spectators": [{"user": self.cleo.you["id"], "name": "Cleo"}], "anonymous": 2,
                                "removed": [], "chat": True, "ok": True})
        self.refused("not-seated", self.cleo.get, f"{self.path}/spectators")

    def test_remove(self):
        """a removed spectator hears it, and can neither watch nor read nor talk nor join any more"""
        cleo, other = self.socket(self.cleo), self.socket(Http(self.server, "Dora"))
        left = self.remove(self.cleo.you["id"])
        self.assertEqual([who["name"] for who in left["spectators"]], ["Dora"])
        self.assertEqual(left["removed"], [{"user": self.cleo.you["id"], "name": "Cleo"}])
        self.assertEqual(cleo.push("removed")["table"], self.code)
        self.anna.post(f"{self.path}/move", seq=0, client="a", move="nominate 4 4")
        other.push("news")
        cleo.ask("hello")
        self.assertEqual(cleo.pushes, [], "she gets news of the game")
        for _ in range(2):
            self.refused("removed", cleo.ask, "watch", table=self.code)
            self.refused("removed", self.cleo.get, f"{self.path}/position?since=0")
            self.refused("removed", self.cleo.get, f"{self.path}/events")
            self.refused("removed", self.cleo.get, f"{self.path}/chat")
            self.refused("removed", self.cleo.get, f"{self.path}/record")
            self.refused("not-seated", cleo.ask, "chat", table=self.code, text="let me in")
            self.restart()  # it holds after that, too
            cleo = Socket(self.server, self.cleo)
        self.assertEqual(self.remove(self.cleo.you["id"], False)["removed"], [])
        cleo.ask("watch", table=self.code)

    def test_open(self):
        """a removed spectator cannot take a seat of an open table, nor can a player be removed"""
        code = self.anna.post("/api/v1/tables", players=3)["info"]["table"]
        path = f"/api/v1/tables/{code}"
        self.ben.post(f"{path}/join")
        self.refused("bad-request", self.anna.post, f"{path}/remove-spectator", user=self.ben.you["id"], remove=True)
        self.refused("bad-request", self.anna.post, f"{path}/remove-spectator", user=12345, remove=True)
        self.anna.post(f"{path}/remove-spectator", user=self.cleo.you["id"], remove=True)
        self.refused("removed", self.cleo.post, f"{path}/join")
        self.refused("not-the-host", self.ben.post, f"{path}/remove-spectator", user=self.cleo.you["id"], remove=True)

    def test_anonymous(self):
        """the host removes all who are not logged in at once, also those who come later"""
        nobody, cleo = self.socket(), self.socket(self.cleo)
        left = self.remove(0)
        self.assertEqual((left["anonymous"], left["removed"]), (0, [{"user": 0, "name": ""}]))
        nobody.push("removed")
        self.refused("removed", Socket(self.server).ask, "watch", table=self.code)
        self.refused("removed", Http(self.server).get, f"{self.path}/position")
        self.anna.post(f"{self.path}/move", seq=0, client="a", move="nominate 4 4")
        cleo.push("news")
        self.remove(0, False)
        self.socket()

    def test_stream(self):
        """an event stream of a removed spectator ends"""
        reader = StreamReader(self.server, self.cleo, self.code)
        self.remove(self.cleo.you["id"])
        self.assertTrue(reader.ends(), "the stream is still open")

    def test_chat(self):
        """the host switches off the chat of spectators; players talk on"""
        cleo, ben = self.socket(self.cleo), self.socket(self.ben)
        cleo.ask("chat", table=self.code, text="before")
        self.refused("not-the-host", self.ben.post, f"{self.path}/spectator-chat", on=False)
        self.assertFalse(self.anna.post(f"{self.path}/spectator-chat", on=False)["chat"])
        for _ in range(2):
            self.refused("chat-off", cleo.ask, "chat", table=self.code, text="during")
            ben.ask("chat", table=self.code, text="during")
            self.restart()
            cleo, ben = self.socket(self.cleo), self.socket(self.ben)
        self.assertTrue(self.anna.post(f"{self.path}/spectator-chat", on=True)["chat"])
        cleo.ask("chat", table=self.code, text="after")


class StreamReader:
    """Reads an event stream of a table."""

    def __init__(self, server, http, code):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self.socket.sendall(f"GET /api/v1/tables/{code}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                            f"Cookie: {http.cookie}\r\n\r\n".encode())
        self.head = b""
        while b"\r\n\r\n" not in self.head and (some := self.socket.recv(65536)):
            self.head += some
        if b"text/event-stream" not in self.head:
            raise ConnectionError(f"there is no stream: {self.head!r}")

    def ends(self):
        """Whether the server closes it."""
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        finally:
            self.socket.close()
        return True
