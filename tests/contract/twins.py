"""Twin worlds by the rules of a game: what a viewer receives follows from what the viewer was told.

From a position of a game, twins are made that a viewer cannot tell from it by the rulebook: two hidden things
change places, chance goes on differently, an unseen question is answered differently, or what a game adds
(another town). The same is then played in both. As long as nothing comes to light, the viewer must be told
the same and receive the same. And whoever was told nothing receives nothing new. Nothing here reads who may
see a field: what is hidden is said by the `Secrets` of the game's tests.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from contract.piles import Pile, Secrets, exchange
from contract.plants import Plants
from contract.received import at_once, difference, in_full
from fattorino.bots.greedy import Greedy
from fattorino.kernel import records
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match
from fattorino.kernel.records import SPECTATOR, as_heard, hears

STEPS = 10  # for which a pair is followed at most
FULL = 0.1  # how often all that is received is compared, and not only what all of it is made from
FUTURES = 0.4  # how often one of the twins is a world in which chance goes on differently
WANTING = 0.05  # at how many decisions twins are made while a planted leak was not seen yet
OTHERS = 0.3  # how often the twins that a game adds are among them
TRIES = 30  # to find twins that differ in a kind of hidden things, before others get their turn
GREEDY = 0.5  # of the decisions, so that something happens
CHANCE = "what chance brings"


class Leak(AssertionError):
    """A viewer can tell two worlds apart that the rulebook keeps alike for them."""


class Witness:
    """Plays games, and counts in how many pairs of worlds each hidden thing differed."""

    def __init__(
        self, game: Game, secrets: Secrets, seed: int = 1, enough: int = 2, greedy: float = GREEDY
    ) -> None:
        self.game, self.secrets, self.greedy = game, secrets, greedy
        self.seed, self.chance = seed, np.random.default_rng(seed)
        self.hidden = {CHANCE, *secrets.hidden, *secrets.choices, *secrets.others}
        self.enough = enough  # pairs that differ in a kind of hidden things, until others are preferred
        self.counts: Counter[str] = Counter()
        self.tries: Counter[str] = Counter()
        self.plants: Plants | None = None

    # -- games -------------------------------------------------------------------------------------

    def watch(self, games: int, looks: float) -> None:
        """Play so many games in each setting."""
        for number in range(games):
            for options in self.secrets.settings:
                self.play(options, self.seed + 100 * number, looks)

    def watch_all(self, most: int, looks: float) -> None:
        """Play until each hidden thing differed in some pair of worlds, and each leak would be noticed."""
        self.plants = Plants(self.game, set(self.secrets.harmless))
        number = 0
        while number < most and not (self.hidden <= set(self.counts) and not self.missed()):
            for options in self.secrets.settings:
                self.play(options, self.seed + 100 * number, looks)
            number += 1
        name, differed = self.game.name, set(self.counts)
        assert differed == self.hidden, (
            f"{name}: no pair of worlds differed in {sorted(self.hidden - differed)}; "
            f"some did in {sorted(differed - self.hidden)}, which is not named as hidden"
        )
        assert not self.missed(), f"{name}: nobody would notice {sorted(self.missed())}"
        unsafe = {leak: self.plants.seen[leak] for leak in self.secrets.harmless if leak in self.plants.seen}
        assert not unsafe, f"{name}: who_sees_what.py says that this tells nobody anything: {unsafe}"

    def missed(self) -> set[str]:
        """The planted leaks that no pair of worlds has shown so far."""
        return set() if self.plants is None else self.plants.missed()

    def play(self, options: Any, seed: int, looks: float) -> None:
        """A game; twins are made at a share of its decisions, and where something is hidden that had few."""
        match = self.game.new(seed=seed, **options)
        self.where = f"{self.game.name} {dict(options)}, seed {seed}"
        while not match.over:
            seat = self.viewers(match)[int(self.chance.integers(len(match.roles) + 1))]
            scarce = self.scarce(match, seat)
            self.tries.update(scarce)
            often = WANTING if self.missed() else looks
            for kind, one, twin, since in self.twins(match, seat, scarce, self.chance.random() < often):
                self.follow(kind, one, twin, seat, since)
            before, events, mover = match.copy(), len(match.events), match.to_move
            match.play(self.choose(match, match.legal()))
            if self.plants is not None:
                self.plants.note(match, events)
            for seat in self.viewers(match):
                silent = seat != mover and not told(match, seat, events)  # then nothing new is received
                if silent and not self.waits(before, match, seat):
                    self.same(before, match, seat)
                    self.count(self.piles(before, seat), self.piles(match, seat))

    def follow(self, kind: str, one: Match, twin: Match, seat: int | None, since: int) -> None:
        """Play the same in both for as long as the viewer cannot tell them apart."""
        for step in range(STEPS):
            if not self.alike(one, twin, seat, since):
                return
            if step == 0 and kind and kind not in self.secrets.hidden:
                self.counts[kind] += 1
            if self.asked_unseen(one, seat) or self.asked_unseen(twin, seat):
                self.be_silent(one, twin, seat)
                self.be_silent(twin, one, seat)
                if not self.alike(one, twin, seat, since):
                    return
            if not self.step(one, twin):
                return

    def step(self, one: Match, twin: Match) -> bool:
        """One decision in both worlds; false if they have come out of step."""
        if one.over or twin.over or not same_question(one, twin):
            return False
        common = np.intersect1d(one.legal(), twin.legal())
        if not len(common):
            return False
        action = self.choose(one, common)
        one.play(action)
        twin.play(action)
        return True

    def choose(self, match: Match, actions: Any) -> int:
        """At random, or what the game's own bot does."""
        mover = match.to_move
        assert mover is not None
        if self.chance.random() < self.greedy:
            seed = int(self.chance.integers(99))
            return Greedy(self.game).choose(match.view(mover), mover, actions, seed)
        return int(self.chance.choice(actions))

    def asked_unseen(self, world: Match, seat: int | None) -> bool:
        """Whether somebody else is asked something that must not show."""
        return world.to_move != seat and self.secrets.silence(world.state[0]) is not None

    def waits(self, one: Match, other: Match, seat: int | None) -> bool:
        """Whether an unseen question is open in the first world only: there the whole table waits for it."""
        return self.asked_unseen(one, seat) and not self.asked_unseen(other, seat)

    def be_silent(self, world: Match, other: Match, seat: int | None) -> None:
        """Answer such questions so that they leave no trace, if they are open in one world only."""
        while self.asked_unseen(world, seat) and not same_question(world, other):
            answer = self.secrets.silence(world.state[0])
            assert answer is not None
            world.play(answer)

    # -- twins -------------------------------------------------------------------------------------

    def viewers(self, match: Match) -> list[int | None]:
        return [*range(len(match.roles)), None]

    def piles(self, match: Match, seat: int | None) -> list[Pile]:
        state = match.state.view(records.quick(match.game.state))[0]  # the same memory, read faster
        return self.secrets.piles(state, SPECTATOR if seat is None else seat)

    def unseen(self, match: Match, seat: int | None) -> str:
        """What somebody else chooses now without this viewer seeing it, or ''."""
        if match.to_move == seat or len(match.legal()) < 2:
            return ""
        return self.secrets.unseen(match.state[0], SPECTATOR if seat is None else seat)

    def scarce(self, match: Match, seat: int | None) -> set[str]:
        """What is hidden from this viewer now and differed in few pairs so far."""
        hidden = {pile.kind for pile in self.piles(match, seat) if not pile.seen and pile.things}
        hidden |= {CHANCE, self.unseen(match, seat)} - {""}
        return {kind for kind in hidden if self.counts[kind] < self.enough and self.tries[kind] < TRIES}

    def twins(
        self, match: Match, seat: int | None, scarce: set[str], look: bool
    ) -> Iterator[tuple[str, Match, Match, int]]:
        """What differs, two worlds this viewer cannot tell apart, and the event from which to compare."""
        viewer, now = SPECTATOR if seat is None else seat, len(match.events)
        for kind, other_worlds in self.secrets.others.items():
            wanted = self.counts[kind] < self.enough and self.tries[f"twins: {kind}"] < TRIES
            if wanted or self.chance.random() < (OTHERS if look or scarce else 0):
                pair = other_worlds(match, viewer, self.chance)
                if pair is not None and settled(pair[0]) and settled(pair[1]):
                    self.tries[f"twins: {kind}"] += 1
                    yield kind, *pair, 0
        if not look and not scarce:
            return
        one, twin, unseen = match.copy(), match.copy(), self.unseen(match, seat)
        if unseen:
            answers = self.chance.choice(match.legal(), 2, replace=False).tolist()
            one.play(answers[0])
            twin.play(answers[1])
            yield unseen, one, twin, now
        elif not self.asked_unseen(match, seat) and exchange(self.piles(twin, seat), scarce, self.chance):
            if settled(twin):
                yield "", one, twin, now
        if CHANCE in scarce or self.chance.random() < FUTURES:
            one, twin = match.copy(), match.copy()
            twin.state[0].rng = self.chance.integers(1, 2**63, dtype=np.uint64)
            yield CHANCE, one, twin, now

    # -- comparing ---------------------------------------------------------------------------------

    def alike(self, one: Match, twin: Match, seat: int | None, since: int) -> bool:
        """Whether the rulebook still keeps the worlds alike for the viewer; if so, they must be."""
        piles, others = self.piles(one, seat), self.piles(twin, seat)
        lie_alike = lying(piles, seen=True) == lying(others, seen=True)
        news, others_news = (told(world, seat, since) for world in (one, twin))
        if self.waits(one, twin, seat) or self.waits(twin, one, seat):
            asking = one if self.asked_unseen(one, seat) else twin
            as_if_not = self.secrets.as_if_not(asking.state[0]) and seat not in (one.to_move, twin.to_move)
            if as_if_not and lie_alike and news == others_news:
                self.same(one, twin, seat)
            return True
        if not lie_alike:
            return False  # something came to light
        if news == others_news:
            self.same(one, twin, seat, since)
            self.count(piles, others)
        elif sorted(news) == sorted(others_news):
            return False  # the viewer drew the same things in another order
        elif same_question(one, twin):  # otherwise one world is ahead of the other
            apart = [pair for pair in zip(news, others_news, strict=False) if pair[0] != pair[1]]
            raise Leak(self.say(one, seat, f"is told {apart[0] if apart else 'more'}"))
        return True

    def same(self, one: Match, twin: Match, seat: int | None, since: int | None = None) -> None:
        """What the viewer receives must be the same."""
        for look in (at_once, in_full) if self.chance.random() < FULL else (at_once,):
            received = look(one, seat), look(twin, seat)
            if received[0] != received[1]:
                what = ", ".join(difference(*received, one))
                raise Leak(self.say(one, seat, f"receives something else: {what}"))
        if self.plants is not None:
            self.plants.look(one, twin, seat, since, self.where)

    def count(self, piles: list[Pile], others: list[Pile]) -> None:
        """Note what differs between two worlds that a viewer cannot tell apart."""
        here, there = lying(piles, seen=False), lying(others, seen=False)
        self.counts.update(kind for kind in here if here[kind] != there.get(kind))

    def say(self, match: Match, seat: int | None, what: str) -> str:
        who = "a spectator" if seat is None else f"seat {seat}"
        return f"{self.where}, move {match.move}: of two worlds that are alike for {who}, in one {who} {what}"


def told(match: Match, seat: int | None, since: int) -> list[list[int]]:
    """What a viewer heard from an event on."""
    viewer = SPECTATOR if seat is None else seat
    return [as_heard(event, viewer).tolist() for event in match.events[since:] if hears(event, viewer)]


def lying(piles: list[Pile], *, seen: bool) -> dict[str, list[list[int]]]:
    """What lies in the piles that the viewer sees, or does not see, by their kind."""
    found: dict[str, list[list[int]]] = {}
    for pile in piles:
        if pile.seen == seen:
            found.setdefault(pile.kind, []).append(pile.things)
    return found


def same_question(one: Match, twin: Match) -> bool:
    """Whether the same seat decides the same in both worlds."""
    if one.to_move != twin.to_move:
        return False
    mover = one.to_move
    return np.array_equal(one.legal(), twin.legal()) or one.prompt(mover) == twin.prompt(mover)


def settled(match: Match) -> bool:
    """After a change of the state: list what can be done; false if there is no choice, so nobody is asked."""
    state = match.state[0]
    match._now[0] = 0 if state.over else int(match.game.legal(state, match._legal))
    return match._now[0] > 1 or bool(state.over)
