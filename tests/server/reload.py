"""SIGHUP: certificates and settings are read again while the server runs.

    tests/run reload.py ELEKTRO
"""

import http.client
import json
import os
import pty
import shutil
import signal
import socket
import sys
import tempfile

from client import Http, Server, ServerTestCase, Socket, until
from closing import make_certificate, tls
from handover import listener

ELEKTRO = sys.argv[1]


def certificate_of(server):
    with tls().wrap_socket(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as connection:
        return connection.getpeercert(binary_form=True)


def lines(server, what):
    """The lines of the log with this text."""
    found = []
    for line in server.said().splitlines():
        if line.startswith("{") and json.loads(line)["what"] == what:
            found.append(json.loads(line))
    return found


class Reload(ServerTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def reload(self, server, what, count=1):
        """Sends the signal, and waits until the log has said this so often."""
        server.process.send_signal(signal.SIGHUP)
        self.assertTrue(until(lambda: server.process.poll() is not None or len(lines(server, what)) >= count))
        self.assertIsNone(server.process.poll(), "the server ended")
        self.assertEqual(len(lines(server, what)), count, server.said())

    def test_connections(self):
        """the limit of connections of an address changes at once"""
        config = os.path.join(self.folder, "settings")

        def write(limit):
            with open(config, "w", encoding="utf-8") as file:
                file.write(f"connections-per-address = {limit}\n")
        write(3)
        with Server(ELEKTRO, "--config", config, "--quiet=no") as server:
            opened = [Socket(server) for _ in range(3)]
            with self.assertRaises(OSError):
                Socket(server)
            write(6)
            self.reload(server, "the settings were read again")
            opened += [Socket(server) for _ in range(3)]
            with self.assertRaises(OSError):
                Socket(server)
            for socket_ in opened:
                socket_.ask("hello")
                socket_.close()

    def test_certificates(self):
        """a new certificate is served to new connections, and open ones stay; a bad one is refused"""
        options = make_certificate(self.folder)
        certificate, key = options[1], options[3]
        with Server(ELEKTRO, *options, "--quiet=no") as server:
            before = certificate_of(server)
            connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=tls(), timeout=60)
            connection.request("GET", "/api/v1/hello")
            connection.getresponse().read()
            opened = connection.sock
            make_certificate(self.folder)
            self.reload(server, "the certificate was read again")
            after = certificate_of(server)
            self.assertNotEqual(after, before)
            connection.request("GET", "/api/v1/hello")
            self.assertEqual(connection.getresponse().status, 200)
            self.assertIs(connection.sock, opened, "the connection was closed")
            connection.close()
            # A key that does not belong to the certificate; then no certificate; then none at all.
            other = os.path.join(self.folder, "other")
            os.mkdir(other)
            shutil.copy(make_certificate(other)[3], key)
            problem = "the certificate cannot be used: the old one stays"
            self.reload(server, problem, 1)
            self.assertEqual(certificate_of(server), after)
            with open(certificate, "w", encoding="utf-8") as file:
                file.write("junk")
            self.reload(server, problem, 2)
            self.assertEqual(certificate_of(server), after)
            os.remove(certificate)
            self.reload(server, problem, 3)
            self.assertEqual(certificate_of(server), after)

    def write(self, path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def test_settings(self):
        """settings of the file that can change do; the log names them, and those that need a restart"""
        path = os.path.join(self.folder, "conf")
        self.write(path, "origin = https://one.example\nkeep-tables = 5\n")
        with Server(ELEKTRO, "--config", path, "--quiet=no") as server:
            def accepts(origin):
                try:
                    Http(server).ask("POST", "/api/v1/guest", {"name": "Anna"}, {"Origin": origin})
                    return True
                except Exception as no:
                    self.assertEqual(getattr(no, "code", no), "wrong-origin")
                    return False

            self.assertEqual((accepts("https://one.example"), accepts("https://two.example")), (True, False))
            anna = Socket(server)
            self.write(path, f"origin = https://two.example\nkeep-tables = 5\nidle-timeout = 99\nweb = {self.folder}\n")
            self.reload(server, "the settings were read again")
            self.assertEqual((accepts("https://one.example"), accepts("https://two.example")), (False, True))
            self.assertEqual([line["setting"] for line in lines(server, "a setting has changed")], ["origin"])
            # --web is on the command line, which counts more than the file.
            self.assertEqual([line["setting"] for line in lines(server, "a setting changes with the next start")],
                             ["idle-timeout"])
            self.assertIsNone(anna.ask("hello")["you"], "a socket was closed")
            anna.close()
            self.write(path, "flavour = sweet\n")
            self.reload(server, "the settings cannot be read: the old ones stay")
            self.assertIn("there is no setting 'flavour'", lines(server, "a setting cannot be used")[0]["text"])
            self.assertTrue(all(line.startswith("{") for line in server.said().splitlines()), server.said())
            self.assertEqual((accepts("https://one.example"), accepts("https://two.example")), (False, True))

    def test_starting(self):
        """a signal that arrives while the server starts does not end it: it is handled afterwards"""
        again = "the settings were read again"
        with listener() as held, Server(ELEKTRO, "--quiet=no", listener=held) as server:
            before = server.process
            Http(server).get("/api/v1/hello")  # it has started: until then only the socket listens
            server.process = server.spawn()  # it waits until the other one has stopped
            try:
                self.assertTrue(until(lambda: lines(server, "waiting until the other server has stopped")))
                server.process.send_signal(signal.SIGHUP)
                before.send_signal(signal.SIGTERM)
                self.assertEqual(before.wait(timeout=60), 0)
                self.assertTrue(until(lambda: server.process.poll() is not None or lines(server, again)))
                self.assertIsNone(server.process.poll(), "the server ended")
                self.assertIsNone(Http(server).get("/api/v1/hello")["you"])
                self.reload(server, again, 2)
            finally:
                before.kill()
                before.wait()

    def test_terminal(self):
        """a server whose terminal was closed stops instead"""
        master, slave = pty.openpty()
        with Server(ELEKTRO, stdin=slave) as server:
            os.close(slave)
            server.process.send_signal(signal.SIGHUP)
            self.assertIsNone(Http(server).get("/api/v1/hello")["you"], "it stopped though the terminal is open")
            os.close(master)
            server.process.send_signal(signal.SIGHUP)
            self.assertEqual(server.process.wait(timeout=60), 0)
