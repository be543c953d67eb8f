"""`elektro arena` at the command line: results, journals, external programs, MPI.

usage: tests/run arena.py ELEKTRO EXAMPLES_DIR"""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from mpi import environment, find_mpirun

ELEKTRO, EXAMPLES = sys.argv[1:3]
STABLE = ("name", "seats", "seats_played", "win_share", "mean_rank", "mean_cities", "mean_money",
          "rating", "forfeits")


MPIRUN = find_mpirun(ELEKTRO)


def arena(*flags, before=()):
    env = environment() if before else None
    return subprocess.run([*before, ELEKTRO, "arena", *flags], capture_output=True, text=True,
                          timeout=300, env=env)


def result(*flags, before=()):
    run = arena("--json", *flags, before=before)
    if run.returncode:
        raise AssertionError(run.stderr)
    whole = json.loads(run.stdout)
    return whole["games"], [{key: bot[key] for key in STABLE} for bot in whole["bots"]]


MATCH = ("--bots", "normal,random,random,random", "--games", "40", "--seed", "7")


IDLE = r"""
import sys
for line in sys.stdin:
    moves = line[line.rindex('"moves":['):].split('"')[3::2]
    print('{"move":"%s"}' % next((m for m in ("pass", "done", "power") if m in moves), moves[0]), flush=True)
"""


def is_there(pid):
    try:
        return " Z " not in open(f"/proc/{pid}/stat").read()
    except OSError:
        return False


LISTENER = r"""
import json, sys
log = open(sys.argv[1], "w")
books = [50] * 3
for line in sys.stdin:
    asked = json.loads(line)
    for e in asked["events"]:
        if e["event"] in ("plant-bought", "fuel-bought", "connected"):
            books[e["seat"] - 1] -= e["price"]
        elif e["event"] == "powered":
            books[e["seat"] - 1] += e["income"]
    print(json.dumps([books, [p["money"] for p in asked["state"]["seats"]]]), file=log, flush=True)
    print(json.dumps({"move": asked["moves"][-1]}), flush=True)
"""


PRICES = r"""
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    for e in asked["events"]:
        if e["event"] == "round-begins":
            first = e["round"] == 1
        elif e["event"] == "plant-bought" and first:
            print(json.dumps([e["price"], e["plant"]]), file=open(sys.argv[1], "a"), flush=True)
    print(json.dumps({"move": asked["moves"][-1]}), flush=True)
"""


class Arena(unittest.TestCase):
    def test_shares_add_up(self):
        """win shares of all seats add up to one game each, shared victories split"""
        games, bots = result(*MATCH)
        total = sum(bot["win_share"] * bot["seats_played"] for bot in bots)
        self.assertEqual(games, 40, f"{games} games, {total} wins, {bots}")
        self.assertLessEqual(abs(total - 40), 1e-4, f"{games} games, {total} wins, {bots}")
        self.assertEqual(bots[1]["seats_played"], 120, f"{games} games, {total} wins, {bots}")

    def test_same_on_any_number_of_threads(self):
        """the same match gives the same result on one thread and on four"""
        self.assertEqual(result(*MATCH, "--threads", "1"), result(*MATCH, "--threads", "4"), "the results differ")

    def test_habits(self):
        """habits agree with the events that a program sees, on any number of threads"""
        with tempfile.TemporaryDirectory() as folder:
            path, log = os.path.join(folder, "log.py"), os.path.join(folder, "log")
            with open(path, "w") as out:
                out.write(PRICES)
            flags = ("--bots", f"normal,cmd:{sys.executable} {path} {log},normal", "--games", "6", "--habits")
            run = arena("--json", *flags, "--threads", "1")
            habits = [bot["habits"] for bot in json.loads(run.stdout)["bots"]]
            prices = [json.loads(line) for line in open(log)]
            self.assertEqual(len(prices), 18, prices)
            counts = [12, 6]
            self.assertAlmostEqual(sum(p for p, _ in prices),
                                   sum(h["round1_price"] * n for h, n in zip(habits, counts)), 6)
            self.assertAlmostEqual(sum(p >= 2 * plant for p, plant in prices),
                                   sum(h["round1_double"] * n for h, n in zip(habits, counts)), 6)
            again = json.loads(arena("--json", *flags, "--threads", "3").stdout)["bots"]
            self.assertEqual([bot["habits"] for bot in again], habits)

    def test_names(self):
        """tables tell long names apart and do not show figures of games that were not played"""
        names = ("hard:miser@20", "hard:miser@200", "cmd:true with one word", "cmd:true with another")
        lines = arena("--bots", ",".join(names), "--games", "1", "--habits").stdout.splitlines()
        for name in names:
            self.assertEqual(sum(line.startswith(name + " ") for line in lines), 2, name)
        columns, = [line for line in lines if line.startswith("habit")]
        self.assertTrue(all(name in columns for name in names), columns)
        place, = [line for line in lines if line.startswith("place in order: winners")]
        self.assertEqual(place.split()[-1], "-", "a program that forfeited has no victories")

    def test_every_table(self):
        """matches work with every edition, board, number of players and option"""
        for edition, option in [("classic", "--first-game"), ("recharged", "--starting-cities")]:
            for number, board in enumerate(["germany", "usa", "central-europe", "benelux", "france", "italy"]):
                players = 2 + number % 5
                flags = ["--edition", edition, "--board", board, "--games", "4", "--zone",
                         ["random", "draft"][number % 2]] + [option] * (number % 3 == 0)
                games, _ = result("--bots", ",".join(["normal"] * players), *flags)
                self.assertEqual(games, 4, f"{edition} {board}: {games} games")

    def test_tournament(self):
        """more bots than seats play a tournament and are rated in order"""
        _, bots = result("--bots", "random,normal,easy", "--players", "2", "--games", "60")
        rating = {bot["name"]: bot["rating"] for bot in bots}
        self.assertTrue(rating["random"] < rating["easy"] < rating["normal"], bots)
        self.assertEqual(sum(bot["seats_played"] for bot in bots), 120, bots)

    def test_journal(self):
        """an interrupted match continues from its journal to the same result"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "journal")
            whole = result(*MATCH, "--journal", path)
            lines = open(path).read().splitlines(keepends=True)
            with open(path, "w") as out:
                out.write("".join(lines[:20]) + lines[20][:10])
            self.assertEqual(result(*MATCH, "--journal", path), whole, "the result differs")
            self.assertEqual(len(open(path).read().splitlines()), 41, "the journal is not complete")
            other = arena("--bots", "random,random", "--games", "4", "--journal", path)
            self.assertEqual(other.returncode, 1, f"another match's journal: {other.stderr}")
            self.assertIn("another match", other.stderr, f"another match's journal: {other.stderr}")

    def test_journal_knows_its_bots(self):
        """a journal of bots that play differently is refused"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "journal")
            result(*MATCH, "--journal", path)
            text = open(path).read()
            play = text[text.index(" play=") + 6:][:16]
            with open(path, "w") as out:
                out.write(text.replace(play, f"{int(play, 16) ^ 1:016x}", 1))
            run = arena(*MATCH, "--journal", path)
            self.assertEqual(run.returncode, 1, f"{run.returncode} {run.stderr}")
            self.assertIn("other bots", run.stderr, f"{run.returncode} {run.stderr}")

    def test_damaged_journal(self):
        """an unreadable line loses only its own game"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "journal")
            whole = result(*MATCH, "--journal", path)
            lines = open(path, "rb").read().splitlines(keepends=True)
            lines[10] = lines[10][:5] + b"\0\0\0\n"
            lines[20] = b"nonsense\n"
            with open(path, "wb") as out:
                out.write(b"".join(lines))
            self.assertEqual(result(*MATCH, "--journal", path), whole, "the result differs")
            after = open(path, "rb").read().splitlines(keepends=True)
            self.assertEqual(after[:41], lines, f"{len(after)} lines, of 41 and the two that were lost")
            self.assertEqual(len(after), 43, f"{len(after)} lines, of 41 and the two that were lost")

    def test_programs(self):
        """a program can play a seat; a program that sends garbage, sleeps or dies forfeits"""
        seat = os.path.join(EXAMPLES, "seat.py")
        _, bots = result("--bots", f"random,cmd:{sys.executable} {seat}", "--games", "2")
        self.assertFalse(bots[1]["forfeits"], f"the example program: {bots}")
        self.assertEqual(bots[1]["win_share"], 1, f"the example program: {bots}")
        for command in ["echo nonsense; cat >/dev/null", "sleep 100", "exit 3", "/nonexistent",
                        "yes '{}'", "head -c 1000000 /dev/zero"]:
            _, bots = result("--bots", f"random,cmd:{command}", "--games", "2", "--program-ms", "300")
            self.assertEqual(bots[1]["forfeits"], 2, f"{command}: {bots}")
            self.assertEqual(bots[1]["win_share"], 0, f"{command}: {bots}")

    def test_endless_games(self):
        """a game that never ends is reported, with its seed"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "idle.py")
            with open(path, "w") as out:
                out.write(IDLE)
            run = arena("--bots", ",".join([f"cmd:{sys.executable} {path}"] * 3), "--games", "1",
                        "--edition", "classic", "--program-ms", "60000")
            self.assertEqual(run.returncode, 1, f"{run.returncode} {run.stderr[-300:]}")
            self.assertIn("seed", run.stderr, f"{run.returncode} {run.stderr[-300:]}")
            self.assertIn("1000 rounds", run.stderr, f"{run.returncode} {run.stderr[-300:]}")

    def test_skipped_step(self):
        """Step 2 is not counted in games that go from Step 1 to Step 3"""
        run = arena("--bots", "random,random,random", "--games", "12", "--edition", "classic")
        self.assertIn("Step 2 never", run.stdout, run.stdout)
        self.assertIn("(12 games)", run.stdout, run.stdout)

    def test_moves_of_others(self):
        """the time of a program that forfeits is that of its own decisions"""
        whole = json.loads(arena("--json", "--bots", "random,cmd:sleep 100", "--games", "2", "--program-ms",
                                 "300").stdout)
        self.assertGreaterEqual(whole["bots"][1]["ms_per_decision"], 290, whole['bots'][1])

    def test_spread_over_processes(self):
        """under mpirun the games are spread over processes with the same result"""
        if not MPIRUN:
            self.fail("built without MPI, or mpirun is not installed")
        self.assertEqual(result(*MATCH, before=MPIRUN), result(*MATCH), "the results differ")

    def test_journals_of_processes(self):
        """games played by several processes are not played again by one process or by several"""
        self.assertTrue(MPIRUN, "built without MPI, or mpirun is not installed")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "journal")
            whole = result(*MATCH, "--journal", path, before=MPIRUN)
            before = {name: open(os.path.join(folder, name)).read() for name in sorted(os.listdir(folder))}
            self.assertEqual(list(before), ["journal", "journal.1", "journal.2"], list(before))
            for processes in ((), MPIRUN[:-1] + ("2",)):
                self.assertEqual(result(*MATCH, "--journal", path, before=processes), whole, "the results differ")
                self.assertEqual({name: open(os.path.join(folder, name)).read() for name in before}, before,
                                 f"games were played again by {processes[-1:]}")

    def test_failing_process(self):
        """under mpirun a failed process is reported, and the others do not wait for it"""
        self.assertTrue(MPIRUN, "built without MPI, or mpirun is not installed")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "journal")
            os.mkdir(path + ".1")
            run = arena(*MATCH, "--journal", path, before=MPIRUN)
            self.assertNotEqual(run.returncode, 0, f"{run.returncode} {run.stderr}")
            self.assertIn("process", run.stderr, f"{run.returncode} {run.stderr}")

    def test_journals_are_guarded(self):
        """a journal in use is refused, and a journal cut in its first line is started again"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "journal")
            with open(path, "w") as other:
                fcntl.flock(other, fcntl.LOCK_EX)
                run = arena(*MATCH, "--journal", path)
                self.assertEqual(run.returncode, 1, f"in use: {run.stderr}")
                self.assertIn("another match is writing", run.stderr, f"in use: {run.stderr}")
            result(*MATCH, "--journal", path)
            text = open(path).read()
            with open(path, "w") as out:
                out.write(text[:40])
            result(*MATCH, "--journal", path)
            self.assertEqual(len(open(path).read().splitlines()), 41,
                             "a journal cut in its first line is not started again")

    def test_programs_do_not_stay(self):
        """a program and its child processes end with the arena, in every way the arena can end"""
        for end in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            with tempfile.TemporaryDirectory() as folder:
                mark = os.path.join(folder, "pids")
                script = os.path.join(folder, "program")
                with open(script, "w") as out:
                    out.write(f"sleep 60 & echo $$ $! $PPID >{mark}.new; mv {mark}.new {mark}; sleep 61; true\n")
                # SIGINT is ignored in tests that a shell runs in the background.
                match = subprocess.Popen([ELEKTRO, "arena", "--bots", f"random,cmd:sh {script}; true", "--games",
                                          "2", "--threads", "1", "--program-ms", "100000"],
                                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
                while not os.path.exists(mark):
                    time.sleep(0.05)
                pids = open(mark).read().split()
                match.send_signal(end)
                match.wait()
                for _ in range(600):
                    if not any(map(is_there, pids)):
                        break
                    time.sleep(0.05)
                else:
                    self.fail(f"after {end.name} a process is still running")

    def test_programs_are_told(self):
        """a program gets every event once: it can track every player's money"""
        with tempfile.TemporaryDirectory() as folder:
            path, log = os.path.join(folder, "listener.py"), os.path.join(folder, "log")
            with open(path, "w") as out:
                out.write(LISTENER)
            result("--bots", f"easy,cmd:{sys.executable} {path} {log},normal", "--games", "3", "--threads", "1",
                   "--open-money")
            pairs = [json.loads(line) for line in open(log)]
            self.assertGreaterEqual(len(pairs), 20, f"{len(pairs)} questions")
            for books, money in pairs:
                self.assertEqual(books, money, f"books {books}, but {money}")

    def test_refusals(self):
        """wrong calls are refused with a message"""
        for flags, words in [((), "--bots"), (("--bots", "genius,easy"), "no bot"),
                             (("--bots", "easy"), "two bots"), (("--bots", "random,hard@x"), "after '@'"),
                             (("--bots", "random,normal@50"), "does not search"),
                             (("--bots", "random,easy:rusher"), "has no styles"),
                             (("--bots", "random,hard:dancer@50"), "expected the style"),
                             (("--bots", "random,hard:rusher@x"), "after '@'"),
                             (("--bots", "random,cmd:a\nb"), "plain text"),
                             (("--bots", b"random,cmd:\xff"), "plain text"),
                             (("--bots", "random,cmd:"), "needs a command"),
                             (("--bots", "random,random", "--games", "0"), "--games"),
                             (("--bots", "random,random", "--players", "3"), "only 2"),
                             (("--bots", "random,random", "--board", "mars"), "no board"),
                             (("--bots", "random,random", "--zone", "mars"), "no region"),
                             (("--bots", "random,random", "extra"), "unexpected"),
                             (("--bots", "random,random", "--edition", "new"), "--edition"),
                             (("--bots", "random,random", "--first-game"),
                              "--first-game does not belong to the edition recharged"),
                             (("--bots", "random,random", "--habits", "--journal", "/nonexistent/j"),
                              "does not keep habits"),
                             (("--bots", ","), "name")]:
            run = arena(*flags)
            self.assertEqual(run.returncode, 2, f"{flags}: {run.returncode} {run.stderr}")
            self.assertIn(words, run.stderr, f"{flags}: {run.returncode} {run.stderr}")
