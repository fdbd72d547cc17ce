"""Every action tried in many worlds, compiled: what it is worth, and which is chosen."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from clagdsl.engine.players.player import DECISION_BITS
from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_policies import random_action, steady_action
from clagdsl.simulation.batch.batch_state import Boards, Plan
from clagdsl.simulation.batch.legal_mask import allow_match, count_legal, legal_action
from clagdsl.simulation.batch.rng import draw_words
from clagdsl.simulation.batch.standing_boards import play_courses
from clagdsl.simulation.batch.step import perform
from clagdsl.simulation.jit import compiled, compiled_apart, compiled_entry_lightly
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, numbered, one_card
from clagdsl.simulation.kernels.deal_phases import (
    Deal,
    allowed_bids,
    bids_further,
    copy_past,
    first_bidder_of,
    next_seat,
    scores_further,
)
from clagdsl.simulation.kernels.philox_rounds import BLOCK, PLAYERS, WORLDS, philox, picked_by
from clagdsl.simulation.kernels.seat_policies import pick_bid
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import (
    BID_RULE,
    LOW_WINS,
    NEVER,
    SIGHT,
    Array,
    Tables,
    Whole,
    Word,
)
from clagdsl.simulation.lowering.layout import SUITS
from clagdsl.simulation.search.search_room import (
    CANDIDATES,
    SEEN_ROW,
    TRIED_ROW,
    WORLD_ROW,
    SearchRoom,
)
from clagdsl.simulation.search.seen_row import copy_row, dealt_to, see_row

# --- drawn worlds --------------------------------------------------------------------------------
# Worlds drawn for a search, compiled: packs that fit all that a seat has seen, and their weights.
# Cards that not everybody can hold are laid first, one by one, each at any place where it may be;
# the others are shuffled into what is left.  A pack is drawn less often the more places its cards
# had to choose from, which its weight makes up for: with it each that fits is as likely as
# another.


MOST_TRIES = 64
"""So often a world is begun anew in which a card has no place left."""

# The places of `SearchRoom.words`.
KEY_LOW = 0
KEY_HIGH = 1
WORLD = 2
NEXT_BLOCK = 3
LEFT = 4
FIRST_WORD = 5


@compiled
def begin_words(words: Array, world: Whole) -> None:
    """Begin with the first word of a world."""
    words[WORLD] = world
    words[NEXT_BLOCK] = words[LEFT] = 0


@compiled
def next_below(words: Array, count: Whole) -> Whole:
    """The next number from 0 up to but not including the count."""
    if words[LEFT] == 0:
        first, second, third, fourth = philox(
            words[WORLD], 0, WORLDS, words[NEXT_BLOCK], words[KEY_LOW], words[KEY_HIGH]
        )
        words[FIRST_WORD], words[FIRST_WORD + 1] = first, second
        words[FIRST_WORD + 2], words[FIRST_WORD + 3] = third, fourth
        words[NEXT_BLOCK] += np.uint64(1)
        words[LEFT] = BLOCK
    word: Word = words[FIRST_WORD + BLOCK - np.int64(words[LEFT])]
    words[LEFT] -= np.uint64(1)
    return np.int64(picked_by(word, np.uint64(count)))


@compiled_apart
def draw_world(room: SearchRoom, world: Whole) -> None:
    """Fill in the pack and the weight of a world; the weight is 0 where none was found."""
    begin_words(room.words, world)
    pack, weight = room.packs[world], 0.0
    for place in range(len(pack)):
        if room.known[place] >= 0:
            pack[place] = room.known[place]
    for _ in range(MOST_TRIES):
        weight = _lay_bound(room, pack)
        if weight > 0.0:
            break
    room.weights[world] = weight
    if weight > 0.0:
        _lay_loose(room, pack)
    room.lots[world, 0] = next_below(room.words, np.int64(SUITS))
    room.lots[world, 1] = next_below(room.words, np.int64(len(room.rooms) - 1))


@compiled_apart
def lay_anyhow(room: SearchRoom, world: Whole) -> None:
    """Fill in the pack of a world in which what has been shown of suits is passed over.

    Where none was found that fits, it has every card once, and none that the seat knows elsewhere.
    """
    pack, bound = room.packs[world], room.counts[0]
    for number in range(bound + room.counts[1]):
        card = room.bound[number] if number < bound else room.loose[number - bound]
        pack[room.free[number]] = card


@compiled
def _lay_bound(room: SearchRoom, pack: Array) -> float:
    """Lay the cards that not everybody can hold; what that makes the pack weigh, 0 if none fits."""
    holders, weight = len(room.rooms), 1.0
    for holder in range(holders):
        room.left[holder] = room.rooms[holder]
    for number in range(len(room.free)):
        room.places[number] = room.free[number]
    for number in range(room.counts[0]):
        card = room.bound[number]
        allowed, spaces = room.allowed[card], np.int64(0)
        for holder in range(holders):
            if allowed >> holder & 1:
                spaces += room.left[holder]
        if spaces == 0:
            return 0.0
        weight = weight * spaces / room.spaces[card]
        wanted = next_below(room.words, spaces)
        holder = 0
        while True:
            if allowed >> holder & 1:
                if wanted < room.left[holder]:
                    break
                wanted -= room.left[holder]
            holder += 1
        start = room.starts[holder]
        room.left[holder] -= 1
        last = start + room.left[holder]
        pack[room.places[start + wanted]] = card
        room.places[start + wanted] = room.places[last]
    return weight


@compiled
def _lay_loose(room: SearchRoom, pack: Array) -> None:
    """Shuffle the other hidden cards into the places that are left."""
    count = room.counts[1]
    taken = np.int64(0)
    for holder in range(len(room.rooms)):
        start = room.starts[holder]
        for number in range(room.left[holder]):
            other = taken + next_below(room.words, count - taken)
            card = room.loose[other]
            room.loose[other] = room.loose[taken]
            room.loose[taken] = card
            pack[room.places[start + number]] = card
            taken += 1


# --- how likely a world is by the bids that others have made, compiled ----------------------------
# A steady player with the hand of that world would have bid some number; the nearer the bid that
# was made, the likelier is the world.


UNSEEN: Final = 1
"""In the column `SIGHT`: nobody sees the own hand before the bids are made."""

NEAR: Final = 0.25
"""How likely a bid is that is one off from a steady player's, a bid that is the same being 1."""

OFF: Final = 0.06
FAR: Final = 0.01


@compiled_apart
def bids_tell(tables: Tables, boards: Boards, seat: Whole) -> bool:
    """Whether others have made bids that tell something of their cards."""
    way = boards.progress[SEEN_ROW, board.WAY]
    sight = tables.ways[way, SIGHT]
    if tables.ways[way, BID_RULE] != 0 or sight in (UNSEEN, NEVER):
        return False
    for other in range(boards.sums.shape[1]):
        if other != seat and boards.sums[SEEN_ROW, other, board.BIDS] >= 0:
            return True
    return False


@compiled_apart
def weigh_by_bids(tables: Tables, room: SearchRoom, world: Whole, observer: Whole) -> float:
    """How likely the bids of the others are in a world; its pack has been drawn."""
    sheet: Any = room.sheet
    progress, players = room.boards.progress[SEEN_ROW], room.boards.sums.shape[1]
    pack, way, dealer = room.packs[world], progress[board.WAY], progress[board.DEALER]
    for seat in range(players):
        sheet.hands[seat] = ZERO
        sheet.bids[seat] = -1
        sheet.tricks[seat] = sheet.points[seat] = 0
    for place in range(len(pack)):
        sheet.pack[place] = pack[place]
        if room.holders[place] < players:
            sheet.hands[room.holders[place]] |= one_card(pack[place])
    copy_past(sheet.past, room.boards.past[SEEN_ROW])
    caller = progress[board.CALLER]
    seat = first_bidder_of(
        tables, way, dealer, caller, progress[board.BIDDER], progress[board.AUCTION_WINNER], players
    )
    deal = Deal(
        progress[board.DEAL],
        way,
        progress[board.SCENE],
        progress[board.CARDS],
        progress[board.TRUMP],
    )
    likely, before = 1.0, np.int64(0)
    for step in range(players):
        made = room.boards.sums[SEEN_ROW, seat, board.BIDS]
        if made < 0:
            break
        blind = tables.past.blind[0]
        told = seat != observer
        if blind >= 0:
            told = told and room.boards.past[SEEN_ROW, seat, blind] == 0
        if told:
            further = bids_further(tables, sheet.past, progress[board.SCENE], seat)
            after = players - 1 - step
            allowed = allowed_bids(tables, progress[board.SCENE], before, after == 0, further)
            number = pick_bid(room.steady, tables, sheet, seat, deal, before, after, allowed)
            likely = likely * _likely(abs(np.int64(numbered(allowed, number)) - made))
        sheet.bids[seat] = made
        before += made
        seat = next_seat(seat, players)
    return likely


@compiled
def _likely(off: Whole) -> float:
    if off == 0:
        return 1.0
    if off == 1:
        return NEAR
    return OFF if off == 2 else FAR


# --- poor bids -----------------------------------------------------------------------------------
# Bids that no card player makes, compiled: below the tricks that nobody can take from a hand. A
# trump is lost at most to one higher one that is out, and each of these takes at most one trick:
# the others are sure, whatever anybody plays.  A bid below them is missed for certain, so that it
# is left out where another one scores as much or more however many tricks are won.


@compiled_apart
def leave_out_poor_bids(tables: Tables, plan: Plan, room: SearchRoom, seat: Whole) -> None:
    """Leave bids below the sure tricks out of the actions where another one is never worse."""
    progress = room.boards.progress[WORLD_ROW]
    if progress[board.PHASE] != board.BID or room.counts[3] == 0:
        return
    sure = sure_tricks(tables, room, seat)
    if sure == 0 or not _by_tricks_alone(tables.scenes[progress[board.SCENE]]):
        return
    own, kept = room.actions[room.found[0]], 0
    instead = np.int64(-1)
    for number in range(room.counts[2]):
        action, better = room.actions[number], np.int64(-1)
        if _is_bid_below(plan, action, sure):
            better = _never_worse(tables, plan, room, seat, action, sure)
        if better < 0:
            room.actions[kept] = action
            kept += 1
        elif action == own:
            instead = better
    room.counts[2] = kept
    if instead >= 0:
        own = instead
    for number in range(kept):
        if room.actions[number] == own:
            room.found[0] = number


@compiled_apart
def sure_tricks(tables: Tables, room: SearchRoom, seat: Whole) -> Whole:
    """The tricks that a seat wins in any case by its trumps."""
    progress, hand = room.boards.progress[WORLD_ROW], room.boards.hands[WORLD_ROW, seat]
    way, trump = progress[board.WAY], progress[board.TRUMP]
    if trump < codes.FIRST_SUIT or tables.wilds[way] != ZERO or tables.specials[0] != ZERO:
        return np.int64(0)
    suit: Word = _highest_suit(tables, trump)
    out = suit & ~hand & ~room.stock[0]
    order = tables.orders[way]
    left = suit & hand
    sure, lost = np.int64(0), np.int64(0)
    while left != ZERO:
        card = _highest_card(tables.strengths[order], left)
        left = left & ~one_card(card)
        stronger: Word = np.uint64(tables.stronger[order, card])
        if lost < bits(out & stronger):
            lost += 1
        else:
            sure += 1
    return sure


@compiled
def _highest_suit(tables: Tables, trump: Whole) -> Word:
    """The cards of the suit that beats all others."""
    highest = 0
    for suit in range(tables.priorities.shape[1]):
        if tables.priorities[trump, suit] > tables.priorities[trump, highest]:
            highest = suit
    cards: Word = tables.by_suit[highest]
    return cards


@compiled
def _highest_card(strengths: Array, cards: Word) -> Whole:
    """The strongest of some cards of a suit."""
    highest = lowest(cards)
    left = cards & (cards - ONE)
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        if strengths[card] > strengths[highest]:
            highest = card
    return highest


@compiled
def _by_tricks_alone(row: Array) -> bool:
    """Whether a score hangs on nothing else of the deal than the bid and the tricks."""
    others = row[codes.MOST_STEP] | row[codes.MOST_COUNT_STEP] | row[codes.MAKERS_STEP]
    return bool(others | row[codes.BIDS_STEP] | row[codes.POINTS_STEP] == 0)


@compiled
def _is_bid_below(plan: Plan, action: Whole, sure: Whole) -> bool:
    return bool(
        plan.meanings[action, board.KIND] == board.MAKE_BID
        and plan.meanings[action, board.SUBJECT] < sure
    )


@compiled_apart
def _never_worse(
    tables: Tables, plan: Plan, room: SearchRoom, seat: Whole, action: Whole, sure: Whole
) -> Whole:
    """The lowest bid of the sure tricks or more that never scores less, or -1."""
    progress = room.boards.progress[WORLD_ROW]
    row, way = tables.scenes[progress[board.SCENE]], progress[board.WAY]
    sign = 1 - 2 * tables.ways[way, codes.LOW_WINS]
    start = row[codes.SCORES] + scores_further(
        tables, room.boards.past[WORLD_ROW], progress[board.SCENE], seat
    )
    bid = plan.meanings[action, board.SUBJECT]
    for other in range(len(room.allows)):
        if not room.allows[other] or plan.meanings[other, board.KIND] != board.MAKE_BID:
            continue
        higher = plan.meanings[other, board.SUBJECT]
        if higher < sure:
            continue
        fits = True
        for tricks in range(sure, progress[board.CARDS] + 1):
            place = start + row[codes.TRICKS_STEP] * tricks
            low = tables.scores[place + row[codes.BID_STEP] * bid]
            high = tables.scores[place + row[codes.BID_STEP] * higher]
            if low == codes.NO_VALUE or high == codes.NO_VALUE or sign * low > sign * high:
                fits = False
        if fits:
            return np.int64(other)
    return np.int64(-1)


# --- every action in every world ---------------------------------------------------------


MOST_TRIED: Final = 64
"""So many actions are tried at most, evenly spread among those that are legal."""

PLAYS_STEADY: Final = np.int64(0)
PLAYS_RANDOMLY: Final = np.int64(-1)
"""What stands for the worlds of a seat that does not search."""

OWN: Final = 10
OTHERS: Final = 3
"""What own points weigh against the mean of the others'."""


@compiled_entry_lightly
def search_matches(
    tables: Tables,
    plan: Plan,
    room: SearchRoom,
    boards: Boards,
    moves: Array,
    stays: Array,
    seats: Array,
    keys: Array,
    levels: Array,
    chosen: Array,
    plays: bool,
) -> bool:
    """Choose for these seats in every match, -1 where it is over or the seat is -1.

    Before, matches of which there are `moves` and `stays`, as `BegunBoards` has them, are played to
    where they are to be searched.

    `levels` [seat] are the worlds with which it searches, or `PLAYS_STEADY` or `PLAYS_RANDOMLY`.
    `keys` [match, 2] are words for the worlds; where there are none, each match takes those of its
    own decision.  What is found of the last match stays in the room.  Where it `plays`, what is
    chosen is done as well.  False where the tables have no answer.
    """
    play_courses(tables, plan, room.sheet, boards, moves, stays)
    for match in range(len(boards.progress)):
        chosen[match] = -1
        seat = seats[match]
        if boards.progress[match, board.PHASE] == board.OVER or seat < 0:
            continue
        if len(keys) > 0:
            room.words[KEY_LOW], room.words[KEY_HIGH] = keys[match, 0], keys[match, 1]
        else:
            _take_key(boards, match, room)
        if levels[seat] == PLAYS_RANDOMLY:
            chosen[match] = random_action(tables, plan, boards, match)
        elif levels[seat] == PLAYS_STEADY:
            chosen[match] = _steady(tables, plan, room, boards, match)
        elif plays and count_legal(tables, boards, match) == 1:
            chosen[match] = legal_action(tables, plan, boards, match, np.int64(0))
        elif _search(tables, plan, room, boards, match, seat, levels[seat]):
            chosen[match] = room.actions[room.found[1]]
        else:
            return False
        if plays and not perform(tables, plan, room.sheet, boards, match, chosen[match]):
            return False
    return True


@compiled
def _take_key(boards: Boards, match: Whole, room: SearchRoom) -> None:
    """The first two words that a player draws for the decision at which a match stands."""
    progress = boards.progress[match]
    block = progress[board.DECISIONS] << DECISION_BITS
    words = draw_words(
        boards.seed, progress[board.NUMBER], progress[board.DEAL] + 1, PLAYERS, block
    )
    room.words[KEY_LOW], room.words[KEY_HIGH] = words[0], words[1]


@compiled_apart
def _search(
    tables: Tables,
    plan: Plan,
    room: SearchRoom,
    boards: Boards,
    match: Whole,
    seat: Whole,
    worlds: Whole,
) -> bool:
    see_row(tables, boards, match, seat, room)
    dealt = dealt_to(boards, match, seat)
    _draw_worlds(tables, room, seat, worlds)
    room.counts[2] = 0
    for world in range(len(room.picked)):
        if room.picked[world] == 0:
            continue
        _stand(tables, plan, room, world, seat, dealt)
        if room.counts[2] == 0:
            _list_actions(tables, plan, room)
            leave_out_poor_bids(tables, plan, room, seat)
            _add_asked(room)
            if room.counts[4] == 1:
                break
        if not _try_all(tables, plan, room, world, seat):
            return False
    _choose(room)
    return True


@compiled_apart
def _draw_worlds(tables: Tables, room: SearchRoom, seat: Whole, worlds: Whole) -> None:
    """Draw worlds, and pick so many by their weights."""
    told = bids_tell(tables, room.boards, seat)
    uneven = told or room.counts[0] > 0
    drawn = worlds * CANDIDATES if uneven else worlds
    total = 0.0
    for world in range(drawn):
        draw_world(room, world)
        if told and room.weights[world] > 0.0:
            room.weights[world] *= weigh_by_bids(tables, room, world, seat)
        total += room.weights[world]
    for world in range(len(room.picked)):
        room.picked[world] = 0
    if total <= 0.0:  # so few fit that none was found: steady's own action is left as it is
        lay_anyhow(room, np.int64(0))
        room.picked[0], room.found[2] = 1, 0
        return
    room.found[2] = worlds
    sum_so_far, taken = 0.0, 0
    for world in range(drawn):
        sum_so_far += room.weights[world]
        while taken < worlds and (taken + 0.5) * total < sum_so_far * worlds:
            room.picked[world] += 1
            taken += 1


@compiled_apart
def _stand(
    tables: Tables, plan: Plan, room: SearchRoom, world: Whole, seat: Whole, dealt: Whole
) -> None:
    """Bring `WORLD_ROW` to where the match stands, with the cards of a world."""
    boards, players = room.boards, room.boards.hands.shape[1]
    copy_row(boards, SEEN_ROW, WORLD_ROW)
    pack, gone = room.packs[world], room.gone[0]
    for other in range(players):
        boards.hands[WORLD_ROW, other] = ZERO
    for place in range(len(pack)):
        boards.packs[WORLD_ROW, place] = pack[place]
        if place < players * dealt:
            boards.hands[WORLD_ROW, room.holders[place]] |= one_card(pack[place]) & ~gone
    progress = boards.progress[WORLD_ROW]
    progress[board.SUIT_LOT], progress[board.BIDDER_LOT] = room.lots[world, 0], room.lots[world, 1]
    while progress[board.SEAT] != seat:  # bids that are made and not told
        action = _steady(tables, plan, room, room.boards, WORLD_ROW)
        perform(tables, plan, room.sheet, boards, WORLD_ROW, action)


@compiled_apart
def _steady(tables: Tables, plan: Plan, room: SearchRoom, boards: Boards, row: Whole) -> Whole:
    return steady_action(tables, plan, room.steady, room.sheet, boards, row)


@compiled_apart
def _list_actions(tables: Tables, plan: Plan, room: SearchRoom) -> None:
    """What is tried: the legal actions, evenly spread where they are many, and steady's own."""
    allow_match(tables, plan, room.boards, WORLD_ROW, room.allows)
    many = 0
    for action in range(len(room.allows)):
        if room.allows[action]:
            room.actions[many] = action
            many += 1
    tried = min(many, MOST_TRIED)
    for number in range(tried):
        room.actions[number] = room.actions[number * many // tried]
    own = _steady(tables, plan, room, room.boards, WORLD_ROW)
    room.found[0] = -1
    for number in range(tried):
        if room.actions[number] == own:
            room.found[0] = number
    if room.found[0] < 0:
        room.actions[tried] = own
        room.found[0] = tried
        tried += 1
    room.counts[2] = tried


@compiled
def _add_asked(room: SearchRoom) -> None:
    """Where it is asked what an action is worth, try it as well, though it may not be chosen.

    So are all others that are legal, where they are not too many.
    """
    room.counts[4] = room.counts[2]
    if room.asked[0] < 0:
        return
    many = 0
    for action in range(len(room.allows)):
        many += room.allows[action]
    for action in range(len(room.allows)):
        if action != room.asked[0] and (many > MOST_TRIED or not room.allows[action]):
            continue
        listed = False
        for number in range(room.counts[4]):
            listed = listed or room.actions[number] == action
        if not listed:
            room.actions[room.counts[4]] = action
            room.counts[4] += 1


@compiled_apart
def _try_all(tables: Tables, plan: Plan, room: SearchRoom, world: Whole, seat: Whole) -> bool:
    """Try every action in a world, to the end of the deal; false where tables have no answer."""
    boards, players = room.boards, room.boards.hands.shape[1]
    deal = boards.progress[WORLD_ROW, board.DEAL]
    sign = 1 - 2 * tables.ways[boards.progress[WORLD_ROW, board.WAY], LOW_WINS]
    for number in range(room.counts[4]):
        copy_row(boards, WORLD_ROW, TRIED_ROW)
        if not perform(tables, plan, room.sheet, boards, TRIED_ROW, room.actions[number]):
            return False
        progress = boards.progress[TRIED_ROW]
        while progress[board.PHASE] != board.OVER and progress[board.DEAL] == deal:
            action = _steady(tables, plan, room, boards, TRIED_ROW)
            if not perform(tables, plan, room.sheet, boards, TRIED_ROW, action):
                return False
        others = np.int64(0)
        own = np.int64(0)
        for other in range(players):
            points = (
                boards.sums[TRIED_ROW, other, board.TOTAL]
                - boards.sums[WORLD_ROW, other, board.TOTAL]
            )
            if other == seat:
                own = sign * points
            else:
                others += sign * points
        room.points[number, world] = own
        room.worths[number, world] = OWN * (players - 1) * own - OTHERS * others
    return True


@compiled_apart
def _choose(room: SearchRoom) -> None:
    """Choose what is worth most, if that is more than steady's own by more than may be chance."""
    own = room.found[0]
    room.found[1], best = own, 0.0
    if room.counts[2] == 1:
        return
    count = squares = 0.0
    for world in range(len(room.picked)):
        count += room.picked[world]
        squares += room.picked[world] * room.picked[world]
    worlds = count * count / squares  # so many that are apart
    for number in range(room.counts[2]):
        if number == own:
            continue
        total = deviation = 0.0
        for world in range(len(room.picked)):
            if room.picked[world] > 0:
                total += room.picked[world] * (room.worths[number, world] - room.worths[own, world])
        mean = total / count
        for world in range(len(room.picked)):
            if room.picked[world] > 0:
                off = room.worths[number, world] - room.worths[own, world] - mean
                deviation += room.picked[world] * off * off
        if mean > best and mean * mean * count * (worlds - 1.0) > deviation:
            room.found[1], best = number, mean
