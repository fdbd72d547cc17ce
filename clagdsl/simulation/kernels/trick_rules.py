"""Legal plays and winners of tricks over sets of cards, for all compiled code.

- Input: `CardRules` (the rules of a deal with its trump), the `TrickSoFar`, and a hand as a mask.
- Output: a `Duty` (the obligations of the seat whose turn it is), the number of legal plays, the
  play with a given number, and the winner of a trick.

A set of cards is a 64-bit mask.  A play is a pair of numbers: the card and its *face*.  The face is
the card itself, the card that a wild represents, or the number of a *way* (one of the options for
playing a special card).  Most cards have only one play; those that may have several are in
`Duty.wilds`.

A `Duty` lists up to four classes of cards by priority, for example: the suit led, then trumps.  A
player must play a card of the first class from which they hold a card (`owed`).  *Quiet* cards in
the hand are ignored for this test: special cards always, wilds by most rules.  So a player whose
only card of a class is a quiet wild is not bound by that class.  A card with several plays may be
played as any of its legal faces (`faces`), and special cards are always legal.

Each card has a height for comparison, and each play a *claim*: the height with the turn in the
lowest bits.  The highest claim wins the trick, so a loop over the cards only keeps a maximum.

`clagdsl.table` implements the same rules slowly and plainly; `vector.tricks` does so over lanes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import EVERY_CARD, ONE, ZERO, bits, lowest, numbered, one_card
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole, Word
from clagdsl.simulation.lowering.layout import SUITS

NOBODY: Final = np.int64(-16 * codes.TRUMP_HEIGHT)
"""The height of a card that cannot win; typed, so that no function is compiled for its literal."""

TURNS: Final = 6
"""The number of low bits of a claim that hold the turn in which the card was played."""

NO_CLAIM: Final = np.int64(int(NOBODY) << TURNS)
"""A claim lower than that of any card that can win."""

FIRST_WINS: Final = np.int64((1 << TURNS) - 1)
"""The mask that reverses the order of turns in claims if the first of equal cards wins."""


LEADS_THEN: Final = np.int64(2)
"""In `Demand.waits`: the next ordinary card decides the suit led."""


class CardRules(NamedTuple):
    """The rules of play for a deal whose trump is known."""

    wilds: Word
    quiet: Word  # cards that do not create duties: specials, and wilds by most rules
    follows: Whole  # the duties in a trick: bits such as `SUIT_LED`
    # the trump suit; without trumps, and with an order of suits, the cards that are always trumps
    trumps: Word
    top: bool  # whether players must play the top card of their hand
    kept: Word  # the suit held back: led only by a player with nothing else; may be empty
    until: bool  # whether it may be led once a card of it was played to an earlier trick
    faces: Word  # the faces that wilds can represent: the first card of each face
    firsts: Word  # the first card of each group of equal cards
    lasts: Word  # the last card of each group
    copies: Whole  # the number of cards with each face
    distinct_copies: Whole  # the number of these that differ in height
    flip: Whole  # FIRST_WINS if the first of equal cards wins, else 0
    specials: Word  # the special cards
    high: Word  # special cards that may be high
    extremes: Word  # special cards that, when led, ask for the highest or lowest card
    several_ways_following: Word  # special cards with several ways when following
    several_ways_leading: Word  # special cards with several ways when leading
    following: Array  # [card]: a mask of the numbers of its ways when following
    leading: Array  # [card]: a mask of the numbers of its ways when leading
    above: Array  # [1 + height]: the cards that are higher, if neither is trump
    suit_masks: Array  # [card]: the cards of its suit, as they count
    by_suit: Array  # [suit]: its cards, as they count


class Duty(NamedTuple):
    """The obligations of a seat when it is its turn."""

    first: Word  # the class with the highest priority; empty if nothing is owed
    second: Word  # owed by a player with no card of the first class
    third: Word  # and so on
    fourth: Word
    # cards that may have several plays: wilds, and special cards with several ways
    wilds: Word
    free: Word  # the faces that no wild in this trick represents yet
    quiet: Word
    higher: Word  # cards that would take the trick (or that a demand asks for), if required
    takes: Word  # bit `face + k`: a wild of pack k would take the trick as that face
    led: Word
    distinct_copies: Whole  # the number of cards of one face that differ in height
    specials: Word
    ways: Array  # [special card]: a mask of the numbers of its ways


class Demand(NamedTuple):
    """The demand made by a special card that was led; empty in other tricks."""

    follows: Whole  # 1 once a card has been led, else 0
    waits: Whole  # 1 until an ordinary card follows (LEADS_THEN if it sets the suit led), then 0
    rest: Word  # the suit of the first ordinary card, unless that card decided the suit led
    extreme: Whole  # ASKS_HIGHEST, ASKS_LOWEST, or 0 for neither


class TrickSoFar(NamedTuple):
    """The state of a trick when it is a seat's turn."""

    led: Word  # the suit led; empty if the seat leads
    height: Whole  # the height that must be exceeded: see `to_beat`
    after: Whole  # the number of seats that are still to play after this one
    number: Whole  # the index of the trick, 0-based
    free: Word  # the faces that no wild in this trick represents yet
    kept: Word  # the suit that may not be led now
    demand: Demand


@compiled
def card_rules(tables: Tables, way: Whole, trump: Whole) -> CardRules:
    """Returns the rules of play for a deal with this trump."""
    wilds: Word = tables.wilds[way]
    specials: Word = tables.specials[0]
    quiet = specials if tables.ways[way, codes.WILD_IN_SUIT] else wilds | specials
    counting = tables.countings[tables.orders[way], max(trump, 0)]
    by_suit = tables.by_suit[counting]
    trumps = by_suit[SUITS]
    if codes.FIRST_SUIT <= trump < codes.FIRST_ORDER:
        trumps = by_suit[trump - codes.FIRST_SUIT]
    row = tables.ways[way]
    opening = row[codes.OPENING]
    kept = ZERO
    if opening >= codes.OPEN_SUIT:
        kept = by_suit[(opening - codes.OPEN_SUIT) >> 1]
    elif opening > 0:
        kept = trumps
    until = opening & 1 == 0
    return CardRules(
        wilds,
        quiet,
        row[codes.FOLLOWS],
        trumps,
        row[codes.TOP_CARD] != 0,
        kept,
        until,
        tables.equals[0],
        tables.equals[1],
        tables.equals[2],
        tables.copies[0],
        tables.copies[1],
        np.int64(0) if row[codes.EQUAL_CARDS] == 1 else FIRST_WINS,
        specials,
        tables.specials[1],
        tables.specials[4],
        tables.specials[2],
        tables.specials[3],
        tables.special_ways[0],
        tables.special_ways[1],
        tables.above[counting],
        tables.suit_masks[counting],
        by_suit,
    )


@compiled
def kept_now(rules: CardRules, broken: Whole) -> Word:
    """Returns the suit held back; `broken` means that an earlier trick has a card of this suit."""
    return ZERO if rules.until and broken else rules.kept


@compiled
def opening_duty(rules: CardRules, free: Word, kept: Word) -> Duty:
    """Returns the leader's duty: to lead a card outside the suit `kept`."""
    first = EVERY_CARD & ~kept if kept != ZERO else ZERO
    return _duty(rules, free, first, ZERO, rules.several_ways_leading, rules.leading)


@compiled
def duty_of(rules: CardRules, led: Word, free: Word, heights: Array, best: Whole) -> Duty:
    """Returns a follower's duty; `led` is empty if no suit was led, and `best` must be exceeded."""
    if led != ZERO and rules.follows >> codes.LISTED != 0:
        return _listed_duty(rules, led, free, heights, best)
    trumps = rules.trumps if rules.follows & codes.TRUMP_OWED and led != ZERO else ZERO
    suit = led if rules.follows & codes.SUIT_LED else ZERO
    first, then = (trumps, suit) if rules.follows & codes.TRUMP_FIRST else (suit, trumps)
    return _duty(rules, free, first, then, rules.several_ways_following, rules.following)


@compiled
def _duty(
    rules: CardRules, free: Word, first: Word, then: Word, several_ways: Word, ways: Array
) -> Duty:
    """Returns a duty whose classes do not depend on the heights of the cards in the trick."""
    none = ZERO
    return Duty(
        first,
        then,
        none,
        none,
        rules.wilds | several_ways,
        free & rules.faces,
        rules.quiet,
        none,
        none,
        none,
        rules.distinct_copies,
        rules.specials,
        ways,
    )


@compiled
def duty_under_demand(
    rules: CardRules, demand: Demand, hand: Word, led: Word, heights: Array, duty: Duty
) -> Duty:
    """Adjusts a duty if the special card led asks for the highest or lowest card of the suit.

    The player then owes that card, or else any card of the suit.  Quiet cards in the hand are
    ignored when it is determined.  A wild of the suit satisfies the demand, whatever its height.
    Without such a demand, returns `duty` unchanged.
    """
    if demand.extreme == 0 or rules.top:
        return duty
    owed_then: Word = ZERO
    best: Whole = np.int64(-1)
    left = hand & led & ~rules.quiet
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        height = heights[card] % codes.TRUMP_HEIGHT
        if demand.extreme == codes.ASKS_LOWEST:
            height = codes.TRUMP_HEIGHT - height
        if height > best:
            owed_then, best = ZERO, height
        if height == best:
            owed_then |= one_card(card)
    owed_then |= led & rules.wilds
    none = ZERO
    # while another card of the suit is held, a wild must represent a card of the suit
    return Duty(
        owed_then,
        led,
        none,
        none,
        duty.wilds,
        duty.free,
        duty.quiet,
        owed_then,
        led,
        led,
        duty.distinct_copies,
        duty.specials,
        duty.ways,
    )


@compiled
def _listed_duty(rules: CardRules, led: Word, free: Word, heights: Array, best: Whole) -> Duty:
    height_led = heights[lowest(led)] & ~(codes.TRUMP_HEIGHT - 1)
    higher = takes = _above(rules, led, height_led, best)
    if rules.wilds != ZERO:
        takes = _above(rules, led, height_led, best - codes.WILD_HEIGHT)
        higher = (higher & ~rules.wilds) | (takes & rules.wilds)
    return Duty(
        _of_class(rules, np.int64(0), led, higher),
        _of_class(rules, np.int64(1), led, higher),
        _of_class(rules, np.int64(2), led, higher),
        _of_class(rules, np.int64(3), led, higher),
        rules.wilds | rules.several_ways_following,
        free & rules.faces,
        rules.quiet,
        higher,
        takes,
        led,
        rules.distinct_copies,
        rules.specials,
        rules.following,
    )


@compiled
def _above(rules: CardRules, led: Word, height_led: Whole, best: Whole) -> Word:
    """Returns the cards of the suit led, and the trumps, that are higher than `best`.

    `height_led` is the base height of the suit led: 0, or that of its level as trump.
    """
    in_suit: Word = rules.above[min(max(best - height_led, -1), codes.TRUMP_HEIGHT) + 1]
    trumps: Word = rules.above[min(max(best - codes.TRUMP_HEIGHT, -1), codes.TRUMP_HEIGHT) + 1]
    return (led & in_suit) | (rules.trumps & ~led & trumps)


@compiled
def duty_now(rules: CardRules, so_far: TrickSoFar, hand: Word, heights: Array) -> Duty:
    """Returns the duty of a hand at its turn, as leader or follower."""
    if so_far.demand.follows == 0:
        return opening_duty(rules, so_far.free, so_far.kept)
    duty = duty_of(rules, so_far.led, so_far.free, heights, so_far.height)
    return duty_under_demand(rules, so_far.demand, hand, so_far.led, heights, duty)


@compiled
def _of_class(rules: CardRules, place: Whole, led: Word, higher: Word) -> Word:
    """Returns the cards of the class at a 0-based place in the duty list; empty past its end."""
    kind = rules.follows >> (codes.LISTED + codes.PLACE_BITS * place)
    trumps = rules.trumps if kind & codes.OF_TRUMPS else ZERO
    cards = led if kind & codes.OF_SUIT else trumps
    return cards & (higher if kind & codes.OF_HIGHER else EVERY_CARD)


# --- legal plays ---------------------------------------------------------------------------


@compiled
def owed(cards: Word, duty: Duty, free: Word) -> Word:
    """Returns the cards of the first class that contains one of `cards`, or `free` if none does."""
    fourth = duty.fourth if (cards & duty.fourth) != ZERO else free
    third = duty.third if (cards & duty.third) != ZERO else fourth
    then = duty.second if (cards & duty.second) != ZERO else third
    return duty.first if (cards & duty.first) != ZERO else then


@compiled
def faces(card: Whole, hand: Word, duty: Duty) -> Word:
    """Returns the faces that a card in a hand may be played as, or the ways of a special card."""
    if one_card(card) & duty.specials:
        ways: Word = duty.ways[card]
        return ways
    if one_card(card) & duty.wilds:
        allowed = owed(hand & ~duty.quiet & ~one_card(card), duty, EVERY_CARD)
        if allowed & ~duty.higher == ZERO:  # the wild itself must take the trick
            taken = duty.takes >> np.uint64(card % duty.distinct_copies)
            allowed = taken & (duty.led if allowed & duty.led else ~duty.led)
        return duty.free & allowed
    return one_card(card) & owed(hand & ~duty.quiet | one_card(card), duty, EVERY_CARD)


@compiled
def plain_plays(cards: Word, hand: Word, duty: Duty) -> Word:
    """Returns the playable cards that have exactly one play; special cards are always playable."""
    return cards & ~duty.wilds & (owed(hand & ~duty.quiet, duty, EVERY_CARD) | duty.specials)


@compiled
def plain_face(card: Whole, duty: Duty) -> Whole:
    """Returns the face of a card with only one play: the card, or way 0 of a special card."""
    return np.int64(0) if one_card(card) & duty.specials else card


@compiled
def count_plays(plain: Word, cards: Word, hand: Word, duty: Duty) -> tuple[Whole, Word]:
    """Returns the number of legal plays with these cards, and the cards that may be played."""
    count, allowed = bits(plain), plain
    left = cards & duty.wilds
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        may = bits(faces(card, hand, duty))
        count += may
        if may:
            allowed |= one_card(card)
    return count, allowed


@compiled
def numbered_play(
    plain: Word, cards: Word, hand: Word, duty: Duty, number: Whole
) -> tuple[Whole, Whole]:
    """Returns the play with number `number` among those with these cards, as card and face."""
    # plays are ordered by card; runs of cards with one play each, between those with several, are
    # counted together
    left = cards & duty.wilds
    counted = 0
    while left != ZERO:
        card = lowest(left)
        below = bits(plain & (one_card(card) - ONE))
        if number < below - counted:
            break
        number -= below - counted
        counted = below
        meant = faces(card, hand, duty)
        may = bits(meant)
        if number < may:
            return card, numbered(meant, number)
        number -= may
        left = left & (left - ONE)
    card = numbered(plain, counted + number)
    return card, plain_face(card, duty)


@compiled
def top_card(pack: Array, first: Whole, players: Whole, trick: Whole, seat: Whole) -> Whole:
    """Returns the top card of a seat's hand in a trick.

    The first card of the pack was dealt to the seat `first`.
    """
    step = seat - first
    return np.int64(pack[trick * players + (step if step >= 0 else step + players)])


# --- winners of tricks ---------------------------------------------------------------------


@compiled
def height_of(heights: Array, face: Whole, led: Word, lift: Whole) -> Whole:
    """Returns the height of a card played as `face`; NOBODY if it cannot win.

    `lift` is added to it: see `lift_of`.  Only equal cards have equal heights.
    """
    height = heights[np.uint64(face)] + lift
    beats = (height >= codes.TRUMP_HEIGHT) | ((one_card(face) & led) != ZERO)
    return height if beats else NOBODY


@compiled
def height_in_trick(heights: Array, face: Whole, led: Word, demand: Demand, lift: Whole) -> Whole:
    """Returns the height of an ordinary card, in a trick that a special card may have led.

    If nobody plays a trump or the suit asked for, the suit of the first ordinary card wins.
    """
    height = heights[np.uint64(face)] + lift
    below = height - codes.BELOW_LED if (one_card(face) & demand.rest) != ZERO else NOBODY
    beats = (height >= codes.TRUMP_HEIGHT) | ((one_card(face) & led) != ZERO)
    return height if beats else below


@compiled
def height_of_special(play: Whole, turn: Whole) -> Whole:
    """Returns the unique height of a special card, from its way as bits and its turn.

    The first of several high ones wins, whatever the rule for equal cards; a low one can win only
    if it is led.
    """
    high = codes.HIGH_HEIGHT + codes.TRUMP_HEIGHT * (FIRST_WINS - turn)
    low = codes.LOW_HEIGHT if turn == 0 else NOBODY
    return np.int64(high if play & codes.PLAYED_HIGH else low)


@compiled
def way_played(tables: Tables, rules: CardRules, demand: Demand, card: Whole, way: Whole) -> Whole:
    """Returns the way in which a special card is played, as bits; 0 for other cards.

    When following, a card with only one way needs no table lookup.  If all special cards are like
    that, the branch is never taken when following, whatever the card.
    """
    several = rules.several_ways_following if demand.follows else rules.specials
    if one_card(card) & several != ZERO:
        return np.int64(tables.special_plays[1 - demand.follows, np.uint64(card), np.uint64(way)])
    return np.int64(codes.PLAYED_HIGH if one_card(card) & rules.high else 0)


@compiled
def no_demand(follows: Whole) -> Demand:
    """Returns a demand that asks for nothing; `follows` is 1 once a card has been led, else 0."""
    none = np.int64(0)
    return Demand(np.int64(follows), none, ZERO, none)


@compiled
def demand_of(rules: CardRules, play: Whole) -> Demand:
    """Returns the demand of a special card led in this way, except for its suit.

    `demanded_suit` returns the suit.
    """
    waits = LEADS_THEN if play & codes.ASKS_NEXT else np.int64(1)
    extreme = np.int64(play & (codes.ASKS_HIGHEST | codes.ASKS_LOWEST))
    return Demand(np.int64(1), waits, ZERO, extreme if rules.extremes else np.int64(0))


@compiled
def demanded_suit(rules: CardRules, play: Whole) -> Word:
    """Returns the suit that a special card led in this way asks for; empty if it asks for none."""
    suit = play & codes.DEMANDED_SUIT
    return rules.by_suit[suit - 1] if suit else ZERO


@compiled
def after_first_suit(led: Word, demand: Demand, suit: Word) -> tuple[Word, Demand]:
    """Returns the suit led and the demand after the first ordinary card; `suit` is the card's."""
    none = np.int64(0)
    if demand.waits == LEADS_THEN:
        return suit, no_demand(demand.follows)
    return led, Demand(demand.follows, none, suit, demand.extreme)


@compiled
def lift_of(rules: CardRules, card: Whole, wild: bool) -> Whole:
    """Returns the height that a wild adds to that of its face; more for a better pack."""
    return np.int64(codes.WILD_HEIGHT - card % rules.distinct_copies) if wild else np.int64(0)


@compiled
def claim_of(rules: CardRules, height: Whole, turn: Whole) -> Whole:
    """Returns the claim of a card played at a 0-based turn; the highest claim wins the trick."""
    return (height << TURNS) | (np.int64(turn) ^ rules.flip)


@compiled
def claim_height(claim: Whole) -> Whole:
    """Returns the height that a claim contains."""
    return claim >> TURNS


@compiled
def to_beat(rules: CardRules, claim: Whole) -> Whole:
    """Returns the height that a card must exceed to beat the best claim."""
    return claim_height(claim) - np.int64(rules.flip == 0)


@compiled
def value_by_strength(
    tables: Tables, order: Whole, first: Whole, cards: Whole, trick: Whole, card: Whole, face: Whole
) -> Whole:
    """Returns the value of a trick won with this card, which is played as this face.

    `first` is the index of the deal's first entry in `values`.
    """
    special = one_card(card) & tables.specials[5] != ZERO
    strength = np.int64(codes.STRENGTHS - 1) if special else tables.strengths[order, face]
    value: Whole = tables.values[first + cards + trick * codes.STRENGTHS + strength]
    return value


@compiled
def claim_seat(rules: CardRules, claim: Whole, leader: Whole, players: Whole) -> Whole:
    """Returns the seat that made a claim, in a trick led by `leader`."""
    seat = leader + ((claim & FIRST_WINS) ^ rules.flip)
    return seat if seat < players else seat - players
