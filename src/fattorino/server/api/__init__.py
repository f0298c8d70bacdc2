"""The HTTP API for programs."""
