"""A sheet that is told what happens in a match of the interpreter comes to the same.

Totals, dealers, callers, contracts, winners and payments agree after every deal, and wherever a
player decides something that a sheet keeps: whose turn it is, and what may be said.  The record of
the sheet is one that `replay` agrees with.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.engine_games import GAMES
from support.kept_matches import check_record, kept_match
from support.loaded import loaded

from clagdsl.engine.events import TrumpNamed
from clagdsl.engine.state import start_match
from clagdsl.lang.cards import SUIT_NAMES

RULES = Path(__file__).parents[2] / "rules"
FILES = sorted(RULES.rglob("*.clag"))


def test_all_bundled_files_are_here() -> None:
    assert len(FILES) >= 30


@pytest.mark.parametrize("number", range(len(FILES)), ids=[path.stem for path in FILES])
def test_a_match_of_every_file_comes_to_the_same(number: int) -> None:
    game = loaded(FILES[number])
    low, high = game.rules.players
    players = low + number % (high - low + 1)
    state, sheet = kept_match(game.start(players, seed=number), number)
    assert state.winners == sheet.winners
    check_record(sheet, game.rules)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_match_of_every_kind_of_deal_comes_to_the_same(name: str, players: int) -> None:
    for seed in range(2):
        _, sheet = kept_match(start_match(GAMES[name], players, seed), seed)
        assert sheet.over
        check_record(sheet, GAMES[name])


def test_where_a_special_card_is_turned_the_trump_that_is_named_may_be_told() -> None:
    game = loaded(RULES / "family" / "wizard.clag")
    state, sheet = kept_match(game.start(3, seed=1), 1)
    named = [event for event in state.events if isinstance(event, TrumpNamed)]
    assert named
    assert sum(text == f"trump {SUIT_NAMES[each.trump[0]]}" for each in named for text in sheet.log)


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_matches_of_every_file_and_number_of_players_come_to_the_same(path: Path) -> None:
    game = loaded(path)
    low, high = game.rules.players
    for players in range(low, high + 1):
        for seed in range(5):
            _, sheet = kept_match(game.start(players, seed=seed), seed)
            assert sheet.over
            check_record(sheet, game.rules)
