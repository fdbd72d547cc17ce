"""A comparison as lines of text for people, and as the JSON that programs read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clagdsl.explain.diff.compare import Difference, GameComparison
from clagdsl.explain.diff.point_pairs import PointRow, PointTable
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.rules import Game
from clagdsl.problems.safe_text import visible, width

MOST_ROWS: Final = 24
"""So many lines of points are shown; the rest are counted."""


def title_of(game: Game) -> str:
    """The title of a game with its variant."""
    return f"{game.title}, {game.variant}" if game.variant else game.title


def comparison_lines(comparison: GameComparison) -> Iterator[str]:
    """Everything that differs, grouped by deal."""
    a, b = comparison.a, comparison.b
    yield f"A  {visible(a.reference)}: {visible(title_of(a.game))}"
    yield f"B  {visible(b.reference)}: {visible(title_of(b.game))}"
    if comparison.same:
        yield ""
        yield "the same rules"
        return
    for name, group in grouped(comparison.differences):
        yield ""
        yield visible(name)
        for difference in group:
            rows = schedule_rows(comparison) if difference.aspect == "schedule" else []
            yield from _schedule_lines(rows) if rows else _difference_lines(difference)
    yield ""
    yield counted(comparison)


def counted(comparison: GameComparison) -> str:
    """How many differences there are, in words."""
    number = len(comparison.differences)
    return "1 difference" if number == 1 else f"{number} differences"


def grouped(differences: Sequence[Difference]) -> list[tuple[str, list[Difference]]]:
    """The differences by deal, in the order found; those of no deal under `the game`."""
    groups: dict[str, list[Difference]] = {}
    for difference in differences:
        groups.setdefault(difference.deal or "the game", []).append(difference)
    return list(groups.items())


def _difference_lines(difference: Difference) -> Iterator[str]:
    yield f"  {visible(difference.aspect)}"
    for side, text in (("A", difference.a), ("B", difference.b)):
        yield f"    {side}  {'-' if text is None else visible(text)}"
    if difference.also:
        yield f"       and so in {visible(', '.join(difference.also))}"
    if difference.points is not None:
        for line in point_lines(difference.points):
            yield f"    {line}"


def point_lines(points: PointTable) -> list[str]:
    """The points as a table: results down, tricks across, a line for each game."""
    groups: dict[str, list[PointRow]] = {}
    for row in points.rows:
        groups.setdefault(row.result, []).append(row)
    differing = {name: rows for name, rows in groups.items() if any(r.a != r.b for r in rows)}
    columns = sorted({row.tricks for rows in differing.values() for row in rows})
    cards = "1 card" if points.cards == 1 else f"{points.cards} cards"
    head = f"points, {cards}"
    if len(differing) < len(groups):
        head += ", where they differ"
    table = [["tricks", "", *map(str, columns)]]
    for name, rows in differing.items():
        by_tricks = {row.tricks: row for row in rows}
        for side in ("A", "B"):
            cells = [_cell(by_tricks.get(tricks), side) for tricks in columns]
            table.append([name if side == "A" else "", side, *cells])
    return [head, *_table_lines(table)]


def _cell(row: PointRow | None, side: str) -> str:
    if row is None:
        return ""
    return str(row.a if side == "A" else row.b)


def _table_lines(table: list[list[str]]) -> list[str]:
    widths = [max(width(row[column]) for row in table) for column in range(len(table[0]))]
    lines = []
    for row in table[: MOST_ROWS + 1]:
        first = row[0] + " " * (widths[0] - width(row[0]))
        second = row[1] + " " * (widths[1] - width(row[1]))
        cells = "".join(f"  {cell:>{size}}" for cell, size in zip(row[2:], widths[2:], strict=True))
        lines.append(f"{first}  {second}{cells}".rstrip())
    if len(table) > MOST_ROWS + 1:
        lines.append(f"and {len(table) - MOST_ROWS - 1} lines more")
    return lines


# --- the schedule -------------------------------------------------------------------------


def schedule_rows(comparison: GameComparison) -> list[tuple[str, str, str]]:
    """The numbers at which the schedules differ for the fewest players, with what is dealt."""
    if not comparison.tables:
        return []
    renamed = {other.name: deal.name for deal, other in comparison.pairs}
    one, two = comparison.tables[0]
    rows: list[tuple[int, int, str, str]] = []
    for number in range(1, max(len(one.schedule), len(two.schedule)) + 1):
        first, second = one.scheduled(number), two.scheduled(number)
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
    return [(str(a) if a == b else f"{a} to {b}", x, y) for a, b, x, y in rows]


def sizes_text(low: int, high: int) -> str:
    """A number of cards, or the numbers between which the dealer picks."""
    if low != high:
        return f"{low} to {high} cards"
    return "1 card" if low == 1 else f"{low} cards"


def _schedule_lines(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    yield "  schedule"
    shown = [("deal", "A", "B"), *((n, visible(a), visible(b)) for n, a, b in rows[:MOST_ROWS])]
    widths = [max(width(row[column]) for row in shown) for column in range(3)]
    for row in shown:
        padded = (cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=True))
        yield f"    {'  '.join(padded)}".rstrip()
    if len(rows) > MOST_ROWS:
        yield f"    and {len(rows) - MOST_ROWS} lines more"


def comparison_json(comparison: GameComparison) -> JsonObject:
    """The answer as `--json` prints it."""
    return {
        "same": comparison.same,
        "differences": [
            {"deal": one.deal, "aspect": one.aspect, "a": one.a, "b": one.b}
            for one in comparison.differences
        ],
    }
