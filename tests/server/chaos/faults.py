"""What can happen to a cluster. Each fault is a generator: it begins, yields for how many seconds it lasts, and ends."""

import os
import signal
import time

from cluster import end

CLOCK_MS = 3600 * 1000  # how far the clock of a node may be off
# Seconds for which something stands still: mostly longer than a claim lasts, sometimes longer than a node may be silent.
SHORT_S, LONG_S, LONG_SHARE = (1, 7), (11, 14), 0.25


class Faults:
    """Injects faults, one after the other and sometimes two at once, and counts those of each kind that did something.
    The count of a kind that cannot be made here stays at 0."""

    KINDS = ["kill", "restart", "freeze", "hang_up", "freeze_backend", "restart_database", "crash_database", "cut",
             "deafen", "move_clock"]

    def __init__(self, cluster, rng, complain):
        self.cluster, self.rng, self.complain = cluster, rng, complain
        self.busy = set()  # nodes that have a fault
        possible = {"cut": cluster.networks, "deafen": cluster.networks, "move_clock": cluster.clock_library}
        self.kinds = [getattr(self, name) for name in self.KINDS if possible.get(name, True)]
        self.count = {name: 0 for name in self.KINDS}
        self.due = []  # kinds that come before any other one comes again

    def next_kind(self):
        """All kinds in random order, then all of them in another order."""
        self.due = self.due or self.rng.sample(self.kinds, len(self.kinds))
        return self.due.pop()

    def inject(self, depth=0):
        """A fault, from its beginning to its end."""
        kind = self.next_kind()
        fault = kind()
        seconds = next(fault, None)
        if seconds is None:  # no node is free for it, or no session is there
            self.due.insert(0, kind)
            return
        self.count[kind.__name__] += 1
        # Another one meanwhile; but while a backend stands still, no node can start.
        if depth == 0 and kind != self.freeze_backend and self.rng.random() < 0.3:
            self.inject(depth + 1)
        time.sleep(seconds)
        next(fault, None)
        self.look()

    def look(self):
        """No node ends by itself."""
        for node in self.cluster.nodes:
            if node not in self.busy and node.process.poll() is not None:
                self.complain(f"{node.name} ended by itself with status {node.process.returncode}")
                node.start()
                node.wait_until_ready()

    def how_long(self):
        return self.rng.uniform(*(LONG_S if self.rng.random() < LONG_SHARE else SHORT_S))

    def pick(self):
        free = [node for node in self.cluster.nodes if node not in self.busy]
        return self.rng.choice(free) if free else None

    def kill(self):
        """A node is gone, and comes back."""
        if node := self.pick():
            self.busy.add(node)
            node.process.kill()
            node.process.wait()
            yield self.rng.uniform(0, 1)
            node.start()
            node.wait_until_ready()
            self.busy.remove(node)

    def restart(self):
        """An operator restarts a node."""
        if node := self.pick():
            self.busy.add(node)
            if (status := end(node.process)) != 0:
                self.complain(f"{node.name} ended with status {status} when it was told to")
            yield 0
            node.start()
            node.wait_until_ready()
            self.busy.remove(node)

    def freeze(self):
        """A node stands still for longer than others wait for it, and goes on as if nothing had happened."""
        if node := self.pick():
            self.busy.add(node)
            node.process.send_signal(signal.SIGSTOP)
            yield self.how_long()
            node.process.send_signal(signal.SIGCONT)
            self.busy.remove(node)

    def cut(self):
        """The cable of a node is pulled."""
        if node := self.pick():
            self.busy.add(node)
            node.wire.cut()
            yield self.how_long()
            node.wire.join()
            self.busy.remove(node)

    def deafen(self):
        """A node reaches the database, but hears no answer."""
        if node := self.pick():
            self.busy.add(node)
            node.wire.deafen()
            yield self.how_long()
            node.wire.undeafen()
            self.busy.remove(node)

    def move_clock(self):
        """The clock of a node is wrong from now on."""
        self.rng.choice(self.cluster.nodes).set_clock(self.rng.randint(-CLOCK_MS, CLOCK_MS))
        yield 0

    def backends(self):
        return [int(row[0]) for row in self.cluster.database.sql(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")]

    def hang_up(self):
        """Some or all sessions with the database break."""
        pids = self.backends()
        pids = pids if self.rng.random() < 0.5 or not pids else pids[:self.rng.randint(1, len(pids))]
        ended = [self.cluster.database.sql(f"SELECT pg_terminate_backend({pid})") == [["t"]] for pid in pids]
        if any(ended):
            yield 0

    def freeze_backend(self):
        """A session with the database does not answer."""
        pids = self.backends()
        if not pids:
            return
        pid = self.rng.choice(pids)
        if not send(pid, signal.SIGSTOP):
            return
        yield self.how_long()
        send(pid, signal.SIGCONT)

    def restart_database(self):
        self.cluster.database.restart(signal.SIGINT)
        yield 0

    def crash_database(self):
        self.cluster.database.restart(signal.SIGQUIT)
        yield 0


def send(pid, number):
    """Whether the process was there."""
    try:
        os.kill(pid, number)
        return True
    except ProcessLookupError:
        return False
