"""What an environment with turns has in common with others: PettingZoo's own class where it is installed, otherwise one that
behaves like it."""

try:
    from pettingzoo import AECEnv
except ImportError:

    class AECEnv:
        """An environment in which agents act one after the other.

        When the game is over every agent is still selected once, to see its last observation and reward; it then steps
        with None and leaves."""

        @property
        def num_agents(self):
            return len(self.agents)

        @property
        def max_num_agents(self):
            return len(self.possible_agents)

        @property
        def unwrapped(self):
            return self

        def agent_iter(self, max_iter=2**63):
            """The selected agent, as long as there are agents and it is not asked more often than max_iter."""
            count = 0
            while self.agents and count < max_iter:
                yield self.agent_selection
                count += 1

        def last(self, observe=True):
            """Observation, reward since its last step, termination, truncation and info of the selected agent."""
            agent = self.agent_selection
            return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                    self.terminations[agent], self.truncations[agent], self.infos[agent])

        def _clear_rewards(self):
            self.rewards = {agent: 0.0 for agent in self.rewards}

        def _accumulate_rewards(self):
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _was_dead_step(self, action):
            """An agent whose game is over leaves, and the next one is selected."""
            if action is not None:
                raise ValueError("The game is over; the only valid action is None.")
            agent = self.agent_selection
            for table in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
                del table[agent]
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            self._clear_rewards()

        def __str__(self):
            return self.metadata["name"]

__all__ = ["AECEnv"]
