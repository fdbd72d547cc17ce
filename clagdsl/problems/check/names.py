"""Problems with names: unknown, taken, never used (C201 to C219)."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.source import Place
from clagdsl.problems.check.naming import NUMBERS, is_same, listed, mend, nearest, shown
from clagdsl.problems.model import Diagnostic, Label, problem, replaced


@problem("C201", "a deal or twist that nothing declares")
def unknown_deal(
    place: Place, name: str, known: Sequence[str], dropped: Place | None
) -> Diagnostic:
    """A deal or a twist is named that the rules do not have.

    Names of deals are read to the letter, capitals included; a name of two words stands in
    quotation marks.  A deal that a house file drops can no longer be named, either.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: Normal
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
    others = (Label(dropped, f"`{name}` is dropped here"),) if dropped is not None else ()
    return Diagnostic(
        "C201",
        "error",
        f"the rules have no deal called {shown(name)}",
        place,
        help=nearest(name, known, "name one of"),
        fix=mend(place, name, known),
        safe=is_same(name, known),
        label="not a deal of these rules",
        others=others,
    )


@problem("C202", "a source that the file does not declare")
def unknown_source(place: Place, name: str, known: Sequence[str]) -> Diagnostic:
    """A citation names a source that neither this file nor one that it extends declares.

    `from wiki` needs a line `source wiki "..."`, so that a reader can find the text.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal from wiki "rules"
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
    source wiki "Clag, Wikipedia, 2022"
    deal normal from wiki "rules"
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C202",
        "error",
        f"the source `{name}` is not declared in this file",
        place,
        help=nearest(
            name,
            known,
            f'add a line `source {name} "..."`, or name',
            f'add a line `source {name} "..."`',
        ),
        label="nothing tells what this is",
        fix=mend(place, name, known),
        safe=is_same(name, known),
    )


@problem("C203", "a name in an expression that nothing declares")
def unknown_name(place: Place, name: str, known: Sequence[str]) -> Diagnostic:
    """An expression uses a name that neither the language nor the file knows.

    What is not known is an error and never counts as nothing or as false.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when maid, otherwise 0
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
    number = str(NUMBERS.index(name.lower())) if name.lower() in NUMBERS else ""
    return Diagnostic(
        "C203",
        "error",
        f"nothing here is called `{name}`",
        place,
        help=f"write `{number}`" if number else nearest(name, known, "use one of"),
        fix=replaced(place, number) if number else mend(place, name, known),
        safe=bool(number) or is_same(name, known),
        label="not a known name",
    )


@problem("C204", "a name that has no value at this place")
def name_not_here(
    place: Place, name: str, where: str, elsewhere: Sequence[str], known: Sequence[str]
) -> Diagnostic:
    """A name is used at a place where it has no value yet.

    While they bid, nobody knows the tricks; a schedule is worked out before the first bid.  The
    reference lists which names exist where.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      last bid keeps tricks != cards
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
      last bid keeps bids != cards
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    plural = f"{name}s"
    return Diagnostic(
        "C204",
        "error",
        f"`{name}` has no value {where}",
        place,
        help=f"write `{plural}`"
        if plural in known
        else f"it exists only {' and '.join(elsewhere)}; here there are {listed(known)}",
        label=f"not known {where}",
        fix=replaced(place, plural) if plural in known else (),
    )


@problem("C205", "a parameter that the rules do not have")
def unknown_parameter(place: Place, name: str, known: Sequence[str]) -> Diagnostic:
    """A parameter is set or changed that the rules do not declare.

    Only what a `param` line declares can be chosen.

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
    winner highest total, then shared
    example "made" in normal with 2 cards where hok = true:
      bid 1 tricks 1 scores 11
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
    example "made" in normal with 2 cards:
      bid 1 tricks 1 scores 11
    ```
    """
    return Diagnostic(
        "C205",
        "error",
        f"the rules have no parameter `{name}`",
        place,
        help=nearest(
            name, known, "the parameters are", "leave it out, or declare it with a `param` line"
        ),
        fix=mend(place, name, known),
        safe=is_same(name, known),
        label="not a parameter",
    )


@problem("C206", "a name declared twice")
def declared_twice(place: Place, name: str, first: Place) -> Diagnostic:
    """Two things have the same name.

    Deals, twists and their short names share one set of names; parameters and `let` names another;
    sources a third.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    deal normal is normal with trump none
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
    deal "No Trumps" is normal with trump none
    schedule
      1 up to 7 cards: normal, "No Trumps"
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C206",
        "error",
        f"the name {shown(name)} is taken",
        place,
        help="give one of the two another name",
        label="declared again",
        others=(Label(first, "first declared here"),),
    )


@problem("C207", "a name that hides a word of the language")
def hides_a_name(place: Place, name: str) -> Diagnostic:
    """A parameter, a `let` or a word of a parameter has a name that already means something.

    `let bid = 3` would make every later `bid` doubtful.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    let bid = 3
    deal normal
      trump turned
      bid in turn
      score 10 * bid when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    let bonus = 3
    deal normal
      trump turned
      bid in turn
      score 10 * bonus when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C207",
        "error",
        f"`{name}` already means something in expressions",
        place,
        help=f"choose another name, such as `my_{name}`",
        label="this name is taken",
    )


@problem("C208", "a deal or twist that nobody plays")
def deal_never_used(place: Place, name: str, is_twist: bool) -> Diagnostic:
    """A deal is declared that is neither in the schedule nor offered in a call.

    Such a deal is nearly always a misspelt line of the schedule.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    deal "No Trumps" is normal with trump none
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
    deal "No Trumps" is normal with trump none
    schedule
      1 up to 7 cards: normal, "No Trumps"
    winner highest total, then shared
    ```
    """
    if is_twist:
        message = f"no call offers the twist {shown(name)}"
        mend = f"offer {shown(name)} in a `call`, or take the twist out"
    else:
        message = f"the deal {shown(name)} is never played"
        mend = f"put {shown(name)} into the schedule or a `call`, or take it out"
    return Diagnostic("C208", "error", message, place, help=mend, label="declared, never used")


@problem("C209", "a name that nothing uses", "warning")
def name_never_used(place: Place, what: str, name: str) -> Diagnostic:
    """A parameter, a `let` or a source is declared, and nothing uses it.

    The rules can be played all the same; a setting without effect misleads who reads them.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param hook = true
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
    param hook = true
    deal normal
      trump turned
      bid in turn
      last bid keeps bids != cards when hook, otherwise free
      score 10 + tricks when made, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C209",
        "warning",
        f"nothing uses `{name}`",
        place,
        help=f"take the line out, or use `{name}` where it belongs",
        label=f"this `{what}` has no effect",
    )


@problem("C210", "a word that the parameter cannot be")
def not_a_word_of(place: Place, name: str, words: Sequence[str]) -> Diagnostic:
    """A parameter is compared with a word that it can never be.

    The words that a parameter may be stand in its `param` line, after `in`.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    param style = strict in strict, kind
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made or style = lazy, otherwise 0
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
      score 10 + tricks when made or style = kind, otherwise 0
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C210",
        "error",
        f"`{name}` is none of the words that the parameter may be",
        place,
        help=nearest(name, words, "it may be"),
        fix=mend(place, name, words),
        safe=is_same(name, words),
        label="never holds",
    )
