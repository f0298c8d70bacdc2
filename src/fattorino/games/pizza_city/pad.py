"""The pad below the board: the cards in a viewer's hand, as pictures and as a list."""

from typing import Any

from fattorino.games.pizza_city import state as s, words as w
from fattorino.games.pizza_city.route import free_ends
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import Seat

CARD_WIDE, CARD_HIGH = 188, 138  # in the pad
MOVE_SYMBOLS = {value: f"move-{value}" for value in range(1, 5)}
FLAIR_SYMBOLS = ["subway", "power-speed", "road-bend", "stop", "one-way", "diagonal", "trophy", "slice"]


def printed(face: int) -> dict[str, Any]:
    """What a City card shows, by name."""
    card = s.FACES[face]
    return {key: card[key] for key in ("left", "right", "road", "north", "south")}


def city_hand(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The viewer's City cards, as pictures."""
    hand = [int(face) for face in view.city_hand[s.team_at(int(view.n), seat)] if face >= 0]
    cards = []
    for k, face in enumerate(hand):
        chosen = view.phase == s.Phase.CITY_PLACE and face == view.chosen and face not in hand[:k]
        card = {"k": k, "x": 8 + k * (CARD_WIDE + 8), "target": f"city-{face}", "name": w.face_name(face)}
        cards.append(card | printed(face) | {"words": w.face_lines(face), "chosen": bool(chosen)})
    return cards


def bike_hand(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The viewer's Bike cards, then the Flair cards ready on the table, as a list."""
    team = s.team_at(int(view.n), seat)
    moves = [MOVE_SYMBOLS.get(s.move_value(kind), "bike") for kind in range(s.N_MOVES)]
    held = [
        {
            "name": w.card_name(kind),
            "text": card_text(view, seat, kind, int(view.bike_hand[team, kind])),
            "symbol": symbol,
            "target": f"hand-{kind}",
        }
        for kind, symbol in enumerate([*moves, *FLAIR_SYMBOLS])
        if view.bike_hand[team, kind] > 0
    ]
    text = _("{flair}, on your table")
    return held + [card | {"name": text.format(flair=card["name"])} for card in table_cards(view, team)]


def table_cards(view: Any, team: int) -> list[dict[str, Any]]:
    """The Flair cards on a team's table."""
    return [
        {
            "name": w.flair_name(flair),
            "text": w.flair_effect(flair),
            "symbol": FLAIR_SYMBOLS[flair],
            "count": int(view.table[team, flair]),
            "target": f"table-{team}-{flair.value}",
        }
        for flair in s.Flair
        if view.table[team, flair]
    ]


def card_text(view: Any, seat: Seat, kind: int, copies: int) -> str:
    """What a Bike card in hand does, what it costs, where it leads, and how many there are."""
    if kind >= s.N_MOVES:
        text = _("{effect} Costs one play.").format(effect=w.flair_effect(kind - s.N_MOVES))
    else:
        text = ngettext(
            "Ride exactly {n} block, straight on.",
            "Ride exactly {n} blocks, straight on.",
            s.move_value(kind),
        )
        if view.phase == s.Phase.BIKE_MAIN and seat == view.seat:
            ends = listed(free_ends(view, w.riding_team(view), s.move_value(kind)), "")
            text = _("{text} It leads to {corners}.").format(text=text, corners=ends) if ends else text
    if copies == 1:
        return text
    return _("{text} You hold {copies} of these.").format(text=text, copies=copies)
