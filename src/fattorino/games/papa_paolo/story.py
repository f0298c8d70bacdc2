"""The summary of each turn in one sentence; highlights, and the things on the board that events are about."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from fattorino.games.papa_paolo import names, state as s
from fattorino.games.papa_paolo.sentences import Texts, facts
from fattorino.games.papa_paolo.state import Event
from fattorino.kernel.guide import Moment
from fattorino.kernel.i18n import _, listed
from fattorino.kernel.records import Seat, read_event

Rows = dict[Event, list[tuple[int, list[int]]]]  # seat and numbers of the events of each kind

STARTS = (
    Event.CHOSE, Event.PAWN, Event.BID, Event.BID2, Event.WITHDREW, Event.PAID, Event.DECLINED,
    Event.AS_ACTION, Event.AS_EXPERIENCE, Event.DISCARDED, Event.DELIVERS, Event.ENDED,
)  # fmt: skip


def starts_turn(event: Any) -> bool:
    """Whether an event begins a turn: a pawn, bid, investment or delivery, the first coin, a new round."""
    kind, _seat, a, b, *_rest = read_event(event)
    if kind in (Event.ROW, Event.BRIBE):
        return a == 0  # the first of them
    if kind == Event.PICKED:
        return b > 0  # bought; otherwise the payment of the bid began the turn
    return kind in STARTS


# -- a turn in one sentence ------------------------------------------------------------------------------


def retell(events: Sequence[Any], viewer: Seat) -> str:
    """A turn in one sentence, its steps summed up."""
    rows: Rows = defaultdict(list)
    for event in events:
        kind, seat, *numbers = read_event(event)
        rows[Event(kind)].append((seat, numbers))
    used = [*deeds(rows, viewer), *delivery(rows, viewer), *track_steps(rows, viewer)]
    parts = [*told(rows, viewer, LAID_OUT), *coins(rows, viewer), *used, *auction(rows, viewer)]
    return sentences(parts, viewer)


def sentences(parts: list[str], viewer: Seat) -> str:
    """The parts of a turn joined; a new sentence begins when somebody else acts."""
    people = [names.inside_name(seat, viewer) for seat in range(s.MAX_SEATS)]
    told, last = "", ""
    for part in parts:
        who = next((name for name in people if part.startswith(f"{name} ")), last)
        if told:
            told += "; " if who == last else ". "
        told += part if told.endswith("; ") else names.capital(part)
        last = who
    return told + "." if told else ""


def known_of(kind: Event, seat: Seat, numbers: list[int], viewer: Seat) -> dict[str, Any]:
    """Everything a part of a sentence can mention about an event, by name."""
    return facts(kind, seat, numbers, viewer) | {"who": names.inside_name(seat, viewer)}


def told(rows: Rows, viewer: Seat, texts: Texts) -> list[str]:
    """The events that have a text, in the order of the texts."""
    return [
        text(numbers).format(**known_of(kind, seat, numbers, viewer))
        for kind, text in texts.items()
        for seat, numbers in rows[kind]
    ]


LAID_OUT: Texts = {
    Event.DEALT: lambda n: _("{who} may keep start tile {start} or {other_start}"),
    Event.CHOSE: lambda n: _("{who} chose a start tile"),
    Event.KEPT: lambda n: _("{who} began with start tile {start} ({colour} house)"),
    Event.ROUND: lambda n: _("round {n} of {rounds} begins with {who}"),
    Event.ENDED: lambda n: _("The game is over"),
}


def coins(rows: Rows, viewer: Seat) -> list[str]:
    """Who won which coins for most pawns in rows and columns."""
    taken: dict[int, int] = defaultdict(int)
    for seat, (_line, lire, *_rest) in rows[Event.BRIBE]:
        taken[seat] += lire
    shares = [
        _("{who} £{n}").format(who=names.inside_name(seat, viewer), n=lire)
        for seat, lire in sorted(taken.items())
    ]
    text = _("The coins went to whoever had most pawns in a row or column: {shares}")
    return [text.format(shares=listed(shares, ""))] if shares else []


AUCTION: Texts = {
    Event.BID: lambda n: _("{who} bid £{price} for the delivery tile of column {column} (row {row})"),
    Event.BID2: lambda n: _("{who} bid £{price}"),
    Event.WITHDREW: lambda n: _("{who} left the auction"),
    Event.PAID: lambda n: _("{who} paid £{price} for the bid"),
    Event.PICKED: lambda n: (
        _("{who} bought the {colour} investment for £{price}")
        if n[1]
        else _("{who} chose the {colour} investment")
    ),
    Event.TURNED: lambda n: _("{who} left {colour} to the other player, too"),
    Event.TICKET: lambda n: _("{who} took delivery tile {tile}"),
    Event.DECLINED: lambda n: _("{who} took no investment"),
    Event.FIRST_NEXT: lambda n: _("first in the next round: {who}"),
    Event.ORDER_NEXT: lambda n: _("order of the next round: {seats}"),
}


def auction(rows: Rows, viewer: Seat) -> list[str]:
    """Bids, their payment, and what they brought."""
    bought = (Event.TICKET, Event.PICKED, Event.PAID)
    if all(len(rows[kind]) == 1 for kind in bought):
        known: dict[str, Any] = {}
        for kind in bought:
            known |= known_of(kind, *rows[kind][0], viewer)
        text = _(
            "{who} paid the bid of £{price}, chose the {colour} investment and took delivery tile {tile}"
        )
        return [text.format(**known)]
    return told(rows, viewer, AUCTION)


INVESTED: Texts = {
    Event.AS_EXPERIENCE: lambda n: _("{who} used the {colour} investment for a step"),
    Event.DISCARDED: lambda n: _("{who} discarded the {colour} investment"),
}


def deeds(rows: Rows, viewer: Seat) -> list[str]:
    """What a pawn or an investment was used for."""
    for kind, alone, after in (
        (Event.AS_ACTION, _("{who} used the {colour} investment"), _("{deed} ({colour} investment)")),
        (Event.PAWN, _("{who} placed a pawn on {slot}"), _("{deed} (pawn on {slot})")),
    ):
        for seat, numbers in rows[kind]:
            done = deed(rows, viewer)
            return [(after if done else alone).format(deed=done, **known_of(kind, seat, numbers, viewer))]
    return told(rows, viewer, INVESTED)


DEEDS: Texts = {
    Event.LAID: lambda n: _("{who} laid the {tile} on {cell}"),
    Event.TAKES: lambda n: _("{who} took the {tile}"),
    Event.SPONSOR: lambda n: _("{who} found a sponsor and took £{n}"),
    Event.BOUGHT: lambda n: (
        _("{who} bought {pizzas} for £{price} and got {n} free")
        if n[2]
        else _("{who} bought {pizzas} for £{price}")
    ),
    Event.EXPRESS: lambda n: _("{who} paid £{price} for an express delivery"),
    Event.BUILT: lambda n: _("{who} built a pizzeria on {cell} for £{price}, with {pizzas} in it"),
    Event.PRICED: lambda n: _("{who} paid £{price} for a pizzeria"),
    Event.IDLE: lambda n: _("{who} did nothing"),
}


def deed(rows: Rows, viewer: Seat) -> str:
    """A tile taken, or one of the four actions; '' if nothing was decided yet."""
    for kind in DEEDS:
        for seat, numbers in rows[kind]:
            known, served = known_of(kind, seat, numbers, viewer), len(rows[Event.DROPPED])
            if kind == Event.EXPRESS and served:
                text = _("{who} paid £{price} for an express delivery and served {houses}")
                return text.format(**known | {"houses": names.houses_word(served)})
            return DEEDS[kind](numbers).format(**known)
    return ""


def delivery(rows: Rows, viewer: Seat) -> list[str]:
    """What the couriers delivered."""
    text = _("{who} may deliver {pizzas} on {tours} of {steps}")
    known: dict[str, str] = {}
    if rows[Event.DROPPED]:
        text = _("{who} served {houses} on {tours} (the delivery tile allows {pizzas})")
        known["houses"] = names.houses_word(len(rows[Event.DROPPED]))
        known["tours"] = names.tours_word(len(rows[Event.TOUR]))
    elif rows[Event.DELIVERED]:
        text = _("{who} delivered nothing")
    return [
        text.format(**known_of(Event.DELIVERS, seat, numbers, viewer) | known)
        for seat, numbers in rows[Event.DELIVERS]
    ]


def track_steps(rows: Rows, viewer: Seat) -> list[str]:
    """Markers that moved for an investment or for completed tiles; at the end of a round, everybody's."""
    steps: dict[int, list[str]] = defaultdict(list)
    for seat, (colour, column, *_rest) in rows[Event.LEARNED]:
        steps[seat].append(names.learned_words(colour, column))
    text = "{steps}" if rows[Event.AS_EXPERIENCE] else _("{who} moved on for whole tiles served: {steps}")
    return [
        text.format(who=names.inside_name(seat, viewer), steps="; ".join(moved))
        for seat, moved in steps.items()
    ]


# -- highlights, and targets -----------------------------------------------------------------------------


def moment(event: Any, viewer: Seat) -> Moment | None:
    """A highlight: the viewer's own delivery, track step, coin or pizzeria; the end. Spectators see all."""
    kind, seat, a, b, *_rest = read_event(event)
    if kind == Event.ENDED:
        return Moment(_("The game is over: most points win."), "trophy")
    if viewer not in (seat, -1):
        return None
    where = (*places(event, viewer), "")[0]
    who = names.seat_name(seat, viewer)
    if kind == Event.DROPPED:
        return Moment(
            _("{who}: +1 point for the house, +1 for one less left over").format(who=who), "pizza", where
        )
    if kind == Event.LEARNED:
        return Moment(_("{who}: {step}").format(who=who, step=names.learned_words(a, b)), "trophy", where)
    if kind == Event.BRIBE:
        return Moment(_("{who}: +£{n} for most pawns").format(who=who, n=b), "coin", where)
    if kind == Event.BUILT:
        return Moment(_("{who}: a new pizzeria!").format(who=who), "building", where)
    return None


def places(event: Any, viewer: Seat) -> list[str]:
    """The targets on the board of an event: squares, slots, lines, bids, tiles on offer, or the player."""
    kind, seat, a, b, *rest = read_event(event)
    if kind in (Event.STOCKED, Event.SPOT, Event.TOUR, Event.WENT, Event.DROPPED):
        return [f"at{seat}-{a}"]
    if kind in (Event.LAID, Event.BUILT):
        return [f"at{seat}-{b}"]
    if kind in (Event.PICKED, Event.TURNED, Event.AS_ACTION, Event.AS_EXPERIENCE, Event.DISCARDED):
        return [f"colour-{s.COLOURS[a]}"]
    if kind == Event.ROW:
        return [f"slot-{s.SLOTS_WIDE * a + k}" for k, tile in enumerate([b, *rest]) if tile >= 0]
    if kind == Event.COINS:
        return [f"line{s.SLOTS_WIDE * a + k}" for k, lire in enumerate([b, *rest]) if lire]
    single: dict[int, str] = {
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
