"""A game that undo has made long: its players make a move and take it back again and again."""

from client import Http, Socket, new_table

UNDOS = 64  # that the server allows in one turn


class LongGame:
    """A table of two guests whose game has at least so many entries."""

    def __init__(self, server, entries):
        self.players = [Http(server, name) for name in ("Anna", "Ben")]
        self.code = new_table(self.players[0], self.players[1:], edition="classic", order="seated")
        self.sockets = [Socket(server, player) for player in self.players]
        self.seq, self.names = 0, 0
        while self.seq < entries:
            self.turn(entries)

    def turn(self, entries=0):
        """The turn of one player, with as many moves taken back as possible, but no more than wanted."""
        view = self.sockets[0].ask("position", table=self.code)["position"]["view"]
        socket = self.sockets[view["to_move"] - 1]
        reply = socket.ask("moves", table=self.code)
        self.seq, moves = reply["seq"], reply["moves"]
        for move in moves:
            if move.split()[0] in ("buy", "connect"):
                self.pump(socket, move, (entries - self.seq) // 2)
                break
        self.play(socket, choose(view, moves))

    def pump(self, socket, move, pairs):
        asked = []
        for _ in range(min(pairs, UNDOS)):
            asked.append(self.send(socket, "move", move=move))
            asked.append(self.send(socket, "undo"))
        for number in asked:
            socket.reply(number)

    def play(self, socket, move):
        self.seq = socket.reply(self.send(socket, "move", move=move))["seq"]

    def send(self, socket, do, **fields):
        self.names += 1
        self.seq += 1
        return socket.send(do, table=self.code, seq=self.seq - 1, client=f"c{self.names}", **fields)


def choose(view, moves):
    """A move that changes little, so that the game never ends."""
    if view["phase"] == "auction" and view["round"] == 1 and view["auction"] is None:
        return moves[0]
    return next((move for move in moves if move in ("pass", "done")), moves[-1])
