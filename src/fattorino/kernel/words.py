"""The one message catalogue: every word that people read passes through _().

English is the source text. Other languages are gettext catalogues in `locale/`, chosen per thread or task
by `speak`; `make messages` collects the texts (rule sentences included) for translators.
"""

import gettext
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LOCALE = Path(__file__).parent.parent / "locale"

SOURCE = "en"  # the language the texts are written in

_language: ContextVar[str] = ContextVar("language", default=SOURCE)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("fattorino", LOCALE, [language], fallback=True)


def speak(language: str) -> None:
    """Use this language from here on, in this thread or task."""
    _language.set(language)


def language() -> str:
    """The language spoken now, in this thread or task."""
    return _language.get()


def _(text: str) -> str:
    """The text in the reader's language."""
    language = _language.get()
    return text if language == SOURCE else _catalogue(language).gettext(text)


def several(one: str, many: str, n: int) -> str:
    """The text for n things, with {n} filled in."""
    return _catalogue(_language.get()).ngettext(one, many, n).format(n=n)


def listed(words: list[str], nothing: str) -> str:
    """Words as a list in a sentence, or the word for none."""
    return ", ".join(words) if words else nothing


def said_once(function: Callable[P, T]) -> Callable[P, T]:
    """Remember what a function of plain values says, in each language; what it gives is not to be changed."""

    @lru_cache(8192)
    def known(_language: str, values: Any, named: Any) -> T:
        return function(*values, **dict(named))

    @wraps(function)
    def said(*values: P.args, **named: P.kwargs) -> T:
        return known(_language.get(), values, tuple(named.items()))

    return said
