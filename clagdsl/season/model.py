"""The statistics of many finished matches, as values with a JSON form.

The docstrings of the classes are the descriptions in the published JSON Schema.
"""

from __future__ import annotations

from fractions import Fraction

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import Versioned, schema_of
from clagdsl.lang.json_value import JsonObject


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """What a player has come to, over all games.

    `matches` are those that the player was part of to the end; `left` counts those left before it,
    which are no matches of the player, though the contracts of the deals played count.  `won` has
    shared wins shared: all players together have won as often as there are matches.  `fair` is
    what that would be if everybody at a table had won alike.  `opponents` counts the others at the
    end of these matches, `higher` those of them who stood lower than the player, level ones half.
    `contracts` are those of which it is told whether they were completed, `made` those that were;
    `par`, to the hundredth, is how many of them the whole circle would have made: of each bid in
    the deals of each name of a game as large a share as all its players have made.  Deals of
    different numbers of cards and players count together.
    """

    place: int
    player: str
    matches: int
    won: Fraction
    fair: Fraction
    opponents: int
    higher: Fraction
    left: int
    contracts: int
    made: int
    par: Fraction


@dataclass(frozen=True, slots=True)
class BidLine:
    """How often a player made one bid, where it is told whether the contract was completed.

    `made` and `par` are as for a player; a bid that the rules fix is none.
    """

    player: str
    bid: int
    contracts: int
    made: int
    par: Fraction


@dataclass(frozen=True, slots=True)
class GamePlayerLine:
    """A player in one game: `points` are all final totals together, `best` is the best of them."""

    game: str
    player: str
    matches: int
    won: Fraction
    points: int
    best: int
    contracts: int
    made: int


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game: matches by the same rules with the same parameters."""

    game: str
    matches: int
    deals: int
    low_wins: bool
    players: tuple[GamePlayerLine, ...]


@dataclass(frozen=True, slots=True)
class CallerLine:
    """A player who has made a call: how often, and by how many points ahead of the others' mean."""

    player: str
    times: int
    ahead: Fraction


@dataclass(frozen=True, slots=True)
class CallLine:
    """What a call has brought who made it, in one deal of one game.

    Where `calls` is one call, every deal counts in which it was made, whatever was called with it;
    where it is several, those in which just these were; none, where nothing was chosen.  `times`
    counts the deals of which the points of all are told, `points` are the caller's in them,
    `others` the means of the other players' points; `ahead` is by how much the caller was ahead of
    these on average.
    """

    game: str
    deal: str
    calls: tuple[str, ...]
    times: int
    points: int
    others: Fraction
    ahead: Fraction
    contracts: int
    made: int
    callers: tuple[CallerLine, ...]


@dataclass(frozen=True, slots=True)
class PairLine:
    """Two players in the matches that both were part of to the end: who stood higher how often."""

    player: str
    other: str
    matches: int
    higher: int
    level: int
    lower: int


@dataclass(frozen=True, slots=True)
class MatchPlayerLine:
    """A player in one match: the final total, and the place, None for who left before the end."""

    player: str
    total: int
    place: int | None


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match; `played` is the day as ISO 8601 has it, "" where it is not told."""

    source: str
    game: str
    played: str
    note: str
    deals: int
    players: tuple[MatchPlayerLine, ...]


@dataclass(frozen=True, slots=True)
class Season(Versioned):
    """What the finished matches of a circle come to, of one `year` or of all.

    `years` are those in which any match was played, `undated` counts the matches of which the day
    is not told: they are of no year.
    """

    year: int | None
    years: tuple[int, ...]
    undated: int
    standings: tuple[PlayerLine, ...]
    bids: tuple[BidLine, ...]
    games: tuple[GameLine, ...]
    calls: tuple[CallLine, ...]
    pairs: tuple[PairLine, ...]
    matches: tuple[MatchLine, ...]


def season_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of the output of `Season.to_json()`."""
    return schema_of(Season, title="Statistics of a circle")
