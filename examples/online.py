#!/usr/bin/env python3
"""A program that plays a seat on an Elektro server and takes part in its fair shuffle.

It joins a table, seals words for the shuffle, keeps what the server shows before it reveals them, plays
without much thought, and verifies the shuffle when the game has ended. Standard library only;
docs/api.md describes the requests, docs/shuffle.md the shuffle.
"""

import argparse
import http.client
import json
import os
import secrets
import sys
import time
import urllib.parse

from verify_shuffle import Unfair, V2, seal, verify


class Cheated(Exception):
    """The server showed something that a fair server cannot show."""


class Refused(Exception):
    """The server refused a request."""

    def __init__(self, error):
        super().__init__(error["text"])
        self.code = error["code"]


class Sealed:
    """The words of one seat at one table: sealed, noted, revealed."""

    def __init__(self, table, seat, words):
        self.table, self.seat, self.words = table, seat, words
        self.attempts = 0  # the last one for which words were revealed
        self.renew()

    def renew(self):
        """A salt is used once: after a cancelled start there is a new one."""
        self.salt = secrets.token_hex(32)
        self.seal = seal(self.table, self.seat, self.salt, self.words)

    def notes(self, info):
        """What to keep before revealing: lines that the record must have after the game. Raises Cheated."""
        shuffle, seats = info["shuffle"], info["seats"]
        if shuffle["name"] != V2 or seats[self.seat - 1]["seal"] != self.seal:
            raise Cheated("the server does not show the seal that was sent")
        if shuffle["attempt"] <= self.attempts or shuffle["attempt"] != len(shuffle["cancelled"]) + 1:
            raise Cheated("the server asks to reveal twice for one attempt")
        if len(shuffle["commitment"]) != 64:
            raise Cheated("the server has not committed to a seed")
        lines = [f"edition: {info['settings']['edition']}", f"board: {info['settings']['board']}",
                 f"commitment: {shuffle['commitment']}", f"# shuffle: {V2}", f"# shuffle-table: {info['table']}",
                 f"# shuffle-attempt: {shuffle['attempt']}", ("# shuffle-drew: " + shuffle["drew"]).rstrip()]
        for start in shuffle["cancelled"]:
            lines.append(f"# shuffle-cancelled {start['attempt']}: " + " ".join(map(str, start["seats"])))
        for seat in seats:
            lines.append(f"# shuffle-seal {seat['seat']}: {seat['seal'] or 'none'}")
            if not seat["seal"]:
                lines.append(f"# shuffle-words {seat['seat']}: {seat['words']}")
        return "\n".join(lines) + "\n"

    def reveal(self, info):
        """The fields of the request reveal; call it after the notes are kept."""
        self.attempts = info["shuffle"]["attempt"]
        return {"attempt": self.attempts, "salt": self.salt, "words": self.words}


class Client:
    """Requests over plain HTTP with a session's cookie."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.connect = lambda: kind(parts.hostname, parts.port, timeout=60)
        self.cookie = ""

    def send(self, connection, method, path, fields=None):
        body = None if fields is None else json.dumps(fields)
        connection.request(method, "/api/v1" + path, body, {"Content-Type": "application/json", "Cookie": self.cookie})
        answer = connection.getresponse()
        if answer.headers["Set-Cookie"]:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        return answer

    def ask(self, method, path, fields=None):
        """The reply. A server that has had too many requests is asked again after a while."""
        for pause in (1, 2, 4, 8, 16, 0):
            connection = self.connect()
            try:
                reply = json.loads(self.send(connection, method, path, fields).read())
            finally:
                connection.close()
            if reply["ok"]:
                return reply
            if reply["error"]["code"] != "too-many" or not pause:
                break
            time.sleep(pause)
        raise Refused(reply["error"])

    def events(self, table):
        """The pushes about a table. While this runs, the server counts the player as present."""
        answer = self.send(self.connect(), "GET", f"/tables/{table}/events")
        for line in answer:
            if line.startswith(b"data:"):
                yield json.loads(line[5:])


class Seat:
    """One seat: what to do when the table has changed."""

    def __init__(self, client, table, words, notes):
        self.client, self.path, self.notes = client, f"/tables/{table}", notes
        self.info = client.ask("POST", self.path + "/join", {})["info"]
        self.sealed = Sealed(table, self.info["you"], words)
        self.name, self.sent = secrets.token_hex(8), 0  # so that no other run of this program names its moves alike

    def prepare(self):
        """Before the game: seal, be ready, and reveal when the server has committed to its seed."""
        shuffle = self.info["shuffle"]
        mine = self.info["seats"][self.sealed.seat - 1]
        if mine["seal"] is None:
            self.sealed.renew()
            self.info = self.client.ask("POST", self.path + "/seal", {"seal": self.sealed.seal})["info"]
        if not mine["ready"]:
            self.info = self.client.ask("POST", self.path + "/ready", {"ready": True})["info"]
        elif shuffle["due"] is not None and shuffle["attempt"] != self.sealed.attempts:
            text = self.sealed.notes(self.info)
            with open(self.notes, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            self.info = self.client.ask("POST", self.path + "/reveal", self.sealed.reveal(self.info))["info"]

    def play(self):
        """Moves as long as it is this seat's turn."""
        try:
            while moves := (reply := self.client.ask("GET", self.path + "/moves"))["moves"]:
                self.sent += 1
                self.client.ask("POST", self.path + "/move", {"seq": reply["seq"], "client": f"{self.name}-{self.sent}",
                                                              "move": choose(moves)})
        except Refused as refusal:
            if refusal.code not in ("not-running", "stale"):  # the game has ended or gone on: a push says so
                raise


def choose(moves):
    """As examples/seat.py: bids little, buys what its plants burn, builds while it can, runs everything."""
    word = moves[-1].split()[0]
    if word in ("nominate", "bid"):
        return moves[0] if moves[0] != "pass" or len(moves) < 5 else moves[1]
    return moves[1] if word == "connect" else moves[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", metavar="URL", help="of the server, such as http://127.0.0.1:8017")
    parser.add_argument("table", metavar="TABLE", help="the code of a table that waits for players")
    parser.add_argument("--name", default="Program", help="name of the player (default: %(default)s)")
    parser.add_argument("--words", default="", help="words for the shuffle")
    parser.add_argument("--notes", metavar="FILE", help="where to keep what the server showed (default: TABLE.notes)")
    parser.add_argument("--record", metavar="FILE", help="where to save the game (default: TABLE.elektro)")
    options = parser.parse_args()
    client = Client(options.url)
    client.ask("POST", "/guest", {"name": options.name})
    seat = Seat(client, options.table, options.words, options.notes or options.table + ".notes")
    for push in client.events(options.table):
        seat.info = push.get("info", seat.info)
        if seat.info["status"] == "open":
            seat.prepare()
        elif seat.info["status"] == "running":
            seat.play()
        else:
            break
    if seat.info["status"] != "ended":
        return print("The table was closed.") or 1
    record = client.ask("GET", seat.path + "/record")["record"]
    with open(options.record or options.table + ".elektro", "w", encoding="utf-8") as file:
        file.write(record)
    with open(seat.notes, encoding="utf-8") as file:
        found = verify(record, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data"), file.read())
    print(f"fair: all {found['cards']} cards follow from what the server had committed to")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Cheated, Unfair) as problem:
        sys.exit(f"not fair: {problem}")
    except (Refused, OSError) as problem:
        sys.exit(f"online.py: {problem}")
