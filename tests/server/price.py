"""Prices: an address pays for the work of its requests, long answers come in pages, and floods end.

    tests/run price.py ELEKTRO
"""

import json
import sys
import threading

from client import Http, Refused, Server, ServerTestCase, Socket

ELEKTRO = sys.argv[1]


class Floods(ServerTestCase):
    def test_flood(self):
        """a socket that goes on sending after it was refused is closed"""
        with Server(ELEKTRO, rate=40) as server:
            socket = Socket(server)
            with self.assertRaises(ConnectionError) as caught:
                for _ in range(200):
                    for number in [socket.send("lobby") for _ in range(100)]:
                        try:
                            socket.reply(number)
                        except Refused as no:
                            self.assertEqual(no.code, "too-many", no)
            self.assertIn("too-many", str(caught.exception), "it does not say why")

    def test_user(self):
        """a user who floods does not use up the permits of others at the same address"""
        with Server(ELEKTRO, rate=40) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            flood = Socket(server, anna)
            try:
                for number in [flood.send("mine") for _ in range(2500)]:
                    try:
                        flood.reply(number)
                    except Refused:
                        pass
            except OSError:
                pass
            self.assertEqual(ben.get("/api/v1/me/tables")["tables"], [])


class Work(ServerTestCase):
    def test_charge(self):
        """messages that take long to read are refused sooner than short ones of the same price"""
        for things, fewest, most in ((0, 40, 40), (20000, 1, 35)):
            with Server(ELEKTRO, rate=1) as server:
                socket = Socket(server)
                frame = masked(f'{{"do":"nonsense","id":1,"things":[{",".join(["{}"] * things)}]}}')
                sender = threading.Thread(target=self.send, args=(socket, frame * 40))
                sender.start()
                codes = self.codes(socket, 40)
                socket.close()
                sender.join()
                self.assertEqual(set(codes) - {"no-such-request", "too-many"}, set())
                self.assertIn(codes.count("no-such-request"), range(fewest, most + 1), f"with {things} things")

    def send(self, socket, data):
        try:
            socket.socket.sendall(data)
        except OSError:
            pass  # closed as a flood

    def codes(self, socket, count):
        """The errors of so many answers, or of those before the socket is closed."""
        codes = []
        try:
            while len(codes) < count:
                codes.append(json.loads(socket.frame())["error"]["code"])
        except OSError:
            pass
        return codes


def masked(text):
    """A message as a WebSocket frame with a mask of zeros."""
    size = len(text)
    head = b"\x81" + (bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big"))
    return head + bytes(4) + text.encode()
