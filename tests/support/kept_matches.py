"""Matches of the interpreter that are entered in a score sheet as a person at the table would."""

from __future__ import annotations

import random
from collections.abc import Iterator

from clagdsl.engine.actions import Action, Bid, MakeCall, Play, PlayTop, SayInAuction, naming
from clagdsl.engine.events import (
    AuctionSaid,
    BidderDrawn,
    BidMade,
    CallMade,
    CardsPicked,
    DealerDrawn,
    DealScored,
    Event,
    Looked,
    Passed,
    TrumpDrawn,
    TrumpNamed,
    TrumpTurned,
)
from clagdsl.engine.match_state import PlayedDeal
from clagdsl.engine.state import State
from clagdsl.engine.transition import won_trick
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.rules import BidTogether, Game
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record
from clagdsl.scorekeeping.score_sheet import Sheet, new_sheet
from clagdsl.table.phases import named_when_turned
from clagdsl.table.scoring import each_worth, points_of, worths

HIDDEN = ("play", "deal", "dealer", "first", "over")
"""Phases of a match that a sheet does not have, or in which chance acts."""


def sheet_for(state: State) -> Sheet:
    """Returns an empty sheet for the players of a match."""
    drawn = state.table.draws_dealer
    return new_sheet(state.table, state.names, None if drawn else state.first_dealer)


def told(state: State, action: Action, after: State) -> Iterator[str]:
    """Yields the entries that follow from a player's action, in order."""
    if not isinstance(action, Play | PlayTop) and not bids_again(after):
        yield str(action)
    if state.history == after.history:
        yield from _brought(state, after)
        return
    played = after.history[-1]
    if played.tricks:
        yield tricks_of(after)
    yield from _brought(state, after)


def bids_again(state: State) -> bool:
    """Returns whether a player has to bid again, so that their first bid is not entered."""
    return state.phase == "bid" and None not in state.bids


def begun(state: State) -> Iterator[str]:
    """Yields the entries before the first action: lots, and a card turned at once."""
    if state.table.draws_dealer:
        yield f"dealer {state.names[state.first_dealer or 0]}"
    yield from _told_by_chance(state, state.events)


def _brought(state: State, after: State) -> Iterator[str]:
    new = after.events[len(state.events) :]
    yield from _told_by_chance(after, new)


def _told_by_chance(state: State, events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        match event:
            case TrumpTurned(card=None) | TrumpTurned(means="no trump"):
                yield "trump none"
            case TrumpTurned(card=card, means="its suit") if card is not None:
                yield f"trump {SUIT_NAMES[card.suit]}"
            case TrumpDrawn(suit=suit):
                yield f"trump {SUIT_NAMES[suit]}"
            case BidderDrawn(seat=seat):
                yield f"first {state.names[seat]}"
            case _:
                pass


def tricks_of(after: State) -> str:
    """Returns the entry for the tricks of the last finished deal, as its score needs it."""
    return tricks_in(after.history[-1])


def tricks_in(played: PlayedDeal) -> str:
    """Returns the entry for the tricks of a finished deal."""
    rules, cards = played.dealing.rules, played.dealing.cards or 0
    taken = [trick.winner for trick in played.tricks]
    won = " ".join(str(taken.count(seat)) for seat in range(rules.players))
    if each_worth(rules, cards) is not None:
        return f"won {won}"
    if worths(rules, cards).takers_decide:
        return "taken " + " ".join(str(seat + 1) for seat in taken)
    tricks = [won_trick(trick, played.dealing.trump or ()) for trick in played.tricks]
    points = points_of(rules, cards, tricks)
    return f"won {won} points {' '.join(map(str, points))}"


def entries_of(state: State) -> Iterator[str]:
    """Yields all entries of a sheet for a match so far, in order."""
    played = iter(state.history)
    for place, event in enumerate(state.events):
        match event:
            case BidMade(together=True) if any(
                isinstance(later, BidMade) and later.again
                for later in state.events[place + 1 : place + 3]
            ):
                continue  # the bid is changed once all bids are shown
            case DealerDrawn(seat=seat):
                yield f"dealer {state.names[seat]}"
            case CardsPicked(cards=cards):
                yield f"cards {cards}"
            case CallMade(calls=calls):
                yield str(MakeCall(calls))
            case AuctionSaid(number=number, trump=trump):
                yield str(SayInAuction(number, trump))
            case Passed():
                yield "pass"
            case TrumpNamed(trump=trump):
                yield str(naming(trump))
            case Looked():
                yield "look"
            case BidMade(bid=int(bid), blind=blind):
                yield str(Bid(bid, blind))
            case DealScored():
                deal = next(played)
                if deal.tricks:
                    yield tricks_in(deal)
            case _:
                yield from _told_by_chance(state, (event,))


def agree(state: State, sheet: Sheet) -> None:
    """Asserts that a match and its sheet agree, as far as a sheet knows."""
    assert sheet.deal == state.deal
    assert sheet.dealer == state.dealer
    assert sheet.caller == state.caller
    assert sheet.calls == state.calls
    assert sheet.cards == state.cards
    assert sheet.totals == state.totals
    assert sheet.failed == state.failed
    assert sheet.completed == state.completed
    assert sheet.over == state.over
    assert sheet.winners == state.winners
    assert sheet.payments == state.payments
    rules = state.position.dealing.rules
    if state.phase in HIDDEN or (state.phase == "name" and named_when_turned(rules)):
        return  # the sheet cannot know that a special card was turned, so trump may be entered
    assert sheet.phase == state.phase
    assert sheet.actor == state.actor
    if isinstance(rules.bid, BidTogether) and rules.bid.again and state.bids.count(None) <= 1:
        return  # only the final bid is entered, which must meet the limit on the last one
    legal = tuple(map(str, state.legal()))
    assert sheet.legal()[: len(legal)] == legal
    assert all(text.startswith(("trump", "order")) for text in sheet.legal()[len(legal) :])


def kept_match(state: State, seed: int) -> tuple[State, Sheet]:
    """Plays a random match with its sheet, and asserts after every action that they agree."""
    choose = random.Random(seed)
    sheet = sheet_for(state)
    for entry in begun(state):
        sheet = sheet.apply(entry)
    agree(state, sheet)
    while not state.over:
        action = choose.choice(state.legal())
        after = state.apply(action)
        for entry in told(state, action, after):
            sheet = sheet.apply(entry)
        if not isinstance(action, Play | PlayTop) or after.deal != state.deal or after.over:
            agree(after, sheet)
        state = after
    return state, sheet


def entered(sheet: Sheet, *entries: str) -> Sheet:
    """Returns the sheet after these entries."""
    for entry in entries:
        sheet = sheet.apply(entry)
    return sheet


def code(sheet: Sheet, entry: str) -> str | None:
    """Returns the code of the reason why an entry is refused, or None."""
    why = sheet.why_not(entry)
    return None if why is None else why.code


def check_record(sheet: Sheet, game: Game) -> None:
    """Asserts that a sheet's record round-trips, follows the rules, and ends as the sheet does."""
    text = write_record(sheet.record())
    read = parse_record(text.encode(), "sheet.toml")
    assert read.record is not None, read.diagnostics
    assert write_record(read.record) == text
    said = [*read.record.roster, *read.record.adjust]
    deals = read.record.deals
    said += filter(None, [read.record.ended, read.record.note])
    keys = [(deal.first, deal.auction, deal.taken, deal.more, deal.scheduled) for deal in deals]
    spoken = any(map(any, keys))
    assert read.record.version == (2 if spoken or said else 1)
    result = replay_sheet(read.record, game, read.places)
    told = [one.diagnostic for one in result.problems if one.diagnostic.severity == "error"]
    assert [one.message for one in told] == []
    assert (result.outcome is not None) == sheet.over
    if result.outcome is not None:
        lines = [sheet.names.index(name) for name in read.record.everybody]
        winners, payments = result.outcome.winners, result.outcome.payments
        assert result.outcome.totals == tuple(sheet.totals[line] for line in lines)
        assert winners is None or sorted(lines[one] for one in winners) == [*sheet.winners]
        assert payments in (None, tuple(sheet.payments[line] for line in lines))
