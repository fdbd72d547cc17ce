"""Games that rank trumps in every way, with wild and special cards, voids and points of cards."""

from __future__ import annotations

from typing import Final

import clagdsl
from clagdsl.api import PlayableGame

_JASS: Final = """clag 2
game "Jass"
players 2 to 4
pack A K Q J 10 9 8 7 6{cards}
deal normal
  rank A K Q J 10 9 8 7 6
  rank of trump {top}
  trump {trump}
  bid in turn
  open no {held} until broken
  follow {follow}
  wild {wild}
  card worth 11 A, 4 K, 3 Q, 2 J, 10 10
  card worth of trump 20 J, 14 9, 11 A, 10 10, 4 K, 3 Q
  trick worth 5 when won_with = J, otherwise 0
  score points + tricks when made, otherwise -points
deal plain
  rank 6 7 8 9 10 J Q K A
  rank of trump {plain}
  trump none
  bid in turn
  score 10 + tricks when made, otherwise 0
schedule 3 cards: normal, plain then 6 cards: normal
winner highest total, then shared
"""

_USUAL: Final = {
    "cards": "",
    "trump": "turned, else none",
    "held": "trump",
    "follow": "suit, else anything",
    "wild": "none",
    "plain": "none",
}

_TRUMPS: Final = ", 1 Big, 2 Little{}\nspecial Big is trump\nspecial Little is trump"
_JOKER: Final = (
    "\nspecial Joker is high or low asks highest of named suit or named suit or next card"
)
_POWERS: Final = _TRUMPS.format(", 2 Joker") + _JOKER
_BEAT: Final = "higher suit, else suit, else {}anything"
_ANY: Final = "named by dealer any suit or none"

TRUMP_GAMES: Final[dict[str, dict[str, str]]] = {
    "ranks": {"top": "J 9"},
    "cards": {"top": "JC J JS 9", "trump": _ANY},
    "grand": {
        "top": "JC JS JH JD",
        "trump": "none",
        "held": "clubs",
        "follow": "suit, else trump, else anything",
    },
    "order": {"top": "9 6S JC", "trump": "order H C D S", "follow": _BEAT.format("")},
    "named order": {"top": "JC 9", "trump": "named by dealer any order", "held": "hearts"},
    "higher": {
        "top": "6H J 9",
        "trump": "drawn",
        "follow": "higher suit, else higher trump, else anything",
    },
    "wild": {"top": "9 6S QS", "wild": "7 8", "follow": _BEAT.format("higher trump, else ")},
    "wild in suit": {"top": "9 6S QS", "wild": "7 in suit", "trump": "none"},
    "specials": {
        "cards": _TRUMPS.format(""),
        "top": "Big 6D Little 9",
        "plain": "Big Little",
        "trump": _ANY,
    },
    "powers": {
        "cards": _POWERS,
        "top": "Big 6D Little 9",
        "plain": "Little Big",
        "trump": "hearts",
        "follow": "suit, else trump, else anything",
    },
    "turned": {
        "cards": _POWERS,
        "top": "Little 6D Big",
        "plain": "Big Little AS",
        "held": "spades",
        "trump": f"turned, on Big none, on Little {_ANY}, on Joker again, else none",
    },
    "wild powers": {
        "cards": _POWERS,
        "top": "Big 6D Little 9",
        "plain": "Little Big",
        "wild": "8",
        "trump": _ANY,
        "follow": "higher suit, else trump, else anything",
    },
}
"""The parts of each game that are not the usual ones."""


def trump_game(name: str) -> PlayableGame:
    """Returns the game of this name."""
    return clagdsl.load(text=_JASS.format(**{**_USUAL, **TRUMP_GAMES[name]}))
