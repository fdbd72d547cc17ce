"""Which kinds of actions a deal does not have at all, whenever they are tried.

Both a match that is played and a score sheet that is kept ask this.
"""

from __future__ import annotations

from clagdsl.engine.actions import (
    Bid,
    DrawBidder,
    Look,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    SayInAuction,
)
from clagdsl.problems.model import Reason
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.seats import (
    why_no_auction,
    why_no_bid,
    why_no_call,
    why_no_draw,
    why_no_look,
    why_no_name,
)


def why_never(rules: DealRules, action: object) -> Reason | None:
    """Why a deal has no place for an action of this kind, None where it has or no rule tells."""
    match action:
        case Bid():
            return why_no_bid(rules)
        case NameTrump() | NameOrder():
            return why_no_name(rules)
        case SayInAuction() | Pass():
            return why_no_auction(rules)
        case Look():
            return why_no_look(rules)
        case DrawBidder():
            return why_no_draw(rules)
        case MakeCall():
            return why_no_call(rules)
        case _:
            return None
