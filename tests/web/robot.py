"""A robot at the table: it gets the accessible tree of the page and sends keys, nothing else.

What to do is decided by `greedy`, from the view that the API gives this seat. The robot is told that choice
in words and has to find it among what it hears, as somebody would who does not see the board. It counts the
keys of every decision. With --clicks it points at what it heard, in forced colours and with text at 200 %.

    python tests/web/robot.py --games 100 --jobs 2 ghost_town pizza_city papa_paolo new_york
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.progress import track

import fattorino
from fattorino.arena.intervals import wilson
from fattorino.kernel.game import Game
from fattorino.kernel.typed import is_short_for
from web.helpers import YOURS, Server, api

SEATS = {"pizza_city": 4}
TYPE = "type "  # how the words to type for a thing begin
MOST_TRIES = 3
SHORT = 3  # letters that a longer word is shortened to, if no other has them
FIELD = "Type a move"
EAR = """addEventListener("DOMContentLoaded", () => {
  window.said = [];
  const told = new Set();
  let last = 0;
  const text = (el) => el.textContent.trim();
  const hear = (words) => {  // in which turn of the log it stands, at the one before or later
    const turns = [...document.querySelectorAll("#log > li")];
    const turn = turns.find((el) => {
      const first = Number(el.dataset.first);
      if (first < last) return false;
      if (text(el.querySelector("summary") ?? el) === words && !told.has(first)) return told.add(first);
      return [...el.querySelectorAll("details li")].some((line) => text(line) === words);
    });
    last = turn ? Number(turn.dataset.first) : last;
    window.said.push([words, turn ? last : -1]);
  };
  const voice = document.querySelector("#voice");
  const all = (changes) => changes.flatMap((change) => [...change.addedNodes]).map(text);
  const listener = (changes) => all(changes).forEach(hear);
  if (voice) new MutationObserver(listener).observe(voice, { childList: true });
})"""  # what was said, as somebody remembers it who compares it with the log
TURNS = "() => [...document.querySelectorAll('#log > li')].map((turn) => Number(turn.dataset.first))"
RESULT = "() => document.querySelector('.result h2')?.textContent.trim() ?? ''"


class Heard(NamedTuple):
    """A thing in the accessible tree."""

    role: str
    name: str
    description: str
    focused: bool
    node: int  # to click at, where clicks are allowed


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


def listen(page: Page, session: Any) -> list[Heard]:
    """All that a screen reader could read, in the order it reads."""
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    heard, todo = [], [next(iter(nodes))]
    while todo:
        node = nodes.get(todo.pop(), {"ignored": True})
        todo += reversed(node.get("childIds", []))
        if node.get("ignored"):
            continue
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        role, name, description = (
            str(node.get(part, {}).get("value", "")) for part in ("role", "name", "description")
        )
        focused = bool(states.get("focused"))
        heard.append(Heard(role, name, description, focused, node.get("backendDOMNodeId", 0)))
    return heard


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
        self.session = page.context.new_cdp_session(page)
        self.keys = 0
        self.posted: list[int] = []
        page.on("request", self._note)
        page.on("dialog", self._confirm)

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
            if any(
                one.focused and one.description.startswith(TYPE) for one in listen(self.page, self.session)
            ):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead to anything that can be done")

    def choose(self, label: str) -> None:
        """Find something by its words and choose it."""
        heard = listen(self.page, self.session)
        things = _doable(heard)
        found = [
            (n, place) for n, one in enumerate(things) if (place := _choice(one.name, label)) is not None
        ]
        assert found, f"nobody says {label!r}: {[one.name for one in things]}"
        if self.clicks:
            return self._click(things, *found[0], label)
        words = [one.description.removeprefix(TYPE).split(", ") for one in things]
        typed = [word for some in words for word in some]
        ways = [way for n, place in found for way in self._ways(heard, things, n, words[n], place, typed)]
        _cost, kind, value, place = min(ways)
        if kind == "type":
            if not any(one.focused and one.name == FIELD for one in heard):
                self.press("t")
            for letter in value:
                self.press(letter)
            self.press("Enter")
            return
        if any(one.focused and one.name == FIELD for one in heard):
            self.press("Escape")
        self.press("n" if value > 0 else "N", abs(value))
        for _ in things:  # who listens does not choose something else
            if any(one.focused and _choice(one.name, label) is not None for one in self._things()):
                break
            self.press("n")
        self.press("Enter")
        if place:
            self._in_dialog(label)

    def _ways(
        self, heard: list[Heard], things: list[Heard], n: int, words: list[str], place: int, typed: list[str]
    ) -> Iterator[tuple[int, str, Any, int]]:
        """Ways to choose the nth thing: cost in keys, kind, what to press, and where in a dialog."""
        in_field = any(one.focused and one.name == FIELD for one in heard)
        short = _shortest(words[place], typed)
        yield len(short) + 1 + (not in_field), "type", short, 0
        at = next((number for number, one in enumerate(things) if one.focused), None)
        if at is None and not in_field:
            return
        steps = (n - (at or 0)) % len(things)
        steps = steps if steps <= len(things) - steps else steps - len(things)
        several = len(words) > 1
        yield abs(steps) + 1 + in_field + (place + 1 if several else 0), "walk", steps, int(several)

    def _things(self) -> list[Heard]:
        """What can be done, in the order of the page."""
        return _doable(listen(self.page, self.session))

    def _in_dialog(self, label: str) -> None:
        buttons = self._things()
        names = [one.name for one in buttons]
        at = next(number for number, one in enumerate(buttons) if one.focused)
        self.press("ArrowDown", names.index(label) - at)
        self.press("Enter")

    def _click(self, things: list[Heard], n: int, place: int, label: str) -> None:
        self._click_at(things[n].node)
        if ", " in things[n].description:
            buttons = self._things()
            self._click_at(next(one.node for one in buttons if one.name == label))

    def _click_at(self, node: int) -> None:
        self.page.wait_for_selector("[data-fresh]", state="detached")  # a choice that says it waits
        self.session.send("DOM.scrollIntoViewIfNeeded", {"backendNodeId": node})
        quad = self.session.send("DOM.getContentQuads", {"backendNodeId": node})["quads"][0]
        self.page.mouse.click(sum(quad[::2]) / 4, sum(quad[1::2]) / 4)
        self.keys += 1

    def decide(self, wanted: dict[str, Any]) -> Decision:
        """Make one decision; what it took."""
        self.keys = 0
        before = self.page.locator("main").get_attribute("data-version")
        for tries in range(1, MOST_TRIES + 1):
            self.choose(wanted["label"])
            if self._moved(before or ""):
                return Decision(self.keys, tries, self.posted[-1:] == [wanted["action"]])
        told = [
            one.name for one in listen(self.page, self.session) if one.role in ("status", "log", "paragraph")
        ]
        raise AssertionError(f"no way to play {wanted}: {told[-6:]}")

    def _moved(self, before: str) -> bool:
        changed = "before => document.querySelector('main').dataset.version !== before"
        try:
            self.page.wait_for_function(changed, arg=before, timeout=60_000)
        except Exception:
            return False
        return True

    def state(self) -> dict[str, Any]:
        """The table as the API shows it to this seat: what greedy decides from."""
        shown: dict[str, Any] = self.page.request.get(f"/api/matches/{self.table}").json()
        return shown


def _doable(heard: list[Heard]) -> list[Heard]:
    """What can be done, each thing once: on the board it may stand in two places."""
    things = [one for one in heard if one.description.startswith(TYPE)]
    first = {one.description: one for one in reversed(things)}
    return [one for one in things if first[one.description] is one or one.focused]


def _shortest(key: str, typed: list[str]) -> str:
    """What to type for a key: itself, or a few of its letters that no other has."""
    if len(key) <= SHORT:
        return key
    shorts = [key[:SHORT], *(f"{key[0]}{one}{other}" for one, other in combinations(key[1:], SHORT - 1))]
    others = [word for word in typed if word != key]
    found = [
        short for short in shorts if short not in typed and not any(is_short_for(short, o) for o in others)
    ]
    return found[0] if found else key


def _choice(name: str, label: str) -> int | None:
    """Which of the choices a thing offers has this label; more may be told of it in further sentences."""
    for number, words in enumerate(name.split("; ")):
        if words == label or words.startswith(f"{label}. "):
            return number
    return 0 if name == label or name.startswith((f"{label}. ", f"{label}; ")) else None


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
    context = browser.new_context(base_url=url, **more)
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
        while len(played.decisions) < most:
            robot.page.wait_for_selector(f"{YOURS}, .result")
            state = robot.state()
            if state["over"]:
                robot.page.wait_for_selector(".result")
                played.games, played.won = 1, int(0 in state["winners"])
                break
            shown = robot.page.locator("main").get_attribute("data-version")
            if not state["legal"] or shown != str(state["version"]):  # the page is about to follow
                robot.page.wait_for_timeout(50)
                continue
            number = len(played.decisions)
            played.decisions.append(robot.decide(greedy_choice(game, state, 0, seed + number)))
        result, said = robot.page.evaluate(RESULT), robot.page.evaluate("said")
        asked = ("Your turn", result) if result else "Your turn"
        played.said = [(words, turn) for words, turn in said if not words.startswith(asked)]
        played.turns = robot.page.evaluate(TURNS)
    finally:
        robot.page.context.close()
    return played


def play_by_api(url: str, name: str, seed: int) -> bool:
    """The same by the API alone: whether greedy won."""
    import httpx

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
    """A game to be played."""

    name: str
    seed: int
    decisions: int  # at most
    clicks: bool
    compare: bool  # with greedy over the API


def play_alone(asked: Asked) -> tuple[Played, bool]:
    """A game at a server and in a browser of its own; and whether greedy wins it over the API."""
    server = Server(Path(tempfile.mkdtemp()), NUMBA_DISABLE_JIT=os.environ.get("NUMBA_DISABLE_JIT", "1"))
    server.start()
    try:
        with sync_playwright() as playwright:
            path = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            played = play(browser, server.url, asked.name, asked.seed, asked.decisions, asked.clicks)
            browser.close()
        return played, asked.compare and play_by_api(server.url, asked.name, asked.seed)
    finally:
        server.stop()


def figures(name: str, games: list[tuple[Played, bool]], compare: bool) -> str:
    """What games took, and who won them."""
    decisions = [one for played, _over_api in games for one in played.decisions]
    keys = sorted(one.keys for one in decisions)
    within = sum(key <= 8 for key in keys) / len(keys)
    told = (
        f"{name}: {len(games)} games, {len(keys)} decisions, keys median {statistics.median(keys):g}, "
        f"{within:.1%} at most 8, most {keys[-1]}; most tries {max(one.tries for one in decisions)}; "
        f"wrong {sum(not one.right for one in decisions)}"
    )
    if compare:
        robot, over_api = sum(played.won for played, _won in games), sum(won for _played, won in games)
        same = sum(played.won == won for played, won in games)
        shares = [
            f"{won} ({low:.0%} to {high:.0%})"
            for won in (robot, over_api)
            for low, high in [wilson(won, len(games))]
        ]
        told += f"\n  won {shares[0]}, over the API {shares[1]}; the same winner in {same} games"
    return told


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
    asked = reader.parse_args()
    console, failed = Console(stderr=True), 0
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for name in asked.names:
            some = {
                pool.submit(play_alone, Asked(name, seed, asked.decisions, asked.clicks, asked.compare)): seed
                for seed in range(asked.first, asked.first + asked.games)
            }
            games = []
            for game in track(as_completed(some), name, len(some), console=console):
                try:
                    games.append(game.result())
                except Exception as error:
                    failed += 1
                    console.print(f"{name}, seed {some[game]}: {error}", markup=False)
            if games:
                print(figures(name, games, asked.compare), flush=True)
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
