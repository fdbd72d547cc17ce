"""Parses the text of rules files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.keywords import VERSIONS
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import Diagnostic
from clagdsl.syntax import nodes
from clagdsl.syntax.builders.statements import BUILDERS
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.lr_parser import Automaton
from clagdsl.syntax.source_loader import check_source
from clagdsl.syntax.stored_tables import load_tables

KEPT_LENGTH: Final = 1 << 14
"""The trees of texts up to so many characters are kept: some 20 bytes for each of them."""
KEPT_TREES: Final = 64


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The syntax tree of a file, or None and the errors."""

    file: nodes.File | None
    diagnostics: tuple[Diagnostic, ...]


class Language(NamedTuple):
    """What is needed to read a text: the words and signs, and the parser."""

    words: Mapping[str, tuple[str, ...]]
    automaton: Automaton


@cache
def language() -> Language:
    """The Clag language, made ready once."""
    tables = load_tables()
    words = {word: tuple(kinds) for word, kinds in tables.words.items()}
    return Language(words, Automaton(tables, BUILDERS))


def parse(source: SourceText) -> ParseResult:
    """The syntax tree of a source text, or every independent syntax error in it.

    The last trees are kept: what a file extends is asked for with each file that extends it, and
    an editor, or whoever mends a file, asks for the same text again.
    """
    return _kept(source) if len(source.text) <= KEPT_LENGTH else _parsed(source)


def _parsed(source: SourceText) -> ParseResult:
    refused = check_source(source)
    if refused is not None:
        return ParseResult(None, (refused,))
    words, automaton = language()
    found = scan(source.text, words)
    if not found.flaws:
        result = automaton.run(found.tokens, 0, "file")
        if isinstance(result, nodes.File) and result.version in VERSIONS:
            return ParseResult(result, ())
    from clagdsl.syntax.recovery import collect

    return ParseResult(None, collect(source, found, words, automaton))


_kept = lru_cache(maxsize=KEPT_TREES)(_parsed)
