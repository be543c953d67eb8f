#!/usr/bin/env python3
"""Learns to play Power Grid from nothing but victories, in less than a minute, with numpy alone.

    examples/learn.py [GAMES [SEED]]

A linear policy sits at one of four seats; bots play the others. Each group of actions (connect a city, raise a bid, buy fuel …)
gets a score that is linear in a few numbers of the observation, plus a share of the action's cost and of its number within the
group. Actions are drawn by softmax over the legal ones. After each game the weights move along the gradient of the logarithms
of the probabilities of all its actions, times the reward less its mean (REINFORCE). At first all legal actions are equally
likely; that wins half of the games against three random bots, which choose among all moves and so overbid."""

import os
import sys
import time

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import elektro  # noqa: E402
from elektro.library import GROUPS  # noqa: E402

GAMES = 512  # at the same time
LESSON = 128  # games that one step of learning is made from
RATE = 0.05
FADE = 0.95  # of the means that the gradient is divided by
# Columns of the observation, and what they are divided by.
LOOK = {"seat.money": 100, "seat.houses": 10, "seat.plants": 3, "seat.capacity": 10, "seat.fuelled": 10, "seat.run_cost": 30,
        "seat.affordable": 5, "seat.upgrade": 5, "shared.round": 10, "decision.plant_cities": 5, "decision.bid": 30}

FIRST = np.array(list(GROUPS.values()))
GROUP = np.searchsorted(FIRST, np.arange(elektro.ACTIONS), side="right") - 1  # of each action
NUMBER = (np.arange(elektro.ACTIONS) - FIRST[GROUP]) / 20.0  # within its group
MEMBER = np.eye(len(FIRST), dtype=np.float32)[GROUP]  # actions by groups
SCALE = np.array(list(LOOK.values()), dtype=np.float32)
COLUMNS = np.array([elektro.COLUMNS[name].start for name in LOOK])
INPUTS = len(LOOK) + 1  # with a constant
WEIGHTS = INPUTS + 2  # with cost and number


def inputs(batch):
    """The numbers that the scores of groups depend on, and the cost of each action."""
    looked = np.ones((batch.games, INPUTS), np.float32)
    looked[:, 1:] = batch.observation[:, COLUMNS] / SCALE
    return looked, batch.action_cost / 30.0


def probabilities(weights, looked, cost, mask):
    scores = looked @ weights[:, :INPUTS].T
    scores = scores[:, GROUP] + weights[GROUP, INPUTS] * cost + weights[GROUP, INPUTS + 1] * NUMBER
    scores[~mask] = -np.inf
    scores -= scores.max(axis=1, keepdims=True)
    chances = np.exp(scores)
    return chances / chances.sum(axis=1, keepdims=True)


def draw(random, chances):
    sums = chances.cumsum(axis=1)
    return np.minimum((sums < random.random((len(sums), 1)) * sums[:, -1:]).sum(axis=1), elektro.ACTIONS - 1)


def slopes(chances, actions, looked, cost):
    """The gradient of the logarithm of the probability of each action, by weights."""
    off = -chances
    off[np.arange(len(actions)), actions] += 1
    slope = np.empty((len(actions), len(FIRST), WEIGHTS), np.float32)
    slope[:, :, :INPUTS] = (off @ MEMBER)[:, :, None] * looked[:, None, :]
    slope[:, :, INPUTS] = (off * cost) @ MEMBER
    slope[:, :, INPUTS + 1] = (off * NUMBER) @ MEMBER
    return slope


class Learner:
    def __init__(self, random):
        self.random = random
        self.weights = np.zeros((len(FIRST), WEIGHTS), np.float32)
        self.squares = np.full_like(self.weights, 1e-4)
        self.mean = 0.25

    def learn(self, rewards, traces):
        """One step for the games that have ended."""
        gain = ((rewards - self.mean)[:, None, None] * traces).mean(axis=0)
        self.mean = 0.98 * self.mean + 0.02 * rewards.mean()
        self.squares = FADE * self.squares + (1 - FADE) * gain**2
        self.weights += RATE * gain / np.sqrt(self.squares + 1e-8)


def train(learner, games, batch):
    """Learns from so many games. Yields, ten times, the number of games so far and the share of victories in the last tenth."""
    traces = np.zeros((batch.games, len(FIRST), WEIGHTS), np.float32)
    pending, rewards, shown = [], [], 0
    while shown < 10:
        looked, cost = inputs(batch)
        chances = probabilities(learner.weights, looked, cost, batch.action_mask)
        actions = draw(learner.random, chances)
        traces += slopes(chances, actions, looked, cost)
        batch.step(actions)
        for game in np.flatnonzero(batch.ended):
            rewards.append(batch.results["reward"][game, 0])
            pending.append((rewards[-1], traces[game].copy()))
            traces[game] = 0
        if len(pending) >= LESSON:
            learner.learn(np.array([reward for reward, _ in pending]), np.array([trace for _, trace in pending]))
            pending = []
        if len(rewards) >= games * (shown + 1) // 10:
            yield len(rewards), np.mean(rewards[games * shown // 10:])
            shown += 1


def measure(learner, rival, games):
    """The share of victories against three bots."""
    batch = elektro.Batch(games, bots={1: rival, 2: rival, 3: rival}, auto_reset=False)
    batch.reset(1)
    while (batch.to_move >= 0).any():
        looked, cost = inputs(batch)
        playing = batch.to_move >= 0
        mask = batch.action_mask | ~playing[:, None]
        actions = draw(learner.random, probabilities(learner.weights, looked, cost, mask))
        batch.step(np.where(playing, actions, -1))
    return batch.results["reward"][:, 0].mean()


def main(games=12000, seed=1):
    learner = Learner(np.random.default_rng(seed))
    batch = elektro.Batch(GAMES, bots={1: "random", 2: "random", 3: "random"})
    batch.reset(seed)
    print(f"Victories against three random bots, before the first lesson: {100 * measure(learner, 'random', 400):.1f} %")
    begin = time.monotonic()
    for played, share in train(learner, games, batch):
        print(f"{time.monotonic() - begin:6.1f} s {played:7d} games  {100 * share:5.1f} %  {'#' * round(50 * share)}", flush=True)
    print("\nAfterwards, in 400 games:")
    for rival in ("random", "easy"):
        print(f"  against three {rival + ':':8} {100 * measure(learner, rival, 400):5.1f} %")


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:3]))
