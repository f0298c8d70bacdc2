"""A phone has all that is asked of one in reach, and a pointer that rests is not talked to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.helpers import Server, wait_for_rest
from web.test_glance import decide, sit_down

Visit = Callable[..., Page]

MOVES = 16
# Rows at the lower edge that lie on each other, and cards of the hand that are not in view.
HIDDEN = """() => {
  const box = (el) => el.getBoundingClientRect(), one = (query) => document.querySelector(query)
  if (one('.placed')) return [] // the lots of a village are to be seen on the map
  const rows = ['#tools', '#actions', '#missing', '.tabs'].map(one).filter((el) => el && box(el).height)
  const wrong = rows.slice(1).map((el, n) => [rows[n], el]).filter(([a, b]) => box(a).bottom > box(b).top + 1)
  const hand = [...document.querySelectorAll('#tools [data-target]')].filter((el) => box(el).height)
  const top = box(one('.asking')).bottom, floor = box(one('.tabs')).top
  const cut = hand.filter((el) => box(el).top < top - 1 || box(el).bottom > floor + 1)
  return [...wrong.map(([a, b]) => `${a.id} under ${b.id || b.className}`), ...cut.map((el) => el.id)]
}"""
# Signs and coins of rows and columns that are cut by the frame.
CUT = """() => {
  const frame = document.querySelector('.frame').getBoundingClientRect()
  return [...document.querySelectorAll('#pp-city [id^=line], #pp-city [id^=slot]')].filter((el) => {
    const at = el.getBoundingClientRect()
    return at.top < frame.top - 1 || at.bottom > frame.bottom + 1
  }).map((el) => el.id)
}"""

# What can be chosen on the board and the pad, and does not look like it.
UNMARKED = """() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--basil)'
  const basil = getComputedStyle(probe).color
  probe.remove()
  const marked = (el) => !el.matches('.shade') && getComputedStyle(el).stroke === basil
  const legal = [...document.querySelectorAll('#board svg g.legal, #tools svg g.legal')]
  return legal.filter((el) => ![...el.children].some(marked)).map((el) => el.id)
}"""


@pytest.mark.parametrize("game", ["new_york", "papa_paolo"])
def test_hand_and_choices_lie_one_above_the_other_on_a_phone(visit: Visit, server: Server, game: str) -> None:
    page = sit_down(visit, server, game, phone=True, players=2)
    for move in range(MOVES):
        assert page.evaluate(HIDDEN) == [], (move, page.locator("#prompt").inner_text())
        if not decide(page, 3 * move + 1):
            break


def test_what_is_not_possible_is_in_sight_on_a_phone_and_says_why(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "new_york", phone=True, players=2)
    decide(page, 0)
    missing = page.locator("#missing button", has_text="Deliver a Pizza")
    box, floor = missing.bounding_box(), page.locator(".tabs").bounding_box()
    assert box and floor and box["y"] + box["height"] <= floor["y"]
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    expect(page.locator("#reason")).to_contain_text("You have no pizzeria yet")


def test_whoever_places_a_pawn_on_a_phone_sees_the_actions_of_rows_and_columns(
    visit: Visit, server: Server
) -> None:
    for players in (2, 3, 4):
        page = sit_down(visit, server, "papa_paolo", phone=True, players=players)
        if players == 2:
            decide(page, 0)  # a start tile
        expect(page.locator("#prompt")).to_contain_text("choose a slot")
        wait_for_rest(page)  # the frame glides
        assert page.evaluate(CUT) == [], players


def test_what_comes_under_a_resting_pointer_is_silent_until_it_moves(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "papa_paolo", players=2)
    caption = page.locator("#caption")
    at: Any = page.locator("#tools [data-target], [data-target^=start-]").first.bounding_box()
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    expect(caption).to_have_class("caption shown")
    page.evaluate(
        """([x, y]) => {
      const next = Object.assign(document.createElement('b'), { textContent: 'new', id: 'come' })
      next.dataset.tell = 'It has come under the pointer.'
      next.style = `position: fixed; inset: 0; z-index: 99; background: white`
      document.body.append(next)
    }""",
        [x, y],
    )
    expect(caption).not_to_have_class("caption shown")
    page.mouse.move(x + 3, y + 3)
    expect(caption).to_have_text("It has come under the pointer.")


@pytest.mark.parametrize("game", ["new_york", "papa_paolo"])
def test_whatever_can_be_chosen_is_ringed(visit: Visit, server: Server, game: str) -> None:
    page = sit_down(visit, server, game, players=2)
    for move in range(MOVES):
        assert page.evaluate(UNMARKED) == [], (move, page.locator("#prompt").inner_text())
        if not decide(page, 3 * move + 1):
            break


@pytest.mark.parametrize("game", ["new_york", "papa_paolo"])
def test_a_phone_shows_all_of_the_board_at_a_tap_and_a_part_at_another(
    visit: Visit, server: Server, game: str
) -> None:
    page = sit_down(visit, server, game, phone=True, players=2)
    frame, zones = page.locator(".frame"), page.locator("#zones button")
    fits = "el => el.scrollWidth <= el.clientWidth + 1 && el.scrollHeight <= el.clientHeight + 1"
    assert not frame.evaluate(fits)
    edges = zones.evaluate_all("all => all.map((el) => el.getBoundingClientRect().right)")
    assert max(edges) <= 390 and len(edges) > 4
    zones.first.tap()
    expect(zones.first).to_have_attribute("aria-pressed", "true")
    assert frame.evaluate(fits)
    decide(page, 0)
    assert frame.evaluate(fits), "it stays so from question to question"
    zones.last.tap()
    expect(zones.first).to_have_attribute("aria-pressed", "false")
    assert not frame.evaluate(fits)
