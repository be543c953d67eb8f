"""Whole games over plain HTTP and over WebSockets, and what clients rely on while they play.

    play.py ELEKTRO
"""

import json
import random
import sys

import tap
from client import Http, Refused, Server, Socket, new_table

ELEKTRO = sys.argv[1]


def choose(moves, rng):
    """A random move that does not bid like a fool, so that games end."""
    sane = [m for m in moves if not m.startswith(("bid", "nominate"))]
    plain = {}
    for m in moves:
        word = m.rsplit(" ", 1)[0] if m.startswith(("bid", "nominate")) else m
        plain.setdefault(word, m)
    return rng.choice(sane or list(plain.values())) if rng.random() < 0.5 else \
        rng.choice(list(plain.values()))


def check_http_game():
    """a whole game is played over plain HTTP"""
    rng = random.Random(1)
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic", board="germany")
        base = f"/api/v1/tables/{code}"
        for number in range(4000):
            position = anna.get(base + "/position")["position"]
            if position["view"]["ended"]:
                break
            player = (anna, ben)[position["view"]["to_move"] - 1]
            listed = player.get(base + "/moves")
            move = choose(listed["moves"], rng)
            player.post(base + "/move", seq=listed["seq"], client=f"m{number}", move=move)
        info = anna.get(base)["info"]
        if info["status"] != "ended":
            yield f"the game is {info['status']}"
        if not info["shuffle"]["seed"]:
            yield "the seed is not shown after the end"
        record = anna.get(base + "/record")["record"]
        if "result:" not in record or info["shuffle"]["commitment"] not in record:
            yield "the record lacks result or commitment"
        if [t["table"] for t in ben.get("/api/v1/me/history")["tables"]] != [code]:
            yield "the game is not in the history"
        if server.stop() != 0:
            yield "the server did not end well: " + server.said()[-2000:]


def check_socket_game():
    """a whole game against bots is played over a WebSocket, with views as pushes"""
    rng = random.Random(2)
    with Server(ELEKTRO) as server:
        anna = Http(server, "Anna")
        code = new_table(anna, bots=["random", "easy", "normal"], board="usa")
        socket = Socket(server, anna)
        position = socket.ask("watch", table=code)["position"]
        for number in range(3000):
            while position["view"]["to_move"] != 1 and not position["view"]["ended"]:
                position = socket.push("news")["position"]
            if position["view"]["ended"]:
                break
            listed = socket.ask("moves", table=code)
            if listed["seq"] > position["seq"]:
                position = socket.push("news")["position"]
                continue
            move = choose(listed["moves"], rng)
            seq = socket.ask("move", table=code, seq=listed["seq"], client=str(number),
                             move=move)["seq"]
            while position["seq"] < seq:
                position = socket.push("news")["position"]
        if not position["view"]["ended"]:
            yield "the game did not end"
        socket.close()
        if server.stop() != 0:
            yield "the server did not end well: " + server.said()[-2000:]


def check_resend():
    """a move that is sent again, late or twice is made once"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic", order="seated")
        socket = Socket(server, anna)
        first = dict(table=code, seq=0, client="one", move="nominate 4 4")
        numbers = [socket.send("move", **first) for _ in range(3)]
        replies = [socket.reply(n) for n in numbers]
        if [r["again"] for r in replies] != [False, True, True]:
            yield f"sent three times: {replies}"
        if {r["seq"] for r in replies} != {1}:
            yield "the same move got different numbers"
        try:
            socket.ask("move", table=code, seq=0, client="two", move="nominate 5 5")
            yield "a stale move was made"
        except Refused as no:
            if no.code != "stale" or no.error["seq"] != 1:
                yield f"refused as {no.error}"
        try:
            socket.ask("move", table=code, seq=1, client="three", move="bid 9")
            yield "a move out of turn was made"
        except Refused as no:
            if no.code != "not-your-turn":
                yield f"refused as {no.code}"
        ben.post(f"/api/v1/tables/{code}/move", seq=1, client="b", move="pass")
        again = socket.ask("move", **first)
        if not again["again"] or again["seq"] != 1:
            yield f"sent again after the game went on: {again}"


def check_reconnect():
    """coming back takes one round trip and misses nothing"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic", order="seated")
        before = Socket(server, ben)
        seen = before.ask("watch", table=code, since=0)
        if [e["seq"] for e in seen["entries"]] != [0]:
            yield f"at the start: {seen['entries']}"
        anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
        before.push("news")
        before.close()
        ben.post(f"/api/v1/tables/{code}/move", seq=1, client="b", move="pass")
        after = Socket(server, ben)
        seen = after.ask("watch", table=code, since=1)
        entries = [(e["seq"], e.get("move") or e.get("draw")) for e in seen["entries"]]
        if entries[0] != (2, "pass") or len(entries) < 2 or "draw" not in seen["entries"][1]:
            yield f"after coming back: {entries}"
        if seen["position"]["seq"] != entries[-1][0]:
            yield "the position is not that of the last entry"
        events = [e["event"] for entry in seen["entries"] for e in entry["events"]]
        if "plant-bought" not in events or "plant-drawn" not in events:
            yield f"events: {events}"


def check_undo():
    """a turn can be taken back until it ends or a card is turned up"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic", order="seated")
        base = f"/api/v1/tables/{code}"

        def play(who, move):
            seq = who.get(base)["info"]["seq"]
            return who.post(base + "/move", seq=seq, client=f"{seq}-{move}", move=move)["seq"]

        def undo(who):
            seq = who.get(base)["info"]["seq"]
            return who.post(base + "/undo", seq=seq, client=f"undo-{seq}")["seq"]

        play(anna, "nominate 4 4")
        play(ben, "pass")
        try:
            undo(ben)
            yield "a card was taken back"
        except Refused as no:
            if no.code != "nothing-to-undo":
                yield f"refused as {no.code}"
        play(ben, "nominate 5 5")
        buyer = (anna, ben)[anna.get(base + "/position")["position"]["view"]["to_move"] - 1]
        money = buyer.get(base + "/position")["position"]["view"]
        play(buyer, "buy oil 1" if buyer is ben else "buy coal 1")
        if not buyer.get(base + "/position")["position"]["can_undo"]:
            yield "a purchase cannot be taken back"
        undo(buyer)
        if buyer.get(base + "/position")["position"]["view"] != money:
            yield "taking back leaves another position"
        play(buyer, "buy oil 1" if buyer is ben else "buy coal 1")
        before = buyer.get(base + "/position")["position"]["view"]
        server.kill()
        server.start()
        buyer.close()
        if buyer.get(base + "/position")["position"]["view"] != before:
            yield "a restart changes a game with something taken back"
        buyer.close()
        undo(buyer)
        play(buyer, "done")
        try:
            undo(buyer)
            yield "a turn that was ended was taken back"
        except Refused as no:
            if no.code != "nothing-to-undo":
                yield f"refused as {no.code}"


def check_hidden_money():
    """nobody gets another player's money, and spectators get nobody's"""
    with Server(ELEKTRO) as server:
        anna, ben, cleo = Http(server, "Anna"), Http(server, "Ben"), Http(server, "Cleo")
        code = new_table(anna, [ben], edition="classic")
        path = f"/api/v1/tables/{code}/position"
        seen = [[seat["money"] for seat in who.get(path)["position"]["view"]["seats"]]
                for who in (anna, ben, cleo, Http(server))]
        if seen != [[50, None], [None, 50], [None, None], [None, None]]:
            yield f"money seen: {seen}"
        text = json.dumps(anna.get(path)) + json.dumps(anna.get(f"/api/v1/tables/{code}"))
        if '"seed": null' not in text:
            yield "the seed is told before the end"


def check_clock_and_leaving():
    """who runs out of time or leaves is played by a bot until they come back"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic", order="seated",
                         clock={"kind": "move", "seconds": 5})
        socket = Socket(server, anna)
        seen = socket.ask("watch", table=code)
        if seen["position"]["clock"]["due"] <= seen["position"]["clock"]["now"]:
            yield "no time to think"
        ben.post(f"/api/v1/tables/{code}/leave")
        info = socket.push("table")["info"]
        if not info["seats"][1]["away"]:
            yield "the player who left is not away"
        moved = socket.push("news", timeout=15)
        if moved["entries"][0]["seat"] != 1:
            yield f"the clock ran out, then: {moved['entries']}"
        back = anna.post(f"/api/v1/tables/{code}/come-back")["info"]
        if back["seats"][0]["away"]:
            yield "who came back is still away"
        while (news := socket.push("news"))["entries"]:
            pass
        if news["position"]["table"] != code or not news["position"]["clock"]:
            yield f"who came back is told of no clock: {news}"


def check_agree_and_rematch():
    """the table can agree to end, and play again"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic")
        base = f"/api/v1/tables/{code}"
        if anna.post(base + "/agree-end", agree=True)["info"]["status"] != "running":
            yield "one alone ended the game"
        if ben.post(base + "/agree-end", agree=True)["info"]["status"] != "ended":
            yield "the game goes on though all agree to end it"
        first = anna.post(base + "/rematch")["info"]
        second = ben.post(base + "/rematch")["info"]
        if first["table"] != second["table"] or second["you"] != 2:
            yield f"rematch: {first['table']} and {second['table']}, seat {second['you']}"


def check_stream():
    """server-sent events tell what a WebSocket would"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic", order="seated")
        ben.connection = None
        import http.client
        stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        stream.request("GET", f"/api/v1/tables/{code}/events?since=0",
                       headers={"Cookie": ben.cookie})
        answer = stream.getresponse()
        if not answer.headers["Content-Type"].startswith("text/event-stream"):
            yield answer.headers["Content-Type"]

        def event():
            lines = []
            while True:
                line = answer.readline().decode().rstrip("\n")
                if not line and lines:
                    return dict(l.split(": ", 1) for l in lines)
                lines.append(line)

        first = json.loads(event()["data"])
        if first["position"]["view"]["seats"][1]["money"] != 50:
            yield "the stream is not that of the seat"
        anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
        second = event()
        if second["id"] != "1" or json.loads(second["data"])["push"] != "news":
            yield f"second event: {second}"


def check_chat():
    """what is said reaches the table, but not whoever muted the speaker"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben])
        socket = Socket(server, anna)
        socket.ask("watch", table=code)
        ben.post(f"/api/v1/tables/{code}/chat", text="hello 'there'; DROP TABLE users --")
        said = socket.push("chat")["said"]
        if said["name"] != "Ben" or "DROP" not in said["text"]:
            yield f"{said}"
        anna.post("/api/v1/me/mute", user=ben.you["id"], mute=True)
        ben.post(f"/api/v1/tables/{code}/chat", text="again")
        if len(anna.get(f"/api/v1/tables/{code}/chat")["said"]) != 0:
            yield "a muted player is heard"
        if len(ben.get(f"/api/v1/tables/{code}/chat")["said"]) != 2:
            yield "what was said is lost"


tap.run([check_http_game, check_socket_game, check_resend, check_reconnect, check_undo,
         check_hidden_money, check_clock_and_leaving, check_agree_and_rematch,
         check_stream, check_chat])
