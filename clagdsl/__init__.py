"""Card-game rules as text: checked, proved, played, scored and replayed.

This is the public door.  What stands behind a name is imported when the name is first used, so
that `import clagdsl` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clagdsl.arguments import ArgumentError as ArgumentError
    from clagdsl.cards import PACK as PACK
    from clagdsl.cards import Card as Card
    from clagdsl.cards import read_card as read_card
    from clagdsl.diagnostics import ClagError as ClagError
    from clagdsl.diagnostics import Diagnostic as Diagnostic
    from clagdsl.diagnostics import RulesError as RulesError
    from clagdsl.interpreter.actions import Action as Action
    from clagdsl.interpreter.actions import Bid as Bid
    from clagdsl.interpreter.actions import DealPack as DealPack
    from clagdsl.interpreter.actions import MakeCall as MakeCall
    from clagdsl.interpreter.actions import NameOrder as NameOrder
    from clagdsl.interpreter.actions import NameTrump as NameTrump
    from clagdsl.interpreter.actions import PickCards as PickCards
    from clagdsl.interpreter.actions import Play as Play
    from clagdsl.interpreter.actions import PlayTop as PlayTop
    from clagdsl.interpreter.actions import read_action as read_action
    from clagdsl.interpreter.events import Event as Event
    from clagdsl.interpreter.position import CHANCE as CHANCE
    from clagdsl.interpreter.random_player import random_action as random_action
    from clagdsl.interpreter.state import IllegalAction as IllegalAction
    from clagdsl.interpreter.state import State as State
    from clagdsl.interpreter.steady_player import steady_action as steady_action
    from clagdsl.interpreter.view import View as View
    from clagdsl.interpreter.view import event_schema as event_schema
    from clagdsl.interpreter.view import view_schema as view_schema
    from clagdsl.playable import PlayableGame as PlayableGame
    from clagdsl.playable import load as load
    from clagdsl.playable import replay as replay
    from clagdsl.record import Record as Record
    from clagdsl.records.match import RecordError as RecordError
    from clagdsl.source import Place as Place

    __version__: str

_BEHIND = {
    "ArgumentError": "arguments",
    "PACK": "cards",
    "Card": "cards",
    "read_card": "cards",
    "ClagError": "diagnostics",
    "Diagnostic": "diagnostics",
    "RulesError": "diagnostics",
    "Action": "interpreter.actions",
    "Bid": "interpreter.actions",
    "DealPack": "interpreter.actions",
    "MakeCall": "interpreter.actions",
    "NameOrder": "interpreter.actions",
    "NameTrump": "interpreter.actions",
    "PickCards": "interpreter.actions",
    "Play": "interpreter.actions",
    "PlayTop": "interpreter.actions",
    "read_action": "interpreter.actions",
    "Event": "interpreter.events",
    "CHANCE": "interpreter.position",
    "random_action": "interpreter.random_player",
    "IllegalAction": "interpreter.state",
    "State": "interpreter.state",
    "steady_action": "interpreter.steady_player",
    "View": "interpreter.view",
    "event_schema": "interpreter.view",
    "view_schema": "interpreter.view",
    "PlayableGame": "playable",
    "load": "playable",
    "replay": "playable",
    "Record": "record",
    "RecordError": "records.match",
    "Place": "source",
    "__version__": "version",
}
"""The module behind each public name."""

_OTHER_NAMES = {"__version__": "VERSION"}

__all__ = list(_BEHIND)


def __getattr__(name: str) -> object:
    module = _BEHIND.get(name)
    if module is None:
        raise AttributeError(f"module 'clagdsl' has no attribute {name!r}")
    value = getattr(import_module(f"clagdsl.{module}"), _OTHER_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
