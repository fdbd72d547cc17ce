"""Compiled search of a decision: determinization, importance weights, rollouts, and the choice.

Input: the position of a match, from which `belief` copies only what the seat has seen. Output: the
chosen action, and in the workspace the points of every action in every world.

1. Worlds are drawn: packs that are consistent with what the seat has seen. Each has an importance
   weight, since they are not drawn uniformly (`draw_world`).
2. If the others have bid after seeing their cards, the weight is multiplied by the likelihood of
   these bids under the steady policy (`bid_likelihood`).
3. The requested number of worlds is picked by systematic resampling (`_draw_worlds`).
4. Bids that are certainly dominated are pruned (`prune_dominated_bids`).
5. Every remaining action is tried in every picked world; all seats then play steadily to the end of
   the deal (`_try_all`).
6. The best action replaces the steady policy's own only if it is better by more than one standard
   error (`_choose`).

Invariant: nothing hidden from the seat influences the choice. All rules are those of `batch.step`
and `batch.legal_mask`.

Tried without significant gain: less or no trust in the steady action, sharper likelihoods of bids,
likelihoods of plays, and the probability of winning the match as the objective
(`docs/decisions/0032-players.md`).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from clagdsl.engine.players.player import DECISION_BITS
from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_policies import random_action, steady_action
from clagdsl.simulation.batch.batch_state import Boards, Plan
from clagdsl.simulation.batch.import_states import play_courses
from clagdsl.simulation.batch.legal_mask import allow_match, count_legal, legal_action
from clagdsl.simulation.batch.rng import BLOCK, PLAYERS, WORLDS, draw_words, philox, scale_word
from clagdsl.simulation.batch.step import perform
from clagdsl.simulation.jit import compiled, compiled_entry_lightly, compiled_noinline
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, numbered, one_card
from clagdsl.simulation.kernels.deal_phases import (
    Deal,
    allowed_bids,
    bid_limit_offset,
    copy_history,
    earlier_bids,
    first_bidder_of,
    next_seat,
    score_offset,
)
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
from clagdsl.simulation.search.belief import copy_row, dealt_to, observe_match
from clagdsl.simulation.search.workspace import (
    CANDIDATES,
    SEEN_ROW,
    TRIED_ROW,
    WORLD_ROW,
    SearchWorkspace,
)

# --- determinized worlds ------------------------------------------------------------------------
# Packs that are consistent with what a seat has seen. Constrained cards, which not every holder
# can have, are placed first, one by one, each at a random place among those allowed. The others
# are shuffled into the remaining places. A pack has a lower probability the more places its cards
# could choose from, and its importance weight compensates: weighted, all consistent packs are
# equally likely.


MOST_TRIES = 64
"""The maximum number of attempts to draw a world; an attempt fails if a card has no place left."""

# The places of `SearchWorkspace.words`, the state of the random generator.
KEY_LOW = 0
KEY_HIGH = 1
WORLD = 2
NEXT_BLOCK = 3
LEFT = 4
FIRST_WORD = 5


@compiled
def begin_words(words: Array, world: Whole) -> None:
    """Resets the generator to the first random word of a world."""
    words[WORLD] = world
    words[NEXT_BLOCK] = words[LEFT] = 0


@compiled
def next_below(words: Array, count: Whole) -> Whole:
    """Returns the next random number below `count`."""
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
    return np.int64(scale_word(word, np.uint64(count)))


@compiled_noinline
def draw_world(workspace: SearchWorkspace, world: Whole) -> None:
    """Writes the pack, weight and lots of a world; the weight is 0 if every attempt failed."""
    begin_words(workspace.words, world)
    pack, weight = workspace.packs[world], 0.0
    for place in range(len(pack)):
        if workspace.visible_cards[place] >= 0:
            pack[place] = workspace.visible_cards[place]
    for _ in range(MOST_TRIES):
        weight = _place_constrained_cards(workspace, pack)
        if weight > 0.0:
            break
    workspace.weights[world] = weight
    if weight > 0.0:
        _place_unconstrained_cards(workspace, pack)
    workspace.lots[world, 0] = next_below(workspace.words, np.int64(SUITS))
    workspace.lots[world, 1] = next_below(workspace.words, np.int64(len(workspace.rooms) - 1))


@compiled_noinline
def place_ignoring_voids(workspace: SearchWorkspace, world: Whole) -> None:
    """Writes a pack that ignores shown voids, used if no consistent world was found.

    It contains every card once, with known cards at their places.
    """
    pack, bound = workspace.packs[world], workspace.counts[0]
    for number in range(bound + workspace.counts[1]):
        card = workspace.bound[number] if number < bound else workspace.loose[number - bound]
        pack[workspace.free[number]] = card


@compiled
def _place_constrained_cards(workspace: SearchWorkspace, pack: Array) -> float:
    """Places the constrained cards; returns the importance weight of the pack, or 0 on failure."""
    holders, weight = len(workspace.rooms), 1.0
    for holder in range(holders):
        workspace.left[holder] = workspace.rooms[holder]
    for number in range(len(workspace.free)):
        workspace.places[number] = workspace.free[number]
    for number in range(workspace.counts[0]):
        card = workspace.bound[number]
        allowed, spaces = workspace.allowed[card], np.int64(0)
        for holder in range(holders):
            if allowed >> holder & 1:
                spaces += workspace.left[holder]
        if spaces == 0:
            return 0.0
        weight = weight * spaces / workspace.spaces[card]
        offset = next_below(workspace.words, spaces)
        holder = 0
        while True:
            if allowed >> holder & 1:
                if offset < workspace.left[holder]:
                    break
                offset -= workspace.left[holder]
            holder += 1
        start = workspace.starts[holder]
        workspace.left[holder] -= 1
        last = start + workspace.left[holder]
        pack[workspace.places[start + offset]] = card
        workspace.places[start + offset] = workspace.places[last]
    return weight


@compiled
def _place_unconstrained_cards(workspace: SearchWorkspace, pack: Array) -> None:
    """Shuffles the other hidden cards into the remaining places."""
    count = workspace.counts[1]
    taken = np.int64(0)
    for holder in range(len(workspace.rooms)):
        start = workspace.starts[holder]
        for number in range(workspace.left[holder]):
            other = taken + next_below(workspace.words, count - taken)
            card = workspace.loose[other]
            workspace.loose[other] = workspace.loose[taken]
            workspace.loose[taken] = card
            pack[workspace.places[start + number]] = card
            taken += 1


# --- likelihood of the others' bids -------------------------------------------------------------
# In each world, the steady policy bids with the hand of each other seat. The nearer the actual
# bid is to the steady one, the more likely the world.


UNSEEN: Final = 1
"""In the column `SIGHT`: players do not see their own hands before all bids are made."""

NEAR: Final = 0.25
"""The likelihood of a bid one away from the steady policy's, relative to an equal bid."""

FURTHER: Final = 0.06
FAR: Final = 0.01


@compiled_noinline
def bids_are_informative(tables: Tables, boards: Boards, seat: Whole) -> bool:
    """Returns whether bids of other seats are known and depend on their cards."""
    way = boards.progress[SEEN_ROW, board.WAY]
    sight = tables.ways[way, SIGHT]
    if tables.ways[way, BID_RULE] != 0 or sight in (UNSEEN, NEVER):
        return False
    for other in range(boards.sums.shape[1]):
        if other != seat and boards.sums[SEEN_ROW, other, board.BIDS] >= 0:
            return True
    return False


@compiled_noinline
def bid_likelihood(
    tables: Tables, workspace: SearchWorkspace, world: Whole, observer: Whole
) -> float:
    """Returns the likelihood of the others' bids in a world whose pack has been drawn."""
    sheet: Any = workspace.sheet
    progress, players = workspace.boards.progress[SEEN_ROW], workspace.boards.sums.shape[1]
    pack, way, dealer = workspace.packs[world], progress[board.WAY], progress[board.DEALER]
    for seat in range(players):
        sheet.hands[seat] = ZERO
        sheet.bids[seat] = -1
        sheet.tricks[seat] = sheet.points[seat] = 0
    for place in range(len(pack)):
        sheet.pack[place] = pack[place]
        if workspace.holders[place] < players:
            sheet.hands[workspace.holders[place]] |= one_card(pack[place])
    copy_history(sheet.past, workspace.boards.past[SEEN_ROW])
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
        made = workspace.boards.sums[SEEN_ROW, seat, board.BIDS]
        if made < 0:
            break
        blind = tables.past.blind[0]
        is_informative = seat != observer
        if blind >= 0:
            is_informative = is_informative and workspace.boards.past[SEEN_ROW, seat, blind] == 0
        if is_informative:
            further = bid_limit_offset(tables, sheet.past, progress[board.SCENE], seat)
            # a bid that was changed later counts as the first one
            earlier, total = earlier_bids(tables, way, players, np.int64(step), before, np.int64(0))
            allowed = allowed_bids(
                tables, progress[board.SCENE], sheet.bids, seat, earlier, total, further
            )
            after = players - 1 - earlier
            number = pick_bid(workspace.steady, tables, sheet, seat, deal, total, after, allowed)
            likely = likely * _bid_probability(abs(np.int64(numbered(allowed, number)) - made))
        sheet.bids[seat] = made
        before += made
        seat = next_seat(seat, players)
    return likely


@compiled
def _bid_probability(distance: Whole) -> float:
    if distance == 0:
        return 1.0
    if distance == 1:
        return NEAR
    return FURTHER if distance == 2 else FAR


# --- dominated bids -----------------------------------------------------------------------------
# A bid below the tricks that a hand is certain to win can be pruned if another never scores less.
# Each higher trump in another hand can beat at most one of this hand's trumps, as it wins at most
# one trick. The remaining trumps are sure tricks, whatever is played. A bid below their number
# certainly fails. It is dominated if the table of scores has another bid that scores at least as
# much for every possible number of tricks. No sample of worlds could prove this.


@compiled_noinline
def prune_dominated_bids(
    tables: Tables, plan: Plan, workspace: SearchWorkspace, seat: Whole
) -> None:
    """Removes bids below the number of sure tricks if another bid dominates them."""
    progress = workspace.boards.progress[WORLD_ROW]
    if progress[board.PHASE] != board.BID or workspace.counts[3] == 0:
        return
    sure = sure_tricks(tables, workspace, seat)
    if sure == 0 or not _by_tricks_alone(tables.scenes[progress[board.SCENE]]):
        return
    own, kept = workspace.actions[workspace.decision[0]], 0
    instead = np.int64(-1)
    for number in range(workspace.counts[2]):
        action, better = workspace.actions[number], np.int64(-1)
        if _is_bid_below(plan, action, sure):
            better = _dominant_bid(tables, plan, workspace, seat, action, sure)
        if better < 0:
            workspace.actions[kept] = action
            kept += 1
        elif action == own:
            instead = better
    workspace.counts[2] = kept
    if instead >= 0:
        own = instead
    for number in range(kept):
        if workspace.actions[number] == own:
            workspace.decision[0] = number


@compiled_noinline
def sure_tricks(tables: Tables, workspace: SearchWorkspace, seat: Whole) -> Whole:
    """Returns the number of tricks that a seat is certain to win with its trumps."""
    progress, hand = workspace.boards.progress[WORLD_ROW], workspace.boards.hands[WORLD_ROW, seat]
    way, trump = progress[board.WAY], progress[board.TRUMP]
    if trump < codes.FIRST_SUIT or tables.wilds[way] != ZERO or tables.specials[6] != ZERO:
        return np.int64(0)
    suit: Word = _highest_suit(tables, trump)
    out = suit & ~hand & ~workspace.stock[0]
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
    """Returns the cards of the suit with the highest priority as trump."""
    highest = 0
    for suit in range(SUITS):
        if tables.priorities[trump, suit] > tables.priorities[trump, highest]:
            highest = suit
    cards: Word = tables.by_suit[0, highest]  # no deal ranks trumps: all countings are alike
    return cards


@compiled
def _highest_card(strengths: Array, cards: Word) -> Whole:
    """Returns the strongest of these cards, which are in one suit."""
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
    """Returns whether a score depends only on the bid and the tricks won in the deal."""
    others = row[codes.MOST_STEP] | row[codes.MOST_COUNT_STEP] | row[codes.MAKERS_STEP]
    others |= row[codes.HIGHEST_BID_STEP] | row[codes.SAME_BIDS_STEP] | row[codes.TRUMP_STEP]
    return bool(others | row[codes.BIDS_STEP] | row[codes.POINTS_STEP] == 0)


@compiled
def _is_bid_below(plan: Plan, action: Whole, sure: Whole) -> bool:
    return bool(
        plan.meanings[action, board.KIND] == board.MAKE_BID
        and plan.meanings[action, board.SUBJECT] < sure
    )


@compiled_noinline
def _dominant_bid(
    tables: Tables, plan: Plan, workspace: SearchWorkspace, seat: Whole, action: Whole, sure: Whole
) -> Whole:
    """Returns the lowest bid of at least `sure` tricks that dominates bid `action`; -1 if none."""
    progress = workspace.boards.progress[WORLD_ROW]
    row, way = tables.scenes[progress[board.SCENE]], progress[board.WAY]
    sign = 1 - 2 * tables.ways[way, codes.LOW_WINS]
    start = row[codes.SCORES] + score_offset(
        tables, workspace.boards.past[WORLD_ROW], progress[board.SCENE], seat
    )
    bid = plan.meanings[action, board.SUBJECT]
    for other in range(len(workspace.legal)):
        if not workspace.legal[other] or plan.meanings[other, board.KIND] != board.MAKE_BID:
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


# --- rollouts and the choice --------------------------------------------------------------


MOST_TRIED: Final = 64
"""The maximum number of actions tried; if more are legal, an evenly spaced selection is tried."""

PLAYS_STEADY: Final = np.int64(0)
PLAYS_RANDOMLY: Final = np.int64(-1)
"""Values in `levels` for seats that play steadily or at random instead of searching."""

OWN_WEIGHT: Final = 10
OTHERS_WEIGHT: Final = 3
"""The weights of the seat's own points and, with a minus sign, of the others' mean points."""


@compiled_entry_lightly
def search_matches(
    tables: Tables,
    plan: Plan,
    workspace: SearchWorkspace,
    boards: Boards,
    moves: Array,
    fixed_chance: Array,
    seats: Array,
    keys: Array,
    levels: Array,
    chosen: Array,
    plays: bool,
) -> bool:
    """Chooses an action for the given seat in every match; -1 if it is over or the seat is -1.

    Matches with rows in `moves` and `fixed_chance` (see `DealStartBoards`) are first replayed up to
    the decision.

    `levels` [seat] is the number of worlds to search, or `PLAYS_STEADY` or `PLAYS_RANDOMLY`. `keys`
    [match, 2] are the random words that seed the worlds; if empty, each match draws its own. The
    results for the last match remain in the workspace. If `plays`, the chosen actions are
    performed. Returns False if the tables lack a value.
    """
    play_courses(tables, plan, workspace.sheet, boards, moves, fixed_chance)
    for match in range(len(boards.progress)):
        chosen[match] = -1
        seat = seats[match]
        if boards.progress[match, board.PHASE] == board.OVER or seat < 0:
            continue
        if len(keys) > 0:
            workspace.words[KEY_LOW], workspace.words[KEY_HIGH] = keys[match, 0], keys[match, 1]
        else:
            _draw_key(boards, match, workspace)
        if levels[seat] == PLAYS_RANDOMLY:
            chosen[match] = random_action(tables, plan, boards, match)
        elif levels[seat] == PLAYS_STEADY:
            chosen[match] = _steady_action(tables, plan, workspace, boards, match)
        elif plays and count_legal(tables, boards, match) == 1:
            chosen[match] = legal_action(tables, plan, boards, match, np.int64(0))
        elif _search(tables, plan, workspace, boards, match, seat, levels[seat]):
            chosen[match] = workspace.actions[workspace.decision[1]]
        else:
            return False
        if plays and not perform(tables, plan, workspace.sheet, boards, match, chosen[match]):
            return False
    return True


@compiled
def _draw_key(boards: Boards, match: Whole, workspace: SearchWorkspace) -> None:
    """Draws the two random words that seed a player's search for the current decision."""
    progress = boards.progress[match]
    block = progress[board.DECISIONS] << DECISION_BITS
    words = draw_words(
        boards.seed, progress[board.NUMBER], progress[board.DEAL] + 1, PLAYERS, block
    )
    workspace.words[KEY_LOW], workspace.words[KEY_HIGH] = words[0], words[1]


@compiled_noinline
def _search(
    tables: Tables,
    plan: Plan,
    workspace: SearchWorkspace,
    boards: Boards,
    match: Whole,
    seat: Whole,
    worlds: Whole,
) -> bool:
    observe_match(tables, boards, match, seat, workspace)
    dealt = dealt_to(boards, match, seat)
    _draw_worlds(tables, workspace, seat, worlds)
    workspace.counts[2] = 0
    for world in range(len(workspace.picked)):
        if workspace.picked[world] == 0:
            continue
        _replay_in_world(tables, plan, workspace, world, seat, dealt)
        if workspace.counts[2] == 0:
            _list_actions(tables, plan, workspace)
            prune_dominated_bids(tables, plan, workspace, seat)
            _add_forced_action(workspace)
            if workspace.counts[4] == 1:
                break
        if not _try_all(tables, plan, workspace, world, seat):
            return False
    _choose(workspace)
    return True


@compiled_noinline
def _draw_worlds(tables: Tables, workspace: SearchWorkspace, seat: Whole, worlds: Whole) -> None:
    """Draws candidate worlds and picks `worlds` of them by weight, with systematic resampling."""
    is_informative = bids_are_informative(tables, workspace.boards, seat)
    uneven = is_informative or workspace.counts[0] > 0
    drawn = worlds * CANDIDATES if uneven else worlds
    total = 0.0
    for world in range(drawn):
        draw_world(workspace, world)
        if is_informative and workspace.weights[world] > 0.0:
            workspace.weights[world] *= bid_likelihood(tables, workspace, world, seat)
        total += workspace.weights[world]
    for world in range(len(workspace.picked)):
        workspace.picked[world] = 0
    if total <= 0.0:  # no consistent world was found; decision[2] = 0 reports this
        place_ignoring_voids(workspace, np.int64(0))
        workspace.picked[0], workspace.decision[2] = 1, 0
        return
    workspace.decision[2] = worlds
    sum_so_far, taken = 0.0, 0
    for world in range(drawn):
        sum_so_far += workspace.weights[world]
        while taken < worlds and (taken + 0.5) * total < sum_so_far * worlds:
            workspace.picked[world] += 1
            taken += 1


@compiled_noinline
def _replay_in_world(
    tables: Tables, plan: Plan, workspace: SearchWorkspace, world: Whole, seat: Whole, dealt: Whole
) -> None:
    """Advances `WORLD_ROW` to the current position of the match, with the cards of a world."""
    boards, players = workspace.boards, workspace.boards.hands.shape[1]
    copy_row(boards, SEEN_ROW, WORLD_ROW)
    pack, played = workspace.packs[world], workspace.gone[0]
    for other in range(players):
        boards.hands[WORLD_ROW, other] = ZERO
    for place in range(len(pack)):
        boards.packs[WORLD_ROW, place] = pack[place]
        if place < players * dealt:
            boards.hands[WORLD_ROW, workspace.holders[place]] |= one_card(pack[place]) & ~played
    progress = boards.progress[WORLD_ROW]
    progress[board.SUIT_LOT], progress[board.BIDDER_LOT] = (
        workspace.lots[world, 0],
        workspace.lots[world, 1],
    )
    while progress[board.SEAT] != seat:  # simultaneous bids, hidden from the seat
        action = _steady_action(tables, plan, workspace, workspace.boards, WORLD_ROW)
        perform(tables, plan, workspace.sheet, boards, WORLD_ROW, action)


@compiled_noinline
def _steady_action(
    tables: Tables, plan: Plan, workspace: SearchWorkspace, boards: Boards, row: Whole
) -> Whole:
    return steady_action(tables, plan, workspace.steady, workspace.sheet, boards, row)


@compiled_noinline
def _list_actions(tables: Tables, plan: Plan, workspace: SearchWorkspace) -> None:
    """Lists the legal actions to try (evenly spaced if too many), and the steady action."""
    allow_match(tables, plan, workspace.boards, WORLD_ROW, workspace.legal)
    many = 0
    for action in range(len(workspace.legal)):
        if workspace.legal[action]:
            workspace.actions[many] = action
            many += 1
    tried = min(many, MOST_TRIED)
    for number in range(tried):
        workspace.actions[number] = workspace.actions[number * many // tried]
    own = _steady_action(tables, plan, workspace, workspace.boards, WORLD_ROW)
    workspace.decision[0] = -1
    for number in range(tried):
        if workspace.actions[number] == own:
            workspace.decision[0] = number
    if workspace.decision[0] < 0:
        workspace.actions[tried] = own
        workspace.decision[0] = tried
        tried += 1
    workspace.counts[2] = tried


@compiled
def _add_forced_action(workspace: SearchWorkspace) -> None:
    """Adds actions that must be evaluated but may not be chosen.

    If `forced_action` is set, these are that action and, unless they are too many, all other legal
    ones.
    """
    workspace.counts[4] = workspace.counts[2]
    if workspace.forced_action[0] < 0:
        return
    many = 0
    for action in range(len(workspace.legal)):
        many += workspace.legal[action]
    for action in range(len(workspace.legal)):
        if action != workspace.forced_action[0] and (
            many > MOST_TRIED or not workspace.legal[action]
        ):
            continue
        listed = False
        for number in range(workspace.counts[4]):
            listed = listed or workspace.actions[number] == action
        if not listed:
            workspace.actions[workspace.counts[4]] = action
            workspace.counts[4] += 1


@compiled_noinline
def _try_all(
    tables: Tables, plan: Plan, workspace: SearchWorkspace, world: Whole, seat: Whole
) -> bool:
    """Tries every action in a world, each followed by steady play to the end of the deal.

    Returns False if the tables lack a value.
    """
    boards, players = workspace.boards, workspace.boards.hands.shape[1]
    deal = boards.progress[WORLD_ROW, board.DEAL]
    sign = 1 - 2 * tables.ways[boards.progress[WORLD_ROW, board.WAY], LOW_WINS]
    for number in range(workspace.counts[4]):
        copy_row(boards, WORLD_ROW, TRIED_ROW)
        if not perform(tables, plan, workspace.sheet, boards, TRIED_ROW, workspace.actions[number]):
            return False
        progress = boards.progress[TRIED_ROW]
        while progress[board.PHASE] != board.OVER and progress[board.DEAL] == deal:
            action = _steady_action(tables, plan, workspace, boards, TRIED_ROW)
            if not perform(tables, plan, workspace.sheet, boards, TRIED_ROW, action):
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
        workspace.points[number, world] = own
        workspace.worths[number, world] = OWN_WEIGHT * (players - 1) * own - OTHERS_WEIGHT * others
    return True


@compiled_noinline
def _choose(workspace: SearchWorkspace) -> None:
    """Chooses the best action if it beats the steady one by more than one standard error."""
    own = workspace.decision[0]
    workspace.decision[1], best = own, 0.0
    if workspace.counts[2] == 1:
        return
    count = squares = 0.0
    for world in range(len(workspace.picked)):
        count += workspace.picked[world]
        squares += workspace.picked[world] * workspace.picked[world]
    worlds = count * count / squares  # the effective number of different worlds
    for number in range(workspace.counts[2]):
        if number == own:
            continue
        total = deviation = 0.0
        for world in range(len(workspace.picked)):
            if workspace.picked[world] > 0:
                total += workspace.picked[world] * (
                    workspace.worths[number, world] - workspace.worths[own, world]
                )
        mean = total / count
        for world in range(len(workspace.picked)):
            if workspace.picked[world] > 0:
                difference = workspace.worths[number, world] - workspace.worths[own, world] - mean
                deviation += workspace.picked[world] * difference * difference
        if mean > best and mean * mean * count * (worlds - 1.0) > deviation:
            workspace.decision[1], best = number, mean
