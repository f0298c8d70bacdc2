"""Everything around the table: replay, rulebook, errors, weight, themes, access."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web.helpers import YOURS, Server, api, lay_table, wait_for_turn
from web.test_glance import SEATS, sit_down

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


def test_replay_steps_plays_and_changes_eyes(visit: Visit, server: Server, over: str, keep: Keep) -> None:
    page = visit(f"/replay/{over}?move=3&seat=0")
    expect(page.locator("#counter")).to_contain_text("3 / ")
    lines = page.locator("#log > li").count()
    page.click("[data-step='1']")
    expect(page.locator("#counter")).to_contain_text("4 / ")
    expect(page.locator("#log > li")).not_to_have_count(lines)
    assert "move=4&seat=0" in page.url
    assert page.locator(".sheet").count() >= 1
    page.select_option("#eyes", "2")
    expect(page.locator(".square")).to_have_count(49)
    assert "seat=2" in page.url
    page.locator("#slider").focus()
    page.keyboard.press("End")
    expect(page.locator("#prompt")).to_contain_text("The game is over")
    keep(page, "replay")
    page.click("#play")
    expect(page.locator("#counter")).to_contain_text("1 / ")
    page.click("#play")

    again = visit(page.url.removeprefix(server.url))
    assert again.locator("#slider").input_value() == page.locator("#slider").input_value()


def test_a_game_that_is_on_has_no_replay(visit: Visit) -> None:
    page = visit()
    url = lay_table(page)
    page.goto(url.replace("/t/", "/replay/"))
    expect(page.locator("h1")).to_have_text("The game is not over")


def test_the_rulebook_has_anchors_search_and_pictures(visit: Visit, keep: Keep) -> None:
    page = visit("/rules/ghost_town#GT-MOVE-3")
    rule = page.locator("#GT-MOVE-3")
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("If the target holds a ghost")
    keep(page, "rulebook")
    assert page.locator(".pieces svg").count() >= 30
    chapters = page.locator("#book h2:visible")
    many = chapters.count()
    page.fill("#find", "barrier")
    assert 0 < chapters.count() < many - 3  # chapters without a place are not shown
    expect(page.locator("#found")).to_contain_text("places")
    expect(rule).to_be_visible()
    expect(page.locator("#GT-MOVE-1")).to_be_hidden()
    page.fill("#find", "")
    expect(chapters).to_have_count(many)
    page.locator(".chapter", has=page.locator("#GT-MOVE-1")).locator("summary").click()
    expect(page.locator("#GT-MOVE-1")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/t/nosuchtable1", "There is no table 'nosuchtable1'"),
        ("/rules/chess", "there is no game 'chess'; the games are"),
        ("/new/chess", "the games are"),
        ("/nowhere", "nothing at /nowhere"),
    ],
)
def test_a_dead_link_has_a_way_on(visit: Visit, path: str, words: str) -> None:
    page = visit(path)
    expect(page.locator("main")).to_contain_text(words, ignore_case=True)
    page.click("text=To the menu")
    expect(page.locator("h1")).to_have_text("Fattorino")


@pytest.mark.parametrize("game", SEATS)
def test_the_page_is_light(visit: Visit, server: Server, game: str) -> None:
    """All that a browser loads that comes for the first time, as it is sent and unpacked."""
    page = sit_down(visit, server, game)
    sent, weights = list[int](), dict[str, int]()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    network.on("Network.loadingFinished", lambda event: sent.append(int(event["encodedDataLength"])))
    page.on(
        "response",
        lambda answer: weights.update({answer.url: len(answer.body())} if "stream" not in answer.url else {}),
    )
    page.goto(page.url, wait_until="load")
    page.wait_for_selector(".board")
    assert sum("/static/" in url for url in weights) >= 8
    assert 20_000 < sum(sent) < 160_000, sent  # with 49,000 of fonts
    assert sum(weights.values()) < 360_000, weights


def test_dark_by_preference_and_by_toggle(visit: Visit, keep: Keep) -> None:
    page = visit(color_scheme="dark")
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgb(29, 26, 23)"
    keep(page, "dark")
    page.click("[data-theme-toggle]")
    assert page.evaluate(background) == "rgb(251, 246, 234)"
    page.reload()
    assert page.evaluate(background) == "rgb(251, 246, 234)", "the choice is kept"


def test_on_a_phone_everything_is_in_reach(visit: Visit, server: Server, over: str, keep: Keep) -> None:
    page = visit(phone=True)
    lay_table(page, {1: "bot:random"})
    page.wait_for_selector(YOURS)
    keep(page, "phone")
    for target in ("move-up", "attack-left"):
        box = page.locator(f"#pad-{target}").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 36
    attack = page.locator("#pad-attack-up")
    attack.tap()  # shows what it would do
    expect(page.locator("#reason")).to_contain_text("Attack up")
    expect(page.locator("#log")).not_to_contain_text("You: Attack up.")
    attack.tap()
    expect(page.locator("#log")).to_contain_text("You: Attack up.")
    page.wait_for_selector(YOURS)
    assert page.locator("#panel-log").is_hidden()
    page.locator("#tab-log").tap()
    expect(page.locator("#panel-log")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("You: Attack up.")
    keep(page, "phone_log")
    page.locator("#tab-log").tap()
    expect(page.locator("#panel-log")).to_be_hidden()
    for path in (
        "",
        "new/ghost_town",
        "rules/ghost_town",
        f"t/{over}",
        f"replay/{over}",
        "gallery/ghost_town",
        "nowhere",
    ):
        page.goto(f"{server.url}/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    for path in (f"t/{over}", f"replay/{over}"):  # closed sheets are a row of tabs, no more
        page.goto(f"{server.url}/{path}")
        assert page.locator(".panels").evaluate("el => el.clientHeight") < 80, path


def test_the_longest_names_make_no_page_wider(visit: Visit, server: Server) -> None:
    seats = [{"kind": "human", "name": "W" * 29 + str(number)} for number in range(2)]
    made = api(server.url, "/api/matches", {"game": "ghost_town", "seats": seats, "seed": 4})
    pages = [visit(), visit(phone=True)]
    for page, seat in zip(pages, made["seats"], strict=True):
        page.goto(seat["url"])
        page.click("text=Sit down")
        page.wait_for_selector("#prompt")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    pages[1].goto(f"{server.url}/new/pizza_city")
    pages[1].fill("#name", "W" * 30)
    pages[1].select_option("#c1", "open")
    pages[1].click("button[type=submit]")
    pages[1].wait_for_selector(".lobby")
    assert pages[1].evaluate("document.documentElement.scrollWidth") <= 390


def test_the_keyboard_alone_plays_a_whole_game(visit: Visit) -> None:
    page = visit()
    lay_table(page, {1: "bot:random"}, turn_limit="15")
    moves, glows = 0, "Boolean(document.activeElement?.closest('.legal, #actions button'))"
    while wait_for_turn(page):
        for _ in range(0 if moves else 60):  # the first thing has to be found; then the focus stays with play
            if page.evaluate(glows):
                break
            page.keyboard.press("Tab")
        page.wait_for_function(glows)
        before = page.locator("main").get_attribute("data-version")
        page.keyboard.press("Enter")
        if page.locator("#chooser[open]").count():
            page.keyboard.press("Enter")
        expect(page.locator("main")).not_to_have_attribute("data-version", before or "")
        moves += 1
    assert moves >= 5
    expect(page.locator(".result")).to_be_visible()


def test_reduced_motion_is_respected(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    lay_table(page)
    page.wait_for_selector(YOURS)
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_long_press_tells_and_does_not_play(visit: Visit) -> None:
    page = visit(phone=True)
    lay_table(page)
    page.wait_for_selector(YOURS)
    version = page.locator("main").get_attribute("data-version")
    page.locator("#pad-move-up").evaluate("el => el.scrollIntoView({ block: 'center' })")
    box = page.locator("#pad-move-up").bounding_box()
    assert box is not None
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(page.locator("#caption")).to_have_text("Move up")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    assert page.locator("main").get_attribute("data-version") == version


def test_two_fingers_enlarge_the_board_in_its_frame(visit: Visit) -> None:
    page = visit(phone=True)
    lay_table(page)
    page.wait_for_selector(YOURS)
    frame = page.locator(".frame").bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    touch = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 50), ("touchMove", 80)):
        fingers = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wide = page.locator(".frame > svg").bounding_box()
    assert wide is not None
    assert wide["width"] > 1.5 * frame["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
