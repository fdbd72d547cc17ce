"""What a view tells of one deal: where the cards lay in the pack that the seat has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from clagdsl.engine.events import (
    BidsTold,
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsPicked,
    DealBegun,
    DealerDrawn,
    Event,
    FirstCardsDealt,
    HandSeen,
    HandShown,
    TrickWon,
    TrumpDrawn,
    TrumpTurned,
)
from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import TurnedTrump, turned_place
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.following import Turn, could_not_hold
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard
from clagdsl.worlds.lots import WorldLots
from clagdsl.worlds.spread import EvenSpread, Holder


@dataclass(frozen=True, slots=True)
class SeenPlay:
    """A card that somebody played, and what lay on the table before it."""

    seat: int
    card: Card
    face: Card | None
    trick: tuple[PlayedCard, ...]
    broken: frozenset[Suit]


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """What a seat has seen of one deal; nothing of `cards` and `rules` before it is dealt."""

    number: int
    dealer: int
    rules: DealRules
    cards: int | None
    looks: tuple[HandSeen | HandShown, ...]
    turned: Card | None
    drawn_suit: Suit | None
    told_bids: tuple[int, ...] | None
    plays: tuple[SeenPlay, ...]
    events: tuple[Event, ...]


def seen_deals(events: Sequence[Event], table: Table) -> Iterator[SeenDeal]:
    """The deals of which a seat has seen these events, the first that was begun first."""
    groups: list[tuple[DealBegun, list[Event]]] = []
    for event in events:
        if isinstance(event, DealBegun):
            groups.append((event, []))
        if not isinstance(event, DealerDrawn):  # it comes before the first deal
            groups[-1][1].append(event)
    return (_seen_deal(begun, group, table) for begun, group in groups)


def _seen_deal(begun: DealBegun, events: Sequence[Event], table: Table) -> SeenDeal:
    scheduled = table.schedule[begun.deal - 1]
    cards, dealt = scheduled.cards, False
    calls: tuple[str, ...] = ()
    turned = drawn_suit = told_bids = None
    looks: list[HandSeen | HandShown] = []
    for event in events:
        match event:
            case CardsPicked(cards=picked):
                cards = picked
            case CardsDealt() | FirstCardsDealt():
                dealt = True
            case CallMade(calls=made):
                calls = made
            case TrumpTurned(card=card):
                turned = card
            case TrumpDrawn(suit=suit):
                drawn_suit = suit
            case BidsTold(bids=bids):
                told_bids = bids
            case HandSeen() | HandShown():
                looks.append(event)
            case _:
                pass
    return SeenDeal(
        number=begun.deal,
        dealer=begun.dealer,
        rules=table.rules_of(scheduled, calls, cards),
        cards=cards if dealt else None,
        looks=tuple(looks),
        turned=turned,
        drawn_suit=drawn_suit,
        told_bids=told_bids,
        plays=tuple(_plays(events)),
        events=tuple(events),
    )


def _plays(events: Sequence[Event]) -> Iterator[SeenPlay]:
    trick: list[PlayedCard] = []
    broken: set[Suit] = set()
    for event in events:
        if isinstance(event, CardPlayed):
            lain = event.face or event.card
            yield SeenPlay(event.seat, event.card, event.face, tuple(trick), frozenset(broken))
            trick.append(PlayedCard(event.seat, event.card, lain))
        elif isinstance(event, TrickWon):
            broken |= {one.face.suit for one in trick}
            trick = []


# --- packs --------------------------------------------------------------------------------


class PackDrawer:
    """Draws packs of a deal that fit all that a seat has seen of it, each as likely as another.

    `lacking` is for each seat the cards that it would have had to play instead of what it played:
    it cannot hold them.
    """

    def __init__(self, seen: SeenDeal, lacking: Sequence[frozenset[Card]] | None = None) -> None:
        assert seen.cards is not None
        self._seen, self._cards = seen, seen.cards
        self._players, self._size = seen.rules.players, seen.rules.deck.size
        self._lacking = lacking or [frozenset()] * self._players
        self._spread: EvenSpread | None = None

    def drawn(self, lots: WorldLots) -> tuple[Card, ...]:
        """One such pack, from the top; raises ValueError where none fits."""
        lying = self._known_places(lots)
        hidden = Counter(self._seen.rules.deck.cards)
        hidden.subtract(lying.values())
        if min(hidden.values()) < 0:
            raise ValueError("a card has been seen twice")
        free = [
            [place for place in places if place not in lying]
            for places in (*map(self._hand, range(self._players)), self._stock())
        ]
        if self._spread is None:  # which places are free differs, and not how many of whom
            lacks = (*self._lacking, frozenset[Card]())
            holders = [Holder(len(some), none) for some, none in zip(free, lacks, strict=True)]
            self._spread = EvenSpread(list(hidden.elements()), holders)
        if self._spread.ways == 0:
            raise ValueError("no cards can be where they would have to be")
        for places, cards in zip(free, self._spread.drawn(lots), strict=True):
            lying.update(zip(places, cards, strict=True))
        return tuple(lying[place] for place in range(self._size))

    def _hand(self, seat: int) -> range:
        """Where the cards of a seat lay in the pack, as they were dealt."""
        first = (seat - self._seen.dealer - 1) % self._players
        return range(first, self._players * self._cards, self._players)

    def _stock(self) -> range:
        return range(self._players * self._cards, self._size)

    def _turned_place(self) -> int:
        trump = self._seen.rules.trump
        if isinstance(trump, TurnedTrump):
            place = turned_place(trump, self._players * self._cards, self._size)
            if place is not None:
                return place
        raise ValueError("no card is turned in such a deal")

    def _known_places(self, lots: WorldLots) -> dict[int, Card]:
        """Cards that have been seen, each at a place where it may have lain."""
        seen, lying = self._seen, dict[int, Card]()
        if seen.turned is not None:
            lying[self._turned_place()] = seen.turned
        played: list[list[Card]] = [[] for _ in range(self._players)]
        for play in seen.plays:
            played[play.seat].append(play.card)
        if seen.rules.plays_top:  # one after the other as they were dealt
            for seat, cards in enumerate(played):
                lying.update(zip(self._hand(seat), cards, strict=False))
        for look in seen.looks:  # of a hand dealt in two parts the first is looked at first
            self._lay(look.hand, self._hand(look.seat)[: len(look.hand)], lying, lots)
        if not seen.rules.plays_top:
            for seat, cards in enumerate(played):
                self._lay(cards, self._hand(seat), lying, lots)
        return lying

    def _lay(
        self, cards: Sequence[Card], places: range, lying: dict[int, Card], lots: WorldLots
    ) -> None:
        """Lay cards that were among these places, but not known where, on free ones of them."""
        there = Counter(lying[place] for place in places if place in lying)
        more = list((Counter(cards) - there).elements())
        free = [place for place in places if place not in lying]
        lots.shuffle(free)
        if len(more) > len(free):
            raise ValueError("a hand has been seen with more cards than it has")
        lying.update(zip(free, more, strict=False))


def lacking_cards(seen: SeenDeal, trumps: Trumps | None) -> list[frozenset[Card]]:
    """By seat, the cards that it cannot hold: with one of them it could not have played as it did.

    Whether a play is against the rules shows with any one card that would have had to be played
    instead, so that each card is asked about by itself.
    """
    rules = seen.rules
    lacks: list[set[Card]] = [set() for _ in range(rules.players)]
    if rules.plays_top:
        return [frozenset(cards) for cards in lacks]
    for play in seen.plays:
        for card in rules.deck.counts:
            if card in lacks[play.seat]:
                continue
            turn = Turn((), play.trick, trumps, play.broken)
            if could_not_hold(rules, turn, play.card, play.face, card):
                lacks[play.seat].add(card)
    return [frozenset(cards) for cards in lacks]
