"""The course of a match: its deals, its end, and the parameters that players may agree on.

The table of deals merges neighbours of the same kind into one line. A parameter is described by its
effect: the context is rebuilt with another value, and the differences are stated. `RetellingBudget`
limits that work; beyond it a sheet only names the deals affected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from clagdsl.explain.english import capital, counted, sentence, signed, spans
from clagdsl.explain.rule_sheet.context import SheetContext, call_of, player_counts_text, read_game
from clagdsl.explain.rule_sheet.document import Block, Entry, Grid, Paragraph, ScoreRow, ScoreSheet
from clagdsl.explain.rule_sheet.reachable import reachable_end
from clagdsl.explain.rule_sheet.score_sentences import early_end_sentences, end_of_match
from clagdsl.explain.rule_sheet.statements import for_all_players, statements, steps
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.numerals import consecutive_ranges, group, join_words
from clagdsl.lang.references import effective_names, references_in, references_of_deals
from clagdsl.lang.rules import (
    DrawnTrump,
    FixedBid,
    IntegerRange,
    NamedTrump,
    NoBid,
    Parameter,
    RotatingTrump,
    TruthRange,
    TurnedTrump,
    Value,
    WordRange,
)
from clagdsl.lang.rules import value_text as written_value
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.history import rows_read
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class _DealLine:
    """One deal in the table of deals.

    `trump` is "" if the table has no column for it. `begins` is True at the start of a row of the
    schedule if the scores depend on rows.
    """

    deal: ScheduledDeal
    trump: str
    begins: bool


def deal_blocks(context: SheetContext) -> list[Block]:
    """Returns the blocks on the deals of a match, and on its early end."""
    return [*course_blocks(context), *map(Paragraph, early_end_sentences(context))]


def course_blocks(context: SheetContext) -> list[Block]:
    """Returns the blocks on the number of deals, with their table."""
    rotates = any(
        isinstance(table.rules_with(d.name, (), d.number, d.low).trump, RotatingTrump)
        for table in context.tables
        for d in table.schedule
    )
    rows = bool(rows_read(context.game))
    groups = group(
        (
            tuple(
                _DealLine(deal, _trump(table, deal) if rotates else "", rows and not deal.in_row)
                for deal in table.schedule
            ),
            table,
        )
        for table in context.tables
    )
    longest = max(groups, key=len)
    kinds = len(context.scheduled()) > 1
    lasts = "has" if reachable_end(context) is None else "lasts at most"
    if len(groups) > 1 and all(longest[: len(schedule)] == schedule for schedule in groups):
        return [Paragraph(_broken_off(groups, lasts)), _grid(longest, kinds=kinds)]
    combined_grid = _side_by_side(
        {player_counts_text(groups[each]): _grid(each, kinds=kinds) for each in groups}
    )
    if combined_grid is not None:
        first, *others = groups
        most = counted(len(first), "deal")
        lengths = [f"with {player_counts_text(groups[first])} players a match {lasts} {most}"]
        lengths += [
            f"with {player_counts_text(groups[each])} it {lasts} {len(each)}" for each in others
        ]
        return [
            Paragraph(f"{sentence(join_words(lengths))} These are the numbers of the deals:"),
            combined_grid,
        ]
    blocks: list[Block] = []
    for schedule, tables in groups.items():
        players = player_counts_text(tables)
        who = f"With {players} players a" if len(groups) > 1 else "A"
        many = counted(len(schedule), "deal")
        begin = f"{who} match {lasts} {many}"
        grid = _grid(schedule, kinds=kinds)
        alike = grid.head == _ALIKE and len(grid.rows) == 1
        if alike and schedule[0].deal.low == schedule[-1].deal.low:
            blocks.append(Paragraph(f"{begin} with {_cards_each(schedule[0].deal)}."))
        else:
            blocks += [Paragraph(f"{begin}:"), grid]
    return blocks


def first_dealer_sentences(context: SheetContext) -> tuple[str, ...]:
    """Returns the sentences on how the first dealer is chosen."""

    def write(table_context: SheetContext) -> Iterator[str]:
        if table_context.table.draws_dealer:
            yield "Draw for the first dealer."
        else:
            yield "Agree on who deals first."

    return for_all_players(context, write)


def _broken_off(groups: Mapping[tuple[_DealLine, ...], list[Table]], lasts: str) -> str:
    """Returns the sentence on the number of deals if some tables play only the first of them."""
    first, *others = sorted(groups, key=len, reverse=True)
    fewer = [
        f"with {player_counts_text(groups[schedule])} the first {len(schedule)}"
        for schedule in others
    ]
    fewer[0] += " of them"
    deals = counted(len(first), "deal")
    most = f"With {player_counts_text(groups[first])} players a match {lasts} {deals}"
    return f"{most}, {join_words(fewer)}:"


def course_of_deals(context: SheetContext) -> str:
    """Returns the sizes of all deals in order as a phrase; "" if it would be too long."""
    kinds = len(context.scheduled()) > 1
    courses = [_stretches(table, kinds=kinds) for table in context.tables]
    if len(courses[0]) > MOST_STRETCHES or len({len(course) for course in courses}) > 1:
        return ""
    stretch_texts = []
    for alike in zip(*courses, strict=True):
        labels, times = zip(*alike, strict=True)
        often = f" {times[0]} times" if times[0] > 1 else ""
        if len(set(times)) > 1:
            often = " once for each player"
        if len(set(labels)) > 1 or (len(set(times)) > 1 and times != context.player_counts):
            return ""
        stretch_texts.append(f"{labels[0]}{often}")
    return f"the deals have {', then '.join(stretch_texts)}"


MOST_STRETCHES: Final = 12
"""The most stretches of similar deals for which the course of a match is stated as a phrase."""


def _stretches(table: Table, *, kinds: bool) -> list[tuple[str, int]]:
    """Returns each stretch of similar deals with its length; a ladder of sizes counts as 1."""
    stretches = []
    for run in _runs([_DealLine(deal, "", begins=False) for deal in table.schedule]):
        sizes = _sizes(run)
        cards = f"{sizes} card{'' if sizes == '1' else 's'}"
        name = f" ({run[0].deal.name})" if kinds else ""
        stretches.append((f"{cards}{name}", 1 if _step(run) else len(run)))
    return stretches


def _order_of_deals(context: SheetContext) -> list[list[tuple[str, Sequence[int], bool]]]:
    """Returns the name and sizes of each deal at each table, whatever its trumps, and whether it
    begins a row on which scores depend.
    """
    rows = bool(rows_read(context.game))
    return [
        [(deal.name, deal.sizes, rows and not deal.in_row) for deal in table.schedule]
        for table in context.tables
    ]


def deal_count(context: SheetContext) -> str:
    """Returns the number of deals as a phrase: `22 deals`, `16 to 22 deals`."""
    numbers = [len(table.schedule) for table in context.tables]
    low, high = min(numbers), max(numbers)
    most = "" if reachable_end(context) is None else "at most "
    return most + (counted(low, "deal") if low == high else f"{low} to {high} deals")


def _trump(table: Table, deal: ScheduledDeal) -> str:
    """Returns the trumps of a deal for the table of deals."""
    if deal.trump is not None:
        return capital(", ".join(SUIT_NAMES[suit] for suit in deal.trump) or "none")
    match table.rules_of(deal).trump:
        case TurnedTrump():
            return "Turned up"
        case DrawnTrump():
            return "Drawn"
        case NamedTrump():
            return "Named"
        case _:
            return "As called"


_ALIKE: Final = ("Deal", "Cards each")
"""The columns of a table whose deals are all played in the same way."""


def _runs(schedule: Sequence[_DealLine]) -> list[list[_DealLine]]:
    """Returns the deals, grouped into the lines of a table.

    The deals of a group have the same name and trump, and sizes that change by the same step.
    """
    runs: list[list[_DealLine]] = []
    for line, after in zip(schedule, (*schedule[1:], None), strict=True):
        goes_on = runs and _continues_run(runs[-1], line)
        if goes_on and not _starts_repetition(runs[-1][-1].deal, line, after):
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs


def _continues_run(run: Sequence[_DealLine], line: _DealLine) -> bool:
    last, deal = run[-1].deal, line.deal
    if (
        line.begins
        or line.trump != run[-1].trump
        or deal.name != last.name
        or deal.high - deal.low != last.high - last.low
    ):
        return False
    step = deal.low - last.low
    picked = deal.high != deal.low
    if picked or (abs(step) > 1 and deal.row != last.row):
        return picked and step == 0
    return len(run) == 1 or step == _step(run)


def _step(run: Sequence[_DealLine]) -> int:
    """Returns the change in cards from deal to deal of a run; 0 for a single deal."""
    return run[1].deal.low - run[0].deal.low if len(run) > 1 else 0


def _grid(schedule: tuple[_DealLine, ...], *, kinds: bool) -> Grid:
    """Returns the table of deals; `kinds` is True if there are deals of several names."""
    runs = _runs(schedule)
    columns: list[tuple[str, ...]] = [
        (_ALIKE[0], *(spans([line.deal.number for line in run]) for run in runs)),
        (_ALIKE[1], *map(_sizes, runs)),
    ]
    if kinds:
        columns.append(("What is played", *(capital(run[0].deal.name) for run in runs)))
    if any(line.trump for line in schedule):
        columns.append(("Trumps", *(run[0].trump for run in runs)))
    head, *rows = zip(*columns, strict=True)
    return Grid(head, tuple(rows))


def _side_by_side(grids: Mapping[str, Grid]) -> Grid | None:
    """Returns one table for all numbers of players, if only the numbers of the deals differ.

    Returns None if there are other differences, or if there is only one table or one line.
    """
    layouts = {(grid.head[1:], tuple(row[1:] for row in grid.rows)) for grid in grids.values()}
    if len(grids) == 1 or len(layouts) > 1:
        return None
    ((head, lines),) = layouts
    if len(lines) == 1:
        return None
    numbers = zip(*([row[0] for row in grid.rows] for grid in grids.values()), strict=True)
    rows = tuple((*line, *deals) for line, deals in zip(lines, numbers, strict=True))
    return Grid((*head, *(f"{players} players" for players in grids)), rows)


def _starts_repetition(last: ScheduledDeal, line: _DealLine, after: _DealLine | None) -> bool:
    """Returns whether this line starts a run of deals of one size, rather than a ladder."""
    deal = line.deal
    return (
        after is not None
        and deal.row != last.row
        and deal.low != last.low
        and (after.deal.row, after.deal.name, after.deal.low) == (deal.row, deal.name, deal.low)
    )


def _cards_each(deal: ScheduledDeal) -> str:
    """Returns the size of a deal: `13 cards each`, `3 to 7 cards each, as the dealer picks`."""
    if deal.cards is None:
        return f"{deal.low} to {deal.high} cards each, as the dealer picks"
    return f"{counted(deal.low, 'card')} each"


def _sizes(run: Sequence[_DealLine]) -> str:
    first, last = run[0].deal, run[-1].deal
    if first.cards is None:
        return f"{first.low} to {first.high}, as the dealer picks"
    if first.low == last.low:
        return str(first.low)
    ladder = f"{first.low} {'up' if first.low < last.low else 'down'} to {last.low}"
    step = abs(_step(run) or 1)
    return ladder if step == 1 else f"{ladder} in steps of {step}"


MOST_ROWS: Final = 20
"""The most rows of the schedule for which each is listed."""


ONE_ROW: Final = "All deals are one row."
"""The sentence on rows if there is only one, for every number of players."""


def rows_text(context: SheetContext) -> str:
    """Returns the sentences on the deals that form each row of the schedule."""
    groups = group(
        (
            tuple(
                range(deal.number, deal.number + deal.row_deals)
                for deal in table.schedule
                if not deal.in_row
            ),
            table,
        )
        for table in context.tables
    )
    sentences = []
    for rows, tables in groups.items():
        who = f"with {player_counts_text(tables)} players " if len(groups) > 1 else ""
        sentences.append(sentence(f"{who}{_row_of_each(rows)}"))
    return " ".join(sentences)


def _row_of_each(rows: tuple[range, ...]) -> str:
    if len(rows) == 1:
        return f"{ONE_ROW[0].lower()}{ONE_ROW[1:-1]}"
    if all(len(row) == 1 for row in rows):
        return "each deal is a row of its own"
    if len(rows) > MOST_ROWS:
        return "the deals in one row of the schedule belong together"
    numbers = "; ".join(f"deal{'s' if len(row) > 1 else ''} {spans(row)}" for row in rows)
    return f"each of these is one row: {numbers}"


def numbers_of(context: SheetContext, name: str) -> str:
    """Returns the numbers of a deal: `deal 8`, `deals 1 to 7 and 16 to 22`.

    Returns "" if they depend on the number of players.
    """
    number_sets = {tuple(row.number for row in table.deals_of(name)) for table in context.tables}
    if len(number_sets) != 1:
        return ""
    (numbers,) = number_sets
    if not numbers:
        return ""
    return f"deal{'s' if len(numbers) > 1 else ''} {spans(numbers)}"


def score_sheets(context: SheetContext) -> tuple[ScoreSheet, ...]:
    """Returns blank score sheets, one for all numbers of players that play the same deals.

    Each has columns for the most players.
    """
    groups = group((_score_rows(context, table), table.players) for table in context.tables)
    special = "Call" if call_of(context) is not None else "Special deal"
    alone = len(groups) == 1
    return tuple(
        ScoreSheet(
            max(players),
            special if special == "Call" or any(row.name for row in rows) else "",
            rows,
            "" if alone else f"{spans(players, 'or')} players",
            end_of_match(context),
        )
        for rows, players in groups.items()
    )


def _score_rows(context: SheetContext, table: Table) -> tuple[ScoreRow, ...]:
    called = call_of(context) is not None
    rows = []
    for deal in table.schedule:
        match table.rules_of(deal).bid:
            case NoBid():
                fixed_bid = "–"
            case FixedBid(number=number):
                fixed_bid = str(number)
            case _:
                fixed_bid = ""
        ordinary = deal.name == context.ordinary
        cards = "" if deal.cards is None else str(deal.cards)
        name = "" if ordinary or called else deal.name
        rows.append(ScoreRow(deal.number, cards, name, fixed_bid))
    return tuple(rows)


# --- parameters -------------------------------------------------------------------------------


def option_entries(context: SheetContext) -> list[Entry]:
    """Returns an entry for each parameter: its value here, and the effect of other values.

    Parameters that affect nothing are left out.
    """
    used = effective_names(context.game)
    retelling = RetellingBudget(context)
    return [
        _entry(context, parameter, retelling)
        for parameter in context.game.parameters
        if parameter.name in used
    ]


MOST_RETOLD: Final = 3_000
"""The most deals to describe in order to find the effects of parameters, counted at each table.

The deals of the sheet itself are counted first.
"""

MOST_NAMED: Final = 6
"""The most affected deals for which all are named."""


class RetellingBudget:
    """The budget for describing parts of a sheet again with other parameter values."""

    def __init__(self, context: SheetContext) -> None:
        game = context.game
        self.game = game
        self.deals = (len(game.deals) + len(game.twists)) * len(context.tables)
        """The cost of describing all deals."""
        schedule = 1 + (len(context.table.schedule) + len(game.deals)) // 40
        self.schedules = schedule * len(context.tables)
        """The cost of describing all schedules."""
        self.left = MOST_RETOLD - self.deals

    def allows(self, many: int) -> bool:
        """Returns whether this cost is within the budget, and deducts it if so."""
        if many > self.left:
            return False
        self.left -= many
        return True

    @cached_property
    def of_deals(self) -> list[tuple[str, frozenset[str]]]:
        """Each deal with the names that it depends on."""
        lets = self.game.lets
        return [
            (deal.name, references_in(tuple(deal.aspects.clauses_by_aspect().values()), lets))
            for deal in self.game.deals
        ]

    @cached_property
    def choosing(self) -> frozenset[str]:
        """The names on which the choice between alternatives of a clause depends."""
        clauses = [deal.aspects.clauses_by_aspect() for deal in self.game.deals]
        clauses += [twist.clauses_by_aspect() for twist in self.game.twists]
        conditions = (
            alternative.condition
            for by_aspect in clauses
            for clause in by_aspect.values()
            for alternative in clause.alternatives
            if alternative.condition is not None
        )
        return references_in(conditions, self.game.lets)

    def unaffected(self, parameter: Parameter) -> frozenset[str]:
        """Returns the deals whose rules do not depend on a parameter."""
        if parameter.name in references_of_deals(self.game):
            return frozenset()
        return frozenset(name for name, read in self.of_deals if parameter.name not in read)

    def where(self, parameter: Parameter) -> str:
        """Returns the deals that depend on a parameter, as a clause."""
        names = [name for name, read in self.of_deals if parameter.name in read]
        named = 0 < len(names) <= min(MOST_NAMED, len(self.of_deals) - 1)
        return f"other rules hold in {join_words(names)}" if named else "other rules hold"


def _entry(
    context: SheetContext,
    parameter: Parameter,
    retelling: RetellingBudget,
) -> Entry:
    here = context.table.parameters[parameter.name]
    title = capital(parameter.description or parameter.name.replace("_", " "))
    parts = [f"Here: {value_text(here)}."]
    others: dict[Value, str] = {}
    unsaid = ""
    match parameter.range:
        case IntegerRange(low=low, high=high):
            parts[0] = f"Here {signed(low) if low == high else value_text(here)};"
            parts[0] += f" it may be from {signed(low)} to {signed(high)}."
            chooses = parameter.name in retelling.choosing
            if chooses and high - low < MOST_NAMED:
                values = (value for value in range(low, high + 1) if value != here)
                others = {value: f"With {signed(value)}" for value in values}
                unsaid = "with another"
            elif parameter.name in references_of_deals(context.game):
                many = high - low + 1
                every = many <= MOST_VALUES and retelling.allows(many * retelling.schedules)
                if every or retelling.allows(2 * retelling.schedules):
                    parts += _by_number(context, parameter, every=every)
            if chooses and not others and low < high:
                parts.append(sentence(f"with some values, {retelling.where(parameter)}"))
        case TruthRange():
            others, unsaid = {not here: "Otherwise"}, "otherwise"
        case WordRange(words=words):
            others = {word: f"With {value_text(word)}" for word in words if word != here}
            unsaid = "with another"
    for value, how in others.items():
        if not retelling.allows(retelling.deals):
            parts.append(sentence(f"{unsaid}, {retelling.where(parameter)}"))
            break
        parts += _change_sentences(context, parameter, value, how, retelling.unaffected(parameter))
    return Entry(title, " ".join(parts), f"{parameter.name} = {written_value(here)}")


def value_text(value: Value) -> str:
    """Returns a parameter's value as a player would say it: `yes`, `12`, `each deal`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return signed(value) if isinstance(value, int) else value.replace("_", " ")


def _with_value(context: SheetContext, parameter: Parameter, value: Value) -> SheetContext | None:
    """Returns the same game with another value; None if it conflicts with the other settings."""
    players = context.table.players if len(context.tables) == 1 else None
    settings = {**context.table.parameters, parameter.name: value}
    try:
        return read_game(context.game, players, settings)
    except ArgumentError:
        return None


MOST_VALUES: Final = 24
"""The most values of a number for which each is tried; of more, only the lowest and the highest
are.
"""


def _by_number(context: SheetContext, parameter: Parameter, *, every: bool) -> list[str]:
    """Returns the sentences on the deals that other values of a number add, remove or resize.

    If `every` is true, all values are tried, otherwise only the lowest and the highest.
    """
    assert isinstance(parameter.range, IntegerRange)
    low, high = parameter.range.low, parameter.range.high
    ends = tuple(dict.fromkeys((low, high)))
    values = range(low, high + 1) if every else ends
    others = {
        value: other
        for value in values
        for other in [_with_value(context, parameter, value)]
        if other is not None
    }
    moving = _resized_deals(context, others)
    values_by_change: dict[str, list[int]] = {}
    # A change at an end of the range is stated for all values that have it.
    at_ends: set[str] = set()
    as_many = all(deal_count(other) == counted(value, "deal") for value, other in others.items())
    for value, other in others.items():
        changes = _schedule_changes(context, other)
        at_ends.update(changes)
        sizes = [*_size_changes(context, other, moving)]
        changes += sizes
        if value in ends:
            at_ends.update(sizes)
            differs = not as_many and deal_count(other) != deal_count(context)
            if differs and not changes and not moving:
                changes = [f"a match has {deal_count(other)}"]
                at_ends.update(changes)
        for change in changes:
            values_by_change.setdefault(change, []).append(value)
    if as_many and not moving and not values_by_change:
        return ["A match has this many deals."]
    return [
        *_resizing_sentences(moving, {value: others[value] for value in ends if value in others}),
        *(
            sentence(f"with {_values(with_it)}, {change}")
            for change, with_it in values_by_change.items()
            if change in at_ends
        ),
    ]


def _resized_deals(context: SheetContext, others: Mapping[int, SheetContext]) -> list[str]:
    """Returns the names of the deals that have different sizes for some value."""
    return [
        name
        for name in context.scheduled()
        if any(
            {*context.sizes(name)} - {*other.sizes(name)}
            and {*other.sizes(name)} - {*context.sizes(name)}
            for other in others.values()
            if name in other.scheduled()
        )
    ]


def _resizing_sentences(moving: Sequence[str], ends: Mapping[int, SheetContext]) -> Iterator[str]:
    """Yields the sentences on deals whose sizes depend on a number, with the sizes at both ends."""

    def sizes(name: str) -> str:
        return ", ".join(
            f"{_cards(other.sizes(name))} with {signed(value)}"
            for value, other in ends.items()
            if name in other.scheduled()
        )

    alike = group((sizes(name), name) for name in moving)
    for sizes_text, names in alike.items():
        here = f": {sizes_text}" if sizes_text else ""
        yield sentence(f"the number of cards of {join_words(names)} depends on it{here}")


def _values(numbers: Sequence[int]) -> str:
    """Formats numbers in the given order, with runs merged: `0`, `0 to 2`, `0, 1 or 4`."""
    parts: list[str] = []
    for low, high in consecutive_ranges(numbers):
        together = high - low > 1
        some = range(low, high + 1)
        parts += [f"{signed(low)} to {signed(high)}"] if together else map(signed, some)
    return join_words(parts, "or")


def _size_changes(
    now: SheetContext, then: SheetContext, moving: Sequence[str] = ()
) -> Iterator[str]:
    """Yields clauses on the deals that are played in both games, but with different sizes."""
    for name in now.scheduled():
        if name not in then.scheduled() or name in moving:
            continue
        alone = len(now.scheduled()) == len(then.scheduled()) == 1
        gone, come = _sizes_without(now, then, name), _sizes_without(then, now, name)
        if gone:
            yield f"no deal has {gone}" if alone else f"{name} with {gone} is not played"
        if come:
            some = f"there are also deals of {come}"
            yield some if alone else f"{name} with {come} is also played"


def _sizes_without(one: SheetContext, other: SheetContext, name: str) -> str:
    """Returns the numbers of cards that a deal has in one of two games only, as text.

    They are stated for each number of players if they are not the same for all.
    """
    sizes_by_players = {}
    for first in one.tables:
        for second in other.tables:
            if second.players == first.players:
                own = _sizes_at(one.for_table(first), name)
                others = _sizes_at(other.for_table(second), name)
                sizes_by_players[first.players] = tuple(n for n in own if n not in others)
    players_by_sizes = group((sizes, players) for players, sizes in sizes_by_players.items())
    if len(players_by_sizes) == 1:
        (sizes,) = players_by_sizes
        return _cards(sizes) if sizes else ""
    return join_words(
        [
            f"{_cards(sizes)} for {spans(players, 'or')} players"
            for sizes, players in players_by_sizes.items()
            if sizes
        ]
    )


def _common_deals_differ(now: SheetContext, then: SheetContext) -> bool:
    """Returns whether two games differ in more than the deals and sizes that only one of them has:
    in the order or the number of their common deals.
    """
    for before, after in zip(_order_of_deals(now), _order_of_deals(then), strict=False):
        courses = [[deal[:2] for deal in course] for course in (before, after)]
        common = [deal for deal in courses[0] if deal in courses[1]]
        if common != [deal for deal in courses[1] if deal in courses[0]]:
            return True
    return False


def _sizes_at(context: SheetContext, name: str) -> tuple[int, ...]:
    """Returns the numbers of cards of a deal; empty if it is not played."""
    return context.sizes(name) if name in context.scheduled() else ()


def _cards(sizes: Sequence[int]) -> str:
    return f"{_values(sizes)} {'card' if list(sizes) == [1] else 'cards'}"


def _schedule_changes(now: SheetContext, then: SheetContext) -> list[str]:
    """Returns clauses on the deals that are removed and those that are added.

    If both matches have equally many deals, an added deal takes the place of another.
    """
    before, after = now.scheduled(), then.scheduled()
    gone = [_with_numbers(now, name) for name in before if name not in after]
    instead = deal_count(now) == deal_count(then)
    known = now.sizes(now.ordinary)
    come = [_with_numbers(then, name, known) for name in after if name not in before]
    texts = [f"{join_words(gone)} {'is' if len(gone) == 1 else 'are'} not played"] if gone else []
    return [
        *texts,
        *(f"{name} is played instead" if instead else f"{name} is also played" for name in come),
    ]


def _with_numbers(context: SheetContext, name: str, known: Collection[int] | None = None) -> str:
    """Returns a deal with its numbers, and with its sizes if one is not among the known."""
    facts = [numbers_of(context, name)]
    if known is not None and not {*context.sizes(name)} <= {*known}:
        facts.append(f"{_cards(context.sizes(name))} each")
    details = ", ".join(filter(None, facts))
    return f"{name} ({details})" if details else name


def _change_sentences(
    context: SheetContext, parameter: Parameter, value: Value, how: str, unaffected: frozenset[str]
) -> list[str]:
    # The sentences of an unaffected deal change only because the ordinary deal does.
    other = _with_value(context, parameter, value)
    if other is None:
        return []
    now, then = statements(context), statements(other)
    played = (*_schedule_changes(context, other), *_size_changes(context, other))
    changes = [sentence(change_text) for change_text in played]
    if (not changes or _common_deals_differ(context, other)) and (
        deal_count(other) != deal_count(context)
    ):
        changes.append(f"A match has {deal_count(other)}.")
    if not changes and _order_of_deals(other) != _order_of_deals(context):
        changes.append(sentence(course_of_deals(other) or "the deals come in another order"))
    dealer = first_dealer_sentences(other)
    changes += dealer if dealer != first_dealer_sentences(context) else ()
    usual_bids = next((step.statements for step in steps(other) if step.title == "Bids"), ("",))
    for where, texts in then.items():
        new = [text for text in texts if text not in now.get(where, ()) and where not in unaffected]
        if not where and usual_bids[0] in new:
            # another way of bidding is shown with all its limits, or they would seem to be off
            new = [text for text in texts if text in new or text in usual_bids]
        if new:
            of = f"{'In' if changes else 'in'} {where}: " if where else ""
            changes.append(of + " ".join(new))
            continue
        lost = [text for text in now.get(where, ()) if text not in texts]
        # A special deal is described by its differences from the ordinary one.
        if lost and where not in unaffected and (not where or then[""] == now[""]):
            of = f"in {where} this" if where else "this"
            changes.append(f"{capital(of) if changes else of} no longer holds: {' '.join(lost)}")
    if not changes:
        return []
    joint = ", " if changes[0].startswith("in ") else ": "
    return [sentence(f"{how}{joint}{' '.join(changes)}")]
