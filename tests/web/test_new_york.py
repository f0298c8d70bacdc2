"""New York on a phone: two columns to pan between, payments in one click, everything a tap away."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from web.helpers import YOURS, api

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


def table(url: str) -> str:
    """A table of two with a bot; where the person sits."""
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
    options = {"first_player": "1", "expansion_power_cards": "on"}
    made = api(url, "/api/matches", {"game": "new_york", "seats": seats, "options": options, "seed": 4})
    return str(made["seats"][0]["url"]).split("/", 3)[3]


def tap(page: Page, thing: Locator) -> None:
    """Tap something that glows, and wait for the answer."""
    before = page.locator("main").get_attribute("data-version")
    thing.first.scroll_into_view_if_needed()
    thing.first.click()
    expect(page.locator("main")).not_to_have_attribute("data-version", before or "")
    page.wait_for_selector(YOURS)


def test_a_pizzeria_is_built_and_paid_for_on_a_phone(visit: Visit, keep: Keep) -> None:
    page = visit(phone=True)
    page.goto(page.evaluate("location.origin") + "/" + table(page.evaluate("location.origin")))
    page.click("text=Sit down")
    page.wait_for_selector(YOURS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the page never scrolls sideways"
    frame = page.locator(".frame")
    assert frame.evaluate("el => el.scrollWidth / el.clientWidth") > 1.9, "a phone shows one of two columns"

    tap(page, page.locator(".pad .legal"))  # the Power Card to keep
    tap(page, page.locator("#actions button", has_text="Increase Your Reputation"))
    tap(page, page.locator(".pad .legal"))  # the card of a village
    expect(page.locator("#prompt")).to_contain_text("On which lot in")
    tap(page, page.locator(".pad [data-target^=lot-].legal"))
    expect(page.locator("#prompt")).to_contain_text("in money, which is your score")
    keep(page, "new_york_paying")
    suggested = page.locator(".pad [data-target=auto-0]")
    expect(suggested).to_contain_text("Pay as suggested")
    tap(page, suggested)
    expect(page.locator("#log")).to_contain_text("You built a pizzeria")

    page.click("[data-send=undo]")  # nothing was revealed: the payment can be taken back
    expect(page.locator("#prompt")).to_contain_text("in money, which is your score")
    tap(page, page.locator(".pad [data-target=money-0]"))  # dollar by dollar instead
    expect(page.locator("#log")).to_contain_text("You paid $1.")


def test_a_card_that_is_taken_leaves_the_others_in_their_places(visit: Visit) -> None:
    page = visit()
    page.goto(page.evaluate("location.origin") + "/" + table(page.evaluate("location.origin")))
    page.click("text=Sit down")
    page.wait_for_selector(YOURS)
    for words in page.locator(".pad .legal").evaluate_all("all => all.map(el => el.ariaLabel)"):
        assert words.count(words.split(":")[0].removeprefix("Keep ")) == 1, "a name is said once"
    tap(page, page.locator(".pad .legal"))
    tap(page, page.locator("#actions button", has_text="Go To Market"))
    cards = "[...document.querySelectorAll('#stall > g')]"
    places = f"() => Object.fromEntries({cards}.map(g => [g.id, g.getCTM().e]))"
    before = page.evaluate(places)
    taken = sorted(before, key=lambda card: before[card])[1]
    tap(page, page.locator(f"#{taken}"))
    after = page.evaluate(places)
    stayed = before.keys() & after.keys() - {taken}
    assert len(stayed) >= 3
    assert {card: after[card] for card in stayed} == {card: before[card] for card in stayed}
    for new in after.keys() - before.keys():
        assert after[new] not in [before[card] for card in stayed]
