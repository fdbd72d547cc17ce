"""Which parameters, `let` names, runs and tallies the rules of a game use, if only
through others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass

from clagdsl.lang.expr.tree import LetValue, ParameterValue, PastValue
from clagdsl.lang.rules import Game, Let


def used_names(game: Game) -> frozenset[str]:
    """The parameters and `let` names on which something that is played or paid depends."""
    parts = (game.deals, game.twists, game.schedule, game.settlement, game.pack)
    read = names_in(parts, game.lets)
    past = tuple(each for each in game.past if each.name in read)
    return names_in((*parts, past), game.lets)


def names_in(parts: Iterable[object], lets: Sequence[Let]) -> frozenset[str]:
    """The parameters and `let` names on which some parts of the rules depend."""
    used = set(_names(tuple(parts)))
    for let in reversed(lets):  # each may use those before it
        if let.name in used:
            used.update(_names(let.expression))
    return frozenset(used)


def _names(part: object) -> Iterator[str]:
    """The names that stand anywhere in a part of the rules, whatever aspects there are."""
    if isinstance(part, tuple):
        for each in part:
            yield from _names(each)
    elif isinstance(part, ParameterValue | LetValue | PastValue):
        yield part.name
    elif is_dataclass(part):
        for field in fields(part):
            if field.compare:  # where it stands and what it cites holds no names
                yield from _names(getattr(part, field.name))
