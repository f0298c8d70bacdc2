"""The table at a glance, by its boxes: all in view, nothing cut or moving, a tap shown before it counts."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.helpers import CARDS, PATIENCE, YOURS, Server, api, play_something, wait_for_rest, wait_for_turn

Visit = Callable[..., Page]

SEATS = {"ghost_town": 2, "new_york": 2, "papa_paolo": 4, "pizza_city": 4}
DESK = {"width": 1280, "height": 800}
MOVES = 15
SELF_EVIDENT = re.compile(  # names of rows, and sentences
    r"\d|(?:You begin|New sheet:|Turn \d+:|Your hand:) .*|turn \d+"
)
EXPLAINED = ("new_york", "papa_paolo")  # where every number answers

# What is wrong with the page as it stands; [] if everything that matters can be seen.
WRONG = """phone => {
  const wrong = [], one = (query) => document.querySelector(query)
  const box = (el) => el.getBoundingClientRect()
  const floor = phone ? box(one('.tabs')).top : innerHeight
  const parts = ['#strip', '#prompt .ask', '.slot', '.frame', '#tools', phone ? '.tabs' : '.panels']
  const shown = parts.map(one).filter((el) => el && box(el).height)
  for (const el of shown) {
    const at = box(el), name = el.id || el.className
    if (at.left < -1 || at.right > innerWidth + 1 || at.top < -1) wrong.push(`${name} is outside`)
    const scrolls = phone && (name === 'tools' && one('.double')) // there the hand comes after the board
    if (at.bottom > (name === 'tabs' ? innerHeight : floor) + 1 && !scrolls) wrong.push(`${name} is below`)
  }
  for (const [n, a] of shown.entries())
    for (const b of shown.slice(n + 1)) {
      const onTop = one('.tray, .handed') || (one('.double') && b.className === 'tabs') // choices
      if (phone && onTop && [a.id, b.id].includes('tools')) continue
      const p = box(a), q = box(b)
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left)
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
      if (wide > 1 && high > 1) wrong.push(`${a.id || a.className} lies on ${b.id || b.className}`)
    }
  const words = '.goal, .goal span, .standings button, .strip .end, .words, .ask button, #actions button, '
  for (const el of document.querySelectorAll(words + '#missing button, .tabs button')) {
    if (!el.clientHeight || el.closest('.quiet')) continue
    const words = document.createRange()
    words.selectNodeContents(el) // not the room around a button that a thumb may hit
    const p = words.getBoundingClientRect(), q = box(el)
    const cut = p.left < q.left - 1 || p.right > q.right + 1 || p.top < q.top - 2 || p.bottom > q.bottom + 2
    if (cut) wrong.push(`cut: ${el.textContent.trim()}`)
  }
  const strip = box(one('#strip'))
  for (const el of one('#strip').children) {
    const at = box(el)
    const out = at.top < strip.top - 3 || at.bottom > strip.bottom + 3 || at.right > strip.right + 1
    if (at.height && out) wrong.push(`out of the strip: ${el.className}`)
  }
  const written = [...one('#strip').children].filter((el) => box(el).height).map((el) => {
    const words = document.createRange()
    words.selectNodeContents(el) // which may come out of the room they have
    return [el.className, el.matches('.goal, .have') ? words.getBoundingClientRect() : box(el)]
  })
  for (const [n, [a, p]] of written.entries())
    for (const [b, q] of written.slice(n + 1)) {
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left)
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
      if (wide > 1 && high > 3) wrong.push(`in the strip ${a} lies on ${b}`)
    }
  const turns = [...document.querySelectorAll('#since li')], began = box(one('#since')).top
  if (turns.length && !turns.some((el) => Math.abs(box(el).top - began) < 2))
    wrong.push('the news begins within a sentence')
  const have = one('.have'), since = one('#since')
  if (have.scrollWidth > have.clientWidth + 1 || have.scrollHeight > have.clientHeight + 1)
    wrong.push('cut in the strip: what one has')
  const lines = box(since).height / parseFloat(getComputedStyle(since).lineHeight)
  if (Math.abs(lines - Math.round(lines)) > 0.05) wrong.push('the news shows a part of a line')
  const frame = one('.frame'), svg = one('.frame > svg')
  if (!phone && (frame.scrollHeight > frame.clientHeight + 1 || frame.scrollWidth > frame.clientWidth + 1))
    wrong.push('the board scrolls')
  for (const drawn of [svg, ...document.querySelectorAll('#tools > svg')])
    for (const el of drawn.querySelectorAll('text')) {
      const at = box(el), edge = box(drawn)
      const out = at.left < edge.left - 2 || at.right > edge.right + 2 || at.bottom > edge.bottom + 2
      if (at.width && (out || at.top < edge.top - 2)) wrong.push(`cut on the board: ${el.textContent}`)
    }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls sideways')
  return wrong
}"""
PLACES = """() => Object.fromEntries(['#strip', '.asking', '.frame', '.panels'].map((query) => {
  const at = document.querySelector(query).getBoundingClientRect()
  const kept = query === '.panels' ? [at.bottom] : [at.x, at.y, at.width, at.height]
  return [query, kept.map(Math.round)]
}))"""
# Numbers on the board, its panels and prices that do not say what they are when one points at them.
BARE = """() => [...document.querySelectorAll('.frame svg text, #tools svg text')].map((el) => {
  const at = el.getBoundingClientRect()
  const under = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)
  const told = under?.closest('[data-target], [data-tell], [data-sign], [data-cell]')
  return [el.textContent.trim(), Boolean(told) || !at.width]
}).filter(([words, told]) => !told && /[0-9]/.test(words)).map(([words]) => words)"""
FROM_THE_END = "el => el.scrollHeight - el.scrollTop - el.clientHeight"


def sit_down(
    visit: Visit, server: Server, game: str, phone: bool = False, players: int = 0, **more: Any
) -> Page:
    """At a table with bots, asked for the first time."""
    seats = [{"kind": "human"}] + [{"kind": "bot", "bot": "random"}] * ((players or SEATS[game]) - 1)
    made = api(server.url, "/api/matches", {"game": game, "seats": seats, "seed": 4})
    page = visit("/healthz", phone=phone, **({} if phone else {"viewport": DESK}), **more)
    page.goto(made["seats"][0]["url"])
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(YOURS)
    page.wait_for_selector(".legal")
    return page


def decide(page: Page, number: int) -> bool:
    """Take one of the choices, however it is reached; whether the game goes on to another question."""
    before = page.locator("main").get_attribute("data-version")
    page.locator("#actions [data-action]").evaluate_all("(all, n) => all[n % all.length].click()", number)
    expect(page.locator("main")).not_to_have_attribute("data-version", before or "")
    return wait_for_turn(page)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", SEATS)
def test_all_is_in_view_and_stays_where_it_was(visit: Visit, server: Server, game: str, phone: bool) -> None:
    page = sit_down(visit, server, game, phone)
    places = page.evaluate(PLACES)
    for move in range(MOVES):
        if move % 7 == 0:
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                assert page.evaluate(WRONG, phone) == [], (move, scheme)
            if not phone:  # where nothing has to be scrolled to
                bare = page.evaluate(BARE)
                assert [w for w in bare if game in EXPLAINED or not SELF_EVIDENT.fullmatch(w)] == []
        if not decide(page, 3 * move + 1):
            break
        assert page.evaluate(PLACES) == places, move
        if not phone:
            assert page.locator("#panel-log").evaluate(FROM_THE_END) < 2, move
    if phone:
        page.locator("#tab-log").tap()
        assert page.locator("#panel-log").evaluate(FROM_THE_END) < 2


def test_the_strip_of_a_phone_has_room_for_every_phase_of_a_round(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "papa_paolo", phone=True)
    seen: set[str] = set()
    for move in range(40):
        seen.add(page.locator("#strip .goal").inner_text())
        assert page.evaluate(WRONG, True) == [], (move, seen)
        if len(seen) > 3 or not decide(page, 3 * move + 1):
            break
    assert len(seen) > 3, seen  # placing, bidding, investing, delivering


def test_whoever_answers_quickly_finds_the_whole_column_of_the_board(visit: Visit, server: Server) -> None:
    """The frame glides to what is asked next; an answer on the way does not stop it there."""
    page = sit_down(visit, server, "papa_paolo", phone=True)
    click = "target => document.querySelector(`#actions [data-for^=${target}]`).click()"
    for target in ("slot", "slot", "cell"):  # a pawn, its tile, a square for it
        before = page.locator("main").get_attribute("data-version") or ""
        page.evaluate(click, target)
        expect(page.locator("main")).not_to_have_attribute("data-version", before)
    wait_for_rest(page)
    away = page.locator(".frame").evaluate("el => el.scrollLeft % el.clientWidth")
    assert away < 2 or page.locator(".frame").evaluate("el => el.clientWidth") - away < 2


def test_a_key_that_does_not_fit_shows_its_signs_and_a_tap_says_them(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "pizza_city", phone=True)
    for row in page.locator("#city-key [data-sign]").all():
        sign, words = row.locator("> g"), row.locator("text").first
        box = sign.bounding_box()
        assert box and box["x"] + box["width"] <= 390 and words.is_hidden()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator("#caption")).to_have_text(row.get_attribute("data-sign") or "?")


def test_all_of_the_news_is_a_click_away(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "papa_paolo", phone=True)
    news, number = page.locator("#since"), 0
    overflows = "el => el.scrollHeight > el.clientHeight + 4 && el.querySelectorAll('li').length > 2"
    while not news.evaluate(overflows):
        assert decide(page, number) and number < 30
        number += 1
    before = page.evaluate(PLACES)
    news.tap()
    expect(news).to_have_class("open")
    for line in news.locator("li").all():
        assert line.evaluate("el => el.getBoundingClientRect().bottom") <= 844 * 0.8
    assert page.evaluate(PLACES) == before
    page.locator("#strip .goal").tap()
    expect(news).not_to_have_class("open")


STRIP = """() => {
  const box = (el) => el.getBoundingClientRect()
  const facts = '.goal span, .have > span, .standings li, .order i, .strip .end span'
  const all = [...document.querySelectorAll(facts)].filter((el) => box(el).width)
  return all.flatMap((a, n) => all.slice(n + 1).filter((b) => {
    const p = box(a), q = box(b)
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left)
    return wide > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 3
  }).map((b) => `${a.textContent} lies on ${b.textContent}`))
}"""
SMALL = """() => [...document.querySelectorAll('.frame svg text')].map((el) => {
  const grown = el.getScreenCTM().d * parseFloat(getComputedStyle(el).fontSize)
  return [el.textContent.trim(), el.getBoundingClientRect().width ? grown : 99]
}).filter(([, size]) => size < 12.9)"""


def test_four_players_fit_in_the_strip_of_a_phone(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "new_york", phone=True, players=4)
    for move in range(3):
        page.locator(".standings b").evaluate_all("all => all.forEach((el) => { el.textContent = '88+' })")
        assert page.evaluate(STRIP) == [], move
        decide(page, move)


def test_words_of_the_ghost_town_are_large_enough_on_a_phone(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "ghost_town", phone=True)
    for move in range(4):
        assert page.evaluate(SMALL) == [], move
        decide(page, move)


def test_a_tap_is_shown_before_it_counts_and_a_click_counts_at_once(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "pizza_city", phone=True)
    table = page.locator("main")
    before = table.get_attribute("data-version") or ""
    card = page.locator("#tools .legal").first
    card.tap()
    expect(page.locator(".tapped")).to_have_count(1)
    expect(page.locator("#reason .primary")).to_be_visible()
    expect(page.locator("#reason .primary")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    assert table.get_attribute("data-version") == before
    card.tap()
    expect(table).not_to_have_attribute("data-version", before)
    expect(page.locator("#reason")).to_be_hidden()

    desk = sit_down(visit, server, "pizza_city")
    play_something(desk, 0)  # one click
    expect(desk.locator(".tapped")).to_have_count(0)


@pytest.mark.parametrize("game", SEATS)
def test_a_number_of_the_strip_says_what_it_is(visit: Visit, server: Server, game: str) -> None:
    """By pointing at it, or by a tap."""
    desk, phone = sit_down(visit, server, game), sit_down(visit, server, game, phone=True)
    for page in (desk, phone):
        for number in page.locator("#strip [data-tell]:visible").all():
            number.tap() if page is phone else number.hover()
            expect(page.locator("#caption")).to_have_text(number.get_attribute("data-tell") or "?")


@pytest.mark.parametrize("phone", [False, True], ids=["click", "tap"])
def test_a_click_before_the_scripts_are_there_is_not_lost(visit: Visit, server: Server, phone: bool) -> None:
    page = sit_down(visit, server, "pizza_city", phone)
    table, held = page.locator("main"), list[Any]()
    before = table.get_attribute("data-version") or ""
    page.route("**/static/table.js", lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    card = page.locator("#tools [data-target]").first
    for _ in range(2):  # somebody impatient: that is no confirmation
        card.tap() if phone else card.click()
    expect(page.locator(".legal")).to_have_count(0)
    held[0].continue_()
    if phone:
        expect(page.locator("#reason .primary")).to_be_visible()
        assert table.get_attribute("data-version") == before
    else:
        expect(table).not_to_have_attribute("data-version", before)


@pytest.mark.parametrize("game", SEATS)
def test_playback_ends_in_the_board_that_is_shown_without(visit: Visit, server: Server, game: str) -> None:
    """By itself at the speed one chooses, and skipped; without motion where none is wanted."""
    page = sit_down(visit, server, game)
    drawn, table, number = "document.querySelector('.frame').innerHTML", page.locator("main"), 0
    while page.locator("#playback:visible").count() == 0:
        assert decide(page, number) and number < 12
        number += 1
    wait_for_rest(page)
    before = page.evaluate(drawn)
    for skipped in (False, True):
        page.emulate_media(reduced_motion="reduce" if skipped else "no-preference")
        page.click("#playback")
        expect(table).to_have_class("table playback")
        assert page.evaluate(drawn) != before
        if skipped:
            assert page.evaluate("document.getAnimations().length") == 0
            page.keyboard.press("Escape")
        else:
            page.click("#playback")  # faster
        expect(table).to_have_class("table")
        assert page.evaluate(drawn) == before


def test_an_update_that_repeats_the_board_is_not_played_back(visit: Visit, server: Server) -> None:
    """The first update does; whoever chooses before it arrives has only their own step behind them then."""
    page = sit_down(visit, server, "pizza_city")
    table, held = page.locator("main"), list[Any]()
    before = table.get_attribute("data-version") or ""
    for path in (re.compile(r"/stream\?"), "**/actions"):
        page.route(path, lambda route: held.append(route))
    page.reload()
    page.wait_for_selector(".legal")
    page.locator("#actions [data-action]").first.evaluate("button => button.click()")
    until = time.monotonic() + PATIENCE
    while len(held) < 2 and time.monotonic() < until:  # a request is reported before it is held
        page.wait_for_timeout(20)
    move, stream = sorted(held, key=lambda route: "/stream?" in route.request.url)
    with page.expect_response(re.compile(r"/stream\?")):
        stream.continue_()
    move.continue_()
    expect(table).not_to_have_attribute("data-version", before)
    expect(page.locator("#playback")).to_be_hidden()


def test_a_new_choice_under_the_pointer_waits(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "ghost_town")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/actions" in request.url else None)
    page.evaluate("""() => {
      const old = document.querySelector('#actions [data-action]').cloneNode(true)
      const next = Object.assign(document.createElement('button'), { textContent: 'another' })
      next.dataset.action = '0'
      const style = 'position: fixed; inset: 300px 0 0 300px'
      for (const el of [old, next]) Object.assign(el, { hidden: false, style })
      document.body.append(old)
      old.addEventListener('click', () => setTimeout(() => old.replaceWith(next)))
    }""")
    before = page.locator("main").get_attribute("data-version") or ""
    page.mouse.click(400, 400)
    expect(page.locator("main")).not_to_have_attribute("data-version", before)
    expect(page.locator("[data-fresh]")).to_have_text("another")
    page.mouse.click(400, 400)
    assert len(sent) == 1
    expect(page.locator("[data-fresh]")).to_have_count(0)
    page.wait_for_selector(YOURS)
    with page.expect_request("**/actions"):
        page.mouse.click(400, 400)
    assert len(sent) == 2


@pytest.mark.parametrize("game", CARDS)
def test_a_card_shows_its_face_with_its_rules(visit: Visit, server: Server, game: str) -> None:
    """By the other mouse button and by a key; nothing is played."""
    page = sit_down(visit, server, game)
    face = page.locator("#face")
    page.locator(CARDS[game]).first.click(button="right")
    expect(face).to_be_visible()
    name = face.locator("b").first.text_content() or ""
    assert name in page.request.get(f"{server.url}/rules/{game}/pieces").text()
    expect(face.locator("svg").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(face).to_be_hidden()
    page.locator(CARDS[game]).first.focus()
    page.keyboard.press("f")
    expect(face).to_be_visible()
    if game in ("ghost_town", "new_york"):  # whose cards have rules of their own
        face.locator("summary").click()
        expect(face.locator("details li").first).to_be_visible()
