"""Write what other files repeat of the declarations anew: `python docs/write_declared.py`.

These are the table of aspects in the reference, the words that the editor colours, and for
JavaScript who deals next and the first words of entries between deals.
"""

from __future__ import annotations

import json
import re
import sys
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

HEAD = "| clause | values | default |\n|---|---|---|\n"


def table_text() -> str:
    """The table of the aspects, as the reference has it."""
    return HEAD + "".join(map(_row, TABLE.values()))


def _row(aspect: Aspect) -> str:
    said = [policy.syntax for policy in aspect.policies]
    keyword, default = aspect.keyword, "must be said"
    if aspect.default is not None:
        default = f"`{aspect.default.syntax}`"
    if all(word.startswith("by ") for word in said[1:]) and said[1:]:
        # Whoever calls is said after `by`; that nobody does is another clause.
        keyword, said, default = f"{keyword} by", said[1:], f"none (`{keyword} {said[0]}`)"
        said = [word.removeprefix("by ") for word in said]
    newer = {
        one.syntax: f"`{one.syntax}` since `clag {one.since}`"
        for one in aspect.policies
        if one.since > 1
    }
    each = "; ".join(newer.get(word, f"`{word}`") for word in said)
    values = [aspect.values.format(each, list=f"`{', else '.join(said)}`")]
    if "{list}" in aspect.values:
        values += newer.values()
    return f"| `{keyword}` | {'; '.join(values)} | {default} |\n"


def reference_text() -> str:
    """The language reference with the table as it should be."""
    text = REFERENCE.read_text("utf-8")
    return re.sub(re.escape(HEAD) + r"(?:\|.*\n)*", lambda _: table_text(), text, count=1)


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
