"""A history checker: random players at some tables through several processes, some of which are killed.

    cd tests && python -m history --minutes 10 --processes 3 --seed 5

Everything that is asked for is recorded with its answer; in the end `checks` compares the record with what is
kept and with what each process shows. `python -m history --sqlite` does the same with one process on SQLite.
"""
