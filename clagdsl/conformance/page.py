"""The comparison of all variants by each other's facts, as one HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain
from pathlib import Path
from typing import Final

from clagdsl.conformance.driver import DecidingClause
from clagdsl.conformance.facts import Conformance, Fact
from clagdsl.conformance.facts_text import cell, summary
from clagdsl.problems.safe_text import visible

MOST_TEXTS: Final = 2
"""So many differences of a fact stand on the page; JSON has all."""


def page(rows: Sequence[Sequence[Conformance]]) -> str:
    """Return the page: the table, then for every two variants the facts that do not hold."""
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    title = "The variants of Clag, compared by their documented facts"
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="generator" content="clagdsl conform">',
        f"<title>{title}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        f"<h1>{title}</h1>",
        "<p>Each row is played by the rules of one variant; each column asks it the documented "
        "facts of another. A cell gives the facts that hold and those that do not. Facts about "
        "other deals, players, parameters or cards do not apply, and are not counted.</p>",
        "<main>",
        *_table(rows),
        *chain.from_iterable(_details(row) for row in rows),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _table(rows: Sequence[Sequence[Conformance]]) -> Iterator[str]:
    yield '<div class="wide" tabindex="0"><table><thead><tr><th scope="col">Rules</th>'
    yield "".join(f'<th scope="col">{_text(found.variant)}</th>' for found in rows[0])
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = "".join(_cell(found) for found in row)
        yield f'<tr><th scope="row">{_text(row[0].reference)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _cell(found: Conformance) -> str:
    text = cell(found)
    if found.failed:
        text = f'<a href="#{_anchor(found)}">{text}</a>'
    return f"<td>{text}</td>"


def _anchor(found: Conformance) -> str:
    return f"{_text(found.reference)}-by-{_text(found.variant)}"


def _details(row: Sequence[Conformance]) -> Iterator[str]:
    for found in row:
        if found.failed:
            yield f'<section id="{_anchor(found)}">'
            yield f"<h2>{_text(found.reference)} by the facts of {_text(found.variant)}</h2>"
            yield f"<p>{_text(summary(found))}</p>"
            for (source, passage), facts in found.passages.items():
                failed = [fact for fact in facts if fact.fails]
                if failed:
                    yield f"<h3>{_text(source)}: {_text(passage)}</h3><ul>"
                    yield from map(_fact, failed)
                    yield "</ul>"
            yield "</section>"


def _fact(fact: Fact) -> str:
    texts = "".join(
        f"<br><small>{_text(mismatch.text)}{_place(mismatch.rule)}</small>"
        for mismatch in fact.mismatches[:MOST_TEXTS]
    )
    return f"<li>{_text(fact.case['rule'])}{texts}</li>"


def _place(rule: DecidingClause | None) -> str:
    return "" if rule is None or rule.place is None else f" ({_text(str(rule.place))})"


def _text(text: str) -> str:
    return escape(visible(text), quote=True)
