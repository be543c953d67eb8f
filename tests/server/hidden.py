"""Nothing hidden leaves the server.

    tests/run hidden.py ELEKTRO
"""

import re
import sys

from client import Http, Server, ServerTestCase, Socket, new_table

ELEKTRO = sys.argv[1]

# Up to the first card that is turned up, by the two seats in turn.
STORY = [(0, "nominate 4 4"), (1, "bid 5"), (0, "bid 6"), (1, "bid 7"), (0, "bid 8")]


def masked(frame, info):
    """A frame without the table's code, creation time and commitment, which differ but are public."""
    text = frame.decode().replace(info["table"], "CODE")
    text = text.replace(info["shuffle"]["commitment"], "COMMITMENT")
    return re.sub(r'"(created|patience_left)":\d+', r'"\1":0', text)


def tell_story(server, anna, ben):
    """Plays the story at a new table; returns the streams of both seats and a spectator."""
    code = new_table(anna, [ben], edition="classic", order="seated",
                     zone=["north-west", "north-east", "west"])
    viewers = [Socket(server, anna), Socket(server, ben), Socket(server)]
    for viewer in viewers:
        viewer.ask("watch", table=code, since=0)
    for seq, (seat, move) in enumerate(STORY):
        viewers[seat].ask("move", table=code, seq=seq, client=str(seq), move=move)
    viewers[1].ask("rename", name="Ben")
    for viewer in viewers:
        viewer.ask("position", table=code, since=0)
    info = anna.get(f"/api/v1/tables/{code}")["info"]
    streams = [[masked(frame, info) for frame in viewer.frames] for viewer in viewers]
    return code, viewers, streams


class Hidden(ServerTestCase):
    def test_identical(self):
        """two games equal but for the generator give identical streams until a card is drawn"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            _, _, first = tell_story(server, anna, ben)
            _, _, second = tell_story(server, anna, ben)
            for seat, (one, other) in enumerate(zip(first, second)):
                if one != other:
                    different = next((a, b) for a, b in zip(one, other) if a != b)
                    self.fail(f"viewer {seat}: {different}")
            self.assertGreaterEqual(len(first[0]), len(STORY), "the streams are too short to mean anything")

    def test_seed(self):
        """no frame reveals the seed before the end; after it the seed matches the commitment"""
        import hashlib
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code, viewers, _ = tell_story(server, anna, ben)
            viewers[1].ask("move", table=code, seq=len(STORY), client="end", move="pass")
            for viewer in viewers:
                viewer.ask("watch", table=code, since=0)
            record = anna.get(f"/api/v1/tables/{code}/record")["record"]
            frames = [frame for viewer in viewers for frame in viewer.frames]
            for who in (anna, ben):
                who.post(f"/api/v1/tables/{code}/agree-end", agree=True)
            shuffle = anna.get(f"/api/v1/tables/{code}")["info"]["shuffle"]
            seed = shuffle["seed"].encode()
            self.assertFalse(any(seed in frame for frame in frames), "the seed was revealed before the end")
            self.assertNotIn(shuffle["seed"], record, "the seed was revealed before the end")
            self.assertEqual(hashlib.sha256(bytes.fromhex(shuffle["seed"])).hexdigest(), shuffle["commitment"],
                             "the seed is not the one that was committed to")
            self.assertIn(shuffle["seed"], anna.get(f"/api/v1/tables/{code}/record")["record"],
                          "the record of the ended game lacks the seed")
