"""The command `clagdsl`, also run as `python -m clagdsl`."""

import sys
from typing import Final, NoReturn

INTERRUPTED: Final = 128 + 2


def run() -> NoReturn:
    """Run the command line as this process."""
    try:
        from clagdsl.cli.main import main

        status = main()
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


if __name__ == "__main__":
    run()
