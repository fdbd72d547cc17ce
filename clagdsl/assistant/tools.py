"""The tools of the server as data: the name and description of each, its question and its answer.

The JSON Schemas come from the types of question and answer. Keys that an assistant has no use for
are left out of both schema and answer (`LEFT_OUT`): whole web pages, and the pages of problem
codes, which it can read on their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from clagdsl.assistant.folder import MOST_LISTED
from clagdsl.assistant.measures import (
    MOST_MATCHES,
    MOST_PACKS,
    BalanceAnswer,
    BalanceQuestion,
    SimulateAnswer,
    SimulateQuestion,
)
from clagdsl.assistant.pages import PROBLEM_TEMPLATE
from clagdsl.assistant.refusals import ToolError
from clagdsl.lang import frozen
from clagdsl.lang.json_schema import schema_of
from clagdsl.lang.json_value import JsonObject
from clagdsl.playground.requests import (
    CompareQuestion,
    MatchQuestion,
    ReplayQuestion,
    RulesQuestion,
    ScoreQuestion,
    TrickQuestion,
)
from clagdsl.playground.responses import (
    CheckAnswer,
    CompareAnswer,
    MatchAnswer,
    MendAnswer,
    ReplayAnswer,
    ResponseProblem,
    ScoreAnswer,
    SheetAnswer,
    TrickAnswer,
)

LEFT_OUT: Final = frozenset(("wish", "pages", "html"))
MOST_KEEPERS: Final = 16
"""The number of score keepers whose pages can be read; older ones are forgotten."""


@frozen.dataclass(frozen=True, slots=True)
class KeeperQuestion:
    """A request for a score keeper: a web page for a phone in the middle of the table.

    `file` is the name under which it is saved; it needs a folder.
    """

    text: str
    file: str | None = frozen.added_field(None)


@frozen.dataclass(frozen=True, slots=True)
class SavedKeeper:
    """A score keeper: `address` is where the page can be read, `file` where it was saved."""

    problems: tuple[ResponseProblem, ...]
    title: str | None
    address: str | None
    file: str | None


@frozen.dataclass(frozen=True, slots=True)
class ReadQuestion:
    """A request for a page, by its address."""

    address: str


@frozen.dataclass(frozen=True, slots=True)
class PageText:
    """The text of a page."""

    text: str


@frozen.dataclass(frozen=True, slots=True)
class ListQuestion:
    """A request for the names of the files in the folder."""


@frozen.dataclass(frozen=True, slots=True)
class FileNames:
    """The names of files in the folder, and the number of those left out."""

    files: tuple[str, ...]
    left_out: int


@frozen.dataclass(frozen=True, slots=True)
class SaveQuestion:
    """A request to save a text in the folder; an existing file is kept unless `replace` is true."""

    file: str
    text: str
    replace: bool = frozen.added_field(False)


@frozen.dataclass(frozen=True, slots=True)
class SavedFile:
    """The name of a file that was saved."""

    file: str


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A tool: `wish` is that of its question, for questions that a worker answers."""

    title: str
    description: str
    question: type
    answer: type
    wish: str = ""
    writes: bool = False

    @property
    def input_schema(self) -> JsonObject:
        """The JSON Schema of its arguments."""
        return _object_schema(self.question)

    @property
    def output_schema(self) -> JsonObject:
        """The JSON Schema of its structured answer, or of the `error` of a call without one.

        Some clients check errors against the schema as well.
        """
        answer: Any = _object_schema(self.answer)
        keys = answer.pop("required")
        answer["properties"]["error"] = _object_schema(ToolError)
        return {**answer, "anyOf": [{"required": keys}, {"required": ["error"]}]}


_TEXT: Final = (
    " `text` is the rules: a whole file, the name of a bundled game such as `pagat`, or the name of"
    " a file in the folder, if there is one. Rules extend bundled games and files in the folder."
)

TOOLS: Final[Mapping[str, ToolEntry]] = {
    "check_rules": ToolEntry(
        "Check rules",
        "Check rules and prove that no player can be left without a legal bid or play, and that"
        " every result has a score. Each problem has a code, a place, the table where it happens,"
        " and a fix. Call it after every change, until `problems` has no error." + _TEXT,
        RulesQuestion,
        CheckAnswer,
        "check",
    ),
    "fix_rules": ToolEntry(
        "Fix rules",
        "Apply every fix that can have been meant in one way only, and report what is left."
        + _TEXT,
        RulesQuestion,
        MendAnswer,
        "mend",
    ),
    "rule_sheet": ToolEntry(
        "Print a rule sheet",
        "Put rules into ordinary English, for people to read. Use it to confirm with the user that"
        " the file says what they mean." + _TEXT,
        RulesQuestion,
        SheetAnswer,
        "sheet",
    ),
    "compare_rules": ToolEntry(
        "Compare rules",
        "Report every difference between two games, deal by deal; with `witness` also the smallest"
        " deal on which they differ. `other` is given as `text` is." + _TEXT,
        CompareQuestion,
        CompareAnswer,
        "compare",
    ),
    "score_deal": ToolEntry(
        "Score a deal",
        "Work out the points of each player in one deal, given by its number in the schedule or its"
        " name. `bids`, `tricks` and `points` are in seat order, from the player left of the"
        " dealer, who is last. `taken` has the seat that took each trick, `blind` the seats that"
        " bid blind; seats count from 0." + _TEXT,
        ScoreQuestion,
        ScoreAnswer,
        "score",
    ),
    "trick_winner": ToolEntry(
        "Who wins a trick",
        "Decide who wins a trick and by which rule. `played` has the cards in the order in which"
        " they were played, such as `AC 2H 5C KC`." + _TEXT,
        TrickQuestion,
        TrickAnswer,
        "trick",
    ),
    "play_match": ToolEntry(
        "Play a match",
        "Play a match out by the computer and tell it card by card. The same seed gives the same"
        " match." + _TEXT,
        MatchQuestion,
        MatchAnswer,
        "match",
    ),
    "simulate": ToolEntry(
        "Simulate matches",
        f"Play 2 to {MOST_MATCHES:,} matches and report the mean totals, wins and bids made, with"
        " 95 % confidence intervals. `policy` is `steady` (plays sensibly) or `random`. If the time"
        " is up, `cut` says how many were played. Needs the `simulate` extra." + _TEXT,
        SimulateQuestion,
        SimulateAnswer,
        "simulate",
    ),
    "balance": ToolEntry(
        "Measure balance",
        "Measure how fair and skilful rules are: seats, the limit on the last bid, each kind of"
        f" deal, skill; compared with the rules that they extend. `packs` is 2 to {MOST_PACKS:,}."
        " If the time is up, `cut` says how many were played. The first call on a machine compiles"
        " for up to two minutes: if it has no answer in time, ask again. Needs the extra"
        " `simulate`." + _TEXT,
        BalanceQuestion,
        BalanceAnswer,
        "balance",
    ),
    "check_score_sheet": ToolEntry(
        "Check a score sheet",
        "Check a score sheet against rules: every figure that cannot be, with fixes, and what"
        " follows for the empty ones. `sheet` is CSV, a record in TOML, or with `card` the text of"
        " a printed card; or the name of a file in the folder." + _TEXT,
        ReplayQuestion,
        ReplayAnswer,
        "replay",
    ),
    "score_keeper": ToolEntry(
        "Open a score keeper",
        "Make a web page that keeps score at the table by these rules; it needs no network. With a"
        " folder, give `file`, such as `friday.html`, to save it; without, read its address. The"
        f" last {MOST_KEEPERS} pages can be read." + _TEXT,
        KeeperQuestion,
        SavedKeeper,
        writes=True,
    ),
    "read_page": ToolEntry(
        "Read a page",
        "Read a page of the language, by its address: `clagdsl://primer` (begin here),"
        " `clagdsl://language/follow` and other clauses, `clagdsl://game/pagat` and other bundled"
        " games, `clagdsl://problem/P306` and other problem codes. The same pages are resources.",
        ReadQuestion,
        PageText,
    ),
}

FOLDER_TOOLS: Final[Mapping[str, ToolEntry]] = {
    "list_files": ToolEntry(
        "List files",
        "List the rules files, records and sheets in the folder of the user. `left_out` is the"
        f" number of those that are too large to be read, or come after the first {MOST_LISTED:,}.",
        ListQuestion,
        FileNames,
    ),
    "save_file": ToolEntry(
        "Save a file",
        "Save rules (`friday.clag`), a record (`.toml`), a sheet (`.csv`) or the text of a printed"
        " card (`.txt`) in the folder of the user. An existing file is kept unless `replace` is"
        " true, and then replaced only by a text of its own kind.",
        SaveQuestion,
        SavedFile,
        writes=True,
    ),
}


_EXPLAINED: Final = re.compile(r"`clagdsl explain ([A-Z]\d+)`")


def shown(value: Any) -> Any:
    """Returns an answer without the keys in `LEFT_OUT`; help names pages instead of commands."""
    match value:
        case {"help": str(help), **others} if "code" in others:
            page = PROBLEM_TEMPLATE.replace("{code}", r"\1")
            return {**shown(others), "help": _EXPLAINED.sub(f"`{page}`", help)}
        case Mapping():
            return {key: shown(each) for key, each in value.items() if key not in LEFT_OUT}
        case list():
            return [shown(each) for each in value]
        case _:
            return value


def _object_schema(kind: type) -> JsonObject:
    """Returns the schema of a class as one object with the definitions that it needs."""
    schema: Any = schema_of(kind, title=kind.__name__)
    definitions = {name: _without_left_out(each) for name, each in schema["$defs"].items()}
    root = definitions.pop(kind.__name__)
    needed: set[str] = set()
    waiting = [root]
    while waiting:
        for name in _references(waiting.pop()) - needed:
            needed.add(name)
            waiting.append(definitions[name])
    kept = {name: each for name, each in definitions.items() if name in needed}
    return {**root, "$defs": kept} if kept else root


def _without_left_out(definition: Any) -> Any:
    properties = definition["properties"]
    return {
        **definition,
        "properties": {key: each for key, each in properties.items() if key not in LEFT_OUT},
        "required": [key for key in definition["required"] if key not in LEFT_OUT],
    }


def _references(schema: Any) -> set[str]:
    match schema:
        case {"$ref": str(target)}:
            return {target.rpartition("/")[2]}
        case Mapping():
            return {name for each in schema.values() for name in _references(each)}
        case list():
            return {name for each in schema for name in _references(each)}
        case _:
            return set()
