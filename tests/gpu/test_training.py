"""examples/train_ppo.py learns: a few steps of it, on the processor."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
EXAMPLE = Path(__file__).parents[2] / "examples" / "train_ppo.py"


@pytest.fixture(scope="module")
def train() -> Any:
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("copying", [True, False])
def test_a_step_of_learning_changes_the_net(train: Any, copying: bool) -> None:
    torch.manual_seed(1)
    games = train.Games("papa_paolo", 2, 4, 0.5, "score", seed=1)
    net = train.Net(games.batch.num_features, games.batch.num_actions, 16).to(train.DEVICE)
    before = net.first.weight.detach().clone()
    data = train.collect(games, net, 3, copying, seed=1, reward="score")
    legal = data["masks"].gather(1, data["action"][:, None])
    train.improve(net, torch.optim.Adam(net.parameters(), 1e-3), data, copying, epochs=1, calm=0.01)
    after = net.first.weight.detach()
    assert len(data["gain"]) == 12 and bool((legal == 1).all())
    assert not torch.equal(before, after) and bool(torch.isfinite(after).all())


def test_what_a_side_gains_is_what_the_other_loses(train: Any) -> None:
    rewards = torch.tensor([-12.0, 0.0, 12.0])
    prizes = train.prize(rewards, "score")
    assert torch.allclose(prizes, -prizes.flip(0)) and float(prizes[2]) > 0.7
