"""What cards are worth by themselves, which has no names: it is written out."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.cards import SUIT_NAMES, Card, face_of, read_suit
from clagdsl.lang.frozen import dataclass

WorthKind: TypeAlias = Literal["suit", "rank", "card"]
"""What of a pack is said to be worth something."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What each card of a suit or a rank is worth, or one card: `1 hearts`, `-2 K`, `13 QS`."""

    points: int
    kind: WorthKind
    name: str
    """The letter of the suit, the rank, or the card."""

    def holds(self, card: Card) -> bool:
        """Whether a card is one of these, whichever copy it is."""
        match self.kind:
            case "suit":
                return card.suit == self.name
            case "rank":
                return card.rank == self.name
            case "card":
                return str(face_of(card)) == self.name

    @property
    def text(self) -> str:
        """How a rules file says it."""
        return f"{self.points} {self.cards_meant}"

    @property
    def cards_meant(self) -> str:
        """Which cards these are, as a rules file says it: `hearts`, `K`, `QS`."""
        suit = read_suit(self.name) if self.kind == "suit" else None
        return self.name if suit is None else SUIT_NAMES[suit]


@dataclass(frozen=True, slots=True)
class CardWorth:
    """What the cards in a trick add to its value, whoever wins it; nothing where it is empty.

    A card that several of them hold is worth their sum.
    """

    worths: tuple[Worth, ...] = ()
    kind: Literal["cards"] = "cards"

    def of(self, card: Card) -> int:
        """What one card is worth, a wild as the card that it stands for."""
        return sum(one.points for one in self.worths if one.holds(card))

    @property
    def text(self) -> str:
        """How a rules file says it: `1 hearts, 13 QS`."""
        return ", ".join(one.text for one in self.worths) or NO_WORTH


NO_WORTH: Final = "0 hearts"
"""How a rules file says that no card is worth anything by itself."""
