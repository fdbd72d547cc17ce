"""Reads and prints records for commands: with their rules, as matches to resume, or as sheets."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from clagdsl import problems
from clagdsl.check.checker import check_path
from clagdsl.check.loader import is_bundled_name, reference_from
from clagdsl.cli._problems import InputError
from clagdsl.engine.state import State
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import Game, Winner
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic, IllegalAction, Reason
from clagdsl.problems.escape import escape_invisible, quoted, width
from clagdsl.records.match_end import MatchEnd
from clagdsl.records.reading import RecordResult, read_record, unreadable_record
from clagdsl.records.recorded_match import RecordError, replay
from clagdsl.records.report import InferredRow
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
            shown_name, f"no such file, and no match is kept as {quoted(shown_name)}"
        )
    return read_record(path, shown_name, rules)


@dataclass(frozen=True, slots=True)
class RecordWithRules:
    """A record that could be read, its game, and the texts of both."""

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


# --- possible numbers of tricks ---------------------------------------------------------------


def tricks_lines(players: Sequence[str], rows: Sequence[InferredRow]) -> list[str]:
    """Returns a line for each deal, with the possible numbers of tricks of each player."""
    table = [["tricks", *map(escape_invisible, players)]]
    table += [[escape_invisible(row.label), *_cells(row, players)] for row in rows]
    columns = [max(width(line[column]) for line in table) for column in range(len(table[0]))]
    return [
        "  ".join(
            _padded(cell, columns[column], column) for column, cell in enumerate(line)
        ).rstrip()
        for line in table
    ]


def bounds_lines(rows: Sequence[InferredRow]) -> list[str]:
    """Returns a note on the rows with only bounds on the tricks, if there are any."""
    labels = [escape_invisible(row.label) for row in rows if not row.exact]
    if not labels:
        return []
    which = f"{'row' if len(labels) == 1 else 'rows'} {', '.join(labels)}"
    return [f"in {which} the counts are bounds: not all of them need be possible", ""]


def _cells(row: InferredRow, players: Sequence[str]) -> list[str]:
    """Returns the cells of all players, empty for players who are not in the deal."""
    texts = dict(zip(row.players or players, map(counts_text, row.tricks), strict=False))
    return [texts.get(player, "") for player in players]


def counts_text(counts: Sequence[int]) -> str:
    """Returns numbers of tricks as text: `2`, `0-3` for a range, otherwise `0,2`; `-` for none."""
    if not counts:
        return "-"
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]}-{counts[-1]}"
    return ",".join(map(str, counts))


def _padded(cell: str, columns: int, column: int) -> str:
    blank = " " * (columns - width(cell))
    return cell + blank if column == 0 else blank + cell


# --- the end of a match -----------------------------------------------------------------------


def standings_text(names: Sequence[str], totals: Sequence[int], winner: Winner) -> str:
    """Returns the standings; players with equal totals share a place: `1. Ann 24, 2. Bob 12`.

    If the lowest total wins, it comes first.
    """
    merits = [-total if winner.low_wins else total for total in totals]
    order = sorted(range(len(totals)), key=lambda seat: -merits[seat])
    places = [1 + sum(other > merits[seat] for other in merits) for seat in order]
    return ", ".join(
        f"{place}. {names[seat]} {totals[seat]}" for place, seat in zip(places, order, strict=True)
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
    lines = [f"final standings: {standings_text(shown, outcome.totals, table.game.winner)}"]
    if outcome.winners is None:
        lines.append("who won is not known: the sheet does not tell which contracts were completed")
        return lines
    winners = [shown[seat] for seat in outcome.winners]
    alone = len(winners) == 1
    lines.append(with_verb(winners[0], "win") if alone else f"{' and '.join(winners)} win")
    if not outcome.has_settlement:
        return lines
    if outcome.payments is None:
        lines.append(
            "what is paid is not known: the sheet does not tell which contracts were completed"
        )
    elif any(outcome.payments):
        paid = (
            f"{with_verb(shown[seat], 'get' if each > 0 else 'pay')} {amount_text(abs(each))}"
            for seat, each in enumerate(outcome.payments)
            if each
        )
        lines.append(", ".join(paid))
    else:
        lines.append("nobody pays anything")
    return lines + [f"  {line}" for line in stakes_lines(table)]
