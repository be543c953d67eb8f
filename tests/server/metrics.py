"""What an operator sees in /metrics.

    tests/run metrics.py ELEKTRO
"""

import os
import signal
import subprocess
import sys
import tempfile
import time

from client import Http, Refused, Server, ServerTestCase, Socket, new_table, until
from exposition import check_histogram, parse
from http2 import H2, make_certificate

ELEKTRO = sys.argv[1]


def metrics_of(server, headers=None):
    status, _, text = Http(server).raw("GET", "/metrics", None, headers)
    if status != 200:
        raise ValueError(f"/metrics answered {status}")
    return parse(text.decode())


class Metrics(ServerTestCase):
    def test_format(self):
        """every metric has a help, a type and values; every histogram adds up"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            new_table(anna, [ben], ["easy"])
            metrics = metrics_of(server)
            for metric in metrics.values():
                with self.subTest(metric.name):
                    self.assertTrue(metric.type and metric.about and metric.values)
                    if metric.type == "counter":
                        self.assertTrue(metric.name.endswith("_total"))
                    if metric.type == "histogram":
                        check_histogram(metric)
            self.assertGreaterEqual(sum(m.type == "histogram" for m in metrics.values()), 5)

    def test_requests(self):
        """every answered request is in the histogram of its name, deferred and unknown ones too"""
        with Server(ELEKTRO) as server:
            anna = Http(server)
            anna.post("/api/v1/register", name="Anna", password="long enough")
            for _ in range(3):
                anna.get("/api/v1/lobby")
            socket = Socket(server, anna)
            self.refused("no-such-request", socket.ask, "dance")
            socket.ask("lobby")
            times = metrics_of(server)["elektro_request_seconds"]
            counts = {name: times.value("_count", request=name) for name in ("register", "lobby", "unknown", "move")}
            self.assertEqual(counts, {"register": 1, "lobby": 4, "unknown": 1, "move": 0})
            self.assertGreater(times.value("_sum", request="register"), 0.001, "hashing takes time")

    def test_database(self):
        """commits and the time of the database are measured, by kind of work"""
        with Server(ELEKTRO) as server:
            before = metrics_of(server)
            Http(server, "Anna")
            after = metrics_of(server)
            for name, labels in (("elektro_commit_seconds", {}), ("elektro_database_seconds", {"kind": "write"}),
                                 ("elektro_database_seconds", {"kind": "begin"}),
                                 ("elektro_database_seconds", {"kind": "commit"})):
                grown = after[name].value("_count", **labels) - before[name].value("_count", **labels)
                self.assertGreaterEqual(grown, 1, (name, labels))
            self.assertGreater(after["elektro_loop_seconds"].value("_count"), before["elektro_loop_seconds"].value("_count"))

    def test_loop(self):
        """the time of the loop is that of its work, not of its waiting"""
        with Server(ELEKTRO) as server:
            def mostly_waits():
                began, before = time.monotonic(), metrics_of(server)["elektro_loop_seconds"]
                Http(server, "Anna")
                self.assertTrue(until(lambda: time.monotonic() > began + 2.5))  # the timer wakes the loop once a second
                after = metrics_of(server)["elektro_loop_seconds"]
                worked = after.value("_sum") - before.value("_sum")
                self.assertGreater(after.value("_count"), before.value("_count") + 2)
                self.assertGreater(worked, 0)
                return worked < (time.monotonic() - began) / 2

            # Other programs may interrupt its work for long, but not always.
            self.assertTrue(until(mostly_waits), "waiting counts as work")

    def test_refusals(self):
        """refusals are counted by the code of the error"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            self.refused("no-such-table", anna.get, "/api/v1/tables/aaaaaaaaaaaa")
            self.refused("bad-request", anna.get, "/api/v1/tables/aaaaaaaaaaaa/position?since=x")
            code = new_table(anna, [Http(server, "Ben")], edition="classic", order="seated")
            with self.assertRaises(Refused):
                anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="bid 1")
            metrics = metrics_of(server)
            by = metrics["elektro_refused_by_code_total"]
            self.assertEqual(by.value(code="no-such-table"), 1)
            self.assertEqual(sum(by.values.values()), metrics["elektro_refused_total"].value())

    def test_handshakes(self):
        """refused handshakes are counted by reason"""
        with Server(ELEKTRO) as server:
            with self.assertRaises(ConnectionError):
                Socket(server, headers={"Origin": "https://evil.example"})
            refused = metrics_of(server)["elektro_handshakes_refused_total"]
            self.assertEqual((refused.value(reason="origin"), refused.value(reason="too-many")), (1, 0))

    def test_process(self):
        """descriptors, their limit, memory and connections are as the system and the clients know them"""
        with Server(ELEKTRO) as server:
            sockets = [Socket(server) for _ in range(7)]
            metrics = metrics_of(server)
            counted = len(os.listdir(f"/proc/{server.process.pid}/fd"))
            self.assertLessEqual(abs(metrics["process_open_fds"].value() - counted), 2)
            with open(f"/proc/{server.process.pid}/limits", encoding="utf-8") as file:
                limit = next(line for line in file if line.startswith("Max open files")).split()[3]
            self.assertEqual(metrics["process_max_fds"].value(), int(limit))
            self.assertEqual(metrics["elektro_connections"].value(state="open"), 7)
            self.assertEqual(metrics["elektro_sockets"].value(), 7)
            self.assertGreater(metrics["process_resident_memory_bytes"].value(), 1e6)
            self.assertEqual(list(metrics["elektro_info"].values.values()), [1])
            for socket in sockets:
                socket.close()

    def test_queues(self):
        """the queues of all pools, of tables and of the outbox are measured"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            code = new_table(anna, bots=["expert"] * 5)
            anna.post(f"/api/v1/tables/{code}/leave")  # or Anna may be the first to move
            metrics = until(lambda: (m := metrics_of(server))["elektro_jobs_running"].value(pool="bots") and m)
            self.assertTrue(metrics, "no bot ever thinks")
            self.assertEqual({dict(labels)["pool"] for _, labels in metrics["elektro_jobs_waiting"].values},
                             {"passwords", "bots", "webhooks", "analyses"})
            self.assertIn("elektro_tables_queued", metrics)
            self.assertGreater(metrics["elektro_outbox_messages"].value("_count"), 0)


TOKEN = "0123456789abcdef-metrics"


def token_file(folder, text=TOKEN + "\n", mode=0o600):
    path = os.path.join(folder, "token")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)
    return "--metrics-token-file", path


class Access(ServerTestCase):
    FAR = {"X-Forwarded-For": "203.0.113.7"}

    def status(self, server, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        status, sent, body = Http(server).raw("GET", "/metrics", None, headers)
        self.assertEqual(status == 200, b"elektro_requests_total" in body, body[:100])
        self.assertEqual(status == 401, "WWW-Authenticate" in sent)
        return status

    def test_token(self):
        """with the token a program on another machine sees the metrics, without it or with another it does not"""
        with tempfile.TemporaryDirectory() as folder, \
                Server(ELEKTRO, "--proxied", *token_file(folder)) as server:
            for authorization, status in (("Bearer " + TOKEN, 200), ("Bearer " + TOKEN[:-1], 401),
                                          ("Bearer " + TOKEN + "x", 401), ("Bearer ", 401), (TOKEN, 401),
                                          ("Basic " + TOKEN, 401), ("Bearer " + "x" * 3000, 401)):
                self.assertEqual(self.status(server, **self.FAR, Authorization=authorization), status, authorization)
            self.assertEqual(self.status(server, **self.FAR), 401)
            self.assertEqual(self.status(server), 200, "a program on this machine needs no token")
            self.assertNotIn(TOKEN, server.said() + server.printed())

    def test_no_token(self):
        """without a token in the settings no header opens the metrics to another machine"""
        with Server(ELEKTRO, "--proxied") as server:
            self.assertEqual(self.status(server, **self.FAR), 403)
            self.assertEqual(self.status(server, **self.FAR, Authorization="Bearer " + TOKEN), 403)
            self.assertEqual(self.status(server, **self.FAR, Authorization="Bearer "), 403)
            self.assertEqual(self.status(server), 200)

    def test_proxy(self):
        """a proxy on this machine is recognized by whatever it leaves: any header, or the public name"""
        with Server(ELEKTRO, "--proxied") as server:
            for name, value in (("X_Forwarded_For", "203.0.113.7"), ("Forwarded", "for=203.0.113.7"),
                                ("X_Real_IP", "203.0.113.7"), ("Via", "1.1 edge"), ("X_Forwarded_Proto", "https"),
                                ("X_Forwarded_Host", "games.example.org"), ("Host", "games.example.org")):
                self.assertEqual(self.status(server, **{name: value}), 403, name)

    def test_h2(self):
        """the token and the headers of proxies work the same over HTTP/2, and so does /readyz"""
        with tempfile.TemporaryDirectory() as folder:
            with Server(ELEKTRO, "--proxied", *token_file(folder), *make_certificate(folder)) as server:
                for i, (path, headers, expected) in enumerate((
                        ("/metrics", {"x_forwarded_for": "203.0.113.7"}, b"expected a token"),
                        ("/metrics", {"x_real_ip": "203.0.113.7"}, b"expected a token"),
                        ("/metrics", {"via": "2 edge"}, b"expected a token"),
                        ("/readyz", {}, b'{"ready":true}'),
                        ("/metrics", {"via": "2 edge", "authorization": "Bearer " + TOKEN}, b"elektro_requests_total"),
                        ("/metrics", {}, b"elektro_requests_total"))):
                    h2 = H2(server)
                    h2.get(1, path, **headers)
                    h2.wait(1, expected)

    def test_files(self):
        """a token that is missing, empty, short or has spaces is refused when the server starts"""
        with tempfile.TemporaryDirectory() as folder:
            for text in ("", "\n", "short\n", "with spaces in between\n", "x" * 256 + "\n"):
                run = subprocess.run([ELEKTRO, "serve", "--data", folder, *token_file(folder, text)],
                                     capture_output=True, text=True, check=False, timeout=60)
                self.assertEqual(run.returncode, 1, text)
                self.assertIn(f"{folder}/token: ", run.stderr)
                self.assertNotIn("x" * 256, run.stderr)
            run = subprocess.run([ELEKTRO, "serve", "--data", folder, "--metrics-token-file", folder + "/none"],
                                 capture_output=True, text=True, check=False, timeout=60)
            self.assertEqual((run.returncode, run.stderr),
                             (1, f"elektro serve: {folder}/none: No such file or directory\n"))
            with Server(ELEKTRO, *token_file(folder, mode=0o644)) as server:
                self.assertIn("every user of this machine can read the token for metrics", server.said())

    def test_reload(self):
        """SIGHUP reads a new token; one that cannot be used leaves the old one"""
        with tempfile.TemporaryDirectory() as folder, \
                Server(ELEKTRO, "--proxied", "--quiet=no", *token_file(folder)) as server:
            def replace(text, what, count=1):
                token_file(folder, text)
                server.process.send_signal(signal.SIGHUP)
                self.assertTrue(until(lambda: server.said().count(f'"what":"{what}"') == count), server.said())

            def shows(token):
                return self.status(server, **self.FAR, Authorization="Bearer " + token) == 200
            replace("short", "the settings were read again")
            self.assertTrue(shows(TOKEN))
            replace("fedcba9876543210", "the settings were read again", 2)
            self.assertEqual((shows(TOKEN), shows("fedcba9876543210")), (False, True))
            self.assertTrue(all(line.startswith("{") for line in server.said().splitlines()), server.said())

    def test_reload_file(self):
        """SIGHUP: another file for the token counts, and the log says so, only when it can be read"""
        changed, again = '"a setting has changed"', '"the settings were read again"'
        with tempfile.TemporaryDirectory() as folder:
            settings = os.path.join(folder, "conf")

            def set_file(path):
                with open(settings, "w", encoding="utf-8") as file:
                    file.write(f"proxied = yes\nquiet = no\nmetrics-token-file = {path}\n")

            first, second = token_file(folder)[1], os.path.join(folder, "second")
            set_file(first)
            with Server(ELEKTRO, "--config", settings, "--quiet=no") as server:
                set_file(second)
                for count in (1, 2):
                    server.process.send_signal(signal.SIGHUP)
                    self.assertTrue(until(lambda: server.said().count(again) == count), server.said())
                    self.assertNotIn(changed, server.said())
                    self.assertEqual(server.said().count("the old one stays"), count)
                    self.assertEqual(self.status(server, **self.FAR, Authorization="Bearer " + TOKEN), 200)
                os.rename(first, second)
                server.process.send_signal(signal.SIGHUP)
                self.assertTrue(until(lambda: server.said().count(again) == 3), server.said())
                self.assertEqual(server.said().count(changed), 1)
                self.assertEqual(self.status(server, **self.FAR, Authorization="Bearer " + TOKEN), 200)
