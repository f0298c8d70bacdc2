"""Words, the scene, the text board, keys and targets."""

from typing import Any

import pytest

from fattorino.games.new_york import GAME
from fattorino.games.new_york.scene import board, scene
from fattorino.games.new_york.sentences import account, sentence
from fattorino.games.new_york.state import NUM_ACTIONS, SPACE, Event, Phase, Stage
from fattorino.games.new_york.words import key, label, prompt, roles, target
from fattorino.render import draw


@pytest.fixture
def kitchen(three: Any) -> Any:
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen", "ham/central_park").play_card(0, "cold_storage")
    three.state.cold[:2] = 1, 2
    three.order(0, "standard_2", "onions/harlem", "peppers/greenwich_village").order(1, "hawaiian")
    return three.hand(0, "peppers/midtown", "lucky_day")


def test_every_action_has_a_label_and_a_key_of_its_own(kitchen: Any) -> None:
    view = kitchen.view(0)
    assert len({key(action) for action in range(NUM_ACTIONS)}) == NUM_ACTIONS
    assert all(label(view, action) for action in range(NUM_ACTIONS))
    labels = [label(view, action) for action in kitchen.legal()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase < Phase.END])
def test_every_question_is_put_in_words(kitchen: Any, phase: Phase) -> None:
    view = kitchen.view(0)
    view.phase, view.seat, view.d_next, view.ham_at, view.d_stage = phase, 0, 0, 0, Stage.EXTRA
    view.d_need[0] = 4
    assert prompt(view, 0)
    assert prompt(view, 1).startswith("Waiting")
    assert label(view, SPACE.first("DONE"))
    assert label(view, SPACE.first("VILLAGE"))
    assert label(view, SPACE.first("CARD"))


@pytest.mark.parametrize("kind", list(Event))
def test_every_event_has_a_sentence(kind: Event) -> None:
    assert sentence([kind, 1, -1, 1, 1, 1, 0, 0], 0)


def test_targets_are_on_the_board(kitchen: Any) -> None:
    drawn = draw(GAME, kitchen.view(0), 0)
    for name in ("lot", "order", "zone", "market", "deck", "player", "cold"):
        assert f'data-target="{name}' in drawn
    kitchen.do("ACT", 2)
    assert target(kitchen.view(0), kitchen.legal()[0]) == "order-0"
    kitchen.do("ORDER", 0)
    assert target(kitchen.view(0), kitchen.action("VILLAGE", "hells_kitchen")) == f"lot-{kitchen.lot('hk_4')}"
    kitchen.do("VILLAGE", "hells_kitchen")
    assert label(kitchen.view(0), kitchen.action("ROUTE", 0)) == "On foot: free"


def test_the_scene_shows_the_table_and_only_the_own_hand(kitchen: Any) -> None:
    data = scene(kitchen.view(0), 0)
    assert len(data["lots"]) == 28
    assert [order["value"] for order in data["orders"]] == [2, 8]
    assert [card["target"] for card in data["cards"]] == ["hand-40", "hand-136"]
    assert scene(kitchen.view(1), 1)["cards"] == []
    assert "cards" not in scene(kitchen.view(-1), -1)
    assert len(data["players"]) == 3
    text = board(kitchen.view(0), 0)
    assert "Peppers (Midtown)" in text
    assert "HK3[On Ha]" in text
    assert "Peppers (Midtown)" not in board(kitchen.view(1), 1)


def test_roles_and_account(kitchen: Any, team: Any) -> None:
    assert [role.team for role in roles({"seats": 2, "mode": "auto"})] == [None, None]
    assert [role.team for role in roles({"seats": 1, "mode": "auto"})] == [0]
    kitchen.state.money[0] = 7
    kitchen.state.over = 1
    rows = account(kitchen.view(0))
    assert sum(points for _, points in rows[0]) == kitchen.result()[0][0]
    assert account(team.view(0))[0][0][1] == 0
