"""The view of a match for one seat or for everybody, made only from the engine's `View`.

No function here has access to the match itself, so no page can reveal more than its view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from clagdsl.engine.actions import (
    Action,
    Bid,
    Look,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
    bid_of,
    play_of,
    write_names,
)
from clagdsl.engine.events import (
    BidMade,
    BidsTold,
    CallMade,
    CardPlayed,
    CardsDealt,
    DealBegun,
    DealScored,
    Event,
    FirstCardsDealt,
    MatchWon,
    TrickWon,
    TrumpDrawn,
    TrumpNamed,
    TrumpTurned,
    card_text,
    signed,
)
from clagdsl.engine.view import View
from clagdsl.engine.view_legality import (
    cards_of_deal,
    rules_in_view,
    why_not_in_view,
)
from clagdsl.lang.cards import SUIT_NAMES, SUIT_SIGNS, Card, Suit, face_of, is_special
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.record import PlayerName
from clagdsl.lang.rules import Call, ChosenBid
from clagdsl.lang.special_cards import PlayedAs
from clagdsl.problems.diagnostic import Reason
from clagdsl.serve.online_now import MOST_BUTTONS, MatchSeen, hidden_bids, sorted_hand
from clagdsl.serve.replies import reason_text
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.tricks import PlayedCard, strongest

RANK_NAMES: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}

_SIGNS: Final[Mapping[str, str]] = {str(suit): sign for suit, sign in SUIT_SIGNS.items()}
_SUITS: Final[Mapping[str, str]] = {str(suit): name for suit, name in SUIT_NAMES.items()}
_GROUP_KINDS: Final[dict[str, Literal["one", "one or none", "some"]]] = {
    "one of": "one",
    "at most one of": "one or none",
    "any of": "some",
}


@dataclass(frozen=True, slots=True)
class ShownSuit:
    """A suit as a symbol and a word, with the letter that determines its colour."""

    letter: str
    sign: str
    name: str


@dataclass(frozen=True, slots=True)
class Tap:
    """A button with one answer: its entry, its label and a note below it.

    `barred` is the reason why the answer is not allowed now, or "" if it is.
    """

    entry: str
    label: str
    suits: tuple[ShownSuit, ...] = ()
    note: str = ""
    barred: str = ""


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group of a call, and the number of its twists that may be called."""

    kind: Literal["one", "one or none", "some"]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """The choice to make, or one per group of a call. `who` is the player."""

    asked: Literal["choice", "groups"]
    who: str
    text: str
    choices: tuple[Tap, ...] = ()
    groups: tuple[ShownGroup, ...] = ()


def shown_suit(suit: Suit | str) -> ShownSuit:
    """Returns a suit with its symbol and its name."""
    letter = str(suit)
    return ShownSuit(letter, _SIGNS.get(letter, letter), _SUITS.get(letter, letter))


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card: its text, its rank and suit symbol as printed, and its name for screen readers.

    `letter` is the letter of the suit, which determines the colour; "" for a special card.
    """

    text: str
    rank: str
    sign: str
    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """A card in a trick; `takes` is whether it wins the trick so far.

    `played_as` is the card or power that it represents, "" if it represents itself.
    """

    who: str
    card: ShownCard
    played_as: str
    takes: bool


@dataclass(frozen=True, slots=True)
class PlayWay:
    """One of several ways to play a card."""

    action: str
    label: str


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the viewer's hand, with the `action` that plays it, or several
    `ways`, or neither.
    """

    card: ShownCard
    action: str
    ways: tuple[PlayWay, ...]


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat at the table as everybody sees it.

    `standing` compares tricks with the bid: "short", "even" or "over".
    """

    seat: int
    name: str
    total: int
    bid: str
    tricks: int
    standing: str
    turn: bool
    deals: bool
    own: bool
    policy: PlayerName | None
    joined: bool
    play: ShownPlay | None
    hand: tuple[ShownCard, ...]
    wins: bool


@dataclass(frozen=True, slots=True)
class MatchCell:
    """A player's result in a deal, as texts."""

    bid: str
    tricks: str
    points: str
    total: str
    made: bool | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A deal on the score sheet; `cells` is empty until it is scored."""

    number: int
    name: str
    cards: str
    suits: tuple[ShownSuit, ...]
    no_trump: bool
    calls: str
    cells: tuple[MatchCell, ...]


@dataclass(frozen=True, slots=True)
class LastTrick:
    """A finished trick: its deal, number, winner and cards in order."""

    deal: int
    number: int
    winner: str
    plays: tuple[ShownPlay, ...]


@dataclass(frozen=True, slots=True)
class MatchFace:
    """Everything that the page of a match shows.

    `facts` are notes about the deal. `lying` is whether the cards of the finished trick are still
    shown. `unseen` is the number of the seat's own cards that it cannot see, and `top` has the ways
    to play the top one of them.
    """

    turn: str
    own_turn: bool
    over: bool
    facts: tuple[str, ...]
    trump: tuple[ShownSuit, ...]
    trump_text: str
    turned: tuple[ShownCard, ...]
    bid_sum: str
    seats: tuple[ShownSeat, ...]
    lying: bool
    question: Question | None
    hand: tuple[HandCard, ...]
    unseen: int
    top: tuple[PlayWay, ...]
    why_not: tuple[str, ...]
    last_trick: LastTrick | None
    rows: tuple[MatchRow, ...]
    log: tuple[str, ...]


def _turned(view: View) -> tuple[Card, ...]:
    """Returns the cards turned up for trump, in order."""
    return () if view.turned is None else (*view.turned_before, view.turned)


def match_face(seen: MatchSeen) -> MatchFace:
    """Returns everything that the page of a match shows."""
    view = seen.view
    rules = rules_in_view(view, seen.table)
    last = _last_trick(seen)
    lying = last if not view.trick and view.phase == "play" and any(view.tricks) else None
    own_turn = bool(seen.may_do)
    return MatchFace(
        turn=_turn_text(seen),
        own_turn=own_turn,
        over=view.phase == "over",
        facts=tuple(_facts(seen)),
        trump=tuple(map(shown_suit, view.trump or ())),
        trump_text=_trump_text(view),
        turned=tuple(map(shown_card, _turned(view))),
        bid_sum=_bid_sum(seen, rules),
        seats=tuple(_seats(seen, rules, lying)),
        lying=lying is not None,
        question=_question(seen, rules) if own_turn else None,
        hand=tuple(_hand(seen, rules)),
        unseen=view.unseen,
        top=tuple(_play_ways(seen.may_do, PlayTop)),
        why_not=tuple(_why_not(seen)),
        last_trick=last,
        rows=tuple(_rows(seen)),
        log=(),
    )


# --- cards ------------------------------------------------------------------------------


def shown_card(card: Card) -> ShownCard:
    """Returns a card as a page shows and names it."""
    if is_special(card):
        return ShownCard(str(card), str(card), "", "", str(card))
    suit = shown_suit(card.suit)
    name = f"{RANK_NAMES.get(card.rank, card.rank)} of {suit.name}"
    if card.copy:
        name += f", pack {card.copy}"
    return ShownCard(str(card), card.rank, suit.sign, suit.letter, name)


def _shown_play(seen: MatchSeen, one: PlayedCard, *, takes: bool) -> ShownPlay:
    label = ""
    if isinstance(one.face, PlayedAs):
        label = str(one.face).removeprefix(str(one.card)).strip()
    elif face_of(one.face) != face_of(one.card):
        label = card_text(one.face)
    return ShownPlay(seen.names[one.seat], shown_card(one.card), label, takes)


def _hand(seen: MatchSeen, rules: DealRules) -> Iterator[HandCard]:
    plays: dict[Card, list[Play]] = {}
    for action in seen.may_do:
        if isinstance(action, Play):
            plays.setdefault(action.card, []).append(action)
    for card in sorted_hand(seen.view.hand, rules):
        ways = plays.get(card, [])
        only = str(ways[0]) if len(ways) == 1 else ""
        several = tuple(PlayWay(str(one), _face_label(one.card, one.face)) for one in ways) * (
            not only
        )
        yield HandCard(shown_card(card), only, several)


def _play_ways(actions: Sequence[Action], kind: type[PlayTop]) -> Iterator[PlayWay]:
    for action in actions:
        if isinstance(action, kind):
            face = action.face
            label = "whatever it is" if face is None else f"should it be wild, {_face_text(face)}"
            if face is not None and is_special(face):
                label = f"as {face}"
            yield PlayWay(str(action), label)


def _face_label(card: Card, face: Card | None) -> str:
    """Returns a label for one way of playing a card."""
    if face is None or face == card:
        return "as itself"
    return _face_text(face)


def _face_text(face: Card) -> str:
    return str(face) if is_special(face) else f"as {card_text(face)}"


def _why_not(seen: MatchSeen) -> Iterator[str]:
    """Yields the reasons why cards of the viewer's hand may not be played, without duplicates."""
    view = seen.view
    if not any(isinstance(action, Play) for action in seen.may_do):
        return
    playable = {action.card for action in seen.may_do if isinstance(action, Play)}
    codes: set[str] = set()
    for card in view.hand:
        if card not in playable:
            why = why_not_in_view(view, seen.table, play_of(card))
            if why is not None and why.code not in codes:
                codes.add(why.code)
                yield _reason(why)


def _reason(why: Reason) -> str:
    return reason_text(why.reason, why.source)


# --- turn, trump and seats --------------------------------------------------------------

_PHASE_VERBS: Final[Mapping[str, tuple[str, str]]] = {
    "size": ("picks the cards", "pick the number of cards"),
    "call": ("calls", "call"),
    "auction": ("speaks", "speak"),
    "name": ("names trump", "name trump"),
    "bid": ("bids", "bid"),
    "play": ("plays", "play"),
}


def _turn_text(seen: MatchSeen) -> str:
    """Returns a short text about the turn or the result, which is the first thing on the page."""
    view, names = seen.view, seen.names
    if view.phase == "over":
        won = [names[seat] for seat in _winners(view)]
        return f"{' and '.join(won)} {'wins' if len(won) == 1 else 'win'}"
    they, you = _PHASE_VERBS.get(view.phase, ("is next", "go on"))
    if seen.may_do:
        leads = view.phase == "play" and not view.trick
        return "Your turn: lead" if leads else f"Your turn: {you}"
    if view.seat in seen.waiting:
        return "You have bid; the others have not all"
    seat = view.actor
    return f"{names[seat]} {they}" if isinstance(seat, int) else ""


def _winners(view: View) -> tuple[int, ...]:
    """Returns the winners of the match; empty while it is in progress."""
    last = view.events[-1] if view.events else None
    return last.winners if isinstance(last, MatchWon) else ()


def _facts(seen: MatchSeen) -> Iterator[str]:
    view = seen.view
    if view.phase == "over":
        return
    scheduled = seen.table.schedule[view.deal - 1]
    yield f"Deal {view.deal} of {len(seen.table.schedule)}"
    if scheduled.name != "normal":
        yield scheduled.name
    cards = cards_of_deal(view, seen.table)
    if cards is not None and view.phase != "size":
        yield f"{cards} card{'' if cards == 1 else 's'}"
    yield from view.calls


def _trump_text(view: View) -> str:
    if view.phase == "over":
        return ""
    match view.trump:
        case None:
            return "not known yet"
        case ():
            return "none"
        case _:
            return ""


def _bid_sum(seen: MatchSeen, rules: DealRules) -> str:
    """Returns the sum of the bids and the number of cards: `4 of 7 bid`; "" before any bid."""
    view = seen.view
    made = [bid for bid in view.bids if bid is not None]
    cards = cards_of_deal(view, seen.table)
    if view.phase == "over" or not made or cards is None or not isinstance(rules.bid, ChosenBid):
        return ""
    return f"{sum(made)} of {cards} bid"


def _seats(seen: MatchSeen, rules: DealRules, lying: LastTrick | None) -> Iterator[ShownSeat]:
    view = seen.view
    over = view.phase == "over"
    plays_by_player = {one.who: one for one in _trick(seen, rules)}
    if lying is not None:
        plays_by_player = {one.who: one for one in lying.plays}
    won = _winners(view)
    hidden = hidden_bids(view)
    for seat, name in enumerate(seen.names):
        bid = None if over else view.bids[seat]
        shown = "" if bid is None else str(bid)
        if not over and bid is None and (seat in seen.waiting or seat in hidden):
            shown = "?"
        if shown and view.blind and view.blind[seat]:
            shown += " blind"
        tricks = 0 if over else view.tricks[seat]
        yield ShownSeat(
            seat,
            name,
            view.totals[seat],
            shown,
            tricks,
            _bid_progress(bid, tricks) if view.phase == "play" else "",
            turn=not over and view.actor == seat,
            deals=not over and view.dealer == seat,
            own=view.seat == seat,
            policy=seen.policies[seat],
            joined=seen.joined[seat],
            play=plays_by_player.get(name),
            hand=tuple(
                shown_card(card)
                for card in sorted_hand(view.shown_hands[seat] if view.shown_hands else (), rules)
            ),
            wins=seat in won,
        )


def _bid_progress(bid: int | None, tricks: int) -> str:
    if bid is None:
        return ""
    return "even" if tricks == bid else "short" if tricks < bid else "over"


def _trick(seen: MatchSeen, rules: DealRules) -> tuple[ShownPlay, ...]:
    """Returns the cards of the current trick, with the winning one marked."""
    trick = seen.view.trick
    best = strongest(rules, seen.view.trump or (), trick) if trick else None
    return tuple(_shown_play(seen, one, takes=place == best) for place, one in enumerate(trick))


def _last_trick(seen: MatchSeen) -> LastTrick | None:
    """Returns the last finished trick of the match, or None."""
    last_trick: LastTrick | None = None
    played_cards: list[PlayedCard] = []
    deal = 0
    events = seen.view.events
    # the scan begins after the last trick but one: earlier events are not needed
    ends = [place for place, event in enumerate(events) if isinstance(event, TrickWon)]
    if not ends:
        return None
    start = ends[-2] + 1 if len(ends) > 1 else 0
    for event in events[: start + 1]:
        if isinstance(event, DealBegun):
            deal = event.deal
    for event in events[start : ends[-1] + 1]:
        match event:
            case DealBegun(deal=number):
                deal = number
            case CardPlayed(seat=seat, card=card, face=face):
                played_cards.append(PlayedCard(seat, card, face or card))
            case TrickWon(trick=number, seat=winner):
                plays = tuple(
                    _shown_play(seen, one, takes=one.seat == winner) for one in played_cards
                )
                last_trick = LastTrick(deal, number, seen.names[winner], plays)
            case _:
                pass
    return last_trick


# --- the question -----------------------------------------------------------------------

_QUESTIONS: Final[Mapping[str, str]] = {
    "size": "How many cards?",
    "call": "What do you call?",
    "auction": "What do you say?",
    "name": "What is trump?",
    "bid": "How many tricks will you win?",
}


def _question(seen: MatchSeen, rules: DealRules) -> Question | None:
    """Returns the choice to make; None if a card is to be played."""
    view = seen.view
    if view.phase == "play":
        return None
    text = _QUESTIONS.get(view.phase, "What do you do?")
    who = seen.names[view.own_seat]
    if view.phase == "call" and len(seen.may_do) > MOST_BUTTONS:
        return Question("groups", who, text, groups=_groups(rules))
    choices = [_tap(action) for action in seen.may_do]
    if view.phase == "bid" and None not in view.bids:
        text = "These bids may not stand: how many tricks will you win?"
    if view.phase == "bid":
        choices = list(_with_disallowed_bids(seen, choices))
    return Question("choice", who, text, tuple(choices))


def _tap(action: Action) -> Tap:
    text = str(action)
    match action:
        case Bid(number=number, blind=blind):
            return Tap(text, f"{number} blind" if blind else str(number))
        case PickCards(number=number):
            return Tap(text, str(number))
        case NameTrump(suit=None):
            return Tap(text, "No trumps")
        case NameTrump(suit=suit) if suit is not None:
            return Tap(text, SUIT_NAMES[suit].capitalize(), (shown_suit(suit),))
        case NameOrder(suits=suits):
            return Tap(text, "", tuple(map(shown_suit, suits)))
        case SayInAuction(number=number, trump=None):
            return Tap(text, f"{number} no trump")
        case SayInAuction(number=number, trump=trump) if trump is not None:
            return Tap(text, str(number), (shown_suit(trump),))
        case MakeCall(names=names):
            return Tap(text, ", ".join(names) or "Nothing")
        case Pass():
            return Tap(text, "Pass")
        case Look():
            return Tap(text, "Look at your cards")
        case _:
            return Tap(text, text)


def _groups(rules: DealRules) -> tuple[ShownGroup, ...]:
    call = rules.call
    groups = call.groups if isinstance(call, Call) else ()
    return tuple(ShownGroup(_GROUP_KINDS[group.kind], group.choices) for group in groups)


def call_action(form: Mapping[str, str]) -> str:
    """Returns the call action assembled from a form's group fields, whose names begin with `g`."""
    chosen = [text for name, text in form.items() if name.startswith("g") and text]
    return f"call {write_names(chosen)}".strip()


def _with_disallowed_bids(seen: MatchSeen, choices: list[Tap]) -> Iterator[Tap]:
    """Yields buttons for all bids in order; the bids that the rules forbid are barred."""
    blind = any(isinstance(action, Bid) and action.blind for action in seen.may_do)
    allowed = {choice.entry: choice for choice in choices}
    for number in range((cards_of_deal(seen.view, seen.table) or 0) + 1):
        bid = bid_of(number, blind=blind)
        if str(bid) in allowed:
            continue
        why = why_not_in_view(seen.view, seen.table, bid)
        if why is not None:
            allowed[str(bid)] = Tap("", str(number), barred=_reason(why))
    yield from sorted(allowed.values(), key=_bid_sort_key)


def _bid_sort_key(tap: Tap) -> int:
    figure = tap.label.partition(" ")[0]
    return int(figure) if figure.isdigit() else -1


# --- the sheet --------------------------------------------------------------------------


def _rows(seen: MatchSeen) -> Iterator[MatchRow]:
    """Yields the deals so far, the last one first."""
    deals = list(_deals(seen.view.events))
    for place in range(len(deals) - 1, -1, -1):
        yield _row(deals[place], seen.made[place] if place < len(seen.made) else ())


def _deals(events: Sequence[Event]) -> Iterator[list[Event]]:
    deal: list[Event] = []
    for event in events:
        if isinstance(event, DealBegun) and deal:
            yield deal
            deal = []
        if deal or isinstance(event, DealBegun):
            deal.append(event)
    if deal:
        yield deal


def _row(events: Sequence[Event], made: Sequence[bool | None]) -> MatchRow:
    number, name, cards, calls = 0, "", "", ""
    suits: tuple[ShownSuit, ...] | None = None
    bids: dict[int, int] = {}
    cells: tuple[MatchCell, ...] = ()
    for event in events:
        match event:
            case DealBegun(deal=number, name=name):
                pass
            case CardsDealt(cards=dealt) | FirstCardsDealt(cards=dealt):
                cards = str(dealt)
            case CallMade(calls=called):
                calls = ", ".join(called)
            case TrumpNamed(trump=named):
                suits = tuple(map(shown_suit, named))
            case TrumpTurned(card=card, means=means):
                suits = ()
                if card is not None and means == "its suit":
                    suits = (shown_suit(card.suit),)
            case TrumpDrawn(suit=suit):
                suits = (shown_suit(suit),)
            case BidMade(seat=seat, bid=int(bid)):
                bids[seat] = bid
            case BidsTold(bids=revealed_bids):
                bids.update(enumerate(revealed_bids))
            case DealScored():
                cells = tuple(_cells(event, bids, made))
            case _:
                pass
    return MatchRow(number, name, cards, suits or (), suits == (), calls, cells)


def _cells(
    scored: DealScored, bids: Mapping[int, int], made: Sequence[bool | None]
) -> Iterator[MatchCell]:
    for seat, total in enumerate(scored.totals):
        yield MatchCell(
            "" if seat not in bids else str(bids[seat]),
            str(scored.tricks[seat]),
            signed(scored.scores[seat]),
            str(total),
            made[seat] if seat < len(made) else None,
        )
