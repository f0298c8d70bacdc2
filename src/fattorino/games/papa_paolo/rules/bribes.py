"""Phase B: every coin goes to whoever has most pawns in its row or column."""

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.state import Event
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, State, tell


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
