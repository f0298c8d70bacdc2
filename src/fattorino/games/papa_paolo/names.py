"""The names of players, tiles, places, actions and tracks."""

from typing import Any

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.state import Colour, Stage
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import Seat

MARKS = ["£", "+", "»", "#"]  # of gold, blue, red, green: no information by colour alone
SYMBOLS = ["coin", "pizza", "bike", "building"]  # of their actions


def seat_name(seat: Seat, viewer: Seat) -> str:
    """A player's name for a viewer: You, or Player 2."""
    return _("You") if seat == viewer else _("Player {number}").format(number=seat + 1)


def inside_name(seat: Seat, viewer: Seat) -> str:
    """The same within a sentence."""
    return _("you") if seat == viewer else seat_name(seat, viewer)


def capital(text: str) -> str:
    """A sentence that begins with such a name, with a capital letter."""
    return text[:1].upper() + text[1:]


# -- how many --------------------------------------------------------------------------------------------


def pizzas_word(n: int) -> str:
    return ngettext("{n} pizza", "{n} pizzas", n)


def signed(n: int) -> str:
    """A number with a typographic minus sign."""
    return str(n).replace("-", "−")


def points_word(n: int) -> str:
    return (_("{n} point") if abs(n) == 1 else _("{n} points")).format(n=signed(n))


def houses_word(n: int) -> str:
    return ngettext("{n} house", "{n} houses", n)


def steps_word(n: int) -> str:
    return ngettext("{n} step", "{n} steps", n)


def tours_word(n: int) -> str:
    return ngettext("{n} tour", "{n} tours", n)


# -- colours, tracks, actions ----------------------------------------------------------------------------


def colour_name(colour: int) -> str:
    return [_("gold"), _("blue"), _("red"), _("green")][colour]


def track_name(colour: int) -> str:
    return [_("sponsor"), _("shop"), _("express"), _("tours")][colour]


def deed_name(deed: int) -> str:
    return [_("Find a sponsor"), _("Shop"), _("Express delivery"), _("Build")][deed]


def investment(colour: int) -> dict[str, str]:
    """What a text about an investment can mention: its colour, its action, its track."""
    action = deed_name(colour).lower()
    return {"colour": colour_name(colour), "action": action, "track": track_name(colour)}


def track_words(colour: int, column: int) -> str:
    """What a marker in a column gives."""
    value = t.track_value(colour, column)
    if colour == Colour.RED:
        return ngettext("{n} pizza by express", "{n} pizzas by express", value)
    if colour == Colour.GREEN:
        return tours_word(value)
    text = _("+{n} free when shopping") if colour == Colour.BLUE else _("£{n}")
    return text.format(n=value)


def track_short(colour: int, column: int) -> str:
    """A track and what its marker gives, short enough to fit beside it."""
    value = t.track_value(colour, column)
    if colour == Colour.RED:
        return _("express: {pizzas}").format(pizzas=pizzas_word(value))
    return [_("sponsor: £{n}"), _("shop: +{n} free"), "", _("tours: {n}")][colour].format(n=value)


def step_words(colour: int, column: int) -> str:
    """What one more column brings, in words that can be read aloud."""
    if column >= s.LAST_COLUMN:
        return _("at its end")
    now, then, later = _step(colour, column)
    if now == then:
        text = _("still £{now}") if colour == Colour.GOLD else _("still {now}")
        if later > now:
            gold = colour == Colour.GOLD
            text = _("still £{now}, then £{later}") if gold else _("still {now}, then {later}")
        return text.format(now=now, later=later)
    text = _("from £{now} to £{then}") if colour == Colour.GOLD else _("from {now} to {then}")
    return text.format(now=now, then=then)


def step_signs(colour: int, column: int) -> str:
    """What one more column brings, in signs, where there is little room."""
    if column >= s.LAST_COLUMN:
        return _("at its end")
    now, then, later = _step(colour, column)
    if later > now == then:  # a step towards a column that brings something
        return _("{now}→{then}→{later}").format(now=now, then=then, later=later)
    text = _("£{now}→£{then}") if colour == Colour.GOLD else _("{now}→{then}")
    return text.format(now=now, then=then)


def _step(colour: int, column: int) -> tuple[int, int, int]:
    """The value of a column, of the next one, and the first larger one after it (else the same again)."""
    values = [t.track_value(colour, k) for k in range(column, s.LAST_COLUMN + 1)]
    return values[0], values[1], next((value for value in values if value > values[0]), values[0])


def learned_words(colour: int, column: int) -> str:
    """A marker in its new column, and what it gives there; if nothing new, when it will."""
    now = t.track_value(colour, column)
    later = [k for k in range(column, s.LAST_COLUMN + 1) if t.track_value(colour, k) > now]
    if now > t.track_value(colour, column - 1):
        text = _("{track} to column {column} of {last}, now {gives}")
    elif later:
        text = _("{track} to column {column} of {last}, still {gives}, more from column {next} on")
    else:
        text = _("{track} to column {column} of {last}, still {gives}")
    return text.format(
        track=track_name(colour),
        column=column,
        last=s.LAST_COLUMN,
        gives=track_words(colour, column),
        next=later[0] if later else 0,
    )


# -- tiles -----------------------------------------------------------------------------------------------


def shape_name(shape: int) -> str:
    return {
        "cross": _("crossroads"),
        "tee": _("T-junction"),
        "straight": _("straight road"),
        "bend": _("bend"),
        "dead_end": _("dead end"),
    }[t.SHAPES[shape]]


def piece_name(piece: int) -> str:
    """A tile or pizzeria in words."""
    if piece >= t.START_PIZZERIA:
        return _("pizzeria for {n} pizzas").format(n=t.capacity_of(piece))
    shape = _("start tile") if piece >= t.START_PIECE else shape_name(t.shape_of(piece))
    return _("{colour} tile, {houses}, {shape}").format(
        colour=colour_name(t.colour_of(piece)), houses=houses_word(t.houses_of(piece)), shape=shape
    )


def ticket_name(round_no: int, number: int) -> str:
    """What is printed on a delivery tile: A1, or B3 for the third tile of the second round."""
    return str(t.TICKETS[(round_no - 1) * s.N_TICKETS + number]["id"])


def ticket_words(round_no: int, number: int) -> str:
    """A delivery tile: its name, its pizzas in all, the steps of each tour."""
    return _("{name} ({pizzas}, {steps} a tour)").format(
        name=ticket_name(round_no, number),
        pizzas=pizzas_word(t.ticket_pizzas(round_no, number)),
        steps=steps_word(t.ticket_distance(round_no, number)),
    )


# -- places ----------------------------------------------------------------------------------------------


def slot_name(slot: int) -> str:
    return _("row {row}, column {column}").format(
        row=slot // s.SLOTS_WIDE + 1, column=slot % s.SLOTS_WIDE + 1
    )


def line_name(line: int) -> str:
    if line < s.SLOTS_WIDE:
        return _("row {n}").format(n=line + 1)
    return _("column {n}").format(n=line - s.SLOTS_WIDE + 1)


def side_name(side: int) -> str:
    return [_("north"), _("east"), _("south"), _("west")][side]


def road_words(roads: int) -> str:
    return listed([side_name(side) for side in range(s.N_SIDES) if t.has(roads, side)], _("none"))


def phase_name(view: Any) -> str:
    """The current phase of the round."""
    return {
        Stage.START: _("Start"),
        Stage.PLACE: _("pawns"),
        Stage.BID: _("bidding"),
        Stage.PICK: _("investments"),
        Stage.INVEST: _("investing"),
        Stage.DELIVER: _("delivering"),
        Stage.END: _("The end"),
    }[Stage(int(view.stage))]
