"""No environment tells a seat more than it has seen.

Two matches that a seat cannot tell apart, in which the hidden cards differ, give it the same
observation, the same legal actions and the same information state, in every environment.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator

import pytest
from support.engine_games import GAMES, random_match
from support.engine_twins import other_packs, replayed
from support.learning_tables import game, some_tables

from clagdsl.lang.resources import all_names
from clagdsl.lang.rules import Game
from clagdsl.rl.agent_matches import AgentMatches
from clagdsl.rl.gymnasium_adapter import SeatMatches
from clagdsl.rl.openspiel_adapter import (
    CHANCE,
    TERMINAL,
    ExplicitChanceMatch,
    GameConfig,
    SeatedGame,
)
from clagdsl.rl.pettingzoo_adapter import TableEnv
from clagdsl.simulation.batch.matches import Batch, make_batch_at
from clagdsl.table.table import open_table


def seen(batch: Batch, place: int, seat: int) -> list[object]:
    """What the environments of PettingZoo and Gymnasium tell a seat of a match of a batch."""
    match = AgentMatches(batch.copy([place]), "points")
    table = TableEnv(match, "compact")
    table.agents = [*table.possible_agents]
    told = [[row.tolist() for row in table.observe(f"player_{seat}").values()], match.seat]
    return [*told, *(row.tolist() for row in SeatMatches(match, seat, "one-hot").observe())]


def told(match: ExplicitChanceMatch, seat: int) -> list[object]:
    """What the game of OpenSpiel tells a seat."""
    legal = match.legal() if match.seat == seat else []
    return [match.information_state_text(seat), match.observe(seat).tolist(), legal, match.rewards]


def random_moments(seated: SeatedGame, choose: random.Random) -> Iterator[ExplicitChanceMatch]:
    """Every decision of a match in which all, chance included, choose at random."""
    match = ExplicitChanceMatch(seated)
    while match.seat != TERMINAL:
        if match.seat == CHANCE:
            match.apply(choose.choice(match.outcomes())[0])
        else:
            yield copy.deepcopy(match)
            match.apply(choose.choice(match.legal()))


def check_leaks(rules: Game, players: int, seed: int, moments: int) -> int:
    """How many pairs of different matches were compared, each for a seat."""
    choose, table = random.Random(seed), open_table(rules, players)
    seated = SeatedGame(GameConfig("", players, "points", ()), table)
    matches = list(random_moments(seated, choose))
    pairs = [
        (match, twin, seat)
        for match in choose.sample(matches, min(moments, len(matches)))
        for seat in range(players)
        if (twin := replayed(match.state, other_packs(match.state, seat, choose))) is not None
        and twin.events != match.state.events
    ]
    if not pairs:
        return 0
    batch = make_batch_at(table, "", [match.state for match, _, _ in pairs], 0, history=False)
    twins = make_batch_at(table, "", [twin for _, twin, _ in pairs], 0, history=False)
    for place, (match, twin, seat) in enumerate(pairs):
        assert match.state.view(seat) == twin.view(seat)
        assert seen(batch, place, seat) == seen(twins, place, seat)
        assert told(match, seat) == told(ExplicitChanceMatch(seated, seated.numbers_of(twin)), seat)
    return len(pairs)


BY_HAND = sorted(GAMES)


@pytest.mark.parametrize("name", random.Random(3).sample(BY_HAND, 2))
def test_games_in_which_something_is_hidden_tell_no_seat_more(name: str) -> None:
    assert check_leaks(GAMES[name], 3, 1, 3)


@pytest.mark.parametrize("table", some_tables(1, seed=8), ids=str)
def test_some_bundled_games_tell_no_seat_more(table) -> None:
    assert check_leaks(game(table.name).rules, table.players, 1, 3)


@pytest.mark.long
def test_ten_thousand_pairs_tell_no_seat_more(record_property) -> None:
    compared, seed, choose = 0, 0, random.Random(1)
    while compared < 10_000:
        for name in all_names():
            players = choose.randint(*game(name).rules.players)
            compared += check_leaks(game(name).rules, players, seed, 60)
        for name in BY_HAND:
            compared += check_leaks(GAMES[name], 3 + seed % 3, seed, 60)
        seed += 1
    record_property("pairs compared", compared)
    print(compared)


def test_a_leak_is_noticed() -> None:
    """What the next seat holds makes a difference where it is looked at."""
    rules, differed = GAMES[BY_HAND[0]], 0
    choose = random.Random(1)
    for state in random_match(rules, 3, 1, by_hand=True):
        if isinstance(state.actor, int):
            twin = replayed(state, other_packs(state, 0, choose))
            if twin is not None and twin.events != state.events:
                batch = make_batch_at(open_table(rules, 3), "", [state, twin], 0, history=False)
                differed += seen(batch, 0, 1)[0] != seen(batch, 1, 1)[0]
    assert differed
