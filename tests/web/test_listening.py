"""What somebody hears who does not see the page: where they are at each key, and what happens."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from web.helpers import YOURS, Server, finished_game, lay_table, wait_for_turn
from web.test_glance import sit_down

Visit = Callable[..., Page]
SAID = "#voice p"
FOCUSED = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"
TWICE = """async () => {
  const walk = await import("/static/walk.js");
  const svg = document.querySelector("#board svg");
  const heard = (does, is, also = "") => {
    const button = Object.assign(document.createElement("button"), { textContent: does });
    button.dataset.for = "thing";
    document.querySelector("#actions").append(button);
    const place = document.createElementNS("http://www.w3.org/2000/svg", "g");
    place.dataset.target = "thing";
    place.dataset.tell = is;
    const twin = place.cloneNode();
    twin.dataset.tell = also;
    svg.append(place, ...(also ? [twin] : []));
    const words = walk.wordsOf(place);
    for (const el of [button, place, twin]) el.remove();
    return words;
  };
  return [
    heard("A pizzeria for £2: room for 3", "A pizzeria for £2: room for 3, 2 pizzas come with it; 2 left."),
    heard("Build for £2: room for 3", "Pizzeria: room for 3, 2 pizzas come with it."),
    heard("Build on lot 1", "Lot 1: 2 spaces to its zone. 2 spaces to its zone"),
    heard("Deliver order 2", "Order 2: Meatballs; goes to Midtown; pays $1", "Meatballs (Harlem)"),
    heard("Deliver from Harlem", "Harlem lot 2: 1 disk", "3 spaces: 1 card"),
  ];
}"""


def described(page: Page, selector: str) -> str:
    """What is told of an element after its name."""
    ids = page.locator(selector).get_attribute("aria-describedby") or ""
    return " ".join([page.locator(f"#{name}").text_content() or "" for name in ids.split()])


def type_move(page: Page, word: str) -> None:
    page.fill("#typed", word)
    page.press("#typed", "Enter")


def test_what_the_menu_offers_is_named_with_its_game(visit: Visit) -> None:
    page = visit("/")
    names = page.locator("#games :is(button, a.button)").evaluate_all(
        "all => all.map((el) => el.getAttribute('aria-label'))"
    )
    assert len(names) >= 8 and len(set(names)) == len(names)
    assert {"Play now: Ghost Town", "Set up a table: Pizza City", "Rules: Papà Paolo"} <= set(names)


def test_the_form_tells_what_an_option_means(visit: Visit) -> None:
    page = visit("/new/ghost_town")
    for field in page.locator("form select:not([data-chair]), form input[type=checkbox]").all():
        name = field.get_attribute("id")
        assert described(page, f"#{name}"), name


def test_a_ready_answer_of_the_form_leaves_one_where_one_was(visit: Visit) -> None:
    page = visit("/new/ghost_town")
    preset = page.get_by_role("link", name="First game")
    preset.focus()
    preset.press("Enter")
    page.wait_for_url("**#preset-1")
    expect(preset).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("link", name="As printed")).not_to_have_attribute("aria-current", "true")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "As printed"


def test_a_table_says_what_is_asked_and_dialogs_what_is_in_them(visit: Visit) -> None:
    page = visit("/accessibility")
    lay_table(page)
    expect(page.locator(SAID).last).to_contain_text("Your turn: Turn 1 of 20")

    page.locator(":is(#board, #tools) svg [tabindex='0']").focus()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert "next or previous thing you can do" in described(page, "#keys")
    page.keyboard.press("Escape")
    page.locator(".held").first.focus()
    page.keyboard.press("f")
    expect(page.locator("#face")).to_be_visible()
    assert described(page, "#face")


def test_a_line_of_moves_is_played_and_said_at_once(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, "pizza_city")  # always the same hand: of two equal cards none is chosen
    face, other = page.locator("#actions [data-key^=k]").evaluate_all(
        "all => [all[0].dataset.key, all.at(-1).dataset.key]"
    )
    expect(page.locator(SAID).last).to_contain_text("Your turn")  # said when the page has been read
    page.evaluate("document.querySelector('#voice').replaceChildren()")
    type_move(page, f"{face}; b4b5")
    expect(page.locator(SAID).last).to_contain_text("Your turn: Lay 1 more City card")
    said = page.locator(SAID).all_inner_texts()
    assert len(said) > 1 and [words for words in said[:-1] if words.startswith("Your turn")] == [], said

    type_move(page, other)
    expect(page.locator("#prompt")).to_contain_text("Choose a road")
    type_move(page, "U")
    expect(page.locator("#prompt")).to_contain_text("Lay 1 more City card")
    type_move(page, f"{other} c34")
    expect(page.locator("#reason")).to_contain_text("Stopped at “c34”. Something else is asked now")
    expect(page.locator(SAID).last).to_contain_text("Stopped at “c34”.")
    assert [words for words in page.locator(SAID).all_inner_texts() if "Choose a road" in words]


def test_equal_steps_that_come_together_are_said_once(visit: Visit) -> None:
    page = visit("/accessibility")
    lay_table(page, {1: "bot:greedy"})
    page.wait_for_selector(YOURS)
    page.evaluate(
        """async () => {
          const { announce } = await import("/static/announce.js");
          const turn = document.createElement("li");
          const lines = ["One.", "You paid $1.", "You paid $1.", "You paid $1.", "Two."];
          const log = document.querySelector("#log");
          turn.dataset.first = String(log.childElementCount ? 1000 : 0);
          turn.dataset.own = "";
          const told = lines.map((line) => `<li>${line}</li>`).join("");
          turn.innerHTML = `<details><summary>A turn</summary><ul>${told}</ul></details>`;
          log.append(turn);
          document.querySelector("#voice").replaceChildren();
          announce();
        }"""
    )
    assert page.locator(SAID).all_inner_texts()[:3] == ["One.", "You paid $1. (3 times)", "Two."]


def test_the_keys_of_the_board_lead_there_from_beside_it(visit: Visit) -> None:
    page = visit("/accessibility")
    lay_table(page, game="new_york")
    page.wait_for_selector(YOURS)
    for key in "rjki":
        page.locator("#strip button").first.focus()
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.closest('svg') !== null"), key
    page.keyboard.press("t")
    page.keyboard.type("half a word")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.keyboard.type("?")
    expect(page.locator("#typed")).to_have_value("?")


def test_whoever_looks_for_something_to_do_while_others_decide_hears_whose_turn_it_is(visit: Visit) -> None:
    page, other = visit("/accessibility"), visit("/accessibility")
    other.goto(lay_table(page, {1: "open"}))
    other.click("text=Sit here")
    other.wait_for_selector(".seat form")
    page.click("text=Start the game")
    page.wait_for_selector(YOURS)
    type_move(page, "mu")
    page.wait_for_selector(YOURS, state="detached")
    page.locator(":is(#board, #tools) svg [tabindex='0']").focus()
    page.keyboard.press("n")
    expect(page.locator(SAID).last).to_contain_text("Deliverer 2")


def test_at_the_end_scores_are_said_and_the_keys_go_on(visit: Visit) -> None:
    page = visit("/accessibility")
    lay_table(page, {1: "bot:greedy"}, turn_limit="15")
    while wait_for_turn(page):
        before = page.locator("main").get_attribute("data-version")
        type_move(page, "au")
        expect(page.locator("main")).not_to_have_attribute("data-version", before or "")
    last = page.locator(SAID).last
    expect(last).to_contain_text("You: 0 points; Deliverer 2: ")
    assert page.evaluate("document.activeElement.closest('.result') !== null")
    page.keyboard.press("n")
    expect(last).to_contain_text("You: 0 points; Deliverer 2: ")


def test_nothing_is_told_twice_of_a_thing(visit: Visit) -> None:
    page = visit("/accessibility")
    lay_table(page)
    page.wait_for_selector(YOURS)
    assert page.evaluate(TWICE) == [
        "A pizzeria for £2: room for 3, 2 pizzas come with it; 2 left.",
        "Build for £2: room for 3. Pizzeria: 2 pizzas come with it.",
        "Build on lot 1. 2 spaces to its zone.",
        "Deliver order 2. Meatballs; goes to Midtown; pays $1.",
        "Deliver from Harlem. Harlem lot 2: 1 disk. 3 spaces: 1 card.",
    ]


def test_whoever_chose_a_thing_that_is_gone_stays_near_it(visit: Visit) -> None:
    page = visit("/accessibility")
    lay_table(page, {1: "bot:greedy"}, game="papa_paolo", seats="2")
    page.evaluate(
        """() => {
          window.regions = [];
          document.addEventListener("focusin", ({ target }) =>
            regions.push(target.closest("[data-region]")?.dataset.region ?? target.id));
        }"""
    )
    page.wait_for_selector(YOURS)
    page.locator("#board .legal").first.focus()
    for _step in range(12):
        wait_for_turn(page)
        heard = page.locator(".legal:focus, #actions button:focus")
        heard.wait_for()
        before = page.locator("main").get_attribute("data-version")
        page.keyboard.press("Enter")
        expect(page.locator("main")).not_to_have_attribute("data-version", before or "")
    assert "Players" not in page.evaluate("regions")


def test_a_replay_says_what_happened(visit: Visit, server: Server) -> None:
    page = visit(f"/replay/{finished_game(server.url)}")
    step = page.get_by_role("button", name="One move on")
    step.focus()
    step.press("Enter")
    expect(page.locator(SAID).last).to_contain_text("Deliverer")
    step.press("Enter")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.querySelector('#voice').replaceChildren()")
    page.get_by_role("button", name="One move back").press("Enter")
    expect(page.locator(SAID)).to_have_count(1)
    page.locator("#board svg [tabindex='0']").first.focus()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
