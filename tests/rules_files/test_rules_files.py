"""The bundled rules check without a word, and say what their sources say about the whole game."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.loaded import loaded

import clagdsl
from clagdsl.check.checker import check_path

RULES = Path(__file__).parent.parent.parent / "rules"
FILES = sorted(RULES.rglob("*.clag"))
VARIANTS_PAGE = RULES.parent / "docs" / "variants.md"

WHOLE_GAMES = {
    "foss": ((3, 7), 20),
    "mcleod": ((3, 7), 22),
    "pagat": ((4, 7), 22),
    "raf": ((3, 7), 12),
    "raf-pagat": ((4, 7), 12),
    "rewrite": ((4, 7), 22),
    "scorecard": ((3, 7), 20),
    "scottish": ((3, 7), 18),
}
"""Players and deals of each game; the number of called deals is an assumption."""

DEFAULTS = {
    "foss": {"roll_shows_trump": True},
    "mcleod": {"misere_trick": 0, "twos_in_suit": False},
    "pagat": {"point_stake": 5, "contract_stake": 10, "twos_in_suit": False},
    "raf": {
        "deals": 12,
        "failed_keeps": False,
        "madness_keeps": False,
        "misere_trick": 3,
        "first_called": True,
        "caller_deals": False,
        "turned_trump": False,
    },
    "raf-pagat": {
        "point_stake": 5,
        "contract_stake": 10,
        "twos_in_suit": False,
        "deals": 12,
        "madness": 1,
        "winner_has_most": False,
        "failed_keeps": True,
    },
    "rewrite": {"twos_in_suit": False},
    "scorecard": {"hook": False},
    "scottish": {
        "failed_keeps_tricks": True,
        "first_bid": "each_deal",
        "first_leads": False,
    },
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(RULES).as_posix())
def test_a_bundled_file_checks_without_a_word(path: Path) -> None:
    result = check_path(path)
    assert result.diagnostics == ()
    assert result.game is not None
    assert result.evidence is not None
    assert result.evidence.examples >= 3


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_players_and_deals(name: str) -> None:
    game = loaded(name)
    players, deals = WHOLE_GAMES[name]
    assert game.rules.players == players
    assert game.evidence.usual_deals == (deals, deals)


@pytest.mark.parametrize("name", DEFAULTS)
def test_parameters_and_their_defaults(name: str) -> None:
    parameters = loaded(name).rules.parameters
    assert {parameter.name: parameter.default for parameter in parameters} == DEFAULTS[name]


def test_the_page_of_variants_lists_every_parameter_with_its_default() -> None:
    section = VARIANTS_PAGE.read_text(encoding="utf-8").partition("\n## What can be set\n")[2]
    listed = []
    for row in section.partition("\n## ")[0].splitlines():
        if row.startswith("| `"):
            names, parameters, defaults, _ = (cell.strip() for cell in row.strip("|").split(" | "))
            settings = zip(parameters.split(", "), defaults.split(", "), strict=True)
            listed += [(f"{x}: {y} = {z}") for y, z in settings for x in names.split(", ")]
    declared = [
        f"`{path.stem}`: `{parameter.name}` = {str(parameter.default).lower()}"
        for path in FILES
        if path.parent.name != "house"
        for parameter in loaded(path).rules.parameters
    ]
    assert sorted(listed) == sorted(declared)


def test_the_bundled_retelling_lets_that_dealer_bid() -> None:
    state = clagdsl.load("rewrite").start(players=4, seed=1)
    for _ in range(3):
        state = state.apply("bid 0")
    assert [str(action) for action in state.legal()] == ["bid 0"]
