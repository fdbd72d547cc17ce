"""Problems of size: codes S113, S116, S120 to S122 and S149."""

from __future__ import annotations

from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, problem
from clagdsl.problems.syntax.wording import shown


@problem("S113", "a number that is too large")
def number_too_large(place: Place, text: str) -> Diagnostic:
    """A number is larger than 1000000000, a thousand million, or has more than ten digits.

    Every number of a game stays within a thousand million, which the checker proves; so no number
    that is written may be larger.

    ```clag fails
    clag 1
    game "Rich" extends foss
    change normal score 2000000000 when made, otherwise 0
    ```

    ```clag mended
    clag 1
    game "Rich" extends foss
    change normal score 2000 when made, otherwise 0
    ```
    """
    return Diagnostic(
        "S113",
        "error",
        f"the number {shown(text)} is too large",
        place,
        help="write a number up to 1000000000",
    )


@problem("S116", "a name or a text that is too long")
def name_too_long(place: Place, text: str, limit: int) -> Diagnostic:
    """A name has more than 60 characters, or a text in quotation marks more than 1,000.

    Names are printed on score sheets, texts in reports.

    ```clag fails
    clag 1
    game "Long" extends foss
    let aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = 3
    change normal score 3
    ```

    ```clag mended
    clag 1
    game "Long" extends foss
    let three = 3
    change normal score three
    ```
    """
    what = "text" if text.startswith('"') else "name"
    return Diagnostic(
        "S116",
        "error",
        f"this {what} is longer than {limit:,} characters",
        place,
        help=f"shorten it to at most {limit:,} characters",
    )


@problem("S120", "a file of too many words")
def too_many_words(place: Place, limit: int) -> Diagnostic:
    """The file has more than 60,000 words and signs.

    The whole of Pagat's game has some 700.  clagdsl promises an answer within seconds to every
    file, so it reads no further than this.

    ```python fails
    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    clagdsl.load(text=text + "change normal score tricks " * 20_000)
    ```

    ```python mended
    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    clagdsl.load(text=text + "change normal score tricks ")
    ```
    """
    return Diagnostic(
        "S120",
        "error",
        f"the file has more than {limit:,} words and signs",
        place,
        help="split the game: a file can build upon another one with `extends`",
    )


@problem("S121", "brackets nested too deep")
def nested_too_deep(place: Place, limit: int) -> Diagnostic:
    """Brackets, minus signs and `not` stand more than 64 deep within each other.

    Nobody can read that aloud.  `let` gives a part of an expression a name.

    ```clag fails
    clag 1
    game "Deep" extends foss
    change normal score
      ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((( tricks
      )))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
    ```

    ```clag mended
    clag 1
    game "Deep" extends foss
    change normal score tricks
    ```
    """
    return Diagnostic(
        "S121",
        "error",
        f"brackets and signs nest deeper than {limit} here",
        place,
        help="leave out brackets that are not needed, or name a part with `let`",
    )


@problem("S122", "an expression of too many parts")
def expression_too_large(place: Place, limit: int) -> Diagnostic:
    """One expression has more than 300 numbers, names and operations.

    An expression is read aloud in one breath and worked out for every bid and every trick.  `let`
    gives a part of an expression a name.

    ```python fails
    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    clagdsl.load(text=text + "change normal score tricks" + " + tricks" * 200)
    ```

    ```python mended
    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    clagdsl.load(text=text + "change normal score 201 * tricks")
    ```
    """
    return Diagnostic(
        "S122",
        "error",
        f"this expression has more than {limit} parts",
        place,
        help="name parts of it with `let`",
    )


@problem("S149", "too many problems", severity="note")
def too_many_problems(place: Place, limit: int) -> Diagnostic:
    """More problems were found than anybody can read, so clagdsl stopped looking.

    Mend the first ones and check again: often they are the cause of the others.

    ```python fails
    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    clagdsl.load(text=text + '''dael normal
    ''' * 2_000)
    ```

    ```python mended
    import clagdsl

    text = '''clag 1
    game "Friday" extends pagat
    '''
    clagdsl.load(text=text)
    ```
    """
    return Diagnostic(
        "S149",
        "note",
        f"stopped after {limit} problems; the rest of the file was not read",
        place,
        help="mend the first ones and check again",
    )
