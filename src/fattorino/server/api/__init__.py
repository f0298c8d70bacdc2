"""The HTTP API: what programs ask and are answered."""
