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
    """A player's results over all games.

    `matches` counts the matches that the player finished. `left` counts the matches left early;
    their completed deals count in `contracts` only. `won` counts wins; a shared win is shared, so
    all players together have as many wins as there are matches. `fair` is the expected number of
    wins if all players at each table were equally likely to win.

    `opponents` counts the other players at the end of these matches, `higher` the opponents who
    finished lower, ties as half. `contracts` counts contracts with a known result, `made` the
    completed ones. `par`, to the hundredth, is the number that the group as a whole would complete
    with these bids: for each bid in the deals of one name in one game, the share that all its
    players completed. Deals with different numbers of cards and players count together. A contract
    with an unknown bid is not compared: it counts in `par` as it ended.
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
    """A player's contracts with one bid, as far as their results are known.

    `made` and `par` are as in PlayerLine; a bid that the rules fix does not count.
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
    """A player who has made a call: how often, and how far they finished above the others' mean, in
    points.
    """

    player: str
    times: int
    ahead: Fraction


@dataclass(frozen=True, slots=True)
class CallLine:
    """The results of a call for its callers, in one deal of one game.

    If `calls` has one call, a deal counts whenever it was made, alone or with others. If it has
    several, exactly these were made; if it has none, nothing was chosen. `times` counts the deals
    with known points of all players, `points` adds up the caller's, `others` the means of the other
    players. `ahead` is the caller's average lead over that mean.
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
    """Two players in the matches that both finished: how often the first was higher, level or
    lower.
    """

    player: str
    other: str
    matches: int
    higher: int
    level: int
    lower: int


@dataclass(frozen=True, slots=True)
class MatchPlayerLine:
    """A player in one match: the final total, and the place; null if the player left early."""

    player: str
    total: int
    place: int | None


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match; `played` is its date in ISO 8601, "" if unknown.

    `ended` is true if the players stopped before the last deal.
    """

    source: str
    game: str
    played: str
    note: str
    deals: int
    players: tuple[MatchPlayerLine, ...]
    ended: bool


@dataclass(frozen=True, slots=True)
class Season(Versioned):
    """The statistics of a group's finished matches, of one `year` or of all.

    `years` lists the years with matches, `undated` counts matches without a date: they belong to no
    year.
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
    return schema_of(Season, title="Statistics of a group")
