"""Whether the clauses in force together agree: of plain deals, and after every call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from clagdsl import problems
from clagdsl.check.prove.call_variants import (
    MOST_CALLS,
    CalledDeal,
    Combination,
    clashes,
    number_of_calls,
)
from clagdsl.check.prove.counterexample import circumstances
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.check.prove.reporter import Found
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.expr.walk import everything_in
from clagdsl.lang.rules import (
    AspectName,
    BidInTurn,
    CompletedWhen,
    Expression,
    NamedTrump,
    NoBid,
    Variable,
)
from clagdsl.table.outcomes import OF_BIDS

CONCERNED: Final[tuple[AspectName, ...]] = (
    "trump",
    "sight",
    "bid",
    "lead",
    "follow",
    "play",
    "score",
    "completed",
)
"""The aspects that have to agree with each other."""

Chosen: TypeAlias = Mapping[AspectName, Any]
"""The value of each aspect once the alternatives are chosen."""


def clashing_choices(deal: CalledDeal) -> Iterator[Found]:
    """Why what a deal offers to call cannot be called together; without it the deal is sound."""
    if deal.call is None:
        return
    call = deal.clauses["call"].origin.place
    many = number_of_calls(deal.call)
    if many > MOST_CALLS:
        yield Found(("P320", call), problems.proofs.TooManyCalls(call, many, MOST_CALLS))
    for first, second, aspect in clashes(deal):
        one, other = (deal.replaced[name][aspect].origin.place for name in (first, second))
        found = problems.proofs.ChoicesClash(call, first, second, TABLE[aspect].keyword, one, other)
        yield Found(("P313", call, first, second), found)


def changed_sights(deal: CalledDeal) -> Iterator[Found]:
    """The choices that change when the hands are seen, which is too late."""
    for choice, said in deal.replaced.items():
        if "sight" in said:
            place, call = said["sight"].origin.place, deal.clauses["call"].origin.place
            found = problems.proofs.CallChangesSight(place, choice, deal.deal.name, call)
            yield Found(("P314", place), found)


def disagreements(
    deal: CalledDeal, combination: Combination, chosen: Chosen, setting: Setting, book: NameBook
) -> Iterator[Found]:
    """What does not agree once the alternatives of CONCERNED are chosen."""
    said = combination.said
    if chosen["sight"] != "before bids":
        yield from _sight(deal, combination, chosen, setting)
    if deal.call is None:
        yield from _no_caller(deal, combination, chosen)
    if chosen["play"] == "any card" and "anything" not in chosen["follow"].classes:
        place = said["follow"].origin.place
        yield Found(("P308", place), problems.proofs.NoCardToPlay(place))
    if not isinstance(chosen["bid"], BidInTurn):
        yield from _no_highest_bidder(deal, combination, chosen)
    if isinstance(chosen["bid"], NoBid):
        yield from _without_bids(deal, combination, chosen, book)


def _sight(
    deal: CalledDeal, combination: Combination, chosen: Chosen, setting: Setting
) -> Iterator[Found]:
    said = combination.said
    sight = said["sight"].origin.place
    trump = chosen["trump"]
    named = isinstance(trump, NamedTrump)
    if named and trump.by == "highest bidder" and chosen["sight"] == "after bids":
        named = False  # the hands are looked at before trump is named
    own = said["sight"] is deal.clauses["sight"]
    if own and (named or deal.call is not None):
        why = _why_seen(trump) if named else "a call is made before the bids"
        source = said["trump"] if named else deal.clauses["call"]
        when = circumstances(setting, None, combination.calls)
        found = problems.proofs.SeenTooLate(sight, why, source.origin.place, when)
        yield Found(("P315", sight), found)
    if chosen["sight"] == "never" and chosen["play"] != "top card":
        play = said["play"].origin.place
        yield Found(("P316", sight), problems.proofs.UnseenChoice(sight, play))


def _why_seen(trump: NamedTrump) -> str:
    late = trump.by == "highest bidder"
    return "trump is named" if late else "trump is named before the bids"


def _no_caller(deal: CalledDeal, combination: Combination, chosen: Chosen) -> Iterator[Found]:
    trump = chosen["trump"]
    wrong: list[tuple[AspectName, str]] = []
    if chosen["lead"] == "caller":
        wrong.append(("lead", "leads"))
    if isinstance(trump, NamedTrump) and trump.by == "caller":
        wrong.append(("trump", "names trump"))
    if chosen["bid"] == BidInTurn("caller"):
        wrong.append(("bid", "bids first"))
    for aspect, does in wrong:
        place = combination.said[aspect].origin.place
        found = problems.proofs.NoCaller(place, does, deal.deal.name)
        yield Found(("P319", place), found)


def _no_highest_bidder(
    deal: CalledDeal, combination: Combination, chosen: Chosen
) -> Iterator[Found]:
    trump = chosen["trump"]
    wrong: list[tuple[AspectName, str]] = []
    if chosen["lead"] == "highest bidder":
        wrong.append(("lead", "leads"))
    if isinstance(trump, NamedTrump) and trump.by == "highest bidder":
        wrong.append(("trump", "names trump"))
    name = combination.calls[-1] if combination.calls else deal.deal.name
    bids = combination.said["bid"].origin.place
    for aspect, does in wrong:
        place = combination.said[aspect].origin.place
        found = problems.proofs.NoHighestBidder(place, does, name, bids)
        yield Found(("P326", place, bids), found)


def _without_bids(
    deal: CalledDeal, combination: Combination, chosen: Chosen, book: NameBook
) -> Iterator[Found]:
    said = combination.said
    name = combination.calls[-1] if combination.calls else deal.deal.name
    if said["completed"].origin.place is None:
        none = said["bid"].origin.place
        yield Found(("P318", none), problems.proofs.CompletedNotSaid(none, name))
    elif isinstance(chosen["completed"], CompletedWhen):
        condition = chosen["completed"].condition
        yield from _no_bid_names(condition, "completed", combination, name, book)
    yield from _no_bid_names(chosen["score"], "score", combination, name, book)


def _no_bid_names(
    expression: Expression, aspect: AspectName, combination: Combination, deal: str, book: NameBook
) -> Iterator[Found]:
    if not book.uses(expression).variables & OF_BIDS:
        return
    none = combination.said["bid"].origin.place
    clause = combination.said[aspect].origin.place
    for part in everything_in(expression):
        if isinstance(part, Variable) and part.name in OF_BIDS:
            place = part.place or clause
            found = problems.proofs.NoBidsMade(place, part.name, TABLE[aspect].keyword, deal, none)
            yield Found(("P317", place, none), found)
            return
