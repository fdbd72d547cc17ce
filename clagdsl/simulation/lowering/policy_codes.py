"""The numeric codes by which the kernels know the rules' policies.

`PLAYED` lists, for each aspect of a deal, its column in `ways` and the code of each policy.  A
policy that is not listed here raises U627, so the kernels cannot mistake one policy for another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Final, get_args

import numpy as np

from clagdsl import problems
from clagdsl.engine.players.heuristic import (
    FIXED,
    IN_TURN,
    NAMES_ORDER,
    NAMES_SUIT,
    NO_BIDS,
    TRUMP_SETTLED,
    TURNED,
)
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.policies.bid import BidsAgain
from clagdsl.lang.policies.deal_end import DEALS_NEXT, EndRole
from clagdsl.lang.policies.play import HIGHER, EqualCards, FollowClass, Following, Opening
from clagdsl.lang.rules import AspectName, FirstBidder
from clagdsl.lang.special_cards import PlayedAs, PlayOption, Special, play_options
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.lowering.layout import DECK
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class Column:
    """The column in `ways` for one aspect, and the code of each policy.

    If `place` is None, the kernels find the policy in other tables and need no code.
    """

    place: int | None
    codes: Mapping[str, int]


SIGHTS: Final[Mapping[str, int]] = {
    "before bids": 0,
    "after bids": 1,
    "never": codes.NEVER,
    "others only": codes.OTHERS_ONLY,
    "by choice": codes.BY_CHOICE,
}

OWED: Final[Mapping[FollowClass, int]] = {
    "suit": codes.OF_SUIT,
    "trump": codes.OF_TRUMPS,
    "higher suit": codes.OF_SUIT | codes.OF_HIGHER,
    "higher trump": codes.OF_TRUMPS | codes.OF_HIGHER,
}


def _higher_lists() -> dict[str, int]:
    """Returns the codes of all duty lists that include a class of higher cards.

    Lists with a class that can never bind are left out.
    """
    lists = [one for long in range(1, len(OWED) + 1) for one in permutations(OWED, long)]
    return {
        ", else ".join(one): _number(one)
        for one in lists
        if HIGHER.keys() & set(one) and not Following(one).unreachable_classes
    }


def _number(classes: tuple[FollowClass, ...]) -> int:
    number = (
        sum(OWED[one] << codes.PLACE_BITS * place for place, one in enumerate(classes))
        << codes.LISTED
    )
    return number | codes.SUIT_LED if Following(classes).requires_suit_led else number


FIRST_BIDDERS: Final[tuple[FirstBidder | None, ...]] = (
    "eldest",
    "dealer",
    "caller",
    "right of dealer",
    "drawn",
    None,
    "auction winner",
)
"""The codes in the column `FIRST_BIDDER`, by index; the gap is `TOGETHER`."""

BIDDERS_AGAIN: Final[tuple[BidsAgain | None, ...]] = (None, "eldest", "dealer")
"""The codes in the column `BIDS_AGAIN`, by index."""

END_ROLES: Final[Mapping[EndRole, int]] = {
    "eldest": 0,
    "winner": 1,
    "loser": 2,
    "most_missed": 3,
    "lowest_total": 4,
}
"""The codes in the column `NEXT_DEALER`."""

PLAYED: Final[Mapping[AspectName, Column]] = {
    "trump": Column(
        codes.TRUMP_RULE,
        {
            "none": TRUMP_SETTLED,
            "order": TRUMP_SETTLED,
            "suit": TRUMP_SETTLED,
            "rotates": TRUMP_SETTLED,
            "rotates throughout": TRUMP_SETTLED,
            "turned": TURNED,
            "turned, else none": TURNED,
            "turned, else last card": TURNED,
            "turned, on special": TURNED,
            "turned, on cards": TURNED,
            "drawn": TURNED,
            "named suit": NAMES_SUIT,
            "named order": NAMES_ORDER,
            "named suit or none": NAMES_SUIT,
            "named suit by eldest": NAMES_SUIT,
            "named suit or none by eldest": NAMES_SUIT,
            "named order by eldest": NAMES_ORDER,
            "named suit from first cards": NAMES_SUIT,
            "named suit or none from first cards": NAMES_SUIT,
            "named order from first cards": NAMES_ORDER,
            "auction": NAMES_SUIT,
            "named suit by highest bidder": NAMES_SUIT,
            "named suit or none by highest bidder": NAMES_SUIT,
            "named order by highest bidder": NAMES_ORDER,
        },
    ),
    "shown": Column(codes.SHOWN, {"before bids": 0, "after bids": 1}),
    "sight": Column(codes.SIGHT, SIGHTS),
    "bid": Column(
        codes.BID_RULE,
        {
            "in turn": IN_TURN,
            "in turn, dealer first": IN_TURN,
            "in turn, caller first": IN_TURN,
            "in turn, right of dealer first": IN_TURN,
            "in turn, drawn first": IN_TURN,
            "in turn, auction winner first": IN_TURN,
            "together": IN_TURN,
            "together, eldest again": IN_TURN,
            "together, dealer again": IN_TURN,
            "fixed": FIXED,
            "none": NO_BIDS,
        },
    ),
    "last_bid": Column(None, {"free": 0, "keeps": 0, "keeps otherwise": 0}),
    "each_bid": Column(None, {"free": 0, "keeps": 0, "keeps otherwise": 0}),
    "lead": Column(
        codes.LEADER,
        {
            "eldest": 0,
            "dealer": 1,
            "caller": 2,
            "highest bidder": 3,
            "auction winner": 4,
            "first bidder": 5,
        },
    ),
    "follow": Column(
        codes.FOLLOWS,
        {
            "": 0,
            "suit": codes.SUIT_LED,
            "suit, else trump": codes.SUIT_LED | codes.TRUMP_NEXT,
            "trump": codes.TRUMP_FIRST,
            "trump, else suit": codes.TRUMP_FIRST | codes.SUIT_LED,
            **_higher_lists(),
        },
    ),
    "play": Column(codes.TOP_CARD, {"any card": 0, "top card": 1}),
    "wild": Column(codes.WILD_IN_SUIT, {"none": 0, "ranks": 0, "in suit": 1}),
    "completed": Column(None, {"when": 0, "not counted": 0}),
    "won_by": Column(codes.ANY_POINTS, {"most points": 0, "any points": 1}),
    "next_dealer": Column(
        codes.NEXT_DEALER,
        {name: END_ROLES[role] for name, role in DEALS_NEXT.items() if role in END_ROLES},
    ),
    "equal": Column(
        codes.EQUAL_CARDS, {name: code for code, name in enumerate(get_args(EqualCards))}
    ),
    "open": Column(codes.OPENING, {name: code for code, name in enumerate(get_args(Opening))}),
    "auction": Column(None, {"none": 0, "auction": 0}),
    "trump_rank": Column(None, {"none": 0, "listed": 0}),  # see `Tables.countings`
    "trump_worth": Column(None, {"none": 0, "listed": 0}),
    "call": Column(codes.CALLED_BY, {"none": 0, "dealer": 1, "winner of last deal": 2}),
}
"""The columns by aspect, with policies as keys; for `follow`, the binding classes in order."""

NAMED: Final = tuple(name for name, aspect in TABLE.items() if aspect.policies.listed)
"""The aspects whose values come from a list of named policies."""


def set_policies(columns: list[int], rules: DealRules) -> None:
    """Writes the code of each of a deal's policies into its column."""
    for aspect in NAMED:
        set_column(columns, rules, aspect)


def set_column(columns: list[int], rules: DealRules, aspect: AspectName) -> None:
    """Writes one policy's code into its column; raises ArgumentError U627 if it has none."""
    key = _key(rules, aspect)
    column = PLAYED.get(aspect)
    if column is None or key not in column.codes:
        raise problems.arguments.NotSimulated(
            f"it does not know `{TABLE[aspect].keyword} {key}` in `{rules.name}`"
        ).error()
    if column.place is not None:
        columns[column.place] = column.codes[key]


def _key(rules: DealRules, aspect: AspectName) -> str:
    if aspect == "follow":
        return ", else ".join(rules.duties)
    if aspect == "open" and rules.plays_top:
        return "anything"
    return TABLE[aspect].policies.key_of(getattr(rules, aspect))


# --- the ways to play special cards, as arrays by the number of the way
# -----------------------------


def special_cards_with_powers(table: Table) -> list[Special]:
    """Returns the special cards of the pack, in its order, without those that are trumps."""
    every = {special.name: special for special in table.game.specials}
    return [every[name] for name in table.deck.specials if every[name].power != "trump"]


def lower_specials(table: Table) -> tuple[Array, Array]:
    """Returns `Tables.special_ways` and `Tables.special_plays`, empty without special cards."""
    deck, every = table.deck, {each.name: each for each in special_cards_with_powers(table)}
    if not every:
        return np.zeros((2, 0), np.uint64), np.zeros((2, 0, 0), np.int64)
    ways_by_card = {
        (leads, card.rank): _ways(table, every[card.rank], leads=bool(leads))
        for leads in range(2)
        for card in deck.cards
        if card.rank in every
    }
    masks = np.zeros((2, deck.size), np.uint64)
    plays = np.zeros((2, deck.size, max(map(len, ways_by_card.values()))), np.int64)
    for leads in range(2):
        for place, card in enumerate(deck.cards):
            if card.rank in every:
                numbers = [number_of_way(way.full) for way in ways_by_card[leads, card.rank]]
                masks[leads, place] = (1 << len(numbers)) - 1
                plays[leads, place, : len(numbers)] = numbers
    return masks, plays


def _ways(table: Table, special: Special, *, leads: bool) -> tuple[PlayOption, ...]:
    return play_options(special, table.deck.suits, leads=leads)


def number_of_way(meant: PlayedAs) -> int:
    """Encodes a way to play a special card as bits, such as `PLAYED_HIGH`."""
    number, asks = codes.PLAYED_HIGH if meant.power == "high" else 0, meant.demand
    if asks is None:
        return number
    extremes = {None: 0, "highest": codes.ASKS_HIGHEST, "lowest": codes.ASKS_LOWEST}
    suit = 0 if asks.suit is None else 1 + DECK.suits.index(asks.suit)
    return number | extremes[asks.extreme] | codes.ASKS_NEXT * asks.next_card | suit
