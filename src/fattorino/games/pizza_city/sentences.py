"""The log of Pizza City: one sentence for each event."""

from typing import Any

from fattorino.games.pizza_city import words as w
from fattorino.games.pizza_city.state import N_CHAIRS, Event, corner_name
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import Seat, read_event


def sentence(event: Any, viewer: Seat) -> str:
    """A line of the log."""
    kind, seat, a, b, _c, _d, chair = read_event(event)
    if kind == Event.TIED:
        return _("The last round is over: a draw.")
    if kind == Event.CHOSE:
        return _("You choose: {card}.").format(card=w.face_name(a))
    if kind == Event.GOT:
        return _("You drew: {card}.").format(card=w.card_name(a) if b else w.face_name(a))
    if kind == Event.SHUFFLED:
        return ngettext(
            "The discard pile is shuffled into a deck of {n} card.",
            "The discard pile is shuffled into a deck of {n} cards.",
            a,
        )
    if kind == Event.WON:
        return _("{team} has delivered enough pizzas and wins!").format(team=w.team_name(a))
    if kind == Event.SIGNED:
        return _("A stop sign on {corner}.").format(corner=corner_name(a))
    text = your_deed(Event(kind)) if seat == viewer else deed(Event(kind))
    laid = kind == Event.LAID
    return text.format(
        who=w.chair_name(chair),
        value=a,
        round=a // N_CHAIRS + 1,
        cards=(ngettext("{n} card", "{n} cards", a) if a else _("no card")) if kind == Event.DREW else "",
        road=w.segment_name(b) if laid else "",
        shows=w.placement(a, b) if laid else "",
        corner="" if laid or kind == Event.TURN else corner_name(a),
        score=b,
        direction=w.direction_name(a) if kind == Event.HEADED else "",
        flair=w.flair_name(a) if kind in (Event.PLAYED_FLAIR, Event.USED) else "",
    )


def deed(kind: Event) -> str:
    """What somebody did, for everybody else."""
    return {
        Event.LAID: _("{who} lays a card from {road}: {shows}."),
        Event.DREW: _("{who} draws {cards}."),
        Event.PLAYED_MOVE: _("{who} plays Move {value}."),
        Event.PLAYED_FLAIR: _("{who} puts {flair} on the table."),
        Event.USED: _("{who} uses {flair}."),
        Event.HEADED: _("{who} heads {direction}."),
        Event.STEPPED: _("{who} rides to {corner}."),
        Event.RODE_SUBWAY: _("{who} takes the subway to {corner}."),
        Event.ENDED_MOVE: _("{who} ends the move on {corner}."),
        Event.BUMPED: _("The other bike is there: {who} goes back to {corner}."),
        Event.STOOD: _("{who} stays on {corner}; the card is spent."),
        Event.DELIVERED: _("{who} delivers the pizza on {corner}: {score} so far!"),
        Event.DROPPED: _("{who} puts a drop-off token on {corner}."),
        Event.IDLE: _("{who} has no card to lay."),
        Event.TURN: _("Round {round}: {who} is on turn."),
    }[kind]


def your_deed(kind: Event) -> str:
    """What somebody did, for themselves."""
    return {
        Event.LAID: _("You lay a card from {road}: {shows}."),
        Event.DREW: _("You draw {cards}."),
        Event.PLAYED_MOVE: _("You play Move {value}."),
        Event.PLAYED_FLAIR: _("You put {flair} on the table."),
        Event.USED: _("You use {flair}."),
        Event.HEADED: _("You head {direction}."),
        Event.STEPPED: _("You ride to {corner}."),
        Event.RODE_SUBWAY: _("You take the subway to {corner}."),
        Event.ENDED_MOVE: _("You end the move on {corner}."),
        Event.BUMPED: _("The other bike is there: you go back to {corner}."),
        Event.STOOD: _("You stay on {corner}; the card is spent."),
        Event.DELIVERED: _("You deliver the pizza on {corner}: {score} so far!"),
        Event.DROPPED: _("You put a drop-off token on {corner}."),
        Event.IDLE: _("You have no card to lay."),
        Event.TURN: _("Round {round}: it is your turn."),
    }[kind]
