"""What the proofs found out about a game, and the examples they run: plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Citation, Parameter, Value
from clagdsl.lang.source import Place
from clagdsl.syntax.nodes import Fact
from clagdsl.table.schedule import ScheduledDeal


@dataclass(frozen=True, slots=True)
class ValuesTried:
    """Which values of a parameter are proved; `complete` tells whether these are all.

    `values` is a range where nothing in a deal depends on the parameter.
    """

    parameter: str
    values: Sequence[Value]
    complete: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is proved about a game, over every number of players, deal, call and parameter.

    `deals`, `cards` and `scores` are (fewest, most): deals of a match, cards dealt to one player,
    points that a player can score in one deal.  In a game with `ends when`, no match is over before
    the fewest deals; whether the totals can end one right then is not proved.  `decisions` is the
    most that players decide in one match.  `tried` tells for each parameter which values the proofs
    went through, `apart` are those that were tried one at a time though something depends on
    several.  `schedules` are the deals for each number of players with every parameter at its
    default, and `rescheduled` the parameters that change them.
    """

    deals: tuple[int, int]
    decisions: int
    scores: tuple[int, int]
    assumptions: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    examples: int
    cards: tuple[int, int] = (1, 1)
    tried: tuple[ValuesTried, ...] = ()
    apart: tuple[str, ...] = ()
    schedules: Mapping[int, tuple[ScheduledDeal, ...]] = field(default_factory=dict, hash=False)
    rescheduled: tuple[str, ...] = ()

    @property
    def usual_deals(self) -> tuple[int, int]:
        """The fewest and the most deals of the schedule with every parameter at its default.

        `ends when` may end a match before that.
        """
        numbers = [len(deals) for deals in self.schedules.values()]
        return min(numbers), max(numbers)


@dataclass(frozen=True, slots=True)
class GameExample:
    """One example of a rules file with its scene resolved: full names, settings by parameter.

    `deal`, `number` in the schedule, `cards` and `players` are None where the scene leaves them
    out.  `calls` are full names in the order declared.  `place` is that of the whole example,
    `fact_place` that of its fact.
    """

    title: str
    deal: str | None
    cards: int | None
    players: int | None
    calls: tuple[str, ...]
    settings: Mapping[str, Value]
    fact: Fact
    place: Place
    fact_place: Place
    citations: tuple[Citation, ...] = ()
    number: int | None = None
    past: Mapping[str, int] = field(default_factory=dict, hash=False)
    """What runs and tallies of the player concerned have come to, 0 where nothing is said."""
