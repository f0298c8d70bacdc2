"""Who wins, by seat and by place in the turn order, and what may be claimed about it."""

import math
from typing import Any

from fattorino.arena.intervals import FIRM, OFTEN, strict, wilson
from fattorino.arena.playing import Job, Part, scoring, turn_order
from fattorino.arena.tally import WHOLE
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _

SPARE = 1.0  # standard errors beyond the least, so that new games probably settle what is open
UNCLAIMED: dict[str, Any] = {"sure": False, "claim": "", "more_games": 0}


def sides(game: Game, job: Job) -> list[tuple[str, list[int]]]:
    """Seats that win or lose together: teams, or single seats."""
    roles = scoring(game, job.options)
    found: dict[Any, list[int]] = {}
    for seat, role in enumerate(roles):
        found.setdefault(("seat", seat) if role.team is None else ("team", role.team), []).append(seat)
    return [(" + ".join(roles[seat].name for seat in seats), seats) for seats in found.values()]


def largest_side(game: Game, job: Job) -> int:
    """How many seats win and lose together."""
    return max(len(seats) for _name, seats in sides(game, job))


def who_wins(game: Game, job: Job, part: Part) -> dict[str, Any]:
    """The win share of each side and of each place in the turn order, compared with an equal share.

    `begins` is the seat that began every game, or None if chance decides: then sides cannot differ. `judged`
    names the rows that can.
    """
    beginners = [seat for seat, games in enumerate(part.tally.began) if games]
    begins = beginners[0] if len(beginners) == 1 else None
    by_side, by_place = side_rows(game, job, part), place_rows(game, job, part, begins)
    places_are_sides = begins is not None and len(by_place) == part.tally.seats
    judged = "sides" if len(by_side) == 1 or places_are_sides else "places"
    rows = by_side if judged == "sides" else by_place
    for row in rows:
        row |= claim(row, len(rows), part.tally.games)
    for row in by_place if judged == "sides" else ():
        own = next((side for side in by_side if row["seat"] in side["seats"]), UNCLAIMED)
        row |= {key: own[key] for key in UNCLAIMED}
    return {"begins": begins, "judged": judged, "sides": by_side, "places": by_place}


def side_rows(game: Game, job: Job, part: Part) -> list[dict[str, Any]]:
    """The win share of each side; one that only builds the board cannot be compared with the others."""
    tally, found = part.tally, sides(game, job)
    games = tally.games if len(found) == 1 else tally.decided
    alike = not any(role.builds for role in scoring(game, job.options))
    equal = 1 / len(found) if alike and len(found) > 1 else None
    rows = []
    for name, seats in found:
        wins = sum(tally.seat_wins[seat] for seat in seats) / WHOLE
        rows.append({"name": name, "seats": seats} | share_row(wins, games, equal))
    return rows


def place_rows(game: Game, job: Job, part: Part, begins: int | None) -> list[dict[str, Any]]:
    """The win share of the side of each place in the turn order."""
    tally, order, roles = part.tally, turn_order(game, job.options), scoring(game, job.options)
    found = [seats for _name, seats in sides(game, job) if set(seats) & set(order)]
    equal = 1 / len(found) if len(found) > 1 else None
    games = sum(tally.seat_wins[seat] for seat in order) / WHOLE if equal else tally.games
    rows = []
    for place, parts in enumerate(tally.place_wins):
        seat = None if begins is None else order[(order.index(begins) + place) % len(order)]
        name = _("place {n}").format(n=place + 1) if seat is None else roles[seat].name
        wins = parts * largest_side(game, job) / WHOLE  # a seat's share of the win is the team's, divided
        rows.append({"place": place + 1, "seat": seat, "name": name} | share_row(wins, games, equal))
    return rows


def share_row(wins: float, games: float, equal: float | None) -> dict[str, Any]:
    """A win share with its interval, of which nothing is claimed yet."""
    share = wins / games if games else None
    interval = list(wilson(wins, games))
    return {"wins": wins, "games": games, "share": share, "interval": interval, "equal": equal} | UNCLAIMED


def claim(row: dict[str, Any], rows: int, games: int) -> dict[str, Any]:
    """What may be said of a share among so many that could differ: nothing, or that it "probably" or
    "clearly" does; and how many more games would settle what is probable.
    """
    if row["equal"] is None or row["games"] < OFTEN:
        return UNCLAIMED
    comparisons = rows if rows > 2 else 1  # of two shares one says it all
    error = math.sqrt(row["equal"] * (1 - row["equal"]) / row["games"])
    distance = abs(row["share"] - row["equal"]) / error
    if distance <= strict(comparisons):
        return UNCLAIMED
    firm = strict(comparisons, FIRM)
    if distance > firm:
        return UNCLAIMED | {"sure": True, "claim": "clearly"}
    more = games * ((firm + SPARE) / distance) ** 2
    step = 10 ** (len(str(int(more))) - 2)
    return {"sure": True, "claim": "probably", "more_games": math.ceil(more / step) * step}
