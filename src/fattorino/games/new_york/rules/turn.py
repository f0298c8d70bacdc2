"""The course of play: one stack of things to do.

`advance` does what is on top of the stack until a decision is due; every turn uses up cards or disks, so a
game ends (NY-DP-43).
"""

from fattorino.games.new_york.rules.coop import (
    finish,
    promised,
    run_add,
)
from fattorino.games.new_york.rules.growth import can_build, increase_due
from fattorino.games.new_york.rules.market import (
    run_draw_to_hand,
    run_fines,
    run_market_fill,
)
from fattorino.games.new_york.rules.opening import run_start
from fattorino.games.new_york.rules.serving import (
    run_delivery,
    run_mogul,
)
from fattorino.games.new_york.rules.table import (
    argument,
    hand_limit,
    hand_size,
    money_of,
    pop,
    push,
    suspects,
)
from fattorino.games.new_york.rules.tickets import run_fill
from fattorino.games.new_york.rules.world import (
    end_world,
    run_draw_power,
    run_everyone,
    run_new_order,
    run_world,
)
from fattorino.games.new_york.state import Event, Phase, Step, Way
from fattorino.games.new_york.tables import N_DAYS, Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell

# -- the turn --------------------------------------------------------------------------------------------


@jit(inline=True)
def run_turn(state: State, log: Log) -> None:
    """NY-TURN-1, NY-COOP-20: the next step of the turn."""
    step = int(state.step)
    seat = int(state.active)
    state.step = step + 1
    if step == Step.BEGIN:
        begin_turn(state, seat, log)
    elif step == Step.POST:
        push(state, Phase.POST.value, seat)
    elif step == Step.LIMIT:
        push(state, Phase.LIMIT.value, seat)  # NY-TURN-12: nobody else's hand is looked at
        if state.coop and state.n > 1:
            push(state, Phase.SIDE.value, seat, 2)
    elif step == Step.COUNTERS:
        if state.rounds > 0:  # NY-TURN-13
            state.rounds -= 1
            if state.rounds == 0:
                end_world(state, log)
    elif step == Step.EVENING:
        if state.coop:
            push(state, Phase.ADD.value, promised(state, 1) + int(state.later))
    else:
        state.step = Step.BEGIN
        state.turn += 1
        state.active = (seat + 1) % int(state.n)
        if state.coop:
            # NY-COOP-23
            state.day = (int(state.day) + 1) % N_DAYS
            state.day_new = 0
            tell(log, Event.DAY, NONE, EVERYONE, int(state.day))


@jit(inline=True)
def begin_turn(state: State, seat: Seat, log: Log) -> None:
    """Nothing is played or used yet; promotions of the morning, or the turn window, come first."""
    state.played = NONE
    state.late = 0
    state.used = 0
    state.acted = NONE
    state.served = 0
    state.achiever = 0
    state.sale = 0
    state.tycoon = 0
    state.cold_fresh = 0
    state.cold_used = 0
    state.farmer_fresh = 0
    state.later = 0
    windowed = not state.coop and state.n > 1
    asked = suspects(state, NONE, Power.PROPERTY_TAX.value) if windowed else 0
    tell(log, Event.TURN, seat, EVERYONE, int(state.turn) + 1, asked)
    push(state, Phase.PRE.value, seat)
    if state.coop:
        for _ in range(0 if state.day_new else int(state.day_back[int(state.day)])):
            push(state, Phase.DAYPART.value, seat)
        push(state, Phase.ADD.value, promised(state, 0))
    elif windowed:
        holder = int(state.power_at[Power.PROPERTY_TAX])  # NY-INSTANT-2: one card, one holder
        if 0 <= holder < state.n:
            push(state, Phase.TAX_WINDOW.value, holder)


@jit
def advance(state: State, log: Log) -> None:
    """Do what is on top of the stack until somebody has to decide."""
    while not state.over:
        what = argument(state, 0)
        if what < Phase.END:
            if is_due(state, what):
                state.phase = what
                state.seat = argument(state, 1)
                return
            pop(state)
        elif what == Phase.DELIVERY:
            phase = run_delivery(state, log)
            if phase != NONE:
                state.phase = phase
                state.seat = state.d_seat
                return
        elif what == Phase.TURN:
            run_turn(state, log)
        elif what == Phase.FILL:
            run_fill(state, log)
        elif what == Phase.MARKET_FILL:
            run_market_fill(state, log)
        elif what == Phase.DRAW_TO_HAND:
            run_draw_to_hand(state, log)
        elif what == Phase.FINES:
            run_fines(state, log)
        elif what == Phase.DRAW_POWER:
            run_draw_power(state, log)
        elif what == Phase.MOGUL:
            run_mogul(state)
        elif what == Phase.NEW_ORDER:
            run_new_order(state, log)
        elif what == Phase.ADD:
            run_add(state, log)
        elif what == Phase.WORLD:
            run_world(state, log)
        elif what == Phase.START:
            run_start(state, log)
        elif what == Phase.STOP:  # NY-INSPECT-6, NY-COOP-44
            if state.coop:
                tell(log, Event.LOST, NONE, EVERYONE)
            finish(state, log)
        else:
            run_everyone(state, what, log)


@jit(inline=True)
def is_due(state: State, what: int) -> bool:
    """Whether the question on top of the stack still has to be asked."""
    seat = argument(state, 1)
    if what == Phase.LIMIT:
        return hand_size(state, seat) > hand_limit(state, seat)
    if what == Phase.INCREASE:
        return increase_due(state)
    if what == Phase.BUILD_CARD:
        return argument(state, 2) != Way.FREE or can_build(state, seat, Way.FREE.value, argument(state, 3))
    if what == Phase.PAY or what == Phase.TOKENS:
        return argument(state, 2) > 0
    if what == Phase.TAX:
        return argument(state, 2) > 0 and money_of(state, seat) + hand_size(state, seat) > 0
    if what == Phase.SIDE:
        return argument(state, 2) > 0 and hand_size(state, seat) > 0
    if what == Phase.CHARITY:
        return argument(state, 2) > 0
    return True
