"""Games start interpreted and switch to compiled rules between two moves.

Cached code is loaded first. One low-priority process compiles the rest: what tables need, for all games, then
what searching bots need. If that fails, games continue interpreted, with one line in the log.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Any

from fattorino import games
from fattorino.bots.mcts import BOTS
from fattorino.kernel import cache, jit
from fattorino.kernel.game import Game
from fattorino.kernel.parts import TABLE, go_over, is_ready
from fattorino.server.worker import worker

log = logging.getLogger("fattorino.precompile")

PARTS = {part.name: part for part in (TABLE, BOTS)}
SOON = 5.0  # shortest estimate, in seconds
AGAIN = (30.0, 120.0, 600.0)  # seconds before retrying to start a process


@dataclass
class Progress:
    """The progress of compiling a game."""

    game: str
    state: str = "waiting"  # "waiting" | "compiling" | "ready" | "failed"; it can be played in all of them
    step: int = 0  # number of parts done
    of: int = len(PARTS)
    name: str = ""  # of the part being compiled
    weight: int = 1  # number of rules, which determines the time to compile

    def facts(self) -> dict[str, Any]:
        """The progress as the API shows it."""
        return {"state": self.state, "step": self.step, "of": self.of, "name": self.name}


class Precompiler:
    """Loads or compiles every game's rules."""

    def __init__(self, compile: bool = True) -> None:
        self._compile = compile
        self.games: dict[str, Progress] = {name: Progress(name) for name in games.names()}
        self._pace = jit.A_RULE
        self._scarce = False  # a compiler process could not be started
        self._began: float | None = None  # start time of the part being compiled
        jit.interpret_at_first()

    def progress(self, game: str) -> Progress:
        """A game's progress."""
        return self.games.setdefault(game, Progress(game))

    def seconds_to_search(self, game: str) -> float | None:
        """Estimated seconds until bots can search; 0 if they can, None if they never will."""
        progress = self.progress(game)
        if progress.step == progress.of:
            return 0.0
        if progress.state == "failed" or not self._compile:
            return None
        first = sum(other.weight for other in self.games.values() if other.step == 0)
        names = list(self.games)
        before = [self.games[name] for name in names[: names.index(game) + 1]]
        rest = first + sum(other.weight for other in before if other.step < other.of)
        passed = time.monotonic() - self._began if self._began is not None else 0.0
        return max(SOON, rest * self._pace - passed)

    async def work(self) -> None:
        """Load what is in the wheel or the cache, compile the rest."""
        missing = []
        _loaded, broken = await asyncio.to_thread(games.load_all)  # the first page needs all, not compiled
        for name, error in broken.items():
            log.error("%s", error)
            self.games.pop(name, None)
        if jit.INTERPRETED and not jit.DISABLED:
            self._compile = False
            for progress in self.games.values():
                progress.state = "failed"
            log.warning("rules are interpreted, and bots that search do not play: %s", jit.WHY_INTERPRETED)
            return
        for progress in self.games.values():
            game = games.load(progress.game)
            progress.weight = max(1, len(jit.speed(game.folder).rules))
            await self._go_over(game)
            if progress.state == "ready" and await asyncio.to_thread(is_ready, game, BOTS):
                progress.step = progress.of
            else:
                missing.append(progress)
        if missing and not self._compile:
            self._warn(missing, "nothing is compiled here")
        elif missing:
            reason = await self._try(missing)
            for seconds in AGAIN:
                if not self._scarce:
                    break
                log.warning("nothing can be compiled now (%s): tried again in %d s", reason, seconds)
                await asyncio.sleep(seconds)
                reason = await self._try(missing)
            left = [progress for progress in missing if progress.step < progress.of]
            for progress in left:
                progress.state = "ready" if progress.state == "ready" else "failed"
            self._compile = False  # no more retries
            if left:
                self._warn(left, reason or "nothing was kept")

    def _warn(self, left: list[Progress], reason: str) -> None:
        """Say which games are slow, and why."""
        names = ", ".join(progress.game for progress in left)
        log.warning("interpreted, or without bots that search: %s (%s)", names, reason)

    def interpreted(self) -> dict[str, bool]:
        """Whether each game is interpreted, with all or some of its rules."""
        return {
            name: jit.INTERPRETED or progress.state != "ready" or progress.step < progress.of
            for name, progress in self.games.items()
        }

    async def _try(self, missing: list[Progress]) -> str:
        """Compile; returns what went wrong, or ''."""
        reason, self._scarce = cache.why_not_writable(), False
        if not reason:
            try:
                await self._fill_cache(missing)
            except OSError as error:  # out of file descriptors or memory: may be temporary
                reason, self._scarce = str(error), True
            except Exception as error:  # games continue interpreted
                reason = str(error)
        return reason

    async def _go_over(self, game: Game) -> None:
        """Load compiled code rule by rule; running tables use it from their next call on."""
        start = time.perf_counter()
        if await asyncio.to_thread(go_over, game):
            self.progress(game.name).state = "ready"
            seconds = round(time.perf_counter() - start, 2)
            log.info("rules compiled", extra={"game": game.name, "seconds": seconds})

    async def _fill_cache(self, missing: list[Progress]) -> None:
        """Compile in a separate process, so that this one stays responsive."""
        for progress in missing:
            progress.state = "compiling" if progress.state == "waiting" else progress.state
        arguments = ["compile", *(progress.game for progress in missing), "--parts", ",".join(PARTS)]
        began = self._began = time.monotonic()
        async with worker("fattorino", *arguments, "--jobs", "1", "--low-priority", "--json") as reports:
            async for report in reports:
                progress = self.progress(report["game"])
                progress.name = report["name"]
                if "seconds" in report:
                    progress.step = report["step"]
                    now = time.monotonic()
                    self._pace = (self._pace + (now - began) / progress.weight) / 2
                    began = self._began = now
                    if report["name"] == TABLE.name:
                        await self._go_over(games.load(progress.game))
