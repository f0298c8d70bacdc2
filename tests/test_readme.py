"""What README and docs show as Python runs, and prints what they say."""

import doctest
from pathlib import Path

import pytest

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


def test_readme_opens_with_a_sentence_a_picture_and_ten_lines() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    head, _, rest = text.partition("```pycon\n")
    assert head.count("![") == 1
    lines = [line for line in rest.partition("```")[0].splitlines() if line.startswith((">>>", "..."))]
    assert 8 <= len(lines) <= 10
    assert len(examples(ROOT / "README.md").examples) >= 6
