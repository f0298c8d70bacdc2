"""The command `fattorino`, outside of the package: Ctrl-C while that is loaded ends it quietly, too."""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from fattorino.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
