"""Asks a player for its decision, which it makes only from the view of the seat to act."""

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
"""The most legal actions listed in an error message."""


def decide(
    state: State, player: PlayerName | Player = STEADY, seed: int | None = None
) -> Action | None:
    """Returns the action of a player for the seat to act; None if chance acts or the match is over.

    `player` is a registered name or any function with the signature of a player; it is called with
    the view of that seat only. Its random words come from the seed and the match number. `seed`
    defaults to the seed of the match, or 0 if it has none. Raises ArgumentError if an argument is
    invalid or the player returns an illegal action.
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
        return steady_action(state)  # the same action, faster: events of earlier deals are left out
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
    """Returns the action of a player for the seat to act; raises ArgumentError if it is illegal."""
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
            name, f"returned `{shorten(action)}`, which is not an action in `view.legal`"
        ).error()
    if action not in view.legal:
        legal_texts = ", ".join(
            f"`{legal_action}`" for legal_action in view.legal[:MOST_LISTED_ACTIONS]
        )
        more = ", ..." if len(view.legal) > MOST_LISTED_ACTIONS else ""
        raise problems.arguments.PlayerFailed(
            name,
            f"chose `{shorten(str(action))}`, which is not legal; legal are {legal_texts}{more}",
        ).error()
    return cast(Action, action)


# --- the players without dependencies ---------------------------------------------------


def play_randomly(view: View, _table: Table, rng: PlayerWords) -> Action:
    """Returns a random legal action, drawn as `docs/reference/randomness.md` specifies."""
    return view.legal[rng.random_choice(len(view.legal))]


def play_steadily(view: View, table: Table, _rng: PlayerWords) -> Action:
    """Returns the action that `docs/reference/steady.md` specifies."""
    return steady_choice(view, table)
