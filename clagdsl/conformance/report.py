"""Formats documented facts as text and JSON, and the comparison of all variants as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

from clagdsl.conformance.driver import DecidingClause, Mismatch
from clagdsl.conformance.facts import Conformance, Fact, OtherKind
from clagdsl.explain.english import counted
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.numerals import join_words
from clagdsl.problems.escape import escape_invisible
from clagdsl.problems.html_text import html_page, html_text

MOST_DIFFERENCES: Final = 3
"""The most differences per fact shown as text; JSON has all of them."""

OTHERS: Final[Mapping[OtherKind, str]] = {
    "players": "other numbers of players",
    "parameters": "other parameters",
    "cards": "another pack",
    "deals": "other deals",
    "dealer": "another dealer",
}
"""The reasons why cases do not apply, as text."""


def summary(conformance: Conformance) -> str:
    """Returns one line with the number of facts that hold; inapplicable cases are counted
    separately.
    """
    failed, others = len(conformance.failed), sum(conformance.others.values())
    applied = len(conformance.facts) - others
    text = (
        f"{counted(applied, 'fact')} of {escape_invisible(conformance.title)}:"
        f" {conformance.held} hold"
    )
    if failed:
        text += f"; {failed} {'does' if failed == 1 else 'do'} not"
    if others:
        kinds = [f"{count} with {OTHERS[kind]}" for kind, count in conformance.others.items()]
        apply = "does not apply" if others == 1 else "do not apply"
        text += f" ({counted(others, 'more fact')} {apply}: {join_words(kinds)})"
    return text


# --- one file -----------------------------------------------------------------------------


def conformance_lines(conformance: Conformance) -> Iterator[str]:
    """Yields the summary, then every passage with those of its facts that do not hold."""
    yield f"{escape_invisible(conformance.reference)}: {summary(conformance)}"
    yield ""
    for (source, passage), facts in conformance.passages.items():
        text = escape_invisible(passage)
        text = f"law ({text})" if source == "law" else f"{source}, {text}"
        yield f"{text}: {_counts(facts)}"
        for fact in facts:
            if fact.fails:
                yield from _failure(fact)


def _counts(facts: Sequence[Fact]) -> str:
    held = sum(fact.holds for fact in facts)
    failed = sum(fact.fails for fact in facts)
    left = len(facts) - held - failed
    named = (
        (held, "holds", "hold"),
        (failed, "does not hold", "do not hold"),
        (left, "does not apply", "do not apply"),
    )
    return ", ".join(
        f"{count} {single if count == 1 else many}" for count, single, many in named if count
    )


def _failure(fact: Fact) -> Iterator[str]:
    yield f"  - {fact.case['id']}: {fact.case['rule']}"
    for mismatch in fact.mismatches[:MOST_DIFFERENCES]:
        yield f"    {escape_invisible(mismatch.text + _clause(mismatch.rule))}"
    if len(fact.mismatches) > MOST_DIFFERENCES:
        yield f"    and {counted(len(fact.mismatches) - MOST_DIFFERENCES, 'more difference')}"


def _clause(rule: DecidingClause | None) -> str:
    """Returns the deciding clause as the end of a line, or ""."""
    if rule is None:
        return ""
    clause = f"`{rule.clause}`" if rule.clause else "the rule"
    return f" ({clause}, {rule.place or 'the default of the language'})"


def conformance_json(conformance: Conformance) -> JsonObject:
    """Returns the facts by passage as JSON, with their differences and deciding clauses."""
    return {
        "file": conformance.reference,
        "as": conformance.variant,
        "title": conformance.title,
        **_numbers(conformance),
        "passages": [
            {"source": source, "passage": passage, "facts": [_fact_json(fact) for fact in facts]}
            for (source, passage), facts in conformance.passages.items()
        ],
    }


def _numbers(conformance: Conformance) -> dict[str, JsonValue]:
    others = sum(conformance.others.values())
    return {
        "facts": len(conformance.facts) - others,
        "held": conformance.held,
        "failed": len(conformance.failed),
        "not_applicable": {str(kind): count for kind, count in conformance.others.items()},
    }


def _fact_json(fact: Fact) -> JsonObject:
    start: Mapping[str, Any] = fact.case["start"]
    result = "holds" if fact.holds else "fails" if fact.fails else "not applicable"
    return {
        "id": fact.case["id"],
        "kind": fact.case["kind"],
        "rule": fact.case["rule"],
        "players": start["players"],
        "deal": start.get("deal"),
        "result": result,
        "other": fact.other,
        "differences": [_mismatch_json(mismatch) for mismatch in fact.mismatches],
    }


def _mismatch_json(mismatch: Mismatch) -> JsonObject:
    rule = mismatch.rule
    place = None if rule is None else rule.place
    return {
        "text": mismatch.text,
        "clause": None if rule is None or not rule.clause else rule.clause,
        "file": None if place is None else place.file,
        "line": None if place is None else place.line,
        "column": None if place is None else place.column,
    }


# --- all variants -------------------------------------------------------------------------


def matrix_lines(rows: Sequence[Sequence[Conformance]]) -> Iterator[str]:
    """Yields the lines of a table: for each variant's rules, the number of facts of each variant
    that hold and fail.
    """
    names = [conformance.variant for conformance in rows[0]]
    cells = [[cell(conformance) for conformance in row] for row in rows]
    first = max(len(name) for name in ("rules", *names))
    widths = [max(map(len, (name, *column))) for name, *column in zip(names, *cells, strict=True)]
    heads = (f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    yield f"{'rules':<{first}}  {'  '.join(heads)}"
    for row, texts in zip(rows, cells, strict=True):
        aligned = (f"{text:>{width}}" for text, width in zip(texts, widths, strict=True))
        yield f"{row[0].reference:<{first}}  {'  '.join(aligned)}"
    yield ""
    yield "each cell: how many facts of the variant above hold / do not hold in the rules on the"
    yield "left; the other facts are about other deals, players, parameters or cards"


def cell(conformance: Conformance) -> str:
    """Returns the numbers of facts that hold and fail as text, or a dash if no fact applies."""
    failed = len(conformance.failed)
    return f"{conformance.held}/{failed}" if conformance.held or failed else "-"


def matrix_json(rows: Sequence[Sequence[Conformance]]) -> JsonObject:
    """Returns, as JSON, the numbers for every pair of variants, and the facts that do not hold."""
    return {
        "variants": [conformance.variant for conformance in rows[0]],
        "rows": [
            {
                "rules": row[0].reference,
                "facts_of": [
                    {
                        "variant": conformance.variant,
                        **_numbers(conformance),
                        "failing": [fact.case["id"] for fact in conformance.failed],
                    }
                    for conformance in row
                ],
            }
            for row in rows
        ],
    }


# --- as a page --------------------------------------------------------------------------

MOST_TEXTS: Final = 2
"""The most differences per fact shown on the page; JSON has all of them."""


def page(rows: Sequence[Sequence[Conformance]]) -> str:
    """Returns the HTML page: the table, then for every pair of variants the facts that fail."""
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    title = "The variants of Clag, compared by their documented facts"
    body = (
        "<header>",
        f"<h1>{title}</h1>",
        "<p>Each row is played by the rules of one variant; each column asks it the documented "
        "facts of another. A cell gives the facts that hold and those that do not. Facts about "
        "other deals, players, parameters or cards do not apply, and are not counted.</p>",
        "</header>",
        "<main>",
        *_table(rows),
        *chain.from_iterable(_details(row) for row in rows),
        "</main>",
    )
    return html_page(title, "clagdsl conform", f"\n{style}", body)


def _table(rows: Sequence[Sequence[Conformance]]) -> Iterator[str]:
    yield '<div class="wide" tabindex="0"><table><thead><tr><th scope="col">Rules</th>'
    yield "".join(
        f'<th scope="col">{html_text(conformance.variant)}</th>' for conformance in rows[0]
    )
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = "".join(_cell(conformance) for conformance in row)
        yield f'<tr><th scope="row">{html_text(row[0].reference)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _cell(conformance: Conformance) -> str:
    text = cell(conformance)
    if conformance.failed:
        text = f'<a href="#{_anchor(conformance)}">{text}</a>'
    return f"<td>{text}</td>"


def _anchor(conformance: Conformance) -> str:
    return f"{html_text(conformance.reference)}-by-{html_text(conformance.variant)}"


def _details(row: Sequence[Conformance]) -> Iterator[str]:
    for conformance in row:
        if conformance.failed:
            yield f'<section id="{_anchor(conformance)}">'
            names = html_text(conformance.reference), html_text(conformance.variant)
            yield f"<h2>{' by the facts of '.join(names)}</h2>"
            yield f"<p>{html_text(summary(conformance))}</p>"
            for (source, passage), facts in conformance.passages.items():
                failed = [fact for fact in facts if fact.fails]
                if failed:
                    yield f"<h3>{html_text(source)}: {html_text(passage)}</h3><ul>"
                    yield from map(_fact, failed)
                    yield "</ul>"
            yield "</section>"


def _fact(fact: Fact) -> str:
    texts = "".join(
        f"<br><small>{html_text(mismatch.text)}{_place(mismatch.rule)}</small>"
        for mismatch in fact.mismatches[:MOST_TEXTS]
    )
    return f"<li>{html_text(fact.case['rule'])}{texts}</li>"


def _place(rule: DecidingClause | None) -> str:
    return "" if rule is None or rule.place is None else f" ({html_text(str(rule.place))})"
