"""The course of play: one stack of things to do.

`advance` does what is on top of the stack until a decision is due; every turn uses up cards or disks, so a
game ends (NY-DP-43).
"""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import coop, growth, market, opening, serving, table, tickets, world
from fattorino.games.new_york.state import Event, Phase, Step, Way
from fattorino.games.new_york.tables import Power
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
        table.push(state, Phase.POST.value, seat)
    elif step == Step.LIMIT:
        table.push(state, Phase.LIMIT.value, seat)  # NY-TURN-12: nobody else's hand is looked at
        if state.coop and state.n > 1:
            table.push(state, Phase.SIDE.value, seat, 2)
    elif step == Step.COUNTERS:
        if state.rounds > 0:  # NY-TURN-13
            state.rounds -= 1
            if state.rounds == 0:
                world.end_world(state, log)
    elif step == Step.EVENING:
        if state.coop:
            table.push(state, Phase.ADD.value, coop.promised(state, 1) + int(state.later))
    else:
        state.step = Step.BEGIN
        state.turn += 1
        state.active = (seat + 1) % int(state.n)
        if state.coop:
            # NY-COOP-23
            state.day = (int(state.day) + 1) % t.N_DAYS
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
    asked = table.suspects(state, NONE, Power.PROPERTY_TAX.value) if windowed else 0
    tell(log, Event.TURN, seat, EVERYONE, int(state.turn) + 1, asked)
    table.push(state, Phase.PRE.value, seat)
    if state.coop:
        for _ in range(0 if state.day_new else int(state.day_back[int(state.day)])):
            table.push(state, Phase.DAYPART.value, seat)
        table.push(state, Phase.ADD.value, coop.promised(state, 0))
    elif windowed:
        holder = int(state.power_at[Power.PROPERTY_TAX])  # NY-INSTANT-2: one card, one holder
        if 0 <= holder < state.n:
            table.push(state, Phase.TAX_WINDOW.value, holder)


@jit
def advance(state: State, log: Log) -> None:
    """Do what is on top of the stack until somebody has to decide."""
    while not state.over:
        what = table.argument(state, 0)
        if what < Phase.END:
            if is_due(state, what):
                state.phase = what
                state.seat = table.argument(state, 1)
                return
            table.pop(state)
        elif what == Phase.DELIVERY:
            phase = serving.run_delivery(state, log)
            if phase != NONE:
                state.phase = phase
                state.seat = state.d_seat
                return
        elif what == Phase.TURN:
            run_turn(state, log)
        elif what == Phase.FILL:
            tickets.run_fill(state, log)
        elif what == Phase.MARKET_FILL:
            market.run_market_fill(state, log)
        elif what == Phase.DRAW_TO_HAND:
            market.run_draw_to_hand(state, log)
        elif what == Phase.FINES:
            market.run_fines(state, log)
        elif what == Phase.DRAW_POWER:
            world.run_draw_power(state, log)
        elif what == Phase.MOGUL:
            serving.run_mogul(state)
        elif what == Phase.NEW_ORDER:
            world.run_new_order(state, log)
        elif what == Phase.ADD:
            coop.run_add(state, log)
        elif what == Phase.WORLD:
            world.run_world(state, log)
        elif what == Phase.START:
            opening.run_start(state, log)
        elif what == Phase.STOP:  # NY-INSPECT-6, NY-COOP-44
            if state.coop:
                tell(log, Event.LOST, NONE, EVERYONE)
            coop.finish(state, log)
        else:
            world.run_everyone(state, what, log)


@jit(inline=True)
def is_due(state: State, what: int) -> bool:
    """Whether the question on top of the stack still has to be asked."""
    seat = table.argument(state, 1)
    if what == Phase.LIMIT:
        return table.hand_size(state, seat) > table.hand_limit(state, seat)
    if what == Phase.INCREASE:
        return growth.increase_due(state)
    if what == Phase.BUILD_CARD:
        return table.argument(state, 2) != Way.FREE or growth.can_build(
            state, seat, Way.FREE.value, table.argument(state, 3)
        )
    if what == Phase.PAY or what == Phase.TOKENS:
        return table.argument(state, 2) > 0
    if what == Phase.TAX:
        return table.argument(state, 2) > 0 and table.money_of(state, seat) + table.hand_size(state, seat) > 0
    if what == Phase.SIDE:
        return table.argument(state, 2) > 0 and table.hand_size(state, seat) > 0
    if what == Phase.CHARITY:
        return table.argument(state, 2) > 0
    return True
