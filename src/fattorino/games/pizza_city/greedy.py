"""greedy: a Bike that plans its whole turn and evaluates the next, a City that opens and closes routes.

Nothing hidden happens in a Bike turn before its draw, so the Bike plays its turn on copies of its view with
the actual rules, and prefers turns with deliveries, or with tokens in reach of the remaining cards. The City
counts, for every place, the Move cards and pairs of Move cards that take each bike to a token.
"""

import math
from typing import Any

import numpy as np

from fattorino.games.pizza_city import decks, state as s
from fattorino.games.pizza_city.city import lay
from fattorino.games.pizza_city.rules import apply, legal
from fattorino.kernel.jit import interpreted, jit
from fattorino.kernel.records import Seat, State
from fattorino.kernel.rng import below, following, seeded

DEPTH = 40  # most decisions in a plan
WIDTH = 64  # most options of a Bike decision
# The number of positions evaluated, shared among the options; interpreted, a hundredth of that.
POSITIONS = 4000
FEW_POSITIONS = 40

PIZZA = 4000  # a delivery
VICTORY = 100_000
SURE = 10  # a Move card in hand
LIKELY = 3  # one that may be drawn
SPARE = 14  # a Flair card ready on the table
IN_HAND = 5  # a Flair card still in the hand
NEARER = 12  # a block of distance to the nearest token
ONE_PLAY = 14  # a Move card that delivers at once, times its probability
RIVAL = 0.6  # weight of the other bike's chances for a Bike
HINDER = 1.3  # and for a City: that bike moves next

# The evaluation for the search, as log odds; fitted to 7,000 games of this bot against itself in which
# every tenth decision was random. Cards by kind: Move 1 to 4, then the Flair cards in the order of Flair.
_CARD_WORTH = np.array(
    [
        [0.11, 0.18, 0.27, 0.26, -0.04, -0.19, 0.09, -0.13, 0.01, 0.07, -0.14, -0.11],  # in the hand
        [0.00, 0.00, 0.00, 0.00, 0.18, 0.03, 0.33, 0.15, 0.38, 0.32, 0.11, 0.32],  # on the table
    ]
)
# by the pizzas still wanted, 1 to 3, of the team whose bike moves next (rows) and of the other one (columns)
_ODDS = np.array([[0.8, 2.3, 3.1], [-1.5, 0.4, 1.5], [-2.8, -1.1, 0.3]])
WANTED = len(_ODDS)
_TEMPO = np.array([0.3, 0.22, 0.22, 0.15, 0.0])  # plays left up to and in the next bike's turn
NOT_YET = 2  # the next bike's own plays
MOST_PLAYS = 4
DELIVERS = 0.37  # a hand that delivers in the current city
BLOCK = 0.1  # each block to the nearest token
NEXT, NEARLY = 0.5, 700.0  # the next bike's prospect, and one that is nearly a pizza


@jit
def capped(wanted: int, theirs: int) -> int:
    """The pizzas a team still needs, less 1; longer games count as if three were left."""
    return max(wanted - max(0, max(wanted, theirs) - WANTED), 1) - 1


@jit
def runs(state: State, start: int, rival: int, ends: Any) -> None:
    """Where each Move card can take a bike from a corner without Flair: ends[value] as bits."""
    ways, lanes, stops = state.ways, state.lanes, state.stops  # interpreted, reading a field is slow
    for value in range(s.N_MOVES + 1):
        ends[value] = 0
    for direction in range(s.N_DIRECTIONS):
        if not s.has(int(ways[start]), direction):
            continue
        straight = s.has(s.ALONG_ROADS, direction)
        corner, before = start, start
        spent = 0
        value = 1
        while value <= s.N_MOVES:
            before = corner
            if not (straight and s.has(int(lanes[before]), direction // 2)):
                spent += 1
            corner = s.next_corner(before, direction)
            last = stops[corner] or not s.has(int(ways[corner]), direction)
            end = before if corner == rival else corner
            while value <= s.N_MOVES and (last or s.move_value(value - 1) == spent):
                ends[value] |= 1 << end
                value += 1


@jit
def nearest(tokens: int, corner: int) -> int:
    """Blocks to the nearest token; 0 without one."""
    best = 0
    for other in range(s.CORNERS):
        if s.has(tokens, other):
            far = abs(other % s.WIDE - corner % s.WIDE) + abs(other // s.WIDE - corner // s.WIDE)
            if best == 0 or far < best:
                best = far
    return best


@jit
def pairs_to_token(state: State, team: int, ends: Any, onward: Any) -> int:
    """The pairs of Move cards that deliver in succession, a bit each; `ends` are those of the first."""
    rival = int(state.bike[1 - team])
    tokens = int(state.tokens)
    within = 0
    for value in range(1, s.N_MOVES + 1):
        within |= ends[value]
    within &= s.ALL_CORNERS & ~tokens
    pairs = 0
    for via in range(s.CORNERS):
        if s.has(within, via):
            runs(state, via, rival, onward)
            for second in range(1, s.N_MOVES + 1):
                if onward[second] & tokens:
                    for first in range(1, s.N_MOVES + 1):
                        if s.has(int(ends[first]), via):
                            pairs |= 1 << (s.N_MOVES * (first - 1) + second - 1)
    return pairs


@jit
def weighed(likely: Any, ends: Any, tokens: int, pairs: int, blocks: int) -> float:
    """Cards and pairs that deliver, weighted by probability, less the distance to the next token."""
    score = -float(NEARER * blocks)
    for value in range(1, s.N_MOVES + 1):
        if ends[value] & tokens:
            score += ONE_PLAY * likely[value]
    for first in range(1, s.N_MOVES + 1):
        for second in range(1, s.N_MOVES + 1):
            if s.has(pairs, s.N_MOVES * (first - 1) + second - 1):
                share = likely[first] * likely[second]
                score += share / SURE if first != second or likely[first] < 2 * SURE else share / (2 * SURE)
    return score


@jit
def prospect(state: State, team: int, likely: Any, ends: Any, onward: Any) -> float:
    """The value of a bike's position."""
    corner, tokens = int(state.bike[team]), int(state.tokens)
    runs(state, corner, int(state.bike[1 - team]), ends)
    pairs = pairs_to_token(state, team, ends, onward)
    return float(weighed(likely, ends, tokens, pairs, nearest(tokens, corner)))


@jit
def expect(view: State, team: int, likely: Any) -> None:
    """The probability that each Move card is held: by its copies, or from the hand if that is known."""
    known = view.bike_hand[team, 0] >= 0
    for kind in range(s.N_MOVES):
        if known:
            likely[kind + 1] = LIKELY + SURE * min(2, int(view.bike_hand[team, kind]))
        else:
            likely[kind + 1] = decks.bike_copies(kind) * 0.6


# -- the Bike ---------------------------------------------------------------------------------------------


@jit
def turn_terms(
    state: State, team: int, likely: Any, others: Any, ends: Any, onward: Any
) -> tuple[float, float, float, float]:
    """The terms of ending a Bike turn like this: pizzas, Flair, its own prospect, the other bike's."""
    pizzas, flair = float(PIZZA * int(state.score[team])), 0.0
    if state.over:
        return pizzas + VICTORY, 0.0, 0.0, 0.0
    for kind in range(s.N_FLAIRS):
        flair += SPARE * min(2, int(state.table[team, kind]))
        flair += IN_HAND * int(state.bike_hand[team, s.N_MOVES + kind])
    expect(state, team, likely)
    mine = prospect(state, team, likely, ends, onward)
    return pizzas, flair, mine, -RIVAL * prospect(state, 1 - team, others, ends, onward)


@jit
def worth(state: State, team: int, likely: Any, others: Any, ends: Any, onward: Any) -> float:
    """The value of ending a Bike turn like this."""
    pizzas, flair, mine, theirs = turn_terms(state, team, likely, others, ends, onward)
    return pizzas + flair + mine + theirs


@jit
def plan(view: State, team: int, actions: Any, n: int) -> int:
    """Try every way to play the turn, within the budget; returns the first step of the best one."""
    states = np.zeros(DEPTH, s.STATE)
    options = np.zeros((DEPTH, WIDTH), np.int16)
    places = np.zeros((DEPTH, 2), np.int64)
    likely = np.zeros(s.N_MOVES + 1, np.float64)
    others = np.zeros(s.N_MOVES + 1, np.float64)
    ends = np.zeros(s.N_MOVES + 1, np.int64)
    onward = np.zeros(s.N_MOVES + 1, np.int64)
    expect(view, 1 - team, others)
    best_action = int(actions[0])
    best = -1e9
    for root in range(n):
        budget = (FEW_POSITIONS if interpreted() else POSITIONS) // n
        states[0] = view
        level = 0
        places[0, 0] = 1
        places[0, 1] = 0
        options[0, 0] = actions[root]
        while level >= 0:
            at = places[level, 1]
            if at >= places[level, 0]:
                level -= 1
                continue
            places[level, 1] += 1
            action = int(options[level, at])
            drawing = action == s.END and states[level].phase == s.Phase.BIKE_MAIN
            count = 0
            if drawing:
                score = worth(states[level], team, likely, others, ends, onward)
            else:
                states[level + 1] = states[level]
                state = states[level + 1]
                apply(state, action, None)
                while not state.over:  # forced steps, up to the draw
                    count = legal(state, options[level + 1])
                    if count != 1 or (options[level + 1, 0] == s.END and state.phase == s.Phase.BIKE_MAIN):
                        break
                    apply(state, int(options[level + 1, 0]), None)
                budget -= 1
                deep = level + 2 >= DEPTH or budget <= 0
                if state.over or deep:
                    score = worth(state, team, likely, others, ends, onward)
                    count = 0
                else:
                    score = -1e9
            if score > best:
                best = score
                best_action = int(actions[root])
            if count > 0:
                level += 1
                places[level, 0] = count
                places[level, 1] = 0
    return best_action


# -- the City ---------------------------------------------------------------------------------------------


@jit
def street_terms(
    state: State, team: int, own: Any, others: Any, ends: Any, onward: Any
) -> tuple[float, float]:
    """The terms of the streets for a City: its partner's prospect, and the other bike's."""
    mine = prospect(state, team, own, ends, onward) * (2 + int(state.score[team]))
    theirs = prospect(state, 1 - team, others, ends, onward) * (2 + int(state.score[1 - team]))
    return mine, -HINDER * theirs


@jit
def outlook(state: State, team: int, own: Any, others: Any, ends: Any, onward: Any) -> float:
    """The value of the streets for a City."""
    mine, theirs = street_terms(state, team, own, others, ends, onward)
    return mine + theirs


@jit
def design(view: State, team: int, actions: Any, n: int, seed: int) -> int:
    """The card, place or corner with the best value; ties at random."""
    states = np.zeros(2, s.STATE)
    options = np.zeros(2 * s.PLACE + s.CORNER, np.int16)
    own = np.zeros(s.N_MOVES + 1, np.float64)
    others = np.zeros(s.N_MOVES + 1, np.float64)
    ends = np.zeros(s.N_MOVES + 1, np.int64)
    onward = np.zeros(s.N_MOVES + 1, np.int64)
    expect(view, team, own)
    expect(view, 1 - team, others)
    chance = seeded(seed)
    best_action = int(actions[0])
    best = -1e9
    for root in range(n):
        action = int(actions[root])
        states[0] = view
        count = 1
        options[0] = action
        if action < s.PLACE:  # a card: try it everywhere
            states[0].phase = s.Phase.CITY_PLACE
            states[0].chosen = action - s.CITY_CARD
            count = legal(states[0], options)
        stride = max(1, count * n // (FEW_POSITIONS if interpreted() else POSITIONS))
        chance = following(chance)
        for k in range(below(chance, stride), count, stride):
            states[1] = states[0]
            state = states[1]
            if int(options[k]) < s.CORNER:
                lay(state, int(state.chosen), int(options[k]) - s.PLACE)
            else:
                state.tokens = int(state.tokens) | (1 << (int(options[k]) - s.CORNER))
            chance = following(chance)
            score = outlook(state, team, own, others, ends, onward) + below(chance, 1000) / 1000.0
            if score > best:
                best = score
                best_action = action
    return best_action


@jit
def greedy(view: State, seat: Seat, actions: Any, n: int, seed: int) -> int:
    """The best first step of a plan."""
    team = s.team_of(int(view.turn) % s.N_CHAIRS)
    if view.phase == s.Phase.DROP:
        return design(view, 1 - team, actions, n, seed)
    if view.phase < s.Phase.BIKE_MAIN:
        return design(view, team, actions, n, seed)
    return plan(view, team, actions, n)


# -- the evaluation for the search ------------------------------------------------------------------------


@jit
def delivers(state: State, team: int, ends: Any, pairs: int) -> bool:
    """Whether a bike's hand has one or two Move cards that deliver in the current city."""
    tokens = int(state.tokens)
    for first in range(s.N_MOVES):
        if state.bike_hand[team, first] == 0:
            continue
        if ends[first + 1] & tokens:
            return True
        for second in range(s.N_MOVES):
            needed = 2 if first == second else 1
            if state.bike_hand[team, second] >= needed and s.has(pairs, s.N_MOVES * first + second):
                return True
    return False


@jit
def rides_next(state: State) -> int:
    """The team whose bike moves next, or is moving."""
    chair = int(state.turn) % s.N_CHAIRS
    riding = chair % 2 == 1 and state.phase != s.Phase.DROP
    return s.team_of(chair) if riding else 1 - s.team_of(chair)


@jit
def plays_left(state: State) -> int:
    """Cards to be played up to the end of the next bike's turn."""
    if state.phase == s.Phase.DROP:
        return MOST_PLAYS
    riding = int(state.turn) % 2 == 1
    left = min(int(state.plays), NOT_YET) if riding else NOT_YET + int(state.plays)
    return min(left, MOST_PLAYS)


@jit
def value(state: State, worth: Any) -> None:
    """Each seat's chances, 0 to 1, in an unfinished game: pizzas, cards, and who can deliver next."""
    likely = np.zeros(s.N_MOVES + 1, np.float64)
    ends = np.zeros(s.N_MOVES + 1, np.int64)
    onward = np.zeros(s.N_MOVES + 1, np.int64)
    first = rides_next(state)
    wanted, theirs = int(state.goal) - int(state.score[first]), int(state.goal) - int(state.score[1 - first])
    odds = float(_ODDS[capped(wanted, theirs), capped(theirs, wanted)] + _TEMPO[plays_left(state)])
    for team in range(2):
        sign = 1.0 if team == first else -1.0
        for kind in range(s.N_KINDS):
            odds += sign * int(state.bike_hand[team, kind]) * _CARD_WORTH[0, kind]
        for flair in range(s.N_FLAIRS):
            odds += sign * int(state.table[team, flair]) * _CARD_WORTH[1, s.N_MOVES + flair]
        tokens, corner = int(state.tokens), int(state.bike[team])
        runs(state, corner, int(state.bike[1 - team]), ends)
        pairs = pairs_to_token(state, team, ends, onward)
        blocks = nearest(tokens, corner)
        if delivers(state, team, ends, pairs):
            odds += sign * DELIVERS
        odds -= sign * BLOCK * blocks
        if team == first:
            expect(state, team, likely)
            odds += min(max(weighed(likely, ends, tokens, pairs, blocks) / NEARLY, -0.3), 0.8) * NEXT
    n = int(state.n)
    for seat in range(n):
        worth[seat] = 1.0 / (1.0 + math.exp(-odds if s.team_at(n, seat) == first else odds))
