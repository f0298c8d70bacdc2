"""Every component of Pizza City, with what it does and how it is drawn."""

from typing import Any

from fattorino.games.pizza_city import pad, state as s, words as w
from fattorino.kernel.game import Piece
from fattorino.kernel.i18n import _, ngettext


def gallery() -> list[tuple[str, list[Piece]]]:
    """Sections of pieces: name, what it does, macro of pieces.svg.j2, its arguments."""
    city: list[Piece] = [
        (w.face_name(face), copies(card), "small_card", tuple(pad.printed(face).values()))
        for face, card in enumerate(s.FACES)
    ]
    moves: list[Piece] = [
        (w.card_name(kind), copies(s.BIKE_CARDS[kind]), "bike_card", ("bike", s.move_value(kind)))
        for kind in range(s.N_MOVES)
    ]
    flairs: list[Piece] = [
        (w.flair_name(flair), w.flair_effect(flair), "bike_card", (pad.FLAIR_SYMBOLS[flair], 0))
        for flair in s.Flair
    ]
    text, rides = _("{team} bike"), _("rides from corner to corner")
    bikes: list[Piece] = [
        (text.format(team=w.team_name(team)), rides, "small_bike", (team.value,)) for team in s.Team
    ]
    token: Piece = (_("drop-off token"), _("end a move here to deliver"), "small_token", ())
    return [
        (_("City cards"), city),
        (_("Bike cards: Move"), moves),
        (_("Bike cards: Flair"), flairs),
        (_("Bikes and tokens"), [*bikes, token]),
    ]


def copies(card: dict[str, Any]) -> str:
    """How many copies of a card there are."""
    return ngettext("{n} card", "{n} cards", card["count"])
