"""Programs that play games over the API as fast as the server answers, and do not play well."""

from client import Refused, Socket


def choose(moves, rng):
    """A move after which a game is soon over: who can build does, and plants are bought seldom."""
    kinds = {}
    for move in moves:
        kinds.setdefault(move.split()[0], []).append(move)
    if "connect" in kinds:
        return kinds["connect"][0]
    if "nominate" in kinds:
        return "pass" if "pass" in kinds and rng.random() < 0.85 else kinds["nominate"][0]
    if "bid" in kinds:
        return "pass" if "pass" in kinds else kinds["bid"][0]
    if "buy" in kinds and rng.random() < 0.7:
        return kinds["buy"][-1]
    return rng.choice([some[-1] for some in kinds.values()])


class Robot:
    """An account that plays by choose()."""

    def __init__(self, http):
        self.http, self.user, self.name = http, http.you["id"], http.you["name"]
        self.socket, self.made = None, 0

    def ask(self, do, **fields):
        if not self.socket:
            self.socket = Socket(self.http.server, self.http)
        return self.socket.ask(do, **fields)

    def move(self, table, rng):
        listed = self.ask("moves", table=table)
        self.made += 1
        self.ask("move", table=table, seq=listed["seq"], client=f"m{self.made}", move=choose(listed["moves"], rng))

    def disconnect(self):
        """After the server was killed."""
        if self.socket:
            self.socket.close()
        self.socket = None


class Game:
    """A table at which robots play some seats, and bots of the server the others."""

    def __init__(self, table, robots, rng):
        self.table, self.robots, self.rng = table, {robot.user: robot for robot in robots}, rng
        self.watcher = robots[0]
        watched = self.watcher.ask("watch", table=table)
        self.seats = [seat["user"] for seat in watched["info"]["seats"]]
        self.view = watched["position"]["view"]

    def go_on(self, moves=None):
        """Plays to the end, or so many moves; returns whether the game has ended."""
        while not self.view["ended"] and moves != 0:
            robot = self.robots.get(self.seats[self.view["to_move"] - 1])
            if robot:
                robot.move(self.table, self.rng)
                moves = moves and moves - 1
            self.listen()
        self.watcher.ask("unwatch", table=self.table)
        return self.view["ended"]

    def listen(self):
        """The next news, and those that have come meanwhile."""
        pushes = [self.watcher.socket.push("news"), *self.watcher.socket.pushes]
        self.watcher.socket.pushes.clear()
        self.view = [push for push in pushes if push["push"] == "news"][-1]["position"]["view"]
