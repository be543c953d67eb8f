"""What the clients of a run did and saw, for the checker, which describes its form."""

import itertools
import json
import threading
import time


class History:
    def __init__(self):
        self.items, self.lock, self.numbers = [], threading.Lock(), itertools.count(1)

    def add(self, item):
        with self.lock:
            self.items.append(item)
        return item

    def copy(self):
        """What there is by now, while others add to it."""
        with self.lock:
            return list(self.items)

    def number(self):
        """A number that nothing else in this history has."""
        with self.lock:
            return next(self.numbers)

    def push(self, watch, what, **more):
        self.add({"kind": "push", "watch": watch, "at": time.monotonic(), "wall": wall(), "what": what, **more})

    def save(self, path):
        with open(path, "w", encoding="utf-8") as file:
            for item in self.items:
                file.write(json.dumps(item) + "\n")


def wall():
    """Milliseconds since 1970."""
    return time.time() * 1000
