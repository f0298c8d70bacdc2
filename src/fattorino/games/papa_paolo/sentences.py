"""The log of Papà Paolo: one sentence for each event."""

from typing import Any

from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.state import LAST_COLUMN, PIAZZA_COLUMNS, ROUNDS, Event
from fattorino.games.papa_paolo.words import (
    colour_name,
    deed_name,
    line_name,
    piece_name,
    road_words,
    seat_name,
    slot_name,
    steps_word,
    ticket_words,
    track_name,
    track_words,
)
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import Seat


def sentence(event: Any, viewer: Seat) -> str:
    """A line of the log."""
    kind, seat = Event(int(event[0])), int(event[1])
    a, b, c, d, e = (int(number) for number in event[3:8])
    who = seat_name(seat, viewer)
    if kind == Event.ORDER_NEXT:
        seats = listed([seat_name(each, viewer) for each in (a, b, c, d) if each >= 0], "")
        return _("Order of the next round: {seats}.").format(seats=seats)
    if kind in TABLE:
        return table_words(kind, a, [b, c, d, e])
    if kind == Event.ROUND:
        return _("Round {n} begins. First: {who}.").format(n=a, who=who)
    if kind == Event.DEALT:
        return _("{who}: start tiles {a} and {b} to choose from.").format(who=who, a=a + 1, b=b + 1)
    if kind == Event.CHOSE:
        return _("{who}: start tile chosen.").format(who=who)
    if kind == Event.KEPT:
        return _("{who}: start tile {n}, a {colour} house.").format(
            who=who, n=a + 1, colour=colour_name(t.colour_of(t.START_PIECE + a))
        )
    if kind == Event.PAWN:
        return _("{who}: pawn on {slot}.").format(who=who, slot=slot_name(a))
    if kind == Event.TAKES:
        return _("{who}: the {tile}.").format(who=who, tile=piece_name(a))
    if kind == Event.SPOT:
        return _("{who}: for square {cell}.").format(who=who, cell=t.cell_name(a))
    if kind == Event.LAID:
        return _("{who}: {tile} on {cell}, leading {roads}.").format(
            who=who, tile=piece_name(a), cell=t.cell_name(b), roads=road_words(c)
        )
    if kind == Event.IDLE:
        return _("{who}: nothing with this pawn.").format(who=who)
    if kind == Event.USES:
        return _("{who}: {action}.").format(who=who, action=deed_name(a).lower())
    if kind in DELIVERING:
        return delivery_words(kind, who, a, b, c)
    if kind in AUCTION:
        return auction_words(kind, who, a, b)
    return money_words(kind, who, a, b, c)


TABLE = (Event.ROW, Event.COINS, Event.TICKETS, Event.LARGE, Event.FACE_DOWN, Event.ENDED)
DELIVERING = (
    Event.EXPRESS,
    Event.DELIVERS,
    Event.TOUR,
    Event.WENT,
    Event.DROPPED,
    Event.TOUR_ENDED,
    Event.DELIVERED,
    Event.LEARNED,
)
AUCTION = (
    Event.BID,
    Event.BID2,
    Event.WITHDREW,
    Event.PICKED,
    Event.TICKET,
    Event.DECLINED,
    Event.FIRST_NEXT,
    Event.TURNED,
)


def table_words(kind: Event, a: int, numbers: list[int]) -> str:
    """What is laid out."""
    if kind == Event.ROW:
        tiles = "; ".join(piece_name(tile) for tile in numbers if tile >= 0)
        return _("Row {n}: {tiles}.").format(n=a + 1, tiles=tiles)
    if kind == Event.COINS:
        coins = listed([f"£{lire}" for lire in numbers if lire], _("none"))
        return (
            _("Coins beside the rows: {coins}.") if a == 0 else _("Coins above the columns: {coins}.")
        ).format(coins=coins)
    if kind == Event.TICKETS:
        tiles = listed([ticket_words(a, number) for number in numbers if number >= 0], _("none"))
        return _("Delivery tiles of round {n}: {tiles}.").format(n=a, tiles=tiles)
    if kind == Event.LARGE:
        quarters = listed([_(name) for name in t.LARGE[a]["quarters"]], "")
        return _("Large investment tile, clockwise: {colours}.").format(colours=quarters)
    if kind == Event.FACE_DOWN:
        text = _("The coin of {line} is turned over: who wins it goes first next round.")
        if numbers[0] == ROUNDS:
            text = _("The coin of {line} is turned over; this is the last round, so it is only a coin.")
        return text.format(line=line_name(a))
    return _("The game is over.")


def delivery_words(kind: Event, who: str, a: int, b: int, c: int) -> str:
    """What couriers do."""
    if kind == Event.EXPRESS:
        return _("{who}: £{price} for an express delivery of up to {pizzas} on {tours}.").format(
            who=who,
            price=a,
            pizzas=ngettext("{n} pizza", "{n} pizzas", b),
            tours=ngettext("{n} tour", "{n} tours", c),
        )
    if kind == Event.DELIVERS:
        return _("{who}: a delivery of up to {pizzas} on {tours} of {steps}.").format(
            who=who,
            pizzas=ngettext("{n} pizza", "{n} pizzas", a),
            tours=ngettext("{n} tour", "{n} tours", c),
            steps=steps_word(b),
        )
    if kind == Event.TOUR:
        return _("{who}: a tour from the pizzeria at {cell}.").format(who=who, cell=t.cell_name(a))
    if kind == Event.WENT:
        return _("{who}: on to {cell}.").format(who=who, cell=t.cell_name(a))
    if kind == Event.DROPPED:
        return _("{who}: a pizza for a {colour} house at {cell}.").format(
            who=who, colour=colour_name(t.colour_of(b)), cell=t.cell_name(a)
        )
    if kind == Event.TOUR_ENDED:
        return _("{who}: the tour is over.").format(who=who)
    if kind == Event.DELIVERED:
        return _("{who}: done delivering.").format(who=who)
    return _("{who}: {step}.").format(who=who, step=learned_words(a, b))


def learned_words(colour: int, column: int) -> str:
    """A marker in its new column, and what it gives there; where that is nothing new, when it will be."""
    now = t.track_value(colour, column)
    if now > t.track_value(colour, column - 1):
        return _("{track} to column {column} of {last}, now {gives}").format(
            track=track_name(colour), column=column, last=LAST_COLUMN, gives=track_words(colour, column)
        )
    later = [k for k in range(column, LAST_COLUMN + 1) if t.track_value(colour, k) > now]
    text = _("{track} to column {column} of {last}, still {gives}")
    if later:
        text = _("{track} to column {column} of {last}, still {gives}, more from column {next} on")
    return text.format(
        track=track_name(colour),
        column=column,
        last=LAST_COLUMN,
        gives=track_words(colour, column),
        next=later[0] if later else 0,
    )


def auction_words(kind: Event, who: str, a: int, b: int) -> str:
    """Bids, and what they buy."""
    if kind == Event.BID:
        return _("{who}: a bid of £{price} in column {column}, row {row}.").format(
            who=who, price=b, column=a % PIAZZA_COLUMNS + 1, row=a // PIAZZA_COLUMNS + 1
        )
    if kind == Event.BID2:
        return _("{who}: a bid of £{price}.").format(who=who, price=a)
    if kind == Event.PICKED:
        text = _("{who}: an investment in {colour}.").format(who=who, colour=colour_name(a))
        return text + (" " + _("It costs £{price}.").format(price=b) if b else "")
    if kind == Event.TICKET:
        return _("{who}: delivery tile {tile}.").format(who=who, tile=ticket_words(a, b))
    if kind == Event.TURNED:
        return _("{who}: {colour} faces the other side.").format(who=who, colour=colour_name(a))
    return {
        Event.WITHDREW: _("{who}: out of the auction."),
        Event.DECLINED: _("{who}: no investment."),
        Event.FIRST_NEXT: _("{who}: first in the next round."),
    }[kind].format(who=who)


def money_words(kind: Event, who: str, a: int, b: int, c: int) -> str:
    """Income, purchases, investments used."""
    if kind == Event.SPONSOR:
        return _("{who}: £{n} from a sponsor.").format(who=who, n=a)
    if kind == Event.BOUGHT:
        pizzas = ngettext("{n} pizza", "{n} pizzas", a)
        text = _("{who}: {pizzas} for £{price}").format(who=who, pizzas=pizzas, price=b)
        return text + (_(", {n} free.").format(n=c) if c else ".")
    if kind == Event.STOCKED:
        return _("{who}: a pizza onto the pizzeria at {cell}.").format(who=who, cell=t.cell_name(a))
    if kind == Event.PRICED:
        return _("{who}: a pizzeria for £{price}.").format(who=who, price=a)
    if kind == Event.BUILT:
        return _("{who}: the £{price} pizzeria at {cell}, {pizzas} on it.").format(
            who=who, price=a, cell=t.cell_name(b), pizzas=ngettext("{n} pizza", "{n} pizzas", c)
        )
    if kind == Event.BRIBE:
        return _("{who}: £{n} from {line}.").format(who=who, n=b, line=line_name(a))
    if kind == Event.PAID:
        return _("{who}: £{n} for the bid.").format(who=who, n=a)
    return {
        Event.AS_ACTION: _("{who}: the {colour} investment for an action."),
        Event.AS_EXPERIENCE: _("{who}: the {colour} investment as experience."),
        Event.DISCARDED: _("{who}: the {colour} investment discarded."),
    }[kind].format(who=who, colour=colour_name(a))
