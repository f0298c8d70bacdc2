"""A short run of the history checker on two processes that are killed; `make history` is a long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from history.run import Run
from server.postgres import Postgres, found

pytestmark = [pytest.mark.postgres, pytest.mark.bulk]


def test_what_is_acknowledged_survives_two_processes_and_their_ends(tmp_path: Path) -> None:
    if not found():
        pytest.skip("PostgreSQL is not installed")
    postgres = Postgres()
    run = Run(postgres.url, tmp_path, processes=2, tables=3, seed=39)
    try:
        run.play(10.0, end_every=4.0)
        assert run.faults() == []
    finally:
        run.stop()
        postgres.remove()
    assert all(run.record.count(kind) for kind in ("move", "undo", "say", "note"))
    assert run.ends
