"""Why a bid, a call or a name of the trump is refused: codes A201 to A504."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.cards import Suit
from clagdsl.lang.rules import Origin
from clagdsl.problems.actions.reason import Reason, listed, reason_of
from clagdsl.problems.model import problem
from clagdsl.problems.safe_text import shortened


@problem("A201", "a bid is from 0 to the number of cards")
def bid_outside(bid: int, cards: int, origin: Origin) -> Reason:
    """Nobody can take more tricks than there are cards in a hand, or fewer than none.

    ```python fails
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    state.apply("bid 2")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    state.apply("bid 1")
    ```
    """
    return reason_of("A201", f"`{bid}` cannot be bid: a bid is from `0` to `{cards}` here", origin)


@problem("A202", "the limit on the last bid forbids it")
def last_bid_broken(
    bid: int, total: int, cards: int, allowed: Sequence[int], origin: Origin
) -> Reason:
    """Who bids last may not make this bid, because of what the others have bid.

    The clause `last bid keeps ...` says what the last bid must meet, usually that the bids do not
    add up to the number of cards, so that somebody fails.

    At a table of four with one card each the others have bid 0, 0 and 1.

    ```python fails
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    state = state.apply("bid 0").apply("bid 0").apply("bid 1")
    state.apply("bid 0")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7)
    state = state.apply("bid 0").apply("bid 0").apply("bid 1")
    state.apply("bid 1")
    ```
    """
    return reason_of("A202", _limit_text("the last bid", bid, total, cards, allowed), origin)


@problem("A203", "the limit on every bid forbids it")
def each_bid_broken(
    bid: int, total: int, cards: int, allowed: Sequence[int], origin: Origin
) -> Reason:
    """The clause `each bid keeps ...` says what every bid must meet, and this one does not.

    Here every player must bid at least one trick.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      each bid keeps bid > 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3, seed=7)
    state.apply("bid 0")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      each bid keeps bid > 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3, seed=7)
    state.apply("bid 1")
    ```
    """
    return reason_of("A203", _limit_text("each bid", bid, total, cards, allowed), origin)


def _limit_text(which: str, bid: int, total: int, cards: int, allowed: Sequence[int]) -> str:
    sum_text = f"the bids would come to `{total + bid}` with `{cards}` cards"
    may = f"bid {listed(allowed)}" if allowed else "no bid is left"
    return f"the limit on {which} forbids `{bid}`: {sum_text}; {may}"


@problem("A401", "one suit is to be named, not an order")
def suit_wanted(origin: Origin) -> Reason:
    """In this deal one suit is named as trump.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump named by dealer any suit
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3, seed=7)
    state.apply("order S H C D")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump named by dealer any suit
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3, seed=7)
    state.apply("trump spades")
    ```
    """
    return reason_of("A401", "one trump suit is to be named: for example `trump hearts`", origin)


@problem("A402", "an order of the suits is to be named, not one suit")
def order_wanted(origin: Origin) -> Reason:
    """In this deal all suits are named in order: every suit beats those after it.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump named by dealer any order
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3, seed=7)
    state.apply("trump spades")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump named by dealer any order
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3, seed=7)
    state.apply("order S H C D")
    ```
    """
    return reason_of("A402", "an order of all suits is to be named: `order S H C D`", origin)


@problem("A403", "an order names every suit once")
def not_an_order(suits: Sequence[Suit], origin: Origin) -> Reason:
    """The order of the suits leaves a suit out, or names one twice.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump named by dealer any order
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3, seed=7)
    state.apply("order S H C C")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump named by dealer any order
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3, seed=7)
    state.apply("order S H C D")
    ```
    """
    shown = " ".join(suits)
    return reason_of("A403", f"`{shown}` is no order: name each of the four suits once", origin)


@problem("A501", "there is no such choice")
def no_such_choice(name: str, known: Sequence[str], origin: Origin) -> Reason:
    """What was called is not among the choices that the deal offers.

    ```python fails
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7).apply("cards 3")
    state.apply("call Trump")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7).apply("cards 3")
    state.apply("call Trumps")
    ```
    """
    return reason_of(
        "A501", f"`{shortened(name)}` cannot be called: choose from {listed(known)}", origin
    )


@problem("A502", "a choice was called twice")
def called_twice(choice: str, origin: Origin) -> Reason:
    """A call names each of its choices once, by its name or by its short name.

    ```python fails
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7).apply("cards 3")
    state.apply("call Trumps, Nuloss, Nuloss")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7).apply("cards 3")
    state.apply("call Trumps, Nuloss")
    ```
    """
    return reason_of("A502", f"`{choice}` is called twice: name it once", origin)


@problem("A503", "exactly one of these must be called")
def not_exactly_one(chosen: Sequence[str], choices: Sequence[str], origin: Origin) -> Reason:
    """Of the choices after `one of` the caller names one, neither more nor none.

    ```python fails
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7).apply("cards 3")
    state.apply("call Nuloss")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7).apply("cards 3")
    state.apply("call No Trumps, Nuloss")
    ```
    """
    called = f"{listed(chosen, 'and')} were called" if chosen else "none was called"
    return reason_of("A503", f"call exactly one of {listed(choices)}: {called}", origin)


@problem("A504", "at most one of these may be called")
def more_than_one(chosen: Sequence[str], origin: Origin) -> Reason:
    """Of the choices after `at most one of` the caller names one or none.

    ```python fails
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7).apply("cards 3")
    state.apply("call Trumps, Ascending Madness, Descending Madness")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("raf").start(players=3, seed=7).apply("cards 3")
    state.apply("call Trumps, Ascending Madness")
    ```
    """
    return reason_of("A504", f"{listed(chosen, 'and')} cannot be called together: keep one", origin)
