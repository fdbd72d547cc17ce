"""Which bots a table offers for its seats, and what people call them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from clagdsl.api import PlayableGame
from clagdsl.players.named_players import COMPILED, PlayerName, player_names

SEARCH: Final = "search"
_NEEDED: Final = {SEARCH: "numba"}
"""The package without which a bot cannot play; the server may be without it."""

_LABELS: Final = {"random": "Random bot", "steady": "Steady bot", SEARCH: "Searching bot"}


@dataclass(frozen=True, slots=True)
class OfferedBot:
    """A player of the registry by its name, and as people call it."""

    name: PlayerName
    label: str


def bot_label(name: PlayerName) -> str:
    """How people call a bot."""
    return _LABELS.get(name) or f"{name} bot"


def offered_bots(game: PlayableGame) -> tuple[OfferedBot, ...]:
    """The bots that may play a game, the steady one first.

    By strangers' rules only those play whose decisions take no time worth bounding.
    """
    names = COMPILED if game.proved_elsewhere else player_names()
    there = [name for name in names if name not in _NEEDED or find_spec(_NEEDED[name])]
    there.sort(key=lambda name: name != "steady")
    return tuple(OfferedBot(name, bot_label(name)) for name in there)
