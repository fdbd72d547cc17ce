"""Decides what the labels of a score sheet mean: deals of the schedule, or numbers of cards.

Most home-made sheets name a row by its number of cards: 1 to 7, then `nt` to `mnt`, then 7 to 1. So
a number may be either a deal's number in the schedule or its number of cards. Both are tried:

- As deal numbers, they must increase. Rows out of order count as misfits, unless a number is larger
  than any number of cards.
- As cards, the labels must be those of deals in the order of the schedule. Rows outside the best
  alignment of labels and schedule count as misfits. If none fits every row, but one of the rows in
  reverse does, that one counts.

The interpretation with fewer misfits wins; deal numbers win a tie. Different numbers under a
heading such as `Deal no`, or next to a column with the cards of these deals, are deal numbers in
any order.

If the rows around a row without
a match leave only one deal for it, the row gets that deal. Otherwise it is out of order, and gets
the nearest deal that its label fits. So a wrong label causes only one problem.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from clagdsl.lang.identifiers import nfc_name
from clagdsl.lang.record import RecordedDeal
from clagdsl.records.row_context import deal_number_of, misplaced_rows
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
    labels: Sequence[SheetLabel], table: Table | None, *, are_cards: bool, are_numbers: bool
) -> list[DealName]:
    """Returns the deal that each row names.

    `are_cards` is true if the labels come from a column of cards, `are_numbers` if the sheet shows
    that they are numbers of deals. If the rules are unknown, a number is that of a deal.
    """
    if are_cards:
        labels = [SheetLabel(label.text, cards=label.number or label.cards) for label in labels]
    if table is None:
        return [_by_number(label, None) for label in labels]
    plain = [_by_number(label, table) for label in labels]
    misfits = 0
    can_be_numbers = not any(label.cards for label in labels)
    if can_be_numbers:
        deals = [RecordedDeal(number=name.number, label=name.label) for name in plain]
        found = [deal_number_of(deal, table) for deal in deals]
        unscheduled = [
            name for name, number in zip(plain, found, strict=True) if name.number and not number
        ]
        misfits = len(misplaced_rows(found)) + len(unscheduled)
        if not misfits or _are_deal_numbers(plain, table, is_shown=are_numbers):
            return plain
    fitting = [_fitting_deals(label, table) for label in labels]
    numbers = _align(fitting, table)
    if None in numbers and len(labels) > 2:
        reversed_numbers = _align(fitting[::-1], table)[::-1]
        numbers = numbers if None in reversed_numbers else reversed_numbers
    if can_be_numbers and misfits <= numbers.count(None):
        return plain
    return [
        DealName(number, name.label, label.cards or label.number)
        for number, name, label in zip(
            _place_misplaced(_fill_gaps(numbers, table), fitting), plain, labels, strict=True
        )
    ]


def have_cards(labels: Sequence[SheetLabel], cards: Sequence[str], table: Table) -> bool:
    """Returns whether the deals that the labels number have these cards."""
    sizes = {deal.number: [str(size) for size in deal.sizes] for deal in table.schedule}
    pairs = zip(labels, cards, strict=True)
    return all(own in sizes.get(label.number or 0, ()) for label, own in pairs)


def _are_deal_numbers(names: Sequence[DealName], table: Table, *, is_shown: bool) -> bool:
    """Returns whether different numbers in any order are those of deals.

    They are if the sheet shows it, or if one of them is larger than any number of cards.
    """
    numbers = [name.number for name in names if name.number is not None]
    most = 0 if is_shown else max(deal.high for deal in table.schedule)
    return len({*numbers}) == len(numbers) and most < max(numbers, default=0) <= len(table.schedule)


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


def _fitting_deals(label: SheetLabel, table: Table) -> set[int]:
    """Returns the numbers of the deals that a label fits, taken as a number of cards or a name."""
    cards = label.number or label.cards
    if cards is not None:
        return {deal.number for deal in table.schedule if deal.low <= cards <= deal.high}
    name = _written_name(label.text, table)
    named = {kind.name for kind in table.game.deals if name in (kind.name, kind.short)}
    return {deal.number for deal in table.schedule if deal.name in named}


def _align(fitting: Sequence[set[int]], table: Table) -> list[int | None]:
    """Returns each row's deal in the order of the schedule; None if its label fits no such deal.

    As many rows as possible get a deal. Of the ways to do so, the one that leaves out the fewest
    rows and deals wins: a row may take the place of a deal that its label does not fit.
    """
    schedule = table.schedule
    best = [[(0, 0)] * (len(schedule) + 1) for _ in range(len(fitting) + 1)]
    steps: dict[tuple[int, int], tuple[int, int]] = {}
    for row in reversed(range(len(fitting))):
        best[row][-1] = (0, row - len(fitting))
        for place, deal in reversed(list(enumerate(schedule))):
            values: dict[tuple[int, int], tuple[int, int]] = {}
            for step in ((1, 1), (0, 1), (1, 0)):
                matches, skips = best[row + step[0]][place + step[1]]
                is_match = step == (1, 1) and deal.number in fitting[row]
                values[step] = (matches + is_match, skips - (step != (1, 1)))
            steps[row, place] = max(values, key=lambda step: values[step])
            best[row][place] = values[steps[row, place]]
    numbers: list[int | None] = [None] * len(fitting)
    row = place = 0
    while (row, place) in steps:
        step = steps[row, place]
        if step == (1, 1) and schedule[place].number in fitting[row]:
            numbers[row] = schedule[place].number
        row, place = row + step[0], place + step[1]
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


def _place_misplaced(
    numbers: Sequence[int | None], fitting: Sequence[set[int]]
) -> list[int | None]:
    """Returns the numbers; a row out of order gets the nearest deal that its label fits."""
    placed = list(numbers)
    for row, deals in enumerate(fitting):
        if placed[row] is None and deals:
            due = ((placed[row - 1] if row else 0) or 0) + 1
            placed[row] = min(sorted(deals), key=lambda number: abs(number - due))
    return placed
