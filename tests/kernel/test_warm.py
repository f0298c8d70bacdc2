"""A warm cache: an edit of any compiled loop makes it cold."""

from pathlib import Path

from fattorino.kernel.jit import KERNEL
from fattorino.kernel.warm import loops_of


def test_an_edited_search_is_noticed(tmp_path: Path) -> None:
    names = []
    for number, text in enumerate(["@jit\ndef think(): ...\n", "@jit\ndef think(): pass\n", "words\n"]):
        (tmp_path / "bots").mkdir(exist_ok=True)
        (tmp_path / "bots" / "search.py").write_text(text)
        (tmp_path / "bots" / "words.py").write_text(f"said = {number}\n")  # is never compiled
        loops_of.cache_clear()
        names.append(loops_of(tmp_path))
    assert len(set(names)) == 3


def test_words_and_the_rules_themselves_change_nothing(tmp_path: Path) -> None:
    before = loops_of(tmp_path)
    for folder, text in (("bots", "said = 1\n"), ("kernel", "@jit\n"), ("games", "@jit\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "file.py").write_text(text)
    loops_of.cache_clear()
    assert loops_of(tmp_path) == before
    assert loops_of(KERNEL.parent) != before
