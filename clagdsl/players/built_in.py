"""The players that need nothing but Python: at random, and steadily."""

from __future__ import annotations

from clagdsl.engine.actions import Action
from clagdsl.engine.players.steady_player import steady_choice
from clagdsl.engine.view import View
from clagdsl.players.player import PlayerWords
from clagdsl.table.table import Table


def play_randomly(view: View, _table: Table, rng: PlayerWords) -> Action:
    """Any of the legal actions, by the word that `docs/reference/randomness.md` gives it."""
    return view.legal[rng.random_choice(len(view.legal))]


def play_steadily(view: View, table: Table, _rng: PlayerWords) -> Action:
    """What `docs/reference/steady.md` defines."""
    return steady_choice(view, table)
