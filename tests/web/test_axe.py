"""What axe finds on the pages, in every state they have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import fattorino
from web import robot
from web.hearing import SEVERAL
from web.helpers import CARDS, YOURS, Server, api, finished_game, lay_table, play_something

Visit = Callable[..., Page]
GAMES = ["ghost_town", "new_york", "papa_paolo", "pizza_city"]
SHORT: dict[str, dict[str, Any]] = {  # games that are over soon
    "ghost_town": {"turn_limit": 15},
    "new_york": {"mode": "coop", "coop_pizzas": 1, "coop_money": 1},
    "papa_paolo": {"bot": "random"},
    "pizza_city": {"seats": 4, "pizzas_to_win": 1},
}
AXE = {
    "rules": {"target-size": {"enabled": True}},  # 24 pixels, or room around
    "resultTypes": ["violations"],  # what passes need not be written out
}


def findings(page: Page, where: str) -> list[str]:
    """What axe calls serious or critical."""
    found = Axe().run(page, options=AXE).response["violations"]
    return [
        f"{where}: {v['id']}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("name", GAMES)
def test_no_serious_finding_of_axe_in_a_lesson(visit: Visit, name: str) -> None:
    page = visit(f"/rules/{name}", reduced_motion="reduce")
    problems = findings(page, "rules")
    page.goto(page.url + "/pieces")
    problems += findings(page, "pieces")
    page.goto(page.evaluate("location.origin"))
    page.locator(f"form[action$='/learn/{name}'] button").click()
    page.wait_for_selector(YOURS)
    problems += findings(page, "lesson")
    play_something(page, 0)
    page.wait_for_selector(YOURS)
    page.locator(":is(#board, #tools) svg [tabindex='0']").focus()
    page.keyboard.press("?")
    problems += findings(page, "table, with the keys")
    page.keyboard.press("Escape")
    page.locator(CARDS[name]).first.click(button="right")
    expect(page.locator("#face")).to_be_visible()
    page.locator("#face summary").click()
    problems += findings(page, "table, with the face of a card")
    page.goto(page.url + "/words")
    page.wait_for_selector(YOURS)
    problems += findings(page, "the board as text")
    assert problems == []


def test_no_serious_finding_of_axe(visit: Visit, server: Server, over: str) -> None:
    problems = []
    page = visit(reduced_motion="reduce")
    made = api(server.url, "/api/matches", {"game": "ghost_town", "seats": [{"kind": "human"}] * 2})
    link = made["seats"][0]["url"].removeprefix(server.url)
    after = (f"/t/{over}", f"/replay/{over}?move=0&seat=0&better=0", f"/review/{over}")
    for path in (
        "/",
        "/new/ghost_town",
        "/rules/ghost_town",
        "/docs",
        "/accessibility",
        link.partition("#")[0],
        *after,
        "/nowhere",
    ):
        page.goto(server.url + path)
        problems += findings(page, path)
    page.goto(server.url + link)
    page.wait_for_selector("text=Sit down")
    problems += findings(page, "the link of a seat")
    lay_table(page, {1: "open"})
    problems += findings(page, "sitting down")
    url = lay_table(page, {1: "bot:greedy"})
    page.wait_for_selector(YOURS)
    problems += findings(page, "table")
    page.goto(url + "/words")
    page.wait_for_selector(YOURS)
    problems += findings(page, "the board as text")
    page.goto(url)
    page.wait_for_selector(YOURS)
    play_something(page, 0)
    page.click("[data-theme-toggle]")
    page.click("#tab-tables")
    problems += findings(page, "table, dark")
    made = api(server.url, "/api/matches", {"game": "pizza_city", "seats": [{"kind": "human"}] * 4})
    page.goto(made["seats"][0]["url"])
    page.click("text=Sit down")
    page.wait_for_selector(YOURS)
    expect(page.locator("[data-target=corner-0]")).to_have_attribute(
        "role", "img"
    )  # named, not to be clicked
    problems += findings(page, "another game")
    phone = visit(phone=True, reduced_motion="reduce", color_scheme="dark")
    lay_table(phone)
    phone.wait_for_selector(YOURS)
    problems += findings(phone, "phone, dark")
    assert problems == []


@pytest.mark.parametrize("name", GAMES)
def test_no_serious_finding_of_axe_before_and_after_a_game(visit: Visit, server: Server, name: str) -> None:
    page = visit(f"/new/{name}", reduced_motion="reduce")
    problems = findings(page, "the form of a new table")
    url = lay_table(page, {1: "open"}, game=name)
    for place in ("", "/screen"):
        page.goto(url + place)
        page.wait_for_selector(".lobby")
        problems += findings(page, f"sitting down{place}")
    over = finished_game(server.url, name, **{"bot": "greedy"} | SHORT[name])
    for path in (
        f"t/{over}",
        f"t/{over}/screen",
        f"t/{over}/words",
        f"replay/{over}?move=5",
        f"review/{over}",
    ):
        page.goto(f"{server.url}/{path}")
        problems += findings(page, path)
    assert problems == []


def test_no_serious_finding_of_axe_at_a_covered_table_and_at_notes(visit: Visit) -> None:
    page = visit("/new/ghost_town", reduced_motion="reduce")
    page.select_option("#c1", "me")
    page.click("button[type=submit]")
    page.wait_for_url("**/t/*")
    expect(page.locator(".cover-sheet")).to_be_visible()
    problems = findings(page, "covered for the next player")
    page.get_by_role("button", name="It’s me").click()
    page.click("[data-target=attack-up]")
    expect(
        page.locator(".cover-sheet")
    ).to_be_visible()  # the next player's: the page has left the first seat
    page.goto(page.url + "/notes/1")
    problems += findings(page, "somebody's notes")
    assert problems == []


def test_no_serious_finding_of_axe_where_one_thing_has_several_choices(
    browser: Browser, server: Server
) -> None:
    sitting = robot.sit_down(browser, server.url, "pizza_city", seed=1)
    sitting.enter_board()
    version, game = sitting.asked(), fattorino.load("pizza_city")
    while not (several := [one for one in sitting.ears.doable() if SEVERAL in one.description]):
        _took, version = sitting.decide(robot.greedy_choice(game, sitting.state(), 0, 1), version)
    sitting.page.locator(f"[aria-description='{several[0].description}']").first.press("Enter")
    expect(sitting.page.locator("#chooser")).to_be_visible()
    problems = findings(sitting.page, "several choices")
    sitting.close()
    assert problems == []


@pytest.mark.parametrize("name", GAMES)
def test_no_serious_finding_of_axe_at_twice_the_size_in_forced_colours(
    browser: Browser, server: Server, name: str
) -> None:
    sitting = robot.sit_down(browser, server.url, name, seed=1, clicks=True)
    problems = findings(sitting.page, name)
    sitting.close()
    assert problems == []
