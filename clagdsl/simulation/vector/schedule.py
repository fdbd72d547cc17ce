"""The deals of a table as kinds that the vector engine plays, and the dealer of each deal.

- Input: a table, with its schedule.
- Output: a `DealKinds` for every deal: an `EarlyDeal` for the choices before the cards, and the
  kinds of deal (`phases.VectorDeal`) that may follow.

Before the core of a deal the dealer may choose its size, and somebody may call.  Both choices
change the rules, so matches that differ in them may play different kinds.  Rules that differ only
in their `KindAspects` stay in one kind, with an input lane that selects the value; `_structure`
lists the rules that require separate kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from clagdsl.lang.rules import AuctionBids, AuctionTrump, Call, FixedBid, NamedTrump, TurnedTrump
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.vector.backends import Kind
from clagdsl.simulation.vector.phases import NONE, KindAspects, Scene, VectorDeal, worth_key
from clagdsl.simulation.vector.random_words import picked
from clagdsl.table.choices import calls_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import worths
from clagdsl.table.seats import leading_role, next_dealer, unknown_end
from clagdsl.table.table import Table

Calls = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class VectorSchedule:
    """The deals of a table, each with the kinds in which it can be played."""

    table: Table

    @cached_property
    def parts(self) -> dict[object, _Parts]:
        """A cache of sizes and calls grouped by kind, shared by deals with the same rules."""
        return {}

    @cached_property
    def deals(self) -> tuple[DealKinds, ...]:
        """The deals of the schedule, in order."""
        table = self.table
        dealer: int | None = table.players - 1
        if table.draws_dealer:
            dealer = None
        deals: list[DealKinds] = []
        for scheduled in table.schedule:
            deal = DealKinds(self, scheduled, dealer)
            deals.append(deal)
            dealer = deal.next_dealer
        return tuple(deals)


class EarlyDeal:
    """The choice of size and call, treated as a separate deal."""

    players = 1
    cards_needed = 0
    pack: tuple[int, ...] = ()
    decisions = 2
    lots: tuple[int, ...] = ()
    inputs: tuple[tuple[str, Kind], ...] = ()
    outputs: tuple[tuple[str, Kind], ...] = (("early", "u32"),)

    def __init__(self, sizes: int, calls: int, *, calling: bool) -> None:
        self.counts = (sizes, calls)
        self.made = (sizes > 1, calling)

    def play(
        self,
        o: Any,
        cards: object,  # noqa: ARG002
        words: Any,
        lots: object,  # noqa: ARG002
        inputs: object,  # noqa: ARG002
    ) -> dict[str, Any]:
        """Returns the size and the call as one number: `size * calls + call`."""
        early, place = o.full(0, "u32"), 0
        for choice, count in enumerate(self.counts):
            early = early * count
            if self.made[choice]:
                number = picked(o, words(place), o.full(count, "u16"))
                early, place = early + o.cast(number, "u32"), place + 1
        return {"early": early}

    def key(self) -> object:
        """Returns a hashable key; deals with equal keys are played by the same code."""
        return ("early", self.counts, self.made)


class DealKinds:
    """A deal of the schedule: its dealer, and the kinds in which it can be played.

    The choices before its core are combined into one number, `size * calls + call`; both parts are
    0-based.  `kind_of`, `sizes_of` and `which` are arrays indexed by that number.
    """

    def __init__(
        self, schedule: VectorSchedule, scheduled: ScheduledDeal, dealer: int | None
    ) -> None:
        self.scheduled = scheduled
        self.dealer = dealer
        """The dealer; None if it differs by match."""
        table = schedule.table
        plain = table.rules_of(scheduled)
        self.calling = isinstance(plain.call, Call)
        self.calls: Calls = calls_of(plain)
        self.sizes = scheduled.sizes
        every = [
            (table.rules_of(scheduled, call, cards), cards)
            for cards in self.sizes
            for call in self.calls
        ]
        end = unknown_end(tuple(range(table.players)), dealer)
        due, *others = dict.fromkeys(next_dealer(rules, end) for rules, _ in every)
        self.next_dealer = None if others else due
        """The next dealer; None if that differs by match."""
        key = (*((id(rules), cards) for rules, cards in every), plain.call)
        parts = schedule.parts.get(key)
        if parts is None:
            parts = schedule.parts[key] = _Parts(every)
        self._parts = parts
        self.early = EarlyDeal(len(self.sizes), len(self.calls), calling=self.calling)
        scene = Scene(
            number=scheduled.number,
            ends_row=scheduled.ends_row,
            turned=self.next_dealer is None,
            early=sum(self.early.made),
            first=scheduled.number == 1,
        )
        self.kinds = tuple(
            VectorDeal(rules, aspects, sizes, scene, table.remembered)
            for rules, aspects, sizes in parts.kinds
        )

    @cached_property
    def partly_written(self) -> frozenset[str]:
        """The output rows that only some of the kinds write."""
        written = [frozenset(name for name, _ in kind.outputs) for kind in self.kinds]
        return frozenset().union(*written) - frozenset.intersection(*written)

    @property
    def kind_of(self) -> Array:
        """The index in `kinds` of the kind to play, by size and call."""
        return self._parts.kind_of

    @property
    def sizes_of(self) -> Array:
        """The hand size, by size and call."""
        return self._parts.sizes_of

    def which(self, aspect: str) -> Array:
        """Returns the index of the value of an aspect, by size and call."""
        return self._parts.which[aspect]


class _Parts:
    """The sizes and calls of a deal, grouped into kinds that are played by the same phases."""

    def __init__(self, every: Sequence[tuple[DealRules, int]]) -> None:
        count = len(every)
        self.kind_of = np.zeros(count, np.int64)
        self.sizes_of = np.array([cards for _, cards in every], np.uint8)
        self.which = {name: np.zeros(count, np.uint8) for name in KindAspects._fields}
        members: dict[object, list[int]] = {}
        most = max(cards for _, cards in every)
        for place, (rules, cards) in enumerate(every):
            members.setdefault(_structure(rules, cards, most), []).append(place)
        self.kinds: list[tuple[DealRules, KindAspects, tuple[int, ...]]] = []
        for number, places in enumerate(members.values()):
            self.kind_of[places] = number
            alike = [every[place] for place in places]
            rows = {
                name: self._distinct(name, places, values)
                for name, values in _aspect_values(alike).items()
            }
            sizes = tuple(sorted({cards for _, cards in alike}))
            # `sizes` may have gaps: hands of any size up to the largest are masks of slots
            (rules, _), *_ = alike
            self.kinds.append((rules, KindAspects(**rows), sizes))

    def _distinct(
        self, name: str, places: list[int], values: list[tuple[object, object]]
    ) -> tuple[Any, ...]:
        """Returns the distinct values of an aspect, and records the index of each place's value."""
        distinct: dict[object, tuple[int, Any]] = {}
        by_identity: dict[int, int] = {}
        for place, (key, value) in zip(places, values, strict=True):
            number = by_identity.get(id(value))
            if number is None:
                number, _ = distinct.setdefault(key, (len(distinct), value))
                by_identity[id(value)] = number
            self.which[name][place] = number
        return tuple(value for _, value in distinct.values())


def _aspect_values(
    every: list[tuple[DealRules, int]],
) -> dict[str, list[tuple[object, object]]]:
    """Returns each aspect's values by place, each with a key that identifies equal values."""
    values: dict[str, list[tuple[object, object]]] = {name: [] for name in KindAspects._fields}
    for rules, cards in every:
        fixed = rules.bid.number if isinstance(rules.bid, FixedBid) else NONE
        worth = worths(rules, cards)
        values["ranks"].append((rules.rank, rules))
        values["worth"].append((worth_key(worth), worth))
        values["fixed_bid"].append((fixed, fixed))
        values["lead"].append((leading_role(rules), leading_role(rules)))
        for name in values.keys() - {"ranks", "worth", "fixed_bid", "lead"}:
            value = getattr(rules, name)
            values[name].append((value, value))
    return values


def _structure(rules: DealRules, cards: int, most: int) -> object:
    """Returns a hashable key; deals played by the same phases have equal keys."""
    trump = rules.trump
    match trump:
        case NamedTrump():
            source: object = ("named", trump.by == "highest bidder")
        case AuctionTrump():
            source = "auction"
        case TurnedTrump() if trump.on:
            source = (trump, rules.shown)
        case _:
            source = "settled"
    bid = (type(rules.bid).__name__, getattr(rules.bid, "first", None))
    # the largest size may leave no card to turn up, so sizes do not mix
    whole = rules.players * most == rules.deck.size
    varying_cards = cards if whole or isinstance(rules.auction, AuctionBids) else 0
    return (
        source, bid, rules.sight == "by choice", rules.play, rules.wild, rules.follow, rules.open,
        rules.equal, rules.auction, rules.card_worth, rules.trump_rank, rules.trump_worth,
        varying_cards,
    )  # fmt: skip
