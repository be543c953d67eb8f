"""Laws that hold however a cluster is disturbed, checked on what its clients saw and on what the database has at the end.

A history is a list of dictionaries of three kinds, with times in seconds of one monotonic clock:

    op      a request: client, do, table, begin, end, outcome, code, and what it sent and got back.
            outcome is "ok", "refused" (it changed nothing) or "unknown" (no answer, or one that says that nobody knows)
    watch   a watched table, from its answer to the end of its connection: client, table, begin, since, last (what the
            watcher knew at the end), alive (it was still connected at the end of the test)
    push    what a watch got: watch (its number), at, what ("entries", "chat", "away"), and the contents; wall and all times of
            journals are milliseconds since 1970

The truth is what the database has: for each table its journal (rows: seq, seat, client, at), the entries as a server
tells them, its chat, its settings, the clocks (left), and when the game had surely not begun (begun). Every check is a pure
function and yields sentences, one for each violation.
"""

from collections import defaultdict

# Answers to a refused request after which its session may be gone.
GONE = {"not-logged-in", "blocked"}

# Refusals that say nothing about another attempt of the same move. After all others it cannot be made any more, and has not
# been made: it would have been answered again.
LATER = {"conflict", "busy", "too-many", *GONE}

ROUNDING = 2  # milliseconds
CLOCKS = 50  # milliseconds by which a node on a busy machine may misjudge the time of the database


def ops(history, *names):
    return [h for h in history if h["kind"] == "op" and h["do"] in names]


def by(key, items):
    groups = defaultdict(list)
    for item in items:
        groups[item[key]].append(item)
    return groups


# ------------------------------------------------------------------------------------------------ moves

def check_journal(truth):
    """The entries of a journal are numbered from 1 without gaps."""
    for code, table in truth.items():
        numbers = [row["seq"] for row in table["rows"]]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{code}: the journal is not numbered from 1 without gaps: {numbers}"


def check_moves(history, truth):
    """An answered move is in the journal once and where the answer says; a refused one is not; another one at most once."""
    sent = by("name", ops(history, "move"))
    for name, attempts in sent.items():
        yield from check_move(name, attempts, truth)
    for code, table in truth.items():
        for row in table["rows"]:
            if row["client"] and row["client"] not in sent:
                yield f"{code}: entry {row['seq']} is a move {row['client']} that no client sent"


def check_move(name, attempts, truth):
    code, move = attempts[0]["table"], attempts[0]["move"]
    table = truth.get(code)
    if table is None:
        yield f"{code}: the table of move {name} is gone"
        return
    made = [row["seq"] for row in table["rows"] if row["client"] == name]
    answers = {a["seq"] for a in attempts if a["outcome"] == "ok"}
    if len(made) > 1:
        yield f"{code}: move {name} was made {len(made)} times: {made}"
    if len(answers) > 1:
        yield f"{code}: move {name} was answered as several entries: {sorted(answers)}"
    if answers and sorted(answers) != made:
        yield f"{code}: move {name} was answered as entry {sorted(answers)}, but the journal has it as {made}"
    refused = [a for a in attempts if a["outcome"] == "refused"]
    if made and (refused == attempts or any(a["code"] not in LATER for a in refused)):
        yield f"{code}: move {name} was refused, but is entry {made}"
    for seq in made:
        entry = table["entries"].get(seq)
        if entry and entry.get("move") != move:
            yield f"{code}: move {name} was '{move}', but entry {seq} is {entry}"


def check_order(history):
    """A move that was answered before another one was sent comes before it."""
    for code, moves in by("table", ops(history, "move")).items():
        ended = sorted((m["end"], m["seq"], m["name"]) for m in moves if m["outcome"] == "ok")
        made = {name: seq for _, seq, name in ended}
        first = {}  # when a move was first sent: a later attempt may be answered with an entry made before
        for m in moves:
            first[m["name"]] = min(m["begin"], first.get(m["name"], m["begin"]))
        before, latest = 0, (0, None)
        for name, begin in sorted(first.items(), key=lambda item: item[1]):
            seq = made.get(name)
            while before < len(ended) and ended[before][0] < begin:
                latest = max(latest, ended[before][1:])
                before += 1
            if seq is not None and seq <= latest[0] and name != latest[1]:
                yield f"{code}: move {name} is entry {seq}, but {latest[1]}, answered before it was sent, is {latest[0]}"


# ------------------------------------------------------------------------------------------------ reads

def seen_until(history):
    """What was known of each table when: pairs (time, seq) by table, from answers and pushes."""
    known = defaultdict(list)
    watches = {h["watch"]: h for h in history if h["kind"] == "watch"}
    for h in history:
        if h["kind"] == "op" and h["outcome"] == "ok" and h.get("seq") is not None:
            known[h["table"]].append((h["end"], h["seq"]))
        elif h["kind"] == "push" and h["what"] == "entries" and h["entries"]:
            known[watches[h["watch"]]["table"]].append((h["at"], h["entries"][-1]["seq"]))
    return {code: sorted(pairs) for code, pairs in known.items()}


def check_reads(history):
    """A request that began after an entry was seen by anybody is not answered from before it."""
    known = seen_until(history)
    for code, reads in by("table", ops(history, "moves", "position", "watch")).items():
        pairs = known.get(code, [])
        at, latest = 0, 0
        for read in sorted((r for r in reads if r["outcome"] == "ok"), key=lambda r: r["begin"]):
            while at < len(pairs) and pairs[at][0] < read["begin"]:
                latest = max(latest, pairs[at][1])
                at += 1
            if read["seq"] < latest:
                yield (f"{code}: {read['client']} read entry {read['seq']} at {read['begin']:.3f} from "
                       f"{read.get('node')}, but entry {latest} had been seen before")


# ------------------------------------------------------------------------------------------------ pushes

def check_pushes(history, truth):
    """A watcher gets every entry of the journal once, in order, and all there are until the end."""
    pushes = by("watch", (h for h in history if h["kind"] == "push" and h["what"] == "entries"))
    for watch in (h for h in history if h["kind"] == "watch"):
        code, expected = watch["table"], watch["since"] + 1 if watch["since"] else 0
        entries = truth[code]["entries"] if code in truth else {}
        for push in pushes[watch["watch"]]:
            for entry in push["entries"]:
                if entry["seq"] != expected:
                    yield (f"{code}: {watch['client']} got entry {entry['seq']} from {watch.get('node')} "
                           f"where entry {expected} was due")
                expected = entry["seq"] + 1
                true = entries.get(entry["seq"])
                if true and any(true.get(key) != entry.get(key) for key in ("seat", "move", "undo")):
                    yield f"{code}: {watch['client']} got {entry}, but the journal has {true}"
        if watch["alive"] and watch.get("must_know") is not None and expected <= watch["must_know"]:
            yield (f"{code}: {watch['client']} waited at {watch.get('node')} for entry {expected} to the end; "
                   f"the journal had {watch['must_know']}")


# ------------------------------------------------------------------------------------------------ clocks

def decisions(table):
    """The rows that are decisions: cards that the bank draws press no clock."""
    return [row for row in table["rows"] if row["seat"]]


def check_charges(history, truth):
    """With a clock for the whole game, what is left is what was given less the time between the entries, whatever the clocks
    of the nodes said; only the first decision is compared with the clock of the clients."""
    starts = {op["table"]: op for op in ops(history, "start") if op["outcome"] == "ok"}
    for code, table in truth.items():
        clock = table["settings"]["clock"]
        if clock["kind"] != "game" or clock.get("increment") or not decisions(table):
            continue
        yield from check_left(code, table, clock["seconds"] * 1000, starts.get(code))


def check_left(code, table, given, start):
    rows = decisions(table)
    used = defaultdict(int)
    for before, row in zip(rows, rows[1:]):
        used[row["seat"]] += row["at"] - before["at"]
    first = rows[0]
    for seat, left in enumerate(table["left"], 1):
        spent = given - left - used[seat]
        if seat != first["seat"]:
            if abs(spent) > ROUNDING:
                yield f"{code}: seat {seat} was charged {given - left} ms, but the journal accounts for {used[seat]} ms"
            continue
        # The first decision is charged from the start of the game, which happened while the request ran.
        if start and not start["wall_begin"] - CLOCKS <= first["at"] - spent <= start["wall_end"] + CLOCKS:
            yield (f"{code}: seat {seat} was charged {spent} ms for the first decision, but the game began between "
                   f"{first['at'] - start['wall_end']:.0f} and {first['at'] - start['wall_begin']:.0f} ms before it")


def check_away(history, truth):
    """A player whose time for a decision runs is away only after that time."""
    watches = {h["watch"]: h for h in history if h["kind"] == "watch"}
    present = {}  # (watch, seat): the last entry at which the seat was seen without a bot
    for h in (h for h in history if h["kind"] == "push" and h["what"] == "away"):
        code = watches[h["watch"]]["table"]
        table = truth.get(code)
        if table is None or table["settings"]["clock"]["kind"] != "move":
            continue
        for seat in set(range(1, 7)) - set(h["away"]):
            present[h["watch"], seat] = h["seq"]
        limit = table["settings"]["clock"]["seconds"] * 1000
        for seat in h["away"]:
            seq = present.pop((h["watch"], seat), None)
            if seq is not None and longest_pause(table, seq, h["wall"]) < limit - CLOCKS:
                yield (f"{code}: seat {seat} was away at {h['wall']:.0f} ms, "
                       f"and no decision since entry {seq} took {limit} ms")


def longest_pause(table, seq, end):
    """The longest time without an entry from an entry to a moment."""
    times = [row["at"] for row in table["rows"] if row["seq"] >= seq and row["at"] < end] + [end]
    if seq == 0:
        times = [table["begun"], *times]
    return max((later - earlier for earlier, later in zip(times, times[1:])), default=0)


# ------------------------------------------------------------------------------------------------ the others

def check_records(truth):
    """Every journal replays: no bot and no player made a move that the rules do not allow there."""
    for code, table in truth.items():
        if table.get("invalid"):
            yield f"{code}: the record is not valid: {table['invalid']}"


def check_chat(history, truth):
    """A line that was answered is there once, with its number; a refused one is not; another one at most once."""
    for op in ops(history, "chat"):
        said = truth.get(op["table"], {}).get("chat", [])
        numbers = [line["number"] for line in said if line["text"] == op["text"]]
        if op["outcome"] == "ok" and numbers != [op["number"]]:
            yield f"{op['table']}: '{op['text']}' was answered as line {op['number']}, but the chat has it as {numbers}"
        if op["outcome"] == "refused" and numbers:
            yield f"{op['table']}: '{op['text']}' was refused, but is line {numbers}"
        if len(numbers) > 1:
            yield f"{op['table']}: '{op['text']}' was said {len(numbers)} times"
    for code, table in truth.items():
        numbers = [line["number"] for line in table["chat"]]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{code}: chat lines are not numbered from 1 without gaps: {numbers}"


def heard_lines(history):
    """The numbers of the chat lines that each watch got, by its number."""
    pushes = by("watch", (h for h in history if h["kind"] == "push" and h["what"] == "chat"))
    return {watch: [line["number"] for line in lines] for watch, lines in pushes.items()}


def missing_lines(history):
    """The chat lines that watches did not get which were there to the end, by the number of the watch: those that were sent
    while it was there, and answered. Players and spectators may hear every line of a table, and nobody here mutes anybody."""
    said, heard = by("table", ops(history, "chat")), heard_lines(history)
    missing = {}
    for watch in (h for h in history if h["kind"] == "watch" and h["alive"]):
        due = {line["number"] for line in said[watch["table"]]
               if line["outcome"] == "ok" and line["begin"] > watch["begin"]}
        if due := due.difference(heard.get(watch["watch"], [])):
            missing[watch["watch"]] = sorted(due)
    return missing


def check_chat_pushes(history):
    """A watcher gets lines in order, none twice and none left out while it is connected."""
    watches = {h["watch"]: h for h in history if h["kind"] == "watch"}
    for number, lines in heard_lines(history).items():
        if lines != list(range(lines[0], lines[0] + len(lines))):
            watch = watches[number]
            yield f"{watch['table']}: {watch['client']} heard chat lines {lines} from {watch.get('node')}"
    for number, lines in missing_lines(history).items():
        watch = watches[number]
        yield f"{watch['table']}: {watch['client']} did not hear chat lines {lines} from {watch.get('node')}"


def check_notices(history):
    """A notice that was due arrives."""
    for op in ops(history, "notice"):
        if op["outcome"] != "ok":
            yield f"{op['table']}: {op['client']} was not told of their turn within {op['waited']:.0f} seconds"


def check_failures(history):
    """No server fails, except for want of its database or of time."""
    for op in history:
        if op["kind"] == "op" and op["outcome"] == "refused" and op.get("status", 0) >= 500 and op["code"] != "busy":
            yield f"{op['table']}: {op['do']} of {op['client']} failed at {op['node']}: {op['code']}, {op.get('text')}"


def check_sessions(history):
    """After a session ended, no node serves it."""
    ended = {}
    for op in ops(history, "logout", "block"):
        if op["outcome"] == "ok":
            ended[op["session"]] = min(op["end"], ended.get(op["session"], op["end"]))
    for op in (h for h in history if h["kind"] == "op" and h.get("session") in ended):
        if op["do"] in ("logout", "block") or op["begin"] <= ended[op["session"]]:
            continue
        if op["outcome"] == "ok" or op["outcome"] == "refused" and op["code"] not in LATER:
            yield (f"{op['client']} was served by {op.get('node')} {op['begin'] - ended[op['session']]:.3f} s after the "
                   f"end of the session: {op['do']} {op['outcome']} {op.get('code') or ''}")


def broken_laws(history, truth):
    """The sentences about each law that is broken, by its name."""
    laws = {"journal": check_journal(truth), "moves": check_moves(history, truth), "order": check_order(history),
            "reads": check_reads(history), "pushes": check_pushes(history, truth),
            "charges": check_charges(history, truth), "away": check_away(history, truth),
            "records": check_records(truth), "chat": check_chat(history, truth),
            "chat pushes": check_chat_pushes(history), "notices": check_notices(history),
            "failures": check_failures(history), "sessions": check_sessions(history)}
    found = {name: list(sentences) for name, sentences in laws.items()}
    return {name: sentences for name, sentences in found.items() if sentences}


def violations(history, truth):
    """Everything that is wrong."""
    return [sentence for sentences in broken_laws(history, truth).values() for sentence in sentences]
