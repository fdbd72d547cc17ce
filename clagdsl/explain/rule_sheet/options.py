"""What the players agree on before they start: the parameters, and what each of them changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from clagdsl.explain.english import capital, counted, sentence, signed
from clagdsl.explain.rule_sheet.context import SheetContext, read_game
from clagdsl.explain.rule_sheet.deal_table import (
    course_blocks,
    course_of_deals,
    deal_count,
    numbers_of,
)
from clagdsl.explain.rule_sheet.document import Entry
from clagdsl.lang.enumeration import listed, runs
from clagdsl.lang.rules import IntegerRange, Parameter, TruthRange, Value, WordRange
from clagdsl.lang.used_names import names_in, names_of_the_deals, used_names
from clagdsl.problems.model import ArgumentError

Statements: TypeAlias = Mapping[str, tuple[str, ...]]
"""Everything that a sheet says, by what it is said of; "" is the ordinary deal."""


def option_entries(
    reading: SheetContext, tell: Callable[[SheetContext], Statements]
) -> list[Entry]:
    """An entry for each parameter: how it is set here, and what would be different otherwise.

    One that nothing uses is left out: whatever it is, nothing would be different.
    """
    used = used_names(reading.game)
    of_deals = names_of_the_deals(reading.game)

    @cache
    def told_here() -> Statements:
        """What is said now, asked for by every parameter with a few values."""
        return tell(reading)

    def told(at: SheetContext) -> Statements:
        return told_here() if at is reading else tell(at)

    retelling = Retelling(reading)
    return [
        _entry(reading, parameter, told, retelling, moves_deals=parameter.name in of_deals)
        for parameter in reading.game.parameters
        if parameter.name in used
    ]


MOST_RETOLD: Final = 3_000
"""So many deals at a table are told to see what other values of parameters change.

The first are those of the sheet itself.
"""

MOST_NAMED: Final = 6
"""More deals in which other rules hold are not named."""


class Retelling:
    """How much more of a sheet is told anew with other values, so that it is told soon."""

    def __init__(self, reading: SheetContext) -> None:
        self.reading = reading
        self.left = MOST_RETOLD - self._deals()
        self._of_deals: list[tuple[str, frozenset[str]]] | None = None

    def allows_deals(self) -> bool:
        """Whether all deals may be told with another value; that is counted then."""
        return self._allows(self._deals())

    def allows_schedules(self, values: int) -> bool:
        """Whether the schedules of so many other values may be told; that is counted then."""
        table = self.reading.table
        each = 1 + (len(table.schedule) + len(table.game.deals)) // 40
        return self._allows(values * each * len(self.reading.tables))

    def _deals(self) -> int:
        game = self.reading.game
        return (len(game.deals) + len(game.twists)) * len(self.reading.tables)

    def _allows(self, many: int) -> bool:
        if many > self.left:
            return False
        self.left -= many
        return True

    def where(self, parameter: Parameter) -> str:
        """In which deals other rules hold with other values of a parameter."""
        game = self.reading.game
        if self._of_deals is None:
            self._of_deals = [
                (deal.name, names_in(tuple(said.values()), game.lets))
                for deal in game.deals
                for said in [deal.aspects.said()]
            ]
        names = [name for name, read in self._of_deals if parameter.name in read]
        named = 0 < len(names) <= min(MOST_NAMED, len(game.deals) - 1)
        return f"other rules hold in {listed(names)}" if named else "other rules hold"


def _entry(
    reading: SheetContext,
    parameter: Parameter,
    tell: Callable[[SheetContext], Statements],
    retelling: Retelling,
    *,
    moves_deals: bool,
) -> Entry:
    here = reading.table.parameters[parameter.name]
    title = capital(parameter.description or parameter.name.replace("_", " "))
    parts = [f"Here: {value_text(here)}."]
    match parameter.range:
        case IntegerRange(low=low, high=high):
            parts[0] = f"Here {signed(low) if low == high else value_text(here)};"
            parts[0] += f" it may be from {signed(low)} to {signed(high)}."
            if moves_deals:
                every = high - low < MOST_VALUES and retelling.allows_schedules(high - low + 1)
                if every or retelling.allows_schedules(2):
                    parts += _by_number(reading, parameter, every=every)
        case TruthRange() if not retelling.allows_deals():
            parts.append(sentence(f"Otherwise, {retelling.where(parameter)}"))
        case TruthRange():
            parts += _otherwise(reading, parameter, not here, tell, "Otherwise")
        case WordRange(words=words):
            for word in words:
                if word == here:
                    continue
                if not retelling.allows_deals():
                    parts.append(sentence(f"with another, {retelling.where(parameter)}"))
                    break
                parts += _otherwise(reading, parameter, word, tell, f"With {word}")
    return Entry(title, " ".join(parts), f"{parameter.name} = {written(here)}")


def value_text(value: Value) -> str:
    """A parameter's value as a player says it: `yes`, `12`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return signed(value) if isinstance(value, int) else value


def written(value: Value) -> str:
    """A parameter's value as it is written after `--set`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _set(reading: SheetContext, parameter: Parameter, value: Value) -> SheetContext | None:
    """The same game with another value; None where that does not go with the other settings."""
    players = reading.table.players if len(reading.tables) == 1 else None
    settings = {**reading.table.parameters, parameter.name: value}
    try:
        return read_game(reading.game, players, settings)
    except ArgumentError:
        return None


MOST_VALUES: Final = 24
"""So many values of a number are gone through; of more only the least and the largest are."""


def _by_number(reading: SheetContext, parameter: Parameter, *, every: bool) -> list[str]:
    """Which deals come or go with other values of a number, and how many there are at its ends.

    `every` value is gone through, or only the least and the largest.
    """
    assert isinstance(parameter.range, IntegerRange)
    low, high = parameter.range.low, parameter.range.high
    ends = tuple(dict.fromkeys((low, high)))
    values = range(low, high + 1) if every else ends
    others = {value: _set(reading, parameter, value) for value in values}
    moving = _moving(reading, others)
    told: dict[str, list[int]] = {}
    # What is told of an end of the numbers is told of all of them with which it holds.
    at_ends: set[str] = set()
    as_many = all(
        other is None or deal_count(other) == counted(value, "deal")
        for value, other in others.items()
    )
    for value, other in others.items():
        if other is None:
            continue
        gone, come = _deals(reading, other)
        changes = [
            *([_not_played(reading, gone)] if gone else []),
            *_played(reading, other, come),
        ]
        at_ends.update(changes)
        sizes = _sizes_played(reading, other, moving)
        changes += sizes
        if value in ends:
            at_ends.update(sizes)
            differs = not as_many and deal_count(other) != deal_count(reading)
            if differs and not changes and not moving:
                changes = [f"a match is {deal_count(other)}"]
                at_ends.update(changes)
        for change in changes:
            told.setdefault(change, []).append(value)
    if as_many and not moving and not told:
        return ["A match has as many deals."]
    return [
        *_moved(moving, [(value, others[value]) for value in ends]),
        *(
            sentence(f"with {_values(with_it)}, {change}")
            for change, with_it in told.items()
            if change in at_ends
        ),
    ]


def _moving(reading: SheetContext, others: Mapping[int, SheetContext | None]) -> list[str]:
    """The deals that with some number have other sizes in place of those that they have here."""
    return [
        name
        for name in reading.scheduled()
        if any(
            set(reading.sizes(name)) - set(other.sizes(name))
            and set(other.sizes(name)) - set(reading.sizes(name))
            for other in others.values()
            if other is not None and name in other.scheduled()
        )
    ]


def _moved(moving: Sequence[str], ends: Sequence[tuple[int, SheetContext | None]]) -> Iterator[str]:
    """With how many cards the deals are played whose sizes hang on a number."""
    alike: dict[str, list[str]] = {}
    for name in moving:
        sizes = [
            f"{_cards(other.sizes(name))} with {signed(value)}"
            for value, other in ends
            if other is not None and name in other.scheduled()
        ]
        alike.setdefault(", ".join(sizes), []).append(name)
    for told, names in alike.items():
        here = f": {told}" if told else ""
        yield sentence(f"the number of cards of {listed(names)} hangs on it{here}")


def _values(numbers: Sequence[int]) -> str:
    """`0`, `0 to 2`, `0, 1 or 4`: in their order, those that follow each other together."""
    parts: list[str] = []
    for low, high in runs(numbers):
        together = high - low > 1
        some = range(low, high + 1)
        parts += [f"{signed(low)} to {signed(high)}"] if together else map(signed, some)
    return listed(parts, "or")


def _sizes_played(now: SheetContext, then: SheetContext, moving: Sequence[str] = ()) -> list[str]:
    """The deals that are played both ways, but not with the same numbers of cards."""
    told = []
    for name in now.scheduled():
        if name not in then.scheduled() or name in moving:
            continue
        before, after = now.sizes(name), then.sizes(name)
        gone = [size for size in before if size not in after]
        come = [size for size in after if size not in before]
        alone = len(now.scheduled()) == len(then.scheduled()) == 1
        if gone:
            none = f"no deal has {_cards(gone)}"
            told.append(none if alone else f"{name} with {_cards(gone)} is not played")
        if come:
            some = f"there are deals of {_cards(come)}, too"
            told.append(some if alone else f"{name} with {_cards(come)} is played, too")
    return told


def _cards(sizes: Sequence[int]) -> str:
    return f"{_values(sizes)} {'card' if list(sizes) == [1] else 'cards'}"


def _deals(now: SheetContext, then: SheetContext) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The deals that are no longer played, and those that are played instead."""
    before, after = now.scheduled(), then.scheduled()
    gone = tuple(name for name in before if name not in after)
    return gone, tuple(name for name in after if name not in before)


def _not_played(reading: SheetContext, names: Sequence[str]) -> str:
    told = [_with_numbers(reading, name) for name in names]
    return f"{listed(told)} {'is' if len(told) == 1 else 'are'} not played"


def _played(now: SheetContext, then: SheetContext, names: Sequence[str]) -> list[str]:
    """The deals that are played, too; in a match of as many deals each has the place of another."""
    how = " instead" if deal_count(now) == deal_count(then) else ", too"
    return [f"{_with_numbers(then, name)} is played{how}" for name in names]


def _with_numbers(reading: SheetContext, name: str) -> str:
    numbers = numbers_of(reading, name)
    return f"{name} ({numbers})" if numbers else name


def _otherwise(
    reading: SheetContext,
    parameter: Parameter,
    value: Value,
    tell: Callable[[SheetContext], Statements],
    how: str,
) -> list[str]:
    other = _set(reading, parameter, value)
    if other is None:
        return []
    now, then = tell(reading), tell(other)
    gone, come = _deals(reading, other)
    told: list[str] = []
    if gone:
        told.append(sentence(_not_played(reading, gone)))
    played = (*_played(reading, other, come), *_sizes_played(reading, other))
    told += [sentence(one) for one in played]
    if not told and deal_count(other) != deal_count(reading):
        told.append(f"A match is {deal_count(other)}.")
    if not told and course_blocks(other) != course_blocks(reading):
        told.append(sentence(course_of_deals(other) or "the deals come in another order"))
    for where, statements in then.items():
        new = [text for text in statements if text not in now.get(where, ())]
        if new:
            of = f"{'In' if told else 'in'} {where}: " if where else ""
            told.append(of + " ".join(new))
    if not told:
        lost = [
            text
            for where, statements in now.items()
            for text in statements
            if text not in then.get(where, ())
        ]
        told = [f"this no longer holds: {listed(lost)}"] if lost else []
    if not told:
        return []
    joint = ", " if told[0].startswith("in ") else ": "
    return [sentence(f"{how}{joint}{' '.join(told)}")]
