"""scripts/cluster, as operators use it, and the examples for several servers on one database.

    tests/run cluster.py ELEKTRO
"""

import contextlib
import glob
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from client import Http, Server, ServerTestCase, WAIT, free_port, new_table, until

ELEKTRO = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "scripts", "cluster")
BALANCER = os.path.join(ROOT, "scripts", "haproxy-config")
EXAMPLES = os.path.join(ROOT, "examples")
PATH = os.environ["PATH"] + ":/usr/sbin"  # Debian keeps HAProxy there
NODES = 2
# Of the balancer, while no node answers it in time: on a busy machine that says nothing about the nodes.
UNANSWERED = {502, 503, 504}
WEBSOCKET = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
             "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol": "elektro-1"}

# Bash reads this before the script, which then interrupts itself before a command of its function start, given by its
# number. The process that it starts gets some time before.
INTERRUPT = '''
set -T
moment=0
trap '[ "${FUNCNAME[0]-}" != start ] || [ $((++moment)) != "$MOMENT" ] || { sleep 0.5; kill -TERM $$; }' DEBUG
'''


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=5 * WAIT, **more)


def start_in(folder, **more):
    """Starts a cluster that cannot start."""
    while True:
        port = free_ports(1 + NODES)
        done = run(SCRIPT, "--data", folder, "--nodes", str(NODES), "--port", str(port), "--elektro", ELEKTRO, **more)
        if " is in use." not in done.stderr:  # another test may have taken the port
            return done


def missing():
    """What a cluster needs and this machine does not have, in words; "": it has all."""
    if not glob.glob("/usr/lib/postgresql/*/bin/postgres"):
        return "PostgreSQL is not installed"
    return next((f"{name} is not installed" for name in ("haproxy", "curl") if not shutil.which(name, path=PATH)), "")


def free_ports(count):
    """The first of so many free ports in a row."""
    while True:
        first = free_port()
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            for port in range(first, first + count):
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
            return first


def link(path):
    try:
        return os.readlink(path)
    except OSError:
        return ""  # the process has ended


def text_of(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def processes_of(folder):
    """The processes that run in a folder, or were started with a file in it."""
    return [pid for pid in filter(str.isdigit, os.listdir("/proc"))
            if folder in text_of(f"/proc/{pid}/cmdline") or link(f"/proc/{pid}/cwd").startswith(folder)]


class Cluster:
    """A cluster with a folder of its own, in which its own folder of data is. Clients take it for a server."""

    source = ""  # its clients are on this machine

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="elektro-test-")
        os.chmod(self.folder, 0o711)  # PostgreSQL runs as another user if this one is root
        self.web = os.path.join(self.folder, "web")
        os.mkdir(self.web)
        self.output = os.path.join(self.folder, "output")
        self.tables, self.data, self.process, self.port = [], None, None, 0

    def begin(self, *options, **environment):
        """Starts the script; with --data the folder is kept."""
        self.port = free_ports(1 + NODES)
        with open(self.output, "w", encoding="utf-8") as file:
            self.process = subprocess.Popen(
                [SCRIPT, *(options or ["--temporary"]), "--nodes", str(NODES), "--port", str(self.port),
                 "--elektro", ELEKTRO, "--web", self.web],
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
                env={**os.environ, "TMPDIR": self.folder, **environment})

    def start(self, *options):
        """Starts it, and waits until it is open."""
        while True:
            self.begin(*options)
            until(lambda: self.process.poll() is not None or "Ctrl-C stops" in self.said())
            if "Ctrl-C stops" in self.said():
                self.data = options[1] if options else glob.glob(f"{self.folder}/elektro-cluster-*")[0]
                return
            if " is in use." not in self.said():  # another test may have taken the port
                raise RuntimeError("the cluster did not start: " + self.said())

    def said(self):
        return text_of(self.output)

    def says(self, words):
        """Waits until it has said this."""
        if not until(lambda: words in self.said()):
            raise RuntimeError(f"the cluster did not say '{words}': {self.said()}")

    def command(self, *words):
        return run(SCRIPT, "--data", self.data, *words)

    def ended(self):
        """Waits until the script has ended; returns its exit status."""
        return self.process.wait(timeout=WAIT)

    def pid(self, name):
        return int(text_of(f"{self.data}/{name}.pid").split()[0])

    def get(self, path="/healthz", **headers):
        """Asks the balancer on a connection of its own. Returns the status and the node that answered, "" for none."""
        http = Http(self)
        try:
            status, fields, _ = http.raw("GET", path, headers=headers)
            return status, fields.get("X-Elektro-Node", "")
        finally:
            http.close()

    def refusal(self, path, **headers):
        """What the balancer itself answers: status, headers, and the error or else the text."""
        http = Http(self)
        try:
            status, fields, body = http.raw("GET", path, headers=headers)
        finally:
            http.close()
        is_json = fields["Content-Type"] == "application/json"
        return status, fields, json.loads(body)["error"] if is_json else body.decode()

    def answers_from(self, nodes):
        """Waits until these nodes, and no others, have answered some requests in a row."""
        return until(lambda: {self.get() for _ in range(4 * NODES)} == {(200, node) for node in nodes})

    def left(self):
        """What is left of it: processes, and folders of data that are to be deleted."""
        return processes_of(self.folder), glob.glob(f"{self.folder}/elektro-cluster-*")

    def __enter__(self):
        return self

    def __exit__(self, _, problem, __):
        if isinstance(problem, Exception):
            problem.add_note(f"The cluster said: {self.said()[-3000:]}")
        if self.process and self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.ended()
        for pid in processes_of(self.folder):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


class Client(Http):
    """Repeats a request that the balancer has passed to no node: it takes out those that a busy machine makes slow."""

    def raw(self, *words, **more):
        answers = []

        def is_answered():
            answers.append(super(Client, self).raw(*words, **more))
            return answers[-1][0] != 503
        until(is_answered)
        return answers[-1]


@contextlib.contextmanager
def asking(cluster):
    """Asks the balancer again and again meanwhile. Yields a list to which each status is added."""
    over, statuses = [], []

    def ask():
        while not over:
            statuses.append(cluster.get()[0])
            time.sleep(0.01)

    with ThreadPoolExecutor(1) as pool:
        asks = pool.submit(ask)
        try:
            yield statuses
        finally:
            over.append(True)
        asks.result()


@unittest.skipIf(missing(), missing())
class Running(ServerTestCase):
    def setUp(self):
        self.cluster = self.enterContext(Cluster())

    def test_plays(self):
        """the balancer passes requests to all nodes, for local names only, and games are played through it"""
        self.cluster.start()
        self.assertTrue(self.cluster.answers_from(["node1", "node2"]))
        status, _, error = self.cluster.refusal("/", Host="games.example.org")
        self.assertEqual((status, error["code"]), (403, "wrong-origin"))
        self.assertEqual(self.cluster.get("/metrics")[0], 404)
        anna, ben = Client(self.cluster, "Anna"), Client(self.cluster, "Ben")
        code = new_table(anna, [ben], edition="classic", order="seated")
        moved = anna.post(f"/api/v1/tables/{code}/move", seq=0, move="nominate 4 4", client="0")
        self.assertEqual(ben.get(f"/api/v1/tables/{code}")["info"]["seq"], moved["seq"])

    def test_restart(self):
        """--restart stops a node and starts it again, also one that hangs, while requests are answered"""
        self.cluster.start()
        before = {node: self.cluster.pid(node) for node in ("node1", "node2")}
        with asking(self.cluster) as statuses:
            restarted = self.cluster.command("--restart", "1")
            self.assertEqual((restarted.returncode, restarted.stderr), (0, ""))
            self.assertIn("Node 1 is ready.", restarted.stdout)
            os.kill(before["node2"], signal.SIGSTOP)
            restarted = self.cluster.command("--restart", "2")
            self.assertEqual((restarted.returncode, restarted.stderr), (0, ""))
        self.cluster.says("Node 2 was restarted.")
        self.assertGreater(statuses.count(200), 5)
        self.assertLessEqual(set(statuses), {200} | UNANSWERED)
        print(f"# {len(statuses)} requests, {len(statuses) - statuses.count(200)} without an answer of a node")
        self.assertTrue(self.cluster.answers_from(["node1", "node2"]))
        for node, pid in before.items():
            self.assertNotEqual(self.cluster.pid(node), pid)

    def test_restart_all(self):
        """--restart all restarts one node after the other"""
        self.cluster.start()
        before = [self.cluster.pid(node) for node in ("node1", "node2")]
        restarted = self.cluster.command("--restart", "all")
        self.assertEqual((restarted.returncode, restarted.stderr), (0, ""))
        self.assertEqual(re.findall(r"Node \d", restarted.stdout), ["Node 1", "Node 2"])
        self.assertEqual(len({*before, *(self.cluster.pid(node) for node in ("node1", "node2"))}), 2 * NODES)

    def test_killed_node(self):
        """a node that was killed is reported, the others answer, and it can be started again"""
        self.cluster.start()
        os.kill(self.cluster.pid("node1"), signal.SIGKILL)
        self.cluster.says("Node 1 has ended. It was killed by SIGKILL")
        self.cluster.says("The others go on.")
        self.cluster.says(f"Start it again with: scripts/cluster --data {self.cluster.data} --restart 1")
        self.assertTrue(self.cluster.answers_from(["node2"]))
        self.assertEqual(self.cluster.command("--restart", "1").returncode, 0)
        self.assertTrue(self.cluster.answers_from(["node1", "node2"]))

    def test_no_node(self):
        """while no node answers, programs get an error in JSON and browsers a page that tries again"""
        self.cluster.start()
        for node in ("node1", "node2"):
            os.kill(self.cluster.pid(node), signal.SIGKILL)
        self.cluster.says("No node is left.")
        self.assertTrue(until(lambda: self.cluster.get()[0] == 503))
        for path, headers in (("/api/v1/hello", {}), ("/api/v1/tables/ABCDEF/events?since=0", {}), ("/", WEBSOCKET)):
            with self.subTest(path=path):
                status, fields, error = self.cluster.refusal(path, **headers)
                self.assertEqual((status, error["code"]), (503, "storage"))
                self.assertIn("Try again", error["text"])
                self.assertTrue(fields["Retry-After"])
        status, fields, page = self.cluster.refusal("/")
        self.assertEqual((status, fields["Content-Type"]), (503, "text/html; charset=utf-8"))
        self.assertIn('http-equiv="refresh"', page)
        self.assertIn("The game server cannot be reached right now.", page)
        log = os.path.join(self.cluster.data, "haproxy.log")
        self.assertTrue(until(lambda: re.search(r"^\d{4}-\d\d-\d\dT.*node2 is DOWN", text_of(log), re.MULTILINE)))
        self.assertEqual(self.cluster.command("--restart", "all").returncode, 0)
        self.assertTrue(self.cluster.answers_from(["node1", "node2"]))

    def test_killed_balancer(self):
        """if HAProxy ends, the script says so and stops everything"""
        self.cluster.start()
        os.kill(self.cluster.pid("haproxy"), signal.SIGKILL)
        self.assertEqual(self.cluster.ended(), 1)
        self.assertIn("HAProxy has ended, and nothing answers", self.cluster.said())
        self.assertEqual(self.cluster.left(), ([], []))

    def test_stop(self):
        """--stop ends everything, and leaves no process and no folder of a temporary cluster"""
        self.cluster.start()
        stopped = self.cluster.command("--stop")
        self.assertEqual((stopped.returncode, stopped.stderr), (0, ""))
        self.assertIn("has stopped.", stopped.stdout)
        self.assertEqual(self.cluster.ended(), 0)
        self.assertIn("Stopping everything.", self.cluster.said())
        self.assertEqual(self.cluster.left(), ([], []))
        again = self.cluster.command("--stop")
        self.assertEqual(again.returncode, 1)
        self.assertIn("there is no such folder", again.stderr)

    def test_killed_script(self):
        """--stop ends what a script that was killed has left"""
        self.cluster.start()
        self.cluster.process.kill()
        self.cluster.ended()
        self.assertTrue(until(lambda: self.cluster.get()[0] == 200))
        restarted = self.cluster.command("--restart", "1")
        self.assertEqual((restarted.returncode, restarted.stdout), (1, ""))
        self.assertIn("was killed and has left node1 node2 haproxy postgres.", restarted.stderr)
        self.assertIn("--stop", restarted.stderr)
        stopped = self.cluster.command("--stop")
        self.assertEqual((stopped.returncode, stopped.stderr), (0, ""))
        self.assertIn("An earlier cluster has left node1 node2 haproxy postgres.", stopped.stdout)
        self.assertEqual(self.cluster.left(), ([], []))

    def test_interrupted(self):
        """a start that is interrupted leaves no process and no folder"""
        for count in range(2 + NODES):
            with self.subTest(processes=count):
                self.cluster.begin()
                until(lambda: self.cluster.process.poll() is not None or self.has_started(count))
                self.cluster.process.terminate()
                self.ends_with_nothing_left()

    def has_started(self, count):
        """Whether its folder is there, and logs of so many processes."""
        folders = glob.glob(f"{self.cluster.folder}/elektro-cluster-*")
        return folders and len(glob.glob(f"{folders[0]}/*.log")) >= count

    def test_interrupted_record(self):
        """a start that is interrupted before it has recorded a process ends that, too"""
        before = os.path.join(self.cluster.folder, "before")
        with open(before, "w", encoding="utf-8") as file:
            file.write(INTERRUPT)
        for moment in range(1, 9):
            with self.subTest(moment=moment):
                self.cluster.begin(BASH_ENV=before, MOMENT=str(moment))
                self.ends_with_nothing_left()

    def ends_with_nothing_left(self):
        self.cluster.ended()
        self.assertIn("Stopping everything.", self.cluster.said())
        self.assertEqual(self.cluster.left(), ([], []))

    def test_kept(self):
        """with --data games and logs are there again after the next start; the folder serves one cluster at a time"""
        data = os.path.join(self.cluster.folder, "data")
        self.cluster.start("--data", data)
        anna = Client(self.cluster, "Anna")
        other = run(SCRIPT, "--data", data, "--elektro", ELEKTRO)
        self.assertEqual(other.returncode, 1)
        self.assertIn("another cluster (process", other.stderr)
        extra = re.search(r"--data (\S+) .*--port (\d+)$", self.cluster.said(), re.MULTILINE)
        self.assertEqual(int(extra[2]), self.cluster.port + 10)
        os.mkdir(extra[1])
        self.assertEqual(self.cluster.command("--stop").returncode, 0)
        self.assertEqual(self.cluster.ended(), 0)
        self.assertEqual(processes_of(self.cluster.folder), [])
        self.assertFalse(os.path.exists(extra[1]))
        logs = {name: text_of(f"{data}/{name}.log") for name in ("node1", "node2", "haproxy", "postgres")}
        self.assertIn("No cluster runs on", self.cluster.command("--stop").stdout)
        self.cluster.start("--data", data)
        self.assertEqual({name: text_of(f"{data}/{name}.log.1") for name in logs}, logs)
        self.assertEqual(Client(self.cluster, cookie=anna.cookie).get("/api/v1/hello")["you"]["name"], "Anna")

    def test_example(self):
        """a node runs with examples/node.conf"""
        self.cluster.start()
        store = re.search(r"--store '([^']+)'", self.cluster.said())[1]
        with Server(ELEKTRO, "--config", os.path.join(EXAMPLES, "node.conf"), store=store) as node:
            self.assertTrue(until(lambda: Http(node).raw("GET", "/readyz")[0] == 200))
            forwarded = {"X-Forwarded-For": "192.0.2.1", "Host": "games.example.org"}
            self.assertEqual(Http(node).raw("GET", "/healthz", headers=forwarded)[0], 200)


class Words(unittest.TestCase):
    """What the scripts say without a cluster."""

    def test_help(self):
        """--help prints the options"""
        for script in (SCRIPT, BALANCER):
            for option in ("--help", "-h"):
                helped = run(script, option)
                self.assertEqual((helped.returncode, helped.stderr), (0, ""))
                self.assertIn(f"usage: scripts/{os.path.basename(script)}", helped.stdout)

    def test_misuse(self):
        """misuse is refused with words and status 2"""
        for words, part in {
                ("--nodes", "0"): "'0' is not a number from 1 to 9",
                ("--nodes", "10"): "'10' is not a number from 1 to 9",
                ("--nodes",): "--nodes needs a value",
                ("--port", "65535"): "a port number from 1 to 65532",
                ("--port", "x"): "'x' is not a port number",
                ("--what",): "unknown option --what",
                ("now",): "unknown option now",
                ("--stop", "--temporary"): "--temporary makes a new cluster",
                ("--temporary", "--data", "/tmp"): "leave out --data",
                ("--restart", "2", "--stop"): "only one of the commands",
                ("--stop", "--restart", "1"): "only one of the commands",
        }.items():
            with self.subTest(words=words):
                refused = run(SCRIPT, *words)
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertIn(part, refused.stderr)
                self.assertIn("See scripts/cluster --help.", refused.stderr)

    def test_misuse_of_balancer(self):
        """scripts/haproxy-config refuses misuse with words and status 2"""
        for words, part in {(): "at least one node", ("127.0.0.1:1",): "at least one node",
                            ("--what", "127.0.0.1:1", "127.0.0.1:2"): "unknown option --what"}.items():
            with self.subTest(words=words):
                refused = run(BALANCER, *words)
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertIn(part, refused.stderr)

    def test_nothing_runs(self):
        """--stop and --restart say that no cluster runs, and leave no file in the folder"""
        with tempfile.TemporaryDirectory() as folder:
            stopped = run(SCRIPT, "--data", folder, "--stop")
            self.assertEqual((stopped.returncode, stopped.stdout), (0, f"No cluster runs on {folder}.\n"))
            restarted = run(SCRIPT, "--data", folder, "--restart", "1")
            self.assertEqual((restarted.returncode, restarted.stdout), (1, ""))
            self.assertIn(f"no cluster runs on {folder}", restarted.stderr)
            self.assertEqual(os.listdir(folder), [])

    @unittest.skipIf(missing(), missing())
    def test_no_program(self):
        """without the program it says what is missing, or what cannot be executed"""
        for path, part in (("/nowhere/elektro", "is missing"), ("/etc/passwd", "cannot be executed"),
                           ("/etc", "cannot be executed")):
            with self.subTest(path=path):
                refused = run(SCRIPT, "--temporary", "--elektro", path)
                self.assertEqual(refused.returncode, 1)
                self.assertIn(f"{path} {part}", refused.stderr)

    @unittest.skipIf(missing(), missing())
    @unittest.skipIf(os.getuid(), "only root starts PostgreSQL as another user")
    def test_closed_folder(self):
        """root is told that the user postgres cannot enter the folder"""
        with tempfile.TemporaryDirectory() as folder:  # with mode 700
            refused = start_in(f"{folder}/data")
            self.assertEqual(refused.returncode, 1)
            self.assertIn(f"the user postgres, who cannot enter {folder}. Choose another", refused.stderr)

    @unittest.skipIf(missing(), missing())
    def test_no_space(self):
        """if PostgreSQL cannot write its files, the reason is among its last words"""
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o711)
            # Files may have a megabyte: a segment of PostgreSQL's log has more.
            refused = start_in(folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)))
            self.assertEqual(refused.returncode, 1)
            self.assertRegex(refused.stderr, r"cannot make its database. It says:\n(.*\n)*.*(could not|File too large)")
            self.assertIn(f"Its log is {folder}/postgres.log.", refused.stderr)


class Examples(unittest.TestCase):
    @unittest.skipUnless(shutil.which("haproxy", path=PATH), "haproxy is not installed")
    def test_haproxy(self):
        """HAProxy accepts examples/haproxy.cfg, and what scripts/haproxy-config makes of it"""
        self.accepts_balancer(os.path.join(EXAMPLES, "haproxy.cfg"))
        for options in ((), ("--local",)):
            with tempfile.NamedTemporaryFile("w", suffix=".cfg") as file:
                file.write(run(BALANCER, *options, "127.0.0.1:8017", "10.0.0.1:8018", "10.0.0.2:8018").stdout)
                file.flush()
                self.assertEqual(re.findall(r"^ *server (.*)$", text_of(file.name), re.MULTILINE),
                                 ["node1 10.0.0.1:8018", "node2 10.0.0.2:8018"])
                self.accepts_balancer(file.name)

    def accepts_balancer(self, path):
        checked = run(shutil.which("haproxy", path=PATH), "-c", "-f", path)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertNotIn("WARNING", checked.stderr)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_unit(self):
        """systemd accepts examples/elektro@.service"""
        with open(os.path.join(EXAMPLES, "elektro@.service"), encoding="utf-8") as file:
            unit = file.read()
        self.assertIn("ExecStart=/usr/bin/elektro serve ", unit)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "elektro@node1.service")
            with open(path, "w", encoding="utf-8") as file:
                file.write(unit.replace("/usr/bin/elektro", ELEKTRO))  # which need not be installed here
            verified = run("systemd-analyze", "verify", "--man=no", path)
        self.assertEqual((verified.returncode, verified.stderr), (0, ""))
