"""The review of a finished game: made in the background, stored with the match, shown as a page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from typing import Any

import pytest

from fattorino.server.pages import review
from fattorino.server.tables import review_jobs
from server.conftest import wait_until
from server.test_names import ARABIC, loose

pytestmark = pytest.mark.bulk

LIMIT = 60.0  # seconds for a review that is given none


def finished(server: Any, **options: Any) -> Any:
    """A short game between bots that is over."""
    seats = [{"kind": "bot", "bot": "random", "name": name} for name in (ARABIC, "")]
    made = server.make(seats=seats, seed=4, options={"turn_limit": 15} | options)
    wait_until(lambda: server.state(made)["over"])
    return made


def test_a_review_is_made_once_and_kept(live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "GIVE_UP", 600)
    server = live(review_seconds=1.0)
    made = finished(server)
    reader = server.browser()
    page = f"/review/{made.id}"
    assert "Look back at the game" in reader.get(page).text

    assert reader.post(page).status_code == 303
    assert "data-again" in reader.get(page).text
    wait_until(lambda: "data-again" not in reader.get(page).text, 600)

    text = reader.get(page).text
    assert text.count("<polyline") == 7 and "As it looked then" in text
    assert "Where it turned" in text
    assert ARABIC in text and loose(text) == []
    assert_deduction_can_be_stepped_through(reader, page, text)
    server.stop()
    again = live()
    assert again.browser().get(page).text.count("<polyline") == 7


def test_a_review_survives_the_end_of_its_process(process: Callable[..., Any]) -> None:
    server = process("--review-seconds", "600")  # more than anybody waits
    server.wait()
    made = finished(server)
    page = f"/review/{made.id}"
    assert server.browser().post(page).status_code == 303
    server.kill()

    again = process("--review-seconds", "0.1", port=server.port)
    again.wait()
    reader = again.browser()

    def made_again() -> bool:
        text = reader.get(page).text
        assert "Look back at the game" not in text, "it was forgotten"
        return "<polyline" in text

    wait_until(made_again, 600)


def test_a_review_whose_time_is_up_gives_what_it_has(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = live(review_seconds=0.0)
    made = finished(server)
    jobs, reports = server.service.reviews, [{"done": 0.5}, {"review": {"rounds": 8}}]
    page = f"/review/{made.id}"

    @contextlib.asynccontextmanager
    async def slow(*_arguments: str, given: bytes) -> AsyncIterator[Any]:
        async def told() -> AsyncIterator[Any]:
            for report in reports:
                yield report
            await asyncio.Event().wait()

        yield told()

    monkeypatch.setattr(review_jobs, "worker", slow)
    limit, timeout = asyncio.Timeout(None), asyncio.timeout
    monkeypatch.setattr(asyncio, "timeout", lambda seconds: limit if seconds == LIMIT else timeout(seconds))
    server.do(jobs.start(server.table(made), ""))
    reader = server.browser()
    wait_until(lambda: 'value="0.5"' in reader.get(page).text)
    server.loop.call_soon_threadsafe(limit.reschedule, 0.0)  # the time is up
    wait_until(lambda: made.id not in jobs.progress)

    assert server.table(made).review == {"rounds": 8}
    assert made.id not in jobs.failed


def assert_deduction_can_be_stepped_through(reader: Any, page: str, text: str) -> None:
    """The chapter only Ghost Town has: seat and step are part of the address."""
    assert "What could be worked out" in text and "Before the first report about" in text
    assert text.count('class="deduction deduction-ghost_town"') == 3
    assert (
        "step=1#deduction" in text
        and 'id="deduction-back" data-part="deduction" role="link" aria-disabled' in text
    )
    third = reader.get(f"{page}?seat=1&step=3").text
    assert "This told " in third and "step=2#deduction" in third and "step=4#deduction" in third
    assert third.count("<text") > text.count("<text") / 3, "chances are written down"
    for odd in ("?seat=9&step=-4", "?seat=-1&step=0"):
        assert "Before the first report about" in reader.get(page + odd).text
    last = reader.get(f"{page}?seat=0&step=9999").text
    assert 'id="deduction-on" data-part="deduction" role="link" aria-disabled' in last
    assert reader.get(f"{page}?step=x").status_code == 422


def test_a_review_waits_for_the_end_and_keeps_closed_what_is_closed(server: Any) -> None:
    running, closed = server.make("human", "human", seed=4), finished(server, reveal_after_game=False)
    reader = server.browser()
    for made, status in ((running, 409), (closed, 403)):
        assert reader.get(f"/review/{made.id}").status_code == status
        assert reader.post(f"/review/{made.id}").status_code == status


def test_a_bounded_number_of_reviews_waits(server: Any) -> None:
    made = finished(server)
    waiting = server.service.reviews.progress
    others = [f"table-{number}" for number in range(review_jobs.MOST_WAITING)]
    waiting.update(dict.fromkeys(others, 0.0))
    answer = server.browser().post(f"/review/{made.id}")
    for other in others:
        del waiting[other]
    assert answer.status_code == 429 and made.id not in waiting


def test_the_better_move_is_drawn_into_the_replay(server: Any) -> None:
    made = finished(server)
    record = server.get(f"/api/matches/{made.id}/record").json()
    reader = server.browser()

    page = reader.get(f"/replay/{made.id}?move=0&seat=0&better=0").text

    assert "Better here: " in page and 'data-target-of="move-up"' in page
    assert 'data-target="move-up"' in page, "the thing it is shown on"
    for better in (-5, 10_000, "x"):
        assert "Better here" not in reader.get(f"/replay/{made.id}?move=0&seat=0&better={better}").text
    last = len(record["actions"])
    assert "Better here" not in reader.get(f"/replay/{made.id}?move={last}&seat=0&better=0").text


def test_signs_lie_beside_one_another_and_on_the_chart() -> None:
    class Chair:
        colour = 0

    table: Any = type("Table", (), {"seats": [Chair()] * 4})()
    for ends in ((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 0.5), (0.2, 0.21, 0.0, 0.9)):
        chances = {str(seat): [0.5, end] for seat, end in enumerate(ends)}
        at = sorted(line["y"] for line in review.lines(table, [0, 1], chances))
        assert at[0] >= review.TOP and at[-1] <= review.HIGH - review.FOOT
        assert all(b - a >= review.SIGN for a, b in pairwise(at))
