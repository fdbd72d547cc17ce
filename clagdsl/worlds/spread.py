"""Cards spread over hands of which some cannot hold every card, evenly over all ways to do so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import comb

from clagdsl.lang.cards import Card
from clagdsl.lang.frozen import dataclass
from clagdsl.worlds.lots import WorldLots

Counts = tuple[int, ...]
"""How many cards of each kind: of a kind are those that the same hands can hold."""

MOST_CASES = 300_000
"""So many cases are told apart at most when the ways of one spread are counted."""


class TooManyWaysError(ValueError):
    """Who cannot hold what is too tangled to count the ways."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who holds so many of the cards, and none of those that it `lacks`."""

    room: int
    lacks: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class _Turn:
    """A holder that lacks something takes its cards: `able` says of which kinds it can.

    `later` says for each kind which one it is of for the holders after this one: kinds that these
    can hold alike are one kind to them.
    """

    place: int
    room: int
    able: tuple[bool, ...]
    later: tuple[int, ...]


class EvenSpread:
    """All ways to spread cards over holders; there are as many cards as there is room.

    The ways are counted holder by holder, by how many cards of each kind are left.  Holders that
    lack nothing come last, together: whatever they are left with, they share it in as many ways.
    Raises TooManyWaysError, on counting.
    """

    def __init__(self, cards: Sequence[Card], holders: Sequence[Holder]) -> None:
        self._holders = holders
        lacking = [place for place, one in enumerate(holders) if one.lacks]
        # who can hold the fewest cards has the fewest ways, and leaves the fewest to count
        order = sorted(lacking, key=lambda place: sum(c not in holders[place].lacks for c in cards))
        kinds: dict[tuple[bool, ...], list[Card]] = {}
        for card in cards:
            fits = tuple(card not in holders[place].lacks for place in order)
            kinds.setdefault(fits, []).append(card)
        self._kinds = list(kinds.values())
        self._turns: list[_Turn] = []
        signatures = list(kinds)
        for place in order:
            later = [one[1:] for one in signatures]
            numbers = {one: number for number, one in enumerate(dict.fromkeys(later))}
            self._turns.append(
                _Turn(
                    place,
                    holders[place].room,
                    tuple(one[0] for one in signatures),
                    tuple(numbers[one] for one in later),
                )
            )
            signatures = list(numbers)
        self._known: dict[tuple[int, Counts], int] = {}
        self._cases = 0

    @cached_property
    def ways(self) -> int:
        """In how many ways it can be done, but for who of those that lack nothing has what."""
        return self._ways(0, tuple(map(len, self._kinds)))

    def drawn(self, lots: WorldLots) -> list[list[Card]]:
        """One of the ways: the cards of each holder, in any order."""
        left = [list(kind) for kind in self._kinds]
        shares: list[list[Card]] = [[] for _ in self._holders]
        for number, turn in enumerate(self._turns):
            for kind, taken in zip(left, self._picked(number, left, lots), strict=True):
                lots.shuffle(kind)
                shares[turn.place] += kind[len(kind) - taken :]
                del kind[len(kind) - taken :]
            left = _joined(turn, left)
        rest = [card for kind in left for card in kind]
        lots.shuffle(rest)
        taking = {turn.place for turn in self._turns}
        for place, holder in enumerate(self._holders):
            if place not in taking:
                shares[place] = rest[: holder.room]
                del rest[: holder.room]
            lots.shuffle(shares[place])
        return shares

    def _picked(self, number: int, left: Sequence[Sequence[Card]], lots: WorldLots) -> Counts:
        """How many of each kind the next holder gets."""
        counts = tuple(map(len, left))
        lot = lots.below(self._ways(number, counts))
        for taken, ways in self._choices(number, counts):
            lot -= ways
            if lot < 0:
                return taken
        raise AssertionError("the ways of all choices are the ways together")

    def _ways(self, number: int, counts: Counts) -> int:
        if number == len(self._turns):
            return 1
        key = (number, counts)
        if key not in self._known:
            total = 0
            for _, ways in self._choices(number, counts):
                self._cases += 1
                if self._cases > MOST_CASES:
                    raise TooManyWaysError
                total += ways
            self._known[key] = total
        return self._known[key]

    def _choices(self, number: int, counts: Counts) -> Iterator[tuple[Counts, int]]:
        """How many of each kind a holder may get, and in how many ways all goes on from there."""
        turn = self._turns[number]
        most = tuple(count if fits else 0 for count, fits in zip(counts, turn.able, strict=True))
        for taken in _parts(turn.room, most):
            ways = 1
            rest: Counter[int] = Counter()
            for count, some, kind in zip(counts, taken, turn.later, strict=True):
                ways *= comb(count, some)
                rest[kind] += count - some
            left = tuple(rest[kind] for kind in range(len(rest)))
            yield taken, ways * self._ways(number + 1, left)


def _joined(turn: _Turn, left: Sequence[Sequence[Card]]) -> list[list[Card]]:
    """What is left after a turn, by the kinds of the holders after it."""
    kinds: list[list[Card]] = [[] for _ in set(turn.later)]
    for number, cards in zip(turn.later, left, strict=True):
        kinds[number] += cards
    return kinds


def _parts(total: int, most: Counts) -> Iterator[Counts]:
    """Every way to make a total of parts that are no larger than these."""
    if not most:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(most[1:])), min(total, most[0]) + 1):
        for others in _parts(total - first, most[1:]):
            yield (first, *others)
