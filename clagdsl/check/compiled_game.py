"""Compiled games, and the check that a compiled game matches the source texts embedded in it.

A compiled game is checked by checking the rules in its source texts. The rest of the JSON is never
trusted: it must equal, token by token, the compilation of these texts. Comments and directory paths
are stripped from the source texts. But every word keeps its line and column, so that a problem
points to the correct line of the author's file. Version 1 of the format, whose JSON was turned back
into a syntax tree, repeated the grammar and the bounds of rules files and was dropped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from clagdsl import problems
from clagdsl.check.hir import Document
from clagdsl.lang.game_json import FORMAT, VERSION, game_json, game_schema
from clagdsl.lang.json_value import indented
from clagdsl.lang.limits import LONGEST_CHAIN, LONGEST_TEXT
from clagdsl.lang.rules import Game
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic, Problem
from clagdsl.problems.escape import excerpt, shorten
from clagdsl.syntax.lexer import split_pieces
from clagdsl.syntax.source_loader import check_size

_KEYS: Final = ("name", "text")
_FOLDER_ENDS: Final = re.compile(r"[/\\]")
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"{}\[\],:]+|\S')
"""A JSON string, number, word or punctuation mark."""


# --- writing ------------------------------------------------------------------------------


def carried_texts(chain: Sequence[SourceText]) -> tuple[SourceText, ...]:
    """Returns the game's source texts with comments and directory paths stripped.

    Every word keeps its line and column. Files with the same name are numbered to distinguish them.
    """
    names: list[str] = []
    for source in chain:
        name = plain = _FOLDER_ENDS.split(source.name)[-1] or "rules.clag"
        stem, dot, ending = plain.rpartition(".")
        number = 1
        while name in names:
            number += 1
            name = f"{stem}-{number}{dot}{ending}"
        names.append(name)
    extended = (*names[1:], "")
    return tuple(
        SourceText(name, _without_comments(source.text, base))
        for source, name, base in zip(chain, names, extended, strict=True)
    )


def _without_comments(text: str, base: str) -> str:
    """Returns source text without its comments; an `extends` line, if present, now names `base`."""
    kept: list[str] = []
    last = ""
    for piece in split_pieces(text, 0, len(text)):
        written = piece.group()
        if piece.lastgroup == "comment":
            # a comment goes together with the blanks before it
            kept[-1:] = [before.rstrip(" \t") for before in kept[-1:]]
            continue
        if base and piece.lastgroup == "text" and last == "extends":
            written = f'"{base}"'.ljust(len(written))
        if piece.lastgroup != "space":
            last = written
        kept.append(written)
    return "".join(kept)


# --- reading ------------------------------------------------------------------------------


def carried_texts_in(source: SourceText) -> tuple[SourceText, ...] | Diagnostic:
    """Returns the source texts in the JSON of a compiled game, or a diagnostic if malformed."""
    try:
        value: Any = json.loads(source.text)
    except json.JSONDecodeError as error:
        place = source.place(Span(error.pos, error.pos + 1))
        return problems.syntax.NotJson(place, "this is not JSON from here on").diagnostic()
    except (ValueError, RecursionError):
        message = "this is nested too deeply, or has too long a number, for a compiled game"
        return problems.syntax.NotJson(source.place(Span(0, 1)), message).diagnostic()
    wrong = _form_problem(source, value)
    if wrong is not None:
        return wrong.diagnostic()
    texts = tuple(SourceText(each["name"], each["text"]) for each in value["texts"])
    for each in texts:
        too_large = check_size(each.text, file_within(source, each.name))
        if too_large is not None:
            return too_large
    if carried_texts(texts) != texts:
        message = "a text has a comment, a folder in its name, or the name of another text"
        return problems.syntax.WrongTexts(_key(source, "texts"), message).diagnostic()
    return texts


def _form_problem(source: SourceText, value: Any) -> Problem | None:
    """Returns the problem if JSON is not a compiled game with its source texts, or None."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        message, place = "this is not a compiled game", source.place(Span(0, 1))
        mend = f'name a file that `clagdsl compile` wrote: it begins with `"format": "{FORMAT}"`'
        return problems.syntax.OtherForm(place, message, mend)
    version = value.get("version")
    if type(version) is not int or version != VERSION:
        message = f"this clagdsl does not read compiled games of version {shorten(version)}"
        mend = f"compile the rules again: this clagdsl uses version {VERSION}"
        return problems.syntax.OtherForm(_key(source, "version"), message, mend)
    if "texts" not in value:
        return problems.syntax.CompactGame(_key(source, "version"))
    texts = value["texts"]
    if isinstance(texts, list) and 0 < len(texts) <= LONGEST_CHAIN and all(map(_is_text, texts)):
        return None
    message = _fault_of_form(value) or (
        f"`texts` is not a list of 1 to {LONGEST_CHAIN} objects with a `name` and a `text`"
    )
    return problems.syntax.WrongTexts(_key(source, "texts"), message)


def _fault_of_form(value: Any) -> str | None:
    """Returns the error that jsonschema reports for `texts`, or None.

    Also returns None in a browser, where jsonschema is missing. The rest of the document is not
    validated: it must equal the compiled texts anyway, and trying every kind of expression could
    take exponential time.
    """
    try:
        from jsonschema import Draft202012Validator
    except ModuleNotFoundError:
        return None
    published: Any = game_schema()
    texts = published["$defs"]["CompiledGame"]["properties"]["texts"]
    schema = {"$defs": published["$defs"], **texts}
    error = next(Draft202012Validator(schema).iter_errors(value["texts"]), None)
    if error is None:
        return None
    path = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in error.path)
    return f"`texts{path}` does not match `game.schema.json`: {error.validator}"


def _is_text(value: Any) -> bool:
    well_formed = isinstance(value, dict) and all(isinstance(value.get(key), str) for key in _KEYS)
    return well_formed and len(value["name"]) <= LONGEST_TEXT


def _key(source: SourceText, key: str) -> Place:
    """Returns the place of a top-level key, guessed without parsing the JSON."""
    start = max(0, source.text.rfind(f'"{key}"'))
    return source.place(Span(start, start + len(key) + 2))


def chain_problem(source: SourceText, documents: Sequence[Document]) -> Problem | None:
    """Returns the problem if a compiled game's source texts are not one chain of `extends`, or
    None.
    """
    extending = [each.extends is not None for each in documents]
    if extending == [True] * (len(documents) - 1) + [False]:
        return None
    message = "the texts are not a file followed by those that it extends"
    return problems.syntax.WrongTexts(_key(source, "texts"), message)


def compilation_difference(
    source: SourceText, game: Game, texts: Sequence[SourceText]
) -> Problem | None:
    """Returns a problem at the first place where a compiled game differs from what its source texts
    compile to, or None.
    """
    compiled = indented(game_json(game, texts), ensure_ascii=False)
    both = zip(_TOKEN.finditer(source.text), _TOKEN.finditer(compiled), strict=False)
    for there, meant in both:
        if there[0] != meant[0] and not _is_same_text(there[0], meant[0]):
            place = source.place(Span(*there.span()))
            return problems.syntax.CompiledGameDiffers(place, excerpt(there[0]), excerpt(meant[0]))
    return None


def _is_same_text(there: str, meant: str) -> bool:
    """Returns whether two tokens are the same JSON string, possibly with different escapes."""
    return there[0] == meant[0] == '"' and json.loads(there) == json.loads(meant)


def file_within(source: SourceText, file: str) -> str:
    """Returns the name by which problems refer to a source text in a compiled game."""
    return f"{source.name}/{file}"


def relocate_diagnostic(diagnostic: Diagnostic, source: SourceText) -> Diagnostic:
    """Moves a problem from an embedded source text to the compiled game, and removes its fix."""

    def within(place: Place) -> Place:
        return replace(place, file=file_within(source, place.file))

    return replace(
        diagnostic,
        place=diagnostic.place and within(diagnostic.place),
        others=tuple(replace(each, place=within(each.place)) for each in diagnostic.others),
        help=diagnostic.help and f"{diagnostic.help} (in the rules file; then compile it again)",
        fix=(),
        safe=False,
    )
