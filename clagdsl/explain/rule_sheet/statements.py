"""All statements about the play of deals: the ordinary deal, the special deals, calls.

Each statement is worded for every table of the sheet; `for_all_players` merges those that are the
same at all tables. A special deal is described relative to the deal that it is based on, a call
relative to the deal in which it is made.

- `changes` words the aspects in which a deal differs from a reference, in the order of play.
- `exceptions` words the differences within the deals of one name.
- `reads_alike` compares a clause of a deal with the text on another deal, read at the cards and
  numbers of the first. A deal states only clauses that read differently there. A sheet leaves out
  what cannot happen in the deals of a name, so even the same clause may need other words.

All use the sentences of the ordinary deal, so a rule has the same wording everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from clagdsl.explain.english import capital, spans, uncapital, with_article
from clagdsl.explain.phrases import follow_sentence, sentence
from clagdsl.explain.rule_sheet.card_sentences import (
    card_worth_sentences,
    demand_exceptions,
    follow_duties,
    led_wild_sentence,
    rank_sentence,
    special_sentences,
    tricks_are_nothing,
    trump_rank_sentence,
    trump_ranks,
    trump_worth_sentences,
    trump_worths,
    values_cards,
    wild_duties,
    wild_sentences,
)
from clagdsl.explain.rule_sheet.context import (
    Occasion,
    SheetContext,
    SizedDeal,
    in_deals,
    is_called,
    memoized,
    occasions,
    replaced_by,
    rules_on_occasion,
    sized_deals,
    values_read,
)
from clagdsl.explain.rule_sheet.deal_sentences import (
    auction_bounds,
    auction_sentences,
    bid_range,
    bid_sentences,
    bids_chosen,
    call_sentences,
    card_left,
    changed_bid_sentences,
    changed_limit_sentences,
    conflicting_limits,
    effective_limit,
    lead_sentence,
    may_lack_bid,
    sight_sentences,
    top_card_sentences,
    trick_winner_sentence,
    trump_sentences,
)
from clagdsl.explain.rule_sheet.reachable import reachable_score, same_contract, same_score
from clagdsl.explain.rule_sheet.score_sentences import (
    contract_sentence,
    contracts_matter,
    early_end_sentences,
    payment_terms_sentences,
    same_trick_values,
    score_sentence,
    trick_value_sentence,
    winning_sentences,
)
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.operators import complete_table
from clagdsl.lang.numerals import group, join_words
from clagdsl.lang.references import WORTHS, subexpressions
from clagdsl.lang.rules import (
    ASPECTS,
    OF_ROWS,
    AspectName,
    AuctionBids,
    Call,
    CompletedWhen,
    DrawnTrump,
    FixedBid,
    Game,
    Keeps,
    NoBid,
    NoTrump,
    RotatingTrump,
    TrumpRule,
    TrumpWorth,
    TurnedTrump,
    can_be_one_suit,
    is_suit_order,
)
from clagdsl.table.counted_cards import opens_anything
from clagdsl.table.deal_rules import DealRules, has_equal_cards
from clagdsl.table.phases import named_after_bids, turned_after_bids
from clagdsl.table.table import Table

# --- the differences of a deal from its base, after a call, or at some sizes ------------------


def changed_aspects(rules: DealRules, reference: DealRules) -> frozenset[AspectName]:
    """Returns the aspects in which a deal differs from another."""
    return frozenset(a for a in ASPECTS if getattr(rules, a) != getattr(reference, a))


def changes(
    context: SheetContext,
    rules: DealRules,
    reference: DealRules,
    aspects: Collection[AspectName],
    limits: DealRules | None = None,
) -> Iterator[str]:
    """Yields the sentences on the differences of a deal, in the order in which they matter.

    `limits` is the deal whose text states the limits on bids for the reference, if that is another
    deal: a limit may read differently in its deals.
    """
    aspects = {*aspects, *_called_only_in(context, reference, rules)}
    if "rank" in aspects and _has_own_order(context, rules, reference):
        yield rank_sentence(context, rules.rank, reference.rank.ranks)
    if "wild" in aspects:
        yield from wild_sentences(rules, reference.wild.ranks)
    if "call" in aspects:
        yield from call_sentences(context, rules.call)
    if "auction" in aspects:
        yield from auction_sentences(context, rules)
    yield from _changed_trumps(context, rules, reference, aspects)
    yield from _changed_trump_ranks(context, rules, reference, aspects)
    yield from _changed_bids(context, rules, limits or reference, aspects)
    yield from _changed_play(context, rules, reference, aspects)
    yield from _changed_points(context, rules, reference, aspects)
    if "won_by" in aspects:
        yield sentence("won_by", rules.won_by)
    if "next_dealer" in aspects:
        yield sentence("next_dealer", rules.next_dealer)
    ordinary_tells = _tells_deal_winner(context.rules) and rules.won_by == context.rules.won_by
    is_new = bool({"next_dealer", "call"} & set(aspects)) and "won_by" not in aspects
    if is_new and _tells_deal_winner(rules) and not ordinary_tells:
        yield sentence("won_by", rules.won_by)


def _has_own_order(context: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    """Returns whether the ranks of the pack have another order than in the reference, or if a call
    decides the order there.
    """
    orders = {context.whole.ranks(each.rank.ranks) for each in (rules, reference)}
    return len(orders) > 1 or is_called(context.game, reference, "rank")


def _called_only_in(
    context: SheetContext, reference: DealRules, rules: DealRules
) -> Iterator[AspectName]:
    """Yields the aspects that a call decides in one deal but not in another.

    The first deal has no sentence on them that the other could share.
    """
    for aspect in ASPECTS:
        is_decided = is_called(context.game, reference, aspect)
        if is_decided and not is_called(context.game, rules, aspect):
            yield aspect


def _tells_deal_winner(rules: DealRules) -> bool:
    """Returns whether it matters after a deal who won it."""
    call = rules.call
    return rules.next_dealer == "winner" or (
        isinstance(call, Call) and call.by == "winner of last deal"
    )


def exceptions(context: SheetContext, rules: DealRules, *aspects: AspectName) -> list[str]:
    """Returns the sentences on deals of the name that differ, due to their cards or their number.

    `rules` are those of the other deals.
    """
    sentences: list[str] = []
    covered: list[tuple[frozenset[AspectName], frozenset[SizedDeal]]] = []
    for aspect in ASPECTS:
        if aspect not in aspects:
            continue
        for occasion in occasions(context, rules, aspect):
            # Aspects of one group were covered together if both differ.
            spots = frozenset(occasion.spots)
            if any(aspect in group and spots <= those for group, those in covered):
                continue
            besides = _occasion_sentences(context, rules, aspect, occasion, aspects)
            sentences += [text for text in besides if text not in sentences]
            covered.append((_aspect_group(aspect), spots))
    of_special = "sight" in aspects and rules.name != context.ordinary
    if ("play" in aspects or of_special) and rules.plays_top:
        sentences += _other_piles(context, rules)
    return sentences


_ASPECT_GROUPS: Final[tuple[frozenset[AspectName], ...]] = (
    frozenset(("sight", "shown")),
    frozenset(("bid", *BID_LIMITS)),
    frozenset(("play", "follow")),
)
"""Aspects whose sentences take each other into account."""


def _aspect_group(aspect: AspectName) -> frozenset[AspectName]:
    """Returns an aspect with those that its sentences also cover."""
    return next((group for group in _ASPECT_GROUPS if aspect in group), frozenset((aspect,)))


def _occasion_sentences(
    context: SheetContext,
    rules: DealRules,
    aspect: AspectName,
    occasion: Occasion,
    aspects: Collection[AspectName],
) -> list[str]:
    """Returns the sentences on an occasion, given all other rules of its deals.

    They are split by deals only if the sentences differ.
    """

    def changed_texts(here: DealRules) -> tuple[str, ...]:
        together = _aspect_group(aspect) & set(aspects) & changed_aspects(here, rules) | {aspect}
        unchanged: dict[str, Any] = {
            other_aspect: getattr(rules, other_aspect) for other_aspect in together
        }
        texts = [*changes(context, here, replace(here, **unchanged), together)]
        # there is nothing more to say about bids that are not made
        if isinstance(occasion.value, NoBid) or _is_won_as_usual(occasion, rules):
            texts = [text for text in texts if text in (texts[0], lead_sentence(here))]
        usual = changes(context, rules, rules, together)
        return tuple(_new_texts(context, here, texts, [*usual]))

    occasions_by_text = group(
        (changed_texts(here.rules), here.when)
        for here in rules_on_occasion(context.table, rules, occasion)
    )
    if len(occasions_by_text) == 1:
        occasions_by_text = {texts: [occasion.when] for texts in occasions_by_text}
    return [
        _with_occasion(when, list(texts))
        for texts, places in occasions_by_text.items()
        if texts
        for when in places
    ]


def is_won_otherwise(context: SheetContext, rules: DealRules) -> bool:
    """Returns whether the trumps of some deals of the name make another card win a trick."""
    usual = trick_winner_sentence(context, rules)
    return any(
        trick_winner_sentence(context, here.rules) != usual
        for occasion in occasions(context, rules, "trump")
        if not _is_won_as_usual(occasion, rules)
        for here in rules_on_occasion(context.table, rules, occasion)
    )


def _is_won_as_usual(occasion: Occasion, rules: DealRules) -> bool:
    """Returns whether an occasion has no trumps, and the usual rule covers that."""
    return isinstance(occasion.value, NoTrump) and not is_suit_order(rules.trump)


def _new_texts(
    context: SheetContext, rules: DealRules, texts: list[str], usual: Collection[str]
) -> list[str]:
    """Returns the sentences that differ from the usual ones; limits on bids are kept or dropped
    together.
    """
    limits = bid_sentences(context, rules)[1:]
    usual_texts = {*usual} if {*limits} <= {*usual} else {*usual} - {*limits}
    return [text for text in texts if text not in usual_texts]


def _other_piles(context: SheetContext, rules: DealRules) -> list[str]:
    """Returns the sentences on playing the top card for deals with a different `sight` clause."""
    usual = top_card_sentences(context, rules)
    return [
        _with_occasion(here.when, texts)
        for occasion in occasions(context, rules, "sight")
        for here in rules_on_occasion(context.table, rules, occasion)
        if here.rules.play == rules.play
        if (
            texts := [text for text in top_card_sentences(context, here.rules) if text not in usual]
        )
    ]


def _with_occasion(when: str, texts: list[str]) -> str:
    if len(texts) > 1:
        return f"{when}: {' '.join(texts)}"
    text = texts[0]
    joint = ", " if text.startswith(("If ", "Instead of ", "When ", "Where ")) else " "
    return f"{when}{joint}{uncapital(text)}"


def _changed_trumps(
    context: SheetContext, rules: DealRules, reference: DealRules, aspects: Collection[AspectName]
) -> Iterator[str]:
    if "trump" in aspects:
        called = is_called(context.game, reference, "trump")
        yield from trump_sentences(
            context, rules, isinstance(reference.trump, TurnedTrump) and not called
        )
        if trick_winner_sentence(context, rules) != trick_winner_sentence(context, reference):
            yield trick_winner_sentence(context, rules)
        duties = follow_duties(rules)
        if is_suit_order(rules.trump) and rules.follows and duties == follow_duties(reference):
            yield "Players must still follow suit if they can."
    elif _counts_by_name(rules.trump) and rules.name != reference.name:
        yield from _own_trumps(context, rules.name)
    elif (
        "shown" in aspects
        and isinstance(rules.trump, TurnedTrump | DrawnTrump)
        and bids_chosen(rules)
    ):
        if isinstance(rules.trump, DrawnTrump):
            yield from trump_sentences(context, rules)
        elif not turned_after_bids(rules):
            yield sentence("shown", "before bids")
        elif rules.sight != "after bids":
            yield sentence("shown", "after bids")


def _changed_trump_ranks(
    context: SheetContext, rules: DealRules, reference: DealRules, aspects: Collection[AspectName]
) -> Iterator[str]:
    """Yields the sentence on the highest trumps, if it differs from that of the other deal.

    Without trumps, ranks of the trump suit need no sentence.
    """
    text, ranks = trump_rank_sentence(context, rules), trump_ranks(rules)
    differs = text != trump_rank_sentence(context, reference)
    if not can_be_one_suit(rules.trump):
        differs = ranks != trump_ranks(reference)
    inherits = differs and not is_called(context.game, rules, "trump_rank")
    always = any(entry.kind != "rank" for entry in reference.trump_rank.top)
    needs_text = bool(ranks.top) or always or not isinstance(rules.trump, NoTrump)
    if needs_text and ("trump_rank" in aspects or inherits):
        yield text


def _counts_by_name(trump: TrumpRule) -> bool:
    """Returns whether trumps rotate among the deals of one name."""
    return isinstance(trump, RotatingTrump) and not trump.throughout


def _own_trumps(context: SheetContext, name: str) -> list[str]:
    """Returns the sentence on trumps of a deal that does not continue its base deal's rotation;
    empty for others.
    """
    deals = context.tables[0].deals_of(name)
    first = [SUIT_NAMES[suit] for suit in deals[0].trump or ()] if deals else []
    begin = join_words(first) or "no trumps"
    if not deals:
        return []
    if len(deals) == 1:
        return [f"{capital(begin)} are trumps." if first else "There are no trumps."]
    return [f"Trumps rotate among these deals separately, beginning with {begin}."]


def _changed_bids(
    context: SheetContext, rules: DealRules, reference: DealRules, aspects: Collection[AspectName]
) -> Iterator[str]:
    if {"sight", "shown"} & set(aspects):
        yield from sight_sentences(context, rules)
        if "sight" in aspects and rules.sight == "before bids":
            yield sentence("sight", rules.sight)
    if "bid" in aspects:
        if rules.draws_bidder and not reference.draws_bidder:
            yield "Before the deal, draw for the first bidder."
        elif reference.draws_bidder and not rules.draws_bidder:
            yield "There is no draw for the first bidder."
        yield from changed_bid_sentences(context, rules, reference)
    elif set(BID_LIMITS) & set(aspects) and bids_chosen(rules):
        texts = changed_limit_sentences(context, rules, reference)
        if (
            not texts
            and rules.name != reference.name
            and any(occasions(context, reference, aspect) for aspect in {*BID_LIMITS} & {*aspects})
        ):
            # only the exceptions in the text on the other deal do not hold
            texts = changed_limit_sentences(context, rules, reference, all_limits=True)
        yield from texts


def _changed_play(
    context: SheetContext, rules: DealRules, reference: DealRules, aspects: Collection[AspectName]
) -> Iterator[str]:
    if "lead" in aspects or ("bid" in aspects and lead_sentence(rules) != lead_sentence(reference)):
        yield lead_sentence(rules)
    keeps_wild = bool(rules.wild.ranks) and "wild" not in aspects
    is_free, was_free = opens_anything(rules), opens_anything(reference)
    is_new = is_suit_order(rules.trump) and not rules.plays_top if is_free else was_free
    if "open" in aspects or (is_new and is_free != was_free):
        yield sentence("open", "anything" if is_free else rules.open)
    if "equal" in aspects:
        yield sentence("equal", rules.equal)
    if "play" in aspects and not rules.plays_top:
        yield sentence("play", rules.play)
    elif rules.plays_top:
        texts = top_card_sentences(context, rules)
        # `_other_piles` words this for the deals of one name
        other = rules.name != reference.name and texts != top_card_sentences(context, reference)
        yield from texts if "play" in aspects or other else []
    duties = follow_duties(rules)
    states_follow = "follow" in aspects or reference.plays_top or duties != follow_duties(reference)
    if states_follow and not rules.plays_top:
        yield follow_sentence(duties)
    states_wild = keeps_wild and wild_duties(rules) != wild_duties(reference)
    if states_wild:
        freely = "A wild card that is not led may be named freely."
        yield from wild_duties(rules) or [freely]
    if (states_follow or states_wild) and not rules.plays_top:
        yield from demand_exceptions(rules)
    if keeps_wild and rules.holds_back != reference.holds_back:
        yield led_wild_sentence(rules)


def _is_scored(context: SheetContext, rules: DealRules, worth: AspectName) -> bool:
    """Returns whether a value of tricks or cards ever counts: that of a choice called in the deal
    if it has its own, otherwise any in the deal.
    """
    game, scored = context.game, context.scored_worths()
    own = [choice for choice in rules.calls if worth in replaced_by(game, rules.name, choice)]
    if own:
        return any((rules.name, choice, worth) in scored for choice in own)
    return any(deal == rules.name and worth == aspect for deal, _, aspect in scored)


def _changed_points(
    context: SheetContext,
    rules: DealRules,
    reference: DealRules,
    aspects: Collection[AspectName],
) -> Iterator[str]:
    score = variables(reachable_score(context, rules))
    scored = {worth for worth in WORTHS if _is_scored(context, rules, worth)}
    counted = bool(scored & set(aspects))
    first = "points" in score and "points" not in variables(reachable_score(context, reference))
    tells_trick_worth = counted and "trick_worth" in aspects
    usual = first and not is_called(context.game, rules, "trick_worth")
    if (tells_trick_worth or usual) and not tricks_are_nothing(rules):
        yield trick_value_sentence(context, rules)
    valued = values_cards(rules) and not is_called(context.game, rules, "card_worth")
    if (counted and "card_worth" in aspects) or ((first or tells_trick_worth) and valued):
        yield from card_worth_sentences(rules, reference.card_worth.worths)
    elif (counted and "trump_worth" in aspects) or (
        trump_worths(rules) != trump_worths(reference)
        and not isinstance(rules.trump, NoTrump)
        and "trump_worth" in scored
    ):
        texts = trump_worth_sentences(rules)
        yield from texts or [sentence("trump_worth", TrumpWorth())]
    bids_read = "bid" in aspects and bool({"made", "bid"} & score)
    chosen = bids_chosen(rules) and bids_chosen(reference)
    if "score" in aspects or (bids_read and not chosen):
        yield score_sentence(context, rules)
    fixed = "bid" in aspects and isinstance(rules.bid, FixedBid)
    if ("completed" in aspects or fixed) and contracts_matter(context.game):
        yield contract_sentence(context, rules)


# --- inherited clauses ------------------------------------------------------------------------


_WordingCheck: TypeAlias = Callable[[SheetContext, DealRules, DealRules], bool]
"""A check whether the wording of a clause for the second deal also fits the first one.

An aspect without a check has the same wording for all cards and numbers of deals.
"""


def may_differ(aspect: AspectName) -> bool:
    """Returns whether a clause of the aspect may need different wording in another deal."""
    return _WORDING_CHECKS[aspect] is not None


def reads_alike(
    context: SheetContext,
    rules: DealRules,
    reference: DealRules,
    aspect: AspectName,
    *,
    usually: bool = False,
) -> bool:
    """Returns whether the text on another deal, with its exceptions, also fits this deal.

    With `usually`, only those of its deals count that have no exception of their own.
    """
    spots = sized_deals(context.table, rules.name)
    if not spots or not any(map(context.table.guard_dependencies, (rules.name, reference.name))):
        return _wording_applies(context, rules, reference, aspect)
    pairs = dict.fromkeys(
        zip(
            values_read(context, rules, aspect, spots),
            values_read(context, reference, aspect, spots),
            strict=True,
        )
    )
    return all(
        _wording_applies(
            context,
            replace(rules, **{aspect: own}),
            replace(reference, **{aspect: read}),
            aspect,
        )
        for own, read in pairs
        if not usually or own == getattr(rules, aspect)
    )


_COMPARED_BY_MEANING: Final[frozenset[AspectName]] = frozenset((*BID_LIMITS, "score"))
"""Aspects whose wording checks compare what two values mean in the deals of a name."""


def _wording_applies(
    context: SheetContext, rules: DealRules, reference: DealRules, aspect: AspectName
) -> bool:
    """Returns whether another deal's wording of a clause also fits this deal."""
    if getattr(rules, aspect) != getattr(reference, aspect) and aspect not in _COMPARED_BY_MEANING:
        return False
    played = any(table.deals_of(rules.name) for table in context.tables)
    wording_context = context if played else context.whole
    called = not rules.calls and is_called(context.game, rules, aspect)
    holds = _WORDING_CHECKS[aspect]
    return called or holds is None or holds(wording_context, rules, reference)


def _trump_holds(context: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    card_state = card_left(context, reference)
    return card_state in ("sometimes", card_left(context, rules))


def _auction_holds(context: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    auction = rules.auction
    if not isinstance(auction, AuctionBids):
        return True
    reference_bounds = auction_bounds(context, reference, auction)
    own = auction_bounds(context, rules, auction)
    # a bound worded by the number of cards fits any deal
    return all(
        bound == other or "cards" in variables(bound)
        for bound, other in zip(reference_bounds, own, strict=True)
    )


def _each_bid_holds(context: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    if not bids_chosen(rules):
        return True
    reference_range, own = bid_range(context, reference), bid_range(context, rules)
    most = reference_range.high
    too_many = own.high != most and most.isdecimal() and int(most) > min(context.sizes(rules.name))
    limit = effective_limit(context, reference, reference.each_bid)
    if isinstance(limit, Keeps) and limit.otherwise is not None:
        lacks = may_lack_bid(context, rules, limit)
        if lacks and not may_lack_bid(context, reference, limit):
            return False
    return not too_many and effective_limit(context, rules, limit) == effective_limit(
        context, rules, rules.each_bid
    )


def _last_bid_holds(context: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    if not bids_chosen(rules):
        return True
    limit = effective_limit(context, reference, reference.last_bid)
    if isinstance(limit, Keeps) and limit.otherwise is not None:
        lacks = may_lack_bid(context, rules, limit)
        if lacks and not may_lack_bid(context, reference, limit):
            return False
    reference_conflicts, own = (
        conflicting_limits(context, reference),
        conflicting_limits(context, rules),
    )
    return (
        reference_conflicts.last >= own.last
        and reference_conflicts.each >= own.each
        and effective_limit(context, rules, limit)
        == effective_limit(context, rules, rules.last_bid)
    )


def _completed_holds(context: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    completed = rules.completed
    if not isinstance(completed, CompletedWhen):
        return True
    return same_contract(context, rules, reference, completed.condition)


_WORDING_CHECKS: Final[Mapping[AspectName, _WordingCheck | None]] = complete_table(
    AspectName,
    {
        "rank": None,
        "trump": _trump_holds,
        "shown": None,
        "sight": None,
        "bid": None,
        "last_bid": _last_bid_holds,
        "each_bid": _each_bid_holds,
        "lead": None,
        "follow": None,
        "play": None,
        "wild": None,
        "trick_worth": same_trick_values,
        "score": same_score,
        "completed": _completed_holds,
        "won_by": None,
        "next_dealer": None,
        "call": None,
        "open": None,
        "auction": _auction_holds,
        "equal": None,
        "card_worth": None,
        "trump_rank": None,
        "trump_worth": None,
    },
)


# --- statements by deal -----------------------------------------------------------------------

Statements: TypeAlias = Mapping[str, tuple[str, ...]]
"""All statements of a sheet, by their subject; "" is the ordinary deal."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step of the ordinary deal."""

    title: str
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deviation:
    """A special deal or a choice of a call: its reference deal, and the differences."""

    name: str
    reference: str
    statements: tuple[str, ...]
    title: str
    """The title of its entry in the sheet."""
    caller: str = ""
    """The deal in which it may be called; "" for a deal of the schedule."""


_TURNED_ROUND: Final = {
    "clockwise": "counterclockwise",
    "dealer's left": "dealer's right",
    "dealer's right": "dealer's left",
}


def adapt_direction(text: str, game: Game) -> str:
    """Returns text for a clockwise game in the direction of this game."""
    if game.direction == "clockwise":
        return text
    return re.sub("|".join(_TURNED_ROUND), lambda match: _TURNED_ROUND[match[0]], text)


def for_all_players(
    context: SheetContext, write: Callable[[SheetContext], Iterable[str]]
) -> tuple[str, ...]:
    """Returns the statements; those that depend on the number of players are preceded by that
    number.
    """

    def texts_at(table: Table) -> tuple[str, ...]:
        return tuple(
            adapt_direction(text, context.game) for text in write(context.for_table(table))
        )

    groups = group((texts_at(table), table.players) for table in context.tables)
    if len(groups) == 1:
        return next(iter(groups))
    first, *others = groups
    common = tuple(text for text in first if all(text in other for other in others))
    sentences = list(common)
    for texts, players in groups.items():
        own = [text for text in texts if text not in common]
        if own:
            who = f"With {spans(players, 'or')} players"
            when = len(own) == 1 and own[0].startswith(("If ", "Instead of ", "The ", "There "))
            sentences.append(f"{who}, {uncapital(own[0])}" if when else f"{who}: {' '.join(own)}")
    return tuple(sentences)


# --- the ordinary deal ------------------------------------------------------------------------


def steps(context: SheetContext) -> list[Instruction]:
    """Returns the steps of the ordinary deal, from the cards to the next deal."""
    parts: list[tuple[str, Callable[[SheetContext], Iterable[str]]]] = [
        ("Cards", _cards),
        ("Call", _call),
        ("Auction", _auction),
        ("Trumps", _trumps),
        ("Bids", _bids),
        ("Play", _play),
        ("Next deal", _next_deal),
    ]
    if turned_after_bids(context.rules) or named_after_bids(context.rules):
        parts[3], parts[4] = parts[4], parts[3]
    instructions = [Instruction(title, for_all_players(context, write)) for title, write in parts]
    return [step for step in instructions if step.statements]


def score_statements(context: SheetContext) -> tuple[str, ...]:
    """Returns the sentences on the scoring of the ordinary deal."""

    def write(table_context: SheetContext) -> Iterator[str]:
        if is_called(table_context.game, table_context.rules, "score"):
            yield "The call decides the scoring."
            return
        if "points" in variables(reachable_score(table_context, table_context.rules)):
            if not (
                is_called(table_context.game, table_context.rules, "trick_worth")
                or tricks_are_nothing(table_context.rules)
            ):
                yield trick_value_sentence(table_context, table_context.rules)
            if values_cards(table_context.rules) and not is_called(
                table_context.game, table_context.rules, "card_worth"
            ):
                yield from card_worth_sentences(table_context.rules)
        yield score_sentence(table_context, table_context.rules)
        if contracts_matter(table_context.game):
            yield from exceptions(table_context, table_context.rules, "completed")

    return for_all_players(context, write)


def _cards(context: SheetContext) -> Iterator[str]:
    rules = context.rules
    # if the ordinary deal is not played, only deals that are derived from it are
    rows = context.table.deals_of(rules.name) or context.table.schedule
    picked = group(
        (f"from {row.low} to {row.high}", row.number) for row in rows if row.cards is None
    )
    fixed = any(row.cards for row in rows)
    who = "If the deals above leave it to the dealer, the dealer" if fixed else "The dealer"
    ranges = list(picked)
    if len(picked) > 1:
        ranges = [f"{range_text} {in_deals(numbers)}" for range_text, numbers in picked.items()]
    if ranges:
        yield f"{who} decides how many cards each player is dealt, {join_words(ranges)}."
    draws = {
        context.table.rules_with(rules.name, (), row.number, cards).draws_bidder
        for row in rows
        for cards in row.sizes
    }
    if True in draws:
        which = "each deal" if len(draws) == 1 else "a deal whose first bidder is drawn"
        yield f"Before {which}, draw for the first bidder."
    yield (
        "The dealer shuffles, the player on the dealer's right cuts, and the dealer deals the"
        " cards one at a time, face down and clockwise, starting with eldest, the player on the"
        " dealer's left."
    )
    yield from sight_sentences(context, rules)
    yield from exceptions(context, rules, "rank", "shown", "sight")


def _call(context: SheetContext) -> Iterator[str]:
    call = context.rules.call
    if isinstance(call, Call):
        yield from call_sentences(context, call)
    yield from exceptions(context, context.rules, "call")


def _auction(context: SheetContext) -> Iterator[str]:
    if isinstance(context.rules.auction, AuctionBids):
        yield from auction_sentences(context, context.rules)
    yield from exceptions(context, context.rules, "auction")


def _trumps(context: SheetContext) -> Iterator[str]:
    rules = context.rules
    if is_called(context.game, rules, "trump"):
        yield "The call decides what is trump. Cards left over are not used."
        yield from _top_trumps(context)
        return
    yield from trump_sentences(context, rules)
    if _counts_by_name(rules.trump) and any(
        _counts_by_name(context.rules_of(name).trump)
        for name in context.scheduled()
        if name != rules.name
    ):
        yield f"Only {rules.name} deals are counted for this."
    yield from _top_trumps(context)
    yield from exceptions(context, rules, "trump", "trump_rank")
    left = _left_over(context) - {0}
    turned = isinstance(rules.trump, TurnedTrump)
    if left == {1}:
        rest = "The other card is" if turned else "The card left over is"
    elif any(0 in _left_over(context.for_table(table)) for table in context.whole.tables):
        rest = "Any other cards are" if turned else "Any cards left over are"
    else:
        rest = "The other cards are" if turned else "The cards left over are"
    if left:
        yield f"{rest} put aside, face down, and not used."


def _top_trumps(context: SheetContext) -> Iterator[str]:
    if trump_ranks(context.rules).top and not is_called(context.game, context.rules, "trump_rank"):
        yield trump_rank_sentence(context, context.rules)


def _left_over(context: SheetContext) -> set[int]:
    """Returns the numbers of cards left over after dealing; the size of the whole pack if there are
    no deals.
    """
    table, rules = context.table, context.rules
    cards, turned = len(table.deck.cards), 1 if isinstance(rules.trump, TurnedTrump) else 0
    sizes = {size for row in table.deals_of(rules.name) for size in row.sizes}
    return {max(0, cards - turned - rules.players * size) for size in sizes} or {cards}


def _bids(context: SheetContext) -> Iterator[str]:
    yield from bid_sentences(context, context.rules)
    yield from exceptions(context, context.rules, "bid", *BID_LIMITS)


def _play(context: SheetContext) -> Iterator[str]:
    rules = context.rules
    yield lead_sentence(rules)
    if not opens_anything(rules):
        yield sentence("open", rules.open)
    if rules.plays_top:
        yield from top_card_sentences(context, rules)
    else:
        yield follow_sentence(follow_duties(rules))
        yield from demand_exceptions(rules)
    called = is_called(context.game, rules, "trump")
    winner = trick_winner_sentence(context, rules, called)
    if not called and is_won_otherwise(context, rules):
        winner = f"Except in deals for which Trumps says otherwise, {uncapital(winner)}"
    yield winner
    yield from special_sentences(rules)
    if any(has_equal_cards(rules, table.deck) for table in context.tables):
        yield sentence("equal", rules.equal)
    yield "The winner of a trick lays it face down and leads to the next."
    if rules.wild.ranks:
        yield from wild_sentences(rules)
    yield from exceptions(context, rules, "lead", "open", "follow", "play", "equal", "wild")


def _next_deal(context: SheetContext) -> Iterator[str]:
    rules = context.rules
    yield sentence("next_dealer", rules.next_dealer)
    yield from exceptions(context, rules, "next_dealer")
    if _tells_deal_winner(rules):
        yield sentence("won_by", rules.won_by)
        yield from exceptions(context, rules, "won_by")


# --- special deals and calls ------------------------------------------------------------------


def special_deals(context: SheetContext) -> Iterator[Deviation]:
    """Yields the deals of the schedule other than the ordinary one, in order of appearance."""
    for name, other in reference_deals(context).items():
        yield Deviation(name, other, _deviation_statements(context, name, other), name)


@memoized
def reference_deals(context: SheetContext) -> Mapping[str, str]:
    """Returns, for each special deal, the reference deal relative to which it is described."""
    references: dict[str, str] = {}
    for name in context.scheduled():
        if name != context.ordinary:
            deal = context.game.deal(name)
            base = deal.base if deal and deal.base in references else None
            references[name] = base or context.ordinary
    return references


def _deviation_statements(context: SheetContext, name: str, other: str) -> tuple[str, ...]:
    def write(table_context: SheetContext) -> Iterator[str]:
        rules, reference = table_context.rules_of(name), table_context.rules_of(other)
        stated = [
            aspect
            for aspect in ASPECTS
            if wording_source(table_context, name, *_stated_with(aspect)).name == name
        ]
        changed = set[AspectName]()
        as_read: dict[str, Any] = {aspect: getattr(rules, aspect) for aspect in ASPECTS}
        for aspect in stated:
            source = wording_source(table_context, other, *_stated_with(aspect))
            if not reads_alike(table_context, rules, source, aspect, usually=True):
                changed.add(aspect)
                as_read[aspect] = getattr(source, aspect)
        limits = wording_source(table_context, other, *_stated_with("each_bid"))
        texts = [*changes(table_context, rules, replace(reference, **as_read), changed, limits)]
        yield from texts
        repeats_limits = "bid" in changed or any("usual limits on bids" in text for text in texts)
        still_true = [] if repeats_limits else exceptions(table_context, limits, *BID_LIMITS)
        for text in exceptions(table_context, rules, *stated):
            if text not in still_true:
                yield text

    return for_all_players(context, write)


def wording_source(context: SheetContext, name: str, *aspects: AspectName) -> DealRules:
    """Returns the deal whose wording of some clauses is used for this deal: an earlier deal if its
    wording of all of them fits.
    """
    references = reference_deals(context.whole)
    chain = []
    words_by_deal: dict[str, str] = context.memoize(
        (wording_source, context.player_counts, aspects), dict
    )
    while name in references and name not in words_by_deal:
        chain.append(name)
        name = references[name]
    words = words_by_deal.get(name, name)
    for deal_name in reversed(chain):
        rules = context.rules_of(deal_name)
        source = context.rules_of(words)
        if not all(reads_alike(context, rules, source, aspect) for aspect in aspects):
            words = deal_name
        words_by_deal[deal_name] = words
    return context.rules_of(words)


def _stated_with(aspect: AspectName) -> tuple[AspectName, ...]:
    """Returns the aspects whose change in a deal makes it state the clause of this aspect again.

    A deal that changes its way of bidding or a limit on bids states all its limits.
    """
    return ("bid", *BID_LIMITS) if aspect in BID_LIMITS else (aspect,)


def choices(context: SheetContext) -> Iterator[Deviation]:
    """Yields the choices of calls in order, once for every deal in which the effect differs."""
    deal_by_choice: dict[tuple[str, tuple[str, ...]], str] = {}
    for name, choice in _offered(context):
        deal_by_choice.setdefault((choice, _called(context, name, choice)), name)
    for (choice, texts), name in deal_by_choice.items():
        alone = sum(other == choice for other, _ in deal_by_choice) == 1
        title = choice if alone else f"{choice}, in {with_article(name)} deal"
        yield Deviation(choice, name, texts, title, name)


def _offered(context: SheetContext) -> Iterator[tuple[str, str]]:
    """Yields the deals in which something may be called, with each choice.

    A choice that the ordinary deal offers as well is repeated only if its effect differs.
    """
    others: dict[tuple[str, object], bool] = {}
    by_number = _reads_deal_number(context.game)
    for name in dict.fromkeys((context.ordinary, *context.scheduled())):
        call = context.rules_of(name).call
        if not isinstance(call, Call):
            continue
        again = name != context.ordinary and call == context.rules.call
        for choices in call.groups:
            for choice in choices.choices:
                if not again:
                    yield name, choice
                    continue
                called = frozenset(filter(may_differ, replaced_by(context.game, name, choice)))
                key = (
                    choice,
                    name if by_number or not called else _call_scene(context, name, called),
                )
                if called and key not in others:
                    others[key] = _calls_other(context, name, choice)
                if called and others[key]:
                    yield name, choice


def _reads_deal_number(game: Game) -> bool:
    """Returns whether any clause depends on the number of the deal or on its schedule row."""
    clause_maps = [deal.aspects.clauses_by_aspect() for deal in game.deals] + [
        twist.clauses_by_aspect() for twist in game.twists
    ]
    every = [
        alternative
        for clauses in clause_maps
        for clause in clauses.values()
        for alternative in clause.alternatives
    ]
    parts = [part for alternative in every for part in subexpressions(alternative.value)]
    parts += [alternative.condition for alternative in every if alternative.condition is not None]
    return any(variables(part) & {"deal", *OF_ROWS} for part in parts)


def _call_scene(context: SheetContext, name: str, called: frozenset[AspectName]) -> int:
    """Returns a number that is equal for deals in which a call with these aspects has the same
    wording.

    It depends on the clauses that the call leaves as they are, and on the sizes of the deals.
    """

    def scene() -> int:
        deal = context.game.deal(name)
        clauses = {} if deal is None else deal.aspects.clauses_by_aspect()
        left = tuple((aspect, clause) for aspect, clause in clauses.items() if aspect not in called)
        sizes = tuple(
            frozenset((row.low, row.high) for row in table.deals_of(name))
            for table in context.whole.tables
        )
        key = (_call_scene, called, left, sizes)
        return context.memoize(key, lambda: len(context.cache))

    return context.memoize((_call_scene, name, called), scene)


def _calls_other(context: SheetContext, name: str, choice: str) -> bool:
    """Returns whether a call has a different meaning in another deal than in the ordinary one."""
    rules = context.rules_of(name, (choice,))
    usual = context.rules_of(context.ordinary, (choice,))
    return not all(
        reads_alike(context, rules, usual, aspect)
        for aspect in replaced_by(context.game, name, choice)
    )


def _called(context: SheetContext, name: str, choice: str) -> tuple[str, ...]:
    aspects = replaced_by(context.game, name, choice)

    def write(table_context: SheetContext) -> Iterator[str]:
        rules = table_context.rules_of(name, (choice,))
        yield from changes(table_context, rules, table_context.rules_of(name), aspects)
        yield from exceptions(table_context, rules, *aspects)

    return for_all_players(context, write)


# --- all statements ---------------------------------------------------------------------------


@memoized
def statements(context: SheetContext) -> Statements:
    """Returns all statements, by the deal or choice that they describe."""
    ordinary = tuple(text for step in steps(context) for text in step.statements)
    usual = rank_sentence(context, context.rules.rank)
    end = (*early_end_sentences(context), *winning_sentences(context))
    settlement = context.game.settlement
    paid = () if settlement is None else payment_terms_sentences(context, settlement)
    by_deal = {"": (usual, *ordinary, *score_statements(context), *end, *paid)}
    for difference in (*special_deals(context), *choices(context)):
        by_deal[difference.name] = difference.statements
    return by_deal
