"""One match for a learning library: observations, masks, rewards, pictures, illegal actions."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from rich.console import Console

from fattorino.envs import common
from fattorino.envs.full_state import full_state
from fattorino.envs.picture import pixels
from fattorino.kernel import features
from fattorino.kernel.errors import BadSeat, FattorinoError, GameOver, IllegalAction
from fattorino.kernel.game import Game, plain, whole
from fattorino.kernel.match import Match
from fattorino.kernel.records import SPECTATOR
from fattorino.kernel.rng import below, following
from fattorino.render import draw

RENDER_MODES = ("human", "rgb_array", "svg", "ansi", "text")
TEXT_WIDTH = 120
NOT_BEGUN = "no game has begun: call reset() first"


def box(game: Game) -> Any:
    """The space of a game's observations."""
    low, high = features.bounds(game.layout)
    return spaces.Box(low, high, dtype=np.float32)


def state_box(game: Game) -> Any:
    """The space of a game's full states."""
    low, high = features.bounds(full_state(game).layout)
    return spaces.Box(low, high, dtype=np.float32)


class MatchEnv:
    """One match after the other, with the same settings."""

    def __init__(
        self,
        game: Game,
        *,
        reward: str = "result",
        illegal: str = "raise",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        render_seat: int | None = None,
        **options: Any,
    ) -> None:
        self.game = game
        self.settings = game.settings(**options)
        if render_mode is not None:
            common.one_of("render_mode", render_mode, RENDER_MODES)
        self.roles = game.roles(self.settings)
        self.players = [seat for seat, role in enumerate(self.roles) if role.decides]
        if render_seat is not None and plain(render_seat) not in range(len(self.roles)):
            last = len(self.roles) - 1
            raise BadSeat(
                f"render_seat cannot be {render_seat!r}: the seats are 0 to {last}, None a spectator"
            )
        self.rewards = common.Rewards(game, self.roles, reward)
        self.replaces = common.one_of("illegal", illegal, common.ILLEGAL) == "replace"
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1)
        self._next_seed, self._luck = common.first_luck(None)
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        """The current match."""
        if self._match is None:
            raise FattorinoError(NOT_BEGUN)
        return self._match

    def start(self, seed: int | None) -> None:
        """A new match; a seed determines this one and all that follow, as in a game of `SoloVector`."""
        if seed is not None:
            self._next_seed, self._luck = common.first_luck(seed)
        self._match = self.game.new(seed=self._next_seed, **self.settings)
        self._next_seed += 1

    def luck(self) -> np.uint64:
        """The next number of the generator for everything but the match itself."""
        self._luck = following(self._luck)
        return self._luck

    @property
    def truncated(self) -> bool:
        """Whether the match was cut short."""
        return self.max_cycles is not None and not self.match.over and self.match.move >= self.max_cycles

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The mask of a seat: empty if it is not to move."""
        mask = np.zeros(self.game.num_actions, np.int8)
        if self.match.to_move == seat and not self.truncated:
            mask[self.match.legal()] = 1
        return mask

    def state(self) -> NDArray[np.float32]:
        """The full state of the match as numbers."""
        numbers: NDArray[np.float32] = full_state(self.game).of(self.match.state)[0]
        return numbers

    def play(self, action: Any) -> dict[str, Any]:
        """Play an action of the seat to move; if it was illegal, what was drawn instead, for an info."""
        try:
            self.match.play(action)
        except IllegalAction as error:
            if not self.replaces or isinstance(error, GameOver):
                raise
            legal = self.match.legal()
            played = int(legal[below(self.luck(), len(legal))])
            self.match.play(played)
            return {"illegal": True, "played": played}
        return {}

    def ending(self) -> dict[str, Any]:
        """How the match ended, for an info: an entry for each seat that can win, and the decisions of all."""
        match = self.match
        won = np.isin(np.arange(match.seats), match.winners)
        rewards = self.rewards.of(match)[: match.seats]
        scores = np.array(match.scores, np.int32)
        return {"scores": scores, "won": won, "rewards": rewards, "length": match.move}

    def render(self) -> Any:
        """The board as the chosen viewer may see it."""
        if self.render_mode is None:
            raise FattorinoError(f"choose a render_mode first: {', '.join(RENDER_MODES)}")
        if self.render_mode in ("human", "ansi"):
            pen = Console(width=TEXT_WIDTH, force_terminal=True, file=io.StringIO(), color_system="standard")
            with pen.capture() as drawn:
                pen.print(self.match.text(self.render_seat))
            if self.render_mode == "ansi":
                return drawn.get()
            print(drawn.get())
            return None
        if self.render_mode == "text":
            return self.match.text(self.render_seat, plain=True)
        seat = SPECTATOR if self.render_seat is None else self.render_seat
        svg = draw(self.game, self.match.view(self.render_seat), seat)
        return svg if self.render_mode == "svg" else pixels(svg)
