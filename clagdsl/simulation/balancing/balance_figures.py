"""The figures of a balance, from what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from clagdsl.lang.game_text import title_of, value_text
from clagdsl.players.named_players import RANDOM, STEADY
from clagdsl.simulation.balancing.balance_jobs import Gains
from clagdsl.simulation.balancing.balance_report import (
    Balance,
    BalancedGame,
    BalanceFigure,
    BidderBalance,
    DealWeight,
    DecisionBalance,
    Interval95,
    KindWeight,
    LimitBalance,
    SeatBalance,
    SkillBalance,
)
from clagdsl.simulation.balancing.balance_run import MeasuredGame, MeasuredGames
from clagdsl.simulation.balancing.measured_packs import LimitedSums, joint
from clagdsl.simulation.balancing.played_packs import BIDS, CARDS, OTHERS
from clagdsl.simulation.balancing.ratios import ONCE, Figure, mean, mean_share, ratio, share
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.count_layout import LAST_BIDDERS


def balance_of(measured: MeasuredGames) -> Balance:
    """All figures, beside those of the other game where there is one."""
    here, other, request = measured.here, measured.other, measured.request
    table = here.game.table
    return Balance(
        game=_game(here),
        against=None if other is None else _game(other),
        players=table.players,
        player=request.player,
        packs=here.game.packs,
        seed=request.seed,
        seats=_seats(here, other),
        limit=_limit(here, other),
        deals=tuple(_deals(here)),
        kinds=tuple(_kinds(here, other)),
        skill=tuple(_skill(here, other)),
        decisions=tuple(_decisions(here, other)),
        counted=0 if here.decisions is None else len(here.decisions),
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
                f" ({each.game.refusal}): nobody searches, decisions are not counted, and each set"
                " of packs is played once, without its hands in every seat"
            )
        if each is not None and each.game.free is None and any(each.game.frame.limited):
            yield f"{title_of(each.game.table.game)} does not hold together without its limit"


# --- figures of one game or two -----------------------------------------------------------


def interval(estimate: Estimate) -> Interval95:
    """An estimate as it is told."""
    ends = estimate.interval
    low, high = (None, None) if ends is None else ends
    return Interval95(estimate.value, low, high)


def _told(here: Figure | None, other: Figure | None) -> BalanceFigure | None:
    """A figure of both games and how much more it is in the first; None where it has no value."""
    one = None if here is None else here.estimate()
    if one is None or here is None:
        return None
    second = None if other is None else other.estimate()
    if second is None or other is None:
        return BalanceFigure(interval(one), None, None)
    more = here.less(other).estimate()
    return BalanceFigure(interval(one), interval(second), None if more is None else interval(more))


def _sure(figure: BalanceFigure | None) -> BalanceFigure:
    """A figure that every set of packs has."""
    assert figure is not None
    return figure


def _of_both(
    here: MeasuredGame, other: MeasuredGame | None, figure: Callable[[MeasuredGame], Figure | None]
) -> BalanceFigure | None:
    return _told(figure(here), None if other is None else figure(other))


# --- seats --------------------------------------------------------------------------------


def _seats(here: MeasuredGame, other: MeasuredGame | None) -> tuple[SeatBalance, ...]:
    """Of each seat from the left of the first dealer."""
    players = here.game.table.players

    def line(seat: int) -> SeatBalance:
        def points(measured: MeasuredGame) -> Figure:
            return mean(measured.rules.points[:, seat], Fraction(1, measured.game.turns))

        def worth(measured: MeasuredGame) -> Figure:
            rules = measured.rules.points
            above = players * rules[:, seat] - rules.sum(axis=1)
            return mean(above, Fraction(1, measured.game.turns * players))

        def won(measured: MeasuredGame) -> Figure:
            whole = Fraction(1, joint(players) * measured.game.turns)
            return mean_share(measured.rules.won[:, seat], whole)

        return SeatBalance(
            seat,
            *(_sure(_of_both(here, other, each)) for each in (points, worth, won)),
        )

    return tuple(map(line, range(players)))


# --- the limit of the last bid ------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class BidderFigures:
    """The last bidder and the others in limited deals, of some matches."""

    last: Figure
    others: Figure
    last_made: Figure
    others_made: Figure

    @property
    def apart(self) -> Figure:
        """How many points more the last bidder has."""
        return self.last.less(self.others)


def _bidders(sums: LimitedSums, players: int) -> BidderFigures:
    return BidderFigures(
        ratio(sums.last_points, sums.deals),
        ratio(sums.other_points, sums.deals, Fraction(1, players - 1)),
        share(sums.last_made, sums.last_counted),
        share(sums.other_made, sums.other_counted),
    )


def _with_limit(measured: MeasuredGame) -> BidderFigures:
    return _bidders(measured.rules.limited, measured.game.table.players)


def _without_limit(measured: MeasuredGame) -> BidderFigures | None:
    free = measured.without_limit
    return None if free is None else _bidders(free.limited, measured.game.table.players)


def _limit(here: MeasuredGame, other: MeasuredGame | None) -> LimitBalance | None:
    if not here.rules.limited.deals.any():
        return None

    def told(figure: Callable[[BidderFigures], Figure]) -> BalanceFigure:
        return _sure(_of_both(here, other, lambda each: figure(_with_limit(each))))

    def perhaps(figure: Callable[[BidderFigures], Figure]) -> BalanceFigure | None:
        return _of_both(here, other, lambda each: figure(_with_limit(each)))

    def free(figure: Callable[[BidderFigures], Figure]) -> BalanceFigure | None:
        def of(measured: MeasuredGame) -> Figure | None:
            found = _without_limit(measured)
            return None if found is None else figure(found)

        return _of_both(here, other, of)

    def lost(figure: Callable[[BidderFigures], Figure]) -> BalanceFigure | None:
        def of(measured: MeasuredGame) -> Figure | None:
            found = _without_limit(measured)
            return None if found is None else figure(found).less(figure(_with_limit(measured)))

        return _of_both(here, other, of)

    free_last, free_others = free(lambda one: one.last), free(lambda one: one.others)
    return LimitBalance(
        dealer=_is_dealer(here),
        deals=_sure(
            _of_both(
                here,
                other,
                lambda each: mean(each.rules.limited.deals, Fraction(1, each.game.turns)),
            )
        ),
        last=BidderBalance(told(lambda one: one.last), perhaps(lambda one: one.last_made)),
        others=BidderBalance(told(lambda one: one.others), perhaps(lambda one: one.others_made)),
        apart=told(lambda one: one.apart),
        free_last=None
        if free_last is None
        else BidderBalance(free_last, free(lambda one: one.last_made)),
        free_others=None
        if free_others is None
        else BidderBalance(free_others, free(lambda one: one.others_made)),
        free_apart=free(lambda one: one.apart),
        cost=lost(lambda one: one.last),
        cost_of_others=lost(lambda one: one.others),
        cost_made=lost(lambda one: one.last_made),
    )


def _is_dealer(measured: MeasuredGame) -> bool:
    """Whether it is always the dealer who bids last where that bid is limited."""
    return set(measured.game.frame.limited) <= {0, LAST_BIDDERS.index("eldest") + 1}


# --- deals --------------------------------------------------------------------------------


def _deals(here: MeasuredGame) -> Iterator[DealWeight]:
    """Every deal that any match came to."""
    rules = here.rules
    whole = rules.decided.sum(axis=1)
    for place, row in enumerate(here.game.table.schedule):
        spread = ratio(rules.spread[:, place], rules.played[:, place]).estimate()
        if spread is None:
            continue
        decides = ratio(rules.decided[:, place], whole).estimate()
        yield DealWeight(
            row.number,
            row.name,
            row.cards,
            None if decides is None else interval(decides),
            interval(spread),
        )


def _kinds(here: MeasuredGame, other: MeasuredGame | None) -> Iterator[KindWeight]:
    """The deals of each name together, in the order of the schedule."""
    schedule = here.game.table.schedule
    for name in dict.fromkeys(row.name for row in schedule):
        found = _of_both(here, other, partial(_kind_spread, name))
        if found is not None:
            yield KindWeight(
                name,
                len(_places(here, name)),
                _of_both(here, other, partial(_kind_decides, name)),
                _of_both(here, other, partial(_kind_each, name)),
                found,
            )


def _places(measured: MeasuredGame, name: str) -> list[int]:
    schedule = measured.game.table.schedule
    return [place for place, row in enumerate(schedule) if row.name == name]


def _kind_spread(name: str, measured: MeasuredGame) -> Figure | None:
    places = _places(measured, name)
    if not places:
        return None
    rules = measured.rules
    return ratio(rules.spread[:, places].sum(axis=1), rules.played[:, places].sum(axis=1))


def _kind_decides(name: str, measured: MeasuredGame) -> Figure | None:
    return _decided(name, measured, ONCE)


def _kind_each(name: str, measured: MeasuredGame) -> Figure | None:
    """By how often a deal of that name decides more than the mean deal."""
    places, deals = _places(measured, name), len(measured.game.table.schedule)
    return _decided(name, measured, Fraction(deals, len(places))) if places else None


def _decided(name: str, measured: MeasuredGame, scale: Fraction) -> Figure | None:
    places, rules = _places(measured, name), measured.rules
    if not places:
        return None
    return ratio(rules.decided[:, places].sum(axis=1), rules.decided.sum(axis=1), scale)


# --- skill, and length --------------------------------------------------------------------


def _skill(here: MeasuredGame, other: MeasuredGame | None) -> Iterator[SkillBalance]:
    searcher = here.game.searcher
    pairs: list[tuple[str, str, Callable[[MeasuredGame], Gains | None]]] = [
        (searcher, STEADY, lambda each: each.skill),
        (STEADY, RANDOM, lambda each: each.luck),
    ]
    players = here.game.table.players
    for better, worse, gains in pairs:
        found = gains(here)
        if found is None:
            continue
        points = partial(_gained_points, gains)
        won = partial(_gained_wins, gains)
        yield SkillBalance(
            better,
            worse,
            len(found.points),
            1 / players,
            _sure(_of_both(here, other, points)),
            _sure(_of_both(here, other, won)),
        )


def _gained_points(
    gains: Callable[[MeasuredGame], Gains | None], measured: MeasuredGame
) -> Figure | None:
    found = gains(measured)
    players = measured.game.table.players
    return None if found is None else mean(found.points, Fraction(1, players))


def _gained_wins(
    gains: Callable[[MeasuredGame], Gains | None], measured: MeasuredGame
) -> Figure | None:
    found = gains(measured)
    players = measured.game.table.players
    if found is None:
        return None
    return mean_share(found.won, Fraction(1, players * joint(players)))


KINDS: Final[Mapping[str, tuple[int, ...]]] = {
    "all": (BIDS, CARDS, OTHERS),
    "bids": (BIDS,),
    "cards": (CARDS,),
    "others": (OTHERS,),
}
"""Decisions by what they are called."""


def _decisions(here: MeasuredGame, other: MeasuredGame | None) -> Iterator[DecisionBalance]:
    for name, kinds in KINDS.items():
        made, choices = (_of_both(here, other, partial(_made, kinds, column)) for column in (0, 1))
        if made is not None and choices is not None and made.here.value:
            yield DecisionBalance(name, made, choices)


def _made(kinds: tuple[int, ...], column: int, measured: MeasuredGame) -> Figure | None:
    if measured.decisions is None:
        return None
    return mean(measured.decisions[:, list(kinds), column].sum(axis=1))
