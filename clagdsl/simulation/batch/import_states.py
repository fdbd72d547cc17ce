"""Imports positions: creates boards that continue matches of the interpreter.

Earlier deals contribute only their figures. The current deal is replayed action by action, so a
board is always in a state that stepping can reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from clagdsl.engine.actions import Action, Play, PlayTop
from clagdsl.engine.events import CardPlayed, decision_of
from clagdsl.engine.match_state import Position
from clagdsl.engine.state import State
from clagdsl.lang.cards import Card, Deck
from clagdsl.lang.special_cards import matching_option
from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Boards, Plan, make_boards
from clagdsl.simulation.batch.step import begin_match, clear_deal, open_deal, perform
from clagdsl.simulation.batch.vector_env import PreparedGame
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.lowering.arrays import Array, Sheet, Tables
from clagdsl.simulation.lowering.layout import DECK, deck_by_number
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import Past

NOT_DRAWN = -1
"""The value in `DrawnLots` for a lot that is not fixed: the seed draws it when needed."""


@dataclass(frozen=True, slots=True)
class DrawnLots:
    """The lots of a deal other than the pack: the first bidder, and the trump suit's index."""

    bidder: int = NOT_DRAWN
    suit: int = NOT_DRAWN


@dataclass(frozen=True, slots=True)
class MatchSoFar:
    """A match so far: the figures of earlier deals, and the actions in the current one.

    `deal` is 0-based; `dealer` is missing until drawn by lot. `past` holds the runs and tallies,
    `pack` the card numbers from the top (missing before the deal). `moves` are the action numbers
    of this deal. If the match is over, only the totals are used.
    """

    deal: int
    dealer: int | None
    last_winner: int
    totals: tuple[int, ...]
    failed: tuple[int, ...]
    completed: tuple[int, ...]
    past: Past
    pack: tuple[int, ...] | None
    lots: DrawnLots
    moves: tuple[int, ...]
    over: bool = False


def course_of(state: State, number_of: Callable[[Action], int]) -> MatchSoFar:
    """Converts an interpreter state; `number_of` maps actions to numbers."""
    position = state.position
    dealing, standing = position.dealing, position.standing
    suit = NOT_DRAWN if dealing.suit is None else DECK.suits.index(dealing.suit)
    history = standing.history
    return MatchSoFar(
        deal=dealing.scheduled.number - 1,
        dealer=None if position.phase == "dealer" else dealing.dealer,
        last_winner=history[-1].winner if history else dealing.dealer,
        totals=standing.figures.totals,
        failed=standing.figures.failed,
        completed=standing.figures.completed,
        past=standing.figures.past,
        pack=None if dealing.pack is None else numbered(dealing.pack, state.table.deck),
        lots=DrawnLots(NOT_DRAWN if dealing.drawn is None else dealing.drawn, suit),
        moves=_moves(position, number_of),
        over=state.over,
    )


def _moves(position: Position, number_of: Callable[[Action], int]) -> tuple[int, ...]:
    rules, players = position.dealing.rules, position.setting.table.players
    numbers, lain = [], 0
    for event in position.events:
        action = decision_of(event)
        if isinstance(event, CardPlayed):
            action = announced_play(rules, event, leads=lain % players == 0)
            lain += 1
        if action is not None:
            numbers.append(number_of(action))
    return tuple(numbers)


def announced_play(rules: DealRules, event: CardPlayed, *, leads: bool) -> Action:
    """Returns a play in the form in which its player announces it.

    The face is omitted if it needs no announcement, and so is the card if it is the top card.
    """
    face = event.face
    if event.card.rank in rules.powers:
        way = matching_option(rules.specials[event.card.rank], rules.deck.suits, face, leads=leads)
        face = None if way is None else way.stated
    return PlayTop(face) if rules.plays_top else Play(event.card, face)


def numbered(pack: Sequence[Card], deck: Deck) -> tuple[int, ...]:
    """Returns the card numbers of a pack; equal cards are numbered consecutively."""
    places = deck_by_number(deck)
    often: Counter[Card] = Counter()
    numbers = []
    for card in pack:
        numbers.append(places.index(card) + often[card])
        often[card] += 1
    return tuple(numbers)


def boards_at(
    prepared: PreparedGame,
    courses: Sequence[MatchSoFar],
    numbers: Array,
    seed: int,
    *,
    history: bool,
) -> Boards:
    """Returns boards at the current positions of these matches, numbered by `numbers`.

    The seed determines all later deals and lots.
    """
    begun = deal_start_boards(prepared, courses, numbers, seed, history=history)
    sheet = prepared.make_sheet()
    play_all(prepared.tables, prepared.plan, sheet, begun.boards, begun.moves, begun.fixed_chance)
    return begun.boards


@dataclass(frozen=True, slots=True, eq=False)
class DealStartBoards:
    """Boards before the current deal, with the actions to replay in it.

    `moves` [match, number] are actions, terminated by -1. `fixed_chance` [match, 3] are the values
    for `PACK_FIXED`, `BIDDER_LOT` and `SUIT_LOT`.
    """

    boards: Boards
    moves: Array
    fixed_chance: Array


def deal_start_boards(
    prepared: PreparedGame,
    courses: Sequence[MatchSoFar],
    numbers: Array,
    seed: int,
    *,
    history: bool,
) -> DealStartBoards:
    """Returns boards before the current deal; `play_courses` replays it."""
    boards = make_boards(prepared.table, prepared.tables, numbers, seed, None, history=history)
    most = max(len(course.moves) for course in courses)
    moves = np.full((len(courses), most + 1), -1, np.int64)
    fixed_chance = np.zeros((len(courses), 3), np.int64)
    for row, course in enumerate(courses):
        _begin(prepared, boards, row, course)
        moves[row, : len(course.moves)] = course.moves
        fixed_chance[row] = course.pack is not None, course.lots.bidder, course.lots.suit
    return DealStartBoards(boards, moves, fixed_chance)


def _begin(prepared: PreparedGame, boards: Boards, row: int, course: MatchSoFar) -> None:
    """Writes the figures of earlier deals to a board."""
    progress, sums = boards.progress[row], boards.sums[row]
    progress[board.DEAL] = course.deal
    progress[board.DEALER] = -1 if course.dealer is None else course.dealer
    progress[board.WINNER] = course.last_winner
    sums[:, board.TOTAL], sums[:, board.FAILED] = course.totals, course.failed
    sums[:, board.COMPLETED] = course.completed
    kept = {figures.name: figures.by_seat for figures in course.past}
    for place, one in enumerate(prepared.table.remembered):
        boards.past[row, :, place] = kept[one.name]
    if course.pack is not None:
        boards.packs[row] = course.pack
    if course.over:
        progress[board.PHASE], progress[board.SEAT], progress[board.ENDS] = board.OVER, -1, 1
        boards.finals[row] = sums[:, board.TOTAL : board.TOTAL + 3]


@compiled_entry
def play_all(
    tables: Tables, plan: Plan, sheet: Sheet, boards: Boards, moves: Array, fixed_chance: Array
) -> None:
    """Replays the current deal of each board, as described by `DealStartBoards`."""
    play_courses(tables, plan, sheet, boards, moves, fixed_chance)


@compiled
def play_courses(
    tables: Tables, plan: Plan, sheet: Sheet, boards: Boards, moves: Array, fixed_chance: Array
) -> None:
    """Replays the current deal of each board, as described by `DealStartBoards`.

    Boards without a row in `moves` remain unchanged.
    """
    for match in range(len(moves)):
        progress = boards.progress[match]
        if progress[board.PHASE] == board.OVER:
            continue
        if progress[board.DEALER] < 0:
            begin_match(tables, boards, match)
            continue
        clear_deal(tables, boards, match)
        progress[board.PACK_FIXED] = fixed_chance[match, 0]
        progress[board.BIDDER_LOT] = fixed_chance[match, 1]
        progress[board.SUIT_LOT] = fixed_chance[match, 2]
        progress[board.MOVES] = 0
        open_deal(tables, boards, match)
        place = 0
        while moves[match, place] >= 0:
            perform(tables, plan, sheet, boards, match, moves[match, place])
            place += 1
        boards.history[match] = -1
        progress[board.MOVES] = 0
