"""Reads and prints records for commands: with their rules, as matches to resume, or as sheets."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clagdsl import problems
from clagdsl.check.checker import check_path
from clagdsl.check.loader import is_bundled_name, reference_from
from clagdsl.cli._lines import WIDEST_TABLE, cut, folded, line_width, paragraph, seat_groups
from clagdsl.cli._problems import InputError
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.numerals import consecutive_ranges, group, is_or_are, join_words
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import CompletedWhen, Game, IntegerRange, Variable, value_text
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic, IllegalAction, Reason
from clagdsl.problems.escape import escape_invisible, quoted, width
from clagdsl.records.match_end import MatchEnd
from clagdsl.records.parameter_trials import Contradiction, ParameterTrial, ParameterTrials
from clagdsl.records.reading import RecordResult, read_record, unreadable_record
from clagdsl.records.recorded_match import RecordError, replay
from clagdsl.records.report import InferredRow, PlayerFigures, ReplayResult
from clagdsl.records.rules_reference import load_record_rules
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

if TYPE_CHECKING:
    from clagdsl.engine.state import State


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A recorded match after its replay: the record, its rules, the state, and warnings."""

    record: Record
    reference: str | Path
    state: State
    sources: Mapping[str, SourceText]
    warnings: tuple[Diagnostic, ...]


def read_match(path: Path, shown_name: str, rules: str | None = None) -> RecordResult:
    """Returns the record in a file; the error for an unknown name mentions files and saved matches.

    If `rules` is not None, the record need not name any rules.
    """
    if is_bundled_name(shown_name) and not os.path.lexists(path):
        return unreadable_record(
            shown_name, f"no such file, and no match is saved as {quoted(shown_name)}"
        )
    return read_record(path, shown_name, rules)


@dataclass(frozen=True, slots=True)
class RecordWithRules:
    """A record that could be read, its game, and the source texts of both."""

    record: Record
    game: Game
    read: RecordResult
    sources: Mapping[str, SourceText]


def record_with_rules(
    path: Path, shown_name: str, rules: str | None = None, *, trust: bool = False
) -> RecordWithRules:
    """Returns the record in a file with the rules it names, or with `rules`.

    Raises InputError if either has problems.
    """
    read = read_match(path, shown_name, rules)
    source = read.places.source
    sources: Mapping[str, SourceText] = {source.name: source}
    record = read.record
    if record is None:
        raise InputError(read.diagnostics, sources)
    if rules is None:
        place = read.places.value(None, "rules")
        checked = load_record_rules(record, path.parent, place, trust=trust)
    else:
        checked = check_path(rules)
        record = replace(record, rules_hash=None)
    sources = {**checked.sources, **sources}
    if checked.game is None:
        raise InputError(checked.diagnostics, sources)
    return RecordWithRules(record, checked.game, read, sources)


def seeded_match(path: Path, shown_name: str, *, trust: bool = False) -> RecordedMatch:
    """Returns the match in a file, with a state to continue from; raises InputError if it has
    problems.
    """

    source = record_with_rules(path, shown_name, trust=trust)
    record, game, read, sources = source.record, source.game, source.read, source.sources
    reference = reference_from(path, record.rules)
    if record.seed is None:
        raise InputError([problems.records.NotResumable(read.places.whole()).diagnostic()], sources)
    warnings = list(read.diagnostics)
    now = rules_hash(game)
    if record.rules_hash not in (None, now):
        place = read.places.value(None, "rules_hash")
        warnings.append(
            problems.records.OtherRules(place, record.rules_hash or "", now).diagnostic()
        )
    try:
        state = replay(record, game, read.places)
    except RecordError as error:
        raise InputError((*warnings, *error.diagnostics), sources) from error
    except IllegalAction as error:
        why = Reason(error.code, error.reason, error.place, error.source)
        refused = problems.records.refused_action(read.places.whole(), "", why)
        raise InputError((*warnings, refused), sources) from error
    return RecordedMatch(record, reference, state, sources, tuple(warnings))


# --- score sheets as text ---------------------------------------------------------------------


_COLUMN = len("  bid won total")


def sheet_lines(record: Record, schedule: Sequence[ScheduledDeal]) -> list[str]:
    """Returns the lines of a match's score sheet: bids, tricks won, and running totals."""
    rows = {scheduled.number: scheduled for scheduled in schedule}
    names = [_titles(deal, rows) for deal in record.deals]
    broad = max((width(name) for name in names), default=0)
    blank = " " * broad
    lines = [
        blank + "".join(_right(escape_invisible(name), _COLUMN) for name in record.players),
        blank + "  bid won total" * len(record.players),
    ]
    for deal, name in zip(record.deals, names, strict=True):
        lines.append(name + " " * (broad - width(name)) + _figures(deal, len(record.players)))
    return lines


def _titles(deal: RecordedDeal, rows: dict[int, ScheduledDeal]) -> str:
    row = rows[deal.number] if deal.number is not None else None
    name = escape_invisible(row.name) if row else ""
    cards = deal.cards if deal.cards is not None or row is None else row.cards
    return f"{deal.number or '':>4}  {name}, {cards} {'card' if cards == 1 else 'cards'}"


def _figures(deal: RecordedDeal, players: int) -> str:
    bids = deal.bids or ("-",) * players
    won: Sequence[object] = deal.won or ("",) * players
    totals: Sequence[object] = deal.totals or ("",) * players
    cells = zip(bids, won, totals, strict=True)
    return "".join(f"  {bid!s:>3} {tricks!s:>3} {total!s:>5}" for bid, tricks, total in cells)


def _right(text: str, columns: int) -> str:
    return " " * max(0, columns - width(text)) + text


# --- replayed score sheets --------------------------------------------------------------------


_FIGURES: Final = ("bid", "won", "pts", "tot")
"""The columns of each player."""

_WIDEST_NAME: Final = 15
"""The width of the column of row names; a player's name may be as wide as the figures below it."""


def figures_lines(players: Sequence[str], result: ReplayResult) -> list[str]:
    """Returns the replayed sheet: bid, tricks, points and total of every player in every row.

    Players who do not fit into the width of the terminal follow in another table.
    """
    wrong = result.wrong_rows
    labels = ["", "row"]
    labels += [
        _shortened(row.label, _WIDEST_NAME) + "!" * ((row.deal, row.label) in wrong)
        for row in result.rows
    ]
    margin = max(map(width, labels))
    columns = [_player_column(player, players, result.rows) for player in players]
    most = (line_width(WIDEST_TABLE) - margin) // (max(width(own[0]) for own in columns) + 2)
    lines: list[str] = []
    for seats in seat_groups(len(players), most):
        for at, label in enumerate(labels):
            cells = "".join(f"  {columns[seat][at]}" for seat in seats)
            lines.append(f"{label}{' ' * (margin - width(label))}{cells}".rstrip())
        lines.append("")
    signs = {sign for own in columns for line in own[2:] for sign in "*?" if sign in line}
    own_terms = result.table is not None and any(
        isinstance(rules.completed, CompletedWhen) and rules.completed != _MADE
        for rules in result.table.plain_rules()
    )
    legend = {"*": "completed" if own_terms else "made", "?": "unknown"}
    notes = [f"{sign} {legend[sign]}" for sign in legend if sign in signs]
    if any(not counts for row in result.rows for counts in row.tricks):
        notes.append("- no number of tricks fits")
    notes += ["! the row does not fit the rules"] if wrong else []
    return [*lines, *paragraph("; ".join(notes)), *[""] * bool(notes)]


def _player_column(player: str, players: Sequence[str], rows: Sequence[InferredRow]) -> list[str]:
    """Returns the lines of a player's columns, all of equal width: the name, the headings, the
    rows.
    """
    table: list[Sequence[str]] = [_FIGURES]
    for row in rows:
        names = row.players or players
        seat = names.index(player) if player in names[: len(row.figures)] else None
        table.append([""] * 4 if seat is None else _cells(row.figures[seat], row.tricks[seat]))
    widths = [max(len(line[column]) for line in table) for column in range(len(_FIGURES))]
    lines = [" ".join(map(str.rjust, line, widths)) for line in table]
    name = _shortened(player, max(_WIDEST_NAME, len(lines[0])))
    broad = max(width(name), len(lines[0]))
    return [name + " " * (broad - width(name)), *(line.ljust(broad) for line in lines)]


def _shortened(name: str, columns: int) -> str:
    """Returns a name as displayed, truncated if it takes more than `columns` columns."""
    shown = escape_invisible(name)
    return shown if width(shown) <= columns else f"{cut(shown, columns - 1)}…"


_MADE: Final = CompletedWhen(Variable("made"))
"""The usual terms of a contract."""


def _cells(figures: PlayerFigures, counts: Sequence[int]) -> list[str]:
    """Returns the figures of a player in a row, with a mark after the tricks."""
    mark = " "
    if figures.made:
        mark = "*"
    elif figures.is_open and counts:
        mark = "?"
    numbers = ("?" if number is None else str(number) for number in (figures.points, figures.total))
    return [str(figures.bid), counts_text(counts) + mark, *numbers]


def bounds_lines(rows: Sequence[InferredRow]) -> list[str]:
    """Returns a note on the rows with only bounds on the tricks, if there are any."""
    labels = [escape_invisible(row.label) for row in rows if not row.exact]
    if not labels:
        return []
    which = f"{'row' if len(labels) == 1 else 'rows'} {join_words(labels)}"
    return [*paragraph(f"in {which}, the numbers of tricks are bounds: some may be impossible"), ""]


def counts_text(counts: Sequence[int]) -> str:
    """Formats numbers of tricks: `2`; `0-3,5`, with runs of three or more merged; `-` for none."""
    parts: list[str] = []
    for low, high in consecutive_ranges(counts):
        parts += [f"{low}-{high}"] if high - low > 1 else map(str, range(low, high + 1))
    return ",".join(parts) or "-"


def trials_lines(result: ReplayResult, trials: ParameterTrials) -> list[str]:
    """Returns a sentence for each parameter with values that the sheet refutes or suggests, and
    one that names the parameters with values that were not tried.

    If most rows contradict the rules anyway, the sheet refutes nothing.
    """
    lines: list[str] = []
    by_parameter = group((trial.parameter.name, trial) for trial in trials.trials)
    for parameter, tried in by_parameter.items():
        worse = [trial for trial in tried if not trial.better]
        if worse and 2 * len(result.wrong_rows) < result.judged:
            lines += folded(_refuted_text(worse))
        for trial in tried:
            if trial.better and not trial.worse:
                right, wrong = len(trial.better), len(result.wrong_rows)
                rows = f"{right} of the {wrong} rows that do not fit {is_or_are(right)} right"
                if wrong == 1:
                    rows = "the row that does not fit is right"
                lines += folded(f"With `--set {parameter}={value_text(trial.value)}`, {rows}.")
    if lines and trials.untried:
        names = join_words([f"`{name}`" for name in trials.untried], "or")
        lines += folded(f"Not every value of {names} was tried.")
    return [*lines, *[""] * bool(lines)]


def _refuted_text(trials: Sequence[ParameterTrial]) -> str:
    """Returns a sentence on the values of one parameter that a sheet refutes, with the reason."""
    parameter = trials[0].parameter
    counts = sorted({len(trial.worse) for trial in trials})
    phrases: dict[Contradiction, str] = {
        "sum of bids": "the bids add up to the cards",
        "cards": "another number of cards was dealt",
        "bids": "a bid is forbidden",
        "auction": "a bid in the auction was not allowed",
        "sum of tricks": "the tricks do not add up to the cards",
        "tricks": "the tricks do not fit the cards that were played",
        "points": "the points do not fit the other figures",
        "marks": "a mark does not fit the other figures",
        "pack": "the cards are not those of the pack",
        "calls": "a call or a trump was not allowed",
        "plays": "a card was not allowed",
    }
    kinds = {kind for trial in trials for kind in trial.contradictions}
    how = join_words([text for kind, text in phrases.items() if kind in kinds], "or")
    values = [trial.value for trial in trials]
    if len(values) == 1:
        played = f"`{parameter.name}={value_text(values[0])}`"
    elif isinstance(parameter.range, IntegerRange):
        shown: list[str] = []
        for low, high in consecutive_ranges(sorted(map(int, values))):
            together = high - low > 1
            shown += [f"{low} to {high}"] if together else map(str, range(low, high + 1))
        played = f"`{parameter.name}` {join_words(shown, 'or')}"
    else:
        played = f"`{parameter.name}` {join_words([value_text(one) for one in values], 'or')}"
    about = escape_invisible(parameter.description)
    if about:
        about = f" ({'not: ' if values == [False] else ''}{about})"
    slip = "that is a slip, or " if counts == [1] else ""
    players = f"{slip}these players did not play {played}{about}."
    return f"In {_rows_text(counts, max(trial.rows for trial in trials))} {how}: {players}"


def _rows_text(counts: Sequence[int], rows: int) -> str:
    """Formats the number of wrong rows of a sheet, from the different counts in ascending order."""
    low, high = counts[0], counts[-1]
    if low == high:
        return f"{low} of {rows} {'row' if rows == 1 else 'rows'}"
    if high == rows:
        return "one or both rows" if rows == 2 else f"some or all of the {rows} rows"
    return f"{low} to {high} of {rows} rows"


# --- the end of a match -----------------------------------------------------------------------


def standings_text(
    names: Sequence[str], totals: Sequence[int], places: Sequence[int | None]
) -> str:
    """Returns the standings by final place, such as `1. Ann 24, 2. Bob 12`.

    Players without a place come last, without a number.
    """
    order = sorted(range(len(totals)), key=lambda seat: places[seat] or len(places) + 1)
    return ", ".join(
        f"{f'{places[seat]}. ' if places[seat] else ''}{names[seat]} {totals[seat]}"
        for seat in order
    )


def stakes_lines(table: Table) -> list[str]:
    """Returns the parameters that affect the settlement, with their descriptions."""
    if table.game.settlement is None:
        return []
    read = UsesCache(table.game.lets).uses(table.game.settlement.expression).parameters
    return [
        f"{parameter.name} {table.parameters[parameter.name]}"
        + (f": {escape_invisible(parameter.description)}" if parameter.description else "")
        for parameter in table.game.parameters
        if parameter.name in read
    ]


def amount_text(paid: Fraction) -> str:
    """Returns an exact amount as text, such as `2`, `1/2` or `2 1/2`."""
    whole, rest = divmod(paid, 1)
    return f"{whole} {rest}" if rest and whole else str(paid)


def with_verb(name: str, verb: str) -> str:
    """Returns a player's name with a verb: `Ann pays`, or `You pay` for the person in `play`."""
    return f"{name} {verb}" if name == "You" else f"{name} {verb}s"


def outcome_lines(names: Sequence[str], outcome: MatchEnd, table: Table) -> list[str]:
    """Returns lines with the final standings of a sheet, the winners, and the payments."""
    shown = [escape_invisible(name) for name in names]
    standings = standings_text(shown, outcome.totals, outcome.places)
    lines = ["the players stopped before the last deal"] * outcome.ended
    lines += paragraph(f"final standings: {standings}", "  ")
    if outcome.winners is None:
        unknown = "the winner is unknown: the sheet does not show which contracts were completed"
        return [*lines, *paragraph(unknown, "  ")]
    winners = [shown[seat] for seat in outcome.winners]
    alone = len(winners) == 1
    lines += paragraph(
        with_verb(winners[0], "win") if alone else f"{' and '.join(winners)} win", "  "
    )
    if not outcome.has_settlement:
        return lines
    if outcome.payments is None:
        lines += paragraph(
            "the payments are unknown: the sheet does not show which contracts were completed",
            "  ",
        )
    elif any(outcome.payments):
        paid = (
            f"{with_verb(shown[seat], 'get' if each > 0 else 'pay')} {amount_text(abs(each))}"
            for seat, each in enumerate(outcome.payments)
            if each
        )
        lines += paragraph(", ".join(paid), "  ")
    else:
        lines.append("nobody pays anything")
    for line in stakes_lines(table):
        lines += paragraph(f"  {line}", "    ")
    return lines
