"""The part of the syntax tree that is examples: a scene, and one fact in it."""

from __future__ import annotations

from typing import TypeAlias

from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.source import Located, Node
from clagdsl.syntax.nodes.names import Name, Setting


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """`hook = true` in the scene of an example."""

    name: Name
    setting: Setting


@dataclass(frozen=True, slots=True)
class Scene(Node):
    """`in Blind as number 4 with 7 cards for 4 players calling A where p = 1`: all optional."""

    deal: Name | None
    number: Located[int] | None
    cards: int | None
    players: int | None
    calls: tuple[Name, ...]
    settings: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class PlayedCard(Node):
    """`2H as AC`: a card, and for a wild what it stands for; `Joker low`: how it is played."""

    card: Card
    stands_for: Card | None


@dataclass(frozen=True, slots=True)
class ScoreFact(Node):
    """`bid 2 tricks 2 scores 14`, `bids 1 2 tricks 1 2 scores 11 12`, `bid 1 taking 1 3 scores 14`.

    With `taking` there is one player, and `tricks` holds the numbers of the tricks taken, from 1.
    `points` is what the tricks are worth, as in `bid 2 tricks 2 points 10 scores 22`.
    """

    bids: tuple[int, ...] | None
    tricks: tuple[int, ...]
    taking: bool
    points: Located[tuple[int, ...]] | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidFact(Node):
    """`bids 1 1 1 then may not bid 4`: the earlier bids in turn, and the next one."""

    bids: tuple[int, ...]
    allowed: bool
    bid: int


@dataclass(frozen=True, slots=True)
class CardNumber(Node):
    """`card 2`: the second card of a trick."""

    number: int


@dataclass(frozen=True, slots=True)
class TrickFact(Node):
    """`trump clubs cards AC 2H as AC won by 2H`: the cards in the order played."""

    trump: tuple[Suit, ...] | None
    cards: tuple[PlayedCard, ...]
    winner: PlayedCard | CardNumber


@dataclass(frozen=True, slots=True)
class PlayFact(Node):
    """`trump hearts cards KS 6H hand 2C 9S may not play 2C as AH`.

    `broken` has a place where the suit that is kept from being led has been played before.
    """

    trump: tuple[Suit, ...] | None
    broken: Located[bool] | None
    cards: tuple[PlayedCard, ...]
    hand: tuple[Card, ...]
    allowed: bool
    play: PlayedCard


@dataclass(frozen=True, slots=True)
class Figures(Node):
    """`total 142 failed 8 completed 3`: how a player ends a match."""

    total: int
    failed: int | None
    completed: int | None


@dataclass(frozen=True, slots=True)
class PaymentFact(Node):
    """`loser total 142 failed 8 pays 250 to winner total 184 failed 4`."""

    loser: Figures
    amount: int
    winner: Figures


@dataclass(frozen=True, slots=True)
class WinnerFact(Node):
    """`totals 50 50 40 failed 3 4 1 wins yes no no`: seat by seat."""

    totals: tuple[int, ...]
    failed: tuple[int, ...] | None
    completed: tuple[int, ...] | None
    wins: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class ScheduleFact(Node):
    """`number 16 is normal with 7 cards trump none`; `trump` is None where it is not said."""

    number: int
    deal: Name
    cards: int
    trump: tuple[Suit, ...] | None = None


Fact: TypeAlias = (
    ScoreFact | BidFact | TrickFact | PlayFact | PaymentFact | WinnerFact | ScheduleFact
)
