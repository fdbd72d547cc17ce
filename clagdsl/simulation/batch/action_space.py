"""The action space: numbers every action of a game, and builds its `Plan`.

Actions of one kind form a block of consecutive numbers. `number_actions` lists the blocks in a
fixed order that is the same for all deals of the schedule, and omits kinds that the game does not
have. `make_plan` then turns the numbering into arrays, with which compiled code translates between
actions and cards, bids, calls and trumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from clagdsl import problems
from clagdsl.lang.cards import Card, face_of, special_card
from clagdsl.lang.references import ranks_trumps
from clagdsl.lang.rules import AuctionBids, Call, ChosenBid, Nameable, NamedTrump, TurnedTrump
from clagdsl.lang.special_cards import PlayedAs, play_options
from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Plan
from clagdsl.simulation.batch.observation import PARTS, RARE, part_sizes
from clagdsl.simulation.kernels.end_conditions import lower_ending
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Tables
from clagdsl.simulation.lowering.layout import deck_by_number, numbers_of
from clagdsl.simulation.lowering.policy_codes import special_cards_with_powers
from clagdsl.table.bids import auction_numbers, auctions_in, may_bid_blind
from clagdsl.table.choices import calls_of, single_suits, suit_orders
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.table import Table

MOST_ACTIONS: Final = 4096
"""The maximum number of actions in a game for which legal masks can be built."""

MOST_TOTAL: Final = 2**31 - 1
"""The largest total that fits into an observation."""


class Meaning(NamedTuple):
    """The effect of an action, as a row of `Plan.meanings`; -1 means "not applicable"."""

    kind: int
    subject: int = -1
    """The card, bid, trump, hand size or call; for an auction bid, the number of tricks."""
    face: int = -1
    """The card that the played card represents; for an auction bid, the trump."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbering of a table's actions, calls, deal names, and choices in calls.

    `blocks` are the ranges of action numbers by kind.
    """

    meanings: tuple[Meaning, ...]
    blocks: Mapping[str, range]
    calls: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]
    choices: tuple[str, ...]
    announcements: tuple[PlayedAs, ...]
    """All announcements that may accompany the play of a special card."""


def number_actions(table: Table, *, limited: bool = True) -> Numbering:
    """Numbers all actions of a game at a table.

    If `limited`, raises ArgumentError if there are too many.
    """
    kinds = tuple(dict.fromkeys(row.name for row in table.schedule))
    choices = dict.fromkeys(
        choice
        for kind in kinds
        if isinstance(call := table.rules(kind).call, Call)
        for group in call.groups
        for choice in group.choices
    )
    calls = tuple(dict.fromkeys(call for kind in kinds for call in _calls(table, kind)))
    if limited:
        _check_number(len(calls))
    meanings: list[Meaning] = []
    blocks = {}
    for name, group in _groups(table, kinds, len(calls)):
        if group:
            blocks[name] = range(len(meanings), len(meanings) + len(group))
            meanings += group
    if limited:
        _check_number(len(meanings))
    announcements = tuple(_announcements(table))
    return Numbering(tuple(meanings), blocks, calls, kinds, tuple(choices), announcements)


def _check_number(actions: int) -> None:
    if actions > MOST_ACTIONS:
        raise problems.arguments.NotSimulated(
            f"the game has {actions} actions, and a batch can have at most {MOST_ACTIONS}"
        ).error()


def _groups(
    table: Table, kinds: tuple[str, ...], calls: int
) -> Iterator[tuple[str, list[Meaning]]]:
    """Yields each kind with its actions, in the order of their numbers; unused kinds have none."""
    every = {kind: list(_every_rules(table, kind)) for kind in kinds}
    rules = [each for kind in kinds for each in every[kind]]
    bidding = {kind for kind in kinds if any(isinstance(r.bid, ChosenBid) for r in every[kind])}
    bids = [row.high for row in table.schedule if row.name in bidding]
    picked = [size for row in table.schedule if row.cards is None for size in (row.low, row.high)]
    named = {nameable for each in rules for nameable in _nameable(each)}
    tops = [each for each in rules if each.plays_top]
    wild = {rank for each in rules if not each.plays_top for rank in each.wild.ranks}
    suits: list[int] = []
    if named & {"suit", "suit or none"}:
        suits = [codes.TRUMPS.index(one) for one in single_suits(table.deck)]
    if "suit or none" in named:
        suits.append(codes.TRUMPS.index(()))
    orders = (
        [codes.TRUMPS.index(one) for one in suit_orders(table.deck)] if "order" in named else ()
    )
    sizes = range(min(picked), max(picked) + 1) if picked else ()
    deck = deck_by_number(table.deck)
    cards, faces = [
        [number for number in numbers_of(table.deck) if number in firsts]
        for firsts in (set(map(deck.index, some)) for some in (deck.cards, deck.faces))
    ]
    yield "play", [Meaning(board.PLAY_CARD, card, card) for card in cards]
    yield "bid", [Meaning(board.MAKE_BID, bid) for bid in range(max(bids, default=-1) + 1)]
    yield "trump", [Meaning(board.NAME_TRUMP, trump) for trump in suits]
    yield "order", [Meaning(board.NAME_TRUMP, trump) for trump in orders]
    yield "cards", [Meaning(board.PICK_CARDS, cards) for cards in sizes]
    yield "call", [Meaning(board.MAKE_CALL, call) for call in range(calls)]
    yield "top", [Meaning(board.PLAY_TOP)] if tops else []
    top_faces = faces if any(each.wild.ranks for each in tops) else ()
    yield "top as", [Meaning(board.PLAY_TOP, face=face) for face in top_faces]
    wilds = [card for card in cards if deck.cards[card].rank in wild]
    auction_trumps = _auction_trumps(rules)
    numbers = _auction_numbers(table) if auction_trumps else ()
    bid_meanings = [
        Meaning(board.BID_IN_AUCTION, number, trump)
        for number in numbers
        for trump in auction_trumps
    ]
    yield "auction", [Meaning(board.PASS), *bid_meanings] if auction_trumps else []
    unseen = {kind for kind in kinds if any(map(may_bid_blind, every[kind]))}
    blind = [row.high for row in table.schedule if row.name in unseen]
    yield "look", [Meaning(board.LOOK)] if blind else []
    yield "bid blind", [Meaning(board.BID_BLIND, bid) for bid in range(max(blind, default=-1) + 1)]
    yield "play as", [Meaning(board.PLAY_WILD, card, face) for card in wilds for face in faces]
    special_pairs = [
        (deck.index(special_card(one.rank)), place)
        for place, one in enumerate(_announcements(table))
    ]
    by_choice = any(not each.plays_top for each in rules)
    yield "play special", [Meaning(board.PLAY_SPECIAL, *one) for one in special_pairs if by_choice]
    yield "top special", [Meaning(board.TOP_SPECIAL, *one) for one in special_pairs if tops]


def _nameable(rules: DealRules) -> Iterator[Nameable]:
    """Yields the choices of trumps that may be named, including those after a special turn-up."""
    match rules.trump:
        case NamedTrump(what=nameable):
            yield nameable
        case TurnedTrump(on=cases):
            yield from (case.named for case in cases if case.named is not None)
        case _:
            pass


def _announcements(table: Table) -> list[PlayedAs]:
    """Returns the distinct announcements that may accompany special cards."""
    announcements = [
        way.stated
        for each in special_cards_with_powers(table)
        for leads in (False, True)
        for way in play_options(each, table.deck.suits, leads=leads)
        if way.stated is not None
    ]
    return list(dict.fromkeys(announcements))


def _auction_trumps(every: Iterable[DealRules]) -> list[int]:
    """Returns the distinct trumps that can be bid in auctions, in order of first appearance."""
    auctions = [rules.auction for rules in every]
    trump_lists = (each.trumps for each in auctions if isinstance(each, AuctionBids))
    distinct = dict.fromkeys(trump for trumps in trump_lists for trump in trumps)
    return [codes.TRUMPS.index(() if trump is None else (trump,)) for trump in distinct]


def _auction_numbers(table: Table) -> range:
    """Returns the range of trick numbers that can be bid in auctions."""
    numbers = [
        number
        for row in table.schedule
        for call in _every_call(table, row.name)
        for cards in row.sizes
        for number in auction_numbers(
            table.rules_with(row.name, call, row.number, cards), deal=row.number, cards=cards
        )
    ]
    return range(min(numbers), max(numbers) + 1)


def _every_call(table: Table, name: str) -> tuple[tuple[str, ...], ...]:
    """Returns the empty call, followed by every possible call of a deal."""
    return ((), *_calls(table, name))


def _calls(table: Table, name: str) -> tuple[tuple[str, ...], ...]:
    """Returns every call of a deal in the order of legal actions; empty if it has no calls."""
    rules = table.rules(name)
    return calls_of(rules) if isinstance(rules.call, Call) else ()


def _every_rules(table: Table, name: str) -> Iterator[DealRules]:
    """Yields the rules of a deal before any call, then its rules after each call."""
    every = _every_call(table, name)
    if not table.guard_dependencies(name):
        yield from (table.rules(name, call) for call in every)
        return
    for row in table.schedule:
        if row.name == name:
            for cards in row.sizes:
                yield from (table.rules_with(name, call, row.number, cards) for call in every)


# --- the plan -----------------------------------------------------------------------------


def make_plan(table: Table, tables: Tables, numbering: Numbering, *, limited: bool = True) -> Plan:
    """Returns the plan of a game at a table.

    If `limited`, raises ArgumentError if totals may be too large.
    """
    worst = int(np.abs(tables.scores[tables.scores != codes.NO_VALUE]).max(initial=0))
    if limited and worst * len(table.schedule) > MOST_TOTAL:
        raise problems.arguments.NotSimulated("totals may need more than 31 bits").error()
    kinds, choices = numbering.kinds, numbering.choices
    called = np.zeros((len(tables.ways), len(choices)), np.int64)
    call_numbers = np.full(len(tables.ways), -1, np.int64)
    call_places = np.full((len(kinds), len(numbering.calls)), -1, np.int64)
    places = {call: place for place, call in enumerate(numbering.calls)}
    for kind, plain in sorted(_plain_ways(table, tables, kinds)):
        first = tables.ways[plain, codes.FIRST_CALLED]
        for place, call in enumerate(_calls(table, kinds[kind])):
            called[first + place] = [choice in call for choice in choices]
            call_numbers[first + place] = places[call]
            call_places[kind, places[call]] = place
    every = [rules for kind in kinds for rules in _every_rules(table, kind)]
    sizes = part_sizes(
        table.players,
        len(kinds),
        len(choices),
        len(tables.past.kinds),
        table.deck.size,
        draws=any(rules.draws_bidder for rules in every),
        shows=any(rules.shows_hands for rules in every),
        auctions=auctions_in(table.game),
        specials=bool(special_cards_with_powers(table)),
        ranks_trumps=ranks_trumps(table.game),
        looks="look" in numbering.blocks,
    )
    return Plan(
        meanings=np.array(numbering.meanings, np.int64),
        starts=_starts(numbering),
        wild_starts=_wild_starts(table, numbering, int(tables.pack[0])),
        places=_by_number(table, table.deck.places),
        plays=_by_number(table, _in_order(table.deck.counts)),
        faces=_by_number(table, _in_order(table.deck.faces)),
        special_plays=_special_actions(table, numbering, "play special"),
        special_tops=_special_actions(table, numbering, "top special"),
        announced_ways=_announced_ways(table, numbering),
        kinds=np.array([kinds.index(row.name) for row in table.schedule], np.int64),
        call_places=call_places,
        call_numbers=call_numbers,
        choices=called,
        auction_trump_places=_auction_trump_places(numbering),
        program=lower_ending(table),
        parts=np.concatenate([[0], np.cumsum(sizes)]),
    )


def _plain_ways(table: Table, tables: Tables, kinds: tuple[str, ...]) -> set[tuple[int, int]]:
    """Returns the ways before any call, each paired with the index of its deal's name."""
    pairs: set[tuple[int, int]] = set()
    for row, first in zip(table.schedule, tables.plain_ways.tolist(), strict=True):
        step = int(tables.ways[first, codes.BY_SIZE])
        ways = range(first, first + step * (row.high - row.low) + 1, step or 1)
        pairs.update((kinds.index(row.name), way) for way in ways)
    return pairs


def _starts(numbering: Numbering) -> Array:
    """Returns the first action of each kind, in the order of `Plan.starts`."""
    blocks = numbering.blocks
    starts = [
        blocks[name].start if name in blocks else -1
        for name in ("bid", "trump", "order", "cards", "call", "top", "top as", "auction")
    ]
    if "cards" in blocks:
        starts[3] -= numbering.meanings[blocks["cards"].start].subject
    many = len(_trumps_numbered(numbering))
    starts += [-1, many]
    if "auction" in blocks:
        first = blocks["auction"].start + 1
        starts[-2] = first - many * numbering.meanings[first].subject
    starts += [blocks[name].start if name in blocks else -1 for name in ("look", "bid blind")]
    return np.array(starts, np.int64)


def _trumps_numbered(numbering: Numbering) -> list[int]:
    """Returns the trumps that an auction bid of a given number may name, in action order."""
    bid_actions = numbering.blocks.get("auction", range(0))[1:]
    return list(dict.fromkeys(numbering.meanings[action].face for action in bid_actions))


def _auction_trump_places(numbering: Numbering) -> Array:
    """Returns the index of each trump in `_trumps_numbered`, or -1."""
    places = np.full(codes.FIRST_ORDER, -1, np.int64)
    trumps = _trumps_numbered(numbering)
    places[trumps] = np.arange(len(trumps))
    return places


def _in_order(cards: Iterable[Card]) -> dict[Card, int]:
    return {card: place for place, card in enumerate(cards)}


def _by_number(table: Table, places: Mapping[Card, int]) -> Array:
    """Returns the `places` entry of each card, or else of its face, by card number; else -1."""
    by_number = np.full(deck_by_number(table.deck).size, -1, np.int64)
    by_number[numbers_of(table.deck)] = [
        places.get(card, places.get(face_of(card), -1)) for card in table.deck.cards
    ]
    return by_number


def _special_actions(table: Table, numbering: Numbering, block: str) -> Array:
    """Returns the actions that play special cards, [2, card, way]: following, then leading.

    A way without an announcement maps to the action of the card itself, or of the top card.
    """
    deck, announcement_places = table.deck, _in_order(numbering.announcements)
    plain, first = _in_order(deck.counts), numbering.blocks.get(block, range(0)).start
    top = numbering.blocks.get("top", range(-1, 0)).start
    every = [
        (leads, each, play_options(each, table.deck.suits, leads=leads == 1))
        for leads in (0, 1)
        for each in special_cards_with_powers(table)
    ]
    most = max((len(ways_of_card) for _, _, ways_of_card in every), default=0)
    actions = np.full((2, deck.size if every else 0, most), -1, np.int64)
    for leads, each, ways_of_card in every:
        card = special_card(each.name)
        unsaid = top if block == "top special" else plain[card]
        row = [
            unsaid if way.stated is None else first + announcement_places[way.stated]
            for way in ways_of_card
        ]
        start = deck.index(card)
        actions[leads, start : start + deck.counts[card], : len(row)] = row
    return actions


def _announced_ways(table: Table, numbering: Numbering) -> Array:
    """Returns the way of playing for each announcement, [2, announcement], or -1."""
    announcement_places = _in_order(numbering.announcements)
    way_numbers = np.full((2, len(announcement_places)), -1, np.int64)
    for each in special_cards_with_powers(table):
        for leads in (0, 1):
            options = play_options(each, table.deck.suits, leads=leads == 1)
            for number, way in enumerate(options):
                if way.stated is not None:
                    way_numbers[leads, announcement_places[way.stated]] = number
    return way_numbers


def _wild_starts(table: Table, numbering: Numbering, first: int) -> Array:
    """Returns the first action of each wild card; `first` is the first card of the pack."""
    deck = deck_by_number(table.deck)
    starts = np.full(deck.size, -1, np.int64)
    for number in numbering.blocks.get("play as", ()):
        meaning = numbering.meanings[number]
        if meaning.face == first:
            starts[meaning.subject] = number
    return starts[[deck.index(card) for card in deck.cards]]


def columns_of(plan: Plan) -> dict[str, slice]:
    """Returns the columns of each part of an observation, by the part's name."""
    parts = zip(PARTS, pairwise(plan.parts.tolist()), strict=True)
    return {part: slice(*ends) for part, ends in parts if part not in RARE or ends[0] < ends[1]}
