"""Run the attacks one after the other, each on a new server, and print what others felt.

cd tests && python -m attack                         # all; `make attack` from the root
cd tests && python -m attack replay_flood chat --seconds 30 --addresses 4
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from attack import disk, pages, queues, streams
from attack.attacker import Process
from attack.others import Others
from attack.stops import stops
from fattorino.server.http.rate_limits import AT_ONCE, MEGABYTE, STEP_BYTES
from server.conftest import ProcessServer

LIMIT = 0.100  # seconds, for 95 of 100 front pages and moves of others
MEGABYTES = 50.0  # an hour, for each attacking address
TENTH = (
    5.0  # the limit where it is what stops an attack, so that it is met in time; what is kept grows with it
)
WARM = 2.0  # seconds before anything is measured
STOPS = stops.__name__
COLUMNS = "{:15} {:>5} {:>15} {:>15} {:>10} {:>5}  {}"


ATTACKS = {
    attack.__name__: attack for attack in (*pages.ATTACKS, *queues.ATTACKS, *disk.ATTACKS, *streams.ATTACKS)
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m attack", description="Attack a server of our own.")
    parser.add_argument("attacks", nargs="*", metavar="attack", help=", ".join([*ATTACKS, STOPS]))
    parser.add_argument("--seconds", type=float, default=20.0, help="of each attack")
    parser.add_argument("--addresses", type=int, default=1, help="from which it is made at the same time")
    parser.add_argument("--interpreted", action="store_true", help="rules that are not compiled")
    given = parser.parse_args()
    unknown = set(given.attacks) - {*ATTACKS, STOPS}
    if unknown:
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    print(COLUMNS.format("attack", "load", "front page, ms", "moves, ms", "disk, MB/h", "holds", "answers"))
    held = True
    for name in given.attacks or [*ATTACKS, STOPS]:
        if name == STOPS:
            held &= stop_often(given.seconds)
        else:
            held &= measure(name, ATTACKS[name], given.seconds, given.addresses, given.interpreted)
    return 0 if held else 1


def stop_often(seconds: float) -> bool:
    """Stop a server again and again, print what was lost; whether nothing was."""
    with tempfile.TemporaryDirectory() as folder:
        done, faults = stops(Path(folder), seconds)
    load = f"{os.getloadavg()[0]:.1f}"
    print(COLUMNS.format(STOPS, load, "", "", "", "NO" if faults else "yes", "; ".join([done, *faults])))
    return not faults


def measure(name: str, attack: Callable[..., Any], seconds: float, addresses: int, interpreted: bool) -> bool:
    """Run one attack on a new server, print its row; whether the promise held."""
    with tempfile.TemporaryDirectory() as folder:
        if interpreted:
            os.environ["FATTORINO_CACHE"] = str(Path(folder, "cache"))
        database = Path(folder, "tables.db")
        limit = TENTH if attack in disk.BOUND_BY_BYTES else MEGABYTES
        server = ProcessServer(f"sqlite:///{database}", Path(folder), "--megabytes-per-hour", str(limit))
        try:
            server.wait()
            attackers = [Process(attack, server.port, f"127.0.0.{2 + n}", seconds) for n in range(addresses)]
            for attacker in attackers:
                attacker.wait_until_ready()
            before, others = size(database), Others(server.port)
            others.start()
            time.sleep(WARM)
            others.front.clear()
            others.moves.clear()
            for attacker in attackers:
                attacker.go()
            time.sleep(seconds / 2)
            first = size(database) - before
            reports = [attacker.report() for attacker in attackers]
            others.stop()
            kept = size(database) - before - STEP_BYTES * len(others.moves)  # theirs are not the attacker's
        finally:
            server.stop()
    if attack in disk.BOUND_BY_BYTES:  # it has met that bound: in an hour it goes on from there
        hourly = MEGABYTES * kept / MEGABYTE / (TENTH * (AT_ONCE + (1 - AT_ONCE) * seconds / 3600))
    else:  # what may be done at once has been: in an hour it goes on as in the second half
        hourly = (first + (kept - first) / (seconds / 2) * 3600) / MEGABYTE
    return show(name, others, hourly / addresses if attack in disk.ATTACKS else None, reports)


def size(database: Path) -> int:
    """Bytes in the database, with what is still in its journal."""
    with closing(sqlite3.connect(database)) as connection:
        return int(
            connection.execute(
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            ).fetchone()[0]
        )


def show(
    name: str, others: Others, hourly: float | None, reports: list[tuple[dict[int, int], list[str]]]
) -> bool:
    """Print a row; whether the promise held."""
    answers: Counter[int] = Counter()
    for statuses, _notes in reports:
        answers.update(statuses)
    told = [f"{count} x {status or 'none'}" for status, count in sorted(answers.items()) if count]
    told += [note for _statuses, notes in reports for note in notes] + sorted(others.problems)
    felt, held = [], not others.problems and (hourly or 0.0) <= MEGABYTES
    for times in (others.front, others.moves):
        median, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        felt.append(f"{1000 * median:.0f}, p95 {1000 * late:.0f}")
        held &= late < LIMIT
    load, grown = f"{os.getloadavg()[0]:.1f}", "" if hourly is None else f"{hourly:.0f}"
    print(COLUMNS.format(name, load, *felt, grown, "yes" if held else "NO", "; ".join(told)), flush=True)
    return held


if __name__ == "__main__":
    sys.exit(main())
