"""The example of each environment runs as it is, and is short."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("name", "words", "told"),
    [
        ("my_bot", [], "Scores:"),
        ("pettingzoo_table", [], "seat_1 -1"),
        ("openspiel_search", ["2"], "returns ["),
        ("vector_learner", ["60"], "games; won"),
    ],
)
def test_an_example_runs(name: str, words: list[str], told: str) -> None:
    example = EXAMPLES / f"{name}.py"
    command = [sys.executable, str(example), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert told in done.stdout
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 35


def test_every_example_is_run_by_a_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in EXAMPLES.parent.glob("tests/*/*.py"))
    for example in EXAMPLES.iterdir():
        if example.suffix in (".py", ".ipynb"):
            assert f'"{example.stem}' in tests, f"no test runs {example.name}"
