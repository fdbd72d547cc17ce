"""The differences between several games as one page of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from clagdsl.explain.diff.compare import ComparedRules, Difference, GameComparison, compare
from clagdsl.explain.diff.text import changes_text, grouped, point_lines, schedule_differences
from clagdsl.lang.rules import title_of
from clagdsl.problems.escape import escape_invisible


def differences_page(games: Sequence[ComparedRules]) -> str:
    """A table of how many differences there are, then a section for every two games."""
    comparisons = {
        (one.reference, two.reference): compare(one, two) for one, two in combinations(games, 2)
    }
    names = [rules.reference for rules in games]
    lines = ["## How many differences", "", *_overview(names, comparisons)]
    for comparison in comparisons.values():
        lines += ["", *_section(comparison)]
    return "\n".join(lines) + "\n"


def _overview(
    names: Sequence[str], comparisons: dict[tuple[str, str], GameComparison]
) -> Iterator[str]:
    yield f"| | {' | '.join(f'`{name}`' for name in names[1:])} |"
    yield "|---" * len(names) + "|"
    for name in names[:-1]:
        cells = [
            f"[{len(pair.differences)}](#{_anchor(name, other)})"
            if (pair := comparisons.get((name, other))) is not None
            else ""
            for other in names[1:]
        ]
        yield f"| `{name}` | {' | '.join(cells)} |"


def _anchor(one: str, other: str) -> str:
    return f"{one}-and-{other}"


def _section(comparison: GameComparison) -> Iterator[str]:
    a, b = comparison.a, comparison.b
    yield f"({_anchor(a.reference, b.reference)})="
    yield ""
    yield f"## {a.reference} and {b.reference}"
    yield ""
    yield f"{_text(title_of(a.game))}, and {_text(title_of(b.game))}."
    yield ""
    if comparison.same:
        yield "The rules are the same."
        return
    yield f"| | aspect | `{a.reference}` | `{b.reference}` |"
    yield "|---|---|---|---|"
    for name, group in grouped(comparison.differences):
        shown = f"**{_text(name)}**"
        for difference in group:
            yield f"| {shown} | {_text(difference.aspect)} | {_cells(difference)} |"
            shown = ""
    yield from _tables(comparison)


def _cells(difference: Difference) -> str:
    texts = ["–" if text is None else _text(text) for text in (difference.a, difference.b)]
    if difference.also:
        texts[1] += f"; likewise in {_text(', '.join(difference.also))}"
    if difference.changes:
        texts[1] += f"; shows with {_text(changes_text(difference.changes))}"
    return " | ".join(texts)


def _tables(comparison: GameComparison) -> Iterator[str]:
    """The points, and the deals by number, where they differ."""
    a, b = comparison.a.reference, comparison.b.reference
    for difference in comparison.differences:
        if difference.points is not None:
            yield ""
            yield f"Points in {_text(difference.deal or '')} (A is `{a}`, B is `{b}`):"
            yield ""
            yield "```text"
            yield from point_lines(difference.points)
            yield "```"
    for found in (each for each in schedule_differences(comparison) if each.rows):
        yield ""
        yield f"| deal, {found.title} | `{a}` | `{b}` |"
        yield "|---|---|---|"
        for number, first, second in found.rows:
            yield f"| {number} | {_text(first)} | {_text(second)} |"


def _text(text: str) -> str:
    """Text in which Markdown finds nothing of its own."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", escape_invisible(text))
