"""Recorded games as readable text, and counts of decision sequences.

`make record` writes them anew: for each game, the games listed in its tests' `playthroughs/games.toml`, and
`perft.json`. Look at the difference before you commit it: it says what changed for players.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

import fattorino
from fattorino import bots
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match

HOME = Path(__file__).parent.parent / "games"
PERFT_DEPTH = 4
PERFT_MOST = 300_000


def tell(match: Match) -> str:
    """A finished match as text: its beginning, every decision with what everybody heard, its end."""
    saved = match.save()
    actions = saved.pop("actions")
    again = match.game.new(seed=match.seed, **match.options)
    lines = [json.dumps(saved), ""]
    told = 0
    for action in actions:
        lines.append(f"{again.to_move}: {action} {again.label(action)}")
        again.play(action)
        heard = again.log(None)
        lines += [f"    {sentence}" for sentence in heard[told:]]
        told = len(heard)
    lines += [
        "",
        f"scores {again.scores} ranks {again.ranks} winners {again.winners}",
        f"digest {again.digest()}",
    ]
    return "\n".join(lines) + "\n"


def read(text: str) -> Match:
    """The match that a recorded text tells of."""
    head, *lines = text.splitlines()
    saved = json.loads(head)
    saved["actions"] = [
        int(line.split()[1]) for line in lines if line and line[0].isdigit() and ": " in line.split("[")[0]
    ]
    return fattorino.replay(saved)


def play(game: Game, entry: dict[str, Any]) -> Match:
    """Play a game as games.toml asks: options, seed, a bot for each seat, the first actions given."""
    match = game.new(seed=entry["seed"], **entry.get("options", {}))
    players = [bots.make(name, game) for name in entry["bots"]]
    for action in entry.get("opening", []):
        match.play(action)
    while not match.over:
        seat = match.to_move
        assert seat is not None
        bot = players[seat % len(players)]
        match.play(bot.choose(match.view(seat), seat, match.legal(), seed=entry["seed"] + match.move))
    return match


def perft(game: Game, options: dict[str, Any], depth: int) -> int:
    """How many sequences of decisions there are from seed 1."""
    return int(
        game.loops.perft(
            np.zeros(depth + 1, game.state),
            game.blank,
            game.options.encode(game.settings(**options)),
            1,
            depth,
            np.zeros((depth + 1, game.num_actions), np.int16),
            np.zeros((depth + 1, 2), np.int64),
        )
    )


def perfts(game: Game) -> dict[str, list[int]]:
    """Counts for each seat count, as deep as they stay small."""
    counts: dict[str, list[int]] = {}
    for seats in game.seats:
        row: list[int] = []
        while len(row) < PERFT_DEPTH and (not row or row[-1] < PERFT_MOST // 20):
            row.append(perft(game, {"seats": seats}, len(row) + 1))
        counts[f"seats={seats}"] = row
    return counts


def main() -> None:
    for name in fattorino.games.names():
        folder = HOME / name
        if not folder.exists():
            continue
        game = fattorino.load(name)
        for title, entry in tomllib.loads((folder / "playthroughs" / "games.toml").read_text()).items():
            (folder / "playthroughs" / f"{title}.txt").write_text(tell(play(game, entry)))
            print(name, title)
        (folder / "perft.json").write_text(json.dumps(perfts(game), indent=1) + "\n")


if __name__ == "__main__":
    main()
