"""Simulations give the same result on any number of cores, and can be interrupted and continued."""

import json
import multiprocessing
import os
import signal
from pathlib import Path

import pytest

import fattorino
from fattorino import bots
from fattorino.arena.playing import Job, Part
from fattorino.arena.simulate import MAX_UNDECIDED, Results, chunks, hopeless, simulate
from fattorino.arena.tally import Tally
from fattorino.kernel.errors import BadOption, FattorinoError


def job_of(*names: str, seed: int = 5, rotate: bool = True, **options: int) -> Job:
    settings = fattorino.load("pizza_race").settings_for(len(names), **options)
    return Job("pizza_race", settings, names, seed, rotate)


def test_the_number_of_cores_changes_nothing() -> None:
    job = job_of("greedy", "random")
    alone, threads = simulate(job, 110, workers=1), simulate(job, 110, workers=3)
    assert alone.tally.games == 110
    alone.tally.seconds = threads.tally.seconds = 0
    assert alone.tally == threads.tally


@pytest.mark.filterwarnings("ignore:overflow")  # interpreted hashing
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_bots_that_search_play_in_processes(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fattorino.arena.simulate.METHOD", method)
    job = job_of("mcts:simulations=4", "random")
    alone, processes = simulate(job, 5, workers=1), simulate(job, 5, workers=2)
    alone.tally.seconds = processes.tally.seconds = 0
    assert alone.tally == processes.tally
    assert set(alone.tally.wins) == {"mcts:simulations=4", "random"}


def test_it_stops_when_the_interval_is_tight() -> None:
    part = simulate(job_of("greedy", "random"), 100_000, workers=1, until=0.06)
    assert 100 <= part.tally.games < 1000
    assert part.tally.half_width <= 0.06
    again = simulate(job_of("greedy", "random"), 100_000, workers=2, until=0.06)
    assert again.tally.games == part.tally.games


def test_with_one_bot_the_seats_decide_when_to_stop() -> None:
    part = simulate(job_of("random", "random"), 100_000, workers=1, until=0.08)
    assert part.tally.half_width <= 0.08
    assert part.tally.games < 1000


def test_it_gives_up_waiting_for_an_interval_when_nobody_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(_job: Job, _first: int, count: int) -> Part:
        return Part(Tally(games=count, undecided=count, seats=2, seat_wins=[0, 0], seat_scores=[{}, {}]))

    monkeypatch.setattr("fattorino.arena.simulate.play", lost)
    waiting = simulate(job_of("random", "random"), 100_000, workers=1, until=0.05)
    assert MAX_UNDECIDED <= waiting.tally.games < 2 * MAX_UNDECIDED
    assert hopeless(waiting.tally, 0.05)
    counted = simulate(job_of("random", "random"), 5 * MAX_UNDECIDED, workers=1)
    assert counted.tally.games == 5 * MAX_UNDECIDED


def test_ctrl_c_still_gives_what_was_played() -> None:
    def stop(part: Part) -> None:
        if part.tally.games >= 40:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    for workers in (1, 2):
        part = simulate(job_of("random", "random"), 4000, workers=workers, progress=stop)
        assert 40 <= part.tally.games < 4000
        assert sum(part.tally.lengths.values()) == part.tally.games
    assert signal.getsignal(signal.SIGINT) is before


def test_a_file_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path, job = tmp_path / "results.json", job_of("greedy", "random")
    first = Results(path, job)
    first.keep(simulate(job, 33, workers=1), now=True)

    second = Results(path, job)
    assert second.part.tally.games == 33
    part = simulate(job, 90, workers=1, so_far=second.part)
    whole = simulate(job, 90, workers=1)
    part.tally.seconds = whole.tally.seconds = 0
    assert part.tally == whole.tally

    with pytest.raises(FattorinoError, match="another command: seed is 5 there and 6 here"):
        Results(path, job_of("greedy", "random", seed=6))
    with pytest.raises(FattorinoError, match="options: goal is 12 there and 20 here"):
        Results(path, job_of("greedy", "random", goal=20))
    with pytest.raises(FattorinoError, match="bots is"):
        Results(path, job_of("greedy", "greedy"))
    path.write_text(json.dumps({"games": 3}))
    with pytest.raises(FattorinoError, match="holds no results of simulate"):
        Results(path, job)


def test_portions_begin_at_the_same_games_after_a_stop() -> None:
    assert chunks(0, 50, 20) == [(0, 20), (20, 20), (40, 10)]
    assert chunks(33, 90, 20) == [(33, 7), (40, 20), (60, 20), (80, 10)]
    assert chunks(40, 60, 20) == [(40, 20)]


def test_a_list_of_bots_may_have_settings() -> None:
    assert bots.split("greedy,mcts:simulations=20,threads=1,random") == [
        "greedy",
        "mcts:simulations=20,threads=1",
        "random",
    ]


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadOption, match="between 0 and 1"):
        simulate(job_of("random", "random"), 10, until=3)
    with pytest.raises(BadOption, match="workers must be"):
        simulate(job_of("random", "random"), 10, workers=-1)
