"""The net's architecture."""

from __future__ import annotations

import torch
from torch import Tensor, nn

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
