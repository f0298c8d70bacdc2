"""The log of Papà Paolo: what the numbers of an event mean, and one sentence for each event."""

from collections.abc import Callable
from typing import Any

from fattorino.games.papa_paolo import names, state as s, tables as t
from fattorino.games.papa_paolo.state import Event
from fattorino.kernel.i18n import _, listed
from fattorino.kernel.records import Seat, read_event

Texts = dict[Event, Callable[[list[int]], str]]  # a text about the events of a kind, from their numbers
NUMBERS = {  # the names of an event's numbers in texts
    Event.ROUND: "n rounds",
    Event.TICKETS: "n",
    Event.DEALT: "start other_start",
    Event.KEPT: "start",
    Event.PAWN: "slot",
    Event.TAKES: "tile",
    Event.SPOT: "cell",
    Event.LAID: "tile cell roads",
    Event.USES: "action",
    Event.SPONSOR: "n",
    Event.BOUGHT: "pizzas price n",
    Event.STOCKED: "cell",
    Event.PRICED: "price",
    Event.BUILT: "price cell pizzas",
    Event.EXPRESS: "price pizzas tours",
    Event.DELIVERS: "pizzas steps tours",
    Event.TOUR: "cell",
    Event.WENT: "cell",
    Event.DROPPED: "cell house",
    Event.BRIBE: "line n",
    Event.FACE_DOWN: "line n rounds",
    Event.BID: "bid price",
    Event.BID2: "price",
    Event.PAID: "price",
    Event.PICKED: "colour price",
    Event.TURNED: "colour",
    Event.AS_ACTION: "colour",
    Event.AS_EXPERIENCE: "colour",
    Event.DISCARDED: "colour",
}
WORDS: dict[str, Callable[[int], Any]] = {  # how numbers of these names are written, if not as digits
    "start": lambda number: number + 1,
    "other_start": lambda number: number + 1,
    "slot": names.slot_name,
    "tile": names.piece_name,
    "cell": t.cell_name,
    "roads": names.road_words,
    "action": lambda deed: names.deed_name(deed).lower(),
    "pizzas": names.pizzas_word,
    "tours": names.tours_word,
    "steps": names.steps_word,
    "house": lambda piece: names.colour_name(t.colour_of(piece)),
    "line": names.line_name,
    "colour": names.colour_name,
}


def facts(kind: Event, seat: Seat, numbers: list[int], viewer: Seat) -> dict[str, Any]:
    """Everything a text about an event can mention, by name."""
    found: dict[str, Any] = {"who": names.seat_name(seat, viewer)}
    for name, number in zip(NUMBERS.get(kind, "").split(), numbers, strict=False):
        found[name] = WORDS[name](number) if name in WORDS else number
    a, b, *more = numbers
    rest = [number for number in (b, *more) if number >= 0]
    if kind == Event.ROW:
        found |= {"n": a + 1, "tiles": "; ".join(map(names.piece_name, rest))}
    if kind == Event.COINS:
        found["coins"] = listed([f"£{lire}" for lire in rest if lire], _("none"))
    if kind == Event.TICKETS:
        found["tiles"] = listed([names.ticket_words(a, number) for number in rest], _("none"))
    if kind == Event.LARGE:
        found["colours"] = listed([_(name) for name in t.LARGE[a]["quarters"]], "")
    if kind == Event.KEPT:
        found["colour"] = names.colour_name(t.colour_of(t.START_PIECE + a))
    if kind == Event.BID:
        found |= {"column": a % s.PIAZZA_COLUMNS + 1, "row": a // s.PIAZZA_COLUMNS + 1}
    if kind == Event.TICKET:
        found["tile"] = names.ticket_words(a, b)
    if kind == Event.LEARNED:
        found["step"] = names.learned_words(a, b)
    if kind == Event.ORDER_NEXT:
        found["seats"] = listed([names.inside_name(each, viewer) for each in numbers[:4] if each >= 0], "")
    return found


def sentence(event: Any, viewer: Seat) -> str:
    """A line of the log."""
    number, seat, *numbers = read_event(event)
    kind = Event(number)
    return SENTENCES[kind](numbers).format(**facts(kind, seat, numbers, viewer))


SENTENCES: Texts = {
    Event.ROUND: lambda n: _("Round {n} begins. First: {who}."),
    Event.ROW: lambda n: _("Row {n}: {tiles}."),
    Event.COINS: lambda n: (
        _("Coins above the columns: {coins}.") if n[0] else _("Coins beside the rows: {coins}.")
    ),
    Event.TICKETS: lambda n: _("Delivery tiles of round {n}: {tiles}."),
    Event.LARGE: lambda n: _("Large investment tile, clockwise: {colours}."),
    Event.FACE_DOWN: lambda n: (
        _("The coin of {line} is turned over; this is the last round, so it is only a coin.")
        if n[1] == n[2]
        else _("The coin of {line} is turned over: who wins it goes first next round.")
    ),
    Event.DEALT: lambda n: _("{who}: start tiles {start} and {other_start} to choose from."),
    Event.CHOSE: lambda n: _("{who}: start tile chosen."),
    Event.KEPT: lambda n: _("{who}: start tile {start}, a {colour} house."),
    Event.PAWN: lambda n: _("{who}: pawn on {slot}."),
    Event.LAID: lambda n: _("{who}: {tile} on {cell}, leading {roads}."),
    Event.IDLE: lambda n: _("{who}: nothing with this pawn."),
    Event.SPONSOR: lambda n: _("{who}: £{n} from a sponsor."),
    Event.BOUGHT: lambda n: (
        _("{who}: {pizzas} for £{price}, {n} free.") if n[2] else _("{who}: {pizzas} for £{price}.")
    ),
    Event.STOCKED: lambda n: _("{who}: a pizza onto the pizzeria at {cell}."),
    Event.EXPRESS: lambda n: _("{who}: £{price} for an express delivery of up to {pizzas} on {tours}."),
    Event.BUILT: lambda n: _("{who}: the £{price} pizzeria at {cell}, {pizzas} on it."),
    Event.TOUR: lambda n: _("{who}: a tour from the pizzeria at {cell}."),
    Event.WENT: lambda n: _("{who}: on to {cell}."),
    Event.DROPPED: lambda n: _("{who}: a pizza for a {house} house at {cell}."),
    Event.TOUR_ENDED: lambda n: _("{who}: the tour is over."),
    Event.DELIVERED: lambda n: _("{who}: done delivering."),
    Event.LEARNED: lambda n: _("{who}: {step}."),
    Event.BRIBE: lambda n: _("{who}: £{n} from {line}."),
    Event.BID: lambda n: _("{who}: a bid of £{price} in column {column}, row {row}."),
    Event.BID2: lambda n: _("{who}: a bid of £{price}."),
    Event.WITHDREW: lambda n: _("{who}: out of the auction."),
    Event.PAID: lambda n: _("{who}: £{price} for the bid."),
    Event.PICKED: lambda n: (
        _("{who}: an investment in {colour}. It costs £{price}.")
        if n[1]
        else _("{who}: an investment in {colour}.")
    ),
    Event.TICKET: lambda n: _("{who}: delivery tile {tile}."),
    Event.DECLINED: lambda n: _("{who}: no investment."),
    Event.FIRST_NEXT: lambda n: _("{who}: first in the next round."),
    Event.TURNED: lambda n: _("{who}: {colour} faces the other side."),
    Event.AS_ACTION: lambda n: _("{who}: the {colour} investment for an action."),
    Event.AS_EXPERIENCE: lambda n: _("{who}: the {colour} investment as experience."),
    Event.DISCARDED: lambda n: _("{who}: the {colour} investment discarded."),
    Event.DELIVERS: lambda n: _("{who}: a delivery of up to {pizzas} on {tours} of {steps}."),
    Event.ENDED: lambda n: _("The game is over."),
    Event.PRICED: lambda n: _("{who}: a pizzeria for £{price}."),
    Event.USES: lambda n: _("{who}: {action}."),
    Event.TAKES: lambda n: _("{who}: the {tile}."),
    Event.SPOT: lambda n: _("{who}: for square {cell}."),
    Event.ORDER_NEXT: lambda n: _("Order of the next round: {seats}."),
}
