"""Prices: an address pays for the work of its requests, long answers come in pages, and floods end.

    tests/run price.py ELEKTRO
"""

import json
import socket as sockets
import sys
import threading

from client import Http, Refused, Server, ServerTestCase, Socket
from long_game import LongGame

ELEKTRO = sys.argv[1]


class Floods(ServerTestCase):
    def test_flood(self):
        """a socket that goes on sending after it was refused is closed"""
        with Server(ELEKTRO, rate=4) as server:
            socket = Socket(server)
            with self.assertRaises(ConnectionError) as caught:
                for _ in range(5000):
                    try:
                        socket.ask("lobby")
                    except Refused as no:
                        self.assertEqual(no.code, "too-many", no)
            self.assertIn("too-many", str(caught.exception), "it does not say why")

    def test_user(self):
        """a user who floods does not use up the permits of others at the same address"""
        with Server(ELEKTRO, rate=40) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            flood = Socket(server, anna)
            send_all(flood, masked('{"do":"mine"}') * 4000)
            try:
                for _ in range(4000):
                    flood.frame()
            except OSError:
                pass  # closed
            self.assertEqual(ben.get("/api/v1/me/tables")["tables"], [])

    def test_reconnecting(self):
        """an address that floods over one socket after the other is not let in again until it has paid"""
        with Server(ELEKTRO, rate=4) as server:
            server.source = "127.0.0.9"
            frame = masked('{"do":"nonsense"}')
            let_in = 0
            for _ in range(300):
                try:
                    socket = Socket(server)
                except ConnectionError as no:
                    if "429" not in str(no):
                        break  # closed before it could ask for anything
                    continue
                let_in += 1
                send_all(socket, frame * 2000).join()
                socket.close()
            else:
                self.fail(f"every connection was accepted, and {let_in} were let in")
            server.source = ""
            Http(server).get("/api/v1/hello")

    def test_operator(self):
        """the operator's checks are answered, whatever else their address asks for"""
        with Server(ELEKTRO, rate=1) as server:
            for path in ("/healthz", "/readyz", "/metrics"):
                http = Http(server)
                self.assertEqual({http.raw("GET", path)[0] for _ in range(200)}, {200}, path)


class Work(ServerTestCase):
    def test_charge(self):
        """messages that take long to read are refused sooner than short ones of the same price"""
        for things, fewest, most in ((0, 40, 40), (20000, 1, 35)):
            with Server(ELEKTRO, rate=1) as server:
                socket = Socket(server)
                frame = masked(f'{{"do":"nonsense","id":1,"things":[{",".join(["{}"] * things)}]}}')
                sender = send_all(socket, frame * 40)
                codes = self.codes(socket, 40)
                socket.close()
                sender.join()
                self.assertEqual(set(codes) - {"no-such-request", "too-many"}, set())
                self.assertIn(codes.count("no-such-request"), range(fewest, most + 1), f"with {things} things")

    def codes(self, socket, count):
        """The errors of so many answers, or of those before the socket is closed."""
        codes = []
        try:
            while len(codes) < count:
                codes.append(json.loads(socket.frame())["error"]["code"])
        except OSError:
            pass
        return codes


class Pages(ServerTestCase):
    """A game with more entries than one answer has."""

    ENTRIES, PAGE = 5000, 2048

    @classmethod
    def setUpClass(cls):
        cls.server = Server(ELEKTRO)
        cls.game = LongGame(cls.server, cls.ENTRIES)
        cls.last = Http(cls.server).get(f"/api/v1/tables/{cls.game.code}/position")["position"]["seq"]

    @classmethod
    def tearDownClass(cls):
        cls.server.clean()

    def whole(self, entries, last=None):
        """Asserts that these are all entries of the game in order."""
        numbers = [entry["seq"] for entry in entries]
        self.assertEqual(numbers, list(range((last or self.last) + 1)))

    def test_position(self):
        """position gives a page of entries and says whether more follow"""
        http, entries, more, since = Http(self.server), [], True, 0
        while more:
            reply = http.get(f"/api/v1/tables/{self.game.code}/position?since={since}")
            self.assertLessEqual(len(reply["entries"]), self.PAGE)
            self.assertEqual(reply["position"]["seq"], self.last, "the position is not the current one")
            entries += reply["entries"]
            more, since = reply["more"], entries[-1]["seq"]
        self.whole(entries)
        for since in (1, 255, 256, 2047, 2048, self.last - 1):
            reply = http.get(f"/api/v1/tables/{self.game.code}/position?since={since}")
            end = since + 1 + len(reply["entries"])
            self.assertEqual(reply["entries"], entries[since + 1:end])
            self.assertEqual(reply["more"], end <= self.last)
            self.assertGreaterEqual(end, min(since + self.PAGE - 256, self.last), "a page is short")
        reply = http.get(f"/api/v1/tables/{self.game.code}/position?since={self.last}")
        self.assertEqual((reply["entries"], reply["more"]), ([], False))

    def test_watch(self):
        """a watcher gets the other pages as news, in order, and then what happens meanwhile"""
        socket = Socket(self.server)
        reply = socket.ask("watch", table=self.game.code, since=0)
        self.assertTrue(reply["more"])
        self.assertLessEqual(len(reply["entries"]), self.PAGE)
        entries = reply["entries"]
        while entries[-1]["seq"] < self.last:
            news = socket.push("news")
            self.assertLessEqual(len(news["entries"]), self.PAGE)
            entries += news["entries"]
            self.assertEqual(news["position"]["seq"], entries[-1]["seq"],
                             "the position is not that after the entries")
        self.whole(entries)
        now = socket.ask("position", table=self.game.code)["position"]
        self.assertEqual(news["position"]["view"], now["view"])

    def test_moves_meanwhile(self):
        """a move that is made while a watcher catches up comes once, in its place"""
        with Server(ELEKTRO) as server:
            game = LongGame(server, self.ENTRIES)
            slow = Socket(server)
            slow.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            asked = slow.send("watch", table=game.code, since=0)
            for _ in range(6):
                game.turn()
            entries = slow.reply(asked)["entries"]
            last = Http(server).get(f"/api/v1/tables/{game.code}/position")["position"]["seq"]
            while entries[-1]["seq"] < last:
                entries += slow.push("news")["entries"]
            self.whole(entries, last)

    def test_events(self):
        """an event stream gets the pages with their numbers, so that it goes on after the last one"""
        stream = sockets.create_connection(("127.0.0.1", self.server.port), timeout=60)
        stream.sendall(f"GET /api/v1/tables/{self.game.code}/events?since=0 HTTP/1.1\r\n"
                       f"Host: localhost\r\n\r\n".encode())
        entries, number = [], None
        for line in stream.makefile(encoding="utf-8"):
            if line.startswith("id: "):
                number = int(line[4:])
            if line.startswith("data: "):
                entries += json.loads(line[6:])["entries"]
                self.assertEqual(number, entries[-1]["seq"])
                if number == self.last:
                    break
        stream.close()
        self.whole(entries)


class Crowds(ServerTestCase):
    def test_ready(self):
        """what changes at a table in one turn is told to its watchers once"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            code = anna.post("/api/v1/tables", players=2)["info"]["table"]
            watchers = [Socket(server) for _ in range(50)]
            for watcher in watchers:
                watcher.ask("watch", table=code)
            socket = Socket(server, anna)
            socket.ask("hello")
            before = server.metric("elektro_pushes_total")
            frame = masked(json.dumps({"do": "ready", "table": code, "ready": True, "id": 1}))
            socket.socket.sendall(frame * 100)
            for _ in range(100):
                socket.frame()
            pushes = server.metric("elektro_pushes_total") - before
            self.assertGreaterEqual(pushes, len(watchers))
            self.assertLess(pushes, 100 * len(watchers) / 4, "each request was told to all")
            self.assertTrue(watchers[0].push("table")["info"]["seats"][0]["ready"])
            for watcher in watchers:
                watcher.close()


def send_all(socket, data):
    """Sends while the answers are read, until the server closes the socket."""
    def send():
        try:
            socket.socket.sendall(data)
        except OSError:
            pass

    sender = threading.Thread(target=send)
    sender.start()
    return sender


def masked(text):
    """A message as a WebSocket frame with a mask of zeros."""
    size = len(text)
    head = b"\x81" + (bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big"))
    return head + bytes(4) + text.encode()
