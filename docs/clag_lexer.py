"""Colours for rules files in the documentation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

TERMINALS = Path(__file__).parent.parent / "grammars" / "terminals.lark"
KEYWORDS = tuple(re.findall(r'^[A-Z_]+\.1: "(\w+)"', TERMINALS.read_text("utf-8"), re.MULTILINE))


class ClagLexer(RegexLexer):
    """The words of the language, read from its grammar; nothing is ever an error."""

    name = "Clag rules"
    aliases: ClassVar = ["clag"]
    filenames: ClassVar = ["*.clag"]
    tokens: ClassVar = {
        "root": [
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String.Double),
            (words(KEYWORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\d+", Number.Integer),
            (r"[-+*/%=!<>]+", Operator),
            (r"[^\W\d]\w*", Name),
            (r"(?s).", Text),
        ]
    }
