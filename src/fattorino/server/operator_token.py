"""The operator's token: the configured one, or one made at the first start and kept for its owner only."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from fattorino.server.settings import Settings, data_folder

FILE = "operator-token"


def token_file() -> Path:
    """Where a token is kept that nobody configured."""
    return data_folder() / FILE


def kept_token() -> str:
    """The token made at the first start, or '' if none can be read."""
    try:
        return token_file().read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def with_token(settings: Settings) -> tuple[Settings, str]:
    """Settings with a token, and the token if it was made now: whoever starts the server reads it once."""
    known = settings.operator_token or kept_token()
    if known:
        return settings.model_copy(update={"operator_token": known}), ""
    token, file = secrets.token_urlsafe(24), token_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as made:
            made.write(token + "\n")
    except FileExistsError:  # another process starts beside this one
        token = kept_token() or token
    except OSError:  # it holds for this run
        pass
    return settings.model_copy(update={"operator_token": token}), token
