"""What replaying a score sheet finds: slips written into the sample score card, one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clagdsl.conformance.driver import load_bundled
from clagdsl.lang.resources import conformance_folder
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import _Replay, replay_sheet

CARD = (conformance_folder() / "sheets" / "wikipedia.toml").read_text(encoding="utf-8")
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "settle-a-dispute.md"
RULES = load_bundled("scorecard").rules


def problems(text: str) -> list[tuple[int, str, str | None]]:
    """What replaying finds in a card."""
    read = parse_record(text)
    assert read.record is not None
    found = replay_sheet(read.record, RULES, read.places).problems
    return [(one.deal, one.diagnostic.code, one.player) for one in found]


def slips(key: str, steps: tuple[int, ...]) -> Iterator[str]:
    """The card with one figure off by one of the steps; bids stay between none and all."""
    for row in re.finditer(rf'^{key} += "([^"]*)"', CARD, re.MULTILINE):
        number = CARD[: row.start()].count("[[deal]]")
        cards = number if number <= 7 else 7 if number <= 14 else 21 - number
        figures = row[1].split()
        for place, figure in enumerate(figures):
            for step in steps if figure != "-" else ():
                changed = int(figure) + step
                if key == "totals" or 0 <= changed <= cards:
                    line = " ".join([*figures[:place], str(changed), *figures[place + 1 :]])
                    yield CARD[: row.start(1)] + line + CARD[row.end(1) :]


def found(key: str, *steps: int) -> tuple[int, int]:
    """How many slips change what is found, and how many there are."""
    printed = problems(CARD)
    noticed = [problems(card) != printed for card in slips(key, steps)]
    return sum(noticed), len(noticed)


def test_the_documentation_says_how_many_slips_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # What would mend a slip is no part of whether it is found, and most of the work.
    monkeypatch.setattr(_Replay, "_fixes", lambda *_: ())
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert "{} of {} totals that are a point too high".format(*found("totals", 1)) in text
    assert "{} of {} bids that are off by 1".format(*found("bids", -1, 1)) in text
