"""When the coach explains which rule: at a decision where it matters, or after an event that illustrates it.

What the coach says is in rulebook.md, under *Learn*.
"""

from collections.abc import Callable, Sequence
from typing import Any

from fattorino.games.new_york import sentences, state as s, tables as t
from fattorino.games.new_york.rules import question
from fattorino.games.new_york.state import Act, Event, Phase
from fattorino.kernel.guide import Taught
from fattorino.kernel.records import NONE, Seat


def _first_order(view: Any) -> str:
    """The target of the first order, to highlight."""
    return next((f"order-{slot}" for slot in range(t.SLOTS) if view.ticket[slot] != NONE), "")


def _own_pizzeria(view: Any, seat: Seat) -> str:
    """The target of a player's first pizzeria, to highlight."""
    return next((f"lot-{int(lot)}" for lot in view.lot[seat] if lot != NONE), "")


def _keep(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    return [Taught("NY-SCORE-7", f"player-{seat}"), Taught("NY-SETUP-6")]


def _before_action(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    found = [Taught("NY-TURN-2"), Taught("NY-INSPECT-6", "inspectors")]
    shop = _own_pizzeria(view, seat)
    if shop and s.ACT + Act.DELIVER not in actions:
        found.append(Taught("NY-DELIVER-2", _first_order(view)))
    played = [action for action in actions if action >= s.CARD + t.N_BLUE]
    if played:
        found.append(Taught("NY-TURN-3", f"hand-{played[0] - s.CARD}"))
    if view.coop:
        found = [Taught("NY-COOP-2"), *found, Taught("NY-COOP-26"), Taught("NY-COOP-29", "calendar")]
    if view.goals:
        found.append(Taught("NY-GOAL-2"))
    if view.city != NONE:
        found.append(Taught("NY-EVENT-1", "news"))
    return found


def _after_action(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    played = [action for action in actions if action >= s.CARD + t.N_BLUE]
    return [Taught("NY-TURN-3", f"hand-{played[0] - s.CARD}"), Taught("NY-TURN-4")] if played else []


def _take(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    flags = question.argument_seen(view, 3)
    if flags & (s.OPTIONAL | s.OPEN_ONLY):
        return []
    order = _first_order(view)
    return [Taught("NY-MARKET-1", "deck"), Taught("NY-DELIVER-4", order), Taught("NY-TERM-1")]


def _increase(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    upgrade = [Taught("NY-UPGRADE-3", _own_pizzeria(view, seat))] if s.INC + 1 in actions else []
    return [Taught("NY-REP-1"), *upgrade]


def _build_card(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    shown = next((f"hand-{action - s.CARD}" for action in actions if action >= s.CARD), "")
    return [Taught("NY-TERM-1", shown), Taught("NY-BUILD-3", shown)]


def _build_lot(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    return [Taught("NY-DELIVER-12", f"lot-{actions[0] - s.LOT}" if actions else "")]


def _order(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    order = f"order-{actions[0] - s.ORDER}" if actions else ""
    found = [Taught("NY-DELIVER-4", order), Taught("NY-DELIVER-7", order), Taught("NY-DELIVER-24", order)]
    for action in actions:
        if view.ticket[action - s.ORDER] >= t.SPECIALTY:
            found.append(Taught("NY-DELIVER-8", f"order-{action - s.ORDER}"))
            break
    return found


def _cover(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    return [Taught("NY-DELIVER-6"), Taught("NY-DELIVER-4")]


_AT: dict[int, Callable[[Any, Seat, Sequence[int]], list[Taught]]] = {
    Phase.KEEP: _keep,
    Phase.PRE: _before_action,
    Phase.POST: _after_action,
    Phase.TAKE: _take,
    Phase.INCREASE: _increase,
    Phase.BUILD_CARD: _build_card,
    Phase.BUILD_LOT: _build_lot,
    Phase.ORDER: _order,
    Phase.COVER: _cover,
}
_PLAIN = {  # where always the same rules matter
    Phase.PAY: ["NY-BUILD-4"],
    Phase.UPGRADE_CARD: ["NY-UPGRADE-1"],
    Phase.UPGRADE_AT: ["NY-UPGRADE-1"],
    Phase.UPGRADE_MODE: ["NY-UPGRADE-3", "NY-REP-3"],
    Phase.NEW_TOP: ["NY-TERM-8"],
    Phase.PIZZERIA: ["NY-DELIVER-12", "NY-DELIVER-6"],
    Phase.ZONE: ["NY-DELIVER-8"],
    Phase.ROUTE: ["NY-DELIVER-12", "NY-DELIVER-15"],
    Phase.EXTRA: ["NY-DELIVER-13"],
    Phase.DEBT: ["NY-POWER-OUTOFSUPPLIES-3"],
    Phase.DOUBLE: ["NY-TOP-SAUSAGE-1"],
    Phase.CHEESE: ["NY-CHEESE-2"],
    Phase.HAM_TAKE: ["NY-TOP-HAM-1"],
    Phase.FINE: ["NY-INSPECT-3"],
    Phase.LIMIT: ["NY-TURN-11"],
    Phase.REWARD: ["NY-DELIVER-28"],
    Phase.WINDOW: ["NY-INSTANT-3"],
    Phase.TAX_WINDOW: ["NY-INSTANT-2"],
    Phase.ROTARY: ["NY-POWER-HARLEMROTARY-1"],
    Phase.SIDE: ["NY-COOP-21"],
}


def matters(view: Any, seat: Seat, actions: Sequence[int]) -> Sequence[Taught]:
    """The rules that matter at a decision, the most important one first."""
    phase = int(view.phase)
    if phase in _AT:
        return _AT[phase](view, seat, [int(action) for action in actions])
    return [Taught(rule) for rule in _PLAIN.get(Phase(phase), [])]


def shows(event: Any, viewer: Seat) -> Sequence[Taught]:
    """The rules that an event is an example of."""
    if int(event[0]) == Event.COVERED and sentences.given(event)["how"] != 0:
        return ()
    return [Taught(rule, target) for rule, target in sentences.teaches(event).items()]
