"""net: a small net that learned the game by playing itself (`fattorino train`), run with NumPy alone."""

from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from fattorino.bots.greedy import Greedy
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.records import Ints

WEIGHTS = Path(__file__).parent / "weights"
LAYERS = ("first", "second", "third", "policy")  # what choosing takes; "value" is for those who search


def trained() -> list[str]:
    """The games that have weights."""
    return sorted(path.stem for path in WEIGHTS.glob("*.npz"))


def export(path: Path, layers: dict[str, NDArray[np.float32]], seats: int) -> None:
    """Write a trained net as a small file, its numbers to three digits."""
    kept = {name: short(value) for name, value in layers.items()}
    with path.open("wb") as file:
        np.savez_compressed(file, seats=np.array([seats]), **kept)  # type: ignore[arg-type]


def short(value: NDArray[np.float32]) -> NDArray[np.float16]:
    """Half floats with the last three bits cleared, as fine as the numbers the net was trained with."""
    bits = value.astype(np.float16).view(np.uint16).astype(np.uint32)
    return ((bits + 4) & 0xFFF8).astype(np.uint16).view(np.float16)


@cache
def weights(path: Path) -> dict[str, NDArray[Any]]:
    """The layers of a net, once per process."""
    try:
        with np.load(path) as file:
            found = {
                name: file[name] if name == "seats" else np.ascontiguousarray(file[name].T, np.float32)
                for name in file.files
            }
    except (OSError, ValueError, EOFError, AttributeError, BadZipFile) as error:
        raise BadOption(f"{path} is not the file of a net: {error}") from None
    wanted = ["seats", *(f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias"))]
    missing = [name for name in wanted if name not in found]
    if missing:
        raise BadOption(f"{path} is not the file of a net: it has no {', '.join(missing)}")
    return found


def flat(game: Game, layers: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
    """A net in one piece, as the search reads it: see `judge` in search_loops.py."""
    if "value.weight" not in layers:
        raise BadOption(f"the net for {game.title} does not judge positions: train it with fattorino train")
    parts = [layers[f"{name}.{part}"].ravel() for name in LAYERS[:3] for part in ("weight", "bias")]
    for name in ("policy", "value"):
        columns = layers[f"{name}.weight"].T, layers[f"{name}.bias"][:, None]
        parts.append(np.concatenate(columns, axis=1).ravel())
    return np.concatenate(parts).astype(np.float32)


class Net:
    """Plays the action its net likes best; at tables of another size than it trained for, it asks greedy."""

    name = "net"

    def __init__(self, game: Game, path: Path | None = None) -> None:
        path = path or WEIGHTS / f"{game.name}.npz"
        if not path.exists():
            known = ", ".join(trained()) or "none yet"
            raise BadOption(
                f"net has not learned {game.title}; the games it plays: {known}; "
                "net:path=FILE plays with a net of your own"
            )
        self.game = game
        self.layers = weights(path)
        self.seats = int(self.layers["seats"][0])
        sizes = self.layers["first.weight"].shape[0], self.layers["policy.weight"].shape[1]
        if sizes != (game.num_features, game.num_actions):
            raise BadOption(
                f"{path} is of another game or version: {sizes[0]} features and {sizes[1]} actions, "
                f"where {game.title} has {game.num_features} and {game.num_actions}"
            )
        self._greedy = Greedy(game)
        self._features = np.zeros(game.num_features, np.float32)

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        if int(view["n"]) != self.seats:
            return self._greedy.choose(view, seat, actions, seed)
        features = np.zeros_like(self._features)
        self.game.observe(view, seat, features)
        return int(actions[np.argmax(self.logits(features)[np.asarray(actions)])])

    def logits(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """How much the net likes each action of the game, legal or not."""

        def layer(name: str, given: NDArray[np.float32]) -> NDArray[np.float32]:
            out: NDArray[np.float32] = given @ self.layers[f"{name}.weight"] + self.layers[f"{name}.bias"]
            return out

        hidden = np.maximum(layer("first", features), 0)
        hidden = np.maximum(hidden + layer("third", np.maximum(layer("second", hidden), 0)), 0)
        return layer("policy", hidden)
