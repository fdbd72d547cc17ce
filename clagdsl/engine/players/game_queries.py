"""Queries about a game and about card sets, used by the steady player's arithmetic.

The simulator replaces these functions with its own functions of the same names, which use its
tables.
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
"""The most scores of a deal in the cache; when it is full, it is cleared."""


class Ending(NamedTuple):
    """A hypothetical result of a deal for one seat."""

    tricks: int
    points: int
    most: int  # the most tricks of any seat
    most_count: int
    makers: int  # the number of seats that make their bids
    highest: int  # the highest bid of any seat
    same: int  # the number of other seats with the same bid


@dataclass(frozen=True, slots=True)
class Scores:
    """The arguments of a score formula, except for the bid and the result."""

    rules: DealRules
    deal: int
    cards: int
    low_wins: bool = False
    """True if a lower total wins, so that fewer points are better."""
    past: OwnPast = ()
    trump: str | None = None
    """The known or assumed trump, as formulas compare it."""


@dataclass(frozen=True, slots=True)
class Plays:
    """A trick in which it is a seat's turn, and the faces that each card may represent."""

    rules: DealRules
    trumps: Trumps
    trick: Sequence[PlayedCard]
    faces: Mapping[int, CardSet]
    wild: Card | None
    """Any wild card in the deck, or None."""


def bits(cards: CardSet) -> int:
    """Returns the number of cards in a card set."""
    return cards.bit_count()


def lowest(cards: CardSet) -> int:
    """Returns the lowest index in a set of cards."""
    return (cards & -cards).bit_length() - 1


def faces_of(plays: Plays, card: int) -> CardSet:
    """Returns the faces that a card may represent."""
    return plays.faces.get(card, 0)


def beats(plays: Plays, face: int, wild: bool) -> bool:
    """Returns whether a card, played as this face, would win the trick so far."""
    rules, trick = plays.rules, plays.trick
    meant = rules.deck.cards[face]
    card = plays.wild if wild and plays.wild else meant
    played = (*trick, PlayedCard(len(trick), card, meant))
    return strongest(rules, plays.trumps, played) == len(trick)


def score_of(scores: Scores, bid: int, bids: int, ending: Ending) -> int:
    """Returns a seat's score for a result, negated if low totals win; 0 if it has no value."""
    rules = scores.rules
    key = (scores.deal, scores.cards, bid, bids, ending, scores.past, scores.trump)
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
        ending.highest if bidding else None,
        ending.same if bidding else None,
        scores.past,
        scores.trump,
    )
    try:
        return seat_result(rules, deal=scores.deal, cards=scores.cards, taking=taking).score
    except EvaluationError:  # unreachable in a match
        return 0
