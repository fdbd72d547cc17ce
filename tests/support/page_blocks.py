"""The code blocks of a page of the documentation."""

from __future__ import annotations

import re
from dataclasses import dataclass

FENCE = re.compile(
    r"^(?P<fence>`{3,}|:{3,})(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=fence)[ ]*$", re.M | re.S
)


@dataclass(frozen=True)
class Block:
    line: int
    language: str
    options: dict[str, str]
    text: str


def blocks_of(text: str) -> list[Block]:
    found = []
    for match in FENCE.finditer(text):
        info = match["info"].strip()
        if info.startswith("{"):
            assert not info.startswith("{code"), f"{info}: use a plain fence, which can be checked"
            continue
        language, *words = info.split() or [""]
        options = dict((*word.split("=", 1), "")[:2] for word in words)
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(line, language, options, match["text"]))
    return found
