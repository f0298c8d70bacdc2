"""What one viewer of a table has received so far, and the projection derived from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fattorino.kernel import records, typed
from fattorino.kernel.game import Game
from fattorino.kernel.guide import Guide, Missing, Moment, Summary, Taught, turns
from fattorino.kernel.i18n import _, language
from fattorino.kernel.records import NONE, SPECTATOR, Ints

T = TypeVar("T")
NOTHING: Ints = np.zeros(0, np.int16)


class Choice(NamedTuple):
    """A legal action: its number, its label, and its target on the board, or ''."""

    action: int
    label: str
    target: str
    key: str = ""  # what to type for it


class Turn(NamedTuple):
    """A turn in a viewer's log: one sentence, and the log lines it summarises."""

    first: int  # line of the log
    after: int  # the last one
    seat: int  # whose turn it was
    words: str
    places: tuple[str, ...]  # targets on the board it concerns
    shared: bool = False  # of several seats together


class Outcome(NamedTuple):
    """How a game ended: the score of each seat, and the seats that won."""

    scores: list[int]
    winners: list[int]


class Log:
    """One viewer's log in one language; each sentence is generated once."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game, self._seat = game, seat
        self.events: list[Ints] = []  # visible to the viewer, one per line
        self.lines: list[str] = []
        self._begins: list[bool] = []  # whether a line begins a turn
        self.read = 0  # events processed, visible or not
        self._told: dict[tuple[int, int], Turn] = {}

    def cut(self, read: int, heard: int) -> None:
        """Truncate to the first events, of which the viewer saw this many."""
        self.read = min(self.read, read)
        if heard < len(self.lines):
            del self.lines[heard:], self.events[heard:], self._begins[heard:]
            self._told = {lines: turn for lines, turn in self._told.items() if lines[1] <= heard}

    def follow(self, events: Sequence[Ints]) -> None:
        """Process new events."""
        guide = self._game.guide
        for event in events[self.read :]:
            if records.hears(event, self._seat):
                self.events.append(event)
                self.lines.append(self._game.sentence(event, self._seat))
                self._begins.append(guide is None or guide.starts_turn(event))
        self.read = len(events)

    def story(self) -> list[Turn]:
        """The log turn by turn; finished turns are summarised once."""
        guide = self._game.guide
        if guide is None:
            return [
                Turn(n, n + 1, int(self.events[n][records.SEAT]), line, ())
                for n, line in enumerate(self.lines)
            ]
        found = turns(self._begins, bool)
        kept = self._told
        self._told = {lines: kept.get(lines) or self._tell(guide, *lines) for lines in found}
        return list(self._told.values())

    def _tell(self, guide: Guide, first: int, after: int) -> Turn:
        events = self.events[first:after]
        words = guide.retell(events, self._seat)
        places = dict.fromkeys(place for event in events for place in guide.places(event, self._seat))
        seats = {int(event[records.SEAT]) for event in events} - {NONE}
        return Turn(first, after, int(events[0][records.SEAT]), words, tuple(places), len(seats) > 1)


def read_log(game: Game, viewer: int | None, events: Sequence[Ints]) -> Log:
    """The log lines of these events that a viewer may see."""
    log = Log(game, SPECTATOR if viewer is None else viewer)
    log.follow(events)
    return log


class Projection:
    """Everything one viewer may know about one position, in one language.

    JSON, page, replay, stream, hints and bots use it and nothing else. There is one for each viewer, version
    and language, which also caches what is rendered from it: the only cache of a table.
    """

    deadline: float | None = None  # when the viewer's time runs out, or None

    def __init__(
        self,
        game: Game,
        viewer: int | None,
        view: bytes | bytearray = b"",
        actions: Ints = NOTHING,
        *,
        version: int = 0,
        log: Callable[[], Log] | None = None,
        fresh: int = 0,
        paused: bool = False,
        outcome: Outcome | None = None,
    ) -> None:
        self.game = game
        self.viewer = viewer
        self.seat = SPECTATOR if viewer is None else viewer  # the game's number for it
        quick = records.quick(game.state)
        self.view: Any = np.frombuffer(view, quick)[0] if view else None  # None before the start
        self.actions = actions  # the legal ones; empty if it is not this viewer's turn
        self.version = version
        self._make_log = log
        self.fresh = fresh  # index of the newest log lines
        self.paused = paused  # until a secret window closes
        self.outcome = outcome  # once the game is over: earlier, scores could reveal hidden information
        self._kept: dict[str, Any] = {}

    @property
    def asked(self) -> bool:
        """Whether this viewer has to decide now."""
        return len(self.actions) > 0

    @cached_property
    def to_move(self) -> int | None:
        """The seat that decides, as far as this viewer may know; None if nobody or unknown."""
        seat = -1 if self.view is None or self.outcome is not None else int(self.view.seat)
        return seat if seat >= 0 else None

    @cached_property
    def prompt(self) -> str:
        """The question for this viewer, or what is going on."""
        if self.view is None:
            return _("The game has not begun yet.")
        if self.paused:
            return _("A moment: somebody may answer.")
        return self.game.prompt(self.view, self.seat)

    @cached_property
    def features(self) -> list[float]:
        """The observation as numbers for a learner; empty before the start."""
        if self.view is None:
            return []
        numbers = np.zeros(self.game.num_features, np.float32)
        self.game.observe(self.view, self.seat, numbers)
        return [float(number) for number in numbers]

    @cached_property
    def _log(self) -> Log:
        return Log(self.game, self.seat) if self._make_log is None else self._make_log()

    @cached_property
    def log(self) -> Sequence[str]:
        """The log in sentences."""
        return self._log.lines

    @cached_property
    def story(self) -> Sequence[Turn]:
        """The log turn by turn."""
        return self._log.story()

    @cached_property
    def summary(self) -> Summary | None:
        """The goal and the standings."""
        guide = self.game.guide
        return None if guide is None or self.view is None else guide.summary(self.view, self.seat)

    @cached_property
    def moments(self) -> list[Moment]:
        """The highlights of the newest step."""
        guide = self.game.guide
        if guide is None:
            return []
        found = [guide.moment(event, self.seat) for event in self._log.events[self.fresh :]]
        return [moment for moment in found if moment is not None]

    @cached_property
    def taught(self) -> list[Taught]:
        """For newcomers: the rules that matter at this decision, and those the newest step illustrates."""
        guide = self.game.guide
        if guide is None or self.viewer is None:
            return []
        found = [
            taught for event in self._log.events[self.fresh :] for taught in guide.shows(event, self.seat)
        ]
        return [*(guide.matters(self.view, self.seat, self.actions.tolist()) if self.asked else ()), *found]

    @cached_property
    def missing(self) -> Sequence[Missing]:
        """What is not possible for the viewer now, and why."""
        guide = self.game.guide
        return guide.missing(self.view, self.seat) if guide is not None and self.asked else []

    def answer(self, target: str) -> str:
        """The game's own explanation for a click that does nothing now, or ''."""
        guide = self.game.guide
        if guide is None or not self.asked:
            return ""
        for missing in self.missing:
            if missing.target == target:
                return missing.reason
        return guide.unavailable(self.view, self.seat, target)

    def declines(self, action: int) -> bool:
        """Whether an action declines or only ends something."""
        return self.game.guide is not None and self.game.guide.declines(self.view, action)

    def warning(self, action: int) -> str:
        """A warning if the viewer knows that an action is futile, or ''."""
        return "" if self.game.guide is None else self.game.guide.warning(self.view, action)

    @cached_property
    def legal(self) -> list[Choice]:
        """The legal actions with labels and targets."""
        actions = self.actions.tolist()
        keys = typed.words(self.game, actions)
        return [Choice(n, self.label(n), self.target(n), key) for n, key in zip(actions, keys, strict=True)]

    @cached_property
    def shortest(self) -> dict[int, str]:
        """What to type for each legal action in few letters."""
        actions = self.actions.tolist()
        return dict(zip(actions, typed.shortest(self.game, actions), strict=True))

    def label(self, action: int) -> str:
        """What an action does, in words."""
        return self.game.label(self.view, action)

    def target(self, action: int) -> str:
        """The target of an action on the board, or ''."""
        return self.game.target(self.view, action)

    def at_target(self, target: str) -> list[int]:
        """All actions of a target on the board, most likely first."""
        if not self.asked or not target:
            return []
        return sorted(self._targets.get(target, []), key=lambda action: not self.wants(action))

    def wants(self, action: int) -> bool:
        """Whether actions of this kind are being asked for."""
        return self.game.space.block(action)[0].name in self._open_blocks

    @cached_property
    def _open_blocks(self) -> set[str]:
        return {self.game.space.block(action)[0].name for action in self.actions.tolist()}

    @cached_property
    def _targets(self) -> dict[str, list[int]]:
        found = dict[str, list[int]]()
        for action in range(self.game.num_actions):
            found.setdefault(self.target(action), []).append(action)
        return found

    @cached_property
    def account(self) -> list[list[tuple[str, int]]]:
        """Each seat's score line by line, once the game is over."""
        known = self.outcome is not None and self.view.over  # not if only the result was kept
        return self.game.score_breakdown(self.view) if known else []

    @cached_property
    def scene(self) -> dict[str, Any]:
        """The content of the drawing."""
        return {"title": self.game.title} | self.game.scene(self.view, self.seat)

    @cached_property
    def json(self) -> dict[str, Any]:
        """The position as the API shows it."""
        return {
            "to_move": self.to_move,
            "over": self.outcome is not None,
            "prompt": self.prompt,
            "legal": [choice._asdict() for choice in self.legal],
            "view": None if self.view is None else records.plain(self.view),
            "log": self.log,
            "scores": None if self.outcome is None else self.outcome.scores,
            "winners": [] if self.outcome is None else self.outcome.winners,
            "account": self.account,
        }

    def keep(self, name: str, make: Callable[[], T]) -> T:
        """Cache something derived from this projection."""
        if name not in self._kept:
            self._kept[name] = make()
        kept: T = self._kept[name]
        return kept


class Viewer:
    """What one viewer has received so far; `version` counts the changes."""

    def __init__(self, game: Game, viewer: int | None) -> None:
        self.viewer = viewer
        self.version = 0
        self.view = b""
        self.when = 0.0  # of the newest change
        self._game = game
        self._seat = SPECTATOR if viewer is None else viewer
        self._actions = NOTHING
        self._outcome: Outcome | None = None
        self._events: list[Ints] = []
        self._heard = 0  # events visible to this viewer: the lines of the log
        self._fresh = 0  # of those, before the newest step
        self._logs: dict[str, Log] = {}  # by language
        self._projections: dict[str, Projection] = {}  # of this version, by language

    @property
    def asked(self) -> bool:
        """Whether this viewer has to decide now."""
        return len(self._actions) > 0

    def show(
        self,
        events: list[Ints],
        view: bytes,
        actions: Ints,
        when: float,
        *,
        outcome: Outcome | None,
        must: bool,
    ) -> bool:
        """Update the viewer; returns whether anything changed for them (`must` forces a change)."""
        kept = min(len(self._events), len(events))
        lost = records.count_heard(self._events[kept:], self._seat)
        told = records.count_heard(events[kept:], self._seat)
        for log in self._logs.values():
            log.cut(kept, self._heard - lost)
        self._events = events
        same = view == self.view and actions.tobytes() == self._actions.tobytes()
        if same and not (lost or told or outcome or must):
            return False
        self._heard -= lost
        if told or lost:
            self._fresh = self._heard
        self._heard += told
        self.view, self._actions, self._outcome, self.when = view, actions, outcome, when
        self._next_version()
        return True

    def forget_drawn(self) -> None:
        """Drop what was rendered for this viewer."""
        self._projections = {}
        self._logs = {}

    def end(self, outcome: Outcome | None) -> None:
        """The game is over, with this outcome."""
        self._actions, self._outcome = NOTHING, outcome
        self._next_version()

    def pause(self) -> None:
        """Stop showing and asking anything."""
        self._actions = NOTHING
        self._next_version()

    def project(self, paused: bool) -> Projection:
        """What the viewer may know, in the current language; computed once per version."""
        spoken = language()
        projection = self._projections.get(spoken)
        if projection is None:
            projection = self._projections[spoken] = Projection(
                self._game,
                self.viewer,
                self.view,
                self._actions,
                version=self.version,
                log=partial(self._log, spoken),
                fresh=self._fresh,
                paused=paused,
                outcome=self._outcome,
            )
        return projection

    def _log(self, spoken: str) -> Log:
        log = self._logs.setdefault(spoken, Log(self._game, self._seat))
        log.follow(self._events)
        return log

    def _next_version(self) -> None:
        self.version += 1
        self._projections = {}
