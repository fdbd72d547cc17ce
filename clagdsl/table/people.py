"""Who sits at a table: the players' names in seat order, and who deals first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clagdsl import problems
from clagdsl.lang.record import MOST_NAME


def how_many(names: Sequence[str]) -> int:
    """The number of players, where their names are all that is said."""
    if not isinstance(names, Sequence):
        raise problems.arguments.WrongNames(
            "the names are a list of texts, one for each player"
        ).error()
    return len(names)


def player_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """The names in seat order, `Player 0` and on where none are given; else ArgumentError."""
    if names is None:
        return tuple(f"Player {seat}" for seat in range(players))
    called = tuple(names) if isinstance(names, Iterable) else (None,)
    if isinstance(names, str) or not all(isinstance(name, str) for name in called):
        raise problems.arguments.WrongNames(
            "the names are a list of texts, one for each player"
        ).error()
    if len(called) != players:
        raise problems.arguments.WrongNames(
            f"`{len(called)}` names for `{players}` players"
        ).error()
    if not all(name.strip() for name in called):
        raise problems.arguments.WrongNames("a player's name is empty").error()
    if not all(len(name) <= MOST_NAME and _is_text(name) for name in called):
        raise problems.arguments.WrongNames(
            f"a player's name has more than {MOST_NAME} letters, or half of one"
        ).error()
    if len(set(called)) != players:
        raise problems.arguments.WrongNames("two players have the same name").error()
    return called


def _is_text(name: str) -> bool:
    """Whether a name can be written to a file: Python's texts may hold half a letter."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def seat_of_dealer(dealer: int | str | None, names: tuple[str, ...]) -> int:
    """The seat that deals first, said by seat or name, the last unless said; else ArgumentError."""
    if dealer is None:
        return len(names) - 1
    if isinstance(dealer, str) and dealer in names:
        return names.index(dealer)
    if type(dealer) is int and 0 <= dealer < len(names):
        return dealer
    raise problems.arguments.WrongSeat("first dealer", dealer, len(names)).error()
