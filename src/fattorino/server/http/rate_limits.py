"""Rate limits per client: token buckets."""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections.abc import Hashable

from fattorino.kernel.i18n import _
from fattorino.server.problems import too_many
from fattorino.server.settings import Settings

HINT_BURST, HINTS_PER_SECOND = 6, 0.5
CHAT_BURST, CHAT_PER_SECOND = 10, 1.0  # of one seat
TALK_BURST, TALK_PER_SECOND = 30, 3.0  # of one client, on all its seats
CODE_BURST, CODES_PER_SECOND = 10, 0.1  # wrong codes and tokens of one client
MEGABYTE = 1_000_000
AT_ONCE = 0.2  # of the bytes of an hour
TABLE_BYTES = 100_000  # what a table may come to on disk, with all that bots do there
STEP_BYTES = 250  # a move on disk, but for its key
ROW_BYTES = 200  # anything else on disk, but for its text
MOST_CLIENTS = 10_000  # remembered in each set of buckets; the one not seen for longest is forgotten


class Buckets:
    """A token bucket for each client."""

    def __init__(self, size: float, per_second: float) -> None:
        self.size = size
        self.per_second = per_second
        self._levels: dict[Hashable, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._levels)

    def wait(self, client: Hashable, cost: float = 1.0) -> float:
        """Take tokens while there is one; returns 0, or the seconds to wait if there is none."""
        if not self.size:
            return 0.0
        now = time.monotonic()
        level, then = self._levels.pop(client, (self.size, now))
        level = min(self.size, level + (now - then) * self.per_second)
        granted = level >= 1.0
        self._levels[client] = (level - granted * cost, now)  # the last: seen most recently
        if len(self._levels) > MOST_CLIENTS:
            del self._levels[next(iter(self._levels))]
        return 0.0 if granted else (1.0 - level) / self.per_second

    def take(self, client: Hashable, sentence: str, cost: float = 1.0) -> None:
        """Take tokens or refuse with a sentence."""
        seconds = self.wait(client, cost)
        if seconds:
            raise too_many(sentence, seconds)


class RateLimits:
    """The rate limits of a server."""

    def __init__(self, settings: Settings) -> None:
        self.requests = Buckets(2 * settings.requests_per_second, settings.requests_per_second)
        self.tables = Buckets(settings.tables_per_hour, settings.tables_per_hour / 3600)
        self.hints = Buckets(HINT_BURST, HINTS_PER_SECOND)
        self.chat = Buckets(CHAT_BURST, CHAT_PER_SECOND)
        self.talk = Buckets(TALK_BURST, TALK_PER_SECOND)
        self.pages = Buckets(3 * settings.pages_per_second, settings.pages_per_second)
        self.codes = Buckets(CODE_BURST, CODES_PER_SECOND)
        hourly = settings.megabytes_per_hour * MEGABYTE
        self.bytes = Buckets(hourly * AT_ONCE, hourly * (1 - AT_ONCE) / 3600)

    def __len__(self) -> int:
        kinds = (
            self.requests,
            self.tables,
            self.hints,
            self.chat,
            self.talk,
            self.pages,
            self.codes,
            self.bytes,
        )
        return sum(map(len, kinds))

    def take_request(self, client: str) -> None:
        """Count a request, or refuse it."""
        self.requests.take(client, _("Too many requests at once; please wait a moment."))

    def take_page(self, client: str) -> None:
        """Count a page or a stream that is drawn, which costs more than what is answered, or refuse it."""
        self.pages.take(client, _("Too many pages at once; please wait a moment."))

    def take_table(self, client: str) -> None:
        """Count a new table, or refuse it."""
        self.tables.take(client, _("That is enough tables for now; please finish some first."))
        self.take_bytes(client, TABLE_BYTES)

    def take_bytes(self, client: str, count: int) -> None:
        """Count what is written to disk, or refuse to write more."""
        sentence = _("Your address has had this server keep as much as it may in an hour; please wait.")
        self.bytes.take(client, sentence, count)

    def fits(self, client: str, given: str, code: str) -> bool:
        """Whether somebody has given a secret; wrong ones are counted, and after some of them all refused."""
        sentence = _("That was wrong too often; please wait a moment.")
        self.codes.take(client, sentence, cost=0)
        right = bool(code) and hmac.compare_digest(given.encode(), code.encode())
        if not right:
            self.codes.take(client, sentence)
        return right

    def take_hint(self, client: str) -> None:
        """Count a hint, or refuse it."""
        self.hints.take(client, _("Please wait a moment before the next hint."))

    def take_chat(self, client: str, table: str, seat: int, text: str) -> None:
        """Count a line of chat, or refuse it."""
        sentence = _("You are chatting faster than others can read; please wait a moment.")
        self.chat.take((table, seat), sentence)
        self.talk.take(client, sentence)
        self.take_bytes(client, ROW_BYTES + 2 * len(text.encode()))  # a long line fills a page of the disk


def client_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or a /64 network of IPv6."""
    if ":" not in address:
        return address
    try:
        network = ipaddress.IPv6Network(f"{address.split('%')[0].split('/')[0]}/64", strict=False)
        mapped = ipaddress.IPv6Address(address.split("%")[0].split("/")[0]).ipv4_mapped
    except ValueError:
        return address
    return str(mapped or network)
