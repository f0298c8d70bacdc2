"""A robot at the table: it gets the accessible tree of the page and sends keys, nothing else.

What to do is decided by `greedy`, from the view that the API gives this seat. The robot is told that choice
in words and has to find it among what it hears, as somebody would who does not see the board. It counts the
keys of every decision. With --clicks it points at what it heard, in forced colours and with text at 200 %.

    python tests/web/robot.py --games 100 --jobs 2 ghost_town pizza_city papa_paolo new_york
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import numpy as np
from playwright.sync_api import Browser, Error as BrowserError, Page, sync_playwright

import fattorino
from fattorino.arena.intervals import wilson
from fattorino.kernel.game import Game
from web.hearing import EAR, SEVERAL, Ears, Heard, offers, shortest, words_of
from web.helpers import YOURS, Server, api, launch

SEATS = {"pizza_city": 4}
MOST_TRIES = 3
PATIENCE = 30_000  # milliseconds until a move counts as not made
# A place of an element that nothing lies over, near its middle: cards of a hand overlap.
IN_SIGHT = """function () {
  const box = this.getBoundingClientRect(), places = []
  for (let x = 1; x < 10; x++) for (let y = 1; y < 10; y++) places.push([x / 10, y / 10])
  const far = ([x, y]) => (x - 0.5) ** 2 + (y - 0.5) ** 2
  for (const [x, y] of places.sort((a, b) => far(a) - far(b))) {
    const place = [box.left + x * box.width, box.top + y * box.height]
    if (this.contains(document.elementFromPoint(...place))) return place
  }
}"""

ASKED = """([before, patience]) => new Promise((done) => {
  const main = document.querySelector("main");
  const version = () => main.dataset.version;
  const isAsked = () => version() !== before && document.querySelector("#prompt [data-yours], .result");
  if (isAsked()) return done(version());
  const watcher = new MutationObserver(() => isAsked() && done(version()));
  watcher.observe(main, { attributeFilter: ["data-version"] });  // every update sets it
  setTimeout(() => done(version()), patience);
})"""  # waits for the next question, or the result
TURNS = "() => [...document.querySelectorAll('#log > li')].map((turn) => Number(turn.dataset.first))"
RESULT = "() => document.querySelector('.result h2')?.textContent.trim() ?? ''"


class Decision(NamedTuple):
    """What a decision took."""

    keys: int
    tries: int
    right: bool


@dataclass
class Played:
    """What games of one kind took."""

    won: int = 0
    games: int = 0
    decisions: list[Decision] = field(default_factory=list)
    said: list[tuple[str, int]] = field(default_factory=list)  # with its turn in the log; not what was asked
    turns: list[int] = field(default_factory=list)  # of the log, by their first lines


def greedy_choice(game: Game, state: dict[str, Any], seat: int, seed: int) -> dict[str, Any]:
    """What greedy would do, from what the API tells this seat."""
    view = np.zeros(1, game.state)
    for name, value in state["view"].items():
        view[name] = value
    legal = {choice["action"]: choice for choice in state["legal"]}
    actions = np.array(list(legal), np.int16)
    chosen: dict[str, Any] = legal[int(game.greedy(view[0], seat, actions, len(actions), seed))]
    return chosen


class Robot:
    """Somebody at a table who hears and types."""

    def __init__(self, page: Page, table: str, clicks: bool = False) -> None:
        self.page, self.table, self.clicks = page, table, clicks
        self.ears = Ears(page)
        self.keys = 0
        self.posted: list[int] = []
        page.on("request", self._note)
        page.on("dialog", self._confirm)
        cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        origin = page.evaluate("location.origin")
        self._api = httpx.Client(base_url=origin, cookies=cookies, timeout=PATIENCE / 1000)

    def close(self) -> None:
        """Leave."""
        self._api.close()
        self.page.context.close()

    def _note(self, request: Any) -> None:
        if request.method == "POST" and request.url.endswith("/actions"):
            self.posted.append(request.post_data_json["action"])

    def _confirm(self, dialog: Any) -> None:
        self.keys += 1  # Enter
        dialog.accept()

    def press(self, key: str, times: int = 1) -> None:
        """Press a key."""
        for _ in range(times):
            self.page.keyboard.press(key)
            self.keys += 1

    def enter_board(self) -> None:
        """By Tab to the first thing that can be done: once for a game."""
        for _ in range(40):
            if any(one.focused for one in self.ears.doable()):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead to anything that can be done")

    def choose(self, label: str) -> None:
        """Find something by its words and choose it."""
        things = self.ears.doable()
        found = offers(things, label)
        assert found, f"nobody says {label!r}: {[one.name for one in things]}"
        if self.clicks:
            return self._click(things[found[0][0]], label)
        at = next((number for number, one in enumerate(things) if one.focused), None)
        in_field = at is None and self.ears.in_field()
        ways = [way for n, place in found for way in self._ways(things, n, place, at, in_field)]
        _cost, kind, value, place = min(ways)
        if kind == "type":
            if not in_field:
                self.press("t")
            for letter in value:
                self.press(letter)
            self.press("Enter")
            return
        if in_field:
            self.press("Escape")
        self.press("n" if value > 0 else "N", abs(value))
        if value or in_field:
            self._make_sure(label, len(things))
        self.press("Enter")
        if place:
            self._in_dialog(label)

    def _make_sure(self, label: str, most: int) -> None:
        """Who listens does not choose something else."""
        for _ in range(most):
            things = self.ears.doable()
            if any(things[number].focused for number, _place in offers(things, label)):
                return
            self.press("n")

    def _ways(
        self, things: list[Heard], n: int, place: int, at: int | None, in_field: bool
    ) -> Iterator[tuple[int, str, Any, int]]:
        """Ways to choose the nth thing: cost in keys, kind, what to press, and where in a dialog."""
        typed = [word for one in things for word in words_of(one)]
        words = words_of(things[n])
        short = shortest(words[place], typed)
        yield len(short) + 1 + (not in_field), "type", short, 0
        if at is None and not in_field:
            return
        steps = (n - (at or 0)) % len(things)
        steps = steps if steps <= len(things) - steps else steps - len(things)
        several = len(words) > 1
        yield abs(steps) + 1 + in_field + (place + 1 if several else 0), "walk", steps, int(several)

    def _in_dialog(self, label: str) -> None:
        buttons = self.ears.doable()
        names = [one.name for one in buttons]
        at = next(number for number, one in enumerate(buttons) if one.focused)
        self.press("ArrowDown", names.index(label) - at)
        self.press("Enter")

    def _click(self, thing: Heard, label: str) -> None:
        self._click_at(thing.node)
        if SEVERAL in thing.description:
            self._click_at(next(one.node for one in self.ears.doable() if one.name == label))

    def _click_at(self, node: int) -> None:
        self.page.wait_for_selector("[data-fresh]", state="detached")  # a choice that says it waits
        self.ears.session.send("DOM.scrollIntoViewIfNeeded", {"backendNodeId": node})
        thing = self.ears.session.send("DOM.resolveNode", {"backendNodeId": node})["object"]["objectId"]
        asked = {"objectId": thing, "functionDeclaration": IN_SIGHT, "returnByValue": True}
        place = self.ears.session.send("Runtime.callFunctionOn", asked)["result"].get("value")
        assert place, "something lies over what is to be clicked on"
        self.page.mouse.click(*place)
        self.keys += 1

    def asked(self, before: str = "") -> str:
        """Wait until one is asked something, or the game is over; the version of the page then."""
        try:
            version: str = self.page.evaluate(ASKED, [before, PATIENCE])
        except BrowserError:  # the page was read anew
            self.page.wait_for_selector(f"{YOURS}, .result")
            version = self.page.locator("main").get_attribute("data-version") or ""
        return version

    def decide(self, wanted: dict[str, Any], shown: str) -> tuple[Decision, str]:
        """Make one decision; what it took, and the version of the page at the next one."""
        self.keys = 0
        for tries in range(1, MOST_TRIES + 1):
            self.choose(wanted["label"])
            version = self.asked(shown)
            if version != shown:
                return Decision(self.keys, tries, self.posted[-1:] == [wanted["action"]]), version
        told = [one.name for one in self.ears.all() if one.role in ("status", "log", "paragraph")]
        raise AssertionError(f"no way to play {wanted}: {told[-6:]}")

    def state(self) -> dict[str, Any]:
        """The table as the API shows it to this seat: what greedy decides from."""
        shown: dict[str, Any] = self._api.get(f"/api/matches/{self.table}").json()
        return shown


def lay_table(url: str, game: str, seed: int, options: dict[str, Any]) -> Any:
    """A table with a free first seat and greedy on all others."""
    greedy = [{"kind": "bot", "bot": "greedy"}] * (SEATS.get(game, 2) - 1)
    seats = [{"kind": "human"}, *greedy]
    return api(url, "/api/matches", {"game": game, "seats": seats, "seed": seed, "options": options})


def sit_down(browser: Browser, url: str, game: str, seed: int, clicks: bool = False, **options: Any) -> Robot:
    """The robot at a table, against greedy."""
    made = lay_table(url, game, seed, options)
    more: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}}
    if clicks:  # the same screen at 200 %
        more = {"viewport": {"width": 640, "height": 430}, "device_scale_factor": 2}
        more |= {"forced_colors": "active"}
    context = browser.new_context(base_url=url, reduced_motion="reduce", **more)
    context.add_init_script("localStorage.setItem('sound', 'off')")
    context.add_init_script(EAR)
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto(made["seats"][0]["url"])
    page.get_by_role("button", name="Sit down").press("Enter")
    page.request.put(f"/api/matches/{made['id']}/pace", data={"pace": "at_once"})
    page.wait_for_selector(f"{YOURS}, .result")
    page.wait_for_selector("[aria-description]", state="attached")
    return Robot(page, made["id"], clicks)


def play(
    browser: Browser,
    url: str,
    name: str,
    seed: int,
    most: int = 10**6,
    clicks: bool = False,
    **options: Any,
) -> Played:
    """One game by the robot, or its first decisions."""
    game, played = fattorino.load(name), Played()
    robot = sit_down(browser, url, name, seed, clicks, **options)
    try:
        if not clicks:
            robot.enter_board()
        version = robot.asked()
        while len(played.decisions) < most:
            state = robot.state()
            if state["over"]:
                robot.page.wait_for_selector(".result")
                played.games, played.won = 1, int(0 in state["winners"])
                break
            if not state["legal"] or version != str(state["version"]):  # the page is about to follow
                version = robot.asked(version)
                continue
            wanted = greedy_choice(game, state, 0, seed + len(played.decisions))
            decision, version = robot.decide(wanted, version)
            played.decisions.append(decision)
        result, said = robot.page.evaluate(RESULT), robot.page.evaluate("said")
        asked = ("Your turn", result) if result else "Your turn"
        played.said = [(words, turn) for words, turn in said if not words.startswith(asked)]
        played.turns = robot.page.evaluate(TURNS)
    finally:
        robot.close()
    return played


def play_by_api(url: str, name: str, seed: int) -> bool:
    """The same by the API alone: whether greedy won."""
    game = fattorino.load(name)
    made = lay_table(url, name, seed, {})
    path = f"/api/matches/{made['id']}"
    with httpx.Client(
        base_url=url, headers={"Authorization": f"Bearer {made['seats'][0]['token']}"}
    ) as client:
        client.put(f"{path}/pace", json={"pace": "at_once"})
        number = 0
        while not (state := client.get(path).json())["over"]:
            if not state["legal"]:
                time.sleep(0.02)
                continue
            action = greedy_choice(game, state, 0, seed + number)["action"]
            client.post(f"{path}/actions", json={"action": action, "version": state["version"]})
            number += 1
    return 0 in state["winners"]


def misheard(played: Played) -> list[str]:
    """What was said and stands nowhere in the log, and turns of the log of which nothing was said."""
    first = min(turn for _words, turn in played.said if turn >= 0)
    heard = {turn for _words, turn in played.said}
    missing = [f"turn of line {turn}" for turn in played.turns if turn >= first and turn not in heard]
    return [words for words, turn in played.said if turn < 0] + missing


class Asked(NamedTuple):
    """Games to be played one after the other."""

    name: str
    seeds: list[int]
    decisions: int  # at most
    clicks: bool
    compare: bool  # with greedy over the API
    kept: Path  # where each game is written down as soon as it is over

    def play(self) -> None:
        """Play them, at a server and in a browser of their own."""
        server = Server(Path(tempfile.mkdtemp()))
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright)
                for seed in self.seeds:
                    with self.kept.open("a") as kept:
                        kept.write(json.dumps(self._game(browser, server.url, seed)) + "\n")
                browser.close()
        finally:
            server.stop()

    def _game(self, browser: Browser, url: str, seed: int) -> dict[str, Any]:
        game: dict[str, Any] = {"name": self.name, "seed": seed, "clicks": self.clicks}
        try:
            played = play(browser, url, self.name, seed, self.decisions, self.clicks)
            game |= {"won": played.won, "decisions": played.decisions, "misheard": misheard(played)}
            if self.compare:
                game["over_api"] = play_by_api(url, self.name, seed)
        except Exception as error:
            game["failed"] = f"{type(error).__name__}: {error}"
            print(f"{self.name}, seed {seed}: {game['failed']}", file=sys.stderr)
        return game


def figures(name: str, games: list[dict[str, Any]]) -> str:
    """What games took, and who won them."""
    decisions = [Decision(*one) for game in games for one in game["decisions"]]
    keys = sorted(one.keys for one in decisions)
    within = sum(key <= 8 for key in keys) / len(keys)
    told = (
        f"{name}: {len(games)} games, {len(keys)} decisions, keys median {statistics.median(keys):g}, "
        f"{within:.1%} at most 8, most {keys[-1]}; most tries {max(one.tries for one in decisions)}; "
        f"wrong {sum(not one.right for one in decisions)}; misheard {sum(len(g['misheard']) for g in games)}"
    )
    both = [game for game in games if "over_api" in game]
    if both:
        shares = [
            f"{won} ({low:.0%} to {high:.0%})"
            for won in (sum(game["won"] for game in both), sum(game["over_api"] for game in both))
            for low, high in [wilson(won, len(both))]
        ]
        same = sum(game["won"] == game["over_api"] for game in both)
        told += (
            f"\n  won {shares[0]}, over the API {shares[1]}; the same winner in {same} of {len(both)} games"
        )
    return told


def read_games(path: Path, name: str, clicks: bool, seeds: range) -> list[dict[str, Any]]:
    """The games that were played to their end, each once."""
    lines = path.read_text().splitlines() if path.exists() else []
    games = {game["seed"]: game for line in lines if (game := json.loads(line))["name"] == name}
    return [
        game
        for seed, game in games.items()
        if seed in seeds and game["clicks"] == clicks and "failed" not in game
    ]


def main() -> None:
    """Play and print the figures."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("names", nargs="+")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--first", type=int, default=1, help="the seed of the first game")
    reader.add_argument("--decisions", type=int, default=10**6, help="most decisions of a game")
    reader.add_argument("--clicks", action="store_true", help="forced colours, text at 200 %%, by clicking")
    reader.add_argument("--compare", action="store_true", help="greedy over the API, with the same seeds")
    reader.add_argument("--jobs", type=int, default=1, help="games played at the same time")
    reader.add_argument("--keep", type=Path, help="a file for the games; those in it are not played again")
    asked = reader.parse_args()
    kept = asked.keep or Path(tempfile.mkdtemp()) / "games.jsonl"
    seeds, missing = range(asked.first, asked.first + asked.games), 0
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for name in asked.names:
            had = {game["seed"] for game in read_games(kept, name, asked.clicks, seeds)}
            todo = [seed for seed in seeds if seed not in had]
            some = [
                Asked(name, todo[job :: asked.jobs], asked.decisions, asked.clicks, asked.compare, kept)
                for job in range(min(asked.jobs, len(todo)))
            ]
            list(pool.map(Asked.play, some))
            games = read_games(kept, name, asked.clicks, seeds)
            missing += len(seeds) - len(games)
            if games:
                print(figures(name, games), flush=True)
    raise SystemExit(missing > 0)


if __name__ == "__main__":
    main()
