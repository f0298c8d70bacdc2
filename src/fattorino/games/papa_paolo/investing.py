"""Picking investment tiles and using them: the end of phase C, and phase D; small tiles and large ones."""

from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo.deeds import begin_deed, check_deed, pay
from fattorino.games.papa_paolo.state import Event, Phase, Rule
from fattorino.games.papa_paolo.tables import has, quarter_of, write_out
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell

ALL_COLOURS = (1 << s.N_COLOURS) - 1

# -- choosing a colour -----------------------------------------------------------------------------------


@jit
def colours_open(state: State) -> int:
    """The colours that can be named now, one bit each."""
    if state.phase == Phase.PICK:
        return int(state.offer)
    if state.phase == Phase.BIG:
        return ALL_COLOURS
    if state.phase == Phase.SMALL:
        return int(state.side)
    neighbours = 0  # PP-2P-14: quarters beside the chosen one lie an odd number of places away
    for colour in range(s.N_COLOURS):
        apart = quarter_of(int(state.large), colour) - quarter_of(int(state.large), int(state.chosen))
        if apart % 2 == 1:
            neighbours |= 1 << colour
    return neighbours


@jit
def is_buyer(state: State, seat: Seat) -> bool:
    """PP-PAY-3, PP-2P-15: without a bid an investment costs £1, and may be declined."""
    return bool(state.phase != Phase.TURN and state.bid[seat] == NONE)


@jit
def check_colour(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids naming this colour (or declining), or Rule.OK."""
    rule = Rule.PP_PAY_2
    if state.phase == Phase.BIG:
        rule = Rule.PP_2P_13
    elif state.phase != Phase.PICK:
        rule = Rule.PP_2P_14
    if action == s.PASS:
        return Rule.OK if is_buyer(state, seat) else rule
    if not has(colours_open(state), action - s.COLOUR):
        return rule
    if is_buyer(state, seat) and state.money[seat] < s.PASS_PRICE:
        return Rule.PP_PAY_3 if state.phase == Phase.PICK else Rule.PP_2P_15
    return Rule.OK


@jit(inline=True)
def list_colours(state: State, seat: Seat, actions: Any) -> int:
    """The colours that can be named; a buyer may decline."""
    n = 0
    if is_buyer(state, seat):
        actions[0] = s.PASS
        n = 1
        if state.money[seat] < s.PASS_PRICE:
            return n
    return write_out(actions, n, s.COLOUR, colours_open(state), s.N_COLOURS)


@jit(inline=True)
def apply_colour(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """Take an investment, or turn the large tile; whether this seat is done."""
    if action == s.PASS:
        tell(log, Event.DECLINED, seat, EVERYONE)
        return True
    colour = action - s.COLOUR
    if state.phase == Phase.TURN:  # PP-2P-14: the diagonal quarter and the one named face the opponent
        state.side = (ALL_COLOURS & ~colours_open(state) & ~(1 << int(state.chosen))) | 1 << colour
        state.phase = Phase.INVEST
        tell(log, Event.TURNED, seat, EVERYONE, colour)
        return False
    lire = s.PASS_PRICE if is_buyer(state, seat) else 0
    pay(state, seat, lire)
    state.invest[seat] = colour
    tell(log, Event.PICKED, seat, EVERYONE, colour, lire)
    if state.phase == Phase.PICK:  # PP-PAY-4: one each
        state.offer = int(state.offer) & ~(1 << colour)
        bid = int(state.bid[seat])
        if bid != NONE:  # PP-PAY-2: and the delivery tile above the column
            state.ticket[seat] = state.tickets[bid % s.PIAZZA_COLUMNS]
            tell(log, Event.TICKET, seat, EVERYONE, int(state.round_no), int(state.ticket[seat]))
        return True
    if state.phase == Phase.BIG:
        state.chosen = colour
        if state.turn == 0:  # PP-2P-15: turned only if somebody is there to see the other side
            state.phase = Phase.TURN
            return False
    state.phase = Phase.INVEST
    return False


# -- using it --------------------------------------------------------------------------------------------


@jit
def check_invest(state: State, seat: Seat, action: Action) -> Any:
    """PP-INVEST-5: name the rule that forbids this use, or Rule.OK."""
    colour = int(state.invest[seat])
    if action == s.USE_ACTION:
        return check_deed(state, seat, colour)
    has_room = state.track[seat, colour] < s.LAST_COLUMN
    return Rule.OK if has_room == (action == s.USE_XP) else Rule.PP_INVEST_5


@jit(inline=True)
def list_uses_of_tile(state: State, seat: Seat, actions: Any) -> int:
    """PP-INVEST-1, PP-INVEST-5: as action, as experience; to discard only if the marker is at the end."""
    colour = int(state.invest[seat])
    n = 0
    if state.track[seat, colour] >= s.LAST_COLUMN:
        actions[0] = s.PASS
        n = 1
    if check_deed(state, seat, colour) == Rule.OK:
        actions[n] = s.USE_ACTION
        n += 1
    if state.track[seat, colour] < s.LAST_COLUMN:
        actions[n] = s.USE_XP
        n += 1
    return n


@jit(inline=True)
def apply_invest(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-INVEST-2 to PP-INVEST-4: use the tile up; whether this seat is done."""
    colour = int(state.invest[seat])
    state.invest[seat] = NONE
    if action == s.USE_ACTION:
        tell(log, Event.AS_ACTION, seat, EVERYONE, colour)
        return begin_deed(state, seat, colour, log)
    if action == s.PASS:
        tell(log, Event.DISCARDED, seat, EVERYONE, colour)
        return True
    state.track[seat, colour] = int(state.track[seat, colour]) + 1
    tell(log, Event.AS_EXPERIENCE, seat, EVERYONE, colour)
    tell(log, Event.LEARNED, seat, EVERYONE, colour, int(state.track[seat, colour]))
    return True


# -- two players: delivery tiles -------------------------------------------------------------------------


@jit
def is_ticket(state: State, number: int) -> bool:
    """Whether a delivery tile of this round's letter is on offer."""
    for column in range(s.N_TICKETS):
        if state.tickets[column] == number:
            return True
    return False


@jit
def apply_delivery(state: State, seat: Seat, action: Action, log: Log) -> None:
    """PP-2P-16: the higher bidder's choice; the other one, with a bid, gets the remaining tile."""
    number = action - s.DELIVERY
    state.ticket[seat] = number
    tell(log, Event.TICKET, seat, EVERYONE, int(state.round_no), number)
    other = 1 - seat
    if state.bid[other] != NONE:
        state.ticket[other] = state.tickets[1] if state.tickets[0] == number else state.tickets[0]
        tell(log, Event.TICKET, other, EVERYONE, int(state.round_no), int(state.ticket[other]))
