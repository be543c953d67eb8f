"""Several servers on one PostgreSQL (nodes): sessions, accounts, spectators and presence are the same at all of them.

    with_postgres tests/run nodes_people.py ELEKTRO
"""

import contextlib
import time

from client import PASSWORD, Http, Refused, Socket, account, new_table, until
from database import sql
from spectators import StreamReader
from together import Match, Together, at, at_once, hears, insist, is_answered, is_ended, meanwhile, outcome, table_when


class Sessions(Together):
    names = 0

    def account(self, node=0):
        Sessions.names += 1
        return account(self.nodes[node], f"Account {Sessions.names}")

    def log_in(self, node, who, password=PASSWORD):
        again = Http(self.nodes[node])
        again.you = again.post("/api/v1/login", name=who.you["name"], password=password)["you"]
        return again

    def sockets(self, *people):
        """A socket of each at every node."""
        return [self.socket(node, who) for node in range(3) for who in people]

    def gone(self, sockets, *people):
        """Asserts that nobody of these is logged in at any node, at once, and that their sockets end soon."""
        for who in people:
            for node in self.nodes:
                self.refused("not-logged-in", at(node, who).get, "/api/v1/me/tables")
        for sock in sockets:
            self.assertTrue(is_ended(sock), "a socket outlives its session")

    def stays(self, sockets, who):
        for sock in sockets:
            self.assertEqual(sock.ask("hello")["you"]["id"], who.you["id"])
        for node in self.nodes:
            at(node, who).get("/api/v1/me/tables")

    def test_logout(self):
        """a user who logs out at one node is logged out at all, with that session only"""
        anna = self.account()
        cookie = Http(self.nodes[0], cookie=anna.cookie)
        other = self.log_in(1, anna)
        here, elsewhere = self.sockets(cookie), self.sockets(other)
        code = anna.post("/api/v1/tables", players=2)["info"]["table"]
        streams = [StreamReader(node, cookie, code) for node in self.nodes]
        anna.post("/api/v1/logout")
        self.gone(here, cookie)
        for stream in streams:
            self.assertTrue(stream.ends(), "a stream outlives its session")
        self.stays(elsewhere, other)

    def test_everywhere(self):
        """a user who logs out everywhere is logged out of all sessions at all nodes"""
        anna = self.account()
        other = self.log_in(1, anna)
        cookie, sockets = Http(self.nodes[0], cookie=anna.cookie), self.sockets(anna, other)
        anna.post("/api/v1/logout-everywhere")
        self.gone(sockets, cookie, other)

    def test_session_drop(self):
        """a session that is ended in the list of another one ends at all nodes"""
        anna = self.account()
        other = self.log_in(1, anna)
        sockets = self.sockets(other)
        number = next(each["id"] for each in at(self.nodes[2], anna).get("/api/v1/me/sessions")["sessions"] if not each["here"])
        anna.post("/api/v1/me/sessions/drop", session=number)
        self.gone(sockets, other)
        self.stays([], anna)

    def test_password(self):
        """a new password holds at all nodes at once, and ends the other sessions there"""
        anna = self.account()
        other = self.log_in(1, anna)
        mine, others = self.sockets(anna), self.sockets(other)
        anna.post("/api/v1/me/password", old=PASSWORD, password="even longer")
        for node in range(3):
            self.refused("wrong-password", self.log_in, node, anna)
        self.gone(others, other)
        self.stays(mine, anna)
        self.stays([], self.log_in(2, anna, "even longer"))

    def test_token(self):
        """a token that is dropped at one node ends its sockets at all, and is refused there"""
        anna = self.account()
        made = anna.post("/api/v1/tokens", label="my bot")
        bearer = {"Authorization": "Bearer " + made["token"]}
        sockets = [Socket(node, headers=bearer) for node in self.nodes]
        for sock in sockets:
            self.addCleanup(sock.close)
            sock.ask("mine")
        anna.post("/api/v1/tokens/drop", id=made["id"])
        for node in self.nodes:
            with self.assertRaises(Refused) as caught:
                Http(node).ask("GET", "/api/v1/me/tables", headers=bearer)
            self.assertEqual(caught.exception.code, "not-logged-in")
        self.gone(sockets)
        self.stays(self.sockets(anna), anna)

    def test_block(self):
        """when the admin tool says that an account is blocked, its sockets at all nodes are closed"""
        anna, ben = self.account(), self.account(1)
        sockets, others = self.sockets(anna, anna), self.sockets(ben)
        began = time.monotonic()
        run = self.nodes[0].admin("block", anna.you["name"])
        print(f"# blocked after {time.monotonic() - began:.2f} s")
        self.assertEqual((run.stdout, run.stderr), ("Done.\n", ""))
        for sock in sockets:
            self.assertFalse(is_answered(sock), "a socket of the blocked account was open when the tool was done")
        for node in range(3):
            self.refused("blocked", at(self.nodes[node], anna).get, "/api/v1/me/tables")
            self.refused("blocked", self.log_in, node, anna)
        self.stays(others, ben)
        self.assertEqual(self.nodes[0].admin("unblock", anna.you["name"]).stdout, "Done.\n")
        self.stays(self.sockets(anna), anna)

    def test_end(self):
        """a game that the operator ends is over at all nodes"""
        match = Match(self.nodes)
        sockets = [self.socket(node, watch=match.code) for node in range(3)]
        self.assertEqual(self.nodes[0].admin("end", match.code).stdout, "Done.\n")
        for node, sock in enumerate(sockets):
            self.assertEqual(match.info(node)["status"], "ended")
            table_when(sock, lambda info: info["status"] == "ended")

    def test_reset(self):
        """a password that the operator resets ends the sessions at all nodes; the code serves once, at any of them"""
        anna = self.account()
        sockets = self.sockets(anna)
        code = self.nodes[0].admin("reset-password", anna.you["name"]).stdout.strip()
        for sock in sockets:
            self.assertFalse(is_answered(sock), "a socket was open when the tool was done")
        self.gone([], anna)
        reset = {"name": anna.you["name"], "code": code, "password": "even longer"}
        answers = at_once(self.pool, *(lambda n=node: Http(n).post("/api/v1/reset-password", **reset) for node in self.nodes))
        self.assertEqual([no.code for no in answers if isinstance(no, Refused)], ["wrong-code"] * 2)
        self.stays([], self.log_in(2, anna, "even longer"))

    def test_rename(self):
        """a guest's new name is shown at all nodes, at tables and in the chat"""
        anna, ben = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Ben")
        code = new_table(anna, [ben])
        path = f"/api/v1/tables/{code}"
        hers, his = self.socket(2, anna, code), self.socket(1, ben, code)
        at(self.nodes[0], ben).post("/api/v1/me/name", name="Ben the Bold")
        table_when(hers, lambda info: info["seats"][1]["name"] == "Ben the Bold")
        self.assertEqual(his.ask("hello")["you"]["name"], "Ben the Bold")
        his.ask("chat", table=code, text="I am")
        self.assertEqual(hers.push("chat")["said"]["name"], "Ben the Bold")
        for node in self.nodes:
            self.assertEqual(at(node, anna).get(path)["info"]["seats"][1]["name"], "Ben the Bold")

    def test_promotion(self):
        """a guest who registers is an account at all nodes; the guest's session is of no use there"""
        for i in range(5):
            anna, ben = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Ben")
            code = new_table(anna, [ben])
            match_socket = self.socket(2, anna, code)
            thief = Http(self.nodes[2], cookie=ben.cookie)
            sockets = self.sockets(thief)
            you = at(self.nodes[i % 3], ben)
            name = f"Benedikt {i}"
            you.post("/api/v1/register", name=name, password=PASSWORD)
            self.gone([], thief)
            for sock in sockets:  # a socket of the same browser may go on under the new session
                with contextlib.suppress(ConnectionError):
                    self.assertEqual(sock.ask("hello")["you"], {**ben.you, "kind": "account", "name": name})
            table_when(match_socket, lambda info, name=name: info["seats"][1]["name"] == name)
            self.assertEqual(at(self.nodes[1], you).get("/api/v1/hello")["you"]["kind"], "account")
            you.you = ben.you
            self.stays(self.sockets(you), you)

    def test_busy_tables(self):
        """a guest registers, and an account is deleted, however busy their tables are at other nodes"""
        anna = Http(self.nodes[0], "Anna")
        guests = [Http(self.nodes[1], f"Guest {i}") for i in range(4)]
        paths = [f"/api/v1/tables/{new_table(anna, [guest])}" for guest in guests for _ in range(3)]


        def talk(who, count):
            insist(lambda: who.post(paths[count % len(paths)] + "/chat", text="hello"), codes=("busy",))

        with meanwhile([at(node, anna) for node in self.nodes[:2] * 2], talk):
            for i, guest in enumerate(guests):
                there = at(self.nodes[2], guest)
                there.post("/api/v1/register", name=f"Busy {i}", password=PASSWORD)
                there.post("/api/v1/me/delete", name=f"Busy {i}")

    def test_delete(self):
        """an account that is deleted at one node is gone at all"""
        anna, ben = self.account(), self.account(1)
        code = new_table(anna, [ben])
        path = f"/api/v1/tables/{code}"
        cookie, sockets = Http(self.nodes[0], cookie=ben.cookie), self.sockets(ben)
        hers = self.socket(0, anna, code)
        at(self.nodes[2], ben).post("/api/v1/me/delete", name=ben.you["name"])
        self.gone(sockets, cookie)
        table_when(hers, lambda info: info["seats"][1]["name"] != ben.you["name"])
        seat = anna.get(path)["info"]["seats"][1]
        self.assertEqual((seat["user"], seat["away"]), (0, True))
        self.refused("wrong-password", self.log_in, 1, ben)
        account(self.nodes[0], ben.you["name"])

    def test_mutes(self):
        """a person who was muted at one node is muted at all"""
        anna, ben = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Ben")
        code = new_table(anna, [ben])
        path = f"/api/v1/tables/{code}"
        hers = [self.socket(node, anna, code) for node in range(3)]
        witness = self.socket(2, watch=code)

        def say(text):
            at(self.nodes[2], ben).post(path + "/chat", text=text)
            self.assertEqual(witness.push("chat")["said"]["text"], text)

        for on in (True, False, True):
            at(self.nodes[1], anna).post("/api/v1/me/mute", user=ben.you["id"], mute=on)
            for node in self.nodes:
                said = at(node, anna).get(path + "/chat")["said"]
                self.assertEqual([each for each in said if each["user"] == ben.you["id"]] == [], on or not said)
            say(f"muted: {on}")
            for sock in hers:
                if on:
                    self.assertFalse(hears(sock, "chat"), "she hears a person whom she has muted")
                else:
                    sock.push("chat")

    def test_blocks(self):
        """a player who was blocked at one node is kept away at all"""
        anna, ben = self.account(), self.account(1)
        code = anna.post("/api/v1/tables", players=3)["info"]["table"]
        hers = [self.socket(node, anna, code) for node in range(3)]
        for on in (True, False):
            at(self.nodes[1], anna).post("/api/v1/me/block", user=ben.you["id"], block=on)
            for node in self.nodes:
                self.assertEqual(len(at(node, anna).get("/api/v1/me/people")["blocked"]), on)
                if on:
                    self.refused("not-welcome", at(node, ben).post, f"/api/v1/tables/{code}/join")
        at(self.nodes[2], anna).post("/api/v1/me/block", user=ben.you["id"], block=True)
        at(self.nodes[1], ben).post("/api/v1/me/friend", user=self.account().you["id"], friend=True)
        watcher = self.socket(2, watch=code)
        cleo = self.account()
        at(self.nodes[1], cleo).post(f"/api/v1/tables/{code}/join")
        at(self.nodes[1], anna).post("/api/v1/me/block", user=cleo.you["id"], block=True)
        at(self.nodes[0], cleo).post(f"/api/v1/tables/{code}/chat", text="hello")
        self.assertEqual(watcher.push("chat")["said"]["text"], "hello")
        for sock in hers:
            self.assertFalse(hears(sock, "chat"), "she hears a player whom she has blocked")

    def test_moderators(self):
        """what the operator and moderators decide holds at all nodes; two reports of one thing at once are one"""
        mona, ben, reporters = self.account(), self.account(1), [self.account(node) for node in range(3)]
        code = ben.post("/api/v1/tables", players=3)["info"]["table"]
        ben.post(f"/api/v1/tables/{code}/chat", text="rude words")
        sockets = [self.socket(node, mona, code) for node in range(3)]
        self.nodes[0].admin("moderator", mona.you["name"])
        for sock in sockets:
            self.assertTrue(sock.ask("hello")["you"]["moderator"])
        fields = {"user": ben.you["id"], "what": "chat", "table": code, "line": 1}
        made = at_once(self.pool, *(lambda who=who: who.post("/api/v1/report", **fields) for who in reporters))
        self.assertEqual([outcome for outcome in made if isinstance(outcome, Refused)], [])
        report, = [one for one in mona.get("/api/v1/moderation/reports")["reports"] if one["user"] == ben.you["id"]]
        self.assertEqual(report["times"], 3)
        decide = at(self.nodes[1], mona).post
        decide("/api/v1/moderation/report", report=report["report"], action="remove-line")
        for sock in sockets:
            self.assertEqual(sock.push("chat_removed")["number"], 1)
        decide("/api/v1/moderation/report", report=report["report"], action="silence", days=1, again=True)
        for node in self.nodes:
            self.refused("silenced", at(node, ben).post, f"/api/v1/tables/{code}/chat", text="why?")
            self.refused("decided", at(node, mona).post, "/api/v1/moderation/report", report=report["report"], action="dismiss")

    def test_removed(self):
        """a spectator whom the host removes at one node is sent away at all, and may come back at all"""
        anna, cleo, dora = (Http(self.nodes[0], name) for name in ("Anna", "Cleo", "Dora"))
        code = new_table(anna, [Http(self.nodes[1], "Ben")], edition="classic", order="seated")
        path = f"/api/v1/tables/{code}"
        hers = [self.socket(node, cleo, code) for node in range(3)]
        others = [self.socket(node, dora, code) for node in range(3)]
        at(self.nodes[2], anna).post(path + "/remove-spectator", user=cleo.you["id"], remove=True)
        for node, sock in enumerate(hers):
            self.refused("removed", at(self.nodes[node], cleo).get, path + "/position")
            self.refused("removed", at(self.nodes[node], cleo).post, path + "/chat", text="let me in")
            self.assertEqual(sock.push("removed")["table"], code)
            self.refused("removed", sock.ask, "watch", table=code)
        anna.post(path + "/move", seq=0, client="a", move="nominate 4 4")
        for sock, other in zip(hers, others):
            other.push("news")
            self.assertFalse(hears(sock, "news"), "she gets news of the game")
        anna.post(path + "/remove-spectator", user=cleo.you["id"], remove=False)
        for sock in hers:
            sock.ask("watch", table=code)

    def test_spectators(self):
        """the host sees at any node who watches at any of them, and once who watches at several"""
        anna, cleo, dora = (Http(self.nodes[0], name) for name in ("Anna", "Cleo", "Dora"))
        code = new_table(anna, [Http(self.nodes[1], "Ben")])
        path = f"/api/v1/tables/{code}/spectators"
        hers = [self.socket(node, cleo, code) for node in (1, 2)]
        self.socket(0, dora, code)

        def seen(node):
            return sorted(each["name"] for each in at(self.nodes[node], anna).get(path)["spectators"])

        for node in range(3):
            self.assertTrue(until(lambda at_node=node: seen(at_node) == ["Cleo", "Dora"]), f"node {node}: {seen(node)}")
        for sock in hers:
            sock.ask("unwatch", table=code)
        for node in range(3):
            self.assertTrue(until(lambda at_node=node: seen(at_node) == ["Dora"]), f"node {node}: {seen(node)}")

    def test_spectator_chat(self):
        """the chat of spectators is off at all nodes when the host has switched it off at one"""
        anna, cleo = Http(self.nodes[0], "Anna"), Http(self.nodes[1], "Cleo")
        code = new_table(anna, [Http(self.nodes[1], "Ben")])
        path = f"/api/v1/tables/{code}"
        sockets = [self.socket(node, cleo, code) for node in range(3)]
        for i in range(6):
            on = i % 2 == 1
            at(self.nodes[i % 3], anna).post(path + "/spectator-chat", on=on)
            for sock in sockets:
                if on:
                    sock.ask("chat", table=code, text="after")
                else:
                    self.refused("chat-off", sock.ask, "chat", table=code, text="during")


class Presence(Together):
    def here(self, node, match):
        return [seat["here"] for seat in match.info(node)["seats"]]

    def test_here(self):
        """all nodes show who is connected to any of them; watchers are told"""
        match = Match(self.nodes)
        watcher = self.socket(2, watch=match.code)
        sock = self.socket(0, match.home[0], match.code)
        self.assertEqual(self.here(0, match), [True, False])
        for node in (1, 2):
            self.shown(lambda n=node: self.here(n, match) == [True, False])
        table_when(watcher, lambda info: info["seats"][0]["here"])
        second = self.socket(1, match.home[0], match.code)
        self.shown(lambda: sql(self.nodes[0], "SELECT COUNT(*) FROM presence JOIN games ON id = game WHERE "
                               f"code = '{match.code}'") == "2")
        sock.close()
        time.sleep(1.5)
        for node in range(3):
            self.assertEqual(self.here(node, match), [True, False], "one of two connections was closed")
        second.close()
        for node in range(3):
            self.shown(lambda n=node: self.here(n, match) == [False, False])
        table_when(watcher, lambda info: not info["seats"][0]["here"])

    def test_your_turn(self):
        """a player hears that it is their turn at the node where they are connected, unless they watch the table anywhere"""
        match = Match(self.nodes, edition="classic", title="Friday")
        away = self.socket(1, match.home[1])
        match.play(0, 0, 0, "nominate 4 4")
        self.assertEqual(away.push("your_turn"), {"push": "your_turn", "table": match.code, "title": "Friday"})
        match.play(2, 1, 1, "bid 5")
        watching = self.socket(2, match.home[1], match.code)
        self.shown(lambda: self.here(0, match) == [False, True])
        match.play(0, 0, 2, "bid 6")
        watching.push("news")
        time.sleep(0.5)
        self.assertFalse(hears(away, "your_turn"), "it is told of a turn that it sees")

    def test_patience(self):
        """a bot is called for a player who watches at another node, once the patience of the table is over"""
        match = Match(self.nodes, patience=2)
        watching = self.socket(1, match.home[0], match.code)
        self.shown(lambda: self.here(2, match)[0])
        ben, anna = match.people[1], match.people[0]
        seat, seq, _ = match.choices(0)
        self.assertEqual((seat, seq), (0, 0))

        def called():
            return not isinstance(outcome(lambda: ben[2].post(match.path + "/call-bot", seat=1)), Refused)

        self.assertTrue(until(called))
        self.assertTrue(match.info(0)["seats"][0]["away"])
        self.assertTrue(until(lambda: match.seq(1) > 0), "no bot has moved")
        self.assertFalse(anna[0].post(match.path + "/come-back")["info"]["seats"][0]["away"])
        self.assertFalse(until(lambda: match.info(2)["seats"][0]["away"], 0.1))
        watching.close()
