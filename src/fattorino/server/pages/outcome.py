"""Who won, and how each score came about; the names of seats that score together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fattorino.kernel.i18n import _
from fattorino.server.pages.labels import known_as
from fattorino.server.tables.people import Seat
from fattorino.server.tables.table import Table
from fattorino.server.tables.viewer import Outcome, Projection


def result(table: Table, seen: Projection, outcome: Outcome) -> dict[str, Any]:
    """The result with the scores, and the revealed secrets behind the seed."""
    scores = [*outcome.scores, *[0] * len(seen.account)]
    lines = [
        {
            "people": [scorer(table.seats[number], number == seen.viewer) for number in partners],
            "won": partners[0] in outcome.winners,
            "lines": [(known_as(words, table.seats), signed(n)) for words, n in seen.account[partners[0]]],
            "tell": together_words(seen.account[partners[0]], table.seats),
            "number": partners[0],
            "score": signed(scores[partners[0]]),
        }
        for members in teams(table.seats[: len(seen.account)])
        for partners in alike(members, seen.account)
    ]
    return {
        "id": table.id,
        "commitment": table.commitment,
        "opened": table.opened,
        "rematch": table.rematch,
        "seated": seen.viewer is not None,
        "headline": headline(table, seen.viewer, outcome.winners),
        "result": sorted(lines, key=lambda line: (not line["won"], -scores[line["number"]])),
    }


def together_words(account: Sequence[tuple[str, int]], seats: Sequence[Seat]) -> str:
    """Where a score comes from, in one line."""
    return "; ".join(f"{known_as(words, seats)}: {signed(points)}" for words, points in account)


def alike(members: Sequence[int], accounts: Sequence[Any]) -> list[Sequence[int]]:
    """The seats of a team as one, if the same account holds for all of them."""
    if all(accounts[number] == accounts[members[0]] for number in members):
        return [members]
    return [[number] for number in members]


def scorer(seat: Seat, you: bool) -> dict[str, Any]:
    """A person or bot in the result."""
    role = seat.role.name if seat.name not in ("", seat.role.name) else ""
    return {"name": seat.name or seat.role.name, "role": role, "colour": seat.colour, "you": you}


def headline(table: Table, viewer: int | None, winners: Sequence[int]) -> str:
    """Who won, for a viewer."""
    teams = [seat.role.team for seat in table.seats if seat.role.scores]
    if len(teams) > 1 and len(set(teams)) == 1 and teams[0] is not None:
        return _("The team won!") if winners else _("The team lost")
    if viewer is not None and viewer in winners:
        if table.seats[viewer].role.team is not None and len(winners) > 1:
            return _("Your team won!")
        return _("You won!") if len(winners) == 1 else _("You won, with others!")
    names = together(table.seats, winners)
    if not names:
        return _("Nobody won")
    text = _("{names} won")
    if viewer is not None and table.seats[viewer].role.team is not None:
        text = _("Your team lost: {names} won")
    return text.format(names=names)


def teams(seats: Sequence[Seat]) -> list[list[int]]:
    """The seats that score together."""
    found: dict[tuple[str, int], list[int]] = {}
    for number, seat in enumerate(seats):
        alone = seat.role.team is None
        found.setdefault(("seat", number) if alone else ("team", seat.role.team or 0), []).append(number)
    return list(found.values())


def together(seats: Sequence[Seat], members: Sequence[int]) -> str:
    """One of several teams by what its seats share (Red City and Red Bike are Red), else one by one."""
    sides, own = {seat.role.team for seat in seats}, {seats[number].role.team for number in members}
    if len(members) > 1 and len(own) == 1 and len(sides - {None}) > 1:
        first, *others = (seats[number].role.name.split() for number in members)
        if shared := [word for word in first if all(word in other for other in others)]:
            return " ".join(shared)
    return ", ".join(called(seats[number]) for number in members)


def called(seat: Seat) -> str:
    """A short label for a seat: a person's name, or the seat's name for a bot."""
    return seat.name if seat.kind == "human" and seat.name else seat.role.name


def signed(number: int) -> str:
    """A number with a minus as it is printed."""
    return str(number).replace("-", "−")
