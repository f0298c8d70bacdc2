"""Pages without a browser: what is written where, for whom."""

from __future__ import annotations

import asyncio
import gc
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from jinja2 import TemplateSyntaxError
from markupsafe import Markup

import fattorino
from contract.worlds import all_games
from fattorino import server
from fattorino.games.ghost_town.state import Phase
from fattorino.kernel.match import Match
from fattorino.render import draw, environment, gallery, symbols
from fattorino.render.quick import Drawn
from fattorino.server.app import build
from fattorino.server.pages import fragments, labels, review
from fattorino.server.pages.rules import book
from fattorino.server.settings import Settings
from fattorino.server.tables.chance import Chance
from fattorino.server.tables.table import Table
from fattorino.server.tables.viewer import Outcome

WEB = Path(fattorino.__file__).parent / "web"
LOOK = [
    "pizza",
    "slice",
    "house",
    "ghost",
    "wall",
    "teleport-circle",
    "teleport-triangle",
    "teleport-square",
    "bike",
    "road-straight",
    "road-bend",
    "road-tee",
    "road-cross",
    "park",
    "stop",
    "one-way",
    "subway",
    "coin",
    "pawn",
    "tip",
    "pepperoni",
    "sausage",
    "ham",
    "meatballs",
    "peppers",
    "onions",
    "tomatoes",
    "pineapple",
    "extra-cheese",
    "any-meat",
    "any-vegetable",
    "any-ingredient",
    "power-event",
    "power-money",
    "power-speed",
    "power-timed",
    "power-global",
    "dock",
    "disk",
    "calendar",
    "die",
]


def table_of(seats: int = 2, **options: object) -> Table:
    game = fattorino.load("ghost_town")
    table = Table("k3vx7mq2wd9p", game, game.settings(seats=seats, **options), Chance(5, "secret nonce"))
    for seat in table.seats[:seats]:
        seat.kind, seat.name, seat.colour = "human", ["Ada", "Bea", "Cy"][seat.number], seat.number
    return table


def played(table: Table, moves: int) -> Table:
    table.begin(table.prepare_start(0.0))
    for move in range(moves):
        decision = table.decision()
        action = int(decision.actions[move * 5 % len(decision.actions)])
        table.adopt(*table.prepare(decision.seat, action, "", 0.0), 0.0)
    return table


def test_every_symbol_of_the_look_is_drawn_and_is_xml() -> None:
    assert set(LOOK) <= set(symbols())
    for number in range(6):
        assert f"seat-{number}" in symbols()
    for markup in symbols().values():
        ElementTree.fromstring(markup)


def test_a_board_stands_alone() -> None:
    table = played(table_of(3), 12)
    for seat in (-1, 0, 1, 2, 3):
        svg = draw(table.game, table.see(None if seat < 0 else seat).view, seat)
        ElementTree.fromstring(svg)
        for used in set(re.findall(r'href="#(s-[a-z0-9-]+)"', svg)):
            assert f'id="{used}"' in svg
        assert " style=" not in svg


def test_every_colour_of_a_board_has_a_fallback() -> None:
    table = played(table_of(3), 12)
    for seat in (0, 3):
        assert not re.findall(r"var\(--[a-z0-9-]+\)", draw(table.game, table.see(seat).view, seat))


def test_nothing_needs_unsafe_inline() -> None:
    table = played(table_of(), 7)
    everything = "".join(fragments.fragments(table, 0, whole=True).values())
    everything += "".join(path.read_text() for path in (WEB / "templates").iterdir())
    assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=\"", everything)


def test_only_the_host_gets_the_links_of_empty_seats() -> None:
    table = table_of()
    table.seats[1].kind, table.seats[1].name, table.seats[1].invitation = "open", "", "secret-token"
    assert "secret-token" in fragments.fragments(table, 0, True, "http://localhost")["board"]
    assert "secret-token" not in "".join(fragments.fragments(table, 0, False, "http://localhost").values())


def test_before_the_game_everybody_reads_what_is_missing() -> None:
    table = table_of()
    table.seats[1].kind, table.seats[1].name = "open", ""
    assert "Take a seat. Still empty: Deliverer 2." in fragments.fragments(table, None)["prompt"]
    seated = fragments.fragments(table, 0)["prompt"]
    assert "Still empty: Deliverer 2." in seated
    assert "Take a seat" not in seated
    table.seats[1].kind, table.seats[1].name = "human", "Bea"
    for viewer in (None, 0, 1):
        assert "Everyone is seated: the host can start" in fragments.fragments(table, viewer)["prompt"]


def test_names_are_escaped_and_stand_for_their_chairs_once() -> None:
    table = table_of()
    table.seats[0].name, table.seats[1].name = "Deliverer 2", "<i>Bea"
    played(table, 1)
    log = fragments.fragments(table, None)["log"]
    assert "Deliverer 2: " in log
    assert "&lt;i&gt;Bea" in fragments.fragments(table, 0)["players"]
    assert "<i>" not in "".join(fragments.fragments(table, 0).values())


def test_a_deliverer_is_not_sent_the_town() -> None:
    table = played(table_of(), 9)
    for viewer in (0, 1, None):
        parts = fragments.fragments(table, viewer)
        assert "sq0" not in parts["board"]
        assert table.opened is None
        assert f"{table.chance.seed}:{table.chance.nonce}" not in "".join(parts.values())
        assert "secret nonce" not in "".join(parts.values())
    assert 'id="sq0"' in fragments.fragments(table, 2)["board"]


def beside(table: Table, match: Match) -> Table:
    """The same table with another match on it."""
    other = table_of(table.options["seats"])
    other.status = "running"
    other.adopt(match, None, 0.0)
    return other


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_twin_worlds_give_the_same_page(viewer: int | None) -> None:
    table = played(table_of(), 13)
    mine = table._match
    assert mine is not None
    twin = mine.imagine(viewer, seed=3)
    assert twin.state.tobytes() != mine.state.tobytes()

    ours, theirs = (fragments.fragments(beside(table, match), viewer, whole=True) for match in (mine, twin))

    assert ours == theirs


def test_a_barrier_that_is_considered_does_not_show() -> None:
    for seed in range(200):
        game = fattorino.load("ghost_town")
        match = game.new(seats=2, seed=seed)
        for move in range(30):
            if match.over:
                break
            other = 1 - int(match.to_move or 0)
            before = {
                viewer: fragments.fragments(beside(table_of(), match), viewer) for viewer in (other, None)
            }
            match = match.copy()
            legal = match.legal()
            match.play(int(legal[(seed + move * 7) % 4]))
            if match.view(match.to_move).phase == Phase.BARRIER:
                for viewer, page in before.items():
                    assert fragments.fragments(beside(table_of(), match), viewer) == page
                return
    raise AssertionError("no ghost was met with a barrier in hand")


def test_the_pages_know_no_game() -> None:
    game = fattorino.load("pizza_race")
    table = Table("k3vx7mq2wd9p", game, game.settings(), Chance(5, "n"))
    table.begin(table.prepare_start(0.0))
    parts = fragments.fragments(table, 0, whole=True)
    assert "<svg" in parts["board"]
    assert table.see(0).legal
    for choice in table.see(0).legal:
        assert f'data-action="{choice.action}"' in parts["actions"]
    files = [path for path in WEB.rglob("*.*") if path.suffix != ".woff2"]
    files += (Path(fattorino.__file__).parent / "render").glob("*.*")
    files += [
        path
        for path in Path(server.__file__).parent.rglob("*.py")
        if path.stem not in ("schemas", "openapi", "logs")
    ]  # those show examples
    for path in files:
        for name in ("ghost_town", "pizza_city", "papa_paolo", "new_york"):
            assert name not in path.read_text(encoding="utf-8"), path


def test_a_hand_may_hold_cards_that_cannot_be_clicked() -> None:
    game = fattorino.load("pizza_race")
    scene = {
        "hand": [
            {"name": "Tip & run", "symbol": "tip"},
            {"name": "Bike", "symbol": "bike", "target": "b", "count": 2},
        ]
    }
    html = fragments.tools(game, scene, [0])
    assert '<div class="held">' in html
    assert "Tip &amp; run" in html
    assert 'data-target="b"' in html
    assert "Bike × 2" in html


def test_an_update_is_small() -> None:
    table = played(table_of(3, turn_limit=30), 80)
    for viewer in (0, 1, 2, 3, None):
        assert sum(map(len, fragments.fragments(table, viewer).values())) < 52_000


def test_the_rulebook_has_an_anchor_for_every_rule() -> None:
    game = fattorino.load("ghost_town")
    html = str(book(game))
    for rule in game.rulebook.ids:
        assert html.count(f'id="{rule}"') == 1
    assert 'href="#GT-CARD-BARRIER-1">GT-CARD-BARRIER<' in html
    ids = re.findall(r'id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_the_rules_page_shows_the_exact_sentence_and_the_one_for_players() -> None:
    html = str(book(fattorino.load("pizza_race")))
    assert "but not twice running.\n<em>For players:</em> You rested last time." in html


def test_the_gallery_draws_every_tile_and_card() -> None:
    game = fattorino.load("ghost_town")
    drawn = {name for _title, pieces in gallery(game) for name, _note, _svg in pieces}
    for kind in ("Hop Step", "Anti-Ghost Barrier", "a wall", "the Monkey", "the Cheese house", "Deliverer 3"):
        assert kind in drawn


def test_shared_notes_have_a_way_to_them() -> None:
    table = played(table_of(shared_notes=True), 1)
    table.notes[1] = {"sheet0-1_1": "wall"}
    assert f"/t/{table.id}/notes/1" in fragments.fragments(table, 0)["players"]
    private = played(table_of(), 1)
    private.notes[1] = {"sheet0-1_1": "wall"}
    assert "/notes/" not in fragments.fragments(private, 0)["players"]


def test_a_game_can_be_played_while_it_is_compiled_and_says_when_its_bots_come(tmp_path: Path) -> None:
    app = build(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", compile=False))

    async def look() -> list[str]:
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                precompiler, pages = app.state.service.precompiler, []
                progress = precompiler.progress("ghost_town")
                async with asyncio.timeout(60):
                    while any(other.state == "waiting" for other in precompiler.games.values()):
                        await asyncio.sleep(0.01)
                progress.state, progress.step, progress.weight, precompiler._compile = (
                    "compiling",
                    0,
                    600,
                    True,
                )
                pages += [(await client.get(path)).text for path in ("/", "/new/ghost_town")]
                progress.state, progress.step = "ready", progress.of
                return pages + [(await client.get(path)).text for path in ("/", "/new/ghost_town")]

    with ThreadPoolExecutor(1) as thread:  # a browser that is open has a loop of its own in this one
        menu, form, menu_after, form_after = thread.submit(asyncio.run, look()).result()
    assert "Stronger bots will be ready in about 3 minutes." in menu
    assert 'data-refresh="4"' in menu and 'href="/new/ghost_town"' in menu
    assert "will be ready in about 3 minutes; until then the greedy bot plays for them." in form
    assert "Stronger bots" not in menu_after and "data-refresh" not in menu_after
    assert "until then" not in form_after


def test_a_frozen_table_says_why() -> None:
    table = played(table_of(), 2)
    table.parted = 3
    assert "played under other rules" in fragments.fragments(table, 0)["prompt"]


@pytest.mark.parametrize("name", sorted(path.name for path in (WEB / "templates").iterdir()))
def test_templates_say_every_word_through_the_catalogue(name: str) -> None:
    text = (WEB / "templates" / name).read_text()
    for skipped in (r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", r"[\w-]+=(\"[^\"]*\"|'[^']*')", r"<[^>]*>"):
        text = re.sub(skipped, "", text, flags=re.DOTALL)
    assert set(re.findall(r"[A-Za-z]{2,}", text)) <= {"Fattorino"}


def test_a_review_is_drawn_with_a_sign_for_every_seat() -> None:
    table = played(table_of(), 20)
    last = table.moves
    made = {
        "moves": [0, last],
        "seats": [0, 1],
        "rounds": 8,
        "truth": {"0": [0.5, 0.0], "1": [0.5, 0.0]},
        "known": {"0": [0.4, 0.0], "1": [0.6, 0.0]},
        "learned": {"0": [0.0, 3.0], "1": [0.0, 3.0]},
        "swings": [{"move": 0, "to": last, "seat": 0, "truth": [0.5, 0.0], "known": [0.4, 0.0], "better": 1}],
    }

    shown = review.shown(table, made)

    for chart in shown["charts"]:
        first, second = (line["y"] for line in chart["lines"])
        assert abs(first - second) >= review.SIGN, "signs do not lie on one another"
        assert all(review.TOP <= y <= review.HIGH - review.FOOT for y in (first, second))
    swing = shown["swings"][0]
    assert swing["better"] == "Move down" and swing["url"].endswith("?move=0&seat=0&better=1")
    assert (swing["truth"], swing["known"]) == ([50, 0], [40, 0])


@pytest.mark.parametrize(
    ("last", "numbers"), [(4, [0, 1, 2, 3, 4]), (34, [0, 5, 10, 15, 20, 25, 30]), (347, range(0, 347, 50))]
)
def test_a_chart_counts_in_round_numbers(last: int, numbers: Sequence[int]) -> None:
    placed = review.ticks([0, last])
    assert [move for move, _x in placed] == list(numbers)
    assert review.LEFT == placed[0][1] < placed[-1][1] <= review.WIDE - review.RIGHT


def test_the_best_result_comes_first_with_its_sum() -> None:
    table = played(table_of(), 40)
    seen = table.see(0)
    seen.outcome = Outcome(scores=[0, 3], winners=[1])
    shown = fragments.status(table, seen)
    assert shown.index("Bea") < shown.index("<b>3</b>") < shown.index("Ada") < shown.index("<b>0</b>")


@pytest.mark.parametrize(
    ("options", "winners", "headlines"),
    [
        ({"mode": "coop"}, [0, 1], ["The team won!", "The team won!"]),
        ({"mode": "coop"}, [], ["The team lost", "The team lost"]),
        ({"mode": "competitive"}, [1], ["Bea won", "You won!"]),
        ({"mode": "competitive"}, [], ["Nobody won", "Nobody won"]),
    ],
)
def test_a_headline_tells_a_team_that_it_is_one(
    options: dict[str, str], winners: list[int], headlines: list[str]
) -> None:
    game = fattorino.load("new_york")
    table = Table("k3vx7mq2wd9p", game, game.settings(2, **options), Chance(5, "n"))
    for seat, name in zip(table.seats, ("Ada", "Bea"), strict=True):
        seat.kind, seat.name = "human", name
    assert [labels.headline(table, viewer, winners) for viewer in (0, 1)] == headlines


def test_a_turning_point_is_told_once_for_all_whose_chances_it_changed() -> None:
    table = played(table_of(), 20)
    table.seats[0].kind, table.seats[1].kind = "bot", "human"
    one = {"move": 0, "to": 3, "seat": 0, "truth": [0.5, 0.0], "known": [0.5, 0.0], "better": None}
    told = review.turns(table, [one, one | {"seat": 1, "truth": [0.5, 1.0]}])
    assert [each["person"] for each in told] == [True]


def test_a_turning_point_is_told_once_of_who_made_the_move() -> None:
    table = played(table_of(), 20)
    mine = {"move": 0, "to": 1, "seat": 0, "truth": [0.5, 0.0], "known": [0.5, 0.0], "better": None}
    gained = mine | {"seat": 1, "truth": [0.5, 1.0]}

    once = review.turns(table, [gained, mine])
    assert [(one["who"], one["by"]) for one in once] == [("Ada (Deliverer 1)", "")]
    alone = review.turns(table, [gained])
    assert [(one["who"], one["by"]) for one in alone] == [("Bea (Deliverer 2)", "Ada (Deliverer 1)")]


def test_a_still_block_may_use_only_what_it_names() -> None:
    made = environment()
    drawn = made.from_string(
        "{% still a.x, b %}{{ a.x }}{{ b }}{% for c in b %}{{ loop.index }}{% endfor %}{% endstill %}"
    )
    assert drawn.render(a={"x": "<"}, b=[7]) == "&lt;[7]1"
    for body in ("{{ c }}", "{{ a.y }}", "{{ a }}", "{% if c %}{% endif %}"):
        with pytest.raises(TemplateSyntaxError, match="does not name"):
            made.from_string("{% still a.x, b %}" + body + "{% endstill %}")


def test_a_still_block_is_drawn_once_for_equal_values_and_each_language() -> None:
    made, calls = environment(), list[int]()

    def seen(value: int) -> int:
        calls.append(value)
        return value

    made.globals["seen"] = seen
    template = made.from_string("{% still a %}{{ seen(a.n) }}{% endstill %}")
    assert [template.render(a={"n": n}) for n in (1, 1, 2, 1)] == ["1", "1", "2", "1"]
    assert calls == [1, 2]
    assert [template.render(a={"n": 3, "odd": object}) for _ in range(2)] == ["3", "3"], (
        "what has no bytes is drawn"
    )


def test_what_is_drawn_is_kept_up_to_a_bound() -> None:
    kept, drawn = Drawn[str](30 * 1000), list[int]()

    def draw(key: int) -> str:
        drawn.append(key)
        return "x" * 300

    for key in range(1000):
        assert kept.get(key, lambda key=key: draw(key)) == "x" * 300  # type: ignore[misc]
        kept.get(0, lambda: draw(0))  # what is wanted again and again stays

    assert len(kept) <= 60
    assert drawn == list(range(1000))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_board_that_was_drawn_leaves_nothing_to_collect(game: fattorino.Game) -> None:
    match = game.new(seed=2)
    views = [(seat, match.view(seat)) for seat in (0, None)]
    for seat, view in views:
        draw(game, view, -1 if seat is None else seat)
    gc.collect()
    gc.disable()  # as the server does
    try:
        for seat, view in views:
            draw(game, view, -1 if seat is None else seat)
        assert gc.collect() == 0, "macros in a board, and imports `with context`, refer to themselves"
    finally:
        gc.enable()


def test_what_is_written_out_is_escaped_by_its_type() -> None:
    values = ("<b>", Markup("<b>"), 3, 2.5, None, ["<"], True, "a'b\"c&")
    assert environment().from_string("{% for v in vs %}{{ v }}|{% endfor %}").render(vs=values) == (
        "&lt;b&gt;|<b>|3|2.5|None|[&#39;&lt;&#39;]|True|a&#x27;b&quot;c&amp;|"
    )


def test_scripts_are_asked_about_each_time(tmp_path: Path) -> None:
    app = build(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", compile=False))

    async def look() -> tuple[httpx.Response, httpx.Response]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            first = await client.get("/static/table.js")
            known = {"If-None-Match": first.headers["etag"]}
            return first, await client.get("/static/table.js", headers=known)

    with ThreadPoolExecutor(1) as thread:
        first, again = thread.submit(asyncio.run, look()).result()
    assert first.headers["cache-control"] == again.headers["cache-control"] == "no-cache"
    assert (first.status_code, again.status_code) == (200, 304)


def test_a_page_is_squeezed_for_a_browser_that_wants_it(tmp_path: Path) -> None:
    app = build(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", compile=False))

    async def look() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            wishes = [{"Accept-Encoding": wish} for wish in ("gzip, br", "identity")]
            return [await client.get("/rules/ghost_town", headers=wish) for wish in wishes]

    with ThreadPoolExecutor(1) as thread:
        squeezed, plain = thread.submit(asyncio.run, look()).result()
    assert squeezed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert squeezed.text == plain.text
    assert 3 * int(squeezed.headers["content-length"]) < int(plain.headers["content-length"])
