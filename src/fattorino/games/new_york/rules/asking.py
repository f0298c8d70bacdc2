"""Which answers a question takes: `check` names the rule that forbids an action, `legal` lists the rest."""

from typing import Any

import numpy as np

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
    deliverable,
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
from fattorino.games.new_york.rules.pizzerias import open_villages
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
    sources_near,
)
from fattorino.games.new_york.rules.table import (
    ALL,
    POWER_WORD,
    WORD,
    argument,
    card_bits,
    first_card,
    holds,
)
from fattorino.games.new_york.rules.world import (
    check_charity,
)
from fattorino.games.new_york.state import (
    ACT,
    AUTO,
    BAIT_USE,
    CARD,
    COLD,
    DAYPART,
    DECK,
    DONE,
    FARMER,
    FRUGAL_USE,
    INC,
    LOT,
    MAX_LOTS,
    MODE,
    MONEY,
    OPEN_ONLY,
    OPTIONAL,
    ORDER,
    POS,
    REFILL_USE,
    REWARD,
    ROUTE,
    SEAT,
    SHORT,
    SIDE,
    USE,
    VILLAGE,
    Act,
    Phase,
    Rule,
)
from fattorino.games.new_york.streets import village_lots
from fattorino.games.new_york.tables import (
    EVENT,
    MAX_CARDS,
    MAX_SEATS,
    N_BLUE,
    N_VILLAGES,
    PARK,
    SLOTS,
    SPEED,
    Power,
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


NO_CARDS, POWERS_HELD, BLUE_HELD, ALL_HELD, IN_MARKET, ANYWHERE = range(6)  # cards that can answer
WORDS = {POWERS_HELD: (POWER_WORD, POWER_WORD + 1), ALL_HELD: (0, POWER_WORD + 1)}  # blue ones otherwise
CHECKED, ALIKE, SURE = range(3)  # cards are looked at one by one, kind by kind, or all of them answer
FIRST_WORD, END_WORD, LOOK, EXACT = 5, 6, 7, 8


def _windows() -> np.ndarray[Any, Any]:
    """For each question: two runs of actions below CARD that can answer it, which cards can, and how."""
    rows = np.zeros((int(Phase.END), 9), np.int16)
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
        Phase.FARMER_CARD: ANYWHERE,
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
        rows[phase, FIRST_WORD : END_WORD + 1] = WORDS.get(which, (0, POWER_WORD))
    for phase in (Phase.COVER, Phase.DOUBLE, Phase.CHEESE, Phase.PICK_CARD):
        rows[phase, LOOK] = ALIKE
    for phase in (
        Phase.KEEP,
        Phase.TAX,
        Phase.TAKE,
        Phase.PAY,
        Phase.EXTRA,
        Phase.CHARITY,
        Phase.REFILL_CARD,
        Phase.LIMIT,
        Phase.GIVE,
    ):
        rows[phase, LOOK] = SURE
    rows[[Phase.ORDER, Phase.TAKE], EXACT] = 1  # `answers` names no action that is not legal
    return rows


_WINDOWS = _windows()


@jit
def window(phase: int, column: int) -> int:
    """First and end of a run of actions (0, 1), of another (2, 3), which cards (4), how to look at them."""
    return int(_WINDOWS[phase, column])


@jit
def near(state: State, seat: Seat, phase: int, word: int) -> int:
    """The card types that lie where the cards that can answer a question do, a bit each."""
    cards = window(phase, 4)
    if cards == ANYWHERE:
        return ALL if word == 0 else ALL >> (2 * WORD - N_BLUE)
    return card_bits(state, NONE if cards == IN_MARKET else seat, word)


@jit(inline=True)
def answers(state: State, phase: int, seat: Seat, run: int) -> tuple[int, int, int]:
    """First and end of a run of actions, and which of them (a bit each) are worth a look."""
    first, end, bits = window(phase, 2 * run), window(phase, 2 * run + 1), -1
    if first == LOT and phase == Phase.BUILD_LOT:  # in the village of the card
        large, village = int(state.large), village_of(argument(state, 2))
        first, end = LOT + village_lots(large, village, 0), LOT + village_lots(large, village, 1)
    elif first == VILLAGE and phase == Phase.UPGRADE_AT:
        village = village_of(argument(state, 2))
        if village != PARK:
            first, end = VILLAGE + village, VILLAGE + village + 1
    elif first == VILLAGE and phase == Phase.PIZZERIA:
        bits = open_villages(state, int(state.d_from))
    elif first == USE:  # the cards that are used on demand, in play
        bits = int(state.slot[seat, SPEED] == Power.BAIT_AND_SWITCH) << BAIT_USE
        bits |= int(state.slot[seat, EVENT] == Power.COLD_STORAGE) << REFILL_USE
        bits |= int(state.slot[seat, EVENT] == Power.FRUGAL_SHOPPER) << FRUGAL_USE
    elif SHORT <= first <= COLD:
        bits = sources_near(state, seat) >> (first - SHORT)
    elif phase == Phase.ORDER and run == 0:
        bits = deliverable(state, seat, False)
    elif phase == Phase.TAKE:
        flags = argument(state, 3)
        bits = int(flags & OPTIONAL != 0) if run == 0 else int(flags & OPEN_ONLY == 0)
    return first, end, bits


@jit
def units(state: State, phase: int) -> int:
    """How many single payments a question still asks for; 0 if it asks for none."""
    if phase == Phase.PAY or phase == Phase.TAX:
        return argument(state, 2)
    if phase == Phase.COVER:
        return int(state.d_n) - int(state.d_next)
    return int(state.d_due) if phase == Phase.EXTRA else 0


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    if state.over:
        return Rule.NY_INSPECT_6 if not state.won else Rule.NY_COOP_41
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
