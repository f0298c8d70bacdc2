"""Fixed tasks for bots: a game with options, opponents and deals that never change."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fattorino import bots
from fattorino.arena.intervals import wilson
from fattorino.arena.playing import Job, Part, seating
from fattorino.arena.simulate import simulate
from fattorino.games import load
from fattorino.kernel.errors import BadOption

FILE = Path(__file__).with_name("tasks.toml")


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
        """Play the first `games` of the task, or all; returns a JSON-compatible card."""
        job = self.job(bot)
        if not 0 <= games <= self.games:
            raise BadOption(f"task {self.name} has {self.games} games; games is 0 (all) to that, not {games}")
        wanted = games or self.games
        part = simulate(job, wanted, workers=workers, progress=lambda now: progress(now.tally.games))
        won, decided = self._wins(part)
        return {
            "task": self.name,
            "bot": bots.label(bot),
            "game": self.game,
            "version": job.load().version,
            "options": self.options,
            "opponents": self.opponents,
            "seed": self.seed,
            "games": part.tally.games,
            "decided": decided,
            "won": won,
            "share": won / decided if decided else None,
            "interval": list(wilson(won, decided)),
            "even": 1 / (1 + len(self.opponents)) if self.opponents else None,
            "seconds": round(part.tally.seconds, 1),
        }

    def _wins(self, part: Part) -> tuple[float, int]:
        """The bot's wins, a shared one in parts, and the games that count: those that somebody won."""
        job = self.job("random")
        roles, sides = job.load().roles(job.options), self.sides()
        won, decided = 0.0, 0
        for number, winners in enumerate(part.winners):
            turned = seating(roles, [str(side) for side in sides], number % len(sides))
            winning = {turned[seat] for seat in winners if seat < len(turned)}
            decided += bool(winning) or not self.opponents
            won += 1 / len(winning) if "0" in winning else 0
        return won, decided


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
