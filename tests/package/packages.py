"""The Debian packages: their contents, and what they do on a machine with systemd.

    tests/run packages.py FOLDER [RELEASED]

FOLDER has the packages and their .changes, as scripts/deb leaves them, and RELEASED those of the release before. Without
it, that is today's packages with a lower version.
"""

import glob
import hashlib
import http.client
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from machine import Http, Machine, until, why_none
from client import new_table

FOLDER = sys.argv[1]
RELEASED = sys.argv[2] if len(sys.argv) > 2 else None
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
LOWER_VERSION = "0.0.1-0upstream1"
SERVICE = ["elektro", "elektro-web", "elektro-server"]
CONFIG = "/etc/elektro/elektro.conf"
DATABASE = "/var/lib/elektro/elektro.db"
# What "systemd-analyze security" counts, in tenths: 0 is a service that can do nothing.
EXPOSURE_MAX = 15


def package(name, folder=FOLDER):
    """The file of a package."""
    found = glob.glob(os.path.join(folder, f"{name}_*.deb"))
    if len(found) != 1:
        raise RuntimeError(f"expected one package {name} in {folder}: {found}")
    return found[0]


def files(name):
    """The paths in a package."""
    listed = subprocess.run(["dpkg-deb", "--contents", package(name)], capture_output=True, text=True, check=True).stdout
    return {line.split()[5].removeprefix(".") for line in listed.splitlines()}


def field(name, key):
    return subprocess.run(["dpkg-deb", "--field", package(name), key], capture_output=True, text=True, check=True).stdout.strip()


def version_of_sources():
    with open(os.path.join(ROOT, "meson.build"), encoding="utf-8") as file:
        return re.search(r"version: '([\d.]+)'", file.read())[1]


def make_lower(folder):
    """The packages of the service as they are now, with a lower version."""
    new = field("elektro", "Version")
    for name in SERVICE:
        with tempfile.TemporaryDirectory() as tree:
            subprocess.run(["dpkg-deb", "--raw-extract", package(name), tree], check=True)
            path = os.path.join(tree, "DEBIAN/control")
            with open(path, encoding="utf-8") as file:
                control = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(control.replace(new, LOWER_VERSION))
            subprocess.run(["dpkg-deb", "--build", "--root-owner-group", "-Znone", tree, folder], check=True,
                           stdout=subprocess.DEVNULL)


def log_in(database, code, name):
    """Adds a session of a player at a table to a database of schema 4; returns its cookie."""
    token = os.urandom(32).hex()
    (person,) = database.execute("SELECT users.id FROM users JOIN players ON users.id = person JOIN games ON games.id = game "
                                 "WHERE code = ? AND name = ?", (code, name)).fetchone()
    database.execute("INSERT INTO sessions (hash, id, person, created, expires) VALUES (?, ?, ?, 0, ?)",
                     (hashlib.sha256(token.encode()).hexdigest(), person + 1, person, int(time.time() + 3600) * 1000))
    return f"__Host-elektro={token}"


class Contents(unittest.TestCase):
    def test_lintian(self):
        """lintian finds no errors and no warnings"""
        changes = glob.glob(os.path.join(FOLDER, "*.changes"))
        self.assertEqual(len(changes), 1, changes)
        run = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", *changes], capture_output=True, text=True,
                             check=False)
        self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)

    def test_version(self):
        """the packages have the version of meson.build"""
        for name in [*SERVICE, "elektro-gpu", "elektro-mpi", "libelektro-dev"]:
            self.assertEqual(field(name, "Version").split("-")[0], version_of_sources(), name)

    def test_build_depends(self):
        """the packages name every library that scripts/setup installs for the build"""
        with open(os.path.join(ROOT, "scripts/setup"), encoding="utf-8") as file:
            wanted = set(re.findall(r"^build +(lib\S+|meson) ", file.read(), re.MULTILINE)) - {"libc6-dev"}
        with open(os.path.join(ROOT, "packaging/debian/control"), encoding="utf-8") as file:
            named = re.search(r"Build-Depends:(.*?)\n\n", file.read(), re.DOTALL)[1]
        self.assertGreater(len(wanted), 5)
        self.assertEqual(wanted - set(re.findall(r"[\w.+-]+", named)), set())

    def test_files(self):
        """command, manual pages, completion, web files, unit and settings are where they belong"""
        command = files("elektro")
        self.assertLessEqual({"/usr/bin/elektro", "/usr/share/man/man1/elektro.1.gz", "/usr/share/man/man1/elektro-serve.1.gz",
                              "/usr/share/bash-completion/completions/elektro", "/usr/share/fish/vendor_completions.d/elektro.fish",
                              "/usr/share/zsh/vendor-completions/_elektro"}, command)
        self.assertLessEqual({"/usr/share/elektro/web/index.html", "/usr/share/elektro/web/service-worker.js"},
                             files("elektro-web"))
        self.assertLessEqual({"/lib/systemd/system/elektro.service", "/lib/systemd/system/elektro.socket",
                              "/usr/lib/sysusers.d/elektro-server.conf", CONFIG},
                             files("elektro-server"))
        self.assertIn("/usr/lib/elektro/elektro.ptx", files("elektro-gpu"))
        self.assertIn("/usr/lib/elektro/elektro-mpi.so", files("elektro-mpi"))
        self.assertIn("/usr/include/elektro/elektro.h", files("libelektro-dev"))

    def test_examples(self):
        """every example is in one package: those for operators of a server in its own"""
        packed = {name: {os.path.basename(path) for path in files(name) if f"/doc/{name}/examples/" in path} - {""}
                  for name in ("elektro", "elektro-server")}
        self.assertEqual(packed["elektro"] & packed["elektro-server"], set())
        examples = {entry.name for entry in os.scandir(os.path.join(ROOT, "examples")) if entry.is_file()}
        self.assertEqual(examples - packed["elektro"] - packed["elektro-server"], set())
        self.assertLessEqual({"elektro@.service", "haproxy.cfg", "node.conf"}, packed["elektro-server"])
        self.assertLessEqual({f"/usr/share/doc/elektro-server/{name}.md.gz" for name in ("nodes", "operating")},
                             files("elektro-server"))

    def test_hardened(self):
        """the unit leaves the service nothing but its data folder and the network"""
        unit = os.path.join(ROOT, "packaging/elektro.service")
        run = subprocess.run(["systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSURE_MAX}", unit],
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout[-200:] + run.stderr)


class Visitor:
    """A client that connects and asks again and again. A connection may wait, but must not be refused."""

    def __init__(self, machine):
        self.machine = machine
        self.answered, self.refused, self.over = 0, [], False
        self.thread = threading.Thread(target=self.visit)  # which is in the network of the machine, as this one is

    def visit(self):
        while not self.over:
            try:
                Http(self.machine).raw("GET", "/healthz")
                self.answered += 1
            except ConnectionRefusedError as refusal:
                self.refused.append(repr(refusal))
            except (OSError, http.client.HTTPException):
                pass  # the server that stops closes its connections

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over = True
        self.thread.join()


@unittest.skipIf(why_none(), why_none())
class Service(unittest.TestCase):
    """Each case with a machine of its own. /mnt has the packages, /mnt/released those of the release before, /mnt/lower those of
    today with a lower version."""

    @classmethod
    def setUpClass(cls):
        cls.space = tempfile.TemporaryDirectory(prefix="elektro-packages-")
        cls.addClassCleanup(cls.space.cleanup)
        for folder in ["lower", "released"]:
            os.mkdir(os.path.join(cls.space.name, folder))
        make_lower(os.path.join(cls.space.name, "lower"))
        for name in SERVICE:
            shutil.copy(package(name, RELEASED or os.path.join(cls.space.name, "lower")), os.path.join(cls.space.name, "released"))
        for name in [*SERVICE, "elektro-mpi"]:
            shutil.copy(package(name), cls.space.name)

    def setUp(self):
        self.machine = self.enterContext(Machine(self.space.name))

    def install(self, folder="/mnt", names=SERVICE):
        here = os.path.join(self.space.name, os.path.relpath(folder, "/mnt"))
        self.machine.do("dpkg", "--install", *(os.path.join(folder, os.path.basename(package(name, here))) for name in names))

    def main_pid(self):
        return self.machine.do("systemctl", "show", "--property", "MainPID", "--value", "elektro").strip()

    def status_of_process(self):
        pid = self.main_pid()
        with open(self.machine.path(f"/proc/{pid}/status"), encoding="utf-8") as file:
            return dict(line.rstrip().split(":\t", 1) for line in file if ":\t" in line)

    def wait_for_server(self):
        self.assertTrue(until(self.machine.answers, 60), "the service does not answer")

    def admin(self, *words):
        """elektro admin as docs/operating.md tells operators to call it."""
        return self.machine.do("runuser", "-u", "elektro", "--", "elektro", "admin", "--config", CONFIG, *words)

    def play(self, players, code):
        """Makes a move; returns the number of entries then."""
        base = f"/api/v1/tables/{code}"
        view = players[0].get(base + "/position")["position"]["view"]
        mover = players[view["to_move"] - 1]
        listed = mover.get(base + "/moves")
        return mover.post(base + "/move", seq=listed["seq"], client=os.urandom(4).hex(), move=listed["moves"][-1])["seq"]

    def begin_game(self):
        """A game in progress: (its players, its code, the number of its entries)."""
        players = [Http(self.machine, "Anna"), Http(self.machine, "Ben")]
        code = new_table(players[0], players[1:])
        for _ in range(5):
            seq = self.play(players, code)
        return players, code, seq

    def goes_on(self, players, code, seq):
        """The clients of before see the game of before, and play on."""
        for player in players:
            player.close()
        self.assertEqual(players[0].get(f"/api/v1/tables/{code}/position")["position"]["seq"], seq)
        self.assertGreater(self.play(players, code), seq)

    def set_port(self, port):
        """The operator changes the settings."""
        path = self.machine.path(CONFIG)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("port = 8017", f"port = {port}"))
        self.machine.port = port

    def test_install(self):
        """installed, the service runs sandboxed as its own user, serves the web client, and starts at boot"""
        self.install()
        self.wait_for_server()
        self.assertEqual(self.machine.do("systemctl", "is-enabled", "elektro").strip(), "enabled")
        verified = self.machine.run("systemd-analyze", "verify", "elektro.service")
        self.assertEqual((verified.returncode, verified.stderr), (0, ""))
        process = self.status_of_process()
        uid = self.machine.do("id", "-u", "elektro").strip()
        self.assertNotEqual(uid, "0")
        self.assertEqual(process["Uid"].split(), [uid] * 4)
        self.assertEqual((int(process["CapEff"], 16), process["NoNewPrivs"], process["Seccomp"]), (0, "1", "2"))
        status = os.stat(self.machine.path("/var/lib/elektro"))
        self.assertEqual((status.st_uid, stat.S_IMODE(status.st_mode)), (int(uid), 0o700))
        status = os.stat(self.machine.path(os.path.dirname(CONFIG)))
        gid = self.machine.do("id", "-g", "elektro").strip()
        self.assertEqual((status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)), (0, int(gid), 0o750))
        code, headers, page = Http(self.machine).raw("GET", "/")
        self.assertEqual((code, headers["Content-Type"].split(";")[0]), (200, "text/html"))
        self.assertIn(b"<title>Elektro</title>", page)
        _, code, _ = self.begin_game()
        self.assertIn(code, self.admin("tables"))
        self.assertIn("elektro-serve", self.machine.do("sh", "-c", "zcat /usr/share/man/man1/elektro-serve.1.gz | head -5").lower()
                      .replace("\\-", "-"))

    def test_reload(self):
        """a reload reads changed settings, in the same process"""
        self.install()
        self.wait_for_server()
        before = self.main_pid()
        with open(self.machine.path(CONFIG), "a", encoding="utf-8") as file:
            file.write("rate = 50\n")
        self.machine.do("systemctl", "reload", "elektro")

        def journal():
            return self.machine.do("journalctl", "--no-pager", "-u", "elektro")
        self.assertTrue(until(lambda: '"setting":"rate"' in journal()), journal())
        self.assertEqual(self.main_pid(), before)

    def test_bad_settings(self):
        """with wrong settings the service fails once, says why in the journal, and does not restart"""
        self.install()
        self.wait_for_server()
        with open(self.machine.path(CONFIG), "a", encoding="utf-8") as file:
            file.write("prot = 8018\n")
        self.machine.run("systemctl", "restart", "elektro")

        def state():
            return self.machine.run("systemctl", "is-active", "elektro").stdout.strip()
        self.assertTrue(until(lambda: state() == "failed"), state())
        self.assertEqual(self.machine.do("systemctl", "show", "--property", "NRestarts", "--value", "elektro").strip(), "0")
        self.assertIn("there is no setting 'prot'", self.machine.do("journalctl", "--no-pager", "-u", "elektro"))

    def test_upgrade(self):
        """an upgrade restarts the service: the game in progress goes on, with the settings of the operator"""
        self.install("/mnt/released")
        self.set_port(8018)
        self.machine.do("systemctl", "restart", "elektro")
        self.wait_for_server()
        before = self.main_pid()
        game = self.begin_game()
        self.install()
        self.wait_for_server()
        self.assertNotEqual(self.main_pid(), before)
        installed = self.machine.do("dpkg-query", "--show", "--showformat", "${Package} ${Version} ${db:Status-Status}\n", *SERVICE)
        new = field("elektro", "Version")
        self.assertEqual(installed.splitlines(), [f"{name} {new} installed" for name in sorted(SERVICE)])
        self.goes_on(*game)

    def test_socket(self):
        """with the socket unit, an upgrade refuses no connection"""
        self.install("/mnt/lower")
        self.assertEqual(self.machine.run("systemctl", "is-enabled", "elektro.socket").stdout.strip(), "disabled")
        self.machine.do("systemctl", "stop", "elektro")
        self.machine.do("systemctl", "enable", "--now", "elektro.socket")
        self.machine.do("systemctl", "start", "elektro")
        self.wait_for_server()
        before = self.main_pid()
        with Visitor(self.machine) as visitor:
            self.assertTrue(until(lambda: visitor.answered > 3))
            self.install()
            after = visitor.answered
            self.assertTrue(until(lambda: visitor.answered > after + 3))
        self.assertEqual(visitor.refused, [])
        self.assertNotEqual(self.main_pid(), before)
        self.machine.do("dpkg", "--purge", "elektro-server")
        self.assertFalse(self.machine.answers())
        self.assertEqual(self.machine.run("systemctl", "is-active", "elektro.socket").stdout.strip(), "inactive")

    def test_old_database(self):
        """an upgrade migrates the database of the release before, and its games go on"""
        self.install("/mnt/released")
        self.wait_for_server()
        self.machine.do("systemctl", "stop", "elektro")
        players = self.put_old_database("e88p57qmrfsv", ["Dora", "Emil"])
        self.install()
        self.wait_for_server()
        self.goes_on(players, "e88p57qmrfsv", 182)
        self.assertGreater(self.schema(), 4)

    def schema(self):
        """The version of the database, from a backup."""
        self.admin("backup", "/var/lib/elektro/backup.db")
        copy = os.path.join(self.space.name, "backup.db")
        shutil.copy(self.machine.path("/var/lib/elektro/backup.db"), copy)
        database = sqlite3.connect(copy)
        (version,) = database.execute("SELECT MAX(version) FROM schema_version").fetchone()
        database.close()
        return version

    def put_old_database(self, code, names):
        """Replaces the database by one of schema 4, with games in progress. Returns the players of one of them."""
        path = os.path.join(self.space.name, "old.db")
        database = sqlite3.connect(path)
        for name in ["4.sql", "games.sql"]:
            with open(os.path.join(ROOT, "tests/server/schemas", name), encoding="utf-8") as file:
                database.executescript(file.read())
        players = [Http(self.machine, cookie=log_in(database, code, name)) for name in names]
        database.commit()
        database.close()
        folder = self.machine.path(os.path.dirname(DATABASE))
        for old in glob.glob(os.path.join(folder, "elektro.db*")):
            os.remove(old)
        shutil.move(path, self.machine.path(DATABASE))
        owner = os.stat(folder)
        os.chown(self.machine.path(DATABASE), owner.st_uid, owner.st_gid)
        return players

    def test_unit_by_hand(self):
        """the games of a unit that was installed by hand, with a dynamic user, go on under the package"""
        self.install(names=["elektro", "elektro-web"])
        unit = self.machine.path("/etc/systemd/system/elektro.service")
        with open(unit, "w", encoding="utf-8") as file:
            file.write("[Service]\nExecStart=/usr/bin/elektro serve --data /var/lib/elektro\nDynamicUser=yes\nStateDirectory=elektro\n"
                       "UMask=0077\n")
        self.machine.do("systemctl", "start", "elektro")
        self.wait_for_server()
        game = self.begin_game()
        self.machine.do("systemctl", "stop", "elektro")
        os.remove(unit)
        self.install(names=["elektro-server"])
        self.wait_for_server()
        self.goes_on(*game)

    def test_remove(self):
        """removed, the service is gone and its games stay; installed again, they go on; purged, all is gone"""
        self.install()
        self.wait_for_server()
        game = self.begin_game()
        self.machine.do("dpkg", "--remove", "elektro-server")
        self.assertFalse(self.machine.answers())
        self.assertFalse(os.path.exists(self.machine.path("/lib/systemd/system/elektro.service")))
        self.assertTrue(os.path.exists(self.machine.path(DATABASE)))
        self.assertTrue(os.path.exists(self.machine.path(CONFIG)))
        self.install()
        self.wait_for_server()
        self.goes_on(*game)
        self.machine.do("dpkg", "--purge", *reversed(SERVICE))
        left = self.machine.do("find", "/etc", "/lib/systemd", "/usr", "/var/lib", "-xdev", "-name", "*elektro*")
        self.assertEqual(left, "")

    def test_mpi(self):
        """the program finds the module of elektro-mpi"""
        self.install(names=["elektro", "elektro-mpi"])
        played = self.machine.run("sh", "-c", "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "
                                  "elektro arena --bots random,random,random --games 6")
        self.assertEqual((played.returncode, played.stderr), (0, ""), played.stdout)
