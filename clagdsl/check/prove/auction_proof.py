"""The proof that an auction can be won: its numbers lie between one trick and all cards.

In: a deal whose rules have an auction, or have none.  Out: the numbers with which it can be won;
`is_read` tells whether a limit on bids depends on them, so that the bids have to be proved for
every winner with every number.

A deal of which only the default says that there is no auction is no mistake of this proof, even if
its formulas read `auction`: `consistency` reports that, and what depends on it is not proved.

Rejected: to prove bids for an auction by its bounds alone.  A limit such as `bid = auction or
auction = 2` leaves no bid for one number in the middle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from clagdsl import problems
from clagdsl.check.prove.deal_case import DealCase, DealContext, Proof, Scoring, fault
from clagdsl.check.prove.reporter import Found, figures_table
from clagdsl.lang.expr.evaluate import Row
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import AuctionBids, BidInTurn, Expression, Value
from clagdsl.lang.used_names import value_parts
from clagdsl.table.bid_masks import Bidding
from clagdsl.table.outcomes import Outcomes, with_numbers
from clagdsl.table.tabulate import RowFaultError

Values: TypeAlias = Callable[
    [Expression, tuple[str, ...], Sequence[Row], Mapping[str, Value]], list[Value]
]
"""Works an expression out for every row."""


def auction_numbers(auction: AuctionBids, values: Values, names: Mapping[str, Value]) -> range:
    """The numbers that can be bid in an auction; raises RowFaultError where one has no value."""
    low, high = (int(values(bound, (), [()], names)[0]) for bound in (auction.low, auction.high))
    return range(low, high + 1)


class AuctionProof:
    """Proves the auctions of deals."""

    def __init__(self, context: DealContext) -> None:
        self.context = context
        self._is_read: dict[int, tuple[Scoring, bool]] = {}

    def prove(self, case: DealCase, rules: Scoring) -> Proof[bool]:
        """Whether somebody can win the auction with what can be bid; a deal may have none."""
        if not isinstance(rules.auction, AuctionBids):
            return not self.is_read(rules)  # reported by `consistency`
        place = rules.places["auction"]
        try:
            numbers = auction_numbers(rules.auction, self.context.values, case.names)
        except RowFaultError as error:
            yield fault(case, error, (), place)
            return False
        low, high = numbers.start, numbers.stop - 1
        if 1 <= low <= high <= case.cards:
            return True
        table = figures_table(case.setting, case.cards, case.calls, {"low": low, "high": high})
        found = problems.proofs.ImpossibleAuction(place, low, high, case.cards, case.when(), table)
        yield Found(("P351", place), found)
        return False

    def numbers(self, case: DealCase, rules: Scoring) -> range:
        """The numbers with which a proved auction can be won, none where there is no auction."""
        if not isinstance(rules.auction, AuctionBids):
            return range(0)
        return auction_numbers(rules.auction, self.context.values, case.names)

    def is_read(self, rules: Scoring) -> bool:
        """Whether a limit on bids reads with what number the auction was won."""
        known = self._is_read.get(id(rules))
        if known is None:
            limits = [c for limit in (rules.each_bid, rules.last_bid) for c in value_parts(limit)]
            reads = any("auction" in self.context.book.uses(c).variables for c in limits)
            known = self._is_read[id(rules)] = (rules, reads)
        return known[1]

    def decides_bids(self, rules: Scoring) -> bool:
        """Whether there is an auction whose number limits the bids."""
        return isinstance(rules.auction, AuctionBids) and self.is_read(rules)

    def winners(self, case: DealCase, rules: Scoring) -> range:
        """Who can have won the auction, counted from the first to bid."""
        first = isinstance(rules.bid, BidInTurn) and rules.bid.first == "auction winner"
        return range(1) if first else range(case.setting.players)


# --- bids after an auction ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuctionWay:
    """How the winner of an auction bids, or how the others do, for whom the number is 0."""

    number: int
    bidding: Bidding


@dataclass(frozen=True, slots=True)
class AuctionBidding:
    """Every way in which a deal can be bid after its auction."""

    ways: tuple[AuctionWay, ...]

    def own_bids(self) -> list[int]:
        """The bids that some seat can make."""
        return sorted({bid for way in self.ways for bid in way.bidding.own_bids()})

    def outcomes(
        self, found_in: Callable[[Bidding], Outcomes], *, told: bool, bids: bool
    ) -> Outcomes:
        """What one player can end a deal with; `told` tells that the number of the auction counts.

        Without `bids` it does not matter how the deal is bid.
        """
        if not bids:
            numbers = dict.fromkeys(way.number for way in self.ways)
            found = found_in(self.ways[0].bidding)
            return with_numbers(found, list(numbers)) if told else found
        names: tuple[str, ...] = ()
        rows: dict[Row, None] = {}
        for way in self.ways:
            found = found_in(way.bidding)
            names = (*found.names, "auction") if told else found.names
            for row in found.rows:
                rows[(*row, way.number) if told else row] = None
        return Outcomes(names, list(rows))


AnyBidding: TypeAlias = Bidding | AuctionBidding
