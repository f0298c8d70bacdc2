"""Every position can be shown and asked about, with records that nobody may write into."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fattorino
from contract.worlds import cases
from fattorino.server.api.responses import observation_shown, state_json
from fattorino.server.pages.fragments import fragments
from fattorino.server.pages.words import words_fragments
from fattorino.server.tables.chance import Chance
from fattorino.server.tables.table import Table

ASKED_WHY = 3  # actions, in each position
FEW, MANY = 4, 60  # positions of a game that are looked at: interpreted, compiled


def begun(name: str, options: dict[str, Any], seed: int) -> Table:
    """A table of persons at the first decision."""
    game = fattorino.load(name)
    table = Table("t", game, game.settings(**options), Chance(seed, "nonce"))
    for seat in table.seats:
        seat.kind, seat.name = "human", f"Person {seat.number}"
    table.begin(table.prepare_start(0.0))
    return table


def show(table: Table, viewer: int | None, chance: random.Random) -> None:
    """All that the page, its words and programs get, and the answers to some clicks."""
    seen = table.see(viewer)
    assert not seen.view.flags.writeable
    state_json(table, viewer)
    fragments(table, viewer, False, "https://example.org")
    words_fragments(table, viewer)
    if viewer is None:
        return
    observation_shown(table, viewer)
    for action in chance.choices(range(table.game.num_actions), k=ASKED_WHY):
        table.why(viewer, action)
        seen.label(action)
        seen.warning(action)
    for target in chance.sample(sorted(seen._targets), min(ASKED_WHY, len(seen._targets))):
        seen.answer(target)


def play_and_show(name: str, options: dict[str, Any], seed: int, looks: int) -> None:
    """A random game; the seat that is asked and another viewer look at random positions and at the last."""
    chance, table, moves = random.Random(seed), begun(name, options, seed), 0
    others = [None, *range(len(table.seats))]
    share = looks / 150
    while not table.over:
        mover = table.mover
        assert mover is not None
        if chance.random() < share:
            for viewer in {mover, others[moves % len(others)]}:
                show(table, viewer, chance)
        action = int(chance.choice(table._running().legal().tolist()))
        table.adopt(*table.prepare(mover, action, "", 0.0), 0.0)
        moves += 1
    for viewer in others:
        show(table, viewer, chance)


def usual() -> list[Any]:
    """Each number of seats, with the usual options and with many others."""
    return [case for case in cases() if case.id.endswith("-many") or list(case.values[1]) == ["seats"]]


@pytest.mark.parametrize(("name", "options"), usual())
def test_some_positions_of_a_game_can_be_shown(name: str, options: dict[str, Any]) -> None:
    play_and_show(name, options, 5, FEW)


@pytest.mark.bulk
@pytest.mark.parametrize(("name", "options"), cases())
def test_many_positions_of_a_game_can_be_shown(name: str, options: dict[str, Any]) -> None:
    play_and_show(name, options, 6, MANY)
