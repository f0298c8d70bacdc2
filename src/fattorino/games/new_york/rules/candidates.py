"""Which actions can answer a question at all: runs of actions, and the places where its cards lie."""

from typing import Any

import numpy as np

from fattorino.games.new_york.rules.delivery import deliverable
from fattorino.games.new_york.rules.growth import (
    build_means,
    building_villages,
    can_build,
    can_upgrade,
    own_villages,
)
from fattorino.games.new_york.rules.pizzerias import open_villages
from fattorino.games.new_york.rules.sources import sources_near
from fattorino.games.new_york.rules.table import (
    ALL,
    POWER_WORD,
    WORD,
    argument,
    card_bits,
    hand_size,
    showing,
)
from fattorino.games.new_york.state import (
    ACT,
    BAIT_USE,
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
    Phase,
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
    village_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

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
        Phase.BUILD_CARD,
        Phase.TAKE,
        Phase.PAY,
        Phase.EXTRA,
        Phase.CHARITY,
        Phase.REFILL_CARD,
        Phase.LIMIT,
        Phase.GIVE,
    ):
        rows[phase, LOOK] = SURE
    rows[[Phase.ORDER, Phase.TAKE, Phase.INCREASE], EXACT] = 1  # `answers` names no action that is not legal
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
    bits = card_bits(state, NONE if cards == IN_MARKET else seat, word)
    if phase == Phase.UPGRADE_CARD:
        bits &= showing(own_villages(state, seat) | 1 << PARK)
    elif phase == Phase.BUILD_CARD:
        means = build_means(state, seat, argument(state, 2), hand_size(state, seat) - 1, argument(state, 3))
        bits &= showing(building_villages(state, seat, means))
    return bits


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
    elif phase == Phase.INCREASE:
        if run == 0:
            bits = int(argument(state, 2) > 0)
        else:
            bits = int(can_build(state, seat, argument(state, 3), 0)) | int(can_upgrade(state, seat)) << 1
    return first, end, bits
