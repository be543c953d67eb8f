"""Queued orders over the API: every kind is executed, or refused or dropped with a reason, and stored.

    tests/run orders.py ELEKTRO
"""

import sys

from client import Http, Server, ServerTestCase, Socket, new_table, until

ELEKTRO = sys.argv[1]


class Table:
    """Anna and Ben at a classic game in Germany; Anna begins."""

    def __init__(self, server):
        self.server = server
        self.anna, self.ben = Http(server, "Anna"), Http(server, "Ben")
        self.code = new_table(self.anna, [self.ben], edition="classic", order="seated",
                              zone=["north-west", "north-east", "west"])
        self.base = f"/api/v1/tables/{self.code}"
        self.sockets = {}

    def watch(self, who):
        """A socket that receives the pushes about a player's orders."""
        self.sockets[who] = Socket(self.server, who)
        return self.sockets[who].ask("watch", table=self.code)

    def play(self, who, *moves):
        """Makes moves, and waits after each until the orders that it calls for are executed."""
        for move in moves:
            seq = who.get(self.base)["info"]["seq"]
            who.post(self.base + "/move", seq=seq, client=f"{seq}", move=move)
            assert until(lambda: self.server.metric("elektro_tables_queued") == 0), "orders are still queued"

    def order(self, who, *orders):
        """Queues orders. A socket of the same player, as another window would have, is told about them."""
        kept = who.post(self.base + "/orders", orders=list(orders))["orders"]
        if who in self.sockets:
            told = self.sockets[who].push("orders")
            assert (told["orders"], told["why"]) == (kept, None), f"another window was told {told}"
        return kept

    def view(self, who):
        return who.get(self.base + "/position")["position"]["view"]

    def seat(self, who):
        return self.view(who)["seats"][0 if who is self.anna else 1]

    def dropped(self, who):
        """(orders left, why) of the next push about a player's orders."""
        push = self.sockets[who].push("orders")
        return push["orders"], push["why"]

    def results(self, who):
        """How the player's orders went, as a client that connects is told: (kind, outcome, cost, code) of each."""
        told = Socket(self.server, who).ask("watch", table=self.code)["order_results"]
        return [(each["order"]["kind"], each["outcome"], each["cost"], each["code"]) for each in told]

    def restart(self):
        self.server.kill()
        self.server.start()
        for who in (self.anna, self.ben):
            who.close()
        self.sockets = {}

    def to_resources(self):
        """Anna buys plant 4 (coal), Ben plant 5 (coal or oil); Anna is first to buy fuel."""
        self.play(self.anna, "nominate 4 4")
        self.play(self.ben, "pass", "nominate 5 5")


def bid(plant, most):
    return {"kind": "bid", "plant": plant, "most": most}


def passing(phase):
    return {"kind": "pass", "phase": phase}


def buy(fuel, count, most):
    return {"kind": "buy", "fuel": fuel, "count": count, "most": most}


def connect(city, most):
    return {"kind": "connect", "city": city, "most": most}


def waiting(order, total=None):
    """An order after which the player decides if it cannot be carried out; with a limit for all of its kind."""
    order = dict(order, otherwise="wait")
    if total is not None:
        del order["most"]
        order["total"] = total
    return order


def iter_news(socket, count):
    """The next pushes with news."""
    return [socket.push("news") for _ in range(count)]


class Orders(ServerTestCase):
    def refused_orders(self, code, table, who, *orders):
        """Asserts that these orders are refused with this code, and that earlier orders stay."""
        before = Socket(table.server, who).ask("watch", table=table.code)["orders"]
        self.assertTrue(self.refused(code, table.order, who, *orders).error["text"], orders)
        self.assertEqual(Socket(table.server, who).ask("watch", table=table.code)["orders"], before,
                         f"{orders} changed the orders though they were refused")

    def test_bid(self):
        """an auto-bid goes up to its limit, only in the auction of its plant"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.watch(t.ben)
            t.order(t.ben, bid(5, 8))
            t.play(t.anna, "nominate 4 4")
            self.assertEqual(t.view(t.anna)["to_move"], 2, "an order for plant 5 bid for plant 4")
            t.play(t.ben, "bid 5")
            t.play(t.anna, "pass")
            if t.seat(t.ben)["plants"] != [4]:
                self.fail(f"Ben has {t.seat(t.ben)['plants']}")
            t = Table(server)
            t.watch(t.ben)
            t.order(t.ben, bid(5, 8))
            t.play(t.anna, "nominate 5 5")
            if t.view(t.anna)["auction"]["bid"] != 6 or t.view(t.anna)["to_move"] != 1:
                self.fail(f"after 5: {t.view(t.anna)['auction']}")
            t.play(t.anna, "bid 7")
            if t.view(t.anna)["auction"]["bid"] != 8:
                self.fail(f"after 7: {t.view(t.anna)['auction']}")
            t.play(t.anna, "bid 9")
            self.assertEqual(t.seat(t.anna)["plants"], [5], "the order bid more than its limit")
            self.assertEqual(t.dropped(t.ben), ([], None), "an executed order is reported as a failure")
            t = Table(server)
            t.watch(t.ben)
            t.order(t.ben, bid(4, 8))
            t.play(t.anna, "nominate 4 4", "pass", "nominate 5 5")
            self.assertEqual(t.seat(t.ben)["plants"], [4], "an executed order is reported as a failure")
            self.assertEqual(t.dropped(t.ben), ([], None), "an executed order is reported as a failure")

    def test_pass(self):
        """an auto-pass ends its phase; it fails with a reason for a player who must buy a plant"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.watch(t.ben)
            t.order(t.ben, passing("auction"))
            t.play(t.anna, "nominate 4 4")  # Ben's order passes; then he has to nominate
            self.assertEqual(t.seat(t.anna)["plants"], [4], "Ben did not pass in the auction")
            left, why = t.dropped(t.ben)
            self.assertFalse(left, f"in the first round all players must buy, yet: {left}, {why}")
            self.assertTrue(why, f"in the first round all players must buy, yet: {left}, {why}")
            self.assertEqual(t.results(t.ben), [("pass", "dropped", None, "must-buy")])
            self.assertEqual(t.view(t.ben)["to_move"], 2,
                             f"in the first round all players must buy, yet: {left}, {why}")
            t.watch(t.anna)
            t.order(t.anna, passing("building"), passing("resources"))
            t.play(t.ben, "nominate 5 5")
            if t.view(t.ben)["phase"] != "resources" or t.view(t.ben)["to_move"] != 2:
                self.fail(f"Anna was not passed: {t.view(t.ben)['phase']} of {t.view(t.ben)['to_move']}")
            t.play(t.ben, "done")
            if t.view(t.ben)["phase"] != "building" or t.view(t.ben)["to_move"] != 2:
                self.fail(f"Anna was not passed: {t.view(t.ben)['phase']} of {t.view(t.ben)['to_move']}")
            t.play(t.ben, "done")
            while t.view(t.anna)["round"] == 1:
                who = (t.anna, t.ben)[t.view(t.anna)["to_move"] - 1]
                t.play(who, who.get(t.base + "/moves")["moves"][0])
            while t.view(t.anna)["to_move"] != 1:
                t.play(t.ben, "pass")
            left, why = t.dropped(t.anna)
            while left:
                left, why = t.dropped(t.anna)
            self.assertIsNone(why, f"orders of a past round are reported as a failure: {why}")

    def test_buy(self):
        """an order to buy fuel buys, or is dropped when it costs more than it may or does not fit"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.watch(t.anna)
            t.watch(t.ben)
            t.order(t.anna, passing("resources"), buy("coal", 2, 2))  # bought first, then passed
            t.order(t.ben, buy("coal", 4, 2), buy("uranium", 1, 99), buy("oil", 1, 3))
            t.to_resources()
            if t.seat(t.anna)["fuel"]["coal"] != 2 or t.seat(t.anna)["money"] != 44:
                self.fail(f"Anna ordered two coal: {t.seat(t.anna)}")
            reasons = []
            left = [0]
            while left:
                left, why = t.dropped(t.ben)
                reasons.append(why)
            if t.seat(t.ben)["fuel"]["oil"] != 1 or t.seat(t.ben)["fuel"]["coal"] != 0:
                self.fail(f"Ben has {t.seat(t.ben)['fuel']}")
            if not any(reasons) or t.view(t.ben)["to_move"] != 2:
                self.fail(f"Ben was told {reasons}; {t.view(t.ben)['to_move']} is to move")
            t.play(t.ben, "done")

    def test_connect(self):
        """an order to connect a city does so, or is dropped when it costs more than it may"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.watch(t.anna)
            t.watch(t.ben)
            t.order(t.anna, connect("Hamburg", 10), passing("building"))
            t.order(t.ben, connect("Berlin", 9))
            t.to_resources()
            t.play(t.anna, "done")
            t.play(t.ben, "done")
            if t.seat(t.anna)["cities"] != [{"city": "hamburg", "place": 10}]:
                self.fail(f"Anna has {t.seat(t.anna)['cities']}")
            left, why = t.dropped(t.ben)
            if left or not why or t.seat(t.ben)["cities"]:
                self.fail(f"Ben would not pay 10: {left}, {why}, {t.seat(t.ben)['cities']}")
            self.refused_orders("already-connected", t, t.anna, connect("Hamburg", 30))

    def test_together(self):
        """orders to buy with a limit for all of them are carried out together, in one turn"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.watch(t.ben)
            # 5 is a hybrid: coal for 1, oil for 3.
            t.order(t.ben, passing("resources"), waiting(buy("coal", 2, 0), 5), waiting(buy("oil", 1, 0), 5))
            t.to_resources()
            t.play(t.anna, "done")
            self.assertEqual([t.seat(t.ben)["fuel"][fuel] for fuel in ("coal", "oil")], [2, 1])
            self.assertEqual(t.view(t.ben)["phase"], "building", "the phase was not passed after the purchases")
            told = [[e.get("move") for e in push["entries"]] for push in iter_news(t.sockets[t.ben], 6)]
            self.assertIn(["buy coal 2", "buy oil 1"], told, "they were not one turn")
            self.assertEqual(t.results(t.ben), [("buy", "done", 2, None), ("buy", "done", 3, None),
                                                ("pass", "done", None, None)])

    def test_otherwise_wait(self):
        """if one of them costs too much or is not legal, none is carried out and the player decides; they are told why"""
        with Server(ELEKTRO) as server:
            for last, code, price in ((waiting(buy("oil", 1, 0), 4), "over-limit", 5),
                                      (waiting(buy("oil", 1, 2)), "over-limit", 3),
                                      (waiting(buy("uranium", 1, 99)), "over-capacity", None)):
                t = Table(server)
                t.watch(t.ben)
                t.order(t.ben, waiting(buy("coal", 2, 0), 4), last, passing("resources"), connect("Berlin", 99))
                t.to_resources()
                t.play(t.anna, "done")
                self.assertEqual([t.seat(t.ben)["fuel"][fuel] for fuel in ("coal", "oil")], [0, 0], f"{last}: half of it")
                self.assertEqual((t.view(t.ben)["phase"], t.view(t.ben)["to_move"]), ("resources", 2), last)
                left, why = t.dropped(t.ben)
                self.assertEqual([o["kind"] for o in left], ["connect"], "orders for later stay")
                self.assertTrue(why)
                expected = [("buy", "held", None, None), ("buy", "dropped", price, code), ("pass", "held", None, None)]
                self.assertEqual(t.results(t.ben), expected)
            t.restart()
            self.assertEqual(t.results(t.ben), expected, "a player who was not there is not told")
            self.assertFalse(t.results(t.anna), "another player is told")
            t.order(t.ben)
            self.assertFalse(t.results(t.ben), "results stay after other orders")

    def test_connect_together(self):
        """orders to connect with a limit for all of them: both cities, or none"""
        with Server(ELEKTRO) as server:
            for total, cities in ((25, []), (99, ["hamburg", "bremen"])):
                t = Table(server)
                t.order(t.anna, waiting(connect("Hamburg", 0), total), waiting(connect("Bremen", 0), total))
                t.to_resources()
                t.play(t.anna, "done")
                t.play(t.ben, "done")
                while t.view(t.anna)["to_move"] != 1:
                    t.play(t.ben, "done")
                self.assertEqual([c["city"] for c in t.seat(t.anna)["cities"]], cities)
                self.assertEqual(t.view(t.anna)["phase"], "building")
                self.assertEqual([outcome for _, outcome, _, _ in t.results(t.anna)],
                                 ["done", "done"] if cities else ["held", "dropped"])

    def test_bid_waits(self):
        """a bid that waits does not pass at its limit; limits are taken for every plant in the market"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.watch(t.ben)
            market = t.view(t.ben)["market"]
            plants = market["current"] + market["future"]
            t.order(t.ben, *[waiting(bid(plant, plant + 1)) for plant in plants], passing("auction"))
            t.play(t.anna, "nominate 5 5")
            self.assertEqual(t.view(t.ben)["auction"]["bid"], 6)
            t.play(t.anna, "bid 7")
            auction = t.view(t.ben)["auction"]
            self.assertEqual((auction["bid"], t.view(t.ben)["to_move"]), (7, 2), "the order passed")
            left, why = t.dropped(t.ben)
            self.assertIn("8", why)
            self.assertEqual([o["plant"] for o in left], [plant for plant in plants if plant != 5])
            self.assertEqual(t.results(t.ben), [("bid", "dropped", 8, "over-limit"), ("pass", "held", None, None)])

    def test_next_round(self):
        """an order to pass can be for the next round; until then it waits"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            self.refused_orders("bad-request", t, t.anna, dict(passing("auction"), round=3))
            self.refused_orders("bad-request", t, t.anna, dict(buy("coal", 1, 9), total=9))
            t.to_resources()
            kept = t.order(t.anna, dict(passing("auction"), round=2), dict(passing("resources"), round=0))
            self.assertEqual([o["round"] for o in kept], [2, 1])
            self.assertEqual(t.view(t.ben)["to_move"], 2, "the order for this round was not carried out")
            while t.view(t.anna)["round"] == 1:
                who = (t.anna, t.ben)[t.view(t.anna)["to_move"] - 1]
                t.play(who, who.get(t.base + "/moves")["moves"][0])
            while t.view(t.anna)["phase"] == "auction":
                self.assertEqual(t.view(t.anna)["to_move"], 2, "the order for the next round was not carried out")
                t.play(t.ben, "pass")

    def test_ended(self):
        """an order that is sent back after it has ended is left out: it does not spoil the others and is not carried out again"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.watch(t.ben)
            kept = t.order(t.ben, bid(5, 8), bid(4, 9), waiting(buy("coal", 1, 9)), passing("auction"))
            self.assertEqual([o["id"] for o in kept], [1, 2, 3, 4])
            t.play(t.anna, "nominate 5 5")  # Ben gets plant 5; Anna still has to nominate
            t.play(t.anna, "pass")
            self.assertEqual(t.seat(t.ben)["plants"], [5])
            self.refused_orders("not-in-market", t, t.ben, bid(5, 8))  # a new one
            again = t.order(t.ben, *kept, waiting(buy("oil", 1, 9)))
            self.assertEqual([o["id"] for o in again], [2, 3, 4, 5], "plant 5 is bought already")
            t.play(t.anna, "nominate 4 4")
            # Nobody told Ben that his bid for plant 4 is over.
            edited = [dict(o, most=7) if o["kind"] == "bid" else o for o in again]
            again = t.order(t.ben, *edited)
            self.assertEqual([o["id"] for o in again], [3, 5], "plant 4 is sold, and the auction is over")
            t.play(t.anna, "done")
            self.assertEqual([t.seat(t.ben)["fuel"][fuel] for fuel in ("coal", "oil")], [1, 1])
            self.assertEqual(t.dropped(t.ben), ([], None))
            # A client that does not know yet that they were carried out.
            again = t.order(t.ben, *again, connect("Berlin", 99))
            self.assertEqual([o["kind"] for o in again], ["connect"])
            # The same order as a new one is another order.
            self.assertEqual([o["kind"] for o in t.order(t.ben, waiting(buy("coal", 1, 9)))], ["buy"])
            self.refused_orders("bad-request", t, t.ben, dict(connect("Berlin", 99), id=99))
            again = t.ben.post(t.base + "/orders", orders=[connect("Berlin", 99)])["orders"]
            self.refused_orders("bad-request", t, t.ben, again[0], dict(connect("Kiel", 99), id=again[0]["id"]))
            # A change that is not possible is refused with words; the order has not ended.
            self.refused_orders("no-such-city", t, t.ben, dict(again[0], city="Atlantis"))

    def test_again(self):
        """a request that is sent again under its name changes nothing, also after the server was killed: fuel is bought once"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.to_resources()
            t.play(t.anna, "done")
            wanted = dict(orders=[waiting(buy("coal", 1, 9))], client="window 1, 7")
            self.assertEqual([o["kind"] for o in t.ben.post(t.base + "/orders", **wanted)["orders"]], ["buy"])
            self.assertTrue(until(lambda: t.seat(t.ben)["fuel"]["coal"] == 1))
            for _ in range(2):
                self.assertEqual(t.ben.post(t.base + "/orders", **wanted)["orders"], [])
                self.assertEqual(t.results(t.ben), [("buy", "done", 1, None)], "the results are gone")
                t.restart()
            self.assertEqual(t.seat(t.ben)["fuel"]["coal"], 1)
            t.ben.post(t.base + "/orders", **dict(wanted, client="window 1, 8"))
            self.assertTrue(until(lambda: t.seat(t.ben)["fuel"]["coal"] == 2), "another request is not carried out")

    def test_cards(self):
        """cities are connected together, though a card is turned up between them"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.to_resources()
            while t.view(t.anna)["round"] == 1:
                who = (t.anna, t.ben)[t.view(t.anna)["to_move"] - 1]
                first = who is t.anna and t.view(t.anna)["phase"] == "building" and not t.seat(t.anna)["cities"]
                t.play(who, *(["connect Essen", "connect Duisburg"] if first else []))
                t.play(who, who.get(t.base + "/moves")["moves"][0])
            t.order(t.anna, passing("auction"), waiting(connect("Dortmund", 0), 26), waiting(connect("Münster", 0), 26), passing("building"))
            while t.view(t.anna)["round"] == 2 and t.view(t.anna)["phase"] != "bureaucracy":
                who = (t.anna, t.ben)[t.view(t.anna)["to_move"] - 1]
                t.play(who, "nominate 6 6" if t.view(t.anna)["phase"] == "auction" else "done")
                if t.view(t.anna)["phase"] == "building" and not t.seat(t.anna)["cities"][2:]:
                    self.assertIn(3, t.view(t.anna)["market"]["current"], "it has to be replaced between the cities")
            self.assertEqual([c["city"] for c in t.seat(t.anna)["cities"]], ["essen", "duisburg", "dortmund", "muenster"])
            self.assertNotIn(3, t.view(t.anna)["market"]["current"])
            self.assertEqual(t.results(t.anna)[-3:], [("connect", "done", 14, None), ("connect", "done", 12, None), ("pass", "done", None, None)])

    def test_late_bid(self):
        """a bid whose plant was sold to another player is dropped later and takes no other phase away"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.order(t.ben, waiting(bid(6, 9)), passing("resources"))
            t.play(t.anna, "nominate 6 6")
            self.assertEqual(t.view(t.anna)["auction"]["bid"], 7)
            t.play(t.anna, "bid 20")
            self.assertEqual(t.view(t.ben)["to_move"], 2, "the bid waits for Ben")
            t.order(t.ben, waiting(bid(7, 9)), passing("resources"))
            t.play(t.ben, "pass", "nominate 5 5")
            t.play(t.anna, "done") if t.view(t.anna)["to_move"] == 1 else None
            self.assertEqual(t.view(t.anna)["phase"], "building", "Ben's order to pass was not carried out")

    def test_impossible(self):
        """impossible orders are refused, and earlier orders stay"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            t.order(t.anna, bid(4, 7))
            self.refused_orders("not-in-market", t, t.anna, bid(50, 99))
            self.refused_orders("bad-request", t, t.anna, {"kind": "bid", "plant": 4})
            self.refused_orders("bad-request", t, t.anna, {"kind": "bid", "most": 4})
            self.refused_orders("bid-too-low", t, t.anna, bid(5, 0))
            self.refused_orders("bad-request", t, t.anna, {"kind": "pass"})
            self.refused_orders("bad-request", t, t.anna, passing("lunch"))
            self.refused_orders("bad-request", t, t.anna, passing("bureaucracy"))
            self.refused_orders("bad-request", t, t.anna, buy("gold", 1, 9))
            self.refused_orders("bad-request", t, t.anna, {"kind": "buy", "fuel": "coal", "most": 9})
            self.refused_orders("bad-request", t, t.anna, {"kind": "buy", "fuel": "coal", "count": 1})
            self.refused_orders("no-such-city", t, t.anna, connect("Atlantis", 9))
            self.refused_orders("out-of-zone", t, t.anna, connect("München", 99))
            self.refused_orders("bad-request", t, t.anna, {"kind": "connect", "city": "Hamburg"})
            self.refused_orders("bad-request", t, t.anna, {"kind": "win"})
            self.refused_orders("bad-request", t, t.anna, *[bid(4, 7)] * 17)
            self.refused_orders("not-in-market", t, t.anna, bid(4, 8), bid(50, 9))
            t.to_resources()
            self.refused_orders("wrong-phase", t, t.anna, passing("auction"))
            self.refused_orders("not-in-market", t, t.anna, bid(4, 7))

    def test_kept(self):
        """orders survive a kill of the server, are visible only to their player, and can be cancelled"""
        with Server(ELEKTRO) as server:
            t = Table(server)
            given = [buy("coal", 1, 9), connect("Hamburg", 10), passing("resources")]
            t.order(t.anna, *given)
            t.order(t.ben, bid(4, 6), passing("resources"))
            t.restart()
            kept = t.watch(t.anna)["orders"]
            self.assertEqual([{k: v for k, v in o.items() if k not in ("id", "round")} for o in kept], given,
                             f"after a restart: {kept}")
            self.assertEqual([o["kind"] for o in t.watch(t.ben)["orders"]], ["bid", "pass"],
                             "Ben's orders are not his")
            self.assertFalse(Socket(server).ask("watch", table=t.code)["orders"],
                             "a spectator sees orders")
            t.play(t.anna, "nominate 4 4")
            if t.view(t.anna)["auction"]["bid"] != 5:
                self.fail(f"the order to bid is gone: {t.view(t.anna)['auction']}")
            self.assertFalse(t.order(t.ben), "cancelled orders are still there")
            t.restart()
            self.assertFalse(t.watch(t.ben)["orders"], "cancelled orders came back")
            t.play(t.anna, "bid 6")
            self.assertEqual(t.view(t.anna)["to_move"], 2, "a cancelled order bid")
            t.play(t.ben, "pass")
            t.restart()
            t.play(t.ben, "nominate 5 5")
            if t.seat(t.anna)["fuel"]["coal"] != 1 or t.view(t.ben)["to_move"] != 2:
                self.fail(f"the order to buy is gone: {t.seat(t.anna)}")
