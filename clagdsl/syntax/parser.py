"""Parses the text of rules files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from clagdsl.diagnostics import Diagnostic
from clagdsl.resources import data_folder
from clagdsl.source import SourceText, Span
from clagdsl.syntax import nodes

if TYPE_CHECKING:
    from lark import Lark


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The syntax tree of a file, or None and the errors."""

    file: nodes.File | None
    diagnostics: tuple[Diagnostic, ...]


@cache
def _parser() -> Lark:
    from lark import Lark

    from clagdsl.syntax.build import BUILDERS

    def on_children(build: Any) -> Any:
        return lambda children: build(*children)

    return Lark(
        (data_folder("grammars") / "clag.lark").read_text("utf-8"),
        parser="lalr",
        start=["file", "statement", "clause", "expression"],
        import_paths=[str(data_folder("grammars"))],
        source_path=str(data_folder("grammars") / "clag.lark"),
        transformer=SimpleNamespace(**{k: on_children(v) for k, v in BUILDERS.items()}),
    )


def parse(source: SourceText) -> ParseResult:
    """The syntax tree of a source text, or every syntax error in it."""
    from lark import UnexpectedInput

    try:
        file = _parser().parse(source.text, start="file")
    except UnexpectedInput as error:
        at = error.pos_in_stream if error.pos_in_stream is not None else len(source.text)
        place = source.place(Span(at, at + 1))
        return ParseResult(None, (Diagnostic("S100", "error", str(error), place, ""),))
    assert isinstance(file, nodes.File)
    return ParseResult(file, ())


def parse_expression(text: str) -> nodes.Expression:
    """The syntax tree of an expression alone."""
    return _parser().parse(text, start="expression")  # type: ignore[no-any-return]
