"""What a player decides in a state, from the view of the seat to act alone."""

from __future__ import annotations

from typing import Final, cast, get_args

from clagdsl import problems
from clagdsl.engine.actions import Action
from clagdsl.engine.players.named_players import (
    FAILURES,
    RANDOM,
    STEADY,
    check_player,
    find_player,
    player_failure,
)
from clagdsl.engine.players.player import Player, PlayerWords, random_action, words_for
from clagdsl.engine.players.steady_player import steady_action, steady_choice
from clagdsl.engine.state import State, check_state
from clagdsl.engine.view import View
from clagdsl.lang.errors import ClagError
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.lang.record import PlayerName
from clagdsl.problems.escape import shorten
from clagdsl.table.table import Table

MOST_LISTED_ACTIONS: Final = 8
"""So many legal actions are told to whom wanted another one."""


def decide(
    state: State, player: PlayerName | Player = STEADY, seed: int | None = None
) -> Action | None:
    """What a player does for the seat to act; None at CHANCE and at the end.

    It is one of the registry by its name, or a function that is none of it yet, and is asked with
    the view of that seat and nothing else.  Its random words are those of the seed
    and of the number of the match; of the seed of the match unless said, and of 0 where it has
    none.  Raises ArgumentError, also where the player does what may not be done.
    """
    if not callable(player):
        check_player(player)
    check_state(state)
    seat = state.actor
    if not isinstance(seat, int):
        return None
    if seed is not None and (type(seed) is not int or not 0 <= seed < SEED_LIMIT):
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()
    if player == STEADY:
        return steady_action(state)  # the same, without the events of the deals before
    own = state.seed is not None and seed is None
    if player == RANDOM and own:
        return random_action(state)
    words = state.seed if own else seed or 0
    assert words is not None
    view = state.view(seat)
    return decide_from_view(player, view, state.table, words_for(view, words, state.match))


def decide_from_view(
    player: PlayerName | Player, view: View, table: Table, rng: PlayerWords
) -> Action:
    """What a player does who is to act.  Raises ArgumentError where that may not be done."""
    if len(view.legal) == 1:
        return view.legal[0]
    decides = player if callable(player) else find_player(player)
    name = player if isinstance(player, str) else getattr(player, "__name__", repr(player))
    action: object
    try:
        action = decides(view, table, rng)
    except ClagError:
        raise
    except FAILURES as error:
        raise player_failure(name, error) from error
    if not isinstance(action, get_args(Action)):
        raise problems.arguments.PlayerFailed(
            name, f"gives `{shorten(action)}`, which is none of the actions in `view.legal`"
        ).error()
    if action not in view.legal:
        legal_texts = ", ".join(
            f"`{legal_action}`" for legal_action in view.legal[:MOST_LISTED_ACTIONS]
        )
        more = ", ..." if len(view.legal) > MOST_LISTED_ACTIONS else ""
        raise problems.arguments.PlayerFailed(
            name, f"wants `{shorten(str(action))}`, which it may not do; it may {legal_texts}{more}"
        ).error()
    return cast(Action, action)


# --- the players that need nothing but Python -------------------------------------------


def play_randomly(view: View, _table: Table, rng: PlayerWords) -> Action:
    """Any of the legal actions, by the word that `docs/reference/randomness.md` gives it."""
    return view.legal[rng.random_choice(len(view.legal))]


def play_steadily(view: View, table: Table, _rng: PlayerWords) -> Action:
    """What `docs/reference/steady.md` defines."""
    return steady_choice(view, table)
