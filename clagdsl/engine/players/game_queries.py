"""What the arithmetic of the steady player asks of a game and of sets of cards.

The simulator has functions of the same names that read its tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from clagdsl.lang.cards import Card, CardSet
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import NoBid
from clagdsl.table.bids import OwnPast
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.scoring import Taking, seat_result
from clagdsl.table.tricks import PlayedCard, strongest

MOST_SCORES: Final = 20_000
"""So many scores of a deal are kept before they are forgotten."""


class Ending(NamedTuple):
    """What a seat comes to at the end of a deal."""

    tricks: int
    points: int
    most: int  # the most tricks of any seat
    most_count: int
    makers: int  # how many make their bids


@dataclass(frozen=True, slots=True)
class Scores:
    """What a score is looked up by besides bid and tricks."""

    rules: DealRules
    deal: int
    cards: int
    low_wins: bool = False
    """Whether fewer points are better."""
    past: OwnPast = ()


@dataclass(frozen=True, slots=True)
class Plays:
    """A trick when it is a seat's turn, and what its cards may be played as."""

    rules: DealRules
    trumps: Trumps
    trick: Sequence[PlayedCard]
    faces: Mapping[int, CardSet]
    wild: Card | None
    """Any wild card."""


def bits(cards: CardSet) -> int:
    """How many cards a set has."""
    return cards.bit_count()


def lowest(cards: CardSet) -> int:
    """Returns the first card of a set."""
    return (cards & -cards).bit_length() - 1


def faces_of(plays: Plays, card: int) -> CardSet:
    """What a card may be played as."""
    return plays.faces.get(card, 0)


def beats(plays: Plays, face: int, wild: bool) -> bool:
    """Returns whether a card wins the trick as far as it goes, played as that face."""
    rules, trick = plays.rules, plays.trick
    meant = rules.deck.cards[face]
    card = plays.wild if wild and plays.wild else meant
    played = (*trick, PlayedCard(len(trick), card, meant))
    return strongest(rules, plays.trumps, played) == len(trick)


def score_of(scores: Scores, bid: int, bids: int, ending: Ending) -> int:
    """What the score of a seat that ends so is worth; 0 where the expression has no value."""
    rules = scores.rules
    key = (scores.deal, scores.cards, bid, bids, ending, scores.past)
    score = rules.score_table.get(key)
    if score is None:
        if len(rules.score_table) >= MOST_SCORES:
            rules.score_table.clear()
        score = rules.score_table[key] = _compute_score(scores, bid, bids, ending)
    return -score if scores.low_wins else score


def _compute_score(scores: Scores, bid: int, bids: int, ending: Ending) -> int:
    rules = scores.rules
    bidding = not isinstance(rules.bid, NoBid)
    taking = Taking(
        bid if bidding else None,
        bids if bidding else None,
        ending.tricks,
        ending.points,
        ending.most,
        ending.most_count,
        ending.makers if bidding else None,
        scores.past,
    )
    try:
        return seat_result(rules, deal=scores.deal, cards=scores.cards, taking=taking).score
    except EvaluationError:  # no match comes here
        return 0
