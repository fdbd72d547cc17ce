"""Problems of reading a file, before its words are looked at: codes S101 to S105."""

from __future__ import annotations

from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, problem, replaced
from clagdsl.problems.syntax.wording import character_name


def _whole(name: str) -> Place:
    """The beginning of a file, for problems of all of it."""
    return Place(name, 1, 1, 1, 1)


@problem("S101", "a file that cannot be read")
def unreadable(name: str, reason: str) -> Diagnostic:
    """The file does not exist, or may not be read.

    The message gives the reason that the operating system gave.  A word without slash or dot
    names a bundled variant, such as `pagat`; a file of your own is named with its ending,
    `mine.clag`.

    ```python fails
    from pathlib import Path

    import clagdsl

    clagdsl.load("./friday.clag")
    ```

    ```python mended
    from pathlib import Path

    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    Path("friday.clag").write_text(text, encoding="utf-8")
    clagdsl.load("./friday.clag")
    ```
    """
    return Diagnostic(
        "S101",
        "error",
        f"cannot read `{name}`: {reason}",
        _whole(name),
        help="name a file that exists and may be read",
    )


@problem("S102", "not an ordinary file")
def not_a_file(name: str, kind: str) -> Diagnostic:
    """The path leads to a folder, a device or a pipe.

    Rules are read from ordinary files only: a device may never end, a pipe may never begin.

    ```python fails
    from pathlib import Path

    import clagdsl

    Path("friday.clag").mkdir()
    clagdsl.load("friday.clag")
    ```

    ```python mended
    from pathlib import Path

    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    Path("friday.clag").write_text(text, encoding="utf-8")
    clagdsl.load("friday.clag")
    ```
    """
    return Diagnostic(
        "S102",
        "error",
        f"`{name}` is {kind}, not a file of rules",
        _whole(name),
        help="name a file that ends in `.clag`",
    )


@problem("S103", "a file that is too large")
def file_too_large(name: str, limit: int) -> Diagnostic:
    """The file is larger than 1 MiB, that is 1,048,576 bytes.

    The rules of a game fit on a page or two.  A larger file is some other file, and clagdsl
    promises an answer within seconds to every file that it takes.

    ```python fails
    from pathlib import Path

    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    Path("friday.clag").write_text(text + "# and so on " * 100_000, encoding="utf-8")
    clagdsl.load("friday.clag")
    ```

    ```python mended
    from pathlib import Path

    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    Path("friday.clag").write_text(text, encoding="utf-8")
    clagdsl.load("friday.clag")
    ```
    """
    return Diagnostic(
        "S103",
        "error",
        f"`{name}` is larger than {limit:,} bytes",
        _whole(name),
        help="name a file of rules; the longest bundled one has some 6,000 bytes",
    )


@problem("S104", "a file that is not UTF-8")
def not_text(place: Place, guess: str) -> Diagnostic:
    """The bytes of the file are not UTF-8 text.

    Rules are written in UTF-8, which every editor of today can save.  The message says what
    else the file seems to be: UTF-16 is what some editors call *Unicode*.

    ```python fails
    from pathlib import Path

    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    Path("friday.clag").write_text(text, encoding="utf-16")
    clagdsl.load("friday.clag")
    ```

    ```python mended
    from pathlib import Path

    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    Path("friday.clag").write_text(text, encoding="utf-8")
    clagdsl.load("friday.clag")
    ```
    """
    return Diagnostic(
        "S104",
        "error",
        f"this is not UTF-8 text; {guess}",
        place,
        help="save the file as UTF-8",
    )


@problem("S105", "a hidden character")
def hidden_character(place: Place, character: str) -> Diagnostic:
    """The text holds a character that does not show, or that makes it show as something else.

    Characters that turn the direction of writing can make a rule read as another rule than the
    one that is played, and control characters can command a terminal.  None of them is
    needed in rules, so they are refused everywhere, in comments and quoted texts too.
    Letters of every script are welcome.

    ```clag fails
    clag 1
    game "Fri\u200bday" extends foss
    change normal score tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    where = "a carriage return without a line feed" if character == "\r" else "a hidden character"
    return Diagnostic(
        "S105",
        "error",
        f"{where}, {character_name(character)}",
        place,
        help="delete this character; it may take deleting and writing anew the words beside it",
        fix=replaced(place, ""),
        safe=True,
    )
