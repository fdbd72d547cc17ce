"""Answers the calls of tools: every text goes to a worker process, with the limits of the editor.

This process never parses, checks or proves rules that an assistant has written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from clagdsl.assistant.folder import SharedFolder
from clagdsl.assistant.measures import (
    LONGEST,
    MeasureQuestion,
    SimulateQuestion,
    read_measure_question,
)
from clagdsl.assistant.pages import SCHEME, read_page
from clagdsl.assistant.tools import (
    FOLDER_TOOLS,
    TOOLS,
    KeeperQuestion,
    ReadQuestion,
    SaveQuestion,
    ToolEntry,
    shown,
    with_files,
)
from clagdsl.lang.errors import ClagError, FileError
from clagdsl.lang.json_schema import to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.output_paths import KEEPER_PAGE
from clagdsl.lang.resources import all_names, bundled_path
from clagdsl.playground.requests import read_fields, read_question
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import shorten
from clagdsl.serve.user_rules import LONGEST_RULES, is_too_long
from clagdsl.serve.worker_pool import WorkerError, Workers

MEASURE_COMMAND: Final = (sys.executable, "-P", "-m", "clagdsl.assistant.measure_worker")
MOST_KEEPERS: Final = 16
"""The number of score keepers whose pages can be read; older ones are forgotten."""
_TEXTS: Final = ("text", "other", "sheet")
"""The arguments that are a text, or the name of one."""
_OWN_NAMES: Final = {"text": "rules.clag", "other": "other.clag"}
"""The names of these texts in a worker."""
_LIKE_A_NAME: Final = re.compile(
    r"(?!clag(?:\s|$))(?:[\w.~/\\:-]{1,200}|[^\r\n\"]{1,200}\.(?:clag|toml|csv|txt))", re.IGNORECASE
)


class RefusedCallError(ClagError):
    """Raised if a call of a tool has no answer; the text says why."""


class Assistant:
    """The answers to the tools of one server, and the pages that can be read there."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = None if folder is None else SharedFolder(folder)
        self.tools: Final = dict(TOOLS) if folder is None else {**TOOLS, **FOLDER_TOOLS}
        self._workers = Workers()
        self._measuring = Workers(MEASURE_COMMAND, seconds=LONGEST, at_once=1, most_waiting=2)
        self._keepers: dict[str, str] = {}
        self._made = 0

    async def end(self) -> None:
        """Ends all workers."""
        await self._workers.end()
        await self._measuring.end()

    def page(self, address: str) -> str | None:
        """Returns the text of the page at an address, or None if it has no page."""
        return self._keepers.get(address) or read_page(address)

    async def call(self, name: str, arguments: Mapping[str, JsonValue]) -> JsonObject:
        """Returns the structured answer of a tool; raises RefusedCallError if it has none."""
        tool = self.tools[name]
        try:
            return await self._answer(name, tool, {**arguments})
        except ArgumentError as error:
            raise RefusedCallError(f"{error.code}: {error.reason}") from error
        except (FileError, WorkerError) as error:
            raise RefusedCallError(str(error)) from error

    async def _answer(
        self, name: str, tool: ToolEntry, arguments: dict[str, JsonValue]
    ) -> JsonObject:
        files: dict[str, str] = {}
        for key, value in arguments.items():
            if isinstance(value, str):
                if key in _TEXTS and name != "save_file":
                    file, text = self._named_text(value)
                    if file is not None and key in _OWN_NAMES:
                        files[_OWN_NAMES[key]] = file
                    arguments[key] = value = text
                if is_too_long(value):
                    raise RefusedCallError(f"`{key}` has more than {LONGEST_RULES:,} bytes")
        answer: JsonObject = with_files(await self._structured(name, tool, arguments), files)
        return answer

    async def _structured(
        self, name: str, tool: ToolEntry, arguments: dict[str, JsonValue]
    ) -> JsonObject:
        """Returns the answer to a call whose texts have all been read."""
        if name in ("simulate", "balance"):
            return await self._measure(read_measure_question({"wish": name, **arguments}))
        if tool.wish:
            page_question = read_question({**arguments, "wish": tool.wish})
            structured: JsonObject = shown(await self._ask(to_json(page_question)))
            return structured
        match read_fields(tool.question, self._known(name, tool, arguments)):
            case KeeperQuestion() as keeper:
                return await self._keeper(keeper)
            case ReadQuestion(address=address):
                page = self.page(address)
                if page is None:
                    raise RefusedCallError(f"there is no page `{shorten(address)}`")
                return {"text": page}
            case SaveQuestion() as save:
                assert self.folder is not None
                self.folder.save(save.file, save.text, replace=save.replace)
                return {"file": save.file}
            case _:
                assert self.folder is not None
                return {"files": list(self.folder.names())}

    def _named_text(self, value: str) -> tuple[str | None, str]:
        """Returns the name and the text of the file of a bundled game or of one in the folder.

        Any other value is a text without a name; raises RefusedCallError if it looks like a name.
        """
        if value in all_names() and (path := bundled_path(value)) is not None:
            return path.name, path.read_text("utf-8")
        text = None if self.folder is None else self.folder.read(value)
        if text is not None:
            return value, text
        if _LIKE_A_NAME.fullmatch(value):
            raise RefusedCallError(
                f"there is no file or game of the name `{shorten(value)}`: give the whole text, or"
                " another name"
            )
        return None, value

    def _known(
        self, name: str, tool: ToolEntry, arguments: dict[str, JsonValue]
    ) -> dict[str, JsonValue]:
        """Returns the arguments; raises RefusedCallError if the tool does not take one of them."""
        for key in arguments:
            if key not in tool.question.__annotations__:
                raise RefusedCallError(f"`{name}` takes no `{shorten(key)}`")
        return {**arguments, "wish": name}

    async def _ask(self, question: JsonValue) -> dict[str, Any]:
        """Returns a worker's answer; raises RefusedCallError if the question itself is wrong."""
        assert isinstance(question, dict)
        answer = await self._workers.ask(question)
        problems = answer.get("problems")
        key = next(iter(answer.keys() - {"wish", "problems", "pages"}), None)
        if key is None and isinstance(problems, list):
            raise RefusedCallError(
                "; ".join(f"{each['code']}: {each['message']}" for each in problems)
            )
        return answer

    async def _keeper(self, question: KeeperQuestion) -> JsonObject:
        if question.file is not None and self.folder is None:
            raise RefusedCallError("no folder is given: leave `file` out, and read the address")
        answer = await self._ask({"wish": "keeper", "text": question.text})
        keeper = answer["keeper"]
        kept: JsonObject = {"title": None, "address": None, "file": None}
        if keeper is not None:
            self._made += 1
            address = f"{SCHEME}keeper/{self._made}"
            self._keepers[address] = keeper["html"]
            while len(self._keepers) > MOST_KEEPERS:
                del self._keepers[next(iter(self._keepers))]
            kept = {"title": keeper["title"], "address": address, "file": question.file}
            if question.file is not None and self.folder is not None:
                self.folder.save_page(question.file, keeper["html"], KEEPER_PAGE)
        return {"problems": answer["problems"], **kept}

    async def _measure(self, question: MeasureQuestion) -> JsonObject:
        """Returns the figures of many matches by rules that a worker has checked and compiled."""
        figures = "simulation" if isinstance(question, SimulateQuestion) else "balance"
        problems = (await self._ask({"wish": "check", "text": question.text}))["problems"]
        compiled = await self._workers.ask({"wish": "table", "text": question.text})
        if not isinstance(compiled["compiled"], str):
            return {"problems": problems, figures: None, "cut": None}
        encoded = to_json(question)
        assert isinstance(encoded, dict)
        request: JsonObject = {
            "compiled": compiled["compiled"],
            "question": {**encoded, "text": ""},
        }
        answer = await self._measuring.ask(request)
        match answer.get("wrong"):
            case {"code": str(code), "message": str(message)}:
                raise RefusedCallError(f"{code}: {message}")
            case _:
                return {**answer, "problems": problems}
