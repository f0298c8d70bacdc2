"""The table as text, for a terminal, with Rich markup for colour."""

from typing import Any

from fattorino.games.pizza_city import state as s, words as w
from fattorino.kernel.i18n import _, listed
from fattorino.kernel.records import Seat


def corner_text(view: Any, corner: int) -> str:
    """A corner in three characters: a stop sign, what is on it, a subway stop."""
    piece = "·"
    if s.has(int(view.tokens), corner):
        piece = "[bold yellow]o[/]"
    for team, letter, colour in ((s.Team.RED, "R", "bold red"), (s.Team.BLUE, "B", "bold blue")):
        if int(view.bike[team]) == corner:
            piece = f"[{colour}]{letter}[/]"
    stop = "[red]![/]" if view.stops[corner] else " "
    return stop + piece + ("[magenta]T[/]" if s.has(int(view.stations), corner) else " ")


def road_text(view: Any, corner: int, direction: int) -> str:
    """The road that leaves a corner east or south."""
    across = direction == s.EAST
    back = s.next_corner(corner, direction)
    there = s.has(int(view.ways[corner]), direction)
    here = s.has(int(view.ways[back]), (direction + s.HALF_TURN) % s.N_DIRECTIONS)
    if s.has(int(view.lanes[corner]), direction // 2):
        return "[green]====[/]" if across else "[green]║[/]"
    if there and here:
        return "────" if across else "│"
    if there:
        return "[cyan]─>>─[/]" if across else "[cyan]v[/]"
    return "[cyan]─<<─[/]" if across else "[cyan]^[/]"


def hand_text(view: Any, seat: Seat) -> list[str]:
    """The viewer's own cards."""
    lines = []
    for chair in sorted(w.chairs_of(view, seat), key=lambda chair: chair % 2):  # the City first
        team, name = s.team_of(chair), w.chair_name(chair)
        if chair == s.city_chair(team):
            faces = [int(face) for face in view.city_hand[team] if face >= 0]
            lines.append(_("{chair} holds:").format(chair=name))
            lines += [f"  k{face}  {w.face_name(face)}" for face in faces]
        else:
            cards = listed(w.counted(view.bike_hand[team]), _("nothing"))
            lines.append(_("{chair} holds: {cards}").format(chair=name, cards=cards))
    return lines


def board(view: Any, seat: Seat) -> str:
    """The table as text: corners with roads between them, ♣ for Parks, # for Buildings."""
    lines = ["    " + "".join(f"{s.COLUMNS[x]:^7}" for x in range(s.WIDE)).rstrip()]
    for y in range(s.HIGH):
        row = f"{y + 1}   "[:4]
        below = "    "
        for x in range(s.WIDE):
            corner = y * s.WIDE + x
            row += " " * (2 if x == 0 else 0) + corner_text(view, corner)
            if x < s.WIDE - 1:
                row += road_text(view, corner, s.EAST)
            if y < s.HIGH - 1:
                below += ("   " if x == 0 else " ") + road_text(view, corner, s.SOUTH)
                if x < s.WIDE - 1:
                    park = s.has(int(view.ways[corner]), s.SOUTH_EAST)
                    below += " [green]♣♣♣[/] " if park else " [dim]###[/] "
        lines.append(row)
        if y < s.HIGH - 1:
            lines.append(below)
    lines.append("")
    lines += [
        _("{team}: {score} of {goal} pizzas; on the table: {cards}").format(
            team=w.team_name(team),
            score=int(view.score[team]),
            goal=int(view.goal),
            cards=w.table_words(view, team),
        )
        for team in s.Team
    ]
    lines.append(
        _("City deck {city}, Bike deck {bike}, tokens in the supply {supply}").format(
            city=int(view.n_city), bike=int(view.n_bike), supply=int(view.supply)
        )
    )
    hands = [f"{w.chair_name(chair)} {int(view.held[chair])}" for chair in range(s.N_CHAIRS)]
    lines.append(_("Cards in hand: {hands}").format(hands=", ".join(hands)))
    thrown = listed(w.counted(view.discard), _("nothing"))
    lines.append(_("Bike discard pile: {cards}").format(cards=thrown))
    legend = _(
        "R, B bikes; o drop-off token; ! stop sign; T subway; ==== bike lane; >> one-way; ♣ Park; # Building"
    )
    lines += [*hand_text(view, seat), f"[dim]{legend}[/]"]
    if view.phase == s.Phase.CITY_PLACE and seat == view.seat:
        lines.append(_("A road is typed from the card's south end to its north end: c4c3 lays it upright."))
    return "\n".join(lines)
