"""OpenSpiel: importing this registers every game, as fattorino_ghost_town(seats=3) and so on.

Chance nodes at the start draw the seed, digit by digit, which determines all later randomness. So a history
is complete, and states can be serialised and pickled. Besides the options of the game there are four
parameters: `reward` ("result", "score" or "margin"); `worlds`, the number of seeds (0: practically unlimited,
or 1 to 1024); `sampled`, to have one chance node that samples a hidden seed
("sampled stochastic", which OpenSpiel cannot serialise for games written in Python), and `rng_seed`, the seed
of that sampling (-1: unpredictable).

The strings are exact: two states have the same information state string for a player if the player's log
and view are the same. They begin with the latest log. Both tensors are the numbers of `observe`. A public
observer gives what a spectator sees. An observer of private information gives a digest of what a player sees
and a spectator does not; it has no tensor, and with perfect recall there is none (None, as in OpenSpiel).

A game that reaches `max_game_length` ends there, with the rewards of its standing. Only New York with its
expansion Power Cards can; for all others it is a bound (`longest`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

from fattorino.envs import common
from fattorino.envs.step_loops import SCORE
from fattorino.games import names
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match
from fattorino.kernel.options import Option
from fattorino.kernel.records import SPECTATOR, as_heard, hears

PREFIX = "fattorino_"
OWN = {"reward": "result", "worlds": 0, "sampled": False, "rng_seed": -1}  # no options of the game
DIGIT, DIGITS = 64, 5  # a seed is drawn as this many digits with this many values
WORLDS = 1024  # the most seeds of one chance node
LARGEST_SCORE = 1000.0


# -- parameters ---------------------------------------------------------------------------------------------


def parameter(option: Option) -> Any:
    """An option's default as OpenSpiel writes it: Booleans and numbers unchanged, the rest as text.

    A comma would end a parameter: lists are joined by a plus.
    """
    default = option.default
    return default if isinstance(default, int) else option.text(default).replace(",", "+")


def specification(game: Game) -> dict[str, Any]:
    """All parameters with their defaults."""
    return {name: parameter(option) for name, option in game.options.items()} | OWN


def game_type(game: Game, zero_sum: bool, sampled: bool) -> Any:
    """OpenSpiel's description of a game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"{PREFIX}{game.name}",
        long_name=f"Fattorino {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC if sampled else kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game),
        default_loadable=True,
        provides_factored_observation_string=False,
    )


# -- the game ----------------------------------------------------------------------------------------------


class SpielGame(pyspiel.Game):
    """A game with its options, as OpenSpiel knows it; players are the seats that decide."""

    game: Game  # each game has its own subclass

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, defaults = self.game, specification(self.game)
        chosen = {name: value for name, value in (params or {}).items() if value != defaults.get(name)}
        own: dict[str, Any] = {name: chosen.get(name, default) for name, default in OWN.items()}
        options = {name: value for name, value in chosen.items() if name not in OWN}
        words = {name: v.replace("+", ",") for name, v in options.items() if isinstance(v, str)}
        self.settings = game.settings(**(options | words))
        roles = game.roles(self.settings)
        self.seats = [seat for seat, role in enumerate(roles) if role.decides]
        self.rewards = common.Rewards(game, roles, own["reward"])
        self.chance = common.generator(None if own["rng_seed"] < 0 else own["rng_seed"])
        self.sampled = bool(own["sampled"])
        worlds = own["worlds"]
        if not 0 <= worlds <= WORLDS:
            raise BadOption(f"worlds can be 1 to {WORLDS}, or 0 for more than anyone will use, not {worlds}")
        outcomes = 1 if self.sampled else worlds or DIGIT
        self.draws = 1 if self.sampled or worlds else DIGITS
        self.outcomes = [(outcome, 1.0 / outcomes) for outcome in range(outcomes)]
        zero_sum = self.rewards.zero_sum and len(self.seats) == sum(role.scores for role in roles)
        self.longest = game.longest(self.settings) if game.longest else game.max_decisions
        most = LARGEST_SCORE if self.rewards.reward == SCORE else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=outcomes,
            num_players=len(self.seats),
            min_utility=-most if self.rewards.reward == SCORE else self.rewards.lowest,
            max_utility=most,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=self.longest,
        )
        super().__init__(game_type(game, zero_sum, self.sampled), info, chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (str(self),)

    def new_initial_state(self, _text: str | None = None) -> SpielState:
        """Before the seed is drawn."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Those that draw the seed."""
        return self.draws

    def begin(self, digits: list[int]) -> Match:
        """The match of a seed."""
        if self.sampled:
            seed = int(self.chance.integers(2**61))
        else:
            seed = int(np.random.SeedSequence(digits).generate_state(1, np.uint64)[0] >> np.uint64(3))
        return self.game.new(seed=seed, **self.settings)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | Secrets | None:
        """Converts states into tensors and strings for a player or a spectator, or into strings of private
        information; None for anything else.
        """
        if params:
            raise BadOption(f"an observer of {self.game.title} has no parameters, not {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if alone and not kind.public_info and not kind.perfect_recall:
            return Secrets(self)
        if not kind.public_info or not (alone or kind.private_info == pyspiel.PrivateInfoType.NONE):
            return None
        return Observer(self, bool(kind.perfect_recall), public=not alone)


def restored(text: str) -> Any:
    """Unpickle a game."""
    return pyspiel.load_game(text)


class World:
    """A match that is copied and pickled with the state that holds it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._digests: dict[int, tuple[int, Any, Any]] = {}  # by seat: events read, their digest, the last

    def play(self, action: int) -> None:
        """Play an action; undo is not needed."""
        self.match.play(action)
        self.match._moments.clear()

    def log_digest(self, seat: int) -> tuple[Any, Any]:
        """An incremental digest of a seat's whole log, and the latest message."""
        events = self.match.events
        seen, digest, last = self._digests.get(seat, (0, None, None))
        digest = digest.copy() if digest else hashlib.blake2b(digest_size=16)
        for event in events[seen:]:
            if hears(event, seat):
                last = as_heard(event, seat)
                digest.update(last.tobytes())
        self._digests[seat] = len(events), digest, last
        return digest.copy(), last

    def __deepcopy__(self, _memo: Any) -> World:
        other = World(self.match.copy())
        other._digests = self._digests.copy()
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {"match": self.match}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        World.__init__(self, saved["match"])


class SpielState(pyspiel.State):
    """A state of a game: before the seed is drawn, or a match."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.digits: list[int] = []
        self.world: World | None = None

    @property
    def match(self) -> Match:
        """The current match."""
        if self.world is None:
            raise BadOption("the seed is not drawn yet: apply the actions of the chance nodes first")
        return self.world.match

    @property
    def _game(self) -> SpielGame:
        game: SpielGame = self.get_game()
        return game

    def current_player(self) -> int:
        """The player to move, or OpenSpiel's marks for chance and the end."""
        if self.world is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.world.match.to_move
        if seat is None or self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self._game.seats.index(seat)

    def _legal_actions(self, _player: int) -> list[int]:
        actions: list[int] = self.match.legal().tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next digit of the seed; if seeds are sampled, one outcome that represents all."""
        return self._game.outcomes

    def _apply_action(self, action: int) -> None:
        if self.world is not None:
            self.world.play(action)
            return
        self.digits.append(action)
        if len(self.digits) == self._game.draws:
            self.world = World(self._game.begin(self.digits))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.world is None:
            return f"Draw {action}"
        return self.world.match.label(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or as long as it may be."""
        return self.world is not None and (
            self.world.match.over or self.world.match.move >= self._game.longest
        )

    def returns(self) -> list[float]:
        """The reward of each player; zeros while the game is on."""
        game = self._game
        if self.world is None or not self.is_terminal():
            return [0.0] * len(game.seats)
        shares = game.rewards.standing(self.world.match)
        return [float(shares[seat]) for seat in game.seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> SpielState:
        """Another state consistent with this player's view, by `imagine`."""
        chance = self._game.chance
        seed = int(chance.integers(2**61)) if sampler is None else int(sampler() * 2**61)
        other: SpielState = self.clone()
        other.world = World(self.match.imagine(self._game.seats[player], seed))
        return other

    def __str__(self) -> str:
        if self.world is None:
            return f"before the start: {self.digits}"
        match = self.world.match
        return f"{match.game.name} after {match.move} decisions, {match.digest()}"


class Observer:
    """Tensors and strings of a player or a spectator; with recall the string covers the whole log."""

    def __init__(self, game: SpielGame, recall: bool, public: bool) -> None:
        self._game = game
        self._recall = recall
        self._public = public
        self.tensor = np.zeros(game.game.num_features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation."""
        if state.world is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.world.match.features(self._seat(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """The latest log, and a digest of everything known: equal if states look the same."""
        if state.world is None:
            return "before the start"
        match, seat = state.world.match, self._seat(player)
        number = SPECTATOR if seat is None else seat
        digest, last = state.world.log_digest(number)
        if not self._recall:
            digest = hashlib.blake2b(digest_size=16)
        digest.update(match.view(seat).tobytes())
        who = "spectator" if seat is None else match.roles[seat].name
        sentence = "" if last is None else match.game.sentence(last, number)
        return f"{who}: {sentence} [{digest.hexdigest()}]"

    def _seat(self, player: int) -> int | None:
        return None if self._public else self._game.seats[player]


class Secrets:
    """Strings of what a player sees now and a spectator does not; there is no tensor for it."""

    tensor = None
    dict: ClassVar[dict[str, Any]] = {}

    def __init__(self, game: SpielGame) -> None:
        self._game = game

    def set_from(self, state: SpielState, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        """A digest of the private information."""
        if state.world is None:
            return "before the start"
        match, seat = state.world.match, self._game.seats[player]
        own, public = (np.frombuffer(match.view(who).tobytes(), np.uint8) for who in (seat, None))
        hidden = own != public
        digest = hashlib.blake2b(np.flatnonzero(hidden).tobytes() + own[hidden].tobytes(), digest_size=16)
        return f"{match.roles[seat].name} [{digest.hexdigest()}]"


def resampler(seed: int | None = None) -> Callable[[SpielState, int], SpielState]:
    """For `ISMCTSBot.set_resampler`: states consistent with a player's view."""
    chance = common.generator(seed)
    return lambda state, player: state.resample_from_infostate(player, chance.random)


def register() -> None:
    """Register every game with OpenSpiel."""
    known = set(pyspiel.registered_names())
    for name in names():
        if f"{PREFIX}{name}" not in known:
            game = common.find(name)
            general = game_type(game, zero_sum=False, sampled=False)
            # a class, not a function: objects held only by the registry are freed too late, and crash
            pyspiel.register_game(general, type(f"{SpielGame.__name__}_{name}", (SpielGame,), {"game": game}))


register()
