"""The phases of a deal, for every way to find trump and to bid."""

from __future__ import annotations

from itertools import product

import pytest
from support.table_games import rules

from clagdsl.lang.rules import (
    AuctionBids,
    BidInTurn,
    BidRule,
    BidTogether,
    Call,
    CallGroup,
    DrawnTrump,
    FixedBid,
    FixedSuit,
    NamedTrump,
    NoAuction,
    NoBid,
    NoCall,
    NoTrump,
    Number,
    OnTurned,
    TrumpRule,
    TurnedTrump,
)
from clagdsl.table.phases import (
    dealt_first,
    has_rest_phase,
    named_after_bids,
    named_when_turned,
    next_phase,
    phases,
    turned_after_bids,
)

UP = TurnedTrump()
UP_OR_NAMED = TurnedTrump(on=(OnTurned("Fool"), OnTurned("Wizard", "suit")))
UP_OR_NONE = TurnedTrump(on=(OnTurned("Fool"),))
BEFORE = NamedTrump("eldest", "suit")
FROM_THREE = NamedTrump("dealer", "suit", first=3)
AFTER = NamedTrump("highest bidder", "suit")
TRUMPS: tuple[TrumpRule, ...] = (
    NoTrump(),
    FixedSuit("H"),
    DrawnTrump(),
    UP,
    UP_OR_NAMED,
    UP_OR_NONE,
    BEFORE,
    NamedTrump("caller", "order"),
    FROM_THREE,
    AFTER,
)
BIDS: tuple[BidRule, ...] = (
    BidInTurn(),
    BidInTurn("drawn"),
    BidTogether(),
    FixedBid(1),
    NoBid(),
)
CALL = Call("dealer", (CallGroup("any of", ("A",)),))
AUCTION = AuctionBids(Number(1), Number(2), ("C",))


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("bid", BIDS)
@pytest.mark.parametrize("shown", ["before bids", "after bids"])
def test_the_phases_stand_in_the_order_of_the_table(
    trump: TrumpRule, bid: BidRule, shown: str
) -> None:
    bids = not isinstance(bid, FixedBid | NoBid)
    turns = isinstance(trump, TurnedTrump | DrawnTrump)
    late = turns and bids and shown == "after bids"
    turned = ["turn", "name"] if trump is UP_OR_NAMED else ["turn"] if turns else []
    named = ["name"] if isinstance(trump, NamedTrump) else []
    for call, auction in product((NoCall(), CALL), (NoAuction(), AUCTION)):
        chosen = rules(trump=trump, bid=bid, shown=shown, call=call, auction=auction)
        assert turned_after_bids(chosen) is late
        assert named_when_turned(chosen) is (trump is UP_OR_NAMED)
        assert named_after_bids(chosen) is (trump is AFTER or (trump is UP_OR_NAMED and late))
        for picked, cards in product((False, True), (None, 2, 3, 4)):
            rest = trump is FROM_THREE and (cards is None or cards > 3)
            assert has_rest_phase(chosen, cards) is rest
            expected = [
                *(["size"] if picked else []),
                *(["first"] if bid == BidInTurn("drawn") else []),
                "deal",
                *(["call"] if call is CALL else []),
                *(["auction"] if auction is AUCTION else []),
                *([] if trump is AFTER else named),
                *(["rest"] if rest else []),
                *([] if late else turned),
                *(["bid"] if bids else []),
                *(turned if late else []),
                *(named if trump is AFTER else []),
                "play",
                "score",
            ]
            assert list(phases(chosen, picked=picked, cards=cards)) == expected
        assert phases(chosen) == phases(chosen, picked=False, cards=None)
        order = phases(chosen, picked=True)
        followed = dict(zip(order, (*order[1:], None), strict=True))
        assert {phase: next_phase(chosen, phase) for phase in order} == followed


def test_as_many_cards_are_dealt_first_as_there_are() -> None:
    for trump, dealt in (
        (FROM_THREE, [1, 2, 3, 3, 3]),
        (BEFORE, [1, 2, 3, 4, 5]),
        (UP, [1, 2, 3, 4, 5]),
    ):
        chosen = rules(trump=trump)
        assert [dealt_first(chosen, cards) for cards in range(1, 6)] == dealt
