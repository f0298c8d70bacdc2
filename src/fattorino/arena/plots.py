"""SVG plots for a page, with real text and the page's own colours, for both themes."""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from importlib.util import find_spec
from typing import Any

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _

# What Matplotlib draws with, and the custom property of the page that takes its place.
COLOURS = {
    "#2b2320": "--ink",
    "#6f635a": "--ink-soft",
    "#d8cbb4": "--line",
    "#c8402a": "--tomato",
    "#3f7a3a": "--basil",
    "#d9a441": "--crust",
    "#3b3f6b": "--night",
}
INK, SOFT, LINE, TOMATO, BASIL, CRUST, NIGHT = COLOURS
WIDTH = 5.0  # inches of 72 points: as wide as a phone, so that letters keep their size
TEXT = 14.5
MOST_BARS = 40


def require() -> None:
    """Fail early if Matplotlib is missing."""
    if find_spec("matplotlib") is None:
        raise FattorinoError("plots need the extra `plots`: pip install 'fattorino[plots]'")


@contextmanager
def drawing(height: float, rows: int = 1) -> Iterator[tuple[Any, Any, list[str]]]:
    """A figure in our style; its SVG is appended to the list afterwards."""
    require()
    import matplotlib
    from matplotlib.figure import Figure

    style: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "fattorino",
        "font.size": TEXT,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": SOFT,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "xtick.color": SOFT,
        "ytick.color": SOFT,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "grid.color": LINE,
    }
    svg: list[str] = []
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
        yield figure, axes, svg
        text = io.StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    svg.append(text.getvalue())


def inline(svg: str, name: str, title: str) -> str:
    """An SVG for inlining: unique ids, the page's colours and fonts, an accessible title."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' (?:width|height)="[\d.]+pt"', "", svg, count=2)
    svg = re.sub(r'id="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\1{name}-", svg)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    svg = re.sub(r" font-family: [^;\"]*;", "", svg)
    for colour, name_of_it in COLOURS.items():
        svg = svg.replace(colour, f"var({name_of_it})")
    head, rest = svg.split(">", 1)
    return f'{head} role="img" aria-label="{escape(title)}">{rest}'


def shares(
    name: str,
    title: str,
    rows: Sequence[tuple[str, Sequence[tuple[float, float, float]]]],
    line: float | None,
) -> str:
    """Shares with their intervals, one row each; a second one in a row is drawn as a diamond."""
    with drawing(0.75 + 0.55 * len(rows)) as (_figure, (axes,), svg):
        for place, (_label, points) in enumerate(rows):
            for number, (share, low, high) in enumerate(points):
                at = place + (number - (len(points) - 1) / 2) * 0.34
                colour, shape = (INK, "o") if number == 0 else (TOMATO, "D")
                axes.plot(
                    [100 * low, 100 * high], [at, at], color=colour, linewidth=2.2, solid_capstyle="butt"
                )
                axes.plot([100 * share], [at], shape, color=colour, markersize=7)
        if line is not None:
            axes.axvline(100 * line, color=BASIL, linestyle=(0, (4, 3)), linewidth=1.5)
        axes.set_yticks(range(len(rows)), [label for label, _points in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(_("% of games won"))
        axes.locator_params(axis="x", nbins=5)
    return inline(svg[0], name, title)


def spread(name: str, title: str, rows: Sequence[tuple[str, Mapping[int, int]]], xlabel: str) -> str:
    """How values are spread: bars for each row, one below the other over the same numbers."""
    low = min(min(counts) for _label, counts in rows)
    high = max(max(counts) for _label, counts in rows)
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    edges = list(range(low, high + width + 1, width))
    height = 0.8 + 0.95 * len(rows) + (0.8 if len(rows) == 1 else 0)
    with drawing(height, len(rows)) as (figure, all_axes, svg):
        tallest = 0.0
        for axes, (label, counts) in zip(all_axes, rows, strict=True):
            total = sum(counts.values())
            heights = [0.0] * (len(edges) - 1)
            for value, count in counts.items():
                heights[(value - low) // width] += 100 * count / total
            tallest = max(tallest, *heights)
            centre = sum(value * count for value, count in counts.items()) / total
            starts = [edge - 0.5 + 0.05 * width for edge in edges[:-1]]
            axes.bar(starts, heights, width * 0.9, align="edge", color=CRUST)
            axes.axvline(centre, color=TOMATO, linewidth=1.5)
            if label:
                axes.set_title(label, loc="left", fontsize=TEXT, color=INK)
        for axes in all_axes:
            axes.set_ylim(0, tallest * 1.05)
            axes.locator_params(axis="y", nbins=3)
        all_axes[-1].set_xlabel(xlabel)
        all_axes[-1].locator_params(axis="x", integer=True, nbins=6)
        figure.supylabel(_("% of games"), fontsize=TEXT)
    return inline(svg[0], name, title)


def differences(name: str, title: str, rows: Sequence[tuple[str, float, float, float]], xlabel: str) -> str:
    """Differences with their intervals around zero, each below its label."""
    with drawing(0.9 + 0.62 * len(rows)) as (_figure, (axes,), svg):
        for place, (label, gap, low, high) in enumerate(rows):
            colour = BASIL if low > 0 else TOMATO if high < 0 else SOFT
            axes.plot([100 * low, 100 * high], [place + 0.2] * 2, color=colour, linewidth=2.2)
            axes.plot([100 * gap], [place + 0.2], "o" if gap >= 0 else "s", color=colour, markersize=7)
            short = label if len(label) < 46 else label[:44].rstrip() + "…"
            axes.text(
                0.0, place - 0.2, short, transform=axes.get_yaxis_transform(), va="center", fontsize=TEXT - 1
            )
        axes.axvline(0, color=INK, linewidth=1)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x")
        axes.set_xlabel(xlabel)
        axes.locator_params(axis="x", nbins=5)
    return inline(svg[0], name, title)
