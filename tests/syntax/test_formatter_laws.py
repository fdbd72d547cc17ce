"""Files with comments and blanks anywhere: the layout keeps every word and is a fixed point."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.syntax_trees import files
from support.tree_text import print_file

from clagdsl.lang.source import SourceText
from clagdsl.syntax import nodes
from clagdsl.syntax.format import COMMENT, format_text
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.parser import language, parse

COMMENTS = ("# a", "#", '# "quoted" clag 1', "# deal x is y", "#tight  ", "# größer ♥")
BLANKS = (" ", "  ", "\t", "\n", "\n\n", "\n\n\n\n", "\n    ", " \n\t")


def scattered(file: nodes.File, seed: int) -> str:
    """The words of a file with random blanks and comments between them."""
    chance = random.Random(seed)
    text = print_file(file)
    ends = chance.choice(("\n", "\r\n"))
    often = chance.choice((0.0, 0.02, 0.2))
    wild = chance.choice((0.0, 0.3, 1.0))
    parts, at = [], 0
    for token in scan(text, language().words).tokens:
        blank = text[at : token.start]
        if blank and chance.random() < wild:
            blank = chance.choice(BLANKS)
        while chance.random() < often:
            blank += chance.choice(("", " ", "\n", "\n\n  ")) + chance.choice(COMMENTS) + "\n"
        parts += [blank, token]
        at = token.end
    parts.append(chance.choice(("", "\n", "  # end", "\n\n# end\n\n\n", "\n  # end")))
    return "".join(parts).replace("\n", ends)


def words_of(text: str) -> list[str]:
    return [str(token) for token in scan(text, language().words).tokens]


@lru_cache(maxsize=10_000)  # the same few pieces come again and again
def count_words(piece: str) -> int:
    return len(words_of(piece))


def comments_of(text: str) -> list[str]:
    without_texts = re.sub(r'"[^"\n]*"|(#[^\n]*)', lambda m: m[1] or "", text)
    return [found.rstrip() for found in COMMENT.findall(without_texts)]


def followed(text: str) -> list[tuple[str, int, str]]:
    """Every comment with the number of words before it and whether it stands behind one."""
    found, words = [], 0
    for piece in re.finditer(r'"[^"\n]*"|(?P<comment>#[^\n]*)|[^\s"#]+', text):
        if piece["comment"] is None:
            words += count_words(piece[0])
        else:
            line = text[text.rfind("\n", 0, piece.start()) + 1 : piece.start()]
            found.append((piece[0].rstrip(), words, "behind" if line.strip() else "own line"))
    return found


def tree(text: str) -> nodes.File | None:
    return parse(SourceText("x.clag", text)).file


def check_laws(file: nodes.File, seed: int) -> None:
    text = scattered(file, seed)
    before = tree(text)
    laid_out = format_text(text)
    assert isinstance(laid_out, str), text
    assert words_of(laid_out) == words_of(text)
    assert followed(laid_out) == followed(text)
    assert tree(laid_out) == before == file
    assert format_text(laid_out) == laid_out
    lines = laid_out.replace("\r\n", "\n").split("\n")
    assert lines[-1] == ""
    assert lines[0] != ""
    assert lines[-2] != ""
    assert all(line == line.rstrip() for line in lines if not line.rstrip().endswith('"'))
    assert "\n\n\n" not in laid_out.replace("\r\n", "\n")
    assert ("\r\n" in laid_out) == ("\r\n" in text)
    # Blanks of any kind between the words of a statement mean nothing.
    assert comments_of(laid_out) == comments_of(text)


QUICK: Any = {
    "deadline": None,
    "database": None,
    "phases": (Phase.explicit, Phase.generate),
    "suppress_health_check": list(HealthCheck),
}


@settings(max_examples=80, **QUICK)
@given(files, st.integers(0, 2**32))
def test_the_layout_keeps_all_and_is_a_fixed_point(file: nodes.File, seed: int) -> None:
    """Drawing words takes longer than laying them out, so each file comes in four ways."""
    for number in range(4):
        check_laws(file, seed + number)


@pytest.mark.long
@settings(max_examples=20_000, **QUICK)
@given(files, st.integers(0, 2**32))
def test_the_layout_keeps_all_of_twenty_thousand_files(file: nodes.File, seed: int) -> None:
    check_laws(file, seed)
