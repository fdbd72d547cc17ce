"""Problems with what a file must say, and say once (C220 to C229)."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.source import Place
from clagdsl.problems.check.naming import ASPECT_WORDS, shown
from clagdsl.problems.model import Diagnostic, Label, problem, replaced


@problem("C220", "a part of the rules is missing")
def statement_missing(place: Place, missing: Sequence[str]) -> Diagnostic:
    """The file leaves out something without which nobody can play.

    Every game needs a title, the players, at least one deal, a schedule and a winner; a file that
    `extends` another inherits what it does not say.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
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
    words = {
        "game": 'what the game is called: `game "Clag" variant "..."`',
        "players": "how many can play: `players 3 to 7`",
        "deal": "how a deal goes: `deal normal ...`",
        "schedule": "which deals are played: `schedule 1 up to 7 cards: normal`",
        "winner": "who wins: `winner highest total, then shared`",
    }
    return Diagnostic(
        "C220",
        "error",
        f"the rules do not say {words[missing[0]].partition(':')[0]}",
        place,
        help="add " + "; and ".join(words[what].partition(": ")[2] for what in missing),
        label="somewhere in this file",
        detail=tuple(f"missing: {words[what]}" for what in missing[1:]),
    )


@problem("C221", "said twice")
def said_twice(place: Place, what: str, first: Place) -> Diagnostic:
    """The file says the same thing twice.

    There is one title, one number of players, one schedule, one winner and one payment.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    players 4 to 7
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
    return Diagnostic(
        "C221",
        "error",
        f"`{what}` stands twice in this file",
        place,
        help="keep one of the two",
        label="said again",
        fix=replaced(place, ""),
        others=(Label(first, "first said here"),),
    )


@problem("C222", "an aspect stands twice")
def aspect_twice(place: Place, deal: str, aspect: str, first: Place) -> Diagnostic:
    """One deal says the same aspect twice.

    Neither the first nor the last would be a safe guess at what was meant.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      trump none
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
    return Diagnostic(
        "C222",
        "error",
        f"{shown(deal)} says twice {ASPECT_WORDS[aspect]}",
        place,
        help="keep one of the two",
        label="said again",
        fix=replaced(place, ""),
        others=(Label(first, "first said here"),),
    )


@problem("C223", "an aspect that must be said")
def aspect_missing(place: Place, deal: str, missing: Sequence[str]) -> Diagnostic:
    """A deal leaves open something for which there is no usual way.

    Where trump comes from, how they bid and what is scored differ from game to game, so that each
    deal must say them or be made from a deal that does.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
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
    what = " and ".join(ASPECT_WORDS[aspect] for aspect in missing)
    clauses = {
        "trump": "`trump turned` or `trump none`",
        "bid": "`bid in turn`",
        "score": "`score 10 + tricks when made, otherwise 0`",
    }
    return Diagnostic(
        "C223",
        "error",
        f"{shown(deal)} does not say {what}",
        place,
        help="add " + ", ".join(clauses[aspect] for aspect in missing),
        label="not a complete deal",
    )


@problem("C224", "deals made from each other")
def circular(place: Place, names: Sequence[str]) -> Diagnostic:
    """A deal is made from itself.

    `deal A is B with ...` takes everything else from B, so that B cannot take it from A.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal is other with
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    deal other is normal with trump none
    schedule
      1 up to 7 cards: normal, other
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
    deal other is normal with trump none
    schedule
      1 up to 7 cards: normal, other
    winner highest total, then shared
    ```
    """
    chain = " is made from ".join(shown(name) for name in (*names, names[0]))
    return Diagnostic(
        "C224",
        "error",
        f"{shown(names[0])} is made from itself",
        place,
        help=f"say one of them in full ({chain})",
        label="this closes the circle",
    )


@problem("C225", "a clause that changes nothing", "warning")
def changes_nothing(place: Place, deal: str, other: Place) -> Diagnostic:
    """A deal made from another says again what the other says already.

    The rules can be played all the same.  A clause without effect is often one with a misprint.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    deal again is normal with trump turned
    schedule
      1 up to 7 cards: normal, again
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
    deal again is normal with trump none
    schedule
      1 up to 7 cards: normal, again
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C225",
        "warning",
        f"this clause of {shown(deal)} changes nothing",
        place,
        help="take the clause out, or change it",
        label="the same again",
        others=(Label(other, "already said here"),),
    )


@problem("C226", "a twist where a deal is needed")
def twist_as_deal(place: Place, name: str, declared: Place) -> Diagnostic:
    """A twist stands where a whole deal is needed.

    A twist is a few aspects that a caller may pick; it says nothing of the rest.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    twist Plain trump none
    schedule
      1 up to 7 cards: normal, Plain
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
    deal Plain is normal with trump none
    schedule
      1 up to 7 cards: normal, Plain
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C226",
        "error",
        f"{shown(name)} is a twist, not a deal",
        place,
        help=f"make it a deal: `deal {shown(name).strip('`')} is ... with ...`",
        label="a whole deal is needed here",
        others=(Label(declared, "declared as a twist here"),),
    )


@problem("C227", "a choice that cannot be called")
def cannot_be_called(place: Place, name: str, called: str) -> Diagnostic:
    """A call offers a deal that is not made from the called deal.

    A deal that is offered stands for what it replaces in the called deal.  One that was not made
    from it replaces everything.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      call by dealer any of Plain
      score 10 + tricks when made, otherwise 0
    deal Plain
      trump none bid in turn score tricks
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
      call by dealer any of Plain
      score 10 + tricks when made, otherwise 0
    deal Plain is normal with trump none
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C227",
        "error",
        f"{shown(name)} cannot be called in {shown(called)}",
        place,
        help=f"make it from the called deal, `is {called} with ...`, or write a `twist`",
        label="not made from the called deal",
    )


@problem("C228", "a call within a call")
def call_within_call(place: Place, name: str) -> Diagnostic:
    """A choice that a caller may pick brings a call of its own.

    There is one call in a deal.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      call by dealer any of Plain
      score 10 + tricks when made, otherwise 0
    twist Plain call by dealer any of Other
    twist Other trump none
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
      call by dealer any of Plain
      score 10 + tricks when made, otherwise 0
    twist Plain trump none
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C228",
        "error",
        f"{shown(name)} is something to call and cannot have a call of its own",
        place,
        help="take this `call` out",
        label="a second call",
    )


@problem("C229", "too many of something")
def too_many(place: Place, what: str, most: int) -> Diagnostic:
    """The file holds more of something than clagdsl reads.

    The bounds keep every check quick, also for files from strangers: 500 deals and twists, 500
    deals in the rows of the schedule, 100 parameters, 100 `let` names, 2000 examples, deals made
    from deals 64 deep.  No documented game comes near them.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    let n0 = 0 let n1 = 1 let n2 = 2 let n3 = 3 let n4 = 4 let n5 = 5 let n6 = 6 let n7 = 7
    let n8 = 8 let n9 = 9 let n10 = 10 let n11 = 11 let n12 = 12 let n13 = 13 let n14 = 14
    let n15 = 15 let n16 = 16 let n17 = 17 let n18 = 18 let n19 = 19 let n20 = 20
    let n21 = 21 let n22 = 22 let n23 = 23 let n24 = 24 let n25 = 25 let n26 = 26
    let n27 = 27 let n28 = 28 let n29 = 29 let n30 = 30 let n31 = 31 let n32 = 32
    let n33 = 33 let n34 = 34 let n35 = 35 let n36 = 36 let n37 = 37 let n38 = 38
    let n39 = 39 let n40 = 40 let n41 = 41 let n42 = 42 let n43 = 43 let n44 = 44
    let n45 = 45 let n46 = 46 let n47 = 47 let n48 = 48 let n49 = 49 let n50 = 50
    let n51 = 51 let n52 = 52 let n53 = 53 let n54 = 54 let n55 = 55 let n56 = 56
    let n57 = 57 let n58 = 58 let n59 = 59 let n60 = 60 let n61 = 61 let n62 = 62
    let n63 = 63 let n64 = 64 let n65 = 65 let n66 = 66 let n67 = 67 let n68 = 68
    let n69 = 69 let n70 = 70 let n71 = 71 let n72 = 72 let n73 = 73 let n74 = 74
    let n75 = 75 let n76 = 76 let n77 = 77 let n78 = 78 let n79 = 79 let n80 = 80
    let n81 = 81 let n82 = 82 let n83 = 83 let n84 = 84 let n85 = 85 let n86 = 86
    let n87 = 87 let n88 = 88 let n89 = 89 let n90 = 90 let n91 = 91 let n92 = 92
    let n93 = 93 let n94 = 94 let n95 = 95 let n96 = 96 let n97 = 97 let n98 = 98
    let n99 = 99 let n100 = 100
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
    return Diagnostic(
        "C229",
        "error",
        f"there are more than {most} {what}",
        place,
        help=f"at most {most} are allowed",
        label="too many",
    )
