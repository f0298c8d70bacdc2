"""Join a table over HTTP and play at random: python random_client.py [SEAT_LINK or SERVER]."""

import json
import random
import sys
import time
import urllib.request
from typing import Any

URL = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000"
SERVER, _, link = URL.rstrip("/").partition("/t/")


def call(method: str, path: str, token: str = "", body: Any = None) -> Any:
    """One request; the answer as Python values."""
    data = None if body is None else json.dumps(body).encode()
    known = {"Authorization": f"Bearer {token}"} if token else {}
    headers = {"Content-Type": "application/json"} | known
    request = urllib.request.Request(SERVER + path, data, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


if link:  # http://host/t/TABLE/seat#TOKEN
    table, _, given = link.partition("/seat#")
    token = call("POST", f"/api/matches/{table}/claim", given)["token"]  # from here on only we have it
else:  # a table of our own, against a bot
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
    made = call("POST", "/api/matches", body={"game": "ghost_town", "seats": seats})
    table, token = made["id"], made["seats"][0]["token"]

while not (state := call("GET", f"/api/matches/{table}", token))["over"]:
    if state["legal"]:
        choice = random.choice(state["legal"])
        print(choice["label"])
        move = {"action": choice["action"], "version": state["version"]}
        call("POST", f"/api/matches/{table}/actions", token, move)
    else:
        time.sleep(0.2)
print(*state["log"][-3:], f"Scores: {state['scores']}", sep="\n")
