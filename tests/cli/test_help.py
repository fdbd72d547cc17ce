"""What `?` shows while a match is played: everything in it may be typed and is allowed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import clagdsl
from clagdsl.cli.play.board import Showing, Style
from clagdsl.cli.play.command_parser import help_lines, read_typed
from clagdsl.engine.state import State

RULES = """clag 2
game "X"
players 3
pack {pack}
deal normal
  {trump}
  {bid}
  {more}
  score tricks
schedule {schedule}
winner highest total, then shared
{below}
"""
NAMED = "trump named by dealer any"
JOKERS = "special Joker is high or low asks highest of named suit"


def begun(
    trump: str = "trump none",
    bid: str = "bid none completed not counted",
    *,
    more: str = "",
    pack: str = "7 8 9 J Q K A",
    schedule: str = "2 cards: normal",
    below: str = "",
) -> State:
    parts = {"trump": trump, "bid": bid, "more": more, "pack": pack, "schedule": schedule}
    return clagdsl.load(text=RULES.format(**parts, below=below)).start(seed=3)


def offers(state: State) -> Iterator[tuple[str, str]]:
    """What is shown before that which may be typed at any time, and what it says of each."""
    view = state.view(state.actor)
    shown = Showing(state.table, 1, ("Ann", "You", "Cai"), Style(), str)
    lines = help_lines(shown, view)
    for line in lines[: next(n for n, line in enumerate(lines) if line.startswith("  why ..."))]:
        if not line.startswith("   "):
            typed, _, meaning = line.strip().partition("  ")
            yield typed, meaning.strip()


@pytest.mark.parametrize(
    ("rules", "phase", "typed"),
    [
        ({"trump": f"{NAMED} suit"}, "name", ["hearts"]),
        ({"trump": f"{NAMED} suit or none"}, "name", ["hearts", "none"]),
        ({"trump": f"{NAMED} order"}, "name", ["S H D C"]),
        (
            {"trump": f"{NAMED} suit or none", "pack": "7 8 9 J Q K A, 1 suits"},
            "name",
            ["spades", "none"],
        ),
        ({"bid": "bid in turn"}, "bid", ["2"]),
        ({"bid": "bid in turn", "schedule": "1 cards: normal"}, "bid", ["1"]),
        ({"bid": "bid in turn each bid keeps bid = 0 or bid > 2, otherwise free"}, "bid", ["0"]),
        ({"bid": "bid together", "more": "sight by choice"}, "bid", ["look", "2 blind"]),
        (
            {
                "trump": "trump named in auction",
                "bid": "auction 1 to 2 C none bid in turn",
                "more": "completed when made",
            },
            "auction",
            ["1C", "1NT", "pass"],
        ),
        ({"schedule": "dealer picks 1 to 3 cards: normal"}, "size", ["3"]),
        (
            {
                "more": "call by dealer any of Low, High",
                "below": "twist Low score 2 twist High rank 7 8 9 J Q K A",
            },
            "call",
            ["1 2", "call"],
        ),
        (
            {
                "more": "call by dealer one of Low, High",
                "below": "twist Low score 2 twist High rank 7 8 9 J Q K A",
            },
            "call",
            ["1"],
        ),
        ({}, "play", None),
        ({"more": "wild 7"}, "play", None),
        ({"more": "wild 7 play top card sight never"}, "play", None),
        ({"pack": "K A, 4 Joker", "below": JOKERS}, "play", None),
    ],
)
def test_what_help_offers_is_allowed(
    rules: dict[str, str], phase: str, typed: list[str] | None
) -> None:
    state = begun(**rules)
    view, here = state.view(state.actor), state.table.rules("normal")
    assert view.phase == phase
    offered = list(offers(state))
    assert offered
    assert typed is None or [text for text, _ in offered] == typed
    for text, meaning in offered:
        assert read_typed(text, view, here) in view.legal, text
        for full in meaning.split("`")[1::2]:
            if len(full) > 1:
                assert read_typed(full, view, here) in view.legal, full
