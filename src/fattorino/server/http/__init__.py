"""What every request passes: middleware, authentication, rate limits, the event stream."""
