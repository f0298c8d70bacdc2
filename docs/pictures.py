"""Redraw the pictures that README, docs and the cards of the front page show: `make pictures`.

They are boards of real games: greedy bots play from a fixed seed, and `match.svg` draws what a viewer sees.
The picture on a card, `cover.svg` in the folder of the game, is that of a game played at random.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # a few games: not worth compiling

import fattorino
from fattorino import Match, bots, games
from fattorino.server.pages.home import COVER, cover

PICTURES = Path(__file__).parent / "pictures"
TRIES = 6  # games of which the richest board is the cover


@dataclass(frozen=True)
class Shot:
    """One picture: a game from a seed, after so many decisions (or at its end), through somebody's eyes."""

    file: str
    game: str
    seed: int
    seats: int | None = None
    decisions: int = 10_000
    viewer: int | None = None


SHOTS = [
    Shot("ghost_town", "ghost_town", seed=8, seats=3),
    Shot("ghost_town_sheet", "ghost_town", seed=8, seats=3, decisions=33, viewer=0),
]


def shots() -> list[Shot]:
    """The pictures above, and the middle of a game for every other game that can be drawn."""
    drawn = {shot.game for shot in SHOTS}
    others = [name for name in games.names() if name not in drawn]
    boards = [name for name in others if (fattorino.load(name).folder / "board.svg.j2").exists()]
    return SHOTS + [Shot(name, name, seed=7, decisions=60) for name in boards]


def play(shot: Shot) -> Match:
    """The game of a picture, up to its moment."""
    game = fattorino.load(shot.game)
    match = game.new(seats=shot.seats, seed=shot.seed)
    bot = bots.make("greedy", game)
    while not match.over and match.move < shot.decisions:
        seat = match.to_move
        assert seat is not None
        match.play(bot.choose(match.view(seat), seat, match.legal(), shot.seed + match.move))
    return match


def redraw(folder: Path, only: str = "") -> list[Path]:
    """Draw the pictures of all games, or of one, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for shot in shots():
        if only not in ("", shot.game):
            continue
        path = folder / f"{shot.file}.svg"
        path.write_text(play(shot).svg(shot.viewer) + "\n", encoding="utf-8")
        files.append(path)
    return files


def redraw_covers(only: str = "") -> list[Path]:
    """Draw the pictures on the cards of all games, or of one, into their folders."""
    files = []
    for game in map(fattorino.load, [only] if only else games.names()):
        path = game.folder / COVER
        path.write_text(cover(game, TRIES) + "\n", encoding="utf-8")
        files.append(path)
    return files


if __name__ == "__main__":
    for path in redraw(Path(sys.argv[1])) if len(sys.argv) > 1 else redraw(PICTURES) + redraw_covers():
        print(f"{path.stat().st_size:7,} bytes  {path}")
