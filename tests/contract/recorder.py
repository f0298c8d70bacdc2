"""Recorded games as readable text, and counts of decision sequences.

`make record GAME=ghost_town` writes those of one game: the games listed in its tests'
`playthroughs/games.toml`, `perft.json`, and `numbers.json` (printed.py). A game that is recorded already is
told again from its actions, so an unchanged tree gives unchanged files. Bots play it only where there is no
recording, or where the recorded actions do not make a whole game. Look at the difference before you commit
it: it says what changed for players.
"""

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

import fattorino
import printed
from fattorino import bots
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match

HOME = Path(__file__).parent.parent / "games"
PERFT_DEPTH = 4
PERFT_MOST = 300_000
SEEDS_TRIED = 300


def tell(match: Match) -> str:
    """A finished match as text: its settings, every decision with everybody's log, its end."""
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
    """The match of a recorded text."""
    head, *lines = text.splitlines()
    saved = json.loads(head)
    saved["actions"] = actions_of(lines)
    return fattorino.replay(saved)


def actions_of(lines: list[str]) -> list[int]:
    """The decisions among the lines of a recorded game."""
    return [int(line.split()[1]) for line in lines if re.match(r"\d+: \d+ ", line)]


def play(game: Game, entry: dict[str, Any], seed: int) -> Match:
    """Play a game as games.toml asks: options, a bot for each seat, the first actions given."""
    match = game.new(seed=seed, **entry.get("options", {}))
    players = [bots.make(name, game) for name in entry["bots"]]
    for action in entry.get("opening", []):
        match.play(action)
    while not match.over:
        seat = match.to_move
        assert seat is not None
        bot = players[seat % len(players)]
        match.play(bot.choose(match.view(seat), seat, match.legal(), seed=seed + match.move))
    return match


def last_words(text: str) -> str:
    """Everybody's log of the last decision of a recorded game."""
    *_, last = re.split(r"^\d+: ", text, flags=re.MULTILINE)
    return last


def missed(entry: dict[str, Any], match: Match, text: str) -> str:
    """How the end of a game differs from games.toml; empty if it does not."""
    ends = entry["ends"]
    if match.winners != ends["winners"]:
        return f"it should be won by {ends['winners']} and is won by {match.winners}"
    for words in ends.get("says", []):
        if words not in last_words(text):
            return f"{words!r} is not said at its end"
    return ""


def recorded(game: Game, path: Path, entry: dict[str, Any]) -> Match | None:
    """The recorded game under the current rules, if it is still a complete game with these options."""
    if not path.exists():
        return None
    head, *lines = path.read_text().splitlines()
    saved = json.loads(head)
    wanted = game.settings(**entry.get("options", {}))
    if game.settings(**saved["options"]) != wanted or saved["seed"] != entry["seed"]:
        return None
    match = game.new(seed=saved["seed"], **wanted)
    try:
        for action in actions_of(lines):
            match.play(action)
    except fattorino.FattorinoError:
        return None
    return match if match.over else None


def record(game: Game, path: Path, entry: dict[str, Any]) -> str:
    """Write one recorded game; returns how its end differs from what it should be, and a seed that fits."""
    match = recorded(game, path, entry) or play(game, entry, entry["seed"])
    text = tell(match)
    reason = missed(entry, match, text)
    if not reason:
        path.write_text(text)
        return ""
    for seed in range(SEEDS_TRIED):
        match = play(game, entry, seed)
        if not missed(entry, match, tell(match)):
            return f"{reason}; with seed = {seed} it ends as it should"
    return f"{reason}, nor with any seed below {SEEDS_TRIED}"


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


def main(names: list[str]) -> int:
    known = [name for name in fattorino.games.names() if (HOME / name).exists()]
    if not names or not set(names) <= set(known):
        print(f"Name the games to record, for instance GAME={known[0]}; there are: {', '.join(known)}")
        return 2
    failed = 0
    for name in names:
        folder, game = HOME / name, fattorino.load(name)
        for title, entry in tomllib.loads((folder / "playthroughs" / "games.toml").read_text()).items():
            reason = record(game, folder / "playthroughs" / f"{title}.txt", entry)
            failed += bool(reason)
            print(name, title, f"NOT RECORDED: {reason}" if reason else "", flush=True)
        (folder / "perft.json").write_text(json.dumps(perfts(game), indent=1) + "\n")
        printed.write(name, game.folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
