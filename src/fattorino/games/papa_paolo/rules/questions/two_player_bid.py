"""Two players: an amount higher than the opponent's; an answer to £6 or more may be lower."""

from typing import Any

from fattorino.games.papa_paolo import opinion, state as s
from fattorino.games.papa_paolo.rules import auction, money
from fattorino.games.papa_paolo.rules.question import Question, teach
from fattorino.games.papa_paolo.state import Acted, Event, Phase, Rule
from fattorino.kernel.game import Reason
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def low_answer(state: State, seat: Seat) -> bool:
    """PP-2P-9: the second player answers a first bid of £6 or more."""
    other = 1 - seat
    return bool(
        state.acted[seat] == Acted.NOT_YET
        and seat == state.order[1]
        and state.bid[other] + 1 >= s.LOW_ANSWER_FROM
    )


@jit
def check_bid2(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids bidding this amount, or Rule.OK."""
    if action == s.PASS:
        return Rule.OK
    lire = action - s.BID2 + 1
    if lire < 1 or lire > s.BID2_MAX or lire > state.money[seat]:
        return Rule.PP_2P_7
    standing = auction.price_of_bid(state, 1 - seat)
    if lire == standing:
        return Rule.PP_2P_9 if low_answer(state, seat) else Rule.PP_2P_8
    return Rule.OK if lire > standing or low_answer(state, seat) else Rule.PP_2P_8


@jit(inline=True)
def list_bids2(state: State, seat: Seat, actions: Any) -> int:
    """The legal amounts, and to pass."""
    n = 0
    standing = auction.price_of_bid(state, 1 - seat)
    lowest = 1 if low_answer(state, seat) else standing + 1
    for lire in range(lowest, min(s.BID2_MAX, int(state.money[seat])) + 1):
        if lire != standing:
            actions[n] = s.BID2 + lire - 1
            n += 1
    actions[n] = s.PASS
    return n + 1


@jit
def apply_bid2(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-2P-7 to PP-2P-10: bid or pass (an earlier bid stands); returns whether bidding is over."""
    other = 1 - seat
    both_had_a_turn = state.acted[other] != Acted.NOT_YET
    if action == s.PASS:
        state.acted[seat] = Acted.WITHDREW
        tell(log, Event.WITHDREW, seat, EVERYONE)
        over = bool(both_had_a_turn)
    else:
        lower = action - s.BID2 < state.bid[other]
        state.bid[seat] = action - s.BID2
        state.acted[seat] = Acted.BID
        tell(log, Event.BID2, seat, EVERYONE, action - s.BID2 + 1)
        over = bool(lower or (both_had_a_turn and state.acted[other] == Acted.WITHDREW))
    if not over:
        state.seat = other
    return over


@jit
def delivery_worth(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """The value of the better of the two delivery tiles, or of the other one for a lower bid."""
    a = opinion.ticket_worth(view, seat, int(view.tickets[0]), plan)
    b = opinion.ticket_worth(view, seat, int(view.tickets[1]), plan)
    top = action != s.PASS and action - s.BID2 + 1 > auction.price_of_bid(view, 1 - seat)
    return max(a, b) if top else min(a, b)


@jit
def worth(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """A small bid always pays, a higher one only for the better of two tiles."""
    delivery = delivery_worth(view, seat, action, plan)
    if action == s.PASS:
        return delivery if view.bid[seat] != NONE else 0
    lire = action - s.BID2 + 1
    paid, other = auction.price_of_bid(view, seat), auction.price_of_bid(view, 1 - seat)
    first = 6 if lire > other else 0  # the choice of investments
    opening = lire if paid == 0 and other == 0 else 0
    return delivery + first + min(opening, 3) * 4 - (lire - paid) * opinion.lira(view, seat)


def terms(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """The same in words."""
    if action == s.PASS:
        return [(_("no bid is worth its price"), 1.0)]
    total, delivery = worth(view, seat, action, plan), delivery_worth(view, seat, action, plan)
    price = action - s.BID2 + 1 - int(auction.price_of_bid(view, seat))
    return auction.bid_terms(view, seat, float(total), float(delivery), price)


def prompt(view: Any) -> str:
    """How much can be bid, and what the opponent may answer."""
    seat = int(view.seat)
    text = _("Bid up to £{n}, or pass.").format(n=min(int(view.money[seat]), s.BID2_MAX))
    if low_answer(view, seat):
        lower = _("A lower bid than £{n} is possible, too.").format(n=auction.price_of_bid(view, 1 - seat))
        return f"{text} {lower}"
    first = view.acted[seat] == Acted.NOT_YET and view.order[0] == seat
    if first and view.money[seat] >= s.LOW_ANSWER_FROM:
        lower = _("If you bid £{n} or more, the other may bid less: that ends the bidding.")
        return f"{text} {lower.format(n=s.LOW_ANSWER_FROM)}"
    return text


def label(view: Any, place: int) -> str:
    """An amount; one below the other's is an answer that ends the auction."""
    seat, text = int(view.seat), _("Bid £{price}")
    if view.phase == Phase.BID2 and low_answer(view, seat) and place < view.bid[1 - seat]:
        text = _("Bid £{price}: lower, so the bidding ends")
    return text.format(price=place + 1)


def label_pass(view: Any, place: int) -> str:
    """The consequences of leaving the auction."""
    text, price = _("Pass: your bid of £{price} stands"), auction.price_of_bid(view, int(view.seat))
    if not price:
        text = _("Pass: nothing to pay, no delivery tile; an investment then costs £{price}")
    return text.format(price=price or s.PASS_PRICE)


def why(view: Any, seat: Seat, action: int) -> str:
    """What is missing for bidding this amount."""
    rule = check_bid2(view, seat, action)
    if rule == Rule.OK:
        return ""
    if rule == Rule.PP_2P_7:
        return money.too_little(view, seat, action - s.BID2 + 1)
    standing = auction.price_of_bid(view, 1 - seat)
    return _("The other player bids £{n}: bid more.").format(n=standing)


ASK_BID2 = Question(
    Phase.BID2,
    check_bid2,
    apply_bid2,
    list_bids2,
    prompt=prompt,
    labels={"BID2": label, "PASS": label_pass},
    worth=worth,
    terms=terms,
    matters=teach("pp-piazza", "PP-2P-7", "PP-2P-12", "PP-2P-10"),
    why=why,
)
