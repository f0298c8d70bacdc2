"""Two players: which delivery tile the higher bidder takes."""

from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s
from fattorino.games.papa_paolo.rules.question import Question, answers_by, one_term, teach
from fattorino.games.papa_paolo.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def check_delivery(state: State, seat: Seat, action: Action) -> Any:
    """PP-2P-16: a delivery tile of this round's letter that is on offer."""
    if action >= s.DELIVERY:  # NONE marks an empty place
        for column in range(s.N_TICKETS):
            if state.tickets[column] == action - s.DELIVERY:
                return Rule.OK
    return Rule.PP_2P_16


@jit
def apply_delivery(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-2P-16: the higher bidder's choice; the other one, with a bid, gets the remaining tile."""
    number = action - s.DELIVERY
    state.ticket[seat] = number
    tell(log, Event.TICKET, seat, EVERYONE, int(state.round_no), number)
    other = 1 - seat
    if state.bid[other] != NONE:
        state.ticket[other] = state.tickets[1] if state.tickets[0] == number else state.tickets[0]
        tell(log, Event.TICKET, other, EVERYONE, int(state.round_no), int(state.ticket[other]))
    return True


@jit
def worth(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """What could be delivered with it."""
    return opinion.ticket_worth(view, seat, action - s.DELIVERY, plan)


def prompt(view: Any) -> str:
    """What is left for the other player."""
    if view.bid[1 - int(view.seat)] >= 0:
        return _("Choose a delivery tile; the other player gets the other one.")
    return _("Choose a delivery tile; the other player, without a bid, gets none.")


def label(view: Any, number: int) -> str:
    """A delivery tile, its pizzas and its distance."""
    tile = names.ticket_words(max(int(view.round_no), 1), number)
    return _("Take delivery tile {tile}").format(tile=tile)


ASK_DELIVERY = Question(
    Phase.DELIVERY,
    check_delivery,
    apply_delivery,
    answers_by(check_delivery, s.DELIVERY, s.N_TICKETS),
    prompt=prompt,
    labels={"DELIVERY": label},
    worth=worth,
    terms=one_term(worth, lambda: _("most can be delivered with it")),
    matters=teach("pp-piazza", "PP-2P-16"),
)
