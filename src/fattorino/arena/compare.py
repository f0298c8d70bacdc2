"""Two reports of the same seeds side by side: what a change of the components does."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.arena.fairness import largest_side
from fattorino.arena.intervals import OFTEN, Z, difference, paired, strict
from fattorino.arena.playing import Job, Part, at_places, turn_order
from fattorino.arena.tally import WHOLE
from fattorino.kernel.i18n import _

SHOWN = 40  # choices that changed most
# By table of a report, for each of its rows: what every game adds to it, and to how many.
Columns = dict[str, list[NDArray[np.float64]]]


def columns(report: dict[str, Any], job: Job, part: Part) -> Columns:
    """What each listed game adds to every row of its report, and to how many."""
    n, order = len(part.listed), turn_order(job.load(), job.options)
    won = np.zeros((n, part.tally.seats), np.int64)
    for number, outcome in enumerate(part.listed):
        won[number, list(outcome.winners)] = WHOLE // max(len(outcome.winners), 1)
    began = np.array([outcome.began for outcome in part.listed])
    scores = np.array([outcome.scores for outcome in part.listed])
    decisions = np.array([outcome.decisions for outcome in part.listed])
    placed = at_places(won, order, began) * largest_side(job.load(), job)
    everyone = np.full(n, WHOLE)
    alone = len(report["sides"]) == 1

    def of(amounts: NDArray[Any], counted: NDArray[Any]) -> NDArray[np.float64]:
        return np.array([amounts, everyone if alone else counted], np.float64)

    return {
        "sides": [of(won[:, row["seats"]].sum(1), won.sum(1)) for row in report["sides"]],
        "places": [of(wins, won[:, order].sum(1)) for wins in placed.T],
        "scores": [np.array([scores[:, row["seat"]], np.ones(n)]) for row in report["scores"]],
        "length": [np.array([decisions, np.ones(n)])],
        "undecided": [np.array([won.sum(1) == 0, np.ones(n)])],
    }


def compared(one: dict[str, Any], other: dict[str, Any], before: Columns, now: Columns) -> dict[str, Any]:
    """What differs between two reports, other less one, with 95 % intervals: of the games that both have."""
    names = {table: [row["name"] for row in one[table]] for table in ("sides", "places", "scores")}
    names |= {"length": [_("decisions in a game")], "undecided": [_("games nobody won")]}
    games = min(one["games"], other["games"])
    rows: dict[str, Any] = {table: [] for table in names}
    changed = np.zeros(games, np.bool_)
    for table, called in names.items():
        for name, was, then in zip(called, before[table], now[table], strict=True):
            rows[table].append({"name": name} | paired(was[:, :games], then[:, :games]))
            changed |= (was[:, :games] != then[:, :games]).any(axis=0)
    return rows | {
        "length": rows["length"][0],
        "undecided": rows["undecided"][0],
        "games": games,
        "changed_games": int(changed.sum()),
        "actions": changed_actions(one, other),
    }


def changed_actions(one: dict[str, Any], other: dict[str, Any]) -> list[dict[str, Any]]:
    """How much more or less often each action is chosen when it is offered: the clear changes first, then the
    largest.
    """
    before = {(row["asked"], row["name"]): row for row in one["actions"]}
    found = []
    for now in other["actions"]:
        was = before.get((now["asked"], now["name"]))
        if was is not None and min(was["offered"], now["offered"]) >= OFTEN:
            gap, low, high = difference(was["chosen"], was["offered"], now["chosen"], now["offered"])
            found.append(
                {
                    "name": now["label"], "question": now["question"], "action": now["action"],
                    "was": was["rate"], "now": now["rate"], "difference": gap, "interval": [low, high],
                }
            )  # fmt: skip
    limit = strict(len(found))
    for row in found:
        low, high = row["interval"]
        row["sure"] = abs(row["difference"]) > limit * max((high - low) / (2 * Z), 1e-9)
    return sorted(found, key=lambda row: (not row["sure"], -abs(row["difference"])))[:SHOWN]
