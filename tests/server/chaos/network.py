"""Networks of the cluster: each node is on a machine of its own, as far as it can see, and its cable can be cut.

The test itself moves into a fresh network (a network namespace of Linux), which no other program sees and from which nothing
leaves this machine. There the database has one address, the balancer and the clients others; each node has a namespace of
its own, joined to it by a virtual cable. Everything disappears with the last process in it. That needs root; without it
all nodes share the loopback interface, and partitions are left out.

The addresses are those that are reserved for examples (RFC 5737).
"""

import ctypes
import os
import shutil
import subprocess

HUB, DATABASE = "192.0.2.1", "192.0.2.100"
CLONE_NEWNET = 0x40000000
BRIDGE = "hub"
entered = False


class Impossible(Exception):
    """Networks cannot be made here."""


def ip(*words, inside=None):
    command = ["ip", *words]
    if inside is not None:
        command = ["nsenter", f"--net=/proc/{inside}/ns/net", *command]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if run.returncode != 0:
        raise Impossible(f"{' '.join(command)}: {run.stderr.strip()}")


def enter():
    """Moves this process into a network of its own; call it before there are threads. Returns true, or raises Impossible."""
    global entered
    if entered:
        return True
    if not shutil.which("ip") or not shutil.which("nsenter"):
        raise Impossible("the programs ip and nsenter are not installed (scripts/setup test)")
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        raise Impossible(os.strerror(ctypes.get_errno()))
    ip("link", "set", "lo", "up")
    ip("addr", "add", DATABASE + "/32", "dev", "lo")
    # With an address of its own: otherwise it takes one from the cables, and another one when a cable is taken away.
    ip("link", "add", BRIDGE, "address", "02:00:00:00:00:01", "type", "bridge")
    ip("addr", "add", HUB + "/24", "dev", BRIDGE)
    ip("link", "set", BRIDGE, "up")
    entered = True
    return True


class Loopback:
    """No network of its own: the node listens on this machine."""

    def __init__(self, number, port):
        self.address, self.port = "127.0.0.1", port + number
        self.prefix = []

    def close(self):
        pass


class Cable:
    """The network of a node. number counts from 1."""

    def __init__(self, number, port):
        self.address, self.port = f"192.0.2.{10 + number}", port
        self.here, self.rule = f"cable{number}", None
        # Holds the namespace while the node is down, and ends when this process does.
        self.holder = subprocess.Popen(["unshare", "--net", "sh", "-c", "echo; read word"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE)
        self.holder.stdout.readline()
        pid = str(self.holder.pid)
        self.prefix = ["nsenter", f"--net=/proc/{pid}/ns/net"]
        ip("link", "add", self.here, "type", "veth", "peer", "name", "eth0", "netns", pid)
        ip("link", "set", self.here, "master", BRIDGE, "up")
        ip("link", "set", "lo", "up", inside=pid)
        ip("addr", "add", self.address + "/24", "dev", "eth0", inside=pid)
        ip("link", "set", "eth0", "up", inside=pid)

    def cut(self):
        """Nothing arrives, and nobody is told."""
        ip("link", "set", self.here, "down")

    def join(self):
        ip("link", "set", self.here, "up")

    def deafen(self):
        """What the node sends to the database arrives, the answers do not."""
        self.rule = ["from", DATABASE, "to", self.address, "blackhole"]
        ip("rule", "add", *self.rule)

    def undeafen(self):
        ip("rule", "del", *self.rule)

    def close(self):
        self.holder.stdin.close()
        self.holder.stdout.close()
        self.holder.kill()
        self.holder.wait()
