"""A seat over HTTP that decides by numbers, `decide` is yours: python observing_client.py [SERVER]."""

import json
import sys
import time
import urllib.request
from typing import Any

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000"


def call(method: str, path: str, token: str = "", body: Any = None) -> Any:
    """One request; the answer as Python values."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(
        urllib.request.Request(SERVER + path, data, headers, method=method)
    ) as answer:
        return json.load(answer)


def decide(numbers: list[float], legal: list[int]) -> int:
    """One of the legal actions, from what the seat sees."""
    return legal[int(sum(numbers) * 1000) % len(legal)]


seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
made = call("POST", "/api/matches", body={"game": "ghost_town", "seats": seats})
table, token = f"/api/matches/{made['id']}", made["seats"][0]["token"]
while not (state := call("GET", table, token))["over"]:
    seen = call("GET", f"{table}/observation", token)
    if seen["legal"]:
        move = {"action": decide(seen["numbers"], seen["legal"]), "version": seen["version"]}
        call("POST", f"{table}/actions", token, move)
    else:
        time.sleep(0.2)
print(*state["log"][-3:], f"Scores: {state['scores']}", sep="\n")
