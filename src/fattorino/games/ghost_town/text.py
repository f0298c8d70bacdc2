"""The table as text, for the terminal: the mapping sheet of a deliverer, or the whole map."""

from typing import Any

import numpy as np

from fattorino.games.ghost_town import state as s, words as w
from fattorino.games.ghost_town.scene import faces_of
from fattorino.games.ghost_town.sheet import REACH, Mark, fill_sheet, new_sheet
from fattorino.games.ghost_town.town import count_of
from fattorino.kernel.i18n import _, listed
from fattorino.kernel.records import HIDDEN, NONE, Seat

INK = {Mark.UNKNOWN: "[dim]·[/dim]", Mark.VISITED: "o", Mark.WALL: "[bold]#[/bold]", Mark.FREE: " "}
TILES = {
    s.Tile.EMPTY: "[dim]·[/dim]",
    s.Tile.GRAVE: "[dim]+[/dim]",
    s.Tile.WALL: "[bold]#[/bold]",
    **{tile: row["letter"] for tile, row in s.ROUND_TILES},
}


def board(view: Any, seat: Seat) -> str:
    """What a seat may see, with Rich's markup."""
    parts = []
    if view.supply != HIDDEN:
        parts.append(town_map(view))
    elif view.phase != s.Phase.BUILD and 0 <= seat < view.n:
        parts.append(mapping_sheet(view, seat))
        parts.append(
            f"[dim]{_('@ you   o been there   # wall   G ghost   ? may hold what you look for')}[/dim]"
        )
    elif view.phase != s.Phase.BUILD:  # spectators get every report, and can draw every sheet
        for k in range(int(view.n)):
            parts += [f"[bold]{w.seat_name(k, seat)}[/bold]", mapping_sheet(view, k)]
        legend = _("@ here   o been there   # wall   G ghost   ? may hold what is looked for")
        parts.append(f"[dim]{legend}[/dim]")
    parts.append(deliverers(view, seat))
    if 0 <= seat < view.n:
        parts.append(hand(view, seat))
    return "\n".join(part for part in parts if part)


def mapping_sheet(view: Any, seat: Seat) -> str:
    """The deliverer's current sheet."""
    marks, pizza, house = new_sheet()
    *here, sheets = fill_sheet(view, seat, False, marks, pizza, house)
    known = [*np.argwhere(marks != Mark.UNKNOWN), here]
    (top, left), (bottom, right) = np.min(known, axis=0), np.max(known, axis=0)
    carrying = view.carried[seat] != NONE
    rows = []
    for row in range(max(0, top - 1), min(REACH, bottom + 2)):
        cells = []
        for column in range(max(0, left - 1), min(REACH, right + 2)):
            mark = Mark(int(marks[row, column]))
            cell = "[cyan]G[/cyan]" if mark == Mark.GHOST else INK[mark]
            if mark in (Mark.UNKNOWN, Mark.FREE):
                if not carrying and pizza[row, column] > 0:
                    cell = "[yellow]?[/yellow]"
                if carrying and house[row, column] > 0:
                    cell = "[green]?[/green]"
            if [row, column] == here:
                cell = "[bold red]@[/bold red]"
            cells.append(cell)
        rows.append("  " + " ".join(cells))
    begun = (
        _("sheet {number}, begun after a jump into the unknown").format(number=sheets) if sheets > 1 else ""
    )
    return "\n".join([*rows, *([f"[dim]{begun}[/dim]"] if begun else [])])


def town_map(view: Any) -> str:
    """The whole map with all tokens."""
    faces, rows = faces_of(view), ["    " + "  ".join(s.COLUMNS)]
    for row in range(s.HEIGHT):
        cells = [_cell(view, faces, row * s.WIDTH + column) for column in range(s.WIDTH)]
        rows.append(f" {row + 1}  " + " ".join(cells))
    legend = _(
        "1-{n} deliverers   S start   G ghost   + grave   # wall   B box (b empty)   H signboard   ^ house   "
        "T teleport"
    ).format(n=int(view.n))
    in_play = [tile for tile, _row in s.ROUND_TILES if count_of(view, tile)]
    legend = "   ".join([legend, *(f"{TILES[tile]} {w.tile_name(tile, 0)}" for tile in in_play)])
    return "\n".join([*rows, f"[dim]{legend}[/dim]"])


def _cell(view: Any, faces: dict[int, int], square: int) -> str:
    tokens = [str(k + 1) for k in range(int(view.n)) if view.position[k] == square]
    if tokens:
        return f"[bold red]{tokens[0]}[/bold red]" + ("+" if len(tokens) > 1 else " ")
    if s.has(int(view.ghosts), square):
        return "[cyan]G[/cyan] "
    tile, face = s.Tile(int(view.tile[square])), faces.get(square, 0)
    if tile == s.Tile.BOX:
        return f"[yellow]{'B' if view.pizza[face] else 'b'}[/yellow]{s.ICONS[face][0]}"
    if tile == s.Tile.SIGNBOARD:
        return f"[green]{'^' if view.house[face] else 'H'}[/green]{s.ICONS[face][0]}"
    if tile == s.Tile.TELEPORT:
        return f"T{s.TELEPORTS[face][0]}"
    return f"S{face + 1}" if tile == s.Tile.START else TILES[tile] + " "


def deliverers(view: Any, seat: Seat) -> str:
    """What everybody knows of each deliverer."""
    lines = []
    for k in range(int(view.n)):
        facts = []
        if view.place[k]:
            facts.append(_("delivered"))
        elif view.carried[k] != NONE:
            facts.append(_("carries the {icon} pizza").format(icon=w.icon_name(int(view.carried[k]))))
        if view.monkey_of == k:
            facts.append(_("the monkey"))
        if view.crow_of == k:
            facts.append(_("the crow"))
        if view.covers[k]:
            facts.append(_("manhole covers: {n}").format(n=int(view.covers[k])))
        if not view.place[k]:
            facts.append(_("cards: {n}").format(n=w.hand_size(view, k)))
        lines.append(f"  {w.seat_name(k, seat)}: {listed(facts, '')}")
    if view.phase != s.Phase.BUILD:
        piles = _("Deck: {n}. Used cards: {cards}.").format(n=w.deck_size(view), cards=w.used_words(view))
        lines.append(f"  {piles}")
    return "\n".join(lines)


def hand(view: Any, seat: Seat) -> str:
    """The cards of a hand and what each does."""
    kinds = w.own_cards(view, seat)
    lines = [
        f"  [bold]{w.card_name(kind)}[/bold]{f' x{kinds.count(kind)}' if kinds.count(kind) > 1 else ''}: "
        f"[dim]{w.card_effect(kind)}[/dim]"
        for kind in sorted(set(kinds))
    ]
    return "\n".join([_("Your cards:"), *lines]) if lines else ""
