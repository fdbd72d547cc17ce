"""Everything that is said about how deals are played: the ordinary one, the special ones, calls.

Each is told for every table of the sheet, and `for_all_players` draws together what is the same at
all of them.  A special deal is told by the deal it is made from, a call by the deal it is made in.
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
    rank_sentence,
    special_sentences,
    tricks_are_nothing,
    wild_duties,
    wild_sentences,
)
from clagdsl.explain.rule_sheet.context import (
    Occasion,
    SheetContext,
    SizedDeal,
    in_deals,
    in_force,
    is_called,
    occasions,
    remembered,
    replaced_by,
)
from clagdsl.explain.rule_sheet.deal_sentences import (
    at_odds,
    auction_bounds,
    auction_sentences,
    bid_range,
    bid_sentences,
    bids_chosen,
    call_sentences,
    card_left,
    changed_limit_sentences,
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
    early_end_sentences,
    payment_terms_told,
    same_trick_values,
    score_sentence,
    trick_value_sentence,
    winning_sentences,
)
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.operators import table_of_all
from clagdsl.lang.numerals import group, listed
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
    TurnedTrump,
)
from clagdsl.lang.used_names import value_parts
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.phases import named_after_bids, turned_after_bids
from clagdsl.table.table import Table

# --- what is different in a deal made from another one, after a call, or at some sizes -----------
# `changes` words the aspects in which a deal differs from a reference, in the order of play.
# `exceptions` words what differs within the deals of one name. Both use the sentences of the
# ordinary deal, so that a rule reads the same wherever it is told.
#
# The next part is about clauses a deal takes over unchanged. A sheet leaves out what cannot come
# about in the deals of a name, so the words for one deal may be wrong of another that has the same
# clause: `told_as_well` finds out, and such a deal tells the clause itself.


def changed_aspects(rules: DealRules, reference: DealRules) -> frozenset[AspectName]:
    """The aspects in which a deal differs from another."""
    return frozenset(a for a in ASPECTS if getattr(rules, a) != getattr(reference, a))


def changes(
    reading: SheetContext,
    rules: DealRules,
    reference: DealRules,
    aspects: Collection[AspectName],
) -> Iterator[str]:
    """What is different in a deal, in the order in which it matters at the table."""
    if "rank" in aspects:
        yield rank_sentence(reading, rules.rank, reference.rank.ranks)
    if "wild" in aspects:
        yield from wild_sentences(rules)
    if "call" in aspects:
        yield from call_sentences(rules.call)
    if "auction" in aspects:
        yield from auction_sentences(reading, rules)
    yield from _changed_trumps(reading, rules, reference, aspects)
    yield from _changed_bids(reading, rules, reference, aspects)
    yield from _changed_play(rules, reference, aspects)
    yield from _changed_points(reading, rules, reference, aspects)
    if "won_by" in aspects:
        yield sentence("won_by", rules.won_by)
    if "next_dealer" in aspects:
        yield sentence("next_dealer", rules.next_dealer)


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

    def told(here: DealRules) -> tuple[str, ...]:
        together = _with(aspect) & set(aspects) & changed_aspects(here, rules) | {aspect}
        unchanged: dict[str, Any] = {each: getattr(rules, each) for each in together}
        texts = [*changes(reading, here, replace(here, **unchanged), together)]
        # of bids that are not made nothing is said
        if isinstance(occasion.value, NoBid) or _is_won_as_usual(occasion, rules):
            texts = texts[:1]
        usual = changes(reading, rules, rules, together)
        return tuple(_unsaid(reading, here, texts, [*usual]))

    found = group(
        (told(here.rules), here.when) for here in in_force(reading.table, rules, occasion)
    )
    if len(found) == 1:
        found = {texts: [occasion.when] for texts in found}
    return [
        _besides(when, list(texts)) for texts, places in found.items() if texts for when in places
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


def _changed_trumps(
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


def _changed_bids(
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


def _changed_play(
    rules: DealRules, reference: DealRules, aspects: Collection[AspectName]
) -> Iterator[str]:
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


def _changed_points(
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


# --- clauses taken over -------------------------------------------------------------------


_HoldsToo: TypeAlias = Callable[[SheetContext, DealRules, DealRules], bool]
"""Whether what is told of a clause of the second deal is true of the first one, too.

It is None where that is told in the same words whatever the cards and the number of the deal.
"""


def may_differ(aspect: AspectName) -> bool:
    """Whether one clause of that aspect may be told in other words in another deal."""
    return _HOLDS_TOO[aspect] is not None


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
    holds = _HOLDS_TOO[aspect]
    return called or holds is None or holds(at, rules, reference)


def _trump_holds(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    told = card_left(reading, reference)
    return told in ("sometimes", card_left(reading, rules))


def _auction_holds(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    auction = rules.auction
    if not isinstance(auction, AuctionBids):
        return True
    told = auction_bounds(reading, reference, auction)
    own = auction_bounds(reading, rules, auction)
    # a bound that is told by the cards is true of any
    return all(
        one == other or "cards" in variables(one) for one, other in zip(told, own, strict=True)
    )


def _each_bid_holds(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
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


def _last_bid_holds(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    if not bids_chosen(rules):
        return True
    limit = told_limit(reading, reference, reference.last_bid)
    told, own = at_odds(reading, reference), at_odds(reading, rules)
    return (
        told.last >= own.last
        and told.each >= own.each
        and told_limit(reading, rules, limit) == told_limit(reading, rules, rules.last_bid)
    )


def _completed_holds(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    completed = rules.completed
    if not isinstance(completed, CompletedWhen):
        return True
    return same_contract(reading, rules, reference, completed.condition)


_HOLDS_TOO: Final[Mapping[AspectName, _HoldsToo | None]] = table_of_all(
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
    },
)


# --- what is said, by the deal it is said of ------------------------------------------------------

Statements: TypeAlias = Mapping[str, tuple[str, ...]]
"""Everything that a sheet says, by what it is said of; "" is the ordinary deal."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """A part of the ordinary deal."""

    title: str
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deviation:
    """A special deal or a choice of a call: what it is told by, and what is different."""

    name: str
    told_by: str
    statements: tuple[str, ...]
    title: str
    """What it is told under."""
    caller: str = ""
    """The deal in which it may be called, "" for a deal of the schedule."""


_TURNED_ROUND: Final = {
    "clockwise": "counterclockwise",
    "dealer's left": "dealer's right",
    "dealer's right": "dealer's left",
}


def going_round(text: str, game: Game) -> str:
    """What is said of a game that goes clockwise, in the direction in which this one goes."""
    if game.direction == "clockwise":
        return text
    return re.sub("|".join(_TURNED_ROUND), lambda found: _TURNED_ROUND[found[0]], text)


def for_all_players(
    reading: SheetContext, tell: Callable[[SheetContext], Iterable[str]]
) -> tuple[str, ...]:
    """What is said; where that hangs on the number of players, with that number before it."""

    def told_at(table: Table) -> tuple[str, ...]:
        return tuple(going_round(text, reading.game) for text in tell(reading.at(table)))

    groups = group((told_at(table), table.players) for table in reading.tables)
    if len(groups) == 1:
        return next(iter(groups))
    first, *others = groups
    common = tuple(text for text in first if all(text in other for other in others))
    told = list(common)
    for texts, players in groups.items():
        own = [text for text in texts if text not in common]
        if own:
            who = f"With {spans(players, 'or')} players"
            when = len(own) == 1 and own[0].startswith(("If ", "The ", "There "))
            told.append(f"{who}, {uncapital(own[0])}" if when else f"{who}: {' '.join(own)}")
    return tuple(told)


# --- the ordinary deal -------------------------------------------------------------------


def steps(reading: SheetContext) -> list[Instruction]:
    """The ordinary deal from the cards to the next deal."""
    parts: list[tuple[str, Callable[[SheetContext], Iterable[str]]]] = [
        ("Cards", _cards),
        ("Call", _call),
        ("Auction", _auction),
        ("Trumps", _trumps),
        ("Bids", _bids),
        ("Play", _play),
        ("Next deal", _next),
    ]
    if turned_after_bids(reading.rules) or named_after_bids(reading.rules):
        parts[3], parts[4] = parts[4], parts[3]
    told = [Instruction(title, for_all_players(reading, tell)) for title, tell in parts]
    return [step for step in told if step.statements]


def score_statements(reading: SheetContext) -> tuple[str, ...]:
    """How the ordinary deal is scored."""

    def tell(r: SheetContext) -> Iterator[str]:
        if is_called(r.game, r.rules, "score"):
            yield "What is scored is as called."
            return
        if "points" in variables(told_score(r, r.rules)):
            if not (is_called(r.game, r.rules, "trick_worth") or tricks_are_nothing(r.rules)):
                yield trick_value_sentence(r, r.rules)
            if r.rules.card_worth.worths and not is_called(r.game, r.rules, "card_worth"):
                yield from card_worth_sentences(r.rules)
        yield score_sentence(r, r.rules)
        if contracts_matter(r.game):
            yield from exceptions(r, r.rules, "completed")

    return for_all_players(reading, tell)


def _cards(reading: SheetContext) -> Iterator[str]:
    rules = reading.rules
    rows = reading.table.deals_of(rules.name)
    picked = group(
        (f"from {row.low} to {row.high}", row.number) for row in rows if row.cards is None
    )
    fixed = any(row.cards for row in rows)
    who = "Where the deals above leave it to the dealer, the dealer" if fixed else "The dealer"
    ranges = list(picked)
    if len(picked) > 1:
        ranges = [f"{each} {in_deals(numbers)}" for each, numbers in picked.items()]
    if ranges:
        yield f"{who} decides how many cards each player is dealt, {listed(ranges)}."
    yield (
        "The dealer shuffles, the player on the dealer's right cuts, and the dealer deals the cards"
        " one at a time, face down and clockwise, first to eldest, the player on the dealer's left."
    )
    yield from sight_sentences(rules)
    yield from exceptions(reading, rules, "rank", "shown", "sight")


def _call(reading: SheetContext) -> Iterator[str]:
    call = reading.rules.call
    if isinstance(call, Call):
        yield from call_sentences(call)


def _auction(reading: SheetContext) -> Iterator[str]:
    if isinstance(reading.rules.auction, AuctionBids):
        yield from auction_sentences(reading, reading.rules)
    yield from exceptions(reading, reading.rules, "auction")


def _trumps(reading: SheetContext) -> Iterator[str]:
    rules = reading.rules
    if is_called(reading.game, rules, "trump"):
        yield "Trumps are as called. The cards that are left over are not used."
        return
    yield from trump_sentences(reading, rules)
    if isinstance(rules.trump, RotatingTrump) and any(
        isinstance(reading.rules_of(name).trump, RotatingTrump)
        for name in reading.scheduled()
        if name != rules.name
    ):
        yield f"Only {rules.name} deals are counted for this."
    yield from exceptions(reading, rules, "trump")
    left = _left_over(reading) - {0}
    turned = isinstance(rules.trump, TurnedTrump)
    if left == {1}:
        rest = "The other card is" if turned else "The card left over is"
    elif any(0 in _left_over(reading.at(table)) for table in reading.whole.tables):
        rest = "Any other cards are" if turned else "Any cards left over are"
    else:
        rest = "The other cards are" if turned else "The cards left over are"
    if left:
        yield f"{rest} put aside, face down, and not used."


def _left_over(reading: SheetContext) -> set[int]:
    """How many cards nobody needs in the deals of these at this table; all if there are none."""
    table, rules = reading.table, reading.rules
    cards, turned = len(table.deck.cards), 1 if isinstance(rules.trump, TurnedTrump) else 0
    sizes = {size for row in table.deals_of(rules.name) for size in row.sizes}
    return {max(0, cards - turned - rules.players * size) for size in sizes} or {cards}


def _bids(reading: SheetContext) -> Iterator[str]:
    yield from bid_sentences(reading, reading.rules)
    yield from exceptions(reading, reading.rules, "bid", *BID_LIMITS)


def _play(reading: SheetContext) -> Iterator[str]:
    rules = reading.rules
    yield lead_sentence(rules)
    if rules.holds_back:
        yield sentence("open", rules.open)
    if rules.plays_top:
        yield from top_card_sentences(rules)
    else:
        yield follow_sentence(rules.follow.duties)
    called = is_called(reading.game, rules, "trump")
    winner = trick_winner_sentence(rules, called)
    if not called and is_won_otherwise(reading, rules):
        winner = f"Except in deals for which Trumps says otherwise, {uncapital(winner)}"
    yield winner
    yield from special_sentences(rules)
    if any(table.deck.copies > 1 for table in reading.tables):
        yield sentence("equal", rules.equal)
    yield "Whoever wins a trick lays it face down and leads to the next."
    if rules.wild.ranks:
        yield from wild_sentences(rules)
    yield from exceptions(reading, rules, "lead", "open", "follow", "play", "equal", "wild")


def _next(reading: SheetContext) -> Iterator[str]:
    rules = reading.rules
    call = rules.call
    yield sentence("next_dealer", rules.next_dealer)
    yield from exceptions(reading, rules, "next_dealer")
    if rules.next_dealer == "winner" or (
        isinstance(call, Call) and call.by == "winner of last deal"
    ):
        yield sentence("won_by", rules.won_by)
        yield from exceptions(reading, rules, "won_by")


# --- special deals and calls -------------------------------------------------------------


def special_deals(reading: SheetContext) -> Iterator[Deviation]:
    """The deals of the schedule that are not the ordinary one, in the order they come."""
    for name, other in told_by_another(reading).items():
        yield Deviation(name, other, _different(reading, name, other), name)


@remembered
def told_by_another(reading: SheetContext) -> Mapping[str, str]:
    """The deals that are told by what is different in them, each with the deal it is told by."""
    found: dict[str, str] = {}
    for name in reading.scheduled():
        if name != reading.ordinary:
            deal = reading.game.deal(name)
            base = deal.base if deal and deal.base in found else None
            found[name] = base or reading.ordinary
    return found


def _different(reading: SheetContext, name: str, other: str) -> tuple[str, ...]:
    def tell(r: SheetContext) -> Iterator[str]:
        rules, reference = r.rules_of(name), r.rules_of(other)
        aspects = changed_aspects(rules, reference) | own_words(r, name, other)
        yield from changes(r, rules, reference, aspects)
        yield from exceptions(r, rules, *aspects, *unlike(r, rules, reference))

    return for_all_players(reading, tell)


def own_words(reading: SheetContext, name: str, other: str) -> frozenset[AspectName]:
    """The aspects that a deal takes over unchanged from another and still has to tell itself."""
    rules = reading.rules_of(name)
    return frozenset(
        aspect
        for aspect in filter(may_differ, ASPECTS)
        if not told_as_well(reading, rules, telling(reading, other, aspect), aspect)
    )


def telling(reading: SheetContext, name: str, aspect: AspectName) -> DealRules:
    """The deal whose words tell a clause of this one: another one where they are true of both."""
    told_by = told_by_another(reading.whole)
    chain = []
    known: dict[str, str] = reading.remember((telling, reading.counts, aspect), dict)
    while name in told_by and name not in known:
        chain.append(name)
        name = told_by[name]
    words = known.get(name, name)
    for each in reversed(chain):
        rules = reading.rules_of(each)
        same = getattr(rules, aspect) == getattr(reading.rules_of(told_by[each]), aspect)
        if not (same and told_as_well(reading, rules, reading.rules_of(words), aspect)):
            words = each
        known[each] = words
    return reading.rules_of(words)


def choices(reading: SheetContext) -> Iterator[Deviation]:
    """What may be called, in the order of the calls; by the deal where it changes each."""
    found: dict[tuple[str, tuple[str, ...]], str] = {}
    for name, choice in _offered(reading):
        found.setdefault((choice, _called(reading, name, choice)), name)
    for (choice, told), name in found.items():
        alone = sum(other == choice for other, _ in found) == 1
        title = choice if alone else f"{choice}, in {with_article(name)} deal"
        yield Deviation(choice, name, told, title, name)


def _offered(reading: SheetContext) -> Iterator[tuple[str, str]]:
    """The deals in which something may be called, with each thing that may.

    What may be called in the ordinary deal, too, is told again only where it is not the same.
    """
    others: dict[tuple[str, object], bool] = {}
    apart = _tells_numbers_apart(reading.game)
    for name in dict.fromkeys((reading.ordinary, *reading.scheduled())):
        call = reading.rules_of(name).call
        if not isinstance(call, Call):
            continue
        again = name != reading.ordinary and call == reading.rules.call
        for choices in call.groups:
            for choice in choices.choices:
                if not again:
                    yield name, choice
                    continue
                called = frozenset(filter(may_differ, replaced_by(reading.game, name, choice)))
                key = (choice, name if apart or not called else _call_scene(reading, name, called))
                if called and key not in others:
                    others[key] = _calls_other(reading, name, choice)
                if called and others[key]:
                    yield name, choice


def _tells_numbers_apart(game: Game) -> bool:
    """Whether a clause reads the number of the deal, or the row of the schedule that it is in."""
    said = [deal.aspects.said() for deal in game.deals] + [twist.said() for twist in game.twists]
    every = [one for clauses in said for clause in clauses.values() for one in clause.alternatives]
    parts = [part for one in every for part in value_parts(one.value)]
    parts += [one.condition for one in every if one.condition is not None]
    return any(variables(part) & {"deal", *OF_ROWS} for part in parts)


def _call_scene(reading: SheetContext, name: str, called: frozenset[AspectName]) -> int:
    """The same number for deals in which a call that replaces these aspects is told alike.

    That depends on the clauses it leaves as they are, and on the sizes of the deals.
    """

    def scene() -> int:
        deal = reading.game.deal(name)
        said = {} if deal is None else deal.aspects.said()
        left = tuple((aspect, clause) for aspect, clause in said.items() if aspect not in called)
        sizes = tuple(
            frozenset((row.low, row.high) for row in table.deals_of(name))
            for table in reading.whole.tables
        )
        key = (_call_scene, called, left, sizes)
        return reading.remember(key, lambda: len(reading.memory))

    return reading.remember((_call_scene, name, called), scene)


def _calls_other(reading: SheetContext, name: str, choice: str) -> bool:
    """Whether what a call means in the ordinary deal does not hold where it is made in another."""
    rules = reading.rules_of(name, (choice,))
    usual = reading.rules_of(reading.ordinary, (choice,))
    return not all(
        told_as_well(reading, rules, usual, aspect)
        for aspect in replaced_by(reading.game, name, choice)
    )


def _called(reading: SheetContext, name: str, choice: str) -> tuple[str, ...]:
    aspects = replaced_by(reading.game, name, choice)

    def tell(r: SheetContext) -> Iterator[str]:
        rules = r.rules_of(name, (choice,))
        yield from changes(r, rules, r.rules_of(name), aspects)
        yield from exceptions(r, rules, *aspects)

    return for_all_players(reading, tell)


# --- all of it ---------------------------------------------------------------------------


@remembered
def statements(reading: SheetContext) -> Statements:
    """Everything that is said, by the deal or choice it is said of."""
    ordinary = tuple(text for step in steps(reading) for text in step.statements)
    usual = rank_sentence(reading, reading.rules.rank)
    end = (*early_end_sentences(reading), *winning_sentences(reading))
    settlement = reading.game.settlement
    paid = () if settlement is None else payment_terms_told(reading, settlement)
    told = {"": (usual, *ordinary, *score_statements(reading), *end, *paid)}
    for difference in (*special_deals(reading), *choices(reading)):
        told[difference.name] = difference.statements
    return told
