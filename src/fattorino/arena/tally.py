"""Sums over games, as integers, so that they are the same in any order."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from fattorino.arena.intervals import mean, wilson

WHOLE = 27720  # one win, in parts that up to twelve winners can share evenly


@dataclass
class Tally:
    """Sums over some games."""

    games: int = 0
    decisions: int = 0
    undecided: int = 0  # games that nobody won
    seats: int = 0
    seconds: float = 0.0
    wins: dict[str, int] = field(default_factory=dict)  # by bot, in parts of WHOLE
    scores: dict[str, int] = field(default_factory=dict)  # by bot, added up
    played: dict[str, int] = field(default_factory=dict)  # by bot: seats taken
    seat_wins: list[int] = field(default_factory=list)
    place_wins: list[int] = field(default_factory=list)  # by place in the turn order
    began: list[int] = field(default_factory=list)  # by seat: games
    seat_scores: list[dict[int, int]] = field(default_factory=list)  # by seat: games with each score
    lengths: dict[int, int] = field(default_factory=dict)  # games of each length
    openings: dict[int, list[int]] = field(default_factory=dict)  # first choice: games, wins of who made it

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.undecided += other.undecided
        self.seats = other.seats
        for name in ("wins", "scores", "played", "lengths"):
            add_up(getattr(self, name), getattr(other, name))
        for name in ("seat_wins", "place_wins", "began"):
            theirs = getattr(other, name)
            mine = getattr(self, name) or [0] * len(theirs)
            setattr(self, name, [a + b for a, b in zip(mine, theirs, strict=True)])
        self.seat_scores = self.seat_scores or [{} for _seat in other.seat_scores]
        for scores, more in zip(self.seat_scores, other.seat_scores, strict=True):
            add_up(scores, more)
        for cell, (games, wins) in other.openings.items():
            before = self.openings.get(cell, [0, 0])
            self.openings[cell] = [before[0] + games, before[1] + wins]

    @property
    def decided(self) -> int:
        return self.games - self.undecided

    @property
    def half_width(self) -> float:
        """Half of the widest interval: of the bots' win shares, or with one bot of the seats'."""
        wins = list(self.wins.values()) if len(self.wins) > 1 else self.seat_wins
        if not self.decided:
            return 1.0
        return max((high - low) / 2 for low, high in (self.interval(part) for part in wins))

    def share(self, wins: int) -> float:
        """Wins as a share of the games that somebody won."""
        return wins / WHOLE / max(self.decided, 1)

    def interval(self, wins: int) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson(wins / WHOLE, self.decided)

    def report(self) -> dict[str, Any]:
        """All statistics, JSON-compatible."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "undecided": self.undecided,
            "win_share": {bot: self.share(wins) for bot, wins in self.wins.items()},
            "win_share_interval": {bot: list(self.interval(wins)) for bot, wins in self.wins.items()},
            "seat_share": [self.share(wins) for wins in self.seat_wins],
            "seat_share_interval": [list(self.interval(wins)) for wins in self.seat_wins],
            "place_share": [self.share(wins) for wins in self.place_wins],
            "place_share_interval": [list(self.interval(wins)) for wins in self.place_wins],
            "began": self.began,
            "mean_score": {bot: total / self.played[bot] for bot, total in self.scores.items()},
            "length": spread(self.lengths) if self.lengths else {},
        }

    def save(self) -> dict[str, Any]:
        """All numbers, JSON-compatible, for `restored`."""
        return asdict(self)

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> "Tally":
        """A tally from the result of `save` after JSON, which makes keys strings."""
        tally = cls(**{each.name: saved[each.name] for each in fields(cls)})
        tally.lengths = {int(key): value for key, value in tally.lengths.items()}
        tally.openings = {int(key): value for key, value in tally.openings.items()}
        tally.seat_scores = [{int(k): n for k, n in scores.items()} for scores in tally.seat_scores]
        return tally


def add_up(mine: dict[Any, int], theirs: Mapping[Any, int]) -> None:
    """Add numbers key by key."""
    for key, amount in theirs.items():
        mine[key] = mine.get(key, 0) + amount


def spread(counts: Mapping[int, int]) -> dict[str, float]:
    """Shortest, median, longest and mean of counted values."""
    total = sum(counts.values())
    ordered = sorted(counts.items())
    passed = 0
    median = ordered[-1][0]
    for value, count in ordered:
        passed += count
        if passed > total // 2:
            median = value
            break
    centre, _low, _high = mean(counts)
    return {"shortest": ordered[0][0], "median": median, "longest": ordered[-1][0], "mean": centre}
