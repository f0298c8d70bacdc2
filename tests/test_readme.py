"""What README and docs show as Python runs, and prints what they say."""

import doctest
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

import fattorino
from fattorino import gpu
from fattorino.kernel.errors import NoDevice

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def examples(page: Path) -> doctest.DocTest:
    """All `>>>` lines of a page, as one session."""
    text = "\n".join(
        "" if line.startswith("```") else line for line in page.read_text(encoding="utf-8").splitlines()
    )
    return doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples(page), out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


ALONE = [
    pytest.param(page, number, id=f"{page.name}-{number}")
    for page in (ROOT / "docs" / f"{name}.md" for name in ("bots", "research", "gpu"))
    for number in range(len(re.findall(r"^```py", page.read_text(encoding="utf-8"), re.MULTILINE)))
]


@pytest.mark.parametrize(("page", "number"), ALONE)
def test_every_block_runs_when_it_is_copied_alone(
    page: Path, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    kind, block = re.findall(r"^```(pycon|python)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[number]
    if kind == "python":
        names = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "F821", "-"]
        assert subprocess.run(names, input=block, text=True, check=False).returncode == 0
        if "import torch" in block:
            pytest.importorskip("torch")
        with nullcontext() if page.stem != "gpu" or gpu.available() else pytest.raises(NoDevice):
            exec(compile(block, f"{page.name}, block {number}", "exec"), {"__name__": "__main__"})
        return
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(doctest.DocTestParser().get_doctest(block, {}, page.name, None, 0), out=report.append)
    found = runner.summarize(verbose=False)
    assert found.attempted and not found.failed, "".join(report)


SHELL = [
    pytest.param(line, id="_".join(line.split()[1:4]))
    for page in ("tasks", "research")
    for line in re.findall(
        r"^(fattorino (?:task|export) [^#\n]+)",
        (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    if "ppo:" not in line  # needs PyTorch and a net: tests/training/test_ppo_example.py
]


@pytest.mark.bulk
@pytest.mark.parametrize("line", SHELL)
def test_commands_run_as_they_stand_with_fewer_games(line: str, tmp_path: Path) -> None:
    words = re.sub(r"(simulations=|--games )\d+", r"\g<1>2", line).split()[1:]
    if words[:2] == ["task", "run"] and "--games" not in words:
        words += ["--games", "2"]
    words = [str(tmp_path / word) if word.startswith("games") else word for word in words]
    command = [sys.executable, "-m", "fattorino", *words]
    done = subprocess.run(
        command, cwd=ROOT / "examples", capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "--output" in words or done.stdout.strip()


def test_the_citation_is_of_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {fattorino.__version__}\n" in text and "license: Apache-2.0\n" in text


def test_readme_opens_with_a_sentence_a_picture_and_ten_lines() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    head, _, rest = text.partition("```pycon\n")
    assert head.count("![") == 1
    lines = [line for line in rest.partition("```")[0].splitlines() if line.startswith((">>>", "..."))]
    assert 8 <= len(lines) <= 10
    assert len(examples(ROOT / "README.md").examples) >= 6
