"""Unit tests interpret the rules; tests marked `bulk` compile them.

Which of the two a process does is fixed when Numba is imported, so `make test` runs pytest twice: once with
NUMBA_DISABLE_JIT=1 for everything not marked bulk, once without for the rest.
"""

import os
from pathlib import Path
from typing import Any

import pytest

BULK_NEEDS = "bulk tests need compiled rules: run them without NUMBA_DISABLE_JIT"


def pytest_configure(config: pytest.Config) -> None:
    if "bulk" not in (config.option.markexpr or "") and "NUMBA_DISABLE_JIT" not in os.environ:
        os.environ["NUMBA_DISABLE_JIT"] = "1"  # a bare `pytest` interprets
    from fattorino.games import invite

    invite(Path(__file__).parent / "pizza_race")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        skip = pytest.mark.skip(reason=BULK_NEEDS)
        for item in items:
            if item.get_closest_marker("bulk"):
                item.add_marker(skip)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name every test that passed or failed only at its second try: each has a cause to be found."""
    tried_again = terminalreporter.stats.get("rerun", [])
    terminalreporter.section(f"tests tried again: {len(tried_again)}")
    for report in tried_again:
        terminalreporter.line(report.nodeid)
        lines = str(report.longrepr).strip().splitlines()
        for line in [*(line for line in lines if line.startswith("E  ")), lines[-1]]:
            terminalreporter.line(f"    {line}")
