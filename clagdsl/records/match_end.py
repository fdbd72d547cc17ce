"""The end of a recorded match: the winners, the places and the payments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product, takewhile
from math import prod
from typing import Final, TypeAlias, TypeVar, assert_never

from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import constant, simplify
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.rules import CriterionText, Winner
from clagdsl.table.scoring import match_ends, match_winners, payments
from clagdsl.table.table import Table

T = TypeVar("T")

Contracts: TypeAlias = tuple[int, int]
"""Numbers of contracts: made and failed."""

MOST_WAYS: Final = 2_000
"""The maximum number of ways in which contracts can have ended; above this, winners or payments
that depend on them are not known.
"""


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
    """The contracts that each line can have made and failed; none if there are too many ways."""

    ways: defaultdict[int, frozenset[Contracts]] = field(
        default_factory=lambda: defaultdict(lambda: frozenset({(0, 0)}))
    )
    deals: int = 0

    def add(self, contracts: Sequence[Collection[bool | None]], seats: Sequence[int]) -> None:
        """Adds the possible results of the contracts of a deal.

        `seats` are the lines of its players. A result is None for a deal without a contract.
        """
        self.deals += 1
        for line, own in zip(seats, contracts, strict=True):
            ways = frozenset(
                (made + (result is True), failed + (result is False))
                for made, failed in self.ways[line]
                for result in own
            )
            self.ways[line] = ways if len(ways) <= MOST_WAYS else frozenset()

    def is_over(
        self, table: Table, deal: int, totals: Sequence[int | None], circle: Sequence[int]
    ) -> bool | None:
        """Returns whether the rules end the match after a deal; None if that is not known."""
        recorded = [total for line in circle if (total := totals[line]) is not None]
        if len(recorded) < len(circle):
            return None
        ends = table.game.ends
        reads = ends is not None and "leaders" in variables(ends.condition)
        lines = circle if reads and _counts_contracts(table.game.winner.criteria[0]) else ()
        return self._in_all_ways(
            lines,
            circle,
            lambda made, failed: match_ends(table.game, table.names, deal, recorded, failed, made),
        )

    def _in_all_ways(
        self,
        lines: Collection[int],
        circle: Sequence[int],
        result: Callable[[list[int], list[int]], T],
    ) -> T | None:
        """Returns the result that all possible numbers of contracts of these lines have in common.

        `result` gets the numbers made and failed of each line in the `circle`; those of other lines
        do not matter. Returns None if results differ, or if there are too many numbers to try.
        """
        ways = [self.ways[line] if line in lines else [(0, 0)] for line in circle]
        if not 0 < prod(map(len, ways)) <= MOST_WAYS:
            return None
        results: set[T] = set()
        for way in product(*ways):
            results.add(result([made for made, _ in way], [failed for _, failed in way]))
            if len(results) > 1:
                return None
        return results.pop()

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
        has_settlement = table.game.settlement is not None
        paid = None
        if has_settlement and winners is not None:
            paid = self._paid(table, final_totals, circle, winners)
        places = (
            (None,) * len(final_totals)
            if winners is None
            else self._places(table, final_totals, circle)
        )
        return MatchEnd(final_totals, winners, paid, has_settlement, places=places)

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
                best = _best_totals(table, totals, rest)
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
    ) -> tuple[Fraction, ...] | None:
        """Returns the payment to each line, 0 for a line that has left; None if it is not known."""
        settlement = table.game.settlement
        assert settlement is not None
        parameters = {name: constant(value) for name, value in table.names.items()}
        read = variables(simplify(settlement.expression, parameters, tidy=True))
        figures = {name.partition(".")[2] for name in read}
        paid = self._in_all_ways(
            circle if figures & {"failed", "completed"} else (),
            circle,
            lambda made, failed: tuple(
                payments(
                    table.game,
                    table.names,
                    [totals[line] for line in circle],
                    failed,
                    made,
                    [circle.index(line) for line in winners],
                )
            ),
        )
        if paid is None:
            return None
        by_line = dict(zip(circle, paid, strict=True))
        return tuple(by_line.get(line, Fraction(0)) for line in range(len(totals)))

    def _winners(
        self, table: Table, totals: tuple[int, ...], circle: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Returns the winners; None if a criterion depends on contracts that the sheet does not
        determine.
        """
        tied = _best_totals(table, totals, circle)
        if len(tied) == 1:
            return tied
        places = self._in_all_ways(
            tied if any(map(_counts_contracts, table.game.winner.criteria)) else (),
            tied,
            lambda made, failed: match_winners(
                table.game.winner, [totals[line] for line in tied], failed, made
            ),
        )
        return None if places is None else tuple(tied[place] for place in places)


def _best_totals(table: Table, totals: Sequence[int], lines: Iterable[int]) -> tuple[int, ...]:
    """Returns the lines that are best by the criteria before the first that counts contracts."""
    tied = sorted(lines)
    criteria = takewhile(lambda one: not _counts_contracts(one), table.game.winner.criteria)
    nothing = [0] * len(tied)
    best = match_winners(Winner(tuple(criteria)), [totals[line] for line in tied], nothing, nothing)
    return tuple(tied[place] for place in best)


def _counts_contracts(criterion: CriterionText) -> bool:
    """Returns whether a criterion compares contracts, not totals."""
    match criterion:
        case "highest total" | "lowest total":
            return False
        case "fewest failed" | "most completed":
            return True
        case _:
            assert_never(criterion)
