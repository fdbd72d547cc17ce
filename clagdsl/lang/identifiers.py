"""What counts as one word, which may stand as a name without quotation marks."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d]\w*")


def is_word(text: str) -> bool:
    """Whether a text is one word to the scanner; Python has other ideas of letters."""
    return _WORD.fullmatch(text) is not None
