"""The very same rules inside a CUDA kernel, one game a thread: decisions per second over batch sizes.

    python benchmarks/gpu.py [GAME ...] [--decisions 400]

Needs a GPU and numba-cuda. Checks first that the GPU and the processor end with the same bytes.
"""

import argparse
import time
from typing import Any

import numpy as np

for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):  # numba-cuda asks NumPy for names that 2.5 dropped
        setattr(np, _old, getattr(np, _new))

from numba import cuda  # noqa: E402

import fattorino  # noqa: E402
from fattorino.kernel.game import Game  # noqa: E402
from fattorino.kernel.records import EVENT_WIDTH, LOG_ROWS  # noqa: E402
from fattorino.kernel.rng import below, following, seeded  # noqa: E402


def kernel(game: Game) -> Any:
    """Random play of `decisions` steps in every thread's own game, starting anew when one is over."""
    setup, apply = game.setup, game.apply
    num_actions = game.num_actions
    settle = game.loops.settle

    @cuda.jit
    def run(states: Any, blank: Any, options: Any, seed: int, decisions: int, finished: Any) -> None:
        thread = cuda.grid(1)
        if thread >= states.shape[0]:
            return
        actions = cuda.local.array(num_actions, np.int16)
        log = cuda.local.array((LOG_ROWS, EVENT_WIDTH), np.int16)
        games = 0
        number = seed + thread
        states[thread] = blank[0]
        state = states[thread]
        log[0, 0] = 0
        setup(state, options[0], number, log)
        chance = seeded(number + 1)
        n = settle(state, log, actions)
        for _ in range(decisions):
            chance = following(chance)
            log[0, 0] = 0
            apply(state, int(actions[below(chance, n)]), log)
            n = settle(state, log, actions)
            if n == 0:
                games += 1
                number += states.shape[0]
                states[thread] = blank[0]
                log[0, 0] = 0
                setup(state, options[0], number, log)
                chance = seeded(number + 1)
                n = settle(state, log, actions)
        finished[thread] = games

    return run


def same_bytes(game: Game, run: Any, options: Any, threads: int, decisions: int) -> bool:
    """Whether the processor ends with the same states for the same seeds and choices."""
    states = cuda.to_device(np.zeros(threads, game.state))
    finished = cuda.to_device(np.zeros(threads, np.int64))
    run[(threads + 63) // 64, 64](states, cuda.to_device(game.blank), options, 1, decisions, finished)
    found = states.copy_to_host()
    for thread in range(threads):
        number, played = 1 + thread, 0
        while played < decisions:
            match = game.new(seed=number)
            chance = seeded_python(number + 1)
            while not match.over and played < decisions:
                chance, pick = next_python(chance, len(match.legal()))
                match.play(int(match.legal()[pick]))
                played += 1
            if match.over:
                number += threads
                match = game.new(seed=number)
        if match.state[0].tobytes() != found[thread].tobytes():
            return False
    return True


LOW = 0xFFFFFFFF
ALL = 0xFFFFFFFFFFFFFFFF


def seeded_python(seed: int) -> int:
    """kernel/rng.py once more in plain Python integers, as an independent check."""

    def mix(half: int) -> int:
        half = ((half ^ (half >> 16)) * 0x85EBCA6B) & LOW
        half = ((half ^ (half >> 13)) * 0xC2B2AE35) & LOW
        return half ^ (half >> 16)

    left, right = seed >> 32, seed & LOW
    left ^= mix(right ^ 0x9E3779B1)
    right ^= mix(left)
    left ^= mix(right)
    return (left << 32 | right) or 0x9E3779B1


def next_python(number: int, n: int) -> tuple[int, int]:
    """The next state and a number below n."""
    number ^= (number << 13) & ALL
    number ^= number >> 7
    number ^= (number << 17) & ALL
    bits = (((number >> 32) ^ (number & LOW)) * 0x85EBCA6B) & LOW
    bits ^= bits >> 15
    return number, (bits * n) >> 32


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="games to measure; all of them if none is named")
    parser.add_argument("--decisions", type=int, default=400, help="decisions a thread")
    given = parser.parse_args()
    if not cuda.is_available():
        raise SystemExit("there is no CUDA device here")
    for name in given.games or fattorino.games.names():
        game = fattorino.load(name)
        run = kernel(game)
        options = cuda.to_device(game.options.encode(game.settings()))
        blank = cuda.to_device(game.blank)
        start = time.perf_counter()
        equal = same_bytes(game, run, options, 64, 100)
        took = time.perf_counter() - start
        print(f"{name}: compiled and compared in {took:.1f} s; same bytes as the CPU: {equal}")
        for power in range(12, 21, 2):
            threads = 1 << power
            states = cuda.device_array(threads, dtype=game.state)
            finished = cuda.device_array(threads, dtype=np.int64)
            run[threads // 64, 64](states, blank, options, 1, 10, finished)
            cuda.synchronize()
            start = time.perf_counter()
            run[threads // 64, 64](states, blank, options, 1, given.decisions, finished)
            cuda.synchronize()
            seconds = time.perf_counter() - start
            print(
                f"  {threads:>9,} games: {threads * given.decisions / seconds:>16,.0f} decisions per second"
            )


if __name__ == "__main__":
    main()
