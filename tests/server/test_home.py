"""Who may sit where, in words, before a table is made."""

import pytest

import fattorino
from fattorino.server.pages import home
from fattorino.server.pages.home import chairs, option_choice


def test_a_game_master_is_chosen_by_the_town_it_builds() -> None:
    game = fattorino.load("ghost_town")
    made = chairs(game, game.settings(2, town="human_gm"), [])
    master, deliverer = dict(made[-1]["choices"]), dict(made[0]["choices"])
    assert master["bot:easy"] == "Easy bot: makes it easy for the others"
    assert master["bot:hard"] == "Hard bot: makes it hard for the others"
    assert master["bot:greedy"] == "Greedy bot: builds anything"
    assert deliverer["bot:hard"] == "Hard bot: thinks for a second"


def test_the_chairs_of_a_team_have_colours_that_go_together() -> None:
    game = fattorino.load("pizza_city")
    made = {chair["role"].name: chair["colour"] for chair in chairs(game, game.settings(4), [])}
    assert {made["Red City"], made["Red Bike"]} == {5, 0}  # vermilion and orange
    assert {made["Blue City"], made["Blue Bike"]} == {4, 1}  # blue and sky
    assert [chair["colour"] for chair in chairs(game, game.settings(2), [])] == [5, 4]


def test_options_are_called_by_words_not_by_short_forms() -> None:
    game = fattorino.load("ghost_town")
    settings = game.settings(2)
    assert option_choice(game, "gm_can_win", settings)["title"] == "Game master can win"
    assert option_choice(game, "extra_pigs", settings)["help"] == "More Little Pigs (with “Variant pigs”)."
    towns = {value: words for value, words, _chosen in option_choice(game, "town", settings)["choices"]}
    assert towns["human_gm"] == "human game master"


@pytest.mark.parametrize(("high", "cut"), [(100, False), (240, True)])
def test_the_card_of_a_game_shows_the_upper_part_of_a_long_board(
    monkeypatch: pytest.MonkeyPatch, high: int, cut: bool
) -> None:
    drawn = f'<svg viewBox="0 0 100 {high}" id="board"><rect data-target="cell"/></svg>'
    monkeypatch.setattr(home, "_covers", {})
    monkeypatch.setattr(home, "_random_end", lambda game, seed: drawn)
    cover = home.cover(fattorino.load("ghost_town"))
    assert ("slice" in cover) == cut
    assert "data-target" not in cover
