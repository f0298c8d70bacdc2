"""Playing in a real browser."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable

from playwright.sync_api import Page, expect

from web.helpers import YOURS, Server, api, lay_table, play_something, wait_for_turn

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


def test_a_whole_game_by_clicking_what_glows(visit: Visit, keep: Keep) -> None:
    page = visit()
    lay_table(page, {1: "bot:random"}, turn_limit="15")
    clicks = 0
    while wait_for_turn(page):
        assert page.title().startswith("● ")
        play_something(page, clicks)
        clicks += 1
        if clicks == 6:
            keep(page, "playing")

    expect(page.locator(".result h2")).to_be_visible()
    expect(page.locator(".verdict")).to_have_class("verdict yes")
    expect(page.locator("#prompt")).to_contain_text("The game is over")
    assert clicks >= 5
    assert page.locator("#log > li").count() > clicks
    assert page.locator(".board .square").count() == 49, "the town is shown to everybody afterwards"
    assert not page.title().startswith("● ")
    keep(page, "result")

    page.click("text=Rematch")
    page.wait_for_url(lambda url: url.endswith("/t/" + url.rsplit("/", 1)[1]) and "/t/" in url)
    page.wait_for_selector(YOURS)


def test_two_browsers_at_one_table(visit: Visit, keep: Keep) -> None:
    ada, bea = visit(), visit()
    url = lay_table(ada, {1: "open"})
    keep(ada, "sitting_down")
    expect(ada.locator("text=Start the game")).to_have_attribute("aria-disabled", "true")
    bea.goto(url)
    bea.click("text=Sit here")
    bea.fill(".seat form input[name=name]", "Bea <b>")
    bea.click(".seat form >> text=Save")
    expect(ada.locator("#seat-1")).to_contain_text("Bea <b>")
    ada.click("text=Start the game")

    for page in (ada, bea):
        page.wait_for_selector(".pad")
    ada.wait_for_selector(YOURS)
    assert bea.locator(YOURS).count() == 0
    expect(bea.locator("#prompt")).to_contain_text("waiting for Ada")
    ada.click("[data-target=attack-up]")
    bea.wait_for_selector(YOURS)
    expect(bea.locator("#log")).to_contain_text("Ada: Attack up.")
    expect(ada.locator("#log")).to_contain_text("You: Attack up.")
    expect(ada.locator("#player-1")).to_contain_text("connected")
    bea.click("[data-target=move-left]")
    ada.wait_for_selector(YOURS)
    expect(ada.locator("#log")).to_contain_text("Bea <b>: Move left.")


def test_a_chair_that_looks_on_gets_its_link_before_the_game_begins(visit: Visit) -> None:
    ada, bea = visit(), visit()
    lay_table(ada, {1: "bot:random", 2: "open"})
    bea.goto(ada.locator("#seat-2 .link input").input_value())
    bea.click("text=Sit down")
    expect(ada.locator("#seat-2 .link")).to_have_count(0)
    ada.click("text=Start the game")
    ada.wait_for_selector(YOURS)
    expect(bea.locator(".board .square")).to_have_count(49)
    assert ada.locator(".board .square").count() != 49


def test_the_link_of_a_seat_seats_whoever_opens_it(visit: Visit) -> None:
    ada, bea = visit(), visit()
    lay_table(ada, {1: "open"})
    link = ada.locator("#seat-1 .link input").input_value()
    assert "/seat#" in link
    assert ada.locator("#seat-1 .qr svg").count() == 1
    invitation, code = ada.locator(".invite").bounding_box(), ada.locator(".invite .qr svg").bounding_box()
    first = ada.locator("#seat-0").bounding_box()
    assert invitation and code and first and invitation["y"] < first["y"], "the host invites first"
    assert code["width"] > 130
    assert ada.locator("#seat-0 .link").count() == 0, "a taken seat's link is nobody else's business"

    bea.goto(link)
    expect(ada.locator("#seat-1")).to_contain_text("empty")
    bea.fill("[name=name]", "Bea & Co")
    bea.click("text=Sit down")
    bea.wait_for_selector("#prompt")
    expect(ada.locator("#seat-1")).to_contain_text("Bea & Co")

    assert "#" not in bea.url, "the secret does not stay in the address"
    expect(bea.locator("#seat-1")).to_contain_text("(you)")
    assert bea.locator(".link input[value*='/seat#']").count() == 0
    bea.goto(bea.evaluate("location.origin") + "/new/ghost_town")
    expect(bea.locator("#name")).to_have_value("Bea & Co")  # a name is asked for once


def test_without_scripts_the_link_of_a_seat_is_pasted(visit: Visit) -> None:
    ada, bea = visit(), visit(java_script_enabled=False)
    lay_table(ada, {1: "open"})
    link = ada.locator("#seat-1 .link input").input_value()
    bea.goto(link)
    expect(bea.get_by_role("button", name="Sit down")).to_have_count(0)
    bea.fill("[name=token]", link)
    bea.click("text=Show the seat")
    expect(bea.locator("h2")).to_contain_text("Deliverer 2")
    bea.fill("[name=name]", "Bea")
    bea.click("text=Sit down")
    expect(ada.locator("#seat-1")).to_contain_text("Bea")


def test_the_link_of_ones_own_seat_leads_to_the_table(visit: Visit) -> None:
    ada, bea = visit(), visit()
    table = lay_table(ada, {1: "open"})
    link = ada.locator("#seat-1 .link input").input_value()
    bea.goto(link)
    bea.click("text=Sit down")
    bea.wait_for_url(table)
    bea.go_back()
    bea.wait_for_url(table)
    eve = visit()
    eve.goto(link)
    expect(eve.locator("h1")).to_have_text("This opens no seat here")
    expect(eve.get_by_role("link", name="To the table")).to_be_visible()


def test_whoever_takes_two_seats_passes_the_device_round(visit: Visit) -> None:
    page = visit("/new/ghost_town")
    page.select_option("#c1", "me")
    expect(page.locator("#several_seats")).to_be_checked()
    page.fill("#guest-1", "Bea")
    page.click("button[type=submit]")
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="It’s me").click()
    page.click("[data-target=attack-up]")
    expect(page.locator(".cover-sheet")).to_be_visible()
    expect(page.locator("#cover-words")).to_have_text("Pass the device to Bea")


def test_a_click_that_is_not_legal_says_why(visit: Visit, keep: Keep) -> None:
    page = visit()
    lay_table(page, {0: "bot:random", 2: "me"}, town="human_gm")
    page.wait_for_selector(".square.legal")

    page.click("#sq0")

    reason = page.locator("#reason")
    expect(reason).to_contain_text("A Start may not lie at the edge of the map.")
    keep(page, "why_not")
    link = reason.locator("a")
    expect(link).to_have_text("Rule GT-BUILD-3")
    assert link.get_attribute("href") == "/rules/ghost_town#GT-BUILD-3"


def test_building_can_be_taken_back(visit: Visit) -> None:
    page = visit()
    lay_table(page, {0: "bot:random", 2: "me"}, town="human_gm")
    page.wait_for_selector(".square.legal")
    undo = page.locator("#prompt button", has_text="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    expect(page.locator("#reason")).to_contain_text("Nothing to undo")

    page.click("#sq24")
    expect(page.locator("#log > li")).to_have_count(1)
    expect(undo).not_to_have_attribute("aria-disabled", "true")
    undo.click()

    expect(page.locator("#log > li")).to_have_count(0)
    expect(page.locator("#prompt")).to_contain_text("Start 1")


def test_hovering_says_what_a_click_does(visit: Visit) -> None:
    page = visit()
    lay_table(page)
    page.wait_for_selector(YOURS)

    page.hover("[data-target=attack-left]")

    expect(page.locator("#caption")).to_have_text("Attack left (a hit brings a card)")


def test_chat_is_escaped_and_reaches_the_others(visit: Visit) -> None:
    ada, bea = visit(), visit()
    url = lay_table(ada, {1: "open"})
    bea.goto(url)
    bea.click("text=Sit here")
    bea.wait_for_selector(".seat form")
    bea.click("#tab-chat")
    bea.fill(".say input", "<img src=x onerror=alert(1)> ciao & hello")
    bea.press(".say input", "Enter")

    expect(ada.locator("#chat")).to_contain_text("<img src=x onerror=alert(1)> ciao & hello")
    assert ada.locator("#chat img").count() == 0
    expect(bea.locator(".say input")).to_have_value("")


def test_older_messages_come_when_they_are_asked_for(visit: Visit, server: Server) -> None:
    page = visit()
    table = lay_table(page, {1: "open"}).rsplit("/", 1)[1]
    lines = [(table, number, 0, "Ada", f"line {number}", 1.0) for number in range(1, 231)]
    database = sqlite3.connect(server.database.removeprefix("sqlite:///"))
    with database:  # as another process would have written them
        database.executemany(
            "INSERT INTO chat (match_id, number, seat, name, text, at) VALUES (?, ?, ?, ?, ?, ?)",
            lines,
        )
    database.close()
    page.fill(".say input", "one more")
    page.press(".say input", "Enter")
    expect(page.locator("#chat > li").last).to_contain_text("one more")
    assert page.locator("#chat > li").count() in (200, 201)  # the page may be read before the line is written
    page.evaluate("window.same = true")
    page.fill(".say input", "the last one")
    page.press(".say input", "Enter")
    expect(page.locator("#chat > li").last).to_contain_text("the last one")
    assert page.evaluate("window.same"), "the page was read anew for one line"

    page.click("text=Older messages")

    expect(page.locator("#chat > li")).to_have_count(232)
    assert page.locator("#chat > li").first.get_attribute("id") == "chat-1"
    expect(page.locator("text=Older messages")).to_be_hidden()


def test_a_host_deletes_a_table(visit: Visit) -> None:
    host, guest = visit(), visit()
    url = lay_table(host, {1: "open"})
    guest.goto(url)
    guest.click("#tab-players")
    expect(guest.locator("#players")).to_contain_text("Ada")
    expect(guest.locator("#deletion")).to_have_count(0)

    host.click("#tab-players")
    host.click("text=Delete this table")

    host.wait_for_url(url.replace("/t/", "#").partition("#")[0] + "/")
    expect(guest.locator("body")).to_contain_text("There is no table")


def test_notes_are_painted_kept_and_private(visit: Visit, keep: Keep) -> None:
    ada, bea = visit(), visit()
    url = lay_table(ada, {1: "bot:random"})
    ada.wait_for_selector(YOURS)
    ada.click("[data-mark=ghost]")
    box = ada.locator("[data-grid=sheet0]").bounding_box()
    assert box is not None
    step = box["width"] / int(ada.locator("[data-grid=sheet0]").get_attribute("data-columns") or 1)
    ada.mouse.move(box["x"] + step * 1.5, box["y"] + step * 1.5)
    ada.mouse.down()
    ada.mouse.move(box["x"] + step * 3.5, box["y"] + step * 1.5, steps=6)
    ada.mouse.up()
    expect(ada.locator(".mark")).to_have_count(3)
    keep(ada, "notes")
    with ada.expect_response("**/notes"):
        ada.click("[data-mark='']")
        ada.mouse.click(box["x"] + step * 1.5, box["y"] + step * 1.5)
    ada.reload()
    expect(ada.locator(".mark")).to_have_count(2)
    bea.goto(url)
    assert (
        "ghost" not in (bea.locator("[data-notes]").first.get_attribute("data-notes") or "")
        if bea.locator("[data-notes]").count()
        else True
    )
    assert bea.locator(".mark").count() == 0


def test_a_bot_stands_in_for_somebody_away(visit: Visit) -> None:
    ada, bea = visit(), visit()
    url = lay_table(ada, {1: "open"})
    bea.goto(url)
    bea.click("text=Sit here")
    bea.wait_for_selector(".seat form")
    ada.click("text=Start the game")
    bea.wait_for_selector(".pad")
    bea.goto("about:blank")
    ada.click("#tab-players")
    take_over = ada.locator("text=Let a bot play")
    take_over.wait_for()
    ada.wait_for_timeout(700)
    take_over.click()
    expect(ada.locator("#player-1")).to_contain_text("a bot plays")
    ada.wait_for_selector(YOURS)
    ada.click("[data-target=attack-up]")
    ada.wait_for_selector(YOURS)

    bea.goto(url)
    bea.click("text=Play myself again")
    expect(ada.locator("#player-1")).not_to_contain_text("a bot plays")


def test_a_piece_that_moves_is_the_same_element_and_glides(visit: Visit) -> None:
    page = visit()
    lay_table(page, {1: "bot:random"}, town="designed", town_id="g2x")  # from its first start one can walk up
    page.wait_for_selector(YOURS)
    place = page.locator("#token0").get_attribute("transform")
    page.evaluate(
        """() => {
            const token = document.querySelector('#token0');
            token.kept = true;
            token.addEventListener('transitionstart', event => { token.glided = event.propertyName; });
        }"""
    )
    page.click("[data-target=move-up]")

    expect(page.locator("#token0")).not_to_have_attribute("transform", place or "")
    assert page.evaluate("document.querySelector('#token0').kept") is True
    page.wait_for_function("document.querySelector('#token0').glided === 'transform'")


def test_a_listed_table_is_found_on_the_front_page(visit: Visit, keep: Keep) -> None:
    ada = visit()
    url = lay_table(ada, {1: "open"}, clock="60", listed="on")
    bea = visit()
    line = bea.locator(".menu li", has=bea.locator(f"a[href='/t/{url.rsplit('/', 1)[1]}']"))
    expect(line).to_contain_text("1 seat free")
    line.locator("a").click()
    bea.click("text=Sit here")
    bea.wait_for_selector(".seat form")
    ada.click("text=Start the game")
    expect(ada.locator("[data-deadline]")).to_contain_text(" s")
    bea.goto(url.rsplit("/t/", 1)[0])
    keep(bea, "front")
    mine = bea.locator(".menu").first
    expect(mine).to_contain_text("in play")

    watcher = visit()
    watcher.locator(f"a[href='/t/{url.rsplit('/', 1)[1]}']").click()
    expect(watcher.locator("#prompt")).to_contain_text("waiting for")
    assert watcher.locator(".hand, .pad").count() == 0
    assert watcher.locator(".say input").count() == 0


def test_the_sound_can_be_turned_off(visit: Visit) -> None:
    page = visit()
    lay_table(page)
    sound = page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")


def test_the_host_fills_empty_seats_with_bots(visit: Visit) -> None:
    page = visit()
    lay_table(page, {1: "open"})
    sitting = page.locator("#seat-1 > div").first
    page.select_option("#seat-1 select", "greedy")
    expect(sitting).to_contain_text("Greedy bot")
    page.select_option("#seat-1 select", "")
    expect(sitting).to_contain_text("empty")
    page.select_option("#seat-1 select", "random")
    page.click("text=Start the game")  # at once: the news that the seat is taken are still on their way
    page.wait_for_selector(YOURS)
    assert page.locator("#tab-log").get_attribute("aria-selected") == "true"


def test_a_hint_shows_a_move_and_says_why(visit: Visit, keep: Keep) -> None:
    page = visit()
    lay_table(page)
    wait_for_turn(page)

    page.click("[data-hint]")

    page.wait_for_selector(".hinted:visible")
    expect(page.locator("#reason")).to_contain_text(re.compile(r"\w – \w"))  # the move, and why
    keep(page, "hint")
    play_something(page, 0)
    expect(page.locator(".hinted")).to_have_count(0)


def test_a_long_board_rolls_to_what_glows(visit: Visit, keep: Keep) -> None:
    page = visit("/", phone=True, viewport={"width": 390, "height": 640})
    chairs = [{"kind": "human"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    asked = {"game": "papa_paolo", "seats": chairs, "seed": 5}
    made = api(page.evaluate("location.origin"), "/api/matches", asked)
    page.goto(next(seat["url"] for seat in made["seats"] if seat.get("url")))
    page.click("text=Sit down")
    table = page.locator("main")
    for _ in ("a pawn on the slot", "its tile"):
        wait_for_turn(page)
        before = table.get_attribute("data-version")
        page.locator("[data-target=slot-0].legal").first.click()
        expect(table).not_to_have_attribute("data-version", before or "")
    cells = page.locator(".frame [data-target^=cell].legal")
    cells.first.wait_for()
    expect(cells.first).to_be_in_viewport()
    assert page.locator(".frame").evaluate("frame => frame.scrollLeft") > 0
    before = table.get_attribute("data-version")
    cells.last.click()
    expect(table).not_to_have_attribute("data-version", before or "")
    keep(page, "papa_paolo-phone")
