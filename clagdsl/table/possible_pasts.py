"""The pasts that a player can have before a deal: values of runs, tallies and row figures together.

Input: a table, a deal, and the names of some figures. Output: every combination of their values
before the deal. The figures are followed from deal to deal, for one player alone: each deal changes
them in the ways that the outcomes of one player allow. If scores decide a change (`row_best`, and
tallies that read `scored`), the figures that scores read are followed too.

INVARIANT: no possible past is left out. Limits on bids and the pasts of the other players are
ignored, as `score` ignores limits.

Rejected: bounds on each figure alone. They allow a best score of 1 if every score is a multiple
of 10, and a best score of 0 after bids that were made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice, product
from typing import TypeAlias, assert_never

from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.limits import HISTORY_COST
from clagdsl.lang.numerals import join_words
from clagdsl.lang.rules import (
    OWN_SCORE,
    AuctionBids,
    FixedBid,
    HistoryFigure,
    NoBid,
    RowBest,
    RowMade,
    Run,
    Tally,
    Value,
)
from clagdsl.table.bid_masks import any_bidding, fixed_bidding
from clagdsl.table.bids import auction_numbers, may_bid_blind
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.choices import calls_of, trump_names_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import PastFigures, applies_to, reads_own_score, scoring_expressions
from clagdsl.table.outcome_tables import column, score_column
from clagdsl.table.outcomes import (
    BLIND,
    Outcomes,
    count_this_deal,
    figures_needed,
    outcomes,
    with_auction,
    with_blind,
    with_combinations,
)
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import possible_points
from clagdsl.table.table import Table

PastValues: TypeAlias = tuple[int, ...]
"""One player's value of each figure, in the order of the figures."""

Change: TypeAlias = tuple[Value | None, ...]
"""The effect of a deal on each figure: whether a run grows, the number that a tally or `row_made`
adds, or the score for `row_best`; None if the deal does not count.
"""


def possible_pasts(
    table: Table, before: ScheduledDeal, names: Sequence[str]
) -> frozenset[PastValues] | None:
    """Returns every combination of values that these figures can have for a player before a deal.

    Returns None if there are too many to work out.
    """
    try:
        return next(islice(pasts_by_deal(table, names, Budget()), before.number - 1, None))
    except (TooMuchError, EvaluationError):
        return None


def pasts_by_deal(
    table: Table, names: Sequence[str], budget: Budget
) -> Iterator[frozenset[PastValues]]:
    """Yields the possible pasts before each deal of the schedule.

    Raises TooMuchError if there are too many to work out.
    """
    figures = _figures_to_follow(table, frozenset(names))
    order = [each.name for each in figures]
    places = [order.index(name) for name in names]
    pasts = frozenset(((0,) * len(figures),))
    for scheduled in table.schedule:
        begun = _begun(figures, pasts, scheduled)
        yield frozenset(tuple([past[place] for place in places]) for past in begun)
        pasts = _after_deal(table, scheduled, figures, begun, budget)


def why_not_past(
    table: Table, deals: Sequence[ScheduledDeal], figures: Sequence[PastFigures]
) -> str | None:
    """Returns why players cannot have these figures before any of these deals of one name; None if
    nothing rules them out.

    If there are too many combinations, each figure is checked by itself.
    """
    reasons = [_why_not_before(table, deal, figures) for deal in deals]
    if None in reasons:
        return None
    for group in (figures, *([each] for each in figures)) if len(deals) > 1 else ():
        names = [each.name for each in group]
        possible: set[PastValues] = set()
        for deal in deals:
            pasts_before = possible_pasts(table, deal, names)
            if pasts_before is None:
                break
            possible |= pasts_before
        else:
            pasts = set(zip(*[each.by_seat for each in group], strict=True))
            if not pasts <= possible:
                where = f"before any deal `{deals[0].name}`"
                return impossible_text(where, names, sorted(pasts), possible)
    return reasons[-1]


def _why_not_before(
    table: Table, before: ScheduledDeal, figures: Sequence[PastFigures]
) -> str | None:
    """Returns why players cannot have these figures before one deal, or None."""
    for group in (figures, *([each] for each in figures)):
        names = [each.name for each in group]
        possible = possible_pasts(table, before, names)
        if possible is None:
            continue
        pasts = set(zip(*[each.by_seat for each in group], strict=True))
        if not pasts <= possible:
            where = f"before deal {before.number}"
            return impossible_text(where, names, sorted(pasts), possible)
        if group is figures:
            break
    return None


def impossible_text(
    where: str,
    names: Sequence[str],
    pasts: Sequence[PastValues],
    possible: Collection[PastValues],
) -> str:
    """Returns a sentence on the first value that is impossible: by itself, with another one of the
    same player, or with all before it.

    It begins with `where`, such as "before deal 3". A range is stated only if it has no gaps.
    """
    every = range(len(names))
    together = [*combinations(every, 1), *combinations(every, 2), *(range(n + 1) for n in every)]
    for (*others, last), past in product(together, pasts):
        alike = [one for one in possible if all(one[n] == past[n] for n in others)]
        values = sorted({one[last] for one in alike})
        if past[last] in values:
            continue
        wrong = past[last]
        lower = [value for value in values if value < wrong]
        higher = [value for value in values if value > wrong]
        text = f"must be from `{values[0]}` to `{values[-1]}`, not `{wrong}`"
        if len(values) == 1:
            text = f"must be `{values[0]}`, not `{wrong}`"
        elif lower and higher:
            text = f"cannot be `{wrong}`: `{lower[-1]}` and `{higher[0]}` are possible"
        elif len(values) <= values[-1] - values[0]:
            end = f"at most `{lower[-1]}`" if lower else f"at least `{higher[0]}`"
            text = f"must be {end}, not `{wrong}`"
        condition = join_words([f"`{names[n]}={past[n]}`" for n in others])
        with_others = f" with {condition}," if condition else ""
        return f"{where},{with_others} `{names[last]}` {text}"
    raise AssertionError("only impossible pasts have a reason")


def _figures_to_follow(table: Table, names: frozenset[str]) -> list[HistoryFigure]:
    """Returns the figures with these names, and those that decide how they change."""
    figures = [each for each in table.remembered if each.name in names]
    if any(isinstance(each, RowBest) or reads_own_score(each) for each in figures):
        names = names.union(*map(variables, scoring_expressions(table.game)))
    return [each for each in table.remembered if each.name in names]


def _begun(
    figures: Sequence[HistoryFigure], pasts: frozenset[PastValues], scheduled: ScheduledDeal
) -> frozenset[PastValues]:
    """Returns the pasts before a deal; row figures are 0 before the first deal of a row."""
    if scheduled.in_row:
        return pasts
    kept = [isinstance(each, Run | Tally) for each in figures]
    return frozenset(
        tuple([value if keep else 0 for value, keep in zip(past, kept, strict=True)])
        for past in pasts
    )


def _after_deal(
    table: Table,
    scheduled: ScheduledDeal,
    figures: Sequence[HistoryFigure],
    pasts: frozenset[PastValues],
    budget: Budget,
) -> frozenset[PastValues]:
    """Returns the pasts after a deal of any size and with any call."""
    after: set[PastValues] = set()
    for cards in scheduled.sizes:
        for calls in calls_of(table.rules_of(scheduled, (), cards)):
            rules = table.rules_of(scheduled, calls, cards)
            budget.spend(HISTORY_COST * len(figures))
            deal = _OneDeal(rules, scheduled.number, cards, figures, budget)
            for changes, changed in deal.changes(pasts):
                budget.spend(4 * len(changes) * len(changed))
                after.update(
                    tuple(map(_changed, figures, past, change))
                    for past, change in product(changed, changes)
                )
            if isinstance(rules.auction, AuctionBids):
                after |= pasts  # all players may pass
    return frozenset(after)


def _changed(figure: HistoryFigure, before: int, change: Value | None) -> int:
    if change is None:
        return before
    match figure:
        case Run():
            return before + 1 if change else 0
        case Tally() | RowMade():
            return before + int(change)
        case RowBest():
            return max(before, int(change))
        case _:
            assert_never(figure)


class _OneDeal:
    """The changes that one deal of one size, with one call, can make to a player's figures."""

    def __init__(
        self,
        rules: DealRules,
        number: int,
        cards: int,
        figures: Sequence[HistoryFigure],
        budget: Budget,
    ) -> None:
        self.rules, self.number, self.cards = rules, number, cards
        self.figures, self.budget = figures, budget
        self.counts = [applies_to(each, rules) for each in figures]
        counted = [each for each, counts in zip(figures, self.counts, strict=True) if counts]
        self.by_score = any(isinstance(e, RowBest) or reads_own_score(e) for e in counted)
        read = frozenset[str]().union(
            *(variables(each.expression) for each in counted if isinstance(each, Run | Tally))
        )
        if self.by_score:
            read |= variables(rules.score)
        if any(isinstance(each, RowMade) for each in counted):
            read |= {"made"}
        self.read = read
        order = [each.name for each in figures]
        self.past_read = [name for name in order if self.by_score and name in read]
        self.places = [order.index(name) for name in self.past_read]

    def changes(
        self, pasts: frozenset[PastValues]
    ) -> Iterator[tuple[set[Change], list[PastValues]]]:
        """Yields the possible changes, and the pasts that they can change."""
        base = self._outcomes()
        by_read: dict[tuple[int, ...], list[PastValues]] = {}
        for past in pasts:
            by_read.setdefault(tuple([past[place] for place in self.places]), []).append(past)
        for values, alike in by_read.items():
            with_past = with_combinations(base, self.past_read, [values], self.budget)
            yield self._changes(count_this_deal(with_past)), alike

    def _outcomes(self) -> Outcomes:
        """Returns the outcomes of one player, whatever limits there are on bids."""
        rules, players, cards = self.rules, self.rules.players, self.cards
        bids = not isinstance(rules.bid, NoBid)
        bidding = any_bidding(players, cards) if bids else None
        if isinstance(rules.bid, FixedBid):
            bidding = fixed_bidding(players, cards, rules.bid.number)
        base = outcomes(
            figures_needed(self.read, bids=bids),
            players=players,
            cards=cards,
            bidding=bidding,
            points=possible_points(rules, cards) if "points" in self.read else (),
            budget=self.budget,
        )
        if "auction" in self.read:
            base = with_auction(base, auction_numbers(rules, deal=self.number, cards=cards))
        if BLIND in self.read and may_bid_blind(rules):
            base = with_blind(base, self.budget)
        if "trump" in self.read - set(rules.names):
            trumps = trump_names_of(rules, cards)
            rows = [(*row, trump) for trump in trumps for row in base.rows]
            base = Outcomes((*base.names, "trump"), rows)
        return base

    def _changes(self, ends: Outcomes) -> set[Change]:
        """Returns the change of each figure for each of these outcomes that has a value."""
        rules, number, cards = self.rules, self.number, self.cards
        scores: Sequence[int | None] = [0] * len(ends.rows)
        if self.by_score:
            scores = score_column(rules, number, cards, ends)
        valued = zip(ends.rows, scores, strict=True)
        rows = [(*row, score) for row, score in valued if score is not None]
        ends = Outcomes((*ends.names, OWN_SCORE), rows)
        self.budget.spend(4 * len(ends.rows) * len(self.figures))
        names = {**rules.names, "deal": number, "cards": cards, BLIND: False}
        columns: list[Sequence[Value | None]] = []
        for figure, counts in zip(self.figures, self.counts, strict=True):
            if not counts:
                columns.append([None] * len(rows))
                continue
            match figure:
                case Run() | Tally():
                    columns.append(column(figure.expression, ends, names))
                case RowMade():
                    place = ends.names.index("made")
                    columns.append([row[place] for row in rows])
                case RowBest():
                    columns.append([row[-1] for row in rows])
                case _:
                    assert_never(figure)
        return {
            change
            for change in zip(*columns, strict=True)
            if [value is not None for value in change] == self.counts
        }
