"""The course of play: setup, turns, draws, new tokens, the end."""

from typing import Any

from fattorino.games.pizza_city import bike as b, city as c, state as s
from fattorino.games.pizza_city.decks import bike_card, city_card, draw_bike, draw_city
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, State, list_bits, only, tell
from fattorino.kernel.rng import seeded

# -- setup ------------------------------------------------------------------------------------------------


@jit
def setup(state: State, options: Any, seed: int, log: Log) -> None:
    """From a zeroed record to the first decision."""
    state.rng = seeded(seed)
    state.n = options.seats
    state.goal = options.pizzas_to_win
    state.bike_draw = options.bike_draw
    state.cover_rule = options.cover_rule
    state.blocked_start = options.blocked_start
    state.max_rounds = options.max_rounds
    c.clear_city(state)
    state.bike[s.Team.RED] = s.RED_START  # PC-SETUP-1
    state.bike[s.Team.BLUE] = s.BLUE_START
    state.tokens = s.START_TOKENS  # PC-SETUP-2
    state.supply = s.START_SUPPLY
    for card in range(s.N_CITY_CARDS):  # PC-SETUP-3: shuffled by the draws
        state.city_deck[card] = city_card(card)
    for card in range(s.N_BIKE_CARDS):
        state.bike_deck[card] = bike_card(card)
    state.n_city = s.N_CITY_CARDS
    state.n_bike = s.N_BIKE_CARDS
    for team in range(s.N_TEAMS):
        for k in range(s.CITY_HAND):
            state.city_hand[team, k] = NONE
    for chair in range(s.N_CHAIRS):  # PC-SETUP-4
        if chair % 2 == 0:
            draw_city(state, chair, s.CITY_HAND, log)
        else:
            draw_bike(state, chair, s.BIKE_HAND, log)
    state.chosen = NONE
    state.heading = NONE
    begin_turn(state, log)  # PC-SETUP-5: the rest is zero


# -- turns ------------------------------------------------------------------------------------------------


@jit
def begin_turn(state: State, log: Log) -> None:
    """PC-ORDER-1: the next chair's turn, or the end (PC-END-4)."""
    while int(state.turn) < s.N_CHAIRS * int(state.max_rounds):
        chair = int(state.turn) % s.N_CHAIRS
        state.seat = s.person_in(int(state.n), chair)
        b.tell_everyone(state, log, s.Event.TURN.value, chair, int(state.turn), 0)
        if chair % 2:
            state.phase = s.Phase.BIKE_MAIN
            state.plays = s.BIKE_PLAYS
            return
        if state.held[chair] > 0:
            state.phase = s.Phase.CITY_CARD
            state.plays = s.CITY_PLAYS
            return
        # PC-ORDER-2, PC-CITY-2: nothing to play or draw
        b.tell_everyone(state, log, s.Event.IDLE.value, chair, 0, 0)
        state.turn = int(state.turn) + 1
    state.phase = s.Phase.OVER
    state.over = 1
    state.seat = NONE
    tell(log, s.Event.TIED, NONE, EVERYONE)


@jit
def next_turn(state: State, log: Log) -> None:
    """End the turn."""
    state.turn = int(state.turn) + 1
    begin_turn(state, log)


@jit
def end_bike_turn(state: State, team: int, log: Log) -> None:
    """PC-BIKE-6: draw; PC-DROP-1: then the other City places a token for each delivery."""
    chair = s.bike_chair(team)
    count = s.BIKE_DRAWS
    if state.bike_draw == s.Draw.UP_TO_FIVE:
        count = max(0, s.BIKE_HAND - int(state.held[chair]))
    draw_bike(state, chair, count, log)
    state.owed = min(int(state.owed), int(state.supply))  # PC-DROP-5
    ask_drop(state, team, log)


@jit
def ask_drop(state: State, team: int, log: Log) -> None:
    """Let the City opposing this team place a token, or begin the next turn."""
    if state.owed == 0:
        next_turn(state, log)
        return
    state.phase = s.Phase.DROP
    state.seat = s.person_in(int(state.n), s.city_chair(1 - team))


# -- guards -----------------------------------------------------------------------------------------------


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    phase = state.phase
    if phase == s.Phase.OVER:
        won = state.score[0] == state.goal or state.score[1] == state.goal
        return s.Rule.PC_END_1 if won else s.Rule.PC_END_4
    team = s.team_of(int(state.turn) % s.N_CHAIRS)
    if phase == s.Phase.CITY_CARD or phase == s.Phase.CITY_PLACE:
        return check_city(state, team, action)
    if phase == s.Phase.DROP:
        if s.CORNER <= action < s.DIRECTION:
            return c.check_drop(state, action - s.CORNER)
        return s.Rule.PC_DROP_5 if action == s.END else s.Rule.PC_DROP_1  # the tokens first
    if action < s.CORNER:
        return s.Rule.PC_ORDER_1  # it is a Bike's turn
    if phase == s.Phase.BIKE_JUKE or phase == s.Phase.BIKE_TICKET:
        return check_choice(state, team, action)
    if action < s.PLAY_MOVE and phase == s.Phase.BIKE_STOP:
        return s.Rule.PC_FEAT_STOP_1
    if action < s.DIRECTION:  # only a Ticket leads to a corner
        return s.Rule.PC_FLAIR_TICKET_1 if phase == s.Phase.BIKE_MAIN else s.Rule.PC_FLAIR_TICKET_2
    if action < s.PLAY_MOVE:
        if phase == s.Phase.BIKE_DIR:
            return b.check_direction(state, team, action - s.DIRECTION)
        return s.Rule.PC_MOVE_1 if phase == s.Phase.BIKE_MAIN else s.Rule.PC_MOVE_11
    if action < s.USE_FLAIR:
        if phase != s.Phase.BIKE_MAIN:
            return s.Rule.PC_BIKE_3  # the Move card first
        held = state.bike_hand[team, action - s.PLAY_MOVE] > 0
        return s.Rule.OK if state.plays > 0 and held else s.Rule.PC_BIKE_1
    if action < s.GO:
        return b.check_flair(state, team, action - s.USE_FLAIR)
    if action == s.GO:
        if phase == s.Phase.BIKE_STOP:
            return s.Rule.PC_FEAT_STOP_1
        return b.check_go(state, team) if phase == s.Phase.BIKE_STEP else s.Rule.PC_MOVE_1
    return check_end(state, team)


@jit
def check_city(state: State, team: int, action: Action) -> Any:
    """Name the rule that forbids this action in a City turn, or Rule.OK."""
    if action == s.END:
        return s.Rule.PC_CITY_4  # no passing
    if action >= s.CORNER:  # it is not a Bike's turn
        return s.Rule.PC_FLAIR_1 if s.USE_FLAIR <= action < s.GO else s.Rule.PC_ORDER_1
    if state.phase == s.Phase.CITY_PLACE:  # the card is chosen
        return c.check_place(state, action - s.PLACE) if action >= s.PLACE else s.Rule.PC_DEC_2
    if action >= s.PLACE:
        return s.Rule.PC_CITY_1  # choose a card first
    return s.Rule.OK if c.holds_face(state, team, action - s.CITY_CARD) else s.Rule.PC_CITY_1


@jit
def check_end(state: State, team: int) -> Any:
    """Name the rule that forbids ending the Bike turn or the move now, or Rule.OK."""
    phase = state.phase
    if phase == s.Phase.BIKE_MAIN:  # PC-BIKE-2: with an empty hand the plays left lapse
        return s.Rule.OK if state.plays == 0 or state.held[s.bike_chair(team)] == 0 else s.Rule.PC_BIKE_5
    if phase == s.Phase.BIKE_DIR:
        return b.check_stand(state, team)
    return b.check_end_move(state, team) if phase == s.Phase.BIKE_STEP else s.Rule.OK


@jit
def check_choice(state: State, team: int, action: Action) -> Any:
    """The choice that completes a Juke or a Ticket."""
    if state.phase == s.Phase.BIKE_JUKE:
        if action < s.DIRECTION or action >= s.PLAY_MOVE:
            return s.Rule.PC_DEC_2
        if action - s.DIRECTION == state.heading:
            return s.Rule.PC_FLAIR_JUKE_1  # any other direction
        return b.check_direction(state, team, action - s.DIRECTION)
    if action >= s.DIRECTION:
        return s.Rule.PC_DEC_2
    corner = action - s.CORNER
    if s.has(b.destinations(state, team), corner):
        return s.Rule.OK
    if corner == state.bike[1 - team]:
        return s.Rule.PC_BUMP_5
    return s.Rule.PC_FLAIR_TICKET_1 if state.heading == NONE else s.Rule.PC_FLAIR_TICKET_2


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending; PC-DEC-3: they depend only on what the player sees.

    PC-DEC-1: if there is only one, the kernel plays it.
    """
    phase = state.phase
    team = s.team_of(int(state.turn) % s.N_CHAIRS)
    n = 0
    if phase == s.Phase.CITY_PLACE:
        return c.list_places(state, actions)
    if phase == s.Phase.CITY_CARD:
        last = NONE
        for k in range(s.CITY_HAND):  # ascending already
            face = int(state.city_hand[team, k])
            if face > last:
                actions[n] = s.CITY_CARD + face
                n += 1
                last = face
        return n
    if phase == s.Phase.BIKE_DIR:
        n = list_bits(b.directions(state, team), s.DIRECTION, s.N_DIRECTIONS, actions, 0)
    elif phase == s.Phase.BIKE_JUKE:
        others = b.directions(state, team) & ~(1 << int(state.heading))
        return list_bits(others, s.DIRECTION, s.N_DIRECTIONS, actions, 0)
    elif phase == s.Phase.BIKE_TICKET or phase == s.Phase.DROP:
        corners = c.drop_corners(state) if phase == s.Phase.DROP else b.destinations(state, team)
        return list_bits(corners, s.CORNER, s.CORNERS, actions, 0)
    else:
        if phase == s.Phase.BIKE_MAIN and state.plays > 0:
            for kind in range(s.N_KINDS):
                actions[n] = s.PLAY_MOVE + kind
                n += int(state.bike_hand[team, kind] > 0)
        n = list_bits(b.flairs(state, team), s.USE_FLAIR, s.N_FLAIRS, actions, n)  # PC-FLAIR-3: any number
        if phase == s.Phase.BIKE_STEP and b.check_go(state, team) == s.Rule.OK:
            actions[n] = s.GO
            return n + 1  # PC-MOVE-6: and no END
    if check_end(state, team) == s.Rule.OK:
        actions[n] = s.END
        n += 1
    return n


# -- the actions ------------------------------------------------------------------------------------------


@jit
def apply(state: State, action: Action, log: Log) -> None:
    """Apply a legal action and go on to the next decision."""
    phase = state.phase
    chair = int(state.turn) % s.N_CHAIRS
    team = s.team_of(chair)
    if phase == s.Phase.CITY_CARD:
        state.chosen = action - s.CITY_CARD
        state.phase = s.Phase.CITY_PLACE
        tell(log, s.Event.CHOSE, int(state.seat), only(int(state.seat)), action - s.CITY_CARD, 0, 0, 0, chair)
    elif phase == s.Phase.CITY_PLACE:
        apply_place(state, chair, team, action - s.PLACE, log)
    elif phase == s.Phase.DROP:
        apply_drop(state, team, action - s.CORNER, log)
    elif action == s.END:
        if phase == s.Phase.BIKE_MAIN:
            end_bike_turn(state, team, log)
        elif phase == s.Phase.BIKE_DIR:
            b.stand(state, team, log)
        else:
            b.finish_move(state, team, log)
    elif action == s.GO:
        b.step(state, team, log)
    elif action >= s.USE_FLAIR:
        b.use_flair(state, team, action - s.USE_FLAIR, log)
    elif action >= s.PLAY_MOVE:
        apply_play(state, chair, team, action - s.PLAY_MOVE, log)
    elif action >= s.DIRECTION:
        b.turn_to(state, team, action - s.DIRECTION, log)
    else:
        b.ride_subway(state, team, action - s.CORNER, log)


@jit
def apply_place(state: State, chair: int, team: int, place: int, log: Log) -> None:
    """PC-CITY-1: lay the chosen card; after the last one draw (PC-CITY-2, PC-CITY-3)."""
    face = int(state.chosen)
    c.lay(state, face, place)
    c.remove_face(state, team, face)
    state.held[chair] = int(state.held[chair]) - 1
    state.chosen = NONE
    state.plays = int(state.plays) - 1
    state.reveals = int(state.reveals) + 1  # a hand card is shown
    b.tell_everyone(state, log, s.Event.LAID.value, chair, face, place)
    if state.plays > 0 and state.held[chair] > 0:
        state.phase = s.Phase.CITY_CARD
        return
    draw_city(state, chair, s.CITY_DRAWS, log)
    next_turn(state, log)


@jit
def apply_play(state: State, chair: int, team: int, kind: int, log: Log) -> None:
    """PC-BIKE-3: a Move card is discarded and resolved; PC-BIKE-4: a Flair card goes onto the table."""
    state.bike_hand[team, kind] = int(state.bike_hand[team, kind]) - 1
    state.spent[team, kind] = int(state.spent[team, kind]) + 1
    state.held[chair] = int(state.held[chair]) - 1
    state.plays = int(state.plays) - 1
    state.reveals = int(state.reveals) + 1  # a hand card is shown
    if kind >= s.N_MOVES:
        flair = kind - s.N_MOVES
        state.table[team, flair] = int(state.table[team, flair]) + 1
        b.tell_everyone(state, log, s.Event.PLAYED_FLAIR.value, chair, flair, 0)
        return
    state.discard[kind] = int(state.discard[kind]) + 1
    b.tell_everyone(state, log, s.Event.PLAYED_MOVE.value, chair, s.move_value(kind), 0)
    b.begin_move(state, team, s.move_value(kind))
    state.phase = s.Phase.BIKE_DIR


@jit
def apply_drop(state: State, team: int, corner: int, log: Log) -> None:
    """PC-DROP-1: place a token from the supply on a corner."""
    state.tokens = int(state.tokens) | (1 << corner)
    state.supply = int(state.supply) - 1
    state.owed = int(state.owed) - 1
    b.tell_everyone(state, log, s.Event.DROPPED.value, s.city_chair(1 - team), corner, 0)
    ask_drop(state, team, log)


# -- the end ----------------------------------------------------------------------------------------------


@jit
def result(state: State, out: Any) -> None:
    """PC-END-2: both partners win or lose together; a draw is shared (PC-END-4)."""
    n = int(state.n)
    for seat in range(n):
        team = s.team_at(n, seat)
        won = state.score[team] == state.goal
        lost = state.score[1 - team] == state.goal
        out[seat, 0] = state.score[team]
        out[seat, 1] = 2 if lost else 1
        out[seat, 2] = won


@jit
def conserve(state: State, counts: Any) -> None:
    """What can never be created or lost: each face, each kind of Bike card, the tokens, hand sizes."""
    for face in range(s.N_FACES):
        counts[face] = 0
    for card in range(int(state.n_city)):
        counts[int(state.city_deck[card])] += 1
    for card in range(int(state.n_laid)):
        counts[int(state.laid_face[card])] += 1
    sizes = 0
    for team in range(s.N_TEAMS):
        for k in range(s.CITY_HAND):
            if state.city_hand[team, k] != NONE:
                counts[int(state.city_hand[team, k])] += 1
                sizes += 1
    for kind in range(s.N_KINDS):
        counts[s.N_FACES + kind] = state.discard[kind]
        for team in range(s.N_TEAMS):
            counts[s.N_FACES + kind] += state.bike_hand[team, kind]
            sizes += int(state.bike_hand[team, kind])
            if kind >= s.N_MOVES:
                counts[s.N_FACES + kind] += state.table[team, kind - s.N_MOVES]
    for card in range(int(state.n_bike)):
        counts[s.N_FACES + int(state.bike_deck[card])] += 1
    for chair in range(s.N_CHAIRS):
        sizes -= int(state.held[chair])
    counts[s.N_FACES + s.N_KINDS] = int(state.supply) + int(state.score[0]) + int(state.score[1])
    for corner in range(s.CORNERS):
        if s.has(int(state.tokens), corner):
            counts[s.N_FACES + s.N_KINDS] += 1
    counts[s.N_FACES + s.N_KINDS + 1] = sizes


NUM_COUNTS = s.N_FACES + s.N_KINDS + 2
assert s.PLAY_FLAIR == s.PLAY_MOVE + s.N_MOVES  # a Bike card of any kind is played by PLAY_MOVE + kind
