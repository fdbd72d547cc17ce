"""The tables at which environments for learning are tried: every bundled game, every number."""

import random
from dataclasses import dataclass
from functools import cache

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.lang.resources import all_names


@dataclass(frozen=True)
class LearningTable:
    """A bundled game with a number of players."""

    name: str
    players: int

    def __str__(self) -> str:
        return f"{self.name}-{self.players}"


@cache
def game(name: str) -> PlayableGame:
    return clagdsl.load(name)


def every_table() -> list[LearningTable]:
    """Every bundled game at every number of players."""
    tables = []
    for name in all_names():
        low, high = game(name).rules.players
        tables += [LearningTable(name, players) for players in range(low, high + 1)]
    return tables


def some_tables(number: int, seed: int) -> list[LearningTable]:
    """So many tables, each of another game: always the same for a seed."""
    choose = random.Random(seed)
    return [
        LearningTable(name, choose.choice(range(*game(name).rules.players)))
        for name in choose.sample(all_names(), number)
        if len(range(*game(name).rules.players))
    ]
