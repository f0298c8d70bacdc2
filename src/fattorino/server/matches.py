"""Tables: load, play, save, publish. The only writer."""

from fattorino.server.table import ChatLine, Choice, Eyes, Seat, Step, Table, commit

__all__ = ["ChatLine", "Choice", "Eyes", "Seat", "Step", "Table", "commit"]
