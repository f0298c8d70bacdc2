"""The lesson of each game in a browser: from the menu to its end, at a desk and on a phone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import fattorino
from web.helpers import YOURS

GAMES = ("ghost_town", "pizza_city", "papa_paolo", "new_york")
BY_HAND = 16  # decisions taken through the page; the rest of the game is played by its program interface

# Notes what the coach says while the learner is not asked, and counts when there was something to say.
WATCH = """(() => {
  window.early = []; window.chances = 0;
  const look = () => {
    const box = document.querySelector("#coach");
    if (!box || document.querySelector("#prompt [data-yours], .result")) return;
    if (!box.hidden) window.early.push(box.innerText);
    if (document.querySelector("#lesson li")) window.chances += 1;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()"""
TAKE = """action => document.querySelector(`#actions [data-action="${action}"]`).click()"""
CHOICES = """() => [...document.querySelectorAll("#actions [data-action]:not(.declines)")].map(el => {
  const marked = document.querySelector(`[data-target="${el.dataset.for}"].coached`);
  return [Number(el.dataset.action), Boolean(marked)];
})"""
FORBIDDEN = """async said => {
  const path = `/api/matches/${document.querySelector("main").dataset.table}`;
  for (const { dataset } of document.querySelectorAll("#board [data-target]:not(.legal)")) {
    const why = await (await fetch(`${path}/why?target=${dataset.target}`)).json();
    if (why.lesson && !said.includes(why.lesson)) return [dataset.target, why.lesson];
  }
}"""
PLACES = """() => ["#prompt", ".slot", ".frame", ".tabs"].map((query) => {
  const { x, y, width, height } = document.querySelector(query).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
TO_THE_END = """async () => {
  const path = `/api/matches/${document.querySelector("main").dataset.table}`;
  for (let step = 0; step < 3000; step++) {
    const state = await (await fetch(path)).json();
    if (state.over) return;
    if (!state.legal?.length) { await new Promise(done => setTimeout(done, 30)); continue; }
    const { action } = state.legal[step % state.legal.length];
    await fetch(`${path}/actions`, {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ action, version: state.version }),
    });
  }
}"""


def begin(page: Page, game: str) -> None:
    page.click(f"#game-{game} [data-unknown] button")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(YOURS)


@pytest.mark.parametrize("phone", [False, True], ids=["following", "on_a_phone_not_following"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_taught_to_its_end(visit: Callable[..., Page], game: str, phone: bool) -> None:
    """At a desk the learner does what the coach marks; on a phone they do as they like."""
    lessons = fattorino.load(game).rulebook.lessons
    core = [lesson.sentence for lesson in lessons.values() if lesson.level == "core"]
    page, chance = visit("/", phone=phone), random.Random(game)
    page.add_init_script(WATCH)
    begin(page, game)
    said: list[str] = []
    for decision in range(BY_HAND):
        page.wait_for_selector(f"{YOURS}, .result")
        if page.locator(".result").count():
            break
        if decision == 0:
            expect(page.locator("#coach p").first).to_be_visible()
        if page.locator("#coach").is_visible():
            told = page.locator("#coach p").all_inner_texts()
            assert not set(told) & set(said), "said twice"
            said += told
        choices = page.evaluate(CHOICES) or page.evaluate(CHOICES.replace(":not(.declines)", ""))
        marked = [action for action, is_marked in choices if is_marked and not phone]
        before = page.locator("main").get_attribute("data-version")
        page.evaluate(TAKE, chance.choice(marked or [action for action, _marked in choices]))
        expect(page.locator("main")).not_to_have_attribute("data-version", before or "")
    assert page.evaluate("early") == [], "the coach runs ahead of the learner"
    assert page.evaluate("chances") > 0
    assert said[0] in core
    assert len(said) >= (0.4 if phone else 0.6) * len(core)
    page.evaluate(TO_THE_END)
    page.wait_for_selector(".result")
    coach = page.locator("#coach")
    expect(coach).to_contain_text("Rules you have met:")
    for sentence in core:
        expect(coach).to_contain_text(sentence)
    coach.get_by_role("button", name="Play a full game").click()
    page.wait_for_url(lambda url: "/t/" in url and "learn" not in url)
    page.wait_for_selector(f"{YOURS}, [data-table]")


def test_what_was_told_is_not_told_in_the_next_game_but_after_a_reload_it_is(
    visit: Callable[..., Page],
) -> None:
    page = visit("/")
    begin(page, "ghost_town")
    first = page.locator("#coach p").first
    expect(first).to_be_visible()
    sentence = first.inner_text()
    page.reload()
    expect(page.locator("#coach p").first).to_have_text(sentence)  # nobody has read it yet
    page.evaluate(TAKE, 0)
    expect(page.locator("#coach p").first).not_to_have_text(sentence)
    page.goto(page.evaluate("location.origin") + "/")
    expect(page.locator("#game-ghost_town [data-unknown] button")).not_to_have_class("primary")
    begin(page, "ghost_town")
    page.wait_for_timeout(300)
    assert sentence not in page.locator("#coach").inner_text()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_coach_can_be_hushed_and_called_and_moves_nothing(
    visit: Callable[..., Page], phone: bool
) -> None:
    page = visit("/", phone=phone)
    begin(page, "papa_paolo")
    coach = page.locator("#coach")
    expect(coach).to_be_visible()
    speaking = page.evaluate(PLACES)
    coach.get_by_role("button", name="No more notes").click()
    expect(coach).to_be_hidden()
    assert page.evaluate(PLACES) == speaking
    page.get_by_role("button", name="Coach").click()
    expect(coach).to_be_visible()
    assert page.evaluate(PLACES) == speaking


def test_a_rule_that_forbids_a_click_is_told_once(visit: Callable[..., Page]) -> None:
    """Beside the answer the coach says the rule, and marks what was clicked."""
    page, chance = visit("/"), random.Random(2)
    begin(page, "papa_paolo")
    coach = page.locator("#coach")
    said: list[str] = []
    for _decision in range(12):
        page.wait_for_selector(YOURS)
        said += coach.locator("p").all_inner_texts()
        found = page.evaluate(FORBIDDEN, said)
        if found:
            break
        before = page.locator("main").get_attribute("data-version")
        page.evaluate(TAKE, chance.choice(page.evaluate(CHOICES))[0])
        expect(page.locator("main")).not_to_have_attribute("data-version", before or "")
    target, lesson = found
    for _click in range(2):
        page.locator(f'#board [data-target="{target}"]').first.dispatch_event("click")
        expect(page.locator("#reason a")).to_be_visible()
        expect(coach.locator("p", has_text=lesson)).to_have_count(1)
        expect(page.locator(f'#board .coached[data-target="{target}"]').first).to_be_attached()
        page.locator("#reason button").click()
