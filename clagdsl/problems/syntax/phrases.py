"""Problems of what stands beside what: codes S135 to S148."""

from __future__ import annotations

from clagdsl.lang.source import Place
from clagdsl.problems.model import (
    Diagnostic,
    Label,
    inserted_after,
    inserted_before,
    problem,
    replaced,
)
from clagdsl.problems.syntax.wording import shown


@problem("S135", "words that are kept for later")
def reserved(place: Place, text: str, mend: str, instead: str | None) -> Diagnostic:
    """A word has a meaning in documented games that this version of the language cannot hold yet.

    Kept for later: bidding `together`, trump that `rotates`, a `joker`, a fixed suit such as
    `trump hearts`, and `follow suit, else trump`.  They are refused rather than guessed, so that a
    later version can take them.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change "Roll 'Em" trump hearts
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change "Roll 'Em" trump none
    ```
    """
    return Diagnostic(
        "S135",
        "error",
        f"{shown(text)} is reserved for a later version of the language",
        place,
        help=mend,
        fix=replaced(place, instead) if instead else (),
    )


@problem("S136", "comparisons in a chain")
def chained_comparison(place: Place, first: Place, text: str, middle: str) -> Diagnostic:
    """A comparison has two sides.

    `1 < bid < 3` means different things in different languages, so it is said in full.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal score 10 when 1 < tricks < 4, otherwise 0
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score 10 when 1 < tricks and tricks < 4, otherwise 0
    ```
    """
    return Diagnostic(
        "S136",
        "error",
        f"{shown(text)} would be the second comparison in a row",
        place,
        help=f"compare twice: write `and {middle}` before {shown(text)}",
        fix=inserted_before(place, f"and {middle} "),
        others=(Label(first, "the first comparison"),),
    )


@problem("S137", "a colon for an equals sign, or the other way round")
def colon_or_equals(place: Place, written: str, wanted: str) -> Diagnostic:
    """A value is given with `=`; the deals of a row and the facts of an example come after a colon.

    ```clag fails
    clag 1
    game "Friday" extends foss
    let three: 3
    change normal score three
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    let three = 3
    change normal score three
    ```
    """
    return Diagnostic(
        "S137",
        "error",
        f"here stands {shown(written)} where {shown(wanted)} belongs",
        place,
        help=f"write {shown(wanted)}",
        fix=replaced(place, wanted),
        safe=True,
    )


@problem("S138", "a missing comma")
def missing_comma(place: Place, text: str, previous: Place) -> Diagnostic:
    """The parts of a list and the alternatives of a choice have commas between them.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal score 10 when made otherwise 0
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score 10 when made, otherwise 0
    ```
    """
    return Diagnostic(
        "S138",
        "error",
        f"a comma is missing before {shown(text)}",
        place,
        help=f"write `, {text}`",
        fix=inserted_after(previous, ","),
        safe=True,
    )


@problem("S139", "a word that is spelt differently")
def misspelt(place: Place, text: str, word: str, *, surely: bool = False) -> Diagnostic:
    """No such word may stand here, but one that looks like it.

    The words of the language are written small.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal scroe tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score tricks
    ```
    """
    return Diagnostic(
        "S139",
        "error",
        f"{shown(text)} may not stand here",
        place,
        help=f"did you mean `{word}`?",
        fix=replaced(place, word if text.isalpha() else f" {word} "),
        safe=surely,
    )


@problem("S140", "something that cannot stand here")
def not_here(place: Place, text: str, after: str, may: str) -> Diagnostic:
    """A word, number or sign stands where the language has no place for it.

    The help says what may stand there.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal lead players
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal lead eldest
    ```
    """
    return Diagnostic(
        "S140",
        "error",
        f"{shown(text)} cannot stand {after}",
        place,
        help=f"here may stand {may}",
    )


@problem("S141", "something that is not finished")
def unfinished(place: Place, text: str, may: str, ends: Place | None, rest: str = "") -> Diagnostic:
    """A statement or a clause ends, or the file does, before it is complete.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal lead
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal lead dealer
    ```
    """
    others = () if ends is None else (Label(ends, "something else begins here"),)
    return Diagnostic(
        "S141",
        "error",
        f"something is missing after {shown(text)}",
        place,
        help=f"write `{rest}` after it" if rest else f"here may follow {may}",
        others=others,
        fix=inserted_after(place, rest) if rest else (),
    )


@problem("S142", "not a rank, a suit or a card")
def not_a_card(
    place: Place, text: str, kind: str, mend: str, instead: str | None = None
) -> Diagnostic:
    """A word that stands for a rank, a suit or a card is none.

    A rank is one of A K Q J 10 9 8 7 6 5 4 3 2, a suit one of spades, hearts, diamonds and clubs
    or S H D C, and a card is a rank and a letter for the suit: `10H`.  `T` stands for 10 too.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal rank Ace K Q J 10 9 8 7 6 5 4 3 2
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal rank A K Q J 10 9 8 7 6 5 4 3 2
    ```
    """
    return Diagnostic(
        "S142",
        "error",
        f"{shown(text)} is not a {kind}",
        place,
        help=mend,
        fix=replaced(place, instead) if instead else (),
        safe=instead is not None and instead.lower() == text.lower(),
    )


@problem("S143", "a bracket without its other half")
def bracket(place: Place, text: str, other: Place | None) -> Diagnostic:
    """Every opening bracket has a closing one.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal score (10 + tricks when made, otherwise 0
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score (10 + tricks) when made, otherwise 0
    ```
    """
    others = () if other is None else (Label(other, "opened here"),)
    message = "this bracket closes nothing" if text == ")" else "a closing bracket is missing here"
    mend = (
        "delete it, or open a bracket before" if text == ")" else "add `)` where the bracket ends"
    )
    fix = replaced(place, "") if text == ")" else inserted_after(place, ")")
    return Diagnostic("S143", "error", message, place, help=mend, others=others, fix=fix)


@problem("S144", "a name or a text without quotation marks")
def unquoted_name(place: Place, name: str, *, is_text: bool = False) -> Diagnostic:
    """A name of more than one word stands in quotation marks, wherever it is used.

    So does every text, also of one word: the title of a game, what an example is about.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change No Trumps score tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change "No Trumps" score tricks
    ```
    """
    return Diagnostic(
        "S144",
        "error",
        f"{shown(name)} has no quotation marks around it"
        if is_text
        else f"the name {shown(name)} has several words and no quotation marks",
        place,
        help="write " + shown(chr(34) + name + chr(34)),
        fix=replaced(place, f'"{name}"'),
        safe=True,
    )


@problem("S145", "a missing word")
def missing_word(place: Place, text: str, word: str, *, surely: bool = True) -> Diagnostic:
    """A word is missing between two others.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal next winner
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal next dealer winner
    ```
    """
    return Diagnostic(
        "S145",
        "error",
        f"{shown(word)} is missing before {shown(text)}",
        place,
        help=f"write {shown(word + chr(32) + text)}",
        fix=inserted_before(place, f" {word}" if text == ":" else f"{word} "),
        safe=surely,
    )


@problem("S146", "two values without an operation between them")
def missing_operator(place: Place, text: str, factor: str = "") -> Diagnostic:
    """Two numbers or names stand side by side, and nothing says what to do with them.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal score 2 tricks
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score 2 * tricks
    ```
    """
    return Diagnostic(
        "S146",
        "error",
        f"nothing connects {shown(text)} with what stands before it",
        place,
        help=f"write `{factor} * {text}`"
        if factor
        else "put a sign such as `+` or `*`, or `when`, between the two",
        fix=inserted_before(place, "* ") if factor else (),
    )


@problem("S147", "a choice without `otherwise`")
def missing_otherwise(place: Place, when: Place) -> Diagnostic:
    """A value that holds `when` something does has no value for when it does not.

    Every expression always has a value, so a choice ends with `otherwise`.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal score 10 + tricks when made
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score 10 + tricks when made, otherwise 0
    ```
    """
    return Diagnostic(
        "S147",
        "error",
        "this choice has no `otherwise`",
        place,
        help="add `, otherwise` and the value for every other case, such as `, otherwise 0`",
        fix=inserted_after(place, ", otherwise 0"),
        others=(Label(when, "the choice is made here"),),
    )


@problem("S148", "something that stands twice or is too much")
def too_much(place: Place, text: str) -> Diagnostic:
    """Without this word or sign the text would be right.

    ```clag fails
    clag 1
    game "Friday" extends foss
    change normal score 10 + tricks when made,, otherwise 0
    ```

    ```clag mended
    clag 1
    game "Friday" extends foss
    change normal score 10 + tricks when made, otherwise 0
    ```
    """
    return Diagnostic(
        "S148",
        "error",
        f"{shown(text)} is too much here",
        place,
        help=f"delete {shown(text)}",
        fix=replaced(place, ""),
    )
