"""Players and accounts: repeated moves, ended sessions, tables that continue.

    tests/run people.py ELEKTRO
"""

import os
import subprocess
import sys
import tempfile
import time

from client import Http, Refused, Server, ServerTestCase, Socket, new_table, until

ELEKTRO = sys.argv[1]


def is_gone(socket):
    """Whether a socket is logged out."""
    try:
        socket.ask("mine")
    except (ConnectionError, Refused):
        return True
    return False


def names_at(who, code):
    return [seat["name"] for seat in who.get(f"/api/v1/tables/{code}")["info"]["seats"]]


class People(ServerTestCase):
    def test_again(self):
        """a repeated move is made once, with any seq, and also after the end"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            move = f"/api/v1/tables/{code}/move"
            anna.post(move, seq=0, client="a", move="nominate 4 4")
            ben.post(move, seq=1, client="b", move="pass")
            first = anna.get(f"/api/v1/tables/{code}/position")["position"]["seq"]
            ben.post(move, seq=first, client="c", move="nominate 5 5")
            seq = anna.get(f"/api/v1/tables/{code}/position")["position"]["seq"]
            one = anna.post(move, seq=seq, client="m1", move="buy coal 1")
            two = anna.post(move, seq=seq + 1, client="m1", move="buy coal 1")
            self.assertFalse(one["again"], f"sent with the next number: {one}, {two}")
            self.assertTrue(two["again"], f"sent with the next number: {one}, {two}")
            self.assertEqual(two["seq"], one["seq"], f"sent with the next number: {one}, {two}")
            undone = anna.post(f"/api/v1/tables/{code}/undo", seq=seq + 1, client="u1")
            undone2 = anna.post(f"/api/v1/tables/{code}/undo", seq=seq + 2, client="u1")
            self.assertTrue(undone2["again"], f"undone twice: {undone}, {undone2}")
            self.assertEqual(undone2["seq"], undone["seq"], f"undone twice: {undone}, {undone2}")
            for who in (anna, ben):
                who.post(f"/api/v1/tables/{code}/agree-end", agree=True)
            three = anna.post(move, seq=seq, client="m1", move="buy coal 1")
            self.assertTrue(three["again"], f"after the end: {three}")
            self.assertEqual(three["seq"], one["seq"], f"after the end: {three}")
            self.refused("not-running", anna.post, move, seq=seq + 2, client="new", move="done")

    def test_change_seat(self):
        """a player who joins another free seat moves to it, until the game begins"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = anna.post("/api/v1/tables", players=3)["info"]["table"]
            path = f"/api/v1/tables/{code}"
            ben.post(f"{path}/join")
            ben.post(f"{path}/ready", ready=True, words="by Ben")
            socket = Socket(server, anna)
            socket.ask("watch", table=code)
            info = ben.post(f"{path}/join", seat=3)["info"]
            self.assertEqual((info["you"], names_at(ben, code)), (3, ["Anna", "", "Ben"]))
            self.assertEqual((info["seats"][2]["ready"], info["seats"][2]["words"]), (True, "by Ben"))
            self.assertEqual((info["seats"][1]["ready"], info["seats"][1]["words"]), (False, ""))
            self.assertEqual(socket.push("table")["info"]["seats"][2]["name"], "Ben")
            for same in ({}, {"seat": 3}):
                self.assertEqual(ben.post(f"{path}/join", **same)["info"]["you"], 3, same)
            self.refused("seat-taken", ben.post, f"{path}/join", seat=1)
            self.refused("bad-request", ben.post, f"{path}/join", seat=4)
            self.assertEqual(names_at(ben, code), ["Anna", "", "Ben"])
            self.assertEqual(anna.post(f"{path}/join", seat=2)["info"]["host"], anna.you["id"], "the host moves, too")
            anna.post(f"{path}/bots", level="easy")
            self.refused("seat-taken", ben.post, f"{path}/join", seat=1)
            self.assertEqual(len(ben.get("/api/v1/me/tables")["tables"]), 1)
            anna.post(f"{path}/start")
            self.refused("not-open", ben.post, f"{path}/join", seat=1)
            self.assertEqual(ben.post(f"{path}/join")["info"]["you"], 3)
            socket.close()

    def test_colours(self):
        """a player has the colour they wish for where it is free; every seat has another one, also for clients without wishes"""
        with Server(ELEKTRO) as server:
            anna, ben, cleo, dora = (Http(server, name) for name in ("Anna", "Ben", "Cleo", "Dora"))
            code = anna.post("/api/v1/tables", players=5, colour=4)["info"]["table"]
            base = f"/api/v1/tables/{code}"

            def colours(code=code):
                return [seat["colour"] for seat in anna.get(f"/api/v1/tables/{code}")["info"]["seats"]]

            self.assertEqual(colours(), [4, 2, 3, 1, 5])
            ben.post(base + "/join", colour=4)
            self.assertEqual(colours()[:2], [4, 2], "Anna has it")
            cleo.post(base + "/join", colour=2)
            self.assertEqual(colours()[:3], [4, 2, 3], "Ben has it, without a wish")
            dora.post(base + "/join")
            for bad in (0, 7, "red", None, 1.5):
                self.refused("bad-request", dora.post, base + "/join", colour=bad)
            ben.post(base + "/join", colour=6)
            self.assertEqual(colours(), [4, 6, 3, 1, 5], "a seated player wishes for another one")
            ben.post(base + "/join", colour=3)
            self.assertEqual(colours(), [4, 6, 3, 1, 5], "Cleo keeps hers, and Ben his")
            ben.post(base + "/join", seat=5)
            self.assertEqual(colours(), [4, 2, 3, 1, 6], "it moves along to another seat")
            ben.post(base + "/join", seat=2, colour=5)
            self.assertEqual(colours(), [4, 5, 3, 1, 2], "another seat and another colour at once")
            ben.post(base + "/join", seat=5, colour=6)
            anna.post(base + "/bots", level="easy")
            cleo.post(base + "/leave")
            cleo.post(base + "/join", colour=2)
            chosen = colours()
            self.assertEqual(chosen, [4, 3, 2, 1, 6], "a bot has no colour of its own")
            for who in (ben, cleo, dora):
                who.post(base + "/ready", ready=True)
            anna.post(base + "/start")
            ben.post(base + "/join", colour=5)
            self.assertEqual(colours(), chosen, "colours stay once the game has begun")
            server.kill()
            server.start()
            for who in (anna, ben, cleo, dora):
                who.close()
            self.assertEqual(colours(), chosen, "after a restart")
            for who in (anna, ben, cleo, dora):
                who.post(base + "/agree-end", agree=True)
            again = ben.post(base + "/rematch")["info"]["table"]
            anna.post(base + "/rematch")
            self.assertEqual(colours(again)[:2], [6, 4], "in the rematch")
            ben.post(f"/api/v1/tables/{again}/join", colour=5)
            ben.post(base + "/rematch")
            self.assertEqual(colours(again)[:2], [5, 4], "a colour chosen in the rematch is lost")

    def test_token(self):
        """a token that is dropped ends its open sockets"""
        with Server(ELEKTRO) as server:
            anna = Http(server)
            anna.post("/api/v1/register", name="Anna", password="correct horse")
            made = anna.post("/api/v1/tokens", label="my bot")
            socket = Socket(server, headers={"Authorization": "Bearer " + made["token"]})
            own = Socket(server, anna)
            socket.ask("mine")
            anna.post("/api/v1/tokens/drop", id=made["id"])
            self.assertTrue(is_gone(socket), "it plays on")
            self.assertFalse(is_gone(own), "another socket was closed")
            self.refused("bad-request", anna.post, "/api/v1/tokens/drop", id=made["id"])

    def test_promotion(self):
        """a guest who registers keeps their socket; other clients with the guest's session are logged out"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            thief = Http(server)
            thief.cookie = anna.cookie
            socket = Socket(server, anna)
            anna.post("/api/v1/register", name="Anna", password="correct horse")
            self.refused("not-logged-in", thief.get, "/api/v1/me/tables")
            self.assertEqual(socket.ask("hello")["you"]["kind"], "account", "the open socket is still a guest's")
            anna.get("/api/v1/me/tables")
            anna.post("/api/v1/logout-everywhere")
            self.assertTrue(is_gone(socket), "the socket outlives the new session")

    def test_promoted_name(self):
        """a guest who registers is shown at their tables by the name of the account"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben])
            ben.post("/api/v1/register", name="Benedikt", password="correct horse")
            if names_at(anna, code) != ["Anna", "Benedikt"]:
                self.fail(names_at(anna, code))

    def test_rename(self):
        """a guest's new name is shown at waiting and running tables, and in the chat there"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            ended, played = new_table(anna, [ben]), new_table(anna, [ben], patience=0)
            waits = ben.post("/api/v1/tables", players=2, public=True)["info"]["table"]
            for who in (anna, ben):
                who.post(f"/api/v1/tables/{ended}/agree-end", agree=True)
            record = anna.get(f"/api/v1/tables/{ended}/record")["record"]
            hers, his = Socket(server, anna), Socket(server, ben)
            for socket in (hers, his):
                socket.ask("watch", table=played)
            his.ask("chat", table=played, text="before")
            self.assertEqual(hers.push("chat")["said"]["name"], "Ben", "he had another name before")
            before = anna.get(f"/api/v1/tables/{played}/position?since=0")
            self.assertEqual(ben.post("/api/v1/me/name", name="Ben the Bold")["you"],
                             {**ben.you, "name": "Ben the Bold"}, "it is another user")
            self.assertEqual(hers.push("table")["info"]["seats"][1]["name"], "Ben the Bold",
                             "a spectator does not get the news")
            self.assertEqual(anna.get(f"/api/v1/tables/{played}/position?since=0"), before, "the game is another")
            his.ask("chat", table=played, text="after")
            self.assertEqual(hers.push("chat")["said"]["name"], "Ben the Bold", "he talks under the old name")
            said = anna.get(f"/api/v1/tables/{played}/chat")["said"]
            self.assertEqual([each["name"] for each in said], ["Ben the Bold"] * 2, said)
            if (names_at(anna, played), names_at(anna, waits)[0]) != (["Anna", "Ben the Bold"], "Ben the Bold"):
                self.fail(f"{names_at(anna, played)}, {names_at(anna, waits)}")
            self.assertEqual(anna.get("/api/v1/lobby")["open"][0]["seats"][0]["name"], "Ben the Bold",
                             "the lobby has the old name")
            self.assertIn("Ben the Bold", anna.get(f"/api/v1/tables/{played}/record")["record"],
                          "the record of the running game has the old name")
            if names_at(anna, ended) != ["Anna", "Ben"]:
                self.fail(f"a game that has ended: {names_at(anna, ended)}")
            self.assertEqual(anna.get(f"/api/v1/tables/{ended}/record")["record"], record,
                             "the record of an ended game has changed")
            self.assertEqual(his.ask("rename", name="Bo")["you"]["name"], "Bo", "not by a socket")
            self.assertEqual(names_at(anna, played)[1], "Bo", "not by a socket")

    def test_rename_order(self):
        """a new name does not change the order of the tables"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            for who in (anna, ben):
                new_table(anna, [ben])
                who.post("/api/v1/tables", players=2, public=True)

            def order():
                lists = (ben.get("/api/v1/me/tables")["tables"], anna.get("/api/v1/lobby")["open"])
                return [[table["table"] for table in tables] for tables in lists]
            before = order()
            anna.post("/api/v1/me/name", name="Annika")
            if [len(codes) for codes in before] != [3, 2] or order() != before:
                self.fail(f"{before}, then {order()}")

    def test_rename_unread(self):
        """a new name does not load the games of tables that are not in memory"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            codes = [new_table(anna, [ben], edition="classic", order="seated") for _ in range(3)]
            move = f"/api/v1/tables/{codes[0]}/move"
            anna.post(move, seq=0, client="a", move="nominate 4 4")
            server.kill()
            server.start()
            for who in (anna, ben):
                who.close()
            anna.post("/api/v1/me/name", name="Annika")
            self.assertIn("\nelektro_tables_loaded_total 0\n", anna.raw("GET", "/metrics")[2].decode(),
                          "games were read")
            if [names_at(ben, code) for code in codes] != [["Annika", "Ben"]] * 3:
                self.fail([names_at(ben, code) for code in codes])
            ben.post(move, seq=1, client="b", move="pass")

    def test_rename_refused(self):
        """a bad name is refused, and only a guest can take another name"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            code = anna.post("/api/v1/tables", players=2)["info"]["table"]
            for why, name in (("bad-request", ""), ("bad-request", "x" * 41), ("bad-request", 7),
                              ("bad-request", "a\nb"), ("bad-name", " Ann"), ("bad-name", "Ann "),
                              ("bad-name", "Be\u200bn"), ("bad-name", "Ben\u202e")):
                self.refused(why, anna.post, "/api/v1/me/name", name=name)
            self.refused("not-logged-in", Http(server).post, "/api/v1/me/name", name="Ben")
            anna.post("/api/v1/register", name="Anna", password="correct horse")
            self.refused("not-a-guest", anna.post, "/api/v1/me/name", name="Ben")
            self.assertEqual(anna.get("/api/v1/hello")["you"]["name"], "Anna", "it was changed all the same")
            self.assertEqual(names_at(anna, code)[0], "Anna", "it was changed all the same")

    def test_rename_kept(self):
        """an answered new name survives a power cut"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben])
            ben.post(f"/api/v1/tables/{code}/chat", text="hello")
            ben.post("/api/v1/me/name", name="Benedikt")
            server.kill()
            server.start()
            for who in (anna, ben):
                who.close()
            said = anna.get(f"/api/v1/tables/{code}/chat")["said"]
            kept = [ben.get("/api/v1/hello")["you"]["name"], names_at(anna, code)[1], said[0]["name"]]
            self.assertEqual(kept, ["Benedikt"] * 3, kept)

    def test_admin_end(self):
        """the admin closes waiting tables, and gets an error for tables that cannot be ended"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            code = anna.post("/api/v1/tables", players=2)["info"]["table"]
            run = server.admin("end", code)
            self.assertEqual(run.stdout, "Done.\n", f"{run.stdout}{run.stderr}")
            self.assertEqual(anna.get(f"/api/v1/tables/{code}")["info"]["status"], "closed", "it is still open")
            self.assertEqual(server.admin("end", code).returncode, 1, "it was closed twice")

    def test_history(self):
        """the history can be paged by the time at which games ended"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            codes = []
            for _ in range(3):
                code = new_table(anna, [ben])
                for who in (anna, ben):
                    who.post(f"/api/v1/tables/{code}/agree-end", agree=True)
                codes.append(code)
            anna.post(f"/api/v1/tables/{codes[0]}/rematch")
            tables = anna.get("/api/v1/me/history")["tables"]
            self.assertEqual([t["table"] for t in tables], codes[::-1], "a rematch changes the order")
            older = anna.get(f"/api/v1/me/history?before={tables[0]['ended']}")["tables"]
            self.assertEqual([t["table"] for t in older], [t["table"] for t in tables[1:]],
                             "the next page is another")

    def test_standing(self):
        """lists tell whose turn it is and until when, and whether somebody won, also after a restart"""
        days = 3 * 24 * 3600 * 1000
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            slow = new_table(anna, [ben], clock={"kind": "days", "days": 3})
            free = new_table(anna, [ben])
            agreed = new_table(anna, [ben])
            for who in (anna, ben):
                who.post(f"/api/v1/tables/{agreed}/agree-end", agree=True)

            def turns():
                return {t["table"]: t["turn"] for t in anna.get("/api/v1/me/tables")["tables"]}

            position = anna.get(f"/api/v1/tables/{slow}/position")["position"]
            expected = {"seat": position["view"]["to_move"], "due": position["clock"]["due"]}
            for _ in range(2):
                told = turns()
                left = told[slow]["due"] - told[slow].pop("now")
                self.assertEqual(told[slow], expected)
                self.assertTrue(days - 600000 < left <= days, f"{left} ms are left of {days}")
                self.assertEqual(told[free]["due"], 0, "a table without a clock has a deadline")
                self.assertEqual([t["winners"] for t in anna.get("/api/v1/me/history")["tables"]], [[]],
                                 "somebody won a game that was ended early")
                server.kill()
                server.start()
            (anna, ben)[expected["seat"] - 1].post(f"/api/v1/tables/{slow}/leave")
            self.assertTrue(until(lambda: (turns()[slow] or {}).get("seat") != expected["seat"]), "it is the turn of a player who left")

    def test_rematch(self):
        """after a rematch whose table was closed, players can start another"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben])
            for who in (anna, ben):
                who.post(f"/api/v1/tables/{code}/agree-end", agree=True)
            first = anna.post(f"/api/v1/tables/{code}/rematch")["info"]["table"]
            anna.post(f"/api/v1/tables/{first}/leave")
            second = ben.post(f"/api/v1/tables/{code}/rematch")["info"]
            self.assertNotEqual(second["table"], first, second)
            self.assertEqual(second["status"], "open", second)
            self.assertEqual(anna.post(f"/api/v1/tables/{code}/rematch")["info"]["table"], second["table"],
                             "the others do not find it")

    def test_rematch_with_bots(self):
        """a rematch seats the same bots again, each with a distinct name"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], bots=["easy", "hard:rusher"])
            for who in (anna, ben):
                who.post(f"/api/v1/tables/{code}/agree-end", agree=True)
            code = ben.post(f"/api/v1/tables/{code}/rematch")["info"]["table"]
            seats = anna.post(f"/api/v1/tables/{code}/join")["info"]["seats"]
            self.assertEqual([(s["kind"], s["level"], s["style"]) for s in seats],
                             [("person", None, None), ("person", None, None), ("bot", "easy", "plain"), ("bot", "hard", "rusher")], seats)
            self.assertEqual(len({s["name"] for s in seats}), 4, [s['name'] for s in seats])
            self.assertTrue(all(s["name"] for s in seats), [s['name'] for s in seats])

    def test_styles(self):
        """bots play in styles, which a restart keeps; the host changes the bot at a seat"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            path = f"/api/v1/tables/{anna.post('/api/v1/tables', players=3)['info']['table']}"
            ben.post(f"{path}/join")
            bot = anna.post(f"{path}/bots", level="normal", seat=3)["info"]["seats"][2]
            self.assertEqual((bot["level"], bot["style"], bot["name"]), ("normal", "plain", "Watt"))
            anna.post(f"{path}/bots", level="hard", style="miser", seat=3)
            self.refused("bad-request", anna.post, f"{path}/bots", level="easy", style="miser", seat=3)
            self.refused("bad-request", anna.post, f"{path}/bots", level="hard", style="lazy", seat=3)
            self.refused("seat-taken", anna.post, f"{path}/bots", level="hard", seat=2)
            self.refused("table-full", anna.post, f"{path}/bots", level="hard")
            self.refused("not-the-host", ben.post, f"{path}/bots", level="hard", seat=3)
            server.stop()
            server.start()
            seats = anna.get(path)["info"]["seats"]
            self.assertEqual([(s["level"], s["style"]) for s in seats], [(None, None), (None, None), ("hard", "miser")])

    def test_deleted_player(self):
        """a bot with a name takes over for a player who deletes their account in a game"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben])
            ben.post("/api/v1/me/delete", name="Ben")
            seat = anna.get(f"/api/v1/tables/{code}")["info"]["seats"][1]
            self.assertNotIn(seat["name"], ("", "Ben"), seat)
            self.assertTrue(seat["away"], seat)

    def test_host_goes(self):
        """a host who deletes their account hands the table to the next player, or closes it"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = anna.post("/api/v1/tables", players=3)["info"]["table"]
            ben.post(f"/api/v1/tables/{code}/join")
            anna.post("/api/v1/me/delete", name="Anna")
            ben.post(f"/api/v1/tables/{code}/bots", level="random")
            ben.post("/api/v1/me/delete", name="Ben")
            self.assertEqual(Http(server).get(f"/api/v1/tables/{code}")["info"]["status"], "closed",
                             "a table without players is still open")

    def test_words(self):
        """words for the shuffle may begin and end with spaces"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as folder:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = anna.post("/api/v1/tables", players=2)["info"]["table"]
            ben.post(f"/api/v1/tables/{code}/join")
            anna.post(f"/api/v1/tables/{code}/ready", ready=True, words="  two spaces first")
            ben.post(f"/api/v1/tables/{code}/ready", ready=True, words="one behind ")
            anna.post(f"/api/v1/tables/{code}/start")
            for who in (anna, ben):
                who.post(f"/api/v1/tables/{code}/agree-end", agree=True)
            path = os.path.join(folder, "game.elektro")
            with open(path, "w", encoding="utf-8") as file:
                file.write(anna.get(f"/api/v1/tables/{code}/record")["record"])
            run = subprocess.run([ELEKTRO, "replay", "--verify-shuffle", path], capture_output=True,
                                 text=True, check=False)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_clock(self):
        """no timestamp is earlier than its request"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            code = new_table(anna, [Http(server, "Ben")])
            socket = Socket(server, anna)
            socket.ask("watch", table=code)
            for _ in range(4):
                time.sleep(0.4)
                sent = int(time.time() * 1000)
                socket.ask("chat", table=code, text="now")
                at = socket.push("chat")["said"]["at"]
                self.assertGreaterEqual(at, sent, f"dated {sent - at} ms before it was said")
