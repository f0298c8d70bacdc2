"""What the numbers of `observe` mean."""

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo.tables import N_PRICES, N_SHAPES
from fattorino.kernel.features import Group, Layout, Part

N_PHASES = len(s.Phase)
REACH = 4  # steps from a pizzeria

LAYOUT: Layout = (
    Group(
        "table",
        (
            Part("round", 1, "the round, as a share of all"),
            Part("to_move", 1, "1 if the viewer is to move"),
            Part("players", 1, "how many there are, as a share of the most"),
            Part("placed", 1, "pawns placed in this round, over 16"),
            Part("to_stock", 1, "pizzas bought and still to be stocked, over 7", high=2),
            Part("tours_left", 1, "tours left in this delivery, over 3"),
            Part("pizzas_left", 1, "pizzas left to deliver, over 9", high=2),
            Part("distance_left", 1, "roads left on this tour, over 9 and at most 1"),
            Part("courier", 2, "the courier, right and down of the start pizzeria, over 4", low=-1),
            Part("spot", 2, "the cell chosen for a tile, likewise", low=-1),
            Part("phase", N_PHASES, "what is being decided"),
            Part("coins", s.N_LINES, "the coin of each row, then of each column, over 3"),
            Part("tickets", 2 * s.N_TICKETS, "pizzas (over 9) and distance (over 4) of each tile"),
            Part("pizzerias", N_PRICES, "pizzerias left at each price, over 3"),
            Part("offer", s.N_COLOURS, "investments on offer, by colour"),
            Part("side", s.N_COLOURS, "the investments beside the board, by colour"),
        ),
    ),
    Group(
        "slots",
        (
            Part("colour", s.N_COLOURS, "the houses' colour of the tile here"),
            Part("shape", N_SHAPES, "the shape of its roads"),
            Part("houses", 1, "its houses, over 3"),
            Part("chosen", 1, "1 if this slot was chosen"),
            Part("pawn", s.MAX_SEATS, "whose pawn stands here, the viewer's first"),
        ),
        times=s.N_SLOTS,
    ),
    Group(
        "players",
        (
            Part("money", 1, "lire, over 20", high=10),
            Part("supply", 1, "pizzas in the supply, as a share of all"),
            Part("room", 1, "room for pizzas in the pizzerias, over 6", high=10),
            Part("acted", 1, "in the auction: 0 not yet, 0.5 bid, 1 withdrew"),
            Part("order", 1, "place in the order of this round, over the most players"),
            Part("next_order", 1, "place in the order of the next round, likewise, from 1"),
            Part("tracks", s.N_COLOURS, "place on each track, as a share of its length"),
            Part("gained", s.N_COLOURS, "steps gained on each track in this round, over 3", high=4),
            Part("invest", s.N_COLOURS, "the investment taken"),
            Part("bid", s.N_BIDS, "the bid on the Piazza"),
            Part("ticket", s.N_TICKETS, "the delivery tile taken"),
            Part("hungry", s.N_COLOURS, "houses still to be served, by colour, over 9", high=8),
            Part("served", 1, "pizzas delivered, over 9", high=8),
            Part("stock", 1, "pizzas in the pizzerias, over 9", high=8),
        ),
        times=s.MAX_SEATS,
    ),
    Group(
        "cells",
        (
            Part("roads", s.N_SIDES, "roads to the four sides"),
            Part("colour", s.N_COLOURS, "the colour of its houses"),
            Part("hungry", 1, "houses still to be served, over 3"),
            Part("served", 1, "pizzas delivered here, over 3"),
            Part("stock", 1, "of a pizzeria: its pizzas, over 6"),
            Part("room", 1, "of a pizzeria: how many it holds, over 6"),
        ),
        times=s.CELLS,
    ),
    Group(
        "hand",
        (
            Part("colour", s.N_COLOURS, "the houses' colour of the tile on the chosen slot"),
            Part("shape", N_SHAPES, "the shape of its roads"),
            Part("houses", 1, "its houses, over 3"),
            Part("touch", 3 * s.N_SIDES, "houses, a road or a pizzeria on each side of the chosen cell"),
            Part("hungry", 1, "houses still to be served where the courier is, over 3"),
            Part("pizzas", 1, "pizzas the courier can still fetch, over 6"),
            Part("ways", 2 * s.N_SIDES, "to each side of the courier: a road, houses to serve over 3"),
        ),
    ),
    Group(
        "reach",
        (Part("hungry", REACH, "houses still to be served within so many steps, over 9", high=8),),
        times=s.MAX_SEATS,
    ),
)
