"""What an answer does: `apply` takes a legal action and lets the table go on to the next decision."""

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import (
    coop,
    crash,
    demand,
    growth,
    market,
    orders,
    paying,
    powers,
    rewards,
    serving,
    sources,
    table,
    turn,
)
from fattorino.games.new_york.state import Event, Phase, Stage
from fattorino.games.new_york.tables import Place
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
    elif action == s.AUTO:
        paying.pay_all(state, phase, seat, log)
    elif phase == Phase.TAKE:
        market.apply_take(state, seat, action, log)
    elif Phase.ORDER <= phase <= Phase.EXTRA:
        apply_s1(state, phase, seat, action, log)
    elif phase == Phase.PAY or phase == Phase.TAX:
        market.apply_unit(state, seat, action, log)
    elif phase <= Phase.NEW_TOP:
        apply_growth(state, phase, seat, action, log)
    else:
        apply_rest(state, phase, seat, action, log)
    turn.advance(state, log)
    if told(log) == before:  # a step in between is told, a pass in a window is not
        declined = 1 if action == s.DONE else 0
        tell(log, Event.CHOSE, seat, only(seat) if table.is_secret(phase) else EVERYONE, phase, declined)
    if not state.over and table.is_secret(int(state.phase)):
        tell(log, Event.ASKED, int(state.seat), only(int(state.seat)), int(state.phase))


@jit(inline=True)
def apply_step(state: State, seat: Seat, action: Action, after: bool, log: Log) -> None:
    """An action, a Power Card, a power used on demand, or the end of the turn."""
    if action == s.DONE:
        table.pop(state)
    elif action < s.USE:
        table.pop(state)
        powers.begin_action(state, seat, action - s.ACT, log)
    elif action < s.REWARD:
        demand.use_power(state, seat, action - s.USE, log)
    else:
        powers.play(state, seat, action - s.CARD - t.N_BLUE, after, log)


@jit(inline=True)
def apply_s1(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """The choices of S1 of a delivery."""
    if phase == Phase.ORDER:
        serving.apply_order(state, seat, action - s.ORDER)
    elif phase == Phase.COPY_SEAT:
        state.d_from = action - s.SEAT
        state.d_stage = Stage.PIZZERIA
    elif phase == Phase.PIZZERIA:
        serving.apply_pizzeria(state, seat, action - s.VILLAGE)
    elif phase == Phase.ZONE:
        state.d_zone = action - s.VILLAGE
        state.d_stage = Stage.ROUTE
    elif phase == Phase.ROUTE:
        serving.apply_route(state, seat, action - s.ROUTE, log)
    elif phase == Phase.DEBT:
        serving.apply_debt(state, seat, action, log)
    elif phase == Phase.COVER:
        sources.apply_cover(state, seat, action, log)
    elif phase == Phase.EXTRA:
        serving.apply_extra(state, seat, action, log)
    else:
        serving.apply_added(state, seat, action, log)


@jit
def apply_growth(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """Increases, and the two questions that share their numbers: KEEP and the turn window."""
    if phase == Phase.INCREASE:
        growth.apply_increase(state, seat, action)
    elif phase == Phase.BUILD_CARD:
        growth.apply_build_card(state, seat, action)
    elif phase == Phase.BUILD_LOT:
        growth.apply_build_lot(state, seat, action - s.LOT, log)
    elif phase == Phase.UPGRADE_CARD:
        table.pop(state)
        table.from_hand(state, seat, action - s.CARD)
        table.push(state, Phase.UPGRADE_AT.value, seat, action - s.CARD)
    elif phase == Phase.UPGRADE_AT:
        card = table.argument(state, 2)
        table.pop(state)
        table.push(state, Phase.UPGRADE_MODE.value, seat, card, action - s.VILLAGE)
    elif phase == Phase.UPGRADE_MODE:
        growth.apply_upgrade(state, seat, table.argument(state, 3), action - s.MODE, log)
    elif phase == Phase.NEW_TOP:
        growth.apply_new_top(state, seat, action - s.CARD, log)
    elif phase == Phase.KEEP:
        keep(state, seat, action - s.CARD - t.N_BLUE, log)
    else:
        demand.apply_choice(state, phase, seat, action, log)


@jit
def keep(state: State, seat: Seat, power: int, log: Log) -> None:
    """NY-SETUP-6: the other card goes back, unseen."""
    table.pop(state)
    for other in range(t.N_POWERS):
        if other != power and state.power_at[other] == seat:
            state.power_at[other] = Place.DECK
            state.n_power[seat] -= 1
    tell(log, Event.GAVE_BACK, seat, EVERYONE)
    tell(log, Event.KEPT, seat, only(seat), power)


@jit
def apply_rest(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """The rarer answers."""
    if phase == Phase.LIMIT:
        table.spend(state, seat, action - s.CARD, log)
    elif phase == Phase.CHARITY:
        table.spend(state, seat, action - s.CARD, log)
        table.set_argument(state, 2, table.argument(state, 2) - 1)
    elif phase == Phase.FINE:
        market.apply_fine(state, seat, action, log)
    elif phase == Phase.WINDOW:
        serving.apply_window(state, seat, action, log)
    elif phase == Phase.HAM_TAKE or phase == Phase.HAM_PLACE:
        rewards.apply_ham(state, seat, action, log)
    elif phase == Phase.REWARD:
        rewards.apply_reward(state, seat, action, log)
    elif phase == Phase.ROTARY:
        serving.apply_rotary(state, seat, action)
    elif phase == Phase.CRASH_AT:
        table.pop(state)
        table.push(state, Phase.CRASH_WHAT.value, seat, action - s.VILLAGE)
    elif phase == Phase.CRASH_WHAT:
        crash.apply_crash(state, seat, action, log)
    elif phase == Phase.PICK_ORDER:
        orders.apply_pick_order(state, seat, action - s.ORDER)
    elif phase == Phase.PICK_POS:
        orders.apply_pick_pos(state, seat, action - s.POS, log)
    elif phase == Phase.PICK_CARD:
        orders.apply_pick_card(state, seat, action - s.CARD, log)
    elif phase == Phase.SIDE:
        coop.apply_side(state, seat, action)
    elif phase == Phase.GIVE:
        coop.apply_give(state, seat, action - s.CARD, log)
    elif phase == Phase.DAYPART:
        table.pop(state)
        if action == s.DAYPART:
            table.push(state, Phase.ADD.value, 1)
        else:
            state.later += 1
    else:
        demand.apply_choice(state, phase, seat, action, log)
