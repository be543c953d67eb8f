"""Whole games over plain HTTP and over WebSockets, and the guarantees for clients during a game.

    tests/run play.py ELEKTRO
"""

import json
import random
import sys

from client import Http, Server, ServerTestCase, Socket, new_table

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


class Play(ServerTestCase):
    def test_http_game(self):
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
            self.assertEqual(info["status"], "ended", f"the game is {info['status']}")
            self.assertTrue(info["shuffle"]["seed"], "the seed is not shown after the end")
            record = anna.get(base + "/record")["record"]
            self.assertIn("result:", record, "the record lacks result or commitment")
            self.assertIn(info["shuffle"]["commitment"], record, "the record lacks result or commitment")
            used = anna.get(base + "/times")["used"]
            self.assertEqual(len(used), len(info["seats"]))
            self.assertTrue(all(0 <= each < 10 * 60 * 1000 for each in used), used)
            self.assertGreater(sum(used), 0)
            won = [rank["seat"] for rank in anna.get(base + "/position")["position"]["view"]["ranking"] if rank["rank"] == 1]
            for _ in range(2):
                self.assertEqual([(t["table"], t["winners"]) for t in ben.get("/api/v1/me/history")["tables"]], [(code, won)],
                                 "the game is not in the history with its winner")
                server.kill()
                server.start()
            self.assertEqual(server.stop(), 0, "the server did not exit with status 0: " + server.said()[-2000:])

    def test_socket_game(self):
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
            self.assertTrue(position["view"]["ended"], "the game did not end")
            socket.close()
            self.assertEqual(server.stop(), 0, "the server did not exit with status 0: " + server.said()[-2000:])

    def test_resend(self):
        """a move that is sent late or repeatedly is made once"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            socket = Socket(server, anna)
            first = dict(table=code, seq=0, client="one", move="nominate 4 4")
            numbers = [socket.send("move", **first) for _ in range(3)]
            replies = [socket.reply(n) for n in numbers]
            self.assertEqual([r["again"] for r in replies], [False, True, True], f"sent three times: {replies}")
            self.assertEqual({r["seq"] for r in replies}, {1}, "the same move got different numbers")
            stale = self.refused("stale", socket.ask, "move", table=code, seq=0, client="two", move="nominate 5 5")
            self.assertEqual(stale.error["seq"], 1)
            self.refused("not-your-turn", socket.ask, "move", table=code, seq=1, client="three", move="bid 9")
            ben.post(f"/api/v1/tables/{code}/move", seq=1, client="b", move="pass")
            again = socket.ask("move", **first)
            self.assertTrue(again["again"], f"sent again after the game went on: {again}")
            self.assertEqual(again["seq"], 1, f"sent again after the game went on: {again}")

    def test_client_used(self):
        """a move that has the client name of another one is refused and changes nothing"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            move, undo = f"/api/v1/tables/{code}/move", f"/api/v1/tables/{code}/undo"
            anna.post(move, seq=0, client="a", move="nominate 5 5")
            for text in ("nominate 4 4", "nominate 5 6", "pass", "no move"):
                refused = self.refused("client-used", anna.post, move, seq=0, client="a", move=text)
                self.assertEqual(refused.status, 409)
                self.assertIn("Entry 1,", refused.error["text"])
            self.refused("client-used", anna.post, undo, seq=1, client="a")
            self.assertTrue(anna.post(move, seq=1, client="a", move=" Nominate  5 5")["again"], "spelled otherwise")
            # Names belong to a seat: another player may use the same one.
            self.assertFalse(ben.post(move, seq=1, client="a", move="pass")["again"])
            seq = anna.get(f"/api/v1/tables/{code}/position")["position"]["seq"]
            ben.post(move, seq=seq, client="b", move="nominate 4 4")
            seq = anna.get(f"/api/v1/tables/{code}/position")["position"]["seq"]
            self.assertTrue(anna.post(move, seq=seq, client="a", move="nominate 5 5")["again"], "the game went on")
            ben.post(move, seq=seq, client="c", move="buy coal 1")
            ben.post(undo, seq=seq + 1, client="u")
            self.assertTrue(ben.post(undo, seq=seq + 1, client="u")["again"])
            self.refused("client-used", ben.post, move, seq=seq + 2, client="u", move="buy coal 1")
            # After an undo the same words may be sent as another move, or as the first one again.
            self.assertTrue(ben.post(move, seq=seq + 2, client="c", move="buy coal 1")["again"])
            self.refused("client-used", ben.post, move, seq=seq + 2, client="c", move="buy coal 2")
            self.assertEqual(anna.get(f"/api/v1/tables/{code}/position")["position"]["seq"], seq + 2)

    def at_fuel(self, server):
        """Anna and Ben before Ben buys fuel for plant 5 (coal or oil): the path of the table, and its last entry."""
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic", order="seated", zone=["north-west", "north-east", "west"])
        base = f"/api/v1/tables/{code}"
        for who, text in ((anna, "nominate 5 5"), (ben, "pass"), (ben, "nominate 4 4")):
            seq = who.get(base)["info"]["seq"]
            who.post(base + "/move", seq=seq, client=f"{seq}", move=text)
        return anna, ben, code, base, anna.get(base)["info"]["seq"]

    def test_turn(self):
        """a whole turn is one request: all of its moves are made, and told together, or none"""
        with Server(ELEKTRO) as server:
            anna, ben, code, base, seq = self.at_fuel(server)
            watcher = Socket(server, anna)
            watcher.ask("watch", table=code)
            for code_, moves in (("over-capacity", ["buy coal 1", "buy coal 9", "done"]),
                                 ("bad-syntax", ["buy coal 1", "sell coal 1"]),
                                 ("not-your-turn", ["buy coal 1", "done", "done"]),
                                 ("wrong-phase", ["buy coal 1", "connect Hamburg"])):
                self.refused(code_, ben.post, base + "/turn", seq=seq, client=code_, moves=moves)
                self.assertEqual(anna.get(base)["info"]["seq"], seq, f"{moves} were made in part")
            self.refused("not-your-turn", anna.post, base + "/turn", seq=seq, client="a", moves=["done"])
            self.refused("bad-request", ben.post, base + "/turn", seq=seq, client="b", moves=[])
            self.refused("bad-request", ben.post, base + "/turn", seq=seq, client="b", moves=["done"] * 49)
            self.refused("bad-request", ben.post, base + "/turn", seq=seq, client="b", moves=["done", 7])
            self.refused("bad-request", ben.post, base + "/turn", seq=seq, client="b", moves=["x" * 128])
            self.refused("stale", ben.post, base + "/turn", seq=seq - 1, client="b", moves=["done"])
            reply = ben.post(base + "/turn", seq=seq, client="b", moves=["buy coal 1", "buy coal 1", "done"])
            self.assertEqual((reply["seq"], reply["again"]), (seq + 3, False))
            news = watcher.push("news")
            self.assertEqual([e.get("move") for e in news["entries"]], ["buy coal 1", "buy coal 1", "done"],
                             "the turn was not told at once")
            server.kill()
            server.start()
            for who in (anna, ben):
                who.close()
            self.assertEqual(anna.get(base)["info"]["seq"], seq + 3, "the turn was answered, but is not on disk")
            record = anna.get(base + "/record")["record"]
            self.assertEqual(record.count("buy coal 1"), 2, record)

    def test_turn_again(self):
        """a turn that is sent again is made once; another one with its client name is refused"""
        with Server(ELEKTRO) as server:
            _, ben, code, base, seq = self.at_fuel(server)
            turn = dict(seq=seq, client="t", moves=["buy coal 1", "buy coal 1", "done"])
            socket = Socket(server, ben)
            numbers = [socket.send("turn", table=code, **turn) for _ in range(3)]
            replies = [socket.reply(n) for n in numbers]
            self.assertEqual([r["again"] for r in replies], [False, True, True], f"sent three times: {replies}")
            self.assertEqual({r["seq"] for r in replies}, {seq + 3})
            spelled = dict(turn, seq=seq + 3, moves=["Buy  coal 1", "buy coal 1", "done"])
            self.assertTrue(ben.post(base + "/turn", **spelled)["again"], "spelled otherwise")
            for moves in (["buy coal 1"], ["buy coal 1", "buy coal 1"], ["buy coal 1", "done"],
                          ["buy coal 2", "buy coal 1", "done"], ["buy coal 1", "buy coal 1", "done", "done"]):
                self.refused("client-used", ben.post, base + "/turn", **dict(turn, moves=moves))
            self.refused("client-used", ben.post, base + "/move", seq=seq, client="t", move="buy coal 1")
            self.refused("client-used", ben.post, base + "/undo", seq=seq, client="t")
            self.assertEqual(ben.get(base)["info"]["seq"], seq + 3)

    def test_turn_of_one(self):
        """a turn of one move is that move, and can be taken back move by move"""
        with Server(ELEKTRO) as server:
            _, ben, _, base, seq = self.at_fuel(server)
            ben.post(base + "/turn", seq=seq, client="t", moves=["buy coal 1"])
            self.assertTrue(ben.post(base + "/move", seq=seq, client="t", move="buy coal 1")["again"])
            ben.post(base + "/turn", seq=seq + 1, client="u", moves=["buy coal 1", "buy coal 1"])
            ben.post(base + "/undo", seq=seq + 3, client="v")
            self.assertTrue(ben.post(base + "/turn", seq=seq + 1, client="u", moves=["buy coal 1", "buy coal 1"])["again"])
            seats = ben.get(base + "/position")["position"]["view"]["seats"]
            self.assertEqual(seats[1]["fuel"]["coal"], 2)

    def test_reconnect(self):
        """reconnecting takes one round trip and misses nothing"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            before = Socket(server, ben)
            seen = before.ask("watch", table=code, since=0)
            self.assertEqual([e["seq"] for e in seen["entries"]], [0], f"at the start: {seen['entries']}")
            anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
            before.push("news")
            before.close()
            ben.post(f"/api/v1/tables/{code}/move", seq=1, client="b", move="pass")
            after = Socket(server, ben)
            seen = after.ask("watch", table=code, since=1)
            entries = [(e["seq"], e.get("move") or e.get("draw")) for e in seen["entries"]]
            self.assertEqual(entries[0], (2, "pass"), f"after reconnecting: {entries}")
            self.assertGreaterEqual(len(entries), 2, f"after reconnecting: {entries}")
            self.assertIn("draw", seen["entries"][1], f"after reconnecting: {entries}")
            self.assertEqual(seen["position"]["seq"], entries[-1][0], "the position is not that of the last entry")
            events = [e["event"] for entry in seen["entries"] for e in entry["events"]]
            self.assertIn("plant-bought", events, f"events: {events}")
            self.assertIn("plant-drawn", events, f"events: {events}")

    def test_undo(self):
        """a turn can be undone until it ends or a card is turned up"""
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
            self.refused("nothing-to-undo", undo, ben)
            play(ben, "nominate 5 5")
            buyer = (anna, ben)[anna.get(base + "/position")["position"]["view"]["to_move"] - 1]
            money = buyer.get(base + "/position")["position"]["view"]
            play(buyer, "buy oil 1" if buyer is ben else "buy coal 1")
            self.assertTrue(buyer.get(base + "/position")["position"]["can_undo"], "a purchase cannot be undone")
            undo(buyer)
            self.assertEqual(buyer.get(base + "/position")["position"]["view"], money,
                             "taking back leaves another position")
            play(buyer, "buy oil 1" if buyer is ben else "buy coal 1")
            before = buyer.get(base + "/position")["position"]["view"]
            server.kill()
            server.start()
            buyer.close()
            self.assertEqual(buyer.get(base + "/position")["position"]["view"], before,
                             "a restart changes a game with an undone move")
            buyer.close()
            undo(buyer)
            play(buyer, "done")
            self.refused("nothing-to-undo", undo, buyer)

    def test_hidden_money(self):
        """a player sees only their own money, and spectators see none"""
        with Server(ELEKTRO) as server:
            anna, ben, cleo = Http(server, "Anna"), Http(server, "Ben"), Http(server, "Cleo")
            code = new_table(anna, [ben], edition="classic")
            path = f"/api/v1/tables/{code}/position"
            seen = [[seat["money"] for seat in who.get(path)["position"]["view"]["seats"]]
                    for who in (anna, ben, cleo, Http(server))]
            self.assertEqual(seen, [[50, None], [None, 50], [None, None], [None, None]], f"money seen: {seen}")
            text = json.dumps(anna.get(path)) + json.dumps(anna.get(f"/api/v1/tables/{code}"))
            self.assertIn('"seed": null', text, "the seed is revealed before the end")

    def test_clock_and_leaving(self):
        """a bot takes over for a player who runs out of time or leaves, until they come back"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated",
                             clock={"kind": "move", "seconds": 15})
            socket = Socket(server, anna)
            seen = socket.ask("watch", table=code)
            self.assertGreater(seen["position"]["clock"]["due"], seen["position"]["clock"]["now"],
                               "no time to think")
            ben.post(f"/api/v1/tables/{code}/leave")
            info = socket.push("table")["info"]
            self.assertTrue(info["seats"][1]["away"], "the player who left is not away")
            moved = socket.push("news")
            self.assertEqual(moved["entries"][0]["seat"], 1, f"the clock ran out, then: {moved['entries']}")
            back = anna.post(f"/api/v1/tables/{code}/come-back")["info"]
            self.assertFalse(back["seats"][0]["away"], "a player who came back is still away")
            while (news := socket.push("news"))["entries"]:
                pass
            self.assertEqual(news["position"]["table"], code, f"a player who came back gets no clock: {news}")
            self.assertTrue(news["position"]["clock"], f"a player who came back gets no clock: {news}")

    def test_leave_and_return(self):
        """a player who leaves and comes back in one packet, again and again, gets no time"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated",
                             clock={"kind": "move", "seconds": 10})
            socket = Socket(server, anna)
            due = socket.ask("watch", table=code)["position"]["clock"]["due"]
            while True:
                sent = [socket.frame_of("leave", table=code), socket.frame_of("come_back", table=code)]
                socket.socket.sendall(b"".join(frame for _, frame in sent))
                for number, _ in sent:
                    socket.reply(number)
                position = ben.get(f"/api/v1/tables/{code}/position")["position"]
                if position["seq"] > 0:  # the bot has moved
                    return
                self.assertEqual(position["clock"]["due"], due, "she has got more time")
                self.assertLess(position["clock"]["now"], due + 60000, "the clock never runs out")

    def test_agree_and_rematch(self):
        """the table can agree to end, and play again"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic")
            base = f"/api/v1/tables/{code}"
            self.assertEqual(anna.post(base + "/agree-end", agree=True)["info"]["status"], "running",
                             "one alone ended the game")
            self.assertEqual(ben.post(base + "/agree-end", agree=True)["info"]["status"], "ended",
                             "the game continues though all agree to end it")
            first = anna.post(base + "/rematch")["info"]
            second = ben.post(base + "/rematch")["info"]
            self.assertEqual(first["table"], second["table"],
                             f"rematch: {first['table']} and {second['table']}, seat {second['you']}")
            self.assertEqual(second["you"], 2,
                             f"rematch: {first['table']} and {second['table']}, seat {second['you']}")

    def test_help(self):
        """Advice at a table is off unless its host switches it on; all see that, and a rematch keeps it."""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            plain = new_table(anna, [ben], edition="classic")
            self.assertIs(ben.get(f"/api/v1/tables/{plain}")["info"]["settings"]["help"], False)
            self.refused("bad-request", anna.post, "/api/v1/tables", players=2, help="yes")
            code = new_table(anna, [ben], edition="classic", public=True, help=True)
            seen = [Http(server).get("/api/v1/lobby")["running"][0], Http(server).get(f"/api/v1/tables/{code}")["info"]]
            for each in (anna, ben):
                each.post(f"/api/v1/tables/{code}/agree-end", agree=True)
            seen.append(ben.post(f"/api/v1/tables/{code}/rematch")["info"])
            server.stop()
            server.start()
            seen.append(Http(server).get(f"/api/v1/tables/{code}")["info"])
            self.assertEqual([info["settings"]["help"] for info in seen], [True] * 4)

    def test_stream(self):
        """server-sent events have the same content as the pushes of a WebSocket"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            ben.connection = None
            import http.client
            stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            stream.request("GET", f"/api/v1/tables/{code}/events?since=0",
                           headers={"Cookie": ben.cookie})
            answer = stream.getresponse()
            self.assertTrue(answer.headers["Content-Type"].startswith("text/event-stream"),
                            answer.headers["Content-Type"])

            def event():
                lines = []
                while True:
                    line = answer.readline().decode().rstrip("\n")
                    if not line and lines:
                        return dict(l.split(": ", 1) for l in lines)
                    lines.append(line)

            first = json.loads(event()["data"])
            self.assertEqual(first["position"]["view"]["seats"][1]["money"], 50,
                             "the stream is not that of the seat")
            anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
            second = event()
            self.assertEqual(second["id"], "1", f"second event: {second}")
            self.assertEqual(json.loads(second["data"])["push"], "news", f"second event: {second}")

    def test_chat(self):
        """a chat message reaches the table, except players who muted its author"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben])
            socket = Socket(server, anna)
            socket.ask("watch", table=code)
            ben.post(f"/api/v1/tables/{code}/chat", text="hello 'there'; DROP TABLE users --")
            said = socket.push("chat")["said"]
            self.assertEqual(said["name"], "Ben", said)
            self.assertIn("DROP", said["text"], said)
            # Characters that turn around the lines of others are removed; letters that run from right to left stay.
            turning = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
            for text in ("gnp\u202e.exe", "\u2067a\u2069b" + turning, turning[::-1] + "שלום, Anna! مرحبا 👩\u200d🚀 ☀\ufe0f"):
                ben.post(f"/api/v1/tables/{code}/chat", text=text)
                self.assertEqual(socket.push("chat")["said"]["text"], "".join(c for c in text if c not in turning))
            self.refused("bad-request", ben.post, f"/api/v1/tables/{code}/chat", text=turning)
            self.refused("bad-request", ben.post, f"/api/v1/tables/{code}/chat", text="x" * 501)
            ben.post(f"/api/v1/tables/{code}/chat", text="x" * 497 + "\u202e")
            self.assertEqual(socket.push("chat")["said"]["text"], "x" * 497)
            anna.post("/api/v1/me/mute", user=ben.you["id"], mute=True)
            ben.post(f"/api/v1/tables/{code}/chat", text="again")
            self.assertEqual(len(anna.get(f"/api/v1/tables/{code}/chat")["said"]), 0, "a muted player is shown")
            self.assertEqual(len(ben.get(f"/api/v1/tables/{code}/chat")["said"]), 6, "messages are lost")
