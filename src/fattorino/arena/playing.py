"""Playing games of a job: compiled if every bot is random or greedy, one decision at a time otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fattorino import bots
from fattorino.arena.tally import WHOLE, Tally, add_up
from fattorino.bots import Bot
from fattorino.envs import common
from fattorino.envs.batch import exercise
from fattorino.games import load
from fattorino.kernel import parts as compiled, records
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game, Role, bind
from fattorino.kernel.jit import INTERPRETED
from fattorino.kernel.match import Match
from fattorino.kernel.records import Ints

FAST = {"random": 0, "greedy": 1}  # supported by arena/playing_loops.py
PER_GAME = 4096  # seeds of decisions that belong to one game
LARGEST = 2**48  # seeds of decisions stay below 2**60
QUESTIONS = 128  # kinds of decision a game can have, see `question`: a phase is one byte
MOST_SAMPLES = 8192
NAMING = 32  # chunks that collect labels; later ones are rare
VARIANTS = 12  # labels kept per action


@dataclass(frozen=True)
class Job:
    """Games to be played: everything that determines them."""

    game: str
    options: dict[str, Any]
    bots: tuple[Any, ...]  # one per deciding seat: see `fattorino.bots.maker`
    seed: int = 1
    rotate: bool = False
    components: dict[str, Any] | None = None  # what an overlay changes
    counting: bool = False  # whether every choice is counted too
    listing: bool = False  # whether the result of each game is kept

    @classmethod
    def of(cls, game: Game, options: dict[str, Any], bots: Sequence[Any], seed: int, **more: Any) -> Job:
        """Games of a loaded game, with its overlay."""
        overlay = game.overlay
        name, components = (overlay.game, overlay.portable()) if overlay else (game.name, None)
        return cls(name, options, tuple(bots), seed, components=components, **more)

    def load(self) -> Game:
        """The game, with the job's components."""
        return _loaded(self.game, json.dumps(self.components))

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names in reports."""
        return tuple(map(bots.label, self.bots))

    @cached_property
    def makers(self) -> dict[str, Callable[[Game], Bot]]:
        """The bots' factories, sent to other processes with the job."""
        found: dict[str, Any] = {}
        for bot, name in zip(self.bots, self.names, strict=True):
            if found.setdefault(name, bot) is not bot and found[name] != bot:
                raise BadOption(f"two bots are called {name}: give one of them a `name` of its own")
        return {name: bots.maker(bot) for name, bot in found.items()}

    @property
    def fast(self) -> bool:
        """Whether the compiled loop can play it."""
        return all(isinstance(bot, str) and bot in FAST for bot in self.bots)

    @property
    def chunk(self) -> int:
        """The number of games per batch."""
        if not self.fast:
            return 2  # its bots may be slow
        return 20 if INTERPRETED else 250

    def check(self, games: int) -> None:
        """Validate the job before playing."""
        if games < 1:
            raise BadOption(f"games must be at least 1, not {games}")
        if not 0 <= self.seed <= LARGEST - games:
            raise BadOption(
                f"seeds go from 0 to {LARGEST:,}; {games:,} games from seed {self.seed} do not fit"
            )
        for make in self.makers.values():
            make(self.load())


@cache
def _loaded(name: str, components: str) -> Game:
    return load(name, json.loads(components))


@dataclass
class Uses:
    """How often each action was offered and chosen under each question, and how often the seat that chose it
    won.
    """

    rows: dict[int, NDArray[np.int64]] = field(default_factory=dict)  # see OFFERED in playing_loops.py
    names: dict[int, dict[str, int]] = field(default_factory=dict)  # labels
    asked: dict[int, dict[str, int]] = field(default_factory=dict)  # prompts

    def add(self, other: Uses) -> None:
        """Add other counts."""
        for cell, row in other.rows.items():
            self.rows[cell] = self.rows[cell] + row if cell in self.rows else row
        for mine, theirs in ((self.names, other.names), (self.asked, other.asked)):
            for key, texts in theirs.items():
                known = mine.setdefault(key, {})
                add_up(known, {t: n for t, n in texts.items() if t in known or len(known) < VARIANTS})

    def name(self, game: Game, view: Any, cell: int, seat: int) -> None:
        """Record the label of an action and its question in a view."""
        action = cell % game.num_actions
        add_up(self.names.setdefault(cell, {}), {game.label(view, action): 1})
        add_up(self.asked.setdefault(cell // game.num_actions, {}), {game.prompt(view, seat): 1})


class Outcome(NamedTuple):
    """The result of one game."""

    winners: tuple[int, ...]  # seats
    scores: tuple[int, ...] = ()  # of each seat
    decisions: int = 0
    began: int = 0  # a seat


@dataclass
class Part:
    """The results of some games of a job."""

    tally: Tally = field(default_factory=Tally)
    uses: Uses = field(default_factory=Uses)
    listed: list[Outcome] = field(default_factory=list)  # each game, if they are listed

    def add(self, other: Part) -> None:
        """Add another part."""
        self.tally.add(other.tally)
        self.uses.add(other.uses)
        self.listed += other.listed


def play(job: Job, first: int, count: int) -> Part:
    """Play games first to first + count - 1 of a job; the same on any machine."""
    return play_fast(job, first, count) if job.fast else play_slowly(job, first, count)


def seating(roles: Sequence[Role], names: Sequence[str], turn: int) -> list[str]:
    """The seating, rotated by some places; teams rotate as a whole."""
    names = list(names)
    teams = [role.team for role in roles if role.decides and role.team is not None]
    if len(set(teams)) < 2 or len(teams) < len(names):
        by = turn % len(names)
        return names[by:] + names[:by]
    order = sorted(set(teams))
    seats_of = {team: [seat for seat, other in enumerate(teams) if other == team] for team in order}
    turned = list(names)
    for place, team in enumerate(order):
        source = order[(place + turn) % len(order)]
        for here, there in zip(seats_of[team], seats_of[source], strict=True):
            turned[here] = names[there]
    return turned


def seatings(job: Job, game: Game) -> list[list[str]]:
    """The seatings of a job, in order."""
    roles = game.roles(job.options)
    return [seating(roles, job.names, turn) for turn in range(len(job.bots) if job.rotate else 1)]


def scoring(game: Game, options: dict[str, Any]) -> list[Role]:
    """The seats that decide or can win."""
    return [role for role in game.roles(options) if role.decides or role.scores]


def turn_order(game: Game, options: dict[str, Any]) -> list[int]:
    """The seats that take turns, in order; a seat that only builds the board takes none."""
    return [seat for seat, role in enumerate(scoring(game, options)) if not role.builds]


# -- compiled --------------------------------------------------------------------------------------------


@cache
def fast_loop(game: Game) -> ModuleType:
    """The game's own copy of the compiled arena."""
    phases = "phase" in (game.state.names or ())
    path = Path(__file__).with_name("playing_loops.py")
    return bind(game, path, HAS_PHASES=phases, N_BLOCKS=len(game.space.blocks), starter=game.starter)


def play_fast(job: Job, first: int, count: int) -> Part:
    """Play in compiled code; can run in several threads."""
    game = job.load()
    rotations = seatings(job, game)
    kinds = np.array([[FAST[bot] for bot in row] for row in rotations], np.int8)
    seats = len(scoring(game, job.options))
    deciding = max(kinds.shape[1], seats)
    blocks = np.repeat(np.arange(len(game.space.blocks)), [block.size for block in game.space.blocks])
    cells = QUESTIONS * (game.num_actions + len(game.space.blocks)) if job.counting else 0
    results = np.zeros((count, game.max_seats, 3), np.int32)
    lengths = np.zeros(count, np.int32)
    openings = np.full((count, 3), records.NONE, np.int64)
    uses = np.zeros((cells, 2 + 2 * deciding), np.int64)
    naming = job.counting and first < NAMING * job.chunk
    samples = np.zeros(MOST_SAMPLES if naming else 0, game.state)
    sampled = np.zeros((len(samples), 2), np.int64)
    taken = fast_loop(game).play_all(
        np.zeros(1, game.state), np.zeros(1, game.state), game.blank, game.masks,
        game.options.encode(job.options), job.seed, first, count, deciding, kinds, blocks,
        np.zeros(game.num_actions, np.int16), np.zeros((2 * game.max_decisions, 2), np.int64),
        np.zeros(game.max_seats, np.int64), results, lengths, openings, uses,
        np.zeros((cells, deciding), np.int32), np.full(cells, records.NONE, np.int64), samples, sampled,
    )  # fmt: skip
    tally = added_up(job, game, rotations, first, results, lengths, openings)
    part = Part(tally, listed=listed(job, tally.seats, results, lengths, openings))
    for cell in np.flatnonzero(uses.any(axis=1)).tolist():
        part.uses.rows[cell] = uses[cell].copy()
    for sample in range(int(taken)):
        cell, seat = sampled[sample].tolist()
        part.uses.name(game, samples[sample], cell, seat)
    return part


def _exercise(game: Game) -> None:
    """Play a game in compiled code, alone and in a batch."""
    exercise(game)
    options = game.settings()
    deciding = sum(role.decides for role in game.roles(options))
    play_fast(Job.of(game, options, ["greedy", *["random"] * (deciding - 1)], seed=1, counting=True), 0, 1)


ARENA = compiled.Part("arena", lambda game: [common.loops(game), fast_loop(game)], _exercise)


# -- one decision at a time ------------------------------------------------------------------------------


def play_slowly(job: Job, first: int, count: int) -> Part:
    """Play through `Match`, for bots in Python or with search."""
    game = job.load()
    rotations = seatings(job, game)
    seats = max(len(job.bots), len(scoring(game, job.options)))
    results = np.zeros((count, game.max_seats, 3), np.int32)
    lengths = np.zeros(count, np.int32)
    openings = np.full((count, 3), records.NONE, np.int64)
    part = Part()
    later: dict[int, tuple[Any, int]] = {}  # a later view with the action, and its seat
    for place in range(count):
        match = game.new(seed=job.seed + first + place, **job.options)
        path: list[tuple[int, int]] = []
        for seat, view, legal, action in choices(job, match, rotations[(first + place) % len(rotations)]):
            asked = question(match.state[0])
            cells = [asked * game.num_actions + int(one) for one in legal]
            chosen = asked * game.num_actions + action
            if job.counting:
                offered = {block_row(game, cell) for cell in cells}
                for cell in [*cells, *offered]:
                    part.uses.rows.setdefault(cell, np.zeros(2 + 2 * seats, np.int64))[0] += 1
                for cell in cells:
                    count = int(part.uses.rows[cell][0])
                    if count == 1:
                        part.uses.name(game, view, cell, seat)
                    elif count & (count - 1) == 0:
                        later[cell] = (view, seat)
                part.uses.rows[chosen][1] += 1
                part.uses.rows[block_row(game, chosen)][1] += 1
                path.append((block_row(game, chosen), seat))
            path.append((chosen, seat))
        if path:
            openings[place, :2] = path[int(job.counting)]
        openings[place, 2] = game.starter(match.state[0])
        lengths[place] = match.move
        game.loops.outcome(match.state, 0, results[place])
        winners = match.winners
        for cell, seat in sorted(set(path)) if job.counting else ():
            part.uses.rows[cell][2 + seat] += 1
            part.uses.rows[cell][2 + seats + seat] += WHOLE // len(winners) if seat in winners else 0
    for cell, (view, seat) in later.items():
        part.uses.name(game, view, cell, seat)
    part.tally = added_up(job, game, rotations, first, results, lengths, openings)
    part.listed = listed(job, part.tally.seats, results, lengths, openings)
    return part


def choices(job: Job, match: Match, seated: Sequence[str]) -> Iterator[tuple[int, Any, Ints, int]]:
    """Let bots play a match: yields seat, view, legal actions and choice before each decision is played."""
    players = [job.makers[bot](match.game) for bot in seated]  # new bots for each game: they have memory
    while (seat := match.to_move) is not None:
        view, legal = match.view(seat), match.legal()
        action = players[seat].choose(view, seat, legal, int(match.seed or 0) * PER_GAME + match.move)
        yield seat, view, legal, action
        match.play(action)


def block_row(game: Game, cell: int) -> int:
    """The row of an action's block under the same question; those rows follow the actions'."""
    asked, action = divmod(cell, game.num_actions)
    block, _place = game.space.block(action)
    return QUESTIONS * game.num_actions + asked * len(game.space.blocks) + game.space.blocks.index(block)


def question(state: Any) -> int:
    """The number of the current question."""
    return int(state.phase) if "phase" in state.dtype.names else 0


# -- adding up -------------------------------------------------------------------------------------------


def added_up(
    job: Job,
    game: Game,
    rotations: list[list[str]],
    first: int,
    results: NDArray[np.int32],
    lengths: NDArray[np.int32],
    openings: NDArray[np.int64],
) -> Tally:
    """A tally of finished games, given one row each."""
    roles = scoring(game, job.options)
    count, seats = len(lengths), len(roles)
    scores, won = results[:, :seats, 0], results[:, :seats, 2] > 0
    winners = won.sum(axis=1)
    wins = np.where(won, WHOLE // np.maximum(winners, 1)[:, None], 0).astype(np.int64)
    tally = Tally(count, int(lengths.sum()), int((winners == 0).sum()), seats)
    tally.seat_wins = wins.sum(axis=0).tolist()
    tally.seat_scores = [counted(scores[:, seat]) for seat in range(seats)]
    tally.lengths = counted(lengths)
    add_places(tally, turn_order(game, job.options), openings[:, 2], wins)
    turns = (first + np.arange(count)) % len(rotations)
    for turn, row in enumerate(rotations):
        here = turns == turn
        for seat in range(seats):
            bot = row[seat] if seat < len(row) else roles[seat].name
            add_up(tally.wins, {bot: int(wins[here, seat].sum())})
            add_up(tally.scores, {bot: int(scores[here, seat].sum())})
            add_up(tally.played, {bot: int(here.sum())})
    for cell, seat, parts in zip(*openings[:, :2].T.tolist(), wins.tolist(), strict=True):
        before = tally.openings.get(cell, [0, 0])
        tally.openings[cell] = [before[0] + 1, before[1] + (parts[seat] if seat < seats else 0)]
    return tally


def add_places(tally: Tally, order: list[int], began: NDArray[np.int64], wins: NDArray[np.int64]) -> None:
    """Who began each game, and what each place in the turn order won."""
    tally.place_wins = at_places(wins, order, began).sum(axis=0).tolist()
    tally.began = np.bincount(began, minlength=wins.shape[1]).tolist()


def at_places(wins: NDArray[np.int64], order: list[int], began: NDArray[np.int64]) -> NDArray[np.int64]:
    """Columns by place in the turn order, from columns by seat."""
    places = (np.searchsorted(order, began)[:, None] + np.arange(len(order))) % len(order)
    return np.take_along_axis(wins, np.array(order)[places], axis=1)


def listed(
    job: Job,
    seats: int,
    results: NDArray[np.int32],
    lengths: NDArray[np.int32],
    openings: NDArray[np.int64],
) -> list[Outcome]:
    """The result of each game, if they are wanted."""
    if not job.listing:
        return []
    scores = results[:, :seats, 0].tolist()
    won = [tuple(np.flatnonzero(row[:, 2]).tolist()) for row in results]
    games = zip(won, map(tuple, scores), lengths.tolist(), openings[:, 2].tolist(), strict=True)
    return [Outcome(*game) for game in games]


def counted(values: NDArray[np.int32]) -> dict[int, int]:
    """How often each value occurs."""
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))
