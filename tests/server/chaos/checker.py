"""Laws that hold however a cluster is disturbed, checked on what its clients saw and on what the database has at the end.

A history is a list of dictionaries of three kinds, with times in seconds of one monotonic clock:

    op      a request: client, do, table, begin, end, outcome, code, and what it sent and got back.
            outcome is "ok", "refused" (it changed nothing) or "unknown" (no answer, or one that says that nobody knows)
    watch   a watched table, from its answer to the end of its connection: client, table, begin, since, last (what the
            watcher knew at the end), alive (it was still connected at the end of the test)
    push    what a watch got: watch (its number), at, what ("entries", "chat", "away"), and the contents; wall and all times of
            journals are milliseconds since 1970

The truth is what the database has: for each table its journal (rows: seq, seat, client, at), the entries as a server
tells them, its chat, its settings, the clocks (left), whether its game runs (running), and when the game had surely not
begun (begun). Every check is a pure function and yields sentences, one for each violation.
"""

from collections import defaultdict

# Answers to a refused request after which its session may be gone.
GONE = {"not-logged-in", "blocked"}

# Refusals that say nothing about another attempt of the same move. After all others it cannot be made any more, and has not
# been made: it would have been answered again.
LATER = {"conflict", "busy", "too-many", *GONE}

# Requests that only read, and why a node may refuse them.
READS = {"moves": {"not-running"}, "position": set(), "watch": set(), "table": set(), "chat-list": set(), "mine": set(),
         "hello": set()}
# Why a node may refuse the others. Some are sent again after an answer was lost, and had been carried out.
WRITES = {"move": {"stale", "not-running"}, "chat": {"too-many"}, "start": {"not-open"}, "bot": {"table-full"},
          "register": {"name-taken", "too-many"}, "guest": {"too-many"}}
TAKEN = {"busy", "conflict"}  # another node is writing to the same row: for all that writes

ROUNDING = 2  # milliseconds
# Milliseconds by which a node may misjudge the time of the database: one that has just been started on a busy machine
# has had only slow answers from it. The clocks that this test moves are wrong by up to an hour.
CLOCKS = 1000
PAGE = 200  # chat lines in one answer


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


def moves_since(history, begin):
    """The moves that were sent from a moment on, and were not there before."""
    return [op for op in ops(history, "move") if op["outcome"] == "ok" and op["begin"] >= begin and not op.get("again")]


def check_progress(history):
    """When nothing fails any more, every party goes on with its game, or with another one."""
    for op in ops(history, "progress"):
        if op["outcome"] != "ok":
            yield f"{op['table']}: {op['client']} made no move within {op['waited']:.0f} seconds after the last fault"


def check_ends(history, truth):
    """A game has ended if a node said so, and has no later entry."""
    for op in history:
        table = truth.get(op.get("table"))
        if op["kind"] != "op" or op["code"] != "not-running" or table is None:
            continue
        latest = max((row["at"] for row in table["rows"]), default=0)
        if table["running"]:
            yield f"{op['table']}: {op.get('node')} told {op['client']} that no game is running, but it is"
        elif latest > op["wall_end"] + CLOCKS:
            yield (f"{op['table']}: {op.get('node')} told {op['client']} that no game is running "
                   f"{latest - op['wall_end']:.0f} ms before the last entry")


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
            seq = read["seq"] or 0  # no position: the game has not begun there
            if seq < latest:
                yield (f"{code}: {read['client']} read entry {seq} at {read['begin']:.3f} from "
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


def lines_known(history):
    """When which chat line of a table was known to somebody: pairs (time, number) by table, from answers and pushes."""
    known = defaultdict(list)
    watches = {h["watch"]: h for h in history if h["kind"] == "watch"}
    for h in history:
        if h["kind"] == "push" and h["what"] == "chat":
            known[watches[h["watch"]]["table"]].append((h["at"], h["number"]))
        elif h["kind"] == "op" and h["do"] == "chat" and h["outcome"] == "ok":
            known[h["table"]].append((h["end"], h["number"]))
        elif h["kind"] == "op" and h["do"] == "chat-list" and h["outcome"] == "ok":
            known[h["table"]] += [(h["end"], line["number"]) for line in h["said"]]
    return known


def check_chat_reads(history, truth):
    """A list of the chat has all lines that anybody had seen before the request, in order and as they were said."""
    known = lines_known(history)
    for read in (r for r in ops(history, "chat-list") if r["outcome"] == "ok"):
        who = f"{read['table']}: {read['client']} read from {read.get('node')}"
        numbers = [line["number"] for line in read["said"]]
        latest = max((number for at, number in known[read["table"]] if at < read["begin"]), default=0)
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{who} the chat lines {numbers}"
        elif len(numbers) < min(latest, PAGE):
            yield f"{who} {len(numbers)} chat lines, but line {latest} had been seen before"
        said = {line["number"]: line["text"] for line in truth.get(read["table"], {}).get("chat", [])}
        for line in read["said"]:
            if line["text"] != said.get(line["number"], line["text"]):
                yield f"{who} '{line['text']}' as chat line {line['number']}, but it is '{said[line['number']]}'"


def check_notices(history):
    """A notice that was due arrives."""
    for op in ops(history, "notice"):
        if op["outcome"] != "ok":
            yield f"{op['table']}: {op['client']} was not told of their turn within {op['waited']:.0f} seconds"


def may_refuse(op, ending):
    """Whether a node may refuse a request with this code; ending: when the end of a session began, by session."""
    if op["code"] in GONE:
        return ending.get(op["session"], op["end"]) < op["end"]
    if op["do"] in READS:
        return op["code"] in READS[op["do"]]
    return op["code"] in TAKEN | WRITES.get(op["do"], set())


def check_refusals(history):
    """A node refuses a request only for a reason that a request of this kind can have, and answers as it should."""
    ending = {}
    for op in ops(history, "logout", "block"):
        ending[op["session"]] = min(op["begin"], ending.get(op["session"], op["begin"]))
    for op in (h for h in history if h["kind"] == "op"):
        who = f"{op['table']}: {op['do']} of {op['client']} at {op['node']}"
        if op["outcome"] == "refused" and not may_refuse(op, ending):
            yield f"{who} was refused: {op['code']}, {op.get('text')}"
        if op["node"] and op.get("problem"):
            yield f"{who} got an answer that is none: {op.get('status')}, {op['problem']}"


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
            "chat reads": check_chat_reads(history, truth), "chat pushes": check_chat_pushes(history),
            "notices": check_notices(history), "refusals": check_refusals(history), "sessions": check_sessions(history),
            "progress": check_progress(history), "ends": check_ends(history, truth)}
    found = {name: list(sentences) for name, sentences in laws.items()}
    return {name: sentences for name, sentences in found.items() if sentences}


def violations(history, truth):
    """Everything that is wrong."""
    return [sentence for sentences in broken_laws(history, truth).values() for sentence in sentences]
