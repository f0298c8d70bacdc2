"""The decks: what is in them, drawing City and Bike cards, and shuffling the discards into a new Bike deck.

A deck has no order; each draw takes a random card, which is equivalent to shuffling it.
"""

from fattorino.games.pizza_city import state as s
from fattorino.games.pizza_city.bike import tell_everyone
from fattorino.games.pizza_city.city import add_face
from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup
from fattorino.kernel.records import EVERYONE, Log, State, all_but, only, tell
from fattorino.kernel.rng import draw_from

# the nth card of an unshuffled deck
city_card = lookup([f for f, face in enumerate(s.FACES) for _ in range(face["count"])])
bike_card = lookup([k for k, card in enumerate(s.BIKE_CARDS) for _ in range(card["count"])])
bike_copies = lookup([card["count"] for card in s.BIKE_CARDS])  # by kind


@jit
def tell_card(state: State, log: Log, chair: int, card: int) -> None:
    """PC-INFO-2: only the drawer sees a drawn card."""
    seat = s.person_in(int(state.n), chair)
    tell(log, s.Event.GOT, seat, only(seat), card, chair % 2, 0, 0, chair)


@jit
def end_draw(state: State, log: Log, chair: int, drawn: int) -> None:
    """Log the number of cards drawn, for those who do not see them; drawing cannot be taken back."""
    if drawn:
        state.reveals = int(state.reveals) + 1
    seat = s.person_in(int(state.n), chair)
    tell(log, s.Event.DREW, seat, all_but(seat) if drawn else EVERYONE, drawn, chair % 2, 0, 0, chair)


@jit
def draw_city(state: State, chair: int, count: int, log: Log) -> None:
    """PC-CITY-3, PC-DECK-1: draw City cards, at most as many as the deck has."""
    team = s.team_of(chair)
    drawn = 0
    while drawn < count and state.n_city > 0:
        face = draw_from(state, state.city_deck, int(state.n_city))
        state.n_city = int(state.n_city) - 1
        add_face(state, team, face, int(state.held[chair]))
        state.held[chair] = int(state.held[chair]) + 1
        tell_card(state, log, chair, face)
        drawn += 1
    end_draw(state, log, chair, drawn)


@jit
def draw_bike(state: State, chair: int, count: int, log: Log) -> None:
    """PC-BIKE-6, PC-BIKE-7: draw Bike cards; there is no hand limit."""
    team = s.team_of(chair)
    drawn = 0
    while drawn < count:
        if state.n_bike == 0:
            reshuffle(state, chair, log)
        if state.n_bike == 0:
            break  # PC-DECK-2: both are empty
        kind = draw_from(state, state.bike_deck, int(state.n_bike))
        state.n_bike = int(state.n_bike) - 1
        state.bike_hand[team, kind] = int(state.bike_hand[team, kind]) + 1
        state.held[chair] = int(state.held[chair]) + 1
        tell_card(state, log, chair, kind)
        drawn += 1
    end_draw(state, log, chair, drawn)


@jit
def reshuffle(state: State, chair: int, log: Log) -> None:
    """PC-DECK-2, PC-DECK-3: make the whole discard pile the new deck; hands and tables stay."""
    n = 0
    for kind in range(s.N_KINDS):
        for _ in range(int(state.discard[kind])):
            state.bike_deck[n] = kind
            n += 1
        state.discard[kind] = 0
        state.both[kind] = 0
        for team in range(s.N_TEAMS):  # PC-INFO-3: by counting, everybody knows both hands together
            state.kept[team, kind] = state.bike_hand[team, kind]
            state.both[kind] = int(state.both[kind]) + int(state.bike_hand[team, kind])
            state.spent[team, kind] = 0
    for team in range(s.N_TEAMS):
        state.kept_size[team] = state.held[s.bike_chair(team)]
    state.n_bike = n
    if n:
        tell_everyone(state, log, s.Event.SHUFFLED.value, chair, n, 0)
