"""Parses the text of a rules file into a syntax tree, or into every independent syntax error.

`parse` is the entry point. A text passes through up to three stages:

1. `lexer.scan` cuts the text into tokens. It records lexical errors instead of raising them. If
  the intended token is obvious (`=` for `==`), it emits that token so that parsing can go on.
2. `Automaton.run` drives the LALR(1) tables over the tokens and calls a function of `BUILDERS` at
  each reduction. It returns the tree, or a `Refusal` with the index of the unexpected token.
3. `recovery.collect_errors` runs only after a failure. It restarts the automaton behind each error
  and asks `hints` for the cause, so that one run reports all errors.

The grammar, not a function per construct, defines the syntax. The functions form these families:

- `states_before`, `shift`, `accepts` and `accepted` are dry runs of the automaton: they move a
  stack of states and build nothing.
- `construct_at` and `misspelt_construct_at` find the tokens at which parsing can restart.
- Recognisers (`hints`) take a `ParseFailure` and return a `Report` if they know the mistake, else
  None. They are tried in order, specific before general.
- `diagnose_*` return the `Diagnostic` or `Report` of an error, `report_*` build a `Report`,
  `advise_*` and `suggest_*` write its help.

The expected set is not tracked while parsing. After a refusal, `Automaton.accepted` computes it by
a dry run of every terminal in the row, because an LALR(1) row also lists terminals that are refused
after a reduction. `describe_expected` puts the set into words if no recogniser knows the mistake.
The same dry runs test a recogniser's fix before it is suggested.

INVARIANT: a text with any error has no tree. Parsing after an error only looks for more errors.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.resources import shipped_folder
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.syntax import nodes
from clagdsl.syntax.builders import BUILDERS
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.lr_parser import Automaton, Row, Tables, fingerprint, grammar_folder
from clagdsl.syntax.source_loader import check_source

# --- LALR(1) tables: loaded from the package, or built from the grammar ---------------------------


TABLES_FILE: Final = "tables.json"


def dump_tables(tables: Tables) -> str:
    """Returns the tables as JSON text.

    Many states have equal rows, so each distinct row is stored once, as text.
    """
    shared: dict[str, int] = {}
    rows = [tables.rows[state] for state in range(len(tables.rows))]
    data = tables._asdict()
    data["states"] = [shared.setdefault(_row_text(row), len(shared)) for row in rows]
    data["row_texts"] = [*shared]
    del data["rows"]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _row_text(row: Row) -> str:
    return " ".join(f"{symbol} {action}" for symbol, action in row.items())


class LazyRows(dict[int, Row]):
    """The row of each state, decoded on first use: parsing one file needs only a few of them."""

    def __init__(self, texts: Iterable[str]) -> None:
        super().__init__()
        self._texts = tuple(texts)

    def __missing__(self, state: int) -> Row:
        """Decodes the row of a state."""
        parts = self._texts[state].split()
        row = self[state] = dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
        return row


def load_stored_tables(text: str, made_from: int) -> Tables | None:
    """Returns the tables in a stored text; None if it is invalid or made from another grammar."""
    try:
        data: Any = json.loads(text)
        if data["made_from"] != made_from:
            return None
        texts = data.pop("row_texts")
        data["rows"] = LazyRows(texts[number] for number in data.pop("states"))
        return Tables(**data)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None


@cache
def load_tables() -> Tables:
    """Returns the stored tables if they match the grammar; otherwise builds and stores them."""
    made_from = fingerprint()
    try:
        stored = load_stored_tables((shipped_folder() / TABLES_FILE).read_text("utf-8"), made_from)
    except (OSError, ValueError):
        stored = None
    if stored is not None:
        return stored
    from clagdsl.syntax.grammar_build import make_tables

    tables = make_tables()
    # If the grammar was edited during the build, the tables may match neither version.
    if tables.made_from == made_from:
        _store_tables(tables)
    return tables


def _store_tables(tables: Tables) -> None:
    """Stores freshly built tables in a checkout; an installed package is left unchanged."""
    folder = shipped_folder()
    if grammar_folder().parent == folder:
        return
    from clagdsl.lang.errors import FileError
    from clagdsl.lang.files import write_file

    with suppress(OSError, FileError):
        folder.mkdir(exist_ok=True)
        write_file(folder / TABLES_FILE, dump_tables(tables))


# --------------------------------------------------------------------------------------------------

MAX_CACHED_LENGTH: Final = 1 << 14
"""The maximum length of a text whose tree is cached, in characters (a tree takes about 20 bytes per
character).
"""
# Results that `parse` keeps.
CACHE_SIZE: Final = 64


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The syntax tree of a file, or None together with its syntax errors."""

    file: nodes.File | None
    diagnostics: tuple[Diagnostic, ...]


class Language(NamedTuple):
    """The vocabulary (terminals by word or sign) and the automaton of the grammar."""

    words: Mapping[str, tuple[str, ...]]
    automaton: Automaton


@cache
def language() -> Language:
    """Returns the vocabulary and the automaton, loaded once per process."""
    tables = load_tables()
    words = {word: tuple(kinds) for word, kinds in tables.words.items()}
    return Language(words, Automaton(tables, BUILDERS))


def parse(source: SourceText) -> ParseResult:
    """Returns the syntax tree of a source text, or every independent syntax error in it.

    Recent results are cached. A base file is parsed for each file that extends it, and an editor or
    a fixer requests the same text repeatedly.
    """
    return _parse_cached(source) if len(source.text) <= MAX_CACHED_LENGTH else _parse(source)


def _parse(source: SourceText) -> ParseResult:
    refused = check_source(source)
    if refused is not None:
        return ParseResult(None, (refused,))
    words, automaton = language()
    scan_result = scan(source.text, words)
    if not scan_result.errors:
        result = automaton.run(scan_result.tokens, 0, "file")
        if isinstance(result, nodes.File) and result.version in VERSIONS:
            return ParseResult(result, ())
    from clagdsl.syntax.recovery import collect_errors

    return ParseResult(None, collect_errors(source, scan_result, words, automaton))


_parse_cached = lru_cache(maxsize=CACHE_SIZE)(_parse)
