"""The decisions of a record: the moments at which a seat decides, and what it did.

Each deal that holds its cards is played again by itself, from what the rows before tell of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from clagdsl import problems
from clagdsl.engine.actions import Action, Play, PlayTop
from clagdsl.engine.match_state import Phase, Setting
from clagdsl.engine.state import State
from clagdsl.engine.transition import open_deal
from clagdsl.engine.view import View
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import Call, Game
from clagdsl.problems.model import IllegalAction, Reason
from clagdsl.records.recorded_match import MatchDeal, RecordError
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import DealStart
from clagdsl.records.row_context import no_places
from clagdsl.records.toml_limits import RecordPlaces
from clagdsl.reviewing.review_lines import NotReviewed
from clagdsl.table.past import Past, PastFigures
from clagdsl.table.standings import Figures
from clagdsl.table.table import Table

NO_CARDS = "the cards are not written down"
NO_DEALER = "nobody knows who dealt"
NO_CALLER = "nobody knows who was to call"
NO_PAST = "what the deals before came to is not known"
NO_TURNED = "the card turned up is not written down"
NO_SUIT = "the suit drawn as trump is not written down"
NOT_WRITTEN: Final[Mapping[Phase, str]] = {
    "dealer": NO_DEALER,
    "size": NO_CARDS,
    "deal": NO_CARDS,
    "call": "what was called is not written down",
    "auction": "the auction is not written down",
    "name": "the trump that was named is not written down",
    "first": "who bid first is not written down",
    "bid": "not every bid is written down",
    "play": "not every card played is written down",
}
"""What a deal lacks that stops there."""


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A decision: what the seat to act had seen, and which of its legal actions it took.

    `player` is who sat there, `trick` the number of the trick in which a card is played, else None,
    `leads` whether that is the first card of it.
    """

    view: View
    table: Table
    player: str
    trick: int | None
    leads: bool
    done: Action


@dataclass(frozen=True, slots=True)
class RecordedDecisions:
    """All decisions of a record, in order, and the deals of which some or all are not known."""

    decisions: tuple[RecordedDecision, ...]
    left_out: tuple[NotReviewed, ...]


def recorded_decisions(
    record: Record, game: Game, places: RecordPlaces | None = None
) -> RecordedDecisions:
    """The decisions of a record by the rules of a game.

    Raises RecordError where it contradicts them, and where it holds no decision.
    """
    places = places or no_places()
    record = _with_dealer(record)
    judged = replay_sheet(record, game, places)
    wrong = [one for one in judged.diagnostics if one.severity == "error"]
    if wrong:
        raise RecordError(*wrong)
    decisions: list[RecordedDecision] = []
    left_out: list[NotReviewed] = []
    for start in judged.starts:
        unknown = _not_known(start)
        if unknown is None:
            found = _of_deal(record, start, places)
            decisions += found.decisions
            unknown = found.unknown
        if unknown is not None:
            left_out.append(NotReviewed(start.number, unknown))
    if not decisions:
        reason = "the record has no deal"
        if left_out:
            numbers = ", ".join(str(one.deal) for one in left_out[:5])
            reason = f"of deal {numbers} {left_out[0].reason}"
        raise RecordError(problems.records.NothingToReview(places.whole(), reason).diagnostic())
    return RecordedDecisions(tuple(decisions), tuple(left_out))


def _with_dealer(record: Record) -> Record:
    """The record with the last player as first dealer, as `replay` has it where nobody says."""
    said = record.dealer is not None or record.seed is not None
    if said or not record.deals or record.deals[0].number != 1:
        return record
    return replace(record, dealer=record.deals[0].dealer or record.players[-1])


def _not_known(start: DealStart) -> str | None:
    """Why a deal cannot be begun, or None."""
    if start.dealer is None:
        return NO_DEALER
    rules = start.table.rules_of(start.table.schedule[start.number - 1])
    if isinstance(rules.call, Call) and start.caller is None:
        return NO_CALLER
    return NO_PAST if _past(start) is None else None


def _past(start: DealStart) -> Past | None:
    """What is remembered before a deal, or None where a part of it is not known."""
    known = [dict(own) for own in start.past]
    if any(each.name not in own for each in start.table.remembered for own in known):
        return None
    return tuple(
        PastFigures(each.name, tuple(own[each.name] for own in known))
        for each in start.table.remembered
    )


@dataclass(frozen=True, slots=True)
class _DealDecisions:
    """The decisions of one deal, and why there are no more of them, or None where these are all."""

    decisions: tuple[RecordedDecision, ...]
    unknown: str | None


def _of_deal(record: Record, start: DealStart, places: RecordPlaces) -> _DealDecisions:
    row, place = record.deals[start.index], places.deal(start.index)
    state = _begun(record, start)
    cards = MatchDeal(_cards_alone(row), place, last=False)
    found: list[RecordedDecision] = []
    try:
        for step in cards.steps(state, cards.plays()):
            state = step.after
            if isinstance(step.before.actor, int):
                found.append(_decision(step.before, step.before.actor, start, step.action))
    except IllegalAction as error:
        why = Reason(error.code, error.reason, error.place, error.source)
        raise RecordError(problems.records.forbidden(place, "", why)) from error
    if state.over or state.deal != start.number:
        return _DealDecisions(tuple(found), None)
    return _DealDecisions(tuple(found), _not_written(row, state))


def _not_written(row: RecordedDeal, state: State) -> str:
    """What a row lacks of the deal that comes no further than this state."""
    known = [len(hand) for hand in row.hands or () if None not in hand]
    dealt = row.pack is not None or known == [state.cards] * state.players
    if state.phase != "deal" or not dealt:
        return NOT_WRITTEN[state.phase]
    drawn = row.trump is None and state.table.draws_trump(state.scheduled)
    return NO_SUIT if drawn else NO_TURNED


def _begun(record: Record, start: DealStart) -> State:
    """The state in which a deal begins."""
    assert start.dealer is not None
    nothing, past = (0,) * len(start.players), _past(start)
    winner = start.winner
    if winner is None:
        winner = start.dealer if start.caller is None else start.caller
    totals = tuple(total or 0 for total in start.totals)
    before = Figures(totals, nothing, nothing, past or ())
    setting = Setting(
        start.table, start.players, start.dealer, record.seed, record.match, record.rules
    )
    return State(open_deal(setting, start.number, start.dealer, winner, before))


def _cards_alone(row: RecordedDeal) -> RecordedDeal:
    """A row without what was counted after it: that has been held against the rules."""
    return replace(row, won=None, totals=None)


def _decision(state: State, seat: int, start: DealStart, action: Action) -> RecordedDecision:
    view = state.view(seat)
    trick = len(state.finished_tricks) + 1 if state.phase == "play" else None
    done = action
    if done not in view.legal and isinstance(action, Play):
        done = PlayTop(action.face)  # the seat did not know its card
    assert done in view.legal
    return RecordedDecision(view, start.table, start.players[seat], trick, not state.trick, done)
