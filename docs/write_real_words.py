"""Writes the words that `check --fix` takes for no misspelling: `python docs/write_real_words.py`.

`least` is one letter from `last`, and is a word that somebody may mean.  The file written has every
word of the language, and after it the English words that are one slip from it and begin with the
same letter.  The English words are those of Debian's package `wamerican-large`, which has 170,000:

    apt-get install wamerican-large && python docs/write_real_words.py

A word that joins the language needs a new file; a test is red until then.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from clagdsl.check.types import RESERVED, SCOPES
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.problems.suggestions import REAL_WORDS, is_one_edit_apart
from clagdsl.syntax.parser import language

ENGLISH: Final = Path("/usr/share/dict/american-english-large")
FEWEST: Final = 20_000
"""A list of fewer words is not the one that is meant."""

HEAD: Final = """\
# Every word of the language, and the English words that one slip of the keyboard makes of it.
# Written by docs/write_real_words.py from Debian's wamerican-large, which is made from SCOWL
# (http://wordlist.sourceforge.net/): Copyright 2000-2011 by Kevin Atkinson.  Permission to use,
# copy, modify, distribute and sell these word lists, the associated scripts, the output created
# from the scripts, and its documentation for any purpose is hereby granted without fee, provided
# that the above copyright notice appears in all copies and that both that copyright notice and
# this permission notice appear in supporting documentation.  Kevin Atkinson makes no
# representations about the suitability of this array for any purpose.  It is provided "as is"
# without express or implied warranty.
"""


def language_words() -> list[str]:
    """Return every word that the language knows, keywords and names in expressions alike."""
    names = {part for scope in SCOPES for name in scope.variables for part in name.split(".")}
    parts = {part for name in names | RESERVED for part in name.split("_")}
    words = {*language().words, *SUIT_NAMES.values(), *parts}
    return sorted(word for word in words if word.isalpha() and word.islower() and len(word) > 1)


def file_text(english: list[str]) -> str:
    """Return the file for these English words."""
    lines = (_line(word, english) for word in language_words())
    return HEAD + "".join(lines)


def _line(word: str, english: list[str]) -> str:
    near = sorted(
        {one for one in english if one[0] == word[0] and is_one_edit_apart(one, word)} - {word}
    )
    return f"{word}: {' '.join(near)}".rstrip() + "\n"


if __name__ == "__main__":
    lines = ENGLISH.read_text("utf-8").splitlines()
    words = [line for line in lines if line.isalpha() and line.islower()]
    if len(words) < FEWEST:
        raise SystemExit(f"{ENGLISH} has {len(words)} words; {FEWEST} are needed")
    REAL_WORDS.write_text(file_text(words), encoding="utf-8")
    print(f"{REAL_WORDS}: from {len(words):,} words")
