"""Simulations per second of the search, next to OpenSpiel's C++ IS-MCTS, in one run on one core.

    python benchmarks/search.py [GAME ...] [--seconds 2] [--repeat 3]

Each searches the first decision of a game for so many seconds. A simulation costs about as much as its
playout is long, so the table has the playout's length and the decisions per second inside the search, which
can be compared between games: the last columns do, at equal playout length. `random` plays out at random, as
OpenSpiel does; `advice` by the game's own greedy, as the bot does at the table; Pizza City asks its `value`
there and plays nothing out. Catanatron's MCTS is measured if it is installed.
"""

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
from peers import arguments, openspiel_game  # type: ignore[import-not-found]

OPENSPIEL, PEERS = "OpenSpiel C++ IS-MCTS", ("hearts", "gin_rummy")
SEATS = {"ghost_town": 2, "pizza_city": 4, "papa_paolo": 2, "new_york": 2}


def per_second(think: Callable[[int], int], seconds: float) -> float:
    """Simulations per second of processor time, thinking so long; `think` is given a number of them."""
    think(16)  # load or compile
    number, passed = 16, 0.0
    while passed < seconds / 20:  # find out how many it takes
        number *= 2
        start = time.process_time()
        think(number)
        passed = time.process_time() - start
    number = round(number * seconds / passed)
    start = time.process_time()
    done = think(number)
    return done / (time.process_time() - start)


def ours(name: str, playouts: str, seconds: float) -> tuple[float, float]:
    """Simulations per second on the first decision, and the decisions of a random game."""
    game = fattorino.load(name)
    length = game.playouts(400, seats=SEATS[name]).decisions / 400
    match = game.new(SEATS[name], seed=1)
    seat = match.to_move
    assert seat is not None
    share = "random=1" if playouts == "random" else "random=0"
    view, legal = match.view(seat), match.legal()

    def think(number: int) -> int:
        bot = bots.make(f"mcts:simulations={number},{share}", game)
        assert isinstance(bot, Mcts)
        return bot.think(view, seat, legal, 1).simulations

    return per_second(think, seconds), length if playouts == "random" else 0.0


def openspiel(name: str, seconds: float) -> tuple[float, float]:
    """The same of OpenSpiel's C++ bot."""
    import pyspiel

    _game, state, length = openspiel_game(name, 200)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def think(number: int) -> int:
        bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, number, -1, final, False, False)
        bot.step(state)
        return number

    return per_second(think, seconds), length


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

    def think(number: int) -> int:
        MCTSPlayer(game.state.current_color(), number).decide(game, choices(game))
        return number

    return per_second(think, seconds), statistics.mean(lengths)


def choices(game: Any) -> list[Any]:
    """What may be done in a game of Catanatron, whichever release it is."""
    found: list[Any] = getattr(game, "playable_actions", None) or game.state.playable_actions
    return found


def main() -> None:
    parser = arguments(__doc__)
    parser.set_defaults(repeat=3)
    given = parser.parse_args()
    jobs: list[tuple[str, Callable[[], tuple[float, float]]]] = []
    for name in given.names or fattorino.games.names():
        game = fattorino.load(name)
        for playouts in ("random", "value" if game.value else "advice"):
            jobs += [(f"{game.title}, {playouts}", partial(ours, name, playouts, given.seconds))]
    for peer in PEERS:
        jobs += [(f"{OPENSPIEL}, {peer}", partial(openspiel, peer, given.seconds))]
    jobs.append(("Catanatron MCTS", lambda: catanatron(given.seconds)))
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(given.repeat):
        for title, job in jobs:
            try:
                found.setdefault(title, []).append(job())
            except ImportError as error:
                found.pop(title, None)
                Console(stderr=True).print(f"{title}: left out, {error.name} is not installed")
    table = Table("search", "simulations/s", "spread", "decisions a playout", "decisions/s", *PEERS)
    speeds = {
        title: statistics.median(rate * length for rate, length in figures)
        for title, figures in found.items()
    }
    for title, figures in found.items():
        rates = [rate for rate, _length in figures]
        compared = [speeds[title] / speeds[f"{OPENSPIEL}, {peer}"] for peer in PEERS]
        table.add_row(
            title,
            f"{statistics.median(rates):,.0f}",
            f"{min(rates):,.0f} to {max(rates):,.0f}",
            f"{figures[0][1]:.0f}" if figures[0][1] else "-",
            f"{speeds[title]:,.0f}" if speeds[title] else "-",
            *(f"{ratio:.1f}x" if ratio else "-" for ratio in compared),
        )
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
