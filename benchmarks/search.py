"""Simulations per second of the search, next to OpenSpiel's C++ IS-MCTS, in one run on one core.

    python benchmarks/search.py [GAME ...] [--seconds 2] [--repeat 3]

Both search the first decision of a game. A simulation costs about as much as its playout is long, so the
table has the playout's length and the decisions per second inside the search, which can be compared between
games. `random` plays out at random, as OpenSpiel does; `advice` by the game's own greedy, as the bot does at
the table (Pizza City asks its value instead and plays nothing out). Catanatron's MCTS is measured if it is
installed.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

import fattorino
from fattorino import bots
from fattorino.bots.mcts import Mcts

SEATS = {"ghost_town": 2, "pizza_city": 4, "papa_paolo": 2, "new_york": 2}


def per_second(work: Callable[[int], int], seconds: float) -> float:
    """How many simulations a second of processor time."""
    done, number, start = 0, 0, time.process_time()
    while (passed := time.process_time() - start) < seconds:
        done += work(number)
        number += 1
    return done / passed


def ours(name: str, playouts: str, seconds: float) -> tuple[float, float]:
    """Simulations per second on the first decision, and the decisions of a random game."""
    game = fattorino.load(name)
    length = game.playouts(400, seats=SEATS[name]).decisions / 400
    match = game.new(SEATS[name], seed=1)
    seat = match.to_move
    assert seat is not None
    share = "random=1" if playouts == "random" else "random=0"
    view, legal = match.view(seat), match.legal()

    def work(number: int) -> int:
        bot = bots.make(f"mcts:simulations=2000,{share}", game)
        assert isinstance(bot, Mcts)
        return bot.think(view, seat, legal, number).simulations

    work(0)
    return per_second(work, seconds), 0.0 if game.value else length


def openspiel(name: str, seconds: float) -> tuple[float, float]:
    """The same of OpenSpiel's C++ bot."""
    import pyspiel

    game = pyspiel.load_game(name)
    chance = random.Random(1)
    lengths = []
    for _ in range(200):
        state, length = game.new_initial_state(), 0
        while not state.is_terminal():
            length += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        lengths.append(length)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 2000, -1, final, False, False)

    def work(_number: int) -> int:
        bot.step(state)
        return 2000

    work(0)
    return per_second(work, seconds), statistics.mean(lengths)


def catanatron(seconds: float) -> tuple[float, float]:
    """Catanatron's own MCTS player on its Catan for two; playouts count in its own decisions."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found, unused-ignore]
    from catanatron.players.mcts import MCTSPlayer  # type: ignore[import-not-found, unused-ignore]

    random.seed(1)
    lengths = []
    for _ in range(20):
        whole = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        count = 0
        while whole.winning_color() is None and count < 5000:
            count += len(choices(whole)) > 1
            whole.play_tick()
        lengths.append(count)
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
    for _ in range(12):
        game.play_tick()
    while len(choices(game)) < 2:
        game.play_tick()
    player = MCTSPlayer(game.state.current_color(), 10)

    def work(_number: int) -> int:
        player.decide(game, choices(game))
        return 10

    return per_second(work, seconds), statistics.mean(lengths)


def choices(game: Any) -> list[Any]:
    """What may be done in a game of Catanatron, whichever release it is."""
    found: list[Any] = getattr(game, "playable_actions", None) or game.state.playable_actions
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="games to measure; all of them if none is named")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to measure each figure")
    parser.add_argument("--repeat", type=int, default=3, help="how often; medians are shown")
    given = parser.parse_args()
    jobs: list[tuple[str, Callable[[], tuple[float, float]]]] = []
    for name in given.games or fattorino.games.names():
        game = fattorino.load(name)
        for playouts in ("value",) if game.value else ("random", "advice"):
            jobs += [(f"{game.title}, {playouts}", partial(ours, name, playouts, given.seconds))]
    for peer in ("hearts", "gin_rummy"):
        jobs += [(f"OpenSpiel C++ IS-MCTS, {peer}", partial(openspiel, peer, given.seconds))]
    jobs.append(("Catanatron MCTS", lambda: catanatron(given.seconds)))
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(given.repeat):
        for title, job in jobs:
            try:
                found.setdefault(title, []).append(job())
            except ImportError as error:
                found.pop(title, None)
                Console(stderr=True).print(f"{title}: left out, {error.name} is not installed")
    table = Table("search", "simulations/s", "spread", "decisions a playout", "decisions/s in search")
    for title, figures in found.items():
        rates = [rate for rate, _length in figures]
        length = figures[0][1]
        rate = statistics.median(rates)
        inside = f"{rate * length:,.0f}" if length else "-"
        table.add_row(
            title, f"{rate:,.0f}", f"{min(rates):,.0f} to {max(rates):,.0f}", f"{length:.0f}", inside
        )
    Console(width=130).print(table)


if __name__ == "__main__":
    main()
