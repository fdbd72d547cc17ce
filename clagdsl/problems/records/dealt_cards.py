"""What can be wrong with the cards of a recorded deal.  Each docstring is the page of its code."""

from __future__ import annotations

from clagdsl.lang.cards import Card
from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, problem


@problem("R550", "a hand of the wrong size")
def wrong_hand(place: Place, who: str, found: int, cards: int) -> Diagnostic:
    """Every player is dealt the same number of cards; an unknown card is written `??`.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 2
    hands = ["2H AC", "KD ??", "QS"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 2
    hands = ["2H AC", "KD ??", "QS ??"]
    ```
    """
    return Diagnostic(
        "R550",
        "error",
        f"{who} has {found} cards, but {cards} are dealt to each player",
        place,
        help="write `??` for each card that is not known",
    )


@problem("R551", "a card that is in two places")
def card_twice(place: Place, card: Card, where: str) -> Diagnostic:
    """The pack has every card once: it cannot be in two hands, nor be played twice.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    hands = ["2H", "KD", "2H"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    hands = ["2H", "KD", "3H"]
    ```
    """
    return Diagnostic(
        "R551",
        "error",
        f"`{card}` is {where}",
        place,
        help="write `??` for the card that is not known",
    )


@problem("R553", "the trump is not the deal's")
def wrong_trump(place: Place, reason: str, mend: str) -> Diagnostic:
    """A card is turned where the rules turn none, or the recorded trump is not the turned suit.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    label = "nt"
    turned = "4C"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    label = "nt"
    ```
    """
    return Diagnostic("R553", "error", reason, place, help=mend)


@problem("R556", "a play that cannot be followed", "warning")
def not_followed(place: Place, reason: str) -> Diagnostic:
    """Something is unknown without which nobody can tell who won a trick and so led the next.

    The tricks up to there are checked.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 2
    tricks = ["2H KH 3H", "AC 5C 6C"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 2
    turned = "4C"
    tricks = ["2H KH 3H", "AC 5C 6C"]
    ```
    """
    return Diagnostic(
        "R556",
        "warning",
        reason,
        place,
        help="record the hands, the turned card and every card that was played",
    )


@problem("R557", "the tricks recorded are not those played")
def other_tricks(place: Place, who: str, found: int, due: int) -> Diagnostic:
    """The number of tricks that a player won is not what the recorded cards give.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    turned = "4C"
    tricks = ["2H KH 3H"]
    won = "1 0 0"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    turned = "4C"
    tricks = ["2H KH 3H"]
    won = "0 1 0"
    ```
    """
    return Diagnostic(
        "R557",
        "error",
        f"{who} won `{due}` by the cards played, not `{found}`",
        place,
        help=f"write `{due}`",
    )


@problem("R558", "too few or too many cards in the tricks")
def wrong_trick(place: Place, reason: str) -> Diagnostic:
    """Every player plays to every trick; only the last trick of an unfinished deal is short.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 2
    turned = "4C"
    tricks = ["2H KH", "AC 5C 6C"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 2
    turned = "4C"
    tricks = ["2H KH 3H", "AC 5C 6C"]
    ```
    """
    return Diagnostic(
        "R558", "error", reason, place, help="list the cards of every trick, from the leader"
    )


@problem("R560", "the record is too little to play")
def not_complete(place: Place | None, reason: str) -> Diagnostic:
    """To give a match back, a record holds every card, call and bid from the first deal on.

    `clagdsl replay` judges the record all the same.

    ```python fails
    from pathlib import Path

    import clagdsl

    text = '''
    record = 1
    rules = "pagat"
    players = ["Ann", "Bob", "Cai", "Dot"]
    [[deal]]
    deal = 1
    bids = "0 0 1 1"
    won = "0 0 1 0"
    [[deal]]
    deal = 2
    '''
    Path("friday.toml").write_text(text, encoding="utf-8")
    clagdsl.replay("friday.toml")
    ```

    ```python mended
    import clagdsl

    state = clagdsl.load("pagat").start(players=4, seed=7).apply("bid 0")
    clagdsl.replay(state.record())
    ```
    """
    return Diagnostic(
        "R560", "error", reason, place, help="record every hand or pack, and every card played"
    )


@problem("R561", "the cards are not those that the seed deals")
def not_of_seed(place: Place, number: int, seed: int) -> Diagnostic:
    """A match that was dealt by a seed is dealt the same cards whenever it is played again.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    seed = 7

    [[deal]]
    deal = 1
    hands = ["2H", "KD", "3H"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    hands = ["2H", "KD", "3H"]
    ```
    """
    return Diagnostic(
        "R561",
        "error",
        f"these are not the cards that seed {seed} deals in deal {number}",
        place,
        help="correct the cards or the seed; a match dealt by hand has no `seed`",
    )
