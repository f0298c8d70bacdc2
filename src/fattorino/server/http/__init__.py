"""Shared by all requests: middleware, authentication, rate limits, the event stream."""
