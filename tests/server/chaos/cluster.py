"""PostgreSQL, several servers (nodes) on it, and HAProxy in front of them, to be disturbed."""

import glob
import http.client
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import weakref

import network

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.append(os.path.dirname(HERE))
from client import UNLIMITED, until  # noqa: E402

PATIENCE = 90  # seconds for a process to be ready, on a busy machine
ENDS = "ERROR: AddressSanitizer", "runtime error:", "ERROR: LeakSanitizer"


class Missing(Exception):
    """Something is not installed."""


def find_programs():
    """The folder of PostgreSQL's programs, and HAProxy; raises Missing."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda f: float(f.split("/")[-2]))
    haproxy = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if not folders:
        raise Missing("PostgreSQL is not installed (scripts/setup test)")
    if not haproxy:
        raise Missing("HAProxy is not installed (scripts/setup test)")
    return folders[-1], haproxy


def listens(address, port):
    try:
        socket.create_connection((address, port), timeout=1).close()
        return True
    except OSError:
        return False


def free_ports(count):
    """The first of some free ports in a row that the system assigns to nobody."""
    while True:
        first = random.SystemRandom().randrange(10240, 32768 - count)
        if not any(listens("127.0.0.1", first + i) for i in range(count)):
            return first


def start(command, log, **more):
    """Starts a process that is killed when this one ends, however it does. Only the main thread may call this: the kernel
    kills the process when the thread that started it ends."""
    assert threading.current_thread() is threading.main_thread()
    with open(log, "ab") as file:
        return subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *command], stdin=subprocess.DEVNULL, stdout=file,
                                stderr=file, **more)


def end(process, number=signal.SIGTERM, seconds=60):
    """Ends a process; returns its exit status, or None if it had to be killed."""
    if process is None or process.poll() is not None:
        return 0 if process is None else process.returncode
    process.send_signal(signal.SIGCONT)
    process.send_signal(number)
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None


class Database:
    """A PostgreSQL of its own, which the nodes reach at one address, and this test by a socket in its folder."""

    def __init__(self, programs, folder, address, port):
        self.programs, self.folder, self.address, self.port = programs, folder, address, port
        self.process, self.log = None, os.path.join(folder, "postgres.log")
        self.data = os.path.join(folder, "postgres")
        self.identity = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"] if os.getuid() == 0 else []
        if self.identity:  # PostgreSQL refuses to run as root
            os.mkdir(self.data)
            shutil.chown(self.data, "postgres")
        subprocess.run(self.as_owner("initdb", "--no-sync", "-D", self.data, "-A", "trust", "-U", "elektro"),
                       check=True, capture_output=True, timeout=PATIENCE)
        with open(os.path.join(self.data, "pg_hba.conf"), "a", encoding="utf-8") as file:
            file.write(f"host all all {network.HUB}/24 trust\n")
        self.start()

    def as_owner(self, program, *words):
        command = [os.path.join(self.programs, program), *words]
        return ["setpriv", *self.identity, *command] if self.identity else command

    def start(self):
        command = self.as_owner("postgres", "-D", self.data, "-k", self.data, "-p", str(self.port), "-c",
                                f"listen_addresses={self.address}", "-c", "max_connections=60")
        # The name of the user is for setpriv, which keeps the signal for the end of its parent only if it is set last.
        self.process = start([*command[1:]] if self.identity else command, self.log)
        if not until(self.answers, PATIENCE):
            raise RuntimeError("PostgreSQL does not start: " + tail(self.log))

    def answers(self):
        return subprocess.run([os.path.join(self.programs, "pg_isready"), "-q", "-h", self.data, "-p", str(self.port)],
                              check=False, timeout=60).returncode == 0

    def restart(self, number):
        """SIGINT: as an administrator does it. SIGQUIT: as a power cut would, less what only the disk knows."""
        end(self.process, number)
        self.start()

    def sql(self, text):
        """Rows as lists of texts."""
        run = subprocess.run(["psql", "-XqtA", "-F", "\x1f", "-R", "\x1e", "-h", self.data, "-p", str(self.port), "-U",
                              "elektro", "postgres", "-c", text], capture_output=True, text=True, check=True, timeout=60)
        rows = run.stdout.rstrip("\n")
        return [row.split("\x1f") for row in rows.split("\x1e")] if rows else []

    def store(self):
        return f"postgres://elektro@{self.address}:{self.port}/postgres"

    def stop(self):
        end(self.process, signal.SIGQUIT)


class NotReady(Exception):
    """A node does not get ready, for minutes."""


class Node:
    """A server, with a network and a clock of its own."""

    def __init__(self, cluster, number, wire):
        self.cluster, self.number, self.wire = cluster, number, wire
        self.name = f"node{number}"
        self.folder = os.path.join(cluster.folder, self.name)
        os.mkdir(self.folder)
        self.log = os.path.join(cluster.folder, self.name + ".log")
        self.clock = os.path.join(self.folder, "clock")
        self.process, self.last_words = None, "nothing"
        self.set_clock(0)

    def set_clock(self, milliseconds):
        """How much its clock is ahead."""
        with open(self.clock, "r+b" if os.path.exists(self.clock) else "wb") as file:
            file.write(struct.pack("q", milliseconds))

    def command(self):
        return [*self.wire.prefix, self.cluster.elektro, "serve", "--address", "127.0.0.1" if not self.wire.prefix else
                "0.0.0.0", "--port", str(self.wire.port), "--data", self.folder, "--store", self.cluster.database.store(),
                "--proxied", "--private-webhooks", "--quiet", "--rate", "20000", "--drain", "2", "--web",
                os.path.join(self.folder, "web"), *UNLIMITED]

    def env(self):
        env = {**os.environ, **self.cluster.env}
        if self.cluster.clock_library:
            env.update(LD_PRELOAD=self.cluster.clock_library, ELEKTRO_TEST_CLOCK=self.clock,
                       ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0")
        return env

    def start(self):
        """Starts the process; wait_until_ready waits for it."""
        self.process = start(self.command(), self.log, env=self.env())

    def is_ready(self):
        """Starts it again if it has ended, as systemd would. It may end because it cannot reach the database, but by no
        signal: whoever sends one waits for the end, and starts it."""
        if self.process.poll() is not None:
            if self.process.returncode < 0:
                self.cluster.complaints.append(f"{self.name} was ended by signal {-self.process.returncode}")
            time.sleep(0.5)
            self.start()
        connection = http.client.HTTPConnection(self.wire.address, self.wire.port, timeout=5)
        try:
            connection.request("GET", "/readyz", headers={"Host": "localhost"})
            answer = connection.getresponse()
            self.last_words = answer.read().decode(errors="replace")
            return answer.status == 200
        except (OSError, http.client.HTTPException) as no:
            self.last_words = repr(no)
            return False
        finally:
            connection.close()

    def wait_until_ready(self):
        if not until(self.is_ready, PATIENCE):
            raise NotReady(f"{self.name} is not ready, and answers {self.last_words}. Its log: {tail(self.log)}")

    def is_refused(self):
        """Whether it has ended because it runs beside no other node."""
        return self.process.poll() is not None and "in use by another server" in tail(self.log)

    def complaints(self):
        """What the sanitizers said."""
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return [f"{self.name}: {line.strip()}" for line in file if any(word in line for word in ENDS)]


class Address:
    """Where the clients of tests/server/client.py connect, instead of their Server."""

    def __init__(self, port):
        self.port, self.source, self.sockets = port, "", weakref.WeakSet()


def tail(path, size=3000):
    with open(path, "rb") as file:
        file.seek(max(0, os.path.getsize(path) - size))
        return file.read().decode(errors="replace")


class Cluster:
    """Use it in a with statement. networks: whether network.enter was called."""

    def __init__(self, elektro, nodes, networks, clock_library=None, env=None):
        self.elektro, self.networks, self.clock_library = os.path.abspath(elektro), networks, clock_library
        self.env, self.asked = env or {}, nodes
        self.complaints = []  # about nodes that crashed
        self.nodes, self.database, self.balancer = [], None, None
        self.folder = tempfile.mkdtemp(prefix="elektro-chaos-")
        os.chmod(self.folder, 0o711)  # the user of PostgreSQL has a folder in it

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        postgres, haproxy = find_programs()
        port = free_ports(self.asked + 2)
        self.database = Database(postgres, self.folder, network.DATABASE if self.networks else "127.0.0.1", port)
        for number in range(1, self.asked + 1):
            wire = (network.Cable if self.networks else network.Loopback)(number, port + 1)
            self.nodes.append(Node(self, number, wire))
        # One after the other: the first one makes the tables of the database.
        for node in list(self.nodes):
            node.start()
            until(lambda node=node: node.process.poll() is not None or node.is_ready(), PATIENCE)
            if node.number > 1 and node.is_refused():
                self.give_up(node)
                break
            node.wait_until_ready()
        self.start_balancer(haproxy, port + 1)

    def give_up(self, first):
        for node in self.nodes[first.number - 1:]:
            end(node.process)
            node.wire.close()
        del self.nodes[first.number - 1:]

    def start_balancer(self, haproxy, port):
        config = os.path.join(self.folder, "haproxy.cfg")
        nodes = [f"{node.wire.address}:{node.wire.port}" for node in self.nodes]
        with open(config, "w", encoding="utf-8") as file:
            subprocess.run([os.path.join(ROOT, "scripts", "haproxy-config"), f"127.0.0.1:{port}", *nodes], check=True,
                           stdout=file, timeout=60)
        self.balancer = start([haproxy, "-db", "-f", config], os.path.join(self.folder, "haproxy.log"))
        self.server = Address(port)
        if not until(lambda: listens("127.0.0.1", port), PATIENCE):
            raise RuntimeError("HAProxy does not start: " + tail(os.path.join(self.folder, "haproxy.log")))

    def admin(self, *words):
        run = subprocess.run([self.elektro, "admin", "--store", self.database.store(), *words], capture_output=True,
                             text=True, check=False, timeout=60)
        return run.returncode == 0

    def stop_nodes(self):
        """Stops all nodes in order; returns complaints about those that do not end well."""
        statuses = [(node, end(node.process)) for node in self.nodes]
        return [f"{node.name} ended with status {status}" for node, status in statuses if status != 0]

    def stop(self):
        for node in self.nodes:
            if node.process:
                end(node.process, signal.SIGKILL)
            node.wire.close()
        end(self.balancer)
        if self.database:
            self.database.stop()
        self.nodes = []
