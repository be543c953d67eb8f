"""A database that does not answer for a while delays requests, and nothing else.

    with_postgres tests/run slow_database.py ELEKTRO
"""

import concurrent.futures
import json
import select
import signal
import socket
import sys
import tempfile
import time

from client import Closed, Http, Server, ServerTestCase, Socket, frozen, new_table, until
from database import backend, sql
from http2 import H2, Https, make_certificate

ELEKTRO = sys.argv[1]
STORE_TIMEOUT = 30  # seconds for which the database may be silent, at most
SOON = 15  # what does not need the database is answered much earlier, also on a busy machine
PAUSE = 0.3  # in which a request reaches the server
EACH = 512  # requests of a client that may wait
PING, PONG = 9, 10


class Evening:
    """A server with a game of Anna and Ben, whose sockets are open."""

    def __init__(self, server):
        self.server = server
        self.anna, self.ben = Http(server, "Anna"), Http(server, "Ben")
        self.code = new_table(self.anna, [self.ben], edition="classic", order="seated")
        self.player, self.other = Socket(server, self.anna), Socket(server, self.ben)

    def frozen(self):
        return frozen(backend(self.server))

    def send_move(self):
        """Sends the first move, whose turn waits for the frozen database then. Returns its number."""
        number = self.player.send("move", table=self.code, seq=0, client="first", move="nominate 4 4")
        self.wait_for(1)
        return number

    def wait_for(self, count):
        """Returns when so many requests have arrived and wait."""
        if not until(lambda: waiting(self.server) == count):
            raise AssertionError(f"{waiting(self.server)} requests wait, not {count}")

    def moves(self):
        return sql(self.server, "SELECT client FROM journal WHERE client IS NOT NULL ORDER BY seq").split()


def waiting(server):
    """How many requests have arrived and are not done yet."""
    return server.metric("elektro_requests_waiting")


def silent(client):
    """Whether nothing arrives at a socket."""
    return not client.buffer and not select.select([client.socket], [], [], PAUSE)[0]


def answer(client):
    """The next answer that a socket gets; pushes are dropped."""
    while "re" not in (message := json.loads(client.frame())):
        pass
    return message


class SlowDatabase(ServerTestCase):
    def evening(self, timeout=STORE_TIMEOUT):
        return Evening(self.enterContext(Server(ELEKTRO, "--store-timeout", str(timeout))))

    def ping(self, client, payload):
        """A ping is answered although no request is."""
        began = time.monotonic()
        client.send_frame(payload, PING)
        client.socket.settimeout(SOON)
        first, size = client.take(2)
        self.assertEqual((first & 0x0f, client.take(size)), (PONG, payload))
        client.socket.settimeout(60)
        self.assertLess(time.monotonic() - began, SOON)

    def test_network(self):
        """while a turn waits, pings, files, pages for operators and new connections are served"""
        e = self.evening()
        with e.frozen():
            number = e.send_move()
            began = time.monotonic()
            self.ping(e.player, b"still here?")
            self.ping(e.other, b"and you?")
            for path, expected in (("/healthz", 200), ("/readyz", 200), ("/metrics", 200), ("/robots.html", 404),
                                   ("/lobby", 302), ("/api/v1/nothing", 404)):
                self.assertEqual(Http(e.server).raw("GET", path)[0], expected, path)
            self.assertLess(time.monotonic() - began, SOON)
            e.server.process.send_signal(signal.SIGHUP)
            self.ping(e.player, b"with the same settings?")
            self.assertTrue(silent(e.player), "the move was answered")
        self.assertEqual(e.player.reply(number)["ok"], True)
        self.assertEqual(e.moves(), ["first"])

    def test_group(self):
        """requests that arrive while a turn waits are answered in order, with few commits"""
        e = self.evening()
        clients = [Socket(e.server, e.ben) for _ in range(20)]
        began, before = time.monotonic(), e.server.metric("elektro_commits_total")
        with e.frozen():
            first = e.send_move()
            numbers = [[c.send("chat", table=e.code, text=f"{i} {n}") for n in range(3)] for i, c in enumerate(clients)]
            e.wait_for(1 + 3 * len(clients))
            self.assertTrue(silent(clients[0]), "it was answered")
        e.player.reply(first)
        for client, mine in zip(clients, numbers):
            self.assertEqual([answer(client)["re"] for _ in mine], mine)
        said = [line["text"] for line in e.ben.get(f"/api/v1/tables/{e.code}/chat")["said"]]
        for i in range(len(clients)):
            self.assertEqual([text for text in said if text.startswith(f"{i} ")], [f"{i} {n}" for n in range(3)])
        ticks = time.monotonic() - began + 1  # once a second, each in a turn of its own
        self.assertLessEqual(e.server.metric("elektro_commits_total") - before, 5 + ticks)

    def test_plain(self):
        """requests of plain HTTP, event streams and handshakes wait, and are answered later"""
        e = self.evening()
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            with e.frozen():
                first = e.send_move()
                answers = [threads.submit(Http(e.server, cookie=e.ben.cookie).get, f"/api/v1/tables/{e.code}")
                           for _ in range(3)]
                greeted = threads.submit(Socket, e.server, e.ben)
                stream = socket.create_connection(("127.0.0.1", e.server.port), timeout=60)
                stream.sendall(f"GET /api/v1/tables/{e.code}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                e.wait_for(1 + len(answers) + 2)
                self.assertFalse(any(task.done() for task in [*answers, greeted]), "answered without the database")
                self.ping(e.player, b"?")
            for task in answers:
                self.assertEqual(task.result()["info"]["table"], e.code)
            self.assertEqual(greeted.result().ask("hello")["you"]["name"], "Ben")
            self.assertIn(b"200 OK", stream.recv(4096))
            stream.close()
        e.player.reply(first)

    def test_gone(self):
        """a client that hangs up while its move is being written does no harm, and the move counts"""
        e = self.evening()
        with e.frozen():
            e.send_move()
            e.player.close()
            words = Socket.masked(json.dumps({"do": "chat", "table": e.code, "text": "my last words"}).encode())
            e.other.socket.sendall(words)
            e.wait_for(2)
            e.other.close()
            for _ in range(5):
                leaving = socket.create_connection(("127.0.0.1", e.server.port), timeout=60)
                leaving.sendall(f"GET /api/v1/tables/{e.code} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                leaving.close()
            time.sleep(PAUSE)
            self.assertEqual(Http(e.server).raw("GET", "/healthz")[0], 200)
        self.assertTrue(until(lambda: e.moves() == ["first"]), "the move was lost")
        said = e.anna.get(f"/api/v1/tables/{e.code}/chat")["said"]
        self.assertEqual([line["text"] for line in said], ["my last words"])
        self.assertTrue(until(lambda: e.server.metric("elektro_sockets") == 0), "a socket is left")

    def test_crowd(self):
        """clients come and go while turns wait again and again"""
        e = self.evening()
        session = backend(e.server)
        for turn in range(6):
            clients = [Socket(e.server, e.ben) for _ in range(10)]
            with frozen(session):
                for i, client in enumerate(clients):
                    client.send("chat", table=e.code, text=f"{turn} {i}")
                time.sleep(0.05)
                for client in clients[::2]:
                    client.close()
                anonymous = [socket.create_connection(("127.0.0.1", e.server.port), timeout=60) for _ in range(10)]
                for one in anonymous:
                    one.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                for one in anonymous:
                    self.assertIn(b"200 OK", one.recv(4096))
                    one.close()
            for client in clients[1::2]:
                self.assertEqual(client.reply(client.next_id)["ok"], True)
                client.close()
        self.assertEqual(e.player.ask("hello")["you"]["name"], "Anna")

    def test_farewell(self):
        """a close frame is answered when the messages before it have been"""
        e = self.evening()
        with e.frozen():
            number = e.send_move()
            e.player.send_frame((1000).to_bytes(2, "big"), 8)
            self.assertTrue(silent(e.player), "the socket was closed before its move was answered")
        self.assertEqual(e.player.reply(number)["ok"], True)
        with self.assertRaises(Closed) as end:
            e.player.frame()
        self.assertEqual(end.exception.code, 1000)

    def test_early(self):
        """the first frames of a WebSocket over HTTP/2 wait with its handshake, and so does the end of its side"""
        folder = self.enterContext(tempfile.TemporaryDirectory())
        options = ("--store-timeout", str(STORE_TIMEOUT), *make_certificate(folder))
        server = self.enterContext(Server(ELEKTRO, *options))
        anna, connection = Https(server, "Anna"), H2(server)
        self.addCleanup(connection.socket.close)
        hello = Socket.masked(json.dumps({"do": "hello", "id": 1}).encode())
        with frozen(backend(server)):
            connection.request(1, "CONNECT", "/ws", (":protocol", "websocket"), ("sec-websocket-version", "13"),
                               ("authorization", "Bearer " + anna.cookie.split("=")[1]), end=False)
            connection.send(H2.DATA, 0, 1, hello[:9])
            connection.get(3, "/healthz")
            self.assertEqual(connection.answer(3).status, 200)
            connection.send(H2.DATA, 0, 1, hello[9:])
            connection.send(H2.DATA, H2.END_STREAM, 1, Socket.masked((1000).to_bytes(2, "big"), 8))
            connection.get(5, "/healthz")  # what was sent before has arrived when this is answered
            self.assertEqual(connection.answer(5).status, 200)
        answer = connection.answer(1)
        self.assertEqual(answer.status, 200)
        self.assertIn(b'"name":"Anna"', answer.body)
        self.assertTrue(answer.body.endswith(b"\x88\x02" + (1000).to_bytes(2, "big")), answer.body)

    def test_too_many(self):
        """a client whose requests fill the inbox is refused, and others are not"""
        e = self.evening()
        with e.frozen():
            e.send_move()
            before = e.server.metric("elektro_refused_total")
            flood = b"".join(Socket.masked(json.dumps({"do": "hello", "id": n}).encode()) for n in range(600))
            e.other.socket.sendall(flood)
            self.assertTrue(until(lambda: e.server.metric("elektro_refused_total") == before + 600 - EACH), "some have not arrived")
            third = Socket(e.server)
            number = third.send("hello")
            e.wait_for(1 + EACH + 1)
        answers = [answer(e.other) for _ in range(600)]
        taken = [a["re"] for a in answers if a["ok"]]
        refused = [a for a in answers if not a["ok"]]
        self.assertEqual(taken, list(range(len(taken))))
        self.assertEqual({a["error"]["code"] for a in refused}, {"too-many"})
        self.assertEqual(len(taken), EACH)
        self.assertEqual(third.reply(number)["ok"], True)

    def test_timeout(self):
        """a turn whose database stays silent fails, and so does what has arrived meanwhile; then all goes on"""
        e = self.evening(timeout=1)
        with e.frozen():
            number = e.send_move()
            other = e.other.send("chat", table=e.code, text="?")
            self.ping(e.player, b"?")
            for client, which in ((e.player, number), (e.other, other)):
                no = answer(client)
                self.assertEqual((no["re"], no["error"]["code"]), (which, "storage"))
            self.assertEqual(Http(e.server).raw("GET", "/healthz")[0], 503)
        self.assertTrue(until(lambda: Http(e.server).raw("GET", "/healthz")[0] == 200), "it does not come back")
        e.player.ask("move", table=e.code, seq=0, client="first", move="nominate 4 4")
        self.assertEqual(e.moves(), ["first"])

    def test_stop(self):
        """a server that is stopped while a turn waits ends in order, within the database's time limit"""
        e = self.evening(timeout=3)
        with e.frozen():
            e.send_move()
            e.other.send("chat", table=e.code, text="?")
            e.wait_for(2)
            self.assertEqual(e.server.stop(), 0)

    def test_stop_answers(self):
        """a server that is stopped while a turn waits still answers it"""
        e = self.evening()
        with e.frozen():
            number = e.send_move()
            e.server.process.terminate()
            self.assertTrue(until(lambda: not e.server.listens_now()), "it has not begun to stop")
        self.assertEqual(e.player.reply(number)["ok"], True)
        with self.assertRaises(Closed) as end:
            e.player.frame()
        self.assertEqual(end.exception.code, 1001)
        for client in (e.player, e.other):
            client.close()
        self.assertEqual(e.server.stop(), 0)
