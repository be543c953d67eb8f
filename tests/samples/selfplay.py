"""`elektro selfplay` and `elektro samples` at the command line: the same file every time, interruptions, damage.

usage: tests/run selfplay.py ELEKTRO"""

import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../arena"))
from mpi import environment, find_mpirun  # noqa: E402

ELEKTRO = sys.argv[1]
MPIRUN = find_mpirun(ELEKTRO)


def run(verb, *flags, before=()):
    return subprocess.run([*before, ELEKTRO, verb, *map(str, flags)], capture_output=True, text=True, timeout=300,
                          env=environment() if before else None)


def checksum(data):
    """FNV-1a, as docs/samples.md says."""
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return struct.pack("<Q", value)


def header_size(data):
    return 16 + struct.unpack_from("<I", data, 12)[0] + 8


def records(data):
    """Where records begin and end, by nothing but their sizes."""
    at = header_size(data)
    while at + 4 <= len(data):
        size = struct.unpack_from("<I", data, at)[0]
        yield at, at + size
        at += size


class Selfplay(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, name, *flags, games=120, before=()):
        path = self.path(name)
        made = run("selfplay", "-o", path, "--games", games, *flags, before=before)
        self.assertEqual(made.returncode, 0, made.stderr)
        with open(path, "rb") as file:
            return file.read()

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def refused(self, name, data, words):
        shown = run("samples", self.write(name, data))
        self.assertEqual(shown.returncode, 1, f"{name}: {shown.stdout}")
        self.assertIn(words, shown.stderr, name)

    def test_same_file(self):
        """the same options make the same bytes on any number of threads; another seed makes others"""
        first = self.make("one", "--threads", 1)
        self.assertEqual(self.make("four", "--threads", 4), first, "the number of threads matters")
        other = self.make("other", "--seed", 2)
        self.assertNotEqual(first[header_size(first):][:400], other[header_size(other):][:400], "the seed does not matter")

    def test_prefix(self):
        """a file with fewer games is the beginning of one with more, and can be continued to it"""
        few = self.make("few", games=40)
        many = self.make("many")
        self.assertEqual(many[:len(few)], few, "the first games differ")
        self.assertEqual(self.make("few", "--resume"), many, "the continued file differs")

    def test_cut_off(self):
        """a file that was cut off anywhere is continued to the same bytes"""
        whole = self.make("whole", games=20)
        ends = [0, 15, header_size(whole) - 1, header_size(whole) + 3, header_size(whole) + 300, len(whole) - 1]
        for end in ends:
            self.write("cut", whole[:end])
            self.assertEqual(self.make("cut", "--resume", games=20), whole, f"cut off at {end}")

    def test_killed(self):
        """a run that is killed again and again ends with the same bytes"""
        flags = ("--tables", "germany/any/4,usa/classic/5", "--explore", 10)
        path = self.path("killed")
        size = 0
        for _ in range(2):
            play = subprocess.Popen([ELEKTRO, "selfplay", "-o", path, "--games", "1000000", "--resume", *map(str, flags)])
            self.addCleanup(play.kill)
            deadline = time.monotonic() + 60
            while not os.path.exists(path) or os.path.getsize(path) <= size + 30000:
                self.assertLess(time.monotonic(), deadline, "nothing was written")
                time.sleep(0.002)
            play.send_signal(signal.SIGKILL)
            self.assertEqual(play.wait(), -signal.SIGKILL)
            size = os.path.getsize(path)
        with open(path, "rb") as file:
            games = len(list(records(file.read()))) + 40
        whole = self.make("whole", *flags, games=games)
        self.assertEqual(self.make("killed", "--resume", *flags, games=games), whole, "the file differs")

    def test_interrupted(self):
        """it says how many games the file has, and how to go on when it is interrupted"""
        spoken = ("selfplay", "-o", self.path("spoken"), "--games")
        self.assertIn("spoken has 1 game.", run(*spoken, 1).stdout)
        self.assertIn("spoken has 20 games.", run(*spoken, 20, "--resume").stdout)
        self.assertIn("spoken has 20 games.", run(*spoken, 10, "--resume").stdout, "games that it had before")
        play = subprocess.Popen([ELEKTRO, "selfplay", "-o", self.path("stopped"), "--games", "100000000"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not os.path.exists(self.path("stopped")) or os.path.getsize(self.path("stopped")) < 100000:
            self.assertLess(time.monotonic(), deadline, "nothing was written")
            time.sleep(0.05)
        play.send_signal(signal.SIGINT)
        _, errors = play.communicate(timeout=60)
        self.assertEqual(play.returncode, -signal.SIGINT)
        self.assertRegex(errors, r"interrupted after \d+ games; the same command with --resume goes on")

    @unittest.skipUnless(MPIRUN, "there is no MPI")
    def test_processes(self):
        """several processes make the same file as one, also from an interrupted run, and leave no others behind"""
        whole = self.make("whole", games=400)
        self.assertEqual(self.make("shared", games=400, before=MPIRUN), whole, "the file differs")
        self.write("shared", whole[:100000])
        play = subprocess.Popen([*MPIRUN, ELEKTRO, "selfplay", "-o", self.path("shared"), "--games", "40000", "--resume"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment())
        deadline = time.monotonic() + 60
        while not os.path.exists(self.path("shared.part-2")) or os.path.getsize(self.path("shared.part-2")) < 9000:
            self.assertLess(time.monotonic(), deadline, "no part was written")
            time.sleep(0.05)
        play.send_signal(signal.SIGTERM)
        play.wait()
        other = run("selfplay", "-o", self.path("shared"), "--games", 400, "--resume", before=(*MPIRUN[:-1], "2"))
        self.assertNotEqual(other.returncode, 0, "parts of three processes were given to two")
        self.assertIn("another number of processes", other.stderr)
        self.assertEqual(self.make("shared", "--resume", games=400, before=MPIRUN), whole, "the continued file differs")
        self.assertEqual(sorted(os.listdir(self.folder)), ["shared", "whole"])

    @unittest.skipUnless(MPIRUN, "there is no MPI")
    def test_unequal_processes(self):
        """a process that cannot begin ends the run: the others do not wait for it"""
        script = 'test "$OMPI_COMM_WORLD_RANK" != 1 || set -- "$@" --weights /nowhere; exec "$0" "$@"'
        made = run("selfplay", "-o", self.path("none"), "--games", 40, before=(*MPIRUN, "sh", "-c", script))
        self.assertNotEqual(made.returncode, 0)
        self.assertIn("/nowhere", made.stderr)
        self.assertIn("another process cannot begin", made.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_contents(self):
        """records are as the documentation says, and the list of tables is covered"""
        data = self.make("all", games=400)
        self.assertEqual(data[:8], b"EKSAMPLE")
        self.assertEqual(data[header_size(data) - 8:header_size(data)], checksum(data[:header_size(data) - 8]))
        tables = set()
        options = set()
        for number, (begin, end) in enumerate(records(data)):
            magic, n = struct.unpack_from("<4sQ", data, begin + 4)
            board = data[begin + 32:begin + 64].rstrip(b"\0").decode()
            edition, players, option, zone, rules, flags, positions = struct.unpack_from("<BBBBHBB", data, begin + 64)
            self.assertEqual((magic, n, rules, flags), (b"GAME", number, 1, 0))
            self.assertTrue(zone and positions, f"game {number}: zone {zone}, {positions} positions")
            wins = sum(struct.unpack_from("<I", data, begin + 80 + 24 * seat + 16)[0] for seat in range(6))
            self.assertTrue(65530 <= wins <= 65536, f"game {number}: {wins} of 65536 victories")
            if number < 3:  # Python is slow
                self.assertEqual(data[end - 8:end], checksum(data[begin:end - 8]))
            tables.add((board, edition, players))
            options.add((edition, option))
        self.assertEqual(number, 399)
        self.assertEqual(len(tables), 60, "not all tables were seen")
        self.assertTrue({(0, 0), (0, 2), (1, 0), (1, 1)} <= options, options)
        shown = run("samples", self.path("all"))
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("400 games", shown.stdout)
        self.assertRegex(shown.stdout, r"italy +classic +3 ")

    def test_bots(self):
        """seats get the bots that were named, with their budgets; a name that is repeated comes more often"""
        data = self.make("mixed", "--bots", "normal,normal,easy,normal:rusher,hard@8", "--tables", "germany/recharged/3", games=40)
        seats = []
        for begin, _ in records(data):
            for seat in range(3):
                nodes, _, _, level, style = struct.unpack_from("<IIHBB", data, begin + 80 + 24 * seat)
                seats.append((level, style, nodes))
        self.assertEqual(set(seats), {(1, 0, 0), (2, 0, 0), (2, 2, 0), (3, 0, 8)})
        self.assertGreater(seats.count((2, 0, 0)), seats.count((1, 0, 0)))
        self.assertRegex(run("samples", self.path("mixed")).stdout, r"(?s)easy .*normal .*normal:rusher .*hard@8 ")

    def test_damage(self):
        """damaged files are refused with words and the place, and stay as they are"""
        whole = self.make("whole", games=5)
        begin, end = list(records(whole))[2]
        self.refused("empty", b"", "not a file of samples")
        self.refused("text", b"Elektro" * 20, "not a file of samples")
        self.refused("version", whole[:8] + b"\3" + whole[9:], "another version")
        self.refused("header", whole[:30] + b"?" + whole[31:], "header is damaged")
        self.refused("short header", whole[:50], "header is cut off")
        self.refused("end", whole[:-10], "cut off at byte")
        damaged = whole[:begin + 500] + bytes([whole[begin + 500] ^ 4]) + whole[begin + 501:]
        self.refused("bit", damaged, f"at byte {begin} is damaged: its checksum is wrong")
        self.refused("magic", whole[:begin + 4] + b"g" + whole[begin + 5:], f"at byte {begin} is damaged")
        record = bytearray(whole[begin:end - 8])
        record[64] ^= 1  # sealed again, but of the other edition
        other = whole[:begin] + bytes(record) + checksum(record) + whole[end:]
        self.refused("edition", other, f"the record of game 2 at byte {begin} cannot be used")
        path = self.write("damaged", damaged)
        resumed = run("selfplay", "-o", path, "--games", 9, "--resume")
        self.assertEqual(resumed.returncode, 1)
        self.assertIn(f"at byte {begin} is damaged", resumed.stderr)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), damaged, "a damaged file was changed")

    def test_weights(self):
        """Weights from a file play like those of Elektro if they are the same, and damaged ones are refused."""
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/weights/judge.bin"), "rb") as file:
            weights = file.read()
        same = self.write("judge.bin", weights)
        self.assertEqual(self.make("a", "--bots", "hard@24", games=6),
                         self.make("b", "--bots", "hard@24", "--weights", same, games=6))
        damaged = self.write("damaged.bin", weights[:-1] + bytes([weights[-1] ^ 1]))
        made = run("selfplay", "-o", self.path("c"), "--weights", damaged)
        self.assertEqual(made.returncode, 2)
        self.assertIn("damaged.bin' cannot be used: ", made.stderr)
        self.assertFalse(os.path.exists(self.path("c")))

    def test_refused(self):
        """wrong options, and files of other runs, are refused and change nothing"""
        path = self.path("file")
        whole = self.make("file", games=3)
        for flags, words in [((), "exists"), (("--resume", "--seed", 9), "other options"),
                             (("--resume", "--explore", 9), "other options"),
                             (("--tables", "mars"), "no table 'mars'"), (("--tables", "usa/classic/7"), "no table"),
                             (("--tables", "usa/classic/4/1"), "no table"), (("--tables", ""), "no table"),
                             (("--tables", ",".join(["usa/classic/4"] * 150)), "longer than 2000 bytes"),
                             (("--bots", "genius"), "no bot 'genius'"), (("--bots", "expert"), "by the clock"),
                             (("--bots", "cmd:true"), "programs"), (("--explore", "101"), "--explore"),
                             (("--gpu", "--chances", "4"), "--chances"), (("--kernels", "x.ptx"), "add --gpu")]:
            made = run("selfplay", "-o", path, "--games", 9, *flags)
            self.assertNotEqual(made.returncode, 0, flags)
            self.assertIn(words, made.stderr, flags)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), whole, "the file was changed")
        self.assertIn("-o FILE", run("selfplay").stderr)
        self.assertIn("not a plain file", run("selfplay", "-o", "/dev/null", "--resume").stderr)
        self.assertIn("not a plain file", run("samples", self.folder).stderr)
        self.assertIn("No such file", run("samples", self.path("none")).stderr)
        os.mkfifo(self.path("pipe"))
        self.assertIn("not a plain file", run("samples", self.path("pipe")).stderr)
