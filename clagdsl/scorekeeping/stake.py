"""What a bid is worth made and missed, as far as a deal is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from clagdsl import problems
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.rules import FixedBid, NoBid
from clagdsl.problems.safe_text import visible
from clagdsl.scorekeeping.judging import wanted
from clagdsl.scorekeeping.kept_match import KeptDeal, Moment
from clagdsl.table.bid_masks import bits
from clagdsl.table.bids import blind_bids, may_bid_blind
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import own_tricks
from clagdsl.table.past import of_seat
from clagdsl.table.scoring import Taking, possible_points
from clagdsl.table.seats import bids_by_seat, past_in
from clagdsl.table.tabulate import score_or_none


class Stake(NamedTuple):
    """The points of a bid that is made, and the least and the most of one that is missed.

    `made` is None where it is not one number, because it hangs on what the others do or on what the
    tricks are worth; `least` and `most` are None where the bid cannot be missed.
    """

    made: int | None
    least: int | None
    most: int | None


class _Same:
    """Rules that are equal to themselves alone: comparing them would take longer than a score."""

    __slots__ = ("rules",)

    def __init__(self, rules: DealRules) -> None:
        self.rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.rules is other.rules

    def __hash__(self) -> int:
        return id(self.rules)


class _StakeScene(NamedTuple):
    """All that a stake hangs on where neither what others do nor what was before matters."""

    rules: _Same
    deal: int
    cards: int
    bid: int
    looked: bool


MOST_KNOWN: Final = 4_000
"""So many stakes are remembered: a page of a table shows those of every bid, after every tap."""
_KNOWN: Final[dict[_StakeScene, Stake]] = {}
_OF_OTHERS: Final = frozenset({"bids", "makers", "most", "most_count"})


class _Others(NamedTuple):
    """What the other players have come to: each figure is 0 where no score reads it.

    `used` are their tricks, `bids` what they have bid, `makers` how many of them make it, `most`
    the most tricks of any, `many` how many have that many.
    """

    used: int
    bids: int
    makers: int
    most: int
    many: int


def stake_of(moment: Moment, seat: int, bid: int) -> Stake:
    """What a bid of a player is worth in the deal that is kept; raises ArgumentError.

    The others may win what is left, and bid anything where they have not bid yet.
    """
    deal = moment.deal
    rules, cards = deal.rules, deal.cards
    lines = len(moment.roster.names)
    if type(seat) is not int or not 0 <= seat < lines:
        raise problems.arguments.WrongSeat("seat", seat, lines).error()
    if seat not in deal.seats:
        name = visible(moment.roster.names[seat])
        raise problems.arguments.WrongBids(f"{name} does not play in this deal").error()
    seat = deal.seats.index(seat)
    if moment.phase in ("dealer", "size", "call", "auction", "over") or cards is None:
        raise problems.arguments.WrongBids(f"no bid has a stake now: {wanted(moment)}").error()
    if isinstance(rules.bid, NoBid):
        raise problems.arguments.WrongBids(f"no bids are made in `{rules.name}`").error()
    if isinstance(rules.bid, FixedBid) and bid != rules.bid.number:
        raise problems.arguments.WrongBids(
            f"every bid is fixed at `{rules.bid.number}` in `{rules.name}`"
        ).error()
    if type(bid) is not int or not 0 <= bid <= cards:
        raise problems.arguments.WrongBids(f"a bid is a whole number from `0` to `{cards}`").error()
    scene = _StakeScene(_Same(rules), deal.scheduled.number, cards, bid, seat in deal.looked)
    alone = not variables(rules.score) & _OF_OTHERS and not past_in(deal, moment.figures.past)
    found = _KNOWN.get(scene) if alone else None
    if found is None:
        found = _stake(moment, seat, bid, cards)
        if alone:
            while len(_KNOWN) >= MOST_KNOWN:
                _KNOWN.pop(next(iter(_KNOWN)), None)
            _KNOWN[scene] = found
    return found


def _stake(moment: Moment, seat: int, bid: int, cards: int) -> Stake:
    deal = moment.deal
    made: set[int | None] = set()
    missed: set[int] = set()
    for tricks in own_tricks(deal.rules.players, cards):
        for score in _scores(moment, deal, seat, bid, tricks, cards):
            if tricks == bid:
                made.add(score)
            elif score is not None:
                missed.add(score)
    return Stake(
        made.pop() if len(made) == 1 else None,
        min(missed, default=None),
        max(missed, default=None),
    )


def _scores(
    moment: Moment, deal: KeptDeal, seat: int, bid: int, tricks: int, cards: int
) -> Iterator[int | None]:
    """What a bid can score with so many tricks."""
    rules = deal.rules
    read = variables(rules.score)
    points = possible_points(rules, cards)[tricks] if "points" in read else (0,)
    blind = [seat] if may_bid_blind(rules) and seat not in deal.looked else []
    past = of_seat(past_in(deal, moment.figures.past) + blind_bids(rules, blind), seat)
    for others in _others(deal, seat, cards - tricks, read):
        most = max(tricks, others.most)
        many = (tricks == most) + (others.many if others.most == most else 0)
        makers = others.makers + (tricks == bid)
        for worth in points:
            taking = Taking(bid, bid + others.bids, tricks, worth, most, many, makers, past)
            yield score_or_none(rules, deal.scheduled.number, cards, taking)


def _others(deal: KeptDeal, seat: int, left: int, read: frozenset[str]) -> Iterator[_Others]:
    """All that the others can come to who win so many tricks, as far as a score reads it.

    Gone through seat by seat; every way to come to the same tricks is gone on with once, with the
    sums of the bids so far as the bits of a number.
    """
    bids, of_bids, of_makers = bids_by_seat(deal), "bids" in read, "makers" in read
    of_tricks = bool(read & {"most", "most_count"})
    if not (of_bids or of_makers or of_tricks):
        yield _Others(left, 0, 0, 0, 0)
        return
    found = {_Others(0, 0, 0, 0, 0): 1}
    for other in range(deal.rules.players):
        if other == seat:
            continue
        after: dict[_Others, int] = {}
        known = bids[other]
        may = range((deal.cards or 0) + 1) if known is None else (known,)
        for before, sums in found.items():
            for tricks in range(left - before.used + 1):
                most, many = _more(before, tricks) if of_tricks else (0, 0)
                for bid in may if of_bids or of_makers else (0,):
                    makers = before.makers + (of_makers and bid == tricks)
                    now = _Others(before.used + tricks, 0, makers, most, many)
                    after[now] = after.get(now, 0) | (sums << bid if of_bids else sums)
        found = after
    for others, sums in found.items():
        if others.used == left:
            for total in bits(sums):
                yield others._replace(bids=total)


def _more(before: _Others, tricks: int) -> tuple[int, int]:
    """The most tricks of any, and how many have that many, with one player more."""
    if tricks == before.most:
        return tricks, before.many + 1
    return (tricks, 1) if tricks > before.most else (before.most, before.many)
