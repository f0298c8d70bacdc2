"""The tip of a delivery; with Ham on top of the pizzeria, a choice of all tips, which are then rearranged."""

from typing import Any

from fattorino.games.new_york import names, state as s, tables as t
from fattorino.games.new_york.rules import memory, tickets
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Phase, Rule, Stage
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Action, Log, Seat, State


@jit
def give_tip(state: State, seat: Seat, log: Log) -> None:
    """NY-DELIVER-24 to -26, NY-POWER-SPECIALSALE-2, NY-DELIVER-34."""
    state.d_stage = Stage.CLEAN
    slot = int(state.d_slot)
    if state.d_copy:
        value = NONE if state.d_denied else tickets.random_tip(state)
        if value == NONE:
            tickets.collect_no_tip(state, seat, log)
        else:
            tickets.collect_tip(state, seat, value, log)
        return
    value = int(state.tip[slot])
    if state.d_denied or value == NONE:
        if value != NONE:
            tickets.tip_to_pool(state, value)
        tickets.remove_tip(state, slot)
        tickets.collect_no_tip(state, seat, log)
    if state.sale and not state.d_denied:  # also where the order had none
        second = tickets.random_tip(state)
        if second != NONE:
            tickets.collect_tip(state, seat, second, log)
    if state.d_denied or value == NONE:
        return
    if state.d_top == t.Top.HAM:  # NY-TOP-HAM-1: look at all of them
        state.reveals = int(state.reveals) + 1
        for k in range(t.SLOTS):  # NY-TOP-HAM-2
            state.ham[k] = state.tip[k]
        state.ham_at = NONE
        state.d_stage = Stage.HAM
        return
    memory.remember_tip(state, seat, slot, value)
    tickets.remove_tip(state, slot)
    tickets.collect_tip(state, seat, value, log)


@jit
def check_ham(state: State, seat: Seat, action: Action) -> Any:
    """NY-DP-23: the token to take, then a token for each other order."""
    if action == s.DONE:
        return Rule.OK if state.ham_at == NONE else Rule.NY_TOP_HAM_1
    slot = action - s.ORDER
    if slot < 0 or slot >= t.SLOTS or state.ham[slot] == NONE:
        return Rule.NY_TOP_HAM_1
    return Rule.OK


@jit
def apply_ham(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Take one token, then lay out the others."""
    taken = int(state.d_slot) if action == s.DONE else action - s.ORDER
    if state.ham_at == NONE:
        tickets.collect_tip(state, seat, int(state.ham[taken]), log)
        state.ham[taken] = NONE
        tickets.remove_tip(state, int(state.d_slot))
        state.ham_at = 0
        if action == s.DONE:
            for slot in range(t.SLOTS):
                if state.tip[slot] != NONE:
                    state.tip_known[slot] = int(state.tip_known[slot]) | 1 << seat
                state.ham[slot] = NONE
            state.ham_at = t.SLOTS
    else:
        slot = int(state.ham_at)
        state.tip[slot] = state.ham[taken]
        state.tip_known[slot] = 1 << seat
        state.ham[taken] = NONE
        state.ham_at = slot + 1
    while state.ham_at < t.SLOTS and state.tip[int(state.ham_at)] == NONE:
        state.ham_at += 1


@jit
def worth_take(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Prefer the highest."""
    slot = int(view.d_slot) if action == s.DONE else action - s.ORDER
    return float(view.ham[slot] + 0.1 * (action != s.DONE))


def with_value(text: str) -> Any:
    """The label of an order, with the tip where it is seen."""

    def label(view: Any, slot: int) -> str:
        ticket, value = int(view.ticket[slot]), int(view.ham[slot])
        name = names.ticket_name(ticket) if ticket >= 0 else _("empty")
        return text.format(number=slot + 1, name=name) + (f", ${value}" if value > 0 else "")

    return label


ASK_HAM_TAKE = Question(
    Phase.HAM_TAKE,
    check_ham,
    apply_ham,
    prompt=lambda view: _("Ham: you see the tips of all orders. Which one do you take?"),
    runs=((s.DONE, 1), (s.ORDER, t.SLOTS)),
    worth=worth_take,
    labels=lambda: {
        "DONE": _("Take the delivered order's tip and leave the others where they lie"),
        "ORDER": with_value(_("Take the tip of order {number} ({name}) and lay out the others anew")),
    },
)
ASK_HAM_PLACE = Question(
    Phase.HAM_PLACE,
    check_ham,
    apply_ham,
    prompt=lambda view: _("Ham: which tip do you put on order {number}?").format(number=int(view.ham_at) + 1),
    runs=((s.ORDER, t.SLOTS),),
    worth=jit(lambda view, seat, action, delivers: float(-view.ham[action - s.ORDER] + 0.1)),
    labels=lambda: {"ORDER": with_value(_("The tip that lay on order {number} ({name})"))},
    chose=lambda: _("where a tip goes"),
)
