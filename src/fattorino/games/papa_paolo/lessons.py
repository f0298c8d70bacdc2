"""When the coach explains which rule: at a decision where it matters, or after an event that illustrates it.

What the coach says is in rulebook.md, under *Learn*.
"""

from collections.abc import Sequence
from typing import Any

from fattorino.games.papa_paolo.rules.catalog import QUESTIONS
from fattorino.games.papa_paolo.state import Event
from fattorino.games.papa_paolo.story import places
from fattorino.kernel.guide import Taught
from fattorino.kernel.records import Seat


def matters(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    """The rules that matter at a decision, the most important one first."""
    return QUESTIONS[int(view.phase)].matters(view, seat, actions)


SHOWN = {
    Event.BRIBE: ["PP-BRIBE-1"],
    Event.SPONSOR: ["PP-SPONSOR-1"],
    Event.BOUGHT: ["PP-SHOP-1"],
    Event.EXPRESS: ["PP-EXPRESS-1"],
    Event.BUILT: ["PP-BUILD-1"],
    Event.LAID: ["PP-EXPAND-5"],
    Event.DROPPED: ["PP-SCORE-1"],
    Event.LEARNED: ["PP-XP-1", "PP-SCORE-2"],
    Event.TICKET: ["PP-PAY-2"],
    Event.AS_EXPERIENCE: ["PP-INVEST-3"],
    Event.DELIVERS: ["PP-DELIVER-2"],
    Event.TOUR: ["PP-DELIVER-3"],
    Event.FACE_DOWN: ["PP-VAR-A"],
    Event.ORDER_NEXT: ["PP-VAR-B"],
}


def shows(event: Any, viewer: Seat) -> list[Taught]:
    """The rules that an event is an example of."""
    where = (*places(event, viewer), "")[0]
    return [Taught(rule, where) for rule in SHOWN.get(Event(int(event[0])), [])]
