"""`clagdsl season`: statistics of a group, from folders of records."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import click

from clagdsl.cli._options import WholeNumber, figures_option, trust_option
from clagdsl.cli._output import (
    check_ending,
    force_option,
    format_option,
    report_written,
    shell_quoted,
    write_json,
    write_lines,
)
from clagdsl.cli._problems import FINE, PROBLEM, InputError, problem_texts, problems_json
from clagdsl.lang.csv_text import ENDINGS, Figures
from clagdsl.lang.files import write_file
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.output_paths import CSV, SEASON_PAGE, check_target
from clagdsl.lang.resources import path_exists
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.problems.escape import escape_invisible, shorten, width
from clagdsl.season.aggregate import FEW_TIMES, aggregate_matches
from clagdsl.season.columns import TABLES, csv_text, decimal_text, share
from clagdsl.season.model import Season
from clagdsl.season.record_folder import (
    SPREADSHEETS,
    GatheredMatches,
    GatherRequest,
    gather_matches,
    read_aliases,
)

PAGE_ENDING: Final = ".html"
_CALLS_SHOWN: Final = 5
_PAIRS_SHOWN: Final = 15
_FILES_SHOWN: Final = 200


@click.command()
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...")
@click.option("--alias", metavar="FILE", help="A TOML file of names that belong to one player.")
@click.option(
    "--year", type=WholeNumber(1, 9999), metavar="Y", help="Count only matches of this year."
)
@click.option(
    "--rules", metavar="FILE", help="The rules of sheets that name none, such as CSV files."
)
@figures_option
@trust_option
@click.option("-o", "--output", metavar="X.html", help="Write a web page to this file.")
@click.option("--csv", "spreadsheet", metavar="FILE", help="Write a table to this CSV file.")
@click.option(
    "--table",
    type=click.Choice(tuple(TABLES)),
    default="standings",
    show_default=True,
    help="The table that --csv writes.",
)
@force_option
@format_option("text", "json")
def season(
    folders: tuple[str, ...],
    alias: str | None,
    year: int | None,
    rules: str | None,
    figures: Figures | None,
    trust: bool,
    output: str | None,
    spreadsheet: str | None,
    table: str,
    force: bool,
    output_format: str,
) -> int:
    """Summarise your group's season: standings, bids, calls.

    FOLDER is one record (.toml) or score sheet (.csv, .xlsx), or a folder of them and its
    subfolders. Each file that is not counted has a line with the reason.
    """
    for name in (*folders, *filter(None, (alias,))):
        if not path_exists(Path(name)):
            raise click.UsageError(f"there is no folder or file `{shorten(name)}`")
    _check_targets(output, spreadsheet, force=force)
    names = None if alias is None else read_aliases(Path(alias), alias)
    if names is not None and names.problems:
        raise InputError(names.problems, {names.source.name: names.source})
    taken = () if alias is None else (alias,)
    collected = gather_matches(
        GatherRequest(folders, names, rules, figures, trust, leave_out=taken)
    )
    counted = aggregate_matches(collected.matches, year)
    if output is not None:
        from clagdsl.season.page import page

        write_file(Path(output), page(counted))
    if spreadsheet is not None:
        write_file(Path(spreadsheet), csv_text(counted, table))
    if output_format == "json":
        write_json(_document(counted, collected))
    else:
        write_lines(_lines(counted, collected, rules))
        for written in filter(None, (output, spreadsheet)):
            report_written(written, as_json=False)
    return PROBLEM if any(one.severity == "error" for one in collected.problems) else FINE


def _check_targets(output: str | None, spreadsheet: str | None, *, force: bool) -> None:
    if output is not None:
        path = Path(output)
        check_ending(output, PAGE_ENDING)
        check_target(path, SEASON_PAGE, force=force, shown=output)
    if spreadsheet is not None:
        path = Path(spreadsheet)
        check_target(path, CSV, option="--csv", force=force, shown=spreadsheet)


def _document(counted: Season, collected: GatheredMatches) -> JsonObject:
    return {
        "season": counted.to_json(),
        "files": collected.files,
        "counted": len(collected.matches),
        "aside": list(collected.skipped),
        "problems": problems_json(collected.problems),
    }


# --- the result as text -----------------------------------------------------------------------


_NOT_COUNTED: Final = ("R571", "R572")
"""The codes of the reasons for which a match that agrees is not counted; `replay` does not give
them.
"""


def _lines(counted: Season, collected: GatheredMatches, rules: str | None) -> list[str]:
    lines = [*_file_lines(collected, rules), *_standings(counted), *_games(counted)]
    lines += [*_calls(counted), *_pairs(counted)]
    lines.append(_summary(counted, collected))
    return lines


def _summary(counted: Season, collected: GatheredMatches) -> str:
    files = "1 file" if collected.files == 1 else f"{collected.files:,} files"
    matches = len(counted.matches)
    counted_text = "1 match counted" if matches == 1 else f"{matches:,} matches counted"
    if counted.year is None:
        return f"{files}: {counted_text}"
    others = len(collected.matches) - matches - counted.undated
    excluded = [f"{others:,} of other years"] if others else []
    if counted.undated:
        example = "`played = 2026-01-31`, or the column `date` of a CSV file"
        excluded.append(f"{counted.undated:,} without a date ({example})")
    rest = f"; not counted: {', '.join(excluded)}" if excluded else ""
    return f"{files}: {counted_text} for {counted.year}{rest}"


def _file_lines(collected: GatheredMatches, rules: str | None) -> list[str]:
    """Returns one line for each file that needs attention or was left out."""
    by_file: dict[str, list[Diagnostic]] = {}
    for one in collected.problems:
        by_file.setdefault(one.place.file if one.place else "", []).append(one)
    lines = []
    for own in by_file.values():
        first = next((one for one in own if one.severity == "error"), own[0])
        if first.severity != "error":
            first = next((one for one in own if one.code in _NOT_COUNTED), first)
        rest = f"; {first.help}" if first.help else ""
        if len(own) > 1:
            name = first.place.file if first.place else ""
            others, them = _other_problems(own, first), "it" if len(own) == 2 else "them"
            by = f" --rules {shell_quoted(rules)}" if rules and name.endswith(ENDINGS) else ""
            more = f" ({others}: `clagdsl replay {shell_quoted(name)}{by}` shows {them})"
            rest = f"{rest}{more}" if first.code in _NOT_COUNTED else more
        lines.append(problem_texts([first], {})[0].splitlines()[0] + escape_invisible(rest))
    for skipped in collected.skipped:
        name = escape_invisible(skipped)
        if skipped.lower().endswith(SPREADSHEETS):
            lines.append(f"{name}: skipped; save the spreadsheet as CSV")
        else:
            lines.append(f"{name}: skipped, because it is not a score sheet")
    if len(lines) > _FILES_SHOWN:
        lines[_FILES_SHOWN:] = [f"and {len(lines) - _FILES_SHOWN:,} more files: `--json` shows all"]
    return [*lines, ""] if lines else []


def _other_problems(own: Sequence[Diagnostic], first: Diagnostic) -> str:
    """Returns the number of a file's other problems and warnings, as `replay` counts them."""
    texts = []
    for is_error, noun in ((True, "problem"), (False, "warning")):
        number = sum((one.severity == "error") is is_error and one is not first for one in own)
        if number:
            more = "more " if (first.severity == "error") is is_error else ""
            texts.append(f"{number} {more}{noun}{'' if number == 1 else 's'}")
    return " and ".join(texts)


def _standings(counted: Season) -> list[str]:
    if not counted.standings:
        return []
    rows = [("", "player", "won", "matches", "fair", "outscored", "made", "contracts", "par")]
    for one in counted.standings:
        rows.append(
            (
                f"{one.place}.",
                escape_invisible(one.player),
                decimal_text(one.won, 2),
                str(one.matches),
                decimal_text(one.fair, 1),
                _percent(share(one.higher, one.opponents)),
                _percent(share(one.made, one.contracts)),
                str(one.contracts),
                _percent(share(one.par, one.contracts)),
            )
        )
    return [*_columns(rows, words=2), ""]


def _games(counted: Season) -> list[str]:
    if len(counted.games) < 2:
        return []
    rows = [("game", "matches", "won most")]
    for game in counted.games:
        first = [one.player for one in game.players if one.won == game.players[0].won]
        rows.append(
            (
                escape_invisible(game.game),
                str(game.matches),
                escape_invisible(" and ".join(first[:3])),
            )
        )
    return [*_columns(rows, words=1), ""]


def _calls(counted: Season) -> list[str]:
    often = [one for one in counted.calls if one.times >= FEW_TIMES]
    if not often:
        return []
    best = sorted(often, key=lambda one: (-one.ahead, one.game, one.calls))[:_CALLS_SHOWN]
    rows = [("best call", "ahead", "times", "game")]
    for one in best:
        called = ", ".join(one.calls) or "nothing called"
        ahead = decimal_text(one.ahead, 1)
        sign = "" if ahead.startswith("-") or ahead == "0" else "+"
        rows.append(
            (escape_invisible(called), f"{sign}{ahead}", str(one.times), escape_invisible(one.game))
        )
    return [*_columns(rows, words=1), ""]


def _pairs(counted: Season) -> list[str]:
    if not counted.pairs:
        return []
    rows = [("head to head", "", "higher", "level", "lower")]
    for one in counted.pairs[:_PAIRS_SHOWN]:
        figures = (str(one.higher), str(one.level), str(one.lower))
        rows.append((escape_invisible(one.player), escape_invisible(one.other), *figures))
    more = len(counted.pairs) - _PAIRS_SHOWN
    lines = _columns(rows, words=2)
    if more > 0:
        lines.append(f"and {more:,} more pairs: `--csv FILE --table pairs`")
    return [*lines, ""]


def _percent(part: Fraction | None) -> str:
    return "-" if part is None else f"{float(part):.0%}"


def _columns(rows: Sequence[Sequence[str]], *, words: int) -> list[str]:
    """Returns rows as aligned lines: the first `words` columns left-aligned, the others
    right-aligned.
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell + " " * (wide - width(cell))
            if place < words
            else " " * (wide - width(cell)) + cell
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
