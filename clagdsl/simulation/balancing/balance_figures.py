"""The figures of a balance: estimators over sets of packs, for one game or for two.

`_figures` defines each of a game's figures once, as a ratio of sums over sets of packs. The
sampling unit is the set, because matches with the same packs are not independent.
`_ComparedFigures` adds intervals, and the paired difference from the other game's figure. The rest
of the module arranges them in a `Balance`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, Final, TypeAlias

import numpy as np

from clagdsl.engine.players.named_players import RANDOM, STEADY
from clagdsl.lang.rules import title_of, value_text
from clagdsl.simulation.balancing.balance_report import (
    Balance,
    BalancedGame,
    BalanceFigure,
    BidderBalance,
    CardsCost,
    DealWeight,
    DecisionBalance,
    Interval95,
    KindWeight,
    LimitBalance,
    RulesFigures,
    SeatBalance,
    SkillBalance,
)
from clagdsl.simulation.balancing.balance_run import MeasuredGame, MeasuredGames
from clagdsl.simulation.balancing.duplicate_play import BIDS, CARDS, OTHERS
from clagdsl.simulation.balancing.fairness import win_spread, win_spread_difference
from clagdsl.simulation.balancing.samples import PackSums, win_share_denominator
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.stats.confidence import Estimate, Moments, Weights
from clagdsl.simulation.stats.count_layout import LAST_BIDDERS
from clagdsl.simulation.stats.statistics import third_of

ONCE: Final = Fraction(1)
ROOM: Final = 1 << 62
SHARE: Final = (0.0, 1.0)
"""The bounds of a share."""

KINDS: Final[Mapping[str, tuple[int, ...]]] = {
    "all": (BIDS, CARDS, OTHERS),
    "bids": (BIDS,),
    "cards": (CARDS,),
    "others": (OTHERS,),
}
"""The names of the kinds of decisions."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A figure as a weighted sum of ratios of sums over sets of packs."""

    ratios: tuple[tuple[Array, Array, Fraction], ...]
    """The numerator, denominator and weight of each ratio; arrays hold one integer per set."""
    bounds: tuple[float, float] = (-inf, inf)
    """The smallest and the largest possible value, beyond which no interval extends.

    A figure with the bounds of `SHARE` stays uncertain even if all sets agree.
    """

    def less(self, other: Figure) -> Figure:
        """Returns this figure minus another one over the same sets."""
        ratios = self.ratios + tuple((a, b, -scale) for a, b, scale in other.ratios)
        return Figure(ratios, (self.bounds[0] - other.bounds[1], self.bounds[1] - other.bounds[0]))

    def times(self, factor: Fraction) -> Figure:
        """Returns this figure multiplied by an exact number."""
        return Figure(tuple((a, b, factor * scale) for a, b, scale in self.ratios))

    def estimate(self) -> Estimate | None:
        """Returns the estimate with its interval, or None if a denominator is 0."""
        moments = _moments([column for *both, _ in self.ratios for column in both])
        parts: list[tuple[Weights, Weights, int]] = []
        for place, (_, _, scale) in enumerate(self.ratios):
            before: tuple[int | Fraction, ...] = (0,) * (1 + 2 * place)
            parts.append(((*before, scale), (*before, 0, 1), 1))
        if self.bounds == SHARE:
            return moments.share(*parts[0][:2])
        estimate = moments.combined(parts)
        return None if estimate is None else estimate.limited(*self.bounds)


def ratio(above: Array, below: Array, scale: Fraction = ONCE, *, share: bool = False) -> Figure:
    """Returns the ratio of two sums as a figure."""
    return Figure(((above, below, scale),), SHARE if share else (-inf, inf))


def mean(figures: Array, scale: Fraction = ONCE, *, share: bool = False) -> Figure:
    """Returns the mean of `figures` over the sets of packs as a figure."""
    return ratio(figures, np.ones(len(figures), np.int64), scale, share=share)


def _moments(columns: Sequence[Array]) -> Moments:
    """Returns the exact sums of the columns and of their pairwise products."""
    sets = len(columns[0])
    largest = max(int(abs(each).max(initial=0)) for each in columns)
    kind = np.int64 if sets * largest * largest < ROOM else object
    whole = [each.astype(kind) for each in columns]
    row: list[Any] = [int(column.sum()) for column in whole]
    for place, one in enumerate(whole):
        row += [int((one * other).sum()) for other in whole[place:]]
    return Moments(sets, row, len(whole))


# --- the definitions of a game's figures --------------------------------------------------

Key: TypeAlias = tuple[str | int, ...]


def _figures(measured: MeasuredGame) -> Iterator[tuple[Key, Figure]]:
    """Yields the key and value of each of a game's figures."""
    rules, schedule = measured.rules, measured.game.table.schedule
    players, turn = measured.game.table.players, Fraction(1, measured.game.turns)
    for seat in range(players):
        points = rules.points[:, seat]
        yield ("points", seat), mean(points, turn)
        yield ("worth", seat), mean(players * points - rules.points.sum(axis=1), turn / players)
        yield (
            ("won", seat),
            mean(rules.won[:, seat], turn / win_share_denominator(players), share=True),
        )

    bidders = dict(_bidders(rules, players))
    yield ("limited deals",), mean(rules.limited.sum(axis=1), turn)
    yield from bidders.items()
    free = measured.without_limit
    if free is not None:
        freely = dict(_bidders(free, players))
        for key, figure in freely.items():
            yield ("free", *key), figure
            yield ("cost", *key), figure.less(bidders[key])
        deals = turn * Fraction(int(rules.limited.sum()), len(rules.limited))
        yield ("cost in match",), freely["last",].less(bidders["last",]).times(deals)
        for cards in {row.cards for row in schedule if row.cards is not None}:
            places = [place for place, row in enumerate(schedule) if row.cards == cards]
            with_it, without = (
                ratio(each.last_points[:, places].sum(axis=1), each.limited[:, places].sum(axis=1))
                for each in (rules, free)
            )
            yield ("cost by cards", cards), without.less(with_it)
    elif not rules.limited.any():
        yield ("cost in match",), mean(np.zeros(len(rules.points), np.int64))

    yield ("lead changes",), mean(rules.lead_changes, turn)
    yield ("cards",), mean(rules.cards, players * turn)
    whole = rules.decided.sum(axis=1)
    late = [place for place in range(len(schedule)) if third_of(place, len(schedule)) == 2]
    yield ("late",), ratio(rules.decided[:, late].sum(axis=1), whole)
    if measured.luck is not None:
        # one gain per set over all seats, the spread per set over all turns
        scale = Fraction(measured.game.turns, players)
        yield ("gain in spreads",), ratio(measured.luck.points, rules.final_spread, scale)
    for place in range(len(schedule)):
        yield ("deal spread", place), ratio(rules.spread[:, place], rules.played[:, place])
        yield ("deal decides", place), ratio(rules.decided[:, place], whole)
    for name in {row.name for row in schedule}:
        places = _places(measured, name)
        spread, played, decided = (
            each[:, places].sum(axis=1) for each in (rules.spread, rules.played, rules.decided)
        )
        yield ("spread", name), ratio(spread, played)
        yield ("decides", name), ratio(decided, whole)
        yield ("each decides", name), ratio(decided, whole, Fraction(len(schedule), len(places)))

    for name, gains in (("skill", measured.skill), ("luck", measured.luck)):
        if gains is not None:
            yield (name, "points"), mean(gains.points, Fraction(1, players))
            yield (
                (name, "won"),
                mean(gains.won, Fraction(1, players * win_share_denominator(players)), share=True),
            )
    if measured.decisions is not None:
        for name, kinds in KINDS.items():
            made, choices = measured.decisions.made[:, list(kinds)].sum(axis=1).T
            yield ("made", name), mean(made)
            yield ("choices", name), mean(choices)


def _bidders(sums: PackSums, players: int) -> Iterator[tuple[Key, Figure]]:
    """Yields figures on the last bidder and on the others, in deals that limit the last bid."""
    limited = sums.limited.sum(axis=1)
    last = ratio(sums.last_points.sum(axis=1), limited)
    others = ratio(sums.other_points.sum(axis=1), limited, Fraction(1, players - 1))
    yield ("last",), last
    yield ("others",), others
    yield ("apart",), last.less(others)
    for name, made, counted in (
        ("last", sums.last_made, sums.last_counted),
        ("others", sums.other_made, sums.other_counted),
    ):
        yield (name, "made"), ratio(made.sum(axis=1), counted.sum(axis=1), share=True)


def _places(measured: MeasuredGame, name: str) -> list[int]:
    schedule = measured.game.table.schedule
    return [place for place, row in enumerate(schedule) if row.name == name]


# --- intervals and comparison -------------------------------------------------------------


def interval(estimate: Estimate) -> Interval95:
    """Converts an estimate to its reported form."""
    return Interval95(estimate.value, *(estimate.interval or (None, None)))


class _ComparedFigures:
    """A game's figures by key, compared with those of the other game if there is one."""

    def __init__(self, here: MeasuredGame, other: MeasuredGame | None) -> None:
        self._here = dict(_figures(here))
        self._other = {} if other is None else dict(_figures(other))

    def get(self, *key: str | int) -> BalanceFigure | None:
        """Returns a figure for each game, and their difference; None if it has no value."""
        here, other = self._here.get(key), self._other.get(key)
        value = None if here is None else here.estimate()
        if here is None or value is None:
            return None
        second = None if other is None else other.estimate()
        if other is None or second is None:
            return BalanceFigure(interval(value), None, None)
        more = here.less(other).estimate()
        return BalanceFigure(
            interval(value), interval(second), None if more is None else interval(more)
        )

    def __getitem__(self, key: Key) -> BalanceFigure:
        """Returns a figure that must have a value."""
        figure = self.get(*key)
        assert figure is not None
        return figure

    def bidder(self, *key: str) -> BidderBalance | None:
        """Returns a bidder's points and contracts; None if they have no value."""
        points = self.get(*key)
        return None if points is None else BidderBalance(points, self.get(*key, "made"))


# --- a candidate of a search --------------------------------------------------------------


def rules_figures(here: MeasuredGame, other: MeasuredGame | None) -> RulesFigures:
    """Returns the figures by which a search for rules judges a game."""
    both = _ComparedFigures(here, other)
    return RulesFigures(
        _fairness(here, other),
        both.get("cost in match"),
        both.get("gain in spreads"),
        both.get("late"),
        both["lead changes",],
        both["cards",],
    )


# --- the balance --------------------------------------------------------------------------


def balance_of(measured: MeasuredGames) -> Balance:
    """Returns the balance with all figures, compared with the other game's if there is one."""
    here, other, request = measured.here, measured.other, measured.request
    players = here.game.table.players
    both = _ComparedFigures(here, other)
    return Balance(
        game=_game(here),
        against=None if other is None else _game(other),
        players=players,
        player=request.player,
        packs=here.game.packs,
        seed=request.seed,
        fairness=_fairness(here, other),
        seats=tuple(
            SeatBalance(seat, both["points", seat], both["worth", seat], both["won", seat])
            for seat in range(players)
        ),
        limit=_limit(here, both),
        deals=tuple(_deals(here, both)),
        kinds=tuple(_kinds(here, both)),
        skill=tuple(_skill(here, both)),
        decisions=tuple(_decisions(both)),
        counted=0 if here.decisions is None else len(here.decisions.made),
        notes=tuple(_notes(measured)),
    )


def _game(measured: MeasuredGame) -> BalancedGame:
    table = measured.game.table
    changed = tuple(
        f"{each.name}={value_text(table.parameters[each.name])}"
        for each in table.game.parameters
        if table.parameters[each.name] != each.default
    )
    return BalancedGame(
        measured.reference,
        title_of(table.game),
        changed,
        table.game.winner.low_wins,
        table.game.direction,
        measured.game.turns,
    )


def _notes(measured: MeasuredGames) -> Iterator[str]:
    if measured.note is not None:
        yield f"not compared: {measured.note}"
    for each in (measured.here, measured.other):
        if each is not None and each.game.refusal is not None:
            yield (
                f"{title_of(each.game.table.game)}: the searching player cannot play it"
                f" ({each.game.refusal}). So nobody searches, decisions are not counted, and the"
                " hands of each set of packs are played in one seat only"
            )
        if each is not None and each.game.unlimited is None and any(each.game.frame.limited):
            yield f"{title_of(each.game.table.game)} does not check without its limit"


def _fairness(here: MeasuredGame, other: MeasuredGame | None) -> BalanceFigure:
    """Returns the spread of wins between the best and the worst seat."""
    seats = here.game.table.players
    # both games in one unit, also if only one of them plays the packs with turns
    turns = here.game.turns * (1 if other is None else other.game.turns)
    unit = Fraction(1, turns * win_share_denominator(seats))

    def columns(game: MeasuredGame) -> list[Array]:
        return [*(turns // game.game.turns * game.rules.won).T]

    first = columns(here)
    spread = win_spread(_moments(first), seats, unit)
    if other is None:
        return BalanceFigure(spread, None, None)
    second = columns(other)
    return BalanceFigure(
        spread,
        win_spread(_moments(second), seats, unit),
        win_spread_difference(_moments(first + second), seats, unit),
    )


def _limit(here: MeasuredGame, both: _ComparedFigures) -> LimitBalance | None:
    last, others = both.bidder("last"), both.bidder("others")
    if last is None or others is None:
        return None
    is_dealer = set(here.game.frame.limited) <= {0, LAST_BIDDERS.index("eldest") + 1}
    return LimitBalance(
        dealer=is_dealer,
        deals=both["limited deals",],
        last=last,
        others=others,
        apart=both["apart",],
        free_last=both.bidder("free", "last"),
        free_others=both.bidder("free", "others"),
        free_apart=both.get("free", "apart"),
        cost=both.get("cost", "last"),
        cost_in_match=both.get("cost in match"),
        cost_of_others=both.get("cost", "others"),
        cost_made=both.get("cost", "last", "made"),
        costs=tuple(_costs(here, both)),
    )


def _costs(here: MeasuredGame, both: _ComparedFigures) -> Iterator[CardsCost]:
    """Yields the cost of the limit by number of cards, in ascending order."""
    for cards in sorted({row.cards for row in here.game.table.schedule if row.cards is not None}):
        cost = both.get("cost by cards", cards)
        if cost is not None:
            yield CardsCost(cards, cost)


def _deals(here: MeasuredGame, both: _ComparedFigures) -> Iterator[DealWeight]:
    """Yields the weight of every deal that was played in at least one match."""
    for place, row in enumerate(here.game.table.schedule):
        spread, decides = both.get("deal spread", place), both.get("deal decides", place)
        if spread is not None:
            share = None if decides is None else decides.here
            yield DealWeight(row.number, row.name, row.cards, share, spread.here)


def _kinds(here: MeasuredGame, both: _ComparedFigures) -> Iterator[KindWeight]:
    """Yields the weights of the deals with each name, in the order of the schedule."""
    for name in dict.fromkeys(row.name for row in here.game.table.schedule):
        spread = both.get("spread", name)
        if spread is not None:
            decides, each = both.get("decides", name), both.get("each decides", name)
            yield KindWeight(name, len(_places(here, name)), decides, each, spread)


def _skill(here: MeasuredGame, both: _ComparedFigures) -> Iterator[SkillBalance]:
    pairs = (
        ("skill", here.game.searcher, STEADY, here.skill),
        ("luck", STEADY, RANDOM, here.luck),
    )
    for name, better, worse, gains in pairs:
        if gains is not None:
            points, won = both[name, "points"], both[name, "won"]
            fair = 1 / here.game.table.players
            yield SkillBalance(better, worse, len(gains.points), fair, points, won)


def _decisions(both: _ComparedFigures) -> Iterator[DecisionBalance]:
    for name in KINDS:
        made, choices = both.get("made", name), both.get("choices", name)
        if made is not None and choices is not None and made.here.value:
            yield DecisionBalance(name, made, choices)
