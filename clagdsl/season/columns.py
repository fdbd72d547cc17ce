"""The tables of a season for spreadsheets, each column with its meaning."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from clagdsl.lang.csv_text import escape_formula
from clagdsl.season.model import Season

Cell: TypeAlias = str | int | Fraction | None
"""The value of a cell; None leaves it empty."""
Row: TypeAlias = tuple[Cell, ...]

# Decimals in CSV.
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column of a table: its heading, and its meaning."""

    heading: str
    meaning: str


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A table of a season: its title, its columns, and the function that yields its rows."""

    title: str
    columns: tuple[NamedColumn, ...]
    rows: Callable[[Season], Iterator[Row]]


def share(part: int | Fraction, whole: int) -> Fraction | None:
    """Returns a fraction of a whole, or None if the whole is 0."""
    return Fraction(part) / whole if whole else None


# --- rows ---------------------------------------------------------------------------------


def _standings(season: Season) -> Iterator[Row]:
    for line in season.standings:
        yield (
            line.place,
            line.player,
            line.matches,
            line.won,
            line.fair,
            share(line.higher, line.opponents),
            line.left,
            line.contracts,
            line.made,
            share(line.made, line.contracts),
            line.par,
        )


def _bids(season: Season) -> Iterator[Row]:
    for line in season.bids:
        yield (
            line.player,
            line.bid,
            line.contracts,
            line.made,
            share(line.made, line.contracts),
            line.par,
        )


def _games(season: Season) -> Iterator[Row]:
    for game in season.games:
        for line in game.players:
            mean = share(line.points, line.matches)
            best = line.best if line.matches else None
            yield (
                line.game,
                line.player,
                line.matches,
                line.won,
                mean,
                best,
                line.contracts,
                line.made,
            )


def _calls(season: Season) -> Iterator[Row]:
    for line in season.calls:
        yield (
            line.game,
            line.deal,
            ", ".join(line.calls),
            line.times,
            share(line.points, line.times),
            share(line.others, line.times),
            line.ahead,
            line.contracts,
            line.made,
        )


def _pairs(season: Season) -> Iterator[Row]:
    for line in season.pairs:
        yield line.player, line.other, line.matches, line.higher, line.level, line.lower


def _matches(season: Season) -> Iterator[Row]:
    for match in season.matches:
        for line in match.players:
            yield (
                match.played,
                match.game,
                line.player,
                line.place,
                line.total,
                match.deals,
                match.note,
                match.source,
                "yes" if match.ended else "",
            )


# --- tables -------------------------------------------------------------------------------

_CONTRACTS: Final = NamedColumn("contracts", "contracts whose result is known")
_MADE: Final = NamedColumn("made", "how many of them were completed")
SAME_KIND: Final = "deals of the same name and game, whatever their cards and players"
"""The deals whose contracts are compared for one bid and one game."""
_PAR: Final = NamedColumn(
    "par",
    f"how many of these contracts your group would make on average: the same bids in {SAME_KIND}",
)
_GAME: Final = NamedColumn("game", "the game, with the parameters that differ from their defaults")
_PLAYER: Final = NamedColumn(
    "player", "the player; `(bot)` follows the name of a seat that a program played"
)

TABLES: Final[Mapping[str, SeasonTable]] = {
    "standings": SeasonTable(
        "Standings",
        (
            NamedColumn(
                "place", "by matches won, then by others outscored; shared if both are equal"
            ),
            _PLAYER,
            NamedColumn("matches", "finished matches that the player played to the end"),
            NamedColumn("won", "matches won; a win shared by two counts half for each"),
            NamedColumn(
                "fair",
                "matches that the player would have won if all at the table won equally often",
            ),
            NamedColumn(
                "outscored",
                "share of opponents in these matches who finished lower; a tie counts half",
            ),
            NamedColumn("left", "matches that the player left before the end"),
            _CONTRACTS,
            _MADE,
            NamedColumn("made share", "made as a share of contracts"),
            _PAR,
        ),
        _standings,
    ),
    "bids": SeasonTable(
        "Bids made",
        (
            _PLAYER,
            NamedColumn("bid", "a bid that the player chose; bids fixed by the rules do not count"),
            _CONTRACTS,
            _MADE,
            NamedColumn("made share", "made as a share of contracts"),
            _PAR,
        ),
        _bids,
    ),
    "games": SeasonTable(
        "Games",
        (
            _GAME,
            _PLAYER,
            NamedColumn("matches", "matches of this game that the player played to the end"),
            NamedColumn(
                "won", "how many of them the player won; a win shared by two counts half for each"
            ),
            NamedColumn("mean total", "the average final total"),
            NamedColumn(
                "best total", "the best final total: the highest, or the lowest if that wins"
            ),
            _CONTRACTS,
            _MADE,
        ),
        _games,
    ),
    "calls": SeasonTable(
        "Calls",
        (
            _GAME,
            NamedColumn("deal", "the deal in which it was called"),
            NamedColumn(
                "call",
                "one call, whatever was called with it, or several made together;"
                " empty if nothing was called",
            ),
            NamedColumn("times", "deals in which it was made and all points are known"),
            NamedColumn("caller", "the caller's average points in the deal"),
            NamedColumn("others", "the other players' average points in it"),
            NamedColumn("ahead", "by how many points the caller was ahead of them, on average"),
            NamedColumn("contracts", "contracts of the callers whose result is known"),
            _MADE,
        ),
        _calls,
    ),
    "pairs": SeasonTable(
        "Head to head",
        (
            NamedColumn("player", "a player"),
            NamedColumn("other", "another player"),
            NamedColumn("matches", "matches that both played to the end"),
            NamedColumn("higher", "how often the player finished higher"),
            NamedColumn("level", "how often they tied"),
            NamedColumn("lower", "how often the other finished higher"),
        ),
        _pairs,
    ),
    "matches": SeasonTable(
        "Matches",
        (
            NamedColumn("played", "the day; empty if unknown"),
            _GAME,
            _PLAYER,
            NamedColumn("place", "the place at the end; empty if the player left earlier"),
            NamedColumn("total", "the final total"),
            NamedColumn("deals", "how many deals were played"),
            NamedColumn("note", "the note on the match"),
            NamedColumn("source", "the file or table of the match"),
            NamedColumn("ended early", "yes if the players stopped before the last deal"),
        ),
        _matches,
    ),
}
"""Every table by the name with which it is requested."""


def csv_text(season: Season, name: str) -> str:
    """Returns a table of a season as CSV, with cells escaped that a spreadsheet would evaluate."""
    table = TABLES[name]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.heading for column in table.columns])
    writer.writerows([_cell_text(cell) for cell in row] for row in table.rows(season))
    return text.getvalue()


def _cell_text(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case str():
            return escape_formula(cell)
        case int():
            return str(cell)
        case Fraction():
            return decimal_text(cell, _DIGITS)


def decimal_text(number: Fraction, digits: int) -> str:
    """Returns a number with at most `digits` decimals, without trailing zeros."""
    shown = f"{float(number):.{digits}f}"
    plain = shown.rstrip("0").rstrip(".") if "." in shown else shown
    return "0" if plain in ("-0", "") else plain
