"""Harlem Rotary Pizzeria: its owner, asked in secret, may copy an opponent's delivery to Harlem."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import covering, hands, stack
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.rules.questions import delivering
from fattorino.games.new_york.state import Event, Phase, Rule, Stage
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def offer_copy(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-HARLEMROTARY-1, -3, NY-POWER-COPYCAT-3: a delivery of its own, from an own pizzeria."""
    owner = hands.owner_in_play(state, t.Power.HARLEM_ROTARY_PIZZERIA.value)
    if (owner == NONE or owner == seat) or state.d_zone != t.HARLEM:
        return
    tell(log, Event.MOMENT, seat, EVERYONE, Phase.ROTARY.value, 1 << owner)  # NY-INSTANT-5
    n = t.ticket_fact(int(state.d_ticket), t.TICKET_SIZE)
    if state.d_n > n:  # a copy is never on sale: each ingredient once
        for k in range(n):
            state.d_need[k] = state.d_need[2 * k]
        for k in range(n, t.MAX_NEEDS):
            state.d_need[k] = NONE
        state.d_n = n
    delivering.clear_payment(state)
    state.d_copy = 1
    state.d_seat = owner
    state.d_from = owner
    state.d_at = NONE
    state.d_stage = Stage.PIZZERIA
    for k in range(n):
        if state.d_need[k] == covering.shortage_kind(state):
            return  # NY-POWER-SHORTAGE-3
    for village in range(t.BUILDABLE):
        if delivering.check_from(state, owner, owner, s.VILLAGE + village) == Rule.OK:
            stack.push(state, Phase.ROTARY.value, owner)
            return


@jit
def check_rotary(state: State, seat: Seat, action: Action) -> Any:
    """The pizzeria of the copy, or none."""
    if action == s.DONE:
        return Rule.OK
    if action < s.VILLAGE or action >= s.SEAT:
        return Rule.NY_POWER_HARLEMROTARY_1
    return delivering.check_from(state, seat, seat, action)


@jit
def apply_rotary(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-HARLEMROTARY-4: the copy runs through S1 to S4, S6 and S7."""
    stack.pop(state)
    if action != s.DONE:
        delivering.apply_pizzeria(state, seat, action, log)
        stack.push(state, Phase.DELIVERY.value)


@jit
def worth(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Whenever it can be paid."""
    return -50.0 if action == s.DONE else delivering.shop_worth(view, seat, seat, action)


ASK_ROTARY = Question(
    Phase.ROTARY,
    check_rotary,
    apply_rotary,
    prompt=lambda view: _("Harlem Rotary: copy this delivery?"),
    runs=((s.DONE, 1), (s.VILLAGE, t.N_VILLAGES)),
    worth=worth,
    labels=lambda: {"DONE": _("Do not copy"), "VILLAGE": _("Copy from {village}")},
    chose=lambda: _("to copy the delivery"),
    declined=lambda: _("to let it pass"),
)
