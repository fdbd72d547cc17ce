"""The result of a search for house rules as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from textwrap import wrap
from typing import Final

from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.numerals import join_words
from clagdsl.lang.rules import title_of
from clagdsl.problems.escape import escape_invisible
from clagdsl.simulation.balancing.balance_report import BalanceFigure, Interval95, RulesFigures
from clagdsl.simulation.balancing.balance_sections import PERCENT, figure_text
from clagdsl.simulation.balancing.balance_text import LINE
from clagdsl.simulation.balancing.rule_search import HouseRules, SearchResult
from clagdsl.simulation.runs.report_text import aligned

RESPECTS: Final = {
    "fairness": (
        "seats",
        "win rate of the best seat minus that of the worst, in percentage points",
        PERCENT,
    ),
    "cost": ("last bid", "points per match that the limit takes from the last bidders", 1.0),
    "skill": (
        "skill",
        "points that a steady player gains among random players, divided by the usual spread",
        1.0,
    ),
    "late": ("late", "% of the result decided in the last third of the deals", PERCENT),
    "lead_changes": ("leads", "lead changes per match", 1.0),
    "cards": ("cards", "cards played per match", 1.0),
}
"""For each figure its heading, its unit in words, and its scale."""

MOST_CODES: Final = 3
"""The most error codes of refused games to show; `--json` has the code of each game."""

SAME: Final = Interval95(0, 0, 0)


def search_lines(result: SearchResult) -> Iterator[str]:
    """Yields the summary of a search and the table of the house rules that it found."""
    request = result.request
    title = escape_invisible(title_of(result.table.game))
    changes = "1 change" if request.changes == 1 else f"{request.changes} changes"
    yield from wrap(
        f"{title}, {result.table.players} players. House rules with at most {changes}:"
        f" {result.tried} tried, {len(result.refused)} refused by the checker, {result.same} the"
        f" same as another, {result.played} played with the packs of seed {request.seed}.",
        LINE,
    )
    yield from wrap(
        f"Measured again, with {request.packs:,} sets of packs of seed {request.seed + 1} that the"
        f" search did not use: {result.measured}. Not beaten by any other: {len(result.found)}.",
        LINE,
    )
    codes = Counter(refused.code for refused in result.refused).most_common(MOST_CODES)
    if codes:
        counts = [f"{code} ({count})" for code, count in codes]
        yield f"Most frequent reasons for a refusal: {', '.join(counts)}."
    for refused in result.refused:
        if len(refused.changes) == 1:
            ((thing, change),) = refused.changes.items()
            text = f"refused alone: {thing}, {change}: {refused.code} {refused.message}"
            yield from wrap(escape_invisible(text), LINE)
    rows = [["", "changes", *(head for head, _, _ in RESPECTS.values())]]
    rows.append(["as it is", "0", *_cells(result.parent)])
    for number, each in enumerate(result.found, 1):
        rows.append([str(number), str(len(each.candidate.changes)), *_cells(each.figures)])
    yield ""
    yield from aligned(rows, [0] * len(rows[0]), {0})
    yield ""
    for head, unit, _ in RESPECTS.values():
        yield f"{head:9} {unit}"
    yield "±, or - and +, is a 95 % confidence interval; differences compare with the game as it is"


def house_lines(number: int, house: HouseRules) -> Iterator[str]:
    """Yields the changes of house rules, and what they do compared with the parent."""
    things = [escape_invisible(thing) for thing, _ in house.candidate.changes]
    yield f"{number}. {join_words(things)}"
    for _, change in house.candidate.changes:
        yield from (f"   {escape_invisible(line)}" for line in change.splitlines())
    sure: list[str] = []
    unsure: list[str] = []
    for name, (head, _, scale) in RESPECTS.items():
        figure: BalanceFigure | None = getattr(house.figures, name)
        if figure is not None and figure.more is not None and figure.more != SAME:
            text = f"{head} {figure_text(figure.more, scale, sign=True)}"
            (sure if figure.more.certain else unsure).append(text if figure.more.certain else head)
    for text in sure:
        yield f"   {text}"
    if unsure:
        yield f"   no significant difference in {join_words(unsure)}"


def search_json(result: SearchResult) -> JsonObject:
    """Returns the JSON document of a search."""
    request = result.request
    return {
        "rules": request.rules.reference,
        "players": result.table.players,
        "changes": request.changes,
        "tried": result.tried,
        "refused": [asdict(each) for each in result.refused],
        "same": result.same,
        "played": result.played,
        "measured": result.measured,
        "search_seed": request.seed,
        "seed": request.seed + 1,
        "packs": request.packs,
        "parent": asdict(result.parent),
        "found": [
            {"changes": dict(each.candidate.changes), "figures": asdict(each.figures)}
            for each in result.found
        ],
    }


def _cells(figures: RulesFigures) -> Iterator[str]:
    for name, (_, _, scale) in RESPECTS.items():
        figure: BalanceFigure | None = getattr(figures, name)
        yield "–" if figure is None else figure_text(figure.here, scale)
