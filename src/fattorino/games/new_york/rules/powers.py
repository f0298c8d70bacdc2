"""Power Cards that players play: when each may be played, and what it does."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import streets
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import coop, delivery, growth, memory, serving, table, tickets
from fattorino.games.new_york.state import Act, Event, Phase, Rule, Way
from fattorino.games.new_york.tables import Place, Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell

# -- the actions of a turn -------------------------------------------------------------------------------


@jit
def opening_round(state: State) -> bool:
    """NY-COOP-17: each player's first turn in co-op."""
    return bool(state.coop and state.turn < state.n)


@jit
def check_act(state: State, seat: Seat, act: int) -> Any:
    """NY-TURN-2: which of the three actions can be taken now."""
    forced = opening_round(state) and state.acted == NONE
    if forced and not state.tycoon and growth.can_build(state, seat, Way.OPENING.value, 0):
        return Rule.OK if act == Act.REPUTATION else Rule.NY_COOP_17
    if act == Act.MARKET:
        return Rule.OK
    if act == Act.REPUTATION and state.tycoon:
        return Rule.NY_POWER_TYCOON_2
    if forced:
        return Rule.NY_COOP_18
    if act == Act.REPUTATION:
        way = Way.OPENING.value if opening_round(state) else Way.PAID.value
        return (
            Rule.OK
            if growth.can_build(state, seat, way, 0) or growth.can_upgrade(state, seat)
            else Rule.NY_TURN_2
        )
    if delivery.deliverable(state, seat, True):
        return Rule.OK
    return Rule.NY_POWER_SPECIALSALE_3 if state.sale else Rule.NY_DELIVER_2


@jit
def begin_action(state: State, seat: Seat, act: int, log: Log) -> None:
    """Start one of the three actions."""
    state.acted = act
    tell(log, Event.ACTION, seat, EVERYONE, act)
    if act == Act.MARKET:
        table.push(state, Phase.TAKE.value, seat, t.TAKES, 0)
    elif act == Act.REPUTATION:
        way = Way.OPENING.value if opening_round(state) else Way.PAID.value
        table.push(state, Phase.INCREASE.value, seat, 0, way)
    else:
        serving.begin_delivery(state, seat)


# -- may it be played? -----------------------------------------------------------------------------------


@jit
def cards_on_orders(state: State) -> int:
    """How many cards lie on complete standard orders."""
    count = 0
    for slot in range(t.SLOTS):
        if tickets.is_filled(state, slot):
            count += tickets.order_size(state, slot)
    return count


@jit
def check_play(state: State, seat: Seat, power: int, after: bool) -> Any:
    """NY-TURN-3, NY-TURN-9, NY-TIMED-1, NY-TIMED-2: whether a Power Card may be played now."""
    if state.power_at[power] != seat:
        return Rule.NY_TERM_5
    moment = t.power_fact(power, 1)
    if moment == t.INSTANT:
        return Rule.NY_INSTANT_1
    if state.played != NONE:
        return Rule.NY_TURN_3
    if (state.used >> s.FRUGAL_USE) & 1:
        return Rule.NY_POWER_FRUGAL_2
    if (moment == t.BEFORE and after) or (moment == t.AFTER and not after):
        return rule_of_moment(power)
    if t.power_fact(power, 0) < t.TIMED:
        if power == Power.FARMER_BROWN and not farmer_choice(state):
            return Rule.NY_POWER_FARMERBROWN_1
        if power == Power.THATS_MY_SPOT and state.supply[seat] == 0:
            return Rule.NY_POWER_MYSPOT_1
        return Rule.OK
    return check_timed(state, seat, power)


@jit
def rule_of_moment(power: int) -> Any:
    """The rule that says before or after the action."""
    if power == Power.OOOOPS:
        return Rule.NY_POWER_OOOOPS_1
    if power == Power.OVER_ACHIEVER:
        return Rule.NY_POWER_OVERACHIEVER_1
    if power == Power.SPECIAL_SALE:
        return Rule.NY_POWER_SPECIALSALE_1
    return Rule.NY_POWER_WINDFALL_1 if power == Power.WINDFALL else Rule.NY_TIMED_2


@jit
def farmer_choice(state: State) -> bool:
    """NY-POWER-FARMERBROWN-1: whether the sewer has a card that is not Extra Cheese."""
    for card in range(t.N_BLUE):
        if state.sewer[card] > 0 and t.kind_of(card) != t.CHEESE:
            return True
    return False


@jit
def check_timed(state: State, seat: Seat, power: int) -> Any:
    """NY-TIMED-2: whether a TIMED card can have its effect."""
    if power == Power.BUYING_TIME or power == Power.DOWN_ON_YOUR_LUCK:
        return Rule.OK if state.n_sewer > 0 else Rule.NY_TIMED_2
    if power == Power.HACKER:
        return Rule.OK if cards_on_orders(state) > 0 and state.n_hand[seat] > 0 else Rule.NY_TIMED_2
    if power == Power.ORDER_SCREW_UP:
        return Rule.OK if cards_on_orders(state) > 1 else Rule.NY_TIMED_2
    if power == Power.SYSTEM_ERROR:
        for slot in range(t.SLOTS):
            if tickets.is_filled(state, slot) and tickets.order_size(state, slot) > 1:
                return Rule.OK
        return Rule.NY_TIMED_2
    if power == Power.OUT_OF_SUPPLIES:
        return Rule.OK if state.n > 1 else Rule.NY_TIMED_2
    if power == Power.REAL_ESTATE_TYCOON:
        if state.acted == Act.REPUTATION:
            return Rule.NY_POWER_TYCOON_2
        return Rule.OK if growth.can_build(state, seat, Way.TYCOON.value, 1) else Rule.NY_TIMED_2
    if power == Power.OOOOPS:
        state.n_power[seat] -= 1  # for a moment: the card itself will not be there to pay with
        possible = False
        for act in range(Act.DELIVER + 1):
            if check_other(state, seat, act) == Rule.OK:
                possible = True
        state.n_power[seat] += 1
        return Rule.OK if possible else Rule.NY_POWER_OOOOPS_1
    return Rule.OK


@jit
def check_other(state: State, seat: Seat, act: int) -> Any:
    """NY-POWER-OOOOPS-1: another kind of action than the one just taken."""
    if act == state.acted:
        return Rule.NY_POWER_OOOOPS_1
    return check_act(state, seat, act)


# -- playing ---------------------------------------------------------------------------------------------


@jit
def leave_play(state: State, seat: Seat, slot: int, log: Log) -> None:
    """NY-TURN-6, NY-TURN-15: a tableau card goes, with all that belongs to it."""
    power = int(state.slot[seat, slot])
    if power == NONE:
        return
    state.slot[seat, slot] = NONE
    state.power_at[power] = Place.DISCARD
    tell(log, Event.LEFT, seat, EVERYONE, power)
    if power == Power.COLD_STORAGE:
        for place in range(t.MAX_CARDS):
            if state.cold[place] != NONE:
                table.to_sewer(state, int(state.cold[place]))
                state.cold[place] = NONE
    elif power == Power.FARMER_BROWN:
        if state.farmer != NONE:
            table.to_sewer(state, int(state.farmer))
            state.farmer = NONE
    elif power == Power.BUILDING_COMMISSIONER:
        state.tokens = 0  # NY-POWER-BUILDCOMM-4
    elif power == Power.SUBWAY_FAST_PASS:
        state.passes = 0
    elif power == Power.THATS_MY_SPOT and state.spot != NONE:
        state.spot = NONE  # NY-POWER-MYSPOT-3
        state.supply[seat] += 1


@jit
def play(state: State, seat: Seat, power: int, after: bool, log: Log) -> None:
    """NY-TURN-4, NY-TURN-5: into the tableau (NY-TURN-7: it works from now on), or resolved and discarded."""
    state.played = power
    state.n_power[seat] -= 1
    tell(log, Event.PLAYED, seat, EVERYONE, power)
    slot = t.power_fact(power, 0)
    if slot == t.TIMED:
        state.power_at[power] = Place.DISCARD
        play_timed(state, seat, power, log)
        return
    leave_play(state, seat, slot, log)
    state.slot[seat, slot] = power
    state.power_at[power] = Place.TABLEAU + seat
    if after:
        state.late = int(state.late) | 1 << power  # NY-TURN-8
    if power == Power.COLD_STORAGE:
        fill_storage(state, seat, log)
    elif power == Power.FARMER_BROWN:
        table.push(state, Phase.FARMER_CARD.value, seat)
    elif power == Power.BUILDING_COMMISSIONER:
        table.push(state, Phase.TOKENS.value, seat, min(t.COMMISSIONER_TOKENS, empty_lots(state)))
    elif power == Power.SUBWAY_FAST_PASS:
        state.passes = t.PASS_TOKENS
    elif power == Power.THATS_MY_SPOT:
        table.push(state, Phase.SPOT.value, seat)


@jit
def fill_storage(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-COLDSTORAGE-1, -3: four random sewer cards, not usable in this turn."""
    for place in range(t.COLD_CARDS):
        state.cold[place] = table.random_sewer(state)
        if state.cold[place] != NONE:
            tell(log, Event.STORED, seat, EVERYONE, int(state.cold[place]))
    state.cold_fresh = 1


@jit
def empty_lots(state: State) -> int:
    """How many lots nobody owns."""
    count = 0
    for lot in range(s.MAX_LOTS):
        if streets.lot_village(int(state.large), lot) != NONE and state.owner[lot] == NONE:
            count += 1
    return count


@jit
def from_sewer(state: State, seat: Seat, log: Log) -> bool:
    """A random card of the open sewer to hand; False if it is empty."""
    card = table.random_sewer(state)
    if card == NONE:
        return False
    table.to_hand(state, seat, card)
    memory.remember(state, seat, card)
    tell(log, Event.SEWER, seat, EVERYONE, card)
    return True


@jit
def play_timed(state: State, seat: Seat, power: int, log: Log) -> None:
    """The effect of a TIMED card, or its first question."""
    if power == Power.BONUS_SUPPLIES:
        table.push(state, Phase.TAKE.value, seat, t.BONUS_CARDS, 0)  # NY-POWER-BONUSSUPPLIES-1
    elif power == Power.BUYING_TIME:
        buy_time(state, log)
    elif power == Power.DOWN_ON_YOUR_LUCK:  # NY-POWER-DOWNONLUCK-1
        for _ in range(t.LUCK_CARDS):
            from_sewer(state, seat, log)
    elif power == Power.HACKER or power == Power.ORDER_SCREW_UP or power == Power.SYSTEM_ERROR:
        table.push(state, Phase.PICK_ORDER.value, seat, power, NONE)
    elif power == Power.LUCKY_DAY:  # NY-POWER-LUCKYDAY-1
        tell(log, Event.GAINED, seat, EVERYONE, t.LUCKY_DOLLARS)
        coop.gain(state, seat, t.LUCKY_DOLLARS, log)
    elif power == Power.OOOOPS:
        table.push(state, Phase.OTHER_ACTION.value, seat)
    elif power == Power.OUT_OF_SUPPLIES:
        table.push(state, Phase.VICTIM.value, seat)
    elif power == Power.OVER_ACHIEVER:
        state.achiever = 1
    elif power == Power.REAL_ESTATE_TYCOON:
        state.tycoon = 1
        table.push(state, Phase.BUILD_CARD.value, seat, Way.TYCOON.value, 0)
    elif power == Power.SPECIAL_SALE:
        state.sale = 1
    elif power == Power.WINDFALL:  # NY-POWER-WINDFALL-1
        table.pop(state)  # the question for an action: there is none this turn
        tell(log, Event.GAINED, seat, EVERYONE, t.WINDFALL_DOLLARS)
        coop.gain(state, seat, t.WINDFALL_DOLLARS, log)
        for _ in range(0 if state.over else t.WINDFALL_CARDS):  # NY-COOP-41: the money may have won the game
            if state.windfall_deck or not from_sewer(state, seat, log):
                table.push(state, Phase.DRAW_TO_HAND.value, seat)


@jit
def buy_time(state: State, log: Log) -> None:
    """NY-POWER-BUYINGTIME-1: random sewer cards in random order on top of the Market Deck."""
    count = 0
    for _ in range(t.BOUGHT_CARDS):
        card = table.random_sewer(state)
        if card != NONE:
            state.deck[int(state.n_deck)] = card
            state.n_deck += 1
            memory.lay(state, card)
            count += 1
    tell(log, Event.ONTO_DECK, NONE, EVERYONE, count)
