"""PettingZoo: the AEC and parallel environments of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from fattorino.envs import common
from fattorino.envs.match_env import NOT_BEGUN, RENDER_MODES, MatchEnv, box, state_box
from fattorino.kernel.errors import BadSeat, FattorinoError, IllegalAction
from fattorino.kernel.game import Game

Observation = dict[str, Any]


class Seats:
    """Shared by both forms: agents are the seats that decide, seat_0 and so on."""

    table: MatchEnv
    agents: list[str]
    possible_agents: list[str]

    def sit(self, game: str | Game, seats: int | None, settings: dict[str, Any], parallel: bool) -> None:
        """Create the match environment and name the agents."""
        self.table = table = MatchEnv(common.find(game), seats=seats, **settings)
        if table.max_cycles is not None and not parallel:  # in a cycle every agent is asked once
            table.max_cycles *= len(table.players)
        self.render_mode = table.render_mode
        self.metadata: dict[str, Any] = {
            "name": f"fattorino_{table.game.name}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": parallel,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in table.players]
        self.agents = []
        self.seat_of = dict(zip(self.possible_agents, table.players, strict=True))
        size = table.game.num_actions + parallel  # the last action of the parallel form is to pass
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {"observation": box(table.game), "action_mask": spaces.Box(0, 1, (size,), np.int8)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(size) for agent in self.possible_agents
        }
        self.state_space = state_box(table.game)

    @property
    def match(self) -> Any:
        """The current match: its log, its board, its scores."""
        return self.table.match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[self._known(agent)]

    def observe(self, agent: str) -> Observation:
        """The observation and the action mask of an agent."""
        seat = self.seat_of[self._known(agent)]
        return {"observation": self.match.features(seat), "action_mask": self.table.mask(seat)}

    def state(self) -> NDArray[np.float32]:
        """The full state, hidden information included: for a critic in training, not for the agents."""
        return self.table.state()

    def render(self) -> Any:
        """The board: an array, an SVG, a text, or printed."""
        return self.table.render()

    def close(self) -> None:
        """Nothing to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _known(self, agent: str) -> str:
        if agent not in self.seat_of:
            raise BadSeat(f"there is no agent {agent!r}; the agents are: {', '.join(self.seat_of)}")
        return agent


class Aec(Seats, AECEnv[str, Observation, Any]):
    """A game in which one seat after the other decides."""

    def __init__(self, game: str | Game, seats: int | None = None, **settings: Any) -> None:
        super().__init__()
        self.sit(game, seats, settings, parallel=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.table.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"seat_{self.match.to_move}"

    def step(self, action: Any) -> None:
        """Play for the agent whose turn it is; None for one whose game is over."""
        if not hasattr(self, "agent_selection"):
            raise FattorinoError(NOT_BEGUN)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} is to move: an action is a whole number, not None")
        self.infos = {each: {} for each in self.agents}
        self.infos[agent] |= self.table.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.over:
            shares = self.table.rewards.of(self.match)
            self.rewards = {each: float(shares[self.seat_of[each]]) for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = f"seat_{self.match.to_move}"
            self.truncations = dict.fromkeys(self.agents, self.table.truncated)
        self._accumulate_rewards()


class Parallel(Seats, ParallelEnv[str, Observation, Any]):
    """A game in which all agents are asked at once; only the action of the seat to move counts.

    There is one additional action, to pass, which is the only legal action of a waiting seat.
    """

    def __init__(self, game: str | Game, seats: int | None = None, **settings: Any) -> None:
        self.sit(game, seats, settings, parallel=True)

    def observe(self, agent: str) -> Observation:
        """The observation and the action mask of an agent; one that is not to move can only pass."""
        seen = super().observe(agent)
        mask = seen["action_mask"]
        return {**seen, "action_mask": np.append(mask, np.int8(not mask.any()))}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game."""
        self.table.start(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the action of the agent to move, which must have one; other actions are ignored."""
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"actions are given by agent, as in {{'seat_0': 3}}, not as {actions!r}")
        mover = f"seat_{self.match.to_move}"
        if mover not in actions and not self.match.over:
            raise IllegalAction(f"{mover} is to move and gave no action")
        instead = self.table.play(actions.get(mover))
        infos = {agent: instead if agent == mover else {} for agent in self.agents}
        over, cut = self.match.over, self.table.truncated
        shares = self.table.rewards.of(self.match)
        rewards = {agent: float(shares[self.seat_of[agent]]) for agent in self.agents}
        observations = self._observations()
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}
