"""Refusals as RFC 9457 problem details.

Every problem has a stable code for programs, one sentence for people, and a rule's id if a rule forbids it.
"""

from __future__ import annotations

import math
from typing import Any

from fattorino.kernel.errors import FattorinoError, IllegalAction

# code -> (status, title); the detail depends on the case
CODES: dict[str, tuple[int, str]] = {
    "invalid_request": (422, "The request is not understood"),
    "bad_json": (400, "The body is not JSON"),
    "too_large": (413, "The body is too large"),
    "wrong_type": (415, "The body has the wrong type"),
    "unknown_address": (404, "There is nothing at this address"),
    "wrong_method": (405, "This address cannot do that"),
    "unknown_game": (404, "There is no such game"),
    "bad_game": (503, "The game cannot be loaded"),
    "unknown_table": (404, "There is no such table"),
    "unknown_bot": (422, "There is no such bot"),
    "bad_option": (422, "The game has no such option or value"),
    "bad_seat": (404, "There is no such seat"),
    "unknown_line": (404, "There is no such line of chat"),
    "unknown_person": (404, "There is nobody with this id"),
    "bad_part": (422, "This part of the chance cannot be taken"),
    "bad_seed": (422, "This is not a seed"),
    "bad_token": (403, "This opens no seat here"),
    "no_seat": (403, "Only somebody seated may do this"),
    "locked": (403, "The table is locked"),
    "not_host": (403, "Only the host may do this"),
    "not_operator": (403, "Only the operator may do this"),
    "tables_closed": (403, "Only the operator sets up tables"),
    "wrong_code": (403, "This is not the code"),
    "no_code": (401, "A code opens the door"),
    "blocked": (403, "The operator has closed this server to your address"),
    "not_your_turn": (403, "It is not your turn"),
    "not_alone": (403, "Other people play at this table"),
    "no_lesson": (404, "This game has no lesson"),
    "no_hints": (403, "There are no hints at this table"),
    "kept_closed": (403, "This stays closed after the game"),
    "not_yours": (403, "This belongs to another seat"),
    "foreign_origin": (403, "The request came from another site"),
    "unknown_host": (421, "The server is not known by this name"),
    "old_version": (409, "The table has moved on"),
    "key_reused": (409, "This idempotency key was used for another action"),
    "not_started": (409, "The game has not begun"),
    "already_started": (409, "The game has already begun"),
    "not_over": (409, "The game is not over"),
    "seat_taken": (409, "The seat is taken"),
    "seat_empty": (409, "A seat is empty"),
    "name_taken": (409, "Somebody else is called so"),
    "colour_taken": (409, "The colour is taken"),
    "stand_in": (409, "A bot plays for this seat"),
    "others_play": (409, "Other people play at this table"),
    "not_absent": (409, "The player is present"),
    "cannot_undo": (409, "This cannot be taken back"),
    "read_only": (409, "The table can only be looked at"),
    "no_chat": (403, "Nothing can be said now"),
    "illegal_action": (422, "A rule forbids this action"),
    "game_over": (422, "The game is over"),
    "too_many": (429, "Too much at once"),
    "compiling": (503, "The game is still being prepared"),
    "storage": (503, "The tables cannot be read or saved now"),
    "stopping": (503, "The server is stopping"),
    "error": (500, "Something went wrong"),
}


class Problem(Exception):
    """One refusal: its code determines status and title, the detail is a sentence for people."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        rule: str = "",
        headers: dict[str, str] | None = None,
        counts: bool = True,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.status, self.title = CODES[code]
        self.detail = detail
        self.rule = rule
        self.headers = headers or {}
        self.more = more
        self.counts = counts  # in the metrics; a secret one must not

    def body(self) -> dict[str, Any]:
        """The problem as JSON-able values."""
        body: dict[str, Any] = {
            "type": f"/docs#problem-{self.code}",
            "title": self.title,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
        }
        if self.rule:
            body["rule"] = self.rule
        return body | self.more


def too_many(detail: str, seconds: float) -> Problem:
    """The refusal of more than one may ask for, with the time to retry."""
    return Problem("too_many", detail, headers={"Retry-After": str(max(1, math.ceil(seconds)))})


def from_error(error: FattorinoError, counts: bool = True) -> Problem:
    """The problem for an exception of the package."""
    if isinstance(error, IllegalAction):
        text = sentence(error.sentence or str(error))
        return Problem(error.code, text, rule=error.rule, counts=counts)
    code = error.code if error.code in CODES else "invalid_request"
    return Problem(code, sentence(str(error)), counts=counts)


def sentence(text: str) -> str:
    """A message with a capital and a full stop."""
    text = text.strip()
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?" else text + "."
