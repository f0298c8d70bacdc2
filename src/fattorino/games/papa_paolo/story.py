"""The log as a story: where a turn begins, each turn in one sentence, great moments, and where to look."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.sentences import learned_words
from fattorino.games.papa_paolo.state import Event
from fattorino.games.papa_paolo.words import (
    colour_name,
    piece_name,
    pizzas_word,
    seat_name,
    slot_name,
    steps_word,
    ticket_words,
    tours_word,
)
from fattorino.kernel.guide import Moment
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import Seat

Rows = dict[Event, list[tuple[int, list[int]]]]  # seat and numbers of the events of each kind

STARTS = (
    Event.CHOSE,
    Event.PAWN,
    Event.BID,
    Event.BID2,
    Event.WITHDREW,
    Event.PAID,
    Event.DECLINED,
    Event.AS_ACTION,
    Event.AS_EXPERIENCE,
    Event.DISCARDED,
    Event.DELIVERS,
    Event.ENDED,
)


def starts_turn(event: Any) -> bool:
    """A pawn, a bid, an investment, a delivery; the coins together, and all that is laid out for a round."""
    kind = Event(int(event[0]))
    if kind in (Event.ROW, Event.BRIBE):
        return int(event[3]) == 0  # the first of them
    if kind == Event.PICKED:
        return int(event[4]) > 0  # bought; one that comes with a bid follows its payment
    return kind in STARTS


# -- a turn in one sentence ------------------------------------------------------------------------------


def retell(events: Sequence[Any], viewer: Seat) -> str:
    """A turn, its steps summed up."""
    rows: Rows = defaultdict(list)
    for event in events:
        rows[Event(int(event[0]))].append((int(event[1]), [int(number) for number in event[3:8]]))
    used = [*deeds(rows, viewer), *delivery(rows, viewer), *lessons(rows, viewer)]
    chosen = auction(rows, viewer)
    parts = [*laid_out(rows, viewer), *coins(rows, viewer), *used, *chosen]
    return "; ".join(parts) + "." if parts else ""


def laid_out(rows: Rows, viewer: Seat) -> list[str]:
    """What lies ready for a round, who begins, and the end of the game."""
    parts = []
    for seat, (a, b, *_rest) in rows[Event.DEALT]:
        text = _("{who} may keep start tile {a} or {b}")
        parts.append(text.format(who=seat_name(seat, viewer), a=a + 1, b=b + 1))
    for seat, _numbers in rows[Event.CHOSE]:
        parts.append(_("{who} chose a start tile").format(who=seat_name(seat, viewer)))
    for seat, (number, *_rest) in rows[Event.KEPT]:
        colour = colour_name(t.colour_of(t.START_PIECE + number))
        text = _("{who} began with start tile {n} ({colour} house)")
        parts.append(text.format(who=seat_name(seat, viewer), n=number + 1, colour=colour))
    for seat, (number, *_rest) in rows[Event.ROUND]:
        text = _("Round {n} of {rounds} was laid out, first: {who}")
        parts.append(text.format(n=number, rounds=s.ROUNDS, who=seat_name(seat, viewer)))
    if rows[Event.ENDED]:
        parts.append(_("The game is over"))
    return parts


def coins(rows: Rows, viewer: Seat) -> list[str]:
    """Who took how much for having most pawns in rows and columns."""
    taken: dict[int, int] = defaultdict(int)
    for seat, (_line, lire, *_rest) in rows[Event.BRIBE]:
        taken[seat] += lire
    shares = [
        _("{who} £{n}").format(who=seat_name(seat, viewer), n=lire) for seat, lire in sorted(taken.items())
    ]
    text = _("The coins went to whoever had most pawns in a row or column: {shares}")
    return [text.format(shares=listed(shares, ""))] if shares else []


def auction(rows: Rows, viewer: Seat) -> list[str]:
    """Bids, what was paid for them, what they brought."""
    parts = []
    for seat, (cell, lire, *_rest) in rows[Event.BID]:
        text = _("{who} bid £{price} for the delivery tile of column {column} (row {row})")
        column, row = cell % s.PIAZZA_COLUMNS + 1, cell // s.PIAZZA_COLUMNS + 1
        parts.append(text.format(who=seat_name(seat, viewer), price=lire, column=column, row=row))
    for seat, (lire, *_rest) in rows[Event.BID2]:
        parts.append(_("{who} bid £{price}").format(who=seat_name(seat, viewer), price=lire))
    for seat, _numbers in rows[Event.WITHDREW]:
        parts.append(_("{who} left the auction").format(who=seat_name(seat, viewer)))
    if len(rows[Event.PAID]) == len(rows[Event.PICKED]) == len(rows[Event.TICKET]) == 1:
        (seat, (lire, *_rest)), (_buyer, (colour, *_more)) = rows[Event.PAID][0], rows[Event.PICKED][0]
        round_no, number = rows[Event.TICKET][0][1][:2]
        text = _(
            "{who} paid the bid of £{price}, chose the {colour} investment and took delivery tile {tile}"
        )
        tile = ticket_words(round_no, number)
        name = seat_name(seat, viewer)
        return [text.format(who=name, price=lire, colour=colour_name(colour), tile=tile)]
    for seat, (lire, *_rest) in rows[Event.PAID]:
        parts.append(_("{who} paid £{price} for the bid").format(who=seat_name(seat, viewer), price=lire))
    for seat, (colour, lire, *_rest) in rows[Event.PICKED]:
        text = _("{who} chose the {colour} investment")
        if lire:
            text = _("{who} bought the {colour} investment for £{price}")
        parts.append(text.format(who=seat_name(seat, viewer), colour=colour_name(colour), price=lire))
    for seat, (colour, *_rest) in rows[Event.TURNED]:
        text = _("{who} turned {colour} to the other side")
        parts.append(text.format(who=seat_name(seat, viewer), colour=colour_name(colour)))
    for seat, (round_no, number, *_rest) in rows[Event.TICKET]:
        text = _("{who} took delivery tile {tile}")
        parts.append(text.format(who=seat_name(seat, viewer), tile=ticket_words(round_no, number)))
    for seat, _numbers in rows[Event.DECLINED]:
        parts.append(_("{who} took no investment").format(who=seat_name(seat, viewer)))
    for seat, _numbers in rows[Event.FIRST_NEXT]:
        parts.append(_("first in the next round: {who}").format(who=seat_name(seat, viewer)))
    for _seat, numbers in rows[Event.ORDER_NEXT]:
        seats = listed([seat_name(each, viewer) for each in numbers if each >= 0], "")
        parts.append(_("order of the next round: {seats}").format(seats=seats))
    return parts


def deeds(rows: Rows, viewer: Seat) -> list[str]:
    """What a pawn or an investment was used for."""
    for seat, (colour, *_rest) in rows[Event.AS_ACTION]:
        text = deed(rows, seat_name(seat, viewer))
        used = _("{who} used the {colour} investment").format(
            who=seat_name(seat, viewer), colour=colour_name(colour)
        )
        told = _("{deed} ({colour} investment)").format(deed=text, colour=colour_name(colour))
        return [told if text else used]
    for seat, (slot, *_rest) in rows[Event.PAWN]:
        text = deed(rows, seat_name(seat, viewer))
        placed = _("{who} placed a pawn on {slot}").format(who=seat_name(seat, viewer), slot=slot_name(slot))
        return [_("{deed} (pawn on {slot})").format(deed=text, slot=slot_name(slot)) if text else placed]
    parts = []
    for kind, text in (
        (Event.AS_EXPERIENCE, _("{who} used the {colour} investment for a step")),
        (Event.DISCARDED, _("{who} discarded the {colour} investment")),
    ):
        for seat, (colour, *_rest) in rows[kind]:
            parts.append(text.format(who=seat_name(seat, viewer), colour=colour_name(colour)))
    return parts


def deed(rows: Rows, who: str) -> str:
    """A tile taken, or one of the four actions; '' if nothing was decided yet."""
    for _seat, (piece, cell, *_rest) in rows[Event.LAID]:
        text = _("{who} laid the {tile} on {cell}")
        return text.format(who=who, tile=piece_name(piece), cell=t.cell_name(cell))
    for _seat, (piece, *_rest) in rows[Event.TAKES]:
        return _("{who} took the {tile}").format(who=who, tile=piece_name(piece))
    for _seat, (lire, *_rest) in rows[Event.SPONSOR]:
        return _("{who} found a sponsor and took £{n}").format(who=who, n=lire)
    for _seat, (bought, lire, free, *_rest) in rows[Event.BOUGHT]:
        text = _("{who} bought {pizzas} for £{price}")
        if free:
            text = _("{who} bought {pizzas} for £{price} and got {n} free")
        return text.format(who=who, pizzas=pizzas_word(bought), price=lire, n=free)
    for _seat, (lire, *_rest) in rows[Event.EXPRESS]:
        served = ngettext("{n} house", "{n} houses", len(rows[Event.DROPPED]))
        text = _("{who} paid £{price} for an express delivery and served {houses}")
        return text.format(who=who, price=lire, houses=served)
    for _seat, (lire, cell, pizzas, *_rest) in rows[Event.BUILT]:
        text = _("{who} built a pizzeria on {cell} for £{price}, with {pizzas} in it")
        return text.format(who=who, cell=t.cell_name(cell), price=lire, pizzas=pizzas_word(pizzas))
    for _seat, (lire, *_rest) in rows[Event.PRICED]:
        return _("{who} paid £{price} for a pizzeria").format(who=who, price=lire)
    return _("{who} did nothing").format(who=who) if rows[Event.IDLE] else ""


def delivery(rows: Rows, viewer: Seat) -> list[str]:
    """What the couriers brought away."""
    parts = []
    for seat, (pizzas, distance, tours_left, *_rest) in rows[Event.DELIVERS]:
        if not rows[Event.DELIVERED] and not rows[Event.DROPPED]:
            text = _("{who} may deliver {pizzas} on {tours} of {steps}")
            tours, steps = tours_word(tours_left), steps_word(distance)
            name = seat_name(seat, viewer)
            parts.append(text.format(who=name, pizzas=pizzas_word(pizzas), tours=tours, steps=steps))
            continue
        if not rows[Event.DROPPED]:
            parts.append(_("{who} delivered nothing").format(who=seat_name(seat, viewer)))
            continue
        served = ngettext("{n} house", "{n} houses", len(rows[Event.DROPPED]))
        tours = tours_word(len(rows[Event.TOUR]))
        text = _("{who} served {houses} on {tours} (the delivery tile allows {pizzas})")
        parts.append(
            text.format(who=seat_name(seat, viewer), houses=served, tours=tours, pizzas=pizzas_word(pizzas))
        )
    return parts


def lessons(rows: Rows, viewer: Seat) -> list[str]:
    """Markers that moved, for served tiles or by an investment."""
    text = "{step}" if rows[Event.AS_EXPERIENCE] else _("{who} served a whole tile: {step}")
    return [
        text.format(who=seat_name(seat, viewer), step=learned_words(colour, column))
        for seat, (colour, column, *_rest) in rows[Event.LEARNED]
    ]


# -- great moments, and where to look --------------------------------------------------------------------


def moment(event: Any, viewer: Seat) -> Moment | None:
    """A pizza on one's own house, a marker that moves on, a coin, a pizzeria, the end; all to spectators."""
    kind, seat = Event(int(event[0])), int(event[1])
    a, b = int(event[3]), int(event[4])
    if kind == Event.ENDED:
        return Moment(_("The game is over: most points win."), "trophy")
    if viewer not in (seat, -1):
        return None
    where = (*places(event, viewer), "")[0]
    who = seat_name(seat, viewer)
    if kind == Event.DROPPED:
        return Moment(
            _("{who}: +1 point for the house, +1 for one less left over").format(who=who), "pizza", where
        )
    if kind == Event.LEARNED:
        return Moment(_("{who}: {step}").format(who=who, step=learned_words(a, b)), "trophy", where)
    if kind == Event.BRIBE:
        return Moment(_("{who}: +£{n} for most pawns").format(who=who, n=b), "coin", where)
    if kind == Event.BUILT:
        return Moment(_("{who}: a new pizzeria!").format(who=who), "building", where)
    return None


def places(event: Any, viewer: Seat) -> list[str]:
    """What an event is about on the board: squares, slots, lines, bids, tiles on offer, or the player."""
    kind, seat = Event(int(event[0])), int(event[1])
    a, b = int(event[3]), int(event[4])
    if kind in (Event.STOCKED, Event.SPOT, Event.TOUR, Event.WENT, Event.DROPPED):
        return [f"at{seat}-{a}"]
    if kind in (Event.LAID, Event.BUILT):
        return [f"at{seat}-{b}"]
    if kind in (Event.PICKED, Event.TURNED, Event.AS_ACTION, Event.AS_EXPERIENCE, Event.DISCARDED):
        return [f"colour-{s.COLOURS[a]}"]
    if kind == Event.ROW:
        return [f"slot-{s.SLOTS_WIDE * a + k}" for k in range(s.SLOTS_WIDE) if int(event[4 + k]) >= 0]
    if kind == Event.COINS:
        return [f"line{s.SLOTS_WIDE * a + k}" for k in range(s.SLOTS_WIDE) if int(event[4 + k])]
    single = {
        Event.PAWN: f"slot-{a}",
        Event.TAKES: f"tile{a}",
        Event.BRIBE: f"line{a}",
        Event.FACE_DOWN: f"line{a}",
        Event.BID: f"bid-{a}",
        Event.BID2: f"amount-{a}",
        Event.TICKET: f"delivery-{b + 1}",
        Event.LEARNED: f"marker{seat}-{a}",
        Event.KEPT: f"at{seat}-{s.HOME}",
    }
    if kind in single:
        return [single[kind]]
    return [f"panel{seat}"] if seat >= 0 else []
