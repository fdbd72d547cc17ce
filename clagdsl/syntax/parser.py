"""Parses the text of rules files."""

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

# --- the parser's tables as they are used: found in the package, or made from the grammar ---------


TABLES_FILE: Final = "tables.json"


def dump_tables(tables: Tables) -> str:
    """Returns the tables as JSON.  Rows that many states share are stored once, each as one text."""
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
    """The rows of all states, each read when it is first asked for: a file needs few of them."""

    def __init__(self, texts: Iterable[str]) -> None:
        super().__init__()
        self._texts = tuple(texts)

    def __missing__(self, state: int) -> Row:
        """Read the row of a state."""
        parts = self._texts[state].split()
        row = self[state] = dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
        return row


def load_stored_tables(text: str, made_from: int) -> Tables | None:
    """Returns the tables that a stored text holds, or None where they were made from anything else."""
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
    """Returns the tables stored in the package if they were made from its grammar, else made
    afresh.
    """
    made_from = fingerprint()
    try:
        stored = load_stored_tables((shipped_folder() / TABLES_FILE).read_text("utf-8"), made_from)
    except (OSError, ValueError):
        stored = None
    if stored is not None:
        return stored
    from clagdsl.syntax.grammar_build import make_tables

    tables = make_tables()
    # A grammar that was changed while its tables were made may be neither the one nor the other.
    if tables.made_from == made_from:
        _store_tables(tables)
    return tables


def _store_tables(tables: Tables) -> None:
    """Stores what was made afresh, in a checkout that can be written to; a package is left alone."""
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
"""The trees of texts up to so many characters are kept: some 20 bytes for each of them."""
CACHE_SIZE: Final = 64


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
    """Returns the Clag language, made ready once."""
    tables = load_tables()
    words = {word: tuple(kinds) for word, kinds in tables.words.items()}
    return Language(words, Automaton(tables, BUILDERS))


def parse(source: SourceText) -> ParseResult:
    """Returns the syntax tree of a source text, or every independent syntax error in it.

    The last trees are kept: what a file extends is asked for with each file that extends it, and an
    editor, or whoever mends a file, asks for the same text again.
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
