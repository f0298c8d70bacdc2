"""Fixed tasks for bots: a game with options, opponents and deals that never change."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fattorino import bots
from fattorino.arena.intervals import wilson
from fattorino.arena.origin import origin
from fattorino.arena.playing import Job, Part, seating
from fattorino.arena.simulate import simulate
from fattorino.games import load
from fattorino.kernel.errors import BadOption

FILE = Path(__file__).with_name("tasks.toml")
FURTHER = 2**40  # from a task's seed to its further deals: nothing else uses those seeds


@dataclass(frozen=True)
class Task:
    """A table, its opponents, and its deals."""

    name: str
    about: str
    game: str
    options: dict[str, Any]
    opponents: list[str]  # one for each other side; none: all seats are the bot's
    seed: int
    games: int

    def sides(self) -> list[int]:
        """The owner of each deciding seat: 0 for the bot, then the opponents."""
        roles = load(self.game).roles(load(self.game).settings(**self.options))
        deciding = [
            seat if role.team is None else role.team for seat, role in enumerate(roles) if role.decides
        ]
        if not self.opponents:
            return [0] * len(deciding)
        order = list(dict.fromkeys(deciding))
        return [order.index(side) for side in deciding]

    def job(self, bot: Any) -> Job:
        """The games, with the bot in its place; seats are turned from game to game."""
        seated = tuple([bot, *self.opponents][side] for side in self.sides())
        settings = load(self.game).settings(**self.options)
        return Job(self.game, settings, seated, self.seed, rotate=True, listing=True)

    def run(
        self,
        bot: Any,
        games: int = 0,
        workers: int = 0,
        progress: Callable[[int], None] = lambda done: None,
    ) -> dict[str, Any]:
        """Play the task, only its first games, or further deals as well; returns a JSON-compatible card."""
        if games < 0:
            raise BadOption(f"games is 0 (those of the task) or more, not {games}")
        wanted = games or self.games
        job, counts, done, seconds = self.job(bot), Counts(), 0, 0.0
        for seed, n in ((self.seed, min(wanted, self.games)), (self.seed + FURTHER, wanted - self.games)):
            if n > 0:
                before, deals = done, replace(job, seed=seed)

                def tell(part: Part, before: int = before) -> None:
                    progress(before + part.tally.games)

                part = simulate(deals, n, workers=workers, progress=tell)
                counts.add(self.counted(part))
                done, seconds = done + part.tally.games, seconds + part.tally.seconds
                if part.tally.games < n:
                    break  # Ctrl-C
        won, decided = counts.won, counts.decided
        return {
            "task": self.name,
            "bot": bots.label(bot),
            "game": self.game,
            "version": job.load().version,
            "options": self.options,
            "opponents": self.opponents,
            "seed": self.seed,
            "games": done,
            "further_games": max(done - self.games, 0),
            "decided": decided,
            "won": won,
            "share": won / decided if decided else None,
            "interval": list(wilson(won, decided)),
            "even": 1 / (1 + len(self.opponents)) if self.opponents else None,
            "mean_score": counts.score / counts.seats if counts.seats else None,
            "seconds": round(seconds, 1),
            **origin(),
        }

    def counted(self, part: Part) -> Counts:
        """The bot's wins, a shared one in parts, its scores, and the games that count: somebody won them."""
        job = self.job("random")
        roles, sides, counts = job.load().roles(job.options), self.sides(), Counts()
        for number, outcome in enumerate(part.listed):
            turned = seating(roles, [str(side) for side in sides], number % len(sides))
            winning = {turned[seat] for seat in outcome.winners if seat < len(turned)}
            counts.decided += bool(winning) or not self.opponents
            counts.won += 1 / len(winning) if "0" in winning else 0
            own = [score for side, score in zip(turned, outcome.scores, strict=False) if side == "0"]
            counts.score, counts.seats = counts.score + sum(own), counts.seats + len(own)
        return counts


@dataclass
class Counts:
    """What a bot reached in some games."""

    won: float = 0.0
    decided: int = 0
    score: int = 0  # of all its seats
    seats: int = 0

    def add(self, other: Counts) -> None:
        """Add other counts."""
        self.won, self.decided = self.won + other.won, self.decided + other.decided
        self.score, self.seats = self.score + other.score, self.seats + other.seats


def tasks() -> dict[str, Task]:
    """All tasks by name."""
    with FILE.open("rb") as file:
        return {name: Task(name, **given) for name, given in tomllib.load(file).items()}


def task(name: str) -> Task:
    """The task of that name."""
    known = tasks()
    if name not in known:
        raise BadOption(f"there is no task {name!r}; the tasks are: {', '.join(known)}")
    return known[name]
