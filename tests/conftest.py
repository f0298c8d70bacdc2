"""Unit tests interpret the rules; tests marked `bulk` compile them.

Which of the two a process does is fixed when Numba is imported, so `make test` runs pytest twice: once with
NUMBA_DISABLE_JIT=1 for everything not marked bulk, once without for the rest.
"""

import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

import printed

CHANGED = "numbers of components.toml that the tests were not written for"
BULK_NEEDS = "bulk tests need compiled rules: run them without NUMBA_DISABLE_JIT"
UNSELECTABLE = re.compile(r"[^\w:+.\[\]\\/-]+", re.ASCII)  # what cannot stand in a name behind -k
SETTINGS = pytest.StashKey[dict[str, str]]()


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Let a bare `pytest` interpret. This hook comes before the games' own conftests, which import Numba."""
    config: Any = pluginmanager.get_plugin("pytestconfig")
    if not re.search(r"(?<!not )\bbulk\b", config.known_args_namespace.markexpr or ""):
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def pytest_configure(config: pytest.Config) -> None:
    from fattorino.games import invite

    config.stash[SETTINGS] = numba_settings()
    invite(Path(__file__).parent / "pizza_race")


def numba_settings() -> dict[str, str]:
    """What Numba reads in the environment, whenever it compiles."""
    return {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a parameter so that -k can select it; None leaves the name to pytest."""
    text = val.decode(errors="replace") if isinstance(val, bytes) else val
    name = text if isinstance(text, str) else getattr(text, "__name__", None)
    return name and UNSELECTABLE.sub("_", name[:60]).strip("_")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if wrong := [item.nodeid for item in items if UNSELECTABLE.search(item.name)]:
        raise pytest.UsageError("-k cannot select these ids; name them in plain words:\n" + "\n".join(wrong))
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        skip = pytest.mark.skip(reason=BULK_NEEDS)
        for item in items:
            if item.get_closest_marker("bulk"):
                item.add_marker(skip)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Blame the test that changes the settings of Numba for all tests after it."""
    yield
    before, now = item.config.stash[SETTINGS], numba_settings()
    item.config.stash[SETTINGS] = now
    assert now == before, "this test leaves other settings of Numba behind"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test says which numbers of its game are not those it was written for."""
    report = yield
    changed = printed.told(item.nodeid) if report.failed else []
    if changed:
        report.sections.append((CHANGED, "\n".join(changed)))
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """After failures, name the numbers that were changed."""
    failures = terminalreporter.stats.keys() & {"failed", "error"}
    changed = printed.told() if failures else []
    if changed:
        terminalreporter.section(CHANGED)
        terminalreporter.write_line("\n".join(changed))
