"""What every tile needs, also one that was just added: to be laid, said, drawn and searched for."""

from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import fattorino
from contract.worlds import random_game, settings
from fattorino.games.ghost_town import disagreement, effects, state as gt
from fattorino.games.ghost_town.features import DISTANCE
from fattorino.games.ghost_town.scene import report_row
from fattorino.games.ghost_town.squares import fact_words
from fattorino.games.ghost_town.state import Report, Tile
from fattorino.games.ghost_town.text import TILES as LETTERS
from fattorino.games.ghost_town.view import NUM_FEATURES
from fattorino.kernel.features import names
from games.ghost_town.street import GAME, attack, move

ROWS = gt.COMPONENTS["report"]
OWN_TEXTS = (Report.DISTANCE, Report.OINK, Report.SURROUND)  # made of their numbers
ROUND = [tile for tile, _row in gt.ROUND_TILES]
OPTIONS = {row["option"] for _tile, row in gt.ROUND_TILES}
EVERY: dict[str, Any] = dict.fromkeys(sorted(OPTIONS), True)


def towns() -> Iterator[Any]:
    """Random and ready-made towns with the round tiles of all variants."""
    for seed in range(12):
        yield GAME.new(seats=2 + seed % 2, seed=seed, **EVERY).state[0]
        yield GAME.new(seats=2 + seed % 2, seed=seed, town="designed", **EVERY).state[0]


def test_every_tile_is_laid_in_some_town() -> None:
    laid = np.zeros(gt.N_TILES, int)
    for state in towns():
        laid += np.bincount(state.tile, minlength=gt.N_TILES)
    never = [tile.name for tile in Tile if not laid[tile]]
    assert not never, f"in none of 24 towns: {never}; `count_of` in town.py says how many there are of each"


@pytest.mark.parametrize("tile", ROUND, ids=lambda tile: tile.name)
@pytest.mark.parametrize("town", ["random", "designed"])
def test_a_round_tile_comes_into_play_with_its_option_only(tile: Tile, town: str) -> None:
    option = dict(gt.ROUND_TILES)[tile]["option"]
    with_it = GAME.new(seats=2, seed=1, town=town, **{option: True}).state[0]
    assert (with_it.tile == tile).any(), f"{option} is on, and {tile.name} is not laid in a {town} town"
    without = GAME.new(seats=2, seed=1, town=town, **EVERY | {option: False}).state[0]
    assert not (without.tile == tile).any(), f"{option} is off, and {tile.name} is laid in a {town} town"


@pytest.mark.parametrize("entry", gt.COMPONENTS["town"], ids=lambda entry: entry["id"])
def test_a_ready_made_town_names_squares_for_tiles_that_there_are(entry: dict[str, Any]) -> None:
    known = {row["spots"] for _tile, row in gt.ROUND_TILES}
    assert set(entry["variant_spots"]) - {"source"} <= known


@pytest.mark.parametrize("row", [row for _tile, row in gt.ROUND_TILES], ids=lambda row: row["id"])
def test_the_rulebook_says_what_a_round_tile_does(row: dict[str, Any]) -> None:
    _article, _space, name = row["name"].partition(" ")
    rules = [rule for rule, text in GAME.rulebook.sentences.items() if name.lower() in text.lower()]
    assert rules, f"no rule of rulebook.md speaks of {row['name']}"


# -- what is said about a tile ---------------------------------------------------------------------------


def way(state: Any, target: int) -> list[int]:
    """The Moves that lead seat 0 to a square, around everything that lies on the way."""
    closed = int(state.walls) | int(state.ghosts)
    free = (Tile.EMPTY, Tile.START, Tile.SIGNBOARD)
    closed |= sum(1 << square for square in range(gt.SQUARES) if state.tile[square] not in free)
    begin = int(state.position[0])
    back: dict[int, tuple[int, int]] = {begin: (begin, -1)}
    todo = deque([begin])
    while todo and target not in back:
        here = todo.popleft()
        for direction in range(gt.STRAIGHT):
            there = gt.next_square(here, direction)
            if there >= 0 and there not in back and (there == target or not gt.has(closed, there)):
                back[there] = (here, direction)
                todo.append(there)
    steps: list[int] = []
    while target in back and target != begin:
        target, direction = back[target]
        steps.append(direction)
    return steps[::-1]


def visits(tile: Tile, attacking: bool) -> Iterator[fattorino.Match]:
    """Games in which deliverer 1 has just stepped onto a tile, or attacked it, in towns with all variants."""
    for seed in range(12):
        match = GAME.new(seats=2, seed=seed, turn_limit=30, difficulty="any", **EVERY)
        state = match.state[0]
        assert (state.tile == tile).any(), f"{tile.name} is not laid"
        steps = way(state, int(np.flatnonzero(state.tile == tile)[0]))
        for number, direction in enumerate(steps, 1):
            match.play(attack(direction) if attacking and number == len(steps) else move(direction))
            if number < len(steps):
                match.play(attack(0))
        if steps:
            yield match


@pytest.mark.parametrize("tile", ROUND, ids=lambda tile: tile.name)
@pytest.mark.parametrize("attacking", [False, True], ids=["arrival", "attack"])
def test_what_a_tile_leads_to_is_said_searched_for_and_noted_down(tile: Tile, attacking: bool) -> None:
    seen = 0
    for match in visits(tile, attacking):
        state, seen = match.state[0], seen + 1
        said = int(state.said[int(state.n_records) - 1])
        for report in range(Report.SURROUND):
            if said >> report & 1 and report not in (Report.NOTHING, Report.ATTACK_MISS):
                row = ROWS[report]
                assert "tile" in row, f"report {row['id']} has no `tile`: which one leads to it"
                if not attacking:
                    assert "found" in row, f"report {row['id']} has no `found`: what the notebook shows there"
        assert_true_town_agrees(match)
        for viewer in (0, 1, 2, None):
            assert "You have won." not in match.svg(viewer), "nobody has delivered yet"
            assert match.text(viewer)
    assert seen > 3, "the tile was hardly ever reached"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_report_has_words(row: dict[str, Any]) -> None:
    if Report[row["id"].upper()] not in OWN_TEXTS:
        assert row.get("text"), f"report {row['id']} has no `text`"
    try:
        assert fact_words(row.get("found", "free"))
    except KeyError as unknown:
        pytest.fail(
            f"report {row['id']}: `found` is {unknown}, for which `fact_words` in squares.py has no words"
        )


# -- a town that agrees with the record --------------------------------------------------------------------


def assert_true_town_agrees(match: fattorino.Match) -> None:
    """Replay the record in the true town, as the search replays it in others: each line must be the same."""
    view, world = match.view(0), np.zeros(1, GAME.state)[0]
    gt.FIELDS.copy_public(match.state[0], world)
    for name in ("built", "start_at", "box_at", "sign_at", "teleport_at"):
        world[name] = match.state[0][name]
    disagreement.reset(world)
    for line in range(int(view.n_records)):
        differ = disagreement.replay_line(view, line, world)
        assert not differ, (
            f"line {line} of the record is {words(view, line)}; in the same town disagreement.py "
            f"comes to {words(world, line)}"
        )


def words(record: Any, line: int) -> str:
    """A line of the record, as the page shows it."""
    names = ("action", "extra", "said", "detail", "distance", "near_walls", "signs", "pizza_at")
    row = report_row(0, int(record.by[line]), *[int(record[name][line]) for name in names])
    return repr("; ".join(filter(None, row[1:])))


@pytest.mark.parametrize("options", list(settings(GAME)), ids=lambda options: "-".join(options))
def test_the_true_town_agrees_with_every_line_of_the_record(options: dict[str, Any]) -> None:
    assert_true_town_agrees(random_game("ghost_town", options, seed=5))


@pytest.mark.rule("GT-REPORT-5")
def test_whether_a_line_has_a_surrounding_report_is_one_rule() -> None:
    """Of the game and of the search: a record in which a deliverer has delivered agrees with its own town."""
    for seed in range(40):
        match = GAME.new(seats=2, seed=seed)
        while not match.over and match.state[0].n_out == 0:
            seat, legal = match.to_move, match.legal()
            match.play(int(GAME.greedy(match.view(seat), seat, legal, len(legal), 64 * seed + match.move)))
        if match.state[0].n_out:
            assert_true_town_agrees(match)
            line = int(match.state[0].n_records) - 1
            assert not effects.has_surroundings(match.state[0], line)
            return
    raise AssertionError("nobody delivered")


# -- how a tile is drawn -----------------------------------------------------------------------------------


def test_a_tile_has_a_letter_of_its_own_in_a_terminal() -> None:
    letters = [LETTERS[tile] for tile in Tile if tile in LETTERS]
    assert len(set(letters)) == len(letters)
    for state in towns():
        assert GAME.board(GAME.redact(state, int(state.n)), int(state.n))


@pytest.mark.parametrize("square", ["A1", "G7"])
def test_a_learner_can_tell_every_tile_on_every_square(square: str) -> None:
    match = GAME.new(seats=2, seed=4, town="human_gm")
    at = gt.square_number(square)
    for tile in Tile:
        match.state[0].tile[at] = tile
        seen = dict(zip(names(GAME.layout), match.features(2), strict=True))
        lit = [name for name, value in seen.items() if name.startswith("town[") and value]
        assert lit == ([f"town[{at}].tile[{tile - 1}]"] if tile else []), tile.name


def test_a_learner_hears_everything_that_a_line_can_say() -> None:
    """The numbers of a line are written eight at a time, from two words of bits."""
    match = GAME.new(seats=2, seed=4)
    match.play(move(0))
    state = match.state[0]
    state.said[0] = (1 << Report.SURROUND) - 1
    state.near_walls[0], state.signs[0], state.distance[0] = 15, 7, 7
    state.pizza_at[0] = (1 << gt.N_DIRECTIONS) - 1
    numbers = np.zeros(NUM_FEATURES, np.float32)
    GAME.observe(match.view(0), 0, numbers)
    heard = dict(zip(names(GAME.layout), numbers, strict=True))
    parts = ("reports", "walls", "sensed", "pizza_at", "distance")
    said = {name: heard[name] for name in heard if name.startswith(tuple(f"record[0].{p}" for p in parts))}
    assert len(said) == Report.SURROUND + gt.STRAIGHT + 3 + gt.N_DIRECTIONS + DISTANCE
    assert all(said.values()), [name for name, value in said.items() if not value]
