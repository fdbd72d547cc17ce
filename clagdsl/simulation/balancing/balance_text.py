"""A balance as text: the answers, each with its tables."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from clagdsl.problems.escape import escape_invisible, width
from clagdsl.simulation.balancing.balance_report import Balance, BalancedGame
from clagdsl.simulation.balancing.balance_sections import BalanceTableText, sections
from clagdsl.simulation.runs.report_text import aligned

LINE: Final = 100


def balance_lines(balance: Balance, *, tables: bool = False) -> Iterator[str]:
    """Yields the lines that `clagdsl balance` prints."""
    yield title_text(balance)
    if balance.against is not None:
        yield f"A: {game_text(balance.game)}"
        yield f"B: {game_text(balance.against)}"
    for section in sections(balance):
        yield ""
        yield section.title
        for text in section.paragraphs:
            yield from wrap(
                escape_invisible(text), LINE, initial_indent="  ", subsequent_indent="  "
            )
        for table in section.tables if tables else ():
            yield ""
            yield from _table(table)
    yield ""
    yield from wrap(note_text(balance), LINE)
    if not tables:
        yield "Add `--tables` for tables of all figures."
    for note in balance.notes:
        yield from wrap(f"note: {escape_invisible(note)}", LINE)


def title_text(balance: Balance) -> str:
    """Returns a heading with the game and the settings."""
    return (
        f"{escape_invisible(balance.game.title)}: {balance.packs:,} sets of packs,"
        f" {balance.game.turns} matches with each, {balance.players} players, all"
        f" {balance.player}, seed {balance.seed}"
    )


def game_text(game: BalancedGame) -> str:
    """Returns a game's reference, title and explicit parameters as text."""
    changed = f" with {', '.join(game.parameters)}" if game.parameters else ""
    named = f"{escape_invisible(game.rules)}: " if game.rules else ""
    return f"{named}{escape_invisible(game.title)}{changed}"


def note_text(balance: Balance) -> str:
    """Returns a note that explains the intervals."""
    shared = " Differences compare matches with the same packs." if balance.against else ""
    return (
        "± is a 95 % confidence interval; - and + show how far it reaches below and above. Each set"
        f" of packs is one sample: all matches with the set count together.{shared}"
    )


def _table(table: BalanceTableText) -> Iterator[str]:
    yield f"  {escape_invisible(table.caption)}"
    cells = [[escape_invisible(cell) for cell in row] for row in (table.heads, *table.rows)]
    left = {0, *table.words}
    widths = [0] * len(table.heads)
    widths[0] = 2 + max(width(row[0]) for row in cells)
    for line in aligned(cells, widths, left):
        yield line.rstrip()
