"""The numbers by which a net evaluates a position in the search, which is a full, imagined state.

They are the terms that `value` in greedy.py adds up: pizzas, cards, and the Move cards that deliver, from the
side of the team whose bike moves next.
"""

from typing import Any

import numpy as np

from fattorino.games.pizza_city import greedy as g, state as s
from fattorino.games.pizza_city.bike import directions
from fattorino.kernel.jit import jit
from fattorino.kernel.records import State, ones

NEAR = 8  # blocks to the nearest token: 0 to 6, and more
PAIRS = s.N_MOVES * s.N_MOVES

AT_LEFT = g.WANTED * g.WANTED
AT_PHASE = AT_LEFT + g.MOST_PLAYS + 1
AT_MOVE = AT_PHASE + s.Phase.OVER.value
AT_CITY = AT_MOVE + 4
AT_TEAMS = AT_CITY + 4

OF_MOVES = s.N_KINDS
OF_TABLE = OF_MOVES + 2 * s.N_MOVES
OF_SINGLE = OF_TABLE + s.N_FLAIRS
OF_PAIRS = OF_SINGLE + 2 * s.N_MOVES
OF_NEAR = OF_PAIRS + 2 * PAIRS
OF_PLACE = OF_NEAR + NEAR
OF_FLAIR = OF_PLACE + 4
OF_FACES = OF_FLAIR + 2 * s.N_MOVES
TEAM_NUMBERS = OF_FACES + s.N_FACES

NUM_STUDIED = AT_TEAMS + s.N_TEAMS * TEAM_NUMBERS


@jit
def with_flair(state: State, team: int) -> int:
    """The Move cards that deliver at once, also with Flair from the table: a bit for each value; the bits
    behind them are the number of corners where they do.

    A ride has one direction. Anyway and Shortcut open its first step, Nonstop passes a sign, Boost adds a
    block, Toss delivers on the way.
    """
    start, tokens, rival = int(state.bike[team]), int(state.tokens), int(state.bike[1 - team])
    more = 1 if state.table[team, s.Flair.BOOST] else 0
    found, ways = 0, 0
    for direction in range(s.N_DIRECTIONS):
        if not s.has(directions(state, team), direction):
            continue
        straight = s.has(s.ALONG_ROADS, direction)
        corner, spent, signs = start, 0, int(state.table[team, s.Flair.NONSTOP])
        while spent < s.N_MOVES + more:
            if not (straight and s.has(int(state.lanes[corner]), direction // 2)):
                spent += 1
            corner = s.next_corner(corner, direction)
            last = not s.has(int(state.ways[corner]), direction)
            if state.stops[corner]:
                last = last or signs == 0
                signs -= 1
            if s.has(tokens, corner) and corner != rival:
                ways += 1
                least = max(spent - more, 1)
                most = s.N_MOVES if last or state.table[team, s.Flair.TOSS] else min(spent, s.N_MOVES)
                for value in range(least, most + 1):
                    found |= 1 << (value - 1)
            if last:
                break
    return int(found | ways << s.N_MOVES)


@jit
def study(state: State, numbers: Any) -> int:
    """Write the numbers of a position; returns the seat from whose side they are."""
    ends = np.zeros(s.N_MOVES + 1, np.int64)
    onward = np.zeros(s.N_MOVES + 1, np.int64)
    for at in range(NUM_STUDIED):
        numbers[at] = 0.0
    first = g.rides_next(state)
    wanted, theirs = int(state.goal) - int(state.score[first]), int(state.goal) - int(state.score[1 - first])
    numbers[g.WANTED * g.capped(wanted, theirs) + g.capped(theirs, wanted)] = 1.0
    numbers[AT_LEFT + g.plays_left(state)] = 1.0
    numbers[AT_PHASE + int(state.phase)] = 1.0
    numbers[AT_MOVE] = int(state.rest) / 4.0
    numbers[AT_MOVE + 1] = float(state.stepped)
    numbers[AT_MOVE + 2] = float(state.turned)
    numbers[AT_MOVE + 3] = int(state.owed) / 2.0
    numbers[AT_CITY] = ones(int(state.tokens)) / 4.0
    numbers[AT_CITY + 1] = int(state.n_city) / s.N_CITY_CARDS
    numbers[AT_CITY + 2] = int(state.n_bike) / s.N_BIKE_CARDS
    numbers[AT_CITY + 3] = int(state.n_laid) / s.N_CITY_CARDS
    study_team(state, first, ends, onward, numbers, AT_TEAMS)
    study_team(state, 1 - first, ends, onward, numbers, AT_TEAMS + TEAM_NUMBERS)
    return int(s.person_in(int(state.n), s.bike_chair(first)))


@jit
def study_team(state: State, team: int, ends: Any, onward: Any, numbers: Any, at: int) -> None:
    """A team: its cards, and what its bike can deliver with one or two Move cards, in hand or not."""
    corner, tokens = int(state.bike[team]), int(state.tokens)
    for kind in range(s.N_KINDS):
        numbers[at + kind] = int(state.bike_hand[team, kind]) / 2.0
    for kind in range(s.N_MOVES):
        numbers[at + OF_MOVES + kind] = 1.0 if state.bike_hand[team, kind] >= 1 else 0.0
        numbers[at + OF_MOVES + s.N_MOVES + kind] = 1.0 if state.bike_hand[team, kind] >= 2 else 0.0
    for flair in range(s.N_FLAIRS):
        numbers[at + OF_TABLE + flair] = float(state.table[team, flair])
    g.runs(state, corner, int(state.bike[1 - team]), ends)
    pairs = g.pairs_to_token(state, team, ends, onward)
    for one in range(s.N_MOVES):
        if ends[one + 1] & tokens:
            numbers[at + OF_SINGLE + one] = 1.0
            numbers[at + OF_SINGLE + s.N_MOVES + one] = 1.0 if state.bike_hand[team, one] > 0 else 0.0
        for two in range(s.N_MOVES):
            pair = s.N_MOVES * one + two
            if s.has(pairs, pair):
                numbers[at + OF_PAIRS + pair] = 1.0
                needed = 2 if one == two else 1
                if state.bike_hand[team, one] > 0 and state.bike_hand[team, two] >= needed:
                    numbers[at + OF_PAIRS + PAIRS + pair] = 1.0
    numbers[at + OF_NEAR + min(g.nearest(tokens, corner), NEAR - 1)] = 1.0
    numbers[at + OF_PLACE] = 1.0 if g.delivers(state, team, ends, pairs) else 0.0
    numbers[at + OF_PLACE + 1] = ones(int(state.ways[corner])) / s.N_DIRECTIONS
    numbers[at + OF_PLACE + 2] = 1.0 if s.has(int(state.stations), corner) else 0.0
    flair = with_flair(state, team)
    for kind in range(s.N_MOVES):
        if s.has(flair, kind):
            numbers[at + OF_FLAIR + kind] = 1.0
            numbers[at + OF_FLAIR + s.N_MOVES + kind] = 1.0 if state.bike_hand[team, kind] > 0 else 0.0
    numbers[at + OF_PLACE + 3] = (flair >> s.N_MOVES) / 4.0
    for k in range(s.CITY_HAND):
        if state.city_hand[team, k] >= 0:
            numbers[at + OF_FACES + int(state.city_hand[team, k])] += 1.0
