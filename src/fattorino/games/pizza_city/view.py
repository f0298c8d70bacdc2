"""What each seat may see of a state, and the same as numbers for a learner."""

from typing import Any

from fattorino.games.pizza_city import state as s
from fattorino.games.pizza_city.features import LAYOUT
from fattorino.kernel.features import BYTE, spread, starts, widths
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State


@jit
def show(state: State, seat: Seat, view: State) -> None:
    """PC-INFO-1, PC-TEAM-4: the viewer's hand and the cards laid so far; never another hand."""
    show_laid(state, view)
    view.phase = state.phase
    if state.phase == s.Phase.CITY_PLACE and seat != state.seat:
        view.phase = s.Phase.CITY_CARD  # a card chosen but not yet laid is not shown
    if seat == state.seat:
        view.chosen = state.chosen
    for team in range(s.N_TEAMS):
        if seat == s.person_in(int(state.n), s.city_chair(team)):
            for k in range(s.CITY_HAND):
                view.city_hand[team, k] = state.city_hand[team, k]
        if seat == s.person_in(int(state.n), s.bike_chair(team)):
            for kind in range(s.N_KINDS):
                view.bike_hand[team, kind] = state.bike_hand[team, kind]
                view.kept[team, kind] = state.kept[team, kind]


@jit
def show_laid(of: State, to: State) -> None:
    """Copy the cards laid so far."""
    for card in range(int(of.n_laid)):
        to.laid_at[card] = of.laid_at[card]
        to.laid_face[card] = of.laid_face[card]


# -- numbers for a learner --------------------------------------------------------------------------------

AT = starts(LAYOUT)
AT_CORNERS, CORNER_FEATURES = AT["corners"], widths(LAYOUT)["corners"]
AT_STOP = AT["corners.stop"] - AT["corners"]
AT_COVERED = AT["covered"]


@jit
def observe(view: State, seat: Seat, features: Any) -> None:
    """Phase, turn, both teams (the viewer's first), hands, every corner, segments no card may cover."""
    for at in range(AT_CORNERS):
        features[at] = 0.0
    own = s.team_at(int(view.n), seat) if seat >= 0 else 0
    features[0] = int(view.turn) / (s.N_CHAIRS * int(view.max_rounds))
    features[1] = 1.0 if view.seat == seat else 0.0
    features[2] = float(own)
    features[3] = int(view.plays) / 2.0
    features[4] = int(view.rest) / 4.0
    features[5] = float(view.stepped)
    features[6] = float(view.turned)
    features[7] = int(view.owed) / 2.0
    features[8] = int(view.supply) / s.N_TOKENS
    features[9] = (int(view.n_city) / s.N_CITY_CARDS + int(view.n_bike) / s.N_BIKE_CARDS) / 2.0
    at = 10
    if view.phase < s.Phase.OVER:
        features[at + int(view.phase)] = 1.0
    at += s.Phase.OVER.value
    if view.heading >= 0:
        features[at + int(view.heading)] = 1.0
    at += s.N_DIRECTIONS
    for chair in range(s.N_CHAIRS):
        features[at + chair] = int(view.held[chair]) / s.BIKE_HAND
    at += s.N_CHAIRS
    if view.chosen >= 0:
        features[at + int(view.chosen)] = 1.0
    at += s.N_FACES
    for kind in range(s.N_KINDS):
        features[at + kind] = int(view.discard[kind]) / 4.0
    at += s.N_KINDS
    for other in range(s.N_TEAMS):
        team = own if other == 0 else 1 - own
        features[at] = int(view.score[team]) / int(view.goal)
        features[at + 1] = 1.0 if s.team_of(int(view.turn) % s.N_CHAIRS) == team else 0.0
        features[at + 2] = 1.0 if int(view.turn) % 2 else 0.0
        at += 3
        for flair in range(s.N_FLAIRS):
            features[at + flair] = float(view.table[team, flair])
        at += s.N_FLAIRS
    for k in range(s.CITY_HAND):
        if view.city_hand[own, k] >= 0:
            features[at + int(view.city_hand[own, k])] += 1.0
    at += s.N_FACES
    for kind in range(s.N_KINDS):
        if view.bike_hand[own, kind] > 0:
            features[at + kind] = float(view.bike_hand[own, kind])
    at += s.N_KINDS
    for corner in range(s.CORNERS):
        observe_corner(view, own, corner, features, AT_CORNERS + corner * CORNER_FEATURES)
    at = AT_COVERED
    for level in range(2):
        covered = int(view.covered[level])
        for byte in range(s.UPRIGHT // BYTE):
            spread(covered >> BYTE * byte, features, at + BYTE * byte)
        spread(covered >> s.UPRIGHT - BYTE, features, at + s.UPRIGHT - BYTE)
        at += s.UPRIGHT


@jit
def observe_corner(view: State, own: int, corner: int, features: Any, at: int) -> None:
    """One corner as bits: open directions, bike lanes, and what is on it."""
    bits = int(view.ways[corner]) | int(view.lanes[corner]) << s.N_DIRECTIONS
    bits |= (1 if view.stops[corner] != 0 else 0) << AT_STOP
    bits |= (int(view.stations) >> corner & 1) << AT_STOP + 1
    bits |= (int(view.tokens) >> corner & 1) << AT_STOP + 2
    bits |= (1 if view.bike[own] == corner else 0) << AT_STOP + 3
    bits |= (1 if view.bike[1 - own] == corner else 0) << AT_STOP + 4
    bits |= (int(view.trail) >> corner & 1) << AT_STOP + 5
    spread(bits, features, at)
    spread(bits >> BYTE, features, at + BYTE)
    spread(bits >> CORNER_FEATURES - BYTE, features, at + CORNER_FEATURES - BYTE)


@jit
def knows_bike(view: State, team: int) -> bool:
    """Whether a view shows the hand of a team's Bike player."""
    return bool(view.bike_hand[team, 0] != HIDDEN)


@jit
def knows_city(view: State, team: int) -> bool:
    """Whether a view shows the hand of a team's City player."""
    return bool(view.city_hand[team, 0] != HIDDEN)


@jit
def one_face(state: State, team: int) -> bool:
    """Whether all cards of a City hand show the same face."""
    for k in range(1, s.CITY_HAND):
        if state.city_hand[team, k] != NONE and state.city_hand[team, k] != state.city_hand[team, 0]:
            return False
    return True
