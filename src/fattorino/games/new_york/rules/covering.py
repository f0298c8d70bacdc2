"""What a delivery takes: kinds at hand, own ingredients that serve for nothing, ways and what they cost.

Kinds are counted in one number, five bits a kind. Because an ANY card covers a whole class and Any Ingredient
everything, the best covering follows from counting alone; no search is needed.
"""

from fattorino.games.new_york.rules.table import hand_size, has_in_play, money_of, owner_in_play
from fattorino.games.new_york.state import FOOT_PATH, RIDE, RIDE_PATH
from fattorino.games.new_york.streets import BY_BLUE, BY_BOAT, BY_PASS, BY_RED, FAR, ON_FOOT, spaces
from fattorino.games.new_york.tables import (
    ANY_INGREDIENT,
    ANY_MEAT,
    BUILDABLE,
    CHEESE,
    FINE,
    MAX_CARDS,
    N_INGREDIENTS,
    N_KINDS,
    N_VILLAGES,
    PARK,
    UPPER_EAST,
    UPPER_WEST,
    City,
    Place,
    Power,
    Top,
    kind_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

BITS = 5  # for the count of one kind


MOST = (1 << BITS) - 1


FARMER_BIT = 1 << MAX_CARDS


IMPOSSIBLE = 1000  # more cards than there are


BLADES_SPACES, MOPED_SPACES, FARE, GRIDLOCK_CARDS, DEBT_CARDS = 3, 5, 2, 3, 2


# -- counting kinds --------------------------------------------------------------------------------------


@jit
def one(kind: int) -> int:
    """One card of a kind."""
    return 1 << (BITS * kind)


@jit
def many(counts: int, kind: int) -> int:
    """How many of a kind are counted."""
    return (counts >> (BITS * kind)) & MOST


@jit
def covered(needs: int, sources: int) -> int:
    """How many of the needs can be covered at once by these sources, each serving once."""
    total, missing, spare = 0, 0, 0
    for side in range(2):  # meats, vegetables
        lacking, over = 0, 0
        for kind in range(side * MAX_CARDS, side * MAX_CARDS + MAX_CARDS):
            want, have = many(needs, kind), many(sources, kind)
            total += want
            if want > have:
                lacking += want - have
            else:
                over += have - want
        want = many(needs, ANY_MEAT + side)
        total += want
        loose = max(0, want - over)
        over = max(0, over - want)
        jokers = many(sources, ANY_MEAT + side)
        lacking += loose
        missing += max(0, lacking - jokers)
        spare += over + max(0, jokers - lacking)
    want, have = many(needs, CHEESE), many(sources, CHEESE)
    total += want
    missing += max(0, want - have)
    spare += max(0, have - want)
    want = many(needs, ANY_INGREDIENT)
    total += want
    missing += max(0, want - spare)
    return total - max(0, missing - many(sources, ANY_INGREDIENT))


@jit
def shortage_kind(state: State) -> int:
    """The kind that Ingredient Shortage forbids, or NONE."""
    return kind_of(int(state.shortage)) if state.shortage != NONE else NONE


@jit
def hand_kinds(state: State, seat: Seat) -> int:
    """The ingredients a player can spend: from hand and, in time, from Cold Storage."""
    counts = 0
    short = shortage_kind(state)
    card = 0
    for kind in range(N_KINDS):
        n = 0
        width = N_VILLAGES if kind < ANY_INGREDIENT else BUILDABLE
        for _ in range(width):
            n += int(state.hand[seat, card])
            card += 1
        if kind != short:
            counts |= min(n, MOST - MAX_CARDS) << (BITS * kind)
    if uses_cold(state, seat):
        for place in range(MAX_CARDS):
            if state.cold[place] != NONE and kind_of(int(state.cold[place])) != short:
                counts += one(kind_of(int(state.cold[place])))
    return counts


@jit
def uses_cold(state: State, seat: Seat) -> bool:
    """NY-POWER-COLDSTORAGE-3: not in the turn in which it was filled.

    Nor while a debt must be paid in cards from hand: the storage cannot pay it and is not counted on.
    """
    return (
        has_in_play(state, seat, Power.COLD_STORAGE.value)
        and not state.cold_fresh
        and debt_cards(state, seat) == 0
    )


@jit
def cards_left(state: State, seat: Seat) -> int:
    """All cards that can pay in a delivery."""
    count = hand_size(state, seat)
    if uses_cold(state, seat):
        for place in range(MAX_CARDS):
            if state.cold[place] != NONE:
                count += 1
    return count


@jit
def city(state: State, event: int) -> bool:
    """Whether a city event is in force."""
    return bool(state.city == event)


# -- the free sources: permanent ingredients and Farmer Brown ---------------------------------------------


@jit
def free_card(state: State, seat: Seat, owner: Seat, village: int, place: int) -> int:
    """The kind of a permanent ingredient (places 0 to 3) or of Farmer Brown's card (4); NONE if not usable.

    NY-DELIVER-3, NY-ANY-2: those of the chosen pizzeria only.
    """
    card = NONE
    if place < MAX_CARDS:
        card = int(state.perm[owner, village, place])
    elif owner == seat and has_in_play(state, seat, Power.FARMER_BROWN.value) and not state.farmer_fresh:
        card = int(state.farmer)  # NY-POWER-FARMERBROWN-2, NY-POWER-COPYCAT-2
    if card == NONE or kind_of(card) == shortage_kind(state):
        return NONE
    return kind_of(card)


@jit
def can_use(state: State, used: int, place: int) -> bool:
    """NY-DELIVER-6, NY-EVENT-9: whether a free source may (still) serve in this delivery."""
    if state.covers_all:
        return not city(state, City.HEAT_WAVE.value) or used == 0 or used == 1 << place
    if city(state, City.HEAT_WAVE.value) and used != 0:
        return False
    return (used >> place) & 1 == 0


@jit
def enough(
    state: State,
    seat: Seat,
    owner: Seat,
    village: int,
    needs: int,
    n: int,
    used: int,
    mine: int,
    cards: int,
    shorts: int,
) -> bool:
    """NY-DP-40: whether open needs can be covered so that at most so many cards from hand are spent on them.

    `mine` counts the kinds that can be spent, `cards` is how many may be spent, `shorts` how many needs
    may be left off.
    """
    if n - shorts <= 0:
        return True
    heat = city(state, City.HEAT_WAVE.value)
    gift = MOST - MAX_CARDS if state.covers_all else 1
    free = 0
    for place in range(MAX_CARDS + 1):
        kind = free_card(state, seat, owner, village, place)
        if kind == NONE or not can_use(state, used, place):
            continue
        if heat:
            lone = one(kind) * gift
            helped = min(covered(needs, lone), n - shorts)
            if n - shorts - helped <= cards and covered(needs, mine + lone) >= n - shorts:
                return True
        else:
            free += one(kind) * gift if many(free, kind) + gift <= MOST else 0
    helped = min(covered(needs, free), n - shorts)
    if n - shorts - helped > cards:
        return False
    return covered(needs, merged(mine, free)) >= n - shorts


@jit
def merged(mine: int, free: int) -> int:
    """Both counts together, no kind beyond what its bits hold."""
    total = 0
    for kind in range(N_KINDS):
        total |= min(MOST, many(mine, kind) + many(free, kind)) << (BITS * kind)
    return total


# -- ways and what they cost -----------------------------------------------------------------------------


@jit
def path_open(state: State) -> bool:
    """NY-POWER-PARKPATH-1, NY-EVENT-12."""
    return owner_in_play(state, Power.PARK_PATH.value) != NONE and not city(state, City.CITY_MARATHON.value)


@jit
def free_range(state: State, seat: Seat, owner: Seat, village: int) -> int:
    """NY-DELIVER-12, NY-EVENT-4, NY-TOP-TOMATOES-1: disks, a Blizzard, Tomatoes."""
    reach = int(state.disks[owner, village])
    if city(state, City.BLIZZARD.value):
        reach = max(0, reach - 1)
    if top_power(state, seat, owner, village) == Top.TOMATOES:
        reach += 1
    return reach


@jit
def top_power(state: State, seat: Seat, owner: Seat, village: int) -> int:
    """The kind whose power is in force at a pizzeria, or NONE (NY-ANY-9, NY-POWER-COPYCAT-2, NY-EVENT-10)."""
    if seat != owner or city(state, City.BROWNOUT.value) or state.perm[owner, village, 0] == NONE:
        return NONE
    kind = kind_of(int(state.perm[owner, village, 0]))
    return kind if kind < N_INGREDIENTS else NONE


@jit
def route_cards(state: State, seat: Seat, owner: Seat, village: int, zone: int, route: int) -> int:
    """NY-DELIVER-13, NY-DELIVER-14: cards that a way to a zone costs, fare included; IMPOSSIBLE if closed."""
    path = 1 if (route == FOOT_PATH or route == RIDE_PATH) else 0
    if path and not path_open(state):
        return IMPOSSIBLE
    means, fare, speed = ON_FOOT, 0, NONE
    if route >= RIDE:
        speed = int(state.slot[seat, 0])
        if speed == Power.MOTOR_BOAT and not city(state, City.HARBOR_FOG.value):
            means = BY_BOAT  # NY-EVENT-7: neither boat nor drone in the fog
        elif speed == Power.DRONE_DELIVERY and not city(state, City.HARBOR_FOG.value):
            means = ON_FOOT
        elif (
            speed == Power.SUBWAY_FAST_PASS
            and state.passes > 0
            and not city(state, City.TRANSIT_STRIKE.value)
        ):
            means = BY_PASS
        elif speed == Power.SUBWAY_TICKET_BLUE and not city(state, City.TRANSIT_STRIKE.value):
            means, fare = BY_BLUE, FARE  # NY-POWER-TICKETBLUE-1
        elif speed == Power.SUBWAY_TICKET_RED and not city(state, City.TRANSIT_STRIKE.value):
            means, fare = BY_RED, FARE  # NY-POWER-TICKETRED-1, -2; NY-EVENT-6: not in a strike
        elif speed != Power.ROLLER_BLADES and speed != Power.MOPED_DELIVERY:
            return IMPOSSIBLE  # NY-DELIVER-15
    distance = spaces(int(state.large), means, path, int(state.lot[owner, village]), zone)
    if distance == FAR:
        return IMPOSSIBLE
    if means >= BY_PASS and state.exit_counts:
        distance += 1
    if city(state, City.WATER_MAIN_BREAK.value):  # NY-EVENT-5
        distance += 1
    if city(state, City.CITY_MARATHON.value) and (zone == PARK or zone == UPPER_WEST or zone == UPPER_EAST):
        distance += 2
    reach = free_range(state, seat, owner, village)
    beyond = max(0, distance - reach)
    if speed == Power.DRONE_DELIVERY:
        beyond = (beyond + 1) // 2  # NY-POWER-DRONE-1
    elif speed == Power.ROLLER_BLADES:
        beyond = 2 * max(0, beyond - BLADES_SPACES)  # NY-POWER-ROLLERBLADES-1
    elif speed == Power.MOPED_DELIVERY:  # NY-POWER-MOPED-1
        if distance > (reach + MOPED_SPACES if state.moped_adds else MOPED_SPACES):
            return IMPOSSIBLE
        beyond = 0
    # NY-EVENT-11
    if city(state, City.GRIDLOCK.value) and beyond > GRIDLOCK_CARDS:
        return IMPOSSIBLE
    return beyond + fare


@jit
def least_cards(state: State, seat: Seat, owner: Seat, village: int, zone: int) -> int:
    """The cards of the cheapest way to a zone; a zone of NONE means any."""
    least = IMPOSSIBLE
    first, last = (0, N_VILLAGES) if zone == NONE else (zone, zone + 1)
    path, ride = path_open(state), state.slot[seat, 0] != NONE
    for to in range(first, last):
        for route in range(RIDE_PATH + 1):
            if (route >= RIDE and not ride) or ((route == FOOT_PATH or route == RIDE_PATH) and not path):
                continue
            least = min(least, route_cards(state, seat, owner, village, to, route))
    return least


@jit
def debt_cards(state: State, seat: Seat) -> int:
    """NY-POWER-OUTOFSUPPLIES-3: cards that a debt needs at least."""
    if state.power_at[Power.OUT_OF_SUPPLIES] != Place.DEBT + seat:
        return 0
    return 0 if money_of(state, seat) >= FINE else DEBT_CARDS
