"""Corrections, and rows entered in one step: both replay the facts of the deals.

A fact is an entry attributed to a deal. Input: a `SheetState` and an entry. Output: the state after
it, or the reason why it is refused.

A correction replaces one row of a deal; then everything from the first deal on is entered again. A
fact that no longer fits is dropped and must be entered again. Until then, the facts entered after
it wait in `SheetState.waiting`.

If a correction changes the roster, a deal whose players change keeps its figures waiting, since
they were entered for other players. So no player's bid is ever counted as another's.

Only the corrected part itself is `required`: if it is refused, so is the correction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from clagdsl import problems
from clagdsl.engine.actions import PASSED, Bid, Look, Pass, PickCards, SayInAuction, why_never
from clagdsl.lang.limits import LONGEST_RECORD_NOTE
from clagdsl.lang.roster_changes import Adjustment, EndMatch, Note, OneMoreHand, RosterChange, Seats
from clagdsl.problems.diagnostic import Reason
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
from clagdsl.scorekeeping.legality import (
    has_fixed_size,
    may_report_trump,
    may_set_dealer,
    may_set_size,
    why_not,
    why_not_now,
)
from clagdsl.scorekeeping.reducer import enter, open_sheet
from clagdsl.scorekeeping.seating import why_not_adjustable
from clagdsl.scorekeeping.state import (
    AttributedFact,
    SheetDeal,
    SheetPhase,
    SheetState,
    attribute_fact,
    in_seats,
    is_of_others,
    pending_deals,
)
from clagdsl.table.bids import may_bid_blind
from clagdsl.table.choices import why_not_size
from clagdsl.table.seating import is_whole_text

RequiredKind: TypeAlias = Kind | Literal["roster"]

Required: TypeAlias = tuple[int, RequiredKind] | None
"""The number of a deal, and the kind of facts in it that must not be dropped."""

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


_BEFORE_ROSTER_CHANGES: tuple[Kind | None, ...] = (None, "dealer")
"""Kinds of facts that may precede a roster change: interludes (None), and the first dealer."""


_BEFORE_BIDS: tuple[Kind, ...] = ("cards", "call", "trump", "first")
"""Kinds of facts that may precede the size of a deal."""


def enter_row(moment: SheetState, row: Bids | Auction) -> SheetState | Reason:
    """Returns the state after several facts of a deal entered in one step, or why
    they are refused.
    """
    number, kind = moment.deal.number, kind_of(row)
    if moment.phase != _PHASE_OF[kind] or (kind == "bids" and moment.deal.bids):
        sample = Bid(0) if kind == "bids" else PASSED
        if moment.phase == "over":
            return problems.illegal_actions.MatchOver().reason()
        return why_not_now(moment, sample)
    facts = _split_row(row, moment.deal, moment.roster.names)
    if isinstance(facts, Reason):
        return facts
    return replay_facts(replace(moment, waiting=()), (facts,), (number, kind), moment.waiting)


def is_size_late(moment: SheetState) -> bool:
    """Returns whether the size is entered after other facts, but before any bid or trick."""
    kinds = {deal_kind(attributed.fact) for attributed in moment.deal.facts}
    early = has_fixed_size(moment) and kinds <= {*_BEFORE_ROSTER_CHANGES, *_BEFORE_BIDS}
    return early and not may_set_size(moment)


def apply_correction(moment: SheetState, entry: Correct) -> SheetState | Reason:
    """Returns the state after a correction, or why it is refused."""
    kind, number = kind_of(entry.row), entry.deal
    deal_facts = _facts_by_deal(moment)
    deal = _deal_of(moment, number)
    if deal is None:
        return _why_no_such_entry(moment, number, str(entry.row))
    if number > len(moment.history) and not _is_entered(moment, kind):
        return _why_not_entered(moment, entry)
    facts = _split_row(entry.row, deal, moment.roster.names)
    if isinstance(facts, Reason):
        return facts
    before = deal_facts[number - 1]
    existing = [attributed for attributed in before if deal_kind(attributed.fact) == kind]
    place = before.index(existing[0]) if existing else _begun_at(before)
    deal_facts[number - 1] = _replace_facts(before, existing, facts, place)
    return _replay_from_start(moment, deal_facts, (number, kind))


def apply_roster_correction(moment: SheetState, entry: CorrectRoster) -> SheetState | Reason:
    """Returns the state with other roster changes before a deal, or why they are refused."""
    number, deal_facts = entry.deal, _facts_by_deal(moment)
    deal = None if moment.phase == "over" and number == moment.number else _deal_of(moment, number)
    before = () if deal is None else deal_facts[number - 1]
    existing = [attributed for attributed in before if isinstance(attributed.fact, RosterChange)]
    if deal is None or not (existing or entry.changes):
        return _why_no_such_entry(moment, number, entry.part)
    new = [AttributedFact(None, change) for change in entry.changes]
    place = min([*map(before.index, existing), _begun_at(before)])
    deal_facts[number - 1] = _replace_facts(before, existing, new, place)
    return _replay_from_start(moment, deal_facts, (number, "roster"))


def _begun_at(facts: Sequence[AttributedFact]) -> int:
    """Returns the index of the first fact of a deal that begins it."""
    begun = (n for n, a in enumerate(facts) if deal_kind(a.fact) not in _BEFORE_ROSTER_CHANGES)
    return next(begun, len(facts))


def apply_match_entry(moment: SheetState, entry: Seats | Note) -> SheetState | Reason:
    """Returns the state after an entry about the whole match, or why it is refused."""
    return _seat(moment, entry) if isinstance(entry, Seats) else _note(moment, entry)


def _seat(moment: SheetState, entry: Seats) -> SheetState | Reason:
    """Returns the state with another order of the seats at the start, or why it is refused."""
    setting = moment.setting
    if sorted(entry.names) != sorted(setting.names):
        now = str(Seats(tuple(setting.names[line] for line in setting.seats)))
        return problems.illegal_actions.WrongSeats(now).reason()
    seats = tuple(map(setting.names.index, entry.names))
    begun = open_sheet(replace(setting, seats=seats))
    return replay_facts(begun, tuple(_facts_by_deal(moment)))


def _note(moment: SheetState, entry: Note) -> SheetState | Reason:
    if len(entry.text) > LONGEST_RECORD_NOTE or not is_whole_text(entry.text):
        return problems.illegal_actions.NoteTooLong(LONGEST_RECORD_NOTE).reason()
    return replace(moment, setting=replace(moment.setting, note=entry.text or None))


def _replace_facts(
    before: Sequence[AttributedFact],
    old: Sequence[AttributedFact],
    new: Sequence[AttributedFact],
    place: int,
) -> tuple[AttributedFact, ...]:
    """Returns a deal's facts with new ones inserted at `place` and old ones removed."""
    return (
        *before[:place],
        *new,
        *(attributed for attributed in before[place:] if attributed not in old),
    )


def _replay_from_start(
    moment: SheetState,
    deal_facts: Sequence[tuple[AttributedFact, ...]],
    required: tuple[int, RequiredKind],
) -> SheetState | Reason:
    """Returns the state after replaying all facts, or why a required one is refused."""
    after = replay_facts(open_sheet(moment.setting), deal_facts, required)
    if isinstance(after, Reason):
        return replace(after, reason=f"in deal {required[0]}: {after.reason}")
    return after


def _why_no_such_entry(moment: SheetState, number: int, part: str) -> Reason:
    """Returns why a deal cannot be corrected: it is itself waiting, or it has no such entry."""
    if number > moment.number and number in [deal.number for deal in pending_deals(moment)]:
        return problems.illegal_actions.StillWaiting(deal=number).reason()
    return _why_not_correctable(moment, number, part)


def _why_not_entered(moment: SheetState, entry: Correct) -> Reason:
    """Returns why a row of the current deal that is not entered in full cannot be corrected."""
    kind, number, part = kind_of(entry.row), entry.deal, str(entry.row)
    if moment.phase == _PHASE_OF[kind]:
        return problems.illegal_actions.RowIncomplete(number, part).reason()
    return problems.illegal_actions.NothingToCorrect(number, part).reason()


def apply_adjustment_correction(
    moment: SheetState, entry: CorrectAdjustment
) -> SheetState | Reason:
    """Returns the state with a deal's adjustment replaced or removed, or why this is refused."""
    number, new = entry.deal, entry.adjustment
    deal_facts = _facts_by_deal(moment)
    before = deal_facts[number - 1] if 1 <= number <= len(deal_facts) else ()
    existing = [
        attributed
        for attributed in before
        if isinstance(attributed.fact, Adjustment) and attributed.fact.player == new.player
    ]
    if not existing:
        return _why_not_correctable(moment, number, str(new))
    wrong = why_not_adjustable(new) if new.points else None
    if wrong is not None:
        return wrong
    added = (AttributedFact(None, new),) if new.points else ()
    deal_facts[number - 1] = _replace_facts(before, existing, added, before.index(existing[0]))
    return replay_facts(open_sheet(moment.setting), tuple(deal_facts))


def _facts_by_deal(moment: SheetState) -> list[tuple[AttributedFact, ...]]:
    """Returns all facts entered, by deal.

    The current deal includes the facts waiting for it; the later deals consist of waiting facts
    only.
    """
    here, *later = moment.waiting or ((),)
    return [*(deal.facts for deal in moment.history), (*moment.facts, *here), *later]


def _deal_of(moment: SheetState, number: int) -> SheetDeal | None:
    """Returns the deal with this number, or None if nothing can have been entered in it."""
    if 1 <= number <= len(moment.history):
        return moment.history[number - 1]
    return moment.deal if number == moment.deal.number else None


def _is_entered(moment: SheetState, kind: Kind) -> bool:
    """Returns whether the current deal has all facts of a kind."""
    if kind == "dealer" and moment.setting.first_dealer is not None:
        return not moment.history
    if kind == "cards" and has_fixed_size(moment):
        return True
    has_facts = any(deal_kind(attributed.fact) == kind for attributed in moment.deal.facts)
    return has_facts and moment.phase != _PHASE_OF[kind]


def _split_row(
    row: WholeRow, deal: SheetDeal, names: tuple[str, ...]
) -> tuple[AttributedFact, ...] | Reason:
    """Returns the single facts of a row; bids belong to their seats, other facts to the player in
    turn.

    `names` are the names of the lines.
    """
    players_of_deal = tuple(names[line] for line in deal.seats)
    match row:
        case Bids(bids=bids):
            players = len(deal.seats)
            if len(bids) != players:
                origin = deal.rules.origin("bid")
                return problems.illegal_actions.WrongNumberOfBids(
                    len(bids), players, origin=origin
                ).reason()
            return tuple(
                attribute_fact(seat, bid, players_of_deal) for seat, bid in enumerate(bids)
            )
        case Auction(words=words):
            actions = [
                PASSED if item is None else SayInAuction(item.number, item.trump) for item in words
            ]
            return tuple(attribute_fact(None, item, players_of_deal) for item in actions)
        case _:
            return (attribute_fact(None, row, players_of_deal),)


def replay_facts(
    moment: SheetState,
    deal_facts: Sequence[tuple[AttributedFact, ...]],
    required: Required = None,
    waiting: tuple[tuple[AttributedFact, ...], ...] = (),
) -> SheetState | Reason:
    """Returns the state after entering the facts of the current and later deals again, or why a
    required one is refused.

    In every deal, facts are entered as they become due. A fact that is refused is dropped. If one
    is missing, all facts after it wait, ahead of those already in `waiting`.
    """
    moment, later = replace(moment, waiting=()), list(deal_facts)
    if waiting:
        later = [(*later[0], *waiting[0]), *waiting[1:]]
    while later:
        number = moment.number
        kind = required[1] if required is not None and required[0] == number else None
        result = _apply_deal(moment, later[0], kind)
        if isinstance(result, Reason):
            return result
        moment, left = result
        if len(moment.history) < number:
            later[0] = left
            break
        later.pop(0)
    if not any(later):
        later = []
    return replace(moment, waiting=tuple(later))


def _apply_deal(
    moment: SheetState, facts: tuple[AttributedFact, ...], required: RequiredKind | None
) -> tuple[SheetState, tuple[AttributedFact, ...]] | Reason:
    """Enters the facts of one deal as far as they fit; returns the state and
    the remaining facts.
    """
    number, left = moment.number, list(facts)
    while left and len(moment.history) < number:
        left = [in_seats(attributed, moment.roster.players) for attributed in left]
        candidate = next(
            (
                attributed
                for attributed in _in_turn(moment, left)
                if _is_expected(moment, attributed)
            ),
            None,
        )
        if candidate is None:
            break
        left.remove(candidate)
        moment = _with_implied_look(moment, candidate.fact)
        why = why_not(moment, candidate.fact)
        if why is None:
            moment = enter(moment, candidate.fact)
        elif required is not None and required == _required_kind(candidate.fact):
            return _with_player_name(moment, candidate.fact, why)
    if required is not None:
        for attributed in left:
            if _required_kind(attributed.fact) == required and not is_of_others(
                attributed, moment.roster.players
            ):
                deal = moment.history[number - 1] if len(moment.history) >= number else moment.deal
                return _why_never_expected(moment, deal, attributed.fact)
    return moment, tuple(left)


def _required_kind(fact: Fact) -> RequiredKind | None:
    return "roster" if isinstance(fact, RosterChange) else deal_kind(fact)


def _in_turn(moment: SheetState, left: list[AttributedFact]) -> Iterator[AttributedFact]:
    """Yields the deal's remaining facts that may come next; of interludes only the first.

    In an extra hand whose match is no longer over, all facts of that hand wait.
    """
    interludes = [attributed for attributed in left if deal_kind(attributed.fact) is None]
    more = any(isinstance(attributed.fact, OneMoreHand) for attributed in interludes)
    for attributed in left:
        if attributed in interludes[:1] or (
            attributed not in interludes and (moment.phase == "over" or not more)
        ):
            yield attributed


def _is_expected(moment: SheetState, attributed: AttributedFact) -> bool:
    """Returns whether a fact is of the kind that is due and belongs to the player in turn."""
    kind = deal_kind(attributed.fact)
    if kind is None:
        over = moment.phase == "over"
        return isinstance(attributed.fact, Adjustment | EndMatch) or over == isinstance(
            attributed.fact, OneMoreHand
        )
    if kind == "trump" and may_report_trump(moment):
        return True
    if kind == "cards" and may_set_size(moment):
        return True
    if kind == "dealer" and may_set_dealer(moment):
        return True
    if moment.phase != _PHASE_OF[kind] or is_of_others(attributed, moment.roster.players):
        return False
    match attributed.fact:
        case Bid() | Look() | SayInAuction() | Pass():
            return attributed.seat in (None, moment.acting[0])
        case _:
            return True


def _with_implied_look(moment: SheetState, fact: Fact) -> SheetState:
    """Returns the state after the look implied by a bid that is not blind."""
    if not isinstance(fact, Bid) or fact.blind or not may_bid_blind(moment.deal.rules):
        return moment
    return moment if moment.acting[0] in moment.deal.looked else enter(moment, Look())


def _why_not_correctable(moment: SheetState, number: int, part: str) -> Reason:
    """Returns why a deal has no such entry to correct."""
    deals = len(_facts_by_deal(moment))
    if 1 <= number <= deals:
        return problems.illegal_actions.NothingToCorrect(number, part).reason()
    existing_deals = "only deal `1`" if deals == 1 else f"deals `1` to `{deals}`"
    return problems.illegal_actions.NoDealYet(number, part, existing_deals).reason()


def _with_player_name(moment: SheetState, fact: Fact, why: Reason) -> Reason:
    """Returns the reason, prefixed with the player's name if it concerns one bid of a row."""
    if not isinstance(fact, Bid):
        return why
    return replace(why, reason=f"{moment.roster.players[moment.acting[0]]}: {why.reason}")


def _why_never_expected(moment: SheetState, deal: SheetDeal, fact: Fact) -> Reason:
    """Returns why a fact can never be entered in a deal."""
    rules = deal.rules
    why = why_never(rules, fact)
    if why is None and deal_kind(fact) == "auction":
        words = str(fact).removeprefix("auction ")
        why = problems.illegal_actions.AuctionOver(stated=words).reason()
    if isinstance(fact, PickCards):
        origin = moment.table.game.schedule_origin
        why = why_not_size(deal.scheduled, fact.number, origin)
    number = deal.number
    return why or problems.illegal_actions.NothingToCorrect(number, str(fact)).reason()
