"""A reference for bidding: every sequence of bids, seat by seat, under random limits.

A limit has two names, for its condition and its otherwise. A set of rows (name, bid, sum with the
bid) defines which bids meet them. If limits read the past bids, their values are in the rows, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

from clagdsl.lang.expr.ast import Logic
from clagdsl.lang.rules import Expression, Free, Keeps, Limit, Value, Variable
from clagdsl.table.bid_masks import (
    PAST_BIDS,
    AuctionCase,
    BatchCondition,
    Bidding,
    make_auctioned_bidding,
    make_bidding,
)

CONDITIONS = ("each", "each otherwise", "last", "last otherwise")
Bids = tuple[int, ...]
Asked = tuple[str | int, ...]


def past_figures(remembers: Sequence[str], bids: Bids, bid: int) -> tuple[int, ...]:
    """Returns the values of these names for a bid after these bids."""
    figures = {
        "previous_bid": bids[-1] if bids else -1,
        "highest_bid": max(bids, default=-1),
        "same_bids": bids.count(bid),
    }
    return tuple(figures[name] for name in remembers)


@dataclass(frozen=True)
class BidByHand:
    """A deal to bid at a table; `met` has for each past the rows that meet their condition.

    The winner of an auction, counted from the first bidder, has the first past to itself.
    """

    players: int
    cards: int
    each: Limit
    last: Limit
    met: tuple[frozenset[Asked], ...]
    winner: int | None
    remembers: tuple[str, ...] = ()
    """The names of PAST_BIDS that the limits read."""
    asked: Counter[Asked] = field(default_factory=Counter)
    """The number of times each row was queried."""

    def made(self) -> Bidding:
        """Returns the package's result for the same deal."""
        asked = [self._holds(past) for past in range(len(self.met))]
        few = (self.players, self.cards, self.each, self.last)
        if self.winner is None:
            return make_bidding(*few, *asked)
        return make_auctioned_bidding(*few, asked[1:], AuctionCase(self.winner, tuple(asked[:1])))

    def _holds(self, past: int) -> BatchCondition:
        def holds(condition: Expression, rows: list[tuple[int, ...]]) -> Sequence[Value]:
            assert rows, "nobody is asked for nothing"
            condition = condition.operands[0] if isinstance(condition, Logic) else condition
            assert isinstance(condition, Variable)
            named = [(condition.name, *row) for row in rows]
            self.asked.update(named)
            return [one in self.met[past] for one in named]

        return holds

    def pasts(self, seat: int) -> Sequence[int]:
        """Returns the pasts that a seat may have."""
        if self.winner is None:
            return range(len(self.met))
        return (0,) if seat == self.winner else range(1, len(self.met))

    def left(self, bids: Bids, past: int) -> set[int]:
        """Returns the legal bids of a player with one past after these bids."""
        seat, total = len(bids), sum(bids)

        def meeting(name: str) -> set[int]:
            rows = (
                (bid, (name, bid, total + bid, *past_figures(self.remembers, bids, bid)))
                for bid in range(self.cards + 1)
            )
            return {bid for bid, row in rows if row in self.met[past]}

        last: Limit = self.last if seat == self.players - 1 else Free()
        found = {"each": set(range(self.cards + 1)), "last": set(range(self.cards + 1))}
        limits = {"last": last, "each": self.each}
        for name, limit in limits.items():
            if isinstance(limit, Keeps):
                found[name] = meeting(name)
                if not found[name] and limit.otherwise is not None:
                    found[name] = meeting(f"{name} otherwise")
        for name, limit in limits.items():
            more = isinstance(limit, Keeps) and limit.otherwise is not None
            if more and not found["each"] & found["last"]:
                found[name] = meeting(f"{name} otherwise")
        return found["each"] & found["last"]

    def sequences(self) -> tuple[list[list[Bids]], list[Bids]]:
        """Returns the sequences of each length, and those after which a seat has no legal bid."""
        lengths: list[list[Bids]] = [[()]]
        stuck: list[Bids] = []
        for seat in range(self.players):
            longer = []
            for bids in lengths[-1]:
                ways = [self.left(bids, past) for past in self.pasts(seat)]
                longer += [(*bids, bid) for bid in sorted(set().union(*ways))]
                stuck += [] if all(ways) else [bids]
            lengths.append(longer)
        return lengths, stuck


def drawn(
    seed: int, shares: Sequence[float] = (0.3, 0.6, 0.9, 1.0), *, remembers: bool = False
) -> BidByHand:
    """Returns a small random deal; a share from `shares` of all rows meets each condition.

    If `remembers` is True, its limits read at least one of PAST_BIDS.
    """
    chance = Random(seed)
    players, cards = chance.choice([(1, 1), (1, 2), (2, 1), (2, 3), (3, 1), (3, 2), (4, 1), (4, 2)])
    winner = chance.randrange(players) if chance.random() < 0.3 else None
    read: tuple[str, ...] = ()
    if remembers:
        chosen = chance.sample(PAST_BIDS, chance.choice((1, 1, 2, 3)))
        read = tuple(name for name in PAST_BIDS if name in chosen)
    values = [range(players) if name == "same_bids" else range(-1, cards + 1) for name in read]
    rows = list(product(CONDITIONS, range(cards + 1), range(players * cards + 1), *values))
    share = chance.choice(shares)
    pasts = (1 if winner is None else 2) + (chance.random() < 0.3)
    return BidByHand(
        players,
        cards,
        _limit("each", chance, read),
        _limit("last", chance, read),
        tuple(frozenset(row for row in rows if chance.random() < share) for _ in range(pasts)),
        winner,
        read,
    )


def _limit(name: str, chance: Random, read: Sequence[str]) -> Limit:
    def condition(text: str) -> Expression:
        names = tuple(Variable(each) for each in read)
        return Logic("and", (Variable(text), *names)) if names else Variable(text)

    otherwise = condition(f"{name} otherwise")
    keeps = Keeps(condition(name), otherwise)
    return chance.choice((Free(), Keeps(condition(name)), keeps, keeps))
