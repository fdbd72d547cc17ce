"""The states of contracts in a view agree with the end of the deal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from support.loaded import loaded

from clagdsl.api import PlayableGame, load
from clagdsl.engine.state import State
from clagdsl.engine.view_contracts import contracts_in_view
from clagdsl.lang.resources import all_names

CONTRACTS = (
    *("made", "tricks >= bid", "tricks <= bid", "tricks > bid or bid = 0 and made"),
    *(
        "tricks = most and most_count = 1",
        "makers = 1",
        "makers >= 2 and made",
        "bid = highest_bid",
    ),
    *("tricks + same_bids >= bids - 2", "points >= 3", "tricks >= cards - bid and trump != none"),
    *("tricks >= limit", "tricks * 2 > cards", "deal = 2", "abs(bid - tricks) <= 1"),
)
FILE = """clag 2
game "Contracts"
players 2 to 5
param limit = 2 in 1 to 3 "tricks"
deal normal
  trump turned
  bid in turn
  trick worth 2 when trick = 1, otherwise 1
  score limit + points when made, otherwise 0
  completed when {contract}
schedule repeat 3 times 6 cards: normal
winner highest total, then shared
"""


def deals(game: PlayableGame, players: int, seed: int) -> Iterator[tuple[list[State], State]]:
    """Yields the positions of each deal's play of a random match, and the position after it."""
    drawn = random.Random(seed)
    state = game.start(names=[f"P{seat}" for seat in range(players)], seed=seed)
    in_play: list[State] = []
    for _ in range(2000):
        if state.over:
            return
        state = state.apply(drawn.choice(state.legal()))
        if in_play and len(state.history) > len(in_play[-1].history):
            yield in_play, state
            in_play = []
        if state.phase == "play":
            in_play.append(state)


def check(game: PlayableGame, players: int, seed: int) -> set[str | None]:
    """Checks the states of all contracts of a match, and returns those that occurred."""
    seen: set[str | None] = set()
    for in_play, after in deals(game, players, seed):
        completed = [result.completed for result in after.history[-1].results]
        for state in in_play:
            said = contracts_in_view(state.view(None), state.table)
            assert all(contracts_in_view(state.view(s), state.table) == said for s in (0, 1))
            assert bool(said) == (completed[0] is not None)
            for one, is_completed in zip(said, completed, strict=False):
                assert one != "made" or is_completed
                assert one != "lost" or not is_completed
            seen.update(said)
    return seen


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_made_contract_is_made_and_a_lost_one_lost(contract: str) -> None:
    game = load(text=FILE.format(contract=contract))
    seen = check(game, 3, 1) | check(game, 5, 2)
    assert seen & {"made", "lost"}


@pytest.mark.parametrize("name", all_names())
def test_in_the_bundled_games(name: str) -> None:
    game = loaded(name)
    check(game, game.rules.players[0], 3)


@pytest.mark.parametrize(
    ("contract", "bid", "won", "left", "state"),
    [
        ("made", 2, 2, 4, "holds"),
        ("made", 2, 2, 0, "made"),
        ("made", 2, 3, 3, "lost"),
        ("made", 2, 1, 1, None),
        ("made", 3, 1, 1, "lost"),
        ("tricks >= bid", 2, 2, 4, "made"),
        ("tricks >= bid", 2, 3, 3, "made"),
        ("tricks >= bid", 2, 1, 5, None),
        ("tricks >= bid", 4, 1, 2, "lost"),
        ("tricks <= bid", 2, 1, 3, "holds"),
    ],
)
def test_the_state_depends_on_the_rules(
    contract: str, bid: int, won: int, left: int, state: str | None
) -> None:
    game = load(text=FILE.format(contract=contract))
    [in_play, _], *_ = deals(game, 3, 1)
    view = in_play[0].view(None)
    view = replace(view, bids=(bid, 0, 0), tricks=(won, 6 - won - left, 0))
    assert contracts_in_view(view, in_play[0].table)[0] == state
