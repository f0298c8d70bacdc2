"""A deliverer's notebook: the current sheet, older sheets, reports about the others, the direction pad.

Reports are drawn as they were given: the four walls beside a square, a ring around the eight squares on
which something was sensed. The only deductions shown are those that a pencil on paper would show: the path,
and the squares that cannot belong to a town of this size.
"""

from typing import Any

from fattorino.games.ghost_town import squares, state as s
from fattorino.games.ghost_town.sentences import near_words, report_words, reports_in_words
from fattorino.games.ghost_town.walk import Spot, Walk, ahead
from fattorino.games.ghost_town.words import action_name, direction_name, icon_name
from fattorino.kernel.i18n import _
from fattorino.kernel.records import NONE, Seat

PAGE = 560  # width of the current sheet, with the lines above it
HEAD = 72  # height of these lines
WING = 180  # width of the column beside the sheet
SIDE = PAGE - 11  # of the sheet
TITLE = 30  # height of the title of an older sheet
BELOW_HOUSES = 78
EDGE = 2  # half the width of a line
HIGH = HEAD + SIDE + 2 * EDGE


def notebook(view: Any, seat: Seat) -> dict[str, Any]:
    """The viewer's own notebook; spectators see the current sheet of each deliverer."""
    own = 0 <= seat < view.n
    shown = own_notebook(view, seat) if own else watched_sheets(view)
    return shown | {
        "kind": "sheet",
        "own": own,
        "legend": [
            ("wall", _("wall or edge of the town")),
            ("ghost", _("ghost")),
            ("pizza", _("pizza")),
            ("house", _("house")),
            ("teleport", _("teleport")),
            ("free", _("walked on")),
        ],
    }


def own_notebook(view: Any, seat: Seat) -> dict[str, Any]:
    """The viewer's sheet, with everything else they know beside it."""
    walk, number, spot = squares.standing_on(view, seat)
    older = [n for n in range(len(walk.sheets)) if n != number]
    older = older[:1] + older[1:][-2:]  # the start, and the newest
    top = BELOW_HOUSES
    heard = []
    for k in range(view.n):
        if k != seat:
            heard.append(report_card(view, k) | {"y": top})
            top += heard[-1]["high"] + 10
    now, carries = squares.time_now(view), view.carried[seat] != NONE
    current = squares.lay_out(walk, now, number, spot, EDGE, HEAD + EDGE, SIDE, seat, carries) | {
        "ghost": ghost_in_the_way(view, seat, spot),
        "cells": squares.cells(view, seat, walk, number, spot),
        "region": _("Your sheet"),
    }
    words = head(view, seat, walk, number)
    sheets = [current]
    for n, (x, y, small) in zip(older, places_for(len(older), top), strict=True):
        sheets.append(squares.lay_out(walk, now, n, None, x, y, small, seat, False))
    return {
        "width": PAGE + 10 + WING,
        "height": HIGH,
        "shape": {"board": "whole", "pad": "broad"},
        "title": _("Your mapping sheet"),
        "head": words,
        "brief": words[1:] if view.n_records else words[:2],  # for a phone
        "head_tells": about_the_head(view),
        "sheets": sheets,
        "houses": houses(view),
        "reports": heard,
        "signs": [] if older else signs_of_the_sheet(top),
        "left": PAGE + 10,
        "wing": WING,
        "notes": [
            {"id": "wall", "name": _("Wall"), "symbol": "wall"},
            {"id": "ghost", "name": _("Ghost"), "symbol": "ghost"},
            {"id": "pizza", "name": _("Pizza"), "symbol": "pizza"},
            {"id": "house", "name": _("House"), "symbol": "house"},
            {"id": "free", "name": _("Free"), "symbol": "free"},
            {"id": "maybe", "name": _("Unsure"), "symbol": "maybe"},
        ],
    }


def places_for(count: int, top: float) -> list[tuple[float, float, float]]:
    """The corner and side of each older sheet beside the current one, as large as possible."""
    left, room = PAGE + 10, HIGH - top
    one_below_the_other = min(WING, room / max(count, 1) - TITLE)
    side_by_side = min(WING / 2 - 4, room / max((count + 1) // 2, 1) - TITLE)
    across = 2 if side_by_side > one_below_the_other else 1
    side = max(one_below_the_other, side_by_side)
    return [
        (left + n % across * (side + 8), top + n // across * (side + TITLE) + TITLE - 4, side)
        for n in range(count)
    ]


def watched_sheets(view: Any) -> dict[str, Any]:
    """The current sheet of each deliverer."""
    side = 365
    sheets = []
    for k in range(view.n):
        walk, number, spot = squares.standing_on(view, k)
        x, y = EDGE + k % 2 * (side + 12), 30 + k // 2 * (side + 40)
        carries = view.carried[k] != NONE
        sheets.append(squares.lay_out(walk, squares.time_now(view), number, spot, x, y, side, k, carries))
    return {
        "width": 2 * side + 12 + 2 * EDGE,
        "height": 30 + (view.n + 1) // 2 * (side + 40) - 36,
        "title": _("The deliverers' mapping sheets"),
        "head": [],
        "sheets": sheets,
        "houses": [],
        "reports": [],
        "signs": [],
    }


def ghost_in_the_way(view: Any, seat: Seat, spot: Spot) -> tuple[int, int] | None:
    """The centre of the square with the ghost that a Barrier would drive off."""
    if view.phase != s.Phase.BARRIER or view.seat != seat:
        return None
    return squares.middle(ahead(spot, view.towards))


# -- the lines above the sheet ---------------------------------------------------------------------------


def head(view: Any, seat: Seat, walk: Walk, number: int) -> list[str]:
    """The sheet's title, the result of the last action, the surroundings."""
    title = squares.sheet_title(walk.sheets[number])
    own = [line for line in range(view.n_records) if view.by[line] == seat]
    if view.phase == s.Phase.EXTRA and view.seat == seat:
        return [title, _("Back at your start."), _("Now move or attack.")]
    if not own:
        words = _("You begin in a town of {width} x {height} squares.")
        return [
            words.format(width=s.WIDTH, height=s.HEIGHT),
            _("Nobody tells you where."),
            _("Move, and listen."),
        ]
    line = own[-1]
    said = [words for report, words in reports_of(view, line).items() if report != s.Report.BACK_AT_START]
    happened = _("Turn {turn}: {reports}").format(turn=walk.turn, reports=" ".join(said))
    if view.action[line] == NONE:
        happened = _("At the start:")
    if view.phase == s.Phase.BARRIER and view.seat == seat:
        happened = report_words(s.Report.BUMP_GHOST, 0)
    if view.place[seat] > 0:
        return [title, happened, _("You have won.")]
    if not view.said[line] >> s.Report.SURROUND & 1:
        return [title, happened, ""]
    around = near_words(view.near_walls[line], view.signs[line], view.pizza_at[line])
    return [title, happened, around[:1].upper() + around[1:] + "."]


def about_the_head(view: Any) -> str:
    """What the lines above the sheet mean."""
    if not view.n_records:
        return _(
            "The town has {width} x {height} squares; its edge feels like a wall. "
            "Your sheet is larger, because nobody knows where on it the town lies."
        ).format(width=s.WIDTH, height=s.HEIGHT)
    return _(
        "What you hear after each action: what is on your square, which of the four squares beside it are "
        "walls, and what can be sensed on the eight squares around it; not where, how many or whose."
    )


def reports_of(view: Any, line: int) -> dict[int, str]:
    """The reports of a line of the record."""
    found = reports_in_words(view.said[line], view.detail[line], view.distance[line])
    if s.Report.BARRIER_USED in found:
        del found[s.Report.NOTHING]
    return found


# -- beside the sheet ------------------------------------------------------------------------------------


def houses(view: Any) -> list[dict[str, Any]]:
    """The houses on the map: those whose pizza was taken."""
    taken = {view.carried[k] for k in range(view.n)}
    shown: list[dict[str, Any]] = []
    for icon in range(len(s.ICONS)):
        if view.in_play[icon]:
            lit = icon in taken
            words = _("The {icon} house stands somewhere: its pizza is taken.")
            if not lit:
                words = _("The {icon} house appears when its pizza is taken.")
            tell = words.format(icon=icon_name(icon))
            shown.append({"icon": s.ICONS[icon], "lit": lit, "tell": tell, "x": 30 + 60 * len(shown)})
    return shown


def report_card(view: Any, k: Seat) -> dict[str, Any]:
    """The newest report about another deliverer, as a diagram: walls beside, what was sensed around."""
    who = _("Deliverer {number}").format(number=k + 1)
    lines = [line for line in range(view.n_records) if view.by[line] == k]
    card: dict[str, Any] = {"seat": k, "who": who, "action": _("nothing yet"), "walls": [], "signs": []}
    card |= {"heard": False, "out": view.place[k] > 0, "high": 56}
    card["tell"] = _("{who} has done nothing yet.").format(who=who)
    if not lines:
        return card
    line = lines[-1]
    second = view.action[line] if view.extra[line] == NONE else view.extra[line]
    reports = " ".join(reports_of(view, line).values())
    walls, signs = view.near_walls[line], view.signs[line]
    action = action_name(second) if second != NONE else _("at the start")
    card["action"] = _("delivered") if card["out"] else action
    tell = _("{who}: {action}. {reports}").format(who=who, action=action, reports=reports)
    if view.said[line] >> s.Report.SURROUND & 1:
        around = near_words(walls, signs, view.pizza_at[line])
        tell = _("{told} Around them: {around}.").format(told=tell, around=around)
        card |= {"heard": True, "high": 158}
        card["walls"] = [s.ORTHOGONAL[d] for d in range(s.STRAIGHT) if walls >> d & 1]
        card["signs"] = squares.drawn_signs(signs)
    return card | {"tell": tell}


def signs_of_the_sheet(top: float) -> list[tuple[str, float, str, str]]:
    """The key of the drawing, if there is room for it: kind, height, words, and shorter words for a phone."""
    names = [
        ("walked", _("walked on"), _("walked on")),
        ("open", _("no wall"), _("no wall")),
        ("wall", _("wall or edge"), _("wall, edge")),
        ("clear", _("nothing sensed"), _("nothing")),
        ("ring", _("sensed inside"), _("something")),
        ("fog", _("not known"), _("unknown")),
        ("outside", _("not in the town"), _("outside")),
    ]
    return [(kind, top + 22 + 29 * place, words, brief) for place, (kind, words, brief) in enumerate(names)]


# -- the direction pads ----------------------------------------------------------------------------------


def roses(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The direction pads: a Move and an Attack in each direction, with what is known of the square."""
    walk, number, spot = squares.standing_on(view, seat)
    sheet = walk.sheets[number]
    keys = []
    for d, (right, down) in enumerate(s.ORTHOGONAL):
        at = ahead(spot, d)
        fact = sheet.facts.get(at, "")
        if ghost_in_the_way(view, seat, spot) == squares.middle(at):
            fact = "ghost"
        move, attack = _("Move {direction}"), _("Attack {direction}")
        if fact == "wall":
            move = _("Move {direction}: a wall is known there, the turn would be spent.")
            attack = _("Attack {direction}: a wall is known there, no ghost.")
        elif fact == "ghost":
            move = _("Move {direction}: a ghost is known there.")
            attack = _("Attack {direction}: a ghost is known there; a hit brings a card.")
        elif sheet.missed.get(at) == squares.time_now(view):
            fact = "missed"
            attack = _("Attack {direction}: no ghost was there when you attacked.")
        keys.append(
            {
                "direction": s.DIRECTIONS[d],
                "dx": right,
                "dy": down,
                "turn": (0, 180, 270, 90)[d],
                "fact": fact,
                "move": move.format(direction=direction_name(d)),
                "attack": attack.format(direction=direction_name(d)),
            }
        )
    return keys
