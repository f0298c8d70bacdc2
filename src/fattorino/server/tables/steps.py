"""The list of steps: what was done at a table, one after the other."""

from __future__ import annotations

from typing import NamedTuple

UNDO = -1  # in place of an action in the list of steps: the last step was taken back


class Step(NamedTuple):
    """One row of the append-only list: an action (or UNDO), who took it, and the state after it."""

    number: int
    seat: int
    action: int
    digest: str
    key: str
    when: float
