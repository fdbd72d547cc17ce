"""Compiled play between the decisions of agents, for the environments of learning libraries.

Input: the arrays of a game and of its matches, and an action for each match. Compiled players then
decide for the other seats, until it is an agent's turn or the match is over.

All functions take pinned records. For a single match it would take longer to pass their arrays than
to perform the action.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_policies import random_action, steady_action
from clagdsl.simulation.batch.batch_state import Boards, Plan
from clagdsl.simulation.batch.import_states import play_courses
from clagdsl.simulation.batch.legal_mask import allow_match, is_legal
from clagdsl.simulation.batch.observation import see_match
from clagdsl.simulation.batch.step import LAST_MATCH, begin_match, perform
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.lowering.arrays import Array, Sheet, Steady, Tables, Whole
from clagdsl.simulation.record_registry import array_record

# Instead of the number of an action.
NOTHING: Final = -1  # the match remains unchanged
BEGIN: Final = -2  # the next match of the seed begins here
REFUSED: Final = -3  # the result for an action that was not performed because it is illegal


@array_record
class GameArrays(NamedTuple):
    """The arrays that all matches of a game share."""

    tables: Tables
    plan: Plan


@array_record
class MatchArrays(NamedTuple):
    """Matches, and the memory for playing them."""

    boards: Boards
    sheet: Sheet
    steady: Steady
    agents: Array  # [seat]: 1 if an agent decides


@compiled_entry
def step_to_agents(game: GameArrays, matches: MatchArrays, actions: Array, points: Array) -> bool:
    """Performs an action in each match and plays on until it is an agent's turn.

    `actions` [match] receives `REFUSED` for illegal ones, which are not performed. `points`
    [match, seat] receives the points scored. Returns False if the tables lack a value.
    """
    boards = matches.boards
    for match in range(len(actions)):
        progress, sums, action = boards.progress[match], boards.sums[match], actions[match]
        points[match] = 0
        if action == NOTHING:
            continue
        if action == BEGIN:
            progress[board.NUMBER] = boards.following[0]
            boards.following[0] = (boards.following[0] + 1) % (LAST_MATCH + 1)
            begin_match(game.tables, boards, match)
        elif progress[board.PHASE] == board.OVER or not is_legal(
            game.tables, game.plan, boards, match, action
        ):
            actions[match] = REFUSED
            continue
        for seat in range(points.shape[1]):
            points[match, seat] = -sums[seat, board.TOTAL]
        if action >= 0 and not perform(
            game.tables, game.plan, matches.sheet, boards, match, action
        ):
            return False
        if not _play_to_agent(game, matches, match):
            return False
        for seat in range(points.shape[1]):
            points[match, seat] += sums[seat, board.TOTAL]
    return True


@compiled
def _play_to_agent(game: GameArrays, matches: MatchArrays, match: Whole) -> bool:
    tables, plan, boards, steady = game.tables, game.plan, matches.boards, matches.steady
    progress = boards.progress[match]
    while progress[board.PHASE] != board.OVER and not matches.agents[progress[board.SEAT]]:
        if steady.seats[progress[board.SEAT]]:
            action = steady_action(tables, plan, steady, matches.sheet, boards, match)
        else:
            action = random_action(tables, plan, boards, match)
        if not perform(tables, plan, matches.sheet, boards, match, action):
            return False
    return True


@compiled_entry
def observe_agents(
    game: GameArrays, matches: MatchArrays, seats: Array, seen: Array, allowed: Array
) -> None:
    """Fills `seen` [match, column] with the observations of `seats`, also if a match is over.

    The last column is 1 if the match is over. `allowed` [match, action] marks the legal actions of
    seats whose turn it is. Without columns, only these are marked.
    """
    boards = matches.boards
    for match in range(len(seats)):
        row, seat = seen[match], seats[match]
        row[:] = 0
        if len(row):
            see_match(game.tables, game.plan, boards, match, seat, row)
            row[len(row) - 1] = boards.progress[match, board.PHASE] == board.OVER
        if boards.progress[match, board.SEAT] == seat:
            allow_match(game.tables, game.plan, boards, match, allowed[match])
        else:
            allowed[match] = 0


@compiled_entry
def deal_again(game: GameArrays, matches: MatchArrays, moves: Array, fixed_chance: Array) -> None:
    """Begins the current deals again with the packs and lots of chance nodes.

    The arguments are those of `DealStartBoards`; `moves` holds what came before the cards.
    """
    play_courses(game.tables, game.plan, matches.sheet, matches.boards, moves, fixed_chance)


@compiled_entry
def encode_one_hot(seen: Array, starts: Array, lows: Array, scales: Array, encoded: Array) -> None:
    """Fills `encoded` [match, column] with the observations `seen` as numbers from -1 to 1.

    Column c of an observation begins at `starts[c]`. It becomes a fraction, multiplied by
    `scales[c]`; or if that is 0, an indicator of each value from `lows[c]` on.
    """
    for match in range(len(seen)):
        encoded[match] = 0
        for column in range(seen.shape[1]):
            value = seen[match, column]
            if scales[column] == 0:
                encoded[match, starts[column] + value - lows[column]] = 1
            elif value != 0:
                encoded[match, starts[column]] = value * scales[column]
