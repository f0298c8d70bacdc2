"""The steps of a turn: an action, before and after it Power Cards or powers on demand; the hand limit."""

from typing import Any

from fattorino.games.new_york import opinion, state as s, tables as t
from fattorino.games.new_york.cards import bait_and_switch, cold_storage, frugal_shopper
from fattorino.games.new_york.rules import actions, hands, powers, stack
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Act, Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, Action, Log, Seat, State, tell


@jit
def check_use(state: State, seat: Seat, use: int, after: bool) -> Any:
    """NY-TURN-8, NY-TURN-10: Bait and Switch, Cold Storage refill, Frugal Shopper."""
    if (state.used >> use) & 1:
        return Rule.NY_TURN_10
    if (state.used >> s.FRUGAL_USE) & 1:
        return Rule.NY_POWER_FRUGAL_2
    if use == s.BAIT_USE:
        return bait_and_switch.check_use(state, seat)
    if use == s.REFILL_USE:
        return cold_storage.check_use(state, seat)
    return frugal_shopper.check_use(state, seat, after)


@jit
def use_power(state: State, seat: Seat, use: int, log: Log) -> None:
    """Begin a power used on demand."""
    state.used = int(state.used) | 1 << use
    slot = t.SPEED if use == s.BAIT_USE else t.EVENT
    tell(log, Event.USED, seat, EVERYONE, int(state.slot[seat, slot]))
    if use == s.BAIT_USE:
        bait_and_switch.use(state, seat, log)
    elif use == s.REFILL_USE:
        cold_storage.use(state, seat, log)
    else:
        frugal_shopper.use(state, seat, log)


@jit
def narrow(state: State, seat: Seat, run: int) -> int:
    """The powers in play that can be used on demand."""
    if run != 1:
        return -1
    bits = int(state.slot[seat, t.SPEED] == t.Power.BAIT_AND_SWITCH) << s.BAIT_USE
    bits |= int(state.slot[seat, t.EVENT] == t.Power.COLD_STORAGE) << s.REFILL_USE
    return bits | int(state.slot[seat, t.EVENT] == t.Power.FRUGAL_SHOPPER) << s.FRUGAL_USE


@jit(inline=True)
def check_step(state: State, seat: Seat, action: Action, after: bool) -> Any:
    """What applies to both steps."""
    if s.USE <= action < s.REWARD:
        return check_use(state, seat, action - s.USE, after)
    if action >= s.CARD + t.N_BLUE:
        return powers.check_play(state, seat, action - s.CARD - t.N_BLUE, after)
    return Rule.NY_TURN_1


@jit(inline=True)
def apply_step(state: State, seat: Seat, action: Action, after: bool, log: Log) -> None:
    """A Power Card, or a power used on demand."""
    if action < s.REWARD:
        use_power(state, seat, action - s.USE, log)
    else:
        powers.play(state, seat, action - s.CARD - t.N_BLUE, after, log)


@jit
def worth(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """An action, a Power Card, a power on demand, or the end of the turn."""
    if action == s.DONE:
        return 4.0
    if action < s.USE:
        return opinion.act_worth(view, seat, action, delivers)
    if action >= s.CARD + t.N_BLUE:
        return powers.play_worth(view, seat, action - s.CARD - t.N_BLUE, delivers)
    if action == s.USE + s.FRUGAL_USE:
        return 30.0
    full = hands.hand_size(view, seat) > opinion.FULL_HAND
    return 5.0 if action == s.USE + s.REFILL_USE and full else 1.0


# -- before the action -----------------------------------------------------------------------------------


@jit
def check_pre(state: State, seat: Seat, action: Action) -> Any:
    """NY-TURN-1, NY-TURN-2: an action must be taken."""
    if action == s.DONE:
        return Rule.NY_TURN_2
    if s.ACT <= action <= s.ACT + Act.DELIVER:
        return actions.check_act(state, seat, action - s.ACT, 0)
    return check_step(state, seat, action, False)


@jit
def apply_pre(state: State, seat: Seat, action: Action, log: Log) -> None:
    """The action, or something before it."""
    if action < s.USE:
        stack.pop(state)
        actions.begin_action(state, seat, action - s.ACT, log)
    else:
        apply_step(state, seat, action, False, log)


def may_play(view: Any, after: bool) -> bool:
    """Whether the seat that decides can play a Power Card now."""
    seat = int(view.seat)
    return any(
        view.power_at[power] == seat and powers.check_play(view, seat, power, after) == Rule.OK
        for power in range(t.N_POWERS)
    )


def prompt_pre(view: Any) -> str:
    """What a turn can be used for."""
    if may_play(view, False):
        return _("Choose your action, or play a Power Card first.")
    return _("Choose your action.")


ASK_PRE = Question(
    Phase.PRE,
    check_pre,
    apply_pre,
    prompt=prompt_pre,
    runs=((s.ACT, 3), (s.USE, 3)),
    cards="powers",
    narrow=narrow,
    worth=worth,
    labels=lambda: {"CARD": "{card}", "POWER": _("Play {card}: {effect}")},
)


# -- after the action ------------------------------------------------------------------------------------


@jit
def check_post(state: State, seat: Seat, action: Action) -> Any:
    """NY-TURN-1: no second action."""
    if action == s.DONE:
        return Rule.OK
    if s.ACT <= action <= s.ACT + Act.DELIVER:
        return Rule.NY_TURN_2
    return check_step(state, seat, action, True)


@jit
def apply_post(state: State, seat: Seat, action: Action, log: Log) -> None:
    """The end of the turn, or something before it."""
    if action == s.DONE:
        stack.pop(state)
    else:
        apply_step(state, seat, action, True, log)


ASK_POST = Question(
    Phase.POST,
    check_post,
    apply_post,
    prompt=lambda view: (
        _("Play a Power Card, or end the turn.")
        if may_play(view, True)
        else _("Use a card that lies before you, or end the turn.")
    ),
    runs=((s.DONE, 1), (s.USE, 3)),
    cards="powers",
    narrow=narrow,
    worth=worth,
    labels=lambda: {"DONE": _("End the turn"), "CARD": "{card}", "POWER": _("Play {card}: {effect}")},
)


# -- too many cards --------------------------------------------------------------------------------------

ASK_LIMIT = Question(
    Phase.LIMIT,
    # NY-TURN-11: any card.
    jit(lambda state, seat, action: hands.check_any_card(state, seat, action, Rule.NY_TURN_11)),
    jit(lambda state, seat, action, log: hands.spend(state, seat, action - s.CARD, log)),
    prompt=lambda view: _("You have {n} cards and may keep {limit}: discard one.").format(
        n=int(hands.hand_size(view, int(view.seat))), limit=int(hands.hand_limit(view, int(view.seat)))
    ),
    cards="held",
    look="sure",
    # NY-TURN-11: as long as there are too many.
    due=jit(lambda state, seat, left: hands.hand_size(state, seat) > hands.hand_limit(state, seat)),
    labels=lambda: {"CARD": _("Discard {card}")},
)
