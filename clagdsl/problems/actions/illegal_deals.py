"""Why something may not be done now, or dealt so: codes A101 to A103, A601 and A701."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.cards import PACK, Card
from clagdsl.lang.rules import Origin
from clagdsl.problems.actions.reason import Reason, reason_of
from clagdsl.problems.model import problem
from clagdsl.problems.safe_text import shortened


@problem("A101", "the text is no action")
def not_understood(text: object) -> Reason:
    """What was written is none of the things that can be done at the table.

    An action is one line: `bid 2`, `play QS`, `play 2H as AD`, `trump hearts`, `order S H C D`,
    `call Precedence, Nuloss`, `cards 5`, or `deal` and the whole pack from the top.

    ```python fails
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    state.apply("bid one")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    state.apply("bid 1")
    ```
    """
    shown = shortened(text)
    return reason_of(
        "A101",
        f"`{shown}` is not understood: write for example `bid 2`, `play QS`, `trump hearts`",
    )


@problem("A102", "the match is over")
def match_over() -> Reason:
    """The last deal of the schedule is scored, and nobody has anything left to do.

    ```python fails
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    while not state.over:
        state = state.apply(clagdsl.random_action(state))
    state.apply("bid 1")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    while not state.over:
        state = state.apply(clagdsl.random_action(state))
    state = clagdsl.load("pagat").start(players=4, seed=8)
    state.apply("bid 1")
    ```
    """
    return reason_of("A102", "the match is over: the last deal has been scored")


@problem("A103", "something else is to be done now")
def not_now(wanted: str) -> Reason:
    """The order of a deal is fixed, and this is not the moment for what was tried.

    The dealer picks the number of cards, the cards are dealt, the caller calls, trump is named,
    the players bid in turn and then play the tricks.  What a deal does not need is left out.  In
    a match with a seed nobody deals by hand: the seed does.

    ```python fails
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    state.apply("play QS")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    state.apply("bid 0")
    ```
    """
    return reason_of("A103", f"this is not the moment for that: {wanted}")


def no_bidding(origin: Origin) -> Reason:
    """The reason that nobody bids in this deal."""
    return reason_of(
        "A103", "nobody bids in this deal: its bids are fixed or none are made", origin
    )


def nothing_to_call(origin: Origin) -> Reason:
    """The reason that nothing is called in this deal."""
    return reason_of("A103", "nothing is called in this deal", origin)


def nothing_to_name(origin: Origin) -> Reason:
    """The reason that nobody names trump in this deal."""
    return reason_of("A103", "nobody names the trump of this deal", origin)


@problem("A601", "the dealer may not deal so many cards")
def size_outside(cards: int, low: int, high: int, origin: Origin) -> Reason:
    """The schedule says between which numbers of cards the dealer picks.

    ```python fails
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7)
    state.apply("cards 9")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7)
    state.apply("cards 7")
    ```
    """
    return reason_of(
        "A601", f"`{cards}` cards cannot be dealt: pick from `{low}` to `{high}`", origin
    )


@problem("A701", "a pack holds every card once")
def not_a_pack(number: int, missing: Sequence[Card], twice: Sequence[Card]) -> Reason:
    """`deal` takes the whole pack in order from the top: every card once, none left out.

    ```python fails
    import clagdsl

    state = clagdsl.load("pagat").start(players=4)
    state.apply("deal 2C KD")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("pagat").start(players=4)
    state.apply("deal " + " ".join(map(str, clagdsl.PACK)))
    ```
    """
    faults = [f"it has `{number}` cards of `{len(PACK)}`"] if number != len(PACK) else []
    if missing:
        faults.append(f"`{missing[0]}` is missing")
    if twice:
        faults.append(f"`{twice[0]}` stands twice")
    return reason_of("A701", f"this is not the whole pack: {', '.join(faults)}")
