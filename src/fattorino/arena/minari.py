"""Games as a Minari dataset: an episode for each seat of each game. Needs the extra `data`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.arena.export import MISSING, in_parts
from fattorino.arena.playing import Job
from fattorino.arena.simulate import command_of
from fattorino.kernel import features
from fattorino.kernel.errors import BadOption, FattorinoError
from fattorino.kernel.match import Match


def export_minari(
    job: Job, games: int, folder: Path | str, progress: Callable[[int], None] = lambda done: None
) -> tuple[int, int]:
    """Play games and write every decision; returns games and decisions. Ctrl-C stops after a whole game."""
    job.check(games)
    storage = begun(job, Path(folder).absolute())  # Minari cannot measure a relative folder
    return in_parts(job, games, storage.update_episodes, progress, episodes)


def begun(job: Job, folder: Path) -> Any:
    """An empty dataset where Minari expects it: FOLDER/data."""
    try:
        import h5py  # noqa: F401, what Minari keeps episodes in
        from gymnasium import spaces
        from minari import __version__
        from minari.dataset.minari_dataset import parse_dataset_id
        from minari.dataset.minari_storage import MinariStorage

        from fattorino.envs.match_env import box
    except ImportError as error:
        raise FattorinoError(MISSING.format(error=error)) from None
    try:
        parse_dataset_id(folder.name)
    except (ValueError, TypeError):
        raise BadOption(f"a Minari dataset is called NAME-v0 or the like, not {folder.name!r}") from None
    if folder.exists():
        raise FattorinoError(f"{folder} cannot be written: it is there already")
    try:
        (folder / "data").mkdir(parents=True)
    except OSError as error:
        raise FattorinoError(f"{folder} cannot be written: {error.strerror}") from None
    game = job.load()
    storage = MinariStorage.new(folder / "data", box(game), spaces.Discrete(game.num_actions))
    about = {
        "dataset_id": folder.name,
        "minari_version": __version__,
        "algorithm_name": ", ".join(job.names),
        "description": f"Fattorino, {game.title}: an episode for each seat of each game",
        "fattorino": command_of(job) | {"features": features.names(game.layout)},
    }
    storage.update_metadata(about)
    return storage


def episodes(match: Match, decisions: list[dict[str, Any]]) -> list[Any]:
    """A game as one episode per seat."""
    from minari.data_collector import EpisodeBuffer

    from fattorino.envs.common import Rewards

    rewards, found = Rewards(match.game, match.roles, "result").of(match), []
    for seat, role in enumerate(match.roles):
        own = [decision for decision in decisions if decision["seat"] == seat]
        if not role.decides or not own:
            continue
        last = np.arange(1, len(own) + 1) == len(own)
        masks = [decision["mask"] for decision in own]
        buffer = EpisodeBuffer(
            seed=match.seed,
            options={name: own[0][name] for name in ("game", "seat", "bot")},
            observations=np.stack([decision["observation"] for decision in own] + [match.features(seat)]),
            actions=np.array([decision["action"] for decision in own], np.int64),
            rewards=np.where(last, rewards[seat], 0.0),
            terminations=last,
            truncations=np.zeros(len(own), np.bool_),
            infos={"action_mask": np.stack([*masks, np.zeros_like(masks[0])]).astype(np.int8)},
        )
        found.append(buffer)
    return found
