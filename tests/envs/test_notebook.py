"""The notebook runs from top to bottom, draws boards and a plot, and its answer makes sense."""

import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "balance.ipynb"


def cells() -> list[dict[str, Any]]:
    """The cells of the notebook that hold code."""
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


@pytest.mark.bulk
def test_the_notebook_runs_and_draws() -> None:
    mpl.use("agg")
    import matplotlib.pyplot as plt

    names: dict[str, Any] = {}
    boards = 0
    for number, cell in enumerate(cells()):
        small = (
            "".join(cell["source"]).replace("GAMES = 2000", "GAMES = 300").replace("DUELS = 60", "DUELS = 4")
        )
        body, _newline, last = small.rpartition("\n")
        shown = last if last.isidentifier() else ""  # a notebook shows what stands on the last line
        exec(compile(body if shown else small, f"cell {number}", "exec"), names)
        boards += bool(shown) and names[shown]._repr_svg_().startswith("<svg")
    assert boards == 2
    figure = plt.gcf()
    assert len(figure.axes) == 4 and all(axis.patches for axis in figure.axes)
    plt.close("all")
    for share, games in names["shares"].values():
        assert 200 < games <= 300 and np.isclose(share.sum(), 1)
    assert names["share"].sum() == pytest.approx(1)


def test_the_notebook_carries_no_output() -> None:
    assert cells() and all(not cell["outputs"] for cell in cells())
