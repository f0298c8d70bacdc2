"""The cache is keyed by content: sources, tables, settings."""

from pathlib import Path

import pytest

from fattorino.kernel import jit


def test_the_cache_folder_changes_with_sources_tables_and_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.py").write_text("A = 1")
    (tmp_path / "components.toml").write_text("price = 1")
    seen = set()

    def look() -> None:
        jit.fingerprint.cache_clear()
        seen.add(jit.fingerprint(tmp_path))

    look()
    look()
    assert len(seen) == 1
    (tmp_path / "rules.py").write_text("A = 2")
    look()
    (tmp_path / "components.toml").write_text("price = 2")
    look()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    look()
    monkeypatch.setattr(jit.numba, "__version__", "0.0")
    look()
    assert len(seen) == 5
    jit.fingerprint.cache_clear()


def test_a_game_in_a_folder_of_files_is_one_game(tmp_path: Path) -> None:
    (tmp_path / "rulebook.md").touch()
    (tmp_path / "rules").mkdir()
    assert jit.game_folder(tmp_path / "rules") == tmp_path


def test_the_cache_home_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", "/somewhere")
    assert jit.cache_home() == Path("/somewhere")
