"""Warnings about rules that are rarely meant, in several files; chunks are in `tests/language`."""

from __future__ import annotations

from pathlib import Path

import pytest

from clagdsl.check.checker import check_path, check_text

START = """clag 2
game "Traps"
players 4
deal normal
  bid in turn
"""
END = "winner highest total, then shared\n"
ROTATES = "  trump rotates hearts clubs none\n  score tricks\n"
UNSEEN = "deal unseen is normal with sight after bids"
AMONG = "schedule 1 card: unseen then 2 up to 4 cards: normal\n"


def codes_of(path: Path) -> list[str]:
    return [found.code for found in check_path(path).diagnostics]


MEANT = {
    "P327": "  trump none\n  trick worth 2\n  score abs(0 + bid - points)\n"
    "schedule 2 cards: normal\n",
    "P328": f"{ROTATES}{UNSEEN} trump rotates hearts clubs none\n{AMONG}",
    "P328 in one clause": "  score tricks\n"
    "  trump none when cards = 1, otherwise rotates hearts clubs\n"
    '    assume "deals without trumps count"\nschedule 1 up to 4 cards: normal\n',
    "P329": '  score tricks\n  trump none\n  follow anything assume "only the suit led wins"\n'
    "schedule 2 cards: normal\n",
    "C269": "  trump none\n  score points\n  trick worth 1\n  card worth 1 hearts\n"
    "schedule 2 cards: normal\n",
}


@pytest.mark.parametrize("code", MEANT)
def test_what_is_meant_is_not_warned_of(code: str) -> None:
    result = check_text(START + MEANT[code] + END)
    assert result.game is not None
    assert result.diagnostics == ()


def test_only_the_file_that_breaks_a_round_is_warned(tmp_path: Path) -> None:
    base, house = tmp_path / "base.clag", tmp_path / "house.clag"
    base.write_text(START + ROTATES + "schedule 1 up to 4 cards: normal\n" + END, encoding="utf-8")
    house.write_text(
        f'clag 2\ngame "House" extends "base.clag"\n{UNSEEN}\nchange {AMONG}', encoding="utf-8"
    )
    assert codes_of(base) == []
    assert codes_of(house) == ["P328"]
    broken = START + ROTATES + UNSEEN + "\n" + AMONG + END
    base.write_text(broken, encoding="utf-8")
    house.write_text('clag 2\ngame "House" extends "base.clag"\n', encoding="utf-8")
    assert codes_of(base) == ["P328"]
    assert codes_of(house) == []
