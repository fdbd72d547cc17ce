"""Proves that every outcome of a deal has a score, and collects results from the scores.

Input: a formula of a deal, its possible bids, and the possible points of tricks. A formula is a
score, the condition of a contract, a run or a tally. Output: the formula with all outcomes for
which it was evaluated, if these cover everything that it depends on. On the way, the range of all
scores grows, and lints examine the scores.

Outcomes of all players together are never enumerated. A formula uses only one player's figures. So
the rows are the few combinations of these with which a deal can end (`table.outcomes`), with one
column for each name that the formula uses. Four things add columns: a won auction, runs and
tallies, the row of the schedule, and blind bids.

INVARIANT: nothing is evaluated twice. A formula whose names are all columns is shared by tables
with the same outcomes (`_formula_numbers`). Only states of runs and tallies that are new for a deal
are tried (`_new_past_values`). If bids may be blind and only the first alternatives of a list
depend on that, one outcome represents all that these do not distinguish.

Rejected: interval analysis instead of rows. It proves most formulas (`RowEvaluator.bounds`; rows
are then evaluated without checks). But the range of the scores and every lint need the values
themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final, TypeAlias

from clagdsl.check.lints.miss_pays import (
    BidsAndPoints,
    MissPays,
    PointsOfDeal,
    ScoreOutcomes,
    leaves_open,
)
from clagdsl.check.prove.bid_proof import AnyBidding, AuctionBidding, AuctionProof, BidProof
from clagdsl.check.prove.deal_case import (
    NO_PAST,
    SCORED,
    DealCase,
    DealContext,
    DeckAt,
    PastBounds,
    PastValues,
    Proof,
    ProofKey,
    ScoredCase,
    ScoreInserter,
    Scoring,
    card_worths,
    cases_by_trump,
    fault,
    past_key,
    representatives,
)
from clagdsl.check.prove.parameter_space import IdentityCache, RowEvaluator
from clagdsl.check.prove.reporter import Finding, fewer_players
from clagdsl.lang.cards import Deck
from clagdsl.lang.expr.ast import Branch, Choice, Number
from clagdsl.lang.expr.evaluate import EvaluationError, Row
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import (
    DEAL_COST,
    EXPRESSION_COST,
    MISS_CHECK_COST,
    MISS_STEPS,
    MOST_OUTCOMES_COMPARED,
    REPEATED_DEAL_COST,
)
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    ROW_DEALS,
    AuctionBids,
    ChosenBid,
    Expression,
    Game,
    NoBid,
    RowMade,
    Value,
    Winner,
)
from clagdsl.problems.diagnostic import Problem
from clagdsl.table.bid_masks import Bidding
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.outcome_tables import RowFaultError
from clagdsl.table.outcomes import (
    BLIND,
    OF_BIDS,
    Outcomes,
    PointSums,
    count_this_deal,
    figures_needed,
    has_all,
    outcomes,
    point_sums,
    with_auction,
    with_combinations,
)
from clagdsl.table.trick_value import (
    WON_WITH,
    CardValues,
    card_values,
    winning_ranks,
    with_cards,
)

# --- points of tricks ---------------------------------------------------------------------
# Input: a deal with its `trick worth`, `card worth` and wild cards. Output: for every number of
# tricks won, all sums of points that these can have; None after reporting a trick without a
# value, sums that are too large, or too many sums. The value of a trick is evaluated for every
# trick of the deal, and, if it reads `won with`, for every rank and special card that can win.
# Sums over subsets of tricks are sets of numbers (`point_sums`), never lists of subsets. The
# values of cards are added by `with_cards`, which assumes that any cards of the pack can be in
# any trick: an over-approximation.


class PointsProof:
    """Proves the values of tricks, and caches the possible points for each number of tricks."""

    def __init__(self, context: DealContext) -> None:
        self.context = context
        self._sums: dict[ProofKey, PointSums | None] = {}

    def key(self, case: DealCase, rules: Scoring) -> ProofKey:
        """Returns a key of everything that the points of a deal depend on."""
        return (*self.context.key(case, rules.trick_worth, alike=True), self._by_card(case, rules))

    def prove(self, case: DealCase, rules: Scoring, key: ProofKey) -> Proof[PointSums | None]:
        """Returns the possible points per number of tricks, or None after reporting a fault."""
        if key not in self._sums:
            self._sums[key] = yield from self._compute_sums(case, rules)
        return self._sums[key]

    def _by_card(self, case: DealCase, rules: Scoring) -> tuple[CardValues, ...]:
        deck = self.context.deck_at(case.setting)
        return card_values(card_worths(rules, case, deck), rules.wild, deck)

    def _compute_sums(self, case: DealCase, rules: Scoring) -> Proof[PointSums | None]:
        context, worth = self.context, rules.trick_worth
        context.place = place = rules.places["trick_worth"]
        deck = context.deck_at(case.setting)
        columns, rows = trick_rows(context.book, worth, case.cards, deck)
        try:
            values = context.values(worth, columns, rows, case.names)
            sums = point_sums(group_by_trick(values, case.cards), context.budget)
        except RowFaultError as error:
            yield fault(case, error, columns, place)
            return None
        except TooMuchError:
            yield context.too_many_rows(rules, "trick_worth")
            return None
        by_card = self._by_card(case, rules)
        part = worth.place
        if by_card:
            context.place = place = part = rules.places["card_worth"]
            try:
                sums = with_cards(sums, by_card, case.setting.players, context.budget)
            except TooMuchError:
                yield context.too_many_rows(rules, "card_worth")
                return None
        bounds = points_bounds(sums)
        if bounds.low < -LARGEST or bounds.high > LARGEST:
            worst = bounds.low if bounds.low < -LARGEST else bounds.high
            too_large = EvaluationError("too large", part, worth, worst)
            yield fault(case, RowFaultError((worst,), too_large), ("points",), place)
            return None
        return sums


def trick_sums(sheets: RowEvaluator, rules: Scoring, case: DealCase, deck: Deck) -> PointSums:
    """Returns the possible points per number of tricks without reporting faults.

    Raises RowFaultError or TooMuchError.
    """
    columns, rows = trick_rows(sheets.book, rules.trick_worth, case.cards, deck)
    worths = sheets.values(rules.trick_worth, columns, rows, case.names)
    by_card = card_values(card_worths(rules, case, deck), rules.wild, deck)
    sums = point_sums(group_by_trick(worths, case.cards), sheets.budget)
    return with_cards(sums, by_card, case.setting.players, sheets.budget)


def trick_rows(
    book: UsesCache, worth: Expression, cards: int, deck: Deck
) -> tuple[tuple[str, ...], list[Row]]:
    """Returns the names on which the value of a trick depends, and all rows of their values, in
    trick order.
    """
    tricks = range(1, cards + 1)
    if WON_WITH not in book.uses(worth).variables:
        return ("trick",), [(trick,) for trick in tricks]
    return ("trick", WON_WITH), list(product(tricks, winning_ranks(deck)))


def group_by_trick(values: Sequence[Value], cards: int) -> list[list[int]]:
    """Returns the distinct values of each of the first `cards` tricks, sorted."""
    each = len(values) // cards
    whole = [int(value) for value in values]
    return [sorted(set(whole[first : first + each])) for first in range(0, len(whole), each)]


def points_bounds(points: PointSums) -> Bounds:
    """Returns the least and the most points that any number of tricks can be worth."""
    return Bounds(min(map(min, points)), max(map(max, points)))


# --- formulas -----------------------------------------------------------------------------


_FROM_BIDS: Final = OF_BIDS | {RowMade().name}
"""Figures that depend on bids; the count of the row exists even if nobody bids in this deal."""


JointOutcomes: TypeAlias = Callable[[Budget], Outcomes]
"""Returns a formula's outcomes, with columns for bid and tricks, within a budget."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula with all outcomes of a deal for which it is evaluated.

    Formulas with the same outcomes share the number `alike`. `others` are the formula's names that
    are not columns of the outcomes; `parameters` are all parameters that it depends on.
    """

    aspect: str
    expression: Expression
    outcomes: Outcomes
    points: Bounds | None
    alike: int
    others: tuple[str, ...]
    parameters: frozenset[str]
    joint: JointOutcomes


class ScoreProof:
    """Proves formulas of deals; `scores` is the range of all scores so far.

    `misses` collects warnings of missed bids that pay.
    """

    def __init__(
        self,
        context: DealContext,
        auctions: AuctionProof,
        bids: BidProof,
        winner: Winner,
    ) -> None:
        self.context = context
        self.auctions = auctions
        self.bids = bids
        self.points = PointsProof(context)
        self.scores: tuple[int, int] | None = None
        self.misses: list[Problem] = []
        self._miss_pays = MissPays(context.budget, winner)
        self._joint_sheets = RowEvaluator(context.book, Budget(MISS_STEPS), context.sheets.ranges)
        self._bid_against_points = BidsAndPoints()
        self._outcomes: dict[ProofKey, Outcomes] = {}
        self._done: set[ProofKey] = set()
        self._proved_past_values: dict[ProofKey, set[PastValues]] = {}
        self._blind_prefixes = IdentityCache(self._blind_prefix)
        self._formula_numbers: dict[ProofKey, tuple[int, Outcomes]] = {}
        self._computed: set[ProofKey] = set()

    def prove(
        self,
        case: DealCase,
        rules: Scoring,
        aspect: str,
        expression: Expression,
        bidding: AnyBidding | None,
    ) -> Proof[Formula | None]:
        """Proves a formula; returns it if the outcomes cover all of a player's figures that it
        uses.
        """
        self.context.budget.spend(EXPRESSION_COST)
        uses = self.context.book.uses(expression)
        # runs and tallies do not count such a deal; for a score it is reported elsewhere
        if not has_all(
            uses.variables,
            bids=bidding is not None,
            auction=isinstance(rules.auction, AuctionBids),
            blind=rules.may_be_blind or aspect in SCORED,
        ):
            return None
        blind = BLIND in uses.variables and rules.may_be_blind
        # without these, the outcomes hold every figure that the formula reads, so tables can
        # share them
        plain = not (
            case.past.names or isinstance(rules.auction, AuctionBids) or rules.may_be_blind
        )
        by_points = "points" in uses.variables
        bids = id(bidding) if uses.variables & _FROM_BIDS else 0
        worth = self.points.key(case, rules) if by_points or aspect == "score" else ()
        past = representatives(case.past.read_by(uses.variables), (expression,), case.names)
        bare = replace(case, past=NO_PAST) if case.past.names else case
        points = (yield from self.points.prove(case, rules, worth)) if worth else ()
        if points is None:
            return None
        worth = worth if by_points else ()
        self.context.place = rules.places[aspect]
        if by_points and "bid" in uses.variables and isinstance(rules.bid, ChosenBid):
            compared = PointsOfDeal(expression, points_bounds(points), case.cards, case.when)
            yield from self._bid_against_points(compared)
        key = (aspect, self.context.key(bare, expression), bids, worth, blind)
        try:
            combinations = self._new_past_values(key, past)
            if not combinations and not plain:
                return None
            if case.past.names:
                case = replace(case, past=_fixed_bounds(past, combinations[0]))
            points_read = points if by_points else ()
            numbers = (
                self.auctions.numbers(case, rules) if "auction" in uses.variables else range(0)
            )
            combinations = combinations or [()]
            figures = (bidding, points_read, worth, numbers, combinations)
            rows = self._outcomes_of(case, uses.variables, *figures, self.context.budget)
        except TooMuchError:
            yield self.context.too_many_rows(rules, aspect)
            return None
        bounds = points_bounds(points) if by_points else None
        read = uses.variables | {"bid", "tricks"}
        joint = partial(self._outcomes_of, case, read, *figures)
        if plain:
            formula = self._formula(aspect, expression, rows, bounds, bidding, joint)
            yield from self.reprove(case, rules, formula)
            return formula
        yield from self._values(case, rules, aspect, expression, rows, bounds, joint)
        if blind:
            unseen = self._blind_outcomes(case, expression, rows, bounds)
            yield from self._values(case, rules, aspect, expression, unseen, bounds, None)
        return None

    def reprove(self, case: DealCase, rules: Scoring, formula: Formula) -> Iterator[Finding]:
        """Proves a formula for the outcomes of another deal, unless that was done before."""
        # without a choice to bid blind, `blind` is False and not a column of the outcomes
        names, deal = {BLIND: False, **case.in_deal}, case.setting.names
        others = tuple(deal[name] if name in deal else names[name] for name in formula.others)
        key = (formula.alike, *others)
        if key not in self._computed:
            self._computed.add(key)
            aspect, rows, points = formula.aspect, formula.outcomes, formula.points
            self.context.place = rules.places[aspect]
            expression, joint = formula.expression, formula.joint
            yield from self._values(case, rules, aspect, expression, rows, points, joint)

    def _formula(
        self,
        aspect: str,
        expression: Expression,
        outcomes: Outcomes,
        points: Bounds | None,
        bidding: AnyBidding | None,
        joint: JointOutcomes,
    ) -> Formula:
        """Returns a formula with all outcomes of a deal that has this bidding."""
        uses = self.context.book.uses(expression)
        few = len(outcomes.rows) <= MOST_OUTCOMES_COMPARED
        rows_key = tuple(outcomes.rows) if few else id(outcomes)
        bids: object = self.bids.own_bids(bidding)
        if leaves_open(outcomes.names) and not {"made", "tricks"}.issuperset(outcomes.names):
            bids = id(bidding)  # these outcomes do not determine which misses pay
        key = (id(expression), aspect, outcomes.names, rows_key, bids, points)
        number, _ = self._formula_numbers.setdefault(key, (len(self._formula_numbers), outcomes))
        others = tuple(sorted(uses.written.difference(outcomes.names)))
        return Formula(aspect, expression, outcomes, points, number, others, uses.parameters, joint)

    def _values(
        self,
        case: DealCase,
        rules: Scoring,
        aspect: str,
        expression: Expression,
        rows: Outcomes,
        points: Bounds | None,
        joint: JointOutcomes | None,
    ) -> Iterator[Finding]:
        try:
            values = self.context.values(expression, rows.names, rows.rows, case.names, points)
        except RowFaultError as error:
            yield fault(case, error, rows.names, rules.places[aspect])
            return
        if aspect == "score":
            if joint is not None:
                before = [(name, figures[0]) for name, figures in case.past.others]
                again = partial(self._joint_values, case, expression, joint, points)
                scored = ScoreOutcomes(expression, rows, values, before, again, case.when)
                self.misses += self._miss_pays(scored)
            self.widen_scores(int(min(values)), int(max(values)))

    def _joint_values(
        self, case: DealCase, expression: Expression, joint: JointOutcomes, points: Bounds | None
    ) -> tuple[Outcomes, Sequence[Value]]:
        """Evaluates a score for its joint outcomes, within MISS_STEPS for the whole file."""
        sheets = self._joint_sheets
        rows = joint(sheets.budget)
        sheets.budget.spend(MISS_CHECK_COST * len(rows.rows))
        return rows, sheets.values(expression, rows.names, rows.rows, case.names, points)

    def widen_scores(self, low: int, high: int) -> None:
        """Widens the range of the scores."""
        if self.scores is not None:
            low, high = min(low, self.scores[0]), max(high, self.scores[1])
        self.scores = (low, high)

    # --- outcomes ---------------------------------------------------------------------------

    def _new_past_values(self, key: ProofKey, past: PastBounds) -> list[PastValues]:
        """Returns the states of runs and tallies that have not been proved for this key.

        Most states before one deal are also possible before the next one.
        """
        if not past.names:
            if key in self._done:
                return []
            self._done.add(key)
            return [()]
        self.context.budget.allow(past.ways)
        self.context.budget.spend(past.ways)
        done = self._proved_past_values.setdefault(key, set())
        fresh = [values for values in past.combinations() if values not in done]
        done.update(fresh)
        return fresh

    def _blind_outcomes(
        self, case: DealCase, expression: Expression, rows: Outcomes, points: Bounds | None
    ) -> Outcomes:
        """Returns the outcomes of blind bids; those of other bids have been proved already.

        If only the first alternatives of a list use `blind`, everything after them is equal for
        both. Then one outcome represents all that these alternatives do not distinguish.
        """
        every = Outcomes((*rows.names, BLIND), [(*row, True) for row in rows.rows])
        taken, names_read = self._blind_prefixes(expression)
        if taken is None:
            return every
        places = [place for place, name in enumerate(rows.names) if name in names_read]
        representatives = {tuple(row[place] for place in places): row for row in rows.rows}
        few = [(*row, blind) for blind in (False, True) for row in representatives.values()]
        taken_values = self.context.sheets.values(taken, every.names, few, case.names, points)
        at_sight, unseen = (
            taken_values[: len(representatives)],
            taken_values[len(representatives) :],
        )
        if any(int(seen) > int(blind) for seen, blind in zip(at_sight, unseen, strict=True)):
            return every  # what follows is reached only by players who bid blind
        return Outcomes(every.names, [(*row, True) for row in representatives.values()])

    def _blind_prefix(self, expression: Expression) -> tuple[Expression | None, frozenset[str]]:
        """Returns an expression that is 1 if an outcome takes one of the leading alternatives, else
        0.

        The leading alternatives end with the last one that uses `blind`. Also returns the names
        that they use. Returns None as the expression if `otherwise` uses `blind`, or if no
        alternative does.
        """

        def names(*parts: Expression) -> frozenset[str]:
            uses = (self.context.book.uses(part) for part in parts)
            return frozenset[str]().union(*(each.variables for each in uses))

        if not isinstance(expression, Choice) or BLIND in names(expression.otherwise):
            return None, frozenset()
        read = [names(each.value, each.condition) for each in expression.branches]
        last = max((place for place, some in enumerate(read) if BLIND in some), default=-1)
        head = expression.branches[: last + 1]
        taken = Choice(tuple(Branch(Number(1), each.condition) for each in head), Number(0))
        return (taken if head else None), frozenset[str]().union(*read[: last + 1])

    def _outcomes_of(
        self,
        case: DealCase,
        needed: frozenset[str],
        bidding: AnyBidding | None,
        points: PointSums,
        worth: ProofKey,
        numbers: range,
        combinations: Sequence[PastValues],
        budget: Budget,
    ) -> Outcomes:
        past = case.past.names
        needed = figures_needed(needed, bids=bidding is not None)
        bids = id(bidding) if needed & OF_BIDS else 0
        figures = (needed, case.setting.players, case.cards, bids, worth if points else ())
        key = (*figures, past, tuple(combinations), numbers.start, numbers.stop)
        cached = self._outcomes.get(key)
        if cached is None:

            def outcomes_for(bidding: Bidding | None) -> Outcomes:
                return outcomes(
                    needed,
                    players=case.setting.players,
                    cards=case.cards,
                    bidding=bidding,
                    points=points,
                    budget=budget,
                )

            if isinstance(bidding, AuctionBidding):
                base = bidding.outcomes(outcomes_for, with_number=bool(numbers), bids=bool(bids))
            else:
                base = with_auction(outcomes_for(bidding), numbers)
            cached = with_combinations(base, past, combinations, budget)
            cached = self._outcomes[key] = count_this_deal(cached)
        return cached


def _fixed_bounds(past: PastBounds, values: PastValues) -> PastBounds:
    """Returns bounds that restrict runs and tallies to these values."""
    return PastBounds((), tuple((n, (f,)) for n, f in zip(past.names, values, strict=True)))


# --- the proofs about one deal, in order --------------------------------------------------
# Input: the variants in which a deal is bid and scored at a table (`ScoredCase`). Output:
# findings; the proofs also keep what they learn about all deals: the range of the scores,
# warnings, and the alternatives reached. If only a score reads a parameter, bids and outcomes are
# the same for all of its values. So what is proved of a deal at a table is cached (`CachedDeal`).
# At a table that differs only in the values of names in its formulas, only these are evaluated
# again. Deals with a past are not cached, since every table has its own. INVARIANT: the order of
# the proofs decides which problem is reported. If the auction cannot be won, bids are not proved;
# if somebody cannot bid, scores are not.


TableKey: TypeAlias = tuple[int, ...]
"""Identities and numbers on which a deal at a table depends, without parameters."""


@dataclass(frozen=True, slots=True)
class CachedDeal:
    """The proved formulas of a deal at a table, and the parameter values on which they depend."""

    parameters: frozenset[str]
    values: tuple[Value, ...]
    formulas: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class DealDependencies:
    """The dependencies of a deal's rules: parameters of its bids and points, and the schedule."""

    parameters: frozenset[str]
    by_number: bool
    by_row: bool
    by_trump: bool
    words: frozenset[str]
    """The words with which the formulas compare names."""


class DealProofs:
    """Proves one deal after another, each at one table."""

    def __init__(self, sheets: RowEvaluator, deck_at: DeckAt, game: Game) -> None:
        self.context = DealContext(sheets, deck_at, fewer_players=fewer_players(game))
        self.remembered = game.past
        self.auctions = AuctionProof(self.context)
        self.bids = BidProof(self.context, self.auctions)
        self.scoring = ScoreProof(self.context, self.auctions, self.bids, game.winner)
        self._dependencies = IdentityCache(self._find_dependencies)
        self._deal_cache: dict[TableKey, CachedDeal] = {}
        self.with_score = ScoreInserter()

    def prove(self, scored: Iterable[ScoredCase]) -> Iterator[Finding]:
        """Proves that every player can bid, and that every outcome has a score and a contract.

        Raises TooMuchError, with the clause under proof as its place, if the budget runs out.
        """
        self.context.place = None
        try:
            for each in scored:
                yield from self._prove(each.case, each.rules)
        except TooMuchError as error:
            raise TooMuchError(error.place or self.context.place) from error

    def _prove(self, case: DealCase, rules: Scoring) -> Iterator[Finding]:
        table = self._table(case, rules)
        cached = None if case.past.names else self._deal_cache.get(table)
        if cached is not None and cached.values == case.setting.choose(cached.parameters):
            self.context.budget.spend(REPEATED_DEAL_COST)
            for one, formula in product(self._by_trump(case, rules), cached.formulas):
                yield from self.scoring.reprove(one, rules, formula)
            return
        self.context.budget.spend(DEAL_COST)
        if not (yield from self.auctions.prove(case, rules)):
            return
        if isinstance(rules.auction, AuctionBids):
            self.scoring.widen_scores(0, 0)  # the scores if all pass
        bidding = yield from self.bids.prove(case, rules)
        if bidding is None and not isinstance(rules.bid, NoBid):
            return
        expressions = [("score", rules.score)]
        if rules.completed is not None:
            expressions.append(("completed", rules.completed))
        expressions += [
            (past_key(each), self.with_score(each.expression, rules.score))
            for each in self.remembered
        ]
        proved: list[Formula | None] = []
        for one in self._by_trump(case, rules):
            proved = []  # the outcomes do not depend on what is trump
            for aspect, expression in expressions:
                proof = self.scoring.prove(one, rules, aspect, expression, bidding)
                proved.append((yield from proof))
        formulas = tuple(each for each in proved if each is not None)
        # only if each formula can be proved again from its outcomes alone
        if len(formulas) == len(proved):
            parameters = self._dependencies(rules).parameters
            values = case.setting.choose(parameters)
            self._deal_cache[table] = CachedDeal(parameters, values, formulas)

    def _by_trump(self, case: DealCase, rules: Scoring) -> list[DealCase]:
        """Returns the case with each trump that its formulas distinguish."""
        read = self._dependencies(rules)
        if not read.by_trump:
            return [case]
        return cases_by_trump(case, rules, self.context.deck_at(case.setting), read.words)

    def _find_dependencies(self, rules: Scoring) -> DealDependencies:
        rule_values = (rules.each_bid, rules.last_bid, rules.auction, rules.trick_worth)
        completed = () if rules.completed is None else (rules.completed,)
        past = (self.with_score(each.expression, rules.score) for each in self.remembered)
        formulas = (rules.score, *completed, *past)
        uses = [
            self.context.book.uses(part) for value in rule_values for part in subexpressions(value)
        ]
        every = [*uses, *map(self.context.book.uses, formulas)]
        return DealDependencies(
            frozenset[str]().union(*(each.parameters for each in uses)),
            any("deal" in each.variables for each in every),
            any(ROW_DEALS in each.variables for each in every),
            any("trump" in each.variables for each in every),
            frozenset[str]().union(*(each.words for each in every)),
        )

    def _table(self, case: DealCase, rules: Scoring) -> TableKey:
        """Returns the key of everything that a deal depends on at a table, except parameters."""
        read = self._dependencies(rules)
        number = case.number if read.by_number else 0
        row = case.row_deals if read.by_row else 0
        deck = id(self.context.deck_at(case.setting))
        return (id(rules), case.setting.players, case.cards, number, row, deck)
