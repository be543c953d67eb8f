"""Limits of several servers on one PostgreSQL: a client that is spread over them gets no more than at one of them.

    with_postgres tests/run limits.py ELEKTRO
"""

import itertools
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from client import WAIT, Http, Refused, Server, ServerTestCase, account, frozen, until
from database import Listener, sql

ELEKTRO = sys.argv[1]
CHANNEL = "elektro_limits"
CLOCKS_DIFFER = 100  # milliseconds by which a server may know the time of the database wrongly, and more
MORE = 1.3  # times as much as at one server: what is taken before the others hear of it


class Nodes:
    """Servers that know each other, on a database of their own."""

    databases = itertools.count()

    def __init__(self, rate, count=2):
        self.name = f"limits_{next(self.databases)}"
        self.servers = []
        main = os.environ["ELEKTRO_TEST_POSTGRES"]
        subprocess.run(["psql", "-q", main, "-c", f"DROP DATABASE IF EXISTS {self.name}",
                        "-c", f"CREATE DATABASE {self.name}"], check=True, stderr=subprocess.DEVNULL)
        try:
            for _ in range(count):
                self.servers.append(Server(ELEKTRO, rate=rate, store=urlsplit(main)._replace(path="/" + self.name).geturl()))
            if not until(lambda: self.seen_after(0) == count):
                raise RuntimeError("the servers have not joined")
            # Once a second each says that it is there and looks how many there are, in one transaction.
            joined = int(sql(self.servers[0], "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
            if count > 1 and not until(lambda: self.seen_after(joined + CLOCKS_DIFFER) == count):
                raise RuntimeError("the servers have not looked how many they are")
        except BaseException:
            self.clean()
            raise

    def seen_after(self, moment):
        """How many servers have said after a moment that they are there."""
        return int(sql(self.servers[0], f"SELECT COUNT(*) FROM nodes WHERE seen > {moment}"))

    def clean(self):
        for server in reversed(self.servers):
            server.clean()
        subprocess.run(["psql", "-q", os.environ["ELEKTRO_TEST_POSTGRES"], "-c", f"DROP DATABASE {self.name}"], check=True)

    def __enter__(self):
        return self.servers

    def __exit__(self, *_):
        self.clean()


def flood(clients, path, seconds, each_second):
    """Asks by all clients in turn, so many times a second. The number of answers, and the seconds it took."""
    begun, given, i = time.monotonic(), 0, 0
    while time.monotonic() - begun < seconds:
        try:
            clients[i % len(clients)].get(path)
            given += 1
        except Refused as no:
            if no.code != "too-many":
                raise
        i += 1
        time.sleep(max(0, begun + i / each_second - time.monotonic()))
    return given, time.monotonic() - begun


def side_by_side(*jobs, held=()):
    """Runs jobs at the same moment, so that what other programs do meanwhile hinders all of them. Servers may be held until
    they have requests of all jobs, so that they cannot hear of each other before. The results."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        with frozen(*(server.process.pid for server in held)):
            futures = [pool.submit(job) for job in jobs]
            if held:
                time.sleep(0.5)
        return [future.result() for future in futures]


def try_passwords(http, attempts=1):
    """Tries passwords until one is refused. How many were tried."""
    tried = 0
    while tried < attempts:
        try:
            http.post("/api/v1/login", name="Anna", password=f"wrong horse {tried}")
        except Refused as no:
            if no.code == "too-many":
                break
            if no.code != "wrong-password":
                raise
        tried += 1
    return tried


class Limits(ServerTestCase):
    def attempts(self, clients):
        """Tries passwords by all clients in turn until one is refused: how many were tried, and how many may be."""
        rate = clients[0].server.rate
        begun = time.monotonic()
        for tried in range(200):
            try:
                clients[tried % len(clients)].post("/api/v1/login", name="Anna", password=f"wrong horse {tried}")
                self.fail("a wrong password was right")
            except Refused as no:
                if no.code == "too-many":
                    break
                self.assertEqual(no.code, "wrong-password", no)
        seconds = time.monotonic() - begun
        return tried, (rate // 2 + 1 + (rate // 20 + 1) * seconds) / 2

    def test_passwords(self):
        """passwords of an account that are tried at two servers in turn are limited as at one"""
        with Nodes(40, 1) as (server,):
            account(server, "Anna")
            one, may = self.attempts([Http(server)])
            self.assertLessEqual(one, may + 1)
            print(f"# one server: {one} attempts, {may:.1f} expected")
        with Nodes(40) as servers:
            account(servers[0], "Anna")
            time.sleep(2)  # until the permit of the registration is regained
            two, may = self.attempts([Http(server) for server in servers])
            print(f"# two servers: {two} attempts, {may:.1f} expected")
            self.assertLessEqual(two, may + 2)
            self.assertGreaterEqual(two, may / 2)

    def test_many_passwords(self):
        """nor do attempts at the same moment get more than once what a second server has"""
        with Nodes(40) as servers:
            account(servers[0], "Anna")
            tried, begun = [0] * 8, time.monotonic()

            def try_for_seconds(i):
                """For 5 s; on a busy machine longer, until all together have tried what one server allows at once."""
                http = Http(servers[i % 2])
                while (took := time.monotonic() - begun) < 5 or (sum(tried) < 10 and took < WAIT):
                    tried[i] += try_passwords(http)

            with ThreadPoolExecutor(8) as pool:
                list(pool.map(try_for_seconds, range(8)))
            seconds = time.monotonic() - begun
            may = (21 + 3 * seconds) / 2
            print(f"# two servers, 8 clients, {seconds:.0f} s: {sum(tried)} attempts, {may:.1f} expected at one")
            self.assertLessEqual(sum(tried), may + 6)
            self.assertGreaterEqual(sum(tried), 10)

    def test_alone(self):
        """a server without others tells nobody; two do, a few times in a second"""
        with Nodes(40, 1) as (server,):
            http = Http(server, "Anna")
            with Listener(server, CHANNEL) as listener:
                self.refused("wrong-password", Http(server).post, "/api/v1/login", name="Anna", password="wrong horse")
                flood([http], "/api/v1/hello", 2, 100)
                self.assertEqual(listener.heard(), [])
        with Nodes(40) as servers:
            first = Http(servers[0], "Anna")
            clients = [first, Http(servers[1], cookie=first.cookie)]
            with Listener(servers[0], CHANNEL) as listener:
                _, seconds = flood(clients, "/api/v1/hello", 2, 100)
                heard = listener.heard()
                print(f"# {len(heard)} messages in {seconds:.1f} s")
                self.assertGreaterEqual(len(heard), 2)
                self.assertLessEqual(len(heard), 2 * (seconds / 0.25 + 2))

    def test_secret(self):
        """all servers of a database hash with one secret, which stays; servers that start at once agree on it"""
        with Nodes(20000) as (first, second):
            secret = sql(first, "SELECT secret FROM site")
            self.assertRegex(secret, "^[0-9a-f]{32}$")
            second.stop()
            second.start()
            self.assertEqual(sql(first, "SELECT secret FROM site"), secret)
            for _ in range(3):
                for server in (first, second):
                    server.stop()
                sql(first, "DELETE FROM site")
                side_by_side(first.start, second.start)
                self.assertRegex(sql(first, "SELECT string_agg(secret, ' ') FROM site"), "^[0-9a-f]{32}$")


def flood_user_or_address(rate, log_in):
    """The answers at one server, and at two that are asked in turn at the same time."""
    with Nodes(rate, 1) as (alone,), Nodes(rate) as servers:
        one = [Http(alone, "Anna" if log_in else None)]
        two = [Http(servers[0], "Anna" if log_in else None)]
        two.append(Http(servers[1], cookie=two[0].cookie))
        time.sleep(1)
        return [given for given, _ in side_by_side(*[lambda clients=clients: flood(clients, "/api/v1/hello", 6, 40)
                                                     for clients in (one, two)])]


def flood_in_bursts(rate):
    """Password attempts in three bursts at one server, and at three at the same time, and the seconds that it took."""
    with Nodes(rate, 1) as (alone,), Nodes(rate, 3) as servers:
        for server in (alone, servers[0]):
            account(server, "Anna")
        time.sleep(2)  # until the permit of the registration is regained
        clients = [Http(server) for server in [alone, *servers] * 6]
        for client in clients:
            client.get("/api/v1/hello")
        begun, bursts = time.monotonic(), []
        for i in range(3):
            time.sleep(max(0, begun + i * 5 - time.monotonic()))
            tried = side_by_side(*[lambda client=client: try_passwords(client) for client in clients],
                                 held=[alone, *servers])
            bursts.append((sum(tried[::4]), sum(tried) - sum(tried[::4])))
        seconds = time.monotonic() - begun
    print(f"# bursts at one server and at three, in {seconds:.1f} s: {bursts}")
    return sum(one for one, _ in bursts), sum(three for _, three in bursts), seconds


def stand_still(rate, seconds):
    """Tries passwords at one server within the rate while another stands still, and then three at that one. How many were
    tried."""
    with Nodes(rate) as (first, second):
        account(first, "Anna")
        time.sleep(2)
        clients = [Http(server) for server in (first, second)]
        with frozen(second.process.pid):
            begun, before = time.monotonic(), 0
            for i in range(seconds):
                time.sleep(max(0, begun + i * 1.05 - time.monotonic()))
                before += try_passwords(clients[0])
        return before, try_passwords(clients[1], 3)


LATER = {}
LANES = ThreadPoolExecutor(2)


def setUpModule():
    """The slow cases mostly wait: they run while the others do, each on databases of its own."""
    for job in ((flood_in_bursts, 20), (flood_user_or_address, 8, True), (stand_still, 20, 8), (flood_user_or_address, 1, False)):
        LATER[job] = LANES.submit(*job)


def tearDownModule():
    LANES.shutdown(cancel_futures=True)


class SlowLimits(ServerTestCase):
    """Cases whose servers run beside those of the cases above."""

    def compare(self, *job):
        """What other programs do meanwhile makes requests dearer, so there is more than one try."""
        for again in range(3):
            one, two = flood_user_or_address(*job) if again else LATER[(flood_user_or_address, *job)].result()
            print(f"# one server: {one} answers, two servers: {two}")
            if two <= MORE * one <= 2 * MORE * two:
                return
        self.fail(f"{one} answers at one server, {two} at two")

    def test_user(self):
        """a user who floods two servers gets about as many answers as at one"""
        self.compare(8, True)

    def test_address(self):
        """so does an address"""
        self.compare(1, False)

    def test_bursts(self):
        """bursts of password attempts at three servers get about as many as at one"""
        # If other programs delay the bursts, the last one may begin when the debt has been paid.
        for again in range(3):
            one, three, seconds = flood_in_bursts(20) if again else LATER[(flood_in_bursts, 20)].result()
            may = (11 + 2 * seconds) / 2
            self.assertLessEqual(one, may + 1)
            self.assertGreaterEqual(three, one / 2)
            if three <= MORE * may:
                return
        self.fail(f"{three} attempts at three servers, {one} at one, {may:.1f} expected")

    def test_standstill(self):
        """a server that stood still does not refuse a client that kept to the rate at another meanwhile"""
        self.assertEqual(LATER[(stand_still, 20, 8)].result(), (8, 3))
