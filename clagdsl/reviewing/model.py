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
"""An action is certainly better if its gain is more than this many standard errors."""

DecisionKind: TypeAlias = Literal["size", "call", "auction", "name", "bid", "play"]
"""The kind of a decision: the phase of the deal in which it is made."""


@dataclass(frozen=True, slots=True)
class ActionWorth:
    """What an action was worth to a seat by what it had seen; all to the hundredth of a point.

    `points` are its own in the deal on average, `worth` what the reviewing player goes by, better
    where it is more.  `gain` is by how much that is more than what was done is worth, `error` the
    standard error of this gain, null where it cannot be told.  `better` tells that the gain is
    more than two of them, and that the reviewing player would have considered the action at all.
    """

    action: str
    points: Fraction
    worth: Fraction
    gain: Fraction
    error: Fraction | None
    better: bool


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """One decision of a match; they stand in the order in which they were made.

    `trick` is the number of the trick in which a card was played, `action` what was done, as
    records write it.  `actions` are all that were weighed, the one that was worth most first.
    `forced` tells that nothing else was legal: then there are none, and neither are there where
    the reviewer came upon no way in which the cards may have lain.  `chosen` is what it does
    itself.  `better` is the best of the actions that are better for certain, and `lost` its gain;
    null and 0 where what was done is no mistake.
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
    """What the decisions of one kind have cost a player, of those in which there was a choice."""

    kind: DecisionKind
    decisions: int
    mistakes: int
    lost: Fraction


@dataclass(frozen=True, slots=True)
class ReviewedPlayer:
    """What a player's decisions have cost; `forced` counts those in which nothing else was legal.

    `decisions` are those in which there was a choice, `mistakes` those of which another was better
    for certain, `lost` is what these have cost together, `kinds` the same by kind.
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
    """A deal of which some or all decisions are not reviewed, and why."""

    deal: int
    reason: str


@dataclass(frozen=True, slots=True)
class Review(Versioned):
    """What every decision of a match was worth, as `reviewer` sees it with words of `seed`.

    `game` is the title of the rules, `low_wins` whether the lowest total wins: then few `points`
    are good, and `worth`, `gain` and `lost` count points that are not got.  `dearest` are at most
    three.
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
        """Returns whether some decisions are reviewed of a deal that is not reviewed in full."""
        return any(decision.deal == deal for decision in self.decisions)

    @property
    def is_unsure(self) -> bool:
        """Whether the precision of some alternatives is unknown."""
        return any(
            action.error is None for decision in self.decisions for action in decision.actions
        )

    @property
    def lost(self) -> Fraction:
        """The cost of all mistakes together."""
        return sum((player.lost for player in self.players), Fraction(0))


def review_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of the output of `Review.to_json()`."""
    return schema_of(Review, title="What the decisions of a match were worth")
