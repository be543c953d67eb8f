#!/usr/bin/env python3
"""Verifies the shuffle of a game that was played on an Elektro server.

It recomputes zone, first order, opening market and every card of a record from the seed that the server
revealed after the game, as docs/shuffle.md describes it, with Python's standard library alone. With --notes
it also compares the record with what a player's program kept before the game: only that shows that
the server has not exchanged anything since.
"""

import argparse
import hashlib
import hmac
import json
import os
import re
import sys

V1, V2 = "elektro-shuffle-1", "elektro-shuffle-2"
MASK = 2**64 - 1


class Unfair(Exception):
    """The record is not what the seed and the words give."""


# --------------------------------------------------------------------------- seals and numbers


def seal(table, seat, salt, words):
    """The seal of a seat, counted from 1."""
    if not re.fullmatch("[0-9a-f]{64}", salt):
        raise Unfair(f"the salt of seat {seat} is not 64 hexadecimal digits")
    return hashlib.sha256(f"{V2} seal\n{table}\n{seat}\n{salt}\n{words}\n".encode()).hexdigest()


def commitment(seed):
    if not re.fullmatch("[0-9a-fA-F]{64}", seed):
        raise Unfair("the seed is not 64 hexadecimal digits")
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def key_of(version, seed, words, table="", attempt=0, salts=()):
    """The key of the generator. A seat without a seal has the salt ''."""
    if version == 1:
        lines = [V1, *words]
    else:
        lines = [V2, table, str(attempt)]
        for salt, text in zip(salts, words):
            lines += [salt or "none", text]
    return hmac.digest(bytes.fromhex(seed), "".join(line + "\n" for line in lines).encode(), "sha256")


class Numbers:
    """The generator: number after number."""

    def __init__(self, key):
        self.key = key
        self.used = 0

    def bits(self, attempt=0):
        return int.from_bytes(hmac.digest(self.key, f"{self.used} {attempt}".encode(), "sha256")[:8], "big")

    def whole(self):
        value = self.bits()
        self.used += 1
        return value

    def below(self, n):
        attempt = 0
        while (value := self.bits(attempt)) >= n * (2**64 // n):
            attempt += 1
        self.used += 1
        return value % n


class SplitMix:
    """The engine's own generator, seeded by a number: for the zone, the order and the market."""

    def __init__(self, state):
        self.state = state

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        return z ^ z >> 31

    def below(self, n):
        while True:
            wide = (self.next() >> 32) * n
            if wide & 0xFFFFFFFF >= 2**32 % n:
                return wide >> 32


# ------------------------------------------------------------------------------------- setup


class Facts:
    """The facts about a board and an edition, from the files in data/."""

    def __init__(self, folder, edition, board, players):
        self.edition = edition
        self.players = players
        self.tables = self.load(folder, "tables")
        rules = self.load(folder, "board-rules").get(re.sub("-recharged$", "", board), {}).get(edition, {})
        self.board = self.load(folder, os.path.join("boards", self.file_of(folder, board)))
        self.home = set(rules.get("home_regions", ()))
        self.ecological_fifth = rules.get("ecological_fifth", False)
        self.smallest_leaves_too = rules.get("smallest_leaves_too", False)
        self.deck = self.tables["deck"][rules.get("deck", edition)]
        self.limit = self.tables["thresholds"][edition][str(players)]
        self.plants = {plant["number"]: plant["kind"] for plant in self.tables["plants"]}
        low, high = self.tables["plug_backs"]
        self.plugs = {number for number in self.plants if low <= number <= high}

    @staticmethod
    def load(folder, name):
        with open(os.path.join(folder, name + ".json"), encoding="utf-8") as file:
            return json.load(file)

    def file_of(self, folder, board):
        own = f"{board}-{self.edition}"
        return own if os.path.exists(os.path.join(folder, "boards", own + ".json")) else board

    def is_connected(self, zone):
        cities = {city["id"] for city in self.board["cities"] if city["region"] in zone}
        reached = {min(cities)}
        while True:
            more = {b for link in self.board["connections"] for a, b in (link[:2], link[1::-1])
                    if a in reached and b in cities} - reached
            if not more:
                return reached == cities
            reached |= more

    def zones(self):
        """All zones, in the order of their sets of regions as binary numbers; region 1 is the lowest bit."""
        regions = [region["id"] for region in self.board["regions"]]
        for bits in range(1, 2 ** len(regions)):
            zone = {region for i, region in enumerate(regions) if bits >> i & 1}
            if len(zone) == self.limit["areas"] and self.home <= zone and self.is_connected(zone):
                yield zone


def choose_zone(facts, number):
    zones = list(facts.zones())
    return zones[SplitMix(number).below(len(zones))]


def deal(facts, number, order_drawn):
    """The first order (seats from 1) and the opening market."""
    random = SplitMix(number)
    order = list(range(1, facts.players + 1))
    if order_drawn:
        for i in range(facts.players - 1, 0, -1):
            j = random.below(i + 1)
            order[i], order[j] = order[j], order[i]
    if facts.edition == "classic":
        return order, set(facts.deck["current"] + facts.deck["future"])
    market = set(facts.deck.get("always_in_market", ()))
    left = sorted(facts.plugs - market - set(facts.deck.get("out", ())))
    while len(market) < facts.tables["market"]["cards"]:
        market.add(left.pop(random.below(len(left))))
    return order, market


# ------------------------------------------------------------------------------------- cards


class Deck:
    """The deck as a set: each number turns up one of the plants that the next card may be."""

    def __init__(self, facts, market, numbers):
        self.facts = facts
        self.numbers = numbers
        rule = facts.deck
        count = str(facts.players)
        self.unseen = set(facts.plants) - market - set(rule.get("out", ()))
        self.plug = len(self.unseen & self.plugs) - rule.get("removed_plug", rule.get("removed"))[count] * bool(self.plugs)
        self.socket = len(self.unseen - self.plugs) - rule.get("removed_socket", rule.get("removed"))[count]
        self.top = rule.get("top")  # classic: a plant that is known
        self.back = "plug" if self.plugs else None

    @property
    def plugs(self):
        """Plants whose back shows a plug; in classic all backs are the same."""
        return self.facts.plugs if self.facts.edition == "recharged" else set()

    @property
    def cards(self):
        return self.plug + self.socket

    def settle_back(self):
        """The back of the card on top, where it is public."""
        if not self.plugs or self.cards == 0:
            self.back = None
        elif self.plug and self.socket:
            self.back = "plug" if self.numbers.below(self.cards) < self.plug else "socket"
        else:
            self.back = "plug" if self.plug else "socket"

    def turn_up(self):
        candidates = {self.top} if self.top else set(self.unseen)
        if self.back == "plug":
            candidates &= self.plugs
        elif self.back == "socket":
            candidates -= self.plugs
        card = sorted(candidates)[self.numbers.below(len(candidates))]
        self.unseen.discard(card)
        self.top = None
        if card in self.plugs:
            self.plug -= 1
        else:
            self.socket -= 1
        self.settle_back()
        return card

    def shuffle(self, plants):
        self.unseen = set(plants)
        self.plug = len(self.unseen & self.plugs)
        self.socket = len(self.unseen - self.plugs)
        self.settle_back()


class Market:
    """The plant market until the Step 3 card comes up: what goes under the deck returns in Step 3.

    It turns cards up when the record names one or must have named one; expected holds those that
    the record has to name next, each with the back of the card below it.
    """

    AUCTION = ("nominate", "bid", "pass", "scrap", "return")

    def __init__(self, facts, market, deck, options):
        self.facts = facts
        self.cards = set(market)
        self.deck = deck
        self.first_game = "first-game" in options
        self.classic = facts.edition == "classic"
        self.trust = set() if not self.classic and facts.players == 2 else None
        self.buried = set()
        self.houses = {}
        self.step = 1
        self.step3 = False
        self.phase = "setup"
        self.discount = self.nominated = None
        self.trust_acted = self.expired = False
        self.holes = self.sales = self.powers = 0
        self.expected = []

    # ---- cards

    def fill(self):
        """Turns cards up until the market is full or the Step 3 card comes."""
        while self.holes and not self.step3:
            if self.deck.cards:
                self.enter(self.deck.turn_up())
            elif not self.first_game:
                self.step3 = True
                self.deck.shuffle(self.buried)
            elif self.buried:
                self.deck.shuffle(self.buried)
                self.buried = set()
            else:
                return

    def enter(self, card):
        self.expected.append((card, self.deck.back))
        if self.classic and card <= self.most_cities():
            return  # obsolete: it leaves at once
        if self.discount and card < self.discount:
            self.discount = None
            return
        self.cards.add(card)
        self.holes -= 1

    def remove(self, card):
        self.cards.discard(card)
        self.holes += 1
        if card == self.discount:
            self.discount = None

    def most_cities(self):
        return max(self.houses.values(), default=0)

    # ---- what removes cards

    def sell(self):
        """The nominated plant is sold, to one player or another; then the Trust takes one."""
        self.remove(self.nominated)
        self.nominated = None
        self.sales += 1
        self.fill()
        self.trust_takes_plant()

    def trust_takes_plant(self):
        """At a table with the Trust: once in an auction phase, after the first sale or pass."""
        if self.trust is None or self.trust_acted or self.step3:
            return
        self.trust_acted = True
        ordered = sorted(self.cards)
        current, future = ordered[:4], ordered[4:]
        if self.facts.ecological_fifth and future and self.facts.plants[future[0]] in ("wind", "fusion"):
            current.append(future[0])
        if len(self.trust) == self.facts.limit["max_plants"]:
            if current[-1] < min(self.trust):
                return
            self.trust.remove(min(self.trust))
        self.trust.add(current[-1])
        self.remove(current[-1])
        self.fill()

    def end_auction(self):
        self.phase = "resources"
        if self.discount:
            self.expired = True
            self.remove(self.discount)
        if self.classic and self.sales == 0:
            self.remove(min(self.cards))
        self.fill()

    def remove_obsolete(self):
        while self.classic and not self.step3 and min(self.cards) <= self.most_cities():
            self.remove(min(self.cards))
            self.fill()

    def end_building(self):
        self.phase = "power"
        if self.step == 1 and not self.first_game and self.most_cities() >= self.facts.limit["step2_cities"]:
            self.step = 2
            self.remove(min(self.cards))
            self.fill()

    def end_round(self):
        self.phase = "setup"
        self.powers = 0
        future = sorted(self.cards)[4:]
        if future:
            self.buried.add(future[-1])
            self.remove(future[-1])
        if self.facts.smallest_leaves_too and not self.expired:
            self.remove(min(self.cards))
        self.fill()

    def begin_auction(self):
        self.phase = "auction"
        self.sales = 0
        self.trust_acted = self.expired = False
        self.discount = None if self.classic else min(self.cards)

    # ---- lines of the record

    def go_on(self):
        """Does what comes next without a move: a sale, or the end of a phase."""
        if self.phase == "auction" and self.nominated:
            self.sell()
        elif self.phase == "auction":
            self.end_auction()
        elif self.phase == "resources":
            self.end_building()

    def play(self, player, move):
        """Follows a move as far as plants are concerned."""
        if self.expected:
            raise Unfair(f"card {self.expected[0][0]} should have been turned up before \"{move}\"")
        if self.step3:
            return
        word, *rest = move.split()
        while self.phase == "auction" and not self.step3 and (word not in self.AUCTION or (word == "nominate" and self.nominated)):
            self.go_on()
        if word == "power" and self.phase == "resources" and not self.step3:
            self.end_building()
        if self.step3:
            return
        if word in self.AUCTION and self.phase != "auction":
            self.begin_auction()
        if word == "nominate":
            self.nominated = int(rest[0])
        elif word == "pass" and not self.nominated:
            self.trust_takes_plant()
        elif word == "connect":
            self.houses[player] = self.houses.get(player, 0) + 1
            self.remove_obsolete()
        elif word == "power":
            self.powers += 1
            if self.powers == self.facts.players:
                self.end_round()

    def next_card(self):
        """The next card, and the back of the card below it."""
        if not self.expected and not self.step3:
            self.go_on()
        if not self.expected and self.step3 and self.deck.cards:
            return self.deck.turn_up(), self.deck.back
        if not self.expected:
            raise Unfair("a card was turned up where none can be")
        return self.expected.pop(0)

    def next_back(self):
        """The back of the card on top after the deck was shuffled for Step 3."""
        if not self.step3 and not self.deck.cards:
            self.go_on()
        return self.deck.back


# ------------------------------------------------------------------------------------ records


class Record:
    """The lines of a record that a shuffle decides."""

    def __init__(self, text):
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.header = {}
        self.body = []
        for line in self.lines[1:]:
            bare = line.strip()
            if not bare or bare.startswith("#"):
                continue
            match = re.match("([a-z-]+): *(.*)", bare)
            if match and not self.body:
                self.header[match[1]] = match[2]
            else:
                self.body.append(bare)
        self.told = self.read_told()
        self.names = names_of(self.header.get("players", ""))
        if len(self.names) == 1 and self.names[0].isdigit():
            self.names = [f"seat {i + 1}" for i in range(int(self.names[0]))]

    def read_told(self):
        told = {}
        for line in self.lines:
            match = re.match("# (shuffle[a-z-]*)(?: ([0-9]+))?:(?: (.*))?$", line)
            if match:
                what = (match[1], int(match[2])) if match[2] else match[1]
                if what in told:
                    raise Unfair(f"the record has two lines of the kind \"{line.split(':')[0]}\"")
                told[what] = match[3] or ""
        return told

    def seat(self, name):
        """The seat with this name or number, from 1."""
        name = name.strip()
        if name in self.names:
            return self.names.index(name) + 1
        match = re.fullmatch("(?:seat )?([1-6])", name)
        if not match:
            raise Unfair(f"no player is called {name}")
        return int(match[1])

    def moves(self):
        """The lines after the header as ("move", player, text), ("draw", card, back) or ("top", back)."""
        for line in self.body:
            match = re.match(r"draw (\d+)(?:, *top (\w+))?$", line)
            if match:
                yield "draw", int(match[1]), match[2]
            elif line.startswith("top "):
                yield "top", line[4:].strip(), None
            else:
                text = re.sub(r"^\d+\. *", "", line)
                name, move = re.match(r'("(?:[^"\\]|\\.)*"|[^":]*): *(.*)$', text).groups()
                yield "move", name, move


def names_of(text):
    """A list of names, quoted or not, as they are written."""
    return [name.strip() for name in re.findall(r'"(?:[^"\\]|\\.)*"|[^",]+', text) if name.strip()]


# ----------------------------------------------------------------------------------- verifying


def check_seals(told, players):
    """Every seal is that of the revealed words. Returns the salts."""
    salts = []
    for seat in range(1, players + 1):
        salt, shown = told.get(("shuffle-salt", seat), ""), told.get(("shuffle-seal", seat))
        if shown != ("none" if not salt else seal(told["shuffle-table"], seat, salt, told[("shuffle-words", seat)])):
            raise Unfair(f"the words of seat {seat} are not those of their seal")
        salts.append(salt)
    return salts


def check_notes(record, notes):
    """The record has every line that a player's program kept before it revealed its words."""
    kept = [line for line in notes.replace("\r\n", "\n").split("\n") if line]
    for line in kept:
        if line not in record.lines:
            raise Unfair(f"before the game the server showed \"{line}\"; the record does not")
    seals = [line for line in kept if line.startswith("# shuffle-seal ")]
    if (len(seals) != len(record.names) or all(line.endswith(": none") for line in seals)
            or not any(line.startswith("commitment: ") for line in kept)):
        raise Unfair("the notes lack the commitment, or the seals of this game's players")


def check_setup(record, facts, numbers):
    """Zone, order and market. Returns the opening market."""
    drew = record.told.get("shuffle-drew", "").split()
    zone_number, number = numbers.whole(), numbers.whole()
    if "zone" in drew:
        zone = {name.strip() for name in record.header["zone"].split(",")}
        if zone != choose_zone(facts, zone_number):
            raise Unfair("the zone is not that of the seed")
    order, market = deal(facts, number, "order" in drew)
    if [record.seat(name) for name in names_of(record.header["order"])] != order:
        raise Unfair("the first order is not that of the seed")
    if {int(plant) for plant in record.header["market"].split()} != market:
        raise Unfair("the opening market is not that of the seed")
    return market


def check_cards(record, market):
    """Every card and every back. Returns the number of cards."""
    cards = 0
    for kind, what, more in record.moves():
        if kind == "move":
            market.play(what, more)
            continue
        if kind == "top":
            if market.next_back() not in (what, None):
                raise Unfair(f"the back on top is not {what}")
            continue
        card, back = market.next_card()
        cards += 1
        if card != what:
            raise Unfair(f"card {cards} is plant {card} by the seed, but {what} in the record")
        if more and back and more != back:
            raise Unfair(f"after card {cards} the back on top is {back} by the seed, but {more} in the record")
    if market.expected:
        raise Unfair(f"card {market.expected[0][0]} should have been turned up at the end")
    return cards


def verify(text, data, notes=None):
    """Returns what a record's shuffle is found to be; raises Unfair."""
    record = Record(text)
    told = record.told
    version = {V1: 1, V2: 2}.get(told.get("shuffle"))
    if version is None:
        raise Unfair("the record has no shuffle of a kind that this program knows")
    if "shuffle-seed" not in told:
        raise Unfair("the record has no seed yet: the server shows it when the game has ended")
    players = len(record.names)
    words = [told.get(("shuffle-words", seat), "") for seat in range(1, players + 1)]
    salts = check_seals(told, players) if version == 2 else []
    if notes is not None:
        check_notes(record, notes)
    if commitment(told["shuffle-seed"]) != record.header.get("commitment"):
        raise Unfair("the seed is not the one that was committed to")
    numbers = Numbers(key_of(version, told["shuffle-seed"], words, told.get("shuffle-table", ""),
                             told.get("shuffle-attempt", 0), salts))
    facts = Facts(data, record.header["edition"], record.header["board"], players)
    opening = check_setup(record, facts, numbers)
    options = record.header.get("options", "").split(", ")
    cards = check_cards(record, Market(facts, opening, Deck(facts, opening, numbers), options))
    return {"shuffle": told["shuffle"], "cards": cards, "noted": notes is not None,
            "attempt": int(told.get("shuffle-attempt", 0)), "seals": sum(map(bool, salts))}


def verdict(found):
    if found["noted"]:
        return "fair: it shows what this player was shown before the game"
    if found["shuffle"] == V2:
        return "consistent: only a player who compares their notes (--notes) knows that the server changed nothing after the start"
    return f"consistent, by the older {V1}, which does not show that nobody chose the seed or the words to suit them"


def check_vectors(path, data):
    """Checks the test vectors of docs/shuffle-vectors.json."""
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    for case in vectors["seals"]:
        if seal(case["table"], case["seat"], case["salt"], case["words"]) != case["seal"]:
            raise Unfair(f"seal {case['seal']}")
    for case in vectors["keys"]:
        key = key_of(case["version"], case["seed"], case["words"], case.get("table", ""), case.get("attempt", 0),
                     case.get("salts", ()))
        numbers = Numbers(key)
        got = [commitment(case["seed"]), key.hex(), f"{numbers.whole():016x}", [numbers.below(n) for n in case["below"]]]
        if got != [case["commitment"], case["key"], case["bits"], case["numbers"]]:
            raise Unfair(f"key {case['key']}: got {got}")
    for case in vectors["setups"]:
        facts = Facts(data, case["edition"], case["board"], case["players"])
        order, market = deal(facts, int(case["number"], 16), True)
        got = [sorted(choose_zone(facts, int(case["number"], 16))), order, sorted(market)]
        if got != [sorted(case["zone"]), case["order"], case["market"]]:
            raise Unfair(f"setup {case['edition']} {case['board']} {case['players']}: got {got}")
    return sum(len(vectors[part]) for part in ("seals", "keys", "setups"))


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def check_record(path, data, notes):
    """Prints what is found about a record; returns whether nothing is wrong."""
    try:
        found = verify(read(path), data, notes)
    except OSError as problem:
        print(f"{problem.filename}: {problem.strerror}", file=sys.stderr)
    except Unfair as problem:
        print(f"{path}: {problem}", file=sys.stderr)
    except (KeyError, ValueError, IndexError, AttributeError) as problem:
        print(f"{path} is not a record of a server's game ({problem!r})", file=sys.stderr)
    else:
        print(f"{path}: the seed is the one committed to and gives all {found['cards']} cards; {verdict(found)}")
        return True
    return False


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="The exit status is 0 if nothing is wrong, 1 if something is, 2 after a wrong call.")
    parser.add_argument("records", metavar="RECORD", nargs="*", help="a record that was downloaded from the server after the game")
    parser.add_argument("--notes", metavar="FILE", help="the lines that a player's program kept before the game")
    parser.add_argument("--data", metavar="FOLDER", default=os.path.join(here, "..", "data"), help="Elektro's facts about plants and boards (default: %(default)s)")
    parser.add_argument("--vectors", metavar="FILE", help="check the test vectors of docs/shuffle-vectors.json")
    options = parser.parse_args()
    if not options.records and not options.vectors:
        parser.error("expected a record")
    try:
        notes = read(options.notes) if options.notes else None
        if options.vectors:
            print(f"{options.vectors}: all {check_vectors(options.vectors, options.data)} test vectors match")
    except (Unfair, OSError) as problem:
        print(problem, file=sys.stderr)
        return 1
    fine = [check_record(path, options.data, notes) for path in options.records]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
