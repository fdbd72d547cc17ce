"""How a game, its pack and the values of its parameters are named wherever they are told."""

from __future__ import annotations

from clagdsl.lang.cards import ORDINARY
from clagdsl.lang.expr.expression_text import condition_text
from clagdsl.lang.pack import pack_text
from clagdsl.lang.rules import Game, Value


def title_of(game: Game) -> str:
    """The title of a game with its variant: `Clag, Foss`."""
    return f"{game.title}, {game.variant}" if game.variant else game.title


def value_text(value: Value) -> str:
    """A parameter's value as it is written in a rules file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def cards_text(game: Game) -> str:
    """The cards, with the packs between which players and parameters choose."""
    if game.pack is None:
        return f"the ordinary pack of {ORDINARY.size} cards"
    *first, last = game.pack.alternatives
    parts = [
        f"{pack_text(one.value)} when {condition_text(one.condition)}"
        for one in first
        if one.condition is not None
    ]
    otherwise = pack_text(last.value)
    return ", ".join([*parts, f"otherwise {otherwise}"]) if parts else otherwise
