"""A game at one table: players and parameters chosen, the schedule worked out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import chain
from operator import is_
from typing import Any, Final, TypeAlias, TypeVar, cast

from clagdsl import problems
from clagdsl.lang.cards import ORDINARY, Deck, Suit
from clagdsl.lang.expr.evaluate import EvaluationError, Names, evaluate, holds, number
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.pack import NoPackError, deck_of
from clagdsl.lang.rules import (
    ROW_DEALS,
    AspectName,
    Aspects,
    BidTogether,
    Call,
    Clause,
    Deal,
    DrawnTrump,
    Free,
    Game,
    HistoryFigure,
    IntegerRange,
    Parameter,
    RotatingTrump,
    TruthRange,
    TurnedTrump,
    Value,
    WordRange,
    fixed_trumps,
    trump_in_turn,
)
from clagdsl.table.choices import legal_calls
from clagdsl.table.deal_rules import (
    DealRules,
    chosen_alternative,
    depends_on_deal_only,
    guard_dependencies,
)
from clagdsl.table.history import remembered, rows_read
from clagdsl.table.schedule import NoStepError, ScheduledDeal, TooManyDealsError, scheduled_deals

V = TypeVar("V")


class FixedValues(Mapping[str, Value]):
    """Values by name that every match at a table shares, so nobody sets one."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Value]) -> None:
        if hasattr(self, "_values"):
            raise TypeError("the values of a table never change")
        self._values = dict(values)

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)


CallGroups: TypeAlias = tuple[tuple[tuple[str, ...], ...], ...]
"""Calls in groups, by the first of each: each call, and each group, in the order of the calls."""

NOTHING_CALLED: Final[CallGroups] = (((),),)

PHASE_ASPECTS: Final[frozenset[AspectName]] = frozenset(
    ("trump", "shown", "sight", "bid", "auction", "play")
)
"""The aspects that a call may replace on which it hangs what happens in a deal, and who does it."""


@dataclass(frozen=True, slots=True)
class Offered:
    """What a call offers: the same in every deal that has it, but for what deals replace."""

    names: Mapping[str, str]
    """The full name of every choice, by its full and by its short name."""
    dependencies: frozenset[str]
    """Which of `cards` and `deal` decide what its choices replace."""
    changes_trump: bool
    """Whether one of its choices says what is trump."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game with the choices made that hold for the whole match."""

    game: Game
    players: int
    parameters: Mapping[str, Value] = field(hash=False)
    names: Names = field(hash=False)
    deck: Deck
    schedule: tuple[ScheduledDeal, ...]
    remembered: tuple[HistoryFigure, ...] = field(compare=False, repr=False)
    """All that is remembered of every player's earlier deals."""
    counts_rows: bool = field(compare=False, repr=False)
    """Whether scores read how many deals a row of the schedule has."""
    chosen: dict[tuple[object, ...], DealRules] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """The rules worked out so far, by deal and calls, what else they hang on, and a trump."""
    dependency_cache: dict[str, frozenset[str]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    offer_cache: dict[Call, Offered] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """What calls offer."""

    call_group_cache: dict[Call, CallGroups] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """The calls that change the phases of a deal in the same way."""

    numbers: dict[tuple[int, int, int], int] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Which alternative is chosen, by the identity of a clause of the game, deal and cards."""

    drawn_trump_cache: dict[tuple[str, int, int, int], bool] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Whether trump is drawn, whatever is called, as far as that has been asked, by deal."""

    by_name: Mapping[str, tuple[ScheduledDeal, ...]] = field(init=False, compare=False, repr=False)
    """The deals of the schedule by their names, in the order in which these first come."""

    def __post_init__(self) -> None:
        by_name: dict[str, list[ScheduledDeal]] = {}
        for scheduled in self.schedule:
            by_name.setdefault(scheduled.name, []).append(scheduled)
        named = {name: tuple(deals) for name, deals in by_name.items()}
        object.__setattr__(self, "by_name", named)

    def deals_of(self, name: str) -> tuple[ScheduledDeal, ...]:
        """Returns the deals of the schedule that have this name, in their order."""
        return self.by_name.get(name, ())

    @property
    def changed_parameters(self) -> tuple[tuple[str, Value], ...]:
        """The parameters that have another value than the rules give them, by name."""
        return tuple(
            (parameter.name, self.parameters[parameter.name])
            for parameter in self.game.parameters
            if self.parameters[parameter.name] != parameter.default
        )

    def guard_dependencies(self, deal_name: str) -> frozenset[str]:
        """Which of `cards` and `deal` decide what the rules of a deal are, plain or called."""
        cached = self.dependency_cache.get(deal_name)
        if cached is None:
            cached = self.dependency_cache[deal_name] = self._find_guard_dependencies(deal_name)
        return cached

    def _find_guard_dependencies(self, deal_name: str) -> frozenset[str]:
        deal = self.game.deal(deal_name)
        if deal is None:
            return frozenset()
        clauses = deal.aspects.clauses()
        called = deal.aspects.call.alternatives[0].value
        offered = self.offer(called).dependencies if isinstance(called, Call) else frozenset[str]()
        return offered.union(*map(guard_dependencies, clauses))

    def rules(self, deal_name: str, calls: tuple[str, ...] = ()) -> DealRules:
        """Returns the rules of a deal, by name or short name, after these calls by their full
        names.

        Where they are not the same in all deals of the name: those of the first one.
        """
        key = (deal_name, calls)
        rules = self.chosen.get(key)
        if rules is None:
            number, cards = self._first(deal_name)
            if self.counts_rows:
                rules = self.rules_with(deal_name, calls, number, cards)
            else:
                rules = _choose_rules(self, deal_name, calls, number, cards)
            self.chosen[key] = rules
        return rules

    def _with_row_deals(self, rules: DealRules, number: int) -> DealRules:
        """Returns the same rules, of those kept, with the deals of the row, where scores read how
        many.
        """
        scheduled = self.scheduled(number) if self.counts_rows else None
        if scheduled is None:
            return rules
        key = ("in row", rules.name, rules.calls, id(rules), scheduled.row_deals)
        cached = self.chosen.get(key)
        if cached is None:
            names = {**rules.names, ROW_DEALS: scheduled.row_deals}
            cached = self.chosen[key] = replace(rules, names=names)
        return cached

    def _first(self, deal_name: str) -> tuple[int, int]:
        """Returns the number and the fewest cards of the first deal of a name."""
        deal = self.game.deal(deal_name)
        rows = self.deals_of(deal.name) if deal is not None else ()
        return (rows[0].number, rows[0].low) if rows else (1, 1)

    def rules_with(
        self, deal_name: str, calls: tuple[str, ...], number: int, cards: int
    ) -> DealRules:
        """Returns the rules of a deal in its place of the schedule, with so many cards, after these
        calls.

        They are one object wherever the same is chosen.
        """
        dependencies = self.guard_dependencies(deal_name)
        if not dependencies and not self.counts_rows:
            return self.rules(deal_name, calls)
        key = (
            deal_name,
            calls,
            number if "deal" in dependencies else 0,
            cards if "cards" in dependencies else 0,
        )
        rules = self.chosen.get(key)
        if rules is None:
            rules = self.chosen[key] = _choose_rules(self, deal_name, calls, number, cards)
        return self._with_row_deals(rules, number)

    def chosen_alternative(self, clause: Clause[Any], deal: int, cards: int) -> int:
        """Which alternative of a clause counts in a deal of that number with so many cards."""
        key = (id(clause), deal, cards)
        cached = self.numbers.get(key)
        if cached is None:
            names = {**self.names, "deal": deal, "cards": cards}
            cached = self.numbers[key] = chosen_alternative(clause, lambda e: holds(e, names))
        return cached

    def offer(self, call: Call) -> Offered:
        """What a call offers, worked out once for all deals that have it."""
        cached = self.offer_cache.get(call)
        if cached is None:
            cached = self.offer_cache[call] = _offer(self.game, call)
        return cached

    def equivalent_calls(self, deal_name: str) -> CallGroups:
        """What may be called in a deal: together what changes nothing about its phases.

        Where nothing may be called that is what is called then, nothing.
        """
        plain = self.rules(deal_name)
        if not isinstance(plain.call, Call):
            return NOTHING_CALLED
        cached = self.call_group_cache.get(plain.call)
        if cached is None:
            cached = self.call_group_cache[plain.call] = _equivalent_calls(self.game, plain.call)
        return cached

    def draws_trump(self, scheduled: ScheduledDeal) -> bool:
        """Returns whether trump is drawn in a deal of the schedule, whatever is called."""
        key = (scheduled.name, scheduled.number, scheduled.low, scheduled.high)
        cached = self.drawn_trump_cache.get(key)
        if cached is None:
            cached = self.drawn_trump_cache[key] = self._can_draw_trump() and any(
                isinstance(rules.trump, DrawnTrump)
                for _, rules in self.rules_after_calls(scheduled, scheduled.sizes, plain=True)
            )
        return cached

    def _can_draw_trump(self) -> bool:
        """Returns whether a deal or a twist of the game has trump drawn, in whatever case."""
        return any(
            isinstance(each.value, DrawnTrump)
            for trump in (
                *(deal.aspects.trump for deal in self.game.deals),
                *(twist.trump for twist in self.game.twists),
            )
            if trump is not None
            for each in trump.alternatives
        )

    def rules_of(
        self, scheduled: ScheduledDeal, calls: tuple[str, ...] = (), cards: int | None = None
    ) -> DealRules:
        """Returns the rules of a deal of the schedule after these calls, with the trump of its
        turn.

        `cards` are those that the dealer has picked, where that is left to the dealer: before it
        the fewest are taken, by which nothing is done yet.
        """
        size = scheduled.low if cards is None else cards
        rules = self.rules_with(scheduled.name, calls, scheduled.number, size)
        if not isinstance(rules.trump, RotatingTrump):
            return rules
        trump = trump_in_turn(rules.trump, scheduled.turn)
        key = ("in turn", id(rules), trump)
        cached = self.chosen.get(key)
        if cached is None:
            cached = self.chosen[key] = replace(rules, trump=trump)
        return cached

    def rules_after_calls(
        self, scheduled: ScheduledDeal, sizes: Iterable[int], *, plain: bool = False
    ) -> Iterator[tuple[int, DealRules]]:
        """Yields the rules of a deal after calls that differ, with each of these numbers of cards.

        As those before a call, too, if `plain` says so.
        """
        calls = [alike[0] for alike in self.equivalent_calls(scheduled.name)]
        for call in ((), *calls) if plain else calls:
            for cards in sizes:
                yield cards, self.rules_with(scheduled.name, call, scheduled.number, cards)

    def plain_rules(self) -> Iterator[DealRules]:
        """Yields the rules of every deal and size of the schedule before anything is called."""
        for row in self.schedule:
            for cards in row.sizes:
                yield self.rules_with(row.name, (), row.number, cards)

    def distinct_sizes(self, scheduled: ScheduledDeal) -> range:
        """Returns the sizes of a deal of the schedule at which its rules may differ; else the
        largest.
        """
        low = (
            scheduled.low if "cards" in self.guard_dependencies(scheduled.name) else scheduled.high
        )
        return range(low, scheduled.high + 1)

    def scheduled(self, number: int) -> ScheduledDeal | None:
        """Returns the deal of that number in the schedule, or None."""
        return self.schedule[number - 1] if 1 <= number <= len(self.schedule) else None


def make_table(
    game: Game, players: int | None = None, parameters: Mapping[str, Value] | None = None
) -> Table:
    """Returns the game for so many players, the fewest unless said, with these parameters set.

    Raises ArgumentError for a number of players or a parameter that the game does not allow, and
    EvaluationError where a `let` or the schedule has no value or holds more than 500 deals.
    """
    low, high = game.players
    if players is None:
        players = low
    if type(players) is not int or not low <= players <= high:
        raise problems.arguments.WrongPlayers(players, low, high).error()
    values = _parameter_values(game, {} if parameters is None else parameters)
    names: dict[str, Value] = {"players": players, **values}
    for let in game.lets:
        names[let.name] = evaluate(let.expression, names)
    deck = _deck(game, names)
    return Table(
        game,
        players,
        FixedValues(values),
        FixedValues(names),
        deck,
        _schedule(game, names),
        remembered(game),
        ROW_DEALS in rows_read(game),
    )


def open_tables(
    game: Game, counts: Iterable[int | None], parameters: Mapping[str, Value]
) -> Iterator[Table]:
    """Yields a table for each number of players, as `open_table` opens it; they share what they
    can.
    """
    clauses = chain(
        *(deal.aspects.clauses() for deal in game.deals),
        *(twist.clauses() for twist in game.twists),
    )
    alike = {id(clause) for clause in clauses if depends_on_deal_only(clause)}
    numbers: dict[tuple[int, int, int], int] = {}
    for players in counts:
        table = _opened(game, players, parameters, numbers)
        numbers.update((key, n) for key, n in table.numbers.items() if key[0] in alike)
        yield table


def open_table(
    game: Game, players: int | None = None, parameters: Mapping[str, Value] | None = None
) -> Table:
    """As `make_table`, for a match: ArgumentError also where the schedule cannot be dealt."""
    return _opened(game, players, parameters, {})


def _opened(
    game: Game,
    players: int | None,
    parameters: Mapping[str, Value] | None,
    numbers: Mapping[tuple[int, int, int], int],
) -> Table:
    """`numbers` is which alternatives count, so far as that is known of another table."""
    try:
        table = make_table(game, players, parameters)
        table.numbers.update(numbers)
    except EvaluationError as error:
        raise problems.arguments.NoSchedule(str(error)).error() from error
    if not table.schedule:
        raise problems.arguments.NoSchedule(
            "with these parameters the schedule holds no deal"
        ).error()
    needs: dict[tuple[object, ...], int] = {}
    for scheduled in table.schedule:
        alike = _rules_key(table, scheduled)
        needed = needs.get(alike)
        if needed is None:
            needed = needs[alike] = cards_needed(table, scheduled)
        if scheduled.low < 1 or scheduled.low > scheduled.high or needed > table.deck.size:
            raise problems.arguments.PackTooSmall(
                scheduled.number, scheduled.name, table.players, needed, table.deck.size
            ).error()
    schedule = tuple(_with_fixed_trumps(table))
    if all(map(is_, schedule, table.schedule)):
        return table
    opened = replace(table, schedule=schedule)
    # the same rules hold: nothing that decides between clauses is about the trumps of the schedule
    opened.chosen.update(table.chosen)
    opened.dependency_cache.update(table.dependency_cache)
    opened.numbers.update(table.numbers)
    return opened


def _rules_key(table: Table, scheduled: ScheduledDeal) -> tuple[object, ...]:
    """What deals of the schedule share that have the same rules, but for a trump that rotates."""
    number = scheduled.number if "deal" in table.guard_dependencies(scheduled.name) else 0
    return (scheduled.name, scheduled.low, scheduled.high, number)


def _with_fixed_trumps(table: Table) -> Iterator[ScheduledDeal]:
    """Yields the deals of the schedule, each with its trump where that is known before it is dealt."""
    rotates = any(
        isinstance(each.value, RotatingTrump)
        for deal in table.game.deals
        for each in deal.aspects.trump.alternatives
    )
    trump_by_rules: dict[tuple[object, ...], tuple[Suit, ...] | None] = {}
    for scheduled in table.schedule:
        alike = (*_rules_key(table, scheduled), scheduled.turn if rotates else 0)
        if alike not in trump_by_rules:
            trump_by_rules[alike] = _trump_before_deal(table, scheduled)
        trump = trump_by_rules[alike]
        yield scheduled if trump == scheduled.trump else replace(scheduled, trump=trump)


def _trump_before_deal(table: Table, scheduled: ScheduledDeal) -> tuple[Suit, ...] | None:
    """What is trump in a deal, if that is known before it is dealt."""
    rules = table.rules_of(scheduled)
    if isinstance(rules.call, Call) and table.offer(rules.call).changes_trump:
        return None
    possible = {
        fixed_trumps(table.rules_of(scheduled, cards=cards).trump)
        for cards in table.distinct_sizes(scheduled)
    }
    return possible.pop() if len(possible) == 1 else None


def cards_needed(table: Table, scheduled: ScheduledDeal) -> int:
    """How many cards of the pack a deal uses at most: the hands, and one to turn where one is."""
    return max(
        table.players * cards
        + (isinstance(rules.trump, TurnedTrump) and rules.trump.nothing_left is None)
        for cards, rules in table.rules_after_calls(scheduled, table.distinct_sizes(scheduled))
    )


def scheduled_deal(table: Table, deal: int | str) -> ScheduledDeal:
    """Returns the deal of that number in the schedule, or the first of that name; else
    ArgumentError.
    """
    if isinstance(deal, int) and not isinstance(deal, bool):
        match_deal = table.scheduled(deal)
    else:
        named = table.game.deal(deal) if isinstance(deal, str) else None
        match_deal = next(iter(table.deals_of(named.name)), None) if named else None
    if match_deal is None:
        names = [declared.name for declared in table.game.deals]
        raise problems.arguments.NoSuchDeal(deal, names, len(table.schedule)).error()
    return match_deal


# --- parameters ---------------------------------------------------------------------------


def read_parameter(parameter: Parameter, text: str) -> Value:
    """Returns the value that a text gives to a parameter, as on a command line; else ArgumentError."""
    value: Value = text
    match parameter.range:
        case IntegerRange():
            digits = text.removeprefix("-")
            if digits.isascii() and digits.isdigit() and len(digits) <= 10:
                value = int(text)
        case TruthRange():
            value = {"true": True, "false": False}.get(text, text)
        case WordRange():
            pass
    if not _allows(parameter, value):
        raise problems.arguments.WrongValue(parameter, text).error()
    return value


def _parameter_values(game: Game, overrides: Mapping[str, Value]) -> dict[str, Value]:
    if not isinstance(overrides, Mapping):
        raise problems.arguments.NotParameters(overrides).error()
    by_name = {parameter.name: parameter for parameter in game.parameters}
    values = {name: parameter.default for name, parameter in by_name.items()}
    for name, value in overrides.items():
        if name not in by_name:
            raise problems.arguments.NoSuchParameter(name, list(by_name)).error()
        if not _allows(by_name[name], value):
            raise problems.arguments.WrongValue(by_name[name], value).error()
        values[name] = value
    return values


def _allows(parameter: Parameter, value: object) -> bool:
    match parameter.range:
        case IntegerRange(low=low, high=high):
            return type(value) is int and low <= value <= high
        case TruthRange():
            return isinstance(value, bool)
        case WordRange(words=words):
            return isinstance(value, str) and value in words


# --- the pack ---------------------------------------------------------------------------------


def _deck(game: Game, names: Names) -> Deck:
    """Returns the cards of a game at a table; EvaluationError where there is no such pack."""
    if game.pack is None:
        return ORDINARY
    pack = _first(game.pack, names)
    # All deals say the same, where one of them tells equal cards apart.
    equal = _first(game.deals[0].aspects.equal, names) if game.deals else "first wins"
    distinguishes_copies = equal == "better pack wins"
    try:
        return deck_of(
            pack,
            lambda number_of: number(number_of, names),
            distinguishes_copies=distinguishes_copies,
        )
    except NoPackError as error:
        raise EvaluationError("no such pack", game.pack.origin.place) from error


# --- the schedule -------------------------------------------------------------------------


def _schedule(game: Game, names: Names) -> tuple[ScheduledDeal, ...]:
    try:
        return tuple(
            scheduled_deals(
                game.schedule,
                game.repeated,
                lambda sized: number(sized, names),
                lambda condition: holds(condition, names),
            )
        )
    except TooManyDealsError as error:
        raise EvaluationError("too many deals", game.schedule[error.row].place) from error
    except NoStepError as error:
        place = game.schedule_origin.place
        raise EvaluationError("a ladder that stands still", place) from error


# --- the rules of one deal ----------------------------------------------------------------


def _choose_rules(
    table: Table, deal_name: str, calls: tuple[str, ...], number: int, cards: int
) -> DealRules:
    deal = table.game.deal(deal_name)
    if deal is None:
        raise problems.arguments.NoSuchDeal(
            deal_name, [declared.name for declared in table.game.deals]
        ).error()
    aspects = aspects_after(table.game, deal_name, calls)
    if not table.guard_dependencies(deal_name):
        return _chosen(deal, calls, aspects, table, table.names)
    names = {**table.names, "deal": number, "cards": cards}
    alternatives = tuple(
        table.chosen_alternative(clause, number, cards)
        for clause in aspects.clauses()
        if len(clause.alternatives) > 1
    )
    key = (deal.name, calls, "chosen", alternatives)
    cached = table.chosen.get(key)
    if cached is None:
        cached = table.chosen[key] = _chosen(deal, calls, aspects, table, names)
    return cached


def aspects_after(game: Game, deal_name: str, calls: tuple[str, ...]) -> Aspects:
    """Returns the clauses of a deal of the game, by name or short name, after these calls."""
    deal = game.deal(deal_name)
    assert deal is not None
    aspects = deal.aspects
    for call in calls:
        aspects = replace(aspects, **cast(dict[str, Any], _replacement(game, call)))
    return aspects


def _replacement(game: Game, choice: str) -> dict[AspectName, Clause[Any]]:
    """Returns the clauses that a choice puts in the place of those of the called deal.

    Whatever a call offers is a twist of the game, a deal made from the called one, too.
    """
    twist = game.twist(choice)
    if twist is None:
        raise problems.arguments.NoSuchDeal(choice, [twist.name for twist in game.twists]).error()
    return twist.clauses_by_aspect()


def _chosen(
    deal: Deal, calls: tuple[str, ...], aspects: Aspects, table: Table, names: Names
) -> DealRules:
    clauses = aspects.clauses_by_aspect()
    values: dict[str, Any] = {aspect: _first(clause, names) for aspect, clause in clauses.items()}
    if isinstance(values["bid"], BidTogether):
        values["last_bid"] = Free()  # nobody bids last
    call = values["call"]
    return DealRules(
        name=deal.name,
        calls=calls,
        names=dict(table.names),  # its own: it is copied for every figure, which a dict does fast
        deck=table.deck,
        specials={special.name: special for special in table.game.specials},
        **values,
        origins={aspect: clause.origin for aspect, clause in clauses.items()},
        choice_names=table.offer(call).names if isinstance(call, Call) else {},
    )


def _first(clause: Clause[V], names: Names) -> V:
    return clause.alternatives[chosen_alternative(clause, lambda e: holds(e, names))].value


def _equivalent_calls(game: Game, call: Call) -> CallGroups:
    """Returns the calls of twists in groups that replace the same of what steers a deal."""
    steered = {
        twist.name: {
            a: clause for a, clause in twist.clauses_by_aspect().items() if a in PHASE_ASPECTS
        }
        for twist in game.twists
    }
    groups: dict[frozenset[tuple[AspectName, int]], list[tuple[str, ...]]] = {}
    for called in legal_calls(call):
        replaced: dict[AspectName, int] = {}
        for choice in called:
            replaced |= {aspect: id(clause) for aspect, clause in steered[choice].items()}
        groups.setdefault(frozenset(replaced.items()), []).append(called)
    return tuple(map(tuple, groups.values()))


def _offer(game: Game, call: Call) -> Offered:
    choices = [choice for group in call.groups for choice in group.choices]
    twists = [twist for twist in map(game.twist, choices) if twist is not None]
    names = {twist.short: twist.name for twist in twists if twist.short is not None}
    return Offered(
        names | {choice: choice for choice in choices},
        frozenset[str]().union(
            *(guard_dependencies(each) for twist in twists for each in twist.clauses())
        ),
        any(twist.trump is not None for twist in twists),
    )
