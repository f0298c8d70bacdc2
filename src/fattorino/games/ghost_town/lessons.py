"""When the coach explains which rule: at a decision where it matters, or after an event that illustrates it.

What the coach says is in rulebook.md, under *Learn*.
"""

from collections.abc import Sequence
from typing import Any

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.sheet import last_sheet
from fattorino.games.ghost_town.words import own_cards
from fattorino.kernel.guide import Taught
from fattorino.kernel.records import NONE, Seat, read_event

CARD_RULES: list[str] = [card["teaches"] for card in s.COMPONENTS["psychic_card"]]
REPORT_RULES: list[Sequence[str]] = [report.get("teaches", ()) for report in s.COMPONENTS["report"]]
LAST_TURNS = 5  # when the end is taught


def matters(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    """The rules that matter for this decision."""
    if view.phase == s.Phase.BUILD:
        return [Taught("GT-BUILD-1")]
    if view.phase == s.Phase.OINK or not 0 <= seat < view.n:
        return [Taught("GT-VAR-PIG-5")] if view.phase == s.Phase.OINK else []
    if view.phase == s.Phase.BARRIER:
        return [Taught("GT-CARD-BARRIER-2")]
    if view.phase == s.Phase.EXTRA:
        return [Taught("GT-CARD-BACK-2")]
    taught = [Taught("GT-WIN-4" if view.race else "GT-WIN-1"), Taught("GT-TURN-2", f"token{seat}")]
    own = [line for line in range(int(view.n_records)) if view.by[line] == seat]
    if own:
        taught += [Taught("GT-MAP-1", f"token{seat}"), *taught_around(view, seat, own[-1])]
    if last_sheet(view, seat) > 0:
        taught.append(Taught("GT-TELE-3", f"token{seat}"))
    if view.carried[seat] != NONE:
        taught.append(Taught("GT-HOUSE-1"))
    kinds = sorted(set(own_cards(view, seat)))
    if len(own) > 1 and kinds and kinds[0] != s.Card.BARRIER:
        taught.append(Taught("GT-CARD-1", f"card-{s.CARDS[kinds[0]]}"))
    for kind in kinds[: max(len(own) - 1, 0)]:  # one after the other, once the first steps are made
        taught.append(Taught(CARD_RULES[kind], f"card-{s.CARDS[kind]}"))
    if view.turn > view.turn_limit - LAST_TURNS:
        taught.append(Taught("GT-TURN-5"))
    return taught


def taught_around(view: Any, seat: Seat, line: int) -> list[Taught]:
    """The rules that explain a deliverer's last report: adjacent walls, ghosts and pizzas nearby."""
    taught = []
    walls, signs = int(view.near_walls[line]), int(view.signs[line])
    for direction in range(s.STRAIGHT):
        if walls >> direction & 1:
            taught.append(Taught("GT-MOVE-2", f"move-{s.DIRECTIONS[direction]}"))
            break
    if signs & s.Sign.GHOST:
        taught += [Taught("GT-MOVE-3", f"token{seat}"), Taught("GT-ATTACK-2", f"token{seat}")]
    if signs & s.Sign.PIZZA and view.carried[seat] == NONE:
        taught.append(Taught("GT-PIZZA-1", f"token{seat}"))
    return taught


def shows(event: Any, viewer: Seat) -> list[Taught]:
    """The rules an event is an example of."""
    kind, seat, a, *_rest = read_event(event)
    token = f"token{seat}" if seat == viewer else ""
    if kind == s.Event.SURROUNDINGS:
        rules: Sequence[str] = ("GT-REPORT-2", "GT-REPORT-3") if seat == viewer else ("GT-REPORT-7",)
    elif kind == s.Event.REPORTED:
        rules = REPORT_RULES[a]
    else:
        rules = {
            s.Event.SHUFFLED: ("GT-DECK-2",),
            s.Event.OUT: ("GT-TURN-4",),
            s.Event.ENDED: ("GT-WIN-1",),
        }.get(s.Event(kind), ())
    return [Taught(rule, token) for rule in rules]
