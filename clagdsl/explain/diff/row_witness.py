"""A row of deals after which two games differ in points, as in a bonus for bids made all along it.

No single deal shows that.  Matches are played from their first deal in both games, with cards dealt
so that one player makes each bid, or each but one; everybody else bids as little as may be.  One
player after the other is tried, with bids of nothing, of everything, of one trick, and of
everything in the first or the last deal of each row and nothing in its others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal, TypeAlias, assert_never, get_args

from clagdsl.engine.actions import Action, Bid, DealPack, PickCards, Play
from clagdsl.engine.state import State, sit_down
from clagdsl.explain.diff.compare import GameComparison
from clagdsl.explain.diff.lockstep import (
    NAMES,
    Both,
    Divergence,
    different_points,
    record_of_all,
    suit_drawn,
)
from clagdsl.explain.diff.score_search import Sides, arranged
from clagdsl.lang.cards import Card
from clagdsl.lang.record import Record
from clagdsl.table.past import rows_read
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

MOST_ACTIONS: Final = 12_000
"""So many actions of players are tried in search of a row."""

_Style: TypeAlias = Literal["nothing", "everything", "one", "everything first", "everything last"]
_STYLES: Final[tuple[_Style, ...]] = get_args(_Style)
_Miss: TypeAlias = Literal["none", "last", "first"]
_MISSES: Final[tuple[_Miss, ...]] = get_args(_Miss)


@dataclass(frozen=True, slots=True)
class RowWitness:
    """The deal after which the points differ, in both schedules, and the record up to it."""

    players: int
    rows: tuple[ScheduledDeal, ScheduledDeal]
    cards: int
    found: Divergence
    record: Record


@dataclass(frozen=True, slots=True)
class _Plan:
    """Who makes bids, how high they are, and in which deal of a row the bid is missed."""

    seat: int
    style: _Style
    miss: _Miss

    def bid(self, row: ScheduledDeal, cards: int) -> int:
        """What the player means to bid."""
        match self.style:
            case "nothing":
                return 0
            case "one":
                return 1
            case "everything":
                return cards
            case "everything first":
                return cards if row.in_row == 0 else 0
            case "everything last":
                return cards if row.ends_row else 0
            case _:
                assert_never(self.style)

    def tricks(self, row: ScheduledDeal, cards: int) -> int:
        """What the player takes."""
        meant = self.bid(row, cards)
        misses = {"none": False, "first": row.in_row == 0, "last": row.ends_row}
        if not misses[self.miss]:
            return meant
        return meant - 1 if meant else 1


@dataclass(slots=True)
class _ActionsLeft:
    """How many more actions one search may do."""

    number: int = MOST_ACTIONS


def reads_rows(comparison: GameComparison) -> bool:
    """Whether the points of either game hang on a row of its schedule."""
    return bool(rows_read(comparison.a.game) or rows_read(comparison.b.game))


def row_witness(comparison: GameComparison) -> RowWitness | None:
    """The first deal found at whose end points differ that hang on the deals before it."""
    left = _ActionsLeft()
    for tables in comparison.tables:
        if tables[0].deck != tables[1].deck:
            continue
        seats = range(tables[0].players)
        for seat, miss, style in product(seats, _MISSES, _STYLES):
            found = _played(tables, _Plan(seat, style, miss), comparison.a.reference, left)
            if found is not None:
                return found
            if left.number <= 0:
                return None
    return None


def _played(
    tables: tuple[Table, Table], plan: _Plan, rules: str, left: _ActionsLeft
) -> RowWitness | None:
    """A match played by a plan up to the first deal with different points; None without one."""
    players = tables[0].players
    a, b = (
        sit_down(table, names=NAMES[:players], dealer=players - 1, rules=rules) for table in tables
    )
    while not (a.over or b.over):
        rows = a.scheduled, b.scheduled
        cards = rows[0].low
        if a.dealer != b.dealer or not rows[1].low <= cards <= rows[1].high:
            return None
        pack = _pack(tables, rows, cards, (a.dealer + 1) % players, plan)
        both = None if pack is None else _dealt(a, b, cards, pack)
        ended = None if both is None or pack is None else _played_deal(both, pack, plan, left)
        if ended is None:
            return None
        found = different_points(ended)
        if found is not None:
            return RowWitness(players, rows, cards, found, record_of_all(found.state))
        a, b = ended.a, ended.b
    return None


def _pack(
    tables: tuple[Table, Table],
    rows: tuple[ScheduledDeal, ScheduledDeal],
    cards: int,
    eldest: int,
    plan: _Plan,
) -> tuple[Card, ...] | None:
    """A pack in which the player of the plan can take so many tricks and the next one the rest."""
    one, two = (table.rules_of(row, (), cards) for table, row in zip(tables, rows, strict=True))
    sides = Sides(one, two, rows[0].number, rows[1].number, cards)
    own = (plan.seat - eldest) % one.players
    tricks = min(plan.tricks(rows[0], cards), cards)
    others = ((own + 1) % one.players,) * (cards - tricks)
    return arranged(sides, (own,) * tricks + others)


def _dealt(a: State, b: State, cards: int, pack: tuple[Card, ...]) -> Both:
    states = []
    for state in (a, b):
        sized = state.apply(PickCards(cards)) if state.scheduled.cards is None else state
        drawn = sized.table.draws_trump(sized.scheduled)
        suit = suit_drawn(pack, sized.players * cards) if drawn else None
        states.append(sized.apply(DealPack(pack, suit)))
    return Both(states[0], states[1]).drawn()


def _played_deal(
    both: Both, pack: tuple[Card, ...], plan: _Plan, left: _ActionsLeft
) -> Both | None:
    """Both after the deal; None where the games allow different things, or the plan cannot be."""
    before = len(both.a.history)
    eldest = (both.a.dealer + 1) % both.a.players
    while len(both.a.history) == before and len(both.b.history) == before:
        if both.a.position.acting != both.b.position.acting or not both.a.position.acting:
            return None
        action = next(
            (
                each
                for each in _actions(both.a, pack, plan, eldest)
                if both.a.why_not(each) is None and both.b.why_not(each) is None
            ),
            None,
        )
        if action is None:
            return None
        left.number -= 1
        both = both.apply(action)
    return both if len(both.a.history) == len(both.b.history) else None


def _actions(state: State, pack: tuple[Card, ...], plan: _Plan, eldest: int) -> Iterator[Action]:
    """What is done next by the plan, or else the first that is legal."""
    seat = state.position.acting[0]
    if state.phase == "play":
        place = len(state.finished_tricks) * state.players + (seat - eldest) % state.players
        yield Play(pack[place])
        return
    if state.phase == "bid" and seat == plan.seat:
        yield Bid(plan.bid(state.scheduled, state.cards or 0))
    yield from state.legal()
