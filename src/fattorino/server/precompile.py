"""Games are played interpreted from the first second, and go over to compiled rules between two moves.

What is in the cache is loaded first. One process of low priority compiles the rest: what tables need, of all
games, then what bots need to look ahead. Whatever goes wrong there, games go on interpreted, and one line in
the log says so.
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
A_RULE = 0.15  # seconds that compiling takes for each rule of a game and each part, until it is known better
SOON = 5.0  # seconds; less is never promised
AGAIN = (30.0, 120.0, 600.0)  # seconds until it is tried again, where there was no room for another process


@dataclass
class Progress:
    """How far the compiling of a game is."""

    game: str
    state: str = "waiting"  # "waiting" | "compiling" | "ready" | "failed"; it can be played in all of them
    step: int = 0  # so many parts are done
    of: int = len(PARTS)
    name: str = ""  # of the part that is being compiled
    weight: int = 1  # how much there is to compile: the number of rules

    def facts(self) -> dict[str, Any]:
        """The progress as the API shows it."""
        return {"state": self.state, "step": self.step, "of": self.of, "name": self.name}


class Precompiler:
    """Brings every game to compiled rules."""

    def __init__(self, compile: bool = True) -> None:
        self._compile = compile
        self.games: dict[str, Progress] = {name: Progress(name) for name in games.names()}
        self._pace = A_RULE
        self._scarce = False  # there was no room for a process that compiles
        self._began: float | None = None  # when the part that is being compiled was begun
        jit.interpret_at_first()

    def progress(self, game: str) -> Progress:
        """How far a game is."""
        return self.games.setdefault(game, Progress(game))

    def seconds_to_search(self, game: str) -> float | None:
        """How long it will take, about, until bots can look ahead; 0 if they can, None if they never will."""
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
        """Load what is in the cache, compile the rest."""
        missing = []
        for name in self.games:
            await asyncio.to_thread(games.load, name)  # the first page needs them all, and none compiled
        for progress in self.games.values():
            game = games.load(progress.game)
            progress.weight = max(1, len(jit.speed(game.folder).rules))
            await self._go_over(game)
            if await asyncio.to_thread(is_ready, game, BOTS):
                progress.step = progress.of
            else:
                missing.append(progress)
        if missing and self._compile:
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
            self._compile = False  # it is not tried again
            if left:
                names = ", ".join(progress.game for progress in left)
                log.warning("not compiled, played as it is: %s (%s)", names, reason or "nothing was kept")

    async def _try(self, missing: list[Progress]) -> str:
        """Compile; what went wrong, or ''."""
        reason, self._scarce = cache.why_not_writable(), False
        if not reason:
            try:
                await self._fill_cache(missing)
            except OSError as error:  # no file or no memory is left for another process: that may pass
                reason, self._scarce = str(error), True
            except Exception as error:  # whatever it is, games go on
                reason = str(error)
        return reason

    async def _go_over(self, game: Game) -> None:
        """Load what is compiled, rule by rule; running tables have it from their next call on."""
        start = time.perf_counter()
        if await asyncio.to_thread(go_over, game):
            self.progress(game.name).state = "ready"
            seconds = round(time.perf_counter() - start, 2)
            log.info("rules compiled", extra={"game": game.name, "seconds": seconds})

    async def _fill_cache(self, missing: list[Progress]) -> None:
        """Compile in a process of its own, so that this one stays awake."""
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
