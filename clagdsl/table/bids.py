"""Auctions and bids: the legal ones, and the reasons why others are refused.

A bid is a whole number from 0 to the number of cards. A limit applies its condition after `keeps`.
If no bid meets that condition, the condition after `otherwise` applies instead. The last bid must
meet both limits. If no bid does, first the `otherwise` of the last bid applies, then that of each
bid.
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
from clagdsl.table.bid_masks import (
    BatchCondition,
    Key,
    allowed,
    limit_memory,
    limits_in_force,
    make_bidding,
    past_bid_values,
)
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import Past, PastFigures, limits_read
from clagdsl.table.outcomes import BLIND

# --- the auction before the bids ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuctionState:
    """The state of an auction; players are counted from eldest hand, who is 0.

    - `turn`: the player whose turn it is; None once the auction is over.
    - `leader`: the player who made the `highest` bid. Both are unset (None) before the first bid.
    """

    turn: int | None
    leader: int | None
    highest: AuctionContract | None

    @property
    def thrown_in(self) -> bool:
        """True if all players have passed, so that the deal is not played."""
        return self.turn is None and self.leader is None


def auction_state(players: int, words: Sequence[AuctionWord]) -> AuctionState:
    """Returns the state of an auction after these words; words after its end are ignored."""
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
    """Returns whether a deal has an auction."""
    return isinstance(rules.auction, AuctionBids)


def auctions_in(game: Game) -> bool:
    """Returns whether any deal of a game has an auction, even if only after a call."""
    clauses = [deal.aspects.auction for deal in game.deals]
    clauses += [twist.auction for twist in game.twists if twist.auction is not None]
    return any(isinstance(a.value, AuctionBids) for clause in clauses for a in clause.alternatives)


def auction_numbers(rules: DealRules, *, deal: int, cards: int) -> range:
    """Returns the numbers of tricks that can be bid in the auction of a deal; empty without an
    auction.
    """
    if not isinstance(rules.auction, AuctionBids):
        return range(0)
    names = {**rules.names, "deal": deal, "cards": cards}
    return range(number(rules.auction.low, names), number(rules.auction.high, names) + 1)


def auction_bids(rules: DealRules, *, deal: int, cards: int) -> tuple[AuctionContract, ...]:
    """Returns every bid that is possible in the auction of a deal, lowest first."""
    if isinstance(rules.auction, AuctionBids):
        return _all_auction_bids(auction_numbers(rules, deal=deal, cards=cards), rules.auction)
    return ()


@lru_cache(maxsize=64)
def _all_auction_bids(numbers: range, auction: AuctionBids) -> tuple[AuctionContract, ...]:
    return tuple(AuctionContract(number, trump) for number in numbers for trump in auction.trumps)


def legal_auction_words(
    rules: DealRules, *, deal: int, cards: int, words: Sequence[AuctionWord]
) -> tuple[AuctionWord, ...]:
    """Returns the legal auction actions of the next player: pass (None), then every higher bid."""
    bids = auction_bids(rules, deal=deal, cards=cards)
    stand = auction_state(rules.players, words)
    if stand.turn is None or not bids:
        return ()
    first = 0 if stand.highest is None else bids.index(stand.highest) + 1
    return (None, *bids[first:])


def why_not_bid_in_auction(
    rules: DealRules, *, deal: int, cards: int, words: Sequence[AuctionWord], bid: AuctionContract
) -> Reason | None:
    """Returns why the next player may not make this auction bid, or None if it is legal."""
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
    """Returns the most decisions an auction with `bids` possible bids can take.

    The longest auction makes every bid once, and then all players but one pass.
    """
    return bids + players - 1 if bids else 0


def auction_figures(rules: DealRules, winner: int | None, highest: AuctionContract | None) -> Past:
    """Returns every seat's value of `auction`: the number bid by the winner, 0 for the others.

    The result is empty in a deal without an auction.
    """
    if not has_auction(rules):
        return ()
    numbers = [0] * rules.players
    if winner is not None and highest is not None:
        numbers[winner] = highest.number
    return (PastFigures("auction", tuple(numbers)),)


# --- limits -------------------------------------------------------------------------------


OwnPast: TypeAlias = tuple[tuple[str, int], ...]
"""The values of one player's runs and tallies, by name."""

NameValues: TypeAlias = tuple[tuple[str, Value], ...]
"""The values of the names on which a limit depends, except the bids."""

MOST_TABLED: Final = 20_000
"""The number of sets of legal bids a deal caches before the cache is cleared."""


def legal_bids(
    rules: DealRules, *, deal: int, cards: int, bids: tuple[int, ...], past: OwnPast = ()
) -> tuple[int, ...]:
    """Returns the legal bids of the next player, lowest first; empty if nobody chooses a bid.

    `deal` is the number of the deal in the schedule. `bids` are the bids already made, in turn.
    `past` holds the values of the next player's runs and tallies.
    """
    total, remembered = sum(bids), rules.bid_memory.after_all(bids)
    last = len(bids) == rules.players - 1
    key = (deal, cards, total, last, past, remembered)
    legal = rules.bid_table.get(key)
    if legal is None:
        if len(rules.bid_table) >= MOST_TABLED:
            rules.bid_table.clear()
        legal = rules.bid_table[key] = _legal_bids(
            rules, deal, cards, total, last, past, remembered
        )
    return legal


def _legal_bids(
    rules: DealRules,
    deal: int,
    cards: int,
    total: int,
    last: bool,
    past: OwnPast,
    remembered: Key,
) -> tuple[int, ...]:
    if not isinstance(rules.bid, ChosenBid):
        return ()
    each, last_bid = _bids_meeting(rules, deal, cards, total, last, past, remembered)
    return tuple(sorted(each & last_bid))


def _bids_meeting(
    rules: DealRules,
    deal: int,
    cards: int,
    total: int,
    last: bool,
    past: OwnPast,
    remembered: Key,
) -> tuple[set[int], set[int]]:
    """Returns two sets: the bids that meet the limit on each bid, and those that meet the limit on
    the last.

    The earlier bids add up to `total`; `remembered` is their key in the memory of the rules.
    """
    limit = rules.last_bid if last else Free()
    force = limits_in_force(
        rules.each_bid,
        limit,
        {remembered: 1 << total},
        cards,
        _limit_condition(rules, deal, cards, past),
        rules.bid_memory,
    )
    each, only_last = (
        {bid for bid, mask in enumerate(masks[remembered]) if mask}
        for masks in (force.each, force.last)
    )
    return each, only_last


def _limit_condition(rules: DealRules, deal: int, cards: int, past: OwnPast) -> BatchCondition:
    names = {**rules.names, **dict(past), "deal": deal, "cards": cards}
    columns = rules.bid_memory.columns

    def meets(condition: Expression, rows: list[tuple[int, ...]]) -> list[bool]:
        return [holds(condition, {**names, **dict(zip(columns, row, strict=True))}) for row in rows]

    return meets


def batch_condition(names: Names, columns: tuple[str, ...]) -> BatchCondition:
    """Returns a function that evaluates a condition for many bids at once.

    `columns` are the names whose values are in the rows, `names` gives the values of all others.
    The function raises EvaluationError if a condition has no value.
    """

    def meets(condition: Expression, rows: list[tuple[int, ...]]) -> list[Value]:
        others, listing = constants_and_list_function(condition, columns)
        return listing(rows, *[names[name] for name in others])

    return meets


@dataclass(frozen=True, slots=True)
class LimitConflict:
    """The limits whose `otherwise` applies somewhere only because no bid meets both limits."""

    last: bool
    each: bool


def limit_conflicts(
    rules: DealRules, *, deal: int, cards: int, past: Sequence[OwnPast] = ((),)
) -> LimitConflict:
    """Detects bidding sequences after which each limit can be met alone, but no bid meets both.

    `past` lists all values that the runs and tallies of a player can have.
    """
    each, last = rules.each_bid, rules.last_bid
    if isinstance(each, Free) or isinstance(last, Free):
        return LimitConflict(False, False)
    read = limits_read(rules)
    names = tuple({**rules.names, "deal": deal if "deal" in read else 0, "cards": cards}.items())
    lost, won = _with_auction(rules, deal, cards, past)
    # an auction winner who bids first does not bid last
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
    """Returns the conflicts; takes only the values they depend on, so similar deals share a result.

    `bidders` holds the possible names of any bidder, `last_bidders` those of the last bidder.
    """
    memory = limit_memory(each, last)
    conditions = [batch_condition(dict(names), memory.columns) for names in bidders]
    sums = make_bidding(players, cards, each, last, *conditions).reachable_sums()[-2]
    of_last = [batch_condition(dict(names), memory.columns) for names in last_bidders]
    forces = [(limits_in_force(each, last, sums, cards, meets, memory), meets) for meets in of_last]
    return LimitConflict(
        any(force.last != allowed(last, sums, cards, meets, memory) for force, meets in forces),
        any(force.each != allowed(each, sums, cards, meets, memory) for force, meets in forces),
    )


def _with_auction(
    rules: DealRules, deal: int, cards: int, past: Sequence[OwnPast]
) -> tuple[list[OwnPast], list[OwnPast]]:
    """Returns the possible runs and tallies of a player who lost the auction, and of its winner.

    Without an auction, all are in the first list.
    """
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
    """Returns why the next player may not make this bid, or None if it is legal."""
    legal = legal_bids(rules, deal=deal, cards=cards, bids=bids, past=past)
    if bid in legal:
        return None
    if not isinstance(rules.bid, ChosenBid):
        return problems.illegal_actions.NoBidding(origin=rules.origin("bid")).reason()
    if not 0 <= bid <= cards:
        return problems.illegal_actions.BidOutside(bid, cards, origin=rules.origin("bid")).reason()
    total, remembered = sum(bids), rules.bid_memory.after_all(bids)
    last = len(bids) == rules.players - 1
    names = {**rules.names, **dict(past), "deal": deal, **past_bid_values(bids, bid)}
    if bid not in _bids_meeting(rules, deal, cards, total, last, past, remembered)[1]:
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
    """Returns a refused bid together with the values on which the limit depends."""
    parts = [part for condition in subexpressions(limit) for part in everything_in(condition)]
    read = {part.name: part.shown_name for part in parts if isinstance(part, Reference)}
    return problems.illegal_actions.RefusedBid(
        bid,
        bids if "bids" in read else None,
        cards if "cards" in read else None,
        [
            problems.illegal_actions.NameRead(shown, names[name])
            for name, shown in read.items()
            if name not in ("bid", "bids", "cards")
        ],
    )


# --- bids without having seen one's cards -----------------------------------------------


def may_bid_blind(rules: DealRules) -> bool:
    """Returns whether bidders choose whether to look at their cards before they bid."""
    return rules.sight == "by choice" and isinstance(rules.bid, ChosenBid)


def blind_bids(rules: DealRules, seats: Collection[int]) -> Past:
    """Returns the variable `blind` for every seat; empty in a deal that does not offer the choice.

    `seats` are the players who bid without looking at their cards.
    """
    if not may_bid_blind(rules):
        return ()
    return (PastFigures(BLIND, tuple(seat in seats for seat in range(rules.players))),)


def why_not_blind(
    rules: DealRules, bid: int, *, blind: bool, looked: bool, legal: Callable[[], Sequence[int]]
) -> Reason | None:
    """Returns why a bid must, or must not, be made blind; None if it is legal as made.

    A player who has looked cannot bid blind. `legal` returns the legal bids; the reason names this
    bid or the nearest legal one.
    """
    choice = may_bid_blind(rules)
    if blind == (choice and not looked):
        return None
    origin = rules.origin("sight")
    bid = min(legal(), key=lambda number: abs(number - bid), default=bid)
    if blind:
        return problems.illegal_actions.NotBlind(bid, choice, origin=origin).reason()
    return problems.illegal_actions.LookFirst(bid, origin=origin).reason()
