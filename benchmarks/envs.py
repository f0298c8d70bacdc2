"""Environment steps per second, next to EnvPool, Pgx and PettingZoo, in one run on one core.

    python benchmarks/envs.py [GAME ...] [--seconds 1] [--repeat 5] [--games 256]

256 games at a time, each step with the observation and the mask of the seat to move; actions are drawn from
the masks. Figures are steps per second of processor time of all threads of the process, held to one core:
medians with their spread. Peers that are not installed are left out:

    pip install envpool pgx jax 'pettingzoo[classic]'
"""

import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
from rich.console import Console
from rich.table import Table

import fattorino
from fattorino.envs import aec, vector
from peers import arguments, spread, timed  # type: ignore[import-not-found]

Work = Callable[[], int]  # does some steps and says how many


def stepping(batch: Any) -> Work:
    """Stepping a batch with random legal actions."""

    def work() -> int:
        for _ in range(20):
            batch.step(batch.sample())
        return 20 * int(batch.num_envs)

    return work


def ours(name: str, games: int) -> Work:
    """The batched environment."""
    return stepping(vector(name, games, threads=1, seed=1))


def gymnasium_games(name: str, games: int, copy: bool) -> Work:
    """The same games as Gymnasium's VectorEnv, the learner in every seat."""
    from fattorino.envs.gym_vector import SoloVector

    batch = SoloVector(name, games, seat=None, threads=1, copy=copy)
    batch.reset(seed=1)
    return stepping(batch)


def stepped(table: Any, seed: int) -> int:
    """One game of any PettingZoo environment with masks; how many decisions it had."""
    table.reset(seed=seed)
    decisions = 0
    for agent in table.agent_iter():
        observation, _reward, over, cut, _info = table.last()
        if over or cut:
            table.step(None)
            continue
        table.step(table.action_space(agent).sample(observation["action_mask"]))
        decisions += 1
        if decisions == 500:
            break
    return decisions


def pettingzoo(make: Callable[[], Any]) -> Work:
    """PettingZoo stepping, one game at a time."""
    table, seed = make(), iter(range(10**9))
    return lambda: stepped(table, next(seed))


def envpool_games(task: str, games: int) -> Work:
    """EnvPool with one thread."""
    import envpool

    pool = envpool.make(task, env_type="gymnasium", num_envs=games, num_threads=1)
    _seen, info = pool.reset()
    shape = info["legal_action_mask"].shape
    noise = np.random.default_rng(1).random((64, *shape), dtype=np.float32)
    turn = 0

    def work() -> int:
        nonlocal info, turn
        for _ in range(20):
            turn = (turn + 1) % 64
            actions = (noise[turn] * info["legal_action_mask"]).argmax(axis=1).astype(np.int32)
            _seen, _reward, _over, _cut, info = pool.step(actions)
        return 20 * games

    return work


def pgx_games(task: str, games: int) -> Work:
    """Pgx, compiled for the processor: drawing actions, stepping and starting anew all inside."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make(task)
    advance = jax.vmap(auto_reset(environment.step, environment.init))

    def played(state: Any, key: Any) -> Any:
        key, draw, chance = jax.random.split(key, 3)
        actions = jax.random.categorical(draw, jnp.log(state.legal_action_mask.astype(jnp.float32)))
        return advance(state, actions, jax.random.split(chance, games)), key

    step = jax.jit(played)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(1), games))
    key = jax.random.PRNGKey(2)

    def work() -> int:
        nonlocal state, key
        for _ in range(20):
            state, key = step(state, key)
        state.observation.block_until_ready()
        return 20 * games

    return work


def connect_four() -> Any:
    """PettingZoo's own connect four."""
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--games", type=int, default=256, help="games at a time")
    given = parser.parse_args()
    console = Console(width=140)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    names = given.names or fattorino.games.names()
    wanted: dict[str, Callable[[], Work]] = {}
    for name in names:
        wanted[f"{name}: vector"] = partial(ours, name, given.games)
        wanted[f"{name}: VectorEnv"] = partial(gymnasium_games, name, given.games, copy=True)
        wanted[f"{name}: VectorEnv, copy=False"] = partial(gymnasium_games, name, given.games, copy=False)
        wanted[f"{name}: PettingZoo stepping"] = partial(pettingzoo, partial(aec, name))
    wanted["EnvPool: connect four"] = partial(envpool_games, "ConnectFour-v1", given.games)
    wanted["EnvPool: backgammon"] = partial(envpool_games, "Backgammon-v1", given.games)
    wanted["Pgx: connect four"] = partial(pgx_games, "connect_four", given.games)
    wanted["Pgx: backgammon"] = partial(pgx_games, "backgammon", given.games)
    wanted["PettingZoo: connect four"] = partial(pettingzoo, connect_four)
    works: dict[str, Work] = {}
    for title, make in wanted.items():
        try:
            works[title] = make()
            works[title]()  # compile before the clock starts
        except ImportError as error:
            console.print(f"{title} is left out: {error}")
    figures: dict[str, list[float]] = {title: [] for title in works}
    for _ in range(given.repeat):  # in turn, so that noise of the machine falls on all alike
        for title, work in works.items():
            figures[title].append(timed(work, given.seconds, time.process_time))
    heads = [f"x {peer}" for peer in PEERS.values()]
    table = Table("what", "steps per second: median (range)", *heads, "x PettingZoo")
    for title, row in figures.items():
        middle = statistics.median(row)
        ratios = [
            f"{middle / statistics.median(figures[peer]):.1f}" if peer in figures else "" for peer in PEERS
        ]
        single = title.replace(": vector", ": PettingZoo stepping")
        own = f"{middle / statistics.median(figures[single]):.0f}" if single != title else ""
        table.add_row(title, spread(row), *ratios, own)
    console.print(table)


PEERS = {  # to be compared with, and what to call them above a column
    "EnvPool: connect four": "EnvPool c4",
    "EnvPool: backgammon": "EnvPool bg",
    "Pgx: connect four": "Pgx c4",
    "Pgx: backgammon": "Pgx bg",
}


if __name__ == "__main__":
    main()
