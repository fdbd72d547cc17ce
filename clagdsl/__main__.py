"""The command `clagdsl`, also run as `python -m clagdsl`."""

import os
import sys
from typing import NoReturn

INTERRUPTED = 128 + 2


def run() -> NoReturn:
    """Run the command line as this process, which then ends at once.

    Freeing every object one by one before the end would take a tenth of the time of a check.
    """
    try:
        from clagdsl.cli.main import main

        status = main()
    except KeyboardInterrupt:
        status = INTERRUPTED
    if sys.stderr is not None:
        sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    run()
