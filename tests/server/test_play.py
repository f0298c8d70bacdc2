"""Playing over HTTP: what is shown, what is refused, and that nothing is played twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import fattorino
from fattorino.server.storage import rows

pytestmark = pytest.mark.bulk


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    """The problem an answer carries, checked for its shape."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert (body["status"], body["code"]) == (status, code)
    assert body["detail"].endswith((".", "!", "?"))
    assert body["type"] == f"/docs#problem-{code}"
    assert body["title"]
    return body


def test_a_table_is_made_with_a_token_and_a_link_for_each_human_seat(server: Any) -> None:
    made = server.make("human", "greedy")

    assert list(made.tokens) == [0]
    assert len(made.tokens[0]) >= 22
    assert made.body["seats"][0]["url"].endswith(f"/t/{made.id}/seat#{made.tokens[0]}")
    assert len(made.body["commitment"]) == 64


def test_each_viewer_gets_their_own_state(server: Any) -> None:
    made = server.make("human", "human")

    mine, theirs, watching = server.state(made, 0), server.state(made, 1), server.state(made)

    assert (mine["seat"], theirs["seat"], watching["seat"]) == (0, 1, None)
    assert mine["to_move"] == theirs["to_move"] == watching["to_move"] == 0
    assert mine["legal"]
    assert theirs["legal"] == watching["legal"] == []
    assert set(mine["legal"][0]) == {"action", "label", "target", "key"}
    assert mine["view"]["card_at"] != watching["view"]["card_at"]
    assert mine["scores"] is None
    assert mine["opened"] is None
    assert "rng" not in mine["view"]


def test_a_game_against_a_bot_can_be_played_to_its_end(server: Any) -> None:
    made = server.make("human", "greedy", seed=5)

    played = server.play_on(made)
    state = server.state(made)

    assert played > 0
    assert state["over"]
    assert state["status"] == "over"
    assert len(state["scores"]) == 2
    assert state["to_move"] is None
    assert state["account"]


def test_the_record_is_kept_back_until_the_end_and_replays(server: Any) -> None:
    made = server.make("human", "human", seed=11)
    early = server.get(f"/api/matches/{made.id}/record", made.tokens[0])
    problem(early, 409, "not_over")

    server.play_on(made)
    record = server.get(f"/api/matches/{made.id}/record").json()

    match = fattorino.replay(record)
    assert match.over
    assert match.scores == server.state(made)["scores"]
    assert record["seed"] == 11


def test_the_commitment_is_opened_at_the_end(server: Any) -> None:
    from hashlib import sha256

    made = server.make("human", "human")
    before = server.state(made)["commitment"]
    server.play_on(made)
    opened = server.state(made)["opened"]

    assert before == made.body["commitment"]
    assert sha256(f"{opened['seed']}:{opened['nonce']}".encode()).hexdigest() == before


def test_a_move_raises_the_version_of_those_who_see_it(server: Any) -> None:
    made = server.make("human", "human")
    before = server.state(made, 0)

    answer = server.move(made, 0, before["legal"][0]["action"], before["version"])

    assert answer.status_code == 200
    assert answer.json()["version"] > before["version"]
    assert server.state(made, 0)["version"] == answer.json()["version"]


# -- refusals --------------------------------------------------------------------------------------


def test_an_old_version_is_refused(server: Any) -> None:
    made = server.make("human", "human")
    state = server.state(made, 0)
    action = state["legal"][0]["action"]

    body = problem(server.move(made, 0, action, state["version"] - 1), 409, "old_version")
    assert body["version"] == state["version"]
    problem(server.move(made, 0, action, state["version"] + 1), 409, "old_version")


def test_an_illegal_action_is_refused_with_its_rule(server: Any) -> None:
    made = server.make("human", "human")
    state = server.state(made, 0)
    legal = {choice["action"] for choice in state["legal"]}
    illegal = next(action for action in range(60) if action not in legal)

    body = problem(server.move(made, 0, illegal, state["version"]), 422, "illegal_action")

    assert body["rule"].startswith("GT-")
    assert body["detail"]
    problem(server.move(made, 0, 100_000, state["version"]), 422, "illegal_action")


def test_another_seat_may_not_move(server: Any) -> None:
    made = server.make("human", "human")
    state = server.state(made, 1)
    action = server.state(made, 0)["legal"][0]["action"]

    problem(server.move(made, 1, action, state["version"]), 403, "not_your_turn")


def test_spectators_and_strangers_may_not_move(server: Any) -> None:
    made, other = server.make("human", "human"), server.make("human", "human")
    path, body = f"/api/matches/{made.id}/actions", {"action": 0, "version": 1}

    problem(server.post(path, json=body), 403, "no_seat")
    problem(server.post(path, other.tokens[0], json=body), 403, "bad_token")
    problem(server.get(f"/api/matches/{made.id}", "nonsense"), 403, "bad_token")
    problem(server.get(f"/api/matches/{made.id}", headers={"Authorization": "Basic x"}), 403, "bad_token")


def test_nothing_is_played_after_the_end(server: Any) -> None:
    made = server.make("human", "human", seed=2)
    server.play_on(made)
    version = server.state(made, 0)["version"]

    problem(server.move(made, 0, 0, version), 422, "game_over")
    problem(server.post(f"/api/matches/{made.id}/undo", made.tokens[0]), 409, "cannot_undo")


@pytest.mark.parametrize(
    ("body", "status", "code", "named"),
    [
        ({"game": "chess", "seats": [{}]}, 404, "unknown_game", "ghost_town"),
        ({"game": "ghost_town", "seats": [{}]}, 422, "bad_option", "2 or 3"),
        ({"game": "ghost_town", "seats": [{}] * 5}, 422, "bad_option", "2 or 3"),
        ({"game": "ghost_town", "seats": [{}, {}], "options": {"walls": 3}}, 422, "bad_option", "turn_limit"),
        (
            {"game": "ghost_town", "seats": [{}, {}], "options": {"town": "big"}},
            422,
            "bad_option",
            "designed",
        ),
        ({"game": "ghost_town", "seats": [{}, {"kind": "bot", "bot": "deep"}]}, 422, "unknown_bot", "greedy"),
        ({"game": "ghost_town", "seats": [{}, {"kind": "cat"}]}, 422, "invalid_request", "human"),
        ({"game": "ghost_town", "seats": []}, 422, "invalid_request", "seats"),
        ({"game": "ghost_town", "seats": [{}, {}], "seed": -1}, 422, "bad_seed", "0 to"),
        ({"game": "ghost_town", "seats": [{}, {}], "seed": 2**62}, 422, "bad_seed", "0 to"),
        ({"game": "ghost_town", "seats": [{}, {}], "seed": 1.5}, 422, "invalid_request", "seed"),
        ({"game": "ghost_town", "seats": [{}, {}], "clock": 7}, 422, "bad_option", "10, 15"),
        ({"game": "ghost_town", "seats": [{}, {}], "colour": 7}, 422, "invalid_request", "colour"),
        ({"game": "ghost_town", "seats": [{"colour": 1}, {"colour": 1}]}, 409, "colour_taken", "free"),
        ({"game": "ghost_town", "seats": [{"name": "x" * 41}, {}]}, 422, "invalid_request", "40"),
        ({"seats": [{}, {}]}, 422, "invalid_request", "game"),
    ],
)
def test_a_wrong_order_is_refused_by_name(
    server: Any, body: dict[str, Any], status: int, code: str, named: str
) -> None:
    assert named in problem(server.post("/api/matches", json=body), status, code)["detail"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": 1},
        {"version": 1},
        {"action": "1", "version": 1},
        {"action": 1.0, "version": 1},
        [],
        "x",
    ],
)
def test_a_wrong_move_is_refused(server: Any, body: Any) -> None:
    made = server.make("human", "human")

    problem(server.post(f"/api/matches/{made.id}/actions", made.tokens[0], json=body), 422, "invalid_request")


def test_broken_json_is_refused(server: Any) -> None:
    made = server.make("human", "human")
    headers = {"Content-Type": "application/json"}

    for path in (f"/api/matches/{made.id}/actions", f"/api/matches/{made.id}/chat"):
        answer = server.call("POST", path, made.tokens[0], content=b"{", headers=headers)
        problem(answer, 400, "bad_json")


@pytest.mark.parametrize("id", ["nothere", "aaaaaaaaaaaa", "AAAAAAAAAAAA", "%00", "a" * 40])
def test_an_unknown_table_is_named(server: Any, id: str) -> None:
    problem(server.get(f"/api/matches/{id}"), 404, "unknown_table")


def test_an_unknown_address_and_a_wrong_method_are_problems(server: Any) -> None:
    problem(server.get("/api/nothing"), 404, "unknown_address")
    problem(server.call("DELETE", "/api/matches"), 405, "wrong_method")


# -- twice and at once -----------------------------------------------------------------------------


def test_a_retry_with_the_same_key_plays_once(server: Any) -> None:
    made = server.make("human", "human")
    state = server.state(made, 0)
    action = state["legal"][0]["action"]

    first = server.move(made, 0, action, state["version"], headers={"Idempotency-Key": "k1"}).json()
    again = server.move(made, 0, action, state["version"], headers={"Idempotency-Key": "k1"}).json()
    body = {"action": action, "version": state["version"], "key": "k1"}
    in_body = server.post(f"/api/matches/{made.id}/actions", made.tokens[0], body).json()

    assert first == {"version": first["version"], "repeated": False}
    assert again == in_body == {"version": first["version"], "repeated": True}
    body["action"] = action + 1
    answer = server.post(f"/api/matches/{made.id}/actions", made.tokens[0], body)
    problem(answer, 409, "key_reused")


def test_a_retry_at_a_process_that_does_not_know_of_it_yet_plays_once(server: Any) -> None:
    made = server.make("human", "human")
    seat, state = server.asked(made)
    action, table = state["legal"][0]["action"], server.table(made)
    first = table.prepare(seat, action, "k1", time.time())  # as another process writes it
    server.do(server.service.registry._store.write(rows.step_statements(table, first), "elsewhere"))
    answer = server.move(made, seat, action, state["version"], headers={"Idempotency-Key": "k1"})
    assert answer.status_code == 200, answer.text
    table = server.table(made)
    assert answer.json() == {"version": table.version(seat), "repeated": True} and len(table.steps) == 1


def test_a_key_belongs_to_its_seat(server: Any) -> None:
    made = server.make("human", "human")
    for _move in range(4):
        seat, state = server.asked(made)
        answer = server.move(
            made,
            seat,
            state["legal"][0]["action"],
            state["version"],
            headers={"Idempotency-Key": f"m{state['version']}"},
        )
        assert answer.json()["repeated"] is False


def at_once(n: int, work: Callable[[], None]) -> None:
    """Do the same thing in n threads, all at the same moment."""
    together = threading.Barrier(n)

    def start() -> None:
        together.wait()
        work()

    threads = [threading.Thread(target=start) for _thread in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_of_many_at_once_one_wins(server: Any) -> None:
    made = server.make("human", "human")
    for _round in range(5):
        seat, state = server.asked(made)
        answers: list[int] = []

        def post(seat: int = seat, state: Any = state, answers: list[int] = answers) -> None:
            answer = server.move(made, seat, state["legal"][0]["action"], state["version"])
            answers.append(answer.status_code)

        at_once(8, post)
        assert sorted(answers) == [200] + [409] * 7


def test_the_same_key_at_once_plays_once_and_tells_all_the_same(server: Any) -> None:
    made = server.make("human", "human")
    seat, state = server.asked(made)
    answers: list[dict[str, Any]] = []
    key = {"Idempotency-Key": "same"}

    def post() -> None:
        answers.append(
            server.move(made, seat, state["legal"][0]["action"], state["version"], headers=key).json()
        )

    at_once(6, post)

    assert len({answer["version"] for answer in answers}) == 1
    assert sum(not answer["repeated"] for answer in answers) == 1


def test_a_race_through_a_whole_game_loses_and_doubles_nothing(server: Any) -> None:
    made = server.make("human", "human", seed=21)
    acknowledged: list[tuple[int, int]] = []
    failures: list[str] = []

    def hurry() -> None:
        while True:
            for seat in made.tokens:
                state = server.state(made, seat)
                if state["over"]:
                    return
                if state["legal"]:
                    answer = server.move(made, seat, state["legal"][-1]["action"], state["version"])
                    if answer.status_code == 200:
                        acknowledged.append((seat, state["version"]))
                    elif answer.status_code not in (409, 403):
                        failures.append(answer.text)

    at_once(6, hurry)

    assert not failures
    assert len(set(acknowledged)) == len(acknowledged)
    assert len(server.get(f"/api/matches/{made.id}/record").json()["actions"]) == len(acknowledged)


# -- why, undo -------------------------------------------------------------------------------------


def test_why_names_the_rule(server: Any) -> None:
    made = server.make("human", "human")
    state = server.state(made, 0)
    legal = state["legal"][0]
    illegal = next(a for a in range(60) if a not in {choice["action"] for choice in state["legal"]})
    path = f"/api/matches/{made.id}/why"

    assert server.get(f"{path}?action={legal['action']}", made.tokens[0]).json()["legal"]
    if legal["target"]:
        assert server.get(f"{path}?target={legal['target']}", made.tokens[0]).json()["legal"]
    refused = server.get(f"{path}?action={illegal}", made.tokens[0]).json()
    assert not refused["legal"]
    assert refused["rule"].startswith("GT-")
    assert refused["sentence"]
    waiting = server.get(f"{path}?action={illegal}", made.tokens[1]).json()
    nothing = {"legal": False, "rule": "", "lesson": "", "action": illegal}
    assert waiting == nothing | {"sentence": "It is not your turn."}
    assert "watching" in server.get(f"{path}?action={illegal}").json()["sentence"]
    assert not server.get(f"{path}?target=moon", made.tokens[0]).json()["legal"]
    problem(server.get(path, made.tokens[0]), 422, "invalid_request")
    problem(server.get(f"{path}?action=1&target=x", made.tokens[0]), 422, "invalid_request")
    problem(server.get(f"{path}?action=-1", made.tokens[0]), 422, "invalid_request")


def test_the_rest_of_a_line_is_asked_about_with_what_was_asked_before(server: Any) -> None:
    made = server.make("human", "human", game="pizza_city")
    path = f"/api/matches/{made.id}/why?typed="
    face = server.state(made, 0)["legal"][0]
    first = server.get(f"{path}{face['key']}%20b4b5%20b34", made.tokens[0]).json()
    assert (first["legal"], first["action"], first["rest"]) == (True, face["action"], "b4b5 b34")
    server.move(made, 0, face["action"], server.state(made, 0)["version"])

    whole = server.get(f"{path}b4b5%20b34&after={first['kind']}", made.tokens[0]).json()
    assert (whole["legal"], whole["rest"]) == (True, "b34")
    short = server.get(f"{path}b45&after={first['kind']}", made.tokens[0]).json()
    assert not short["legal"]
    assert short["sentence"].startswith("Stopped at “b45”. Something else is asked now")
    assert server.get(f"{path}b45&after={whole['kind']}", made.tokens[0]).json()["legal"]
    unknown = server.get(f"{path}nonsense&after={whole['kind']}", made.tokens[0]).json()
    assert unknown["sentence"].startswith("Stopped at “nonsense”. “nonsense” is not a choice")
    waiting = server.get(f"{path}b45&after={whole['kind']}", made.tokens[1]).json()
    assert waiting["sentence"] == "Stopped at “b45”. It is not your turn." and waiting["kind"] == ""


def test_an_answer_of_the_games_own_cites_no_rule_that_is_beside_the_point(server: Any) -> None:
    made = server.make("human", "human", game="pizza_city")
    server.move(made, 0, server.state(made, 0)["legal"][0]["action"], server.state(made, 0)["version"])
    path = f"/api/matches/{made.id}/why?target=corner-0"

    why = server.get(path, made.tokens[0]).json()

    assert why["sentence"].endswith("City cards lie on roads, not on corners.") and why["rule"] == ""
    typed = server.get(path.replace("target=corner-0", "typed=a1"), made.tokens[0]).json()
    assert typed["sentence"] == why["sentence"] and typed["rest"] == "", "who types is told as much"


def test_a_step_that_showed_nothing_can_be_taken_back(server: Any) -> None:
    made = server.make("human", "human", "human", options={"town": "human_gm"})
    master = 2
    start = server.state(made, master)
    assert server.state(made, 0)["legal"] == []
    problem(server.post(f"/api/matches/{made.id}/undo", made.tokens[master]), 409, "cannot_undo")

    moved = server.move(made, master, start["legal"][0]["action"], start["version"]).json()
    assert server.state(made, master)["undo"] is None
    problem(server.post(f"/api/matches/{made.id}/undo", made.tokens[0]), 409, "cannot_undo")
    problem(
        server.post(f"/api/matches/{made.id}/undo", made.tokens[master], {"version": 1}), 409, "old_version"
    )
    undone = server.post(f"/api/matches/{made.id}/undo", made.tokens[master], {"version": moved["version"]})

    back = server.state(made, master)
    assert undone.json()["version"] == back["version"] > moved["version"]
    assert (back["view"], back["log"], back["legal"]) == (start["view"], start["log"], start["legal"])
    again = server.move(made, master, start["legal"][1]["action"], back["version"])
    assert again.status_code == 200


def test_what_was_revealed_cannot_be_taken_back(server: Any) -> None:
    made = server.make("human", "human")
    server.play_on(made, 1)

    body = problem(server.post(f"/api/matches/{made.id}/undo", made.tokens[0]), 409, "cannot_undo")
    assert body["detail"]


def test_games_are_listed_with_options_and_bots(server: Any) -> None:
    server.make("human", "human")
    body = server.get("/api/games").json()
    town = next(game for game in body["games"] if game["name"] == "ghost_town")

    assert "greedy" in body["bots"]
    assert town["seats"] == [2, 3]
    assert next(option for option in town["options"] if option["name"] == "turn_limit")["default"] == 20
    assert town["ready"] is True
