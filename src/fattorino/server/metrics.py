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
        self.registry = CollectorRegistry()
        self.tables = Gauge("fattorino_tables", "Tables in memory", ["status"], registry=self.registry)
        self.created = Counter("fattorino_tables_created", "Tables made", ["game"], registry=self.registry)
        moves = Counter(
            "fattorino_moves", "Moves that everybody could notice", ["game", "by"], registry=self.registry
        )
        self.moves = cache(moves.labels)  # needed for every move
        self.refusals = Counter("fattorino_refusals", "Problem answers", ["code"], registry=self.registry)
        self.move_seconds = Histogram(
            "fattorino_move_seconds",
            "From the arrival of an action to its being on disk",
            buckets=QUICK,
            registry=self.registry,
        )
        self.streams = Gauge("fattorino_stream_clients", "Open streams", registry=self.registry)
        self.bot_seconds = Histogram(
            "fattorino_bot_seconds", "Thinking time of a bot", ["bot"], buckets=SLOW, registry=self.registry
        )

        self.size = Gauge(
            "fattorino_size",
            "How much is kept in memory, of what could grow",
            ["what"],
            registry=self.registry,
        )

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)
