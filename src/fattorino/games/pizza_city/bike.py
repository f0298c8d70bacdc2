"""The Bike player's part: directions, steps, Flair cards, the other bike, deliveries.

A guard returns the rule that forbids an action; effects trust the guards.
"""

from typing import Any

from fattorino.games.pizza_city import state as s
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, State, tell


@jit
def tell_everyone(state: State, log: Log, kind: int, chair: int, a: int, b: int) -> None:
    """Log an event of a chair that everyone sees."""
    tell(log, kind, s.person_in(int(state.n), chair), EVERYONE, a, b, 0, 0, chair)


# -- where the bike can go --------------------------------------------------------------------------------


@jit
def status(state: State, corner: int, direction: int) -> int:
    """PC-MOVE-3: what is in the way of a step from a corner."""
    if s.has(int(state.ways[corner]), direction):
        return s.Status.FREE.value
    if not s.has(s.on_board(corner), direction):
        return s.Status.OFF.value  # no road leads off the board
    return s.Status.AGAINST.value if s.has(s.ALONG_ROADS, direction) else s.Status.BUILDING.value


@jit
def directions(state: State, team: int) -> int:
    """PC-MOVE-4: the directions a bike may take, as bits."""
    corner = int(state.bike[team])
    free = int(state.ways[corner])
    shut = s.on_board(corner) & ~free
    if state.table[team, s.Flair.ANYWAY]:
        free |= shut & s.ALONG_ROADS
    if state.table[team, s.Flair.SHORTCUT]:
        free |= shut & s.DIAGONALS
    return free


@jit
def destinations(state: State, team: int) -> int:
    """PC-FLAIR-TICKET-1, PC-BUMP-5: the corners a Ticket can lead to, as bits."""
    return int(state.stations) & ~(1 << int(state.bike[team])) & ~(1 << int(state.bike[1 - team]))


@jit(inline=True)
def flairs(state: State, team: int) -> int:
    """PC-FLAIR-1, PC-FLAIR-4: the Flair cards on a team's table that can be activated now, as bits.

    Computed without branches, which the processor would predict badly.
    """
    corner, rest = int(state.bike[team]), int(state.rest)
    station = int(s.has(int(state.stations), corner) & (destinations(state, team) != 0))
    works = 0
    if state.phase == s.Phase.BIKE_MAIN:
        spare = state.held[s.bike_chair(team)] > state.plays
        works = station << s.Flair.TICKET.value | int(spare) << s.Flair.STYLE.value
    elif state.phase == s.Phase.BIKE_STOP:
        onward = (rest > 0) | (state.table[team, s.Flair.BOOST] > 0)
        works = int(onward) << s.Flair.NONSTOP.value
    elif state.phase == s.Phase.BIKE_STEP:
        ahead = 1 << int(state.heading)
        shut = ahead & s.on_board(corner) & ~int(state.ways[corner]) if rest > 0 else 0
        riding = int((rest > 0) & (state.stepped != 0))
        works = (
            (station & riding) << s.Flair.TICKET.value
            | 1 << s.Flair.BOOST.value
            | (int(directions(state, team) & ~ahead != 0) & riding) << s.Flair.JUKE.value
            | int(shut & s.ALONG_ROADS != 0) << s.Flair.ANYWAY.value
            | int(shut & s.DIAGONALS != 0) << s.Flair.SHORTCUT.value
            | (int(s.has(int(state.tokens), corner)) & riding) << s.Flair.TOSS.value
        )
    lie = 0
    for flair in range(s.N_FLAIRS):
        lie |= int(state.table[team, flair] > 0) << flair
    return lie & works


# -- guards -----------------------------------------------------------------------------------------------


@jit
def check_direction(state: State, team: int, direction: int) -> Any:
    """Name the rule that forbids this direction, or Rule.OK."""
    if s.has(directions(state, team), direction):
        return s.Rule.OK
    met = status(state, int(state.bike[team]), direction)
    if met == s.Status.OFF:
        return s.Rule.PC_MOVE_3
    return s.Rule.PC_FEAT_ONEWAY_1 if met == s.Status.AGAINST else s.Rule.PC_FEAT_BUILDING_1


@jit
def check_flair(state: State, team: int, flair: int) -> Any:
    """Name the rule that forbids activating this Flair card now, or Rule.OK.

    PC-FLAIR-4: each card has its moments, and its own rule names them.
    """
    if s.has(flairs(state, team), flair):
        return s.Rule.OK
    phase = state.phase
    if state.table[team, flair] == 0:
        return s.Rule.PC_FLAIR_1
    if flair == s.Flair.STYLE:
        return s.Rule.PC_FLAIR_STYLE_1
    if flair == s.Flair.NONSTOP:
        return s.Rule.PC_FLAIR_NONSTOP_1
    if phase == s.Phase.BIKE_STOP:  # Nonstop comes first
        return s.Rule.PC_FLAIR_BOOST_2 if flair == s.Flair.BOOST else s.Rule.PC_FEAT_STOP_1
    if flair == s.Flair.BOOST:
        return s.Rule.PC_FLAIR_BOOST_1
    riding = phase == s.Phase.BIKE_STEP and state.rest > 0 and state.stepped
    if flair == s.Flair.TICKET:
        if s.has(int(state.stations), int(state.bike[team])) and (riding or phase == s.Phase.BIKE_MAIN):
            return s.Rule.PC_FLAIR_TICKET_3
        return s.Rule.PC_FLAIR_TICKET_1 if phase == s.Phase.BIKE_MAIN else s.Rule.PC_FLAIR_TICKET_2
    if flair == s.Flair.JUKE:
        return s.Rule.PC_FLAIR_JUKE_3 if riding else s.Rule.PC_FLAIR_JUKE_1
    if flair == s.Flair.TOSS:
        return s.Rule.PC_FLAIR_TOSS_1
    return s.Rule.PC_FLAIR_ANYWAY_1 if flair == s.Flair.ANYWAY else s.Rule.PC_FLAIR_SHORTCUT_1


@jit
def check_go(state: State, team: int) -> Any:
    """Name the rule that forbids the next step, or Rule.OK."""
    if state.rest == 0:
        return s.Rule.PC_MOVE_9
    free = s.has(int(state.ways[int(state.bike[team])]), int(state.heading))
    return s.Rule.OK if free else s.Rule.PC_MOVE_7


@jit
def check_stand(state: State, team: int) -> Any:
    """Name the rule that forbids a dead move, or Rule.OK (PC-MOVE-5)."""
    free = int(state.ways[int(state.bike[team])])
    if free == 0:
        return s.Rule.OK
    if state.blocked_start == s.Blocked.LAST_RESORT:
        return s.Rule.PC_MOVE_5
    return s.Rule.PC_MOVE_13 if free == s.ALONG_ROADS | s.DIAGONALS else s.Rule.OK


@jit
def check_end_move(state: State, team: int) -> Any:
    """Name the rule that forbids ending the move here, or Rule.OK."""
    if state.rest == 0:
        return s.Rule.OK
    if s.has(int(state.ways[int(state.bike[team])]), int(state.heading)):
        return s.Rule.PC_MOVE_6  # no stopping short
    return s.Rule.OK if state.stepped and not state.turned else s.Rule.PC_MOVE_8


# -- effects ----------------------------------------------------------------------------------------------


@jit
def spend(state: State, team: int, flair: int) -> None:
    """PC-FLAIR-2: discard a Flair card from the table; this is not a play."""
    state.table[team, flair] = int(state.table[team, flair]) - 1
    state.discard[s.N_MOVES + flair] = int(state.discard[s.N_MOVES + flair]) + 1


@jit
def begin_move(state: State, team: int, rest: int) -> None:
    """A move begins on the bike's corner (PC-MOVE-1); a stop sign there does not matter (PC-FEAT-STOP-2)."""
    corner = int(state.bike[team])
    state.heading = NONE
    state.rest = rest
    state.stepped = 0
    state.turned = 0
    state.before = corner
    state.trail = 1 << corner


@jit
def arrive(state: State, team: int, corner: int) -> None:
    """PC-BUMP-3: add a corner to the path."""
    state.before = state.bike[team]
    state.bike[team] = corner
    state.trail = int(state.trail) | (1 << corner)
    state.turned = 0


@jit
def meet_sign(state: State, team: int, log: Log) -> None:
    """PC-MOVE-10, PC-FEAT-STOP-1: the stop sign first, then the ordinary decision."""
    corner = int(state.bike[team])
    if state.stops[corner]:
        state.phase = s.Phase.BIKE_STOP
        tell_everyone(state, log, s.Event.SIGNED.value, s.bike_chair(team), corner, 0)
    else:
        state.phase = s.Phase.BIKE_STEP


@jit
def step(state: State, team: int, log: Log) -> None:
    """PC-MOVE-2, PC-BUMP-1: one step in the current direction; bikes in the way are passed."""
    heading = int(state.heading)
    corner = int(state.bike[team])
    lane = s.has(s.ALONG_ROADS, heading) and s.has(int(state.lanes[corner]), heading // 2)
    if not lane:  # PC-FEAT-LANE-1, PC-FEAT-LANE-2: a bike lane gives back what it cost
        state.rest = int(state.rest) - 1
    arrive(state, team, s.next_corner(corner, heading))
    state.stepped = 1
    tell_everyone(state, log, s.Event.STEPPED.value, s.bike_chair(team), int(state.bike[team]), heading)
    meet_sign(state, team, log)


@jit
def deliver(state: State, team: int, log: Log) -> None:
    """PC-DELIV-2, PC-DELIV-3: the team takes the token on its bike's corner.

    PC-END-1, PC-END-3: the last one ends the game; only one bike moves at a time.
    """
    corner = int(state.bike[team])
    state.tokens = int(state.tokens) & ~(1 << corner)
    state.score[team] = int(state.score[team]) + 1
    state.owed = int(state.owed) + 1
    tell_everyone(state, log, s.Event.DELIVERED.value, s.bike_chair(team), corner, int(state.score[team]))
    if state.score[team] == state.goal:
        state.phase = s.Phase.OVER
        state.over = 1
        state.seat = NONE
        tell_everyone(state, log, s.Event.WON.value, s.bike_chair(team), team, 0)


@jit
def finish_move(state: State, team: int, log: Log) -> None:
    """PC-MOVE-12: the other bike fixes the final corner, then a token there is delivered (PC-DELIV-4).

    PC-BUMP-4: what was spent or tossed on the way is not returned.
    """
    state.phase = s.Phase.BIKE_MAIN
    state.heading = NONE
    state.rest = 0
    chair = s.bike_chair(team)
    if state.bike[team] == state.bike[1 - team]:  # PC-BUMP-2, PC-BUMP-6
        state.bike[team] = state.before
        tell_everyone(state, log, s.Event.BUMPED.value, chair, int(state.bike[team]), 0)
    tell_everyone(state, log, s.Event.ENDED_MOVE.value, chair, int(state.bike[team]), 0)
    if s.has(int(state.tokens), int(state.bike[team])):  # PC-DELIV-1
        deliver(state, team, log)


@jit
def stand(state: State, team: int, log: Log) -> None:
    """PC-MOVE-5: a dead move; the card is used up."""
    state.phase = s.Phase.BIKE_MAIN
    state.rest = 0
    tell_everyone(state, log, s.Event.STOOD.value, s.bike_chair(team), int(state.bike[team]), 0)


@jit
def use_flair(state: State, team: int, flair: int, log: Log) -> None:
    """Activate a Flair card; Juke and Ticket are discarded with the choice that follows (PC-DEC-2)."""
    tell_everyone(state, log, s.Event.USED.value, s.bike_chair(team), flair, 0)
    if flair == s.Flair.JUKE:
        state.phase = s.Phase.BIKE_JUKE
        return
    if flair == s.Flair.TICKET:
        state.phase = s.Phase.BIKE_TICKET
        return
    spend(state, team, flair)
    if flair == s.Flair.STYLE:
        state.plays = int(state.plays) + 1  # PC-FLAIR-STYLE-1
    elif flair == s.Flair.BOOST:
        state.rest = int(state.rest) + 1  # PC-FLAIR-BOOST-1
    elif flair == s.Flair.NONSTOP:
        state.phase = s.Phase.BIKE_STEP  # PC-FLAIR-NONSTOP-1: this time the sign is ignored
    elif flair == s.Flair.TOSS:
        deliver(state, team, log)  # PC-FLAIR-TOSS-1, and the move goes on
    else:
        step(state, team, log)  # PC-FLAIR-ANYWAY-1, PC-FLAIR-SHORTCUT-1: that one step


@jit
def turn_to(state: State, team: int, direction: int, log: Log) -> None:
    """Choose the direction of a Move, or turn by a Juke (PC-FLAIR-JUKE-1, PC-FLAIR-JUKE-2, PC-MOVE-11)."""
    if state.phase == s.Phase.BIKE_JUKE:
        spend(state, team, s.Flair.JUKE.value)
        state.turned = 1  # PC-MOVE-8: the next step must be made
    state.heading = direction
    state.phase = s.Phase.BIKE_STEP
    tell_everyone(state, log, s.Event.HEADED.value, s.bike_chair(team), direction, 0)


@jit
def ride_subway(state: State, team: int, corner: int, log: Log) -> None:
    """PC-FLAIR-TICKET-1: a move of its own; PC-FLAIR-TICKET-2: in a Move card the ride goes on."""
    spend(state, team, s.Flair.TICKET.value)
    between_plays = state.heading == NONE
    if between_plays:
        begin_move(state, team, 0)
    arrive(state, team, corner)
    tell_everyone(state, log, s.Event.RODE_SUBWAY.value, s.bike_chair(team), corner, 0)
    if between_plays:
        finish_move(state, team, log)  # a stop sign has no effect here
    else:
        meet_sign(state, team, log)
