"""Match: the checked interface to one game in progress.

Rules trust their input; this file does not. It refuses illegal actions with the rule that forbids them, keeps
what undo needs, collects events into each viewer's log, and saves and replays.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Mapping, Sequence
from reprlib import repr as brief
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fattorino.kernel import records
from fattorino.kernel.errors import BadSave, BadSeat, CannotUndo, FattorinoError, GameOver, IllegalAction
from fattorino.kernel.game import Game, Role, seed_from
from fattorino.kernel.game_loops import HURRIED, N_LEGAL, OVER, REVEALS, SEAT
from fattorino.kernel.i18n import _
from fattorino.kernel.records import NONE, SPECTATOR, START, Ints

REBUILT = ("roles", "_loops", "_bytes", "_log")  # attributes of a match that are rebuilt, not pickled
SAVE_KEYS = ("game", "version", "options", "seed", "actions")


class Refusal(NamedTuple):
    """Why an action is not possible: the rule's id and its sentence."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}" if self.rule else self.sentence


class Moment(NamedTuple):
    """What undo needs to go back to before an action."""

    seat: int
    reveals: int
    state: NDArray[np.uint8]
    events: int


class Match:
    """One game in progress."""

    def __init__(self, game: Game, settings: Mapping[str, Any], seed: int) -> None:
        self.game = game
        self.options: dict[str, Any] = dict(settings)
        self.seed: int | None = seed_from(seed)  # None: imagined, so there is no seed that leads here
        self.actions: list[int] = []
        self.events: list[Ints] = []
        self.roles: Sequence[Role] = game.roles(self.options)
        self._loops = game.loops
        self._options = game.options.encode(self.options)
        self._hold(np.zeros(1, game.state))
        self._legal = np.zeros(game.num_actions, np.int16)
        self._log = records.new_log()
        self._now = [0] * 5  # N_LEGAL, OVER, SEAT, REVEALS, HURRIED
        self._moments: list[Moment] = []
        self._act(START)

    def __repr__(self) -> str:
        now = "over" if self.over else f"seat {self.to_move} to move"
        return f"<Match of {self.game.name}, {self.seats} seats, move {self.move}, {now}>"

    # -- the position ------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many seats decide or can win."""
        return sum(role.decides or role.scores for role in self.roles)

    @property
    def over(self) -> bool:
        return bool(self._now[OVER])

    @property
    def to_move(self) -> int | None:
        """The seat that really decides now; None once the game is over."""
        seat = self._now[SEAT]
        return None if seat == NONE else seat

    @property
    def move(self) -> int:
        """The number of decisions so far."""
        return len(self.actions)

    @property
    def state(self) -> NDArray[Any]:
        """The full record, as an array of one. Never show it to bots or players."""
        return self._states

    def digest(self) -> str:
        """A short hash of the exact state, to detect changed rules."""
        content = self._bytes.take(self.game.content)
        return hashlib.blake2b(content.data, digest_size=8).hexdigest()

    # -- deciding ----------------------------------------------------------------------------------

    def legal(self) -> Ints:
        """The legal actions, ascending."""
        return self._legal[: self._now[N_LEGAL]].copy()

    def label(self, action: int) -> str:
        """The label of an action, for the deciding seat."""
        return self.game.label(self._view(self._mover()), self._known(action))

    def labels(self) -> dict[int, str]:
        """The legal actions with their labels."""
        view = self._view(self._mover())
        return {int(action): self.game.label(view, int(action)) for action in self.legal()}

    def target(self, action: int) -> str:
        """The id of an action's target on the board, or ''."""
        return self.game.target(self._view(self._mover()), self._known(action))

    def prompt(self, seat: int | None = None) -> str:
        """The question for a seat, or what it is waiting for."""
        number = self._seat(seat)
        return self.game.prompt(self._view(number), number)

    def why_not(self, action: int) -> Refusal | None:
        """The rule that forbids an action now; None if it is legal."""
        rule = int(self._loops.rule_against(self._states, 0, self._known(action)))
        if rule == 0:
            return None
        name = self.game.rulebook.id_of(rule)
        return Refusal(name, _(self.game.rulebook.refusal(name)))

    def play(self, action: int) -> None:
        """Play an action for the deciding seat; an illegal one is refused with the rule."""
        number = self._known(action)
        if int(self._loops.rule_against(self._states, 0, number)) != 0:
            raise self._refused(number)
        moment = Moment(self._now[SEAT], self._now[REVEALS], self._bytes.copy(), len(self.events))
        self._act(number)
        if self._now[HURRIED]:  # a forced step of another seat was played, which cannot be undone
            moment = moment._replace(reveals=NONE)
        self.actions.append(number)
        self._moments.append(moment)
        if self._now[REVEALS] != moment.reveals or (
            len(self._moments) > 1 and self._moments[-2].seat != moment.seat
        ):
            self._moments = [moment]

    def undo(self, seat: int | None = None) -> int:
        """Undo the last step of a seat (of any seat, if None); returns the undone action."""
        reason = self.why_no_undo(seat)
        if reason:
            raise CannotUndo(reason)
        moment = self._moments.pop()
        self._bytes[:] = moment.state
        del self.events[moment.events :]
        n = self.game.legal(self._states[0], self._legal)
        self._now = [int(n), 0, moment.seat, moment.reveals, 0]
        return self.actions.pop()

    def why_no_undo(self, seat: int | None = None) -> str:
        """Why the last step cannot be undone, or '' if it can."""
        number = self._seat(seat)
        if not self._moments:
            return _("There is nothing to take back.")
        moment = self._moments[-1]
        if number not in (SPECTATOR, moment.seat):
            return _("The last step was not yours.")
        if moment.reveals != self._now[REVEALS]:
            return _("Something was revealed since; it cannot be taken back.")
        return ""

    # -- what people and bots get --------------------------------------------------------------------

    def view(self, seat: int | None = None) -> Any:
        """What a seat may see (None: a spectator), as a record of the state's own type."""
        return self._view(self._seat(seat))

    def watched(self) -> list[bytes]:
        """The views of all seats and, last, of spectators, as bytes, to compare for changes."""
        n, size = len(self.roles) + 1, self.game.state.itemsize
        memory = bytearray(n * size)
        self._loops.redact_all(
            self._states, 0, self.game.masks, np.frombuffer(memory, self.game.state), n - 1
        )
        return [bytes(memory[at : at + size]) for at in range(0, n * size, size)]

    def features(self, seat: int | None = None) -> NDArray[np.float32]:
        """Numbers for a learner, from what a seat may see."""
        number = self._seat(seat)
        views = self._views(number)
        out = np.zeros(self.game.num_features, np.float32)
        self._loops.observe_into(views, 0, number, out)
        return out

    def heard(self, seat: int | None = None) -> list[Ints]:
        """The events visible to a seat, without who else hears them."""
        number = self._seat(seat)
        return [records.as_heard(event, number) for event in self.events if records.hears(event, number)]

    def log(self, seat: int | None = None) -> list[str]:
        """The log in sentences, as a seat may read it."""
        number = self._seat(seat)
        return [self.game.sentence(event, number) for event in self.heard(seat)]

    def svg(self, seat: int | None = None) -> str:
        """The board as a seat may see it, as SVG."""
        number = self._seat(seat)
        if self.game.draw is None:
            raise FattorinoError("there is no renderer: import fattorino")
        return self.game.draw(self._view(number), number)

    def _repr_svg_(self) -> str:
        return self.svg()

    def text(self, seat: int | None = None, plain: bool = False) -> str:
        """The table as a seat may see it, as text: with Rich's markup for colours, or plain."""
        number = self._seat(seat)
        text = self.game.board(self._view(number), number)
        if not plain:
            return text
        from rich.text import Text  # takes a while, and boards seldom need it

        return Text.from_markup(text).plain

    # -- the end -------------------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        """The score of each seat, so far or final."""
        return [score for score, _rank, _won in self._outcome()]

    @property
    def ranks(self) -> list[int]:
        """The place of each seat, 1 for the first if somebody won; 0 while the game is on."""
        return [rank for _score, rank, _won in self._outcome()] if self.over else [0] * self.seats

    @property
    def winners(self) -> list[int]:
        """The seats that won; empty while the game is on, or when nobody did."""
        return [seat for seat, row in enumerate(self._outcome()) if row[2]] if self.over else []

    def _outcome(self) -> list[list[int]]:
        out = np.zeros((self.game.max_seats, 3), np.int32)
        self._loops.outcome(self._states, 0, out)
        rows: list[list[int]] = out[: self.seats].tolist()
        return rows

    # -- other worlds --------------------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """A short JSON-compatible record from which the match can be replayed."""
        if self.seed is None:
            raise BadSave("an imagined match has no seed, so it cannot be saved")
        overlay = self.game.overlay
        changed = {} if overlay is None else {"components": overlay.portable()}
        return {
            "game": self.game.name if overlay is None else overlay.game,
            "version": self.game.version,
            "options": {name: list(v) if isinstance(v, tuple) else v for name, v in self.options.items()},
            "seed": self.seed,
            "actions": list(self.actions),
        } | changed

    def copy(self) -> Match:
        """A copy of the match."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        for name in ("options", "actions", "events", "_legal", "_now", "_moments"):
            setattr(other, name, getattr(self, name).copy())
        other._hold(np.frombuffer(self._bytes.copy(), self.game.state))
        other._log = records.new_log()
        return other

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, _memo: Any) -> Match:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name not in REBUILT}
        return kept | {"events": np.array(self.events)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._loops, self.roles = self.game.loops, self.game.roles(self.options)
        self.events = list(self.events)
        self._log = records.new_log()
        self._hold(self._states)

    def imagine(self, seat: int | None = None, seed: int = 0) -> Match:
        """A match consistent with this seat's view, which is the same byte for byte."""
        number, seed = self._seat(seat), seed_from(seed)
        other, views = self.copy(), self._views(number)
        if not self._loops.imagine_into(views, 0, number, self.game.masks, seed, other._states, 0):
            raise self.game.no_world(views[0], number, other._states[0])
        other.seed = None
        other.events = self.heard(seat)
        other._moments = []
        state = other._states[0]
        n = 0 if state.over else self.game.legal(state, other._legal)
        seat = NONE if state.over else int(state.seat)
        other._now = [int(n), int(state.over), seat, int(state.reveals), 0]
        return other

    # -- the checks ----------------------------------------------------------------------------------

    def _hold(self, states: NDArray[Any]) -> None:
        """Keep a state and a view of its bytes, which are copied a hundred times as fast."""
        self._states = states
        self._bytes = states.view(np.uint8)

    def _act(self, action: int) -> None:
        now = np.zeros(len(self._now), np.int64)
        self._loops.act(
            self._states,
            0,
            self.game.blank,
            self._options,
            self.seed or 0,
            action,
            self._log,
            self._legal,
            now,
        )
        self._now = now.tolist()
        count = int(self._log[0, 0])
        if count:
            self.events.extend(self._log[1 : count + 1].copy())

    def _mover(self) -> int:
        return self._now[SEAT] if not self._now[OVER] else SPECTATOR

    def _known(self, action: Any) -> int:
        try:
            number = operator.index(action)
        except TypeError:
            number = None
        if number is None or isinstance(action, bool):
            raise IllegalAction(f"an action is a whole number, not {brief(action)}")
        if not 0 <= number < self.game.num_actions:
            last = self.game.num_actions - 1
            raise IllegalAction(
                f"action {brief(number)} is not in {self.game.title}: its actions are 0 to {last}"
            )
        return number

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return SPECTATOR
        if (
            isinstance(seat, bool)
            or not isinstance(seat, int | np.integer)
            or not 0 <= seat < len(self.roles)
        ):
            raise BadSeat(
                f"there is no seat {seat!r} at this table: its seats are 0 to {len(self.roles) - 1}"
            )
        return int(seat)

    def _views(self, seat: int) -> NDArray[Any]:
        views = np.zeros(1, self.game.state)
        self._loops.redact_into(self._states, 0, seat, self.game.masks, views, 0)
        return views

    def _view(self, seat: int) -> Any:
        return self._views(seat)[0]

    def _refused(self, action: int) -> IllegalAction:
        refusal = self.why_not(action)
        assert refusal is not None
        if self.over:
            return GameOver(
                f"the game is over after {self.move} moves: nothing can be played ({refusal})", *refusal
            )
        name = self.game.label(self._view(self._mover()), action)
        return IllegalAction(
            f"seat {self.to_move} may not do this: {name}. {refusal} (move {self.move})", *refusal
        )


def _values(components: Any) -> Any:
    """The changes of an overlay, without its name."""
    return components.get("values") if isinstance(components, Mapping) else components


def replay(saved: Any, game: Game) -> Match:
    """The match of a saved game, with every action checked."""
    if not isinstance(saved, Mapping):
        raise BadSave(f"a saved game is a JSON object, not {type(saved).__name__}")
    missing = [key for key in SAVE_KEYS if key not in saved]
    if missing:
        raise BadSave(f"this is not a saved game: {', '.join(missing)} missing")
    name, values = (game.name, None) if game.overlay is None else (game.overlay.game, game.overlay.portable())
    if saved["game"] != name:
        raise BadSave(f"this is a saved game of {brief(saved['game'])}, not of {name!r}")
    if _values(saved.get("components")) != _values(values):
        raise BadSave(f"this game was saved with other components than those of {game.title}")
    if saved["version"] != game.version:
        raise BadSave(
            f"saved with version {brief(saved['version'])} of {game.title}; this is version {game.version}"
        )
    if not isinstance(saved["options"], Mapping) or not isinstance(saved["actions"], list):
        raise BadSave("options must be an object and actions a list")
    try:
        match = Match(game, game.settings(**saved["options"]), saved["seed"])
    except (FattorinoError, TypeError) as error:
        raise BadSave(f"the saved game cannot be set up: {error}") from None
    for number, action in enumerate(saved["actions"]):
        try:
            match.play(action)
        except IllegalAction as error:
            raise BadSave(f"action number {number} ({brief(action)}) is wrong: {error}") from None
    return match
