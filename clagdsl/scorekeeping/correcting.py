"""Rows that are entered at once, and corrections: the facts of the deals gone through once more.

A correction puts one row of a deal in the place of what was there, and everything is entered again
from the first deal on.  What no longer fits is left out, and asked for again; what was entered
after that waits until it is.  Where a correction changes who plays, the figures of a deal wait as
long as others play in it than those of whom they are.  So nobody's bid is ever taken for another's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from clagdsl import problems
from clagdsl.engine.actions import PASSED, Bid, Look, Pass, PickCards, SayInAuction, why_never
from clagdsl.lang.roster_changes import Adjustment, OneMoreHand, RosterChange
from clagdsl.problems.model import Reason
from clagdsl.scorekeeping.entering import enter, open_sheet
from clagdsl.scorekeeping.entries import (
    Auction,
    Bids,
    Correct,
    CorrectAdjustment,
    CorrectRoster,
    Fact,
    Kind,
    WholeRow,
    deal_kind,
    kind_of,
)
from clagdsl.scorekeeping.judging import may_tell_trump, why_not, why_not_now
from clagdsl.scorekeeping.kept_match import (
    KeptDeal,
    Moment,
    SaidBy,
    SheetPhase,
    is_of_others,
    said_by,
    waiting_deals,
)
from clagdsl.scorekeeping.seating import why_no_points
from clagdsl.table.bids import may_bid_blind
from clagdsl.table.choices import why_not_size

OwedKind: TypeAlias = Kind | Literal["roster"]

Owed: TypeAlias = tuple[int, OwedKind] | None
"""The number of a deal and what kind of facts of it must not be left out."""

_PHASE_OF: dict[Kind, SheetPhase] = {
    "dealer": "dealer",
    "cards": "size",
    "call": "call",
    "auction": "auction",
    "trump": "name",
    "first": "first",
    "bids": "bid",
    "tricks": "tricks",
}


_AHEAD: tuple[Kind | None, ...] = (None, "dealer")
"""What may come before a change of who plays: what happened beside the deal, and who deals."""


def entered_row(moment: Moment, row: Bids | Auction) -> Moment | Reason:
    """The moment after several facts of a deal that are entered at once, or why they may not be."""
    number, kind = moment.deal.scheduled.number, kind_of(row)
    if moment.phase != _PHASE_OF[kind] or (kind == "bids" and moment.deal.bids):
        sample = Bid(0) if kind == "bids" else PASSED
        if moment.phase == "over":
            return problems.illegal_actions.MatchOver().reason()
        return why_not_now(moment, sample)
    facts = _facts_of(row, moment.deal, moment.roster.names)
    if isinstance(facts, Reason):
        return facts
    return followed(replace(moment, waiting=()), (facts,), (number, kind), moment.waiting)


def corrected(moment: Moment, entry: Correct) -> Moment | Reason:
    """The moment after a correction, or why it may not be."""
    kind, number = kind_of(entry.row), entry.deal
    pools = _by_deal(moment)
    deal = _deal_of(moment, number)
    if deal is None or (number > len(moment.history) and not _is_entered(moment, kind)):
        return _nothing_there(moment, number, str(entry.row))
    facts = _facts_of(entry.row, deal, moment.roster.names)
    if isinstance(facts, Reason):
        return facts
    before = pools[number - 1]
    ahead = [at + 1 for at, one in enumerate(before) if deal_kind(one.fact) is None]
    there = [one for one in before if deal_kind(one.fact) == kind]
    place = before.index(there[0]) if there else max(ahead, default=0)
    pools[number - 1] = _put(before, there, facts, place)
    return _entered_again(moment, pools, (number, kind))


def corrected_roster(moment: Moment, entry: CorrectRoster) -> Moment | Reason:
    """The moment with other changes of who plays before a deal; or why they may not be."""
    number, pools = entry.deal, _by_deal(moment)
    deal = None if moment.phase == "over" and number == moment.number else _deal_of(moment, number)
    before = () if deal is None else pools[number - 1]
    there = [one for one in before if isinstance(one.fact, RosterChange)]
    if deal is None or not (there or entry.changes):
        return _nothing_there(moment, number, entry.part)
    begun = [place for place, one in enumerate(before) if deal_kind(one.fact) not in _AHEAD]
    new = [SaidBy(None, change) for change in entry.changes]
    place = min([*map(before.index, there), *begun, len(before)])
    pools[number - 1] = _put(before, there, new, place)
    return _entered_again(moment, pools, (number, "roster"))


def _put(
    before: Sequence[SaidBy], old: Sequence[SaidBy], new: Sequence[SaidBy], place: int
) -> tuple[SaidBy, ...]:
    """The facts of a deal with new ones at a place, instead of old ones."""
    return (*before[:place], *new, *(one for one in before[place:] if one not in old))


def _entered_again(
    moment: Moment, pools: Sequence[tuple[SaidBy, ...]], owed: tuple[int, OwedKind]
) -> Moment | Reason:
    """The moment after everything from the first deal on, or why what is owed may not be."""
    after = followed(open_sheet(moment.setting), pools, owed)
    if isinstance(after, Reason):
        return replace(after, reason=f"in deal {owed[0]}: {after.reason}")
    return after


def _nothing_there(moment: Moment, number: int, part: str) -> Reason:
    """Why nothing of a deal is corrected: it waits itself, or nothing like that is there."""
    if number > moment.number and number in [deal.number for deal in waiting_deals(moment)]:
        return problems.illegal_actions.StillWaiting(deal=number).reason()
    return _nothing_to_correct(moment, number, part)


def corrected_adjustment(moment: Moment, entry: CorrectAdjustment) -> Moment | Reason:
    """The moment with other points by hand in a deal, or without them; or why it may not be."""
    number, new = entry.deal, entry.adjustment
    pools = _by_deal(moment)
    before = pools[number - 1] if 1 <= number <= len(pools) else ()
    there = [
        one for one in before if isinstance(one.fact, Adjustment) and one.fact.player == new.player
    ]
    if not there:
        return _nothing_to_correct(moment, number, str(new))
    wrong = why_no_points(new) if new.points else None
    if wrong is not None:
        return wrong
    put = (SaidBy(None, new),) if new.points else ()
    pools[number - 1] = _put(before, there, put, before.index(there[0]))
    return followed(open_sheet(moment.setting), tuple(pools))


def _by_deal(moment: Moment) -> list[tuple[SaidBy, ...]]:
    """Everything that was entered, by deal: of the last one with what waits, then what waits."""
    here, *later = moment.waiting or ((),)
    return [*(deal.facts for deal in moment.history), (*moment.facts, *here), *later]


def _deal_of(moment: Moment, number: int) -> KeptDeal | None:
    """The deal of that number, if anything can have been entered in it."""
    if 1 <= number <= len(moment.history):
        return moment.history[number - 1]
    return moment.deal if number == moment.deal.scheduled.number else None


def _is_entered(moment: Moment, kind: Kind) -> bool:
    """Whether all of a kind has been entered in the deal that is not closed yet."""
    there = any(deal_kind(one.fact) == kind for one in moment.deal.facts)
    return there and moment.phase != _PHASE_OF[kind]


def _facts_of(row: WholeRow, deal: KeptDeal, names: tuple[str, ...]) -> tuple[SaidBy, ...] | Reason:
    """A row as single facts; bids belong to their seats, all else to whoever's turn it is.

    `names` are those of the lines.
    """
    among = tuple(names[line] for line in deal.seats)
    match row:
        case Bids(bids=bids):
            players = len(deal.seats)
            if len(bids) != players:
                origin = deal.rules.origin("bid")
                return problems.illegal_actions.WrongNumberOfBids(
                    len(bids), players, origin=origin
                ).reason()
            return tuple(said_by(seat, bid, among) for seat, bid in enumerate(bids))
        case Auction(words=words):
            said = [PASSED if one is None else SayInAuction(one.number, one.trump) for one in words]
            return tuple(said_by(None, one, among) for one in said)
        case _:
            return (said_by(None, row, among),)


def followed(
    moment: Moment,
    pools: Sequence[tuple[SaidBy, ...]],
    owed: Owed = None,
    waiting: tuple[tuple[SaidBy, ...], ...] = (),
) -> Moment | Reason:
    """The moment after the facts of the deals from this one on, or why one that is owed may not be.

    In every deal each fact is entered when it is its turn.  One that does not fit is left out,
    and where one is missing all after it waits, before what is `waiting` already.
    """
    moment, later = replace(moment, waiting=()), list(pools)
    if waiting:
        later = [(*later[0], *waiting[0]), *waiting[1:]]
    while later:
        number = moment.number
        kind = owed[1] if owed is not None and owed[0] == number else None
        went = _one_deal(moment, later[0], kind)
        if isinstance(went, Reason):
            return went
        moment, left = went
        if len(moment.history) < number:
            later[0] = left
            break
        later.pop(0)
    if not any(later):
        later = []
    return replace(moment, waiting=tuple(later))


def _one_deal(
    moment: Moment, facts: tuple[SaidBy, ...], owed: OwedKind | None
) -> tuple[Moment, tuple[SaidBy, ...]] | Reason:
    """Enter the facts of one deal as far as they go; what is left of them."""
    number, left = moment.number, list(facts)
    while left and len(moment.history) < number:
        found = next((one for one in _in_turn(moment, left) if _is_due(moment, one)), None)
        if found is None:
            break
        left.remove(found)
        moment = _looked_before(moment, found.fact)
        why = why_not(moment, found.fact)
        if why is None:
            moment = enter(moment, found.fact)
        elif owed is not None and owed == _kind_owed(found.fact):
            return _said_of(moment, found.fact, why)
    if owed is not None:
        for one in left:
            if _kind_owed(one.fact) == owed and not is_of_others(one, moment.roster.players):
                deal = moment.history[number - 1] if len(moment.history) >= number else moment.deal
                return _never_due(moment, deal, one.fact)
    return moment, tuple(left)


def _kind_owed(fact: Fact) -> OwedKind | None:
    return "roster" if isinstance(fact, RosterChange) else deal_kind(fact)


def _in_turn(moment: Moment, left: list[SaidBy]) -> Iterator[SaidBy]:
    """What is left of a deal, of what happened beside it the first alone.

    Where one more hand was played and the match is not over any more, all of that hand waits.
    """
    beside = [one for one in left if deal_kind(one.fact) is None]
    more = any(isinstance(one.fact, OneMoreHand) for one in beside)
    for one in left:
        if one in beside[:1] or (one not in beside and (moment.phase == "over" or not more)):
            yield one


def _is_due(moment: Moment, said: SaidBy) -> bool:
    """Whether a fact is of the kind that is awaited, and of the player of whom it is."""
    kind = deal_kind(said.fact)
    if kind is None:
        over = moment.phase == "over"
        return isinstance(said.fact, Adjustment) or over == isinstance(said.fact, OneMoreHand)
    if kind == "trump" and may_tell_trump(moment):
        return True
    if moment.phase != _PHASE_OF[kind] or is_of_others(said, moment.roster.players):
        return False
    match said.fact:
        case Bid() | Look() | SayInAuction() | Pass():
            return said.seat in (None, moment.acting[0])
        case _:
            return True


def _looked_before(moment: Moment, fact: Fact) -> Moment:
    """The moment after the look that goes without saying where a bid of a row is not blind."""
    if not isinstance(fact, Bid) or fact.blind or not may_bid_blind(moment.deal.rules):
        return moment
    return moment if moment.acting[0] in moment.deal.looked else enter(moment, Look())


def _nothing_to_correct(moment: Moment, number: int, part: str) -> Reason:
    """Why a deal has nothing of what a correction puts another in the place of."""
    deals = len(_by_deal(moment))
    if 1 <= number <= deals:
        return problems.illegal_actions.NothingToCorrect(number, part).reason()
    there = "deal `1` alone" if deals == 1 else f"deals `1` to `{deals}`"
    return problems.illegal_actions.NoDealYet(number, part, there).reason()


def _said_of(moment: Moment, fact: Fact, why: Reason) -> Reason:
    """The reason with the name of the player, where it is one bid of a row."""
    if not isinstance(fact, Bid):
        return why
    return replace(why, reason=f"{moment.roster.players[moment.acting[0]]}: {why.reason}")


def _never_due(moment: Moment, deal: KeptDeal, fact: Fact) -> Reason:
    """Why a fact has no place in a deal."""
    rules = deal.rules
    why = why_never(rules, fact)
    if why is None and deal_kind(fact) == "auction":
        said = str(fact).removeprefix("auction ")
        why = problems.illegal_actions.AuctionOver(said=said).reason()
    if isinstance(fact, PickCards):
        origin = moment.table.game.schedule_origin
        why = why_not_size(deal.scheduled, fact.number, origin)
    number = deal.scheduled.number
    return why or problems.illegal_actions.NothingToCorrect(number, str(fact)).reason()
