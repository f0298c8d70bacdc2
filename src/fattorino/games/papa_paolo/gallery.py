"""Every component of Papà Paolo with what it does and how it is drawn."""

from fattorino.games.papa_paolo import names, state as s, tables as t
from fattorino.kernel.game import Piece
from fattorino.kernel.i18n import _


def gallery() -> list[tuple[str, list[Piece]]]:
    """City tiles, start tiles, pizzerias, delivery and investment tiles, coins."""
    kinds: dict[tuple[int, int, int], int] = {}
    for tile in range(t.START_PIECE):
        kinds.setdefault((t.colour_of(tile), t.houses_of(tile), t.shape_of(tile)), tile)
    shops = [_("start pizzeria"), *(_("£{price} pizzeria").format(price=price) for price in t.PRICES)]
    counts = _("{n} of them")
    return [
        (_("City tiles"), [city_tile(tile, t.roads_of(t.shape_of(tile), 0)) for tile in kinds.values()]),
        (
            _("Start tiles"),
            [city_tile(t.START_PIECE + k, t.start_roads(k)) for k in range(t.START_PIZZERIA - t.START_PIECE)],
        ),
        (_("Pizzerias"), [pizzeria(name, t.START_PIZZERIA + k) for k, name in enumerate(shops)]),
        (
            _("Delivery tiles"),
            [ticket(round_no, k) for round_no in range(1, s.ROUNDS + 1) for k in range(s.N_TICKETS)],
        ),
        (_("Investments"), [investment(colour) for colour in range(s.N_COLOURS)]),
        (
            _("Coins"),
            [
                (f"£{coin['value']}", counts.format(n=coin["count"]), "small_coin", (coin["value"],))
                for coin in s.COMPONENTS["money"]["coins"]
            ],
        ),
    ]


def city_tile(piece: int, roads: int) -> Piece:
    """A tile with its first house served, if it has more than one."""
    colour, houses = t.colour_of(piece), t.houses_of(piece)
    sides = [side for side in range(s.N_SIDES) if t.has(roads, side)]
    note = _("moves {track} when all its houses are served").format(track=names.track_name(colour))
    return names.piece_name(piece), note, "small_tile", (colour, houses, sides, 1 if houses > 1 else 0)


def pizzeria(name: str, piece: int) -> Piece:
    """A pizzeria with two pizzas."""
    room = t.capacity_of(piece)
    return name, _("room for {n} pizzas").format(n=room), "small_shop", (2, room)


def ticket(round_no: int, number: int) -> Piece:
    """A delivery tile."""
    name = names.ticket_name(round_no, number)
    limits = t.ticket_pizzas(round_no, number), t.ticket_distance(round_no, number)
    return name, names.ticket_words(round_no, number), "small_ticket", (name, *limits)


def investment(colour: int) -> Piece:
    """A small investment tile."""
    text, track = _("{action}, or a step on {track}"), names.track_name(colour)
    words = text.format(action=names.deed_name(colour), track=track)
    return names.colour_name(colour), words, "small_investment", (colour, names.SYMBOLS[colour])
