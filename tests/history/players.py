"""Players that do something at random through any process, and record what they are answered."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Callable
from typing import Any

from history.record import DONE, REFUSED, UNKNOWN, Call, Record
from server.conftest import Made

PATIENCE = 10.0  # seconds; who gets no answer asks another process
CELLS = 12  # of each seat's notes, so that several players mark the same


class Room:
    """One table after the other: when a game is over, another is made."""

    def __init__(self, make: Callable[[], Made]) -> None:
        self._make, self._lock = make, threading.Lock()
        self.made = make()

    def go_on(self, ended: Made) -> None:
        """Make another table, unless another player has."""
        with self._lock:
            if self.made is ended:
                self.made = self._make()


class Player:
    """One of several at a table, who act for any of its seats."""

    def __init__(self, number: int, seed: int, room: Room, ports: list[int], record: Record) -> None:
        self._number, self._room, self._ports, self._record = number, room, ports, record
        self._made = room.made
        self._chance = random.Random(f"{seed} {number}")
        self._done = 0
        self._lines: dict[int, http.client.HTTPConnection] = {}
        self.over = threading.Event()
        self.fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait until the last request is answered; what went wrong is raised here."""
        self._thread.join(10 * PATIENCE)
        assert not self._thread.is_alive(), "a player has not come back"
        if self.fault is not None:
            raise self.fault

    def _run(self) -> None:
        try:
            while not self.over.is_set():
                self._done += 1
                self._made = self._room.made
                seat = self._chance.choice(list(self._made.tokens))
                kinds = {self._move: 10, self._undo: 3, self._say: 2, self._note: 2}
                self._chance.choices(list(kinds), list(kinds.values()))[0](seat)
                time.sleep(self._chance.random() * 0.02)
        except BaseException as fault:
            self.fault = fault
        finally:
            for line in self._lines.values():
                line.close()

    def _name(self) -> str:
        return f"{self._number}-{self._done}"

    def _move(self, seat: int) -> None:
        state = self._ask("GET", "", seat)
        if state.get("over"):
            self._room.go_on(self._made)
        if not state.get("legal"):
            return
        action = self._chance.choice(state["legal"])["action"]
        call = self._record.begin(self._made.id, "move", seat, (self._name(), action))
        body = {"action": action, "version": state["version"], "key": call.given[0]}
        while True:
            self._send(call, "POST", "/actions", body)
            if call.outcome != UNKNOWN or self.over.is_set():
                return
            call.tries += 1
            time.sleep(0.05)

    def _undo(self, seat: int) -> None:
        version = self._ask("GET", "", seat).get("version")
        if version is not None:
            call = self._record.begin(self._made.id, "undo", seat, None)
            self._send(call, "POST", "/undo", {"version": version})

    def _say(self, seat: int) -> None:
        call = self._record.begin(self._made.id, "say", seat, f"line {self._name()}")
        self._send(call, "POST", "/chat", {"text": call.given})

    def _note(self, seat: int) -> None:
        cell = f"cell-{self._chance.randrange(CELLS)}"
        call = self._record.begin(self._made.id, "note", seat, (cell, f"m{self._name()}"))
        self._send(call, "PUT", "/notes", {"notes": dict([call.given])})

    def _send(self, call: Call, method: str, path: str, body: Any) -> None:
        """Send a request to any process; what is recorded is the outcome of the last try."""
        status, call.answer = self._request(method, path, call.seat, body)
        call.outcome = DONE if status == 200 else REFUSED if 400 <= status < 500 else UNKNOWN
        call.ended = time.monotonic()

    def _ask(self, method: str, path: str, seat: int) -> dict[str, Any]:
        status, answer = self._request(method, path, seat)
        return answer if status == 200 else {}

    def _request(self, method: str, path: str, seat: int, body: Any = None) -> tuple[int, dict[str, Any]]:
        """Status and answer of one request; 0 if there is none."""
        port = self._chance.choice(self._ports)
        line = self._lines.setdefault(port, http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE))
        headers = {"Authorization": f"Bearer {self._made.tokens[seat]}"}
        data = None if body is None else json.dumps(body)
        try:
            line.request(
                method,
                f"/api/matches/{self._made.id}{path}",
                data,
                headers | ({"Content-Type": "application/json"} if data else {}),
            )
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            line.close()
            return 0, {}
