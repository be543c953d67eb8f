"""Stopping and restarting a server under its players: it drains, and a successor takes over its listening socket.

    tests/run handover.py ELEKTRO [RESTARTS]
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from client import Closed, Http, Server, ServerTestCase, Socket, free_port, until
from closing import closed_within, open_stream
from crash import Player
from long_game import LongGame

ELEKTRO = sys.argv[1]
RESTARTS = int(sys.argv[2]) if len(sys.argv) > 2 else 8
TABLES = 4
GOING_AWAY = 1001
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def listener():
    """A listening socket, as systemd would hold it."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", free_port()))
    held.listen(100)
    return held


class Traveller(Player):
    """A player who notes how the connections ended."""

    def __init__(self, server, number):
        self.codes = []
        super().__init__(server, number)

    def connect(self):
        try:
            return super().connect()
        except ConnectionRefusedError:
            self.complaints.append("nobody listened")
            raise

    def move(self):
        try:
            return super().move()
        except Closed as end:
            self.codes.append(end.code)
            raise


class Handover(ServerTestCase):
    def test_going_away(self):
        """sockets and streams of a server that stops are told so; answers that are due arrive first"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            sockets = [Socket(server, anna) for _ in range(20)]
            asked = [(s, s.send("hello")) for s in sockets]
            for s, number in asked:
                s.reply(number)
            stream = open_stream(server, anna, anna.post("/api/v1/tables", players=2)["info"]["table"])
            server.process.send_signal(signal.SIGTERM)
            for s in sockets:
                with self.assertRaises(Closed) as caught:
                    s.frame()
                self.assertEqual(caught.exception.code, GOING_AWAY)
                s.close()
            self.assertTrue(closed_within(stream, 60), "a stream stays open")
            stream.close()
            self.assertEqual(server.stop(), 0)

    def test_pinged(self):
        """sockets that are full, so that their ping is still due when the server stops, are told to go away, too"""
        with Server(ELEKTRO, "--ping-after", "1", "--ping-timeout", "600", "--drain", "30") as server:
            game = LongGame(server, 2048)
            # They read nothing. Each asks for one answer more, until the server closes one: the last answer of one of those
            # before it has filled its buffers, and nothing else waits there but the ping.
            full, taken = [], True
            while taken:
                full.append(Socket(server))
                taken = self.takes(server, full[-1], game.code, len(full))
            full.pop().close()
            self.assertGreater(len(full), 1, "a socket was closed though little waits for it")
            witness = Socket(server)  # its ping is due after those of the others
            self.assertEqual(witness.take(2)[0] & 0x0f, 9, "no ping")
            server.process.send_signal(signal.SIGTERM)
            for number, s in enumerate(full):
                with self.assertRaises(ConnectionError) as caught:
                    while True:
                        s.frame()
                self.assertEqual(getattr(caught.exception, "code", None), GOING_AWAY, f"after {number + 1} answers")
                s.close()
            for s in (witness, *game.sockets):
                s.close()
            self.assertEqual(server.process.wait(timeout=60), 0)

    def takes(self, server, reader, code, count):
        """Asks for so many long answers that are not read; returns whether the server keeps the socket nevertheless."""
        def is_kept():
            return server.metric("elektro_sockets") == sockets

        def has_come():
            return server.metric("elektro_requests_total") > requests or not is_kept()

        sockets = server.metric("elektro_sockets")
        for _ in range(count):  # one after the other: the server may write each
            requests = server.metric("elektro_requests_total")
            reader.send("position", table=code, since=0)
            self.assertTrue(until(has_come))
        return is_kept()

    def test_unfinished(self):
        """a request that had begun to arrive is answered before the server ends"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            body = json.dumps({"players": 2}).encode()
            begun = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            begun.putrequest("POST", "/api/v1/tables")
            for key, value in (("Cookie", anna.cookie), ("Content-Type", "application/json"),
                               ("Content-Length", str(len(body)))):
                begun.putheader(key, value)
            begun.endheaders(body[:5])
            requests = server.metric("elektro_requests_total")  # it has read what arrived before
            probe = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            probe.sendall(b"GET /readyz HTTP/1.1\r\n")
            Http(server).get("/api/v1/hello")
            server.process.send_signal(signal.SIGTERM)
            self.assertTrue(until(lambda: not server.listens_now()), "it accepts connections while it stops")
            probe.sendall(b"Host: localhost\r\n\r\n")
            self.assertIn(b" 503 ", probe.recv(4096).split(b"\r\n")[0], "it says that it is ready")
            probe.close()
            begun.send(body[5:])
            answer = begun.getresponse()
            self.assertEqual((answer.status, json.loads(answer.read())["ok"]), (200, True), requests)
            begun.close()
            self.assertEqual(server.stop(), 0)

    def keep(self, server):
        """A connection that has had an answer, and is kept for the next request."""
        kept = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self.addCleanup(kept.close)
        kept.sendall(HEALTH)
        while b"ok" not in kept.recv(4096).rsplit(b"\r\n\r\n", 1)[-1]:
            pass
        return kept

    def test_begun_head(self):
        """a head that has begun to arrive on a kept connection is answered, too, however late its end comes"""
        with Server(ELEKTRO) as server:
            kept = self.keep(server)
            kept.sendall(HEALTH[:20])
            Http(server).get("/api/v1/hello")  # it has read what arrived before
            server.process.send_signal(signal.SIGTERM)
            self.assertTrue(until(lambda: not server.listens_now()))
            self.assertFalse(closed_within(kept, 2), "it was closed in the middle of a request")
            kept.sendall(HEALTH[20:])
            self.assertIn(b" 200 ", kept.recv(4096).split(b"\r\n")[0])
            self.assertTrue(closed_within(kept, 60), "it stays open")
            self.assertEqual(server.process.wait(timeout=60), 0)

    def test_arrived(self):
        """a request that the system has taken when the server is told to stop is answered, also if it must end at once"""
        for signals in ((signal.SIGTERM,), (signal.SIGINT, signal.SIGTERM)):
            with Server(ELEKTRO) as server:
                kept = [self.keep(server) for _ in range(20)]
                server.process.send_signal(signal.SIGSTOP)
                for connection in kept:
                    connection.sendall(HEALTH)
                for number in signals:
                    server.process.send_signal(number)
                server.process.send_signal(signal.SIGCONT)
                for connection in kept:
                    self.assertIn(b" 200 ", connection.recv(4096).split(b"\r\n")[0], signals)
                self.assertEqual(server.process.wait(timeout=60), 0)

    def test_twice(self):
        """a second signal ends a server that waits for a client"""
        with Server(ELEKTRO, "--drain", "600") as server:
            stuck = socket.create_connection(("127.0.0.1", server.port))
            stuck.sendall(b"POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                          b"Content-Length: 100\r\n\r\n{")
            Http(server).get("/api/v1/hello")
            server.process.send_signal(signal.SIGTERM)
            self.assertTrue(until(lambda: not server.listens_now()))
            self.assertIsNone(server.process.poll(), "it did not wait for the request")
            self.assertEqual(server.stop(), 0)
            stuck.close()

    def test_limit(self):
        """a client that never finishes cannot keep a server from stopping"""
        with Server(ELEKTRO, "--drain", "1") as server:
            stuck = socket.create_connection(("127.0.0.1", server.port))
            stuck.sendall(b"POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                          b"Content-Length: 100\r\n\r\n{")
            Http(server).get("/api/v1/hello")
            self.assertEqual(server.stop(), 0)
            stuck.close()

    def test_inherited(self):
        """a listening socket from the parent is used, whatever port the settings name; what is none is refused"""
        with listener() as held, Server(ELEKTRO, "--port", str(free_port()), listener=held) as server:
            self.assertIsNone(Http(server).get("/api/v1/hello")["you"])
            self.assertIn(f"http://localhost:{server.port}\n", server.printed())
        with tempfile.TemporaryFile() as file, tempfile.TemporaryDirectory() as data:
            run = subprocess.run(["sh", "-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@" 3<&0', "sh", ELEKTRO, "serve",
                                  "--data", data, "--port", str(free_port())], stdin=file, capture_output=True,
                                 text=True, check=False, timeout=60)
            self.assertEqual((run.returncode, run.stderr),
                             (1, "elektro serve: the socket from LISTEN_FDS does not listen for TCP connections\n"))

    def test_successor(self):
        """a successor that was started before its predecessor stopped takes over: nobody is refused"""
        with listener() as held, Server(ELEKTRO, listener=held) as server:
            anna = Http(server, "Anna")
            watcher = Socket(server, anna)
            before = server.process
            after = server.spawn()
            try:
                before.send_signal(signal.SIGTERM)
                with self.assertRaises(Closed) as caught:
                    watcher.frame()
                self.assertEqual(caught.exception.code, GOING_AWAY)
                again = Socket(server, anna)  # at once: it waits for the successor
                self.assertEqual(again.ask("hello")["you"]["name"], "Anna")
                again.close()
                self.assertEqual(before.wait(timeout=60), 0)
            finally:
                server.process = after
                before.kill()
                before.wait()

    def test_patience(self):
        """a successor waits as long as its predecessor may take to stop"""
        with listener() as held, Server(ELEKTRO, listener=held) as server:
            Http(server).get("/api/v1/hello")  # it has the data
            if server.store:
                self.skipTest("with PostgreSQL it does not say how long it waits")
            after = subprocess.Popen(["sh", "-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', "sh", ELEKTRO, "serve",
                                      "--data", server.data, "--drain", "600"], stderr=subprocess.PIPE, text=True,
                                     pass_fds=(3,), preexec_fn=lambda: os.dup2(held.fileno(), 3))
            try:
                said = next(line for line in after.stderr if "waiting until the other server" in line)
                self.assertEqual(json.loads(said)["seconds"], "660")
            finally:
                after.kill()
                after.wait()
                after.stderr.close()

    def test_moves(self):
        """nobody loses a move, or finds the door closed, while a server is restarted again and again"""
        stop = threading.Event()
        with listener() as held, Server(ELEKTRO, listener=held) as server:
            players = [Traveller(server, number) for number in range(TABLES)]
            threads = [threading.Thread(target=p.play, args=(stop,)) for p in players]
            for thread in threads:
                thread.start()
            for _ in range(RESTARTS):
                before = [player.count for player in players]
                until(lambda: all(p.count > b for p, b in zip(players, before)))
                self.assertEqual(server.stop(), 0)
                server.start()
            checks = [player.checks for player in players]
            all_came = until(lambda: all(p.checks > b for p, b in zip(players, checks)))
            stop.set()
            for thread in threads:
                thread.join(timeout=60)
            self.assertTrue(all_came, "a player does not come back after the last restart")
            for player in players:
                self.assertEqual(list(player.complaints[:5]), [])
                self.assertLessEqual(set(player.codes), {GOING_AWAY})
            told = sum(len(player.codes) for player in players)
            self.assertGreaterEqual(told, RESTARTS, "too few connections were told")
            print(f"# {RESTARTS} restarts, {sum(p.count for p in players)} moves sent, {told} told in the middle of one")
