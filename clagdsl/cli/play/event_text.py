"""Describes the events since the person's last decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clagdsl.cli._lines import columns_of, line_width, paragraph
from clagdsl.cli._records import amount_text, stakes_lines
from clagdsl.cli.play.board import (
    Showing,
    deal_name,
    picked,
    sheet_lines,
)
from clagdsl.engine.events import (
    BidMade,
    BidsTold,
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsPicked,
    DealBegun,
    DealScored,
    Event,
    FirstCardsDealt,
    HandSeen,
    HandShown,
    MatchWon,
    TrickWon,
    event_words,
)
from clagdsl.explain.phrases import follow_note, note
from clagdsl.lang.rules import (
    AuctionBids,
    ChosenBid,
    DrawnTrump,
    TurnedTrump,
    fixed_trumps,
    trump_word,
)
from clagdsl.table.counted_cards import opens_anything
from clagdsl.table.deal_rules import DealRules, has_equal_cards
from clagdsl.table.tricks import PlayedCard

ROWS_AFTER_A_DEAL = 8
"""The most rows of the score sheet to show after a deal."""


def beginning_of_deal(events: Sequence[Event]) -> int:
    """Returns the index of the first event of the current deal, or of the end of the match.

    The first deal includes the draw for the first dealer.
    """
    begun = [place for place, e in enumerate(events) if isinstance(e, DealBegun | MatchWon)]
    return begun[-1] if len(begun) > 1 else 0


def news_lines(showing: Showing, events: Sequence[Event], shown: int) -> list[str]:
    """Returns the lines for a seat's events from index `shown` on."""
    lines: list[str] = []
    for place in range(shown, len(events)):
        lines += _lines(showing, events, place)
    return lines


def _lines(showing: Showing, events: Sequence[Event], place: int) -> list[str]:
    event = events[place]
    words = event_words(event, showing)
    match event:
        case DealBegun():
            return _begun(showing, event)
        case CardsPicked(cards=cards):
            return [words, *_settled_by_size(showing, events[:place], cards)]
        case CallMade(calls=calls):
            rules = _rules(showing, events[:place], calls)
            return [*paragraph(words, "  "), *notes(showing, rules, is_called=True)]
        case BidMade(blind=False, again=False) | CardPlayed():
            return []  # they are on the table
        case FirstCardsDealt() | CardsDealt() | HandSeen() | HandShown():
            return []
        case TrickWon():
            return list(_trick(showing, events[:place], event))
        case DealScored():
            return _scored(showing, events, place, words)
        case MatchWon():
            return _won(showing, event, words)
        case BidsTold():
            return paragraph(words, "  ")
        case _:
            return [words]


def _rules(showing: Showing, before: Sequence[Event], calls: tuple[str, ...]) -> DealRules:
    """Returns the rules of the latest deal, including the effects of these calls."""
    begun = next(event for event in reversed(before) if isinstance(event, DealBegun))
    return showing.table.rules_of(showing.scheduled(begun.deal), calls, picked(before))


def _scored(showing: Showing, events: Sequence[Event], place: int, words: str) -> list[str]:
    over = paragraph(words, "  ")
    if isinstance(events[-1], MatchWon) and place == len(events) - 2:
        return over  # the whole sheet follows
    return [*over, *sheet_lines(showing, events[: place + 1], ROWS_AFTER_A_DEAL)]


def _begun(showing: Showing, event: DealBegun) -> list[str]:
    deals = str(len(showing.table.schedule))
    if showing.table.game.ends is not None:
        deals = f"at most {deals}"
    title = f"== Deal {event.deal} of {deals}: {deal_name(showing, event.deal)} =="
    scheduled = showing.scheduled(event.deal)
    lines = ["", showing.style.title(title)]
    if len(showing.table.distinct_sizes(scheduled)) > 1:
        return lines  # the rules of the deal depend on the number of cards picked
    return [*lines, *notes(showing, showing.table.rules_of(scheduled))]


def _settled_by_size(showing: Showing, before: Sequence[Event], cards: int) -> list[str]:
    """Returns notes on the rules of a deal that depend on the number of cards picked."""
    begun = next(event for event in reversed(before) if isinstance(event, DealBegun))
    scheduled = showing.scheduled(begun.deal)
    if len(showing.table.distinct_sizes(scheduled)) == 1:
        return []
    return notes(showing, showing.table.rules_of(scheduled, cards=cards))


def _trick(showing: Showing, events: Sequence[Event], won: TrickWon) -> Iterator[str]:
    """Yields a finished trick as one or two lines."""
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
    piece = f" {showing.with_verb(won.seat, 'win')}"
    line = line.removesuffix(",") + ":"
    if columns_of(line + piece) > line_width():
        yield line
        line = " "
    yield line + piece


def _won(showing: Showing, event: MatchWon, words: str) -> list[str]:
    lines = ["", *map(showing.style.title, paragraph(words))]
    if any(event.payments):
        paid = ", ".join(
            f"{showing.with_verb(seat, 'get' if paid > 0 else 'pay')} {amount_text(abs(paid))}"
            for seat, paid in enumerate(event.payments)
            if paid
        )
        lines += paragraph(paid, "  ")
        for line in stakes_lines(showing.table):
            lines += paragraph(line, "  ")
    return lines


# --- the peculiarities of a deal --------------------------------------------------------------


def notes(showing: Showing, rules: DealRules, *, is_called: bool = False) -> list[str]:
    """Returns the differences between a deal and the plainest possible deal, one per line.

    `is_called` is True once the call is made; before, a trump or a bid that it may replace is left
    out.
    """
    call = None if is_called else note("call", rules.call)
    trump = () if rules.calls_trump and not is_called else _trump_notes(showing, rules)
    states_bid = is_called or not rules.calls_bid
    return [
        line
        for text in (call, *_card_notes(rules), *trump, *_turn_notes(rules, states_bid=states_bid))
        if text is not None
        for line in paragraph(f"- {text}", "  ")
    ]


def _card_notes(rules: DealRules) -> Iterator[str | None]:
    if rules.ranks != rules.deck.ranks:
        yield f"ranks from high to low: {' '.join(rules.ranks)}"
    ranks = rules.wild.ranks
    yield note("wild", rules.wild, ranks=", ".join(ranks), first=ranks[0] if ranks else "")
    yield note("sight", rules.sight)
    yield note("play", rules.play) or follow_note(rules.duties)
    yield None if opens_anything(rules) else note("open", rules.open)
    yield note("equal", rules.equal) if has_equal_cards(rules, rules.deck) else None
    yield note("trump_rank", rules.trump_rank)
    yield f"cards are worth points: {rules.card_worth.text}" if rules.card_worth.worths else None
    yield note("trump_worth", rules.trump_worth)


def _trump_notes(showing: Showing, rules: DealRules) -> Iterator[str | None]:
    suits = fixed_trumps(rules.trump) or ()
    yield note("trump", rules.trump, suits=showing.style.suits(suits))
    if isinstance(rules.trump, TurnedTrump | DrawnTrump) and isinstance(rules.bid, ChosenBid):
        yield note("shown", rules.shown)


def _turn_notes(rules: DealRules, *, states_bid: bool) -> Iterator[str | None]:
    if isinstance(rules.auction, AuctionBids):
        trumps = ", ".join(map(trump_word, rules.auction.trumps))
        yield note("auction", rules.auction, suits=trumps)
    yield note("bid", rules.bid) if states_bid else None
    yield note("lead", rules.lead)
