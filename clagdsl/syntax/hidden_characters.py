"""What to write for a hidden character: a line end, a blank, or nothing.

It must not change the words of the file.  Where words stand on both sides, it may have been put
into a word or in the place of a blank; the other words of the file tell, or nothing does.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from clagdsl.lang.cards import is_card
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.keywords import STATEMENTS
from clagdsl.syntax.lexer import (
    HIDDEN,
    LINE_ENDS,
    RARE_LINE_ENDS,
    Scan,
    hidden_character,
    pieces,
)
from clagdsl.syntax.sync_points import CLAUSES

WORD: Final = re.compile(r"\w+")
LINE_END: Final = re.compile(f"[{LINE_ENDS}]")
BEGINS_A_LINE: Final = re.compile(r"(?P<blanks>[ \t]*)(?P<first>\#|\w+|)")
LONGEST_LINE: Final = 2_000
"""So far a line is looked at on each side of a hidden character."""


class Instead(NamedTuple):
    """What to write in the place of a hidden character, and whether nothing else can be meant."""

    text: str
    safe: bool


@dataclass(frozen=True, slots=True)
class HiddenCharacters:
    """The words of a text, by which its hidden characters are mended."""

    text: str
    language: frozenset[str]
    in_rules: frozenset[str]
    anywhere: frozenset[str]
    stretches: tuple[int, ...] = ()  # where each stretch of hidden characters begins

    def mend(self, start: int, end: int) -> Instead:
        """What to write in the place of a stretch of hidden characters."""
        if start and hidden_character().match(
            self.text[start - 1]
        ):  # the first of several decides for all
            return Instead("", _first_of(self, bisect_right(self.stretches, start) - 1).safe)
        while end < len(self.text) and hidden_character().match(self.text[end]):
            end += 1
        before = self.text[max(0, start - LONGEST_LINE) : start]
        after = self.text[end : end + LONGEST_LINE]
        if not after and before and before[-1] not in "\r\n" and self.text[start] in RARE_LINE_ENDS:
            return Instead("\n", True)
        if not before or not after or before[-1] in "\r\n" or after[0] in "\r\n":
            return Instead("", True)
        line = before[_last_line_end(before) :]
        rest = LINE_END.split(after, maxsplit=1)[0]
        inside = _context(line)
        if inside == "text" and '"' not in rest:
            inside = "rules"
        if self.text[start] in RARE_LINE_ENDS and inside != "text" and _begins_a_line(rest):
            return Instead("\n", True)
        if self.text[start] in RARE_LINE_ENDS and inside == "comment":
            # It ends the comment: a blank would make a comment of the rules behind it.
            return Instead("\n", False)
        return self._between(line[-1:], after[0], line, rest, inside)

    def _between(self, left: str, right: str, line: str, rest: str, inside: str) -> Instead:
        """What to write between two characters of a line."""
        if left.isspace() or right.isspace() or not left:
            return Instead("", True)
        latter = WORD.match(rest)
        if latter is None or not WORD.match(left):
            return Instead("" if _close(left, right, line, inside) else " ", True)
        former = next(WORD.finditer(line[::-1])).group()[::-1]
        words = (former, latter.group())
        known = self.in_rules if inside == "rules" else self.anywhere
        whole = "".join(words)
        joined = whole in known or whole.isdecimal()
        apart = not is_card(whole) and all(_is_word(word, known, inside) for word in words)
        if joined != apart:
            return Instead("" if joined else " ", True)
        if inside != "rules" or joined:
            return Instead("", False)
        # A name that stands elsewhere, in a file that these rules extend: checking tells.
        return Instead(" " if self.language.intersection(words) else "", True)


def hidden_characters(
    text: str, found: Scan, words: Mapping[str, tuple[str, ...]]
) -> HiddenCharacters:
    """The words of a text that no flaw touches: those of its rules, and those of all of it."""
    flaws = [flaw.span for flaw in found.flaws if flaw.kind in ("hidden", "character")]
    if not flaws:
        return HiddenCharacters(text, frozenset(), frozenset(), frozenset())
    starts, ends = {span.start for span in flaws}, {span.end for span in flaws}
    in_rules = (each for each in found.tokens if each.end not in starts and each.start not in ends)
    anywhere = (
        each.group()
        for each in WORD.finditer(text)
        if each.end() not in starts and each.start() not in ends
    )
    return HiddenCharacters(
        text,
        frozenset(words),
        frozenset((*words, *map(str, in_rules))),
        frozenset((*words, *anywhere)),
        tuple(each.start() for each in re.finditer(f"(?:{HIDDEN})+", text)),
    )


@lru_cache(maxsize=8)
def _first_of(characters: HiddenCharacters, stretch: int) -> Instead:
    """What the first of a stretch of hidden characters is mended to: asked for by each of them."""
    start = characters.stretches[stretch]
    return characters.mend(start, start + 1)


def _last_line_end(text: str) -> int:
    return max(text.rfind(end) for end in LINE_ENDS) + 1


def _context(line: str) -> str:
    """What the end of a line stands in: the rules, a comment, or a text in quotation marks."""
    piece = ""
    for match in pieces(line, 0, len(line)):
        piece = match.lastgroup or ""
    return {"comment": "comment", "open": "text"}.get(piece, "rules")


def _begins_a_line(rest: str) -> bool:
    """Whether the rest of a line looks like a line of its own."""
    match = BEGINS_A_LINE.match(rest)
    if match is None:
        return False
    first = match["first"]
    named = first in STATEMENTS or first in CLAUSES or first in ("then", "#")
    return named or len(match["blanks"]) > 1 or not rest.strip(" \t")


def _close(left: str, right: str, line: str, inside: str) -> bool:
    """Whether no blank is written between two characters, one of which is a sign."""
    if right in "),:.;" or left in "(.-":
        return True
    if inside == "text":
        return right == '"' or line.endswith('"')
    if left == '"' or right == '"':
        return False
    return not left.isalnum() and not right.isalnum() and left != ")" and right != "("


def _is_word(word: str, known: frozenset[str], inside: str) -> bool:
    """Whether a word may stand alone."""
    if inside == "rules":
        return word in known or word.isdecimal()
    return word in known and (len(word) > 1 or word in "aAI" or word.isdecimal())
