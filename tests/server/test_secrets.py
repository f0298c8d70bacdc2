"""No leak on any page: the tables of twin worlds give a viewer the same bytes, in every game."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

from fattorino.games import load, names
from fattorino.kernel.match import Match
from fattorino.server.api.play import why
from fattorino.server.api.responses import state_json
from fattorino.server.pages.fragments import fragments
from fattorino.server.pages.words import words_fragments
from fattorino.server.tables.chance import Chance
from fattorino.server.tables.table import Step, Table

pytestmark = pytest.mark.bulk

LOOKS = 8  # positions a game in which twins are made
USUAL: dict[str, list[dict[str, Any]]] = {
    "ghost_town": [{"town": "human_gm"}, {"shared_notes": True, "variant_pigs": True}],
    "new_york": [
        {"mode": "competitive", "expansion_power_cards": "on", "personal_goals": True, "city_events": True},
        {"mode": "coop", "coop_promotions": "easy"},
    ],
    "pizza_city": [{"seats": 4}, {"seats": 2}],
    "papa_paolo": [{"seats": 2}, {"seats": 3, "money_shown": False}],
}


def at_table(match: Match) -> Table:
    """A table at which a match has come so far; its people have written notes and talked."""
    table = Table("twin", match.game, match.options, Chance(1, "n"), host_token="h", created=1.0)
    for seat in table.seats:
        seat.kind, seat.name, seat.colour = "human", f"Person {seat.number}", seat.number
        table.notes[seat.number] = {f"cell-{seat.number}": "wall"}
    table.status = "running"
    table.adopt(match, Step(1, match.to_move or 0, 0, "", "", 2.0), 2.0)
    return table


def received(match: Match, viewer: int | None) -> dict[str, Any]:
    """All that the page and the API have for a viewer."""
    table = at_table(match)
    whole = fragments(table, viewer, whole=True)
    answers: list[Any] = [table.why(viewer, action) for action in range(match.game.num_actions)]
    if table.asked(viewer):
        things = sorted({table.see(viewer).target(action) for action in range(match.game.num_actions)})
        answers += [asyncio.run(why(table, viewer, target=thing)).body for thing in things[1::9]]
    others = [table.notes_of(viewer, seat.number) for seat in table.seats]
    board = match.game.board(table.see(viewer).view, -1 if viewer is None else viewer)
    text = state_json(table, viewer)
    listed = words_fragments(table, viewer)["outline"]
    return whole | {"api": text, "why": answers, "notes": others, "words": board, "outline": listed}


@pytest.mark.parametrize(("name", "options"), [(n, o) for n in names() for o in USUAL.get(n, [{}])])
def test_the_pages_of_twin_worlds_are_the_same(name: str, options: dict[str, Any]) -> None:
    match = load(name).new(seed=41, **options)
    chance = np.random.default_rng(41)
    looks, differed = 0, 0
    while not match.over and looks < LOOKS:
        if chance.random() < 0.15:
            looks += 1
            bare = match.copy()
            bare._moments = []  # an imagined match has nothing to take back
            for viewer in [*range(len(match.roles)), None]:
                twin = match.imagine(viewer, seed=looks)
                mine, theirs = received(bare, viewer), received(twin, viewer)
                for part in mine:
                    assert mine[part] == theirs[part], part
                differed += match.digest() != twin.digest()
        match.play(int(chance.choice(match.legal())))
    assert differed


def test_what_can_be_taken_back_does_not_tell_that_somebody_chose_unseen() -> None:
    """A City card is chosen before it is laid: whoever played before must not see their undo end with it."""
    game = load("pizza_city")
    unseen = 0
    for seed in range(12):
        match = game.new(seed=seed)
        chance = np.random.default_rng(seed)
        while not match.over:
            before, mover = match.copy(), match.to_move
            match.play(int(chance.choice(match.legal())))
            if match.over:
                break
            for viewer in range(len(match.roles)):
                same = match.watched()[viewer] == before.watched()[viewer]
                silent = len(match.heard(viewer)) == len(before.heard(viewer))
                if viewer != mover and same and silent and not before.why_no_undo(viewer):
                    unseen += 1
                    tables = [at_table(world) for world in (before, match)]
                    assert tables[0].why_no_undo(viewer) == tables[1].why_no_undo(viewer)
    assert unseen
