"""Fair shuffles: the server's cards are recomputed, here and by elektro replay.

    tests/run shuffle.py ELEKTRO
"""

import hashlib
import hmac
import os
import subprocess
import sys
import tempfile

from client import Http, Server, ServerTestCase, Socket

ELEKTRO = sys.argv[1]


def finished(server, **settings):
    """A game that bots play to its end; returns its table and record."""
    anna = Http(server, "Anna")
    code = anna.post("/api/v1/tables", players=3, **settings)["info"]["table"]
    anna.post(f"/api/v1/tables/{code}/ready", ready=True, words="my own luck # 7: \"x\"")
    for level in ("normal", "easy"):
        anna.post(f"/api/v1/tables/{code}/bots", level=level)
    anna.post(f"/api/v1/tables/{code}/start")
    anna.post(f"/api/v1/tables/{code}/leave")
    socket = Socket(server, anna)
    socket.ask("watch", table=code)
    info = socket.push("table", timeout=60)["info"]
    while info["status"] != "ended":
        info = socket.push("table", timeout=60)["info"]
    return info, anna.get(f"/api/v1/tables/{code}/record")["record"]


def verify(record):
    with tempfile.NamedTemporaryFile("w", suffix=".elektro", encoding="utf-8") as file:
        file.write(record)
        file.flush()
        return subprocess.run([ELEKTRO, "replay", "--verify-shuffle", file.name],
                              capture_output=True, text=True, check=False)


def number(key, i, below):
    """The generator once more, from its description in journal/shuffle.h."""
    attempt = 0
    while True:
        value = int.from_bytes(hmac.digest(key, f"{i} {attempt}".encode(), "sha256")[:8], "big")
        if value < below * (2**64 // below):
            return value % below
        attempt += 1


class Shuffle(ServerTestCase):
    def test_fair(self):
        """every card of finished games follows from the seed, in both editions"""
        with Server(ELEKTRO) as server:
            for settings in ({"edition": "classic"}, {"edition": "recharged", "board": "france"},
                             {"edition": "recharged", "zone": "draft"},
                             {"edition": "classic", "board": "usa", "order": "seated"}):
                _, record = finished(server, **settings)
                run = verify(record)
                self.assertEqual(run.returncode, 0, f"{settings}: {run.stdout}{run.stderr}")
                self.assertIn("fair", run.stdout, f"{settings}: {run.stdout}{run.stderr}")
                plain = subprocess.run([ELEKTRO, "replay", "--verify", "-"], input=record,
                                       capture_output=True, text=True, check=False)
                self.assertEqual(plain.returncode, 0, f"{settings}: {plain.stderr}")

    def test_unfair(self):
        """another seed, other words and a swapped commitment are detected"""
        with Server(ELEKTRO) as server:
            info, record = finished(server, edition="classic")
            seed = info["shuffle"]["seed"]
            other = bytes(range(32)).hex()
            commitment = hashlib.sha256(bytes.fromhex(other)).hexdigest()
            for what, changed in (
                    ("seed", record.replace(seed, other)),
                    ("seed and commitment",
                     record.replace(seed, other).replace(info["shuffle"]["commitment"], commitment)),
                    ("words", record.replace("my own luck", "my bad luck")),
                    ("no seed", record.replace("# shuffle-seed", "# shuffle-need"))):
                self.assertEqual(verify(changed).returncode, 1, f"{what}: not detected")

    def test_description(self):
        """the first card of a classic game follows from the description alone"""
        with Server(ELEKTRO) as server:
            info, record = finished(server, edition="classic")
            words = [seat["words"] for seat in info["seats"]]
            text = "elektro-shuffle-1\n" + "".join(w + "\n" for w in words)
            key = hmac.digest(bytes.fromhex(info["shuffle"]["seed"]), text.encode(), "sha256")
            drawn = [int(line.split()[1].rstrip(",")) for line in record.splitlines()
                     if line.startswith("draw ")]
            # Plants 3 to 10 lie in the market and 13 on top of the deck: number 2 turns it up. Then any
            # of the others may come.
            deck = sorted(set(list(range(11, 41)) + [42, 44, 46, 50]) - {13, 41, 43, 45})
            expected = [13, deck[number(key, 3, len(deck))]]
            self.assertEqual(drawn[:2], expected, f"drawn {drawn[:2]}, expected {expected}")
