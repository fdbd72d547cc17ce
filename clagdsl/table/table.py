"""A game at one table: players and parameters are chosen, and the schedule is computed.

`open_table` turns a checked game into a `Table`. `Table.rules_of` returns the `DealRules` of one
deal of the schedule after its calls. Clauses may choose by `cards` and `deal`. Equal rules are one
object, because the object holds caches. So the keys of `Table.chosen` contain only the values that
decide between clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import chain
from operator import is_
from typing import Any, Final, TypeAlias, TypeVar, cast

from clagdsl import problems
from clagdsl.lang.cards import ORDINARY, Deck, Suit
from clagdsl.lang.expr.evaluate import EvaluationError, Names, evaluate, holds, number
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.pack import NoPackError, deck_of
from clagdsl.lang.policies.bid import has_last_bid
from clagdsl.lang.rules import (
    ROW_DEALS,
    AspectName,
    Aspects,
    BidInTurn,
    BidRule,
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
    TrumpRule,
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
from clagdsl.table.history import history_read, remembered, rows_read
from clagdsl.table.schedule import NoStepError, ScheduledDeal, TooManyDealsError, scheduled_deals

V = TypeVar("V")


class FixedValues(Mapping[str, Value]):
    """An immutable mapping of values by name, shared by all matches at a table."""

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
"""Calls in groups of equivalent ones; each group and each call in the order of the calls."""

NOTHING_CALLED: Final[CallGroups] = (((),),)

PHASE_ASPECTS: Final[frozenset[AspectName]] = frozenset(
    ("trump", "shown", "sight", "bid", "auction", "play")
)
"""The aspects that decide the phases of a deal and their actors, if a call replaces them."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The choices of a call and the dependencies of their clauses; shared by all deals with the
    call.
    """

    names: Mapping[str, str]
    """The full name of every choice, by its full and by its short name."""
    dependencies: frozenset[str]
    """The names among `cards` and `deal` that decide the clauses of its choices."""
    changes_trump: bool
    """True if one of its choices replaces the trump."""
    bids: tuple[Clause[BidRule], ...]
    """The bids of the choices that replace them."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game with the choices made that hold for the whole match."""

    game: Game
    players: int
    parameters: Mapping[str, Value] = field(hash=False)
    names: Names = field(hash=False)
    deck: Deck
    schedule: tuple[ScheduledDeal, ...]
    draws_dealer: bool
    """True if the first dealer is drawn."""
    remembered: tuple[HistoryFigure, ...] = field(compare=False, repr=False)
    """All figures remembered from each player's earlier deals."""
    counts_rows: bool = field(compare=False, repr=False)
    """True if scores read the number of deals in a row of the schedule."""
    chosen: dict[tuple[object, ...], DealRules] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Cached rules, by deal, calls, the values that decide their clauses, and the trump in turn."""
    dependency_cache: dict[str, frozenset[str]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    offer_cache: dict[Call, Offered] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Cached offers of calls."""

    call_group_cache: dict[Call, CallGroups] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Cached groups of calls that change the phases of a deal in the same way."""

    numbers: dict[tuple[int, int, int], int] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Cached indices of alternatives, by the id of a clause of the game, deal and cards."""

    drawn_trump_cache: dict[tuple[str, int, int, int], bool] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Cached results of `draws_trump`, by deal."""

    alone_cache: dict[ScheduledDeal, Table] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Cached results of `alone`."""

    turns: Mapping[int, int] | None = field(default=None, init=False, compare=False, repr=False)
    """Cached turns of the deals with `rotates throughout`, by the number of the deal."""

    figures_read: tuple[HistoryFigure, ...] | None = field(
        default=None, init=False, compare=False, repr=False
    )
    """Cached result of `history_read`."""

    by_name: Mapping[str, tuple[ScheduledDeal, ...]] = field(init=False, compare=False, repr=False)
    """The deals of the schedule by name; the names in the order in which they first occur."""

    def __post_init__(self) -> None:
        by_name: dict[str, list[ScheduledDeal]] = {}
        for scheduled in self.schedule:
            by_name.setdefault(scheduled.name, []).append(scheduled)
        named = {name: tuple(deals) for name, deals in by_name.items()}
        object.__setattr__(self, "by_name", named)

    def deals_of(self, name: str) -> tuple[ScheduledDeal, ...]:
        """Returns the deals of the schedule with this name, in order."""
        return self.by_name.get(name, ())

    @property
    def changed_parameters(self) -> tuple[tuple[str, Value], ...]:
        """The parameters that differ from their defaults, by name."""
        return tuple(
            (parameter.name, self.parameters[parameter.name])
            for parameter in self.game.parameters
            if self.parameters[parameter.name] != parameter.default
        )

    def guard_dependencies(self, deal_name: str) -> frozenset[str]:
        """Returns which of `cards` and `deal` decide a deal's rules, before or after a call."""
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
        """Returns the rules of a deal, by name or short name, after these calls by full name.

        If they differ between deals of that name, the rules of the first one are returned.
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
        """Returns the rules with the number of deals in the row, if scores read it."""
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
        """Returns the number and the fewest cards of the first deal with that name."""
        deal = self.game.deal(deal_name)
        rows = self.deals_of(deal.name) if deal is not None else ()
        return (rows[0].number, rows[0].low) if rows else (1, 1)

    def rules_with(
        self, deal_name: str, calls: tuple[str, ...], number: int, cards: int
    ) -> DealRules:
        """Returns the rules of a deal at its place in the schedule, after these calls.

        Equal rules are the same object.
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
        """Returns the index of the alternative of a clause that applies in a deal."""
        key = (id(clause), deal, cards)
        cached = self.numbers.get(key)
        if cached is None:
            names = {**self.names, "deal": deal, "cards": cards}
            cached = self.numbers[key] = chosen_alternative(clause, lambda e: holds(e, names))
        return cached

    def offer(self, call: Call) -> Offered:
        """Returns the choices of a call, computed once for all deals that have it."""
        cached = self.offer_cache.get(call)
        if cached is None:
            cached = self.offer_cache[call] = _offer(self.game, call)
        return cached

    def equivalent_calls(self, deal_name: str) -> CallGroups:
        """Returns the legal calls of a deal in groups that change its phases in the same way.

        In a deal without a call, the only group holds the empty call.
        """
        plain = self.rules(deal_name)
        if not isinstance(plain.call, Call):
            return NOTHING_CALLED
        cached = self.call_group_cache.get(plain.call)
        if cached is None:
            cached = self.call_group_cache[plain.call] = _equivalent_calls(self.game, plain.call)
        return cached

    def draws_trump(self, scheduled: ScheduledDeal) -> bool:
        """Returns whether trump can be drawn in a deal of the schedule, before or after a call."""
        key = (scheduled.name, scheduled.number, scheduled.low, scheduled.high)
        cached = self.drawn_trump_cache.get(key)
        if cached is None:
            cached = self.drawn_trump_cache[key] = self._can_draw_trump() and any(
                isinstance(rules.trump, DrawnTrump)
                for _, rules in self.rules_after_calls(scheduled, scheduled.sizes, plain=True)
            )
        return cached

    def _can_draw_trump(self) -> bool:
        """Returns whether any deal or twist of the game has an alternative with drawn trump."""
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

        `cards` is the number that the dealer has picked, in deals that leave it to the dealer.
        Before that, the fewest are assumed; nothing is done with them yet.
        """
        size = scheduled.low if cards is None else cards
        rules = self.rules_with(scheduled.name, calls, scheduled.number, size)
        if not isinstance(rules.trump, RotatingTrump):
            return rules
        trump = trump_in_turn(rules.trump, self.turn(scheduled))
        key = ("in turn", id(rules), trump)
        cached = self.chosen.get(key)
        if cached is None:
            cached = self.chosen[key] = replace(rules, trump=trump)
        return cached

    def history_read(self) -> tuple[HistoryFigure, ...]:
        """Returns the remembered figures that scores, contracts or limits on bids read."""
        if self.figures_read is None:
            object.__setattr__(self, "figures_read", history_read(self.game, self.names))
        assert self.figures_read is not None
        return self.figures_read

    def turn(self, scheduled: ScheduledDeal) -> int:
        """Returns the number of earlier deals that count for the rotation of trumps of a deal."""
        if self.turns is None:
            turns = dict(turns_throughout(self.game, self.schedule, self._scheduled_trump))
            object.__setattr__(self, "turns", turns)
        assert self.turns is not None
        return self.turns.get(scheduled.number, scheduled.turn)

    def _scheduled_trump(self, scheduled: ScheduledDeal) -> TrumpRule:
        return self.rules_with(scheduled.name, (), scheduled.number, scheduled.low).trump

    def rules_after_calls(
        self, scheduled: ScheduledDeal, sizes: Iterable[int], *, plain: bool = False
    ) -> Iterator[tuple[int, DealRules]]:
        """Yields the rules of a deal with each of `sizes`, after each group of equivalent calls.

        If `plain` is true, the rules before a call come first.
        """
        calls = [alike[0] for alike in self.equivalent_calls(scheduled.name)]
        for call in ((), *calls) if plain else calls:
            for cards in sizes:
                yield cards, self.rules_with(scheduled.name, call, scheduled.number, cards)

    def plain_rules(self) -> Iterator[DealRules]:
        """Yields the rules of every deal and size of the schedule before any call."""
        for row in self.schedule:
            for cards in row.sizes:
                yield self.rules_with(row.name, (), row.number, cards)

    def distinct_sizes(self, scheduled: ScheduledDeal) -> range:
        """Returns the sizes of a deal at which its rules may differ, else only the largest."""
        low = (
            scheduled.low if "cards" in self.guard_dependencies(scheduled.name) else scheduled.high
        )
        return range(low, scheduled.high + 1)

    def alone(self, scheduled: ScheduledDeal) -> Table:
        """Returns the table of a match that begins with a deal of the schedule, whose rules,
        trumps in turn and place in its row stay the same.
        """
        cached = self.alone_cache.get(scheduled)
        if cached is None:
            # the copy after its own place is never dealt, and keeps the match from ending
            cached = replace(self, schedule=(scheduled,) * (scheduled.number + 1))
            object.__setattr__(cached, "turns", {scheduled.number: self.turn(scheduled)})
            self.alone_cache[scheduled] = cached
        return cached

    def scheduled(self, number: int) -> ScheduledDeal | None:
        """Returns the deal of that number in the schedule, or None."""
        return self.schedule[number - 1] if 1 <= number <= len(self.schedule) else None


def make_table(
    game: Game, players: int | None = None, parameters: Mapping[str, Value] | None = None
) -> Table:
    """Returns the table of a game for `players` players (default: the fewest) and these parameters.

    Raises ArgumentError for a number of players or a parameter that the game does not allow. Raises
    EvaluationError if a `let` or the schedule has no value, or the schedule has more than 500
    deals.
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
        _first(game.first_dealer, names) == "drawn",
        remembered(game),
        ROW_DEALS in rows_read(game),
    )


def open_tables(
    game: Game, counts: Iterable[int | None], parameters: Mapping[str, Value]
) -> Iterator[Table]:
    """Yields an open table for each number of players; the tables share cached values."""
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
    """Returns the table for a match; raises ArgumentError also if the schedule cannot be dealt."""
    return _opened(game, players, parameters, {})


def _opened(
    game: Game,
    players: int | None,
    parameters: Mapping[str, Value] | None,
    numbers: Mapping[tuple[int, int, int], int],
) -> Table:
    """Returns an open table; `numbers` are indices of alternatives known from another table."""
    try:
        table = make_table(game, players, parameters)
        table.numbers.update(numbers)
    except EvaluationError as error:
        raise problems.arguments.NoSchedule(str(error)).error() from error
    if not table.schedule:
        raise problems.arguments.NoSchedule(
            "with these parameters the schedule has no deals"
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
    # the same rules apply: no clause depends on the trumps in the schedule
    opened.chosen.update(table.chosen)
    opened.dependency_cache.update(table.dependency_cache)
    opened.numbers.update(table.numbers)
    return opened


def turns_throughout(
    game: Game,
    schedule: Iterable[ScheduledDeal],
    trump_of: Callable[[ScheduledDeal], TrumpRule],
) -> Iterator[tuple[int, int]]:
    """Yields the number of each deal whose trump `rotates throughout`, and its turn.

    Deals count together if they take the same list from the same clause. `trump_of` returns the
    trump that a deal has before any call.
    """
    turns: Counter[tuple[str, RotatingTrump]] = Counter()
    for scheduled in schedule:
        trump = trump_of(scheduled)
        if isinstance(trump, RotatingTrump) and trump.throughout:
            rotation = (game.owner_of(scheduled.name, "trump"), trump)
            yield scheduled.number, turns[rotation]
            turns[rotation] += 1


def _rules_key(table: Table, scheduled: ScheduledDeal) -> tuple[object, ...]:
    """Returns a key that scheduled deals with equal rules share, ignoring rotating trumps."""
    number = scheduled.number if "deal" in table.guard_dependencies(scheduled.name) else 0
    return (scheduled.name, scheduled.low, scheduled.high, number)


def _with_fixed_trumps(table: Table) -> Iterator[ScheduledDeal]:
    """Yields the deals of the schedule, each with its trump if that is known before the deal."""
    rotates = any(
        isinstance(each.value, RotatingTrump)
        for deal in table.game.deals
        for each in deal.aspects.trump.alternatives
    )
    trump_by_rules: dict[tuple[object, ...], tuple[Suit, ...] | None] = {}
    for scheduled in table.schedule:
        alike = (*_rules_key(table, scheduled), table.turn(scheduled) if rotates else 0)
        if alike not in trump_by_rules:
            trump_by_rules[alike] = _trump_before_deal(table, scheduled)
        trump = trump_by_rules[alike]
        yield scheduled if trump == scheduled.trump else replace(scheduled, trump=trump)


def _trump_before_deal(table: Table, scheduled: ScheduledDeal) -> tuple[Suit, ...] | None:
    """Returns the trump of a deal if it is known before the deal, else None."""
    rules = table.rules_of(scheduled)
    if isinstance(rules.call, Call) and table.offer(rules.call).changes_trump:
        return None
    possible = {
        fixed_trumps(table.rules_of(scheduled, cards=cards).trump)
        for cards in table.distinct_sizes(scheduled)
    }
    return possible.pop() if len(possible) == 1 else None


def cards_needed(table: Table, scheduled: ScheduledDeal) -> int:
    """Returns the most cards a deal uses: the hands, and a turned card if it has one."""
    return max(
        table.players * cards
        + (isinstance(rules.trump, TurnedTrump) and rules.trump.nothing_left is None)
        for cards, rules in table.rules_after_calls(scheduled, table.distinct_sizes(scheduled))
    )


def scheduled_deal(table: Table, deal: int | str) -> ScheduledDeal:
    """Returns the deal with that number in the schedule, or the first with that name.

    A name in another case is enough if only one deal has it: rule sheets print `Normal` for
    `normal`. Raises ArgumentError for an unknown deal.
    """
    if isinstance(deal, int) and not isinstance(deal, bool):
        match_deal = table.scheduled(deal)
    else:
        named = table.game.deal_in_any_case(deal) if isinstance(deal, str) else None
        match_deal = next(iter(table.deals_of(named.name)), None) if named else None
    if match_deal is None:
        names, (low, high) = [declared.name for declared in table.game.deals], table.game.players
        players = 0 if low == high else table.players
        raise problems.arguments.NoSuchDeal(deal, names, len(table.schedule), players).error()
    return match_deal


# --- parameters ---------------------------------------------------------------------------


def read_parameter(parameter: Parameter, text: str) -> Value:
    """Parses a parameter's value from a command line; raises ArgumentError if it is invalid."""
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
    """Returns the deck of a game at a table; raises EvaluationError if its pack is impossible."""
    if game.pack is None:
        return ORDINARY
    pack = _first(game.pack, names)
    # If one deal distinguishes copies of a card, all deals do.
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
        lot = _draws_bidder(deal, table, table.names)
        return _chosen(deal, calls, aspects, table, table.names, lot)
    names = {**table.names, "deal": number, "cards": cards}
    alternatives = tuple(
        table.chosen_alternative(clause, number, cards)
        for clause in aspects.clauses()
        if len(clause.alternatives) > 1
    )
    lot = _draws_bidder(deal, table, names)
    key = (deal.name, calls, "chosen", alternatives, lot)
    cached = table.chosen.get(key)
    if cached is None:
        cached = table.chosen[key] = _chosen(deal, calls, aspects, table, names, lot)
    return cached


def _draws_bidder(deal: Deal, table: Table, names: Names) -> bool:
    """Returns whether a deal, or a choice that may be called in it, draws the first bidder.

    The draw comes before the cards are dealt, and so before the call.
    """
    call = deal.aspects.call.alternatives[0].value
    called = table.offer(call).bids if isinstance(call, Call) else ()
    return any(_first(bid, names) == BidInTurn("drawn") for bid in (deal.aspects.bid, *called))


def aspects_after(game: Game, deal_name: str, calls: tuple[str, ...]) -> Aspects:
    """Returns the clauses of a deal, by name or short name, after these calls."""
    deal = game.deal(deal_name)
    assert deal is not None
    aspects = deal.aspects
    for call in calls:
        aspects = replace(aspects, **cast(dict[str, Any], _replacement(game, call)))
    return aspects


def _replacement(game: Game, choice: str) -> dict[AspectName, Clause[Any]]:
    """Returns the clauses that a choice replaces in the called deal; a choice is always a twist."""
    twist = game.twist(choice)
    if twist is None:
        raise problems.arguments.NoSuchDeal(choice, [twist.name for twist in game.twists]).error()
    return twist.clauses_by_aspect()


def _chosen(
    deal: Deal,
    calls: tuple[str, ...],
    aspects: Aspects,
    table: Table,
    names: Names,
    draws_bidder: bool,
) -> DealRules:
    clauses = aspects.clauses_by_aspect()
    values: dict[str, Any] = {aspect: _first(clause, names) for aspect, clause in clauses.items()}
    if not has_last_bid(values["bid"]):
        values["last_bid"] = Free()  # no bid is the last
    call = values["call"]
    offered = table.offer(call) if isinstance(call, Call) else None
    return DealRules(
        name=deal.name,
        calls=calls,
        names=dict(table.names),  # its own dict: it is copied for every evaluation, fast for a dict
        deck=table.deck,
        specials={special.name: special for special in table.game.specials},
        **values,
        origins={aspect: clause.origin for aspect, clause in clauses.items()},
        choice_names={} if offered is None else offered.names,
        calls_trump=offered is not None and offered.changes_trump,
        calls_bid=offered is not None and bool(offered.bids),
        draws_bidder=draws_bidder,
    )


def _first(clause: Clause[V], names: Names) -> V:
    return clause.alternatives[chosen_alternative(clause, lambda e: holds(e, names))].value


def _equivalent_calls(game: Game, call: Call) -> CallGroups:
    """Returns the calls in groups that replace the same clauses among `PHASE_ASPECTS`."""
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
        tuple(twist.bid for twist in twists if twist.bid is not None),
    )
