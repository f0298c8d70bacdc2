"""The log of the Ghost Town: a sentence for each event, and the game master's reports in words."""

from typing import Any

from fattorino.games.ghost_town import words as w
from fattorino.games.ghost_town.state import COMPONENTS, DIRECTIONS, Event, Report, Sign, square_name
from fattorino.kernel.i18n import _, cached_per_language, listed, ngettext
from fattorino.kernel.records import NONE, Seat, read_event

# GT-REPORT-6: the order in which walls and signs are named
WALL_ORDER = [DIRECTIONS.index(name) for name in COMPONENTS["directions"]["wall_report_order"]]
SIGN_ORDER = [Sign[name.upper()] for name in COMPONENTS["directions"]["sign_report_order"]]

REPORT_TEXTS: list[str] = [report.get("text", "") for report in COMPONENTS["report"]]
VOICE_TEXTS: list[str] = [voice["text"] for voice in COMPONENTS["voice"]]


def sign_names(signs: int) -> list[str]:
    """What was sensed, in spoken order."""
    names = {Sign.GHOST: _("ghost"), Sign.PIZZA: _("pizza"), Sign.HOUSE: _("house")}
    return [names[sign] for sign in SIGN_ORDER if signs & sign]


def wall_names(walls: int) -> list[str]:
    """Where the walls beside one are, in spoken order."""
    return [w.direction_name(d) for d in WALL_ORDER if walls >> d & 1]


def pointed_names(pizza_at: int) -> list[str]:
    """Where the monkey points."""
    return [w.direction_name(d) for d in range(len(DIRECTIONS)) if pizza_at >> d & 1]


@cached_per_language
def report_words(report: int, detail: int) -> str:
    """One report of the game master."""
    if report == Report.DISTANCE:
        return ngettext("The flight was {n} square long.", "The flight was {n} squares long.", detail)
    if report == Report.OINK:
        return _(VOICE_TEXTS[detail])
    return _(REPORT_TEXTS[report]).format(icon=w.icon_name(detail))


def reports_in_words(said: int, detail: int, distance: int) -> dict[int, str]:
    """The reports of a line of the record, in spoken order."""
    return {
        report: report_words(report, distance if report == Report.DISTANCE else detail)
        for report in range(Report.SURROUND)
        if said >> report & 1
    }


@cached_per_language
def surround_words(walls: int, signs: int, pizza_at: int) -> str:
    """The surrounding report."""
    text = _("Walls: {walls}. Sensed on the eight squares around: {signs}.").format(
        walls=listed(wall_names(walls), _("none")), signs=listed(sign_names(signs), _("nothing"))
    )
    if pizza_at != NONE:
        where = listed(pointed_names(pizza_at), _("nowhere"))
        text += " " + _("The monkey points: {directions}.").format(directions=where)
    return text


@cached_per_language
def near_words(walls: int, signs: int, pizza_at: int) -> str:
    """The surrounding report as part of a sentence."""
    parts = [
        _("walls: {walls}").format(walls=listed(wall_names(walls), "")) if walls else _("no walls"),
        _("sensed: {signs}").format(signs=listed(sign_names(signs), "")) if signs else _("nothing sensed"),
    ]
    if pizza_at > 0:
        where = listed(pointed_names(pizza_at), "")
        parts.append(_("the monkey pointed {directions}").format(directions=where))
    return "; ".join(parts)


def sentence(event: Any, viewer: Seat) -> str:
    """A line of the log."""
    kind, seat, a, b, c, *_rest = read_event(event)
    who = w.seat_name(seat, viewer)
    if kind == Event.PLACED:
        return _("You place {tile} on {square}.").format(tile=w.tile_name(a, b), square=square_name(c))
    if kind == Event.PLACED_UNSEEN:
        return _("The game master places {tile}.").format(tile=w.tile_name(a, b))
    if kind == Event.REBUILD:
        return _("No square is left for the next tile: building starts again.")
    if kind == Event.ANNOUNCED:
        if a == NONE:
            return _("{who}, at the start:").format(who=who)
        return _("{who}: {action}.").format(who=who, action=w.action_name(a))
    if kind == Event.REPORTED:
        return report_words(a, b)
    if kind == Event.DREW:
        return _("You drew: {card}.").format(card=w.card_name(a))
    if kind == Event.SHUFFLED:
        return ngettext(
            "The used card becomes the new deck.", "The {n} used cards are shuffled into a new deck.", a
        )
    if kind == Event.SURROUNDINGS:
        return surround_words(a, b, c)
    if kind == Event.OUT:
        words = _("{who} delivered in {place} place.") if a else _("{who} delivered.")
        return words.format(who=who, place=w.place_name(a))
    return _("The game is over.")
