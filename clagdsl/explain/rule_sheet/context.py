"""The rules as they are played at one table: what may still vary is only the number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from clagdsl.explain.rule_sheet.formulas import DealWording
from clagdsl.explain.rule_sheet.occasions import usual_rules
from clagdsl.lang.expr.simplify import Known, known_names, simplify
from clagdsl.lang.expr.walk import everything_in
from clagdsl.lang.rules import (
    AspectName,
    Call,
    Choice,
    Comparison,
    Deal,
    Expression,
    Game,
    Inverse,
    Logic,
    Value,
)
from clagdsl.lang.used_names import deals_asking
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.schedule import deals_played
from clagdsl.table.table import Table, open_tables


@dataclass(frozen=True, slots=True)
class Folded:
    """An expression with everything put in that is the same for all tables of a sheet.

    `unconditional` is as simple as it gets; None where anything hangs on a condition.
    """

    written: Expression
    whole: Expression
    unconditional: Expression | None


@dataclass(slots=True)
class SheetPatience:
    """How many more conditions of scores are tried for one sheet, so that it tells no dead ones."""

    left: int = 150_000


@dataclass(frozen=True, slots=True)
class DealtSizes:
    """Deals of one name as far as their rules can tell them apart: players, cards and number."""

    players: int
    low: int
    high: int
    number: int
    """0 where nothing asks for it."""


@dataclass(slots=True)
class SheetMemory:
    """What was worked out before of the deals of one sheet, by the players of the tables asked."""

    names: dict[tuple[int, ...], tuple[str, ...]] = field(default_factory=dict)
    """The deals that are played."""
    told_by: dict[tuple[int, ...], Mapping[str, str]] = field(default_factory=dict)
    """The deals that are told by what is different in them, each with the deal it is told by."""
    sizes: dict[tuple[tuple[int, ...], str], tuple[int, ...]] = field(default_factory=dict)
    dealt: dict[tuple[tuple[int, ...], str], tuple[DealtSizes, ...]] = field(default_factory=dict)
    scenes: dict[tuple[tuple[int, ...], str, bool], int] = field(default_factory=dict)
    numbers: dict[tuple[DealtSizes, ...], int] = field(default_factory=dict)
    """A number for each scene."""
    scored: dict[tuple[tuple[int, ...], str, tuple[str, ...]], Expression | None] = field(
        default_factory=dict
    )
    """The score of a deal after some calls where it is the same at all tables, else None."""
    contracts: dict[int, tuple[Expression, Choice]] = field(default_factory=dict)
    """What a contract comes to, by the identity of its condition, which is kept with it."""


@dataclass(frozen=True, slots=True)
class SheetContext:
    """A game with its parameters set.

    `tables` holds a table for each number of players that the sheet is for.  Expressions keep
    `players` as a name where that is more than one number.
    """

    game: Game
    tables: tuple[Table, ...]
    ordinary: str
    known: Known = field(repr=False)
    asking_points: Callable[[], frozenset[str]] = field(repr=False, compare=False)
    """The names of the deals in which it counts what tricks are worth, worked out once."""
    folded: dict[int, Folded] = field(default_factory=dict, repr=False, compare=False)
    """What was folded before, by the identity of the expression, which is kept with it."""
    told: dict[tuple[object, ...], DealRules] = field(
        default_factory=dict, repr=False, compare=False
    )
    """The rules told before, by players, deal and calls."""
    reached: dict[tuple[object, ...], Expression] = field(
        default_factory=dict, repr=False, compare=False
    )
    """What can be reached of the scores met before."""
    asked: dict[tuple[object, ...], Expression] = field(
        default_factory=dict, repr=False, compare=False
    )
    """The same by the identity of what was asked for, and in which deals."""
    words: dict[tuple[tuple[int, ...], str, AspectName], str] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Whose words tell a clause of a deal, by numbers of players, deal and aspect."""
    patience: SheetPatience = field(default_factory=SheetPatience, repr=False, compare=False)
    memory: SheetMemory = field(default_factory=SheetMemory, repr=False, compare=False)
    wider: SheetContext | None = field(default=None, repr=False, compare=False)
    """The same for all tables of the sheet, where this is for one of them."""
    counts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The numbers of players that it is for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", tuple(table.players for table in self.tables))

    @property
    def table(self) -> Table:
        """The table with the most players."""
        return self.tables[-1]

    @property
    def rules(self) -> DealRules:
        """The rules of the ordinary deal with the most players."""
        return self.rules_of(self.ordinary)

    def rules_of(
        self, deal: str, calls: tuple[str, ...] = (), table: Table | None = None
    ) -> DealRules:
        """The rules of a deal as the sheet tells them, at this table or that with most players.

        Where its clauses read the cards or the deal they are those of most deals of the name.
        """
        at = table or self.table
        key = (at.players, deal, calls)
        rules = self.told.get(key)
        if rules is None:
            rules = self.told[key] = usual_rules(at, deal, calls)
        return rules

    def fold(self, e: Expression) -> Expression:
        """An expression with everything put in that is the same for all these tables."""
        return self._fold(e).whole

    def wording(self, rules: DealRules) -> DealWording:
        """What the conditions of a deal are worded by."""
        past = (replace(each, expression=self.fold(each.expression)) for each in self.game.past)
        return DealWording(rules.bid, tuple(past))

    def ranks(self, order: Sequence[str]) -> tuple[str, ...]:
        """The ranks of an order that are in the pack of any of these tables."""
        packs = frozenset[str]().union(*(table.deck.ranks for table in self.tables))
        return tuple(rank for rank in order if rank in packs)

    def unconditional(self, e: Expression) -> Expression | None:
        """The same, as simple as it gets, of an expression in which nothing hangs on a condition.

        It is None of all others.
        """
        return self._fold(e).unconditional

    def _fold(self, e: Expression) -> Folded:
        found = self.folded.get(id(e))
        if found is None:
            whole = simplify(e, self.known, tidy=True)
            hangs = any(
                isinstance(part, Choice | Comparison | Logic | Inverse)
                for part in everything_in(whole)
            )
            plain = None if hangs else simplify(whole, {}, tidy=True)
            found = self.folded[id(e)] = Folded(e, whole, plain)
        return found

    def at(self, table: Table) -> SheetContext:
        """The same for one number of players; it stays a name in expressions if it was one."""
        return replace(self, tables=(table,), wider=self.wider or self)

    def sizes(self, deal: str) -> tuple[int, ...]:
        """The numbers of cards with which a deal is dealt, from the smallest to the largest."""
        key = (self.counts, deal)
        known = self.memory.sizes.get(key)
        if known is None:
            found = {
                size
                for table in self.tables
                for row in table.deals_of(deal)
                for size in range(row.low, row.high + 1)
            }
            known = self.memory.sizes[key] = tuple(sorted(found)) or self._all_sizes()
        return known

    def _all_sizes(self) -> tuple[int, ...]:
        rows = [row for table in self.tables for row in table.schedule]
        return tuple(sorted({size for row in rows for size in range(row.low, row.high + 1)}))

    def scheduled(self) -> tuple[str, ...]:
        """The names of the deals that are played, in the order in which they first come."""
        found = self.memory.names.get(self.counts)
        if found is None:
            every = (name for table in self.tables for name in table.by_name)
            found = self.memory.names[self.counts] = tuple(dict.fromkeys(every))
        return found

    def dealt(self, deal: str) -> tuple[DealtSizes, ...]:
        """The deals of the schedule in which the rules of one hold; all where it may be called."""
        key = (self.counts, deal)
        known = self.memory.dealt.get(key)
        if known is None:
            own = [(table.players, row) for table in self.tables for row in table.deals_of(deal)]
            rows = own or [(table.players, row) for table in self.tables for row in table.schedule]
            known = self.memory.dealt[key] = tuple(
                DealtSizes(players, row.low, row.high, row.number) for players, row in rows
            )
        return known

    def scene(self, deal: str, *, numbered: bool) -> int:
        """The same number for deals that are dealt in the same way; `numbered`, in the same places.

        What is told of one of them is told of all of them.
        """
        key = (self.counts, deal, numbered)
        found = self.memory.scenes.get(key)
        if found is None:
            dealt = self.dealt(deal)
            if not numbered:
                dealt = tuple(dict.fromkeys(replace(one, number=0) for one in dealt))
            number = len(self.memory.numbers)
            found = self.memory.scenes[key] = self.memory.numbers.setdefault(dealt, number)
        return found


def read_game(game: Game, players: int | None, settings: Mapping[str, Value]) -> SheetContext:
    """The game as it is played with these parameters, by so many players or any number of them.

    Raises ArgumentError where that cannot be played.
    """
    low, high = game.players
    counts = range(low, high + 1) if players is None else (players,)
    tables = tuple(map(_played, open_tables(game, counts, settings)))
    values = dict(tables[-1].parameters)
    if len(tables) == 1:
        values["players"] = tables[0].players
    known = known_names(values, game.lets, tidy=True)
    asking = cache(partial(deals_asking, game.deals, game.twists, game.past))
    return SheetContext(game, tables, ordinary_deal(game, tables[-1]), known, asking)


def _played(table: Table) -> Table:
    """The table without the deals behind one after which every match is over."""
    ends = table.game.ends
    if ends is None:
        return table
    last = deals_played(ends.condition, table.names, len(table.schedule))
    return replace(table, schedule=table.schedule[:last])


def ordinary_deal(game: Game, table: Table) -> str:
    """The deal that the others are told by: one made from no other, played most often."""
    names = [row.name for row in table.schedule]
    deals = {deal.name: deal for deal in game.deals}

    def root(name: str) -> str:
        deal: Deal = deals[name]
        return root(deal.base) if deal.base else name

    roots = [root(name) for name in names]
    return max(dict.fromkeys(roots), key=lambda name: (name in names, roots.count(name)))


def call_of(reading: SheetContext) -> Call | None:
    """The call of the ordinary deal, if there is one."""
    call = reading.rules.call
    return call if isinstance(call, Call) else None


def replaced_by(game: Game, called: str, choice: str) -> frozenset[AspectName]:
    """The aspects that a choice replaces: those of a twist, or those a deal has of its own."""
    twist = game.twist(choice)
    if twist is not None:
        return frozenset(twist.said())
    replaced: set[AspectName] = set()
    step: Deal | None = game.deal(choice)
    while step is not None and step.name != called:
        replaced.update(step.replaced)
        step = game.deal(step.base) if step.base else None
    return frozenset(replaced)


def is_called(game: Game, rules: DealRules, aspect: AspectName) -> bool:
    """Whether every call replaces an aspect: what the called deal says of it never holds."""
    call = rules.call
    if not isinstance(call, Call):
        return False
    return any(
        group.kind == "one of"
        and all(aspect in replaced_by(game, rules.name, choice) for choice in group.choices)
        for group in call.groups
    )
