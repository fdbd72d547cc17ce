"""The command `clagdsl`, also run as `python -m clagdsl`.

Nothing is imported before Ctrl-C is handled.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def run() -> "NoReturn":
    """Runs the command line as this process."""
    import sys

    try:
        import gc
        import os
        import signal

        gc.disable()  # imported objects live until the end, so collecting them is wasted time

        def leave(number: int, _frame: object) -> None:
            os._exit(128 + number)

        # A KeyboardInterrupt raised inside the import system would be printed and lost.
        listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if listens:
            signal.signal(signal.SIGINT, leave)
        from clagdsl.cli.main import main

        gc.enable()
        if listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = main(last=True)
    except KeyboardInterrupt as interruption:
        status = 128 + getattr(interruption, "number", 2)
    leave_at_once(status)
    sys.exit(status)


def leave_at_once(status: int) -> None:
    """Ends the process without freeing its objects, which would take a tenth of a short check.

    Exit functions run and output is flushed. If other threads are still running, or output cannot
    be written, it returns, and Python ends the process as usual.
    """
    import atexit
    import os
    import sys

    threading = sys.modules.get("threading")
    if threading is not None and any(not one.daemon for one in threading.enumerate()[1:]):
        return
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        return
    os._exit(status)


if __name__ == "__main__":
    run()
