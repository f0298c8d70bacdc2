"""Every component of Papà Paolo with what it does and how it is drawn."""

from fattorino.games.papa_paolo import names
from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.kernel.game import Piece
from fattorino.kernel.i18n import _


def gallery() -> list[tuple[str, list[Piece]]]:
    """City tiles, start tiles, pizzerias, delivery and investment tiles, coins."""
    kinds: dict[tuple[int, int, int], int] = {}
    for tile in range(t.START_PIECE):
        kinds.setdefault((t.colour_of(tile), t.houses_of(tile), t.shape_of(tile)), tile)
    tiles = [city_tile(tile, t.roads_of(t.shape_of(tile), 0)) for tile in kinds.values()]
    starts = [city_tile(t.START_PIECE + k, t.start_roads(k)) for k in range(t.START_PIZZERIA - t.START_PIECE)]
    rooms = [(_("start pizzeria"), t.START_PIZZERIA)]
    rooms += [
        (_("£{price} pizzeria").format(price=price), t.START_PIZZERIA + 1 + k)
        for k, price in enumerate(t.PRICES)
    ]
    shops: list[Piece] = [
        (
            name,
            _("room for {n} pizzas").format(n=t.capacity_of(piece)),
            "small_shop",
            (2, t.capacity_of(piece)),
        )
        for name, piece in rooms
    ]
    tickets: list[Piece] = [
        (
            names.ticket_name(round_no, number),
            names.ticket_words(round_no, number),
            "small_ticket",
            (
                names.ticket_name(round_no, number),
                t.ticket_pizzas(round_no, number),
                t.ticket_distance(round_no, number),
            ),
        )
        for round_no in range(1, s.ROUNDS + 1)
        for number in range(4)
    ]
    investments: list[Piece] = [
        (
            names.colour_name(colour),
            _("{action}, or a step on {track}").format(
                action=names.deed_name(colour), track=names.track_name(colour)
            ),
            "small_investment",
            (colour, names.SYMBOLS[colour]),
        )
        for colour in range(len(s.COLOURS))
    ]
    coins: list[Piece] = [
        (f"£{coin['value']}", _("{n} of them").format(n=coin["count"]), "small_coin", (coin["value"],))
        for coin in s.COMPONENTS["money"]["coins"]
    ]
    return [
        (_("City tiles"), tiles),
        (_("Start tiles"), starts),
        (_("Pizzerias"), shops),
        (_("Delivery tiles"), tickets),
        (_("Investments"), investments),
        (_("Coins"), coins),
    ]


def city_tile(piece: int, roads: int) -> Piece:
    """A tile with its first house served, if it has more than one."""
    sides = [side for side in range(s.N_SIDES) if t.has(roads, side)]
    served = 1 if t.houses_of(piece) > 1 else 0
    note = _("moves {track} when all its houses are served").format(
        track=names.track_name(t.colour_of(piece))
    )
    return (
        names.piece_name(piece),
        note,
        "small_tile",
        (t.colour_of(piece), t.houses_of(piece), sides, served),
    )
