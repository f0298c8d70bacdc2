"""examples/ppo.py: a learner that knows the game as an environment only, and the bot it becomes."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from fattorino.arena.tasks import Task, task
from fattorino.kernel.errors import IllegalAction

EXAMPLES = Path(__file__).parents[2] / "examples"
RACE = Task("race", "", "pizza_race", {"seats": 2}, ["random"], seed=1, games=60)


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    ppo = pytest.importorskip("ppo")
    for name, value in {"STEPS": 16, "ROWS": 128, "RATE": 3e-3}.items():  # a small game is learned at once
        monkeypatch.setattr(ppo, name, value)
    return ppo


def test_it_learns_and_what_it_learned_is_a_bot(example: Any, tmp_path: Path) -> None:
    """Whoever never rests wins the race: about half of the games at first, most of them soon."""
    file = tmp_path / "race.pt"
    shares = example.learn(RACE, 6_000, file, games=32)
    assert len(shares) == 11 and shares[0] < 0.6 and min(shares[-3:]) > 0.7
    card = RACE.run(f"ppo:Player:path={file}", workers=1)
    assert card["decided"] == 60 and card["share"] > 0.8


def test_the_same_seed_learns_the_same(example: Any, tmp_path: Path) -> None:
    runs = [example.learn(RACE, 1024, tmp_path / "race.pt", seed=seed, games=32) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_what_a_mask_forbids_is_never_played(
    example: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environments refuse it, so that a learner with wrong masks fails instead of learning something."""
    ghosts = Task("ghosts", "", "ghost_town", {"seats": 2}, ["random"], seed=1, games=1)
    monkeypatch.setattr(example, "STEPS", 4)
    example.learn(ghosts, 1, tmp_path / "ghosts.pt", games=4)
    monkeypatch.setattr(example, "NEVER", 100.0)
    with pytest.raises(IllegalAction, match="GT-"):
        example.learn(ghosts, 1, tmp_path / "ghosts.pt", games=4)


def test_a_task_for_several_seats_is_not_for_this_learner(example: Any, tmp_path: Path) -> None:
    for name in ("pizza-city-4", "new-york-coop"):
        with pytest.raises(SystemExit, match="one seat"):
            example.learn(task(name), 1, tmp_path / "team.pt")


@pytest.mark.bulk
def test_the_commands_of_the_example(tmp_path: Path) -> None:
    file = tmp_path / "ghosts.pt"

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=EXAMPLES, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = run("ppo.py", "ghost-town-2", "--decisions", "4100", "--games", "32", "--file", str(file))
    assert [line.split(" decisions")[0] for line in told.splitlines()] == ["2,048", "4,096"]
    bot = f"ppo:Player:path={file}"
    card = run("-m", "fattorino", "task", "run", "ghost-town-2", "--bot", bot, "--games", "4", "--json")
    assert '"games": 4' in card
    assert len((EXAMPLES / "ppo.py").read_text(encoding="utf-8").splitlines()) <= 140
