"""One file for each subject of decisions; `rules/catalog.py` finds them by scanning the folder."""
