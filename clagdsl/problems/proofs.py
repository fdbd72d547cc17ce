"""What the proofs about cards, sizes, bids and figures can find wrong: codes P301 to P312."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, Label, problem, replaced


@problem("P301", "the pack has too few cards")
def too_few_cards(
    place: Place | None,
    needed: int,
    pack: int,
    circumstances: str,
    turned: Place | None,
    help: str,
    detail: tuple[str, ...],
    instead: str = "",
) -> Diagnostic:
    """Some deal needs more cards than the pack has: the hands, and the card turned up for trump.

    It is reported at the size in the schedule where not even the fewest players have cards
    enough, otherwise at the number of `players`.

    ```clag fails
    clag 1
    game "Too many players"
    players 3 to 8
    deal normal
      trump turned
      bid in turn
      score tricks
    schedule 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Enough cards"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score tricks
    schedule 7 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"{circumstances} this deal needs {needed} cards; the pack has {pack}"
    others = () if turned is None else (Label(turned, "the card turned up is one of them"),)
    fix = replaced(place, instead) if place is not None and instead else ()
    return Diagnostic("P301", "error", message, place, help, "", others, detail, fix)


@problem("P302", "a deal with no cards")
def size_below_one(
    place: Place | None, size: int, circumstances: str, detail: tuple[str, ...]
) -> Diagnostic:
    """A row of the schedule comes to a deal in which a player gets no card at all.

    ```clag fails
    clag 1
    game "Down to nothing"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 3 down to 0 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Down to one"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 3 down to 1 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"{circumstances} this row deals {size} cards to each player"
    help = "every player gets at least 1 card: let the row end at 1, or `max(1, ...)` the size"
    return Diagnostic("P302", "error", message, place, help, detail=detail)


@problem("P303", "a schedule without a deal")
def empty_schedule(place: Place | None, circumstances: str, detail: tuple[str, ...]) -> Diagnostic:
    """No row of the schedule holds a deal, so there would be no match.

    A row that counts `up to` a smaller number or `down to` a larger one holds no deal, nor does a
    row that is repeated 0 times.

    ```clag fails
    clag 1
    game "The wrong way up"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 7 up to 1 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "The right way up"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"{circumstances} the schedule holds no deal"
    help = "count up from the smaller number, as in `1 up to 7 cards: normal`"
    return Diagnostic("P303", "error", message, place, help, detail=detail)


@problem("P304", "nothing for the dealer to pick")
def nothing_to_pick(
    place: Place | None, low: int, high: int, circumstances: str, detail: tuple[str, ...]
) -> Diagnostic:
    """The dealer picks between two numbers of cards of which the first is the larger.

    ```clag fails
    clag 1
    game "No pick"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule dealer picks 7 to 3 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "A pick"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule dealer picks 3 to 7 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"{circumstances} no number of cards lies between {low} and {high}"
    help = f"write the smaller number first: `dealer picks {high} to {low}`"
    return Diagnostic("P304", "error", message, place, help, detail=detail)


@problem("P305", "too many deals")
def too_many_deals(
    place: Place | None, number: int, most: int, circumstances: str, detail: tuple[str, ...]
) -> Diagnostic:
    """A match has more deals than a match may have.

    The bound keeps every match and every record of one within reach.

    ```clag fails
    clag 1
    game "A long night"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule repeat 501 times 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "A long evening"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule repeat 500 times 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"{circumstances} the match has {number} deals by this row"
    help = f"a match has at most {most} deals: repeat less often"
    return Diagnostic("P305", "error", message, place, help, detail=detail)


@problem("P306", "a player without a legal bid")
def no_bid_left(
    place: Place | None,
    seat: str,
    bids: Sequence[int],
    circumstances: str,
    others: tuple[Label, ...],
    last: bool,
    detail: tuple[str, ...],
    said_otherwise: bool = False,
) -> Diagnostic:
    """After some legal bids a player may bid nothing: the limits on bids leave no number over.

    A bid is a whole number from 0 to the number of cards.  The table shows the shortest and
    smallest bids that lead there.  `otherwise` in a limit says what holds where no bid meets it.

    ```clag fails
    clag 1
    game "Above the cards"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      last bid keeps bids > cards
      score tricks
    schedule 1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Above the cards, or not level"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      last bid keeps bids > cards, otherwise bids != cards
      score tricks
    schedule 1 up to 7 cards: normal
    winner highest total, then shared
    ```
    """
    said = f", after bids {' '.join(map(str, bids))}," if bids else ""
    who = f"the {seat}" + ("" if seat in ("eldest", "dealer") else " player")
    message = f"{circumstances}{said} {who} has no bid left"
    help = (
        "say at the end of the limit what holds where no bid meets it: `, otherwise bids != cards`"
        if last
        else "say at the end of the limit what holds where no bid meets it: `, otherwise bid = 0`"
    )
    if said_otherwise:
        help = "no bid meets what follows `otherwise` either: ask less there"
        help += ", or ask less of each bid" if others else ""
    return Diagnostic("P306", "error", message, place, help, others=others, detail=detail)


@problem("P307", "a fixed bid above the number of cards")
def fixed_bid_too_high(
    place: Place | None, number: int, cards: int, circumstances: str, detail: tuple[str, ...]
) -> Diagnostic:
    """Everybody is taken to bid more tricks than there are in some deal.

    ```clag fails
    clag 1
    game "Seven of five"
    players 3 to 4
    deal normal
      trump none
      bid fixed 7
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Five of five"
    players 3 to 4
    deal normal
      trump none
      bid fixed 5
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"{circumstances} nobody can bid {number}"
    help = f"a bid is at most the number of cards, {cards} here: schedule more, or bid less"
    return Diagnostic("P307", "error", message, place, help, detail=detail)


@problem("P308", "a player without a card to play")
def no_card_to_play(place: Place | None) -> Diagnostic:
    """The list after `follow` does not say what somebody plays who cannot follow.

    ```clag fails
    clag 1
    game "Suit or nothing"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      follow suit
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Suit or anything"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      follow suit, else anything
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = "somebody who holds no card of the suit led could play nothing"
    help = "end the list with anything: `follow suit, else anything`"
    return Diagnostic("P308", "error", message, place, help)


@problem("P309", "a figure that is too large")
def too_large(
    place: Place | None, value: str, circumstances: str, detail: tuple[str, ...]
) -> Diagnostic:
    """A part of an expression comes to a number beyond a thousand million.

    Every figure, on the way to a result too, lies between -1000000000 and 1000000000, so that
    every total is exact everywhere.

    ```clag fails
    clag 1
    game "High stakes"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 500000000 * tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Lower stakes"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 500 * tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"{circumstances} this comes to {value}"
    help = "keep every figure between -1000000000 and 1000000000: use smaller numbers"
    return Diagnostic("P309", "error", message, place, help, detail=detail)


@problem("P310", "a division by zero")
def division_by_zero(
    place: Place | None, operator: str, circumstances: str, detail: tuple[str, ...]
) -> Diagnostic:
    """A divisor can be 0, so a score, a size or a payment would have no value.

    ```clag fails
    clag 1
    game "Shared among the bids"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 60 // bid
    schedule 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Shared among the bids, if any"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 0 when bid = 0, otherwise 60 // bid
    schedule 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"{circumstances} this divides by zero"
    help = f"say what holds then: `0 when ... = 0, otherwise ... {operator} ...`"
    return Diagnostic("P310", "error", message, place, help, detail=detail)


@problem("P311", "too much to prove")
def too_much(place: Place | None, what: str) -> Diagnostic:
    """Going through everything that can happen would take too long.

    Nothing is checked by samples: either every combination of figures is gone through or the file
    is refused.  At most a million combinations are gone through for one expression at one table,
    and a bounded number for a whole file.

    ```clag fails
    clag 1
    game "Every subset of the tricks"
    players 2 to 2
    deal normal
      trump none
      bid in turn
      trick worth (trick * trick * trick * 7919) % 1000003
      score points
    schedule 26 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Rising tricks"
    players 2 to 2
    deal normal
      trump none
      bid in turn
      trick worth trick
      score points
    schedule 26 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"too much to prove: {what}"
    help = "use fewer names, smaller ranges of parameters or fewer different deals"
    return Diagnostic("P311", "error", message, place, help)


@problem("P312", "a `when` that nothing reaches", "warning")
def never_reached(place: Place | None) -> Diagnostic:
    """No value of a parameter and no deal ever leads to this alternative.

    In a list of `when` the first that holds counts, so a later one may be covered by those before
    it.

    ```clag fails
    clag 1
    game "Covered"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 10 when tricks >= 0, 5 when made, otherwise 0
    schedule 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Uncovered"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 10 when made, 5 when tricks = 0, otherwise 0
    schedule 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = "nothing that can happen reaches this `when`"
    help = "drop this alternative, or put it before the one that covers it"
    return Diagnostic("P312", "warning", message, place, help)
