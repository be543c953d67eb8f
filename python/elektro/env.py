"""One game by the conventions of PettingZoo's turn-based (AEC) API."""

import numpy

from . import library as lib
from .batch import MAX_SEED, Batch
from .checks import whole
from .spaces import Box, Dict, Discrete
from .turns import AECEnv


class Env(AECEnv):
    """One game. The keywords are those of Batch: board, edition, players, zone, bots, options, max_rounds.

    Agents are called player_0, player_1 …, by their seats; seats of bots are no agents. An observation is
    {"observation": …, "action_mask": …}. Rewards are shares of the victory, at the end. An action that is not legal raises
    ValueError and changes nothing."""

    metadata = {"name": "elektro_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, render_mode=None, **table):
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"There is no render mode '{render_mode}': ansi or human.")
        self.render_mode = render_mode
        self.batch = Batch(1, auto_reset=False, **table)
        bots = table.get("bots") or {}
        self.possible_agents = [f"player_{seat}" for seat in range(self.batch.players) if seat not in bots]
        self.agents = []
        self._seat = {f"player_{seat}": seat for seat in range(self.batch.players)}
        self._random = numpy.random.default_rng()
        bound = lib.SIZES["largest"]
        self.observation_spaces = {agent: Dict({
            "observation": Box(-bound, bound, (lib.OBSERVATION,), numpy.int16),
            "action_mask": Box(0, 1, (lib.ACTIONS,), numpy.int8)}) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(lib.ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Starts a game. The same seed gives the same cards, zone and bots."""
        if seed is not None:
            self._random = numpy.random.default_rng(whole("seed", seed))
        self.batch.reset(self._random.integers(0, MAX_SEED, 1, "u8"))
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self):
        self.agent_selection = f"player_{self.batch.to_move[0]}"

    def observe(self, agent):
        seat = self._seat[agent]
        if self.batch.to_move[0] == seat:
            observation, mask = self.batch.observation[0].copy(), self.batch.action_mask[0].astype(numpy.int8)
        else:
            observation, mask = self.batch.observe_seat(seat), numpy.zeros(lib.ACTIONS, numpy.int8)
        return {"observation": observation, "action_mask": mask}

    def state(self):
        """The whole table, as the first seat observes it."""
        return self.batch.observe_seat(0)

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= whole("action", action) < lib.ACTIONS:
            raise ValueError(f"There is no action {action}: the action mask allows numbers from 0 to {lib.ACTIONS - 1}.")
        self.batch.step([action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.batch.ended[0]:
            self._end()
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self):
        over = self.truncations if self.batch.truncated[0] else self.terminations
        for agent in self.agents:
            result = self.batch.results[0, self._seat[agent]]
            over[agent] = True
            self.rewards[agent] = float(result["reward"])
            self.infos[agent] = {key: int(result[key]) for key in ("rank", "powered", "money", "cities")}
        self.agent_selection = self.agents[0]

    def render(self):
        """The table as text: returned with render_mode "ansi", printed with "human"."""
        picture = self.batch.render()
        if self.render_mode == "human":
            print(picture, flush=True)
            return None
        return picture

    def close(self):
        """Nothing has to be closed: the memory is freed with the environment."""
