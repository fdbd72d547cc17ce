"""Proves that every bidder always has a legal bid, whatever was bid before.

Input: a deal, its limits on bids, and the numbers that can win its auction. Output: a `Bidding`,
the combinations of bids that are possible; the outcomes of the deal are made from it. The output is
None if nobody bids, or if a bidder without a legal bid was reported.

Earlier bids are not enumerated. Most limits depend only on their sum, so one bit mask of the
possible sums represents all orders in which they were made. A limit may also read the bid before,
the highest bid, or the number of equal bids. Then there is one mask for each of their values,
within the budget (`table.bid_masks`). A limit that depends on runs or tallies is evaluated for each
state that a bidder can have (at most MOST_STATES). If an auction limits bids, they are proved for
each winner with each number.

INVARIANT: deals with the same limits at the same table have the same possible bids, however they
are scored. So results are cached under everything that the limits depend on (`_limits_key`).

Rejected: enumerating bids seat by seat. With ten players and 52 cards these are more rows than any
budget allows, and the first counterexample found is not the shortest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, TypeAlias, assert_never

from clagdsl import problems
from clagdsl.check.prove.deal_case import (
    DealCase,
    DealContext,
    PastBounds,
    Proof,
    ProofKey,
    Scoring,
    fault,
    names_in_limits,
    representatives,
)
from clagdsl.check.prove.parameter_space import IdentityCache
from clagdsl.check.prove.reporter import (
    KeyedFinding,
    bidder_name,
    bids_table,
    describe_setting,
    figures_table,
)
from clagdsl.lang.expr.ast import Comparison, Number, Truth
from clagdsl.lang.expr.evaluate import Row
from clagdsl.lang.expr.unparse import expression_text
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import MOST_STATES
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    AuctionBids,
    BidInTurn,
    BidTogether,
    ChosenBid,
    Expression,
    FixedBid,
    Free,
    Keeps,
    Limit,
    NoBid,
    Value,
    Variable,
)
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Label, Problem
from clagdsl.table.bid_masks import (
    AuctionCase,
    BatchCondition,
    Bidding,
    BidMemory,
    Spend,
    fixed_bidding,
    limit_memory,
    limits_in_force,
    make_auctioned_bidding,
    make_bidding,
)
from clagdsl.table.bids import OwnPast
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.outcome_tables import RowFaultError
from clagdsl.table.outcomes import Outcomes, with_auction_numbers

# --- the auction --------------------------------------------------------------------------
# Input: a deal, with or without an auction. Output: the numbers with which the auction can be
# won. If a limit on bids depends on them (`is_read`), bids have to be proved for every winner and
# number. If a deal has no auction by default only, its formulas may still read `auction`.
# `consistency` reports that, and this proof does not. Rejected: proving bids for the interval of
# numbers as a whole. A limit such as `bid = auction or auction = 2` leaves no bid for one number
# in the middle.


Values: TypeAlias = Callable[
    [Expression, tuple[str, ...], Sequence[Row], Mapping[str, Value]], list[Value]
]
"""Evaluates an expression for every row."""


def auction_numbers(auction: AuctionBids, values: Values, names: Mapping[str, Value]) -> range:
    """Returns the numbers that can be bid in an auction; raises RowFaultError if a bound has no
    value.
    """
    low, high = (int(values(bound, (), [()], names)[0]) for bound in (auction.low, auction.high))
    return range(low, high + 1)


class AuctionProof:
    """Proves the auctions of deals."""

    def __init__(self, context: DealContext) -> None:
        self.context = context
        self.is_read = IdentityCache(self._reads_auction)
        """Whether a limit on bids depends on the number that won the auction, cached."""

    def prove(self, case: DealCase, rules: Scoring) -> Proof[bool]:
        """Returns whether the auction, if there is one, can be won with a valid number."""
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
        yield problems.proofs.ImpossibleAuction(place, low, high, case.cards, case.when(), table)
        return False

    def numbers(self, case: DealCase, rules: Scoring) -> range:
        """Returns the numbers that can win a proved auction; empty without an auction."""
        if not isinstance(rules.auction, AuctionBids):
            return range(0)
        return auction_numbers(rules.auction, self.context.values, case.names)

    def _reads_auction(self, rules: Scoring) -> bool:
        return "auction" in names_in_limits(self.context.book, rules)

    def decides_bids(self, rules: Scoring) -> bool:
        """Returns whether there is an auction whose winning number limits the bids."""
        return isinstance(rules.auction, AuctionBids) and self.is_read(rules)

    def winners(self, case: DealCase, rules: Scoring) -> range:
        """Returns the seats that can have won the auction, counted from the first bidder."""
        first = isinstance(rules.bid, BidInTurn) and rules.bid.first == "auction winner"
        return range(1) if first else range(case.setting.players)


# --- bids after an auction ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuctionVariant:
    """The bids of the auction's winner if `number` is the winning bid, or of the others if 0."""

    number: int
    bidding: Bidding


@dataclass(frozen=True, slots=True)
class AuctionBidding:
    """Every way in which a deal can be bid after its auction."""

    ways: tuple[AuctionVariant, ...]

    def possible_bids(self) -> list[int]:
        """Returns the bids that at least one seat can make."""
        return sorted({bid for way in self.ways for bid in way.bidding.possible_bids()})

    def outcomes(
        self, outcomes_for: Callable[[Bidding], Outcomes], *, with_number: bool, bids: bool
    ) -> Outcomes:
        """Returns every outcome that one player can have at the end of a deal.

        `with_number` adds the auction's number as a column. Unless `bids` is True, outcomes do not
        depend on bids.
        """
        if not bids:
            numbers = dict.fromkeys(way.number for way in self.ways)
            base = outcomes_for(self.ways[0].bidding)
            return with_auction_numbers(base, list(numbers)) if with_number else base
        names: tuple[str, ...] = ()
        rows: dict[Row, None] = {}
        for way in self.ways:
            base = outcomes_for(way.bidding)
            names = (*base.names, "auction") if with_number else base.names
            for row in base.rows:
                rows[(*row, way.number) if with_number else row] = None
        return Outcomes(names, list(rows))


AnyBidding: TypeAlias = Bidding | AuctionBidding


# --- bids ---------------------------------------------------------------------------------


# The `otherwise` conditions to suggest: for a limit on the last bid, and for one on each bid.
_NOT_LEVEL: Final = Comparison("!=", Variable("bids"), Variable("cards"))
_NO_TRICK: Final = Comparison("=", Variable("bid"), Number(0))


@dataclass(frozen=True, slots=True)
class WonAuction:
    """An auction's winner (counted from the first bidder), its number, and the bids that follow.

    `own` and `others` are the possible states of the runs and tallies that the limits use, for the
    winner and for the others.
    """

    seat: int
    number: int
    bidding: Bidding
    own: Sequence[OwnPast]
    others: Sequence[OwnPast]


def _own_bids(bidding: AnyBidding | None) -> tuple[int, ...] | None:
    """Returns the bids that at least one seat can make, or None without a bidding."""
    return None if bidding is None else tuple(bidding.possible_bids())


def _own_pasts(past: PastBounds) -> list[OwnPast]:
    """Returns the states of runs and tallies within their bounds."""
    return [tuple(zip(past.names, each, strict=True)) for each in past.combinations()]


def _memory(rules: Scoring) -> BidMemory:
    """Returns the memory of the earlier bids that the limits of a deal need."""
    return limit_memory(rules.each_bid, rules.last_bid)


def _leaves_bid(
    rules: Scoring,
    each: Limit,
    last: Limit,
    bids: tuple[int, ...],
    cards: int,
    condition: BatchCondition,
) -> bool:
    """Checks that a bid is left after these bids, under these two limits of the deal."""
    memory = _memory(rules)
    sums = {memory.after_all(bids): 1 << sum(bids)}
    force = limits_in_force(each, last, sums, cards, condition, memory)
    return not force.sums_without_bid(sums)


def _spend(rules: Scoring, budget: Budget) -> Spend:
    """Returns a function that charges a budget for rows of bids.

    If limits read only the sum of the earlier bids, the rows are charged in advance.
    """

    def spend(rows: int) -> None:
        budget.allow(rows)
        budget.spend(4 * rows)

    return spend if _memory(rules).names else lambda _: None


class BidProof:
    """Proves the bids of deals and caches how each can be bid."""

    def __init__(self, context: DealContext, auctions: AuctionProof) -> None:
        self.context = context
        self.auctions = auctions
        self._biddings: dict[ProofKey, AnyBidding | None] = {}
        self._dead_ends: dict[ProofKey, tuple[tuple[int, ...], OwnPast]] = {}
        self.own_bids = IdentityCache(_own_bids)

    def prove(self, case: DealCase, rules: Scoring) -> Proof[AnyBidding | None]:
        """Returns the bidding of a deal.

        Returns None if nobody bids, or after reporting a bidder without a legal bid.
        """
        players, cards = case.setting.players, case.cards
        match rules.bid:
            case NoBid():
                return None
            case FixedBid(number=number):
                if number > cards:
                    yield self._fixed_too_high(case, rules, number)
                    return None
                key: ProofKey = ("fixed", number, players, cards)
                if key not in self._biddings:
                    self._biddings[key] = fixed_bidding(players, cards, number)
            case BidTogether() if _memory(rules).names:
                return None  # reported by `consistency`
            case BidInTurn() | BidTogether():
                key = self._limits_key(case, rules)
                if key not in self._biddings:
                    after = self.auctions.decides_bids(rules)
                    proof = self._bid_after_auction if after else self._bid_in_turn
                    self._biddings[key] = None
                    try:
                        self._biddings[key] = yield from proof(case, rules, key)
                    except RowFaultError as error:
                        place = rules.places["last_bid"] or rules.places["each_bid"]
                        yield fault(case, error, _memory(rules).columns, place)
                    except TooMuchError:
                        yield self._too_many_bids(rules)
                if key in self._dead_ends:
                    yield self._no_bid_left(case, rules, *self._dead_ends[key])
            case _:
                assert_never(rules.bid)
        return self._biddings[key]

    def _limits_key(self, case: DealCase, rules: Scoring) -> ProofKey:
        key: list[object] = [case.setting.players, case.cards]
        for limit in (rules.each_bid, rules.last_bid):
            conditions = subexpressions(limit)
            key += [self.context.key(case, condition, alike=True) for condition in conditions]
            key.append(len(conditions))
        if self.auctions.decides_bids(rules):
            numbers = self.auctions.numbers(case, rules)
            key += [numbers.start, numbers.stop, self.auctions.winners(case, rules).stop]
        return tuple(key)

    # --- in turn, and after an auction ----------------------------------------------------

    def _bid_in_turn(
        self, case: DealCase, rules: Scoring, key: ProofKey
    ) -> Proof[AnyBidding | None]:
        players, cards = case.setting.players, case.cards
        past = self._past_read(case, rules)
        if past.ways > MOST_STATES:
            yield self._too_many_states(rules)
            return None
        states = _own_pasts(past)
        conditions = [self._condition_for(case, rules, state) for state in states]
        self.context.budget.spend(4 * players * cards * (cards + 1) * len(states))
        limits, spend = (rules.each_bid, rules.last_bid), _spend(rules, self.context.budget)
        bidding = make_bidding(players, cards, *limits, *conditions, spend=spend)
        stuck = bidding.first_dead_end()
        if stuck is not None:
            self._dead_ends[key] = (stuck, self._past_of_stuck_bidder(case, rules, stuck, states))
            return None
        return bidding

    def _won_auctions(
        self,
        case: DealCase,
        rules: Scoring,
        states: Sequence[OwnPast],
        winners: range,
        budget: Budget,
    ) -> Iterator[WonAuction]:
        """Yields each possible winner and number of the auction, with the bids that follow."""
        players, cards = case.setting.players, case.cards
        others = [(*state, ("auction", 0)) for state in states]
        for seat, number in product(winners, self.auctions.numbers(case, rules)):
            own = [(*state, ("auction", number)) for state in states]
            budget.spend(4 * players * cards * (cards + 1) * len(states))
            bidding = make_auctioned_bidding(
                players,
                cards,
                rules.each_bid,
                rules.last_bid,
                [self._condition_for(case, rules, state) for state in others],
                AuctionCase(seat, tuple(self._condition_for(case, rules, state) for state in own)),
                _spend(rules, budget),
            )
            yield WonAuction(seat, number, bidding, own, others)

    def _bid_after_auction(
        self, case: DealCase, rules: Scoring, key: ProofKey
    ) -> Proof[AnyBidding | None]:
        """Returns the bidding of a deal after every possible result of its auction."""
        players = case.setting.players
        past = self._past_read(case, rules)
        numbers, winners = self.auctions.numbers(case, rules), self.auctions.winners(case, rules)
        if past.ways * len(numbers) * len(winners) > MOST_STATES:
            yield self._too_many_states(rules)
            return None
        states = _own_pasts(past)
        ways: list[AuctionVariant] = []
        for won in self._won_auctions(case, rules, states, winners, self.context.budget):
            stuck = won.bidding.first_dead_end()
            if stuck is not None:
                # `len(stuck)` players have bid, so this is the seat of the stuck player
                stands = won.own if len(stuck) == won.seat else won.others
                self._dead_ends[key] = (
                    stuck,
                    self._past_of_stuck_bidder(case, rules, stuck, stands),
                )
                return None
            rest = tuple(other for other in range(players) if other != won.seat)
            ways.append(AuctionVariant(won.number, replace(won.bidding, listed=(won.seat,))))
            ways.append(AuctionVariant(0, replace(won.bidding, listed=rest)))
        return AuctionBidding(tuple(ways))

    def _condition_for(self, case: DealCase, rules: Scoring, state: OwnPast) -> BatchCondition:
        """Returns a function that evaluates conditions on bids for one state of the runs and
        tallies.
        """
        names, columns = {**case.names, **dict(state)}, _memory(rules).columns

        def holds(condition: Expression, rows: list[tuple[int, ...]]) -> list[Value]:
            return self.context.values(condition, columns, rows, names)

        return holds

    def _past_read(self, case: DealCase, rules: Scoring) -> PastBounds:
        """Returns the bounds of the runs and tallies that the limits use."""
        past = case.past.read_by(names_in_limits(self.context.book, rules))
        limits = (rules.each_bid, rules.last_bid)
        formulas = (part for limit in limits for part in subexpressions(limit))
        return representatives(past, formulas, case.names)

    def _too_many_states(self, rules: Scoring) -> Problem:
        excess = f"runs and tallies in limits on bids can have more than {MOST_STATES} states"
        return self._too_much(rules, excess)

    def _too_many_bids(self, rules: Scoring) -> Problem:
        """Returns the problem of limits that depend on too much of the earlier bids.

        Raises TooMuchError instead if the whole budget is exhausted.
        """
        if self.context.budget.left < 0:
            raise TooMuchError
        excess = "the limits on bids depend on more than a million combinations of earlier bids"
        return self._too_much(rules, excess)

    def _too_much(self, rules: Scoring, excess: str) -> Problem:
        place = rules.places["each_bid"] or rules.places["last_bid"]
        return problems.proofs.TooMuchToProve(place, excess, self.context.fewer_players)

    def _past_of_stuck_bidder(
        self, case: DealCase, rules: Scoring, bids: tuple[int, ...], states: Sequence[OwnPast]
    ) -> OwnPast:
        """Returns the first state of runs and tallies in which a bidder has no legal bid."""
        last = rules.last_bid if len(bids) == case.setting.players - 1 else Free()
        for state in states:
            condition = self._condition_for(case, rules, state)
            if not _leaves_bid(rules, rules.each_bid, last, bids, case.cards, condition):
                return state
        return ()

    # --- problems and suggestions -----------------------------------------------------------

    def _no_bid_left(
        self, case: DealCase, rules: Scoring, bids: tuple[int, ...], past: OwnPast
    ) -> KeyedFinding:
        players = case.setting.players
        last = len(bids) == players - 1 and isinstance(rules.last_bid, Keeps)
        places = rules.places
        place = places["last_bid"] if last else places["each_bid"]
        others: tuple[Label, ...] = ()
        each = places["each_bid"]
        if last and isinstance(rules.each_bid, Keeps) and each is not None:
            others = (Label(each, "the last bid must also meet this limit"),)
        when = describe_setting(case.setting, case.cards, case.calls, past)
        assert isinstance(rules.bid, ChosenBid)
        table = bids_table(players, bids, rules.bid)
        seat = bidder_name(len(bids), players, rules.bid)
        limit = rules.last_bid if last else rules.each_bid
        has_otherwise = isinstance(limit, Keeps) and limit.otherwise is not None
        alone = False
        if others and has_otherwise:
            meets = self._condition_for(case, rules, past)
            alone = _leaves_bid(rules, Free(), limit, bids, case.cards, meets)
        condition: Place | None = None
        written = ""
        instead: tuple[str, ...] = ()
        if isinstance(limit, Keeps) and not has_otherwise:
            condition = limit.condition.place
            instead = self._otherwise_suggestions(case, rules, limit, last=last)
            if place is not None and condition is not None:
                ends = (place.end_line, place.end_column)
                if (condition.end_line, condition.end_column) != ends:
                    written = f"keeps {expression_text(limit.condition)}"
        problem = problems.proofs.NoBidLeft(
            place,
            seat,
            bids,
            when,
            others,
            last,
            table,
            has_otherwise,
            alone,
            written,
            instead,
            condition,
        )
        return KeyedFinding(("P306", place, place or rules.score), problem)

    def _otherwise_suggestions(
        self, case: DealCase, rules: Scoring, limit: Keeps, *, last: bool
    ) -> tuple[str, ...]:
        """Returns the `otherwise` conditions that would allow a bid in this deal."""
        states = _own_pasts(self._past_read(case, rules))
        conditions = [self._condition_for(case, rules, state) for state in states]
        players, winners = case.setting.players, self.auctions.winners(case, rules)
        least = _NOT_LEVEL if last else _NO_TRICK
        texts: list[str] = []
        # if limits read earlier bids, even a bid of 0 may be taken: only `free` always helps
        past_bids = bool(_memory(rules).names)
        for otherwise in (Truth(True),) if past_bids else (least, Truth(True)):
            better = replace(limit, otherwise=otherwise)
            mended = replace(rules, last_bid=better) if last else replace(rules, each_bid=better)
            budget = self.context.budget
            if past_bids:
                budget = budget.portion(budget.left)  # the proof has been paid for
            try:
                if self.auctions.decides_bids(rules):
                    won = self._won_auctions(case, mended, states, winners, budget)
                    biddings = [each.bidding for each in won]
                else:
                    limits, spend = (mended.each_bid, mended.last_bid), _spend(mended, budget)
                    biddings = [
                        make_bidding(players, case.cards, *limits, *conditions, spend=spend)
                    ]
            except TooMuchError:
                if not past_bids:
                    raise
                continue
            if all(bidding.first_dead_end() is None for bidding in biddings):
                texts.append("free" if past_bids else expression_text(otherwise))
        return tuple(texts)

    def _fixed_too_high(self, case: DealCase, rules: Scoring, number: int) -> Problem:
        place = rules.places["bid"]
        when = case.when()
        table = figures_table(case.setting, case.cards, case.calls, {"bid": number})
        return problems.proofs.FixedBidTooHigh(place, number, case.cards, when, table)
