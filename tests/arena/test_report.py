"""The balance report: its figures, its texts, and a self-contained page."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import fattorino
from fattorino.arena import page as report_page
from fattorino.arena.compare import columns, compared
from fattorino.arena.labels import common
from fattorino.arena.page import page, verdict
from fattorino.arena.playing import Job
from fattorino.arena.report import figures
from fattorino.arena.simulate import simulate
from fattorino.kernel import i18n

pytest.importorskip("matplotlib", reason="plots need Matplotlib")


def job_of(seats: int = 3, seed: int = 1) -> Job:
    settings = fattorino.load("pizza_race").settings(seats=seats)
    return Job("pizza_race", settings, ("random",) * seats, seed, counting=True, listing=True)


def reported(games: int = 120, seats: int = 3, seed: int = 1) -> dict[str, Any]:
    job = job_of(seats, seed)
    return figures(job, simulate(job, games, workers=1))


REPORT = reported()


def test_the_figures_add_up() -> None:
    assert REPORT["games"] == 120
    assert json.loads(json.dumps(REPORT))["actions"] == REPORT["actions"]
    assert sum(row["wins"] for row in REPORT["sides"]) == pytest.approx(120 - REPORT["undecided"])
    assert sum(row["share"] for row in REPORT["sides"]) == pytest.approx(1)
    assert sum(row["chosen"] for row in REPORT["actions"]) == REPORT["decisions"]
    assert sum(row["chosen"] for row in REPORT["kinds"]) == REPORT["decisions"]
    assert sum(row["games"] for row in REPORT["openings"]) == 120
    assert sum(REPORT["length"]["games"].values()) == 120
    for row in REPORT["actions"]:
        assert 0 <= row["chosen"] <= row["offered"]
        assert 0 <= row["used"] <= 1
        if row["interval"]:
            assert row["interval"][0] <= row["difference"] <= row["interval"][1]


def test_the_first_seat_of_a_race_is_told_to_be_better() -> None:
    report = reported(1500)
    first = report["sides"][0]
    assert first["sure"] and first["share"] > first["equal"]
    assert f"{first['name']} wins more: " in verdict(report)
    assert "An equal share is 33.3 %." in verdict(report)


def test_names_keep_what_is_common() -> None:
    assert common({"Move up": 3}) == "Move up"
    assert common({"Turn 1 of 20: go": 1, "Turn 2 of 20: go": 1}) == "Turn … of 20: go"
    assert common({"Take the red tile": 1, "Take the blue tile with a park": 2}) == "Take the … tile …"
    assert common({"Pay": 1, "Keep it": 2, "Play it again": 1}) == "Keep it / Pay / …"
    assert common({"Build": 2, "Upgrade": 1}) == "Build / Upgrade"
    assert common({"Build at C1, where no road leads": 1, "Build at C1": 2}) == "Build at C1 …"
    assert common({"Take tip 1 of $3, now": 1, "Take tip 1 of $4, later": 1}) == "Take tip 1 of …"
    assert common({}) == ""


class Checker(HTMLParser):
    """Ids once, every tag closed, and nothing fetched from elsewhere."""

    VOID = frozenset({"meta", "br", "link", "img", "hr", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href") and not (value or "").startswith("#"):
                self.fetched.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_page_stands_alone_and_has_two_themes() -> None:
    html = page(REPORT)
    checker = Checker()
    checker.feed(html)
    assert not checker.open
    assert not checker.fetched
    assert "<script" not in html
    assert len(checker.ids) == len(set(checker.ids))
    assert "prefers-color-scheme: dark" in html
    assert html.count("<svg") >= 3
    drawn = "".join(re.findall(r"<svg.*?</svg>", html, flags=re.DOTALL))
    assert "var(--ink)" in drawn
    assert not re.search(r"(?:fill|stroke): #(?!000)", drawn), "every colour is the page's own"
    assert "This is an association, not a cause" in html


def test_a_first_choice_of_another_question_says_which() -> None:
    first, *_others = REPORT["openings"]
    odd = first | {"question": "Anchovies?", "label": "Yes, please"}
    assert "Anchovies?" not in page(REPORT)
    assert re.search(r"Yes, please\s*<span[^>]*>Anchovies\?", page(REPORT | {"openings": [first, odd]}))


def test_two_reports_side_by_side() -> None:
    jobs = job_of(), job_of(seed=500)
    parts = [simulate(job, 120, workers=1) for job in jobs]
    one, other = map(figures, jobs, parts)
    before, now = map(columns, (one, other), jobs, parts)
    gaps = compared(one, other, before, now)
    for table in ("sides", "places", "scores"):
        for row, was, then in zip(gaps[table], one[table], other[table], strict=True):
            assert row["name"] == was["name"]
            assert row["was"] == pytest.approx(was.get("share", was.get("mean")))
            assert row["now"] == pytest.approx(then.get("share", then.get("mean")))
    rows = [*gaps["sides"], *gaps["places"], *gaps["scores"], gaps["length"], gaps["undecided"]]
    for row in [*rows, *gaps["actions"]]:
        assert row["interval"][0] <= row["difference"] <= row["interval"][1]
        assert row["difference"] == pytest.approx(row["now"] - row["was"])
    assert gaps["length"]["now"] == pytest.approx(other["length"]["mean"])
    html = page(one, other, gaps)
    assert "What the change does" in html and f"{gaps['changed_games']} of 120 games end differently" in html


def test_a_change_that_changes_nothing_is_said_to() -> None:
    part = simulate(job_of(), 60, workers=1)
    one = figures(job_of(), part)
    now = columns(one, job_of(), part)
    gaps = compared(one, one, now, now)
    assert gaps["changed_games"] == 0 and gaps["sides"][0]["interval"] == [0, 0]
    html = page(one, one, gaps)
    assert "Nothing changed: all 60 games end as before" in html and "nothing changed" in html
    shorter = figures(job_of(), first := simulate(job_of(), 40, workers=1))  # stopped by Ctrl-C
    assert compared(one, shorter, now, columns(shorter, job_of(), first))["games"] == 40


def test_choices_are_compared_with_themselves_even_if_their_labels_are_the_same() -> None:
    part = simulate(job_of(), 120, workers=1)
    report = figures(job_of(), part)
    report["actions"] = [row | {"label": "Ride"} for row in report["actions"]]
    rates = {row["action"]: row["rate"] for row in report["actions"]}
    assert len(set(rates.values())) == 2
    games = columns(report, job_of(), part)
    rows = compared(report, report, games, games)["actions"]
    assert len(rows) == 2
    for row in rows:
        assert (row["was"], row["now"], row["difference"]) == (rates[row["action"]], rates[row["action"]], 0)


def test_a_game_that_nobody_wins_can_be_reported() -> None:
    quiet = REPORT | {
        "undecided": 120,
        "sides": [row | {"wins": 0.0, "games": 0, "share": None, "sure": False} for row in REPORT["sides"]],
    }
    assert "Nobody won any of the 120 games" in verdict(quiet)
    assert "Nobody won any" in page(quiet)


def test_the_page_says_every_word_through_the_catalogue() -> None:
    text = Path(report_page.__file__).with_name("report.html").read_text(encoding="utf-8")
    skipped = r"<style>.*?</style>", r"\{%.*?%\}|\{\{.*?\}\}", r"[\w-]+=\"[^\"]*\"", r"<[^>]*>"
    for pattern in skipped:
        text = re.sub(pattern, "", text, flags=re.DOTALL)
    assert re.findall(r"[A-Za-z]{2,}", text) == []


def test_the_page_is_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loud:
        def gettext(self, text: str) -> str:
            return text.upper() if "{" not in text else text

        def ngettext(self, one: str, many: str, n: int) -> str:
            return one if n == 1 else many

    monkeypatch.setattr(i18n, "_catalogue", lambda language: Loud())
    i18n.set_language("xx_YY")
    try:
        shown = page(REPORT)
    finally:
        i18n.set_language(i18n.SOURCE)
    assert '<html lang="xx-YY">' in shown and "<h2>WHO WINS</h2>" in shown
    assert "% OF GAMES WON" in shown and "Who wins" not in shown
