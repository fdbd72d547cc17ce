"""How a game and the values of its parameters are named wherever they are told."""

from __future__ import annotations

from clagdsl.lang.rules import Game, Value


def title_of(game: Game) -> str:
    """The title of a game with its variant: `Clag, Foss`."""
    return f"{game.title}, {game.variant}" if game.variant else game.title


def value_text(value: Value) -> str:
    """A parameter's value as it is written in a rules file."""
    return str(value).lower() if isinstance(value, bool) else str(value)
