"""What is different in a deal made from another one, after a call, or at some sizes.

`changes` words the aspects in which a deal differs from a reference, in the order of play.
`exceptions` words what differs within the deals of one name. Both use the sentences of the
ordinary deal, so that a rule reads the same wherever it is told.

The last part is about clauses a deal takes over unchanged. A sheet leaves out what cannot come
about in the deals of a name, so the words for one deal may be wrong of another that has the same
clause: `told_as_well` finds out, and such a deal tells the clause itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from clagdsl.explain.english import capital, uncapital
from clagdsl.explain.phrases import follow_sentence, sentence
from clagdsl.explain.rule_sheet.card_sentences import (
    card_worth_sentences,
    rank_sentence,
    tricks_are_nothing,
    wild_duties,
    wild_sentences,
)
from clagdsl.explain.rule_sheet.context import (
    Occasion,
    RulesTogether,
    SheetContext,
    SizedDeal,
    in_force,
    is_called,
    occasions,
)
from clagdsl.explain.rule_sheet.deal_sentences import (
    at_odds,
    auction_bounds,
    auction_sentences,
    bid_range,
    bid_sentences,
    bids_chosen,
    card_left,
    changed_limit_sentences,
    group_sentences,
    lead_sentence,
    may_lack,
    sight_sentences,
    told_limit,
    top_card_sentences,
    trick_winner_sentence,
    trump_sentences,
)
from clagdsl.explain.rule_sheet.reachable import same_contract, same_score, told_score
from clagdsl.explain.rule_sheet.score_sentences import (
    contract_sentence,
    contracts_matter,
    same_trick_values,
    score_sentence,
    trick_value_sentence,
)
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.operators import table_of_all
from clagdsl.lang.numerals import listed
from clagdsl.lang.rules import (
    ASPECTS,
    AspectName,
    AuctionBids,
    Call,
    CompletedWhen,
    DrawnTrump,
    FixedBid,
    Keeps,
    NoBid,
    NoTrump,
    RotatingTrump,
    TurnedTrump,
)
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.phases import turned_after_bids


def changed_aspects(rules: DealRules, reference: DealRules) -> frozenset[AspectName]:
    """The aspects in which a deal differs from another."""
    return frozenset(a for a in ASPECTS if getattr(rules, a) != getattr(reference, a))


def changes(
    reading: SheetContext,
    rules: DealRules,
    reference: DealRules,
    aspects: Collection[AspectName],
) -> list[str]:
    """What is different in a deal, in the order in which it matters at the table."""
    return [
        *_cards(reading, rules, reference, aspects),
        *(auction_sentences(reading, rules) if "auction" in aspects else ()),
        *_trumps(reading, rules, reference, aspects),
        *_bids(reading, rules, reference, aspects),
        *_play(rules, reference, aspects),
        *_points(reading, rules, reference, aspects),
        *_after(rules, aspects),
    ]


def exceptions(reading: SheetContext, rules: DealRules, *aspects: AspectName) -> list[str]:
    """What is different in some deals of the name, because of their cards or their number.

    `rules` are those of the others.
    """
    told: list[str] = []
    covered: list[tuple[frozenset[AspectName], frozenset[SizedDeal]]] = []
    for aspect in ASPECTS:
        if aspect not in aspects:
            continue
        for occasion in occasions(reading, rules, aspect):
            # what belongs together was told at once where both are different
            spots = frozenset(occasion.spots)
            if any(aspect in group and spots <= those for group, those in covered):
                continue
            besides = _told_besides(reading, rules, aspect, occasion, aspects)
            told += [text for text in besides if text not in told]
            covered.append((_with(aspect), spots))
    if "play" in aspects and rules.plays_top:
        told += _other_piles(reading, rules)
    return told


def unlike(reading: SheetContext, rules: DealRules, reference: DealRules) -> frozenset[AspectName]:
    """The aspects in which a deal has other exceptions than another one."""
    if not reading.table.hangs_on(rules.name):
        return frozenset()
    return frozenset(
        aspect
        for aspect in ASPECTS
        if occasions(reading, rules, aspect) != occasions(reading, reference, aspect)
    )


_TOLD_AT_ONCE: Final[tuple[frozenset[AspectName], ...]] = (
    frozenset(("sight", "shown")),
    frozenset(("bid", *BID_LIMITS)),
    frozenset(("play", "follow")),
)
"""Aspects whose sentences look at each other."""


def _with(aspect: AspectName) -> frozenset[AspectName]:
    """An aspect with those that its sentences tell as well."""
    return next((group for group in _TOLD_AT_ONCE if aspect in group), frozenset((aspect,)))


def _told_besides(
    reading: SheetContext,
    rules: DealRules,
    aspect: AspectName,
    occasion: Occasion,
    aspects: Collection[AspectName],
) -> list[str]:
    """What an occasion changes, in the light of all else that holds in its deals.

    It is told apart for some of them only where what is said is not the same.
    """
    found: dict[tuple[str, ...], list[RulesTogether]] = {}
    for here in in_force(reading.table, rules, occasion):
        together = _with(aspect) & set(aspects) & changed_aspects(here.rules, rules) | {aspect}
        unchanged: dict[str, Any] = {each: getattr(rules, each) for each in together}
        reference = replace(here.rules, **unchanged)
        texts = changes(reading, here.rules, reference, together)
        # of bids that are not made nothing is said
        if isinstance(occasion.value, NoBid) or _is_won_as_usual(occasion, rules):
            texts = texts[:1]
        texts = _unsaid(reading, here.rules, texts, changes(reading, rules, rules, together))
        found.setdefault(tuple(texts), []).append(here)
    if len(found) == 1:
        return [_besides(occasion.when, list(texts)) for texts in found if texts]
    return [
        _besides(here.when, list(texts))
        for texts, places in found.items()
        for here in places
        if texts
    ]


def is_won_otherwise(reading: SheetContext, rules: DealRules) -> bool:
    """Returns whether the trumps of some deals of the name have another card win a trick."""
    usual = trick_winner_sentence(rules)
    return any(
        trick_winner_sentence(here.rules) != usual
        for occasion in occasions(reading, rules, "trump")
        if not _is_won_as_usual(occasion, rules)
        for here in in_force(reading.table, rules, occasion)
    )


def _is_won_as_usual(occasion: Occasion, rules: DealRules) -> bool:
    """Returns whether the occasion has no trumps and the usual rule covers a trick without any."""
    return isinstance(occasion.value, NoTrump) and not _order(rules)


def _unsaid(
    reading: SheetContext, rules: DealRules, told: list[str], usual: Collection[str]
) -> list[str]:
    """What is not said of the usual deals, too; the limits on bids only all together."""
    limits = bid_sentences(reading, rules)[1:]
    said = {*usual} if {*limits} <= {*usual} else {*usual} - {*limits}
    return [text for text in told if text not in said]


def _other_piles(reading: SheetContext, rules: DealRules) -> list[str]:
    """How a hand is played from the top where it is seen in another way than usual."""
    usual = top_card_sentences(rules)
    return [
        _besides(here.when, told)
        for occasion in occasions(reading, rules, "sight")
        for here in in_force(reading.table, rules, occasion)
        if here.rules.play == rules.play
        if (told := [text for text in top_card_sentences(here.rules) if text not in usual])
    ]


def _besides(when: str, told: list[str]) -> str:
    if len(told) > 1:
        return f"{when}: {' '.join(told)}"
    text = told[0]
    joint = ", " if text.startswith(("If ", "When ", "Where ")) else " "
    return f"{when}{joint}{uncapital(text)}"


def _cards(
    reading: SheetContext,
    rules: DealRules,
    reference: DealRules,
    aspects: Collection[AspectName],
) -> Iterator[str]:
    if "rank" in aspects:
        yield rank_sentence(reading, rules.rank, reference.rank.ranks)
    if "wild" in aspects:
        yield from wild_sentences(rules)
    if "call" in aspects:
        yield sentence("call", rules.call)
        if isinstance(rules.call, Call):
            yield from group_sentences(rules.call)


def _trumps(
    reading: SheetContext, rules: DealRules, reference: DealRules, aspects: Collection[AspectName]
) -> Iterator[str]:
    if "trump" in aspects:
        called = is_called(reading.game, reference, "trump")
        yield from trump_sentences(
            reading, rules, isinstance(reference.trump, TurnedTrump) and not called
        )
        if trick_winner_sentence(rules) != trick_winner_sentence(reference):
            yield trick_winner_sentence(rules)
        if _order(rules) and rules.follows:
            yield "Players must still follow suit if they can."
    elif isinstance(rules.trump, RotatingTrump) and rules.name != reference.name:
        yield from _own_trumps(reading, rules.name)
    elif (
        "shown" in aspects
        and isinstance(rules.trump, TurnedTrump | DrawnTrump)
        and bids_chosen(rules)
    ):
        if isinstance(rules.trump, DrawnTrump):
            yield from trump_sentences(reading, rules)
        elif not turned_after_bids(rules):
            yield sentence("shown", "before bids")
        elif rules.sight != "after bids":
            yield sentence("shown", "after bids")


def _own_trumps(reading: SheetContext, name: str) -> list[str]:
    """That a deal made from one whose trumps change does not go on with those of that one."""
    deals = reading.tables[0].deals_of(name)
    first = [SUIT_NAMES[suit] for suit in deals[0].trump or ()] if deals else []
    begin = listed(first) or "no trumps"
    if not deals:
        return []
    if len(deals) == 1:
        return [f"{capital(begin)} are trumps." if first else "There are no trumps."]
    return [f"Trumps are counted anew among these deals, which begin with {begin}."]


def _order(rules: DealRules) -> bool:
    """Whether every suit trumps those after it."""
    nameable = getattr(rules.trump, "what", "")
    return rules.trump.kind == "order" or nameable == "order"


def _bids(
    reading: SheetContext, rules: DealRules, reference: DealRules, aspects: Collection[AspectName]
) -> Iterator[str]:
    if {"sight", "shown"} & set(aspects):
        yield from sight_sentences(rules)
        if "sight" in aspects and rules.sight == "before bids":
            yield sentence("sight", rules.sight)
    if "bid" in aspects:
        yield from bid_sentences(reading, rules)
    elif set(BID_LIMITS) & set(aspects) and bids_chosen(rules):
        yield from changed_limit_sentences(reading, rules, reference)


def _play(rules: DealRules, reference: DealRules, aspects: Collection[AspectName]) -> Iterator[str]:
    if "lead" in aspects:
        yield lead_sentence(rules)
    if "open" in aspects:
        yield sentence("open", rules.open)
    if "equal" in aspects:
        yield sentence("equal", rules.equal)
    if "play" in aspects:
        top = rules.plays_top
        yield from top_card_sentences(rules) if top else [sentence("play", rules.play)]
    if not rules.plays_top and ("follow" in aspects or reference.plays_top):
        yield follow_sentence(rules.follow.duties)
        if rules.wild.ranks and "wild" not in aspects:
            yield from wild_duties(rules) or ["A wild card may be named freely."]


def _points(
    reading: SheetContext,
    rules: DealRules,
    reference: DealRules,
    aspects: Collection[AspectName],
) -> Iterator[str]:
    score = variables(told_score(reading, rules))
    worths = {"trick_worth", "card_worth"} & set(aspects)
    counted = bool(worths) and rules.name in reading.asking_points()
    first = "points" in score and "points" not in variables(told_score(reading, reference))
    told_here = counted and "trick_worth" in aspects
    usual = first and not is_called(reading.game, rules, "trick_worth")
    if (told_here or usual) and not tricks_are_nothing(rules):
        yield trick_value_sentence(reading, rules)
    valued = bool(rules.card_worth.worths) and not is_called(reading.game, rules, "card_worth")
    if (counted and "card_worth" in aspects) or ((first or told_here) and valued):
        yield from card_worth_sentences(rules)
    bids_read = "bid" in aspects and bool({"made", "bid"} & score)
    chosen = bids_chosen(rules) and bids_chosen(reference)
    if "score" in aspects or (bids_read and not chosen):
        yield score_sentence(reading, rules)
    fixed = "bid" in aspects and isinstance(rules.bid, FixedBid)
    if ("completed" in aspects or fixed) and contracts_matter(reading.game):
        yield contract_sentence(reading, rules)


def _after(rules: DealRules, aspects: Collection[AspectName]) -> Iterator[str]:
    if "won_by" in aspects:
        yield sentence("won_by", rules.won_by)
    if "next_dealer" in aspects:
        yield sentence("next_dealer", rules.next_dealer)


# --- clauses taken over --------------------------------------------------------------------


_HoldsToo: TypeAlias = Callable[[SheetContext, DealRules, DealRules], bool]
"""Whether what is told of a clause of the second deal is true of the first one, too."""


def may_differ(aspect: AspectName) -> bool:
    """Whether one clause of that aspect may be told in other words in another deal."""
    return _HOLDS_TOO[aspect] is not _always


def told_as_well(
    reading: SheetContext, rules: DealRules, reference: DealRules, aspect: AspectName
) -> bool:
    """Whether the words in which another deal tells a clause are true of this one, too.

    So they are of a clause that the two do not have in common: this one has its own.
    """
    if getattr(rules, aspect) != getattr(reference, aspect):
        return True
    played = any(table.deals_of(rules.name) for table in reading.tables)
    at = reading if played else reading.whole
    called = not rules.calls and is_called(reading.game, rules, aspect)
    return called or _HOLDS_TOO[aspect](at, rules, reference)


# what is told in the same words whatever the cards and the number of the deal
def _always(_reading: SheetContext, _rules: DealRules, _reference: DealRules) -> bool:
    return True


def _trump(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    told = card_left(reading, reference)
    return told in ("sometimes", card_left(reading, rules))


def _auction(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    auction = rules.auction
    if not isinstance(auction, AuctionBids):
        return True
    told = auction_bounds(reading, reference, auction)
    own = auction_bounds(reading, rules, auction)
    # a bound that is told by the cards is true of any
    return all(
        one == other or "cards" in variables(one) for one, other in zip(told, own, strict=True)
    )


def _each_bid(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    if not bids_chosen(rules):
        return True
    told, own = bid_range(reading, reference), bid_range(reading, rules)
    most = told.high
    too_many = own.high != most and most.isdecimal() and int(most) > min(reading.sizes(rules.name))
    limit = told_limit(reading, reference, reference.each_bid)
    if isinstance(limit, Keeps) and limit.otherwise is not None:
        lacks = may_lack(reading, rules, limit)
        if lacks and not may_lack(reading, reference, limit):
            return False
    return not too_many and told_limit(reading, rules, limit) == told_limit(
        reading, rules, rules.each_bid
    )


def _last_bid(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    if not bids_chosen(rules):
        return True
    limit = told_limit(reading, reference, reference.last_bid)
    told, own = at_odds(reading, reference), at_odds(reading, rules)
    return (
        told.last >= own.last
        and told.each >= own.each
        and told_limit(reading, rules, limit) == told_limit(reading, rules, rules.last_bid)
    )


def _completed(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    completed = rules.completed
    if not isinstance(completed, CompletedWhen):
        return True
    return same_contract(reading, rules, reference, completed.condition)


_HOLDS_TOO: Final[Mapping[AspectName, _HoldsToo]] = table_of_all(
    AspectName,
    {
        "rank": _always,
        "trump": _trump,
        "shown": _always,
        "sight": _always,
        "bid": _always,
        "last_bid": _last_bid,
        "each_bid": _each_bid,
        "lead": _always,
        "follow": _always,
        "play": _always,
        "wild": _always,
        "trick_worth": same_trick_values,
        "score": same_score,
        "completed": _completed,
        "won_by": _always,
        "next_dealer": _always,
        "call": _always,
        "open": _always,
        "auction": _auction,
        "equal": _always,
        "card_worth": _always,
    },
)
