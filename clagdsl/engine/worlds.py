"""Matches that a seat cannot tell from the one that it sees, made by playing them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, MutableSequence, Sequence
from functools import cached_property
from math import comb
from typing import Any

from clagdsl import problems
from clagdsl.engine.actions import Action, Bid, DealPack, DrawBidder
from clagdsl.engine.events import (
    BidderDrawn,
    BidMade,
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
    decision_of,
)
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.view import View
from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.philox import SEED_LIMIT, WORLDS, Words, random_words
from clagdsl.lang.rules import TurnedTrump, turned_place
from clagdsl.problems.diagnostic import IllegalAction
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.legal_plays import Turn, could_not_hold
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard

# --- lots of any size, from the documented words of the generator -----------------------

SPARE_BITS = 64
"""So many bits more than a limit has are drawn: no lot is likelier than another by 2^-64."""


class WorldRandom:
    """Draws whole numbers, one after the other, for one world of a seed."""

    def __init__(self, seed: int, world: int, deal: int) -> None:
        self._address = seed, world, deal
        self._block = 0
        self._words: Words = (0, 0, 0, 0)
        self._left = 0

    def below(self, limit: int) -> int:
        """Returns a number from 0 up to but not including the limit, each as likely as another."""
        if limit == 1:
            return 0
        words = -(-(limit.bit_length() + SPARE_BITS) // 32)
        fraction = 0
        for _ in range(words):
            fraction = fraction << 32 | self._word()
        return fraction * limit >> 32 * words

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        """Brings cards into an order of which none is likelier than another."""
        for place in range(len(cards) - 1):
            other = place + self.below(len(cards) - place)
            cards[place], cards[other] = cards[other], cards[place]

    def _word(self) -> int:
        if self._left == 0:
            seed, world, deal = self._address
            self._words = random_words(seed, world, deal, WORLDS, self._block)
            self._block += 1
            self._left = 4
        self._left -= 1
        return self._words[3 - self._left]


# --- cards spread over hands of which some cannot hold every card -----------------------

Counts = tuple[int, ...]
"""How many cards of each kind: of a kind are those that the same hands can hold."""

MOST_CASES = 300_000
"""So many cases are told apart at most when the ways of one spread are counted."""


class TooManyWaysError(ValueError):
    """Who cannot hold what is too tangled to count the ways."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who holds so many of the cards, and none of those that it `lacks`."""

    room: int
    lacks: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class _SamplerStep:
    """A holder that lacks something takes its cards: `able` says of which kinds it can.

    `later` says for each kind which one it is of for the holders after this one: kinds that these
    can hold alike are one kind to them.
    """

    place: int
    room: int
    can_hold: tuple[bool, ...]
    later_kinds: tuple[int, ...]


class UniformSampler:
    """All ways to spread cards over holders; there are as many cards as there is room.

    The ways are counted holder by holder, by how many cards of each kind are left.  Holders that
    lack nothing come last, together: whatever they are left with, they share it in as many ways.
    Raises TooManyWaysError, on counting.
    """

    def __init__(self, cards: Sequence[Card], holders: Sequence[Holder]) -> None:
        self._holders = holders
        lacking = [place for place, item in enumerate(holders) if item.lacks]
        # who can hold the fewest cards has the fewest ways, and leaves the fewest to count
        order = sorted(lacking, key=lambda place: sum(c not in holders[place].lacks for c in cards))
        kinds: dict[tuple[bool, ...], list[Card]] = {}
        for card in cards:
            fits = tuple(card not in holders[place].lacks for place in order)
            kinds.setdefault(fits, []).append(card)
        self._kinds = list(kinds.values())
        self._turns: list[_SamplerStep] = []
        signatures = list(kinds)
        for place in order:
            later = [item[1:] for item in signatures]
            numbers = {item: number for number, item in enumerate(dict.fromkeys(later))}
            self._turns.append(
                _SamplerStep(
                    place,
                    holders[place].room,
                    tuple(item[0] for item in signatures),
                    tuple(numbers[item] for item in later),
                )
            )
            signatures = list(numbers)
        self._way_counts: dict[tuple[int, Counts], int] = {}
        self._cases = 0

    @cached_property
    def ways(self) -> int:
        """In how many ways it can be done, but for who of those that lack nothing has what."""
        return self._ways(0, tuple(map(len, self._kinds)))

    def sample(self, rng: WorldRandom) -> list[list[Card]]:
        """Returns one of the ways: the cards of each holder, in any order."""
        left = [list(kind) for kind in self._kinds]
        shares: list[list[Card]] = [[] for _ in self._holders]
        for number, turn in enumerate(self._turns):
            for kind, taken in zip(left, self._sample_counts(number, left, rng), strict=True):
                rng.shuffle(kind)
                shares[turn.place] += kind[len(kind) - taken :]
                del kind[len(kind) - taken :]
            left = _merged_kinds(turn, left)
        rest = [card for kind in left for card in kind]
        rng.shuffle(rest)
        taking = {turn.place for turn in self._turns}
        for place, holder in enumerate(self._holders):
            if place not in taking:
                shares[place] = rest[: holder.room]
                del rest[: holder.room]
            rng.shuffle(shares[place])
        return shares

    def _sample_counts(
        self, number: int, left: Sequence[Sequence[Card]], rng: WorldRandom
    ) -> Counts:
        """How many of each kind the next holder gets."""
        counts = tuple(map(len, left))
        lot = rng.below(self._ways(number, counts))
        for taken, ways in self._choices(number, counts):
            lot -= ways
            if lot < 0:
                return taken
        raise AssertionError("the ways of all choices are the ways together")

    def _ways(self, number: int, counts: Counts) -> int:
        if number == len(self._turns):
            return 1
        key = (number, counts)
        if key not in self._way_counts:
            total = 0
            for _, ways in self._choices(number, counts):
                self._cases += 1
                if self._cases > MOST_CASES:
                    raise TooManyWaysError
                total += ways
            self._way_counts[key] = total
        return self._way_counts[key]

    def _choices(self, number: int, counts: Counts) -> Iterator[tuple[Counts, int]]:
        """How many of each kind a holder may get, and in how many ways all goes on from there."""
        turn = self._turns[number]
        most = tuple(
            count if fits else 0 for count, fits in zip(counts, turn.can_hold, strict=True)
        )
        for taken in _partitions(turn.room, most):
            ways = 1
            rest: Counter[int] = Counter()
            for count, some, kind in zip(counts, taken, turn.later_kinds, strict=True):
                ways *= comb(count, some)
                rest[kind] += count - some
            left = tuple(rest[kind] for kind in range(len(rest)))
            yield taken, ways * self._ways(number + 1, left)


def _merged_kinds(turn: _SamplerStep, left: Sequence[Sequence[Card]]) -> list[list[Card]]:
    """What is left after a turn, by the kinds of the holders after it."""
    kinds: list[list[Card]] = [[] for _ in set(turn.later_kinds)]
    for number, cards in zip(turn.later_kinds, left, strict=True):
        kinds[number] += cards
    return kinds


def _partitions(total: int, most: Counts) -> Iterator[Counts]:
    """Yields every way to make a total of parts that are no larger than these."""
    if not most:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(most[1:])), min(total, most[0]) + 1):
        for others in _partitions(total - first, most[1:]):
            yield (first, *others)


# --- what a view tells of one deal ------------------------------------------------------


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
    revealed_bids: tuple[int, ...] | None
    plays: tuple[SeenPlay, ...]
    events: tuple[Event, ...]


def seen_deals(events: Sequence[Event], table: Table) -> Iterator[SeenDeal]:
    """Returns the deals of which a seat has seen these events, the first that was begun first."""
    groups: list[tuple[DealBegun, list[Event]]] = []
    for event in events:
        if isinstance(event, DealBegun):
            groups.append((event, []))
        if not isinstance(event, DealerDrawn):  # it comes before the first deal
            groups[-1][1].append(event)
    return (_summarize_deal(begun, group, table) for begun, group in groups)


def _summarize_deal(begun: DealBegun, events: Sequence[Event], table: Table) -> SeenDeal:
    scheduled = table.schedule[begun.deal - 1]
    cards, dealt = scheduled.cards, False
    calls: tuple[str, ...] = ()
    turned = drawn_suit = revealed_bids = None
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
                revealed_bids = bids
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
        revealed_bids=revealed_bids,
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
            broken |= {played.face.suit for played in trick}
            trick = []


# --- packs --------------------------------------------------------------------------------


class PackSampler:
    """Draws packs of a deal that fit all that a seat has seen of it, each as likely as another.

    `lacking` is for each seat the cards that it would have had to play instead of what it played:
    it cannot hold them.
    """

    def __init__(self, seen: SeenDeal, lacking: Sequence[frozenset[Card]] | None = None) -> None:
        assert seen.cards is not None
        self._seen, self._cards = seen, seen.cards
        self._players, self._size = seen.rules.players, seen.rules.deck.size
        self._lacking = lacking or [frozenset()] * self._players
        self._sampler: UniformSampler | None = None

    def sample(self, rng: WorldRandom) -> tuple[Card, ...]:
        """Returns one such pack, from the top; raises ValueError where none fits."""
        lying = self._place_seen_cards(rng)
        hidden = Counter(self._seen.rules.deck.cards)
        hidden.subtract(lying.values())
        if min(hidden.values()) < 0:
            raise ValueError("a card has been seen twice")
        free = [
            [place for place in places if place not in lying]
            for places in (*map(self._hand, range(self._players)), self._stock())
        ]
        if self._sampler is None:  # which places are free differs, and not how many of whom
            lacks = (*self._lacking, frozenset[Card]())
            holders = [Holder(len(some), none) for some, none in zip(free, lacks, strict=True)]
            self._sampler = UniformSampler(list(hidden.elements()), holders)
        if self._sampler.ways == 0:
            raise ValueError("no cards can be where they would have to be")
        for places, cards in zip(free, self._sampler.sample(rng), strict=True):
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

    def _place_seen_cards(self, rng: WorldRandom) -> dict[int, Card]:
        """Returns cards that have been seen, each at a place where it may have lain."""
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
            self._place_cards(look.hand, self._hand(look.seat)[: len(look.hand)], lying, rng)
        if not seen.rules.plays_top:
            for seat, cards in enumerate(played):
                self._place_cards(cards, self._hand(seat), lying, rng)
        return lying

    def _place_cards(
        self, cards: Sequence[Card], places: range, lying: dict[int, Card], rng: WorldRandom
    ) -> None:
        """Lays cards that were among these places, but not known where, on free ones of them."""
        placed = Counter(lying[place] for place in places if place in lying)
        more = list((Counter(cards) - placed).elements())
        free = [place for place in places if place not in lying]
        rng.shuffle(free)
        if len(more) > len(free):
            raise ValueError("a hand has been seen with more cards than it has")
        lying.update(zip(free, more, strict=False))


def impossible_cards(seen: SeenDeal, trumps: Trumps | None) -> list[frozenset[Card]]:
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


# --- matches with an equal view ---------------------------------------------------------

MOST_WORLDS = 100_000
"""So many worlds are made at once at most."""


def sample_worlds(view: View, table: Table, n: int, seed: int) -> tuple[State, ...]:
    """So many matches that the seat of a view cannot tell from its own.

    Every pack of the deal that fits what the seat has seen is as likely as another, whatever the
    others' bids make probable; deals that are over are the same in all of them.  A bid that is made
    and not told is any that is legal, each as likely.  Cards are dealt by chance after this deal.
    Each is checked: it gives the seat an equal view.  Raises ArgumentError.
    """
    if type(n) is not int or not 0 <= n <= MOST_WORLDS:
        raise problems.arguments.WrongWorlds(
            f"{n!r} worlds cannot be made: it is a number from 0 to {MOST_WORLDS:,}"
        ).error()
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()
    try:
        return _make_worlds(view, table, n, seed)
    except TooManyWaysError as error:
        raise problems.arguments.WrongWorlds(
            "there are too many ways to deal what this seat has not seen"
            f" (more than {MOST_CASES:,} cases of who holds what)"
        ).error() from error
    except (IllegalAction, ValueError, IndexError) as error:
        raise problems.arguments.WrongWorlds(
            "this view is of no match of these rules at this table"
        ).error() from error


def _make_worlds(view: View, table: Table, n: int, seed: int) -> tuple[State, ...]:
    deals = list(seen_deals(view.events, table))
    state = start_at_table(table, dealer=_first_dealer(view.events, deals))
    for number, seen in enumerate(deals[:-1]):
        sampler = None if seen.cards is None else PackSampler(seen)
        state = _replay_deal(state, seen, sampler, WorldRandom(seed, 0, number + 1), table)
    if not deals:
        return (_verified(state, view),) * n
    last = deals[-1]
    sampler = None if last.cards is None else PackSampler(last, impossible_cards(last, view.trump))
    return tuple(
        _verified(
            _replay_deal(state, last, sampler, WorldRandom(seed, world, len(deals)), table), view
        )
        for world in range(n)
    )


def _verified(state: State, view: View) -> State:
    if state.view(view.seat) != view:
        raise ValueError("the seat could tell")
    return state


def _first_dealer(events: Sequence[Event], deals: Sequence[SeenDeal]) -> int | None:
    if deals:
        return deals[0].dealer
    return next((event.seat for event in events if isinstance(event, DealerDrawn)), None)


def _replay_deal(
    state: State, seen: SeenDeal, sampler: PackSampler | None, rng: WorldRandom, table: Table
) -> State:
    """Returns the state after a deal has been played as it was seen, with a drawn pack."""
    for event in seen.events:
        if isinstance(event, CardsDealt | FirstCardsDealt) and state.phase == "deal":
            assert sampler is not None
            suit = _suit(seen, table, rng)
            state = state.apply(DealPack(sampler.sample(rng), suit))
        action = _action(event, state, seen, rng)
        if action is not None:
            state = state.apply(action)
    return state


def _suit(seen: SeenDeal, table: Table, rng: WorldRandom) -> Suit | None:
    """Returns the suit that is drawn as trump, any of them where it has not been told."""
    if not table.draws_trump(table.schedule[seen.number - 1]):
        return None
    suits = table.deck.suits
    return seen.drawn_suit or suits[rng.below(len(suits))]


def _action(event: Event, state: State, seen: SeenDeal, rng: WorldRandom) -> Action | None:
    """What was done, as far as somebody did something."""
    match event:
        case BidMade(bid=bid, blind=blind, seat=seat):
            number = bid if seen.revealed_bids is None else seen.revealed_bids[seat]
            return _any_bid(state, rng, blind=blind) if number is None else Bid(number, blind)
        case BidderDrawn(seat=seat):
            return DrawBidder(state.names[seat])
        case _:
            return decision_of(event)


def _any_bid(state: State, rng: WorldRandom, *, blind: bool) -> Action:
    bids = [action for action in state.legal() if isinstance(action, Bid) and action.blind == blind]
    return bids[rng.below(len(bids))]
