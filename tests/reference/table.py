"""One deal of Clag at the table: cards, tricks, what may be bid and played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

SUITS = "SHDC"
NATURAL = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
ACES_LOW = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
NULOSS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in SUITS for rank in NATURAL]
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

Score = Callable[["Result"], int]
Hook = Callable[[int, int, int], bool]


@dataclass
class Result:
    """What one seat did in a deal: `points` is the worth of its tricks."""

    bid: int | None
    tricks: int
    points: int
    all_tricks: list[int]

    @property
    def made(self) -> bool:
        return self.bid == self.tricks

    @property
    def alone_with_most(self) -> bool:
        most = max(self.all_tricks)
        return self.tricks == most and self.all_tricks.count(most) == 1


def total_differs(bid: int, before: int, cards: int) -> bool:
    """The dealer's number must not bring the total to the number of cards."""
    return before + bid != cards


def total_above(bid: int, before: int, cards: int) -> bool:
    """The dealer must bring the total above the number of cards, where any number can."""
    if before + cards > cards:
        return before + bid > cards
    return before + bid != cards


@dataclass(frozen=True)
class TrickWorth:
    """What the tricks of a deal are worth: all the same, more each time, or less each time."""

    step: int = 1
    course: str = "same"

    def of(self, trick: int, cards: int) -> int:
        return self.step * {"same": 1, "up": trick, "down": cards + 1 - trick}[self.course]


@dataclass(frozen=True)
class DealRules:
    """How one deal goes.

    trump: "none", "turned", "dealer" or "caller" (names a suit), "caller order" (names an
    order of the suits), or "order X X X X".  bidding: "turn", "zero" or "none".  sight (of the
    own cards): "before bids", "after bids" or "never".  shown (the card turned for trump):
    "before bids" or "after bids"; where nobody bids, both are seen at once.
    """

    score: Score
    ranks: list[str] = field(default_factory=lambda: NATURAL)
    trump: str = "turned"
    bidding: str = "turn"
    hook: Hook | None = total_differs
    top_card: bool = False
    twos_wild: bool = False
    twos_in_suit: bool = False
    worth: TrickWorth = TrickWorth()
    sight: str = "before bids"
    shown: str = "before bids"


COPIES = "123456789"
"""What a card ends with where equal cards are told apart, 1 for the best of them."""


def suit_of(card: str) -> str:
    return card.rstrip(COPIES)[-1]


def rank_of(card: str) -> str:
    return card.rstrip(COPIES)[:-1]


def winner_of(rules: DealRules, trumps: str, played: list[tuple[str, str]]) -> int:
    """Index of the winning card; `played` holds (card, what it stands for), from the leader."""
    faces = [face for _, face in played]
    order = list(trumps)
    led = suit_of(faces[0])
    suits_here = [suit_of(face) for face in faces]
    winning_suit = next((suit for suit in order if suit in suits_here), led)
    best = -1
    for index, (card, face) in enumerate(played):
        if suit_of(face) != winning_suit:
            continue
        if best == -1 or _beats(rules, (card, face), played[best]):
            best = index
    return best


def _beats(rules: DealRules, later: tuple[str, str], earlier: tuple[str, str]) -> bool:
    strength = rules.ranks.index(rank_of(earlier[1])) - rules.ranks.index(rank_of(later[1]))
    if strength != 0:
        return strength > 0
    return is_wild(rules, later[0])


def is_wild(rules: DealRules, card: str) -> bool:
    return rules.twos_wild and rank_of(card) == "2"


def playable(
    rules: DealRules, hand: list[str], played: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Every (card, face) that the holder of `hand` (in the order dealt) may play now."""
    if rules.top_card:
        return [(hand[0], hand[0])]
    led = suit_of(played[0][1]) if played else None
    naturals = [card for card in hand if not is_wild(rules, card)]
    wilds = [card for card in hand if is_wild(rules, card)]
    following = [card for card in naturals if suit_of(card) == led]
    wild_in_suit = rules.twos_in_suit and any(suit_of(wild) == led for wild in wilds)
    if following:
        answer = [(card, card) for card in following]
    elif led is not None and wild_in_suit:
        answer = []
    else:
        answer = [(card, card) for card in naturals]
    taken = {face for card, face in played if is_wild(rules, card)}
    for wild in wilds:
        others = following + [
            other
            for other in wilds
            if rules.twos_in_suit and other != wild and suit_of(other) == led
        ]
        for face in PACK:
            if face not in taken and (not others or suit_of(face) == led):
                answer.append((wild, face))
    return answer


def legal_bids(rules: DealRules, cards: int, players: int, bids: list[int]) -> list[int]:
    """The numbers that the next to speak may name."""
    numbers = range(cards + 1)
    if rules.hook is None or len(bids) < players - 1:
        return list(numbers)
    return [bid for bid in numbers if rules.hook(bid, sum(bids), cards)]


def hands_from(pack: list[str], players: int, dealer: int, cards: int) -> list[list[str]]:
    """Deal one at a time, clockwise from the dealer's left; hands by seat, in the order dealt."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for index in range(players * cards):
        hands[(dealer + 1 + index) % players].append(pack[index])
    return hands


def results(
    rules: DealRules, cards: int, bids: list[int] | None, taken: list[int], players: int
) -> list[Result]:
    """Results by seat from the seats that won trick 1, 2, ..."""
    counts = [taken.count(seat) for seat in range(players)]
    worths = [
        sum(rules.worth.of(t + 1, cards) for t, winner in enumerate(taken) if winner == seat)
        for seat in range(players)
    ]
    return [
        Result(None if bids is None else bids[seat], counts[seat], worths[seat], counts)
        for seat in range(players)
    ]
