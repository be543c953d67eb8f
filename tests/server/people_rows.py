"""Rows of many people and their results, written into the database of a server at once: for tests and measurements of what
reads them. What they say is made up, but it fits together: sums are those of the results."""

import contextlib
import hashlib
import io
import os
import random
import sqlite3
import subprocess
import time

BOARDS = ("germany", "usa", "france", "italy", "central-europe", "benelux")
DAY = 24 * 3600 * 1000
FIRST_PERSON = 1000  # numbers of people and games count from here
FIRST_GAME = 1
NOW = int(time.time() * 1000)

TABLES = {
    "users": ("id", "kind", "name", "folded", "password", "created"),
    "names": ("skeleton", "person"),
    "sessions": ("hash", "id", "person", "label", "created", "expires", "seen"),
    "games": ("id", "code", "version", "status", "host", "listed", "rules", "seq", "sum", "settings", "seats", "clock",
              "seed", "automatic", "created", "touched", "ended", "tallied", "record"),
    "results": ("number", "game", "code", "ended", "board", "edition", "players", "pace", "rated", "complete", "title"),
    "result_seats": ("result", "seat", "person", "level", "rank", "absent", "mean_before", "spread_before", "mean",
                     "spread"),
    "ratings": ("person", "pace", "players", "mean", "spread", "games"),
    "leaders": ("pace", "period", "person", "mean", "spread", "listed", "games", "wins"),
    "tallies": ("person", "pace", "board", "edition", "players", "rated", "games", "wins", "ranks"),
}


def token_of(person):
    """The session of a person."""
    return hashlib.sha256(f"session of {person}".encode()).hexdigest()


def name_of(person):
    return f"Person {person}"


class Writer:
    """Adds rows to tables, many at once."""

    def __init__(self, server):
        self.server = server
        self.rows = {table: [] for table in TABLES}
        self.store = server.store
        self.db = None if self.store else sqlite3.connect(os.path.join(server.data, "elektro.db"), timeout=60)

    def add(self, table, *row):
        rows = self.rows[table]
        rows.append(row)
        if len(rows) == 50000:
            self.flush(table)

    def flush(self, table):
        columns = TABLES[table]
        if self.db:
            marks = ", ".join("?" * len(columns))
            with self.db:
                self.db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", self.rows[table])
        else:
            text = io.StringIO()
            for row in self.rows[table]:
                text.write("\t".join("\\N" if value is None else str(value) for value in row) + "\n")
            subprocess.run(["psql", "-q", self.store, "-c", f"COPY {table} ({', '.join(columns)}) FROM STDIN"],
                           input=text.getvalue(), text=True, check=True)
        self.rows[table] = []

    def close(self):
        for table in TABLES:
            if self.rows[table]:
                self.flush(table)
        if self.db:
            with contextlib.closing(self.db), self.db:
                self.db.execute("ANALYZE")
        else:
            subprocess.run(["psql", "-q", self.store, "-c", "VACUUM ANALYZE"], check=True)


class Crowd:
    """People 0 … people-1, of whom the first few are busy: each of them has busy_games; the others share the rest."""

    def __init__(self, people, results, busy=10, busy_games=100, seed=1):
        self.people, self.results, self.busy, self.busy_games = people, results, busy, busy_games
        self.random = random.Random(seed)
        self.tallies, self.leaders, self.ratings = {}, {}, {}

    @staticmethod
    def number(person):
        return FIRST_PERSON + person

    def players(self, index):
        """Who plays in a result; at every tenth game of a busy person the next one is there, too."""
        count = 2 + index % 5
        some = []
        share = self.busy * self.busy_games / self.results
        if self.busy and self.random.random() < share:
            one = self.random.randrange(self.busy)
            some = [one, (one + 1) % self.busy] if self.random.random() < 0.1 and self.busy > 1 else [one]
        while len(some) < count:
            # Few play much, and many little.
            other = self.busy + int((self.people - self.busy) * self.random.random() ** 3)
            if other not in some:
                some.append(other)
        return some

    def count(self, person, result, rank, mean, spread):
        number, ended, board, edition, players, pace, rated = result
        sums = self.tallies.setdefault((person, pace, board, edition, players, rated), [0, 0, 0])
        sums[0] += 1
        sums[1] += rank == 1
        sums[2] += rank
        if not rated:
            return
        day = time.gmtime(ended / 1000)
        for period in (0, day.tm_year, day.tm_year * 100 + day.tm_mon):
            row = self.leaders.setdefault((pace, period, person), [0, 0, 0, 0])
            row[0], row[1] = mean, spread
            row[2] += 1
            row[3] += rank == 1
        for count in (0, players):
            rating = self.ratings.setdefault((person, pace, count), [0, 0, 0])
            rating[0], rating[1] = (mean, spread) if count == 0 else (0, spread)
            rating[2] += 1

    def add_person(self, writer, person):
        number = self.number(person)
        name = name_of(person)
        writer.add("users", number, 1, name, name.lower(), None, NOW - 1000 * DAY + person)
        writer.add("names", name.lower(), number)
        if person < 100:
            digest = hashlib.sha256(token_of(person).encode()).hexdigest()
            writer.add("sessions", digest, number, number, None, NOW, NOW + 90 * DAY, NOW)

    def add_result(self, writer, index):
        number = index + 1
        people = self.players(index)
        ended = NOW - 1000 * DAY + 1000 * DAY * index // self.results
        pace, rated = int(index % 3 == 0), int(index % 4 != 0)
        board, edition = BOARDS[self.random.randrange(len(BOARDS))], index % 2
        game, code = FIRST_GAME + index, f"g{index:011d}"
        writer.add("games", game, code, 1, 2, self.number(people[0]), index % 2, 1, 400, 0, "{}", "[]", "{}", "", 0,
                   ended - DAY, ended, ended, 1, None)
        writer.add("results", number, game, code, ended, board, edition, len(people), pace, rated, 1,
                   "A title" if index % 5 == 0 else "")
        result = (number, ended, board, edition, len(people), pace, rated)
        for seat, person in enumerate(people):
            rank = (seat + index) % len(people) + 1
            mean = 1500000 + (person * 7919 + index) % 600000
            spread = 60000 + self.random.randrange(80000)
            known = (mean - 5000, spread + 500, mean, spread) if rated else (None,) * 4
            writer.add("result_seats", number, seat, self.number(person), 0, rank, 0, *known)
            self.count(self.number(person), result, rank, mean, spread)

    def fill(self, server):
        """Writes all of it, with statistics for the planner of the database."""
        writer = Writer(server)
        for person in range(self.people):
            self.add_person(writer, person)
        for index in range(self.results):
            self.add_result(writer, index)
        for key, sums in self.tallies.items():
            writer.add("tallies", *key, *sums)
        for key, (mean, spread, games, wins) in self.leaders.items():
            writer.add("leaders", *key, mean, spread, mean if spread <= 110000 else None, games, wins)
        for key, row in self.ratings.items():
            writer.add("ratings", *key, *row)
        writer.close()
