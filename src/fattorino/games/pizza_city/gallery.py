"""Every component of Pizza City, with what it does and how it is drawn."""

from fattorino.games.pizza_city.pad import FLAIR_SYMBOLS, printed
from fattorino.games.pizza_city.state import BIKE_CARDS, N_FACES, N_MOVES, Flair, Team, face_part, move_value
from fattorino.games.pizza_city.state import COPIES as CARD_COPIES
from fattorino.games.pizza_city.words import card_name, face_name, flair_effect, flair_name, team_name
from fattorino.kernel.game import Piece
from fattorino.kernel.i18n import _, ngettext


def gallery() -> list[tuple[str, list[Piece]]]:
    """Sections of pieces: name, what it does, macro of pieces.svg.j2, its arguments."""
    city: list[Piece] = [
        (
            face_name(face),
            ngettext("{n} card", "{n} cards", face_part(face, CARD_COPIES)),
            "small_card",
            tuple(printed(face).values()),
        )
        for face in range(N_FACES)
    ]
    moves: list[Piece] = [
        (
            card_name(kind),
            ngettext("{n} card", "{n} cards", BIKE_CARDS[kind]["count"]),
            "bike_card",
            ("bike", move_value(kind)),
        )
        for kind in range(N_MOVES)
    ]
    flairs: list[Piece] = [
        (flair_name(flair), flair_effect(flair), "bike_card", (FLAIR_SYMBOLS[flair], 0)) for flair in Flair
    ]
    bikes: list[Piece] = [
        (
            _("{team} bike").format(team=team_name(team)),
            _("rides from corner to corner"),
            "small_bike",
            (team.value,),
        )
        for team in Team
    ]
    token: Piece = (_("drop-off token"), _("end a move here to deliver"), "small_token", ())
    return [
        (_("City cards"), city),
        (_("Bike cards: Move"), moves),
        (_("Bike cards: Flair"), flairs),
        (_("Bikes and tokens"), [*bikes, token]),
    ]
