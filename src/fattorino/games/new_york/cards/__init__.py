"""One file for each Power Card with its own behaviour; `rules/powers.py` scans the folder."""
