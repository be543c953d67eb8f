"""A tournament as tests see it, and the laws that hold whatever happens."""

from client import until

DAYS = {"kind": "days", "days": 2}
SETTINGS = {"players": 3, "rounds": 2, "clock": DAYS, "round_minutes": 60, "boards": ["germany"]}


class Contest:
    """A tournament, through the eyes of its organiser."""

    def __init__(self, organiser, name="Winter Cup", **settings):
        self.organiser = organiser
        self.code = organiser.post("/api/v1/tournaments", name=name, settings={**SETTINGS, **settings})["tournament"]["tournament"]
        self.path = f"/api/v1/tournaments/{self.code}"

    def join(self, *people):
        for who in people:
            last = who.post(f"{self.path}/join")["tournament"]
        return last

    def manage(self, action, **more):
        return self.organiser.post(f"{self.path}/manage", action=action, **more)["tournament"]

    def now(self, who=None):
        return (who or self.organiser).get(self.path)["tournament"]

    def round(self, number):
        return self.organiser.get(f"{self.path}/round?round={number}")["fixtures"]

    def results(self):
        return self.organiser.get(f"{self.path}/results")

    def standings(self):
        """All pages."""
        rows, more = [], True
        while more:
            page = self.organiser.get(f"{self.path}/standings?after={len(rows)}")
            rows += page["standings"]
            more = page["more"]
        return rows

    def has_tables(self, number):
        """The fixtures of a round when all of its tables have been made; otherwise nothing."""
        now = self.now()
        return now["round"] == number and now["tables"]["waiting"] == 0 and self.round(number)

    def await_tables(self, number):
        fixtures = until(lambda: self.has_tables(number))
        assert fixtures, f"round {number} has no tables: {self.now()}"
        return fixtures

    def begin(self):
        self.manage("start")
        return self.await_tables(1)

    def await_state(self, state):
        until(lambda: self.now()["state"] == state)
        assert self.now()["state"] == state, self.now()


def broken_laws(contest, people, number, fixtures):
    """Yields what is wrong with a round whose tables run: people are those who have to play in it."""
    seated = [seat["user"] for fixture in fixtures for seat in fixture["people"]]
    if sorted(seated) != sorted(who.you["id"] for who in people):
        yield f"round {number} seats {sorted(seated)}"
    if [fixture["number"] for fixture in fixtures] != list(range(1, len(fixtures) + 1)):
        yield f"the tables of round {number} are not numbered: {fixtures}"
    if len({fixture["table"] for fixture in fixtures}) != len(fixtures):
        yield f"two tables of round {number} are one: {fixtures}"
    for fixture in fixtures:
        info = contest.organiser.get(f"/api/v1/tables/{fixture['table']}")["info"]
        if [seat["user"] for seat in info["seats"]] != [seat["user"] for seat in fixture["people"]]:
            yield f"other people sit at a table of round {number}: {info} {fixture}"


def doubled(people, number, fixtures):
    """Tables that somebody has beside those of a round that runs, and of the rounds before it: of people who play nothing else."""
    for who in people:
        running = [table["table"] for table in who.get("/api/v1/me/tables")["tables"]]
        expected = [fixture["table"] for fixture in fixtures if who.you["id"] in [seat["user"] for seat in fixture["people"]]]
        ended = len(who.get("/api/v1/me/history")["tables"])
        if running != expected or ended != number - 1:
            yield f"{who.you['name']} plays at {running} instead of {expected}, and has played {ended} games in {number - 1} rounds"
