"""Texts of the Ghost Town follow its components and options."""

from typing import Any

import pytest

from contract.numbers import check_lines, check_rules, check_texts, stated
from fattorino.games.ghost_town import state as gt
from games.ghost_town.street import GAME

C = gt.COMPONENTS
TURNS = GAME.options["turn_limit"].default
BESIDE, AROUND = gt.STRAIGHT, gt.N_DIRECTIONS
LEVELS = ("easy", "medium", "hard")
HOP = 2  # squares of a Hop Step, which its name implies
KNOWN: dict[str, list[int]] = {  # by how a text begins
    "20 turns, about": [TURNS],
    "Jump exactly 2": [HOP],
    "Hop Step jumps exactly": [HOP],
    "How many deliverers usually make it": [4, 5, 3, 5, 3],  # shares, counted in docs/games/ghost_town.md
    "third": [3],
    "Two player icons": [gt.MIN_DELIVERERS],
    "Pizzas for two": [gt.MIN_DELIVERERS],
    "The two kinds of pizza in play with two": [gt.MIN_DELIVERERS, gt.MIN_DELIVERERS],
    "Three Little Pigs": [gt.N_PIGS],
    "Estimated from {n} towns": [100],  # a chance in 100
    "What you hear after each action": [BESIDE, AROUND],
    "Sensed on the 8": [AROUND],
    "Walls: {walls}. Sensed on the eight": [AROUND],
    "Columns and rows name the squares: C4": [4],  # an example
    "The town has 7 x 7": [gt.WIDTH, gt.HEIGHT],
    "After every action you hear which of the four": [BESIDE],
    "You also sense": [AROUND],
    "The Monkey comes along: after a move it points at every pizza on the eight": [AROUND],
    "A ghost is on one of the eight": [AROUND],
    "Move one square, attack": [BESIDE, AROUND],
}
RULES = {
    "GT-BUILD-1": [gt.N_GRAVES, gt.N_WALLS],
    "GT-SETUP-1": [gt.N_WHITE, gt.DEALT],
    "GT-SETUP-2": [gt.N_CARDS - gt.N_WHITE],
    "GT-TURN-5": [TURNS],
    "GT-OUT-4": [gt.N_GHOSTS, gt.N_GRAVES, gt.N_ICONS, AROUND, gt.MAX_DRAWS],
    "GT-VAR-PIG-1": [gt.N_PIGS],
    "GT-VAR-MANHOLE-1": [gt.N_MANHOLES],
    "GT-BUILD-14": [
        far for level in LEVELS for tile in ("box", "signboard") for far in C["difficulty"][level][tile]
    ],
}


def test_texts_state_the_numbers_of_the_components() -> None:
    check_texts(GAME, KNOWN)


def test_rules_state_the_numbers_of_the_components() -> None:
    check_rules(GAME, RULES)


def test_the_rulebook_s_words_state_the_numbers_of_the_components() -> None:
    lines = {
        "with the same icon, and deliver": [TURNS],
        "| square |": [gt.WIDTH, gt.HEIGHT],
        "| 4 adjacent squares |": [BESIDE],
        "| 8 surrounding squares |": [AROUND, AROUND - BESIDE],
        "| turn |": [TURNS],
        "| `turn_limit` |": gt.TURN_LIMITS,
    }
    check_lines(GAME, lines)


@pytest.mark.parametrize("limit", gt.TURN_LIMITS)
def test_texts_follow_the_turn_limit(limit: int) -> None:
    assert GAME.guide is not None
    match = GAME.new(seats=2, seed=1, turn_limit=limit)
    for seat in (0, 1, None):
        summary = GAME.guide.summary(match.view(seat), -1 if seat is None else seat)
        said = [match.prompt(seat), summary.end, summary.end_tells]
        assert all(limit in stated(text) for text in said), said
        others = set(gt.TURN_LIMITS) - {limit}
        assert not others & {n for text in [*said, match.text(seat), summary.goal] for n in stated(text)}


@pytest.mark.parametrize("seats", [2, 3])
def test_the_legend_of_the_map_counts_the_deliverers(seats: int) -> None:
    match = GAME.new(seats=seats, seed=1, gm_can_win=True)
    assert f"1-{seats} deliverers" in match.text(seats)


@pytest.mark.rule("GT-WIN-2")
@pytest.mark.parametrize("ranking", [True, False])
def test_a_place_is_named_only_where_winners_are_ranked(ranking: bool) -> None:
    match = GAME.new(seats=2, seed=1, ranking=ranking, difficulty="easy")
    for seed in range(60):
        match = GAME.new(seats=2, seed=seed, ranking=ranking)
        while not match.over and match.state[0].n_out == 0:
            seat, legal = match.to_move, match.legal()
            match.play(int(GAME.greedy(match.view(seat), seat, legal, len(legal), 64 * seed + match.move)))
        if match.state[0].n_out:
            break
    assert match.state[0].n_out
    everything: list[Any] = [*match.log(None), *match.log(0), *match.log(1), match.svg(0), match.svg(1)]
    everything += GAME.score_breakdown(match.view(None)) + GAME.scene(match.view(None), -1)["players"]
    assert ("in first place" in str(everything)) == ranking
    assert "delivered" in str(everything)
    assert "sixth" not in str(everything)
