"""The end of a recorded match: the winners, the places and the payments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile
from typing import assert_never

from clagdsl.lang.expr.evaluate import EvaluationError, holds
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.rules import CompletedWhen, CriterionText, Winner
from clagdsl.records.row_check import RowJudgement, wrong_trick_sum
from clagdsl.records.solver import Row
from clagdsl.table.scoring import (
    Taking,
    each_worth,
    match_winners,
    payments,
    taken_names,
)
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The end of a match by its score sheet; values are by line, which equals the seat if nobody
    joined or left.

    `winners` is `None` if the sheet does not determine them. `payments` are the amounts that each
    line receives, negative if it pays; `None` if unknown or if nothing is paid. `has_settlement` is
    true if the rules define payments.
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...] | None
    payments: tuple[Fraction, ...] | None
    has_settlement: bool
    ended: bool = False
    """True if the players stopped before the last deal."""
    places: tuple[int | None, ...] = ()
    """The place of each line, 1 for first; None for a line that left, or if the winners are
    unknown.

    Lines share a place if the rules do not break the tie, or if the sheet lacks the data to break
    it.
    """

    def to_json(self) -> JsonObject:
        """Returns the outcome as `replay --json` prints it."""
        return {
            "totals": list(self.totals),
            "winners": None if self.winners is None else list(self.winners),
            "payments": None if self.payments is None else [str(paid) for paid in self.payments],
            **({"ended": True} if self.ended else {}),
        }


@dataclass(slots=True)
class Tally:
    """The contracts that each line is known to have made and failed.

    `uncertain_lines` are the lines for which some row does not determine this.
    """

    completed: Counter[int] = field(default_factory=Counter)
    failed: Counter[int] = field(default_factory=Counter)
    uncertain_lines: set[int] = field(default_factory=set)
    deals: int = 0

    def add(
        self, row: Row | None, judged: RowJudgement, seats: Sequence[int]
    ) -> tuple[bool | None, ...]:
        """Adds the contracts of a row; returns whether each player made theirs.

        `seats` are the lines of the row's players. An entry is `None` for a deal without a
        contract, and for a result that the row does not determine.
        """
        self.deals += 1
        completions: list[bool | None] = []
        for seat, line in enumerate(seats):
            possible = _contract(row, seat, judged)
            completions.append(next(iter(possible)) if len(possible) == 1 else None)
            if len(possible) != 1:
                self.uncertain_lines.add(line)
            elif True in possible:
                self.completed[line] += 1
            elif False in possible:
                self.failed[line] += 1
        return tuple(completions)

    def outcome(
        self, table: Table, totals: Sequence[int | None], circle: Sequence[int]
    ) -> MatchEnd | None:
        """Returns the end of a match that is over; None if a total is unknown.

        Lines in the `circle` have not left: only they win and pay.
        """
        final_totals = tuple(total for total in totals if total is not None)
        if len(final_totals) != len(totals):
            return None
        winners = self._winners(table, final_totals, circle)
        settlement = table.game.settlement
        paid = None
        if settlement is not None and winners is not None:
            used = {name.partition(".")[2] for name in variables(settlement.expression)}
            if not self.uncertain_lines & {*circle} or not used & {"failed", "completed"}:
                paid = self._paid(table, final_totals, circle, winners)
        places = (
            (None,) * len(final_totals)
            if winners is None
            else self._places(table, final_totals, circle)
        )
        return MatchEnd(final_totals, winners, paid, settlement is not None, places=places)

    def _places(
        self, table: Table, totals: tuple[int, ...], circle: Sequence[int]
    ) -> tuple[int | None, ...]:
        """Returns the place of each line in the `circle`: first the winners, then those who would
        win without them, and so on.
        """
        places: list[int | None] = [None] * len(totals)
        rest = sorted(circle)
        while rest:
            best = self._winners(table, totals, rest)
            if best is None:
                criteria = takewhile(
                    lambda criterion: not counts_contracts(criterion), _criteria(table)
                )
                best = self._best(tuple(criteria), totals, rest)
            for line in best:
                places[line] = 1 + len(circle) - len(rest)
            rest = [line for line in rest if line not in best]
        return tuple(places)

    def _paid(
        self,
        table: Table,
        totals: tuple[int, ...],
        circle: Sequence[int],
        winners: tuple[int, ...],
    ) -> tuple[Fraction, ...]:
        """Returns the payment to each line; 0 for a line that has left."""
        places = [circle.index(line) for line in winners]
        paid = payments(
            table.game,
            table.names,
            [totals[line] for line in circle],
            [self.failed[line] for line in circle],
            [self.completed[line] for line in circle],
            places,
        )
        by_line = dict(zip(circle, paid, strict=True))
        return tuple(by_line.get(line, Fraction(0)) for line in range(len(totals)))

    def _winners(
        self, table: Table, totals: tuple[int, ...], circle: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Returns the winners; None if a criterion depends on contracts that the sheet does not
        determine.
        """
        tied = tuple(sorted(circle))
        for criterion in _criteria(table):
            if len(tied) == 1:
                break
            if counts_contracts(criterion) and self.uncertain_lines & set(tied):
                return None
            tied = self._best((criterion,), totals, tied)
        return tied

    def _best(
        self, criteria: tuple[CriterionText, ...], totals: tuple[int, ...], lines: Sequence[int]
    ) -> tuple[int, ...]:
        """Returns the lines that are best by these criteria."""
        figures = [
            [figures_by_line[line] for line in lines]
            for figures_by_line in (totals, self.failed, self.completed)
        ]
        return tuple(lines[place] for place in match_winners(Winner(criteria), *figures))


def _criteria(table: Table) -> tuple[CriterionText, ...]:
    return table.game.winner.criteria


def counts_contracts(criterion: CriterionText) -> bool:
    """Returns whether a criterion compares contracts, not totals."""
    match criterion:
        case "highest total" | "lowest total":
            return False
        case "fewest failed" | "most completed":
            return True
        case _:
            assert_never(criterion)


def _contract(row: Row | None, seat: int, judged: RowJudgement) -> set[bool | None]:
    """Returns whether a player can have made the contract, for every trick count that fits the row.

    The result may contain several values; `None` means that the deal has no contract.
    """
    either: set[bool | None] = {True, False}
    is_unscored = row is not None and seat in row.unscored
    if judged.completed is not None and judged.counts[seat] and not is_unscored:
        return {judged.completed[seat]}
    if row is None:
        return either
    rules = row.rules
    if not isinstance(rules.completed, CompletedWhen):
        return {None}
    condition = rules.completed.condition
    bid = None if row.bids is None else row.bids[seat]
    worth = each_worth(rules, row.cards)
    unknown = {"most", "most_count", "makers", "bids", "highest_bid", "same_bids"}
    unknown |= {"points"} if worth is None else set()
    unknown |= {"trump"} if row.is_trump_open else set()
    if variables(condition) & unknown or (row.bids is not None and bid is None):
        return either
    if not judged.is_decided and wrong_trick_sum(row) is not None:
        return either  # no problem of the row shows which of the tricks are wrong
    makers, past = None if bid is None else 0, row.own_past(seat)
    results: set[bool | None] = set()
    for won in judged.counts[seat]:
        taking = Taking(bid, bid, won, won * (worth or 0), won, 1, makers, bid, 0, past)
        names = taken_names(rules, deal=row.deal, cards=row.cards, taking=taking)
        if not variables(condition) <= names.keys():
            return either  # a run, a tally or the auction is unknown
        try:
            results.add(holds(condition, names))
        except EvaluationError:
            return either
    return results or either
