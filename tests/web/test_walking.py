"""Playing by keys, by typing and by listening."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import fattorino
from web import robot
from web.helpers import YOURS, Server, lay_table, play_something, wait_for_turn

Visit = Callable[..., Page]
GAMES = ["ghost_town", "new_york", "papa_paolo", "pizza_city"]
FOCUSED = "document.activeElement?.getAttribute('aria-label') ?? ''"
UNREACHED = """async () => {
  const walk = await import("/static/walk.js");
  const all = walk.places();
  const region = (el) => el.closest("[data-region]") ?? el.closest("svg");
  const firsts = new Map(all.toReversed().map((el) => [region(el), el]));
  const seen = new Set(firsts.values());
  const todo = [...seen];
  while (todo.length) {
    const at = todo.pop();
    for (const step of [[0, -1], [0, 1], [-1, 0], [1, 0]]) {
      const to = walk.neighbour(at, step);
      if (to && !seen.has(to)) { seen.add(to); todo.push(to); }
    }
  }
  return [all.length, all.filter((el) => !seen.has(el)).map((el) => el.getAttribute("aria-label"))];
}"""
TOLD = """() => [...document.querySelectorAll("#log > li")].flatMap((turn) => {
  const lines = [...turn.querySelectorAll("details li")].map((line) => line.textContent.trim());
  const words = (turn.querySelector("summary") ?? turn).textContent.trim();
  return "own" in turn.dataset && lines.length ? lines : [words];
})"""  # one's own turns line by line, those of others in a sentence
STOPS = """() => [...document.querySelectorAll("#board svg *, #tools svg *")]
  .filter((el) => el.tabIndex >= 0).length"""


QUICK: dict[str, dict[str, Any]] = {  # games that are over soon
    "ghost_town": {"turn_limit": 15},
    "new_york": {"mode": "coop", "coop_pizzas": 1, "coop_money": 1},
    "papa_paolo": {},  # it always has five rounds
    "pizza_city": {"pizzas_to_win": 1},
}


@pytest.mark.parametrize("name", GAMES)
def test_the_robot_plays_by_what_it_hears(browser: Browser, server: Server, name: str) -> None:
    played = robot.play(browser, server.url, name, seed=1, **QUICK[name])

    keys = [one.keys for one in played.decisions]
    assert played.games == 1
    assert statistics.median(keys) <= 4 and max(keys) <= 8, keys
    assert all(one.right and one.tries == 1 for one in played.decisions)
    assert len(played.said) > len(keys) and robot.misheard(played) == []


@pytest.mark.parametrize("name", GAMES)
def test_arrows_lead_to_every_place_and_the_board_is_one_tab_stop(
    browser: Browser, server: Server, name: str
) -> None:
    sitting = robot.sit_down(browser, server.url, name, 1, clicks=False)
    places, unreached = sitting.page.evaluate(UNREACHED)
    stops = sitting.page.evaluate(STOPS)
    sitting.close()

    assert places >= 8
    assert len(unreached) <= places / 40, unreached  # j and k lead to those, too
    assert stops == 1


@pytest.mark.parametrize("name", GAMES)
def test_forced_colours_and_large_text_play_by_clicking(browser: Browser, server: Server, name: str) -> None:
    played = robot.play(browser, server.url, name, seed=1, most=8, clicks=True)

    assert all(one.right and one.tries == 1 for one in played.decisions)


def test_what_is_typed_is_played_or_told_why_not(visit: Visit) -> None:
    page = visit("/accessibility")
    lay_table(page)
    page.wait_for_selector(YOURS)
    field, reason = page.locator("#typed"), page.locator("#reason")
    expect(page.locator("#typed-words option[value=mu]")).to_have_attribute("label", "Move up")

    field.fill("a1")
    field.press("Enter")
    expect(reason).to_contain_text("Rule GT-")
    field.fill("nonsense")
    field.press("Enter")
    expect(reason).to_contain_text("“nonsense” is not a choice")
    field.fill("? mu")
    field.press("Enter")
    expect(reason).to_contain_text("Move up: this is possible now")
    field.fill("MU")
    field.press("Enter")
    expect(page.locator("#log")).to_contain_text("Move up")
    expect(field).to_have_value("")


def test_what_happens_is_said_once_and_in_order(visit: Visit) -> None:
    page = visit("/accessibility")
    lay_table(page, {1: "bot:greedy"}, turn_limit="15")
    for number in range(4):
        wait_for_turn(page)
        play_something(page, 3 * number)
    wait_for_turn(page)

    said = [
        words for words in page.locator("#voice p").all_inner_texts() if not words.startswith("Your turn")
    ]
    log = page.evaluate(TOLD)
    assert len(said) >= 8 and said == log[-len(said) :]
    assert page.locator("#log[aria-live], #prompt[aria-live]").count() == 0
    page.locator(":is(#board, #tools) svg [tabindex='0']").focus()
    page.keyboard.press(".")
    turn = re.search(r"Turn [2-5] of 15", page.locator("#prompt").inner_text())
    assert turn  # a choice may leave it the same
    expect(page.locator("#voice p").last).to_contain_text(f"Your turn: {turn[0]}")


def test_notes_are_made_and_heard_by_keys(visit: Visit) -> None:
    page = visit("/accessibility")
    lay_table(page)
    page.wait_for_selector(YOURS)
    page.locator("[data-cell=sheet0-5_5]").focus()
    assert "You are here" in page.evaluate(FOCUSED)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    with page.expect_response("**/notes"):
        page.keyboard.press("2")
    expect(page.locator("#voice p").last).to_have_text("Your note: Ghost.")
    page.reload()
    page.wait_for_selector("[aria-description]", state="attached")
    name = page.locator("[data-cell=sheet0-6_4]").get_attribute("aria-label") or ""
    assert name.startswith("1 up, 1 right") and name.endswith("Your note: Ghost.")
    page.locator("[data-cell=sheet0-6_4]").focus()
    page.keyboard.press("Delete")
    expect(page.locator("#voice p").last).to_have_text("No note.")


def test_the_page_of_words_is_played_from(visit: Visit) -> None:
    page = visit("/accessibility")
    url = lay_table(page)
    page.goto(url + "/words")
    page.wait_for_selector(YOURS)
    expect(page.locator("#outline")).to_contain_text("You are here")
    page.get_by_role("button", name="Move up").first.focus()
    page.keyboard.press("n")
    page.keyboard.press("N")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Move up")
    expect(page.locator("#prompt")).to_contain_text("Turn 2 of 20")
    page.fill("#typed", "au")
    page.press("#typed", "Enter")
    expect(page.locator("#log")).to_contain_text("Attack up")


def test_the_statement_names_the_keys(visit: Visit) -> None:
    page = visit("/accessibility")
    expect(page.locator("main")).to_contain_text("next or previous thing you can do")
    assert set(fattorino.games.names()) >= set(GAMES)
