"""Phases A and B: pawns on the city board, tiles into districts, bribes."""

from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.deeds import begin_deed, check_deed, open_deeds
from fattorino.games.papa_paolo.district import add
from fattorino.games.papa_paolo.state import Event, Phase, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell

# -- placing a pawn --------------------------------------------------------------------------------------


@jit
def check_slot(state: State, slot: int) -> Any:
    """Name the rule that keeps a pawn off a slot, or Rule.OK."""
    if t.deeds_at(int(state.n), slot) == NONE:
        return Rule.PP_3P_1 if state.n == 3 else Rule.PP_2P_1
    return Rule.OK if state.pawn[slot] == NONE else Rule.PP_PLACE_2


@jit(inline=True)
def list_slots(state: State, actions: Any) -> int:
    """The slots without a pawn."""
    n = 0
    for row in range(t.board_rows(int(state.n))):
        for slot in range(s.SLOTS_WIDE * row, s.SLOTS_WIDE * row + t.board_columns(int(state.n))):
            actions[n] = s.SLOT + slot  # see `write_out`
            n += 1 if state.pawn[slot] == NONE else 0
    return n


@jit
def apply_slot(state: State, seat: Seat, slot: int, log: Log) -> None:
    """PP-PLACE-1: the pawn stands; now it is used."""
    state.pawn[slot] = seat
    state.slot = slot
    state.phase = Phase.USE
    tell(log, Event.PAWN, seat, EVERYONE, slot)


# -- using it --------------------------------------------------------------------------------------------


@jit
def check_use(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids this use of the pawn, or Rule.OK."""
    slot = int(state.slot)
    if action == s.TAKE:
        fits = t.has(int(state.takes[seat]), t.shape_of(int(state.slot_tile[slot])))
        return Rule.OK if fits else Rule.PP_EXPAND_7
    if action == s.IDLE:
        return Rule.OK if state.idle_allowed or not useful(state, seat) else Rule.PP_PLACE_3
    if not t.has(t.deeds_at(int(state.n), slot), action - s.SPONSOR):  # PP-PLACE-3, PP-3P-5, PP-2P-6
        return Rule.PP_PLACE_3
    return check_deed(state, seat, action - s.SPONSOR)


@jit
def useful(state: State, seat: Seat) -> bool:
    """Whether the pawn just placed can do anything."""
    slot = int(state.slot)
    if t.has(int(state.takes[seat]), t.shape_of(int(state.slot_tile[slot]))):
        return True
    return open_deeds(state, seat, t.deeds_at(int(state.n), slot)) != 0


@jit(inline=True)
def list_uses(state: State, seat: Seat, actions: Any) -> int:
    """Take the tile, act, or idle. Row and column with the same action are one option (PP-PLACE-5)."""
    slot = int(state.slot)
    takes = (int(state.takes[seat]) >> t.shape_of(int(state.slot_tile[slot]))) & 1
    n = t.write_out(actions, 0, s.TAKE, takes, 1)
    n = t.write_out(
        actions, n, s.SPONSOR, open_deeds(state, seat, t.deeds_at(int(state.n), slot)), s.N_COLOURS
    )
    if state.idle_allowed or n == 0:
        actions[n] = s.IDLE
        n += 1
    return n


@jit(inline=True)
def apply_use(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-PLACE-3: take the tile, perform one action, or nothing; whether the pawn is done."""
    if action == s.TAKE:
        state.phase = Phase.TILE
        tell(log, Event.TAKES, seat, EVERYONE, int(state.slot_tile[int(state.slot)]))
        return False
    if action == s.IDLE:
        tell(log, Event.IDLE, seat, EVERYONE)
        return True
    if action != s.SPONSOR:
        tell(log, Event.USES, seat, EVERYONE, action - s.SPONSOR)
    return begin_deed(state, seat, action - s.SPONSOR, log)


@jit(inline=True)
def apply_turn(state: State, seat: Seat, quarters: int, log: Log) -> None:
    """PP-EXPAND-1, PP-PLACE-4: the tile leaves its slot for the district, the pawn stays."""
    slot = int(state.slot)
    tile = int(state.slot_tile[slot])
    roads = t.roads_of(t.shape_of(tile), quarters)
    state.slot_tile[slot] = NONE
    add(state, seat, int(state.spot), tile, roads, 0)
    tell(log, Event.LAID, seat, EVERYONE, tile, int(state.spot), roads)
    state.spot = NONE


# -- bribes ----------------------------------------------------------------------------------------------


@jit
def line_slot(line: int, place: int) -> int:
    """The slot at a place of a line, counted from its coin: rows from the left, columns from the top."""
    if line < s.SLOTS_WIDE:
        return s.SLOTS_WIDE * line + place
    return s.SLOTS_WIDE * place + line - s.SLOTS_WIDE


@jit
def line_winner(state: State, line: int) -> int:
    """PP-BRIBE-1, PP-BRIBE-2, PP-BRIBE-4: most pawns; among equals the pawn nearest to the coin."""
    winner = NONE
    most = 1
    length = t.board_columns(int(state.n)) if line < s.SLOTS_WIDE else t.board_rows(int(state.n))
    pawns = 0  # of each seat, eight bits each
    for place in range(length):
        seat = int(state.pawn[line_slot(line, place)])
        if seat != NONE:
            pawns += 1 << 8 * seat
    for place in range(length - 1, NONE, -1):  # towards the coin: the nearer of equals comes last
        seat = int(state.pawn[line_slot(line, place)])
        if seat != NONE and (pawns >> 8 * seat) & 255 >= most:
            winner = seat
            most = (pawns >> 8 * seat) & 255
    return winner


@jit
def pay_bribes(state: State, log: Log) -> None:
    """PP-BRIBE-1, PP-BRIBE-3, PP-BRIBE-5: every coin is won, then the pawns go home."""
    state.start_coin_to = NONE
    for line in range(s.N_LINES):
        lire = int(state.coin[line])
        if lire:
            seat = line_winner(state, line)
            state.money[seat] = int(state.money[seat]) + lire
            state.coin[line] = 0
            tell(log, Event.BRIBE, seat, EVERYONE, line, lire)
            if line == state.face_down:  # PP-VAR-A
                state.start_coin_to = seat
    state.face_down = NONE
    for slot in range(s.N_SLOTS):
        state.pawn[slot] = NONE
