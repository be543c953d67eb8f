"""What the database has at the end, in the form that the checker describes."""

import http.client
import json
import os
import subprocess

NOBODY = 0xff  # the seat of a row that no player decided
RUNNING = 1  # the status of a table whose game has begun and has not ended


def read(run, cluster):
    """The tables whose games were begun. The nodes have been stopped; this starts the first one, which tells the
    entries of the journals, and leaves it running."""
    tables = {code: {"rows": [], "chat": [], "entries": {}, "left": [], "running": False, "invalid": None, **table}
              for code, table in run.tables.items()}
    read_rows(tables, cluster.database)
    node = cluster.nodes[0]
    node.start()
    node.wait_until_ready()
    connection = http.client.HTTPConnection(node.wire.address, node.wire.port, timeout=60)
    for code, table in tables.items():
        table["entries"] = read_entries(connection, code, len(table["rows"]), run.complain)
    check_records(connection, cluster, tables)
    connection.close()
    return tables


def read_rows(tables, database):
    for code, seq, seat, at, client in database.sql(
            "SELECT g.code, j.seq, j.seat, j.at, j.client FROM journal j JOIN games g ON g.id = j.game ORDER BY 1, 2"):
        if code in tables:
            tables[code]["rows"].append({"seq": int(seq), "seat": 0 if int(seat) == NOBODY else int(seat) + 1,
                                         "at": int(at), "client": client or None})
    for code, number, text in database.sql(
            "SELECT g.code, c.number, c.words FROM chat c JOIN games g ON g.id = c.game ORDER BY 1, 2"):
        if code in tables:
            tables[code]["chat"].append({"number": int(number), "text": text})
    for code, status, clock in database.sql("SELECT code, status, clock FROM games"):
        if code in tables:  # the clock: warned, since, and what each seat has left
            tables[code]["left"] = [int(word) for word in clock.split()[2:2 + tables[code]["settings"]["players"]]]
            tables[code]["running"] = int(status) == RUNNING


def get(connection, path):
    connection.request("GET", "/api/v1" + path, headers={"Host": "localhost"})
    return json.loads(connection.getresponse().read())


def read_entries(connection, code, last, complain):
    """Entries by number. Bots may have moved on already: what is not in the rows is left out."""
    entries, since, more = {}, 0, True
    while more:
        reply = get(connection, f"/tables/{code}/position?since={since}")
        if not reply["ok"]:
            complain(f"{code}: the entries cannot be read: {reply['error']}")
            return {}
        for entry in reply["entries"]:
            if entry["seq"] <= last:
                entries[entry["seq"]] = {key: entry[key] for key in ("seq", "seat", "move", "undo") if key in entry}
        more = reply["more"] and reply["entries"]
        since = reply["entries"][-1]["seq"] if reply["entries"] else since
    return entries


def check_records(connection, cluster, tables):
    """Notes for each table why its record is not valid."""
    for code, table in tables.items():
        reply = get(connection, f"/tables/{code}/record")
        if not reply["ok"]:
            table["invalid"] = reply["error"]["text"]
            continue
        path = os.path.join(cluster.folder, code + ".elektro")
        with open(path, "w", encoding="utf-8") as file:
            file.write(reply["record"])
        run = subprocess.run([cluster.elektro, "replay", "--verify", path], capture_output=True, text=True, check=False,
                             timeout=60)
        if run.returncode != 0:
            table["invalid"] = f"status {run.returncode}: {run.stdout}{run.stderr}"
