"""Gymnasium: one seat for the learner, bots in the others.

After `import fattorino.envs`, `gymnasium.make("fattorino/PapaPaolo-v2", opponents=["greedy", "random"])` is a
game of three; the number is the version of the game. The legal actions are in `info["action_mask"]`, and in
`action_masks()` for libraries that expect it.
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
from fattorino.envs.match_env import RENDER_MODES, MatchEnv, box, state_box
from fattorino.envs.step_loops import ASKED, GREEDY, RANDOM
from fattorino.games import names, version
from fattorino.kernel.errors import BadOption, BadSeat, FattorinoError, UnknownKeyword
from fattorino.kernel.game import Game
from fattorino.kernel.rng import below

NAMESPACE = "fattorino"
COMPILED = {"random": RANDOM, "greedy": GREEDY}


def check_keywords(game: Game, options: dict[str, Any]) -> None:
    """Refuse keywords that are no options of the game, in the words that TorchRL waits for."""
    for name in options:
        if name not in game.options:
            raise UnknownKeyword(
                f"there is no option {name!r}; the options are: {', '.join(game.options)} "
                f"(unexpected keyword argument {name!r})"
            )


def kind_of(bot: Any) -> int:
    """How a bot plays in `step_among`: in compiled code, or asked one by one."""
    return COMPILED.get(bot, ASKED) if isinstance(bot, str) else ASKED


def against(
    game: Game, opponents: Sequence[Any] | None, seat: int, options: dict[str, Any]
) -> tuple[dict[str, Any], dict[int, Any]]:
    """The settings of a table for one learner, and the bots of the other seats (default: greedy)."""
    check_keywords(game, options)
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
        state: bool = False,
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
        self.state_space = state_box(found)
        self._with_state = state

    @property
    def match(self) -> Any:
        """The current match: its log, its board, its scores."""
        return self.table.match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a new game and let the others play up to the learner's first decision."""
        super().reset(seed=seed)
        self._begin(seed)
        while self.match.over:  # before the learner's first decision
            self._begin(None)
        return self.match.features(self.seat), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play, then let the others play up to the learner's next decision."""
        instead = self.table.play(action)
        self._others()
        reward = float(self.table.rewards.of(self.match)[self.seat])
        return self.match.features(self.seat), reward, self.match.over, False, self._info() | instead

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions; at the end of a game the first one, so that every mask has an action."""
        mask = self.table.mask(self.seat).astype(bool)
        mask[0] |= self.match.over
        return mask

    def state(self) -> NDArray[np.float32]:
        """The full state, hidden information included: for a critic in training, not for the learner."""
        return self.table.state()

    def render(self) -> Any:
        """The board as the learner may see it: an array, an SVG, a text, or printed."""
        return self.table.render()

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8)}
        if self._with_state:
            info["state"] = self.state()
        return info | self.table.ending() if self.match.over else info

    def _begin(self, seed: int | None) -> None:
        self.table.start(seed)
        self._bots = self._invite()
        self._others()

    def _invite(self) -> dict[int, bots.Bot]:
        """New bots for each game, since they have memory."""
        return {seat: bots.make(bot, self.table.game) for seat, bot in self.opponents.items()}

    def _others(self) -> None:
        """Let the bots play up to the learner's next decision, with the luck they have in `step_among`."""
        match = self.match
        while not match.over and match.to_move != self.seat:
            mover, legal, luck = match.to_move, match.legal(), self.table.luck()
            kind = kind_of(self.opponents[mover])
            if kind == RANDOM:
                match.play(legal[below(luck, len(legal))])
            else:
                seed = below(luck, 1 << 30) if kind == GREEDY else int(luck) >> 8
                match.play(self._bots[mover].choose(match.view(mover), mover, legal, seed))


def env_id(name: str) -> str:
    """The name of a game in Gymnasium, with the game's version: ghost_town is fattorino/GhostTown-v3."""
    title = "".join(part.capitalize() for part in name.split("_"))
    return f"{NAMESPACE}/{title}-v{version(name)}"


def register() -> None:
    """Register every game with Gymnasium.

    The name with -v0 is deprecated, as Gymnasium warns: it is whichever version the game has.
    """
    for name in names():
        try:
            newest = env_id(name)
        except FattorinoError:  # loading the game says what is wrong with it
            continue
        for known in (newest, f"{newest.rpartition('-')[0]}-v0"):
            if known not in gymnasium.registry:
                gymnasium.register(
                    known,
                    entry_point=f"{__name__}:{Solo.__name__}",
                    vector_entry_point="fattorino.envs.gym_vector:SoloVector",
                    kwargs={"game": name},
                )
