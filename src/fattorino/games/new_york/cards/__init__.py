"""One file for each Power Card that does something of its own; `rules/powers.py` finds them by folder."""
