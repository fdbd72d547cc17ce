"""The schedules that are proved are those that are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from clagdsl.check.checker import check_path, check_text
from clagdsl.check.prove.match_proofs import ScheduleError, Schedules
from clagdsl.check.prove.parameter_space import Evaluator, Settings
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.limits import MOST_DEALS
from clagdsl.lang.rules import Game
from clagdsl.table.budget import Budget
from clagdsl.table.table import make_table

RULES = Path(__file__).parent.parent.parent / "rules"
FILES = sorted([*RULES.glob("*.clag"), *(RULES / "house").glob("*.clag")])

ROWS = [
    "3 cards: normal, other",
    "1 up to 3 cards: normal, other then 4 down to 2 cards: other",
    "5 up to 1 cards: normal then 2 cards: other",
    "1000 up to 1 cards: normal then 2 cards: other",
    "repeat players times 2 up to 3 cards: normal, other then dealer picks 2 to 4 cards: normal",
    "repeat 0 times 3 cards: normal then 1 card: other",
    "repeat 3 - players times 3 cards: normal then 1 card: other",
    "repeat n times 1 up to players - 1 cards: normal, other then 1 card: other",
]


def rules(schedule: str) -> Game:
    result = check_text(
        'clag 1\ngame "X"\nplayers 3 to 5\nparam n = 2 in 0 to 3 "n"\n'
        "deal normal trump none bid in turn score tricks\n"
        "deal other is normal with score n\n"
        f"schedule {schedule}\nwinner highest total, then shared\n"
    )
    assert result.game is not None, result.diagnostics
    return result.game


def same_schedules(game: Game) -> None:
    evaluator = Evaluator(UsesCache(game.lets), Budget())
    settings = Settings(game, evaluator)
    schedules = Schedules(game.schedule, game.repeated, evaluator)
    for changed in settings.changes():
        for players in settings.players:
            setting = settings.setting(players, changed)
            proved = schedules.valid_deals(setting)
            table = make_table(game, players, dict([changed]) if changed else {})
            assert dict(table.names) == dict(setting.names)
            assert [(d.number, d.name, d.low, d.high) for d in proved] == [
                (d.number, d.name, d.low, d.high) for d in table.schedule
            ]


@pytest.mark.parametrize("schedule", ROWS)
def test_a_schedule_is_that_of_the_table(schedule: str) -> None:
    same_schedules(rules(schedule))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_schedule_of_a_bundled_file_is_that_of_the_table(path: Path) -> None:
    game = check_path(path).game
    assert game is not None
    same_schedules(game)


def test_nothing_is_laid_out_that_is_too_much() -> None:
    game = rules("3 cards: normal, other")
    evaluator = Evaluator(UsesCache(game.lets), Budget())
    setting = Settings(game, evaluator).setting(3, None)
    for text in ("1 up to 1000000000 cards: normal", "repeat 0 times 1 up to 999999 cards: normal"):
        found = check_text(
            'clag 1\ngame "X"\nplayers 3 to 5\n'
            "deal normal trump none bid in turn score tricks\n"
            f"schedule {text}\nwinner highest total, then shared\n"
        )
        assert [each.code for each in found.diagnostics] == ["P305"]
    with pytest.raises(ScheduleError):
        Schedules(game.schedule * 300, (), evaluator).valid_deals(setting)


def test_every_total_of_a_match_fits_64_bits() -> None:
    assert MOST_DEALS * LARGEST < 2**63
