"""Rules of card games as text: checked, proved, played, scored and replayed.

This is the public interface. A name is imported from its module when it is first used, so `import
clagdsl` costs nothing: it imports no other module, not even of the standard library.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clagdsl import rl as rl
    from clagdsl.api import PlayableGame as PlayableGame
    from clagdsl.api import balance as balance
    from clagdsl.api import load as load
    from clagdsl.api import replay as replay
    from clagdsl.api import review as review
    from clagdsl.api import simulate as simulate
    from clagdsl.assistant.pages import decoding_grammar as decoding_grammar
    from clagdsl.engine.actions import Action as Action
    from clagdsl.engine.actions import Bid as Bid
    from clagdsl.engine.actions import DealPack as DealPack
    from clagdsl.engine.actions import Look as Look
    from clagdsl.engine.actions import MakeCall as MakeCall
    from clagdsl.engine.actions import NameOrder as NameOrder
    from clagdsl.engine.actions import NameTrump as NameTrump
    from clagdsl.engine.actions import PickCards as PickCards
    from clagdsl.engine.actions import Play as Play
    from clagdsl.engine.actions import PlayTop as PlayTop
    from clagdsl.engine.actions import read_action as read_action
    from clagdsl.engine.events import Event as Event
    from clagdsl.engine.match_state import CHANCE as CHANCE
    from clagdsl.engine.players.deciding import decide as decide
    from clagdsl.engine.players.player import random_action as random_action
    from clagdsl.engine.players.steady_player import steady_action as steady_action
    from clagdsl.engine.state import State as State
    from clagdsl.engine.view import View as View
    from clagdsl.engine.view import event_schema as event_schema
    from clagdsl.engine.view import view_schema as view_schema
    from clagdsl.lang.cards import PACK as PACK
    from clagdsl.lang.cards import Card as Card
    from clagdsl.lang.cards import read_card as read_card
    from clagdsl.lang.errors import ClagError as ClagError
    from clagdsl.lang.errors import FileError as FileError
    from clagdsl.lang.game_json import game_schema as game_schema
    from clagdsl.lang.record import Record as Record
    from clagdsl.lang.source import Place as Place
    from clagdsl.playground.page_answers import answer as _answer
    from clagdsl.playground.requests import (
        playground_question_schema as playground_question_schema,
    )
    from clagdsl.playground.responses import (
        playground_answer_schema as playground_answer_schema,
    )
    from clagdsl.problems.diagnostic import ArgumentError as ArgumentError
    from clagdsl.problems.diagnostic import Diagnostic as Diagnostic
    from clagdsl.problems.diagnostic import IllegalAction as IllegalAction
    from clagdsl.problems.diagnostic import RulesError as RulesError
    from clagdsl.records.recorded_match import RecordError as RecordError
    from clagdsl.records.writing import write_record as write_record
    from clagdsl.reviewing.model import Review as Review
    from clagdsl.reviewing.model import review_schema as review_schema
    from clagdsl.scorekeeping.score_sheet import Sheet as Sheet
    from clagdsl.scorekeeping.sheet_view import SheetView as SheetView
    from clagdsl.scorekeeping.sheet_view import sheet_schema as sheet_schema
    from clagdsl.scorekeeping.stake import Stake as Stake
    from clagdsl.season.model import season_schema as season_schema
    from clagdsl.simulation.balancing.balance_report import balance_schema as balance_schema
    from clagdsl.simulation.batch import matches as _matches

    batch = _matches
    playground_answer = _answer
    __version__: str

_BEHIND = {
    name: module
    for module, names in {
        "problems.diagnostic": ("ArgumentError", "Diagnostic", "RulesError", "IllegalAction"),
        "lang.cards": ("PACK", "Card", "read_card"),
        "lang.errors": ("ClagError", "FileError"),
        "engine.actions": (
            "Action",
            "Bid",
            "DealPack",
            "DrawBidder",
            "DrawDealer",
            "Look",
            "MakeCall",
            "NameOrder",
            "NameTrump",
            "Pass",
            "PickCards",
            "Play",
            "PlayTop",
            "SayInAuction",
            "read_action",
        ),
        "engine.events": ("Event",),
        "engine.match_state": ("CHANCE",),
        "engine.players.player": ("random_action",),
        "engine.state": ("State",),
        "engine.players.steady_player": ("steady_action",),
        "engine.view": ("View", "event_schema", "view_schema"),
        "engine.players.deciding": ("decide",),
        "assistant.pages": ("decoding_grammar",),
        "api": ("PlayableGame", "load", "replay", "review", "simulate", "balance"),
        "simulation.balancing.balance_report": ("balance_schema",),
        "lang.game_json": ("game_schema",),
        "lang.record": ("Record",),
        "records.recorded_match": ("RecordError",),
        "records.writing": ("write_record",),
        "reviewing.model": ("Review", "review_schema"),
        "scorekeeping.score_sheet": ("Sheet",),
        "scorekeeping.sheet_view": ("SheetView", "sheet_schema"),
        "scorekeeping.stake": ("Stake",),
        "season.model": ("season_schema",),
        "playground.page_answers": ("playground_answer",),
        "playground.requests": ("playground_question_schema",),
        "playground.responses": ("playground_answer_schema",),
        "lang.source": ("Place",),
        "version": ("__version__",),
    }.items()
    for name in names
}
"""The module of each public name."""

_OTHER_NAMES = {"__version__": "VERSION", "playground_answer": "answer"}

_MODULES = {"batch": "simulation.batch.matches", "rl": "rl"}
"""Public names of modules: `clagdsl.batch` and `clagdsl.rl`."""

__all__ = list(_BEHIND)


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"clagdsl.{_MODULES[name]}")
    module = _BEHIND.get(name)
    if module is None:
        raise AttributeError(f"module 'clagdsl' has no attribute {name!r}")
    value = getattr(import_module(f"clagdsl.{module}"), _OTHER_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
