"""Checks that the clauses in force together are consistent, without a call and after every call.

Input: a deal, one combination of calls, and the value of each aspect after choosing the
alternatives. Output: findings, in order. They concern clauses that presuppose other clauses: a
caller without a call, an auction winner without an auction, a limit on the last bid if everyone
bids at once. Each check looks only at the aspects that it names, so that few combinations of calls
have to be tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from clagdsl import problems
from clagdsl.check.prove.call_variants import (
    AnyClause,
    CalledDeal,
    Combination,
    clashing_pairs,
    number_of_calls,
)
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.check.prove.reporter import Finding, KeyedFinding, describe_setting
from clagdsl.check.types import AFTER_PLAY
from clagdsl.lang.aspects import TABLE, AspectValue
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.expr.free_variables import UsesCache, variables
from clagdsl.lang.limits import MOST_CALLS
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    UNSEEN,
    AspectName,
    AuctionBids,
    AuctionTrump,
    BidInTurn,
    BidTogether,
    ChosenBid,
    CompletedWhen,
    Deal,
    Expression,
    Game,
    Keeps,
    NamedTrump,
    NoAuction,
    NoBid,
    NoTrump,
    Shown,
    Sight,
    TrumpRanks,
    TrumpWorth,
    TurnedTrump,
    Variable,
    can_be_one_suit,
)
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Problem
from clagdsl.table.bid_masks import PAST_BIDS
from clagdsl.table.outcomes import OF_BIDS

CONSISTENT_ASPECTS: Final[tuple[AspectName, ...]] = (
    "trump",
    "shown",
    "sight",
    "bid",
    "lead",
    "follow",
    "play",
    "score",
    "completed",
    "next_dealer",
    "auction",
)
"""The aspects that `disagreements` compares."""

RANKED_ASPECTS: Final[tuple[AspectName, ...]] = ("wild", "trump_rank")
"""Those that it also compares if trumps are ranked."""

AUCTION_ASPECTS: Final[tuple[AspectName, ...]] = (
    "auction",
    "trump",
    "lead",
    "bid",
    "last_bid",
    "each_bid",
    "score",
    "completed",
)
"""The aspects that may refer to an auction, which must then take place."""

BID_ASPECTS: Final[tuple[AspectName, ...]] = ("bid", "last_bid", "each_bid")
"""The aspects that must be consistent if all players bid at once."""

ChosenValues: TypeAlias = Mapping[AspectName, Any]
"""The value of each aspect after choosing the alternatives."""


def clashing_choices(deal: CalledDeal) -> Iterator[Finding]:
    """Yields choices of a call that conflict."""
    if deal.call is None:
        return
    call = deal.clauses["call"].origin.place
    many = number_of_calls(deal.call)
    if many > MOST_CALLS:
        yield problems.proofs.TooManyCalls(call, many, MOST_CALLS)
    for first, second, aspect in clashing_pairs(deal):
        one, other = (deal.replaced[name][aspect].origin.place for name in (first, second))
        problem = problems.proofs.ChoicesClash(
            call, first, second, TABLE[aspect].keyword, one, other
        )
        yield KeyedFinding(("P313", call, first, second), problem)


def changed_sights(deal: CalledDeal) -> Iterator[Finding]:
    """Yields the choices that change when hands are seen, since a call is too late for that."""
    for choice, clauses in deal.replaced.items():
        if "sight" in clauses:
            place, call = clauses["sight"].origin.place, deal.clauses["call"].origin.place
            yield problems.proofs.CallChangesSight(place, choice, deal.deal.name, call)


def disagreements(
    deal: CalledDeal,
    combination: Combination,
    chosen: ChosenValues,
    setting: Setting,
    book: UsesCache,
    *,
    one_card: bool,
) -> Iterator[Finding]:
    """Yields problems of aspects that contradict each other, after choosing the alternatives.

    With `one_card`, every player holds only one card, the one to be played.
    """
    clauses = combination.clauses
    if chosen["sight"] != "before bids":
        yield from _check_sight(deal, combination, chosen, setting)
    if deal.call is None:
        yield from _no_caller(deal, combination, chosen)
    if chosen["play"] == "any card" and "anything" not in chosen["follow"].classes:
        place = clauses["follow"].origin.place
        yield problems.proofs.NoCardToPlay(place, chosen["follow"].classes)
    if isinstance(chosen["trump"], NoTrump) and chosen["play"] == "any card" and not one_card:
        yield from _anything_without_trumps(deal.deal, combination, chosen)
    if "trump_rank" in chosen:
        yield from _wild_trumps(combination, chosen)
    if isinstance(chosen["trump"], NamedTrump) and chosen["trump"].first is not None:
        yield from _first_cards(deal, combination, chosen, chosen["trump"].first)
    if not isinstance(chosen["bid"], ChosenBid):
        yield from _no_highest_bidder(deal, combination, chosen)
    if chosen["lead"] == "first bidder" and not isinstance(chosen["bid"], BidInTurn):
        yield from _no_first_bidder(deal, combination)
    if isinstance(chosen["bid"], NoBid):
        yield from _without_bids(deal, combination, chosen, book)


def _wild_trumps(combination: Combination, chosen: ChosenValues) -> Iterator[Finding]:
    """Yields a problem of a wild card among the highest trumps."""
    ranks, wild = chosen["trump_rank"], chosen["wild"].ranks
    place = combination.clauses["trump_rank"].origin.place
    for entry in ranks.top:
        if entry.kind != "special" and entry.name.rstrip("SHDC") in wild:
            wild_place = combination.clauses["wild"].origin.place
            yield problems.proofs.WildTrumpRanked(place, entry.name, wild_place)


def trumps_without_cards(deals: Iterable[CalledDeal], file: str) -> Iterator[Finding]:
    """Warns of an order or a worth of trumps that applies to no card in any deal that has it."""
    unused: dict[Place, Problem] = {}
    used: set[Place] = set()
    aspects: tuple[AspectName, ...] = ("trump_rank", "trump_worth")
    for clauses in (each.clauses for d in deals for each in d.combinations(("trump", *aspects))):
        trump, ranks, _ = (
            [alternative.value for alternative in clauses[aspect].alternatives]
            for aspect in ("trump", *aspects)
        )
        any_suit = any(map(can_be_one_suit, trump))
        any_listed = any(entry.kind != "rank" for each in ranks for entry in each.top)
        for aspect, empty in zip(aspects, (TrumpRanks(), TrumpWorth()), strict=True):
            place = clauses[aspect].origin.place
            if place is None or place.file != file:  # a base file may leave trumps to others
                continue
            if any_suit or any_listed:
                used.add(place)
            elif any(each.value != empty for each in clauses[aspect].alternatives):
                trump_place = clauses["trump"].origin.place
                problem = problems.proofs.NoTrumpRanked(place, TABLE[aspect].keyword, trump_place)
                unused.setdefault(place, problem)
    yield from (problem for place, problem in unused.items() if place not in used)


def _anything_without_trumps(
    deal: Deal, combination: Combination, chosen: ChosenValues
) -> Iterator[Finding]:
    """Warns of `follow anything` without trumps, unless an assumption marks it as intended."""
    clauses = [combination.clauses[aspect] for aspect in ("follow", "trump")]
    follow, trump = (clause.origin for clause in clauses)
    if chosen["follow"].duties or follow.assumptions:
        return
    is_always = not combination.calls and all(len(clause.alternatives) == 1 for clause in clauses)
    inherits = deal.base is not None and "follow" not in deal.replaced
    name = deal.name if inherits and is_always else ""
    yield problems.proofs.NothingToFollow(follow.place, trump.place, is_always, name)


def blind_never_offered(game: Game) -> Iterator[Finding]:
    """Yields a finding for each use of `blind` in a game in which nobody may bid blind."""
    sights = [each.value for deal in game.deals for each in deal.aspects.sight.alternatives]
    if "by choice" in sights:
        return
    values: list[AspectValue] = [each.expression for each in game.past]
    for holder in (*(deal.aspects for deal in game.deals), *game.twists):
        for clause in (getattr(holder, aspect) for aspect in ("score", "completed")):
            values += [] if clause is None else [each.value for each in clause.alternatives]
    for value in values:
        for part in _named_parts(value, {"blind"}):
            yield problems.proofs.NobodyBidsBlind(part.place, game.deals[0].name)


def _named_parts(value: AspectValue, names: Collection[str]) -> Iterator[Variable]:
    """Yields the variables in a value that refer to some built-in names."""
    reading = (each for each in subexpressions(value) if not variables(each).isdisjoint(names))
    parts = (part for expression in reading for part in everything_in(expression))
    return (part for part in parts if isinstance(part, Variable) and part.name in names)


def refers_to_auction(deal: CalledDeal) -> bool:
    """Returns whether anything in a deal refers to an auction, at some table or after some call."""
    return any(
        _is_auction_value(each) or _names_auction(each) is not None for each in deal.values()
    )


def _is_auction_value(value: AspectValue) -> bool:
    return value == "auction winner" or value in (BidInTurn("auction winner"), AuctionTrump())


def _names_auction(value: AspectValue) -> Variable | None:
    """Returns the first use of the number that won the auction in a value, or None."""
    return next(_named_parts(value, {"auction"}), None)


def auction_references(
    deal: CalledDeal, combination: Combination, chosen: ChosenValues
) -> Iterator[Finding]:
    """Yields problems of references to an auction in a deal without an auction."""
    if not isinstance(chosen["auction"], NoAuction):
        return
    consequences = {
        "trump": "nobody names trump in one",
        "lead": "no auction winner leads",
        "bid": "no auction winner bids first",
    }
    none = combination.clauses["auction"].origin.place
    name = _clause_owner("auction", deal, combination)
    for aspect in AUCTION_ASPECTS[1:]:
        clause, value = combination.clauses[aspect].origin.place, chosen[aspect]
        read = _names_auction(value)
        if _is_auction_value(value):
            place, consequence = clause, consequences[aspect]
        elif read is not None:
            place, consequence = read.place or clause, "`auction` has no value"
        else:
            continue
        problem = problems.proofs.NoAuctionWinner(place, consequence, name, none)
        yield KeyedFinding(("P352", place, none), problem)


def bids_together(deal: CalledDeal) -> bool:
    """Returns whether all players may bid at once in a deal, at some table or after some call."""
    return any(isinstance(value, BidTogether) for value in deal.values("bid"))


def limits_on_unknown_bids(
    deal: CalledDeal, combination: Combination, chosen: ChosenValues, setting: Setting, file: str
) -> Iterator[Finding]:
    """Yields limits that depend on other players' bids although everyone bids at once.

    A limit on the last bid that is inherited from another deal or file is ignored, unless somebody
    has to bid again if it is broken. That player knows the sum of the bids.
    """
    if not isinstance(chosen["bid"], BidTogether):
        return
    clauses = combination.clauses
    last, bid = clauses["last_bid"], clauses["bid"]
    place, together = last.origin.place, bid.origin.place
    again, limited = chosen["bid"].again, isinstance(chosen["last_bid"], Keeps)
    when = describe_setting(setting, calls=combination.calls)
    if again is None and limited and not _is_limit_inherited(deal, last, bid, file):
        yield problems.proofs.NobodyBidsLast(place, when, together)
    if again is not None and not limited:
        yield problems.proofs.NothingToBidAgain(together, when, again, place)
    unknown = [("bids", *PAST_BIDS), PAST_BIDS]
    for limit, names in zip((chosen["each_bid"], chosen["last_bid"]), unknown, strict=True):
        if again is None and limit is chosen["last_bid"]:
            continue
        for part in _named_parts(limit, names):
            if part.place is not None:
                where = "in a limit on bids that are made together"
                scored = (each.where for each in AFTER_PLAY if part.name in each.variables)
                elsewhere = ("where players bid in turn", *scored)
                available = ("bid", "cards", "deal", "players")
                yield problems.checks.NameNotHere(
                    part.place, part.name, where, elsewhere, available
                )


def _is_limit_inherited(deal: CalledDeal, last: AnyClause, bid: AnyClause, file: str) -> bool:
    """Returns whether a limit on the last bid is older than the clause that lets everyone bid at
    once.
    """
    if last is not deal.clauses["last_bid"]:
        return False  # a call brings it into force
    if bid is not deal.clauses["bid"]:
        return True
    base, replaced = deal.deal.base, deal.deal.replaced
    if base is not None and "last_bid" not in replaced:
        return True
    if base is not None and "bid" not in replaced:
        return False
    files = [None if each.origin.place is None else each.origin.place.file for each in (last, bid)]
    return files[0] != files[1] and files[0] != file


def _is_named_unseen(chosen: ChosenValues) -> bool:
    """Returns whether trump is named by a player who has not seen the cards that matter by then."""
    sight: Sight = chosen["sight"]
    match chosen["trump"]:
        case NamedTrump(first=first) if sight == "others only":
            # the namer has seen every hand but their own, which is the one with the first cards
            return first is not None
        case NamedTrump(by=by):
            return by != "highest bidder" or sight == "never"
        case TurnedTrump(is_named=True) if sight != "others only":
            shown: Shown = chosen["shown"]
            return shown == "before bids" or sight == "never"
        case _:
            return False


def _check_sight(
    deal: CalledDeal, combination: Combination, chosen: ChosenValues, setting: Setting
) -> Iterator[Finding]:
    clauses = combination.clauses
    sight = clauses["sight"].origin.place
    trump, named = chosen["trump"], _is_named_unseen(chosen)
    own = clauses["sight"] is deal.clauses["sight"]
    auction = isinstance(chosen["auction"], AuctionBids)
    if own and (named or auction or deal.call is not None):
        why, source = "a call is made before the bids", deal.clauses["call"]
        if auction:
            why, source = "there is an auction before the bids", clauses["auction"]
        if named:
            late = isinstance(trump, NamedTrump) and trump.by == "highest bidder"
            why = "trump is named" if late else "trump is named before the bids"
            if chosen["sight"] == "others only":
                why = "trump is named from a player's own first cards"
            source = clauses["trump"]
        when = describe_setting(setting, calls=combination.calls)
        unseen = f"sight {chosen['sight']}" if chosen["sight"] in UNSEEN else ""
        instead = "remove the call"
        if auction:
            instead = "remove the auction"
        elif isinstance(trump, TurnedTrump) and named:
            on = next(one.cards_meant for one in trump.on if one.named is not None)
            instead = f"write `on {on} none`"
        elif named:
            instead = "write `trump turned`"
        yield problems.proofs.SeenTooLate(sight, why, source.origin.place, when, unseen, instead)
    if chosen["sight"] == "by choice" and not isinstance(chosen["bid"], ChosenBid):
        place, name = clauses["bid"].origin.place, _clause_owner("bid", deal, combination)
        none = problems.proofs.NoBidToChoose(sight, name, place)
        if _inherits_clause("sight", deal, combination):
            none = problems.proofs.NoBidToChooseHere(place, name, None, sight)
        yield KeyedFinding(("P361", sight, place), none)
    if chosen["sight"] in UNSEEN and chosen["play"] != "top card":
        play = clauses["play"].origin.place
        yield problems.proofs.UnseenChoice(sight, play)


def _duties_of(role: str, chosen: ChosenValues) -> Iterator[tuple[AspectName, str]]:
    """Yields each duty of a role, leading or naming trump, with the aspect that assigns it."""
    if chosen["lead"] == role:
        yield "lead", "lead"
    if isinstance(chosen["trump"], NamedTrump) and chosen["trump"].by == role:
        yield "trump", "name trump"


def _no_caller(
    deal: CalledDeal, combination: Combination, chosen: ChosenValues
) -> Iterator[Finding]:
    wrong = list(_duties_of("caller", chosen))
    if chosen["bid"] == BidInTurn("caller"):
        wrong.append(("bid", "bid first"))
    for aspect, duty in wrong:
        place = combination.clauses[aspect].origin.place
        yield problems.proofs.NoCaller(place, duty, deal.deal.name)


def _no_highest_bidder(
    deal: CalledDeal, combination: Combination, chosen: ChosenValues
) -> Iterator[Finding]:
    name = _clause_owner("bid", deal, combination)
    bids = combination.clauses["bid"].origin.place
    for aspect, duty in _duties_of("highest bidder", chosen):
        place = combination.clauses[aspect].origin.place
        problem = problems.proofs.NoHighestBidder(place, duty, name, bids)
        if _inherits_clause(aspect, deal, combination):
            instead = "lead eldest" if aspect == "lead" else "trump turned"
            problem = problems.proofs.NoHighestBidderHere(bids, duty, name, None, place, instead)
        yield KeyedFinding(("P340", place, bids), problem)


def _no_first_bidder(deal: CalledDeal, combination: Combination) -> Iterator[Finding]:
    """Yields a problem if the deal, or one choice, itself states both the lead and the bids.

    Otherwise `lead first bidder` is inherited, and eldest leads.
    """
    clauses, base = combination.clauses, deal.deal.base
    lead, bid = (clauses[each].origin.place for each in ("lead", "bid"))
    name = _clause_owner("bid", deal, combination)
    if name != _clause_owner("lead", deal, combination) or lead is None or bid is None:
        return
    inherits = base is not None and not {"lead", "bid"} <= set(deal.deal.replaced)
    if lead.file == bid.file and (name != deal.deal.name or not inherits):
        alternatives = clauses["bid"].alternatives
        is_always = not any(isinstance(each.value, BidInTurn) for each in alternatives)
        where = "" if is_always else "in some cases "
        yield problems.proofs.NoFirstBidder(lead, name, bid, where)


def _first_cards(
    deal: CalledDeal, combination: Combination, chosen: ChosenValues, number: int
) -> Iterator[Finding]:
    """Yields a problem if an action requires whole hands before trump is named from the first
    cards.
    """
    clauses, place = combination.clauses, combination.clauses["trump"].origin.place
    before: list[tuple[str, Place | None]] = []
    if deal.call is not None:
        before.append(("somebody may call", deal.clauses["call"].origin.place))
    if isinstance(chosen["auction"], AuctionBids):
        before.append(("there is an auction", clauses["auction"].origin.place))
    if chosen["trump"].by == "highest bidder":
        before.append(("everybody bids", clauses["bid"].origin.place))
    name = _clause_owner("trump", deal, combination)
    for why, other in before[:1]:
        yield problems.proofs.FirstCardsTooLate(place, number, why, name, other)


def _clause_owner(aspect: AspectName, deal: CalledDeal, combination: Combination) -> str:
    """Returns the name of the choice that brought a clause into force, or of the deal."""
    choices = (choice for choice in combination.calls if aspect in deal.replaced[choice])
    return next(choices, deal.deal.name)


def _inherits_clause(aspect: AspectName, deal: CalledDeal, combination: Combination) -> bool:
    """Returns whether a deal inherits a clause but states its own `bid`, and no call changes
    either.
    """
    clauses, replaced = combination.clauses, deal.deal.replaced
    own = all(clauses[each] is deal.clauses[each] for each in (aspect, "bid"))
    return own and deal.deal.base is not None and "bid" in replaced and aspect not in replaced


def _without_bids(
    deal: CalledDeal, combination: Combination, chosen: ChosenValues, book: UsesCache
) -> Iterator[Finding]:
    clauses = combination.clauses
    name = _clause_owner("bid", deal, combination)
    if clauses["completed"].origin.place is None:
        none = clauses["bid"].origin.place
        yield problems.proofs.CompletionMissing(none, name)
    elif isinstance(chosen["completed"], CompletedWhen):
        condition = chosen["completed"].condition
        yield from _no_bid_names(condition, "completed", combination, name, book)
    yield from _no_bid_names(chosen["score"], "score", combination, name, book)
    if chosen["next_dealer"] == "most missed":
        place, none = clauses["next_dealer"].origin.place, clauses["bid"].origin.place
        problem = problems.proofs.NoBidsMade(place, "most missed", "next dealer", name, none)
        yield KeyedFinding(("P317", place, none), problem)


def _no_bid_names(
    expression: Expression, aspect: AspectName, combination: Combination, deal: str, book: UsesCache
) -> Iterator[Finding]:
    is_read = book.uses(expression).variables & OF_BIDS
    part = next(_named_parts(expression, OF_BIDS), None) if is_read else None
    if part is None:
        return
    none = combination.clauses["bid"].origin.place
    place = part.place or combination.clauses[aspect].origin.place
    problem = problems.proofs.NoBidsMade(place, part.name, TABLE[aspect].keyword, deal, none)
    yield KeyedFinding(("P317", place, none), problem)
