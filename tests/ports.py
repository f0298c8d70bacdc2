"""Ports for servers in separate processes."""

import random
import socket

OWN = range(20_000, 30_000)  # below those the system gives out, so that nobody takes one between two starts


def free_port() -> int:
    """A free port that nobody else will be given by chance."""
    for port in random.Random().sample(OWN, 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")
