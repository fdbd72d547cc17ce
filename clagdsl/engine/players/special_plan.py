"""How a steady player plays where there are special cards: by a few plain rules, from its view.

It bids what its hand seems to win, takes a trick with as little as it can while it wants one, and
gets rid of what it can while it does not.
"""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.engine.actions import (
    PASSED,
    Action,
    Bid,
    NameOrder,
    NameTrump,
    Pass,
    Play,
    SayInAuction,
    named,
)
from clagdsl.engine.view import View
from clagdsl.lang.cards import Card, Suit, is_special
from clagdsl.lang.rules import AuctionTrump, settled_trumps
from clagdsl.lang.special import way_meant
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.tricks import PlayedCard, strongest


def special_choice(view: View, rules: DealRules) -> Action:
    """What a steady player does; of a size, a call and a top card the first that there is."""
    match view.legal[0]:
        case NameTrump() | NameOrder():
            return max(view.legal, key=lambda action: _weight(view, rules, named(action)))
        case SayInAuction() | Pass():
            return _word(view, rules)
        case Bid():
            bids = [action for action in view.legal if isinstance(action, Bid)]
            wanted = _likely_tricks(view, rules, view.trump or ())
            return min(bids, key=lambda bid: abs(bid.number - wanted))
        case Play():
            plays = [action for action in view.legal if isinstance(action, Play)]
            return _best_play(view, rules, plays)
        case first:
            return first


def _weight(view: View, rules: DealRules, trumps: Trumps) -> int:
    """How well a trump suits the hand; of equal ones the first is named."""
    return sum(
        _weight_of(view, rules, suit) * (len(trumps) - place) for place, suit in enumerate(trumps)
    )


def _weight_of(view: View, rules: DealRules, suit: Suit) -> int:
    return sum(len(rules.ranks) + rules.strength[c.rank] for c in view.hand if c.suit == suit)


def _word(view: View, rules: DealRules) -> Action:
    """The lowest bid in the auction with no more tricks than the hand seems good for, or a pass."""
    for action in view.legal:
        if isinstance(action, SayInAuction):
            trumps = settled_trumps(rules.trump) or ()
            if isinstance(rules.trump, AuctionTrump):
                trumps = () if action.trump is None else (action.trump,)
            if action.number <= _likely_tricks(view, rules, trumps):
                return action
    return PASSED


def _likely_tricks(view: View, rules: DealRules, trumps: Trumps) -> int:
    """The tricks that a hand seems good for: high specials, high trumps, and the highest cards."""
    if not view.hand:
        return view.unseen // view.players
    top = len(rules.ranks) - 1
    tricks = 0
    for card in view.hand:
        if is_special(card):
            tricks += 2 * ("high" in rules.specials[card.rank].powers)
        elif card.suit in trumps:
            tricks += 2 if 2 * rules.strength[card.rank] >= top else 1
        else:
            tricks += rules.strength[card.rank] == top
    return tricks // 2


def _best_play(view: View, rules: DealRules, plays: Sequence[Play]) -> Action:
    """The play for which there is most reason; of equal ones the first."""
    bid = view.bids[view.own_seat]
    wants = bid is None or view.tricks[view.own_seat] < bid
    last = len(view.trick) == view.players - 1

    def worth(play: Play) -> tuple[bool, int]:
        wins = _wins(view, rules, play)
        height = _height(view, rules, play)
        if wants:
            # what wins, the least of it where nobody plays later; else the least of all
            return wins, height if wins and not last else -height
        return not wins, height if not wins else -height

    return max(plays, key=worth)


def _wins(view: View, rules: DealRules, play: Play) -> bool:
    """Whether a play takes the trick as it lies."""
    face = _meant(view, rules, play)
    trick = (*view.trick, PlayedCard(view.own_seat, play.card, face))
    return strongest(rules, view.trump or (), trick) == len(view.trick)


def _meant(view: View, rules: DealRules, play: Play) -> Card:
    if not is_special(play.card):
        return play.face or play.card
    special, leads = rules.specials[play.card.rank], not view.trick
    way = way_meant(special, rules.deck.suits, play.face, leads=leads)
    return play.card if way is None else way.meant


def _height(view: View, rules: DealRules, play: Play) -> int:
    """How much a card is worth keeping: specials first, then trumps, then by rank."""
    many, face = len(rules.ranks), play.face or play.card
    if is_special(play.card):
        return 3 * many if "high" in rules.specials[play.card.rank].powers else -1
    return rules.strength[face.rank] + many * (face.suit in (view.trump or ()))
