"""Gymnasium: one seat for the learner, bots in the others.

After `import fattorino.envs`, `gymnasium.make("fattorino/PapaPaolo-v0", opponents=["greedy", "random"])` is a
game of three. The legal actions are in `info["action_mask"]`, and in `action_masks()` for libraries that
expect it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fattorino import bots
from fattorino.envs import common
from fattorino.envs.match_env import RENDER_MODES, MatchEnv, box
from fattorino.games import names
from fattorino.kernel.errors import BadOption, BadSeat
from fattorino.kernel.game import Game

NAMESPACE = "fattorino"


def against(
    game: Game, opponents: Sequence[Any] | None, seat: int, options: dict[str, Any]
) -> tuple[dict[str, Any], dict[int, Any]]:
    """The settings of a table for one learner, and the bots of the other seats (default: greedy)."""
    if opponents is None:
        deciding = sum(role.decides for role in game.roles(game.settings(**options)))
        opponents = ["greedy"] * (deciding - 1)
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        raise BadOption(f"opponents is a list with a bot for each other seat, not {opponents!r}")
    settings = game.settings_for(len(opponents) + 1, **options)
    players = [place for place, role in enumerate(game.roles(settings)) if role.decides]
    if isinstance(seat, bool) or seat not in players:
        raise BadSeat(f"seat cannot be {seat!r}: the seats that decide are 0 to {players[-1]}")
    others = [other for other in players if other != seat]
    return settings, dict(zip(others, opponents, strict=True))


class Solo(gymnasium.Env[NDArray[np.float32], Any]):
    """A game against bots, which see what their seats may see."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: Sequence[Any] | None = None,
        seat: int = 0,
        reward: str = "result",
        illegal: str = "replace",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        found = common.find(game)
        settings, self.opponents = against(found, opponents, seat, options)
        self.table = MatchEnv(
            found, reward=reward, illegal=illegal, render_mode=render_mode, render_seat=seat, **settings
        )
        self.seat = seat
        self._bots = self._invite()
        self.render_mode = render_mode
        self.observation_space = box(found)
        self.action_space = spaces.Discrete(found.num_actions)

    @property
    def match(self) -> Any:
        """The current match: its log, its board, its scores."""
        return self.table.match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a new game and let the others play up to the learner's first decision."""
        super().reset(seed=seed)
        self.table.start(seed)
        self._bots = self._invite()
        self._others()
        return self.match.features(self.seat), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play, then let the others play up to the learner's next decision."""
        legal = self.table.play(action)
        self._others()
        reward = float(self.table.rewards.of(self.match)[self.seat])
        info = self._info() if legal else self._info() | {"illegal": True}
        return self.match.features(self.seat), reward, self.match.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """The board as the learner may see it: an array, an SVG, a text, or printed."""
        return self.table.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat)}

    def _invite(self) -> dict[int, bots.Bot]:
        """New bots for each game, since they have memory."""
        return {seat: bots.make(bot, self.table.game) for seat, bot in self.opponents.items()}

    def _others(self) -> None:
        match = self.match
        while not match.over and match.to_move != self.seat:
            mover = match.to_move
            seed = int(self.table.chance.integers(2**61))
            match.play(self._bots[mover].choose(match.view(mover), mover, match.legal(), seed))


def register() -> None:
    """Register every game with Gymnasium: ghost_town is fattorino/GhostTown-v0."""
    for name in names():
        title = "".join(part.capitalize() for part in name.split("_"))
        known = f"{NAMESPACE}/{title}-v0"
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point=f"{__name__}:{Solo.__name__}",
                vector_entry_point="fattorino.envs.gym_vector:SoloVector",
                kwargs={"game": name},
            )
