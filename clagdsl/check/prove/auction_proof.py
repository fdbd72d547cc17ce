"""How a deal can be bid once an auction is won, whoever has won it and with whatever number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.frozen import dataclass
from clagdsl.table.bid_masks import Bidding
from clagdsl.table.outcomes import Outcomes


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
            return _with_numbers(found, list(numbers)) if told else found
        names: tuple[str, ...] = ()
        rows: dict[Row, None] = {}
        for way in self.ways:
            found = found_in(way.bidding)
            names = (*found.names, "auction") if told else found.names
            for row in found.rows:
                rows[(*row, way.number) if told else row] = None
        return Outcomes(names, list(rows))


AnyBidding: TypeAlias = Bidding | AuctionBidding


def with_auction(found: Outcomes, numbers: range) -> Outcomes:
    """Outcomes with every number with which a player can have won the auction, 0 if another has.

    Without numbers nothing asks for it.
    """
    return _with_numbers(found, [0, *numbers]) if numbers else found


def _with_numbers(found: Outcomes, numbers: list[int]) -> Outcomes:
    rows = [(*row, number) for number in numbers for row in found.rows]
    return Outcomes((*found.names, "auction"), rows)
