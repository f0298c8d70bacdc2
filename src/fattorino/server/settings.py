"""Settings of the web table: each with its help, its default and an environment variable."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server.tables.secret_windows import WindowTiming

PREFIX = "FATTORINO_"
OTHERS = {  # variables that are no option of the server
    "FATTORINO_CACHE": _("The folder of compiled code; whoever can write there can run code as the server."),
    "FATTORINO_DEBUG": _("Show where in the code an error of a command comes from."),
}
VARIABLES = f"Every option is also read from the environment: {PREFIX}PORT=80 stands for --port 80."


class BadSetting(FattorinoError):
    """A setting that cannot be used; the message names it and what would work."""

    code = "bad_setting"


def data_folder() -> Path:
    """Where this user's tables are kept, unless a database is set."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "fattorino"


class Settings(BaseSettings):
    """Settings of the server: given values, then the environment, then defaults."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    host: str = Field(
        default="127.0.0.1",
        description=_("Address to listen on; 0.0.0.0 lets phones and friends on your network in."),
    )
    port: int = Field(default=8000, ge=0, le=65535, description=_("Port to listen on; 0 takes any free one."))
    database: str = Field(
        default="",
        description=_(
            "Where tables are stored: an SQLite or PostgreSQL URL; default: a file in your data folder."
        ),
    )
    public_url: str = Field(
        default="",
        description=_(
            "Public address, if it differs from the server's own: https://..., optionally with a path."
        ),
    )
    proxy: bool = Field(
        default=False,
        description=_("Trust X-Forwarded-For and X-Forwarded-Proto; set this only behind your own proxy."),
    )
    proxy_hops: int = Field(
        default=1,
        ge=1,
        description=_("Number of your own proxies in front of the server: this many addresses are trusted."),
    )
    host_names: str = Field(
        default="",
        description=_(
            "Further names under which browsers reach the server, separated by commas. It answers to "
            "addresses, localhost, the name of its machine and that of --public-url."
        ),
    )
    operator_token: str = Field(
        default="",
        description=_(
            "The operator's token, for /operator, /metrics and `fattorino tables`; without one a token is "
            "made at the first start and kept in your data folder."
        ),
    )
    join_code: str = Field(
        default="",
        description=_("A code that opens the door: without it nobody sees anything of the server."),
    )
    tables_by: Literal["anybody", "operator"] = Field(
        default="anybody", description=_("Who sets up tables: anybody, or only the operator.")
    )
    title: str = Field(default="Fattorino", description=_("What your server is called on its pages."))
    words: str = Field(default="", description=_("What the front page says below the title."))
    imprint: str = Field(default="", description=_("Address of your imprint, linked from every page."))
    privacy: str = Field(default="", description=_("Address of your privacy notice, linked from every page."))
    keep_days: float = Field(
        default=0.0,
        ge=0,
        description=_("Days after which an inactive table is deleted; 0 keeps all."),
    )
    bot_pause: float = Field(
        default=0.6, ge=0, description=_("Seconds a bot waits before it moves, so that people can follow.")
    )
    bots: str = Field(
        default="",
        description=_("Your own bots, offered next to ours: module:Class, separated by commas."),
    )
    outside_bot_seconds: float = Field(
        default=20.0,
        ge=0,
        description=_("Seconds a bot of your own may take for a move; then the greedy bot moves for it."),
    )
    answer_seconds: float = Field(
        default=4.0,
        ge=0,
        description=_(
            "Seconds of pause wherever somebody may be asked in secret, asked or not; silence means no. "
            "With 0 it does not pause, and a delay reveals that somebody was asked."
        ),
    )
    absent_after: float = Field(
        default=30.0, ge=0, description=_("Seconds without a request before a bot may stand in for a player.")
    )
    review_seconds: float = Field(
        default=60.0, ge=0, description=_("Seconds the review of a finished game may take.")
    )
    requests_per_second: float = Field(
        default=1000.0, ge=0, description=_("Requests per second from one address; twice as many in a burst.")
    )
    pages_per_second: float = Field(
        default=20.0,
        ge=0,
        description=_("Drawn pages per second for one address; three times as many at once."),
    )
    megabytes_per_hour: float = Field(
        default=50.0,
        ge=0,
        description=_("Megabytes one address can have the server keep on disk in an hour; 0 is no limit."),
    )
    tables_per_hour: int = Field(default=500, ge=0, description=_("New tables per hour from one address."))
    streams_per_client: int = Field(default=200, ge=0, description=_("Open pages from one address."))
    connections_per_client: int = Field(
        default=500,
        ge=0,
        description=_("Open connections from one address; behind a proxy, set its own limit instead."),
    )
    connections: int = Field(
        default=0,
        ge=0,
        description=_(
            "Open connections in total; idle ones are closed first. 0: limited by open files only."
        ),
    )
    components: str = Field(
        default="",
        description=_("A TOML file with changed components; its game is offered next to the printed one."),
    )
    compile: bool = Field(
        default=True, description=_("Compile games that are not in the cache, in the background.")
    )
    log_format: Literal["text", "json"] = Field(
        default="text", description=_("Log lines for people (text) or for programs (json).")
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description=_("How much to log: debug, info, warning or error.")
    )

    @field_validator("imprint", "privacy")
    @classmethod
    def _leads_somewhere(cls, address: str) -> str:
        """Only addresses of pages are linked."""
        if address and not address.startswith(("https://", "http://", "/")):
            raise PydanticCustomError("address", "must begin with https://, http:// or /")
        return address

    @property
    def timing(self) -> WindowTiming:
        """The length of the slots of secret windows."""
        return WindowTiming(self.answer_seconds, self.bot_pause)

    @property
    def prefix(self) -> str:
        """The path prefix of the public URL, or ''."""
        return urlsplit(self.public_url).path.rstrip("/")

    @property
    def database_url(self) -> str:
        """The database to open: an SQLite file in the user's data folder, unless another is set."""
        return self.database or f"sqlite:///{data_folder() / 'tables.db'}"

    @classmethod
    def helps(cls) -> dict[str, str]:
        """The help of every setting."""
        return {name: str(field.description) for name, field in cls.model_fields.items()}

    @classmethod
    def kinds(cls) -> dict[str, Any]:
        """The type of every setting, as a command line reads it."""
        plain = (bool, int, float)
        return {n: f.annotation if f.annotation in plain else str for n, f in cls.model_fields.items()}

    @classmethod
    def defaults(cls) -> dict[str, str]:
        """The default of every setting, as it is typed; '' where there is none."""
        values = {name: field.default for name, field in cls.model_fields.items()}
        return {name: _typed(value) for name, value in values.items()}

    @classmethod
    def misspelt(cls, environ: Mapping[str, str]) -> list[str]:
        """A sentence about each variable that looks like a setting and is none."""
        known = [
            *(name.upper() for name in cls.model_fields),
            *(name.removeprefix(PREFIX) for name in OTHERS),
        ]
        told = []
        for name in sorted(environ):
            given = name.upper().removeprefix(PREFIX)
            if name.upper() != given and given not in known:
                near = get_close_matches(given, known, 1)
                meant = (
                    _("did you mean {name}?").format(name=PREFIX + near[0]) if near else _("it is ignored.")
                )
                told.append(_("There is no setting {name}; {meant}").format(name=name, meant=meant))
        return told

    @classmethod
    def read(cls, given: Mapping[str, Any] | None = None) -> Settings:
        """Settings from given values (None: not given) and the environment; raises BadSetting."""
        values = {name: value for name, value in (given or {}).items() if value is not None}
        try:
            return cls(**values)
        except ValidationError as error:
            raise BadSetting(_sentence(error, values)) from None


def _typed(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _sentence(error: ValidationError, given: Mapping[str, Any]) -> str:
    """A sentence about the first invalid setting."""
    first = error.errors()[0]
    name, kind = str(first["loc"][0]), first["type"]
    shown = name if name in given else PREFIX + name.upper()
    if kind == "bool_parsing":
        return _("{name} must be on or off, not {text!r}").format(name=shown, text=first["input"])
    if kind in ("int_parsing", "float_parsing"):
        return _("{name} must be a number, not {text!r}").format(name=shown, text=first["input"])
    if name == "port":
        return _("port must be 0 to 65535, not {given}").format(given=first["input"])
    if kind == "greater_than_equal":
        return _("{name} cannot be negative").format(name=name)
    if kind == "literal_error":
        values = first["ctx"]["expected"].replace("'", "").replace(", ", " or ")
        return _("{name} must be {values}, not {given!r}").format(
            name=name, values=values, given=first["input"]
        )
    if kind == "address":
        return _("{name} must begin with https://, http:// or /, not {given!r}").format(
            name=shown, given=first["input"]
        )
    return f"{shown}: {first['msg']}"
