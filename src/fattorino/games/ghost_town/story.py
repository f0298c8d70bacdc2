"""The summary of each turn in one sentence; highlights, and the things on the board that events are about."""

from collections.abc import Sequence
from typing import Any

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.sentences import near_words
from fattorino.games.ghost_town.words import (
    action_name,
    card_name,
    direction_name,
    icon_name,
    place_name,
    seat_name,
)
from fattorino.kernel.guide import Moment
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat, read_event

Told = tuple[int, int, int, int, int]  # an event: kind, seat, three numbers


def starts_turn(event: Any) -> bool:
    """An announced action begins a turn; the action after Back-to-Start does not."""
    return bool(event[0] == s.Event.ANNOUNCED and event[4] == 0)


def retell(events: Sequence[Any], viewer: Seat) -> str:
    """The turn of a deliverer, or the building of the town, in one sentence."""
    told = [read_event(event)[:5] for event in events]
    announced = [a for kind, _seat, a, _b, _c in told if kind == s.Event.ANNOUNCED]
    if not announced:
        return retell_building(told)
    clauses = [words for step in told if (words := clause(step, viewer))]
    if any(kind == s.Event.REPORTED and a == s.Report.BARRIER_USED for kind, _seat, a, _b, _c in told):
        clauses.remove(_("nothing was there"))
    head = did(announced, seat_name(told[0][1], viewer))
    if not clauses:
        return _("{did}.").format(did=head)
    return _("{did}: {clauses}.").format(did=head, clauses="; ".join(clauses))


def retell_building(told: Sequence[Told]) -> str:
    """How far the town is built."""
    tiles = ngettext(
        "The game master laid {n} tile.",
        "The game master laid {n} tiles.",
        sum(kind in (s.Event.PLACED, s.Event.PLACED_UNSEEN) for kind, *_rest in told),
    )
    if not any(kind == s.Event.REBUILD for kind, *_rest in told):
        return tiles
    return _("{tiles} No square was left for a tile, and building started again.").format(tiles=tiles)


def did(announced: list[int], who: str) -> str:
    """The announced action; after Back-to-Start also the second one."""
    action = announced[-1]
    back = announced[0] == s.BACK_TO_START
    if action == NONE:
        return _("{who} began").format(who=who)
    if action == s.BACK_TO_START:
        return _("{who} flew back to the start").format(who=who)
    if action >= s.HOP_STEP:
        return _("{who} played {card}").format(who=who, card=action_name(action))
    if action < s.ATTACK:
        words = _("{who} went {direction}")
        if back:
            words = _("{who} flew back to the start and went {direction}")
    else:
        words = _("{who} attacked {direction}")
        if back:
            words = _("{who} flew back to the start and attacked {direction}")
    return words.format(who=who, direction=direction_name(action % s.STRAIGHT))


def clause(step: Told, viewer: Seat) -> str:
    """What an event adds to the sentence of its turn, or ''."""
    kind, seat, a, b, c = step
    if kind == s.Event.SURROUNDINGS:
        return near_words(a, b, c)
    if kind == s.Event.DREW:
        return _("you drew {card}").format(card=card_name(a))
    if kind == s.Event.SHUFFLED:
        return ngettext("the used card became the new deck", "{n} used cards became the new deck", a)
    if kind == s.Event.OUT:
        return _("delivered in {place} place").format(place=place_name(a))
    if kind == s.Event.ENDED:
        return _("the game is over")
    if kind != s.Event.REPORTED or (a == s.Report.CARD_DRAWN and seat == viewer):  # then DREW names the card
        return ""
    return report_clause(a, b)


def report_clause(report: int, detail: int) -> str:
    """A report of the game master as part of a sentence; '' if the action already says it."""
    if report == s.Report.PIZZA_TAKEN:
        return _("the {icon} pizza was found").format(icon=icon_name(detail))
    if report == s.Report.DELIVERED:
        return _("there was the house for the {icon} pizza").format(icon=icon_name(detail))
    if report == s.Report.DISTANCE:
        return ngettext("the flight was {n} square long", "the flight was {n} squares long", detail)
    if report == s.Report.OINK and detail != s.Voice.PIG:
        return (
            _("a pig oinked in a small voice")
            if detail == s.Voice.LITTLE
            else _("a pig oinked in a deep voice")
        )
    return {
        s.Report.BACK_AT_START: "",
        s.Report.BUMP_WALL: _("a wall was in the way"),
        s.Report.BUMP_GHOST: _("a ghost was in the way"),
        s.Report.BARRIER_USED: _("the Anti-Ghost Barrier drove it off"),
        s.Report.ATTACK_HIT: _("a ghost was chased away"),
        s.Report.ATTACK_MISS: _("no ghost was there"),
        s.Report.CROW: _("a crow carried its attacker off"),
        s.Report.TELEPORT: _("a teleport led on to another one"),
        s.Report.PIZZA_LEFT: _("a second pizza had to stay where it was"),
        s.Report.HOUSE_REFUSED: _("there was a house, but not the pizza for it"),
        s.Report.NOTHING: _("nothing was there"),
        s.Report.OINK: _("a pig oinked"),
        s.Report.MONKEY: _("a monkey came along"),
        s.Report.MANHOLE: _("it was only a manhole cover"),
        s.Report.CANNOT_MOVE: _("that movement was not possible"),
        s.Report.CARD_DRAWN: _("a card was drawn"),
        s.Report.NO_CARD: _("no card was left to draw"),
    }[s.Report(report)]


def moment(event: Any, viewer: Seat) -> Moment | None:
    """A pizza found, a delivery, the end."""
    kind, seat, a, b, *_rest = read_event(event)
    who, token = seat_name(seat, viewer), f"token{seat}"
    if kind == s.Event.REPORTED and a == s.Report.PIZZA_TAKEN:
        icon = icon_name(b)
        if seat == viewer:
            words = _("A pizza! You carry {icon}. Somewhere the {icon} house has appeared, among ghosts.")
        else:
            words = _("{who} found the {icon} pizza. Somewhere the {icon} house has appeared.")
        return Moment(words.format(who=who, icon=icon), "pizza", token)
    if kind == s.Event.OUT:
        if seat == viewer:
            words = _("Delivered! You win, in {place} place.")
        else:
            words = _("{who} delivered in {place} place.")
        return Moment(words.format(who=who, place=place_name(a)), "trophy", token)
    if kind == s.Event.ENDED:
        return Moment(_("The night is over."), "clock")
    return None


def places(event: Any, viewer: Seat) -> list[str]:
    """The things an event is about: a deliverer's token, a card, a square of the town."""
    kind, seat, a, _b, c, *_rest = read_event(event)
    if kind == s.Event.PLACED:
        return [f"square-{c}"]
    if kind == s.Event.DREW:
        return [f"card-{s.CARDS[a]}"]
    return (
        [f"token{seat}"]
        if kind in (s.Event.ANNOUNCED, s.Event.REPORTED, s.Event.SURROUNDINGS, s.Event.OUT)
        else []
    )
