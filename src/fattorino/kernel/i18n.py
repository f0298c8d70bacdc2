"""The message catalogue: every user-visible text goes through _().

English is the source text. Other languages are gettext catalogues in `locale/`, chosen per thread or task by
`set_language`. `make messages` collects the texts (rule sentences included) for translators, who translate
the text "English" by the name of their own language.
"""

import gettext
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LOCALE = Path(__file__).parent.parent / "locale"

SOURCE = "en"  # the language the texts are written in
MOST_KEPT = 2048  # cached values per function and language

_language: ContextVar[str] = ContextVar("language", default=SOURCE)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("fattorino", LOCALE, [language], fallback=True)


@cache
def languages() -> dict[str, str]:
    """The available languages, each with its own name, the source language first."""
    found = sorted(path.parents[1].name for path in LOCALE.glob("*/LC_MESSAGES/fattorino.mo"))
    return {code: _own_name(code) for code in (SOURCE, *found)}


def _own_name(code: str) -> str:
    before = _language.set(code)
    try:
        return _("English")
    finally:
        _language.reset(before)


def best_language(wishes: str) -> str:
    """The best of our languages for an Accept-Language header, or for the code of a language."""
    weighed = []
    for place, wish in enumerate(wishes.split(",")[:20]):
        code, _semicolon, weight = wish.partition(";")
        try:
            share = float(weight.partition("=")[2] or 1)
        except ValueError:
            share = 0.0
        weighed.append((-share, place, code.strip().lower().replace("_", "-")))
    known = {code.lower().replace("_", "-"): code for code in languages()}
    for share, _place, code in sorted(weighed):
        for wish in (code, code.split("-")[0]):
            if share < 0 and wish in known:
                return known[wish]
    return SOURCE


def set_language(language: str) -> None:
    """Set the language of this thread or task."""
    _language.set(language)


def language() -> str:
    """The language of this thread or task."""
    return _language.get()


def _(text: str) -> str:
    """The text in the reader's language."""
    language = _language.get()
    return text if language == SOURCE else _catalogue(language).gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """The text for n things, with {n} filled in."""
    return _catalogue(_language.get()).ngettext(one, many, n).format(n=n)


def listed(words: list[str], nothing: str) -> str:
    """Words as a list in a sentence, or the word for none."""
    return ", ".join(words) if words else nothing


def in_a_row(words: Sequence[str]) -> str:
    """Words joined in a sentence: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def one_of(numbers: Iterable[int]) -> str:
    """A choice of numbers in a sentence: "3", "2 or 4", "1 to 5"."""
    found = sorted(numbers)
    if len(found) == 1:
        return str(found[0])
    if len(found) > 2 and found[-1] - found[0] == len(found) - 1:
        return _("{low} to {high}").format(low=found[0], high=found[-1])
    return _("{first} or {last}").format(first=", ".join(map(str, found[:-1])), last=found[-1])


def cached_per_language(function: Callable[P, T]) -> Callable[P, T]:
    """Cache a function of plain values, per language; callers must not change what it returns."""

    @lru_cache(MOST_KEPT)
    def cached(_language: str, values: Any, named: Any = ()) -> T:
        return function(*values, **dict(named))

    @wraps(function)
    def wrapper(*values: P.args, **named: P.kwargs) -> T:
        if named:
            return cached(_language.get(), values, tuple(named.items()))
        return cached(_language.get(), values)

    return wrapper


def isolated(name: str) -> str:
    """A name for a sentence, whose rest stays in order if the name is written from right to left."""
    backwards = any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in name)
    return f"\u2068{name}\u2069" if backwards else name
