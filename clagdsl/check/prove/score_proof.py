"""What is proved of a deal at one table and is so at others, where only some values differ.

Of the values of a parameter that only a score reads the bids and the outcomes are the same, and a
score that does not ask for the number of players is worked out of the same outcomes at every table
that has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from clagdsl.check.prove.parameter_space import Setting
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.remembered import ROW_DEALS
from clagdsl.lang.rules import AuctionRule, BidRule, Expression, Limit, Value
from clagdsl.lang.value_parts import value_parts
from clagdsl.table.outcomes import Outcomes

MOST_COMPARED: Final = 2_000
"""Longer lists of outcomes are not compared with those of other tables."""

TableKey: TypeAlias = tuple[int, ...]
"""The identities and the numbers on which a deal depends at a table, bar parameters."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula with all outcomes of a deal that it is worked out for.

    Tables share the number `alike` where these are the same; `others` are the names in the formula
    that the outcomes do not tell, and `parameters` all on which it depends.
    """

    aspect: str
    expression: Expression
    outcomes: Outcomes
    points: Bounds | None
    alike: int
    others: tuple[str, ...]
    parameters: frozenset[str]


@dataclass(frozen=True, slots=True)
class Settled:
    """What is proved of a deal at a table where these parameters have these values."""

    parameters: frozenset[str]
    values: tuple[Value, ...]
    formulas: tuple[Formula, ...]
    own_bids: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class DealRead:
    """What the rules of a deal read beside the formulas of its points; `rules` are those."""

    rules: object
    parameters: frozenset[str]
    by_number: bool
    by_row: bool


class SettledDeals:
    """Keeps what is proved of deals, and which formulas are for which values."""

    def __init__(self, book: NameBook) -> None:
        self.book = book
        self._read: dict[int, DealRead] = {}
        self._settled: dict[TableKey, Settled] = {}
        self._alike: dict[tuple[object, ...], tuple[int, Outcomes]] = {}
        self._done: set[tuple[object, ...]] = set()

    def read(
        self,
        rules: object,
        said: Sequence[BidRule | Limit | AuctionRule | Expression],
        formulas: Sequence[Expression],
    ) -> DealRead:
        """What the rules of a deal read that say this, and score by these formulas."""
        known = self._read.get(id(rules))
        if known is None:
            uses = [self.book.uses(part) for value in said for part in value_parts(value)]
            every = [*uses, *map(self.book.uses, formulas)]
            known = self._read[id(rules)] = DealRead(
                rules,  # they are kept, so that their identity is not given again
                frozenset[str]().union(*(each.parameters for each in uses)),
                any("deal" in each.variables for each in every),
                any(ROW_DEALS in each.variables for each in every),
            )
        return known

    def settled(self, key: TableKey, setting: Setting) -> Settled | None:
        """What has been proved of a deal at such a table, if that holds at this one."""
        known = self._settled.get(key)
        if known is None or known.values != setting.choose(known.parameters):
            return None
        return known

    def keep(self, key: TableKey, settled: Settled) -> None:
        """Keep what is proved of a deal at a table."""
        self._settled[key] = settled

    def formula(
        self,
        aspect: str,
        expression: Expression,
        outcomes: Outcomes,
        points: Bounds | None,
        own_bids: tuple[int, ...] | None,
    ) -> Formula:
        """A formula with all outcomes of a deal, in which somebody makes one of these bids."""
        uses = self.book.uses(expression)
        few = len(outcomes.rows) <= MOST_COMPARED
        rows_key = tuple(outcomes.rows) if few else id(outcomes)
        key = (id(expression), aspect, outcomes.names, rows_key, own_bids, points)
        number, _ = self._alike.setdefault(key, (len(self._alike), outcomes))
        others = tuple(sorted(uses.written.difference(outcomes.names)))
        return Formula(aspect, expression, outcomes, points, number, others, uses.parameters)

    def is_new(self, formula: Formula, others: tuple[Value, ...]) -> bool:
        """Whether a formula has not been worked out for these values; from now on it has."""
        key = (formula.alike, *others)
        if key in self._done:
            return False
        self._done.add(key)
        return True
