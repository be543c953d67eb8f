"""Steps a second on one core: python3 -m elektro.bench [SECONDS]

Random games on Germany with four players. The time is that of the processor, so that other programs do not count."""

import sys
import time

import numpy

from . import Batch, Env


def measure(seconds, steps, step):
    """How many steps a second; one call of step makes so many."""
    count, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        step()
        count += steps
    return count / (time.process_time() - begin)


def by_index(batch, random):
    """A random legal move in each game, by its index."""
    batch.step_index((random.random(batch.games) * batch.counts()).astype("u4"))


def by_action(batch, random):
    """A random legal action in each game."""
    scores = random.random(batch.action_mask.shape, dtype=numpy.float32)
    scores *= batch.action_mask
    batch.step(scores.argmax(axis=1))


def one_agent(env, random):
    """One step of a single game."""
    if not env.agents:
        env.reset()
    observation, _, termination, truncation, _ = env.last()
    mask = observation["action_mask"]
    env.step(None if termination or truncation else int(random.choice(mask.nonzero()[0])))


def main(seconds=2.0):
    random = numpy.random.default_rng(1)
    bots = {1: "normal", 2: "normal", 3: "normal"}
    rows = [("4,096 games, moves by index", Batch(4096, observe="nothing"), by_index),
            ("4,096 games, actions", Batch(4096, observe="actions"), by_action),
            ("4,096 games, actions and observations", Batch(4096), by_action),
            ("the same, 1,024 games against three normal bots", Batch(1024, bots=bots), by_action)]
    for name, batch, step in rows:
        batch.reset(1)
        print(f"{name:50} {measure(seconds, batch.games, lambda: step(batch, random)):10,.0f} a second")
    env = Env()
    print(f"{'one game, agent by agent (Env)':50} {measure(seconds, 1, lambda: one_agent(env, random)):10,.0f} a second")


if __name__ == "__main__":
    main(*(float(text) for text in sys.argv[1:2]))
