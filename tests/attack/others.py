"""What somebody at another address feels: the front page and their own moves, ten times a second."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Callable
from typing import Any

EVERY = 0.1  # seconds between two requests of a kind
PATIENCE = 30.0  # seconds; no answer counts as so long
HTML = {"Accept": "text/html"}


class Others:
    """A visitor and a player at 127.0.0.1, each with a connection of their own."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.front: list[float] = []  # seconds
        self.moves: list[float] = []
        self.problems: set[str] = set()  # what they got instead of what they asked for
        self._over = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._visit, self._play)]

    def start(self) -> None:
        """Begin to look and to play."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop, once the last answer is there."""
        self._over.set()
        for thread in self._threads:
            thread.join(4 * PATIENCE)

    def _visit(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        while not self._over.is_set():
            self._timed(self.front, lambda: self._call(line, "GET", "/", headers=HTML))

    def _play(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        chance, table, tokens, seat = random.Random(1), "", [""], 0
        while not self._over.is_set():
            state: dict[str, Any] = {"over": True}
            if table:
                state = self._call(line, "GET", f"/api/matches/{table}", tokens[seat]) or {"legal": []}
            if state.get("over"):
                order = {"game": "ghost_town", "seats": [{"kind": "human"}] * 2}
                made = self._call(line, "POST", "/api/matches", body=order)
                if made:
                    table, tokens = made["id"], [one["token"] for one in made["seats"]]
            elif not state["legal"]:
                seat = 1 - seat
            else:
                body = {"action": chance.choice(state["legal"])["action"], "version": state["version"]}
                path = f"/api/matches/{table}/actions"
                self._timed(self.moves, lambda: self._call(line, "POST", path, tokens[seat], body))  # noqa: B023

    def _timed(self, kept: list[float], ask: Callable[[], Any]) -> None:
        start = time.monotonic()
        kept.append(time.monotonic() - start if ask() else PATIENCE)
        self._over.wait(EVERY)

    def _call(
        self,
        line: http.client.HTTPConnection,
        method: str,
        path: str,
        token: str = "",
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        """The answer, read as JSON where it is that; None, and a problem noted, if it is a refusal."""
        sent = dict(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        try:
            line.request(method, path, data, sent | ({"Content-Type": "application/json"} if data else {}))
            answer = line.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            line.close()
            self.problems.add(type(error).__name__)
            self._over.wait(EVERY)
            return None
        if answer.status >= 400:
            self.problems.add(f"{answer.status} {text[:200]!r}")
            self._over.wait(EVERY)
            return None
        return text if headers else json.loads(text)
