"""Proves schedules and whole matches: their deals, their cards, and the number of decisions.

Input: the schedule and the clauses of a game, table by table. Output: the deals of every table, or
the error in the schedule there; then whether the pack suffices for them, and the most decisions in
a match.

The deals of a row are computed before the next row, so that the first mistake of a schedule is
reported and not a later one. A row is computed once for all tables with the same values of the
names that it uses. At a table with one changed parameter, only the rows that depend on it are
examined.

INVARIANT: tables with the same deals share one tuple, so that everything that follows from the
deals can be cached by its identity.

The rest of the module makes suggestions: rows with ends capped or raised, so that they can be
dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Final, Literal, TypeAlias, cast

from clagdsl import problems
from clagdsl.check.lints.dashed_size import fix_for_dashes, suggested_run
from clagdsl.check.prove.alternatives import Chooser
from clagdsl.check.prove.call_variants import CalledDeal
from clagdsl.check.prove.packs import Packs
from clagdsl.check.prove.parameter_space import Evaluator, Setting, Settings, provable_range
from clagdsl.check.prove.reporter import (
    Finding,
    KeyedFinding,
    ValueFault,
    count_text,
    describe_setting,
    figures_table,
    shown,
)
from clagdsl.lang.aspects import OF_A_DEAL
from clagdsl.lang.cards import Deck
from clagdsl.lang.expr.ast import Arithmetic, Function, Negative, Number, Variable
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.intervals import NO, Bounds, Range
from clagdsl.lang.expr.unparse import condition_text, expression_text
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import MOST_DEALS
from clagdsl.lang.policies.bid import most_bids
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    ONE,
    AspectName,
    AuctionBids,
    AuctionRule,
    Expression,
    Game,
    Ladder,
    NamedTrump,
    OneSize,
    RepeatedRows,
    ScheduleRow,
    Sizes,
    TurnedTrump,
    Value,
)
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Edit, Problem, replace_edit
from clagdsl.table.bids import max_auction_decisions
from clagdsl.table.deal_rules import guard_dependencies
from clagdsl.table.schedule import (
    NoStepError,
    ScheduledDeal,
    SizedRow,
    TooManyDealsError,
    deals_played,
    parts_in_order,
    row_deals,
    size_parts,
    sized_row,
)

# --- fixes for rows that cannot be dealt --------------------------------------------------


MOST_ROWS: Final = 4
"""The most rows whose fixes are written out in a message."""

EndChange: TypeAlias = Callable[[Expression], Expression | None]
"""Returns the new end of a row given its old one, or None to keep it."""


@dataclass(frozen=True, slots=True)
class RowFix:
    """A row as written and as fixed, with the edits that lead from one to the other."""

    written: str
    fixed: str
    edits: tuple[Edit, ...]


def row_fix(sizes: Sizes, changed: EndChange) -> RowFix | None:
    """Returns the fix of a row, or None if `changed` keeps both of its ends."""
    from clagdsl.syntax.printer import sizes_text

    edits: list[Edit] = []

    def end(written: Expression) -> Expression:
        instead = changed(written)
        if instead is None:
            return written
        if written.place is not None:
            edits.extend(replace_edit(written.place, expression_text(instead)))
        return instead

    ends = {name: end(each) for name, each in size_parts(sizes).items() if name != "by"}
    better = replace(sizes, **cast("Any", ends))
    if better == sizes:
        return None
    return RowFix(sizes_text(sizes), sizes_text(better), tuple(edits))


def at_most(written: Expression, cards: int) -> Expression:
    """Returns an end of a row, capped at each player's share of `cards` cards."""
    share = Arithmetic("//", Number(cards), Variable("players"))
    if _is_share_of_more(written, cards):
        return share
    if isinstance(written, Function) and written.name == "min":
        kept = tuple(each for each in written.arguments if not _is_share_of_more(each, cards))
        return replace(written, arguments=(*kept, share)) if kept else share
    return Function("min", (written, share))


def at_least_one(written: Expression) -> Expression:
    """Returns an end of a row, raised to at least one card."""
    return Number(1) if is_figure(written) else Function("max", (Number(1), written))


def is_figure(expression: Expression) -> bool:
    """Returns whether an expression is evidently the same number at every table."""
    match expression:
        case Number():
            return True
        case Negative(operand):
            return is_figure(operand)
        case Arithmetic(_, left, right):
            return is_figure(left) and is_figure(right)
        case _:
            return False


def _is_share_of_more(expression: Expression, cards: int) -> bool:
    match expression:
        case Arithmetic("//", Number(shared), Variable("players")):
            return shared > cards
        case _:
            return False


def rows_text(mends: Iterable[RowFix], otherwise: str = "") -> str:
    """Returns advice that lists the fixed rows, or `otherwise` if there are too many rows."""
    every = dict.fromkeys(f"`{each.written}` with `{each.fixed}`" for each in mends)
    texts = list(every)
    if len(texts) > MOST_ROWS:
        return otherwise
    return f"replace {', and '.join(texts)}"


def edits_of(mends: Sequence[RowFix]) -> tuple[Edit, ...]:
    """Returns the edits of all fixes."""
    return tuple(edit for each in mends for edit in each.edits)


# --- schedules ----------------------------------------------------------------------------


ScheduleTrouble: TypeAlias = Literal["empty", "too many", "below one", "wrong way round", "no step"]


class ScheduleError(Exception):
    """Raised for an invalid schedule at one table.

    `row` is the index of the row, or None if the schedule as a whole is invalid. `low` and `high`
    are sizes, and `number` is a number of deals or the number of one deal.
    """

    def __init__(
        self,
        trouble: ScheduleTrouble,
        row: int | None,
        low: int = 0,
        high: int = 0,
        number: int = 0,
    ) -> None:
        self.trouble: ScheduleTrouble = trouble
        self.row = row
        self.low = low
        self.high = high
        self.number = number


class Schedules:
    """The deals of a match at each table.

    A row's sizes are computed once for all tables with the same values of the names that it uses.
    Its numbered deals are made once for each number of earlier deals.
    """

    def __init__(
        self,
        rows: tuple[ScheduleRow, ...],
        repeated: tuple[RepeatedRows, ...],
        evaluator: Evaluator,
    ) -> None:
        self.rows = rows
        self.repeated = repeated
        self.evaluator = evaluator
        uses = [[evaluator.book.uses(e) for e in row_expressions(row)] for row in rows]
        self._written = [frozenset(n for use in each for n in use.written) for each in uses]
        self._parameters = [frozenset(n for use in each for n in use.parameters) for each in uses]
        self._sized: list[dict[tuple[Value, ...], SizedRow]] = [{} for _ in rows]
        self._alike: dict[SizedRow, SizedRow] = {}
        self._laid_out: dict[tuple[int, int, int], tuple[ScheduledDeal, ...]] = {}
        self._wholes: dict[tuple[int, ...], tuple[ScheduledDeal, ...]] = {}
        self._usual: dict[int, list[tuple[ScheduledDeal, ...]]] = {}

    def valid_deals(self, setting: Setting) -> tuple[ScheduledDeal, ...]:
        """Returns every deal of a match in order; raises ScheduleError or EvaluationError if it is
        invalid.

        The error is the first one in order, since each row is checked before the next one is
        computed. Tables with the same deals get the same tuple.
        """
        self.evaluator.budget.spend(2 * len(self.rows))
        if self.repeated:
            return self._join_parts(
                parts_in_order(
                    range(len(self.rows)),
                    self.repeated,
                    lambda one: self.evaluator.number(one.times, setting.names),
                    lambda row, before: self._deals_of_row(row, before, setting),
                )
            )
        # the parts at the default parameters: a row that does not read the changed one keeps its
        # part, as long as equally many deals come before it
        usual = self._usual.get(setting.players) if setting.changed else None
        dealt = dealt_usually = 0
        parts: list[tuple[ScheduledDeal, ...]] = []
        for number, parameters in enumerate(self._parameters):
            if (
                usual is None
                or setting.changed is None
                or setting.changed[0] in parameters
                or dealt != dealt_usually
            ):
                part = self._deals_of_row(number, dealt, setting)
            else:
                part = usual[number]
            dealt += len(part)
            dealt_usually += len(usual[number]) if usual is not None else 0
            parts.append(part)
        whole = self._join_parts(parts)
        if setting.changed is None:
            self._usual[setting.players] = parts
        return whole

    def _join_parts(
        self, row_parts: Iterable[tuple[ScheduledDeal, ...]]
    ) -> tuple[ScheduledDeal, ...]:
        """Returns the deals of all parts, always as the same tuple for the same parts."""
        parts = tuple(row_parts)
        if not any(parts):
            raise ScheduleError("empty", None)
        key = tuple(map(id, parts))  # the parts are kept, so their ids are stable
        whole = self._wholes.get(key)
        if whole is None:
            whole = self._wholes[key] = tuple(each for part in parts for each in part)
        return whole

    def _deals_of_row(
        self, number: int, before: int, setting: Setting
    ) -> tuple[ScheduledDeal, ...]:
        """Returns the deals of one row, given the number of deals before it."""
        self.evaluator.budget.spend(10)
        key = setting.choose(self._written[number])
        sized = self._sized[number].get(key)
        if sized is None:
            try:
                sized = sized_row(
                    self.rows[number],
                    lambda e: self.evaluator.number(e, setting.names),
                    lambda e: self.evaluator.value(e, setting.names) is True,
                )
            except NoStepError as error:
                raise ScheduleError("no step", number, error.by) from error
            sized = self._sized[number][key] = self._alike.setdefault(sized, sized)
        where = (number, before, id(sized))
        part = self._laid_out.get(where)
        if part is None:
            part = self._laid_out[where] = self._lay_out_row(number, before, sized)
            self.evaluator.budget.spend(10 * len(part))
        return part

    def _lay_out_row(self, number: int, before: int, sized: SizedRow) -> tuple[ScheduledDeal, ...]:
        part: list[ScheduledDeal] = []
        try:
            for each in row_deals(number, self.rows[number].deals, sized, before):
                if each.low > each.high:
                    raise ScheduleError("wrong way round", number, each.low, each.high, each.number)
                if each.low < 1:
                    raise ScheduleError("below one", number, each.low, each.high, each.number)
                part.append(each)
        except TooManyDealsError as error:
            raise ScheduleError("too many", error.row, number=error.deals) from error
        return tuple(part)


def row_expressions(row: ScheduleRow) -> Iterator[Expression]:
    """Yields the expressions for a row's condition, its repetition and its sizes."""
    if row.condition is not None:
        yield row.condition
    if row.repeat is not None:
        yield row.repeat
    yield from size_parts(row.sizes).values()


def expressions_of_row(game: Game, number: int) -> Iterator[Expression]:
    """Yields the expressions of a row and of the brackets around it."""
    yield from row_expressions(game.schedule[number])
    yield from (each.times for each in brackets_around_row(game, number))


def brackets_around_row(game: Game, number: int) -> Iterator[RepeatedRows]:
    """Yields the repeating brackets around a row."""
    return (each for each in game.repeated if each.first <= number <= each.last)


def never_repeated(game: Game, number: int, ranges: Mapping[str, Range]) -> Expression | None:
    """Returns the repetition of a bracket around a row if it is provably never above 0, or None."""
    times = (each.times for each in brackets_around_row(game, number))
    return next((each for each in times if _never_above(each, 0, ranges)), None)


def never_holds_a_deal(row: ScheduleRow, ranges: Mapping[str, Range]) -> bool:
    """Returns whether interval analysis shows that a row has no deal at any table."""
    if row.condition is not None and provable_range(row.condition, ranges) == NO:
        return True
    if row.repeat is not None and _never_above(row.repeat, 0, ranges):
        return True
    if not isinstance(row.sizes, Ladder):
        return False
    lower, upper = row.sizes.first, row.sizes.last
    if row.sizes.direction == "down":
        lower, upper = upper, lower
    least = _bounds(lower, ranges)
    return least is not None and _never_above(upper, least.low - 1, ranges)


def _never_above(expression: Expression, most: int, ranges: Mapping[str, Range]) -> bool:
    bounds = _bounds(expression, ranges)
    return bounds is not None and bounds.high <= most


def _bounds(expression: Expression, ranges: Mapping[str, Range]) -> Bounds | None:
    shown = provable_range(expression, ranges)
    return shown if isinstance(shown, Bounds) else None


# --- matches ------------------------------------------------------------------------------


_DECISION_ASPECTS: Final[tuple[AspectName, ...]] = ("trump", "bid", "auction", "sight")
"""The aspects that determine the number of decisions in a deal, not counting the cards played."""


@dataclass(frozen=True, slots=True)
class DealNeeds:
    """The requirements of a deal beyond hands and card plays: a card to turn up, and decisions."""

    turned: Place | None
    turns: bool
    decisions: int
    again: tuple[tuple[TurnedTrump, Place | None], ...]
    """The trumps that turn another card after some, and lack `else none`."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The deals at a table, and values derived from them; or the faults of the schedule there."""

    deals: tuple[ScheduledDeal, ...] | None
    faults: tuple[Finding, ...] = ()
    kinds: Mapping[ScheduledDeal, int] = field(default_factory=dict)
    """Maps the first deal of each name and size to the number of such deals."""
    names: tuple[str, ...] = ()
    """The name of each deal, once."""
    cards: tuple[int, int] = (0, 0)
    """The fewest and the most cards dealt to a player."""


def wrong_direction(row: ScheduleRow) -> tuple[str, str, str, str] | None:
    """Returns the ends, direction and step of a row whose sizes run in the other direction, or
    None.
    """
    match row.sizes:
        case Ladder(first=Number(first), last=Number(last), direction=direction, by=by) if (
            first != last and (first > last) == (direction == "up")
        ):
            step = "" if by == ONE else f" by {expression_text(by)}"
            return str(first), direction, str(last), step
        case _:
            return None


def _may_go_the_other_way(row: ScheduleRow) -> bool:
    """Returns whether a row's sizes run up or down, but perhaps not in the stated direction."""
    match row.sizes:
        case Ladder(first=Number(first), last=Number(last), direction=direction):
            return first != last and (first < last) != (direction == "up")
        case Ladder():
            return True
        case _:
            return False


def _times(game: Game) -> Iterator[Expression]:
    """Yields the repetition counts of rows and brackets."""
    yield from (row.repeat for row in game.schedule if row.repeat is not None)
    yield from (brackets.times for brackets in game.repeated)


def _can_be_zero(times: Expression) -> bool:
    return not isinstance(times, Number) or times.value < 1


def row_without_deal(
    row: ScheduleRow, place: Place, never: Expression | None, *, barred: bool
) -> Problem:
    """Returns the warning for a row that has no deal at any table, with its cause.

    `never` is the repetition of a bracket around it that is never above 0, or None; `barred` is
    True if its condition never holds.
    """
    if never is not None:
        return problems.proofs.RowNeverDealt(place, times=expression_text(never))
    if barred and row.condition is not None:
        condition = condition_text(row.condition)
        return problems.proofs.RowNeverDealt(place, condition=condition)
    turned = wrong_direction(row)
    if turned is not None:
        return problems.proofs.RowNeverDealt(place, turned)
    match row.sizes:
        case Ladder(first=low, last=high, direction=direction) if row.repeat is None:
            ends = (expression_text(low), direction, expression_text(high), "")
            return problems.proofs.RowNeverDealt(place, ends, plain=False)
        case _:
            times = "" if row.repeat is None else expression_text(row.repeat)
            return problems.proofs.RowNeverDealt(place, times=times)


def _count_kinds(dealt: tuple[ScheduledDeal, ...]) -> Mapping[ScheduledDeal, int]:
    first: dict[tuple[str, int, int], ScheduledDeal] = {}
    times: Counter[tuple[str, int, int]] = Counter()
    for each in dealt:
        kind = each.name, each.low, each.high
        first.setdefault(kind, each)
        times[kind] += 1
    return {each: times[kind] for kind, each in first.items()}


def _card_range(dealt: Iterable[ScheduledDeal]) -> tuple[int, int]:
    """Returns the fewest and the most cards that a player is dealt in these deals."""
    sizes = [size for each in dealt for size in (each.low, each.high)]
    return min(sizes), max(sizes)


class MatchProofs:
    """Proves the schedules and matches of one game, table by table."""

    def __init__(
        self, game: Game, evaluator: Evaluator, chooser: Chooser, packs: Packs, version: int = 1
    ) -> None:
        self.game = game
        self.version = version
        self.evaluator = evaluator
        self.chooser = chooser
        self.packs = packs
        self.longest: int = 0
        """The most deals in a schedule; `deals` counts those of a match, which may end earlier."""
        self.deals: tuple[int, int] | None = None
        self.cards: tuple[int, int] | None = None
        self.usual: dict[int, tuple[ScheduledDeal, ...]] = {}
        self.decisions: int = 0
        self.rows_dealt: set[int] = set()
        self._rows = Schedules(game.schedule, game.repeated, evaluator)
        self._schedules: dict[tuple[int, tuple[str, Value] | None], Schedule] = {}
        self._laid_out: dict[int, Schedule] = {}
        self._certain_ends: dict[tuple[object, ...], int] = {}
        self._latest: int | None = None
        self._parameters_by_deal: dict[str, frozenset[str]] = {}
        self._all_parameters: frozenset[str] = frozenset()
        self._dependencies: dict[str, frozenset[str]] = {}
        self._counted: set[tuple[object, ...]] = set()
        self._needs: dict[tuple[object, ...], DealNeeds] = {}

    def schedule(self, setting: Setting, by: frozenset[str]) -> Schedule:
        """Returns the schedule at a table and updates the figures that cover all tables.

        `by` are the parameters that the schedule depends on.
        """
        changed = setting.changed
        key = setting.players, changed if changed is not None and changed[0] in by else None
        if key not in self._schedules:
            self._schedules[key] = self._make_schedule(setting)
        schedule = self._schedules[key]
        dealt = schedule.deals
        if dealt is not None:
            self.longest = max(self.longest, len(dealt))
            played = self._deals_played(setting, len(dealt))
            if setting.changed is None:
                self.usual[setting.players] = dealt[:played]
            fewest, most = self.deals or (played, played)
            self.deals = min(fewest, played), max(most, played)
            low, high = schedule.cards if played == len(dealt) else _card_range(dealt[:played])
            fewest, most = self.cards or (low, high)
            self.cards = min(fewest, low), max(most, high)
        return schedule

    def end_after(self, deal: int) -> None:
        """Restarts the figures of all tables: every match is over after this deal at the latest."""
        self._latest = deal
        self.deals = self.cards = None
        self.decisions = 0
        self._counted.clear()

    def _deals_played(self, setting: Setting, deals: int) -> int:
        """Returns the most deals of a schedule that are played, if the match is certain to end
        earlier.
        """
        ends = self.game.ends
        if ends is None:
            return deals
        uses = self.evaluator.book.uses(ends.condition)
        key = setting.players, deals, setting.choose(uses.parameters)
        if key not in self._certain_ends:
            self.evaluator.budget.spend(20 * uses.size * deals)
            played = deals_played(ends.condition, setting.names, deals)
            self._certain_ends[key] = played
        return min(self._certain_ends[key], self._latest or deals)

    def _make_schedule(self, setting: Setting) -> Schedule:
        try:
            dealt = self._rows.valid_deals(setting)
        except EvaluationError as fault:
            place = self.game.schedule_origin.place
            return Schedule(None, (ValueFault(fault, place, setting),))
        except ScheduleError as error:
            return Schedule(None, (self._fault(error, setting),))
        same = self._laid_out.get(id(dealt))
        if same is None:
            self.evaluator.budget.spend(8 * len(dealt))
            self.rows_dealt.update(each.row for each in dealt)
            kinds = _count_kinds(dealt)
            names = tuple(dict.fromkeys(each.name for each in kinds))
            cards = _card_range(kinds)
            same = self._laid_out[id(dealt)] = Schedule(dealt, (), kinds, names, cards)
        return same

    def _fault(self, error: ScheduleError, setting: Setting) -> Problem:
        when, table = describe_setting(setting), figures_table(setting)
        place = self.game.schedule_origin.place
        if error.row is not None:
            place = self.game.schedule[error.row].place or place
        match error.trouble:
            case "empty":
                rows = self.game.schedule
                return problems.proofs.EmptySchedule(
                    place,
                    when,
                    table,
                    any(row.condition is not None for row in rows),
                    (wrong_direction(rows[0]) if len(rows) == 1 else None) or ("", "", "", ""),
                    counted=any(map(_may_go_the_other_way, rows)),
                    repeated=any(map(_can_be_zero, _times(self.game))),
                )
            case "too many":
                return problems.proofs.TooManyDeals(place, error.number, MOST_DEALS, when, table)
            case "no step":
                return problems.proofs.NoStep(place, error.low, when, table)
            case "wrong way round":
                return problems.proofs.NothingToPick(place, error.low, error.high, when, table)
            case "below one":
                table = figures_table(setting, error.low, (), {"deal": error.number})
                mend = None if error.row is None else self._fix_small_size(error.row, setting)
                return problems.proofs.SizeBelowOne(place, error.low, when, table, *(mend or ()))

    def _fix_small_size(self, number: int, setting: Setting) -> tuple[str, tuple[Edit, ...]] | None:
        """Returns advice and edits for a row with a size below one, or None."""
        row = self.game.schedule[number]
        dashed = fix_for_dashes(row)
        if dashed is not None:
            return dashed
        lifted = self._raise_row(number, setting)
        if lifted is None:
            return None
        run = suggested_run(row.sizes.size) if isinstance(row.sizes, OneSize) else ""
        if run.startswith("1 "):
            return f"`-` means minus here; for one deal of each size, write `{run}`", ()
        alternative = f"; or `{run}` for one deal of each size" if run else ""
        way = f"every player gets at least 1 card: {rows_text((lifted,))}{alternative}"
        return way, lifted.edits

    def count(
        self, setting: Setting, schedule: Schedule, called_deals: Mapping[str, CalledDeal]
    ) -> Iterator[Finding]:
        """Yields a problem if the pack does not suffice; updates the most decisions in a match."""
        players = setting.players
        # the schedules are kept, so their ids are stable
        deck = self.packs.deck(setting)
        dealt = schedule.deals or ()
        played = self._deals_played(setting, len(dealt))
        key = (players, id(schedule), setting.choose(self._chosen(called_deals)), deck, played)
        if key in self._counted:
            return
        self._counted.add(key)
        kinds = times = self._distinct_deals(schedule)
        if played < len(dealt):
            first = replace(schedule, deals=dealt[:played], kinds=_count_kinds(dealt[:played]))
            times = self._distinct_deals(first)
        self.evaluator.budget.spend(10 * len(kinds))
        decisions = 0
        short: ScheduledDeal | None = None
        for each in kinds:
            picks = 1 if each.low < each.high else 0
            most = 0
            for sized in self._size_variants(each):
                needs = self._needs_of(called_deals[each.name], setting, sized)
                most = max(most, needs.decisions + players * each.high)
                if players * sized.high + needs.turns > deck.size and (
                    short is None or sized.high < short.high
                ):
                    short = sized
                yield from self._without_last_card(setting, sized, needs, deck)
            decisions += times.get(each, 0) * (picks + most)
        self.decisions = max(self.decisions, decisions)
        if short is not None:
            yield from self._report_too_few_cards(setting, short, called_deals)

    def _without_last_card(
        self, setting: Setting, sized: ScheduledDeal, needs: DealNeeds, deck: Deck
    ) -> Iterator[Finding]:
        """Yields a problem if all cards that are left in a deal may turn the next one."""
        varies = "cards" in self._dependencies[sized.name]
        for trump, place in needs.again:
            again = sum(map(trump.turns_again, deck.cards))
            for cards in range(sized.high if varies else sized.low, sized.high + 1):
                left = deck.size - setting.players * cards
                if 0 < left <= again:
                    when, table = describe_setting(setting, cards), figures_table(setting, cards)
                    problem = problems.proofs.NoLastCard(place, sized.name, left, when, table)
                    yield KeyedFinding(("P336", place), problem)
                    break

    def _chosen(self, called_deals: Mapping[str, CalledDeal]) -> frozenset[str]:
        """Returns the parameters that the needs of any deal depend on."""
        if not self._parameters_by_deal:
            for name, deal in called_deals.items():
                clauses = [c for aspect, c in deal.all_clauses if aspect in _DECISION_ASPECTS]
                bounds = [
                    self.chooser.book.uses(bound)
                    for auction in deal.values("auction")
                    for bound in subexpressions(auction)
                ]
                self._parameters_by_deal[name] = self.chooser.parameters(clauses).union(
                    *(each.parameters for each in bounds)
                )
                self._dependencies[name] = frozenset[str]().union(
                    *map(guard_dependencies, clauses),
                    *(each.variables & OF_A_DEAL for each in bounds),
                )
            self._all_parameters = frozenset().union(*self._parameters_by_deal.values())
        return self._all_parameters

    def _distinct_deals(self, schedule: Schedule) -> Mapping[ScheduledDeal, int]:
        """Returns the deals that may have different needs, each with the number of such deals."""
        by_number = {name for name, hangs in self._dependencies.items() if "deal" in hangs}
        if not by_number.intersection(schedule.names):
            return schedule.kinds
        kinds = {each: n for each, n in schedule.kinds.items() if each.name not in by_number}
        alone = (each for each in schedule.deals or () if each.name in by_number)
        return {**kinds, **dict.fromkeys(alone, 1)}

    def _size_variants(self, each: ScheduledDeal) -> Iterator[ScheduledDeal]:
        """Yields a deal with the most cards that it can have. If its needs depend on the number of
        cards, yields it with each number that the dealer may pick.
        """
        if "cards" in self._dependencies[each.name]:
            for cards in range(each.low, each.high):
                yield replace(each, high=cards)
        yield each

    def _needs_of(self, deal: CalledDeal, setting: Setting, each: ScheduledDeal) -> DealNeeds:
        name = deal.deal.name
        hangs = self._dependencies[name]
        number, cards = each.number * ("deal" in hangs), each.high * ("cards" in hangs)
        is_left = setting.players * each.high < self.packs.deck(setting).size
        key = (
            name,
            setting.players,
            number,
            cards,
            is_left,
            *setting.choose(self._parameters_by_deal[name]),
        )
        if key not in self._needs:
            here = setting.in_deal(each.number, each.high) if hangs else setting
            self._needs[key] = self._compute_needs(deal, here, is_left=is_left)
        return self._needs[key]

    def _compute_needs(self, deal: CalledDeal, setting: Setting, *, is_left: bool) -> DealNeeds:
        turned: Place | None = None
        turns = False
        most = 0
        again: dict[Place | None, TurnedTrump] = {}
        for combination in deal.combinations(_DECISION_ASPECTS):
            clause = combination.clauses["trump"]
            trump = self.chooser.value(clause, setting)
            bid = self.chooser.value(combination.clauses["bid"], setting)
            if isinstance(trump, TurnedTrump) and trump.nothing_left is None:
                turned, turns = turned or clause.origin.place, True
            if isinstance(trump, TurnedTrump) and trump.may_run_out:
                again[clause.origin.place] = trump
            is_named = isinstance(trump, TurnedTrump) and trump.may_be_named(is_left=is_left)
            named = 1 if isinstance(trump, NamedTrump) or is_named else 0
            made = most_bids(bid, setting.players)
            if made and self.chooser.value(combination.clauses["sight"], setting) == "by choice":
                made += setting.players  # a bidder may look at the hand first
            auction_decisions = self._auction_decisions(
                self.chooser.value(combination.clauses["auction"], setting), setting
            )
            most = max(most, named + made + auction_decisions)
        decisions = most + (1 if deal.call is not None else 0)
        trumps = tuple((trump, place) for place, trump in again.items())
        return DealNeeds(turned, turns, decisions, trumps)

    def _auction_decisions(self, auction: AuctionRule, setting: Setting) -> int:
        """Returns the most decisions in an auction."""
        if not isinstance(auction, AuctionBids):
            return 0
        try:
            low, high = (
                self.evaluator.number(bound, setting.names) for bound in (auction.low, auction.high)
            )
        except EvaluationError:
            return 0  # reported elsewhere
        return max_auction_decisions(setting.players, max(high - low + 1, 0) * len(auction.trumps))

    def _report_too_few_cards(
        self, setting: Setting, short: ScheduledDeal, called_deals: Mapping[str, CalledDeal]
    ) -> Iterator[Problem]:
        needs = self._needs_of(called_deals[short.name], setting, short)
        size = self.packs.deck(setting).size
        players, turned = setting.players, 1 if needs.turns else 0
        needed = players * short.high + turned
        fewest, most = self.game.players
        large = self._rows_too_large(setting, called_deals)
        if players != fewest and large.get(fewest):
            return  # reported at the size, for the fewest players
        rows = sorted({row for table in large.values() for row in table})
        mends = [mend for row in rows if (mend := self._cap_row(row, setting, called_deals))]
        share = f"{size - turned} // players"
        way = rows_text(mends, f"keep every size at or below `{share}`, as in `min(7, {share})`")
        if not mends:
            suffice = count_text((size - turned) // players, "card")
            way = f"deal at most {suffice} to {players} players, or make the pack larger"
        row_place = self.game.schedule[short.row].place or self.game.schedule_origin.place
        place = self.game.players_origin.place
        fix: tuple[Edit, ...] = edits_of(mends)
        # if this file changes only the players or the pack, its rows are those of another file
        pack_place = None if self.game.pack is None else self.game.pack.origin.place
        inherited = row_place is not None and row_place.file != self.game.file
        changed = inherited and place is not None and place.file == self.game.file
        pack_changed = (
            inherited and pack_place is not None and pack_place.file == self.game.file
        ) and not changed
        if changed or pack_changed:
            way, fix = f"`change schedule`: {way}", ()
        if pack_changed:
            place = pack_place
        elif players == fewest:
            place = place if changed else row_place
            if fewest == most:
                cards = count_text((size - turned) // players, "card")
                way, fix = f"deal at most {cards} to {players} players", ()
        elif self._hangs_on_parameters(rows):
            place = row_place  # with other values, fewer players may lack cards as well
        elif not changed and place and row_place and place.file != row_place.file:
            # if a file extends another one, report its own rows
            place = row_place
            way += f"; or write `change players {fewest} to {players - 1}`"
        else:
            several = players - 1 > fewest or self.version == 1
            instead = f"players {fewest} to {players - 1}" if several else f"players {fewest}"
            limit = "limit the cards: " if mends else ""
            way = f"write `{instead}`; or {limit}{way}"
            written = f"players {fewest} to {most}" if most > fewest else f"players {fewest}"
            is_whole = place is not None and place.end_column - place.column == len(written)
            fix = replace_edit(place, instead) if place and is_whole else ()  # options may follow
        own = needs.turned is not None and place is not None and needs.turned.file == place.file
        if needed == size + 1 and own and self.version > 1:
            plain = "write `trump turned, else none`"
            if any(map(_has_turned_cases, called_deals.values())):
                plain = "add `, else none` at the end of the `trump` clause"
            way += f"; or {plain}, so that no card is turned if none is left"
        when = f"{players} players with {count_text(short.high, 'card')} each"
        if setting.changed is not None:
            when = f"with `{setting.changed[0]} = {shown(setting.changed[1])}`, {when}"
        figures: dict[str, Value] = {"deal": short.number, "turned up": turned, "needed": needed}
        table = figures_table(setting, short.high, (), figures)
        place_of_turn = needs.turned if needs.turns and needed - 1 <= size else None
        yield problems.proofs.TooFewCards(
            place, needed, size, when, place_of_turn, way, table, fix, needs.turns
        )

    def _rows_too_large(
        self, setting: Setting, called_deals: Mapping[str, CalledDeal]
    ) -> Mapping[int, frozenset[int]]:
        """Returns, for each number of players, the rows with too many cards, given these
        parameters.
        """
        rows_by_players: dict[int, frozenset[int]] = {}
        for table in self._other_tables(setting):
            try:
                deals = self._rows.valid_deals(table)
            except (EvaluationError, ScheduleError):
                continue  # reported separately
            rows_by_players[table.players] = frozenset(
                each.row
                for each in deals
                for sized in self._size_variants(each)
                if table.players * sized.high
                + self._needs_of(called_deals[each.name], table, sized).turns
                > self.packs.deck(table).size
            )
        return rows_by_players

    def _other_tables(self, setting: Setting) -> Iterator[Setting]:
        """Yields the tables for every number of players, with the same parameters as one table."""
        settings = Settings(self.game, self.evaluator)
        for players in settings.players:
            try:
                yield settings.setting(players, setting.changed)
            except EvaluationError:
                continue  # reported separately

    def _cap_row(
        self, row: int, setting: Setting, called_deals: Mapping[str, CalledDeal]
    ) -> RowFix | None:
        """Returns the fix that caps the sizes of a row at the number of cards per player that the
        pack allows, or None.
        """
        if not self._one_size(setting):
            return None  # no single number of cards is right at every table
        turns = any(_may_turn(called_deals[name]) for name in self.game.schedule[row].deals)
        cards = self.packs.deck(setting).size - turns

        def capped(end: Expression) -> Expression | None:
            large = any(
                players * size > cards for players, size in self._values(end, setting).items()
            )
            return at_most(end, cards) if large else None

        return row_fix(self.game.schedule[row].sizes, capped)

    def _one_size(self, setting: Setting) -> bool:
        """Returns whether the pack has the same size for every number of players."""
        return len({self.packs.deck(table).size for table in self._other_tables(setting)}) == 1

    def _hangs_on_parameters(self, rows: Sequence[int]) -> bool:
        """Returns whether the sizes of some rows depend on parameters."""
        return any(
            self.evaluator.book.uses(expression).parameters
            for row in rows
            for expression in expressions_of_row(self.game, row)
        )

    def _raise_row(self, row: int, setting: Setting) -> RowFix | None:
        """Returns the fix that raises the sizes of a row to at least one, or None."""

        def lifted(end: Expression) -> Expression | None:
            return (
                at_least_one(end)
                if min(self._values(end, setting).values(), default=1) < 1
                else None
            )

        return row_fix(self.game.schedule[row].sizes, lifted)

    def _values(self, expression: Expression, setting: Setting) -> Mapping[int, int]:
        """Returns the value of an end of a row, by number of players."""
        value_by_players: dict[int, int] = {}
        for table in self._other_tables(setting):
            try:
                value_by_players[table.players] = self.evaluator.number(expression, table.names)
            except EvaluationError:
                continue  # reported separately
        return value_by_players


def _has_turned_cases(deal: CalledDeal) -> bool:
    """Returns whether `trump turned` has cases or alternatives in a deal."""
    trumps = [clause for aspect, clause in deal.all_clauses if aspect == "trump"]
    return any(len(clause.alternatives) > 1 for clause in trumps) or any(
        isinstance(trump, TurnedTrump) and trump.on for trump in deal.values("trump")
    )


def _may_turn(deal: CalledDeal) -> bool:
    """Returns whether a card may be turned up in a deal, over all calls and conditions."""
    return any(
        isinstance(trump, TurnedTrump) and trump.nothing_left is None
        for trump in deal.values("trump")
    )
