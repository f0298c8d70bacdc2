"""Games as data: what is written can be read back, and matches what was played."""

import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
import pytest
from typer.testing import CliRunner

import fattorino
import fattorino.cli
from fattorino.arena import export
from fattorino.arena.minari import export_minari
from fattorino.arena.playing import Job, play
from fattorino.commands.common import app
from fattorino.envs import aec
from fattorino.envs.common import Rewards, loops
from fattorino.kernel import features
from test_cli import refused, run

RACE = fattorino.load("pizza_race")


def job_of(*names: Any) -> Job:
    return Job("pizza_race", RACE.settings_for(len(names)), names, 5, True)


def test_a_file_tells_every_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "ROWS", 50)  # several row groups
    path, job = tmp_path / "race.parquet", job_of("greedy", "random")
    games, rows = export.export(job, 12, path)
    file = parquet.ParquetFile(path)
    assert file.num_row_groups > 1 and file.metadata.num_rows == rows
    read = file.read()
    assert read.schema.names == [
        "game", "seed", "move", "seat", "bot", "observation", "mask", "action", "score", "rank", "won",
    ]  # fmt: skip
    seen = np.stack(read["observation"].to_numpy())
    masks = np.stack(read["mask"].to_numpy())
    columns = {
        name: read[name].to_pylist() for name in ("game", "seed", "move", "seat", "bot", "action", "won")
    }
    at = 0
    for number in range(games):
        match = RACE.new(seed=5 + number, **job.options)
        while not match.over:
            seat = columns["seat"][at]
            assert (columns["game"][at], columns["seed"][at], columns["move"][at]) == (
                number,
                5 + number,
                match.move,
            )
            assert seat == match.to_move and columns["bot"][at] == ("greedy", "random")[(seat + number) % 2]
            assert (seen[at] == match.features(seat)).all()
            assert np.flatnonzero(masks[at]).tolist() == match.legal().tolist()
            match.play(columns["action"][at])
            at += 1
        for row in range(at):
            if columns["game"][row] == number:
                assert columns["won"][row] == (columns["seat"][row] in match.winners)
    assert at == rows
    told = json.loads(read.schema.metadata[b"fattorino"])
    assert told["bots"] == ["greedy", "random"] and told["seed"] == 5
    assert told["features"] == features.names(RACE.layout) and len(told["features"]) == seen.shape[1]


def test_they_are_the_games_of_simulate(tmp_path: Path) -> None:
    job = job_of("easy:simulations=2", "random")
    export.export(job, 3, tmp_path / "a.parquet")
    assert parquet.read_metadata(tmp_path / "a.parquet").num_rows == play(job, 0, 3).tally.decisions


def test_ctrl_c_leaves_a_file_of_whole_games(tmp_path: Path) -> None:
    asked = []

    def tired(view: Any, seat: int, actions: Any, seed: int) -> int:
        asked.append(seed)
        if len(asked) == 60:
            raise KeyboardInterrupt
        return int(actions[0])

    games, rows = export.export(job_of(tired, "random"), 1000, tmp_path / "a.parquet")
    read = parquet.read_table(tmp_path / "a.parquet")
    assert 0 < games < 60 and len(read) == rows
    assert set(read["game"].to_pylist()) == set(range(games))


def test_a_minari_dataset_tells_what_each_seat_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Minari itself reads it; following its actions gives the same games, numbers, masks and rewards."""
    minari = pytest.importorskip("minari")
    monkeypatch.setattr("fattorino.arena.export.ROWS", 50)  # written in several parts
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    job = job_of("greedy", "random", "random")
    games, rows = export_minari(job, 5, tmp_path / "race-v0")
    read = minari.load_dataset("race-v0")
    assert (read.total_episodes, read.total_steps) == (15, rows) and games == 5
    assert read.action_space.n == RACE.num_actions
    told = read.storage.metadata["fattorino"]
    assert told["bots"] == ["greedy", "random", "random"] and told["features"] == features.names(RACE.layout)
    found = list(read.iterate_episodes())
    abouts = list(read.storage.get_episode_metadata(range(15)))
    for number in range(5):
        table, lives, steps = aec(RACE, seats=3), found[3 * number : 3 * number + 3], [0, 0, 0]
        table.reset()
        table.table._match = match = RACE.new(seed=5 + number, **job.options)
        table.agent_selection = f"seat_{match.to_move}"
        while not match.over:
            seat = match.to_move
            assert seat is not None
            life, at = lives[seat], steps[seat]
            assert (life.observations[at] == match.features(seat)).all()
            assert np.flatnonzero(life.infos["action_mask"][at]).tolist() == match.legal().tolist()
            table.step(int(life.actions[at]))
            steps[seat] += 1
        for seat, life in enumerate(lives):
            about = abouts[3 * number + seat]["options"]
            assert (about["game"], about["seat"], about["bot"]) == (
                number,
                seat,
                ("greedy", "random", "random")[(seat + number) % 3],
            )
            assert read.observation_space.contains(life.observations[-1])
            assert (life.observations[-1] == match.features(seat)).all()
            assert steps[seat] == len(life.actions) == len(life.observations) - 1
            assert life.terminations.tolist() == [False] * (steps[seat] - 1) + [True]
            assert not life.truncations.any() and not life.rewards[:-1].any()
            assert life.rewards[-1] == pytest.approx(table.rewards[f"seat_{seat}"])


@pytest.mark.parametrize(("name", "seats"), [("pizza_race", 3), ("pizza_city", 4), ("new_york", 1)])
def test_rewards_by_result_share_one_win(name: str, seats: int) -> None:
    """For every set of sides that could win together: rivals, two teams, one player against the game."""
    game = fattorino.load(name)
    roles = game.roles(game.settings(seats))
    rewards, given = Rewards(game, roles, "result"), np.zeros(game.max_seats)
    for chosen in product((False, True), repeat=rewards.n_sides):
        results = np.zeros((game.max_seats, 3), np.int32)
        winners = [seat for seat in range(seats) if chosen[rewards.sides[seat]]]
        results[winners, 2] = 1
        loops(game).share_out(results, rewards.sides, rewards.n_sides, 0, given)
        wins, n = sum(chosen), rewards.n_sides
        if n == 1:
            wanted = [1.0 if wins else -1.0] * seats
        elif not wins:
            wanted = [0.0] * seats
        else:
            shares = [1 / wins if seat in winners else 0.0 for seat in range(seats)]
            wanted = [(n * share - 1) / (n - 1) for share in shares]
        assert given[:seats].tolist() == pytest.approx(wanted)


def test_a_minari_dataset_has_a_name_and_a_free_folder(tmp_path: Path) -> None:
    pytest.importorskip("minari")
    job = job_of("random", "random")
    with pytest.raises(fattorino.BadOption, match="is called NAME-v0 or the like, not 'games'"):
        export_minari(job, 1, tmp_path / "games")
    asked = ["--games", "2", "--bots", "random,random", "--minari", "--output", str(tmp_path / "a-v0")]
    said = CliRunner().invoke(app, ["export", "pizza_race", *asked]).output
    assert "decisions of 2 games" in " ".join(said.split())  # a long path wraps the line
    with pytest.raises(fattorino.FattorinoError, match="it is there already"):
        export_minari(job, 1, tmp_path / "a-v0")


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(fattorino.FattorinoError, match="cannot be written"):
        export.export(job_of("random", "random"), 1, tmp_path / "no" / "a.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(fattorino.FattorinoError, match=r"pip install 'fattorino\[data\]'"):
        export.export(job_of("random", "random"), 1, tmp_path / "a.parquet")


def test_the_command(tmp_path: Path) -> None:
    path = str(tmp_path / "town.parquet")
    out, _ = run("export", "ghost_town", "--games", "2", "--bots", "random,random", "--output", path)
    rows = parquet.read_metadata(path).num_rows
    assert f"{rows} decisions of 2 games" in " ".join(out.split())
    assert "there is no bot 'ghost'" in refused(
        "export", "ghost_town", "--bots", "ghost,random", "--output", path
    )
