"""The course of play: one stack of pending steps.

`advance` processes the stack until a decision is due. Every turn uses up cards or disks, so the game ends
(NY-DP-43); length.py says when at the latest.
"""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.cards import east_village_mogul
from fattorino.games.new_york.rules import catalog, coop, opening, powers, secrecy, stack, stages, tickets
from fattorino.games.new_york.rules.questions import fines, market
from fattorino.games.new_york.state import Event, Phase, Step
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell


@jit(inline=True)
def run_turn(state: State, log: Log) -> None:
    """NY-TURN-1, NY-COOP-20: the next step of the turn."""
    step = int(state.step)
    seat = int(state.active)
    state.step = step + 1
    if step == Step.BEGIN:
        begin_turn(state, seat, log)
    elif step == Step.POST:
        stack.push(state, Phase.POST.value, seat)
    elif step == Step.LIMIT:
        stack.push(state, Phase.LIMIT.value, seat)  # NY-TURN-12: only this player's hand is checked
        if state.coop and state.n > 1:
            stack.push(state, Phase.SIDE.value, seat, 2)
    elif step == Step.COUNTERS:
        if state.rounds > 0:  # NY-TURN-13
            state.rounds -= 1
            if state.rounds == 0:
                powers.end_world(state, log)
    elif step == Step.EVENING:
        if state.coop:
            stack.push(state, Phase.ADD.value, coop.promised(state, 1) + int(state.later))
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
    """Begin a turn: promotions of the morning, or the window for instant cards, come first."""
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
    asked = secrecy.suspects(state, NONE, t.Power.PROPERTY_TAX.value) if windowed else 0
    tell(log, Event.TURN, seat, EVERYONE, int(state.turn) + 1, asked)
    stack.push(state, Phase.PRE.value, seat)
    if state.coop:
        for _ in range(0 if state.day_new else int(state.day_back[int(state.day)])):
            stack.push(state, Phase.DAYPART.value, seat)
        stack.push(state, Phase.ADD.value, coop.promised(state, 0))
    elif windowed:
        holder = int(state.power_at[t.Power.PROPERTY_TAX])  # NY-INSTANT-2: one card, one holder
        if 0 <= holder < state.n:
            stack.push(state, Phase.TAX_WINDOW.value, holder)


@jit
def advance(state: State, log: Log) -> None:
    """Process the stack until somebody has to decide."""
    while not state.over:
        what = stack.argument(state, 0)
        if what < Phase.END:
            if catalog.is_due(what, state, stack.argument(state, 1), stack.argument(state, 2)):
                state.phase = what
                state.seat = stack.argument(state, 1)
                return
            stack.pop(state)
        elif what == Phase.DELIVERY:
            phase = stages.run_delivery(state, log)
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
            fines.run_fines(state, log)
        elif what == Phase.DRAW_POWER:
            powers.run_draw_power(state, log)
        elif what == Phase.MOGUL:
            east_village_mogul.run_mogul(state)
        elif what == Phase.NEW_ORDER:
            stages.run_new_order(state, log)
        elif what == Phase.ADD:
            coop.run_add(state, log)
        elif what == Phase.WORLD:
            powers.run_world(state, log)
        elif what == Phase.START:
            opening.run_start(state, log)
        elif what == Phase.STOP:  # NY-INSPECT-6, NY-COOP-44
            if state.coop:
                tell(log, Event.LOST, NONE, EVERYONE)
            coop.finish(state, log)
        else:
            powers.run_everyone(state, what, log)
