"""A table is plain state: created, played and viewed in a few lines, without a server."""

from __future__ import annotations

from collections.abc import Sequence

import fattorino
from fattorino.server.tables.chance import Chance, sha256
from fattorino.server.tables.people import Caller
from fattorino.server.tables.table import UNDO, Table
from fattorino.server.tables.table_settings import TableSettings
from fattorino.server.tables.viewer import Turn


def begun(**options: object) -> Table:
    """A table of two at the first decision."""
    game = fattorino.load("ghost_town")
    table = Table("t", game, game.settings(seats=2, **options), Chance(4, "nonce"), host_token=sha256("host"))
    for seat in table.seats:
        seat.kind, seat.name, seat.token = "human", f"Person {seat.number}", sha256(f"token {seat.number}")
    table.begin(table.prepare_start(0.0))
    return table


def test_a_step_is_nowhere_until_it_is_adopted() -> None:
    table = begun()
    before = [table.see(viewer).json for viewer in (0, 1, None)]
    prepared = table.prepare(0, int(table.decision().actions[0]), "key", 1.0)
    assert [table.see(viewer).json for viewer in (0, 1, None)] == before
    assert table.steps == []

    changed = table.adopt(*prepared, 1.0)

    assert 0 in changed and table.steps == [prepared.step]
    assert table.keys[0, "key"] == (prepared.step.action, table.version(0))


def test_a_projection_is_made_once_per_version() -> None:
    table = begun()
    first = table.see(0)
    assert table.see(0) is first and table.see(1) is not first
    table.adopt(*table.prepare(0, int(first.actions[0]), "", 1.0), 1.0)
    assert table.see(0) is not first and table.see(0).version == first.version + 1


def test_what_is_asked_of_one_seat_is_not_in_the_projection_of_another() -> None:
    table = begun()
    mover = table.mover
    assert mover is not None
    assert table.see(mover).asked and table.see(mover).legal
    for viewer in {0, 1, None} - {mover}:
        seen = table.see(viewer)
        assert not seen.asked and seen.legal == [] and seen.outcome is None


def test_a_step_is_taken_back_and_the_log_shrinks_with_it() -> None:
    game = fattorino.load("pizza_city")
    table = Table("t", game, game.settings(seats=2), Chance(4, "nonce"))
    table.begin(table.prepare_start(0.0))
    while True:
        seat, lines = table.decision().seat, len(table.see(table.mover).log)
        step = table.prepare(seat, int(table.decision().actions[0]), "", 1.0)
        table.adopt(*step, 1.0)
        assert not table.over, "there is a step that reveals nothing"
        if not table.why_no_undo(seat):
            break
    version = table.version(seat)

    table.adopt(*table.prepare(seat, UNDO, "", 2.0), 2.0)

    assert len(table.see(seat).log) == lines
    assert table.version(seat) == version + 1
    assert [one.action for one in table.steps[-2:]] == [step.step.action, UNDO]


def test_tokens_and_cookies_name_their_seat() -> None:
    table = begun()
    table.seats[1].people.add("somebody")
    assert table.viewer_for(Caller("token 0")) == 0
    assert table.viewer_for(Caller(person="somebody")) == 1
    assert table.viewer_for(Caller()) is None
    assert table.viewer_for(Caller("host")) is None and table.is_host(Caller("host"))


def test_settings_of_the_table_may_be_given_among_the_options() -> None:
    table = begun(shared_notes=True, reveal_after_game=False)
    assert table.settings == TableSettings(shared_notes=True, reveals=False)
    table.notes[1] = {"cell-1": "wall"}
    assert table.notes_of(0, 1) == {"cell-1": "wall"}
    assert begun().notes_of(0, 1) is None


def test_a_turn_of_several_seats_is_nobodys_own() -> None:
    game = fattorino.load("papa_paolo")
    table = Table("t", game, game.settings(seats=2), Chance(4, "nonce"))
    table.begin(table.prepare_start(0.0))
    told: Sequence[Turn] = []
    while not any(turn.words.startswith("The coins went to") for turn in told):
        step = table.prepare(table.decision().seat, int(table.decision().actions[0]), "", 1.0)
        table.adopt(*step, 1.0)
        told = table.see(0).story
    coins = next(turn for turn in told if turn.words.startswith("The coins went to"))
    pawns = [turn for turn in told if "pawn on row" in turn.words]
    assert coins.shared and pawns and not any(turn.shared for turn in pawns)
