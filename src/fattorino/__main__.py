"""python -m fattorino"""

from fattorino.cli import main

if __name__ == "__main__":
    main()
