"""Taps that opened something, so that one that is sent twice does it once."""

from __future__ import annotations

from typing import Final

from clagdsl.serve.exchange import WebResponse

MOST_REMEMBERED: Final = 1000


class AnsweredTaps:
    """What was answered to the last taps, by their keys."""

    def __init__(self) -> None:
        self._answers: dict[str, WebResponse] = {}

    def answer(self, key: str) -> WebResponse | None:
        """What the tap of that key was answered, None if it is the first."""
        return self._answers.get(key)

    def remember(self, key: str, answer: WebResponse) -> WebResponse:
        """An answer, which the same tap gets again if it comes twice."""
        while len(self._answers) >= MOST_REMEMBERED:
            self._answers.pop(next(iter(self._answers)))
        self._answers[key] = answer
        return answer
