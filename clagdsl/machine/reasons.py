"""Why something may not be done: a reason for every refused bid, call, name and card.

Each function makes the reason of one code; its docstring is the page that `clagdsl explain`
prints.  A reason says what rule is in the way, and what would be allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clagdsl.cards import PACK, SUIT_NAMES, Card, Suit
from clagdsl.diagnostics import problem
from clagdsl.game import DEFAULT, Origin
from clagdsl.source import Place
from clagdsl.visible import shortened


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is refused: its code, the words, the rule's place in the file, its source."""

    code: str
    reason: str
    place: Place | None = None
    source: str | None = None


def cited(origin: Origin) -> tuple[Place | None, str | None]:
    """Where a rule stands, and what it cites, in words."""
    source = "; ".join(str(citation) for citation in origin.citations)
    return origin.place, source or None


def listed(things: Sequence[object], joint: str = "or") -> str:
    """Things in words: `2`, `3` or `4`."""
    words = [f"`{thing}`" for thing in things]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def _reason(code: str, text: str, origin: Origin = DEFAULT) -> Reason:
    place, source = cited(origin)
    return Reason(code, text, place, source)


@problem("A101", "the text is no action")
def not_understood(text: object) -> Reason:
    """What was written is none of the things that can be done at the table.

    An action is one line: `bid 2`, `play QS`, `play 2H as AD`, `trump hearts`, `order S H C D`,
    `call Precedence, Nuloss`, `cards 5`, or `deal` and the whole pack from the top.

    ```text refused
    bid two
    ```

    ```text allowed
    bid 2
    ```
    """
    shown = shortened(text)
    return _reason(
        "A101",
        f"`{shown}` is not understood: write for example `bid 2`, `play QS`, `trump hearts`",
    )


@problem("A102", "the match is over")
def match_over() -> Reason:
    """The last deal of the schedule is scored, and nobody has anything left to do.

    ```text refused
    bid 2        (after the last card of the last deal)
    ```

    ```text allowed
    (nothing: start another match)
    ```
    """
    return _reason("A102", "the match is over: the last deal has been scored")


@problem("A103", "something else is to be done now")
def not_now(wanted: str) -> Reason:
    """The order of a deal is fixed, and this is not the moment for what was tried.

    The dealer picks the number of cards, the cards are dealt, the caller calls, trump is named,
    the players bid in turn and then play the tricks.  What a deal does not need is left out.  In
    a match with a seed nobody deals by hand: the seed does.

    ```text refused
    play QS      (while the bidding goes on)
    ```

    ```text allowed
    bid 2
    ```
    """
    return _reason("A103", f"this is not the moment for that: {wanted}")


def no_bidding(origin: Origin) -> Reason:
    """The reason that nobody bids in this deal."""
    return _reason("A103", "nobody bids in this deal: its bids are fixed or none are made", origin)


def nothing_to_call(origin: Origin) -> Reason:
    """The reason that nothing is called in this deal."""
    return _reason("A103", "nothing is called in this deal", origin)


def nothing_to_name(origin: Origin) -> Reason:
    """The reason that nobody names trump in this deal."""
    return _reason("A103", "nobody names the trump of this deal", origin)


# --- bids ---------------------------------------------------------------------------------


@problem("A201", "a bid is from 0 to the number of cards")
def bid_outside(bid: int, cards: int, origin: Origin) -> Reason:
    """Nobody can take more tricks than there are cards in a hand, or fewer than none.

    ```text refused
    bid 8        (with 7 cards)
    ```

    ```text allowed
    bid 7
    ```
    """
    return _reason("A201", f"`{bid}` cannot be bid: a bid is from `0` to `{cards}` here", origin)


@problem("A202", "the limit on the last bid forbids it")
def last_bid_broken(
    bid: int, total: int, cards: int, allowed: Sequence[int], origin: Origin
) -> Reason:
    """Who bids last may not make this bid, because of what the others have bid.

    The clause `last bid keeps ...` says what the last bid must meet, usually that the bids do not
    add up to the number of cards, so that somebody fails.

    ```text refused
    bid 4        (with 7 cards, after the bids 1 1 1, under `last bid keeps bids != cards`)
    ```

    ```text allowed
    bid 3
    ```
    """
    return _reason("A202", _limit_text("the last bid", bid, total, cards, allowed), origin)


@problem("A203", "the limit on every bid forbids it")
def each_bid_broken(
    bid: int, total: int, cards: int, allowed: Sequence[int], origin: Origin
) -> Reason:
    """The clause `each bid keeps ...` says what every bid must meet, and this one does not.

    ```text refused
    bid 0        (under `each bid keeps bid > 0`)
    ```

    ```text allowed
    bid 1
    ```
    """
    return _reason("A203", _limit_text("each bid", bid, total, cards, allowed), origin)


def _limit_text(which: str, bid: int, total: int, cards: int, allowed: Sequence[int]) -> str:
    sum_text = f"the bids would come to `{total + bid}` with `{cards}` cards"
    may = f"bid {listed(allowed)}" if allowed else "no bid is left"
    return f"the limit on {which} forbids `{bid}`: {sum_text}; {may}"


# --- cards --------------------------------------------------------------------------------


@problem("A301", "the card is not in the hand")
def not_held(card: Card) -> Reason:
    """Only a card that the player still holds can be played.

    ```text refused
    play QS      (from 5C 9S)
    ```

    ```text allowed
    play 9S
    ```
    """
    return _reason("A301", f"`{card}` is not in the hand: play a card that is")


@problem("A302", "the suit led must be followed")
def must_follow(card: Card, suit: Suit, allowed: Sequence[Card], origin: Origin) -> Reason:
    """Who holds a card of the suit led must play one; who holds none may play anything.

    ```text refused
    play QS      (from QS 5C, after hearts were led, with 9H in the hand too)
    ```

    ```text allowed
    play 9H
    ```
    """
    name = SUIT_NAMES[suit]
    may = listed(list(dict.fromkeys(allowed))) or "nothing"
    return _reason("A302", f"`{card}` does not follow suit: {name} were led; play {may}", origin)


@problem("A303", "only the top card may be played")
def not_on_top(card: Card, origin: Origin) -> Reason:
    """In this deal the hand is a stack, played from the top; suit is not followed.

    `play top` always plays the right card, also where the player has not seen it.

    ```text refused
    play QS      (while QS is the second card of the stack)
    ```

    ```text allowed
    play top
    ```
    """
    return _reason("A303", f"`{card}` is not on top: the hand is played from the top", origin)


@problem("A304", "a wild card must say what it stands for")
def unnamed_wild(card: Card, origin: Origin) -> Reason:
    """Whoever plays a wild card names the card that it stands for, even where it is itself.

    ```text refused
    play 2H      (twos are wild)
    ```

    ```text allowed
    play 2H as 2H
    ```
    """
    return _reason("A304", f"`{card}` is wild: say what it stands for, `{card} as ...`", origin)


@problem("A305", "the card is not wild")
def not_wild(card: Card, wild: Sequence[str], origin: Origin) -> Reason:
    """Only a wild card can stand for another card.

    ```text refused
    play 5C as AC
    ```

    ```text allowed
    play 5C
    ```
    """
    which = f"only {listed(wild, 'and')} are wild here" if wild else "no card is wild here"
    return _reason("A305", f"`{card}` stands for itself: {which}", origin)


def nothing_wild(origin: Origin) -> Reason:
    """The reason that an unseen top card cannot be named: it does not tell what card that is."""
    return _reason("A305", "the top card stands for itself: no card is wild here", origin)


@problem("A306", "another wild card stands for that card already")
def face_taken(card: Card, face: Card, origin: Origin) -> Reason:
    """Two wild cards in one trick cannot stand for the same card.

    ```text refused
    play 2C as AH      (after 2H as AH in the same trick)
    ```

    ```text allowed
    play 2C as KH
    ```
    """
    return _reason(
        "A306",
        f"`{card}` cannot stand for `{face}`: another wild card of this trick does; "
        "name any other card",
        origin,
    )


@problem("A307", "the wild card must be named in the suit led")
def wild_must_follow(card: Card, face: Card, suit: Suit, origin: Origin) -> Reason:
    """Who holds another card of the suit led may play a wild card, but only as a card of it.

    Other wild cards in the hand do not count, unless the rules say `in suit`: then each counts as
    a card of the suit printed on it.

    ```text refused
    play 2C as AH      (from 2C 9S, after spades were led)
    ```

    ```text allowed
    play 2C as AS
    ```
    """
    name = SUIT_NAMES[suit]
    return _reason(
        "A307",
        f"`{card}` cannot stand for `{face}`: {name} were led and are held; name one of them",
        origin,
    )


# --- naming trump -------------------------------------------------------------------------


@problem("A401", "one suit is to be named, not an order")
def suit_wanted(origin: Origin) -> Reason:
    """In this deal one suit is named as trump.

    ```text refused
    order S H C D
    ```

    ```text allowed
    trump spades
    ```
    """
    return _reason("A401", "one trump suit is to be named: for example `trump hearts`", origin)


@problem("A402", "an order of the suits is to be named, not one suit")
def order_wanted(origin: Origin) -> Reason:
    """In this deal all suits are named in order: every suit beats those after it.

    ```text refused
    trump spades
    ```

    ```text allowed
    order S H C D
    ```
    """
    return _reason("A402", "an order of all suits is to be named: `order S H C D`", origin)


@problem("A403", "an order names every suit once")
def not_an_order(suits: Sequence[Suit], origin: Origin) -> Reason:
    """The order of the suits leaves a suit out, or names one twice.

    ```text refused
    order S H C C
    ```

    ```text allowed
    order S H C D
    ```
    """
    shown = " ".join(suits)
    return _reason("A403", f"`{shown}` is no order: name each of the four suits once", origin)


# --- calls --------------------------------------------------------------------------------


@problem("A501", "there is no such choice")
def no_such_choice(name: str, known: Sequence[str], origin: Origin) -> Reason:
    """What was called is not among the choices that the deal offers.

    ```text refused
    call Trump
    ```

    ```text allowed
    call Trumps
    ```
    """
    return _reason(
        "A501", f"`{shortened(name)}` cannot be called: choose from {listed(known)}", origin
    )


@problem("A502", "a choice was called twice")
def called_twice(choice: str, origin: Origin) -> Reason:
    """A call names each of its choices once, by its name or by its short name.

    ```text refused
    call Trumps, Nuloss, Nuloss
    ```

    ```text allowed
    call Trumps, Nuloss
    ```
    """
    return _reason("A502", f"`{choice}` is called twice: name it once", origin)


@problem("A503", "exactly one of these must be called")
def not_exactly_one(chosen: Sequence[str], choices: Sequence[str], origin: Origin) -> Reason:
    """Of the choices after `one of` the caller names one, neither more nor none.

    ```text refused
    call Nuloss
    ```

    ```text allowed
    call "No Trumps", Nuloss
    ```
    """
    called = f"{listed(chosen, 'and')} were called" if chosen else "none was called"
    return _reason("A503", f"call exactly one of {listed(choices)}: {called}", origin)


@problem("A504", "at most one of these may be called")
def more_than_one(chosen: Sequence[str], origin: Origin) -> Reason:
    """Of the choices after `at most one of` the caller names one or none.

    ```text refused
    call Trumps, "Ascending Madness", "Descending Madness"
    ```

    ```text allowed
    call Trumps, "Ascending Madness"
    ```
    """
    return _reason("A504", f"{listed(chosen, 'and')} cannot be called together: keep one", origin)


# --- the deal -----------------------------------------------------------------------------


@problem("A601", "the dealer may not deal so many cards")
def size_outside(cards: int, low: int, high: int, origin: Origin) -> Reason:
    """The schedule says between which numbers of cards the dealer picks.

    ```text refused
    cards 9      (where the dealer picks 3 to 7 cards)
    ```

    ```text allowed
    cards 7
    ```
    """
    return _reason(
        "A601", f"`{cards}` cards cannot be dealt: pick from `{low}` to `{high}`", origin
    )


@problem("A701", "a pack holds every card once")
def not_a_pack(number: int, missing: Sequence[Card], twice: Sequence[Card]) -> Reason:
    """`deal` takes the whole pack in order from the top: every card once, none left out.

    ```text refused
    deal 2C KD
    ```

    ```text allowed
    deal and the 52 cards
    ```
    """
    faults = [f"it has `{number}` cards of `{len(PACK)}`"] if number != len(PACK) else []
    if missing:
        faults.append(f"`{missing[0]}` is missing")
    if twice:
        faults.append(f"`{twice[0]}` stands twice")
    return _reason("A701", f"this is not the whole pack: {', '.join(faults)}")
