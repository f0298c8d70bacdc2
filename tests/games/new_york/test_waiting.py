"""If somebody may be asked in secret, the table pauses equally, asked or not (twin worlds at one table)."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games import load
from fattorino.games.new_york.state import DONE, SPACE, Phase
from fattorino.games.new_york.tables import KINDS
from fattorino.kernel.match import Match
from fattorino.server.api.responses import state_json
from fattorino.server.pages.fragments import fragments
from fattorino.server.tables.chance import Chance
from fattorino.server.tables.secret_windows import WindowTiming
from fattorino.server.tables.table import Table

PAY = SPACE.first("PERM") + KINDS.index("onions")
START = 1000.0
SLOT = 4.0  # seconds a person has
ANSWERED = 1.5  # seconds after which the asked seat answers
OTHERS = (0, 2, None)  # who is not asked


class Evening:
    """A table in the middle of a game, and a clock that the test turns."""

    def __init__(self, bare: Any, kinds: str = "hhh") -> None:
        game = load("new_york")
        options = game.settings(3, mode="competitive", expansion_power_cards="on", personal_goals=True)
        match = Match(game, options, 1)
        match._bytes[:] = bare.states.view(match._bytes.dtype)
        match._now[:] = (game.legal(match.state[0], match._legal), 0, bare.state.seat, bare.state.reveals, 0)
        match.events, match.actions, match._moments = [], [], []
        self.table = Table("t", game, options, Chance(1, ""), timing=WindowTiming(SLOT, 0.6))
        for seat, kind in zip(self.table.seats, kinds, strict=True):
            seat.kind, seat.name, seat.colour = (
                {"h": "human", "b": "bot"}[kind],
                f"N{seat.number}",
                seat.number,
            )
        self.table.status = "running"
        self.table.adopt(match, None, START - 100)

    def play(self, seat: int, action: int, after: float) -> list[int | None]:
        """A player moves, some seconds after the start; returns the viewers for whom something changed."""
        assert self.table.mover == seat
        return self.table.adopt(*self.table.prepare(seat, action, "", START + after), START + after)

    def at(self, after: float) -> list[int | None]:
        """The clock moves on."""
        return self.table.catch_up(START + after)

    def received(self, viewer: int | None) -> str:
        """Everything that a viewer gets from this table now."""
        parts = fragments(self.table, viewer, whole=True)
        return state_json(self.table, viewer).decode() + "".join(
            f"{name}:{parts[name]}" for name in sorted(parts)
        )


@pytest.fixture
def evening(bare_table: Callable[..., Any]) -> Callable[..., Evening]:
    """Seat 0 is about to pay for a delivery; what the others hold is given."""

    def made(first: str, second: str, kinds: str = "hhh") -> Evening:
        bare = bare_table(3, expansion_power_cards="on", personal_goals=True)
        bare.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
        bare.hand(0, "ham/harlem").hand(1, first).hand(2, second)
        return Evening(bare.deliver(0, "hells_kitchen"), kinds)

    return made


@pytest.mark.rule("NY-INSTANT-5")
@pytest.mark.parametrize("viewer", OTHERS)
def test_asked_or_not_everybody_else_receives_the_same_at_every_second(
    evening: Callable[..., Evening], viewer: int | None
) -> None:
    asked, twin = evening("traffic_jam", "over_achiever"), evening("lucky_day", "over_achiever")
    asked.play(0, PAY, 0)
    twin.play(0, PAY, 0)
    assert (asked.table.windows.asked, twin.table.windows.asked) == (1, None)
    told: list[str] = []
    for tenth in range(1, 100):
        if tenth == ANSWERED * 10:
            assert viewer not in asked.play(1, DONE, ANSWERED)
        assert (viewer in asked.at(tenth / 10)) == (viewer in twin.at(tenth / 10))
        told.append(asked.received(viewer))
        assert told[-1] == twin.received(viewer)
    assert len(set(told)) == 2  # a moment of silence, then all at once
    assert told.index(told[-1]) + 1 == 2 * SLOT * 10  # both unseen cards: seat 1 may be asked, then seat 2


@pytest.mark.rule("NY-INSTANT-5")
def test_the_asked_seat_sees_its_question_and_how_long_it_has(evening: Callable[..., Evening]) -> None:
    table = evening("traffic_jam", "over_achiever")
    table.play(0, PAY, 0)
    assert table.table.asked(1)
    assert table.table.see(1).prompt == "A delivery! Spoil its tip?"
    assert table.table.see(1).deadline == START + SLOT - 0.5
    for viewer in OTHERS:
        assert table.table.see(viewer).prompt == "A moment: somebody may answer."
        assert table.table.see(viewer).deadline is None
        assert not table.table.see(viewer).legal
    assert table.table.due(START) == START + SLOT - 0.5


@pytest.mark.rule("NY-INSTANT-5")
@pytest.mark.parametrize("first", ["traffic_jam", "lucky_day"])
def test_the_second_who_is_asked_cannot_tell_whether_there_was_a_first(
    evening: Callable[..., Evening], first: str
) -> None:
    table = evening(first, "rough_delivery")
    table.play(0, PAY, 0)
    if first == "traffic_jam":
        assert table.table.windows.asked == 1
        table.play(1, DONE, ANSWERED)
    assert table.table.windows.asked == 2
    assert not table.table.asked(2)
    assert table.at(SLOT - 0.1) == []
    assert table.at(SLOT) == [2]
    assert table.table.asked(2)
    assert table.table.version(2) == 3  # the position, the silence, the question
    assert table.table.see(2).deadline == START + 2 * SLOT - 0.5


@pytest.mark.rule("NY-INSTANT-5")
@pytest.mark.parametrize("first", ["traffic_jam", "lucky_day"])
def test_what_was_done_before_the_silence_cannot_be_taken_back(
    evening: Callable[..., Evening], first: str
) -> None:
    table = evening(first, "over_achiever")
    table.play(0, PAY, 0)
    assert table.table.why_no_undo(0)
    if first == "traffic_jam":
        table.play(1, DONE, ANSWERED)
    table.at(2 * SLOT)
    assert table.table.asked(0)
    assert int(table.table.see(0).view.phase) == Phase.REWARD
    assert table.table.why_no_undo(0)


def test_one_person_among_bots_waits_as_long_as_bots_pause_and_has_all_the_time(
    evening: Callable[..., Evening],
) -> None:
    twin = evening("lucky_day", "over_achiever", "hbb")
    twin.play(0, PAY, 0)
    assert twin.table.due(START) == pytest.approx(START + 1.2)
    alone = evening("traffic_jam", "over_achiever", "bhb")
    alone.play(0, PAY, 0)
    assert alone.table.asked(1)
    assert alone.table.see(1).deadline is None
    assert alone.table.due(START) is None
    assert alone.at(1000.0) == []
    alone.play(1, DONE, 1000.0)
    assert alone.table.asked(0)
