"""Reviews of finished games: each seat's chances move by move, and the turning points.

A chance is the share of playouts won, played by `greedy` with some random moves. With everything known,
playouts start from the true position; as known at the time, each seat's start from worlds consistent with its
view. Where the two differ, it was luck; where a seat's own move lowers both, it was the move.

Such worlds also measure how much a seat learned: if one in four predicts what happened next, that was two
bits of information, and three in four of the possible worlds are ruled out. A game may add its own chapter on
what could be deduced.

As a program it reads a saved game and prints lines of JSON: progress, the review as soon as there are
chances, and finally the complete review:

    python -m fattorino.bots.review --seconds 60 < game.json
"""

from __future__ import annotations

import argparse
import json
import logging
import math
import os
import random
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from fattorino.bots import make
from fattorino.bots.mcts import BOTS
from fattorino.games import load
from fattorino.kernel.errors import NoWorld
from fattorino.kernel.jit import INTERPRETED
from fattorino.kernel.match import Match, replay
from fattorino.kernel.parts import is_ready

MOST_POSITIONS = 40  # evaluated in a long game
ROUNDS = 64  # playouts per position, if there is time
GAMES = 8  # of them from the same imagined world, since imagining can be slow
PATIENCE = 3  # longest duration on a busy machine, as a multiple of CPU time
MOST_WORLDS = 256  # worlds tested for each step and seat
LOOSE = 1 / 8  # share of random moves in playouts
SWINGS = 5  # turning points listed
EXTRA = 1 / 4  # additional share of time for information, and for the game's chapter
SMALL = 0.1  # smallest change of chances worth listing
ADVISER = "mcts:seconds=0.5"  # the bot that suggests better moves

log = logging.getLogger("fattorino.review")
hopeless: set[tuple[str, int]] = set()  # positions, and seats for which no world was found

Tell = Callable[[int, int], None]
Chances = dict[int, list[float]]  # by seat, one for each position


def finish(match: Match, chance: random.Random) -> dict[int, float]:
    """Play a match to its end; returns each winner's share of the win, or its team's."""
    greedy = match.game.greedy
    while not match.over:
        seat, actions = match.to_move, match.legal()
        assert seat is not None
        if chance.random() < LOOSE:
            action = int(chance.choice(actions))
        else:
            action = int(greedy(match.view(seat), seat, actions, len(actions), chance.getrandbits(31)))
        match.play(action)
    sides = {
        match.roles[seat].team if match.roles[seat].team is not None else -1 - seat for seat in match.winners
    }
    return {seat: 1 / len(sides) for seat in match.winners}  # a team wins together


def positions(saved: dict[str, Any]) -> list[Match]:
    """The match after each move, or in a long game at intervals; the last one is the end."""
    game = load(saved["game"], saved.get("components"))
    match = replay(saved | {"actions": []}, game)
    step = -(-len(saved["actions"]) // MOST_POSITIONS) or 1
    found = [match.copy()]
    for number, action in enumerate(saved["actions"], 1):
        match.play(action)
        if number % step == 0 or number == len(saved["actions"]):
            found.append(match.copy())
    return found


def look_back(
    saved: dict[str, Any],
    seconds: float,
    tell: Tell,
    seed: int = 1,
    show: Callable[[dict[str, Any]], None] = lambda review: None,
) -> dict[str, Any]:
    """The review of a finished game, using about this many seconds at most (0: one round).

    `show` gets a preliminary review with the chances as soon as they are known. If time is up in the first
    round, the review has fewer positions.
    """
    found = positions(saved)
    seats = [seat for seat, role in enumerate(found[0].roles) if role.decides or role.scores]
    chapter = found[0].game.deduction

    def so_far_done(share: float) -> None:
        tell(round(1000 * share), round(1000 * (1 + EXTRA * (1 if chapter is None else 2))))

    found, rounds, truth, known = chances(found, seats, seconds, seed, so_far_done)
    moves = [match.move for match in found]
    review = {"moves": moves, "seats": seats, "rounds": rounds, "truth": truth, "known": known}
    review |= {"learned": {seat: [0.0] * len(found) for seat in seats}, "swings": []}
    show(review)
    share = EXTRA * seconds / (len(found) * len(seats))  # of the time, for each step and seat
    learned = {seat: [0.0] for seat in seats}
    for before, after in pairwise(found):
        actions = saved["actions"][before.move : after.move]
        for seat, so_far in learned.items():
            so_far.append(round(so_far[-1] + told(before, actions, after, seat, share, seed), 2))
        so_far_done(1 + EXTRA * after.move / found[-1].move)
    review["learned"] = learned
    least = max(SMALL, 3 * (0.5 / rounds) ** 0.5)  # smaller changes could be noise
    review["swings"] = swings(saved["actions"], found, seats, truth, known, least)
    if chapter is not None:
        try:
            review["deduction"] = chapter.study(
                seen(saved, seats),
                EXTRA * seconds,
                seed,
                lambda share: so_far_done(1 + EXTRA + EXTRA * share),
            )
        except NoWorld as error:
            log.warning("the review has no chapter on what could be worked out: %s", error)
    return review


def chances(
    found: list[Match], seats: list[int], seconds: float, seed: int, tell: Callable[[float], None]
) -> tuple[list[Match], int, Chances, Chances]:
    """Positions, the least number of playouts from each, and each seat's chances: with everything known, and
    as known at the time."""
    count, start, worked = len(found), time.monotonic(), time.process_time()
    truth = {seat: [0.0] * count for seat in seats}
    known = {seat: [0.0] * count for seat in seats}
    played, work = [0] * count, 0

    def is_up() -> bool:
        """Whether the time is up; the first round gets more, and without a limit all it needs."""
        more = 1 if min(played) else PATIENCE
        late = time.process_time() - worked >= more * seconds
        late = late or time.monotonic() - start >= more * PATIENCE * seconds
        return late and (more == 1 or (seconds > 0 and sum(map(bool, played)) > 1))

    order = coarse_first(count)
    while min(played) < ROUNDS and not is_up():
        for place in order:
            if is_up() and not min(played):
                break
            match, games = found[place], played[place]
            worlds = {seat: believed(match, seat, seed + games) for seat in seats}
            for game in range(GAMES):
                luck = seed * 1000 + games + game  # common random numbers, to reduce noise in differences
                for seat, share in finish(match.copy(), random.Random(luck)).items():
                    truth[seat][place] += share
                for seat, world in worlds.items():
                    known[seat][place] += finish(world.copy(), random.Random(luck)).get(seat, 0.0)
            played[place] += GAMES
            work += GAMES
            tell(work / (ROUNDS * count))
    places = [place for place in range(count) if played[place]]
    for each in (truth, known):
        for seat, wins in each.items():
            each[seat] = [round(wins[place] / played[place], 3) for place in places]
    return [found[place] for place in places], min(played[place] for place in places), truth, known


def coarse_first(count: int) -> list[int]:
    """All indices, first the ends, then midpoints, so that any prefix is evenly spread."""
    order = dict.fromkeys([0, count - 1])
    step = count
    while step > 1:
        step = -(-step // 2)
        order |= dict.fromkeys(range(0, count, step))
    return list(order)


def seen(saved: dict[str, Any], seats: list[int]) -> dict[int, list[Any]]:
    """What each seat saw at the start and after every move."""
    match = replay(saved | {"actions": []}, load(saved["game"], saved.get("components")))
    views = {seat: [match.view(seat)] for seat in seats}
    for action in saved["actions"]:
        match.play(action)
        for seat, so_far in views.items():
            so_far.append(match.view(seat))
    return views


def foresees(world: Match, actions: list[int], seat: int, following: Match) -> bool:
    """Whether a seat would have seen in this world what it saw next. Modifies the world."""
    for action in actions:
        if world.over or world.why_not(action) is not None:
            return False
        world.play(action)
    return bool(world.view(seat).tobytes() == following.view(seat).tobytes())


def told(before: Match, actions: list[int], after: Match, seat: int, seconds: float, seed: int) -> float:
    """The information in bits of what a seat saw next; a lower bound if no world predicted it."""
    fits = worlds = 0
    until = time.process_time() + seconds
    while worlds < MOST_WORLDS and (worlds < GAMES or time.process_time() < until):
        fits += foresees(believed(before, seat, seed + worlds), actions, seat, after)
        worlds += 1
    return bits(fits, worlds)


def bits(fits: int, worlds: int) -> float:
    """The information in what this many worlds predicted; half a world is added to keep it finite."""
    return -math.log2((fits + 0.5) / (worlds + 0.5))


def believed(match: Match, seat: int, seed: int) -> Match:
    """A world consistent with the seat's view; the true one at the end, or if none is found."""
    position = (match.digest(), seat)
    if not match.over and position not in hopeless:
        try:
            return match.imagine(seat, seed)
        except NoWorld as error:
            hopeless.add(position)  # another seed would take as long
            log.warning("after move %d the review takes the true position: %s", match.move, error)
    return match.copy()


def swings(
    actions: list[int],
    found: list[Match],
    seats: list[int],
    truth: dict[int, list[float]],
    known: dict[int, list[float]],
    least: float,
) -> list[dict[str, Any]]:
    """The largest changes of a seat's chance, with a better move if its own made it worse."""
    turns = []
    for seat in seats:
        for place in range(len(found) - 1):
            change = truth[seat][place + 1] - truth[seat][place]
            if abs(change) >= least:
                turns.append((abs(change), place, seat))
    told = []
    for _size, place, seat in sorted(turns, reverse=True)[:SWINGS]:
        match = found[place]
        swing: dict[str, Any] = {
            "move": match.move,
            "to": found[place + 1].move,
            "seat": seat,
            "truth": [truth[seat][place], truth[seat][place + 1]],
            "known": [known[seat][place], known[seat][place + 1]],
            "better": None,
            "agreed": False,  # whether the suggestion is the move that was made
        }
        if match.to_move == seat and truth[seat][place + 1] < truth[seat][place]:
            better = advised(match, seat)
            swing["agreed"] = better == actions[match.move]
            swing["better"] = None if swing["agreed"] else better
        told.append(swing)
    return told


def advised(match: Match, seat: int) -> int:
    """A strong bot's choice, knowing what the seat knew."""
    can_search = is_ready(match.game, BOTS) and not INTERPRETED
    bot = make(ADVISER if can_search else "greedy", match.game)
    return int(bot.choose(match.view(seat), seat, match.legal(), 1))


def main() -> None:
    """Review the game on standard input."""
    parser = argparse.ArgumentParser(description="Look back at a saved game.")
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    os.nice(10)  # lower priority than games in progress
    last = 0.0

    def tell(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last > 0.5:
            last = time.monotonic()
            work = (1 + 2 * EXTRA) * max(arguments.seconds, 1)
            share = max(done / of, time.process_time() / work)
            print(json.dumps({"done": round(min(share, 0.99), 2)}), flush=True)

    def show(review: dict[str, Any]) -> None:
        print(json.dumps({"review": review}), flush=True)

    show(look_back(json.load(sys.stdin), arguments.seconds, tell, show=show))


if __name__ == "__main__":
    main()
