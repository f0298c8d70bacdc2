"""examples/ppo.py: a learner that knows the game as an environment only, and the bot it becomes."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.mark.bulk
def test_ppo_learns_against_the_opponents_of_a_task_and_plays_it(tmp_path: Path) -> None:
    file = tmp_path / "ppo.pt"

    def run(*words: str) -> str:
        command = [sys.executable, *words]
        done = subprocess.run(
            command, cwd=EXAMPLE.parent, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = run("ppo.py", "papa-paolo-2", "350000", str(file))
    assert "327,680 decisions: reward" in told and file.is_file()
    card = run(
        *["-m", "fattorino", "task", "run", "papa-paolo-2"],
        *["--bot", f"ppo:Player:path={file}", "--games", "4", "--json"],
    )
    assert '"games": 4' in card
