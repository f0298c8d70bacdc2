"""The same rules on a GPU: decisions per second over batch sizes, next to Pgx games in the same run.

    python benchmarks/gpu.py [GAME ...] [--seconds 1] [--repeat 3] [--json FILE]

Random play counts real decisions in whole games; stepping is `fattorino.gpu.vector` with random legal
actions, observations and masks written for every decision. Pgx plays the same way where it is installed,
its own random legal actions included. Needs a GPU and the extra `cuda`.
"""

import argparse
import importlib.util
import json
from pathlib import Path
from typing import Any

import fattorino
from fattorino.gpu.cuda import open_cuda
from fattorino.gpu.measuring import Work, measured, random_play, stepping

PLACES = [1 << power for power in (12, 14, 16, 18, 20, 21)]
STEPPED = [1 << 12, 1 << 14, 1 << 16, 1 << 18]
PGX = ["connect_four", "backgammon", "go_9x9", "2048"]


def pgx_play(name: str, num_envs: int) -> Work:
    """Pgx: 100 steps of random legal actions in every game, starting anew where one is over, in one call."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def many(state: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            state, key = carry
            key, pick, fresh = jax.random.split(key, 3)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            action = jax.random.categorical(pick, logits, axis=1)
            return (step(state, action, jax.random.split(fresh, num_envs)), key), None

        return jax.lax.scan(one, (state, key), None, length=100)[0]

    quick = jax.jit(many)
    held = [(begin(jax.random.split(jax.random.PRNGKey(1), num_envs)), jax.random.PRNGKey(2))]

    def work() -> int:
        held[0] = jax.block_until_ready(quick(*held[0]))
        return 100 * num_envs

    return work


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="games to measure; all without one; none: only Pgx")
    parser.add_argument("--seconds", type=float, default=1.0, help="at least so long for each figure")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", type=Path, help="write the figures here, too")
    parser.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True, help="measure Pgx")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []

    def tell(what: str, name: str, batch: int, work: Work) -> None:
        median, low, high = measured(work, given.seconds, given.repeat)
        rows.append({"what": what, "game": name, "batch": batch, "median": median, "low": low, "high": high})
        print(f"{name:<16} {what:<12} {batch:>9,} {median:>16,.0f}  ({low:,.0f} to {high:,.0f})", flush=True)

    open_cuda()
    print(f"{'game':<16} {'what':<12} {'games':>9} {'decisions/s':>16}")
    for name in [name for name in given.games or fattorino.games.names() if name != "none"]:
        game = fattorino.load(name)
        for places in PLACES:
            games = max(min(4 * places, 1 << 22), 1 << 18)
            tell("random play", name, places, random_play(game, places, games))
        for num_envs in STEPPED:
            tell("stepping", name, num_envs, stepping(game, num_envs))
    if given.peers and importlib.util.find_spec("pgx"):
        for name in PGX:
            tell("random play", f"pgx {name}", 1 << 17, pgx_play(name, 1 << 17))
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
