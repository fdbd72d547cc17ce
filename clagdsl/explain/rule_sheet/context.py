"""The input of a sheet: the rules as played at its tables, and the differences between deals.

`read_game` makes a `SheetContext`: one `Table` for each number of players that the sheet is for,
with all parameters set. Everything else in this room queries the context, never the game:

- `rules_of` returns the rules of a deal as most deals of its name have them.
- `occasions` returns the other values of a clause and the deals that have them.
- `fold` fills known names into an expression. Every name left after that varies.

Each sentence is written for `for_table(table)`, the context of one table; `wider` is then the
context of all tables. Results are memoized in the context, by the numbers of players.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

from clagdsl.explain.english import capital, spans, uncapital
from clagdsl.explain.rule_sheet.formulas import DealWording, without_not, written_occasion
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.expr.simplify import Substitution, simplify, substitution_of
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import group
from clagdsl.lang.references import ScoredWorth, scored_worths
from clagdsl.lang.rules import (
    AspectName,
    Call,
    Clause,
    Deal,
    Expression,
    Free,
    Game,
    Inverse,
    Keeps,
    Logic,
    Value,
)
from clagdsl.table.deal_rules import DealRules, guard_dependencies
from clagdsl.table.schedule import ScheduledDeal, deals_played
from clagdsl.table.table import Table, aspects_after, open_tables

# --- clauses that vary between deals ----------------------------------------------------------


AnyClause: TypeAlias = Clause[Any]
P = ParamSpec("P")
R = TypeVar("R")

_BOTH: Final = 2


@dataclass(frozen=True, slots=True)
class SizedDeal:
    """The number of a deal in the schedule, with one of its sizes."""

    number: int
    cards: int


@dataclass(frozen=True, slots=True)
class Occasion:
    """An unusual value of a clause, and the deals that have it."""

    value: Any
    when: str
    spots: tuple[SizedDeal, ...] = field(compare=False)
    """All deals that have the value."""
    covers: Callable[[SizedDeal], bool] = field(compare=False)
    """Whether `when` also fits a deal of any name."""


@dataclass(frozen=True, slots=True)
class RulesTogether:
    """Rules that hold together in some deals of one name, and a phrase for these deals."""

    rules: DealRules
    when: str


def usual_rules(table: Table, name: str, calls: tuple[str, ...]) -> DealRules:
    """Returns the rules of a deal; each clause has its value in most deals of that name.

    A limit that binds only in some deals becomes a limit with a condition.
    """
    rules = table.rules(name, calls)
    changed: dict[str, Any] = {}
    for aspect, clause in _conditional_clauses(table, rules):
        chosen = _deals_by_alternative(table, rules, clause)
        # a limit that binds in all deals of the name, or in none, needs no condition
        bound = _merged_limit(clause) if aspect in BID_LIMITS and len(chosen) != 1 else None
        changed[aspect] = bound or _most_common_value(clause, chosen)
    return replace(rules, **changed) if changed else rules


def occasions(context: SheetContext, rules: DealRules, aspect: AspectName) -> list[Occasion]:
    """Returns the other values of an aspect of a deal with their deals, in the order of the clause.

    `rules` are the usual ones. For a single number of players, deals with the same value are
    merged.
    """
    clause = dict(_conditional_clauses(context.table, rules)).get(aspect)
    if clause is None or (aspect in BID_LIMITS and _merged_limit(clause)):
        return []
    chosen = _deals_by_alternative(context.table, rules, clause)
    values = [each.value for each in clause.alternatives]
    others = group(
        (values.index(values[number]), _occasion(context, clause, number, chosen))
        for number in sorted(chosen)
        if values[number] != getattr(rules, aspect)
    )
    if "players" in context.bindings:
        return [_merge_occasions(same) for same in others.values()]
    return [each for same in others.values() for each in same]


def _merge_occasions(same: Sequence[Occasion]) -> Occasion:
    """Merges several occasions with the same value into one."""
    first, *rest = (occasion.when for occasion in same)
    when = " and ".join([first, *map(uncapital, rest)])
    return Occasion(
        same[0].value,
        when,
        tuple(spot for occasion in same for spot in occasion.spots),
        lambda spot: any(occasion.covers(spot) for occasion in same),
    )


def values_read(
    context: SheetContext, rules: DealRules, aspect: AspectName, spots: Iterable[SizedDeal]
) -> list[Any]:
    """Returns the value of an aspect in some deals of any name, read from the text on a deal.

    `rules` are the usual ones of that deal. Its occasions count wherever their phrase fits.
    """
    others = occasions(context, rules, aspect)
    usual = getattr(rules, aspect)
    return [
        next((occasion.value for occasion in others if occasion.covers(spot)), usual)
        for spot in spots
    ]


def rules_on_occasion(table: Table, rules: DealRules, occasion: Occasion) -> list[RulesTogether]:
    """Returns the rules of the deals of an occasion, split if they differ between these deals.

    `rules` are the usual ones. A limit that contains its own condition may stay unchanged.
    """
    hanging = dict(_conditional_clauses(table, rules))
    everywhere = sized_deals(table, rules.name)
    rules_at = rules_by_size(table, rules, occasion.spots)
    self_describing = [
        aspect
        for aspect, clause in hanging.items()
        if aspect in BID_LIMITS
        and _merged_limit(clause)
        and len({table.chosen_alternative(clause, spot.number, spot.cards) for spot in rules_at})
        > 1
    ]
    own = [aspect for aspect in hanging if aspect not in self_describing]

    def own_rules(here: DealRules) -> DealRules:
        changed: dict[str, Any] = {aspect: getattr(here, aspect) for aspect in own}
        return replace(rules, **changed)

    by_rules = group((own_rules(here), spot) for spot, here in rules_at.items())
    if len(by_rules) == 1:
        return [RulesTogether(each, occasion.when) for each in by_rules]
    return [
        RulesTogether(each, capital(spots_text(spots, [s for s in everywhere if s not in spots])))
        for each, spots in by_rules.items()
    ]


def spots_text(own: Sequence[SizedDeal], rest: Sequence[SizedDeal]) -> str:
    """Returns a phrase for some deals: by their number of cards if no other deal has it, else by
    their numbers in the schedule.
    """
    sizes = _distinct_sizes(own, rest)
    if sizes:
        return f"with {spans(sizes)} card{'s' if sizes != {1} else ''}"
    return in_deals({spot.number for spot in own})


def _distinct_sizes(own: Sequence[SizedDeal], rest: Sequence[SizedDeal]) -> set[int]:
    """Returns the numbers of cards of some deals; empty if another deal has one of them."""
    sizes = {spot.cards for spot in own}
    return set() if sizes & {spot.cards for spot in rest} else sizes


def in_deals(numbers: Collection[int]) -> str:
    """Returns numbers of deals as a phrase: `in deal 1`, `in deals 2 to 6 and 8`."""
    return f"in deal{'s' if len(numbers) > 1 else ''} {spans(numbers)}"


def _conditional_clauses(table: Table, rules: DealRules) -> Iterator[tuple[AspectName, AnyClause]]:
    if table.guard_dependencies(rules.name):
        for aspect, clause in (
            aspects_after(table.game, rules.name, rules.calls).clauses_by_aspect().items()
        ):
            if guard_dependencies(clause):
                yield aspect, clause


def _merged_limit(clause: AnyClause) -> Keeps | None:
    """Returns one limit for all deals from a clause that limits the bids only in some of them.

    The condition of the clause becomes part of the limit, so it holds in the others as well.
    """
    if len(clause.alternatives) != _BOTH:
        return None
    first, second = clause.alternatives
    assert first.condition is not None
    match first.value, second.value:
        case Keeps(condition=bound, otherwise=None), Free():
            return Keeps(Logic("or", (bound, Inverse(first.condition))))
        case Free(), Keeps(condition=bound, otherwise=None):
            return Keeps(Logic("or", (bound, first.condition)))
        case _:
            return None


def _deals_by_alternative(
    table: Table, rules: DealRules, clause: AnyClause
) -> dict[int, list[SizedDeal]]:
    """Maps each alternative that is ever chosen to the deals in which it is chosen."""
    return group(
        (table.chosen_alternative(clause, spot.number, spot.cards), spot)
        for spot in sized_deals(table, rules.name)
    )


def sized_deals(table: Table, name: str) -> list[SizedDeal]:
    """Returns the deals of a name at a table, once for each of their sizes."""
    return [SizedDeal(row.number, cards) for row in table.deals_of(name) for cards in row.sizes]


def rules_by_size(
    table: Table, rules: DealRules, spots: Iterable[SizedDeal]
) -> dict[SizedDeal, DealRules]:
    """Returns the rules of some deals of the same name, after the same calls."""
    return {
        spot: table.rules_with(rules.name, rules.calls, spot.number, spot.cards) for spot in spots
    }


def _most_common_value(clause: AnyClause, chosen: dict[int, list[SizedDeal]]) -> Any:
    values = [alternative.value for alternative in clause.alternatives]

    def deals(value: Any) -> int:
        return sum(len(spots) for number, spots in chosen.items() if values[number] == value)

    return max(values, key=deals)


def _occasion(
    context: SheetContext, clause: AnyClause, number: int, chosen: dict[int, list[SizedDeal]]
) -> Occasion:
    """Returns the occasion of an alternative.

    Its phrase is the condition as written if that reads well; otherwise it names the cards, or the
    numbers of the deals.
    """
    table, alternatives, own = context.table, clause.alternatives, chosen[number]
    value, spots = alternatives[number].value, tuple(own)
    rest = [
        spot
        for other, spots in chosen.items()
        for spot in spots
        if alternatives[other].value != value
    ]
    condition: Expression | None = alternatives[number].condition
    first = alternatives[0].condition
    if condition is None and len(alternatives) == _BOTH and first is not None:
        condition = Inverse(first)
    if condition is not None and (number == 0 or len(alternatives) == _BOTH):
        written = written_occasion(without_not(context.fold(condition)))
        if written:
            return Occasion(
                value,
                capital(written),
                spots,
                lambda spot: table.chosen_alternative(clause, spot.number, spot.cards) == number,
            )
    sizes, numbers = _distinct_sizes(own, rest), {spot.number for spot in own}
    return Occasion(
        value,
        capital(spots_text(own, rest)),
        spots,
        lambda spot: spot.cards in sizes if sizes else spot.number in numbers,
    )


# --- the rules at one table ----------------------------------------------------------------


@dataclass(slots=True)
class ConditionBudget:
    """The number of score conditions that one sheet may still try, to find dead branches."""

    remaining: int = 150_000


@dataclass(frozen=True, slots=True)
class DealtSizes:
    """Deals of one name with the same rules: players, range of cards, and number."""

    players: int
    low: int
    high: int
    number: int
    """The number of the deal; 0 if nothing depends on it."""

    @property
    def sizes(self) -> range:
        """The possible numbers of cards."""
        return range(self.low, self.high + 1)


def memoized(
    compute: Callable[Concatenate[SheetContext, P], R],
) -> Callable[Concatenate[SheetContext, P], R]:
    """Memoizes a function of a context by the numbers of players and the arguments."""

    @wraps(compute)
    def cached(context: SheetContext, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (compute, context.player_counts, args, *kwargs.values())
        return context.memoize(key, lambda: compute(context, *args, **kwargs))

    return cached


@dataclass(frozen=True, slots=True)
class SheetContext:
    """A game with its parameters set.

    `tables` holds a table for each number of players that the sheet is for. Expressions keep
    `players` as a name if there are several.
    """

    game: Game
    tables: tuple[Table, ...]
    ordinary: str
    bindings: Substitution = field(repr=False)
    budget: ConditionBudget = field(default_factory=ConditionBudget, repr=False, compare=False)
    cache: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)
    """Memoized results for any tables of the sheet."""
    wider: SheetContext | None = field(default=None, repr=False, compare=False)
    """The context of all tables of the sheet, if this one is for one of them."""
    player_counts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The numbers of players of the tables."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "player_counts", tuple(table.players for table in self.tables))

    @property
    def whole(self) -> SheetContext:
        """The context of all tables of the sheet."""
        return self.wider or self

    @property
    def table(self) -> Table:
        """The table with the most players."""
        return self.tables[-1]

    @property
    def rules(self) -> DealRules:
        """The rules of the ordinary deal at the table with the most players."""
        return self.rules_of(self.ordinary)

    def rules_of(
        self, deal: str, calls: tuple[str, ...] = (), table: Table | None = None
    ) -> DealRules:
        """Returns the rules of a deal as the sheet states them, at `table` or with the most
        players.

        A clause that depends on the number of cards or of the deal has its value in most deals of
        that name.
        """
        chosen_table = table or self.table
        key = (usual_rules, chosen_table.players, deal, calls)
        return self.memoize(key, lambda: usual_rules(chosen_table, deal, calls))

    def memoize(self, key: object, compute: Callable[[], R]) -> R:
        """Returns the cached result for a key; calls `compute` the first time."""
        if key not in self.cache:
            self.cache[key] = compute()
        value: R = self.cache[key]
        return value

    def scored_worths(self) -> frozenset[ScoredWorth]:
        """Returns the values of tricks and cards that count in some deal."""
        game = self.game
        return self.memoize(
            scored_worths, lambda: scored_worths(game.deals, game.twists, game.past)
        )

    def fold(self, e: Expression) -> Expression:
        """Returns an expression with all names filled in that are the same for all these tables."""
        # by id(), with the expression kept alive: comparing long scores is slower than
        # simplifying them
        key = (simplify, id(e))
        return self.memoize(key, lambda: (e, simplify(e, self.bindings, tidy=True)))[1]

    def wording(self, rules: DealRules) -> DealWording:
        """Returns the facts that the wording of a deal's conditions depends on."""
        past = (
            replace(past_value, expression=self.fold(past_value.expression))
            for past_value in self.game.past
        )
        return DealWording(rules.bid, tuple(past))

    def ranks(self, order: Sequence[str]) -> tuple[str, ...]:
        """Returns the ranks of an order that are in the pack of any of these tables."""
        packs = frozenset[str]().union(*(table.deck.ranks for table in self.tables))
        return tuple(rank for rank in order if rank in packs)

    def for_table(self, table: Table) -> SheetContext:
        """Returns the context for one number of players.

        `players` stays a name in expressions if it was one.
        """
        return replace(self, tables=(table,), wider=self.whole)

    def sized(self, deal: str) -> list[tuple[Table, SizedDeal]]:
        """Returns the deals of a name at each table, once for each of their sizes."""
        return [(table, spot) for table in self.tables for spot in sized_deals(table, deal)]

    @memoized
    def sizes(self, deal: str) -> tuple[int, ...]:
        """Returns the numbers of cards of a deal, ascending.

        For a deal that is only called, all sizes of the schedule.
        """
        return tuple(sorted({cards for _, row in self._rows(deal) for cards in row.sizes}))

    @memoized
    def scheduled(self) -> tuple[str, ...]:
        """Returns the names of the deals that are played, in order of first appearance."""
        return tuple(dict.fromkeys(name for table in self.tables for name in table.by_name))

    @memoized
    def dealt(self, deal: str) -> tuple[DealtSizes, ...]:
        """Returns the deals of the schedule in which a deal's rules can hold.

        These are all deals if it is only called.
        """
        rows = self._rows(deal)
        return tuple(DealtSizes(players, row.low, row.high, row.number) for players, row in rows)

    def _rows(self, deal: str) -> list[tuple[int, ScheduledDeal]]:
        own = [(table.players, row) for table in self.tables for row in table.deals_of(deal)]
        return own or [(table.players, row) for table in self.tables for row in table.schedule]

    @memoized
    def scene(self, deal: str, *, numbered: bool) -> int:
        """Returns a number that is equal for deals that are dealt in the same way.

        If `numbered` is true, their numbers must be equal as well. Statements about one of these
        deals hold for all of them.
        """
        dealt = self.dealt(deal)
        if not numbered:
            dealt = tuple(dict.fromkeys(replace(deal_sizes, number=0) for deal_sizes in dealt))
        return self.memoize(dealt, lambda: len(self.cache))


def read_game(game: Game, players: int | None, settings: Mapping[str, Value]) -> SheetContext:
    """Returns the context of a game with these parameters, for `players` players or every number.

    Raises ArgumentError if the game cannot be played in that way.
    """
    low, high = game.players
    counts = range(low, high + 1) if players is None else (players,)
    tables = tuple(map(_played, open_tables(game, counts, settings)))
    values = dict(tables[-1].parameters)
    if len(tables) == 1:
        values["players"] = tables[0].players
    bindings = substitution_of(values, game.lets, tidy=True)
    return SheetContext(game, tables, ordinary_deal(game, tables[-1]), bindings)


def _played(table: Table) -> Table:
    """Returns the table without the deals that are never played because every match ends before
    them.
    """
    ends = table.game.ends
    if ends is None:
        return table
    last = deals_played(ends.condition, table.names, len(table.schedule))
    return replace(table, schedule=table.schedule[:last])


def player_counts_text(tables: Iterable[Table]) -> str:
    """Returns the numbers of players of some tables as text: `3 to 5`, `3 or 5`."""
    return spans([table.players for table in tables], "or")


def ordinary_deal(game: Game, table: Table) -> str:
    """Returns the deal that others are compared with: without a base deal, and most frequent."""
    names = [row.name for row in table.schedule]
    deals = {deal.name: deal for deal in game.deals}

    def root(name: str) -> str:
        deal: Deal = deals[name]
        return root(deal.base) if deal.base else name

    roots = [root(name) for name in names]
    return max(dict.fromkeys(roots), key=lambda name: (name in names, roots.count(name)))


def call_of(context: SheetContext) -> Call | None:
    """Returns the call of the ordinary deal, or None."""
    call = context.rules.call
    return call if isinstance(call, Call) else None


def replaced_by(game: Game, called: str, choice: str) -> frozenset[AspectName]:
    """Returns the aspects that a choice replaces: those of a twist, or those a deal sets itself."""
    twist = game.twist(choice)
    if twist is not None:
        return frozenset(twist.clauses_by_aspect())
    replaced: set[AspectName] = set()
    step: Deal | None = game.deal(choice)
    while step is not None and step.name != called:
        replaced.update(step.replaced)
        step = game.deal(step.base) if step.base else None
    return frozenset(replaced)


def is_called(game: Game, rules: DealRules, aspect: AspectName) -> bool:
    """Returns whether every call replaces an aspect, so that the deal's own value never holds."""
    call = rules.call
    if not isinstance(call, Call):
        return False
    return any(
        group.kind == "one of"
        and all(aspect in replaced_by(game, rules.name, choice) for choice in group.choices)
        for group in call.groups
    )
