"""imagine: a full state consistent with everything a seat has seen.

Only cards are hidden. The unseen City cards are dealt at random. More is known of the Bike cards: when the
discard pile was last reshuffled, every card outside the two hands was face up, so a hand holds what it held
then, minus what it has played since, plus cards from that deck.
"""

from fattorino.games.pizza_city import decks, state as s
from fattorino.games.pizza_city.city import add_face
from fattorino.games.pizza_city.view import knows_bike, knows_city, one_face, show_laid
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State
from fattorino.kernel.rng import seeded, shuffle

ATTEMPTS = 200  # attempts to split what both hands held, before this knowledge is ignored


@jit
def imagine(view: State, seat: Seat, seed: int, state: State) -> bool:
    """Fill a zeroed state that looks to this seat exactly like its view."""
    state.rng = seeded(seed)
    show_laid(view, state)
    state.phase = view.phase
    state.chosen = view.chosen if view.chosen != HIDDEN else NONE
    deal_city(view, state)
    deal_bike(view, state)
    team = s.team_of(int(view.turn) % s.N_CHAIRS)
    if view.phase == s.Phase.CITY_CARD and not knows_city(view, team) and one_face(state, team):
        state.phase = s.Phase.CITY_PLACE  # with a single face there is no choice
        state.chosen = state.city_hand[team, 0]
    return True


@jit
def deal_city(view: State, state: State) -> None:
    """Deal the City cards that this seat does not see to the other hands and the deck."""
    n = 0
    for face in range(s.N_FACES):
        unseen = s.face_part(face, s.COPIES)
        for card in range(int(view.n_laid)):
            if view.laid_face[card] == face:
                unseen -= 1
        for team in range(s.N_TEAMS):
            for k in range(s.CITY_HAND):
                if view.city_hand[team, k] == face:
                    unseen -= 1
        for _ in range(unseen):
            state.city_deck[n] = face
            n += 1
    shuffle(state, state.city_deck, n)
    for team in range(s.N_TEAMS):
        for k in range(s.CITY_HAND):
            state.city_hand[team, k] = view.city_hand[team, k] if knows_city(view, team) else NONE
        if not knows_city(view, team):
            for k in range(int(view.held[s.city_chair(team)])):
                n -= 1
                add_face(state, team, int(state.city_deck[n]), k)


@jit
def unseen_bike(view: State, kind: int) -> int:
    """The number of Bike cards of a kind that are neither face up nor in a hand this seat sees."""
    unseen = decks.bike_copies(kind) - int(view.discard[kind])
    for team in range(s.N_TEAMS):
        if kind >= s.N_MOVES:
            unseen -= int(view.table[team, kind - s.N_MOVES])
        if knows_bike(view, team):
            unseen -= int(view.bike_hand[team, kind])
    return unseen


@jit
def surely_held(view: State, state: State, team: int, kind: int) -> int:
    """How many cards of a kind a hand still holds since the last reshuffle."""
    return max(0, int(state.kept[team, kind]) - int(view.spent[team, kind]))


@jit
def recall(view: State, state: State) -> None:
    """Who held what at the last reshuffle: Bike players know it, everybody else guesses."""
    known = NONE
    for team in range(s.N_TEAMS):
        if knows_bike(view, team):
            known = team
    n = 0
    for kind in range(s.N_KINDS):
        if known != NONE:
            state.kept[known, kind] = view.kept[known, kind]
            state.kept[1 - known, kind] = int(view.both[kind]) - int(view.kept[known, kind])
        else:
            state.kept[0, kind] = 0
            state.kept[1, kind] = 0
            for _ in range(int(view.both[kind])):
                state.bike_deck[n] = kind
                n += 1
    shuffle(state, state.bike_deck, n)
    for card in range(n):
        team = 0 if card < view.kept_size[0] else 1
        kind = int(state.bike_deck[card])
        state.kept[team, kind] = int(state.kept[team, kind]) + 1


@jit
def agrees(view: State, state: State) -> bool:
    """Whether the hands guessed for the last reshuffle fit what has been played since."""
    for team in range(s.N_TEAMS):
        sure = 0
        for kind in range(s.N_KINDS):
            sure += surely_held(view, state, team, kind)
        if sure > view.held[s.bike_chair(team)]:
            return False
    for kind in range(s.N_KINDS):
        sure = 0
        for team in range(s.N_TEAMS):
            if not knows_bike(view, team):
                sure += surely_held(view, state, team, kind)
        if sure > unseen_bike(view, kind):
            return False
    return True


@jit
def deal_bike(view: State, state: State) -> None:
    """Deal the unseen Bike cards: first those a hand certainly holds, then any; the rest is the deck."""
    for _ in range(ATTEMPTS):
        recall(view, state)
        if agrees(view, state):
            break
    if not agrees(view, state):
        for kind in range(s.N_KINDS):  # ignore what was known; any deal will do
            state.kept[0, kind] = 0
            state.kept[1, kind] = view.both[kind]
    n = 0
    for kind in range(s.N_KINDS):
        left = unseen_bike(view, kind)
        for team in range(s.N_TEAMS):
            if knows_bike(view, team):
                state.bike_hand[team, kind] = view.bike_hand[team, kind]
            else:
                sure = min(left, surely_held(view, state, team, kind))
                state.bike_hand[team, kind] = sure
                left -= sure
        for _ in range(left):
            state.bike_deck[n] = kind
            n += 1
    shuffle(state, state.bike_deck, n)
    for team in range(s.N_TEAMS):
        size = 0
        for kind in range(s.N_KINDS):
            size += int(state.bike_hand[team, kind])
        for _ in range(int(view.held[s.bike_chair(team)]) - size):
            n -= 1
            kind = int(state.bike_deck[n])
            state.bike_hand[team, kind] = int(state.bike_hand[team, kind]) + 1
