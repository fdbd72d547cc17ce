"""Tricks over lanes: the legal plays, the chosen play, the winner and the value of a trick.

- Input: the hands of all seats as slots, the trump, the leader, and an object that makes choices.
- Output: the number of tricks that each seat wins, and their points if a score uses them.

`TrickRules._trick` plays one trick, seat by seat:

1. `_opening` or `_following` lists the classes of cards that may be owed.
2. `_plays` derives the legal plays from them.
3. `Choices.play` chooses one by its number, and `_played` finds its card.
4. `_height_played` gives its height, which is compared with the best so far.

If the rules of the deal decide a question, an ordinary Python branch handles it and leaves nothing
in machine code.  Anything that differs by match is selected with `where`.  Within a trick, seats
are counted from its leader.  Their rows are rotated after each trick, so seats never have to be
looked up by a lane.

The height of a play is one number, in this ascending order:

- cards that cannot win (0);
- a low special card that was led;
- the suit played first, if a special card asked for another;
- the suit led;
- each level of trumps;
- high special cards, the earlier the higher.

Within each group, a card ranks by its strength.  A wild ranks just above the card that it
represents.  If better packs win, the pack decides between equal cards.

`rank of trump` makes some cards trumps in all matches, and others the highest of the trump suit.
The suit of such a card is the trump suit, or NO_TRUMP if there is not exactly one; its height comes
from tables of their own (`CardFacts.own_height`, `listed_height`).

Two facts decide whether a play is legal:

- Only some cards in a hand create a duty (`_natural`): wild cards only if the rules say so, special
  cards never.  The first class that contains such a card is owed.
- Any card of that class may be played.  A wild may represent any face of that class that no other
  wild of the trick represents.  A special card is always legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Protocol, assert_never

from clagdsl.lang.cards import face_of, is_special
from clagdsl.lang.policies.play import is_until_broken, protected_suit
from clagdsl.lang.rules import EqualCards, FollowClass
from clagdsl.lang.special_cards import PlayedAs, play_options
from clagdsl.simulation.lowering.arrays import FIRST_ORDER, FIRST_SUIT, TRUMPS
from clagdsl.simulation.lowering.layout import COUNTED_SUITS, DECK
from clagdsl.simulation.vector.backends import Lane
from clagdsl.simulation.vector.backends import Lanes as Ops
from clagdsl.simulation.vector.hands import (
    NO_SUIT,
    NO_TRUMP,
    SUITS,
    CardFacts,
    by_index,
    count_kind,
    equal_runs,
    first_of_each,
    marked_slots,
    mask_kind,
    rotated,
    slots_where,
    sorted_slots,
    suit_masks,
    suit_of,
)
from clagdsl.simulation.vector.random_words import numbered
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.trick_value import Worths

EVERY_CARD: Final = (1 << 64) - 1
SPECIAL_RANK: Final = 255
"""The rank number that stands for a special card as the winner of a trick."""
NO_CARD: Final = 255
"""The card number in an empty slot."""

NOTHING, HIGHEST, LOWEST = range(3)
"""The card that a special card demands when led: HIGHEST or LOWEST of a suit, or NOTHING."""


class Choices(Protocol):
    """Chooses among legal actions: at random, from a script, or by a policy."""

    def play(self, o: Ops, trick: Any, step: int, plays: Plays) -> Lane:
        """Returns the number of the chosen play."""

    def note_play(
        self, o: Ops, trick: Any, plays: Plays, played: Played, size: Lane | None
    ) -> None:
        """Reports a play in the matches whose hands have more than `trick` cards.

        `size` is the hand size by match; None means all matches.
        """

    def note_trick(self, o: Ops, trick: Any, winner: Lane, going: Lane | None) -> None:
        """Reports a trick's winner, counted from eldest, in the matches `going` (None: all)."""


@dataclass(frozen=True, slots=True)
class FaceRange:
    """The faces that a wild card may represent: a range, minus those already named in the trick."""

    start: Lane
    count: Lane
    named: tuple[Lane, ...]
    """The faces that wild cards of the trick represent, ascending; NO_CARD for ordinary cards."""

    def many(self, o: Ops) -> Lane:
        """Returns the number of faces."""
        many = self.count
        for face in self.named:
            many = many - o.cast((face - self.start) < self.count, "u8")
        return many

    def numbered(self, o: Ops, number: Lane) -> Lane:
        """Returns the face with a given 0-based number."""
        face = self.start + number
        for other in self.named:
            face = face + o.cast((face >= other) & (other >= self.start), "u8")
        return face

    def as_set(self, o: Ops) -> Lane:
        """Returns the faces as a set of card numbers."""
        wide = o.cast(self.start, "u64")
        faces = ((o.full(1, "u64") << o.cast(self.count, "u64")) - 1) << wide
        for face in self.named:
            bit = o.where(
                face == NO_CARD, o.full(0, "u64"), o.full(1, "u64") << o.cast(face, "u64")
            )
            faces = faces & ~bit
        return faces

    def with_named(self, o: Ops, face: Lane) -> tuple[Lane, ...]:
        """Returns the named faces and one more, in ascending order."""
        row = list(self.named)
        for place, other in enumerate(row):
            less = face < other
            row[place], face = o.where(less, face, other), o.where(less, other, face)
        return (*row, face)


@dataclass(frozen=True, slots=True)
class Plays:
    """The legal plays of a seat, in the fixed order of legal actions."""

    count: Lane
    most: int
    """The maximum number of plays in any lane."""
    allowed: Lane
    """The slots of the cards that may be played."""
    slots: Sequence[Lane]
    faces: Sequence[Lane | FaceRange | None]
    """For each slot, the faces (or ways) of a wild (or special) card, else None."""
    special: Lane | None
    """The slots of special cards if each can be played in only one way; otherwise None."""
    wild: Lane | None = None
    """The slots of wild cards if their faces are stored as a range; otherwise None."""


class Played(NamedTuple):
    """A play: its number, the card, and its face or, for a special card, its way."""

    number: Lane
    card: Lane
    face: Lane
    wild: Lane | None
    special: Lane | None


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump of a deal: its number in TRUMPS, and the properties derived from it."""

    number: Lane
    suit: Lane
    """The trump suit; NO_TRUMP without trumps or if several suits are ranked as trumps."""
    levels: tuple[int, ...] | tuple[Lane, ...]
    """The trump level of each suit, 0 if it is not a trump; empty if `suit` alone decides."""
    most: int
    """The highest possible level."""
    is_constant: bool
    """True if `levels` contains constants instead of lanes."""


def constant_trump(o: Ops, trumps: tuple[str, ...]) -> Trump:
    """Returns a trump that all matches share."""
    levels = _levels(trumps)
    suit = DECK.suits.index(trumps[0]) if len(trumps) == 1 else NO_TRUMP
    number = TRUMPS.index(trumps)
    return Trump(o.full(number, "u8"), o.full(suit, "u8"), levels, max(levels), is_constant=True)


def trump_by_number(o: Ops, number: Lane, possible: Iterable[int]) -> Trump:
    """Returns the trump with a number that may differ by match: 0 or one of `possible`."""
    suit = o.where((number >= FIRST_SUIT) & (number < FIRST_ORDER), number - FIRST_SUIT, NO_TRUMP)
    if all(number < FIRST_ORDER for number in possible):
        return Trump(number, suit, (), 1, is_constant=False)
    every = [_levels(trumps) for trumps in TRUMPS]
    levels = tuple(
        o.lookup(number, tuple(row[place] for row in every), "u8") for place in range(SUITS)
    )
    return Trump(number, suit, levels, SUITS, is_constant=False)


def _levels(trumps: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(len(trumps) - trumps.index(suit) if suit in trumps else 0 for suit in DECK.suits)


@dataclass(frozen=True, slots=True)
class SpecialFacts:
    """Tables for the special cards.

    A *kind* is a name of special cards, numbered from 1.  A *way* is one of the options for playing
    a special card.
    """

    kinds: tuple[int, ...]
    """The kind of each card number; 0 for ordinary cards."""
    most: int
    """The maximum number of ways of a special card."""
    ways: tuple[tuple[int, ...], tuple[int, ...]]
    """[leading, card]: the number of ways to play a special card; 0 for ordinary cards."""
    high: tuple[tuple[int, ...], tuple[int, ...]]
    """[leading, index]: 1 if the card is high; the index is `(kind - 1) * most + way`."""
    suit: tuple[int, ...]
    """The suit demanded by a special card when led, by the same index; NO_SUIT if none is."""
    extreme: tuple[int, ...]
    """HIGHEST or LOWEST, by the same index, if that card of the suit is demanded; else NOTHING."""
    waits: tuple[int, ...]
    """1, by the same index, if the next ordinary card decides the suit led; else 0."""


def special_facts(rules: DealRules, facts: CardFacts) -> SpecialFacts | None:
    """Returns the tables for a deal's special cards, or None if its deck has none."""
    deck, powers = rules.deck, list(rules.powers)
    if not powers:
        return None
    every = {
        (leads, name): play_options(rules.powers[name], deck.suits, leads=bool(leads))
        for leads in range(2)
        for name in powers
    }
    most = max(map(len, every.values()))

    def table(leads: int, value: Any) -> tuple[int, ...]:
        values: list[int] = []
        for name in powers:
            row = [value(way.full) for way in every[leads, name]]
            values += row + [row[0]] * (most - len(row))
        return tuple(values)

    def high(meant: PlayedAs) -> int:
        return int(meant.power == "high")

    def suit(meant: PlayedAs) -> int:
        asks = meant.demand
        return NO_SUIT if asks is None or asks.suit is None else DECK.suits.index(asks.suit)

    def extreme(meant: PlayedAs) -> int:
        asks = None if meant.demand is None else meant.demand.extreme
        return {None: NOTHING, "highest": HIGHEST, "lowest": LOWEST}[asks]

    def waits(meant: PlayedAs) -> int:
        return int(meant.demand is not None and meant.demand.next_card)

    names = [card.rank if card.rank in rules.powers else "" for card in facts.cards]
    kinds = tuple(powers.index(name) + 1 if name else 0 for name in names)
    counts = tuple(
        tuple(len(every[leads, name]) if name else 0 for name in names) for leads in range(2)
    )
    return SpecialFacts(
        kinds,
        most,
        (counts[0], counts[1]),
        (table(0, high), table(1, high)),
        table(1, suit),
        table(1, extreme),
        table(1, waits),
    )


class Seat(NamedTuple):
    """A seat's hand: its slots, and sets of cards as masks of slots."""

    held: Lane
    suits: tuple[Lane, ...]
    wild: Lane | None
    special: Lane | None
    always: Lane | None
    firsts: Lane | None
    lasts: Lane | None
    slots: tuple[Lane, ...]


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead of a trick, reduced to the properties that restrict later plays."""

    suit: Lane
    """The suit led; NO_SUIT if a special card was led that does not demand one."""
    waits: Lane | None = None
    """Nonzero between a special lead and the next ordinary card, otherwise 0.

    It is 2 if that card decides the suit led, else 1.
    """
    rest: Lane | None = None
    """The suit of the first ordinary card after a special lead that does not adopt its suit.

    It is NO_SUIT in all other cases.
    """
    extreme: Lane | None = None


class Setting(NamedTuple):
    """The properties of a deal that differ between matches of one kind, other than the cards."""

    trump: Trump
    size: Lane | None
    """The hand size; None if all matches have the same."""
    ranks: Lane | None
    """The index of the order of ranks; None if there is only one."""
    worth: Lane | None
    """The index of the trick values; None if there is only one set."""


class Turn(NamedTuple):
    """A seat's turn in a trick: everything on which its legal plays depend."""

    seat: Seat
    setting: Setting
    lead: Lead | None
    """None for the leader."""
    best: Lane
    """The height of the best card so far."""
    free: Any
    """The faces still free for wilds: those named already (if faces are ranges), or a set."""
    classes: list[CardClass]
    """The classes of cards that the seat may owe, by priority."""
    natural: Lane
    """The slots of the cards that can create a duty."""


def _later_wins(equal: EqualCards) -> bool:
    """Returns whether the later of two equally high cards wins."""
    match equal:
        case "last wins":
            return True
        case "first wins" | "better pack wins":  # cards of different packs are never equally high
            return False
        case _:
            assert_never(equal)


class TrickRules:
    """The rules of play for one kind of deal, for hands of up to `cards` cards."""

    def __init__(
        self,
        rules: DealRules,
        orders: tuple[CardFacts, ...],
        cards: int,
        worth: tuple[Worths, ...],
        *,
        counts_points: bool,
    ) -> None:
        self.rules = rules
        self.orders = orders
        facts = self.facts = orders[0]
        self.cards = cards
        self.players = rules.players
        self.kind = mask_kind(cards)
        self.every = (1 << {"u8": 8, "u16": 16, "u32": 32, "u64": 64}[self.kind]) - 1
        self.specials = special_facts(rules, facts)
        self.wilds = any(facts.wild[number] for number in facts.pack)
        self.quiet_wilds = self.wilds and not rules.wild.in_suit
        self.duties: tuple[FollowClass, ...] = rules.duties
        self.beats = any(duty in ("higher suit", "higher trump") for duty in self.duties)
        self.later_wins = _later_wins(rules.equal)
        self.until = rules.holds_back and is_until_broken(rules.open)
        self.kept_trump = rules.holds_back and rules.open.startswith("no trump")
        self.kept_suit: int | None = None
        if rules.holds_back and not self.kept_trump:
            kept = protected_suit(rules.open, None)
            self.kept_suit = None if kept is None else COUNTED_SUITS.index(kept)
        self.worths = worth
        self.ranks_trumps = bool(rules.trump_rank.top)
        self.by_card = any(item.by_trump for item in worth)
        alike = {item.each for item in worth}
        self.alike = alike.pop() if len(alike) == 1 else None
        """The value of every trick if all are worth the same; otherwise None."""
        self.counts_points = counts_points and self.alike is None
        # heights: see the head of the module
        self.unit = facts.distinct_copies * (2 if self.wilds else 1)
        self.span = facts.strengths * self.unit
        self.ranges = self.wilds and self._names_ranges()
        """True if the faces of wild cards are stored as ranges of bytes instead of sets."""
        self.all_cards = sum(1 << number for number in facts.pack)
        self.values = tuple(
            tuple(
                strength * self.unit + (facts.distinct_copies - 1 - copy)
                for strength, copy in zip(order.strength, order.copy, strict=True)
            )
            for order in orders
        )
        self.trump_values = tuple(
            tuple(
                tuple(
                    strength * self.unit + (facts.distinct_copies - 1 - copy)
                    for strength, copy in zip(heights, order.copy, strict=True)
                )
                for heights in (order.own_height, order.listed_height)
            )
            for order in orders
        )
        """For each order, the heights of trumps by card: of the printed trump suit, and listed."""
        self.has_always = any(facts.always)
        self.always_cards = sum(1 << n for n in facts.pack if facts.always[n])
        self.low_special = 1
        self.rest_base = 2
        self.led_base = self.rest_base + self.span if self.specials else 1
        self.trump_base = self.led_base + self.span

    def _names_ranges(self) -> bool:
        """Returns whether a wild's legal faces are always a range: one suit, or all cards."""
        facts = self.facts
        runs = [*facts.by_suit, facts.faces]
        side_by_side = all(cards & (cards + (cards & -cards)) == 0 for cards in runs)
        usual = self.specials is None and not self.beats and not self.rules.holds_back
        usual = usual and not self.ranks_trumps
        return usual and self.quiet_wilds and facts.copies == 1 and side_by_side

    def state_of(self, o: Ops, cards: list[Lane], size: Lane | None) -> list[Seat]:
        """Returns the hands, starting with eldest, after these cards are dealt.

        If hand sizes differ by match, empty slots come last.
        """
        held = o.full((1 << self.cards) - 1, self.kind)
        if size is not None:
            masks = tuple((1 << cards) - 1 for cards in range(self.cards + 1))
            held = o.lookup(size, masks, self.kind)
        seats = []
        for seat in range(self.players):
            dealt = [cards[self.players * slot + seat] for slot in range(self.cards)]
            if size is not None:
                dealt = [
                    o.where(size > slot, card, o.full(NO_CARD, "u8"))
                    for slot, card in enumerate(dealt)
                ]
            slots = dealt if self.rules.plays_top else sorted_slots(o, dealt)
            kind, facts = self.kind, self.facts
            runs = (
                equal_runs(o, facts, slots, kind)
                if facts.has_equals and not self.rules.plays_top
                else (None, None)
            )
            marks = None if self.specials is None else tuple(map(bool, self.specials.kinds))
            seats.append(
                Seat(
                    held,
                    tuple(suit_masks(o, facts, slots, kind)),
                    marked_slots(o, facts.wild, slots, kind) if self.wilds else None,
                    None if marks is None else marked_slots(o, tuple(map(int, marks)), slots, kind),
                    marked_slots(o, facts.always, slots, kind) if self.has_always else None,
                    runs[0],
                    runs[1],
                    tuple(slots),
                )
            )
        return seats

    # --- the tricks of a deal

    def play(
        self,
        o: Ops,
        seats: list[Seat],
        setting: Setting,
        leader: Lane | None,
        choices: Choices,
    ) -> tuple[list[Lane], list[Lane] | None]:
        """Plays all tricks; returns the tricks won by each seat, starting with eldest, and their
        points.

        `leader` is counted from eldest; None if eldest leads.  The points are None if no score uses
        them, or if every trick has the same value.
        """
        self.always_base = self.trump_base + self.span * setting.trump.most
        self.high_base = self.always_base + self.span * self.has_always
        self.height_kind = count_kind(self.high_base + self.players)
        rows = [_flat(seat) for seat in seats]
        if leader is None:
            leader = o.full(0, "u8")
        else:
            rows = rotated(o, rows, leader)
        none = o.full(0, "u8")
        points = [o.full(0, "i32")] * self.players if self.counts_points else []
        # the state of the loop: leader, whether the suit held back is broken, tricks, points,
        # hands
        state = [leader, none, *[none] * self.players, *points]
        fixed = len(state)
        state += [lane for row in rows for lane in row]
        width = len(rows[0])
        shape = seats[0]

        def body(trick: Any, now: list[Lane], *, goes_on: bool = True) -> list[Lane]:
            here = [
                _seat(now[fixed + seat * width : fixed + (seat + 1) * width], shape)
                for seat in range(self.players)
            ]
            return self._trick(o, now[:fixed], here, setting, trick, choices, goes_on=goes_on)

        state = o.repeat(self.cards - 1, state, body)
        state = body(self.cards - 1, state, goes_on=False)
        won = state[2 : 2 + self.players]
        return won, state[2 + self.players : fixed] if self.counts_points else None

    def _trick(
        self,
        o: Ops,
        counts: list[Lane],
        seats: list[Seat],
        setting: Setting,
        trick: Any,
        choices: Choices,
        *,
        goes_on: bool,
    ) -> list[Lane]:
        """Plays one trick and returns the resulting state; `seats` begins with the leader.

        `goes_on` is False for the last trick, after which nobody leads.
        """
        players = self.players
        leader, broken, won = counts[0], counts[1], counts[2 : 2 + players]
        points = counts[2 + players :]
        free: Any = () if self.ranges else o.full(self.all_cards, "u64") if self.wilds else None
        lead: Lead | None = None
        best = o.full(0, self.height_kind)
        winner = o.full(0, "u8")
        won_with = o.full(0, "u8")
        lain_kept: Lane | None = None
        worth: Lane | None = None
        for step, seat in enumerate(seats):
            classes = (
                self._opening(o, seat, setting, broken)
                if lead is None
                else self._following(o, seat, setting, lead, best)
            )
            turn = Turn(seat, setting, lead, best, free, classes, self._natural(seat))
            plays, parts = self._plays(o, turn, trick)
            number = choices.play(o, trick, step, plays)
            bit, played = self._played(o, seat, plays, parts, number)
            choices.note_play(o, trick, plays, played, setting.size)
            seats[step] = seat._replace(held=seat.held ^ bit)
            if played.wild is not None:
                free = self._free_after(o, free, played)
            suit = self._suit_of(o, played.face, setting)
            if played.special is not None:
                suit = o.where(played.special, o.full(NO_SUIT, "u8"), suit)
            lead = self._lead_after(o, lead, suit, played)
            height = self._height_played(o, suit, played, setting, lead, step)
            better = height >= best if self.later_wins else height > best
            if step:
                winner = o.where(better, o.full(step, "u8"), winner)
                best = o.where(better, height, best)
            else:
                best = height
            if self.counts_points:
                won_with, worth = self._count(
                    o, step, better, played, suit, setting, won_with, worth
                )
            lain_kept = self._breaks_suit(suit, setting, lain_kept)
        if self.until and lain_kept is not None:
            broken = o.where(lain_kept, o.full(1, "u8"), broken)
        leader = leader + winner
        leader = o.where(leader >= players, leader - players, leader)
        going: Lane | None = None
        if setting.size is not None:
            going = setting.size > o.constant(range(self.cards), trick, "u8")
        choices.note_trick(o, trick, leader, going)
        one = o.full(1, "u8") if going is None else o.cast(going, "u8")
        won = [count + o.where(leader == seat, one, 0) for seat, count in enumerate(won)]
        if self.counts_points:
            added = self._value(o, trick, won_with, setting)
            added = added if worth is None else added + worth
            added = added if going is None else o.where(going, added, 0)
            points = [
                count + o.where(leader == seat, added, 0) for seat, count in enumerate(points)
            ]
        rows = [_flat(seat) for seat in seats]
        if goes_on:
            rows = rotated(o, rows, winner)
        return [leader, broken, *won, *points, *(lane for row in rows for lane in row)]

    def _height_played(
        self, o: Ops, suit: Lane, played: Played, setting: Setting, lead: Lead, step: int
    ) -> Lane:
        """Returns the height of a play in a trick."""
        kind, leads = self.height_kind, step == 0
        value = self._height_in_suit(o, played.face, suit, setting)
        if played.wild is not None:
            lift = o.full(self.facts.distinct_copies, kind)
            if self.facts.distinct_copies > 1:
                lift = lift - o.lookup(played.card, self.facts.copy, kind)
            value = value + o.where(played.wild, lift, 0)
        height = self._height(o, suit, value, setting, lead, led=leads)
        if played.special is None:
            return height
        high = o.full(self.high_base + self.players - 1 - step, kind)
        low = o.full(self.low_special if leads else 0, kind)
        is_high = self._is_high(o, played, leads=leads) == 1
        return o.where(played.special, o.where(is_high, high, low), height)

    def _suit_of(self, o: Ops, card: Lane, setting: Setting) -> Lane:
        """Returns the suit to which a card counts; NO_TRUMP for a trump without a trump suit."""
        suit = suit_of(o, self.facts, card)
        if not self.has_always:
            return suit
        always = o.lookup(card, self.facts.always, "u8") != 0
        return o.where(always, setting.trump.suit, suit)

    def _height_in_suit(self, o: Ops, card: Lane, suit: Lane, setting: Setting) -> Lane:
        """Returns the height of a card within its suit, as it counts."""
        kind = self.height_kind
        made = [o.lookup(card, values, kind) for values in self.values]
        if self.ranks_trumps:
            is_trump = suit == setting.trump.suit
            is_own = suit_of(o, self.facts, card) == setting.trump.suit
            for order, (own, listed) in enumerate(self.trump_values):
                height = o.lookup(card, own, kind)
                if self.has_always:
                    height = o.where(is_own, height, o.lookup(card, listed, kind))
                made[order] = o.where(is_trump, height, made[order])
        return made[0] if setting.ranks is None else by_index(o, setting.ranks, made)

    # --- duties

    def _slots_of(self, o: Ops, seat: Seat, suit: Lane, setting: Setting) -> Lane:
        """Returns the slots with cards of a suit; empty for NO_SUIT.

        For NO_TRUMP, they are those of the cards that are always trumps.
        """
        mask = o.full(0, self.kind)
        for number, of_suit in enumerate(seat.suits):
            mask = mask | o.where(suit == number, of_suit, 0)
        if seat.always is None:
            return mask
        always = o.where(suit == setting.trump.suit, seat.always, o.full(0, self.kind))
        return (mask & ~seat.always) | always

    def _trump_slots(self, o: Ops, seat: Seat, setting: Setting) -> Lane:
        return self._slots_of(o, seat, setting.trump.suit, setting)

    def _natural(self, seat: Seat) -> Lane:
        """Returns the slots of the cards that can create a duty."""
        natural = seat.held
        if self.quiet_wilds and seat.wild is not None:
            natural = natural & ~seat.wild
        if seat.special is not None:
            natural = natural & ~seat.special
        return natural

    def _kept_slots(self, o: Ops, seat: Seat, setting: Setting) -> Lane:
        if self.kept_suit is not None:
            if seat.always is None:
                return seat.suits[self.kept_suit]
            return self._slots_of(o, seat, o.full(self.kept_suit, "u8"), setting)
        return self._trump_slots(o, seat, setting)

    def _opening(self, o: Ops, seat: Seat, setting: Setting, broken: Lane) -> list[CardClass]:
        """Returns the class that the leader owes, if any: cards outside the suit held back."""
        if not self.rules.holds_back:
            return []
        kept = self._kept_slots(o, seat, setting)
        if not self.until:
            return [CardClass("opening", ~kept)]
        may = broken != 0
        return [CardClass("opening", ~o.where(may, o.full(0, self.kind), kept), may)]

    def _following(
        self, o: Ops, seat: Seat, setting: Setting, lead: Lead, best: Lane
    ) -> list[CardClass]:
        """Returns the classes of cards that a following seat may owe, by priority."""
        if self.rules.plays_top:
            return []
        classes: list[CardClass] = []
        led: Any = None
        if self.duties or lead.extreme is not None:
            led = self._slots_of(o, seat, lead.suit, setting)
        trumps: Any = None
        if any(duty in ("trump", "higher trump") for duty in self.duties):
            trumps = self._trump_slots(o, seat, setting)
            if self.specials is not None:  # nothing is owed if no suit was led
                trumps = o.where(lead.suit == NO_SUIT, o.full(0, self.kind), trumps)
        higher = self._higher_slots(o, seat, setting, lead, best) if self.beats else None
        for duty in self.duties:
            match duty:
                case "suit":
                    mask = led
                case "trump":
                    mask = trumps
                case "higher suit":
                    mask = led & higher
                case "higher trump":
                    mask = trumps & higher
                case "anything":
                    raise AssertionError("whoever may play anything owes nothing")
                case _:
                    assert_never(duty)
            classes.append(CardClass(duty, mask))
        if lead.extreme is not None:
            demands_extreme = lead.extreme != NOTHING
            extreme = self._extreme_slots(o, seat, setting, lead, led)
            classes = [
                # such a demand replaces all duties: first the extreme card, then its suit
                CardClass("extreme", o.where(demands_extreme, extreme, o.full(0, self.kind))),
                CardClass("suit asked", o.where(demands_extreme, led, o.full(0, self.kind))),
                *(
                    replace(item, mask=o.where(demands_extreme, o.full(0, self.kind), item.mask))
                    for item in classes
                ),
            ]
        return classes

    def _extreme_slots(self, o: Ops, seat: Seat, setting: Setting, lead: Lead, led: Lane) -> Lane:
        """Returns the slots of the highest or lowest card of the suit demanded, and its wilds."""
        natural = led & self._natural(seat)
        values = []
        most = max(max(map(max, self.values)), self.span) + 1
        assert lead.extreme is not None
        lowest = lead.extreme == LOWEST
        for slot, card in enumerate(seat.slots):
            height = self._height_in_suit(o, card, lead.suit, setting)
            value = o.cast(height, "u16") + 1
            value = o.where(lowest, most + 1 - value, value)
            values.append(o.where((natural & (1 << slot)) != 0, value, o.full(0, "u16")))
        top = values[0]
        for value in values[1:]:
            top = o.where(value > top, value, top)
        mask = slots_where(o, [(value == top) & (top != 0) for value in values], self.kind)
        return mask | (led & seat.wild) if seat.wild is not None else mask

    def _higher_slots(self, o: Ops, seat: Seat, setting: Setting, lead: Lead, best: Lane) -> Lane:
        """Returns the slots of the cards that would take the trick."""
        takes: list[Lane] = []
        for slot, card in enumerate(seat.slots):
            suit = self._suit_of(o, card, setting)
            value = self._height_in_suit(o, card, suit, setting)
            if seat.wild is not None:
                wild = (seat.wild & (1 << slot)) != 0
                value = value + o.where(
                    wild, o.full(self.facts.distinct_copies, self.height_kind), 0
                )
            height = self._height(o, suit, value, setting, lead, led=False)
            takes.append(height >= best if self.later_wins else height > best)
        return slots_where(o, takes, self.kind)

    # --- legal plays

    def _plays(self, o: Ops, turn: Turn, trick: Any) -> tuple[Plays, list[Lane]]:
        """Returns a seat's legal plays, and the number of plays of the card in each slot.

        The list of numbers is empty if no card has more than one play.
        """
        seat = turn.seat
        cards = seat.held
        if self.rules.plays_top:
            cards = o.constant([1 << slot for slot in range(self.cards)], trick, self.kind)
        elif seat.firsts is not None and seat.lasts is not None:
            cards = first_of_each(cards, seat.firsts, seat.lasts)
        owed: Lane | None = None
        # the first class that contains a natural card is owed; if none does, every card may be
        # played
        for item in reversed(turn.classes):
            otherwise = o.full(self.every, self.kind) if owed is None else owed
            owed = o.where((item.mask & turn.natural) != 0, item.mask, otherwise)
        plain = cards if owed is None else cards & owed
        if seat.special is not None:
            plain = plain | (cards & seat.special)
        named = seat.wild
        ways: tuple[int, ...] | None = None
        if self.specials is not None and seat.special is not None:
            ways = self.specials.ways[turn.lead is None]
            if max(ways) > 1:
                several = marked_slots(
                    o, tuple(int(many > 1) for many in ways), list(seat.slots), self.kind
                )
                named = several if named is None else named | several
            else:
                ways = None
        if named is None:
            most = self.cards
            count = o.cast(o.bits(plain), "u8")
            special = None if seat.special is None else cards & seat.special
            return Plays(count, most, plain, seat.slots, [None] * self.cards, special), []
        plain = plain & ~named
        if seat.wild is not None:
            plain = plain & ~seat.wild
        return self._named_plays(o, turn, cards, plain, ways)

    def _named_plays(
        self, o: Ops, turn: Turn, cards: Lane, plain: Lane, ways: tuple[int, ...] | None
    ) -> tuple[Plays, list[Lane]]:
        """Returns the legal plays if there are wild cards, or special cards with several ways."""
        seat = turn.seat
        faces_most = bin(self.facts.faces).count("1") if self.wilds else 0
        specials_most = self.specials.most if self.specials is not None else 1
        most = self.cards * max(1, faces_most, specials_most)
        kind = count_kind(most)
        counts, faces = [], []
        allowed = plain
        alike: Lane | FaceRange | None = None
        if self.ranges:
            alike = self._face_range(o, turn)
        # if wilds never create a duty and packs rank equally, all wilds have the same legal faces
        elif seat.wild is not None and self.quiet_wilds and self.facts.distinct_copies == 1:
            alike = self._faces(o, turn, None)
        many = alike.many(o) if isinstance(alike, FaceRange) else None
        for slot, card in enumerate(seat.slots):
            bit = 1 << slot
            count = o.cast((plain >> slot) & 1, kind)
            meant: Any = None
            if many is not None and seat.wild is not None:
                wild = ((seat.wild & cards) & bit) != 0
                count = o.where(wild, o.cast(many, kind), count)
                meant = alike
            elif seat.wild is not None:
                wild = ((seat.wild & cards) & bit) != 0
                sets = alike if isinstance(alike, Lane) else self._faces(o, turn, slot)
                meant = o.where(wild, sets, o.full(0, "u64"))
                count = o.where(wild, o.cast(o.bits(sets), kind), count)
            if ways is not None and self.specials is not None and seat.special is not None:
                special = ((seat.special & cards) & bit) != 0
                count = o.where(special, o.lookup(card, ways, kind), count)
                every = tuple((1 << n) - 1 for n in ways)
                of_ways = o.where(special, o.lookup(card, every, "u64"), o.full(0, "u64"))
                meant = of_ways if meant is None else meant | of_ways
            allowed = allowed | o.where(count != 0, o.full(bit, self.kind), 0)
            counts.append(count)
            faces.append(meant)
        total = counts[0]
        for count in counts[1:]:
            total = total + count
        only_way = None if seat.special is None or ways is not None else cards & seat.special
        wild_slots = seat.wild & cards if self.ranges and seat.wild is not None else None
        return Plays(total, most, allowed, seat.slots, faces, only_way, wild_slots), counts

    def _face_range(self, o: Ops, turn: Turn) -> FaceRange:
        """Returns the faces that every wild card may stand for, as a range."""
        facts = self.facts

        def first(cards: int) -> int:
            return (cards & -cards).bit_length() - 1 if cards else 0

        start = o.full(first(facts.faces), "u8")
        count = o.full(facts.faces.bit_count(), "u8")
        for owed in reversed(turn.classes):
            assert turn.lead is not None
            suit = turn.lead.suit if owed.name == "suit" else turn.setting.trump.suit
            is_owed = (owed.mask & turn.natural) != 0
            starts = tuple(map(first, facts.by_suit))
            counts = tuple(cards.bit_count() for cards in facts.by_suit)
            start = o.where(is_owed, o.lookup(suit, starts, "u8"), start)
            count = o.where(is_owed, o.lookup(suit, counts, "u8"), count)
        return FaceRange(start, count, turn.free)

    def _faces(self, o: Ops, turn: Turn, slot: int | None) -> Lane:
        """Returns the faces that the wild card in a slot may stand for, as a set of card numbers.

        If `slot` is None, all wild cards have the same legal faces.
        """
        natural = turn.natural
        if slot is not None:
            natural = natural & (self.every ^ (1 << slot))
        allowed = o.full(EVERY_CARD, "u64")
        for item in reversed(turn.classes):
            is_owed = (item.mask & natural) != 0
            allowed = o.where(is_owed, self._set_of(o, turn, slot, item), allowed)
        faces: Lane = turn.free & allowed & self.facts.faces
        return faces

    def _suit_set(self, o: Ops, suit: Lane, setting: Setting) -> Lane:
        values = o.full(0, "u64")
        for number, cards in enumerate(self.facts.by_suit):
            values = o.where(suit == number, o.full(cards & ~self.always_cards, "u64"), values)
        if not self.has_always:
            return values
        always = o.full(self.always_cards, "u64")
        return values | o.where(suit == setting.trump.suit, always, o.full(0, "u64"))

    def _set_of(self, o: Ops, turn: Turn, slot: int | None, owed: CardClass) -> Lane:
        """Returns the faces in a class of cards that the wild card in a slot may represent."""
        setting, lead = turn.setting, turn.lead
        match owed.name:
            case "opening":
                suit = setting.trump.suit
                if self.kept_suit is not None:
                    suit = o.full(self.kept_suit, "u8")
                kept = self._suit_set(o, suit, setting)
                if owed.broken is None:
                    return ~kept
                return o.where(owed.broken, o.full(EVERY_CARD, "u64"), ~kept)
            case "trump":
                return self._suit_set(o, setting.trump.suit, setting)
            case "suit" | "suit asked" | "extreme":
                assert lead is not None
                return self._suit_set(o, lead.suit, setting)
            case "higher suit" | "higher trump":
                assert lead is not None
                suit = lead.suit if owed.name == "higher suit" else setting.trump.suit
                of_suit = self._suit_set(o, suit, setting)
                return of_suit & self._winning_cards(o, turn, slot, lead, suit)
            case _:
                raise AssertionError(owed.name)

    def _winning_cards(self, o: Ops, turn: Turn, slot: int | None, lead: Lead, suit: Lane) -> Lane:
        """Returns the cards, of any suit, strong enough for a wild of `suit` to win the trick."""
        setting = turn.setting
        base = o.cast(
            self._height(o, suit, o.full(0, self.height_kind), setting, lead, led=False),
            "i32",
        )
        lift = o.full(self.facts.distinct_copies, "i32") + (self.facts.distinct_copies - 1)
        if slot is not None and self.facts.distinct_copies > 1:
            lift = lift - o.cast(o.lookup(turn.seat.slots[slot], self.facts.copy, "u8"), "i32")
        # a strength takes the trick if base + strength * unit + lift exceeds the best height
        over = o.cast(turn.best, "i32") - base - lift - int(self.later_wins)
        least = o.floor_divide(over, o.full(self.unit, "i32")) + 1
        count = self.facts.strengths
        least = o.where(least < 0, o.full(0, "i32"), least)
        least = o.where(least > count, o.full(count, "i32"), least)
        index = o.cast(least, "u8")

        def at_least(order: CardFacts, heights: tuple[int, ...]) -> Lane:
            sets = tuple(
                sum(1 << number for number in order.pack if heights[number] >= strength)
                for strength in range(count + 1)
            )
            return o.lookup(index, sets, "u64")

        made = [at_least(order, order.strength) for order in self.orders]
        if self.ranks_trumps:
            own_suit = o.full(0, "u64")
            for number, cards in enumerate(self.facts.by_suit):
                of_trump = setting.trump.suit == number
                own_suit = o.where(of_trump, o.full(cards, "u64"), own_suit)
            for place, order in enumerate(self.orders):
                own, listed = (
                    at_least(order, order.own_height),
                    at_least(order, order.listed_height),
                )
                trumps = (own & own_suit) | (listed & ~own_suit)
                made[place] = o.where(suit == setting.trump.suit, trumps, made[place])
        return made[0] if setting.ranks is None else by_index(o, setting.ranks, made)

    def _free_after(self, o: Ops, free: Any, played: Played) -> Any:
        """Returns the faces that are still free after a play.

        With several packs, a face can be named once for each copy.  The copies are used up from the
        last, so the bit of the first card is cleared last.
        """
        assert played.wild is not None
        if self.ranges:
            face = o.where(played.wild, played.face, o.full(NO_CARD, "u8"))
            none = o.full(0, "u8")
            return FaceRange(none, none, free).with_named(o, face)
        bit = o.full(1, "u64") << o.cast(played.face, "u64")
        if self.facts.copies == 1:
            return o.where(played.wild, free & ~bit, free)
        group = bit * ((1 << self.facts.copies) - 1)
        left = (free & ~group) | (((free & group) >> 1) & group)
        return o.where(played.wild, left, free)

    # --- the play that is chosen

    def _played(
        self, o: Ops, seat: Seat, plays: Plays, counts: list[Lane], number: Lane
    ) -> tuple[Lane, Played]:
        if not counts:
            if plays.most == 1:
                bit = plays.allowed
            else:
                bit = numbered(o, plays.allowed, number, self.cards)
            card = seat.slots[0]
            for slot in range(1, self.cards):
                card = o.where((bit & (1 << slot)) != 0, seat.slots[slot], card)
            if seat.special is None:
                return bit, Played(number, card, card, None, None)
            special = (bit & seat.special) != 0
            face = o.where(special, o.full(0, "u8"), card)
            return bit, Played(number, card, face, None, special)
        # plays are counted slot by slot: find the slot with the number, then the play within it
        kind = count_kind(plays.most)
        before = o.full(0, kind)
        bit, card = o.full(0, self.kind), seat.slots[0]
        meant: Lane = o.full(0, "u64")
        inside = o.full(0, kind)
        for slot, count in enumerate(counts):
            here = (number - before) < count
            bit = o.where(here, o.full(1 << slot, self.kind), bit)
            card = o.where(here, seat.slots[slot], card)
            inside = o.where(here, number - before, inside)
            faces = plays.faces[slot]
            if isinstance(faces, Lane):
                meant = o.where(here, faces, meant)
            before = before + count
        wild = None if seat.wild is None else (bit & seat.wild) != 0
        special_played = None if seat.special is None else (bit & seat.special) != 0
        face = card
        if wild is not None:
            number_inside, alike = o.cast(inside, "u8"), plays.faces[0]
            if isinstance(alike, FaceRange):
                named = alike.numbered(o, number_inside)
            else:
                bit_named = numbered(o, meant, number_inside, 64)
                named = o.cast(o.bits(bit_named - 1), "u8")
            face = o.where(wild, named, face)
        if special_played is not None:
            face = o.where(special_played, o.cast(inside, "u8"), face)
        return bit, Played(number, card, face, wild, special_played)

    def _is_high(self, o: Ops, played: Played, *, leads: bool) -> Lane:
        """Returns 1 if a special card was played high, else 0."""
        assert self.specials is not None
        return o.lookup(self._index(o, played, leads=leads), self.specials.high[leads], "u8")

    def _index(self, o: Ops, played: Played, *, leads: bool) -> Lane:
        assert self.specials is not None
        assert played.special is not None
        kind = count_kind(max(self.specials.kinds) * self.specials.most)
        index = o.lookup(
            played.card,
            tuple((max(k, 1) - 1) * self.specials.most for k in self.specials.kinds),
            kind,
        )
        if max(self.specials.ways[leads]) == 1:
            return index
        return index + o.where(played.special, o.cast(played.face, kind), o.full(0, kind))

    # --- the trick so far

    def _lead_after(self, o: Ops, lead: Lead | None, suit: Lane, played: Played) -> Lead:
        """Returns the lead after another card has been played to the trick."""
        if self.specials is None:
            return Lead(suit) if lead is None else lead
        special = played.special
        assert special is not None
        none = o.full(0, "u8")
        nobody = o.full(NO_SUIT, "u8")
        if lead is None:
            facts = self.specials
            index = self._index(o, played, leads=True)
            waits = o.lookup(index, facts.waits, "u8") + 1
            extreme = None
            if any(facts.extreme):
                extreme = o.where(special, o.lookup(index, facts.extreme, "u8"), none)
            return Lead(
                o.where(special, o.lookup(index, facts.suit, "u8"), suit),
                o.where(special, waits, none),
                nobody,
                extreme,
            )
        assert lead.waits is not None
        assert lead.rest is not None
        opens = (lead.waits != 0) & ~special
        names = opens & (lead.waits == 2)
        extreme = lead.extreme
        if extreme is not None:
            extreme = o.where(names, none, extreme)
        return Lead(
            o.where(names, suit, lead.suit),
            o.where(opens, none, lead.waits),
            o.where(opens & ~names, suit, lead.rest),
            extreme,
        )

    def _height(
        self, o: Ops, suit: Lane, value: Lane, setting: Setting, lead: Lead, *, led: bool
    ) -> Lane:
        """Returns the height of a card of a suit; `led` if this card leads the trick."""
        height = self._height_by_suit(o, suit, value, setting, lead, led=led)
        if not self.has_always:
            return height
        return o.where(suit == NO_TRUMP, value + self.always_base, height)

    def _height_by_suit(
        self, o: Ops, suit: Lane, value: Lane, setting: Setting, lead: Lead, *, led: bool
    ) -> Lane:
        """Returns the height of a card of a suit, unless it is a trump without a trump suit."""
        kind = self.height_kind
        plain = value + self.led_base
        if not led or self.specials is not None:
            height = o.where(suit == lead.suit, plain, o.full(0, kind))
        else:
            height = plain
        if lead.rest is not None:
            in_rest = (suit == lead.rest) & (suit != lead.suit)
            height = o.where(in_rest, value + self.rest_base, height)
        if setting.trump.is_constant:
            levels = [level for level in setting.trump.levels if isinstance(level, int)]
            if not any(levels):
                return height
            if sum(map(bool, levels)) == 1:
                number = next(place for place, level in enumerate(levels) if level)
                return o.where(suit == number, value + self.trump_base, height)
            base = o.lookup(suit, (*levels, *[0] * 2), kind)
        elif setting.trump.levels:
            base = o.cast(by_index(o, suit, [*setting.trump.levels, o.full(0, "u8")]), kind)
        else:
            return o.where(suit == setting.trump.suit, value + self.trump_base, height)
        raised = value + (base - 1) * self.span + self.trump_base
        return o.where(base != 0, raised, height)

    def _breaks_suit(self, suit: Lane, setting: Setting, before: Lane | None) -> Lane | None:
        """Returns whether a card of the suit held back has been played to this trick.

        `before` is the result for the earlier cards, None for the leader.  Returns None if the
        restriction never ends.
        """
        if not self.until:
            return None
        kept = suit == setting.trump.suit if self.kept_suit is None else suit == self.kept_suit
        return kept if before is None else before | kept

    def _count(
        self,
        o: Ops,
        step: int,
        better: Lane,
        played: Played,
        suit: Lane,
        setting: Setting,
        won_with: Lane,
        worth: Lane | None,
    ) -> tuple[Lane, Lane | None]:
        """Returns the rank that is winning the trick, and the total value of its cards."""
        ranks = self.rules.deck.ranks
        places = tuple(
            SPECIAL_RANK
            if is_special(card)
            else ranks.index(card.rank)
            if card.rank in ranks
            else 0
            for card in self.facts.cards
        )
        rank = o.lookup(played.face, places, "u8")
        if played.special is not None:
            rank = o.where(played.special, o.full(SPECIAL_RANK, "u8"), rank)
        won_with = rank if step == 0 else o.where(better, rank, won_with)
        if self.by_card:
            worths, of_trump = self.rules.card_worth, self.rules.trump_worth
            values = tuple(worths.of(face_of(card)) for card in self.facts.cards)
            value = o.lookup(played.face, values, "i32")
            if of_trump.worths:
                instead = tuple(of_trump.of(face_of(card)) for card in self.facts.cards)
                is_trump = suit == setting.trump.suit
                value = o.where(is_trump, o.lookup(played.face, instead, "i32"), value)
            if played.special is not None:
                special_value = o.lookup(played.card, values, "i32")
                value = o.where(played.special, special_value, value)
            worth = value if worth is None else worth + value
        return won_with, worth

    def _value(self, o: Ops, trick: Any, won_with: Lane, setting: Setting) -> Lane:
        """Returns the value of a trick, given its number and the winning rank."""
        made = [self._value_by(o, trick, won_with, worth) for worth in self.worths]
        return made[0] if setting.worth is None else by_index(o, setting.worth, made)

    def _value_by(self, o: Ops, trick: Any, won_with: Lane, worth: Worths) -> Lane:
        deck = self.rules.deck
        names = dict(enumerate(deck.ranks))
        if deck.specials:
            names[SPECIAL_RANK] = deck.specials[0]
        columns = {
            place: [values[name] for values in worth.by_rank]
            + [0] * (self.cards - len(worth.by_rank))
            for place, name in names.items()
        }
        usual = columns[0]
        value = o.constant(usual, trick, "i32")
        for place, column in columns.items():
            if column != usual:
                of_rank = o.constant(column, trick, "i32")
                value = o.where(won_with == place, of_rank, value)
        return value


@dataclass(frozen=True, slots=True)
class CardClass:
    """A class of cards that may be owed: its name, and the slots that hold such cards."""

    name: str
    mask: Lane
    broken: Lane | None = None
    """Whether the suit held back may be led now; None if the class does not depend on it."""


def _flat(seat: Seat) -> tuple[Lane, ...]:
    """Returns all lanes of a seat as one tuple."""
    masks = (seat.held, *seat.suits, seat.wild, seat.special, seat.always, seat.firsts, seat.lasts)
    return (*(mask for mask in masks if mask is not None), *seat.slots)


def _seat(row: Sequence[Lane], template: Seat) -> Seat:
    """Reverses `_flat`; `template` shows which of the optional masks are present."""
    lanes = iter(row)
    held = next(lanes)
    suits = tuple(next(lanes) for _ in template.suits)
    masks = (template.wild, template.special, template.always, template.firsts, template.lasts)
    wild, special, always, firsts, lasts = (None if mask is None else next(lanes) for mask in masks)
    return Seat(held, suits, wild, special, always, firsts, lasts, tuple(lanes))
