"""One file for each subject that players decide about; `rules/dispatch.py` finds them by folder."""
