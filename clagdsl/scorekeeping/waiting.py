"""What waits on a sheet for what a correction has left open."""

from __future__ import annotations

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.roster_changes import RosterChange
from clagdsl.scorekeeping.kept_match import Moment, SaidBy
from clagdsl.table.people import changed, why_not_changed


@dataclass(frozen=True, slots=True)
class WaitingDeal:
    """A deal of which something waits; `others` tells that other people play in it now."""

    number: int
    others: bool


def is_of_others(said: SaidBy, players: tuple[str, ...]) -> bool:
    """Whether a fact is of the seats of other people than these, so that it cannot count."""
    return said.players not in ((), players)


def waiting_deals(moment: Moment) -> tuple[WaitingDeal, ...]:
    """The deals of which something waits, in order."""
    found: list[WaitingDeal] = []
    roster = moment.roster
    for place, facts in enumerate(moment.waiting):
        for one in facts:
            if isinstance(one.fact, RosterChange) and why_not_changed(roster, one.fact) is None:
                roster = changed(roster, one.fact)
        if facts:
            others = any(is_of_others(one, roster.players) for one in facts)
            found.append(WaitingDeal(moment.number + place, others))
    return tuple(found)
