"""Shared by all games; nothing here knows a particular game."""
