"""The deduction of a Ghost Town in words and maps: what each report revealed, and where things could be."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.games.ghost_town.particle_filter import LAYERS, study, unpacked
from fattorino.games.ghost_town.scene import reports_heard
from fattorino.games.ghost_town.squares import SHEET_CELL, sheet_lines, sheet_title
from fattorino.games.ghost_town.walk import Walk, walk_of
from fattorino.games.ghost_town.words import away
from fattorino.kernel.game import Deduction, DeductionPage
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, namespace

SMALL = 20  # bits: below, a number of towns is written out
SHADES = 10
NARROWEST = 9  # least squares of a sheet that are drawn
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

Pane = tuple[int, int, int]  # first column and row of a sheet that is drawn, and how many of each


def show(found: dict[str, Any], record: Any, seat: int, step: int) -> DeductionPage:
    """What a deliverer could deduce after this many reports."""
    view = namespace(record)
    row = reports_heard(view)["row"]
    rows = [("0", _("Before the first report"), "–", towns_words(found["towns"][0]))]
    for line in range(len(found["bits"]) - 1):
        turn, who, heard, _walls, _signs = row(line)
        told = bits_words(found, line + 1)
        words = _("{who}, turn {turn}: {heard}").format(who=who, turn=turn, heard=heard)
        rows.append((str(line + 1), words, told, towns_words(found["towns"][line + 1])))
    view.n_records = step
    walk = walk_of(view, seat)
    maps = {name: unpacked(found["maps"][str(seat)][step][name]) for name in LAYERS}
    pane = window(maps["wall"][0], walk)
    return DeductionPage(
        title=_("What could be worked out"),
        help=_(
            "Estimated from {n} towns carried along through the reports, with the number of all towns from "
            "{times} built at random; by now the count may be off by a factor of {factor}. Every report is "
            "heard by all, so all deliverers can rule out the same towns; the maps show them from each one's "
            "own sheet. A number is a chance in 100; no number: in none of those towns. The thick outline is "
            "where it truly was."
        ).format(n=found["worlds"][step], times=found["built"], factor=f"{2 ** found['off'][step]:.1f}"),
        columns=(_("Report"), _("What was heard"), _("Bits told"), _("Towns left")),
        rows=rows,
        level=(_("Towns still possible, in bits: one bit less is half as many"), found["towns"]),
        now=now_words(found, step, row(step - 1) if step else None),
        pictures=[picture(name, percent, true, walk, pane, seat) for name, (percent, true) in maps.items()],
    )


def bits_words(found: dict[str, Any], step: int) -> str:
    """How much a report revealed."""
    bits = f"{found['bits'][step]:.1f}"
    return _("at least {bits}").format(bits=bits) if step in found["least"] else bits


def towns_words(bits: float) -> str:
    """About how many towns, with two significant digits."""
    if bits < SMALL:
        towns = 2.0**bits
        digits = max(0, len(f"{towns:.0f}") - 2)
        return f"{round(towns / 10**digits) * 10**digits:,}"
    first, power = f"{2.0**bits:.1e}".split("e+")
    return f"{first}·10{str(int(power)).translate(SUPERSCRIPTS)}"


def now_words(found: dict[str, Any], step: int, row: list[str] | None) -> str:
    """One step in a sentence or two."""
    left = towns_words(found["towns"][step])
    if row is None:
        return _("Before the first report about {n} towns were possible.").format(n=left)
    told = _("This told {bits} bits: of about {before} towns, about {left} were left.").format(
        bits=bits_words(found, step), before=towns_words(found["towns"][step - 1]), left=left
    )
    return f"{heard_words(row)} {told}"


def heard_words(row: list[str]) -> str:
    """All that was heard of an action: its row of the reports as sentences."""
    turn, who, heard, walls, signs = row
    words = _("{who}, turn {turn}: {heard}").format(who=who, turn=turn, heard=heard)
    if not walls:
        return words
    return f"{words} " + _("Walls: {walls}. Sensed: {signs}.").format(walls=walls, signs=signs)


def unexplained(view: Any, left: Any) -> str:
    """The line of the record that no town was found for, by what the search left behind (belief.py)."""
    line = int(left.n_records)
    if line == NONE:
        return _("no town was found that is as difficult")
    heard = heard_words(reports_heard(namespace(view))["row"](line))
    return _("line {n} of the record never matched: {heard}").format(n=line + 1, heard=heard)


def likeliest(percent: NDArray[Any], walk: Walk) -> str:
    """The best guess, from where the deliverer stands."""
    best = int(percent.max())
    if best == 0:
        return _("None is left.")
    reach = walk.sheet.reach
    row, column = np.unravel_index(int(percent.argmax()), percent.shape)
    where = away(int(column) - reach - walk.spot[0], int(row) - reach - walk.spot[1])
    return _("Likeliest from here: {where} ({percent}%).").format(where=where, percent=best)


def window(wall: NDArray[Any], walk: Walk) -> Pane:
    """The part of a sheet that is drawn: possible squares, the walls around them, and the path so far."""
    reach, side = walk.sheet.reach, len(wall)
    spots = [tuple(spot) for spot in np.argwhere(wall < 100).tolist()]
    spots += [(row + reach, column + reach) for column, row in (*walk.sheet.trail, walk.spot)]
    rows, columns = zip(*spots, strict=True)
    top, bottom, left, right = min(rows) - 1, max(rows) + 1, min(columns) - 1, max(columns) + 1
    count = min(side, max(NARROWEST, bottom - top + 1, right - left + 1))
    return min(max(left, 0), side - count), min(max(top, 0), side - count), count


def picture(
    name: str, percent: NDArray[Any], true: NDArray[Any], walk: Walk, pane: Pane, owner: int
) -> dict[str, Any]:
    """One map over the sheet the deliverer was on."""
    left, top, count = pane
    cell, side = SHEET_CELL, count * SHEET_CELL
    part = percent[top : top + count, left : left + count]
    right, down = walk.sheet.reach - left, walk.sheet.reach - top  # where the sheet begins
    shades: dict[int, str] = {}
    figures = []
    for row, column in np.argwhere(part > 0).tolist():
        chance = int(part[row, column])
        shade = -(-chance * SHADES // 100)
        shades[shade] = shades.get(shade, "") + f"M{column * cell} {row * cell}h{cell}v{cell}h-{cell}z"
        figures.append((column * cell + cell // 2, row * cell + cell // 2 + count * 2 // 3, chance))
    points = [((c + right) * cell + cell // 2, (r + down) * cell + cell // 2) for c, r in walk.sheet.trail]
    titles = {"pizza": _("Pizza"), "house": _("House, or where one will be"), "wall": _("Wall or edge")}
    words = likeliest(percent, walk)
    if name == "wall":
        sure = int((percent == 100).sum())
        words = ngettext("Certain on {n} square of the sheet.", "Certain on {n} squares of the sheet.", sure)
    return {
        "deduction": (side, side),
        "title": titles[name],
        "words": words,
        "sheet": sheet_title(walk.sheet),
        "layer": name,
        "side": side,
        "lines": sheet_lines(count),
        "shades": [(shade / SHADES, path) for shade, path in sorted(shades.items())],
        "figures": figures,
        "size": 1.8 * count,  # the same size on a phone for every sheet
        "size_of_100": 1.6 * count,
        "truth": outline(true[top : top + count, left : left + count], cell),
        "trail": " ".join(f"{x},{y}" for x, y in points) if len(points) > 1 else "",
        "begins": (right * cell, down * cell) if walk.sheet.begins == "start" else None,
        "here": ((walk.spot[0] + right) * cell, (walk.spot[1] + down) * cell),
        "owner": owner,
    }


def outline(squares: NDArray[Any], cell: int) -> str:
    """The lines around some squares, as a path."""
    around = np.pad(squares.astype(np.int8), 1)
    path = []
    for row, column in np.argwhere(around[:, 1:] != around[:, :-1]).tolist():
        path.append(f"M{column * cell} {(row - 1) * cell}v{cell}")
    for row, column in np.argwhere(around[1:] != around[:-1]).tolist():
        path.append(f"M{(column - 1) * cell} {row * cell}h{cell}")
    return "".join(path)


DEDUCTION = Deduction(study, show)
