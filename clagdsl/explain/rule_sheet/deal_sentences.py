"""Sentences about the steps of a deal: trumps, auction, bids and limits, sight, play, calls.

Input: a `SheetContext` with the `DealRules` of one deal. Output: whole sentences. A function does
not know whether its deal is the ordinary one: `statements` uses it for that one, and for the
aspects that another deal changes. The sentence of a named policy is declared with the policy
(`lang.policies`); only sentences that depend on other aspects of the deal are written here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.explain.english import capital, uncapital
from clagdsl.explain.english import sentence as closed
from clagdsl.explain.phrases import sentence
from clagdsl.explain.rule_sheet.card_sentences import announcement_sentences, turned_cases
from clagdsl.explain.rule_sheet.context import SheetContext, SizedDeal, rules_by_size, sized_deals
from clagdsl.explain.rule_sheet.formulas import (
    DealWording,
    circumstances,
    formula,
    limit,
    limit_when,
    past_condition,
    shape,
)
from clagdsl.explain.rule_sheet.points_table import misses_fail
from clagdsl.explain.rule_sheet.reachable import reachable_limit
from clagdsl.lang.cards import SUIT_NAMES, Suit
from clagdsl.lang.expr.evaluate import EvaluationError, holds
from clagdsl.lang.expr.free_variables import written_names
from clagdsl.lang.expr.simplify import Substitution, simplify
from clagdsl.lang.limits import EXAMPLE_PASTS_STEPS
from clagdsl.lang.numerals import join_words
from clagdsl.lang.policies.play import is_suit_led
from clagdsl.lang.policies.trump import NothingLeft
from clagdsl.lang.rules import (
    AuctionBids,
    AuctionTrump,
    BidInTurn,
    BidTogether,
    Call,
    CallRule,
    ChosenBid,
    Comparison,
    DrawnTrump,
    Expression,
    FixedOrder,
    FixedSuit,
    Free,
    Keeps,
    Limit,
    Logic,
    NamedTrump,
    NoTrump,
    Number,
    RotatingTrump,
    Truth,
    TurnedTrump,
    Variable,
)
from clagdsl.table.bids import LimitConflict, OwnPast, limit_conflicts
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.choices import trump_names
from clagdsl.table.counted_cards import counted_cards, opens_anything
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import read_by_bids
from clagdsl.table.phases import turned_after_bids
from clagdsl.table.possible_pasts import PastValues, pasts_by_deal
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

_BID, _AUCTION = Variable("bid"), Variable("auction")
_OF_THE_AUCTION: Final[Mapping[Expression, str]] = {
    Comparison(">=", _BID, _AUCTION): "at least the number that won it",
    Logic(
        "or", (Comparison("=", _AUCTION, Number(0)), Comparison("=", _BID, _AUCTION))
    ): "the number that won it",
}
"""The limits on the winner of the auction, and what they require."""

_MOST_PASTS: Final = 1_000
"""The most values of runs and tallies to try for conflicts between limits."""


def bids_chosen(rules: DealRules) -> bool:
    """Returns whether the players choose their bids."""
    return isinstance(rules.bid, ChosenBid)


# --- trumps -----------------------------------------------------------------------------------


def trump_sentences(
    context: SheetContext, rules: DealRules, turned_before: bool = False
) -> list[str]:
    """Returns the sentences on trumps.

    `turned_before` is True if a card would be turned up in the deal that this one is compared with.
    """
    instead = "No card is turned up: " if turned_before else ""
    # A caller has already looked at their cards; who sees only those of others never does.
    looked = isinstance(rules.call, Call) or rules.shows_hands
    looks = "" if looked else "looks at their cards and "
    before = " before the bids" if bids_chosen(rules) else ""
    if isinstance(rules.trump, NamedTrump) and rules.trump.first is not None:
        looks = f"looks at their {rules.trump.first_cards} and "
        before = "; any further cards are dealt only then"
    filled: dict[str, str] = {}
    after: list[str] = []
    match rules.trump:
        case NoTrump():
            usual = sentence("trump", rules.trump)
            none = "No suit is trump." if has_constant_trumps(rules) else usual
            return [f"{none[:-1]}, and no card is turned up." if turned_before else none]
        case TurnedTrump():
            return [_turned_sentence(context, rules, rules.trump)]
        case DrawnTrump():
            late = turned_after_bids(rules)
            filled["when"] = "when everybody has bid, the" if late else "the"
        case NamedTrump():
            filled = {"looks": looks, "before": before}
        case FixedOrder(suits=suits):
            filled["suits"] = join_words([SUIT_NAMES[suit] for suit in suits])
        case FixedSuit(suit=suit):
            filled["suits"] = SUIT_NAMES[suit]
        case RotatingTrump(trumps=trumps, throughout=throughout):
            names = _trump_names(trumps)
            filled = {"suits": join_words(names), "first": names[0]}
            if throughout and _has_other_trumps(context, rules):
                after.append("Deals with a trump of their own are skipped.")
        case AuctionTrump():
            pass
        case _:
            assert_never(rules.trump)
    sentences = [closed(instead + sentence("trump", rules.trump, **filled)), *after]
    if isinstance(rules.trump, NamedTrump) and rules.trump.what == "order":
        sentences.append("Each suit trumps all those named after it.")
    return sentences


def _has_other_trumps(context: SheetContext, rules: DealRules) -> bool:
    """Returns whether some deal of the schedule does not count in the rotation of a deal."""
    owner = context.game.owner_of(rules.name, "trump")
    return any(
        context.game.owner_of(deal.name, "trump") != owner
        or table.rules_with(deal.name, (), deal.number, deal.low).trump != rules.trump
        for table in context.tables
        for deal in table.schedule
    )


def _trump_names(trumps: Sequence[Suit | None]) -> list[str]:
    return ["no trumps" if trump is None else SUIT_NAMES[trump] for trump in trumps]


def _turned_sentence(context: SheetContext, rules: DealRules, trump: TurnedTrump) -> str:
    """Returns the sentence on the card turned up, and on trumps if none is left.

    Cases that cannot happen in the deal are left out.
    """
    left, late = card_left(context, rules), turned_after_bids(rules)
    plain = replace(trump, nothing_left=None)
    if left == "never" and trump.nothing_left is not None:
        # nothing can be turned after the dealer's last card
        only = tuple(replace(case, again=False) for case in trump.on)
        cases = turned_cases(replace(plain, on=only), rules.deck.specials)
        return nothing_left_sentence(trump.nothing_left, late=late, cases=cases)
    effective_trump = plain if left == "always" else trump
    the = "When everybody has bid, the" if late else "The"
    return sentence(
        "trump", effective_trump, the=the, cases=turned_cases(effective_trump, rules.deck.specials)
    )


def auction_sentences(context: SheetContext, rules: DealRules) -> list[str]:
    """Returns the sentence on the auction, or on its absence."""
    auction = rules.auction
    if not isinstance(auction, AuctionBids):
        return [sentence("auction", auction)]
    low, high = (_auction_bound(e) for e in auction_bounds(context, rules, auction))
    names = _trump_names(auction.trumps)
    trumps = "a suit" if None not in auction.trumps else "a suit or no trumps"
    higher = "a higher number"
    if len(names) > 1:
        order = join_words(names)
        higher += f", or the same number with a later entry of this order: {order}"
    else:
        trumps = names[0]
    return [sentence("auction", auction, low=low, high=high, trumps=trumps, higher=higher)]


def auction_bounds(
    context: SheetContext, rules: DealRules, auction: AuctionBids
) -> tuple[Expression, Expression]:
    """Returns the lowest and highest number of an auction, as constants if all deals agree."""
    low, high = (
        simplify(context.fold(e), _card_bindings(context, rules), tidy=True)
        for e in (auction.low, auction.high)
    )
    return low, high


def _card_bindings(context: SheetContext, rules: DealRules) -> Substitution:
    """Returns the number of cards of the deals of a name, if it is the same for all."""
    sizes = {spot.cards for _, spot in context.sized(rules.name)}
    return {"cards": Number(sizes.pop())} if len(sizes) == 1 else {}


def _auction_bound(bound: Expression) -> str:
    return "the number of cards in a hand" if bound == Variable("cards") else formula(bound)


def trick_winner_sentence(context: SheetContext, rules: DealRules, open_trump: bool = False) -> str:
    """Returns the sentence on the winning card; with `open_trump` a call decides the trumps."""
    match rules.trump:
        case NoTrump() if not open_trump and not has_constant_trumps(rules):
            return "The highest card of the suit led wins the trick."
        case NamedTrump(what="order") | FixedOrder():
            suits = "the highest card of the highest suit in it, whatever was led"
            if has_constant_trumps(rules):
                return f"The highest trump wins the trick; if it has no trump, {suits} wins."
            return f"A trick is won by {suits}."
        case _:
            may_be_none = not has_constant_trumps(rules) and _may_be_none(context, rules)
            none = ", or there are no trumps," if may_be_none else ","
            usual = (
                f"The highest trump wins the trick; if it has no trump{none} the highest card of"
                " the suit led wins."
            )
            if isinstance(rules.trump, TurnedTrump):
                return usual + _winner_under_a_named_order(rules, rules.trump)
            return usual


def _winner_under_a_named_order(rules: DealRules, trump: TurnedTrump) -> str:
    """Returns a sentence on the tricks of deals in which a turned card led to an order of suits.

    It is empty if that cannot happen.
    """
    if not any(
        case.named == "order" and (case.kind != "special" or case.name in rules.deck.specials)
        for case in trump.on
    ):
        return ""
    suits = "the highest card of the highest suit wins, whatever was led"
    if has_constant_trumps(rules):
        return f" If the dealer named an order of all suits and no trump is played, {suits}."
    must_trump = not all(map(is_suit_led, rules.follow.duties))
    freed = ", and nobody has to play a trump" if must_trump else ""
    return f" If the dealer named an order of all suits, {suits}{freed}."


def has_constant_trumps(rules: DealRules) -> bool:
    """Returns whether some card of the pack is a trump even if no suit is."""
    return counted_cards(rules, ()).trump is not None


def _may_be_none(context: SheetContext, rules: DealRules) -> bool:
    """Returns whether there can be no trumps in the deals whose clause on trumps has this value."""
    trump, auction = rules.trump, rules.auction
    if not isinstance(trump, TurnedTrump):
        return "none" in trump_names(trump, auction, rules.deck, 0)

    def is_at(table: Table, row: ScheduledDeal, cards: int) -> bool:
        name = row.name if rules.name in table.by_name else rules.name  # else it is only called
        calls = rules.calls if name == rules.name else ()
        return table.rules_with(name, calls, row.number, cards).trump == trump

    for table in context.whole.tables:
        sizes = [cards for row in table.schedule for cards in row.sizes if is_at(table, row, cards)]
        # the more cards are dealt, the fewer are left to turn
        dealt = table.players * max(sizes, default=0)
        if "none" in trump_names(trump, auction, table.deck, dealt):
            return True
    return False


# --- bids -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BidRange:
    """The bounds of every bid as text, and the rest of the limit."""

    low: str
    high: str
    rest: Limit


def bid_range(context: SheetContext, rules: DealRules) -> BidRange:
    """Returns the bounds that the limit on every bid contains, and the rest of the limit."""
    limits = effective_limit(context, rules, rules.each_bid)
    low, high = "none", "the number of cards in a hand"
    if not isinstance(limits, Keeps) or limits.otherwise is not None:
        return BidRange(low, high, limits)
    smallest = min(context.sizes(rules.name))
    rest = []
    for conjunct in _conjuncts(limits.condition):
        match shape(conjunct):
            case ("bid", ">=", int(number)):
                low = str(number)
            case ("bid", ">", int(number)):
                low = str(number + 1)
            case ("bid", "<=", int(number)) if number <= smallest:
                high = str(number)
            case ("bid", "<", int(number)) if number <= smallest + 1:
                high = str(number - 1)
            case _:
                rest.append(conjunct)
    return BidRange(low, high, _all_of(rest))


def _conjuncts(condition: Expression) -> tuple[Expression, ...]:
    """Returns the operands of a conjunction."""
    if isinstance(condition, Logic) and condition.operator == "and":
        return condition.operands
    return (condition,)


def _all_of(conditions: Sequence[Expression]) -> Limit:
    """Returns the limit that requires all conditions."""
    if not conditions:
        return Free()
    return Keeps(conditions[0] if len(conditions) == 1 else Logic("and", tuple(conditions)))


def bid_sentences(context: SheetContext, rules: DealRules) -> list[str]:
    """Returns the sentences on the way of bidding and its limits."""
    if not bids_chosen(rules):
        return [sentence("bid", rules.bid)]
    between = bid_range(context, rules)
    first_sentence = sentence("bid", rules.bid, low=between.low, high=between.high)
    return [first_sentence, *limit_sentences(context, replace(rules, each_bid=between.rest))]


def changed_limit_sentences(
    context: SheetContext, rules: DealRules, reference: DealRules, *, all_limits: bool = False
) -> list[str]:
    """Returns the sentences on limits that differ from those of another deal, or on all limits.

    If both deals have limits, the first sentence says that they replace the others.
    """
    own, other = bid_range(context, rules), bid_range(context, reference)
    sentences = []
    if all_limits or (own.low, own.high) != (other.low, other.high):
        sentences.append(f"A bid is any number from {own.low} to {own.high}.")
    rest = limit_sentences(context, replace(rules, each_bid=own.rest))
    usual = limit_sentences(context, replace(reference, each_bid=other.rest))
    if all_limits or rest != usual:
        free = [sentence("last_bid", Free())]
        if rest != free and (all_limits or usual != free):
            rest[0] = _replacement(rest[0])
        elif all_limits or isinstance(effective_limit(context, reference, other.rest), Keeps):
            rest[0] = f"The usual limits on bids do not apply: {uncapital(rest[0])}"
        sentences += rest
    return sentences


def changed_bid_sentences(
    context: SheetContext, rules: DealRules, reference: DealRules
) -> list[str]:
    """Returns the sentences on another way of bidding; if it lifts a limit, they say so."""
    first, *limits = bid_sentences(context, rules)
    lifted = bids_chosen(reference) and any(
        isinstance(effective_limit(context, rules, own), Free)
        and isinstance(effective_limit(context, reference, usual), Keeps)
        for own, usual in (
            (rules.each_bid, reference.each_bid),
            (rules.last_bid, reference.last_bid),
        )
    )
    if lifted and limits and sentence("last_bid", Free()) not in limits:
        limits[0] = _replacement(limits[0])
    return [first, *limits]


def _replacement(limit_text: str) -> str:
    return f"Instead of the usual limits on bids, {uncapital(limit_text)}"


def limit_sentences(context: SheetContext, rules: DealRules) -> list[str]:
    """Returns the sentences on limits on bids."""
    general_limit = effective_limit(context, rules, rules.each_bid)
    last_bid_limit = effective_limit(context, rules, rules.last_bid)
    if isinstance(general_limit, Free) and isinstance(last_bid_limit, Free):
        return [sentence("last_bid", last_bid_limit)]
    parts = []
    if isinstance(general_limit, Keeps) and general_limit.otherwise is None:
        all_kept = _conjuncts(general_limit.condition)
        of_all = [kept for kept in all_kept if kept not in _OF_THE_AUCTION]
        if of_all and len(of_all) < len(all_kept):
            parts += [_winner_must_bid(kept) for kept in all_kept if kept not in of_all]
            general_limit = _all_of(of_all)
    if isinstance(general_limit, Keeps):
        run_text = partial(_past_condition, context.wording(rules))
        needed = _needed(context, rules, general_limit)
        for each in _sentence_limits(needed):
            parts += _keeps(each, "A player", "A player", run_text)
        if isinstance(last_bid_limit, Free) and circumstances(general_limit.condition, run_text)[
            0
        ].startswith("if "):
            parts.append(sentence("last_bid", last_bid_limit))
    if isinstance(last_bid_limit, Keeps):
        who, else_who = _last_bidder(context, rules)
        bound = isinstance(general_limit, Keeps)
        odds = (
            conflicting_limits(context, rules)
            if isinstance(general_limit, Keeps)
            else LimitConflict(False, False)
        )
        if not odds.last:
            last_bid_limit = _needed(context, rules, last_bid_limit)
        parts += _keeps(last_bid_limit, who, else_who, bound=bound)
        none = f"{else_who} who has no bid that meets both limits"
        if odds.last and last_bid_limit.otherwise is not None:
            parts[-1] = f"{none} {_last_resort(last_bid_limit.otherwise, bound=bound)}."
            none = f"{else_who} who has none even then"
        if _never_even(last_bid_limit) and misses_fail(context, rules):
            parts[-1] = f"{parts[-1][:-1]}, so somebody is bound to fail."
        if bound and last_bid_limit.otherwise not in (None, Truth(True)):
            parts[-1] += " The limit on every bid still holds then."  # "then" is of that one
        if odds.each and isinstance(general_limit, Keeps) and general_limit.otherwise is not None:
            free = general_limit.otherwise == Truth(True)
            fallback_text = (
                "need only meet the limit on the last bid"
                if free
                else _fallback(general_limit.otherwise)
            )
            parts.append(f"{none} {fallback_text}.")
    return parts


def _last_bidder(context: SheetContext, rules: DealRules) -> tuple[str, str]:
    """Returns the subject for the last bidder, and for one without a permitted bid.

    It is the dealer only if the dealer bids last in every deal of the name.
    """
    bids = [rules.bid]
    table = context.table
    if table.guard_dependencies(rules.name):
        bids += [
            deal_rules.bid
            for deal_rules in rules_by_size(table, rules, sized_deals(table, rules.name)).values()
        ]
    if isinstance(rules.bid, BidTogether) and rules.bid.again == "eldest":
        return "Eldest", "A player"
    if isinstance(rules.bid, BidTogether):
        return "The dealer", "A dealer"
    if any(isinstance(bid, BidInTurn) and bid.first != "eldest" for bid in bids):
        return "The player who bids last", "A player"
    return "The dealer, who bids last,", "A dealer"


def conflicting_limits(context: SheetContext, rules: DealRules) -> LimitConflict:
    """Returns the limits that need `otherwise` because bids meet either limit but never both."""
    if not any(isinstance(k, Keeps) and k.otherwise for k in (rules.each_bid, rules.last_bid)):
        return LimitConflict(False, False)
    conflicts = [
        _conflict(context, table, own, spot)
        for table in context.tables
        for spot, own in rules_by_size(table, rules, sized_deals(table, rules.name)).items()
    ]
    return LimitConflict(
        any(conflict.last for conflict in conflicts), any(conflict.each for conflict in conflicts)
    )


def _conflict(
    context: SheetContext, table: Table, rules: DealRules, spot: SizedDeal
) -> LimitConflict:
    """Returns the conflicts in one deal; all if a player's past may have too many values."""
    names = tuple(sorted(read_by_bids(context.game, rules)))
    past: list[OwnPast] = [()]
    if names:
        key = (pasts_by_deal, table.players, names)
        pasts = context.memoize(key, lambda: _pasts(table, names))
        past = [
            tuple(zip(names, values, strict=True))
            for possible in pasts[spot.number - 1 : spot.number]
            for values in sorted(possible)
        ]
    if not past:
        both = isinstance(rules.each_bid, Keeps) and isinstance(rules.last_bid, Keeps)
        return LimitConflict(both, both)
    return limit_conflicts(rules, deal=spot.number, cards=spot.cards, past=past)


def _pasts(table: Table, names: Sequence[str]) -> list[frozenset[PastValues]]:
    """Returns the possible values of a player's runs and tallies before each deal, unless there are
    too many.
    """
    pasts: list[frozenset[PastValues]] = []
    with suppress(TooMuchError, EvaluationError):
        for each in pasts_by_deal(table, names, Budget(EXAMPLE_PASTS_STEPS)):
            if len(each) > _MOST_PASTS:
                break
            pasts.append(each)
    return pasts


def _last_resort(otherwise: Expression, *, bound: bool) -> str:
    """Returns the predicate for the last bidder if no bid meets the limit on the last one.

    `bound` is True if there is also a limit on every bid, which still applies.
    """
    if bound and otherwise == Truth(True):
        return "need only meet the limit on every bid"
    return _fallback(otherwise)


def _fallback(otherwise: Expression) -> str:
    """Returns the predicate for a bidder if no bid meets the limit."""
    if otherwise == Truth(True):
        return "may make any bid"
    return limit_when(otherwise)


def effective_limit(context: SheetContext, rules: DealRules, limits: Limit) -> Limit:
    """Returns a limit without its unreachable parts, or `Free` if it never forbids anything."""
    if isinstance(limits, Free):
        return limits
    first = reachable_limit(context, rules, limits.condition)
    otherwise = limits.otherwise and reachable_limit(context, rules, limits.otherwise)
    if first == Truth(False) and otherwise is not None:
        first, otherwise = otherwise, None
    if first == Truth(True):
        return Free()
    return Keeps(first, otherwise)


def _needed(context: SheetContext, rules: DealRules, limits: Keeps) -> Keeps:
    """Returns a limit without its `otherwise` if some bid always meets it."""
    return limits if may_lack_bid(context, rules, limits) else Keeps(limits.condition)


def may_lack_bid(context: SheetContext, rules: DealRules, limits: Keeps) -> bool:
    """Returns whether there can be no bid that meets a limit.

    Returns False only for limits on the bid and one of the total and the bid before. They are tried
    in each of the deals, after all bids that there can be.
    """
    read = written_names(limits.condition)
    earlier = read & {"bids", "previous_bid"}
    if len(earlier) > 1 or read - earlier - {"bid", "cards", "deal", "players"}:
        return True
    cases = {
        (table.players, row.number if "deal" in read else 0, cards)
        for table in context.tables
        for row in table.deals_of(rules.name) or table.schedule
        for cards in row.sizes
    }

    def lacks(players: int, deal: int, cards: int) -> bool:
        names = {"players": players, "deal": deal, "cards": cards}
        before = range((players - 1) * cards + 1) if "bids" in read else range(-1, cards + 1)
        return not all(
            any(
                _is_met(limits, {**names, "bid": bid, "bids": seen + bid, "previous_bid": seen})
                for bid in range(cards + 1)
            )
            for seen in (before if earlier else (0,))
        )

    return any(lacks(*case) for case in cases)


def _is_met(limits: Keeps, names: Mapping[str, int]) -> bool:
    with suppress(EvaluationError):
        return holds(limits.condition, names)
    return False


def _past_condition(wording: DealWording, e: Expression) -> str:
    """Returns a condition on the past: `if in each of the last 3 deals you bid no trick`, or ""."""
    text = past_condition(e, wording)
    return text and f"if {text}"


def _keeps(
    keeps: Keeps,
    who: str,
    else_who: str,
    run_text: Callable[[Expression], str] = lambda _: "",
    *,
    bound: bool = False,
) -> list[str]:
    if keeps.otherwise is None and keeps.condition in _OF_THE_AUCTION:
        return [_winner_must_bid(keeps.condition)]
    when, first = circumstances(keeps.condition, run_text)
    if re.search(r"\bif\b.*\byou\b", when):
        who = "you"
    subject = f"{capital(when)} {uncapital(who)}" if when else who
    duty = limit(first)
    if subject == "A player" and duty.startswith("may not repeat"):
        subject, duty = "Nobody", duty.replace(" not", "", 1)
    parts = [sentence("last_bid", Keeps(first), who=subject, condition=duty)]
    if keeps.otherwise is not None:
        otherwise_text = _last_resort(keeps.otherwise, bound=bound)
        parts.append(sentence("last_bid", keeps, who=else_who, otherwise=otherwise_text))
    return parts


def _winner_must_bid(limits: Expression) -> str:
    return f"The winner of the auction must bid {_OF_THE_AUCTION[limits]}."


def _sentence_limits(limits: Keeps) -> list[Keeps]:
    """Returns the parts of a limit that need a sentence each: all parts if one begins with `if`."""
    parts = _conjuncts(limits.condition)
    if limits.otherwise is None and any(circumstances(part)[0].startswith("if ") for part in parts):
        return [Keeps(part) for part in parts]
    return [limits]


def _never_even(limits: Keeps) -> bool:
    """Returns whether the bids can never add up to the number of cards while the limit binds."""
    _, bound = circumstances(limits.condition)
    conditions = (bound,) if limits.otherwise is None else (bound, limits.otherwise)
    fails = [("bids", operator, "cards") for operator in ("!=", "<", ">")]
    return all(shape(condition) in fails for condition in conditions)


# --- play -------------------------------------------------------------------------------------


def top_card_sentences(context: SheetContext, rules: DealRules) -> list[str]:
    """Returns the sentences on playing a hand unseen."""
    pile = "Everybody shuffles their hand, lays it face down and plays it from the top"
    if rules.sight == "never":
        pile = "The cards stay in a face-down pile and are played from the top, in the order dealt"
    elif rules.shows_hands:
        pile = "The cards are played in the order dealt, each by a player who has not seen it"
        pile += ", except for the dealer's last card" if _shows_last_card(context, rules) else ""
    return [sentence("play", rules.play, pile=pile), *announcement_sentences(rules)]


def lead_sentence(rules: DealRules) -> str:
    """Returns the sentence on the first lead."""
    any_card = "" if rules.plays_top or not opens_anything(rules) else ", with any card"
    nobody_first = rules.lead == "first bidder" and not isinstance(rules.bid, BidInTurn)
    return sentence("lead", "eldest" if nobody_first else rules.lead, with_any_card=any_card)


def _shows_last_card(context: SheetContext, rules: DealRules) -> bool:
    """Returns whether the dealer's last card is shown to all in some deal of the name."""
    last = isinstance(rules.trump, TurnedTrump) and rules.trump.nothing_left == "last card"
    return last and card_left(context, rules) != "always"


def sight_sentences(context: SheetContext, rules: DealRules) -> list[str]:
    """Returns the sentence on looking at the cards; empty if players look at them immediately."""
    turned = isinstance(rules.trump, TurnedTrump | DrawnTrump)
    drawn = isinstance(rules.trump, DrawnTrump)
    knowing = ", knowing only the trump suit" if drawn else ", knowing only the trump card"
    early = knowing if turned and rules.shown == "before bids" else ""
    shown = []
    if rules.sight in ("never", "others only") and _shows_last_card(context, rules):
        left = " if no card is left to turn" if card_left(context, rules) == "sometimes" else ""
        shown = [f"The dealer's last card is shown to all, the dealer included{left}."]
    match rules.sight:
        case "never":
            if not bids_chosen(rules):
                return ["Nobody looks at their cards.", *shown]
            knowledge = early
        case "others only":
            knowledge = ", and bid on what they see" if bids_chosen(rules) else ""
        case "by choice":
            knowledge = early
        case "after bids":
            if not bids_chosen(rules):
                return []
            if turned_after_bids(rules):
                trump = "the trump suit drawn" if drawn else "the trump card turned up"
                return [
                    "Everybody bids before knowing anything: only when all have bid are the hands"
                    f" looked at and {trump}. This is the same as bidding before the deal."
                ]
            knowledge = knowing if turned else ""
        case "before bids":
            return []
        case _:
            assert_never(rules.sight)
    return [sentence("sight", rules.sight, known=knowledge), *shown]


# --- calls ------------------------------------------------------------------------------------


def call_sentences(context: SheetContext, call: CallRule) -> Iterator[str]:
    """Yields the sentences on the caller, the time of the call, and the choices."""
    if isinstance(call, Call) and call.by == "winner of last deal":
        in_first = any(
            context.rules_of(row.name, table=table).call == call
            for table in context.tables
            for row in table.schedule[:1]
        )
        first = ", or the dealer in the first deal" if in_first else ""
        yield f"The caller is the winner of the last deal{first}."
    yield sentence("call", call)
    if not isinstance(call, Call):
        return
    for group in call.groups:
        names = list(group.choices)
        if group.kind == "one of":
            yield f"One of {join_words(names, 'or')} must be called."
        elif len(names) == 1:
            yield f"{names[0]} may be called."
        elif group.kind == "any of":
            yield f"Any number of these may be called: {join_words(names)}."
        else:
            yield f"At most one of {join_words(names, 'and')} may be called."
    if not any(group.kind == "one of" for group in call.groups):
        yield "The caller may also call nothing."


# --- the turn-up ------------------------------------------------------------------------------


CardLeft: TypeAlias = Literal["always", "sometimes", "never"]
"""Whether a card is left to turn up in all deals of a name, in some or in none."""


def card_left(context: SheetContext, rules: DealRules) -> CardLeft:
    """Returns whether a card is left to turn up in all, some or none of the deals of the name.

    All tables of the sheet are considered. If the rules do not provide for a deal without a card
    left, the result is "always".
    """
    trump = rules.trump
    if not isinstance(trump, TurnedTrump) or trump.nothing_left is None:
        return "always"
    sized = [
        (table.deck.size - table.players * spot.cards, table.deck)
        for table, spot in context.whole.sized(rules.name)
    ]
    if not any(left for left, _ in sized):
        return "never"
    sure = all(left > sum(map(trump.turns_again, deck.cards)) for left, deck in sized)
    return "always" if sure else "sometimes"


def nothing_left_sentence(nothing_left: NothingLeft, *, late: bool, cases: str) -> str:
    """Returns the sentence on trumps in deals in which no card is ever left to turn.

    `late` is True if the trumps are known only after the bids. `cases` covers special cards that
    are shown.
    """
    if nothing_left == "none":
        return "No card is left to turn: there are no trumps."
    when = "when everybody has bid, " if late else ""
    return (
        f"No card is left to turn: {when}the dealer's last card is shown to all instead, and then"
        f" taken into the hand. Its suit is trumps{cases}."
    )
