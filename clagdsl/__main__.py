"""The command `clagdsl`, also run as `python -m clagdsl`."""

import sys
from signal import SIGINT
from typing import NoReturn


def run() -> NoReturn:
    """Run the command line as this process."""
    try:
        from clagdsl.cli.main import main

        status = main(last=True)
    except KeyboardInterrupt as interruption:  # while the program is loaded
        status = 128 + getattr(interruption, "number", SIGINT)
    sys.exit(status)


if __name__ == "__main__":
    run()
