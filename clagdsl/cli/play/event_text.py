"""What has happened since the person was last asked, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from clagdsl.cli._standings import amount_text, stakes_lines, standings_text
from clagdsl.cli.play.board import deal_name
from clagdsl.cli.play.display import Showing, columns_of, line_width, paragraph, picked, suit_words
from clagdsl.cli.play.running_sheet import sheet_lines
from clagdsl.engine.events import (
    AuctionSaid,
    AuctionWon,
    BidderDrawn,
    BidMade,
    BidsTold,
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsPicked,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealThrownIn,
    Event,
    FirstCardsDealt,
    HandSeen,
    HandShown,
    Looked,
    MatchWon,
    Passed,
    TrickWon,
    TrumpDrawn,
    TrumpNamed,
    TrumpTurned,
)
from clagdsl.explain.phrases import follow_note, note
from clagdsl.lang.cards import Card, is_special
from clagdsl.lang.policies.opening import held_back
from clagdsl.lang.rules import (
    AuctionBids,
    ChosenBid,
    DrawnTrump,
    TurnedTrump,
    settled_trumps,
    trump_word,
)
from clagdsl.problems.safe_text import visible
from clagdsl.table.choices import nameable
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.scoring import match_ends
from clagdsl.table.tricks import PlayedCard

ROWS_AFTER_A_DEAL = 8
"""How many rows of the score sheet are shown when a deal is over."""


def beginning_of_deal(events: Sequence[Event]) -> int:
    """Where the events of the present deal begin, or those of the end of the match.

    Who was drawn to deal first is told with the first deal.
    """
    begun = [place for place, e in enumerate(events) if isinstance(e, DealBegun | MatchWon)]
    return begun[-1] if len(begun) > 1 else 0


def news_lines(showing: Showing, events: Sequence[Event], told: int) -> list[str]:
    """The lines for a seat's events from the `told`-th on."""
    lines: list[str] = []
    for place in range(told, len(events)):
        lines += _lines(showing, events, place)
    return lines


def _lines(showing: Showing, events: Sequence[Event], place: int) -> list[str]:
    event = events[place]
    match event:
        case DealBegun():
            return _begun(showing, event)
        case CardsPicked(seat=seat, cards=cards):
            return _picked(showing, events[: place + 1], seat, cards)
        case CallMade(seat=seat, calls=calls):
            return _called(showing, events[: place + 1], seat, calls)
        case TrumpNamed() | TrumpTurned() | TrumpDrawn():
            return _trump(showing, events[:place], event)
        case AuctionSaid() | Passed() | AuctionWon() | DealThrownIn():
            return [_of_auction(showing, event)]
        case Looked() | BidMade() | BidsTold():
            return _of_bids(showing, event)
        case DealerDrawn(seat=seat) | BidderDrawn(seat=seat):
            does = "deal" if isinstance(event, DealerDrawn) else "bid"
            return [f"Drawn to {does} first: {showing.who(seat)}"]
        case TrickWon():
            return list(_trick(showing, events[:place], event))
        case DealScored():
            return _scored(showing, events[: place + 1], event)
        case MatchWon():
            return _won(showing, events[:place], event)
        case FirstCardsDealt() | CardsDealt() | HandSeen() | HandShown() | CardPlayed():
            return []  # they lie on the table
        case _:
            assert_never(event)


def _of_auction(showing: Showing, event: AuctionSaid | Passed | AuctionWon | DealThrownIn) -> str:
    if isinstance(event, DealThrownIn):
        return f"All have passed: deal {event.deal} is thrown in"
    if isinstance(event, Passed):
        return showing.does(event.seat, "pass")
    trump = "no trump" if event.trump is None else suit_words((event.trump,))
    verb = "say" if isinstance(event, AuctionSaid) else "win the auction with"
    word, _, rest = verb.partition(" ")
    return f"{showing.does(event.seat, word)} {f'{rest} ' if rest else ''}{event.number} {trump}"


def _of_bids(showing: Showing, event: Looked | BidMade | BidsTold) -> list[str]:
    """Who looks at the cards before bidding, and who does not; other bids lie on the table."""
    if isinstance(event, BidsTold):
        told = ", ".join(f"{showing.who(seat)} {bid}" for seat, bid in enumerate(event.bids))
        return paragraph(f"All have bid: {told}", "  ")
    if isinstance(event, Looked):
        return [f"{showing.does(event.seat, 'look')} at the cards"]
    bid = "" if event.bid is None else f" {event.bid}"
    return [f"{showing.does(event.seat, 'bid')}{bid} blind"] if event.blind else []


def _trump(
    showing: Showing, before: Sequence[Event], event: TrumpNamed | TrumpTurned | TrumpDrawn
) -> list[str]:
    match event:
        case TrumpDrawn(suit=suit):
            return [f"Drawn as trump: {suit_words((suit,))}"]
        case TrumpNamed(seat=seat, trump=()):
            return [f"{showing.does(seat, 'name')} no trump"]
        case TrumpNamed(seat=seat, trump=(_,) as trump):
            return [f"{showing.does(seat, 'name')} {suit_words(trump)}"]
        case TrumpNamed(seat=seat, trump=order):
            return [f"{showing.does(seat, 'name')} {showing.style.suits(order)}"]
        case TrumpTurned(card=card):
            if card is None:
                return ["No card is left to turn: there is no trump"]
            return [_turned(showing, before, card)]
        case _:
            assert_never(event)


def _turned(showing: Showing, before: Sequence[Event], card: Card) -> str:
    """What is turned, and what that makes trump; where somebody names it, that follows."""
    text = f"{showing.style.card(card)} is turned"
    if not is_special(card):
        return f"{text}: {suit_words((card.suit,))} are trump"
    begun = max(place for place, event in enumerate(before) if isinstance(event, DealBegun))
    deal = before[begun:]
    number = next(event.deal for event in deal if isinstance(event, DealBegun))
    calls = next((event.calls for event in deal if isinstance(event, CallMade)), ())
    rules = showing.table.rules_of(showing.scheduled(number), calls, picked(deal))
    return text if nameable(rules, card) is not None else f"{text}: there is no trump"


def _scored(showing: Showing, events: Sequence[Event], scored: DealScored) -> list[str]:
    points = ", ".join(f"{showing.who(seat)} {score:+}" for seat, score in enumerate(scored.scores))
    over = paragraph(f"Deal {scored.deal} is scored: {points}", "  ")
    table = showing.table
    last = scored.deal == len(table.schedule)
    if last or match_ends(table.game, table.names, scored.deal, scored.totals):
        return over  # the whole sheet follows
    return [*over, *sheet_lines(showing, events, ROWS_AFTER_A_DEAL)]


def _begun(showing: Showing, event: DealBegun) -> list[str]:
    deals = str(len(showing.table.schedule))
    if showing.table.game.ends is not None:
        deals = f"at most {deals}"
    title = f"== Deal {event.deal} of {deals}: {deal_name(showing, event.deal)} =="
    scheduled = showing.scheduled(event.deal)
    lines = ["", showing.style.title(title)]
    if len(showing.table.sizes_apart(scheduled)) > 1:
        return lines  # what is played hangs on how many cards are picked
    return [*lines, *notes(showing, showing.table.rules_of(scheduled))]


def _picked(showing: Showing, events: Sequence[Event], seat: int, cards: int) -> list[str]:
    """How many cards were picked, and what that settles."""
    begun = next(event for event in reversed(events) if isinstance(event, DealBegun))
    scheduled = showing.scheduled(begun.deal)
    line = f"{showing.does(seat, 'pick')} {cards} cards each"
    if len(showing.table.sizes_apart(scheduled)) == 1:
        return [line]
    return [line, *notes(showing, showing.table.rules_of(scheduled, cards=cards))]


def _called(
    showing: Showing, events: Sequence[Event], seat: int, calls: tuple[str, ...]
) -> list[str]:
    begun = next(event for event in reversed(events) if isinstance(event, DealBegun))
    called = visible(", ".join(calls)) or "nothing"
    rules = showing.table.rules_of(showing.scheduled(begun.deal), calls, picked(events))
    return [*paragraph(f"{showing.does(seat, 'call')} {called}", "  "), *notes(showing, rules)]


def _trick(showing: Showing, events: Sequence[Event], won: TrickWon) -> Iterator[str]:
    """A finished trick in one line or two."""
    style = showing.style
    plays = [event for event in events if isinstance(event, CardPlayed)]
    line = f"Trick {won.trick}:"
    for play in plays[-showing.table.players :]:
        one = PlayedCard(play.seat, play.card, play.face or play.card)
        piece = f" {showing.who(play.seat)} {style.played(one)}"
        if columns_of(line + piece) > line_width() - 2:
            yield line
            line = " "
        line += f"{piece},"
    piece = f" {showing.does(won.seat, 'win')}"
    line = line.removesuffix(",") + ":"
    if columns_of(line + piece) > line_width():
        yield line
        line = " "
    yield line + piece


def _won(showing: Showing, events: Sequence[Event], event: MatchWon) -> list[str]:
    verb = "win" if len(event.winners) > 1 or showing.seat in event.winners else "wins"
    winners = " and ".join(showing.who(seat) for seat in event.winners)
    lines = ["", *(showing.style.title(line) for line in paragraph(f"{winners} {verb} the match"))]
    if any(event.payments):
        paid = ", ".join(
            f"{showing.does(seat, 'get' if paid > 0 else 'pay')} {amount_text(abs(paid))}"
            for seat, paid in enumerate(event.payments)
            if paid
        )
        lines += paragraph(paid, "  ")
        for line in stakes_lines(showing.table):
            lines += paragraph(line, "  ")
    totals = next((one.totals for one in reversed(events) if isinstance(one, DealScored)), ())
    names = [showing.who(seat) for seat in range(len(totals))]
    standings = standings_text(names, totals, showing.table.game.winner)
    return [*lines, *paragraph(f"Final standings: {standings}", "  ")]


# --- what is special in a deal ------------------------------------------------------------


def notes(showing: Showing, rules: DealRules) -> list[str]:
    """What in a deal is not as in the plainest one, a line each."""
    return [
        line
        for text in (*_card_notes(rules), *_turn_notes(showing, rules))
        if text is not None
        for line in paragraph(f"- {text}", "  ")
    ]


def _card_notes(rules: DealRules) -> Iterator[str | None]:
    if not rules.calls:
        yield note("call", rules.call)
    if rules.ranks != rules.deck.ranks:
        yield f"ranks from high to low: {' '.join(rules.ranks)}"
    ranks = rules.wild.ranks
    yield note("wild", rules.wild, ranks=", ".join(ranks), first=ranks[0] if ranks else "")
    yield note("sight", rules.sight)
    yield note("play", rules.play) or follow_note(rules.duties)
    yield None if rules.plays_top or opens_anything(rules) else note("open", rules.open)
    yield note("equal", rules.equal) if rules.deck.copies > 1 else None
    yield f"cards are worth points: {rules.card_worth.text}" if rules.card_worth.worths else None


def opens_anything(rules: DealRules) -> bool:
    """Whether trumps are held back in a deal that has not one trump suit, so that nothing is."""
    trumps = settled_trumps(rules.trump)
    return trumps is not None and held_back(rules.open, trumps) is None


def _turn_notes(showing: Showing, rules: DealRules) -> Iterator[str | None]:
    suits = settled_trumps(rules.trump) or ()
    yield note("trump", rules.trump, suits=showing.style.suits(suits))
    if isinstance(rules.trump, TurnedTrump | DrawnTrump) and isinstance(rules.bid, ChosenBid):
        yield note("shown", rules.shown)
    if isinstance(rules.auction, AuctionBids):
        trumps = ", ".join(map(trump_word, rules.auction.trumps))
        yield note("auction", rules.auction, suits=trumps)
    yield note("bid", rules.bid)
    yield note("lead", rules.lead)
