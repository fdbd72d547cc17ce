"""Decides what the labels of a score sheet mean: deals of the schedule, or numbers of cards.

Most home-made sheets name a row by its number of cards: 1 to 7, then `nt` to `mnt`, then 7 to 1. So
a number may be either a deal's number in the schedule or its number of cards. Both are tried:

- As deal numbers, they must increase. Rows out of order count as misfits.
- As cards, the labels must be those of deals in the order of the schedule. Rows outside the longest
  common subsequence of labels and schedule count as misfits.

The interpretation with fewer misfits wins; deal numbers win a tie. If the rows around a row without
a match leave only one deal for it, the row gets that deal. So a wrong label causes only one
problem.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from clagdsl.lang.identifiers import nfc_name
from clagdsl.lang.record import RecordedDeal
from clagdsl.records.row_context import deal_number_of, misplaced_rows
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

_NUMBERED: Final = re.compile(
    r"(?:deal|round|hand|rnd|rd|r|no\.?)?\s*#?\s*([0-9]{1,3})(?:[.,]0{1,2}|\.)?\Z", re.I | re.ASCII
)
_CARDS: Final = re.compile(r"([0-9]{1,3})\s*cards?\Z", re.I | re.ASCII)
_REMARK: Final = re.compile(r"\s*\([^()]*\)\Z")


@dataclass(frozen=True, slots=True)
class SheetLabel:
    """The label of a row as written, with the deal number or number of cards that it states."""

    text: str
    number: int | None = None
    cards: int | None = None


@dataclass(frozen=True, slots=True)
class DealName:
    """The deal of a row as a record names it; `cards` is set if the label is a number of cards."""

    number: int | None
    label: str | None
    cards: int | None = None


def parse_label(text: str) -> SheetLabel:
    """Returns the label in a cell: `Round 3`, `3.`, `7 cards`, or the name of a deal."""
    cards = _CARDS.match(text)
    if cards is not None:
        return SheetLabel(text, cards=int(cards[1]))
    number = _NUMBERED.match(text)
    return SheetLabel(text, None if number is None else int(number[1]))


def resolve_labels(
    labels: Sequence[SheetLabel], table: Table | None, *, are_cards: bool
) -> list[DealName]:
    """Returns the deal that each row names.

    `are_cards` is true if the labels come from a column of cards. If the rules are unknown, a
    number is taken as the number of a deal.
    """
    if are_cards:
        labels = [SheetLabel(label.text, cards=label.number or label.cards) for label in labels]
    if table is None:
        return [_by_number(label, None) for label in labels]
    plain = [_by_number(label, table) for label in labels]
    misfits = 0
    are_numbers = not any(label.cards for label in labels)
    if are_numbers:
        deals = [RecordedDeal(number=name.number, label=name.label) for name in plain]
        found = [deal_number_of(deal, table) for deal in deals]
        unscheduled = [
            name for name, number in zip(plain, found, strict=True) if name.number and not number
        ]
        misfits = len(misplaced_rows(found)) + len(unscheduled)
        if not misfits:
            return plain
    numbers = _numbers_by_cards(labels, table)
    if are_numbers and misfits <= numbers.count(None):
        return plain
    return [
        DealName(number, name.label, label.cards or label.number)
        for number, name, label in zip(_fill_gaps(numbers, table), plain, labels, strict=True)
    ]


def _by_number(label: SheetLabel, table: Table | None) -> DealName:
    """Returns the deal that a label names if its number is a deal number."""
    number = label.number if label.number is not None else label.cards
    if number is not None:
        return DealName(number if label.number is not None else None, None, label.cards)
    return DealName(None, label.text if table is None else _written_name(label.text, table))


def _written_name(text: str, table: Table) -> str:
    """Returns the name of a deal as the rules spell it; letter case and remarks are ignored."""
    names = {name for kind in table.game.deals for name in (kind.name, kind.short) if name}
    for written in (text, _REMARK.sub("", text)):
        alike = [name for name in names if _name_key(name) == _name_key(written)]
        if nfc_name(written) in names or len(alike) == 1:
            return written if nfc_name(written) in names else alike[0]
    return text


def _name_key(name: str) -> str:
    """Returns a key that is equal for spellings of a deal: `dealer calls`, `No Trump`."""
    words = re.split(r"[\s_-]+", nfc_name(name).casefold())
    return " ".join(word.removesuffix("s") for word in words)


def _numbers_by_cards(labels: Sequence[SheetLabel], table: Table) -> list[int | None]:
    """Returns each row's deal number, taking labels as numbers of cards; None if none fits."""
    schedule = table.schedule
    shorts = {kind.name: kind.short for kind in table.game.deals}
    names = [
        None if label.number or label.cards else _written_name(label.text, table)
        for label in labels
    ]

    def fits(row: int, deal: ScheduledDeal) -> bool:
        cards = labels[row].number or labels[row].cards
        if cards is None:
            return names[row] in (deal.name, shorts[deal.name])
        return deal.low <= cards <= deal.high

    longest = [[0] * (len(schedule) + 1) for _ in range(len(labels) + 1)]
    for row in reversed(range(len(labels))):
        for place, deal in reversed(list(enumerate(schedule))):
            best = max(longest[row + 1][place], longest[row][place + 1])
            if fits(row, deal):
                best = max(best, longest[row + 1][place + 1] + 1)
            longest[row][place] = best
    numbers: list[int | None] = []
    place = 0
    for row in range(len(labels)):
        found = next(
            (
                number
                for number in range(place, len(schedule))
                if fits(row, schedule[number])
                and longest[row + 1][number + 1] + 1 == longest[row][place]
            ),
            None,
        )
        numbers.append(None if found is None else schedule[found].number)
        place = place if found is None else found + 1
    return numbers


def _fill_gaps(numbers: Sequence[int | None], table: Table) -> list[int | None]:
    """Returns the numbers, with gaps filled in if the neighbouring rows leave only one choice."""
    filled = list(numbers)
    for row, number in enumerate(filled):
        before = 0 if row == 0 else filled[row - 1]
        if number is not None or before is None:
            continue
        rest = [after for after in numbers[row:] if after is not None]
        room = rest[0] if rest else len(table.schedule) + 1
        gap = next((n for n, after in enumerate(numbers[row:]) if after is not None), 1)
        if (rest and room - before - 1 == gap) or (not rest and before + 1 < room):
            filled[row] = before + 1
    return filled
