"""Determinizations: matches ("worlds") that a seat cannot distinguish from the one it sees.

Input: a view, its table, a number of worlds and a seed. Output: states; in each, the seat's view
equals the given one.

1. The events of the view are split into deals (`SeenDeal`): looks at hands, the turned card, and
  every play with the trick before it.
2. `impossible_cards` derives the cards that a seat cannot hold, because holding them would have
  made one of its plays illegal.
3. `PackSampler` places the seen cards and distributes the rest uniformly. `UniformSampler` counts
  all ways to do so, holder by holder, and draws one of them. A holder is a hand or the stock.
4. The match is replayed with that pack, and its view is compared with the given one.

INVARIANT: every pack that is consistent with the view is equally likely; bids are not evidence. The
search player does not use this module. It draws packs in one pass and weights them, which needs no
big integers and can be compiled.

All numbers come from the documented Philox stream, so that worlds are reproducible.
"""

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
from clagdsl.table.counted_cards import suits_played
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.legal_plays import Turn, could_not_hold
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard

# --- random integers of any size, from the documented generator -------------------------

SPARE_BITS = 64
"""Random bits in addition to those of the limit: probabilities differ by at most 2^-64."""


class WorldRandom:
    """A source of random integers of any size for one world, from the documented Philox stream."""

    def __init__(self, seed: int, world: int, deal: int) -> None:
        self._address = seed, world, deal
        self._block = 0
        self._words: Words = (0, 0, 0, 0)
        self._left = 0

    def below(self, limit: int) -> int:
        """Returns a number from 0 to limit - 1, uniformly distributed."""
        if limit == 1:
            return 0
        words = -(-(limit.bit_length() + SPARE_BITS) // 32)
        fraction = 0
        for _ in range(words):
            fraction = fraction << 32 | self._word()
        # the words are the binary digits of a fraction below 1
        return fraction * limit >> 32 * words

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        """Shuffles cards in place, uniformly."""
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


# --- uniform distribution of cards over hands with exclusions ---------------------------

Counts = tuple[int, ...]
"""The number of cards of each kind; a kind consists of cards that the same holders can hold."""

MOST_CASES = 300_000
"""The most cases to consider when counting the ways of one distribution."""


class TooManyWaysError(ValueError):
    """Raised if the exclusions are so complex that the ways cannot be counted."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A hand or the stock: it takes `room` cards, but none in `lacks`."""

    room: int
    lacks: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class _SamplerStep:
    """One sampling step: deals cards to a holder that cannot hold certain cards.

    `can_hold` has, for each kind, True if the holder can take it. `later_kinds` maps each kind to
    its number in the next step, in which kinds that fit the same later holders are merged.
    """

    place: int
    room: int
    can_hold: tuple[bool, ...]
    later_kinds: tuple[int, ...]


class UniformSampler:
    """A sampler over all ways to distribute cards to holders; the cards fill the room exactly.

    The ways are counted holder by holder, given the number of cards left of each kind. Holders
    without exclusions come last, together, since the number of ways in which they can share the
    rest is constant. Raises TooManyWaysError if there are too many cases to count.
    """

    def __init__(self, cards: Sequence[Card], holders: Sequence[Holder]) -> None:
        self._holders = holders
        lacking = [place for place, item in enumerate(holders) if item.lacks]
        # the holder with the fewest possible cards goes first: it has the fewest ways to count
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
        """The number of ways, ignoring how holders without exclusions share the rest."""
        return self._ways(0, tuple(map(len, self._kinds)))

    def sample(self, rng: WorldRandom) -> list[list[Card]]:
        """Returns the cards of each holder, in random order, for a uniformly drawn way."""
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
        """Draws the number of cards of each kind for the next holder."""
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
        """Yields each possible count of a holder's cards by kind, with the number of ways to
        complete it.
        """
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
    """Returns the remaining cards grouped by the kinds of the next step."""
    kinds: list[list[Card]] = [[] for _ in set(turn.later_kinds)]
    for number, cards in zip(turn.later_kinds, left, strict=True):
        kinds[number] += cards
    return kinds


def _partitions(total: int, most: Counts) -> Iterator[Counts]:
    """Yields every way to write a total as a sum of parts, each bounded by its entry in `most`."""
    if not most:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(most[1:])), min(total, most[0]) + 1):
        for others in _partitions(total - first, most[1:]):
            yield (first, *others)


# --- the constraints of a view on one deal ----------------------------------------------


@dataclass(frozen=True, slots=True)
class SeenPlay:
    """A played card, and the trick before it.

    `before` are the earlier tricks of the deal.
    """

    seat: int
    card: Card
    face: Card | None
    trick: tuple[PlayedCard, ...]
    before: tuple[tuple[PlayedCard, ...], ...]


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """The observations of one deal; the number of cards is unknown (None) until it is dealt."""

    number: int
    dealer: int
    rules: DealRules
    cards: int | None
    looks: tuple[HandSeen | HandShown, ...]
    turned: tuple[Card, ...]
    drawn_suit: Suit | None
    revealed_bids: tuple[int, ...] | None
    plays: tuple[SeenPlay, ...]
    events: tuple[Event, ...]


def seen_deals(events: Sequence[Event], table: Table) -> Iterator[SeenDeal]:
    """Yields the observations of each deal in these events, in order."""
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
    turned: tuple[Card, ...] = ()
    drawn_suit = revealed_bids = None
    looks: list[HandSeen | HandShown] = []
    for event in events:
        match event:
            case CardsPicked(cards=picked):
                cards = picked
            case CardsDealt() | FirstCardsDealt():
                dealt = True
            case CallMade(calls=made):
                calls = made
            case TrumpTurned(card=Card() as card, before=before):
                turned = (*before, card)
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
    before: tuple[tuple[PlayedCard, ...], ...] = ()
    for event in events:
        if isinstance(event, CardPlayed):
            lain = event.face or event.card
            yield SeenPlay(event.seat, event.card, event.face, tuple(trick), before)
            trick.append(PlayedCard(event.seat, event.card, lain))
        elif isinstance(event, TrickWon):
            before = (*before, tuple(trick))
            trick = []


# --- packs --------------------------------------------------------------------------------


class PackSampler:
    """A sampler that draws uniformly among the packs consistent with the observations of a deal.

    `lacking` holds, for each seat, the cards that it cannot hold because its plays would have been
    illegal.
    """

    def __init__(self, seen: SeenDeal, lacking: Sequence[frozenset[Card]] | None = None) -> None:
        assert seen.cards is not None
        self._seen, self._cards = seen, seen.cards
        self._players, self._size = seen.rules.players, seen.rules.deck.size
        self._lacking = lacking or [frozenset()] * self._players
        self._sampler: UniformSampler | None = None

    def sample(self, rng: WorldRandom) -> tuple[Card, ...]:
        """Returns a consistent pack, from the top; raises ValueError if none exists."""
        lying = self._place_seen_cards(rng)
        hidden = Counter(self._seen.rules.deck.cards)
        hidden.subtract(lying.values())
        if min(hidden.values()) < 0:
            raise ValueError("a card has been seen twice")
        free = [
            [place for place in places if place not in lying]
            for places in (*map(self._hand, range(self._players)), self._stock())
        ]
        if self._sampler is None:  # free places differ between draws, but not their numbers
            lacks = (*self._lacking, frozenset[Card]())
            holders = [Holder(len(some), none) for some, none in zip(free, lacks, strict=True)]
            self._sampler = UniformSampler(list(hidden.elements()), holders)
        if self._sampler.ways == 0:
            raise ValueError("no cards can be where they would have to be")
        for places, cards in zip(free, self._sampler.sample(rng), strict=True):
            lying.update(zip(places, cards, strict=True))
        return tuple(lying[place] for place in range(self._size))

    def _hand(self, seat: int) -> range:
        """Returns the positions in the pack from which a seat's cards were dealt."""
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
        """Returns the seen cards by position in the pack, each at one where it may have been."""
        seen, lying = self._seen, dict[int, Card]()
        if seen.turned:
            lying.update(enumerate(seen.turned, self._turned_place()))
        played: list[list[Card]] = [[] for _ in range(self._players)]
        for play in seen.plays:
            played[play.seat].append(play.card)
        if seen.rules.plays_top:  # top cards are played in the order dealt
            for seat, cards in enumerate(played):
                lying.update(zip(self._hand(seat), cards, strict=False))
        for look in seen.looks:  # of a hand dealt in two parts, the first part is seen first
            self._place_cards(look.hand, self._hand(look.seat)[: len(look.hand)], lying, rng)
        if not seen.rules.plays_top:
            for seat, cards in enumerate(played):
                self._place_cards(cards, self._hand(seat), lying, rng)
        return lying

    def _place_cards(
        self, cards: Sequence[Card], places: range, lying: dict[int, Card], rng: WorldRandom
    ) -> None:
        """Puts cards at random free positions among `places`, where they are known to have been."""
        placed = Counter(lying[place] for place in places if place in lying)
        more = list((Counter(cards) - placed).elements())
        free = [place for place in places if place not in lying]
        rng.shuffle(free)
        if len(more) > len(free):
            raise ValueError("a hand has been seen with more cards than it has")
        lying.update(zip(free, more, strict=False))


def impossible_cards(seen: SeenDeal, trumps: Trumps | None) -> list[frozenset[Card]]:
    """Returns, by seat, the cards that it cannot hold because its plays would have been illegal.

    A single card is enough to make a play illegal, so each card is tested alone.
    """
    rules = seen.rules
    lacks: list[set[Card]] = [set() for _ in range(rules.players)]
    if rules.plays_top:
        return [frozenset(cards) for cards in lacks]
    for play in seen.plays:
        broken = suits_played(rules, trumps, play.before)
        for card in rules.deck.counts:
            if card in lacks[play.seat]:
                continue
            turn = Turn((), play.trick, trumps, broken)
            if could_not_hold(rules, turn, play.card, play.face, card):
                lacks[play.seat].add(card)
    return [frozenset(cards) for cards in lacks]


# --- matches with an equal view ---------------------------------------------------------

MOST_WORLDS = 100_000
"""The most worlds to return from one call."""


def sample_worlds(view: View, table: Table, n: int, seed: int) -> tuple[State, ...]:
    """Returns `n` matches that the seat of a view cannot distinguish from its own.

    Every pack of the current deal that is consistent with the view is equally likely; the bids of
    others are not evidence. Finished deals are the same in all worlds. A hidden bid is drawn
    uniformly from the legal ones. Later deals wait for chance. Each world is verified to give the
    seat an equal view. Raises ArgumentError if the arguments are invalid or sampling is too
    complex.
    """
    if type(n) is not int or not 0 <= n <= MOST_WORLDS:
        raise problems.arguments.WrongWorlds(
            f"{n!r} worlds cannot be made: give a number from 0 to {MOST_WORLDS:,}"
        ).error()
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()
    try:
        return _make_worlds(view, table, n, seed)
    except TooManyWaysError as error:
        raise problems.arguments.WrongWorlds(
            "there are too many ways to deal the cards that this seat has not seen"
            f" (more than {MOST_CASES:,} cases of who holds what)"
        ).error() from error
    except (IllegalAction, ValueError, IndexError) as error:
        raise problems.arguments.WrongWorlds(
            "this view is not of a match of these rules at this table"
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
    """Returns the state after replaying a deal as it was seen, with a sampled pack."""
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
    """Returns the suit drawn as trump, sampled if it has not been revealed; None without a draw."""
    if not table.draws_trump(table.schedule[seen.number - 1]):
        return None
    suits = table.deck.suits
    return seen.drawn_suit or suits[rng.below(len(suits))]


def _action(event: Event, state: State, seen: SeenDeal, rng: WorldRandom) -> Action | None:
    """Returns the action behind an event; a hidden bid is sampled."""
    match event:
        case BidMade(bid=bid, blind=blind, seat=seat):
            number = bid
            if number is None and seen.revealed_bids is not None:
                number = seen.revealed_bids[seat]
            return _any_bid(state, rng, blind=blind) if number is None else Bid(number, blind)
        case BidderDrawn(seat=seat):
            return DrawBidder(state.names[seat])
        case _:
            return decision_of(event)


def _any_bid(state: State, rng: WorldRandom, *, blind: bool) -> Action:
    bids = [action for action in state.legal() if isinstance(action, Bid) and action.blind == blind]
    return bids[rng.below(len(bids))]
