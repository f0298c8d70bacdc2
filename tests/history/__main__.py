"""Check the history of a long run: `cd tests && python -m history --minutes 10 --processes 3`."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from history.run import Run
from server.postgres import Postgres


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m history", description="Check histories of many requests."
    )
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--end-every", type=float, default=10.0, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000))
    parser.add_argument("--sqlite", action="store_true", help="one process on SQLite")
    given = parser.parse_args()
    postgres = None if given.sqlite else Postgres()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.db" if postgres is None else postgres.url
        processes = 1 if given.sqlite else given.processes
        run = Run(database, Path(folder), processes, given.tables, given.seed)
        try:
            run.play(60 * given.minutes, given.end_every)
            found = run.faults()
        finally:
            run.stop()
            if postgres is not None:
                postgres.remove()
    print(told(run, given.seed), *found, sep="\n")
    return 1 if found else 0


def told(run: Run, seed: int) -> str:
    """What was done, in a line."""
    kinds = ("move", "undo", "say", "note")
    counts = ", ".join(f"{run.record.count(kind)} x {kind}" for kind in kinds)
    return f"seed {seed}: acknowledged {counts}; processes killed or stopped {run.ends} times"


if __name__ == "__main__":
    sys.exit(main())
