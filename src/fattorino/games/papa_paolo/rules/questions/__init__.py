"""One file for each subject that players decide about; `rules/catalog.py` finds them by folder."""
