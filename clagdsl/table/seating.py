"""The people at a table: their names, the first dealer, and who joins, leaves or sits out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from clagdsl import problems
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.identifiers import nfc_name
from clagdsl.lang.limits import LONGEST_NAME, MOST_PEOPLE
from clagdsl.lang.roster_changes import Join, Leave, PlayAgain, RosterChange, SitOut, TakePlace
from clagdsl.lang.rules import Winner
from clagdsl.problems.diagnostic import Reason
from clagdsl.problems.escape import escape_invisible


def player_count(names: Sequence[str]) -> int:
    """Returns the number of players, given only their names."""
    if not isinstance(names, Sequence):
        raise problems.arguments.WrongNames(
            "give the names as a list of strings, one for each player"
        ).error()
    return len(names)


def player_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """Returns the names in seat order, by default `Player 0` and so on.

    Raises ArgumentError if the names do not fit.
    """
    if names is None:
        return tuple(f"Player {seat}" for seat in range(players))
    called = tuple(names) if isinstance(names, Iterable) else (None,)
    if isinstance(names, str) or not all(isinstance(name, str) for name in called):
        raise problems.arguments.WrongNames(
            "give the names as a list of strings, one for each player"
        ).error()
    if len(called) != players:
        raise problems.arguments.WrongNames(
            f"`{len(called)}` names for `{players}` players"
        ).error()
    wrong = next(filter(None, map(why_not_player_name, called)), None)
    if wrong is not None:
        raise problems.arguments.WrongNames(wrong).error()
    if len(set(map(nfc_name, called))) != players:
        raise problems.arguments.WrongNames("two players have the same name").error()
    return called


def why_not_player_name(name: str) -> str | None:
    """Returns a message that says why a string cannot be a player's name, or None if it can."""
    if not name.strip():
        return "a player's name is empty"
    if len(name) > LONGEST_NAME or not is_whole_text(name):
        return f"a player's name has more than {LONGEST_NAME} characters, or an incomplete one"
    return None


def is_whole_text(name: str) -> bool:
    """Returns whether a string can be encoded, that is, holds no unpaired surrogate."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def seat_of_dealer(dealer: int | str | None, names: tuple[str, ...]) -> int:
    """Returns the seat of the first dealer, given as a seat or a name; the last seat by default.

    Raises ArgumentError for an unknown seat or name.
    """
    if dealer is None:
        return len(names) - 1
    if isinstance(dealer, str) and dealer in names:
        return names.index(dealer)
    if type(dealer) is int and 0 <= dealer < len(names):
        return dealer
    raise problems.arguments.WrongSeat("first dealer", dealer, len(names)).error()


# --- the roster ---------------------------------------------------------------------------
# A line is a permanent number of a person on the sheet: first the original players in seat order,
# then the people who joined later. A seat is a place in one deal. The lines that play in a deal
# have its seats, clockwise.
#
# Changes are applied one at a time, and the rules must allow the number of players after each. So
# replacing one player by another is a single change.


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody on the sheet, by line; `circle` holds the lines at the table, clockwise.

    `out` holds the lines in the circle that sit out now.
    """

    names: tuple[str, ...]
    circle: tuple[int, ...]
    out: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The lines of the active players, clockwise."""
        return tuple(line for line in self.circle if line not in self.out)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the active players, in seat order."""
        return tuple(self.names[line] for line in self.seats)

    @property
    def left(self) -> tuple[int, ...]:
        """The lines of the people who have left."""
        return tuple(line for line in range(len(self.names)) if line not in self.circle)

    def seat_from(self, line: int) -> int:
        """Returns the seat of a line in the circle, or of the next active player on its left."""
        position = self.circle.index(line)
        round_once = (*self.circle[position:], *self.circle[:position])
        return self.seats.index(
            next(line_number for line_number in round_once if line_number not in self.out)
        )

    def left_of(self, line: int) -> int:
        """Returns the next line in the circle, which may be sitting out."""
        return self.circle[(self.circle.index(line) + 1) % len(self.circle)]


def roster_of(names: tuple[str, ...]) -> Roster:
    """Returns the roster of the original players."""
    return Roster(names, tuple(range(len(names))))


def rosters_after(roster: Roster, changes: Iterable[RosterChange]) -> Iterator[Roster]:
    """Yields a roster and the roster after each change; every change must be legal."""
    yield roster
    for change in changes:
        roster = apply_change(roster, change)
        yield roster


def apply_change(roster: Roster, change: RosterChange) -> Roster:
    """Returns the roster after a change that `why_not_change` allows."""
    line = line_of(roster, change.player)
    match change:
        case Join(player=player, after=after):
            names, out = roster.names, roster.out
            if line is None:
                line, names = len(names), (*names, player)
            position = roster.circle.index(names.index(after)) + 1
            return Roster(names, (*roster.circle[:position], line, *roster.circle[position:]), out)
        case TakePlace(player=player, leaver=leaver):
            return apply_change(apply_change(roster, Join(player, leaver)), Leave(leaver))
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
    """Returns the line with that name, or None."""
    return roster.names.index(name) if name in roster.names else None


def next_player_after_roster_change(roster: Roster, change: RosterChange, due: int) -> int:
    """Returns the line whose turn it is after a change; `due` had the turn before it.

    `roster` is the one before the change. The turn of a leaver passes to the next line on the left,
    or to the player who takes the place.
    """
    if isinstance(change, TakePlace):
        joined = apply_change(roster, Join(change.player, change.leaver))
        return next_player_after_roster_change(joined, Leave(change.leaver), due)
    leaves = isinstance(change, Leave) and line_of(roster, change.player) == due
    return roster.left_of(due) if leaves else due


def why_not_change(roster: Roster, change: RosterChange) -> Reason | None:
    """Returns why a roster change is impossible under any rules, or None."""
    match change:
        case Join(player=player, after=other) | TakePlace(player=player, leaver=other):
            return _why_not_join(roster, player, other)
        case Leave() | SitOut() | PlayAgain():
            return _why_not_leave_or_pause(roster, change)
        case _:
            assert_never(change)


def _why_not_join(roster: Roster, name: str, other: str) -> Reason | None:
    """Returns why a player of this name cannot join next to `other` or take that player's place.

    Returns None if the player can.
    """
    line = line_of(roster, name)
    if line is None and nfc_name(name) in map(nfc_name, roster.names):
        return _refusal(
            f"`{escape_invisible(name)}` is already on the sheet, typed with different"
            " characters: choose the name from the sheet"
        )
    if line in roster.circle:
        return _refusal(f"`{escape_invisible(name)}` is already at the table")
    if other not in roster.names:
        return problems.illegal_actions.NoSuchPlayer(other, _circle(roster)).reason()
    if roster.names.index(other) not in roster.circle:
        return _refusal(f"`{escape_invisible(other)}` has left: name a player at the table")
    wrong = why_not_player_name(name)
    if wrong is not None:
        return _refusal(f"{wrong}: choose another name")
    if line is None and len(roster.names) >= MOST_PEOPLE:
        return _refusal(f"the sheet is full: it has lines for `{MOST_PEOPLE}` people")
    return None


def _why_not_leave_or_pause(roster: Roster, change: Leave | SitOut | PlayAgain) -> Reason | None:
    """Returns why this player cannot leave, sit out or play again."""
    line, name = line_of(roster, change.player), change.player
    if line is None:
        return problems.illegal_actions.NoSuchPlayer(name, _circle(roster)).reason()
    if line not in roster.circle:
        return _refusal(f"`{escape_invisible(name)}` has left: to come back, join again")
    if isinstance(change, SitOut) and line in roster.out:
        return _refusal(f"`{escape_invisible(name)}` is already sitting out")
    if isinstance(change, PlayAgain) and line not in roster.out:
        return _refusal(f"`{escape_invisible(name)}` is not sitting out")
    return None


def _refusal(reason: str) -> Reason:
    return problems.illegal_actions.NobodyComesOrGoes(reason).reason()


def _circle(roster: Roster) -> tuple[str, ...]:
    return tuple(roster.names[line] for line in roster.circle)


def latecomers_total(totals: Sequence[int], winner: Winner) -> int:
    """Returns the total a latecomer starts with: that of the player in last place."""
    return max(totals) if winner.low_wins else min(totals)
