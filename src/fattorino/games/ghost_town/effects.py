"""Effects of cards and of moving through the town, and what is reported about them.

These functions move tokens, ghosts, pizzas and cards and write the public record; rules.py determines who may
decide what, and when. belief.py uses them to replay a record in towns that might be the true one.
"""

from typing import Any

from fattorino.games.ghost_town import state as s
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, only, tell
from fattorino.kernel.rng import draw, draw_at

# -- the public record -----------------------------------------------------------------------------------


@jit
def begin_record(state: State, seat: Seat, action: Action) -> None:
    """Begin the line of the record for an action; it becomes visible in close_record."""
    line = int(state.n_records)
    state.by[line] = seat
    state.action[line] = action
    state.extra[line] = NONE
    state.said[line] = 0
    state.detail[line] = 0
    state.distance[line] = 0
    state.near_walls[line] = 0
    state.signs[line] = 0
    state.pizza_at[line] = NONE
    state.arrived = 0


@jit
def say(state: State, report: int) -> None:
    """Add a report to the open line."""
    line = int(state.n_records)
    state.said[line] = int(state.said[line]) | (1 << report)


@jit
def was_reported(state: State, line: int, report: int) -> bool:
    """Whether a report is on a line."""
    return (int(state.said[line]) >> report) & 1 != 0


@jit
def has_surroundings(record: State, line: int) -> bool:
    """GT-REPORT-5: whether a line has a surrounding report; after a delivery there is none."""
    return not was_reported(record, line, s.Report.DELIVERED.value)


STOPPED = sum(
    1 << report
    for report in (s.Report.BUMP_WALL, s.Report.CANNOT_MOVE, s.Report.ATTACK_MISS, s.Report.ATTACK_HIT)
)


@jit
def stayed(said: int) -> bool:
    """Whether the reports of an action mean that the token did not move."""
    by_ghost = s.has(said, s.Report.BUMP_GHOST.value) and not s.has(said, s.Report.BARRIER_USED.value)
    return said & STOPPED != 0 or by_ghost


@jit
def surround(state: State, seat: Seat) -> None:
    """GT-REPORT-1 to -4: walls on the 4 adjacent squares by direction, signs on the 8 surrounding ones."""
    line = int(state.n_records)
    square = int(state.position[seat])
    blocked = int(state.walls) | ~s.ALL  # outside the map everything is a wall
    walls = 0
    for direction in range(s.STRAIGHT):
        walls |= s.has(blocked, s.next_square(square, direction) & s.WORD) << direction
    near = s.around(square)
    pizza = near & int(state.manholes) != 0  # GT-VAR-MANHOLE-2
    house = False
    for icon in range(s.N_ICONS):
        pizza |= (state.pizza[icon] != 0) & s.has(near, int(state.box_at[icon]) & s.WORD)
        house |= (state.house[icon] != 0) & s.has(near, int(state.sign_at[icon]) & s.WORD)
    signs = 0  # pigs, monkey and crow give none: GT-VAR-PIG-4
    if near & int(state.ghosts):
        signs |= s.Sign.GHOST
    if pizza:
        signs |= s.Sign.PIZZA
    if house:
        signs |= s.Sign.HOUSE
    state.near_walls[line] = walls
    state.signs[line] = signs
    # GT-VAR-MONKEY-3, GT-VAR-MONKEY-4: pizzas by direction, after an arrival only, never a Manhole Cover
    if state.monkey_of == seat and state.carried[seat] == NONE and state.arrived:
        directions = 0
        for direction in range(s.N_DIRECTIONS):
            target = s.next_square(square, direction)
            if target != NONE:
                for icon in range(s.N_ICONS):
                    if state.pizza[icon] and state.box_at[icon] == target:
                        directions |= 1 << direction
        state.pizza_at[line] = directions
    say(state, s.Report.SURROUND.value)


@jit
def close_record(state: State, seat: Seat) -> None:
    """Complete the line and make it public (GT-REPORT-7)."""
    state.path[int(state.n_records)] = state.position[seat]
    state.n_records = int(state.n_records) + 1


@jit
def fresh_deck(state: State) -> int:
    """The number of used cards that were shuffled into the deck for the last draw, or 0."""
    newest = int(state.batches) - 1
    cards, drawn = 0, 0
    for card in range(s.N_CARDS):
        if state.batch[card] == newest:
            cards += 1
            if state.card_at[card] != s.Place.DECK:
                drawn += 1
    return cards if newest > 1 and drawn == 1 else 0  # batch 1 is the first deck


@jit
def speak(state: State, line: int, log: Log, reports: int) -> None:
    """Log some reports of a line in spoken order (GT-REPORT-6); only the drawer sees the card."""
    seat = int(state.by[line])
    for report in range(s.Report.SURROUND):
        if (reports >> report) & 1:
            if report == s.Report.CARD_DRAWN and fresh_deck(state):
                tell(log, s.Event.SHUFFLED, seat, EVERYONE, fresh_deck(state))
            detail = int(state.distance[line]) if report == s.Report.DISTANCE else int(state.detail[line])
            tell(log, s.Event.REPORTED, seat, EVERYONE, report, detail)
            if report == s.Report.CARD_DRAWN:
                tell(log, s.Event.DREW, seat, only(seat), int(state.drawn))
    if (reports >> s.Report.SURROUND) & 1:
        walls, signs = int(state.near_walls[line]), int(state.signs[line])
        tell(log, s.Event.SURROUNDINGS, seat, EVERYONE, walls, signs, int(state.pizza_at[line]))


# -- psychic cards --------------------------------------------------------------------------------------


@jit
def deal(state: State) -> None:
    """GT-SETUP-1, GT-SETUP-2: two white-framed cards each, the black-framed ones make the deck."""
    for card in range(s.N_CARDS):
        white = s.is_white(card)
        state.card_at[card] = s.Place.LEFT_OUT if white else s.Place.DECK
        state.batch[card] = 0 if white else 1
    state.batches = 2
    for k in range(int(state.n)):
        for _ in range(s.DEALT):
            give(state, draw_at(state, state.card_at, s.Place.LEFT_OUT.value), k)


@jit
def card_in_hand(state: State, seat: Seat, kind: int) -> int:
    """A card of a kind in a hand, or NONE."""
    for card in range(s.first_card(kind), s.first_card(kind + 1)):
        if state.card_at[card] == seat:
            return card
    return NONE


@jit
def give(state: State, card: int, seat: Seat) -> None:
    """Put a card into a hand."""
    state.card_at[card] = seat
    state.held[seat, int(state.batch[card])] += 1


@jit
def reveal_card(state: State, seat: Seat, kind: int) -> None:
    """GT-CARD-1: use up a card, whether or not it has an effect."""
    card = card_in_hand(state, seat, kind)
    state.card_at[card] = s.Place.IN_PLAY
    state.held[seat, int(state.batch[card])] -= 1


@jit
def draw_card(state: State, seat: Seat) -> None:
    """Draw from the deck, or from the reshuffled used pile; there is no hand limit (GT-DECK-3)."""
    drawn = draw_at(state, state.card_at, s.Place.DECK.value)
    if drawn == NONE:  # GT-DECK-2
        for card in range(s.N_CARDS):
            if state.card_at[card] == s.Place.USED:
                state.card_at[card] = s.Place.DECK
                state.batch[card] = state.batches
        drawn = draw_at(state, state.card_at, s.Place.DECK.value)
        if drawn == NONE:
            say(state, s.Report.NO_CARD.value)
            return
        state.batches = int(state.batches) + 1
    give(state, drawn, seat)
    state.drawn = s.kind_of(drawn)
    say(state, s.Report.CARD_DRAWN.value)


# -- moving through the town ------------------------------------------------------------------------------


@jit
def drive_off(state: State, square: int) -> None:
    """Return a ghost to the supply."""
    state.ghosts = int(state.ghosts) & ~(1 << square)
    state.supply = int(state.supply) + 1


@jit
def outbreak(state: State, icon: int) -> None:
    """GT-OUT-1 to GT-OUT-5: the House appears, and ghosts on the free squares around it."""
    state.house[icon] = 1  # GT-HOUSE-4: no effect on a deliverer on that square
    near = s.around(int(state.sign_at[icon]))
    for square in range(s.SQUARES):
        if not s.has(near, square) or state.tile[square] != s.Tile.EMPTY or s.has(int(state.ghosts), square):
            continue  # GT-VAR-ALL-1: round tiles are tiles
        occupied = False
        for k in range(int(state.n)):
            if state.position[k] == square:
                occupied = True
        if not occupied and state.supply > 0:
            state.ghosts = int(state.ghosts) | (1 << square)
            state.supply = int(state.supply) - 1


@jit
def take_tile(state: State, square: int) -> None:
    """Remove a round tile from the map."""
    state.tile[square] = s.Tile.EMPTY
    state.manholes = int(state.manholes) & ~(1 << square)


@jit
def arrive(state: State, seat: Seat, square: int) -> Any:  # a Report
    """GT-ARRIVE-1: resolve an arrival; returns what is reported about it."""
    line = int(state.n_records)
    state.arrived = 1
    state.position[seat] = square
    if s.has(int(state.ghosts), square):  # GT-ARRIVE-2: silently, and no card is drawn (GT-DECK-1)
        drive_off(state, square)
    tile = state.tile[square]
    if tile == s.Tile.TELEPORT:
        for face in range(s.N_TELEPORTS):
            if state.teleport_at[face] == square:  # GT-TELE-1; the next one does nothing more (GT-TELE-2)
                state.position[seat] = state.teleport_at[(face + 1) % s.N_TELEPORTS]
                break
        return s.Report.TELEPORT.value  # GT-TELE-3: neither which nor where
    if tile == s.Tile.BOX:
        for icon in range(s.N_ICONS):
            if state.box_at[icon] == square and state.pizza[icon]:
                if state.carried[seat] != NONE:
                    return s.Report.PIZZA_LEFT.value  # GT-PIZZA-2, GT-PIZZA-3
                state.carried[seat] = icon  # GT-PIZZA-1
                state.pizza[icon] = 0  # GT-PIZZA-4: the Box stays
                state.detail[line] = icon
                outbreak(state, icon)
                return s.Report.PIZZA_TAKEN.value
    if tile == s.Tile.SIGNBOARD:
        for icon in range(s.N_ICONS):
            if state.sign_at[icon] == square and state.house[icon]:
                if state.carried[seat] != icon:
                    return s.Report.HOUSE_REFUSED.value  # GT-HOUSE-2
                state.detail[line] = icon  # GT-HOUSE-1; house and ghosts stay (GT-HOUSE-3)
                go_out(state, seat)
                return s.Report.DELIVERED.value
    if tile == s.Tile.LITTLE_PIG or tile == s.Tile.PARENT_PIG:  # GT-VAR-PIG-2, GT-VAR-PIG-3
        voice = s.Voice.PIG.value
        if state.oink == s.Oink.DISTINCT:
            voice = s.Voice.PARENT.value if tile == s.Tile.PARENT_PIG else s.Voice.LITTLE.value
        elif state.oink == s.Oink.CONFUSING:
            voice = s.Voice.LITTLE.value + draw(state, 2)
        state.detail[line] = voice
        return s.Report.OINK.value
    if tile == s.Tile.MONKEY:  # GT-VAR-MONKEY-2
        take_tile(state, square)
        state.monkey_of = seat
        return s.Report.MONKEY.value
    if tile == s.Tile.MANHOLE_COVER:  # GT-VAR-MANHOLE-3
        take_tile(state, square)
        state.covers[seat] = int(state.covers[seat]) + 1
        return s.Report.MANHOLE.value
    return s.Report.NOTHING.value  # GT-OTHER-1; GT-VAR-CROW-1


@jit
def go_out(state: State, seat: Seat) -> None:
    """GT-TURN-4: the deliverer has won; the token leaves the map and the hand leaves the game."""
    state.n_out = int(state.n_out) + 1
    state.place[seat] = state.n_out
    state.position[seat] = NONE
    for card in range(s.N_CARDS):
        if state.card_at[card] == seat:
            state.card_at[card] = s.Place.GONE + seat


@jit
def met(state: State, seat: Seat, direction: int) -> Any:  # a Report
    """What blocks a Move in a direction: BUMP_WALL, BUMP_GHOST or NOTHING."""
    target = s.next_square(int(state.position[seat]), direction)
    if target == NONE or s.has(int(state.walls), target):
        return s.Report.BUMP_WALL.value  # GT-MOVE-2
    if s.has(int(state.ghosts), target):
        return s.Report.BUMP_GHOST.value  # GT-MOVE-3
    return s.Report.NOTHING.value


@jit
def nearest_sign(state: State, square: int) -> int:
    """GT-VAR-CROW-3: the nearest Signboard in rows plus columns; ties in the order of the icons."""
    best, best_far = NONE, 2 * s.SQUARES
    for icon in range(s.N_ICONS):
        sign = int(state.sign_at[icon])
        if sign != NONE:
            far = abs(sign % s.WIDTH - square % s.WIDTH) + abs(sign // s.WIDTH - square // s.WIDTH)
            if far < best_far:
                best, best_far = sign, far
    return best


@jit
def strike(state: State, seat: Seat, direction: int) -> Any:  # a Report
    """GT-ATTACK-2, GT-ATTACK-3, GT-VAR-CROW-2: attack a square; returns the first report."""
    target = s.next_square(int(state.position[seat]), direction)
    if target != NONE and s.has(int(state.ghosts), target):
        drive_off(state, target)
        return s.Report.ATTACK_HIT.value
    if target != NONE and state.tile[target] == s.Tile.CROW:
        take_tile(state, target)
        state.crow_of = seat
        return s.Report.CROW.value
    return s.Report.ATTACK_MISS.value


@jit
def flight(state: State, square: int, direction: int) -> int:
    """GT-CARD-ROOK-1 to -3, GT-CARD-BISHOP-1, -2: the last square without a Wall, or NONE."""
    target = NONE
    ahead = s.next_square(square, direction)
    while ahead != NONE:
        if not s.has(int(state.walls), ahead):
            target = ahead
        ahead = s.next_square(ahead, direction)
    return target


@jit
def card_target(state: State, seat: Seat, action: Action) -> int:
    """The square to which a card moves the token, or NONE if it cannot move (GT-CARD-2)."""
    square = int(state.position[seat])
    if action >= s.POINT_SYMMETRIC:  # GT-CARD-POINT-1, GT-CARD-POINT-2
        target = s.SQUARES - 1 - square
        return NONE if square == s.CENTRE or s.has(int(state.walls), target) else target
    direction = s.direction_of(action)
    if action >= s.ROOK_TELEPORT:
        return flight(state, square, direction)
    target = s.next_square(square, direction)  # GT-CARD-DIAG-1, GT-CARD-DIAG-2
    if action < s.DIAGONAL_MOVE and target != NONE:  # GT-CARD-HOP-1, GT-CARD-HOP-2: one further
        target = s.next_square(target, direction)
    return NONE if target == NONE or s.has(int(state.walls), target) else target


@jit
def card_way(state: State, seat: Seat, action: Action) -> int:
    """Where a special action other than Back-to-Start moves the token (or NONE), and the report before it."""
    target = card_target(state, seat, action)
    if target == NONE:
        say(state, s.Report.CANNOT_MOVE.value)
    elif state.report_distance and s.ROOK_TELEPORT <= action < s.BACK_TO_START:  # GT-CARD-ROOK-4
        state.distance[int(state.n_records)] = s.squares_between(int(state.position[seat]), target)
        say(state, s.Report.DISTANCE.value)
    return target
