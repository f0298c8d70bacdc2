"""Tokens on disk: only their hashes, so that nobody who reads a database or a backup can sit anywhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fattorino.server.storage.backup import backup

pytestmark = pytest.mark.bulk


def written(file: Path) -> str:
    """Everything in a database."""
    connection = sqlite3.connect(file)
    try:
        return "\n".join(connection.iterdump())
    finally:
        connection.close()


def test_a_backup_opens_no_seat_that_somebody_has(live: Callable[..., Any], tmp_path: Path) -> None:
    server = live()
    played, claimed, waiting = (server.make("human", "human", start=start) for start in (True, False, False))
    first = dict(claimed.tokens)
    server.claim(claimed, 0)
    ada = server.take(played, 1)
    again = ada.post(f"/api/matches/{played.id}/seats/1/token").json()["token"]
    server.claim(waiting, 0)

    backup(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "b.db", lambda done, of: None)

    dump = written(tmp_path / "b.db")
    given = [*played.tokens.values(), *claimed.tokens.values(), *first.values(), again]
    known = [played.host, claimed.host, waiting.host, *given, *waiting.tokens.values()]
    assert len(set(known)) >= 10
    left = {claimed.tokens[1], waiting.tokens[1]}
    assert {token for token in known if token in dump} == left, "invitations to seats that nobody has taken"
    assert server.post(f"/api/matches/{claimed.id}/seats/1", claimed.tokens[1]).status_code == 200
    assert server.post(f"/api/matches/{claimed.id}/start", claimed.host).status_code == 200
    assert claimed.tokens[1] not in written(tmp_path / "tables.db")


def test_an_onlookers_seat_is_opened_by_its_link_after_the_start_and_by_no_backup(
    live: Callable[..., Any], tmp_path: Path
) -> None:
    server = live()
    made = server.make("human", "human", game="ghost_town", onlooker=True, start=False)
    (seat,) = set(made.tokens) - {0, 1}
    server.claim(made, 0)
    server.claim(made, 1)
    assert made.tokens[seat] in written(tmp_path / "tables.db")

    assert server.post(f"/api/matches/{made.id}/start", made.host).status_code == 200

    assert made.tokens[seat] not in written(tmp_path / "tables.db")
    server.claim(made, seat)
    assert server.state(made, seat)["seat"] == seat


def test_a_new_token_replaces_the_one_before_and_the_seat_stays_whose_it_is(server: Any) -> None:
    made = server.make("human", "human")
    ada, path = server.take(made, 0), f"/api/matches/{made.id}"
    before = made.tokens[0]
    holder = server.table(made).seats[0].people

    fresh = server.post(f"{path}/seats/0/token", before).json()["token"]

    assert server.get(path, before).status_code == 403
    assert server.get(path, fresh).json()["seat"] == 0 and ada.get(path).json()["seat"] == 0
    assert server.table(made).seats[0].people == holder
    assert [line["event"] for line in ada.get(path).json()["chat"]] == ["seated"], "that was when she came"
    for stranger in (made.tokens[1], made.host, ""):
        refused = server.post(f"{path}/seats/0/token", stranger)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_yours"), stranger


def test_a_part_of_the_chance_stays_with_who_gave_it(server: Any) -> None:
    made = server.make("human", "human", start=False)
    server.claim(made, 0)
    path = f"/api/matches/{made.id}"
    commitment = {"commitment": "0" * 64}
    assert server.call("PUT", f"{path}/chance", made.tokens[0], json=commitment).status_code == 200

    made.tokens[0] = server.post(f"{path}/seats/0/token", made.tokens[0]).json()["token"]

    assert server.table(made).parts_missing() == [0]


def test_tokens_of_an_older_database_still_open_their_seats(live: Callable[..., Any], tmp_path: Path) -> None:
    server = live()
    playing, waiting = server.make("human", "human"), server.make("human", "human", start=False)
    server.claim(playing, 0)
    server.claim(waiting, 0)
    server.stop()
    with sqlite3.connect(tmp_path / "tables.db") as connection:  # as it was before
        connection.execute("ALTER TABLE seats DROP COLUMN invitation")
        connection.execute("ALTER TABLE seats DROP COLUMN silenced")
        connection.execute("ALTER TABLE matches DROP COLUMN halt_reason")
        connection.execute("DROP INDEX ix_chat_person")
        connection.execute("ALTER TABLE chat DROP COLUMN person")
        connection.execute("DROP TABLE orders")
        for made in (playing, waiting):
            connection.execute("UPDATE matches SET host_token = ? WHERE id = ?", [made.host, made.id])
            for seat, token in made.tokens.items():
                connection.execute(
                    "UPDATE seats SET token = ? WHERE match_id = ? AND seat = ?", [token, made.id, seat]
                )
        connection.execute("UPDATE alembic_version SET version_num = ?", ["0006"])
    connection.close()

    server = live()

    for seat in (0, 1):
        assert server.state(playing, seat)["seat"] == seat
    assert server.state(waiting, 0)["seat"] == 0
    dump = written(tmp_path / "tables.db")
    tokens = [playing.host, waiting.host, *playing.tokens.values(), *waiting.tokens.values()]
    assert [token for token in tokens if token in dump] == [waiting.tokens[1]]
    server.claim(waiting, 1)
    assert server.post(f"/api/matches/{waiting.id}/start", waiting.host).status_code == 200
