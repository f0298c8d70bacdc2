"""Building the town: placement rules, random and ready-made towns, difficulty, towns from files."""

from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.games.ghost_town import state as gt, town
from fattorino.games.ghost_town.disagreement import misplaced
from fattorino.games.ghost_town.state import SQUARE, Phase, Rule, Tile, square_name, square_number
from fattorino.kernel.records import NONE
from fattorino.kernel.rng import draw
from games.ghost_town.street import GAME, Street

GRID = gt.COMPONENTS["town"][0]["grid"]


def builder(**options: Any) -> fattorino.Match:
    """A match in which the game master builds."""
    chosen: dict[str, Any] = {"seats": 2, "town": "human_gm"} | options
    return GAME.new(seed=1, **chosen)


def build(match: fattorino.Match, *squares: str) -> None:
    for square in squares:
        match.play(SQUARE + square_number(square))


def rule_for(match: fattorino.Match, square: str) -> str:
    refusal = match.why_not(SQUARE + square_number(square))
    return refusal.rule if refusal else "OK"


BASICS = ["D4", "F2", "B4", "F6", "B6", "G3", "D1", "C2", "F4", "E5", "D6", "G7"]
WALLS = ["B3", "G4", "E6", "E7"]
TELEPORTS = ["A1", "G6", "C7"]


@pytest.mark.rule("GT-BUILD-1", "GT-ROLE-2")
def test_tiles_come_in_a_fixed_order_and_then_the_town_stands() -> None:
    match = builder()
    assert match.to_move == 2, "the game master is seat n"
    build(match, *BASICS, *WALLS, *TELEPORTS)
    state = match.state[0]
    assert state.phase == Phase.ACT
    assert match.to_move == 0
    for square, tile, _face in town.read_grid(GRID):
        assert state.tile[square] == tile
    assert rule_for(match, "A3") == "GT-ROLE-2"
    assert match.why_not(gt.MOVE) is None


@pytest.mark.rule("GT-BUILD-1")
def test_nobody_moves_before_the_town_stands() -> None:
    match = builder()
    refusal = match.why_not(gt.MOVE)
    assert refusal is not None
    assert refusal.rule == "GT-BUILD-1"


@pytest.mark.rule("GT-BUILD-2", "GT-MAP-3")
def test_a_square_holds_one_tile() -> None:
    match = builder()
    build(match, "D4", "F2", "B4")
    assert rule_for(match, "B4") == "GT-BUILD-2"


@pytest.mark.rule("GT-BUILD-3", "GT-MAP-2")
def test_no_start_on_the_perimeter() -> None:
    match = builder()
    build(match, "D4")
    refused = {square_name(s) for s in range(gt.SQUARES) if rule_for(match, square_name(s)) == "GT-BUILD-3"}
    assert len(refused) == 24
    assert "G2" in refused
    assert {name for name in refused if name[0] not in "AG" and name[1] not in "17"} == set()


@pytest.mark.rule("GT-BUILD-4")
def test_nothing_next_to_a_start() -> None:
    match = builder()
    build(match, "D4")
    assert rule_for(match, "D5") == "GT-BUILD-4", "not another start"
    build(match, "F2", "B4", "F6", "B6", "G3")
    assert rule_for(match, "D5") == "GT-BUILD-4", "not a grave"
    assert rule_for(match, "C3") == "OK", "diagonally it may"


@pytest.mark.rule("GT-BUILD-5")
def test_icons_in_play() -> None:
    assert builder().state[0].in_play.tolist() == [1, 1, 0]
    assert builder(two_player_icons=("basil", "cheese")).state[0].in_play.tolist() == [0, 1, 1]
    assert builder(seats=3).state[0].in_play.tolist() == [1, 1, 1]


@pytest.mark.rule("GT-BUILD-6")
def test_a_signboard_not_next_to_its_own_pizza() -> None:
    match = builder()
    build(match, "D4", "F2", "B4", "F6")
    assert rule_for(match, "B5") == "GT-BUILD-6"
    assert rule_for(match, "F7") == "OK", "next to another pizza it may"
    assert rule_for(match, "A5") == "OK", "diagonally it may"


@pytest.mark.rule("GT-BUILD-7", "GT-MAP-4")
def test_ghosts_on_graves_pizzas_on_boxes_and_no_house_yet() -> None:
    state = Street().state
    assert state.house.tolist() == [0, 0, 0]
    for square in range(gt.SQUARES):
        assert bool(int(state.ghosts) >> square & 1) == (state.tile[square] == Tile.GRAVE)
    assert [state.tile[state.box_at[icon]] for icon in (0, 1)] == [Tile.BOX, Tile.BOX]
    assert state.pizza.tolist() == [1, 1, 0]


@pytest.mark.rule("GT-BUILD-8")
def test_walls_leave_one_area() -> None:
    match = builder()
    build(match, *BASICS, "A2")
    assert rule_for(match, "B1") == "GT-BUILD-8", "A1 would be cut off"


@pytest.mark.rule("GT-BUILD-9", "GT-BUILD-10")
def test_no_teleport_may_trap_anybody() -> None:
    match = builder()
    build(match, "D4", "F2", "B4", "F6", "B6", "G3", "D1", "C2", "F4", "E5", "D6", "G7")
    build(match, "B1", "G4", "E6", "E7", "A2")
    assert rule_for(match, "A1") == "GT-BUILD-10", "circle on A2, triangle on A1, a wall on B1"
    assert town.all_reachable(int(match.state[0].walls), 7, 0, 20) is False
    build(match, "G6")
    bad = [s for s in range(gt.SQUARES) if rule_for(match, square_name(s)) == "GT-BUILD-9"]
    for square in bad:
        if not match.state[0].tile[square] and not town.near_start(match.state[0], square):
            assert not town.all_reachable(int(match.state[0].walls), 7, square_number("G6"), square)
    assert rule_for(match, "A1") == "GT-BUILD-9", "whoever stands on A1 could only enter the circle"


@pytest.mark.rule("GT-BUILD-11", "GT-VAR-PIG-1", "GT-VAR-MONKEY-1", "GT-VAR-CROW-1", "GT-VAR-MANHOLE-1")
def test_round_tiles_come_last_and_not_next_to_a_start() -> None:
    match = builder(
        variant_pigs=True, extra_pigs=2, variant_monkey=True, variant_crow=True, variant_manholes=True
    )
    build(match, *BASICS, *WALLS, *TELEPORTS)
    assert rule_for(match, "D5") == "GT-BUILD-11"
    labels = []
    for square in ("A3", "A4", "A5", "A6", "B1", "C1", "E1", "G1", "A7", "B7", "D7"):
        labels.append(match.label(SQUARE + square_number(square)))
        build(match, square)
    words = [label.removeprefix("Place ").rsplit(" on ", 1)[0] for label in labels]
    pigs = ["a Little Pig"] * 5 + ["the Parent Pig"]
    assert words == [*pigs, "the Monkey", "the Crow", *["a manhole cover"] * 3]
    assert match.to_move == 0


@pytest.mark.rule("GT-BUILD-12")
def test_random_towns_keep_every_rule_and_reach_every_square() -> None:
    seen = np.zeros(gt.SQUARES, int)
    for seed in range(40):
        match = GAME.new(seats=2 + seed % 2, seed=seed, variant_pigs=True, variant_manholes=True)
        state = match.state[0]
        seen += state.tile != Tile.EMPTY
        check_town(match)
    assert seen.min() > 0, "every square is used now and then"


def check_town(match: fattorino.Match) -> None:
    """Build a finished town again, tile by tile, and call the guard each time."""
    state = match.state[0]
    fresh = np.zeros(1, gt.STATE)[0]
    for name in ("n", "in_play", "pigs", "monkey", "crow", "covers_used"):
        fresh[name] = state[name]
    town.clear_town(fresh)
    left = {square: int(state.tile[square]) for square in range(gt.SQUARES) if state.tile[square]}
    faces = {int(state.start_at[k]): k for k in range(3)} | {int(state.box_at[i]): i for i in range(3)}
    faces |= {int(state.sign_at[i]): i for i in range(3)} | {int(state.teleport_at[f]): f for f in range(3)}
    for step in range(town.tiles_in_all(fresh)):
        tile, face = town.tile_to_place(fresh, step)
        special = tile in (Tile.START, Tile.BOX, Tile.SIGNBOARD, Tile.TELEPORT)
        square = next(s for s, t in left.items() if t == tile and (not special or faces[s] == face))
        assert town.check_build(fresh, tile, face, square) == Rule.OK
        town.lay(fresh, tile, face, square)
        del left[square]
    assert not left


@pytest.mark.rule("GT-BUILD-13")
@pytest.mark.parametrize("entry", gt.COMPONENTS["town"], ids=lambda entry: entry["id"])
def test_ready_made_towns_are_legal_and_have_their_par(entry: dict[str, Any]) -> None:
    match = GAME.new(
        seats=entry["players"],
        town="designed",
        town_id=entry["id"],
        seed=1,
        variant_pigs=True,
        variant_monkey=True,
        variant_crow=True,
        variant_manholes=True,
    )
    check_town(match)


@pytest.mark.rule("GT-BUILD-13")
def test_a_ready_made_town_of_fitting_size_is_drawn() -> None:
    fitting = [
        entry
        for entry in gt.COMPONENTS["town"]
        if entry["players"] == 2 and entry["difficulty"] != "tutorial"
    ]
    grids = {tuple(read(entry["grid"])) for entry in fitting}
    drawn = {tuple(GAME.new(seats=2, town="designed", seed=s).state[0].tile.tolist()) for s in range(40)}
    assert drawn == grids


def read(grid: str) -> list[int]:
    tiles = [0] * gt.SQUARES
    for square, tile, _face in town.read_grid(grid):
        tiles[square] = int(tile)
    return tiles


@pytest.mark.rule("GT-BUILD-14")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("difficulty", "boxes", "signs"),
    [("easy", {1, 2}, {1}), ("medium", {1, 2}, {1, 2}), ("hard", {4, 5}, {4, 5, 6})],
)
def test_difficulty_says_how_far_pizzas_and_houses_lie(
    difficulty: str, boxes: set[int], signs: set[int], seats: int
) -> None:
    to_box, to_sign = set(), set()
    for seed in range(20):
        state = GAME.new(
            seats=seats, seed=seed, difficulty=difficulty, two_player_icons="basil,cheese"
        ).state[0]
        icons = [icon for icon in range(3) if state.in_play[icon]]
        for k, icon in enumerate(icons):
            to_box.add(steps(state.start_at[k], state.box_at[icon]))
            to_sign.add(steps(state.box_at[icon], state.sign_at[icon]))
    assert (to_box, to_sign) == (boxes, signs)


@pytest.mark.rule("GT-BUILD-12")
def test_building_starts_again_as_soon_as_no_square_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """In easy towns of three the signboard's few squares are often taken."""
    drawn = [0] * 40
    started, clear = [-1] * 40, town.clear_town
    for seed in range(40):

        def count(state: Any, n: int, seed: int = seed) -> int:
            drawn[seed] += 1
            return int(draw(state, n))

        def clear_and_count(state: Any, seed: int = seed) -> None:
            started[seed] += 1
            clear(state)

        monkeypatch.setattr(town, "draw", count)
        monkeypatch.setattr(town, "clear_town", clear_and_count)
        check_town(GAME.new(seats=3, seed=seed, difficulty="easy"))
    assert sum(starts > 1 for starts in started) > 5, "some towns were begun again"
    assert max(drawn) < 1500


@pytest.mark.rule("GT-BUILD-14")
@pytest.mark.bulk
@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
def test_imagined_towns_keep_to_the_difficulty(difficulty: str) -> None:
    """Everybody knows the difficulty, so only such towns are imagined."""
    match = GAME.new(seats=2, seed=4, difficulty=difficulty)
    kept, asked = 0, 0
    for turn in range(10):
        for seed in range(2):
            world = match.imagine(0, seed).state[0]
            asked += 1
            kept += misplaced(world)[0] == 0
        legal = match.legal()
        match.play(legal[turn % len(legal)])
    assert kept >= 0.8 * asked, "a search that gets stuck may give it up"


@pytest.mark.rule("GT-BUILD-14")
def test_a_box_in_the_middle_has_no_square_for_a_house_of_a_hard_town() -> None:
    state = GAME.new(seats=2, seed=1, difficulty="hard").state[0]
    state.box_at[0] = gt.CENTRE
    wrong, square, tile = misplaced(state)
    assert (wrong > 0, square, tile) == (True, NONE, Tile.SIGNBOARD)


def test_a_town_that_somebody_built_has_no_difficulty() -> None:
    assert builder(difficulty="hard").state[0].difficulty == town.ANY
    assert GAME.new(seats=2, seed=1, town="designed", difficulty="hard").state[0].difficulty == town.ANY


@pytest.mark.rule("GT-BUILD-12")
def test_any_town_has_pizzas_everywhere() -> None:
    towns = [GAME.new(seats=2, seed=seed, difficulty="any").state[0] for seed in range(40)]
    assert {steps(state.start_at[0], state.box_at[0]) for state in towns} >= {1, 2, 3, 4, 5}


def steps(here: int, there: int) -> int:
    return max(abs(int(here) % 7 - int(there) % 7), abs(int(here) // 7 - int(there) // 7))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_first_game_is_in_an_easy_town(seats: int) -> None:
    assert GAME.settings(seats)["difficulty"] == "easy"


@pytest.mark.rule("GT-MAP-1", "GT-MAP-2")
def test_the_map_is_named_from_a1_to_g7() -> None:
    assert [square_name(s) for s in (0, 6, 42, 48, gt.CENTRE)] == ["A1", "G1", "A7", "G7", "D4"]
    assert gt.next_square(square_number("D4"), 0) == square_number("D3"), "up is towards row 1"
    assert gt.next_square(square_number("A1"), 0) == -1
    assert bin(gt.PERIMETER).count("1") == 24


def test_a_town_from_a_file() -> None:
    assert GAME.opening is not None
    options, actions = GAME.opening(GRID)
    match = GAME.new(seed=1, **options)
    for action in actions:
        match.play(action)
    assert match.state[0].tile.tolist() == read(GRID)
    assert match.to_move == 0


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (GRID.replace("Tc", "Xx"), "A1 holds 'Xx'"),
        (GRID.replace("Tc", ""), "49 in all; this one has 48"),
        (GRID.replace("Wa", ".."), "4 wall tiles, this one 0"),
        (GRID.replace("S2", "S1"), "start tiles do not fit"),
        ("grid = 7", "no grid"),
        ("grid = [", "not TOML"),
        pytest.param("grid = " + "[" * 3_000 + "]" * 3_000, "nested too deeply", id="deep"),
    ],
)
def test_a_broken_town_file_is_named(broken: str, message: str) -> None:
    assert GAME.opening is not None
    with pytest.raises(fattorino.BadOpening, match=message):
        GAME.opening(broken)


PIGS = 'variants = ["variant_pigs"]\n[variant_spots]\nparent_pig = ["G1"]\nlittle_pigs = '


@pytest.mark.rule("GT-VAR-PIG-1")
def test_a_town_file_may_have_more_little_pigs() -> None:
    assert GAME.opening is not None
    options, actions = GAME.opening(f'grid = """{GRID}"""\n{PIGS}["C3", "E3", "F7", "A5"]')
    assert options["extra_pigs"] == 1
    match = GAME.new(seed=1, **options)
    for action in actions:
        match.play(action)
    tile = match.state[0].tile
    assert [tile[square_number(name)] for name in ("A5", "G1")] == [Tile.LITTLE_PIG, Tile.PARENT_PIG]
    assert match.to_move == 0


@pytest.mark.parametrize(
    ("rounds", "message"),
    [
        (f'{PIGS}["C3", "E3"]', "little_pigs must name 3 to 6 squares, not 2"),
        (f'{PIGS}["C3", "E3", "Z9"]', "must name squares from A1 to G7"),
        ('variants = ["crow"]', "variants is a list of variant_pigs, variant_monkey, variant_crow"),
        ('variants = ["variant_manholes"]', "manhole_covers must name 3 squares, not 0"),
    ],
)
def test_round_tiles_of_a_town_file_are_checked(rounds: str, message: str) -> None:
    assert GAME.opening is not None
    with pytest.raises(fattorino.BadOpening, match=message):
        GAME.opening(f'grid = """{GRID}"""\n{rounds}')


@pytest.mark.rule("GT-DEC-3")
def test_tiles_of_one_kind_are_interchangeable() -> None:
    one, other = builder(), builder()
    build(one, *BASICS, *WALLS, *TELEPORTS)
    build(other, *BASICS[:6], *reversed(BASICS[6:]), *reversed(WALLS), *TELEPORTS)
    assert one.state[0].tile.tolist() == other.state[0].tile.tolist()
    assert one.state[0].ghosts == other.state[0].ghosts
