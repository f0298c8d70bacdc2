"""The net that chooses, and the folder that a net of any kind is written to."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from fattorino.bots.net import export

NET, CURVE, CARD = "net.npz", "curve.csv", "card.json"
IMPOSSIBLE = -1e9  # the logit of illegal actions


class Model(nn.Module):
    """Three layers with a skip connection, a logit per action, and a value for the observing seat."""

    def __init__(self, features: int, actions: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(features, width)
        self.second = nn.Linear(width, width)
        self.third = nn.Linear(width, width)
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=seen.dtype == torch.bfloat16):
            hidden = torch.relu(self.first(seen))
            hidden = torch.relu(hidden + self.third(torch.relu(self.second(hidden))))
        logits, value = self.policy(hidden.float()), self.value(hidden.float())
        return logits.masked_fill(masks == 0, IMPOSSIBLE), torch.tanh(value.squeeze(-1))


def device_called(name: str) -> torch.device:
    """A device by its name; without one the GPU, if there is any."""
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


def write_file(path: Path, work: Callable[[Path], Any]) -> None:
    """Write a file atomically."""
    beside = path.with_name(f"part-{path.name}")
    work(beside)
    os.replace(beside, path)


def write_net(
    folder: Path, model: nn.Module, state: Any, sides: NDArray[np.int8], card: dict[str, Any]
) -> None:
    """Write a net, its curve and its card, each atomically; state and sides are as for `export`."""
    layers = {name: value.float().cpu().numpy() for name, value in model.state_dict().items()}
    write_file(folder / NET, lambda path: export(path, layers, state, sides))
    write_file(folder / CURVE, lambda path: write_curve(path, card["curve"]))
    write_file(folder / CARD, lambda path: path.write_text(json.dumps(card, indent=1), encoding="utf-8"))


def write_curve(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """A row for each test, as CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def command(plan: Any, *words: str) -> str:
    """The command line of a plan: these words, the settings that are not the usual ones, the options."""
    usual = asdict(type(plan)(plan.game))
    given = {key: value for key, value in asdict(plan).items() if key != "options" and value != usual[key]}
    given |= {key.replace("_", "-"): value for key, value in plan.options.items()}
    return " ".join([*words, *(f"--{key} {value}" for key, value in given.items())])
