"""Writes what other files repeat of the declarations: `python docs/write_declared.py`.

These are the tables of aspects and of their values in the reference, the words that the editor
colours, and for JavaScript who deals next and the first words of entries between deals.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from clagdsl.lang.aspects import TABLE, Aspect
from clagdsl.lang.policies.deal_end import DEALS_NEXT
from clagdsl.lang.roster_changes import CHANGE_VERBS, INTERLUDE_VERBS, MATCH_VERBS

REFERENCE = HERE / "reference" / "language.md"
TERMINALS = HERE.parent / "grammars" / "terminals.lark"
COLOURS = HERE.parent / "editors" / "vscode" / "syntaxes" / "clag.tmLanguage.json"

JAVASCRIPT = HERE.parent / "web" / "clag-score" / "src" / "sheet" / "declared.js"

ASPECTS_HEAD = "| clause | decides | default | since |\n|---|---|---|---|\n"
VALUES_HEAD = "| value | since | meaning |\n|---|---|---|\n"
ROWS = r"(?:\|.*\n)*"
SUIT = re.compile("spades|diamonds|clubs")


def reference_text() -> str:
    """Returns the language reference with its tables of aspects and of their values."""
    text = REFERENCE.read_text("utf-8")
    rows = "".join(map(_aspect_row, TABLE.values()))
    text = _with_rows(text, re.escape(ASPECTS_HEAD), lambda _: rows)
    for aspect in TABLE.values():
        if aspect.policies.listed:
            section = rf"^### [^\n]*`{aspect.keyword}`(?:(?!^#).*\n)*?{re.escape(VALUES_HEAD)}"
            text = _with_rows(text, section, lambda old, aspect=aspect: _value_rows(aspect, old))
    return text


def _with_rows(text: str, head: str, rows: Callable[[str], str]) -> str:
    """Returns the text with the rows below a head of a table, made from the present ones."""
    written, count = re.subn(
        rf"({head})({ROWS})", lambda found: found[1] + rows(found[2]), text, flags=re.MULTILINE
    )
    if count != 1:
        raise ValueError(f"{REFERENCE.name}: one table is expected at {head}")
    return written


def _aspect_row(aspect: Aspect) -> str:
    default = "required" if aspect.default is None else f"`{aspect.default.syntax}`"
    return f"| `{aspect.keyword}` | {aspect.question} | {default} | {aspect.since} |\n"


def _value_rows(aspect: Aspect, old: str) -> str:
    """Returns a row for each policy; the meanings are kept, because they are written by hand.

    Of policies that differ only in the suit, hearts have the row.
    """
    meanings = dict(re.findall(r"^\| `(.*?)` \| \d+ \| (.*) \|$", old, re.MULTILINE))
    since = {SUIT.sub("hearts", each.syntax): each.since for each in aspect.policies}
    return "".join(
        f"| `{syntax}` | {version} | {meanings.get(syntax, '')} |\n"
        for syntax, version in since.items()
    )


def colours_text() -> str:
    """The TextMate grammar: a word of the language that no other list has is just a word."""
    words = re.findall(r'^[A-Z_]+\.1: "(\w+)"', TERMINALS.read_text("utf-8"), re.MULTILINE)
    colours = json.loads(COLOURS.read_text("utf-8"))
    lists = colours["repository"]
    aspects = {aspect.keyword.split()[0] for aspect in TABLE.values()}
    lists["aspect"]["match"] = _pattern(aspects)
    others = [name for name in lists if name != "word"]
    taken = {word for name in others for word in re.findall(r"[a-z]{2,}", lists[name]["match"])}
    lists["word"]["match"] = _pattern(set(words) - taken)
    return json.dumps(colours, indent=2, ensure_ascii=False) + "\n"


def _pattern(words: set[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"


def javascript_text() -> str:
    """Who deals next, and the first words of entries between deals, in JavaScript."""
    keys = {word: word if word.isidentifier() else f'"{word}"' for word in DEALS_NEXT}
    lines = "".join(f'  {keys[word]}: "{role}",\n' for word, role in DEALS_NEXT.items())
    return (
        "// Written by docs/write_declared.py.\n\n"
        "/** Who deals next, by the word of the language: a field of `dealEnd`. */\n"
        f"export const DEALS_NEXT = {{\n{lines}}};\n\n"
        "/** The first words of changes of who plays. */\n"
        f"export const CHANGE_VERBS = {json.dumps(CHANGE_VERBS)};\n\n"
        "/** The first words of entries between deals, and about the whole match. */\n"
        f"export const INTERLUDE_VERBS = {json.dumps(INTERLUDE_VERBS + MATCH_VERBS)};\n"
    )


WRITTEN = {REFERENCE: reference_text, COLOURS: colours_text, JAVASCRIPT: javascript_text}

if __name__ == "__main__":
    for path, text in WRITTEN.items():
        path.write_text(text(), encoding="utf-8")
