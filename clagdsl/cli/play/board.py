"""The display of a match: its style, the table at a decision, the prompt, the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from clagdsl.cli._lines import columns_of, cut, line_width, paragraph, right, seat_groups
from clagdsl.engine.actions import LOOKED, Bid, NameTrump, PickCards, Play, PlayTop, SayInAuction
from clagdsl.engine.events import (
    BidMade,
    BidsTold,
    CallMade,
    CardsDealt,
    CardsPicked,
    DealBegun,
    DealScored,
    Event,
)
from clagdsl.engine.view import View
from clagdsl.lang.cards import SUIT_SIGNS, Card, Suit, is_special
from clagdsl.lang.numerals import consecutive_ranges
from clagdsl.lang.policies.bid import NO_TRUMPS
from clagdsl.lang.rules import (
    AuctionTrump,
    Call,
    DrawnTrump,
    FixedBid,
    NamedTrump,
    NoBid,
    TurnedTrump,
)
from clagdsl.lang.source import Place
from clagdsl.problems.escape import escape_invisible, width
from clagdsl.table.choices import nameable
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.phases import has_rest_phase
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard

# --- style: person, signs, colours, columns ---------------------------------------------------


LABEL: Final = 12
"""The width, in columns, of the label at the start of a line."""


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a terminal: suit symbols (`A♠`) or letters (`AS`), with or without colour."""

    signs: bool = True
    colour: bool = False

    def card(self, card: Card) -> str:
        """Returns a card as text, with its number if equal cards have one; red suits are red."""
        if is_special(card):
            return escape_invisible(str(card))
        text = f"{card.rank}{self.suit(card.suit)}{card.copy or ''}"
        return self._painted(text, "31") if card.suit in "HD" else text

    def suit(self, suit: Suit) -> str:
        """Returns a suit as a symbol or a letter."""
        return SUIT_SIGNS[suit] if self.signs else suit

    def suits(self, suits: Sequence[Suit]) -> str:
        """Returns an order of suits as text, highest first."""
        return " ".join(map(self.suit, suits))

    def played(self, played_card: PlayedCard) -> str:
        """Returns a played card as text; if it is wild, with the card that it represents."""
        card = self.card(played_card.card)
        if is_special(played_card.card):
            return escape_invisible(str(played_card))
        return (
            card
            if played_card.face == played_card.card
            else f"{card} as {self.card(played_card.face)}"
        )

    def title(self, text: str) -> str:
        """Returns a line of text in bold."""
        return self._painted(text, "1")

    def refusal(self, text: str) -> str:
        """Returns the reason for a refusal, coloured yellow."""
        return self._painted(text, "33")

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


@dataclass(frozen=True, slots=True)
class Showing:
    """A match as shown to one seat.

    `names` are safe to print; `quote` returns the text of a rule.
    """

    table: Table
    seat: int
    names: tuple[str, ...]
    style: Style
    quote: Callable[[Place], str]

    def who(self, seat: int) -> str:
        """Returns a player's name, or `You` for the person."""
        return "You" if seat == self.seat else self.names[seat]

    def with_verb(self, seat: int, verb: str) -> str:
        """Returns a player's name with a verb: `You deal`, `Ann deals`."""
        if seat == self.seat:
            return f"You {verb}"
        return f"{self.names[seat]} {verb}{'es' if verb.endswith('s') else 's'}"

    def card(self, card: Card) -> str:
        """Returns a card as text in the style of the terminal."""
        return self.style.card(card)

    def suits(self, suits: Sequence[Suit]) -> str:
        """Returns an order of suits as text, highest first."""
        return self.style.suits(suits)

    def scheduled(self, number: int) -> ScheduledDeal:
        """Returns the deal with this number in the schedule."""
        return self.table.schedule[number - 1]

    def rules(self, view: View) -> DealRules:
        """Returns the rules of the view's current deal, including the effects of its call."""
        return self.table.rules_of(self.scheduled(view.deal), view.calls, picked(view.events))


def picked(events: Sequence[Event]) -> int | None:
    """Returns the number of cards that the dealer of the last deal picked, or None."""
    for event in reversed(events):
        match event:
            case CardsPicked(cards=cards):
                return cards
            case DealBegun():
                return None
            case _:
                continue
    return None


def shown_names(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the names without characters that are unsafe to print."""
    return tuple(map(escape_invisible, names))


def labelled(label: str, pieces: Sequence[str]) -> list[str]:
    """Returns a label followed by pieces of text, on as many lines as they need."""
    lines = [f"  {label:<{LABEL - 2}}"]
    for piece in pieces:
        fresh = columns_of(lines[-1]) == LABEL
        if not fresh and columns_of(lines[-1]) + 1 + columns_of(piece) > line_width():
            lines.append(" " * LABEL)
            fresh = True
        lines[-1] += piece.lstrip() if fresh else f" {piece}"
    return [line.rstrip() for line in lines]


# --- the table --------------------------------------------------------------------------------

NARROWEST_SEAT: Final = 6
"""The fewest columns for a player's name and figures."""


def board_lines(showing: Showing, view: View) -> list[str]:
    """Returns the lines with the deal, bids, tricks, totals, the trick, and the hand.

    Legal cards in the hand are marked.
    """
    lines = [showing.style.title(line) for line in paragraph(_headline(showing, view))]
    lines += _figures(showing, view)
    if view.phase == "play":
        number = f"trick {sum(view.tricks) + 1}"
        played = [f"{showing.who(one.seat)} {showing.style.played(one)}" for one in view.trick]
        listed = [*(f"{one}," for one in played[:-1]), *played[-1:]] or ["you lead"]
        lines += labelled(number, listed)
    if view.phase != "size":
        others = list(_shown_hands(showing, view))
        lines += labelled("others", others) if others else []
        lines += labelled("hand", list(_hand(showing, view)))
    return lines


def number_of_cards(showing: Showing, view: View) -> int | None:
    """Returns the number of cards for each player, or None if the dealer has not picked it yet."""
    scheduled = showing.scheduled(view.deal)
    if scheduled.cards is not None or view.phase == "size":
        return scheduled.cards
    picked = [event.cards for event in view.events if isinstance(event, CardsPicked)]
    return picked[-1]


def _headline(showing: Showing, view: View) -> str:
    cards = number_of_cards(showing, view)
    parts = [f"Deal {view.deal}: {deal_name(showing, view.deal)}"]
    if cards is not None:
        parts.append("1 card" if cards == 1 else f"{cards} cards")
    if view.calls:
        parts.append(f"called {', '.join(view.calls)}")
    parts += [showing.with_verb(view.dealer, "deal"), _trump(showing, view)]
    return ", ".join(parts)


def deal_name(showing: Showing, number: int) -> str:
    """Returns the name of a deal of the schedule."""
    return escape_invisible(showing.scheduled(number).name)


def _trump(showing: Showing, view: View) -> str:
    rules, style = showing.rules(view), showing.style
    match view.trump:
        case None if view.phase in ("size", "call") and rules.calls_trump:
            return "trump waits for the call"
        case None if isinstance(rules.trump, NamedTrump | AuctionTrump):
            return "trump is not named yet"
        case None:
            if view.turned is not None:
                return f"trump is not named yet ({_turned(view, style)})"
            if isinstance(rules.trump, DrawnTrump):
                return "trump is drawn after the bids"
            after = isinstance(rules.trump, TurnedTrump) and rules.shown == "after bids"
            return "trump is turned after the bids" if after else "trump is not known yet"
        case () if view.turned is not None:
            return f"no trump ({_turned(view, style)})"
        case ():
            return "no trump"
        case (suit,) if view.turned is not None:
            return f"trump {style.suit(suit)} ({_turned(view, style)})"
        case suits:
            return (
                f"trump order {style.suits(suits)}"
                if len(suits) > 1
                else f"trump {style.suits(suits)}"
            )


def _turned(view: View, style: Style) -> str:
    """Returns the cards turned up for trump, in order, as in `2♠, then K♥ are turned`."""
    assert view.turned is not None
    cards = ", then ".join(map(style.card, (*view.turned_before, view.turned)))
    return f"{cards} {'are' if view.turned_before else 'is'} turned"


def _figures(showing: Showing, view: View) -> Iterator[str]:
    space = line_width() - LABEL
    groups = seat_groups(view.players, space // NARROWEST_SEAT)
    columns = min(12, space // len(groups[0]))
    names = [showing.who(seat) for seat in range(view.players)]
    rows: dict[str, list[str]] = {"": [cut(name, columns - 1) for name in names]}
    if view.phase != "size" and not isinstance(showing.rules(view).bid, NoBid):
        rows["bid"] = _bids(view)
    if view.phase == "play":
        rows["tricks"] = list(map(str, view.tricks))
    rows["total"] = list(map(str, view.totals))
    taken = set(rows)
    shown = {past.name: past.shown_name for past in showing.table.game.past}
    for past in view.past:
        name = cut(escape_invisible(shown.get(past.name, past.name)), LABEL - 3)
        rows[name if name not in taken else f"{name}:"] = list(map(str, past.by_seat))
    for group in groups:
        for label, cells in rows.items():
            yield f"  {label:<{LABEL - 2}}" + "".join(right(cells[seat], columns) for seat in group)


def _bids(view: View) -> list[str]:
    """Returns the bids that the seat knows; `?` for a bid made but not yet revealed."""
    cells = ["-" if bid is None else str(bid) for bid in view.bids]
    for event in reversed(view.events if view.phase == "bid" else ()):
        if isinstance(event, DealBegun):
            break
        if isinstance(event, BidMade) and event.bid is None and view.bids[event.seat] is None:
            cells[event.seat] = "?"
    return cells


# --- the hand ---------------------------------------------------------------------------------


def _hand(showing: Showing, view: View) -> Iterator[str]:
    """Yields the cards that the seat may see, with brackets around those that may be played."""
    style, rules = showing.style, showing.rules(view)
    if view.unseen:
        seen = "seen only by the others" if view.shown_hands else "face down"
        yield f"{view.unseen} {'card' if view.unseen == 1 else 'cards'}, {seen}"
        return
    playable = {action.card for action in view.legal if isinstance(action, Play)}
    suit = view.hand[0].suit if view.hand else None
    for card in sorted_hand(view.hand, rules):
        gap = " " if card.suit != suit else ""
        suit = card.suit
        text = style.card(card)
        yield gap + (style.title("[") + text + style.title("]") if card in playable else text)
    if view.phase == "play" and rules.plays_top:
        yield "(shuffled, face down)"
    later = (number_of_cards(showing, view) or 0) - len(view.hand)
    if view.phase == "name" and has_rest_phase(rules) and later:
        yield f"(and {later} more when trump is named)"


def _shown_hands(showing: Showing, view: View) -> Iterator[str]:
    """Yields lines with the hands of the other players, if they are exposed."""
    rules = showing.rules(view)
    held = [(showing.who(seat), hand) for seat, hand in enumerate(view.shown_hands) if hand]
    for place, (name, hand) in enumerate(held, start=1):
        *first, last = (showing.style.card(card) for card in sorted_hand(hand, rules))
        yield from (name, *first, last if place == len(held) else f"{last},")


def sorted_hand(hand: tuple[Card, ...], rules: DealRules) -> list[Card]:
    """Returns a hand sorted by suit, then from high to low by the deal's order of ranks."""
    return sorted(
        hand, key=lambda card: (card.sort_key[0], -rules.strength.get(card.rank, 0), card.rank)
    )


# --- the prompt -------------------------------------------------------------------------------


def prompt_text(showing: Showing, view: View) -> str:
    """Returns the prompt; if only one action is legal, Enter performs it."""
    only = view.legal[0] if len(view.legal) == 1 else None
    # A terminal with line editing would count colour codes as columns.
    style = Style(showing.style.signs)
    match view.phase:
        case "size":
            sizes = [action.number for action in view.legal if isinstance(action, PickCards)]
            return f"cards for each player ({_ranges(sizes)})"
        case "auction":
            bids_in_auction = [each for each in view.legal if isinstance(each, SayInAuction)]
            least = (
                f"{_auction_bid(style, bids_in_auction[0])} or more, or " if bids_in_auction else ""
            )
            return f"auction ({least}pass)"
        case "bid":
            bids = [action.number for action in view.legal if isinstance(action, Bid)]
            if LOOKED in view.legal:
                return f"look, or bid {_ranges(bids)} blind"
            return f"bid {_ranges(bids)}" + (" (or Enter)" if only else "")
        case "call":
            return "call"
        case "name":
            rules = showing.rules(view)
            order = nameable(rules, view.turned) == "order"
            suits = style.suits(rules.deck.suits)
            none = " or none" if NameTrump(None) in view.legal else ""
            return f"order of the suits, such as {suits}" if order else f"trump ({suits}{none})"
        case _ if isinstance(only, Play):
            return f"play (Enter: {style.card(only.card)})"
        case _ if isinstance(view.legal[0], PlayTop):
            return "play top (or Enter)"
        case _:
            return "play"


def _auction_bid(style: Style, action: SayInAuction) -> str:
    return f"{action.number}{NO_TRUMPS if action.trump is None else style.suit(action.trump)}"


def _ranges(numbers: list[int]) -> str:
    """Returns ascending numbers as ranges, such as `0-2, 4-7`."""
    return ", ".join(
        str(low) if low == high else f"{low}-{high}" for low, high in consecutive_ranges(numbers)
    )


def choice_lines(showing: Showing, view: View) -> list[str]:
    """Returns numbered lines with the choices of a call, group by group."""
    call = showing.rules(view).call
    if view.phase != "call" or not isinstance(call, Call):
        return []
    lines: list[str] = []
    number = 0
    for group in call.groups:
        lines.append(f"  {group.kind}")
        pieces = []
        for choice in group.choices:
            number += 1
            pieces.append(f"{number} {escape_invisible(choice)}  ")
        lines += labelled("", pieces)
    return lines


# --- the score sheet: a row for each deal, bid/tricks and total for each player ---------------


MOST_PLAYERS_IN_FULL: Final = 7
"""The most players with which the score sheet shows tricks; with more, there is not enough room."""

FULL: Final = (16, 9)
SHORT: Final = (10, 7)
"""The minimum widths of a deal's label and of a player's figures: with tricks, and without."""


@dataclass(slots=True)
class SheetRow:
    """One deal of the score sheet, filled in while its events are processed."""

    number: int
    name: str
    cards: int = 0
    calls: tuple[str, ...] = ()
    bids: dict[int, int] = field(default_factory=dict)
    scored: DealScored | None = None


def sheet_rows(events: Sequence[Event]) -> list[SheetRow]:
    """Returns the deals in a seat's events, finished or not."""
    rows: list[SheetRow] = []
    for event in events:
        match event:
            case DealBegun(deal=number, name=name):
                rows.append(SheetRow(number, name))
            case CardsDealt(cards=cards):
                rows[-1].cards = cards
            case CallMade(calls=calls):
                rows[-1].calls = calls
            case BidMade(seat=seat, bid=int(bid)):
                rows[-1].bids[seat] = bid
            case BidsTold(bids=bids):
                rows[-1].bids.update(enumerate(bids))
            case DealScored():
                rows[-1].scored = event
            case _:
                pass
    return rows


def sheet_lines(showing: Showing, events: Sequence[Event], last: int | None = None) -> list[str]:
    """Returns the score sheet of the finished deals, or of the `last` ones only."""
    rows = [row for row in sheet_rows(events) if row.scored is not None]
    if not rows:
        return ["No deal is finished yet."]
    shown = rows if last is None else rows[-last:]
    players = showing.table.players
    narrowest, cell = FULL if players <= MOST_PLAYERS_IN_FULL else SHORT
    space = line_width() - narrowest
    groups = seat_groups(players, space // cell)
    named = (
        max(width(f"{row.number:>3} {escape_invisible(row.name)} {row.cards}") for row in rows) + 1
    )
    wide = min(12 if players < 5 else 10, space // len(groups[0]))
    columns = max(cell, min(wide, (line_width() - named) // len(groups[0])))
    label = min(28, line_width() - columns * len(groups[0]))
    head = "bid/won total" if players <= MOST_PLAYERS_IN_FULL else "bid total"
    lines: list[str] = []
    for seats in groups:
        names = (cut(showing.who(seat), columns - 1) for seat in seats)
        lines.append(f"{head:<{label}}" + "".join(right(name, columns) for name in names))
        if len(shown) < len(rows):
            lines.append("  ... (`score` shows the rows before)")
        for row in shown:
            cells = _cells(showing, row)
            lines.append(_label(row, label) + "".join(right(cells[s], columns) for s in seats))
    return lines


def _label(row: SheetRow, columns: int) -> str:
    cards = f" {row.cards}"
    text = f"{row.number:>3} " + cut(escape_invisible(row.name), columns - 5 - len(cards)) + cards
    return text + " " * (columns - width(text))


def _cells(showing: Showing, row: SheetRow) -> list[str]:
    scored = row.scored
    assert scored is not None
    fixed = showing.table.rules_of(showing.scheduled(row.number), row.calls, row.cards).bid
    cells = []
    for seat, (won, total) in enumerate(zip(scored.tricks, scored.totals, strict=True)):
        bid: object = fixed.number if isinstance(fixed, FixedBid) else row.bids.get(seat, "-")
        tricks = f"/{won}" if showing.table.players <= MOST_PLAYERS_IN_FULL else ""
        cells.append(f"{bid}{tricks} {total:>4}")
    return cells
