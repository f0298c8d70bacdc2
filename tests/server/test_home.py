"""Texts about seats, before a table is made."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs
from xml.etree import ElementTree as ET

import pytest

import fattorino
from fattorino import games
from fattorino.kernel import jit
from fattorino.server.pages import home
from fattorino.server.pages.home import chairs, option_choice, option_choices, presets
from fattorino.server.precompile import Precompiler
from loops import run

OWN = sorted(rulebook.parent.name for rulebook in Path(games.__file__).parent.glob("*/rulebook.md"))


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
    more = option_choice(game, "extra_pigs", settings)
    assert more["help"] == "More Little Pigs (with “Three Little Pigs”)."
    towns = {value: words for value, words, _chosen in option_choice(game, "town", settings)["choices"]}
    assert towns["human_gm"] == "human game master"


def test_options_and_their_values_are_called_as_players_would() -> None:
    game = fattorino.load("papa_paolo")
    fields = {field["name"]: field for field in option_choices(game, game.settings(3))}
    assert fields["variant_a_start_coin"]["title"] == "Start coin"
    assert "(not with “Reverse order”)" in fields["variant_a_start_coin"]["help"]
    told = [(value, words) for value, words, _chosen in fields["tour_revisit"]["choices"]]
    assert told == [("by_new_road", "by another road"), ("never", "never")]
    for name in OWN:
        for option in fattorino.load(name).options.values():
            assert len(option.words) in (0, len(option.values)), option.name


def test_who_sits_beside_one_at_the_same_device_has_a_name_too() -> None:
    game = fattorino.load("papa_paolo")
    made = chairs(game, game.settings(4), ["bot:greedy", "me", "me", "open"])
    assert [chair["guest"] for chair in made] == [False, False, True, False]
    assert [dict(chair["choices"])["me"] for chair in made] == ["Me", "Me", *["Somebody else here"] * 2]


def test_the_form_shows_only_what_fits_the_rest_of_it() -> None:
    game = fattorino.load("ghost_town")
    assert "town_id" not in {field["name"] for field in option_choices(game, game.settings(2))}
    designed = {field["name"]: field for field in option_choices(game, game.settings(2, town="designed"))}
    assert [value for value, _words, _on in designed["town_id"]["choices"]] == [
        "", "g2x", "g2e1", "g2e2", "g2m1", "g2h1",
    ]  # fmt: skip
    game = fattorino.load("papa_paolo")
    three = {field["name"] for field in option_choices(game, game.settings(3))}
    assert "variant_b_reverse_order" in three and "variant_d_preview_delivery" not in three
    both = game.settings(3) | {"variant_a_start_coin": True, "variant_b_reverse_order": True}
    assert {"variant_a_start_coin", "variant_b_reverse_order"} <= {
        field["name"] for field in option_choices(game, both)
    }, "one of the two can be taken back"


def test_a_first_game_has_the_easier_seat_and_gentle_bots() -> None:
    game = fattorino.load("pizza_city")
    given = parse_qs(dict(presets(game, 2))["First game"])["chair"]
    assert given == ["bot:easy", "bot:easy", "bot:easy", "me"]
    made = chairs(game, game.settings(4), given)
    assert [chair["role"].name for chair in made if chair["chosen"] == "me"] == ["Red Bike"]
    assert dict(made[0]["choices"])["bot:easy"].startswith("Easy bot: for a first game")


@pytest.mark.parametrize(("high", "cut"), [(100, False), (240, True)])
def test_the_card_of_a_game_shows_the_upper_part_of_a_long_board(
    monkeypatch: pytest.MonkeyPatch, high: int, cut: bool
) -> None:
    drawn = f'<svg viewBox="0 0 100 {high}" id="board"><rect data-target="cell"/></svg>'
    monkeypatch.setattr(home, "_random_board", lambda game, seed: drawn)
    cover = home.cover(fattorino.load("ghost_town"))
    assert ("slice" in cover) == cut
    assert "data-target" not in cover


@pytest.fixture(name="precompiler")
def _precompiler(monkeypatch: pytest.MonkeyPatch) -> Precompiler:
    """One that has not begun, and no picture is kept."""
    monkeypatch.setattr(home, "_covers", {})
    monkeypatch.setattr(jit, "interpret_at_first", lambda: None)
    return Precompiler()


@pytest.mark.parametrize("name", OWN)
def test_a_card_has_its_picture_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch, precompiler: Precompiler, name: str
) -> None:
    def drawn(*_given: Any) -> str:
        raise AssertionError("nobody waits for a board to be drawn")

    monkeypatch.setattr(home, "_random_board", drawn)
    picture = run(home.card(fattorino.load(name), precompiler))["cover"]
    root = ET.fromstring(picture)
    assert len(list(root.iter())) > 50 and root.get("aria-hidden") == "true"
    assert "data-" not in picture
    assert not [
        element for element in root.iter() if element.get("id") and f'"#{element.get("id")}"' not in picture
    ]


def test_a_game_without_a_picture_has_one_drawn_once_that_is_quick(
    monkeypatch: pytest.MonkeyPatch, precompiler: Precompiler
) -> None:
    monkeypatch.setattr(home, "COVER", "missing.svg")
    monkeypatch.setattr(home, "_random_board", lambda game, seed: '<svg viewBox="0 0 1 1"></svg>')
    game = fattorino.load("ghost_town")
    assert 'viewBox="0 0 1 1"' not in run(home.card(game, precompiler))["cover"]
    precompiler.progress("ghost_town").state = "ready"
    assert 'viewBox="0 0 1 1"' in run(home.card(game, precompiler))["cover"]
