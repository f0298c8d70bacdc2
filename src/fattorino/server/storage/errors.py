"""Errors of the database."""

from __future__ import annotations

from fattorino.kernel.errors import FattorinoError


class StorageError(FattorinoError):
    """The database cannot be opened or written; one sentence says why."""

    code = "storage"


class Conflict(Exception):
    """Another writer wrote that row first."""


def reason_of(error: BaseException) -> str:
    """The first line of a driver's message, without SQL and parameters."""
    original = getattr(error, "orig", None) or error
    lines = str(original).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(original).__name__
