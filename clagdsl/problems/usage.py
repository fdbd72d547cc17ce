"""The problems of the command line itself: how it was called, and our own bugs."""

from __future__ import annotations

from clagdsl.lang.source import Place
from clagdsl.problems.arguments import ArgumentError
from clagdsl.problems.model import Diagnostic, problem


@problem("U690", "the command line cannot be understood")
def wrong_usage(reason: str, command: str) -> Diagnostic:
    """A command, an option or what belongs to it is missing, unknown or not of the right form.

    ```console fails
    $ clagdsl check --format xml foss
    ```

    ```console mended
    $ clagdsl check --format sarif foss
    ```
    """
    return Diagnostic("U690", "error", reason, None, f"`{command} --help` shows how it is used")


def wrong_argument(error: ArgumentError) -> Diagnostic:
    """The wrong argument as something to print; its own code has the page."""
    return Diagnostic(
        error.code,
        "error",
        error.reason,
        None,
        f"`clagdsl explain {error.code}` says more about it",
    )


@problem("R601", "the rules that a record names cannot be used")
def rules_of_record(place: Place, reason: str) -> Diagnostic:
    """The record names a variant that is not bundled, or rules that are missing or do not check.

    A word without slash or dot is a bundled variant; anything else is a path from the folder of
    the record.  Other rules can be given on the command line.

    ```toml fails
    record = 1
    rules = "fos"
    players = ["Ann", "Bob", "Cai"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    ```
    """
    return Diagnostic(
        "R601", "error", reason, place, "name a bundled variant or a path, or give `--rules FILE`"
    )


@problem("R602", "a match that was not dealt by a seed cannot go on")
def not_gone_on_with(place: Place) -> Diagnostic:
    """`play --resume` deals and plays the other seats by the seed in the record.

    Records that `play -o` writes have it.  A score sheet, or a match dealt by hand, has none.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    seed = 7
    ```
    """
    return Diagnostic(
        "R602",
        "error",
        "the record has no `seed`, so nobody knows the cards to come",
        place,
        "add the seed that dealt the match, such as `seed = 7`, or begin another match",
    )


@problem("U699", "a bug in clagdsl")
def bug(error: Exception) -> Diagnostic:
    """The program went wrong in a way that its authors did not foresee.

    Nothing is wrong with your file or your command, or if something is, clagdsl should have said
    so.  Please report it to the authors of clagdsl with the line that was printed, the command
    and the files it read.  With the environment variable `CLAGDSL_DEBUG` set to `1`, the same
    command shows the full traceback, which helps most.
    """
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" in {place.tb_frame.f_code.co_name}, line {place.tb_lineno}" if place else ""
    what = f"{type(error).__name__}: {error}"[:500]
    return Diagnostic(
        "U699",
        "error",
        f"this is a bug in clagdsl, not a mistake of yours: {what}{where}",
        None,
        "please report it to the authors of clagdsl with this line, the command and its files;"
        " with CLAGDSL_DEBUG=1 the same command shows the traceback to send along",
    )
