"""Who sits at a table where people come and go, and what everybody of them has come to.

Everybody who has ever sat there has a line, a number that never changes: first those who sat down,
in seat order, then who joined.  A deal has seats: the lines of those who play in it, clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from clagdsl import problems
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.roster_changes import (
    MOST_LINES,
    Join,
    Leave,
    PlayAgain,
    RosterChange,
    SitOut,
)
from clagdsl.lang.rules import Winner
from clagdsl.problems.model import Reason
from clagdsl.problems.safe_text import visible
from clagdsl.table.people import why_no_name_of_player


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody who has a line, by name; `circle` are the lines of who has not left, clockwise.

    `out` are the lines of those in the circle who do not play now.
    """

    names: tuple[str, ...]
    circle: tuple[int, ...]
    out: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The lines of those who play, clockwise."""
        return tuple(line for line in self.circle if line not in self.out)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who play, in seat order."""
        return tuple(self.names[line] for line in self.seats)

    @property
    def left(self) -> tuple[int, ...]:
        """The lines of those who have left."""
        return tuple(line for line in range(len(self.names)) if line not in self.circle)

    def seat_from(self, line: int) -> int:
        """The seat of somebody in the circle, or of the next on the left who plays."""
        at = self.circle.index(line)
        round_once = (*self.circle[at:], *self.circle[:at])
        return self.seats.index(next(each for each in round_once if each not in self.out))

    def left_of(self, line: int) -> int:
        """The line of the next in the circle, who may sit out."""
        return self.circle[(self.circle.index(line) + 1) % len(self.circle)]


def roster_of(names: tuple[str, ...]) -> Roster:
    """The roster of those who sit down first."""
    return Roster(names, tuple(range(len(names))))


def changed(roster: Roster, change: RosterChange) -> Roster:
    """The roster after a change that `why_not_changed` allows."""
    line = line_of(roster, change.player)
    match change:
        case Join(player=player, after=after):
            names, out = roster.names, roster.out
            if line is None:
                line, names = len(names), (*names, player)
            at = roster.circle.index(names.index(after)) + 1
            return Roster(names, (*roster.circle[:at], line, *roster.circle[at:]), out)
        case Leave():
            circle = tuple(each for each in roster.circle if each != line)
            return Roster(roster.names, circle, tuple(one for one in roster.out if one != line))
        case SitOut():
            assert line is not None
            return replace(roster, out=tuple(sorted((*roster.out, line))))
        case PlayAgain():
            return replace(roster, out=tuple(one for one in roster.out if one != line))
        case _:
            assert_never(change)


def line_of(roster: Roster, name: str) -> int | None:
    """The line of that name, or None."""
    return roster.names.index(name) if name in roster.names else None


def due_after(roster: Roster, change: RosterChange, due: int) -> int:
    """The line whose turn it is after a change, where it was that one's; `roster` is before it.

    The turn of who leaves passes to the next on the left.
    """
    leaves = isinstance(change, Leave) and line_of(roster, change.player) == due
    return roster.left_of(due) if leaves else due


def why_not_changed(roster: Roster, change: RosterChange) -> Reason | None:
    """Why nobody comes or goes like that, whatever the rules allow; or None."""
    line, name = line_of(roster, change.player), change.player
    here = line is not None and line in roster.circle
    match change:
        case Join(after=after):
            if here:
                return _told(f"`{visible(name)}` is at the table already")
            if after not in roster.names:
                return problems.illegal_actions.NoSuchPlayer(after, _circle(roster)).reason()
            if roster.names.index(after) not in roster.circle:
                return _told(f"`{visible(after)}` has left: name somebody who is at the table")
            wrong = why_no_name_of_player(name)
            if wrong is not None:
                return _told(f"{wrong}: choose another name")
            if line is None and len(roster.names) >= MOST_LINES:
                return _told(f"the sheet has lines for `{MOST_LINES}` people, and no room for more")
            return None
        case Leave() | SitOut() | PlayAgain():
            if line is None:
                return problems.illegal_actions.NoSuchPlayer(name, _circle(roster)).reason()
            if not here:
                return _told(f"`{visible(name)}` has left: who comes back joins again")
            if isinstance(change, SitOut) and line in roster.out:
                return _told(f"`{visible(name)}` sits out already")
            if isinstance(change, PlayAgain) and line not in roster.out:
                return _told(f"`{visible(name)}` does not sit out")
            return None
        case _:
            assert_never(change)


def _told(reason: str) -> Reason:
    return problems.illegal_actions.NobodyComesOrGoes(reason).reason()


def _circle(roster: Roster) -> tuple[str, ...]:
    return tuple(roster.names[line] for line in roster.circle)


def latecomers_total(totals: Sequence[int], winner: Winner) -> int:
    """What somebody begins with who comes late: as much as whoever is last of these."""
    return max(totals) if winner.low_wins else min(totals)
