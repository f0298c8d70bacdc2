"""net: a small net trained by self-play (`fattorino train`), evaluated with NumPy alone."""

from dataclasses import dataclass
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
LAYERS = ("first", "second", "third", "policy")  # layers for choosing; "value" is for search
JUDGE = ("first", "second", "value")  # layers of a net that judges positions and chooses nothing
TABLE, SIDES = "table.", "table.sides"  # keys for the table a net is for
SORT = ("n", "coop")  # fields of a state that must be as in training,
LIKING = ("difficulty",)  # and those that should be


def trained() -> list[str]:
    """The games that have nets."""
    return sorted({path.stem.split("-")[0] for path in WEIGHTS.glob("*.npz")})


def export(path: Path, layers: dict[str, NDArray[np.float32]], state: Any, sides: NDArray[np.int8]) -> None:
    """Write a trained net as a small file, rounded to three digits, with the table it is for (a state, or
    None for any table) and the side of each seat.
    """
    kept: dict[str, NDArray[Any]] = {name: short(value) for name, value in layers.items()}
    if state is not None:
        kept |= {TABLE + name: state[name] for name in (*SORT, *LIKING) if name in state.dtype.names}
    with path.open("wb") as file:
        np.savez_compressed(file, **kept, **{SIDES: sides})  # type: ignore[arg-type]


def short(value: NDArray[np.float32]) -> NDArray[np.float16]:
    """Half floats with the last three bits cleared: the precision used in training."""
    bits = value.astype(np.float16).view(np.uint16).astype(np.uint32)
    return ((bits + 4) & 0xFFF8).astype(np.uint16).view(np.float16)


@cache
def weights(path: Path) -> dict[str, NDArray[Any]]:
    """The layers of a net, once per process."""
    try:
        with np.load(path) as file:
            found = {
                name: file[name]
                if name.startswith("table.")
                else np.ascontiguousarray(file[name].T, np.float32)
                for name in file.files
            }
    except (OSError, ValueError, EOFError, AttributeError, BadZipFile) as error:
        raise BadOption(f"{path} is not the file of a net: {error}") from None
    layers = LAYERS if "policy.weight" in found or "value.weight" not in found else JUDGE
    wanted = [SIDES, *(f"{layer}.{part}" for layer in layers for part in ("weight", "bias"))]
    missing = [name for name in wanted if name not in found]
    if missing:
        raise BadOption(f"{path} is not the file of a net: it has no {', '.join(missing)}")
    return found


@dataclass(frozen=True)
class Learned:
    """A net and the kind of table it was trained for."""

    layers: dict[str, NDArray[Any]]

    @property
    def sides(self) -> NDArray[np.int8]:
        """Of each seat, as in `Rewards`."""
        return self.layers[SIDES]

    def fits(self, view: Any) -> bool:
        """Whether a table is of that kind: number of players, and co-op or not; some nets fit any."""
        return all(self._like(view, SORT))

    def likes(self, view: Any) -> int:
        """The number of other matching properties of the table."""
        return sum(self._like(view, LIKING))

    def _like(self, view: Any, fields: tuple[str, ...]) -> list[bool]:
        known = [name for name in fields if TABLE + name in self.layers]
        return [bool(view[name] == self.layers[TABLE + name]) for name in known]

    @property
    def chooses(self) -> bool:
        """Whether it has a policy; else it only judges positions."""
        return "policy.weight" in self.layers

    @property
    def width(self) -> int:
        """Of its layers."""
        return len(self.layers["first.bias"])

    def logits(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """The logit of each action, legal or not."""

        def layer(name: str, given: NDArray[np.float32]) -> NDArray[np.float32]:
            out: NDArray[np.float32] = given @ self.layers[f"{name}.weight"] + self.layers[f"{name}.bias"]
            return out

        hidden = np.maximum(layer("first", features), 0)
        hidden = np.maximum(hidden + layer("third", np.maximum(layer("second", hidden), 0)), 0)
        return layer("policy", hidden)


def learned(game: Game, path: Path | None = None) -> list[Learned]:
    """The nets for a game, one for each kind of table, or the one in a file."""
    paths = [path] if path else sorted(WEIGHTS.glob(f"{game.name}-*.npz"))
    if not paths:
        known = ", ".join(trained()) or "none yet"
        raise BadOption(
            f"net has not learned {game.title}; the games it plays: {known}; "
            "net:path=FILE plays with a net of your own"
        )
    nets = []
    for path in paths:
        layers = weights(path)
        net = Learned(layers)
        sizes = layers["first.weight"].shape[0], layers["policy.weight"].shape[1] if net.chooses else 0
        wanted = (game.num_features, game.num_actions) if net.chooses else (game.num_studied, 0)
        if sizes != wanted:
            raise BadOption(
                f"{path} is of another game or version: {sizes[0]} features and {sizes[1]} actions, "
                f"where {game.title} has {wanted[0]} and {wanted[1]}"
            )
        nets.append(net)
    return nets


def nets_of(game: Game, path: Path | None = None) -> list[Learned]:
    """The nets for a search: the one in a file first, then those of the package."""
    return [*learned(game, path), *(learned(game) if path and game.name in trained() else [])]


def fitting(nets: list[Learned], view: Any, chooses: bool = True) -> Learned | None:
    """The net trained for a table like this, if there is one: one that chooses, or one that judges."""
    found = (net for net in nets if net.chooses == chooses and net.fits(view))
    return max(found, key=lambda net: net.likes(view), default=None)


def flat(game: Game, net: Learned) -> NDArray[np.float32]:
    """A net as one flat array, for `judge` in search_loops.py."""
    layers = net.layers
    if "value.weight" not in layers:
        raise BadOption(f"the net for {game.title} does not judge positions: train it with fattorino train")
    if net.chooses and game.value is not None:
        raise BadOption(f"the search of {game.title} takes nets that judge positions: fattorino fit")
    hidden, heads = (LAYERS[:3], ("policy", "value")) if net.chooses else (JUDGE[:2], ("value",))
    parts = [layers[f"{name}.{part}"].ravel() for name in hidden for part in ("weight", "bias")]
    for name in heads:
        columns = layers[f"{name}.weight"].T, layers[f"{name}.bias"][:, None]
        parts.append(np.concatenate(columns, axis=1).ravel())
    return np.concatenate(parts).astype(np.float32)


class Net:
    """Plays the action with the highest logit; at tables without a net, it plays like greedy."""

    name = "net"

    def __init__(self, game: Game, path: Path | None = None) -> None:
        self.game = game
        self._nets = learned(game, path)
        self._greedy = Greedy(game)

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        net = fitting(self._nets, view)
        if net is None:
            return self._greedy.choose(view, seat, actions, seed)
        features = np.zeros(self.game.num_features, np.float32)
        self.game.observe(view, seat, features)
        return int(actions[np.argmax(net.logits(features)[np.asarray(actions)])])
