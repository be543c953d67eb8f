"""Power Grid for programs that learn: one game by the conventions of PettingZoo, or thousands of games stepped in C.

    import elektro

    env = elektro.Env(players=4)                       one game, agent by agent
    batch = elektro.Batch(4096, bots={1: "easy"})      many games, as numpy arrays

docs/python.md describes both, the observation and the actions."""

from .batch import Batch
from .env import Env
from .library import ACTIONS, BOARDS, COLUMNS, LEVELS, OBSERVATION, STYLES, action_name

__all__ = ["ACTIONS", "BOARDS", "Batch", "COLUMNS", "Env", "LEVELS", "OBSERVATION", "STYLES", "action_name"]
