"""The command `clagdsl`, also run as `python -m clagdsl`.

Nothing is imported before somebody listens for Ctrl-C.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def run() -> "NoReturn":
    """Run the command line as this process."""
    import sys

    try:
        import os
        import signal

        def leave(number: int, _frame: object) -> None:
            os._exit(128 + number)

        # Raised in a callback of the import system it would be told there, and lost.
        listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if listens:
            signal.signal(signal.SIGINT, leave)
        from clagdsl.cli.main import main

        if listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = main(last=True)
    except KeyboardInterrupt as interruption:
        status = 128 + getattr(interruption, "number", 2)
    sys.exit(status)


if __name__ == "__main__":
    run()
