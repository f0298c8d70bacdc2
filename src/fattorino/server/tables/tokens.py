"""Ids of tables and tokens of seats: made so that nobody can guess them."""

from __future__ import annotations

import hashlib
import re
import secrets

from fattorino.server.tables.table import Table

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID = re.compile(f"[{LETTERS}]{{12}}")


def fresh_id() -> str:
    """A name for a table that nobody can guess."""
    return _lettered(secrets.token_bytes(12))


def fresh_token() -> str:
    """The right to sit somewhere: 128 bits."""
    return secrets.token_urlsafe(16)


def rematch_id(table: Table) -> str:
    """The id of a table's rematch: the same whoever asks first."""
    content = f"{table.id}:{table.chance.nonce}".encode()
    return _lettered(hashlib.blake2b(content, digest_size=12).digest())


def _lettered(content: bytes) -> str:
    """Bytes as letters, all 32 of them equally likely."""
    return "".join([LETTERS[byte % len(LETTERS)] for byte in content])
