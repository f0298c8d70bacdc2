"""Games as data: a row for each decision, streamed to a Parquet file. Needs the extra `data`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.arena.playing import Job, choices, seatings
from fattorino.arena.simulate import command_of
from fattorino.kernel import features
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match

ROWS = 4096  # decisions written at a time
MISSING = "data needs another library: pip install 'fattorino[data]' ({error})"


def export(
    job: Job, games: int, path: Path | str, progress: Callable[[int], None] = lambda done: None
) -> tuple[int, int]:
    """Play games and write every decision; returns games and rows. Ctrl-C stops after a complete game."""
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise FattorinoError(MISSING.format(error=error)) from None
    job.check(games)
    game = job.load()
    try:
        writer = parquet.ParquetWriter(path, schema(game, job), compression="zstd")
    except OSError as error:
        raise FattorinoError(f"{path} cannot be written: {error.strerror or error}") from None
    with writer:
        return in_parts(job, games, lambda rows: writer.write_table(table(game, job, rows)), progress)


def in_parts(
    job: Job,
    games: int,
    write: Callable[[list[Any]], Any],
    progress: Callable[[int], None],
    convert: Callable[[Match, list[Any]], list[Any]] = lambda _match, rows: rows,
) -> tuple[int, int]:
    """Play games and write them in parts; returns games and decisions. Ctrl-C stops after a whole game."""
    game, kept = job.load(), list[Any]()
    written = waiting = done = 0
    for number in range(games):
        try:
            match, rows = played(job, game, number)
        except KeyboardInterrupt:
            break
        kept += convert(match, rows)
        waiting, done = waiting + len(rows), done + 1
        progress(done)
        if waiting >= ROWS:
            write(kept)
            written, waiting, kept = written + waiting, 0, []
    if kept:
        write(kept)
    return done, written + waiting


def played(job: Job, game: Game, number: int) -> tuple[Match, list[dict[str, Any]]]:
    """Game `number` of a job, the same that `simulate` plays, and its decisions with their results."""
    seed = job.seed + number
    match = game.new(seed=seed, **job.options)
    names = seatings(job, game)
    row = names[number % len(names)]
    found: list[dict[str, Any]] = []
    for seat, _view, legal, action in choices(job, match, row):
        mask = np.zeros(game.num_actions, np.bool_)
        mask[legal] = True
        who = {"game": number, "seed": seed, "move": match.move, "seat": seat, "bot": row[seat]}
        found.append(who | {"observation": match.features(seat), "mask": mask, "action": action})
    winners = match.winners
    for decision in found:
        own = decision["seat"]
        decision |= {"score": match.scores[own], "rank": match.ranks[own], "won": own in winners}
    return match, found


def schema(game: Game, job: Job) -> Any:
    """The columns of a file; its metadata says how it was made and what each number means."""
    import pyarrow as arrow

    columns = {
        "game": arrow.int64(),
        "seed": arrow.int64(),
        "move": arrow.int32(),
        "seat": arrow.int8(),
        "bot": arrow.dictionary(arrow.int8(), arrow.string()),
        "observation": arrow.list_(arrow.float32(), game.num_features),
        "mask": arrow.list_(arrow.bool_(), game.num_actions),
        "action": arrow.int32(),
        "score": arrow.int32(),
        "rank": arrow.int8(),
        "won": arrow.bool_(),
    }
    told = command_of(job) | {"features": features.names(game.layout)}
    return arrow.schema(list(columns.items()), {"fattorino": json.dumps(told)})


def table(game: Game, job: Job, rows: list[dict[str, Any]]) -> Any:
    """Rows as an Arrow table."""
    import pyarrow as arrow

    wanted = schema(game, job)
    columns = []
    for column in wanted:
        values = [row[column.name] for row in rows]
        if arrow.types.is_fixed_size_list(column.type):
            flat = arrow.array(np.concatenate(values), column.type.value_type)
            columns.append(arrow.FixedSizeListArray.from_arrays(flat, column.type.list_size))
        elif arrow.types.is_dictionary(column.type):
            names = sorted(set(job.names))
            places = arrow.array([names.index(value) for value in values], arrow.int8())
            columns.append(arrow.DictionaryArray.from_arrays(places, arrow.array(names)))
        else:
            columns.append(arrow.array(values, column.type))
    return arrow.table(columns, schema=wanted)
