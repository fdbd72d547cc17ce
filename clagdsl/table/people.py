"""Who sits at a table: the players' names in seat order, and who deals first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clagdsl import problems
from clagdsl.lang.identifiers import spelt
from clagdsl.lang.limits import LONGEST_NAME


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
    wrong = next(filter(None, map(why_no_name_of_player, called)), None)
    if wrong is not None:
        raise problems.arguments.WrongNames(wrong).error()
    if len(set(map(spelt, called))) != players:
        raise problems.arguments.WrongNames("two players have the same name").error()
    return called


def why_no_name_of_player(name: str) -> str | None:
    """What is wrong with the name of a player, in words, or None."""
    if not name.strip():
        return "a player's name is empty"
    if len(name) > LONGEST_NAME or not is_whole_text(name):
        return f"a player's name has more than {LONGEST_NAME} letters, or half of one"
    return None


def is_whole_text(name: str) -> bool:
    """Whether a text can be written to a file: Python's may hold half a letter."""
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
