"""The simulator and the interpreter play the same matches, decision by decision."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from simulator_games import compare

import clagdsl
from clagdsl.arguments import ArgumentError
from clagdsl.game import IntegerRange, Parameter, TruthRange, Value, WordRange
from clagdsl.playable import PlayableGame

RULES = Path(__file__).parent.parent / "rules"
FILES = sorted(RULES.rglob("*.clag"))
TABLES = [
    (path, players)
    for path in FILES
    for low, high in [clagdsl.load(path).rules.players]
    for players in range(low, high + 1)
]
GAMES: dict[Path, PlayableGame] = {}

EVERYTHING = """clag 1
game "Everything"
players 2 to 5
param worth = 2 in 1 to 3 "the value of a trick"
deal normal
  trump turned
  bid in turn
  each bid keeps bid != 1 or deal > 2, otherwise bid >= 0
  last bid keeps bids != cards and bids % 3 != 2, otherwise bids != cards
  trick worth worth * trick - 3
  score points - bid + makers * deal when made, otherwise tricks
  completed when points > 2 * bid
  won by any points
  next dealer winner
  lead dealer
deal Wild is normal with
  wild 2 J in suit
  play top card
deal Free is normal with
  trump order H C D S
  follow anything
  wild A
  score tricks - most + bids when most_count = 1, otherwise -bids
deal Fixed is normal with
  trump named by dealer any order
  bid fixed 2
  wild 3 4 5 in suit
schedule
  1 up to 4 cards: normal, Wild, Free
  then 2 up to 5 cards: Fixed
  then dealer picks 2 to 5 cards: Wild, Free
winner most completed, then fewest failed, then shared
"""


def load(path: Path) -> PlayableGame:
    return GAMES.setdefault(path, clagdsl.load(path))


def other_values(parameter: Parameter) -> list[Value]:
    match parameter.range:
        case TruthRange():
            return [not parameter.default]
        case IntegerRange(low=low, high=high):
            return sorted({low, min(high, low + 1), min(high, 9)})
        case WordRange(words=words):
            return list(words)


@pytest.mark.parametrize(("path", "players"), TABLES, ids=lambda each: getattr(each, "stem", each))
def test_every_variant_at_every_table(path: Path, players: int) -> None:
    assert compare(load(path), players, 7, range(2)) > 0


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_parameter(path: Path) -> None:
    game = load(path)
    for parameter in game.rules.parameters:
        for value in other_values(parameter):
            low, _ = game.rules.players
            compare(game, low, 2**64 - 1, range(123, 124), {parameter.name: value})


def test_the_callers_games_and_wild_twos_often() -> None:
    for name, players, count in (("raf", 3, 15), ("raf-pagat", 4, 15), ("pagat", 4, 10)):
        compare(clagdsl.load(name), players, 11, range(count))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_no_bundled_variant_has(players: int) -> None:
    game = clagdsl.load(text=EVERYTHING)
    compare(game, players, 3, range(4))
    compare(game, players, 2**32, range(2**32 - 2, 2**32), {"worth": 3})


def test_what_does_not_fit_is_refused() -> None:
    game = clagdsl.load(
        text="""clag 1
game "Much"
players 3 to 3
deal normal
  trump turned
  bid in turn
  score bid + tricks + most + most_count + makers + bids
schedule
  17 cards: normal
winner highest total, then shared
"""
    )
    with pytest.raises(ArgumentError) as refused:
        game.simulate(1)
    assert refused.value.code == "U627"


@pytest.mark.long
@pytest.mark.parametrize(("path", "seed"), list(product(FILES, range(4))), ids=str)
def test_five_million_deals(path: Path, seed: int) -> None:
    game = load(path)
    low, high = game.rules.players
    wanted = 5_000_000 // (4 * len(FILES) * (high + 1 - low))
    for players in range(low, high + 1):
        deals = len(game.deals(players=players))
        for first in range(0, wanted // deals + 1, 100):
            compare(game, players, seed, range(first, min(first + 100, wanted // deals + 1)))
