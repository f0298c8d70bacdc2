"""The reward of a delivery: a Power Card, a Personal Goal or a new City Event."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import stack
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Event, Phase, Rule, Stage
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell
from fattorino.kernel.rng import draw_at


@jit
def check_reward(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-28: a Power Card, a goal or a city event."""
    if action == s.REWARD:
        return Rule.OK
    if action == s.REWARD + 1:
        full = state.goal_limit > 0 and state.n_goals[seat] >= state.goal_limit
        return Rule.OK if state.goals and state.n_goals[t.GOAL_STACK] > 0 and not full else Rule.NY_GOAL_3
    if action == s.REWARD + 2:
        return Rule.OK if state.events else Rule.NY_EVENT_3
    return Rule.NY_DELIVER_28


@jit
def apply_reward(state: State, seat: Seat, action: Action, log: Log) -> None:
    """S6."""
    state.d_stage = Stage.TAKES
    if action == s.REWARD:
        stack.push(state, Phase.DRAW_POWER.value, seat)
    elif action == s.REWARD + 1:
        take_goal(state, seat, log)
    else:
        turn_city_event(state, log)


@jit
def take_goal(state: State, seat: Seat, log: Log) -> None:
    """A random goal card of the stack."""
    state.reveals = int(state.reveals) + 1
    state.goal_at[draw_at(state, state.goal_at, t.GOAL_STACK)] = seat
    state.n_goals[t.GOAL_STACK] -= 1
    state.n_goals[seat] += 1
    tell(log, Event.GOAL, seat, EVERYONE)


@jit
def turn_city_event(state: State, log: Log) -> None:
    """NY-EVENT-1 to -3: the next city event replaces the old one."""
    state.reveals = int(state.reveals) + 1
    if state.city != NONE:
        state.event_at[int(state.city)] = t.EVENT_GONE
    drawn = draw_at(state, state.event_at, t.EVENT_STACK)
    if drawn == NONE:
        for event in range(t.N_EVENTS):
            if event != state.city:
                state.event_at[event] = t.EVENT_STACK
        tell(log, Event.SHUFFLED, NONE, EVERYONE, s.CITY_PILE)
        drawn = draw_at(state, state.event_at, t.EVENT_STACK)
    state.city = drawn
    state.event_at[drawn] = t.EVENT_NOW
    tell(log, Event.CITY, NONE, EVERYONE, drawn)


ASK_REWARD = Question(
    Phase.REWARD,
    check_reward,
    apply_reward,
    prompt=lambda view: _("Choose your reward."),
    runs=((s.REWARD, 3),),
    worth=jit(lambda view, seat, action, delivers: 2.0 if action == s.REWARD else 1.0),
)
