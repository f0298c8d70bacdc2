"""What the numbers of `observe` mean."""

from fattorino.games.pizza_city import state as s
from fattorino.kernel.features import Group, Layout, Part

LAYOUT: Layout = (
    Group(
        "table",
        (
            Part("turn", 1, "the turn, as a share of the longest game"),
            Part("to_move", 1, "1 if the viewer is to move"),
            Part("team", 1, "the viewer's team"),
            Part("plays", 1, "cards still to be played in this turn, over 2", high=s.BIKE_HAND),
            Part("rest", 1, "steps left in this move, over 4", high=2),
            Part("stepped", 1, "1 if the bike has moved"),
            Part("turned", 1, "1 if the bike has turned"),
            Part("owed", 1, "drop-off tokens to place, over 2", high=4),
            Part("supply", 1, "tokens in the supply, as a share of all"),
            Part("decks", 1, "cards left in both decks, as a share"),
            Part("phase", s.Phase.OVER.value, "what is being decided"),
            Part("heading", s.N_DIRECTIONS, "where the bike heads, clockwise from north"),
            Part("held", s.N_CHAIRS, "cards in each chair's hand, over the Bike hand", high=2),
            Part("chosen", s.N_FACES, "the City card chosen but not yet laid, if it is the viewer's"),
            Part("discard", s.N_KINDS, "Bike cards of each kind in the discard pile, over 4", high=5),
        ),
    ),
    Group(
        "teams",
        (
            Part("score", 1, "pizzas delivered, as a share of the goal"),
            Part("turn", 1, "1 if it is this team's turn"),
            Part("bike_turn", 1, "1 if it is a Bike turn"),
            Part("table", s.N_FLAIRS, "Flair cards of each kind laid out", high=4),
        ),
        times=s.N_TEAMS,
    ),
    Group(
        "hand",
        (
            Part("city", s.N_FACES, "own City cards of each face", high=s.CITY_HAND),
            Part("bike", s.N_KINDS, "own Bike cards of each kind", high=2 * s.BIKE_HAND),
        ),
    ),
    Group(
        "corners",
        (
            Part("ways", s.N_DIRECTIONS, "directions that can be ridden from here, clockwise from north"),
            Part("lanes", 4, "bike lanes: north, east, south, west"),
            Part("stop", 1, "1 with a stop sign"),
            Part("subway", 1, "1 with a subway stop"),
            Part("token", 1, "1 with a drop-off token"),
            Part("own_bike", 1, "1 if the own bike is here"),
            Part("other_bike", 1, "1 if the other bike is here"),
            Part("trail", 1, "1 if the bike came through here in this move"),
        ),
        times=s.CORNERS,
    ),
    Group(
        "covered",
        (
            Part("upright", s.UPRIGHT, "north-south segments that no card may cover"),
            Part("level", s.UPRIGHT, "east-west segments that no card may cover"),
        ),
    ),
)
