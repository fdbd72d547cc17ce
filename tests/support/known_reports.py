"""Whether pages in other languages know an English sentence of the rules or the server."""

from __future__ import annotations

import re
from functools import cache

from clagdsl.explain.catalogue import ENGLISH, compiled_language


@cache
def _expressions() -> list[re.Pattern[str]]:
    every = compiled_language(ENGLISH)["recognised"]
    assert isinstance(every, list)
    return [re.compile(str(one[1])) for one in every if isinstance(one, list)]


def is_known(sentence: str) -> bool:
    """Returns whether pages know a sentence, perhaps after a name."""
    texts = (sentence, sentence.partition(": ")[2])
    return any(one.fullmatch(text) for one in _expressions() for text in texts)
