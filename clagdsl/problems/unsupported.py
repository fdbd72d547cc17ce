"""House rules within the scope of Clag that it cannot express yet, with their messages.

The page on the scope, `docs/border.md`, lists each by name with a text that is rejected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class UnsupportedRule:
    """A rule that the language cannot express yet."""

    name: str
    """The name in the first column of the page."""
    refused: str
    """An example of what users may try; the page shows it."""
    message: str
    """The message for a text like the example."""
    workaround: str
    """The alternative, phrased as the end of the help."""

    @property
    def help(self) -> str:
        """The help: the alternative, and a reference to the full list."""
        return (
            f"{self.workaround}; `clagdsl explain S150` lists what the language cannot express yet"
        )


WHO_DEALS: Final = UnsupportedRule(
    "a score that depends on who deals, leads or bids first",
    "score -10 when dealer, otherwise 10",
    "a score cannot depend on where a player sits",
    "a score can use a player's own bid and tricks, and sums over the table; add the rest on paper",
)
HIDDEN_TRUMP: Final = UnsupportedRule(
    "hidden trump, which nobody knows until a player asks for it",
    "trump hidden",
    "trump is always known before the first card is played",
    "have it `turned`, or `named` by a player, before the bids",
)
LOWEST_LEADS: Final = UnsupportedRule(
    "the player with the lowest total leads or bids first in the next deal",
    "lead lowest total",
    "the lowest total cannot decide who leads or bids first",
    "the player with the lowest total can deal next, `next dealer lowest total`, and "
    "`lead highest bidder` depends on the bids",
)
DEALT_AGAIN: Final = UnsupportedRule(
    "a deal that is thrown in and dealt again, for instance if the bids add up to too few",
    "redeal when bids < 10",
    "a deal cannot be thrown in because of its bids or cards",
    "deal again at the table and write down only the deal that you play, or make the last "
    "bid reach the sum, `last bid keeps bids >= 10`",
)
AFTER_A_SPECIAL_CARD: Final = UnsupportedRule(
    "if a jester is led, the next card decides the suit, unless that card is a wizard",
    "special Jester is low asks next card unless Wizard",
    "what a special card asks for cannot depend on the card that follows it",
    "`asks next card` passes over special cards, so after a jester and a wizard players follow "
    "the next suit; with `asks nothing` nobody has to follow",
)
ORDER_OF_SPECIALS: Final = UnsupportedRule(
    "one joker beats the other, whichever is played first",
    "special Big beats Little",
    "a special card cannot beat another one by its name",
    "of two high cards, the first wins the trick; to give jokers an order, make them trumps: "
    "`special Big is trump`, `special Little is trump`, and `rank of trump Big Little`",
)
POINT_BIDS: Final = UnsupportedRule(
    "bids of points, from 0 to the points of all tricks",
    "bid points in turn",
    "a bid is a number of tricks, not of points",
    "a score can use the points that the tricks are worth, as in `score points - 10 * bid`",
)
WAGER: Final = UnsupportedRule(
    "a wager that each player adds to the bid",
    "wager 0 5 10",
    "a bid cannot have a wager",
    "note wagers on paper, or let blind bids score more, `sight by choice`",
)
PENALTY: Final = UnsupportedRule(
    "a penalty for a revoke or another mistake in play",
    "revoke costs 10",
    "a mistake in play, such as a revoke, cannot cost points",
    "clagdsl refuses a card that may not be played; with your own cards, note penalties on paper",
)

NOT_YET: Final = (
    WHO_DEALS,
    HIDDEN_TRUMP,
    LOWEST_LEADS,
    DEALT_AGAIN,
    AFTER_A_SPECIAL_CARD,
    ORDER_OF_SPECIALS,
    POINT_BIDS,
    WAGER,
    PENALTY,
)
"""All unsupported rules in the order of the page."""
