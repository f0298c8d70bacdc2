"""A seat belongs to whoever sits there: tokens, streams, absence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fattorino.server.tables.chance import sha256
from server.conftest import Made, open_link, sit_down

pytestmark = pytest.mark.bulk


FOREIGN = ["\u0410d\u0430", "\u0391da", "Y\u043eu"]  # Ada in Cyrillic and Greek letters, You with one


def code(answer: httpx.Response) -> str:
    """The code of a problem."""
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["code"])


@pytest.mark.parametrize("start", [True, False])
def test_the_host_does_not_see_a_seat_that_a_friend_took_by_its_link(server: Any, start: bool) -> None:
    made = server.make("human", "human", start=start)
    path, invitation = f"/api/matches/{made.id}", made.tokens[1]

    friend = server.take(made, 1, name="Bea")

    assert friend.get(path).json()["seat"] == 1
    assert code(server.get(path, invitation)) == "bad_token"
    assert code(server.post(f"{path}/actions", invitation, {"action": 0, "version": 1})) == "bad_token"
    assert sit_down(server.browser(), made, invitation).status_code == 403
    assert open_link(friend, made, invitation).headers["location"] == f"/t/{made.id}"
    second = server.browser()
    assert sit_down(second, made, made.tokens[1]).status_code == 303, "a phone beside the laptop"
    assert second.get(path).json()["seat"] == friend.get(path).json()["seat"] == 1
    assert server.get(path, made.tokens[1]).json()["seat"] == 1


def test_a_program_claims_the_seat_of_its_link(server: Any) -> None:
    made = server.make("human", "human", start=False)
    path, invitation = f"/api/matches/{made.id}", made.tokens[1]

    server.claim(made, 1, name="Robby", colour=3)

    assert code(server.get(path, invitation)) == "bad_token"
    assert code(server.post(f"{path}/claim", invitation)) == "bad_token"
    assert code(server.post(f"{path}/claim", made.host)) == "bad_token"
    state = server.state(made, 1)
    assert state["seat"] == 1
    assert (state["seats"][1]["name"], state["seats"][1]["colour"]) == ("Robby", 3)
    other = server.post(f"{path}/seats/0", made.tokens[0], {"name": "Ada"}).json()["token"]
    assert other != made.tokens[0]
    assert server.get(path, other).json()["seat"] == 0


def test_a_program_that_plays_its_own_seats_keeps_its_tokens(server: Any) -> None:
    made = server.make("human", "human")

    assert server.play_on(made, 4) == 4
    assert [server.state(made, seat)["seat"] for seat in (0, 1)] == [0, 1]


def test_nobody_looks_through_a_seat_that_nobody_has_taken(server: Any) -> None:
    made = server.make("human", "human", onlooker=True)

    hidden = server.state(made, 2)
    assert (hidden["seat"], hidden["view"]["walls"]) == (None, -2)
    assert server.state(made, 0)["seats"][2]["kind"] == "open"
    stream = server.stream(made, 2)
    assert stream.next()["data"]["view"]["walls"] == -2
    server.claim(made, 2, name="Gus")
    assert server.state(made, 2)["view"]["walls"] > 0
    assert server.state(made, 0)["seats"][2]["kind"] == "human", "everybody sees that somebody looks on"
    assert stream.ended()


def test_a_stream_ends_when_its_seat_changes_hands(server: Any) -> None:
    made = server.make("human", "human", game="pizza_city", start=False)
    path = f"/api/matches/{made.id}"
    eve = server.take(made, 0)
    cookie = {"Cookie": f"fattorino={eve.cookies['fattorino']}"}
    streams = [server.stream(made, 0), server.stream(made, **cookie)]
    for stream in streams:
        assert stream.next()["data"]["seat"] == 0

    assert server.call("DELETE", f"{path}/seats/0/bot", made.host).json()["kind"] == "open"

    assert all(stream.ended() for stream in streams)
    again = server.stream(made, **cookie)
    assert again.next()["data"]["seat"] is None


def test_nobody_moves_to_another_seat_in_the_middle_of_a_game(server: Any) -> None:
    made = server.make("human", "human", onlooker=True)
    ada = server.take(made, 0)

    assert sit_down(ada, made, made.tokens[2]).status_code == 409, "a player would see the map"
    assert ada.get(f"/api/matches/{made.id}").json()["seat"] == 0


def test_nobody_is_absent_at_once(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human")
    path = f"/api/matches/{made.id}/seats/0/stand-in"
    assert code(server.call("PUT", path, made.tokens[1])) == "not_absent", "the game has just begun"
    server.stop()

    again = live()

    assert code(again.call("PUT", path, made.tokens[1])) == "not_absent", "the server has just begun"


def test_absence_is_counted_anew_from_the_start(live: Callable[..., Any]) -> None:
    server = live(absent_after=600.0)
    made = server.make("human", "human", start=False)
    server.claim(made, 0)
    server.claim(made, 1)
    path = f"/api/matches/{made.id}"
    for seat in server.table(made).seats:
        seat.seen -= 600.0
    server.post(f"{path}/start", made.host)

    assert code(server.call("PUT", f"{path}/seats/0/stand-in", made.tokens[1])) == "not_absent"


def test_an_opponent_does_not_choose_who_stands_in(live: Callable[..., Any]) -> None:
    server = live(absent_after=0.0)
    made = server.make("human", "human")
    path = f"/api/matches/{made.id}/seats/0/stand-in"

    assert code(server.call("PUT", path, made.tokens[1], json={"bot": "nobody"})) == "unknown_bot"
    answer = server.call("PUT", path, made.tokens[1], json={"bot": "random"})

    assert answer.json()["stand_in"] == "greedy"


def test_the_host_frees_a_seat_and_everybody_sees_it(server: Any) -> None:
    made = server.make("human", "human", game="pizza_city")
    path = f"/api/matches/{made.id}"
    eve = server.take(made, 1, name="Eve")
    key, stream = made.tokens[1], server.stream(made, 1)
    assert stream.next()["data"]["seat"] == 1

    assert code(server.call("DELETE", f"{path}/seats/1", made.tokens[0])) == "not_host"
    assert code(server.call("DELETE", f"{path}/seats/1")) == "not_host"
    freed = server.call("DELETE", f"{path}/seats/1", made.host).json()

    assert (freed["kind"], freed["bot"]) == ("bot", "greedy"), "nobody is to look into her hand"
    assert stream.ended()
    assert code(server.get(path, key)) == "bad_token"
    assert eve.get(path).json()["seat"] is None
    told = server.state(made, 0)["chat"][-1]
    assert (told["event"], told["text"]) == ("freed", "The host has removed Eve from their seat.")
    assert "The host has removed Eve from their seat." in server.browser().get(f"/t/{made.id}").text
    assert code(server.call("DELETE", f"{path}/seats/1", made.host)) == "seat_empty"


def test_a_person_leaves_a_table(live: Callable[..., Any]) -> None:
    server = live()
    for start in (False, True):
        made = server.make("human", "human", start=start)
        path = f"/api/matches/{made.id}"
        bob = server.take(made, 1, name="Bob")

        left = bob.delete(f"{path}/seats/1").json()

        assert left["kind"] == ("bot" if start else "open")
        state = server.state(made)
        assert state["chat"][-1]["text"] == "Bob has left the table."
        assert bob.get(path).json()["seat"] is None
        assert bob.get("/").text.count(f"/t/{made.id}") == 0, "it is not among his tables"
    server.play_on(server.make("human", "human"), 1)
    server.stop()
    assert live().get(path).json()["seats"][1]["kind"] == "bot"


def test_nobody_sits_down_at_a_locked_table(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human", start=False)
    path = f"/api/matches/{made.id}"
    assert code(server.call("PUT", f"{path}/lock", made.tokens[0])) == "not_host"
    assert server.call("PUT", f"{path}/lock", made.host).json() == {"locked": True}
    server.stop()
    server = live()

    assert code(server.browser().post(f"{path}/seats/0", json={})) == "locked"
    assert sit_down(server.browser(), made, made.tokens[0]).status_code == 403
    assert code(server.post(f"{path}/claim", made.tokens[0])) == "locked"
    assert "Sit here" not in server.browser().get(f"/t/{made.id}").text
    assert server.call("DELETE", f"{path}/lock", made.host).json() == {"locked": False}
    server.claim(made, 0)
    assert [line["event"] for line in server.state(made)["chat"]] == ["locked", "unlocked"]


def test_the_host_mutes_a_person(server: Any) -> None:
    made = server.make("human", "human")
    path = f"/api/matches/{made.id}"
    server.post(f"{path}/seats/1", made.tokens[1], {"name": "Mo"})

    assert code(server.call("PUT", f"{path}/seats/1/mute", made.tokens[0])) == "not_host"
    assert server.call("PUT", f"{path}/seats/1/mute", made.host).json()["muted"] is True

    assert code(server.post(f"{path}/chat", made.tokens[1], {"text": "hey"})) == "no_chat"
    assert code(server.post(f"{path}/seats/1", made.tokens[1], {"name": "hey"})) == "no_chat"
    assert server.state(made)["chat"][-1]["text"] == "The host has muted Mo."
    assert server.call("DELETE", f"{path}/seats/1/mute", made.host).json()["muted"] is False
    assert server.post(f"{path}/chat", made.tokens[1], {"text": "hey"}).status_code == 200


def test_the_host_has_buttons_with_words(server: Any) -> None:
    host = server.browser()
    order = {"game": "ghost_town", "seats": [{"kind": "human"}, {"kind": "human", "name": "Eve"}]}
    made = host.post("/api/matches", json=order).json()
    sit_down(host, Made(made["id"], {}, "", made), made["seats"][0]["token"])
    page, other = host.get(f"/t/{made['id']}").text, server.browser().get(f"/t/{made['id']}").text

    for words in ("Lock the table", "Free this seat", "Mute", "Leave the table"):
        assert f"{words}</button>" in page
        assert words not in other


@pytest.mark.parametrize(
    "name",
    ["ada", " A\u200bDA ", "Ａｄａ.", "Ada\ufe0f", "You", "(yoU)", "deliverer  1", "Deliverer l", *FOREIGN],
)
def test_a_name_cannot_be_taken_for_another(server: Any, name: str) -> None:
    made = server.make("human", "human")
    path = f"/api/matches/{made.id}/seats"
    assert server.post(f"{path}/0", made.tokens[0], {"name": "Ada"}).status_code == 200

    assert code(server.post(f"{path}/1", made.tokens[1], {"name": name})) == "name_taken"
    assert server.post(f"{path}/0", made.tokens[0], {"name": "ADA"}).status_code == 200, (
        "one's own may change"
    )
    assert server.post(f"{path}/1", made.tokens[1], {"name": "Ada B."}).status_code == 200
    order = {
        "game": "ghost_town",
        "seats": [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": name}],
    }
    assert code(server.post("/api/matches", json=order)) == "name_taken"


def test_one_browser_takes_several_seats_only_where_the_table_is_made_for_it(
    live: Callable[..., Any],
) -> None:
    server = live()
    made = server.make("human", "human")
    ada = server.take(made, 0)
    assert sit_down(ada, made, made.tokens[1]).status_code == 409

    made = server.make("human", "human", several_seats=True)
    path = f"/api/matches/{made.id}"
    for seat in (0, 1):
        assert sit_down(ada, made, made.tokens[seat]).status_code == 303
    shown = []
    for _move in range(6):
        state = ada.get(path).json()
        shown.append(state["seat"])
        move = {"action": state["legal"][0]["action"], "version": state["version"]}
        assert ada.post(f"{path}/actions", json=move).status_code == 200
    assert set(shown) == {0, 1}, "the browser shows the seat that is asked"
    before = ada.get(path).json()
    cookie = {"Cookie": f"fattorino={ada.cookies['fattorino']}"}
    server.stop()
    assert live().get(path, headers=cookie).json() == before


def test_the_link_of_a_seat_that_was_given_to_a_bot_opens_nothing(server: Any) -> None:
    made = server.make("human", "human", start=False)
    path, old = f"/api/matches/{made.id}", made.tokens[1]
    assert server.call("PUT", f"{path}/seats/1/bot", made.host, json={"bot": "greedy"}).status_code == 200
    assert code(server.post(f"{path}/claim", old)) == "bad_token"
    server.claim(made, 0)
    assert server.post(f"{path}/start", made.host).status_code == 200

    assert code(server.post(f"{path}/claim", old)) == "bad_token"
    server.table(made).seats[1].token = sha256("a token of the bot's")
    assert code(server.post(f"{path}/claim", "a token of the bot's")) == "seat_taken", "it plays to the end"
    assert server.state(made, 0)["seats"][1]["kind"] == "bot"


def test_a_host_does_not_delete_a_game_that_programs_of_others_play(server: Any) -> None:
    made = server.make("human", "human", start=False)
    server.claim(made, 0)
    server.claim(made, 1)
    assert server.post(f"/api/matches/{made.id}/start", made.host).status_code == 200

    assert code(server.call("DELETE", f"/api/matches/{made.id}", made.host)) == "others_play"


def test_an_action_is_never_negative(server: Any) -> None:
    made = server.make("human", "human", game="papa_paolo")
    seat, state = server.asked(made)
    assert server.move(made, seat, state["legal"][0]["action"], state["version"]).status_code == 200
    version = server.state(made, seat)["version"]

    assert code(server.move(made, seat, -1, version)) == "invalid_request"
    assert server.state(made, seat)["version"] == version
