"""A match that is over, as statistics read it: plain data, whatever it was kept in."""

from __future__ import annotations

from typing import Final

from clagdsl.lang.frozen import dataclass

PROGRAM: Final = " (bot)"
"""What stands behind the name of a seat that a program played: it is nobody of the circle."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The rules of a match: matches whose rules are equal are matches of one game.

    `settings` are the parameters that differ from the rules' own, such as `hook = true`;
    `fingerprint` is that of the rules.
    """

    title: str
    settings: tuple[str, ...]
    fingerprint: str
    low_wins: bool

    @property
    def name(self) -> str:
        """The title with what is set: `Clag, Pagat (point_stake = 10)`."""
        return f"{self.title} ({', '.join(self.settings)})" if self.settings else self.title


@dataclass(frozen=True, slots=True)
class CountedDeal:
    """A deal of a match; figures go by the seats of those who played it, `lines` are theirs.

    `caller` is a seat, `calls` what was called, None where nothing can be or it is not told.
    `bids` are those that were chosen, `points` those of the deal, `completed` whether the contract
    was; each is None where there is none, or where it is not told.
    """

    name: str
    lines: tuple[int, ...]
    caller: int | None
    calls: tuple[str, ...] | None
    bids: tuple[int | None, ...]
    points: tuple[int | None, ...]
    completed: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over; figures go by line: who sat down, in seat order, then who joined.

    `source` is the file or table that it is from, `played` the day as ISO 8601 has it, "" where it
    is not told.  `programs` are the lines that a program played.  `places` begin with 1 and are
    shared by those whom the rules do not part; None is who left before the end.
    """

    source: str
    game: PlayedGame
    played: str
    note: str
    players: tuple[str, ...]
    programs: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int | None, ...]
    deals: tuple[CountedDeal, ...]

    @property
    def year(self) -> int | None:
        """The year in which it was played, None where the day is not told."""
        return int(self.played[:4]) if self.played else None

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody by line, programs as such."""
        return tuple(
            f"{name}{PROGRAM}" if line in self.programs else name
            for line, name in enumerate(self.players)
        )
