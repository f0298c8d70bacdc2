"""Games that are not in the cache are compiled in the background, one at a time, by a process of their own.

A table of such a game can be made, but it begins only once the game is ready; the front page shows how far
that is.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from fattorino import games
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.kernel.warm import is_warm
from fattorino.server.problems import Problem

log = logging.getLogger("fattorino.precompile")

NEEDED = ("table", "imagine")  # the steps of `compile` that come first, and that a table cannot do without
LONGEST_WAIT = 90.0  # seconds a request waits for a game to be ready


@dataclass
class Progress:
    """How far the compiling of a game is."""

    game: str
    state: str = "waiting"  # "waiting" | "compiling" | "ready" | "failed"
    step: int = 0  # so many are done
    of: int = 0
    name: str = ""  # of what is being compiled
    ready: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def facts(self) -> dict[str, Any]:
        """The progress as the API shows it."""
        return {"state": self.state, "step": self.step, "of": self.of, "name": self.name}

    @property
    def now(self) -> int:
        """The step under way, as people count."""
        return min(self.step + 1, max(self.of, 1))


class Precompiler:
    """Makes every game ready, one after the other."""

    def __init__(self, compile: bool = True) -> None:
        self._compile = compile
        self.games: dict[str, Progress] = {name: Progress(name) for name in games.names()}
        self._task: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None

    def progress(self, game: str) -> Progress:
        """How far a game is."""
        return self.games.setdefault(game, Progress(game))

    def playable(self, game: str) -> bool:
        """Whether a game can be played without waiting for the others."""
        state = self.progress(game).state
        return state == "ready" or (state == "waiting" and not self._compile)

    async def ready(self, game: str) -> None:
        """Wait until a game can be played, for a while; then say how far it is."""
        progress = self.progress(game)
        if progress.state == "ready":
            return
        if progress.state == "waiting" and not self._compile:
            progress.state = "compiling"
            self._task = asyncio.create_task(self._try(progress))
        if progress.state != "failed":
            try:
                async with asyncio.timeout(LONGEST_WAIT):
                    await progress.ready.wait()
            except TimeoutError:
                pass
        if progress.state != "ready":
            words = _("{title} is still being prepared, step {step} of {of}; please try again in a moment.")
            if progress.state == "failed":
                words = _("{title} could not be prepared; the server's log says why.")
            title, of = games.load(game).title, max(progress.of, 1)
            sentence = words.format(title=title, step=progress.now, of=of)
            raise Problem("compiling", sentence, headers={"Retry-After": "10"})

    async def work(self) -> None:
        """Go through all games; without `compile` those that are not in the cache wait to be wanted.

        Games in the cache load first, so none waits behind a compilation.
        """
        warm = {name: is_warm(games.load(name)) for name in self.games}
        for progress in sorted(self.games.values(), key=lambda progress: not warm[progress.game]):
            if progress.state == "waiting" and (self._compile or warm[progress.game]):
                progress.state = "compiling"
                await self._try(progress)

    async def _try(self, progress: Progress) -> None:
        """Make a game ready, or say that it failed."""
        try:
            game = games.load(progress.game)
            if self._compile and not is_warm(game):
                await self._fill_cache(progress, game)
            await self._open(progress, game)
        except asyncio.CancelledError:
            self._stop()
            raise
        except Exception:
            progress.state = "failed"
            progress.ready.set()
            log.exception("a game could not be made ready", extra={"game": progress.game})

    async def _open(self, progress: Progress, game: Game) -> None:
        """Load what is in the cache, and let people play."""
        if progress.state == "ready":
            return
        start = time.perf_counter()
        await asyncio.to_thread(exercise, game)
        progress.state = "ready"
        progress.ready.set()
        log.info("game ready", extra={"game": game.name, "seconds": round(time.perf_counter() - start, 1)})

    async def _fill_cache(self, progress: Progress, game: Game) -> None:
        """Compile in a process of its own, so that this one stays awake."""
        arguments = ["-m", "fattorino", "compile", progress.game, "--json"]
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            told = _told(line)
            if told.get("game") == progress.game:
                progress.step = int(told.get("step", progress.step))
                progress.of = int(told.get("of", progress.of))
                progress.name = str(told.get("name", ""))
                if progress.name and progress.name not in NEEDED:
                    await self._open(progress, game)  # the rest is for programs, not for people
        await self._process.wait()
        self._process = None

    def _stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()


def _told(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def exercise(game: Game) -> None:
    """Call once what a table calls, so that the first player does not wait for it to be loaded."""
    match = game.new(seed=1)
    match.play(int(match.legal()[0]))
    match.copy().watched()
    match.why_not(0)
    match.view(None)
    assert match.digest()
    assert match.scores is not None
