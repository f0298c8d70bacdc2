"""Many games between bots: win shares with confidence intervals, lengths, seat advantage."""

import math
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from fattorino import bots
from fattorino.games import load
from fattorino.kernel.errors import BadOption
from fattorino.kernel.match import Match

Z = 1.96  # 95 %
CHUNK = 20  # games handed to a worker at a time


@dataclass
class Tally:
    """What some games added up to."""

    games: int = 0
    decisions: int = 0
    undecided: int = 0  # games that nobody won
    seats: int = 0
    seconds: float = 0.0
    wins: dict[str, float] = field(default_factory=dict)  # by bot, a shared win split
    seat_wins: list[float] = field(default_factory=list)
    scores: dict[str, float] = field(default_factory=dict)  # by bot, added up
    played: dict[str, int] = field(default_factory=dict)  # by bot: seats taken
    lengths: list[int] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take in another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.undecided += other.undecided
        self.seats = other.seats
        self.lengths += other.lengths
        for name, parts in (("wins", other.wins), ("scores", other.scores), ("played", other.played)):
            mine = getattr(self, name)
            for bot, amount in parts.items():
                mine[bot] = mine.get(bot, 0) + amount
        self.seat_wins = self.seat_wins or [0.0] * len(other.seat_wins)
        self.seat_wins = [a + b for a, b in zip(self.seat_wins, other.seat_wins, strict=True)]

    @property
    def decided(self) -> int:
        return self.games - self.undecided

    def report(self) -> dict[str, Any]:
        """All figures, fit for JSON."""
        decided = max(self.decided, 1)
        length = sorted(self.lengths)
        return {
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "undecided": self.undecided,
            "win_share": {bot: wins / decided for bot, wins in self.wins.items()},
            "win_share_interval": {bot: list(wilson(wins, self.decided)) for bot, wins in self.wins.items()},
            "seat_share": [wins / decided for wins in self.seat_wins],
            "seat_share_interval": [list(wilson(wins, self.decided)) for wins in self.seat_wins],
            "mean_score": {bot: total / self.played[bot] for bot, total in self.scores.items()},
            "length": {
                "shortest": length[0],
                "median": length[len(length) // 2],
                "longest": length[-1],
                "mean": sum(length) / len(length),
            }
            if length
            else {},
        }


def wilson(wins: float, games: int) -> tuple[float, float]:
    """A 95 % confidence interval for a share (Wilson)."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    centre = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def seating(match_roles: list[Any], names: list[str], turn: int) -> list[str]:
    """Who sits where: the list turned by some places; with teams, whole teams change places."""
    teams = [role.team for role in match_roles if role.decides]
    if len(set(teams)) < 2 or None in teams:
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


def play_games(
    name: str, options: dict[str, Any], names: list[str], seed: int, first: int, count: int, rotate: bool
) -> Tally:
    """Games number first to first + count - 1 of a simulation; the same for the same seed on any machine."""
    game = load(name)
    players = {bot: bots.make(bot, game) for bot in set(names)}
    tally = Tally()
    for number in range(first, first + count):
        match = game.new(seed=seed + number, **options)
        chairs = seating(list(match.roles), names, number if rotate else 0)
        while not match.over:
            seat = match.to_move
            assert seat is not None
            bot = players[chairs[seat]]
            match.play(bot.choose(match.view(seat), seat, match.legal(), (seed + number) * 4096 + match.move))
        tally.add(score(match, chairs))
    return tally


def score(match: Match, chairs: list[str]) -> Tally:
    """One finished game as a tally."""
    winners = match.winners
    tally = Tally(1, match.move, int(not winners), match.seats, lengths=[match.move])
    tally.seat_wins = [1 / len(winners) if seat in winners else 0.0 for seat in range(match.seats)]
    for seat in range(match.seats):
        bot = chairs[seat] if seat < len(chairs) else match.roles[seat].name
        tally.wins[bot] = tally.wins.get(bot, 0) + tally.seat_wins[seat]
        tally.scores[bot] = tally.scores.get(bot, 0) + match.scores[seat]
        tally.played[bot] = tally.played.get(bot, 0) + 1
    return tally


def simulate(
    name: str,
    options: dict[str, Any],
    names: list[str],
    games: int,
    seed: int = 1,
    rotate: bool = False,
    workers: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Play many games on all cores; Ctrl-C still gives what was played."""
    if games < 1:
        raise BadOption(f"games must be at least 1, not {games}")
    for bot in names:
        bots.make(bot, load(name))
    workers = workers or os.cpu_count() or 1
    tally = Tally()
    start = time.perf_counter()
    for part in _parts(name, options, names, games, seed, rotate, min(workers, math.ceil(games / CHUNK))):
        tally.add(part)
        progress(tally.games)
    tally.seconds = time.perf_counter() - start
    return tally


def _parts(
    name: str, options: dict[str, Any], names: list[str], games: int, seed: int, rotate: bool, workers: int
) -> Iterator[Tally]:
    chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
    if workers == 1:
        for first, count in chunks:
            try:
                yield play_games(name, options, names, seed, first, count, rotate)
            except KeyboardInterrupt:
                return
        return
    play_games(name, options, names, seed, 0, 1, rotate)  # compile once, before the workers start
    pool = ProcessPoolExecutor(workers)
    try:
        tasks = [
            pool.submit(play_games, name, options, names, seed, first, count, rotate)
            for first, count in chunks
        ]
        for task in tasks:
            yield task.result()
    except KeyboardInterrupt:
        return
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
