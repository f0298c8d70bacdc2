"""The course of play: setting up, turns, draws, new tokens, the end."""

from typing import Any

from fattorino.games.pizza_city.bike import (
    begin_move,
    check_direction,
    check_end_move,
    check_flair,
    check_go,
    check_stand,
    destinations,
    directions,
    finish_move,
    flairs,
    note,
    ride_subway,
    stand,
    step,
    turn_to,
    use_flair,
)
from fattorino.games.pizza_city.city import (
    check_drop,
    check_place,
    drop_corners,
    give_face,
    holds_face,
    lay,
    list_places,
    pave,
)
from fattorino.games.pizza_city.decks import draw_bike, draw_city
from fattorino.games.pizza_city.state import (
    BIKE_DRAWS,
    BIKE_HAND,
    BIKE_PLAYS,
    BLUE_START,
    CITY_CARD,
    CITY_DRAWS,
    CITY_HAND,
    CITY_PLAYS,
    CORNER,
    CORNERS,
    DIRECTION,
    END,
    GO,
    N_BIKE_CARDS,
    N_CHAIRS,
    N_CITY_CARDS,
    N_DIRECTIONS,
    N_FACES,
    N_FLAIRS,
    N_KINDS,
    N_MOVES,
    N_TEAMS,
    PLACE,
    PLAY_FLAIR,
    PLAY_MOVE,
    RED_START,
    START_SUPPLY,
    START_TOKENS,
    USE_FLAIR,
    Draw,
    Event,
    Phase,
    Rule,
    Team,
    bike_card,
    bike_chair,
    city_card,
    city_chair,
    has,
    move_value,
    person_in,
    team_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, State, only, tell
from fattorino.kernel.rng import seeded

# -- setting up -------------------------------------------------------------------------------------------


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
    pave(state)
    state.bike[Team.RED] = RED_START  # PC-SETUP-1
    state.bike[Team.BLUE] = BLUE_START
    state.tokens = START_TOKENS  # PC-SETUP-2
    state.supply = START_SUPPLY
    for card in range(N_CITY_CARDS):  # PC-SETUP-3: shuffled by the draws
        state.city_deck[card] = city_card(card)
    for card in range(N_BIKE_CARDS):
        state.bike_deck[card] = bike_card(card)
    state.n_city = N_CITY_CARDS
    state.n_bike = N_BIKE_CARDS
    for team in range(N_TEAMS):
        for k in range(CITY_HAND):
            state.city_hand[team, k] = NONE
    for chair in range(N_CHAIRS):  # PC-SETUP-4
        if chair % 2 == 0:
            draw_city(state, chair, CITY_HAND, log)
        else:
            draw_bike(state, chair, BIKE_HAND, log)
    state.chosen = NONE
    state.heading = NONE
    begin_turn(state, log)  # PC-SETUP-5: the rest is zero


# -- turns ------------------------------------------------------------------------------------------------


@jit
def begin_turn(state: State, log: Log) -> None:
    """PC-ORDER-1: the next chair's turn, or the end (PC-END-4)."""
    while int(state.turn) < N_CHAIRS * int(state.max_rounds):
        chair = int(state.turn) % N_CHAIRS
        state.seat = person_in(int(state.n), chair)
        if chair % 2:
            state.phase = Phase.BIKE_MAIN
            state.plays = BIKE_PLAYS
            return
        if state.held[chair] > 0:
            state.phase = Phase.CITY_CARD
            state.plays = CITY_PLAYS
            return
        note(state, log, Event.IDLE.value, chair, 0, 0)  # PC-ORDER-2, PC-CITY-2: nothing to play or draw
        state.turn = int(state.turn) + 1
    state.phase = Phase.OVER
    state.over = 1
    state.seat = NONE
    tell(log, Event.TIED, NONE, EVERYONE)


@jit
def next_turn(state: State, log: Log) -> None:
    """The turn is over."""
    state.turn = int(state.turn) + 1
    begin_turn(state, log)


@jit
def end_bike_turn(state: State, team: int, log: Log) -> None:
    """PC-BIKE-6: draw; PC-DROP-1: then the other City places a token for each delivery."""
    chair = bike_chair(team)
    count = BIKE_DRAWS
    if state.bike_draw == Draw.UP_TO_FIVE:
        count = max(0, BIKE_HAND - int(state.held[chair]))
    draw_bike(state, chair, count, log)
    state.owed = min(int(state.owed), int(state.supply))  # PC-DROP-5
    ask_drop(state, team, log)


@jit
def ask_drop(state: State, team: int, log: Log) -> None:
    """Let the City opposing this team place a token, or begin the next turn."""
    if state.owed == 0:
        next_turn(state, log)
        return
    state.phase = Phase.DROP
    state.seat = person_in(int(state.n), city_chair(1 - team))


# -- guards -----------------------------------------------------------------------------------------------


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    phase = state.phase
    if phase == Phase.OVER:
        won = state.score[0] == state.goal or state.score[1] == state.goal
        return Rule.PC_END_1 if won else Rule.PC_END_4
    team = team_of(int(state.turn) % N_CHAIRS)
    if phase == Phase.CITY_CARD or phase == Phase.CITY_PLACE:
        return check_city(state, team, action)
    if phase == Phase.DROP:
        if CORNER <= action < DIRECTION:
            return check_drop(state, action - CORNER)
        return Rule.PC_DROP_5 if action == END else Rule.PC_DROP_1  # the tokens first
    if action < CORNER:
        return Rule.PC_ORDER_1  # it is a Bike's turn
    if phase == Phase.BIKE_JUKE or phase == Phase.BIKE_TICKET:
        return check_choice(state, team, action)
    if action < PLAY_MOVE and phase == Phase.BIKE_STOP:
        return Rule.PC_FEAT_STOP_1
    if action < DIRECTION:  # only a Ticket leads to a corner
        return Rule.PC_FLAIR_TICKET_1 if phase == Phase.BIKE_MAIN else Rule.PC_FLAIR_TICKET_2
    if action < PLAY_MOVE:
        if phase == Phase.BIKE_DIR:
            return check_direction(state, team, action - DIRECTION)
        return Rule.PC_MOVE_1 if phase == Phase.BIKE_MAIN else Rule.PC_MOVE_11
    if action < USE_FLAIR:
        if phase != Phase.BIKE_MAIN:
            return Rule.PC_BIKE_3  # the Move card first
        held = state.bike_hand[team, action - PLAY_MOVE] > 0
        return Rule.OK if state.plays > 0 and held else Rule.PC_BIKE_1
    if action < GO:
        return check_flair(state, team, action - USE_FLAIR)
    if action == GO:
        if phase == Phase.BIKE_STOP:
            return Rule.PC_FEAT_STOP_1
        return check_go(state, team) if phase == Phase.BIKE_STEP else Rule.PC_MOVE_1
    return check_end(state, team)


@jit
def check_city(state: State, team: int, action: Action) -> Any:
    """Name the rule that forbids this action in a City turn, or Rule.OK."""
    if action == END:
        return Rule.PC_CITY_4  # no passing
    if action >= CORNER:  # it is not a Bike's turn
        return Rule.PC_FLAIR_1 if USE_FLAIR <= action < GO else Rule.PC_ORDER_1
    if state.phase == Phase.CITY_PLACE:  # the card is chosen
        return check_place(state, action - PLACE) if action >= PLACE else Rule.PC_DEC_2
    if action >= PLACE:
        return Rule.PC_CITY_1  # choose a card first
    return Rule.OK if holds_face(state, team, action - CITY_CARD) else Rule.PC_CITY_1


@jit
def check_end(state: State, team: int) -> Any:
    """Name the rule that forbids a Bike player to end the turn or the move now, or Rule.OK."""
    phase = state.phase
    if phase == Phase.BIKE_MAIN:  # PC-BIKE-2: with an empty hand the plays left lapse
        return Rule.OK if state.plays == 0 or state.held[bike_chair(team)] == 0 else Rule.PC_BIKE_5
    if phase == Phase.BIKE_DIR:
        return check_stand(state, team)
    return check_end_move(state, team) if phase == Phase.BIKE_STEP else Rule.OK


@jit
def check_choice(state: State, team: int, action: Action) -> Any:
    """The choice that completes a Juke or a Ticket."""
    if state.phase == Phase.BIKE_JUKE:
        if action < DIRECTION or action >= PLAY_MOVE:
            return Rule.PC_DEC_2
        if action - DIRECTION == state.heading:
            return Rule.PC_FLAIR_JUKE_1  # any other direction
        return check_direction(state, team, action - DIRECTION)
    if action >= DIRECTION:
        return Rule.PC_DEC_2
    corner = action - CORNER
    if has(destinations(state, team), corner):
        return Rule.OK
    if corner == state.bike[1 - team]:
        return Rule.PC_BUMP_5
    return Rule.PC_FLAIR_TICKET_1 if state.heading == NONE else Rule.PC_FLAIR_TICKET_2


@jit
def list_bits(bits: int, first: Action, actions: Any, n: int, size: int) -> int:
    """Append the actions of the bits that are set; how many there are now."""
    for at in range(size):
        actions[n] = first + at
        n += (bits >> at) & 1
    return n


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending; PC-DEC-3: they depend on open things and the own hand only.

    PC-DEC-1: where there is one only, the kernel plays it.
    """
    phase = state.phase
    team = team_of(int(state.turn) % N_CHAIRS)
    n = 0
    if phase == Phase.CITY_PLACE:
        return list_places(state, actions)
    if phase == Phase.CITY_CARD:
        last = NONE
        for k in range(CITY_HAND):  # ascending already
            face = int(state.city_hand[team, k])
            if face > last:
                actions[n] = CITY_CARD + face
                n += 1
                last = face
        return n
    if phase == Phase.BIKE_DIR:
        n = list_bits(directions(state, team), DIRECTION, actions, 0, N_DIRECTIONS)
    elif phase == Phase.BIKE_JUKE:
        return list_bits(
            directions(state, team) & ~(1 << int(state.heading)), DIRECTION, actions, 0, N_DIRECTIONS
        )
    elif phase == Phase.BIKE_TICKET or phase == Phase.DROP:
        corners = drop_corners(state) if phase == Phase.DROP else destinations(state, team)
        return list_bits(corners, CORNER, actions, 0, CORNERS)
    else:
        if phase == Phase.BIKE_MAIN and state.plays > 0:
            for kind in range(N_KINDS):
                actions[n] = PLAY_MOVE + kind
                n += int(state.bike_hand[team, kind] > 0)
        n = list_bits(flairs(state, team), USE_FLAIR, actions, n, N_FLAIRS)  # PC-FLAIR-3: any number
        if phase == Phase.BIKE_STEP and check_go(state, team) == Rule.OK:
            actions[n] = GO
            return n + 1  # PC-MOVE-6: and no END
    if check_end(state, team) == Rule.OK:
        actions[n] = END
        n += 1
    return n


# -- the actions ------------------------------------------------------------------------------------------


@jit
def apply(state: State, action: Action, log: Log) -> None:
    """Apply a legal action and go on to the next decision."""
    phase = state.phase
    chair = int(state.turn) % N_CHAIRS
    team = team_of(chair)
    if phase == Phase.CITY_CARD:
        state.chosen = action - CITY_CARD
        state.phase = Phase.CITY_PLACE
        tell(log, Event.CHOSE, int(state.seat), only(int(state.seat)), action - CITY_CARD, 0, 0, 0, chair)
    elif phase == Phase.CITY_PLACE:
        apply_place(state, chair, team, action - PLACE, log)
    elif phase == Phase.DROP:
        apply_drop(state, team, action - CORNER, log)
    elif action == END:
        if phase == Phase.BIKE_MAIN:
            end_bike_turn(state, team, log)
        elif phase == Phase.BIKE_DIR:
            stand(state, team, log)
        else:
            finish_move(state, team, log)
    elif action == GO:
        step(state, team, log)
    elif action >= USE_FLAIR:
        use_flair(state, team, action - USE_FLAIR, log)
    elif action >= PLAY_MOVE:
        apply_play(state, chair, team, action - PLAY_MOVE, log)
    elif action >= DIRECTION:
        turn_to(state, team, action - DIRECTION, log)
    else:
        ride_subway(state, team, action - CORNER, log)


@jit
def apply_place(state: State, chair: int, team: int, place: int, log: Log) -> None:
    """PC-CITY-1: lay the chosen card; after the last one draw (PC-CITY-2, PC-CITY-3)."""
    face = int(state.chosen)
    lay(state, face, place)
    give_face(state, team, face)
    state.held[chair] = int(state.held[chair]) - 1
    state.chosen = NONE
    state.plays = int(state.plays) - 1
    state.reveals = int(state.reveals) + 1  # a hand card is shown
    note(state, log, Event.LAID.value, chair, face, place)
    if state.plays > 0 and state.held[chair] > 0:
        state.phase = Phase.CITY_CARD
        return
    draw_city(state, chair, CITY_DRAWS, log)
    next_turn(state, log)


@jit
def apply_play(state: State, chair: int, team: int, kind: int, log: Log) -> None:
    """PC-BIKE-3: a Move card is discarded and resolved; PC-BIKE-4: a Flair card goes onto the table."""
    state.bike_hand[team, kind] = int(state.bike_hand[team, kind]) - 1
    state.spent[team, kind] = int(state.spent[team, kind]) + 1
    state.held[chair] = int(state.held[chair]) - 1
    state.plays = int(state.plays) - 1
    state.reveals = int(state.reveals) + 1  # a hand card is shown
    if kind >= N_MOVES:
        flair = kind - N_MOVES
        state.table[team, flair] = int(state.table[team, flair]) + 1
        note(state, log, Event.PLAYED_FLAIR.value, chair, flair, 0)
        return
    state.discard[kind] = int(state.discard[kind]) + 1
    note(state, log, Event.PLAYED_MOVE.value, chair, move_value(kind), 0)
    begin_move(state, team, move_value(kind))
    state.phase = Phase.BIKE_DIR


@jit
def apply_drop(state: State, team: int, corner: int, log: Log) -> None:
    """PC-DROP-1: a token from the supply onto a corner."""
    state.tokens = int(state.tokens) | (1 << corner)
    state.supply = int(state.supply) - 1
    state.owed = int(state.owed) - 1
    note(state, log, Event.DROPPED.value, city_chair(1 - team), corner, 0)
    ask_drop(state, team, log)


# -- the end ----------------------------------------------------------------------------------------------


@jit
def result(state: State, out: Any) -> None:
    """PC-END-2: both partners win or lose together; a draw is shared (PC-END-4)."""
    n = int(state.n)
    for seat in range(n):
        team = team_of(seat) if n == N_CHAIRS else seat
        won = state.score[team] == state.goal
        lost = state.score[1 - team] == state.goal
        out[seat, 0] = state.score[team]
        out[seat, 1] = 2 if lost else 1
        out[seat, 2] = won


@jit
def conserve(state: State, counts: Any) -> None:
    """What can never be created or lost: each face, each kind of Bike card, the tokens, hand sizes."""
    for face in range(N_FACES):
        counts[face] = 0
    for card in range(int(state.n_city)):
        counts[int(state.city_deck[card])] += 1
    for card in range(int(state.n_laid)):
        counts[int(state.laid_face[card])] += 1
    sizes = 0
    for team in range(N_TEAMS):
        for k in range(CITY_HAND):
            if state.city_hand[team, k] != NONE:
                counts[int(state.city_hand[team, k])] += 1
                sizes += 1
    for kind in range(N_KINDS):
        counts[N_FACES + kind] = state.discard[kind]
        for team in range(N_TEAMS):
            counts[N_FACES + kind] += state.bike_hand[team, kind]
            sizes += int(state.bike_hand[team, kind])
            if kind >= N_MOVES:
                counts[N_FACES + kind] += state.table[team, kind - N_MOVES]
    for card in range(int(state.n_bike)):
        counts[N_FACES + int(state.bike_deck[card])] += 1
    for chair in range(N_CHAIRS):
        sizes -= int(state.held[chair])
    counts[N_FACES + N_KINDS] = int(state.supply) + int(state.score[0]) + int(state.score[1])
    for corner in range(CORNERS):
        if has(int(state.tokens), corner):
            counts[N_FACES + N_KINDS] += 1
    counts[N_FACES + N_KINDS + 1] = sizes


NUM_COUNTS = N_FACES + N_KINDS + 2
assert PLAY_FLAIR == PLAY_MOVE + N_MOVES  # a Bike card of any kind is played by PLAY_MOVE + kind
