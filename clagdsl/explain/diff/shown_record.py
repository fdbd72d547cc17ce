"""The record of a difference between two games, checked by replaying it.

Input: a `Divergence`, and both games with their tables and deals. Output: a record by one game that
`replay` accepts by that game and refuses or scores differently by the other; or None if no record
that was tried does so. A record of the first game comes before one of the second, and the deal up
to the difference before the deal played on.

A record by the second game is needed if only that game allows some action: everything that the
first game allows may be legal in both. Some differences never show in a record. An example is the
first bidder: a record has the bids, but not their order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, TypeAlias

from clagdsl.engine.match_state import Dealing, Hands
from clagdsl.engine.state import State
from clagdsl.engine.transition import dealt_hands
from clagdsl.explain.diff.lockstep import Divergence
from clagdsl.lang.cards import Card
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import TurnedTrump, turned_cards
from clagdsl.records.replay import replay_sheet
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

Side: TypeAlias = Literal["a", "b"]

PLAYED_ON: Final = 8
"""The number of times that a deal is played on from a difference, to find a record that shows it.
"""


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A record that shows a difference, and the game by which it is played."""

    record: Record
    by: Side


def shown_record(
    divergence: Divergence,
    tables: tuple[Table, Table],
    rows: tuple[ScheduledDeal, ScheduledDeal],
) -> ShownRecord | None:
    """Returns a record that one game accepts, and that the other refuses or scores differently."""
    sides: tuple[tuple[Side, State, int], ...] = (
        ("a", divergence.states.a, 0),
        ("b", divergence.states.b, 1),
    )
    for played in range(-1, PLAYED_ON):
        for by, state, own in sides:
            shown = state if played < 0 else _played_on(state, Random(played))
            record = shown.record()
            if len(record.deals) > 1:
                records = [_record_of_all(shown, record)]
            else:
                numbers = dict.fromkeys((shown.deal, rows[1 - own].number))
                records = [short_record(shown, number) for number in numbers]
            refused = not any(_accepts(record, tables[1 - own]) for record in records)
            if refused and _accepts(records[0], tables[own]):
                return ShownRecord(records[0], by)
    return None


def _played_on(state: State, draw: Random) -> State:
    """Returns the state after the deal is played to its end with random legal actions."""
    while not state.history and (legal := state.legal()):
        state = state.apply(draw.choice(legal))
    return state


def _accepts(record: Record, table: Table) -> bool:
    """Returns whether the rules of a table contradict nothing in a record: an action, the player
    who takes a trick, or the points.
    """
    played = replace(record, rules_hash=None, parameters=table.changed_parameters)
    result = replay_sheet(played, table.game)
    return result.applies and not result.errors


# --- the record of a state -------------------------------------------------------------------


def short_record(state: State, number: int) -> Record:
    """Returns the record of the one deal of a state as deal `number` of the schedule.

    The record has hands in place of the whole pack. If the deal was played to its end and is not
    the first, a row in which everyone has 0 points precedes it. The totals then show its scores.
    """
    record = state.record()
    dealing = state.history[-1].dealing if state.history else state.position.dealing
    rows = [replace(_short(record.deals[0], dealing), number=number)]
    if state.history and number > 1:
        rows.insert(0, RecordedDeal(number - 1, totals=(0,) * state.players))
    return replace(record, dealer=None, deals=tuple(rows))


def _record_of_all(state: State, record: Record) -> Record:
    """Returns the record of all deals of a match, with hands in place of whole packs."""
    dealings = [deal.dealing for deal in state.history]
    dealings += [state.position.dealing] * (len(record.deals) - len(dealings))
    return replace(record, deals=tuple(map(_short, record.deals, dealings)))


def _short(deal: RecordedDeal, dealing: Dealing) -> RecordedDeal:
    turned: tuple[Card, ...] = ()
    trump, dealt = dealing.rules.trump, dealing.rules.players * (dealing.cards or 0)
    if isinstance(trump, TurnedTrump) and dealing.pack is not None:
        turned = turned_cards(trump, dealing.pack, dealt)
    return replace(
        deal,
        pack=None,
        hands=_hands(dealing),
        turned=turned[-1] if turned else None,
        turned_before=turned[:-1] or None,
        tricks=deal.tricks or None,
    )


def _hands(dealing: Dealing) -> Hands:
    """Returns all cards of each seat, including those dealt only after trump is named."""
    players = dealing.rules.players
    if dealing.pack is None:
        return dealing.hands
    return dealt_hands(dealing.pack, (dealing.dealer + 1) % players, players, dealing.cards or 0)
