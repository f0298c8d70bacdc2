"""Everyone against everyone, or each against the one below: win shares of pairs, and ratings."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any

from fattorino import bots
from fattorino.arena.intervals import wilson
from fattorino.arena.playing import Job, Part, seatings
from fattorino.arena.ratings import Result, anchor_of, rated
from fattorino.arena.simulate import simulate
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _

LEVELS = ("easy", "medium", "hard", "expert")  # of the page, each to be beaten by the next


@dataclass(frozen=True)
class Pair:
    """Two bots, and the results of their games."""

    one: str
    other: str
    job: Job
    part: Part


def table_for_two(game: Game, **options: Any) -> dict[str, Any]:
    """Settings for two bots: the fewest seats that can be split evenly between two sides."""
    for seats in sorted(game.seats):
        settings = game.options.complete({"seats": seats} | options)
        deciding = [role for role in game.roles(settings) if role.decides]
        sides = {role.team for role in deciding}
        together = len(sides) == 1 and None not in sides and len(deciding) > 1
        if len(deciding) >= 2 and len(deciding) % 2 == 0 and not together:
            return game.settings(**settings)
    raise BadOption(f"{game.title} with these options has no two sides to play against each other")


def seat_two(game: Game, settings: dict[str, Any], one: Any, other: Any) -> tuple[Any, ...]:
    """Two bots on all seats: a team each if there are teams, else alternating."""
    deciding = [role for role in game.roles(settings) if role.decides]
    teams = sorted({role.team for role in deciding if role.team is not None})
    if len(teams) == 2:
        return tuple(one if role.team == teams[0] else other for role in deciding)
    return tuple(one if place % 2 == 0 else other for place in range(len(deciding)))


def rungs(names: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Pairs of each bot with the next weaker one, given weakest first; the stronger bot comes first.

    The levels offered at the web table are also paired with the next lower level.
    """
    levels = [bot for bot in names if bots.label(bot).partition(":")[0] in LEVELS]
    pairs = [*pairwise(names), *pairwise(levels)]
    found = {(bots.label(one), bots.label(other)): (other, one) for one, other in pairs}
    return sorted(found.values(), key=lambda pair: names.index(pair[0]))


def tournament(
    job: Job,
    names: Sequence[Any],
    games: int,
    *,
    ladder: bool = False,
    workers: int = 0,
    ray: str = "",
    progress: Callable[[int, str], None] = lambda done, text: None,
) -> dict[str, Any]:
    """Play all pairs of bots, or those of a ladder, `games` each, and rate everyone; `job` says which game,
    options and seed.
    """
    labels = [bots.label(bot) for bot in names]
    if len(names) < 2:
        raise BadOption("a tournament needs at least two bots, with commas: --bots random,greedy")
    twice = sorted({label for label in labels if labels.count(label) > 1})
    if twice:
        raise BadOption(f"{', '.join(twice)} is named twice; give one of them another setting")
    game = job.load()
    pairs: list[Pair] = []
    for number, sides in enumerate(rungs(names) if ladder else combinations(names, 2)):
        seated = seat_two(game, job.options, *sides)
        one, other = map(bots.label, sides)
        match = replace(job, bots=seated, rotate=True, listing=True)
        text = _("{one} against {other}").format(one=one, other=other)
        progress(number * games, text)

        def done(part: Part, before: int = number * games, text: str = text) -> None:
            progress(before + part.tally.games, text)

        part = simulate(match, games, workers=workers, ray=ray, progress=done)
        pairs.append(Pair(one, other, match, part))
        if part.tally.games < games:
            break  # Ctrl-C: report what was played
    results = [Result(pair.one, pair.other, *won(game, pair)) for pair in pairs]
    return {
        "game": job.game,
        "options": job.options,
        "components": job.components,
        "seed": job.seed,
        "games": sum(pair.part.tally.games for pair in pairs),
        "decisions": sum(pair.part.tally.decisions for pair in pairs),
        "seconds": round(sum(pair.part.tally.seconds for pair in pairs), 3),
        "anchor": anchor_of(labels),
        "ratings": rated(labels, results),
        "pairs": [pair_report(game, pair) for pair in pairs],
    }


def won(game: Game, pair: Pair) -> tuple[int, int, int]:
    """How many games of a pair the first won, the second won, and both shared."""
    rows = seatings(pair.job, game)
    counts: Counter[tuple[bool, bool]] = Counter()
    for number, outcome in enumerate(pair.part.listed):
        row = rows[number % len(rows)]
        winners = {row[seat] for seat in outcome.winners if seat < len(row)}
        counts[pair.one in winners, pair.other in winners] += 1
    return counts[True, False], counts[False, True], counts[True, True]


def pair_report(game: Game, pair: Pair) -> dict[str, Any]:
    """The figures of a pair; a shared win counts half for each."""
    games, (wins, losses, shared) = pair.part.tally.games, won(game, pair)
    decided = wins + losses + shared
    return {
        "bots": [pair.one, pair.other],
        "games": games,
        "wins": [wins, losses],
        "shared": shared,
        "undecided": games - decided,
        "share": (wins + shared / 2) / decided if decided else None,
        "interval": list(wilson(wins + shared / 2, decided)),
    }
