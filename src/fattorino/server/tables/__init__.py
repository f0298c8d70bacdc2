"""Tables in memory, and the service that changes them."""
