"""One run: a cluster, its clients, faults for some time, and what the checker says."""

import json
import os
import random
import shutil
import signal
import tempfile
import threading
import time
from collections import Counter

import network
import truth
from checker import broken_laws, missing_lines, moves_since
from client import until
from cluster import Missing, NotReady, find_programs
from clients import Absent, Elsewhere, Leaver, Noting, Party, Stop
from faults import Faults
from history import History

GAME = {"kind": "game", "seconds": 36000, "increment": 0}
HURRY = {"kind": "move", "seconds": 5}
START = 60  # seconds in which every party begins a game
QUIET = 5  # seconds without faults before the end, in which the cluster recovers
PROGRESS = 60  # seconds after that in which every party makes a move
SETTLE = 20  # seconds in which watchers hear the last news


def prepare(case):
    """Skips a test if a program is missing; returns whether the nodes can have networks of their own."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a test that takes too long ends what it has started
    try:
        find_programs()
        return network.enter()
    except Missing as no:
        case.skipTest(str(no))
    except network.Impossible as no:
        print(f"# no networks can be made here ({no}): nodes are not cut off", flush=True)
    return False


class Run:
    """The result: complaints, broken laws, counts, and the folder of the histories if something is wrong."""

    def __init__(self, cluster, seed, patience=PROGRESS):
        self.cluster, self.seed, self.patience = cluster, seed, patience
        self.server, self.history = cluster.server, History()
        self.closing, self.over = threading.Event(), threading.Event()  # for players; for watchers
        self.tables, self.truth = {}, {}
        self.complaints, self.laws = [], {}  # of what nobody expected; the sentences about each law that is broken
        self.faults = Faults(cluster, random.Random(seed), self.complain)

    # What clients call.

    def pause(self, seconds):
        if self.closing.wait(seconds):
            raise Stop

    def complain(self, sentence):
        self.complaints.append(sentence)

    def begun(self, code, clock, start):
        settings = {"clock": clock, "players": start["players"]}
        self.tables[code] = {"settings": settings, "begun": start["wall_begin"]}

    def block(self, name):
        return self.cluster.admin("block", name)

    # The run.

    def play(self, seconds):
        """Disturbs the cluster for some time; returns everything that is wrong."""
        receiver = Noting(network.HUB if self.cluster.networks else "127.0.0.1")
        try:
            # A hard bot thinks in a thread, while its node may fail.
            self.parties = [Party(self, 1, 2, []), Party(self, 2, 3, ["easy"]),
                            Party(self, 3, 2, ["random", "hard"], GAME), Party(self, 4, 2, [], HURRY)]
            others = [Absent(self, 1, receiver), Elsewhere(self, 1), Leaver(self, 1)]
            players = [player for party in self.parties for player in party.players] + others
            self.watchers = [watcher for party in self.parties for watcher in party.watchers]
            for thread in players + self.watchers:
                thread.start()
            self.disturb(seconds)
            self.progress()
            self.settle(players)
        finally:
            self.closing.set()
            self.over.set()
            receiver.close()
        return self.judge()

    def disturb(self, seconds):
        # Before the first fault every party plays.
        if not until(lambda: len(self.tables) >= len(self.parties), START):
            self.complain(f"only {len(self.tables)} games began within {START} seconds")
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                self.faults.inject()
                time.sleep(self.faults.rng.uniform(0.2, 2))
            for node in self.cluster.nodes:
                node.set_clock(0)
                node.wait_until_ready()
        except NotReady as no:  # a violation, and the end of the faults
            self.complain(str(no))
        time.sleep(QUIET)

    def progress(self):
        """Notes for each party whether it has made a move since the faults ended. The other laws do not notice a table
        that is stuck for ever: players repeat a request that is answered with "busy"."""
        begin = time.monotonic()
        waiting = list(self.parties)

        def all_moved():
            moved = {op["client"] for op in moves_since(self.history.copy(), begin)}
            waiting[:] = [party for party in waiting if not moved.intersection(party.names())]
            return not waiting

        until(all_moved, self.patience)
        end = time.monotonic()
        for party in self.parties:
            self.history.add({"kind": "op", "do": "progress", "client": f"party {party.number}", "table": party.code,
                              "session": None, "node": None, "code": None, "begin": begin, "end": end,
                              "waited": end - begin, "outcome": "missing" if party in waiting else "ok"})

    def settle(self, players):
        """Stops the players, and waits until watchers know all that there was when they stopped."""
        self.closing.set()
        join(players, 60, self.complain)
        known = {code: int(seq) for code, seq in self.cluster.database.sql(
            "SELECT g.code, MAX(j.seq) FROM games g JOIN journal j ON j.game = g.id GROUP BY 1")}

        def knows_entries(watcher, watch):
            return watch and watcher.last >= known.get(watcher.code, 0)

        def know_all():
            return all(knows_entries(w, w.watch) for w in self.watchers) and not missing_lines(self.history.copy())

        until(know_all, SETTLE)
        for watcher in self.watchers:
            if watch := watcher.watch:  # which its thread may end meanwhile
                watch["must_know"] = known.get(watch["table"], 0)
            else:
                self.complain(f"{watcher.name} could not watch again within {SETTLE} seconds")
        self.over.set()
        join(self.watchers, 60, self.complain)

    def judge(self):
        self.complaints += self.cluster.stop_nodes()
        self.truth = truth.read(self, self.cluster)
        self.complaints += self.cluster.stop_nodes()
        for node in self.cluster.nodes:
            self.complaints += node.complaints()
        self.complaints += self.cluster.complaints
        self.laws = broken_laws(self.history.items, self.truth)
        return self.complaints + [sentence for sentences in self.laws.values() for sentence in sentences]

    # What it tells.

    def counts(self):
        """Lines about what was done, so that one sees that something was."""
        ops = [h for h in self.history.items if h["kind"] == "op"]
        outcomes = Counter(h["outcome"] for h in ops)
        yield f"{sum(self.faults.count.values())} faults: " + words(self.faults.count)
        yield (f"{len(ops)} requests: " + words(outcomes) + "; answered by "
               + words(Counter(h["node"] for h in ops if h["node"])))
        yield (f"{len(self.tables)} games with {sum(len(t['rows']) for t in self.truth.values())} entries; "
               f"{sum(h['kind'] == 'watch' for h in self.history.items)} watches; "
               + words(Counter(h["do"] for h in ops if h["outcome"] == "ok")))

    def keep(self):
        """Saves everything in a folder; returns its name."""
        folder = tempfile.mkdtemp(prefix="elektro-chaos-failed-")
        self.history.save(os.path.join(folder, "history.jsonl"))
        with open(os.path.join(folder, "truth.json"), "w", encoding="utf-8") as file:
            json.dump(self.truth, file)
        for name in os.listdir(self.cluster.folder):
            path = os.path.join(self.cluster.folder, name)
            if os.path.isfile(path):
                shutil.copy(path, folder)
        return folder


def words(counts):
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda item: str(item[0]))) or "none"


def join(threads, seconds, complain):
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(timeout=max(0.1, end - time.monotonic()))
        if thread.is_alive():
            complain(f"{thread.name} does not end")
