"""Bots against each other: many games, and their statistics."""
