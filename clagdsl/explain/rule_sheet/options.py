"""What the players agree on before they start: the parameters, and what each of them changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from clagdsl.explain.english import capital, listed, sentence, signed
from clagdsl.explain.rule_sheet.context import SheetContext, read_game
from clagdsl.explain.rule_sheet.document import Entry
from clagdsl.lang.rules import IntegerRange, Parameter, TruthRange, Value, WordRange
from clagdsl.problems.model import ArgumentError

Statements: TypeAlias = Mapping[str, tuple[str, ...]]
"""Everything that a sheet says, by what it is said of; "" is the ordinary deal."""


def option_entries(
    reading: SheetContext, tell: Callable[[SheetContext], Statements]
) -> list[Entry]:
    """An entry for each parameter: how it is set here, and what would be different otherwise."""
    return [_entry(reading, parameter, tell) for parameter in reading.game.parameters]


def _entry(
    reading: SheetContext, parameter: Parameter, tell: Callable[[SheetContext], Statements]
) -> Entry:
    here = reading.table.parameters[parameter.name]
    title = capital(parameter.description or parameter.name.replace("_", " "))
    parts = [f"Here: {value_text(here)}."]
    match parameter.range:
        case IntegerRange(low=low, high=high):
            parts[0] = f"Here {signed(low) if low == high else value_text(here)};"
            parts[0] += f" it may be from {signed(low)} to {signed(high)}."
        case TruthRange():
            parts += _otherwise(reading, parameter, not here, tell, "Otherwise")
        case WordRange(words=words):
            for word in words:
                if word != here:
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


def _otherwise(
    reading: SheetContext,
    parameter: Parameter,
    value: Value,
    tell: Callable[[SheetContext], Statements],
    how: str,
) -> list[str]:
    players = reading.table.players if len(reading.tables) == 1 else None
    settings = {**reading.table.parameters, parameter.name: value}
    try:
        other = read_game(reading.game, players, settings)
    except ArgumentError:  # not with the other settings of this sheet
        return []
    now, then = tell(reading), tell(other)
    told: list[str] = []
    for where, statements in then.items():
        new = [text for text in statements if text not in now.get(where, ())]
        if new:
            of = f"{'In' if told else 'in'} {where}: " if where else ""
            told.append(of + " ".join(new))
    if not told:
        gone = [
            text
            for where, statements in now.items()
            for text in statements
            if text not in then.get(where, ())
        ]
        told = [f"this no longer holds: {listed(gone)}"] if gone else []
    if not told:
        return []
    joint = ", " if told[0].startswith("in ") else ": "
    return [sentence(f"{how}{joint}{' '.join(told)}")]
