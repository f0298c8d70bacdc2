"""The cards of docs/add-a-card.md: put into a copy of the project as the page says, they pass its tests."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "add-a-card.md"
COPIED = ["src/fattorino", "pyproject.toml", "tests/conftest.py", "tests/printed.py", "tests/pizza_race"]
COPIED += ["tests/games/new_york", "tests/test_rulebook.py", "tests/contract/test_guide.py"]
NOT_COPIED = shutil.ignore_patterns("__pycache__", "weights", "node_modules")
SUITES = ["setup", "length", "account", "choice_sheet", "expansion_powers", "gallery", "words", "told"]


def blocks(language: str) -> list[str]:
    """The blocks of a language on the page."""
    page = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def insert(file: Path, at: int, text: str) -> None:
    """Insert a text into a file."""
    before = file.read_text(encoding="utf-8")
    file.write_text(before[:at] + text + before[at:], encoding="utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with every block of the page where the page says."""
    made = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, made / name, ignore=NOT_COPIED)
        else:
            shutil.copy(ROOT / name, made / name)
    game = made / "src/fattorino/games/new_york"
    for row in blocks("toml"):
        components = (game / "components.toml").read_text(encoding="utf-8")
        last = components.index("\n\n", components.rindex("[[power_cards]]"))
        insert(game / "components.toml", last, f"\n\n{row.rstrip()}")
    for rule in blocks("markdown"):
        rules = (game / "rulebook.md").read_text(encoding="utf-8")
        insert(game / "rulebook.md", rules.index("- **NY-POWER-"), rule)
    for code in blocks("python"):
        card = re.search(r"Card\(\s*t\.Power\.(\w+)", code)
        if card:
            (game / "cards" / f"{card[1].lower()}.py").write_text(code, encoding="utf-8")
        else:
            tests = made / "tests/games/new_york/test_expansion_powers.py"
            insert(tests, len(tests.read_text(encoding="utf-8")), f"\n\n{code}")
    return made


def run(tree: Path, *given: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in the copy, interpreted."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tree / "src")}
    for name in [name for name in environment if name.startswith("PYTEST_")]:
        del environment[name]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *given]
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def test_the_page_has_a_card_of_each_sort_with_row_rule_code_and_test() -> None:
    assert [len(blocks(language)) for language in ("toml", "markdown", "python")] == [2, 2, 4]


def test_cards_added_as_the_page_says_pass_the_tests_of_the_game(tree: Path) -> None:
    suites = [f"tests/games/new_york/test_{name}.py" for name in SUITES]
    done = run(tree, "-v", *suites)
    assert done.returncode == 0, done.stdout[-6000:]
    for test in re.findall(r"def (test_\w+)", "".join(blocks("python"))):
        assert f"::{test} PASSED" in done.stdout


def test_their_rules_have_code_tests_and_a_sentence_for_players(tree: Path) -> None:
    done = run(tree, "tests/test_rulebook.py", "tests/contract/test_guide.py", "-k", "new_york")
    assert done.returncode == 0, done.stdout[-6000:]
