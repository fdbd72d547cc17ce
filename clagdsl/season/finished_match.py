"""A finished match as statistics need it: plain data, from a record or from a score sheet."""

from __future__ import annotations

from typing import Final

from clagdsl import problems
from clagdsl.lang.csv_text import ENDINGS, Figures
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.record import Record
from clagdsl.lang.rules import title_of, value_text
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.records.report import ReplayResult
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.table.standings import places
from clagdsl.table.table import Table

BOT_SUFFIX: Final = " (bot)"
"""The suffix for the name of a seat that a program played instead of a member of the group."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The rules of a match; matches with equal rules belong to one game.

    `settings` are the parameters that differ from their defaults, such as `hook = true`.
    `fingerprint` is the fingerprint of the rules.
    """

    title: str
    settings: tuple[str, ...]
    fingerprint: str
    low_wins: bool

    @property
    def name(self) -> str:
        """The title with the settings: `Clag, Pagat (point_stake = 10)`."""
        return f"{self.title} ({', '.join(self.settings)})" if self.settings else self.title


@dataclass(frozen=True, slots=True)
class CountedDeal:
    """A deal of a match; figures are by seat, and `lines` maps seats to players of the match.

    `caller` is a seat, `calls` the words called; both are `None` without a call, or if it is
    unknown. `bids` are the bids that were chosen, `points` the points of the deal, `completed`
    whether the contract was completed. An entry is `None` if it does not exist or is unknown.
    `has_chosen_bids` is true if the players choose their bids; then a bid of `None` is unknown.
    """

    name: str
    lines: tuple[int, ...]
    caller: int | None
    calls: tuple[str, ...] | None
    bids: tuple[int | None, ...]
    points: tuple[int | None, ...]
    completed: tuple[bool | None, ...]
    has_chosen_bids: bool = False


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match; figures are by player: first the seats in order, then those who joined
    later.

    - `source`: the file or table from which it comes.
    - `played`: the day in ISO 8601, "" if it is unknown.
    - `programs`: the indices of players that are programs.
    - `places`: 1-based, shared by players that the rules leave tied; `None` for one who left early.
    - `ended`: true if the players stopped before the last deal.
    """

    source: str
    game: PlayedGame
    played: str
    note: str
    players: tuple[str, ...]
    programs: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int | None, ...]
    deals: tuple[CountedDeal, ...]
    ended: bool = False

    @property
    def figures(self) -> tuple[object, ...]:
        """The figures, and the note, that a copy of the record can lack; None if unknown."""
        by_deal: list[object] = [self.played or None, self.note or None]
        for deal in self.deals:
            by_deal += (deal.caller, deal.calls, *deal.bids, *deal.points, *deal.completed)
        return tuple(by_deal)

    def is_copy_of(self, other: FinishedMatch) -> bool:
        """Returns whether the matches differ only in figures that one of them lacks."""
        return (
            _certain_parts(self) == _certain_parts(other)
            and len(self.figures) == len(other.figures)
            and all(
                None in pair or pair[0] == pair[1]
                for pair in zip(self.figures, other.figures, strict=True)
            )
        )

    @property
    def year(self) -> int | None:
        """The year in which it was played; None if the day is unknown."""
        return int(self.played[:4]) if self.played else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players, with a suffix for programs."""
        return tuple(
            f"{name}{BOT_SUFFIX}" if line in self.programs else name
            for line, name in enumerate(self.players)
        )


def _certain_parts(match: FinishedMatch) -> tuple[object, ...]:
    """Returns the parts of a match that every copy of it has."""
    deals = tuple((deal.name, deal.lines) for deal in match.deals)
    return match.game, match.players, match.programs, match.totals, match.places, deals


# --- from a record, and from a score sheet ----------------------------------------------------


def match_of_record(
    record: Record,
    result: ReplayResult,
    record_places: RecordPlaces,
    source: str,
    figures: Figures | None = None,
) -> FinishedMatch | Diagnostic:
    """Returns the match of a record that agrees with its rules, or the reason not to count it.

    `figures` is how a CSV sheet was read.
    """
    end, table = result.outcome, result.table
    if end is None or table is None:
        return _why_unfinished(record, result, record_places, figures)
    if end.winners is None:
        reason = (
            "the winner depends on contracts, and the record does not show which were completed"
        )
        return problems.records.MissingMatchEnd(record_places.whole(), reason).diagnostic()
    deals = tuple(
        CountedDeal(
            deal.name,
            deal.lines,
            deal.caller,
            deal.calls,
            deal.bids,
            deal.points,
            deal.completed,
            deal.has_chosen_bids,
        )
        for deal in result.deals
    )
    everybody = record.everybody
    programs = () if record.person is None else _program_lines(everybody, record.person)
    day = "" if record.played is None else record.played.isoformat()
    return FinishedMatch(
        source,
        played_game(table),
        day,
        record.note or "",
        everybody,
        programs,
        end.totals,
        end.places,
        deals,
        end.ended,
    )


def match_of_sheet(sheet: Sheet, source: str, played: str = "", note: str = "") -> FinishedMatch:
    """Returns the match of a finished score sheet, with its own note after another one."""
    everybody = range(len(sheet.names))
    remaining = [line for line in everybody if line not in sheet.left]
    deals = tuple(
        CountedDeal(
            row.name,
            row.seats,
            None if row.caller is None else row.seats.index(row.caller),
            None if row.caller is None else row.calls,
            tuple(
                bid if isinstance(bid, int) else None
                for bid in deal.bids or (None,) * len(row.seats)
            ),
            tuple(row.points[line] for line in row.seats),
            tuple(row.completed[line] for line in row.seats),
            any(bid != "-" for bid in deal.bids or ()),
        )
        for row, deal in zip(sheet.rows, sheet.record().deals, strict=True)
    )
    return FinishedMatch(
        source,
        played_game(sheet.table),
        played,
        "; ".join(filter(None, (note, sheet.note))),
        sheet.names,
        (),
        sheet.totals,
        places(sheet.game.winner, sheet.totals, sheet.failed, sheet.completed, remaining),
        deals,
        sheet.ended,
    )


def played_game(table: Table) -> PlayedGame:
    """Returns the game played at a table, which identifies its rules."""
    settings = [f"{name} = {value_text(value)}" for name, value in table.changed_parameters]
    rules = table.game
    return PlayedGame(title_of(rules), tuple(settings), rules_hash(rules), rules.winner.low_wins)


def _program_lines(everybody: tuple[str, ...], person: str) -> tuple[int, ...]:
    return tuple(line for line, name in enumerate(everybody) if name != person)


def _why_unfinished(
    record: Record, result: ReplayResult, record_places: RecordPlaces, figures: Figures | None
) -> Diagnostic:
    """Returns the diagnostic for a record that agrees with its rules but does not show the end."""
    last = 0
    for index, deal in enumerate(result.deals):
        if deal.number > last + 1:
            skipped = f"deals {last + 1} to {deal.number - 1} are"
            if deal.number == last + 2:
                skipped = f"deal {last + 1} is"
            reason = f"{skipped} not recorded"
            return problems.records.MissingMatchEnd(record_places.deal(index), reason).diagnostic()
        last = deal.number
    deals = 0 if result.table is None else len(result.table.schedule)
    place = record_places.deal(len(result.deals) - 1) if result.deals else record_places.whole()
    reached = result.deals[-1].scheduled if result.deals else 0
    if reached < deals and place.file.lower().endswith(ENDINGS):
        return problems.records.SheetNotFinished(
            place, reached, deals, False, record.rules, figures
        ).diagnostic()
    if reached < deals:
        is_version_1 = record_places.value_text("record") == "1"
        return problems.records.NotFinished(place, reached, deals, is_version_1).diagnostic()
    return problems.records.MissingMatchEnd(place, "the final totals are not recorded").diagnostic()
