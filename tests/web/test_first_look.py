"""What a newcomer meets: fields for a finger, cards with their words, numbers that answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from web.helpers import YOURS, Server, api
from web.test_glance import BARE, WRONG, decide, sit_down

Visit = Callable[..., Page]

LOW = """() => [...document.querySelectorAll('main :is(button, .button, select, input[type=text])')]
  .filter((el) => el.getBoundingClientRect().width && el.getBoundingClientRect().height < 44)
  .map((el) => el.id || el.textContent.trim())"""
CUT = """() => [...document.querySelectorAll('.hand .held b')].filter((el) => {
  const words = document.createRange(), card = el.closest('.held').getBoundingClientRect()
  words.selectNodeContents(el)
  const at = words.getBoundingClientRect()
  const floor = document.querySelector('.tabs').getBoundingClientRect().top
  return at.right > Math.min(card.right, innerWidth) || at.bottom > Math.min(card.bottom, floor) + 1
}).map((el) => el.textContent)"""


def finish(page: Page) -> None:
    """Play on to the end, whatever comes."""
    number = 0
    while decide(page, number):
        number += 1


@pytest.mark.parametrize("path", ["/new/ghost_town", "/new/pizza_city", "/"])
def test_what_a_finger_hits_is_high_enough(visit: Visit, path: str) -> None:
    page = visit(path, phone=True)
    for summary in page.locator("main details > summary").all():
        summary.click()
    assert page.evaluate(LOW) == []


def test_a_card_with_several_ways_asks_at_the_first_tap_and_says_what_it_does(
    visit: Visit, server: Server
) -> None:
    page = sit_down(visit, server, "ghost_town", phone=True)
    assert page.evaluate(CUT) == []
    several = 'el => document.querySelectorAll(`#actions [data-for="${el.dataset.target}"]`).length > 1'
    card = next(one for one in page.locator("#tools .held").all() if one.evaluate(several))
    card.tap()
    dialog = page.locator("#chooser")
    expect(dialog).to_be_visible()
    expect(dialog.locator("h2")).to_have_text(card.locator("b").text_content() or "?")
    expect(dialog.locator("h2 + p")).to_have_text(card.locator("span").text_content() or "?")


def test_words_beside_the_pointer_stay_in_the_window(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "ghost_town")
    words = "Attack right: no ghost was there when you attacked, and none was heard of since that turn."
    page.locator("#pad-attack-right").evaluate("(el, words) => el.setAttribute('data-tell', words)", words)
    for _ in range(2):  # first where the words before stood, then where these did
        page.locator("#pad-attack-right").hover()
        at = page.locator("#caption").bounding_box()
        assert at and at["x"] >= 8 and at["x"] + at["width"] <= 1272.5
        page.locator("#pad-attack-up").hover()


def test_a_great_moment_leaves_the_sheet_in_sight(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "ghost_town")
    words = "You found the Basil pizza! Somewhere the Basil house has appeared, among ghosts."
    # in one piece: the next update of the page takes the moment away
    bottom, top = page.evaluate(
        """words => {
      document.querySelector('#moment').innerHTML = `<p class=moment>${words}</p>`
      const box = (id) => document.querySelector(id).getBoundingClientRect()
      return [box('.moment').bottom, box('#token0').top]
    }""",
        words,
    )
    assert 0 < bottom < top


def test_a_great_moment_outlasts_the_next_step(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "ghost_town")
    page.evaluate("""async () => {
      const { swap } = await import('/static/updates.js')
      swap({ moment: '<p class="moment" id="moment-900">A pizza!</p>' })
      swap({ moment: '' })
    }""")
    expect(page.locator("#moment-900")).to_be_visible()
    expect(page.locator("#moment-900")).to_have_count(0)


def test_both_hands_of_a_team_on_a_phone_the_one_played_from_first(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "pizza_city", phone=True, players=2)
    city, bike = page.locator("#tools > svg"), page.locator("#tools > .hand")
    seen = set()
    for number in range(40):
        first = page.evaluate(WRONG, True)
        assert not [words for words in first if "strip" in words], first
        riding = page.locator("#tools .hand .legal").count() > 0
        tops = [one.evaluate("el => el.getBoundingClientRect().top") for one in (city, bike)]
        if riding or page.locator("#tools > svg .legal").count():
            assert (tops[1] < tops[0]) == riding
            seen.add(riding)
            if not riding:  # the other hand in a line
                name = bike.locator("b").first.bounding_box()
                tabs = page.locator(".tabs").bounding_box()
                assert name and tabs and name["y"] + name["height"] <= tabs["y"]
        if len(seen) == 2 or not decide(page, 3 * number + 1):
            break
    assert seen == {True, False}


@pytest.mark.parametrize("game", ["ghost_town", "pizza_city"])
def test_every_number_answers_up_to_the_account(visit: Visit, server: Server, game: str) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    options = {"turn_limit": 15} if game == "ghost_town" else {"pizzas_to_win": 1, "max_rounds": 20}
    made = api(server.url, "/api/matches", {"game": game, "seats": seats, "seed": 4, "options": options})
    page = visit("/healthz")
    page.goto(made["seats"][0]["url"])
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(YOURS)
    assert page.evaluate(BARE) == []
    finish(page)
    expect(page.locator(".moment")).not_to_be_visible()
    assert page.evaluate(BARE) == []
    for score in page.locator(".result td:has(b)").all():
        score.hover()
        expect(page.locator("#caption")).to_have_text(score.get_attribute("data-tell") or "?")
        assert ": " in (score.get_attribute("data-tell") or "")


def test_the_end_leaves_a_phone_room_for_the_town(visit: Visit, over: str) -> None:
    page = visit(f"/t/{over}", phone=True)
    expect(page.locator(".result h2")).to_be_visible()
    expect(page.locator("#prompt")).to_be_hidden()  # which says the same
    town, tabs = page.locator(".frame").bounding_box(), page.locator(".tabs").bounding_box()
    assert town and tabs and tabs["y"] - town["y"] > 200


def test_a_choice_of_seats_counts_whenever_it_is_made(visit: Visit, server: Server) -> None:
    page = visit("/healthz")
    waiting: list[Route] = []
    page.route("**/static/table.js", lambda route: waiting.append(route))
    page.goto(server.url + "/new/papa_paolo", wait_until="commit")
    page.wait_for_selector("[type=submit]")
    page.select_option("#o-seats", "2")  # before anything listens
    for route in waiting:
        route.continue_()
    page.unroute("**/static/table.js")
    expect(page.locator("[data-chair]")).to_have_count(2)
    page.select_option("#o-seats", "4")
    page.click("[type=submit]")  # at once: the other seats are not there yet
    page.wait_for_url("**/t/*")
    table = "fetch(location.pathname.replace('/t/', '/api/matches/')).then((answer) => answer.json())"
    assert len(page.evaluate(table)["seats"]) == 4


def test_a_refusal_of_the_form_is_a_line_of_it(visit: Visit) -> None:
    page = visit("/new/papa_paolo")
    page.route("**/api/matches", lambda route: route.fulfill(status=422, json={"detail": "No."}))
    page.click("[type=submit]")
    page.wait_for_selector("#reason:not([hidden])")
    box = page.locator("#reason").bounding_box()
    assert box is not None and box["height"] < 120
