"""The summary of each turn in one sentence; highlights, and the things on the board that events are about."""

from collections.abc import Sequence
from typing import Any

from fattorino.games.pizza_city import state as s, words as w
from fattorino.kernel.guide import Moment
from fattorino.kernel.i18n import _, in_a_row, ngettext
from fattorino.kernel.records import Seat, read_event


def kind_of(event: Any) -> s.Event:
    """What kind of event it is."""
    return s.Event(int(event[0]))


def starts_turn(event: Any) -> bool:
    """Whether a turn begins with an event."""
    return kind_of(event) == s.Event.TURN


def retell(events: Sequence[Any], viewer: Seat) -> str:
    """A turn in one sentence; what came before the first turn is the deal."""
    if not events or not starts_turn(events[0]):
        held = [card_drawn(event) for event in events if kind_of(event) == s.Event.GOT]
        if held:
            return _("The cards are dealt. You hold: {cards}.").format(cards=", ".join(held))
        return _("The cards are dealt.")
    _kind, seat, *_rest, chair = read_event(events[0])
    mine = seat == viewer
    who = _("You") if mine else w.chair_name(chair)
    deeds = [*laid(events), *ridden(events), *drawn(events)]
    if not deeds:
        return _("It is your turn.") if mine else _("{who} is on turn.").format(who=who)
    clauses = [_("{who} {deeds}").format(who=who, deeds=in_a_row(deeds)), *afterwards(events, viewer)]
    return "; ".join(clauses) + "."


def laid(events: Sequence[Any]) -> list[str]:
    """What a City did in its turn."""
    if any(kind_of(event) == s.Event.IDLE for event in events):
        return [_("had no card to lay")]
    cards = [
        _("from {road} ({shows})").format(road=w.segment_name(b), shows=w.placement(a, b, brief=True))
        for kind, _seat, a, b, *_rest in map(read_event, events)
        if kind == s.Event.LAID
    ]
    if not cards:
        return [_("chose a City card to lay")] if any(kind_of(e) == s.Event.CHOSE for e in events) else []
    text = _("laid a card {roads}") if len(cards) == 1 else _("laid cards {roads}")
    return [text.format(roads=in_a_row(cards))]


def ridden(events: Sequence[Any]) -> list[str]:
    """What a Bike did in its turn: each move, each card put down or used, each pizza."""
    deeds: list[str] = []
    way: list[str] = []  # of the current move, turn by turn
    held = card = ""
    for n, event in enumerate(events):
        kind, _seat, a, b, *_rest = read_event(event)
        if kind == s.Event.PLAYED_MOVE:
            card = _("played {card}").format(card=w.move_name(a))
        elif kind == s.Event.PLAYED_FLAIR:
            deeds.append(_("put {flair} on the table").format(flair=w.flair_name(a)))
        elif kind == s.Event.USED and a == s.Flair.STYLE:
            deeds.append(_("used {flair}").format(flair=w.flair_name(a)))
        elif kind == s.Event.USED and a != s.Flair.TICKET:
            way.append(_("used {flair}").format(flair=w.flair_name(a)))
        elif kind == s.Event.STEPPED:
            leg = _("rode {direction}").format(direction=w.direction_name(b))
            way += [] if leg in way[-1:] else [leg]
        elif kind == s.Event.RODE_SUBWAY:
            way.append(_("took the subway"))
        elif kind == s.Event.SIGNED and not is_nonstop(events[n + 1 : n + 2]):
            held = _("{way} to {corner}, held by a stop sign")
        elif kind == s.Event.BUMPED:
            held = _("{way} to {corner}, short of the other bike")
        elif kind == s.Event.ENDED_MOVE:
            text = held or _("{way} to {corner}")
            deeds.append(text.format(way=", ".join(way), corner=s.corner_name(a)))
            way, held, card = [], "", ""
        elif kind == s.Event.STOOD:
            card = ""
            deeds.append(_("spent a Move card without leaving {corner}").format(corner=s.corner_name(a)))
        elif kind == s.Event.DELIVERED:
            pizza = _("delivered the pizza on {corner} ({score} so far)")
            (way if way else deeds).append(pizza.format(corner=s.corner_name(a), score=b))
    return deeds + (way or ([card] if card else []))  # the current move


def is_nonstop(events: Sequence[Any]) -> bool:
    """Whether the next action is to pass a stop sign."""
    return any(read_event(event)[2] == s.Flair.NONSTOP for event in events if kind_of(event) == s.Event.USED)


def drawn(events: Sequence[Any]) -> list[str]:
    """What was drawn at the end of a turn: the cards, for their owner; otherwise a number, if unusual."""
    cards = [card_drawn(event) for event in events if kind_of(event) == s.Event.GOT]
    if cards:
        return [_("drew {cards}").format(cards=in_a_row(cards))]
    for kind, _seat, n, bike, *_rest in map(read_event, events):
        if kind == s.Event.DREW and n != (s.BIKE_DRAWS if bike else s.CITY_DRAWS):
            return [ngettext("drew {n} card", "drew {n} cards", n) if n else _("drew no card")]
    return []


def card_drawn(event: Any) -> str:
    """The name of a drawn card, for the seat that drew it."""
    _kind, _seat, card, bike, *_rest = read_event(event)
    if bike:
        return w.card_name(card)
    road, shows = w.face_lines(card)
    return _("{road} ({shows})").format(road=road, shows=shows)


def afterwards(events: Sequence[Any], viewer: Seat) -> list[str]:
    """What followed a turn before the next began: new tokens, a new deck, the end."""
    told = []
    for kind, seat, a, _b, _c, _d, chair in map(read_event, events):
        if kind == s.Event.DROPPED:
            text = _("you put a new drop-off token on {corner}")
            if seat != viewer:
                text = _("{who} put a new drop-off token on {corner}")
            told.append(text.format(who=w.chair_name(chair), corner=s.corner_name(a)))
        elif kind == s.Event.SHUFFLED:
            told.append(_("the Bike discard pile was shuffled into a new deck"))
        elif kind == s.Event.WON:
            told.append(_("{team} won").format(team=w.team_name(a)))
        elif kind == s.Event.TIED:
            told.append(_("the last round is over: a draw"))
    return told


def moment(event: Any, viewer: Seat) -> Moment | None:
    """A delivery, and the end."""
    kind, seat, a, b, _c, _d, chair = read_event(event)
    if kind == s.Event.DELIVERED:
        if seat == viewer:
            text = _("You deliver the pizza on {corner}: {score} for {team}!")
        else:
            text = _("{who} delivers the pizza on {corner}: {score} for {team}!")
        who, team = w.chair_name(chair), w.team_name(s.team_of(chair))
        words = text.format(who=who, corner=s.corner_name(a), score=b, team=team)
        return Moment(words, "pizza", f"corner-{a}")
    if kind == s.Event.WON:
        return Moment(_("{team} wins!").format(team=w.team_name(a)), "trophy", f"bike{a}")
    if kind == s.Event.TIED:
        return Moment(_("The last round is over: a draw."), "calendar")
    return None


ON_A_CORNER = (
    s.Event.STEPPED, s.Event.RODE_SUBWAY, s.Event.SIGNED, s.Event.ENDED_MOVE, s.Event.BUMPED, s.Event.STOOD,
    s.Event.DELIVERED, s.Event.DROPPED,
)  # fmt: skip


def places(event: Any, viewer: Seat) -> list[str]:
    """What an event is about: a road with its corners, a corner, a card, a bike."""
    kind, _seat, a, b, _c, _d, chair = read_event(event)
    team = s.team_of(chair)
    if kind == s.Event.LAID:
        return [f"road-{b // 2}", f"corner-{s.lies(b, s.TAIL)}", f"corner-{s.lies(b, s.HEAD)}"]
    if kind in ON_A_CORNER:
        return [f"corner-{a}"]
    if kind in (s.Event.PLAYED_FLAIR, s.Event.USED):
        return [f"table-{team}-{a}"]
    if kind in (s.Event.PLAYED_MOVE, s.Event.HEADED):
        return [f"bike{team}"]
    if kind == s.Event.WON:
        return [f"bike{a}"]
    return []
