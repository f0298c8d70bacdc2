"""How often each City Event of New York matters: `python docs/city_events.py [games]`.

Greedy players play without events. Before every action of a player who could deliver, the cheapest delivery
of every order is worked out as it is and under each event. An event matters if a delivery costs more cards,
is not possible, loses its tip, or is made from a pizzeria whose power does not work.
"""

import sys
from typing import Any

import fattorino
from fattorino import bots
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import covering, delivery, pizzerias
from fattorino.games.new_york.state import Phase
from fattorino.kernel.records import NONE


def cheapest(state: Any, seat: int) -> list[int]:
    """The fewest cards that the delivery of each order takes; covering.IMPOSSIBLE where there is none."""
    mine, costs = covering.hand_kinds(state, seat), []
    for slot in range(t.SLOTS):
        least, needs = covering.IMPOSSIBLE, delivery.order_needs(state, slot)
        for village in range(t.BUILDABLE if needs != NONE else 0):
            if not pizzerias.is_open(state, seat, village):
                continue
            ticket, zone = int(state.ticket[slot]), delivery.order_zone(state, slot)
            free = covering.free_kinds(state, seat, seat, village, 0)
            shorts = delivery.may_short(state, seat, seat, village)
            spent = covering.cards_spent(state, seat, seat, village, needs, 0, free, mine, shorts, 0)
            way = covering.least_cards(state, seat, seat, village, zone)
            total = spent + way + delivery.extra_cards(state, ticket)
            if total <= covering.cards_left(state, seat):
                least = min(least, total)
        costs.append(int(least))
    return costs


def has_power(state: Any, seat: int) -> bool:
    """Whether any open pizzeria of a player has a delivery power."""
    return any(
        pizzerias.is_open(state, seat, village) and covering.top_power(state, seat, seat, village) != NONE
        for village in range(t.BUILDABLE)
    )


def count(games: int) -> tuple[int, list[int], list[int]]:
    """Actions with a possible delivery, and how many of them each event touches and leaves without one."""
    game = fattorino.load("new_york")
    bot = bots.make("greedy", game)
    turns, touched, stopped = 0, [0] * t.N_EVENTS, [0] * t.N_EVENTS
    for seed in range(games):
        match = game.new(seats=4, seed=seed)
        while not match.over:
            seat, state = match.to_move, match.state[0].copy()
            assert seat is not None
            plain = cheapest(state, seat) if state.phase == Phase.PRE else []
            if any(cost < covering.IMPOSSIBLE for cost in plain):
                turns += 1
                power = has_power(state, seat)
                for event in range(t.N_EVENTS):
                    state.city = event
                    costs = cheapest(state, seat)
                    felt = event == t.City.BAD_REVIEWS or (event == t.City.BROWNOUT and power)
                    touched[event] += felt or costs != plain
                    stopped[event] += all(cost == covering.IMPOSSIBLE for cost in costs)
                state.city = NONE
            match.play(bot.choose(match.view(seat), seat, match.legal(), seed=seed + match.move))
    return turns, touched, stopped


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    turns, touched, stopped = count(games)
    print(f"{games} games, {turns} actions with a possible delivery")
    for event, card in enumerate(t.CITY_EVENTS):
        print(f"| {card['name']} | {touched[event] / turns:.0%} | {stopped[event] / turns:.0%} |")
