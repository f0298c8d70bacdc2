"""Game: the functions of a game's folder, with its name, seats, options and components."""

from __future__ import annotations

import importlib.util
import os
import secrets
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from reprlib import repr as brief
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fattorino.kernel import components, records
from fattorino.kernel.actions import ActionSpace
from fattorino.kernel.components import Overlay
from fattorino.kernel.errors import BadGame, BadOption, NoWorld
from fattorino.kernel.features import Layout
from fattorino.kernel.fields import Fields, seat_zero, see_no_group, show_nothing
from fattorino.kernel.guide import Guide, Lesson
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import promote, speed
from fattorino.kernel.options import Options
from fattorino.kernel.rulebook import Rulebook

if TYPE_CHECKING:
    from fattorino.kernel.match import Match

LARGEST_SEED = 2**62
MOST = 2**53  # largest count
CONTRACT = (
    "setup", "legal", "check", "apply", "sees", "show", "imagine", "observe", "result", "conserve", "greedy",
)  # fmt: skip
LOOPS = ("settle", "redact_into", "imagine_into", "resample_into")  # called by other loops
Reason = tuple[str, float]  # a term of greedy's evaluation in words, and its value
Piece = tuple[str, str, str, tuple[Any, ...]]  # a component: name, what it does, drawing macro, arguments


def itself(action: int) -> int:
    """The action itself, for games in which no two actions are equivalent."""
    return action


def read_components(folder: Path) -> dict[str, Any]:
    """components.toml of a game's folder: every printed number, with what an overlay changes."""
    return components.read(folder)


@dataclass(frozen=True)
class Role:
    """A seat's role: its name and team; whether it decides, can win, may chat during the game, or only builds
    the board for the others; its default colour (otherwise the first free one)."""

    name: str
    team: int | None = None
    decides: bool = True
    scores: bool = True
    talks: bool = True
    builds: bool = False
    colour: int | None = None


class Round(NamedTuple):
    """Seats of which one may be prompted in secret, and the time it takes as a multiple of a yes or no."""

    seats: Sequence[int]
    weight: int = 1


@dataclass(frozen=True)
class SecretPrompts:
    """Prompts that only the prompted seat may know about. Everyone is delayed equally, whether or not one is
    open, so that timing reveals nothing."""

    rounds: Callable[[Any], Sequence[Round]]  # (event) -> who may be prompted then, in turn; () nobody
    secret: Callable[[Any], bool]  # (view of the prompted seat) -> whether the prompt is secret
    silence: int  # the action if there is no answer


@dataclass(frozen=True)
class Deduction:
    """A chapter of a game's review: what its seats could deduce, step by step.

    `study` gets only the views of every seat, one for each move; its result is JSON-compatible and stored
    with the match. It has `seats`, whom it concerns, and `moves`, one for each step. `show` turns it into
    text and scenes in the reader's language; the game's `deduction.svg.j2` draws the scenes.
    """

    study: Callable[[Mapping[int, Sequence[Any]], float, int, Callable[[float], None]], dict[str, Any]]
    # (views by seat, seconds, seed, how far it is) -> what was found
    show: Callable[[dict[str, Any], Any, int, int], DeductionPage]  # (found, last view, seat, step) -> a page


@dataclass(frozen=True)
class DeductionPage:
    """One step of a deduction, for one seat."""

    title: str
    help: str  # how to read it, and how sure it is
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]  # one for each step: the event, and its information
    level: tuple[str, Sequence[float]]  # the decreasing quantity: its name and values, for a chart
    now: str  # this step in a sentence
    pictures: Sequence[dict[str, Any]]  # scenes, each with `title` and `words`


@dataclass(frozen=True)
class Playouts:
    """The result of a run of random games."""

    games: int
    decisions: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0


@dataclass(eq=False)
class Game:
    """One game: compiled rules, texts and pictures."""

    name: str
    title: str
    version: int  # raised by new action numbers, record layout or behaviour
    folder: Path
    seats: tuple[int, ...]
    options: Options
    fields: Fields  # of the state: what it holds, and who may see it
    space: ActionSpace
    rulebook: Rulebook
    components: dict[str, Any]
    num_features: int  # numbers that `observe` writes
    num_counts: int  # numbers that `conserve` writes
    max_decisions: int  # no game is longer, or it may be ended here
    max_seats: int
    # the compiled contract
    setup: Callable[..., Any]
    legal: Callable[..., Any]
    check: Callable[..., Any]
    apply: Callable[..., Any]
    imagine: Callable[..., Any]
    observe: Callable[..., Any]
    result: Callable[..., Any]
    conserve: Callable[..., Any]
    # for people
    roles: Callable[[dict[str, Any]], Sequence[Role]]
    prompt: Callable[[Any, int], str]  # (view, seat) -> the question, or what is going on
    label: Callable[[Any, int], str]  # (view, action) -> what it does, in words
    target: Callable[[Any, int], str]  # (view, action) -> id of the thing on the board to click, or ""
    sentence: Callable[[Any, int], str]  # (event, viewer) -> a line of the log
    score_breakdown: Callable[[Any], list[list[tuple[str, int]]]]  # (final view) -> each seat's score by line
    scene: Callable[[Any, int], dict[str, Any]]  # (view, seat) -> what board.svg.j2 draws
    board: Callable[[Any, int], str]  # (view, seat) -> the table as text, for the terminal
    key: Callable[[int], str]  # (action) -> a short key to type, or ""
    greedy: Callable[..., int]  # (view, seat, actions, n, seed) -> an action, compiled
    same_as: Callable[[int], int] = itself  # (action) -> the equivalent action that `legal` lists
    sees: Callable[..., int] = see_no_group  # (state, seat) -> the groups of fields it may see, one bit each
    show: Callable[..., None] = show_nothing  # (state, seat, view): what a viewer may see of custom fields
    starter: Callable[..., int] = seat_zero  # (final state) -> who began, if chance decides that
    value: Callable[..., Any] | None = None  # (state, out): estimated chances of each seat
    study: Callable[..., Any] | None = None  # (state, numbers) -> seat: a net's inputs, from its side
    num_studied: int = 0  # numbers that `study` writes
    all_may_win: bool = False  # whether what one seat wins takes nothing from the others
    resample: Callable[..., bool] | None = None  # (view, seat, seed, state): another imagined state
    # (view, what `imagine` left) -> what in the view it found no state for, in words
    unexplained: Callable[[Any, Any], str] | None = None
    opening: Callable[[str], tuple[dict[str, Any], list[int]]] | None = None  # a prepared start from a file
    gallery: Callable[[], list[tuple[str, list[Piece]]]] | None = None  # every component, in sections
    layout: Layout = ()  # what the numbers of `observe` mean, for learners
    check_options: Callable[[dict[str, Any]], str] | None = None  # (options) -> why they clash, or ""
    longest: Callable[[dict[str, Any]], int] | None = None  # (settings) -> the same for such a game
    draft_view: Callable[[Any, int], Any] | None = None  # (view, seat) -> a view to try drafts from, or None
    secret_prompts: SecretPrompts | None = None  # prompts that others may not know about
    # (view of the asked seat) -> whether a secret question interrupts the step
    is_interruption: Callable[[Any], bool] | None = None
    # (view, seat, actions, action) -> the terms of greedy's value of an action, for a hint
    reasons: Callable[[Any, int, Any, int], list[Reason]] | None = None
    deduction: Deduction | None = None  # a chapter of the review
    guide: Guide | None = None  # help beside the board
    lesson: Lesson | None = None  # the first game of a newcomer
    overlay: Overlay | None = None  # changed components, if any
    draw: ClassVar[Callable[[Game, Any, int], str] | None] = None  # draws boards; set by the package
    symbols: ClassVar[Callable[[], Collection[str]] | None] = None  # what can be drawn; set by the package

    def __post_init__(self) -> None:
        """Validate the game, so that mistakes of its author are reported early."""
        speed(self.folder).title = self.title
        for rule in (*(getattr(self, name) for name in CONTRACT), self.value, self.study, self.resample):
            promote(rule)
        for option in self.options.values():
            if option.default not in option.values:
                raise BadGame(
                    f"{self.name}: option {option.name} is usually {option.default!r}, "
                    f"which is none of its values: {option.choices()}"
                )
        for field in self.fields:
            if np.dtype(field.kind).kind != "i" and field.name != "rng":
                raise BadGame(
                    f"{self.name}: field {field.name} of the state is of {np.dtype(field.kind)}; only signed "
                    "whole numbers, and arrays of them, work compiled as interpreted"
                )
        known = () if Game.symbols is None else Game.symbols()
        for path, symbol in components.values_of("symbol", self.components):
            if known and symbol not in known:
                near = get_close_matches(symbol, known, 3, 0.4)
                raise BadGame(
                    f"{self.name}: {path} is drawn with the symbol {symbol!r}, which is not in symbols.svg"
                    + (f"; did you mean {' or '.join(near)}?" if near else "")
                )

    def __repr__(self) -> str:
        return f"<Game {self.name} v{self.version}, seats {', '.join(map(str, self.seats))}>"

    def facts(self) -> dict[str, Any]:
        """The game's metadata, JSON-compatible."""
        return {
            "name": self.name,
            "title": self.title,
            "tagline": self.tagline,
            "length": self.length,
            "version": self.version,
            "seats": list(self.seats),
            "num_actions": self.num_actions,
            "options": [
                {"name": o.name, "help": o.help, "default": o.default, "values": list(o.values)}
                for o in self.options.values()
            ],
        }

    @property
    def tagline(self) -> str:
        """One line for the front page."""
        return _(self.components["game"]["tagline"])

    @property
    def length(self) -> str:
        """How long a game takes, in words."""
        return _(self.components["game"]["length"])

    @property
    def state(self) -> np.dtype[Any]:
        """The record type of a state, and of a view."""
        return self.fields.dtype

    @property
    def num_actions(self) -> int:
        """The size of the action space."""
        return self.space.size

    @cached_property
    def loops(self) -> ModuleType:
        """This game's own copy of the hot loops."""
        return bind(self, Path(__file__).with_name("game_loops.py"))

    @cached_property
    def blank(self) -> NDArray[Any]:
        """An all-zero state, for `setup` to start from."""
        return np.zeros(1, self.state)

    @cached_property
    def hidden_view(self) -> NDArray[Any]:
        """A view that shows nothing."""
        return records.hidden(self.state)

    @cached_property
    def masks(self) -> NDArray[np.int64]:
        """The masks of what each viewer sees, for redaction."""
        return self.fields.masks(self.max_seats)

    def redact(self, state: Any, seat: int) -> Any:
        """What a seat may see of a state; spectators are seat -1."""
        states, views = np.zeros(1, self.state), np.zeros(1, self.state)
        states[0] = state
        self.loops.redact_into(states, 0, seat, self.masks, views, 0)
        return views[0]

    def no_world(self, view: Any, seat: int, left: Any) -> NoWorld:
        """The error where `imagine` gave up: whose view it was, and what in it no state was found for."""
        who = "a spectator" if seat == records.SPECTATOR else f"seat {seat}"
        why = f": {self.unexplained(view, left)}" if self.unexplained else ""
        return NoWorld(f"{self.title}: no world was found that agrees with all that {who} knows{why}")

    @cached_property
    def content(self) -> NDArray[np.intp]:
        """The bytes of a state without the padding between its fields, which is arbitrary."""
        marked = np.zeros(1, self.state).view(np.uint8)
        for kind, offset, *_title in (self.state.fields or {}).values():
            marked[offset : offset + kind.itemsize] = 1
        return np.flatnonzero(marked)

    def settings(self, seats: int | None = None, **options: Any) -> dict[str, Any]:
        """All options, validated and completed; an error lists the valid ones."""
        seats = plain(seats)
        options = {name: plain(value) for name, value in options.items()}
        if seats is not None and (type(seats) is not int or seats not in self.seats):
            allowed = (" or " if len(self.seats) < 3 else ", ").join(map(str, self.seats))
            raise BadOption(
                f"{self.title} cannot be played with seats={brief(seats)}; seats can be {allowed}"
            )
        settings = self.options.complete({"seats": seats} | options)
        reason = self.check_options(settings) if self.check_options else ""
        if reason:
            raise BadOption(reason)
        return settings

    def settings_for(self, players: int, **options: Any) -> dict[str, Any]:
        """Settings with exactly this many deciding seats (a game master may be one of them)."""
        allowed = []
        options = {name: plain(value) for name, value in options.items()}
        for seats in self.seats:
            settings = self.options.complete({"seats": seats} | options)
            deciding = sum(role.decides for role in self.roles(settings))
            if deciding == players:
                return self.settings(**settings)
            allowed.append(deciding)
        counts = " or ".join(map(str, allowed))
        raise BadOption(f"{self.title} with these options takes {counts} players, not {players}")

    def new(self, seats: int | None = None, seed: int | None = None, **options: Any) -> Match:
        """A new match; without a seed, a secret one."""
        from fattorino.kernel.match import Match

        return Match(self, self.settings(seats, **options), fresh_seed() if seed is None else seed)

    def playouts(
        self, games: int = 1000, seed: int = 1, seats: int | None = None, threads: int = 1, **options: Any
    ) -> Playouts:
        """Play random games in compiled code; threads=0 takes all cores."""
        games, threads = whole("games", games, 1), whole("threads", threads, 0)
        seed = seed_from(seed)
        encoded = self.options.encode(self.settings(seats, **options))
        threads = threads or os.cpu_count() or 1

        def run(first: int, count: int) -> int:
            states = np.zeros(1, self.state)
            actions = np.zeros(self.num_actions, np.int16)
            return int(self.loops.playouts(states, self.blank, encoded, first, count, actions))

        run(seed, 1)  # load or compile before the clock starts
        shares = [games * k // threads for k in range(threads + 1)]
        start = time.perf_counter()
        if threads == 1:
            decisions = run(seed, games)
        else:
            with ThreadPoolExecutor(threads) as pool:
                parts = [pool.submit(run, seed + low, high - low) for low, high in pairwise(shares)]
                decisions = sum(part.result() for part in parts)
        return Playouts(games, decisions, time.perf_counter() - start)


def fresh_seed() -> int:
    """A seed nobody can guess."""
    return secrets.randbelow(LARGEST_SEED)


def plain(given: Any) -> Any:
    """A NumPy number as a Python number; anything else unchanged."""
    return given.item() if isinstance(given, np.generic) else given


def whole(name: str, given: Any, least: int) -> int:
    """A validated count from any integer type."""
    number = plain(given)
    if type(number) is not int or not least <= number <= MOST:
        raise BadOption(f"{name} must be a whole number from {least}, not {brief(given)}")
    return number


def seed_from(given: Any) -> int:
    """A validated seed."""
    number = plain(given)
    if type(number) is not int or not 0 <= number < LARGEST_SEED:
        raise BadOption(f"a seed is a whole number from 0 to 2**62 - 1, not {brief(given)}")
    return number


def bind(game: Game, path: Path, **more: Any) -> ModuleType:
    """Execute a file of loops for one game, with its functions as globals, as a separate module."""
    name = f"fattorino.{path.parent.name}.{path.stem}_of_{game.folder.name}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    given: dict[str, Any] = {part: getattr(game, part) for part in CONTRACT}
    if path.stem != "game_loops":
        given |= {name: getattr(game.loops, name) for name in LOOPS}
    given["value"] = game.value
    given["HAS_VALUE"] = game.value is not None
    given["study"] = game.study
    given["STUDIES"] = game.study is not None
    given["NUM_STUDIED"] = game.num_studied
    given["ALL_MAY_WIN"] = game.all_may_win
    given["resample"] = game.resample or game.imagine
    given["RESAMPLES"] = game.resample is not None
    given["NUM_ACTIONS"] = game.num_actions
    given["MAX_DECISIONS"] = game.max_decisions
    given["NUM_COUNTS"] = game.num_counts
    given["NUM_FEATURES"] = game.num_features
    given["MAX_SEATS"] = game.max_seats
    given["GAME_FOLDER"] = game.folder
    vars(module).update(given | more)
    spec.loader.exec_module(module)
    sys.modules[name] = module  # complete: other threads look its functions up
    return module
