"""Three and four players: a pawn on the Piazza, higher than the others of its column, or none."""

from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s, tables as t
from fattorino.games.papa_paolo.rules import auction, money
from fattorino.games.papa_paolo.rules.question import Question
from fattorino.games.papa_paolo.state import Acted, Event, Phase, Rule
from fattorino.kernel.game import Reason
from fattorino.kernel.guide import Taught
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def check_bid(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids this cell of the Piazza, or Rule.OK."""
    if action == s.PASS:  # PP-BID-7
        return Rule.OK
    if action < s.BID or action >= s.BID2:
        return Rule.PP_BID_3
    cell = action - s.BID
    column, row = cell % s.PIAZZA_COLUMNS, cell // s.PIAZZA_COLUMNS
    if column >= state.n:
        return Rule.PP_3P_6
    if row <= auction.top_row(state, seat, column):  # PP-BID-10: so nothing beats row 7
        return Rule.PP_BID_4
    if state.bid[seat] != NONE and row < int(state.bid[seat]) // s.PIAZZA_COLUMNS:
        return Rule.PP_BID_5
    return Rule.OK if t.bid_value(cell) <= state.money[seat] else Rule.PP_BID_6


@jit(inline=True)
def list_bids(state: State, seat: Seat, actions: Any) -> int:
    """The legal cells, and to withdraw (PP-BID-7)."""
    lowest = 0
    if state.bid[seat] != NONE:
        lowest = int(state.bid[seat]) // s.PIAZZA_COLUMNS
    floors = 0  # the lowest free row of each column, eight bits each
    for column in range(int(state.n)):
        floors |= max(lowest, auction.top_row(state, seat, column) + 1) << 8 * column
    n = 0
    for cell in range(lowest * s.PIAZZA_COLUMNS, s.N_BIDS):
        column = cell % s.PIAZZA_COLUMNS
        if column < state.n and cell // s.PIAZZA_COLUMNS >= (floors >> 8 * column) & 255:
            if t.bid_value(cell) <= state.money[seat]:
                actions[n] = s.BID + cell
                n += 1
    actions[n] = s.PASS
    return n + 1


@jit
def apply_bid(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-BID-3, PP-BID-7: place or move the pawn, or withdraw it and owe nothing."""
    if action == s.PASS:
        state.bid[seat] = NONE
        state.acted[seat] = Acted.WITHDREW
        tell(log, Event.WITHDREW, seat, EVERYONE)
    else:
        state.bid[seat] = action - s.BID
        state.acted[seat] = Acted.BID
        tell(log, Event.BID, seat, EVERYONE, action - s.BID, t.bid_value(action - s.BID))
    return True


@jit
def worth(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """The delivery, and an earlier choice of investments; less the price."""
    if action == s.PASS:
        return 0
    cell = action - s.BID
    delivery = opinion.ticket_worth(view, seat, int(view.tickets[cell % s.PIAZZA_COLUMNS]), plan)
    return delivery + 3 + 2 * (cell // s.PIAZZA_COLUMNS) - t.bid_value(cell) * opinion.lira(view, seat)


def terms(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """The same in words."""
    if action == s.PASS:
        return [(_("no bid is worth its price"), 1.0)]
    number = int(view.tickets[(action - s.BID) % s.PIAZZA_COLUMNS])
    delivery = float(opinion.ticket_worth(view, seat, number, plan))
    total = float(worth(view, seat, action, plan))
    return auction.bid_terms(view, seat, total, delivery, int(t.bid_value(action - s.BID)))


def label(view: Any, cell: int) -> str:
    """A bid with its price and what it buys."""
    row, column = cell // s.PIAZZA_COLUMNS + 1, cell % s.PIAZZA_COLUMNS
    text = _("Bid £{price} in column {column}, row {row}").format(
        price=t.bid_value(cell), column=column + 1, row=row
    )
    number = int(view.tickets[column])
    if number < 0:
        return text
    tile = names.ticket_words(int(view.round_no), number)
    return _("{bid}: delivery tile {tile}").format(bid=text, tile=tile)


def label_pass(view: Any, place: int) -> str:
    """The consequences of leaving the auction."""
    text = _("Withdraw: nothing to pay, no delivery tile; an investment then costs £{price}")
    return text.format(price=s.PASS_PRICE)


def matters(view: Any, seat: Seat, actions: Any) -> list[Taught]:
    """What bids bring, the order of the next round, and the rules for a pawn that is already placed."""
    found = [Taught("PP-PAY-2", "pp-piazza"), Taught("PP-PAY-1", "pp-piazza")]
    if not (view.reverse_order or view.start_coin_to >= 0 or view.round_no == s.ROUNDS):
        found.append(Taught("PP-ORDER-1", "pp-piazza"))
    if view.bid[seat] != NONE:  # at the first bid this would be too much at once
        found.append(Taught("PP-BID-5", f"bid-{int(view.bid[seat])}"))
        found += [Taught("PP-BID-4", "pp-piazza"), Taught("PP-BID-7", "pp-piazza")]
    return found


def why(view: Any, seat: Seat, action: int) -> str:
    """What is missing for a bid on this cell."""
    rule, cell = check_bid(view, seat, action), action - s.BID
    if rule == Rule.PP_BID_4:
        row = auction.top_row(view, seat, cell % s.PIAZZA_COLUMNS) + 2
        if row > s.PIAZZA_ROWS:
            return _("Nobody can outbid the pawn on top of this column.")
        return _("To outbid the pawn in this column you need row {row} or higher.").format(row=row)
    if rule == Rule.PP_BID_5:
        row = int(view.bid[seat]) // s.PIAZZA_COLUMNS + 1
        return _("Your pawn stands on row {row} and may not go lower.").format(row=row)
    return money.too_little(view, seat, t.bid_value(cell)) if rule == Rule.PP_BID_6 else ""


ASK_BID = Question(
    Phase.BID,
    check_bid,
    apply_bid,
    list_bids,
    prompt=lambda view: _("Bid up to £{n} for the delivery tile of a column, or withdraw.").format(
        n=int(view.money[int(view.seat)])
    ),
    labels={"BID": label, "PASS": label_pass},
    worth=worth,
    terms=terms,
    matters=matters,
    why=why,
)
