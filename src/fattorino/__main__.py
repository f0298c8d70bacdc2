"""python -m fattorino"""

from fattorino_command import main

if __name__ == "__main__":
    main()
