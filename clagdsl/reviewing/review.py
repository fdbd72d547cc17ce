"""The review of a recorded match: a bot weighs the legal actions at every decision.

1. `recorded_decisions` replays each deal separately and collects the views of the seats to act. A
   deal that is not recorded in full contributes its first decisions, and a reason for the rest.
2. The reviewing player weighs each decision with more than one legal action. It knows only what
   the seat could see, so nobody is blamed for what they could not know.
3. A decision is a mistake if another action is better by more than two standard errors.

All figures are fractions, rounded to hundredths of a point, so they are equal on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from typing import Final, cast, get_args

from clagdsl import problems
from clagdsl.engine.actions import Action, Play, PlayTop
from clagdsl.engine.match_state import Phase, Setting
from clagdsl.engine.players.named_players import find_player
from clagdsl.engine.players.player import (
    WeighedAction,
    WeighedDecision,
    WeighingPlayer,
    is_weighing_player,
    words_for,
)
from clagdsl.engine.state import State
from clagdsl.engine.transition import open_deal
from clagdsl.engine.view import View
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import join_words
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.lang.record import PlayerName, Record, RecordedDeal
from clagdsl.lang.rules import Call, Game, title_of
from clagdsl.problems.diagnostic import IllegalAction, Reason
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.records.recorded_match import DealReplayer, RecordError
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import DealStart
from clagdsl.records.row_context import empty_places
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.reviewing.model import (
    ERRORS_FOR_SURE,
    ActionWorth,
    DearMistake,
    DecisionKind,
    KindLine,
    NotReviewed,
    Review,
    ReviewedDecision,
    ReviewedPlayer,
)
from clagdsl.reviewing.text import (
    alternative_text,
    average_text,
    interval_text,
    past_tense_text,
    points_text,
    standing_text,
)
from clagdsl.table.history import Past, PastFigures
from clagdsl.table.standings import Figures
from clagdsl.table.table import Table

# --- the decisions of a record: each deal is replayed by itself -------------------------------


NO_CARDS = "its cards are not recorded"
NO_DEALER = "nobody knows who dealt"
NO_CALLER = "nobody knows whose turn it was to call"
NO_PAST = "the runs and tallies before it are unknown"
NO_TURNED = "the card turned up is not recorded"
NO_SUIT = "the suit drawn as trump is not recorded"
NOT_WRITTEN: Final[Mapping[Phase, str]] = {
    "dealer": NO_DEALER,
    "size": NO_CARDS,
    "deal": NO_CARDS,
    "call": "the calls are not recorded",
    "auction": "the auction is not recorded",
    "name": "the trump named is not recorded",
    "first": "the first bidder is not recorded",
    "bid": "not every bid is recorded",
    "play": "not every card played is recorded",
}
"""The reason why a recorded deal stops, for each phase."""


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A decision: the view of the seat to act, and the legal action that was taken.

    `player` is the name of the seat's player. `trick` is the number of the trick in which a card is
    played, else None; `leads` is set if that card is the lead.
    """

    view: View
    table: Table
    player: str
    trick: int | None
    leads: bool
    done: Action


@dataclass(frozen=True, slots=True)
class RecordedDecisions:
    """All decisions of a record in order, and the deals that are not reviewed in full."""

    decisions: tuple[RecordedDecision, ...]
    left_out: tuple[NotReviewed, ...]


def recorded_decisions(
    record: Record, game: Game, places: RecordPlaces | None = None
) -> RecordedDecisions:
    """Returns the decisions of a record according to the rules of a game.

    Raises RecordError if the record contradicts the rules or contains no decision.
    """
    places = places or empty_places()
    record = _with_dealer(record)
    judged = replay_sheet(record, game, places)
    wrong = [item for item in judged.diagnostics if item.severity == "error"]
    if wrong:
        raise RecordError(*wrong)
    decisions: list[RecordedDecision] = []
    left_out: list[NotReviewed] = []
    for start in judged.starts:
        unknown = _why_unplayable(start)
        if unknown is None:
            result = _decisions_of_deal(record, start, places)
            decisions += result.decisions
            unknown = result.unknown
        if unknown is not None:
            left_out.append(NotReviewed(start.number, unknown))
    if not decisions:
        reason = "the record has no deal"
        if left_out:
            first = left_out[0].reason
            numbers = [str(item.deal) for item in left_out if item.reason == first]
            deals = "deal" if len(numbers) == 1 else "deals"
            reason = f"in {deals} {join_words(numbers[:5])}, {first}"
        raise RecordError(problems.records.NothingToReview(places.whole(), reason).diagnostic())
    return RecordedDecisions(tuple(decisions), tuple(left_out))


def _with_dealer(record: Record) -> Record:
    """Returns the record with a first dealer: the dealer of deal 1, or the last player as in
    `replay`.
    """
    has_dealer = record.dealer is not None or record.seed is not None
    if has_dealer or not record.deals or record.deals[0].number != 1:
        return record
    return replace(record, dealer=record.deals[0].dealer or record.players[-1])


def _why_unplayable(start: DealStart) -> str | None:
    """Returns why a deal cannot be started, or None if it can."""
    if start.dealer is None:
        return NO_DEALER
    rules = start.table.rules_of(start.table.schedule[start.number - 1])
    if isinstance(rules.call, Call) and start.caller is None:
        return NO_CALLER
    return NO_PAST if _past(start) is None else None


def _past(start: DealStart) -> Past | None:
    """Returns the runs and tallies before a deal, or None if any of them is unknown.

    Those that no rule reads are 0.
    """
    by_seat = [dict(own) for own in start.past]
    if any(item.name not in own for item in start.table.history_read() for own in by_seat):
        return None
    return tuple(
        PastFigures(item.name, tuple(own.get(item.name, 0) for own in by_seat))
        for item in start.table.remembered
    )


@dataclass(frozen=True, slots=True)
class _DealDecisions:
    """The decisions of one deal, and the reason why they are incomplete, or None."""

    decisions: tuple[RecordedDecision, ...]
    unknown: str | None


def _decisions_of_deal(record: Record, start: DealStart, places: RecordPlaces) -> _DealDecisions:
    row, place = record.deals[start.index], places.deal(start.index)
    state = _state_at_start(record, start)
    cards = DealReplayer(_without_results(row), place, last=False)
    decisions: list[RecordedDecision] = []
    try:
        for step in cards.steps(state, cards.plays()):
            state = step.after
            if isinstance(step.before.actor, int):
                decisions.append(
                    _recorded_decision(step.before, step.before.actor, start, step.action)
                )
    except IllegalAction as error:
        why = Reason(error.code, error.reason, error.place, error.source)
        raise RecordError(problems.records.refused_action(place, "", why)) from error
    if state.over or state.deal != start.number:
        return _DealDecisions(tuple(decisions), None)
    return _DealDecisions(tuple(decisions), _missing_part(row, state))


def _missing_part(row: RecordedDeal, state: State) -> str:
    """Returns the reason why a recorded deal ends at this state."""
    hand_sizes = [len(hand) for hand in row.hands or () if None not in hand]
    dealt = row.pack is not None or hand_sizes == [state.cards] * state.players
    if state.phase != "deal" or not dealt:
        return NOT_WRITTEN[state.phase]
    drawn = row.trump is None and state.table.draws_trump(state.scheduled)
    return NO_SUIT if drawn else NO_TURNED


def _state_at_start(record: Record, start: DealStart) -> State:
    """Returns the state at the start of a deal."""
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


def _without_results(row: RecordedDeal) -> RecordedDeal:
    """Returns a row without its results, which have already been checked against the rules."""
    return replace(row, won=None, totals=None)


def _recorded_decision(
    state: State, seat: int, start: DealStart, action: Action
) -> RecordedDecision:
    view = state.view(seat)
    trick = len(state.finished_tricks) + 1 if state.phase == "play" else None
    done = action
    if done not in view.legal and isinstance(action, Play):
        done = PlayTop(action.face)  # the seat did not know its card
    assert done in view.legal
    return RecordedDecision(view, start.table, start.players[seat], trick, not state.trick, done)


# --- the review -------------------------------------------------------------------------

REVIEWER: Final = "search:256"
"""The default reviewer."""

MOST_DEAREST: Final = 3
"""The number of mistakes that are described in sentences."""

FINENESS: Final = 100
"""Figures are rounded to fractions of a point with this denominator."""

KINDS: Final[tuple[DecisionKind, ...]] = get_args(DecisionKind)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """The number of decisions weighed so far, and the total number."""

    done: int
    total: int


def review_record(
    record: Record,
    game: Game,
    places: RecordPlaces | None = None,
    *,
    player: PlayerName = REVIEWER,
    seed: int = 0,
    progress: Callable[[ReviewProgress], object] | None = None,
) -> Review:
    """Returns the review of a record according to the rules of a game.

    Each decision is evaluated from the point of view of its seat, using random numbers derived from
    `seed`. Raises RecordError if the record contradicts the rules or contains no decision. Raises
    ArgumentError if the seed is invalid or the player cannot weigh actions.
    """
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()
    weigher = weighing_player(player)
    recorded = recorded_decisions(record, game, places)
    low_wins = game.winner.low_wins
    reviewed: list[_ReviewItem] = []
    for number, recorded_decision in enumerate(recorded.decisions):
        if progress is not None:
            progress(ReviewProgress(number, len(recorded.decisions)))
        reviewed.append(_weigh_decision(recorded_decision, weigher, seed, low_wins=low_wins))
    decisions = tuple(recorded_decision.decision for recorded_decision in reviewed)
    return Review(
        game=title_of(game),
        low_wins=low_wins,
        reviewer=player,
        seed=seed,
        players=_players(record.everybody, decisions),
        dearest=_dearest(reviewed),
        not_reviewed=recorded.left_out,
        decisions=decisions,
    )


def weighing_player(name: PlayerName) -> WeighingPlayer:
    """Returns the bot with this name; raises ArgumentError if it cannot weigh actions.

    Raises MissingPackagesError if packages that it needs are not installed.
    """
    player = find_player(name)
    if not is_weighing_player(player):
        raise problems.arguments.CannotWeigh(shorten(name)).error()
    return player


# --- one decision ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Mistake:
    """A better alternative to the action taken, and the worth of both."""

    instead: Action
    done: ActionWorth
    better: ActionWorth
    error: Fraction


@dataclass(frozen=True, slots=True)
class _ReviewItem:
    """A decision with its mistake, if there is one, as needed to describe it."""

    recorded: RecordedDecision
    decision: ReviewedDecision
    mistake: _Mistake | None


def _weigh_decision(
    recorded: RecordedDecision, player: WeighingPlayer, seed: int, *, low_wins: bool
) -> _ReviewItem:
    view = recorded.view
    if len(view.legal) == 1:
        return _ReviewItem(recorded, _decision(recorded, recorded.done, (), None), None)
    weighing = player.weigh(view, recorded.table, words_for(view, seed, 0), recorded.done)
    worths = {action.action: _worth(action, low_wins=low_wins) for action in weighing.actions}
    instead = _best_alternative(weighing)
    mistake = None
    if instead is not None:
        better = worths[instead]
        error = better.error or Fraction(0)
        mistake = _Mistake(instead, worths[recorded.done], better, error)
    ordered = tuple(sorted(worths.values(), key=lambda worth: -worth.gain))
    return _ReviewItem(recorded, _decision(recorded, weighing.chosen, ordered, mistake), mistake)


def _decision(
    recorded: RecordedDecision,
    chosen: Action,
    actions: tuple[ActionWorth, ...],
    mistake: _Mistake | None,
) -> ReviewedDecision:
    return ReviewedDecision(
        deal=recorded.view.deal,
        trick=recorded.trick,
        kind=cast(DecisionKind, recorded.view.phase),
        player=recorded.player,
        action=str(recorded.done),
        forced=len(recorded.view.legal) == 1,
        chosen=str(chosen),
        better=None if mistake is None else mistake.better.action,
        lost=Fraction(0) if mistake is None else mistake.better.gain,
        actions=actions,
    )


def _best_alternative(weighing: WeighedDecision) -> Action | None:
    """Returns the best of the actions that are certainly better, or None if no action is better."""
    sure = [action for action in weighing.actions if is_better(action)]
    return max(sure, key=lambda action: action.gain).action if sure else None


def is_better(action: WeighedAction) -> bool:
    """Returns whether an action is certainly better than the one taken, and eligible."""
    if action.variance is None or action.gain <= 0 or not action.eligible:
        return False
    return action.gain * action.gain > ERRORS_FOR_SURE**2 * action.variance


def _worth(action: WeighedAction, *, low_wins: bool) -> ActionWorth:
    return ActionWorth(
        action=str(action.action),
        points=_rounded(-action.points if low_wins else action.points),
        worth=_rounded(action.worth),
        gain=_rounded(action.gain),
        error=None if action.variance is None else _root(action.variance),
        better=is_better(action),
    )


def _rounded(figure: Fraction) -> Fraction:
    return Fraction(round(figure * FINENESS), FINENESS)


def _root(square: Fraction) -> Fraction:
    """Returns the square root, computed in integers so that it is equal on every machine."""
    fine = FINENESS * 1000
    return _rounded(Fraction(isqrt(int(square * fine * fine)), fine))


# --- the whole match ---------------------------------------------------------------------------


def _players(
    everybody: Sequence[str], decisions: Sequence[ReviewedDecision]
) -> tuple[ReviewedPlayer, ...]:
    own: dict[str, list[ReviewedDecision]] = {name: [] for name in everybody}
    for decision in decisions:
        own[decision.player].append(decision)
    return tuple(_player(name, own[name]) for name in own)


def _player(name: str, decisions: Sequence[ReviewedDecision]) -> ReviewedPlayer:
    free = [decision for decision in decisions if not decision.forced]
    kinds = [
        _kind(kind, [decision for decision in free if decision.kind == kind]) for kind in KINDS
    ]
    return ReviewedPlayer(
        player=name,
        decisions=len(free),
        forced=len(decisions) - len(free),
        mistakes=sum(line.mistakes for line in kinds),
        lost=sum((line.lost for line in kinds), Fraction(0)),
        kinds=tuple(line for line in kinds if line.decisions),
    )


def _kind(kind: DecisionKind, decisions: Sequence[ReviewedDecision]) -> KindLine:
    lost = sum((decision.lost for decision in decisions), Fraction(0))
    mistakes = sum(decision.better is not None for decision in decisions)
    return KindLine(kind, len(decisions), mistakes, lost)


def _dearest(reviewed: Sequence[_ReviewItem]) -> tuple[DearMistake, ...]:
    dearest = sorted(range(len(reviewed)), key=lambda number: -reviewed[number].decision.lost)
    return tuple(
        DearMistake(number, _mistake_text(reviewed[number].recorded, mistake))
        for number in dearest[:MOST_DEAREST]
        if (mistake := reviewed[number].mistake) is not None
    )


def _mistake_text(recorded: RecordedDecision, mistake: _Mistake) -> str:
    """Returns sentences that describe a mistake and the player's position."""
    place = f"Deal {recorded.view.deal}"
    if recorded.trick is not None:
        place += f", trick {recorded.trick}"
    done, better = mistake.done, mistake.better
    gain = f"{points_text(better.gain)}{interval_text(mistake.error)}"
    text = (
        f"{place}: {escape_invisible(recorded.player)}"
        f" {past_tense_text(recorded.done, leads=recorded.leads)}; "
        f"{alternative_text(mistake.instead)} would have been worth {gain} points more. "
        f"{average_text(recorded.player, done, better)}"
    )
    return f"{text} {standing_text(recorded.view, recorded.player)}".rstrip()
