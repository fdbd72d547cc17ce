"""What a hand is worth, by whole numbers only: the arithmetic of the steady player.

`docs/reference/steady.md` defines every figure.  A chance is out of `CERTAIN`, a likelihood out of
`ALL_LIKELY`, an expected score that many times the points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from clagdsl.engine.players.estimates import (
    ALL_LIKELY,
    CARD_WEIGHT,
    CERTAIN,
    CHANCE_BITS,
    WILD_CHANCE,
)
from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.rules import BidInTurn, FixedBid, FixedOrder, NamedTrump, NoBid, TurnedTrump
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.scoring import Taking, seat_result, trick_values

MOST_SCORES: Final = 20_000
"""So many scores of a deal are kept before they are forgotten."""


@dataclass(frozen=True, slots=True)
class Eye:
    """What a seat sees when it estimates cards; `held` is how many every other player holds.

    `trump` is None where it is not known.  Where the hand is not seen, `held` is 0.
    """

    rules: DealRules
    trump: Trumps | None
    held: int
    hand: tuple[Card, ...]
    unseen: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Stake:
    """What a score depends on besides the tricks; `bids` is the sum of all of them."""

    rules: DealRules
    deal: int
    cards: int
    bid: int | None = None
    bids: int | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What a seat has taken so far, and the most tricks that another seat has."""

    tricks: int = 0
    points: int = 0
    others: int = 0


# --- chances ------------------------------------------------------------------------------


def priority(trump: Trumps, suit: Suit) -> int:
    """How high a suit is as trump: 0 where it is none."""
    return len(trump) - trump.index(suit) if suit in trump else 0


def unbeaten(eye: Eye, led: Suit, face: Card, players: int) -> int:
    """The chance that none of so many other players beats a card where that suit is led."""
    chance = CERTAIN
    if players:
        one = CERTAIN - _beaten(eye, led, face)
        for _ in range(players):
            chance = chance * one >> CHANCE_BITS
    return chance


def _beaten(eye: Eye, led: Suit, face: Card) -> int:
    """The chance that one other player, who plays as at random, beats a card."""
    rules, trump, total = eye.rules, eye.trump or (), len(eye.unseen)
    if not total:
        return 0
    natural = [card for card in eye.unseen if card.rank not in rules.wild.ranks]
    wild = total - len(natural)
    own = priority(trump, face.suit)
    strength = rules.strength[face.rank]
    higher = sum(c.suit == face.suit and rules.strength[c.rank] > strength for c in natural)
    over = sum(priority(trump, card.suit) > own for card in natural)
    if not rules.follows:
        return CERTAIN * (higher + over + wild) // total
    follow = sum(card.suit == led for card in natural)
    lacking = CERTAIN
    for _ in range(eye.held):
        lacking = lacking * (CERTAIN * (total - follow) // total) >> CHANCE_BITS
    within, without = (higher, over) if face.suit == led else (0, higher + over)
    beaten = 0
    if follow + wild:
        beaten += (CERTAIN - lacking) * (CERTAIN * (within + wild) // (follow + wild))
    if total > follow:
        beaten += lacking * (CERTAIN * (without + wild) // (total - follow))
    return beaten >> CHANCE_BITS


def estimate_hand(eye: Eye) -> list[int]:
    """For each card of the hand the chance that it wins a trick later on."""
    return [_later(eye, card) for card in eye.hand]


def _later(eye: Eye, card: Card) -> int:
    if card.rank in eye.rules.wild.ranks:
        return WILD_CHANCE
    chance = unbeaten(eye, card.suit, card, eye.rules.players - 1)
    if eye.trump and card.suit in eye.trump:
        return chance + (CERTAIN - chance) // 4
    return chance // (2 if eye.rules.follows else 4)


def estimate_tricks(chances: Iterable[int]) -> list[int]:
    """How likely each number of tricks is, from none, with cards of these chances."""
    likely = [ALL_LIKELY]
    for chance in chances:
        likely = [
            (less * (CERTAIN - chance) + fewer * chance) >> CHANCE_BITS
            for less, fewer in zip([*likely, 0], [0, *likely], strict=True)
        ]
    return likely


# --- scores -------------------------------------------------------------------------------


def score_with(stake: Stake, taken: Taken) -> int:
    """What a seat scores that ends with so much, the other seats as they may be."""
    rules = stake.rules
    left = stake.cards - taken.tricks
    other = min(left, max(taken.others, left // (rules.players - 1) + 1))
    most = max(taken.tricks, other)
    made = taken.tricks == stake.bid
    taking = Taking(
        stake.bid,
        stake.bids,
        taken.tricks,
        taken.points,
        most,
        (taken.tricks == most) + (other == most),
        None if stake.bid is None else (rules.players - 1) // 2 + made,
    )
    key = (stake.deal, stake.cards, taking)
    known = rules.score_table.get(key)
    if known is None:
        if len(rules.score_table) >= MOST_SCORES:
            rules.score_table.clear()
        known = rules.score_table[key] = _score(stake, taking)
    return known


def _score(stake: Stake, taking: Taking) -> int:
    try:
        return seat_result(stake.rules, deal=stake.deal, cards=stake.cards, taking=taking).score
    except EvaluationError:  # no match comes here
        return 0


def value_of(values: Sequence[int], wanted: int) -> int:
    """What so many tricks are worth, spread evenly over those of these values."""
    many = len(values)
    return sum(values[(2 * number + 1) * many // (2 * wanted)] for number in range(wanted))


def scores_after(stake: Stake, taken: Taken, start: int) -> list[int]:
    """What a seat scores with none, one, ... more tricks of those from `start` on, from 0."""
    values = trick_values(stake.rules, stake.cards)[start:]
    return [
        score_with(
            stake,
            Taken(taken.tricks + more, taken.points + value_of(values, more), taken.others),
        )
        for more in range(len(values) + 1)
    ]


def expect(likely: Sequence[int], scores: Sequence[int]) -> int:
    """The expected score."""
    return sum(chance * score for chance, score in zip(likely, scores, strict=True))


# --- hands --------------------------------------------------------------------------------


def weigh_bids(eye: Eye, stakes: Sequence[Stake]) -> list[int]:
    """What each of these bids is worth with a hand, before the first trick."""
    scores = [scores_after(stake, Taken(), 0) for stake in stakes]
    worths = [0] * len(stakes)
    for weight, likely in _outlooks(eye, stakes[0].cards):
        for place, row in enumerate(scores):
            worths[place] += weight * expect(likely, row)
    return worths


def _outlooks(eye: Eye, cards: int) -> Iterator[tuple[int, list[int]]]:
    """How likely each number of tricks is, with its weight: for each trump that there may be."""
    if not eye.held:
        yield 1, estimate_tricks([CERTAIN // eye.rules.players] * cards)
    elif eye.trump is not None:
        yield len(eye.unseen), estimate_tricks(estimate_hand(eye))
    else:
        for suit in eye.rules.deck.suits:
            weight = sum(card.suit == suit for card in eye.unseen)
            yield weight, estimate_tricks(estimate_hand(replace(eye, trump=(suit,))))


def stakes_of(
    rules: DealRules, deal: int, cards: int, bids: Iterable[int], before: int, after: int
) -> list[Stake]:
    """The stakes of these bids, with the sum of those before and how many players bid after."""
    match rules.bid:
        case BidInTurn():
            others = before + after * cards // rules.players
            return [Stake(rules, deal, cards, bid, bid + others) for bid in bids]
        case FixedBid(number=number):
            return [Stake(rules, deal, cards, number, rules.players * number)]
        case NoBid():
            return [Stake(rules, deal, cards)]


def weigh_hand(eye: Eye, deal: int, cards: int) -> int:
    """What a hand is worth to who bids first, any bid allowed."""
    players = eye.rules.players
    return max(weigh_bids(eye, stakes_of(eye.rules, deal, cards, range(cards + 1), 0, players - 1)))


def weigh_call(eye: Eye, deal: int, cards: int) -> int:
    """What rules after a call are worth to the caller, who names the trump if one is named."""
    rule = eye.rules.trump
    if isinstance(rule, TurnedTrump):
        return weigh_hand(eye, deal, cards)
    trumps: list[Trumps] = [()]
    if isinstance(rule, FixedOrder):
        trumps = [rule.suits]
    elif isinstance(rule, NamedTrump):
        order = suits_by_weight(eye.rules, eye.hand)
        named = 1 if rule.what == "suit" else len(order)
        trumps = [order[:named], order[::-1][:named]]
    return max(weigh_hand(replace(eye, trump=trump), deal, cards) for trump in trumps)


def suits_by_weight(rules: DealRules, hand: Iterable[Card]) -> Trumps:
    """The suits from the heaviest of a hand, in the fixed order where they are equal."""
    weights = dict.fromkeys(rules.deck.suits, 0)
    for card in hand:
        weights[card.suit] += CARD_WEIGHT + rules.strength[card.rank]

    def heaviest(suit: Suit) -> int:
        return -weights[suit]

    return tuple(sorted(rules.deck.suits, key=heaviest))
