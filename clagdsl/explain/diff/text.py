"""A comparison as lines of text for people, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from clagdsl.explain.diff.compare import Difference, GameComparison
from clagdsl.explain.diff.parameter_tables import Changes
from clagdsl.explain.diff.score_diff import PointTable
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.numerals import group
from clagdsl.lang.rules import title_of, value_text
from clagdsl.problems.escape import escape_invisible, width
from clagdsl.table.table import Table

MOST_ROWS: Final = 24
"""The most lines of points, and of schedules, that a report shows; the rest are only counted."""

MOST_TEXT: Final = 2_000
"""The most characters of a rule to show."""


def comparison_lines(comparison: GameComparison, most: int = MOST_ROWS) -> Iterator[str]:
    """Yields the lines of a report on all differences, grouped by deal.

    `most` is the largest number of lines of points, and of schedules, to show.
    """
    a, b = comparison.a, comparison.b
    yield f"A  {escape_invisible(a.reference)}: {escape_invisible(title_of(a.game))}"
    yield f"B  {escape_invisible(b.reference)}: {escape_invisible(title_of(b.game))}"
    if comparison.same:
        yield ""
        yield f"the same rules{escape_invisible(scope_suffix(comparison))}"
        return
    for name, differences in grouped(comparison.differences):
        yield ""
        yield escape_invisible(name)
        for difference in differences:
            tables = schedule_differences(comparison) if difference.aspect == "schedule" else []
            if any(table.rows for table in tables):
                yield from _schedule_lines(tables, most)
            else:
                yield from _difference_lines(difference, most)
    yield ""
    yield counted(comparison)


def counted(comparison: GameComparison) -> str:
    """Returns the number of differences as a phrase."""
    number = len(comparison.differences)
    return "1 difference" if number == 1 else f"{number} differences"


def grouped(differences: Sequence[Difference]) -> list[tuple[str, list[Difference]]]:
    """Returns the differences by deal, in the order found; those in the whole game are under `the
    game`.
    """
    return list(
        group((difference.deal or "the game", difference) for difference in differences).items()
    )


def _difference_lines(difference: Difference, most: int) -> Iterator[str]:
    yield f"  {escape_invisible(difference.aspect)}"
    for side, text in (("A", difference.a), ("B", difference.b)):
        yield f"    {side}  {'-' if text is None else _shortened(escape_invisible(text))}"
    if difference.also:
        yield f"       likewise in {escape_invisible(', '.join(difference.also))}"
    if difference.changes:
        yield f"       shows with {changes_text(difference.changes)}, not with the defaults"
    if difference.points is not None:
        for line in point_lines(difference.points, most):
            yield f"    {line}"


def changes_text(changes: Changes) -> str:
    """Returns the changed parameters as text, such as `turned = true`."""
    return " and ".join(f"{name} = {value_text(value)}" for name, value in changes)


def _shortened(text: str) -> str:
    """Returns `text`; if it is too long, only its beginning, with the number of characters left
    out.
    """
    if len(text) <= MOST_TEXT:
        return text
    cut = text[:MOST_TEXT].rpartition(" ")[0] or text[:MOST_TEXT]
    return f"{cut} ... and {len(text) - len(cut):,} more characters; `--json` shows all"


def point_lines(points: PointTable, most: int = MOST_ROWS) -> list[str]:
    """Returns the points as a table with a row per result, a column per number of tricks, and one
    line per game.
    """
    groups = group((row.result, row) for row in points.rows)
    differing = {name: rows for name, rows in groups.items() if any(r.a != r.b for r in rows)}
    columns = sorted({row.tricks for rows in differing.values() for row in rows})
    cards = "1 card" if points.cards == 1 else f"{points.cards} cards"
    head = f"points with {points.players} players, {cards}"
    if len(differing) < len(groups):
        head += ", where they differ"
    table = [["tricks", "", *map(str, columns)]]
    for name, rows in differing.items():
        by_tricks = {row.tricks: row for row in rows}
        for side, shown in (("A", name), ("B", "")):
            cells = [by_tricks.get(tricks) for tricks in columns]
            figures = ("" if row is None else str(row.a if shown else row.b) for row in cells)
            table.append([shown, side, *figures])
    return [head, *_table_lines(table, most)]


def _table_lines(table: list[list[str]], most: int) -> list[str]:
    widths = [max(width(row[column]) for row in table) for column in range(len(table[0]))]
    lines = []
    for row in table[: most + 1]:
        first = row[0] + " " * (widths[0] - width(row[0]))
        second = row[1] + " " * (widths[1] - width(row[1]))
        cells = "".join(f"  {cell:>{size}}" for cell, size in zip(row[2:], widths[2:], strict=True))
        lines.append(f"{first}  {second}{cells}".rstrip())
    if len(table) > most + 1:
        lines.append(f"and {len(table) - most - 1} more lines")
    return lines


# --- the schedule -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScheduleRows:
    """The rows in which two schedules differ, for numbers of players with the same differences.

    `rows` holds the number of each such deal, and the deal that each game has there. `only` is True
    if the schedules are the same for all other numbers of players.
    """

    players: tuple[int, ...]
    only: bool
    rows: tuple[tuple[str, str, str], ...]

    @property
    def title(self) -> str:
        """The numbers of players as a title: `4 to 7 players`, `6 players only`."""
        return f"{players_text(self.players)}{' only' if self.only else ''}"


def players_suffix(players: int | None) -> str:
    """Returns ` for 4 players` if the comparison was restricted to a number of players, otherwise
    "".
    """
    return "" if players is None else f" for {players_text((players,))}"


def scope_suffix(comparison: GameComparison) -> str:
    """Returns the number of players and the set parameters to which a comparison is restricted, as
    in ` for 4 players with turned = true`.
    """
    changes = set_parameters(comparison)
    values = f" with {changes_text(changes)}" if changes else ""
    return f"{players_suffix(comparison.players)}{values}"


def set_parameters(comparison: GameComparison) -> Changes:
    """Returns the parameters that are set in either game."""
    return tuple({**comparison.b.parameters, **comparison.a.parameters}.items())


def players_text(numbers: Sequence[int]) -> str:
    """Returns ascending numbers of players as a phrase, such as `4 to 7 players` or `3, 6 and 7
    players`.
    """
    whole = len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1
    *first, last = map(str, numbers)
    numbers_text = (
        f"{first[0]} to {last}" if whole else " and ".join([", ".join(first), last][not first :])
    )
    return f"{numbers_text} player" if numbers_text == "1" else f"{numbers_text} players"


def schedule_differences(comparison: GameComparison) -> list[ScheduleRows]:
    """Returns the differences between the schedules.

    Numbers of players with the same differences form a group, and groups are ordered by their
    fewest players. A group in which the schedules agree has no rows.
    """
    renamed = {other.name: deal.name for deal, other in comparison.pairs}
    players_by_rows = group(
        (_schedule_rows(*pair, renamed), pair[0].players) for pair in comparison.tables
    )
    only = len(players_by_rows) == 2 and () in players_by_rows
    return [ScheduleRows(tuple(players), only, rows) for rows, players in players_by_rows.items()]


def _schedule_rows(
    first_table: Table, second_table: Table, renamed: Mapping[str, str]
) -> tuple[tuple[str, str, str], ...]:
    rows: list[tuple[int, int, str, str]] = []
    for number in range(1, max(len(first_table.schedule), len(second_table.schedule)) + 1):
        first, second = first_table.scheduled(number), second_table.scheduled(number)
        if first is not None and second is not None:
            alike = first.name == renamed.get(second.name, second.name)
            if alike and (first.low, first.high) == (second.low, second.high):
                continue
        texts = [
            "-" if row is None else f"{row.name}, {sizes_text(row.low, row.high)}"
            for row in (first, second)
        ]
        if rows and rows[-1][1] == number - 1 and rows[-1][2:] == (texts[0], texts[1]):
            rows[-1] = (rows[-1][0], number, texts[0], texts[1])
        else:
            rows.append((number, number, texts[0], texts[1]))
    return tuple((str(a) if a == b else f"{a} to {b}", x, y) for a, b, x, y in rows)


def sizes_text(low: int, high: int) -> str:
    """Returns a number of cards as text, or the range from which the dealer picks."""
    if low != high:
        return f"{low} to {high} cards"
    return "1 card" if low == 1 else f"{low} cards"


def _schedule_lines(tables: Sequence[ScheduleRows], most: int) -> Iterator[str]:
    """Yields the lines of the first group with differences, and of others if there is room."""
    first = next(table for table in tables if table.rows)
    room = most
    for table in tables:
        room -= len(table.rows)
        if not table.rows:
            if not first.only:
                yield f"  for {table.title}, both games have the same schedule"
        elif table is first or room >= 0:
            yield f"  schedule, for {table.title}"
            yield from _schedule_table(table.rows, most)
        else:
            yield (
                f"  schedule, for {table.title}: `--players {table.players[0]}` shows what differs"
            )


def _schedule_table(rows: Sequence[tuple[str, str, str]], most: int) -> Iterator[str]:
    shown = [
        ("deal", "A", "B"),
        *((n, escape_invisible(a), escape_invisible(b)) for n, a, b in rows[:most]),
    ]
    widths = [max(width(row[column]) for row in shown) for column in range(3)]
    for row in shown:
        padded = (cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=True))
        yield f"    {'  '.join(padded)}".rstrip()
    if len(rows) > most:
        yield f"    and {len(rows) - most} more lines"


def comparison_json(comparison: GameComparison) -> JsonObject:
    """Returns the comparison as the JSON that `--json` prints."""
    return {
        "same": comparison.same,
        "differences": [
            {
                "deal": difference.deal,
                "aspect": difference.aspect,
                "a": difference.a,
                "b": difference.b,
                **({"parameters": dict(difference.changes)} if difference.changes else {}),
            }
            for difference in comparison.differences
        ],
    }
