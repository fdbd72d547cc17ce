"""Matches of a group for its statistics: random play under small rules, and their records."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache
from random import Random

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.engine.state import State
from clagdsl.lang.record import Record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.row_context import empty_places
from clagdsl.season.finished_match import FinishedMatch, match_of_record

CALLED = """clag 2
game "Called"
players 3 to 4
deal normal
  trump none
  bid in turn
  score 5 + tricks when made, otherwise -tricks
  call by dealer one of Plain, Double any of Misere
twist Plain score tricks
twist Double score 2 * tricks when made, otherwise 0
twist Misere bid fixed 0
deal open is normal with bid none completed not counted call none score tricks
schedule 2 cards: normal, open, normal
winner highest total, then fewest failed, then shared
"""
"""A game with calls, a fixed bid, a deal without bids, and ties broken by contracts."""

LOW = """clag 2
game "Low"
players 3 to 4
param extra = 1 in 0 to 3 "points beside the tricks"
deal normal
  trump none
  bid in turn
  score tricks when made, otherwise extra + tricks
schedule 1 up to 2 cards: normal
winner lowest total, then shared
"""

TEXTS = {"called.clag": CALLED, "low.clag": LOW}
PEOPLE = ("Ann", "Bob", "Cai", "Dot", "Eve")


@cache
def game(file: str) -> PlayableGame:
    """Returns the game of one of the texts."""
    return replace(clagdsl.load(text=TEXTS[file]), reference=file)


@cache
def played(file: str, names: tuple[str, ...], seed: int) -> State:
    """Returns a match of these players, played at random to its end."""
    random, state = Random(seed), game(file).start(names=names, seed=seed)
    while not state.over:
        state = state.apply(random.choice(state.legal()))
    return state


def record_of(state: State, file: str, played_on: date | None = None) -> Record:
    """Returns the record of a match, as stored in a folder with its rules."""
    return replace(state.record(), rules=file, played=played_on)


def finished(record: Record, file: str, source: str) -> FinishedMatch:
    """Returns the match of a record, for statistics."""
    result = replay_sheet(record, game(file).rules)
    assert not result.errors, result.diagnostics
    match = match_of_record(record, result, empty_places(), source)
    assert isinstance(match, FinishedMatch), match
    return match


def figures_only(record: Record) -> Record:
    """Returns a record without cards, like one from a paper score sheet."""
    hidden = (
        replace(deal, hands=None, turned=None, pack=None, tricks=None) for deal in record.deals
    )
    return replace(record, deals=tuple(hidden), seed=None)
