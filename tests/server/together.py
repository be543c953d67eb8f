"""What tests of several servers on one PostgreSQL (nodes) share: nodes, people who ask any of them, games, watchers."""

import contextlib
import random
import select
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from client import WAIT, Http, Refused, Server, ServerTestCase, Socket, free_port, until
from database import sql

ELEKTRO = sys.argv[1]


def beside(first, *options, **more):
    """Another node on the database of a server."""
    return Server(ELEKTRO, *options, **{"store": first.store, **more})


def ends_at_once(server):
    """Starts another node on the database of a server, which is expected to refuse that; returns what it said."""
    with tempfile.TemporaryDirectory() as data:
        command = [ELEKTRO, "serve", "--port", str(free_port()), "--data", data, "--store", server.store]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)


def at(node, who):
    """A user at another node: the same browser, which a balancer has sent there."""
    there = Http(node, cookie=who.cookie)
    there.you = getattr(who, "you", None)
    return there


def outcome(call):
    """The answer to a request, or the refusal."""
    try:
        return call()
    except Refused as no:
        return no


def at_once(pool, *calls):
    """Sends requests at the same moment; returns their outcomes."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        barrier.wait()
        return outcome(call)

    return list(pool.map(run, calls))


@contextlib.contextmanager
def meanwhile(clients, call):
    """Beside the block each client calls a function again and again, with 0, 1, 2 and so on. No call may fail."""
    over, made = threading.Event(), [0] * len(clients)

    def go_on(i):
        while not over.is_set():
            call(clients[i], made[i])
            made[i] += 1

    with ThreadPoolExecutor(len(clients)) as pool:
        futures = [pool.submit(go_on, i) for i in range(len(clients))]
        try:
            until(lambda: all(made) or any(future.done() for future in futures))
            yield
        finally:
            over.set()
        for future in futures:
            future.result()
    print(f"# meanwhile {made} calls")
    if not all(made):
        raise AssertionError("a client has called nothing")


def insist(do, seconds=WAIT, codes=("busy", "storage")):
    """Sends a request again while the server says that it cannot; returns the answer, and how long it took."""
    began = time.monotonic()
    while True:
        try:
            return do(), time.monotonic() - began
        except Refused as no:
            if no.code not in codes or time.monotonic() > began + seconds:
                raise
        time.sleep(0.02)


def is_answered(sock):
    """Whether a socket still gets an answer, and not its end."""
    try:
        sock.ask("hello")
    except ConnectionError:
        return False
    except Refused:
        pass
    return True


def is_ended(sock, seconds=WAIT):
    """Whether a socket is closed by its server within some time; messages that arrive before are dropped."""
    end = time.monotonic() + seconds
    try:
        while (left := end - time.monotonic()) > 0:
            if sock.buffer or select.select([sock.socket], [], [], left)[0]:
                sock.frame()
    except (ConnectionError, OSError):
        return True
    return False


def hears(sock, name):
    """Whether a push has come by now: the node has answered a request after it."""
    sock.ask("hello")
    return any(message.get("push") == name for message in sock.pushes)


def news_of(sock, count):
    """The next entries that a socket is told of: a push has one of them, or several."""
    entries = []
    while len(entries) < count:
        entries += sock.push("news")["entries"]
    return entries


def table_when(sock, holds):
    """The first table among the pushes to come for which something holds: others may come before, such as for presence."""
    while not holds(info := sock.push("table")["info"]):
        pass
    return info


class Match:
    """A game of guests, each of whom is at home at a node, and of whom anybody can be asked at any node."""

    def __init__(self, nodes, players=2, seed=1, **settings):
        self.nodes, self.random, self.made = list(nodes), random.Random(seed), 0
        self.home = [Http(nodes[i % len(nodes)], f"Player {i + 1}") for i in range(players)]
        self.people = [[at(node, who) for node in nodes] for who in self.home]
        self.code = self.home[0].post("/api/v1/tables", players=players, **{"order": "seated", **settings})["info"]["table"]
        self.path = f"/api/v1/tables/{self.code}"
        for who in self.home[1:]:
            who.post(self.path + "/join")
            who.post(self.path + "/ready", ready=True)
        self.people[0][-1].post(self.path + "/start")
        nodes[0].tables.append((self.code, self.people[0][0]))

    def add(self, node):
        """Another node at which the players can be asked."""
        self.nodes.append(node)
        for people, who in zip(self.people, self.home):
            people.append(at(node, who))

    def info(self, node):
        return self.people[0][node].get(self.path)["info"]

    def seq(self, node):
        return self.people[0][node].get(self.path + "/position")["position"]["seq"]

    def choices(self, node):
        """The seat to move, the last entry and the legal moves, as a node has them; seat None: the game has ended."""
        position = self.people[0][node].get(self.path + "/position")["position"]
        seat = position["view"]["to_move"]
        if not seat:
            return None, position["seq"], []
        answer = self.people[seat - 1][node].get(self.path + "/moves")
        return seat - 1, answer["seq"], answer["moves"]

    def pick(self, node):
        seat, seq, moves = self.choices(node)
        return seat, seq, self.random.choice(moves) if moves else None

    def name(self):
        self.made += 1
        return f"m{self.made}"

    def play(self, node, seat, seq, move, client=None):
        return self.people[seat][node].post(self.path + "/move", seq=seq, client=client or self.name(), move=move)

    def step(self, node):
        """A move by whoever is to move, at a node; returns the number of its entry, or 0 after the end."""
        seat, seq, move = self.pick(node)
        return self.play(node, seat, seq, move)["seq"] if move else 0

    def insist(self, node):
        """A move as of step, sent again while the node says that it cannot; returns how long the node took to make it."""
        (seat, seq, move), _ = insist(lambda: self.pick(node))
        client = self.name()
        return insist(lambda: self.play(node, seat, seq, move, client))[1] if move else 0

    def time_of(self, seq):
        """When an entry was made, as the database has it."""
        return int(sql(self.nodes[0], "SELECT at FROM journal JOIN games ON id = game "
                       f"WHERE code = '{self.code}' AND journal.seq = {seq}"))

    def entries(self, node=0):
        return self.people[0][node].get(self.path + "/position?since=0")["entries"]

    def journal(self):
        """(seq, client) of the moves, as the database has them."""
        rows = sql(self.nodes[0], "SELECT journal.seq, client FROM journal JOIN games ON id = game "
                   f"WHERE code = '{self.code}' AND client IS NOT NULL ORDER BY 1")
        return [tuple(row.split("|")) for row in rows.splitlines()]


class Watcher:
    """A spectator who keeps all entries that they are told of."""

    def __init__(self, node, code):
        self.code, self.entries, self.socket = code, [], None
        self.connect(node, 0)

    def connect(self, node, since):
        if self.socket:
            self.socket.close()
        self.socket = Socket(node)
        known = {entry["seq"] for entry in self.entries[:1]}  # since=0 is since before the first one
        self.entries += [entry for entry in self.socket.ask("watch", table=self.code, since=since)["entries"]
                         if entry["seq"] not in known]

    def last(self):
        return self.entries[-1]["seq"]

    def wait(self, seq):
        while self.last() < seq:
            self.entries += self.socket.push("news")["entries"]


class Together(ServerTestCase):
    """Cases with three nodes that go on from one case to the next."""

    @classmethod
    def setUpClass(cls):
        first = cls.enterClassContext(Server(ELEKTRO))
        cls.nodes = [first, *(cls.enterClassContext(beside(first)) for _ in range(2))]
        cls.pool = cls.enterClassContext(ThreadPoolExecutor(8))

    def socket(self, node, who=None, watch=None):
        sock = Socket(self.nodes[node], who)
        self.addCleanup(sock.close)
        if watch:
            sock.ask("watch", table=watch)
        return sock

    def shown(self, what):
        """Waits until other nodes show something, a moment later."""
        self.assertTrue(until(what))
