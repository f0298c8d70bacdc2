"""Everything that a viewer of a position receives: from the engine, on the page, as a hint."""

from typing import Any

from fattorino.bots.greedy import Greedy
from fattorino.kernel.match import Match
from fattorino.server.tables.viewer import NOTHING, Outcome, Projection, read_log


def at_once(match: Match, seat: int | None) -> dict[str, Any]:
    """The view and the legal actions, from which the rest is made."""
    asked = seat is not None and match.to_move == seat
    return {
        "view": match.view(seat).tobytes(),
        "legal actions": match.legal().tolist() if asked else None,
        "outcome": (match.scores, match.winners) if match.over else None,
    }


def in_full(match: Match, seat: int | None) -> dict[str, Any]:
    """That and all that is made of it: words, pictures, numbers, help beside the board, hints."""
    asked = seat is not None and match.to_move == seat
    shown = Projection(
        match.game,
        seat,
        bytearray(match.view(seat).tobytes()),
        match.legal() if asked else NOTHING,
        log=lambda: read_log(match.game, seat, match.events),
        outcome=Outcome(match.scores, match.winners) if match.over else None,
    )
    return at_once(match, seat) | {
        "events": [event.tolist() for event in match.heard(seat)],
        "picture": match.svg(seat),
        "text board": match.text(seat),
        "observation": match.features(seat).tobytes(),
        "scene": written_out(shown.scene),
        "answer of the API": shown.json,  # with prompt and log
        "labels": shown.legal,
        "refusals": [match.why_not(action) for action in range(match.game.num_actions)] if asked else None,
        "story": shown.story,
        "summary": shown.summary,
        "highlights": shown.moments,
        "lessons": shown.taught,
        "missing": shown.missing,
        "warnings": [(shown.warning(action), shown.declines(action)) for action in shown.actions.tolist()],
        "hint": hint(match, seat) if asked else None,
    }


def written_out(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene with the rows of its tables, so that two can be compared."""
    tables = [
        table | {"row": [table["row"](n) for n in range(table["count"])]} for table in scene.get("tables", ())
    ]
    return scene | {"tables": tables}


def hint(match: Match, seat: int | None) -> Any:
    """What the game's own bot advises, and why."""
    assert seat is not None
    view, actions = match.view(seat), match.legal()
    action = Greedy(match.game).choose(view, seat, actions, seed=1)
    return action, match.game.reasons and match.game.reasons(view, seat, actions, action)


def difference(one: dict[str, Any], other: dict[str, Any], match: Match) -> list[str]:
    """What differs, and in which fields of the view."""
    parts = [part for part in one if one[part] != other[part]]
    if "view" in parts:
        views = [match.game.hidden_view.copy() for _each in range(2)]
        for view, bytes_ in zip(views, (one["view"], other["view"]), strict=True):
            view.view("u1")[:] = list(bytes_)
        names = [name for name in match.game.state.names or () if (views[0][name] != views[1][name]).any()]
        parts[parts.index("view")] = f"view ({', '.join(names)})"
    return parts
