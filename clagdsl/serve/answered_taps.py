"""Taps that opened something, so that one that is sent twice does it once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from clagdsl.serve.exchange import WebResponse

MOST_REMEMBERED: Final = 1000


@dataclass(frozen=True, slots=True)
class _AnsweredTap:
    """What was filled in, as a hash, and what it was answered."""

    filled_in: int
    answer: WebResponse


class AnsweredTaps:
    """What was answered to the last taps, by their keys."""

    def __init__(self) -> None:
        self._taps: dict[str, _AnsweredTap] = {}

    def answer(self, key: str, form: Mapping[str, str]) -> WebResponse | None:
        """What the tap of that key was answered, None if it is the first, or is about more."""
        known = self._taps.get(key)
        return known.answer if known is not None and known.filled_in == _hash(form) else None

    def is_used(self, key: str) -> bool:
        """Whether a tap of that key was answered, whatever was filled in."""
        return key in self._taps

    def remember(self, key: str, form: Mapping[str, str], answer: WebResponse) -> WebResponse:
        """An answer, which the same tap gets again if it comes twice."""
        while len(self._taps) >= MOST_REMEMBERED:
            self._taps.pop(next(iter(self._taps)))
        self._taps[key] = _AnsweredTap(_hash(form), answer)
        return answer


def _hash(form: Mapping[str, str]) -> int:
    return hash(frozenset(form.items()))
