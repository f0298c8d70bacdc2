"""The fragments of a table's page by element id, as one viewer may see them.

The page contains them when it is loaded; the stream sends those that changed, and the page replaces them.
They are rendered for every viewer after every move; unchanged ones come from a cache (`drawn`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import segno
from markupsafe import Markup

from fattorino.kernel.game import Game
from fattorino.kernel.guide import Moment, Taught
from fattorino.kernel.i18n import _, isolated
from fattorino.render import paint
from fattorino.server.pages import labels
from fattorino.server.pages.labels import Names, headline, known_as, new_names, renamed
from fattorino.server.pages.templates import drawn, macros
from fattorino.server.tables.bot_levels import bot_name, levels
from fattorino.server.tables.people import COLOURS, ChatLine, Seat
from fattorino.server.tables.table import Table
from fattorino.server.tables.viewer import Projection, Turn

NEWEST, NEWEST_ROWS = 16, 6  # log turns and chat lines, table rows in an update; a page has all

NOT_BEFORE = (  # fragments that are empty before the game
    "strip", "tools", "tables", "legend", "log", "since", "moment", "lesson", "actions", "missing", "status",
)  # fmt: skip


class Asked(NamedTuple):
    """The prompt line of a viewer."""

    words: str
    asked: bool = False
    deadline: float | None = None
    frozen: str = ""
    undo: str | None = None  # why not; '' if undo is possible, None if it does not apply
    viewer: int | None = None
    colour: int = 0
    give_back: bool = False
    hint: bool = False  # whether hints are available
    start: str | None = None  # what is missing before the start; None: the viewer cannot start it


class Player(NamedTuple):
    """A seat in the list of players."""

    number: int
    colour: int
    name: str
    role: str
    marks: tuple[tuple[str, str], ...]  # its public components
    state_symbol: str
    state: str
    you: bool = False
    turn: bool = False
    free: bool = False  # whether the viewer can free or leave the seat
    mute: str = ""  # the host's mute request: PUT or DELETE
    take_over: bool = False  # whether the viewer can let a bot stand in
    notes: str = ""  # the URL of its shared notes
    link: str = ""  # where the host gets a new link for it


def fragments(
    table: Table, viewer: int | None, host: bool = False, base_url: str = "", whole: bool = False
) -> dict[str, str]:
    """The fragments of a table's page by element id, exactly as this viewer may see them.

    An update has the newest lines of log and chat; `whole`, for the page itself, has all. `host` adds what
    only the host has before the start: the links of empty seats, bots, the start button.
    """
    seen = table.see(viewer)
    if seen.view is None:
        parts = dict.fromkeys(NOT_BEFORE, "")
        parts["board"] = str(macros().lobby(lobby(table, viewer, host, base_url)))
    else:
        parts = seen.keep("position", lambda: position_parts(table, seen, seen.scene))
        parts = parts | seen.keep(f"record {whole}", lambda: record_parts(table, seen, seen.scene, whole))
        notes = None if viewer is None or "notes" not in seen.scene else table.notes.get(viewer, {})
        parts["board"] = framed(parts["board"], seen.scene, None if notes is None else json.dumps(notes))
        parts["status"] = status(table, seen)
    parts["prompt"] = drawn("prompt", asked(table, seen, host))
    parts["players"] = players(table, seen, host)
    if host:
        parts["players"] += "" if table.over else drawn("lock", table.locked)
        parts["players"] += drawn("deletion", table.why_not_delete())
    parts["promise"] = "" if table.over else chance(table, viewer)
    parts["chat"] = chat_lines(table, table.chat if whole else table.chat[-NEWEST:])
    return parts


def chat_lines(table: Table, said: Sequence[ChatLine]) -> str:
    """The chat, line by line."""
    return "".join(
        [drawn("chat_line", n.number, n.name, n.words, table.seats[n.seat].colour, n.event) for n in said]
    )


def chance(table: Table, viewer: int | None) -> str:
    """The parts of the seed before and during the game; the page commits to its part, and reveals it."""
    parts = [part for part in table.chance.parts if part.part or not table.begun]
    wanted = ""
    if viewer is not None and not table.begun and not table.chance.chosen:
        holder = table.seats[viewer].holder
        committed = any((part.seat, part.holder) == (viewer, holder) for part in parts)
        if table.chance.opening:
            wanted = "open" if viewer in table.parts_missing() else ""
        elif not committed:
            wanted = "commitment"
    return drawn(
        "promise",
        table.commitment,
        ", ".join(isolated(table.seats[part.seat].name) for part in parts),
        wanted,
    )


def replay_fragments(table: Table, seen: Projection, pad: bool) -> dict[str, str]:
    """The fragments of a replay's page: read-only, so there are no pencils, and controls only if a move is
    shown on them."""
    unused = ("notes",) if pad else ("notes", "pad")
    scene = {name: value for name, value in seen.scene.items() if name not in unused}
    parts = position_parts(table, seen, scene) | record_parts(table, seen, scene, whole=True)
    del parts["actions"]
    parts["board"] = framed(parts["board"], scene)
    parts["prompt"] = drawn("prompt", Asked(known_as(seen.prompt, table.seats), viewer=seen.viewer))
    parts["players"] = players(table, seen, live=False)
    return parts


def position_parts(table: Table, seen: Projection, scene: Mapping[str, Any]) -> dict[str, str]:
    """The fragments that depend only on the position; the board is not framed yet."""
    colours = [seat.colour for seat in table.seats]
    return {
        "strip": strip(table, seen),
        "board": Markup(renamed(str(paint(table.game, scene, colours)), labels.names_on_board(table.seats))),
        "actions": "".join([choice(seen, *found) for found in seen.legal]),
        "missing": "".join([drawn("missing", *missing) for missing in seen.missing]),
        "tools": tools(table.game, scene, colours),
        "legend": drawn("legend", _("Signs"), tuple(scene.get("legend", ()))),
        "lesson": lesson(seen),
        "moment": "".join([drawn("moment", seen.version, *moment) for moment in highlights(table, seen)]),
    }


def record_parts(table: Table, seen: Projection, scene: Mapping[str, Any], whole: bool) -> dict[str, str]:
    """The fragments that tell what has happened: all of it, or the newest."""
    names = new_names(table.seats)
    story = [told(seen, turn, names) for turn in seen.story[0 if whole else -NEWEST :]]
    first = len(seen.story) - len(story)
    return {
        "tables": written(scene, names, whole),
        "log": "".join([drawn("log_turn", n, turn) for n, turn in enumerate(story, first)]),
        "since": drawn("news", tuple(news(seen, story))),
    }


def highlights(table: Table, seen: Projection) -> Sequence[Moment]:
    """The newest highlight; the last one of a game says who won."""
    newest = list(seen.moments[-1:])
    if newest and seen.outcome is not None:
        won = headline(table, seen.viewer, seen.outcome.winners)
        return [newest[0]._replace(words=won, symbol="trophy")]
    return newest


class Told(NamedTuple):
    """A turn in the log."""

    words: str
    lines: tuple[str, ...]  # its details, if they say more
    first: int  # line of the log
    places: str  # on the board, to be marked with it
    new: bool
    mine: bool
    shared: bool = False  # with others: it is said in one sentence


def told(seen: Projection, turn: Turn, names: Names) -> Told:
    """A turn with players' names."""
    lines = tuple([renamed(line, names) for line in seen.log[turn.first : turn.after]])
    words = renamed(turn.words, names)
    places = " ".join(turn.places)
    mine = turn.seat == seen.seat
    details = () if lines == (words,) else lines
    return Told(words, details, turn.first, places, turn.after > seen.fresh, mine, turn.shared)


def news(seen: Projection, story: Sequence[Told]) -> Sequence[Told]:
    """A summary of what happened since and including the viewer's last turn."""
    if seen.viewer is None:
        return story[-1:]
    done = story[:-1] if story and len(story[-1].lines) == 1 else story  # not a turn that has just begun
    running = seen.asked and bool(done) and done[-1].mine  # what the others did stays visible meanwhile
    own = [n for n, turn in enumerate(done[:-1] if running else done) if turn.mine]
    return done[own[-1] + running if own else 0 :]


def choice(seen: Projection, action: int, label: str, target: str, key: str) -> str:
    """A button for a choice."""
    short = seen.shortest[action]
    return drawn("choice", action, label, target, key, short, seen.declines(action), seen.warning(action))


def lesson(seen: Projection) -> str:
    """What the coach could explain now; after the game, everything there is to learn."""
    lessons = seen.game.rulebook.lessons
    if seen.viewer is None:
        return ""
    taught = seen.taught if seen.outcome is None else [Taught(rule) for rule in lessons]
    told = [
        (t.rule, lessons[t.rule].level, _(lessons[t.rule].sentence), t.target) for t in dict.fromkeys(taught)
    ]
    return "".join([drawn("taught", *one) for one in told])


class Standing(NamedTuple):
    """A seat or team in the status strip: who it is, its points, and where they come from."""

    number: int
    colours: tuple[int, ...]
    name: str
    points: str
    least: bool  # something is hidden that may add to them
    lines: tuple[tuple[str, str, str], ...]  # what, how many points, how they are counted
    turn: bool


def strip(table: Table, seen: Projection) -> str:
    """The status strip: the goal, the scores, how far the game is, who is next."""
    summary = seen.summary
    if summary is None:
        return ""
    standings, names = [], new_names(table.seats)
    for members in labels.teams(table.seats[: len(summary.scores)]):
        lines = summary.scores[members[0]]
        known = [points for _words, points in lines if points is not None]
        least, points = len(known) < len(lines), labels.signed(sum(known))
        tells = zip(lines, [*summary.score_tells, *[""] * len(lines)], strict=False)
        shown = [(renamed(w, names), "?" if n is None else labels.signed(n), how) for (w, n), how in tells]
        name = labels.together(table.seats, members)
        if seen.viewer in members:
            name = _("You") if len(members) == 1 else _("Your team")
        colours = tuple(table.seats[number].colour for number in members)
        turn = seen.to_move in members
        standings.append(Standing(members[0], colours, name, points, least, tuple(shown), turn))
    order = []
    for number in summary.order[:4]:
        seat = table.seats[number]
        name = _("you") if number == seen.viewer else labels.called(seat)
        order.append((seat.colour, name))
    return drawn(
        "strip",
        renamed(summary.goal, names),
        summary.end,
        summary.end_tells,
        round(100 * min(1.0, max(0.0, summary.share))),
        tuple(standings),
        tuple(order),
        tuple(summary.have),
    )


def framed(board: str, scene: Mapping[str, Any], notes: str | None = None) -> str:
    """The board in its frame, with pencils if it can be written on."""
    palette = drawn("palette", tuple(pencils(scene))) if "notes" in scene else ""
    return palette + str(macros().frame(scene["title"], notes, Markup(board)))


def pencils(scene: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The marks for notes: id, symbol and name of each."""
    return [(mark["id"], mark["symbol"], mark["name"]) for mark in scene.get("notes", ())]


def tools(game: Game, scene: Mapping[str, Any], colours: Sequence[int]) -> str:
    """Hand and controls."""
    pad = str(paint(game, scene, colours, "pad")) if "pad" in scene else ""
    if "hand" not in scene:
        return pad
    cards = [
        drawn("held", c["name"], c.get("text", ""), c["symbol"], c.get("count", 1), c.get("target", ""))
        for c in scene["hand"]
    ]
    return pad + drawn(
        "hand", Markup("".join(cards)), bool(scene.get("hand_first")), scene.get("hand_none", "")
    )


def written(scene: Mapping[str, Any], names: Names, whole: bool) -> str:
    """The tables of a scene with players' names: all rows, or the newest."""
    shown = []
    for number, table in enumerate(scene.get("tables", [])):
        first = 0 if whole else max(0, table["count"] - NEWEST_ROWS)
        rows = []
        for n in range(first, table["count"]):
            cells = table["row"](n)
            rows.append(drawn("row", number, n, tuple([renamed(cell, names) for cell in cells])))
        shown.append(drawn("written", number, table["title"], tuple(table["columns"]), Markup("".join(rows))))
    return "".join(shown) or drawn("nothing_written")


def asked(table: Table, seen: Projection, host: bool) -> Asked:
    """The prompt line of a viewer."""
    viewer = seen.viewer
    if seen.view is None:
        start = table.why_not_start() if host else None
        return Asked(opening_words(table, viewer), frozen=table.frozen, viewer=viewer, start=start)
    seat = None if viewer is None else table.seats[viewer]
    away = seat is not None and bool(seat.stand_in)
    decides = seat is not None and seat.role.decides and not table.over
    words = known_as(seen.prompt, table.seats)
    if seen.outcome is not None:
        won = headline(table, viewer, seen.outcome.winners)
        words = _("The game is over. {result}").format(result=won if won.endswith("!") else f"{won}.")
    return Asked(
        words,
        asked=seen.asked and not away,
        deadline=seen.deadline,
        frozen=table.frozen,
        undo=undo_reason(table, viewer) if decides else None,
        viewer=viewer,
        colour=0 if seat is None else seat.colour,
        hint=decides and not table.why_no_hint(viewer),
        give_back=away,
    )


def undo_reason(table: Table, viewer: int | None) -> str:
    """'' if undo is possible; otherwise a sentence that does not depend on hidden actions of others."""
    if not table.why_no_undo(viewer):
        return ""
    return _("Nothing to undo: a step can be undone until something is revealed or somebody else decides.")


def opening_words(table: Table, viewer: int | None) -> str:
    """The prompt before the game."""
    missing = table.why_not_start()
    if not missing:
        return _("Everyone is seated: the host can start the game.")
    return missing if viewer is not None else _("Take a seat. {missing}").format(missing=missing)


def players(table: Table, seen: Projection, host: bool = False, live: bool = True) -> str:
    """The list of players with public information; in a replay without presence."""
    marks: Sequence[Any] = () if seen.view is None else seen.scene.get("players", ())
    viewer, shown = seen.viewer, []
    for seat in table.seats:
        if seat.kind == "closed":
            continue
        symbol, words = presence(seat) if live else who(seat)
        other = live and table.status == "running" and viewer is not None and seat.number != viewer
        away = seat.kind == "human" and not seat.connected and not seat.stand_in and seat.role.decides
        person, mine = live and seat.kind == "human", seat.number == viewer
        lost = person and host and not mine and not seat.connected
        muting = person and host and not mine and table.settings.chat
        noted = other and bool(table.notes_of(viewer, seat.number))
        player = Player(
            seat.number,
            seat.colour,
            seat.name or (_("nobody yet") if live else seat.role.name),
            seat.role.name if seat.name != seat.role.name else "",
            tuple(marks[seat.number]) if seat.number < len(marks) else (),
            symbol,
            words,
            you=live and seat.number == viewer,
            turn=seat.number == seen.to_move,
            free=person and (mine or host),
            mute=("DELETE" if seat.muted else "PUT") if muting else "",
            take_over=away and other,
            notes=f"/t/{table.id}/notes/{seat.number}" if noted else "",
            link=f"/t/{table.id}/seats/{seat.number}/link" if lost else "",
        )
        shown.append(drawn("player", player))
    return "".join(shown)


def presence(seat: Seat) -> tuple[str, str]:
    """A player's presence, as a symbol and in words."""
    if seat.kind == "bot":
        return "robot", _("bot")
    if seat.kind == "open":
        return "maybe", _("empty")
    if seat.stand_in:
        return "robot", _("away, a bot plays")
    return ("free", _("connected")) if seat.connected else ("maybe", _("not connected"))


def who(seat: Seat) -> tuple[str, str]:
    """Who played a seat, as a symbol and in words."""
    return ("robot", bot_name(seat.bot)) if seat.kind == "bot" else ("person", _("person"))


def status(table: Table, seen: Projection) -> str:
    """The result once the game is over."""
    if seen.outcome is None:
        return ""
    return str(macros().result(labels.result(table, seen, seen.outcome)))


def qr(url: str) -> Markup:
    """A QR code for an address."""
    return Markup(
        segno.make(url, error="m").svg_inline(omitsize=True, border=1, dark="#2b2320", light="#fff")
    )


def lobby(table: Table, viewer: int | None, host: bool, base_url: str) -> dict[str, Any]:
    """The lobby: seats, links, and the start."""
    seats = []
    for seat in table.seats:
        if seat.kind == "closed":
            continue
        empty = _("empty") if seat.plays else _("empty; for an onlooker")
        link = base_url + table.link(seat.invitation) if host and seat.invitation else ""
        seats.append(
            {
                "number": seat.number,
                "role": seat.role.name,
                "colour": seat.colour,
                "name": seat.name if seat.kind in ("human", "bot") else "",
                "empty": empty,
                "bot": seat.bot if seat.kind == "bot" else "",
                "you": seat.number == viewer and seat.kind == "human",
                "can_sit": seat.kind == "open" and seat.number != viewer and not table.locked,
                "can_bot": host and seat.kind in ("open", "bot") and seat.role.decides,
                "url": link,
                "qr": qr(link) if link else "",
            }
        )
    free = table.free_colours(viewer)
    url = base_url + table.link()
    return {
        "seats": seats,
        "viewer": viewer,
        "host": host,
        "url": url,
        "qr": qr(url) if base_url else "",
        "bots": [(bot, bot_name(bot)) for bot in levels(table.game.name)],
        "colours": [(c, labels.colour_names()[c], c in free) for c in range(COLOURS)],
        "missing": table.why_not_start(),
    }


def tabs() -> list[tuple[str, str]]:
    """The panels beside the board."""
    return [("players", _("Players")), ("log", _("Log")), ("tables", _("Record")), ("chat", _("Chat"))]
