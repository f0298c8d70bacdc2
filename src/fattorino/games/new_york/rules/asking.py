"""Which answers a question takes: `check` names the rule that forbids an action, `legal` lists the rest."""

from typing import Any

from fattorino.games.new_york.rules.candidates import (
    ALIKE,
    END_WORD,
    EXACT,
    FIRST_WORD,
    LOOK,
    SURE,
    answers,
    near,
    window,
)
from fattorino.games.new_york.rules.coop import (
    check_side,
)
from fattorino.games.new_york.rules.crash import check_crash_at, check_crash_what
from fattorino.games.new_york.rules.delivery import (
    check_copy_seat,
    check_order,
    check_pizzeria,
    check_route,
    check_zone,
)
from fattorino.games.new_york.rules.demand import check_choice, check_use
from fattorino.games.new_york.rules.growth import (
    check_build_card,
    check_build_lot,
    check_increase,
    check_new_top,
    check_upgrade,
    check_upgrade_card,
    upgrades,
)
from fattorino.games.new_york.rules.market import (
    check_fine,
    check_take,
    check_unit,
)
from fattorino.games.new_york.rules.orders import (
    check_pick_card,
    check_pick_order,
    check_pick_pos,
)
from fattorino.games.new_york.rules.powers import check_act, check_play
from fattorino.games.new_york.rules.rewards import check_ham, check_reward
from fattorino.games.new_york.rules.serving import (
    check_window,
)
from fattorino.games.new_york.rules.sources import (
    check_cheese,
    check_cover,
    check_debt,
    check_double,
    check_extra,
)
from fattorino.games.new_york.rules.table import argument, first_card, holds
from fattorino.games.new_york.rules.world import (
    check_charity,
)
from fattorino.games.new_york.state import (
    ACT,
    AUTO,
    BELOW,
    CARD,
    DAYPART,
    DONE,
    MODE,
    ON_TOP,
    REWARD,
    SEAT,
    USE,
    VILLAGE,
    Act,
    Phase,
    Rule,
)
from fattorino.games.new_york.tables import (
    BUILDABLE,
    INSPECTORS,
    N_BLUE,
    PARK,
    kind_of,
    village_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Action, Seat, State


@jit(inline=True)
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
def check_upgrade_at(state: State, seat: Seat, card: int, village: int) -> Any:
    """The pizzeria that a card upgrades."""
    if village < BUILDABLE and upgrades(state, seat, card, village):
        return Rule.OK
    return check_upgrade(state, seat, card, village, BELOW if village_of(card) == PARK else ON_TOP)


@jit(inline=True)
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
def check_answer(state: State, action: Action) -> Any:
    """Name the rule that forbids this answer to the question, or Rule.OK."""
    phase = int(state.phase)
    seat = int(state.seat)
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
        if action < VILLAGE or action >= SEAT:
            return Rule.NY_UPGRADE_1
        return check_upgrade_at(state, seat, argument(state, 2), action - VILLAGE)
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


@jit
def units(state: State, phase: int) -> int:
    """How many single payments a question still asks for; 0 if it asks for none."""
    if phase == Phase.PAY or phase == Phase.TAX:
        return argument(state, 2)
    if phase == Phase.COVER:
        return int(state.d_n) - int(state.d_next)
    return int(state.d_due) if phase == Phase.EXTRA else 0


@jit
def over_by(state: State) -> Any:
    """The rule that ended the game."""
    if state.won:
        return Rule.NY_COOP_41
    if state.inspectors < INSPECTORS:
        return Rule.NY_COOP_45
    return Rule.NY_COOP_44 if state.coop else Rule.NY_INSPECT_6


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    if state.over:
        return over_by(state)
    if action != AUTO:
        return check_answer(state, action)
    phase = int(state.phase)
    if units(state, phase) < 2:
        return Rule.NY_DP_44
    n = 0  # it saves a choice only where there is one
    for run in range(2):
        for answer in range(window(phase, 2 * run), window(phase, 2 * run + 1)):
            if check_answer(state, answer) == Rule.OK:
                n += 1
    for word in range(window(phase, FIRST_WORD), window(phase, END_WORD)):
        bits = near(state, int(state.seat), phase, word)
        while bits and n < 2:
            if check_answer(state, CARD + first_card(bits, word)) == Rule.OK:
                n += 1
            bits &= bits - 1
    return Rule.OK if n > 1 else Rule.NY_DP_44


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending: first those that can answer the question at all, then what is left.

    On a GPU games look at their first candidates together, at their second ones, and so on: looked at where
    they lie in the space, each game would wait for the cards of all others.
    """
    if state.over:
        return 0
    n = 0
    phase = int(state.phase)
    seat = int(state.seat)
    look = window(phase, LOOK)
    for cards in range(2):  # the runs, then the cards
        candidates = n
        if cards:
            for word in range(window(phase, FIRST_WORD), window(phase, END_WORD)):
                bits = near(state, seat, phase, word)
                while bits:
                    actions[candidates] = CARD + first_card(bits, word)
                    candidates += 1
                    bits &= bits - 1
            if look == SURE:
                n = candidates
        else:
            for run in range(2):
                first, end, bits = answers(state, phase, seat, run)
                for action in range(first, end):
                    if (bits >> (action - first)) & 1:
                        actions[candidates] = action
                        candidates += 1
            if window(phase, EXACT):
                n = candidates
        kind, fine = NONE, False
        for k in range(n, candidates):
            action = int(actions[k])
            new = kind_of(action - CARD) if cards and look == ALIKE else NONE
            if new == NONE or new != kind:
                fine = check_answer(state, action) == Rule.OK
                kind = new
            if fine:
                actions[n] = action
                n += 1
    if n > 1 and units(state, phase) > 1:
        actions[n] = AUTO
        n += 1
    return n
