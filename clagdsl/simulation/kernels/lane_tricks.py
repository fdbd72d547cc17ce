"""Tricks of many matches in step, in full: any orders, top cards, openings, values.

Where all that is usual, `simd` plays a card in one go.  Here it is one step after the other, and a
*key* stands for a card: its bit by the order of ranks, turned as an order of suits has it, so that
the higher of two keys takes the trick.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.engine.players.heuristic import NAMES_ORDER
from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import wide_bits
from clagdsl.simulation.kernels.lane_specials import (
    LaneSpecials,
    add_with_specials,
    allow_with_specials,
    open_with_specials,
    specials_of,
)
from clagdsl.simulation.kernels.lane_wilds import FREE, PLAYED, pick_with_wilds
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE
from clagdsl.simulation.kernels.simd import (
    ALLOWED,
    BEST_CARD,
    BIDS,
    CARD,
    FEW,
    FOLLOW,
    FOUR,
    HELD,
    HIGHER,
    HIGHEST,
    KEPT,
    KEY,
    LAIN,
    LEADS,
    ONE,
    POINTS,
    SOME,
    STEPS,
    SUIT,
    SUIT_BITS,
    THREE,
    TRUMP,
    TRUMP_NUMBER,
    TRUMPS_WIN,
    TURNS,
    WILD_LAIN,
    WORTH,
    ZERO,
    LaneDeal,
    fill,
    pick_few,
    pick_last,
    pick_many,
    pick_some,
)
from clagdsl.simulation.kernels.trick_rules import classes_in_step, plays_in_step
from clagdsl.simulation.lowering.arrays import (
    BY_STRENGTH,
    FIRST_ORDER,
    FOLLOWS,
    OF_HIGHER,
    OPEN_SUIT,
    OPENING,
    PLACE_BITS,
    POINTS_STEP,
    SETTLED_TRUMP,
    STRENGTHS,
    TOP_CARD,
    TRUMP_RULE,
    VALUES,
    WILD_IN_SUIT,
    WORTH_SET_COUNT,
    WORTH_SETS,
    Array,
    Lanes,
    Tables,
    Whole,
    Word,
)
from clagdsl.simulation.lowering.layout import SUIT_SIZE

SIXTY_THREE: Final = np.uint64(63)
SIXTY_FOUR: Final = np.uint64(64)


class LaneRules(NamedTuple):
    """What the rules of a deal say about its tricks, alike in all lanes."""

    order: Whole  # which order of ranks
    moves: Whole  # how many sets of cards lie elsewhere by it
    classes: Whole  # what is to be played to a trick: see `classes_in_step`
    higher: bool  # whether higher cards are among them
    by_suits: bool  # whether an order of suits decides
    top: bool  # the top card of the hand is played
    opening: Whole  # what may not be led
    valued: bool  # whether the values of tricks count
    first_value: Whole
    by_strength: bool
    first_set: Whole  # the sets of cards that add to the value of a trick
    sets: Whole
    wilds: Word
    in_suit: bool  # whether wilds held make a duty as cards of their suit
    specials: LaneSpecials


@compiled
def lane_rules(tables: Tables, deal: LaneDeal) -> LaneRules:
    """What the rules of a deal say about its tricks."""
    row, scene = tables.ways[deal.way], tables.scenes[deal.scene]
    order = tables.orders[deal.way]
    classes = np.int64(classes_in_step(row[FOLLOWS]))
    every = OF_HIGHER | OF_HIGHER << PLACE_BITS | OF_HIGHER << (2 * PLACE_BITS)
    valued = bool(scene[POINTS_STEP] != 0)
    for one in range(tables.past.rows.shape[1]):
        moved = tables.past.rows[deal.scene, one, POINTS_STEP] != 0
        if moved and tables.past.counts[deal.scene, one] != 0:
            valued = True
    named = row[TRUMP_RULE] == NAMES_ORDER
    return LaneRules(
        order,
        tables.move_counts[order],
        classes,
        classes & (every | OF_HIGHER << (3 * PLACE_BITS)) != 0,
        named or (row[TRUMP_RULE] == 0 and row[SETTLED_TRUMP] >= FIRST_ORDER),
        row[TOP_CARD] != 0,
        row[OPENING],
        valued,
        scene[VALUES],
        scene[BY_STRENGTH] != 0,
        scene[WORTH_SETS],
        scene[WORTH_SET_COUNT],
        tables.lane_wilds[deal.way],
        row[WILD_IN_SUIT] != 0,
        specials_of(tables),
    )


@compiled
def are_usual(rules: LaneRules) -> bool:
    """Whether tricks by these rules can be played in one go."""
    more = rules.by_suits or rules.top or rules.valued or rules.wilds != ZERO
    return not (more or rules.moves != 0 or rules.opening != 0 or has_specials(rules))


@compiled
def has_specials(rules: LaneRules) -> bool:
    """Whether there are special cards in the pack."""
    return bool(rules.specials.first != ZERO)


# --- before the tricks --------------------------------------------------------------------


@compiled
def find_turns(tables: Tables, rows: Array) -> None:
    """How far the order of suits of every lane moves each suit."""
    for lane in range(EVERY_LANE):
        number = rows[TRUMP_NUMBER * EVERY_LANE + lane]
        rows[TURNS * EVERY_LANE + lane] = tables.turns[number]


@compiled
def keep_suit(rows: Array, opening: Whole) -> None:
    """The cards that may not be led while others are held: of the trump suit, or of one suit."""
    if opening >= OPEN_SUIT:
        fill(rows, KEPT, SUIT << np.uint64(48 - 16 * ((opening - OPEN_SUIT) >> 1)))
    else:
        for lane in range(EVERY_LANE):
            trumps = rows[TRUMP * EVERY_LANE + lane]
            rows[KEPT * EVERY_LANE + lane] = trumps if opening else ZERO


@compiled
def show_top_card(shifts: Array, place: Whole, rows: Array, row: Word) -> None:
    """A hand of the card alone that was dealt at a place."""
    start, hand = np.uint64(place) * EVERY_LANE, row * EVERY_LANE
    for lane in range(EVERY_LANE):
        rows[hand + lane] = ONE << np.uint64(shifts[start + lane])


# --- one card -----------------------------------------------------------------------------


@compiled
def allow_lead(rows: Array, row: Word) -> None:
    """The cards that may be led: none that is kept, where others are held."""
    for lane in range(EVERY_LANE):
        held = rows[row * EVERY_LANE + lane]
        free = held & ~rows[KEPT * EVERY_LANE + lane]
        rows[HELD * EVERY_LANE + lane] = held
        rows[ALLOWED * EVERY_LANE + lane] = held if free == ZERO else free


@compiled
def allow_following(rows: Array, row: Word, classes: Whole) -> None:
    """The cards that may be played to the suit led."""
    for lane in range(EVERY_LANE):
        held, led = rows[row * EVERY_LANE + lane], rows[FOLLOW * EVERY_LANE + lane]
        trumps, higher = rows[TRUMP * EVERY_LANE + lane], rows[HIGHER * EVERY_LANE + lane]
        rows[HELD * EVERY_LANE + lane] = held
        rows[ALLOWED * EVERY_LANE + lane] = plays_in_step(held, led, trumps, higher, classes)


@compiled
def pick_allowed(words: Array, word: Whole, rows: Array, held: Whole) -> None:
    """One of the cards allowed, out of a hand of so many, by its word."""
    start, card_row = np.uint64(word) * EVERY_LANE, CARD * EVERY_LANE
    allowed = ALLOWED * EVERY_LANE
    if held == 1:
        for lane in range(EVERY_LANE):
            rows[card_row + lane] = pick_last(rows[allowed + lane], ZERO)
    elif held <= FEW + 1:
        for lane in range(EVERY_LANE):
            rows[card_row + lane] = pick_few(rows[allowed + lane], np.uint64(words[start + lane]))
    elif held <= SOME:
        for lane in range(EVERY_LANE):
            rows[card_row + lane] = pick_some(rows[allowed + lane], np.uint64(words[start + lane]))
    else:
        for lane in range(EVERY_LANE):
            rows[card_row + lane] = pick_many(rows[allowed + lane], np.uint64(words[start + lane]))


@compiled
def leave_hand(rows: Array, row: Word) -> None:
    """The card played is no longer held."""
    hand, card_row = row * EVERY_LANE, CARD * EVERY_LANE
    for lane in range(EVERY_LANE):
        rows[hand + lane] = rows[hand + lane] ^ rows[card_row + lane]


@compiled
def turned(cards: Word, turn: Word) -> Word:
    """Cards moved so far to the left, those beyond the end from the right."""
    return (cards << turn) | (cards >> ((SIXTY_FOUR - turn) & SIXTY_THREE))


@compiled
def move_cards(tables: Tables, rows: Array, from_row: Word, first: Whole, rules: LaneRules) -> None:
    """Into the row of keys the cards of another as they lie by their strength, or back."""
    cards, keys = from_row * EVERY_LANE, KEY * EVERY_LANE
    if rules.moves == 0:
        for lane in range(EVERY_LANE):
            rows[keys + lane] = rows[cards + lane]
        return
    fill(rows, KEY, ZERO)
    for move in range(first, first + rules.moves):
        those, turn = tables.moves[rules.order, move, 0], tables.moves[rules.order, move, 1]
        for lane in range(EVERY_LANE):
            rows[keys + lane] |= turned(rows[cards + lane] & those, turn)


@compiled
def rank_suits(rows: Array) -> None:
    """Turn every key as the order of suits of its lane has its suit."""
    for lane in range(EVERY_LANE):
        key = rows[KEY * EVERY_LANE + lane]
        suit = wide_bits(key - ONE) >> FOUR
        turn = (rows[TURNS * EVERY_LANE + lane] >> (suit << THREE)) & SIXTY_THREE
        rows[KEY * EVERY_LANE + lane] = turned(key, turn)


@compiled
def open_trick(rows: Array, wilds: Word) -> None:
    """The card played leads."""
    for lane in range(EVERY_LANE):
        card, key = rows[CARD * EVERY_LANE + lane], rows[KEY * EVERY_LANE + lane]
        trump = (card & rows[TRUMP * EVERY_LANE + lane]) != ZERO
        rows[FOLLOW * EVERY_LANE + lane] = SUIT << (wide_bits(card - ONE) & SUIT_BITS)
        rows[HIGHEST * EVERY_LANE + lane] = key | TRUMPS_WIN if trump else key
        rows[BEST_CARD * EVERY_LANE + lane] = card
        wild = wilds != ZERO and rows[PLAYED * EVERY_LANE + lane] != ZERO
        rows[LAIN * EVERY_LANE + lane] = ZERO if wild else card


@compiled
def add_to_trick(rows: Array, step: Whole, by_suits: bool, wilds: Word) -> None:
    """The card played follows, so many steps after the lead; any may win by an order of suits.

    A wild wins against the card that it stands for, whichever of them comes first.
    """
    any_suit = ~ZERO if by_suits else ZERO
    for lane in range(EVERY_LANE):
        card, key = rows[CARD * EVERY_LANE + lane], rows[KEY * EVERY_LANE + lane]
        trumps, led = rows[TRUMP * EVERY_LANE + lane], rows[FOLLOW * EVERY_LANE + lane]
        highest, best = rows[HIGHEST * EVERY_LANE + lane], rows[BEST_CARD * EVERY_LANE + lane]
        wins = (card & (led | trumps | any_suit)) != ZERO
        height = (key if wins else ZERO) | np.uint64(step)
        height = height | TRUMPS_WIN if (card & trumps) != ZERO else height
        wild = wilds != ZERO and rows[PLAYED * EVERY_LANE + lane] != ZERO
        takes = height > (highest if wild else highest | STEPS)
        rows[BEST_CARD * EVERY_LANE + lane] = card if takes else best
        rows[HIGHEST * EVERY_LANE + lane] = height if takes else highest
        rows[LAIN * EVERY_LANE + lane] |= ZERO if wild else card


@compiled
def find_higher(tables: Tables, rows: Array, rules: LaneRules) -> None:
    """The cards that would take the trick from the best so far."""
    move_cards(tables, rows, BEST_CARD, np.int64(0), rules)
    for lane in range(EVERY_LANE):
        best, key = rows[BEST_CARD * EVERY_LANE + lane], rows[KEY * EVERY_LANE + lane]
        suit = SUIT << (wide_bits(best - ONE) & SUIT_BITS)
        rows[HIGHER * EVERY_LANE + lane] = suit & ~(key | (key - ONE))
    move_cards(tables, rows, HIGHER, np.int64(SUIT_SIZE), rules)
    by_suits = rules.by_suits
    for lane in range(EVERY_LANE):
        above, best = rows[KEY * EVERY_LANE + lane], rows[BEST_CARD * EVERY_LANE + lane]
        trumps, led = rows[TRUMP * EVERY_LANE + lane], rows[FOLLOW * EVERY_LANE + lane]
        in_led = above if (best & led) != ZERO else ZERO
        usual = above if (best & trumps) != ZERO else (above & led) | trumps
        rows[HIGHER * EVERY_LANE + lane] = in_led if by_suits else usual


@compiled
def pick_play(
    tables: Tables, lanes: Lanes, word: Whole, row: Word, step: Whole, held: Whole, rules: LaneRules
) -> None:
    """Pick every lane's card, of as many as are held; what was allowed stays in its row."""
    rows = lanes.rows
    if rules.wilds != ZERO:
        if step == 0:
            fill(rows, FREE, tables.lane_pack[0])
        pick_with_wilds(
            lanes.words,
            word,
            rows,
            row,
            step == 0,
            rules.classes,
            rules.wilds,
            rules.in_suit,
        )
        return
    if has_specials(rules):
        allow_with_specials(rows, row, step == 0, rules.classes, rules.specials)
    elif step == 0:
        allow_lead(rows, row)
    else:
        allow_following(rows, row, rules.classes)
    pick_allowed(lanes.words, word, rows, held)
    if not has_specials(rules):
        leave_hand(rows, row)


@compiled
def play_one(
    tables: Tables, lanes: Lanes, word: Whole, row: Word, step: Whole, held: Whole, rules: LaneRules
) -> None:
    """Pick every lane's card and lay it to the trick."""
    rows = lanes.rows
    pick_play(tables, lanes, word, row, step, held, rules)
    move_cards(tables, rows, CARD, np.int64(0), rules)
    if rules.by_suits:
        rank_suits(rows)
    if has_specials(rules):
        if step == 0:
            open_with_specials(rows, row, rules.specials)
        else:
            add_with_specials(rows, row, step, rules.by_suits, rules.specials)
    elif step == 0:
        open_trick(rows, rules.wilds)
    else:
        add_to_trick(rows, step, rules.by_suits, rules.wilds)
    if rules.higher:
        find_higher(tables, rows, rules)


# --- when a trick is over -----------------------------------------------------------------


@compiled
def see_wilds(rows: Array, pack: Word) -> None:
    """What wilds of the trick stand for: other cards may be the same, and count beside them."""
    for lane in range(EVERY_LANE):
        rows[WILD_LAIN * EVERY_LANE + lane] = pack & ~rows[FREE * EVERY_LANE + lane]


@compiled
def break_suit(rows: Array) -> None:
    """The suit that was kept may be led where a card of it lies in the trick."""
    for lane in range(EVERY_LANE):
        kept = rows[KEPT * EVERY_LANE + lane]
        lain = rows[LAIN * EVERY_LANE + lane] | rows[WILD_LAIN * EVERY_LANE + lane]
        rows[KEPT * EVERY_LANE + lane] = kept if lain & kept == ZERO else ZERO


@compiled
def first_by_strength(rules: LaneRules, cards: Whole, trick: Whole) -> Whole:
    """Where the values of a trick begin that hang on the strength of the card that wins it."""
    return np.int64(rules.first_value + cards + trick * STRENGTHS)


@compiled
def value_trick(tables: Tables, rows: Array, rules: LaneRules, cards: Whole, trick: Whole) -> None:
    """What the trick is worth to who wins it."""
    if rules.by_strength:
        first = np.uint64(first_by_strength(rules, cards, trick))
        order = rules.order
        for lane in range(EVERY_LANE):
            bit = wide_bits(rows[BEST_CARD * EVERY_LANE + lane] - ONE)
            strength = np.uint64(tables.lane_strengths[order, bit])
            rows[WORTH * EVERY_LANE + lane] = np.uint64(tables.values[first + strength])
    else:
        fill(rows, WORTH, np.uint64(tables.values[rules.first_value + trick]))
    value_cards(tables, rows, rules)


@compiled
def value_cards(tables: Tables, rows: Array, rules: LaneRules) -> None:
    """Add what the cards of the trick are worth."""
    for one in range(rules.first_set, rules.first_set + rules.sets):
        those, worth = tables.worth_sets[one], np.uint64(tables.worths[one])
        for lane in range(EVERY_LANE):
            many = wide_bits(rows[LAIN * EVERY_LANE + lane] & those)
            many += wide_bits(rows[WILD_LAIN * EVERY_LANE + lane] & those)
            rows[WORTH * EVERY_LANE + lane] += worth * many


@compiled
def give_value(rows: Array, seat: Whole) -> None:
    """Add the value of the trick to the points of a seat, where it has won it."""
    to = (POINTS + np.uint64(seat)) * EVERY_LANE
    own = np.uint64(seat)
    for lane in range(EVERY_LANE):
        worth = rows[WORTH * EVERY_LANE + lane]
        rows[to + lane] += worth if rows[LEADS * EVERY_LANE + lane] == own else ZERO


@compiled
def highest_bid_leads(lanes: Lanes, players: Whole) -> None:
    """Who has bid most leads, of equal bids the first from the dealer's left."""
    rows, small = lanes.rows, lanes.small
    fill(rows, LEADS, ZERO)
    for lane in range(EVERY_LANE):
        rows[KEY * EVERY_LANE + lane] = np.uint64(small[BIDS * EVERY_LANE + lane])
    for seat in range(1, players):
        own, row = np.uint64(seat), (BIDS + np.uint64(seat)) * EVERY_LANE
        for lane in range(EVERY_LANE):
            bid, most = np.uint64(small[row + lane]), rows[KEY * EVERY_LANE + lane]
            leads = rows[LEADS * EVERY_LANE + lane]
            rows[LEADS * EVERY_LANE + lane] = own if bid > most else leads
            rows[KEY * EVERY_LANE + lane] = max(bid, most)
