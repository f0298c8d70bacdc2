"""The log of the Ghost Town: a sentence for each event, and the game master's reports in words."""

from typing import Any

from fattorino.games.ghost_town.state import COMPONENTS, DIRECTIONS, Event, Report, Sign, Voice, square_name
from fattorino.games.ghost_town.words import (
    action_name,
    card_name,
    direction_name,
    icon_name,
    place_name,
    seat_name,
    tile_name,
)
from fattorino.kernel.i18n import _, cached_per_language, listed, ngettext
from fattorino.kernel.records import NONE, Seat, read_event

# GT-REPORT-6: the order in which walls and signs are named
WALL_ORDER = [DIRECTIONS.index(name) for name in COMPONENTS["directions"]["wall_report_order"]]
SIGN_ORDER = [Sign[name.upper()] for name in COMPONENTS["directions"]["sign_report_order"]]


def sign_names(signs: int) -> list[str]:
    """What was sensed, in spoken order."""
    names = {Sign.GHOST: _("ghost"), Sign.PIZZA: _("pizza"), Sign.HOUSE: _("house")}
    return [names[sign] for sign in SIGN_ORDER if signs & sign]


def wall_names(walls: int) -> list[str]:
    """Where the walls beside one are, in spoken order."""
    return [direction_name(d) for d in WALL_ORDER if walls >> d & 1]


def pointed_names(pizza_at: int) -> list[str]:
    """Where the monkey points."""
    return [direction_name(d) for d in range(len(DIRECTIONS)) if pizza_at >> d & 1]


@cached_per_language
def report_words(report: int, detail: int) -> str:
    """One report of the game master."""
    if report == Report.PIZZA_TAKEN:
        return _("A pizza! It is taken: {icon}.").format(icon=icon_name(detail))
    if report == Report.DELIVERED:
        return _("A house. The {icon} pizza is delivered!").format(icon=icon_name(detail))
    if report == Report.DISTANCE:
        return ngettext("The flight was {n} square long.", "The flight was {n} squares long.", detail)
    if report == Report.OINK and detail != Voice.PIG:
        return _("Oink, says a small voice.") if detail == Voice.LITTLE else _("Oink, says a deep voice.")
    return {
        Report.BACK_AT_START: _("Back at the start."),
        Report.BUMP_WALL: _("A wall is in the way."),
        Report.BUMP_GHOST: _("A ghost is in the way."),
        Report.BARRIER_USED: _("The barrier drives the ghost off."),
        Report.ATTACK_HIT: _("A ghost is chased away."),
        Report.ATTACK_MISS: _("The attack fails: no ghost is there."),
        Report.CROW: _("A crow! It carries its attacker away."),
        Report.TELEPORT: _("A teleport: it leads on to another one."),
        Report.PIZZA_LEFT: _("A pizza, but only one can be carried."),
        Report.HOUSE_REFUSED: _("A house, but not the pizza for it."),
        Report.NOTHING: _("Nothing here."),
        Report.OINK: _("Oink."),
        Report.MONKEY: _("A monkey chatters and comes along."),
        Report.MANHOLE: _("A pizza... no, only a manhole cover."),
        Report.CANNOT_MOVE: _("That movement is not possible."),
        Report.CARD_DRAWN: _("A psychic card is drawn."),
        Report.NO_CARD: _("There is no psychic card left to draw."),
    }[Report(report)]


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
    who = seat_name(seat, viewer)
    if kind == Event.PLACED:
        return _("You place {tile} on {square}.").format(tile=tile_name(a, b), square=square_name(c))
    if kind == Event.PLACED_UNSEEN:
        return _("The game master places {tile}.").format(tile=tile_name(a, b))
    if kind == Event.REBUILD:
        return _("No square is left for the next tile: building starts again.")
    if kind == Event.ANNOUNCED:
        if a == NONE:
            return _("{who}, at the start:").format(who=who)
        return _("{who}: {action}.").format(who=who, action=action_name(a))
    if kind == Event.REPORTED:
        return report_words(a, b)
    if kind == Event.DREW:
        return _("You drew: {card}.").format(card=card_name(a))
    if kind == Event.SHUFFLED:
        return ngettext(
            "The used card becomes the new deck.", "The {n} used cards are shuffled into a new deck.", a
        )
    if kind == Event.SURROUNDINGS:
        return surround_words(a, b, c)
    if kind == Event.OUT:
        return _("{who} delivered in {place} place.").format(who=who, place=place_name(a))
    return _("The game is over.")
