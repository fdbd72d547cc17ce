"""The decisions of steady seats, compiled: each function returns the number of a legal action.

- Input: `Tables`, the `Sheet` of one deal, a seat, and the `Deal`.  The functions use only the
  parts of the sheet that the seat may see.
- Output: the number of an action, in the fixed order of legal actions.

The estimates are not implemented a second time.  `compiled_twins` compiles the functions of
`engine.players.heuristic`, which the interpreter runs as plain Python.  It replaces the few that
query cards and scores with table lookups.  Packs with special cards have a simpler policy of their
own (`special_*`).

`docs/reference/steady.md` defines both policies.  `tests/simulation/test_steady.py` compares every
decision with the interpreter's.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from clagdsl.engine.players import heuristic
from clagdsl.engine.players.game_queries import Ending
from clagdsl.engine.players.heuristic import (
    IN_TURN,
    MOST_CALLS,
    TURNED,
    Bidding,
    Cards,
    HandFeatures,
    Scratch,
    Trick,
    TricksTaken,
)
from clagdsl.simulation.jit import compiled, compiled_noinline, compiled_twins
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, distinct, lowest, numbered, one_card
from clagdsl.simulation.kernels.deal_phases import (
    Deal,
    auction_bid_tricks,
    auction_bid_trump,
    count_named,
    is_named_after_bids,
    is_turned_after_bids,
    may_look,
    named_in_auction,
    naming_way,
    nth_named,
    scene_of,
    score_offset,
    seen_by_namer,
    settled_trump,
    trump_offset,
    turned_aside,
    way_called,
)
from clagdsl.simulation.kernels.trick_rules import (
    CardRules,
    Duty,
    TrickSoFar,
    after_first_suit,
    card_rules,
    count_plays,
    duty_now,
    faces,
    height_in_trick,
    height_of,
    lift_of,
    numbered_play,
    plain_plays,
)
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Sheet, Steady, Tables, Whole, Word

# --- steady policy -------------------------------------------------------------------------------
# The steady player, compiled from the unchanged `clagdsl.engine.players.heuristic`.  The functions
# here replace those of `game_queries`, through which the heuristic queries a game and its cards.


class Scores(NamedTuple):
    """The position of a seat's scores in the score table."""

    scene: Array
    scores: Array
    sign: Whole  # -1 if fewer points are better
    start: Whole  # the index of the seat's scores


class Plays(NamedTuple):
    """A trick at a seat's turn, in the form that `weigh_plays` needs."""

    hand: Word
    cards: Word  # the cards in the hand, but only the first of equal ones
    duty: Duty
    heights: Array
    suit_masks: Array
    led: Word  # the suit led; empty if the seat leads
    highest: Whole  # the height that a card must exceed to take the trick


@compiled
def count_cards(cards: Whole) -> Whole:
    """Returns the number of cards in a set."""
    return bits(np.uint64(cards))


@compiled
def first_card(cards: Whole) -> Whole:
    """Returns the first card of a set."""
    return lowest(np.uint64(cards))


@compiled
def faces_of(plays: Plays, card: Whole) -> Whole:
    """Returns a card's possible faces, or 0 if an equal card precedes it in the hand."""
    if one_card(card) & plays.cards == ZERO:
        return np.int64(0)
    return np.int64(faces(card, plays.hand, plays.duty))


@compiled
def beats(plays: Plays, face: Whole, wild: bool) -> bool:
    """Returns whether a card played as this face would take the trick so far."""
    led = plays.suit_masks[face] if plays.led == ZERO else plays.led
    lift = np.int64(codes.WILD_HEIGHT) if wild else np.int64(0)
    higher: bool = height_of(plays.heights, face, led, lift) > plays.highest
    return higher


@compiled
def score_of(scores: Scores, bid: Whole, bids: Whole, ending: Ending) -> Whole:
    """Returns a seat's score for an end of the deal; 0 if the table has no entry."""
    row = scores.scene
    place = scores.start + row[codes.BID_STEP] * bid + row[codes.BIDS_STEP] * bids
    place += row[codes.TRICKS_STEP] * ending.tricks + row[codes.POINTS_STEP] * ending.points
    place += row[codes.MOST_STEP] * ending.most + row[codes.MOST_COUNT_STEP] * ending.most_count
    place += row[codes.MAKERS_STEP] * ending.makers
    place += row[codes.HIGHEST_BID_STEP] * ending.highest + row[codes.SAME_BIDS_STEP] * ending.same
    score = scores.scores[place]
    return np.int64(0) if score == codes.NO_VALUE else scores.sign * np.int64(score)


TWINS: Final = compiled_twins(
    heuristic,
    noinline=("weigh_bids", "weigh_plays", "weigh_faces", "foresee", "fill_ends", "chance_against"),
    bits=count_cards,
    lowest=first_card,
    faces_of=faces_of,
    beats=beats,
    score_of=score_of,
)
chance_against: Final[Any] = TWINS["chance_against"]
unknown_chance: Final[Any] = TWINS["unknown_chance"]
weigh_bids: Final[Any] = TWINS["weigh_bids"]
weigh_plays: Final[Any] = TWINS["weigh_plays"]
weigh_faces: Final[Any] = TWINS["weigh_faces"]
fill_ends: Final[Any] = TWINS["fill_ends"]
stake_of: Final[Any] = TWINS["stake_of"]


@compiled
def features_for(
    tables: Tables, deal: Deal, players: Whole, held: Whole, hand: Word, unseen: Word
) -> HandFeatures:
    """Returns the features of a hand on which the estimates for its cards depend."""
    order = tables.orders[deal.way]
    wilds: Whole = np.int64(tables.wilds[deal.way])
    own: Whole = np.int64(hand)
    others: Whole = np.int64(unseen)
    cards = Cards(
        tables.ways[deal.way, codes.FOLLOWS] & 1 != 0,
        wilds,
        tables.suit_of,
        tables.strengths[order],
        tables.stronger[order],
        tables.suits,
    )
    priorities = tables.priorities[max(deal.trump, 0)]
    unknown = -min(deal.trump, 0)
    return HandFeatures(
        cards, unknown, priorities, players, held, own, others, unknown_chance(players)
    )


@compiled
def features_with_shown_hands(
    eye: HandFeatures, hands: Array, seat: Whole, scratch: Scratch
) -> HandFeatures:
    """Returns the features for a seat that sees everybody's hand but its own."""
    chance = chance_against(eye, hands, seat, scratch)
    theirs: Whole = np.int64(0)
    for other in range(len(hands)):
        if other != seat:
            theirs = theirs | hands[other]
    return HandFeatures(
        eye.cards, eye.trump, eye.priorities, eye.players, eye.held, eye.hand, theirs, chance
    )


@compiled
def features_as_seen(
    steady: Steady,
    tables: Tables,
    sheet: Sheet,
    seat: Whole,
    deal: Deal,
    held: Whole,
    hand: Word,
    unseen: Word,
) -> HandFeatures:
    """Returns the features of a dealt hand, also for a seat that sees everybody's but its own."""
    eye = features_for(tables, deal, len(sheet.hands), held, hand, unseen)
    if tables.ways[deal.way, codes.SIGHT] == codes.OTHERS_ONLY:
        eye = features_with_shown_hands(eye, sheet.hands.view(np.int64), seat, steady.scratch)
    return eye


@compiled
def bidding_features(
    tables: Tables, sheet: Sheet, seat: Whole, deal: Deal, before: Whole, after: Whole
) -> Bidding:
    """Returns the features on which the choice of a bid depends.

    The earlier bids add up to `before`, and `after` seats are still to bid. While the trump is
    unknown, scores are those with the assumed one.
    """
    scene = tables.scenes[deal.scene]
    start = scene[codes.SCORES] + score_offset(tables, sheet.past, deal.scene, seat)
    unknown = deal.trump < 0
    trump = tables.ways[deal.way, codes.ASSUMED_TRUMP] if unknown else deal.trump
    start += trump_offset(scene, trump)
    bids: Whole = sheet.bids
    return Bidding(
        Scores(scene, tables.scores, 1 - 2 * tables.ways[deal.way, codes.LOW_WINS], start),
        tables.values[scene[codes.VALUES] : scene[codes.VALUES] + deal.cards],
        deal.cards,
        tables.ways[deal.way, codes.BID_RULE],
        tables.ways[deal.way, codes.FIXED_BID],
        before,
        after,
        bids,
        seat,
    )


# --- steady seats in games with special cards, as in `engine.players.steady_player` ---------------
# A choice is the number of a legal action.


AHEAD: Final = 1 << 16
"""A weight larger than any value of `worth_keeping`."""


@compiled
def sees_hand(tables: Tables, way: Whole) -> bool:
    """Returns whether a seat has seen its hand before bidding."""
    sight = tables.ways[way, codes.SIGHT]
    return bool(sight == 0 or (sight == 1 and tables.ways[way, codes.BID_RULE] != 0))


@compiled
def likely_tricks(
    tables: Tables, sheet: Sheet, seat: Whole, deal: Deal, trump: Whole, seen: bool
) -> Whole:
    """Estimates the number of tricks that a hand wins; `trump` is negative if unknown.

    A hand that has not been `seen` gets an equal share of the tricks.
    """
    if not seen:
        return np.int64(deal.cards // len(sheet.hands))
    counting = tables.countings[tables.orders[deal.way], max(trump, 0)]
    strengths, suits = tables.card_heights[counting], tables.counted_suits[counting]
    priorities = tables.priorities[max(trump, 0)]
    top, halves, left = tables.ranks[0] - 1, np.int64(0), sheet.hands[seat]
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        if one_card(card) & tables.specials[0]:
            halves += 2 * (one_card(card) & tables.specials[1] != ZERO)
        elif priorities[suits[card]] > 0:
            halves += 2 if 2 * strengths[card] >= top else 1
        else:
            halves += strengths[card] == top
    return np.int64(halves // 2)


@compiled_noinline
def best_trump_to_name(tables: Tables, sheet: Sheet, seat: Whole, deal: Deal) -> Whole:
    """Returns the number of the trump that suits the hand best; the first if several are equal.

    The checker proves that players who name a trump have seen their own hands, or all others.
    """
    players, pack = len(sheet.hands), sheet.pack
    naming = naming_way(tables, pack, players, deal)
    hand = seen_by_namer(tables, deal.way, deal.cards, players, pack, sheet.hands[seat])
    if tables.ways[deal.way, codes.SIGHT] == codes.OTHERS_ONLY:
        hand = ZERO
    picked, most = np.int64(0), np.int64(-1)
    for number in range(count_named(tables, naming)):
        trump = nth_named(tables, naming, number)
        counting = tables.countings[tables.orders[deal.way], trump]
        strengths, suits = tables.card_heights[counting], tables.counted_suits[counting]
        priorities = tables.priorities[trump]
        weight, left = np.int64(0), hand & ~tables.specials[0]
        while left != ZERO:
            card = lowest(left)
            left = left & (left - ONE)
            weight += (tables.ranks[0] + strengths[card]) * priorities[suits[card]]
        if weight > most:
            picked, most = np.int64(number), weight
    return picked


@compiled_noinline
def special_auction_bid(
    tables: Tables, sheet: Sheet, seat: Whole, deal: Deal, highest: Whole
) -> Whole:
    """Returns the number of steps by which a seat raises the highest auction bid; 0 means pass."""
    for word in range(highest + 1, tables.scenes[deal.scene, codes.AUCTION_BIDS] + 1):
        trump = deal.trump
        if named_in_auction(tables, deal.way):
            trump = auction_bid_trump(tables, deal.scene, word)
        tricks = likely_tricks(tables, sheet, seat, deal, trump, sees_hand(tables, deal.way))
        if auction_bid_tricks(tables, deal.scene, word) <= tricks:
            return np.int64(word - highest)
    return np.int64(0)


@compiled_noinline
def special_bid(tables: Tables, sheet: Sheet, seat: Whole, deal: Deal, allowed: Word) -> Whole:
    """Returns the number of the allowed bid nearest to the estimated tricks."""
    trump = deal.trump
    if tables.ways[deal.way, codes.TRUMP_RULE] == TURNED and is_turned_after_bids(tables, deal.way):
        trump = np.int64(-TURNED)
    seen = sees_hand(tables, deal.way) or may_look(tables, deal.way)
    likely = likely_tricks(tables, sheet, seat, deal, trump, bool(seen))
    picked = np.int64(0)
    for number in range(1, bits(allowed)):
        if abs(numbered(allowed, number) - likely) < abs(numbered(allowed, picked) - likely):
            picked = np.int64(number)
    return picked


@compiled
def takes_trick(
    tables: Tables, rules: CardRules, heights: Array, so_far: TrickSoFar, card: Whole, face: Whole
) -> bool:
    """Returns whether a card played as this face (or way) would take the trick so far."""
    led, demand = so_far.led, so_far.demand
    if one_card(card) & rules.specials != ZERO:
        high = tables.special_plays[1 - demand.follows, card, face] & codes.PLAYED_HIGH != 0
        return bool(so_far.height < codes.HIGH_HEIGHT - 1 if high else demand.follows == 0)
    if demand.follows == 0:
        return True
    if demand.waits != 0:
        led, demand = after_first_suit(led, demand, rules.suit_masks[face])
    wild = (one_card(card) & rules.wilds) != ZERO
    height = height_in_trick(heights, face, led, demand, lift_of(rules, card, wild))
    return bool(height > so_far.height)


@compiled
def worth_keeping(tables: Tables, rules: CardRules, deal: Deal, card: Whole, face: Whole) -> Whole:
    """Rates how valuable a card is to keep.

    Special cards that may be high come first, then trumps, then other cards by rank; special cards
    that can only be low come last.
    """
    many = tables.ranks[0]
    if one_card(card) & rules.specials != ZERO:
        return 3 * many if one_card(card) & tables.specials[1] != ZERO else np.int64(-1)
    counting = tables.countings[tables.orders[deal.way], deal.trump]
    trump = tables.priorities[deal.trump, tables.counted_suits[counting, face]] > 0
    return tables.card_heights[counting, face] + many * trump


@compiled_noinline
def special_play(
    tables: Tables,
    sheet: Sheet,
    rules: CardRules,
    seat: Whole,
    deal: Deal,
    so_far: TrickSoFar,
    cards: Word,
    duty: Duty,
) -> Whole:
    """Returns the number of the best play using one of these cards."""
    if tables.ways[deal.way, codes.TOP_CARD]:
        return unannounced_top_play(rules, lowest(cards), duty)
    heights, hand = tables.heights[tables.orders[deal.way], deal.trump], sheet.hands[seat]
    plain = plain_plays(cards, hand, duty)
    bid = sheet.bids[seat]
    wants = bid < 0 or sheet.tricks[seat] < bid
    picked, most = np.int64(0), np.int64(0)
    for number in range(count_plays(plain, cards, hand, duty)[0]):
        card, face = numbered_play(plain, cards, hand, duty, np.int64(number))
        wins = takes_trick(tables, rules, heights, so_far, card, face)
        height = worth_keeping(tables, rules, deal, card, face)
        if wants:
            kept = height if wins and so_far.after > 0 else -height
        else:
            kept = -height if wins else height
        worth = np.int64(kept + AHEAD * (wins == wants))
        if number == 0 or worth > most:
            picked, most = np.int64(number), worth
    return picked


@compiled
def unannounced_top_play(rules: CardRules, card: Whole, duty: Duty) -> Whole:
    """Returns the number of the play for a top card that its player has not seen.

    A wild represents its own face if that is allowed.
    """
    own = card - card % rules.copies
    if one_card(card) & rules.wilds == ZERO or one_card(own) & duty.free == ZERO:
        return np.int64(0)
    return bits(duty.free & (one_card(own) - ONE))


# --- decisions -----------------------------------------------------------------------------


# The kinds of choices other than bids and cards.
CARDS: Final = np.int64(0)
CALL: Final = np.int64(1)
TRUMP: Final = np.int64(2)


@compiled
def count_options(tables: Tables, option: Whole, deal: Deal) -> Whole:
    """Returns the number of options: hand sizes, calls or trumps."""
    if option == CARDS:
        return tables.sizes[deal.number, 1] - tables.sizes[deal.number, 0] + 1
    if option == CALL:
        return tables.ways[deal.way, codes.CALLS]
    return count_named(tables, deal.way)


@compiled
def deal_with(tables: Tables, option: Whole, deal: Deal, number: Whole) -> Deal:
    """Returns the deal that results from choosing one of the options."""
    if option == TRUMP:
        trump = nth_named(tables, deal.way, number)
        return Deal(deal.number, deal.way, deal.scene, deal.cards, trump)
    called = number if option == CALL else np.int64(0)
    cards = tables.sizes[deal.number, 0] + number if option == CARDS else deal.cards
    way = way_called(tables, deal.number, called, cards)
    scene = scene_of(tables, deal.number, called, cards)
    return Deal(deal.number, way, scene, cards, settled_trump(tables, way))


@compiled
def with_shown_hands(sheet: Sheet, seat: Whole, unseen: Word) -> Word:
    """Adapts a set of unseen cards for a seat that sees all hands but its own."""
    for other in range(len(sheet.hands)):
        if other != seat:
            unseen = unseen & ~sheet.hands[other]
    return unseen | sheet.hands[seat]


@compiled_noinline
def pick_early(
    steady: Steady, tables: Tables, sheet: Sheet, seat: Whole, option: Whole, deal: Deal
) -> Whole:
    """Returns the number of the option with the highest expected value, if the seat bids first."""
    if tables.specials[6] != ZERO:
        return best_trump_to_name(tables, sheet, seat, deal) if option == TRUMP else np.int64(0)
    players = len(sheet.hands)
    hand: Word = ZERO if option == CARDS else sheet.hands[seat]
    if option == TRUMP:
        hand = seen_by_namer(tables, deal.way, deal.cards, players, sheet.pack, hand)
    unseen = tables.pack_set[0] & ~hand
    others = option == TRUMP and tables.ways[deal.way, codes.SIGHT] == codes.OTHERS_ONLY
    if others:
        unseen, hand = with_shown_hands(sheet, seat, unseen), ZERO
    many = count_options(tables, option, deal)
    tried = min(many, MOST_CALLS)
    picked = highest = np.int64(0)
    for turn in range(tried):
        number = np.int64(turn * many // tried)
        tried_deal = deal_with(tables, option, deal, number)
        cards = tried_deal.cards
        held = np.int64(0) if option == CARDS or others else cards
        eye = features_for(tables, tried_deal, players, held, hand, unseen)
        if others:
            eye = features_with_shown_hands(eye, sheet.hands.view(np.int64), seat, steady.scratch)
        bidding = bidding_features(tables, sheet, seat, tried_deal, np.int64(0), players - 1)
        every = (np.int64(1) << (cards + 1)) - 1 if bidding.rule == IN_TURN else np.int64(1)
        if option == TRUMP and is_named_after_bids(tables, deal.way):
            own: Whole = sheet.bids[seat]
            bidding = bidding_features(
                tables, sheet, seat, tried_deal, sheet.bids.sum() - own, np.int64(0)
            )
            every = np.int64(1) << own
        worth = weigh_bids(eye, bidding, every, steady.scratch).worth
        if turn == 0 or worth > highest:
            picked, highest = number, worth
    return picked


@compiled_noinline
def pick_auction_bid(
    steady: Steady, tables: Tables, sheet: Sheet, seat: Whole, deal: Deal, highest: Whole
) -> Whole:
    """Returns the number of steps by which a seat raises the highest auction bid; 0 means pass.

    The seat makes the lowest bid whose number of tricks does not exceed the number that it would
    bid as first bidder with that trump.
    """
    if tables.specials[6] != ZERO:
        return special_auction_bid(tables, sheet, seat, deal, highest)
    players, hand = len(sheet.hands), sheet.hands[seat]
    most, suits = (
        tables.scenes[deal.scene, codes.AUCTION_BIDS],
        tables.scenes[deal.scene, codes.AUCTION_SUITS],
    )
    every = (np.int64(1) << (deal.cards + 1)) - 1
    best = np.int64(most + 1)
    for place in range(suits):
        word = highest + 1 + (place - highest) % suits
        if word >= best:
            continue
        trump = deal.trump
        if named_in_auction(tables, deal.way):
            trump = auction_bid_trump(tables, deal.scene, word)
        seen = Deal(deal.number, deal.way, deal.scene, deal.cards, trump)
        eye = features_for(tables, seen, players, deal.cards, hand, tables.pack_set[0] & ~hand)
        bidding = bidding_features(tables, sheet, seat, seen, np.int64(0), players - 1)
        tricks: Whole = weigh_bids(eye, bidding, every, steady.scratch).number
        if auction_bid_tricks(tables, deal.scene, word) <= tricks:
            best = word
    return best - highest if best <= most else np.int64(0)


@compiled
def bid_to_beat(sheet: Sheet, seat: Whole, after: Whole, cards: Whole) -> Whole:
    """Returns the bid that a seat must exceed in order to expect to name the trump."""
    players = len(sheet.bids)
    most: Whole = np.int64(cards // players)
    other = seat
    for _ in range(players - 1 - after):
        other = other - 1 if other > 0 else players - 1
        most = max(most, sheet.bids[other])
    return most


@compiled_noinline
def pick_bid(
    steady: Steady,
    tables: Tables,
    sheet: Sheet,
    seat: Whole,
    deal: Deal,
    before: Whole,
    after: Whole,
    allowed: Word,
) -> Whole:
    """Returns the number of the best bid.

    The earlier bids add up to `before`, and `after` seats are still to bid.
    """
    if tables.specials[6] != ZERO:
        return special_bid(tables, sheet, seat, deal, allowed)
    way, players, held = deal.way, len(sheet.hands), deal.cards
    hand: Word = sheet.hands[seat]
    unseen: Word = tables.pack_set[0] & ~hand
    trump = settled_trump(tables, way) if is_named_after_bids(tables, way) else deal.trump
    if tables.ways[way, codes.TRUMP_RULE] == TURNED:
        if tables.ways[way, codes.SHOWN]:
            trump = np.int64(-TURNED)
        else:
            unseen = unseen & ~turned_aside(tables, sheet.pack, players, way, deal.cards)
    if tables.ways[way, codes.SIGHT] == codes.OTHERS_ONLY:
        unseen = with_shown_hands(sheet, seat, unseen)
    sight = tables.ways[way, codes.SIGHT]
    # a seat that may look has done so, unless it has bid blind and now bids again
    blind = sight == codes.BY_CHOICE and sheet.past[seat, tables.past.blind[0]] != 0
    if blind or (sight != 0 and sight != codes.BY_CHOICE):
        hand, held = ZERO, np.int64(0)
    seen = Deal(deal.number, way, deal.scene, deal.cards, trump)
    eye = features_as_seen(steady, tables, sheet, seat, seen, held, hand, unseen)
    bidding = bidding_features(tables, sheet, seat, seen, before, after)
    number: Whole = weigh_bids(eye, bidding, np.int64(allowed), steady.scratch).number
    if is_named_after_bids(tables, way) and numbered(allowed, number) <= bid_to_beat(
        sheet, seat, after, deal.cards
    ):
        seen = Deal(deal.number, way, deal.scene, deal.cards, np.int64(-TURNED))
        eye = features_as_seen(steady, tables, sheet, seat, seen, held, hand, unseen)
        number = weigh_bids(eye, bidding, np.int64(allowed), steady.scratch).number
    return number


@compiled
def unseen_cards(tables: Tables, sheet: Sheet, way: Whole, cards: Whole, seat: Whole) -> Word:
    """Returns the cards that a seat has not seen played, turned up, or in a visible hand."""
    players = len(sheet.hands)
    dealt = held = ZERO
    for place in range(players * cards):
        dealt = dealt | one_card(sheet.pack[place])
    for other in range(players):
        hidden = other != seat or tables.ways[way, codes.SIGHT] == codes.NEVER
        if tables.ways[way, codes.SIGHT] == codes.OTHERS_ONLY:
            hidden = other == seat
        if hidden:
            held = held | sheet.hands[other]
    unseen = (tables.pack_set[0] & ~dealt) | held
    return unseen & ~turned_aside(tables, sheet.pack, players, way, cards)


@compiled_noinline
def pick_play(
    steady: Steady,
    tables: Tables,
    sheet: Sheet,
    seat: Whole,
    deal: Deal,
    so_far: TrickSoFar,
    playable: Word,
) -> Whole:
    """Returns the number of the best play using one of these cards."""
    way, hand = deal.way, sheet.hands[seat]
    rules = card_rules(tables, way, deal.trump)
    heights = tables.heights[tables.orders[way], deal.trump]
    duty = duty_now(rules, so_far, hand, heights)
    if tables.specials[6] != ZERO:
        return special_play(tables, sheet, rules, seat, deal, so_far, playable, duty)
    top = tables.ways[way, codes.TOP_CARD]
    if top and playable & tables.wilds[way] == ZERO:
        return np.int64(0)
    players = len(sheet.hands)
    own: Whole = sheet.bids[seat]
    tricks: Whole = sheet.tricks
    before: Whole = np.int64(0)
    others: Whole = np.int64(0)
    for other in range(players):
        if other != seat:
            before += sheet.bids[other]
            others = max(others, tricks[other])
    bidding = bidding_features(tables, sheet, seat, deal, before, np.int64(0))
    stake = stake_of(bidding, players, own)
    points: Whole = sheet.points
    taken = TricksTaken(tricks[seat], points[seat], others, so_far.number)
    fill_ends(stake, taken, steady.scratch)
    unseen = unseen_cards(tables, sheet, way, deal.cards, seat)
    held = deal.cards - so_far.number
    eye = features_as_seen(steady, tables, sheet, seat, deal, held, hand, unseen)
    led: Whole = np.int64(-1)
    if so_far.led != ZERO:
        led = tables.suit_of[lowest(so_far.led)]
    trick = Trick(led, so_far.after)
    cards = distinct(tables, hand)
    plays = Plays(hand, cards, duty, heights, rules.suit_masks, so_far.led, so_far.height)
    if top:
        return weigh_faces(eye, trick, plays, np.int64(duty.free), steady.scratch).number
    return weigh_plays(eye, trick, plays, steady.scratch).number
