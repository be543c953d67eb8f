"""`elektro arena` from outside: results, journals, programs that take a seat, MPI.

usage: arena.py ELEKTRO EXAMPLES_DIR"""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "structure"))
import tap

ELEKTRO, EXAMPLES = sys.argv[1:3]
STABLE = ("name", "seats", "seats_played", "win_share", "mean_rank", "mean_cities", "mean_money",
          "rating", "forfeits")


def find_mpirun():
    """How to run three processes; nothing if there is no MPI."""
    mpirun = shutil.which("mpirun")
    module = os.path.join(os.path.dirname(os.path.realpath(ELEKTRO)), "elektro-mpi.so")
    if not mpirun or not os.path.exists(module):
        return ()
    return (mpirun, "--allow-run-as-root", "--oversubscribe", "-n", "3")


MPIRUN = find_mpirun()


def arena(*flags, before=()):
    # What Open MPI itself never frees is not ours to report.
    env = dict(os.environ, ASAN_OPTIONS="detect_leaks=0") if before else None
    return subprocess.run([*before, ELEKTRO, "arena", *flags], capture_output=True, text=True,
                          timeout=300, env=env)


def result(*flags, before=()):
    run = arena("--json", *flags, before=before)
    if run.returncode:
        raise AssertionError(run.stderr)
    whole = json.loads(run.stdout)
    return whole["games"], [{key: bot[key] for key in STABLE} for bot in whole["bots"]]


MATCH = ("--bots", "normal,random,random,random", "--games", "40", "--seed", "7")


def shares_add_up():
    """win shares of all seats add up to one game each, shared victories split"""
    games, bots = result(*MATCH)
    total = sum(bot["win_share"] * bot["seats_played"] for bot in bots)
    if games != 40 or abs(total - 40) > 1e-4 or bots[1]["seats_played"] != 120:
        yield f"{games} games, {total} wins, {bots}"


def same_on_any_number_of_threads():
    """the same match gives the same result on one thread and on four"""
    if result(*MATCH, "--threads", "1") != result(*MATCH, "--threads", "4"):
        yield "the results differ"


def every_table():
    """every edition, board, number of players and option can be matched"""
    for edition, option in [("classic", "--first-game"), ("recharged", "--starting-cities")]:
        for number, board in enumerate(["germany", "usa", "central-europe", "benelux", "france", "italy"]):
            players = 2 + number % 5
            flags = ["--edition", edition, "--board", board, "--games", "4", "--zone",
                     ["random", "draft"][number % 2]] + [option] * (number % 3 == 0)
            games, _ = result("--bots", ",".join(["normal"] * players), *flags)
            if games != 4:
                yield f"{edition} {board}: {games} games"


def tournament():
    """more bots than seats play a tournament and are rated in order"""
    _, bots = result("--bots", "random,normal,easy", "--players", "2", "--games", "60")
    rating = {bot["name"]: bot["rating"] for bot in bots}
    if not rating["random"] < rating["easy"] < rating["normal"] or sum(bot["seats_played"] for bot in bots) != 120:
        yield f"{bots}"


def journal():
    """an interrupted match goes on from its journal to the same result"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "journal")
        whole = result(*MATCH, "--journal", path)
        lines = open(path).read().splitlines(keepends=True)
        with open(path, "w") as out:
            out.write("".join(lines[:20]) + lines[20][:10])
        if result(*MATCH, "--journal", path) != whole:
            yield "the result differs"
        if len(open(path).read().splitlines()) != 41:
            yield "the journal is not whole again"
        other = arena("--bots", "random,random", "--games", "4", "--journal", path)
        if other.returncode != 1 or "another match" not in other.stderr:
            yield f"another match's journal: {other.stderr}"


def journal_knows_its_bots():
    """a journal of bots that play differently is refused"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "journal")
        result(*MATCH, "--journal", path)
        text = open(path).read()
        play = text[text.index(" play=") + 6:][:16]
        with open(path, "w") as out:
            out.write(text.replace(play, f"{int(play, 16) ^ 1:016x}", 1))
        run = arena(*MATCH, "--journal", path)
        if run.returncode != 1 or "other bots" not in run.stderr:
            yield f"{run.returncode} {run.stderr}"


def damaged_journal():
    """a line that cannot be read costs its own game, not those behind it"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "journal")
        whole = result(*MATCH, "--journal", path)
        lines = open(path, "rb").read().splitlines(keepends=True)
        lines[10] = lines[10][:5] + b"\0\0\0\n"
        lines[20] = b"nonsense\n"
        with open(path, "wb") as out:
            out.write(b"".join(lines))
        if result(*MATCH, "--journal", path) != whole:
            yield "the result differs"
        after = open(path, "rb").read().splitlines(keepends=True)
        if after[:41] != lines or len(after) != 43:
            yield f"{len(after)} lines, of 41 and the two that were lost"


def programs():
    """a program takes a seat; one that talks nonsense, sleeps or dies forfeits"""
    seat = os.path.join(EXAMPLES, "seat.py")
    _, bots = result("--bots", f"random,cmd:{sys.executable} {seat}", "--games", "2")
    if bots[1]["forfeits"] or bots[1]["win_share"] != 1:
        yield f"the example program: {bots}"
    for command in ["echo nonsense; cat >/dev/null", "sleep 100", "exit 3", "/nonexistent",
                    "yes '{}'", "head -c 1000000 /dev/zero"]:
        _, bots = result("--bots", f"random,cmd:{command}", "--games", "2", "--program-ms", "300")
        if bots[1]["forfeits"] != 2 or bots[1]["win_share"] != 0:
            yield f"{command}: {bots}"


IDLE = r"""
import sys
for line in sys.stdin:
    moves = line[line.rindex('"moves":['):].split('"')[3::2]
    print('{"move":"%s"}' % next((m for m in ("pass", "done", "power") if m in moves), moves[0]), flush=True)
"""


def endless_games():
    """a game that nobody ever ends is told of, with its seed"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "idle.py")
        with open(path, "w") as out:
            out.write(IDLE)
        run = arena("--bots", ",".join([f"cmd:{sys.executable} {path}"] * 3), "--games", "1",
                    "--edition", "classic", "--program-ms", "60000")
        if run.returncode != 1 or "seed" not in run.stderr or "1000 rounds" not in run.stderr:
            yield f"{run.returncode} {run.stderr[-300:]}"


def skipped_step():
    """Step 2 is not counted in games that go from Step 1 to Step 3"""
    run = arena("--bots", "random,random,random", "--games", "12", "--edition", "classic")
    if "Step 2 never" not in run.stdout or "(12 games)" not in run.stdout:
        yield run.stdout


def moves_of_others():
    """the time of a program that forfeits is that of its own decisions"""
    whole = json.loads(arena("--json", "--bots", "random,cmd:sleep 100", "--games", "2", "--program-ms",
                             "300").stdout)
    if whole["bots"][1]["ms_per_decision"] < 290:
        yield f"{whole['bots'][1]}"


def spread_over_processes():
    """under mpirun the games are spread over processes with the same result"""
    if not MPIRUN:
        yield "built without MPI, or mpirun is not installed"
    elif result(*MATCH, before=MPIRUN) != result(*MATCH):
        yield "the results differ"


def journals_of_processes():
    """what several processes have played is not played again by one, nor by others"""
    if not MPIRUN:
        yield "built without MPI, or mpirun is not installed"
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "journal")
        whole = result(*MATCH, "--journal", path, before=MPIRUN)
        before = {name: open(os.path.join(folder, name)).read() for name in sorted(os.listdir(folder))}
        if list(before) != ["journal", "journal.1", "journal.2"]:
            yield f"{list(before)}"
        for processes in ((), MPIRUN[:-1] + ("2",)):
            if result(*MATCH, "--journal", path, before=processes) != whole:
                yield "the results differ"
            if {name: open(os.path.join(folder, name)).read() for name in before} != before:
                yield f"games were played again by {processes[-1:]}"


def failing_process():
    """under mpirun a process that fails is told of and nobody waits for it"""
    if not MPIRUN:
        yield "built without MPI, or mpirun is not installed"
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "journal")
        os.mkdir(path + ".1")
        run = arena(*MATCH, "--journal", path, before=MPIRUN)
        if run.returncode == 0 or "process" not in run.stderr:
            yield f"{run.returncode} {run.stderr}"


def journals_are_guarded():
    """a journal in use, of another board or cut in its first line is told apart"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "journal")
        with open(path, "w") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            run = arena(*MATCH, "--journal", path)
            if run.returncode != 1 or "another match is writing" not in run.stderr:
                yield f"in use: {run.stderr}"
        result(*MATCH, "--journal", path)
        text = open(path).read()
        with open(path, "w") as out:
            out.write(text[:40])
        result(*MATCH, "--journal", path)
        if len(open(path).read().splitlines()) != 41:
            yield "a journal cut in its first line is not begun anew"


def is_there(pid):
    try:
        return " Z " not in open(f"/proc/{pid}/stat").read()
    except OSError:
        return False


def programs_do_not_stay():
    """a program ends with the arena, however that ends, and so does what it has started"""
    for end in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        with tempfile.TemporaryDirectory() as folder:
            mark = os.path.join(folder, "pids")
            script = os.path.join(folder, "program")
            with open(script, "w") as out:
                out.write(f"sleep 60 & echo $$ $! $PPID >{mark}.new; mv {mark}.new {mark}; sleep 61; true\n")
            # A shell that runs the tests in its background has let them ignore SIGINT.
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
                yield f"after {end.name} something is still there"


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


def programs_are_told():
    """a program is told every event once: it can keep everybody's books"""
    with tempfile.TemporaryDirectory() as folder:
        path, log = os.path.join(folder, "listener.py"), os.path.join(folder, "log")
        with open(path, "w") as out:
            out.write(LISTENER)
        result("--bots", f"easy,cmd:{sys.executable} {path} {log},normal", "--games", "3", "--threads", "1",
               "--open-money")
        pairs = [json.loads(line) for line in open(log)]
        if len(pairs) < 20:
            yield f"{len(pairs)} questions"
        for books, money in pairs:
            if books != money:
                yield f"books {books}, but {money}"
                return


def refusals():
    """wrong calls are refused in words"""
    for flags, words in [((), "--bots"), (("--bots", "genius,easy"), "no bot"),
                         (("--bots", "easy"), "two bots"), (("--bots", "random,hard@x"), "after '@'"),
                         (("--bots", "random,normal@50"), "does not search"),
                         (("--bots", "random,cmd:a\nb"), "plain text"),
                         (("--bots", b"random,cmd:\xff"), "plain text"),
                         (("--bots", "random,cmd:"), "wants a command"),
                         (("--bots", "random,random", "--games", "0"), "--games"),
                         (("--bots", "random,random", "--players", "3"), "only 2"),
                         (("--bots", "random,random", "--board", "mars"), "no board"),
                         (("--bots", "random,random", "--zone", "mars"), "no region"),
                         (("--bots", "random,random", "extra"), "unexpected"),
                         (("--bots", "random,random", "--edition", "new"), "--edition"),
                         (("--bots", ","), "name")]:
        run = arena(*flags)
        if run.returncode != 2 or words not in run.stderr:
            yield f"{flags}: {run.returncode} {run.stderr}"
    run = arena("--bots", "random,random,random,random", "--zone", "west,south,east,north-west",
                "--games", "1", "--first-game")
    if run.returncode != 1 or "option" not in run.stderr:
        yield f"an option of the other edition: {run.stderr}"


tap.run([shares_add_up, same_on_any_number_of_threads, every_table, tournament, journal,
         journal_knows_its_bots, damaged_journal, programs, journals_of_processes,
         endless_games, skipped_step, moves_of_others,
         spread_over_processes, failing_process, journals_are_guarded, programs_do_not_stay, programs_are_told,
         refusals])
