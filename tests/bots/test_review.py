"""Reviews: chances move by move, turning points, better moves."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

import fattorino
from fattorino.bots import review
from fattorino.kernel.game import Deduction, Role


def saved_game(seed: int = 3) -> dict[str, Any]:
    """A random game of the smallest game there is."""
    match, chance = fattorino.load("pizza_race").new(seed=seed), random.Random(seed)
    while not match.over:
        match.play(int(chance.choice(match.legal())))
    return match.save()


@pytest.fixture(scope="module")
def looked() -> dict[str, Any]:
    """The review of that game, in one round."""
    return review.look_back(saved_game(), 0.0, lambda done, of: None)


def test_every_position_has_a_chance_for_every_seat(looked: dict[str, Any]) -> None:
    moves, seats = looked["moves"], looked["seats"]
    assert moves[0] == 0 and moves[-1] == len(saved_game()["actions"])
    for chances in (looked["truth"], looked["known"]):
        assert set(chances) == set(seats)
        assert all(len(line) == len(moves) for line in chances.values())
        assert all(0 <= share <= 1 for line in chances.values() for share in line)


def test_at_the_end_the_winner_is_certain(looked: dict[str, Any]) -> None:
    match = fattorino.replay(saved_game())
    for seat in looked["seats"]:
        share = 1 / len(match.winners) if seat in match.winners else 0.0
        assert looked["truth"][seat][-1] == pytest.approx(share, abs=0.001)
        assert looked["known"][seat][-1] == pytest.approx(share, abs=0.001)


def test_the_same_game_gives_the_same_review(looked: dict[str, Any]) -> None:
    assert review.look_back(saved_game(), 0.0, lambda done, of: None) == looked


def test_a_review_whose_time_is_up_in_the_first_round_has_fewer_positions(looked: dict[str, Any]) -> None:
    shown: list[dict[str, Any]] = []
    made = review.look_back(saved_game(), 1e-6, lambda done, of: None, show=shown.append)

    assert 2 <= len(made["moves"]) < len(looked["moves"])
    assert (made["moves"][0], made["moves"][-1]) == (looked["moves"][0], looked["moves"][-1])
    assert all(len(line) == len(made["moves"]) for line in made["truth"].values())
    assert shown[0]["truth"] == made["truth"] and shown[0]["learned"].keys() == made["learned"].keys()


def test_places_are_looked_at_evenly() -> None:
    for count in (1, 2, 5, 41):
        order = review.coarse_first(count)
        assert sorted(order) == list(range(count))
        assert order[: min(2, count)] == [0, count - 1][: min(2, count)]


def test_a_long_game_is_looked_at_every_so_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "MOST_POSITIONS", 4)
    found = review.positions(saved_game())
    assert len(found) <= 6
    assert found[-1].over


def test_a_turning_point_names_the_better_move_of_who_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = saved_game()
    found = review.positions(saved)
    mover = found[0].to_move
    assert mover is not None
    seats = [0, 1]
    truth = {seat: [0.5] * len(found) for seat in seats}
    truth[mover][0] = 0.9
    other = next(int(action) for action in found[0].legal() if action != saved["actions"][0])
    monkeypatch.setattr(review, "advised", lambda match, seat: other)

    told = review.swings(saved["actions"], found, seats, truth, truth, 0.1)

    assert [(swing["move"], swing["seat"], swing["better"]) for swing in told] == [(0, mover, other)]
    assert told[0]["truth"] == [0.9, 0.5]


def test_who_advises_gets_what_the_seat_knew(monkeypatch: pytest.MonkeyPatch) -> None:
    match = review.positions(saved_game())[0]
    seat = match.to_move
    assert seat is not None
    seen: list[bytes] = []

    class Spy:
        name = "spy"

        def choose(self, view: Any, seat: int, actions: Any, seed: int) -> int:
            seen.append(view.tobytes())
            return int(actions[0])

    monkeypatch.setattr(review, "make", lambda spec, game: Spy())
    review.advised(match, seat)
    assert seen == [match.view(seat).tobytes()]


def test_what_was_learned_only_grows(looked: dict[str, Any]) -> None:
    for told in looked["learned"].values():
        assert len(told) == len(looked["moves"])
        assert told[0] == 0 and told == sorted(told)


def test_what_all_worlds_foresaw_tells_nothing_and_what_one_in_four_did_two_bits() -> None:
    assert review.bits(8, 8) == 0
    assert review.bits(1000, 4000) == pytest.approx(2.0, abs=0.01)
    assert review.bits(0, 256) == pytest.approx(9.0, abs=0.01), "none is not infinite"


def test_the_true_world_foresees_what_came_and_another_move_does_not() -> None:
    saved = saved_game()
    found = review.positions(saved)
    seat, came = found[0].to_move, saved["actions"][:1]
    assert seat is not None
    other = next(int(action) for action in found[0].legal() if action != came[0])
    assert review.foresees(found[0].copy(), came, seat, found[1])
    assert not review.foresees(found[0].copy(), [other], seat, found[1])
    assert not review.foresees(found[-1].copy(), came, seat, found[1]), "nothing comes after the end"


def test_a_game_may_add_a_chapter_made_from_what_its_seats_saw(
    looked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "deduction" not in looked, "most games have none"
    given: list[Any] = []

    def study(views: Any, seconds: float, seed: int, tell: Any) -> dict[str, Any]:
        given.append(views)
        tell(1.0)
        return {"seats": [0], "moves": [0]}

    saved, shares = saved_game(), []
    monkeypatch.setattr(fattorino.load("pizza_race"), "deduction", Deduction(study, lambda *_: None))  # type: ignore[arg-type]
    made = review.look_back(saved, 0.0, lambda done, of: shares.append(done / of))

    assert made.pop("deduction") == {"seats": [0], "moves": [0]} and made == looked
    match = fattorino.replay(saved)
    for seat, seen in given[0].items():
        assert len(seen) == len(saved["actions"]) + 1
        assert seen[-1].tobytes() == match.view(seat).tobytes()
    assert shares == sorted(shares) and shares[-1] == 1.0


def test_a_team_wins_together() -> None:
    class Over:
        over = True
        winners: ClassVar = [0, 2, 3]
        roles: ClassVar = [Role("a", team=0), Role("b", team=1), Role("c", team=0), Role("d")]
        game: ClassVar = fattorino.load("pizza_race")

    over: Any = Over()
    assert review.finish(over, random.Random(1)) == {0: 0.5, 2: 0.5, 3: 0.5}, "a team and somebody alone"
    Over.winners = [0, 2]
    assert review.finish(over, random.Random(1)) == {0: 1.0, 2: 1.0}
