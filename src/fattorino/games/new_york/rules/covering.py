"""What a delivery requires: available kinds, free sources of ingredients, routes and their costs.

Counts of kinds are packed into one number (tables.py). Because an ANY card covers a whole class and Any
Ingredient covers everything, counting is enough to find the best covering; no search is needed.
"""

from fattorino.games.new_york import state as s, streets, tables as t
from fattorino.games.new_york.cards import cold_storage
from fattorino.games.new_york.rules import hands, pizzerias, power_card
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

MOST = (1 << t.BITS - 1) - 1  # a pizza has at most MAX_NEEDS ingredients, so counts are capped
EVERY = sum(1 << t.BITS * kind for kind in range(t.N_KINDS))  # one of every kind
SPARE = EVERY << t.BITS - 1  # the spare bit of every kind
PAIRS = sum(
    (1 << t.BITS) - 1 << 2 * t.BITS * pair for pair in range(t.N_INGREDIENTS // 2)
)  # every second kind
SUM = (1 << 2 * t.BITS) - 1  # room for the sum of a class


FARMER_BIT = 1 << t.MAX_CARDS


IMPOSSIBLE = 1000  # more cards than there are


# -- counting kinds --------------------------------------------------------------------------------------


@jit
def one(kind: int) -> int:
    """One card of a kind."""
    return 1 << (t.BITS * kind)


@jit
def many(counts: int, kind: int) -> int:
    """The count of a kind."""
    return (counts >> (t.BITS * kind)) & MOST


@jit
def fitted(counts: int) -> int:
    """A sum of two counts, with no kind beyond MOST."""
    full = counts & SPARE
    return (counts | (full - (full >> t.BITS - 1))) & ~SPARE


@jit
def surplus(counts: int, others: int) -> int:
    """The excess of one count over another for all kinds at once; each kind borrows from its spare bit."""
    more = (counts | SPARE) - others
    kept = more & SPARE
    return more & (kept - (kept >> t.BITS - 1))


@jit
def by_class(counts: int) -> int:
    """The sums of the four meats (in the lowest bits) and of the four vegetables (four kinds above)."""
    pairs = (counts & PAIRS) + ((counts >> t.BITS) & PAIRS)
    return pairs + (pairs >> 2 * t.BITS)


@jit
def missing(needs: int, sources: int) -> int:
    """How many needs these sources cannot cover, each used once."""
    lacks = surplus(needs, sources)
    missed = by_class(lacks)
    if (needs | sources) >> (t.BITS * t.CHEESE) == 0:  # only ingredients: each covers its own kind
        return (missed & SUM) + ((missed >> t.MAX_CARDS * t.BITS) & SUM)
    over = surplus(sources, needs)
    short, spare = many(lacks, t.CHEESE), many(over, t.CHEESE)
    over = by_class(over)
    for side in range(2):  # meats, vegetables
        loose = many(needs, t.ANY_MEAT + side) - (over & SUM)
        lacking = (missed & SUM) + max(0, loose) - many(sources, t.ANY_MEAT + side)
        short += max(0, lacking)
        spare += max(0, -loose) + max(0, -lacking)
        missed >>= t.MAX_CARDS * t.BITS
        over >>= t.MAX_CARDS * t.BITS
    short += max(0, many(needs, t.ANY_INGREDIENT) - spare)
    return max(0, short - many(sources, t.ANY_INGREDIENT))


@jit
def shortage_kind(state: State) -> int:
    """The kind that Ingredient Shortage forbids, or NONE."""
    return t.kind_of(int(state.shortage)) if state.shortage != NONE else NONE


@jit
def allowed(state: State, counts: int) -> int:
    """NY-POWER-SHORTAGE-3: the counts without the kind that is short."""
    short = shortage_kind(state)
    return counts if short == NONE else counts & ~(MOST << (t.BITS * short))


@jit
def hand_kinds(state: State, seat: Seat) -> int:
    """The ingredients a player can spend: from hand and, if usable, from Cold Storage."""
    counts = 0
    for card in range(t.N_BLUE):
        counts += int(state.hand[seat, card]) * t.one_card(card)
    counts = fitted(counts)  # no hand has twice MOST of a kind
    if cold_storage.uses_cold(state, seat):
        for place in range(t.MAX_CARDS):
            if state.cold[place] != NONE:
                counts += t.one_card(int(state.cold[place]))
    return allowed(state, fitted(counts))


@jit
def cards_left(state: State, seat: Seat) -> int:
    """All cards that can pay in a delivery."""
    count = hands.hand_size(state, seat)
    if cold_storage.uses_cold(state, seat):
        for place in range(t.MAX_CARDS):
            if state.cold[place] != NONE:
                count += 1
    return count


@jit
def city(state: State, event: int) -> bool:
    """Whether a city event is in force."""
    return bool(state.city == event)


# -- free sources: permanent ingredients and Farmer Brown --------------------------------------------------


@jit
def free_card(state: State, seat: Seat, owner: Seat, village: int, place: int) -> int:
    """The kind of a permanent ingredient (places 0 to 3) or of Farmer Brown's card (4); NONE if not usable.

    NY-DELIVER-3, NY-ANY-2: those of the chosen pizzeria only.
    """
    card = NONE
    if place < t.MAX_CARDS:
        card = int(state.perm[owner, village, place])
    elif (
        owner == seat
        and hands.has_in_play(state, seat, t.Power.FARMER_BROWN.value)
        and not state.farmer_fresh
    ):
        card = int(state.farmer)  # NY-POWER-FARMERBROWN-2, NY-POWER-COPYCAT-2
    if card == NONE or t.kind_of(card) == shortage_kind(state):
        return NONE
    return t.kind_of(card)


@jit
def can_use(state: State, used: int, place: int) -> bool:
    """NY-DELIVER-6, NY-EVENT-9: whether a free source may (still) be used in this delivery."""
    if state.covers_all:
        return not city(state, t.City.HEAT_WAVE.value) or used == 0 or used == 1 << place
    if city(state, t.City.HEAT_WAVE.value) and used != 0:
        return False
    return (used >> place) & 1 == 0


@jit(inline=True)
def free_kinds(state: State, seat: Seat, owner: Seat, village: int, used: int) -> int:
    """What the usable free sources cover, all of them together."""
    taken = 0 if state.covers_all else used
    free = 0
    for place in range(t.MAX_CARDS):
        card = int(state.perm[owner, village, place])
        free += t.one_card(card) if card != NONE and not (taken >> place) & 1 else 0
    kind = free_card(state, seat, owner, village, t.MAX_CARDS)
    if kind != NONE and not taken & FARMER_BIT:
        free += one(kind)
    if state.covers_all:  # NY-DELIVER-6: each covers all needs of its kind
        some = (free + EVERY * MOST) & SPARE
        free = some - (some >> t.BITS - 1)
    return allowed(state, free)


@jit(inline=True)
def cards_spent(
    state: State,
    seat: Seat,
    owner: Seat,
    village: int,
    needs: int,
    used: int,
    free: int,
    mine: int,
    shorts: int,
    kept: int,
) -> int:
    """NY-DP-40: the fewest cards from hand that cover the open needs; IMPOSSIBLE if none do.

    `free` counts what the free sources not `used` cover, `mine` the kinds that can be spent, `shorts` is how
    many needs may be left off, `kept` how many cards in hand cannot pay.
    """
    if city(state, t.City.HEAT_WAVE.value):
        return cards_spent_in_heat(state, seat, owner, village, needs, used, mine, shorts, kept)
    if missing(needs, fitted(mine + free)) > shorts:
        return IMPOSSIBLE
    if not spares_debt(state, seat, needs, free, shorts, kept):
        return IMPOSSIBLE
    return max(0, missing(needs, free) - shorts)


@jit
def spares_debt(state: State, seat: Seat, needs: int, free: int, shorts: int, kept: int) -> bool:
    """NY-POWER-COLDSTORAGE-2: whether the hand keeps the cards of a debt, which the storage cannot pay."""
    if debt_cards(state, seat) == 0 or not cold_storage.uses_cold(state, seat):
        return True
    for place in range(t.MAX_CARDS):
        if state.cold[place] != NONE:
            free += t.one_card(int(state.cold[place]))
    from_hand = max(0, missing(needs, allowed(state, fitted(free))) - shorts)
    debt = int(state.d_debt) if state.d_debt > 0 else t.DEBT_CARDS
    return hands.hand_size(state, seat) - kept - debt >= from_hand


@jit
def cards_spent_in_heat(
    state: State,
    seat: Seat,
    owner: Seat,
    village: int,
    needs: int,
    used: int,
    mine: int,
    shorts: int,
    kept: int,
) -> int:
    """NY-EVENT-9: the same if at most one free source may be used."""
    least = IMPOSSIBLE
    for place in range(t.MAX_CARDS + 2):  # the last iteration uses none
        free = 0
        if place <= t.MAX_CARDS:
            kind = free_card(state, seat, owner, village, place)
            if kind == NONE or not can_use(state, used, place):
                continue
            free = one(kind) * (MOST if state.covers_all else 1)
        covered = missing(needs, fitted(mine + free)) <= shorts
        if covered and spares_debt(state, seat, needs, free, shorts, kept):
            least = min(least, max(0, missing(needs, free) - shorts))
    return least


# -- routes and their costs ------------------------------------------------------------------------------


@jit
def path_open(state: State) -> bool:
    """NY-POWER-PARKPATH-1, NY-EVENT-12."""
    return hands.owner_in_play(state, t.Power.PARK_PATH.value) != NONE and not city(
        state, t.City.CITY_MARATHON.value
    )


@jit
def free_range(state: State, seat: Seat, owner: Seat, village: int) -> int:
    """NY-DELIVER-12, NY-EVENT-4, NY-TOP-TOMATOES-1: disks, a Blizzard, Tomatoes, cards in play."""
    reach = int(state.disks[owner, village])
    if city(state, t.City.BLIZZARD.value):
        reach = max(0, reach - t.BLIZZARD_SPACES)
    if top_power(state, seat, owner, village) == t.Top.TOMATOES:
        reach += t.TOMATO_SPACES
    for slot in range(t.N_SLOTS):
        power = int(state.slot[seat, slot])
        if power != NONE:
            reach += power_card.reach(power)
    return max(0, reach)


@jit
def top_power(state: State, seat: Seat, owner: Seat, village: int) -> int:
    """The kind whose power is in force at a pizzeria, or NONE (NY-ANY-9, NY-POWER-COPYCAT-2, NY-EVENT-10)."""
    if seat != owner or city(state, t.City.BROWNOUT.value):
        return NONE
    top = pizzerias.top_card(state, owner, village)
    return t.kind_of(top) if top != NONE and t.kind_of(top) < t.N_INGREDIENTS else NONE


@jit
def ride_means(state: State, seat: Seat) -> int:
    """The means of transport of a player's SPEED card; NONE if there is none in force."""
    speed = int(state.slot[seat, 0])
    if speed == t.Power.MOTOR_BOAT:  # NY-EVENT-7: neither boat nor drone in the fog
        return NONE if city(state, t.City.HARBOR_FOG.value) else streets.BY_BOAT
    if speed == t.Power.DRONE_DELIVERY:
        return NONE if city(state, t.City.HARBOR_FOG.value) else streets.ON_FOOT
    if speed == t.Power.ROLLER_BLADES or speed == t.Power.MOPED_DELIVERY:
        return streets.ON_FOOT
    if city(state, t.City.TRANSIT_STRIKE.value):  # NY-EVENT-6
        return NONE
    if speed == t.Power.SUBWAY_FAST_PASS:
        return streets.BY_PASS if state.passes > 0 else NONE
    if speed == t.Power.SUBWAY_TICKET_BLUE:
        return streets.BY_BLUE  # NY-POWER-TICKETBLUE-1
    return streets.BY_RED if speed == t.Power.SUBWAY_TICKET_RED else NONE  # NY-POWER-TICKETRED-1


@jit
def way_cards(state: State, speed: int, means: int, path: int, reach: int, lot: int, zone: int) -> int:
    """NY-DELIVER-13: the cards that an open route costs, fare included; IMPOSSIBLE if it leads elsewhere.

    `speed` is the SPEED card used, `reach` the free range.
    """
    distance = streets.spaces(int(state.large), means, path, lot, zone)
    if distance == streets.FAR:
        return IMPOSSIBLE
    if means >= streets.BY_PASS and state.exit_counts:
        distance += 1
    if city(state, t.City.WATER_MAIN_BREAK.value):  # NY-EVENT-5
        distance += t.BREAK_SPACES
    if city(state, t.City.CITY_MARATHON.value) and (t.MARATHON_ZONES >> zone) & 1:
        distance += t.MARATHON_SPACES
    if city(state, t.City.HARBOR_FOG.value) and (t.FOG_ZONES >> zone) & 1:  # NY-EVENT-7
        distance += t.FOG_SPACES
    if city(state, t.City.TRANSIT_STRIKE.value) and distance > t.STRIKE_BEYOND:  # NY-EVENT-6
        distance += t.STRIKE_SPACES
    beyond = max(0, distance - reach)
    if speed == t.Power.DRONE_DELIVERY:
        beyond = (beyond + t.DRONE_SPACES - 1) // t.DRONE_SPACES  # NY-POWER-DRONE-1
    elif speed == t.Power.ROLLER_BLADES:
        beyond = t.BLADES_CARDS * max(0, beyond - t.BLADES_SPACES)  # NY-POWER-ROLLERBLADES-1
    elif speed == t.Power.MOPED_DELIVERY:  # NY-POWER-MOPED-1
        if distance > (reach + t.MOPED_SPACES if state.moped_adds else t.MOPED_SPACES):
            return IMPOSSIBLE
        beyond = 0
    # NY-EVENT-11
    if city(state, t.City.GRIDLOCK.value) and beyond > t.GRIDLOCK_CARDS:
        return IMPOSSIBLE
    if means == streets.BY_BLUE:
        return beyond + t.BLUE_FARE
    return beyond + t.RED_FARE if means == streets.BY_RED else beyond  # NY-POWER-TICKETRED-2


@jit
def route_cards(state: State, seat: Seat, owner: Seat, village: int, zone: int, route: int) -> int:
    """NY-DELIVER-14: the cards that a route to a zone costs; IMPOSSIBLE if it is closed."""
    path = 1 if (route == s.FOOT_PATH or route == s.RIDE_PATH) else 0
    if path and not path_open(state):
        return IMPOSSIBLE
    means, speed = streets.ON_FOOT, NONE
    if route >= s.RIDE:
        means, speed = ride_means(state, seat), int(state.slot[seat, 0])
        if means == NONE:
            return IMPOSSIBLE  # NY-DELIVER-15
    reach = free_range(state, seat, owner, village)
    return way_cards(state, speed, means, path, reach, int(state.lot[owner, village]), zone)


@jit
def least_cards(state: State, seat: Seat, owner: Seat, village: int, zone: int) -> int:
    """The cards of the cheapest route to a zone; NONE means any zone."""
    least = IMPOSSIBLE
    first, last = (0, t.N_VILLAGES) if zone == NONE else (zone, zone + 1)
    reach, lot = free_range(state, seat, owner, village), int(state.lot[owner, village])
    paths = 2 if path_open(state) else 1
    means, speed = ride_means(state, seat), int(state.slot[seat, 0])
    for to in range(first, last):
        for path in range(paths):
            least = min(least, way_cards(state, NONE, streets.ON_FOOT, path, reach, lot, to))
            if means != NONE:
                least = min(least, way_cards(state, speed, means, path, reach, lot, to))
        if least == 0:
            break
    return least


@jit
def debt_cards(state: State, seat: Seat) -> int:
    """NY-POWER-OUTOFSUPPLIES-3: the fewest cards that pay a debt."""
    if state.power_at[t.Power.OUT_OF_SUPPLIES] != t.Place.DEBT + seat:
        return 0
    return 0 if hands.money_of(state, seat) >= t.DEBT else t.DEBT_CARDS
