"""Labels, prompts, keys and the log."""

import numpy as np

from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.state import NUM_ACTIONS
from fattorino.games.pizza_city.words import key, label, placement, prompt, target
from games.pizza_city.table import Table


def test_keys_are_all_different() -> None:
    keys = [key(action) for action in range(NUM_ACTIONS)]

    assert len(set(keys)) == NUM_ACTIONS
    assert all(name and " " not in name for name in keys)


def test_every_action_has_a_label_in_every_phase() -> None:
    match = GAME.new(seed=2)
    chance = np.random.default_rng(2)
    for _ in range(60):
        for seat in (None, 0, 1, 2, 3):
            view = match.view(seat)
            assert prompt(view, -1 if seat is None else seat)
            labels = [label(view, action) for action in range(NUM_ACTIONS)]
            assert all(labels)
            assert not any("{" in text for text in labels)
        mine = match.labels()
        assert len(set(mine.values())) == len(mine)
        if match.over:
            break
        match.play(int(chance.choice(match.legal())))
    for seat in (None, 0, 1, 2, 3):
        assert all(line and "{" not in line for line in match.log(seat))


def test_a_placement_says_what_lies_where() -> None:
    assert placement(12, 2 * 15) == "Building west, Park east, bike lane, subway stop at C4"
    assert placement(7, 2 * 2 + 1) == "Building east, one-way south, stop sign at A4"


def test_targets_name_things_on_the_board() -> None:
    table = Table(hand=["move_3"], flair=["boost"])
    view = table.view(3)
    assert target(view, 249 + 2) == "hand-2"
    assert target(view, 270) == ""

    table.play("move 3")
    assert target(table.view(3), 241) == "corner-21"  # where the move would end

    table.play("N", "GO")
    assert target(table.view(3), 269) == "corner-28"
    assert target(table.view(3), 262) == "table-0-1"


def test_the_log_calls_everybody_you_for_themselves() -> None:
    match = GAME.new(seed=2)
    for _ in range(24):
        match.play(int(match.legal()[0]))

    mine, others = match.log(0), match.log(1)
    assert not any("Red City" in line for line in mine)
    assert any(line.startswith("You lay a card from ") for line in mine)
    assert any(line.startswith("Red City lays a card from ") for line in others)
    assert [line for line in mine if "Blue City" in line] == [line for line in others if "Blue City" in line]
