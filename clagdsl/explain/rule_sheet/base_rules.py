"""How a deal goes, step by step: the sentences about each part of it."""

from __future__ import annotations

from typing import assert_never

from clagdsl.explain.english import capital, counted, listed, rank_plural, rank_single, sentence
from clagdsl.explain.rule_sheet.context import Reading
from clagdsl.explain.rule_sheet.formulas import limit
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.rules import (
    BidInTurn,
    Call,
    Comparison,
    FixedBid,
    FixedOrder,
    Free,
    Keeps,
    Limit,
    NamedTrump,
    NoBid,
    NoTrump,
    TurnedTrump,
)
from clagdsl.table.deal_rules import DealRules


def in_turn(rules: DealRules) -> bool:
    """Whether players bid one after the other."""
    return isinstance(rules.bid, BidInTurn)


def turned_after_bids(rules: DealRules) -> bool:
    """Whether the trump card is turned up only after the bids."""
    return isinstance(rules.trump, TurnedTrump) and rules.shown == "after bids" and in_turn(rules)


# --- cards --------------------------------------------------------------------------------


def rank_sentence(ranks: tuple[str, ...], usual: tuple[str, ...]) -> str:
    """How the cards of a suit rank, told by what is usual where that is shorter."""
    order = " ".join(ranks)
    if ranks == tuple(reversed(usual)):
        high, low = capital(rank_plural(ranks[0])), rank_plural(ranks[-1])
        return f"The ranks are turned round. {high} are highest and {low} lowest: {order}."
    if ranks == (*usual[1:], usual[0]):
        return f"{capital(rank_plural(usual[0]))} are low. From high to low the cards rank {order}."
    return f"From high to low the cards of a suit rank {order}."


def wild_sentences(rules: DealRules) -> list[str]:
    """What wild cards do."""
    wild = rules.wild
    if not wild.ranks:
        return ["No card is wild."]
    plural = listed([rank_plural(rank) for rank in wild.ranks])
    single = listed([rank_single(rank) for rank in wild.ranks], "or")
    it = "it" if len(wild.ranks) == 1 else "the card"
    other = "cards that are not wild" if not wild.in_suit else "cards"
    parts = [
        f"{capital(plural)} are wild. When you play {single}, name the card of the pack that it"
        " stands for, whatever has become of the real one."
        f" {capital(it)} counts as a copy of that card and beats the card itself.",
        "Wild cards in the same trick must stand for different cards.",
    ]
    if rules.follows:
        parts.append(
            "A wild card may be played at any time, but if you hold another card of the suit led,"
            " you must name it in that suit."
        )
        parts.append(
            f"In the hand, {single} counts as a card of its printed suit when you must follow."
            if wild.in_suit
            else f"When you must follow suit, only {other} count: {single} in the hand is of no"
            " suit."
        )
    parts.append("A wild card that is led may be named freely; the suit named is the suit led.")
    return parts


# --- trumps -------------------------------------------------------------------------------


def trump_sentences(rules: DealRules, turned_before: bool = False) -> list[str]:
    """Where trumps come from; `turned_before` tells that a card would be turned otherwise."""
    instead = "No card is turned up: " if turned_before else ""
    # A caller has looked at the cards already.
    looks = "" if isinstance(rules.call, Call) else "looks at their cards and "
    before = " before the bids" if in_turn(rules) else ""
    match rules.trump:
        case NoTrump():
            none = "There are no trumps"
            return [f"{none}, and no card is turned up." if turned_before else f"{none}."]
        case TurnedTrump():
            when = "When everybody has bid, the" if turned_after_bids(rules) else "The"
            return [f"{when} next card of the pack is turned face up. Its suit is trumps."]
        case NamedTrump(by=by, what="suit"):
            return [sentence(f"{instead}the {by} {looks}names the trump suit{before}")]
        case NamedTrump(by=by):
            return [
                sentence(f"{instead}the {by} {looks}names an order of all four suits{before}"),
                "Each suit trumps all those named after it.",
            ]
        case FixedOrder(suits=suits):
            names = listed([SUIT_NAMES[suit] for suit in suits])
            order = f"the suits rank {names}, and each trumps those after it"
            return [sentence(f"{instead}{order}")]
        case _:
            assert_never(rules.trump)


def trick_winner_sentence(rules: DealRules, open_trump: bool = False) -> str:
    """Which card wins a trick; with `open_trump` that hangs on what is called."""
    match rules.trump:
        case NoTrump() if not open_trump:
            return "The highest card of the suit led wins the trick."
        case NamedTrump(what="order") | FixedOrder():
            return "A trick is won by the highest card of the highest suit in it, whatever was led."
        case _:
            return (
                "The highest trump wins the trick; if no trump is in it, the highest card of the"
                " suit led."
            )


# --- bids ---------------------------------------------------------------------------------


def bid_sentences(reading: Reading, rules: DealRules) -> list[str]:
    """How the bids are made, with the limits on them."""
    match rules.bid:
        case FixedBid(number=number):
            return [f"Nobody chooses a bid: everybody is taken to have bid {number}."]
        case NoBid():
            return ["Nobody bids."]
        case BidInTurn():
            return [
                "Starting with eldest and going round clockwise once, everybody says how many"
                " tricks they will win: any number from none to the number of cards in a hand.",
                *limit_sentences(reading, rules),
            ]
        case _:
            assert_never(rules.bid)


def limit_sentences(reading: Reading, rules: DealRules) -> list[str]:
    """What a bid may not be."""
    each, last = rules.each_bid, rules.last_bid
    if isinstance(each, Free) and isinstance(last, Free):
        return ["The bids may add up to anything, even to the number of cards."]
    parts = []
    if isinstance(each, Keeps):
        parts += _keeps(reading, each, "A player", "A player")
    if isinstance(last, Keeps):
        parts += _keeps(reading, last, "The dealer, who bids last,", "A dealer")
        if _somebody_fails(reading, last):
            parts[-1] = f"{parts[-1][:-1]}, so somebody is bound to fail."
    return parts


def _keeps(reading: Reading, keeps: Keeps, who: str, else_who: str) -> list[str]:
    first = reading.fold(keeps.condition)
    parts = [f"{who} {limit(first)}."]
    if keeps.otherwise is not None:
        parts.append(f"{else_who} who has no such bid {limit(reading.fold(keeps.otherwise))}.")
    return parts


def _somebody_fails(reading: Reading, limits: Limit) -> bool:
    """Whether the bids never come to the number of cards."""
    if not isinstance(limits, Keeps):
        return False
    told = [c for c in (limits.condition, limits.otherwise) if c is not None]
    return all(
        isinstance(c, Comparison)
        and c.operator in ("!=", "<", ">")
        and (getattr(c.left, "name", ""), getattr(c.right, "name", "")) == ("bids", "cards")
        for c in (reading.fold(condition) for condition in told)
    )


# --- play ---------------------------------------------------------------------------------


def follow_sentence(rules: DealRules) -> str:
    """What may be played to a trick."""
    if "suit" in rules.follow.duties:
        return (
            "The others play in turn, clockwise, and must follow suit if they can;"
            " whoever cannot may play any card."
        )
    return "The others play in turn, clockwise, any card they like: nobody has to follow suit."


def top_card_sentences(rules: DealRules) -> list[str]:
    """How a hand is played unseen."""
    pile = (
        "The cards stay in a face-down pile and are played from the top, in the order dealt"
        if rules.sight == "never"
        else "Everybody shuffles their hand, lays it face down and plays it from the top"
    )
    return [f"{pile}: nobody chooses, and nobody has to follow suit."]


def lead_sentence(rules: DealRules) -> str:
    """Who leads first."""
    who = "Eldest" if rules.lead == "eldest" else f"The {rules.lead}"
    what = "" if rules.play == "top card" else ", with any card"
    return f"{who} leads to the first trick{what}."


def sight_sentences(rules: DealRules) -> list[str]:
    """When the players look at their cards, where that is not at once."""
    turned = isinstance(rules.trump, TurnedTrump)
    if rules.sight == "never":
        if not in_turn(rules):
            return ["Nobody looks at their cards."]
        known = ", knowing only the trump card" if turned and rules.shown == "before bids" else ""
        return [
            f"Nobody ever looks at their cards: everybody bids without having seen them{known}."
        ]
    if rules.sight == "after bids" and in_turn(rules):
        if turned_after_bids(rules):
            return [
                "Everybody bids before knowing anything: only when all have bid are the hands"
                " looked at and the trump card turned up. It comes to the same as bidding before"
                " the deal."
            ]
        known = ", knowing only the trump card" if turned else ""
        return [f"Everybody bids before looking at their cards{known}."]
    return []


# --- the dealer, the call -----------------------------------------------------------------


def next_deal_sentences(rules: DealRules) -> list[str]:
    """Who deals next."""
    if rules.next_dealer == "left":
        return ["The turn to deal passes to the left."]
    return ["Whoever wins a deal deals the next one."]


def deal_won_sentence(rules: DealRules) -> str:
    """What winning a deal means."""
    if rules.won_by == "any points":
        return (
            "A deal is won by a player who scores in it: if several score more than 0, by the first"
            " of them clockwise from the dealer's left, the dealer coming last; if nobody does, by"
            " the highest score in the same way."
        )
    return (
        "A deal is won by the highest score in it; among equals by the first clockwise from the"
        " dealer's left, the dealer coming last."
    )


def caller_sentence(call: Call) -> str:
    """Who calls, and when."""
    if call.by == "dealer":
        return "The dealer looks at their cards and then calls how this deal is played."
    return (
        "The winner of the last deal, in the first deal the dealer, is the caller: they look at"
        " their cards and then call how this deal is played."
    )


def group_sentences(call: Call) -> list[str]:
    """What is to be chosen from."""
    parts = []
    for group in call.groups:
        names = list(group.choices)
        if group.kind == "one of":
            parts.append(f"One of {listed(names, 'or')} must be called.")
        elif len(names) == 1:
            parts.append(f"{names[0]} may be called.")
        elif group.kind == "any of":
            parts.append(f"Any of {listed(names)} may be called, several or none.")
        else:
            parts.append(f"At most one of {listed(names, 'and')} may be called.")
    if not any(group.kind == "one of" for group in call.groups):
        parts.append("Nothing need be called.")
    return parts


def cards_dealt(low: int, high: int) -> str:
    """`5 cards`, `3 to 7 cards`."""
    return counted(low, "card") if low == high else f"{low} to {high} cards"
