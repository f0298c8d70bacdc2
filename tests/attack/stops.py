"""The end of the server in a flood: nothing that was acknowledged may be lost."""

from __future__ import annotations

from pathlib import Path

from history.__main__ import told
from history.run import Run

EVERY = 3.0  # seconds between two ends
TABLES = 6
SEED = 410


def stops(folder: Path, seconds: float) -> tuple[str, list[str]]:
    """4.10 SIGTERM and SIGKILL while 18 players do all sorts of things: what they did, and faults"""
    run = Run(f"sqlite:///{folder / 'tables.db'}", folder, processes=1, tables=TABLES, seed=SEED)
    try:
        run.play(seconds, EVERY)
        return told(run, SEED), run.faults()
    finally:
        run.stop()
