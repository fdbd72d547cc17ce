"""Searches for results that two games score differently, and for cards that produce them.

The points of a deal follow from the bids and from the seat that takes each trick.
`different_scores` enumerates both without cards, in a fixed order: the sequences of bids, lowest
first; for each of them, the seats that take the first trick, the second and so on, seat 0 first. If
all tricks have the same value, only the number of tricks of each seat matters, and the points of a
seat are cached.

`arrange_pack` then creates a pack with which given seats take given tricks. `ResultBudget` bounds
the work; a None among the results means that the search is incomplete.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Final, TypeAlias

from clagdsl.explain.diff.score_diff import DealPair
from clagdsl.lang.aspects import ASPECTS
from clagdsl.lang.cards import SUIT_NAMES, SUITS, Card
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.policies.play import protected_suit
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    ROW_DEALS,
    AspectName,
    AuctionBids,
    ChosenBid,
    FixedBid,
    LetValue,
    NamedTrump,
    ParameterValue,
    Value,
    Variable,
    fixed_trumps,
)
from clagdsl.table.bids import OwnPast, auction_numbers, has_auction, legal_bids
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import Past, PastFigures, initial_values
from clagdsl.table.scoring import (
    Taking,
    WonTrick,
    each_worth,
    points_of,
    score_deal,
    seat_result,
    some_points,
    trick_values,
    worths,
)
from clagdsl.table.seats import Seats, first_bidder

MOST_RESULTS: Final = 20_000
"""The most results of one deal to compare at a table before the search moves on."""

EACH_TRICK: Final = 8
"""The cost, in results, of scoring a result in which tricks have different values."""

EACH_SEAT: Final = 2
"""The cost, in results, of scoring one seat whose figures are not yet cached."""

SHORT: Final = 20
"""The number of formula parts (names, numbers, operators) that add one to the cost factor."""

NOT_PLAYED: Final = ("shown", "sight", "completed", "won_by", "next_dealer")
PLAYED: Final[tuple[AspectName, ...]] = tuple(one for one in ASPECTS if one not in NOT_PLAYED)
"""The aspects that affect how a deal is played or scored."""


# Bid, sum of bids, tricks, most tricks of any seat, number of seats with the most, number of
# makers, highest bid, number of others with the same bid. Without bids, those that count bids are
# `None`.
_Figures: TypeAlias = tuple[
    int | None, int | None, int, int, int, int | None, int | None, int | None
]
_Compared: TypeAlias = tuple[_Figures, _Figures, bool]
"""The figures that determine a seat's points in both games, and whether it won an auction."""

ELDEST: Final = 0
"""The seat of eldest hand in a first deal, who wins its auction if there is one."""


@dataclass(frozen=True, slots=True)
class Result:
    """The bids in turn order, and the seat that takes each trick."""

    bids: tuple[int, ...]
    taken: tuple[int, ...]


def different_bid(sides: DealPair) -> tuple[int, ...] | None:
    """Returns the shortest sequence of bids after which the two games allow different bids, or
    None.

    The sequence is empty if the games have different ways of bidding.
    """
    if not isinstance(sides.a.bid, ChosenBid) or not isinstance(sides.b.bid, ChosenBid):
        return None
    if sides.a.bid != sides.b.bid:
        return ()
    before: dict[int, tuple[int, ...]] = {
        0: ()
    }  # for each sum, the first sequence of bids with that sum
    for _ in range(sides.a.players):
        following: dict[int, tuple[int, ...]] = {}
        for made in sorted(before.values()):
            legal, other = legal_in_both(sides, made)
            if legal != other:
                return made
            for bid in legal:
                following.setdefault(sum(made) + bid, (*made, bid))
        before = following
    return None


def legal_in_both(
    sides: DealPair, made: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns, for each game, the bids that it allows after the bids `made`."""
    first, second = (
        _legal(rules, number, sides.cards, made) for rules, number in sides.rules_and_numbers
    )
    return first, second


def _legal(rules: DealRules, number: int, cards: int, made: tuple[int, ...]) -> tuple[int, ...]:
    bidder = (_first_to_bid(rules) + len(made)) % rules.players
    past = _past_of(rules, number, cards, bidder)
    return legal_bids(rules, deal=number, cards=cards, bids=made, past=past)


def _past_of(
    rules: DealRules, number: int, cards: int, seat: int, *, blind: bool = False
) -> OwnPast:
    """Returns the runs, tallies and auction figures of a seat before a first deal.

    Eldest hand has won an auction with the lowest number.
    """
    past_values = initial_values(rules, blind=blind)
    won = auction_numbers(rules, deal=number, cards=cards)
    if seat != ELDEST or not won:
        return past_values
    return tuple((name, won[0] if name == "auction" else value) for name, value in past_values)


def _first_to_bid(rules: DealRules) -> int:
    """Returns the seat that bids first if the last seat deals and eldest hand wins any auction."""
    last = rules.players - 1
    if not isinstance(rules.bid, ChosenBid):
        return ELDEST
    seats = Seats(rules.players, last, last, drawn=None, bids=(), auction_winner=ELDEST)
    return first_bidder(rules.bid, seats) or 0


@dataclass(slots=True)
class ResultBudget:
    """The number of results that one search may still compare; one deal may use up to half of it.

    A result whose points are not cached, or that has long formulas, counts as several.
    """

    remaining: int = 2 * MOST_RESULTS

    def share(self) -> int:
        """Returns the number of results that one deal may compare."""
        return min(MOST_RESULTS, self.remaining // 2)


def different_scores(sides: DealPair, results: ResultBudget) -> Iterator[Result | None]:
    """Yields results with different points, in order, and None where the search is incomplete."""
    least = results.remaining - results.share()
    if not _can_differ(sides, results, least):
        return
    uniform = all(each_worth(rules, sides.cards) is not None for rules in (sides.a, sides.b))
    seats = range(sides.a.players)
    length = _length(sides)
    differs_by_figures: dict[_Compared, bool] = {}
    for bids in _bids(sides, ()):
        shares = (
            combinations_with_replacement(seats, sides.cards)
            if uniform
            else product(seats, repeat=sides.cards)
        )
        for taken in shares:
            if results.remaining <= least:
                yield None
                return
            before = len(differs_by_figures)
            differ = _scores_differ(sides, bids, taken, differs_by_figures if uniform else None)
            new = len(differs_by_figures) - before
            results.remaining -= 1 + EACH_SEAT * length * new if uniform else EACH_TRICK * length
            if differ:
                yield Result(bids, taken)
    takers_decide = all(worths(rules, sides.cards).takers_decide for rules in (sides.a, sides.b))
    if not takers_decide or initial_values(sides.a) or initial_values(sides.b):
        yield None  # only some of the cards, or only a first deal, was tried


def _bids(sides: DealPair, made: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yields every legal sequence of bids, in order; an empty one if nobody chooses a bid."""
    if not isinstance(sides.a.bid, ChosenBid) or len(made) == sides.a.players:
        yield made
        return
    for bid in legal_in_both(sides, made)[0]:
        yield from _bids(sides, (*made, bid))


def _length(sides: DealPair) -> int:
    """Returns the cost factor of the score formulas, 1 for short ones."""
    parts = sum(1 for rules in (sides.a, sides.b) for _ in everything_in(rules.score))
    return 1 + parts // SHORT


def _can_differ(sides: DealPair, results: ResultBudget, least: int) -> bool:
    """Returns whether a player's points can differ; True if the budget is too small to decide.

    The decision is made from the player's own bid and tricks, if the scores depend on nothing else.
    """
    used = variables(sides.a.score) | variables(sides.b.score)
    if _same_formula(sides, used):
        return False
    single = any(each_worth(rules, sides.cards) is None for rules in (sides.a, sides.b))
    if initial_values(sides.a) or initial_values(sides.b):
        return True
    of_others = {"bids", "highest_bid", "same_bids", "makers", "most", "most_count"}
    if used & of_others or ("points" in used and single):
        return True
    chosen = isinstance(sides.a.bid, ChosenBid)
    cost = EACH_SEAT * _length(sides)
    for bid in range(sides.cards + 1) if chosen else (0,):
        for tricks in range(sides.cards + 1):
            own = _SeatResult((bid,) if chosen else (), (tricks,), 0, sides.blind)
            results.remaining -= cost
            if results.remaining <= least or own.scores_differ(sides):
                return True
    return False


def settings_of(rules: DealRules) -> tuple[tuple[str, Value], ...]:
    """Returns the fixed values on which bids, trick values and points depend.

    These are parameters, `let` names, and the number of deals in the row of the schedule.
    """
    used = {
        part.name
        for aspect in PLAYED
        for expression in subexpressions(getattr(rules, aspect))
        for part in everything_in(expression)
        if isinstance(part, ParameterValue | LetValue)
        or (isinstance(part, Variable) and part.name == ROW_DEALS)
    }
    return tuple((name, rules.names[name]) for name in sorted(used))


def _same_formula(sides: DealPair, used: frozenset[str]) -> bool:
    """Returns whether both games compute the points by the same formula from the same figures."""
    a, b = sides.a, sides.b
    first, second = (
        (each.score, each.bid, settings_of(each), trick_worths.by_rank, trick_worths.by_trump)
        for each, trick_worths in ((rules, worths(rules, sides.cards)) for rules in (a, b))
    )
    return first == second and ("deal" not in used or sides.number_a == sides.number_b)


@dataclass(frozen=True, slots=True)
class _SeatResult:
    """The result of one seat: everyone's bids in turn order and tricks, and the seat.

    `blind` is True if the bids were made blind.
    """

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    seat: int
    blind: bool = False

    def scores_differ(self, sides: DealPair) -> bool:
        """Returns whether the games give the seat different points.

        All tricks must have the same value.
        """
        scores = []
        for rules, number in sides.rules_and_numbers:
            own = _figures(rules, self.bids, self.tricks)[self.seat]
            bid, total, tricks, most, count, makers, highest, same = own
            points = tricks * trick_values(rules, sides.cards)[0]
            past = _past_of(rules, number, sides.cards, self.seat, blind=self.blind)
            taking = Taking(bid, total, tricks, points, most, count, makers, highest, same, past)
            scores.append(seat_result(rules, deal=number, cards=sides.cards, taking=taking).score)
        return scores[0] != scores[1]


def _figures(rules: DealRules, made: tuple[int, ...], tricks: tuple[int, ...]) -> list[_Figures]:
    """Returns the figures of each seat."""
    bids = bids_by(rules, made, len(tricks))
    most = max(tricks)
    count = tricks.count(most)
    if bids is None:
        return [(None, None, own, most, count, None, None, None) for own in tricks]
    total, makers, highest = sum(bids), sum(map(int.__eq__, bids, tricks)), max(bids)
    return [
        (bid, total, own, most, count, makers, highest, bids.count(bid) - 1)
        for bid, own in zip(bids, tricks, strict=True)
    ]


def bids_by(rules: DealRules, made: tuple[int, ...], players: int) -> tuple[int, ...] | None:
    """Returns the bids of all players by seat, made in turn or fixed; None if nobody bids.

    The last seat deals, and makes the call if there is one.
    """
    if isinstance(rules.bid, FixedBid):
        return (rules.bid.number,) * players
    if not isinstance(rules.bid, ChosenBid):
        return None
    first = _first_to_bid(rules)
    return (*made[players - first :], *made[: players - first])


def _scores_differ(
    sides: DealPair,
    bids: tuple[int, ...],
    taken: tuple[int, ...],
    differs_by_figures: dict[_Compared, bool] | None,
) -> bool:
    """Returns whether any seat gets different points.

    `differs_by_figures` caches the answer for a seat's figures; it is None if tricks have different
    values.
    """
    players = sides.a.players
    tricks = tuple(taken.count(seat) for seat in range(players))
    if differs_by_figures is None:
        first, second = (_scores(*side, sides, bids, taken) for side in sides.rules_and_numbers)
        return first != second
    figures = (_figures(rules, bids, tricks) for rules in (sides.a, sides.b))
    auction = has_auction(sides.a) or has_auction(sides.b)
    won = [auction and seat == ELDEST for seat in range(players)]
    for seat, key in enumerate(zip(*figures, won, strict=True)):
        if key not in differs_by_figures:
            differs_by_figures[key] = _SeatResult(bids, tricks, seat, sides.blind).scores_differ(
                sides
            )
        if differs_by_figures[key]:
            return True
    return False


def _scores(
    rules: DealRules, number: int, sides: DealPair, bids: tuple[int, ...], taken: tuple[int, ...]
) -> tuple[int, ...]:
    tricks = tuple(taken.count(seat) for seat in range(rules.players))
    results = score_deal(
        rules,
        deal=number,
        cards=sides.cards,
        bids=bids_by(rules, bids, rules.players),
        tricks=tricks,
        taken=taken,
        points=_points_arranged(rules, sides, taken),
        past=_past(rules, number, sides),
    )
    return tuple(result.score for result in results)


def _past(rules: DealRules, number: int, sides: DealPair) -> Past:
    """Returns the runs, tallies and auction figures of all seats before a first deal."""
    seats = range(rules.players)
    own = [_past_of(rules, number, sides.cards, seat, blind=sides.blind) for seat in seats]
    return tuple(
        PastFigures(name, tuple(seat_past[place][1] for seat_past in own))
        for place, (name, _) in enumerate(own[ELDEST])
    )


def arrange_pack(sides: DealPair, taken: tuple[int, ...]) -> tuple[Card, ...] | None:
    """Returns a pack in which these seats take these tricks if all play their cards in the order
    dealt.

    Each trick consists of adjacent ranks of one suit, the highest for its winner, so everyone
    follows suit. A suit that may not be led comes last, when nobody holds another one. Returns None
    if the pack is too small for that.
    """
    blocks = _blocks(sides)
    if len(blocks) < len(taken):
        return None
    hands = []
    for block, winner in zip(blocks, taken, strict=False):
        highest, *others = block
        lower = iter(others)
        hands += [highest if seat == winner else next(lower) for seat in range(len(block))]
    trump = _trump_name(sides)
    # the next card is turned: it has the suit of the trump for which the result is shown
    rest = sorted(sides.a.deck.without(hands), key=lambda card: SUIT_NAMES.get(card.suit) != trump)
    return (*hands, *rest)


def _blocks(sides: DealPair) -> list[list[Card]]:
    """Returns the cards of each trick for `arrange_pack`, the winning card first."""
    players = sides.a.players
    wild = {*sides.a.wild.ranks, *sides.b.wild.ranks}
    ranks = [rank for rank in sides.a.ranks if rank not in wild]
    blocks = [
        [Card(rank, suit) for rank in ranks[first : first + players]]
        for first in range(0, len(ranks) - players + 1, players)
        for suit in sides.a.deck.suits
    ]
    held_back = _held_back(sides, sides.a) | _held_back(sides, sides.b)
    blocks.sort(key=lambda block: not held_back.isdisjoint(block))
    return [block for block in blocks if all(card in sides.a.deck.counts for card in block)]


def _held_back(sides: DealPair, rules: DealRules) -> set[Card]:
    """Returns the cards that may not be led as long as a player holds others."""
    if rules.open == "anything":
        return set()
    trumps = fixed_trumps(rules.trump)
    if trumps is None:
        trumps = tuple(suit for suit in SUITS if SUIT_NAMES[suit] == _trump_name(sides))
    counted = counted_cards(rules, trumps)
    held = protected_suit(rules.open, counted.trump)
    return {card for card, suit in counted.suit_of.items() if held is not None and suit == held}


def _trump_name(sides: DealPair) -> Value | None:
    """Returns the trump for which a result is shown; None if it does not matter.

    If trumps may not be led, it is the suit of the lowest bid in an auction, the one that a player
    names first, or else the last one.
    """
    reads_trump = any(rules.open.startswith("no trump") for rules in (sides.a, sides.b))
    if "trump" in sides.a.names or not reads_trump:
        return sides.a.names.get("trump")
    rules, suits = sides.a, sides.a.deck.suits
    if isinstance(rules.auction, AuctionBids):  # eldest hand wins it with the lowest bid
        lowest = rules.auction.trumps[0]
        return None if lowest is None else SUIT_NAMES[lowest]
    return SUIT_NAMES[suits[0 if isinstance(rules.trump, NamedTrump) else -1]]


def _points_arranged(
    rules: DealRules, sides: DealPair, taken: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Returns the points of each seat if `arrange_pack` deals the cards.

    Returns None if the winners of the tricks alone determine the points.
    """
    if worths(rules, sides.cards).takers_decide:
        return None
    blocks = _blocks(sides)
    if len(blocks) < len(taken):
        return some_points(rules, sides.cards, taken)
    trumps = tuple(suit for suit in SUITS if SUIT_NAMES[suit] == sides.a.names.get("trump"))
    won = [
        WonTrick(seat, block[0], tuple(block), trumps)
        for seat, block in zip(taken, blocks, strict=False)
    ]
    return points_of(rules, sides.cards, won)
