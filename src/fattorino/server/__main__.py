"""`python -m fattorino.server`: serve with settings from arguments and environment."""

import argparse
import sys

from fattorino.kernel.errors import FattorinoError
from fattorino.server import Settings, run
from fattorino.server.settings import VARIABLES


def main() -> int:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(
        prog="python -m fattorino.server", description="The web table.", epilog=VARIABLES
    )
    kinds, defaults = Settings.kinds(), Settings.defaults()
    for name, text in Settings.helps().items():
        flag = "--" + name.replace("_", "-")
        help = f"{text} [{defaults[name]}]" if defaults[name] else text
        if kinds[name] is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=help)
        else:
            parser.add_argument(flag, type=kinds[name], default=None, help=help)
    try:
        run(Settings.read(vars(parser.parse_args())))
    except FattorinoError as error:
        print(error, *getattr(error, "__notes__", ()), sep="\n", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
