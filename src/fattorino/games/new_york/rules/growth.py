"""Increase Your Reputation: building, upgrading, ANY cards in a pizzeria."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import streets
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import pizzerias, table
from fattorino.games.new_york.state import Event, Phase, Rule, Way
from fattorino.games.new_york.tables import Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell

CEILING = 99  # a price limit that is none


# -- building --------------------------------------------------------------------------------------------


@jit
def build_means(state: State, seat: Seat, way: int, in_hand: int, ceiling: int) -> int:
    """The dearest lot a player could take: by paying (NY-BUILD-5), or for nothing up to a price.

    While Tycoon is still in hand the ceiling says so: the card itself pays nothing.
    """
    if way == Way.FREE:
        return ceiling
    if way == Way.OPENING:
        return CEILING
    return table.money_of(state, seat) + in_hand - ceiling


@jit
def check_lot(state: State, seat: Seat, lot: int, village: int, means: int) -> Any:
    """Whether a player can build on a lot with a card of a village, wherever it lies (NY-BUILD-8)."""
    if streets.lot_village(int(state.large), lot) != village:
        return Rule.NY_BUILD_2
    if state.owner[lot] != NONE or state.lot[seat, village] != NONE:
        return Rule.NY_BUILD_2
    if (int(state.tokens) >> lot) & 1 and not table.has_in_play(
        state, seat, Power.BUILDING_COMMISSIONER.value
    ):
        return Rule.NY_BUILD_7
    if streets.lot_price(int(state.large), lot) > means:
        return Rule.NY_BUILD_5
    return Rule.OK


@jit
def building_villages(state: State, seat: Seat, means: int) -> int:
    """The villages with a lot that a player can take (NY-BUILD-2, -5, -7), a bit each.

    All lots at once: asked one by one, each would be a question.
    """
    large, taken, villages = int(state.large), 0, 0
    for lot in range(s.MAX_LOTS):
        taken |= int(state.owner[lot] != NONE) << lot
    if not table.has_in_play(state, seat, Power.BUILDING_COMMISSIONER.value):
        taken |= int(state.tokens)
    lots = streets.lots_within(large, means) & ~taken
    for village in range(t.BUILDABLE):
        free = (state.lot[seat, village] == NONE) & (lots & streets.lots_of(large, village) != 0)
        villages |= int(free) << village
    return villages


@jit
def village_open(state: State, seat: Seat, village: int, means: int) -> bool:
    """Whether there is a lot in a village that a player can take."""
    return (building_villages(state, seat, means) >> village) & 1 != 0


@jit
def can_build(state: State, seat: Seat, way: int, ceiling: int) -> bool:
    """NY-BUILD-1 to -7, NY-TURN-14: whether any build is possible, in the first turn as in any other."""
    if state.supply[seat] == 0 or state.n_hand[seat] == 0:
        return False  # NY-REP-6
    means = build_means(state, seat, way, table.hand_size(state, seat) - 1, ceiling)
    return building_villages(state, seat, means) & hand_villages(state, seat) != 0


@jit
def hand_villages(state: State, seat: Seat) -> int:
    """The villages on the cards of a hand, a bit each."""
    bits = 0
    for card in range(t.N_BLUE):
        bits |= int(state.hand[seat, card] > 0) * t.village_bit(card)
    return bits


@jit
def check_build_card(state: State, seat: Seat, action: Action) -> Any:
    """The village card of a build."""
    way, ceiling = table.argument(state, 2), table.argument(state, 3)
    if action == s.DONE:
        return Rule.OK if way == Way.FREE else Rule.NY_BUILD_1
    if action < s.CARD or action >= s.CARD + t.N_BLUE or state.hand[seat, action - s.CARD] == 0:
        return Rule.NY_BUILD_1
    village = t.village_of(action - s.CARD)
    if village == t.PARK:
        return Rule.NY_BUILD_1
    if state.lot[seat, village] != NONE:
        return Rule.NY_BUILD_2
    means = build_means(state, seat, way, table.hand_size(state, seat) - 1, ceiling)
    return Rule.OK if village_open(state, seat, village, means) else why_no_lot(state, seat, village, way)


@jit
def why_no_lot(state: State, seat: Seat, village: int, way: int) -> Any:
    """Which rule keeps a player out of a village: the prices, the reservations, or that no lot is left."""
    if village_open(state, seat, village, CEILING):
        return Rule.NY_POWER_TYCOON_1 if way == Way.FREE else Rule.NY_BUILD_5
    large = int(state.large)
    for lot in range(streets.village_lots(large, village, 0), streets.village_lots(large, village, 1)):
        if state.owner[lot] == NONE:
            return Rule.NY_BUILD_7
    return Rule.NY_BUILD_2


@jit
def apply_build_card(state: State, seat: Seat, action: Action) -> None:
    """The card is laid out; the lot comes next."""
    way, ceiling = table.argument(state, 2), table.argument(state, 3)
    table.pop(state)
    if action == s.DONE:
        return
    table.from_hand(state, seat, action - s.CARD)
    if way == Way.FREE:
        way = ceiling + Way.OPENING + 1  # the ceiling travels along
    table.push(state, Phase.BUILD_LOT.value, seat, action - s.CARD, way)


@jit
def check_build_lot(state: State, seat: Seat, action: Action) -> Any:
    """The lot of a build."""
    card, way = table.argument(state, 2), table.argument(state, 3)
    if action < s.LOT or action >= s.CARD:
        return Rule.NY_BUILD_2
    ceiling = 0
    if way > Way.OPENING:
        ceiling = way - Way.OPENING - 1
        way = Way.FREE.value
    means = build_means(state, seat, way, table.hand_size(state, seat), ceiling)
    rule = check_lot(state, seat, action - s.LOT, t.village_of(card), means)
    return Rule.NY_POWER_TYCOON_1 if way == Way.FREE and rule == Rule.NY_BUILD_5 else rule


@jit
def apply_build_lot(state: State, seat: Seat, lot: int, log: Log) -> None:
    """NY-BUILD-3, -4, -6, NY-ANY-12: card of any kind, disk, price (NY-COOP-19: the team's money)."""
    card, way = table.argument(state, 2), table.argument(state, 3)
    table.pop(state)
    village = t.village_of(card)
    price = streets.lot_price(int(state.large), lot)
    state.owner[lot] = seat
    state.lot[seat, village] = lot
    state.perm[seat, village, 0] = card
    state.disks[seat, village] = 1
    state.supply[seat] -= 1
    state.tokens = int(state.tokens) & ~(1 << lot)  # NY-POWER-BUILDCOMM-3
    tell(log, Event.BUILT, seat, EVERYONE, lot, card, int(state.large))
    if way == Way.TYCOON:  # NY-POWER-TYCOON-1
        table.push(state, Phase.BUILD_CARD.value, seat, Way.FREE.value, price)
    if way == Way.TYCOON or way == Way.PAID:
        table.push(state, Phase.PAY.value, seat, price)


# -- upgrading -------------------------------------------------------------------------------------------


@jit
def is_replaced(kind: int, new: int) -> bool:
    """NY-ANY-3, -4, -7, -8: whether a card of a kind must leave when a new kind joins its pizzeria."""
    if kind == t.ANY_INGREDIENT or new == t.ANY_INGREDIENT:
        return True
    if (new == t.ANY_MEAT or new == t.ANY_VEGETABLE) or (kind == t.ANY_MEAT or kind == t.ANY_VEGETABLE):
        return pizzerias.same_class(kind, new)
    return False


@jit
def check_upgrade(state: State, seat: Seat, card: int, village: int, mode: int) -> Any:
    """Whether a card upgrades a pizzeria in a mode."""
    if village >= t.BUILDABLE or state.lot[seat, village] == NONE:
        return Rule.NY_UPGRADE_1
    shown = t.village_of(card)
    if shown != village and shown != t.PARK:
        return Rule.NY_UPGRADE_1
    disks = int(state.disks[seat, village])
    cards = pizzerias.n_perm(state, seat, village)
    if mode == s.DISK:
        if state.supply[seat] == 0:
            return Rule.NY_REP_6
        if disks > 0 and cards == 0:
            return Rule.NY_UPGRADE_10
        limit = t.WILD_REPUTATION if pizzerias.is_wild(state, seat, village) else t.TOP_REPUTATION
        return Rule.OK if disks + cards < limit else Rule.NY_REP_3
    if disks == 0 and cards > 0:
        return Rule.NY_UPGRADE_10
    if cards == 0 and mode != s.ON_TOP:
        return Rule.NY_UPGRADE_8
    if mode == s.ON_TOP and shown == t.PARK:
        return Rule.NY_UPGRADE_4
    kind = t.kind_of(card)
    stay, successors = 0, 0
    for place in range(cards):
        old = int(state.perm[seat, village, place])
        if kind >= t.ANY_MEAT and t.kind_of(old) == kind:
            return Rule.NY_ANY_5
        if is_replaced(t.kind_of(old), kind):
            if t.kind_of(old) == t.ANY_INGREDIENT and mode != s.ON_TOP:
                return Rule.NY_ANY_8
        else:
            stay += 1
            if t.village_of(old) == village:
                successors += 1
    if kind == t.ANY_INGREDIENT:
        return Rule.OK if mode == s.ON_TOP else Rule.NY_ANY_7
    if mode != s.ON_TOP and successors == 0:
        return Rule.NY_UPGRADE_7
    if cards == 0 or pizzerias.is_wild(state, seat, village):
        return Rule.OK  # NY-ANY-8, NY-POWER-CRASH-5: disks above 4 go back
    return Rule.OK if disks + stay + 1 <= t.TOP_REPUTATION else Rule.NY_UPGRADE_5


@jit
def upgrades(state: State, seat: Seat, card: int, village: int) -> bool:
    """Whether a card upgrades a pizzeria in any mode."""
    for mode in range(s.ON_TOP + 1):
        if check_upgrade(state, seat, card, village, mode) == Rule.OK:
            return True
    return False


@jit
def upgrades_somewhere(state: State, seat: Seat, card: int) -> bool:
    """Whether a card upgrades any own pizzeria."""
    village = t.village_of(card)
    if village != t.PARK:
        return state.lot[seat, village] != NONE and upgrades(state, seat, card, village)
    for other in range(t.BUILDABLE):
        if state.lot[seat, other] != NONE and upgrades(state, seat, card, other):
            return True
    return False


@jit
def own_villages(state: State, seat: Seat) -> int:
    """Where a player has a pizzeria, a bit each."""
    villages = 0
    for village in range(t.BUILDABLE):
        villages |= int(state.lot[seat, village] != NONE) << village
    return villages


@jit
def can_upgrade(state: State, seat: Seat) -> bool:
    """Whether any upgrade is possible."""
    own = own_villages(state, seat)
    for word in range(table.POWER_WORD if own else 0):
        bits = table.card_bits(state, seat, word) & table.showing(own | 1 << t.PARK)
        while bits:
            if upgrades_somewhere(state, seat, table.first_card(bits, word)):
                return True
            bits &= bits - 1
    return False


@jit
def check_increase(state: State, seat: Seat, action: Action) -> Any:
    """NY-REP-1: one or two increases, each a build or an upgrade."""
    done, way = table.argument(state, 2), table.argument(state, 3)
    if action == s.DONE:
        return Rule.OK if done > 0 else Rule.NY_REP_1
    if action == s.INC:
        if state.supply[seat] == 0:
            return Rule.NY_REP_6
        if can_build(state, seat, way, 0):
            return Rule.OK
        return Rule.NY_BUILD_5 if can_build(state, seat, Way.OPENING.value, 0) else Rule.NY_BUILD_1
    if action == s.INC + 1:
        return Rule.OK if can_upgrade(state, seat) else Rule.NY_UPGRADE_1
    return Rule.NY_REP_1


@jit
def increase_due(state: State) -> bool:
    """Whether an increase is still to be asked for; it may use what the first one made (NY-REP-5)."""
    seat, done, way = table.argument(state, 1), table.argument(state, 2), table.argument(state, 3)
    return done < t.INCREASES and (can_build(state, seat, way, 0) or can_upgrade(state, seat))


@jit
def apply_increase(state: State, seat: Seat, action: Action) -> None:
    """Begin a build or an upgrade."""
    if action == s.DONE:
        table.pop(state)
        return
    table.set_argument(state, 2, table.argument(state, 2) + 1)
    if action == s.INC:
        table.push(state, Phase.BUILD_CARD.value, seat, table.argument(state, 3), 0)
    else:
        table.push(state, Phase.UPGRADE_CARD.value, seat)


@jit
def check_upgrade_card(state: State, seat: Seat, action: Action) -> Any:
    """NY-UPGRADE-1: the card of an upgrade."""
    if action < s.CARD or action >= s.CARD + t.N_BLUE or state.hand[seat, action - s.CARD] == 0:
        return Rule.NY_UPGRADE_1
    if upgrades_somewhere(state, seat, action - s.CARD):
        return Rule.OK
    village = t.village_of(action - s.CARD)
    return (
        Rule.NY_UPGRADE_5
        if village == t.PARK
        else check_upgrade(state, seat, action - s.CARD, village, s.ON_TOP)
    )


@jit
def apply_upgrade(state: State, seat: Seat, village: int, mode: int, log: Log) -> None:
    """NY-UPGRADE-2, NY-UPGRADE-3, NY-UPGRADE-9, with the discards of NY-ANY-3 to -8 (NY-CHEESE-7)."""
    card = table.argument(state, 2)
    table.pop(state)
    tell(log, Event.UPGRADED, seat, EVERYONE, village, mode, card)
    if mode == s.DISK:
        state.sewer[card] += 1
        state.n_sewer += 1
        state.disks[seat, village] += 1
        state.supply[seat] -= 1
        return
    kind = t.kind_of(card)
    top = state.perm[seat, village, 0]
    for place in range(t.MAX_CARDS - 1, -1, -1):
        old = int(state.perm[seat, village, place])
        if old != NONE and is_replaced(t.kind_of(old), kind):
            pizzerias.remove_perm(state, seat, village, place)
            tell(log, Event.LOST_CARD, seat, EVERYONE, village, old)
    kept = pizzerias.n_perm(state, seat, village)
    state.perm[seat, village, kept] = card
    if kind != t.ANY_INGREDIENT and int(state.disks[seat, village]) > t.TOP_REPUTATION - 1:  # NY-ANY-8
        pizzerias.to_supply(state, seat, village, int(state.disks[seat, village]) - t.TOP_REPUTATION + 1, log)
    if mode == s.ON_TOP:
        pizzerias.raise_top(state, seat, village, kept)
    elif state.perm[seat, village, 0] != top:
        pizzerias.settle_top(state, seat, village, kept, log)  # NY-ANY-10


@jit
def check_new_top(state: State, action: Action) -> Any:
    """The card that follows a lost top card must show the pizzeria's own village."""
    seat, village, among = table.argument(state, 1), table.argument(state, 2), table.argument(state, 3)
    if action < s.CARD or action >= s.CARD + t.N_BLUE:
        return Rule.NY_UPGRADE_6
    for place in range(among):
        if state.perm[seat, village, place] == action - s.CARD:
            return Rule.OK if t.village_of(action - s.CARD) == village else Rule.NY_TERM_8
    return Rule.NY_UPGRADE_6


@jit
def apply_new_top(state: State, seat: Seat, card: int, log: Log) -> None:
    """The owner picks the new top card."""
    village = table.argument(state, 2)
    table.pop(state)
    for place in range(t.MAX_CARDS):
        if state.perm[seat, village, place] == card:
            pizzerias.raise_top(state, seat, village, place)
            break
    tell(log, Event.TOPPED, seat, EVERYONE, village, card)
