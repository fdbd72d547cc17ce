"""The review of a match, as values with a JSON form.

The docstrings of the classes are the descriptions in the published JSON Schema.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import Versioned, schema_of
from clagdsl.lang.json_value import JsonObject

ERRORS_FOR_SURE: Final = 2
"""An action is certainly better if its gain exceeds this many standard errors."""

DecisionKind: TypeAlias = Literal["size", "call", "auction", "name", "bid", "play"]
"""The kind of a decision: the phase of the deal in which it is made."""


@dataclass(frozen=True, slots=True)
class ActionWorth:
    """The value of an action for a seat, given what it had seen, to the hundredth of a point.

    `points` is the seat's mean score in the deal; `worth` is the value that the reviewing player
    maximizes. `gain` is the action's `worth` minus the worth of the action taken; `error` is the
    standard error of this gain, null if unknown. `better` is true if the gain exceeds two standard
    errors and the reviewing player considers the action at all.
    """

    action: str
    points: Fraction
    worth: Fraction
    gain: Fraction
    error: Fraction | None
    better: bool


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """One decision of a match, in the order of play.

    `trick` is the number of the trick in which a card was played. `action` is the action taken, in
    the form used by records. `actions` lists all actions that were weighed, the best first; it is
    empty if the action was `forced` (the only legal one) or if the reviewer found no possible
    distribution of the cards. `chosen` is the reviewer's own choice. `better` is the best of the
    certainly better actions, and `lost` its gain; null and 0 if the decision was not a mistake.
    """

    deal: int
    trick: int | None
    kind: DecisionKind
    player: str
    action: str
    forced: bool
    chosen: str
    better: str | None
    lost: Fraction
    actions: tuple[ActionWorth, ...]


@dataclass(frozen=True, slots=True)
class KindLine:
    """A player's decisions of one kind with a choice of actions, and the cost of mistakes."""

    kind: DecisionKind
    decisions: int
    mistakes: int
    lost: Fraction


@dataclass(frozen=True, slots=True)
class ReviewedPlayer:
    """A player's decisions and the cost of mistakes; `forced` counts those with one legal action.

    `decisions` counts the others, and `mistakes` the ones for which another action was certainly
    better. `lost` is the total cost of the mistakes, `kinds` the same by kind of decision.
    """

    player: str
    decisions: int
    forced: int
    mistakes: int
    lost: Fraction
    kinds: tuple[KindLine, ...]


@dataclass(frozen=True, slots=True)
class DearMistake:
    """One of the dearest mistakes: its number among the decisions, from 0, and in words."""

    decision: int
    told: str


@dataclass(frozen=True, slots=True)
class NotReviewed:
    """A deal that was not reviewed, or only in part, and the reason."""

    deal: int
    reason: str


@dataclass(frozen=True, slots=True)
class Review(Versioned):
    """The value of every decision of a match, as judged by `reviewer` with the random numbers of
    `seed`.

    `game` is the title of the rules. If `low_wins` is true, the lowest total wins: then fewer
    `points` are better, and `worth`, `gain` and `lost` count points avoided. `dearest` has at most
    three mistakes.
    """

    game: str
    low_wins: bool
    reviewer: str
    seed: int
    players: tuple[ReviewedPlayer, ...]
    dearest: tuple[DearMistake, ...]
    not_reviewed: tuple[NotReviewed, ...]
    decisions: tuple[ReviewedDecision, ...]

    def is_reviewed_partly(self, deal: int) -> bool:
        """Returns whether a deal listed in `not_reviewed` has any reviewed decisions."""
        return any(decision.deal == deal for decision in self.decisions)

    @property
    def is_unsure(self) -> bool:
        """True if the precision of some alternative is unknown."""
        return any(
            action.error is None for decision in self.decisions for action in decision.actions
        )

    @property
    def lost(self) -> Fraction:
        """The total cost of all mistakes."""
        return sum((player.lost for player in self.players), Fraction(0))


def review_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of the output of `Review.to_json()`."""
    return schema_of(Review, title="The review of a match")
