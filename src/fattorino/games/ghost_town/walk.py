"""A deliverer's path by dead reckoning, reconstructed from the public record.

Coordinates count right and down from where a sheet begins. The first sheet begins at the deliverer's start; a
new one begins after a teleport or a flight of unknown length, when the position is unknown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any

from fattorino.games.ghost_town import state as s
from fattorino.kernel.records import NONE, Seat

Spot = tuple[int, int]

FOUND: dict[int, str] = {  # what an arrival can be reported as, and what is drawn there
    report: row["found"]
    for report, row in zip(s.Report, s.COMPONENTS["report"], strict=True)
    if "found" in row
}


REACH = 5  # a start is never on the perimeter, so a path leads at most this far from it
ANYWHERE = 6  # for a sheet that may begin on any square


def ahead(spot: Spot, direction: int, steps: int = 1) -> Spot:
    """The square some steps from one in a direction."""
    right, down = s.DELTAS[direction]
    return spot[0] + steps * right, spot[1] + steps * down


@dataclass
class Sheet:
    """What is known of one area."""

    begins: str  # "start", "teleport" or "flight"
    turn: int
    trail: list[Spot] = field(default_factory=lambda: [(0, 0)])
    # start, wall, ghost, gone, teleport, box, pizza, house, pig, free, open
    facts: dict[Spot, str] = field(default_factory=dict)
    signs: dict[Spot, tuple[int, int]] = field(default_factory=dict)  # last sensed there, and when (a time)
    missed: dict[Spot, int] = field(default_factory=dict)  # attacked without a hit, and when
    visits: dict[Spot, list[int]] = field(default_factory=dict)  # the turns in which a square was visited

    @property
    def reach(self) -> int:
        """How far the town can extend from where it begins."""
        return REACH if self.begins == "start" else ANYWHERE


class Walk:
    """The sheets of one deliverer, and their position.

    A time is the number of pizzas taken so far: each makes a house and ghosts appear, so what was sensed at
    an earlier time may have changed.
    """

    def __init__(self, lines: Sequence[tuple[int, ...]]) -> None:
        self.sheets = [Sheet("start", 0)]
        self.at = 0  # the current sheet
        self.spot: Spot = (0, 0)
        self.turn = 0
        self.time = 0
        self.sheets[0].facts[0, 0] = "start"
        for line in lines:
            self._line(*line)

    @property
    def sheet(self) -> Sheet:
        """The current sheet."""
        return self.sheets[self.at]

    def _line(
        self, action: int, extra: int, said: int, distance: int, walls: int, signs: int, time: int
    ) -> None:
        self.time = time
        if action != NONE:
            self.turn += 1
        if action == s.BACK_TO_START:
            self.at, self.spot = 0, (0, 0)
            self.sheet.trail.append(self.spot)
            action = extra
        if action != NONE:
            self._act(action, said, distance)
        self.sheet.visits.setdefault(self.spot, []).append(self.turn)
        if said >> s.Report.SURROUND & 1:
            self._look_around(walls, signs)

    def _act(self, action: int, said: int, distance: int) -> None:
        stays = said >> s.Report.CANNOT_MOVE & 1
        if action >= s.ROOK_TELEPORT:
            if said >> s.Report.DISTANCE & 1:
                self._arrive(ahead(self.spot, s.direction_of(action), distance), said)
            elif not stays:
                self._land(said)
            return
        there = ahead(self.spot, s.direction_of(action), s.steps_of(action))
        if s.ATTACK <= action < s.HOP_STEP:
            if said >> s.Report.ATTACK_HIT & 1:
                self.sheet.facts[there] = "gone"
            elif said >> s.Report.CROW & 1:
                self._land(said)
            else:
                self.sheet.missed[there] = self.time
                if self.sheet.facts.get(there) == "ghost":
                    self.sheet.facts[there] = "gone"
        elif stays or said >> s.Report.BUMP_WALL & 1:
            self.sheet.facts[there] = "wall"
        elif said >> s.Report.BUMP_GHOST & 1 and not said >> s.Report.BARRIER_USED & 1:
            self.sheet.facts[there] = "ghost"
        else:
            self._arrive(there, said)

    def _land(self, said: int) -> None:
        """After a flight of unknown length."""
        if said >> s.Report.TELEPORT & 1:
            self._lost("teleport")
        else:
            self._lost("flight")
            self._found(said)

    def _arrive(self, there: Spot, said: int) -> None:
        self.spot = there
        self.sheet.trail.append(there)
        if said >> s.Report.TELEPORT & 1:
            self.sheet.facts[there] = "teleport"
            self._lost("teleport")
        else:
            self._found(said)

    def _found(self, said: int) -> None:
        for report, fact in FOUND.items():
            if said >> report & 1 and self.sheet.facts.get(self.spot) not in ("start", "box"):
                self.sheet.facts[self.spot] = fact
                return

    def _lost(self, how: str) -> None:
        self.sheets.append(Sheet(how, self.turn))
        self.at, self.spot = len(self.sheets) - 1, (0, 0)
        # GT-TELE-1: onto the next Teleport
        self.sheet.facts[self.spot] = "teleport" if how == "teleport" else "free"

    def _look_around(self, walls: int, signs: int) -> None:
        self.sheet.signs[self.spot] = signs, self.time
        for direction in range(s.STRAIGHT):
            there = ahead(self.spot, direction)
            if walls >> direction & 1:
                self.sheet.facts[there] = "wall"
            elif self.sheet.facts.get(there) is None:
                self.sheet.facts[there] = "open"


def walk_of(view: Any, seat: Seat) -> Walk:
    """The walk of a deliverer, from a view as plain numbers."""
    columns = (view.action, view.extra, view.said, view.distance, view.near_walls, view.signs)
    lines = zip(*(column[: view.n_records] for column in columns), pizzas_taken(view), strict=True)
    return _walk(tuple([line for by, line in zip(view.by, lines, strict=False) if by == seat]))


def pizzas_taken(view: Any) -> list[int]:
    """How many pizzas were taken up to each line of the record, by anybody."""
    return list(accumulate(said >> s.Report.PIZZA_TAKEN & 1 for said in view.said[: view.n_records]))


@lru_cache(2048)  # walks are never modified, so those of other deliverers can be reused
def _walk(lines: tuple[tuple[int, ...], ...]) -> Walk:
    return Walk(lines)
