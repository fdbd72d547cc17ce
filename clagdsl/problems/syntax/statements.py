"""Problems of how a file is put together: codes S130 to S134."""

from __future__ import annotations

from clagdsl.lang.keywords import STATEMENTS
from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, Label, inserted_before, problem, replaced
from clagdsl.problems.syntax.wording import shown


@problem("S130", "a file with nothing in it")
def empty_file(place: Place) -> Diagnostic:
    """The file is empty, or holds nothing but blanks and comments.

    ```clag fails
    # the rules of our Friday game
    ```

    ```clag mended
    # the rules of our Friday game
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    return Diagnostic(
        "S130", "error", "the file is empty", place, help="begin with `clag 1` and `game`"
    )


@problem("S131", "a file that does not begin with `clag 1`")
def missing_header(place: Place, word: str = "") -> Diagnostic:
    """The first words of a rules file are `clag 1`.

    They say which version of the language the file is written in, so that its words keep their
    meaning when the language grows.

    ```clag fails
    game "Friday" extends foss
    change normal score tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    return Diagnostic(
        "S131",
        "error",
        "a file of rules begins with `clag 1`",
        place,
        help="write `clag 1` as the first line",
        fix=replaced(place, "clag")
        if word.lower() == "clag"
        else inserted_before(place, "clag 1\n"),
        safe=word.lower() in ("clag", *STATEMENTS),
    )


@problem("S132", "another version of the language")
def other_version(place: Place, version: str) -> Diagnostic:
    """The file is written for a version of the language that this clagdsl does not know.

    There is only version 1 so far.  A file for another version is not read any further, because
    its words may mean something else.

    ```clag fails
    clag 2
    game "Friday" extends foss
    change normal score tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    return Diagnostic(
        "S132",
        "error",
        f"version {shown(version)} of the language is not known",
        place,
        help="write `clag 1`, or use a newer clagdsl",
        fix=replaced(place, "1"),
    )


@problem("S133", "a clause outside of a deal")
def clause_outside_a_deal(place: Place, word: str) -> Diagnostic:
    """A clause says how a deal goes, and here it belongs to no deal.

    Clauses follow `deal`, `twist` or `change` and a name.

    ```clag fails
    clag 1
    game "Friday" extends foss
    score tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    return Diagnostic(
        "S133",
        "error",
        f"`{word}` stands outside of a deal",
        place,
        help=f"put a line such as `deal normal` or `change normal` before `{word}`",
    )


@problem("S134", "a deal of which nothing is said")
def nothing_said(place: Place, kind: str, name: str, ends: Place | None) -> Diagnostic:
    """A deal, a twist or a change is named, and no clause follows.

    A deal that is the same as another one is written `deal Again is normal`; after `with`, and
    in a twist or a change, there is at least one clause.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    others = () if ends is None else (Label(ends, "something else begins here"),)
    return Diagnostic(
        "S134",
        "error",
        f"nothing is said about the {kind} {shown(name)}",
        place,
        help="add a clause, such as `score tricks`",
        others=others,
    )
