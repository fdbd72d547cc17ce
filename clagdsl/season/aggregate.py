"""The aggregation of many finished matches into a season.

Every figure is a sum over matches, so their order does not matter. `_Aggregator` counts match by
match; its methods then turn the counts into sorted lines of the `model`.

A player's contracts are compared with par: the number that the whole group would have made with the
same bids in deals of the same kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from clagdsl.season.finished_match import CountedDeal, FinishedMatch, PlayedGame
from clagdsl.season.model import (
    BidLine,
    CallerLine,
    CallLine,
    GameLine,
    GamePlayerLine,
    MatchLine,
    MatchPlayerLine,
    PairLine,
    PlayerLine,
    Season,
)

FEW_TIMES: Final = 5
"""Calls made less often come after the others, since chance dominates their results."""

_ContractKind: TypeAlias = tuple[str, str, int | Literal["?"] | None]
"""The key of comparable contracts: game, name of the deal, bid (None if it was not chosen).

Contracts with an unknown bid ("?") are not comparable.

Sizes are not separated. A group plays few deals of one size with one number of players, and the
player's own contracts would dominate the comparison.
"""

_CallKey: TypeAlias = tuple[str, str, tuple[str, ...]]
"""Game, deal, and call: a single word, or several words called together."""


def aggregate_matches(matches: Iterable[FinishedMatch], year: int | None = None) -> Season:
    """Returns the season of some matches, of one year or of all."""
    every = sorted(matches, key=_newest_first)
    chosen = [match for match in every if year is None or match.year == year]
    games = _names_of_games(every)
    counted = _Aggregator(chosen, games)
    standings = counted.standings()
    return Season(
        year,
        tuple(sorted({match.year for match in every if match.year is not None}, reverse=True)),
        sum(match.year is None for match in every),
        standings,
        counted.bid_lines([line.player for line in standings]),
        counted.game_lines(),
        counted.call_lines(),
        counted.pair_lines([line.player for line in standings]),
        tuple(_match_line(match, games) for match in chosen),
    )


def _newest_first(match: FinishedMatch) -> tuple[object, ...]:
    """Returns the sort key of a match: latest day first, undated ones last; then its source."""
    day = int(match.played.replace("-", "")) if match.played else 0
    return (-day, match.source, match.game.name, match.players, match.totals, match.note)


def _names_of_games(matches: Sequence[FinishedMatch]) -> Mapping[PlayedGame, str]:
    """Returns the name of each game, with a part of the fingerprint if two games share a name."""
    by_name: dict[str, set[PlayedGame]] = defaultdict(set)
    for match in matches:
        by_name[match.game.name].add(match.game)
    return {
        game: name if len(same) == 1 else f"{name}, rules {game.fingerprint.rpartition(':')[2][:8]}"
        for name, same in by_name.items()
        for game in same
    }


@dataclass(slots=True)
class _Player:
    """The counts of a player, over all games or in one.

    `winners` counts the matches won by their number of winners, `sizes` all matches by the number
    of ranked players. `higher_twice` is twice the number of opponents outscored, ties counting
    half.
    """

    matches: int = 0
    winners: Counter[int] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)
    opponents: int = 0
    higher_twice: int = 0
    left: int = 0
    totals: list[int] = field(default_factory=list)
    contracts: int = 0
    made: int = 0

    @property
    def won(self) -> Fraction:
        """Matches won; a shared win counts as a fraction."""
        return _parts(self.winners)

    @property
    def fair(self) -> Fraction:
        """The expected number of wins if all players were equal."""
        return _parts(self.sizes)

    @property
    def higher(self) -> Fraction:
        """Opponents outscored; ties count half."""
        return Fraction(self.higher_twice, 2)


def _parts(counted: Counter[int]) -> Fraction:
    """Returns the sum of 1/size over all entries of a counter of sizes."""
    return sum((Fraction(number, size) for size, number in counted.items()), Fraction(0))


@dataclass(slots=True)
class _Contracts:
    """Contracts of one kind: their number, and the number completed."""

    all: int = 0
    made: int = 0

    def add(self, completed: bool) -> None:
        """Counts one contract."""
        self.all += 1
        self.made += completed

    def add_all(self, other: _Contracts) -> None:
        """Adds the counts of another object."""
        self.all += other.all
        self.made += other.made


@dataclass(slots=True)
class _Call:
    """The counts of a call: the caller's points, the others' mean, leads by player, contracts."""

    points: int = 0
    others: Fraction = Fraction(0)
    ahead: dict[str, list[Fraction]] = field(default_factory=lambda: defaultdict(list))
    contracts: _Contracts = field(default_factory=_Contracts)


class _Aggregator:
    """All counts of a season, accumulated match by match."""

    def __init__(self, matches: Sequence[FinishedMatch], games: Mapping[PlayedGame, str]) -> None:
        self.players: dict[str, _Player] = defaultdict(_Player)
        self.in_games: dict[PlayedGame, dict[str, _Player]] = defaultdict(
            lambda: defaultdict(_Player)
        )
        self.matches: dict[PlayedGame, list[FinishedMatch]] = defaultdict(list)
        self.kinds: dict[_ContractKind, _Contracts] = defaultdict(_Contracts)
        self.own_kinds: dict[str, dict[_ContractKind, _Contracts]] = defaultdict(
            lambda: defaultdict(_Contracts)
        )
        self.calls: dict[_CallKey, _Call] = defaultdict(_Call)
        self.pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.games = games
        for match in matches:
            self.matches[match.game].append(match)
            names = match.names
            self._count_places(match, names)
            self._count_contracts(match, names)
            for deal in match.deals:
                self._count_call(match, deal)
        for own in self.own_kinds.values():
            for kind, contracts in own.items():
                self.kinds[kind].add_all(contracts)

    # --- counting -------------------------------------------------------------------------

    def _count_places(self, match: FinishedMatch, names: Sequence[str]) -> None:
        ranked = [(line, place) for line, place in enumerate(match.places) if place is not None]
        winners = sum(place == 1 for _, place in ranked)
        for line, name in enumerate(names):
            own = match.places[line]
            for player in (self.players[name], self.in_games[match.game][name]):
                if own is None:
                    player.left += 1
                    continue
                player.matches += 1
                if own == 1:
                    player.winners[winners] += 1
                player.sizes[len(ranked)] += 1
                player.opponents += len(ranked) - 1
                player.totals.append(match.totals[line])
                for other, place in ranked:
                    if other != line:
                        player.higher_twice += 1 if place == own else 2 * (place > own)
        for line, own in ranked:
            for other, place in ranked:
                if line != other:
                    self.pairs[names[line], names[other]].append(place - own)

    def _count_contracts(self, match: FinishedMatch, names: Sequence[str]) -> None:
        game, here = self.games[match.game], self.in_games[match.game]
        own = [_Contracts() for _ in names]
        for deal in match.deals:
            for line, bid, completed in zip(deal.lines, deal.bids, deal.completed, strict=True):
                if completed is not None:
                    own[line].add(completed)
                    is_unknown = bid is None and deal.has_chosen_bids
                    kind: _ContractKind = game, deal.name, "?" if is_unknown else bid
                    self.own_kinds[names[line]][kind].add(completed)
        for name, contracts in zip(names, own, strict=True):
            for player in (self.players[name], here[name]):
                player.contracts += contracts.all
                player.made += contracts.made

    def _count_call(self, match: FinishedMatch, deal: CountedDeal) -> None:
        if deal.caller is None or deal.calls is None:
            return
        seat_points = [points for points in deal.points if points is not None]
        if len(seat_points) != len(deal.points):
            return
        caller = deal.caller
        others = Fraction(sum(seat_points) - seat_points[caller], len(seat_points) - 1)
        name, completed = match.names[deal.lines[caller]], deal.completed[caller]
        together = (deal.calls,) if len(deal.calls) != 1 else ()
        for called in (*((single_call,) for single_call in deal.calls), *together):
            call = self.calls[self.games[match.game], deal.name, called]
            call.points += seat_points[caller]
            call.others += others
            call.ahead[name].append(seat_points[caller] - others)
            if completed is not None:
                call.contracts.add(completed)

    # --- results
    # ----------------------------------------------------------------------------------

    def standings(self) -> tuple[PlayerLine, ...]:
        """Returns the standings: by matches won, then by the share of opponents outscored."""

        def merit(player: _Player) -> tuple[Fraction, Fraction]:
            return (player.won, Fraction(player.higher, max(1, player.opponents)))

        merits = {name: merit(player) for name, player in self.players.items()}
        return tuple(
            PlayerLine(
                1 + sum(other > merits[name] for other in merits.values()),
                name,
                player.matches,
                player.won,
                player.fair,
                player.opponents,
                player.higher,
                player.left,
                player.contracts,
                player.made,
                self._par(self.own_kinds[name].items()),
            )
            for name, player in sorted(
                self.players.items(),
                key=lambda item: (*(-part for part in merits[item[0]]), item[0]),
            )
        )

    def _par(self, own: Iterable[tuple[_ContractKind, _Contracts]]) -> Fraction:
        """Returns the number of these contracts that the group as a whole would have completed.

        Each counts with the group's share for its kind, or as it ended if its bid is unknown. The
        sum is rounded to hundredths, since the exact denominator grows with the number of kinds.
        """
        exact = sum(
            (
                Fraction(contracts.made)
                if kind[2] == "?"
                else Fraction(contracts.all * self.kinds[kind].made, self.kinds[kind].all)
                for kind, contracts in own
            ),
            Fraction(0),
        )
        return Fraction(round(exact * 100), 100)

    def bid_lines(self, players: Sequence[str]) -> tuple[BidLine, ...]:
        """Returns the bids of each player, lowest first."""
        return tuple(line for player in players for line in self._bid_lines(player))

    def _bid_lines(self, player: str) -> Iterator[BidLine]:
        by_bid: dict[int, list[tuple[_ContractKind, _Contracts]]] = defaultdict(list)
        for kind, contracts in self.own_kinds[player].items():
            if isinstance(kind[2], int):
                by_bid[kind[2]].append((kind, contracts))
        for bid, own in sorted(by_bid.items()):
            all_of = sum(contracts.all for _, contracts in own)
            made = sum(contracts.made for _, contracts in own)
            yield BidLine(player, bid, all_of, made, self._par(own))

    def game_lines(self) -> tuple[GameLine, ...]:
        """Returns the games, those with the most matches first."""
        lines = [
            GameLine(
                self.games[game],
                len(matches),
                sum(len(match.deals) for match in matches),
                game.low_wins,
                self._game_players(game),
            )
            for game, matches in self.matches.items()
        ]
        return tuple(sorted(lines, key=lambda line: (-line.matches, line.game)))

    def _game_players(self, game: PlayedGame) -> tuple[GamePlayerLine, ...]:
        best = min if game.low_wins else max
        lines = [
            GamePlayerLine(
                self.games[game],
                name,
                player.matches,
                player.won,
                sum(player.totals),
                best(player.totals, default=0),
                player.contracts,
                player.made,
            )
            for name, player in self.in_games[game].items()
        ]

        def merit(line: GamePlayerLine) -> tuple[Fraction, Fraction, str]:
            mean = Fraction(line.points, max(1, line.matches))
            return (-line.won, mean if game.low_wins else -mean, line.player)

        return tuple(sorted(lines, key=merit))

    def call_lines(self) -> tuple[CallLine, ...]:
        """Returns the calls of each game: the most profitable first, rare calls last."""
        lines = [_call_line(key, call) for key, call in self.calls.items()]
        return tuple(
            sorted(
                lines,
                key=lambda line: (
                    line.game,
                    line.times < FEW_TIMES,
                    -line.ahead,
                    line.deal,
                    line.calls,
                ),
            )
        )

    def pair_lines(self, players: Sequence[str]) -> tuple[PairLine, ...]:
        """Returns every pair of players who have met, in the order of the standings."""
        lines = []
        for number, player in enumerate(players):
            for other in players[number + 1 :]:
                ahead = self.pairs.get((player, other))
                if ahead:
                    higher, lower = sum(by > 0 for by in ahead), sum(by < 0 for by in ahead)
                    level = len(ahead) - higher - lower
                    lines.append(PairLine(player, other, len(ahead), higher, level, lower))
        return tuple(lines)


def _call_line(key: _CallKey, call: _Call) -> CallLine:
    game, deal, called = key
    times = sum(map(len, call.ahead.values()))
    callers = [
        CallerLine(player, len(ahead), sum(ahead, Fraction(0)) / len(ahead))
        for player, ahead in call.ahead.items()
    ]
    return CallLine(
        game,
        deal,
        called,
        times,
        call.points,
        call.others,
        (call.points - call.others) / times,
        call.contracts.all,
        call.contracts.made,
        tuple(sorted(callers, key=lambda line: (-line.times, -line.ahead, line.player))),
    )


def _match_line(match: FinishedMatch, games: Mapping[PlayedGame, str]) -> MatchLine:
    lines = [
        MatchPlayerLine(name, total, place)
        for name, total, place in zip(match.names, match.totals, match.places, strict=True)
    ]
    lines.sort(key=lambda line: (line.place is None, line.place or 0))
    return MatchLine(
        match.source,
        games[match.game],
        match.played,
        match.note,
        len(match.deals),
        tuple(lines),
        match.ended,
    )
