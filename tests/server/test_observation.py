"""What a seat sees as numbers, over HTTP: its own and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

import fattorino
from fattorino.kernel import features

pytestmark = pytest.mark.bulk


def test_each_seat_gets_the_numbers_of_its_own_view(server: Any) -> None:
    made = server.make("human", "human", seed=5)
    match = fattorino.load("ghost_town").new(seats=2, seed=5)
    for seat in (0, 1):
        path = f"/api/matches/{made.id}/observation"
        found = server.get(path, made.tokens[seat]).json()
        assert found["seat"] == seat and found["to_move"] == 0
        assert found["numbers"] == match.features(seat).tolist()
        assert found["legal"] == (match.legal().tolist() if seat == 0 else [])
        sizes = [group["times"] * sum(p["size"] for p in group["parts"]) for group in found["layout"]]
        assert sum(sizes) == len(found["numbers"]) == len(features.names(match.game.layout))


def test_whoever_watches_gets_none(server: Any) -> None:
    made = server.make("human", "human")
    answer = server.get(f"/api/matches/{made.id}/observation")
    assert answer.status_code in (401, 403)
    assert "numbers" not in answer.json()
