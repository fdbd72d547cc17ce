"""What runs and tallies have come to: where every player stands with them before a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.expr.evaluate import Names, holds, number
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.tree import Variable
from clagdsl.lang.expr.walk import everything_in
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Game, NoAuction, NoBid, PastValue, Run
from clagdsl.lang.rules import Past as Remembered
from clagdsl.lang.value_parts import value_parts
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import BLIND, OF_BIDS


@dataclass(frozen=True, slots=True)
class PastFigures:
    """What one run or tally has come to, by seat."""

    name: str
    by_seat: tuple[int, ...]


Past: TypeAlias = tuple[PastFigures, ...]
"""What every run and tally of a game has come to, in the order in which they are declared."""


KnownPast: TypeAlias = tuple[tuple[tuple[str, int], ...], ...]
"""What of the runs and tallies of every seat is known, by name."""


def no_past(game: Game, players: int) -> Past:
    """Where everybody stands before the first deal."""
    return tuple(PastFigures(each.name, (0,) * players) for each in game.past)


def fresh(rules: DealRules, *, blind: bool = False) -> tuple[tuple[str, int], ...]:
    """The runs and tallies that a deal reads as they are before the first deal: all 0.

    So is `auction` of all but who has won it; nobody has bid `blind` unless that is said.
    """
    read = [rules.score]
    for value in (rules.completed, rules.each_bid, rules.last_bid):
        read += value_parts(value)
    parts = [part for expression in read for part in everything_in(expression)]
    names = {part.name for part in parts if isinstance(part, PastValue)}
    if any(isinstance(part, Variable) and part.name == "auction" for part in parts):
        names.add("auction")
    if rules.sight == "by choice" and any(BLIND in variables(expression) for expression in read):
        names.add(BLIND)
    return tuple((name, blind if name == BLIND else 0) for name in sorted(names))


def fresh_past(rules: DealRules) -> Past:
    """The same for every seat."""
    return tuple(PastFigures(name, (value,) * rules.players) for name, value in fresh(rules))


def of_seat(past: Past, seat: int) -> tuple[tuple[str, int], ...]:
    """What the runs and tallies of a player have come to, by name."""
    return tuple((each.name, each.by_seat[seat]) for each in past)


def counts_in(remembered: Remembered, rules: DealRules) -> bool:
    """Whether a deal has all the names that a run or a tally reads; else it is passed over."""
    read = variables(remembered.expression)
    if isinstance(rules.auction, NoAuction) and "auction" in read:
        return False
    if rules.sight != "by choice" and BLIND in read:
        return False
    return not (isinstance(rules.bid, NoBid) and read & OF_BIDS)


def moved(game: Game, past: Past, rules: DealRules, taken: Sequence[Names]) -> Past:
    """Where everybody stands after a deal; `taken` is by seat what a score of it may read."""
    return tuple(
        PastFigures(
            figures.name,
            tuple(
                after(remembered, before, names)
                for before, names in zip(figures.by_seat, taken, strict=True)
            ),
        )
        if counts_in(remembered, rules)
        else figures
        for remembered, figures in zip(game.past, past, strict=True)
    )


def known_after(game: Game, past: KnownPast, rules: DealRules, taken: Sequence[Names]) -> KnownPast:
    """As `moved`, of sheets that do not tell all: only what is known, by seat.

    `taken` holds what is known of each seat.
    """
    return tuple(
        tuple(
            (each.name, value)
            for each in game.past
            if (value := _known(each, dict(own).get(each.name), rules, names)) is not None
        )
        for own, names in zip(past, taken, strict=True)
    )


def _known(
    remembered: Remembered, before: int | None, rules: DealRules, names: Names
) -> int | None:
    """What a run or a tally has come to, as far as that follows; a broken run is known again."""
    if not counts_in(remembered, rules):
        return before
    if variables(remembered.expression) - set(names):
        return None
    if before is None:
        broken = isinstance(remembered, Run) and not holds(remembered.expression, names)
        return 0 if broken else None
    return after(remembered, before, names)


def read_by_bids(game: Game, rules: DealRules) -> frozenset[str]:
    """The runs and tallies that the limits on the bids of a deal read."""
    read = limits_read(rules)
    return frozenset(each.name for each in game.past if each.name in read)


def limits_read(rules: DealRules) -> frozenset[str]:
    """All names that the limits on the bids of a deal read."""
    limits = (getattr(rules, aspect) for aspect in BID_LIMITS)
    parts = [part for limit in limits for part in value_parts(limit)]
    return frozenset().union(*map(variables, parts))


def after(remembered: Remembered, before: int, names: Names) -> int:
    """What a run or a tally comes to after a deal that counts in it."""
    if isinstance(remembered, Run):
        return before + 1 if holds(remembered.expression, names) else 0
    return before + number(remembered.expression, names)
