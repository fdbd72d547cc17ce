"""What lies on the table when the person has to decide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clagdsl.cli.play.display import (
    LABEL,
    Showing,
    Style,
    cut,
    labelled,
    line_width,
    paragraph,
    right,
    seat_groups,
)
from clagdsl.engine.actions import LOOKED, Bid, NameTrump, PickCards, Play, PlayTop, SayInAuction
from clagdsl.engine.events import BidMade, CardsPicked, DealBegun
from clagdsl.engine.view import View
from clagdsl.lang.auction_words import NO_TRUMPS
from clagdsl.lang.cards import Card, is_special
from clagdsl.lang.enumeration import runs
from clagdsl.lang.rules import AuctionTrump, Call, DrawnTrump, NamedTrump, NoBid, TurnedTrump
from clagdsl.problems.safe_text import visible
from clagdsl.table.choices import nameable
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.phases import rests

NARROWEST_SEAT: Final = 6
"""The fewest columns for a player's name and figures."""


def board_lines(showing: Showing, view: View) -> list[str]:
    """The deal, the bids, tricks and totals, the trick and the hand, with legal cards marked."""
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
    """How many cards each player gets, None while the dealer has not picked."""
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
    parts += [showing.does(view.dealer, "deal"), _trump(showing, view)]
    return ", ".join(parts)


def deal_name(showing: Showing, number: int) -> str:
    """The name of a deal of the schedule."""
    return visible(showing.scheduled(number).name)


def _trump(showing: Showing, view: View) -> str:
    rules, style = showing.rules(view), showing.style
    match view.trump:
        case None if view.phase in ("size", "call") and isinstance(rules.call, Call):
            return "trump waits for the call"
        case None if isinstance(rules.trump, NamedTrump | AuctionTrump):
            return "trump is not named yet"
        case None:
            if view.turned is not None:
                return f"trump is not named yet ({view.turned} is turned)"
            if isinstance(rules.trump, DrawnTrump):
                return "trump is drawn after the bids"
            after = isinstance(rules.trump, TurnedTrump) and rules.shown == "after bids"
            return "trump is turned after the bids" if after else "trump is not known yet"
        case ():
            return "no trump"
        case () if view.turned is not None:
            return f"no trump ({view.turned} is turned)"
        case (suit,) if view.turned is not None and is_special(view.turned):
            return f"trump {style.suit(suit)} ({view.turned} is turned)"
        case (suit,) if view.turned is not None:
            return f"trump {style.suit(suit)} ({view.turned.rank}{style.suit(suit)} is turned)"
        case suits:
            return (
                f"trump order {style.suits(suits)}"
                if len(suits) > 1
                else f"trump {style.suits(suits)}"
            )


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
    for past in view.past:
        name = cut(visible(past.name), LABEL - 3)
        rows[name if name not in taken else f"{name}:"] = list(map(str, past.by_seat))
    for group in groups:
        for label, cells in rows.items():
            yield f"  {label:<{LABEL - 2}}" + "".join(right(cells[seat], columns) for seat in group)


def _bids(view: View) -> list[str]:
    """The bids as the seat knows them; `?` for one that is made and not told yet."""
    cells = ["-" if bid is None else str(bid) for bid in view.bids]
    for event in reversed(view.events if view.phase == "bid" else ()):
        if isinstance(event, DealBegun):
            break
        if isinstance(event, BidMade) and event.bid is None:
            cells[event.seat] = "?"
    return cells


# --- the hand -----------------------------------------------------------------------------


def _hand(showing: Showing, view: View) -> Iterator[str]:
    """The cards that the seat may see; those that may be played are in brackets."""
    style, rules = showing.style, showing.rules(view)
    if view.unseen:
        seen = "which only the others see" if view.shown_hands else "face down"
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
    if view.phase == "name" and rests(rules) and later:
        yield f"(and {later} more when trump is named)"


def _shown_hands(showing: Showing, view: View) -> Iterator[str]:
    """What all others hold, where everybody sees that."""
    rules = showing.rules(view)
    held = [(showing.who(seat), hand) for seat, hand in enumerate(view.shown_hands) if hand]
    for place, (name, hand) in enumerate(held, start=1):
        *first, last = (showing.style.card(card) for card in sorted_hand(hand, rules))
        yield from (name, *first, last if place == len(held) else f"{last},")


def sorted_hand(hand: tuple[Card, ...], rules: DealRules) -> list[Card]:
    """By suit, then as the deal orders the ranks, high to low."""
    return sorted(
        hand, key=lambda card: (card.sort_key[0], -rules.strength.get(card.rank, 0), card.rank)
    )


# --- the prompt ---------------------------------------------------------------------------


def prompt_text(showing: Showing, view: View) -> str:
    """What is asked for; where only one thing is allowed, Enter does it."""
    only = view.legal[0] if len(view.legal) == 1 else None
    style = Style(showing.style.signs)  # a terminal that edits lines counts every character
    match view.phase:
        case "size":
            sizes = [action.number for action in view.legal if isinstance(action, PickCards)]
            return f"cards for each player ({_ranges(sizes)})"
        case "auction":
            said = [each for each in view.legal if isinstance(each, SayInAuction)]
            least = f"{_said(style, said[0])} or more, or " if said else ""
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


def _said(style: Style, said: SayInAuction) -> str:
    return f"{said.number}{NO_TRUMPS if said.trump is None else style.suit(said.trump)}"


def _ranges(numbers: list[int]) -> str:
    """Numbers in order: `0-2, 4-7`."""
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs(numbers))


def choice_lines(showing: Showing, view: View) -> list[str]:
    """What may be called, numbered, group by group."""
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
            pieces.append(f"{number} {visible(choice)}  ")
        lines += labelled("", pieces)
    return lines
