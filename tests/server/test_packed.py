"""Updates are small, complete as soon as they are written, and tell nothing by their size."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from fattorino import games
from fattorino.kernel.rng import one_of
from fattorino.server.http.packed import Packer, patched, update
from fattorino.server.pages.fragments import fragments
from fattorino.server.tables.chance import Chance
from fattorino.server.tables.table import Table
from server.conftest import PATIENCE, Made

LARGEST_MEAN = 8000  # bytes on the wire of an update of a page
SEEN = "page&patches=true"


def shown(sent: dict[str, str], data: dict[str, Any]) -> dict[str, str]:
    """The fragments of a page after an update, as `updates.js` makes them."""
    made = {name: patched(sent[name], steps) for name, steps in data.get("patches", {}).items()}
    whole: dict[str, str] = data["fragments"]
    return sent | made | whole


def read(parts: tuple[bytes, ...]) -> dict[str, Any]:
    """The data of an update."""
    data: dict[str, Any] = orjson.loads(b"".join(parts).partition(b"data: ")[2])
    return data


@pytest.mark.bulk
@pytest.mark.parametrize("name", games.names())
def test_an_update_of_a_page_is_small_and_makes_the_whole_page(name: str) -> None:
    game = games.load(name)
    table = Table("t", game, game.settings_for(game.seats[-1]), Chance(3, ""))
    table.begin(table.prepare_start(0.0))
    page, before, packer = dict[str, str](), dict[str, str](), Packer()
    sizes: list[int] = []
    for move in range(60):
        now = fragments(table, 0)
        parts = update(move, before, now, patches=True)
        sizes.append(len(packer.add(*parts)))
        page, before = shown(page, read(parts)), now
        assert page == now
        if table.over:
            break
        decision = table.decision()
        action = int(decision.actions[one_of(len(decision.actions), move)])
        table.adopt(*table.prepare(decision.seat, action, "", float(move)), float(move))
    assert sum(sizes[1:]) / len(sizes[1:]) < LARGEST_MEAN


def test_without_patches_the_changed_fragments_are_whole() -> None:
    before = {"board": "<a></a>" * 50, "log": "<p>one</p>", "chat": ""}
    now = before | {"board": before["board"] + "<b></b>"}
    assert read(update(3, before, now, patches=False)) == {"version": 3, "fragments": {"board": now["board"]}}
    small = read(update(3, before, now, patches=True))
    assert small["fragments"] == {} and shown(before, small) == now


def test_what_others_write_is_not_compressed_together_with_what_a_viewer_sees() -> None:
    now = {"board": "my cards", "chat": "said by others", "players": "named by others", "log": "told"}
    own, theirs = update(1, b"", now, patches=True)
    assert b"my cards" in own and b"told" in own and b"others" not in own
    assert read((own, theirs))["fragments"] == now
    together = len(Packer().add(own + theirs))
    assert Packer().add(own, theirs) == Packer().add(own) + Packer().add(theirs)
    assert len(Packer().add(own, theirs)) > together, "they would share what they have in common"


@contextlib.contextmanager
def compressed(server: Any, made: Made, seat: int | None) -> Iterator[http.client.HTTPResponse]:
    """The stream of a page that takes gzip; what comes is read as it is."""
    line = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE)
    token = made.host if seat is None else made.tokens[seat]
    headers = {"Accept-Encoding": "gzip", "Authorization": f"Bearer {token}"}
    line.request("GET", f"/api/matches/{made.id}/stream?content={SEEN}", headers=headers)
    with contextlib.closing(line), line.getresponse() as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        yield answer


@pytest.mark.bulk
def test_each_update_can_be_read_as_soon_as_it_comes(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human", seed=4)
    packed, unpacker, page = b"", zlib.decompressobj(31), dict[str, str]()
    with compressed(server, made, 0) as answer:
        for move in range(4):
            wanted, version = server.state(made, 0)["version"], -1
            while version < wanted:
                text = b""
                while b"event: update" not in text or not text.endswith(b"\n\n"):
                    packed += (some := answer.read1(1 << 16))
                    text += unpacker.decompress(some)
                data = json.loads(text.rpartition(b"data: ")[2])
                page, version = shown(page, data), data["version"]
            server.play_on(made, 1, seed=move)
        assert page["log"] and page["board"]
        server.do(ended(server))
        packed += answer.read()
    assert gzip.decompress(packed).count(b"event: update") >= 4, "it is one whole file"


async def ended(server: Any) -> None:
    """End all streams, as before the server stops."""
    server.service.listeners.stop()


@pytest.mark.bulk
def test_links_of_seats_are_not_compressed(live: Callable[..., Any]) -> None:
    server, packed = live(), b""
    made = server.make("human", "human", start=False)
    with compressed(server, made, None) as answer:
        while b"event: update" not in packed or not packed.endswith(b"\xff\xff"):
            packed += answer.read1(1 << 16)
    assert b"/seat#" in packed
