"""A private machine for tests that install packages: this system's files, under a systemd of its own.

Its root is an overlay over "/" whose changes stay in memory; systemd-nspawn boots it, with processes, network and
control groups of its own. Nothing that happens in it reaches this system.
"""

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from client import Http, Server, until  # noqa: E402

CLONE_NEWNET = 0x40000000

# Mounts the overlay, joins the control group, boots. A policy-rc.d would keep packages from starting services; the index
# of the manual pages takes long and is not looked at.
BOOT = """
set -e
mount -t tmpfs elektro-test "$1"
cd "$1"
mkdir changes work root
mount -t overlay elektro-test -o lowerdir=/,upperdir=changes,workdir=work root
rm -f root/usr/sbin/policy-rc.d root/var/lib/man-db/auto-update
echo 0 >"$2/cgroup.procs"
exec systemd-nspawn --quiet --directory="$1/root" --bind-ro="$3:/mnt" --boot --register=no --keep-unit \\
    --private-network --console=pipe --link-journal=no --resolv-conf=off --timezone=off --machine="$4" \\
    systemd.unit=basic.target systemd.show_status=no
"""


def why_none():
    """Why this system cannot run such a machine; empty if it can."""
    if os.geteuid() != 0:
        return "only root can mount an overlay and boot a container"
    if not shutil.which("systemd-nspawn"):
        return "there is no systemd-nspawn (package systemd-container)"
    if control_groups() is None:
        return "there is no writable cgroup2 file system"
    probe = 'mount -t tmpfs x /mnt && cd /mnt && mkdir a b c && mount -t overlay x -o lowerdir=/,upperdir=a,workdir=b c'
    run = subprocess.run(["unshare", "--mount", "sh", "-c", probe], capture_output=True, text=True, check=False)
    return run.stderr.strip() if run.returncode else ""


def control_groups():
    """Where cgroup2 is mounted."""
    with open("/proc/mounts", encoding="utf-8") as mounts:
        for _, folder, kind, options, *_ in map(str.split, mounts):
            if kind == "cgroup2" and "rw" in options.split(","):
                return folder
    return None


class Machine:
    """Boots with the folder visible as /mnt. Between enter and exit this process uses its network."""

    # Where Http and Socket of client.py find the server, and from where they connect.
    port = 8017
    source = Server.source

    def __init__(self, folder):
        self.folder = folder
        self.tables, self.sockets = [], set()

    def __enter__(self):
        self.space = tempfile.mkdtemp(prefix="elektro-machine-")
        name = f"elektro-{os.urandom(4).hex()}"
        self.group = os.path.join(control_groups(), name)
        os.mkdir(self.group)
        self.log = open(os.path.join(self.space + ".log"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            ["unshare", "--mount", "sh", "-c", BOOT, "sh", self.space, self.group, os.path.realpath(self.folder), name],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT,
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"})
        try:
            self.init = until(self.find_init, 120)
            if not until(self.has_booted, 120):
                raise RuntimeError("the machine does not boot: " + self.said())
        except BaseException:
            self.end()
            raise
        self.outside = os.open("/proc/self/ns/net", os.O_RDONLY)
        self.join_network(os.open(f"/proc/{self.init}/ns/net", os.O_RDONLY))
        return self

    def __exit__(self, _, problem, __):
        if isinstance(problem, Exception):
            problem.add_note(self.run("journalctl", "--no-pager", "-u", "elektro").stdout[-3000:])
        self.join_network(self.outside)
        self.end()

    @staticmethod
    def join_network(namespace):
        if ctypes.CDLL(None, use_errno=True).setns(namespace, CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")
        os.close(namespace)

    def find_init(self):
        """The process id of its systemd: the first process of the container's control group."""
        if self.process.poll() is not None:
            raise RuntimeError("systemd-nspawn ended: " + self.said())
        try:
            with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="utf-8") as children:
                pids = children.read().split()
            return next((pid for pid in pids if os.readlink(f"/proc/{pid}/exe").endswith("/systemd")), None)
        except OSError:  # it is just being started
            return None

    def has_booted(self):
        return self.run("systemctl", "is-active", "basic.target").stdout.strip() == "active"

    def said(self):
        self.log.seek(0)
        return self.log.read()[-3000:]

    def end(self):
        with open(os.path.join(self.group, "cgroup.kill"), "w", encoding="utf-8") as file:
            file.write("1")
        self.process.wait()
        for folder, _, _ in os.walk(self.group, topdown=False):
            until(lambda: self.remove_group(folder))
        self.log.close()
        os.remove(self.log.name)
        os.rmdir(self.space)

    @staticmethod
    def remove_group(folder):
        try:
            os.rmdir(folder)
        except OSError:
            return False
        return True

    def run(self, *command, **more):
        """Runs a command in it."""
        return subprocess.run(["nsenter", "--target", self.init, "--all", "--", *command], capture_output=True, text=True,
                              check=False, stdin=subprocess.DEVNULL, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"},
                              **more)

    def do(self, *command):
        """Runs a command in it that must succeed; returns what it prints."""
        run = self.run(*command)
        if run.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: status {run.returncode}: {run.stdout}{run.stderr}")
        return run.stdout

    def path(self, path):
        """A file of the machine, as this process reaches it."""
        return f"/proc/{self.init}/root{path}"

    def answers(self):
        """Whether the server answers."""
        try:
            return Http(self).raw("GET", "/healthz")[0] == 200
        except OSError:
            return False
