"""Structured logs: one line an event, as text for people or JSON for programs; never with a secret."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def _extras(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name not in _OWN}


class TextLines(logging.Formatter):
    """12:00:01 info tables: table made table=abc game=ghost_town"""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%H:%M:%S", time.localtime(record.created))
        where = record.name.removeprefix("fattorino.")
        more = "".join(f" {name}={value}" for name, value in _extras(record).items())
        line = f"{when} {record.levelname.lower()} {where}: {record.getMessage()}{more}"
        return line + ("\n" + self.formatException(record.exc_info) if record.exc_info else "")


class JsonLines(logging.Formatter):
    """{"time": ..., "level": ..., "where": ..., "message": ..., ...}"""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "message": record.getMessage(),
        }
        line |= _extras(record)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def set_up(form: str, level: str) -> None:
    """Send log lines to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("fattorino").setLevel(level.upper())
