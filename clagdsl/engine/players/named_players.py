"""The registry of players: `steady`, `search:64`, and the players of installed packages.

A package registers a player as an entry point in the group `GROUP`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final, cast

from clagdsl import problems
from clagdsl.engine.players.player import POLICIES, Player, PlayerWithLevels
from clagdsl.lang.errors import ClagError
from clagdsl.lang.record import PLAYER_NAME, PlayerName, is_player_name
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import shorten

GROUP: Final = "clagdsl.players"
"""The group of entry points with which packages register players."""

FAILURES: Final = (Exception, SystemExit)
"""The exceptions that third-party players may raise; a command must not exit silently on them."""

RANDOM, STEADY = POLICIES
COMPILED: Final = POLICIES
"""The players that the simulator's kernels implement themselves."""

BUILT_IN: Final[Mapping[PlayerName, str]] = {
    RANDOM: "clagdsl.engine.players.deciding:play_randomly",
    STEADY: "clagdsl.engine.players.deciding:play_steadily",
    "search": "clagdsl.simulation.search.search_player:search",
}
"""The import paths of the built-in players; they are imported only when needed."""


def player_names() -> tuple[PlayerName, ...]:
    """Returns the names of all players, without levels, the built-in ones first."""
    return (*BUILT_IN, *sorted(_package_players()))


def find_player(name: PlayerName) -> Player:
    """Returns the player with this name.

    Raises ArgumentError if the name is unknown, or MissingPackagesError if its packages are not
    installed.
    """
    if not is_player_name(name):
        raise _no_player(name)
    return _resolve_player(name)


@cache
def _resolve_player(name: PlayerName) -> Player:
    base, _, level = name.partition(":")
    if base not in BUILT_IN and base not in _package_players():
        raise _no_player(name)
    player = _import_player(base)
    if not level:
        return player
    levels = getattr(player, "with_level", None)
    if levels is None:
        raise problems.arguments.WrongPolicy(
            f"`{base}` has no levels: leave `:{level}` out"
        ).error()
    try:
        leveled = cast(PlayerWithLevels, player).with_level(level)
    except ValueError as error:
        reason = f"`{base}` has no such level as `{shorten(name)}`: {error}"
        raise problems.arguments.WrongPolicy(reason).error() from error
    except FAILURES as error:
        raise player_failure(name, error) from error
    return _check_callable(leveled, name)


def load_player(name: PlayerName) -> None:
    """Prepares a player, so that its first decision is not delayed.

    Raises ArgumentError or MissingPackagesError if the player is not available.
    """
    ready = getattr(find_player(name), "make_ready", None)
    if ready is None:
        return
    try:
        ready()
    except ClagError:
        raise
    except FAILURES as error:
        raise player_failure(name, error) from error


def player_failure(name: str, error: BaseException) -> Exception:
    """Returns the error that reports an exception raised by a player."""
    try:
        text = shorten(str(error))
    except FAILURES:  # the exception's own code failed
        text = ""
    return problems.arguments.PlayerFailed(
        name, f"stopped with {type(error).__name__}{f': {text}' if text else ''}"
    ).error()


def seat_policies(policies: str | Sequence[str], players: int) -> tuple[PlayerName, ...]:
    """Returns the player of each seat, from one name for all, comma-separated names or a list.

    Raises ArgumentError if a name is unknown or their number does not match the seats.
    """
    if isinstance(policies, str):
        policies = [name.strip() for name in policies.split(",")]
        if len(policies) == 1:
            policies *= players
    if not isinstance(policies, Sequence):
        raise no_names(policies)
    for name in policies:
        check_player(name)
    if len(policies) != players:
        raise problems.arguments.WrongPolicy(
            f"`{len(policies)}` policies for `{players}` players: give one for all, or one for each"
        ).error()
    return tuple(policies)


def check_player(name: object) -> None:
    """Raises ArgumentError if no player has this name; the player is loaded only to check its
    level.
    """
    if not isinstance(name, str) or not is_player_name(name):
        raise _no_player(name)
    base, _, level = name.partition(":")
    if level:
        find_player(name)
    elif base not in BUILT_IN and base not in _package_players():
        raise _no_player(name)


def no_names(policy: object) -> ArgumentError:
    """Returns the error for a policy that is neither a name nor a list of names."""
    if callable(policy):
        return _no_player(policy)
    return problems.arguments.WrongPolicy(
        f"the policy must be a name or a list of names, not `{shorten(policy)}`"
    ).error()


def _no_player(name: object) -> ArgumentError:
    if callable(name):
        return problems.arguments.WrongPolicy(
            "a player is given by its name: to use a function here, give it one in the entry points"
            " `clagdsl.players` of a package; without a name, only `clagdsl.decide` calls it"
        ).error()
    if isinstance(name, str) and name in _invalid_entry_points():
        reason = (
            f"an installed package calls a player `{shorten(name)}`, but the name of a player has"
            " only lowercase letters, digits, `-` and `_`, and begins with a letter"
        )
        return problems.arguments.WrongPolicy(reason).error()
    if isinstance(name, str) and "," in name:
        return problems.arguments.WrongPolicy(
            f"name one player, not several as in `{shorten(name)}`"
        ).error()
    names_text = ", ".join(player_names())
    base = name.partition(":")[0] if isinstance(name, str) else ""
    if base in player_names() and name != base:
        return problems.arguments.WrongPolicy(
            f"`{base}` has no such level as `{shorten(name)}`"
        ).error()
    return problems.arguments.WrongPolicy(
        f"there is no player `{shorten(name)}`: choose from {names_text}"
    ).error()


def _invalid_entry_points() -> set[str]:
    """Returns the names of entry points in the group that are not valid player names."""
    names = {entry_point.name for entry_point in entry_points(group=GROUP)}
    return {name for name in names if not PLAYER_NAME.fullmatch(name) or ":" in name}


@cache
def _package_players() -> Mapping[PlayerName, EntryPoint]:
    """Returns the entry points of other packages by player name, except for built-in names."""
    return {
        entry_point.name: entry_point
        for entry_point in entry_points(group=GROUP)
        if entry_point.name not in BUILT_IN
        and PLAYER_NAME.fullmatch(entry_point.name)
        and ":" not in entry_point.name
    }


def _import_player(name: PlayerName) -> Player:
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        return cast(Player, getattr(import_module(module), attribute))
    try:
        player = _package_players()[name].load()
    except FAILURES as error:  # a package may raise anything on import
        raise problems.arguments.WrongPolicy(
            f"the player `{name}` cannot be loaded: {type(error).__name__}: {error}"
        ).error() from error
    return _check_callable(player, name)


def _check_callable(player: object, name: PlayerName) -> Player:
    if not callable(player):
        raise problems.arguments.WrongPolicy(
            f"the player `{name}` is not a function of a view, a table and a random generator"
        ).error()
    return cast(Player, player)
