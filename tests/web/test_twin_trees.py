"""Worlds that differ only in what a seat may not see sound the same to it: its tree, and what is said."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

import fattorino
from fattorino.kernel.match import Match
from fattorino.server.tables.table import Table
from fattorino.server.tables.viewer import Viewer
from server.conftest import LiveServer, Made, quick
from web.hearing import EAR, TYPE, Ears
from web.helpers import YOURS

SEAT = 0  # who listens
BEFORE, TOGETHER = 12, 3  # decisions before the worlds part, and then played alike in both
OPTIONS: dict[str, dict[str, Any]] = {
    "ghost_town": {},
    "new_york": {"personal_goals": True, "expansion_power_cards": "on"},
    "papa_paolo": {"money_shown": False},
    "pizza_city": {},
}
SEATS = {"pizza_city": 4, "papa_paolo": 3}
SIGNS = re.compile("[←-⇿·•»«#|]")
FEW = re.compile(r"(\S{1,6}|\S{1,6} \(\S+\))")  # what is typed, and the whole key where that is longer


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server in this process: its tables can be put into twin worlds."""
    one = LiveServer(quick(tmp_path_factory.mktemp("twins")))
    yield one
    one.stop()


def twins(match: Match) -> tuple[Match, Match]:
    """A match and another one that the seat cannot tell from it."""
    bare = match.copy()
    bare._moments = []  # an imagined match has nothing to take back
    for seed in range(20):
        other = match.imagine(SEAT, seed=seed)
        if other.digest() != match.digest():
            return bare, other
    raise AssertionError("nothing is hidden from the seat")


class World:
    """A table, and somebody at it who listens."""

    def __init__(self, live: LiveServer, browser: Browser, made: Made) -> None:
        self.live, self.made, self.table = live, made, live.table(made)
        context = browser.new_context(base_url=live.url, reduced_motion="reduce")
        context.add_init_script("localStorage.setItem('sound', 'off')")
        context.add_init_script(EAR)
        context.set_default_timeout(30_000)
        self.page: Page = context.new_page()
        self.page.goto(made.body["seats"][SEAT]["url"])
        self.page.get_by_role("button", name="Sit down").press("Enter")
        self.page.wait_for_selector("#board svg")
        self.ears = Ears(self.page)

    @property
    def match(self) -> Match:
        found = self.table._match
        assert found is not None
        return found

    def begin_at(self, match: Match) -> None:
        """Put the table into a position, and open its page anew."""

        async def put(table: Table) -> None:
            table._match = None  # an imagined match has only the events that the seat heard
            table._viewers = {viewer: Viewer(table.game, viewer) for viewer in table._viewers}
            table.adopt(match, None, time.time())

        self.page.goto("/accessibility")
        self.live.do(put(self.table))
        self.page.goto(f"/t/{self.made.id}")
        self.page.wait_for_selector(YOURS)
        self.page.wait_for_selector("#voice p", state="attached")  # what is asked is said

    def play(self, action: int) -> None:
        """A decision of whoever has to make it."""
        seat = self.match.to_move
        assert seat is not None
        body = {"action": action, "version": self.table.version(seat)}
        path = f"/api/matches/{self.made.id}/actions"
        if seat == SEAT:
            assert self.page.request.post(path, data=body).ok
        else:
            assert self.live.post(path, self.made.tokens[seat], body).status_code == 200
        self.page.wait_for_function(
            "version => Number(document.querySelector('main').dataset.version) >= version",
            arg=self.table.version(SEAT),
        )

    def ask(self, words: str) -> None:
        """Type a question, and wait for the answer."""
        with self.page.expect_response("**/why?*"):
            self.page.fill("#typed", f"? {words}")
            self.page.press("#typed", "Enter")
        self.page.wait_for_selector("#reason:not([hidden])")

    def known(self) -> tuple[bytes, bytes]:
        """What the seat may know: its view, and what it was told."""
        return self.match.watched()[SEAT], b"".join(event.tobytes() for event in self.match.heard(SEAT))

    def heard(self) -> tuple[list[tuple[str, str, str, bool]], list[Any]]:
        """The accessible tree, and all that was said."""
        tree = [(one.role, one.name, one.description, one.focused) for one in self.ears.all()]
        return tree, self.page.evaluate("said")


@pytest.mark.parametrize("name", OPTIONS)
def test_twin_worlds_sound_the_same(live: LiveServer, browser: Browser, name: str) -> None:
    game, chance = fattorino.load(name), np.random.default_rng(7)
    people = ["human"] * SEATS.get(name, 2)
    worlds = [
        World(live, browser, live.make(*people, game=name, seed=11, options=OPTIONS[name])) for _ in range(2)
    ]
    match = worlds[0].match.copy()
    while match.move < BEFORE or match.to_move != SEAT:
        match.play(int(chance.choice(match.legal())))
    for world, position in zip(worlds, twins(match), strict=True):
        world.begin_at(position)

    compared = 0
    for _step in range(TOGETHER + 1):
        if worlds[0].match.to_move == SEAT:
            for world in worlds:
                world.ask(game.key(game.num_actions - 1))
        mine, theirs = (world.heard() for world in worlds)
        assert mine[1] == theirs[1]
        assert mine[0] == theirs[0]
        assert [name for role, name, _more, _at in mine[0] if role == "button" and SIGNS.search(name)] == []
        typed = [more.removeprefix(TYPE) for _role, _name, more, _at in mine[0] if more.startswith(TYPE)]
        assert all(FEW.fullmatch(word) for words in typed for word in words.split(", ")), typed
        compared += 1
        legal = [set(world.match.legal().tolist()) for world in worlds]
        if not (both := sorted(legal[0] & legal[1])):
            break
        action = int(chance.choice(both))
        for world in worlds:
            world.play(action)
        if worlds[0].match.over or worlds[0].known() != worlds[1].known():
            break  # something was revealed
    for world in worlds:
        world.page.context.close()
    assert compared > 1
