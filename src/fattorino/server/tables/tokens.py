"""Unguessable ids of tables and tokens of seats."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fattorino.server.tables.table import Table

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID = re.compile(f"[{LETTERS}]{{12}}")


def fresh_id() -> str:
    """An unguessable id for a table."""
    return _lettered(secrets.token_bytes(12))


def fresh_token() -> str:
    """A seat's token: 128 bits."""
    return secrets.token_urlsafe(16)


def program_person() -> str:
    """Who takes a seat without a browser: nobody else, and no cookie, is ever called so."""
    return f"program {secrets.token_hex(16)}"


def rematch_id(table: Table) -> str:
    """The id of a table's rematch, independent of who requests it."""
    content = f"{table.id}:{table.chance.nonce}".encode()
    return _lettered(hashlib.blake2b(content, digest_size=12).digest())


def _lettered(content: bytes) -> str:
    """Bytes as letters of a 32-letter alphabet, uniformly distributed."""
    return "".join([LETTERS[byte % len(LETTERS)] for byte in content])
