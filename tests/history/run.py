"""A whole run: processes, tables, players, kills; then the checks."""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from fattorino.server.storage import schema
from fattorino.server.storage.store import read_url
from history.checks import Kept, Line, Step, faults
from history.players import Player, Room
from history.record import Record
from server.conftest import Made, ProcessServer, Server

GAMES = ("papa_paolo", "ghost_town", "pizza_city", "new_york")
FLAGS = ("--requests-per-second", "0", "--megabytes-per-hour", "0", "--tables-per-hour", "0")
PLAYERS = 3  # at each table
SETTLED = 30.0  # seconds in which all processes must show the same


class Run:
    """Some processes on one database, with tables and players; what they did is in `record`."""

    def __init__(self, database: str, folder: Path, processes: int, tables: int, seed: int) -> None:
        self.record = Record()
        self.ends = 0
        self._database, self._chance, self._seed = database, random.Random(seed), seed
        self._make: Callable[..., ProcessServer] = lambda port=0: ProcessServer(
            database, folder, *FLAGS, port=port
        )
        self.servers = [self._make() for _process in range(processes)]
        self.tables: list[Made] = []
        self._count = tables
        self._players: list[Player] = []

    def play(self, seconds: float, end_every: float) -> None:
        """Let everybody do something for a while, and kill or stop a process now and then."""
        for server in self.servers:
            server.wait()
        ports = [server.port for server in self.servers]
        for number in range(self._count):
            room = Room(functools.partial(self._new_table, GAMES[number % len(GAMES)]))
            for place in range(PLAYERS):
                one = Player(number * PLAYERS + place, self._seed, room, ports, self.record)
                self._players.append(one)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            time.sleep(min(end_every * (0.5 + self._chance.random()), max(0.0, until - time.monotonic())))
            if time.monotonic() < until:
                self._end_one()
        for player in self._players:
            player.over.set()
        for player in self._players:
            player.join()

    def _new_table(self, game: str) -> Made:
        """A table, made by whichever process answers."""
        while True:
            for address in [server.url for server in self.servers]:
                server = Server(address)
                try:
                    made = server.make("human", "human", game=game, seed=self._chance.randrange(2**31))
                except (httpx.HTTPError, AssertionError):  # killed, or about to stop
                    continue
                finally:
                    server.hang_up()
                self.tables.append(made)
                return made
            time.sleep(0.1)

    def _end_one(self) -> None:
        number = self._chance.randrange(len(self.servers))
        old = self.servers[number]
        self._chance.choice((old.kill, old.stop))()
        old.hang_up()
        self.servers[number] = self._make(old.port)
        self.servers[number].wait()
        self.ends += 1

    def faults(self) -> list[str]:
        """Compare the record with what is kept and shown, once all processes show the same."""
        end = time.monotonic() + SETTLED
        while True:
            found = [
                fault for made in self.tables for fault in faults(self.record, made.id, self._kept(made))
            ]
            if not found or time.monotonic() > end:
                return found
            time.sleep(0.5)

    def _kept(self, made: Made) -> Kept:
        engine = sa.create_engine(read_url(self._database))
        with engine.connect() as connection:
            actions, chat = schema.actions.c, schema.chat.c
            steps = sa.select(actions.number, actions.seat, actions.action, actions.key)
            lines = sa.select(chat.number, chat.seat, chat.text).where(chat.event == "")
            kept_steps = connection.execute(steps.where(actions.match_id == made.id).order_by(actions.number))
            kept_lines = connection.execute(lines.where(chat.match_id == made.id).order_by(chat.number))
            on_disk = [Step(*row) for row in kept_steps], [Line(*row) for row in kept_lines]
        engine.dispose()
        viewers: list[int | None] = [None, *made.tokens]
        shown = [
            {viewer: _lasting(server.state(made, viewer)) for viewer in viewers} for server in self.servers
        ]
        notes = [{seat: _notes(server, made, seat) for seat in made.tokens} for server in self.servers]
        return Kept(*on_disk, shown, notes)

    def stop(self) -> None:
        """Stop the processes."""
        for player in self._players:
            player.over.set()
        for server in self.servers:
            server.stop()


def _lasting(state: dict[str, Any]) -> dict[str, Any]:
    """A state without who is connected to which process, and without what depends on the time."""
    state["seats"] = [
        {name: value for name, value in seat.items() if name not in ("connected", "absent", "away")}
        for seat in state["seats"]
    ]
    return {name: value for name, value in state.items() if name not in ("deadline", "now")}


def _notes(server: ProcessServer, made: Made, seat: int) -> dict[str, str]:
    answer: httpx.Response = server.get(f"/api/matches/{made.id}/notes", made.tokens[seat])
    marks: dict[str, str] = answer.json()["notes"]
    return marks
