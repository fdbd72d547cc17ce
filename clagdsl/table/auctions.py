"""The auction before the bids: what may be said, whose turn it is, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from clagdsl import problems
from clagdsl.lang.expr.evaluate import number
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.bid import AuctionWord, Said
from clagdsl.lang.rules import AuctionBids, Game
from clagdsl.problems.model import Reason
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.past import Past, PastFigures


@dataclass(frozen=True, slots=True)
class AuctionStand:
    """How an auction stands; players are counted from eldest, who is 0.

    `turn` is None where it is over, `leader` who has said the `highest`, None before anybody has.
    """

    turn: int | None
    leader: int | None
    highest: Said | None

    @property
    def thrown_in(self) -> bool:
        """Whether all have passed, so that nobody plays the deal."""
        return self.turn is None and self.leader is None


def auction_stand(players: int, words: Sequence[AuctionWord]) -> AuctionStand:
    """How an auction stands after what has been said in it; words behind its end do not count."""
    passed: set[int] = set()
    leader: int | None = None
    highest: Said | None = None
    turn = 0
    for word in words:
        if word is None:
            passed.add(turn)
        else:
            leader, highest = turn, word
        if len(passed) == players or (leader is not None and len(passed) == players - 1):
            return AuctionStand(None, leader, highest)
        turn = _next(turn, players, passed)
    return AuctionStand(turn, leader, highest)


def _next(turn: int, players: int, passed: set[int]) -> int:
    turn = (turn + 1) % players
    while turn in passed:
        turn = (turn + 1) % players
    return turn


def has_auction(rules: DealRules) -> bool:
    """Whether there is an auction in a deal."""
    return isinstance(rules.auction, AuctionBids)


def auctions_in(game: Game) -> bool:
    """Whether there is an auction in any deal of a game, if only after a call."""
    clauses = [deal.aspects.auction for deal in game.deals]
    clauses += [twist.auction for twist in game.twists if twist.auction is not None]
    return any(isinstance(a.value, AuctionBids) for clause in clauses for a in clause.alternatives)


def auction_numbers(rules: DealRules, *, deal: int, cards: int) -> range:
    """The numbers of tricks that may be said in the auction of a deal; none without one."""
    if not isinstance(rules.auction, AuctionBids):
        return range(0)
    names = {**rules.names, "deal": deal, "cards": cards}
    return range(number(rules.auction.low, names), number(rules.auction.high, names) + 1)


def auction_bids(rules: DealRules, *, deal: int, cards: int) -> tuple[Said, ...]:
    """Everything that can be said in the auction of a deal but a pass, the lowest first."""
    if isinstance(rules.auction, AuctionBids):
        return _all_said(auction_numbers(rules, deal=deal, cards=cards), rules.auction)
    return ()


@lru_cache(maxsize=64)
def _all_said(numbers: range, auction: AuctionBids) -> tuple[Said, ...]:
    return tuple(Said(number, trump) for number in numbers for trump in auction.trumps)


def legal_words(
    rules: DealRules, *, deal: int, cards: int, words: Sequence[AuctionWord]
) -> tuple[AuctionWord, ...]:
    """Everything that the next player may say: a pass, and what is higher than all before."""
    bids = auction_bids(rules, deal=deal, cards=cards)
    stand = auction_stand(rules.players, words)
    if stand.turn is None or not bids:
        return ()
    first = 0 if stand.highest is None else bids.index(stand.highest) + 1
    return (None, *bids[first:])


def why_not_said(
    rules: DealRules, *, deal: int, cards: int, words: Sequence[AuctionWord], said: Said
) -> Reason | None:
    """Why the next player may not say this in the auction, or None if that may be said."""
    if said in legal_words(rules, deal=deal, cards=cards, words=words):
        return None
    origin = rules.origin("auction")
    bids = auction_bids(rules, deal=deal, cards=cards)
    highest = auction_stand(rules.players, words).highest
    if said not in bids:
        return problems.illegal_actions.NotInAuction(
            str(said), str(bids[0]), str(bids[-1]), origin=origin
        ).reason()
    return problems.illegal_actions.NotHigher(str(said), str(highest), origin=origin).reason()


def most_words(players: int, bids: int) -> int:
    """How many decisions an auction with so many bids has at most: each, and all pass but one."""
    return bids + players - 1 if bids else 0


def won_with(rules: DealRules, winner: int | None, highest: Said | None) -> Past:
    """What a limit or a score reads as `auction`, by seat: nothing in a deal without one."""
    if not has_auction(rules):
        return ()
    numbers = [0] * rules.players
    if winner is not None and highest is not None:
        numbers[winner] = highest.number
    return (PastFigures("auction", tuple(numbers)),)
