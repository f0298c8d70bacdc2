"""The rules of New York, by phase and family."""
