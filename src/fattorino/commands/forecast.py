"""How long a run will take: said before it begins, or after its first games."""

import os
import sys
from time import perf_counter

from fattorino import bots
from fattorino.arena.playing import Job
from fattorino.arena.simulate import warm_up
from fattorino.arena.tally import Tally
from fattorino.commands.common import duration
from fattorino.kernel import native
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import A_RULE, INTERPRETED, speed

LONG = 600  # seconds: whoever waits longer is told so first
ONE_LOOP = 0.5  # of the time that a part takes to compile: that plays games
A_FEW = 5.0  # seconds of play from which the rest can be estimated
SAMPLE = 8  # decisions of a game from which the others can be estimated


class Forecast:
    """How long a run will take."""

    def __init__(self, job: Job, games: int, workers: int) -> None:
        compiles = not INTERPRETED and native.library() is None
        self.compiling = ONE_LOOP * A_RULE * len(speed(job.load().folder).rules) if compiles else 0.0
        self._job, self._games, self._workers = job, games, workers or os.cpu_count() or 1
        self._batch = job.chunk * self._workers
        self._said = False

    def guess(self) -> None:
        """Say before the first game how long bots that think will take."""
        if not self._job.fast and self._games > self._batch:
            warm_up(self._job)
            self._say(seconds_of_a_game(self._job) / self._workers)

    def tell(self, tally: Tally) -> None:
        """Say after the first batch on every core how long it will take, unless that was said."""
        if not self._said and tally.games >= self._batch and tally.seconds >= A_FEW:
            self._say(tally.seconds / tally.games)
            self._said = True

    def _say(self, pace: float) -> None:
        """Say that a run will take long, at so many seconds for a game."""
        if pace * self._games <= LONG:
            return
        self._said = True
        text = _(
            "{n} games will take {time}. Ctrl-C stops and reports those played until then; "
            "--games {fewer} takes {less}."
        ).format(
            n=f"{self._games:,}",
            time=duration(pace * self._games),
            fewer=max(self._batch, round(LONG / pace)),
            less=duration(max(self._batch * pace, LONG)),
        )
        print(text, file=sys.stderr)


def seconds_of_a_game(job: Job) -> float:
    """How long the bots of a job think in a game, from a few decisions of one that `greedy` plays."""
    game = job.load()
    match, quick, asked = game.new(seed=job.seed, **job.options), bots.make("greedy", game), []
    while (seat := match.to_move) is not None:
        asked.append((match.view(seat), seat, match.legal()))
        match.play(quick.choose(*asked[-1], match.move))
    deciding = [seat for seat, role in enumerate(game.roles(job.options)) if role.decides]
    asked = [each for each in asked if each[1] in deciding]
    sample = asked[len(asked) // (2 * SAMPLE) :: max(1, len(asked) // SAMPLE)]
    thinking = {seat: job.makers[name](game) for seat, name in zip(deciding, job.names, strict=True)}
    began = perf_counter()
    for view, seat, legal in sample:
        thinking[seat].choose(view, seat, legal, 0)
    return (perf_counter() - began) / len(sample) * len(asked)
