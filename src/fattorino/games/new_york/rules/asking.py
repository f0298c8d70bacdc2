"""Which answers a question takes: `check` names the rule that forbids an action, `legal` lists the rest."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import candidates as near_by
from fattorino.games.new_york.rules import (
    coop,
    crash,
    delivery,
    demand,
    growth,
    market,
    orders,
    powers,
    rewards,
    serving,
    sources,
    table,
    world,
)
from fattorino.games.new_york.state import Act, Phase, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Action, Seat, State


@jit(inline=True)
def check_step(state: State, seat: Seat, action: Action, after: bool) -> Any:
    """The pre-action and the post-action step."""
    if action == s.DONE:
        return Rule.OK if after else Rule.NY_TURN_2
    if s.ACT <= action <= s.ACT + Act.DELIVER:
        return Rule.NY_TURN_2 if after else powers.check_act(state, seat, action - s.ACT)
    if s.USE <= action < s.REWARD:
        return demand.check_use(state, seat, action - s.USE, after)
    if action >= s.CARD + t.N_BLUE:
        return powers.check_play(state, seat, action - s.CARD - t.N_BLUE, after)
    return Rule.NY_TURN_1


@jit
def check_any_card(state: State, seat: Seat, action: Action, rule: Any) -> Any:
    """Any card from hand."""
    if action < s.CARD:
        return rule
    return Rule.OK if table.holds(state, seat, action - s.CARD) else Rule.NY_TERM_5


@jit
def check_upgrade_at(state: State, seat: Seat, card: int, village: int) -> Any:
    """The pizzeria that a card upgrades."""
    if village < t.BUILDABLE and growth.upgrades(state, seat, card, village):
        return Rule.OK
    return growth.check_upgrade(
        state, seat, card, village, s.BELOW if t.village_of(card) == t.PARK else s.ON_TOP
    )


@jit(inline=True)
def check_s1(state: State, phase: int, seat: Seat, action: Action) -> Any:
    """The choices of S1 of a delivery."""
    if phase == Phase.ORDER:
        return delivery.check_order(state, seat, action)
    if phase == Phase.COPY_SEAT:
        return delivery.check_copy_seat(state, seat, action)
    if phase == Phase.PIZZERIA:
        return delivery.check_pizzeria(state, seat, int(state.d_from), action)
    if phase == Phase.ZONE:
        return delivery.check_zone(state, seat, action)
    if phase == Phase.ROUTE:
        return delivery.check_route(state, seat, action)
    if phase == Phase.DEBT:
        return sources.check_debt(state, seat, action)
    if phase == Phase.COVER:
        return sources.check_cover(state, seat, action)
    if phase == Phase.DOUBLE:
        return sources.check_double(state, seat, action)
    if phase == Phase.CHEESE:
        return sources.check_cheese(state, seat, action)
    return sources.check_extra(state, seat, action)


@jit
def check_answer(state: State, action: Action) -> Any:
    """Name the rule that forbids this answer to the question, or Rule.OK."""
    phase = int(state.phase)
    seat = int(state.seat)
    if phase == Phase.PRE or phase == Phase.POST:
        return check_step(state, seat, action, phase == Phase.POST)
    if phase == Phase.TAKE:
        return market.check_take(state, action)
    if Phase.ORDER <= phase <= Phase.EXTRA:
        return check_s1(state, phase, seat, action)
    if phase == Phase.PAY:
        return market.check_unit(state, seat, action, Rule.NY_BUILD_4)
    if phase == Phase.TAX:
        return market.check_unit(state, seat, action, Rule.NY_POWER_PROPERTYTAX_2)
    if phase == Phase.INCREASE:
        return growth.check_increase(state, seat, action)
    if phase == Phase.BUILD_CARD:
        return growth.check_build_card(state, seat, action)
    if phase == Phase.BUILD_LOT:
        return growth.check_build_lot(state, seat, action)
    if phase == Phase.UPGRADE_CARD:
        return growth.check_upgrade_card(state, seat, action)
    if phase == Phase.UPGRADE_AT:
        if action < s.VILLAGE or action >= s.SEAT:
            return Rule.NY_UPGRADE_1
        return check_upgrade_at(state, seat, table.argument(state, 2), action - s.VILLAGE)
    if phase == Phase.UPGRADE_MODE:
        if action < s.MODE or action > s.MODE + 2:
            return Rule.NY_UPGRADE_3
        return growth.check_upgrade(
            state, seat, table.argument(state, 2), table.argument(state, 3), action - s.MODE
        )
    return check_rest(state, phase, seat, action)


@jit
def check_rest(state: State, phase: int, seat: Seat, action: Action) -> Any:
    """The rarer questions."""
    if phase == Phase.KEEP:
        if action < s.CARD + t.N_BLUE:
            return Rule.NY_SETUP_6
        return Rule.OK if table.holds(state, seat, action - s.CARD) else Rule.NY_SETUP_6
    if phase == Phase.LIMIT:
        return check_any_card(state, seat, action, Rule.NY_TURN_11)
    if phase == Phase.GIVE:
        return check_any_card(state, seat, action, Rule.NY_COOP_21)
    if phase == Phase.REFILL_CARD:
        return check_any_card(state, seat, action, Rule.NY_POWER_COLDSTORAGE_4)
    if phase == Phase.FINE:
        return market.check_fine(state, seat, action)
    if phase == Phase.NEW_TOP:
        return growth.check_new_top(state, action)
    if phase == Phase.WINDOW:
        return serving.check_window(state, seat, action)
    if phase == Phase.HAM_TAKE or phase == Phase.HAM_PLACE:
        return rewards.check_ham(state, action)
    if phase == Phase.REWARD:
        return rewards.check_reward(state, seat, action)
    if phase == Phase.ROTARY:
        if action == s.DONE:
            return Rule.OK
        if action < s.VILLAGE or action >= s.SEAT:
            return Rule.NY_POWER_HARLEMROTARY_1
        return delivery.check_pizzeria(state, seat, seat, action)
    if phase == Phase.CHARITY:
        return world.check_charity(state, seat, action)
    if phase == Phase.CRASH_AT:
        return crash.check_crash_at(state, seat, action)
    if phase == Phase.CRASH_WHAT:
        return crash.check_crash_what(state, seat, action)
    if phase == Phase.PICK_ORDER:
        return orders.check_pick_order(state, seat, action)
    if phase == Phase.PICK_POS:
        return orders.check_pick_pos(state, action)
    if phase == Phase.PICK_CARD:
        return orders.check_pick_card(state, seat, action)
    if phase == Phase.SIDE:
        return coop.check_side(state, seat, action)
    if phase == Phase.DAYPART:
        return Rule.OK if action == s.DAYPART or action == s.DAYPART + 1 else Rule.NY_COOP_40
    if phase == Phase.TAX_WINDOW and action == s.DONE:
        return Rule.OK
    return demand.check_choice(state, phase, seat, action)


@jit
def units(state: State, phase: int) -> int:
    """How many single payments a question still asks for; 0 if it asks for none."""
    if phase == Phase.PAY or phase == Phase.TAX:
        return table.argument(state, 2)
    if phase == Phase.COVER:
        return int(state.d_n) - int(state.d_next)
    return int(state.d_due) if phase == Phase.EXTRA else 0


@jit
def over_by(state: State) -> Any:
    """The rule that ended the game."""
    if state.won:
        return Rule.NY_COOP_41
    if state.inspectors < t.INSPECTORS:
        return Rule.NY_COOP_45
    return Rule.NY_COOP_44 if state.coop else Rule.NY_INSPECT_6


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    if state.over:
        return over_by(state)
    if action != s.AUTO:
        return check_answer(state, action)
    phase = int(state.phase)
    if units(state, phase) < 2:
        return Rule.NY_DP_44
    n = 0  # it saves a choice only where there is one
    for run in range(2):
        for answer in range(near_by.window(phase, 2 * run), near_by.window(phase, 2 * run + 1)):
            if check_answer(state, answer) == Rule.OK:
                n += 1
    for word in range(near_by.window(phase, near_by.FIRST_WORD), near_by.window(phase, near_by.END_WORD)):
        bits = near_by.near(state, int(state.seat), phase, word)
        while bits and n < 2:
            if check_answer(state, s.CARD + table.first_card(bits, word)) == Rule.OK:
                n += 1
            bits &= bits - 1
    return Rule.OK if n > 1 else Rule.NY_DP_44


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending: first those that can answer the question at all, then what is left.

    On a GPU games look at their first candidates together, at their second ones, and so on: looked at where
    they lie in the space, each game would wait for the cards of all others.
    """
    if state.over:
        return 0
    n = 0
    phase = int(state.phase)
    seat = int(state.seat)
    look = near_by.window(phase, near_by.LOOK)
    for cards in range(2):  # the runs, then the cards
        candidates = n
        if cards:
            for word in range(
                near_by.window(phase, near_by.FIRST_WORD), near_by.window(phase, near_by.END_WORD)
            ):
                bits = near_by.near(state, seat, phase, word)
                while bits:
                    actions[candidates] = s.CARD + table.first_card(bits, word)
                    candidates += 1
                    bits &= bits - 1
            if look == near_by.SURE:
                n = candidates
        else:
            for run in range(2):
                first, end, bits = near_by.answers(state, phase, seat, run)
                for action in range(first, end):
                    if (bits >> (action - first)) & 1:
                        actions[candidates] = action
                        candidates += 1
            if near_by.window(phase, near_by.EXACT):
                n = candidates
        kind, fine = NONE, False
        for k in range(n, candidates):
            action = int(actions[k])
            new = t.kind_of(action - s.CARD) if cards and look == near_by.ALIKE else NONE
            if new == NONE or new != kind:
                fine = check_answer(state, action) == Rule.OK
                kind = new
            if fine:
                actions[n] = action
                n += 1
    if n > 1 and units(state, phase) > 1:
        actions[n] = s.AUTO
        n += 1
    return n
