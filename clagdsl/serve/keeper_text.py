"""Reasons and messages on the pages of a score sheet."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.scorekeeping.score_sheet import Sheet


def reason_text(reason: str, source: str | None) -> str:
    """Returns a reason as plain text, with its source in brackets."""
    text = reason.replace("`", "")
    return f"{text} ({source})" if source else text


def pending_text(sheet: Sheet) -> tuple[str, ...]:
    """Returns messages about deals that, after a correction, lack entries or were entered for other
    players.
    """
    if sheet.over:
        behind = sorted((*sheet.waiting, *sheet.anew))
        if not behind:
            return ()
        end = f"Since a correction the match ends before {_deal_numbers_text(behind)}"
        return (f"{end}: take that back, or correct it.",)
    sentences: list[str] = []
    if sheet.anew:
        sentences.append(
            f"Since a correction others play in {_deal_numbers_text(sheet.anew)}: bids"
            f" and tricks are asked for"
            " again."
        )
    if sheet.waiting:
        sentences.append(
            "A correction has left something open: it is asked for now. What was entered for"
            f" {_deal_numbers_text(sheet.waiting)} counts again after that."
        )
    return tuple(sentences)


def _deal_numbers_text(numbers: Sequence[int]) -> str:
    """Returns deal numbers as a phrase: `deal 3`, `deals 3 and 4`, `deals 3 to 8`."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) == 1:
        return f"deal {first}"
    if len(numbers) > 2 and last - first + 1 == len(numbers):
        return f"deals {first} to {last}"
    leading = ", ".join(map(str, numbers[:-1]))
    return f"deals {leading} and {last}"
