"""How a match is shown: to whom, with which signs and colours, in how many columns."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from clagdsl.engine.events import CardsPicked, DealBegun, Event
from clagdsl.engine.view import View
from clagdsl.lang.cards import SUIT_SIGNS, Card, Suit, is_special
from clagdsl.lang.source import Place
from clagdsl.problems.safe_text import visible, width
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard

MOST_COLUMNS: Final = 80
FEWEST_COLUMNS: Final = 40
LABEL: Final = 12
"""The columns before what a line shows."""

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Style:
    """Whether suits are signs (`A♠`, else `AS`), and whether colour is used."""

    signs: bool = True
    colour: bool = False

    def card(self, card: Card) -> str:
        """A card; red suits are red."""
        if is_special(card):
            return visible(str(card))
        text = card.rank + self.suit(card.suit)
        return self._painted(text, "31") if card.suit in "HD" else text

    def suit(self, suit: Suit) -> str:
        """A suit as a sign or a letter."""
        return SUIT_SIGNS[suit] if self.signs else suit

    def suits(self, suits: Sequence[Suit]) -> str:
        """An order of suits, highest first."""
        return " ".join(map(self.suit, suits))

    def played(self, one: PlayedCard) -> str:
        """A card played; a wild says what it stands for."""
        card = self.card(one.card)
        if is_special(one.card):
            return visible(str(one))
        return card if one.face == one.card else f"{card} as {self.card(one.face)}"

    def title(self, text: str) -> str:
        """A line that stands out."""
        return self._painted(text, "1")

    def refusal(self, text: str) -> str:
        """Why something may not be done."""
        return self._painted(text, "33")

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


@dataclass(frozen=True, slots=True)
class Showing:
    """A match as one seat is shown it.

    `names` are the players' names made visible; `quote` gives the text of a rule.
    """

    table: Table
    seat: int
    names: tuple[str, ...]
    style: Style
    quote: Callable[[Place], str]

    def who(self, seat: int) -> str:
        """A player's name, `You` for the person."""
        return "You" if seat == self.seat else self.names[seat]

    def does(self, seat: int, verb: str) -> str:
        """A player and what that player does: `You deal`, `Ann deals`."""
        if seat == self.seat:
            return f"You {verb}"
        return f"{self.names[seat]} {verb}{'es' if verb.endswith('s') else 's'}"

    def card(self, card: Card) -> str:
        """A card in the style of the terminal."""
        return self.style.card(card)

    def suits(self, suits: Sequence[Suit]) -> str:
        """An order of suits, highest first."""
        return self.style.suits(suits)

    def scheduled(self, number: int) -> ScheduledDeal:
        """The deal of that number in the schedule."""
        return self.table.schedule[number - 1]

    def rules(self, view: View) -> DealRules:
        """The rules of the deal that the view is of, with what has been called in it."""
        return self.table.rules_of(self.scheduled(view.deal), view.calls, picked(view.events))


def picked(events: Sequence[Event]) -> int | None:
    """How many cards the dealer of the last deal has picked; None where nobody did."""
    for event in reversed(events):
        match event:
            case CardsPicked(cards=cards):
                return cards
            case DealBegun():
                return None
            case _:
                continue
    return None


def shown_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names as they can be shown."""
    return tuple(map(visible, names))


def line_width() -> int:
    """How many columns a line may take: 80, or those of a narrower terminal, or of COLUMNS."""
    if not os.environ.get("COLUMNS") and (sys.stdout is None or not sys.stdout.isatty()):
        return MOST_COLUMNS
    terminal = shutil.get_terminal_size((MOST_COLUMNS, 24)).columns
    return min(max(terminal, FEWEST_COLUMNS), MOST_COLUMNS)


def columns_of(text: str) -> int:
    """How many columns a text takes, colours apart."""
    return width(_COLOURS.sub("", text))


def right(text: str, columns: int) -> str:
    """The text at the right end of so many columns."""
    return " " * max(0, columns - columns_of(text)) + text


def cut(text: str, columns: int) -> str:
    """As much of a text as goes into so many columns."""
    while columns_of(text) > columns:
        text = text[:-1]
    return text.rstrip()


def labelled(label: str, pieces: Sequence[str]) -> list[str]:
    """Pieces after a label, in as many lines as they need."""
    lines = [f"  {label:<{LABEL - 2}}"]
    for piece in pieces:
        fresh = columns_of(lines[-1]) == LABEL
        if not fresh and columns_of(lines[-1]) + 1 + columns_of(piece) > line_width():
            lines.append(" " * LABEL)
            fresh = True
        lines[-1] += piece.lstrip() if fresh else f" {piece}"
    return [line.rstrip() for line in lines]


def paragraph(text: str, indent: str = "") -> list[str]:
    """A text in lines; what is broken goes on under the indent."""
    return textwrap.wrap(
        text, line_width(), subsequent_indent=indent, break_long_words=True, break_on_hyphens=False
    )


def seat_groups(players: int, most: int) -> list[range]:
    """All seats, in groups of at most so many that are as large as one another."""
    groups = -(-players // max(most, 1))
    size = -(-players // groups)
    return [range(first, min(first + size, players)) for first in range(0, players, size)]
