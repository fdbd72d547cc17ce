"""The simulator and the interpreter play the same matches, decision by decision.

How many deals are compared is planned before anything is played: each test asserts that it has
compared what was planned for it, one test that the plan is large enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from support.loaded import loaded
from support.samples import every_nth
from support.simulation_games import compare, interpreted
from support.simulation_luck import documented
from support.simulation_plans import (
    ALL_TABLES,
    CORNERS,
    DRAWN_DEALER,
    EVERYTHING,
    FILES,
    GRID,
    ROUNDS,
    TABLES,
    Plan,
    corner,
    grid,
)

import clagdsl
from clagdsl.problems.diagnostic import ArgumentError

ENOUGH = 10_000
MANY = 5_000_000


def test_the_plan_is_large_enough() -> None:
    assert sum(plan.deals for plan in (*TABLES, *GRID)) >= ENOUGH
    assert sum(plan.deals for plan in long_plans()) >= MANY
    seen = {(plan.path, plan.players) for plan in TABLES}
    assert len(seen) == len(TABLES)
    assert {path for path, _ in seen} == set(FILES)


@pytest.mark.early
@pytest.mark.parametrize("number", range(len(TABLES)), ids=[*map(str, TABLES)])
def test_every_variant_at_every_table(number: int, count_deals: Callable[[int], None]) -> None:
    plan = TABLES[number]
    compared = plan.run(seed=7, first=1000 * number)
    assert compared == plan.deals
    count_deals(compared)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_parameter(path: Path, count_deals: Callable[[int], None]) -> None:
    plans = [plan for plan in GRID if plan.path == path]
    compared = sum(plan.run(seed=2**64 - 1, first=123) for plan in plans)
    assert compared == sum(plan.deals for plan in plans)
    count_deals(compared)


@pytest.mark.parametrize("path", every_nth(FILES, 5), ids=lambda path: path.stem)
def test_the_interpreter_is_driven_as_anybody_drives_it(path: Path) -> None:
    """What the other tests leave out, the judge and the seed, changes nothing."""
    game = loaded(path)
    state = game.start(seed=5, match=2**32 - 1)
    size = state.table.deck.size
    luck = documented(5, range(2**32 - 1, 2**32), len(state.table.schedule), 100, size)
    lot = partial(luck.lot, 0)
    course = interpreted(state.table, luck.packs[0].tolist(), luck.words[0].tolist(), lot=lot)
    while not state.over:
        action = clagdsl.random_action(state)
        assert action is not None
        state = state.apply(str(action))
    assert state.position.standing == course.position.standing


@pytest.mark.parametrize("name", CORNERS)
def test_one_thing_that_few_games_have(name: str) -> None:
    for players in (2, 3 + [*CORNERS].index(name) % 2):
        compare(corner(name), players, 1, range(12), courseless=players == 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_dealer_is_drawn(players: int) -> None:
    game = clagdsl.load(text=DRAWN_DEALER)
    compare(game, players, 1, range(9))


@pytest.mark.parametrize(("players", "worth"), [(2, 1), (3, 3), (5, 2)])
def test_what_no_bundled_variant_has(players: int, worth: int) -> None:
    game = clagdsl.load(text=EVERYTHING)
    compare(game, players, 2**32, range(2**32 - 4, 2**32), {"worth": worth})


def test_random_players_need_no_table_of_scores() -> None:
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
    compare(game, 3, 1, range(3))
    with pytest.raises(ArgumentError) as refused:
        game.simulate(1, policy="steady")
    assert refused.value.code == "U627"


def long_plans() -> list[Plan]:
    """The tables again, each with its share of many deals."""
    share = -(-MANY // len(ALL_TABLES))
    return [Plan(p.path, p.players, matches=-(-share // (p.deals // ROUNDS))) for p in ALL_TABLES]


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(ALL_TABLES)), ids=[*map(str, ALL_TABLES)])
def test_five_million_deals(number: int, count_deals: Callable[[int], None]) -> None:
    """Each table is a shard of its own: run one again with `-k`, the failed ones with `--lf`."""
    plan = long_plans()[number]
    compared = plan.run(seed=number, first=0)
    assert compared == plan.deals
    count_deals(compared)


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_value_of_every_parameter(path: Path) -> None:
    for plan in grid(every=True):
        if plan.path == path:
            assert plan.run(seed=5, first=123) == plan.deals
