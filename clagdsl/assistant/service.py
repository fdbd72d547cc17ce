"""Answers the calls of tools: every text goes to a worker process, with the limits of the editor.

This process never parses, checks or proves rules that an assistant has written. It reads the files
of the folder, since a worker may not.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from clagdsl import problems
from clagdsl.assistant.folder import MOST_LISTED, SharedFolder
from clagdsl.assistant.measures import (
    LONGEST,
    LONGEST_CALL,
    RESERVE,
    MeasureQuestion,
    SimulateQuestion,
    read_measure_question,
)
from clagdsl.assistant.pages import PROBLEM_TEMPLATE, SCHEME, read_page
from clagdsl.assistant.refusals import RefusedCallError, wrong_call
from clagdsl.assistant.tools import (
    FOLDER_TOOLS,
    MOST_KEEPERS,
    TOOLS,
    KeeperQuestion,
    ReadQuestion,
    SaveQuestion,
    ToolEntry,
    shown,
)
from clagdsl.lang.frozen import added_field_defaults
from clagdsl.lang.json_schema import to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.output_paths import KEEPER_PAGE
from clagdsl.lang.resources import all_names, bundled_path
from clagdsl.playground.requests import TextSources, read_fields, read_question
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import join_in_backticks, shorten
from clagdsl.serve.user_rules import LONGEST_RULES, is_too_long
from clagdsl.serve.worker_pool import WorkerError, Workers

TEXT_COMMAND: Final = (sys.executable, "-P", "-m", "clagdsl.assistant.text_worker")
MEASURE_COMMAND: Final = (sys.executable, "-P", "-m", "clagdsl.assistant.measure_worker")
KEEPERS: Final = f"{SCHEME}keeper/"
_NAMED: Final = ("text", "other", "sheet")
"""The arguments that are a text, or the name of one."""
_RULES: Final = {"text": TextSources().text, "other": TextSources().other}
"""Those of them that are rules, with the name of a text that is not in a file."""
_LIKE_A_NAME: Final = re.compile(
    r"(?!clag(?:\s|$))(?:[\w.~/\\:-]{1,200}|[^\r\n\"]{1,200}\.(?:clag|toml|csv|txt))", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of a tool: its arguments as texts, and what a worker must know for its question.

    `references` has the names of texts that are files or bundled games. `files` are the files that
    the rules may extend, `names` those that could be meant; without a folder `files` is None.
    """

    arguments: dict[str, JsonValue]
    references: dict[str, str]
    files: JsonObject | None = None
    names: tuple[str, ...] = ()
    begun: float = field(default_factory=time.time)

    def request(self, question: JsonValue) -> JsonObject:
        """Returns the request for a worker that answers a question about the texts."""
        names = {key: self.references.get(key) or self._unused(_RULES[key]) for key in _RULES}
        return {"question": question, **names, "files": self.files, "names": [*self.names]}

    def _unused(self, name: str) -> str:
        """Returns the name, changed if a file has it."""
        while name in (self.files or {}) or name in self.references.values():
            name = f"new-{name}"
        return name


class Assistant:
    """The answers to the tools of one server, and the pages that can be read there."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = None if folder is None else SharedFolder(folder)
        self.tools: Final = dict(TOOLS) if folder is None else {**TOOLS, **FOLDER_TOOLS}
        self._workers = Workers(TEXT_COMMAND)
        self._measuring = Workers(MEASURE_COMMAND, seconds=LONGEST)
        self._unread: set[asyncio.Task[JsonObject]] = set()
        """Measurements whose call has been answered; they go on because they compile."""
        self._keepers: dict[str, str] = {}
        self._made = 0

    async def end(self) -> None:
        """Ends all workers."""
        for task in self._unread:
            task.cancel()
        await self._workers.end()
        await self._measuring.end()

    def page(self, address: str) -> str | None:
        """Returns the text of the page at an address, or None if it has no page."""
        return self._keepers.get(address) or read_page(address)

    async def call(self, name: str, arguments: Mapping[str, JsonValue]) -> JsonObject:
        """Returns the structured answer of a tool within `LONGEST_CALL` seconds.

        Raises RefusedCallError if it has none.
        """
        try:
            async with asyncio.timeout(LONGEST_CALL):
                tool = self.tools[name]
                _check_keys(name, tool, arguments)
                return await self._structured(name, tool, self._read(tool, arguments))
        except ArgumentError as error:
            raise _wrong_question(error.code, error.reason) from error
        except WorkerError as error:
            raise RefusedCallError(None, str(error)) from error
        except TimeoutError as error:
            raise _late() from error

    def _read(self, tool: ToolEntry, arguments: Mapping[str, JsonValue]) -> _Call:
        """Returns the call, with the texts of everything that is given by name."""
        call = _Call({**arguments}, {})
        texts: list[str] = []
        for key, value in arguments.items():
            if not isinstance(value, str):
                continue
            text = value
            if key in _NAMED and tool.question is not SaveQuestion:
                reference, text = self._named_text(value)
                call.arguments[key] = text
                if key in _RULES:
                    texts.append(text)
                    if reference is not None:
                        call.references[key] = reference
            if is_too_long(text):
                raise RefusedCallError(
                    problems.syntax.FileTooLarge.code,
                    f"`{key}` has more than {LONGEST_RULES:,} bytes",
                    "shorten it; the longest bundled game has about 6,000 bytes",
                )
        if self.folder is None or not texts:
            return call
        files: JsonObject = {**self.folder.extended_by(texts)}
        names = self.folder.rules_names()
        return _Call(call.arguments, call.references, files, names, call.begun)

    async def _structured(self, name: str, tool: ToolEntry, call: _Call) -> JsonObject:
        """Returns the answer to a call whose texts have all been read."""
        arguments: dict[str, JsonValue] = {**call.arguments, "wish": tool.wish or name}
        if name in ("simulate", "balance"):
            return await self._measure(read_measure_question(arguments), call)
        if tool.wish:
            question = to_json(read_question(arguments))
            structured: JsonObject = shown(await self._ask(question, call))
            return structured
        match read_fields(tool.question, arguments):
            case KeeperQuestion() as keeper:
                return await self._keeper(keeper, call)
            case ReadQuestion(address=address):
                page = self.page(address)
                if page is None:
                    advice = f"begin with `{SCHEME}primer`"
                    if address.startswith(KEEPERS):
                        advice = "call `score_keeper` again: older pages are forgotten"
                    raise wrong_call(f"there is no page `{shorten(address)}`", advice)
                return {"text": page}
            case SaveQuestion() as save:
                assert self.folder is not None
                self.folder.save(save.file, save.text, replace=save.replace)
                return {"file": save.file}
            case _:
                assert self.folder is not None
                names, too_large = self.folder.names()
                left_out = max(0, len(names) - MOST_LISTED) + too_large
                return {"files": [*names[:MOST_LISTED]], "left_out": left_out}

    def _named_text(self, value: str) -> tuple[str | None, str]:
        """Returns the reference and the text of a bundled game or of a file in the folder.

        Any other value is a text without a reference; raises RefusedCallError if it looks like a
        name.
        """
        if value in all_names() and (path := bundled_path(value)) is not None:
            return value, path.read_text("utf-8")
        text = None if self.folder is None else self.folder.read(value)
        if text is not None:
            return value, text
        if _LIKE_A_NAME.fullmatch(value):
            files = "a file that `list_files` shows, " if self.folder is not None else ""
            raise RefusedCallError(
                problems.arguments.NoSuchVariant.code,
                f"there is no file or game of the name `{shorten(value)}`",
                f"give the whole text, {files}or the name of a bundled game, such as `pagat`",
            )
        return None, value

    async def _ask(self, question: JsonValue, call: _Call) -> dict[str, Any]:
        """Returns a worker's answer; raises RefusedCallError if the question itself is wrong."""
        answer: dict[str, Any] = await self._workers.ask(call.request(question))
        if answer.keys() <= {"wish", "problems", "pages"}:
            problem = answer["problems"][0]
            raise _wrong_question(problem["code"], problem["message"])
        return answer

    async def _keeper(self, question: KeeperQuestion, call: _Call) -> JsonObject:
        if question.file is not None and self.folder is None:
            raise wrong_call("no folder is given", "leave `file` out, and read the address")
        answer = await self._ask({"wish": "keeper", "text": question.text}, call)
        keeper = answer["keeper"]
        kept: JsonObject = {"title": None, "address": None, "file": None}
        if keeper is not None:
            if question.file is not None and self.folder is not None:
                self.folder.save_page(question.file, keeper["html"], KEEPER_PAGE)
            self._made += 1
            address = f"{KEEPERS}{self._made}"
            self._keepers[address] = keeper["html"]
            while len(self._keepers) > MOST_KEEPERS:
                del self._keepers[next(iter(self._keepers))]
            kept = {"title": keeper["title"], "address": address, "file": question.file}
        return {"problems": answer["problems"], **kept}

    async def _measure(self, question: MeasureQuestion, call: _Call) -> JsonObject:
        """Returns the figures of many matches by rules that a worker has checked and compiled."""
        figures = "simulation" if isinstance(question, SimulateQuestion) else "balance"
        checked = await self._ask({"wish": "check", "text": question.text}, call)
        table: JsonObject = {"wish": "table", "text": question.text}
        compiled = await self._workers.ask(call.request(table))
        if not isinstance(compiled["compiled"], str):
            return {"problems": checked["problems"], figures: None, "cut": None}
        encoded = to_json(question)
        assert isinstance(encoded, dict)
        answer = await self._play(
            {
                "compiled": compiled["compiled"],
                "question": {**encoded, "text": ""},
                "until": call.begun + LONGEST_CALL - RESERVE,
            },
            call.begun + LONGEST_CALL,
        )
        if isinstance(wrong := answer.get("wrong"), dict):
            raise _wrong_question(str(wrong["code"]), str(wrong["message"]))
        return {**answer, "problems": checked["problems"]}

    async def _play(self, request: JsonObject, until: float) -> JsonObject:
        """Returns the answer of a worker that measures.

        If it has none in time, the worker goes on and keeps the machine code that it compiles. If
        the client gives the call up, the worker ends.
        """
        task = asyncio.create_task(self._measuring.ask(request))
        try:
            done, _ = await asyncio.wait({task}, timeout=max(0.0, until - time.time() - MARGIN))
        except asyncio.CancelledError:
            task.cancel()
            raise
        if done:
            return task.result()
        self._unread.add(task)
        task.add_done_callback(self._forget)
        raise _late()

    def _forget(self, task: asyncio.Task[JsonObject]) -> None:
        self._unread.discard(task)
        if not task.cancelled():
            task.exception()  # nobody else reads it


MARGIN: Final = 0.5
"""Seconds by which an answer that must be given in time is given earlier."""


def _check_keys(name: str, tool: ToolEntry, arguments: Mapping[str, JsonValue]) -> None:
    """Raises RefusedCallError if a tool does not take an argument, or one is missing."""
    keys = [key for key in tool.question.__annotations__ if key != "wish"]
    takes = f"`{name}` takes {join_in_backticks(keys, 'and') or 'nothing'}"
    for key in arguments:
        if key not in keys:
            raise wrong_call(f"`{name}` takes no `{shorten(key)}`", takes)
    optional = added_field_defaults(tool.question)
    for key in keys:
        if key not in arguments and key not in optional:
            raise wrong_call(f"`{name}` needs `{key}`", takes)


def _wrong_question(code: str, message: str) -> RefusedCallError:
    """Returns the error for a problem of the question; its page is one that can be read."""
    page = PROBLEM_TEMPLATE.replace("{code}", code)
    return RefusedCallError(code, message, f"for more, read `{page}`")


def _late() -> RefusedCallError:
    return RefusedCallError(
        None,
        f"there is no answer within {LONGEST_CALL:g} seconds",
        "ask again in a minute: machine code that is compiled for the first time on a machine is"
        " kept, and other calls may have ended",
    )
