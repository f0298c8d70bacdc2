"""Prometheus metrics: tables, moves and their latency, open streams, bots, sizes.

They are for the operator, who may be a player: nothing secret is counted.
"""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW = (0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.tables = Gauge("fattorino_tables", "Tables in memory", ["status"], registry=registry)
        self.created = Counter("fattorino_tables_created", "Tables made", ["game"], registry=registry)
        seen = "Moves that everybody could notice"
        self.moves = cache(Counter("fattorino_moves", seen, ["game", "by"], registry=registry).labels)
        self.refusals = Counter("fattorino_refusals", "Problem answers", ["code"], registry=registry)
        saved = "From the arrival of an action to its being on disk"
        self.move_seconds = Histogram("fattorino_move_seconds", saved, buckets=QUICK, registry=registry)
        self.streams = Gauge("fattorino_stream_clients", "Open streams", registry=registry)
        thinking = "Thinking time of a bot"
        self.bot_seconds = Histogram(
            "fattorino_bot_seconds", thinking, ["bot"], buckets=SLOW, registry=registry
        )
        slow = "Whether a game's rules, or the search of its bots, are not compiled"
        self.interpreted = Gauge("fattorino_interpreted", slow, ["game"], registry=registry)
        kept = "How much is kept in memory, of what could grow"
        self.size = Gauge("fattorino_size", kept, ["what"], registry=registry)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)
