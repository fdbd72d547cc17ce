"""Legal plays and winners of tricks over sets of cards, for all compiled code.

- Input: `CardRules` (the rules of a deal with its trump), the `TrickSoFar`, and a hand as a mask.
- Output: a `Duty`, the number of legal plays, the play with a number, and the winner of a trick.

A set of cards is a word of 64 bits.  A play is two numbers: a card, and what it stands for (a card,
or the number of a way to play a special card).  Most cards have one play; `Duty.wilds` are those
that may have several.

A `Duty` holds up to four classes of cards by priority.  The first class with a card that counts is
owed (`owed`).  A card with several plays may be played as each face that is legal for it (`faces`).

To compare cards, each has a height, and each play a *claim*: its height with the turn in the lowest
bits.  The highest claim wins the trick, so no loop has to remember the winner.

`clagdsl.table` states the same rules slowly and plainly; `vector.tricks` states them over lanes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import EVERY_CARD, ONE, ZERO, bits, lowest, numbered, one_card
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole, Word

NOBODY: Final = np.int64(-16 * codes.TRUMP_HEIGHT)
"""The height of a card that cannot win; typed, so that nothing is compiled for literals."""

TURNS: Final = 6
"""The bits of a claim to a trick that hold the turn in which the card was played."""

NO_CLAIM: Final = np.int64(int(NOBODY) << TURNS)
"""Less than the claim of every card that can win."""

FIRST_WINS: Final = np.int64((1 << TURNS) - 1)
"""Reverses the order of turns in claims if the first of equal cards wins."""


LEADS_THEN: Final = np.int64(2)
"""In `Demand.waits`: the next ordinary card decides the suit led."""


class CardRules(NamedTuple):
    """The rules of play of a deal whose trump is known."""

    wilds: Word
    quiet: Word  # cards that do not count for duties: specials, and wilds by most rules
    follows: Whole  # duties to a trick: bits such as `SUIT_LED`
    trumps: Word  # the trump suit; empty without trumps or with an order of suits
    top: bool  # whether the top card of the hand is played
    kept: Word  # the suit held back, not led by a player who holds another; may be empty
    until: bool  # whether it may be led after a card of it was played to an earlier trick
    faces: Word  # the faces wilds can have: the first card of each face
    firsts: Word  # the first of each group of equal cards
    lasts: Word  # the last of each group
    copies: Whole  # the number of cards with each face
    distinct_copies: Whole  # the number of them that differ in height
    flip: Whole  # FIRST_WINS if the first of equal cards wins, else 0
    specials: Word  # the special cards
    high: Word  # special cards that may be high
    extremes: Word  # special cards that ask for the highest or lowest card when led
    several_ways_following: Word  # special cards that can be played in several ways, if not led
    several_ways_leading: Word  # the same, if led
    following: Array  # [card]: its ways as a mask of their numbers, if not led
    leading: Array  # the same, if led
    above: Array  # [1 + height], below that of trumps: the cards that are higher in their suit


class Duty(NamedTuple):
    """The cards that a seat owes when it is to play."""

    first: Word  # the cards owed first; empty if nothing is owed
    second: Word  # the cards owed by a player who has none of the first
    third: Word  # and so on
    fourth: Word
    # wilds, and special cards with several ways: a play needs more than the card
    wilds: Word
    free: Word  # the faces that no wild of this trick stands for yet
    quiet: Word
    higher: Word  # the cards that would take the trick, if a class asks for them
    takes: Word  # the same as wilds, each of the pack of that card
    led: Word
    distinct_copies: Whole  # the number of cards of one face that differ in height
    specials: Word
    ways: Array  # [special card]: its ways, as a mask of their numbers


class Demand(NamedTuple):
    """The demand of a special card that was led, and what it leaves open; empty in other tricks."""

    follows: Whole  # 1 once a card has been led
    waits: Whole  # 0 after an ordinary card, LEADS_THEN if the next decides the suit led, else 1
    rest: Word  # the first suit played, which wins if nobody plays the suit asked for
    extreme: Whole  # ASKS_HIGHEST or ASKS_LOWEST, 0 for neither


class TrickSoFar(NamedTuple):
    """A trick when a seat is to play."""

    led: Word  # the suit led; empty if the seat leads
    height: Whole  # the height that must be exceeded: see `to_beat`
    after: Whole  # the number of seats that play later
    number: Whole  # the number of the trick, from 0
    free: Word  # the faces that no wild of this trick stands for yet
    kept: Word  # the suit that may not be led now
    demand: Demand


@compiled
def card_rules(tables: Tables, way: Whole, trump: Whole) -> CardRules:
    """Returns the rules of play of a deal with that trump."""
    wilds: Word = tables.wilds[way]
    specials: Word = tables.specials[0]
    quiet = specials if tables.ways[way, codes.WILD_IN_SUIT] else wilds | specials
    trumps = ZERO
    if codes.FIRST_SUIT <= trump < codes.FIRST_ORDER:
        trumps = tables.by_suit[trump - codes.FIRST_SUIT]
    row = tables.ways[way]
    opening = row[codes.OPENING]
    kept = ZERO
    if opening >= codes.OPEN_SUIT:
        kept = tables.by_suit[(opening - codes.OPEN_SUIT) >> 1]
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
        tables.above[tables.orders[way]],
    )


@compiled
def kept_now(rules: CardRules, broken: Whole) -> Word:
    """Returns the suit held back; `broken` if a card of it was played to an earlier trick."""
    return ZERO if rules.until and broken else rules.kept


@compiled
def opening_duty(rules: CardRules, free: Word, kept: Word) -> Duty:
    """Returns the duty of the leader: no card of the suit `kept`."""
    first = EVERY_CARD & ~kept if kept != ZERO else ZERO
    return _duty(rules, free, first, ZERO, rules.several_ways_leading, rules.leading)


@compiled
def duty_of(rules: CardRules, led: Word, free: Word, heights: Array, best: Whole) -> Duty:
    """Returns the duty if suit `led` (or none) was led and `best` has to be exceeded."""
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
    """Returns a duty that does not depend on the cards of the trick."""
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
    """Returns the duty of a hand if the highest or lowest card of the suit led is asked for.

    A wild has whatever height it needs.  Of the other cards, those count that count as cards of
    their suit.  If no such card is asked for, the duty stays as it is.
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
    # a wild that is played must stand for a card of the suit while another card of it is held
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

    `height_led` is the least height of the suit led.
    """
    in_suit: Word = rules.above[min(max(best - height_led, -1), codes.TRUMP_HEIGHT) + 1]
    trumps: Word = rules.above[min(max(best - codes.TRUMP_HEIGHT, -1), codes.TRUMP_HEIGHT) + 1]
    return (led & in_suit) | (rules.trumps & ~led & trumps)


@compiled
def duty_now(rules: CardRules, so_far: TrickSoFar, hand: Word, heights: Array) -> Duty:
    """Returns the duty of a hand when it is its turn."""
    if so_far.demand.follows == 0:
        return opening_duty(rules, so_far.free, so_far.kept)
    duty = duty_of(rules, so_far.led, so_far.free, heights, so_far.height)
    return duty_under_demand(rules, so_far.demand, hand, so_far.led, heights, duty)


@compiled
def _of_class(rules: CardRules, place: Whole, led: Word, higher: Word) -> Word:
    """Returns the cards of the class at a place of the list; nothing beyond its end."""
    kind = rules.follows >> (codes.LISTED + codes.PLACE_BITS * place)
    trumps = rules.trumps if kind & codes.OF_TRUMPS else ZERO
    cards = led if kind & codes.OF_SUIT else trumps
    return cards & (higher if kind & codes.OF_HIGHER else EVERY_CARD)


# --- legal plays ---------------------------------------------------------------------------


@compiled
def owed(cards: Word, duty: Duty, free: Word) -> Word:
    """Returns the cards from which one must be played, given the cards that count.

    If nothing is owed, it returns `free`.
    """
    fourth = duty.fourth if (cards & duty.fourth) != ZERO else free
    third = duty.third if (cards & duty.third) != ZERO else fourth
    then = duty.second if (cards & duty.second) != ZERO else third
    return duty.first if (cards & duty.first) != ZERO else then


@compiled
def faces(card: Whole, hand: Word, duty: Duty) -> Word:
    """Returns the faces that a card of a hand may be played as, or the ways of a special card."""
    if one_card(card) & duty.specials:
        ways: Word = duty.ways[card]
        return ways
    if one_card(card) & duty.wilds:
        allowed = owed(hand & ~duty.quiet & ~one_card(card), duty, EVERY_CARD)
        if allowed & ~duty.higher == ZERO:  # the wild has to take the trick itself
            taken = duty.takes >> np.uint64(card % duty.distinct_copies)
            allowed = taken & (duty.led if allowed & duty.led else ~duty.led)
        return duty.free & allowed
    return one_card(card) & owed(hand & ~duty.quiet | one_card(card), duty, EVERY_CARD)


@compiled
def plain_plays(cards: Word, hand: Word, duty: Duty) -> Word:
    """Returns the cards that may be played and have one play each; special ones always may."""
    return cards & ~duty.wilds & (owed(hand & ~duty.quiet, duty, EVERY_CARD) | duty.specials)


@compiled
def plain_face(card: Whole, duty: Duty) -> Whole:
    """Returns the only face of a card with one play; for a special card, its only way."""
    return np.int64(0) if one_card(card) & duty.specials else card


@compiled
def count_plays(plain: Word, cards: Word, hand: Word, duty: Duty) -> tuple[Whole, Word]:
    """Returns the number of plays with these cards, and the cards that may be played."""
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
    """Returns the card and the face of the play of that number, with one of these cards."""
    # plays are ordered by card; cards with one play are counted in groups between those with
    # several
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
    """Returns the card dealt to a seat for a trick; the first card went to the seat `first`."""
    step = seat - first
    return np.int64(pack[trick * players + (step if step >= 0 else step + players)])


# --- winners of tricks ---------------------------------------------------------------------


@compiled
def height_of(heights: Array, face: Whole, led: Word, lift: Whole) -> Whole:
    """Returns the height of a card in a trick, by its face; NOBODY if it cannot win.

    `lift` is added: see `lift_of`.  Only equal cards have equal heights.
    """
    height = heights[np.uint64(face)] + lift
    beats = (height >= codes.TRUMP_HEIGHT) | ((one_card(face) & led) != ZERO)
    return height if beats else NOBODY


@compiled
def height_in_trick(heights: Array, face: Whole, led: Word, demand: Demand, lift: Whole) -> Whole:
    """Returns the height of an ordinary card in a trick to which a special card may have been led.

    If nobody plays a trump or the suit asked for, the first suit that was played wins.
    """
    height = heights[np.uint64(face)] + lift
    below = height - codes.BELOW_LED if (one_card(face) & demand.rest) != ZERO else NOBODY
    beats = (height >= codes.TRUMP_HEIGHT) | ((one_card(face) & led) != ZERO)
    return height if beats else below


@compiled
def height_of_special(play: Whole, turn: Whole) -> Whole:
    """Returns the height of a special card played in that way at that turn; no other card has it.

    Of high ones the first wins, whatever the rule for equal cards; a low one wins only if it is
    led.
    """
    high = codes.HIGH_HEIGHT + codes.TRUMP_HEIGHT * (FIRST_WINS - turn)
    low = codes.LOW_HEIGHT if turn == 0 else NOBODY
    return np.int64(high if play & codes.PLAYED_HIGH else low)


@compiled
def way_played(tables: Tables, rules: CardRules, demand: Demand, card: Whole, way: Whole) -> Whole:
    """Returns the way in which a special card is played as bits, 0 for other cards.

    If a card that follows has one way only, no table is read, so no branch depends on the card.
    """
    several = rules.several_ways_following if demand.follows else rules.specials
    if one_card(card) & several != ZERO:
        return np.int64(tables.special_plays[1 - demand.follows, np.uint64(card), np.uint64(way)])
    return np.int64(codes.PLAYED_HIGH if one_card(card) & rules.high else 0)


@compiled
def no_demand(follows: Whole) -> Demand:
    """Returns an empty demand; `follows` is 1 once a card has been led."""
    none = np.int64(0)
    return Demand(np.int64(follows), none, ZERO, none)


@compiled
def demand_of(rules: CardRules, play: Whole) -> Demand:
    """Returns the demand of a special card that is led in that way, without its suit.

    `demanded_suit` returns the suit.
    """
    waits = LEADS_THEN if play & codes.ASKS_NEXT else np.int64(1)
    extreme = np.int64(play & (codes.ASKS_HIGHEST | codes.ASKS_LOWEST))
    return Demand(np.int64(1), waits, ZERO, extreme if rules.extremes else np.int64(0))


@compiled
def demanded_suit(tables: Tables, play: Whole) -> Word:
    """Returns the suit that a special card led in that way asks for; empty for none."""
    suit = play & codes.DEMANDED_SUIT
    return tables.by_suit[suit - 1] if suit else ZERO


@compiled
def after_first_suit(led: Word, demand: Demand, suit: Word) -> tuple[Word, Demand]:
    """Returns the suit led and the demand after the first ordinary card, which is of `suit`."""
    none = np.int64(0)
    if demand.waits == LEADS_THEN:
        return suit, no_demand(demand.follows)
    return led, Demand(demand.follows, none, suit, demand.extreme)


@compiled
def lift_of(rules: CardRules, card: Whole, wild: bool) -> Whole:
    """Returns the height that a wild card adds to its face: more, the better its pack."""
    return np.int64(codes.WILD_HEIGHT - card % rules.distinct_copies) if wild else np.int64(0)


@compiled
def claim_of(rules: CardRules, height: Whole, turn: Whole) -> Whole:
    """Returns the claim to a trick of the card played at a turn, from 0; the highest wins."""
    return (height << TURNS) | (np.int64(turn) ^ rules.flip)


@compiled
def claim_height(claim: Whole) -> Whole:
    """Returns the height of the card of a claim."""
    return claim >> TURNS


@compiled
def to_beat(rules: CardRules, claim: Whole) -> Whole:
    """Returns the height that a card must exceed to take the trick from the best claim."""
    return claim_height(claim) - np.int64(rules.flip == 0)


@compiled
def value_by_strength(
    tables: Tables, first: Whole, cards: Whole, trick: Whole, claim: Whole
) -> Whole:
    """Returns the value of a trick to the claim that wins it.

    `first` is where the values of the deal begin.
    """
    strength = claim_height(claim) % codes.TRUMP_HEIGHT >> codes.RANK_BITS
    value: Whole = tables.values[first + cards + trick * codes.STRENGTHS + strength]
    return value


@compiled
def claim_seat(rules: CardRules, claim: Whole, leader: Whole, players: Whole) -> Whole:
    """Returns the seat of a claim to a trick that `leader` led to."""
    seat = leader + ((claim & FIRST_WINS) ^ rules.flip)
    return seat if seat < players else seat - players
