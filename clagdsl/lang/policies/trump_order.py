"""Policies for the trump suit itself: the cards that head it, and what its cards are worth."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.cards import Card, Suit, face_of, is_special
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.play import Worth
from clagdsl.lang.policies.policy import Policies, Policy

TopTrumpKind: TypeAlias = Literal["rank", "card", "special"]


@dataclass(frozen=True, slots=True)
class TopTrump:
    """An entry of `rank of trump`: a rank of the trump suit, a card, or a special card.

    A card and a special card are trumps whatever the trump suit, even without one.
    """

    name: str
    """The rank, the card, or the name of the special card."""
    kind: TopTrumpKind

    def holds(self, card: Card, trump: Suit | None) -> bool:
        """Returns whether this is the entry of a card, in any copy, with this suit as trump."""
        match self.kind:
            case "rank":
                return card.suit == trump and card.rank == self.name
            case "card":
                return not is_special(card) and str(face_of(card)) == self.name
            case "special":
                return is_special(card) and card.rank == self.name


@dataclass(frozen=True, slots=True)
class TrumpRanks:
    """The highest trumps, the highest first; the rest of the trump suit follows in the order of
    `rank`. Empty if trumps rank as other suits.
    """

    top: tuple[TopTrump, ...] = ()
    kind: Literal["trump ranks"] = "trump ranks"

    def place_of(self, card: Card, trump: Suit | None) -> int | None:
        """Returns the index of a card's entry, given the trump suit if there is exactly one."""
        places = (n for n, entry in enumerate(self.top) if entry.holds(card, trump))
        return next(places, None)

    def is_trump(self, card: Card, trump: Suit | None) -> bool:
        """Returns whether a card counts as a trump; `trump` is the trump suit, if exactly one is.

        Without a single trump suit, only the listed cards do.
        """
        return card.suit == trump or self.place_of(card, trump) is not None

    @property
    def text(self) -> str:
        """The entries as in rules files, without quotes: `Big 2D J 9`."""
        return " ".join(entry.name for entry in self.top) or "none"


@dataclass(frozen=True, slots=True)
class TrumpWorth:
    """The amounts that trumps add to the value of their trick, in place of those of `card worth`.

    Empty if they are worth the same as cards of other suits.
    """

    worths: tuple[Worth, ...] = ()
    kind: Literal["trump cards"] = "trump cards"

    def of(self, card: Card) -> int:
        """Returns the worth of a trump; for a wild, of the card that it represents."""
        return sum(worth.points for worth in self.worths if worth.holds(card))

    @property
    def text(self) -> str:
        """The worths in the syntax of rules files: `20 J, 14 9`."""
        return ", ".join(worth.text for worth in self.worths) or "none"


TRUMP_RANK: Final = Policies[TrumpRanks](
    (
        Policy(
            "none",
            2,
            syntax="none",
            value=TrumpRanks(),
            label="trumps rank as other suits",
            sentence="Trumps rank as the other suits do.",
            note=None,
            meanings={"rank of trump none": "Trumps rank as the other suits do."},
        ),
        Policy(
            "listed",
            2,
            syntax="J 9",
            value=None,
            label="the highest trumps are {listed}",
            sentence="Trumps rank {listed}{rest}{always}.",
            note="the highest trumps from high to low: {listed}",
            meanings={},
        ),
    ),
    lambda value: "listed" if value.top else "none",
)

TRUMP_WORTH: Final = Policies[TrumpWorth](
    (
        Policy(
            "none",
            2,
            syntax="none",
            value=TrumpWorth(),
            label="trumps are worth the same as other cards",
            sentence="Trumps are worth the same as the cards of other suits.",
            note=None,
            meanings={"card worth of trump none": "Trumps are worth the same as other cards."},
        ),
        Policy(
            "listed",
            2,
            syntax="20 J, 14 9",
            value=None,
            label="trumps are worth {listed}",
            sentence="In trumps instead: {listed}.",
            note="trumps are worth points instead: {listed}",
            meanings={},
        ),
    ),
    lambda value: "listed" if value.worths else "none",
)
