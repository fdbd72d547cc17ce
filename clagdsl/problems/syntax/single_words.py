"""Problems of single words and signs: codes S110 to S115."""

from __future__ import annotations

from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, Edit, inserted_after, problem, replaced
from clagdsl.problems.syntax.wording import character_name, shown


@problem("S110", "a character that means nothing here")
def unknown_character(
    place: Place, character: str, mend: str, fix: tuple[Edit, ...], safe: bool
) -> Diagnostic:
    """A character stands outside of quotation marks that the language does not use.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal score tricks & 0
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    name = (
        shown(character)
        if character.isprintable()
        else f"the character {character_name(character)}"
    )
    return Diagnostic(
        "S110", "error", f"{name} means nothing here", place, mend, fix=fix, safe=safe
    )


@problem("S111", "a text without its closing quotation mark")
def unclosed_text(place: Place, text: str) -> Diagnostic:
    """A text begins with a quotation mark, and its line ends before the closing one.

    A text stays on one line, so that a forgotten mark does not swallow the rest of the file.

    ```clag fails
    clag 1
    game "Friday extends foss
    change normal score tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    first = text[1:].split(" ")[0].rstrip()
    return Diagnostic(
        "S111",
        "error",
        "this text has no closing quotation mark on its line",
        place,
        help=f'close it where the text ends, such as `"{first}"`' if first else 'add a `"`',
        fix=inserted_after(place, '"'),
    )


@problem("S112", "other quotation marks than straight ones")
def wrong_quotes(place: Place, text: str) -> Diagnostic:
    """A text stands in curly or single quotation marks.

    Word processors make straight quotation marks curly.  Clag has one kind: `"`, before and after.

    ```clag fails
    clag 1
    game “Friday” extends foss
    change normal score tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    mended = f'"{text[1:-1].strip(chr(34))}"'
    return Diagnostic(
        "S112",
        "error",
        f'{shown(text)} has other quotation marks than a `"` on each side',
        place,
        help=f"write {shown(mended)}",
        fix=replaced(place, mended),
        safe=mended != '""',
    )


@problem("S114", "a number that runs on into something else")
def run_on(place: Place, text: str, mend: str, instead: str | None = None) -> Diagnostic:
    """A number and a word stand together without a blank or a sign between them.

    Numbers with signs of their own are told so, too: Clag knows whole numbers only, no `1.5` and no
    `10%`.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal score 2tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score 2 * tricks
    ```
    """
    return Diagnostic(
        "S114",
        "error",
        f"{shown(text)} is neither a number nor a word",
        place,
        help=mend,
        fix=replaced(place, instead) if instead else (),
    )


@problem("S115", "a sign of another language")
def foreign_sign(place: Place, sign: str, mended: str) -> Diagnostic:
    """A sign stands here that other languages have and Clag writes differently.

    Equal is `=`, different is `!=`; `and`, `or` and `not` are words; division is `//` and
    rounds down.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal score 10 when tricks == bid, otherwise 0
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score 10 when tricks = bid, otherwise 0
    ```
    """
    return Diagnostic(
        "S115",
        "error",
        f"{shown(sign)} is not a sign of Clag",
        place,
        help=f"write {shown(mended)}",
        fix=replaced(place, f" {mended} " if mended.isalpha() else mended),
        safe=sign not in ("=>", "//") and not sign.isalpha(),
    )
