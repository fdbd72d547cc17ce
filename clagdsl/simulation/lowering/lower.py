"""Lowers a checked game at a table to the arrays of the step machine.

- Input: a `Table`: a checked game with its players and parameters.
- Output: `Tables`, which consists of integer arrays only.

A *way* is a deal with its calls made; its policies form one row of `ways`.  A *scene* is a way with
a number of cards: one row of `scenes`, with the offsets of its trick values, allowed bids and
scores.  Scenes that do not differ in any relevant respect share their tables.  `_Lowering` collects
rows and tables, and creates each one only once (`intern`).

Invariants:

- The index of a table entry is a sum of steps, one for each variable that a score or limit depends
  on.  The offset in a scene already has the index of the lowest values subtracted, so kernels only
  multiply and add.
- The possible values of runs, tallies and row figures are computed first (`_collect_history`),
  because the size of tables depends on them.
- A game that would need a table that is too large, or has a policy that the kernels do not know,
  raises ArgumentError U627.  Nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, assert_never

import numpy as np

from clagdsl import problems
from clagdsl.engine.players.steady_player import plays_simply
from clagdsl.lang.cards import Card, Deck, face_of, is_special
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.rules import (
    OWN_SCORE,
    ROW_DEALS,
    TRUMP_WORDS,
    AuctionBids,
    AuctionTrump,
    BidInTurn,
    BidTogether,
    Call,
    ChosenBid,
    DrawnTrump,
    FixedBid,
    HistoryFigure,
    Nameable,
    NamedTrump,
    Namer,
    OnTurned,
    Past,
    RowBest,
    RowMade,
    Run,
    Tally,
    TurnedTrump,
    fixed_trumps,
)
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.lowering import arrays as way_codes
from clagdsl.simulation.lowering.arrays import Array, PastTables, Tables
from clagdsl.simulation.lowering.layout import (
    COUNTED_SUITS,
    DECK,
    MOST_CARDS,
    MOST_SCENES,
    check_pack,
    deck_by_number,
    first_equals,
    numbers_of,
)
from clagdsl.simulation.lowering.policy_codes import (
    BIDDERS_AGAIN,
    FIRST_BIDDERS,
    lower_specials,
    set_column,
    set_policies,
    special_cards_with_powers,
)
from clagdsl.simulation.lowering.score_tables import (
    MOST_ENTRIES,
    NAMES,
    Figures,
    ScoreTable,
    allowed_bids,
    history_table,
    score_table,
)
from clagdsl.table.bids import (
    auction_bids,
    auctions_in,
    has_auction,
    max_auction_decisions,
    may_bid_blind,
)
from clagdsl.table.choices import assumed_trump, calls_of, legal_names
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.history import applies_to, limits_read, reads_own_score
from clagdsl.table.outcomes import BLIND
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import score_names, trick_values, worths
from clagdsl.table.table import Table

MOST_FIGURES: Final = 10_000_000
"""The maximum number of scores and bid masks in all tables of a game, about 500 MB."""


NAMERS: Final[tuple[Namer | None, ...]] = ("dealer", "caller", "highest bidder", None, "eldest")
"""The codes in the column `NAMED_BY`, by index; the gap is `IN_AUCTION`."""

_BY_PLACE: Final = frozenset(("deal", ROW_DEALS))
"""The variables through which bids and scores may depend on a deal's position in the schedule."""

AUCTION: Final = "auction"
"""The variable that holds the winning number of the auction, in limits and scores."""


@dataclass(frozen=True, slots=True)
class PastScene:
    """A scene's entries in `PastTables`, one per history figure."""

    limit_steps: list[int]
    score_steps: list[int]
    rows: list[list[int]]
    counts: list[int]
    auction_steps: list[int]
    blind_steps: list[int]
    scored_steps: list[int]


@dataclass(slots=True)
class _Lowering:
    """The rows and tables collected so far; each is created only once."""

    table: Table
    on_turned: list[int]
    """First the codes without cases, then those of deals with cases."""
    ways: list[list[int]] = field(default_factory=list)
    rules: list[DealRules] = field(default_factory=list)
    scenes: list[list[int]] = field(default_factory=list)
    values: list[int] = field(default_factory=list)
    limits: list[int] = field(default_factory=list)
    limit_columns: dict[tuple[int, int, int, int], list[int]] = field(default_factory=dict)
    scores: list[Array] = field(default_factory=list)
    completed: list[Array] = field(default_factory=list)
    room: int = 0
    figures: int = 0
    """The number of values computed for all tables."""
    added: list[Array] = field(default_factory=list)
    past_room: int = 0
    past: dict[str, Figures] = field(default_factory=dict)
    """The possible values of each history figure before a deal, including those of `won_with`."""
    auction_lengths: list[int] = field(default_factory=list)
    """The maximum number of decisions in each deal's auction."""
    won_with: dict[str, range] = field(default_factory=dict)
    """The numbers that can win an auction, including 0 for seats that do not; empty without
    auctions.

    If bids may be blind, the first entry is whether a bid was blind.
    """
    past_scenes: list[PastScene] = field(default_factory=list)
    indices: dict[object, int] = field(default_factory=dict)
    tables: dict[object, ScoreTable] = field(default_factory=dict)
    scene_cache: dict[object, tuple[list[int], PastScene]] = field(default_factory=dict)

    def count(self, rules: DealRules, figures: int) -> None:
        """Counts new table entries; raises ArgumentError if there are too many in total."""
        self.figures += figures
        if self.figures > MOST_FIGURES:
            raise _too_many_ways(rules.name)

    def intern(self, key: object, make: Callable[[], int]) -> int:
        """Returns the number stored for a key, creating it on first use."""
        number = self.indices.get(key)
        if number is None:
            number = self.indices[key] = make()
        return number


def lower(table: Table) -> Tables:
    """Lowers a game at a table; raises ArgumentError if it cannot be simulated."""
    check_pack(table.deck)
    deck = deck_by_number(table.deck)
    work = _Lowering(table, on_turned=[way_codes.MAKES_SUIT] * deck.size)
    if any(map(may_bid_blind, table.plain_rules())):
        work.won_with[BLIND] = range(2)
    _collect_auctions(work)
    _collect_history(work)
    work.past |= work.won_with
    sizes: list[tuple[int, int]] = []
    plain: list[int] = []
    firsts: list[int] = []
    numbers: list[int] = []
    for scheduled in table.schedule:
        sizes.append((scheduled.low, scheduled.high))
        plain.append(_add_deal(work, scheduled))
        firsts.append(_first_scene(work, scheduled, numbers))
        if len(numbers) > MOST_SCENES:
            raise _too_many_ways(scheduled.name)
    rules = work.rules
    suits = np.array([_suit_number(card) for card in deck.cards], np.int64)
    by_suit = [_set_of(table.deck, suit) for suit in DECK.suits]
    ways = np.array(work.ways, np.int64)
    ranks = [[each.strength.get(card.rank, 0) for card in deck.cards] for each in rules]
    listed = list(dict.fromkeys(each.trump_rank for each in rules))
    of_trump = np.array([[listed.index(each.trump_rank)] for each in rules], np.int64)
    kinds = np.hstack([ways[:, [way_codes.EQUAL_CARDS]], of_trump, np.array(ranks, np.int64)])
    kinds, orders = np.unique(kinds, axis=0, return_inverse=True)
    orders = orders.astype(np.int64).reshape(-1)
    equal, strengths = kinds[:, 0], np.ascontiguousarray(kinds[:, 2:])
    examples = [rules[orders.tolist().index(order)] for order in range(len(kinds))]
    counting = _countings(examples, deck)
    priorities = np.array([_priorities(trumps) for trumps in way_codes.TRUMPS], np.int64)
    special_ways, special_plays = lower_specials(table)
    heights = _heights(table.deck, counting, priorities)
    wild_sets = [deck.rank_set(each.wild.ranks) for each in rules]
    return Tables(
        sizes=np.array(sizes, np.int64),
        plain_ways=np.array(plain, np.int64),
        first_scenes=np.array(firsts, np.int64),
        scene_numbers=np.array(numbers, np.int64),
        ways=ways,
        pack=np.array(numbers_of(table.deck), np.int64),
        pack_set=np.array([_set_of(table.deck)], np.uint64),
        copies=np.array(_copies(table.deck), np.int64),
        equals=_equals(table.deck),
        firsts=np.array(first_equals(table.deck), np.int64),
        specials=np.array(_specials(table, special_ways, special_plays), np.uint64),
        special_ways=special_ways,
        special_plays=special_plays,
        on_turned=np.array(work.on_turned, np.int64),
        ranks=np.array([len(table.deck.ranks)], np.int64),
        suit_of=suits,
        suits=np.array(by_suit[: len(table.deck.suits)], np.uint64).view(np.int64),
        strengths=strengths,
        stronger=_stronger(deck, suits, strengths, equal),
        countings=counting.numbers,
        counted_suits=counting.suits,
        suit_masks=counting.masks,
        by_suit=counting.by_suit,
        card_heights=counting.heights,
        above=_above(_heights_in_suit(table.deck, counting.strengths)),
        wilds=np.array(wild_sets, np.uint64),
        priorities=priorities,
        orders=orders,
        heights=heights,
        scenes=np.array(work.scenes, np.int64).reshape(-1, way_codes.SCENE_COLUMNS),
        values=np.array(work.values, np.int64),
        limits=np.array(work.limits, np.uint64),
        scores=np.concatenate(work.scores),
        completed=np.concatenate(work.completed),
        past=_past_tables(work),
        auction_words=np.array(work.auction_lengths, np.int64),
        drawn_dealer=np.array([table.draws_dealer]),
    )


def decisions_by_deal(table: Table, tables: Tables) -> list[int]:
    """Returns the maximum number of decisions in each deal, including those of its auction."""
    words = tables.auction_words.tolist()
    looks = table.players if tables.past.blind[0] >= 0 else 0
    again = int((tables.ways[:, way_codes.BIDS_AGAIN] != 0).any())
    return [
        3 + again + table.players * (row.high + 1) + auction_actions + looks
        for row, auction_actions in zip(table.schedule, words, strict=True)
    ]


def _set_of(deck: Deck, suit: str | None = None) -> int:
    """Returns a mask of a deck's cards, or of those in one suit."""
    numbered = zip(numbers_of(deck), deck.cards, strict=True)
    return sum(1 << number for number, card in numbered if suit in (None, card.suit))


def _specials(table: Table, special_ways: Array, special_plays: Array) -> list[int]:
    """Returns `Tables.specials`."""
    high = {each.name for each in table.game.specials if "high" in each.powers}
    powers = {special.name for special in special_cards_with_powers(table)}
    specials = [(place, c) for place, c in enumerate(table.deck.cards) if c.rank in powers]
    unranked = sum(1 << place for place, card in enumerate(table.deck.cards) if is_special(card))
    simply = (1 << MOST_CARDS) - 1 if plays_simply(table) else 0
    every = sum(1 << place for place, _ in specials)
    may_be_high = sum(1 << place for place, card in specials if card.rank in high)
    several = [
        sum(1 << place for place, _ in specials if int(ways[place]) != 1) for ways in special_ways
    ]
    asks = (
        (special_plays[1] & (way_codes.ASKS_HIGHEST | way_codes.ASKS_LOWEST)).any(axis=1).tolist()
    )
    extremes = sum(1 << place for place, is_extreme in enumerate(asks) if is_extreme)
    return [every, may_be_high, *several, extremes, unranked, simply]


def _suit_number(card: Card) -> int:
    """Returns the index of a card's suit, or 0 for a special card, for which it is never used."""
    return 0 if is_special(card) else DECK.suits.index(card.suit)


def _copies(deck: Deck) -> tuple[int, int]:
    """Returns the number of copies of each face, and how many of them differ in height."""
    return deck.copies, deck.copies if deck.distinguishes_copies else 1


def _equals(deck: Deck) -> Array:
    """Returns three masks: the first card of each face, and the first and last of each equal group.

    In a deck without equal cards, every possible card is a group of its own.
    """
    if deck.copies == 1 and not deck.specials:
        every = (1 << MOST_CARDS) - 1
        return np.array([_set_of(deck), every, every], np.uint64)
    faces = sum(1 << deck.index(card) for card in deck.faces)
    firsts = sum(1 << deck.index(card) for card in deck.counts)
    lasts = sum(1 << deck.index(card) + many - 1 for card, many in deck.counts.items())
    return np.array([faces, firsts, lasts], np.uint64)


def _stronger(deck: Deck, suits: Array, strengths: Array, equal: Array) -> Array:
    """Returns, for each card, a mask of the cards in its suit that beat it when played later."""
    beats = strengths[:, np.newaxis, :] > strengths[:, :, np.newaxis]
    if deck.copies > 1:
        faces = np.array([deck.index(face_of(card)) for card in deck.cards])
        places = np.arange(deck.size)
        ways = [np.zeros((deck.size, deck.size), np.bool_), places >= 0, places < places[:, None]]
        beats |= np.array([ways[code] & (faces == faces[:, np.newaxis]) for code in equal])
    stronger: Array = (beats & (suits == suits[:, np.newaxis])) @ (1 << np.arange(deck.size))
    return stronger


@dataclass(frozen=True, slots=True)
class _Countings:
    """The arrays of `Tables` that describe how cards count: see `Tables.countings`."""

    numbers: Array
    suits: Array
    masks: Array
    by_suit: Array
    heights: Array
    strengths: Array
    """[counting, card]: the heights without gaps, so that there are at most 64 in a suit."""


def _countings(examples: list[DealRules], deck: Deck) -> _Countings:
    """Returns the countings by order of ranks and trump; `examples` has rules of each order.

    Orders of the suits are alike, and all trumps if no trumps are ranked.
    """
    numbers: list[list[int]] = []
    rows: list[tuple[list[int], list[int], list[int]]] = []
    for rules in examples:
        keys: dict[Trumps | None, int] = {}
        for trumps in way_codes.TRUMPS:
            key = trumps if len(trumps) < 2 else None
            key = key if rules.trump_rank.top else ()
            if key not in keys:
                keys[key] = len(rows)
                rows.append(_counted_row(rules, trumps, deck))
        row = [
            keys[(trumps if len(trumps) < 2 else None) if rules.trump_rank.top else ()]
            for trumps in way_codes.TRUMPS
        ]
        numbers.append(row)
    suits = np.array([row[0] for row in rows], np.int64)
    in_pack = _set_of(examples[0].deck)
    powers = examples[0].powers
    by_suit = np.zeros((len(rows), len(COUNTED_SUITS)), np.uint64)
    masks = np.zeros(suits.shape, np.uint64)
    for counting, row in enumerate(suits.tolist()):
        ordinary = [n for n, card in enumerate(deck.cards) if card.rank not in powers]
        for suit in range(len(COUNTED_SUITS)):
            cards = sum(1 << n for n in ordinary if row[n] == suit) & in_pack
            by_suit[counting, suit] = cards
        masks[counting, ordinary] = by_suit[counting][suits[counting, ordinary]]
    heights, strengths = (np.array([row[n] for row in rows], np.int64) for n in (1, 2))
    return _Countings(np.array(numbers, np.int64), suits, masks, by_suit, heights, strengths)


def _counted_row(
    rules: DealRules, trumps: Trumps, deck: Deck
) -> tuple[list[int], list[int], list[int]]:
    """Returns the suit, the height, and the height without gaps of each card under a trump."""
    counted = counted_cards(rules, trumps)
    suits, heights = [], []
    for card in deck.cards:
        # cards that are not in the pack are never compared with others
        suit = counted.suit_of.get(card)
        suits.append(_suit_number(card) if suit is None else COUNTED_SUITS.index(suit))
        heights.append(counted.height.get(card, rules.strength.get(card.rank, 0)))
    strengths = heights
    if rules.trump_rank.top:
        order = [
            sorted({h for s, h in zip(suits, heights, strict=True) if s == suit})
            for suit in range(len(COUNTED_SUITS))
        ]
        strengths = [order[s].index(h) for s, h in zip(suits, heights, strict=True)]
    return suits, heights, strengths


def _heights_in_suit(deck: Deck, strengths: Array) -> Array:
    """Returns the height of each card without trumps, by counting."""
    _, distinct_copies = _copies(deck)
    lower: Array = distinct_copies - 1 - np.arange(strengths.shape[-1]) % distinct_copies
    if deck.specials:  # equal in height
        lower[[is_special(card) for card in deck.cards]] = distinct_copies - 1
    heights: Array = (strengths << way_codes.RANK_BITS) + lower
    return heights


def _heights(deck: Deck, counting: _Countings, priorities: Array) -> Array:
    """Returns the height of each card in a trick, by order of ranks and trump.

    The memory layout is the same for every game, because a different layout would require a
    recompilation.
    """
    suits = counting.suits[counting.numbers]
    trump = np.arange(len(priorities))[np.newaxis, :, np.newaxis]
    heights = way_codes.TRUMP_HEIGHT * priorities[trump, suits]
    heights += _heights_in_suit(deck, counting.strengths)[counting.numbers]
    return np.ascontiguousarray(heights)


def _above(heights: Array) -> Array:
    """Returns masks of the cards higher than each height from -1 to `TRUMP_HEIGHT`.

    Trumps are not taken into account.
    """
    higher = heights[:, np.newaxis, :] > np.arange(-1, way_codes.TRUMP_HEIGHT + 1)[:, np.newaxis]
    above: Array = higher @ (1 << np.arange(heights.shape[-1]))
    return above.view(np.uint64)


def _extend(numbers: list[int], row: list[int]) -> int:
    numbers.extend(row)
    return len(numbers) - len(row)


def _priorities(trumps: tuple[str, ...]) -> list[int]:
    named = [len(trumps) - trumps.index(suit) if suit in trumps else 0 for suit in DECK.suits]
    return [*named, len(trumps) + 1]


# --- deals and calls ----------------------------------------------------------------------


def _add_deal(work: _Lowering, scheduled: ScheduledDeal) -> int:
    """Returns the index of the way before any call; the ways after each call follow it.

    If the rules depend on the number of cards, this group of ways is repeated for each size,
    smallest first.
    """
    sizes = scheduled.sizes if _by_size(work, scheduled) else (None,)
    plain = work.table.rules_of(scheduled)
    calls = calls_of(plain) if isinstance(plain.call, Call) else ()
    every = [
        work.table.rules_of(scheduled, call, cards) for cards in sizes for call in ((), *calls)
    ]

    def make() -> int:
        number = len(work.ways)
        for place, rules in enumerate(every):
            before = place // (1 + len(calls)) * (1 + len(calls))
            columns = _way(rules, every[before], len(calls), number + before + 1)
            columns[way_codes.BY_SIZE] = 1 + len(calls) if len(sizes) > 1 else 0
            columns[way_codes.LOW_WINS] = int(work.table.game.winner.low_wins)
            work.ways.append(columns)
            work.rules.append(rules)
        for place, rules in enumerate(every):
            work.ways[number + place][way_codes.ON_TURNED] = _on_turned(work, rules)
        return number

    # deals of one name may differ: trumps rotate, or clauses depend on the cards or the deal
    return work.intern(("deal", scheduled.name, tuple(map(id, every))), make)


def _on_turned(work: _Lowering, rules: DealRules) -> int:
    """Returns the offset in `on_turned` of a deal's codes for turned cards; 0 without cases."""
    trump = rules.trump
    if not isinstance(trump, TurnedTrump) or not trump.on:
        return 0
    cards = deck_by_number(rules.deck).cards
    numbers = [_turned_code(work, rules, trump.case_of(card)) for card in cards]
    return work.intern(("on turned", *numbers), lambda: _extend(work.on_turned, numbers))


def _turned_code(work: _Lowering, rules: DealRules, case: OnTurned | None) -> int:
    """Returns the code of a turned card in `arrays`, or the way in which the dealer names trump."""
    if case is None:
        return way_codes.MAKES_SUIT
    if case.named is not None:
        return _way_to_name(work, rules, case.named)
    return way_codes.TURNS_AGAIN if case.again else way_codes.MAKES_NONE


def _way_to_name(work: _Lowering, rules: DealRules, nameable: Nameable) -> int:
    """Returns a way that is never played, but that lets the dealer name one of these trumps."""
    named = replace(rules, trump=NamedTrump("dealer", nameable))

    def make() -> int:
        work.ways.append(_way(named, named, 0, 0))
        work.rules.append(named)
        return len(work.ways) - 1

    return work.intern(("on special", nameable), make)


def _by_size(work: _Lowering, scheduled: ScheduledDeal) -> bool:
    """Returns whether a deal's rules depend on the hand size, which the dealer chooses."""
    return scheduled.cards is None and "cards" in work.table.guard_dependencies(scheduled.name)


def _way(rules: DealRules, plain: DealRules, calls: int, first_called: int) -> list[int]:
    if rules.duties and "anything" not in rules.follow.classes:
        raise problems.arguments.NotTabulated(
            f"in `{rules.name}`, a player may have no card to play"
        ).error()
    columns = [0] * way_codes.WAY_COLUMNS
    set_policies(columns, rules)
    set_column(columns, plain, "call")
    columns[way_codes.CALLS], columns[way_codes.FIRST_CALLED] = calls, first_called
    columns[way_codes.SETTLED_TRUMP] = _settled_trump(rules)
    columns[way_codes.ASSUMED_TRUMP] = TRUMP_WORDS.index(assumed_trump(rules))
    if isinstance(rules.trump, NamedTrump):
        named = legal_names(rules)
        columns[way_codes.FIRST_NAMED], columns[way_codes.NAMED_COUNT] = (
            way_codes.TRUMPS.index(named[0]),
            len(named),
        )
    columns[way_codes.FIXED_BID] = rules.bid.number if isinstance(rules.bid, FixedBid) else -1
    columns[way_codes.FIRST_BIDDER] = _first_bidder(rules)
    if isinstance(rules.bid, BidTogether):
        columns[way_codes.BIDS_AGAIN] = BIDDERS_AGAIN.index(rules.bid.again)
    columns[way_codes.DRAWS_BIDDER] = int(rules.draws_bidder)
    columns[way_codes.DRAWN_TRUMP] = int(isinstance(rules.trump, DrawnTrump))
    if isinstance(rules.trump, TurnedTrump):
        columns[way_codes.LAST_CARD] = int(rules.trump.nothing_left == "last card")
    if isinstance(rules.trump, NamedTrump):
        columns[way_codes.NAMED_BY] = NAMERS.index(rules.trump.by)
        columns[way_codes.OR_NONE] = int(rules.trump.what == "suit or none")
        columns[way_codes.FIRST_CARDS] = rules.trump.first or 0
    if isinstance(rules.trump, AuctionTrump):
        columns[way_codes.NAMED_BY] = way_codes.IN_AUCTION
    return columns


def _first_bidder(rules: DealRules) -> int:
    """Returns the code of the first bidder, or TOGETHER."""
    if isinstance(rules.bid, BidTogether):
        return way_codes.TOGETHER
    return FIRST_BIDDERS.index(rules.bid.first) if isinstance(rules.bid, BidInTurn) else 0


def _collect_auctions(work: _Lowering) -> None:
    """Collects the maximum number of decisions and the winning numbers of each deal's auction."""
    highest = 0
    heard = auctions_in(work.table.game)
    for scheduled in work.table.schedule:
        words = 0
        for call in calls_of(work.table.rules(scheduled.name)) if heard else ():
            for cards in scheduled.sizes:
                rules = work.table.rules_with(scheduled.name, call, scheduled.number, cards)
                bids = auction_bids(rules, deal=scheduled.number, cards=cards)
                words = max(words, max_auction_decisions(rules.players, len(bids)))
                highest = max(highest, *(bid.number for bid in bids[-1:]), 0)
        work.auction_lengths.append(words)
    if heard:
        work.won_with[AUCTION] = range(highest + 1)


def _auction_names(rules: DealRules) -> frozenset[str]:
    """Returns the variables that the auction's limits depend on; empty without an auction."""
    if not isinstance(rules.auction, AuctionBids):
        return frozenset()
    return variables(rules.auction.low) | variables(rules.auction.high)


def _set_auction(columns: list[int], rules: DealRules, deal: int, cards: int) -> None:
    """Fills in a scene's auction columns."""
    bids = auction_bids(rules, deal=deal, cards=cards)
    if not bids:
        return
    trumps = [bid.trump for bid in bids if bid.number == bids[0].number]
    codes = [way_codes.TRUMPS.index(() if trump is None else (trump,)) for trump in trumps]
    columns[way_codes.AUCTION_BIDS], columns[way_codes.AUCTION_LOW] = len(bids), bids[0].number
    columns[way_codes.AUCTION_SUITS] = len(trumps)
    columns[way_codes.AUCTION_TRUMPS] = sum(
        code << way_codes.AUCTION_TRUMP_BITS * place for place, code in enumerate(codes)
    )


def _settled_trump(rules: DealRules) -> int:
    """Returns the trump that the rules fix, as a number."""
    trumps = fixed_trumps(rules.trump) or ()
    if trumps not in way_codes.TRUMPS:
        raise problems.arguments.NotTabulated(
            f"the order of the suits in `{rules.name}` leaves some out"
        ).error()
    return way_codes.TRUMPS.index(trumps)


# --- scenes -------------------------------------------------------------------------------


def _first_scene(work: _Lowering, scheduled: ScheduledDeal, numbers: list[int]) -> int:
    """Returns the offset in `scene_numbers` of a scheduled deal's scenes."""
    name = scheduled.name
    asks = bool(work.table.guard_dependencies(name)) or work.intern(
        ("asks", name),
        lambda: any(map(partial(_depends_on_deal_number, work), _called(work, name))),
    )

    def make() -> int:
        row = _scene_row(work, scheduled)
        return work.intern(("row", tuple(row)), partial(_extend, numbers, row))

    sizes = (scheduled.low, scheduled.high)
    return work.intern(("deal of", name, sizes, scheduled.number if asks else 0), make)


def _too_many_ways(name: str) -> ArgumentError:
    return problems.arguments.NotTabulated(f"`{name}` can be played in too many ways").error()


def _called(work: _Lowering, name: str) -> Iterator[DealRules]:
    """Yields the rules of a deal after each of its calls."""
    return (work.table.rules(name, call) for call in calls_of(work.table.rules(name)))


def _scene_row(work: _Lowering, scheduled: ScheduledDeal) -> list[int]:
    """Returns the scenes of a scheduled deal: by call, then by number of cards."""
    name, number = scheduled.name, scheduled.number
    return [
        _add_scene(work, work.table.rules_with(name, call, number, cards), number, cards)
        for call in calls_of(work.table.rules(name))
        for cards in scheduled.sizes
    ]


def _add_scene(work: _Lowering, rules: DealRules, deal: int, cards: int) -> int:
    number = deal if _depends_on_deal_number(work, rules) else 0
    key = ("scene", rules.name, rules.calls, id(rules), cards, number)
    return work.intern(key, lambda: _make_scene(work, rules, number, cards))


def _depends_on_deal_number(work: _Lowering, rules: DealRules) -> bool:
    """Returns whether bids or scores depend on the deal's number in the schedule."""
    if "deal" in _auction_names(rules):
        return True
    key = ("asks", id(rules.last_bid), id(rules.each_bid), id(rules.score), id(rules.completed))
    past = frozenset().union(*(variables(e.expression) for e in work.table.game.past))

    def asks() -> bool:
        return bool(_BY_PLACE & (limits_read(rules) | score_names(rules) | past))

    return bool(work.intern(key, asks))


def _make_scene(work: _Lowering, rules: DealRules, deal: int, cards: int) -> int:
    """Adds a scene and returns its index; scenes with the same parts share columns."""
    parts = (rules.trick_worth, rules.bid, rules.last_bid, rules.each_bid, rules.score)
    order = rules.ranks if rules.worth_by_rank else ()
    worth: tuple[object, ...] = (rules.card_worth,)
    if rules.card_worth.worths or rules.trump_worth.worths:
        worth = (rules.card_worth, rules.wild.ranks, worths(rules, cards).cards)
    if rules.trump_worth.worths:
        worth = (*worth, rules.trump_worth, rules.trump_rank, rules.trump)
    key = ("like", *map(id, (*parts, rules.completed)), deal, cards, order, *worth)
    if isinstance(rules.auction, AuctionBids):
        key = (*key, id(rules.auction))
    like = work.scene_cache.get(key)
    if like is None:
        like = work.scene_cache[key] = _columns(work, rules, deal, cards)
    work.scenes.append(like[0])
    work.past_scenes.append(like[1])
    return len(work.scenes) - 1


def _columns(
    work: _Lowering, rules: DealRules, deal: int, cards: int
) -> tuple[list[int], PastScene]:
    columns = [0] * way_codes.SCENE_COLUMNS
    values = trick_values(rules, cards)
    by_trump = worths(rules, cards).by_trump
    if rules.worth_by_rank or by_trump:  # the usual values already include those of cards
        columns[way_codes.BY_STRENGTH] = 1
        values += _by_strength(rules, cards)
    if by_trump:
        columns[way_codes.BY_CARD] = len(values)
        columns[way_codes.CARDS_STEP] = deck_by_number(rules.deck).size if len(by_trump) > 1 else 0
        values += _by_card(rules, cards)
    columns[way_codes.VALUES] = work.intern(
        ("values", values), lambda: _extend(work.values, list(values))
    )
    if isinstance(rules.bid, ChosenBid):
        limits = _limit_columns(work, rules, deal, cards)
        columns[way_codes.LIMITS : way_codes.LIMITS + len(limits)] = limits
    made = score_table(rules, deal, cards, work.past, work.tables)
    start = work.intern(("scores", id(made)), lambda: _add_scores(work, rules, made))
    columns[way_codes.SCORES :] = [start - made.lowest, *made.steps[: len(NAMES)]]
    _set_auction(columns, rules, deal, cards)
    none = [0] * len(work.past)
    past = PastScene(
        list(none), list(made.steps[len(NAMES) :]), [], [], none, list(none), list(none)
    )
    if work.past:
        room = 2 * columns[way_codes.LIMIT_SPAN]
        columns[way_codes.LIMITS] -= _past_limits(work, rules, past, room)
        _past_rows(work, rules, past, deal, cards)
    return columns, past


def _by_card(rules: DealRules, cards: int) -> tuple[int, ...]:
    """Returns the value of each card; by `TRUMP_WORDS` if the trump decides."""
    possible = worths(rules, cards)
    words = TRUMP_WORDS if len(possible.by_trump) > 1 else TRUMP_WORDS[:1]
    numbered = deck_by_number(rules.deck).cards
    return tuple(
        possible.by_face(word).get(face_of(card), 0) for word in words for card in numbered
    )


def _by_strength(rules: DealRules, cards: int) -> tuple[int, ...]:
    """Returns the values of each trick by the strength of the winning card, row after row."""
    by_strength: list[int] = []
    for values in worths(rules, cards).by_rank:
        row = [0] * way_codes.STRENGTHS
        for rank, value in values.items():  # special cards have no strength: the last place
            row[rules.strength.get(rank, way_codes.STRENGTHS - 1)] = value
        by_strength += row
    return tuple(by_strength)


def _past_limits(work: _Lowering, rules: DealRules, past: PastScene, step: int) -> int:
    """Fills in the steps in `limits` for history figures; returns the lowest values' index.

    `step` is the number of masks for one combination of the figures.
    """
    if not isinstance(rules.bid, ChosenBid):
        return 0
    read, lowest = _read_by_limits(work, rules), 0
    for place, (name, figures) in reversed(list(enumerate(work.past.items()))):
        if name in read:
            past.limit_steps[place] = step
            lowest += step * figures[0]
            step *= len(figures)
    return lowest


def _read_by_limits(work: _Lowering, rules: DealRules) -> dict[str, Figures]:
    """Returns the runs and tallies that bid limits depend on, with their possible values."""
    names = limits_read(rules)
    return {name: figures for name, figures in work.past.items() if name in names}


def _past_rows(work: _Lowering, rules: DealRules, past: PastScene, deal: int, cards: int) -> None:
    """Adds the offset of the amounts by which a deal changes each history figure."""
    for each in work.table.remembered:
        columns = [0] * way_codes.SCENE_COLUMNS
        counts = applies_to(each, rules)
        if counts and isinstance(each, Run | Tally):
            made = _added(work, each, rules, deal, cards)
            start = work.intern(("added", id(made)), partial(_add_figures, work, made))
            columns[way_codes.SCORES :] = [start - made.lowest, *made.steps[: len(NAMES)]]
            names = (*work.won_with, *((OWN_SCORE,) if reads_own_score(each) else ()))
            further = dict(zip(names, made.steps[len(NAMES) :], strict=True))
            past.auction_steps[len(past.counts)] = further.get(AUCTION, 0)
            past.blind_steps[len(past.counts)] = further.get(BLIND, 0)
            past.scored_steps[len(past.counts)] = further.get(OWN_SCORE, 0)
        past.rows.append(columns)
        past.counts.append(int(counts))
    for _ in work.won_with:
        past.rows.append([0] * way_codes.SCENE_COLUMNS)
        past.counts.append(0)


def _add_figures(work: _Lowering, made: ScoreTable) -> int:
    work.added.append(made.scores)
    work.past_room += len(made.scores)
    return work.past_room - len(made.scores)


def _added(
    work: _Lowering, remembered: Past, rules: DealRules, deal: int, cards: int
) -> ScoreTable:
    """Returns the amounts by which a deal changes a history figure; equal deals share one table."""
    number = deal if "deal" in variables(remembered.expression) else 0
    others: dict[str, Figures] = {**work.won_with}
    if reads_own_score(remembered):
        scores = _defined(score_table(rules, deal, cards, work.past, work.tables).scores)
        others[OWN_SCORE] = range(int(scores.min()), int(scores.max()) + 1)
    key = (
        *("added to", remembered.name, rules.bid, worths(rules, cards).key, number, cards),
        others.get(OWN_SCORE),
    )
    made = work.tables.get(key)
    if made is None:
        made = work.tables[key] = history_table(remembered, rules, deal, cards, others)
        work.count(rules, len(made.scores))
    return made


def _collect_history(work: _Lowering) -> None:
    """Computes the possible values of runs, tallies and row figures before any deal."""
    schedule = work.table.schedule
    for each in work.table.game.past:
        low = high = 0
        for scheduled in schedule[:-1]:
            added = [
                _extremes(work, each, rules, scheduled.number, cards)
                for call in calls_of(work.table.rules(scheduled.name))
                for cards in scheduled.sizes
                for rules in (work.table.rules_with(scheduled.name, call, scheduled.number, cards),)
            ]
            low += min(0, *(least for least, _ in added))
            high += max(0, *(most for _, most in added))
        if isinstance(each, Run):
            low, high = 0, len(schedule) - 1
        if high - low >= MOST_ENTRIES:
            raise problems.arguments.NotTabulated(f"`{each.name}` can have too many values").error()
        work.past[each.name] = range(low, high + 1)
    if RowMade() in work.table.remembered:
        work.past[RowMade().name] = range(max(row.row_deals for row in schedule))
    if any(isinstance(each, Tally) and reads_own_score(each) for each in work.table.game.past):
        _collect_scores(work)
    elif RowBest() in work.table.remembered:
        work.past[RowBest().name] = _best_scores(work)


def _collect_scores(work: _Lowering) -> None:
    """Computes the possible values of tallies of scores, and of best scores in a row.

    Goes through the deals: to each value of a tally it adds the scores that are possible with it.
    """
    table, best = work.table, RowBest().name
    tallies = [e for e in table.game.past if isinstance(e, Tally) and reads_own_score(e)]
    now = {each.name: {0} for each in tallies}
    if RowBest() in table.remembered:
        now[best] = {0}
    every = {name: set(values) for name, values in now.items()}
    for scheduled in table.schedule:
        if best in now and not scheduled.in_row:
            now[best] = {0}
        work.past |= {name: tuple(sorted(values)) for name, values in now.items()}
        after: dict[str, set[int]] = {name: set() for name in now}
        for call in calls_of(table.rules(scheduled.name)):
            for cards in scheduled.sizes:
                rules = table.rules_with(scheduled.name, call, scheduled.number, cards)
                past = {**work.past, **work.won_with}
                scores = score_table(rules, scheduled.number, cards, past, {})
                work.count(rules, len(scores.scores))
                for each in tallies:
                    after[each.name] |= _after_scores(work, each, rules, scheduled, cards, scores)
                if best in now:
                    after[best] |= {
                        score for score in _defined(scores.scores).tolist() if score > 0
                    }
        if best in now:
            after[best] |= now[best]
        now = after
        for name, values in now.items():
            every[name] |= values
            if max(every[name]) - min(every[name]) >= MOST_ENTRIES:
                raise problems.arguments.NotTabulated(f"`{name}` can have too many values").error()
    for each in tallies:
        work.past[each.name] = range(min(every[each.name]), max(every[each.name]) + 1)
    if best in now:
        work.past[best] = tuple(sorted(every[best]))


def _after_scores(
    work: _Lowering,
    tally: Tally,
    rules: DealRules,
    scheduled: ScheduledDeal,
    cards: int,
    scores: ScoreTable,
) -> set[int]:
    """Returns the values of a tally after a deal, given its possible scores with each value."""
    values = work.past[tally.name]
    if not applies_to(tally, rules):
        return set(values)
    every = np.unique(_defined(scores.scores))
    others: dict[str, Figures] = {**work.won_with, OWN_SCORE: tuple(every.tolist())}
    added = history_table(tally, rules, scheduled.number, cards, others)
    work.count(rules, len(added.scores))
    own, scored = len(NAMES) + [*work.past].index(tally.name), len(NAMES) + len(work.won_with)
    after = set(values) if has_auction(rules) else set[int]()  # all players may pass
    for with_value, some in _by_place(scores, own, values):
        possible = np.searchsorted(every, np.unique(_defined(with_value)))
        by_score = dict(enumerate(_by_place(added, scored, range(len(every)))))
        gains = {
            gain
            for nth in (possible.tolist() if len(by_score) > 1 else (0,))
            for gain in _defined(by_score[nth][0]).tolist()
        }
        after |= {value + gain for value in some for gain in gains}
    return after


def _by_place(
    table: ScoreTable, place: int, values: Sequence[int]
) -> list[tuple[Array, Sequence[int]]]:
    """Returns the entries of a table for each value of a figure; for all, if it has no step."""
    step = table.steps[place]
    if step == 0:
        return [(table.scores, values)]
    numbers = np.arange(len(table.scores)) // step % len(values)
    return [(table.scores[numbers == number], (value,)) for number, value in enumerate(values)]


def _defined(scores: Array) -> Array:
    """Returns the scores of a table without the entries that have none."""
    defined: Array = scores[scores != way_codes.NO_VALUE]
    return defined


def _best_scores(work: _Lowering) -> tuple[int, ...]:
    """Returns the possible best scores of a player in a row before any deal, in ascending order."""
    every: set[int] = {0}
    best: set[int] = {0}
    cache: dict[object, frozenset[int]] = {}
    for scheduled in work.table.schedule:
        if not scheduled.in_row:
            best = {0}
        if scheduled.ends_row:
            continue
        scored = [
            _scored(work, rules, scheduled, cards, tuple(sorted(best)), cache)
            for call in calls_of(work.table.rules(scheduled.name))
            for cards in scheduled.sizes
            for rules in (work.table.rules_with(scheduled.name, call, scheduled.number, cards),)
        ]
        best = best.union(*scored)
        every |= best
        if len(every) > MOST_ENTRIES or max(every) > MOST_ENTRIES:
            raise problems.arguments.NotTabulated(f"`{RowBest().name}` can be too large").error()
    return tuple(sorted(every))


def _scored(
    work: _Lowering,
    rules: DealRules,
    scheduled: ScheduledDeal,
    cards: int,
    best: tuple[int, ...],
    cache: dict[object, frozenset[int]],
) -> frozenset[int]:
    """Returns the positive scores that a deal can give a player if it does not end its row."""
    number = scheduled.number if "deal" in score_names(rules) else 0
    key = (id(rules), number, cards, best)
    if key not in cache:
        past = {**work.past, **work.won_with, RowBest().name: best}
        if RowMade().name in past:
            past[RowMade().name] = range(scheduled.row_deals - 1)
        scores = score_table(rules, scheduled.number, cards, past, {}).scores
        work.count(rules, len(scores))
        cache[key] = frozenset(scores[scores > 0].tolist())
    return cache[key]


def _extremes(
    work: _Lowering, remembered: Past, rules: DealRules, deal: int, cards: int
) -> tuple[int, int]:
    if isinstance(remembered, Run) or reads_own_score(remembered):
        return 0, 0  # see `_collect_scores`
    if not applies_to(remembered, rules):
        return 0, 0
    defined = _defined(_added(work, remembered, rules, deal, cards).scores)
    return (int(defined.min()), int(defined.max())) if len(defined) else (0, 0)


def _past_tables(work: _Lowering) -> PastTables:
    scenes, many = work.past_scenes, len(work.past)
    kinds = [_kind(each) for each in work.table.remembered]
    kinds += [way_codes.A_TALLY] * (many - len(kinds))
    best = work.past.get(RowBest().name, (0,))

    def by_figure(name: str, *columns: int) -> Array:
        numbers = np.array([getattr(scene, name) for scene in scenes], np.int64)
        return numbers.reshape(len(scenes), many, *columns)

    return PastTables(
        limit_steps=by_figure("limit_steps"),
        score_steps=by_figure("score_steps"),
        rows=by_figure("rows", way_codes.SCENE_COLUMNS),
        counts=by_figure("counts"),
        added=np.concatenate([*work.added, np.zeros(0, np.int64)]),
        auction_steps=by_figure("auction_steps"),
        blind_steps=by_figure("blind_steps"),
        scored_steps=by_figure("scored_steps"),
        blind=np.array([[*work.past].index(BLIND) if BLIND in work.past else -1], np.int64),
        kinds=np.array(kinds, np.int64),
        best_places=np.searchsorted(best, np.arange(best[-1] + 1)).astype(np.int64),
        ends_row=np.array([row.ends_row for row in work.table.schedule]),
    )


def _kind(remembered: HistoryFigure) -> int:
    match remembered:
        case Tally():
            return way_codes.A_TALLY
        case Run():
            return way_codes.A_RUN
        case RowMade():
            return way_codes.ROW_MADE
        case RowBest():
            return way_codes.ROW_BEST
        case _:
            assert_never(remembered)


def _limit_columns(work: _Lowering, rules: DealRules, deal: int, cards: int) -> list[int]:
    """Returns the columns of the allowed bids, which calls that leave the limits unchanged share.

    The first one is the offset of the masks.
    """
    key = (id(rules.last_bid), id(rules.each_bid), deal, cards)
    columns = work.limit_columns.get(key)
    if columns is None:
        bids = allowed_bids(rules, deal, cards, _read_by_limits(work, rules))
        masks = bids.masks
        work.count(rules, len(masks))
        first = work.intern(("limits", tuple(masks)), lambda: _extend(work.limits, masks))
        columns = work.limit_columns[key] = [first, bids.room // 2, *bids.steps]
    return columns


def _add_scores(work: _Lowering, rules: DealRules, made: ScoreTable) -> int:
    work.count(rules, len(made.scores))
    work.scores.append(made.scores)
    work.completed.append(made.completed)
    work.room += len(made.scores)
    return work.room - len(made.scores)
