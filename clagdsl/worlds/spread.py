"""Cards spread over hands of which some cannot hold every card, evenly over all ways to do so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import comb

from clagdsl.lang.cards import Card
from clagdsl.lang.frozen import dataclass
from clagdsl.worlds.lots import WorldLots

Counts = tuple[int, ...]
"""How many cards of each kind: of a kind are those that the same hands can hold."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who holds so many of the cards, and none of those that it `lacks`."""

    room: int
    lacks: frozenset[Card] = frozenset()


class EvenSpread:
    """All ways to spread cards over holders; there are as many cards as there is room.

    The ways are counted holder by holder, by how many cards of each kind are left.  Holders that
    lack nothing come last, together: whatever they are left with, they share it in as many ways.
    """

    def __init__(self, cards: Sequence[Card], holders: Sequence[Holder]) -> None:
        self._holders = holders
        lacking = [place for place, one in enumerate(holders) if one.lacks]
        kinds: dict[tuple[bool, ...], list[Card]] = {}
        for card in cards:
            fits = tuple(card not in holders[place].lacks for place in lacking)
            kinds.setdefault(fits, []).append(card)
        self._kinds = list(kinds.values())
        self._able = {
            place: tuple(fits[number] for fits in kinds) for number, place in enumerate(lacking)
        }
        # who can hold the fewest kinds has the fewest ways, and leaves the fewest to count
        self._order = sorted(lacking, key=lambda place: sum(self._able[place]))
        self._known: dict[tuple[int, Counts], int] = {}

    @cached_property
    def ways(self) -> int:
        """In how many ways it can be done, but for who of those that lack nothing has what."""
        return self._ways(0, tuple(map(len, self._kinds)))

    def drawn(self, lots: WorldLots) -> list[list[Card]]:
        """One of the ways: the cards of each holder, in any order."""
        left = [list(kind) for kind in self._kinds]
        for kind in left:
            lots.shuffle(kind)
        shares: list[list[Card]] = [[] for _ in self._holders]
        for turn, place in enumerate(self._order):
            for kind, taken in zip(left, self._picked(turn, left, lots), strict=True):
                shares[place] += kind[len(kind) - taken :]
                del kind[len(kind) - taken :]
        rest = [card for kind in left for card in kind]
        lots.shuffle(rest)
        for place, holder in enumerate(self._holders):
            if place not in self._able:
                shares[place] = rest[: holder.room]
                del rest[: holder.room]
            lots.shuffle(shares[place])
        return shares

    def _picked(self, turn: int, left: Sequence[Sequence[Card]], lots: WorldLots) -> Counts:
        """How many of each kind the next holder gets."""
        counts = tuple(map(len, left))
        lot = lots.below(self._ways(turn, counts))
        for taken, ways in self._choices(turn, counts):
            lot -= ways
            if lot < 0:
                return taken
        raise AssertionError("the ways of all choices are the ways together")

    def _ways(self, turn: int, counts: Counts) -> int:
        if turn == len(self._order):
            return 1
        key = (turn, counts)
        if key not in self._known:
            self._known[key] = sum(ways for _, ways in self._choices(turn, counts))
        return self._known[key]

    def _choices(self, turn: int, counts: Counts) -> Iterator[tuple[Counts, int]]:
        """How many of each kind a holder may get, and in how many ways all goes on from there."""
        place = self._order[turn]
        able = self._able[place]
        most = tuple(count if fits else 0 for count, fits in zip(counts, able, strict=True))
        for taken in _parts(self._holders[place].room, most):
            ways = 1
            for count, some in zip(counts, taken, strict=True):
                ways *= comb(count, some)
            rest = tuple(count - some for count, some in zip(counts, taken, strict=True))
            yield taken, ways * self._ways(turn + 1, rest)


def _parts(total: int, most: Counts) -> Iterator[Counts]:
    """Every way to make a total of parts that are no larger than these."""
    if not most:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(most[1:])), min(total, most[0]) + 1):
        for others in _parts(total - first, most[1:]):
            yield (first, *others)
