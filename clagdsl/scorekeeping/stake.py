"""Computes the points for a bid, made and missed, as far as a deal is known.

For every number of tricks of the bidder, the score is computed for all relevant figures of the
other players. Stakes that depend only on the deal, the bid and the look (whether the bid is blind)
are cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from clagdsl import problems
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.rules import FixedBid, NoBid
from clagdsl.problems.escape import escape_invisible
from clagdsl.scorekeeping.legality import prompt
from clagdsl.scorekeeping.state import SheetState
from clagdsl.table.bid_masks import bits
from clagdsl.table.bids import blind_bids, may_bid_blind
from clagdsl.table.choices import trump_names_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import Past, values_of_seat
from clagdsl.table.outcome_tables import score_or_none
from clagdsl.table.outcomes import own_tricks
from clagdsl.table.scoring import Taking, possible_points
from clagdsl.table.seats import DealSoFar, bids_by_seat, past_with_auction, trump_in


class Stake(NamedTuple):
    """The points for a bid that is made, and the least and most points for one that is missed.

    `made` is `None` if the points vary, because they depend on the other players or on the worth of
    the tricks. `least` and `most` are `None` if the bid cannot be missed.
    """

    made: int | None
    least: int | None
    most: int | None


class _IdentityKey:
    """A wrapper that compares rules by identity: comparing their contents would take longer than
    computing a score.
    """

    __slots__ = ("rules",)

    def __init__(self, rules: DealRules) -> None:
        self.rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _IdentityKey) and self.rules is other.rules

    def __hash__(self) -> int:
        return id(self.rules)


class _StakeKey(NamedTuple):
    """The cache key of a stake that depends neither on other players nor on history."""

    rules: _IdentityKey
    deal: int
    cards: int
    bid: int
    looked: bool


MOST_CACHED: Final = 4_000
"""The maximum number of cached stakes: a table's page shows those of every bid, after every tap."""
_CACHE: Final[dict[_StakeKey, Stake]] = {}
_OF_OTHERS: Final = frozenset({"bids", "highest_bid", "same_bids", "makers", "most", "most_count"})


class _OtherPlayers(NamedTuple):
    """The combined figures of the other players; each is 0 if no score depends on it.

    `tricks` is the sum of their tricks and `bids` the sum of their bids; `makers` is the number of
    players who make their bid. `most` is the highest number of tricks of any of them, `most_count`
    the number of players who have it. `highest` is their highest bid, `same` the number of those
    with the bid in question.
    """

    tricks: int
    bids: int
    makers: int
    most: int
    most_count: int
    highest: int
    same: int


def stake_of(moment: SheetState, seat: int, bid: int) -> Stake:
    """Returns the points for a line's bid in the current deal.

    The other players may win any of the remaining tricks, and those who have not bid may bid
    anything. Raises ArgumentError if the deal is not ready for bids, the match is over, or the line
    cannot make this bid.
    """
    deal = moment.deal
    rules, cards = deal.rules, deal.cards
    lines = len(moment.roster.names)
    if type(seat) is not int or not 0 <= seat < lines:
        raise problems.arguments.WrongSeat("seat", seat, lines).error()
    if seat not in deal.seats:
        name = escape_invisible(moment.roster.names[seat])
        raise problems.arguments.WrongBids(f"{name} does not play in this deal").error()
    seat = deal.seats.index(seat)
    if moment.phase in ("dealer", "size", "call", "auction", "over") or cards is None:
        raise problems.arguments.WrongBids(
            f"the stake of a bid cannot be known now: {prompt(moment)}"
        ).error()
    if isinstance(rules.bid, NoBid):
        raise problems.arguments.WrongBids(f"there are no bids in `{rules.name}`").error()
    if isinstance(rules.bid, FixedBid) and bid != rules.bid.number:
        raise problems.arguments.WrongBids(
            f"every bid is fixed at `{rules.bid.number}` in `{rules.name}`"
        ).error()
    if type(bid) is not int or not 0 <= bid <= cards:
        raise problems.arguments.WrongBids(
            f"a bid must be a whole number from `0` to `{cards}`"
        ).error()
    return stake_in_deal(deal, deal.scheduled.number, cards, moment.figures.past, seat, bid)


def stake_in_deal(
    deal: DealSoFar, number: int, cards: int, past: Past, seat: int, bid: int
) -> Stake:
    """Returns the points for a seat's bid in a deal of a score sheet or of a match.

    `number` is that of the deal in the schedule, `cards` its size, and `past` has the runs and
    tallies before it. Bids that the deal does not have yet may be anything.
    """
    looked = seat in deal.looked
    key = _StakeKey(_IdentityKey(deal.rules), number, cards, bid, looked)
    past = past_with_auction(deal, past)
    alone = not variables(deal.rules.score) & {*_OF_OTHERS, "trump"} and not past
    stake = _CACHE.get(key) if alone else None
    if stake is None:
        if may_bid_blind(deal.rules) and not looked:
            past += blind_bids(deal.rules, [seat])
        stake = _stake(_BidCase(deal, number, cards, values_of_seat(past, seat), seat, bid))
        if alone:
            while len(_CACHE) >= MOST_CACHED:
                _CACHE.pop(next(iter(_CACHE)), None)
            _CACHE[key] = stake
    return stake


class _BidCase(NamedTuple):
    """A bid of a seat in a deal; `past` has the seat's own runs and tallies."""

    deal: DealSoFar
    number: int
    cards: int
    past: tuple[tuple[str, int], ...]
    seat: int
    bid: int


def _stake(case: _BidCase) -> Stake:
    made: set[int | None] = set()
    missed: set[int] = set()
    for tricks in own_tricks(case.deal.rules.players, case.cards):
        for score in _scores(case, tricks):
            if tricks == case.bid:
                made.add(score)
            elif score is not None:
                missed.add(score)
    return Stake(
        made.pop() if len(made) == 1 else None,
        min(missed, default=None),
        max(missed, default=None),
    )


def _scores(case: _BidCase, tricks: int) -> Iterator[int | None]:
    """Yields every possible score for a bid with `tricks` tricks; None for a score
    without a value.
    """
    deal, cards, bid = case.deal, case.cards, case.bid
    rules = deal.rules
    read = variables(rules.score)
    points = possible_points(rules, cards)[tricks] if "points" in read else (0,)
    trump = trump_in(deal, cards)
    trumps = trump_names_of(rules, cards) if trump is None and "trump" in read else (trump,)
    for others in _possible_others(case, cards - tricks, read):
        most = max(tricks, others.most)
        many = (tricks == most) + (others.most_count if others.most == most else 0)
        makers = others.makers + (tricks == bid)
        highest = max(bid, others.highest)
        for worth, trump in product(points, trumps):
            taking = Taking(
                bid,
                bid + others.bids,
                tricks,
                worth,
                most,
                many,
                makers,
                highest,
                others.same,
                case.past,
                trump,
            )
            yield score_or_none(rules, case.number, cards, taking)


def _possible_others(case: _BidCase, left: int, read: frozenset[str]) -> Iterator[_OtherPlayers]:
    """Yields every combination of figures of the other players, who win `left` tricks together."""
    names = read & _OF_OTHERS
    if not names:
        yield _OtherPlayers(left, 0, 0, 0, 0, 0, 0)
        return
    bids = bids_by_seat(case.deal)
    others = (*bids[: case.seat], *bids[case.seat + 1 :])
    own_bid = case.bid if "same_bids" in read else None
    for figures, sums in _combinations(others, case.cards, own_bid, names).get(left, ()):
        for total in bits(sums):
            yield figures._replace(bids=total)


@lru_cache(maxsize=64)  # the bids that a page shows differ at most in `own_bid`
def _combinations(
    others: tuple[int | None, ...], cards: int, own_bid: int | None, names: frozenset[str]
) -> dict[int, list[tuple[_OtherPlayers, int]]]:
    """Returns the combinations of figures of the `others`, given by their bids, by the sum of their
    tricks; with each the possible sums of bids, as the bits of one integer.

    `names` are those that the score reads. Dynamic programming over the players: states with equal
    figures are merged.
    """
    of_bids, of_makers, of_highest = "bids" in names, "makers" in names, "highest_bid" in names
    of_same, of_tricks = own_bid is not None, bool(names & {"most", "most_count"})
    bids_matter = of_bids or of_makers or of_highest or of_same
    reachable = {_OtherPlayers(0, 0, 0, 0, 0, 0, 0): 1}
    for made in others:
        after: dict[_OtherPlayers, int] = {}
        choices = range(cards + 1) if made is None else (made,)
        for before, sums in reachable.items():
            for tricks in range(cards - before.tricks + 1):
                most, many = _with_player_tricks(before, tricks) if of_tricks else (0, 0)
                for bid in choices if bids_matter else (0,):
                    makers = before.makers + (of_makers and bid == tricks)
                    highest = max(before.highest, bid) if of_highest else 0
                    same = before.same + (of_same and bid == own_bid)
                    now = _OtherPlayers(
                        before.tricks + tricks, 0, makers, most, many, highest, same
                    )
                    after[now] = after.get(now, 0) | (sums << bid if of_bids else sums)
        reachable = after
    by_tricks: dict[int, list[tuple[_OtherPlayers, int]]] = {}
    for figures, sums in reachable.items():
        by_tricks.setdefault(figures.tricks, []).append((figures, sums))
    return by_tricks


def _with_player_tricks(before: _OtherPlayers, tricks: int) -> tuple[int, int]:
    """Returns the most tricks of any player and the number of players with that many, after one
    more player.
    """
    if tricks == before.most:
        return tricks, before.most_count + 1
    return (tricks, 1) if tricks > before.most else (before.most, before.most_count)
