"""A Pygments lexer for rules files, registered as `clag`."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from clagdsl.lang.cards import COPIES, RANKS, SUIT_SIGNS, SUITS
from clagdsl.lang.resources import data_folder

KEYWORDS: Final = tuple(
    re.findall(
        r'^[A-Z_]+\.1: "(\w+)"',
        (data_folder("grammars") / "terminals.lark").read_text("utf-8"),
        re.MULTILINE,
    )
)
"""The keywords of the language, taken from its grammar."""


CARD: Final = (
    rf"(?:{'|'.join((*RANKS, 'T'))})"
    rf"(?:[{''.join(SUITS)}][{COPIES}]?(?!\w)|[{''.join(SUIT_SIGNS.values())}][{COPIES}]?)"
)
"""A pattern for cards: the rank, the letter or symbol of the suit, and the number of the copy."""


class ClagLexer(RegexLexer):
    """Recognises keywords, cards, strings and numbers; never yields an error token."""

    name = "Clag rules"
    aliases: ClassVar = ["clag"]
    filenames: ClassVar = ["*.clag"]
    tokens: ClassVar = {
        "root": [
            (r"\s+", Text),
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String.Double),
            (CARD, Name.Constant),
            (words(KEYWORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\d+", Number.Integer),
            (r"[-+*/%=!<>]+", Operator),
            (r"[(),:.]", Punctuation),
            (r"[^\W\d]\w*", Name),
            (r"(?s).", Text),
        ]
    }
