"""Settings of the web table: each with its help, its default and an environment variable."""

from __future__ import annotations

import os
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server.tables.secret_windows import Patience

PREFIX = "FATTORINO_"


class BadSetting(FattorinoError):
    """A setting that cannot be used; the message names it and what would work."""

    code = "bad_setting"


def data_home() -> Path:
    """The user's data folder."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "fattorino"


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    return f"sqlite:///{data_home() / 'tables.db'}"


def _setting(default: Any, help: str) -> Any:
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True)
class Settings:
    """How the web table is served."""

    host: str = _setting(
        "127.0.0.1", _("Address to listen on; 0.0.0.0 lets phones and friends on your network in.")
    )
    port: int = _setting(8000, _("Port to listen on; 0 takes any free one."))
    database: str = _setting(
        "",
        _("Where tables are kept: an SQLite or PostgreSQL URL; else an SQLite file in your data folder."),
    )
    public_url: str = _setting(
        "", _("Address that people type, if it is not the one of the server: https://....")
    )
    proxy: bool = _setting(
        False, _("Believe X-Forwarded-For and X-Forwarded-Proto: set it behind your own proxy only.")
    )
    bot_pause: float = _setting(0.6, _("Seconds a bot waits before it moves, so that people can follow."))
    answer_seconds: float = _setting(
        4.0,
        _(
            "Seconds the table waits, asked or not, wherever somebody may answer in secret;"
            " silence is a no. 0: no waiting, and a pause tells."
        ),
    )
    absent_after: float = _setting(
        30.0, _("Seconds without a sign of life before a bot may take over a seat.")
    )
    review_seconds: float = _setting(60.0, _("Seconds the review of a finished game may take."))
    requests_per_second: float = _setting(
        1000.0, _("Requests a second from one address; twice as many in a burst.")
    )
    tables_per_hour: int = _setting(500, _("New tables an hour from one address."))
    streams_per_client: int = _setting(200, _("Open pages from one address."))
    components: str = _setting(
        "",
        _("A TOML file with changed components; it names its game, which is offered beside the printed one."),
    )
    compile: bool = _setting(True, _("Compile games that are not in the cache yet, in the background."))
    log_format: str = _setting("text", _("Log lines for people (text) or for programs (json)."))
    log_level: str = _setting("info", _("How much to log: debug, info, warning or error."))

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadSetting(_("port must be 0 to 65535, not {given}").format(given=self.port))
        for name, values in (
            ("log_format", ("text", "json")),
            ("log_level", ("debug", "info", "warning", "error")),
        ):
            given = getattr(self, name)
            if given not in values:
                raise BadSetting(
                    _("{name} must be {values}, not {given!r}").format(
                        name=name, values=" or ".join(values), given=given
                    )
                )
        for name in (
            "bot_pause",
            "answer_seconds",
            "absent_after",
            "review_seconds",
            "requests_per_second",
            "tables_per_hour",
            "streams_per_client",
        ):
            if getattr(self, name) < 0:
                raise BadSetting(_("{name} cannot be negative").format(name=name))

    @property
    def patience(self) -> Patience:
        """How long tables wait alike."""
        return Patience(self.answer_seconds, self.bot_pause)

    @property
    def database_url(self) -> str:
        """The database to open."""
        return self.database or default_database()

    @classmethod
    def helps(cls) -> dict[str, str]:
        """The help of every setting, with its environment variable."""
        return {f.name: f"{f.metadata['help']} [{PREFIX}{f.name.upper()}]" for f in fields(cls)}

    @classmethod
    def kinds(cls) -> dict[str, Any]:
        """The type of every setting."""
        return typing.get_type_hints(cls)

    @classmethod
    def read(
        cls, given: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None
    ) -> Settings:
        """Settings from what was given (None: not given), then the environment, then the defaults."""
        environ = os.environ if environ is None else environ
        kinds, values = cls.kinds(), dict[str, Any]()
        for f in fields(cls):
            value = (given or {}).get(f.name)
            variable = PREFIX + f.name.upper()
            if value is None and environ.get(variable, "") != "":
                value = _parse(variable, environ[variable], kinds[f.name])
            if value is not None:
                values[f.name] = value
        return cls(**values)


def _parse(name: str, text: str, kind: Any) -> Any:
    if kind is bool:
        word = text.strip().lower()
        if word in ("1", "true", "yes", "on"):
            return True
        if word in ("0", "false", "no", "off"):
            return False
        raise BadSetting(_("{name} must be on or off, not {text!r}").format(name=name, text=text))
    assert not isinstance(kind, types.UnionType)
    try:
        return kind(text)
    except ValueError:
        raise BadSetting(_("{name} must be a number, not {text!r}").format(name=name, text=text)) from None
