"""The input that all proofs about a deal share.

A `DealCase` is a deal in its situation: a table, a number in the schedule, a number of cards, the
calls, and the possible values of runs and tallies. A `Scoring` holds the clauses that affect bids
and scores, after every alternative is chosen. The proofs process both in this order, each using the
results of those before it:

| proof | result |
|---|---|
| `AuctionProof` | the numbers with which an auction can be won |
| `BidProof` | the combinations of bids that are possible |
| `PointsProof` | the combinations of points that tricks can have |
| `ScoreProof` | the scores and contracts of every outcome |

`DealProofs` combines them and skips what has been proved at another table.

A row figure is a value that scores use from the earlier deals of the same row of the schedule.

INVARIANT: a cached result is keyed by everything that it depends on (`DealContext.key`). The cache
holds the expressions themselves, so that no `id` is reused.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, product
from math import prod
from typing import Any, Final, TypeAlias, TypeVar

from clagdsl import problems
from clagdsl.check.prove.alternatives import Coverage
from clagdsl.check.prove.call_variants import Combination
from clagdsl.check.prove.parameter_space import RowEvaluator, Setting
from clagdsl.check.prove.reporter import Finding, ValueFault, describe_setting
from clagdsl.lang.cards import Deck
from clagdsl.lang.expr.ast import Comparison, PastValue, Variable, parts, with_value
from clagdsl.lang.expr.evaluate import EvaluationError, Names, Row, number
from clagdsl.lang.expr.free_variables import UsesCache, variables, written_names
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import MOST_DEALS
from clagdsl.lang.policies.bid import has_last_bid
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    OF_ROWS,
    OWN_SCORE,
    ROW_DEALS,
    AspectName,
    AuctionRule,
    BidRule,
    CardWorth,
    ChosenBid,
    CompletedWhen,
    Expression,
    Free,
    Limit,
    NoTrump,
    Past,
    Sight,
    TrumpRanks,
    TrumpRule,
    TrumpWorth,
    Value,
    Wild,
)
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Problem
from clagdsl.table.budget import TooMuchError
from clagdsl.table.choices import trump_names
from clagdsl.table.outcome_tables import RowFaultError
from clagdsl.table.outcomes import BLIND
from clagdsl.table.trick_value import WON_WITH, CardWorths

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
"""The aspects that bids and scores depend on."""

DeckAt: TypeAlias = Callable[[Setting], Deck]
"""Returns the deck at a table."""

Figures: TypeAlias = range | tuple[int, ...]
"""All possible values of a figure, in ascending order."""

PastValues: TypeAlias = tuple[int, ...]
"""One value for each run, tally and row figure."""

RUN_BITS: Final = MOST_DEALS.bit_length()
"""The bits of one run in a state of runs."""


@dataclass(frozen=True, slots=True)
class RunStates:
    """The values that several runs of one player can have together.

    A state is one number with RUN_BITS bits for each run; those of the first run are the highest.
    """

    names: tuple[str, ...]
    states: frozenset[int]

    def values(self) -> list[PastValues]:
        """Returns the states as values in the order of `names`, sorted."""
        shifts = [RUN_BITS * place for place in reversed(range(len(self.names)))]
        mask = (1 << RUN_BITS) - 1
        return [tuple([state >> s & mask for s in shifts]) for state in sorted(self.states)]


@dataclass(frozen=True, slots=True)
class PastBounds:
    """The possible values, before a deal, of a player's runs, tallies and row figures.

    `runs` has an entry for each set of runs that a score, a contract or the limits on bids read.
    Each of the `others` can have any of its values together with any values of the rest.
    """

    runs: tuple[RunStates, ...] = ()
    others: tuple[tuple[str, Figures], ...] = ()

    def read_by(self, names: frozenset[str]) -> PastBounds:
        """Returns the bounds of the figures among these names; the runs are in one entry."""
        needed = {name for each in self.runs for name in each.names if name in names}
        runs = tuple(each for each in self.runs if needed == set(each.names))
        return PastBounds(runs, tuple(each for each in self.others if each[0] in names))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all figures."""
        of_runs = [name for each in self.runs for name in each.names]
        return (*of_runs, *(name for name, _ in self.others))

    @property
    def ways(self) -> int:
        """The number of combinations of values."""
        return prod(len(each.states) for each in self.runs) * prod(len(f) for _, f in self.others)

    def combinations(self) -> Iterator[PastValues]:
        """Yields every combination of values in the order of `names`, the smallest first."""
        runs = [each.values() for each in self.runs]
        for combination in product(*runs, *([(f,) for f in figures] for _, figures in self.others)):
            yield tuple(chain.from_iterable(combination))


NO_PAST: Final = PastBounds()
"""The bounds in a game without runs, tallies and row figures."""


@dataclass(frozen=True, slots=True)
class DealCase:
    """A deal at a table: its number in the schedule, its number of cards, and the calls."""

    setting: Setting
    number: int
    cards: int
    calls: tuple[str, ...]
    past: PastBounds = NO_PAST
    """The possible values, before the deal, of each run, tally and row figure."""
    # The number of deals in the deal's row of the schedule.
    row_deals: int = 1
    trump: str | None = None
    """The trump with which formulas are tried; None if no formula of the deal reads it."""

    @property
    def in_deal(self) -> dict[str, Value]:
        """The variables whose values the deal itself fixes, with these values."""
        trump = {} if self.trump is None else {"trump": self.trump}
        return {"cards": self.cards, "deal": self.number, ROW_DEALS: self.row_deals, **trump}

    @property
    def names(self) -> dict[str, Value]:
        """All names that have a single value in this deal, with these values."""
        # overridden by an outcome's column if players choose whether to bid blind
        return {BLIND: False, **self.setting.names, **self.in_deal}

    @property
    def when(self) -> Callable[[], str]:
        """A function that returns a description of the deal for messages."""
        return partial(describe_setting, self.setting, self.cards, self.calls)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The values of the aspects in SCORED, after choosing the alternatives, and their places."""

    bid: BidRule
    last_bid: Limit
    each_bid: Limit
    trick_worth: Expression
    score: Expression
    completed: Expression | None
    auction: AuctionRule
    card_worth: CardWorth
    wild: Wild
    """The wild cards; needed if cards have values of their own."""
    sight: Sight
    trump: TrumpRule
    """The source of trump; needed if a formula reads what is trump, or trumps have a worth."""
    trump_worth: TrumpWorth
    trump_rank: TrumpRanks
    """The cards that are trumps; needed if trumps have a worth of their own."""
    places: Mapping[str, Place | None]

    @property
    def may_be_blind(self) -> bool:
        """True if bidders choose whether to look at their cards before they bid."""
        return self.sight == "by choice" and isinstance(self.bid, ChosenBid)


@dataclass(frozen=True, slots=True)
class ScoredCase:
    """A deal at a table, and its rules for bidding and scoring there."""

    case: DealCase
    rules: Scoring


def make_scoring(
    combination: Combination, chosen: Mapping[AspectName, Any], remembered: Sequence[Past] = ()
) -> Scoring:
    """Returns the scoring for a combination of clauses with the chosen values."""
    completed = chosen["completed"]
    return Scoring(
        chosen["bid"],
        chosen["last_bid"] if has_last_bid(chosen["bid"]) else Free(),
        chosen["each_bid"],
        chosen["trick_worth"],
        chosen["score"],
        completed.condition if isinstance(completed, CompletedWhen) else None,
        chosen["auction"],
        chosen["card_worth"],
        chosen.get("wild", Wild()),
        chosen["sight"],
        chosen.get("trump", NoTrump()),
        chosen.get("trump_worth", TrumpWorth()),
        chosen.get("trump_rank", TrumpRanks()),
        {
            **{aspect: combination.clauses[aspect].origin.place for aspect in SCORED},
            **{past_key(each): each.origin.place for each in remembered},
        },
    )


def card_worths(rules: Scoring, case: DealCase, deck: Deck) -> CardWorths:
    """Returns all that decides the worth of the cards of a deal by themselves."""
    dealt = case.setting.players * case.cards
    trumps: tuple[str, ...] = ()
    if rules.trump_worth.worths:
        trumps = trump_names(rules.trump, rules.auction, deck, dealt)
    return CardWorths(rules.card_worth, rules.trump_worth, rules.trump_rank, trumps)


def cases_by_trump(
    case: DealCase, rules: Scoring, deck: Deck, words: frozenset[str]
) -> list[DealCase]:
    """Returns the case with every trump that formulas distinguish.

    Trumps that are not among the `words` of the formulas score alike: the first represents all.
    """
    dealt = case.setting.players * case.cards
    names = trump_names(rules.trump, rules.auction, deck, dealt)
    others = [name for name in names if name not in words]
    return [replace(case, trump=name) for name in names if name in words or name in others[:1]]


def past_key(remembered: Past) -> str:
    """Returns the key under which `Scoring.places` holds the place of a run or tally."""
    return f"past {remembered.name}"


def names_in_limits(book: UsesCache, rules: Scoring) -> frozenset[str]:
    """Returns the variables that the limits on bids use."""
    limits = (rules.each_bid, rules.last_bid)
    uses = (book.uses(part) for limit in limits for part in subexpressions(limit))
    return frozenset[str]().union(*(each.variables for each in uses))


class ScoreInserter:
    """Puts the score of a deal in the place of `scored` in the expression of a run or tally.

    The same expressions give the same result, because proofs compare expressions by identity.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[int, int], tuple[Expression, Expression, Expression]] = {}

    def __call__(self, expression: Expression, score: Expression) -> Expression:
        """Returns the expression as it is without `scored`."""
        if OWN_SCORE not in variables(expression):
            return expression
        key = (id(expression), id(score))
        if key not in self._made:
            # strong references keep the ids from being reused
            self._made[key] = (with_value(expression, OWN_SCORE, score), expression, score)
        return self._made[key][0]


# --- values that conditions do not distinguish ------------------------------------------------


def representatives(past: PastBounds, formulas: Iterable[Expression], names: Names) -> PastBounds:
    """Returns bounds with one value for all values of a figure that the formulas do not
    distinguish.

    A tally that is only compared with constants has one value for each of them, and one between
    two of them. `names` are the names that have one value. Row figures keep all values, because
    scores count this deal as well.
    """
    if not past.others:
        return past
    every = tuple(formulas)
    others: list[tuple[str, Figures]] = []
    for name, figures in past.others:
        if name in OF_ROWS:
            others.append((name, figures))
            continue
        alike = values_alike(figures, every, name, names)
        others.append((name, figures if len(alike) == len(figures) else tuple(v[0] for v in alike)))
    return PastBounds(past.runs, tuple(others))


def values_alike(
    figures: Figures, formulas: Iterable[Expression], name: str, names: Names
) -> list[list[int]]:
    """Returns the values of a figure in sets that the formulas do not distinguish, lowest first."""
    limits = _constants_compared(formulas, name, names)
    if limits is None:
        return [[figure] for figure in figures]
    sets: dict[tuple[int, int], list[int]] = {}
    for figure in figures:
        side = (bisect_left(limits, figure), bisect_right(limits, figure))
        sets.setdefault(side, []).append(figure)
    return list(sets.values())


def _constants_compared(
    formulas: Iterable[Expression], name: str, names: Names
) -> list[int] | None:
    """Returns the constants with which a figure is compared, or None if it has another use."""
    constants: set[int] = set()
    waiting = list(formulas)
    while waiting:
        now = waiting.pop()
        match now:
            case PastValue(name=past) | Variable(name=past) if past == name:
                return None
            case Comparison(left=left, right=right):
                sides = (left, right)
                own = [isinstance(s, PastValue | Variable) and s.name == name for s in sides]
                if any(own):
                    other = sides[own.index(False)] if False in own else left
                    if all(own) or not written_names(other) <= names.keys():
                        return None
                    try:
                        constants.add(number(other, names))
                    except EvaluationError:
                        return None
                    continue
                waiting += sides
            case _:
                waiting += parts(now)
    return sorted(constants)


ProofKey: TypeAlias = tuple[object, ...]
V = TypeVar("V")
Proof: TypeAlias = Generator[Finding, None, V]
"""A proof: yields each finding as soon as it is made, and returns its result.

Thus no finding is lost if the budget runs out.
"""


class DealContext:
    """State that the proofs about deals share: compiled expressions, decks, and the budget.

    `reached` records the alternatives that were taken. `place` is the clause under proof; an
    exhausted budget is reported there.
    """

    def __init__(self, sheets: RowEvaluator, deck_at: DeckAt, *, fewer_players: str) -> None:
        self.sheets = sheets
        self.book = sheets.book
        self.budget = sheets.budget
        self.deck_at = deck_at
        self.fewer_players = fewer_players
        self.reached = Coverage(sheets.book)
        self.place: Place | None = None

    def key(self, case: DealCase, expression: Expression, *, alike: bool = False) -> ProofKey:
        """Returns a cache key: an expression and everything that it depends on, except its rows.

        With `alike`, equal expressions at different places share a key.
        """
        uses = self.book.uses(expression)
        fixed = case.setting.choose(uses.parameters)
        number = case.number if "deal" in uses.variables else 0
        row = (case.row_deals,) if ROW_DEALS in uses.variables else ()
        past = (case.past.read_by(uses.variables),) if case.past.names else ()
        identity = self.book.expression_number(expression) if alike else id(expression)
        ranks = self.deck_at(case.setting).ranks if WON_WITH in uses.variables else ()
        trump = case.trump if case.trump in uses.words else None  # all others score alike
        key = (identity, case.setting.players, case.cards, number, row, trump)
        return (*key, *fixed, *past, *ranks)

    def values(
        self,
        expression: Expression,
        columns: tuple[str, ...],
        rows: Sequence[Row],
        names: Mapping[str, Value],
        points: Bounds | None = None,
    ) -> list[Value]:
        """Evaluates an expression for every row and records which of its alternatives are reached.

        Raises RowFaultError at the first row without a value.
        """
        values = self.sheets.values(expression, columns, rows, names, points)
        for lists in self.reached.open_lists(expression):
            taken = self.sheets.values(lists.marker, columns, rows, names, points)
            lists.open.difference_update(int(number) for number in set(taken))
        return values

    def too_many_rows(self, rules: Scoring, aspect: str) -> Problem:
        """Returns the problem of a clause with too many outcomes.

        Raises TooMuchError instead if the whole budget is exhausted.
        """
        if self.budget.left < 0:
            raise TooMuchError
        place = rules.places[aspect]
        excess = "one deal can have more than a million combinations of figures"
        return problems.proofs.TooMuchToProve(place, excess, self.fewer_players)


def fault(
    case: DealCase, error: RowFaultError, columns: tuple[str, ...], place: Place | None
) -> ValueFault:
    """Returns the finding that an expression has no value for some figures of a deal."""
    figures = dict(zip(columns, error.row, strict=True))
    if case.trump is not None:
        figures["trump"] = case.trump
    counted = tuple(name for name in case.past.names if name in figures)
    return ValueFault(error.fault, place, case.setting, case.cards, case.calls, figures, counted)
