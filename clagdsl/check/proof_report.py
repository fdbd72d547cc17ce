"""The results of the proofs about a game, and the examples to run: plain data."""

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
    """The proved values of one parameter; `complete` is True if these are all of its values.

    `values` is a range if nothing in a deal depends on the parameter.
    """

    parameter: str
    values: Sequence[Value]
    complete: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """A summary of the proofs about a game, over all numbers of players, deals, calls and
    parameters.

    - `deals`, `cards`, `scores`: the minimum and maximum of the deals in a match, the cards dealt
      to a player, and a player's points for one deal. With `ends when`, no match ends before the
      minimum of `deals`; whether one can end right then is not proved.
    - `decisions`: the largest number of decisions that players make in one match.
    - `tried`: for each parameter, the values that the proofs covered.
    - `apart`: parameters tried one at a time although some rule depends on several of them.
    - `schedules`: the deals for each number of players, with every parameter at its default.
    - `rescheduled`: the parameters that change the schedule.
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
        """The fewest and most scheduled deals with every parameter at its default.

        `ends when` may end a match earlier.
        """
        numbers = [len(deals) for deals in self.schedules.values()]
        return min(numbers), max(numbers)

    @property
    def usual_cards(self) -> tuple[int, int]:
        """The fewest and most cards of a hand with every parameter at its default."""
        rows = [row for deals in self.schedules.values() for row in deals]
        return min(row.low for row in rows), max(row.high for row in rows)


@dataclass(frozen=True, slots=True)
class GameExample:
    """One example of a rules file with its scene (the situation before its fact) resolved.

    If the scene leaves out `deal`, `number` (in the schedule), `cards` or `players`, the field is
    None. `calls` are full names in the order declared; settings are keyed by parameter. `place`
    covers the whole example, `fact_place` only its fact.
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
    """Values of the player's runs and tallies before the deal; a missing name means 0."""
    trump: str | None = None
    """The trump as formulas compare it; None if it is left open."""
