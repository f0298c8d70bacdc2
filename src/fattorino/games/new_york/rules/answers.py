"""What an answer does: `apply` takes a legal action and lets the table go on to the next decision."""

from fattorino.games.new_york.rules.coop import (
    apply_give,
    apply_side,
)
from fattorino.games.new_york.rules.crash import apply_crash
from fattorino.games.new_york.rules.demand import apply_choice, use_power
from fattorino.games.new_york.rules.growth import (
    apply_build_card,
    apply_build_lot,
    apply_increase,
    apply_new_top,
    apply_upgrade,
)
from fattorino.games.new_york.rules.market import (
    apply_fine,
    apply_take,
    apply_unit,
)
from fattorino.games.new_york.rules.orders import (
    apply_pick_card,
    apply_pick_order,
    apply_pick_pos,
)
from fattorino.games.new_york.rules.paying import pay_all
from fattorino.games.new_york.rules.powers import begin_action, play
from fattorino.games.new_york.rules.rewards import apply_ham, apply_reward
from fattorino.games.new_york.rules.serving import (
    apply_added,
    apply_debt,
    apply_extra,
    apply_order,
    apply_pizzeria,
    apply_rotary,
    apply_route,
    apply_window,
)
from fattorino.games.new_york.rules.sources import apply_cover
from fattorino.games.new_york.rules.table import (
    argument,
    from_hand,
    is_secret,
    pop,
    push,
    set_argument,
    spend,
)
from fattorino.games.new_york.rules.turn import advance
from fattorino.games.new_york.state import (
    ACT,
    AUTO,
    CARD,
    DAYPART,
    DONE,
    LOT,
    MODE,
    ORDER,
    POS,
    REWARD,
    ROUTE,
    SEAT,
    USE,
    VILLAGE,
    Event,
    Phase,
    Stage,
)
from fattorino.games.new_york.tables import N_BLUE, N_POWERS, Place
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, Action, Log, Seat, State, only, tell, told


@jit
def apply(state: State, action: Action, log: Log) -> None:
    """Apply a legal action and go on to the next decision."""
    phase = int(state.phase)
    seat = int(state.seat)
    before = told(log)
    if phase == Phase.PRE or phase == Phase.POST:
        apply_step(state, seat, action, phase == Phase.POST, log)
    elif action == AUTO:
        pay_all(state, phase, seat, log)
    elif phase == Phase.TAKE:
        apply_take(state, seat, action, log)
    elif Phase.ORDER <= phase <= Phase.EXTRA:
        apply_s1(state, phase, seat, action, log)
    elif phase == Phase.PAY or phase == Phase.TAX:
        apply_unit(state, seat, action, log)
    elif phase <= Phase.NEW_TOP:
        apply_growth(state, phase, seat, action, log)
    else:
        apply_rest(state, phase, seat, action, log)
    advance(state, log)
    if told(log) == before:  # a step in between is told, a pass in a window is not
        declined = 1 if action == DONE else 0
        tell(log, Event.CHOSE, seat, only(seat) if is_secret(phase) else EVERYONE, phase, declined)
    if not state.over and is_secret(int(state.phase)):
        tell(log, Event.ASKED, int(state.seat), only(int(state.seat)), int(state.phase))


@jit(inline=True)
def apply_step(state: State, seat: Seat, action: Action, after: bool, log: Log) -> None:
    """An action, a Power Card, a power used on demand, or the end of the turn."""
    if action == DONE:
        pop(state)
    elif action < USE:
        pop(state)
        begin_action(state, seat, action - ACT, log)
    elif action < REWARD:
        use_power(state, seat, action - USE, log)
    else:
        play(state, seat, action - CARD - N_BLUE, after, log)


@jit(inline=True)
def apply_s1(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """The choices of S1 of a delivery."""
    if phase == Phase.ORDER:
        apply_order(state, seat, action - ORDER)
    elif phase == Phase.COPY_SEAT:
        state.d_from = action - SEAT
        state.d_stage = Stage.PIZZERIA
    elif phase == Phase.PIZZERIA:
        apply_pizzeria(state, seat, action - VILLAGE)
    elif phase == Phase.ZONE:
        state.d_zone = action - VILLAGE
        state.d_stage = Stage.ROUTE
    elif phase == Phase.ROUTE:
        apply_route(state, seat, action - ROUTE, log)
    elif phase == Phase.DEBT:
        apply_debt(state, seat, action, log)
    elif phase == Phase.COVER:
        apply_cover(state, seat, action, log)
    elif phase == Phase.EXTRA:
        apply_extra(state, seat, action, log)
    else:
        apply_added(state, seat, action, log)


@jit
def apply_growth(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """Increases, and the two questions that share their numbers: KEEP and the turn window."""
    if phase == Phase.INCREASE:
        apply_increase(state, seat, action)
    elif phase == Phase.BUILD_CARD:
        apply_build_card(state, seat, action)
    elif phase == Phase.BUILD_LOT:
        apply_build_lot(state, seat, action - LOT, log)
    elif phase == Phase.UPGRADE_CARD:
        pop(state)
        from_hand(state, seat, action - CARD)
        push(state, Phase.UPGRADE_AT.value, seat, action - CARD)
    elif phase == Phase.UPGRADE_AT:
        card = argument(state, 2)
        pop(state)
        push(state, Phase.UPGRADE_MODE.value, seat, card, action - VILLAGE)
    elif phase == Phase.UPGRADE_MODE:
        apply_upgrade(state, seat, argument(state, 3), action - MODE, log)
    elif phase == Phase.NEW_TOP:
        apply_new_top(state, seat, action - CARD, log)
    elif phase == Phase.KEEP:
        keep(state, seat, action - CARD - N_BLUE, log)
    else:
        apply_choice(state, phase, seat, action, log)


@jit
def keep(state: State, seat: Seat, power: int, log: Log) -> None:
    """NY-SETUP-6: the other card goes back, unseen."""
    pop(state)
    for other in range(N_POWERS):
        if other != power and state.power_at[other] == seat:
            state.power_at[other] = Place.DECK
            state.n_power[seat] -= 1
    tell(log, Event.GAVE_BACK, seat, EVERYONE)
    tell(log, Event.KEPT, seat, only(seat), power)


@jit
def apply_rest(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """The rarer answers."""
    if phase == Phase.LIMIT:
        spend(state, seat, action - CARD, log)
    elif phase == Phase.CHARITY:
        spend(state, seat, action - CARD, log)
        set_argument(state, 2, argument(state, 2) - 1)
    elif phase == Phase.FINE:
        apply_fine(state, seat, action, log)
    elif phase == Phase.WINDOW:
        apply_window(state, seat, action, log)
    elif phase == Phase.HAM_TAKE or phase == Phase.HAM_PLACE:
        apply_ham(state, seat, action, log)
    elif phase == Phase.REWARD:
        apply_reward(state, seat, action, log)
    elif phase == Phase.ROTARY:
        apply_rotary(state, seat, action)
    elif phase == Phase.CRASH_AT:
        pop(state)
        push(state, Phase.CRASH_WHAT.value, seat, action - VILLAGE)
    elif phase == Phase.CRASH_WHAT:
        apply_crash(state, seat, action, log)
    elif phase == Phase.PICK_ORDER:
        apply_pick_order(state, seat, action - ORDER)
    elif phase == Phase.PICK_POS:
        apply_pick_pos(state, seat, action - POS, log)
    elif phase == Phase.PICK_CARD:
        apply_pick_card(state, seat, action - CARD, log)
    elif phase == Phase.SIDE:
        apply_side(state, seat, action)
    elif phase == Phase.GIVE:
        apply_give(state, seat, action - CARD, log)
    elif phase == Phase.DAYPART:
        pop(state)
        if action == DAYPART:
            push(state, Phase.ADD.value, 1)
        else:
            state.later += 1
    else:
        apply_choice(state, phase, seat, action, log)
