"""The end: goals, totals, ranks; and what can never be created or lost."""

from typing import Any

import numpy as np

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import coop, opening, pizzerias
from fattorino.games.new_york.state import Phase, Stage
from fattorino.kernel.components import enum_of
from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup_by_two
from fattorino.kernel.records import NONE, Seat, State, ones

# -- personal goals --------------------------------------------------------------------------------------

_CONDITIONS = ["own_villages", "own_count", "reputation_count", "disks_on_one", "cards_on_one"]
_CONDITIONS += ["permanent_set", "deliveries", "zones_delivered", "specialties_delivered"]
Goal: Any = enum_of("Goal", _CONDITIONS, __name__)
REWARD, KIND, LEAST, SET, LEVEL = range(5)


def _goal_row(goal: dict[str, Any]) -> list[int]:
    condition = goal["condition"]
    wanted = [1 << t.VILLAGES.index(name) for name in condition.get("villages", [])]
    wanted += [1 << t.INGREDIENTS.index(name) for name in condition.get("ingredients", [])]
    return [
        goal["reward"],
        Goal[condition["kind"].upper()],
        condition.get("at_least", 0),
        sum(wanted),
        condition.get("reputation", 0),
    ]


goal_fact = lookup_by_two([_goal_row(goal) for goal in t.GOALS], np.int16)


@jit
def achieved(state: State, seat: Seat, goal: int) -> bool:
    """NY-GOAL-2, NY-GOAL-6 to -9: whether a goal is fulfilled now."""
    kind, least, wanted = goal_fact(goal, KIND), goal_fact(goal, LEAST), goal_fact(goal, SET)
    if kind == Goal.DELIVERIES:
        return int(state.delivered[seat]) >= least
    if kind == Goal.ZONES_DELIVERED:
        return ones(int(state.zones[seat])) >= least
    if kind == Goal.SPECIALTIES_DELIVERED:
        return int(state.special[seat]) >= least
    own, kinds, count = pizzerias.open_villages(state, seat), 0, 0
    for village in range(t.BUILDABLE):
        if pizzerias.reputation(state, seat, village) >= goal_fact(goal, LEVEL):
            count += 1
        if kind == Goal.DISKS_ON_ONE and int(state.disks[seat, village]) >= least:
            return True
        if kind == Goal.CARDS_ON_ONE and pizzerias.n_perm(state, seat, village) >= least:
            return True
        for place in range(t.MAX_CARDS):
            card = int(state.perm[seat, village, place])
            if card != NONE and t.kind_of(card) < t.N_INGREDIENTS:
                kinds |= 1 << t.kind_of(card)
    if kind == Goal.OWN_VILLAGES:
        return own & wanted == wanted
    if kind == Goal.OWN_COUNT:
        return ones(own) >= least
    if kind == Goal.PERMANENT_SET:
        return kinds & wanted == wanted
    return bool(kind == Goal.REPUTATION_COUNT and count >= least)


@jit
def goal_dollars(state: State, seat: Seat) -> int:
    """NY-SCORE-6, NY-GOAL-4, -5, -10: rewards of the best fulfilled goals, less what the others cost."""
    total, missed, counted = 0, 0, 0
    for goal in range(t.N_GOALS):
        if state.goal_at[goal] == seat and not achieved(state, seat, goal):
            missed += 1
    for paid in range(t.N_GOALS):
        best = NONE
        for goal in range(t.N_GOALS):
            mine = state.goal_at[goal] == seat and not (counted >> goal) & 1
            if mine and achieved(state, seat, goal):
                if best == NONE or goal_fact(goal, REWARD) > goal_fact(best, REWARD):
                    best = goal
        if best == NONE or (state.goal_paid > 0 and paid >= state.goal_paid):
            break
        counted |= 1 << best
        total += goal_fact(best, REWARD)
    if state.goal_penalty:
        total -= t.GOAL_PENALTY * missed
    return total


# -- totals ----------------------------------------------------------------------------------------------


@jit
def total(state: State, seat: Seat) -> int:
    """NY-SCORE-1 to -7."""
    dollars = int(state.money[seat]) + coop.tableau_cards(state, seat) + coop.disks_on_board(state, seat)
    return max(0, dollars + coop.tip_value(state, seat) + goal_dollars(state, seat))


@jit
def ahead(state: State, seat: Seat, other: Seat) -> bool:
    """NY-SCORE-8: total, then pizzas delivered, then tips."""
    mine, theirs = total(state, seat), total(state, other)
    if mine != theirs:
        return mine > theirs
    if state.delivered[seat] != state.delivered[other]:
        return bool(state.delivered[seat] > state.delivered[other])
    return coop.tip_value(state, seat) > coop.tip_value(state, other)


@jit
def result(state: State, out: Any) -> None:
    """Score, rank and whether it won, of each seat; a co-op team wins or loses together."""
    n = int(state.n)
    for seat in range(n):
        if state.coop:
            out[seat, 0] = state.money[0]
            out[seat, 1] = 1
            out[seat, 2] = state.won
            continue
        rank = 1
        for other in range(n):
            if other != seat and ahead(state, other, seat):
                rank += 1
        out[seat, 0] = total(state, seat)
        out[seat, 1] = rank
        out[seat, 2] = 1 if rank == 1 else 0


# -- conservation ----------------------------------------------------------------------------------------

POWERS_AT = t.N_BLUE + 1  # blue cards come first
TICKETS_AT = POWERS_AT + 1
TIPS_AT = TICKETS_AT + t.N_TICKETS
DISKS_AT = TIPS_AT + t.N_TIPS
NO_TIP_AT = DISKS_AT + t.MAX_SEATS
TALLY_AT = NO_TIP_AT + 1  # piles and their sizes, hands and their sizes: differences that must stay 0
NUM_COUNTS = TALLY_AT + 4


@jit
def conserve(state: State, counts: Any) -> None:
    """Every card, ticket, tip token and disk, wherever it is."""
    for k in range(NUM_COUNTS):
        counts[k] = 0
    started = int(state.stack[1, 0]) != Phase.START  # until then tickets and tips are still in the box
    in_hands, in_market, in_sewer = 0, 0, 0
    for card in range(t.N_BLUE):
        for seat in range(int(state.n)):
            counts[card] += state.hand[seat, card]
            in_hands += int(state.hand[seat, card])
        counts[card] += int(state.market[card]) + int(state.sewer[card])
        in_market += int(state.market[card])
        in_sewer += int(state.sewer[card])
    for k in range(int(state.n_deck)):
        if state.deck[k] != t.INSPECTOR:
            counts[int(state.deck[k])] += 1
    for slot in range(t.SLOTS):
        for position in range(t.MAX_CARDS):
            count_card(counts, int(state.order[slot, position]))
    for seat in range(int(state.n)):
        for village in range(t.BUILDABLE):
            for place in range(t.MAX_CARDS):
                count_card(counts, int(state.perm[seat, village, place]))
            counts[DISKS_AT + seat] += state.disks[seat, village]
        counts[DISKS_AT + seat] += state.supply[seat]
        in_hands -= int(state.n_hand[seat])
        counts[NO_TIP_AT] += state.no_tips[seat]
        for value in range(t.N_TIPS):
            counts[TIPS_AT + value] += state.tips[seat, value]
    if state.spot != NONE:
        counts[DISKS_AT + int(state.power_at[t.Power.THATS_MY_SPOT]) - t.Place.TABLEAU] += 1
    for place in range(t.MAX_CARDS):
        count_card(counts, int(state.cold[place]))
    count_card(counts, int(state.farmer))
    count_card(counts, int(state.shortage))
    for k in range(int(state.n_stack)):  # the card laid out for a build or an upgrade
        what = int(state.stack[k, 0])
        if what == Phase.BUILD_LOT or what == Phase.UPGRADE_AT or what == Phase.UPGRADE_MODE:
            count_card(counts, int(state.stack[k, 2]))
    in_power = 0
    for power in range(t.N_POWERS):
        if 0 <= state.power_at[power] < t.Place.FREE:
            counts[POWERS_AT] += 1
        if state.power_at[power] < t.MAX_SEATS:
            in_power += 1
    for seat in range(int(state.n)):
        in_power -= int(state.n_power[seat])
    for ticket in range(t.N_TICKETS):
        kept = int(state.ticket_deck[ticket]) + int(state.ticket_out[ticket]) + int(state.ticket_gone[ticket])
        counts[TICKETS_AT + ticket] = kept + int(state.ticket_used[ticket])
    count_tips(state, counts)
    counts[NO_TIP_AT] += state.no_tips_left
    counts[TALLY_AT] = in_hands
    counts[TALLY_AT + 1] = in_market - int(state.n_market)
    counts[TALLY_AT + 2] = in_sewer - int(state.n_sewer)
    counts[TALLY_AT + 3] = in_power
    if not started:  # these are still in the box: count what will come out of it
        box(state, counts)


@jit
def count_card(counts: Any, card: int) -> None:
    """Count a card of a type, if it is one."""
    if card != NONE:
        counts[card] += 1


@jit
def count_tips(state: State, counts: Any) -> None:
    """Tip tokens on orders and in the pool; while Ham lays them out, those not yet laid."""
    laying = state.d_stage == Stage.HAM and state.ham_at != NONE
    for slot in range(t.SLOTS):
        if state.ticket[slot] != NONE:
            counts[TICKETS_AT + int(state.ticket[slot])] += 1
        if state.tip[slot] != NONE and not (laying and slot >= state.ham_at):
            counts[TIPS_AT + int(state.tip[slot]) - 1] += 1
        if laying and state.ham[slot] != NONE:
            counts[TIPS_AT + int(state.ham[slot]) - 1] += 1
    for value in range(t.N_TIPS):
        counts[TIPS_AT + value] += state.pool[value]


@jit
def box(state: State, counts: Any) -> None:
    """What the box holds before the orders are set up."""
    for ticket in range(t.N_TICKETS):
        counts[TICKETS_AT + ticket] = opening.ticket_copies(state, ticket)
    for value in range(1, t.N_TIPS + 1):
        counts[TIPS_AT + value - 1] = t.tip_count(int(state.more_tips), value)
    counts[NO_TIP_AT] = t.no_tip_count(int(state.more_tips))
