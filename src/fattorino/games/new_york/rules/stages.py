"""Deliver a Pizza, from the first choice to the new order: the steps S1 to S9 of NY-DELIVER-19."""

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.cards import harlem_rotary_pizzeria, traffic_jam
from fattorino.games.new_york.rules import covering, hands, rewards, secrecy, stack, tickets
from fattorino.games.new_york.rules.questions import ingredients, tips
from fattorino.games.new_york.state import Event, Phase, Stage
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell


@jit(inline=True)
def run_delivery(state: State, log: Log) -> int:
    """Do the next step of the delivery on top of the stack; returns the phase to ask, or NONE to go on."""
    seat = int(state.d_seat)
    stage = int(state.d_stage)
    if stage <= Stage.ROUTE:
        return Phase.ORDER + stage
    if stage == Stage.DEBT:
        if state.d_debt > 0:
            return Phase.DEBT.value
        state.d_stage = Stage.COVER
    elif stage == Stage.COVER:
        if state.d_next < state.d_n:
            return Phase.COVER.value
        state.d_stage = Stage.DOUBLE
    elif stage == Stage.DOUBLE:
        if state.d_top == t.Top.SAUSAGE:  # whether or not there is anything to double: the hand is not shown
            return Phase.DOUBLE.value
        state.d_stage = Stage.CHEESE
    elif stage == Stage.CHEESE:
        if ingredients.pays_for_cheese(state):  # whether or not there is any
            return Phase.CHEESE.value
        state.d_stage = Stage.EXTRA
    elif stage == Stage.EXTRA:
        if state.d_due > 0:
            return Phase.EXTRA.value
        state.d_stage = Stage.WINDOW
        state.d_denied = 1 if tip_denied(state, seat) else 0
        state.ham_at = 1  # the next opponent to be asked
        jam = secrecy.suspects(state, seat, t.Power.TRAFFIC_JAM.value)
        rough = secrecy.suspects(state, seat, t.Power.ROUGH_DELIVERY.value)
        if (jam | rough) != 0 and not (state.d_denied or state.coop):
            two = 1 if jam != 0 and rough != 0 else 0
            tell(log, Event.MOMENT, seat, EVERYONE, Phase.WINDOW.value, jam | rough, two)
    elif stage == Stage.WINDOW:
        traffic_jam.open_window(state, seat)
    elif stage == Stage.MONEY:
        rewards.collect(state, seat, log)
        state.d_stage = Stage.TIP
    elif stage == Stage.TIP:
        tips.give_tip(state, seat, log)
    elif stage == Stage.HAM:
        if state.ham_at == NONE:
            return Phase.HAM_TAKE.value
        if state.ham_at < t.SLOTS:
            return Phase.HAM_PLACE.value
        state.d_stage = Stage.CLEAN
        state.ham_at = NONE
    elif stage == Stage.CLEAN:
        rewards.clean_up(state, log)
        state.d_stage = Stage.REWARD
    elif stage == Stage.REWARD:
        if (state.goals or state.events) and not state.d_copy:
            return Phase.REWARD.value
        state.d_stage = Stage.TAKES
        stack.push(state, Phase.DRAW_POWER.value, seat)
    elif stage == Stage.TAKES:
        state.d_stage = Stage.AFTER
        stack.push(state, Phase.MOGUL.value)
        if state.d_top == t.Top.MEATBALLS and state.n_market > 0:  # NY-DELIVER-29
            stack.push(state, Phase.TAKE.value, seat, t.MEATBALL_CARDS, s.OPTIONAL | s.OPEN_ONLY)
    else:
        after_delivery(state, seat, log)
    return NONE


@jit
def tip_denied(state: State, seat: Seat) -> bool:
    """NY-DELIVER-25, NY-POWER-HIJINKS-1, NY-EVENT-13: before any instant card."""
    jinks = hands.owner_in_play(state, t.Power.MIDTOWN_HIJINKS.value)
    return (
        state.d_short != 0
        or covering.city(state, t.City.BAD_REVIEWS.value)
        or (jinks != NONE and jinks != seat and state.d_zone == t.MIDTOWN)
    )


@jit
def after_delivery(state: State, seat: Seat, log: Log) -> None:
    """S8 and S9: a Harlem Rotary copy, then the new order (not in co-op; NY-POWER-PANDEMIC-2)."""
    stack.pop(state)
    if state.d_copy:
        return
    slot = int(state.d_slot)
    if not state.coop and slot < t.MAIN_SLOTS:
        stack.push(state, Phase.NEW_ORDER.value, slot)
    harlem_rotary_pizzeria.offer_copy(state, seat, log)


@jit
def run_new_order(state: State, log: Log) -> None:
    """NY-DELIVER-30, NY-POWER-PANDEMIC-1: skip a slot that is still taken."""
    slot = stack.argument(state, 1)
    stack.pop(state)
    if state.ticket[slot] == NONE:
        tickets.place_order(state, slot, log)
