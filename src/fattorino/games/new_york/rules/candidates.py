"""Which actions can answer a question at all: runs of actions, and the places where its cards lie."""

from typing import Any

import numpy as np

from fattorino.games.new_york import state as s
from fattorino.games.new_york import streets
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import delivery, growth, pizzerias, sources, table
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

NO_CARDS, POWERS_HELD, BLUE_HELD, ALL_HELD, IN_MARKET, ANYWHERE = range(6)  # cards that can answer
WORDS = {
    POWERS_HELD: (table.POWER_WORD, table.POWER_WORD + 1),
    ALL_HELD: (0, table.POWER_WORD + 1),
}  # blue ones otherwise
CHECKED, ALIKE, SURE = range(3)  # cards are looked at one by one, kind by kind, or all of them answer
FIRST_WORD, END_WORD, LOOK, EXACT = 5, 6, 7, 8


def _windows() -> np.ndarray[Any, Any]:
    """For each question: two runs of actions below CARD that can answer it, which cards can, and how."""
    rows = np.zeros((int(Phase.END), 9), np.int16)
    runs = {
        Phase.TAX_WINDOW: [(s.DONE, 1), (s.SEAT, t.MAX_SEATS)],
        Phase.TAX: [(s.MONEY, 1)],
        Phase.PRE: [(s.ACT, 3), (s.USE, 3)],
        Phase.POST: [(s.DONE, 1), (s.USE, 3)],
        Phase.TAKE: [(s.DONE, 1), (s.DECK, 1)],
        Phase.INCREASE: [(s.DONE, 1), (s.INC, 2)],
        Phase.BUILD_CARD: [(s.DONE, 1)],
        Phase.BUILD_LOT: [(s.LOT, s.MAX_LOTS)],
        Phase.PAY: [(s.MONEY, 1)],
        Phase.UPGRADE_AT: [(s.VILLAGE, t.N_VILLAGES)],
        Phase.UPGRADE_MODE: [(s.MODE, 3)],
        Phase.ORDER: [(s.ORDER, t.SLOTS)],
        Phase.COPY_SEAT: [(s.SEAT, t.MAX_SEATS)],
        Phase.PIZZERIA: [(s.VILLAGE, t.N_VILLAGES)],
        Phase.ZONE: [(s.VILLAGE, t.N_VILLAGES)],
        Phase.ROUTE: [(s.ROUTE, 4)],
        Phase.DEBT: [(s.MONEY, 1)],
        Phase.COVER: [(s.SHORT, s.COLD + t.MAX_CARDS - s.SHORT)],
        Phase.DOUBLE: [(s.DONE, 1), (s.FARMER, s.COLD + t.MAX_CARDS - s.FARMER)],
        Phase.CHEESE: [(s.DONE, 1), (s.COLD, t.MAX_CARDS)],
        Phase.EXTRA: [(s.COLD, t.MAX_CARDS)],
        Phase.WINDOW: [(s.DONE, 1)],
        Phase.HAM_TAKE: [(s.DONE, 1), (s.ORDER, t.SLOTS)],
        Phase.HAM_PLACE: [(s.ORDER, t.SLOTS)],
        Phase.REWARD: [(s.REWARD, 3)],
        Phase.ROTARY: [(s.DONE, 1), (s.VILLAGE, t.N_VILLAGES)],
        Phase.FINE: [(s.MONEY, 1)],
        Phase.CRASH_AT: [(s.VILLAGE, t.N_VILLAGES)],
        Phase.CRASH_WHAT: [(s.MODE, 1)],
        Phase.PICK_ORDER: [(s.ORDER, t.SLOTS)],
        Phase.PICK_POS: [(s.POS, t.MAX_CARDS)],
        Phase.TOKENS: [(s.LOT, s.MAX_LOTS)],
        Phase.SPOT: [(s.VILLAGE, t.N_VILLAGES)],
        Phase.VICTIM: [(s.SEAT, t.MAX_SEATS)],
        Phase.OTHER_ACTION: [(s.ACT, 3)],
        Phase.SIDE: [(s.DONE, 1), (s.SIDE, 2)],
        Phase.DAYPART: [(s.DAYPART, 2)],
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
        rows[phase, FIRST_WORD : END_WORD + 1] = WORDS.get(which, (0, table.POWER_WORD))
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
        return table.ALL if word == 0 else table.ALL >> (2 * table.WORD - t.N_BLUE)
    bits = table.card_bits(state, NONE if cards == IN_MARKET else seat, word)
    if phase == Phase.UPGRADE_CARD:
        bits &= table.showing(growth.own_villages(state, seat) | 1 << t.PARK)
    elif phase == Phase.BUILD_CARD:
        means = growth.build_means(
            state, seat, table.argument(state, 2), table.hand_size(state, seat) - 1, table.argument(state, 3)
        )
        bits &= table.showing(growth.building_villages(state, seat, means))
    return bits


@jit(inline=True)
def answers(state: State, phase: int, seat: Seat, run: int) -> tuple[int, int, int]:
    """First and end of a run of actions, and which of them (a bit each) are worth a look."""
    first, end, bits = window(phase, 2 * run), window(phase, 2 * run + 1), -1
    if first == s.LOT and phase == Phase.BUILD_LOT:  # in the village of the card
        large, village = int(state.large), t.village_of(table.argument(state, 2))
        first, end = (
            s.LOT + streets.village_lots(large, village, 0),
            s.LOT + streets.village_lots(large, village, 1),
        )
    elif first == s.VILLAGE and phase == Phase.UPGRADE_AT:
        village = t.village_of(table.argument(state, 2))
        if village != t.PARK:
            first, end = s.VILLAGE + village, s.VILLAGE + village + 1
    elif first == s.VILLAGE and phase == Phase.PIZZERIA:
        bits = pizzerias.open_villages(state, int(state.d_from))
    elif first == s.USE:  # the cards that are used on demand, in play
        bits = int(state.slot[seat, t.SPEED] == Power.BAIT_AND_SWITCH) << s.BAIT_USE
        bits |= int(state.slot[seat, t.EVENT] == Power.COLD_STORAGE) << s.REFILL_USE
        bits |= int(state.slot[seat, t.EVENT] == Power.FRUGAL_SHOPPER) << s.FRUGAL_USE
    elif s.SHORT <= first <= s.COLD:
        bits = sources.sources_near(state, seat) >> (first - s.SHORT)
    elif phase == Phase.ORDER and run == 0:
        bits = delivery.deliverable(state, seat, False)
    elif phase == Phase.TAKE:
        flags = table.argument(state, 3)
        bits = int(flags & s.OPTIONAL != 0) if run == 0 else int(flags & s.OPEN_ONLY == 0)
    elif phase == Phase.INCREASE:
        if run == 0:
            bits = int(table.argument(state, 2) > 0)
        else:
            bits = (
                int(growth.can_build(state, seat, table.argument(state, 3), 0))
                | int(growth.can_upgrade(state, seat)) << 1
            )
    return first, end, bits
