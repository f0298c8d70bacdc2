"""The summary of each turn in one sentence, and highlights; the texts of single events are in events.toml."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fattorino.games.new_york import names, sentences, state as s, tables as t
from fattorino.games.new_york.state import Event
from fattorino.kernel.guide import Moment
from fattorino.kernel.i18n import _, in_a_row, ngettext
from fattorino.kernel.records import EVERYONE, NONE, Seat, read_event

LEFT_OFF = 4  # how an ingredient was covered: not at all
UNSEEN = ""  # a card drawn by somebody else


def starts_turn(event: Any) -> bool:
    """Whether a turn begins with an event."""
    return bool(int(event[0]) == Event.TURN)


# -- a turn in one sentence --------------------------------------------------------------------------------


@dataclass
class Deed:
    """One thing that somebody did, with its cost and result."""

    seat: int
    kind: int
    numbers: tuple[int, ...] = ()  # of its event
    dollars: int = 0  # paid for it
    spent: int = 0  # cards paid for it
    earned: int = 0
    tips: int = 0  # taken; NONE: refused
    tip: str = ""  # its value, for its owner
    things: list[str] = field(
        default_factory=list
    )  # cards taken, ingredients left off, a card that had to go

    def price(self) -> str:
        """Its price, in words."""
        return in_a_row(
            [names.money(self.dollars)] * bool(self.dollars) + [names.cards(self.spent)] * bool(self.spent)
        )


# events that belong to the deed before them, whoever's they are
SMALL = (Event.CHOSE, Event.MOMENT, Event.ASKED, Event.MARKET, Event.SHUFFLED, Event.ORDER_CARD, Event.ADDED)
COUNTED = (Event.TOKEN, Event.STORED, Event.NEW_ORDER, Event.UPGRADED)  # several of these are one deed
PAYING = (Event.BUILT, Event.DELIVERS, Event.INSPECTOR, Event.VICTIM)


def deeds(events: Sequence[Any]) -> list[Deed]:
    """The deeds of a turn, its steps summed up."""
    found: list[Deed] = []
    for event in events:
        kind, seat, a, b, c, d, e = read_event(event)
        last = found[-1] if found else None
        if kind in SMALL or kind == Event.TURN or kind == Event.ACTION:
            continue
        delivery = _under_way(found, seat)
        if kind in (Event.PAID, Event.SPENT):
            deed = _paid_for(found, seat)
            deed.dollars += a if kind == Event.PAID else 0
            deed.spent += kind == Event.SPENT
        elif kind == Event.COVERED:
            if delivery and b == LEFT_OFF:
                delivery.things.append(names.kind_name(a))
        elif kind == Event.EARNED and delivery:
            delivery.earned = a
        elif kind in (Event.TIP, Event.NO_TIP) and delivery and delivery.earned:
            delivery.tips = delivery.tips + 1 if kind == Event.TIP else NONE
        elif kind == Event.TIP_SEEN:
            if tipped := delivery or last:
                tipped.tip = names.money(a)
        elif kind in (Event.TOOK_OPEN, Event.TOOK_DECK):
            taken = _last_of(found, Event.TOOK_OPEN, seat)
            if taken is None or (taken is not last and kind == Event.TOOK_OPEN):
                found.append(taken := Deed(seat, Event.TOOK_OPEN))
            taken.things.append(names.card_name(a) if kind == Event.TOOK_OPEN else UNSEEN)
        elif kind == Event.DREW:
            drawn = _last_of(found, Event.TOOK_OPEN if a < t.N_BLUE else Event.POWER_DRAWN, seat)
            if drawn and UNSEEN in drawn.things:
                drawn.things.remove(UNSEEN)
            if drawn:
                drawn.things.append(names.card_name(a))
        elif kind == Event.LEFT and last and last.kind == Event.PLAYED and last.seat == seat:
            last.things.append(names.power_name(a))
        elif kind == Event.TRANSFERRED and last:
            last.things.append(names.card_name(b))
        elif kind in (Event.TOKEN, Event.STORED) and last and last.kind == kind:
            last.spent += 1
        elif kind == Event.NEW_ORDER and (new := _last_of(found, kind, seat)):
            new.spent += 1
        elif kind == Event.UPGRADED and last and last.kind == kind and last.numbers[:2] == (a, b) == (a, 0):
            last.spent += 1
        else:
            found.append(Deed(seat, kind, (a, b, c, d, e)))
            found[-1].spent = int(kind in COUNTED)
    return found


def _last_of(found: list[Deed], kind: int, seat: int) -> Deed | None:
    """A player's last deed of a kind."""
    return next((deed for deed in reversed(found) if (deed.kind, deed.seat) == (kind, seat)), None)


def _under_way(found: list[Deed], seat: int) -> Deed | None:
    """The delivery that a player is making, up to its reward."""
    for deed in reversed(found):
        if deed.kind in (Event.POWER_DRAWN, Event.WORLD, Event.GOAL, Event.CITY):
            return None
        if (deed.kind, deed.seat) == (Event.DELIVERS, seat):
            return deed
    return None


def _paid_for(found: list[Deed], seat: int) -> Deed:
    """The deed a payment belongs to: a lot, a delivery, a fine; otherwise a deed of its own."""
    last = found[-1] if found else None
    if last and last.kind == Event.DELIVERS and last.earned:
        last = None
    if last and last.seat == seat and last.kind in (*PAYING, Event.PAID):
        return last
    made = Deed(seat, Event.PAID)
    found.append(made)
    return made


def retell(events: Sequence[Any], viewer: Seat) -> str:
    """A turn in one sentence, as a viewer may know it."""
    done = deeds(events)
    first = next((event for event in events if starts_turn(event)), None)
    if first is None:
        return _opening(events, viewer)
    groups: list[tuple[int, list[str]]] = []
    news = []
    for deed in done:
        words = told(deed, viewer)
        if words and deed.seat == NONE:
            news.append(words)
        elif words and groups and groups[-1][0] == deed.seat:
            groups[-1][1].append(words)
        elif words:
            groups.append((deed.seat, [words]))
    parts = [
        _("{who} {deeds}").format(
            who=_("you") if n and seat == viewer else names.seat_name(seat, viewer), deeds=in_a_row(words)
        )
        for n, (seat, words) in enumerate(groups)
    ] + news
    if not parts:
        return _begun(events, int(first[1]), viewer)
    return _("{story}.").format(story="; ".join(parts))


def _begun(events: Sequence[Any], seat: Seat, viewer: Seat) -> str:
    """A turn in which only an action has been chosen so far."""
    chosen = [int(event[3]) for event in events if int(event[0]) == Event.ACTION]
    if not chosen:
        text = _("It is your turn.") if seat == viewer else _("It is {who}'s turn.")
    elif seat == viewer:
        text = [_("You go to market."), _("You build or upgrade."), _("You deliver a pizza.")][chosen[-1]]
    else:
        text = [
            _("{who} goes to market."),
            _("{who} builds or upgrades."),
            _("{who} delivers a pizza."),
        ][chosen[-1]]
    return text.format(who=names.seat_name(seat, viewer))


def _opening(events: Sequence[Any], viewer: Seat) -> str:
    """What comes before the first turn."""
    kept = [int(event[3]) for event in events if int(event[0]) == Event.KEPT and int(event[1]) == viewer]
    new = any(int(event[0]) == Event.NEW_ORDER for event in events)
    if kept:
        text = _("You kept {power}, and the first orders came in.") if new else _("You kept {power}.")
        return text.format(power=names.power_name(kept[0]))
    return _("The first orders came in.") if new else _("Everybody chooses one of two Power Cards to keep.")


def told(deed: Deed, viewer: Seat) -> str:
    """A deed without its subject: "built a pizzeria in Harlem for $4"; "" for one left to the full log."""
    if deed.kind in _WORDS:
        return _WORDS[deed.kind](deed, viewer)
    return sentences.told([deed.kind, deed.seat, EVERYONE, *deed.numbers], viewer, "story")


def _built(deed: Deed, viewer: Seat) -> str:
    lot, _card, large = deed.numbers[:3]
    place = names.lot_in_words(large, lot)
    if not deed.price():
        return _("built a pizzeria on {lot}").format(lot=place)
    return _("built a pizzeria on {lot} for {price}").format(lot=place, price=deed.price())


def _upgraded(deed: Deed, viewer: Seat) -> str:
    village, mode, card = deed.numbers[:3]
    text = [
        _("added a disk in {village}") if deed.spent < 2 else _("added {n} disks in {village}"),
        _("added {kind} in {village}"),
        _("put {kind} on top in {village}"),
    ][mode]
    kind = names.kind_name(t.kind_of(card))
    return text.format(n=deed.spent, village=names.village_name(village), kind=kind)


def _delivered(deed: Deed, viewer: Seat) -> str:
    slot, village, zone, _route, owner = deed.numbers
    start = names.village_name(village)
    if owner != deed.seat:
        text = _("your {village}") if owner == viewer else _("{village} of {who}")
        start = text.format(village=start, who=names.seat_name(owner, viewer))
    facts = {
        "number": slot + 1,
        "start": start,
        "zone": names.village_name(zone),
        "cards": names.cards(deed.spent),
    }
    if not deed.earned:
        return _("set out with order {number} from {start} to {zone}").format(**facts)
    gains = [names.money(deed.earned)]
    if deed.tips > 0:
        gains.append(ngettext("a tip", "{n} tips", deed.tips))
    if deed.tip:
        gains[-1] = _("a tip ({money}, secret until the end)").format(money=deed.tip)
    text = _("delivered order {number} from {start} to {zone} with {cards} for {gains}")
    if not deed.spent:
        text = _("delivered order {number} from {start} to {zone} for {gains}")
    words = text.format(gains=in_a_row(gains), **facts)
    if deed.things:
        return words + _(" (no tip: {kinds} left off)").format(kinds=in_a_row(deed.things))
    return words + (_(" (no tip)") if deed.tips == NONE else "")


def _played(deed: Deed, viewer: Seat) -> str:
    power = names.power_name(deed.numbers[0])
    if deed.things:
        return _("played {power} in place of {other}").format(power=power, other=deed.things[0])
    return _("played {power}").format(power=power)


def _drew_power(deed: Deed, viewer: Seat) -> str:
    return (
        _("drew the Power Card {power}").format(power=deed.things[0])
        if deed.things
        else _("drew a Power Card")
    )


def _gave(deed: Deed, viewer: Seat) -> str:
    what, other = deed.things[0] if deed.things else _("a card"), deed.numbers[0]
    text = _("gave you {card}") if other == viewer else _("gave {card} to {other}")
    return text.format(card=what, other=names.seat_name(other, viewer))


def _chose(deed: Deed, viewer: Seat) -> str:
    other = deed.numbers[0]
    if not deed.price():
        text = _("chose you") if other == viewer else _("chose {other}")
    else:
        text = (
            _("chose you, and you paid {price}") if other == viewer else _("chose {other}, who paid {price}")
        )
    return text.format(other=names.seat_name(other, viewer), price=deed.price())


def _swapped(deed: Deed, viewer: Seat) -> str:
    slot, _place, card, old, where = deed.numbers
    text = _("changed order {number} to ask for {card} in place of {old}")
    if where == s.TO_ORDER:
        text = _("changed order {number} to ask for {card}")
    return text.format(number=slot + 1, card=names.card_name(card), old=names.card_name(old))


def _unseen(count: int) -> list[str]:
    return [ngettext("{n} card from the deck", "{n} cards from the deck", count)] if count else []


def _met_inspector(deed: Deed, viewer: Seat) -> str:
    words = _("met Health Inspector number {n}").format(n=deed.numbers[0])
    return words + (_(" and paid {price}").format(price=deed.price()) if deed.price() else "")


def _new_orders(deed: Deed, viewer: Seat) -> str:
    if deed.spent < 2:
        return _("a new order {number} came in").format(number=deed.numbers[0] + 1)
    return ngettext("{n} new order came in", "{n} new orders came in", deed.spent)


_WORDS: dict[int, Callable[[Deed, Seat], str]] = {  # of deeds that are more than one event
    Event.BUILT: _built,
    Event.UPGRADED: _upgraded,
    Event.DELIVERS: _delivered,
    Event.PLAYED: _played,
    Event.POWER_DRAWN: _drew_power,
    Event.TRANSFER: _gave,
    Event.SWAPPED: _swapped,
    Event.VICTIM: _chose,
    Event.INSPECTOR: _met_inspector,
    Event.NEW_ORDER: _new_orders,
    Event.STORED: lambda deed, viewer: _("stored {cards}").format(cards=names.cards(deed.spent)),
    Event.PAID: lambda deed, viewer: (_("paid {price}") if deed.dollars else _("discarded {price}")).format(
        price=deed.price()
    ),
    Event.TOOK_OPEN: lambda deed, viewer: _("took {cards}").format(
        cards=in_a_row([*filter(None, deed.things), *_unseen(deed.things.count(UNSEEN))])
    ),
    Event.TOKEN: lambda deed, viewer: ngettext("reserved {n} lot", "reserved {n} lots", deed.spent),
    Event.TIP: lambda deed, viewer: (
        _("took a tip ({money}, secret until the end)").format(money=deed.tip)
        if deed.tip
        else _("took a tip")
    ),
}


# -- highlights ------------------------------------------------------------------------------------------


def moment(event: Any, viewer: Seat) -> Moment | None:
    """A highlight, if the event is one."""
    kind, shown = int(event[0]), int(event[3])
    words = sentences.told(event, viewer, "moment")
    if not words:
        return None
    if kind == Event.INSPECTOR and shown == t.INSPECTORS:
        words = _("Health Inspector {n} of {all}: the game ends.").format(n=shown, all=t.INSPECTORS)
    return Moment(words, sentences.HEADS[kind]["symbol"], *sentences.places(event, viewer))
