"""Problems with the values of clauses and parameters (C240 to C259)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from clagdsl.lang.source import Place
from clagdsl.problems.check.naming import shown
from clagdsl.problems.model import Diagnostic, Edit, Label, inserted_after, problem, replaced

_KIND_HELP: Final = {
    "number": "write a number, such as `10` or `2 * tricks`",
    "truth": "compare with something, such as `> 0`",
    "word": "write one of the words of the parameter",
}


@problem("C240", "a number where a condition is needed, or the other way round")
def wrong_kind(place: Place, wanted: str, found: str) -> Diagnostic:
    """A whole number stands where something true or false is needed, or the other way round.

    The two never mix: `when tricks` says nothing, `when tricks > 0` does.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when tricks, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when tricks = bid, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    words = {"number": "a number", "truth": "something true or false", "word": "a word"}
    return Diagnostic(
        "C240",
        "error",
        f"{words[wanted]} is needed here, and this is {words[found]}",
        place,
        help=_KIND_HELP[wanted],
        fix=inserted_after(place, " > 0") if (wanted, found) == ("truth", "number") else (),
        label=f"this is {words[found]}",
    )


@problem("C241", "an order where there is none")
def no_order(place: Place, operator: str, kind: str) -> Diagnostic:
    """Two truth values or two words are compared as if one were larger.

    Truth values and words are equal or not, nothing else.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param style = strict in strict, kind
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made and style < kind, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param style = strict in strict, kind
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made and style = kind, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    words = "words" if kind == "word" else "truth values"
    return Diagnostic(
        "C241",
        "error",
        f"{words} cannot be compared with `{operator}`",
        place,
        help="use `=` or `!=`",
        label="neither is the larger",
    )


@problem("C242", "listed twice")
def listed_twice(place: Place, what: str, name: str, first: Place) -> Diagnostic:
    """A list names the same thing twice.

    Ranks, suits, criteria, words and choices count once.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C242",
        "error",
        f"the {what} {shown(name)} is listed twice",
        place,
        help="take one of the two out",
        fix=replaced(place, "") if what in ("rank", "suit") else (),
        label="again",
        others=(Label(first, "first listed here"),),
    )


@problem("C243", "an order that leaves something out")
def not_listed(place: Place, what: str, missing: Sequence[str]) -> Diagnostic:
    """An order of ranks or suits leaves out some that the pack has.

    Every card must have its place in the order.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      rank K Q J 10 9 8 7 6 5 4 3 2
      bid in turn
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      rank K Q J 10 9 8 7 6 5 4 3 2 A
      bid in turn
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    left_out = " ".join(missing)
    return Diagnostic(
        "C243",
        "error",
        f"the order leaves out the {what}{'s' if len(missing) > 1 else ''} {left_out}",
        place,
        help=f"put {left_out} where it belongs, from high to low",
        label=f"not every {what} of the pack",
    )


@problem("C244", "a parameter without a range")
def range_needed(place: Place, name: str, default: int | str, written: Place) -> Diagnostic:
    """A parameter does not say what it may be, or says it where there is nothing to say.

    The checker goes through every value of a parameter, so that numbers and words need their
    range: `in 1 to 60`, `in shared, playoff`.  `true` and `false` need none.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param bonus = 10
    deal normal
      trump turned
      bid in turn
      score bonus + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param bonus = 10 in 0 to 20
    deal normal
      trump turned
      bid in turn
      score bonus + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    fix: tuple[Edit, ...] = ()
    match default:
        case bool(truth):
            mend = f"take the range out: `param {name} = {str(truth).lower()}`"
        case int(value):
            known = f"in {min(value, 0)} to {max(value, 10)}"
            mend = f"say the least and the most: `param {name} = {value} {known}`"
            fix = inserted_after(written, f" {known}")
        case str(word) if word.lower() in ("true", "false"):
            mend = f"write `{word.lower()}`"
            fix = replaced(written, word.lower())
        case str(word):
            mend = f"list the words: `param {name} = {word} in {word}, other`"
        case _:
            assert_never(default)
    return Diagnostic(
        "C244",
        "error",
        f"the parameter `{name}` has no range that fits it",
        place,
        help=mend,
        label="what may it be?",
        fix=fix,
    )


@problem("C245", "a value outside of the range")
def setting_out_of_range(
    place: Place, name: str, value: int | bool | str, allowed: str
) -> Diagnostic:
    """A parameter is set to something that its range does not allow.

    The range stands in the `param` line.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param bonus = 30 in 0 to 20
    deal normal
      trump turned
      bid in turn
      score bonus + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param bonus = 10 in 0 to 20
    deal normal
      trump turned
      bid in turn
      score bonus + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Diagnostic(
        "C245",
        "error",
        f"`{name}` cannot be `{text}`",
        place,
        help=f"it may be {allowed}",
        label="outside of its range",
    )


@problem("C246", "an empty range")
def empty_range(place: Place, low: int, high: int) -> Diagnostic:
    """A range ends before it begins.

    The smaller number stands first.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param bonus = 10 in 20 to 0
    deal normal
      trump turned
      bid in turn
      score bonus + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param bonus = 10 in 0 to 20
    deal normal
      trump turned
      bid in turn
      score bonus + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C246",
        "error",
        f"no number lies from {low} to {high}",
        place,
        help=f"write `{high} to {low}`",
        label="the ends the wrong way round",
        fix=replaced(place, f"{high} to {low}"),
    )


@problem("C247", "an impossible number of players")
def impossible_players(place: Place, low: int, high: int, least: int, most: int) -> Diagnostic:
    """The number of players is none that can sit down.

    From 2 to 10 players, the smaller number first.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 7 to 3
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    if low > high:
        right = f"players {high} to {low}"
        mend = f"write `{right}`"
    else:
        low, high = min(max(low, least), most), max(min(high, most), least)
        right = f"players {low} to {high}"
        mend = f"between {least} and {most} can play: `{right}`"
    return Diagnostic(
        "C247",
        "error",
        "that many players cannot play",
        place,
        help=mend,
        label="impossible",
        fix=replaced(place, right),
    )
