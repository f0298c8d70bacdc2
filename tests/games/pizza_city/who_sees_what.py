"""Who sees what in Pizza City: the table of its rulebook, and PC-INFO-1 to -3."""

from typing import Any

from contract.piles import Pile, Secrets, cards_in_order, counted, facts, sorted_cards
from fattorino.games.pizza_city.state import N_TEAMS, Phase, bike_chair, city_chair, person_in, team_of


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


SECRETS = Secrets(
    settings=[{"seats": 4}, {"seats": 2}, {"seats": 4, "bike_draw": "up_to_five"}],
    hidden=frozenset({"City deck", "Bike deck", "City hand", "Bike hand", "City card chosen"}),
    piles=piles,
    choices=frozenset({"which City card is laid"}),
    unseen=lambda state, viewer: (
        "which City card is laid" if state.phase == Phase.CITY_CARD else ""
    ),  # PC-AMB-51
)
