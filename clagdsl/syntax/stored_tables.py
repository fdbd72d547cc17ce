"""The parser's tables as they are used: found in the package, or made from the grammar."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any, Final

from clagdsl.lang.resources import shipped_folder
from clagdsl.syntax.parse_tables import Row, Tables, fingerprint, grammar_folder

FILE: Final = "tables.json"


def stored_text(tables: Tables) -> str:
    """The tables as JSON.  Rows that many states share are stored once, each as one text."""
    shared: dict[str, int] = {}
    rows = [tables.rows[state] for state in range(len(tables.rows))]
    data = tables._asdict()
    data["states"] = [shared.setdefault(_row_text(row), len(shared)) for row in rows]
    data["row_texts"] = [*shared]
    del data["rows"]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _row_text(row: Row) -> str:
    return " ".join(f"{symbol} {action}" for symbol, action in row.items())


class StoredRows(dict[int, Row]):
    """The rows of all states, each read when it is first asked for: a file needs few of them."""

    def __init__(self, texts: Iterable[str]) -> None:
        super().__init__()
        self._texts = tuple(texts)

    def __missing__(self, state: int) -> Row:
        """Read the row of a state."""
        parts = self._texts[state].split()
        row = self[state] = dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
        return row


def read_stored(text: str, made_from: int) -> Tables | None:
    """The tables that a stored text holds, or None where they were made from anything else."""
    try:
        data: Any = json.loads(text)
        if data["made_from"] != made_from:
            return None
        texts = data.pop("row_texts")
        data["rows"] = StoredRows(texts[number] for number in data.pop("states"))
        return Tables(**data)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None


@cache
def load_tables() -> Tables:
    """The tables stored in the package if they were made from its grammar, else made afresh."""
    made_from = fingerprint()
    try:
        stored = read_stored((shipped_folder() / FILE).read_text("utf-8"), made_from)
    except (OSError, ValueError):
        stored = None
    if stored is not None:
        return stored
    from clagdsl.syntax.grammar_build import make_tables

    tables = make_tables()
    # A grammar that was changed while its tables were made may be neither the one nor the other.
    if tables.made_from == made_from:
        _keep(tables)
    return tables


def _keep(tables: Tables) -> None:
    """Store what was made afresh, in a checkout that can be written to; a package is left alone."""
    folder = shipped_folder()
    if grammar_folder().parent == folder:
        return
    from clagdsl.lang.errors import FileError
    from clagdsl.lang.files import write_file

    with suppress(OSError, FileError):
        folder.mkdir(exist_ok=True)
        write_file(folder / FILE, stored_text(tables))
