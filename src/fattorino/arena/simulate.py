"""Many games on all cores or on a cluster, with the same result everywhere."""

import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

from fattorino.arena.playing import Job, Part, play
from fattorino.arena.tally import Tally
from fattorino.games import guests, invite
from fattorino.kernel.errors import BadOption, FattorinoError

Progress = Callable[[Part], None]
ENOUGH = 100  # least games before an interval is trusted
MAX_UNDECIDED = 1000  # games without a winner before giving up
SAVE_EVERY = 2.0  # seconds
METHOD = "fork" if sys.platform == "linux" else None  # a forked process knows bots that no module defines

_of_this_worker: Job | None = None


def simulate(
    job: Job,
    games: int,
    *,
    workers: int = 0,
    ray: str = "",
    until: float = 0.0,
    so_far: Part | None = None,
    progress: Progress = lambda part: None,
) -> Part:
    """Play games on all cores, or on the cluster at an address; after Ctrl-C returns what was played.

    With `until` it stops as soon as no interval is wider than that to either side, or when games are clearly
    never won.
    """
    job.check(games)
    if workers < 0:
        raise BadOption(f"workers must be 0 (all cores) or more, not {workers}")
    if not 0 <= until < 1:
        raise BadOption(f"until-ci is a share between 0 and 1, such as 0.01, not {until}")
    part = so_far or Part()
    first = part.tally.games
    if not ray and first < games:
        warm_up(job)
    before, start = part.tally.seconds, time.perf_counter()
    if first < games and not settled(part.tally, until):
        with DeferredInterrupt() as interrupt, closing(_parts(job, first, games, workers, ray)) as parts:
            while (more := interrupt.wait_for(parts)) is not None:
                part.add(more)
                part.tally.seconds = before + time.perf_counter() - start
                progress(part)
                if settled(part.tally, until):
                    break
    return part


class DeferredInterrupt:
    """Defers Ctrl-C to the waits between results."""

    def __init__(self) -> None:
        self.waiting = self.stopped = False
        self._before: Any = None

    def __enter__(self) -> "DeferredInterrupt":
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, _signal: int, _frame: object) -> None:
        self.stopped = True
        if self.waiting:
            raise KeyboardInterrupt

    def wait_for(self, parts: Iterator[Part]) -> Part | None:
        """The next part; None at the end, or after Ctrl-C."""
        if self.stopped:
            return None
        try:
            self.waiting = True
            return next(parts, None)
        except KeyboardInterrupt:
            return None
        finally:
            self.waiting = False


def tight(tally: Tally, until: float) -> bool:
    """Whether the interval is narrow enough."""
    return bool(until) and tally.decided >= ENOUGH and tally.half_width <= until


def hopeless(tally: Tally, until: float) -> bool:
    """Whether the games never have a winner."""
    return bool(until) and not tally.decided and tally.games >= MAX_UNDECIDED


def settled(tally: Tally, until: float) -> bool:
    """Whether to stop: the interval is narrow enough, or nobody ever wins."""
    return tight(tally, until) or hopeless(tally, until)


def chunks(first: int, games: int, size: int) -> list[tuple[int, int]]:
    """Batches that begin at multiples of the size, so that resumed runs use the same ones."""
    edges = [first, *range((first // size + 1) * size, games, size), games]
    return [(low, high - low) for low, high in pairwise(edges) if high > low]


def _parts(job: Job, first: int, games: int, workers: int, ray: str) -> Generator[Part]:
    portions = chunks(first, games, job.chunk)
    workers = min(workers or os.cpu_count() or 1, len(portions))
    if ray:
        from fattorino.arena.cluster import on_ray

        yield from on_ray(ray, job, portions)
    elif workers == 1:
        for low, count in portions:
            yield play(job, low, count)
    elif job.fast:
        yield from _in_threads(job, portions, workers)
    else:
        yield from _in_processes(job, portions, workers)


def _in_threads(job: Job, portions: list[tuple[int, int]], workers: int) -> Iterator[Part]:
    """In threads: compiled code releases the GIL."""
    pool = ThreadPoolExecutor(workers)
    try:
        for task in [pool.submit(play, job, low, count) for low, count in portions]:
            yield task.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_processes(job: Job, portions: list[tuple[int, int]], workers: int) -> Iterator[Part]:
    """Bots written in Python need separate processes."""
    given = job, guests()
    how = multiprocessing.get_context(METHOD)
    with how.Pool(workers, _start_worker, given) as pool:  # its exit terminates the workers
        yield from pool.imap(_play_here, portions)


def warm_up(job: Job) -> None:
    """Compile once, before timing and workers start."""
    if job.fast:
        play(job, 0, 1)
        return
    match = job.load().new(seed=job.seed, **job.options)
    for make in job.makers.values():
        seat = match.to_move
        if seat is not None:
            match.play(make(match.game).choose(match.view(seat), seat, match.legal(), 0))


def _start_worker(job: Job, folders: list[Path]) -> None:
    global _of_this_worker
    for folder in folders:  # without fork, games from other folders have to be added again
        invite(folder)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    _of_this_worker = job


def _play_here(portion: tuple[int, int]) -> Part:
    assert _of_this_worker is not None
    return play(_of_this_worker, *portion)


# -- a file to resume from -------------------------------------------------------------------------------


def command_of(job: Job) -> dict[str, Any]:
    """Everything that determines the games, JSON-compatible."""
    game = job.load()
    return {
        "game": job.game,
        "version": game.version,
        "options": {name: list(v) if isinstance(v, tuple) else v for name, v in job.options.items()},
        "bots": list(job.names),
        "seed": job.seed,
        "rotate": job.rotate,
        "components": game.overlay.portable()["values"] if game.overlay else None,
    }


class Results:
    """A file of results from which a run can be resumed."""

    def __init__(self, path: Path, job: Job) -> None:
        self.path, self.command = path, command_of(job)
        self.part = Part()
        self._saved = time.monotonic()
        if path.exists():
            self.part.tally = self._read()

    def _read(self) -> Tally:
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            command, tally = kept["command"], Tally.restored(kept["tally"])
        except OSError as error:
            raise FattorinoError(f"{self.path} cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise FattorinoError(
                f"{self.path} holds no results of simulate from this version: choose another file"
            ) from None
        for key, value in self.command.items():
            if command.get(key) != value:
                raise FattorinoError(
                    f"{self.path} holds results of another command: {differing(key, command.get(key), value)}"
                )
        return tally

    def keep(self, part: Part, now: bool = False) -> None:
        """Write the results atomically, at most every two seconds."""
        if not now and time.monotonic() - self._saved < SAVE_EVERY:
            return
        self._saved = time.monotonic()
        text = json.dumps({"command": self.command, "tally": part.tally.save()})
        beside = self.path.with_name(self.path.name + ".part")
        try:
            beside.write_text(text, encoding="utf-8")
            os.replace(beside, self.path)
        except OSError as error:
            raise FattorinoError(f"{self.path} cannot be written: {error.strerror}") from None


def differing(key: str, there: Any, here: Any) -> str:
    """What differs between the file's command and this one."""
    if isinstance(there, dict) and isinstance(here, dict):
        names = [name for name in {**there, **here} if there.get(name) != here.get(name)]
        parts = [f"{name} is {there.get(name)!r} there and {here.get(name)!r} here" for name in names]
        return f"{key}: " + ", ".join(parts)
    return f"{key} is {there!r} there and {here!r} here"
