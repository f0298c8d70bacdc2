"""Games as data: what is written can be read back, and is what was played."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
import pytest

import fattorino
from fattorino.arena import export
from fattorino.arena.playing import Job, play
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
