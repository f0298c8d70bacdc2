"""What the numbers of `observe` mean."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.state import Phase
from fattorino.kernel.features import Group, Layout, Part

N_PHASES = Phase.END.value
PIZZERIA = tuple(
    part
    for village in range(t.BUILDABLE)
    for part in (
        Part(f"built_{village}", 1, "1 with a pizzeria in this village"),
        Part(f"disks_{village}", 1, "its disks, over 4", high=4, low=-1),
        Part(f"top_{village}", 1, "its first permanent ingredient, numbered from 1 over the number of kinds"),
    )
)
LAYOUT: Layout = (
    Group(
        "table",
        (
            Part("phase", N_PHASES, "what is being decided"),
            Part("deck", 1, "cards in the Market Deck, over 100", high=2),
            Part("inspectors", 1, "inspectors shown, over 3"),
            Part("market", 1, "cards in the market, over 10", high=3),
            Part("sewer", 1, "cards in the sewer, over 100", high=2),
            Part("players", 1, "how many there are, over 6"),
            Part("coop", 1, "1 if all are one team"),
            Part("pizzas", 1, "co-op: pizzas delivered, over 20", high=4),
            Part("goal_pizzas", 1, "co-op: pizzas wanted, over 20", high=10),
            Part("goal_money", 1, "co-op: money wanted, over 50", high=10),
            Part("day", 1, "co-op: the day, over 7", low=-1),
            Part("rounds", 1, "rounds left or played, over 10", high=10, low=-1),
            Part("played", 1, "1 once a power was played in this turn"),
            Part("to_move", 1, "1 if the viewer is to move"),
            Part("due", 1, "ingredients still owed in this delivery, over 5", high=4, low=-1),
        ),
    ),
    Group(
        "hand",
        (
            Part("kinds", t.N_KINDS, "own cards of each kind, over 4", high=10),
            Part("villages", t.N_VILLAGES, "own cards of each village, over 4", high=10),
            Part("powers", t.N_POWERS, "own Power Cards"),
        ),
    ),
    Group(
        "players",
        (
            Part("money", 1, "dollars, over 20", high=20, low=-1),
            Part("cards", 1, "blue cards in hand, over 10", high=10),
            Part("powers", 1, "Power Cards in hand, over 3", high=10),
            Part("supply", 1, "disks left, over 12", high=2),
            Part("tips", 1, "tip tokens, over 10", high=5),
            Part("no_tips", 1, "no-tip tokens, over 5", high=5),
            Part("delivered", 1, "orders delivered, over 10", high=5),
            Part("specials", 1, "specialties delivered, over 2", high=8),
            Part("goals", 1, "personal goals, over 3", high=4),
            Part("active", 1, "1 if it is their turn"),
            Part("to_move", 1, "1 if they are seen to decide now"),
            Part("here", 1, "1 for a player, 0 for an empty place"),
            *PIZZERIA,
            Part("tableau", t.N_POWERS, "Power Cards in play before them"),
        ),
        times=t.MAX_SEATS,
    ),
    Group(
        "orders",
        (
            Part("ticket", t.N_TICKETS, "the order ticket"),
            Part("kinds", t.N_KINDS, "ingredients wanted, 0.5 for each", high=2),
            Part("village", t.N_VILLAGES, "where it goes: the village of its last card"),
        ),
        times=t.SLOTS,
    ),
    Group(
        "market",
        (
            Part("kinds", t.N_KINDS, "open cards of each kind, over 4", high=5),
            Part("villages", t.N_VILLAGES, "open cards of each village, over 4", high=5),
        ),
    ),
    Group(
        "events",
        (
            Part("city", t.N_EVENTS, "the city event"),
            Part("world", t.N_POWERS, "the Power Card in the global slot"),
        ),
    ),
)
