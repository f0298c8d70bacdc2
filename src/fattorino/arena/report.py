"""Is a game fair, and which choices matter? Statistics of many games between equal bots, JSON-compatible."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from fattorino.arena.fairness import largest_side, sides, who_wins
from fattorino.arena.intervals import OFTEN, Z, mean, strata, strict, surprise, wilson
from fattorino.arena.labels import Words, common
from fattorino.arena.playing import QUESTIONS, Job, Part, scoring
from fattorino.arena.simulate import command_of
from fattorino.arena.tally import WHOLE, add_up, spread
from fattorino.kernel.game import Game


def figures(job: Job, part: Part) -> dict[str, Any]:
    """Everything a report says."""
    game, tally, command = job.load(), part.tally, command_of(job)
    words = Words(game, part)
    actions, comparisons = action_rows(game, job, part, words)
    return {
        **{name: command[name] for name in ("game", "version", "options", "bots", "seed")},
        "title": game.title,
        "players": len(job.bots),
        "changed_options": changed_options(game, job.options),
        "components": game.overlay.portable() if game.overlay else None,
        "changes": game.overlay.sentences() if game.overlay else [],
        "games": tally.games,
        "decisions": tally.decisions,
        "undecided": tally.undecided,
        "seconds": round(tally.seconds, 3),
        **who_wins(game, job, part),
        "scores": score_rows(game, job, part),
        "length": spread(tally.lengths) | {"games": dict(sorted(tally.lengths.items()))},
        "openings": opening_rows(part, words, largest_side(game, job)),
        "kinds": kind_rows(game, part, words),
        "actions": actions,
        "comparisons": comparisons,
        "components_used": component_rows(game, part, actions),
        "unused": unused(game, part, words),
    }


def changed_options(game: Game, options: Mapping[str, Any]) -> dict[str, str]:
    """The options that are not the usual ones, as people type them."""
    return {
        name: option.text(options[name])
        for name, option in game.options.items()
        if name != "seats" and options[name] != option.default
    }


# -- scores ----------------------------------------------------------------------------------------------


def score_rows(game: Game, job: Job, part: Part) -> list[dict[str, Any]]:
    """The distribution of each seat's scores; a team with one score has one row."""
    roles = scoring(game, job.options)
    found: list[tuple[str, int, dict[int, int]]] = []
    for name, seats in sides(game, job):
        scores = [part.tally.seat_scores[seat] for seat in seats]
        alike = all(counts == scores[0] for counts in scores)  # a team with one score
        own = [(name, seats[0])] if alike else [(roles[seat].name, seat) for seat in seats]
        found += [(*who, counts) for who, counts in zip(own, scores, strict=False)]
    rows = []
    for name, seat, counts in found:
        centre, low, high = mean(counts)
        games = dict(sorted(counts.items()))
        rows.append({"name": name, "seat": seat, "mean": centre, "interval": [low, high], "games": games})
    return rows


# -- what is chosen --------------------------------------------------------------------------------------


def opening_rows(part: Part, words: Words, together: int) -> list[dict[str, Any]]:
    """The first choice of a game: how often each was made, and how often the seat that made it won."""
    rows = []
    for cell, (games, parts) in part.tally.openings.items():
        wins = parts * together  # a seat's share of the win is the team's, divided
        if cell >= 0:
            rows.append(
                {
                    "question": words.question(cell // words.game.num_actions),
                    "label": words.action(cell),
                    "games": games,
                    "share": games / part.tally.games,
                    "wins": wins / WHOLE,
                    "win_share": wins / WHOLE / games,
                    "interval": list(wilson(wins / WHOLE, games)),
                }
            )
    return sorted(rows, key=lambda row: -int(row["games"]))


def association(row: Any, tally: Any, deciding: int, together: int) -> tuple[float, float, float] | None:
    """Win share with a choice minus without it, seat by seat, its standard error, and how surprising it is,
    in standard errors; None if too rare."""
    used, won = row[2 : 2 + deciding], row[2 + deciding : 2 + 2 * deciding]
    seats = [seat for seat in range(min(deciding, tally.seats)) if used[seat]]
    table = [
        (
            together * won[seat] / WHOLE,
            float(used[seat]),
            together * (tally.seat_wins[seat] - int(won[seat])) / WHOLE,
            float(tally.games - used[seat]),
        )
        for seat in seats
    ]
    with_it, without = sum(row[1] for row in table), sum(row[3] for row in table)
    if with_it < OFTEN or without < OFTEN:
        return None
    gap, error = strata(table, together)
    return (float(gap), float(error), float(surprise(table, together))) if error < 1 else None


def chosen_row(row: Any) -> dict[str, Any]:
    """How often a choice was offered and chosen."""
    offered, chosen = int(row[0]), int(row[1])
    return {"offered": offered, "chosen": chosen, "rate": chosen / offered if offered else 0.0}


def use_row(game: Game, row: Any, part: Part, job: Job) -> dict[str, Any]:
    """How often a choice was offered to, chosen and used by a seat, and its association with winning."""
    deciding = (len(row) - 2) // 2
    seats = int(np.count_nonzero([role.decides for role in scoring(game, job.options)]))
    found = association(row, part.tally, deciding, largest_side(game, job))
    return {
        **chosen_row(row),
        "used": float(row[2 : 2 + deciding].sum() / (part.tally.games * seats)),
        "difference": found[0] if found else None,
        "error": found[1] if found else None,
        "interval": [found[0] - Z * found[1], found[0] + Z * found[1]] if found else None,
        "surprise": found[2] if found else None,
    }


def action_rows(game: Game, job: Job, part: Part, words: Words) -> tuple[list[dict[str, Any]], int]:
    """Every action under every question; returns also the number of comparisons made."""
    rows: list[dict[str, Any]] = []
    for cell, row in sorted(part.uses.rows.items()):
        if cell < QUESTIONS * game.num_actions:
            asked, action = divmod(cell, game.num_actions)
            rows.append(
                {
                    "question": words.question(asked),
                    "label": words.action(cell),
                    "action": action,
                    "name": game.space.name(action),
                    "asked": asked,
                }
                | use_row(game, row, part, job)
            )
    looked_at = sum(row["difference"] is not None for row in rows)
    limit = strict(looked_at)
    for entry in rows:
        entry["sure"] = entry["surprise"] is not None and abs(entry["surprise"]) > limit
    return rows, looked_at


def kind_rows(game: Game, part: Part, words: Words) -> list[dict[str, Any]]:
    """Kinds of actions: all of a block under one question."""
    rows = []
    blocks = game.space.blocks
    for cell, row in sorted(part.uses.rows.items()):
        if cell >= QUESTIONS * game.num_actions:
            asked, number = divmod(cell - QUESTIONS * game.num_actions, len(blocks))
            block = blocks[number]
            first = asked * game.num_actions + block.first
            texts: dict[str, int] = {}
            for place in range(first, first + block.size):
                add_up(texts, words.uses.names.get(place, {}))
            rows.append(
                {
                    "question": words.question(asked),
                    "asked": asked,
                    "kind": block.name.lower().replace("_", " "),
                    "label": common(texts) or block.name.lower().replace("_", " "),
                    **chosen_row(row),
                    "of_all": float(row[1] / max(part.tally.decisions, 1)),
                }
            )
    return sorted(rows, key=lambda row: (row["asked"], -row["chosen"]))


def unused(game: Game, part: Part, words: Words) -> dict[str, Any]:
    """Choices never made, choices never offered, and components that no choice names."""
    cells = {cell: row for cell, row in part.uses.rows.items() if cell < QUESTIONS * game.num_actions}
    refused = [
        {
            "question": words.question(cell // game.num_actions),
            "label": words.action(cell),
            "offered": int(row[0]),
        }
        for cell, row in sorted(cells.items())
        if row[1] == 0
    ]
    came_up = {cell % game.num_actions for cell in cells}
    blocks = []
    for block in game.space.blocks:
        missing = [a for a in range(block.first, block.first + block.size) if a not in came_up]
        if missing:
            blocks.append({"kind": block.name.lower(), "missing": len(missing), "of": block.size})
    return {"never_chosen": refused, "never_offered": blocks}


# -- components by name ----------------------------------------------------------------------------------


def named_lists(game: Game) -> dict[str, dict[str, str]]:
    """Lists of components that have names, or are cards: the id and the name of each entry."""
    found = {}
    for key, entries in game.components.items():
        if isinstance(entries, list) and entries and isinstance(entries[0], dict) and key != "option":
            called = {
                str(e["id"]): str(e.get("name", e["id"]))
                for e in entries
                if "id" in e and ("name" in e or "card" in key)
            }
            if called:
                found[key] = called
    return found


def plain_words(text: str) -> str:
    """A text to search for names: in lower case, with single spaces and without punctuation."""
    return " " + " ".join(re.findall(r"[^\W_]+", text.lower())) + " "


def component_rows(game: Game, part: Part, actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """How often choices that name a component were taken, and the association of the most common one."""
    lists = named_lists(game)
    wanted = sorted(
        ((plain_words(name), key, id) for key, called in lists.items() for id, name in called.items()),
        key=lambda entry: -len(entry[0]),
    )
    naming: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in actions:
        cell = row["asked"] * game.num_actions + row["action"]
        block, place = game.space.block(row["action"])
        own = list(lists.get(block.name.lower(), ()))
        if len(own) == block.size:  # the block is numbered by the list
            naming.setdefault((block.name.lower(), own[place]), []).append(row)
            continue
        texts = [plain_words(text.partition(":")[0]) for text in part.uses.names.get(cell, {})]
        for name, key, id in wanted:
            if texts and all(name in text for text in texts):
                naming.setdefault((key, id), []).append(row)
                texts = [text.replace(name, " ") for text in texts]  # Harlem Rotary does not name Harlem
    found = []
    for key, called in lists.items():
        if sum((key, id) in naming for id in called) < len(called) / 3:
            continue  # hardly any choice names it: nothing is chosen from this list
        for id, name in called.items():
            rows = naming.get((key, id), [])
            common_one = max(rows, key=lambda row: row["chosen"], default=None)
            found.append(
                {
                    "list": key,
                    "id": id,
                    "name": name if name != id else name.replace("_", " "),
                    "offered": sum(row["offered"] for row in rows),
                    "chosen": sum(row["chosen"] for row in rows),
                    "label": common_one["label"] if common_one else "",
                    "difference": common_one["difference"] if common_one else None,
                    "interval": common_one["interval"] if common_one else None,
                    "sure": bool(common_one and common_one["sure"]),
                }
            )
    return found
