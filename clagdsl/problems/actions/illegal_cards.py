"""Why a card may not be played: codes A301 to A307."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.cards import SUIT_NAMES, Card, Suit
from clagdsl.lang.rules import Origin
from clagdsl.problems.actions.reason import Reason, listed, reason_of
from clagdsl.problems.model import problem


@problem("A301", "the card is not in the hand")
def not_held(card: Card) -> Reason:
    """Only a card that the player still holds can be played.

    The first player holds 5C and 9S.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "5C 6C 7C 9S 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state.apply("play QS")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "5C 6C 7C 9S 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state.apply("play 9S")
    ```
    """
    return reason_of("A301", f"`{card}` is not in the hand: play a card that is")


@problem("A302", "the suit led must be followed")
def must_follow(card: Card, suit: Suit, allowed: Sequence[Card], origin: Origin) -> Reason:
    """Who holds a card of the suit led must play one; who holds none may play anything.

    Hearts are led; the second player holds QS and 9H.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "2H QS 7C 3H 9H JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state = state.apply("play 2H")
    state.apply("play QS")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "2H QS 7C 3H 9H JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state = state.apply("play 2H")
    state.apply("play 9H")
    ```
    """
    name = SUIT_NAMES[suit]
    may = listed(list(dict.fromkeys(allowed))) or "nothing"
    return reason_of("A302", f"`{card}` does not follow suit: {name} were led; play {may}", origin)


@problem("A303", "only the top card may be played")
def not_on_top(card: Card, origin: Origin) -> Reason:
    """In this deal the hand is a stack, played from the top; suit is not followed.

    `play top` always plays the right card, also where the player has not seen it.

    The hand of the first player has 5C on top and QS below it.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      play top card
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "5C 6C 7C QS 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state.apply("play QS")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      play top card
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "5C 6C 7C QS 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state.apply("play top")
    ```
    """
    return reason_of("A303", f"`{card}` is not on top: the hand is played from the top", origin)


@problem("A304", "a wild card must say what it stands for")
def unnamed_wild(card: Card, origin: Origin) -> Reason:
    """Whoever plays a wild card names the card that it stands for, even where it is itself.

    Twos are wild, and the first player leads the two of hearts.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      wild 2
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "2H 6C 7C QS 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state.apply("play 2H")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      wild 2
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "2H 6C 7C QS 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state.apply("play 2H as 2H")
    ```
    """
    return reason_of("A304", f"`{card}` is wild: say what it stands for, `{card} as ...`", origin)


@problem("A305", "the card is not wild")
def not_wild(card: Card, wild: Sequence[str], origin: Origin) -> Reason:
    """Only a wild card can stand for another card.

    Twos are wild, and the first player holds 5C.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      wild 2
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "5C 6C 7C QS 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state.apply("play 5C as AC")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      wild 2
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "5C 6C 7C QS 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state.apply("play 5C")
    ```
    """
    which = f"only {listed(wild, 'and')} are wild here" if wild else "no card is wild here"
    return reason_of("A305", f"`{card}` stands for itself: {which}", origin)


def nothing_wild(origin: Origin) -> Reason:
    """The reason that an unseen top card cannot be named: it does not tell what card that is."""
    return reason_of("A305", "the top card stands for itself: no card is wild here", origin)


@problem("A306", "another wild card stands for that card already")
def face_taken(card: Card, face: Card, origin: Origin) -> Reason:
    """Two wild cards in one trick cannot stand for the same card.

    The first player has led 2H as AH; the second holds 2C.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      wild 2
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "2H 2C 7C QS 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state = state.apply("play 2H as AH")
    state.apply("play 2C as AH")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      wild 2
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "2H 2C 7C QS 8S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state = state.apply("play 2H as AH")
    state.apply("play 2C as KH")
    ```
    """
    return reason_of(
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

    Spades are led; the second player holds 2C and 9S.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      wild 2
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "5S 2C 7C QS 9S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state = state.apply("play 5S")
    state.apply("play 2C as AH")
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid fixed 0
      wild 2
      score tricks
    schedule 2 cards: normal
    winner highest total, then shared
    '''
    state = clagdsl.load(text=rules).start(players=3)
    top = "5S 2C 7C QS 9S JS".split()
    rest = [str(card) for card in clagdsl.PACK if str(card) not in top]
    state = state.apply("deal " + " ".join(top + rest))
    state = state.apply("play 5S")
    state.apply("play 2C as AS")
    ```
    """
    name = SUIT_NAMES[suit]
    return reason_of(
        "A307",
        f"`{card}` cannot stand for `{face}`: {name} were led and are held; name one of them",
        origin,
    )
