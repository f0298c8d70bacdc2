"""Search for the opening of a game's first lesson: `python docs/lessons.py GAME --seats 3 --seeds 30`.

A learner sits among gentle bots. Along each opening every rule is noted at the learner's decision by which it
was told: because the decision rests on it, or because something happened that shows it. Printed are the
lowest shares of core rules, of several tries, told by the 15th decision of sensible play (greedy) and by the
25th of random play, best openings first. The chosen one is kept in the game's `lesson.toml`.
"""

import argparse
import os
import random

if __name__ == "__main__":
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # a few decisions of many games: not worth compiling

import fattorino
from fattorino import Game, bots
from fattorino.kernel.guide import Lesson

SENSIBLE, WANDERING = 15, 25  # decisions of the learner


def told(game: Game, lesson: Lesson, decisions: int, luck: int, *, sensible: bool) -> dict[str, int]:
    """At which decision of the learner, who is greedy or plays at random, each rule was told first."""
    chance = random.Random(luck)
    assert game.guide is not None
    match = game.new(seats=lesson.seats, seed=lesson.seed, **lesson.options)
    others, learner = bots.make(lesson.bot, game), bots.make("greedy", game)
    found: dict[str, int] = {}
    taken = heard = 0
    while not match.over and taken < decisions:
        seat = match.to_move
        assert seat is not None
        events = match.heard(lesson.seat)
        for event in events[heard:]:
            for rule, _target in game.guide.shows(event, lesson.seat):
                found.setdefault(rule, taken)
        heard = len(events)
        actions = match.legal()
        if seat == lesson.seat:
            taken += 1
            view = match.view(seat)
            for rule, _target in game.guide.matters(view, seat, [int(action) for action in actions]):
                found.setdefault(rule, taken)
            if not sensible:
                match.play(int(chance.choice(list(actions))))
                continue
        bot = learner if seat == lesson.seat else others
        match.play(bot.choose(match.view(seat), seat, actions, chance.randrange(2**31)))
    return found


def shares(game: Game, lesson: Lesson, tries: int = 4) -> tuple[float, float]:
    """The lowest share of core rules told in time, of several tries: along sensible and along random play."""
    core = {rule for rule, lesson in game.rulebook.lessons.items() if lesson.level == "core"}
    sensible = [told(game, lesson, SENSIBLE, luck, sensible=True).keys() for luck in range(tries)]
    wandering = [told(game, lesson, WANDERING, luck, sensible=False).keys() for luck in range(tries)]
    return (
        min(len(core & found) / len(core) for found in sensible),
        min(len(core & found) / len(core) for found in wandering),
    )


def main() -> None:
    """Print what each opening teaches, the best first."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game")
    ask.add_argument("--seats", type=int, default=0)
    ask.add_argument("--seat", type=int, default=0)
    ask.add_argument("--bot", default="greedy")
    ask.add_argument("--option", action="append", default=[], help="name=value, of the game")
    ask.add_argument("--seeds", type=int, default=20)
    given = ask.parse_args()
    game = fattorino.load(given.game)
    wanted = dict(option.split("=", 1) for option in given.option)
    options = {name: game.options[name].parse(value) for name, value in wanted.items()}
    lines = []
    for seed in range(1, given.seeds + 1):
        lesson = Lesson(given.seat, given.seats or min(game.seats), seed, given.bot, options)
        lines.append((shares(game, lesson), seed))
    lines.sort(key=lambda line: (-min(line[0]), -sum(line[0]), line[1]))
    for (sensible, wandering), seed in lines:
        told_in_time = f"{sensible:.0%} by decision {SENSIBLE}, {wandering:.0%} by {WANDERING} at random"
        print(f"seed {seed}: {told_in_time}")


if __name__ == "__main__":
    main()
