"""Equivalence checks of scores, limits on bids and openings, by comparing values case by case.

Input: two deals that `partial_eval` has paired, and both games at each number of players.

- A score that depends only on the player's own bid and tricks, or on the most tricks of any player,
  is evaluated for every combination of them. The way in which bids are made does not matter.
- A limit on bids is evaluated for every bid and every sum of the bids before it.
- An opening is compared by the suit that may not be led, values of cards card by card.
- A run or tally that depends only on the bid and the tricks is evaluated for every combination of
  them.

Anything else is compared as written, but with comparisons of whole numbers in one form: rules that
depend on parameters, runs or tallies, and rules with more cases than the limits below. So a result
of True is a proof; False is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from clagdsl.explain.diff.parameter_tables import TablePairs
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.expr.evaluate import EvaluationError, Names, evaluate
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import is_variable
from clagdsl.lang.policies.play import is_until_broken, protected_suit
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    AspectName,
    BidInTurn,
    BidRule,
    BidTogether,
    ChosenBid,
    Deal,
    Expression,
    FixedBid,
    Free,
    Limit,
    NoBid,
    Truth,
    Value,
    fixed_trumps,
)
from clagdsl.table.bid_masks import any_bidding, fixed_bidding, make_bidding
from clagdsl.table.bids import batch_condition
from clagdsl.table.choices import single_suits
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.history import limits_read
from clagdsl.table.outcome_tables import score_column
from clagdsl.table.outcomes import Outcomes, outcomes
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import each_worth, trick_values
from clagdsl.table.table import Table

Calls: TypeAlias = tuple[str, ...]
"""The twists that are called in a deal, by name."""

OWN_VARIABLES: Final = frozenset({"bid", "tricks", "made", "points", "cards", "deal", "players"})
BID_VARIABLES: Final = frozenset({"bid", "made"})
MOST_TRICKS_VARIABLES: Final = frozenset({"most", "most_count"})

MOST_COMPARED: Final = 20_000
"""The most combinations to compare; with more, scores written differently count as different."""


@dataclass(frozen=True, slots=True)
class PointRow:
    """The points that two games give for one result, by number of tricks.

    `result` describes the rest of the outcome: `made`, `failed`, `bid 2`, `tied for the most`.
    """

    result: str
    tricks: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class PointTable:
    """One player's points in two games by result, for one number of players and of cards."""

    players: int
    cards: int
    rows: tuple[PointRow, ...]


def _has_parameters(deal: Deal) -> bool:
    clauses = (deal.aspects.score, deal.aspects.trick_worth, deal.aspects.bid)
    return any(
        _is_open(alternative.condition)
        or (isinstance(alternative.value, Expression) and is_variable(alternative.value))
        for clause in clauses
        for alternative in clause.alternatives
    )


def _is_open(condition: Expression | None) -> bool:
    """Returns whether a choice between alternatives depends on more than players and cards."""
    if condition is None:
        return False
    return is_variable(condition) or not variables(condition) <= {"players", "cards"}


@dataclass(frozen=True, slots=True)
class DealPair:
    """One deal in both games: the rules after the call, the schedule numbers and the hand size."""

    a: DealRules
    b: DealRules
    number_a: int
    number_b: int
    cards: int
    blind: bool = False
    """True if every bid is made blind."""

    @property
    def rules_and_numbers(self) -> tuple[tuple[DealRules, int], tuple[DealRules, int]]:
        """The rules in each game, each with the number of the deal in that game's schedule."""
        return (self.a, self.number_a), (self.b, self.number_b)


def scores_equal(deal: Deal, other: Deal, pairs: Sequence[DealPair]) -> bool | None:
    """Returns whether two scores written differently give the same points in each pair."""
    if _has_parameters(deal) or _has_parameters(other):
        return None
    tried = 0
    for pair in pairs:
        results = _results(pair)
        if results is None:
            return None
        tried += len(results)
        if tried > MOST_COMPARED:
            return None
        if any(a != b for a, b in zip(*_points(pair), strict=True)):
            return False
    return True


def _points(pair: DealPair) -> tuple[Sequence[int | None], Sequence[int | None]]:
    """Returns the points of each result in both games."""
    a, b = (
        score_column(rules, number, pair.cards, _outcomes(pair, rules))
        for rules, number in pair.rules_and_numbers
    )
    return a, b


def paired_deals(
    deal: Deal, other: Deal, tables: TablePairs, calls: Calls = ()
) -> Iterator[DealPair]:
    """Yields both deals, after a call, as a pair for every hand size that they have in common."""
    for one, two in tables:
        for row, twin in _same_sizes(one, two, deal.name, other.name):
            for cards in range(max(row.low, twin.low), min(row.high, twin.high) + 1):
                a = one.rules_with(deal.name, calls, row.number, cards)
                b = two.rules_with(other.name, calls, twin.number, cards)
                yield DealPair(a, b, row.number, twin.number, cards)


def _same_sizes(
    one: Table, two: Table, name: str, other: str
) -> Iterator[tuple[ScheduledDeal, ScheduledDeal]]:
    """Pairs each row of the first schedule with the nearest row of the second that has a size in
    common.
    """
    twins = two.deals_of(other)
    for row in one.deals_of(name):
        fitting = [t for t in twins if t.low <= row.high and row.low <= t.high]
        if fitting:
            yield row, min(fitting, key=lambda twin: abs(twin.number - row.number))


@dataclass(frozen=True, slots=True)
class _Result:
    """The outcome of a deal for one player, reduced to what the scores can distinguish."""

    bid: int | None
    tricks: int
    most: int
    most_count: int


def _used(pair: DealPair) -> frozenset[str]:
    return variables(pair.a.score) | variables(pair.b.score)


def _results(pair: DealPair) -> list[_Result] | None:
    """Returns every result of one player that the scores distinguish.

    Returns None if the scores depend on anything that a `_Result` does not hold, or on bids that
    are chosen in one deal and not in the other.
    """
    used = _used(pair)
    if not used <= OWN_VARIABLES | MOST_TRICKS_VARIABLES:
        return None
    if used & BID_VARIABLES and _bids_of(pair.a.bid) != _bids_of(pair.b.bid):
        return None
    for rules in (pair.a, pair.b):
        if "points" in used and each_worth(rules, pair.cards) is None:
            return None
    ends = _outcomes(pair, pair.a)
    results = []
    for row in ends.rows:
        figures = {name: int(value) for name, value in zip(ends.names, row, strict=True)}
        most, count = figures.get("most", 0), figures.get("most_count", 0)
        results.append(_Result(figures.get("bid"), figures["tricks"], most, count))
    return results


def _outcomes(pair: DealPair, rules: DealRules) -> Outcomes:
    """Returns the outcomes of a deal for one player if every bid were allowed."""
    columns = {"tricks", "points"} | (
        MOST_TRICKS_VARIABLES if _used(pair) & MOST_TRICKS_VARIABLES else set()
    )
    players, cards, bidding = rules.players, pair.cards, None
    if _used(pair) & BID_VARIABLES:
        match rules.bid:
            case BidInTurn() | BidTogether():
                bidding = any_bidding(players, cards)
            case FixedBid(number=number):
                bidding = fixed_bidding(players, cards, number)
            case NoBid():
                pass
            case _:
                assert_never(rules.bid)
    if bidding is not None:
        columns |= {"bid", "made"}
    points = tuple((tricks * trick_values(rules, cards)[0],) for tricks in range(cards + 1))
    return outcomes(
        frozenset(columns), players=players, cards=cards, bidding=bidding, points=points
    )


def _bids_of(rule: BidRule) -> str | int:
    """Returns the number of a fixed bid; otherwise `chosen` or `none`."""
    if isinstance(rule, FixedBid):
        return rule.number
    return "chosen" if isinstance(rule, ChosenBid) else "none"


def point_table(deal: Deal, other: Deal, tables: TablePairs) -> PointTable | None:
    """Returns the points of one player by result, for the fewest players and the most cards.

    Returns None if no deals correspond, if the result does not determine the points, or if the
    points never differ.
    """
    pairs = list(paired_deals(deal, other, tables[:1]))
    if not pairs:
        return None
    pair = max(pairs, key=lambda one: one.cards)
    results = _results(pair)
    if results is None or len(results) > MOST_COMPARED:
        return None
    valued = list(zip(results, *_points(pair), strict=True))
    used = _used(pair)
    forbidden = frozenset.intersection(
        *(_forbidden_bids(rules, number, pair.cards) for rules, number in pair.rules_and_numbers)
    )
    for name in (_result, _exact):
        rows: dict[tuple[str, int], set[tuple[int | None, int | None]]] = {}
        for one, a, b in (each for each in valued if each[0].bid not in forbidden):
            rows.setdefault((name(one, used), one.tricks), set()).add((a, b))
        if all(len(values) == 1 for values in rows.values()):
            break
    point_rows = []
    for (result, tricks), values in rows.items():
        (a, b), *others = values
        if a is None or b is None or others:
            return None
        point_rows.append(PointRow(result, tricks, a, b))
    differ = any(row.a != row.b for row in point_rows)
    return PointTable(pair.a.players, pair.cards, tuple(point_rows)) if differ else None


def _forbidden_bids(rules: DealRules, deal: int, cards: int) -> frozenset[int]:
    """Returns the bids that the limits forbid after any earlier bids, if these can be judged."""
    if not isinstance(rules.bid, ChosenBid) or not limits_read(rules) <= LIMIT_VARIABLES:
        return frozenset()
    names = {**rules.names, "deal": deal, "cards": cards}
    meets = batch_condition(names, rules.bid_memory.columns)
    bidding = make_bidding(rules.players, cards, rules.each_bid, rules.last_bid, meets)
    return frozenset(range(cards + 1)).difference(bidding.possible_bids())


def _result(result: _Result, used: frozenset[str]) -> str:
    """Returns the result as one word, without the bid: made, failed, or points."""
    if used & MOST_TRICKS_VARIABLES:
        return _exact(result, used)
    if result.bid is None or not used & BID_VARIABLES:
        return "points"
    return "made" if result.bid == result.tricks else "failed"


def _exact(result: _Result, used: frozenset[str]) -> str:
    words = []
    if used & BID_VARIABLES and result.bid is not None:
        words.append(f"bid {result.bid}")
    if used & MOST_TRICKS_VARIABLES:
        if result.tricks < result.most:
            words.append("not the most")
        else:
            words.append("the most" if result.most_count == 1 else "tied for the most")
    return ", ".join(words) or "points"


# --- limits on bids, and openings ------------------------------------------------------------


LIMIT_VARIABLES: Final = frozenset({"bid", "bids", "cards", "deal", "players"})
"""The variables on which a limit may depend if it is to be compared by cases."""

MAX_LIMIT_CASES: Final = 200_000
"""The most bids to compare; with more, limits written differently count as different."""


def limits_equivalent(
    deal: Deal,
    other: Deal,
    pairs: Sequence[DealPair],
    *,
    aspect: AspectName,
) -> bool | None:
    """Returns whether two limits allow the same bids in each pair, whatever was bid before.

    The conditions after their `otherwise` must agree as well, unless the limit is the only one and
    always leaves a bid. Limits that depend on parameters, runs or tallies are compared as written.
    """
    if _has_open_parameters(deal, aspect) or _has_open_parameters(other, aspect):
        return None
    case_count = 0
    for pair in pairs:
        limits = getattr(pair.a, aspect), getattr(pair.b, aspect)
        read = frozenset[str]().union(
            *(variables(e) for limit in limits for e in subexpressions(limit))
        )
        if not read <= LIMIT_VARIABLES:
            return None
        case_count += (pair.cards + 1) * ((pair.a.players - 1) * pair.cards + 1)
        others = [name for name in BID_LIMITS if name != aspect]
        is_only = all(
            isinstance(getattr(rules, name), Free) for rules in (pair.a, pair.b) for name in others
        )
        if case_count > MAX_LIMIT_CASES:
            return None
        if not _limits_hold_alike(pair, *limits, is_only=is_only):
            return False
    return True


def _has_open_parameters(deal: Deal, aspect: AspectName) -> bool:
    """Returns whether a limit depends on parameters."""
    alternatives = getattr(deal.aspects, aspect).alternatives
    return any(
        _is_open(alternative.condition) or any(map(is_variable, subexpressions(alternative.value)))
        for alternative in alternatives
    )


def _limits_hold_alike(pair: DealPair, first: Limit, second: Limit, *, is_only: bool) -> bool:
    sums = range((pair.a.players - 1) * pair.cards + 1)
    rows: list[tuple[int, ...]] = [
        (bid, before + bid) for bid in range(pair.cards + 1) for before in sums
    ]
    names: list[Names] = [
        {**rules.names, "deal": number, "cards": pair.cards}
        for rules, number in pair.rules_and_numbers
    ]
    try:
        allowed, last = _satisfied_parts(first, rows, names[0])
        other_allowed, other_last = _satisfied_parts(second, rows, names[1])
    except EvaluationError:
        return False
    if is_only:
        # then `otherwise` holds after just those bids that leave none that meets the condition
        for part, fallback in ((allowed, last), (other_allowed, other_last)):
            for before in sums:
                if not any(part[before :: len(sums)]):
                    part[before :: len(sums)] = (fallback or part)[before :: len(sums)]
        return allowed == other_allowed
    return allowed == other_allowed and last == other_last


def _satisfied_parts(
    limit: Limit, rows: list[tuple[int, ...]], names: Names
) -> tuple[list[Value], list[Value] | None]:
    """Returns for each row whether it meets the condition of a limit, and its `otherwise`."""
    condition, otherwise = _conditions(limit)
    last = None if otherwise is None else _satisfied(otherwise, rows, names)
    return _satisfied(condition, rows, names), last


def _conditions(limit: Limit) -> tuple[Expression, Expression | None]:
    """Returns the condition of a limit, and the one that replaces it if no bid meets it."""
    if isinstance(limit, Free):
        return Truth(True), None
    return limit.condition, limit.otherwise


def _satisfied(condition: Expression, rows: list[tuple[int, ...]], names: Names) -> list[Value]:
    return list(batch_condition(names, ("bid", "bids"))(condition, rows))


def card_worths_equivalent(deal: Deal, other: Deal, pairs: Sequence[DealPair]) -> bool | None:
    """Returns whether every card that can be in a trick has the same value in both deals."""
    clauses = (deal.aspects.card_worth, other.aspects.card_worth)
    if any(len(clause.alternatives) > 1 for clause in clauses):
        return None
    return all(
        pair.a.card_worth.of(card) == pair.b.card_worth.of(card)
        for pair in pairs
        for rules in (pair.a, pair.b)
        for card in rules.deck.kinds
    )


def trump_ranks_equivalent(deal: Deal, other: Deal, pairs: Sequence[DealPair]) -> bool | None:
    """Returns whether every card counts alike in both deals, whatever is trump."""
    clauses = [each.aspects.trump_rank for each in (deal, other)]
    if any(len(clause.alternatives) > 1 for clause in clauses):
        return None
    return all(
        _counts_alike(pair.a, pair.b, trumps)
        for pair in pairs
        for trumps in ((), *single_suits(pair.a.deck), pair.a.deck.suits)
    )


def _counts_alike(rules: DealRules, others: DealRules, trumps: Trumps) -> bool:
    first, second = counted_cards(rules, trumps), counted_cards(others, trumps)
    if first.suit_of != second.suit_of:
        return False
    orders = [
        [sorted(cards, key=counted.height.__getitem__) for cards in counted.by_suit.values()]
        for counted in (first, second)
    ]
    return orders[0] == orders[1]


def past_equivalent(first: Expression, second: Expression, tables: TablePairs) -> bool | None:
    """Returns whether two runs or tallies count every combination of bid and tricks equally."""
    if is_variable(first) or is_variable(second):
        return None
    if not variables(first) | variables(second) <= {"bid", "tricks", "made"}:
        return None
    most = max((row.high for pair in tables for table in pair for row in table.schedule), default=0)
    if (most + 1) ** 2 > MOST_COMPARED:
        return None
    results: list[Names] = [
        {"bid": bid, "tricks": tricks, "made": bid == tricks}
        for bid in range(most + 1)
        for tricks in range(most + 1)
    ]
    try:
        return all(evaluate(first, result) == evaluate(second, result) for result in results)
    except EvaluationError:
        return False


def openings_equivalent(deal: Deal, other: Deal, pairs: Sequence[DealPair]) -> bool | None:
    """Returns whether two openings forbid leading the same suit in each pair, for example trumps
    and spades.

    If parameters can choose trumps or the opening, they are compared as written.
    """
    for candidate in (deal, other):
        for clause in (candidate.aspects.open, candidate.aspects.trump):
            if any(_is_open(each.condition) for each in clause.alternatives):
                return None
    if any(fixed_trumps(rules.trump) is None for pair in pairs for rules in (pair.a, pair.b)):
        return None
    return all(map(_openings_equal, pairs))


def _openings_equal(pair: DealPair) -> bool:
    held = []
    for rules in (pair.a, pair.b):
        trumps = fixed_trumps(rules.trump) or ()
        suit = protected_suit(rules.open, counted_cards(rules, trumps).trump)
        held.append((suit, suit is not None and is_until_broken(rules.open)))
    return held[0] == held[1]
