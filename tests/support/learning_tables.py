"""The tables on which learning environments are tested: bundled games by number of players."""

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
    """Returns every bundled game with every number of players."""
    tables = []
    for name in all_names():
        low, high = game(name).rules.players
        tables += [LearningTable(name, players) for players in range(low, high + 1)]
    return tables


def some_tables(number: int, seed: int) -> list[LearningTable]:
    """Returns `number` tables of different games, always the same ones for a seed."""
    choose = random.Random(seed)
    return [
        LearningTable(name, choose.randint(*game(name).rules.players))
        for name in choose.sample(all_names(), number)
    ]
