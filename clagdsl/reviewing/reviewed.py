"""A recorded match reviewed: a player weighs what could have been done at every decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Final, cast, get_args

from clagdsl import problems
from clagdsl.engine.actions import Action
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.lang.record import Record
from clagdsl.lang.rules import Game, title_of
from clagdsl.players.named_players import PlayerName, find_player
from clagdsl.players.player import words_for
from clagdsl.players.weighing import (
    WeighedAction,
    WeighedDecision,
    WeighingPlayer,
    is_weighing_player,
)
from clagdsl.problems.safe_text import shortened, visible
from clagdsl.records.toml_limits import RecordPlaces
from clagdsl.reviewing.mistake_words import (
    done_words,
    instead_words,
    interval_text,
    points_text,
    stand_words,
)
from clagdsl.reviewing.recorded_decisions import RecordedDecision, recorded_decisions
from clagdsl.reviewing.review_lines import (
    ERRORS_FOR_SURE,
    ActionWorth,
    DearMistake,
    DecisionKind,
    KindLine,
    Review,
    ReviewedDecision,
    ReviewedPlayer,
)

REVIEWER: Final = "search:256"
"""Who reviews unless somebody else is named."""

MOST_TOLD: Final = 3
"""So many mistakes are told in words."""

FINENESS: Final = 100
"""Figures are told in such parts of a point."""

KINDS: Final[tuple[DecisionKind, ...]] = get_args(DecisionKind)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How many decisions are weighed, of how many."""

    done: int
    wanted: int


def review_record(
    record: Record,
    game: Game,
    places: RecordPlaces | None = None,
    *,
    player: PlayerName = REVIEWER,
    seed: int = 0,
    progress: Callable[[ReviewProgress], object] | None = None,
) -> Review:
    """What the decisions of a record by the rules of a game were worth.

    Each is weighed by what its seat had seen alone, with random words of the seed.  Raises
    RecordError where the record contradicts the rules or holds no decision, and ArgumentError where
    the player cannot weigh anything.
    """
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()
    weigher = weighing_player(player)
    recorded = recorded_decisions(record, game, places)
    low_wins = game.winner.low_wins
    reviewed: list[_Weighed] = []
    for number, one in enumerate(recorded.decisions):
        if progress is not None:
            progress(ReviewProgress(number, len(recorded.decisions)))
        reviewed.append(_weighed(one, weigher, seed, low_wins=low_wins))
    decisions = tuple(one.decision for one in reviewed)
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
    """The player of a name, who can weigh.  Raises ArgumentError, MissingPackagesError."""
    player = find_player(name)
    if not is_weighing_player(player):
        raise problems.arguments.CannotWeigh(shortened(name)).error()
    return player


# --- one decision ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Mistake:
    """What would have been better than what was done, and what both were worth."""

    instead: Action
    done: ActionWorth
    better: ActionWorth
    error: Fraction


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A decision with the mistake that it was, if it was one, to be told in words."""

    recorded: RecordedDecision
    decision: ReviewedDecision
    mistake: _Mistake | None


def _weighed(
    one: RecordedDecision, player: WeighingPlayer, seed: int, *, low_wins: bool
) -> _Weighed:
    view = one.view
    if len(view.legal) == 1:
        return _Weighed(one, _decision(one, one.done, (), None), None)
    found = player.weigh(view, one.table, words_for(view, seed, 0), one.done)
    worths = {each.action: _worth(each, low_wins=low_wins) for each in found.actions}
    instead = _better(found)
    mistake = None
    if instead is not None:
        better = worths[instead]
        error = better.error or Fraction(0)
        mistake = _Mistake(instead, worths[one.done], better, error)
    ordered = tuple(sorted(worths.values(), key=lambda worth: -worth.gain))
    return _Weighed(one, _decision(one, found.chosen, ordered, mistake), mistake)


def _decision(
    one: RecordedDecision,
    chosen: Action,
    actions: tuple[ActionWorth, ...],
    mistake: _Mistake | None,
) -> ReviewedDecision:
    return ReviewedDecision(
        deal=one.view.deal,
        trick=one.trick,
        kind=cast(DecisionKind, one.view.phase),
        player=one.player,
        action=str(one.done),
        forced=len(one.view.legal) == 1,
        chosen=str(chosen),
        better=None if mistake is None else mistake.better.action,
        lost=Fraction(0) if mistake is None else mistake.better.gain,
        actions=actions,
    )


def _better(found: WeighedDecision) -> Action | None:
    """What is worth most of what is better for certain."""
    sure = [each for each in found.actions if is_better(each)]
    return max(sure, key=lambda each: each.gain).action if sure else None


def is_better(one: WeighedAction) -> bool:
    """Whether an action is better for certain than what was done, and may be chosen."""
    if one.variance is None or one.gain <= 0 or not one.eligible:
        return False
    return one.gain * one.gain > ERRORS_FOR_SURE**2 * one.variance


def _worth(one: WeighedAction, *, low_wins: bool) -> ActionWorth:
    return ActionWorth(
        action=str(one.action),
        points=_rounded(-one.points if low_wins else one.points),
        worth=_rounded(one.worth),
        gain=_rounded(one.gain),
        error=None if one.variance is None else _root(one.variance),
        better=is_better(one),
    )


def _rounded(figure: Fraction) -> Fraction:
    return Fraction(round(figure * FINENESS), FINENESS)


def _root(square: Fraction) -> Fraction:
    """The square root, rounded in whole numbers, so that it is the same on every machine."""
    fine = FINENESS * 1000
    return _rounded(Fraction(isqrt(int(square * fine * fine)), fine))


# --- all of them ----------------------------------------------------------------------------


def _players(
    everybody: Sequence[str], decisions: Sequence[ReviewedDecision]
) -> tuple[ReviewedPlayer, ...]:
    own: dict[str, list[ReviewedDecision]] = {name: [] for name in everybody}
    for one in decisions:
        own[one.player].append(one)
    return tuple(_player(name, own[name]) for name in own)


def _player(name: str, decisions: Sequence[ReviewedDecision]) -> ReviewedPlayer:
    free = [one for one in decisions if not one.forced]
    kinds = [_kind(kind, [one for one in free if one.kind == kind]) for kind in KINDS]
    return ReviewedPlayer(
        player=name,
        decisions=len(free),
        forced=len(decisions) - len(free),
        mistakes=sum(line.mistakes for line in kinds),
        lost=sum((line.lost for line in kinds), Fraction(0)),
        kinds=tuple(line for line in kinds if line.decisions),
    )


def _kind(kind: DecisionKind, decisions: Sequence[ReviewedDecision]) -> KindLine:
    lost = sum((one.lost for one in decisions), Fraction(0))
    mistakes = sum(one.better is not None for one in decisions)
    return KindLine(kind, len(decisions), mistakes, lost)


def _dearest(reviewed: Sequence[_Weighed]) -> tuple[DearMistake, ...]:
    dearest = sorted(range(len(reviewed)), key=lambda number: -reviewed[number].decision.lost)
    return tuple(
        DearMistake(number, _told(reviewed[number].recorded, mistake))
        for number in dearest[:MOST_TOLD]
        if (mistake := reviewed[number].mistake) is not None
    )


def _told(one: RecordedDecision, mistake: _Mistake) -> str:
    """A mistake as a sentence, and how the player stood."""
    place = f"Deal {one.view.deal}"
    if one.trick is not None:
        place += f", trick {one.trick}"
    done, better = mistake.done, mistake.better
    gain = f"{points_text(better.gain)}{interval_text(mistake.error)}"
    told = (
        f"{place}: {visible(one.player)} {done_words(one.done, leads=one.leads)}; "
        f"{instead_words(mistake.instead)} would have been worth {gain} points more: "
        f"{points_text(better.points)} points in the deal on average, "
        f"not {points_text(done.points)}."
    )
    return f"{told} {stand_words(one.view, one.player)}".rstrip()
