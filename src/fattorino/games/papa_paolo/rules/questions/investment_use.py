"""Phase D: an investment used as an action, as experience, or, at the end of its track, discarded."""

from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s
from fattorino.games.papa_paolo.rules import deeds
from fattorino.games.papa_paolo.rules.question import Question, teach
from fattorino.games.papa_paolo.rules.questions import investment_choice
from fattorino.games.papa_paolo.state import Event, Phase, Rule
from fattorino.kernel.game import Reason
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, list_bits, tell


@jit
def check_invest(state: State, seat: Seat, action: Action) -> Any:
    """PP-INVEST-5: name the rule that forbids this use, or Rule.OK."""
    colour = int(state.invest[seat])
    if action == s.USE_ACTION:
        return deeds.check_deed(state, seat, colour)
    if action != s.USE_XP and action != s.PASS:
        return Rule.PP_INVEST_1
    has_room = state.track[seat, colour] < s.LAST_COLUMN
    return Rule.OK if has_room == (action == s.USE_XP) else Rule.PP_INVEST_5


@jit(inline=True)
def list_uses(state: State, seat: Seat, actions: Any) -> int:
    """PP-INVEST-1, PP-INVEST-5: as action, as experience; to discard only if the marker is at the end."""
    colour = int(state.invest[seat])
    has_room = 1 if state.track[seat, colour] < s.LAST_COLUMN else 0
    acts = 1 if deeds.check_deed(state, seat, colour) == Rule.OK else 0
    n = list_bits(1 - has_room, s.PASS, 1, actions, 0)
    return list_bits(acts | has_room << 1, s.USE_ACTION, 2, actions, n)


@jit(inline=True)
def apply_invest(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-INVEST-2 to PP-INVEST-4: use up the tile; returns whether this seat is done."""
    colour = int(state.invest[seat])
    state.invest[seat] = NONE
    if action == s.USE_ACTION:
        tell(log, Event.AS_ACTION, seat, EVERYONE, colour)
        return deeds.begin_deed(state, seat, colour, log)
    if action == s.PASS:
        tell(log, Event.DISCARDED, seat, EVERYONE, colour)
        return True
    state.track[seat, colour] = int(state.track[seat, colour]) + 1
    tell(log, Event.AS_EXPERIENCE, seat, EVERYONE, colour)
    tell(log, Event.LEARNED, seat, EVERYONE, colour, int(state.track[seat, colour]))
    return True


@jit
def worth(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """The action, or the step."""
    colour = int(view.invest[seat])
    if action == s.USE_ACTION:
        return int(plan[opinion.DEEDS, colour])
    return opinion.step_worth(view, seat, colour) if action == s.USE_XP else 0


def terms(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """One term for each use; discarding has none."""
    if action == s.PASS:
        return []
    colour = int(view.invest[seat])
    words = deeds.reason(colour) if action == s.USE_ACTION else investment_choice.step_reason(colour)
    return [(words, float(worth(view, seat, action, plan)))]


def in_hand(view: Any) -> int:
    """The colour of the investment that is being used, or NONE."""
    return int(view.invest[int(view.seat)]) if view.seat >= 0 else NONE


def label_action(view: Any, place: int) -> str:
    """The action of the investment in hand."""
    colour = in_hand(view)
    return _("Use it as an action") if colour < 0 else deeds.label(view, colour)


def label_step(view: Any, place: int) -> str:
    """The step of the investment in hand, and what it gives."""
    colour = in_hand(view)
    if colour < 0:
        return _("Use it as experience")
    column = min(int(view.track[int(view.seat), colour]) + 1, s.LAST_COLUMN)
    return _("Experience: {track} to column {column} ({gives})").format(
        track=names.track_name(colour), column=column, gives=names.track_words(colour, column)
    )


def why(view: Any, seat: Seat, action: int) -> str:
    """What is missing for the action, or for the step."""
    colour = int(view.invest[seat])
    if action == s.USE_ACTION:
        return deeds.why(view, seat, colour)
    if action == s.PASS or view.track[seat, colour] < s.LAST_COLUMN:
        return ""
    return _("{track} is at its last column already.").format(track=names.track_name(colour))


ASK_INVEST = Question(
    Phase.INVEST,
    check_invest,
    apply_invest,
    list_uses,
    prompt=lambda view: _("Use your investment: an action now, or a step on its track."),
    labels={
        "USE_ACTION": label_action,
        "USE_XP": label_step,
        "PASS": lambda view, place: _("Discard the tile"),
    },
    worth=worth,
    terms=terms,
    matters=teach("pp-district", "PP-INVEST-1", "PP-INVEST-3"),
    why=why,
    looked_for=lambda view, seat: (s.USE_ACTION, s.USE_XP),
)
