"""What a file says, or extends, that its version of the language does not have yet.

A word means the same in every version that has it; a newer version only has more of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import Final

from clagdsl import problems
from clagdsl.check.clause_values import FREE, is_free
from clagdsl.check.loader import extended, is_bundled_name
from clagdsl.check.source_unit import Document, Findings
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.expr.walk import everything_in
from clagdsl.lang.keywords import VERSIONS
from clagdsl.lang.rules import Following, Keeps
from clagdsl.lang.source import Located, Span
from clagdsl.syntax import nodes
from clagdsl.table.clause_choice import OF_A_DEAL


def check_versions(documents: Sequence[Document], findings: Findings) -> None:
    """Tell of every file what is newer than it says in its first line."""
    declared = {name for document in documents for name in _declared(document.tree)}
    for document in documents:
        if document.tree.version < VERSIONS[-1]:
            for word in _words(document.tree, declared):
                _check_word(document, word, findings)
            for word in _facts(document):
                _check_word(document, word, findings)
    for document, base in pairwise(documents):
        name = extended(document)
        # What is shipped may be written anew at any time: no house file has to follow.
        if name is not None and not is_bundled_name(name.text):
            tree, since = document.tree, base.tree.version
            if since > tree.version:
                place, header = document.place(name.span), document.place(tree.version_span)
                findings.add(problems.checks.NewerBase(place, name.text, since, header))


def _check_word(document: Document, word: Located[int], findings: Findings) -> None:
    """Tell of a word where the file is older than it."""
    if word.value > document.tree.version:
        place, header = document.place(word.span), document.place(document.tree.version_span)
        text = document.source.text[word.span.start : word.span.end]
        findings.add(problems.checks.NewerWord(place, text, word.value, header))


def _brackets(rows: tuple[nodes.ScheduleRow | nodes.RepeatedRows, ...]) -> Iterator[Span]:
    """The brackets that rows stand in."""
    for row in rows:
        if isinstance(row, nodes.RepeatedRows):
            yield row.bracket
            yield from _brackets(row.rows)


def _declared(tree: nodes.File) -> Iterator[str]:
    """The names of parameters and values that a file declares."""
    for statement in tree.statements:
        if isinstance(statement, nodes.ParameterStatement | nodes.LetStatement):
            yield statement.name.text


_BEGIN_NEWER: Final = (
    nodes.RunStatement,
    nodes.TallyStatement,
    nodes.EndsStatement,
    nodes.DropEnds,
)


def _words(tree: nodes.File, declared: Set[str]) -> Iterator[Located[int]]:
    """What a file says of the language, each with the version that first had it."""
    for statement in tree.statements:
        said = statement.statement if isinstance(statement, nodes.ChangeStatement) else statement
        if isinstance(said, _BEGIN_NEWER):
            yield Located(said.keyword, 2)
        if isinstance(said, nodes.PlayersStatement) and said.alone:
            yield Located(said.span, 2)
        elif isinstance(said, nodes.PlayersStatement):
            newer = (each for each in (said.dealer, said.direction) if each is not None)
            yield from (Located(each.span, 2) for each in newer)
        if isinstance(said, nodes.PackStatement):
            yield Located(Span(said.span.start, said.span.start + len("pack")), 2)
        if isinstance(said, nodes.WinnerStatement):
            lowest = [each.span for each in said.criteria if each.value == "lowest total"]
            yield from (Located(span, 2) for span in lowest)
        if isinstance(said, nodes.ScheduleStatement):
            yield from (Located(bracket, 2) for bracket in _brackets(said.rows))
            for row, _ in said.each_row():
                yield from (Located(step, 2) for step in row.sizes.parts)
                if row.condition is not None:
                    yield Located(row.condition.span, 2)
        if isinstance(statement, nodes.DealStatement | nodes.TwistStatement | nodes.ChangeDeal):
            for clause in statement.clauses:
                yield from _words_of(clause)
                if FREE not in declared:
                    yield from _free(clause)
                yield from _of_a_deal(clause)


def _facts(document: Document) -> Iterator[Located[int]]:
    """What the facts of examples say that was not said before."""
    text = document.source.text
    for statement in document.tree.statements:
        if not isinstance(statement, nodes.ExampleStatement):
            continue
        fact = statement.fact
        if statement.scene.number is not None:
            yield Located(statement.scene.number.span, 2)
        if isinstance(fact, nodes.ScheduleFact) and fact.trump is not None:
            start = text.rindex("trump", fact.span.start, fact.span.end)
            yield Located(Span(start, fact.span.end), 2)
        elif isinstance(fact, nodes.TrickFact | nodes.PlayFact) and fact.trump == ():
            start = fact.span.start
            yield Located(Span(start, text.index("none", start) + len("none")), 2)
        if isinstance(fact, nodes.TrickFact) and isinstance(fact.winner, nodes.CardNumber):
            yield Located(fact.winner.span, 2)


def _free(clause: nodes.Clause) -> Iterator[Located[int]]:
    """The word `free` after the `otherwise` of a limit."""
    for alternative in clause.alternatives:
        value = alternative.value.value
        if isinstance(value, Keeps) and is_free(value.otherwise):
            yield Located(value.otherwise.span, 2)


def _of_a_deal(clause: nodes.Clause) -> Iterator[Located[int]]:
    """The cards and the number of the deal in the conditions of a clause."""
    for alternative in clause.alternatives:
        if alternative.condition is not None:
            for part in everything_in(alternative.condition):
                if isinstance(part, nodes.Reference) and part.name in OF_A_DEAL:
                    yield Located(part.span, 2)


def _words_of(clause: nodes.Clause) -> Iterator[Located[int]]:
    aspect = TABLE[clause.aspect]
    start = clause.span.start
    yield Located(Span(start, start + len(aspect.keyword.split()[0])), aspect.since)
    for alternative in clause.alternatives:
        written = alternative.value
        if isinstance(written.value, Following):
            for kind, span in zip(written.value.classes, written.parts, strict=True):
                yield Located(span, aspect.policies[kind].since)
        elif aspect.policies.listed and aspect.since == 1:  # of a newer aspect the word says it
            yield Located(written.span, aspect.policies.of(written.value).since)
