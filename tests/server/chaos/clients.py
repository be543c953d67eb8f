"""Clients of a cluster, each a thread. They talk to the balancer only, and write down what they do and see."""

import http.client
import json
import random
import select
import threading
import time

from client import Refused, Socket
from history import wall
from receiver import Receiver

ANSWER = 8  # seconds that a client waits for an answer
SILENCE = 5  # seconds after which a watcher asks whether anybody is there
# Seconds within which a notice arrives. A node that does not know whether the others have given it up leaves a notice until its
# lease ends, after 20 seconds; then another one takes it over, which may be stopped, too.
NOTICE = 45
# Answers that say that nobody knows whether the request was carried out.
UNKNOWN = {"storage", "storage-full"}


class Stop(Exception):
    """The run is over."""


class Caller:
    """Plain HTTP with one session; every request is written down."""

    def __init__(self, run, client, cookie=None, session=None):
        self.run, self.client, self.cookie, self.session = run, client, cookie, session or client
        self.connection = None

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def send(self, method, path, body):
        """Status, headers and content of an answer."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.run.server.port, timeout=ANSWER)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        data = None if body is None else json.dumps(body)
        if data is not None:
            headers["Content-Type"] = "application/json"
        try:
            self.connection.request(method, path, data, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def call(self, do, path, body=None, table=None, keep=(), **noted):
        """Sends a request, a POST if there is a body; returns its record and the reply. keep: keys of the reply to write
        down."""
        record = {"kind": "op", "do": do, "client": self.client, "session": self.session, "table": table, "code": None,
                  "node": None, "outcome": "unknown", "begin": time.monotonic(), "wall_begin": wall(), **noted}
        reply = {}
        try:
            record["status"], headers, text = self.send("GET" if body is None else "POST", "/api/v1" + path, body)
            record["node"] = headers.get("X-Elektro-Node")
            reply = json.loads(text)
            self.keep_cookie(headers)
        except (OSError, http.client.HTTPException, ValueError) as no:
            record["problem"] = repr(no)
        record.update(end=time.monotonic(), wall_end=wall())
        judge(record, reply, keep)
        return self.run.history.add(record), reply

    def keep_cookie(self, headers):
        for cookie in headers.get_all("Set-Cookie") or []:
            pair = cookie.split(";")[0]
            if not pair.split("=")[0].endswith("-device") and not pair.endswith("="):
                self.cookie = pair

    def insist(self, do, path, body=None, **noted):
        """Sends a request again until somebody knows what became of it."""
        for _ in range(1000):
            record, reply = self.call(do, path, body, **noted)
            if record["outcome"] != "unknown" and record["code"] not in ("busy", "conflict"):
                return record, reply
            self.run.pause(0.2)
        raise Stop

    def guest(self):
        record, reply = self.insist("guest", "/guest", {"name": self.client})
        if record["outcome"] != "ok":
            raise RuntimeError(f"no guest: {reply}")


def judge(record, reply, keep):
    if reply.get("ok"):
        record["outcome"] = "ok"
        found = {**reply, **(reply.get("position") or {})}
        record.update({key: found.get(key) for key in keep})
    elif "error" in reply:
        record["code"] = reply["error"]["code"]
        record["text"] = record.get("text") or reply["error"].get("text")
        record["outcome"] = "unknown" if record["code"] in UNKNOWN else "refused"


def node_of(socket):
    """The node at the other end of a WebSocket, as the balancer chose it."""
    return next((line.split()[-1] for line in socket.head.split("\r\n")
                 if line.lower().startswith("x-elektro-node:")), None)


def ask(run, client, socket, do, keep=(), **fields):
    """Sends a request by a WebSocket, and writes it down with its answer, which may be a refusal. A request without an
    answer is not written down: the connection is broken then, and these requests change nothing."""
    record = {"kind": "op", "do": do, "client": client, "session": client, "table": fields.get("table"), "code": None,
              "node": node_of(socket), "outcome": "unknown", "begin": time.monotonic(), "wall_begin": wall()}

    def note(reply):
        record.update(end=time.monotonic(), wall_end=wall())
        judge(record, reply, keep)
        run.history.add(record)

    try:
        reply = socket.ask(do, **fields)
    except Refused as no:
        note({"error": no.error})
        raise
    note(reply)
    return reply


def choose(moves, rng):
    """A random move that does not bid like a fool, so that games end."""
    plain = {}
    for move in moves:
        plain.setdefault(move.rsplit(" ", 1)[0] if move.startswith(("bid", "nominate")) else move, move)
    return rng.choice(list(plain.values()))


class Client(threading.Thread):
    """Does its work until the run is over. What it did not expect is a complaint."""

    def __init__(self, run, name):
        super().__init__(name=name, daemon=True)
        self.run_of, self.rng = run, random.Random(f"{run.seed} {name}")
        self.stops_at = run.closing

    def pause(self, seconds):
        if self.stops_at.wait(seconds):
            raise Stop

    def run(self):
        try:
            while not self.stops_at.is_set():
                self.work()
        except Stop:
            pass
        except Exception as problem:  # a client that dies would test nothing
            self.run_of.complain(f"{self.name}: {problem!r}")

    def work(self):
        raise NotImplementedError


class Party:
    """People who play one game after another at tables of one kind."""

    def __init__(self, run, number, people, bots, clock=None):
        self.run, self.number, self.bots, self.clock = run, number, bots, clock or {"kind": "none"}
        self.code, self.games, self.lock = None, 0, threading.Lock()
        self.players = [Player(run, self, f"player{number}{letter}") for letter in "abcd"[:people]]
        self.watchers = [Watcher(run, self, f"watcher{number}{letter}", self.players[0] if letter == "a" else None)
                         for letter in "ab"]

    def begin(self):
        """Creates a table and starts its game; the host does that."""
        # The threads of the players use their own connections meanwhile.
        host, *others = [Caller(self.run, player.name, player.caller.cookie) for player in self.players]
        settings = {"players": len(self.players) + len(self.bots), "edition": host_edition(self.games),
                    "order": "seated", "clock": self.clock}
        record, reply = host.insist("new-table", "/tables", settings, settings=settings)
        if record["outcome"] != "ok":
            raise RuntimeError(f"no table: {reply}")
        code = record["table"] = reply["info"]["table"]
        path = f"/tables/{code}"
        for other in others:
            other.insist("join", path + "/join", {}, table=code)
            other.insist("ready", path + "/ready", {"ready": True}, table=code)
        for level in self.bots:
            host.insist("bot", path + "/bots", {"level": level}, table=code)
        self.start(host, code)
        for caller in (host, *others):
            caller.close()

    def start(self, host, code):
        record, _ = host.insist("start", f"/tables/{code}/start", {}, table=code)
        info, reply = host.insist("table", f"/tables/{code}", table=code)
        # A start without an answer may have begun the game. A table that was left half set up is left behind.
        if info["outcome"] == "ok" and reply["info"]["status"] == "running":
            self.code, self.games = code, self.games + 1
            self.run.begun(code, self.clock, {**record, "players": reply["info"]["settings"]["players"]})

    def names(self):
        """Under which its players make moves."""
        return {caller.client for player in self.players for caller in (player.caller, player.tab) if caller}

    def over(self, code):
        with self.lock:
            if self.code == code:
                self.code = None


def host_edition(number):
    return "recharged" if number % 2 else "classic"


class Player(Client):
    """One person at the tables of a party; the first one is the host."""

    def __init__(self, run, party, name):
        super().__init__(run, name)
        self.party, self.caller = party, Caller(run, name)
        self.tab = None  # the same person in another window
        self.count = self.lines = 0

    def work(self):
        if not self.caller.cookie:
            self.caller.guest()
            self.tab = Caller(self.run_of, self.name + "-tab", self.caller.cookie, self.caller.session)
        code = self.party.code
        if code:
            self.play(code)
        elif self is self.party.players[0] and all(p.caller.cookie for p in self.party.players):
            self.party.begin()
        self.pause(self.rng.uniform(0, 0.1))

    def play(self, code):
        if self.rng.random() < 0.08:
            self.say(code)
        record, reply = self.caller.call("moves", f"/tables/{code}/moves", table=code, keep=["seq"])
        if record["outcome"] == "refused":
            if record["code"] == "not-running":
                self.party.over(code)
            return
        if record["outcome"] != "ok" or not reply["moves"]:
            self.wait(code)
            return
        self.dawdle()
        self.decide(code, reply)

    def wait(self, code):
        """It is not this player's turn; perhaps because a bot has taken over."""
        word = self.rng.random()
        if self.party.clock["kind"] != "none" and word < 0.3:
            _, reply = self.caller.call("table", f"/tables/{code}", table=code)
            info = reply.get("info")
            if info and info["you"] and info["seats"][info["you"] - 1]["away"]:
                self.caller.call("come-back", f"/tables/{code}/come-back", {}, table=code)
        elif word < 0.5:
            self.tab.call("position", f"/tables/{code}/position", table=code, keep=["seq"])
        elif word < 0.55:
            self.read_chat(code)
        self.pause(0.1)

    def dawdle(self):
        """Sometimes the time runs out."""
        if self.party.clock["kind"] == "move" and self.rng.random() < 0.06:
            self.pause(self.party.clock["seconds"] + 1.5)

    def say(self, code):
        self.lines += 1
        text = f"{self.name} says line {self.lines}"
        self.caller.call("chat", f"/tables/{code}/chat", {"text": text}, table=code, text=text, keep=["number"])
        if self.rng.random() < 0.5:
            self.read_chat(code)

    def read_chat(self, code):
        """In the other window, which is mostly served by another node."""
        self.tab.call("chat-list", f"/tables/{code}/chat", table=code, keep=["said"])

    def decide(self, code, listed):
        """Makes a move: in one window, or in two at once; the same in both, or two that exclude each other."""
        word = self.rng.random()
        first = self.named(listed)
        if word < 0.7:
            self.move(self.caller, code, listed["seq"], first)
            return
        second = first if word < 0.85 else self.named(listed)
        other = threading.Thread(target=self.quietly, args=(self.tab, code, listed["seq"], second), daemon=True)
        other.start()
        self.move(self.caller, code, listed["seq"], first)
        other.join()

    def named(self, listed):
        self.count += 1
        return f"{self.name}-{self.count}", choose(listed["moves"], self.rng)

    def quietly(self, *words):
        try:
            self.move(*words)
        except Stop:
            pass

    def move(self, caller, code, seq, named):
        """Sends a move until somebody knows what became of it: that is what clients are told to do."""
        name, move = named
        caller.insist("move", f"/tables/{code}/move", {"seq": seq, "client": name, "move": move}, table=code, name=name,
                      move=move, keep=["seq", "again"])


class Watcher(Client):
    """Watches the tables of a party by WebSocket, as a player of it or as a spectator; reconnects when it is cut off."""

    def __init__(self, run, party, name, player):
        super().__init__(run, name)
        self.party, self.player = party, player
        self.code, self.last, self.watch = None, 0, None
        self.stops_at = run.over  # after the players: it has to hear their last moves

    def work(self):
        if self.player and not self.player.caller.cookie or not (self.party.code or self.code):
            self.pause(0.1)
            return
        if self.party.code and self.party.code != self.code:
            self.code, self.last = self.party.code, 0
        try:
            self.connect()
        except (OSError, ValueError, Refused, IndexError) as problem:
            self.ended(problem)
        self.pause(self.rng.uniform(0.05, 0.3))

    def connect(self):
        self.socket = Socket(self.run_of.server, self.player.caller if self.player else None)
        try:
            self.socket.socket.settimeout(ANSWER)
            self.begin()
            self.follow()
        finally:
            self.socket.close()

    def ask(self, do):
        return ask(self.run_of, self.name, self.socket, do, table=self.code, since=self.last, keep=["seq"])

    def begin(self):
        reply = self.ask("watch")
        self.watch = self.run_of.history.add({
            "kind": "watch", "watch": self.run_of.history.number(), "client": self.name, "node": node_of(self.socket),
            "table": self.code, "begin": time.monotonic(), "since": self.last, "last": self.last, "alive": True})
        self.see_entries(reply["entries"])
        self.see_away(reply["info"])

    def ended(self, problem):
        if self.watch:
            self.watch.update(alive=False, end=time.monotonic(), problem=repr(problem))
            self.watch = None

    def follow(self):
        heard = time.monotonic()
        while not self.run_of.over.is_set():
            if not self.socket.buffer and not select.select([self.socket.socket], [], [], 0.3)[0]:
                if self.is_bored():
                    raise ConnectionError("it looks elsewhere")
                if time.monotonic() - heard > SILENCE:
                    self.ask("position")
                    heard = time.monotonic()
            else:
                self.socket.pushes.append(json.loads(self.socket.frame()))
                heard = time.monotonic()
            for push in self.socket.pushes:
                self.see(push)
            self.socket.pushes.clear()
            self.socket.frames.clear()

    def is_bored(self):
        """The game is over, or this watcher loads its page again."""
        return not self.run_of.closing.is_set() and (self.party.code not in (None, self.code) or self.rng.random() < 0.01)

    def see(self, push):
        if push.get("push") == "news":
            self.see_entries(push["entries"])
        elif push.get("push") == "chat":
            self.run_of.history.push(self.watch["watch"], "chat", number=push["said"]["number"])
        elif push.get("push") == "table":
            self.see_away(push["info"])

    def see_entries(self, entries):
        kept = [{key: entry[key] for key in ("seq", "seat", "move", "undo") if key in entry} for entry in entries]
        self.run_of.history.push(self.watch["watch"], "entries", entries=kept)
        if kept:
            self.last = self.watch["last"] = kept[-1]["seq"]

    def see_away(self, info):
        away = [seat["seat"] for seat in info["seats"] if seat["away"]]
        self.run_of.history.push(self.watch["watch"], "away", away=away, seq=info["seq"])


class Noting(Receiver):
    """Takes the notices of webhooks; has the codes of the tables that they named."""

    def __init__(self, address):
        self.tables = set()
        super().__init__(self.take, address)

    def take(self, handler, body):
        self.tables.add(json.loads(body)["table"])
        handler.answer(204)


class Opponent(Client):
    """Gives the turn to a user who does not watch the table, again and again, and waits until that user has heard of it."""

    def __init__(self, run, name):
        super().__init__(run, name)
        self.host, self.guest = Caller(run, name + "-host"), Caller(run, name)

    def prepare(self):
        """Makes the users; called until it is done."""

    def has_heard(self, code):
        """Whether the notice for a table has come; None if that will never be known."""

    def work(self):
        if not self.host.cookie:
            self.host.guest()
        self.prepare()
        settings = {"players": 2, "edition": "classic", "order": "seated"}
        record, reply = self.host.insist("new-table", "/tables", settings, settings=settings)
        code = record["table"] = reply["info"]["table"]
        path = f"/tables/{code}"
        self.guest.insist("join", path + "/join", {}, table=code)
        self.guest.insist("ready", path + "/ready", {"ready": True}, table=code)
        start, _ = self.host.insist("start", path + "/start", {}, table=code)
        self.run_of.begun(code, {"kind": "none"}, {**start, "players": 2})
        move = {"seq": 0, "client": f"{code}-first", "move": "nominate 4 4"}
        moved, _ = self.host.insist("move", path + "/move", move, table=code, name=move["client"], move=move["move"],
                                    keep=["seq", "again"])
        if moved["outcome"] == "ok":
            self.wait_for_notice(code, moved["begin"])
        self.pause(1)

    def wait_for_notice(self, code, begin):
        end = time.monotonic() + NOTICE
        while (heard := self.has_heard(code)) is False and time.monotonic() < end:
            time.sleep(0.05)
        if heard is None:
            return
        self.run_of.history.add({"kind": "op", "do": "notice", "client": self.name, "table": code, "begin": begin,
                                 "end": time.monotonic(), "waited": time.monotonic() - begin, "session": self.name,
                                 "node": None, "code": None, "outcome": "ok" if heard else "missing"})


class Absent(Opponent):
    """Plays against a user who has no page open, but a webhook."""

    def __init__(self, run, number, receiver):
        super().__init__(run, f"absent{number}")
        self.receiver, self.ready = receiver, False

    def prepare(self):
        for number in range(0 if self.ready else 100):  # an account whose answer got lost has its name for ever
            record, _ = self.guest.call("register", "/register",
                                        {"name": f"{self.name} {number}", "password": "correct horse"})
            if record["outcome"] == "ok":
                break
            self.pause(0.2)
        if not self.ready:
            self.guest.insist("webhook", "/me/webhook", {"url": self.receiver.url})
        self.ready = True

    def has_heard(self, code):
        return code in self.receiver.tables


class Elsewhere(Opponent):
    """Plays against a user who has another page open: a WebSocket that watches no table."""

    def __init__(self, run, number):
        super().__init__(run, f"elsewhere{number}")
        self.socket, self.heard = None, set()

    def prepare(self):
        if not self.guest.cookie:
            self.guest.guest()
        while self.socket is None:
            try:
                self.socket = Socket(self.run_of.server, self.guest)
                self.socket.socket.settimeout(ANSWER)
                ask(self.run_of, self.name, self.socket, "hello")
            except (OSError, ValueError, Refused, IndexError):
                self.close()
                self.pause(0.2)

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket = None

    def has_heard(self, code):
        try:
            while self.socket and (self.socket.buffer or select.select([self.socket.socket], [], [], 0)[0]):
                push = json.loads(self.socket.frame())
                self.heard.add(push.get("table") if push.get("push") == "your_turn" else None)
                self.socket.frames.clear()
        except (OSError, ValueError):
            self.close()
        if code in self.heard:
            return True
        return False if self.socket else None  # it was cut off: the page would ask for the tables when it is back


class Leaver(Client):
    """Logs out, or is blocked by the operator, and then asks every node for something."""

    def __init__(self, run, number):
        super().__init__(run, f"leaver{number}")
        self.count = 0

    def work(self):
        self.count += 1
        name = f"{self.name} {self.count}"
        caller = Caller(self.run_of, name)
        if self.count % 4 == 0:
            record, _ = caller.call("register", "/register", {"name": name, "password": "correct horse"})
        else:
            record, _ = caller.call("guest", "/guest", {"name": name})
        if record["outcome"] != "ok":
            self.pause(0.3)
            return
        self.visit(caller)
        if self.count % 4 == 0:
            self.block(caller, name)
        else:
            caller.insist("logout", "/logout", {})
        self.visit(caller)
        caller.close()

    def visit(self, caller):
        for _ in range(6):
            caller.call("mine", "/me/tables")
            self.pause(self.rng.uniform(0, 0.3))

    def block(self, caller, name):
        """By the admin command, whose success counts as an answer."""
        begin = time.monotonic()
        done = self.run_of.block(name)
        self.run_of.history.add({"kind": "op", "do": "block", "client": name, "session": caller.session, "table": None,
                                 "begin": begin, "end": time.monotonic(), "node": None, "code": None,
                                 "outcome": "ok" if done else "unknown"})
