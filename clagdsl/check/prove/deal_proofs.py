"""The proofs about one deal at one table with one number of cards, in their order.

In: the ways in which a deal is bid and scored there (`ScoredCase`).  Out: what is wrong, and in the
proofs themselves what they found of all deals: the range of the scores, warnings, which
alternatives came about.

Of the values of a parameter that only a score reads the bids and the outcomes are the same.  So
what is proved of a deal at a table is kept (`Settled`), and where another table differs only in the
values of names in its formulas, these alone are worked out again.  With a past this is not done:
then every table has deals of its own.

INVARIANT: the order of the proofs decides which problem is reported.  A deal whose auction cannot
be won has no bids to prove, one in which somebody cannot bid has no scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from clagdsl.check.prove.auction_proof import AuctionProof
from clagdsl.check.prove.bid_proof import BidProof
from clagdsl.check.prove.deal_case import (
    DealCase,
    DealContext,
    DeckAt,
    ScoredCase,
    Scoring,
    past_key,
)
from clagdsl.check.prove.parameter_space import Sheets
from clagdsl.check.prove.reporter import Finding
from clagdsl.check.prove.score_proof import Formula, ScoreProof
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import ONCE_MORE, ONE_DEAL
from clagdsl.lang.rules import ROW_DEALS, AuctionBids, NoBid, Past, Value
from clagdsl.lang.used_names import value_parts
from clagdsl.table.budget import TooMuchError

TableKey: TypeAlias = tuple[int, ...]
"""The identities and the numbers on which a deal depends at a table, bar parameters."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What is proved of a deal at a table where these parameters have these values."""

    parameters: frozenset[str]
    values: tuple[Value, ...]
    formulas: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class DealRead:
    """What the rules of a deal read beside the formulas of its points; `rules` are those."""

    rules: object
    parameters: frozenset[str]
    by_number: bool
    by_row: bool


class DealProofs:
    """Proves one deal at one table after the other."""

    def __init__(
        self,
        sheets: Sheets,
        deck_at: DeckAt,
        remembered: Sequence[Past] = (),
        *,
        low_wins: bool = False,
    ) -> None:
        self.context = DealContext(sheets, deck_at)
        self.remembered = remembered
        self.auctions = AuctionProof(self.context)
        self.bids = BidProof(self.context, self.auctions)
        self.scoring = ScoreProof(self.context, self.auctions, self.bids, low_wins=low_wins)
        self._read: dict[int, DealRead] = {}
        self._settled: dict[TableKey, Settled] = {}

    def prove(self, scored: Iterable[ScoredCase]) -> Iterator[Finding]:
        """Prove that everybody can bid, and that every outcome has a score and a contract.

        A TooMuchError that it raises says at which clause.
        """
        self.context.place = None
        try:
            for each in scored:
                yield from self._prove(each.case, each.rules)
        except TooMuchError as error:
            raise TooMuchError(error.place or self.context.place) from error

    def _prove(self, case: DealCase, rules: Scoring) -> Iterator[Finding]:
        table = self._table(case, rules)
        settled = None if case.past else self._settled.get(table)
        if settled is not None and settled.values == case.setting.choose(settled.parameters):
            self.context.budget.spend(ONCE_MORE)
            for formula in settled.formulas:
                yield from self.scoring.repeat(case, rules, formula)
            return
        self.context.budget.spend(ONE_DEAL)
        if not (yield from self.auctions.prove(case, rules)):
            return
        if isinstance(rules.auction, AuctionBids):
            self.scoring.widen(0, 0)  # where all pass
        bidding = yield from self.bids.prove(case, rules)
        if bidding is None and not isinstance(rules.bid, NoBid):
            return
        proved = [(yield from self.scoring.prove(case, rules, "score", rules.score, bidding))]
        if rules.completed is not None:
            completed = self.scoring.prove(case, rules, "completed", rules.completed, bidding)
            proved.append((yield from completed))
        for each in self.remembered:
            past = self.scoring.prove(case, rules, past_key(each), each.expression, bidding)
            proved.append((yield from past))
        formulas = tuple(each for each in proved if each is not None)
        if len(formulas) == len(proved):
            parameters = self._read_by(rules).parameters
            values = case.setting.choose(parameters)
            self._settled[table] = Settled(parameters, values, formulas)

    def _read_by(self, rules: Scoring) -> DealRead:
        """What a deal reads beside the formulas of its points."""
        known = self._read.get(id(rules))
        if known is None:
            said = (rules.each_bid, rules.last_bid, rules.auction, rules.trick_worth)
            completed = () if rules.completed is None else (rules.completed,)
            formulas = (rules.score, *completed, *(each.expression for each in self.remembered))
            uses = [self.context.book.uses(part) for value in said for part in value_parts(value)]
            every = [*uses, *map(self.context.book.uses, formulas)]
            known = self._read[id(rules)] = DealRead(
                rules,  # they are kept, so that their identity is not given again
                frozenset[str]().union(*(each.parameters for each in uses)),
                any("deal" in each.variables for each in every),
                any(ROW_DEALS in each.variables for each in every),
            )
        return known

    def _table(self, case: DealCase, rules: Scoring) -> TableKey:
        """All on which a deal depends at a table, bar parameters."""
        read = self._read_by(rules)
        number = case.number if read.by_number else 0
        row = case.row_deals if read.by_row else 0
        deck = id(self.context.deck_at(case.setting))
        return (id(rules), case.setting.players, case.cards, number, row, deck)
