"""Attacks on a running server that take minutes: `make attack`. Those that take seconds are tests.

Each attack runs in processes of its own, from one or more addresses of this machine (127.0.0.2, ...), against
a server with its default limits. Somebody at another address plays and opens the front page meanwhile.
"""
