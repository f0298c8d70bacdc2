"""Games between bots: the compiled loop and the one for single decisions play the same games."""

from typing import Any

import pytest

import fattorino
from fattorino.arena import playing
from fattorino.arena.playing import Job, Part, play, play_fast, play_slowly, seating
from fattorino.arena.tally import WHOLE, Tally
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Role

GAMES = [name for name in fattorino.games.names() if name != "pizza_race"]


def job_of(name: str, *bots: str, **changes: Any) -> Job:
    game = fattorino.load(name)
    names = bots or ("greedy", "random")
    settings = game.settings_for(len(names), **changes.pop("options", {}))
    return Job(name, settings, names, **changes)


def same(one: Part, other: Part) -> None:
    assert one.tally == other.tally
    assert one.listed == other.listed
    assert one.uses.rows.keys() == other.uses.rows.keys()
    for cell, row in one.uses.rows.items():
        assert row.tolist() == other.uses.rows[cell].tolist(), cell
    assert one.uses.names == other.uses.names
    assert one.uses.asked == other.uses.asked


@pytest.mark.parametrize("rotate", [False, True])
def test_the_fast_loop_plays_the_same_games(rotate: bool) -> None:
    job = job_of("pizza_race", "greedy", "random", "random", rotate=rotate, counting=True, listing=True)
    fast, slow = play_fast(job, 3, 12), play_slowly(job, 3, 12)
    same(fast, slow)
    assert fast.tally.games == 12
    assert len(fast.listed) == 12
    assert sum(row[1] for cell, row in fast.uses.rows.items() if cell < 128 * 2) == fast.tally.decisions


@pytest.mark.bulk
@pytest.mark.parametrize("name", GAMES)
def test_compiled_games_are_the_same_games(name: str) -> None:
    game = fattorino.load(name)
    deciding = sum(role.decides for role in game.roles(game.settings()))
    bots = tuple((["greedy", "random"] * deciding)[:deciding])
    job = Job(name, game.settings(), bots, seed=11, rotate=True, counting=True, listing=True)
    same(play_fast(job, 0, 6), play_slowly(job, 0, 6))


def test_any_cut_gives_the_same_whole() -> None:
    job = job_of("pizza_race", counting=True, rotate=True)
    whole, parts = play(job, 0, 30), Part()
    for first, count in ((0, 7), (7, 20), (27, 3)):
        parts.add(play(job, first, count))
    assert parts.tally == whole.tally
    assert {c: r.tolist() for c, r in parts.uses.rows.items()} == {
        c: r.tolist() for c, r in whole.uses.rows.items()
    }


def test_every_win_is_counted_once() -> None:
    part = play(job_of("pizza_race", "random", "random", "random"), 0, 40)
    assert sum(part.tally.seat_wins) == WHOLE * part.tally.decided
    assert sum(part.tally.wins.values()) == WHOLE * part.tally.decided
    assert sum(part.tally.lengths.values()) == 40
    assert all(sum(scores.values()) == 40 for scores in part.tally.seat_scores)


def test_wins_are_counted_by_place_in_the_turn_order() -> None:
    part = play(job_of("papa_paolo", "random", "random", "random", listing=True), 0, 12)
    places = [0] * 3
    for game in part.listed:
        for winner in game.winners:
            places[(winner - game.began) % 3] += WHOLE // len(game.winners)
    assert part.tally.place_wins == places != part.tally.seat_wins
    assert sum(part.tally.began) == 12 and all(part.tally.began)


def test_a_tally_survives_a_file() -> None:
    import json

    tally = play(job_of("pizza_race"), 0, 10).tally
    assert Tally.restored(json.loads(json.dumps(tally.save()))) == tally


def test_teams_change_places_together() -> None:
    pairs = [Role("a", team=0), Role("b", team=1), Role("c", team=1), Role("d", team=0)]
    assert seating(pairs, ["w", "x", "y", "z"], 1) == ["x", "w", "z", "y"]
    assert seating(pairs, ["w", "x", "y", "z"], 2) == ["w", "x", "y", "z"]
    assert seating([Role("a"), Role("b"), Role("c")], ["x", "y", "z"], 1) == ["y", "z", "x"]


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadOption, match="at least 1, not 0"):
        job_of("pizza_race").check(0)
    with pytest.raises(BadOption, match="seeds go from 0 to"):
        job_of("pizza_race", seed=2**60).check(1)
    with pytest.raises(BadOption, match="no bot 'genius'"):
        job_of("pizza_race", "genius", "random").check(1)
    with pytest.raises(BadOption, match="has no setting 'depth'"):
        job_of("pizza_race", "greedy:depth=3", "random").check(1)


def test_both_ways_count_alike() -> None:
    """The compiled loop keeps its own constants, so that its cache notices when one changes."""
    loop = playing.fast_loop(fattorino.load("pizza_race"))
    assert loop.WHOLE == WHOLE
    assert (loop.QUESTIONS, loop.PER_GAME) == (playing.QUESTIONS, playing.PER_GAME)
    assert {"random": loop.RANDOM, "greedy": loop.GREEDY} == playing.FAST
