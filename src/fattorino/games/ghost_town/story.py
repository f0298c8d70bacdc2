"""The summary of each turn in one sentence; highlights, and the things on the board that events are about."""

from collections.abc import Sequence
from typing import Any

from fattorino.games.ghost_town import state as s, words as w
from fattorino.games.ghost_town.sentences import near_words
from fattorino.kernel.guide import Moment
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat, read_event

REPORT_CLAUSES: list[str] = [report.get("told_text", "") for report in s.COMPONENTS["report"]]
VOICE_CLAUSES: list[str] = [voice["told_text"] for voice in s.COMPONENTS["voice"]]
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
    head = did(announced, w.seat_name(told[0][1], viewer))
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
        return _("{who} played {card}").format(who=who, card=w.action_name(action))
    if action < s.ATTACK:
        words = _("{who} went {direction}")
        if back:
            words = _("{who} flew back to the start and went {direction}")
    else:
        words = _("{who} attacked {direction}")
        if back:
            words = _("{who} flew back to the start and attacked {direction}")
    return words.format(who=who, direction=w.direction_name(action % s.STRAIGHT))


def clause(step: Told, viewer: Seat) -> str:
    """What an event adds to the sentence of its turn, or ''."""
    kind, seat, a, b, c = step
    if kind == s.Event.SURROUNDINGS:
        return near_words(a, b, c)
    if kind == s.Event.DREW:
        return _("you drew {card}").format(card=w.card_name(a))
    if kind == s.Event.SHUFFLED:
        return ngettext("the used card became the new deck", "{n} used cards became the new deck", a)
    if kind == s.Event.OUT:
        return w.out_words(a)
    if kind == s.Event.ENDED:
        return _("the game is over")
    if kind != s.Event.REPORTED or (a == s.Report.CARD_DRAWN and seat == viewer):  # then DREW names the card
        return ""
    return report_clause(a, b)


def report_clause(report: int, detail: int) -> str:
    """A report of the game master as part of a sentence; '' if the action already says it."""
    if report == s.Report.DISTANCE:
        return ngettext("the flight was {n} square long", "the flight was {n} squares long", detail)
    if report == s.Report.OINK:
        return _(VOICE_CLAUSES[detail])
    clause = REPORT_CLAUSES[report]
    return _(clause).format(icon=w.icon_name(detail)) if clause else ""


def moment(event: Any, viewer: Seat) -> Moment | None:
    """A pizza found, a delivery, the end."""
    kind, seat, a, b, *_rest = read_event(event)
    who, token = w.seat_name(seat, viewer), f"token{seat}"
    if kind == s.Event.REPORTED and a == s.Report.PIZZA_TAKEN:
        icon = w.icon_name(b)
        if seat == viewer:
            words = _("A pizza! You carry {icon}. Somewhere the {icon} house has appeared, among ghosts.")
        else:
            words = _("{who} found the {icon} pizza. Somewhere the {icon} house has appeared.")
        return Moment(words.format(who=who, icon=icon), "pizza", token)
    if kind == s.Event.OUT:
        if seat == viewer:
            words = _("Delivered! You win, in {place} place.") if a else _("Delivered! You win.")
        else:
            words = _("{who} delivered in {place} place.") if a else _("{who} delivered.")
        return Moment(words.format(who=who, place=w.place_name(a)), "trophy", token)
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
