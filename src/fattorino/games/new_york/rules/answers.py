"""Which answers a question takes, and what they do.

`check` names the rule that forbids an action, `legal` lists those that no rule forbids, `apply` takes one and
lets the table go on.
"""

from typing import Any

import numpy as np

from fattorino.games.new_york.rules.coop import (
    apply_give,
    apply_side,
    check_side,
)
from fattorino.games.new_york.rules.delivery import (
    apply_cover,
    check_cheese,
    check_copy_seat,
    check_cover,
    check_debt,
    check_double,
    check_extra,
    check_order,
    check_pizzeria,
    check_route,
    check_zone,
)
from fattorino.games.new_york.rules.growth import (
    apply_build_card,
    apply_build_lot,
    apply_crash,
    apply_increase,
    apply_new_top,
    apply_upgrade,
    check_build_card,
    check_build_lot,
    check_crash_at,
    check_crash_what,
    check_increase,
    check_new_top,
    check_upgrade,
    check_upgrade_card,
    upgrades,
)
from fattorino.games.new_york.rules.market import (
    apply_fine,
    apply_take,
    apply_unit,
    check_fine,
    check_take,
    check_unit,
)
from fattorino.games.new_york.rules.orders import (
    apply_pick_card,
    apply_pick_order,
    apply_pick_pos,
    check_pick_card,
    check_pick_order,
    check_pick_pos,
)
from fattorino.games.new_york.rules.powers import (
    apply_choice,
    begin_action,
    check_act,
    check_choice,
    check_play,
    check_use,
    play,
    use_power,
)
from fattorino.games.new_york.rules.rewards import apply_ham, apply_reward, check_ham, check_reward
from fattorino.games.new_york.rules.serving import (
    apply_added,
    apply_debt,
    apply_extra,
    apply_order,
    apply_pizzeria,
    apply_rotary,
    apply_route,
    apply_window,
    check_window,
)
from fattorino.games.new_york.rules.table import (
    argument,
    from_hand,
    holds,
    is_secret,
    pop,
    push,
    set_argument,
    spend,
)

# -- the turn --------------------------------------------------------------------------------------------
from fattorino.games.new_york.rules.turn import advance
from fattorino.games.new_york.rules.world import (
    check_charity,
)
from fattorino.games.new_york.state import (
    ACT,
    CARD,
    COLD,
    DAYPART,
    DECK,
    DONE,
    FARMER,
    INC,
    LOT,
    MAX_CARDS,
    MAX_LOTS,
    MAX_SEATS,
    MODE,
    MONEY,
    N_BLUE,
    N_POWERS,
    N_VILLAGES,
    POS,
    REWARD,
    ROUTE,
    SEAT,
    SHORT,
    SIDE,
    SLOTS,
    USE,
    VILLAGE,
    Act,
    Event,
    Phase,
    Place,
    Rule,
    Stage,
)
from fattorino.games.new_york.state import ORDER as ORDER
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, Action, Log, Seat, State, only, tell


@jit
def check_step(state: State, seat: Seat, action: Action, after: bool) -> Any:
    """The pre-action and the post-action step."""
    if action == DONE:
        return Rule.OK if after else Rule.NY_TURN_2
    if ACT <= action <= ACT + Act.DELIVER:
        return Rule.NY_TURN_2 if after else check_act(state, seat, action - ACT)
    if USE <= action < REWARD:
        return check_use(state, seat, action - USE, after)
    if action >= CARD + N_BLUE:
        return check_play(state, seat, action - CARD - N_BLUE, after)
    return Rule.NY_TURN_1


@jit
def check_any_card(state: State, seat: Seat, action: Action, rule: Any) -> Any:
    """Any card from hand."""
    if action < CARD:
        return rule
    return Rule.OK if holds(state, seat, action - CARD) else Rule.NY_TERM_5


@jit
def check_s1(state: State, phase: int, seat: Seat, action: Action) -> Any:
    """The choices of S1 of a delivery."""
    if phase == Phase.ORDER:
        return check_order(state, seat, action)
    if phase == Phase.COPY_SEAT:
        return check_copy_seat(state, seat, action)
    if phase == Phase.PIZZERIA:
        return check_pizzeria(state, seat, int(state.d_from), action)
    if phase == Phase.ZONE:
        return check_zone(state, seat, action)
    if phase == Phase.ROUTE:
        return check_route(state, seat, action)
    if phase == Phase.DEBT:
        return check_debt(state, seat, action)
    if phase == Phase.COVER:
        return check_cover(state, seat, action)
    if phase == Phase.DOUBLE:
        return check_double(state, seat, action)
    if phase == Phase.CHEESE:
        return check_cheese(state, seat, action)
    return check_extra(state, seat, action)


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    phase = int(state.phase)
    seat = int(state.seat)
    if state.over:
        return Rule.NY_INSPECT_6 if not state.won else Rule.NY_COOP_41
    if phase == Phase.PRE or phase == Phase.POST:
        return check_step(state, seat, action, phase == Phase.POST)
    if phase == Phase.TAKE:
        return check_take(state, action)
    if Phase.ORDER <= phase <= Phase.EXTRA:
        return check_s1(state, phase, seat, action)
    if phase == Phase.PAY:
        return check_unit(state, seat, action, Rule.NY_BUILD_4)
    if phase == Phase.TAX:
        return check_unit(state, seat, action, Rule.NY_POWER_PROPERTYTAX_2)
    if phase == Phase.INCREASE:
        return check_increase(state, seat, action)
    if phase == Phase.BUILD_CARD:
        return check_build_card(state, seat, action)
    if phase == Phase.BUILD_LOT:
        return check_build_lot(state, seat, action)
    if phase == Phase.UPGRADE_CARD:
        return check_upgrade_card(state, seat, action)
    if phase == Phase.UPGRADE_AT:
        village = action - VILLAGE
        if village < 0 or action >= SEAT:
            return Rule.NY_UPGRADE_1
        return Rule.OK if upgrades(state, seat, argument(state, 2), village) else Rule.NY_UPGRADE_1
    if phase == Phase.UPGRADE_MODE:
        if action < MODE or action > MODE + 2:
            return Rule.NY_UPGRADE_3
        return check_upgrade(state, seat, argument(state, 2), argument(state, 3), action - MODE)
    return check_rest(state, phase, seat, action)


@jit
def check_rest(state: State, phase: int, seat: Seat, action: Action) -> Any:
    """The rarer questions."""
    if phase == Phase.KEEP:
        if action < CARD + N_BLUE:
            return Rule.NY_SETUP_6
        return Rule.OK if holds(state, seat, action - CARD) else Rule.NY_SETUP_6
    if phase == Phase.LIMIT:
        return check_any_card(state, seat, action, Rule.NY_TURN_11)
    if phase == Phase.GIVE:
        return check_any_card(state, seat, action, Rule.NY_COOP_21)
    if phase == Phase.REFILL_CARD:
        return check_any_card(state, seat, action, Rule.NY_POWER_COLDSTORAGE_4)
    if phase == Phase.FINE:
        return check_fine(state, seat, action)
    if phase == Phase.NEW_TOP:
        return check_new_top(state, action)
    if phase == Phase.WINDOW:
        return check_window(state, seat, action)
    if phase == Phase.HAM_TAKE or phase == Phase.HAM_PLACE:
        return check_ham(state, action)
    if phase == Phase.REWARD:
        return check_reward(state, seat, action)
    if phase == Phase.ROTARY:
        if action == DONE:
            return Rule.OK
        if action < VILLAGE or action >= SEAT:
            return Rule.NY_POWER_HARLEMROTARY_1
        return check_pizzeria(state, seat, seat, action)
    if phase == Phase.CHARITY:
        return check_charity(state, seat, action)
    if phase == Phase.CRASH_AT:
        return check_crash_at(state, seat, action)
    if phase == Phase.CRASH_WHAT:
        return check_crash_what(state, seat, action)
    if phase == Phase.PICK_ORDER:
        return check_pick_order(state, seat, action)
    if phase == Phase.PICK_POS:
        return check_pick_pos(state, action)
    if phase == Phase.PICK_CARD:
        return check_pick_card(state, seat, action)
    if phase == Phase.SIDE:
        return check_side(state, seat, action)
    if phase == Phase.DAYPART:
        return Rule.OK if action == DAYPART or action == DAYPART + 1 else Rule.NY_COOP_40
    if phase == Phase.TAX_WINDOW and action == DONE:
        return Rule.OK
    return check_choice(state, phase, seat, action)


NO_CARDS, POWERS_HELD, BLUE_HELD, ALL_HELD, IN_MARKET, IN_SEWER, ANYWHERE = range(7)  # cards that can answer


def _windows() -> np.ndarray[Any, Any]:
    """For each question: two runs of actions below CARD that can answer it, and which cards can."""
    rows = np.zeros((int(Phase.END), 5), np.int16)
    runs = {
        Phase.TAX_WINDOW: [(DONE, 1), (SEAT, MAX_SEATS)],
        Phase.TAX: [(MONEY, 1)],
        Phase.PRE: [(ACT, 3), (USE, 3)],
        Phase.POST: [(DONE, 1), (USE, 3)],
        Phase.TAKE: [(DONE, 1), (DECK, 1)],
        Phase.INCREASE: [(DONE, 1), (INC, 2)],
        Phase.BUILD_CARD: [(DONE, 1)],
        Phase.BUILD_LOT: [(LOT, MAX_LOTS)],
        Phase.PAY: [(MONEY, 1)],
        Phase.UPGRADE_AT: [(VILLAGE, N_VILLAGES)],
        Phase.UPGRADE_MODE: [(MODE, 3)],
        Phase.ORDER: [(ORDER, SLOTS)],
        Phase.COPY_SEAT: [(SEAT, MAX_SEATS)],
        Phase.PIZZERIA: [(VILLAGE, N_VILLAGES)],
        Phase.ZONE: [(VILLAGE, N_VILLAGES)],
        Phase.ROUTE: [(ROUTE, 4)],
        Phase.DEBT: [(MONEY, 1)],
        Phase.COVER: [(SHORT, COLD + MAX_CARDS - SHORT)],
        Phase.DOUBLE: [(DONE, 1), (FARMER, COLD + MAX_CARDS - FARMER)],
        Phase.CHEESE: [(DONE, 1), (COLD, MAX_CARDS)],
        Phase.EXTRA: [(COLD, MAX_CARDS)],
        Phase.WINDOW: [(DONE, 1)],
        Phase.HAM_TAKE: [(DONE, 1), (ORDER, SLOTS)],
        Phase.HAM_PLACE: [(ORDER, SLOTS)],
        Phase.REWARD: [(REWARD, 3)],
        Phase.ROTARY: [(DONE, 1), (VILLAGE, N_VILLAGES)],
        Phase.FINE: [(MONEY, 1)],
        Phase.CRASH_AT: [(VILLAGE, N_VILLAGES)],
        Phase.CRASH_WHAT: [(MODE, 1)],
        Phase.PICK_ORDER: [(ORDER, SLOTS)],
        Phase.PICK_POS: [(POS, MAX_CARDS)],
        Phase.TOKENS: [(LOT, MAX_LOTS)],
        Phase.SPOT: [(VILLAGE, N_VILLAGES)],
        Phase.VICTIM: [(SEAT, MAX_SEATS)],
        Phase.OTHER_ACTION: [(ACT, 3)],
        Phase.SIDE: [(DONE, 1), (SIDE, 2)],
        Phase.DAYPART: [(DAYPART, 2)],
    }
    cards = {
        Phase.KEEP: POWERS_HELD,
        Phase.PRE: POWERS_HELD,
        Phase.POST: POWERS_HELD,
        Phase.WINDOW: POWERS_HELD,
        Phase.TAKE: IN_MARKET,
        Phase.FARMER_CARD: IN_SEWER,
        Phase.CRASH_WHAT: ANYWHERE,
        Phase.NEW_TOP: ANYWHERE,
    }
    for phase in (
        Phase.BUILD_CARD,
        Phase.UPGRADE_CARD,
        Phase.COVER,
        Phase.DOUBLE,
        Phase.CHEESE,
        Phase.CHARITY,
    ):
        cards[phase] = BLUE_HELD
    cards[Phase.PICK_CARD] = BLUE_HELD
    for phase in (
        Phase.TAX,
        Phase.PAY,
        Phase.DEBT,
        Phase.EXTRA,
        Phase.FINE,
        Phase.REFILL_CARD,
        Phase.LIMIT,
        Phase.GIVE,
    ):
        cards[phase] = ALL_HELD
    for phase, windows in runs.items():
        for k, (first, size) in enumerate(windows):
            rows[phase, 2 * k : 2 * k + 2] = first, first + size
    for phase, which in cards.items():
        rows[phase, 4] = which
    return rows


_WINDOWS = _windows()


@jit
def window(phase: int, column: int) -> int:
    """First and end of the first run of actions (0, 1), of the second (2, 3), which cards (4)."""
    return int(_WINDOWS[phase, column])


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending: a shortcut past those that cannot answer the question."""
    if state.over:
        return 0
    n = 0
    phase = int(state.phase)
    seat = int(state.seat)
    for run in range(2):
        for action in range(window(phase, 2 * run), window(phase, 2 * run + 1)):
            if check(state, action) == Rule.OK:
                actions[n] = action
                n += 1
    cards = window(phase, 4)
    if cards == NO_CARDS:
        return n
    if cards != POWERS_HELD:
        for card in range(N_BLUE):
            if cards == IN_MARKET:
                near = state.market[card] > 0
            elif cards == IN_SEWER:
                near = state.sewer[card] > 0
            else:
                near = cards == ANYWHERE or state.hand[seat, card] > 0
            if near and check(state, CARD + card) == Rule.OK:
                actions[n] = CARD + card
                n += 1
    if (cards == POWERS_HELD or cards == ALL_HELD) and state.n_power[seat] > 0:
        for power in range(N_POWERS):
            if state.power_at[power] == seat and check(state, CARD + N_BLUE + power) == Rule.OK:
                actions[n] = CARD + N_BLUE + power
                n += 1
    return n


# -- the actions -----------------------------------------------------------------------------------------


@jit
def apply(state: State, action: Action, log: Log) -> None:
    """Apply a legal action and go on to the next decision."""
    phase = int(state.phase)
    seat = int(state.seat)
    told = int(log[0, 0])
    if phase == Phase.PRE or phase == Phase.POST:
        apply_step(state, seat, action, phase == Phase.POST, log)
    elif phase == Phase.TAKE:
        apply_take(state, seat, action, log)
    elif Phase.ORDER <= phase <= Phase.EXTRA:
        apply_s1(state, phase, seat, action, log)
    elif phase == Phase.PAY or phase == Phase.TAX:
        apply_unit(state, seat, action, log)
    elif phase <= Phase.NEW_TOP:
        apply_growth(state, phase, seat, action, log)
    else:
        apply_rest(state, phase, seat, action, log)
    advance(state, log)
    if int(log[0, 0]) == told:  # a step in between is told, a pass in a window is not
        secret = phase == Phase.TAX_WINDOW or phase == Phase.WINDOW
        who = int(state.active) if phase == Phase.ROTARY else seat
        tell(log, Event.CHOSE, who, only(seat) if secret else EVERYONE, phase)
    if not state.over and is_secret(int(state.phase)):
        tell(log, Event.ASKED, int(state.seat), only(int(state.seat)), int(state.phase))


@jit
def apply_step(state: State, seat: Seat, action: Action, after: bool, log: Log) -> None:
    """An action, a Power Card, a power used on demand, or the end of the turn."""
    if action == DONE:
        pop(state)
    elif action < USE:
        pop(state)
        begin_action(state, seat, action - ACT, log)
    elif action < REWARD:
        use_power(state, seat, action - USE)
    else:
        play(state, seat, action - CARD - N_BLUE, after, log)


@jit
def apply_s1(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """The choices of S1 of a delivery."""
    if phase == Phase.ORDER:
        apply_order(state, seat, action - ORDER)
    elif phase == Phase.COPY_SEAT:
        state.d_from = action - SEAT
        state.d_stage = Stage.PIZZERIA
    elif phase == Phase.PIZZERIA:
        apply_pizzeria(state, seat, action - VILLAGE)
    elif phase == Phase.ZONE:
        state.d_zone = action - VILLAGE
        state.d_stage = Stage.ROUTE
    elif phase == Phase.ROUTE:
        apply_route(state, seat, action - ROUTE, log)
    elif phase == Phase.DEBT:
        apply_debt(state, seat, action, log)
    elif phase == Phase.COVER:
        apply_cover(state, seat, action, log)
    elif phase == Phase.EXTRA:
        apply_extra(state, seat, action, log)
    else:
        apply_added(state, seat, action, log)


@jit
def apply_growth(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """Increases, and the two questions that share their numbers: KEEP and the turn window."""
    if phase == Phase.INCREASE:
        apply_increase(state, seat, action)
    elif phase == Phase.BUILD_CARD:
        apply_build_card(state, seat, action)
    elif phase == Phase.BUILD_LOT:
        apply_build_lot(state, seat, action - LOT, log)
    elif phase == Phase.UPGRADE_CARD:
        pop(state)
        from_hand(state, seat, action - CARD)
        push(state, Phase.UPGRADE_AT.value, seat, action - CARD)
    elif phase == Phase.UPGRADE_AT:
        card = argument(state, 2)
        pop(state)
        push(state, Phase.UPGRADE_MODE.value, seat, card, action - VILLAGE)
    elif phase == Phase.UPGRADE_MODE:
        apply_upgrade(state, seat, argument(state, 3), action - MODE, log)
    elif phase == Phase.NEW_TOP:
        apply_new_top(state, seat, action - CARD, log)
    elif phase == Phase.KEEP:
        keep(state, seat, action - CARD - N_BLUE, log)
    else:
        apply_choice(state, phase, seat, action, log)


@jit
def keep(state: State, seat: Seat, power: int, log: Log) -> None:
    """NY-SETUP-6: the other card goes back, unseen."""
    pop(state)
    for other in range(N_POWERS):
        if other != power and state.power_at[other] == seat:
            state.power_at[other] = Place.DECK
            state.n_power[seat] -= 1
    tell(log, Event.GAVE_BACK, seat, EVERYONE)
    tell(log, Event.KEPT, seat, only(seat), power)


@jit
def apply_rest(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """The rarer answers."""
    if phase == Phase.LIMIT:
        spend(state, seat, action - CARD, log)
    elif phase == Phase.CHARITY:
        spend(state, seat, action - CARD, log)
        set_argument(state, 2, argument(state, 2) - 1)
    elif phase == Phase.FINE:
        apply_fine(state, seat, action, log)
    elif phase == Phase.WINDOW:
        apply_window(state, seat, action, log)
    elif phase == Phase.HAM_TAKE or phase == Phase.HAM_PLACE:
        apply_ham(state, seat, action, log)
    elif phase == Phase.REWARD:
        apply_reward(state, seat, action, log)
    elif phase == Phase.ROTARY:
        apply_rotary(state, seat, action)
    elif phase == Phase.CRASH_AT:
        pop(state)
        push(state, Phase.CRASH_WHAT.value, seat, action - VILLAGE)
    elif phase == Phase.CRASH_WHAT:
        apply_crash(state, seat, action, log)
    elif phase == Phase.PICK_ORDER:
        apply_pick_order(state, seat, action - ORDER)
    elif phase == Phase.PICK_POS:
        apply_pick_pos(state, seat, action - POS, log)
    elif phase == Phase.PICK_CARD:
        apply_pick_card(state, seat, action - CARD, log)
    elif phase == Phase.SIDE:
        apply_side(state, seat, action)
    elif phase == Phase.GIVE:
        apply_give(state, seat, action - CARD, log)
    elif phase == Phase.DAYPART:
        pop(state)
        if action == DAYPART:
            push(state, Phase.ADD.value, 1)
        else:
            state.later += 1
    else:
        apply_choice(state, phase, seat, action, log)
