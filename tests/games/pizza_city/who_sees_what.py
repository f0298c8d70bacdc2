"""Who sees what in Pizza City: the table of its rulebook, and PC-INFO-1 to -3."""

from typing import Any

import numpy as np

from contract.piles import Pair, Pile, Secrets, cards_in_order, counted, facts, sorted_cards
from fattorino.games.pizza_city.state import N_TEAMS, Phase, bike_chair, city_chair, person_in, team_of
from fattorino.kernel.match import Match


def piles(state: Any, viewer: int) -> list[Pile]:
    n, chooses = int(state.n), state.phase == Phase.CITY_PLACE
    found = [
        cards_in_order("City deck", False, state.city_deck[: state.n_city], "City card"),
        cards_in_order("Bike deck", False, state.bike_deck[: state.n_bike], "Bike card"),
        facts("sizes", True, state.n_city, state.n_bike, state.held),
        facts("laid City cards", True, state.laid_at[: state.n_laid], state.laid_face[: state.n_laid]),
        facts("Bike discard pile", True, state.discard),
        facts("tables", True, state.table),
        facts("City card chosen", viewer == state.seat, state.chosen),
    ]
    for team in range(N_TEAMS):
        own = viewer == person_in(n, city_chair(team))
        if chooses and team == team_of(int(state.turn) % 4):  # the chosen card is one of the hand
            found.append(facts("City hand", own, state.city_hand[team]))
        else:
            found.append(sorted_cards("City hand", own, state.city_hand[team], "City card"))
        own = viewer == person_in(n, bike_chair(team))
        found.append(counted("Bike hand", own, state.bike_hand[team], "Bike card"))
    return found


def other_memory(match: Match, viewer: int, chance: Any) -> Pair:
    """Who remembers what: two Bike cards have been in each other's hand since the last reshuffle."""
    twin = match.copy()
    state = twin.state[0]
    chairs = [bike_chair(team) for team in range(N_TEAMS)]
    hands = [np.minimum(state.bike_hand[team], state.kept[team]) for team in range(N_TEAMS)]
    if viewer in [person_in(int(state.n), chair) for chair in chairs]:
        return None
    one, other = (np.flatnonzero(hand).tolist() for hand in hands)
    pairs = [(a, b) for a in one for b in other if a != b]
    if not pairs:
        return None
    a, b = pairs[int(chance.integers(len(pairs)))]
    for cards in (state.bike_hand, state.kept):
        for team, gone, came in ((0, a, b), (1, b, a)):
            cards[team, gone] -= 1
            cards[team, came] += 1
    return match.copy(), twin


SECRETS = Secrets(
    settings=[{"seats": 4}, {"seats": 2}, {"seats": 4, "bike_draw": "up_to_five"}],
    hidden=frozenset({"City deck", "Bike deck", "City hand", "Bike hand", "City card chosen"}),
    piles=piles,
    choices=frozenset({"which City card is laid"}),
    unseen=lambda state, viewer: (
        "which City card is laid" if state.phase == Phase.CITY_CARD else ""
    ),  # PC-AMB-51
    harmless={
        "field reveals": "everybody knows when something was revealed",
        "field laid_at": "what is beyond the laid cards is always the same",
        "field laid_face": "what is beyond the laid cards is always the same",
    },
    others={"hands at the last reshuffle": other_memory},
)
