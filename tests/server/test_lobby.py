"""People around a table: sitting down, bots, stand-ins, clocks, chat, notes, rematch."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from fattorino.server.tables import chat, lobby
from server.conftest import open_link, sit_down, wait_until

pytestmark = pytest.mark.bulk

LONG = 600.0  # seconds


def code(answer: httpx.Response) -> str:
    """The code of a problem."""
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["code"])


def test_people_sit_down_and_the_host_begins(server: Any) -> None:
    made = server.make("human", "human", start=False, listed=True)
    ada, bob = server.browser(), server.browser()
    path = f"/api/matches/{made.id}"

    assert server.state(made)["status"] == "open"
    assert server.state(made)["version"] == 0
    assert any(table["id"] == made.id for table in server.get("/api/matches").json()["tables"])
    assert code(server.post(f"{path}/start", made.host)) == "seat_empty"
    taken = ada.post(f"{path}/seats/0", json={"name": "  Ada \n L. ", "colour": 3})
    assert taken.json()["seat"] == 0
    assert code(bob.post(f"{path}/seats/0", json={"name": "Bob"})) == "seat_taken"
    assert code(bob.post(f"{path}/seats/1", json={"name": "Bob", "colour": 3})) == "colour_taken"
    assert bob.post(f"{path}/seats/1", json={"name": "Bob", "colour": 4}).status_code == 200
    assert bob.post(f"{path}/seats/1", json={"name": "Bobby"}).status_code == 200
    assert code(ada.post(f"{path}/start", json={})) == "not_host"
    assert server.post(f"{path}/start", made.host).status_code == 200
    assert code(server.post(f"{path}/start", made.host)) == "already_started"

    state = ada.get(path).json()
    assert [(seat["name"], seat["colour"]) for seat in state["seats"][:2]] == [("Ada L.", 3), ("Bobby", 4)]
    assert (state["seat"], state["version"]) == (0, 1)
    assert state["legal"]
    move = {"action": state["legal"][0]["action"], "version": 1}
    assert ada.post(f"{path}/actions", json=move).status_code == 200
    assert code(ada.post(f"{path}/seats/5", json={})) == "bad_seat"


def test_moves_before_the_start_are_refused(server: Any) -> None:
    made = server.make("human", "human", start=False)
    path = f"/api/matches/{made.id}"
    server.claim(made, 0)

    assert code(server.post(f"{path}/actions", made.tokens[0], {"action": 0, "version": 0})) == "not_started"
    assert code(server.post(f"{path}/undo", made.tokens[0])) == "not_started"
    assert code(server.post(f"{path}/rematch", made.tokens[0])) == "not_over"
    assert "not begun" in server.get(f"{path}/why?action=0", made.tokens[0]).json()["sentence"]


def test_a_seat_link_seats_whoever_presses_its_button(server: Any) -> None:
    made = server.make("human", "human")
    ada = server.browser()

    landed = sit_down(ada, made, made.tokens[1])

    assert (landed.status_code, landed.headers["location"]) == (303, f"/t/{made.id}")
    assert ada.get(f"/api/matches/{made.id}").json()["seat"] == 1
    again = open_link(ada, made, made.tokens[1])
    assert again.headers["location"] == f"/t/{made.id}", "one's own seat needs no button"
    bob = server.browser()
    for lost in (open_link(bob, made, "nonsense"), sit_down(bob, made, "nonsense")):
        assert lost.status_code in (403, 404)
        assert "text/html" in lost.headers["content-type"]


def test_a_messenger_that_looks_at_a_seat_link_takes_nothing(server: Any) -> None:
    made = server.make("human", "human", start=False)
    before = server.state(made)
    link = made.body["seats"][1]["url"]

    fetched = httpx.get(link)
    opened = open_link(stranger(server), made, made.tokens[1])

    assert fetched.status_code == opened.status_code == 200
    assert "Sit down" not in fetched.text and "Sit down" in opened.text
    assert server.state(made) == before


def test_no_address_of_a_request_has_the_secret_of_a_seat(server: Any) -> None:
    made = server.make("human", "human", start=False)
    host = server.browser()
    lobby = server.get(f"/t/{made.id}", made.host).text
    assert f"/t/{made.id}/seat#{made.tokens[1]}" in lobby

    for page in (lobby, host.get(f"/t/{made.id}/seat").text, open_link(host, made, made.tokens[1]).text):
        for link in re.findall(r'(?:href|src|action)="([^"]*)"', page):
            assert made.tokens[1] not in link.partition("#")[0]
    assert urlsplit(made.body["seats"][1]["url"]).path == f"/t/{made.id}/seat"


def test_a_whole_link_that_is_pasted_and_a_link_as_it_was_open_the_seat(server: Any) -> None:
    made = server.make("human", "human", start=False)
    browser, token = server.browser(), made.tokens[1]
    for pasted in (made.body["seats"][1]["url"], f" {server.url}/t/{made.id}/s/{token}\n", token):
        assert "Sit down" in open_link(browser, made, pasted).text
    old = browser.get(f"/t/{made.id}/s/{token}")
    assert (old.status_code, old.headers["location"]) == (303, f"/t/{made.id}/seat#{token}")


def stranger(server: Any) -> Any:
    """A browser without cookies."""
    server.http.cookies.clear()
    return server.http


def test_without_a_cookie_nobody_sits(server: Any) -> None:
    made = server.make("human", "human")
    assert code(sit_down(stranger(server), made, made.tokens[1])) == "no_seat"


def test_what_an_option_keeps_closed_stays_closed_after_the_game(server: Any) -> None:
    made = server.make("human", "random", seed=4, options={"reveal_after_game": False, "turn_limit": 15})
    ada = server.take(made, 0)
    server.play_on(made)

    state = server.state(made)
    assert state["over"] and state["opened"] is None
    assert code(server.get(f"/api/matches/{made.id}/record")) == "kept_closed"
    page = ada.get(f"/replay/{made.id}?move=3&seat=0")
    assert page.status_code == 200 and "sq0" not in page.text
    assert '<option value="0"' in page.text and '<option value="1"' not in page.text
    for reader, seat in ((ada, 1), (ada, 2), (server.browser(), 0)):
        assert reader.get(f"/replay/{made.id}/frame?seat={seat}").status_code == 403
    assert ada.get(f"/replay/{made.id}/frame?seat=watch").status_code == 200
    assert "stays hidden after the game" in ada.get(f"/t/{made.id}").text


def test_the_host_sets_and_removes_bots_until_the_start(server: Any) -> None:
    made = server.make("human", "human", start=False)
    seats = f"/api/matches/{made.id}/seats"

    assert code(server.call("PUT", f"{seats}/1/bot", json={"bot": "greedy"})) == "not_host"
    assert code(server.call("PUT", f"{seats}/1/bot", made.host, json={"bot": "deep"})) == "unknown_bot"
    assert server.call("PUT", f"{seats}/1/bot", made.host, json={"bot": "random"}).json()["kind"] == "bot"
    assert server.call("DELETE", f"{seats}/1/bot", made.host).json()["kind"] == "open"
    assert server.call("PUT", f"{seats}/1/bot", made.host, json={"bot": "greedy"}).json()["bot"] == "greedy"
    assert server.post(f"{seats}/0", made.tokens[0], {"name": "Ada"}).status_code == 200
    assert code(server.call("PUT", f"{seats}/0/bot", made.host, json={"bot": "greedy"})) == "seat_taken"
    assert server.post(f"/api/matches/{made.id}/start", made.host).status_code == 200
    assert code(server.call("PUT", f"{seats}/1/bot", made.host, json={"bot": "random"})) == "already_started"
    assert code(server.call("DELETE", f"{seats}/1/bot", made.host)) == "already_started"


def test_who_left_a_seat_does_not_see_the_hand_of_who_comes_after(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human", game="pizza_city", start=False)
    path = f"/api/matches/{made.id}"
    eve, bob = server.browser(), server.browser()
    key = eve.post(f"{path}/seats/0", json={"name": "Eve"}).json()["token"]
    assert server.call("DELETE", f"{path}/seats/0/bot", made.host).json()["kind"] == "open"

    own = bob.post(f"{path}/seats/0", json={"name": "Bob"}).json()["token"]
    server.post(f"{path}/seats/1", made.tokens[1], {"name": "Ada"})
    assert server.post(f"{path}/start", made.host).status_code == 200

    assert code(server.get(path, key)) == "bad_token", "her key would open Bob's hand"
    assert server.get(path, own).json()["seat"] == 0
    cookie = {"Cookie": f"fattorino={eve.cookies['fattorino']}"}
    server.stop()
    again = live()
    assert code(again.get(path, key)) == "bad_token"
    assert again.get(path, own).json()["seat"] == 0
    assert again.get(path, headers=cookie).json()["seat"] is None, "nor would her cookie after a restart"


def test_a_seat_that_was_taken_without_its_link_is_not_opened_by_it(server: Any) -> None:
    """Otherwise one could take every seat in turn, keep the tokens, and see all hands."""
    made = server.make("human", "human", start=False)
    path = f"/api/matches/{made.id}"
    eve = server.browser()

    keys = [eve.post(f"{path}/seats/{seat}", json={}).json()["token"] for seat in (0, 1)]

    assert code(server.get(path, made.tokens[0])) == code(server.get(path, keys[0])) == "bad_token"
    assert server.state(made)["seats"][0]["kind"] == "open", "she moved: her first seat is free again"
    assert sit_down(server.browser(), made, made.tokens[0]).status_code == 403
    assert server.get(path, keys[1]).json()["seat"] == 1
    assert eve.post(f"{path}/seats/1", json={"name": "Eve"}).json()["token"] == "", "it is told once"
    assert server.get(path, keys[1]).json()["seats"][1]["name"] == "Eve"


def test_a_chair_that_only_looks_on_sees_all_and_says_nothing(server: Any) -> None:
    made = server.make("human", "human", onlooker=True)
    path = f"/api/matches/{made.id}"

    assert list(made.tokens) == [0, 1, 2]
    server.claim(made, 2, name="Gus")
    assert server.state(made, 2)["view"]["walls"] > 0
    assert server.state(made, 0)["view"]["walls"] == -2
    assert server.state(made, 2)["legal"] == []
    assert code(server.post(f"{path}/chat", made.tokens[2], {"text": "left!"})) == "no_chat"
    server.play_on(made)
    assert server.post(f"{path}/chat", made.tokens[2], {"text": "well played"}).status_code == 200
    closed = server.make("human", "human")
    assert closed.tokens.keys() == {0, 1}
    assert code(server.browser().post(f"/api/matches/{closed.id}/seats/2", json={})) == "seat_taken"


def test_a_bot_stands_in_for_somebody_absent_and_gives_the_seat_back(live: Callable[..., Any]) -> None:
    server = live(absent_after=LONG)
    made = server.make("human", "human")
    seat = f"/api/matches/{made.id}/seats/0/stand-in"
    server.state(made, 0)
    ada = server.table(made).seats[0]

    assert code(server.call("PUT", seat, made.tokens[1], json={"bot": "greedy"})) == "not_absent"
    assert code(server.call("PUT", seat, json={"bot": "greedy"})) == "no_seat"
    stream = server.stream(made, 0)
    stream.next()
    ada.seen -= LONG
    assert code(server.call("PUT", seat, made.tokens[1], json={"bot": "greedy"})) == "not_absent"
    stream.close()
    wait_until(lambda: not ada.connected)
    assert code(server.call("PUT", seat, made.tokens[1], json={"bot": "greedy"})) == "not_absent"
    ada.seen -= LONG
    answer = server.call("PUT", seat, made.tokens[1], json={"bot": "greedy"})
    assert answer.json()["stand_in"] == "greedy"
    wait_until(lambda: any(server.state(made, 1)[name] for name in ("legal", "over")))
    mine = server.state(made, 0)
    assert mine["seats"][0]["stand_in"] == "greedy"
    move = {"action": 0, "version": mine["version"]}
    assert code(server.post(f"/api/matches/{made.id}/actions", made.tokens[0], move)) == "not_your_turn"
    assert code(server.call("DELETE", seat, made.tokens[1])) == "not_yours"
    assert server.call("DELETE", seat, made.tokens[0]).json()["stand_in"] == ""
    assert code(
        server.call("PUT", f"/api/matches/{made.id}/seats/2/stand-in", made.tokens[1], json={"bot": "random"})
    ) == ("bad_seat")


def test_who_is_played_for_by_a_bot_takes_the_seat_back_before_moving(live: Callable[..., Any]) -> None:
    server = live(absent_after=0.0, bot_pause=30.0)
    made = server.make("human", "human", seed=4)
    action = server.state(made, 0)["legal"][0]["action"]
    seat = f"/api/matches/{made.id}/seats/0/stand-in"
    assert server.call("PUT", seat, made.tokens[1], json={"bot": "greedy"}).status_code == 200

    assert code(server.move(made, 0, action, server.state(made, 0)["version"])) == "stand_in"
    assert server.call("DELETE", seat, made.tokens[0]).status_code == 200
    assert server.move(made, 0, action, server.state(made, 0)["version"]).status_code == 200


def test_when_the_clock_runs_out_a_bot_moves_once(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "CLOCKS", (1,))
    start = time.time()
    made = server.make("human", "human", clock=1)
    before = server.state(made, 0)

    assert before["clock"] == 1
    assert start < before["deadline"] - 1 < time.time()
    stream = server.stream(made, 0)
    later = stream.until(lambda event: event["id"] > before["version"])
    assert len(later["data"]["log"]) > len(before["log"])
    assert later["data"]["seats"][0]["stand_in"] == ""
    stream.close()


def test_chat_is_kept_and_bounded(server: Any) -> None:
    made = server.make("human", "human")
    path = f"/api/matches/{made.id}/chat"

    said = server.post(path, made.tokens[0], {"text": " <b>Ciao</b>\u0000\nall "})
    assert said.json()["text"] == "<b>Ciao</b> all"
    assert server.state(made)["chat"][0]["text"] == "<b>Ciao</b> all"
    assert server.state(made, 1)["chat"][0]["seat"] == 0
    assert code(server.post(path, made.tokens[0], {"text": "x" * 501})) == "invalid_request"
    assert code(server.post(path, made.tokens[0], {"text": " \n "})) == "invalid_request"
    assert code(server.post(path, json={"text": "hello"})) == "no_seat"
    for _line in range(20):
        answer = server.post(path, made.tokens[0], {"text": "spam"})
        if answer.status_code == 429:
            break
    assert code(answer) == "too_many"
    assert int(answer.headers["retry-after"]) >= 1


def test_there_is_room_for_a_bounded_number_of_notes(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_NOTES", 2)
    made = server.make("human", "human")
    path = f"/api/matches/{made.id}/notes"
    two = {"notes": {"cell-1": "wall", "cell-2": "wall"}}
    assert server.call("PUT", path, made.tokens[0], json=two).status_code == 200
    answer = server.call("PUT", path, made.tokens[0], json={"notes": {"cell-3": "wall"}})
    assert answer.status_code == 422 and "room for 2 notes" in answer.json()["detail"]
    assert server.get(path, made.tokens[0]).json() == two


def test_notes_are_private_unless_shared(server: Any) -> None:
    made = server.make("human", "human")
    path = f"/api/matches/{made.id}/notes"

    assert server.call(
        "PUT", path, made.tokens[0], json={"notes": {"cell-3": "wall", "cell-4": "ghost"}}
    ).json() == {"notes": {"cell-3": "wall", "cell-4": "ghost"}}
    answer = server.call("PUT", path, made.tokens[0], json={"notes": {"cell-4": "", "cell-5": None}})
    assert answer.json() == {"notes": {"cell-3": "wall"}}
    assert server.get(path, made.tokens[0]).json() == {"notes": {"cell-3": "wall"}}
    assert code(server.get(f"{path}?seat=0", made.tokens[1])) == "not_yours"
    assert code(server.get(f"{path}?seat=0")) == "not_yours"
    assert code(server.get(path)) == "no_seat"
    assert code(server.get(f"{path}?seat=9", made.tokens[0])) == "bad_seat"
    assert code(server.call("PUT", path, json={"notes": {}})) == "no_seat"
    for bad in ({"Cell 1": "wall"}, {"cell-1": "<b>"}, {"c" * 41: "wall"}):
        assert code(server.call("PUT", path, made.tokens[0], json={"notes": bad})) == "invalid_request"
    shared = server.make("human", "human", options={"shared_notes": True})
    path = f"/api/matches/{shared.id}/notes"
    server.call("PUT", path, shared.tokens[0], json={"notes": {"cell-1": "house"}})
    assert server.get(f"{path}?seat=0", shared.tokens[1]).json() == {"notes": {"cell-1": "house"}}


def test_a_chair_that_may_not_talk_shares_no_notes_either(server: Any) -> None:
    made = server.make("human", "human", "human", options={"shared_notes": True, "town": "human_gm"})
    path = f"/api/matches/{made.id}/notes"
    server.call("PUT", path, made.tokens[2], json={"notes": {"cell-1": "wall"}})
    server.call("PUT", path, made.tokens[0], json={"notes": {"cell-2": "ghost"}})

    assert server.get(path, made.tokens[2]).json() == {"notes": {"cell-1": "wall"}}
    assert code(server.get(f"{path}?seat=2", made.tokens[0])) == "not_yours", "a map could be told this way"
    assert code(server.get(f"{path}?seat=0", made.tokens[2])) == "not_yours"
    assert server.get(f"{path}?seat=0", made.tokens[1]).json() == {"notes": {"cell-2": "ghost"}}


def test_a_chair_that_may_not_talk_says_nothing_by_its_name_or_colour(server: Any) -> None:
    made = server.make("human", "human", "human", options={"town": "human_gm"})
    path = f"/api/matches/{made.id}/seats"
    told = {"name": "ghost at C3"}

    assert code(server.post(f"{path}/2", made.tokens[2], told)) == "no_chat"
    assert code(server.post(f"{path}/2", made.tokens[2], {"colour": 5})) == "no_chat"
    other = server.take(made, 2, **told)
    assert code(other.post(f"{path}/2", json=told)) == "no_chat"
    assert server.post(f"{path}/2", made.tokens[2]).status_code == 200, "sitting there is no message"
    assert server.post(f"{path}/0", made.tokens[0], {"name": "Ada"}).status_code == 200
    names = [seat["name"] for seat in server.state(made)["seats"]]
    assert names == ["Ada", "Deliverer 2", "Game master"]


def test_where_the_chat_is_off_a_name_is_said_once(server: Any) -> None:
    made = server.make(*["human"] * 4, game="pizza_city", options={"chat": "off"})
    path = f"/api/matches/{made.id}/seats"

    assert server.post(f"{path}/0", made.tokens[0], {"name": "Ada"}).status_code == 200
    assert code(server.post(f"{path}/0", made.tokens[0], {"name": "I hold no Move 4"})) == "no_chat"
    assert server.state(made)["seats"][0]["name"] == "Ada"


def test_a_chair_that_sees_all_is_not_taken_without_its_link_once_the_game_is_on(server: Any) -> None:
    made = server.make("human", "human", onlooker=True)
    path = f"/api/matches/{made.id}/seats/2"
    player = server.browser()
    sit_down(player, made, made.tokens[0])

    assert code(player.post(path, json={})) == "already_started", "a player would see the map"
    assert code(server.post(path)) == "already_started"
    assert server.state(made)["seats"][2]["kind"] == "open"
    assert sit_down(server.browser(), made, made.tokens[2]).status_code == 303


def test_notes_stay_closed_after_the_game_where_all_that_was_hidden_does(server: Any) -> None:
    for reveal in (True, False):
        options = {"reveal_after_game": reveal, "turn_limit": 15}
        made = server.make("human", "random", seed=4, options=options)
        path = f"/api/matches/{made.id}/notes"
        server.call("PUT", path, made.tokens[0], json={"notes": {"cell-3": "wall"}})
        server.play_on(made)

        assert server.get(f"{path}?seat=0", made.tokens[0]).status_code == 200
        assert server.get(f"{path}?seat=0").status_code == (200 if reveal else 403)
        page = server.browser().get(f"/t/{made.id}/notes/0")
        assert page.status_code == (200 if reveal else 403)


def test_whoever_comes_to_a_table_is_told_what_it_is_played_with(server: Any) -> None:
    chosen = {"variant_pigs": True, "turn_limit": 15, "ranking": False}
    unusual = server.make("human", "human", options=chosen)
    usual = server.make("human", "human")
    visitor = server.browser()

    page = visitor.get(f"/t/{unusual.id}").text
    assert "Played with: Rank the winners: off; Turn limit: 15; Three Little Pigs" in page
    assert "Played with" not in visitor.get(f"/t/{usual.id}").text


def test_everybody_is_told_that_the_host_chose_the_seed(server: Any) -> None:
    chosen, drawn = server.make("human", "human", seed=7), server.make("human", "human")

    assert server.state(chosen)["seed_chosen"] is True
    assert server.state(drawn)["seed_chosen"] is False
    visitor = server.browser()
    assert "Played with: a seed that the host chose" in visitor.get(f"/t/{chosen.id}").text
    assert "the host chose" not in visitor.get(f"/t/{drawn.id}").text


def test_a_rematch_keeps_the_people_and_is_made_once(server: Any) -> None:
    made = server.make("human", "greedy", seed=4)
    path = f"/api/matches/{made.id}/rematch"
    ada = server.take(made, 0)
    assert code(server.post(path, made.tokens[0])) == "not_over"
    server.play_on(made)

    first = server.post(path, made.tokens[0]).json()
    again = ada.post(path, json={}).json()

    assert first["id"] == again["id"] == server.state(made)["rematch"]
    assert first["seats"][0]["token"] == made.tokens[0] and again["seats"][0]["token"] == ""
    assert first["commitment"] != made.body["commitment"]
    assert ada.get(f"/api/matches/{first['id']}").json()["seat"] == 0
    state = server.get(f"/api/matches/{first['id']}", first["seats"][0]["token"]).json()
    assert state["status"] == "running"
    assert state["seats"][1]["bot"] == "greedy"
    assert code(server.post(path)) == "no_seat"
