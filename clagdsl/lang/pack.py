"""The pack as a rules file describes it: ranks, suits, cards left out, copies, special cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from clagdsl.lang.cards import COPIES, RANKS, SUITS, Card, Deck, copy_of, special_card
from clagdsl.lang.expr.ast import Expression
from clagdsl.lang.expr.unparse import expression_text
from clagdsl.lang.frozen import added_field, dataclass

MOST_RANKS: Final = len(RANKS)
MOST_SUITS: Final = len(SUITS)
MOST_COPIES: Final = len(COPIES)
MOST_FACES: Final = MOST_RANKS * MOST_SUITS
"""The maximum number of cards in a pack without copies."""

MOST_CARDS: Final = MOST_FACES * MOST_COPIES
"""The maximum number of cards in a pack, without special cards."""


@dataclass(frozen=True, slots=True)
class ListedRanks:
    """`A K Q J 10 9 8 7`."""

    ranks: tuple[str, ...]
    kind: Literal["listed"] = "listed"


@dataclass(frozen=True, slots=True)
class HighestRanks:
    """`highest 8 ranks`, counted from the ace down."""

    number: Expression
    kind: Literal["highest"] = "highest"


@dataclass(frozen=True, slots=True)
class AllRanks:
    """`all ranks`."""

    kind: Literal["all"] = "all"


RanksOfPack: TypeAlias = ListedRanks | HighestRanks | AllRanks


@dataclass(frozen=True, slots=True)
class SpecialCards:
    """`4 Wizard`."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Pack:
    """The ranks, each in every suit, the first `suits` suits, and the cards left out.

    Of what is there then, there are `copies` of each; `specials` are added at the end.
    """

    ranks: RanksOfPack
    suits: Expression | None = None
    without: tuple[Card, ...] = ()
    copies: Expression | None = added_field(None)
    specials: tuple[SpecialCards, ...] = added_field(())

    @property
    def numbers(self) -> tuple[Expression, ...]:
        """The expressions on which the cards of the pack depend."""
        ranks = self.ranks.number if isinstance(self.ranks, HighestRanks) else None
        return tuple(each for each in (ranks, self.suits, self.copies) if each is not None)


class NoPackError(Exception):
    """Raised if a pack is impossible: a number is out of range, or a card cannot be left out."""

    def __init__(
        self,
        trouble: Literal["ranks", "suits", "copies", "card", "suit"],
        number: int,
        card: Card | None,
    ) -> None:
        super().__init__(f"a pack with {number} {trouble}")
        self.trouble = trouble
        self.number = number
        self.card = card


def deck_of(
    pack: Pack, work_out: Callable[[Expression], int], *, distinguishes_copies: bool = False
) -> Deck:
    """Returns the deck of a pack at a table; raises NoPackError if it is impossible.

    At least one card of each suit must remain. With `distinguishes_copies`, equal cards get copy
    numbers.
    """
    match pack.ranks:
        case ListedRanks(ranks=listed):
            ranks = listed
        case HighestRanks(number=number):
            many = work_out(number)
            if not 1 <= many <= MOST_RANKS:
                raise NoPackError("ranks", many, None)
            ranks = RANKS[:many]
        case AllRanks():
            ranks = RANKS
    suits = MOST_SUITS if pack.suits is None else work_out(pack.suits)
    if not 1 <= suits <= MOST_SUITS:
        raise NoPackError("suits", suits, None)
    copies = 1 if pack.copies is None else work_out(pack.copies)
    if not 1 <= copies <= MOST_COPIES:
        raise NoPackError("copies", copies, None)
    special = tuple(special_card(one.name) for one in pack.specials for _ in range(one.number))
    return _deck(ranks, suits, pack.without, copies, distinguishes_copies, special)


@lru_cache(maxsize=256)
def _deck(
    ranks: tuple[str, ...],
    suits: int,
    without: tuple[Card, ...],
    copies: int,
    distinguishes_copies: bool,
    special: tuple[Card, ...],
) -> Deck:
    cards = [Card(rank, suit) for suit in SUITS[:suits] for rank in ranks]
    for card in without:
        if card not in cards:
            raise NoPackError("card", len(cards), card)
        cards.remove(card)
        if all(left.suit != card.suit for left in cards):
            raise NoPackError("suit", len(cards), card)
    if distinguishes_copies and copies > 1:
        numbered = tuple(copy_of(card, copy + 1) for card in cards for copy in range(copies))
        return Deck((*numbered, *special))
    return Deck((*cards * copies, *special))


def ranks_text(ranks: RanksOfPack) -> str:
    """Returns the ranks of a pack in the syntax of rules files."""
    match ranks:
        case ListedRanks(ranks=listed):
            return " ".join(listed)
        case HighestRanks(number=number):
            return f"highest {expression_text(number)} ranks"
        case AllRanks():
            return "all ranks"


def pack_text(pack: Pack) -> str:
    """Returns a pack in the syntax of rules files."""
    parts = [ranks_text(pack.ranks)]
    if pack.suits is not None:
        parts.append(f"{expression_text(pack.suits)} suits")
    if pack.without:
        parts.append(f"without {' '.join(map(str, pack.without))}")
    if pack.copies is not None:
        parts.append(f"{expression_text(pack.copies)} of each")
    parts += [f"{one.number} {one.name}" for one in pack.specials]
    return ", ".join(parts)
