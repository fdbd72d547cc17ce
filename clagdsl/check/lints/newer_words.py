"""Reports words, or extended files, that need a newer version of the language than the file states.

A word means the same in every version that has it; newer versions only add words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import chain, pairwise

from clagdsl import problems
from clagdsl.check.hir import Document
from clagdsl.check.lints.card_names import declared_specials
from clagdsl.check.loader import is_bundled_name
from clagdsl.check.types import SCOPE_OF, VERSION_OF_NAME
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import WordRange
from clagdsl.lang.source import Located, Span
from clagdsl.problems.diagnostic import Problem
from clagdsl.syntax import nodes
from clagdsl.syntax.version_features import versioned_features


def lint(documents: Sequence[Document]) -> Iterator[Problem]:
    """Reports everything in each file that is newer than the version in its first line."""
    declared = {name for document in documents for name in _declared(document.tree)}
    taken = {name for document in documents for name in _words(document.tree)} | declared
    specials = declared_specials(documents)
    for document in documents:
        if document.tree.version < VERSIONS[-1]:
            words = (
                versioned_features(document.tree, declared),
                _names(document.tree, declared),
                _facts(document, specials),
            )
            for word in chain.from_iterable(words):
                if word.value > document.tree.version:
                    yield _newer_word(document, word, taken)
    for document, base in pairwise(documents):
        name = document.extends
        # Bundled files may change their version at any time, and files that extend them need not
        # follow.
        if name is not None and not is_bundled_name(name.text):
            tree, since = document.tree, base.tree.version
            if since > tree.version:
                place, header = document.place(name.span), document.place(tree.version_span)
                clashes = _clashes(taken, tree.version, since)
                yield problems.checks.NewerBase(place, name.text, since, header, clashes)


def _newer_word(document: Document, word: Located[int], taken: Set[str]) -> Problem:
    place, header = document.place(word.span), document.place(document.tree.version_span)
    text = document.source.text[word.span.start : word.span.end]
    clashes = _clashes(taken, document.tree.version, word.value)
    return problems.checks.NewerWord(place, text, word.value, header, clashes)


def _clashes(taken: Set[str], version: int, since: int) -> tuple[str, ...]:
    """Returns the declared names that become reserved between two versions."""
    return tuple(
        sorted(name for name in taken if version < VERSION_OF_NAME.get(name, version) <= since)
    )


def _declared(tree: nodes.File) -> Iterator[str]:
    """Yields the names of the parameters and `let`s declared in a file."""
    for statement in tree.statements:
        if isinstance(statement, nodes.ParameterStatement | nodes.LetStatement):
            yield statement.name.text


def _words(tree: nodes.File) -> Iterator[str]:
    """Yields the words that are possible values of a file's parameters."""
    for statement in tree.statements:
        if isinstance(statement, nodes.ParameterStatement) and statement.range is not None:
            values = statement.range.value
            yield from values.words if isinstance(values, WordRange) else ()


def _names(tree: nodes.File, declared: Set[str]) -> Iterator[Located[int]]:
    """Yields the built-in names in clauses that were introduced after version 1."""
    for statement in tree.statements:
        if isinstance(statement, nodes.DealStatement | nodes.TwistStatement | nodes.ChangeDeal):
            for clause in statement.clauses:
                yield from _newer_names(clause, declared)


def _newer_names(clause: nodes.Clause, declared: Set[str]) -> Iterator[Located[int]]:
    scope = SCOPE_OF.get(clause.aspect)
    newer = {
        name for name in VERSION_OF_NAME if scope is not None and name in scope.variables
    } - declared
    for alternative in clause.alternatives if newer else ():
        for expression in subexpressions(alternative.value.value):
            for part in everything_in(expression):
                if isinstance(part, nodes.Reference) and part.name in newer:
                    yield Located(part.span, VERSION_OF_NAME[part.name])


def _facts(document: Document, specials: Set[str]) -> Iterator[Located[int]]:
    """Yields the parts of examples that do not exist in version 1."""
    text = document.source.text
    for statement in document.tree.statements:
        if not isinstance(statement, nodes.ExampleStatement):
            continue
        fact = statement.fact
        if isinstance(fact, nodes.ScoreFact) and fact.points is not None:
            yield Located(fact.points.span, 2)
        if statement.scene.number is not None:
            yield Located(statement.scene.number.span, 2)
        if isinstance(fact, nodes.ScheduleFact) and fact.trump is not None:
            start = text.rindex("trump", fact.span.start, fact.span.end)
            yield Located(Span(start, fact.span.end), 2)
        if isinstance(fact, nodes.TurnedFact):
            yield Located(fact.span, 2)
        if isinstance(fact, nodes.PlayFact) and fact.broken is not None:
            yield Located(fact.broken.span, 2)
        if isinstance(fact, nodes.TrickFact | nodes.PlayFact) and fact.trump == ():
            start = fact.span.start
            yield Located(Span(start, text.index("none", start) + len("none")), 2)
        if isinstance(fact, nodes.TrickFact | nodes.PlayFact):
            yield from _specials(fact, specials)
        if isinstance(fact, nodes.TrickFact) and isinstance(fact.winner, nodes.CardNumber):
            yield Located(fact.winner.span, 2)


def _specials(fact: nodes.TrickFact | nodes.PlayFact, declared: Set[str]) -> Iterator[Located[int]]:
    """Yields the special cards played in a fact; other names are not cards."""
    last = fact.winner if isinstance(fact, nodes.TrickFact) else fact.play
    for one in (*fact.cards, last):
        if isinstance(one, nodes.PlayedCard) and one.card.rank in declared:
            yield Located(one.span, 2)
