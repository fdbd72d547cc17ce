"""The proofs about one deal at one table with one number of cards: bids, scores, contracts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, product
from math import prod
from typing import Any, Final, TypeAlias, TypeVar, assert_never

from clagdsl import problems
from clagdsl.check.lints.bid_beside_points import BidsAndPoints, PointsOfDeal
from clagdsl.check.lints.miss_pays import MissPays, ScoreOutcomes
from clagdsl.check.prove.auction_proof import AnyBidding, AuctionBidding, AuctionWay, with_auction
from clagdsl.check.prove.batch_eval import Sheets
from clagdsl.check.prove.call_variants import Combination
from clagdsl.check.prove.counterexample import bidder_name, bids_table, circumstances, figures_table
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.check.prove.reachability import Reached
from clagdsl.check.prove.reporter import Finding, Found, FoundFault
from clagdsl.check.prove.score_proof import DealRead, Formula, Settled, SettledDeals, TableKey
from clagdsl.lang.cards import Deck
from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.expression_text import expression_text
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.expr.tree import Branch, Choice, Comparison, Number, Truth
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.remembered import ROW_DEALS, RowMade
from clagdsl.lang.rules import (
    AspectName,
    AuctionBids,
    AuctionRule,
    BidInTurn,
    BidRule,
    BidTogether,
    CardWorth,
    ChosenBid,
    CompletedWhen,
    Expression,
    FixedBid,
    Free,
    Keeps,
    Limit,
    NoBid,
    Past,
    Sight,
    Value,
    Variable,
    Wild,
)
from clagdsl.lang.source import Place
from clagdsl.lang.value_parts import value_parts
from clagdsl.problems.model import Label
from clagdsl.table.bid_masks import (
    Bidding,
    Holds,
    WinnersAsked,
    fixed_bidding,
    in_force,
    make_auctioned_bidding,
    make_bidding,
)
from clagdsl.table.bids import OwnPast
from clagdsl.table.budget import TUPLES, Budget, TooMuchError
from clagdsl.table.card_values import NO_CARD_VALUES, CardValues, card_values, with_cards
from clagdsl.table.outcomes import (
    BLIND,
    OF_BIDS,
    ORDER,
    Outcomes,
    PointSums,
    outcomes,
    point_sums,
    with_this_deal,
)
from clagdsl.table.tabulate import RowFaultError
from clagdsl.table.trick_worth import WON_WITH

SCORED: Final[tuple[AspectName, ...]] = (
    "bid",
    "last_bid",
    "each_bid",
    "trick_worth",
    "score",
    "completed",
    "auction",
    "card_worth",
    "sight",
)
"""The aspects that the figures of a deal depend on."""


_ORDER: Final = frozenset(ORDER)
_NOT_LEVEL: Final = Comparison("!=", Variable("bids"), Variable("cards"))
_NO_TRICK: Final = Comparison("=", Variable("bid"), Number(0))


@dataclass(frozen=True, slots=True)
class Cell:
    """A deal at a table: the number in the schedule, the cards, what was called."""

    setting: Setting
    number: int
    cards: int
    calls: tuple[str, ...]
    past: PastBounds = ()
    """What each run and tally of a player, and what is read of the row, can be before the deal."""
    row_deals: int = 1

    @property
    def in_deal(self) -> dict[str, Value]:
        """What the deal itself gives a value."""
        return {"cards": self.cards, "deal": self.number, ROW_DEALS: self.row_deals}

    @property
    def names(self) -> dict[str, Value]:
        """Every name that has one value in this deal."""
        # where that is a player's choice, it is one of the figures
        return {BLIND: False, **self.setting.names, **self.in_deal}


@dataclass(frozen=True, slots=True)
class Scoring:
    """The aspects of SCORED once the alternatives are chosen, and where each stands."""

    bid: BidRule
    last_bid: Limit
    each_bid: Limit
    trick_worth: Expression
    score: Expression
    completed: Expression | None
    auction: AuctionRule
    card_worth: CardWorth
    wild: Wild
    """What is wild, where cards are worth something by themselves."""
    sight: Sight
    places: Mapping[str, Place | None]

    @property
    def may_be_blind(self) -> bool:
        """Whether who is to bid chooses to look at the own cards first, or not to."""
        return self.sight == "by choice" and isinstance(self.bid, ChosenBid)


@dataclass(frozen=True, slots=True)
class WonAuction:
    """Who has won an auction, counted from the first to bid, with what, and how they bid then.

    `own` and `others` are how the winner and the others may stand with what the limits read.
    """

    seat: int
    number: int
    bidding: Bidding
    own: Sequence[OwnPast]
    others: Sequence[OwnPast]


@dataclass(frozen=True, slots=True)
class ScoredCell:
    """A deal at a table and how it is bid and scored there."""

    cell: Cell
    rules: Scoring


def scoring(
    combination: Combination, chosen: Mapping[AspectName, Any], remembered: Sequence[Past] = ()
) -> Scoring:
    """The scoring of a combination of clauses with these values chosen."""
    completed = chosen["completed"]
    return Scoring(
        chosen["bid"],
        Free() if isinstance(chosen["bid"], BidTogether) else chosen["last_bid"],
        chosen["each_bid"],
        chosen["trick_worth"],
        chosen["score"],
        completed.condition if isinstance(completed, CompletedWhen) else None,
        chosen["auction"],
        chosen["card_worth"],
        chosen.get("wild", Wild()),
        chosen["sight"],
        {
            **{aspect: combination.said[aspect].origin.place for aspect in SCORED},
            **{past_key(each): each.origin.place for each in remembered},
        },
    )


DeckAt: TypeAlias = Callable[[Setting], Deck]
"""The cards at a table."""

Figures: TypeAlias = range | tuple[int, ...]
"""Everything that something can have come to, the least first."""

PastBounds: TypeAlias = tuple[tuple[str, Figures], ...]
"""What all that is remembered can have come to, by name."""

Stand: TypeAlias = tuple[int, ...]
"""What each thing that is remembered has come to."""

_FROM_BIDS: Final = OF_BIDS | {RowMade().name}
"""What hangs on the bids of a deal; the row of the schedule also exists where nobody bids."""

MOST_STATES: Final = 500
"""In so many ways the runs and tallies that a limit on bids reads may stand."""

ONE_DEAL: Final = 100
"""Steps for what is asked of every deal after every call, however short its formulas are."""

ONCE_MORE: Final = 25
"""Steps where only values in formulas differ from those of another table."""

ONE_EXPRESSION: Final = 60
"""Steps for what is asked of an expression before it is worked out."""

BiddingKey: TypeAlias = tuple[object, ...]
V = TypeVar("V")
Proof: TypeAlias = Generator[Finding, None, V]
"""A proof hands over what it finds wrong as it goes on, and returns what it works out.

What was found before the budget is used up is not lost by that.
"""


class DealProofs:
    """Proves one deal at one table after the other; what it keeps is its own.

    `scores` is the range of the scores so far, `reached` which alternatives came about, `misses`
    the warnings of missed bids that pay.
    """

    def __init__(
        self,
        sheets: Sheets,
        deck_at: DeckAt,
        remembered: Sequence[Past] = (),
        *,
        low_wins: bool = False,
    ) -> None:
        self.sheets = sheets
        self.deck_at = deck_at
        self.remembered = remembered
        self.reached = Reached(sheets.book)
        self.scores: tuple[int, int] | None = None
        self.misses: list[Found] = []
        # the clause that is proved now
        self._place: Place | None = None
        self._biddings: dict[BiddingKey, AnyBidding | None] = {}
        self._stuck: dict[BiddingKey, tuple[tuple[int, ...], OwnPast]] = {}
        self._worth: dict[BiddingKey, PointSums | None] = {}
        self._figures: dict[BiddingKey, Outcomes] = {}
        self._done: set[BiddingKey] = set()
        self._settled = SettledDeals(sheets.book)
        self._bids: dict[int, tuple[AnyBidding, tuple[int, ...]]] = {}
        self._stood: dict[BiddingKey, set[Stand]] = {}
        self._read_auction: dict[int, tuple[Scoring, bool]] = {}
        self._miss_pays = MissPays(sheets.budget, low_wins=low_wins)
        self._bid_beside_points = BidsAndPoints()
        self._heads: dict[int, tuple[Expression, Expression | None, frozenset[str]]] = {}

    def prove(self, scored: Iterable[ScoredCell]) -> Iterator[Finding]:
        """Prove that everybody can bid, and that every outcome has a score and a contract.

        A TooMuchError that it raises says at which clause.
        """
        self._place = None
        try:
            for each in scored:
                yield from self._prove(each.cell, each.rules)
        except TooMuchError as error:
            raise TooMuchError(error.place or self._place) from error

    def _prove(self, cell: Cell, rules: Scoring) -> Iterator[Finding]:
        table = self._table(cell, rules)
        settled = self._settled.settled(table, cell.setting)
        if settled is not None and not cell.past:
            self.sheets.budget.spend(ONCE_MORE)
            for formula in settled.formulas:
                yield from self._formula(cell, rules, formula, settled.own_bids)
            return
        self.sheets.budget.spend(ONE_DEAL)
        if not (yield from self._auction(cell, rules)):
            return
        bidding = yield from self._bidding(cell, rules)
        if bidding is None and not isinstance(rules.bid, NoBid):
            return
        proved = [(yield from self._expression(cell, rules, "score", rules.score, bidding))]
        if rules.completed is not None:
            completed = self._expression(cell, rules, "completed", rules.completed, bidding)
            proved.append((yield from completed))
        for each in self.remembered:
            past = self._expression(cell, rules, past_key(each), each.expression, bidding)
            proved.append((yield from past))
        formulas = tuple(each for each in proved if each is not None)
        if len(formulas) == len(proved):
            parameters = self._read_by(rules).parameters
            values = cell.setting.choose(parameters)
            own_bids = self._own_bids(bidding)
            self._settled.keep(table, Settled(parameters, values, formulas, own_bids))

    def _read_by(self, rules: Scoring) -> DealRead:
        """What a deal reads beside the formulas of its points."""
        said = (rules.each_bid, rules.last_bid, rules.auction, rules.trick_worth)
        completed = () if rules.completed is None else (rules.completed,)
        past = (each.expression for each in self.remembered)
        return self._settled.read(rules, said, (rules.score, *completed, *past))

    def _table(self, cell: Cell, rules: Scoring) -> TableKey:
        """All on which a deal depends at a table, bar parameters."""
        read = self._read_by(rules)
        number = cell.number if read.by_number else 0
        row = cell.row_deals if read.by_row else 0
        deck = id(self.deck_at(cell.setting))
        return (id(rules), cell.setting.players, cell.cards, number, row, deck)

    def _own_bids(self, bidding: AnyBidding | None) -> tuple[int, ...] | None:
        """The bids that somebody can make, worked out once for each way to bid."""
        if bidding is None:
            return None
        known = self._bids.get(id(bidding))
        if known is None:
            known = self._bids[id(bidding)] = (bidding, tuple(bidding.own_bids()))
        return known[1]

    # --- the auction ----------------------------------------------------------------------

    def _auction(self, cell: Cell, rules: Scoring) -> Proof[bool]:
        """Whether somebody can win the auction with what can be bid; a deal may have none."""
        if not isinstance(rules.auction, AuctionBids):
            return not self._reads_auction(rules)  # told elsewhere
        numbers = self._auction_numbers(cell, rules.auction)
        place = rules.places["auction"]
        if isinstance(numbers, RowFaultError):
            yield _fault(cell, numbers, (), place)
            return False
        low, high = numbers
        if not 1 <= low <= high <= cell.cards:
            when = circumstances(cell.setting, cell.cards, cell.calls)
            table = figures_table(cell.setting, cell.cards, cell.calls, {"low": low, "high": high})
            found = problems.proofs.ImpossibleAuction(place, low, high, cell.cards, when, table)
            yield Found(("P351", place), found)
            return False
        self._scored(0, 0)  # where all pass
        return True

    def _auction_numbers(self, cell: Cell, auction: AuctionBids) -> tuple[int, int] | RowFaultError:
        try:
            low, high = (
                int(self.sheets.values(bound, (), [()], cell.names)[0])
                for bound in (auction.low, auction.high)
            )
        except RowFaultError as error:
            return error
        for bound in (auction.low, auction.high):
            self._note(cell.names, bound, (), [()], None)
        return low, high

    def _auctioned(self, cell: Cell, rules: Scoring) -> range:
        """The numbers with which the auction of a deal can be won, none where there is none."""
        if not isinstance(rules.auction, AuctionBids):
            return range(0)
        numbers = self._auction_numbers(cell, rules.auction)
        assert not isinstance(numbers, RowFaultError)  # it has been proved
        return range(numbers[0], numbers[1] + 1)

    def _reads_auction(self, rules: Scoring) -> bool:
        """Whether a limit on bids reads with what number the auction was won."""
        known = self._read_auction.get(id(rules))
        if known is None:
            limits = [c for limit in (rules.each_bid, rules.last_bid) for c in value_parts(limit)]
            reads = any("auction" in self.sheets.book.uses(c).variables for c in limits)
            # the scoring is kept, so that its identity is not given again
            known = self._read_auction[id(rules)] = (rules, reads)
        return known[1]

    def _winners(self, cell: Cell, rules: Scoring) -> range:
        """Who can have won the auction, counted from the first to bid."""
        first = isinstance(rules.bid, BidInTurn) and rules.bid.first == "auction winner"
        return range(1) if first else range(cell.setting.players)

    def _won_auctions(
        self,
        cell: Cell,
        rules: Scoring,
        states: Sequence[OwnPast],
        winners: range,
    ) -> Iterator[WonAuction]:
        """Every way in which the auction can be won, with how the deal is bid then."""
        players, cards = cell.setting.players, cell.cards
        others = [(*state, ("auction", 0)) for state in states]
        last = Free() if isinstance(rules.bid, BidTogether) else rules.last_bid
        for seat, number in product(winners, self._auctioned(cell, rules)):
            own = [(*state, ("auction", number)) for state in states]
            self.sheets.budget.spend(4 * players * cards * (cards + 1) * len(states))
            bidding = make_auctioned_bidding(
                players,
                cards,
                rules.each_bid,
                last,
                [self._holds(cell, state) for state in others],
                WinnersAsked(seat, tuple(self._holds(cell, state) for state in own)),
            )
            yield WonAuction(seat, number, bidding, own, others)

    def _bid_after_auction(
        self, cell: Cell, rules: Scoring, key: BiddingKey
    ) -> Proof[AnyBidding | None]:
        """How the deal is bid, whoever has won the auction with whatever number."""
        players = cell.setting.players
        states = self._states(cell, rules)
        numbers, winners = self._auctioned(cell, rules), self._winners(cell, rules)
        if len(states) * len(numbers) * len(winners) > MOST_STATES:
            yield self._too_many_states(rules)
            return None
        ways: list[AuctionWay] = []
        try:
            for won in self._won_auctions(cell, rules, states, winners):
                stuck = won.bidding.stuck()
                if stuck is not None:
                    stands = won.own if len(stuck) == won.seat else won.others
                    self._stuck[key] = (stuck, self._who_is_stuck(cell, rules, stuck, stands))
                    return None
                rest = tuple(other for other in range(players) if other != won.seat)
                ways.append(AuctionWay(won.number, replace(won.bidding, listed=(won.seat,))))
                ways.append(AuctionWay(0, replace(won.bidding, listed=rest)))
        except RowFaultError as error:
            place = rules.places["last_bid"] or rules.places["each_bid"]
            yield _fault(cell, error, ("bid", "bids"), place)
            return None
        return AuctionBidding(tuple(ways))

    # --- bids -----------------------------------------------------------------------------

    def _bidding(self, cell: Cell, rules: Scoring) -> Proof[AnyBidding | None]:
        """How the deal is bid; None where nobody bids, or after telling why somebody cannot."""
        players, cards = cell.setting.players, cell.cards
        match rules.bid:
            case NoBid():
                return None
            case FixedBid(number=number):
                if number > cards:
                    yield self._fixed_too_high(cell, rules, number)
                    return None
                key: BiddingKey = ("fixed", number, players, cards)
                if key not in self._biddings:
                    self._biddings[key] = fixed_bidding(players, cards, number)
            case BidInTurn() | BidTogether():
                key = self._limits_key(cell, rules)
                if key not in self._biddings:
                    after = isinstance(rules.auction, AuctionBids) and self._reads_auction(rules)
                    proof = self._bid_after_auction if after else self._bid_in_turn
                    self._biddings[key] = yield from proof(cell, rules, key)
                if key in self._stuck:
                    yield self._nothing_left(cell, rules, *self._stuck[key])
            case _:
                assert_never(rules.bid)
        return self._biddings[key]

    def _limits_key(self, cell: Cell, rules: Scoring) -> BiddingKey:
        key: list[object] = [cell.setting.players, cell.cards]
        for limit in (rules.each_bid, rules.last_bid):
            conditions = value_parts(limit)
            key += [self._key(cell, condition, alike=True) for condition in conditions]
            key.append(len(conditions))
        if isinstance(rules.auction, AuctionBids) and self._reads_auction(rules):
            numbers = self._auctioned(cell, rules)
            first = isinstance(rules.bid, BidInTurn) and rules.bid.first == "auction winner"
            key += [numbers.start, numbers.stop, first]
        return tuple(key)

    def _key(self, cell: Cell, expression: Expression, *, alike: bool = False) -> BiddingKey:
        """The identity of an expression with all that it depends on at a table, bar its rows.

        `alike` expressions that say the same at different places share it.
        """
        uses = self.sheets.book.uses(expression)
        fixed = cell.setting.choose(uses.parameters)
        number = cell.number if "deal" in uses.variables else 0
        row = (cell.row_deals,) if ROW_DEALS in uses.variables else ()
        past = cell.past and tuple(each for each in cell.past if each[0] in uses.variables)
        identity = self.sheets.book.alike(expression) if alike else id(expression)
        ranks = self.deck_at(cell.setting).ranks if WON_WITH in uses.variables else ()
        return (identity, cell.setting.players, cell.cards, number, row, *fixed, *past, *ranks)

    def _bid_in_turn(self, cell: Cell, rules: Scoring, key: BiddingKey) -> Proof[AnyBidding | None]:
        players, cards = cell.setting.players, cell.cards
        states = self._states(cell, rules)
        if len(states) > MOST_STATES:
            yield self._too_many_states(rules)
            return None
        asked = [self._holds(cell, state) for state in states]
        try:
            self.sheets.budget.spend(4 * players * cards * (cards + 1) * len(states))
            found = make_bidding(players, cards, rules.each_bid, rules.last_bid, *asked)
        except RowFaultError as error:
            place = rules.places["last_bid"] or rules.places["each_bid"]
            yield _fault(cell, error, ("bid", "bids"), place)
            return None
        stuck = found.stuck()
        if stuck is not None:
            self._stuck[key] = (stuck, self._who_is_stuck(cell, rules, stuck, states))
            return None
        return found

    def _holds(self, cell: Cell, state: OwnPast) -> Holds:
        """How conditions on bids are asked of who stands so with runs and tallies."""
        names = {**cell.names, **dict(state)}

        def holds(condition: Expression, rows: list[tuple[int, int]]) -> list[Value]:
            columns = ("bid", "bids")
            held = self.sheets.values(condition, columns, rows, names)
            self._note(names, condition, columns, rows, None)
            return held

        return holds

    def _states(self, cell: Cell, rules: Scoring) -> list[OwnPast]:
        """How a bidder can stand with the runs and tallies that the limits read; one too many."""
        conditions = [c for limit in (rules.each_bid, rules.last_bid) for c in value_parts(limit)]
        read = {name for c in conditions for name in self.sheets.book.uses(c).variables}
        columns = [
            [(name, value) for value in figures[: MOST_STATES + 1]]
            for name, figures in cell.past
            if name in read
        ]
        return list(islice(product(*columns), MOST_STATES + 1))

    def _too_many_states(self, rules: Scoring) -> Found:
        place = rules.places["each_bid"] or rules.places["last_bid"]
        excess = f"runs and tallies in limits on bids may stand in more than {MOST_STATES} ways"
        return Found(("P311", place), problems.proofs.TooMuchToProve(place, excess))

    def _who_is_stuck(
        self, cell: Cell, rules: Scoring, bids: tuple[int, ...], states: Sequence[OwnPast]
    ) -> OwnPast:
        """How who has no bid left stands with runs and tallies."""
        players, total = cell.setting.players, 1 << sum(bids)
        last = rules.last_bid if len(bids) == players - 1 else Free()
        for state in states:
            force = in_force(rules.each_bid, last, total, cell.cards, self._holds(cell, state))
            if force.nowhere(total):
                return state
        return ()

    def _nothing_left(
        self, cell: Cell, rules: Scoring, bids: tuple[int, ...], past: OwnPast
    ) -> Found:
        players = cell.setting.players
        last = len(bids) == players - 1 and isinstance(rules.last_bid, Keeps)
        places = rules.places
        place = places["last_bid"] if last else places["each_bid"]
        others: tuple[Label, ...] = ()
        each = places["each_bid"]
        if last and isinstance(rules.each_bid, Keeps) and each is not None:
            others = (Label(each, "the last bid must meet this limit too"),)
        when = circumstances(cell.setting, cell.cards, cell.calls, past)
        assert isinstance(rules.bid, ChosenBid)
        table = bids_table(players, bids, rules.bid)
        seat = bidder_name(len(bids), players, rules.bid)
        limit = rules.last_bid if last else rules.each_bid
        said = isinstance(limit, Keeps) and limit.otherwise is not None
        condition: Place | None = None
        written = ""
        instead: tuple[str, ...] = ()
        if isinstance(limit, Keeps) and not said:
            condition = limit.condition.place
            instead = self._otherwise(cell, rules, limit, last=last)
            if place is not None and condition is not None:
                ends = (place.end_line, place.end_column)
                if (condition.end_line, condition.end_column) != ends:
                    written = f"keeps {expression_text(limit.condition)}"
        found = problems.proofs.NoBidLeft(
            place,
            seat,
            bids,
            when,
            others,
            last,
            table,
            said,
            written,
            instead,
            condition,
        )
        return Found(("P306", place, place or rules.score), found)

    def _otherwise(
        self, cell: Cell, rules: Scoring, limit: Keeps, *, last: bool
    ) -> tuple[str, ...]:
        """What a limit can say for where no bid meets it, so that a bid is left in this deal."""
        states = self._states(cell, rules)
        asked = [self._holds(cell, state) for state in states]
        players, winners = cell.setting.players, self._winners(cell, rules)
        least = _NOT_LEVEL if last else _NO_TRICK
        found: list[str] = []
        for otherwise in (least, Truth(True)):
            better = replace(limit, otherwise=otherwise)
            mended = replace(rules, last_bid=better) if last else replace(rules, each_bid=better)
            if isinstance(rules.auction, AuctionBids) and self._reads_auction(rules):
                won = self._won_auctions(cell, mended, states, winners)
                biddings = [each.bidding for each in won]
            else:
                limits = (mended.each_bid, mended.last_bid)
                biddings = [make_bidding(players, cell.cards, *limits, *asked)]
            if all(bidding.stuck() is None for bidding in biddings):
                found.append(expression_text(otherwise))
        return tuple(found)

    def _fixed_too_high(self, cell: Cell, rules: Scoring, number: int) -> Found:
        place = rules.places["bid"]
        when = circumstances(cell.setting, cell.cards, cell.calls)
        table = figures_table(cell.setting, cell.cards, cell.calls, {"bid": number})
        found = problems.proofs.FixedBidTooHigh(place, number, cell.cards, when, table)
        return Found(("P307", place), found)

    # --- scores and contracts -------------------------------------------------------------

    def _expression(
        self,
        cell: Cell,
        rules: Scoring,
        aspect: str,
        expression: Expression,
        bidding: AnyBidding | None,
    ) -> Proof[Formula | None]:
        """Prove a formula; returns it where all that it reads of a player is in the outcomes."""
        self.sheets.budget.spend(ONE_EXPRESSION)
        uses = self.sheets.book.uses(expression)
        if bidding is None and uses.variables & OF_BIDS:
            return None
        if "auction" in uses.variables and not isinstance(rules.auction, AuctionBids):
            return None
        blind = BLIND in uses.variables and rules.may_be_blind
        if BLIND in uses.variables and not blind and aspect not in SCORED:
            return None  # the run or the tally passes the deal over
        plain = not (cell.past or isinstance(rules.auction, AuctionBids) or rules.may_be_blind)
        by_points = "points" in uses.variables
        bids = id(bidding) if uses.variables & _FROM_BIDS else 0
        worth = self._worth_key(cell, rules) if by_points or aspect == "score" else ()
        past, bare = cell.past, cell
        if past:
            past = tuple(each for each in past if each[0] in uses.variables)
            bare = replace(cell, past=())
        points = (yield from self._points(cell, rules, worth)) if worth else ()
        if points is None:
            return None
        worth = worth if by_points else ()
        self._place = rules.places[aspect]
        if by_points and "bid" in uses.variables and isinstance(rules.bid, ChosenBid):
            compared = PointsOfDeal(expression, _bounds(points), cell.cards, _when(cell))
            for problem in self._bid_beside_points(compared):
                yield Found((problem.code, problem.place), problem)
        key = (aspect, self._key(bare, expression), bids, worth, blind)
        try:
            stands = self._not_done(key, past)
            if not stands and not plain:
                return None
            if cell.past:
                cell = replace(cell, past=_as_bounds(past, stands[0]))
            wanted = points if by_points else ()
            numbers = self._auctioned(cell, rules) if "auction" in uses.variables else range(0)
            stands = stands or [()]
            rows = self._figures_of(cell, uses.variables, bidding, wanted, worth, numbers, stands)
        except TooMuchError:
            yield self._too_many_rows(rules, aspect)
            return None
        bounds = _bounds(points) if by_points else None
        own_bids = self._own_bids(bidding)
        if plain:
            formula = self._settled.formula(aspect, expression, rows, bounds, own_bids)
            yield from self._formula(cell, rules, formula, own_bids)
            return formula
        yield from self._values(cell, rules, aspect, expression, rows, bounds, own_bids)
        if blind:
            unseen = self._made_blind(cell, expression, rows, bounds)
            yield from self._values(cell, rules, aspect, expression, unseen, bounds, None)
        return None

    def _formula(
        self, cell: Cell, rules: Scoring, formula: Formula, own_bids: tuple[int, ...] | None
    ) -> Iterator[Finding]:
        """Prove a formula for the outcomes of a deal, unless that has been done before."""
        # of a deal that leaves no choice `blind` alone has no value, where a score is told of it
        names, deal = {BLIND: False, **cell.in_deal}, cell.setting.names
        others = tuple(deal[name] if name in deal else names[name] for name in formula.others)
        if self._settled.is_new(formula, others):
            aspect, rows, points = formula.aspect, formula.outcomes, formula.points
            self._place = rules.places[aspect]
            yield from self._values(cell, rules, aspect, formula.expression, rows, points, own_bids)

    def _not_done(self, key: BiddingKey, past: PastBounds) -> list[Stand]:
        """How a player can stand with what is remembered, where that has not been proved before.

        What was before a deal can be before the next one, too, with something added.
        """
        if not past:
            if key in self._done:
                return []
            self._done.add(key)
            return [()]
        ways = prod(len(figures) for _, figures in past)
        if ways > TUPLES:
            raise TooMuchError
        self.sheets.budget.spend(ways)
        done = self._stood.setdefault(key, set())
        found = [stand for stand in product(*(figures for _, figures in past)) if stand not in done]
        done.update(found)
        return found

    def _made_blind(
        self, cell: Cell, expression: Expression, rows: Outcomes, points: Bounds | None
    ) -> Outcomes:
        """The outcomes of bids made blind, of which the others have been gone through.

        In a list of which only the first alternatives read that, what follows them is the same:
        then one outcome is left for all that these do not tell apart.
        """
        every = Outcomes((*rows.names, BLIND), [(*row, True) for row in rows.rows])
        if id(expression) not in self._heads:
            self._heads[id(expression)] = (expression, *self._head(expression))
        _, taken, told = self._heads[id(expression)]
        if taken is None:
            return every
        places = [place for place, name in enumerate(rows.names) if name in told]
        apart = {tuple(row[place] for place in places): row for row in rows.rows}
        few = [(*row, blind) for blind in (False, True) for row in apart.values()]
        found = self.sheets.values(taken, every.names, few, cell.names, points)
        at_sight, unseen = found[: len(apart)], found[len(apart) :]
        if any(int(seen) > int(blind) for seen, blind in zip(at_sight, unseen, strict=True)):
            return every  # what follows is come to only by who has bid blind
        return Outcomes(every.names, [(*row, True) for row in apart.values()])

    def _head(self, expression: Expression) -> tuple[Expression | None, frozenset[str]]:
        """Whether one of the first alternatives counts, of which the last reads `blind`; its names.

        The names are those of these alternatives; None where any part may read it.
        """

        def names(*parts: Expression) -> frozenset[str]:
            uses = (self.sheets.book.uses(part) for part in parts)
            return frozenset[str]().union(*(each.variables for each in uses))

        if not isinstance(expression, Choice) or BLIND in names(expression.otherwise):
            return None, frozenset()
        read = [names(each.value, each.condition) for each in expression.branches]
        last = max((place for place, some in enumerate(read) if BLIND in some), default=-1)
        head = expression.branches[: last + 1]
        taken = Choice(tuple(Branch(Number(1), each.condition) for each in head), Number(0))
        return (taken if head else None), frozenset[str]().union(*read[: last + 1])

    def _values(
        self,
        cell: Cell,
        rules: Scoring,
        aspect: str,
        expression: Expression,
        rows: Outcomes,
        points: Bounds | None,
        own_bids: tuple[int, ...] | None,
    ) -> Iterator[Finding]:
        names = cell.names
        try:
            values = self.sheets.values(expression, rows.names, rows.rows, names, points)
        except RowFaultError as error:
            yield _fault(cell, error, rows.names, rules.places[aspect])
            return
        self._note(names, expression, rows.names, rows.rows, points)
        if aspect == "score":
            if own_bids is not None:
                before = [(name, figures[0]) for name, figures in cell.past]
                scored = ScoreOutcomes(expression, rows, values, before, own_bids, _when(cell))
                for problem in self._miss_pays(scored):
                    self.misses.append(Found(("P322", expression.place), problem))
            self._scored(int(min(values)), int(max(values)))

    def _scored(self, low: int, high: int) -> None:
        if self.scores is not None:
            low, high = min(low, self.scores[0]), max(high, self.scores[1])
        self.scores = (low, high)

    def _figures_of(
        self,
        cell: Cell,
        wanted: frozenset[str],
        bidding: AnyBidding | None,
        points: PointSums,
        worth: BiddingKey,
        numbers: range,
        stands: Sequence[Stand],
    ) -> Outcomes:
        past = tuple(name for name, _ in cell.past)
        wanted = figures_asked(wanted, bids=bidding is not None)
        bids = id(bidding) if wanted & OF_BIDS else 0
        figures = (wanted, cell.setting.players, cell.cards, bids, worth if points else ())
        key = (*figures, past, tuple(stands), numbers.start, numbers.stop)
        known = self._figures.get(key)
        if known is None:

            def found_in(bidding: Bidding | None) -> Outcomes:
                return outcomes(
                    wanted,
                    players=cell.setting.players,
                    cards=cell.cards,
                    bidding=bidding,
                    points=points,
                    budget=self.sheets.budget,
                )

            if isinstance(bidding, AuctionBidding):
                found = bidding.outcomes(found_in, told=bool(numbers), bids=bool(bids))
            else:
                found = with_auction(found_in(bidding), numbers)
            known = with_stands(found, past, stands, self.sheets.budget)
            known = self._figures[key] = with_this_deal(known)
        return known

    def _points(self, cell: Cell, rules: Scoring, key: BiddingKey) -> Proof[PointSums | None]:
        """What tricks can be worth together, or None after telling why that is not known."""
        if key not in self._worth:
            self._worth[key] = yield from self._worked_out_points(cell, rules)
        return self._worth[key]

    def _worth_key(self, cell: Cell, rules: Scoring) -> BiddingKey:
        """What the points of a deal depend on."""
        return (*self._key(cell, rules.trick_worth, alike=True), self._card_values(cell, rules))

    def _card_values(self, cell: Cell, rules: Scoring) -> CardValues:
        return card_values(rules.card_worth, rules.wild, self.deck_at(cell.setting))

    def _worked_out_points(self, cell: Cell, rules: Scoring) -> Proof[PointSums | None]:
        self._place = place = rules.places["trick_worth"]
        worth = rules.trick_worth
        ranks = winning_ranks(self.deck_at(cell.setting))
        columns, rows = trick_rows(self.sheets, worth, cell.cards, ranks)
        try:
            values = self.sheets.values(worth, columns, rows, cell.names)
            self._note(cell.names, worth, columns, rows, None)
            sums = point_sums(by_trick(values, cell.cards), self.sheets.budget)
        except RowFaultError as error:
            yield _fault(cell, error, columns, place)
            return None
        except TooMuchError:
            yield self._too_many_rows(rules, "trick_worth")
            return None
        by_card = self._card_values(cell, rules)
        part = worth.place
        if by_card != NO_CARD_VALUES:
            self._place = place = part = rules.places["card_worth"]
            try:
                sums = with_cards(sums, by_card, cell.setting.players, self.sheets.budget)
            except TooMuchError:
                yield self._too_many_rows(rules, "card_worth")
                return None
        bounds = _bounds(sums)
        if bounds.low < -LARGEST or bounds.high > LARGEST:
            worst = bounds.low if bounds.low < -LARGEST else bounds.high
            fault = EvaluationError("too large", part, worth, worst)
            yield _fault(cell, RowFaultError((worst,), fault), ("points",), place)
            return None
        return sums

    def _too_many_rows(self, rules: Scoring, aspect: str) -> Found:
        if self.sheets.budget.left < 0:
            raise TooMuchError
        place = rules.places[aspect]
        excess = "more than a million combinations of figures can come about in one deal"
        return Found(("P311", place), problems.proofs.TooMuchToProve(place, excess))

    # --- what every proof needs -----------------------------------------------------------

    def _note(
        self,
        names: Mapping[str, Value],
        expression: Expression,
        columns: tuple[str, ...],
        rows: Any,
        points: Bounds | None,
    ) -> None:
        """Note which alternatives of an expression these rows reach."""
        for lists in self.reached.open_lists(expression):
            taken = self.sheets.values(lists.marker, columns, rows, names, points)
            lists.open.difference_update(int(number) for number in set(taken))


def trick_rows(
    sheets: Sheets, worth: Expression, cards: int, ranks: Sequence[str]
) -> tuple[tuple[str, ...], list[Row]]:
    """What the value of a trick may read, and all of it that can be, trick after trick."""
    tricks = range(1, cards + 1)
    if WON_WITH not in sheets.book.uses(worth).variables:
        return ("trick",), [(trick,) for trick in tricks]
    return ("trick", WON_WITH), list(product(tricks, ranks))


def winning_ranks(deck: Deck) -> tuple[str, ...]:
    """What a trick can be won with: ranks, and special cards, each by its name."""
    return (*deck.ranks, *deck.specials)


def by_trick(values: Sequence[Value], cards: int) -> list[list[int]]:
    """The values of so many tricks, those of each together."""
    each = len(values) // cards
    whole = [int(value) for value in values]
    return [sorted(set(whole[first : first + each])) for first in range(0, len(whole), each)]


def past_key(remembered: Past) -> str:
    """Under what the places of a scoring have that of a run or a tally."""
    return f"past {remembered.name}"


def figures_asked(variables: frozenset[str], *, bids: bool) -> frozenset[str]:
    """The figures of a deal that tell what an expression depends on, with bids or without."""
    own = frozenset(("made",)) if bids and RowMade().name in variables else frozenset[str]()
    return (variables | own) & _ORDER


def with_past(found: Outcomes, past: PastBounds, budget: Budget) -> Outcomes:
    """Outcomes with all that the runs and tallies of a player can have come to before the deal."""
    ways = prod(len(figures) for _, figures in past)
    if ways * len(found.rows) > TUPLES:
        raise TooMuchError
    stands = list(product(*(figures for _, figures in past)))
    return with_stands(found, [name for name, _ in past], stands, budget)


def with_stands(
    found: Outcomes, past: Sequence[str], stands: Sequence[Stand], budget: Budget
) -> Outcomes:
    """Outcomes with each of these ways to stand with what is remembered."""
    if not past:
        return found
    many = len(stands) * len(found.rows)
    if many > TUPLES:
        raise TooMuchError
    budget.spend(4 * many)
    rows = [(*row, *stand) for stand in stands for row in found.rows]
    return Outcomes((*found.names, *past), rows)


def _as_bounds(past: PastBounds, stand: Stand) -> PastBounds:
    """What is remembered, where it is known to stand so."""
    return tuple((name, (figure,)) for (name, _), figure in zip(past, stand, strict=True))


def with_blind(found: Outcomes, budget: Budget) -> Outcomes:
    """Outcomes of bids that were made blind, and of bids that were not."""
    if 2 * len(found.rows) > TUPLES:
        raise TooMuchError
    budget.spend(8 * len(found.rows))
    rows = [(*row, blind) for blind in (False, True) for row in found.rows]
    return Outcomes((*found.names, BLIND), rows)


def _when(cell: Cell) -> Callable[[], str]:
    """Describes a deal, once that is asked for."""
    return partial(circumstances, cell.setting, cell.cards, cell.calls)


def _fault(
    cell: Cell, error: RowFaultError, columns: tuple[str, ...], place: Place | None
) -> FoundFault:
    figures = dict(zip(columns, error.row, strict=True))
    return FoundFault(error.fault, place, cell.setting, cell.cards, cell.calls, figures)


def _bounds(points: PointSums) -> Bounds:
    return Bounds(min(map(min, points)), max(map(max, points)))
