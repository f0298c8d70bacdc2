"""A Ray cluster of two workers plays the same games."""

import importlib.util

import pytest

import fattorino
from fattorino.arena.playing import Job
from fattorino.arena.simulate import simulate
from fattorino.kernel.errors import FattorinoError

pytestmark = [
    pytest.mark.bulk,
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]


def test_a_cluster_plays_the_same_games() -> None:
    import ray

    try:
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        settings = fattorino.load("ghost_town").settings(seats=2)
        job = Job("ghost_town", settings, ("random", "random"), seed=3, rotate=True, counting=True)
        here, there = simulate(job, 600, workers=1), simulate(job, 600, ray="auto")
        here.tally.seconds = there.tally.seconds = 0
        assert here.tally == there.tally
        assert {c: r.tolist() for c, r in here.uses.rows.items()} == {
            c: r.tolist() for c, r in there.uses.rows.items()
        }
        assert here.uses.names == there.uses.names
    finally:
        ray.shutdown()


def test_an_address_without_a_cluster_is_named() -> None:
    settings = fattorino.load("ghost_town").settings(seats=2)
    job = Job("ghost_town", settings, ("random", "random"))
    with pytest.raises(FattorinoError, match="no Ray cluster at"):
        simulate(job, 2, ray="127.0.0.1:1")
