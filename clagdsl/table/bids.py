"""What may be said in an auction, which bids may be made, and why another may not.

A bid is a whole number from 0 to the number of cards.  Of a limit the condition after `keeps` is
in force, or, where none of these bids meets it, the one after `otherwise`.  The last bid must meet
both limits; where no bid does, first the `otherwise` of the last bid counts, then that of each bid.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.lang.expr.ast import Reference, everything_in
from clagdsl.lang.expr.evaluate import Names, constants_and_list_function, holds, number
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.bid import AuctionContract, AuctionWord
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    AuctionBids,
    BidInTurn,
    ChosenBid,
    Expression,
    Free,
    Game,
    Limit,
    Value,
)
from clagdsl.problems.diagnostic import Reason
from clagdsl.table.bid_masks import BatchCondition, allowed, limits_in_force, make_bidding
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import Past, PastFigures, limits_read
from clagdsl.table.outcomes import BLIND

# --- the auction before the bids ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuctionState:
    """How an auction stands; players are counted from eldest, who is 0.

    `turn` is None where it is over, `leader` who has said the `highest`, None before anybody has.
    """

    turn: int | None
    leader: int | None
    highest: AuctionContract | None

    @property
    def thrown_in(self) -> bool:
        """Whether all have passed, so that nobody plays the deal."""
        return self.turn is None and self.leader is None


def auction_state(players: int, words: Sequence[AuctionWord]) -> AuctionState:
    """How an auction stands after what has been said in it; words behind its end do not count."""
    passed: set[int] = set()
    leader: int | None = None
    highest: AuctionContract | None = None
    turn = 0
    for word in words:
        if word is None:
            passed.add(turn)
        else:
            leader, highest = turn, word
        if len(passed) == players or (leader is not None and len(passed) == players - 1):
            return AuctionState(None, leader, highest)
        turn = _next_bidder(turn, players, passed)
    return AuctionState(turn, leader, highest)


def _next_bidder(turn: int, players: int, passed: set[int]) -> int:
    turn = (turn + 1) % players
    while turn in passed:
        turn = (turn + 1) % players
    return turn


def has_auction(rules: DealRules) -> bool:
    """Returns whether there is an auction in a deal."""
    return isinstance(rules.auction, AuctionBids)


def auctions_in(game: Game) -> bool:
    """Returns whether there is an auction in any deal of a game, if only after a call."""
    clauses = [deal.aspects.auction for deal in game.deals]
    clauses += [twist.auction for twist in game.twists if twist.auction is not None]
    return any(isinstance(a.value, AuctionBids) for clause in clauses for a in clause.alternatives)


def auction_numbers(rules: DealRules, *, deal: int, cards: int) -> range:
    """Returns the numbers of tricks that may be said in the auction of a deal; none without one."""
    if not isinstance(rules.auction, AuctionBids):
        return range(0)
    names = {**rules.names, "deal": deal, "cards": cards}
    return range(number(rules.auction.low, names), number(rules.auction.high, names) + 1)


def auction_bids(rules: DealRules, *, deal: int, cards: int) -> tuple[AuctionContract, ...]:
    """Returns everything that can be said in the auction of a deal but a pass, the lowest first."""
    if isinstance(rules.auction, AuctionBids):
        return _all_auction_bids(auction_numbers(rules, deal=deal, cards=cards), rules.auction)
    return ()


@lru_cache(maxsize=64)
def _all_auction_bids(numbers: range, auction: AuctionBids) -> tuple[AuctionContract, ...]:
    return tuple(AuctionContract(number, trump) for number in numbers for trump in auction.trumps)


def legal_auction_words(
    rules: DealRules, *, deal: int, cards: int, words: Sequence[AuctionWord]
) -> tuple[AuctionWord, ...]:
    """Returns everything that the next player may say: a pass, and what is higher than all before."""
    bids = auction_bids(rules, deal=deal, cards=cards)
    stand = auction_state(rules.players, words)
    if stand.turn is None or not bids:
        return ()
    first = 0 if stand.highest is None else bids.index(stand.highest) + 1
    return (None, *bids[first:])


def why_not_bid_in_auction(
    rules: DealRules, *, deal: int, cards: int, words: Sequence[AuctionWord], bid: AuctionContract
) -> Reason | None:
    """Returns why the next player may not say this in the auction, or None if that may be said."""
    if bid in legal_auction_words(rules, deal=deal, cards=cards, words=words):
        return None
    origin = rules.origin("auction")
    bids = auction_bids(rules, deal=deal, cards=cards)
    highest = auction_state(rules.players, words).highest
    if bid not in bids:
        return problems.illegal_actions.NotInAuction(
            str(bid), str(bids[0]), str(bids[-1]), origin=origin
        ).reason()
    return problems.illegal_actions.NotHigher(str(bid), str(highest), origin=origin).reason()


def max_auction_decisions(players: int, bids: int) -> int:
    """How many decisions an auction with so many bids has at most: each, and all pass but one."""
    return bids + players - 1 if bids else 0


def auction_figures(rules: DealRules, winner: int | None, highest: AuctionContract | None) -> Past:
    """What a limit or a score reads as `auction`, by seat: nothing in a deal without one."""
    if not has_auction(rules):
        return ()
    numbers = [0] * rules.players
    if winner is not None and highest is not None:
        numbers[winner] = highest.number
    return (PastFigures("auction", tuple(numbers)),)


# --- limits -------------------------------------------------------------------------------


OwnPast: TypeAlias = tuple[tuple[str, int], ...]
"""What the runs and tallies of one player have come to, by name."""

NameValues: TypeAlias = tuple[tuple[str, Value], ...]
"""What the names of a limit stand for, but for the bids."""

MOST_TABLED: Final = 20_000
"""So many legal sets of a deal are kept before they are forgotten."""


def legal_bids(
    rules: DealRules, *, deal: int, cards: int, bids: tuple[int, ...], past: OwnPast = ()
) -> tuple[int, ...]:
    """Returns every bid that the next player may make after these, lowest first; none where none is
    made.

    `deal` is the number in the schedule, `bids` the bids already made in turn, `past` what the runs
    and tallies of the next player have come to.
    """
    total = sum(bids)
    last = len(bids) == rules.players - 1
    key = (deal, cards, total, last, past)
    legal = rules.bid_table.get(key)
    if legal is None:
        if len(rules.bid_table) >= MOST_TABLED:
            rules.bid_table.clear()
        legal = rules.bid_table[key] = _legal_bids(rules, deal, cards, total, last, past)
    return legal


def _legal_bids(
    rules: DealRules, deal: int, cards: int, total: int, last: bool, past: OwnPast
) -> tuple[int, ...]:
    if not isinstance(rules.bid, ChosenBid):
        return ()
    each, last_bid = _bids_meeting(rules, deal, cards, total, last, past)
    return tuple(sorted(each & last_bid))


def _bids_meeting(
    rules: DealRules, deal: int, cards: int, total: int, last: bool, past: OwnPast
) -> tuple[set[int], set[int]]:
    """Returns the bids that meet what is in force of the limit on each bid, and of that on the
    last.
    """
    limit = rules.last_bid if last else Free()
    force = limits_in_force(
        rules.each_bid, limit, 1 << total, cards, _limit_condition(rules, deal, cards, past)
    )
    each, only_last = (
        {bid for bid, mask in enumerate(masks) if mask} for masks in (force.each, force.last)
    )
    return each, only_last


def _limit_condition(rules: DealRules, deal: int, cards: int, past: OwnPast) -> BatchCondition:
    names = {**rules.names, **dict(past), "deal": deal, "cards": cards}

    def meets(condition: Expression, rows: list[tuple[int, int]]) -> list[bool]:
        return [holds(condition, {**names, "bid": bid, "bids": bids}) for bid, bids in rows]

    return meets


def batch_condition(names: Names) -> BatchCondition:
    """How conditions are asked of many bids at once, where all other names stand for this.

    Asking raises EvaluationError where a condition has no value.
    """

    def meets(condition: Expression, rows: list[tuple[int, int]]) -> list[Value]:
        others, listing = constants_and_list_function(condition, ("bid", "bids"))
        return listing(rows, *[names[name] for name in others])

    return meets


@dataclass(frozen=True, slots=True)
class LimitConflict:
    """Of which limit the `otherwise` counts somewhere only because no bid meets both limits."""

    last: bool
    each: bool


def limit_conflicts(
    rules: DealRules, *, deal: int, cards: int, past: Sequence[OwnPast] = ((),)
) -> LimitConflict:
    """Returns whether bids can come to where some bids meet each limit, and none meets both.

    `past` is all that the runs and tallies of a player may have come to.
    """
    each, last = rules.each_bid, rules.last_bid
    if isinstance(each, Free) or isinstance(last, Free):
        return LimitConflict(False, False)
    read = limits_read(rules)
    names = tuple({**rules.names, "deal": deal if "deal" in read else 0, "cards": cards}.items())
    lost, won = _with_auction(rules, deal, cards, past)
    # who bids first, having won the auction, does not bid last
    first = isinstance(rules.bid, BidInTurn) and rules.bid.first == "auction winner"
    name_sets = tuple(
        tuple(dict.fromkeys((*names, *(each for each in own if each[0] in read)) for own in some))
        for some in ((*lost, *won), lost if first else (*lost, *won))
    )
    return _limit_conflicts(each, last, rules.players, cards, *name_sets)


@lru_cache(maxsize=1_000)
def _limit_conflicts(
    each: Limit,
    last: Limit,
    players: int,
    cards: int,
    bidders: tuple[NameValues, ...],
    last_bidders: tuple[NameValues, ...],
) -> LimitConflict:
    """Returns the same by what it depends on, since many deals of a schedule have all of it alike.

    `bidders` are the names with which a limit may be asked, `last_bidders` those of the last bid.
    """
    conditions = [batch_condition(dict(names)) for names in bidders]
    sums = make_bidding(players, cards, each, last, *conditions).reachable_sums()[-2]
    of_last = [batch_condition(dict(names)) for names in last_bidders]
    forces = [(limits_in_force(each, last, sums, cards, meets), meets) for meets in of_last]
    return LimitConflict(
        any(force.last != allowed(last, sums, cards, meets) for force, meets in forces),
        any(force.each != allowed(each, sums, cards, meets) for force, meets in forces),
    )


def _with_auction(
    rules: DealRules, deal: int, cards: int, past: Sequence[OwnPast]
) -> tuple[list[OwnPast], list[OwnPast]]:
    """What a player comes with who has not won the auction, if there is one, and who has."""
    if not isinstance(rules.auction, AuctionBids):
        return list(past), []
    numbers = auction_numbers(rules, deal=deal, cards=cards)
    lost = [(*own, ("auction", 0)) for own in past]
    return lost, [(*own, ("auction", number)) for own in past for number in numbers]


def why_not_bid(
    rules: DealRules,
    *,
    deal: int,
    cards: int,
    bids: tuple[int, ...],
    bid: int,
    past: OwnPast = (),
) -> Reason | None:
    """Returns why the next player may not make this bid, or None if it may be made."""
    legal = legal_bids(rules, deal=deal, cards=cards, bids=bids, past=past)
    if bid in legal:
        return None
    if not isinstance(rules.bid, ChosenBid):
        return problems.illegal_actions.NoBidding(origin=rules.origin("bid")).reason()
    if not 0 <= bid <= cards:
        return problems.illegal_actions.BidOutside(bid, cards, origin=rules.origin("bid")).reason()
    total = sum(bids)
    last = len(bids) == rules.players - 1
    names = {**rules.names, **dict(past), "deal": deal}
    if bid not in _bids_meeting(rules, deal, cards, total, last, past)[1]:
        refused = _refused_bid(rules.last_bid, bid, total + bid, cards, names)
        return problems.illegal_actions.LastBidBroken(
            refused, legal, origin=rules.origin("last_bid")
        ).reason()
    refused = _refused_bid(rules.each_bid, bid, total + bid, cards, names)
    return problems.illegal_actions.EachBidBroken(
        refused, legal, origin=rules.origin("each_bid")
    ).reason()


def _refused_bid(
    limit: Limit, bid: int, bids: int, cards: int, names: Names
) -> problems.illegal_actions.RefusedBid:
    """Returns a refused bid with what the limit on it reads, and with nothing else."""
    parts = [part for condition in subexpressions(limit) for part in everything_in(condition)]
    read = dict.fromkeys(part.name for part in parts if isinstance(part, Reference))
    return problems.illegal_actions.RefusedBid(
        bid,
        bids if "bids" in read else None,
        cards if "cards" in read else None,
        [
            problems.illegal_actions.NameRead(name, names[name])
            for name in read
            if name not in ("bid", "bids", "cards")
        ],
    )


# --- bids without having seen the own cards -----------------------------------------------


def may_bid_blind(rules: DealRules) -> bool:
    """Returns whether who is to bid chooses to look at the own cards first, or not to."""
    return rules.sight == "by choice" and isinstance(rules.bid, ChosenBid)


def blind_bids(rules: DealRules, seats: Collection[int]) -> Past:
    """What a score reads as `blind`, by seat; nothing in a deal in which nobody has the choice.

    `seats` are those who have bid without having looked at the own cards.
    """
    if not may_bid_blind(rules):
        return ()
    return (PastFigures(BLIND, tuple(seat in seats for seat in range(rules.players))),)


def why_not_blind(
    rules: DealRules, bid: int, *, blind: bool, looked: bool, legal: Callable[[], Sequence[int]]
) -> Reason | None:
    """Returns why a bid may not be said to be blind, or must be: whoever has looked does not bid
    blind.

    `legal` gives the bids that may be made, of which the reason names this one or the nearest.
    """
    choice = may_bid_blind(rules)
    if blind == (choice and not looked):
        return None
    origin = rules.origin("sight")
    bid = min(legal(), key=lambda number: abs(number - bid), default=bid)
    if blind:
        return problems.illegal_actions.NotBlind(bid, choice, origin=origin).reason()
    return problems.illegal_actions.LookFirst(bid, origin=origin).reason()
