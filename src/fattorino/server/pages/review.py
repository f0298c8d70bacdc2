"""The review of a finished game as a page: two charts of chances, and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE
from fattorino.render import paint
from fattorino.server.http.auth import Client, PageTable, Service
from fattorino.server.pages.labels import known_as, seat_label
from fattorino.server.pages.templates import page
from fattorino.server.tables.table import Table

router = APIRouter(include_in_schema=False)

WIDE, HIGH = 420, 220  # of a chart
LEFT, RIGHT, TOP, FOOT = 60, 28, 14, 30  # room around its lines
SIGN = 18  # of a seat, at the end of its line
MOST_TICKS = 7


@router.get("/review/{id}", response_class=HTMLResponse)
async def review_page(
    request: Request, service: Service, table: PageTable, seat: int = NONE, step: int = 0
) -> Response:
    """The review, its progress, or a button to request it; a chapter of it for a seat, at a step."""
    table.must_be_over(_("The game is still on: its review comes afterwards."))
    values: dict[str, Any] = {"table": table, "progress": service.reviews.progress.get(table.id)}
    if table.review is not None:
        values |= shown(table, table.review) | {"deduction": worked_out(table, table.review, seat, step)}
    return page(request, "review.html", failed=table.id in service.reviews.failed, **values)


@router.post("/review/{id}")
async def make_review(service: Service, client: Client, id: str) -> Response:
    """Request the review; the page shows its progress."""
    await service.reviews.start(await service.registry.current(id), client)
    return RedirectResponse(f"/review/{id}", 303)


def shown(table: Table, review: dict[str, Any]) -> dict[str, Any]:
    """A review as the template draws it."""
    charts = [
        (_("As it looked then"), _("Chance to win, as far as each player could know."), "known"),
        (_("As it really was"), _("Chance to win, with all that was hidden laid open."), "truth"),
    ]
    most = max(1.0, *(bits[-1] for bits in review["learned"].values()))
    learned = {seat: [bits / most for bits in told] for seat, told in review["learned"].items()}
    percent = [(f"{share}%", height(share / 100)) for share in (0, 50, 100)]
    scale = [(f"{most * share:.0f}", height(share)) for share in (0, 0.5, 1)]
    moves = review["moves"]
    return {
        "rounds": review["rounds"],
        "players": [
            {"seat": seat, "colour": table.seats[seat].colour, "name": seat_label(table.seats[seat])}
            for seat in review["seats"]
        ],
        "charts": [
            *(
                {
                    "title": title,
                    "help": help,
                    "levels": percent,
                    "lines": lines(table, moves, review[key]),
                    "words": [
                        chance_words(table, int(name), moves, told) for name, told in review[key].items()
                    ],
                }
                for title, help, key in charts
            ),
            {
                "title": _("What was found out"),
                "help": _("Each step up halves what could still be hidden from a player."),
                "levels": scale,
                "lines": lines(table, moves, learned),
                "words": [
                    learned_words(table, int(name), moves, told) for name, told in review["learned"].items()
                ],
            },
        ],
        "frame": {"wide": WIDE, "high": HIGH, "left": LEFT, "right": RIGHT, "top": TOP, "foot": FOOT},
        "sign": SIGN,
        "ticks": ticks(moves),
        "swings": turns(table, review["swings"]),
        "numbers": [
            (
                move,
                [tuple(review[key][str(seat)][n] for key in ("known", "truth")) for seat in review["seats"]],
            )
            for n, move in enumerate(moves)
        ],
    }


def worked_out(table: Table, review: dict[str, Any], seat: int, step: int) -> dict[str, Any] | None:
    """The game's own chapter on what could be deduced, if it has one: one step, for one seat."""
    found, chapter = review.get("deduction"), table.game.deduction
    if found is None or chapter is None:
        return None
    seat = seat if seat in found["seats"] else found["seats"][0]
    last = len(found["moves"]) - 1
    step = min(max(step, 0), last)
    told = chapter.show(found, table.see(seat).view, seat, step)
    colours = [each.colour for each in table.seats]
    name, level = told.level
    most = max(1.0, *level)
    steps = list(range(last + 1))
    points = [(across(at, steps), height(value / most)) for at, value in enumerate(level)]
    return {
        "told": told,
        "seat": seat,
        "step": step,
        "last": last,
        "players": [
            (each, table.seats[each].colour, seat_label(table.seats[each])) for each in found["seats"]
        ],
        "now": known_as(told.now, table.seats),
        "rows": [[known_as(cell, table.seats) for cell in row] for row in told.rows],
        "pictures": [
            (scene["title"], scene["words"], paint(table.game, scene, colours, "deduction"))
            for scene in told.pictures
        ],
        "replay": f"/replay/{table.id}?move={found['moves'][step]}&seat={seat}",
        "chart": {
            "title": name,
            "levels": [(f"{most * share:.0f}", height(share)) for share in (0, 0.5, 1)],
            "ticks": ticks(steps),
            "points": " ".join(f"{x:g},{y:g}" for x, y in points),
            "x": points[step][0],
            "y": points[step][1],
        },
    }


def across(move: int, moves: list[int]) -> float:
    """The x coordinate of a move."""
    return round(LEFT + (WIDE - LEFT - RIGHT) * move / max(1, moves[-1]), 1)


def ticks(moves: list[int]) -> list[tuple[int, float]]:
    """Round numbers along the x axis, half a dozen at most, with their positions."""
    steps = (digit * 10**zeros for zeros in range(9) for digit in (1, 2, 5))
    step = next(step for step in steps if moves[-1] < MOST_TICKS * step)
    return [(move, across(move, moves)) for move in range(0, moves[-1] + 1, step)]


def height(share: float) -> float:
    """The y coordinate of a chance."""
    return round(TOP + (HIGH - TOP - FOOT) * (1 - share), 1)


def lines(table: Table, moves: list[int], chances: dict[str, list[float]]) -> list[dict[str, Any]]:
    """The line of each seat, with its sign at the end."""
    drawn: list[dict[str, Any]] = []
    for name, shares in chances.items():
        points = [(across(move, moves), height(share)) for move, share in zip(moves, shares, strict=True)]
        colour = table.seats[int(name)].colour
        place = " ".join(f"{x:g},{y:g}" for x, y in points)
        drawn.append({"colour": colour, "points": place, "x": points[-1][0], "y": points[-1][1]})
    low, high = TOP + 0.0, HIGH - FOOT + 0.0
    downwards = sorted(drawn, key=lambda line: line["y"])
    for line in downwards:  # signs must not overlap
        line["y"] = low = max(low, line["y"])
        low += SIGN
    for line in reversed(downwards):  # nor below the chart
        line["y"] = high = min(high, line["y"])
        high -= SIGN
    return drawn


def largest_change(values: Sequence[float]) -> int:
    """After which of several values the next one differs most."""
    return max(range(len(values) - 1), key=lambda n: abs(values[n + 1] - values[n]), default=0)


def chance_words(table: Table, seat: int, moves: Sequence[int], chances: Sequence[float]) -> str:
    """A line of a chart in words: where it begins and ends, its highest and lowest, where it turns most."""
    who, shares = seat_label(table.seats[seat]), [round(100 * chance) for chance in chances]
    if len(set(shares)) == 1:
        return _("{who}: {n} in 100 from beginning to end.").format(who=who, n=shares[0])
    turn, high, low = largest_change(shares), max(shares), min(shares)
    return _(
        "{who}: {first} in 100 at the beginning, {last} at the end. Most: {high}, at move {highest}; least: "
        "{low}, at move {lowest}. The largest change: from {before} to {after}, between moves {a} and {b}."
    ).format(
        who=who,
        first=shares[0],
        last=shares[-1],
        high=high,
        highest=moves[shares.index(high)],
        low=low,
        lowest=moves[shares.index(low)],
        before=shares[turn],
        after=shares[turn + 1],
        a=moves[turn],
        b=moves[turn + 1],
    )


def learned_words(table: Table, seat: int, moves: Sequence[int], bits: Sequence[float]) -> str:
    """What a player found out, in words: how much in all, and where most of it."""
    who, steps = seat_label(table.seats[seat]), round(bits[-1])
    if not steps:
        return _("{who}: nothing was found out.").format(who=who)
    turn = largest_change(bits)
    text = _("{who}: {steps} in all. The largest step: {most}, between moves {a} and {b}.")
    most = round(bits[turn + 1] - bits[turn])
    return text.format(
        who=who,
        steps=ngettext("{n} step", "{n} steps", steps),
        most=most,
        a=moves[turn],
        b=moves[turn + 1],
    )


def turns(table: Table, swings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The turning points; one player's loss is another's gain, so each is listed once: for the player
    who moved, or for a person rather than a bot."""
    told = [turn(table, swing) for swing in swings]
    own = {one["move"] for one in told if one["played"] and not one["by"]}
    told = [one for one in told if not one["by"] or one["move"] not in own]
    once: dict[tuple[int, int], dict[str, Any]] = {}
    for one in told:
        stretch = one["move"], one["to"]
        if stretch not in once or (one["person"] and not once[stretch]["person"]):
            once[stretch] = one
    return list(once.values())


def turn(table: Table, swing: dict[str, Any]) -> dict[str, Any]:
    """A turning point in words, with a link into the replay."""
    seat, better = swing["seat"], swing["better"]
    told = {
        "who": seat_label(table.seats[seat]),
        "person": table.seats[seat].kind == "human",
        "colour": table.seats[seat].colour,
        "truth": [round(100 * share) for share in swing["truth"]],
        "known": [round(100 * share) for share in swing["known"]],
        "move": swing["move"],
        "to": swing["to"],
        "url": f"/replay/{table.id}?move={swing['move']}&seat={seat}",
        "better": "",
        "agreed": swing.get("agreed", False),
        "played": "",
        "by": "",  # who made the move, if somebody else
    }
    decision = table.decision_at(swing["move"])
    if decision is None:
        return told
    seen, played = decision
    if swing["to"] == swing["move"] + 1:
        told["played"] = known_as(seen.label(played), table.seats)
        if seen.viewer not in (None, seat):
            told["by"] = seat_label(table.seats[seen.seat])
    if better is not None:
        told["better"] = known_as(seen.label(better), table.seats)
        told["url"] += f"&better={better}"
    return told
